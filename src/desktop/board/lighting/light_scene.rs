//! The lit scene: the squares of a map with their light level, roofs, heights and things that shine.

use std::sync::Arc;

use battle::BattleView;
use content::{BarrierStyle, SkirmishBundle, Terrain};
use field::Grid;
use model::{Cell, CellSide, Edge, ObstaclePosition};
use rules::{HazardKind, Light};

use super::emitter::{self, Emitter};
use super::rooms::RoomPlan;

/// What light knows of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct LitCell {
    /// Light level of the rules.
    pub level: Light,
    /// Under a roof.
    pub indoors: bool,
    /// Height of the ground, in centimetres.
    pub ground_cm: i16,
    /// Height of the object that fills the square, in centimetres; 0 without one.
    pub object_cm: u16,
    /// A tree, whose canopy is wider than its square.
    pub tree: bool,
}

/// A wall as shadows see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct WallShape {
    /// Height, in centimetres; 0 without a wall.
    pub height_cm: u16,
    /// Light passes.
    pub clear: bool,
}

/// A map as light falls on it.
#[derive(Clone, Debug)]
pub(crate) struct LightScene {
    /// Geometry of the map.
    pub grid: Arc<Grid>,
    /// All squares, row by row.
    pub cells: Vec<LitCell>,
    /// Everything that shines.
    pub emitters: Vec<Emitter>,
}

impl LightScene {
    /// Reads the map as the viewer knows it.
    pub fn read(view: &BattleView, plan: &RoomPlan) -> Self {
        let bundle = view.setup().bundle();
        let grid = view.field().shared_grid();
        let cells: Vec<_> = grid.cells().map(|cell| lit_cell(view, bundle, plan, &grid, cell)).collect();
        let mut scene = Self { grid, cells, emitters: Vec::new() };
        scene.emitters = emitters(view, plan, &scene);
        scene
    }

    /// Returns the index of a square of the map.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        let inside = self.grid.contains(cell);
        inside.then(|| cell.y as usize * usize::from(self.grid.width()) + cell.x as usize)
    }

    /// Returns a square; the default outside of the map.
    pub fn cell(&self, cell: Cell) -> LitCell {
        self.index(cell).map_or_else(LitCell::default, |index| self.cells[index])
    }

    /// Returns the wall on a side of a square.
    pub fn wall(&self, cell: Cell, side: CellSide) -> WallShape {
        let obstacle = self.grid.obstacle(ObstaclePosition::Edge(Edge::new(cell, side)));
        obstacle.map_or_else(WallShape::default, |obstacle| WallShape {
            height_cm: obstacle.height_cm,
            clear: obstacle.transparent,
        })
    }
}

fn lit_cell(view: &BattleView, bundle: &SkirmishBundle, plan: &RoomPlan, grid: &Grid, cell: Cell) -> LitCell {
    let place = ObstaclePosition::Square(cell);
    let style = view.barrier_at(place).and_then(|data| {
        let kind = bundle.barrier_kinds.get(data.barrier.id());
        (!data.state.holed()).then(|| kind.map_or(data.barrier.kind().style, |kind| kind.style))
    });
    let tree = style == Some(BarrierStyle::Tree);
    let object = grid.obstacle(place).filter(|obstacle| !tree && obstacle.width_pct >= 50);
    LitCell {
        level: view.terrain_at(cell).map_or(Light::Normal, |terrain| terrain.light),
        indoors: plan.is_indoors(cell),
        ground_cm: grid.ground(cell).height_cm,
        object_cm: object.map_or(0, |obstacle| obstacle.height_cm),
        tree,
    }
}

/// Returns everything that shines: lamps of rooms and streets, windows, objects, hazards and fires.
fn emitters(view: &BattleView, plan: &RoomPlan, scene: &LightScene) -> Vec<Emitter> {
    let mut all: Vec<_> = plan.lamps().iter().map(|lamp| emitter::ceiling_lamp(*lamp)).collect();
    for (id, place) in view.field().barriers() {
        let Some(data) = view.barrier(id).filter(|data| !data.state.holed()) else { continue };
        match place {
            ObstaclePosition::Square(cell) => {
                all.extend(data.barrier.kind().glow.map(|glow| emitter::glow(cell, glow)));
            }
            ObstaclePosition::Edge(edge) if data.barrier.kind().style == BarrierStyle::Glass => {
                all.extend(emitter::window(scene, edge));
            }
            ObstaclePosition::Edge(_) => {}
        }
    }
    for cell in scene.grid.cells() {
        let burns = |cell| view.terrain_at(cell).is_some_and(is_burning);
        let Some(terrain) = view.terrain_at(cell) else { continue };
        if is_burning(terrain) {
            // One light for a block of burning squares.
            let block = Cell::new(cell.x & !1, cell.y & !1);
            let first =
                (0..4).map(|part| Cell::new(block.x + part % 2, block.y + part / 2)).find(|at| burns(*at));
            if first == Some(cell) {
                all.push(emitter::fire(cell));
            }
        } else {
            all.extend(terrain.glow.map(|glow| emitter::glow(cell, glow)));
        }
    }
    all
}

fn is_burning(terrain: &Terrain) -> bool {
    terrain.hazard.is_some_and(|hazard| hazard.peril == HazardKind::Fire)
}
