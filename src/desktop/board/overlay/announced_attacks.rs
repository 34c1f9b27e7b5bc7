//! Attacks that units have announced, as thin arrows from the unit to its target: of all enemies while a question asks what to
//! announce, else of the unit that is hovered or selected, and on it.

use bevy_egui::egui::{Align2, Stroke, vec2};

use super::{Overlay, OverlayCanvas, OverlayInputs};
use crate::board::brush::{SHADE, draw_plate};
use crate::theme::with_alpha;
use battle::{BattleView, UnitDataItem};
use model::{Cell, Side, UnitId};
use rules::QueuedAttack;

/// Distance of the ends of an arrow from the middles of the squares, in squares.
const RIM: f32 = 0.5;
/// Length of the point of an arrow, in points.
const POINT: f32 = 8.0;
/// Size of the name of the weapon, in points.
const NAME: f32 = 11.0;

/// An announced attack.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AnnouncedArrow {
    units: [UnitId; 2],
    cells: [Cell; 2],
    side: Side,
    /// Whether it can be made now.
    is_possible: bool,
    weapon: String,
}

/// The announced attacks on units, as far as the viewer sees both units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AnnouncedAttacks {
    arrows: Vec<AnnouncedArrow>,
    /// The side that is asked what to announce: all arrows of others are shown.
    asked: Option<Side>,
}

/// Lists the attacks of a unit on units that are seen.
fn arrows_of(view: &BattleView, unit: &UnitDataItem) -> Vec<AnnouncedArrow> {
    let arrow = |(attack, obstacle): (QueuedAttack, Option<_>)| {
        let QueuedAttack::Unit { slot, target } = attack else { return None };
        let other = view.unit(target)?;
        let weapon = unit.inventory.get(usize::from(slot))?.name().to_string();
        Some(AnnouncedArrow {
            units: [*unit.id, target],
            cells: [unit.cell(), other.cell()],
            side: *unit.side,
            is_possible: obstacle.is_none(),
            weapon,
        })
    };
    view.queued_attacks(unit).into_iter().filter_map(arrow).collect()
}

impl Overlay for AnnouncedAttacks {
    fn update(&mut self, inputs: &OverlayInputs) {
        let view = inputs.view;
        let units = view.units().filter(|unit| unit.is_fighting());
        self.arrows = units.flat_map(|unit| arrows_of(view, &unit)).collect();
        // A unit that announces the same attack twice has one arrow.
        self.arrows.dedup_by(|one, other| one.units == other.units && one.weapon == other.weapon);
        let asked = view.open_prompt().filter(|_| !inputs.is_ai_turn && view.queue_candidates().is_some());
        self.asked = asked.map(|open| open.side());
    }

    fn paint_above_tokens(&self, canvas: &OverlayCanvas) {
        let OverlayCanvas { brush, palette, session, .. } = *canvas;
        let (lens, painter) = (brush.lens, brush.painter);
        let hovered = session.hover.and_then(|hover| hover.unit);
        for arrow in &self.arrows {
            let is_meant =
                [hovered, session.selected].into_iter().flatten().any(|id| arrow.units.contains(&id));
            let is_asked = self.asked.is_some_and(|asked| asked != arrow.side);
            if !is_meant && !is_asked {
                continue;
            }
            let [from, to] = arrow.cells.map(|cell| lens.cell_centre(cell));
            let way = (to - from).normalized();
            let (from, to) = (from + way * lens.unit * RIM, to - way * lens.unit * RIM);
            let colour = if arrow.is_possible { palette.caution } else { palette.dim };
            let side = way.rot90() * lens.scaled_points(POINT) * 0.5;
            let back = to - way * lens.scaled_points(POINT);
            for (width, colour) in [(3.0, with_alpha(SHADE, 150)), (1.2, with_alpha(colour, 200))] {
                let stroke = Stroke::new(lens.scaled_points_min(width, width * 0.8), colour);
                painter.line_segment([from, to], stroke);
                painter.line_segment([to, back + side], stroke);
                painter.line_segment([to, back - side], stroke);
            }
            // All names at once would hide the board.
            if hovered.is_some_and(|id| arrow.units.contains(&id)) {
                let middle = from + (to - from) * 0.5 + vec2(0.0, -lens.scaled_points(4.0));
                draw_plate(painter, middle, Align2::CENTER_CENTER, &arrow.weapon, NAME, palette.text, colour);
            }
        }
    }
}
