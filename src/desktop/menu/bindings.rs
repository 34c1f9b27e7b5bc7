//! The table of keys: search, change, warn, reset.

use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::prelude::{Res, ResMut};
use bevy_egui::egui::{Align, Button, Layout, RichText, Ui, vec2};

use super::{MenuState, widgets};
use crate::input::{Command, KeysTaken, chord_of};
use crate::keys::{Chord, shown};
use crate::settings::Settings;
use crate::theme::Palette;

/// Waits for the key that was asked for. Esc gives up, unless it is for the command it usually has.
pub(super) fn listen(
    mut state: ResMut<MenuState>,
    mut settings: ResMut<Settings>,
    mut taken: ResMut<KeysTaken>,
    keyboard: Res<ButtonInput<KeyCode>>,
) {
    let waiting = state.binding.is_some();
    if taken.0 != waiting && (waiting || keyboard.get_pressed().next().is_none()) {
        taken.0 = waiting;
    }
    let Some(command) = state.binding else { return };
    for key in keyboard.get_just_pressed() {
        let Some(chord) = chord_of(*key, &keyboard) else { continue };
        if *key != KeyCode::Escape || command == Command::Back {
            match state.replaced {
                Some(old) => settings.keys.replace(command, old, chord),
                None => settings.keys.add(command, chord),
            }
        }
        state.binding = None;
        state.replaced = None;
        return;
    }
}

pub(super) fn table(ui: &mut Ui, palette: &Palette, settings: &mut Settings, state: &mut MenuState) {
    widgets::section(ui, palette, "Keys");
    ui.horizontal(|ui| {
        ui.add(widgets::edit(&mut state.search, "search command or key", 220.0));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let changed = Command::ALL.iter().any(|command| !settings.keys.is_usual(*command));
            if ui
                .add_enabled(changed, Button::new("Default keys"))
                .on_hover_text("All keys as they are at first")
                .clicked()
            {
                settings.keys = Default::default();
            }
        });
    });
    let mut group = "";
    let mut any = false;
    for command in Command::ALL {
        if !matches(settings, *command, &state.search) {
            continue;
        }
        any = true;
        if group != command.group() {
            group = command.group();
            widgets::section(ui, palette, group);
        }
        row(ui, palette, settings, state, *command);
    }
    if !any {
        ui.label(RichText::new("Nothing by that name.").color(palette.dim));
    }
}

/// Whether a command is what is searched for, by its name or one of its keys.
fn matches(settings: &Settings, command: Command, search: &str) -> bool {
    let search = search.trim().to_lowercase();
    let mut keys = settings.keys.of(command).iter();
    command.title().to_lowercase().contains(&search) || keys.any(|key| shown(key).to_lowercase() == search)
}

fn row(ui: &mut Ui, palette: &Palette, settings: &mut Settings, state: &mut MenuState, command: Command) {
    widgets::field(ui, command.title(), |ui| {
        if !settings.keys.is_usual(command)
            && ui.button("\u{21BA}").on_hover_text("The usual keys of this command").clicked()
        {
            settings.keys.reset(command);
        }
        if state.binding == Some(command) {
            if ui.button(RichText::new("press a key\u{2026}").color(palette.caution)).clicked() {
                state.binding = None;
            }
        } else if ui.button("+").on_hover_text("Add a key").clicked() {
            state.binding = Some(command);
            state.replaced = None;
        }
        for chord in settings.keys.of(command).to_vec().into_iter().rev() {
            chip(ui, palette, settings, state, command, chord);
        }
        if settings.keys.of(command).is_empty() {
            ui.label(RichText::new("no key").color(palette.faint));
        }
    });
    for (chord, other) in settings.keys.conflicts(command) {
        let text = format!("{} is also \u{201c}{}\u{201d}: both happen.", shown(&chord), other.title());
        widgets::warning(ui, palette, &text);
    }
}

/// A key of a command: a click waits for another one in its place, the cross takes it away.
fn chip(
    ui: &mut Ui,
    palette: &Palette,
    settings: &mut Settings,
    state: &mut MenuState,
    command: Command,
    chord: Chord,
) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = 1.0;
        let cross =
            Button::new(RichText::new("\u{00D7}").color(palette.dim)).frame(false).min_size(vec2(16.0, 24.0));
        if ui.add(cross).on_hover_text(format!("Take {} away", shown(&chord))).clicked() {
            settings.keys.remove(command, chord);
        }
        let waiting = state.binding == Some(command) && state.replaced == Some(chord);
        let key = ui.add(Button::new(shown(&chord)).selected(waiting));
        if key.on_hover_text("Click, then press the key to use instead").clicked() {
            state.binding = Some(command);
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
        assert!(matches(&settings, Command::Reload, "reLO"));
        assert!(matches(&settings, Command::Undo, "ctrl+z"));
        assert!(!matches(&settings, Command::Undo, "ctrl"));
        assert!(matches(&settings, Command::Undo, " "));
    }
}
