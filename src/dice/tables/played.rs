//! Seeded dice: the same state rolls the same faces on every platform.

mod drawn_words;
mod manual_roll;

use std::collections::VecDeque;

use rand::{Rng, rngs::ChaCha8Rng};
use serde::{Deserialize, Serialize};

use crate::{
    Dice, Interrupt, Note, Prompt, Purpose, Roll, RollMode, RollRecord, RuleResult, Symbols, Table, Trace,
};
pub use drawn_words::DrawnWords;
use drawn_words::rng_after_draws;
use manual_roll::{ManualRollLine, ROLL, ROLL_REST, roll_prompt};
use model::UnitId;

/// Position in the sequence of seeded dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceState {
    /// The seed, which determines all faces.
    pub seed: u64,
    /// Number of 64-bit words drawn so far.
    pub drawn: u64,
}

impl DiceState {
    /// The state of a seed before its first roll.
    pub const fn new(seed: u64) -> Self {
        Self { seed, drawn: 0 }
    }
}

/// The table of a battle: seeded dice, and the answers given so far.
///
/// A rule that stops at a prompt changes nothing: drop the table and run the rule again on a new one with the same
/// state and one answer more. It rolls the same faces up to the prompt.
#[derive(Debug)]
pub struct PlayedTable {
    state: DiceState,
    /// Words computed by this table or one before it.
    words: DrawnWords,
    /// Whether this table has computed words.
    has_computed_words: bool,
    /// Draws the words after those; few rules need them.
    rng: Option<Box<ChaCha8Rng>>,
    answers: Vec<String>,
    answered: usize,
    keep: bool,
    traces: Vec<Trace>,
    given: VecDeque<u8>,
    /// Faces entered while a prompt was open, in order, each with the number of dice rolled before it.
    late: VecDeque<(u32, Vec<u8>)>,
    /// Number of dice rolled so far.
    dice_rolled: u32,
    /// Whether players enter the faces of their rolls.
    by_hand: bool,
}

impl PlayedTable {
    /// Creates a table at some state. `answers` are answer keys in the order of the prompts; `keep` records a trace
    /// for the log.
    pub fn new(state: DiceState, answers: Vec<String>, keep: bool) -> Self {
        Self {
            state,
            words: DrawnWords::default(),
            has_computed_words: false,
            rng: None,
            answers,
            answered: 0,
            keep,
            traces: Vec::new(),
            given: VecDeque::new(),
            late: VecDeque::new(),
            dice_rolled: 0,
            by_hand: false,
        }
    }

    /// Adds faces rolled by hand, used before the seeded ones. A face that the die does not have is skipped.
    pub fn with_faces(mut self, faces: impl IntoIterator<Item = u8>) -> Self {
        self.given.extend(faces);
        self
    }

    /// Adds faces that were entered after some rolls: those rolls stay as they are. Each comes with the number of dice
    /// rolled before it.
    pub fn with_late_faces(mut self, late: impl IntoIterator<Item = (u32, Vec<u8>)>) -> Self {
        self.late.extend(late);
        self
    }

    /// Adds words that another table has computed.
    pub fn with_words(mut self, words: DrawnWords) -> Self {
        self.words = words;
        self
    }

    /// The computed words, for the next table.
    pub fn words(&self) -> DrawnWords {
        self.words.clone()
    }

    /// Whether its trace has a roll.
    pub fn has_rolled(&self) -> bool {
        self.traces.iter().any(|step| matches!(step, Trace::Rolled(_)))
    }

    /// Number of dice rolled so far.
    pub fn dice_rolled(&self) -> u32 {
        self.dice_rolled
    }

    /// Sets whether players are asked for the faces of every roll of a unit once the given faces are used up.
    pub fn by_hand(mut self, by_hand: bool) -> Self {
        self.by_hand = by_hand;
        self
    }

    /// Given faces not used yet: those that the next roll takes, and those entered after later rolls, with the number
    /// of dice rolled before them.
    pub fn given_faces_left(&self) -> (Vec<u8>, Vec<(u32, Vec<u8>)>) {
        (self.given.iter().copied().collect(), self.late.iter().cloned().collect())
    }

    /// Returns the state behind the last roll, the trace, and the number of answers used.
    pub fn finish(self) -> (DiceState, Vec<Trace>, usize) {
        (self.state, self.traces, self.answered)
    }

    /// Fills `faces` with rolls of a die of `sides` sides, at least 2, without purpose or trace.
    pub fn roll_faces(&mut self, sides: u8, faces: &mut [u8]) {
        match sides {
            // Specialised for the most common die.
            6 => self.fill_faces(6, faces),
            _ => self.fill_faces(sides, faces),
        }
    }

    #[inline(always)]
    fn fill_faces(&mut self, sides: u8, faces: &mut [u8]) {
        let (sides, most) = (u64::from(sides), dice_per_draw(sides));
        let product = sides.pow(most as u32);
        let mut batches = faces.chunks_exact_mut(most);
        for faces in &mut batches {
            let word = self.draw_below(product);
            match <&mut [u8; 12]>::try_from(&mut *faces) {
                Ok(faces) if sides == 6 => spread_twelve_d6(word, faces),
                _ => spread_digits(word, sides, faces),
            }
        }
        let rest = batches.into_remainder();
        if !rest.is_empty() {
            let word = self.draw_below(sides.pow(rest.len() as u32));
            spread_digits(word, sides, rest);
        }
    }

    /// Draws a number whose leading digits are uniform over `product` values.
    #[inline]
    fn draw_below(&mut self, product: u64) -> u64 {
        let mut word = self.draw();
        // What remains of the number after multiplying by all sides tells whether the draw must be rejected.
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
        let DiceState { seed, drawn } = self.state;
        self.state.drawn += 1;
        match &mut self.rng {
            Some(rng) => rng.next_u64(),
            None => self.words.get(seed, drawn).unwrap_or_else(|| self.draw_new_word(seed, drawn)),
        }
    }

    /// Computes the word at a position: with those behind it at first, then alone.
    #[cold]
    fn draw_new_word(&mut self, seed: u64, drawn: u64) -> u64 {
        if !self.has_computed_words {
            self.has_computed_words = true;
            self.words = DrawnWords::starting_at(seed, drawn);
            if let Some(word) = self.words.get(seed, drawn) {
                return word;
            }
        }
        self.rng.insert(Box::new(rng_after_draws(seed, drawn))).next_u64()
    }

    /// Rolls the dice group by group: given faces first, then seeded ones.
    fn throw_dice(&mut self, dice: Dice, faces: &mut [u8]) {
        let mut faces = faces;
        for group in dice.groups() {
            let (own, rest) = faces.split_at_mut(group.count as usize);
            let by_hand = self.take_given(group.sides, own);
            self.roll_faces(group.sides, &mut own[by_hand..]);
            faces = rest;
        }
    }

    /// Takes the answer of a player who rolls by hand, or interrupts with the question.
    fn ask_for_faces(&mut self, dice: Dice, who: UnitId, purpose: &Purpose<'_>) -> RuleResult<()> {
        let fits = |answer: &str| matches!(answer, ROLL | ROLL_REST) || dice.parse(answer).is_some();
        let Some(place) = self.next_answer(|answer| fits(answer).then_some(())) else {
            let prompt =
                roll_prompt(who, ManualRollLine::Question { dice, why: purpose.why }, purpose.clause);
            return Err(Interrupt::NeedsFaces(Box::new(prompt), dice));
        };
        match self.answers[place.0].as_str() {
            ROLL => {}
            ROLL_REST => self.by_hand = false,
            faces => self.given.extend(dice.parse(faces).into_iter().flatten()),
        }
        Ok(())
    }

    /// Returns the next answer that fits, with its place. Faces entered after a question was answered may change
    /// which questions come up, so answers that no longer fit are skipped; otherwise the next question would repeat
    /// for ever.
    fn next_answer<T>(&mut self, fits: impl Fn(&str) -> Option<T>) -> Option<(usize, T)> {
        let mut left = (self.answered..).zip(self.answers.get(self.answered..)?);
        let (place, found) = left.find_map(|(place, answer)| Some((place, fits(answer)?)))?;
        self.answered = place + 1;
        Some((place, found))
    }

    /// Moves given faces into `faces`; returns their number.
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

    /// Counts the symbols of an unrecorded roll, drawing in the same order as a recorded one.
    fn count_symbols(&mut self, dice: Dice) -> Roll {
        let mut symbols = Symbols::default();
        for group in dice.groups() {
            let Some(die) = group.die else { continue };
            let mut slots = [0; 256];
            let faces = &mut slots[..group.count as usize];
            self.roll_faces(group.sides, faces);
            faces.iter().for_each(|&face| symbols.add(die.face(face)));
        }
        Roll::from_symbols(symbols)
    }

    /// Evaluates an unrecorded roll.
    fn roll_untraced(&mut self, dice: Dice) -> Roll {
        if let RollMode::Symbols(_) = dice.read {
            return self.count_symbols(dice);
        }
        let mut slots = [0; 48];
        // Whole batches, which give the same faces as a recorded roll.
        let most = dice_per_draw(dice.sides);
        let some = slots.len() / most * most;
        let (mut value, mut ones, mut left) = (0, 0, dice.count as usize);
        while left > 0 {
            let faces = &mut slots[..some.min(left)];
            self.roll_faces(dice.sides, faces);
            value += match dice.read {
                RollMode::Bands(_) => faces.iter().map(|&face| u32::from(face)).sum(),
                _ => dice.read(faces).value,
            };
            if let RollMode::HitsAndGlitch(_) = dice.read {
                ones += faces.iter().map(|&face| u32::from(face == 1)).sum::<u32>();
            }
            left -= faces.len();
        }
        if let RollMode::Bands(width) = dice.read {
            value = value.div_ceil(u32::from(width));
        }
        Roll { glitch: 2 * ones > dice.count, ..Roll::from_value(value) }
    }
}

impl Table for PlayedTable {
    fn roll(&mut self, dice: Dice, purpose: Purpose<'_>) -> RuleResult<Roll> {
        while self.late.front().is_some_and(|(after, _)| *after <= self.dice_rolled) {
            self.given.extend(self.late.pop_front().into_iter().flat_map(|(_, faces)| faces));
        }
        if let Some(who) = purpose.who.filter(|_| self.by_hand && dice.count > 0 && self.given.is_empty()) {
            self.ask_for_faces(dice, who, &purpose)?;
        }
        self.dice_rolled += dice.count;
        if !self.keep && self.given.is_empty() {
            return Ok(self.roll_untraced(dice));
        }
        let Purpose { who, why, clause, parts, limit } = purpose;
        let mut faces = vec![0; dice.count as usize];
        self.throw_dice(dice, &mut faces);
        let roll = dice.read(&faces);
        let parts = parts.to_vec();
        self.traces.push(Trace::Rolled(RollRecord { who, why, clause, parts, limit, dice, faces, roll }));
        Ok(roll)
    }

    fn ask(&mut self, prompt: impl FnOnce() -> Prompt) -> RuleResult<usize> {
        let prompt = prompt();
        if prompt.answers.len() == 1 {
            return Ok(0);
        }
        let known = |key: &str| prompt.answers.iter().position(|answer| answer.key == key);
        let Some((_, index)) = self.next_answer(known) else {
            return Err(Interrupt::NeedsAnswer(Box::new(prompt)));
        };
        if self.keep {
            self.traces.push(decision_trace(prompt, index));
        }
        Ok(index)
    }

    fn merge_branches<K: Ord + Clone + 'static>(&mut self, value: K) -> RuleResult<K> {
        Ok(value)
    }

    fn note(&mut self, line: impl FnOnce() -> Note) {
        if self.keep {
            self.traces.push(Trace::Noted(line()));
        }
    }
}

/// The trace of an answered prompt.
pub(crate) fn decision_trace(mut prompt: Prompt, index: usize) -> Trace {
    let answer = prompt.answers.swap_remove(index).label;
    Trace::Decided { who: prompt.who, question: prompt.question, answer, clause: prompt.clause }
}

/// How many dice one draw provides: as many as keep the chance of a biased draw below 2^-32.
const fn dice_per_draw(sides: u8) -> usize {
    let (mut most, mut product) = (0, sides as u64);
    while product <= 1 << 32 {
        most += 1;
        product *= sides as u64;
    }
    most
}

/// Splits a number into faces: its digits to base `sides` when it is read as a fraction of 2^64.
#[inline(always)]
fn spread_digits(word: u64, sides: u64, faces: &mut [u8]) {
    // Every third digit starts its own chain: short chains of multiplications run in parallel.
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

/// As `spread_digits` for twelve d6, three of them looked up at once.
#[inline(always)]
fn spread_twelve_d6(word: u64, faces: &mut [u8; 12]) {
    let mut fraction = word;
    for three in faces.chunks_exact_mut(3) {
        let wide = u128::from(fraction) * 216;
        three.copy_from_slice(&THREE_D6[(wide >> 64) as usize]);
        fraction = wide as u64;
    }
}

#[cfg(test)]
mod tests;
