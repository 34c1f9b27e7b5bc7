//! Settings.

use bevy_egui::egui::{Align, Button, Layout, RichText, ScrollArea, Ui};

use super::{MenuContext, MenuPage, MenuState, key_bindings, widgets};
use crate::ai_players::AiPace;
use crate::settings::{AnimationSpeed, Settings, UI_SCALE};
use crate::theme::{Palette, PaletteName};

/// Steps in which the size of the interface changes, in percent.
const SCALE_STEP: u16 = 25;
/// Width that either half of the form needs.
const NARROWEST: f32 = 500.0;

pub(super) fn show(ui: &mut Ui, desk: &mut MenuContext) {
    if widgets::page_title(ui, desk.palette, "Settings", "Menu") {
        desk.state.page = MenuPage::Start;
    }
    show_settings_form(ui, desk.palette, desk.settings, desk.state, desk.trouble);
}

/// All settings, side by side where there is room; the caller takes up what has changed.
pub(super) fn show_settings_form(
    ui: &mut Ui,
    palette: &Palette,
    settings: &mut Settings,
    state: &mut MenuState,
    trouble: Option<&str>,
) {
    if let Some(trouble) = trouble {
        widgets::show_warning(ui, palette, trouble);
    }
    if ui.available_width() >= 2.0 * NARROWEST {
        ui.columns_const(|[left, right]| {
            scroll_area("choices").show(left, |ui| show_display_settings(ui, palette, settings));
            scroll_area("keys").show(right, |ui| show_key_settings(ui, palette, settings, state));
        });
    } else {
        scroll_area("settings").show(ui, |ui| {
            show_display_settings(ui, palette, settings);
            ui.add_space(8.0);
            show_key_settings(ui, palette, settings, state);
        });
    }
}

fn scroll_area(name: &str) -> ScrollArea {
    ScrollArea::vertical().id_salt(name).auto_shrink([false, true])
}

fn show_display_settings(ui: &mut Ui, palette: &Palette, settings: &mut Settings) {
    widgets::framed_card(ui, palette, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new("Picture").color(palette.dim).strong());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let usual = Settings {
                    keys: settings.keys.clone(),
                    players: settings.players.clone(),
                    ..Settings::default()
                };
                let button = ui.add_enabled(*settings != usual, Button::new("Defaults"));
                if button.on_hover_text("All of this card as it is at first; keys stay").clicked() {
                    *settings = usual;
                }
            });
        });
        widgets::form_row(ui, "Size of the interface", |ui| show_scale_slider(ui, &mut settings.ui_scale));
        widgets::form_row(ui, "Colours", |ui| {
            for (palette, name) in PaletteName::ALL.into_iter().rev() {
                ui.selectable_value(&mut settings.palette, palette, name);
            }
        });
        widgets::form_row(ui, "Reduce motion", |ui| {
            ui.checkbox(&mut settings.reduced_motion, "")
                .on_hover_text("Smoke, fire and water stand still; nothing slides or shakes")
        });
        ui.separator();
        widgets::section_heading(ui, palette, "Play");
        widgets::form_row(ui, "Speed of animations", |ui| {
            for (speed, name) in AnimationSpeed::ALL.into_iter().rev() {
                ui.selectable_value(&mut settings.animation_speed, speed, name);
            }
        });
        widgets::form_row(ui, "The machine's pace", |ui| {
            for (pace, name) in AiPace::ALL.into_iter().rev() {
                ui.selectable_value(&mut settings.machine_pace, pace, name)
                    .on_hover_text("How long it waits after the board has shown an order");
            }
        });
        widgets::form_row(ui, "Move the view at the window's edge", |ui| {
            ui.checkbox(&mut settings.edge_scroll, "")
        });
        widgets::form_row(ui, "Ask before a phase ends with points left", |ui| {
            ui.checkbox(&mut settings.confirm_end_phase, "")
        });
        widgets::form_row(ui, "Cards with every modifier and clause", |ui| {
            ui.checkbox(&mut settings.whole_cards, "")
        });
    });
}

fn show_key_settings(ui: &mut Ui, palette: &Palette, settings: &mut Settings, state: &mut MenuState) {
    widgets::framed_card(ui, palette, |ui| key_bindings::show_key_table(ui, palette, settings, state));
}

fn show_scale_slider(ui: &mut Ui, scale: &mut u16) {
    if ui.button("+").on_hover_text("Larger").clicked() {
        *scale = (*scale + SCALE_STEP).min(*UI_SCALE.end());
    }
    let window = ui.ctx().zoom_factor();
    let text = if f32::from(*scale) > 100.0 * window + 0.5 && *scale > 100 {
        format!("{scale} %, {:.0} % fit here", 100.0 * window)
    } else {
        format!("{scale} %")
    };
    ui.label(text);
    if ui.button("\u{2212}").on_hover_text("Smaller").clicked() {
        *scale = scale.saturating_sub(SCALE_STEP).max(*UI_SCALE.start());
    }
}
