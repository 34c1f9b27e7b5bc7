//! Units of a scene on its map: archetype, side, square and arrival.

use std::collections::{BTreeMap, BTreeSet};

use super::battlefield::MAX_SKIRMISH_ROUNDS;
use super::links;
use super::map_drawing::MapDrawing;
use super::raw::{RawScene, RawSide, RawSideName, RawUnit};
use super::sides::side_index;
use crate::books::book_kind::BookKind;
use crate::definitions::entry_validator::EntryValidator;
use crate::library::Content;
use crate::skirmishes::skirmish::{SkirmishUnit, UnitLink};
use field::Grid;
use model::{Cell, ObstaclePosition};

/// Most passes of a round in which units can arrive.
pub(crate) const MAX_PASSES: u32 = 9;

/// Resolves the units of a map.
pub(super) fn resolve_units<B: BookKind>(
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
            entry.find_known(&["units", number, "archetype"], ("archetype", id), &content.archetypes);
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
