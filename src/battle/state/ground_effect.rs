//! Ground effects: smoke, fire, burnt ground and rubble.
//!
//! A cell keeps its own terrain; effects are combined with it. Every side sees smoke and fire, even in fog of war.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use super::event::BattleEvent;
use super::resources::{Outbox, ResolutionStep};
use crate::view::battle_view::BattleView;
use content::{Terrain, Tile};
use field::Grid;
use model::{Cell, Direction};
use rules::ground::ground_effect::{GroundEffectKind, GroundEffectSpec};
use rules::status::{Ailment, AttackProperties, Element, Infliction, ResistTest, TestTrait};
use rules::{Hazard, HazardKind};

/// Duration of fire on flammable ground, in rounds.
pub const FIRE_DURATION_ROUNDS: u32 = 3;
/// Severity of fire on the ground, in the measure of [`Hazard`].
const FLAME_SEVERITY: u8 = 4;
/// Rubble: extra movement cost in half metres, and difficulty of the ground.
const RUBBLE_PENALTIES: (u8, u8) = (2, 20);

/// Effect on the ground of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum GroundEffect {
    /// Obscures sight.
    Smoke,
    /// Burns units on it.
    Fire,
    /// Remains of a destroyed barrier. `CS-COV-16`.
    Rubble,
}

impl GroundEffect {
    /// Name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Smoke => "smoke",
            Self::Fire => "fire",
            Self::Rubble => "rubble",
        }
    }
}

/// A cell whose ground differs from the map.
#[derive(Clone, Debug)]
pub struct AffectedCell {
    /// Last round of smoke.
    smoke: Option<u32>,
    /// Last round of fire.
    fire: Option<u32>,
    /// Has burnt and cannot burn again.
    burnt: bool,
    /// Covered by rubble.
    rubble: bool,
    /// Terrain with all effects applied.
    terrain: Arc<Terrain>,
}

/// All cells whose ground differs from the map.
#[derive(Clone, Debug, Default)]
pub struct GroundEffects(BTreeMap<Cell, AffectedCell>);

/// Skips the terrain, which follows from the other fields.
impl std::hash::Hash for GroundEffects {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        for (cell, covered) in &self.0 {
            (cell, covered.smoke, covered.fire, covered.burnt, covered.rubble).hash(hasher);
        }
    }
}

impl GroundEffects {
    /// Whether no cell is affected.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The terrain of an affected cell; `None` if the cell is as on the map.
    pub fn terrain(&self, cell: Cell) -> Option<&Terrain> {
        self.0.get(&cell).map(|covered| &*covered.terrain)
    }

    /// Whether a cell is on fire.
    pub fn is_on_fire(&self, cell: Cell) -> bool {
        self.0.get(&cell).is_some_and(|covered| covered.fire.is_some())
    }

    /// Whether any cell is on fire.
    pub fn has_fire(&self) -> bool {
        self.0.values().any(|covered| covered.fire.is_some())
    }

    /// Cells with smoke or fire and the last round of each, by cell.
    pub fn active_effects(&self) -> impl Iterator<Item = (Cell, GroundEffect, u32)> {
        self.0.iter().flat_map(|(cell, covered)| {
            let smoke = covered.smoke.map(|until| (*cell, GroundEffect::Smoke, until));
            smoke.into_iter().chain(covered.fire.map(|until| (*cell, GroundEffect::Fire, until)))
        })
    }

    /// Adds an effect to a cell; the later end wins.
    pub(crate) fn add_effect(&mut self, cell: Cell, effect: GroundEffect, until: u32, base: &Terrain) {
        let covered = self.0.entry(cell).or_insert_with(|| AffectedCell {
            smoke: None,
            fire: None,
            burnt: false,
            rubble: false,
            terrain: Arc::new(base.clone()),
        });
        match effect {
            GroundEffect::Smoke => covered.smoke = covered.smoke.max(Some(until)),
            GroundEffect::Fire => covered.fire = covered.fire.max(Some(until)),
            GroundEffect::Rubble => covered.rubble = true,
        }
        covered.terrain = Arc::new(covered.combined_terrain(base));
    }

    /// Ends an effect on a cell.
    pub(crate) fn remove_effect(&mut self, cell: Cell, effect: GroundEffect, base: &Terrain) {
        let Some(covered) = self.0.get_mut(&cell) else { return };
        match effect {
            GroundEffect::Smoke => covered.smoke = None,
            GroundEffect::Fire => {
                covered.burnt |= base.burns && covered.fire.is_some();
                covered.fire = None;
            }
            GroundEffect::Rubble => covered.rubble = false,
        }
        if covered.smoke.is_none() && covered.fire.is_none() && !covered.burnt && !covered.rubble {
            self.0.remove(&cell);
        } else {
            covered.terrain = Arc::new(covered.combined_terrain(base));
        }
    }
}

impl AffectedCell {
    /// The terrain with all effects applied.
    fn combined_terrain(&self, base: &Terrain) -> Terrain {
        let mut terrain = base.clone();
        if self.burnt {
            terrain.name = format!("burnt {}", terrain.name);
            terrain.burns = false;
        }
        if self.rubble {
            let (extra, difficulty) = RUBBLE_PENALTIES;
            terrain.name = "rubble".to_owned();
            terrain.tile = Tile::Rubble;
            terrain.extra_half_metres = terrain.extra_half_metres.max(extra);
            terrain.difficulty = terrain.difficulty.max(difficulty);
            terrain.burns = false;
        }
        if self.fire.is_some() {
            terrain.name = format!("burning {}", terrain.name);
            terrain.hazard = terrain.hazard.or(Some(Hazard {
                peril: HazardKind::Fire,
                severity: FLAME_SEVERITY,
                deadly: false,
            }));
            if terrain.strike.is_plain() {
                terrain.strike = flame_strike();
            }
        }
        if self.smoke.is_some() {
            terrain.name = format!("{} in smoke", terrain.name);
            terrain.obscured = true;
        }
        terrain
    }
}

/// Fire sets units alight that fail to avoid it. `CS-BURN-10`.
fn flame_strike() -> AttackProperties {
    let resist = Some(ResistTest { with: TestTrait::Agility, points: 0 });
    let burning = Infliction { resist, ..Infliction::without_test(Ailment::Burning) };
    AttackProperties { element: Some(Element::Fire), inflicts: vec![burning], ..AttackProperties::PLAIN }
}

/// Cells within a radius of a centre, except those behind walls.
pub(crate) fn cells_in_radius(grid: &Grid, centre: Cell, radius_m: u8) -> Vec<Cell> {
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
