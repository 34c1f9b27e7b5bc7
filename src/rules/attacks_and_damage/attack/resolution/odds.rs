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
    // Far more rolls than amounts of damage.
    let taken = arrived.roll(
        |left| Some((resisted(left.as_ref()?)?.resistance_test().0, None)),
        |left, hits| {
            left.map(|left| {
                resisted(&left).map_or_else(DamageTaken::default, |plan| plan.damage_taken(left, hits.value))
            })
        },
    )?;
    Some(taken.map(|taken| taken.map_or(OddsOutcome::MISSED, |taken| plan.hit_outcome(taken, Vec::new()))))
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
            plan.hit_outcome(damage_plan.damage_taken(left, hits.value), barriers.clone())
        }),
        _ => Ok(plan.hit_outcome(DamageTaken::default(), barriers)),
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

    /// The outcome of a hit that reaches the target.
    pub(super) fn hit_outcome(&self, taken: DamageTaken, barriers: Vec<BarrierHarm>) -> OddsOutcome {
        let contact = self.contact_after_damage(taken);
        let damaged = taken != DamageTaken::default();
        OddsOutcome {
            contact,
            hit: true,
            damage: taken.total(),
            knocked_prone: self.is_knocked_prone(contact, taken),
            down: if damaged { self.down_state_after(taken) } else { None },
            barriers,
        }
    }
}
