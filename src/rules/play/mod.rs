//! Which book's rule answers: the one place that tells the five books apart.
//!
//! Every function here is answered by the function of the same name in the `adapter` of the book's own folder.

/// Asks the adapter of a book.
macro_rules! ask {
    ($book:expr, $name:ident($($argument:expr),*)) => {{
        use crate::{Book, aberrant, attacks_and_damage, circumstances, combat_checks, swan_song};
        match $book {
            Book::SwanSong => swan_song::rulebook::$name($($argument),*),
            Book::Aberrant => aberrant::rulebook::$name($($argument),*),
            Book::AttacksAndDamage => attacks_and_damage::rulebook::$name($($argument),*),
            Book::Circumstances => circumstances::rulebook::$name($($argument),*),
            Book::CombatChecks => combat_checks::rulebook::$name($($argument),*),
        }
    }};
}
mod aftermath;
mod ailment;
mod attack;
mod deed;
mod ground;
mod turn;
mod unit;

pub use aftermath::*;
pub use ailment::*;
pub use attack::*;
pub use deed::*;
pub use ground::*;
pub use turn::*;
pub use unit::*;
