//! What a fight under another book than Swan Song needs: its weapons, its armour, and a sheet for every archetype.
//!
//! Ids are those of Swan Song's files, where name, role and sign of an archetype stand once for all books; a book may have
//! weapons of its own besides.

mod aberrant;
mod attacks_and_damage;
mod circumstances;
mod combat_checks;
mod judge;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::check::Entry;
use super::library::Content;
use super::load::{ARCHETYPES, Loader, Sources, judged};
use super::source::Source;

pub(super) use aberrant::Aberrant;
pub(super) use attacks_and_damage::AttacksAndDamage;
pub use attacks_and_damage::Protection;
pub(super) use circumstances::Circumstances;
pub(super) use combat_checks::CombatChecks;
pub(super) use judge::{judge_sheet, judge_weapon};

/// Most action points of a phase.
const MOST_ACTION_POINTS: u8 = 12;
/// Most Initiative Dice. `SS-INIT-06`.
const MOST_INITIATIVE_DICE: u8 = 5;
/// Longest shot, in metres.
const LONGEST_RANGE: u32 = 5000;
/// Largest magazine.
const LARGEST_MAGAZINE: u32 = 1000;

/// A fighter's values in one book, and what it carries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outfit<S> {
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
pub struct Shelf<S, W, A> {
    /// Sheet and gear of each archetype.
    pub sheets: BTreeMap<String, Outfit<S>>,
    /// Weapons.
    pub weapons: BTreeMap<String, Arc<W>>,
    /// Armour.
    pub armours: BTreeMap<String, A>,
}

impl<S, W, A> Default for Shelf<S, W, A> {
    fn default() -> Self {
        Self { sheets: BTreeMap::new(), weapons: BTreeMap::new(), armours: BTreeMap::new() }
    }
}

impl<S, W, A> Shelf<S, W, A> {
    /// How many entries there are in all.
    pub fn entries(&self) -> usize {
        self.sheets.len() + self.weapons.len() + self.armours.len()
    }
}

/// The shelf of Aberrant.
pub type AberrantShelf = Shelf<rules::aberrant::Sheet, rules::aberrant::Weapon, rules::aberrant::Armour>;
/// The shelf of Attacks and Damage.
pub type AttacksAndDamageShelf =
    Shelf<rules::attacks_and_damage::Sheet, rules::attacks_and_damage::Weapon, Protection>;
/// The shelf of Circumstances.
pub type CircumstancesShelf =
    Shelf<rules::circumstances::Sheet, rules::circumstances::Weapon, rules::circumstances::Armour>;
/// The shelf of Combat Checks.
pub type CombatChecksShelf =
    Shelf<rules::combat_checks::Sheet, rules::combat_checks::Weapon, rules::combat_checks::Armour>;

type ShelfOf<B> = Shelf<<B as Stock>::Sheet, <B as Stock>::Weapon, <B as Stock>::Armour>;

/// A book that has a shelf.
pub(super) trait Stock {
    type Sheet: DeserializeOwned;
    type Weapon: DeserializeOwned;
    type Armour: DeserializeOwned;

    /// Files of weapons, armour and sheets in a content folder.
    const FILES: [&'static str; 3];

    /// Where its content goes.
    fn shelf(content: &mut Content) -> &mut ShelfOf<Self>;

    /// Whether a weapon makes sense.
    fn weapon(entry: &mut Entry<'_>, weapon: &Self::Weapon);

    /// Whether a piece of armour makes sense.
    fn armour(entry: &mut Entry<'_>, armour: &Self::Armour);

    /// Puts armour on.
    fn wear(sheet: &mut Self::Sheet, armour: &Self::Armour);

    /// Whether a sheet with its armour makes sense beside the weapons of the shelf.
    fn sheet(entry: &mut Entry<'_>, sheet: &Self::Sheet, weapons: &BTreeMap<String, Arc<Self::Weapon>>);
}

/// Files of all shelves in a content folder.
pub(super) fn files() -> impl Iterator<Item = &'static str> {
    [Aberrant::FILES, AttacksAndDamage::FILES, Circumstances::FILES, CombatChecks::FILES]
        .into_iter()
        .flatten()
}

impl Loader {
    /// Loads the shelf of a book, after the archetypes.
    pub fn shelf<B: Stock>(&mut self, sources: &Sources) {
        let [weapons, armours, sheets] = B::FILES;
        for (_, source) in sources.each(weapons) {
            for (id, node) in self.entries(source, &source.root) {
                let Some(weapon) = self.parse::<B::Weapon>(source, node) else { continue };
                if judged(&mut self.problems, source, node, |entry| B::weapon(entry, &weapon)).is_some() {
                    B::shelf(&mut self.content).weapons.insert(id, Arc::new(weapon));
                }
            }
        }
        for (_, source) in sources.each(armours) {
            for (id, node) in self.entries(source, &source.root) {
                let Some(armour) = self.parse::<B::Armour>(source, node) else { continue };
                if judged(&mut self.problems, source, node, |entry| B::armour(entry, &armour)).is_some() {
                    B::shelf(&mut self.content).armours.insert(id, armour);
                }
            }
        }
        let known: BTreeSet<&str> = sources.each(ARCHETYPES).flat_map(|(_, source)| labels(source)).collect();
        for (number, source) in sources.each(sheets) {
            self.outfits::<B>(source, &known);
            let added = sources.get(ARCHETYPES, number).into_iter().flat_map(labels);
            let sheets = &B::shelf(&mut self.content).sheets;
            let bare = added.filter(|id| !sheets.contains_key(*id) && source.root.get(id).is_none());
            let what = |id| format!("archetype `{id}` has no sheet here");
            self.problems.extend(bare.map(|id| source.problem(source.root.span.start, what(id))));
        }
    }

    fn outfits<B: Stock>(&mut self, source: &Source, known: &BTreeSet<&str>) {
        for (id, node) in self.entries(source, &source.root) {
            if !known.contains(id.as_str()) {
                let child = source.root.children.iter().find(|child| child.label == id);
                let at = child.map_or(node.span.start, |child| child.label_at);
                let problem = source.problem(at, format!("unknown archetype `{id}`"));
                self.problems.push(problem.hint(&id, known.iter().copied()));
                continue;
            }
            let Some(outfit) = self.parse::<Outfit<B::Sheet>>(source, node) else { continue };
            let driven = self.content.archetypes.get(&id).is_some_and(|sort| sort.vehicle.is_some());
            let shelf = B::shelf(&mut self.content);
            let dress = |entry: &mut Entry<'_>| dressed::<B>(entry, outfit, (shelf, driven));
            let outfit = judged(&mut self.problems, source, node, dress);
            if let Some(outfit) = outfit {
                shelf.sheets.insert(id, outfit);
            }
        }
    }
}

/// An outfit whose sheet wears its armour.
fn dressed<B: Stock>(
    entry: &mut Entry<'_>,
    mut outfit: Outfit<B::Sheet>,
    (shelf, driven): (&ShelfOf<B>, bool),
) -> Outfit<B::Sheet> {
    match driven {
        // Those inside do the fighting.
        true => entry.carried("weapons", "weapon", &outfit.weapons, &shelf.weapons),
        false => entry.armed(&outfit.weapons, &shelf.weapons),
    }
    entry.carried("armour", "armour", &outfit.armour, &shelf.armours);
    for piece in outfit.armour.iter().filter_map(|id| shelf.armours.get(id)) {
        B::wear(&mut outfit.sheet, piece);
    }
    B::sheet(entry, &outfit.sheet, &shelf.weapons);
    outfit
}

/// Adds a piece to the name of what is worn.
fn and_name(worn: &mut String, piece: &str) {
    if !worn.is_empty() {
        worn.push_str(", ");
    }
    worn.push_str(piece);
}

/// Ids in a file of archetypes, of whatever worth their entries are.
fn labels(source: &Source) -> impl Iterator<Item = &str> {
    source.root.children.iter().map(|child| child.label.as_str())
}
