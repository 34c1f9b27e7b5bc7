//! Key bindings table: search, rebind, conflict warnings, reset.

use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::prelude::{Res, ResMut};
use bevy_egui::egui::{Align, Button, Layout, RichText, Ui, vec2};

use super::{MenuState, widgets};
use crate::accessibility::Accessible;
use crate::input::{InputAction, KeyboardCaptured, chord_of};
use crate::key_chord::{KeyChord, key_label};
use crate::settings::Settings;
use crate::theme::Palette;

/// What the keys of special actions do.
const SPECIAL_ACTIONS: &str = "Special actions are those of one rulebook, such as Charge or First aid: the first, the \
                               second and so on under More \u{203A} Special actions.";

/// Captures the next key press for the command being rebound. Esc cancels, except when `Back` itself is rebound.
pub(super) fn listen_for_key(
    mut state: ResMut<MenuState>,
    mut settings: ResMut<Settings>,
    mut taken: ResMut<KeyboardCaptured>,
    keyboard: Res<ButtonInput<KeyCode>>,
) {
    let waiting = state.rebinding.is_some();
    if taken.0 != waiting && (waiting || keyboard.get_pressed().next().is_none()) {
        taken.0 = waiting;
    }
    let Some(command) = state.rebinding else { return };
    for key in keyboard.get_just_pressed() {
        let Some(chord) = chord_of(*key, &keyboard) else { continue };
        if *key != KeyCode::Escape || command == InputAction::Back {
            match state.replaced {
                Some(old) => settings.keys.replace_key(command, old, chord),
                None => settings.keys.add_key(command, chord),
            }
        }
        state.rebinding = None;
        state.replaced = None;
        return;
    }
}

pub(super) fn show_key_table(ui: &mut Ui, palette: &Palette, settings: &mut Settings, state: &mut MenuState) {
    widgets::section_heading(ui, palette, "Keys");
    ui.horizontal(|ui| {
        ui.add(widgets::text_field(&mut state.search, "search action or key", 220.0))
            .named("Search action or key");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let changed = InputAction::ALL.iter().any(|command| !settings.keys.is_default(*command));
            if ui
                .add_enabled(changed, Button::new("Default keys"))
                .on_hover_text("Reset all keys to their defaults")
                .clicked()
            {
                settings.keys = Default::default();
            }
        });
    });
    let mut group = "";
    let mut any = false;
    for command in InputAction::ALL {
        if !matches_search(settings, *command, &state.search) {
            continue;
        }
        any = true;
        if group != command.group() {
            group = command.group();
            widgets::section_heading(ui, palette, group);
        }
        if *command == InputAction::SpecialAction1 {
            ui.label(RichText::new(SPECIAL_ACTIONS).color(palette.dim).small());
        }
        show_binding_row(ui, palette, settings, state, *command);
    }
    if !any {
        ui.label(RichText::new("No matching action.").color(palette.dim));
    }
}

/// Whether the search text is part of a command's name or equals one of its keys.
fn matches_search(settings: &Settings, command: InputAction, search: &str) -> bool {
    let search = search.trim().to_lowercase();
    let mut keys = settings.keys.keys_for(command).iter();
    command.title().to_lowercase().contains(&search)
        || keys.any(|key| key_label(key).to_lowercase() == search)
}

fn show_binding_row(
    ui: &mut Ui,
    palette: &Palette,
    settings: &mut Settings,
    state: &mut MenuState,
    command: InputAction,
) {
    widgets::form_row(ui, command.title(), |ui| {
        if !settings.keys.is_default(command)
            && ui
                .button("\u{21BA}")
                .named(&format!("Reset the keys of {}", command.title()))
                .on_hover_text("Reset to the default keys")
                .clicked()
        {
            settings.keys.reset_keys(command);
        }
        if state.rebinding == Some(command) {
            let waits = ui.button(RichText::new("press a key\u{2026}").color(palette.caution));
            if waits.on_hover_text("Click to keep the keys as they are").clicked() {
                state.rebinding = None;
            }
        } else if ui
            .button("+")
            .named(&format!("Add a key for {}", command.title()))
            .on_hover_text("Add a key")
            .clicked()
        {
            state.rebinding = Some(command);
            state.replaced = None;
        }
        for chord in settings.keys.keys_for(command).to_vec().into_iter().rev() {
            show_key_chip(ui, palette, settings, state, command, chord);
        }
        if settings.keys.keys_for(command).is_empty() {
            ui.label(RichText::new("no key").color(palette.faint));
        }
    });
    for (chord, other) in settings.keys.conflicts(command) {
        let text = format!("{} is also bound to \u{201c}{}\u{201d}.", key_label(&chord), other.title());
        widgets::show_warning(ui, palette, &text);
    }
}

/// Draws one key of a command: a click rebinds it, the cross removes it.
fn show_key_chip(
    ui: &mut Ui,
    palette: &Palette,
    settings: &mut Settings,
    state: &mut MenuState,
    command: InputAction,
    chord: KeyChord,
) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = 1.0;
        let cross =
            Button::new(RichText::new("\u{00D7}").color(palette.dim)).frame(false).min_size(vec2(16.0, 24.0));
        let removed = format!("Remove {}", key_label(&chord));
        if ui
            .add(cross)
            .named(&format!("{removed} from {}", command.title()))
            .on_hover_text(removed)
            .clicked()
        {
            settings.keys.remove_key(command, chord);
        }
        let waiting = state.rebinding == Some(command) && state.replaced == Some(chord);
        let key = ui.add(Button::new(key_label(&chord)).selected(waiting));
        let key = key.named(&format!("{}: {}", command.title(), key_label(&chord)));
        if key.on_hover_text("Click, then press the new key").clicked() {
            state.rebinding = Some(command);
            state.replaced = Some(chord);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_by_name_and_by_key() {
        let settings = Settings::default();
        assert!(matches_search(&settings, InputAction::Reload, "reLO"));
        assert!(matches_search(&settings, InputAction::Undo, "ctrl+z"));
        assert!(!matches_search(&settings, InputAction::Undo, "ctrl"));
        assert!(matches_search(&settings, InputAction::Undo, " "));
    }
}
