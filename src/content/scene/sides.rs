//! Sides of a scene, and the zones of its map in which they deploy.

use super::raw::{RawScene, RawSide, RawSideName};
use crate::books::book_kind::BookKind;
use crate::definitions::entry_validator::EntryValidator;
use crate::skirmishes::skirmish::{SkirmishMap, SkirmishSide};
use model::Cell;

/// Fewest and most sides of a skirmish.
pub(crate) const SIDES: std::ops::RangeInclusive<usize> = 2..=4;
/// Names of the sides of a scene that names none; later ones are numbered.
const SIDE_NAMES: [&str; 2] = ["Attackers", "Defenders"];
/// Number of the last side colour.
pub(crate) const MAX_COLOUR: u8 = 3;

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

/// Finds a side by its name; reports a name that no side has.
pub(super) fn side_index(
    entry: &mut EntryValidator<'_>,
    sides: &[RawSide],
    labels: &[&str],
    name: &str,
) -> Option<u8> {
    let found = sides.iter().position(|side| side.name == name);
    if found.is_none() {
        entry.require_known(labels, "side", name, sides.iter().map(|side| side.name.as_str()));
    }
    found.and_then(|index| u8::try_from(index).ok())
}

/// Finds the squares of a zone; reports an unknown zone and one without squares.
pub(super) fn find_zone<'m>(
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

/// Resolves the sides of a scene; reports names and colours that two of them have.
pub(super) fn resolve_sides(
    entry: &mut EntryValidator<'_>,
    raw: &[RawSide],
    map: &SkirmishMap,
) -> Vec<SkirmishSide> {
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
