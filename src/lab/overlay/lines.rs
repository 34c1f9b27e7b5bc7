//! Lines of sight and fire from one unit to others, with everything they cross.

use battle::{Occupant, Snapshot};
use field::{Cell, Crossing, LineOfFire, Place};
use rules::{BarrierOnLine, Combatant, Grip, play, screen};

/// A barrier on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossed {
    /// Where it stands and how much of the target it hides.
    pub crossing: Crossing,
    /// What it is.
    pub barrier: BarrierOnLine,
    /// Damage that it still stands before it opens, in the measure of the fight's book.
    pub left: u32,
    /// Even a clean hit has to pierce it.
    pub clear: bool,
}

/// The line from one unit to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Number of the unit that looks.
    pub from: u32,
    /// Number of the unit that is looked at.
    pub to: u32,
    /// The squares it passes, both ends included.
    pub squares: Vec<Cell>,
    /// What geometry says: how much is hidden, whether anything is seen.
    pub fire: LineOfFire,
    /// The barriers on it, in the order in which the board numbers them: what even a clean hit must pierce, then what the
    /// target hides behind, each from the shooter on.
    pub crossed: Vec<Crossed>,
}

/// The line between two units; nothing if one is not there.
pub fn line(snapshot: &Snapshot, from: u32, to: u32) -> Option<Line> {
    Some(between(snapshot, snapshot.unit(from)?, snapshot.unit(to)?))
}

/// The lines from one unit to everybody else who is up, by number.
pub fn lines(snapshot: &Snapshot, from: u32) -> Vec<Line> {
    let Some(one) = snapshot.unit(from) else { return Vec::new() };
    let others = snapshot.units().iter().filter(|other| other.unit.id != from && other.unit.down.is_none());
    others.map(|other| between(snapshot, one, other)).collect()
}

fn between(snapshot: &Snapshot, one: &Occupant, other: &Occupant) -> Line {
    let grid = snapshot.grid();
    let fire = field::line_of_fire(grid, one.cell, one.body(), other.cell, other.body());
    let only_clear = fire.clear.iter().filter(|clear| fire.cover.iter().all(|cover| cover.id != clear.id));
    let crossed = only_clear.chain(&fire.cover).filter_map(|crossing| {
        let barrier = snapshot.barrier(crossing.id)?.clone();
        let points = play::wall_points(&barrier, snapshot.rules());
        Some(Crossed {
            crossing: *crossing,
            left: points.saturating_sub(barrier.damage),
            clear: fire.clear.iter().any(|clear| clear.id == crossing.id),
            barrier,
        })
    });
    let shield = vehicle(snapshot, one, other).or_else(|| shield(snapshot, one, other));
    let hidden = shield.as_ref().map_or(0, |shield| shield.crossing.hides);
    let crossed = crossed.chain(shield).collect();
    let fire = LineOfFire { hidden: fire.hidden.max(hidden), ..fire.clone() };
    let squares = field::squares_on_line(grid, one.cell, other.cell);
    Line { from: one.unit.id, to: other.unit.id, squares, fire, crossed }
}

/// The vehicle around somebody, unless both sit in it: crossed last. `SS-BARR-44`.
fn vehicle(snapshot: &Snapshot, one: &Occupant, other: &Occupant) -> Option<Crossed> {
    let seat = |unit: &Occupant| unit.unit.ride.as_ref().map(|ride| ride.vehicle.id);
    let ride = other.unit.ride.as_ref().filter(|_| seat(one) != seat(other))?;
    let vehicle = snapshot.unit(ride.vehicle.id).map_or(&*ride.vehicle, |vehicle| &vehicle.unit);
    Some(screened(snapshot, vehicle, other.cell))
}

/// A unit that others are behind, as something on a line.
fn screened(snapshot: &Snapshot, unit: &Combatant, at: Cell) -> Crossed {
    let rules = snapshot.rules();
    let barrier = screen::of(unit, rules);
    let place = Place::Square(at);
    let crossing = Crossing { id: barrier.id, place, transparent: false, hides: screen::HIDES };
    let left = play::wall_points(&barrier, rules).saturating_sub(barrier.damage);
    Crossed { crossing, barrier, left, clear: false }
}

/// Whom somebody holds before itself on the side of whoever looks: crossed last. `SS-BARR-44`, `AB-SHIELD-01`.
fn shield(snapshot: &Snapshot, one: &Occupant, other: &Occupant) -> Option<Crossed> {
    let rules = snapshot.rules();
    let Some(Grip::Holding(held)) = other.unit.grip.filter(|_| !play::knows_screens(rules)) else {
        return None;
    };
    let held = snapshot.unit(held).filter(|held| held.unit.down.is_none())?;
    let seen_from = |cell: Cell| (cell.x - other.cell.x, cell.y - other.cell.y);
    if held.unit.id == one.unit.id || !screen::guards(seen_from(one.cell), seen_from(held.cell)) {
        return None;
    }
    Some(screened(snapshot, &held.unit, held.cell))
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::Stand;
    use super::*;

    // As in `field`: a crate of one metre before the target hides 46.7 % of it.
    #[test]
    fn ss_cover_07_what_a_line_crosses() {
        let snapshot = Stand::new(6, 1).unit(1, (0, 0)).unit(2, (3, 0)).crate_at(7, (2, 0)).snapshot();
        let line = line(&snapshot, 1, 2).expect("both are there");
        assert_eq!((line.fire.hidden, line.squares.len()), (47, 4));
        let crossed = &line.crossed[0];
        assert_eq!((crossed.barrier.id, crossed.clear, line.crossed.len()), (7, false, 1));
        // Structure 4, 5 of damage taken.
        let points = play::wall_points(&crossed.barrier, snapshot.rules());
        assert_eq!(crossed.left, points - 5);
    }

    /// Whoever sits in a vehicle is behind it for everybody outside, and for nobody inside.
    #[test]
    fn ss_barr_44_the_vehicle_around_somebody() {
        let mut stand = Stand::new(9, 1).unit(1, (0, 0)).unit(2, (5, 0)).unit(3, (5, 0)).unit(4, (5, 0));
        for rider in [3, 4] {
            stand = stand.riding(rider, 2);
        }
        let snapshot = stand.snapshot();
        let outside = line(&snapshot, 1, 3).expect("both are there");
        let last = outside.crossed.last().expect("the vehicle");
        assert_eq!((screen::unit_of(last.barrier.id), outside.fire.hidden), (Some(2), screen::HIDES));
        assert_eq!(last.crossing.place, Place::Square(Cell::new(5, 0)));
        assert_eq!(line(&snapshot, 1, 2).expect("both are there").crossed, []);
        assert_eq!(line(&snapshot, 4, 3).expect("both are there").crossed, []);
    }

    #[test]
    fn to_everybody_who_is_up() {
        let stand = Stand::new(6, 1).unit(1, (0, 0)).unit(2, (3, 0)).unit(3, (5, 0)).fallen(4, (4, 0));
        let lines = lines(&stand.snapshot(), 1);
        assert_eq!(lines.iter().map(|line| line.to).collect::<Vec<_>>(), [2, 3]);
        assert!(self::lines(&stand.snapshot(), 9).is_empty());
        assert_eq!(line(&stand.snapshot(), 1, 9), None);
    }
}
