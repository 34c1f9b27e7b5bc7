//! Resolves a scene with its map, sides, units and objectives into a skirmish.

use std::collections::{BTreeMap, BTreeSet};

use super::map_drawing;
use super::map_drawing::RawMap;
use super::placed_units::resolve_units;
use super::raw::{RawLimit, RawScene, RawSide, RawSideName};
use super::sides::{SIDES, find_zone, resolve_sides, side_index};
use super::{ScenePurpose, has_errors};
use crate::books::book_kind::BookKind;
use crate::definitions::entry_validator::EntryValidator;
use crate::definitions::raw::RawSwitch;
use crate::library::Content;
use crate::skirmishes::lesson::{Lesson, validate_lesson};
use crate::skirmishes::skirmish::{Objective, Skirmish, SkirmishMap, SkirmishUnit, TimeUp};
use field::Grid;
use model::{Cell, Direction};
use rules::rule_options::SwitchError;
use rules::{Book, RuleSet};

/// Most units of a skirmish.
pub(crate) const MAX_UNITS: usize = 500;
/// Most rounds of a skirmish.
pub const MAX_SKIRMISH_ROUNDS: u32 = 200;
/// Round limit of a scene that names none.
const DEFAULT_ROUNDS: u32 = 20;
/// Most objectives.
pub(crate) const MAX_OBJECTIVES: usize = 16;

/// Everything of a battlefield that does not depend on a book's data.
pub(super) struct BattlefieldHead<'a> {
    pub rules: &'a RuleSet,
    pub sides: &'a [RawSide],
    pub purpose: ScenePurpose,
}

/// Resolves a scene with a map; reports problems to the entry.
pub(super) fn resolve_battlefield<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    raw: &RawScene<B>,
    head: &BattlefieldHead<'_>,
) -> Option<Skirmish> {
    let fight = head.purpose == ScenePurpose::Fight;
    entry.require_range(&["units"], raw.units.len(), 1 + usize::from(fight)..=MAX_UNITS);
    check_match(entry, raw, head.sides);
    if has_errors(&entry.diagnostics) {
        return None;
    }
    let letters = raw.units.iter().filter_map(|unit| unit.at).collect();
    let map = RawMap {
        rows: &raw.map,
        ground: &raw.ground,
        legend: &raw.legend,
        zones: &raw.zones,
        unit_letters: letters,
    };
    let drawing = map_drawing::read_map(entry, content, &map)?;
    let units = resolve_units(entry, content, raw, (head.sides, &drawing));
    let skirmish = assemble_skirmish(entry, raw, head, (drawing.map, units))?;
    for (index, side) in skirmish.sides.iter().enumerate() {
        if fight && !skirmish.units.iter().any(|unit| usize::from(unit.side) == index) {
            entry.error(&["sides", &index.to_string()], format!("side `{}` has no units", side.name));
        }
    }
    if fight {
        warn_unreachable(entry, content, &skirmish);
    }
    Some(skirmish)
}

/// Checks the numbers of sides, objectives and rounds.
pub(super) fn check_match<B: BookKind>(entry: &mut EntryValidator<'_>, raw: &RawScene<B>, sides: &[RawSide]) {
    entry.require_range(&["sides"], sides.len(), SIDES);
    entry.require_range(&["objectives"], raw.objectives.len(), 0..=MAX_OBJECTIVES);
    entry.require_range(&["limit", "rounds"], round_limit(&raw.limit), 1..=MAX_SKIRMISH_ROUNDS);
}

/// Checks the lesson; `None` if there is none, or its side is unknown.
fn resolve_lesson<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    raw: &RawScene<B>,
    sides: &[RawSide],
    map: &SkirmishMap,
) -> Option<Lesson> {
    let lesson = raw.lesson.as_ref()?;
    let units: Vec<&str> = raw.units.iter().map(|unit| unit.name.as_str()).collect();
    validate_lesson(entry, lesson, &units, map);
    lesson.try_with_side(|name| side_index(entry, sides, &["lesson", "player"], name))
}

fn round_limit(limit: &Option<RawLimit>) -> u32 {
    limit.as_ref().map_or(DEFAULT_ROUNDS, |limit| limit.rounds)
}

/// Assembles a skirmish from its map and units; `None` if the winner of the last round is unknown.
pub(super) fn assemble_skirmish<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    raw: &RawScene<B>,
    head: &BattlefieldHead<'_>,
    (map, units): (SkirmishMap, Vec<SkirmishUnit>),
) -> Option<Skirmish> {
    let sides = resolve_sides(entry, head.sides, &map);
    let objectives = resolve_objectives(entry, raw, head.sides, &map);
    let then = match raw.limit.as_ref().map(|limit| &limit.then) {
        None | Some(TimeUp::Draw) => TimeUp::Draw,
        Some(TimeUp::MostStanding) => TimeUp::MostStanding,
        Some(TimeUp::Wins(side)) => {
            TimeUp::Wins(side_index(entry, head.sides, &["limit", "then", "0"], side)?)
        }
    };
    let lesson = resolve_lesson(entry, raw, head.sides, &map);
    Some(Skirmish {
        name: raw.name.clone(),
        description: raw.description.clone(),
        rules: head.rules.clone(),
        weather: raw.weather,
        zero_gravity: raw.zero_gravity,
        options: raw.options,
        sides,
        map: map.into(),
        units,
        objectives,
        rounds: round_limit(&raw.limit),
        then,
        lesson,
    })
}

/// The rules of a book with the `switches` of a file.
pub(super) fn resolve_rules(
    entry: &mut EntryValidator<'_>,
    book: Book,
    set: &BTreeMap<String, RawSwitch>,
) -> RuleSet {
    let mut rules = RuleSet::new(book);
    for (name, value) in set {
        let error = match rules.set(name, &value.to_text()) {
            Ok(()) => continue,
            Err(error) => error,
        };
        match error {
            SwitchError::Unknown { .. } => {
                let names = rules.names();
                entry.require_known(&["switches", name], "switch", name, names.iter().map(String::as_str))
            }
            SwitchError::Value { value, expected, .. } => {
                let problem =
                    entry.diagnostic_at(&["switches", name], format!("switch `{name}` cannot be `{value}`"));
                entry.diagnostics.push(problem.with_expected(expected));
            }
        }
    }
    rules
}

fn resolve_objectives<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    raw: &RawScene<B>,
    sides: &[RawSide],
    map: &SkirmishMap,
) -> Vec<Objective> {
    let mut objectives = Vec::new();
    for (index, objective) in raw.objectives.iter().enumerate() {
        let number = index.to_string();
        let at = |label| ["objectives", number.as_str(), label];
        let name = objective.named_side();
        let Some(side) = side_index(entry, sides, &at("side"), name) else { continue };
        match objective {
            Objective::Hold { rounds, .. } => {
                entry.require_range(&at("rounds"), *rounds, 1..=round_limit(&raw.limit));
            }
            Objective::Escape { units, .. } => {
                let named = Some(RawSideName::Name(name.clone()));
                let own = raw.units.iter().filter(|unit| unit.side == named).count();
                entry.require_range(&at("units"), *units as usize, 1..=own);
            }
            _ => {}
        }
        let resolved = objective.with_side(side);
        if let Some(name) = resolved.unit()
            && raw.units.iter().all(|unit| unit.name != name)
        {
            entry.require_known(&at("unit"), "unit", name, raw.units.iter().map(|unit| unit.name.as_str()));
        }
        if let Some(name) = resolved.zone() {
            find_zone(entry, map, &at("zone"), name);
        }
        objectives.push(resolved);
    }
    objectives
}

/// Warns about units that can reach neither the first unit nor their objective, with all doors open.
fn warn_unreachable(entry: &mut EntryValidator<'_>, content: &Content, skirmish: &Skirmish) {
    let mut grid = skirmish.map.grid(&content.barrier_kinds, &content.terrains);
    for barrier in &skirmish.map.barriers {
        if content.barrier_kinds.get(&barrier.kind).is_some_and(|kind| kind.openable) {
            grid.set_obstacle(barrier.place, None);
        }
    }
    let Some(first) = skirmish.units.first() else { return };
    let reached = flood_fill(&grid, first.cell);
    for unit in &skirmish.units {
        if !reached.contains(&unit.cell) {
            let index = skirmish.units.iter().position(|other| other == unit).unwrap_or(0).to_string();
            let what = format!("`{}` and `{}` cannot reach each other", first.name, unit.name);
            entry.warning(&["units", &index], what);
        }
    }
    for (index, objective) in skirmish.objectives.iter().enumerate() {
        let cells = objective.zone().and_then(|zone| skirmish.map.zones.get(zone));
        if cells.is_some_and(|cells| !cells.iter().any(|cell| reached.contains(cell))) {
            entry.warning(&["objectives", &index.to_string(), "zone"], "no unit can reach this zone");
        }
    }
}

fn flood_fill(grid: &Grid, from: Cell) -> BTreeSet<Cell> {
    let mut reached = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(cell) = open.pop() {
        for direction in Direction::ALL {
            let next = cell.step(direction);
            if grid.can_step(cell, direction) && reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}
