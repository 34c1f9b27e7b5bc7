//! Hazardous ground: harms units that enter it or begin a phase on it. `AD-SPEC-01`.

use bevy_app::{App, Plugin};

use super::rule_steps;
use super::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::event::BattleEvent;
use crate::state::lines::BattleNote;
use crate::state::resources::{BattleDice, Outbox, ResolutionStep, StepKind};
use crate::view::battle_view::{BattleView, UnitDataItem};
use crate::view::hazards::{is_harmful, lies_unconscious};
use dice::{RuleResult, Table, Trace};
use model::{Cell, UnitId};
use rules::status::resolution;
use rules::{RuleStep, play};

/// Registers the system for hazardous ground.
pub(crate) struct HazardsPlugin;

impl Plugin for HazardsPlugin {
    fn build(&self, app: &mut App) {
        app.add_step_system(StepKind::ExposeToHazard, resolve_exposure_step);
    }
}

/// Queues the effects of harmful ground on a unit that gets to a square in any other way than its own walk. `AD-SPEC-01`.
pub(crate) fn expose_on_entering(view: &BattleView, unit: UnitId, to: Cell, out: &mut Outbox) {
    if is_harmful(view, to) {
        out.next_steps.push(ResolutionStep::ExposeToHazard { unit });
    }
}

/// Resolves an `ExposeToHazard` step.
fn resolve_exposure_step(run: StepRun, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::ExposeToHazard { unit } = step else { return };
    resolve_exposure(view, dice, answers, *unit, out);
}

/// Resolves the effects of the ground on a unit that can act or lies unconscious.
fn resolve_exposure(
    view: &BattleView,
    dice: &BattleDice,
    answers: &[String],
    unit: UnitId,
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit).filter(|data| data.is_fighting() || lies_unconscious(data)) else {
        return;
    };
    if lies_unconscious(&data) || view.ground_effects().is_on_fire(data.cell()) {
        apply_ground_ailments(view, (dice, answers), &data, out);
    }
    if out.prompt.is_some() {
        return;
    }
    let snapshot = view.unit_snapshot(&data);
    let Some(hazard) = snapshot.ground.hazard else { return };
    let dice = &out.dice.clone().unwrap_or_else(|| dice.clone());
    let mut table = dice.start_table(answers);
    let exposure = match play::resolve_hazard(&mut table, &snapshot, hazard, view.rules()) {
        Ok(Some(exposure)) => exposure,
        Ok(None) => return,
        Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
    };
    let (dice_state, trace) = dice.finish_table(table);
    if trace.iter().any(|step| matches!(step, Trace::Rolled(_))) {
        out.dice = Some(dice_state);
    }
    let text = BattleNote::Exposed { harm: exposure.words }.into();
    out.push_traced(BattleEvent::RuleNote { unit, text, clause: exposure.clause }, trace);
    rule_steps::resolve_rule_steps(view, exposure.effects, None, out);
}

/// Applies the ailments of the ground to a unit on it. `CS-BURN-10`.
fn apply_ground_ailments(
    view: &BattleView,
    (dice, answers): (&BattleDice, &[String]),
    unit: &UnitDataItem,
    out: &mut Outbox,
) {
    let mut table = dice.start_table(answers);
    let effects = match ground_effects_on_path(view, &mut table, unit, &[unit.cell()], &[]) {
        Ok(effects) => effects,
        Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
    };
    let trace = out.finish_table(dice, table);
    if effects.is_empty() && trace.is_empty() {
        return;
    }
    let ground = view.terrain_at(unit.cell()).map_or_else(String::new, |terrain| terrain.name.clone());
    let text = match lies_unconscious(unit) {
        true => BattleNote::LiesIn { ground }.into(),
        false => BattleNote::StandsIn { ground }.into(),
    };
    out.push_traced(BattleEvent::RuleNote { unit: *unit.id, text, clause: "CS-BURN-10" }, trace);
    rule_steps::resolve_rule_steps(view, effects, None, out);
}

/// Returns the effects of the ground that a unit enters, once per kind of ground. `CS-BURN-10`.
pub(crate) fn ground_effects_on_path(
    view: &BattleView,
    table: &mut impl Table,
    unit: &UnitDataItem,
    path: &[Cell],
    before: &[RuleStep],
) -> RuleResult<Vec<RuleStep>> {
    let mut me = view.unit_snapshot(unit);
    if me.ride.is_some() {
        return Ok(Vec::new());
    }
    for effect in before {
        if let RuleStep::ChangeHealth { unit: id, after, .. } = effect
            && *id == me.id
        {
            me.condition = after.clone();
        }
    }
    let mut effects = Vec::new();
    let mut known: Vec<&str> = Vec::new();
    for terrain in path.iter().filter_map(|cell| view.terrain_at(*cell)) {
        if !terrain.strike.is_plain()
            && !known.contains(&terrain.name.as_str())
            && resolution::in_play(view.rules())
        {
            known.push(&terrain.name);
            let strike = (&terrain.strike, terrain.strike.element);
            effects.extend(resolution::apply_element(table, &mut me, strike, None, view.rules())?);
        }
    }
    Ok(effects)
}
