//! The rules in play: orders go in, and the fight answers with the catalogue's numbers.

#[path = "../common/mod.rs"]
mod common;

mod aberrant;
mod actions;
mod ailments;
mod attack;
mod barriers;
mod base;
mod chaos;
mod circumstances;
mod combat_checks;
mod cover;
mod damage;
mod five_books;
mod initiative;
mod interrupts;
mod journal;
mod karma;
mod movement;
mod own_dice;
mod round;
mod skirmish;
mod victory;
