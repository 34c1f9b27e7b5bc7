//! Settings page of the main menu and the pause menu.

use bevy_egui::egui::{Align, Button, Layout, RichText, ScrollArea, Ui};

use super::{MenuContext, MenuPage, MenuState, key_bindings, sound_card, widgets};
use crate::ai_players::AiPace;
use crate::settings::{AnimationSpeed, Settings, UI_SCALE};
use crate::sound::Sounds;
use crate::theme::{Palette, PaletteName};

/// Step of the UI scale, in percent.
const SCALE_STEP: u16 = 25;
/// Least width of a column, in points.
const NARROWEST: f32 = 500.0;

pub(super) fn show(ui: &mut Ui, menu: &mut MenuContext) {
    if widgets::page_title(ui, menu.palette, "Settings", "Menu") {
        menu.state.page = MenuPage::Start;
    }
    let edited = (&mut *menu.settings, &mut *menu.sounds);
    show_settings_form(ui, menu.palette, edited, menu.state, menu.trouble);
}

/// Draws all settings, in two columns where they fit; the caller stores the changes.
pub(super) fn show_settings_form(
    ui: &mut Ui,
    palette: &Palette,
    (settings, sounds): (&mut Settings, &mut Sounds),
    state: &mut MenuState,
    trouble: Option<&str>,
) {
    if let Some(trouble) = trouble {
        widgets::show_warning(ui, palette, trouble);
    }
    if ui.available_width() >= 2.0 * NARROWEST {
        ui.columns_const(|[left, right]| {
            scroll_area("choices").show(left, |ui| {
                show_display_settings(ui, palette, settings);
                ui.add_space(8.0);
                sound_card::show(ui, palette, &mut settings.sound, sounds);
            });
            scroll_area("keys").show(right, |ui| show_key_settings(ui, palette, settings, state));
        });
    } else {
        scroll_area("settings").show(ui, |ui| {
            show_display_settings(ui, palette, settings);
            ui.add_space(8.0);
            sound_card::show(ui, palette, &mut settings.sound, sounds);
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
            ui.label(RichText::new("Display").color(palette.dim).strong());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let defaults = Settings {
                    keys: settings.keys.clone(),
                    players: settings.players.clone(),
                    sound: settings.sound,
                    ..Settings::default()
                };
                let button = ui.add_enabled(*settings != defaults, Button::new("Defaults"));
                if button.on_hover_text("Reset everything on this card; key bindings are kept").clicked() {
                    *settings = defaults;
                }
            });
        });
        widgets::form_row(ui, "UI scale", |ui| show_scale_slider(ui, &mut settings.ui_scale));
        widgets::form_row(ui, "Colours", |ui| {
            for palette in PaletteName::ALL.into_iter().rev() {
                ui.selectable_value(&mut settings.palette, palette, palette.name());
            }
        });
        widgets::explained_row(
            ui,
            palette,
            ("Flat light", "Shows the board in its own colours: no lamps and no shadows."),
            |ui| ui.checkbox(&mut settings.flat_light, ""),
        );
        widgets::form_row(ui, "Reduce motion", |ui| {
            ui.checkbox(&mut settings.reduced_motion, "")
                .on_hover_text("No animated smoke, fire or water; nothing slides or shakes")
        });
        widgets::form_row(ui, "Reduce flashes", |ui| {
            ui.checkbox(&mut settings.reduced_flashes, "")
                .on_hover_text("Muzzles and explosions do not light the board")
        });
        widgets::explained_row(
            ui,
            palette,
            ("Hit pause", "The picture stands still for a moment when a hit does damage."),
            |ui| ui.checkbox(&mut settings.hit_pause, ""),
        );
        widgets::form_row(ui, "Screen shake", |ui| {
            ui.checkbox(&mut settings.screen_shake, "").on_hover_text("Explosions shake the view a little")
        });
        widgets::form_row(ui, "Wounds on the ground", |ui| {
            ui.selectable_value(&mut settings.blood, true, "Blood");
            ui.selectable_value(&mut settings.blood, false, "Chalk");
        });
        ui.separator();
        widgets::section_heading(ui, palette, "Play");
        widgets::form_row(ui, "Animation speed", |ui| {
            for speed in AnimationSpeed::ALL.into_iter().rev() {
                ui.selectable_value(&mut settings.animation_speed, speed, speed.name());
            }
        });
        widgets::form_row(ui, "AI speed", |ui| {
            for pace in AiPace::ALL.into_iter().rev() {
                ui.selectable_value(&mut settings.ai_pace, pace, pace.name())
                    .on_hover_text("Pause after each AI order");
            }
        });
        widgets::explained_row(
            ui,
            palette,
            ("Lock view", "The view moves only by hand, and does not follow the action."),
            |ui| ui.checkbox(&mut settings.camera_lock, ""),
        );
        widgets::form_row(ui, "Edge scrolling", |ui| ui.checkbox(&mut settings.edge_scroll, ""));
        widgets::form_row(ui, "Confirm ending a turn with AP left", |ui| {
            ui.checkbox(&mut settings.confirm_end_phase, "")
        });
        widgets::form_row(ui, "End a turn automatically", |ui| {
            ui.checkbox(&mut settings.auto_end_phase, "")
                .on_hover_text("Once the unit can neither move nor act any more")
        });
        widgets::form_row(ui, "Confirm every move", |ui| {
            ui.checkbox(&mut settings.confirm_moves, "")
                .on_hover_text("A second click for each move; otherwise only for risky ones")
        });
        widgets::form_row(ui, "Detailed cards", |ui| ui.checkbox(&mut settings.whole_cards, ""));
        widgets::form_row(ui, "Explain turns", |ui| {
            let shown = ui.checkbox(&mut settings.turn_guides.are_shown, "");
            if shown.changed() {
                settings.turn_guides.known.clear();
            }
            shown.on_hover_text("Above the board, once in each rulebook")
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
        format!("{scale} %, {:.0} % fits here", 100.0 * window)
    } else {
        format!("{scale} %")
    };
    ui.label(text);
    if ui.button("\u{2212}").on_hover_text("Smaller").clicked() {
        *scale = scale.saturating_sub(SCALE_STEP).max(*UI_SCALE.start());
    }
}
