//! Resolves attacks on units, barriers and squares. `SS-ATK`, `SS-BARR`.

use std::sync::Arc;

use bevy_app::{App, Plugin};

use super::carry_out::{self, Obstacle};
use super::rule_steps;
use crate::resolve::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::components::{StatusEnd, StatusKind};
use crate::state::event::BattleEvent;
use crate::state::lines::{AttackNotMade, NotCarriedOut};
use crate::state::order::Target;
use crate::state::resources::{Outbox, ResolutionStep, StepKind};
use crate::view::battle_view::{AttackChoice, BattleView};
use dice::Trace;
use model::UnitId;
use rules::{ActionOutcome, AttackRequest, DownState, PendingAttack, PoolShare, RuleStep, play};

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
    let request = match declared.check_again(view) {
        Ok(request) => request,
        Err(obstacle) => return declared.push_not_made(obstacle, out),
    };
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

    /// Checks again that the attacker may attack, that the weapon is still in its hand, and that the target is there.
    /// Earlier attacks of the same order may have moved the target: a later one also checks reach and sight.
    fn check_again(&self, view: &BattleView) -> Result<Arc<AttackRequest>, Obstacle> {
        let AttackChoice { unit, weapon, mode, .. } = self.choice;
        let weapon_gone = (NotCarriedOut::WeaponGone, "SS-ACT-26");
        let carried = view.unit(unit).and_then(|unit| unit.inventory.get(weapon).cloned());
        let action = carried.as_ref().map(|carried| play::attack_action(carried.weapon(), mode));
        let data = carry_out::check_attacker(view, unit, (action.ok_or(weapon_gone)?, Some(weapon)))?;
        let request = self.request(view).ok_or_else(carry_out::target_gone)?;
        let is_gone = match self.target {
            Target::Unit(target) => view.unit(target).is_none_or(|target| {
                !target.out_of_action.on_map() || target.out_of_action.down() == Some(DownState::Dead)
            }),
            Target::Barrier(barrier) => {
                view.barrier(barrier).is_none_or(|barrier| barrier.state.holed() || barrier.state.open())
            }
            Target::Square(_) => false,
        };
        if is_gone {
            return Err(carry_out::target_gone());
        }
        if self.share.is_some_and(|share| share.nth > 1) {
            play::may_attack(&request).map_err(|why| (NotCarriedOut::OutOfReach(why.text), why.clause))?;
            let is_melee = carried.is_some_and(|carried| carried.is_melee());
            let target = request.on_unit().and_then(|attack| view.unit(attack.target.defender.id));
            if is_melee && target.is_some_and(|target| !view.sees(&data, &target)) {
                return Err(carry_out::out_of_sight());
            }
        }
        Ok(request)
    }

    /// Queues the log line of an attack that is not made. `SS-MULTI-08`.
    fn push_not_made(&self, (why, clause): Obstacle, out: &mut Outbox) {
        let unit = self.choice.unit;
        match self.share {
            Some(share) => {
                let text = AttackNotMade(share, why).into();
                out.push_event(BattleEvent::RuleNote { unit, text, clause: "SS-MULTI-08" });
            }
            None => carry_out::push_not_carried_out(unit, (why, clause), out),
        }
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
