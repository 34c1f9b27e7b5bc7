//! A table for rules that resolve several parts in a row.

use std::rc::Rc;

use crate::{Dice, Note, Prompt, Purpose, Roll, RuleResult, Table};

/// Wraps a table so that branches merge only if an earlier result is equal as well.
///
/// A rule that calls `merge_branches` declares that nothing earlier matters. If it is one of several parts in a row,
/// the results of the earlier parts do matter; they are added to the key.
#[derive(Debug)]
pub struct CarryState<'a, T, C> {
    table: &'a mut T,
    before: Rc<C>,
}

impl<'a, T: Table, C> CarryState<'a, T, C> {
    /// Adds `before`, the earlier results that still matter, to every key.
    pub fn new(table: &'a mut T, before: C) -> Self {
        Self { table, before: Rc::new(before) }
    }
}

impl<T: Table, C: Ord + 'static> Table for CarryState<'_, T, C> {
    fn roll(&mut self, dice: Dice, purpose: Purpose<'_>) -> RuleResult<Roll> {
        self.table.roll(dice, purpose)
    }

    fn roll_until(&mut self, die: Dice, highest: u8, purpose: Purpose<'_>) -> RuleResult<Roll> {
        self.table.roll_until(die, highest, purpose)
    }

    fn roll_opposed(
        &mut self,
        first: (Dice, Purpose<'_>),
        second: (Dice, Purpose<'_>),
    ) -> RuleResult<(Roll, Roll)> {
        self.table.roll_opposed(first, second)
    }

    fn ask(&mut self, prompt: impl FnOnce() -> Prompt) -> RuleResult<usize> {
        self.table.ask(prompt)
    }

    #[track_caller]
    fn merge_branches<K: Ord + Clone + 'static>(&mut self, value: K) -> RuleResult<K> {
        Ok(self.table.merge_branches((self.before.clone(), value))?.1)
    }

    fn note(&mut self, line: impl FnOnce() -> Note) {
        self.table.note(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnswerPolicy, enumerate, enumerate_unmerged};

    const PURPOSE: Purpose<'_> =
        Purpose { who: None, why: "coin", clause: "SS-BASE-01", parts: &[], limit: None };

    /// Rolls dice of which only part of the result matters for what follows.
    fn part(table: &mut impl Table) -> RuleResult<u32> {
        let first = table.roll(Dice::d6_hits(2), PURPOSE)?.value;
        let first = table.merge_branches(first.min(1))?;
        Ok(first + table.roll(Dice::d6_hits(1), PURPOSE)?.value)
    }

    fn three(table: &mut impl Table) -> RuleResult<Vec<u32>> {
        let mut all = Vec::new();
        for _ in 0..3 {
            let hits = part(&mut CarryState::new(table, all.clone()))?;
            all.push(hits);
        }
        Ok(all)
    }

    #[test]
    fn one_after_another_forgets_nothing() {
        let merged = enumerate(AnswerPolicy::first(), three).expect("odds");
        let unmerged = enumerate_unmerged(AnswerPolicy::first(), three).expect("odds");
        assert!(merged == unmerged);
        assert_eq!(merged.len(), 27);
    }
}
