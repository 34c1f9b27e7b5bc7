//! Links between units of a scene at the start: seats and holds.

use super::raw::RawUnit;
use crate::books::book_kind::BookKind;
use crate::definitions::entry_validator::EntryValidator;
use crate::library::Content;
use crate::skirmishes::skirmish::{SkirmishUnit, UnitLink};

/// Resolves the link of a unit; `None` if it has none or it is invalid.
pub(super) fn resolve_link<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    content: &Content,
    units: &[RawUnit<B>],
    (index, unit): (usize, &RawUnit<B>),
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
    let Some(other) = units.iter().find(|other| &other.name == name) else {
        entry.require_known(&at, "unit", name, units.iter().map(|unit| unit.name.as_str()));
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
    let vehicle = other
        .archetype
        .as_ref()
        .and_then(|id| content.archetypes.get(id))
        .and_then(|archetype| archetype.vehicle);
    let Some(vehicle) = vehicle else {
        entry.error(&at, format!("`{name}` has no seats"));
        return None;
    };
    let is_aboard =
        |other: &&RawUnit<B>| other.drives.as_ref() == Some(name) || other.rides.as_ref() == Some(name);
    let before = units.iter().take(index).filter(is_aboard);
    if before.clone().count() >= usize::from(vehicle.seats) {
        entry.error(&at, format!("`{name}` has only {} seats", vehicle.seats));
    }
    if label == "drives" && before.clone().any(|other| other.drives.is_some()) {
        entry.error(&at, format!("`{name}` has another driver"));
    }
    Some(if label == "drives" { UnitLink::Drives(name.clone()) } else { UnitLink::Rides(name.clone()) })
}

/// Checks that held units are beside their holders, and that no unit is part of two grips.
pub(super) fn validate_grips<B: BookKind>(
    entry: &mut EntryValidator<'_>,
    raw: &[RawUnit<B>],
    units: &[SkirmishUnit],
) {
    for unit in units {
        let Some(UnitLink::Holds(held)) = &unit.link else { continue };
        let Some(wrong) = wrong_grip(unit, held, units) else { continue };
        let index = raw.iter().position(|raw| raw.name == unit.name).unwrap_or_default().to_string();
        entry.error(&["units", &index, "holds"], wrong);
    }
}

/// Returns why a unit cannot hold another at the start; `None` if it can.
pub(crate) fn wrong_grip(unit: &SkirmishUnit, held: &str, units: &[SkirmishUnit]) -> Option<String> {
    let other = units.iter().find(|other| other.name == held)?;
    let holds = |one: &&SkirmishUnit| matches!(&one.link, Some(UnitLink::Holds(name)) if name == held);
    if units.iter().filter(holds).count() > 1 {
        return Some(format!("another unit holds `{held}`"));
    }
    if matches!(other.link, Some(UnitLink::Holds(_))) {
        return Some(format!("`{held}` holds a unit itself"));
    }
    let is_beside = unit.cell.chebyshev_distance(other.cell) <= 1;
    (!is_beside).then(|| format!("`{held}` is not beside `{}`", unit.name))
}
