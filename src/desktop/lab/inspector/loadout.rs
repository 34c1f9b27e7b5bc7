//! What a unit carries: rounds, hands, more and fewer weapons.

use bevy_egui::egui::{self, ComboBox, DragValue, Ui};

use super::InspectorContext;
use content::UsedWeapon;
use lab::{carried_items, items_after_equipping, set_loadout};

/// Most weapons of one unit.
const MAX_WEAPONS: usize = 12;

impl InspectorContext<'_> {
    /// A line for each weapon that is carried, one to give another, and one to go back to the usual.
    pub(super) fn show_loadout(&mut self, ui: &mut Ui, at: usize) {
        let (scene, content, book) = (self.lab.scene(), &self.lab.content, self.lab.book);
        let pieces = carried_items(scene, content, book, at);
        let veteran = scene.skirmish.units[at].campaign_unit.as_ref();
        let own = veteran.is_some_and(|one| one.condition.book() == book && one.loadout.is_some());
        let title = if own { "Carries (changed)" } else { "Carries" };
        egui::CollapsingHeader::new(title).id_salt(("carries", at)).show(ui, |ui| {
            let mut next: Option<Vec<UsedWeapon>> = None;
            let mut gone = None;
            let all = || pieces.iter().map(|piece| piece.used.clone()).collect::<Vec<_>>();
            for (number, piece) in pieces.iter().enumerate() {
                ui.horizontal(|ui| {
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        // What is part of the body stays.
                        let take = ui.add_enabled(piece.hands > 0, egui::Button::new("Take away").small());
                        if take.clicked() {
                            let mut kit = all();
                            kit.remove(number);
                            (next, gone) = (Some(kit), Some(number));
                            self.done = true;
                        }
                        if piece.magazine > 0 {
                            let mut loaded = piece.used.loaded.unwrap_or(piece.magazine);
                            let drag = DragValue::new(&mut loaded).range(0..=piece.magazine).speed(0.1);
                            let drag = ui.add(drag).on_hover_text(format!("Rounds of {}", piece.magazine));
                            self.done |= drag.drag_stopped() || drag.lost_focus();
                            if drag.changed() {
                                let mut kit = all();
                                kit[number].loaded = (loaded != piece.magazine).then_some(loaded);
                                next = Some(kit);
                            }
                        }
                        let mut held = piece.used.in_hand;
                        let hand = ui.add_enabled(piece.hands > 0, egui::Checkbox::without_text(&mut held));
                        if hand.on_hover_text("In hand").changed() {
                            let mut kit = if held { items_after_equipping(&pieces, number) } else { all() };
                            kit[number].in_hand = held;
                            next = Some(kit);
                            self.done = true;
                        }
                        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                            ui.add(egui::Label::new(&piece.name).truncate());
                        });
                    });
                });
            }
            let width = ui.available_width();
            let mut given: Option<&str> = None;
            let name = |id: &str| {
                content.weapon(book, id).map_or_else(|| id.to_owned(), |weapon| weapon.name().to_owned())
            };
            if pieces.len() < MAX_WEAPONS {
                ComboBox::from_id_salt("give").width(width).selected_text("Give a weapon").show_ui(
                    ui,
                    |ui| {
                        for id in content.weapon_ids(book) {
                            ui.selectable_value(&mut given, Some(id), name(id));
                        }
                    },
                );
            }
            if let Some(id) = given {
                next = Some(all().into_iter().chain([UsedWeapon::new(id)]).collect());
                self.done = true;
            }
            if let Some(kit) = next {
                self.intent = set_loadout(scene, content, (book, at), Some(kit), gone);
            }
            if own && ui.button("The usual").on_hover_text("What its sort brings, whole and full").clicked() {
                self.intent = set_loadout(scene, content, (book, at), None, None);
                self.done = true;
            }
        });
    }
}
