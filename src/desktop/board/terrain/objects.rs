//! Objects in squares: crates, cars, pillars, and their rubble.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::{Color32, Rect, Vec2, vec2};

use crate::board::animation::BoardAnimation;
use crate::board::atlas::BoardAtlas;
use crate::board::brush::{SHADE, scale_brightness};
use crate::board::mesh_brush::MeshBrush;
use crate::board::viewport;
use crate::board::viewport::CELL_SIZE;
use crate::theme::{Palette, with_alpha};
use battle::{BarrierDataItem, BattleView};
use content::{BarrierStyle, SkirmishBundle};
use model::{Cell, ObstaclePosition};
use rules::play;

/// Pictures of cars; those that are missing are left out.
const CAR_PICTURES: [&str; 3] = ["car", "car_red", "van"];
/// A quarter turn.
const QUARTER: f32 = std::f32::consts::FRAC_PI_2;

/// The squares of a car.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CarFootprint {
    /// North-west square.
    corner: Cell,
    /// Number of squares from west to east and from north to south.
    size: (i32, i32),
}

/// Maps squares to the car they belong to.
#[derive(Clone, Debug, Default)]
pub(crate) struct CarFootprints {
    cars: BTreeMap<Cell, CarFootprint>,
    of: Option<std::sync::Weak<SkirmishBundle>>,
}

impl CarFootprints {
    /// Finds the cars of a new map.
    pub fn update_cars(&mut self, view: &BattleView) {
        let bundle = view.setup().bundle();
        let known = self.of.as_ref();
        if known.is_some_and(|old| std::ptr::eq(old.as_ptr(), std::sync::Arc::as_ptr(bundle))) {
            return;
        }
        let is_car =
            |kind: &str| bundle.barrier_kinds.get(kind).is_some_and(|kind| kind.style == BarrierStyle::Car);
        let squares = bundle.skirmish.map.barriers.iter().filter_map(|barrier| match barrier.place {
            ObstaclePosition::Square(cell) if is_car(&barrier.kind) => Some(cell),
            _ => None,
        });
        self.cars = find_cars(squares.collect());
        self.of = Some(std::sync::Arc::downgrade(bundle));
    }
}

/// Possible sizes of a car, the usual one first.
const CARS: [(i32, i32); 7] = [(2, 4), (4, 2), (2, 3), (3, 2), (1, 3), (3, 1), (2, 2)];

/// Divides a set of squares into cars, in either orientation.
fn find_cars(mut squares: BTreeSet<Cell>) -> BTreeMap<Cell, CarFootprint> {
    let mut pieces = BTreeMap::new();
    while let Some(&corner) = squares.first() {
        let pieces_of = |size| CarFootprint { corner, size };
        let whole =
            CARS.map(pieces_of).into_iter().find(|piece| piece.cells().all(|cell| squares.contains(&cell)));
        match whole {
            Some(piece) => {
                for cell in piece.cells() {
                    squares.remove(&cell);
                    pieces.insert(cell, piece);
                }
            }
            None => _ = squares.pop_first(),
        }
    }
    pieces
}

impl CarFootprint {
    fn cells(self) -> impl Iterator<Item = Cell> {
        let (width, height) = self.size;
        (0..height)
            .flat_map(move |y| (0..width).map(move |x| Cell::new(self.corner.x + x, self.corner.y + y)))
    }

    /// Whether its bonnet is in the west instead of the north.
    fn is_turned(self) -> bool {
        self.size.0 > self.size.1
    }

    /// Returns the part of the sprite that a square shows, from 0 to 1 on both axes.
    fn uv_part(self, cell: Cell) -> Rect {
        let (x, y) = (cell.x - self.corner.x, cell.y - self.corner.y);
        let (width, height) = self.size;
        let (column, row, columns, rows) =
            if self.is_turned() { (height - 1 - y, x, height, width) } else { (x, y, width, height) };
        let part = vec2(1.0 / columns as f32, 1.0 / rows as f32);
        Rect::from_min_size((vec2(column as f32, row as f32) * part).to_pos2(), part)
    }
}

/// Draws objects, from pictures and from shapes, in two meshes.
pub(crate) struct ObjectPainter<'a> {
    pub view: &'a BattleView<'a, 'a>,
    pub art: &'a BoardAtlas,
    pub palette: &'a Palette,
    pub cars: &'a CarFootprints,
    /// What the animation has shown.
    pub stage: &'a BoardAnimation,
    /// Pictures of the objects' atlas.
    pub pictures: MeshBrush,
    /// Plain shapes, above the pictures.
    pub shapes: MeshBrush,
    /// Canopies of trees.
    pub canopies: MeshBrush,
}

/// Returns the rectangle of a square in map positions, made larger by a factor.
fn cell_rect(cell: Cell, factor: f32) -> Rect {
    Rect::from_center_size(viewport::cell_centre(cell).to_pos2(), Vec2::splat(factor))
}

impl<'a> ObjectPainter<'a> {
    /// A painter that has drawn nothing.
    pub fn new(
        view: &'a BattleView<'a, 'a>,
        art: &'a BoardAtlas,
        palette: &'a Palette,
        cars: &'a CarFootprints,
        stage: &'a BoardAnimation,
    ) -> Self {
        let (pictures, shapes, canopies) = Default::default();
        Self { view, art, palette, cars, stage, pictures, shapes, canopies }
    }
}

impl ObjectPainter<'_> {
    /// Draws all objects.
    pub fn draw(&mut self) {
        let view = self.view;
        for (id, place) in view.field().barriers() {
            let ObstaclePosition::Square(cell) = place else { continue };
            let Some(data) = view.barrier(id) else { continue };
            let kind = data.barrier.kind();
            if data.state.holed() && !self.stage.is_still_whole(id) {
                self.draw_debris(cell, material_colour(&data, self.palette));
            } else if kind.style == BarrierStyle::Tree {
                self.draw_tree(cell);
            } else {
                self.draw_object(cell, &data);
                self.draw_cracks(cell, &data);
            }
        }
    }

    fn sprite(&mut self, name: &str, rect: Rect, angle: f32, tint: Color32) -> bool {
        let Some(picture) = self.art.sprite(name) else { return false };
        self.pictures.sprite(rect, picture.uv, angle, tint);
        true
    }

    /// Draws a trunk, and a canopy in one of several sizes and turns.
    fn draw_tree(&mut self, cell: Cell) {
        let size = 1.7 + 0.5 * viewport::cell_fraction(cell, 21);
        let turn = viewport::cell_fraction(cell, 22) * std::f32::consts::TAU;
        let tone = 0.82 + 0.18 * viewport::cell_fraction(cell, 23);
        self.shapes.circle(viewport::cell_centre(cell), 6.0, Color32::from_rgb(0x4A, 0x38, 0x28));
        if let Some(picture) = self.art.sprite("tree") {
            let tint = scale_brightness(Color32::WHITE, tone);
            self.canopies.sprite(cell_rect(cell, size), picture.uv, turn, tint);
        }
    }
}

/// Returns the colour of a barrier's material.
fn material_colour(data: &BarrierDataItem, palette: &Palette) -> Color32 {
    match data.barrier.kind().style {
        BarrierStyle::Crate | BarrierStyle::Wood | BarrierStyle::Counter | BarrierStyle::Furniture => {
            palette.wood
        }
        BarrierStyle::Hedge | BarrierStyle::Tree => Color32::from_rgb(0x3F, 0x6B, 0x47),
        BarrierStyle::Sandbags => palette.drywall,
        BarrierStyle::Glass => palette.glass,
        BarrierStyle::Brick => palette.brick,
        BarrierStyle::Car | BarrierStyle::Metal | BarrierStyle::Fence => Color32::from_rgb(0x55, 0x6B, 0x7E),
        BarrierStyle::Drywall => palette.drywall,
        BarrierStyle::Door => palette.door,
        BarrierStyle::Concrete | BarrierStyle::Pillar => palette.concrete,
    }
}

impl ObjectPainter<'_> {
    fn draw_object(&mut self, cell: Cell, data: &BarrierDataItem) {
        if let Some(piece) = self.cars.cars.get(&cell) {
            return self.draw_car(cell, *piece);
        }
        let (kind, rect) = (data.barrier.kind(), cell_rect(cell, 1.0));
        let own = if data.barrier.id() == "server_rack" { "server" } else { data.barrier.id() };
        let by_style = match kind.style {
            BarrierStyle::Crate => "crate",
            BarrierStyle::Hedge => "hedge",
            BarrierStyle::Sandbags => "sandbags",
            BarrierStyle::Furniture => "desk",
            BarrierStyle::Pillar if kind.width_pct > 30 => "pillar",
            _ => "",
        };
        self.draw_shadow(cell, kind.height_cm, f32::from(kind.width_pct.clamp(30, 100)) / 100.0);
        if own == "container" {
            let beside = Cell::new(cell.x + 1, cell.y);
            let other = self.view.barrier_at(ObstaclePosition::Square(beside));
            let goes_on = other.is_some_and(|other| other.barrier.id() == own);
            self.sprite(if goes_on { "container" } else { "container_end" }, rect, 0.0, Color32::WHITE);
        } else if kind.style == BarrierStyle::Car {
            self.draw_box(cell, 1.0, material_colour(data, self.palette));
        } else if kind.style == BarrierStyle::Pillar && kind.width_pct <= 30 {
            self.draw_post(cell, kind.glow.is_some());
        } else if !self.sprite(own, rect, 0.0, Color32::WHITE)
            && !self.sprite(by_style, rect, 0.0, Color32::WHITE)
        {
            let share = f32::from(kind.width_pct.clamp(20, 100)) / 100.0;
            self.draw_box(cell, share, material_colour(data, self.palette));
        }
    }

    /// Draws the soft shadow that an object drops beside itself.
    fn draw_shadow(&mut self, cell: Cell, height_cm: u16, share: f32) {
        let Some(picture) = self.art.sprite("shadow") else { return };
        let off = 0.05 + (f32::from(height_cm) / 2_000.0).min(0.1);
        let rect = cell_rect(cell, share * 1.22).translate(vec2(off, off * 1.3));
        self.pictures.sprite(rect, picture.uv, 0.0, with_alpha(Color32::BLACK, 150));
    }

    /// Draws a thin post, with a lamp if it shines.
    fn draw_post(&mut self, cell: Cell, shines: bool) {
        let at = viewport::cell_centre(cell);
        self.shapes.circle(at, 6.5, SHADE);
        self.shapes.circle(at, 5.0, self.palette.concrete);
        if shines {
            self.shapes.circle(at, 3.4, Color32::from_rgb(0xFF, 0xE2, 0xA8));
        }
    }

    /// Draws a car as a whole from its first square while it is intact, else part by part.
    fn draw_car(&mut self, cell: Cell, piece: CarFootprint) {
        let number = viewport::cell_hash(piece.corner, 31) as usize % CAR_PICTURES.len();
        let name = CAR_PICTURES.into_iter().cycle().skip(number).find(|name| self.art.sprite(name).is_some());
        let Some(picture) = name.and_then(|name| self.art.sprite(name)) else { return };
        let stands = |cell| self.view.field().grid().obstacle(ObstaclePosition::Square(cell)).is_some();
        let angle = if piece.is_turned() { -QUARTER } else { 0.0 };
        if !piece.cells().all(stands) {
            let part = picture.part(piece.uv_part(cell));
            self.pictures.sprite(cell_rect(cell, 1.0), part.uv, angle, Color32::WHITE);
        } else if cell == piece.corner {
            let size = vec2(piece.size.0 as f32, piece.size.1 as f32);
            let centre = viewport::cell_corner(piece.corner) + size * 0.5;
            if let Some(shadow) = self.art.sprite("shadow") {
                let rect = Rect::from_center_size((centre + vec2(0.14, 0.18)).to_pos2(), size * 1.12);
                self.pictures.sprite(rect, shadow.uv, 0.0, with_alpha(Color32::BLACK, 170));
            }
            let upright = if piece.is_turned() { size.yx() } else { size };
            let rect = Rect::from_center_size(centre.to_pos2(), upright);
            self.pictures.sprite(rect, picture.uv, angle, Color32::WHITE);
        }
    }

    /// Draws a box for an object without a sprite.
    fn draw_box(&mut self, cell: Cell, share: f32, colour: Color32) {
        let rect = cell_rect(cell, 0.3 + 0.6 * share);
        let pixel = 1.0 / CELL_SIZE;
        self.shapes.rect(rect.expand(2.0 * pixel), with_alpha(SHADE, 200));
        self.shapes.rect(rect, scale_brightness(colour, 1.15));
        self.shapes.rect(rect.shrink(1.2 * pixel), scale_brightness(colour, 0.72));
        let lid = rect.shrink(4.0 * pixel);
        self.shapes.rect(lid, scale_brightness(colour, 0.9));
        let (left, right) = (lid.left_center().to_vec2(), lid.right_center().to_vec2());
        self.shapes.bar(left, right, 1.5, scale_brightness(colour, 0.6));
    }

    /// Draws cracks from half of the damage on.
    fn draw_cracks(&mut self, cell: Cell, data: &BarrierDataItem) {
        let damage = data.state.damage();
        if damage == 0 {
            return;
        }
        let whole = play::barrier_hit_points(&self.view.barrier_on_line(data), self.view.rules());
        let name = match () {
            () if whole == 0 || 2 * damage < whole => return,
            () if 4 * damage < 3 * whole => "crack_light",
            () => "crack_heavy",
        };
        let turn = (viewport::cell_hash(cell, 5) % 4) as f32 * QUARTER;
        self.sprite(name, cell_rect(cell, 1.0), turn, with_alpha(Color32::WHITE, 230));
    }

    /// Draws the rubble of a broken object.
    fn draw_debris(&mut self, cell: Cell, colour: Color32) {
        let name = if viewport::cell_hash(cell, 3).is_multiple_of(2) { "rubble_a" } else { "rubble_b" };
        let turn = (viewport::cell_hash(cell, 4) % 4) as f32 * QUARTER;
        self.sprite(name, cell_rect(cell, 1.0), turn, colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle(x: i32, y: i32, width: i32, height: i32) -> BTreeSet<Cell> {
        (0..height).flat_map(|dy| (0..width).map(move |dx| Cell::new(x + dx, y + dy))).collect()
    }

    #[test]
    fn a_car_is_found_in_both_orientations() {
        for size in CARS {
            let pieces = find_cars(rectangle(3, 5, size.0, size.1));
            assert_eq!(pieces.len(), (size.0 * size.1) as usize);
            assert!(pieces.values().all(|piece| *piece == CarFootprint { corner: Cell::new(3, 5), size }));
        }
    }

    #[test]
    fn the_bonnet_of_a_turned_car_is_in_the_west() {
        let piece = CarFootprint { corner: Cell::new(0, 0), size: (4, 2) };
        let bonnet = piece.uv_part(Cell::new(0, 1));
        assert_eq!((bonnet.left(), bonnet.top(), bonnet.width(), bonnet.height()), (0.0, 0.0, 0.5, 0.25));
        assert_eq!(piece.uv_part(Cell::new(3, 0)).left_top(), bevy_egui::egui::pos2(0.5, 0.75));
    }

    #[test]
    fn two_cars_side_by_side_are_two_and_a_wreck_is_none() {
        let corners: BTreeSet<_> =
            find_cars(rectangle(0, 0, 4, 4)).values().map(|piece| piece.corner).collect();
        assert_eq!(corners.len(), 2);
        assert!(find_cars(rectangle(0, 0, 1, 2)).is_empty());
    }
}
