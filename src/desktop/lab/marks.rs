//! What the tools show on the board: what is selected, what a click would do, and the aim.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, CornerRadius, Pos2, Rect, Stroke, StrokeKind};

use super::Lab;
use super::tools::{Chosen, Tool};
use crate::board::{Lens, Pointer};
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::faded;
use battle::BattleView;
use content::AimAt;
use field::{Place, Side};

/// Draws the marks.
pub(super) fn paint(
    mut contexts: EguiContexts,
    lab: Res<Lab>,
    lens: Res<Lens>,
    pointer: Res<Pointer>,
    session: Res<Session>,
    settings: Res<Settings>,
    view: BattleView,
) -> Result {
    let context = contexts.ctx_mut()?;
    let look = settings.palette();
    let painter = egui::Painter::new(context.clone(), egui::LayerId::background(), lens.clip);
    match lab.tools.chosen {
        Some(Chosen::Barrier(place)) => outline(&painter, &lens, place, Stroke::new(2.0, look.text)),
        Some(Chosen::Square(cell)) => {
            outline(&painter, &lens, Place::Square(cell), Stroke::new(2.0, look.text));
        }
        _ => {}
    }
    if let (Some(hover), false) = (session.hover, session.paused) {
        let place = lab.would_place(&view, &session, &pointer, &lens);
        let colour = match lab.tools.tool {
            Tool::Erase => look.harm,
            Tool::Aim => look.caution,
            _ => look.text,
        };
        let place = place.unwrap_or(Place::Square(hover.cell));
        outline(&painter, &lens, place, Stroke::new(1.5, faded(colour, 204)));
        if lab.tools.tool == Tool::Ground && lab.tools.breadth > 1 {
            let more = f32::from(lab.tools.breadth / 2) * lens.unit;
            let area = lens.rect(hover.cell).expand(more);
            let stroke = Stroke::new(1.5, faded(colour, 204));
            painter.rect_stroke(area, CornerRadius::ZERO, stroke, StrokeKind::Inside);
        }
    }
    aim(&painter, &lab, &lens, Stroke::new(2.0, faded(look.caution, 190)));
    Ok(())
}

fn middle(lens: &Lens, place: Place) -> Pos2 {
    match place {
        Place::Square(cell) => lens.centre(cell),
        Place::Edge(edge) => {
            let [one, other] = ends(lens.rect(edge.cell()), edge.side());
            one + (other - one) * 0.5
        }
    }
}

fn ends(rect: Rect, side: Side) -> [Pos2; 2] {
    match side {
        Side::North => [rect.left_top(), rect.right_top()],
        Side::East => [rect.right_top(), rect.right_bottom()],
        Side::South => [rect.left_bottom(), rect.right_bottom()],
        Side::West => [rect.left_top(), rect.left_bottom()],
    }
}

fn outline(painter: &egui::Painter, lens: &Lens, place: Place, stroke: Stroke) {
    let rect = match place {
        Place::Square(cell) => lens.rect(cell).shrink(1.0),
        Place::Edge(edge) => {
            let [one, other] = ends(lens.rect(edge.cell()), edge.side());
            Rect::from_two_pos(one, other).expand(lens.px(6.0))
        }
    };
    painter.rect_stroke(rect, CornerRadius::same(2), stroke, StrokeKind::Middle);
}

/// From the attacker to what is attacked.
fn aim(painter: &egui::Painter, lab: &Lab, lens: &Lens, stroke: Stroke) {
    let Some(aim) = lab.aim() else { return };
    let units = &lab.scene().skirmish.units;
    let of = |at: usize| units.get(at).map(|unit| lens.centre(unit.cell));
    let to = match aim.at {
        AimAt::Unit(at) => of(at),
        AimAt::Square(cell) => Some(lens.centre(cell)),
        AimAt::Barrier(place) => Some(middle(lens, place)),
    };
    let (Some(from), Some(to)) = (of(aim.attacker), to) else { return };
    let way = to - from;
    let radius = lens.px(18.0);
    if way.length() < 2.0 * radius {
        return;
    }
    let way = way.normalized();
    let (from, to) = (from + way * radius, to - way * radius);
    painter.line_segment([from, to], stroke);
    for turn in [0.5f32, -0.5] {
        let (sin, cos) = turn.sin_cos();
        let back = egui::vec2(-way.x * cos + way.y * sin, -way.x * sin - way.y * cos);
        painter.line_segment([to, to + back * lens.px_min(12.0, 6.0)], stroke);
    }
}
