//! Tests: a d100 against a target number. Chapter BASE.

use std::borrow::Cow;

use super::lines::{D100Note, KnownRoll, RerollLine};
use super::{Characteristic, CurseTrigger, Fighter, Sheet, Skill, Switches};
use crate::lines::CountOf;
use dice::{Answer, Clause, Dice, Modifiers, Note, Prompt, Purpose, RollMode, RuleResult, Table};

/// The die of every test, 1 to 100. `CS-BASE-02`.
pub const D100: Dice = Dice { count: 1, sides: 100, read: RollMode::Sum };
/// The die of tables, and a single damage die.
pub const D10: Dice = Dice { count: 1, sides: 10, read: RollMode::Sum };

/// The die of a test when only success matters: 1 for a pass. `CS-BASE-01`.
pub fn d100_under(number: i32) -> Dice {
    Dice { count: 1, sides: 100, read: RollMode::AtMost(number.clamp(0, 100) as u8) }
}

/// Whether a roll passes: at or below the target number. `CS-BASE-01`, `CS-BASE-06`.
pub fn passes(roll: u32, target: i32) -> bool {
    i64::from(roll) <= i64::from(target)
}

/// Full tens below the target number; 0 for a fail. `CS-BASE-03`.
pub fn degrees_of_success(roll: u32, target: i32) -> u32 {
    target.saturating_sub_unsigned(roll).max(0).unsigned_abs() / 10
}

/// Full tens above the target number; 0 for a pass, and for automatic failures below it. `CS-BASE-04`.
pub fn degrees_of_failure(roll: u32, target: i32) -> u32 {
    roll.cast_signed().saturating_sub(target).max(0).unsigned_abs() / 10
}

/// Converts a d10 to 1d5: half of it, rounded up. `CS-BASE-25`.
pub fn d5(d10: u32) -> u32 {
    d10.div_ceil(2)
}

/// Number of ways, out of [`total_counting_ways`], in which a natural roll is the one that counts: a curse rerolls a
/// pass, and the worse roll counts. `CS-CURS-01`.
pub fn counting_ways(roll: u32, is_cursed: bool, passes: impl Fn(u32) -> bool) -> u128 {
    match is_cursed {
        false => 1,
        true if passes(roll) => 2 * u128::from(roll) - 1,
        true => 100 + (1..=100).filter(|roll| passes(*roll)).count() as u128,
    }
}

/// Total number of ways of all natural rolls.
pub const fn total_counting_ways(is_cursed: bool) -> u128 {
    if is_cursed { 10_000 } else { 100 }
}

/// A target number and its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetNumber {
    /// The tested value first, then every modifier.
    pub parts: Modifiers,
    /// Their sum: the highest roll that passes.
    pub number: i32,
}

impl TargetNumber {
    /// The sum of a value and its modifiers, which a rule option may limit. `CS-BASE-05`.
    pub fn new(
        value: i32,
        name: impl Into<Cow<'static, str>>,
        clause: Clause,
        modifiers: Modifiers,
        switches: &Switches,
    ) -> Self {
        let mut parts = Modifiers(Vec::with_capacity(modifiers.0.len() + 2));
        parts.add(value, name, clause);
        let sum = modifiers.sum();
        parts.0.extend(modifiers.0);
        if let Some(most) = switches.modifier_cap.0.map(i32::from) {
            parts.add(sum.clamp(-most, most) - sum, "limit of all modifiers", "CS-BASE-05");
        }
        Self { number: parts.sum(), parts }
    }

    /// The target number of a characteristic test.
    pub fn for_characteristic(
        sheet: &Sheet,
        tested: Characteristic,
        modifiers: Modifiers,
        switches: &Switches,
    ) -> Self {
        Self::new(sheet.value(tested), tested.name(), "CS-BASE-01", modifiers, switches)
    }

    /// The target number of a skill test.
    pub fn for_skill(sheet: &Sheet, tested: Skill, modifiers: Modifiers, switches: &Switches) -> Self {
        Self::new(sheet.skill(tested), tested.name(), "CS-BASE-01", modifiers, switches)
    }
}

/// A test about to be made.
#[derive(Clone, Copy, Debug)]
pub struct TestAttempt<'a> {
    /// The testing unit.
    pub fighter: &'a Fighter,
    /// Name of the roll.
    pub why: &'static str,
    /// The clause that requires it.
    pub clause: Clause,
    /// The target number.
    pub target: &'a TargetNumber,
    /// The battle's rule options.
    pub switches: &'a Switches,
}

/// The result of a test whose roll matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TestRoll {
    /// The d100 that counts.
    pub roll: u32,
    /// At or below the target number.
    pub passed: bool,
    /// A Fate Point was spent on it. `CS-BASE-28`.
    pub fate_spent: bool,
    /// A curse made it roll again. `CS-CURS-01`.
    pub curse_spent: bool,
}

/// The result of a test when only success matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TestOutcome {
    /// At or below the target number.
    pub passed: bool,
    /// A Fate Point was spent on it. `CS-BASE-28`.
    pub fate_spent: bool,
    /// A curse made it roll again. `CS-CURS-01`.
    pub curse_spent: bool,
}

impl TestAttempt<'_> {
    /// Rolls the test, and again if a Fate Point is spent on a failure. `CS-BASE-01`, `CS-BASE-28`.
    ///
    /// The log keeps the face; the caller only learns whether it passes.
    pub fn roll_pass(self, table: &mut impl Table) -> RuleResult<TestOutcome> {
        self.roll_pass_unless(table, false)
    }

    /// As `roll_pass`, for a test that an ailment may make fail whatever the roll. `CS-BLND-05`.
    pub fn roll_pass_unless(self, table: &mut impl Table, fails: bool) -> RuleResult<TestOutcome> {
        let dice = d100_under(self.target.number);
        let mut passed = self.roll_dice(table, dice)? > 0 && !fails;
        let fate_spent = !passed && !fails && self.has_fate() && self.spends_fate(table, None)?;
        if fate_spent {
            passed = self.roll_dice(table, dice)? > 0;
        }
        let curse_spent = passed && !fate_spent && self.is_cursed(table, None)?;
        if curse_spent {
            passed = self.roll_again(table, dice)? > 0;
        }
        table.note(|| {
            let (why, number) = (self.why, self.target.number);
            let line =
                if passed { D100Note::Passed { why, number } } else { D100Note::Failed { why, number } };
            Note::new("CS-BASE-01", line).with_parts(&self.target.parts.0)
        });
        Ok(TestOutcome { passed, fate_spent, curse_spent })
    }

    /// As `roll_pass`, for a test whose roll matters and for which some rolls fail automatically.
    /// `CS-JAM-02`.
    #[inline]
    pub fn roll_unless(self, table: &mut impl Table, fails: impl Fn(u32) -> bool) -> RuleResult<TestRoll> {
        let passed = |roll| passes(roll, self.target.number) && !fails(roll);
        let mut roll = self.roll_dice(table, D100)?;
        let can_pass = || (1..=100).any(passed);
        let fate_spent =
            !passed(roll) && self.has_fate() && can_pass() && self.spends_fate(table, Some(roll))?;
        if fate_spent {
            roll = self.roll_dice(table, D100)?;
        }
        let curse_spent = !fate_spent && passed(roll) && self.is_cursed(table, Some(roll))?;
        if curse_spent {
            roll = roll.max(self.roll_again(table, D100)?);
        }
        let passed = passed(roll);
        table.note(|| self.note_degrees(roll, passed));
        Ok(TestRoll { roll, passed, fate_spent, curse_spent })
    }

    fn roll_dice(self, table: &mut impl Table, dice: Dice) -> RuleResult<u32> {
        let Self { why, clause, .. } = self;
        let purpose =
            Purpose { who: Some(self.fighter.id), why, clause, parts: &self.target.parts.0, limit: None };
        Ok(table.roll(dice, purpose)?.value)
    }

    /// Rerolls for a curse; the clause marks the curse as used. `CS-CURS-01`.
    fn roll_again(self, table: &mut impl Table, dice: Dice) -> RuleResult<u32> {
        Self { clause: "CS-CURS-01", ..self }.roll_dice(table, dice)
    }

    /// Whether this is an attack or an evasive action. `CS-CURS-04`.
    fn is_combat(self) -> bool {
        matches!(self.clause, "CS-BASE-08" | "CS-BASE-14" | "CS-BASE-31" | "CS-BASE-35" | "CS-BASE-37")
    }

    /// Whether a curse affects a test that passed without a Fate Point. `CS-CURS-01` to `CS-CURS-04`.
    fn is_cursed(self, table: &mut impl Table, roll: Option<u32>) -> RuleResult<bool> {
        let who = match self.fighter.curse {
            None => return Ok(false),
            Some(CurseTrigger::Auto) => return Ok(self.is_combat()),
            Some(CurseTrigger::Asks(who)) => who,
        };
        let prompt = || Prompt {
            who,
            question: RerollLine::AskForCurse { why: self.why, roll: KnownRoll(roll) }.into(),
            clause: "CS-CURS-04",
            answers: vec![
                Answer::new("curse", RerollLine::Curse, "CS-CURS-01").with_detail(RerollLine::WorseCounts),
                Answer::new("spare", RerollLine::KeepCurse, "CS-CURS-01")
                    .with_detail(RerollLine::OncePerRound),
            ],
        };
        Ok(table.ask(prompt)? == 0)
    }

    /// Whether a reroll can be bought and can pass. `CS-BASE-28`.
    fn has_fate(self) -> bool {
        self.switches.fate_points && self.fighter.condition.fate > 0 && self.target.number > 0
    }

    /// Lets the player spend a Fate Point. `roll` is the failed roll, if known.
    fn spends_fate(self, table: &mut impl Table, roll: Option<u32>) -> RuleResult<bool> {
        let prompt = || {
            let (why, roll, number) = (self.why, KnownRoll(roll), self.target.number);
            let points = self.fighter.condition.fate;
            Prompt {
                who: self.fighter.id,
                question: RerollLine::AskForFate { why, roll, number }.into(),
                clause: "CS-BASE-28",
                answers: vec![
                    Answer::new("keep", RerollLine::LetFail, "CS-BASE-28"),
                    Answer::new("fate", RerollLine::SpendFatePoint, "CS-BASE-28")
                        .with_detail(RerollLine::FateLeft { points }),
                ],
            }
        };
        Ok(table.ask(prompt)? == 1)
    }

    fn note_degrees(self, roll: u32, passed: bool) -> Note {
        let (why, number) = (self.why, self.target.number);
        let note = if passed {
            let degrees = CountOf(degrees_of_success(roll, number), "degree");
            Note::new("CS-BASE-03", D100Note::PassedBy { why, roll, number, degrees })
        } else {
            let degrees = CountOf(degrees_of_failure(roll, number), "degree");
            Note::new("CS-BASE-04", D100Note::FailedBy { why, roll, number, degrees })
        };
        note.with_parts(&self.target.parts.0)
    }
}

#[cfg(test)]
mod tests;
