//! Attacks: gather the engagement, ask the book, hand on what came of it. `SS-ATK`, `SS-BARR`.

use super::components::{BarrierId, Status, StatusKind, UnitId, Until};
use super::effects;
use super::event::Event;
use super::order::Target;
use super::state::{Answers, DiceSeat, Outbox, Task};
use super::view::{Aimed, BattleView};
use dice::Trace;
use field::Cell;
use rules::{Affair, BarrierEngagement, Effect, Engagement, Outcome, Share, play};

/// The attack a task tells of.
struct Declared<'a> {
    aimed: Aimed<'a>,
    target: Target,
    rounds_before: u32,
    share: Option<Share>,
}

pub(super) fn resolve(
    view: &BattleView,
    (dice, answers): (&DiceSeat, &Answers),
    task: &Task,
    out: &mut Outbox,
) {
    let Some(declared) = Declared::of(task) else { return };
    match declared.target {
        Target::Unit(target) => on_unit(view, dice, answers, &declared, target, out),
        Target::Barrier(barrier) => on_barrier(view, dice, answers, &declared, barrier, out),
        Target::Square(cell) => on_square(view, dice, answers, &declared, cell, out),
    }
}

/// The attack that a task waits with, complete.
pub(super) fn affair(view: &BattleView, task: &Task) -> Option<Affair> {
    let declared = Declared::of(task)?;
    Some(match declared.target {
        Target::Unit(target) => Affair::Unit(Box::new(declared.on_unit(view, target)?)),
        Target::Barrier(target) => Affair::Barrier(Box::new(declared.on_barrier(view, target)?)),
        Target::Square(target) => Affair::Square(Box::new(view.square_engagement(declared.aimed, target)?)),
    })
}

impl<'a> Declared<'a> {
    fn of(task: &'a Task) -> Option<Self> {
        let Task::Attack { unit, target, weapon, mode, manner, rounds_before, share } = task else {
            return None;
        };
        let aimed = Aimed { unit: *unit, weapon: *weapon, mode: *mode, manner: manner.as_deref() };
        Some(Self { aimed, target: *target, rounds_before: *rounds_before, share: *share })
    }

    fn on_unit(&self, view: &BattleView, target: UnitId) -> Option<Engagement> {
        let engagement = view.engagement(self.aimed, target)?;
        let rerolled = view.unit(self.aimed.unit).is_some_and(|unit| unit.turn.rerolled);
        let share = self.share.map(|share| Share { rerolls: share.nth > 1 && rerolled, ..share });
        Some(Engagement { rounds_fired: self.rounds_before, share, ..engagement })
    }

    fn on_barrier(&self, view: &BattleView, target: BarrierId) -> Option<BarrierEngagement> {
        let engagement = view.barrier_engagement(self.aimed, target)?;
        Some(BarrierEngagement { rounds_fired: self.rounds_before, ..engagement })
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
    let Some(engagement) = declared.on_unit(view, target) else { return };
    if let Some(share) = declared.share {
        // The attacks of a set come one after the other: the first may have settled it. `SS-MULTI-08`
        let gone = view
            .unit(target)
            .is_none_or(|unit| unit.casualty.escaped() || unit.casualty.down() == Some(rules::Down::Dead));
        let attacker = view.unit(declared.aimed.unit);
        if gone || attacker.as_ref().is_none_or(|unit| !unit.fighting()) {
            let text = format!("{} meets nobody any more", share.words());
            out.push(Event::Told { unit: declared.aimed.unit, text, clause: "SS-MULTI-08" });
            return;
        }
    }
    let mut table = dice.table(&answers.0);
    let outcome = match play::attack(&mut table, &engagement) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_midway(stop, (dice, table)),
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
    let carried = view.unit(declared.aimed.unit);
    let blow = carried.is_some_and(|unit| {
        unit.arsenal.carried().get(declared.aimed.weapon).is_some_and(|carried| carried.is_melee())
    });
    if blow {
        fencing(view, declared.aimed.unit, target, out);
    }
    effects::hand_on(view, effects, Some(declared.aimed.unit), out);
}

/// Busy in melee since the start of the previous pass: to the end of the next one. `SS-DEF-39`.
pub(super) fn fencing(view: &BattleView, unit: UnitId, target: UnitId, out: &mut Outbox) {
    super::ailment::engaged(view, [unit, target], out);
    let until = Until::EndOfPass(view.round().passes() + 1);
    for (one, other) in [(unit, target), (target, unit)] {
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
    let Some(engagement) = declared.on_barrier(view, target) else { return };
    let mut table = dice.table(&answers.0);
    let outcome = match play::attack_barrier(&mut table, &engagement) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_midway(stop, (dice, table)),
    };
    let (seat, trace) = dice.after(table);
    out.dice = Some(seat);
    super::ailment::curses(view, &trace, out);
    let effects = resolved(declared, outcome, trace, out);
    effects::hand_on(view, effects, Some(declared.aimed.unit), out);
}

fn on_square(
    view: &BattleView,
    dice: &DiceSeat,
    answers: &Answers,
    declared: &Declared<'_>,
    target: Cell,
    out: &mut Outbox,
) {
    let Some(engagement) = view.square_engagement(declared.aimed, target) else { return };
    let mut table = dice.table(&answers.0);
    let outcome = match play::attack_square(&mut table, &engagement) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_midway(stop, (dice, table)),
    };
    let (seat, trace) = dice.after(table);
    out.dice = Some(seat);
    let effects = resolved(declared, outcome, trace, out);
    effects::hand_on(view, effects, Some(declared.aimed.unit), out);
}
