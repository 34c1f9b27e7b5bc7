//! Phases of units: which is next, how it begins and ends. `SS-ROUND-07`, `SS-ACT-23`, `SS-DELAY-04`.

use super::restricted_phases;
use super::rounds::end_pass;
use super::rule_steps;
use super::status;
use super::wounds;
use crate::state::event::BattleEvent;
use crate::state::resources::{BattleDice, Outbox, ResolutionStep};
use crate::view::battle_view::{BattleView, UnitDataItem};
use crate::view::hazards::affects_phase_start;
use crate::view::melee::{hidden_enemies_to_notice, unengaged_enemies};
use crate::view::unit_roster::UnitRoster;
use dice::{PlayedTable, Trace};
use model::UnitId;
use rules::turn_engine::timed_items::RoundTiming;
use rules::turn_engine::turn_order::CoinTosses;
use rules::{QueueTiming, RuleStep, RuleViolation, play};

/// Begins the next phase: the highest score that has not acted, unless a delaying unit steps in. Ends the pass if no
/// unit is left. `SS-ROUND-07`, `SS-ROUND-08`.
pub(super) fn next_phase(
    (view, roster): (&BattleView, &mut UnitRoster),
    dice: &BattleDice,
    answers: &[String],
    out: &mut Outbox,
) {
    let round = view.round();
    let mut coins = round.coins().clone();
    let mut table = dice.start_table(answers);
    let next = match roster.queue.first(&mut table, &mut coins) {
        Ok(next) => next.and_then(|next| roster.queue.entry(next)),
        Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
    };
    let held = roster.has_holders();
    if held {
        super::delayed_phases::expire_held_phases(view, out);
    }
    let (lined_up, line) = super::delayed_phases::next_in_lineup(view, next);
    let pass = round.pass();
    if lined_up.is_none() {
        let moment = RoundTiming::ScoreCount { pass, next: next.map(|next| next.score) };
        let due = super::timed_items::detonations_due(view, round.number(), moment);
        if !due.is_empty() {
            store_table(view, dice, (table, coins), out);
            out.next_steps.extend(due);
            return out.next_steps.push(ResolutionStep::NextPhase);
        }
    }
    if held
        && lined_up.is_none()
        && let Some(prompt) = super::delayed_phases::StepInPrompt::for_next_phase(view, next)
    {
        let (lineup, stage) = match prompt.ask(view, &mut table, &mut coins) {
            Ok(lineup) => lineup,
            Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
        };
        store_table(view, dice, (table, coins), out);
        return super::delayed_phases::push_lineup(lineup, stage, out);
    }
    let Some(unit) = lined_up.or(next.map(|next| next.id)) else {
        store_table(view, dice, (table, coins), out);
        let due = super::timed_items::detonations_due(view, round.number(), RoundTiming::PassEnd { pass });
        if due.is_empty() {
            return end_pass(view, out);
        }
        out.next_steps.extend(due);
        return out.next_steps.push(ResolutionStep::NextPhase);
    };
    if !round.lineup().is_empty() || (lined_up.is_none() && !round.together().is_empty()) {
        let together = if lined_up.is_some() { round.together().to_vec() } else { Vec::new() };
        out.push_event(BattleEvent::TurnOrderChanged { units: line, together, stage: round.stage() });
    }
    begin_phase((view, roster), dice, (table, coins), unit, out);
}

/// Stores the dice and coin tosses of a table. Returns the trace that is not attached to an event yet.
fn store_table(
    view: &BattleView,
    dice: &BattleDice,
    (table, coins): (PlayedTable, CoinTosses),
    out: &mut Outbox,
) -> Vec<Trace> {
    let trace = out.finish_table(dice, table);
    if coins == *view.round().coins() {
        return trace;
    }
    out.push_traced(BattleEvent::CoinsTossed { coins }, trace);
    Vec::new()
}

/// Begins a unit's phase, or its delayed phase if it steps in. `SS-DELAY-04`.
fn begin_phase(
    (view, roster): (&BattleView, &UnitRoster),
    dice: &BattleDice,
    (mut table, coins): (PlayedTable, CoinTosses),
    unit: UnitId,
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit) else { return };
    let own = view.awaits_phase(&data);
    let steps_in = data.held_phase.is_held() && view.round().lineup().contains(&unit);
    let start = if steps_in {
        play::resume_phase(&view.unit_snapshot(&data))
    } else {
        super::delayed_phases::begin_own_phase(&data, out);
        match play::start_phase(&mut table, &view.unit_snapshot(&data), view.rules()) {
            Ok(start) => start,
            Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
        }
    };
    let mut noticed = Vec::new();
    for hidden in hidden_enemies_to_notice(view, &data, roster.hidden()) {
        match view.resolve_notice(&mut table, &data, hidden) {
            Ok(effects) => noticed.extend(effects),
            Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
        }
    }
    let lost = status::phase_loss_reason(&data).or(start.lost.clone());
    // A lost phase ends at once, including its end-of-phase tests. `CS-AIL-06`
    let recovered = match lost.as_ref().map(|_| status::resolve_recovery(view, &mut table, &data)).transpose()
    {
        Ok(recovered) => recovered.unwrap_or_default(),
        Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
    };
    let trace = store_table(view, dice, (table, coins), out);
    status::count_phase_begin(&data, out);
    super::vehicles::begin_driver_phase(&data, out);
    let burns = data.vehicle().is_none() && affects_phase_start(view, data.cell());
    let hazard = burns.then_some(ResolutionStep::ExposeToHazard { unit });
    if let Some(why) = lost {
        return lose_phase(view, &data, (why, trace), [start.end_lost_phase(), recovered], hazard, out);
    }
    out.push_traced(BattleEvent::PhaseBegan { unit }, trace);
    if steps_in {
        out.push_event(BattleEvent::SteppedIn { unit, early: own });
    }
    rule_steps::resolve_rule_steps(view, start.effects, None, out);
    rule_steps::resolve_rule_steps(view, noticed, None, out);
    out.next_steps.extend(hazard);
    if own && play::queues_attacks(QueueTiming::PhaseBegins, view.rules()) {
        out.next_steps.push(ResolutionStep::QueueAttacks { unit });
    }
    if restricted_phases::has_forced_actions(&data) {
        out.next_steps.push(ResolutionStep::RestrictPhase { unit });
    }
}

/// Ends a phase that is lost at its start, with the effects of the start and those of its end-of-phase tests.
fn lose_phase(
    view: &BattleView,
    data: &UnitDataItem,
    (why, trace): (RuleViolation, Vec<Trace>),
    effects: [Vec<RuleStep>; 2],
    hazard: Option<ResolutionStep>,
    out: &mut Outbox,
) {
    let unit = *data.id;
    out.push_traced(BattleEvent::PhaseLost { unit, why }, trace);
    status::count_phase_end(data, true, out);
    super::extended_action::cancel_if_unpaid(view, data, out);
    for steps in effects {
        rule_steps::resolve_rule_steps(view, steps, None, out);
    }
    out.next_steps.extend(hazard);
    out.next_steps.push(ResolutionStep::Consequences { unit, by: None });
    out.next_steps.push(ResolutionStep::NextPhase);
}

/// Ends a phase: unspent action points lapse by the rules of the book. `SS-ACT-23`.
pub(super) fn end_phase(
    view: &BattleView,
    dice: &BattleDice,
    answers: &[String],
    unit: UnitId,
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit) else { return };
    let mut table = dice.start_table(answers);
    let (me, rules) = (view.unit_snapshot(&data), view.rules());
    let beside = || if data.is_fighting() { unengaged_enemies(view, &data) } else { Vec::new() };
    let ended = play::ask_to_engage(&mut table, &me, beside, rules)
        .and_then(|declared| Ok((declared, play::end_phase(&mut table, &me, rules)?)));
    let (declared, effects) = match ended {
        Ok(ended) => ended,
        Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
    };
    let recovered = match status::resolve_recovery(view, &mut table, &data) {
        Ok(recovered) => recovered,
        Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
    };
    let trace = out.finish_table(dice, table);
    rule_steps::resolve_rule_steps(view, declared, Some(unit), out);
    out.push_traced(BattleEvent::PhaseEnded { unit }, trace);
    status::count_phase_end(&data, false, out);
    super::extended_action::cancel_if_unpaid(view, &data, out);
    let early = data.phase_state.early();
    let budget = effects.iter().rev().find_map(|effect| match effect {
        RuleStep::SetTurnBudget { unit: of, after, .. } if *of == unit => Some(*after),
        _ => None,
    });
    rule_steps::resolve_rule_steps(view, effects, None, out);
    if early {
        // The unit stepped in early: its own phase of the pass follows with the remaining points. `SS-DELAY-17`.
        let budget = budget.unwrap_or(data.points.budget()).delay_phase();
        out.push_event(BattleEvent::TurnBudgetChanged { unit, points: 0, budget });
    }
    rule_steps::resolve_rule_steps(view, recovered, None, out);
    // Tied units that were taken out before their phase go down now. `SS-INIT-11`.
    if wounds::may_have_consequences(view, (&data, &me), out) {
        out.next_steps.push(ResolutionStep::Consequences { unit, by: None });
    }
    out.next_steps.push(ResolutionStep::NextPhase);
}
