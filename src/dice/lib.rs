//! Dice rolls and player decisions, behind one trait: `Table`.
//!
//! A rule is a function of plain data and one `&mut impl Table`. The same function runs with seeded dice in play,
//! with given faces in tests, once per branch for exact odds, and stops where a player has to decide.

mod odds;
mod roll;
mod rule_text;
mod symbols;
mod table;
mod tables;
#[cfg(test)]
mod test_prompt;

pub use odds::answer_policy::AnswerPolicy;
pub use odds::branch_search::{OddsError, enumerate, enumerate_unmerged, enumerate_within};
pub use odds::distribution::Distribution;
pub use odds::enumerated::EnumeratedTable;
pub use odds::roll_chain::RollChain;
pub use odds::roll_outcomes::LimitedDice;
pub use odds::symbol_odds::SymbolOdds;
pub use roll::{
    Clause, Dice, DiceGroup, Modifier, Modifiers, Note, Purpose, Roll, RollMode, RollRecord, SymbolFace,
    Trace,
};
pub use rule_text::{
    BoardSubject, FilteredText, GivenText, NoteSubject, NoteTopic, RuleLine, RuleText, SubjectName,
    capitalise,
};
pub use symbols::{Symbol, SymbolDie, SymbolPool, Symbols};
pub use table::{Answer, Interrupt, Prompt, RuleResult, Table};
pub use tables::carry_state::CarryState;
pub use tables::partial::PartialTable;
pub use tables::played::{DiceState, DrawnWords, PlayedTable};
pub use tables::replayed::ReplayedTable;
pub use tables::scripted::{ScriptedDiceError, ScriptedTable};
