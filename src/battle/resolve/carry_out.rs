//! Carries out actions that are declared and paid: checks again whether the unit can still take them.

use bevy_app::{App, Plugin};

use crate::resolve::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::event::BattleEvent;
use crate::state::lines::NotCarriedOut;
use crate::state::resources::{DeclaredAction, Outbox, ResolutionStep, StepKind};
use crate::view::battle_view::{BattleView, UnitDataItem};
use dice::Clause;
use model::UnitId;
use rules::turn_engine::Action;
use rules::{RuleViolation, play};

/// Clause by which an action needs what it names: a weapon in hand. `SS-ACT-26`.
const NEEDS_WEAPON: Clause = "SS-ACT-26";
/// Clause by which an attack needs its target.
const NEEDS_TARGET: Clause = "SS-ATK-06";

/// Why an action is not carried out, with its clause.
pub(crate) type Obstacle = (NotCarriedOut, Clause);

/// Registers the system for actions that are paid.
pub(crate) struct CarryOutPlugin;

impl Plugin for CarryOutPlugin {
    fn build(&self, app: &mut App) {
        app.add_step_system(StepKind::CarryOut, resolve_carried_out_action);
    }
}

/// Resolves a `CarryOut` step.
fn resolve_carried_out_action(run: StepRun, context: StepContext) {
    let (step, view, _, out) = context.parts(run);
    let ResolutionStep::CarryOut { unit, declared, events, then } = step else { return };
    match check_still_permitted(view, *unit, declared) {
        Ok(_) => {
            events.iter().for_each(|event| out.push_event(event.clone()));
            out.next_steps.extend(then.iter().cloned());
        }
        Err(obstacle) => {
            push_not_carried_out(*unit, obstacle, out);
            let is_down = view.unit(*unit).is_some_and(|data| !data.is_fighting());
            if is_down && view.round().acting() == Some(*unit) {
                out.last_steps.push(ResolutionStep::EndPhase { unit: *unit });
            }
        }
    }
}

/// Queues the log line of an action that is not carried out.
pub(crate) fn push_not_carried_out(unit: UnitId, (why, clause): Obstacle, out: &mut Outbox) {
    out.push_event(BattleEvent::RuleNote { unit, text: why.into(), clause });
}

/// Returns a unit that may still take an action that it has declared.
///
/// # Errors
/// Returns the reason if it is gone, out of action or forbidden to act.
pub(crate) fn check_still_permitted<'v>(
    view: &'v BattleView,
    unit: UnitId,
    declared: &DeclaredAction,
) -> Result<UnitDataItem<'v, 'v>, Obstacle> {
    let gone = (NotCarriedOut::TargetGone, NEEDS_TARGET);
    let data = view.unit(unit).filter(|data| data.out_of_action.on_map()).ok_or(gone)?;
    let snapshot = view.unit_snapshot(&data);
    let permitted = match declared {
        DeclaredAction::Action(action) => play::check_permission(&snapshot, *action, view.rules()),
        DeclaredAction::SpecialAction(key) => play::check_special_permission(&snapshot, key, view.rules()),
    };
    permitted.map_err(|RuleViolation { text, clause }| (NotCarriedOut::Forbidden(text), clause))?;
    Ok(data)
}

/// Checks that a unit may still attack, and that the weapon that it has declared is still in its hand; bare hands have no
/// slot.
///
/// # Errors
/// Returns the reason if it may not, or the weapon is gone.
pub(crate) fn check_attacker<'v>(
    view: &'v BattleView,
    unit: UnitId,
    (action, slot): (Action, Option<usize>),
) -> Result<UnitDataItem<'v, 'v>, Obstacle> {
    let data = check_still_permitted(view, unit, &DeclaredAction::Action(action))?;
    match slot {
        Some(slot) if !data.inventory.get(slot).is_some_and(|carried| carried.in_hand()) => {
            Err((NotCarriedOut::WeaponGone, NEEDS_WEAPON))
        }
        _ => Ok(data),
    }
}

/// The obstacle of a target that is no longer there.
pub(crate) const fn target_gone() -> Obstacle {
    (NotCarriedOut::TargetGone, NEEDS_TARGET)
}

/// The obstacle of a target that is no longer in sight.
pub(crate) const fn out_of_sight() -> Obstacle {
    (NotCarriedOut::OutOfSight, NEEDS_TARGET)
}
