//! What a thought looked at, on the board: its squares by what they are worth, and the one it chose.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, FontId, Stroke};

use super::Opponents;
use crate::board::art::Art;
use crate::board::overlay::tint;
use crate::board::strokes::{Brush, brackets};
use crate::board::{Lens, lens};
use crate::settings::Settings;
use crate::theme::faded;
use ai::Place;
use battle::{BattleView, Order};

/// Squares smaller than this, in points, have no room for a figure.
const LEGIBLE: f32 = 30.0;
/// Least and greatest opacity of a square.
const ALPHA: (f32, f32) = (18.0, 120.0);

/// What it is worth to be there.
fn worth(place: &Place) -> f64 {
    place.attack + place.stand
}

/// Colours the squares: plain where they are worth something, hatched where they cost something, with figures where
/// there is room.
pub(super) fn paint(
    mut contexts: EguiContexts,
    opponents: Res<Opponents>,
    view: BattleView,
    lens: Res<Lens>,
    art: Res<Art>,
    settings: Res<Settings>,
) -> Result {
    let Some(told) = opponents.shown(&view) else { return Ok(()) };
    let palette = settings.palette();
    let painter = egui::Painter::new(contexts.ctx_mut()?.clone(), egui::LayerId::background(), lens.clip);
    let brush = Brush { painter: &painter, lens: &lens };
    let places = &told.thought.places;
    let most = places.iter().map(|place| worth(place).abs()).fold(0.01, f64::max);
    for place in places {
        let share = (worth(place).abs() / most) as f32;
        let alpha = (ALPHA.0 + (ALPHA.1 - ALPHA.0) * share) as u8;
        if worth(place) >= 0.0 {
            tint::plain(&brush, [place.cell], faded(palette.good, alpha));
        } else {
            tint::fill(&brush, &art, "hatch", [place.cell], faded(palette.harm, alpha.saturating_add(40)));
        }
    }
    if lens.unit >= LEGIBLE {
        let font = FontId::proportional((lens.unit * 0.23).clamp(9.0, 13.0));
        for place in places.iter().filter(|place| lens.shows(lens::centre(place.cell))) {
            let at = lens.rect(place.cell).center_bottom() - egui::vec2(0.0, lens.px(3.0));
            let text = format!("{:+.2}", worth(place));
            painter.text(at, Align2::CENTER_BOTTOM, text, font.clone(), palette.text);
        }
    }
    if let Order::Move { path, .. } = &told.thought.order
        && let Some(end) = path.last()
    {
        let rect = lens.rect(*end).shrink(lens.px(1.0));
        brackets(&painter, rect, lens.px(12.0), Stroke::new(lens.px_min(3.0, 2.0), palette.text));
    }
    Ok(())
}
