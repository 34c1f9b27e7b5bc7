//! What a book tells content and scenes about itself, and the one list of books.
//!
//! A book is a file of this folder with a type that implements [`BookKind`], and a line of `register_books!`.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::definitions::entry_validator::EntryValidator;
use crate::files::load::{ContentLoader, SourceFiles};
use crate::library::Content;
use crate::scene::actions::SceneContents;
use crate::scene::own_fields::OwnResult;
use crate::scene::raw::RawUnit;
use crate::scene::raw_action::RawAction;
use crate::scene::single_check::{CheckContext, CheckResult, SingleCheck};
use crate::schema::FileSchema;
use dice::{RuleResult, Table};
use rules::{Book, HealthState, RuleSet, RuleStep, Sheet, TurnBudget, UnitSnapshot, Weapon};

/// Data of a book: its sheets and weapons, and what a scene may say of a unit in its terms.
pub(crate) trait BookKind: Sized {
    /// A unit's sheet values.
    type Sheet: Serialize + DeserializeOwned + JsonSchema + Clone;
    /// A weapon.
    type Weapon: Serialize + DeserializeOwned + JsonSchema + Clone;
    /// Health fields of a scene: differences from an unharmed unit.
    type Condition: DeserializeOwned + JsonSchema;
    /// Turn fields of a scene: differences from a fresh turn budget.
    type Turn: DeserializeOwned + JsonSchema + Default;

    /// Whether results of its scenes have fields of its own.
    const HAS_OWN_RESULT_FIELDS: bool = false;
    /// Clauses of the book, `docs/rules/<book>.md`.
    const CLAUSES: &'static str;
    /// Single rolls of scenes that the book has, as an error lists them.
    const ROLLS: &'static str;
    /// Files of weapons, armour and sheets in a content folder; none if they are among the common files.
    const FILES: &'static [&'static str];

    /// Loads the files of the book, after the archetypes.
    fn load_files(loader: &mut ContentLoader, sources: &SourceFiles);

    /// Schemas of its files.
    fn file_schemas() -> Vec<FileSchema> {
        Vec::new()
    }

    /// Number of entries of its files.
    fn entries(content: &Content) -> usize;

    /// Weapons of the content.
    fn weapons(content: &Content) -> &BTreeMap<String, Arc<Self::Weapon>>;

    /// Sheet and weapons of an archetype; `None` if the book has no sheet for it.
    fn loadout(content: &Content, archetype: &str) -> Option<(Self::Sheet, Vec<String>)>;

    /// Validates a weapon.
    fn validate_weapon(entry: &mut EntryValidator<'_>, weapon: &Self::Weapon);

    /// Validates a sheet with its armour.
    fn validate_sheet(entry: &mut EntryValidator<'_>, sheet: &Self::Sheet);

    /// Validates names and groups of weapons on a sheet; `weapons` are all of the book.
    fn validate_named_weapons(
        _: &mut EntryValidator<'_>,
        _: &Self::Sheet,
        _: &BTreeMap<String, Arc<Self::Weapon>>,
    ) {
    }

    /// Leaves out what sheets of journals of an older format have and those of this program lack.
    fn migrate_sheet(_format: u32, _sheet: &mut serde_json::Map<String, serde_json::Value>) {}

    /// Creates a sheet of this book.
    fn to_sheet(values: Self::Sheet) -> Sheet;

    /// Creates a weapon of this book.
    fn to_weapon(weapon: Arc<Self::Weapon>) -> Weapon;

    /// The values of a sheet, if it is of this book.
    fn sheet_values(sheet: &Sheet) -> Option<&Self::Sheet>;

    /// The values of a weapon, if it is of this book.
    fn weapon_values(weapon: &Weapon) -> Option<&Self::Weapon>;

    /// Applies the health fields of a scene to an unharmed unit; `now` is the round, and whether its turn is to come.
    fn apply_health(fresh: HealthState, given: &Self::Condition, now: (u32, bool)) -> HealthState;

    /// Applies the turn fields of a scene to a fresh turn budget.
    fn apply_turn(usual: TurnBudget, given: &Self::Turn) -> TurnBudget;

    /// Applies the fields of a scene's unit that only this book has; reports those that it lacks.
    fn apply_own_fields(
        entry: &mut EntryValidator<'_>,
        index: &str,
        raw: &RawUnit<Self>,
        unit: &mut UnitSnapshot,
    ) {
        raw.report_own_fields(entry, index, unit.sheet.book().name());
    }

    /// Names of armour that a sheet stores without them, by the path of its number.
    fn armour_names(_: &Content, _: &str, _: &Self::Sheet) -> Vec<(String, [String; 2])> {
        Vec::new()
    }

    /// Returns the JSON fields of a result that only this book has.
    fn own_result_fields(_: &OwnResult<'_>) -> Map<String, Value> {
        Map::new()
    }

    /// Returns the JSON fields of a unit that only this book has.
    fn own_unit_fields(_: &UnitSnapshot, _: &RuleSet) -> Map<String, Value> {
        Map::new()
    }

    /// Resolves an action of a scene that only some books have; reports one that this book lacks.
    fn resolve_check(
        contents: &SceneContents,
        entry: &mut EntryValidator<'_>,
        raw: &RawAction,
    ) -> Option<SingleCheck>;

    /// Makes a check that `resolve_check` returned.
    fn run_check(
        table: &mut impl Table,
        context: &CheckContext<'_>,
        check: &SingleCheck,
    ) -> RuleResult<(CheckResult, Vec<RuleStep>)>;
}

/// Stops at a check of another book, which `resolve_check` never returns.
pub(super) fn panic_on_foreign(check: &SingleCheck) -> ! {
    unreachable!("broken invariant: {check:?} is of another book")
}

/// Implements the conversions between a book's data and the data of any book.
macro_rules! book_conversions {
    ($book:ident) => {
        fn to_sheet(values: Self::Sheet) -> rules::Sheet {
            rules::Sheet::$book(std::sync::Arc::new(values))
        }

        fn to_weapon(weapon: std::sync::Arc<Self::Weapon>) -> rules::Weapon {
            rules::Weapon::$book(weapon)
        }

        fn sheet_values(sheet: &rules::Sheet) -> Option<&Self::Sheet> {
            if let rules::Sheet::$book(values) = sheet { Some(values) } else { None }
        }

        fn weapon_values(weapon: &rules::Weapon) -> Option<&Self::Weapon> {
            if let rules::Weapon::$book(values) = weapon { Some(values) } else { None }
        }
    };
}
pub(super) use book_conversions;

/// Sets a value that a file gives.
pub(super) fn set_if_given<T: Clone>(place: &mut T, given: &Option<T>) {
    if let Some(given) = given {
        *place = given.clone();
    }
}

/// Makes `for_book!` from one line per book.
macro_rules! register_books {
    (($d:tt) $($book:ident => $module:ident;)+) => {
        $(pub(crate) use super::$module::$book;)+

        /// Evaluates an expression with the [`BookKind`] of a book: `for_book!(book, B => B::weapons(content).len())`.
        macro_rules! for_book {
            ($d book:expr, $d kind:ident => $d body:expr) => {
                match $d book {
                    $(rules::Book::$book => {
                        type $d kind = $crate::books::book_kind::$book;
                        $d body
                    })+
                }
            };
        }
        pub(crate) use for_book;
    };
}

register_books! { ($)
    SwanSong => swan_song;
    Aberrant => aberrant;
    AttacksAndDamage => attacks_and_damage;
    Circumstances => circumstances;
    CombatChecks => combat_checks;
}

/// Content files of all books.
pub(crate) fn book_files() -> impl Iterator<Item = &'static str> {
    Book::ALL.into_iter().flat_map(|book| for_book!(book, B => B::FILES)).copied()
}

/// Validates a sheet with its armour.
pub(crate) fn validate_book_sheet(entry: &mut EntryValidator<'_>, content: &Content, sheet: &Sheet) {
    for_book!(sheet.book(), B => if let Some(values) = B::sheet_values(sheet) {
        B::validate_sheet(entry, values);
        B::validate_named_weapons(entry, values, B::weapons(content));
    });
}

/// Validates a weapon.
pub(crate) fn validate_book_weapon(entry: &mut EntryValidator<'_>, weapon: &Weapon) {
    for_book!(weapon.book(), B => if let Some(values) = B::weapon_values(weapon) {
        B::validate_weapon(entry, values);
    });
}

impl Content {
    /// Ids of all weapons of a book, in order.
    pub fn weapon_ids(&self, book: Book) -> Vec<&str> {
        for_book!(book, B => B::weapons(self).keys().map(String::as_str).collect())
    }

    /// Returns a weapon of a book.
    pub fn weapon(&self, book: Book, id: &str) -> Option<Weapon> {
        for_book!(book, B => B::weapons(self).get(id).cloned().map(B::to_weapon))
    }

    /// Labels of numbers that the sheet of an archetype stores without a name, by their path.
    pub(crate) fn armour_names(&self, archetype: &str, sheet: &Sheet) -> Vec<(String, [String; 2])> {
        for_book!(sheet.book(), B => {
            B::sheet_values(sheet).map_or_else(Vec::new, |values| B::armour_names(self, archetype, values))
        })
    }

    /// Returns the sheet and the weapons of an archetype in a book; `None` if the book has no sheet for it.
    pub(super) fn book_loadout(&self, book: Book, archetype: &str) -> Option<(Sheet, Vec<String>)> {
        for_book!(book, B => B::loadout(self, archetype).map(|(sheet, weapons)| (B::to_sheet(sheet), weapons)))
    }
}
