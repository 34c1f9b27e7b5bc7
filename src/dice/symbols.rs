//! Narrative dice: faces with symbols, and mixed pools of them. Table CC-T1.

use std::fmt;

use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};

/// A symbol on a face. Table CC-T1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Symbol {
    /// S: cancels a failure. `CC-DICE-07`.
    Success,
    /// A: cancels a threat. `CC-DICE-08`.
    Advantage,
    /// F: cancels a success. `CC-DICE-07`.
    Failure,
    /// T: cancels an advantage. `CC-DICE-08`.
    Threat,
    /// TR: a success, and stays. `CC-DICE-09`, `CC-DICE-11`.
    Triumph,
    /// DE: a failure, and stays. `CC-DICE-10`, `CC-DICE-11`.
    Despair,
}

use Symbol::{Advantage as A, Despair as DE, Failure as F, Success as S, Threat as T, Triumph as TR};

impl Symbol {
    /// Its name within a sentence.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A kind of narrative die. Table CC-T1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[derive(IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum SymbolDie {
    /// B, a d6. `CC-DICE-05`.
    Boost,
    /// K, a d6. `CC-DICE-06`.
    Setback,
    /// A, a d8. `CC-DICE-01`.
    Ability,
    /// D, a d8. `CC-DICE-03`.
    Difficulty,
    /// P, a d12. `CC-DICE-02`.
    Proficiency,
    /// C, a d12. `CC-DICE-04`.
    Challenge,
}

const BOOST: [&[Symbol]; 6] = [&[], &[], &[S], &[S, A], &[A, A], &[A]];
const SETBACK: [&[Symbol]; 6] = [&[], &[], &[F], &[F], &[T], &[T]];
const ABILITY: [&[Symbol]; 8] = [&[], &[S], &[S], &[S, S], &[A], &[A], &[S, A], &[A, A]];
const DIFFICULTY: [&[Symbol]; 8] = [&[], &[F], &[F, F], &[T], &[T], &[T], &[T, T], &[F, T]];
const PROFICIENCY: [&[Symbol]; 12] =
    [&[], &[S], &[S], &[S, S], &[S, S], &[A], &[S, A], &[S, A], &[S, A], &[A, A], &[A, A], &[TR]];
const CHALLENGE: [&[Symbol]; 12] =
    [&[], &[F], &[F], &[F, F], &[F, F], &[T], &[T], &[F, T], &[F, T], &[T, T], &[T, T], &[DE]];

impl SymbolDie {
    /// All kinds, in the order in which a mixed pool rolls and lists its faces.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// The symbols of every face, face 1 first.
    pub const fn faces(self) -> &'static [&'static [Symbol]] {
        match self {
            Self::Boost => &BOOST,
            Self::Setback => &SETBACK,
            Self::Ability => &ABILITY,
            Self::Difficulty => &DIFFICULTY,
            Self::Proficiency => &PROFICIENCY,
            Self::Challenge => &CHALLENGE,
        }
    }

    /// The symbols of one face, counted from 1; empty if the die has no such face.
    pub fn face(self, face: u8) -> &'static [Symbol] {
        let at = usize::from(face).checked_sub(1);
        at.and_then(|at| self.faces().get(at)).copied().unwrap_or_default()
    }

    /// Number of faces.
    pub const fn sides(self) -> u8 {
        self.faces().len() as u8
    }

    /// Its name within a sentence.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Its letter in table CC-T1.
    pub const fn letter(self) -> char {
        match self {
            Self::Boost => 'B',
            Self::Setback => 'K',
            Self::Ability => 'A',
            Self::Difficulty => 'D',
            Self::Proficiency => 'P',
            Self::Challenge => 'C',
        }
    }

    /// Whether it helps the unit that rolls it: boost, ability and proficiency.
    pub const fn is_good(self) -> bool {
        matches!(self, Self::Boost | Self::Ability | Self::Proficiency)
    }
}

/// A mixed pool of narrative dice, rolled together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct SymbolPool {
    /// Boost dice.
    pub boost: u8,
    /// Setback dice.
    pub setback: u8,
    /// Ability dice.
    pub ability: u8,
    /// Difficulty dice.
    pub difficulty: u8,
    /// Proficiency dice.
    pub proficiency: u8,
    /// Challenge dice.
    pub challenge: u8,
}

impl SymbolPool {
    /// Number of dice of one kind.
    pub const fn get(&self, die: SymbolDie) -> u8 {
        match die {
            SymbolDie::Boost => self.boost,
            SymbolDie::Setback => self.setback,
            SymbolDie::Ability => self.ability,
            SymbolDie::Difficulty => self.difficulty,
            SymbolDie::Proficiency => self.proficiency,
            SymbolDie::Challenge => self.challenge,
        }
    }

    /// Mutable number of dice of one kind.
    pub const fn get_mut(&mut self, die: SymbolDie) -> &mut u8 {
        match die {
            SymbolDie::Boost => &mut self.boost,
            SymbolDie::Setback => &mut self.setback,
            SymbolDie::Ability => &mut self.ability,
            SymbolDie::Difficulty => &mut self.difficulty,
            SymbolDie::Proficiency => &mut self.proficiency,
            SymbolDie::Challenge => &mut self.challenge,
        }
    }

    /// Number of dice of all kinds.
    pub fn len(&self) -> u32 {
        SymbolDie::ALL.iter().map(|&die| u32::from(self.get(die))).sum()
    }

    /// Whether the pool has no dice.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The kind of die behind each face of a roll, in the order of the faces.
    pub fn dice(&self) -> impl Iterator<Item = SymbolDie> + use<> {
        let pool = *self;
        SymbolDie::ALL.into_iter().flat_map(move |die| (0..pool.get(die)).map(move |_| die))
    }

    /// Adds up the symbols of given faces, in the order of `dice`.
    pub fn read(&self, faces: &[u8]) -> Symbols {
        let mut all = Symbols::default();
        for (die, &face) in self.dice().zip(faces) {
            all.add(die.face(face));
        }
        all
    }
}

/// "1 ability, 2 proficiency".
impl fmt::Display for SymbolPool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "";
        for die in SymbolDie::ALL.into_iter().filter(|&die| self.get(die) > 0) {
            write!(formatter, "{before}{} {}", self.get(die), die.name())?;
            before = ", ";
        }
        if before.is_empty() { formatter.write_str("no dice") } else { Ok(()) }
    }
}

/// Net symbols of a mixed pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Symbols {
    /// Net successes; below 0 net failures. `CC-DICE-07`, `CC-DICE-09`, `CC-DICE-10`.
    pub successes: i16,
    /// Net advantages; below 0 net threats. `CC-DICE-08`.
    pub advantages: i16,
    /// Triumphs; despairs do not cancel them. `CC-DICE-11`.
    pub triumphs: u8,
    /// Despairs; triumphs do not cancel them. `CC-DICE-11`.
    pub despairs: u8,
}

impl Symbols {
    /// Whether nothing came up, or everything cancelled.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Adds the symbols of one face.
    pub fn add(&mut self, face: &[Symbol]) {
        for symbol in face {
            match symbol {
                S => self.successes += 1,
                F => self.successes -= 1,
                A => self.advantages += 1,
                T => self.advantages -= 1,
                TR => {
                    self.successes += 1;
                    self.triumphs += 1;
                }
                DE => {
                    self.successes -= 1;
                    self.despairs += 1;
                }
            }
        }
    }
}

/// "2 successes, 1 threat, 1 triumph".
impl fmt::Display for Symbols {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let net = |number: i16, good: Symbol, bad: Symbol| {
            (number.unsigned_abs(), if number < 0 { bad } else { good })
        };
        let all = [
            net(self.successes, S, F),
            net(self.advantages, A, T),
            (u16::from(self.triumphs), TR),
            (u16::from(self.despairs), DE),
        ];
        let mut before = "";
        for (number, symbol) in all.into_iter().filter(|(number, _)| *number > 0) {
            let plural = match (number, symbol) {
                (1, _) => "",
                (_, S) => "es",
                _ => "s",
            };
            write!(formatter, "{before}{number} {}{plural}", symbol.name())?;
            before = ", ";
        }
        if before.is_empty() { formatter.write_str("no net symbols") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests;
