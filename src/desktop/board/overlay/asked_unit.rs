//! Marks the unit that an open question is about, the targets among which it chooses, and the way to the chosen one.

use bevy_egui::egui::{Align2, Rect, Stroke, StrokeKind, Vec2, vec2};

use super::attack_way::AttackWay;
use super::{Overlay, OverlayCanvas, OverlayInputs};
use crate::answer_aims::{AnswerAim, AnswerAims};
use crate::board::brush::{SHADE, draw_brackets, draw_plate};
use crate::board::viewport;
use crate::theme::with_alpha;
use battle::{BattleView, UnitDataItem};
use model::{Cell, ObstaclePosition, UnitId};

/// Radius of the ring around the unit, in squares.
const RING: f32 = 0.56;
/// Distance of the outline of a door from it, in squares.
const DOOR_RIM: f32 = 0.2;

/// A target that an answer names.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MarkedTarget {
    unit: UnitId,
    cell: Cell,
    /// The shortest way to a square from which an attack on it is possible, without the square of the unit; `None` if no attack on
    /// it is possible yet.
    way: Option<Vec<Cell>>,
}

/// Returns the way to the square from which an answer's attack is made; `None` if it is not possible yet.
fn way_of(view: &BattleView, unit: &UnitDataItem, aim: &AnswerAim) -> Option<Vec<Cell>> {
    view.way_before_attack(unit, aim.attack.as_ref()?.from)
}

/// Returns the shorter of two ways; the other one if there is only one.
fn shorter_way(one: Option<Vec<Cell>>, other: Option<Vec<Cell>>) -> Option<Vec<Cell>> {
    one.into_iter().chain(other).min_by_key(Vec::len)
}

/// Returns two opposite corners of the outline of a place that an answer names, as map positions: a square, or a door with a rim
/// around it.
fn outline_corners(place: ObstaclePosition) -> [Vec2; 2] {
    match place {
        ObstaclePosition::Square(cell) => {
            let corner = viewport::cell_corner(cell);
            [corner, corner + Vec2::splat(1.0)]
        }
        ObstaclePosition::Edge(edge) => {
            let [one, other] = viewport::edge_ends(edge);
            [one - Vec2::splat(DOOR_RIM), other + Vec2::splat(DOOR_RIM)]
        }
    }
}

/// Draws the outline of a place that an answer names.
fn paint_outline(canvas: &OverlayCanvas, place: ObstaclePosition) {
    let OverlayCanvas { brush, palette, .. } = canvas;
    let (lens, painter) = (brush.lens, brush.painter);
    let [one, other] = outline_corners(place).map(|corner| lens.to_screen(corner));
    let (rect, round) = (Rect::from_two_pos(one, other), lens.scaled_points(4.0));
    let strokes = [
        Stroke::new(lens.scaled_points_min(5.6, 4.4), with_alpha(SHADE, 190)),
        Stroke::new(lens.scaled_points_min(3.0, 2.4), palette.caution),
    ];
    for stroke in strokes {
        painter.rect_stroke(rect, round, stroke, StrokeKind::Middle);
    }
}

/// The asked unit and its possible targets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AskedUnit {
    cell: Option<Cell>,
    targets: Vec<MarkedTarget>,
}

impl Overlay for AskedUnit {
    fn update(&mut self, inputs: &OverlayInputs) {
        *self = Self::default();
        let Some(open) = inputs.view.open_prompt().filter(|_| !inputs.is_ai_turn) else { return };
        let Some(asked) = inputs.view.unit(open.prompt().who) else { return };
        self.cell = Some(asked.cell());
        for aim in AnswerAims::of_open_prompt(inputs.view).by_key.values() {
            let Some(target) = inputs.view.unit(aim.target) else { continue };
            let way = way_of(inputs.view, &asked, aim);
            match self.targets.iter_mut().find(|known| known.unit == aim.target) {
                Some(known) => known.way = shorter_way(known.way.take(), way),
                None => {
                    let (unit, cell) = (aim.target, target.cell());
                    self.targets.push(MarkedTarget { unit, cell, way });
                }
            }
        }
    }

    /// Draws a ring around the unit, brackets around its targets, the outline of the place that the answer under the pointer names,
    /// and a line to the chosen target and that of this answer, which follows the way on which the unit walks up.
    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        let (Some(asked), OverlayCanvas { brush, palette, .. }) = (self.cell, canvas) else { return };
        let (lens, painter) = (brush.lens, brush.painter);
        if let Some(place) = canvas.session.highlighted_place {
            paint_outline(canvas, place);
        }
        let meant = [canvas.session.highlighted_unit, canvas.session.selected];
        let lit = |target: &MarkedTarget| meant.contains(&Some(target.unit));
        if let Some(target) = self.targets.iter().find(|target| lit(target)) {
            let colour = if target.way.is_some() { palette.harm } else { palette.dim };
            let strokes = [
                (lens.scaled_points_min(4.0, 3.5), with_alpha(SHADE, 150)),
                (lens.scaled_points_min(2.0, 1.5), colour),
            ];
            AttackWay::new([asked, target.cell], target.way.as_deref(), RING).paint(brush, strokes, 0.0);
        }
        let arm = lens.scaled_points(9.0);
        for target in &self.targets {
            let rect = lens.cell_rect(target.cell).shrink(lens.scaled_points(1.0));
            let colour = if target.way.is_some() { palette.harm } else { palette.dim };
            let width = if lit(target) { 3.4 } else { 2.0 };
            let dark = Stroke::new(lens.scaled_points_min(width + 2.2, width + 1.5), with_alpha(SHADE, 190));
            draw_brackets(painter, rect, arm, dark);
            draw_brackets(
                painter,
                rect,
                arm,
                Stroke::new(lens.scaled_points_min(width, width - 0.6), colour),
            );
        }
        let (centre, radius) = (lens.cell_centre(asked), lens.unit * RING);
        painter.circle_stroke(
            centre,
            radius,
            Stroke::new(lens.scaled_points_min(4.6, 3.6), with_alpha(SHADE, 170)),
        );
        painter.circle_stroke(centre, radius, Stroke::new(lens.scaled_points_min(2.6, 2.0), palette.text));
        let corner = centre + vec2(radius, -radius) * 0.72;
        draw_plate(painter, corner, Align2::CENTER_CENTER, "?", 13.0, palette.text, palette.text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{CellSide, Edge};

    #[test]
    fn the_outline_of_a_door_is_as_long_as_a_square_with_a_rim() {
        let cell = Cell::new(3, 5);
        let corner = viewport::cell_corner(cell);
        assert_eq!(outline_corners(ObstaclePosition::Square(cell)), [corner, corner + vec2(1.0, 1.0)]);
        let size = |side| {
            let [one, other] = outline_corners(ObstaclePosition::Edge(Edge::new(cell, side)));
            other - one
        };
        assert!((size(CellSide::North) - vec2(1.4, 0.4)).length() < 1e-4, "{:?}", size(CellSide::North));
        assert!((size(CellSide::West) - vec2(0.4, 1.4)).length() < 1e-4, "{:?}", size(CellSide::West));
    }

    #[test]
    fn of_several_attacks_on_a_target_the_shortest_way_is_drawn() {
        let way = |squares: i32| Some((0..squares).map(|column| Cell::new(column, 0)).collect::<Vec<_>>());
        assert_eq!(shorter_way(way(3), way(1)), way(1));
        assert_eq!(shorter_way(way(2), way(0)), way(0), "one of them is made from where the unit is");
        assert_eq!(shorter_way(None, way(2)), way(2));
        assert_eq!(shorter_way(None, None), None);
    }
}
