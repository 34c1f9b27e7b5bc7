//! Validates orders of the deployment.

use super::order_error::OrderError;
use super::rejection::{Obstruction, PointlessOrder};
use super::validated_order::{ValidatedOrder, fighting_unit};
use crate::state::event::BattleEvent;
use crate::state::order::Order;
use crate::state::resources::ResolutionStep;
use crate::view::battle_view::{BattleView, UnitDataItem};
use crate::view::concealment::reveal_at_start;
use model::{Cell, Side, UnitId};
use rules::play;

/// Validates the placement of a unit before the first round.
pub(crate) fn validate_deployment(
    view: &BattleView,
    id: UnitId,
    to: Cell,
) -> Result<ValidatedOrder, OrderError> {
    if !view.round().is_deploying() {
        return Err(OrderError::AlreadyBegun);
    }
    let unit = fighting_unit(view, id)?;
    if view.round().is_ready(*unit.side) {
        return Err(deployment_finished(view, *unit.side));
    }
    if !is_in_own_zone(view, *unit.side, to) {
        return Err(OrderError::OutsideZone { unit: unit.identity.name().to_owned() });
    }
    if !view.field().grid().can_enter(to) {
        return Err(Obstruction::NoPlaceForUnit.into());
    }
    if unit.vehicle().is_some() {
        return Err(Obstruction::InVehicle.into());
    }
    if unit.status.grip().is_some() {
        return Err(Obstruction::Grappling.into());
    }
    let mut events = deployment_events(view, &unit, to);
    if let Some(other) = view.unit_at(to).filter(|other| *other.id != id) {
        if other.side != unit.side {
            let hidden = view.has_fog_of_war();
            let why = if hidden { Obstruction::NoPlaceForUnit } else { Obstruction::EnemyThere };
            return Err(why.into());
        }
        if other.status.grip().is_some() {
            let unit = other.identity.name().to_owned();
            return Err(Obstruction::OtherGrappling { unit }.into());
        }
        events.extend(deployment_events(view, &other, unit.cell()));
    }
    Ok(ValidatedOrder { events, ..ValidatedOrder::default() })
}

fn deployment_finished(view: &BattleView, side: Side) -> OrderError {
    PointlessOrder::DeploymentFinished { side: view.side_name(side).to_owned() }.into()
}

/// Events that place a unit and all units inside it.
fn deployment_events(view: &BattleView, unit: &UnitDataItem, to: Cell) -> Vec<BattleEvent> {
    let inside = view.occupants(*unit.id).map(|inside| *inside.id);
    let all = [*unit.id].into_iter().chain(inside);
    all.map(|unit| BattleEvent::Deployed { unit, to }).chain(cover_event(view, unit, to)).collect()
}

/// The cover of a unit that is placed on another square: it leaves its cover, and before the battle takes cover there at no
/// cost, as far as the new square offers as much. `CS-COV-03`.
fn cover_event(view: &BattleView, unit: &UnitDataItem, to: Cell) -> Option<BattleEvent> {
    if !unit.cover.is_taken() || unit.cell() == to {
        return None;
    }
    let (id, me) = (*unit.id, view.unit_snapshot(unit));
    let heights = field::obstacles_beside(view.field().grid(), to).map(|beside| beside.obstacle.height_cm);
    match play::carry_cover(&me, heights.max().unwrap_or(0), view.rules()) {
        Some(budget) if budget == me.budget => None,
        Some(budget) => Some(BattleEvent::TurnBudgetChanged { unit: id, points: 0, budget }),
        None => Some(BattleEvent::CoverLeft { unit: id }),
    }
}

/// Checks a special action during deployment: the book has to allow it, and the side must not be ready. `CS-COV-03`.
pub(crate) fn check_preparation(view: &BattleView, order: &Order, key: &str) -> Result<(), OrderError> {
    let unit = fighting_unit(view, order.unit().expect("special actions name their unit"))?;
    if !play::allowed_at_deployment(key, view.rules()) {
        return Err(OrderError::NotBegun);
    }
    if view.round().is_ready(*unit.side) {
        return Err(deployment_finished(view, *unit.side));
    }
    Ok(())
}

/// Whether a cell is in a side's deployment zone.
pub fn is_in_own_zone(view: &BattleView, side: Side, cell: Cell) -> bool {
    let skirmish = &view.setup().bundle().skirmish;
    let zone = skirmish.sides.get(usize::from(side.0)).and_then(|side| side.deployment.as_ref());
    zone.and_then(|zone| skirmish.map.zones.get(zone)).is_some_and(|cells| cells.binary_search(&cell).is_ok())
}

/// Validates the end of a side's deployment; after the last one the first round begins.
pub(crate) fn validate_ready(view: &BattleView, side: Side) -> Result<ValidatedOrder, OrderError> {
    if !view.round().is_deploying() {
        return Err(OrderError::AlreadyBegun);
    }
    let sides = view.setup().bundle().skirmish.sides.len();
    if usize::from(side.0) >= sides || view.round().is_ready(side) {
        return Err(deployment_finished(view, side));
    }
    let last = (0..sides as u8).map(Side).all(|other| other == side || view.round().is_ready(other));
    // Concealed units are searched for first, or start an ambush. `CS-UNA-05`, `SS-SURP-04`.
    let ambush = reveal_at_start(view).filter(|_| last);
    let begin =
        if last { vec![ResolutionStep::UpdateDetection, ResolutionStep::BeginRound] } else { Vec::new() };
    let steps = ambush.into_iter().chain(begin).collect();
    Ok(ValidatedOrder { events: vec![BattleEvent::SideReady { side }], steps, ..ValidatedOrder::default() })
}
