//! Simplified resolution of attacks, for odds on screen.

use super::AttackPlan;
use crate::attacks_and_damage::DamageTaken;
use crate::attacks_and_damage::defence::methods::DefenceOption;
use crate::{BarrierHarm, HitResult};
use dice::{RuleResult, Table};

/// Result of an attack for odds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OddsOutcome {
    /// Hit, graze or miss.
    pub contact: HitResult,
    /// The attack hits, whether or not a barrier stops it. `AD-RES-02`.
    pub hit: bool,
    /// Damage after resistance. `AD-RES-14`.
    pub taken: DamageTaken,
    /// Damage to the barriers in between, in order.
    pub barriers: Vec<BarrierHarm>,
}

impl OddsOutcome {
    const MISSED: Self = Self {
        contact: HitResult::Miss,
        hit: false,
        taken: DamageTaken { light: 0, critical: 0 },
        barriers: Vec::new(),
    };
}

/// Resolves an attack like `resolve_rolls`, with the same rolls but without notes. Margins of misses and of armour
/// above the damage are merged.
pub fn resolve_for_odds(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    chosen: Option<&DefenceOption>,
) -> RuleResult<OddsOutcome> {
    let reached = table.stage(|table| {
        let (attack, defence) = plan.roll_opposed(table, chosen)?;
        let opposed = plan.compare_hits(table, attack, defence, chosen);
        let dv = opposed.hit.then(|| plan.damage_with_net_hits(opposed));
        Ok(if plan.barrier_crossing.is_some() { dv } else { dv.map(|dv| plan.damage_after_armour(dv)) })
    })?;
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
    let (taken, barriers) = table.stage(|table| {
        let taken = match &plan.damage_plan {
            Some(damage_plan) if left > 0 => damage_plan.resist_after_armour(table, left)?,
            _ => DamageTaken::default(),
        };
        Ok((taken, barriers.clone()))
    })?;
    Ok(OddsOutcome { contact: plan.contact_after_damage(taken), hit: true, taken, barriers })
}

impl AttackPlan<'_> {
    /// Damage after armour. `AD-RES-07`.
    fn damage_after_armour(&self, dv: u32) -> u32 {
        self.damage_plan.as_ref().map_or(0, |damage_plan| damage_plan.damage_after_armour(dv))
    }
}
