//! A table for the later parts of a rule that does several things in a row.

use std::rc::Rc;

use crate::{Dice, Note, Prompt, Purpose, Roll, RuleResult, Table};

/// A table that settles a value only together with what came before it.
///
/// A rule that settles says that nothing earlier matters. Where it is one of several in a row, what the earlier ones
/// came to does matter: it is carried along, so that odds merge only what is alike in that as well.
#[derive(Debug)]
pub struct CarryState<'a, T, C> {
    table: &'a mut T,
    before: Rc<C>,
}

impl<'a, T: Table, C> CarryState<'a, T, C> {
    /// Behind everything that came before and still matters.
    pub fn new(table: &'a mut T, before: C) -> Self {
        Self { table, before: Rc::new(before) }
    }
}

impl<T: Table, C: Ord + 'static> Table for CarryState<'_, T, C> {
    fn roll(&mut self, dice: Dice, purpose: Purpose<'_>) -> RuleResult<Roll> {
        self.table.roll(dice, purpose)
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

    /// Some dice of which only the hits of three matter.
    fn part(table: &mut impl Table) -> RuleResult<u32> {
        let first = table.roll(Dice::d6_hits(2), PURPOSE)?.value;
        let first = table.merge_branches(first.min(1))?;
        Ok(first + table.roll(Dice::d6_hits(1), PURPOSE)?.value)
    }

    fn three(table: &mut impl Table) -> RuleResult<Vec<u32>> {
        let mut all = Vec::new();
        for _ in 0..3 {
            let came = part(&mut CarryState::new(table, all.clone()))?;
            all.push(came);
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
