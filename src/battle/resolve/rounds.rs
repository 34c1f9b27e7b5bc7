//! Rounds, passes and phases: `SS-ROUND`, `SS-INIT`, and the points of `SS-ACT`.

use super::control;
use super::effects;
use super::status;
use crate::model::components::{StatusEnd, StatusKind, UnitId};
use crate::model::event::BattleEvent;
use crate::model::resources::{BattleDice, GivenAnswers, Outbox, ResolutionStep};
use crate::view::battle_view::BattleView;
use dice::{PlayedTable, RuleResult, Table, Trace};
use rules::status::resolution;
use rules::turn_engine::InitiativeScore;
use rules::turn_engine::timed_items::RoundTiming;
use rules::turn_engine::turn_order;
use rules::turn_engine::turn_order::CoinTosses;
use rules::{DownState, Effect, UnitSnapshot, play};

pub(crate) fn resolve_rounds(
    view: &BattleView,
    (dice, answers): (&BattleDice, &GivenAnswers),
    task: &ResolutionStep,
    out: &mut Outbox,
) {
    match task {
        ResolutionStep::BeginRound => begin_round(view, dice, &answers.0, out),
        ResolutionStep::BeginPass => begin_pass(view, (dice, &answers.0), out),
        ResolutionStep::NextPhase => next_phase(view, dice, &answers.0, out),
        ResolutionStep::RestrictPhase { unit } => {
            super::control::begin_restricted_phase(view, dice, &answers.0, *unit, out)
        }
        ResolutionStep::EndPhase { unit } => end_phase(view, dice, &answers.0, *unit, out),
        ResolutionStep::EndRound => end_round(view, dice, &answers.0, out),
        _ => {}
    }
}

/// Step 1: everybody's initiative is rolled anew, ties are tossed. `SS-ROUND-04`, `SS-INIT-07`, `SS-INIT-10`.
fn begin_round(view: &BattleView, dice: &BattleDice, answers: &[String], out: &mut Outbox) {
    out.push_event(BattleEvent::RoundBegan { round: view.round().number() + 1 });
    let mut table = dice.start_table(answers);
    let rolled = match roll_initiative(view, &mut table) {
        Ok(rolled) => rolled,
        Err(stop) => return out.wait_for_answer(stop),
    };
    let (store_table, trace) = dice.finish_table(table);
    out.dice = Some(store_table);
    let mut trace = Some(trace);
    for event in rolled {
        out.push_traced(event, trace.take().unwrap_or_default());
    }
    out.next_steps.extend(super::timed_items::detonations_due(
        view,
        view.round().number() + 1,
        RoundTiming::RoundStart,
    ));
    out.next_steps.push(ResolutionStep::BeginPass);
}

fn roll_initiative(view: &BattleView, table: &mut impl Table) -> RuleResult<Vec<BattleEvent>> {
    let mut events = Vec::new();
    let rules = view.rules();
    for unit in view.units().filter(|unit| unit.is_fighting() && !unit.is_driven()) {
        let mut combatant = view.unit_snapshot(&unit);
        combatant.round += 1;
        let purse = play::round_begins(&combatant, rules);
        if purse != combatant.purse {
            events.push(BattleEvent::TurnBudgetChanged { unit: *unit.id, points: 0, purse });
        }
        let rolled = play::initiative(table, &combatant, unit.karma.initiative(), rules)?;
        let InitiativeScore { score, attribute, dice } = rolled;
        events.push(BattleEvent::InitiativeRolled { unit: *unit.id, score, attribute, dice });
        if let Some(points) = unit.status.score_lost() {
            events.push(BattleEvent::InitiativeChanged { unit: *unit.id, by: -points, attribute });
            events.push(BattleEvent::StatusEnded { unit: *unit.id, kind: StatusKind::ScoreLost(points) });
        }
    }
    Ok(events)
}

/// Points come back to whoever may act. `SS-ACT-24`.
fn begin_pass(view: &BattleView, (dice, answers): (&BattleDice, &[String]), out: &mut Outbox) {
    let round = view.round();
    if round.pass() == 0 {
        resolve_unconscious(view, (dice, answers), out);
        if out.prompt.is_some() {
            return;
        }
    }
    out.push_event(BattleEvent::PassBegan { round: round.number(), pass: round.pass() + 1 });
    if round.pass() == 0 {
        super::timed_items::tick_fuses(view, out);
        view.units().for_each(|unit| status::count_round_begin(&unit, out));
    }
    for unit in view.units().filter(|unit| unit.is_fighting()) {
        let mut combatant = view.unit_snapshot(&unit);
        if let Some(score) = unit.status.owed_phase_score() {
            out.push_event(BattleEvent::ScoreSet { unit: *unit.id, score });
            out.push_event(BattleEvent::StatusEnded { unit: *unit.id, kind: StatusKind::PhaseOwed(score) });
            combatant.initiative = score;
        }
        let purse = play::pass_begins(&combatant, view.rules());
        out.push_event(BattleEvent::PointsRestored { unit: *unit.id, purse });
    }
    out.next_steps.push(ResolutionStep::NextPhase);
}

/// Whoever lies unconscious has no phase, but what its body does at the start of one goes on. `CC-THR-09`.
fn resolve_unconscious(view: &BattleView, (dice, answers): (&BattleDice, &[String]), out: &mut Outbox) {
    let mut table = dice.start_table(answers);
    let mut harm = Vec::new();
    for unit in view.units().filter(|unit| unit.out_of_action.down() == Some(DownState::Unconscious)) {
        match play::phase_begins(&mut table, &view.unit_snapshot(&unit), view.rules()) {
            Ok(start) => harm.extend(start.effects),
            Err(stop) => return out.wait_for_answer(stop),
        }
    }
    harm.retain(|effect| matches!(effect, Effect::HealthState { .. }));
    let burnt = view.units().filter(|unit| super::hazards::affects_fallen(view, unit));
    out.next_steps.extend(burnt.map(|unit| ResolutionStep::ExposeToHazard { unit: *unit.id }));
    out.finish_table(dice, table);
    effects::apply_effects(view, harm, None, out);
}

/// The highest score that has not acted is next, unless a holder steps in; else the pass, and then the round, is over.
/// `SS-ROUND-07`, `SS-ROUND-08`.
fn next_phase(view: &BattleView, dice: &BattleDice, answers: &[String], out: &mut Outbox) {
    let (round, rules) = (view.round(), view.rules());
    let mut coins = round.coins().clone();
    let mut table = dice.start_table(answers);
    let (mut entries, mut held) = (Vec::new(), false);
    for unit in view.units() {
        held |= unit.held_phase.is_held();
        if view.awaits_phase(&unit) {
            entries.push(view.turn_order_entry(&unit));
        }
    }
    let next = match turn_order::first_in_order(&mut table, &entries, &mut coins, rules.engine.tie_mode) {
        Ok(next) => next,
        Err(stop) => return out.wait_for_answer(stop),
    };
    let next = entries.into_iter().find(|entry| Some(entry.id) == next);
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
        && let Some(question) = super::delayed_phases::StepInPrompt::for_next_phase(view, next)
    {
        let (lineup, stage) = match question.ask(view, &mut table, &mut coins) {
            Ok(lineup) => lineup,
            Err(stop) => return out.wait_for_answer(stop),
        };
        store_table(view, dice, (table, coins), out);
        return super::delayed_phases::push_lineup(lineup, stage, out);
    }
    let Some(unit) = lined_up.or(next.map(|next| UnitId(next.id))) else {
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
    begin_phase(view, dice, (table, coins), unit, out);
}

/// Keeps what a table has come to: tosses of coins, and the dice if any fell. Gives the rest of the trace.
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

/// A unit's place has come, or the one where it steps in. `SS-DELAY-04`.
fn begin_phase(
    view: &BattleView,
    dice: &BattleDice,
    (mut table, coins): (PlayedTable, CoinTosses),
    unit: UnitId,
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit) else { return };
    let own = view.awaits_phase(&data);
    let steps_in = data.held_phase.is_held() && view.round().lineup().contains(&unit);
    let start = if steps_in {
        play::phase_resumes(&view.unit_snapshot(&data))
    } else {
        super::delayed_phases::begin_own_phase(&data, out);
        match play::phase_begins(&mut table, &view.unit_snapshot(&data), view.rules()) {
            Ok(start) => start,
            Err(stop) => return out.wait_for_answer(stop),
        }
    };
    let mut noticed = Vec::new();
    for hidden in super::melee::hidden_enemies_to_notice(view, &data) {
        match view.resolve_notice(&mut table, &data, hidden) {
            Ok(effects) => noticed.extend(effects),
            Err(stop) => return out.wait_for_answer(stop),
        }
    }
    let lost = status::phase_loss_reason(&data).or(start.lost.clone());
    // A phase that is lost ends as it begins, tests and flames included. `CS-AIL-06`
    let recovered = match lost.as_ref().map(|_| status::resolve_recovery(view, &mut table, &data)).transpose()
    {
        Ok(recovered) => recovered.unwrap_or_default(),
        Err(stop) => return out.wait_for_answer(stop),
    };
    let trace = store_table(view, dice, (table, coins), out);
    status::count_phase_begin(&data, out);
    super::vehicles::begin_driver_phase(&data, out);
    let burns = data.vehicle().is_none() && super::hazards::affects_phase_start(view, data.cell());
    match lost {
        Some(why) => {
            let mut lost = start.effects;
            lost.iter_mut().for_each(mark_phase_over);
            out.push_traced(BattleEvent::PhaseLost { unit, why }, trace);
            status::count_phase_end(&data, true, out);
            super::extended_action::cancel_if_unpaid(view, &data, out);
            effects::apply_effects(view, lost, None, out);
            effects::apply_effects(view, recovered, None, out);
            if burns {
                out.next_steps.push(ResolutionStep::ExposeToHazard { unit });
            }
            out.next_steps.push(ResolutionStep::Consequences { unit, by: None });
            out.next_steps.push(ResolutionStep::NextPhase);
        }
        None => {
            out.push_traced(BattleEvent::PhaseBegan { unit }, trace);
            if steps_in {
                out.push_event(BattleEvent::SteppedIn { unit, early: own });
            }
            effects::apply_effects(view, start.effects, None, out);
            effects::apply_effects(view, noticed, None, out);
            if burns {
                out.next_steps.push(ResolutionStep::ExposeToHazard { unit });
            }
            if control::has_forced_actions(&data) {
                out.next_steps.push(ResolutionStep::RestrictPhase { unit });
            }
        }
    }
}

/// What a unit has left of its phase lapses as its book says. `SS-ACT-23`.
fn end_phase(view: &BattleView, dice: &BattleDice, answers: &[String], unit: UnitId, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    let mut table = dice.start_table(answers);
    let (me, rules) = (view.unit_snapshot(&data), view.rules());
    let beside =
        || if data.is_fighting() { super::melee::unengaged_enemies(view, &data) } else { Vec::new() };
    let ended = play::closing(&mut table, &me, beside, rules)
        .and_then(|declared| Ok((declared, play::phase_ends(&mut table, &me, rules)?)));
    let (declared, effects) = match ended {
        Ok(ended) => ended,
        Err(stop) => return out.wait_for_answer(stop),
    };
    let recovered = match status::resolve_recovery(view, &mut table, &data) {
        Ok(recovered) => recovered,
        Err(stop) => return out.wait_for_answer(stop),
    };
    let trace = out.finish_table(dice, table);
    status::mark_curses_spent(view, &trace, out);
    effects::apply_effects(view, declared, Some(unit), out);
    out.push_traced(BattleEvent::PhaseEnded { unit }, trace);
    status::count_phase_end(&data, false, out);
    super::extended_action::cancel_if_unpaid(view, &data, out);
    let early = data.phase_state.early();
    let purse = effects.iter().rev().find_map(|effect| match effect {
        Effect::TurnBudget { unit: of, after, .. } if *of == unit.0 => Some(*after),
        _ => None,
    });
    effects::apply_effects(view, effects, None, out);
    if early {
        // The own phase of the pass is still to come, on what is left. `SS-DELAY-17`.
        let purse = purse.unwrap_or(data.points.purse()).delay_phase();
        out.push_event(BattleEvent::TurnBudgetChanged { unit, points: 0, purse });
    }
    effects::apply_effects(view, recovered, None, out);
    // Tied units that were taken out before their phase fall now. `SS-INIT-11`.
    out.next_steps.push(ResolutionStep::Consequences { unit, by: None });
    out.next_steps.push(ResolutionStep::NextPhase);
}

/// What is given for a phase that is lost is given as if it were over. `CS-BASE-21`.
fn mark_phase_over(effect: &mut Effect) {
    if let Effect::TurnBudget { after, .. } = effect {
        *after = after.end_phase();
    }
}

/// A unit after what has come of the round's end so far.
fn with_effects(unit: &mut UnitSnapshot, effects: &[Effect]) {
    for effect in effects {
        match effect {
            Effect::HealthState { unit: id, after, .. } if *id == unit.id => unit.condition = after.clone(),
            _ => {}
        }
    }
}

fn end_pass(view: &BattleView, out: &mut Outbox) {
    let round = view.round();
    out.push_event(BattleEvent::PassEnded { pass: round.pass() });
    for unit in view.units() {
        for status in unit.status.iter() {
            if matches!(status.until, StatusEnd::EndOfPass(last) if last <= round.passes()) {
                out.push_event(BattleEvent::StatusEnded { unit: *unit.id, kind: status.kind });
            }
        }
    }
    let goes_on = super::delayed_phases::has_another_pass(view);
    super::delayed_phases::expire_at_pass_end(view, goes_on, out);
    if goes_on {
        out.next_steps.push(ResolutionStep::BeginPass);
    } else {
        out.next_steps.push(ResolutionStep::EndRound);
    }
}

/// Timers run out and the dying bleed. `SS-BASE-15`, `SS-DMG-23`.
fn end_round(view: &BattleView, dice: &BattleDice, answers: &[String], out: &mut Outbox) {
    let number = view.round().number();
    let due = super::timed_items::detonations_due(view, number, RoundTiming::RoundEnd);
    if !due.is_empty() {
        out.next_steps.extend(due);
        return out.next_steps.push(ResolutionStep::EndRound);
    }
    let mut table = dice.start_table(answers);
    let mut effects = Vec::new();
    for unit in view.units().filter(|unit| !unit.out_of_action.escaped()) {
        match play::round_ends(&mut table, &view.unit_snapshot(&unit), view.rules()) {
            Ok(of_unit) => effects.extend(of_unit),
            Err(stop) => return out.wait_for_answer(stop),
        }
        let mut after = view.unit_snapshot(&unit);
        with_effects(&mut after, &effects);
        match resolution::resolve_burning(&mut table, &after, view.rules()) {
            Ok(burnt) => effects.extend(burnt),
            Err(stop) => return out.wait_for_answer(stop),
        }
    }
    let trace = out.finish_table(dice, table);
    out.push_traced(BattleEvent::RoundEnded { round: number }, trace);
    let mut done = Vec::new();
    for unit in view.units() {
        match super::extended_action::advance_at_round_end(view, &unit) {
            Some(Ok(deed)) => done.extend(deed),
            Some(Err(why)) => out.push_event(BattleEvent::ExtendedActionCancelled { unit: *unit.id, why }),
            None => {}
        }
    }
    for unit in view.units() {
        for status in unit.status.iter() {
            if matches!(status.until, StatusEnd::EndOfRound(last) if last <= number) {
                out.push_event(BattleEvent::StatusEnded { unit: *unit.id, kind: status.kind });
            }
        }
        status::expire_at_round_end(&unit, number, out);
    }
    crate::model::ground_effect::spread_and_expire(view, number, out);
    effects::apply_effects(view, effects, None, out);
    out.next_steps.extend(done);
    out.next_steps.push(ResolutionStep::BeginRound);
}
