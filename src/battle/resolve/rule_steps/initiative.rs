//! Steps of rules for turn order and action points.

use crate::state::components::StatusKind;
use crate::state::event::BattleEvent;
use crate::state::lines::BattleNote;
use crate::state::resources::Outbox;
use crate::view::battle_view::BattleView;
use model::UnitId;
use rules::turn_engine::Action;
use rules::turn_engine::extended_action::CancelReason;
use rules::{TurnBudget, UnitSnapshot, play};

/// Changes the turn budget of a unit, as payment for an action if there is one.
pub(super) fn push_turn_budget(
    view: &BattleView,
    (unit, action): (UnitId, Option<Action>),
    (points, budget): (u8, TurnBudget),
    out: &mut Outbox,
) {
    match action {
        Some(action) => {
            interrupt_extended_action(view, unit, points, out);
            out.push_event(BattleEvent::Paid { unit, action, points, budget });
        }
        None => out.push_event(BattleEvent::TurnBudgetChanged { unit, points, budget }),
    }
}

/// Changes an initiative score.
pub(super) fn change_score(view: &BattleView, unit: UnitId, by: i32, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    push_score_change(view, &mut view.unit_snapshot(&data), (by, data.initiative.attribute()), out);
}

/// Changes the score of a unit, and the attribute in it. What lowers it takes no phase that the unit was promised.
/// `SS-FFYL-07`, `SS-FFYL-17`.
pub(crate) fn push_score_change(
    view: &BattleView,
    me: &mut UnitSnapshot,
    (by, attribute): (i32, i32),
    out: &mut Outbox,
) {
    let before = me.initiative;
    me.initiative += by;
    out.push_event(BattleEvent::InitiativeChanged { unit: me.id, by, attribute });
    super::resolve_rule_steps(view, play::keep_promised_phase(me, before), None, out);
}

/// Cancels a unit's extended action if it pays for another action. `SS-ACT-20`.
pub(crate) fn interrupt_extended_action(view: &BattleView, unit: UnitId, points: u8, out: &mut Outbox) {
    let busy = view.unit(unit).is_some_and(|unit| unit.extended_action.get().is_some());
    if busy && points > 0 {
        out.push_event(BattleEvent::ExtendedActionCancelled { unit, why: CancelReason::OtherAction });
    }
}

/// Notes a free defence of a unit whose extended action goes on. `SS-ACT-22`.
pub(super) fn note_defence_meanwhile(view: &BattleView, unit: UnitId, out: &mut Outbox) {
    let busy = view.unit(unit).is_some_and(|unit| unit.extended_action.get().is_some());
    let clause = view.rules().ruling("action", "SS-ACT-22");
    let is_paid = out.events.iter().any(|record| {
        matches!(record.event, BattleEvent::ExtendedActionCancelled { unit: of, .. } | BattleEvent::Paid { unit: of, .. }
            if of == unit)
    });
    if busy && !is_paid && !clause.is_empty() {
        let text = BattleNote::DefendsMeanwhile.into();
        out.push_event(BattleEvent::RuleNote { unit, text, clause });
    }
}

/// Subtracts points from an initiative score, or from the next roll before the first round. `SS-SURP-13`.
pub(super) fn lose_score(view: &BattleView, unit: UnitId, points: i32, out: &mut Outbox) {
    if view.round().number() == 0 {
        out.push_status(unit, StatusKind::ScoreLost(points));
    } else {
        let text = BattleNote::LosesScoreNow { points }.into();
        out.push_event(BattleEvent::RuleNote { unit, text, clause: "SS-SURP-13" });
        change_score(view, unit, -points, out);
    }
}

/// Ends a unit's lost phase, else its surprise. `SS-SURP-14`, `SS-SURP-21`.
pub(super) fn end_surprise(view: &BattleView, unit: UnitId, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    if data.status.has(StatusKind::LostPhase) {
        return out.push_event(BattleEvent::StatusEnded { unit, kind: StatusKind::LostPhase });
    }
    for by in data.status.surprised_by() {
        out.push_event(BattleEvent::StatusEnded { unit, kind: StatusKind::SurprisedBy(by) });
    }
}
