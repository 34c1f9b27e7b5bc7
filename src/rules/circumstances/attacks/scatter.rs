//! Where missed throws and explosives end up. Chapter SCA, table CS-T5.

use serde::{Deserialize, Serialize};

use crate::circumstances::d100_test::{D10, d5};
use crate::circumstances::{Weapon, WeaponClass};
use dice::{Purpose, RuleResult, Table};

/// A place or a way on the map in squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CellOffset {
    /// Squares to the east.
    pub east: i32,
    /// Squares to the north.
    pub north: i32,
}

impl CellOffset {
    /// So many squares east and north.
    pub const fn new(east: i32, north: i32) -> Self {
        Self { east, north }
    }

    /// The way from another place to this one.
    pub const fn relative_to(self, other: Self) -> Self {
        Self { east: self.east - other.east, north: self.north - other.north }
    }

    /// This place and a number of steps from there.
    pub const fn stepped(self, steps: i32, octant: u8) -> Self {
        let step = VECTORS[octant as usize % 8];
        Self { east: self.east + steps * step.east, north: self.north + steps * step.north }
    }
}

/// One step in each octant, clockwise from north.
const VECTORS: [CellOffset; 8] = [
    CellOffset::new(0, 1),
    CellOffset::new(1, 1),
    CellOffset::new(1, 0),
    CellOffset::new(1, -1),
    CellOffset::new(0, -1),
    CellOffset::new(-1, -1),
    CellOffset::new(-1, 0),
    CellOffset::new(-1, 1),
];

/// How far off, and to which side of its line, an attack went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Scatter {
    /// Octants clockwise from the direction of the attack. `CS-SCA-03`.
    pub turn: u8,
    /// Squares. `CS-SCA-04`, `CS-SCA-05`.
    pub squares: u32,
}

/// Octants that a d10 turns an attack by. Table CS-T5, `CS-RULING-10`.
pub const fn turn_octants(d10: u32) -> u8 {
    match d10 {
        1 => 7,
        2 => 0,
        3 => 1,
        4 => 6,
        5 => 2,
        6 | 7 => 5,
        8 => 4,
        _ => 3,
    }
}

/// The octant nearest to a direction; the own square counts as north. `CS-SCA-03`.
///
/// Exact halves between two octants lie on no square: their tangent is not rational.
pub const fn nearest_octant(way: CellOffset) -> u8 {
    let (east, north) = (way.east.unsigned_abs() as u64, way.north.unsigned_abs() as u64);
    if east == 0 && north == 0 {
        0
    } else if is_straight_along(north, east) {
        if way.north > 0 { 0 } else { 4 }
    } else if is_straight_along(east, north) {
        if way.east > 0 { 2 } else { 6 }
    } else {
        match (way.east > 0, way.north > 0) {
            (true, true) => 1,
            (true, false) => 3,
            (false, false) => 5,
            (false, true) => 7,
        }
    }
}

/// Nearer to an axis than to its diagonal: the short side is less than tan 22.5 degrees of the long one, which is the
/// root of 2, less 1; that is, the square of both together is less than twice the square of the long one.
const fn is_straight_along(long: u64, short: u64) -> bool {
    (long + short) * (long + short) < 2 * long * long
}

/// Rolls a scatter: direction, then distance. `CS-SCA-01` to `CS-SCA-05`.
///
/// # Errors
/// As the table.
pub fn roll_scatter(table: &mut impl Table, weapon: &Weapon, degrees_of_failure: u32) -> RuleResult<Scatter> {
    roll_scatter_of(table, weapon.class == WeaponClass::Thrown, degrees_of_failure)
}

/// The same for whatever is `thrown` or shot, of any book that borrows the chapter.
///
/// # Errors
/// As the table.
pub fn roll_scatter_of(table: &mut impl Table, thrown: bool, degrees_of_failure: u32) -> RuleResult<Scatter> {
    let purpose = |why, clause| Purpose { who: None, why, clause, parts: &[], limit: None };
    let turn = turn_octants(table.roll(D10, purpose("scatter direction", "CS-SCA-03"))?.value);
    let clause = if thrown { "CS-SCA-04" } else { "CS-SCA-05" };
    let metres = d5(table.roll(D10, purpose("scatter distance", clause))?.value);
    Ok(Scatter { turn, squares: metres + if thrown { 0 } else { degrees_of_failure } })
}

/// The squares that a scatter passes from the target spot on, the last one where it would end. `CS-SCA-03`,
/// `CS-SCA-06`.
pub fn scatter_path(attacker: CellOffset, target: CellOffset, scatter: Scatter) -> Vec<CellOffset> {
    let final_octant = (nearest_octant(target.relative_to(attacker)) + scatter.turn) % 8;
    let squares = i32::try_from(scatter.squares).unwrap_or(i32::MAX);
    (0..=squares).map(|steps| target.stepped(steps, final_octant)).collect()
}

/// Where a scatter ends: before the first step that a wall or the map's edge bars. `CS-SCA-08`.
pub fn scatter_end(
    path: &[CellOffset],
    can_step: impl Fn(CellOffset, CellOffset) -> bool,
) -> Option<CellOffset> {
    let free = path.windows(2).take_while(|step| can_step(step[0], step[1])).count();
    path.get(free).copied()
}

#[cfg(test)]
mod tests;
