//! Settings.

use bevy_egui::egui::{ScrollArea, Ui};

use super::{Desk, MenuState, Page, bindings, widgets};
use crate::desktop::settings::{Settings, Speed, UI_SCALE};
use crate::desktop::theme::{Palette, PaletteName};

/// Steps in which the size of the interface changes, in percent.
const SCALE_STEP: u16 = 25;
/// Width of the form.
const FORM: f32 = 620.0;

pub(super) fn page(ui: &mut Ui, desk: &mut Desk) {
    if widgets::head(ui, desk.palette, "Settings", "Menu") {
        desk.state.page = Page::Start;
    }
    form(ui, desk.palette, desk.settings, desk.state, desk.trouble);
}

/// All settings; the caller takes up what has changed.
pub(super) fn form(
    ui: &mut Ui,
    palette: &Palette,
    settings: &mut Settings,
    state: &mut MenuState,
    trouble: Option<&str>,
) {
    if let Some(trouble) = trouble {
        widgets::warning(ui, palette, trouble);
    }
    ScrollArea::vertical().id_salt("settings").auto_shrink([false, true]).show(ui, |ui| {
        ui.set_max_width(FORM);
        widgets::card(ui, palette, |ui| {
            widgets::section(ui, palette, "Picture");
            widgets::field(ui, "Size of the interface", |ui| scale(ui, &mut settings.ui_scale));
            widgets::field(ui, "Colours", |ui| {
                for (palette, name) in PaletteName::ALL.into_iter().rev() {
                    ui.selectable_value(&mut settings.palette, palette, name);
                }
            });
            widgets::field(ui, "Reduce motion", |ui| {
                ui.checkbox(&mut settings.reduced_motion, "")
                    .on_hover_text("Smoke, fire and water stand still; nothing slides or shakes")
            });
            ui.separator();
            widgets::section(ui, palette, "Play");
            widgets::field(ui, "Speed of animations", |ui| {
                for (speed, name) in Speed::ALL.into_iter().rev() {
                    ui.selectable_value(&mut settings.animation_speed, speed, name);
                }
            });
            widgets::field(ui, "Move the view at the window's edge", |ui| {
                ui.checkbox(&mut settings.edge_scroll, "")
            });
            widgets::field(ui, "Ask before a phase ends with points left", |ui| {
                ui.checkbox(&mut settings.confirm_end_phase, "")
            });
        });
        ui.add_space(8.0);
        widgets::card(ui, palette, |ui| bindings::table(ui, palette, settings, state));
    });
}

fn scale(ui: &mut Ui, scale: &mut u16) {
    if ui.button("+").on_hover_text("Larger").clicked() {
        *scale = (*scale + SCALE_STEP).min(*UI_SCALE.end());
    }
    ui.label(format!("{scale} %"));
    if ui.button("\u{2212}").on_hover_text("Smaller").clicked() {
        *scale = scale.saturating_sub(SCALE_STEP).max(*UI_SCALE.start());
    }
}
