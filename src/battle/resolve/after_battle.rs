//! After the battle: leaving the field, rest and treatment.

use bevy_app::{App, Plugin};

use super::rule_steps;
use crate::resolve::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::event::BattleEvent;
use crate::state::resources::{BattleDice, Outbox, ResolutionStep, StepKind};
use crate::validate::after_battle::available_treatments;
use crate::view::battle_view::{BattleView, UnitDataItem};
use crate::view::special_action_context::SpecialActionContext;
use content::{SQUAD_FORMAT, Squad, SquadMember};
use model::{Side, UnitId};
use rules::status::{ActiveAilment, Ailment, StatusEnd};
use rules::{DownState, MedicalCare, Rest, RuleStep, play};

/// Registers the systems for leaving the field, rest and treatment.
pub(crate) struct AftermathPlugin;

impl Plugin for AftermathPlugin {
    fn build(&self, app: &mut App) {
        app.add_step_system(StepKind::LeaveField, resolve_field_exit)
            .add_step_system(StepKind::Rest, resolve_rest_step)
            .add_step_system(StepKind::Treat, resolve_treatment_step);
    }
}

/// Resolves a `LeaveField` step.
fn resolve_field_exit(run: StepRun, context: StepContext) {
    let (_, view, (dice, answers), out) = context.parts(run);
    leave_field(view, dice, answers, out);
}

/// Resolves a `Rest` step.
fn resolve_rest_step(run: StepRun, context: StepContext) {
    let (step, view, _, out) = context.parts(run);
    let ResolutionStep::Rest { minutes, care } = step else { return };
    resolve_rest(view, *minutes, *care, out);
}

/// Resolves a `Treat` step.
fn resolve_treatment_step(run: StepRun, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::Treat { unit, treatment, target } = step else { return };
    resolve_treatment(view, (dice, answers), (*unit, treatment, *target), out);
}

/// Returns all units that are not dead, including escaped ones.
fn survivors<'a>(view: &'a BattleView) -> impl Iterator<Item = UnitDataItem<'a, 'a>> {
    view.units().filter(|unit| unit.out_of_action.down() != Some(DownState::Dead))
}

/// Ends the encounter for all survivors.
fn leave_field(view: &BattleView, dice: &BattleDice, answers: &[String], out: &mut Outbox) {
    let mut table = dice.start_table(answers);
    let mut changes = Vec::new();
    for unit in survivors(view) {
        match play::health_after_battle(&mut table, &view.unit_snapshot(&unit), view.rules()) {
            Ok(after) => {
                changes.push(RuleStep::ChangeHealth { unit: *unit.id, after, damage: 0, cause: None })
            }
            Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
        }
    }
    let trace = out.finish_table(dice, table);
    out.push_traced(BattleEvent::FieldLeft, trace);
    rule_steps::resolve_rule_steps(view, changes, None, out);
}

fn resolve_rest(view: &BattleView, minutes: u32, care: MedicalCare, out: &mut Outbox) {
    let rest = Rest { from: view.round().after().unwrap_or(0), minutes, care };
    let of_unit = |unit: UnitDataItem| {
        let after = play::health_after_rest(&view.unit_snapshot(&unit), rest, view.rules())?;
        Some(RuleStep::ChangeHealth { unit: *unit.id, after, damage: 0, cause: None })
    };
    let changes = view.units().filter_map(of_unit).collect();
    out.push_event(BattleEvent::Rested { minutes, care });
    rule_steps::resolve_rule_steps(view, changes, None, out);
}

fn resolve_treatment(
    view: &BattleView,
    (dice, answers): (&BattleDice, &[String]),
    (id, key, target): (UnitId, &str, Option<UnitId>),
    out: &mut Outbox,
) {
    let (Some(request), Some(unit)) = (SpecialActionContext::new(view, id, target), view.unit(id)) else {
        return;
    };
    let all = available_treatments(view, &unit);
    let Some(treatment) = all.iter().find(|treatment| treatment.key == key) else { return };
    let mut table = dice.start_table(answers);
    let outcome = match play::resolve_treatment(&mut table, &request.special_action(key, None), view.rules())
    {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
    };
    let trace = out.finish_table(dice, table);
    let until = view.round().after().unwrap_or(0).saturating_add(treatment.minutes);
    let label = treatment.label.clone();
    out.push_traced(BattleEvent::Treated { unit: id, label, target, until }, trace);
    rule_steps::resolve_rule_steps(view, outcome.effects, Some(id), out);
}

/// Returns an ailment as it carries over to the next battle, with restarted durations. `None` for ailments that expire
/// with time and for Unconscious.
fn lasting_ailment(one: ActiveAilment) -> Option<ActiveAilment> {
    let stays = one.until == StatusEnd::Removed && one.ailment != Ailment::Unconscious;
    stays.then_some(ActiveAilment {
        by: None,
        strength: if one.ailment == Ailment::SlowDeath { 0 } else { one.strength },
        ..one
    })
}

/// Returns the squad of a side's survivors, without vehicles. `None` before the field is left.
pub fn surviving_squad(view: &BattleView, side: Side) -> Option<Squad> {
    view.round().after()?;
    let skirmish = &view.setup().bundle().skirmish;
    let member = |unit: UnitDataItem| {
        let place = usize::try_from(unit.id.0).ok()?.checked_sub(1)?;
        Some(SquadMember {
            name: unit.identity.name().to_owned(),
            archetype: skirmish.units.get(place)?.archetype.clone(),
            condition: unit.health.condition().clone(),
            karma: unit.karma.left(),
            ailments: unit.status.ailments().iter().copied().filter_map(lasting_ailment).collect(),
            unfit: unit.out_of_action.down().is_some(),
        })
    };
    let of_side = survivors(view).filter(|unit| *unit.side == side && !unit.is_driven());
    let members = of_side.filter_map(member).collect();
    let name = view.side_name(side).to_owned();
    Some(Squad { breachline: SQUAD_FORMAT, name, book: view.rules().book(), members })
}
