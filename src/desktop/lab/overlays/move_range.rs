//! Movement range overlay: squares the attacker can walk, run and sprint to, with the path cost.

use bevy_egui::egui::{Align2, FontId, Ui, vec2};

use super::tab::show_sample;
use super::{LabCanvas, LabOverlay, LabOverlayInputs, LabTabContext};
use crate::board::atlas::BoardAtlas;
use crate::board::brush::Brush;
use crate::board::overlay::cell_fill;
use crate::input::InputAction;
use crate::theme::{Palette, with_alpha};
use battle::{Pace, format_metres};
use content::LabOverlayKind;
use lab::overlay::{self, MovementOverlay};

/// Movement range of the attacker.
#[derive(Default)]
pub(super) struct MovementRangeOverlay(MovementOverlay);

impl LabOverlay for MovementRangeOverlay {
    fn name(&self) -> &'static str {
        "Movement range of the attacker"
    }

    fn kind(&self) -> LabOverlayKind {
        LabOverlayKind::MovementRange
    }

    fn action(&self) -> InputAction {
        InputAction::OverlayReach
    }

    fn update(&mut self, inputs: &LabOverlayInputs) {
        let range = |attacker| overlay::movement_range(inputs.view, attacker);
        self.0 = inputs.attacker.map(range).unwrap_or_default();
    }

    fn clear(&mut self) {
        *self = Self::default();
    }

    fn paint_below_pieces(&self, canvas: &LabCanvas) {
        paint(canvas.brush, &self.0, canvas.art, canvas.palette);
    }

    fn show(&mut self, ui: &mut Ui, context: &LabTabContext) -> bool {
        let (art, palette) = (context.art, context.palette);
        let walk = (with_alpha(palette.walk, 110), "");
        show_sample(ui, art, palette, walk, "walk, with path cost in metres");
        show_sample(ui, art, palette, (with_alpha(palette.run, 90), ""), "run");
        show_sample(ui, art, palette, (with_alpha(palette.run, 40), "hatch"), "sprint: needs a test");
        false
    }
}

/// Draws the squares in the colours of a battle, each with its path cost in metres.
fn paint(brush: &Brush, moves: &MovementOverlay, art: &BoardAtlas, palette: &Palette) {
    let of =
        |pace: Pace| moves.squares.iter().filter(move |square| square.pace == pace).map(|square| square.cell);
    cell_fill::fill_plain(brush, of(Pace::Walk), with_alpha(palette.walk, 66));
    cell_fill::fill_plain(brush, of(Pace::Run), with_alpha(palette.run, 40));
    cell_fill::fill_with_pattern(brush, art, "hatch", of(Pace::Sprint), with_alpha(palette.run, 60));
    for (pace, colour) in [(Pace::Run, palette.run), (Pace::Walk, palette.walk)] {
        // The outline of a pace includes the slower ones.
        let cells =
            moves.squares.iter().filter(|square| square.pace <= pace).map(|square| square.cell).collect();
        cell_fill::draw_outline(brush, &cell_fill::border_edges(&cells), 1.4, with_alpha(colour, 140), false);
    }
    if brush.lens.unit < 30.0 {
        return;
    }
    let font = FontId::proportional(brush.lens.scaled_points(9.5).clamp(8.5, 14.0));
    for square in moves
        .squares
        .iter()
        .filter(|square| brush.lens.is_visible(crate::board::viewport::cell_centre(square.cell)))
    {
        let at =
            brush.lens.cell_rect(square.cell).right_top() + brush.lens.scaled_points(1.0) * vec2(-7.0, 5.0);
        let text = format_metres(square.half_metres);
        brush.painter.text(at, Align2::RIGHT_TOP, text, font.clone(), with_alpha(palette.text, 200));
    }
}
