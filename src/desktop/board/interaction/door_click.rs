//! A click on a closed door: it is opened, after the way to it if it is in reach.

use crate::board::overlay::move_range::MoveRange;
use crate::board::overlay::route::Route;
use crate::session::{Hover, Intent, Session};
use battle::{BattleView, Order, OrderError, UnitDataItem, check_door_price, validate_order};
use model::{BarrierId, Cell, ObstaclePosition};

/// How a unit opens a door.
#[derive(Clone, Debug)]
pub(crate) enum DoorClick {
    /// It stands beside the door.
    Here(Result<(), OrderError>),
    /// It goes there first.
    After(Box<Route>, Result<(), OrderError>),
    /// No square beside the door is in reach.
    TooFar,
}

impl DoorClick {
    /// Plans the way to a door and through its price.
    pub fn plan(view: &BattleView, unit: &UnitDataItem, range: Option<&MoveRange>, door: BarrierId) -> Self {
        let sides = door_cells(view, door);
        if sides.contains(&unit.cell()) {
            let order = Order::Door { unit: *unit.id, barrier: door };
            return Self::Here(validate_order(view, &order).map(|_| ()));
        }
        let is_free = |cell: &Cell| view.unit_at(*cell).is_none();
        let routes = sides.into_iter().filter(is_free).filter_map(|cell| {
            let route = Route::plan(view, range?, cell, false)?;
            Some((range?.reach.cost(cell)?, route))
        });
        let Some((_, route)) = routes.min_by_key(|(cost, _)| *cost) else { return Self::TooFar };
        let payment = validate_order(view, &route.order());
        let price = payment.and_then(|walk| check_door_price(view, *unit.id, Some(&walk)));
        Self::After(Box::new(route), price)
    }
}

/// The squares on both sides of a door.
fn door_cells(view: &BattleView, door: BarrierId) -> Vec<Cell> {
    match view.barrier(door).map(|data| data.place.place()) {
        Some(ObstaclePosition::Edge(edge)) => edge.cells().to_vec(),
        Some(ObstaclePosition::Square(_)) | None => Vec::new(),
    }
}

/// Returns the closed door that a click in move mode opens: the pointer is on it, and no unit is there. Squares that the
/// keyboard cursor is on are squares to go to.
pub(crate) fn clicked_door(view: &BattleView, session: &Session, hover: Hover) -> Option<BarrierId> {
    let is_pointed_at = session.intent == Intent::Move && session.cursor.is_none();
    let other = hover.unit.filter(|unit| session.selected != Some(*unit));
    let data = view.barrier(hover.barrier.filter(|_| is_pointed_at && other.is_none())?)?;
    let is_edge = matches!(data.place.place(), ObstaclePosition::Edge(_));
    let is_shut = data.barrier.kind().openable && !data.state.open() && !data.state.holed();
    (is_edge && is_shut).then_some(*data.id)
}
