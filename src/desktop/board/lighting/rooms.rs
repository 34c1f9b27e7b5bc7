//! Rooms of a map as it was built: what is under a roof, and where its lamps hang.
//!
//! Lamps follow from the rules' light: a room whose squares have normal light is lit, so lamps hang in it. Walls that
//! break later change neither roofs nor lamps.

use std::collections::{BTreeSet, VecDeque};

use content::SkirmishBundle;
use model::{Cell, CellSide, Edge, ObstaclePosition};
use rules::Light;

/// Barriers on edges of at least this height, in centimetres, separate rooms.
const WALL_CM: u16 = 180;
/// A lamp lights about this many squares in each direction.
const LAMP_SPACING: f32 = 6.5;

/// A lamp under a ceiling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RoomLamp {
    /// The square below it.
    pub cell: Cell,
    /// How far it reaches, in squares.
    pub reach: f32,
    /// A room with screens has cool light.
    pub cool: bool,
}

/// Roofs and lamps of a map.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RoomPlan {
    size: (i32, i32),
    indoors: Vec<bool>,
    lamps: Vec<RoomLamp>,
}

/// The map while rooms are sought.
struct Plot<'a> {
    bundle: &'a SkirmishBundle,
    walls: BTreeSet<Edge>,
    /// Squares that are filled to the ceiling.
    filled: BTreeSet<Cell>,
    /// Squares with something that has cool light.
    screens: BTreeSet<Cell>,
}

impl RoomPlan {
    /// Finds the rooms of a map.
    pub fn of(bundle: &SkirmishBundle) -> Self {
        let plot = Plot::new(bundle);
        let size = plot.size();
        let outside = plot.outside();
        let indoors: Vec<_> =
            plot.cells().map(|cell| plot.is_roofed(cell) || !outside.contains(&cell)).collect();
        let mut plan = Self { size, indoors, lamps: Vec::new() };
        let lit = |cell: &Cell| plan.is_indoors(*cell) && plot.light(*cell) == Light::Normal;
        let mut left: BTreeSet<_> = plot.cells().filter(lit).collect();
        let mut lamps = Vec::new();
        while let Some(&first) = left.first() {
            let room = plot.flood([first], |cell| left.contains(&cell));
            left.retain(|cell| !room.contains(cell));
            lamps.extend(plot.room_lamps(&room));
        }
        plan.lamps = lamps;
        plan
    }

    /// Whether a square is under a roof.
    pub fn is_indoors(&self, cell: Cell) -> bool {
        let inside = cell.x >= 0 && cell.y >= 0 && cell.x < self.size.0 && cell.y < self.size.1;
        inside && self.indoors[(cell.y * self.size.0 + cell.x) as usize]
    }

    /// Returns the lamps under ceilings.
    pub fn lamps(&self) -> &[RoomLamp] {
        &self.lamps
    }
}

impl<'a> Plot<'a> {
    fn new(bundle: &'a SkirmishBundle) -> Self {
        let mut plot =
            Self { bundle, walls: BTreeSet::new(), filled: BTreeSet::new(), screens: BTreeSet::new() };
        for barrier in &bundle.skirmish.map.barriers {
            let Some(kind) = bundle.barrier_kinds.get(&barrier.kind) else { continue };
            match barrier.place {
                ObstaclePosition::Edge(edge) if kind.height_cm >= WALL_CM => _ = plot.walls.insert(edge),
                ObstaclePosition::Square(cell) if kind.glow.is_some() => _ = plot.screens.insert(cell),
                ObstaclePosition::Square(cell) if kind.height_cm >= WALL_CM => _ = plot.filled.insert(cell),
                _ => {}
            }
        }
        plot
    }

    fn size(&self) -> (i32, i32) {
        (self.bundle.skirmish.map.width.into(), self.bundle.skirmish.map.height.into())
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = self.size();
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    fn is_roofed(&self, cell: Cell) -> bool {
        self.terrain(cell).is_some_and(|terrain| terrain.indoors)
    }

    fn light(&self, cell: Cell) -> Light {
        self.terrain(cell).map_or(Light::Normal, |terrain| terrain.light)
    }

    fn terrain(&self, cell: Cell) -> Option<&content::Terrain> {
        self.bundle.skirmish.map.terrain_at(cell).and_then(|id| self.bundle.terrains.get(id))
    }

    /// Squares without a roof that are connected to the rim of the map.
    fn outside(&self) -> BTreeSet<Cell> {
        let (width, height) = self.size();
        let is_rim = |cell: &Cell| cell.x == 0 || cell.y == 0 || cell.x == width - 1 || cell.y == height - 1;
        let open = |cell: Cell| !self.is_roofed(cell);
        self.flood(self.cells().filter(|cell| is_rim(cell) && open(*cell)), open)
    }

    /// Squares that are connected to the first ones without a wall in between.
    fn flood(&self, first: impl IntoIterator<Item = Cell>, belongs: impl Fn(Cell) -> bool) -> BTreeSet<Cell> {
        let (width, height) = self.size();
        let mut reached: BTreeSet<_> = first.into_iter().collect();
        let mut next: VecDeque<_> = reached.iter().copied().collect();
        while let Some(cell) = next.pop_front() {
            for side in CellSide::ALL {
                let beside = cell.neighbour(side);
                let inside = beside.x >= 0 && beside.y >= 0 && beside.x < width && beside.y < height;
                let wall = self.walls.contains(&Edge::new(cell, side));
                if inside && !wall && belongs(beside) && reached.insert(beside) {
                    next.push_back(beside);
                }
            }
        }
        reached
    }

    /// Divides a room into fields, each with a lamp near its centre.
    fn room_lamps(&self, room: &BTreeSet<Cell>) -> Vec<RoomLamp> {
        let columns = room.iter().map(|cell| cell.x);
        let rows = room.iter().map(|cell| cell.y);
        let (Some(left), Some(right)) = (columns.clone().min(), columns.max()) else { return Vec::new() };
        let (Some(top), Some(bottom)) = (rows.clone().min(), rows.max()) else { return Vec::new() };
        let (width, height) = ((right - left + 1) as f32, (bottom - top + 1) as f32);
        let count = |length: f32| (length / LAMP_SPACING).round().max(1.0);
        let step = (width / count(width), height / count(height));
        let cool = room.iter().any(|cell| self.screens.contains(cell));
        let reach = (step.0.max(step.1) * 0.8 + 2.2).clamp(3.8, 8.0);
        let mut lamps: Vec<RoomLamp> = Vec::new();
        for row in 0..count(height) as i32 {
            for column in 0..count(width) as i32 {
                let middle =
                    (left as f32 + (column as f32 + 0.5) * step.0, top as f32 + (row as f32 + 0.5) * step.1);
                let distance = |cell: &Cell| {
                    let (x, y) = (cell.x as f32 + 0.5 - middle.0, cell.y as f32 + 0.5 - middle.1);
                    x * x + y * y
                };
                let free = room.iter().filter(|cell| !self.filled.contains(cell));
                let nearest = free.min_by(|one, other| distance(one).total_cmp(&distance(other)));
                let near = nearest.filter(|cell| distance(cell) <= step.0 * step.0 + step.1 * step.1);
                if let Some(&cell) = near.filter(|cell| lamps.iter().all(|lamp| lamp.cell != **cell)) {
                    lamps.push(RoomLamp { cell, reach, cool });
                }
            }
        }
        lamps
    }
}
