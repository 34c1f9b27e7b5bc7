//! A click on a door: it is opened or closed, after the way to it if it is in reach.

use crate::board::overlay::move_range::MoveRange;
use crate::board::overlay::route::Route;
use crate::session::{Hover, Intent, Session};
use battle::{
    BarrierDataItem, BattleView, Order, OrderError, UnitDataItem, check_door_price, validate_order,
};
use model::{BarrierId, Cell, ObstaclePosition};

/// How a unit opens or closes a door.
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

/// Returns the door that a click opens or closes: in move mode a closed one under the pointer, where no unit is; with the
/// choice of a door any that can be moved. Squares that the keyboard cursor is on are squares to go to in move mode.
pub(crate) fn clicked_door(view: &BattleView, session: &Session, hover: Hover) -> Option<BarrierId> {
    let is_choosing = session.intent == Intent::Door;
    let is_pointed_at = session.intent == Intent::Move && session.cursor.is_none();
    let other = hover.unit.filter(|unit| session.selected != Some(*unit));
    let is_meant = is_choosing || (is_pointed_at && other.is_none());
    let data = view.barrier(hover.barrier.filter(|_| is_meant)?)?;
    (is_edge_door(&data) && (is_choosing || !data.state.open())).then_some(*data.id)
}

/// Whether a barrier is a door or window in a wall that can be opened and closed.
fn is_edge_door(data: &BarrierDataItem) -> bool {
    let is_edge = matches!(data.place.place(), ObstaclePosition::Edge(_));
    is_edge && data.barrier.kind().openable && !data.state.holed()
}

/// Returns the doors that a unit does not stand beside, but has within so many half metres as the crow flies.
pub(crate) fn doors_within(view: &BattleView, unit: &UnitDataItem, half_metres: u32) -> Vec<BarrierId> {
    let here = unit.cell();
    let is_far_door = |door: &BarrierId| {
        let cells = door_cells(view, *door);
        let is_near = |cell: &Cell| 2 * here.chebyshev_distance(*cell) <= half_metres;
        view.barrier(*door).as_ref().is_some_and(is_edge_door)
            && !cells.contains(&here)
            && cells.iter().any(is_near)
    };
    view.field().barriers().map(|(door, _)| door).filter(is_far_door).collect()
}
