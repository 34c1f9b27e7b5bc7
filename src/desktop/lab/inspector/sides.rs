//! The sides of the scene: names, colours, adding and removing.

use bevy_egui::egui::{self, ComboBox, RichText, TextEdit, Ui};

use super::InspectorContext;
use crate::accessibility::Accessible;
use crate::theme::Palette;
use content::SkirmishSide;
use lab::sides::{self, COLOUR_NUMBERS, MAX_SIDES, MIN_SIDES};

/// Width of a colour field, in points.
const SWATCH: f32 = 84.0;
/// Maximum length of a name.
const MAX_NAME_LENGTH: usize = 60;

/// Returns a side's colour with the name of its ring.
fn colour_swatch(palette: &Palette, colour: u8) -> RichText {
    let ring = ["solid", "double", "dashed", "notched"].get(usize::from(colour)).copied().unwrap_or_default();
    RichText::new(ring).color(palette.side_colour(colour))
}

impl InspectorContext<'_> {
    /// Draws a line for each side.
    pub(super) fn show_sides(&mut self, ui: &mut Ui, refused: &mut Option<usize>) {
        let scene = self.lab.scene();
        let all = &scene.skirmish.sides;
        ui.horizontal(|ui| {
            ui.colored_label(self.palette.dim, format!("Sides ({MIN_SIDES} to {MAX_SIDES})"));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let add = ui.add_enabled(all.len() < MAX_SIDES, egui::Button::new("Add").small());
                if add.on_disabled_hover_text("All colours are in use.").clicked() {
                    self.intent = sides::add_side(scene);
                    self.done = true;
                }
            });
        });
        for (at, side) in all.iter().enumerate() {
            ui.horizontal(|ui| {
                self.show_side_colour(ui, at, side);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    self.show_remove_button(ui, at);
                    self.show_side_name(ui, at, side, refused);
                });
            });
            if *refused == Some(at) {
                ui.colored_label(self.palette.caution, "That name is already in use.");
            }
        }
    }

    fn show_side_colour(&mut self, ui: &mut Ui, at: usize, side: &SkirmishSide) {
        let mut colour = side.colour;
        ComboBox::from_id_salt(("colour of side", at))
            .width(SWATCH)
            .selected_text(colour_swatch(self.palette, colour))
            .show_ui(ui, |ui| {
                for one in COLOUR_NUMBERS {
                    ui.selectable_value(&mut colour, one, colour_swatch(self.palette, one))
                        .named(&format!("Colour {}", one + 1));
                }
            })
            .response
            .named(&format!("Colour of {}", side.name));
        if colour != side.colour {
            self.intent = sides::recolour_side(self.lab.scene(), at, colour);
            self.done = true;
        }
    }

    fn show_remove_button(&mut self, ui: &mut Ui, at: usize) {
        let scene = self.lab.scene();
        let count = sides::unit_count(scene, at);
        let hint = match count {
            0 => format!("A scene needs at least {MIN_SIDES} sides."),
            1 => "Move its unit to another side first.".to_owned(),
            _ => format!("Move its {count} units to another side first."),
        };
        let edit = sides::remove_side(scene, at);
        let remove = ui.add_enabled(edit.is_some(), egui::Button::new("Remove").small());
        if remove.on_disabled_hover_text(hint).clicked() {
            self.intent = edit;
            self.done = true;
        }
    }

    /// Draws the field for the name; `refused` is the side whose new name is already in use.
    fn show_side_name(&mut self, ui: &mut Ui, at: usize, side: &SkirmishSide, refused: &mut Option<usize>) {
        let mut name = side.name.clone();
        let edit = TextEdit::singleline(&mut name).char_limit(MAX_NAME_LENGTH);
        let response = ui.add(edit.desired_width(ui.available_width())).named("Name of the side");
        if response.changed() {
            self.intent = sides::rename_side(self.lab.scene(), at, &name);
            *refused = self.intent.is_none().then_some(at);
        }
        self.done |= response.lost_focus();
        if response.lost_focus() && *refused == Some(at) {
            *refused = None;
        }
    }
}
