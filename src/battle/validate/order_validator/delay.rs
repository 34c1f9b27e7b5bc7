//! Validates the order that delays a phase. Chapter DELAY.

use super::OrderValidator;
use crate::state::event::BattleEvent;
use crate::state::resources::ResolutionStep;
use crate::validate::order_error::OrderError;
use crate::validate::validated_order::ValidatedOrder;
use rules::play;
use rules::turn_engine::PhaseTiming;
use rules::turn_engine::delay;
use rules::turn_engine::delay::DelayRequest;

impl OrderValidator<'_> {
    /// Delays the unit's phase. `SS-DELAY-01` to `SS-DELAY-03`, `CS-AIL-06`.
    pub(crate) fn delay_phase(mut self) -> Result<ValidatedOrder, OrderError> {
        let (unit, turn) = (self.id(), self.unit.phase_state);
        let own_phase = self.view.round().acting() == Some(unit)
            && self.after_payment.budget.phase_timing() == PhaseTiming::Now;
        play::check_any_action(&self.after_payment, self.view.rules())
            .map_err(|why| OrderError::ForbiddenByBook { unit: self.unit_name(), why })?;
        delay::may_delay(DelayRequest { own_phase, has_acted: turn.paid(), already_delayed: turn.late() })
            .map_err(|why| OrderError::CannotDelay { unit: self.unit_name(), why })?;
        self.push(BattleEvent::TurnBudgetChanged {
            unit,
            points: 0,
            budget: self.after_payment.budget.delay_phase(),
        });
        self.push(BattleEvent::Delayed { unit });
        self.then.push(ResolutionStep::NextPhase);
        self.finish()
    }
}
