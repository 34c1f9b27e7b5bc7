//! Reads a Lab scene: resolves its names and validates it.

use std::collections::BTreeMap;

use super::super::library::Content;
use super::raw::{LabExtras, RawLab, RawLabAction, RawLabItem, RawLabTarget, RawLabUnitState, to_place};
use super::{BarrierWear, LabAction, LabItem, LabScene, LabTarget, LabUnitState, NumberKey, NumberOverrides};
use crate::definitions::validate;
use crate::definitions::validate::EntryValidator;
use crate::diagnostic::{Diagnostic, Severity};
use crate::files::load::{ID_SHAPE, is_id, validated_entry};
use crate::files::source::SourceFile;
use crate::skirmishes::bundle::ContentError;
use crate::skirmishes::resolve;
use crate::skirmishes::resolve::SkirmishPurpose;
use crate::skirmishes::skirmish::{CampaignUnit, Skirmish, UsedWeapon};
use model::{Cell, ObstaclePosition};
use rules::Book;

/// Most weapons of a unit.
const MAX_WEAPONS: usize = 12;
/// Most rounds given to a weapon; above its capacity it is full.
const MAX_ROUNDS: u32 = 10_000;
/// Most damage given to a segment.
const MAX_DAMAGE: u32 = 100_000;

/// Reads the scene of a file; `None` if it has errors.
pub fn read_lab_scene(content: &Content, source: &SourceFile) -> (Option<LabScene>, Vec<Diagnostic>) {
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
        let Some(node) = below("kinds", &id).filter(|_| check_id(source, "kinds", &id, &mut problems)) else {
            continue;
        };
        let judge =
            |entry: &mut EntryValidator<'_>| validate::validate_barrier_kind(entry, raw, &content.materials);
        if let Some(kind) = validated_entry(&mut problems, source, node, judge).flatten() {
            scene_kinds.insert(id, kind);
        }
    }
    for (id, terrain) in grounds {
        let Some(node) = below("grounds", &id).filter(|_| check_id(source, "grounds", &id, &mut problems))
        else {
            continue;
        };
        if validated_entry(&mut problems, source, node, |entry| validate::validate_terrain(entry, &terrain))
            .is_some()
        {
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
    let mut entry = EntryValidator { source, node: &source.root, diagnostics: problems };
    let (raw, extras) = raw.split();
    let scene = resolve::resolve_skirmish(&mut entry, content, raw, SkirmishPurpose::Lab).map(|skirmish| {
        let mut scene = LabScene::new(skirmish);
        scene.kinds = scene_kinds;
        scene.grounds = scene_grounds;
        apply_extras(&mut entry, content, &mut scene, extras);
        scene.normalised()
    });
    let broken = entry.diagnostics.iter().any(|problem| problem.severity == Severity::Error);
    (scene.filter(|_| !broken), entry.diagnostics)
}

/// Checks an id that the scene defines.
fn check_id(source: &SourceFile, table: &str, id: &str, problems: &mut Vec<Diagnostic>) -> bool {
    if !is_id(id) {
        let at = source.root.locate(&[table, id]);
        problems.push(source.diagnostic_at(at, format!("{id:?} is not a valid id")).with_expected(ID_SHAPE));
    }
    is_id(id)
}

fn apply_extras(entry: &mut EntryValidator<'_>, content: &Content, scene: &mut LabScene, extras: LabExtras) {
    for (name, raw) in extras.unit_states {
        let Some(at) = unit_index(entry, &scene.skirmish, &["poses", &name], &name) else { continue };
        apply_unit_state(entry, content, scene, (at, &name), raw);
    }
    for (index, raw) in extras.damaged.into_iter().enumerate() {
        let labels = ["worn", &index.to_string()];
        let at = to_place(raw.cell, raw.side);
        let Some(kind) = scene.barrier_at(at) else {
            entry.error(&labels, "there is no barrier");
            continue;
        };
        let kind = scene.kinds.get(kind).or_else(|| content.barrier_kinds.get(kind));
        if raw.open && kind.is_some_and(|kind| !kind.openable) {
            entry.error(&["worn", labels[1], "open"], "this barrier cannot be opened");
        }
        entry.require_range(&["worn", labels[1], "damage"], raw.damage, 0..=MAX_DAMAGE);
        let wear = BarrierWear { damage: raw.damage, holed: raw.holed, open: raw.open };
        if wear != BarrierWear::default() {
            scene.damaged.insert(at, wear);
        }
    }
    for (index, raw) in extras.items.into_iter().enumerate() {
        let label = index.to_string();
        let cell = Cell::new(raw.cell.0, raw.cell.1);
        if scene.skirmish.map.terrain_at(cell).is_none() {
            entry.error(&["lying", &label, "cell"], "this square is not on the map");
        }
        let RawLabItem { book, loaded, mode, fault, .. } = raw;
        let thing = UsedWeapon { loaded, mode, fault, ..UsedWeapon::new(&raw.weapon) };
        if check_used_weapon(entry, content, book, &["lying", &label], &thing) {
            scene.items.push(LabItem { cell, book, thing });
        }
    }
    for (name, dials) in extras.overrides {
        let Some(at) = unit_index(entry, &scene.skirmish, &["tuned", &name], &name) else { continue };
        let dials = dials.into_iter().map(|raw| {
            let dial = NumberKey { book: raw.book, of: raw.of, number: raw.number };
            (dial, raw.is)
        });
        scene.overrides[at] = dials.collect::<NumberOverrides>();
        if !check_overrides(entry, content, scene, (at, &name)) {
            scene.overrides[at].clear();
        }
    }
    scene.aim = extras.aim.and_then(|raw| resolve_action(entry, scene, raw));
}

/// The index of a unit.
fn unit_index(
    entry: &mut EntryValidator<'_>,
    skirmish: &Skirmish,
    labels: &[&str],
    name: &str,
) -> Option<usize> {
    let found = skirmish.units.iter().position(|unit| unit.name == name);
    if found.is_none() {
        entry.require_known(labels, "unit", name, skirmish.units.iter().map(|unit| unit.name.as_str()));
    }
    found
}

/// Checks that a book has a weapon with this many rounds.
fn check_used_weapon(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    book: Book,
    labels: &[&str],
    thing: &UsedWeapon,
) -> bool {
    let at = |label| labels.iter().copied().chain([label]).collect::<Vec<_>>();
    if content.weapon(book, &thing.weapon).is_none() {
        entry.require_known(&at("weapon"), "weapon", &thing.weapon, content.weapon_ids(book));
        return false;
    }
    if let Some(loaded) = thing.loaded {
        entry.require_range(&at("loaded"), loaded, 0..=MAX_ROUNDS);
    }
    true
}

fn apply_unit_state(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    scene: &mut LabScene,
    (at, name): (usize, &str),
    raw: RawLabUnitState,
) {
    let kit = raw.carries.filter(|carried| {
        let Some(condition) = &raw.condition else {
            entry.error(&["poses", name, "carries"], "needs a `condition`, which names the book");
            return false;
        };
        let book = condition.book();
        let fits = carried.iter().enumerate().filter(|(nth, thing)| {
            check_used_weapon(entry, content, book, &["poses", name, "carries", &nth.to_string()], thing)
        });
        fits.count() == carried.len()
    });
    let unit = &mut scene.skirmish.units[at];
    let in_cover = raw.in_cover || unit.in_cover;
    scene.unit_states[at] = LabUnitState { prone: raw.prone, in_cover, gait: raw.gait };
    unit.campaign_unit = raw
        .condition
        .map(|condition| CampaignUnit { loadout: kit, ..CampaignUnit::new(condition, raw.karma) });
}

/// Checks the overrides of a unit in each book that they name.
fn check_overrides(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    scene: &LabScene,
    (at, name): (usize, &str),
) -> bool {
    let before = entry.diagnostics.len();
    for book in Book::ALL {
        let Some(first) = scene.overrides[at].keys().position(|dial| dial.book == book) else { continue };
        let labels = ["tuned", name, &first.to_string()];
        let alone = LabScene {
            overrides: scene
                .overrides
                .iter()
                .enumerate()
                .map(|(n, own)| if n == at { own.clone() } else { NumberOverrides::new() })
                .collect(),
            ..scene.clone()
        };
        match alone.bundle(content, book) {
            Err(ContentError::Override { error, .. }) => entry.error(&labels, error.to_string()),
            Err(ContentError::NoSheet { archetype, .. }) => {
                entry.error(&labels, format!("`{archetype}` has no sheet under {}", book.name()));
            }
            _ => {}
        }
    }
    entry.diagnostics.len() == before
}

fn resolve_action(entry: &mut EntryValidator<'_>, scene: &LabScene, raw: RawLabAction) -> Option<LabAction> {
    let skirmish = &scene.skirmish;
    let attacker = unit_index(entry, skirmish, &["aim", "attacker"], &raw.attacker)?;
    entry.require_range(&["aim", "weapon"], raw.weapon, 0..=MAX_WEAPONS);
    let at = match raw.at {
        RawLabTarget::Unit(name) => LabTarget::Unit(unit_index(entry, skirmish, &["aim", "at"], &name)?),
        RawLabTarget::Square((x, y)) => {
            let cell = Cell::new(x, y);
            if skirmish.map.terrain_at(cell).is_none() {
                entry.error(&["aim", "at"], "this square is not on the map");
            }
            LabTarget::Square(cell)
        }
        RawLabTarget::Barrier { cell, side } => {
            let at: ObstaclePosition = to_place(cell, side);
            if scene.barrier_at(at).is_none() {
                entry.error(&["aim", "at"], "there is no barrier");
            }
            LabTarget::Barrier(at)
        }
    };
    Some(LabAction { attacker, at, weapon: raw.weapon, mode: raw.mode, manner: raw.manner })
}
