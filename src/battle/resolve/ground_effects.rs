//! Lays smoke, fire and ruins on the ground, spreads fire and ends expired effects. `CS-BURN-10`, `AB-OBJ-19`.

use std::collections::BTreeSet;

use crate::state::event::BattleEvent;
use crate::state::ground_effect::{FIRE_DURATION_ROUNDS, GroundEffect};
use crate::state::resources::{Outbox, ResolutionStep};
use crate::view::battle_view::{BattleView, UnitDataItem};
use content::Terrain;
use field::Grid;
use model::{Cell, Direction};
use rules::ground::ground_effect::{GroundEffectKind, GroundEffectSpec};
use rules::play;
use rules::status::Element;

/// Cells within a radius of a centre, except those behind walls.
fn cells_in_radius(grid: &Grid, centre: Cell, radius_m: u8) -> Vec<Cell> {
    let radius = i32::from(radius_m);
    let square = (-radius..=radius)
        .flat_map(|y| (-radius..=radius).map(move |x| Cell::new(centre.x + x, centre.y + y)));
    let within = |at: &Cell| centre.distance_squared(*at) <= u32::from(radius_m).pow(2);
    square
        .filter(within)
        .filter(|at| grid.can_enter(*at) && (*at == centre || field::blast_reaches(grid, centre, *at)))
        .collect()
}

/// Whether a cell can be on fire at all.
fn can_burn(view: &BattleView, at: Cell) -> bool {
    let wet = |terrain: &Terrain| terrain.strike.element == Some(Element::Water);
    view.terrain_at(at).is_some_and(|terrain| !wet(terrain)) && view.field().grid().can_enter(at)
}

/// Creates a weapon's ground effect around a cell.
pub(crate) fn push_ground_effect(view: &BattleView, at: Cell, spec: GroundEffectSpec, out: &mut Outbox) {
    let mut cells = cells_in_radius(view.field().grid(), at, spec.radius_m);
    let round = view.round().number();
    let until = round + u32::from(spec.rounds);
    let what = match spec.what {
        GroundEffectKind::Smoke => GroundEffect::Smoke,
        GroundEffectKind::Fire => {
            cells.retain(|at| can_burn(view, *at));
            GroundEffect::Fire
        }
    };
    let is_flammable =
        |at: &Cell| what == GroundEffect::Fire && view.terrain_at(*at).is_some_and(|terrain| terrain.burns);
    let (flammable, other): (Vec<_>, Vec<_>) = cells.into_iter().partition(is_flammable);
    for (cells, until) in [(other, until), (flammable, until.max(round + FIRE_DURATION_ROUNDS))] {
        if !cells.is_empty() {
            out.push_event(BattleEvent::GroundCovered { cells, what, until });
        }
    }
}

/// Leaves the ruin of a destroyed building on its squares: frames at the corners, rubble elsewhere. Squares off the map are
/// left out, and a frame does not enclose a unit. `AB-OBJ-19`.
pub(super) fn push_ruin(view: &BattleView, building: &UnitDataItem, out: &mut Outbox) {
    let Some(size) = play::ruin(building.sheet.get()) else { return };
    let [east, south] = size.map(|metres| i32::try_from(metres).unwrap_or(i32::MAX));
    let centre = building.cell();
    let (left, top) = (centre.x - (east - 1) / 2, centre.y - (south - 1) / 2);
    let (right, bottom) = (left + east - 1, top + south - 1);
    let grid = view.field().grid();
    let all_x = left.max(0)..=right.min(i32::from(grid.width()) - 1);
    let all_y = top.max(0)..=bottom.min(i32::from(grid.height()) - 1);
    let squares = all_x.flat_map(|x| all_y.clone().map(move |y| Cell::new(x, y)));
    let is_corner = |cell: &Cell| {
        let at_corner = [left, right].contains(&cell.x) && [top, bottom].contains(&cell.y);
        at_corner && view.unit_at(*cell).is_none()
    };
    let (frame, rubble): (Vec<_>, Vec<_>) = squares.partition(is_corner);
    for (cells, what) in [(rubble, GroundEffect::Rubble), (frame, GroundEffect::Frame)] {
        if !cells.is_empty() {
            out.push_event(BattleEvent::GroundCovered { cells, what, until: u32::MAX });
        }
    }
}

/// At the end of a round: spreads fire to adjacent flammable cells, then ends expired effects.
/// Walls and closed doors stop fire.
pub(crate) fn spread_and_expire(view: &BattleView, round: u32, out: &mut Outbox) {
    let (effects, grid) = (view.ground_effects(), view.field().grid());
    let active: Vec<_> = effects.active_effects().collect();
    let burning = || active.iter().filter(|(_, what, _)| *what == GroundEffect::Fire).map(|(at, ..)| *at);
    let straight = || Direction::ALL.into_iter().filter(|direction| !direction.is_diagonal());
    let catches = |at: &Cell| {
        !effects.is_on_fire(*at)
            && view.terrain_at(*at).is_some_and(|terrain| terrain.burns)
            && can_burn(view, *at)
    };
    let adjacent = burning().flat_map(|from| {
        straight()
            .filter(move |direction| grid.can_step(from, *direction))
            .map(move |direction| from.step(direction))
    });
    let caught: BTreeSet<Cell> = adjacent.filter(catches).collect();
    for what in [GroundEffect::Smoke, GroundEffect::Fire] {
        let expired =
            |(at, kind, until): &(Cell, GroundEffect, u32)| (*kind == what && *until <= round).then_some(*at);
        let cells: Vec<_> = active.iter().filter_map(expired).collect();
        if !cells.is_empty() {
            out.push_event(BattleEvent::GroundCleared { cells, what });
        }
    }
    if caught.is_empty() {
        return;
    }
    let reached = view.units().filter(|unit| caught.contains(&unit.cell()) && unit.vehicle().is_none());
    out.next_steps.extend(reached.map(|unit| ResolutionStep::ExposeToHazard { unit: *unit.id }));
    let cells = caught.into_iter().collect();
    out.push_event(BattleEvent::GroundCovered {
        cells,
        what: GroundEffect::Fire,
        until: round + FIRE_DURATION_ROUNDS,
    });
}
