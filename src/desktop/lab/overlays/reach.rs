//! Where the attacker can get: walk, run and sprint, with what the way costs.

use bevy_egui::egui::{Align2, FontId, vec2};

use crate::board::art::Art;
use crate::board::overlay::tint;
use crate::board::strokes::Brush;
use crate::theme::{Palette, faded};
use battle::{Pace, metres};
use lab::overlay::Moves;

/// Draws the squares in the colours of the fight, each with the metres that the way takes.
pub(super) fn paint(brush: &Brush, moves: &Moves, art: &Art, palette: &Palette) {
    let of =
        |pace: Pace| moves.squares.iter().filter(move |square| square.pace == pace).map(|square| square.cell);
    tint::plain(brush, of(Pace::Walk), faded(palette.walk, 66));
    tint::plain(brush, of(Pace::Run), faded(palette.run, 40));
    tint::fill(brush, art, "hatch", of(Pace::Sprint), faded(palette.run, 60));
    for (pace, colour) in [(Pace::Run, palette.run), (Pace::Walk, palette.walk)] {
        // The outline of a pace holds those before it.
        let cells =
            moves.squares.iter().filter(|square| square.pace <= pace).map(|square| square.cell).collect();
        tint::outline(brush, &tint::border(&cells), 1.4, faded(colour, 140), false);
    }
    if brush.lens.unit < 30.0 {
        return;
    }
    let font = FontId::proportional(brush.lens.px(9.5).clamp(8.5, 14.0));
    for square in
        moves.squares.iter().filter(|square| brush.lens.shows(crate::board::lens::centre(square.cell)))
    {
        let at = brush.lens.rect(square.cell).right_top() + brush.lens.px(1.0) * vec2(-7.0, 5.0);
        let text = metres(square.half_metres);
        brush.painter.text(at, Align2::RIGHT_TOP, text, font.clone(), faded(palette.text, 200));
    }
}
