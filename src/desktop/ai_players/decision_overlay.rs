//! The decision overlay: the squares that an AI decision considered, coloured by score, and the chosen one.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, Color32, FontId, Stroke, StrokeKind};

use super::AiController;
use super::decision_legend::mark_of;
use crate::board::atlas::BoardAtlas;
use crate::board::brush::{Brush, draw_brackets};
use crate::board::overlay::cell_fill;
use crate::board::{BoardTints, BoardViewport, TintLayer, viewport};
use crate::settings::Settings;
use crate::theme::with_alpha;
use ai::ScoredPosition;
use battle::BattleView;

/// Squares smaller than this, in points, have no number.
const MIN_LABEL_CELL: f32 = 30.0;
/// Minimum and maximum opacity of a square.
const ALPHA_RANGE: (f32, f32) = (18.0, 120.0);
/// Least loss of a square that is hatched, as a share of the greatest one on the board: most squares in reach lose a little, and
/// the range of the unit has to be seen.
const LEAST_LOSS: f32 = 0.35;
/// Least and greatest opacity of the hatching.
const HATCH_ALPHA: (f32, f32) = (30.0, 130.0);
/// Least and greatest width of the frame of a good square, in points.
const FRAME_WIDTH: (f32, f32) = (1.0, 3.0);
/// Least and greatest opacity of the frame.
const FRAME_ALPHA: (f32, f32) = (70.0, 255.0);

/// Returns the total score of a position.
fn place_score(place: &ScoredPosition) -> f64 {
    place.attack_score + place.position_score
}

/// The frame of a square that is good to stand on: `share` is its score as a share of the greatest one.
fn good_frame(colour: Color32, share: f32, lens: &BoardViewport) -> Stroke {
    let width = lens.scaled_points_min(FRAME_WIDTH.0 + (FRAME_WIDTH.1 - FRAME_WIDTH.0) * share, 1.0);
    let alpha = FRAME_ALPHA.0 + (FRAME_ALPHA.1 - FRAME_ALPHA.0) * share;
    Stroke::new(width, with_alpha(colour, alpha as u8))
}

/// The opacity of the hatching of a square that is bad to stand on: `share` is its loss as a share of the greatest one; `None` if it
/// loses little.
fn hatch_alpha(share: f32) -> Option<u8> {
    let over = (share.min(1.0) - LEAST_LOSS) / (1.0 - LEAST_LOSS);
    (over >= 0.0).then_some((HATCH_ALPHA.0 + (HATCH_ALPHA.1 - HATCH_ALPHA.0) * over) as u8)
}

/// Whether a square is hatched among those that were considered.
pub(super) fn is_hatched(place: &ScoredPosition, places: &[ScoredPosition]) -> bool {
    place_score(place) < 0.0 && hatch_alpha(loss_share(place, places)).is_some()
}

/// The loss of a square as a share of the greatest one.
fn loss_share(place: &ScoredPosition, places: &[ScoredPosition]) -> f32 {
    let most = places.iter().map(|other| -place_score(other)).fold(0.01, f64::max);
    (-place_score(place) / most) as f32
}

/// Colours the squares: framed for a gain, hatched for a loss that is not small, with the score where there is room, and marks
/// where the chosen plan leads.
pub(crate) fn paint(
    mut contexts: EguiContexts,
    opponents: Res<AiController>,
    view: BattleView,
    lens: Res<BoardViewport>,
    art: Res<BoardAtlas>,
    (settings, tints): (Res<Settings>, Res<BoardTints>),
) -> Result {
    let Some(record) = opponents.explained_decision(&view) else { return Ok(()) };
    let palette = settings.palette();
    let painter = egui::Painter::new(contexts.ctx_mut()?.clone(), egui::LayerId::background(), lens.clip);
    let below = Some(tints.mesh(TintLayer::Ground));
    let brush = Brush { painter: &painter, lens: &lens, below };
    let places = &record.decision.positions;
    let most = places.iter().map(|place| place_score(place).abs()).fold(0.01, f64::max);
    for place in places {
        let share = (place_score(place).abs() / most) as f32;
        let alpha = (ALPHA_RANGE.0 + (ALPHA_RANGE.1 - ALPHA_RANGE.0) * share) as u8;
        if place_score(place) >= 0.0 {
            cell_fill::fill_plain(&brush, [place.cell], with_alpha(palette.good, alpha));
            // A frame as well: over the range of a unit a tint alone is hard to tell.
            let frame = lens.cell_rect(place.cell).shrink(lens.scaled_points(3.0));
            painter.rect_stroke(frame, 2.0, good_frame(palette.good, share, &lens), StrokeKind::Inside);
        } else if let Some(alpha) = hatch_alpha(loss_share(place, places)) {
            let colour = with_alpha(palette.harm, alpha);
            cell_fill::fill_with_pattern(&brush, &art, "hatch", [place.cell], colour);
        }
    }
    // Scores are for those who want to see them: with Alt held, or detailed cards.
    let alt = painter.ctx().input(|input| input.modifiers.alt);
    if lens.unit >= MIN_LABEL_CELL && settings.whole_cards != alt {
        let font = FontId::proportional((lens.unit * 0.23).clamp(9.0, 13.0));
        for place in places.iter().filter(|place| lens.is_visible(viewport::cell_centre(place.cell))) {
            let at = lens.cell_rect(place.cell).center_bottom() - egui::vec2(0.0, lens.scaled_points(3.0));
            let text = format!("{:+.2}", place_score(place));
            painter.text(at, Align2::CENTER_BOTTOM, text, font.clone(), palette.text);
        }
    }
    if let Some(mark) = mark_of(&view, &record.decision.order) {
        let rect = lens.cell_rect(mark.cell()).shrink(lens.scaled_points(1.0));
        draw_brackets(
            &painter,
            rect,
            lens.scaled_points(12.0),
            Stroke::new(lens.scaled_points_min(3.0, 2.0), palette.text),
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Cell;

    #[test]
    fn only_squares_that_are_clearly_bad_are_hatched() {
        let scores = [-0.4, -0.2, -0.1, 0.3, -0.01];
        let places: Vec<ScoredPosition> = (0..)
            .zip(scores)
            .map(|(x, score)| ScoredPosition {
                cell: Cell::new(x, 0),
                attack_score: 0.0,
                position_score: score,
            })
            .collect();
        let hatched: Vec<bool> = places.iter().map(|place| is_hatched(place, &places)).collect();
        assert_eq!(hatched, [true, true, false, false, false]);
        assert_eq!(hatch_alpha(1.0), Some(130), "the worst one");
        assert_eq!(hatch_alpha(0.34), None);
        assert!(hatch_alpha(0.5) < hatch_alpha(0.9));
    }
}
