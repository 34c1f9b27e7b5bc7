//! Barriers in the line of an attack, a borrowed chapter.

use crate::barriers;
use crate::barriers::BarrierImpact;
use crate::combat_checks::{AttackContext, CheckKind, Weapon};
use crate::turn_engine::EngineSwitches;
use crate::{BarrierHarm, BarrierOnLine};
use dice::{RuleResult, Table};

/// Fully hidden, in percent.
pub(crate) const FULLY_HIDDEN: u8 = 100;

/// Barriers that an attack must penetrate. `SS-BARR-10`, `SS-COVER-05`.
#[derive(Clone, Debug)]
pub struct BarriersToCross<'a> {
    crossed: Vec<&'a BarrierOnLine>,
    weapon: &'a Weapon,
    engine: &'a EngineSwitches,
}

impl<'a> BarriersToCross<'a> {
    /// The barriers before the first target; `None` if there are none.
    pub(crate) fn from_attack(context: &'a AttackContext) -> Option<Self> {
        let crossed: Vec<_> = barriers_to_cross(&context.barriers, context.sight.hidden).collect();
        (!crossed.is_empty()).then(|| Self { crossed, weapon: &context.weapon, engine: &context.engine })
    }

    /// Crosses the barriers in order, with their previous damage; returns the damage that is left, 0 if one stopped it.
    /// `SS-BARR-18`, `SS-BARR-33`.
    pub(crate) fn cross<K: Ord + Clone + 'static>(
        &self,
        table: &mut impl Table,
        carried: K,
        damage: u32,
        before: &[BarrierHarm],
    ) -> RuleResult<(K, u32, Vec<BarrierHarm>)> {
        let force = barrier_impact(self.weapon, self.engine);
        if before.is_empty() {
            return barriers::cross_barriers(table, &force, carried, damage, self.crossed.iter().copied());
        }
        let harm = |id| before.iter().filter(|harm| harm.id == id).map(|harm| harm.damage).sum::<u32>();
        let damaged = self
            .crossed
            .iter()
            .map(|&barrier| BarrierOnLine { damage: barrier.damage + harm(barrier.id), ..barrier.clone() });
        let left: Vec<BarrierOnLine> = damaged.filter(|barrier| !barrier.is_open()).collect();
        barriers::cross_barriers(table, &force, carried, damage, left.iter())
    }
}

/// Barriers that an attack must penetrate: the transparent ones, and all of them if the target is fully hidden.
/// `SS-BARR-10`, `SS-COVER-05`.
pub(crate) fn barriers_to_cross(
    barriers: &[BarrierOnLine],
    hidden: u8,
) -> impl Iterator<Item = &BarrierOnLine> {
    barriers.iter().filter(move |barrier| barrier.is_crossed(hidden) && !barrier.is_open())
}

/// The impact of a weapon on barriers: raw damage, Wounds as Health, shots penetrate.
pub(crate) fn barrier_impact<'a>(weapon: &Weapon, engine: &'a EngineSwitches) -> BarrierImpact<'a> {
    let ranged = !weapon.class.is_melee();
    BarrierImpact {
        penetrating: ranged && !weapon.non_lethal,
        ranged,
        strain: weapon.inflicts_strain(),
        ..BarrierImpact::kinetic(engine)
    }
}

impl Weapon {
    /// The kind of combat check it makes. `CC-CHK-01`.
    pub const fn check_kind(&self) -> CheckKind {
        if self.class.is_melee() { CheckKind::Melee } else { CheckKind::Ranged }
    }
}
