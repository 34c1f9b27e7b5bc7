//! The sides of the scene: names, colours, more and fewer of them.

use bevy_egui::egui::{self, Color32, ComboBox, RichText, TextEdit, Ui};

use super::Desk;
use crate::lab::sides::{self, COLOURS, FEWEST, MOST};

/// Width of the field of a colour, in points.
const SWATCH: f32 = 52.0;
/// Longest name.
const LETTERS: usize = 60;

/// The sign of a side's colour.
fn swatch(colour: Color32) -> RichText {
    RichText::new("\u{25CF}").color(colour)
}

impl Desk<'_> {
    /// A line for each side.
    pub(super) fn sides(&mut self, ui: &mut Ui) {
        let scene = self.lab.scene();
        let all = &scene.skirmish.sides;
        ui.horizontal(|ui| {
            ui.colored_label(self.look.dim, format!("Sides ({FEWEST} to {MOST})"));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let add = ui.add_enabled(all.len() < MOST, egui::Button::new("Add").small());
                if add.on_disabled_hover_text("There are no more colours.").clicked() {
                    self.wish = sides::added(scene);
                    self.done = true;
                }
            });
        });
        for (at, side) in all.iter().enumerate() {
            ui.horizontal(|ui| {
                let mut colour = side.colour;
                ComboBox::from_id_salt(("colour of side", at))
                    .width(SWATCH)
                    .selected_text(swatch(self.look.side(colour)))
                    .show_ui(ui, |ui| {
                        for one in COLOURS {
                            ui.selectable_value(&mut colour, one, swatch(self.look.side(one)));
                        }
                    });
                if colour != side.colour {
                    self.wish = sides::coloured(scene, at, colour);
                    self.done = true;
                }
                let mut name = side.name.clone();
                let room = (ui.available_width() - 64.0).max(60.0);
                let edit = TextEdit::singleline(&mut name).char_limit(LETTERS).desired_width(room);
                let response = ui.add(edit);
                if response.changed() {
                    self.wish = sides::renamed(scene, at, &name);
                    if self.wish.is_none() {
                        response.clone().on_hover_text("A name of its own, please.");
                    }
                }
                self.done |= response.lost_focus();
                let count = sides::units_of(scene, at);
                let why = match count {
                    0 => format!("A scene has {FEWEST} sides at least."),
                    1 => "Its unit has to go to another side first.".to_owned(),
                    _ => format!("Its {count} units have to go to another side first."),
                };
                let gone = sides::removed(scene, at);
                let remove = ui.add_enabled(gone.is_some(), egui::Button::new("Remove").small());
                if remove.on_disabled_hover_text(why).clicked() {
                    self.wish = gone;
                    self.done = true;
                }
            });
        }
    }
}
