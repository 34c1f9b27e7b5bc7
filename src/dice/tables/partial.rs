//! `PartialTable`: a table that rolls for some units only and gives 0 to all others. It keeps the odds of a blast with
//! many units small.

use crate::{Dice, Note, Prompt, Purpose, Roll, RuleResult, Table};
use model::UnitId;

/// Wraps a table for the odds of a few units among many whose rolls do not affect each other, as in a blast.
pub struct PartialTable<'a, T> {
    table: &'a mut T,
    on: &'a [UnitId],
}

impl<'a, T: Table> PartialTable<'a, T> {
    /// Forwards the rolls of these units, and rolls without a unit; every other roll returns 0.
    pub const fn new(table: &'a mut T, on: &'a [UnitId]) -> Self {
        Self { table, on }
    }

    fn concerns(&self, purpose: &Purpose<'_>) -> bool {
        purpose.who.is_none_or(|who| self.on.contains(&who))
    }
}

impl<T: Table> Table for PartialTable<'_, T> {
    fn roll(&mut self, dice: Dice, purpose: Purpose<'_>) -> RuleResult<Roll> {
        if self.concerns(&purpose) { self.table.roll(dice, purpose) } else { Ok(Roll::default()) }
    }

    fn roll_until(&mut self, die: Dice, highest: u8, purpose: Purpose<'_>) -> RuleResult<Roll> {
        if self.concerns(&purpose) {
            self.table.roll_until(die, highest, purpose)
        } else {
            Ok(Roll::default())
        }
    }

    fn roll_opposed(
        &mut self,
        first: (Dice, Purpose<'_>),
        second: (Dice, Purpose<'_>),
    ) -> RuleResult<(Roll, Roll)> {
        if self.concerns(&first.1) && self.concerns(&second.1) {
            return self.table.roll_opposed(first, second);
        }
        let first = self.roll(first.0, first.1)?;
        Ok((first, self.roll(second.0, second.1)?))
    }

    fn ask(&mut self, prompt: impl FnOnce() -> Prompt) -> RuleResult<usize> {
        self.table.ask(prompt)
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
    use crate::{AnswerPolicy, EnumeratedTable, RollMode, enumerate};

    fn hits(table: &mut impl Table, who: UnitId) -> RuleResult<u32> {
        let purpose = Purpose { who: Some(who), why: "test", clause: "SS-BASE-03", parts: &[], limit: None };
        Ok(table.roll(Dice { count: 1, sides: 6, read: RollMode::Hits(5) }, purpose)?.value)
    }

    #[test]
    fn only_the_rolls_of_some_branch() {
        let rule = |table: &mut EnumeratedTable| {
            let table = &mut PartialTable::new(table, &[UnitId(2)]);
            Ok((hits(table, UnitId(1))?, hits(table, UnitId(2))?))
        };
        let odds = enumerate(AnswerPolicy::first(), rule).expect("few branches");
        let shares: Vec<_> = odds.iter().map(|(hits, share)| (*hits, (3.0 * share).round() as u32)).collect();
        assert_eq!(shares, [((0, 0), 2), ((0, 1), 1)]);
    }
}
