//! Bakes the light of a map into texels, and again only where something has changed.
//!
//! Each light keeps what it adds, and is followed ray by ray again only if it or an obstacle within its reach has
//! changed. The light without lamps is computed again around the squares that have changed.

use std::hash::{BuildHasher, Hash, Hasher};

use field::{LIGHT_PARTS, LightPoint, light_reach};
use model::{Cell, CellSide, Edge, ObstaclePosition};

use super::emitter::Emitter;
use super::light_scene::LightScene;
use super::shade;

/// Texels along the side of a square.
pub(crate) const TEXELS: i32 = 8;
/// Squares around a change whose light without lamps may change: the length of a shadow.
const SHADOW_REACH: i32 = 2;
/// Brightest light of a texel; 1 shows the ground in its own colours.
const BRIGHTEST: f32 = 1.9;

/// A rectangle of texels: first and last column, first and last row, the last ones excluded.
type TexelRect = [i32; 4];

/// What a light adds to the texels in its reach.
#[derive(Clone, Debug)]
struct BakedLight {
    emitter: Emitter,
    /// Hash of the obstacles and roofs in its reach.
    surroundings: u64,
    rect: TexelRect,
    /// Share of its light for every texel of the rectangle, row by row.
    shares: Vec<f32>,
}

/// What an update computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BakeReport {
    /// Lights whose rays were followed.
    pub lights: usize,
    /// Squares whose light without lamps was computed.
    pub squares: usize,
}

impl BakeReport {
    /// Whether the picture has changed.
    pub fn is_changed(self) -> bool {
        self != Self::default()
    }
}

/// The light of a map in texels.
#[derive(Clone, Debug, Default)]
pub(crate) struct LightBaker {
    /// Size of the map in squares.
    size: (i32, i32),
    /// What the light of each square was computed for.
    squares: Vec<u64>,
    /// Light without lamps of every texel.
    ambient: Vec<[f32; 3]>,
    lights: Vec<BakedLight>,
    /// Sum of all light.
    total: Vec<[f32; 3]>,
}

impl LightBaker {
    /// Returns the size in texels.
    pub fn texel_size(&self) -> (u32, u32) {
        ((self.size.0 * TEXELS) as u32, (self.size.1 * TEXELS) as u32)
    }

    /// Computes what has changed since the last update.
    pub fn update(&mut self, scene: &LightScene) -> BakeReport {
        let size = (i32::from(scene.grid.width()), i32::from(scene.grid.height()));
        if self.size != size {
            let texels = (size.0 * size.1 * TEXELS * TEXELS) as usize;
            *self = Self { size, ..Self::default() };
            self.ambient = vec![[0.0; 3]; texels];
            self.total = vec![[0.0; 3]; texels];
        }
        let states: Vec<u64> = scene.grid.cells().map(|cell| square_state(scene, cell)).collect();
        let squares = self.update_ambient(scene, &states);
        let (lights, gone) = self.update_lights(scene, &states);
        self.squares = states;
        let report = BakeReport { lights, squares: squares + usize::from(gone) };
        if report.is_changed() {
            self.sum_up(scene);
        }
        report
    }

    /// Computes the light without lamps around changed squares; returns their number.
    fn update_ambient(&mut self, scene: &LightScene, states: &[u64]) -> usize {
        let has_changed = |cell: Cell| {
            let at = scene.index(cell);
            at.is_some_and(|at| self.squares.get(at) != states.get(at))
        };
        let changed: Vec<_> = scene.grid.cells().filter(|cell| has_changed(*cell)).collect();
        let mut dirty = vec![false; states.len()];
        for cell in &changed {
            for y in cell.y - SHADOW_REACH..=cell.y + SHADOW_REACH {
                for x in cell.x - SHADOW_REACH..=cell.x + SHADOW_REACH {
                    if let Some(at) = scene.index(Cell::new(x, y)) {
                        dirty[at] = true;
                    }
                }
            }
        }
        let mut count = 0;
        for (cell, _) in scene.grid.cells().zip(&dirty).filter(|(_, dirty)| **dirty) {
            count += 1;
            for (column, row) in (0..TEXELS).flat_map(|row| (0..TEXELS).map(move |column| (column, row))) {
                let (x, y) = (cell.x * TEXELS + column, cell.y * TEXELS + row);
                let at = (y * self.size.0 * TEXELS + x) as usize;
                self.ambient[at] = shade::ambient_at(scene, texel_middle(x), texel_middle(y));
            }
        }
        count
    }

    /// Follows the rays of lights that are new or have changed surroundings; returns their number, and whether a light
    /// is gone.
    fn update_lights(&mut self, scene: &LightScene, states: &[u64]) -> (usize, bool) {
        let mut known = std::mem::take(&mut self.lights);
        let (mut followed, before) = (0, known.len());
        for emitter in &scene.emitters {
            let rect = texel_rect(emitter, self.size);
            let surroundings = hash_of(squares_of(rect).filter_map(|cell| states.get(scene.index(cell)?)));
            let same = |light: &BakedLight| light.emitter == *emitter && light.surroundings == surroundings;
            if let Some(place) = known.iter().position(same) {
                self.lights.push(known.swap_remove(place));
            } else {
                followed += 1;
                let shares = light_shares(scene, emitter, rect);
                self.lights.push(BakedLight { emitter: *emitter, surroundings, rect, shares });
            }
        }
        (followed, scene.emitters.len() < before)
    }

    fn sum_up(&mut self, scene: &LightScene) {
        self.total.copy_from_slice(&self.ambient);
        let stride = self.size.0 * TEXELS;
        for light in &self.lights {
            let [left, right, top, bottom] = light.rect;
            let places = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
            for ((x, y), share) in places.zip(&light.shares) {
                if *share <= 0.0 {
                    continue;
                }
                let level = scene.cell(Cell::new(x / TEXELS, y / TEXELS)).level;
                let strength = share * shade::lamp_share(level);
                let total = &mut self.total[(y * stride + x) as usize];
                for (sum, part) in total.iter_mut().zip(light.emitter.colour) {
                    *sum += part * strength;
                }
            }
        }
    }

    /// Returns the light at a map position, linear; 1 shows things in their own colours.
    pub fn light_at(&self, x: f32, y: f32) -> [f32; 3] {
        let (columns, rows) = (self.size.0 * TEXELS, self.size.1 * TEXELS);
        let texel = |value: f32, count: i32| ((value * TEXELS as f32).floor() as i32).clamp(0, count - 1);
        if columns == 0 || rows == 0 {
            return [1.0; 3];
        }
        self.total[(texel(y, rows) * columns + texel(x, columns)) as usize].map(soften)
    }

    /// Returns the picture: sRGB with four bytes a texel, of half of the light. Laid over the board so that it
    /// multiplies and doubles, the middle of the range changes nothing.
    pub fn picture(&self) -> Vec<u8> {
        let table: Vec<u8> = (0..=1023).map(|step| srgb_byte(step as f32 / 1023.0)).collect();
        let byte = |value: f32| table[(soften(value) * 0.5 * 1023.0).clamp(0.0, 1023.0) as usize];
        self.total
            .iter()
            .flat_map(|[red, green, blue]| [byte(*red), byte(*green), byte(*blue), 255])
            .collect()
    }
}

/// Compresses bright light below [`BRIGHTEST`].
fn soften(light: f32) -> f32 {
    let knee = 0.9;
    if light <= knee {
        light
    } else {
        knee + (BRIGHTEST - knee) * (1.0 - (-(light - knee) / (BRIGHTEST - knee)).exp())
    }
}

fn srgb_byte(linear: f32) -> u8 {
    let value = if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
    (value * 255.0).round().clamp(0.0, 255.0) as u8
}

/// Returns the middle of a texel, in squares.
fn texel_middle(texel: i32) -> f32 {
    (texel as f32 + 0.5) / TEXELS as f32
}

/// Returns the texels in reach of a light.
fn texel_rect(emitter: &Emitter, size: (i32, i32)) -> TexelRect {
    let reach = (emitter.reach * TEXELS as f32).ceil() as i32;
    let (x, y) = (emitter.at.x * TEXELS / LIGHT_PARTS, emitter.at.y * TEXELS / LIGHT_PARTS);
    let limit = |value: i32, squares: i32| value.clamp(0, squares * TEXELS);
    [
        limit(x - reach, size.0),
        limit(x + reach + 1, size.0),
        limit(y - reach, size.1),
        limit(y + reach + 1, size.1),
    ]
}

fn squares_of([left, right, top, bottom]: TexelRect) -> impl Iterator<Item = Cell> {
    let columns = left / TEXELS..(right + TEXELS - 1) / TEXELS;
    (top / TEXELS..(bottom + TEXELS - 1) / TEXELS)
        .flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
}

/// Hashes what the light of a square depends on: the square, its obstacle and the walls around it.
fn square_state(scene: &LightScene, cell: Cell) -> u64 {
    let obstacle =
        |place| scene.grid.obstacle(place).map(|obstacle| (obstacle.height_cm, obstacle.stops_sight()));
    let walls = CellSide::ALL.map(|side| obstacle(ObstaclePosition::Edge(Edge::new(cell, side))));
    hash_of([(scene.cell(cell), obstacle(ObstaclePosition::Square(cell)), walls)])
}

fn hash_of<T: Hash>(values: impl IntoIterator<Item = T>) -> u64 {
    let mut hasher = bevy::platform::hash::FixedHasher.build_hasher();
    for value in values {
        value.hash(&mut hasher);
    }
    hasher.finish()
}

/// Follows the rays of a light to every texel in its reach.
fn light_shares(scene: &LightScene, emitter: &Emitter, [left, right, top, bottom]: TexelRect) -> Vec<f32> {
    let size = emitter.size;
    // Four points of the light, of which some are hidden in a penumbra.
    let points = [(size, size / 3), (-size / 3, size), (-size, -size / 3), (size / 3, -size)]
        .map(|(x, y)| LightPoint { x: emitter.at.x + x, y: emitter.at.y + y });
    let points = points.map(|point| if point.cell() == emitter.at.cell() { point } else { emitter.at });
    let texel = LIGHT_PARTS / TEXELS;
    let mut shares = Vec::with_capacity(((right - left) * (bottom - top)) as usize);
    for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
        let to = LightPoint { x: x * texel + texel / 2, y: y * texel + texel / 2 };
        let (dx, dy) = ((to.x - emitter.at.x) as f32, (to.y - emitter.at.y) as f32);
        let distance = dx.hypot(dy) / LIGHT_PARTS as f32;
        let fade = falloff(distance / emitter.reach);
        let hidden = emitter.indoors_only && !scene.cell(to.cell()).indoors;
        if fade <= 0.002 || hidden {
            shares.push(0.0);
            continue;
        }
        let lit = points.iter().filter(|from| light_reach(&scene.grid, **from, to).is_whole()).count();
        let contact = shade::contact_share(scene, to.cell(), texel_middle(x), texel_middle(y));
        shares.push(fade * contact * lit as f32 / points.len() as f32);
    }
    shares
}

/// Returns the strength of light at a share of its reach.
pub(crate) fn falloff(share: f32) -> f32 {
    let rest = (1.0 - share * share).max(0.0);
    rest * rest / (1.0 + 2.2 * share * share)
}

#[cfg(test)]
#[path = "bake_tests.rs"]
mod tests;
