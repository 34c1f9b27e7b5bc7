//! Resolves rounds and passes: turn order, initiative rolls and action points. `SS-ROUND`, `SS-INIT`, `SS-ACT`.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;

use super::arrivals;
use super::initiative_rolls::{join_running_round, roll_initiative};
use super::phases::{end_phase, next_phase};
use super::rule_steps;
use super::status;
use crate::resolve::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::components::{StatusEnd, StatusKind};
use crate::state::event::BattleEvent;
use crate::state::resources::{BattleDice, Outbox, ResolutionStep, StepKind, UnitChanges};
use crate::view::battle_view::{BattleView, UnitDataItem};
use crate::view::hazards::{affects_fallen, lies_unconscious};
use crate::view::queued_attacks::attack_candidates;
use crate::view::unit_roster::UnitRoster;
use content::Arrival;
use model::UnitId;
use rules::status::resolution;
use rules::turn_engine::has_phase;
use rules::turn_engine::timed_items::RoundTiming;
use rules::{QueueTiming, RuleStep, UnitSnapshot, play};

/// Registers the systems for rounds, initiative passes and phases.
pub(crate) struct InitiativePlugin;

impl Plugin for InitiativePlugin {
    fn build(&self, app: &mut App) {
        app.add_step_system(StepKind::BeginRound, resolve_round_start)
            .add_step_system(StepKind::BeginPass, resolve_pass_start)
            .add_step_system(StepKind::QueueAttacks, resolve_queueing)
            .add_step_system(StepKind::NextPhase, resolve_next_phase)
            .add_step_system(StepKind::EndPhase, resolve_phase_end)
            .add_step_system(StepKind::EndRound, resolve_round_end);
    }
}

/// Resolves a `BeginRound` step.
fn resolve_round_start(run: StepRun, context: StepContext) {
    let (_, view, (dice, answers), out) = context.parts(run);
    begin_round(view, dice, answers, out);
}

/// Resolves a `BeginPass` step.
fn resolve_pass_start(run: StepRun, context: StepContext) {
    let (_, view, (dice, answers), out) = context.parts(run);
    begin_pass(view, (dice, answers), out);
}

/// Resolves a `QueueAttacks` step.
fn resolve_queueing(run: StepRun, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::QueueAttacks { unit } = step else { return };
    queue_attacks(view, (dice, answers), *unit, out);
}

/// Resolves a `NextPhase` step.
fn resolve_next_phase(
    run: StepRun,
    context: StepContext,
    mut roster: ResMut<UnitRoster>,
    mut changes: ResMut<UnitChanges>,
) {
    let (_, view, (dice, answers), out) = context.parts(run);
    roster.update(view, &mut changes.roster);
    next_phase((view, &mut roster), dice, answers, out);
}

/// Resolves an `EndPhase` step, unless the phase has ended already.
fn resolve_phase_end(run: StepRun, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::EndPhase { unit } = step else { return };
    if view.round().acting() == Some(*unit) {
        end_phase(view, dice, answers, *unit, out);
    }
}

/// Resolves an `EndRound` step.
fn resolve_round_end(run: StepRun, context: StepContext) {
    let (_, view, (dice, answers), out) = context.parts(run);
    end_round(view, dice, answers, out);
}

/// Begins a round: rolls initiative for all units. `SS-ROUND-04`, `SS-INIT-07`, `SS-INIT-10`.
fn begin_round(view: &BattleView, dice: &BattleDice, answers: &[String], out: &mut Outbox) {
    let round = view.round().number() + 1;
    let arriving = arrivals::due_arrivals(view, Arrival { round, pass: 1 });
    out.push_event(BattleEvent::RoundBegan { round });
    arrivals::arrival_events(&arriving).for_each(|event| out.push_event(event));
    let mut table = dice.start_table(answers);
    let rolled = match roll_initiative(view, &mut table, &arriving) {
        Ok(rolled) => rolled,
        Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
    };
    let (dice_state, trace) = dice.finish_table(table);
    out.dice = Some(dice_state);
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

/// Begins a pass: restores action points and applies owed phases. `SS-ACT-24`.
fn begin_pass(view: &BattleView, (dice, answers): (&BattleDice, &[String]), out: &mut Outbox) {
    let round = view.round();
    if round.pass() == 0 {
        resolve_unconscious(view, (dice, answers), out);
        if out.prompt.is_some() {
            return;
        }
    }
    let Some(joined) =
        (if round.pass() == 0 { Some(Vec::new()) } else { join_running_round(view, (dice, answers), out) })
    else {
        return;
    };
    out.push_event(BattleEvent::PassBegan { round: round.number(), pass: round.pass() + 1 });
    if round.pass() == 0 {
        super::timed_items::tick_fuses(view, out);
        view.units().for_each(|unit| status::count_round_begin(&unit, out));
    }
    let joined_score = |id: UnitId| joined.iter().find(|(unit, _)| *unit == id).map(|(_, score)| *score);
    let takes_part = |unit: &UnitDataItem| unit.is_fighting() || joined_score(*unit.id).is_some();
    // Those who act last declare first. `AB-CINE-02`
    let (first, others): (Vec<_>, Vec<_>) =
        view.units().filter(takes_part).partition(|unit| play::acts_last(unit.sheet.get()));
    for unit in first.into_iter().chain(others) {
        let mut snapshot = view.unit_snapshot(&unit);
        snapshot.initiative = joined_score(*unit.id).unwrap_or(snapshot.initiative);
        if let Some(score) = unit.status.owed_phase_score() {
            out.push_event(BattleEvent::ScoreSet { unit: *unit.id, score });
            out.push_event(BattleEvent::StatusEnded { unit: *unit.id, kind: StatusKind::PhaseOwed(score) });
            snapshot.initiative = score;
        }
        let budget = play::budget_at_pass_start(&snapshot, view.rules());
        out.push_event(BattleEvent::PointsRestored { unit: *unit.id, budget });
        if has_phase(snapshot.initiative) && play::queues_attacks(QueueTiming::PassBegins, view.rules()) {
            out.next_steps.push(ResolutionStep::QueueAttacks { unit: *unit.id });
        }
    }
    out.next_steps.push(ResolutionStep::NextPhase);
}

/// Lets a unit queue attacks out of those that it could make now. `AB-CANCEL-01`.
fn queue_attacks(
    view: &BattleView,
    (dice, answers): (&BattleDice, &[String]),
    unit: UnitId,
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit).filter(|data| data.is_fighting() && !data.is_driven()) else { return };
    let candidates = attack_candidates(view, &data);
    let mut table = dice.start_table(answers);
    match play::queue_attacks(&mut table, &view.unit_snapshot(&data), &candidates, view.rules()) {
        Ok(steps) => {
            out.finish_table(dice, table);
            rule_steps::resolve_rule_steps(view, steps, Some(unit), out);
        }
        Err(stop) => out.wait_for_answer(stop, (dice, &table)),
    }
}

/// Applies start-of-phase health changes and hazards to unconscious units, which have no phase. `CC-THR-09`.
fn resolve_unconscious(view: &BattleView, (dice, answers): (&BattleDice, &[String]), out: &mut Outbox) {
    let mut table = dice.start_table(answers);
    let mut harm = Vec::new();
    for unit in view.units().filter(lies_unconscious) {
        match play::start_phase(&mut table, &view.unit_snapshot(&unit), view.rules()) {
            Ok(start) => harm.extend(start.effects),
            Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
        }
    }
    harm.retain(|effect| matches!(effect, RuleStep::ChangeHealth { .. }));
    let burnt = view.units().filter(|unit| affects_fallen(view, unit));
    out.next_steps.extend(burnt.map(|unit| ResolutionStep::ExposeToHazard { unit: *unit.id }));
    out.finish_table(dice, table);
    rule_steps::resolve_rule_steps(view, harm, None, out);
}

/// Applies health changes of the round's end so far to a snapshot.
fn with_effects(unit: &mut UnitSnapshot, effects: &[RuleStep]) {
    for effect in effects {
        match effect {
            RuleStep::ChangeHealth { unit: id, after, .. } if *id == unit.id => {
                unit.condition = after.clone()
            }
            _ => {}
        }
    }
}

/// Ends a pass: begins the next one, or ends the round if no unit has another phase.
pub(super) fn end_pass(view: &BattleView, out: &mut Outbox) {
    let round = view.round();
    out.push_event(BattleEvent::PassEnded { pass: round.pass() });
    for unit in view.units() {
        for status in unit.status.iter() {
            if matches!(status.until, StatusEnd::EndOfPass(last) if last <= round.passes()) {
                out.push_event(BattleEvent::StatusEnded { unit: *unit.id, kind: status.kind });
            }
        }
    }
    let has_next = super::delayed_phases::has_another_pass(view);
    super::delayed_phases::expire_at_pass_end(view, has_next, out);
    if has_next {
        out.next_steps.push(ResolutionStep::BeginPass);
    } else {
        out.next_steps.push(ResolutionStep::EndRound);
    }
}

/// Ends a round: detonates due items, expires statuses and applies end-of-round effects. `SS-BASE-15`, `SS-DMG-23`.
fn end_round(view: &BattleView, dice: &BattleDice, answers: &[String], out: &mut Outbox) {
    let number = view.round().number();
    let due = super::timed_items::detonations_due(view, number, RoundTiming::RoundEnd);
    if !due.is_empty() {
        out.next_steps.extend(due);
        return out.next_steps.push(ResolutionStep::EndRound);
    }
    let mut table = dice.start_table(answers);
    let mut effects = Vec::new();
    for unit in view.units().filter(|unit| unit.out_of_action.on_map()) {
        let mut after = view.unit_snapshot(&unit);
        match play::end_round(&mut table, &after, view.rules()) {
            Ok(of_unit) => effects.extend(of_unit),
            Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
        }
        with_effects(&mut after, &effects);
        match resolution::resolve_burning(&mut table, &after, view.rules()) {
            Ok(burnt) => effects.extend(burnt),
            Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
        }
    }
    let trace = out.finish_table(dice, table);
    out.push_traced(BattleEvent::RoundEnded { round: number }, trace);
    let mut done = Vec::new();
    for unit in view.units() {
        match super::extended_action::advance_at_round_end(view, &unit) {
            Some(Ok(step)) => done.extend(step),
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
    super::ground_effects::spread_and_expire(view, number, out);
    rule_steps::resolve_rule_steps(view, effects, None, out);
    out.next_steps.extend(done);
    out.next_steps.push(ResolutionStep::BeginRound);
}
