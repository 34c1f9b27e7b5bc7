//! Seeded dice: the same state rolls the same faces on every machine.

use std::collections::VecDeque;

use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};
use serde::{Deserialize, Serialize};

use super::{Dice, Note, Prompt, Purpose, Read, Roll, RollRecord, Step, Stop, Table, Trace};

/// Where seeded dice stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceState {
    /// All faces follow from this number.
    pub seed: u64,
    /// Numbers of 64 bits drawn so far.
    pub drawn: u64,
}

impl DiceState {
    /// The dice of a seed before the first roll.
    pub const fn new(seed: u64) -> Self {
        Self { seed, drawn: 0 }
    }
}

/// The table of a battle: seeded dice, and the answers given so far.
///
/// A rule that stops at a question leaves no trace: drop the table, and run the rule again on a new one with the
/// same state and one answer more. It rolls the same faces up to the question.
#[derive(Debug)]
pub struct Played {
    state: DiceState,
    rng: ChaCha8Rng,
    answers: Vec<String>,
    answered: usize,
    keep: bool,
    traces: Vec<Trace>,
    given: VecDeque<u8>,
}

impl Played {
    /// Dice in some state, and the keys of answers in the order of the questions; `keep` keeps a trace for the log.
    pub fn new(state: DiceState, answers: Vec<String>, keep: bool) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(state.seed);
        rng.set_word_pos(2 * u128::from(state.drawn));
        Self { state, rng, answers, answered: 0, keep, traces: Vec::new(), given: VecDeque::new() }
    }

    /// Faces rolled by hand, used up before the seeded ones. A face that the die does not have is passed over.
    pub fn with_given(mut self, faces: impl IntoIterator<Item = u8>) -> Self {
        self.given.extend(faces);
        self
    }

    /// Faces rolled by hand that are left.
    pub fn given_left(&self) -> usize {
        self.given.len()
    }

    /// The dice behind the last roll, what happened, and how many answers were used.
    pub fn finish(self) -> (DiceState, Vec<Trace>, usize) {
        (self.state, self.traces, self.answered)
    }

    /// Rolls one die of `sides` sides, at least 2, for each face: no purpose, no trace.
    pub fn faces(&mut self, sides: u8, faces: &mut [u8]) {
        match sides {
            // The commonest die with its numbers known beforehand.
            6 => self.fill(6, faces),
            _ => self.fill(sides, faces),
        }
    }

    #[inline(always)]
    fn fill(&mut self, sides: u8, faces: &mut [u8]) {
        let (sides, most) = (u64::from(sides), batch(sides));
        let product = sides.pow(most as u32);
        let mut batches = faces.chunks_exact_mut(most);
        for faces in &mut batches {
            let word = self.fair(product);
            match <&mut [u8; 12]>::try_from(&mut *faces) {
                Ok(faces) if sides == 6 => twelve(word, faces),
                _ => spread(word, sides, faces),
            }
        }
        let rest = batches.into_remainder();
        if !rest.is_empty() {
            let word = self.fair(sides.pow(rest.len() as u32));
            spread(word, sides, rest);
        }
    }

    /// A number whose leading digits are uniform among `product` of them.
    #[inline]
    fn fair(&mut self, product: u64) -> u64 {
        let mut word = self.draw();
        // What the multiplications by all sides leave of the number tells whether the draw is one too many.
        let mut rest = word.wrapping_mul(product);
        if rest < product {
            let unfair = product.wrapping_neg() % product;
            while rest < unfair {
                word = self.draw();
                rest = word.wrapping_mul(product);
            }
        }
        word
    }

    #[inline]
    fn draw(&mut self) -> u64 {
        self.state.drawn += 1;
        self.rng.next_u64()
    }

    /// Takes faces rolled by hand; gives how many there were.
    fn take_given(&mut self, sides: u8, faces: &mut [u8]) -> usize {
        let mut taken = 0;
        while taken < faces.len() {
            let Some(face) = self.given.pop_front() else { break };
            if (1..=sides).contains(&face) {
                faces[taken] = face;
                taken += 1;
            }
        }
        taken
    }

    /// Reads faces nobody keeps.
    fn count(&mut self, dice: Dice) -> Roll {
        let mut slots = [0; 48];
        // Whole batches, so that the faces are those of a roll that is kept.
        let most = batch(dice.sides);
        let some = slots.len() / most * most;
        let (mut value, mut ones, mut left) = (0, 0, dice.count as usize);
        while left > 0 {
            let faces = &mut slots[..some.min(left)];
            self.faces(dice.sides, faces);
            value += dice.read(faces).value;
            if let Read::HitsAndGlitch(_) = dice.read {
                ones += faces.iter().map(|&face| u32::from(face == 1)).sum::<u32>();
            }
            left -= faces.len();
        }
        Roll { value, glitch: 2 * ones > dice.count }
    }
}

impl Table for Played {
    fn roll(&mut self, dice: Dice, purpose: Purpose<'_>) -> Step<Roll> {
        if !self.keep && self.given.is_empty() {
            return Ok(self.count(dice));
        }
        let Purpose { who, why, clause, parts, limit } = purpose;
        let mut faces = vec![0; dice.count as usize];
        let by_hand = self.take_given(dice.sides, &mut faces);
        self.faces(dice.sides, &mut faces[by_hand..]);
        let roll = dice.read(&faces);
        let parts = parts.to_vec();
        self.traces.push(Trace::Rolled(RollRecord { who, why, clause, parts, limit, dice, faces, roll }));
        Ok(roll)
    }

    fn ask(&mut self, prompt: impl FnOnce() -> Prompt) -> Step<usize> {
        let prompt = prompt();
        if prompt.answers.len() == 1 {
            return Ok(0);
        }
        let key = self.answers.get(self.answered);
        let index = key.and_then(|key| prompt.answers.iter().position(|answer| answer.key == *key));
        let Some(index) = index else { return Err(Stop::Asked(Box::new(prompt))) };
        self.answered += 1;
        if self.keep {
            self.traces.push(decided(prompt, index));
        }
        Ok(index)
    }

    fn settle<K: Ord + Clone + 'static>(&mut self, value: K) -> Step<K> {
        Ok(value)
    }

    fn note(&mut self, line: impl FnOnce() -> Note) {
        if self.keep {
            self.traces.push(Trace::Noted(line()));
        }
    }
}

/// The trace of an answered prompt.
pub(super) fn decided(mut prompt: Prompt, index: usize) -> Trace {
    let answer = prompt.answers.swap_remove(index).label;
    Trace::Decided { who: prompt.who, question: prompt.question, answer, clause: prompt.clause }
}

/// How many dice one draw is good for: as many as keep unfair draws below one in 2^32.
const fn batch(sides: u8) -> usize {
    let (mut most, mut product) = (0, sides as u64);
    while product <= 1 << 32 {
        most += 1;
        product *= sides as u64;
    }
    most
}

/// Faces out of one number: its digits to base `sides` when it is read as a fraction of 2^64.
#[inline(always)]
fn spread(word: u64, sides: u64, faces: &mut [u8]) {
    // Every third digit starts on its own: short chains of multiplications run side by side.
    let stride = sides * sides * sides;
    let mut start = word;
    for faces in faces.chunks_mut(3) {
        let mut fraction = start;
        for face in faces {
            let wide = u128::from(fraction) * u128::from(sides);
            *face = (wide >> 64) as u8 + 1;
            fraction = wide as u64;
        }
        start = start.wrapping_mul(stride);
    }
}

/// Three d6 for each digit to base 216.
const THREE_D6: [[u8; 3]; 216] = {
    let mut table = [[0; 3]; 216];
    let mut digit = 0;
    while digit < 216 {
        table[digit] = [digit as u8 / 36 + 1, digit as u8 / 6 % 6 + 1, digit as u8 % 6 + 1];
        digit += 1;
    }
    table
};

/// As `spread` with twelve d6, three of them looked up at once.
#[inline(always)]
fn twelve(word: u64, faces: &mut [u8; 12]) {
    let mut fraction = word;
    for three in faces.chunks_exact_mut(3) {
        let wide = u128::from(fraction) * 216;
        three.copy_from_slice(&THREE_D6[(wide >> 64) as usize]);
        fraction = wide as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Answer;

    const PURPOSE: Purpose<'_> =
        Purpose { who: Some(1), why: "attack", clause: "SS-BASE-01", parts: &[], limit: Some(4) };

    fn table(state: DiceState) -> Played {
        Played::new(state, Vec::new(), true)
    }

    fn faces<const N: usize>(table: &mut Played, sides: u8) -> [u8; N] {
        let mut faces = [0; N];
        table.faces(sides, &mut faces);
        faces
    }

    fn prompt(keys: &[&str]) -> Prompt {
        let answer = |key: &&str| Answer {
            key: (*key).into(),
            label: key.to_uppercase(),
            detail: String::new(),
            clause: "SS-DEF-02",
        };
        let answers = keys.iter().map(answer).collect();
        Prompt { who: 2, question: "How to defend?".into(), clause: "SS-DEF-01", answers }
    }

    /// Digit by digit, as the faces are defined.
    fn slowly(word: u64, sides: u8, count: usize) -> Vec<u8> {
        let mut fraction = word;
        let mut digit = || {
            let wide = u128::from(fraction) * u128::from(sides);
            fraction = wide as u64;
            (wide >> 64) as u8 + 1
        };
        (0..count).map(|_| digit()).collect()
    }

    #[test]
    fn faces_are_the_digits_of_the_number_drawn() {
        let mut rng = ChaCha8Rng::seed_from_u64(99);
        for sides in 2..=100 {
            let most = batch(sides);
            assert!(u64::from(sides).pow(most as u32) <= 1 << 32);
            for count in 1..=most {
                let word = rng.next_u64();
                let mut faces = vec![0; count];
                spread(word, u64::from(sides), &mut faces);
                assert_eq!(faces, slowly(word, sides, count), "{count}d{sides}");
            }
        }
        for _ in 0..1000 {
            let word = rng.next_u64();
            let mut faces = [0; 12];
            twelve(word, &mut faces);
            assert_eq!(faces.as_slice(), slowly(word, 6, 12));
        }
        assert_eq!((batch(2), batch(6), batch(10), batch(100)), (32, 12, 9, 4));
    }

    #[test]
    fn the_first_faces_of_a_seed_are_the_same_everywhere() {
        let mut dice = table(DiceState::new(1));
        assert_eq!(
            faces::<24>(&mut dice, 6),
            [3, 3, 3, 6, 4, 5, 3, 2, 3, 1, 6, 6, 1, 3, 6, 3, 2, 1, 3, 2, 5, 4, 3, 6]
        );
        assert_eq!(faces::<12>(&mut dice, 10), [6, 10, 7, 6, 7, 1, 2, 9, 1, 3, 2, 10]);
        assert_eq!(faces::<6>(&mut dice, 100), [29, 37, 91, 60, 72, 7]);
        assert_eq!(dice.state, DiceState { seed: 1, drawn: 6 });
    }

    #[test]
    fn faces_are_uniform_and_neighbours_independent() {
        for sides in [2, 3, 6, 8, 10, 12, 20, 100] {
            let cells = usize::from(sides);
            let mut single = vec![0_u32; cells];
            let mut pairs = vec![0_u32; cells * cells];
            let mut rolled = vec![0; 600_000];
            table(DiceState::new(u64::from(sides))).faces(sides, &mut rolled);
            for face in &rolled {
                single[usize::from(*face) - 1] += 1;
            }
            for pair in rolled.chunks_exact(2) {
                pairs[usize::from(pair[0] - 1) * cells + usize::from(pair[1] - 1)] += 1;
            }
            for counts in [single, pairs] {
                let wanted = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
                let square: f64 =
                    counts.iter().map(|&count| (f64::from(count) - wanted).powi(2) / wanted).sum();
                let freedom = (counts.len() - 1) as f64;
                let sigmas = (square - freedom) / (2.0 * freedom).sqrt();
                assert!(sigmas.abs() < 4.0, "d{sides}: {sigmas} sigmas off over {} cells", counts.len());
            }
        }
    }

    #[test]
    fn a_state_saved_midway_goes_on_with_the_same_faces() {
        for already in [1, 5, 7, 8, 31, 32, 33, 40, 100] {
            let mut whole = table(DiceState::new(7));
            for _ in 0..already {
                whole.roll(Dice::d6_hits(3), PURPOSE).expect("seeded dice never stop");
            }
            let (state, traces, _) = whole.finish();
            assert_eq!((state.drawn, traces.len() as u64), (already, already));
            let saved = serde_json::to_string(&state).expect("plain data");
            let loaded = serde_json::from_str(&saved).expect("what was saved");
            let mut long = table(DiceState::new(7));
            for _ in 0..already {
                faces::<3>(&mut long, 6);
            }
            let mut short = table(loaded);
            assert_eq!(faces::<99>(&mut short, 6), faces::<99>(&mut long, 6), "after {already}");
            assert_eq!(short.finish().0, long.finish().0);
        }
    }

    #[test]
    fn rolls_that_are_not_kept_are_the_same_rolls() {
        for sides in [2, 6, 10, 100] {
            for count in [0, 1, 11, 12, 13, 47, 48, 49, 200] {
                for read in [Read::Hits(5), Read::HitsAndGlitch(2), Read::Sum] {
                    let dice = Dice { count, sides, read };
                    let (mut kept, mut loose) =
                        (table(DiceState::new(5)), Played::new(DiceState::new(5), Vec::new(), false));
                    assert_eq!(kept.roll(dice, PURPOSE), loose.roll(dice, PURPOSE), "{dice:?}");
                    let ((kept, traces, _), (loose, none, _)) = (kept.finish(), loose.finish());
                    assert_eq!((kept, none), (loose, Vec::new()), "{dice:?}");
                    let [Trace::Rolled(record)] = traces.as_slice() else { panic!("{traces:?}") };
                    assert_eq!(record.faces.len(), count as usize);
                    assert_eq!((record.roll, record.limit), (dice.read(&record.faces), Some(4)));
                }
            }
        }
    }

    #[test]
    fn an_unanswered_question_leaves_no_trace() {
        let rule = |table: &mut Played| {
            let attack = table.roll(Dice::d6_sum(8), PURPOSE)?;
            let method = table.ask(|| prompt(&["dodge", "parry"]))?;
            let defence = table.roll(Dice::d6_sum(8), PURPOSE)?;
            Ok((attack, method, defence))
        };
        let before = DiceState { seed: 11, drawn: 4 };
        let mut first = table(before);
        assert_eq!(rule(&mut first), Err(Stop::Asked(Box::new(prompt(&["dodge", "parry"])))));
        let (_, shown, answered) = first.finish();
        assert_eq!((shown.len(), answered), (1, 0));
        let mut wrong = Played::new(before, vec!["fly".into()], true);
        assert!(matches!(rule(&mut wrong), Err(Stop::Asked(_))), "an unknown key is no answer");
        assert_eq!(wrong.finish().2, 0);
        let mut second = Played::new(before, vec!["parry".into()], true);
        let (_, method, _) = rule(&mut second).expect("the question is answered");
        assert_eq!(method, 1);
        let (after, traces, answered) = second.finish();
        assert_eq!((after.drawn, answered, traces.len()), (6, 1, 3));
        assert_eq!(traces[0], shown[0], "what was shown before the question stays the same");
        assert!(matches!(&traces[1], Trace::Decided { who: 2, answer, .. } if answer == "PARRY"));
    }

    #[test]
    fn a_question_with_one_answer_is_not_asked() {
        let mut table = Played::new(DiceState::new(1), vec!["parry".into()], true);
        assert_eq!(table.ask(|| prompt(&["none"])), Ok(0));
        assert_eq!(table.ask(|| prompt(&["dodge", "parry"])), Ok(1));
        assert_eq!(table.finish().2, 1);
    }

    #[test]
    fn notes_are_built_only_when_kept() {
        let note = || Note { clause: "SS-BASE-01", text: "one hit".into(), parts: Vec::new() };
        let mut kept = table(DiceState::new(1));
        kept.note(note);
        assert_eq!(kept.finish().1, vec![Trace::Noted(note())]);
        let mut loose = Played::new(DiceState::new(1), Vec::new(), false);
        loose.note(|| panic!("nobody reads this"));
        assert_eq!(loose.finish().1, Vec::new());
    }
}
