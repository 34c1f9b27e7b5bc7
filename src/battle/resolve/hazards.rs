//! Hazardous ground: harms units that enter it or begin a phase on it. `AD-SPEC-01`.

use super::effects;
use super::movement::ground_effects_on_path;
use crate::state::event::BattleEvent;
use crate::state::resources::{BattleDice, Outbox};
use crate::view::battle_view::{BattleView, UnitDataItem};
use content::Terrain;
use dice::Trace;
use model::{Cell, UnitId};
use rules::status::Ailment;
use rules::status::resolution;
use rules::{DownState, play};

/// Returns whether the ground of a square is harmful in the rulebook of the battle.
pub(crate) fn is_harmful(view: &BattleView, cell: Cell) -> bool {
    let hazard = view.terrain_at(cell).and_then(|terrain| terrain.hazard);
    hazard.is_some_and(|hazard| play::hazard_remark(hazard, view.rules()).is_some())
}

/// Returns whether the ground affects units that begin a phase on it. Spreading fire counts as if the unit had entered
/// it. `AD-SPEC-01`, `CS-BURN-10`.
pub(crate) fn affects_phase_start(view: &BattleView, cell: Cell) -> bool {
    is_harmful(view, cell) || (view.ground_effects().is_on_fire(cell) && resolution::in_play(view.rules()))
}

/// Returns whether paths avoid a square: it is harmful, inflicts an ailment other than Wet, or has no air.
pub(crate) fn is_avoided(view: &BattleView, cell: Cell) -> bool {
    view.terrain_at(cell).is_some_and(|terrain| avoids_terrain(view, terrain))
}

/// Returns whether any terrain of the map is avoided.
pub(crate) fn has_avoided_terrain(view: &BattleView) -> bool {
    let own = || view.setup().bundle().terrains.values().any(|terrain| avoids_terrain(view, terrain));
    view.ground_effects().has_fire() || own()
}

fn avoids_terrain(view: &BattleView, terrain: &Terrain) -> bool {
    let rules = view.rules();
    let harms = terrain.hazard.is_some_and(|hazard| play::hazard_remark(hazard, rules).is_some());
    let ails = || terrain.strike.inflicts.iter().any(|one| one.ailment != Ailment::Wet);
    harms || (resolution::in_play(rules) && ails()) || (terrain.airless && play::knows_breath(rules))
}

/// Returns whether the ground affects an unconscious unit. Such units have no phase and are checked once per round.
/// `AD-SPEC-01`, `CS-BURN-10`.
pub(crate) fn affects_fallen(view: &BattleView, unit: &UnitDataItem) -> bool {
    let strikes = || {
        let terrain = view.terrain_at(unit.cell());
        terrain.is_some_and(|terrain| !terrain.strike.is_plain()) && resolution::in_play(view.rules())
    };
    lies_unconscious(unit) && (is_harmful(view, unit.cell()) || strikes())
}

fn lies_unconscious(unit: &UnitDataItem) -> bool {
    !unit.out_of_action.escaped() && unit.out_of_action.down() == Some(DownState::Unconscious)
}

/// Resolves the effects of the ground on a unit that can act or lies unconscious.
pub(crate) fn resolve_exposure(
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
    let dice_state = out.dice.clone();
    let mut table = dice_state.as_ref().unwrap_or(dice).start_table(answers);
    let exposure = match play::hazard(&mut table, &snapshot, hazard, view.rules()) {
        Ok(Some(exposure)) => exposure,
        Ok(None) => return,
        Err(stop) => return out.wait_for_answer(stop),
    };
    let (dice_state, trace) = dice_state.as_ref().unwrap_or(dice).finish_table(table);
    if trace.iter().any(|step| matches!(step, Trace::Rolled(_))) {
        out.dice = Some(dice_state);
    }
    out.push_traced(BattleEvent::RuleNote { unit, text: exposure.words, clause: exposure.clause }, trace);
    effects::apply_effects(view, exposure.effects, None, out);
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
        Err(stop) => return out.wait_for_answer(stop),
    };
    let trace = out.finish_table(dice, table);
    if effects.is_empty() && trace.is_empty() {
        return;
    }
    let name = view.terrain_at(unit.cell()).map_or_else(String::new, |terrain| terrain.name.clone());
    let verb = if lies_unconscious(unit) { "lies in" } else { "stands in" };
    let text = format!("{verb} the {name}");
    out.push_traced(BattleEvent::RuleNote { unit: *unit.id, text, clause: "CS-BURN-10" }, trace);
    effects::apply_effects(view, effects, None, out);
}
