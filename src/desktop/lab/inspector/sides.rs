//! The sides of the scene: names, colours, more and fewer of them.

use bevy_egui::egui::{self, ComboBox, RichText, TextEdit, Ui};

use super::Desk;
use crate::theme::Palette;
use lab::sides::{self, COLOURS, FEWEST, MOST};

/// Width of the field of a colour, in points.
const SWATCH: f32 = 84.0;
/// Longest name.
const LETTERS: usize = 60;

/// A side's colour, with the name of the ring that goes with it.
fn swatch(look: &Palette, colour: u8) -> RichText {
    let ring = ["solid", "double", "dashed", "notched"].get(usize::from(colour)).copied().unwrap_or_default();
    RichText::new(ring).color(look.side(colour))
}

impl Desk<'_> {
    /// A line for each side.
    pub(super) fn sides(&mut self, ui: &mut Ui, refused: &mut Option<usize>) {
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
                    .selected_text(swatch(self.look, colour))
                    .show_ui(ui, |ui| {
                        for one in COLOURS {
                            ui.selectable_value(&mut colour, one, swatch(self.look, one));
                        }
                    });
                if colour != side.colour {
                    self.wish = sides::coloured(scene, at, colour);
                    self.done = true;
                }
                let count = sides::units_of(scene, at);
                let why = match count {
                    0 => format!("A scene has {FEWEST} sides at least."),
                    1 => "Its unit has to go to another side first.".to_owned(),
                    _ => format!("Its {count} units have to go to another side first."),
                };
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let gone = sides::removed(scene, at);
                    let remove = ui.add_enabled(gone.is_some(), egui::Button::new("Remove").small());
                    if remove.on_disabled_hover_text(why).clicked() {
                        self.wish = gone;
                        self.done = true;
                    }
                    let mut name = side.name.clone();
                    let edit = TextEdit::singleline(&mut name).char_limit(LETTERS);
                    let response = ui.add(edit.desired_width(ui.available_width()));
                    if response.changed() {
                        self.wish = sides::renamed(scene, at, &name);
                        *refused = self.wish.is_none().then_some(at);
                    }
                    self.done |= response.lost_focus();
                    if response.lost_focus() && *refused == Some(at) {
                        *refused = None;
                    }
                });
            });
            if *refused == Some(at) {
                ui.colored_label(self.look.caution, "A name of its own, please.");
            }
        }
    }
}
