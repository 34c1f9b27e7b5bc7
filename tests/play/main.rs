//! The rules in play: orders go in, and the fight answers with the catalogue's numbers.

#[path = "../common/mod.rs"]
mod common;

mod aberrant;
mod actions;
mod aftermath;
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
mod injuries;
mod interrupts;
mod journal;
mod karma;
mod last_stand;
mod movement;
mod own_dice;
mod recovery;
mod round;
mod skirmish;
mod surprise;
mod victory;
