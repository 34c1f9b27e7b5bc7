//! Payment of an order: what it takes from the turn budget and the health of the unit, and why it cannot be paid.

use super::{OrderValidator, not_acting};
use crate::state::event::BattleEvent;
use crate::state::resources::{DeclaredAction, ResolutionStep};
use crate::validate::order_error::OrderError;
use crate::validate::rejection::PaceRejection;
use rules::turn_engine::Action;
use rules::turn_engine::extended_action::CancelReason;
use rules::{ActionRequest, CostError, Payment, play};

impl OrderValidator<'_> {
    /// Pays an action and records the cost.
    pub(super) fn pay(&mut self, action: Action) -> Result<(), OrderError> {
        self.pay_with(action, None, None)
    }

    /// Pays an action with the item of a slot or an attack option, and records the cost.
    pub(super) fn pay_with(
        &mut self,
        action: Action,
        slot: Option<usize>,
        option: Option<&str>,
    ) -> Result<(), OrderError> {
        let with = slot.and_then(|slot| self.after_payment.held_weapon(slot)).cloned();
        let request = ActionRequest { action, with: with.as_ref(), option };
        let paid = play::pay_action(&self.after_payment, request, self.view.rules())
            .map_err(|why| self.cost_error(why))?;
        self.declared = Some(DeclaredAction::Action(action));
        self.note_payment(paid, Some(action));
        Ok(())
    }

    /// Records a payment; it cancels an Extended Action in progress.
    pub(super) fn note_payment(&mut self, paid: Payment, action: Option<Action>) {
        if paid.points > 0 && self.unit.extended_action.get().is_some() {
            self.push_cost(BattleEvent::ExtendedActionCancelled {
                unit: self.id(),
                why: CancelReason::OtherAction,
            });
        }
        self.record_payment(paid, action);
    }

    /// Records a payment for the Extended Action in progress.
    pub(super) fn record_payment(&mut self, paid: Payment, action: Option<Action>) {
        let unit = self.id();
        let Payment { budget, points, free, condition, cause } = paid;
        self.validated.points += points;
        self.validated.free += free;
        if budget != self.after_payment.budget {
            self.after_payment.budget = budget;
            // As the battle counts them: interrupts are no part of a phase.
            if self.view.round().acting() == Some(unit) {
                self.after_payment.spent = self.after_payment.spent.saturating_add(points);
            }
            self.push_cost(match action {
                Some(action) => BattleEvent::Paid { unit, action, points, budget },
                None => BattleEvent::TurnBudgetChanged { unit, points, budget },
            });
        }
        if let Some(after) = condition.filter(|after| *after != self.after_payment.condition) {
            let effects = play::aftereffects(&self.after_payment, &after, self.view.rules());
            let before = std::mem::replace(&mut self.after_payment.condition, after.clone());
            let (before, after) = (Box::new(before), Box::new(after));
            self.push_cost(BattleEvent::Harmed { unit, by: None, damage: 0, before, after, cause });
            self.validated.steps.push(ResolutionStep::PriceConsequences { unit, effects });
        }
    }

    /// Says why a cost cannot be paid.
    pub(super) fn cost_error(&self, why: CostError) -> OrderError {
        let unit = self.unit_name();
        match why {
            CostError::TooFewPoints { needed, left } => {
                // The message counts what the same order has already paid.
                let paid = self.validated.points;
                OrderError::NotEnoughActionPoints { unit, needed: needed + paid, left: left + paid }
            }
            CostError::AttackedAlready => OrderError::AlreadyAttacked { unit },
            CostError::NotItsPhase => not_acting(self.view, self.unit),
            CostError::FreeUsed => OrderError::FreeActionUsed { unit },
            CostError::WalkBroken => PaceRejection::WalkSplit.into(),
            CostError::Book(why) => OrderError::ForbiddenByBook { unit, why },
        }
    }
}
