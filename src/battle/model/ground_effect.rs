//! Ground that changes in a fight: smoke and flames that come and go, ashes, rubble.
//!
//! A square keeps its own terrain; what lies on it is put on top of that. Smoke and flames show above walls, so every
//! side knows of them, fog of war or not.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use super::event::BattleEvent;
use super::resources::{Outbox, ResolutionStep};
use crate::view::battle_view::BattleView;
use crate::view::terrain_query::to_cell;
use content::{Terrain, Tile};
use field::{Cell, Direction, Grid};
use rules::ground::ground_effect::{GroundEffectKind, GroundEffectSpec};
use rules::status::{Ailment, AttackProperties, Element, Infliction, ResistTest, TestTrait};
use rules::{Hazard, HazardKind, Square};

/// Rounds for which ground burns that burns at all.
pub const FIRE_DURATION_ROUNDS: u32 = 3;
/// How bad flames on the ground are, in the measure of [`Hazard`].
const FLAME_SEVERITY: u8 = 4;
/// What walking over rubble costs beyond its distance, in half metres, and how hard it is to fight on.
const RUBBLE_PENALTIES: (u8, u8) = (2, 20);

/// What lies on a square besides its own ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum GroundEffect {
    /// Hard to see through.
    Smoke,
    /// Flames.
    Fire,
    /// What is left of something that stood there. `CS-COV-16`.
    Rubble,
}

impl GroundEffect {
    /// Shown to players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Smoke => "smoke",
            Self::Fire => "fire",
            Self::Rubble => "rubble",
        }
    }
}

/// A square that is not as the map has it.
#[derive(Clone, Debug)]
pub struct AffectedCell {
    /// The last round of smoke.
    smoke: Option<u32>,
    /// The last round of flames.
    fire: Option<u32>,
    /// It has burnt, and does not burn again.
    burnt: bool,
    /// Something fell to pieces here.
    rubble: bool,
    /// Everything together.
    terrain: Arc<Terrain>,
}

/// What all the squares of a field have become.
#[derive(Clone, Debug, Default)]
pub struct GroundEffects(BTreeMap<Cell, AffectedCell>);

/// The terrain follows from the rest.
impl std::hash::Hash for GroundEffects {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        // Untouched ground is part of the skirmish.
        for (cell, covered) in &self.0 {
            (cell, covered.smoke, covered.fire, covered.burnt, covered.rubble).hash(hasher);
        }
    }
}

impl GroundEffects {
    /// Every square is as the map has it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The ground of a square, if it is not as the map has it.
    pub fn terrain(&self, cell: Cell) -> Option<&Terrain> {
        self.0.get(&cell).map(|covered| &*covered.terrain)
    }

    /// Whether flames are on a square.
    pub fn is_on_fire(&self, cell: Cell) -> bool {
        self.0.get(&cell).is_some_and(|covered| covered.fire.is_some())
    }

    /// Whether flames are anywhere.
    pub fn has_fire(&self) -> bool {
        self.0.values().any(|covered| covered.fire.is_some())
    }

    /// Squares with smoke or flames on them and the last round of each, by square.
    pub fn active_effects(&self) -> impl Iterator<Item = (Cell, GroundEffect, u32)> {
        self.0.iter().flat_map(|(cell, covered)| {
            let smoke = covered.smoke.map(|until| (*cell, GroundEffect::Smoke, until));
            smoke.into_iter().chain(covered.fire.map(|until| (*cell, GroundEffect::Fire, until)))
        })
    }

    /// Something comes to lie on a square; what lies there already lasts as long as the longer of both.
    pub(crate) fn add_effect(&mut self, cell: Cell, what: GroundEffect, until: u32, base: &Terrain) {
        let covered = self.0.entry(cell).or_insert_with(|| AffectedCell {
            smoke: None,
            fire: None,
            burnt: false,
            rubble: false,
            terrain: Arc::new(base.clone()),
        });
        match what {
            GroundEffect::Smoke => covered.smoke = covered.smoke.max(Some(until)),
            GroundEffect::Fire => covered.fire = covered.fire.max(Some(until)),
            GroundEffect::Rubble => covered.rubble = true,
        }
        covered.terrain = Arc::new(covered.combined_terrain(base));
    }

    /// Smoke drifts off, flames go out.
    pub(crate) fn remove_effect(&mut self, cell: Cell, what: GroundEffect, base: &Terrain) {
        let Some(covered) = self.0.get_mut(&cell) else { return };
        match what {
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
    /// The ground with everything that lies on it.
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

/// Flames set alight whoever does not get out of their way. `CS-BURN-10`.
fn flame_strike() -> AttackProperties {
    let resist = Some(ResistTest { with: TestTrait::Agility, points: 0 });
    let burning = Infliction { resist, ..Infliction::without_test(Ailment::Burning) };
    AttackProperties { element: Some(Element::Fire), inflicts: vec![burning], ..AttackProperties::PLAIN }
}

/// Squares that something covers which goes off at a square: as far as it reaches, and not behind a wall.
pub(crate) fn cells_in_radius(grid: &Grid, centre: Cell, radius_m: u8) -> Vec<Cell> {
    let reach = i32::from(radius_m);
    let near =
        (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| Cell::new(centre.x + x, centre.y + y)));
    let within = |at: &Cell| centre.distance_squared(*at) <= u32::from(radius_m).pow(2);
    near.filter(within)
        .filter(|at| grid.can_enter(*at) && (*at == centre || field::blast_reaches(grid, centre, *at)))
        .collect()
}

/// Whether a fire can be on a square at all.
fn can_burn(view: &BattleView, at: Cell) -> bool {
    let wet = |terrain: &Terrain| terrain.strike.element == Some(Element::Water);
    view.terrain_at(at).is_some_and(|terrain| !wet(terrain)) && view.field().grid().can_enter(at)
}

/// What a weapon leaves around a square.
pub(crate) fn push_ground_effect(view: &BattleView, at: Square, lays: GroundEffectSpec, out: &mut Outbox) {
    let mut cells = cells_in_radius(view.field().grid(), to_cell(at), lays.radius_m);
    let round = view.round().number();
    let until = round + u32::from(lays.rounds);
    let what = match lays.what {
        GroundEffectKind::Smoke => GroundEffect::Smoke,
        GroundEffectKind::Fire => {
            cells.retain(|at| can_burn(view, *at));
            GroundEffect::Fire
        }
    };
    let burns =
        |at: &Cell| what == GroundEffect::Fire && view.terrain_at(*at).is_some_and(|terrain| terrain.burns);
    let (long, short): (Vec<_>, Vec<_>) = cells.into_iter().partition(burns);
    for (cells, until) in [(short, until), (long, until.max(round + FIRE_DURATION_ROUNDS))] {
        if !cells.is_empty() {
            out.push_event(BattleEvent::GroundCovered { cells, what, until });
        }
    }
}

/// At the end of a round flames go on to the squares beside them that burn and have not burnt, then what is due goes.
/// Walls and closed doors stop them.
pub(crate) fn spread_and_expire(view: &BattleView, round: u32, out: &mut Outbox) {
    let (coverings, grid) = (view.ground_effects(), view.field().grid());
    let lying: Vec<_> = coverings.active_effects().collect();
    let burning = || lying.iter().filter(|(_, what, _)| *what == GroundEffect::Fire).map(|(at, ..)| *at);
    let straight = || Direction::ALL.into_iter().filter(|direction| !direction.is_diagonal());
    let catches = |at: &Cell| {
        !coverings.is_on_fire(*at)
            && view.terrain_at(*at).is_some_and(|terrain| terrain.burns)
            && can_burn(view, *at)
    };
    let beside = burning().flat_map(|from| {
        straight().filter(move |way| grid.can_step(from, *way)).map(move |way| from.step(way))
    });
    let caught: BTreeSet<Cell> = beside.filter(catches).collect();
    for what in [GroundEffect::Smoke, GroundEffect::Fire] {
        let over =
            |(at, kind, until): &(Cell, GroundEffect, u32)| (*kind == what && *until <= round).then_some(*at);
        let cells: Vec<_> = lying.iter().filter_map(over).collect();
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
