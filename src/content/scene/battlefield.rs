//! Resolves map, sides, units and objectives of a scene into a skirmish.

use std::collections::{BTreeMap, BTreeSet};

use super::links;
use super::map_drawing;
use super::map_drawing::{MapDrawing, RawMap};
use super::raw::{RawLimit, RawScene, RawSide, RawSideName, RawUnit};
use super::{ScenePurpose, has_errors};
use crate::books::book_kind::BookKind;
use crate::definitions::raw::RawSwitch;
use crate::definitions::validate::EntryValidator;
use crate::library::Content;
use crate::skirmishes::lesson::{Lesson, validate_lesson};
use crate::skirmishes::skirmish::{
    Objective, Skirmish, SkirmishMap, SkirmishSide, SkirmishUnit, TimeUp, UnitLink,
};
use field::Grid;
use model::{Cell, Direction, ObstaclePosition};
use rules::rule_options::SwitchError;
use rules::{Book, RuleSet};

/// Fewest and most sides of a skirmish.
pub(crate) const SIDES: std::ops::RangeInclusive<usize> = 2..=4;
/// Names of the sides of a scene that names none; later ones are numbered.
const SIDE_NAMES: [&str; 2] = ["Attackers", "Defenders"];
/// Most units of a skirmish.
pub(crate) const MAX_UNITS: usize = 500;
/// Most passes of a round in which units can arrive.
pub(crate) const MAX_PASSES: u32 = 9;
/// Most rounds of a skirmish.
pub const MAX_SKIRMISH_ROUNDS: u32 = 200;
/// Round limit of a scene that names none.
const DEFAULT_ROUNDS: u32 = 20;
/// Most objectives.
pub(crate) const MAX_OBJECTIVES: usize = 16;
/// Number of the last side colour.
pub(crate) const MAX_COLOUR: u8 = 3;

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

/// The sides of a file, or those that the numbers of its units need.
pub(super) fn named_sides<B: BookKind>(raw: &RawScene<B>) -> Vec<RawSide> {
    if !raw.sides.is_empty() {
        return raw.sides.clone();
    }
    let numbers = raw.units.iter().filter_map(|unit| match unit.side {
        Some(RawSideName::Number(number)) => Some(usize::from(number) + 1),
        _ => None,
    });
    let count = numbers.max().unwrap_or(0).clamp(*SIDES.start(), *SIDES.end());
    let side = |number: usize| {
        let name =
            SIDE_NAMES.get(number).map_or_else(|| format!("Side {}", number + 1), |name| (*name).to_owned());
        RawSide { name, colour: number as u8, deployment: None }
    };
    (0..count).map(side).collect()
}

/// The side of a unit: as stated, or the first for the first unit and the second for the others.
pub(super) fn unit_side<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    sides: &[RawSide],
    (index, unit): (usize, &RawUnit<B>),
) -> Option<u8> {
    let number = index.to_string();
    let label = ["units", number.as_str(), "side"];
    match &unit.side {
        None => Some(u8::from(index > 0)),
        Some(RawSideName::Name(name)) => side_index(entry, sides, &label, name),
        Some(RawSideName::Number(side)) if usize::from(*side) < sides.len() => Some(*side),
        Some(RawSideName::Number(side)) => {
            entry.require_range(&label, usize::from(*side), 0..=sides.len() - 1);
            None
        }
    }
}

fn side_index(entry: &mut EntryValidator<'_>, sides: &[RawSide], labels: &[&str], name: &str) -> Option<u8> {
    let found = sides.iter().position(|side| side.name == name);
    if found.is_none() {
        entry.require_known(labels, "side", name, sides.iter().map(|side| side.name.as_str()));
    }
    found.and_then(|index| u8::try_from(index).ok())
}

fn find_zone<'m>(
    entry: &mut EntryValidator<'_>,
    map: &'m SkirmishMap,
    labels: &[&str],
    name: &str,
) -> Option<&'m [Cell]> {
    match map.zones.get(name) {
        None => {
            entry.require_known(labels, "zone", name, map.zones.keys().map(String::as_str));
            None
        }
        Some(cells) if cells.is_empty() => {
            entry.error(labels, format!("zone `{name}` has no squares"));
            None
        }
        Some(cells) => Some(cells),
    }
}

fn resolve_sides(entry: &mut EntryValidator<'_>, raw: &[RawSide], map: &SkirmishMap) -> Vec<SkirmishSide> {
    let mut sides = Vec::new();
    for (index, side) in raw.iter().enumerate() {
        let number = index.to_string();
        entry.require_title(&["sides", &number, "name"], &side.name);
        entry.require_range(&["sides", &number, "colour"], side.colour, 0..=MAX_COLOUR);
        for earlier in &raw[..index] {
            if earlier.name == side.name {
                entry.error(&["sides", &number, "name"], "two sides have the same name");
            }
            if earlier.colour == side.colour {
                entry.error(&["sides", &number, "colour"], "two sides have the same colour");
            }
        }
        if let Some(name) = &side.deployment {
            find_zone(entry, map, &["sides", &number, "deployment"], name);
        }
        sides.push(SkirmishSide {
            name: side.name.clone(),
            colour: side.colour,
            deployment: side.deployment.clone(),
        });
    }
    sides
}

/// Resolves the units of a map.
fn resolve_units<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    raw: &RawScene<B>,
    (sides, drawing): (&[RawSide], &MapDrawing),
) -> Vec<SkirmishUnit> {
    let grid = drawing.map.grid(&content.barrier_kinds, &content.terrains);
    let mut units = Vec::new();
    let mut taken: BTreeMap<Cell, &str> = BTreeMap::new();
    let mut names = BTreeSet::new();
    for (index, unit) in raw.units.iter().enumerate() {
        let number = index.to_string();
        entry.require_title(&["units", &number, "name"], &unit.name);
        if !names.insert(&unit.name) {
            entry.error(&["units", &number, "name"], format!("two units are called `{}`", unit.name));
        }
        let archetype = unit_archetype(entry, content, (&number, unit));
        let side = unit_side(entry, sides, (index, unit));
        let link = links::resolve_link(entry, content, &raw.units, (index, unit));
        // A unit in a vehicle starts on the vehicle's square.
        let vehicle_unit = match &link {
            Some(UnitLink::Drives(vehicle) | UnitLink::Rides(vehicle)) => {
                raw.units.iter().find(|other| &other.name == vehicle)
            }
            _ => None,
        };
        let labels = ["units", number.as_str(), if unit.at.is_some() { "at" } else { "cell" }];
        let placed = vehicle_unit.unwrap_or(unit);
        let Some(cell) = place_unit(entry, (&labels, &unit.name), placed, (drawing, &grid)) else { continue };
        if vehicle_unit.is_none()
            && let Some(other) = taken.insert(cell, &unit.name)
        {
            entry.error(&labels, format!("units `{other}` and `{}` are on the same square", unit.name));
        }
        let shelter = link.is_some() || field::can_take_cover(&grid, cell);
        if unit.in_cover && !shelter {
            let what = format!("no cover next to `{}`: it starts without", unit.name);
            entry.warning(&["units", &number, "in_cover"], what);
        }
        validate_arrival(entry, content, (&number, unit));
        let (Some(side), Some(archetype)) = (side, archetype) else { continue };
        let deployment = sides[usize::from(side)].deployment.as_ref();
        // A held unit starts on the holder's square.
        let held = raw.units.iter().any(|other| other.holds.as_ref() == Some(&unit.name));
        let placed_later = held || unit.arrives.is_some();
        let cells = deployment.filter(|_| !placed_later).and_then(|zone| drawing.map.zones.get(zone));
        if cells.is_some_and(|cells| cells.binary_search(&cell).is_err()) {
            entry.warning(&labels, format!("unit `{}` is outside its side's deployment zone", unit.name));
        }
        units.push(to_skirmish_unit(unit, archetype, side, (cell, link)));
    }
    links::validate_grips(entry, &raw.units, &units);
    units
}

/// Checks when a unit arrives: not in the first pass of the battle, and alone. `SS-INIT-25`.
fn validate_arrival<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    (number, unit): (&str, &RawUnit<B>),
) {
    let Some(arrival) = unit.arrives else { return };
    let labels = ["units", number, "arrives"];
    entry.require_range(&["units", number, "arrives", "round"], arrival.round, 1..=MAX_SKIRMISH_ROUNDS);
    entry.require_range(&["units", number, "arrives", "pass"], arrival.pass, 1..=MAX_PASSES);
    if (arrival.round, arrival.pass) == (1, 1) {
        entry.error(&labels, "a unit of the first pass is there from the start: leave out `arrives`");
    }
    let archetype = unit.archetype.as_ref().and_then(|id| content.archetypes.get(id));
    let is_vehicle = archetype.is_some_and(|archetype| archetype.vehicle.is_some());
    if is_vehicle || unit.drives.is_some() || unit.rides.is_some() || unit.holds.is_some() {
        entry.error(&labels, "vehicles, their occupants and units that hold others are there from the start");
    }
    if unit.concealed || unit.lurking || unit.in_cover {
        entry.error(&labels, "a unit that arrives later cannot start concealed, lurking or in cover");
    }
}

/// The unit at the start of a battle, without its state.
pub(super) fn to_skirmish_unit<B: BookKind>(
    unit: &RawUnit<B>,
    archetype: String,
    side: u8,
    (cell, link): (Cell, Option<UnitLink>),
) -> SkirmishUnit {
    SkirmishUnit {
        name: unit.name.clone(),
        archetype,
        side,
        cell,
        role: unit.role,
        group: unit.group.clone(),
        concealed: unit.concealed,
        in_cover: unit.in_cover,
        lurking: unit.lurking,
        campaign_unit: None,
        link,
        arrives: unit.arrives,
    }
}

/// Id of a unit's archetype; that of a unit with a sheet of its own is made from its name.
pub(super) fn unit_archetype<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    (number, unit): (&str, &RawUnit<B>),
) -> Option<String> {
    match (&unit.archetype, &unit.sheet) {
        (Some(id), None) => {
            if !content.archetypes.contains_key(id) {
                let known = content.archetypes.keys().map(String::as_str);
                entry.require_known(&["units", number, "archetype"], "archetype", id, known);
            }
            Some(id.clone())
        }
        (None, Some(_)) => Some(format!("{}'s sheet", unit.name)),
        _ => {
            entry.error(&["units", number], "give either `archetype` or `sheet`");
            None
        }
    }
}

/// The square on which a unit starts; reports one that it cannot enter.
fn place_unit<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    (labels, name): (&[&str], &str),
    placed: &RawUnit<B>,
    (drawing, grid): (&MapDrawing, &Grid),
) -> Option<Cell> {
    let cell = match start_cell(placed.at, placed.cell, drawing) {
        Ok(cell) => cell,
        Err(what) => {
            entry.error(labels, format!("unit `{name}`: {what}"));
            return None;
        }
    };
    if !grid.contains(cell) {
        let (width, height) = (drawing.map.width, drawing.map.height);
        entry.error(labels, format!("unit `{name}` is outside the map of {width} x {height} squares"));
        return None;
    }
    if !grid.can_enter(cell) {
        let place = ObstaclePosition::Square(cell);
        let barrier = drawing.map.barriers.iter().find(|barrier| barrier.place == place);
        let what = match barrier {
            Some(barrier) => format!("unit `{name}` is inside a `{}`", barrier.kind),
            None => format!("unit `{name}` is on impassable ground"),
        };
        entry.error(labels, what);
    }
    Some(cell)
}

fn start_cell(at: Option<char>, cell: Option<(u32, u32)>, drawing: &MapDrawing) -> Result<Cell, String> {
    match (at, cell) {
        (Some(letter), None) => match drawing.letters.get(&letter) {
            Some(&(cell, 1)) => Ok(cell),
            Some(&(_, count)) => Err(format!("{letter:?} occurs {count} times on the map instead of once")),
            None => Err(format!("{letter:?} is not on the map")),
        },
        (None, Some((x, y))) => match (i32::try_from(x), i32::try_from(y)) {
            (Ok(x), Ok(y)) => Ok(Cell::new(x, y)),
            _ => Err("no map has this square".to_owned()),
        },
        _ => Err("give its position with either `at` or `cell`".to_owned()),
    }
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
