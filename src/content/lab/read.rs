//! A scene file's names looked up, and its sense judged.

use std::collections::BTreeMap;

use super::super::bundle::ContentError;
use super::super::check::{self, Entry};
use super::super::library::Content;
use super::super::load::{ID_SHAPE, is_id, judged};
use super::super::problem::{Problem, Severity};
use super::super::resolve::{self, Purpose};
use super::super::skirmish::{Skirmish, Used, Veteran};
use super::super::source::Source;
use super::raw::{Extras, RawAim, RawAimAt, RawLab, RawLying, RawPose, place};
use super::{Aim, AimAt, Dial, LabScene, Lying, Pose, Tuning, Wear};
use field::{Cell, Place};
use rules::Book;

/// Most weapons that somebody carries.
const MOST_WEAPONS: usize = 12;
/// Most rounds that a weapon is given; more than it holds is a full magazine.
const MOST_ROUNDS: u32 = 10_000;
/// Most damage that a segment is given.
const MOST_DAMAGE: u32 = 100_000;

/// The scene of a file, if nothing is wrong with it that matters.
pub fn lab(content: &Content, source: &Source) -> (Option<LabScene>, Vec<Problem>) {
    let mut raw: RawLab = match source.parse(&source.root) {
        Ok(raw) => raw,
        Err(problem) => return (None, vec![problem]),
    };
    let mut problems = Vec::new();
    let (kinds, grounds) = (std::mem::take(&mut raw.kinds), std::mem::take(&mut raw.grounds));
    let mut scene_kinds = BTreeMap::new();
    let mut scene_grounds = BTreeMap::new();
    let below = |table: &str, id: &str| source.root.get(table).and_then(|table| table.get(id));
    for (id, raw) in kinds {
        let Some(node) = below("kinds", &id).filter(|_| named(source, "kinds", &id, &mut problems)) else {
            continue;
        };
        let judge = |entry: &mut Entry<'_>| check::barrier_kind(entry, raw, &content.materials);
        if let Some(kind) = judged(&mut problems, source, node, judge).flatten() {
            scene_kinds.insert(id, kind);
        }
    }
    for (id, terrain) in grounds {
        let Some(node) = below("grounds", &id).filter(|_| named(source, "grounds", &id, &mut problems))
        else {
            continue;
        };
        if judged(&mut problems, source, node, |entry| check::terrain(entry, &terrain)).is_some() {
            scene_grounds.insert(id, terrain);
        }
    }
    let own;
    let content = if scene_kinds.is_empty() && scene_grounds.is_empty() {
        content
    } else {
        let mut more = content.clone();
        more.barrier_kinds.extend(scene_kinds.clone());
        more.terrains.extend(scene_grounds.clone());
        own = more;
        &own
    };
    let mut entry = Entry { source, node: &source.root, problems };
    let (raw, extras) = raw.split();
    let scene = resolve::resolve(&mut entry, content, raw, Purpose::Lab).map(|skirmish| {
        let mut scene = LabScene::new(skirmish);
        scene.kinds = scene_kinds;
        scene.grounds = scene_grounds;
        finish(&mut entry, content, &mut scene, extras);
        scene.tidy()
    });
    let broken = entry.problems.iter().any(|problem| problem.severity == Severity::Error);
    (scene.filter(|_| !broken), entry.problems)
}

/// Whether an id of the scene's own can be one.
fn named(source: &Source, table: &str, id: &str, problems: &mut Vec<Problem>) -> bool {
    if !is_id(id) {
        let at = source.root.locate(&[table, id]);
        problems.push(source.problem(at, format!("{id:?} is no id")).expecting(ID_SHAPE));
    }
    is_id(id)
}

fn finish(entry: &mut Entry<'_>, content: &Content, scene: &mut LabScene, extras: Extras) {
    for (name, raw) in extras.poses {
        let Some(at) = unit(entry, &scene.skirmish, &["poses", &name], &name) else { continue };
        pose(entry, content, scene, (at, &name), raw);
    }
    for (index, raw) in extras.worn.into_iter().enumerate() {
        let labels = ["worn", &index.to_string()];
        let at = place(raw.cell, raw.side);
        let Some(kind) = scene.barrier_at(at) else {
            entry.error(&labels, "no barrier stands there");
            continue;
        };
        let kind = scene.kinds.get(kind).or_else(|| content.barrier_kinds.get(kind));
        if raw.open && kind.is_some_and(|kind| !kind.openable) {
            entry.error(&["worn", labels[1], "open"], "this cannot be opened");
        }
        entry.range(&["worn", labels[1], "damage"], raw.damage, 0..=MOST_DAMAGE);
        let wear = Wear { damage: raw.damage, holed: raw.holed, open: raw.open };
        if wear != Wear::default() {
            scene.worn.insert(at, wear);
        }
    }
    for (index, raw) in extras.lying.into_iter().enumerate() {
        let label = index.to_string();
        let cell = Cell::new(raw.cell.0, raw.cell.1);
        if scene.skirmish.map.terrain_at(cell).is_none() {
            entry.error(&["lying", &label, "cell"], "this square is not on the map");
        }
        let RawLying { book, loaded, mode, fault, .. } = raw;
        let thing = Used { loaded, mode, fault, ..Used::new(&raw.weapon) };
        if used(entry, content, book, &["lying", &label], &thing) {
            scene.lying.push(Lying { cell, book, thing });
        }
    }
    for (name, dials) in extras.tuned {
        let Some(at) = unit(entry, &scene.skirmish, &["tuned", &name], &name) else { continue };
        let dials = dials.into_iter().map(|raw| {
            let dial = Dial { book: raw.book, of: raw.of, number: raw.number };
            (dial, raw.is)
        });
        scene.tuned[at] = dials.collect::<Tuning>();
        if !tunes(entry, content, scene, (at, &name)) {
            scene.tuned[at].clear();
        }
    }
    scene.aim = extras.aim.and_then(|raw| aim(entry, scene, raw));
}

/// The number of a unit.
fn unit(entry: &mut Entry<'_>, skirmish: &Skirmish, labels: &[&str], name: &str) -> Option<usize> {
    let found = skirmish.units.iter().position(|unit| unit.name == name);
    if found.is_none() {
        entry.unknown(labels, "unit", name, skirmish.units.iter().map(|unit| unit.name.as_str()));
    }
    found
}

/// Whether a book has a weapon, and it holds so many rounds.
fn used(entry: &mut Entry<'_>, content: &Content, book: Book, labels: &[&str], thing: &Used) -> bool {
    let at = |label| labels.iter().copied().chain([label]).collect::<Vec<_>>();
    if content.weapon(book, &thing.weapon).is_none() {
        entry.unknown(&at("weapon"), "weapon", &thing.weapon, content.weapon_ids(book));
        return false;
    }
    if let Some(loaded) = thing.loaded {
        entry.range(&at("loaded"), loaded, 0..=MOST_ROUNDS);
    }
    true
}

fn pose(
    entry: &mut Entry<'_>,
    content: &Content,
    scene: &mut LabScene,
    (at, name): (usize, &str),
    raw: RawPose,
) {
    let kit = raw.carries.filter(|carried| {
        let Some(condition) = &raw.condition else {
            entry.error(&["poses", name, "carries"], "it takes a `condition`, which says the book");
            return false;
        };
        let book = condition.book();
        let fits = carried.iter().enumerate().filter(|(nth, thing)| {
            used(entry, content, book, &["poses", name, "carries", &nth.to_string()], thing)
        });
        fits.count() == carried.len()
    });
    let unit = &mut scene.skirmish.units[at];
    let in_cover = raw.in_cover || unit.in_cover;
    scene.poses[at] = Pose { prone: raw.prone, in_cover, gait: raw.gait };
    unit.veteran = raw.condition.map(|condition| Veteran { kit, ..Veteran::new(condition, raw.karma) });
}

/// Whether a unit can be tuned so in each book that is spoken of.
fn tunes(entry: &mut Entry<'_>, content: &Content, scene: &LabScene, (at, name): (usize, &str)) -> bool {
    let before = entry.problems.len();
    for book in Book::ALL {
        let Some(first) = scene.tuned[at].keys().position(|dial| dial.book == book) else { continue };
        let labels = ["tuned", name, &first.to_string()];
        let alone = LabScene {
            tuned: scene
                .tuned
                .iter()
                .enumerate()
                .map(|(n, own)| if n == at { own.clone() } else { Tuning::new() })
                .collect(),
            ..scene.clone()
        };
        match alone.bundle(content, book) {
            Err(ContentError::Tuning { error, .. }) => entry.error(&labels, error.to_string()),
            Err(ContentError::NoSheet { archetype, .. }) => {
                entry.error(&labels, format!("`{archetype}` has no sheet under {}", book.name()));
            }
            _ => {}
        }
    }
    entry.problems.len() == before
}

fn aim(entry: &mut Entry<'_>, scene: &LabScene, raw: RawAim) -> Option<Aim> {
    let skirmish = &scene.skirmish;
    let attacker = unit(entry, skirmish, &["aim", "attacker"], &raw.attacker)?;
    entry.range(&["aim", "weapon"], raw.weapon, 0..=MOST_WEAPONS);
    let at = match raw.at {
        RawAimAt::Unit(name) => AimAt::Unit(unit(entry, skirmish, &["aim", "at"], &name)?),
        RawAimAt::Square((x, y)) => {
            let cell = Cell::new(x, y);
            if skirmish.map.terrain_at(cell).is_none() {
                entry.error(&["aim", "at"], "this square is not on the map");
            }
            AimAt::Square(cell)
        }
        RawAimAt::Barrier { cell, side } => {
            let at: Place = place(cell, side);
            if scene.barrier_at(at).is_none() {
                entry.error(&["aim", "at"], "no barrier stands there");
            }
            AimAt::Barrier(at)
        }
    };
    Some(Aim { attacker, at, weapon: raw.weapon, mode: raw.mode, manner: raw.manner })
}
