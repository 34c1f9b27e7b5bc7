//! Reads hazardous ground: which squares harm units or are avoided. `AD-SPEC-01`.

use super::battle_view::{BattleView, UnitDataItem};
use content::Terrain;
use model::Cell;
use rules::status::Ailment;
use rules::status::resolution;
use rules::{DownState, play};

/// Returns whether the ground of a square is harmful in the rulebook of the battle.
pub(crate) fn is_harmful(view: &BattleView, cell: Cell) -> bool {
    let hazard = view.terrain_at(cell).and_then(|terrain| terrain.hazard);
    hazard.is_some_and(|hazard| play::hazard_note(hazard, view.rules()).is_some())
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
    let harms = terrain.hazard.is_some_and(|hazard| play::hazard_note(hazard, rules).is_some());
    let ails = || terrain.strike.inflicts.iter().any(|one| one.ailment != Ailment::Wet);
    harms || (resolution::in_play(rules) && ails()) || (terrain.airless && play::has_suffocation(rules))
}

/// Returns whether the ground affects an unconscious unit, which is safe from it inside a vehicle as others are. Such units have
/// no phase and are checked once per round.
/// `AD-SPEC-01`, `CS-BURN-10`.
pub(crate) fn affects_fallen(view: &BattleView, unit: &UnitDataItem) -> bool {
    let strikes = || {
        let terrain = view.terrain_at(unit.cell());
        terrain.is_some_and(|terrain| !terrain.strike.is_plain()) && resolution::in_play(view.rules())
    };
    lies_unconscious(unit) && unit.vehicle().is_none() && (is_harmful(view, unit.cell()) || strikes())
}

/// Returns whether a unit lies unconscious on the map.
pub(crate) fn lies_unconscious(unit: &UnitDataItem) -> bool {
    unit.out_of_action.on_map() && unit.out_of_action.down() == Some(DownState::Unconscious)
}
