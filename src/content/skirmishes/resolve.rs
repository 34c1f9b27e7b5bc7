//! Resolves the names of a skirmish file and validates it.

use std::collections::{BTreeMap, BTreeSet};

use super::links;
use super::map_drawing;
use super::map_drawing::MapDrawing;
use super::skirmish::{Objective, Skirmish, SkirmishMap, SkirmishSide, SkirmishUnit, TimeUp, UnitLink};
use crate::definitions::raw::{RawObjective, RawSkirmish, RawSwitch, RawTimeUp};
use crate::definitions::validate::EntryValidator;
use crate::diagnostic::{Diagnostic, Severity};
use crate::files::source::SourceFile;
use crate::library::Content;
use field::Grid;
use model::{Cell, Direction, ObstaclePosition};
use rules::rule_options::SwitchError;
use rules::{Book, RuleSet};

/// Most sides of a skirmish.
const MAX_SIDES: usize = 4;
/// Most units of a skirmish.
const MAX_UNITS: usize = 500;
/// Most rounds of a skirmish.
const MAX_ROUNDS: u32 = 200;
/// Most objectives.
const MAX_OBJECTIVES: usize = 16;
/// Number of the last side colour.
const MAX_COLOUR: u8 = 3;

/// Reads the skirmish of a file; `None` if it has errors.
pub(crate) fn read_skirmish(content: &Content, source: &SourceFile) -> (Option<Skirmish>, Vec<Diagnostic>) {
    let raw: RawSkirmish = match source.parse(&source.root) {
        Ok(raw) => raw,
        Err(problem) => return (None, vec![problem]),
    };
    let mut entry = EntryValidator::new(source, &source.root);
    let skirmish = resolve_skirmish(&mut entry, content, raw, SkirmishPurpose::Fight);
    let broken = entry.diagnostics.iter().any(|problem| problem.severity == Severity::Error);
    (skirmish.filter(|_| !broken), entry.diagnostics)
}

/// The purpose of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SkirmishPurpose {
    /// A battle that can be won.
    Fight,
    /// A Lab scene.
    Lab,
}

/// Resolves a raw skirmish; reports problems to the entry.
pub(crate) fn resolve_skirmish(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    raw: RawSkirmish,
    purpose: SkirmishPurpose,
) -> Option<Skirmish> {
    let fight = purpose == SkirmishPurpose::Fight;
    entry.require_title(&["name"], &raw.name);
    entry.require_text(&["description"], &raw.description);
    let rules = resolve_rules(entry, raw.book, &raw.switches);
    entry.require_range(&["sides"], raw.sides.len(), 2..=MAX_SIDES);
    entry.require_range(&["units"], raw.units.len(), 1 + usize::from(fight)..=MAX_UNITS);
    entry.require_range(&["objectives"], raw.objectives.len(), usize::from(fight)..=MAX_OBJECTIVES);
    entry.require_range(&["limit", "rounds"], raw.limit.rounds, 1..=MAX_ROUNDS);
    if entry.diagnostics.iter().any(|problem| problem.severity == Severity::Error) {
        return None;
    }
    let drawing = map_drawing::read_map(entry, content, &raw)?;
    let sides = resolve_sides(entry, &raw, &drawing.map);
    let units = resolve_units(entry, content, &raw, &drawing);
    let objectives = resolve_objectives(entry, &raw, &drawing.map);
    let then = match &raw.limit.then {
        RawTimeUp::Draw => TimeUp::Draw,
        RawTimeUp::MostStanding => TimeUp::MostStanding,
        RawTimeUp::Wins(side) => TimeUp::Wins(side_index(entry, &raw, &["limit", "then", "0"], side)?),
    };
    for (index, side) in sides.iter().enumerate() {
        if fight && !units.iter().any(|unit| usize::from(unit.side) == index) {
            entry.error(&["sides", &index.to_string()], format!("side `{}` has no units", side.name));
        }
    }
    let skirmish = Skirmish {
        name: raw.name,
        description: raw.description,
        rules,
        weather: raw.weather,
        zero_gravity: raw.zero_gravity,
        options: raw.options,
        sides,
        map: drawing.map.into(),
        units,
        objectives,
        rounds: raw.limit.rounds,
        then,
    };
    if fight {
        warn_unreachable(entry, content, &skirmish);
    }
    Some(skirmish)
}

/// The rules of a book with the `switches` of a file.
pub(crate) fn resolve_rules(
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

fn side_index(entry: &mut EntryValidator<'_>, raw: &RawSkirmish, labels: &[&str], name: &str) -> Option<u8> {
    let found = raw.sides.iter().position(|side| side.name == name);
    if found.is_none() {
        entry.require_known(labels, "side", name, raw.sides.iter().map(|side| side.name.as_str()));
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

fn resolve_sides(entry: &mut EntryValidator<'_>, raw: &RawSkirmish, map: &SkirmishMap) -> Vec<SkirmishSide> {
    let mut sides = Vec::new();
    for (index, side) in raw.sides.iter().enumerate() {
        let number = index.to_string();
        entry.require_title(&["sides", &number, "name"], &side.name);
        entry.require_range(&["sides", &number, "colour"], side.colour, 0..=MAX_COLOUR);
        for earlier in &raw.sides[..index] {
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

fn resolve_units(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    raw: &RawSkirmish,
    drawing: &MapDrawing,
) -> Vec<SkirmishUnit> {
    let grid = drawing.map.grid(&content.barrier_kinds, &content.terrains);
    let mut units = Vec::new();
    let mut taken: BTreeMap<Cell, &str> = BTreeMap::new();
    let mut names = BTreeSet::new();
    for (index, unit) in raw.units.iter().enumerate() {
        let number = index.to_string();
        let at = |label| ["units", number.as_str(), label];
        entry.require_title(&at("name"), &unit.name);
        if !names.insert(&unit.name) {
            entry.error(&at("name"), format!("two units are called `{}`", unit.name));
        }
        if !content.archetypes.contains_key(&unit.archetype) {
            let known = content.archetypes.keys().map(String::as_str);
            entry.require_known(&at("archetype"), "archetype", &unit.archetype, known);
        }
        let side = side_index(entry, raw, &at("side"), &unit.side);
        let label = if unit.at.is_some() { "at" } else { "cell" };
        let link = links::resolve_link(entry, content, raw, (index, unit));
        // A unit in a vehicle starts on the vehicle's square.
        let vehicle_unit = match &link {
            Some(UnitLink::Drives(vehicle) | UnitLink::Rides(vehicle)) => {
                raw.units.iter().find(|other| &other.name == vehicle)
            }
            _ => None,
        };
        let placed = vehicle_unit.unwrap_or(unit);
        let cell = match start_cell(placed.at, placed.cell, drawing) {
            Ok(cell) => cell,
            Err(what) => {
                entry.error(&at(label), format!("unit `{}`: {what}", unit.name));
                continue;
            }
        };
        if !grid.contains(cell) {
            let (width, height) = (drawing.map.width, drawing.map.height);
            let what = format!("unit `{}` is outside the map of {width} x {height} squares", unit.name);
            entry.error(&at(label), what);
            continue;
        }
        if !grid.can_enter(cell) {
            let what = match barrier_at(&drawing.map, cell) {
                Some(kind) => format!("unit `{}` is inside a `{kind}`", unit.name),
                None => format!("unit `{}` is on impassable ground", unit.name),
            };
            entry.error(&at(label), what);
        }
        if vehicle_unit.is_none()
            && let Some(other) = taken.insert(cell, &unit.name)
        {
            entry.error(&at(label), format!("units `{other}` and `{}` are on the same square", unit.name));
        }
        let shelter = link.is_some() || field::can_take_cover(&grid, cell);
        if unit.in_cover && !shelter {
            let what = format!("no cover next to `{}`: it starts without", unit.name);
            entry.warning(&at("in_cover"), what);
        }
        let Some(side) = side else { continue };
        let deployment = raw.sides.get(usize::from(side)).and_then(|side| side.deployment.as_ref());
        // A held unit starts on the holder's square.
        let held = raw.units.iter().any(|other| other.holds.as_ref() == Some(&unit.name));
        let cells = deployment.filter(|_| !held).and_then(|zone| drawing.map.zones.get(zone));
        if cells.is_some_and(|cells| cells.binary_search(&cell).is_err()) {
            entry.warning(&at(label), format!("unit `{}` is outside its side's deployment zone", unit.name));
        }
        units.push(SkirmishUnit {
            name: unit.name.clone(),
            archetype: unit.archetype.clone(),
            side,
            cell,
            concealed: unit.concealed,
            in_cover: unit.in_cover,
            lurking: unit.lurking,
            campaign_unit: None,
            link,
        });
    }
    units
}

fn barrier_at(map: &SkirmishMap, cell: Cell) -> Option<&str> {
    let place = ObstaclePosition::Square(cell);
    map.barriers.iter().find(|barrier| barrier.place == place).map(|barrier| barrier.kind.as_str())
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

fn resolve_objectives(
    entry: &mut EntryValidator<'_>,
    raw: &RawSkirmish,
    map: &SkirmishMap,
) -> Vec<Objective> {
    let mut objectives = Vec::new();
    for (index, objective) in raw.objectives.iter().enumerate() {
        let number = index.to_string();
        let at = |label| ["objectives", number.as_str(), label];
        let (RawObjective::Eliminate { side }
        | RawObjective::Hold { side, .. }
        | RawObjective::Escape { side, .. }
        | RawObjective::Reach { side, .. }
        | RawObjective::Clear { side, .. }
        | RawObjective::Stop { side, .. }
        | RawObjective::Rescue { side, .. }
        | RawObjective::Slay { side, .. }) = objective;
        let own = raw.units.iter().filter(|unit| &unit.side == side).count();
        let Some(side) = side_index(entry, raw, &at("side"), side) else { continue };
        let resolved = match objective {
            RawObjective::Eliminate { .. } => Objective::Eliminate { side },
            RawObjective::Hold { zone, rounds, .. } => {
                entry.require_range(&at("rounds"), *rounds, 1..=raw.limit.rounds);
                Objective::Hold { side, zone: zone.clone(), rounds: *rounds }
            }
            RawObjective::Escape { zone, units, .. } => {
                entry.require_range(&at("units"), *units as usize, 1..=own);
                Objective::Escape { side, zone: zone.clone(), units: *units }
            }
            RawObjective::Reach { zone, .. } => Objective::Reach { side, zone: zone.clone() },
            RawObjective::Clear { zone, .. } => Objective::Clear { side, zone: zone.clone() },
            RawObjective::Stop { unit, .. } => Objective::Stop { side, unit: unit.clone() },
            RawObjective::Rescue { unit, .. } => Objective::Rescue { side, unit: unit.clone() },
            RawObjective::Slay { unit, .. } => Objective::Slay { side, unit: unit.clone() },
        };
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
