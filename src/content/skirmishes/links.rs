//! Links between units of a skirmish file at the start: seats and holds.

use super::skirmish::UnitLink;
use crate::definitions::raw::{RawSkirmish, RawUnit};
use crate::definitions::validate::EntryValidator;
use crate::library::Content;

/// Resolves the link of a unit; `None` if it has none or it is invalid.
pub(crate) fn resolve_link(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    raw: &RawSkirmish,
    (index, unit): (usize, &RawUnit),
) -> Option<UnitLink> {
    let number = index.to_string();
    let stated = [("drives", &unit.drives), ("rides", &unit.rides), ("holds", &unit.holds)];
    let mut stated = stated.into_iter().filter_map(|(label, name)| Some((label, name.as_ref()?)));
    let (label, name) = stated.next()?;
    let at = ["units", number.as_str(), label];
    if let Some((second, _)) = stated.next() {
        entry.error(&["units", &number, second], "a unit can only drive, ride or hold");
        return None;
    }
    let Some(other) = raw.units.iter().find(|other| &other.name == name) else {
        entry.require_known(&at, "unit", name, raw.units.iter().map(|unit| unit.name.as_str()));
        return None;
    };
    if label == "holds" {
        if other.name == unit.name {
            entry.error(&at, "a unit cannot hold itself");
            return None;
        }
        return Some(UnitLink::Holds(name.clone()));
    }
    if unit.at.is_some() || unit.cell.is_some() {
        entry.error(&at, "a unit in a vehicle has no square: omit `at` and `cell`");
    }
    let vehicle = content.archetypes.get(&other.archetype).and_then(|archetype| archetype.vehicle);
    let Some(vehicle) = vehicle else {
        entry.error(&at, format!("`{name}` has no seats"));
        return None;
    };
    let is_aboard =
        |other: &&RawUnit| other.drives.as_ref() == Some(name) || other.rides.as_ref() == Some(name);
    let before = raw.units.iter().take(index).filter(is_aboard);
    if before.clone().count() >= usize::from(vehicle.seats) {
        entry.error(&at, format!("`{name}` has only {} seats", vehicle.seats));
    }
    if label == "drives" && before.clone().any(|other| other.drives.is_some()) {
        entry.error(&at, format!("`{name}` has another driver"));
    }
    Some(if label == "drives" { UnitLink::Drives(name.clone()) } else { UnitLink::Rides(name.clone()) })
}
