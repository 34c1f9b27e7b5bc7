//! Scatter of missed throws and explosives, for every book. Chapter SCA, table CS-T5.

use serde::{Deserialize, Serialize};

use dice::{Dice, Purpose, RollMode, RuleResult, Table};

/// The die of a scatter.
const D10: Dice = Dice { count: 1, sides: 10, read: RollMode::Sum };

/// A position or an offset on the map, in squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CellOffset {
    /// Squares to the east.
    pub east: i32,
    /// Squares to the north.
    pub north: i32,
}

impl CellOffset {
    /// An offset of these squares east and north.
    pub const fn new(east: i32, north: i32) -> Self {
        Self { east, north }
    }

    /// The offset from another position to this one.
    pub const fn relative_to(self, other: Self) -> Self {
        Self { east: self.east - other.east, north: self.north - other.north }
    }

    /// This position moved by a number of steps.
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

/// Direction and distance of a scatter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Scatter {
    /// Octants clockwise from the direction of the attack. `CS-SCA-03`.
    pub turn: u8,
    /// Squares. `CS-SCA-04`, `CS-SCA-05`.
    pub squares: u32,
}

/// Octants by which a d10 turns an attack. Table CS-T5, `CS-RULING-10`.
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

/// The octant nearest to a direction; the zero offset counts as north. `CS-SCA-03`.
///
/// No square lies exactly between two octants, because the tangent of that angle is irrational.
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

/// Whether a direction is nearer to an axis than to a diagonal: the short side is less than tan 22.5
/// degrees (the root of 2, minus 1) times the long side; that is, the square of their sum is less than
/// twice the square of the long side.
const fn is_straight_along(long: u64, short: u64) -> bool {
    (long + short) * (long + short) < 2 * long * long
}

/// Names of the rolls of a scatter: direction and distance. `CS-SCA-03`.
const SCATTER_ROLLS: [&str; 2] = ["scatter direction", "scatter distance"];

/// Names of the rolls of a scatter under `AB-AREA-05`: direction and distance.
pub const AREA_SCATTER_ROLLS: [&str; 2] = ["direction", "metres"];

/// Names an octant clockwise from the direction of an attack.
pub const fn octant_words(turn: u8) -> &'static str {
    match turn {
        0 => "beyond the target",
        1 => "beyond the target, to the right",
        2 => "right of the target",
        3 => "short of the target, to the right",
        4 => "short of the target",
        5 => "short of the target, to the left",
        6 => "left of the target",
        _ => "beyond the target, to the left",
    }
}

/// Names of the directions that a roll of 1 to 8 gives under `AB-AREA-05`.
const COMPASS: [&str; 8] =
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/// Says which direction a face of a roll of this name gives; `None` for other rolls, and for a face that is rolled again.
pub fn direction_words(roll: &str, face: u32) -> Option<&'static str> {
    if roll == SCATTER_ROLLS[0] {
        return Some(octant_words(turn_octants(face)));
    }
    let number = usize::try_from(face.checked_sub(1)?).ok()?;
    COMPASS.get(number).copied().filter(|_| roll == AREA_SCATTER_ROLLS[0])
}

/// Names of the roll that says whether an explosive that fizzles goes off in the hand. `CS-GRN-01`.
pub const FIZZLE_ROLLS: [&str; 2] = ["jammed grenade", "jammed missile"];

/// How far the rolls of an attack decide where its explosion goes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlastCourse {
    /// None of them moves it away from its aim.
    AtAim,
    /// It leaves its aim, and the roll of the distance is still to be made.
    InFlight,
    /// All rolls that decide it are made.
    Decided,
}

impl BlastCourse {
    /// Reads the names of the rolls that an attack has made, in their order. `CS-SCA-03`, `CS-GRN-01`, `AB-AREA-05`.
    pub fn from_roll_names<'r>(names: impl Iterator<Item = &'r str>) -> Self {
        let scatters = [SCATTER_ROLLS, AREA_SCATTER_ROLLS];
        names.fold(Self::AtAim, |known, name| match name {
            _ if scatters.iter().any(|[_, distance]| *distance == name) => Self::Decided,
            _ if scatters.iter().any(|[direction, _]| *direction == name) => Self::InFlight,
            _ if FIZZLE_ROLLS.contains(&name) => Self::Decided,
            _ => known,
        })
    }
}

/// Rolls a scatter of a thrown or shot weapon: direction, then distance. `CS-SCA-01` to `CS-SCA-05`.
pub fn roll_scatter(table: &mut impl Table, thrown: bool, degrees_of_failure: u32) -> RuleResult<Scatter> {
    let purpose = |why, clause| Purpose { who: None, why, clause, parts: &[], limit: None };
    let [direction, distance] = SCATTER_ROLLS;
    let turn = turn_octants(table.roll(D10, purpose(direction, "CS-SCA-03"))?.value);
    let clause = if thrown { "CS-SCA-04" } else { "CS-SCA-05" };
    let metres = table.roll(D10, purpose(distance, clause))?.value.div_ceil(2);
    Ok(Scatter { turn, squares: metres + if thrown { 0 } else { degrees_of_failure } })
}

/// The squares that a scatter passes, from the target square to its end. `CS-SCA-03`, `CS-SCA-06`.
pub fn scatter_path(attacker: CellOffset, target: CellOffset, scatter: Scatter) -> Vec<CellOffset> {
    let final_octant = (nearest_octant(target.relative_to(attacker)) + scatter.turn) % 8;
    let squares = i32::try_from(scatter.squares).unwrap_or(i32::MAX);
    (0..=squares).map(|steps| target.stepped(steps, final_octant)).collect()
}

/// The end of a scatter: before the first step blocked by a wall or the map's edge. `CS-SCA-08`.
pub fn scatter_end(
    path: &[CellOffset],
    can_step: impl Fn(CellOffset, CellOffset) -> bool,
) -> Option<CellOffset> {
    let free = path.windows(2).take_while(|step| can_step(step[0], step[1])).count();
    path.get(free).copied()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::before_any_roll(&[], BlastCourse::AtAim)]
    #[case::on_target(&["attack", "dodge", "soak"], BlastCourse::AtAim)]
    #[case::cs_sca_03_direction_only(&["attack", "scatter direction"], BlastCourse::InFlight)]
    #[case::cs_sca_03_both(&["attack", "scatter direction", "scatter distance"], BlastCourse::Decided)]
    #[case::cs_sca_03_later_rolls(&["attack", "scatter direction", "scatter distance", "dodge"], BlastCourse::Decided)]
    #[case::ab_area_05_rerolled(&["attack", "direction", "direction"], BlastCourse::InFlight)]
    #[case::ab_area_05_both(&["attack", "direction", "metres"], BlastCourse::Decided)]
    #[case::cs_grn_01_fizzles(&["attack", "jammed grenade"], BlastCourse::Decided)]
    fn course_of_an_explosion(#[case] rolls: &[&str], #[case] expected: BlastCourse) {
        assert_eq!(BlastCourse::from_roll_names(rolls.iter().copied()), expected);
    }

    #[test]
    fn cs_sca_03_a_rolled_direction_has_a_name() {
        let of_attack = |face| direction_words("scatter direction", face);
        assert_eq!(of_attack(2), Some("beyond the target"));
        assert_eq!(of_attack(4), Some("left of the target"));
        assert_eq!(of_attack(8), Some("short of the target"));
        let on_compass = |face| direction_words("direction", face);
        assert_eq!([on_compass(1), on_compass(4)], [Some("north"), Some("south-east")]);
        assert_eq!(on_compass(9), None, "it is rolled again");
        assert_eq!(direction_words("metres", 4), None);
    }
}
