//! The table of exact odds: follows one path through a rule at a time and numbers merged keys.

use std::{any::Any, panic::Location, rc::Rc};

use super::key_interner::KeyInterner;
use super::roll_outcomes::{RollOutcomes, RollRequest};
use crate::{Dice, Interrupt, Note, Prompt, Purpose, Roll, RuleResult, Table};

/// How prompts are answered while odds are computed.
#[derive(Default)]
pub struct AnswerPolicy(AnswerSource);

#[derive(Default)]
enum AnswerSource {
    #[default]
    First,
    Keys(Vec<String>),
    Choose(Box<dyn Fn(&Prompt) -> usize>),
}

impl AnswerPolicy {
    /// Gives every prompt its first answer.
    pub const fn first() -> Self {
        Self(AnswerSource::First)
    }

    /// Gives prompts with a choice these answer keys, in the order asked; the first answer if no key is left or the
    /// prompt does not offer the key.
    pub fn keys<K: Into<String>>(keys: impl IntoIterator<Item = K>) -> Self {
        Self(AnswerSource::Keys(keys.into_iter().map(Into::into).collect()))
    }

    /// Picks the index of the answer with a function of the prompt; an index that is too high means the last answer.
    pub fn choose(pick: impl Fn(&Prompt) -> usize + 'static) -> Self {
        Self(AnswerSource::Choose(Box::new(pick)))
    }

    /// The index of the answer, and whether a key was used.
    fn answer(&self, asked: usize, prompt: impl FnOnce() -> Prompt) -> (usize, bool) {
        match &self.0 {
            AnswerSource::First => (0, false),
            AnswerSource::Keys(keys) => {
                let Some(key) = keys.get(asked) else { return (0, false) };
                let answers = prompt().answers;
                let index = answers.iter().position(|answer| answer.key == *key).unwrap_or(0);
                (index, answers.len() > 1)
            }
            AnswerSource::Choose(pick) => {
                let prompt = prompt();
                (pick(&prompt).min(prompt.answers.len().saturating_sub(1)), false)
            }
        }
    }
}

/// One point of a path through a rule: a roll or an answer.
#[derive(Clone, Copy)]
pub(crate) struct BranchPoint {
    /// The roll. For an answer or an opposed roll, the value is the index of the answer or pair.
    pub roll: Roll,
    /// Index of the pool; `ANSWER` or `ANSWER_BY_KEY` for an answer.
    pool: u32,
}

/// In place of a pool: an answer, which has one outcome.
const ANSWER: u32 = u32::MAX;
/// In place of a pool: an answer that used a key.
const ANSWER_BY_KEY: u32 = u32::MAX - 1;

/// Result of a run. Small, unlike an `Interrupt`, because every run returns one.
pub(crate) enum RunResult<R> {
    /// The rule ended.
    Outcome(R),
    /// The rule merged on the key of this number.
    Merged(u32),
    /// Neither, or both.
    Nothing,
}

/// The table of exact odds: returns every outcome of a roll in turn, one per run of the rule.
///
/// [`enumerate`](crate::enumerate) creates it.
pub struct EnumeratedTable {
    policy: AnswerPolicy,
    /// Whether equal branches are merged.
    merging: bool,
    pools: Vec<Rc<RollOutcomes>>,
    /// The points of this run so far, and those that are still to be repeated.
    pub(crate) path: Vec<BranchPoint>,
    /// Number of points of the path that this run has passed.
    passed: usize,
    /// Number of merges that this run may pass before it ends.
    depth: u32,
    /// Number of merges that this run has passed.
    settled: u32,
    /// Number of the merged key where the run ended.
    reached: Option<u32>,
    /// For each call site, the keys merged there: a boxed `KeyInterner`.
    places: Vec<(&'static Location<'static>, Box<dyn Any>)>,
    /// For each merged key, the end of one path that leads to it, within `paths`.
    ends: Vec<usize>,
    paths: Vec<BranchPoint>,
}

impl EnumeratedTable {
    pub(crate) fn new(policy: AnswerPolicy, merging: bool) -> Self {
        Self {
            policy,
            merging,
            pools: Vec::with_capacity(8),
            path: Vec::with_capacity(16),
            passed: 0,
            depth: 0,
            settled: 0,
            reached: None,
            places: Vec::new(),
            ends: Vec::with_capacity(32),
            paths: Vec::with_capacity(64),
        }
    }

    /// Starts the branches behind a given path, which passes `depth` merges.
    pub(crate) fn follow(&mut self, path: &[BranchPoint], depth: u32) {
        self.path.clear();
        self.path.extend_from_slice(path);
        self.depth = depth;
    }

    /// Runs a rule along the path; it may lengthen the path.
    #[inline(always)]
    pub(crate) fn run<R>(&mut self, rule: &impl Fn(&mut Self) -> RuleResult<R>) -> RunResult<R> {
        self.passed = 0;
        self.settled = 0;
        self.reached = None;
        // Matched in place: a result is large, and this is the hottest line of the search.
        match rule(self) {
            Ok(outcome) if self.reached.is_none() => RunResult::Outcome(outcome),
            Err(Interrupt::Merged) => self.reached.map_or(RunResult::Nothing, RunResult::Merged),
            _ => RunResult::Nothing,
        }
    }

    /// The pool rolled at a point of the path; `None` for an answer.
    pub(crate) fn pool(&self, at: usize) -> Option<Rc<RollOutcomes>> {
        self.pools.get(self.path[at].pool as usize).map(Rc::clone)
    }

    /// Moves out one path for each merged key: all points, and where each path ends. Forgets the keys.
    pub(crate) fn take_paths(&mut self, events: &mut Vec<BranchPoint>, ends: &mut Vec<usize>) {
        std::mem::swap(events, &mut self.paths);
        std::mem::swap(ends, &mut self.ends);
        self.paths.clear();
        self.ends.clear();
        self.places.clear();
    }

    /// The first outcome of a roll that is new on this path.
    #[inline(never)]
    fn branch(&mut self, asked: RollRequest) -> BranchPoint {
        let known = self.pools.iter().position(|pool| pool.request == asked);
        let pool = known.unwrap_or_else(|| {
            self.pools.push(RollOutcomes::for_request(asked));
            self.pools.len() - 1
        });
        let event = BranchPoint { roll: self.pools[pool].outcomes[0], pool: pool as u32 };
        self.path.push(event);
        event
    }

    /// The number of a merged key; a new key keeps the path that led to it.
    #[inline]
    fn merge_at<K: Ord + 'static>(&mut self, place: &'static Location<'static>, key: K) -> u32 {
        let fresh = self.ends.len() as u32;
        let same = |known: &Location<'_>| std::ptr::eq(known, place) || known == place;
        let known = self.places.iter_mut().find_map(|(known, numbers)| {
            if same(known) { numbers.downcast_mut::<KeyInterner<K>>() } else { None }
        });
        let number = if let Some(numbers) = known {
            numbers.intern(key, fresh)
        } else {
            let mut numbers = KeyInterner::new(32);
            numbers.intern(key, fresh);
            self.places.push((place, Box::new(numbers)));
            fresh
        };
        if number == fresh {
            self.paths.extend_from_slice(&self.path);
            self.ends.push(self.paths.len());
        }
        number
    }
}

impl Table for EnumeratedTable {
    #[inline]
    fn roll(&mut self, dice: Dice, purpose: Purpose<'_>) -> RuleResult<Roll> {
        let at = self.passed;
        self.passed += 1;
        if let Some(event) = self.path.get(at) {
            debug_assert!(
                self.pools.get(event.pool as usize).is_some_and(|pool| pool.request.is_single_roll_of(dice)),
                "a rule rolls the same dice again after the same outcomes"
            );
            return Ok(event.roll);
        }
        // Unmerged odds distinguish everything.
        let limit = purpose.limit.filter(|_| self.merging);
        Ok(self.branch(RollRequest::One((dice, limit))).roll)
    }

    #[inline]
    fn roll_opposed(
        &mut self,
        first: (Dice, Purpose<'_>),
        second: (Dice, Purpose<'_>),
    ) -> RuleResult<(Roll, Roll)> {
        if !self.merging {
            let first = self.roll(first.0, first.1)?;
            return Ok((first, self.roll(second.0, second.1)?));
        }
        let at = self.passed;
        self.passed += 1;
        let asked = || RollRequest::Opposed((first.0, first.1.limit), (second.0, second.1.limit));
        let event = match self.path.get(at) {
            Some(event) => *event,
            None => self.branch(asked()),
        };
        let pool = &self.pools[event.pool as usize];
        debug_assert!(pool.request == asked(), "a rule rolls the same dice again after the same outcomes");
        Ok(pool.pairs[event.roll.value as usize])
    }

    fn ask(&mut self, prompt: impl FnOnce() -> Prompt) -> RuleResult<usize> {
        if matches!(self.policy.0, AnswerSource::First) {
            return Ok(0);
        }
        let at = self.passed;
        self.passed += 1;
        if let Some(event) = self.path.get(at) {
            debug_assert!(event.pool >= ANSWER_BY_KEY, "a rule asks the same again after the same outcomes");
            return Ok(event.roll.value as usize);
        }
        let asked = self.path.iter().filter(|event| event.pool == ANSWER_BY_KEY).count();
        let (index, spent) = self.policy.answer(asked, prompt);
        let roll = Roll::from_value(index as u32);
        self.path.push(BranchPoint { roll, pool: if spent { ANSWER_BY_KEY } else { ANSWER } });
        Ok(index)
    }

    #[inline]
    #[track_caller]
    fn merge_branches<K: Ord + Clone + 'static>(&mut self, value: K) -> RuleResult<K> {
        if !self.merging {
            return Ok(value);
        }
        if self.settled < self.depth {
            self.settled += 1;
            return Ok(value);
        }
        self.reached = Some(self.merge_at(Location::caller(), value));
        Err(Interrupt::Merged)
    }

    #[inline]
    fn note(&mut self, _: impl FnOnce() -> Note) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, GivenText, enumerate};
    use model::UnitId;

    const PURPOSE: Purpose<'_> =
        Purpose { who: None, why: "coin", clause: "SS-BASE-01", parts: &[], limit: None };

    fn prompt(keys: &[&str]) -> Prompt {
        let answer = |key: &&str| Answer {
            key: (*key).into(),
            label: crate::RuleText::default(),
            detail: crate::RuleText::default(),
            clause: "SS-DEF-02",
        };
        let answers = keys.iter().map(answer).collect();
        Prompt {
            who: UnitId(2),
            question: GivenText("How to defend?".into()).into(),
            clause: "SS-DEF-01",
            answers,
        }
    }

    /// The answers of a rule with four prompts, with dice and a merge between them.
    fn answers(policy: AnswerPolicy) -> Vec<usize> {
        let odds = enumerate(policy, |table| {
            let first = table.ask(|| prompt(&["dodge", "parry", "block"]))?;
            table.roll(Dice::d6_hits(2), PURPOSE)?;
            let second = table.ask(|| prompt(&["none"]))?;
            table.merge_branches(())?;
            let third = table.ask(|| prompt(&["dodge", "parry"]))?;
            table.roll(Dice::d6_hits(1), PURPOSE)?;
            let fourth = table.ask(|| prompt(&["yes", "no"]))?;
            Ok(vec![first, second, third, fourth])
        });
        let odds = odds.expect("few branches");
        let answers: Vec<_> = odds.iter().map(|(answers, _)| answers.clone()).collect();
        assert_eq!(answers.len(), 1, "the same answers in every branch");
        answers.concat()
    }

    #[test]
    fn policies_answer_every_question() {
        assert_eq!(answers(AnswerPolicy::first()), [0, 0, 0, 0]);
        assert_eq!(answers(AnswerPolicy::default()), [0, 0, 0, 0]);
        assert_eq!(answers(AnswerPolicy::keys(["block", "parry", "no"])), [2, 0, 1, 1]);
        assert_eq!(answers(AnswerPolicy::keys(["fly", "parry"])), [0, 0, 1, 0]);
        assert_eq!(answers(AnswerPolicy::choose(|prompt| prompt.answers.len() - 1)), [2, 0, 1, 1]);
        assert_eq!(answers(AnswerPolicy::choose(|_| 99)), [2, 0, 1, 1], "too high means the last");
    }

    #[test]
    fn a_policy_may_look_at_the_question() {
        let dodge =
            |prompt: &Prompt| prompt.answers.iter().position(|answer| answer.key == "dodge").unwrap_or(1);
        assert_eq!(answers(AnswerPolicy::choose(dodge)), [0, 0, 0, 1]);
    }
}
