//! Explains why the hovered square cannot be reached.

use super::closed_doors::{ClosedDoors, shut_door_name};
use super::move_range::MoveRange;
use super::target_line::TargetHint;
use super::{Overlay, OverlayCanvas, OverlayInputs};
use crate::board::interaction::board_actions::is_move_click;
use crate::theme::with_alpha;
use battle::{BattleView, UnitDataItem, diagonal_step};
use field::shortest_path;
use model::{Cell, ObstaclePosition};

/// An unreachable square and what could be done about it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct UnreachableCell {
    cell: Cell,
    reason: String,
    /// The closed door in the way.
    door: Option<ObstaclePosition>,
}

impl UnreachableCell {
    /// Explains a square that the unit cannot reach at all, or only through a closed door in this turn. `None` for
    /// squares that are merely too far, and those of other units.
    fn explain(view: &BattleView, unit: &UnitDataItem, bands: &MoveRange, cell: Cell) -> Option<Self> {
        let occupied = view.unit_at(cell).is_some();
        if occupied || bands.reaches(cell) {
            return None;
        }
        let grid = view.field().grid();
        if !grid.can_enter(cell) {
            let filled =
                view.barrier_at(ObstaclePosition::Square(cell)).map(|data| data.barrier.kind().name.clone());
            let what = filled.unwrap_or_else(|| "ground".to_owned());
            return Some(Self { cell, reason: format!("{what}: cannot be entered"), door: None });
        }
        let enemies: Vec<Cell> = view
            .units()
            .filter(|other| other.is_fighting() && other.side != unit.side)
            .map(|other| other.cell())
            .collect();
        let way = |from| {
            let diagonal = diagonal_step(view.rules());
            shortest_path(grid, from, cell, diagonal, |square| enemies.contains(&square))
        };
        let spent = bands.reach.cost(bands.start()).unwrap_or(0);
        let around = way(bands.start()).map(|path| spent + path.cost);
        let mut doors: Vec<_> = closed_doors(view, bands).collect();
        doors.sort_by_key(|door| door.cost);
        let door = doors.into_iter().find(|door| {
            // Through the door and on; the step through it is one metre.
            let through = way(door.beyond).map(|path| door.cost + 2 + path.cost);
            through.is_some_and(|through| door_helps(around, through, |cost| bands.covers(cost)))
        });
        match (door, around) {
            (Some(door), around) => {
                let reason = door_text(&door.name, around.is_some());
                Some(Self { cell, reason, door: Some(door.place) })
            }
            (None, None) => Some(Self::without_way(view, (bands.from, cell), &enemies)),
            (None, Some(_)) => None,
        }
    }

    /// Explains a square to which no way leads, not even through the nearest door: what is in the way.
    fn without_way(view: &BattleView, (from, cell): (Cell, Cell), enemies: &[Cell]) -> Self {
        let diagonal = diagonal_step(view.rules());
        let doors = ClosedDoors::on_way(view, (from, cell), diagonal, |square| enemies.contains(&square));
        if let Some(doors) = doors {
            return Self { cell, reason: doors.text(), door: Some(doors.first) };
        }
        let is_free = shortest_path(view.field().grid(), from, cell, diagonal, |_| false).is_some();
        let reason = if is_free { "enemies block every way there" } else { "no path leads there" };
        Self { cell, reason: reason.to_owned(), door: None }
    }

    /// Returns the reason.
    fn into_reason(self) -> String {
        self.reason
    }

    /// Draws the reason above the square, and a mark at the door.
    fn paint(&self, canvas: &OverlayCanvas) {
        let palette = canvas.palette;
        if let Some(door) = self.door {
            TargetHint::Door(door).paint(canvas.brush, palette);
        }
        let colours = (palette.caution, with_alpha(palette.caution, 150));
        canvas.draw_cell_label(self.cell, 0.0, &self.reason, colours);
    }
}

/// Whether a closed door is why a square cannot be reached: no way leads around it, or the way through it, and only that
/// one, is short enough for this turn. The costs are in half metres.
fn door_helps(around: Option<u32>, through: u32, is_in_reach: impl Fn(u32) -> bool) -> bool {
    around.is_none_or(|around| through < around && is_in_reach(through))
}

/// Says that a closed door is in the way, with or without another way that is too long for this turn.
fn door_text(door: &str, has_detour: bool) -> String {
    match has_detour {
        true => {
            format!("in reach this turn only through a closed door ({door}): click the door to open it first")
        }
        false => format!("behind a closed door ({door}): click the door to open it first"),
    }
}

/// Says why a square cannot be reached at all, or only through a closed door in this turn; `None` if it is merely too far.
pub(crate) fn unreachable_reason(
    view: &BattleView,
    unit: &UnitDataItem,
    range: &MoveRange,
    cell: Cell,
) -> Option<String> {
    UnreachableCell::explain(view, unit, range, cell).map(UnreachableCell::into_reason)
}

impl Overlay for Option<UnreachableCell> {
    fn follow_pointer(&mut self, inputs: &OverlayInputs) {
        let hover = inputs.session.hover.filter(|hover| is_move_click(inputs.view, inputs.session, *hover));
        let planned = inputs.ready.zip(inputs.plan.range.as_ref());
        *self = planned.zip(hover).and_then(|((unit, range), hover)| {
            UnreachableCell::explain(inputs.view, unit, range, hover.cell)
        });
    }

    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        if let Some(unreachable) = self {
            unreachable.paint(canvas);
        }
    }
}

/// A closed door next to the movement range.
struct BlockingDoor {
    place: ObstaclePosition,
    name: String,
    beyond: Cell,
    /// Path cost to it, in half metres.
    cost: u32,
}

fn closed_doors(view: &BattleView, bands: &MoveRange) -> impl Iterator<Item = BlockingDoor> {
    let reached = |cell: Cell| bands.reach.cost(cell);
    view.field().barriers().filter_map(move |(id, place)| {
        let ObstaclePosition::Edge(edge) = place else { return None };
        let [one, other] = edge.cells();
        let (cost, beyond) = match (reached(one), reached(other)) {
            (Some(cost), None) => (cost, other),
            (None, Some(cost)) => (cost, one),
            (Some(near), Some(far)) if near <= far => (near, other),
            (Some(_), Some(near)) => (near, one),
            (None, None) => return None,
        };
        Some(BlockingDoor { place, name: shut_door_name(view, id)?, beyond, cost })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_door_is_blamed_only_where_opening_it_helps() {
        let within = |limit: u32| move |cost: u32| cost <= limit;
        assert!(door_helps(None, 40, within(12)), "no other way leads there");
        assert!(door_helps(Some(30), 12, within(12)), "in reach through the door alone");
        assert!(!door_helps(Some(30), 14, within(12)), "too far either way");
        assert!(!door_helps(Some(12), 14, within(14)), "the other way is shorter");
    }

    #[test]
    fn a_detour_is_not_denied() {
        assert_eq!(door_text("gate", false), "behind a closed door (gate): click the door to open it first");
        let detour = "in reach this turn only through a closed door (gate): click the door to open it first";
        assert_eq!(door_text("gate", true), detour);
    }
}
