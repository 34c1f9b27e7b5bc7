//! Attacks: gather the engagement, ask the book, hand on what came of it. `SS-ATK`, `SS-BARR`.

use super::effects;
use crate::model::components::{BarrierId, Status, StatusEnd, StatusKind, UnitId};
use crate::model::event::BattleEvent;
use crate::model::order::Target;
use crate::model::resources::{BattleDice, GivenAnswers, Outbox, ResolutionStep};
use crate::view::battle_view::{AttackChoice, BattleView};
use dice::Trace;
use field::Cell;
use rules::{ActionOutcome, AttackRequest, BarrierAttackRequest, Effect, PendingAttack, PoolShare, play};

/// The attack a task tells of.
struct DeclaredAttack<'a> {
    choice: AttackChoice<'a>,
    target: Target,
    rounds_before: u32,
    share: Option<PoolShare>,
}

pub(crate) fn resolve_attack(
    view: &BattleView,
    (dice, answers): (&BattleDice, &GivenAnswers),
    task: &ResolutionStep,
    out: &mut Outbox,
) {
    let Some(declared) = DeclaredAttack::from_step(task) else { return };
    match declared.target {
        Target::Unit(target) => resolve_unit_attack(view, dice, answers, &declared, target, out),
        Target::Barrier(barrier) => resolve_barrier_attack(view, dice, answers, &declared, barrier, out),
        Target::Square(cell) => resolve_cell_attack(view, dice, answers, &declared, cell, out),
    }
}

/// The attack that a task waits with, complete.
pub(crate) fn pending_attack(view: &BattleView, task: &ResolutionStep) -> Option<PendingAttack> {
    let declared = DeclaredAttack::from_step(task)?;
    Some(match declared.target {
        Target::Unit(target) => PendingAttack::Unit(Box::new(declared.unit_request(view, target)?)),
        Target::Barrier(target) => PendingAttack::Barrier(Box::new(declared.barrier_request(view, target)?)),
        Target::Square(target) => {
            PendingAttack::Cell(Box::new(view.cell_attack_request(declared.choice, target)?))
        }
    })
}

impl<'a> DeclaredAttack<'a> {
    fn from_step(task: &'a ResolutionStep) -> Option<Self> {
        let ResolutionStep::Attack { unit, target, weapon, mode, manner, rounds_before, share } = task else {
            return None;
        };
        let aimed = AttackChoice { unit: *unit, weapon: *weapon, mode: *mode, manner: manner.as_deref() };
        Some(Self { choice: aimed, target: *target, rounds_before: *rounds_before, share: *share })
    }

    fn unit_request(&self, view: &BattleView, target: UnitId) -> Option<AttackRequest> {
        let engagement = view.attack_request(self.choice, target)?;
        let rerolled = view.unit(self.choice.unit).is_some_and(|unit| unit.phase_state.rerolled);
        let share = self.share.map(|share| PoolShare { rerolls: share.nth > 1 && rerolled, ..share });
        Some(AttackRequest { rounds_fired: self.rounds_before, share, ..engagement })
    }

    fn barrier_request(&self, view: &BattleView, target: BarrierId) -> Option<BarrierAttackRequest> {
        let engagement = view.barrier_attack_request(self.choice, target)?;
        Some(BarrierAttackRequest { rounds_fired: self.rounds_before, ..engagement })
    }
}

fn resolve_unit_attack(
    view: &BattleView,
    dice: &BattleDice,
    answers: &GivenAnswers,
    declared: &DeclaredAttack<'_>,
    target: UnitId,
    out: &mut Outbox,
) {
    let Some(engagement) = declared.unit_request(view, target) else { return };
    if let Some(share) = declared.share {
        // The attacks of a set come one after the other: the first may have settled it. `SS-MULTI-08`
        let gone = view.unit(target).is_none_or(|unit| {
            unit.out_of_action.escaped() || unit.out_of_action.down() == Some(rules::DownState::Dead)
        });
        let attacker = view.unit(declared.choice.unit);
        if gone || attacker.as_ref().is_none_or(|unit| !unit.is_fighting()) {
            let text = format!("{} meets nobody any more", share.describe());
            out.push_event(BattleEvent::RuleNote { unit: declared.choice.unit, text, clause: "SS-MULTI-08" });
            return;
        }
    }
    let mut table = dice.start_table(&answers.0);
    let outcome = match play::attack(&mut table, &engagement) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_with_rolls(stop, (dice, table)),
    };
    let (seat, trace) = dice.finish_table(table);
    out.dice = Some(seat);
    super::status::mark_curses_spent(view, &trace, out);
    let effects = push_attack_resolved(declared, outcome, trace, out);
    // Whoever was attacked takes part, before anything else becomes of it. `SS-DEF-23`.
    if view.unit(target).is_some_and(|unit| unit.is_fighting() && !unit.status.has(StatusKind::Engaged)) {
        let status = Status { kind: StatusKind::Engaged, until: StatusEnd::Removed };
        out.push_event(BattleEvent::StatusSet { unit: target, status });
    }
    let carried = view.unit(declared.choice.unit);
    let blow = carried.is_some_and(|unit| {
        unit.inventory.items().get(declared.choice.weapon).is_some_and(|carried| carried.is_melee())
    });
    if blow {
        mark_melee_exchange(view, declared.choice.unit, target, out);
    }
    effects::apply_effects(view, effects, Some(declared.choice.unit), out);
}

/// Busy in melee since the start of the previous pass: to the end of the next one. `SS-DEF-39`.
pub(crate) fn mark_melee_exchange(view: &BattleView, unit: UnitId, target: UnitId, out: &mut Outbox) {
    super::status::end_pinned_in_melee(view, [unit, target], out);
    let until = StatusEnd::EndOfPass(view.round().passes() + 1);
    for (one, other) in [(unit, target), (target, unit)] {
        let status = Status { kind: StatusKind::MeleeExchange(other), until };
        out.push_event(BattleEvent::StatusSet { unit: one, status });
    }
}

/// Notes how an attack ended; gives what else it does.
fn push_attack_resolved(
    declared: &DeclaredAttack<'_>,
    outcome: ActionOutcome,
    trace: Vec<Trace>,
    out: &mut Outbox,
) -> Vec<Effect> {
    let ActionOutcome { contact, net, damage, words, effects } = outcome;
    let AttackChoice { unit, weapon, mode, .. } = declared.choice;
    let target = declared.target;
    out.push_traced(
        BattleEvent::AttackResolved { unit, target, weapon, mode, contact, net, damage, words },
        trace,
    );
    effects
}

fn resolve_barrier_attack(
    view: &BattleView,
    dice: &BattleDice,
    answers: &GivenAnswers,
    declared: &DeclaredAttack<'_>,
    target: BarrierId,
    out: &mut Outbox,
) {
    let Some(engagement) = declared.barrier_request(view, target) else { return };
    let mut table = dice.start_table(&answers.0);
    let outcome = match play::attack_barrier(&mut table, &engagement) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_with_rolls(stop, (dice, table)),
    };
    let (seat, trace) = dice.finish_table(table);
    out.dice = Some(seat);
    super::status::mark_curses_spent(view, &trace, out);
    let effects = push_attack_resolved(declared, outcome, trace, out);
    effects::apply_effects(view, effects, Some(declared.choice.unit), out);
}

fn resolve_cell_attack(
    view: &BattleView,
    dice: &BattleDice,
    answers: &GivenAnswers,
    declared: &DeclaredAttack<'_>,
    target: Cell,
    out: &mut Outbox,
) {
    let Some(engagement) = view.cell_attack_request(declared.choice, target) else { return };
    let mut table = dice.start_table(&answers.0);
    let outcome = match play::attack_square(&mut table, &engagement) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_with_rolls(stop, (dice, table)),
    };
    let (seat, trace) = dice.finish_table(table);
    out.dice = Some(seat);
    let effects = push_attack_resolved(declared, outcome, trace, out);
    effects::apply_effects(view, effects, Some(declared.choice.unit), out);
}
