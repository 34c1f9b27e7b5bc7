//! Attacks that cover an area: one attack roll, and everybody in it defends and soaks for themselves. `SS-DEF-49`,
//! `SS-RULING-60`.

use super::attack::AttackPlan;
use super::{AttackResult, AttackScene, Spent};
use crate::dice::{Step, Table};

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blast {
    /// To the first target.
    pub first: AttackResult,
    /// To everybody else it caught, in the order of their scenes.
    pub others: Vec<AttackResult>,
}

/// Resolves an attack on an area around its first target.
///
/// `caught` gives the scenes of everybody else once it is known whether the first target was missed: they lie
/// around the place where it goes off. `SS-RULING-60`.
///
/// # Errors
/// As the table.
pub fn blast<T: Table>(
    table: &mut T,
    throw: &AttackScene,
    caught: impl FnOnce(&mut T, bool) -> Step<Vec<AttackScene>>,
) -> Step<Blast> {
    let plan = AttackPlan::new(throw);
    let chosen = plan.declare(table)?;
    let (attack, spent) = plan.roll_attack(table)?;
    let (first, missed) = plan.meet(table, (chosen, attack, spent))?;
    let mut others = Vec::new();
    for scene in caught(table, missed)? {
        let plan = AttackPlan::new(&scene);
        let chosen = plan.declare(table)?;
        others.push(plan.meet(table, (chosen, attack, Spent::NONE))?.0);
    }
    Ok(Blast { first, others })
}

#[cfg(test)]
mod tests;
