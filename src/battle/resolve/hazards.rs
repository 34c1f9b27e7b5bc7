//! Ground that harms whoever enters it or begins a phase on it. `AD-SPEC-01`.

use super::effects;
use super::movement::ground_effects_on_path;
use crate::model::components::UnitId;
use crate::model::event::BattleEvent;
use crate::model::resources::{BattleDice, Outbox};
use crate::view::battle_view::{BattleView, UnitDataItem};
use content::Terrain;
use dice::Trace;
use field::Cell;
use rules::status::Ailment;
use rules::status::resolution;
use rules::{DownState, play};

/// Whether the ground of a square harms in the fight's book.
pub(crate) fn is_harmful(view: &BattleView, cell: Cell) -> bool {
    let hazard = view.terrain_at(cell).and_then(|terrain| terrain.hazard);
    hazard.is_some_and(|hazard| play::hazard_remark(hazard, view.rules()).is_some())
}

/// Whether the ground does anything to whoever begins a phase on it. Flames that came to where somebody stood set alight
/// as if it had come to them. `AD-SPEC-01`, `CS-BURN-10`.
pub(crate) fn affects_phase_start(view: &BattleView, cell: Cell) -> bool {
    is_harmful(view, cell) || (view.ground_effects().is_on_fire(cell) && resolution::in_play(view.rules()))
}

/// Whether ways lead around a square where they can: it harms, brings an ailment worse than wet feet, or has no air.
pub(crate) fn is_avoided(view: &BattleView, cell: Cell) -> bool {
    view.terrain_at(cell).is_some_and(|terrain| avoids_terrain(view, terrain))
}

/// Whether any ground of the map is such.
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

/// Whether the ground does anything to whoever lies on it unconscious: it has no phase, so it is asked once a round.
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

/// What the ground does to a unit that stands on it, or lies there unconscious.
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
    let combatant = view.unit_snapshot(&data);
    let Some(hazard) = combatant.ground.hazard else { return };
    let seat = out.dice.clone();
    let mut table = seat.as_ref().unwrap_or(dice).start_table(answers);
    let exposure = match play::hazard(&mut table, &combatant, hazard, view.rules()) {
        Ok(Some(exposure)) => exposure,
        Ok(None) => return,
        Err(stop) => return out.wait_for_answer(stop),
    };
    let (seat, trace) = seat.as_ref().unwrap_or(dice).finish_table(table);
    if trace.iter().any(|step| matches!(step, Trace::Rolled(_))) {
        out.dice = Some(seat);
    }
    out.push_traced(BattleEvent::RuleNote { unit, text: exposure.words, clause: exposure.clause }, trace);
    effects::apply_effects(view, exposure.effects, None, out);
}

/// What brings ailments reaches whoever lies in it. `CS-BURN-10`.
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
