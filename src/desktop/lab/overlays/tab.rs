//! The Overlays tab: switches, legends, and facts about the aimed attack.

use std::collections::BTreeSet;

use bevy_egui::egui::{Color32, RichText, Sense, Stroke, StrokeKind, Ui, Vec2};

use super::{LabOverlay, LabTabContext};
use crate::board::atlas::BoardAtlas;
use crate::input::binding_text;
use crate::panel::widgets;
use crate::theme::{Palette, with_alpha};
use battle::BattleView;
use content::LabOverlayKind;
use model::UnitId;

/// Maximum number of units for which the sight table is drawn.
pub(super) const MAX_TABLE_UNITS: usize = 10;

/// Draws the tab and switches overlays. Returns whether an option of one was changed.
pub(super) fn show(
    ui: &mut Ui,
    context: &LabTabContext,
    (all, on): (&mut [Box<dyn LabOverlay>], &mut BTreeSet<LabOverlayKind>),
) -> bool {
    let palette = context.palette;
    let mut is_changed = false;
    let mut listed: Vec<_> = all.iter_mut().collect();
    listed.sort_by_key(|overlay| overlay.action());
    for overlay in listed {
        let key = binding_text(overlay.action(), context.settings);
        let mut is_on = on.contains(&overlay.kind());
        ui.horizontal(|ui| {
            ui.checkbox(&mut is_on, overlay.name());
            ui.label(RichText::new(key).color(palette.faint).font(widgets::small_font(ui)));
        });
        if is_on {
            on.insert(overlay.kind());
        } else {
            on.remove(&overlay.kind());
        }
        if is_on {
            is_changed |= ui.indent(overlay.name(), |ui| overlay.show(ui, context)).inner;
        }
    }
    if context.subject.is_some_and(|subject| subject.attacker.is_none()) {
        ui.label(RichText::new("Aim an attack to see its overlays.").color(palette.dim));
    }
    is_changed
}

/// Returns the name of a unit.
pub(super) fn unit_name(view: &BattleView, id: UnitId) -> String {
    view.unit_ignoring_fog(id)
        .map_or_else(|| "unknown unit".to_owned(), |unit| unit.identity.name().to_owned())
}

/// Draws a sample of colour and pattern with its meaning.
pub(super) fn show_sample(
    ui: &mut Ui,
    art: &BoardAtlas,
    palette: &Palette,
    (colour, pattern): (Color32, &str),
    words: &str,
) {
    ui.spacing_mut().interact_size.y = 16.0;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(14.0), Sense::hover());
        ui.painter().rect_filled(rect, 2.0, palette.outside);
        ui.painter().rect_filled(rect, 2.0, colour);
        if !pattern.is_empty() {
            ui.painter().add(art.shape(pattern, rect, 0.0, with_alpha(palette.text, 120)));
        }
        ui.painter().rect_stroke(rect, 2.0, Stroke::new(1.0, palette.line), StrokeKind::Inside);
        ui.label(RichText::new(words).color(palette.dim).font(widgets::small_font(ui)));
    });
}
