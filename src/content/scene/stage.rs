//! A scene file's names looked up, and its sense judged.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::raw::{RawAction, RawBarrier, RawScene, RawUnit, RawVersion};
use super::{SCENE_FORMAT, Scene, SceneUnit, has_errors};
use crate::content::check::{self, Entry};
use crate::content::library::Content;
use crate::content::problem::Problem;
use crate::content::resolve;
use crate::content::source::Source;
use crate::field::{Cell, Edge, Obstacle, Place};
use crate::rules::Book;
use crate::rules::swan_song::{BarrierOnLine, Fighter, Karma, Pool, Sheet, Switches, Weapon, base, damage};

/// Most units and most barriers of a scene.
const MOST: usize = 20;
/// Highest column or row of a square.
pub(super) const FARTHEST: u16 = 199;
/// The scene of a file, if nothing is wrong with it that matters.
pub(super) fn scene(content: &Content, source: &Source) -> (Option<Scene>, Vec<Problem>) {
    if let Ok(RawVersion { format }) = source.parse(&source.root)
        && format != SCENE_FORMAT
    {
        let what = format!("this is a scene of format {format}; this program reads format {SCENE_FORMAT}");
        return (None, vec![source.problem(source.root.locate(&["format"]), what)]);
    }
    let raw: RawScene = match source.parse(&source.root) {
        Ok(raw) => raw,
        Err(problem) => return (None, vec![problem]),
    };
    let mut entry = Entry::new(source, &source.root);
    let scene = Stage::set(&mut entry, content, &raw).and_then(|stage| stage.scene(&mut entry, raw));
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
    pub barriers: Vec<BarrierOnLine>,
    pub places: Vec<Option<(Place, Obstacle)>>,
}

impl<'c> Stage<'c> {
    fn set(entry: &mut Entry<'_>, content: &'c Content, raw: &RawScene) -> Option<Self> {
        entry.title(&["name"], &raw.name);
        if !raw.description.is_empty() {
            entry.text(&["description"], &raw.description);
        }
        if raw.book != Book::SwanSong {
            let problem = entry.problem(&["book"], format!("{} has no scenes yet", raw.book.name()));
            entry.problems.push(problem.expecting(Book::SwanSong.id()));
        }
        entry.range(&["units"], raw.units.len(), 1..=MOST);
        entry.range(&["barriers"], raw.barriers.len(), 0..=MOST);
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
            barriers: Vec::new(),
            places: Vec::new(),
        };
        for (number, unit) in (0..).zip(&raw.units) {
            stage.add_unit(entry, number, unit);
        }
        for (number, barrier) in (0..).zip(&raw.barriers) {
            stage.add_barrier(entry, number, barrier);
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

    fn add_barrier(&mut self, entry: &mut Entry<'_>, number: u32, raw: &RawBarrier) {
        let index = number.to_string();
        let at_field = |label| ["barriers", index.as_str(), label];
        let content = self.content;
        let kind = raw.kind.as_ref().and_then(|id| {
            let kind = content.barrier_kinds.get(id);
            if kind.is_none() {
                let known = content.barrier_kinds.keys().map(String::as_str);
                entry.unknown(&at_field("kind"), "kind of barrier", id, known);
            }
            kind
        });
        let material = raw.material.as_ref().and_then(|id| {
            let material = content.materials.get(id);
            if material.is_none() {
                entry.unknown(
                    &at_field("material"),
                    "material",
                    id,
                    content.materials.keys().map(String::as_str),
                );
            }
            material
        });
        let rating = |own: Option<u32>, of_kind: Option<u32>, of_material: Option<u32>| {
            own.or(of_kind).or(of_material)
        };
        let structure =
            rating(raw.structure, kind.map(|kind| kind.structure), material.map(|row| row.structure));
        let armor = rating(raw.armor, kind.map(|kind| kind.armor), material.map(|row| row.armor));
        let (Some(structure), Some(armor)) = (structure, armor) else {
            if raw.kind.is_none() && raw.material.is_none() {
                let what = "a barrier needs a `kind`, a `material`, or `structure` and `armor`";
                entry.error(&["barriers", &index], what);
            }
            return;
        };
        let thickness_cm = raw.thickness_cm.or(kind.map(|kind| kind.thickness_cm)).unwrap_or(10);
        let transparent = raw.transparent.unwrap_or_else(|| kind.is_some_and(|kind| kind.transparent));
        entry.range(&at_field("structure"), structure, 1..=1000);
        entry.range(&at_field("armor"), armor, 0..=1000);
        entry.range(&at_field("thickness_cm"), thickness_cm, 1..=1000);
        let usual = kind.map(|kind| kind.name.clone()).or(material.map(|row| row.name.to_lowercase()));
        let name = raw.name.clone().or(usual).unwrap_or_else(|| "barrier".to_owned());
        entry.title(&at_field("name"), &name);
        let height_cm = raw.height_cm.or(kind.map(|kind| kind.height_cm)).unwrap_or(300);
        let width_pct = raw.width_pct.or(kind.map(|kind| kind.width_pct)).unwrap_or(100);
        entry.range(&at_field("width_pct"), width_pct, 1..=100);
        let obstacle = Obstacle { id: number + 1, height_cm, transparent, blocks_move: true, width_pct };
        let place = match (raw.square, raw.edge) {
            (None, None) => None,
            (Some(square), None) => Some((square, Place::Square(cell(square)))),
            (None, Some((x, y, side))) => Some(((x, y), Place::Edge(Edge::new(cell((x, y)), side.into())))),
            (Some(_), Some(_)) => {
                entry.error(&at_field("square"), "a barrier stands either in a `square` or on an `edge`");
                return;
            }
        };
        if let Some(((x, y), _)) = place {
            let label = if raw.square.is_some() { "square" } else { "edge" };
            entry.range(&at_field(label), x.max(y), 0..=FARTHEST);
        }
        self.places.push(place.map(|(_, place)| (place, obstacle)));
        self.barriers.push(BarrierOnLine {
            id: number + 1,
            name,
            structure,
            armor,
            thickness_cm,
            damage: raw.damage,
            transparent,
        });
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
            barriers: self.barriers,
            action,
            defence,
        })
    }
}

fn cell((x, y): (u16, u16)) -> Cell {
    Cell::new(i32::from(x), i32::from(y))
}

fn lose(pool: &mut Pool, lost: u16) {
    if pool.max > 0 {
        pool.now -= i32::from(lost);
    }
}

/// Judges something that stands deeper in the file.
fn at(entry: &mut Entry<'_>, labels: &[&str], judge: impl FnOnce(&mut Entry<'_>)) {
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
