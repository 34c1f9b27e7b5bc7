//! Settings page of the main menu and the pause menu.

use std::ops::RangeInclusive;

use bevy_egui::egui::{Align, Button, Layout, RichText, ScrollArea, Ui};

use super::{MenuContext, MenuPage, MenuState, key_bindings, sound_card, widgets};
use crate::accessibility::Accessible;
use crate::ai_players::AiPace;
use crate::settings::{AnimationSpeed, HeldKeys, Settings, UI_SCALE};
use crate::sound::Sounds;
use crate::theme::{Palette, PaletteName, TEXT_SIZE, scaled};

/// Step of the UI scale, in percent.
const SCALE_STEP: u16 = 25;
/// Step of the text size, in percent.
const TEXT_STEP: u16 = 10;
/// What the choice of the speed of the AI does.
const AI_SPEED_HINT: &str = "Pause after each AI order that concerns your units. What concerns none of them takes a few seconds \
                             in all; with Slow, each order is shown at its usual speed";
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
    if ui.available_width() >= 2.0 * scaled(ui, NARROWEST) {
        ui.columns_const(|[left, right]| {
            scroll_area("choices").show(left, |ui| {
                show_display_settings(ui, palette, settings);
            });
            scroll_area("keys").show(right, |ui| {
                sound_card::show(ui, palette, &mut settings.sound, sounds);
                ui.add_space(8.0);
                show_key_settings(ui, palette, settings, state);
            });
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
        show_display_heading(ui, palette, settings);
        widgets::section_heading(ui, palette, "Sizes and colours");
        show_sizes_and_colours(ui, palette, settings);
        ui.separator();
        widgets::section_heading(ui, palette, "Effects");
        show_effect_choices(ui, palette, settings);
        ui.separator();
        widgets::section_heading(ui, palette, "Speed and held keys");
        show_speed_choices(ui, palette, settings);
        ui.separator();
        show_view_switches(ui, palette, settings);
        ui.separator();
        show_turn_switches(ui, palette, settings);
    });
}

/// Draws the heading of the card with the button that resets it.
fn show_display_heading(ui: &mut Ui, palette: &Palette, settings: &mut Settings) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Display and play").color(palette.dim).strong());
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
}

/// Draws the sizes of the interface and of its texts, and the choice of colours.
fn show_sizes_and_colours(ui: &mut Ui, palette: &Palette, settings: &mut Settings) {
    widgets::form_row(ui, "UI scale", |ui| {
        let window = ui.ctx().zoom_factor();
        let fits = f32::from(settings.ui_scale) <= 100.0 * window + 0.5 || settings.ui_scale <= 100;
        let more = if fits { String::new() } else { format!(", {:.0} % fits here", 100.0 * window) };
        show_percent_buttons(ui, ("UI", &more), &mut settings.ui_scale, (UI_SCALE, SCALE_STEP));
    });
    widgets::form_row(ui, "Text size", |ui| {
        let range = (TEXT_SIZE, TEXT_STEP);
        show_percent_buttons(ui, ("Text", ""), &mut settings.text_size, range);
    });
    show_explanation(ui, palette, "Texts alone; the UI scale comes on top.");
    widgets::form_row(ui, "Colours", |ui| {
        for palette in PaletteName::ALL.into_iter().rev() {
            ui.selectable_value(&mut settings.palette, palette, palette.name());
        }
    });
    let text = "Colour-blind safe: sides and warnings differ in brightness as well as in hue.";
    show_explanation(ui, palette, text);
}

/// Draws what the board shows beside the battle itself: light, motion, flashes, shaking and wounds.
fn show_effect_choices(ui: &mut Ui, palette: &Palette, settings: &mut Settings) {
    for (name, explanation, on) in [
        (
            "Flat light",
            "Shows the board in its own colours: no lamps and no shadows.",
            &mut settings.flat_light,
        ),
        (
            "Reduce motion",
            "No animated smoke, fire or water; nothing slides, fades or shakes.",
            &mut settings.reduced_motion,
        ),
        ("Reduce flashes", "Muzzles and explosions do not light the board.", &mut settings.reduced_flashes),
        (
            "Hit pause",
            "The picture stands still for a moment when a hit does damage.",
            &mut settings.hit_pause,
        ),
        ("Screen shake", "Explosions shake the view a little.", &mut settings.screen_shake),
    ] {
        widgets::explained_switch(ui, palette, (name, explanation), on);
    }
    widgets::form_row(ui, "Wounds on the ground", |ui| {
        ui.selectable_value(&mut settings.blood, true, "Blood");
        ui.selectable_value(&mut settings.blood, false, "Chalk");
    });
}

/// Draws how fast animations and AI players are, and how keys are held.
fn show_speed_choices(ui: &mut Ui, palette: &Palette, settings: &mut Settings) {
    widgets::form_row(ui, "Animation speed", |ui| {
        for speed in AnimationSpeed::ALL.into_iter().rev() {
            ui.selectable_value(&mut settings.animation_speed, speed, speed.name());
        }
    });
    widgets::form_row(ui, "AI speed", |ui| {
        for pace in AiPace::ALL.into_iter().rev() {
            ui.selectable_value(&mut settings.ai_pace, pace, pace.name()).on_hover_text(AI_SPEED_HINT);
        }
    });
    let explanation = "Shows what the AI does at once, until you have to decide or act. The recap then says what happened. A \
                       key and a button on the board switch this in battles.";
    widgets::explained_switch(ui, palette, ("Skip all AI turns", explanation), &mut settings.skip_ai_turns);
    widgets::form_row(ui, "Held keys", |ui| {
        for held in HeldKeys::ALL.into_iter().rev() {
            ui.selectable_value(&mut settings.held_keys, held, held.name());
        }
    });
    let text = "Keys that act while they are held, such as view and fast forward. Toggle: they act from one press \
                to the next.";
    show_explanation(ui, palette, text);
}

/// Draws the switches of how the view moves and what cards show.
fn show_view_switches(ui: &mut Ui, palette: &Palette, settings: &mut Settings) {
    widgets::section_heading(ui, palette, "View");
    for (name, explanation, on) in [
        (
            "Lock view",
            "The view moves only by hand, and does not follow the action.",
            &mut settings.camera_lock,
        ),
        (
            "Edge scrolling",
            "The view moves when the pointer is at the edge of the window.",
            &mut settings.edge_scroll,
        ),
        ("Detailed cards", "Cards show every modifier with its clause.", &mut settings.whole_cards),
        ("Hide side panels", "The board has their room; tabs open them.", &mut settings.hidden_panels),
    ] {
        widgets::explained_switch(ui, palette, (name, explanation), on);
    }
}

/// Draws the switches that change what the program asks and shows in turns.
fn show_turn_switches(ui: &mut Ui, palette: &Palette, settings: &mut Settings) {
    widgets::section_heading(ui, palette, "Turns and questions");
    for (name, explanation, on) in [
        (
            "Confirm ending a turn with actions left",
            "Asks before action points, an action or a manoeuvre are lost.",
            &mut settings.confirm_end_phase,
        ),
        (
            "End a turn automatically",
            "Once the unit can neither move nor act any more.",
            &mut settings.auto_end_phase,
        ),
        (
            "Confirm every move",
            "A second click for each move; otherwise only for risky ones.",
            &mut settings.confirm_moves,
        ),
        (
            "Handover screen between players",
            "With fog of war, at one computer: hides the battle until the next player is there. Without it the view \
             changes at once.",
            &mut settings.handover_screen,
        ),
    ] {
        widgets::explained_switch(ui, palette, (name, explanation), on);
    }
    let explanation = "Above the board, once in each rulebook.";
    let were_shown = settings.turn_guides.are_shown;
    widgets::explained_switch(
        ui,
        palette,
        ("Explain turns", explanation),
        &mut settings.turn_guides.are_shown,
    );
    if settings.turn_guides.are_shown != were_shown {
        settings.turn_guides.known.clear();
    }
}

fn show_explanation(ui: &mut Ui, palette: &Palette, text: &str) {
    ui.label(RichText::new(text).color(palette.dim).small());
}

fn show_key_settings(ui: &mut Ui, palette: &Palette, settings: &mut Settings, state: &mut MenuState) {
    widgets::framed_card(ui, palette, |ui| key_bindings::show_key_table(ui, palette, settings, state));
}

/// Draws a percentage between the buttons that change it; `what` is named by them, `more` stands behind the number.
fn show_percent_buttons(
    ui: &mut Ui,
    (what, more): (&str, &str),
    percent: &mut u16,
    (range, step): (RangeInclusive<u16>, u16),
) {
    if ui.button("+").named(&format!("{what} larger")).on_hover_text("Larger").clicked() {
        *percent = (*percent + step).min(*range.end());
    }
    ui.label(format!("{percent} %{more}"));
    if ui.button("\u{2212}").named(&format!("{what} smaller")).on_hover_text("Smaller").clicked() {
        *percent = percent.saturating_sub(step).max(*range.start());
    }
}
