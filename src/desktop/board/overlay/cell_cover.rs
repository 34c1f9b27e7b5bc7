//! Cover of the squares in reach: a shield on each square that gives cover, once taken, against all enemies in sight; a dim one
//! where the unit has nothing left to take it in this turn.

use bevy_egui::egui::{Color32, Rect, Vec2, vec2};

use super::legend::LegendEntry;
use super::{Overlay, OverlayCanvas, OverlayInputs};
use crate::board::brush::SHADE;
use crate::board::viewport;
use crate::session::Intent;
use crate::square_cover::{
    CoverStrength, body_on, can_pay_cover, cover_phrase, least_hidden, visible_enemies,
};
use crate::theme::{Palette, with_alpha};
use battle::{Order, Pace, validate_order};
use model::Cell;
use rules::Book;

/// Side of a square below which the shields are left out, in points.
const SMALL: f32 = 26.0;

/// The squares in reach with cover.
#[derive(Default)]
pub(super) struct CellCover {
    cells: Vec<CoveredCell>,
}

/// A square in reach with cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CoveredCell {
    cell: Cell,
    strength: CoverStrength,
    /// Whether the unit can take the cover in the turn in which it goes there.
    this_turn: bool,
}

impl CellCover {
    /// Whether the shields are shown: while a square is chosen to go to.
    fn is_shown(&self, canvas: &OverlayCanvas) -> bool {
        canvas.session.intent == Intent::Move && canvas.brush.lens.unit >= SMALL && !self.cells.is_empty()
    }
}

impl Overlay for CellCover {
    fn update(&mut self, inputs: &OverlayInputs) {
        self.cells.clear();
        let Some((range, unit)) = inputs.plan.range.as_ref().zip(inputs.fighter()) else { return };
        let (view, grid) = (inputs.view, inputs.view.field().grid());
        let (book, enemies) = (view.rules().book(), visible_enemies(view, unit));
        // A shield beside a body would seem to be about the body.
        let is_empty = |cell: &Cell| view.unit_at(*cell).is_none() && view.body_at(*cell).is_none();
        // All moves at a pace cost the same.
        let mut paid: Vec<(Pace, bool)> = Vec::new();
        for cell in range.cells().filter(is_empty) {
            let hidden = least_hidden(grid, cell, body_on(unit, cell), &enemies);
            let strength = hidden.and_then(|hidden| CoverStrength::of_hidden(book, hidden));
            let Some((strength, pace)) = strength.zip(range.pace_to(cell)) else { continue };
            let known = paid.iter().find(|(known, _)| *known == pace).map(|(_, can_pay)| *can_pay);
            let this_turn = known.unwrap_or_else(|| {
                let path = range.reach.path_to(cell).unwrap_or_default();
                let order = Order::Move { unit: *unit.id, path, pace, evade: inputs.session.evade };
                let plan = validate_order(view, &order).ok();
                let can_pay = plan.is_none_or(|plan| can_pay_cover(view, unit, Some(&plan)));
                paid.push((pace, can_pay));
                can_pay
            });
            self.cells.push(CoveredCell { cell, strength, this_turn });
        }
    }

    /// Draws a small shield in a corner of each square, but not on the hovered one, which shows its sides.
    fn paint_below_tokens(&self, canvas: &OverlayCanvas) {
        if !self.is_shown(canvas) {
            return;
        }
        let OverlayCanvas { brush, art, palette, .. } = *canvas;
        let hovered = canvas.session.hover.map(|hover| hover.cell);
        let side = brush.lens.scaled_points(11.0).clamp(8.0, 20.0);
        for covered in self.cells.iter().filter(|covered| Some(covered.cell) != hovered) {
            let at = brush.lens.to_screen(viewport::cell_centre(covered.cell) + vec2(0.3, 0.3));
            let rect = Rect::from_center_size(at, Vec2::splat(side));
            let name = covered.strength.picture();
            let colour = shield_colour(palette, covered.this_turn);
            brush.painter.add(art.shape(name, rect.expand(1.2), 0.0, with_alpha(SHADE, 200)));
            brush.painter.add(art.shape(name, rect, 0.0, with_alpha(colour, 215)));
        }
    }

    fn legend(&self, canvas: &OverlayCanvas) -> Vec<LegendEntry> {
        if !self.is_shown(canvas) {
            return Vec::new();
        }
        let book = canvas.view.rules().book();
        let kinds = [true, false].into_iter().flat_map(|this_turn| {
            [CoverStrength::Partial, CoverStrength::Good].map(|strength| (strength, this_turn))
        });
        let is_shown = |kind: &(CoverStrength, bool)| {
            self.cells.iter().any(|covered| (covered.strength, covered.this_turn) == *kind)
        };
        let entry = |(strength, this_turn): (CoverStrength, bool)| {
            let colour = shield_colour(canvas.palette, this_turn);
            LegendEntry::new(strength.picture(), colour, &shield_words(book, strength, this_turn))
        };
        kinds.filter(is_shown).map(entry).collect()
    }
}

/// Colour of a shield: dim where the cover cannot be taken in this turn.
pub(super) const fn shield_colour(palette: &Palette, this_turn: bool) -> Color32 {
    if this_turn { palette.sides[1] } else { palette.dim }
}

/// What a shield means: "good cover if taken", "good cover, but not this turn".
fn shield_words(book: Book, strength: CoverStrength, this_turn: bool) -> String {
    let hidden = if strength == CoverStrength::Partial { 40 } else { 60 };
    let when = if this_turn { " if taken" } else { ", but not this turn" };
    format!("{}{when}", cover_phrase(book, hidden))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shield_says_whether_its_cover_can_be_taken_in_this_turn() {
        let book = Book::ALL.into_iter().find(|book| cover_phrase(*book, 40) == "partial cover");
        let book = book.expect("a book has grades of cover");
        assert_eq!(shield_words(book, CoverStrength::Partial, true), "partial cover if taken");
        assert_eq!(shield_words(book, CoverStrength::Good, false), "good cover, but not this turn");
        let settings = crate::settings::Settings::default();
        let [now, later] = [true, false].map(|this_turn| shield_colour(settings.palette(), this_turn));
        assert_ne!(now, later);
    }
}
