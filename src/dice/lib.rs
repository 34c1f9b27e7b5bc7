//! Dice and the table: everything uncertain enters a rule through here.
//!
//! A rule is a function of plain data and one `&mut impl Table`. The same function is played with seeded dice,
//! scripted with given faces, enumerated for exact odds, or stopped to let a player decide.

mod carrying;
mod distribution;
mod enumerated;
mod focused;
mod numbers;
mod played;
mod pool;
mod purpose;
mod recalled;
mod scripted;
mod symbol_pool;
mod symbols;
mod table;
mod walk;
mod weight;

pub use carrying::Carrying;
pub use distribution::Distribution;
pub use enumerated::{Enumerated, Policy};
pub use focused::Focused;
pub use played::{DiceState, Played};
pub use purpose::{
    Clause, Dice, Group, Modifier, Modifiers, Note, Purpose, Read, Roll, RollRecord, SymbolFace, Trace,
};
pub use recalled::Recalled;
pub use scripted::{ScriptError, Scripted};
pub use symbols::{Symbol, SymbolDie, SymbolPool, Symbols};
pub use table::{Answer, Prompt, Step, Stop, Table};
pub use walk::{OddsError, enumerate, enumerate_unmerged, enumerate_within};
