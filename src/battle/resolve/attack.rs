//! Resolves attacks on units, barriers and squares. `SS-ATK`, `SS-BARR`.

use std::sync::Arc;

use bevy_app::{App, Plugin};

use super::rule_steps;
use crate::resolve::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::components::{StatusEnd, StatusKind};
use crate::state::event::BattleEvent;
use crate::state::lines::AttackWithoutTarget;
use crate::state::order::Target;
use crate::state::resources::{Outbox, ResolutionStep, StepKind};
use crate::view::battle_view::{AttackChoice, BattleView};
use dice::Trace;
use model::UnitId;
use rules::{ActionOutcome, AttackRequest, PendingAttack, PoolShare, RuleStep, play};

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
fn resolve_attack(run: StepRun, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let Some(declared) = DeclaredAttack::from_step(step) else { return };
    let Some(request) = declared.request(view) else { return };
    if let Some(note) = declared.lost_target_note(view) {
        return out.push_event(note);
    }
    let mut table = dice.start_table(answers);
    let outcome = match play::attack(&mut table, &request) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_with_rolls(stop, (dice, table)),
    };
    let (dice_state, trace) = dice.finish_table(table);
    out.dice = Some(dice_state);
    let effects = push_attack_resolved(&declared, outcome, trace, out);
    if let Target::Unit(target) = declared.target {
        mark_combatants(view, declared.choice, target, out);
    }
    rule_steps::resolve_rule_steps(view, effects, Some(declared.choice.unit), out);
}

/// Returns the attack of a step that waits for an answer; `None` if it is no attack or no longer possible.
pub(crate) fn pending_attack(view: &BattleView, step: &ResolutionStep) -> Option<PendingAttack> {
    Some(PendingAttack::Attack(DeclaredAttack::from_step(step)?.request(view)?))
}

impl<'a> DeclaredAttack<'a> {
    fn from_step(step: &'a ResolutionStep) -> Option<Self> {
        let ResolutionStep::Attack { unit, target, weapon, mode, option, rounds_before, share } = step else {
            return None;
        };
        let choice = AttackChoice { unit: *unit, weapon: *weapon, mode: *mode, option: option.as_deref() };
        Some(Self { choice, target: *target, rounds_before: *rounds_before, share: *share })
    }

    fn request(&self, view: &BattleView) -> Option<Arc<AttackRequest>> {
        let share = self.share.map(|share| {
            let rerolled = view.unit(self.choice.unit).is_some_and(|unit| unit.phase_state.rerolled);
            PoolShare { rerolls: share.nth > 1 && rerolled, ..share }
        });
        view.attack_request_declared(self.choice, self.target, Some((self.rounds_before, share)))
    }

    /// Returns the log line of an attack of a set whose target an earlier one has taken out, or whose attacker is down;
    /// `None` if it goes on. `SS-MULTI-08`.
    fn lost_target_note(&self, view: &BattleView) -> Option<BattleEvent> {
        let (Some(share), Target::Unit(target)) = (self.share, self.target) else { return None };
        let gone = view.unit(target).is_none_or(|unit| {
            !unit.out_of_action.on_map() || unit.out_of_action.down() == Some(rules::DownState::Dead)
        });
        let attacker = view.unit(self.choice.unit);
        (gone || attacker.as_ref().is_none_or(|unit| !unit.is_fighting())).then(|| {
            let text = AttackWithoutTarget(share).into();
            BattleEvent::RuleNote { unit: self.choice.unit, text, clause: "SS-MULTI-08" }
        })
    }
}

/// Marks the target as taking part in the battle and, in melee, both units as exchanging attacks, hit or not.
/// `SS-DEF-23`.
fn mark_combatants(view: &BattleView, choice: AttackChoice<'_>, target: UnitId, out: &mut Outbox) {
    // The target takes part in the battle from now on, before further effects. `SS-DEF-23`.
    if view.unit(target).is_some_and(|unit| unit.is_fighting() && !unit.status.has(StatusKind::Engaged)) {
        out.push_status(target, StatusKind::Engaged);
    }
    let is_melee = view
        .unit(choice.unit)
        .is_some_and(|unit| unit.inventory.get(choice.weapon).is_some_and(|carried| carried.is_melee()));
    if is_melee {
        mark_melee_exchange(view, choice.unit, target, out);
    }
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
) -> Vec<RuleStep> {
    let ActionOutcome { contact, net, damage, words, effects } = outcome;
    let AttackChoice { unit, weapon, mode, .. } = declared.choice;
    let target = declared.target;
    out.push_traced(
        BattleEvent::AttackResolved { unit, target, weapon, mode, contact, net, damage, words },
        trace,
    );
    effects
}
