//! An explosion: what it reaches in red with the damage there, the shadows of barriers left out.

use bevy_egui::egui::{Align2, FontId, Stroke, vec2};

use super::super::super::session::{Hover, Intent};
use super::super::super::theme::{Palette, faded};
use super::super::art::Art;
use super::super::strokes::{Brush, SHADE, plate};
use super::tint;
use battle::{BattleView, UnitDataItem, UnitId};
use field::Cell;
use lab::overlay::{Blast, blast_among};
use rules::Weapon;

/// What would go off where the pointer is: the weapon that is aimed, the item that is to be put there, or one that lies
/// there already.
pub(super) fn aimed(view: &BattleView, unit: &UnitDataItem, intent: Intent, hover: Hover) -> Option<Blast> {
    let number = match intent {
        Intent::Attack { weapon, .. } | Intent::Put { weapon, .. } => weapon,
        Intent::Move => {
            let armed = view.armed();
            let (_, lies) = armed.iter().find(|(_, item)| item.cell() == hover.cell)?;
            let owner = view.unit(UnitId(lies.fuse().owner))?;
            return of(view, &owner, lies.item().weapon(), hover.cell);
        }
        _ => return None,
    };
    let weapon = unit.arsenal.carried().get(number)?.weapon();
    if matches!(intent, Intent::Attack { .. }) {
        let other = hover.unit.filter(|id| id != unit.id).and_then(|id| view.unit(id));
        let enemy = other.as_ref().is_some_and(|other| other.side != unit.side);
        let square = other.is_none() && hover.barrier.is_none() && view.aims_at_squares(unit, number);
        if !enemy && !square {
            return None;
        }
    }
    of(view, unit, weapon, hover.cell)
}

/// What a unit's weapon would reach if it went off in a square, by what the viewer knows.
pub(crate) fn of(view: &BattleView, unit: &UnitDataItem, weapon: &Weapon, centre: Cell) -> Option<Blast> {
    let units = view.units().filter(|other| other.catchable()).map(|other| (other.id.0, other.cell()));
    blast_among(units, view.field().grid(), (&view.combatant(unit), weapon), view.rules(), centre)
}

/// Draws the squares, and the damage in each where it is not the same everywhere.
pub(crate) fn paint(brush: &Brush, blast: &Blast, art: &Art, palette: &Palette) {
    let struck = || blast.squares.iter().filter(|square| !square.shadowed);
    tint::plain(brush, struck().map(|square| square.cell), faded(palette.harm, 70));
    let reached = struck().map(|square| square.cell).collect();
    tint::outline(brush, &tint::border(&reached), 2.0, faded(palette.harm, 220), false);
    let shadowed = blast.squares.iter().filter(|square| square.shadowed).map(|square| square.cell);
    tint::fill(brush, art, "hatch_back", shadowed, faded(palette.dim, 70));
    if blast.burst.is_even() || brush.lens.unit < 22.0 {
        return;
    }
    let font = FontId::proportional(brush.lens.px(11.0).clamp(9.0, 16.0));
    for square in struck() {
        let at = brush.lens.rect(square.cell).left_top() + brush.lens.px(1.0) * vec2(7.0, 5.0);
        brush.painter.text(at + vec2(1.0, 1.0), Align2::LEFT_TOP, &square.damage, font.clone(), SHADE);
        brush.painter.text(at, Align2::LEFT_TOP, &square.damage, font.clone(), palette.text);
    }
}

/// A cross where it goes off, with radius and damage.
pub(crate) fn paint_centre(brush: &Brush, blast: &Blast, palette: &Palette) {
    let (at, arm) = (brush.lens.centre(blast.centre), brush.lens.px_min(9.0, 7.0));
    for (width, colour) in [(4.0, faded(SHADE, 200)), (2.0, palette.harm)] {
        let stroke = Stroke::new(brush.lens.px_min(width, width * 0.8), colour);
        brush.painter.line_segment([at - vec2(arm, 0.0), at + vec2(arm, 0.0)], stroke);
        brush.painter.line_segment([at - vec2(0.0, arm), at + vec2(0.0, arm)], stroke);
        brush.painter.circle_stroke(at, arm * 0.6, stroke);
    }
    let words = format!("{} m: {}", blast.burst.radius_m, blast.burst.at(0).unwrap_or_default());
    // Beside the cross: the labels of lines are above, those of flights below.
    let beside = at - vec2(arm + 3.0, arm * 0.5);
    plate(brush.painter, beside, Align2::RIGHT_BOTTOM, &words, 11.5, palette.text, faded(palette.harm, 170));
}
