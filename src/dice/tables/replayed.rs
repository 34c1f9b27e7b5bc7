//! A table that replays known rolls and answers before it uses another table.

use crate::{Dice, Note, Prompt, Purpose, Roll, RuleResult, Table};

/// Wraps a table for odds in the middle of a rule: the first rolls and answers are known, the rest is open.
pub struct ReplayedTable<'a, T> {
    table: &'a mut T,
    rolls: &'a [Roll],
    answers: &'a [String],
}

impl<'a, T: Table> ReplayedTable<'a, T> {
    /// Replays `rolls` and `answers` in their order, then uses `table`.
    pub const fn new(table: &'a mut T, rolls: &'a [Roll], answers: &'a [String]) -> Self {
        Self { table, rolls, answers }
    }
}

impl<T: Table> Table for ReplayedTable<'_, T> {
    fn roll(&mut self, dice: Dice, purpose: Purpose<'_>) -> RuleResult<Roll> {
        match self.rolls.split_first() {
            Some((first, rest)) => {
                self.rolls = rest;
                Ok(*first)
            }
            None => self.table.roll(dice, purpose),
        }
    }

    fn roll_until(&mut self, die: Dice, highest: u8, purpose: Purpose<'_>) -> RuleResult<Roll> {
        while !self.rolls.is_empty() {
            let roll = self.roll(die, purpose)?;
            if roll.value <= u32::from(highest) {
                return Ok(roll);
            }
        }
        self.table.roll_until(die, highest, purpose)
    }

    fn roll_opposed(
        &mut self,
        first: (Dice, Purpose<'_>),
        second: (Dice, Purpose<'_>),
    ) -> RuleResult<(Roll, Roll)> {
        if self.rolls.is_empty() {
            return self.table.roll_opposed(first, second);
        }
        let first = self.roll(first.0, first.1)?;
        Ok((first, self.roll(second.0, second.1)?))
    }

    fn ask(&mut self, prompt: impl FnOnce() -> Prompt) -> RuleResult<usize> {
        if self.answers.is_empty() {
            return self.table.ask(prompt);
        }
        let prompt = prompt();
        if prompt.answers.len() == 1 {
            return Ok(0);
        }
        // Faces that a player entered are among the answers.
        for (at, key) in self.answers.iter().enumerate() {
            if let Some(index) = prompt.answers.iter().position(|answer| answer.key == *key) {
                self.answers = &self.answers[at + 1..];
                return Ok(index);
            }
        }
        self.table.ask(|| prompt)
    }

    #[track_caller]
    fn merge_branches<K: Ord + Clone + 'static>(&mut self, value: K) -> RuleResult<K> {
        self.table.merge_branches(value)
    }

    fn note(&mut self, line: impl FnOnce() -> Note) {
        self.table.note(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, AnswerPolicy, EnumeratedTable, GivenText, RollMode, enumerate};
    use model::UnitId;

    fn pool(count: u32) -> Dice {
        Dice { count, sides: 6, read: RollMode::Hits(5) }
    }

    fn hits(table: &mut impl Table, count: u32) -> RuleResult<u32> {
        let purpose = Purpose { who: None, why: "test", clause: "SS-BASE-03", parts: &[], limit: None };
        Ok(table.roll(pool(count), purpose)?.value)
    }

    fn more(table: &mut impl Table) -> RuleResult<u32> {
        let answer = |key: &str| Answer {
            key: key.into(),
            label: GivenText(key.to_owned()).into(),
            detail: crate::RuleText::default(),
            clause: "SS-BASE-03",
        };
        let answers = vec![answer("none"), answer("two")];
        let prompt = || Prompt {
            who: UnitId(0),
            question: GivenText("more?".into()).into(),
            clause: "SS-BASE-03",
            answers,
        };
        let first = hits(table, 4)?;
        let more = if table.ask(prompt)? == 1 { hits(table, 2)? } else { 0 };
        Ok(first + more)
    }

    #[test]
    fn what_is_known_stays_and_the_rest_is_open() {
        let known = [pool(4).read(&[5, 6, 1, 5])];
        let answers = ["two".to_owned()];
        let rule = |table: &mut EnumeratedTable| more(&mut ReplayedTable::new(table, &known, &answers));
        let odds = enumerate(AnswerPolicy::first(), rule).expect("few branches");
        let shares: Vec<_> = odds.iter().map(|(hits, share)| (*hits, (9.0 * share).round() as u32)).collect();
        assert_eq!(shares, [(3, 4), (4, 4), (5, 1)]);
    }

    #[test]
    fn without_an_answer_the_other_table_decides() {
        let known = [pool(4).read(&[1, 1, 1, 5])];
        let rule = |table: &mut EnumeratedTable| more(&mut ReplayedTable::new(table, &known, &[]));
        let odds = enumerate(AnswerPolicy::first(), rule).expect("few branches");
        assert_eq!(odds.iter().map(|(hits, _)| *hits).collect::<Vec<_>>(), [1]);
    }
}
