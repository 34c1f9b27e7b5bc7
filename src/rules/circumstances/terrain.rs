//! Difficult terrain. Chapter TER.

use super::check::{Target, Test, Verdict};
use super::{Action, Characteristic, Fighter, Ground, Skill, Switches, attempt, prone};
use crate::status;
use dice::{Answer, Clause, Modifiers, Note, Prompt, Step, Table};

fn add(value: u8, clause: Clause, parts: &mut Modifiers) {
    parts.add(-i32::from(value), "difficult terrain", clause);
}

/// What the own square costs in WS tests. `CS-TER-01`.
pub fn add_skill(own: Ground, parts: &mut Modifiers) {
    add(own.difficulty, "CS-TER-01", parts);
}

/// What the own square and lying on it do to every Agility test. `CS-TER-02`, `CS-PRN-07`.
pub fn add_own_agility(fighter: &Fighter, own: Ground, parts: &mut Modifiers) {
    add(own.difficulty, "CS-TER-02", parts);
    prone::add_own_agility(fighter, parts);
}

/// Modifiers of every Agility test, and of the skills that rest on Agility. `CS-TER-02`, `CS-PRN-07`, `CS-BASE-09`,
/// `CS-BLND-03`, `CS-DAZE-02`.
pub fn agility_parts(fighter: &Fighter, own: Ground) -> Modifiers {
    let mut parts = Modifiers::new();
    add_own_agility(fighter, own, &mut parts);
    attempt::add_own(fighter, status::Test::Of(status::Trait::Agility), &mut parts);
    parts
}

/// A way over squares. `CS-TER-03`, `CS-TER-04`, `CS-TER-10`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossing<'a> {
    /// Who moves.
    pub fighter: &'a Fighter,
    /// How: only Run and Charge ask for a test.
    pub action: Action,
    /// Difficult-terrain values of the squares entered, in order; the starting square does not count.
    pub path: &'a [u8],
    /// The skirmish's switches.
    pub switches: &'a Switches,
}

/// How a crossing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Crossed {
    /// How many squares of the path were entered. `CS-TER-06`.
    pub squares: usize,
    /// The unit fell on the last of them. `CS-TER-07`.
    pub prone: bool,
    /// A Fate Point was spent.
    pub fate_spent: bool,
}

/// Crosses squares; for difficult ones a Run or a Charge needs one test for all of them. `CS-TER-03` to `CS-TER-10`.
///
/// # Errors
/// As the table.
pub fn cross(table: &mut impl Table, crossing: &Crossing<'_>) -> Step<Crossed> {
    let Crossing { fighter, action, path, switches } = *crossing;
    let whole = Crossed { squares: path.len(), prone: false, fate_spent: false };
    let is_fast = matches!(action, Action::Run | Action::Charge);
    let Some(first) = path.iter().position(|&value| is_fast && value > 0) else { return Ok(whole) };
    let target = choose(table, crossing)?;
    let test = Test { fighter, why: "footing", clause: "CS-TER-03", target: &target, switches };
    let Verdict { passed, fate_spent } = test.pass(table)?;
    if passed {
        return Ok(Crossed { fate_spent, ..whole });
    }
    table.note(|| Note { clause: "CS-TER-07", text: "Falls in the terrain".into(), parts: Vec::new() });
    Ok(Crossed { squares: first + 1, prone: true, fate_spent })
}

/// Acrobatics or Agility, as the runner likes; the better one comes first. `CS-TER-05`, `CS-TER-08`, `CS-TER-09`.
fn choose(table: &mut impl Table, crossing: &Crossing<'_>) -> Step<Target> {
    let Crossing { fighter, path, switches, .. } = *crossing;
    let worst = path.iter().copied().max().unwrap_or(0);
    let ground = Ground { difficulty: worst, ..Ground::default() };
    let parts = || agility_parts(fighter, ground);
    let mut targets = [
        ("acrobatics", Target::of_skill(&fighter.sheet, Skill::Acrobatics, parts(), switches)),
        ("agility", Target::of(&fighter.sheet, Characteristic::Agility, parts(), switches)),
    ];
    if targets[1].1.number > targets[0].1.number {
        targets.reverse();
    }
    let chosen = table.ask(|| Prompt {
        who: fighter.id,
        question: "Keep the footing with Acrobatics or with Agility?".into(),
        clause: "CS-TER-05",
        answers: targets
            .iter()
            .map(|(key, target)| Answer {
                key: (*key).to_owned(),
                label: if *key == "agility" { "Agility" } else { "Acrobatics" }.to_owned(),
                detail: format!("{} or less", target.number),
                clause: "CS-TER-05",
            })
            .collect(),
    })?;
    let [(_, first), (_, second)] = targets;
    Ok(if chosen == 0 { first } else { second })
}

#[cfg(test)]
mod tests;
