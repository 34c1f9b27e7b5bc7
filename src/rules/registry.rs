//! The books, registered: the one place outside their folders that lists them.
//!
//! A new book is a folder with a type that implements [`Rulebook`], its `pub mod` in `lib.rs`, and a line of
//! `register_rulebooks!`.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rule_options::{SwitchInfo, SwitchSet};
use crate::rulebook::{BookDefinition, Rulebook};
use crate::turn_engine::EngineSwitches;

/// Makes [`Book`], the data that differs from book to book, and the macros that call a book, from one line per book.
macro_rules! register_rulebooks {
    ($($(#[$doc:meta])* $book:ident => $module:ident::$rulebook:ident;)+) => {
        /// A rulebook.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Book {
            $($(#[$doc])* $book,)+
        }

        impl Book {
            /// All books, in the order in which they are listed.
            pub const ALL: [Self; [$(stringify!($book)),+].len()] = [$(Self::$book),+];
        }

        book_data! {
            /// The values of a unit.
            #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
            #[serde(rename_all = "snake_case")]
            Sheet(Arc<Sheet>) of $($book => $module::$rulebook),+
        }

        book_data! {
            /// A weapon.
            #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
            #[serde(rename_all = "snake_case")]
            Weapon(Arc<Weapon>) of $($book => $module::$rulebook),+
        }

        book_data! {
            /// Damage and other state that lasts beyond a turn.
            #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
            #[serde(rename_all = "snake_case")]
            HealthState(Inline<HealthState>) of $($book => $module::$rulebook),+
        }

        book_data! {
            /// What a unit can still spend in its turn.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
            #[serde(rename_all = "snake_case")]
            TurnBudget(Inline<TurnBudget>) of $($book => $module::$rulebook),+
        }

        book_data! {
            /// The rule switches of a book.
            #[derive(Clone, Debug, PartialEq, Eq, Hash)]
            BookSwitches(Arc<Switches>) of $($book => $module::$rulebook),+
        }

        const _: () = {
            const fn require_rulebook<B: Rulebook>() {}
            $(require_rulebook::<crate::$module::$rulebook>();)+
        };

        impl BookSwitches {
            /// The switches of a book at their defaults, beside an engine with these.
            pub(crate) fn new(book: Book, engine: &Arc<EngineSwitches>) -> Self {
                match book {
                    $(Book::$book => {
                        Self::$book(<crate::$module::$rulebook as BookDefinition>::default_switches(engine))
                    })+
                }
            }

            /// Every switch of a book with its default.
            pub(crate) fn list(book: Book) -> Vec<SwitchInfo> {
                match book {
                    $(Book::$book => <<crate::$module::$rulebook as BookDefinition>::Switches as SwitchSet>::list(),)+
                }
            }
        }

        dispatch! { ($) $($book => $module::$rulebook),+ }
    };
}

/// Declares an enum with one variant per book, which holds an associated type of the book, and its accessors.
macro_rules! book_data {
    (
        $(#[$meta:meta])*
        $name:ident($holder:ident<$data:ident>) of $($book:ident => $module:ident::$rulebook:ident),+
    ) => {
        $(#[$meta])*
        #[expect(missing_docs, reason = "the variants are the books")]
        pub enum $name {
            $($book($holder<<crate::$module::$rulebook as BookDefinition>::$data>),)+
        }

        #[allow(dead_code, reason = "not every book reads every kind of data")]
        impl $name {
            /// The book it belongs to.
            pub const fn book(&self) -> Book {
                match self {
                    $(Self::$book(_) => Book::$book,)+
                }
            }

            $(
                /// Returns the data of this book; panics if it is another book's.
                pub(crate) fn $module(&self) -> &$holder<<crate::$module::$rulebook as BookDefinition>::$data> {
                    if let Self::$book(data) = self { data } else { panic_on_mixed_books(self.book()) }
                }
            )+
        }
    };
}

/// Declares the macros that call a book: static dispatch, one arm per book. `$` is passed in as `$d`, because a macro
/// that writes macros has no other way to write it.
macro_rules! dispatch {
    (($d:tt) $($book:ident => $module:ident::$rulebook:ident),+) => {
        /// Calls the rulebook of a `Book`: `ask_rulebook!(book, attack(table, request))`, or a constant of it:
        /// `ask_rulebook!(book, NAME)`.
        macro_rules! ask_rulebook {
            ($d asked:expr, $d name:ident($d($d argument:expr),*)) => {
                match $d asked {
                    $($crate::Book::$book => {
                        $crate::$module::$rulebook::$d name($d($d argument),*)
                    })+
                }
            };
            ($d asked:expr, $d name:ident) => {
                match $d asked {
                    $($crate::Book::$book => $crate::$module::$rulebook::$d name,)+
                }
            };
        }
        pub(crate) use ask_rulebook;

        /// Calls the rulebook of a sheet, a weapon, a health state ... with it: `ask_owner!(self, weapon_name())` in an
        /// `impl` of the enum.
        macro_rules! ask_owner {
            ($d data:expr, $d name:ident($d($d argument:expr),*)) => {
                match $d data {
                    $(Self::$book(data) => {
                        $crate::$module::$rulebook::$d name(data $d(, $d argument)*)
                    })+
                }
            };
        }
        pub(crate) use ask_owner;

        /// Evaluates an expression on the data of the book: `with_data!(self, budget => budget.action_points())` in an
        /// `impl` of the enum.
        macro_rules! with_data {
            ($d data:expr, $d bound:ident => $d body:expr) => {
                match $d data {
                    $(Self::$book($d bound) => $d body,)+
                }
            };
        }
        pub(crate) use with_data;
    };
}

/// Holds data in place; `Arc` shares it.
type Inline<T> = T;

/// Panics because a battle has data of two books.
#[cold]
fn panic_on_mixed_books(book: Book) -> ! {
    panic!("broken invariant: a fight keeps to one book, and this part of it is from {}", book.name())
}

register_rulebooks! {
    /// d6 pools, hits on 5 and 6, limits.
    SwanSong => swan_song::SwanSongRulebook;
    /// d10 pools, successes from 7 on, difficulties.
    Aberrant => aberrant::AberrantRulebook;
    /// d6 pools, two tracks of boxes.
    AttacksAndDamage => attacks_and_damage::AttacksAndDamageRulebook;
    /// d100 at or under a target number.
    Circumstances => circumstances::CircumstancesRulebook;
    /// Narrative dice.
    CombatChecks => combat_checks::CombatChecksRulebook;
}
