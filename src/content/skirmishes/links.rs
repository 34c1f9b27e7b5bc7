//! What ties units of a skirmish file to each other as the fight begins: seats and grips.

use super::skirmish::UnitLink;
use crate::definitions::raw::{RawSkirmish, RawUnit};
use crate::definitions::validate::EntryValidator;
use crate::library::Content;

/// The tie that a file gives a unit, if the other one can be tied so.
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
        entry.error(&["units", &number, second], "a unit drives, rides or holds: one of them");
        return None;
    }
    let Some(other) = raw.units.iter().find(|other| &other.name == name) else {
        entry.require_known(&at, "unit", name, raw.units.iter().map(|unit| unit.name.as_str()));
        return None;
    };
    if label == "holds" {
        if other.name == unit.name {
            entry.error(&at, "nobody holds itself");
            return None;
        }
        return Some(UnitLink::Holds(name.clone()));
    }
    if unit.at.is_some() || unit.cell.is_some() {
        entry.error(&at, "whoever sits in a vehicle stands on no square: leave `at` and `cell` out");
    }
    let vehicle = content.archetypes.get(&other.archetype).and_then(|archetype| archetype.vehicle);
    let Some(vehicle) = vehicle else {
        entry.error(&at, format!("`{name}` has no seats"));
        return None;
    };
    let sits = |other: &&RawUnit| other.drives.as_ref() == Some(name) || other.rides.as_ref() == Some(name);
    let before = raw.units.iter().take(index).filter(sits);
    if before.clone().count() >= usize::from(vehicle.seats) {
        entry.error(&at, format!("`{name}` has no more than {} seats", vehicle.seats));
    }
    if label == "drives" && before.clone().any(|other| other.drives.is_some()) {
        entry.error(&at, format!("somebody else drives `{name}`"));
    }
    Some(if label == "drives" { UnitLink::Drives(name.clone()) } else { UnitLink::Rides(name.clone()) })
}
