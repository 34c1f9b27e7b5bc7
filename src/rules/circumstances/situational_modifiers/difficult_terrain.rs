//! Difficult terrain. Chapter TER.

use super::prone;
use crate::circumstances::attacks::target_number;
use crate::circumstances::d100_test::{TargetNumber, TestAttempt, TestOutcome};
use crate::circumstances::lines::BalanceLine;
use crate::circumstances::{Characteristic, CombatAction, Fighter, GroundConditions, Skill, Switches};
use crate::status;
use dice::{Answer, Clause, Modifiers, Note, Prompt, RuleResult, Table};

fn add_terrain_penalty(value: u8, clause: Clause, parts: &mut Modifiers) {
    parts.add(-i32::from(value), "difficult terrain", clause);
}

/// Adds the penalty of the unit's own square to WS tests. `CS-TER-01`.
pub fn add_skill_penalty(own: GroundConditions, parts: &mut Modifiers) {
    add_terrain_penalty(own.difficulty, "CS-TER-01", parts);
}

/// Adds the penalties of the unit's own square and of being prone to Agility tests. `CS-TER-02`,
/// `CS-PRN-07`.
pub fn add_agility_penalties(fighter: &Fighter, own: GroundConditions, parts: &mut Modifiers) {
    add_terrain_penalty(own.difficulty, "CS-TER-02", parts);
    prone::add_own_agility_penalty(fighter, parts);
}

/// Modifiers of Agility tests and of skills based on Agility. `CS-TER-02`, `CS-PRN-07`, `CS-BASE-09`,
/// `CS-BLND-03`, `CS-DAZE-02`.
pub fn agility_parts(fighter: &Fighter, own: GroundConditions) -> Modifiers {
    let mut parts = Modifiers::new();
    add_agility_penalties(fighter, own, &mut parts);
    target_number::add_own_modifiers(
        fighter,
        status::TestKind::Trait(status::TestTrait::Agility),
        &mut parts,
    );
    parts
}

/// A movement across squares. `CS-TER-03`, `CS-TER-04`, `CS-TER-10`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerrainCrossing<'a> {
    /// The moving unit.
    pub fighter: &'a Fighter,
    /// The action; only Run and Charge need a test.
    pub action: CombatAction,
    /// Difficult-terrain values of the entered squares, in order, without the starting square.
    pub path: &'a [u8],
    /// The battle's rule options.
    pub switches: &'a Switches,
}

/// The result of a crossing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CrossingResult {
    /// Number of squares of the path that were entered. `CS-TER-06`.
    pub squares: usize,
    /// The unit fell on the last of them. `CS-TER-07`.
    pub prone: bool,
    /// A Fate Point was spent.
    pub fate_spent: bool,
    /// A curse made it roll again. `CS-CURS-01`.
    pub curse_spent: bool,
}

/// Resolves a movement across squares; a Run or a Charge needs one test for all difficult ones. `CS-TER-03`
/// to `CS-TER-10`.
pub fn resolve_crossing(
    table: &mut impl Table,
    crossing: &TerrainCrossing<'_>,
) -> RuleResult<CrossingResult> {
    let TerrainCrossing { fighter, action, path, switches } = *crossing;
    let full_path =
        CrossingResult { squares: path.len(), prone: false, fate_spent: false, curse_spent: false };
    let is_fast = matches!(action, CombatAction::Run | CombatAction::Charge);
    let Some(first) = path.iter().position(|&value| is_fast && value > 0) else { return Ok(full_path) };
    let target = choose_test(table, crossing)?;
    let test = TestAttempt { fighter, why: "footing", clause: "CS-TER-03", target: &target, switches };
    let TestOutcome { passed, fate_spent, curse_spent } = test.roll_pass(table)?;
    if passed {
        return Ok(CrossingResult { fate_spent, curse_spent, ..full_path });
    }
    table.note(|| Note::new("CS-TER-07", BalanceLine::Falls));
    Ok(CrossingResult { squares: first + 1, prone: true, fate_spent, curse_spent })
}

/// Clause of the choice of a test; its first answer is at least as good as the other one, and costs no more.
pub const BALANCE_CLAUSE: Clause = "CS-TER-05";

/// Lets the player choose Acrobatics or Agility; the better one comes first. `CS-TER-05`, `CS-TER-08`,
/// `CS-TER-09`.
fn choose_test(table: &mut impl Table, crossing: &TerrainCrossing<'_>) -> RuleResult<TargetNumber> {
    let TerrainCrossing { fighter, path, switches, .. } = *crossing;
    let worst = path.iter().copied().max().unwrap_or(0);
    let ground = GroundConditions { difficulty: worst, ..GroundConditions::default() };
    let parts = || agility_parts(fighter, ground);
    let mut targets = [
        (
            ("acrobatics", BalanceLine::Acrobatics),
            TargetNumber::for_skill(&fighter.sheet, Skill::Acrobatics, parts(), switches),
        ),
        (
            ("agility", BalanceLine::Agility),
            TargetNumber::for_characteristic(&fighter.sheet, Characteristic::Agility, parts(), switches),
        ),
    ];
    if targets[1].1.number > targets[0].1.number {
        targets.reverse();
    }
    let chosen = table.ask(|| Prompt {
        who: fighter.id,
        question: BalanceLine::Ask.into(),
        clause: BALANCE_CLAUSE,
        answers: targets
            .iter()
            .map(|((key, label), target)| {
                let detail = BalanceLine::PassesOn { number: target.number };
                Answer::new(*key, label.clone(), BALANCE_CLAUSE).with_detail(detail)
            })
            .collect(),
    })?;
    let [(_, first), (_, second)] = targets;
    Ok(if chosen == 0 { first } else { second })
}

#[cfg(test)]
mod tests;
