//! Advances and cancels extended actions. `SS-ACT-18` to `SS-ACT-20`, `SS-ACT-58`.

use crate::state::components::held_phase::ExtendedActionKind;
use crate::state::event::BattleEvent;
use crate::state::resources::{DeclaredAction, Outbox, ResolutionStep};
use crate::view::battle_view::{BattleView, UnitDataItem};
use rules::turn_engine::extended_action::CancelReason;

/// Cancels an extended action that received no points in this phase. `SS-ACT-18`.
pub(crate) fn cancel_if_unpaid(view: &BattleView, unit: &UnitDataItem, out: &mut Outbox) {
    if unit.extended_action.last_paid_pass().is_some_and(|pass| pass != view.round().passes()) {
        out.push_event(BattleEvent::ExtendedActionCancelled {
            unit: *unit.id,
            why: CancelReason::NotConsecutive,
        });
    }
}

/// Advances a unit's extended action at the end of a round. Returns the step that completes a special action of several
/// rounds, `Ok(None)` if it continues, and the reason if it is cancelled. `None` if the unit has no extended action.
/// `SS-ACT-19`, `SS-ACT-58`.
pub(crate) fn advance_at_round_end(
    view: &BattleView,
    unit: &UnitDataItem,
) -> Option<Result<Option<ResolutionStep>, CancelReason>> {
    let (work, _) = unit.extended_action.get()?;
    let ExtendedActionKind::SpecialAction { action, target, since, rounds } = work else {
        return Some(Err(CancelReason::RoundOver));
    };
    let round = view.round();
    let first_pass = round.passes() + 1 - round.pass();
    if !unit.is_fighting() || unit.extended_action.last_paid_pass().is_none_or(|pass| pass < first_pass) {
        return Some(Err(CancelReason::NotConsecutive));
    }
    let patient = target.and_then(|id| view.unit(id));
    if patient.is_some_and(|other| {
        !other.out_of_action.on_map() || other.cell().chebyshev_distance(unit.cell()) > 1
    }) {
        return Some(Err(CancelReason::OutOfReach));
    }
    let (unit, target) = (*unit.id, *target);
    let over = round.number() + 1 >= since + rounds;
    Some(Ok(over.then(|| {
        let last = ResolutionStep::SpecialAction { unit, action: action.clone(), target, weapon: None };
        let declared = DeclaredAction::SpecialAction(action.clone());
        ResolutionStep::CarryOut { unit, declared, events: Vec::new(), then: vec![last] }
    })))
}
