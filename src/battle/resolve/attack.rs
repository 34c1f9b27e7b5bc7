//! Resolves attacks on units, barriers and squares. `SS-ATK`, `SS-BARR`.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::InMut;

use super::effects;
use crate::resolve::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::components::{StatusEnd, StatusKind};
use crate::state::event::BattleEvent;
use crate::state::lines::AttackWithoutTarget;
use crate::state::order::Target;
use crate::state::resources::{BattleDice, Outbox, ResolutionStep, StepKind};
use crate::view::battle_view::{AttackChoice, BattleView};
use dice::Trace;
use model::{BarrierId, Cell, UnitId};
use rules::{ActionOutcome, AttackRequest, BarrierAttackRequest, Effect, PendingAttack, PoolShare, play};

/// Registers the system for attacks.
pub(crate) struct AttackPlugin;

impl Plugin for AttackPlugin {
    fn build(&self, app: &mut App) {
        app.add_step_system(StepKind::Attack, resolve_attack);
    }
}

/// The attack of an attack step.
struct DeclaredAttack<'a> {
    choice: AttackChoice<'a>,
    target: Target,
    rounds_before: u32,
    share: Option<PoolShare>,
}

/// Resolves an `Attack` step.
fn resolve_attack(InMut(run): InMut<StepRun>, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let Some(declared) = DeclaredAttack::from_step(step) else { return };
    match declared.target {
        Target::Unit(target) => resolve_unit_attack(view, dice, answers, &declared, target, out),
        Target::Barrier(barrier) => resolve_barrier_attack(view, dice, answers, &declared, barrier, out),
        Target::Square(cell) => resolve_cell_attack(view, dice, answers, &declared, cell, out),
    }
}

/// Returns the attack of a step that waits for an answer; `None` if it is no attack or no longer possible.
pub(crate) fn pending_attack(view: &BattleView, step: &ResolutionStep) -> Option<PendingAttack> {
    let declared = DeclaredAttack::from_step(step)?;
    Some(match declared.target {
        Target::Unit(target) => PendingAttack::Unit(Box::new(declared.unit_request(view, target)?)),
        Target::Barrier(target) => PendingAttack::Barrier(Box::new(declared.barrier_request(view, target)?)),
        Target::Square(target) => {
            PendingAttack::Cell(Box::new(view.cell_attack_request(declared.choice, target)?))
        }
    })
}

impl<'a> DeclaredAttack<'a> {
    fn from_step(step: &'a ResolutionStep) -> Option<Self> {
        let ResolutionStep::Attack { unit, target, weapon, mode, manner, rounds_before, share } = step else {
            return None;
        };
        let choice = AttackChoice { unit: *unit, weapon: *weapon, mode: *mode, manner: manner.as_deref() };
        Some(Self { choice, target: *target, rounds_before: *rounds_before, share: *share })
    }

    fn unit_request(&self, view: &BattleView, target: UnitId) -> Option<AttackRequest> {
        let request = view.attack_request(self.choice, target)?;
        let rerolled = view.unit(self.choice.unit).is_some_and(|unit| unit.phase_state.rerolled);
        let share = self.share.map(|share| PoolShare { rerolls: share.nth > 1 && rerolled, ..share });
        Some(AttackRequest { rounds_fired: self.rounds_before, share, ..request })
    }

    fn barrier_request(&self, view: &BattleView, target: BarrierId) -> Option<BarrierAttackRequest> {
        let request = view.barrier_attack_request(self.choice, target)?;
        Some(BarrierAttackRequest { rounds_fired: self.rounds_before, ..request })
    }
}

fn resolve_unit_attack(
    view: &BattleView,
    dice: &BattleDice,
    answers: &[String],
    declared: &DeclaredAttack<'_>,
    target: UnitId,
    out: &mut Outbox,
) {
    let Some(request) = declared.unit_request(view, target) else { return };
    if let Some(share) = declared.share {
        // An earlier attack of the set may have taken the target out. `SS-MULTI-08`
        let gone = view.unit(target).is_none_or(|unit| {
            unit.out_of_action.escaped() || unit.out_of_action.down() == Some(rules::DownState::Dead)
        });
        let attacker = view.unit(declared.choice.unit);
        if gone || attacker.as_ref().is_none_or(|unit| !unit.is_fighting()) {
            let text = AttackWithoutTarget(share).into();
            out.push_event(BattleEvent::RuleNote { unit: declared.choice.unit, text, clause: "SS-MULTI-08" });
            return;
        }
    }
    let mut table = dice.start_table(answers);
    let outcome = match play::attack(&mut table, &request) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_with_rolls(stop, (dice, table)),
    };
    let (dice_state, trace) = dice.finish_table(table);
    out.dice = Some(dice_state);
    super::status::mark_curses_spent(view, &trace, out);
    let effects = push_attack_resolved(declared, outcome, trace, out);
    // The target takes part in the battle from now on, before further effects. `SS-DEF-23`.
    if view.unit(target).is_some_and(|unit| unit.is_fighting() && !unit.status.has(StatusKind::Engaged)) {
        out.push_status(target, StatusKind::Engaged);
    }
    let attacking_unit = view.unit(declared.choice.unit);
    let is_melee = attacking_unit.is_some_and(|unit| {
        unit.inventory.items().get(declared.choice.weapon).is_some_and(|carried| carried.is_melee())
    });
    if is_melee {
        mark_melee_exchange(view, declared.choice.unit, target, out);
    }
    effects::apply_effects(view, effects, Some(declared.choice.unit), out);
}

/// Marks two units as exchanging melee attacks until the end of the next pass. `SS-DEF-39`.
pub(crate) fn mark_melee_exchange(view: &BattleView, unit: UnitId, target: UnitId, out: &mut Outbox) {
    super::status::end_pinned_in_melee(view, [unit, target], out);
    let until = StatusEnd::EndOfPass(view.round().passes() + 1);
    for (one, other) in [(unit, target), (target, unit)] {
        out.push_status_until(one, StatusKind::MeleeExchange(other), until);
    }
}

/// Queues the result of an attack. Returns its effects.
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
    answers: &[String],
    declared: &DeclaredAttack<'_>,
    target: BarrierId,
    out: &mut Outbox,
) {
    let Some(request) = declared.barrier_request(view, target) else { return };
    let mut table = dice.start_table(answers);
    let outcome = match play::attack_barrier(&mut table, &request) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_with_rolls(stop, (dice, table)),
    };
    let (dice_state, trace) = dice.finish_table(table);
    out.dice = Some(dice_state);
    super::status::mark_curses_spent(view, &trace, out);
    let effects = push_attack_resolved(declared, outcome, trace, out);
    effects::apply_effects(view, effects, Some(declared.choice.unit), out);
}

fn resolve_cell_attack(
    view: &BattleView,
    dice: &BattleDice,
    answers: &[String],
    declared: &DeclaredAttack<'_>,
    target: Cell,
    out: &mut Outbox,
) {
    let Some(request) = view.cell_attack_request(declared.choice, target) else { return };
    let mut table = dice.start_table(answers);
    let outcome = match play::attack_square(&mut table, &request) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_with_rolls(stop, (dice, table)),
    };
    let (dice_state, trace) = dice.finish_table(table);
    out.dice = Some(dice_state);
    let effects = push_attack_resolved(declared, outcome, trace, out);
    effects::apply_effects(view, effects, Some(declared.choice.unit), out);
}
