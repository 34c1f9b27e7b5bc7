//! Resolves the state of a scene: wounds, equipment and changed numbers of units, damaged barriers, items, the aim.

use super::SceneScript;
use super::raw::{RawAim, RawAimTarget, RawItem, RawNumberOverride, RawScene, RawUnit, to_place};
use crate::books::book_kind::BookKind;
use crate::books::unit_template::UnitTemplate;
use crate::definitions::entry_validator::EntryValidator;
use crate::definitions::kinds::Glyph;
use crate::definitions::personality::Personality;
use crate::lab::{
    BarrierWear, LabAction, LabItem, LabScene, LabTarget, LabUnitState, NumberKey, NumberOverrides,
};
use crate::library::Content;
use crate::skirmishes::bundle::ContentError;
use crate::skirmishes::skirmish::{CampaignUnit, Skirmish, UsedWeapon};
use model::{Cell, ObstaclePosition};
use rules::{Book, RuleSet, Sheet, play, status};

/// Most weapons of a unit.
pub(crate) const MAX_WEAPONS: usize = 12;
/// Most rounds given to a weapon; above its capacity it is full.
const MAX_ROUNDS: u32 = 10_000;
/// Most damage given to a segment.
pub(crate) const MAX_DAMAGE: u32 = 100_000;
/// Number of hands.
const HANDS: u8 = 2;

/// Moves the states and numbers of older files, which are listed by name, into the units.
pub(super) fn merge_old_states<B: BookKind>(entry: &mut EntryValidator<'_>, raw: &mut RawScene<B>) {
    for (name, state) in std::mem::take(&mut raw.unit_states) {
        let Some(at) = unit_index(entry, &raw.units, &["unit_states", &name], &name) else { continue };
        let unit = &mut raw.units[at];
        unit.prone |= state.prone;
        unit.in_cover |= state.in_cover;
        unit.gait = state.gait;
        unit.karma = state.condition.is_some().then_some(state.karma).or(unit.karma);
        unit.health = state.condition.or(unit.health.take());
        unit.carries = state.carries.or(unit.carries.take());
    }
}

/// Applies everything that a file says about the state of a scene.
pub(super) fn apply_state<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    scene: &mut LabScene,
    raw: RawScene<B>,
) {
    for (at, unit) in raw.units.iter().enumerate().take(scene.skirmish.units.len()) {
        scene.unit_states[at] = LabUnitState { prone: unit.prone, in_cover: unit.in_cover, gait: unit.gait };
        scene.skirmish.units[at].campaign_unit = campaign_state(entry, content, scene, (at, unit));
    }
    for (index, raw) in raw.damaged.into_iter().enumerate() {
        let labels = ["damaged", &index.to_string()];
        let at = to_place(raw.cell, raw.side);
        let Some(kind) = scene.barrier_at(at) else {
            entry.error(&labels, "there is no barrier");
            continue;
        };
        let kind = scene.kinds.get(kind).or_else(|| content.barrier_kinds.get(kind));
        if raw.open && kind.is_some_and(|kind| !kind.openable) {
            entry.error(&["damaged", labels[1], "open"], "this barrier cannot be opened");
        }
        entry.require_range(&["damaged", labels[1], "damage"], raw.damage, 0..=MAX_DAMAGE);
        let wear = BarrierWear { damage: raw.damage, holed: raw.holed, open: raw.open };
        if wear != BarrierWear::default() {
            scene.damaged.insert(at, wear);
        }
    }
    for (index, raw) in raw.items.into_iter().enumerate() {
        let label = index.to_string();
        let cell = Cell::new(raw.cell.0, raw.cell.1);
        if scene.skirmish.map.terrain_at(cell).is_none() {
            entry.error(&["items", &label, "cell"], "this square is not on the map");
        }
        let RawItem { book, loaded, mode, fault, .. } = raw;
        let thing = UsedWeapon { loaded, mode, fault, ..UsedWeapon::new(&raw.weapon) };
        if check_used_weapon(entry, (content, scene), book, &["items", &label], &thing) {
            scene.items.push(LabItem { cell, book, thing });
        }
    }
    for (name, numbers) in raw.overrides {
        let labels = ["overrides", name.as_str()];
        if let Some(at) = unit_index(entry, &raw.units, &labels, &name) {
            override_numbers(entry, content, scene, (at, &labels, numbers));
        }
    }
    for (at, mut unit) in raw.units.into_iter().enumerate() {
        let numbers = std::mem::take(&mut unit.numbers);
        if !numbers.is_empty() {
            override_numbers(entry, content, scene, (at, &["units", &at.to_string(), "numbers"], numbers));
        }
        apply_condition(content, scene, (at, &unit));
    }
    if let Some(aim) = raw.aim {
        scene.aim = resolve_aim(entry, scene, aim);
    }
    scene.overlays = raw.overlays;
    scene.script = SceneScript { orders: raw.orders, seed: raw.seed, start: raw.start, shows: raw.shows };
    scene.script.validate(entry, &scene.skirmish);
}

/// The template of a unit with a sheet of its own.
pub(super) fn own_template(name: &str, sheet: Sheet, weapons: Vec<String>) -> UnitTemplate {
    UnitTemplate {
        name: name.to_owned(),
        role: "Defined in its scene.".to_owned(),
        glyph: Glyph::Fist,
        sheet,
        weapons,
        vehicle: None,
        personality: Personality::default(),
    }
}

/// State of a unit at the start, before its stated condition; `None` if it is that of its archetype.
fn campaign_state<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    scene: &LabScene,
    (at, raw): (usize, &RawUnit<B>),
) -> Option<CampaignUnit> {
    let rules = &scene.skirmish.rules;
    let template = scene.template(content, rules.book(), &scene.skirmish.units[at].archetype);
    let loadout = match &raw.carries {
        Some(carried) => {
            let book = raw.health.as_ref().map_or(rules.book(), |health| health.book());
            let number = at.to_string();
            let fits = carried.iter().enumerate().filter(|(nth, thing)| {
                let labels = ["units", number.as_str(), "carries", &nth.to_string()];
                check_used_weapon(entry, (content, scene), book, &labels, thing)
            });
            (fits.count() == carried.len()).then(|| carried.clone())
        }
        None => held_loadout(entry, (content, scene), rules, (at, raw, template.as_ref()?)),
    };
    let stated = raw.health.is_some() || raw.condition.is_some() || raw.karma.is_some();
    if !stated && raw.ailments.is_empty() && loadout.is_none() {
        return None;
    }
    let usual_karma = template.as_ref().map_or(0, |template| play::starting_karma(&template.sheet));
    let condition = match &raw.health {
        Some(health) => health.clone(),
        None => play::starting_health(&template?.sheet, rules),
    };
    let ailments = status::inflict_all(&raw.ailments);
    let karma = raw.karma.unwrap_or(usual_karma);
    Some(CampaignUnit { ailments, loadout, ..CampaignUnit::new(condition, karma) })
}

/// Applies the stated condition, if any, to the full health of the unit's sheet with its numbers and role.
fn apply_condition<B: BookKind>(content: &Content, scene: &mut LabScene, (at, raw): (usize, &RawUnit<B>)) {
    let rules = &scene.skirmish.rules;
    let Some(sheet) = scene.sheet_of(content, rules.book(), at).filter(|_| raw.health.is_none()) else {
        return;
    };
    let fresh = play::starting_health(&scene.skirmish.units[at].sheet(&sheet), rules);
    let condition = match &raw.condition {
        Some(given) => B::apply_health(fresh, given, (raw.round, raw.turn_left)),
        None => fresh,
    };
    if let Some(campaign_unit) = &mut scene.skirmish.units[at].campaign_unit {
        campaign_unit.condition = condition;
    }
}

/// Equipment by what a unit holds, with the rest of its archetype's weapons stowed; `None` if nothing is stated.
fn held_loadout<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    (content, scene): (&Content, &LabScene),
    rules: &RuleSet,
    (at, raw, template): (usize, &RawUnit<B>, &UnitTemplate),
) -> Option<Vec<UsedWeapon>> {
    if raw.held.is_none() && raw.loaded.is_empty() && raw.faults.is_empty() {
        return None;
    }
    let number = at.to_string();
    let held = raw.held.as_deref().unwrap_or_default();
    let stowed = template.weapons.iter().filter(|id| !held.contains(id));
    let mut hands = HANDS;
    let mut loadout = Vec::new();
    for (nth, id) in held.iter().chain(stowed).enumerate() {
        let labels = ["units", number.as_str(), "held", &nth.to_string()];
        let (loaded, fault) = (raw.loaded.get(id).copied(), raw.faults.get(id).copied().unwrap_or_default());
        let thing = UsedWeapon { loaded, fault, ..UsedWeapon::new(id) };
        if !check_used_weapon(entry, (content, scene), rules.book(), &labels, &thing) {
            continue;
        }
        let Some(weapon) = scene.weapon(content, rules.book(), id) else { continue };
        let needed = play::weapon_traits(&weapon, &template.sheet, rules).hands;
        let in_hand = if raw.held.is_some() {
            nth < held.len() || needed == 0
        } else {
            needed <= hands && (needed == 0 || hands == HANDS)
        };
        let off_hand = in_hand && needed == 1 && hands < HANDS;
        hands = hands.saturating_sub(if in_hand { needed } else { 0 });
        loadout.push(UsedWeapon { in_hand, off_hand, ..thing });
    }
    Some(loadout)
}

/// The index of a unit.
fn unit_index<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    units: &[RawUnit<B>],
    labels: &[&str],
    name: &str,
) -> Option<usize> {
    let found = units.iter().position(|unit| unit.name == name);
    if found.is_none() {
        entry.require_known(labels, "unit", name, units.iter().map(|unit| unit.name.as_str()));
    }
    found
}

/// Checks that a book has a weapon with this many rounds.
fn check_used_weapon(
    entry: &mut EntryValidator<'_>,
    (content, scene): (&Content, &LabScene),
    book: Book,
    labels: &[&str],
    thing: &UsedWeapon,
) -> bool {
    let at = |label| labels.iter().copied().chain([label]).collect::<Vec<_>>();
    if scene.weapon(content, book, &thing.weapon).is_none() {
        entry.require_known(&at("weapon"), "weapon", &thing.weapon, content.weapon_ids(book));
        return false;
    }
    if let Some(loaded) = thing.loaded {
        entry.require_range(&at("loaded"), loaded, 0..=MAX_ROUNDS);
    }
    true
}

/// Overrides numbers of a unit, after a check in each book that they name.
fn override_numbers(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    scene: &mut LabScene,
    (at, labels, numbers): (usize, &[&str], Vec<RawNumberOverride>),
) {
    let key = |raw: RawNumberOverride| (NumberKey { book: raw.book, of: raw.of, number: raw.number }, raw.is);
    let numbers: NumberOverrides = numbers.into_iter().map(key).collect();
    let before = entry.diagnostics.len();
    let mut alone = scene.clone();
    alone.overrides.iter_mut().for_each(NumberOverrides::clear);
    alone.overrides[at].clone_from(&numbers);
    for book in Book::ALL {
        let Some(first) = numbers.keys().position(|number| number.book == book) else { continue };
        let first = first.to_string();
        let labels: Vec<&str> = labels.iter().copied().chain([first.as_str()]).collect();
        match alone.bundle(content, book) {
            Err(ContentError::Override { error, .. }) => entry.error(&labels, error.to_string()),
            Err(ContentError::NoSheet { archetype, .. }) => {
                entry.error(&labels, format!("`{archetype}` has no sheet under {}", book.name()));
            }
            _ => {}
        }
    }
    if entry.diagnostics.len() == before {
        scene.overrides[at].extend(numbers);
    }
}

fn resolve_aim(entry: &mut EntryValidator<'_>, scene: &LabScene, raw: RawAim) -> Option<LabAction> {
    let find = |entry: &mut EntryValidator<'_>, skirmish: &Skirmish, label: &str, name: &str| {
        let names = || skirmish.units.iter().map(|unit| unit.name.as_str());
        let found = names().position(|known| known == name);
        if found.is_none() {
            entry.require_known(&["aim", label], "unit", name, names());
        }
        found
    };
    let attacker = find(entry, &scene.skirmish, "attacker", &raw.attacker)?;
    entry.require_range(&["aim", "weapon"], raw.weapon, 0..=MAX_WEAPONS);
    let at = match raw.at {
        RawAimTarget::Unit(name) => LabTarget::Unit(find(entry, &scene.skirmish, "at", &name)?),
        RawAimTarget::Square((x, y)) => {
            let cell = Cell::new(x, y);
            if scene.skirmish.map.terrain_at(cell).is_none() {
                entry.error(&["aim", "at"], "this square is not on the map");
            }
            LabTarget::Square(cell)
        }
        RawAimTarget::Barrier { cell, side } => {
            let at: ObstaclePosition = to_place(cell, side);
            if scene.barrier_at(at).is_none() {
                entry.error(&["aim", "at"], "there is no barrier");
            }
            LabTarget::Barrier(at)
        }
    };
    Some(LabAction { attacker, at, weapon: raw.weapon, mode: raw.mode, option: raw.option })
}
