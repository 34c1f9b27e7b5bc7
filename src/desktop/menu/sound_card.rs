//! Volumes in the settings, and why nothing can be heard.

use ::sound::SoundEffect;
use bevy_egui::egui::{DragValue, RichText, Slider, Ui};

use super::widgets;
use crate::accessibility::Accessible;
use crate::sound::{SoundSettings, Sounds};
use crate::theme::Palette;

/// Volumes are set in steps of so many percent.
const STEP: f64 = 5.0;

/// Draws the volumes; the caller stores the changes.
pub(super) fn show(ui: &mut Ui, palette: &Palette, settings: &mut SoundSettings, sounds: &mut Sounds) {
    sounds.try_again_when_due();
    widgets::framed_card(ui, palette, |ui| {
        ui.label(RichText::new("Sound").color(palette.dim).strong());
        if let Some(problem) = sounds.problem() {
            ui.horizontal_wrapped(|ui| {
                ui.colored_label(palette.caution, problem);
                if ui.button("Try again").clicked() {
                    sounds.try_again();
                }
            });
        }
        widgets::switch_row(ui, "Mute", &mut settings.muted);
        let SoundSettings { muted, master, effects, ambience, interface } = settings;
        ui.add_enabled_ui(!*muted, |ui| {
            for (label, volume, sample) in [
                ("Everything", master, SoundEffect::ShotRifle),
                ("Shots and hits", effects, SoundEffect::ShotPistol),
                ("Steps, doors, surroundings", ambience, SoundEffect::StepWood),
                ("Buttons and signals", interface, SoundEffect::TurnBegins),
            ] {
                widgets::form_row(ui, label, |ui| {
                    let number = DragValue::new(volume).range(0..=100).suffix(" %");
                    let number = ui.add(number).named(label);
                    let slider = Slider::new(volume, 0..=100).step_by(STEP).show_value(false);
                    let slider = ui.add(slider).named(label) | number;
                    if slider.drag_stopped() || slider.changed() && !slider.dragged() {
                        sounds.play_sample(sample);
                    }
                });
            }
        });
    });
}
