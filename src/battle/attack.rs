//! Attacks: gather the engagement, ask the book, hand on what came of it. `SS-ATK`, `SS-BARR`.

use bevy::prelude::*;

use super::components::{BarrierId, Status, StatusKind, UnitId, Until};
use super::effects;
use super::event::Event;
use super::order::Target;
use super::schedule::ResolveSystems;
use super::state::{Answers, DiceSeat, Outbox, Task, Tasks};
use super::view::{Aimed, BattleView};
use crate::dice::Trace;
use crate::rules::{Effect, Outcome, play};

pub(super) fn plugin(schedule: &mut Schedule) {
    schedule.add_systems(resolve_attack.in_set(ResolveSystems::Attack));
}

/// The attack a task tells of.
struct Declared<'a> {
    aimed: Aimed<'a>,
    target: Target,
    rounds_before: u32,
}

fn resolve_attack(
    view: BattleView,
    dice: Res<DiceSeat>,
    answers: Res<Answers>,
    tasks: Res<Tasks>,
    mut out: ResMut<Outbox>,
) {
    let Some(Task::Attack { unit, target, weapon, mode, manner, rounds_before }) = tasks.0.front() else {
        return;
    };
    let aimed = Aimed { unit: *unit, weapon: *weapon, mode: *mode, manner: manner.as_deref() };
    let declared = Declared { aimed, target: *target, rounds_before: *rounds_before };
    match target {
        Target::Unit(target) => on_unit(&view, &dice, &answers, &declared, *target, &mut out),
        Target::Barrier(barrier) => on_barrier(&view, &dice, &answers, &declared, *barrier, &mut out),
    }
}

fn on_unit(
    view: &BattleView,
    dice: &DiceSeat,
    answers: &Answers,
    declared: &Declared<'_>,
    target: UnitId,
    out: &mut Outbox,
) {
    let Some(mut engagement) = view.engagement(declared.aimed, target) else { return };
    engagement.rounds_fired = declared.rounds_before;
    let mut table = dice.table(&answers.0);
    let outcome = match play::attack(&mut table, &engagement) {
        Ok(outcome) => outcome,
        Err(stop) => {
            let (_, trace) = dice.after(table);
            out.rolled = trace.iter().any(|step| matches!(step, Trace::Rolled(_)));
            return out.wait(stop);
        }
    };
    let (seat, trace) = dice.after(table);
    out.dice = Some(seat);
    super::ailment::curses(view, &trace, out);
    let effects = resolved(declared, outcome, trace, out);
    // Whoever was attacked takes part, before anything else becomes of it. `SS-DEF-23`.
    if view.unit(target).is_some_and(|unit| unit.fighting() && !unit.status.has(StatusKind::Engaged)) {
        let status = Status { kind: StatusKind::Engaged, until: Until::Removed };
        out.push(Event::StatusSet { unit: target, status });
    }
    fencing(view, declared.aimed, target, out);
    effects::hand_on(view, effects, Some(declared.aimed.unit), out);
}

/// Busy in melee since the start of the previous pass: to the end of the next one. `SS-DEF-39`.
fn fencing(view: &BattleView, aimed: Aimed<'_>, target: UnitId, out: &mut Outbox) {
    let Some(unit) = view.unit(aimed.unit) else { return };
    let blow = unit.arsenal.carried().get(aimed.weapon).is_some_and(|carried| carried.is_melee());
    if !blow {
        return;
    }
    super::ailment::engaged(view, [aimed.unit, target], out);
    let until = Until::EndOfPass(view.round().passes() + 1);
    for (one, other) in [(aimed.unit, target), (target, aimed.unit)] {
        let status = Status { kind: StatusKind::Fencing(other), until };
        out.push(Event::StatusSet { unit: one, status });
    }
}

/// Notes how an attack ended; gives what else it does.
fn resolved(declared: &Declared<'_>, outcome: Outcome, trace: Vec<Trace>, out: &mut Outbox) -> Vec<Effect> {
    let Outcome { contact, net, damage, words, effects } = outcome;
    let Aimed { unit, weapon, mode, .. } = declared.aimed;
    let target = declared.target;
    out.push_traced(Event::AttackResolved { unit, target, weapon, mode, contact, net, damage, words }, trace);
    effects
}

fn on_barrier(
    view: &BattleView,
    dice: &DiceSeat,
    answers: &Answers,
    declared: &Declared<'_>,
    target: BarrierId,
    out: &mut Outbox,
) {
    let Some(mut engagement) = view.barrier_engagement(declared.aimed, target) else { return };
    engagement.rounds_fired = declared.rounds_before;
    let mut table = dice.table(&answers.0);
    let outcome = match play::attack_barrier(&mut table, &engagement) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait(stop),
    };
    let (seat, trace) = dice.after(table);
    out.dice = Some(seat);
    super::ailment::curses(view, &trace, out);
    let effects = resolved(declared, outcome, trace, out);
    effects::hand_on(view, effects, Some(declared.aimed.unit), out);
}
