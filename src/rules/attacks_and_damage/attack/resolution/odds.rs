//! Simplified resolution of attacks, for odds on screen.

use super::AttackPlan;
use crate::attacks_and_damage::DamageTaken;
use crate::attacks_and_damage::defence::methods::DefenceOption;
use crate::{BarrierHarm, DownState, HitResult};
use dice::{Roll, RollChain, RuleResult, Table};

/// What odds show of an attack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OddsOutcome {
    /// Hit, graze or miss.
    pub contact: HitResult,
    /// The attack hits, whether or not a barrier stops it. `AD-RES-02`.
    pub hit: bool,
    /// Boxes of both tracks. `AD-RES-14`.
    pub damage: u32,
    /// The target falls Prone. `AD-KD-01`.
    pub knocked_prone: bool,
    /// How the target is out of action after damage; `None` if it is not, or without damage.
    pub down: Option<DownState>,
    /// Damage to the barriers in between, in order.
    pub barriers: Vec<BarrierHarm>,
}

/// What the damage of a hit does. Ascends with the damage, so that a chain of rolls finds equal effects beside each other.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct HitEffect {
    damage: u32,
    contact: HitResult,
    knocked_prone: bool,
    down: Option<DownState>,
}

impl HitEffect {
    /// The outcome with damage to the barriers in between.
    pub(super) const fn with_barriers(self, barriers: Vec<BarrierHarm>) -> OddsOutcome {
        let Self { damage, contact, knocked_prone, down } = self;
        OddsOutcome { contact, hit: true, damage, knocked_prone, down, barriers }
    }
}

impl OddsOutcome {
    const MISSED: Self = Self {
        contact: HitResult::Miss,
        hit: false,
        damage: 0,
        knocked_prone: false,
        down: None,
        barriers: Vec::new(),
    };
}

/// Calculates the odds of an attack, as `resolve_for_odds` has them. `None` if barriers are in between, more than the
/// difference of the rolls matters, or the numbers do not fit.
pub fn calculate_odds(
    plan: &AttackPlan<'_>,
    chosen: Option<&DefenceOption>,
) -> Option<RollChain<OddsOutcome>> {
    if plan.barrier_crossing.is_some() || plan.needs_both_rolls() {
        return None;
    }
    let attack = (plan.weapon_test().0, None);
    let arrived = match plan.defence_test(chosen) {
        None => RollChain::single(attack, |attack| plan.arriving_damage(attack, 0, chosen))?,
        Some((defence, _)) => RollChain::opposed(attack, (defence, None), |attack, defence| {
            plan.arriving_damage(attack, defence.value, chosen)
        })?,
    };
    let resisted = |&left: &u32| plan.damage_plan.as_ref().filter(|_| left > 0);
    let damage_taken =
        |left, hits| resisted(&left).map_or_else(DamageTaken::default, |plan| plan.damage_taken(left, hits));
    // Nearly every roll splits the damage between the tracks in another way, but there are few effects.
    let effects = arrived.roll(
        |left| Some((resisted(left.as_ref()?)?.resistance_test().0, None)),
        |left, hits| left.map(|left| plan.hit_effect(damage_taken(left, hits.value))),
    )?;
    Some(effects.map(|effect| match effect {
        Some(effect) => effect.with_barriers(Vec::new()),
        None => OddsOutcome::MISSED,
    }))
}

/// Resolves an attack like `resolve_rolls`, with the same rolls but without notes. Margins of misses and of armour
/// above the damage are merged.
pub fn resolve_for_odds(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    chosen: Option<&DefenceOption>,
) -> RuleResult<OddsOutcome> {
    let arrival = |attack, defence| plan.arriving_damage(attack, defence, chosen);
    let reached = match plan.defence_test(chosen) {
        None => table.roll_stage(plan.weapon_test(), |attack| arrival(attack, 0))?,
        Some(defence) if !plan.needs_both_rolls() => {
            table.opposed_stage(plan.weapon_test(), defence, |attack, defence| {
                arrival(attack, defence.value)
            })?
        }
        Some(_) => table.stage(|table| {
            let (attack, defence) = plan.roll_opposed(table, chosen)?;
            Ok(arrival(attack, defence))
        })?,
    };
    let Some(dv) = reached else { return Ok(OddsOutcome::MISSED) };
    let (left, barriers) = match &plan.barrier_crossing {
        None => (dv, Vec::new()),
        Some(crossing) => {
            let ((), left, barriers) = crossing.cross(table, (), dv)?;
            if left == 0 {
                let contact = HitResult::Blocked;
                return Ok(OddsOutcome { contact, hit: true, barriers, ..OddsOutcome::MISSED });
            }
            (plan.damage_after_armour(left), barriers)
        }
    };
    match &plan.damage_plan {
        // The tracks matter only for what happens to the target, so that many splits between them are one outcome.
        Some(damage_plan) if left > 0 => table.roll_stage(damage_plan.resistance_test(), |hits| {
            plan.hit_effect(damage_plan.damage_taken(left, hits.value)).with_barriers(barriers.clone())
        }),
        _ => Ok(plan.hit_effect(DamageTaken::default()).with_barriers(barriers)),
    }
}

impl AttackPlan<'_> {
    /// Damage after armour. `AD-RES-07`.
    fn damage_after_armour(&self, dv: u32) -> u32 {
        self.damage_plan.as_ref().map_or(0, |damage_plan| damage_plan.damage_after_armour(dv))
    }

    /// Damage of a hit: before the first barrier, or else after armour. `None` for a miss.
    fn arriving_damage(&self, attack: Roll, defence: u32, chosen: Option<&DefenceOption>) -> Option<u32> {
        let opposed = self.oppose(attack, defence, chosen);
        let dv = opposed.hit.then(|| self.damage_with_net_hits(opposed))?;
        Some(if self.barrier_crossing.is_some() { dv } else { self.damage_after_armour(dv) })
    }

    /// What a hit that reaches the target does.
    pub(super) fn hit_effect(&self, taken: DamageTaken) -> HitEffect {
        let contact = self.contact_after_damage(taken);
        let damaged = taken != DamageTaken::default();
        HitEffect {
            damage: taken.total(),
            contact,
            knocked_prone: self.is_knocked_prone(contact, taken),
            down: if damaged { self.down_state_after(taken) } else { None },
        }
    }
}
