//! Validates orders after the end of the battle: leaving the field, rest and treatment.

use super::order_error::OrderError;
use super::rejection::PointlessOrder;
use super::validated_order::ValidatedOrder;
use crate::state::order::Order;
use crate::state::resources::ResolutionStep;
use crate::view::battle_view::{BattleView, UnitDataItem};
use crate::view::special_action_context::SpecialActionContext;
use model::UnitId;
use rules::{TreatmentOption, play};

/// Longest rest of one order, in minutes (one year).
pub const MAX_REST_MINUTES: u32 = 365 * rules::MINUTES_PER_DAY;

/// Validates an order after the end of the battle.
pub(crate) fn validate_after_battle(view: &BattleView, order: &Order) -> Result<ValidatedOrder, OrderError> {
    let left = view.round().after().is_some();
    let step = match order {
        Order::LeaveField if left => {
            return Err(PointlessOrder::FieldAlreadyLeft.into());
        }
        Order::LeaveField => ResolutionStep::LeaveField,
        Order::Rest { .. } | Order::Treat { .. } if !left => {
            return Err(PointlessOrder::FieldNotLeft.into());
        }
        Order::Rest { minutes, care } => {
            if !(1..=MAX_REST_MINUTES).contains(minutes) {
                return Err(PointlessOrder::RestOutOfRange.into());
            }
            ResolutionStep::Rest { minutes: *minutes, care: *care }
        }
        Order::Treat { unit, treatment, target } => {
            check_treatment(view, *unit, treatment, *target)?;
            ResolutionStep::Treat { unit: *unit, treatment: treatment.clone(), target: *target }
        }
        _ => return Err(OrderError::BattleOver),
    };
    Ok(ValidatedOrder { steps: vec![step], ..ValidatedOrder::default() })
}

/// Returns the treatments that a unit can give.
pub fn available_treatments(view: &BattleView, unit: &UnitDataItem) -> Vec<TreatmentOption> {
    play::treatment_options(&view.unit_snapshot(unit), view.rules())
}

fn check_treatment(
    view: &BattleView,
    id: UnitId,
    key: &str,
    target: Option<UnitId>,
) -> Result<(), OrderError> {
    let unit = view.unit(id).ok_or(OrderError::NoSuchUnit(id))?;
    if unit.out_of_action.down().is_some() {
        return Err(OrderError::UnitDown { unit: unit.identity.name().to_owned() });
    }
    let now = view.round().after().unwrap_or(0);
    for busy in [Some(id), target].into_iter().flatten() {
        let other = view.unit(busy).ok_or(OrderError::NoSuchUnit(busy))?;
        if let Some(until) = other.status.busy_until().filter(|until| *until > now) {
            let unit = other.identity.name().to_owned();
            return Err(PointlessOrder::Busy { unit, minutes: until - now }.into());
        }
    }
    if !available_treatments(view, &unit).iter().any(|treatment| treatment.key == key) {
        let (unit, key) = (unit.identity.name().to_owned(), key.to_owned());
        return Err(PointlessOrder::NoSuchTreatment { unit, key }.into());
    }
    let request = SpecialActionContext::new(view, id, target).ok_or(OrderError::NoSuchUnit(id))?;
    let name = unit.identity.name().to_owned();
    play::may_treat(&request.special_action(key, None), view.rules())
        .map_err(|why| OrderError::ForbiddenByBook { unit: name, why })
}
