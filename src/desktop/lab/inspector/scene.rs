//! The scene page: name, map, sides, weather, house rules.

use crate::accessibility::Accessible;
use bevy_egui::egui::{self, ComboBox, DragValue, RichText, TextEdit, Ui};

use super::InspectorContext;
use content::MAX_MAP_SIDE;
use lab::{SceneEdit, resize_map};
use rules::{RuleSet, Weather, rule_option_names};

impl InspectorContext<'_> {
    /// Draws name, weather and house rules of the scene.
    pub(super) fn show_scene_page(&mut self, ui: &mut Ui, refused: &mut Option<usize>) {
        let skirmish = &self.lab.scene().skirmish;
        let (mut name, mut description) = (skirmish.name.clone(), skirmish.description.clone());
        ui.colored_label(self.palette.dim, "Name of the scene");
        let one = ui.add(TextEdit::singleline(&mut name).char_limit(60).desired_width(f32::INFINITY));
        let one = one.named("Name of the scene");
        ui.colored_label(self.palette.dim, "Description");
        let other = ui.add(
            TextEdit::multiline(&mut description)
                .char_limit(600)
                .desired_rows(3)
                .desired_width(f32::INFINITY),
        );
        let other = other.named("Description");
        let description = description.replace('\n', " ");
        if !name.trim().is_empty() && !description.trim().is_empty() {
            let title = || SceneEdit::SetTitle { name: name.clone(), description: description.clone() };
            self.record_edit(&one, title);
            self.record_edit(&other, title);
        }
        let map = &skirmish.map;
        let (mut width, mut height) = (map.width, map.height);
        ui.horizontal(|ui| {
            ui.colored_label(self.palette.dim, "Map");
            for (name, side) in [("Columns", &mut width), ("Rows", &mut height)] {
                let drag = ui.add(DragValue::new(side).range(4..=MAX_MAP_SIDE as u16).speed(0.1)).named(name);
                self.done |= drag.drag_stopped() || drag.lost_focus();
            }
            ui.colored_label(self.palette.dim, "squares");
        });
        if (width, height) != (map.width, map.height) {
            self.intent = Some(resize_map(self.lab.scene(), width, height));
        }
        self.show_sides(ui, refused);
        self.show_fact(ui, "Units", &skirmish.units.len().to_string());
        self.show_fact(ui, "Barriers", &map.barriers.len().to_string());
        let mut weather = skirmish.weather;
        let called = |weather: Weather| format!("{weather:?}").to_lowercase();
        ui.horizontal(|ui| {
            ui.colored_label(self.palette.dim, "Weather");
            ComboBox::from_id_salt("weather")
                .selected_text(called(weather))
                .show_ui(ui, |ui| {
                    for one in [Weather::Calm, Weather::Light, Weather::Heavy, Weather::Extreme] {
                        ui.selectable_value(&mut weather, one, called(one));
                    }
                })
                .response
                .named("Weather");
        });
        if weather != skirmish.weather {
            self.intent = Some(SceneEdit::SetWeather(weather));
            self.done = true;
        }
        self.show_rule_options(ui, &skirmish.rules);
    }

    fn show_rule_options(&mut self, ui: &mut Ui, rules: &RuleSet) {
        let shown = rules.with_book(self.lab.book);
        let changed = shown.changed();
        let title = format!("House rules of {} ({} changed)", shown.book().name(), changed.len());
        egui::CollapsingHeader::new(title).id_salt("lab switches").show(ui, |ui| {
            if shown.book() != rules.book() {
                ui.add(
                    egui::Label::new(format!(
                        "House rules of a rulebook are saved only for the scene's own, {}; engine rules apply to all.",
                        rules.book().name()
                    ))
                    .wrap(),
                );
            }
            for info in shown.list() {
                let mut value = shown.get(info.name).unwrap_or_default();
                let before = value.clone();
                let names = rule_option_names::switch_label(&info);
                let colour = if value == info.default { self.palette.dim } else { self.palette.caution };
                ui.horizontal(|ui| {
                    let edit = TextEdit::singleline(&mut value).desired_width(84.0);
                    let edit = ui.add(edit).named(&names.title).on_hover_text(info.expected);
                    self.done |= edit.lost_focus();
                    let label = egui::Label::new(RichText::new(&names.title).color(colour)).truncate();
                    ui.add(label).on_hover_text(format!("{}: {} {}", info.name, names.about, info.clause));
                });
                if value != before {
                    let mut next = rules.clone();
                    if next.set(info.name, &value).is_ok() {
                        self.intent = Some(SceneEdit::SetRules(Box::new(next)));
                    }
                }
            }
        });
    }
}
