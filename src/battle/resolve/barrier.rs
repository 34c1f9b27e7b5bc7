//! Resolves damage to barriers and the holes it makes. `SS-BARR-33` to `SS-BARR-35`.

use bevy_app::{App, Plugin};

use crate::resolve::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::event::BattleEvent;
use crate::state::ground_effect::GroundEffect;
use crate::state::resources::{Outbox, ResolutionStep, StepKind};
use crate::view::battle_view::{BarrierDataItem, BattleView};
use model::{Cell, CellSide, Edge, ObstaclePosition, UnitId};
use rules::play;

/// Registers the system for damage to barriers.
pub(crate) struct BarrierPlugin;

impl Plugin for BarrierPlugin {
    fn build(&self, app: &mut App) {
        app.add_step_system(StepKind::DamageBarrier, resolve_barrier_damage);
    }
}

/// Resolves a `DamageBarrier` step: damages the struck segment first, then its nearest neighbours along the wall, lower
/// coordinate first.
fn resolve_barrier_damage(run: StepRun, context: StepContext) {
    let (step, view, _, out) = context.parts(run);
    let ResolutionStep::DamageBarrier { barrier, by, damage } = step else { return };
    let Some(struck) = view.barrier(*barrier) else { return };
    let mut rest = *damage;
    rest = damage_segment(view, &struck, *by, rest, out);
    let along = wall_direction(view, &struck);
    let mut ends = [true; 2]; // whether each direction still has segments
    let mut distance = 1;
    while rest > 0 && ends.contains(&true) {
        for (end, sign) in ends.iter_mut().zip([-1, 1]).filter(|(end, _)| **end) {
            match next_segment(view, &struck, along, sign * distance) {
                Some(data) => rest = damage_segment(view, &data, *by, rest, out),
                None => *end = false, // damage past the end of the wall is lost
            }
        }
        distance += 1;
    }
}

/// Damages one segment up to its hit points. Returns the remaining damage.
fn damage_segment(
    view: &BattleView,
    data: &BarrierDataItem,
    by: Option<UnitId>,
    rest: u32,
    out: &mut Outbox,
) -> u32 {
    if data.state.holed() || rest == 0 {
        return rest;
    }
    let whole = play::barrier_hit_points(&view.barrier_on_line(data), view.rules());
    let room = whole.saturating_sub(data.state.damage());
    let taken = rest.min(room);
    out.push_event(BattleEvent::BarrierDamaged { barrier: *data.id, by, damage: taken });
    if taken == room {
        out.push_event(BattleEvent::BarrierHoled { barrier: *data.id });
        if let ObstaclePosition::Square(cell) = data.place.place()
            && play::leaves_rubble(view.rules())
        {
            let (cells, what) = (vec![cell], GroundEffect::Rubble);
            out.push_event(BattleEvent::GroundCovered { cells, what, until: u32::MAX });
        }
    }
    rest - taken
}

/// Returns the direction of a wall: along its edge, or for full squares towards adjacent segments of the same kind.
fn wall_direction(view: &BattleView, struck: &BarrierDataItem) -> (i32, i32) {
    match struck.place.place() {
        ObstaclePosition::Edge(edge) => match edge.side() {
            CellSide::North | CellSide::South => (1, 0),
            CellSide::East | CellSide::West => (0, 1),
        },
        ObstaclePosition::Square(_) => {
            let goes_on = |along| [-1, 1].iter().any(|by| next_segment(view, struck, along, *by).is_some());
            if goes_on((1, 0)) { (1, 0) } else { (0, 1) }
        }
    }
}

/// Returns the segment of the same kind `by` squares along the wall; `None` if there is none.
fn next_segment<'a>(
    view: &'a BattleView,
    struck: &BarrierDataItem,
    along: (i32, i32),
    by: i32,
) -> Option<BarrierDataItem<'a, 'a>> {
    let shift = |cell: Cell| Cell { x: cell.x + along.0 * by, y: cell.y + along.1 * by };
    let place = match struck.place.place() {
        ObstaclePosition::Edge(edge) => ObstaclePosition::Edge(Edge::new(shift(edge.cell()), edge.side())),
        ObstaclePosition::Square(cell) => ObstaclePosition::Square(shift(cell)),
    };
    view.barrier_at(place).filter(|data| data.barrier.id() == struck.barrier.id())
}
