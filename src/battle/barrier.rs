//! Walls wear down and open: `SS-BARR-33` to `SS-BARR-35`.

use super::components::UnitId;
use super::covering::Covering;
use super::event::Event;
use super::state::{Outbox, Task};
use super::view::{BarrierDataItem, BattleView};
use field::{Cell, Edge, Place, Side};
use rules::play;

/// Damage fills the struck segment first, then its nearest neighbours along the wall, lower coordinate first.
pub(super) fn resolve(view: &BattleView, task: &Task, out: &mut Outbox) {
    let Task::Breach { barrier, by, damage } = task else { return };
    let Some(struck) = view.barrier(*barrier) else { return };
    let mut rest = *damage;
    rest = fill(view, &struck, *by, rest, out);
    let along = run(view, &struck);
    let mut ends = [true; 2]; // which of the two ends of the wall has not been reached
    let mut distance = 1;
    while rest > 0 && ends.contains(&true) {
        for (end, sign) in ends.iter_mut().zip([-1, 1]).filter(|(end, _)| **end) {
            match next_segment(view, &struck, along, sign * distance) {
                Some(data) => rest = fill(view, &data, *by, rest, out),
                None => *end = false, // what is left there is lost in the air
            }
        }
        distance += 1;
    }
}

/// Damages one segment up to its hit points; gives what is left.
fn fill(view: &BattleView, data: &BarrierDataItem, by: Option<UnitId>, rest: u32, out: &mut Outbox) -> u32 {
    if data.state.holed() || rest == 0 {
        return rest;
    }
    let whole = play::wall_points(&view.on_line(data), view.rules());
    let room = whole.saturating_sub(data.state.damage());
    let taken = rest.min(room);
    out.push(Event::BarrierDamaged { barrier: *data.id, by, damage: taken });
    if taken == room {
        out.push(Event::BarrierHoled { barrier: *data.id });
        if let Place::Square(cell) = data.place.place()
            && play::leaves_rubble(view.rules())
        {
            let (cells, what) = (vec![cell], Covering::Rubble);
            out.push(Event::GroundCovered { cells, what, until: u32::MAX });
        }
    }
    rest - taken
}

/// The direction in which a wall goes on: along an edge; for what stands in squares, to where more of it stands.
fn run(view: &BattleView, struck: &BarrierDataItem) -> (i32, i32) {
    match struck.place.place() {
        Place::Edge(edge) => match edge.side() {
            Side::North | Side::South => (1, 0),
            Side::East | Side::West => (0, 1),
        },
        Place::Square(_) => {
            let goes_on = |along| [-1, 1].iter().any(|by| next_segment(view, struck, along, *by).is_some());
            if goes_on((1, 0)) { (1, 0) } else { (0, 1) }
        }
    }
}

/// The segment of the same wall so many steps along it.
fn next_segment<'a>(
    view: &'a BattleView,
    struck: &BarrierDataItem,
    along: (i32, i32),
    by: i32,
) -> Option<BarrierDataItem<'a, 'a>> {
    let shift = |cell: Cell| Cell { x: cell.x + along.0 * by, y: cell.y + along.1 * by };
    let place = match struck.place.place() {
        Place::Edge(edge) => Place::Edge(Edge::new(shift(edge.cell()), edge.side())),
        Place::Square(cell) => Place::Square(shift(cell)),
    };
    view.barrier_at(place).filter(|data| data.barrier.id() == struck.barrier.id())
}
