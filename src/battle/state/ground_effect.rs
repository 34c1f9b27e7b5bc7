//! Ground effects: smoke, fire, burnt ground, rubble and the frames of buildings.
//!
//! A cell keeps its own terrain; effects are combined with it. Every side sees smoke and fire, even in fog of war.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::{Terrain, Tile};
use model::Cell;
use rules::status::{Ailment, AttackProperties, Element, Infliction, ResistTest, TestTrait};
use rules::{Hazard, HazardKind};

pub use rules::ground::ground_effect::GroundEffect;

/// Duration of fire on flammable ground, in rounds.
pub const FIRE_DURATION_ROUNDS: u32 = 3;
/// Severity of fire on the ground, in the measure of [`Hazard`].
const FLAME_SEVERITY: u8 = 4;
/// Rubble: extra movement cost in half metres, and difficulty of the ground.
const RUBBLE_PENALTIES: (u8, u8) = (2, 20);

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
    /// Filled by the frame of a building. `AB-OBJ-19`.
    frame: bool,
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
            if covered.frame {
                covered.frame.hash(hasher);
            }
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
            frame: false,
            terrain: Arc::new(base.clone()),
        });
        match effect {
            GroundEffect::Smoke => covered.smoke = covered.smoke.max(Some(until)),
            GroundEffect::Fire => covered.fire = covered.fire.max(Some(until)),
            GroundEffect::Rubble => covered.rubble = true,
            GroundEffect::Frame => covered.frame = true,
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
            GroundEffect::Frame => covered.frame = false,
        }
        let has_remains = covered.burnt || covered.rubble || covered.frame;
        if covered.smoke.is_none() && covered.fire.is_none() && !has_remains {
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
        if self.frame {
            terrain.name = "frame of a building".to_owned();
            terrain.tile = Tile::Metal;
            terrain.impassable = true;
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
