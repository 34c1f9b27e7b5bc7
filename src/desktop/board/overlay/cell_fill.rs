//! Fills squares with a colour or pattern, and outlines sets of squares.

use std::collections::BTreeSet;

use bevy_egui::egui::{Color32, Mesh, Pos2, Rect, Shape, Stroke, Vec2};

use crate::board::atlas::BoardAtlas;
use crate::board::brush::Brush;
use crate::board::mesh_brush::as_in_egui;
use crate::board::viewport;
use crate::board::viewport::CELL_SIZE;
use model::{Cell, CellSide};

/// Fills squares with a pattern of the tile atlas in one colour.
pub(crate) fn fill_with_pattern(
    brush: &Brush,
    art: &BoardAtlas,
    picture: &str,
    cells: impl IntoIterator<Item = Cell>,
    colour: Color32,
) {
    let Some(picture) = art.sprite(picture) else { return };
    let cells = cells.into_iter().filter(|cell| brush.lens.is_visible(viewport::cell_centre(*cell)));
    if brush.below.is_some() {
        let colour = as_in_egui(colour);
        brush.draw_below(|mesh| cells.for_each(|cell| mesh.sprite(map_rect(cell), picture.uv, 0.0, colour)));
        return;
    }
    let mut mesh = Mesh::with_texture(picture.texture);
    for cell in cells {
        mesh.add_rect_with_uv(brush.lens.cell_rect(cell), picture.uv, colour);
    }
    if !mesh.is_empty() {
        brush.painter.add(Shape::mesh(mesh));
    }
}

/// Returns the rectangle of a square in map positions.
fn map_rect(cell: Cell) -> Rect {
    Rect::from_min_size(viewport::cell_corner(cell).to_pos2(), Vec2::splat(1.0))
}

/// Fills squares with a plain colour.
pub(crate) fn fill_plain(brush: &Brush, cells: impl IntoIterator<Item = Cell>, colour: Color32) {
    let cells = cells.into_iter().filter(|cell| brush.lens.is_visible(viewport::cell_centre(*cell)));
    if brush.below.is_some() {
        let colour = as_in_egui(colour);
        brush.draw_below(|mesh| cells.for_each(|cell| mesh.rect(map_rect(cell), colour)));
        return;
    }
    let mut mesh = Mesh::default();
    for cell in cells {
        mesh.add_colored_rect(brush.lens.cell_rect(cell), colour);
    }
    if !mesh.is_empty() {
        brush.painter.add(Shape::mesh(mesh));
    }
}

/// Returns the sides of squares at the border of the set.
pub(crate) fn border_edges(cells: &BTreeSet<Cell>) -> Vec<(Cell, CellSide)> {
    let ends = |cell: &Cell| {
        let cell = *cell;
        CellSide::ALL
            .into_iter()
            .filter(move |side| !cells.contains(&cell.neighbour(*side)))
            .map(move |side| (cell, side))
    };
    cells.iter().flat_map(ends).collect()
}

/// Draws a solid or dashed border just inside the squares.
pub(crate) fn draw_outline(
    brush: &Brush,
    border: &[(Cell, CellSide)],
    pixels: f32,
    colour: Color32,
    dashed: bool,
) {
    let width = brush.lens.scaled_points_min(pixels, 1.0);
    let visible = border.iter().filter(|(cell, _)| brush.lens.is_visible(viewport::cell_centre(*cell)));
    if brush.below.is_some() {
        let colour = as_in_egui(colour);
        let squares = width / brush.lens.unit;
        brush.draw_below(|mesh| {
            for (cell, side) in visible {
                let line = side_of(map_rect(*cell).shrink(squares * 0.5), *side);
                for [from, to] in dashes(line.map(Pos2::to_vec2), dashed) {
                    mesh.bar(from, to, squares * CELL_SIZE, colour);
                }
            }
        });
        return;
    }
    let stroke = Stroke::new(width, colour);
    for (cell, side) in visible {
        let line = side_of(brush.lens.cell_rect(*cell).shrink(width * 0.5), *side);
        for [from, to] in dashes(line.map(Pos2::to_vec2), dashed) {
            brush.painter.line_segment([from.to_pos2(), to.to_pos2()], stroke);
        }
    }
}

/// Returns a side of a rectangle.
fn side_of(rect: Rect, side: CellSide) -> [Pos2; 2] {
    match side {
        CellSide::North => [rect.left_top(), rect.right_top()],
        CellSide::East => [rect.right_top(), rect.right_bottom()],
        CellSide::South => [rect.left_bottom(), rect.right_bottom()],
        CellSide::West => [rect.left_top(), rect.left_bottom()],
    }
}

/// Divides a line into four dashes, or leaves it whole.
fn dashes([from, to]: [Vec2; 2], dashed: bool) -> Vec<[Vec2; 2]> {
    let part = |eighth: f32| from + (to - from) * (eighth / 8.0);
    if dashed { [0.0, 2.0, 4.0, 6.0].map(|at| [part(at), part(at + 1.0)]).to_vec() } else { vec![[from, to]] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_of_four_has_a_border_of_eight() {
        let cells = BTreeSet::from([Cell::new(0, 0), Cell::new(1, 0), Cell::new(0, 1), Cell::new(1, 1)]);
        let border = border_edges(&cells);
        assert_eq!(border.len(), 8);
        assert!(!border.contains(&(Cell::new(0, 0), CellSide::East)));
    }
}
