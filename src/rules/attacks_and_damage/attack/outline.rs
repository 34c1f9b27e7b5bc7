//! The same attack with nothing told but what odds ask for.

use super::super::Taken;
use super::super::defence::DefenceOption;
use super::AttackPlan;
use crate::{BarrierHarm, Contact};
use dice::{Step, Table};

/// What odds ask of an attack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outline {
    /// How it met the target.
    pub contact: Contact,
    /// The attack hits, wherever it ends. `AD-RES-02`.
    pub hit: bool,
    /// Damage that got through. `AD-RES-14`.
    pub taken: Taken,
    /// What the barriers on the way suffered, in order.
    pub barriers: Vec<BarrierHarm>,
}

impl Outline {
    const MISSED: Self = Self {
        contact: Contact::Miss,
        hit: false,
        taken: Taken { light: 0, critical: 0 },
        barriers: Vec::new(),
    };
}

/// As `meet`: the same rolls, and no word about them. By how much it missed does not matter, nor how far the armour is
/// above the damage.
///
/// # Errors
/// As the table.
pub fn outline(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    chosen: Option<&DefenceOption>,
) -> Step<Outline> {
    let (attack, defence) = plan.roll(table, chosen)?;
    let met = plan.compare(table, attack, defence, chosen);
    let dv = met.hit.then(|| plan.raw(met));
    let (dv, barriers) = match &plan.panes {
        None => (dv.map(|dv| plan.behind_armour(dv)), Vec::new()),
        Some(panes) => {
            let Some(dv) = table.settle(dv)? else { return Ok(Outline::MISSED) };
            let ((), left, barriers) = panes.cross(table, (), dv)?;
            if left == 0 {
                let contact = Contact::Blocked;
                return Ok(Outline { contact, hit: true, barriers, ..Outline::MISSED });
            }
            (Some(plan.behind_armour(left)), barriers)
        }
    };
    let (Some(left), barriers) = table.settle((dv, barriers))? else { return Ok(Outline::MISSED) };
    let taken = match &plan.harm {
        Some(harm) if left > 0 => harm.resist_rest(table, left)?,
        _ => Taken::default(),
    };
    Ok(Outline { contact: plan.touch(taken), hit: true, taken, barriers })
}

impl AttackPlan<'_> {
    /// Damage that the armour leaves. `AD-RES-07`.
    fn behind_armour(&self, dv: u32) -> u32 {
        self.harm.as_ref().map_or(0, |harm| harm.behind_armour(dv))
    }
}
