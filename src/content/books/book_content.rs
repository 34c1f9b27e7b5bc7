//! What a fight under another book than Swan Song needs: its weapons, its armour, and a sheet for every archetype.
//!
//! Ids are those of Swan Song's files, where name, role and sign of an archetype stand once for all books; a book may have
//! weapons of its own besides.

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
/// Longest shot, in metres.
const MAX_RANGE_METRES: u32 = 5000;
/// Largest magazine.
const MAX_MAGAZINE: u32 = 1000;

/// A fighter's values in one book, and what it carries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookLoadout<S> {
    /// Its values; on a shelf the armour worn is among them.
    pub sheet: S,
    /// Ids of the weapons carried, the one in hand first.
    pub weapons: Vec<String>,
    /// Ids of the armour worn, the innermost first.
    #[serde(default = "Vec::new")]
    pub armour: Vec<String>,
}

/// Content of one book: sheets `S`, weapons `W` and armour `A`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookContent<S, W, A> {
    /// Sheet and gear of each archetype.
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
    /// How many entries there are in all.
    pub fn entries(&self) -> usize {
        self.sheets.len() + self.weapons.len() + self.armours.len()
    }
}

/// The shelf of Aberrant.
pub type AberrantContent =
    BookContent<rules::aberrant::Sheet, rules::aberrant::Weapon, rules::aberrant::Armour>;
/// The shelf of Attacks and Damage.
pub type AttacksAndDamageContent =
    BookContent<rules::attacks_and_damage::Sheet, rules::attacks_and_damage::Weapon, Protection>;
/// The shelf of Circumstances.
pub type CircumstancesContent =
    BookContent<rules::circumstances::Sheet, rules::circumstances::Weapon, rules::circumstances::Armour>;
/// The shelf of Combat Checks.
pub type CombatChecksContent =
    BookContent<rules::combat_checks::Sheet, rules::combat_checks::Weapon, rules::combat_checks::Armour>;

type BookContentOf<B> =
    BookContent<<B as ContentKind>::Sheet, <B as ContentKind>::Weapon, <B as ContentKind>::Armour>;

/// A book that has a shelf.
pub(crate) trait ContentKind {
    type Sheet: DeserializeOwned;
    type Weapon: DeserializeOwned;
    type Armour: DeserializeOwned;

    /// Files of weapons, armour and sheets in a content folder.
    const FILES: [&'static str; 3];

    /// Where its content goes.
    fn content_mut(content: &mut Content) -> &mut BookContentOf<Self>;

    /// Whether a weapon makes sense.
    fn validate_weapon(entry: &mut EntryValidator<'_>, weapon: &Self::Weapon);

    /// Whether a piece of armour makes sense.
    fn validate_armour(entry: &mut EntryValidator<'_>, armour: &Self::Armour);

    /// Puts armour on.
    fn put_on(sheet: &mut Self::Sheet, armour: &Self::Armour);

    /// Whether a sheet with its armour makes sense beside the weapons of the shelf.
    fn validate_sheet(
        entry: &mut EntryValidator<'_>,
        sheet: &Self::Sheet,
        weapons: &BTreeMap<String, Arc<Self::Weapon>>,
    );
}

/// Files of all shelves in a content folder.
pub(crate) fn book_files() -> impl Iterator<Item = &'static str> {
    [Aberrant::FILES, AttacksAndDamage::FILES, Circumstances::FILES, CombatChecks::FILES]
        .into_iter()
        .flatten()
}

impl ContentLoader {
    /// Loads the shelf of a book, after the archetypes.
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
            let Some(outfit) = self.parse_entry::<BookLoadout<B::Sheet>>(source, node) else { continue };
            let driven = self.content.archetypes.get(&id).is_some_and(|sort| sort.vehicle.is_some());
            let shelf = B::content_mut(&mut self.content);
            let dress = |entry: &mut EntryValidator<'_>| equip_loadout::<B>(entry, outfit, (shelf, driven));
            let outfit = validated_entry(&mut self.diagnostics, source, node, dress);
            if let Some(outfit) = outfit {
                shelf.sheets.insert(id, outfit);
            }
        }
    }
}

/// An outfit whose sheet wears its armour.
fn equip_loadout<B: ContentKind>(
    entry: &mut EntryValidator<'_>,
    mut outfit: BookLoadout<B::Sheet>,
    (shelf, driven): (&BookContentOf<B>, bool),
) -> BookLoadout<B::Sheet> {
    match driven {
        // Those inside do the fighting.
        true => entry.require_carried("weapons", "weapon", &outfit.weapons, &shelf.weapons),
        false => entry.require_armed(&outfit.weapons, &shelf.weapons),
    }
    entry.require_carried("armour", "armour", &outfit.armour, &shelf.armours);
    for piece in outfit.armour.iter().filter_map(|id| shelf.armours.get(id)) {
        B::put_on(&mut outfit.sheet, piece);
    }
    B::validate_sheet(entry, &outfit.sheet, &shelf.weapons);
    outfit
}

/// Adds a piece to the name of what is worn.
fn append_name(worn: &mut String, piece: &str) {
    if !worn.is_empty() {
        worn.push_str(", ");
    }
    worn.push_str(piece);
}

/// Ids in a file of archetypes, of whatever worth their entries are.
fn archetype_ids(source: &SourceFile) -> impl Iterator<Item = &str> {
    source.root.children.iter().map(|child| child.label.as_str())
}
