//! A scene file's names looked up, and its sense judged.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::barriers::Barriers;
use super::cast::Cast;
use super::plays::encounter;
use super::raw::{RawAction, RawHead, RawScene, RawUnit};
use super::raw_encounter::RawEncounter;
use super::{AnyScene, SCENE_FORMAT, Scene, SceneUnit, has_errors};
use crate::content::check::{self, Entry};
use crate::content::library::Content;
use crate::content::problem::Problem;
use crate::content::resolve;
use crate::content::shelf::{Aberrant, AttacksAndDamage, Circumstances, CombatChecks};
use crate::content::source::Source;
use crate::field::Cell;
use crate::rules::Book;
use crate::rules::status;
use crate::rules::swan_song::{Fighter, Karma, Pool, Sheet, Switches, Weapon, base, damage};

/// Most units and most barriers of a scene.
pub(super) const MOST: usize = 20;
/// Highest column or row of a square.
pub(super) const FARTHEST: u16 = 199;

/// The scene of a file, if nothing is wrong with it that matters.
pub(super) fn scene(content: &Content, source: &Source) -> (Option<AnyScene>, Vec<Problem>) {
    let head = source.parse(&source.root).unwrap_or_default();
    let RawHead { format, book } = head;
    if format != SCENE_FORMAT {
        let what = format!("this is a scene of format {format}; this program reads format {SCENE_FORMAT}");
        return (None, vec![source.problem(source.root.locate(&["format"]), what)]);
    }
    match book {
        Book::SwanSong => read(source, |entry, raw: RawScene| {
            let stage = Stage::set(entry, content, &raw)?;
            stage.scene(entry, raw).map(AnyScene::from)
        }),
        Book::Aberrant => other::<Aberrant>(content, source),
        Book::AttacksAndDamage => other::<AttacksAndDamage>(content, source),
        Book::Circumstances => other::<Circumstances>(content, source),
        Book::CombatChecks => other::<CombatChecks>(content, source),
    }
}

/// A scene of another book than Swan Song.
fn other<B: Cast<Sheet: Clone, Weapon: Clone>>(
    content: &Content,
    source: &Source,
) -> (Option<AnyScene>, Vec<Problem>) {
    read(source, |entry, raw: RawEncounter<B>| encounter(entry, content, &raw).map(AnyScene::from))
}

/// Parses a file and judges it.
fn read<T: DeserializeOwned>(
    source: &Source,
    judge: impl FnOnce(&mut Entry<'_>, T) -> Option<AnyScene>,
) -> (Option<AnyScene>, Vec<Problem>) {
    let raw = match source.parse(&source.root) {
        Ok(raw) => raw,
        Err(problem) => return (None, vec![problem]),
    };
    let mut entry = Entry::new(source, &source.root);
    let scene = judge(&mut entry, raw);
    let broken = has_errors(&entry.problems);
    (scene.filter(|_| !broken), entry.problems)
}

/// Everything of a scene but its action.
pub(super) struct Stage<'c> {
    pub content: &'c Content,
    pub switches: Arc<Switches>,
    pub weapons: BTreeMap<String, Arc<Weapon>>,
    pub units: Vec<SceneUnit>,
    /// Squares of the units, and which weapon each has at hand first.
    pub cells: Vec<Option<Cell>>,
    pub first: Vec<Option<String>>,
    pub barriers: Barriers,
}

impl<'c> Stage<'c> {
    fn set(entry: &mut Entry<'_>, content: &'c Content, raw: &RawScene) -> Option<Self> {
        entry.title(&["name"], &raw.name);
        if !raw.description.is_empty() {
            entry.text(&["description"], &raw.description);
        }
        entry.range(&["units"], raw.units.len(), 1..=MOST);
        let mut weapons = content.weapons.clone();
        for (id, weapon) in &raw.weapons {
            at(entry, &["weapons", id], |entry| check::weapon(entry, weapon));
            weapons.insert(id.clone(), Arc::new(weapon.clone()));
        }
        let mut stage = Self {
            content,
            switches: resolve::rules(entry, Book::SwanSong, &raw.switches).engine,
            weapons,
            units: Vec::new(),
            cells: Vec::new(),
            first: Vec::new(),
            barriers: Barriers::read(entry, content, &raw.barriers),
        };
        for (number, unit) in (0..).zip(&raw.units) {
            stage.add_unit(entry, number, unit);
        }
        (!has_errors(&entry.problems)).then_some(stage)
    }

    fn add_unit(&mut self, entry: &mut Entry<'_>, number: u32, raw: &RawUnit) {
        let index = number.to_string();
        let at_field = |label| ["units", index.as_str(), label];
        entry.title(&at_field("name"), &raw.name);
        if self.units.iter().any(|unit| unit.name == raw.name) {
            entry.error(&at_field("name"), format!("two units are called `{}`", raw.name));
        }
        let Some((sheet, usual)) = self.sheet(entry, &index, raw) else { return };
        let held = raw.held.clone().unwrap_or(usual);
        let mut weapons = Vec::new();
        for (place, id) in held.iter().enumerate() {
            match self.weapons.get(id) {
                Some(weapon) => weapons.push(weapon.clone()),
                None => {
                    let known = self.weapons.keys().map(String::as_str);
                    entry.unknown(&["units", &index, "held", &place.to_string()], "weapon", id, known);
                }
            }
        }
        if weapons.iter().map(|weapon| u32::from(weapon.hands)).sum::<u32>() > 2 {
            entry.error(&at_field("held"), "two hands do not hold all this");
        }
        if let Some((x, y)) = raw.cell {
            entry.range(&at_field("cell"), x.max(y), 0..=FARTHEST);
        }
        let karma = Karma { left: raw.karma.unwrap_or(sheet.karma), plan: raw.karma_plan };
        entry.range(&at_field("karma"), karma.left, 0..=20);
        if karma.plan.needs() > karma.left {
            let what = format!("{} Karma are too few for this (SS-BASE-25)", karma.left);
            entry.error(&at_field("karma_plan"), what);
        }
        let mut vitals = base::vitals_of(&sheet, &self.switches);
        let lost = &raw.lost;
        for (pool, lost) in [
            (&mut vitals.shield, lost.shield),
            (&mut vitals.armored, lost.armored),
            (&mut vitals.flesh, lost.flesh),
        ] {
            lose(pool, lost);
        }
        vitals.strain = i32::from(lost.strain);
        vitals.injuries = lost.injuries;
        let fighter = Fighter {
            id: number + 1,
            vitals,
            action_points: raw.action_points.unwrap_or(sheet.action_points),
            gait: raw.gait,
            prone: raw.prone,
            full_defense: raw.full_defense,
            defences: raw.defences,
            in_melee: raw.in_melee,
            down: raw.down.max(damage::state_of(&vitals, sheet.attributes.body)),
            held: weapons,
            may_interrupt: raw.may_interrupt,
            karma,
            ailments: status::together(&raw.ailments),
            sheet: Arc::new(sheet),
        };
        self.units.push(SceneUnit { name: raw.name.clone(), fighter });
        self.cells.push(raw.cell.map(cell));
        self.first.push(held.first().cloned());
    }

    /// The unit's sheet, and the weapons that its sort holds.
    fn sheet(&self, entry: &mut Entry<'_>, index: &str, raw: &RawUnit) -> Option<(Sheet, Vec<String>)> {
        match (&raw.archetype, &raw.sheet) {
            (None, Some(sheet)) => {
                at(entry, &["units", index], |entry| check::sheet(entry, sheet));
                Some((sheet.clone(), Vec::new()))
            }
            (Some(id), None) => match self.content.archetypes.get(id) {
                Some(archetype) => {
                    let mut hands = 2;
                    let mut held = archetype.weapons.clone();
                    held.retain(|id| {
                        let needs = self.content.weapons.get(id).map_or(0, |weapon| weapon.hands);
                        let fits = needs == 0 || (hands == 2 && needs <= hands);
                        hands -= if fits { needs } else { 0 };
                        fits
                    });
                    Some((archetype.sheet.clone(), held))
                }
                None => {
                    let known = self.content.archetypes.keys().map(String::as_str);
                    entry.unknown(&["units", index, "archetype"], "archetype", id, known);
                    None
                }
            },
            _ => {
                entry.error(&["units", index], "say what a unit is with either `archetype` or `sheet`");
                None
            }
        }
    }

    pub fn unit(&self, entry: &mut Entry<'_>, labels: &[&str], name: &str) -> Option<usize> {
        let found = self.units.iter().position(|unit| unit.name == name);
        if found.is_none() {
            entry.unknown(labels, "unit", name, self.units.iter().map(|unit| unit.name.as_str()));
        }
        found
    }

    pub fn fighter(&self, entry: &mut Entry<'_>, name: &str) -> Option<Box<Fighter>> {
        self.unit(entry, &["action", "unit"], name).map(|unit| Box::new(self.units[unit].fighter.clone()))
    }

    fn scene(self, entry: &mut Entry<'_>, raw: RawScene) -> Option<Scene> {
        let defence = match &raw.action {
            RawAction::Attack { defence, .. } => defence.clone(),
            _ => None,
        };
        let action = self.action(entry, &raw.action)?;
        Some(Scene {
            name: raw.name,
            description: raw.description,
            book: raw.book,
            switches: self.switches,
            units: self.units,
            barriers: self.barriers.list,
            action,
            defence,
        })
    }
}

pub(super) fn cell((x, y): (u16, u16)) -> Cell {
    Cell::new(i32::from(x), i32::from(y))
}

fn lose(pool: &mut Pool, lost: u16) {
    if pool.max > 0 {
        pool.now -= i32::from(lost);
    }
}

/// Judges something that stands deeper in the file.
pub(super) fn at(entry: &mut Entry<'_>, labels: &[&str], judge: impl FnOnce(&mut Entry<'_>)) {
    let mut node = entry.node;
    for label in labels {
        match node.get(label) {
            Some(child) => node = child,
            None => break,
        }
    }
    let mut inner = Entry::new(entry.source, node);
    judge(&mut inner);
    entry.problems.append(&mut inner.problems);
}
