//! Content of the books other than Swan Song: weapons, armour, and a sheet for every archetype.
//!
//! Ids are those of Swan Song's files, which hold name, role and symbol of each archetype for all books. A book may add
//! weapons of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::book_kind::BookKind;
use crate::definitions::entry_validator::EntryValidator;
use crate::files::load::{ARCHETYPES_FILE, ContentLoader, SourceFiles, validated_entry};
use crate::files::source::SourceFile;
use crate::library::Content;

/// Most action points of a phase.
pub(super) const MAX_ACTION_POINTS: u8 = 12;
/// Most Initiative Dice. `SS-INIT-06`.
pub(super) const MAX_INITIATIVE_DICE: u8 = 5;
/// Longest range, in metres.
pub(super) const MAX_RANGE_METRES: u32 = 5000;
/// Largest magazine.
pub(super) const MAX_MAGAZINE: u32 = 1000;

/// The sheet and equipment of an archetype in one book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookLoadout<S> {
    /// Its sheet; after loading with the armour applied.
    pub sheet: S,
    /// Ids of its weapons, the wielded one first.
    pub weapons: Vec<String>,
    /// Ids of its armour, the innermost first.
    #[serde(default)]
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

/// The content of a book with files of its own.
pub(super) type ShelfOf<B> =
    BookContent<<B as BookKind>::Sheet, <B as BookKind>::Weapon, <B as ShelfKind>::Armour>;

/// A book with files of weapons, armour and sheets of its own.
pub(crate) trait ShelfKind: BookKind {
    /// A piece of armour.
    type Armour: DeserializeOwned + JsonSchema;

    /// The content of this book.
    fn shelf_mut(content: &mut Content) -> &mut ShelfOf<Self>;

    /// Validates a piece of armour.
    fn validate_armour(entry: &mut EntryValidator<'_>, armour: &Self::Armour);

    /// Applies armour to a sheet.
    fn put_on(sheet: &mut Self::Sheet, armour: &Self::Armour);
}

/// Implements loading and lookups of a book with files of its own, whose content is this field of [`Content`].
macro_rules! shelf_queries {
    ($shelf:ident) => {
        fn load_files(
            loader: &mut crate::files::load::ContentLoader,
            sources: &crate::files::load::SourceFiles,
        ) {
            loader.load_shelf::<Self>(sources);
        }

        fn file_schemas() -> Vec<crate::schema::FileSchema> {
            crate::schema::shelf_schemas::<Self>()
        }

        fn entries(content: &Content) -> usize {
            content.$shelf.entries()
        }

        fn weapons(content: &Content) -> &BTreeMap<String, Arc<Self::Weapon>> {
            &content.$shelf.weapons
        }

        fn loadout(content: &Content, archetype: &str) -> Option<(Self::Sheet, Vec<String>)> {
            let loadout = content.$shelf.sheets.get(archetype)?;
            Some((loadout.sheet.clone(), loadout.weapons.clone()))
        }
    };
}
pub(super) use shelf_queries;

impl ContentLoader {
    /// Loads the content of a book, after the archetypes.
    pub fn load_shelf<B: ShelfKind>(&mut self, sources: &SourceFiles) {
        let &[weapons, armours, sheets] = B::FILES else { return };
        for (_, source) in sources.in_all_folders(weapons) {
            for (id, node) in self.entries(source, &source.root) {
                let Some(weapon) = self.parse_entry::<B::Weapon>(source, node) else { continue };
                if validated_entry(&mut self.diagnostics, source, node, |entry| {
                    B::validate_weapon(entry, &weapon)
                })
                .is_some()
                {
                    B::shelf_mut(&mut self.content).weapons.insert(id, Arc::new(weapon));
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
                    B::shelf_mut(&mut self.content).armours.insert(id, armour);
                }
            }
        }
        let known: BTreeSet<&str> =
            sources.in_all_folders(ARCHETYPES_FILE).flat_map(|(_, source)| archetype_ids(source)).collect();
        for (number, source) in sources.in_all_folders(sheets) {
            self.load_loadouts::<B>(source, &known);
            let added = sources.get(ARCHETYPES_FILE, number).into_iter().flat_map(archetype_ids);
            let sheets = &B::shelf_mut(&mut self.content).sheets;
            let bare = added.filter(|id| !sheets.contains_key(*id) && source.root.get(id).is_none());
            let what = |id| format!("archetype `{id}` has no sheet here");
            self.diagnostics.extend(bare.map(|id| source.diagnostic_at(source.root.span.start, what(id))));
        }
    }

    fn load_loadouts<B: ShelfKind>(&mut self, source: &SourceFile, known: &BTreeSet<&str>) {
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
            let book_content = B::shelf_mut(&mut self.content);
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
fn equip_loadout<B: ShelfKind>(
    entry: &mut EntryValidator<'_>,
    mut loadout: BookLoadout<B::Sheet>,
    (book_content, driven): (&ShelfOf<B>, bool),
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
    B::validate_sheet(entry, &loadout.sheet);
    B::validate_named_weapons(entry, &loadout.sheet, &book_content.weapons);
    loadout
}

/// Adds a piece to the name of the armour.
pub(super) fn append_name(worn: &mut String, piece: &str) {
    if !worn.is_empty() {
        worn.push_str(", ");
    }
    worn.push_str(piece);
}

/// Ids in a file of archetypes, valid or not.
fn archetype_ids(source: &SourceFile) -> impl Iterator<Item = &str> {
    source.root.children.iter().map(|child| child.label.as_str())
}
