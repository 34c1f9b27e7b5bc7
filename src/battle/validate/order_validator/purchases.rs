//! Purchases of one more of what a turn holds, such as a second manoeuvre for Strain, and what can be done after them.

use super::{OrderValidator, validate_by};
use crate::state::order::Order;
use crate::validate::forced_action;
use crate::validate::order_error::OrderError;
use crate::validate::validated_order::{ValidatedOrder, fighting_unit};
use crate::view::battle_view::{BattleView, UnitDataItem};
use crate::view::special_action_context::SpecialActionContext;
use model::UnitId;
use rules::turn_engine::Action;
use rules::{BoughtAllowance, MoveBudget, TurnBudget, UnitSnapshot, play};

/// A purchase that a unit can make now or after another order, by an order before the one that uses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnPurchase {
    unit: UnitId,
    /// What is bought, and its price.
    pub bought: BoughtAllowance,
    /// The turn budget after the payment.
    budget: TurnBudget,
}

impl TurnPurchase {
    /// Lists what a unit can buy now, or after the payment of another order, the cheapest first. Purchases that would put
    /// it out of action are left out. Empty outside its phase and while a question is open.
    pub fn list(view: &BattleView, unit: &UnitDataItem, earlier: Option<&ValidatedOrder>) -> Vec<Self> {
        if view.round().acting() != Some(*unit.id) || view.open_prompt().is_some() {
            return Vec::new();
        }
        let allowances = play::turn_allowances(&view.unit_snapshot(unit), view.rules());
        let bought: Vec<BoughtAllowance> =
            allowances.into_iter().flat_map(|allowance| allowance.more).collect();
        if bought.is_empty() {
            return Vec::new();
        }
        let Some(mut context) = SpecialActionContext::new(view, *unit.id, None) else { return Vec::new() };
        if let Some(earlier) = earlier {
            earlier.apply_payment(&mut context.unit);
        }
        let purchase = |bought: BoughtAllowance| {
            forced_action::check_restrictions(view, unit, &buying_order(*unit.id, &bought)).ok()?;
            let paid = play::pay_special_action(&context.special_action(bought.key, None), view.rules());
            let paid = paid.ok()?;
            let condition = paid.condition.as_ref().unwrap_or(&context.unit.condition);
            let stays_up = play::down_state(&context.unit.sheet, condition, view.rules()).is_none();
            stays_up.then_some(Self { unit: *unit.id, bought, budget: paid.budget })
        };
        bought.into_iter().filter_map(purchase).collect()
    }

    /// Returns the order that buys it.
    pub fn order(&self) -> Order {
        buying_order(self.unit, &self.bought)
    }

    /// Returns how far the unit may move after the purchase.
    pub fn move_budget(&self, view: &BattleView, unit: &UnitDataItem) -> MoveBudget {
        let after = UnitSnapshot { budget: self.budget, ..view.unit_snapshot(unit) };
        play::move_budget(&after, view.rules())
    }

    /// Validates a move that follows the purchase.
    ///
    /// # Errors
    /// Returns the reason if the move is not allowed even then, and `OrderError::NoSuchUnit` for an order that is no
    /// move of the unit.
    pub fn validate_move(&self, view: &BattleView, order: &Order) -> Result<ValidatedOrder, OrderError> {
        let Order::Move { unit, path, pace, evade } = order else {
            return Err(OrderError::NoSuchUnit(self.unit));
        };
        let unit = fighting_unit(view, *unit)?;
        forced_action::check_restrictions(view, &unit, order)?;
        let mut validator = OrderValidator::new(view, &unit);
        validator.after_payment.budget = self.budget;
        validator.move_along(path, *pace, *evade)
    }

    /// Validates an order of the unit that follows the purchase.
    ///
    /// # Errors
    /// Returns the reason if the order is not allowed even then, and `OrderError::NoSuchUnit` for an order of another
    /// unit, or one that no purchase can pay.
    pub fn validate(&self, view: &BattleView, order: &Order) -> Result<ValidatedOrder, OrderError> {
        if order.unit() != Some(self.unit) || !is_paid_from_turn(order) {
            return Err(OrderError::NoSuchUnit(self.unit));
        }
        let unit = fighting_unit(view, self.unit)?;
        forced_action::check_restrictions(view, &unit, order)?;
        let mut validator = OrderValidator::new(view, &unit);
        validator.after_payment.budget = self.budget;
        validate_by(validator, order)
    }

    /// Whether the unit can pay for taking cover after the purchase, whatever it stands beside by then.
    pub fn pays_cover(&self, view: &BattleView) -> bool {
        let Ok(unit) = fighting_unit(view, self.unit) else { return false };
        let mut validator = OrderValidator::new(view, &unit);
        validator.after_payment.budget = self.budget;
        validator.pay(Action::TakeCover).is_ok()
    }
}

/// Whether an order spends what a turn holds, other than by an attack.
fn is_paid_from_turn(order: &Order) -> bool {
    matches!(
        order,
        Order::Move { .. }
            | Order::SpecialAction { .. }
            | Order::TakeCover { .. }
            | Order::DropProne { .. }
            | Order::StandUp { .. }
            | Order::Reload { .. }
            | Order::Ready { .. }
            | Order::Drop { .. }
            | Order::PickUp { .. }
            | Order::Door { .. }
    )
}

/// The special action of a unit that buys it.
fn buying_order(unit: UnitId, bought: &BoughtAllowance) -> Order {
    Order::SpecialAction { unit, action: bought.key.to_owned(), target: None, weapon: None }
}
