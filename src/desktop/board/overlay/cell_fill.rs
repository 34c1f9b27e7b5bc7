//! Fills squares with a colour or pattern, and outlines sets of squares.

use std::collections::BTreeSet;

use bevy_egui::egui::{Color32, Mesh, Shape, Stroke};

use crate::board::atlas::BoardAtlas;
use crate::board::brush::Brush;
use crate::board::viewport;
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
    let mut mesh = Mesh::with_texture(picture.texture);
    for cell in cells {
        if brush.lens.is_visible(viewport::cell_centre(cell)) {
            mesh.add_rect_with_uv(brush.lens.cell_rect(cell), picture.uv, colour);
        }
    }
    if !mesh.is_empty() {
        brush.painter.add(Shape::mesh(mesh));
    }
}

/// Fills squares with a plain colour.
pub(crate) fn fill_plain(brush: &Brush, cells: impl IntoIterator<Item = Cell>, colour: Color32) {
    let mut mesh = Mesh::default();
    for cell in cells {
        if brush.lens.is_visible(viewport::cell_centre(cell)) {
            mesh.add_colored_rect(brush.lens.cell_rect(cell), colour);
        }
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
    let stroke = Stroke::new(brush.lens.scaled_points_min(pixels, 1.0), colour);
    for (cell, side) in border {
        if !brush.lens.is_visible(viewport::cell_centre(*cell)) {
            continue;
        }
        let rect = brush.lens.cell_rect(*cell).shrink(stroke.width * 0.5);
        let line = match side {
            CellSide::North => [rect.left_top(), rect.right_top()],
            CellSide::East => [rect.right_top(), rect.right_bottom()],
            CellSide::South => [rect.left_bottom(), rect.right_bottom()],
            CellSide::West => [rect.left_top(), rect.left_bottom()],
        };
        if dashed {
            let dash = brush.lens.unit / 8.0;
            brush.painter.extend(Shape::dashed_line(&line, stroke, dash, dash));
        } else {
            brush.painter.line_segment(line, stroke);
        }
    }
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
