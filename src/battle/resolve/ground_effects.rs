//! Lays smoke and fire on the ground, spreads fire and ends expired effects. `CS-BURN-10`.

use std::collections::BTreeSet;

use crate::state::event::BattleEvent;
use crate::state::ground_effect::{FIRE_DURATION_ROUNDS, GroundEffect};
use crate::state::resources::{Outbox, ResolutionStep};
use crate::view::battle_view::BattleView;
use content::Terrain;
use field::Grid;
use model::{Cell, Direction};
use rules::ground::ground_effect::{GroundEffectKind, GroundEffectSpec};
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
