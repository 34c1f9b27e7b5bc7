//! The same attack with nothing told but what odds ask for.

use super::AttackPlan;
use crate::attacks_and_damage::DamageTaken;
use crate::attacks_and_damage::defence::methods::DefenceOption;
use crate::{BarrierHarm, HitResult};
use dice::{RuleResult, Table};

/// What odds ask of an attack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OddsOutcome {
    /// How it met the target.
    pub contact: HitResult,
    /// The attack hits, wherever it ends. `AD-RES-02`.
    pub hit: bool,
    /// Damage that got through. `AD-RES-14`.
    pub taken: DamageTaken,
    /// What the barriers on the way suffered, in order.
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

/// As `meet`: the same rolls, and no word about them. By how much it missed does not matter, nor how far the armour is
/// above the damage.
///
/// # Errors
/// As the table.
pub fn resolve_for_odds(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    chosen: Option<&DefenceOption>,
) -> RuleResult<OddsOutcome> {
    let (attack, defence) = plan.roll_opposed(table, chosen)?;
    let met = plan.compare_hits(table, attack, defence, chosen);
    let dv = met.hit.then(|| plan.damage_with_net_hits(met));
    let (dv, barriers) = match &plan.barrier_crossing {
        None => (dv.map(|dv| plan.damage_after_armour(dv)), Vec::new()),
        Some(panes) => {
            let Some(dv) = table.merge_branches(dv)? else { return Ok(OddsOutcome::MISSED) };
            let ((), left, barriers) = panes.cross(table, (), dv)?;
            if left == 0 {
                let contact = HitResult::Blocked;
                return Ok(OddsOutcome { contact, hit: true, barriers, ..OddsOutcome::MISSED });
            }
            (Some(plan.damage_after_armour(left)), barriers)
        }
    };
    let (Some(left), barriers) = table.merge_branches((dv, barriers))? else {
        return Ok(OddsOutcome::MISSED);
    };
    let taken = match &plan.damage_plan {
        Some(harm) if left > 0 => harm.resist_after_armour(table, left)?,
        _ => DamageTaken::default(),
    };
    Ok(OddsOutcome { contact: plan.contact_after(taken), hit: true, taken, barriers })
}

impl AttackPlan<'_> {
    /// Damage that the armour leaves. `AD-RES-07`.
    fn damage_after_armour(&self, dv: u32) -> u32 {
        self.damage_plan.as_ref().map_or(0, |harm| harm.damage_after_armour(dv))
    }
}
