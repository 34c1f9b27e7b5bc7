//! Odds of whole attacks, compared with scripts that were written from the clauses alone: every probability is the same.
//!
//! `README.md` describes the scripts.

mod aberrant;
mod ailment_tests;
mod answers;
mod attacks_and_damage;
mod circumstances;
mod combat_checks;
mod permissions;
mod swan_song;
mod swan_song_field;
#[path = "../common/symbols.rs"]
mod symbols;
