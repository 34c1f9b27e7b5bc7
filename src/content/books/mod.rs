//! Content of the five books: sheets, weapons, armour, and the fields of scenes in their terms. A file per book.

mod aberrant;
pub mod attacks_and_damage;
pub mod book_kind;
mod circumstances;
mod combat_checks;
pub mod shelf;
mod swan_song;
pub mod unit_template;
