//! Odds of whole attacks, worked out elsewhere by scripts that know only the clauses: every probability is the same.
//!
//! `README.md` says how the answers were made.

mod aberrant;
mod ailment_tests;
mod answers;
mod attacks_and_damage;
mod circumstances;
mod combat_checks;
mod permissions;
mod swan_song;
mod swan_song_field;
mod symbols;
