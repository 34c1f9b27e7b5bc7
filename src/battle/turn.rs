//! Rounds, passes and phases: `SS-ROUND`, `SS-INIT`, and the points of `SS-ACT`.

use bevy::prelude::*;

use super::components::{StatusKind, UnitId, Until};
use super::event::Event;
use super::schedule::ResolveSystems;
use super::state::{Answers, DiceSeat, Outbox, Task, Tasks};
use super::view::BattleView;
use crate::dice::{Step, Table};
use crate::rules::swan_song::budget::{Budget, Turn};
use crate::rules::swan_song::{damage, initiative, turn_order};

pub(super) fn plugin(schedule: &mut Schedule) {
    schedule.add_systems(resolve_turn.in_set(ResolveSystems::Turn));
}

fn resolve_turn(
    view: BattleView,
    dice: Res<DiceSeat>,
    answers: Res<Answers>,
    tasks: Res<Tasks>,
    mut out: ResMut<Outbox>,
) {
    match tasks.0.front() {
        Some(Task::BeginRound) => begin_round(&view, &dice, &answers.0, &mut out),
        Some(Task::BeginPass) => begin_pass(&view, &mut out),
        Some(Task::NextPhase) => next_phase(&view, &dice, &mut out),
        Some(Task::EndPhase { unit }) => {
            out.push(Event::PhaseEnded { unit: *unit });
            // Tied units that were taken out before their phase fall now. `SS-INIT-11`.
            out.then.push(Task::Consequences { unit: *unit, by: None });
            out.then.push(Task::NextPhase);
        }
        _ => {}
    }
}

/// Step 1: everybody's initiative is rolled anew, ties are tossed. `SS-ROUND-04`, `SS-INIT-07`, `SS-INIT-10`.
fn begin_round(view: &BattleView, dice: &DiceSeat, answers: &[String], out: &mut Outbox) {
    out.push(Event::RoundBegan { round: view.round().number() + 1 });
    let mut table = dice.table(answers);
    let rolled = match roll_all(view, &mut table) {
        Ok(rolled) => rolled,
        Err(stop) => return out.wait(stop),
    };
    let (seat, trace) = dice.after(table);
    out.dice = Some(seat);
    let mut trace = Some(trace);
    for event in rolled {
        out.push_traced(event, trace.take().unwrap_or_default());
    }
    out.then.push(Task::BeginPass);
}

fn roll_all(view: &BattleView, table: &mut impl Table) -> Step<Vec<Event>> {
    let mut events = Vec::new();
    for unit in view.units().filter(|unit| unit.fighting()) {
        let rolled = initiative::roll(table, &view.fighter(&unit), 0, unit.karma.initiative())?;
        let initiative::Initiative { score, attribute, dice } = rolled;
        events.push(Event::InitiativeRolled { unit: *unit.id, score, attribute, dice });
    }
    Ok(events)
}

/// Points come back to whoever may act. `SS-ACT-24`.
fn begin_pass(view: &BattleView, out: &mut Outbox) {
    let round = view.round();
    out.push(Event::PassBegan { round: round.number(), pass: round.pass() + 1 });
    for unit in view.units().filter(|unit| unit.fighting()) {
        let score = if unit.initiative.out() { 0 } else { unit.initiative.score() };
        let budget = Budget::of_pass(score, unit.sheet.get().action_points);
        out.push(Event::PointsRestored { unit: *unit.id, budget });
    }
    out.then.push(Task::NextPhase);
}

/// The highest score that has not acted is next; else the pass, and then the round, is over. `SS-ROUND-07`.
fn next_phase(view: &BattleView, dice: &DiceSeat, out: &mut Outbox) {
    let entries = view.waiting_entries();
    if entries.is_empty() {
        return end_pass(view, out);
    }
    let coins = view.round().coins();
    let mut table = dice.table(&[]);
    let order = turn_order::order(&mut table, &entries, coins, view.setup().switches().tie_mode)
        .expect("ties ask nobody and dice are not scripted");
    if order.coins != *coins {
        let (seat, trace) = dice.after(table);
        out.dice = Some(seat);
        out.push_traced(Event::CoinsTossed { coins: order.coins }, trace);
    }
    let unit = UnitId(order.ranks[0][0]);
    let Some(data) = view.unit(unit) else { return };
    let budget = data.points.budget().come_to_turn();
    if budget.turn == Turn::After {
        out.push(Event::PhaseLost { unit });
        out.then.push(Task::Consequences { unit, by: None });
        out.then.push(Task::NextPhase);
    } else {
        out.push(Event::PhaseBegan { unit });
    }
}

fn end_pass(view: &BattleView, out: &mut Outbox) {
    let round = view.round();
    out.push(Event::PassEnded { pass: round.pass() });
    for unit in view.units() {
        for status in unit.status.iter() {
            if matches!(status.until, Until::EndOfPass(last) if last <= round.passes()) {
                out.push(Event::StatusEnded { unit: *unit.id, kind: status.kind });
            }
        }
    }
    let goes_on = view.units().any(|unit| {
        unit.fighting()
            && !unit.initiative.out()
            && initiative::acts(initiative::after_pass(unit.initiative.score()))
    });
    if goes_on {
        out.then.push(Task::BeginPass);
    } else {
        end_round(view, out);
        out.then.push(Task::BeginRound);
    }
}

/// Timers run out and the dying bleed. `SS-BASE-15`, `SS-DMG-23`.
fn end_round(view: &BattleView, out: &mut Outbox) {
    let number = view.round().number();
    out.push(Event::RoundEnded { round: number });
    for unit in view.units() {
        for status in unit.status.iter() {
            match status.kind {
                StatusKind::Dying(since) => bleed(view, *unit.id, since, out),
                kind if matches!(status.until, Until::EndOfRound(last) if last <= number) => {
                    out.push(Event::StatusEnded { unit: *unit.id, kind });
                }
                _ => {}
            }
        }
    }
}

fn bleed(view: &BattleView, unit: UnitId, since: u32, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    if damage::bleeds_at_end_of(view.round().number(), since, data.sheet.get().attributes.body) {
        let before = data.health.vitals();
        let after = damage::bleed(before);
        out.push(Event::Harmed { unit, by: None, damage: 1, before, after });
        out.then.push(Task::Consequences { unit, by: None });
    }
}
