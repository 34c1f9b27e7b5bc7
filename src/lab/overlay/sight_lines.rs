//! Lines of sight and fire from one unit to others, with everything they cross.

use battle::{BattleSnapshot, Occupant};
use field::LineOfFire;
use model::{Cell, ObstaclePosition, UnitId};
use rules::attack::body_shield;
use rules::{BarrierOnLine, Grip, UnitSnapshot, play};

/// A barrier on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossedBarrier {
    /// Where it stands.
    pub place: ObstaclePosition,
    /// Share of the target that it hides, in percent.
    pub hides: u8,
    /// The barrier.
    pub barrier: BarrierOnLine,
    /// Damage until it is breached, in the terms of the rulebook.
    pub structure_left: u32,
    /// Even a clean hit has to penetrate it.
    pub clear: bool,
}

/// The line from one unit to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SightLine {
    /// Id of the observer.
    pub from: UnitId,
    /// Id of the observed unit.
    pub to: UnitId,
    /// The squares it passes, both ends included.
    pub squares: Vec<Cell>,
    /// The hidden share and visibility by geometry alone.
    pub fire: LineOfFire,
    /// The barriers on it, in the order numbered on the board: first what even a clean hit must penetrate, then what
    /// hides the target, each from the shooter on.
    pub crossed: Vec<CrossedBarrier>,
}

/// Returns the line between two units; `None` if one does not exist.
pub fn sight_line(snapshot: &BattleSnapshot, from: UnitId, to: UnitId) -> Option<SightLine> {
    Some(sight_line_between(snapshot, snapshot.unit(from)?, snapshot.unit(to)?))
}

/// Returns the lines from one unit to every other unit that is up, by id.
pub fn sight_lines(snapshot: &BattleSnapshot, from: UnitId) -> Vec<SightLine> {
    let Some(one) = snapshot.unit(from) else { return Vec::new() };
    let others = snapshot.units().iter().filter(|other| other.unit.id != from && other.unit.down.is_none());
    others.map(|other| sight_line_between(snapshot, one, other)).collect()
}

fn sight_line_between(snapshot: &BattleSnapshot, one: &Occupant, other: &Occupant) -> SightLine {
    let grid = snapshot.grid();
    let fire = field::line_of_fire(grid, one.cell, one.body(), other.cell, other.body());
    let only_clear = fire.clear.iter().filter(|clear| fire.cover.iter().all(|cover| cover.id != clear.id));
    let crossed = only_clear.chain(&fire.cover).filter_map(|crossing| {
        let barrier = snapshot.barrier(crossing.id)?.clone();
        let points = play::barrier_hit_points(&barrier, snapshot.rules());
        Some(CrossedBarrier {
            place: crossing.place,
            hides: crossing.hides,
            structure_left: points.saturating_sub(barrier.damage),
            clear: fire.clear.iter().any(|clear| clear.id == crossing.id),
            barrier,
        })
    });
    let shield = crossed_vehicle(snapshot, one, other).or_else(|| crossed_body_shield(snapshot, one, other));
    let hidden = shield.as_ref().map_or(0, |shield| shield.hides);
    let crossed = crossed.chain(shield).collect();
    let fire = LineOfFire { hidden: fire.hidden.max(hidden), ..fire.clone() };
    let squares = field::squares_on_line(grid, one.cell, other.cell);
    SightLine { from: one.unit.id, to: other.unit.id, squares, fire, crossed }
}

/// Returns the vehicle around a unit, unless both sit in it: crossed last. `SS-BARR-44`.
fn crossed_vehicle(snapshot: &BattleSnapshot, one: &Occupant, other: &Occupant) -> Option<CrossedBarrier> {
    let seat = |unit: &Occupant| unit.unit.ride.as_ref().map(|ride| ride.vehicle.id);
    let ride = other.unit.ride.as_ref().filter(|_| seat(one) != seat(other))?;
    let vehicle = snapshot.unit(ride.vehicle.id).map_or(&*ride.vehicle, |vehicle| &vehicle.unit);
    Some(crossed_unit(snapshot, vehicle, other.cell))
}

/// Treats a unit as a barrier on a line.
fn crossed_unit(snapshot: &BattleSnapshot, unit: &UnitSnapshot, at: Cell) -> CrossedBarrier {
    let rules = snapshot.rules();
    let barrier = body_shield::unit_barrier(unit);
    let left = play::barrier_hit_points(&barrier, rules).saturating_sub(barrier.damage);
    CrossedBarrier {
        place: ObstaclePosition::Square(at),
        hides: body_shield::HIDDEN_PERCENT,
        barrier,
        structure_left: left,
        clear: false,
    }
}

/// Returns the body shield that a unit holds towards the observer: crossed last. `SS-BARR-44`, `AB-SHIELD-01`.
fn crossed_body_shield(
    snapshot: &BattleSnapshot,
    one: &Occupant,
    other: &Occupant,
) -> Option<CrossedBarrier> {
    let rules = snapshot.rules();
    let Some(Grip::Holding(held)) = other.unit.grip.filter(|_| !play::has_body_shields(rules)) else {
        return None;
    };
    let held = snapshot.unit(held).filter(|held| held.unit.down.is_none())?;
    let seen_from = |cell: Cell| (cell.x - other.cell.x, cell.y - other.cell.y);
    if held.unit.id == one.unit.id || !body_shield::shields_against(seen_from(one.cell), seen_from(held.cell))
    {
        return None;
    }
    Some(crossed_unit(snapshot, &held.unit, held.cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::fixtures::SnapshotBuilder;
    use model::{BarrierId, BarrierSource};

    // As in `field`: a crate of one metre in front of the target hides 46.7 % of it.
    #[test]
    fn ss_cover_07_what_a_line_crosses() {
        let snapshot =
            SnapshotBuilder::new(6, 1).unit(1, (0, 0)).unit(2, (3, 0)).crate_at(7, (2, 0)).snapshot();
        let line = sight_line(&snapshot, UnitId(1), UnitId(2)).expect("both exist");
        assert_eq!((line.fire.hidden, line.squares.len()), (47, 4));
        let crossed = &line.crossed[0];
        assert_eq!(
            (crossed.barrier.id, crossed.clear, line.crossed.len()),
            (BarrierSource::Segment(BarrierId(7)), false, 1)
        );
        // Structure 4, 5 of damage taken.
        let points = play::barrier_hit_points(&crossed.barrier, snapshot.rules());
        assert_eq!(crossed.structure_left, points - 5);
    }

    /// A passenger is behind the vehicle for everyone outside, and for no one inside.
    #[test]
    fn ss_barr_44_the_vehicle_around_a_passenger() {
        let mut stand =
            SnapshotBuilder::new(9, 1).unit(1, (0, 0)).unit(2, (5, 0)).unit(3, (5, 0)).unit(4, (5, 0));
        for rider in [3, 4] {
            stand = stand.riding(rider, 2);
        }
        let snapshot = stand.snapshot();
        let outside = sight_line(&snapshot, UnitId(1), UnitId(3)).expect("both exist");
        let last = outside.crossed.last().expect("the vehicle");
        assert_eq!(
            (last.barrier.id.unit(), outside.fire.hidden),
            (Some(UnitId(2)), body_shield::HIDDEN_PERCENT)
        );
        assert_eq!(last.place, ObstaclePosition::Square(Cell::new(5, 0)));
        assert_eq!(sight_line(&snapshot, UnitId(1), UnitId(2)).expect("both exist").crossed, []);
        assert_eq!(sight_line(&snapshot, UnitId(4), UnitId(3)).expect("both exist").crossed, []);
    }

    #[test]
    fn lines_lead_to_every_unit_that_is_up() {
        let stand =
            SnapshotBuilder::new(6, 1).unit(1, (0, 0)).unit(2, (3, 0)).unit(3, (5, 0)).fallen(4, (4, 0));
        let lines = sight_lines(&stand.snapshot(), UnitId(1));
        assert_eq!(lines.iter().map(|line| line.to).collect::<Vec<_>>(), [UnitId(2), UnitId(3)]);
        assert!(crate::overlay::sight_lines::sight_lines(&stand.snapshot(), UnitId(9)).is_empty());
        assert_eq!(sight_line(&stand.snapshot(), UnitId(1), UnitId(9)), None);
    }
}
