//! Objects in squares: crates, cars, pillars, and their rubble.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::{Color32, Rect, Stroke, StrokeKind, Vec2, vec2};

use crate::board::atlas::BoardAtlas;
use crate::board::brush::{Brush, SHADE, scale_brightness};
use crate::board::viewport;
use crate::theme::{Palette, with_alpha};
use battle::{BarrierDataItem, BattleView};
use content::{BarrierStyle, SkirmishBundle};
use model::{Cell, ObstaclePosition};
use rules::play;

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
const CARS: [(i32, i32); 4] = [(2, 4), (4, 2), (2, 3), (3, 2)];

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

/// Draws the objects in squares that are in view.
pub(crate) fn paint(
    brush: &Brush,
    view: &BattleView,
    art: &BoardAtlas,
    palette: &Palette,
    pieces: &CarFootprints,
) {
    let mut late = Vec::new();
    for (id, place) in view.field().barriers() {
        let ObstaclePosition::Square(cell) = place else { continue };
        if !brush.lens.is_visible(viewport::cell_centre(cell)) {
            continue;
        }
        let Some(data) = view.barrier(id) else { continue };
        if data.state.holed() {
            paint_debris(brush, art, cell, material_colour(&data, palette));
        } else if data.barrier.kind().style == BarrierStyle::Tree {
            late.push((cell, data.barrier.kind().height_cm));
        } else {
            paint_object(brush, view, art, palette, pieces, cell, &data);
            paint_cracks((brush, view), art, cell, &data);
        }
    }
    for (cell, _) in late {
        let rect = Rect::from_center_size(brush.lens.cell_centre(cell), Vec2::splat(brush.lens.unit * 1.75));
        brush.painter.add(art.shape("tree", rect, 0.0, Color32::WHITE));
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

fn paint_object(
    brush: &Brush,
    view: &BattleView,
    art: &BoardAtlas,
    palette: &Palette,
    pieces: &CarFootprints,
    cell: Cell,
    data: &BarrierDataItem,
) {
    if let Some(piece) = pieces.cars.get(&cell) {
        return paint_car(brush, view, art, cell, *piece);
    }
    let rect = brush.lens.cell_rect(cell);
    let kind = data.barrier.kind();
    let own = if data.barrier.id() == "server_rack" { "server" } else { data.barrier.id() };
    let by_style = match kind.style {
        BarrierStyle::Crate => "crate",
        BarrierStyle::Hedge => "hedge",
        BarrierStyle::Sandbags => "sandbags",
        BarrierStyle::Furniture => "desk",
        BarrierStyle::Pillar if kind.width_pct > 30 => "pillar",
        _ => "",
    };
    if own == "container" {
        let beside = Cell::new(cell.x + 1, cell.y);
        let goes_on =
            view.barrier_at(ObstaclePosition::Square(beside)).is_some_and(|other| other.barrier.id() == own);
        let name = if goes_on { "container" } else { "container_end" };
        brush.painter.add(art.shape(name, rect, 0.0, Color32::WHITE));
    } else if kind.style == BarrierStyle::Car {
        paint_box(brush, cell, 1.0, material_colour(data, palette));
    } else if let Some(picture) = art.sprite(own).or_else(|| art.sprite(by_style)) {
        brush.painter.add(picture.shape(rect, 0.0, Color32::WHITE));
    } else {
        paint_box(
            brush,
            cell,
            f32::from(kind.width_pct.clamp(20, 100)) / 100.0,
            material_colour(data, palette),
        );
    }
}

/// Draws a car as a whole from its first square while it is intact, else part by part.
fn paint_car(brush: &Brush, view: &BattleView, art: &BoardAtlas, cell: Cell, piece: CarFootprint) {
    let Some(picture) = art.sprite("car") else { return };
    let stands = |cell| view.field().grid().obstacle(ObstaclePosition::Square(cell)).is_some();
    let angle = if piece.is_turned() { -QUARTER } else { 0.0 };
    if !piece.cells().all(stands) {
        brush.painter.add(picture.part(piece.uv_part(cell)).shape(
            brush.lens.cell_rect(cell),
            angle,
            Color32::WHITE,
        ));
    } else if cell == piece.corner {
        let size = vec2(piece.size.0 as f32, piece.size.1 as f32);
        let centre = brush.lens.to_screen(viewport::cell_corner(piece.corner) + size * 0.5);
        let upright = if piece.is_turned() { size.yx() } else { size };
        let rect = Rect::from_center_size(centre, upright * brush.lens.unit);
        brush.painter.add(picture.shape(rect, angle, Color32::WHITE));
    }
}

/// Draws a box for an object without a sprite.
fn paint_box(brush: &Brush, cell: Cell, share: f32, colour: Color32) {
    let side = brush.lens.unit * (0.3 + 0.6 * share);
    let rect = Rect::from_center_size(brush.lens.cell_centre(cell), Vec2::splat(side));
    let round = brush.lens.scaled_points(4.0);
    brush.painter.rect_filled(rect.expand(brush.lens.scaled_points(2.0)), round, with_alpha(SHADE, 200));
    brush.painter.rect_filled(rect, round, scale_brightness(colour, 0.72));
    let lid = rect.shrink(brush.lens.scaled_points(4.0));
    brush.painter.rect_filled(lid, round * 0.6, scale_brightness(colour, 0.9));
    let line = Stroke::new(brush.lens.scaled_points(1.5), scale_brightness(colour, 0.6));
    brush.painter.hline(lid.x_range(), lid.center().y, line);
    brush.painter.rect_stroke(
        rect,
        round,
        Stroke::new(brush.lens.scaled_points(1.2), scale_brightness(colour, 1.15)),
        StrokeKind::Inside,
    );
}

/// Draws cracks from half of the damage on.
fn paint_cracks((brush, view): (&Brush, &BattleView), art: &BoardAtlas, cell: Cell, data: &BarrierDataItem) {
    let damage = data.state.damage();
    if damage == 0 {
        return;
    }
    let whole = play::barrier_hit_points(&view.barrier_on_line(data), view.rules());
    let name = match () {
        () if whole == 0 || 2 * damage < whole => return,
        () if 4 * damage < 3 * whole => "crack_light",
        () => "crack_heavy",
    };
    let turn = (viewport::cell_hash(cell, 5) % 4) as f32 * QUARTER;
    brush.painter.add(art.shape(name, brush.lens.cell_rect(cell), turn, with_alpha(Color32::WHITE, 230)));
}

/// Draws the rubble of a broken object.
fn paint_debris(brush: &Brush, art: &BoardAtlas, cell: Cell, colour: Color32) {
    let name = if viewport::cell_hash(cell, 3).is_multiple_of(2) { "rubble_a" } else { "rubble_b" };
    let turn = (viewport::cell_hash(cell, 4) % 4) as f32 * QUARTER;
    brush.painter.add(art.shape(name, brush.lens.cell_rect(cell), turn, colour));
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
        assert!(find_cars(rectangle(0, 0, 1, 3)).is_empty());
    }
}
