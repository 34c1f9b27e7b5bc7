//! Walls wear down and open: `SS-BARR-33` to `SS-BARR-35`.

use bevy::prelude::*;

use super::components::UnitId;
use super::event::Event;
use super::schedule::ResolveSystems;
use super::state::{Outbox, Task, Tasks};
use super::view::{BarrierDataItem, BattleView};
use crate::field::{Cell, Edge, Place, Side};
use crate::rules::swan_song::barrier;

pub(super) fn plugin(schedule: &mut Schedule) {
    schedule.add_systems(resolve_breach.in_set(ResolveSystems::Barrier));
}

/// Damage fills the struck segment first, then its nearest neighbours along the wall, lower coordinate first.
fn resolve_breach(view: BattleView, tasks: Res<Tasks>, mut out: ResMut<Outbox>) {
    let Some(Task::Breach { barrier, by, damage }) = tasks.0.front() else { return };
    let Some(struck) = view.barrier(*barrier) else { return };
    let mut rest = *damage;
    rest = fill(&struck, *by, rest, &mut out);
    let mut distance = 1;
    while rest > 0 {
        let around: Vec<_> = neighbours(struck.place.place(), distance)
            .into_iter()
            .filter_map(|place| view.barrier_at(place))
            .filter(|data| data.barrier.id() == struck.barrier.id())
            .collect();
        if around.is_empty() {
            break; // the wall ends here: what is left is lost in the air
        }
        for data in around {
            rest = fill(&data, *by, rest, &mut out);
        }
        distance += 1;
    }
}

/// Damages one segment up to its hit points; gives what is left.
fn fill(data: &BarrierDataItem, by: Option<UnitId>, rest: u32, out: &mut Outbox) -> u32 {
    if data.state.holed() || rest == 0 {
        return rest;
    }
    let whole = barrier::hit_points(data.barrier.kind().structure, data.barrier.kind().thickness_cm);
    let room = whole.saturating_sub(data.state.damage());
    let taken = rest.min(room);
    out.push(Event::BarrierDamaged { barrier: *data.id, by, damage: taken });
    if taken == room {
        out.push(Event::BarrierHoled { barrier: *data.id });
    }
    rest - taken
}

/// The places at a distance along the same wall, lower coordinate first.
fn neighbours(place: Place, distance: i32) -> [Place; 2] {
    let shift = |cell: Cell, by: (i32, i32)| Cell { x: cell.x + by.0 * distance, y: cell.y + by.1 * distance };
    match place {
        Place::Edge(edge) => {
            let along = match edge.side() {
                Side::North | Side::South => (1, 0),
                Side::East | Side::West => (0, 1),
            };
            [-1, 1].map(|sign| {
                Place::Edge(Edge::new(shift(edge.cell(), (sign * along.0, sign * along.1)), edge.side()))
            })
        }
        Place::Square(cell) => [-1, 1].map(|sign| Place::Square(shift(cell, (sign, 0)))),
    }
}
