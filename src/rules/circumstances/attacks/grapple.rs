//! Grapples and holds. `CS-BASE-37`.

use super::evasion::{DefenceOptions, EvasiveAction};
use super::target_number;
use crate::circumstances::d100_test::{TargetNumber, TestAttempt, TestOutcome};
use crate::circumstances::lines::HitNote;
use crate::circumstances::{AttackContext, AttackKind, Characteristic, Fighter, Switches};
use crate::status;
use dice::{Modifiers, Note, RuleResult, Table};

/// The result of a grapple.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GrappleResult {
    /// The target is held.
    pub held: bool,
    /// The evasive action on which the target spent its Reaction; `None` if it did not.
    pub evasion: Option<EvasiveAction>,
    /// The attacker spent a Fate Point.
    pub fate_spent: bool,
    /// The target spent a Fate Point.
    pub target_fate_spent: bool,
    /// A curse made the attacker roll again. `CS-CURS-01`.
    pub curse_spent: bool,
    /// A curse made the target roll again. `CS-CURS-01`.
    pub target_curse_spent: bool,
}

/// Resolves a grapple: a passed test that is not evaded holds an adjacent unit. `CS-BASE-37`, `CS-PRN-02`.
///
/// Force fields deflect hits, not grapples.
pub fn resolve_grapple(table: &mut impl Table, context: &AttackContext) -> RuleResult<GrappleResult> {
    let (attempt, switches) = (context.attempt(), &*context.switches);
    let target = target_number::target_number(&attempt);
    let test = TestAttempt {
        fighter: &context.attacker,
        why: "grapple",
        clause: "CS-BASE-37",
        target: &target,
        switches,
    };
    let TestOutcome { passed, fate_spent, curse_spent } = test.roll_pass(table)?;
    if !passed {
        return Ok(GrappleResult {
            held: false,
            evasion: None,
            fate_spent,
            target_fate_spent: false,
            curse_spent,
            target_curse_spent: false,
        });
    }
    let unaware = attempt.is_unaware();
    let mut defence =
        DefenceOptions::new(&context.defender, AttackKind::Melee, unaware, &context.surroundings, switches);
    defence.deflect = None;
    let defence_outcome = defence.resolve(table)?;
    let held = !defence_outcome.evaded;
    if held {
        table.note(|| Note::new("CS-BASE-37", HitNote::Held));
    }
    Ok(GrappleResult {
        held,
        evasion: defence_outcome.evasion,
        fate_spent,
        target_fate_spent: defence_outcome.fate_spent,
        curse_spent,
        target_curse_spent: defence_outcome.curse_spent,
    })
}

/// Rolls a held unit's attempt to break free: a Strength test. `CS-BASE-37`.
pub fn roll_break_hold(
    table: &mut impl Table,
    held: &Fighter,
    switches: &Switches,
) -> RuleResult<TestOutcome> {
    let mut parts = Modifiers::new();
    target_number::add_own_modifiers(held, status::TestKind::Trait(status::TestTrait::Strength), &mut parts);
    let target = TargetNumber::for_characteristic(&held.sheet, Characteristic::Strength, parts, switches);
    TestAttempt { fighter: held, why: "break the hold", clause: "CS-BASE-37", target: &target, switches }
        .roll_pass(table)
}

#[cfg(test)]
mod tests;
