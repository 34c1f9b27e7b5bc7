//! The rules in play: orders go in, and the fight answers with the catalogue's numbers.

#[path = "../common/mod.rs"]
mod common;

mod aberrant;
mod actions;
mod aftermath;
mod ailments;
mod areas;
mod attack;
mod attacks_and_damage;
mod barriers;
mod base;
mod bodies;
mod called_shots;
mod chaos;
mod circumstances;
mod combat_checks;
mod cover;
mod damage;
mod delay;
mod explosions;
mod five_books;
mod fog;
mod fog_story;
mod grappling;
mod hazards;
mod heights;
mod initiative;
mod injuries;
mod interception;
mod interrupts;
mod journal;
mod karma;
mod knockback;
mod last_stand;
mod movement;
mod multiple;
mod own_dice;
mod recovery;
mod round;
mod skirmish;
mod surprise;
mod timed;
mod treatment;
mod victory;
