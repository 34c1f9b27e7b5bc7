//! Delayed phases and automatic responses.

use super::{OrderValidator, ValidatedOrder};
use crate::state::event::BattleEvent;
use crate::state::resources::ResolutionStep;
use crate::validate::order_error::OrderError;
use crate::view::battle_view::BattleView;
use model::UnitId;
use rules::play;
use rules::turn_engine::PhaseTiming;
use rules::turn_engine::delay;
use rules::turn_engine::delay::DelayRequest;

/// Sets an automatic response, at any time, also while a prompt is open.
pub(crate) fn validate_auto_response(
    view: &BattleView,
    id: UnitId,
    clause: &str,
    answer: Option<&str>,
) -> Result<ValidatedOrder, OrderError> {
    let unit = view.unit(id).ok_or(OrderError::NoSuchUnit(id))?;
    let name = || unit.identity.name().to_owned();
    if unit.auto_responses.get(clause) == answer {
        return Err(OrderError::NothingToDo(format!("{} already has this automatic response.", name())));
    }
    let prompts = play::habits(view.rules().book());
    let known = prompts.iter().find(|prompt| prompt.clause == clause);
    let offered = |key: &str| {
        let open = view.open_prompt().map(|open| open.prompt());
        known.is_some_and(|prompt| prompt.answers.iter().any(|(known, _)| *known == key))
            || open.is_some_and(|prompt| {
                prompt.clause == clause && prompt.answers.iter().any(|answer| answer.key == key)
            })
    };
    if known.is_none() || answer.is_some_and(|key| !offered(key)) {
        let given = [Some(clause), answer].into_iter().flatten().collect::<Vec<_>>().join(" ");
        return Err(OrderError::NoSuchPrompt { unit: name(), given });
    }
    let (clause, answer) = (clause.to_owned(), answer.map(str::to_owned));
    Ok(ValidatedOrder {
        events: vec![BattleEvent::AutoResponseSet { unit: id, clause, answer }],
        ..ValidatedOrder::default()
    })
}

impl OrderValidator<'_> {
    /// Delays the unit's phase. `SS-DELAY-01` to `SS-DELAY-03`.
    pub(crate) fn delay_phase(mut self) -> Result<ValidatedOrder, OrderError> {
        let (unit, turn) = (self.id(), self.unit.phase_state);
        let own_phase = self.view.round().acting() == Some(unit)
            && self.after_payment.purse.phase_timing() == PhaseTiming::Now;
        delay::may_delay(DelayRequest { own_phase, has_acted: turn.paid(), already_delayed: turn.late() })
            .map_err(|why| OrderError::CannotDelay { unit: self.unit_name(), why })?;
        self.push(BattleEvent::TurnBudgetChanged {
            unit,
            points: 0,
            purse: self.after_payment.purse.delay_phase(),
        });
        self.push(BattleEvent::Delayed { unit });
        self.validated.steps.push(ResolutionStep::NextPhase);
        self.finish()
    }
}
