//! Barriers between attacker and target, a borrowed chapter.

use std::sync::Arc;

use crate::attacks_and_damage::{AttackClass, AttackContext, DamageNature, DamageType, Weapon};
use crate::barriers;
use crate::barriers::BarrierImpact;
use crate::turn_engine::EngineSwitches;
use crate::{BarrierHarm, BarrierOnLine};
use dice::{RuleResult, Table};

/// Barriers that an attack has to cross: transparent ones, and all of them if the target is completely hidden, which
/// only melee attacks can reach. `SS-BARR-10`, `AD-BASE-18`.
#[derive(Clone, Debug)]
pub struct BarrierCrossing<'a> {
    barriers: Vec<&'a BarrierOnLine>,
    weapon: &'a Weapon,
    switches: Arc<EngineSwitches>,
}

impl<'a> BarrierCrossing<'a> {
    /// Returns the barriers that an attack crosses; `None` if there are none.
    pub(crate) fn for_attack(context: &'a AttackContext, engine: &Arc<EngineSwitches>) -> Option<Self> {
        Self::from_barriers(&context.barriers, context.sight.hidden, &context.weapon, engine)
    }

    /// Returns the barriers that stop something on its way to a target hidden by this share.
    pub(crate) fn from_barriers(
        barriers: &'a [BarrierOnLine],
        hidden: u8,
        weapon: &'a Weapon,
        engine: &Arc<EngineSwitches>,
    ) -> Option<Self> {
        let is_in_way = |barrier: &&BarrierOnLine| barrier.is_crossed(hidden) && !barrier.is_open();
        let mut crossed_barriers = barriers.iter().filter(is_in_way).peekable();
        crossed_barriers.peek()?;
        Some(Self { barriers: crossed_barriers.collect(), weapon, switches: engine.clone() })
    }

    /// Crosses the barriers in order; returns the damage left, 0 if one stopped it. `SS-BARR-18`.
    /// Branches of the odds stay apart by `state`.
    pub(crate) fn cross<S: Ord + Clone + 'static>(
        &self,
        table: &mut impl Table,
        state: S,
        dv: u32,
    ) -> RuleResult<(S, u32, Vec<BarrierHarm>)> {
        let impact = barrier_impact(self.weapon, &self.switches);
        barriers::cross_barriers(table, &impact, state, dv, self.barriers.iter().copied())
    }
}

/// The impact of a weapon on barriers; its penetration has the opposite sign. `AD-RULING-02`.
pub(crate) fn barrier_impact<'a>(weapon: &Weapon, engine: &'a EngineSwitches) -> BarrierImpact<'a> {
    BarrierImpact {
        arp: weapon.ap.saturating_neg(),
        penetrating: weapon.nature == Some(DamageNature::Slug)
            || weapon.damage_type() == Some(DamageType::Piercing),
        ranged: weapon.class != AttackClass::Melee,
        rounds: u32::from(weapon.class == AttackClass::Accelerated),
        ..BarrierImpact::kinetic(engine)
    }
}
