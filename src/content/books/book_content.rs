//! Content of the books other than Swan Song: weapons, armour, and a sheet for every archetype.
//!
//! Ids are those of Swan Song's files, which hold name, role and symbol of each archetype for all books. A book may add
//! weapons of its own.

mod aberrant;
mod attacks_and_damage;
mod circumstances;
mod combat_checks;
mod validate;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::definitions::validate::EntryValidator;
use crate::files::load::{ARCHETYPES_FILE, ContentLoader, SourceFiles, validated_entry};
use crate::files::source::SourceFile;
use crate::library::Content;

pub(crate) use self::aberrant::Aberrant;
pub(crate) use self::attacks_and_damage::AttacksAndDamage;
pub use self::attacks_and_damage::Protection;
pub(crate) use self::circumstances::Circumstances;
pub(crate) use self::combat_checks::CombatChecks;
pub(crate) use self::validate::{validate_book_sheet, validate_book_weapon};

/// Most action points of a phase.
const MAX_ACTION_POINTS: u8 = 12;
/// Most Initiative Dice. `SS-INIT-06`.
const MAX_INITIATIVE_DICE: u8 = 5;
/// Longest range, in metres.
const MAX_RANGE_METRES: u32 = 5000;
/// Largest magazine.
const MAX_MAGAZINE: u32 = 1000;

/// The sheet and equipment of an archetype in one book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookLoadout<S> {
    /// Its sheet; after loading with the armour applied.
    pub sheet: S,
    /// Ids of its weapons, the wielded one first.
    pub weapons: Vec<String>,
    /// Ids of its armour, the innermost first.
    #[serde(default = "Vec::new")]
    pub armour: Vec<String>,
}

/// Content of one book: sheets `S`, weapons `W` and armour `A`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookContent<S, W, A> {
    /// Sheet and equipment of each archetype.
    pub sheets: BTreeMap<String, BookLoadout<S>>,
    /// Weapons.
    pub weapons: BTreeMap<String, Arc<W>>,
    /// Armour.
    pub armours: BTreeMap<String, A>,
}

impl<S, W, A> Default for BookContent<S, W, A> {
    fn default() -> Self {
        Self { sheets: BTreeMap::new(), weapons: BTreeMap::new(), armours: BTreeMap::new() }
    }
}

impl<S, W, A> BookContent<S, W, A> {
    /// Number of entries.
    pub fn entries(&self) -> usize {
        self.sheets.len() + self.weapons.len() + self.armours.len()
    }
}

/// Content of Aberrant.
pub type AberrantContent =
    BookContent<rules::aberrant::Sheet, rules::aberrant::Weapon, rules::aberrant::Armour>;
/// Content of Attacks and Damage.
pub type AttacksAndDamageContent =
    BookContent<rules::attacks_and_damage::Sheet, rules::attacks_and_damage::Weapon, Protection>;
/// Content of Circumstances.
pub type CircumstancesContent =
    BookContent<rules::circumstances::Sheet, rules::circumstances::Weapon, rules::circumstances::Armour>;
/// Content of Combat Checks.
pub type CombatChecksContent =
    BookContent<rules::combat_checks::Sheet, rules::combat_checks::Weapon, rules::combat_checks::Armour>;

type BookContentOf<B> =
    BookContent<<B as ContentKind>::Sheet, <B as ContentKind>::Weapon, <B as ContentKind>::Armour>;

/// A book with content of its own.
pub(crate) trait ContentKind {
    type Sheet: DeserializeOwned;
    type Weapon: DeserializeOwned;
    type Armour: DeserializeOwned;

    /// Files of weapons, armour and sheets in a content folder.
    const FILES: [&'static str; 3];

    /// The content of this book.
    fn content_mut(content: &mut Content) -> &mut BookContentOf<Self>;

    /// Validates a weapon.
    fn validate_weapon(entry: &mut EntryValidator<'_>, weapon: &Self::Weapon);

    /// Validates a piece of armour.
    fn validate_armour(entry: &mut EntryValidator<'_>, armour: &Self::Armour);

    /// Applies armour to a sheet.
    fn put_on(sheet: &mut Self::Sheet, armour: &Self::Armour);

    /// Validates a sheet with its armour.
    fn validate_sheet(
        entry: &mut EntryValidator<'_>,
        sheet: &Self::Sheet,
        weapons: &BTreeMap<String, Arc<Self::Weapon>>,
    );
}

/// Content files of all books.
pub(crate) fn book_files() -> impl Iterator<Item = &'static str> {
    [Aberrant::FILES, AttacksAndDamage::FILES, Circumstances::FILES, CombatChecks::FILES]
        .into_iter()
        .flatten()
}

impl ContentLoader {
    /// Loads the content of a book, after the archetypes.
    pub fn load_book_content<B: ContentKind>(&mut self, sources: &SourceFiles) {
        let [weapons, armours, sheets] = B::FILES;
        for (_, source) in sources.in_all_folders(weapons) {
            for (id, node) in self.entries(source, &source.root) {
                let Some(weapon) = self.parse_entry::<B::Weapon>(source, node) else { continue };
                if validated_entry(&mut self.diagnostics, source, node, |entry| {
                    B::validate_weapon(entry, &weapon)
                })
                .is_some()
                {
                    B::content_mut(&mut self.content).weapons.insert(id, Arc::new(weapon));
                }
            }
        }
        for (_, source) in sources.in_all_folders(armours) {
            for (id, node) in self.entries(source, &source.root) {
                let Some(armour) = self.parse_entry::<B::Armour>(source, node) else { continue };
                if validated_entry(&mut self.diagnostics, source, node, |entry| {
                    B::validate_armour(entry, &armour)
                })
                .is_some()
                {
                    B::content_mut(&mut self.content).armours.insert(id, armour);
                }
            }
        }
        let known: BTreeSet<&str> =
            sources.in_all_folders(ARCHETYPES_FILE).flat_map(|(_, source)| archetype_ids(source)).collect();
        for (number, source) in sources.in_all_folders(sheets) {
            self.load_loadouts::<B>(source, &known);
            let added = sources.get(ARCHETYPES_FILE, number).into_iter().flat_map(archetype_ids);
            let sheets = &B::content_mut(&mut self.content).sheets;
            let bare = added.filter(|id| !sheets.contains_key(*id) && source.root.get(id).is_none());
            let what = |id| format!("archetype `{id}` has no sheet here");
            self.diagnostics.extend(bare.map(|id| source.diagnostic_at(source.root.span.start, what(id))));
        }
    }

    fn load_loadouts<B: ContentKind>(&mut self, source: &SourceFile, known: &BTreeSet<&str>) {
        for (id, node) in self.entries(source, &source.root) {
            if !known.contains(id.as_str()) {
                let child = source.root.children.iter().find(|child| child.label == id);
                let at = child.map_or(node.span.start, |child| child.label_at);
                let problem = source.diagnostic_at(at, format!("unknown archetype `{id}`"));
                self.diagnostics.push(problem.with_hint(&id, known.iter().copied()));
                continue;
            }
            let Some(loadout) = self.parse_entry::<BookLoadout<B::Sheet>>(source, node) else { continue };
            let driven = self.content.archetypes.get(&id).is_some_and(|sort| sort.vehicle.is_some());
            let book_content = B::content_mut(&mut self.content);
            let dress =
                |entry: &mut EntryValidator<'_>| equip_loadout::<B>(entry, loadout, (book_content, driven));
            let loadout = validated_entry(&mut self.diagnostics, source, node, dress);
            if let Some(loadout) = loadout {
                book_content.sheets.insert(id, loadout);
            }
        }
    }
}

/// Applies the armour of a loadout to its sheet.
fn equip_loadout<B: ContentKind>(
    entry: &mut EntryValidator<'_>,
    mut loadout: BookLoadout<B::Sheet>,
    (book_content, driven): (&BookContentOf<B>, bool),
) -> BookLoadout<B::Sheet> {
    match driven {
        // The crew fights, not the vehicle.
        true => entry.require_carried("weapons", "weapon", &loadout.weapons, &book_content.weapons),
        false => entry.require_armed(&loadout.weapons, &book_content.weapons),
    }
    entry.require_carried("armour", "armour", &loadout.armour, &book_content.armours);
    for piece in loadout.armour.iter().filter_map(|id| book_content.armours.get(id)) {
        B::put_on(&mut loadout.sheet, piece);
    }
    B::validate_sheet(entry, &loadout.sheet, &book_content.weapons);
    loadout
}

/// Adds a piece to the name of the armour.
fn append_name(worn: &mut String, piece: &str) {
    if !worn.is_empty() {
        worn.push_str(", ");
    }
    worn.push_str(piece);
}

/// Ids in a file of archetypes, valid or not.
fn archetype_ids(source: &SourceFile) -> impl Iterator<Item = &str> {
    source.root.children.iter().map(|child| child.label.as_str())
}
