//! Markers of the tools on the board: the selection, what a click would do, and the aim.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, CornerRadius, Pos2, Rect, Stroke, StrokeKind};

use super::LabState;
use super::tools::{LabSelection, LabTool};
use crate::board::{BoardPointer, BoardViewport};
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::with_alpha;
use battle::BattleView;
use content::LabTarget;
use model::{CellSide, ObstaclePosition};

/// Draws the markers.
pub(super) fn paint(
    mut contexts: EguiContexts,
    lab: Res<LabState>,
    lens: Res<BoardViewport>,
    pointer: Res<BoardPointer>,
    session: Res<Session>,
    settings: Res<Settings>,
    view: BattleView,
) -> Result {
    let context = contexts.ctx_mut()?;
    let palette = settings.palette();
    let painter = egui::Painter::new(context.clone(), egui::LayerId::background(), lens.clip);
    match lab.tools.selection {
        Some(LabSelection::Barrier(place)) => {
            outline_place(&painter, &lens, place, Stroke::new(2.0, palette.text))
        }
        Some(LabSelection::Square(cell)) => {
            outline_place(&painter, &lens, ObstaclePosition::Square(cell), Stroke::new(2.0, palette.text));
        }
        _ => {}
    }
    if let (Some(hover), false) = (session.hover, session.paused) {
        let place = lab.placement_preview(&view, &session, &pointer, &lens);
        let colour = match lab.tools.tool {
            LabTool::Erase => palette.harm,
            LabTool::Aim => palette.caution,
            _ => palette.text,
        };
        let place = place.unwrap_or(ObstaclePosition::Square(hover.cell));
        outline_place(&painter, &lens, place, Stroke::new(1.5, with_alpha(colour, 204)));
        if lab.tools.tool == LabTool::Ground && lab.tools.breadth > 1 {
            let more = f32::from(lab.tools.breadth / 2) * lens.unit;
            let area = lens.cell_rect(hover.cell).expand(more);
            let stroke = Stroke::new(1.5, with_alpha(colour, 204));
            painter.rect_stroke(area, CornerRadius::ZERO, stroke, StrokeKind::Inside);
        }
    }
    paint_aim(&painter, &lab, &lens, Stroke::new(2.0, with_alpha(palette.caution, 190)));
    Ok(())
}

fn place_centre(lens: &BoardViewport, place: ObstaclePosition) -> Pos2 {
    match place {
        ObstaclePosition::Square(cell) => lens.cell_centre(cell),
        ObstaclePosition::Edge(edge) => {
            let [one, other] = edge_points(lens.cell_rect(edge.cell()), edge.side());
            one + (other - one) * 0.5
        }
    }
}

fn edge_points(rect: Rect, side: CellSide) -> [Pos2; 2] {
    match side {
        CellSide::North => [rect.left_top(), rect.right_top()],
        CellSide::East => [rect.right_top(), rect.right_bottom()],
        CellSide::South => [rect.left_bottom(), rect.right_bottom()],
        CellSide::West => [rect.left_top(), rect.left_bottom()],
    }
}

fn outline_place(painter: &egui::Painter, lens: &BoardViewport, place: ObstaclePosition, stroke: Stroke) {
    let rect = match place {
        ObstaclePosition::Square(cell) => lens.cell_rect(cell).shrink(1.0),
        ObstaclePosition::Edge(edge) => {
            let [one, other] = edge_points(lens.cell_rect(edge.cell()), edge.side());
            Rect::from_two_pos(one, other).expand(lens.scaled_points(6.0))
        }
    };
    painter.rect_stroke(rect, CornerRadius::same(2), stroke, StrokeKind::Middle);
}

/// Draws the line from the attacker to the target.
fn paint_aim(painter: &egui::Painter, lab: &LabState, lens: &BoardViewport, stroke: Stroke) {
    let Some(aim) = lab.aim() else { return };
    let units = &lab.scene().skirmish.units;
    let of = |at: usize| units.get(at).map(|unit| lens.cell_centre(unit.cell));
    let to = match aim.at {
        LabTarget::Unit(at) => of(at),
        LabTarget::Square(cell) => Some(lens.cell_centre(cell)),
        LabTarget::Barrier(place) => Some(place_centre(lens, place)),
    };
    let (Some(from), Some(to)) = (of(aim.attacker), to) else { return };
    let way = to - from;
    let radius = lens.scaled_points(18.0);
    if way.length() < 2.0 * radius {
        return;
    }
    let way = way.normalized();
    let (from, to) = (from + way * radius, to - way * radius);
    painter.line_segment([from, to], stroke);
    for turn in [0.5f32, -0.5] {
        let (sin, cos) = turn.sin_cos();
        let back = egui::vec2(-way.x * cos + way.y * sin, -way.x * sin - way.y * cos);
        painter.line_segment([to, to + back * lens.scaled_points_min(12.0, 6.0)], stroke);
    }
}
