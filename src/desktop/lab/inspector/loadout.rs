//! Loadout of a unit: ammunition, hands, weapons.

use crate::accessibility::Accessible;
use bevy_egui::egui::{self, ComboBox, DragValue, Ui};

use super::InspectorContext;
use content::{Content, UsedWeapon};
use lab::{LoadoutItem, carried_items, items_after_equipping, set_loadout};
use rules::Book;

/// Maximum number of weapons of a unit.
const MAX_WEAPONS: usize = 12;

impl InspectorContext<'_> {
    /// Draws a line for each weapon, one to add a weapon, and one to restore the default.
    pub(super) fn show_loadout(&mut self, ui: &mut Ui, at: usize) {
        let (scene, content, book) = (self.lab.scene(), &self.lab.content, self.lab.book);
        let pieces = carried_items(scene, content, book, at);
        let veteran = scene.skirmish.units[at].campaign_unit.as_ref();
        let changed = veteran.is_some_and(|one| one.condition.book() == book && one.loadout.is_some());
        let title = if changed { "Loadout (changed)" } else { "Loadout" };
        egui::CollapsingHeader::new(title).id_salt(("carries", at)).show(ui, |ui| {
            let mut next: Option<Vec<UsedWeapon>> = None;
            let mut removed = None;
            let all = || pieces.iter().map(|piece| piece.used.clone()).collect::<Vec<_>>();
            for number in 0..pieces.len() {
                if let Some(items) = self.show_weapon_line(ui, &pieces, number) {
                    removed = (items.len() < pieces.len()).then_some(number);
                    next = Some(items);
                }
            }
            let added = (pieces.len() < MAX_WEAPONS).then(|| weapon_choice(ui, content, book)).flatten();
            if let Some(id) = added {
                next = Some(all().into_iter().chain([UsedWeapon::new(id)]).collect());
                self.done = true;
            }
            if let Some(items) = next {
                self.intent = set_loadout(scene, content, (book, at), Some(items), removed);
            }
            if changed
                && ui.button("Reset").on_hover_text("Restores the default loadout, fully loaded").clicked()
            {
                self.intent = set_loadout(scene, content, (book, at), None, None);
                self.done = true;
            }
        });
    }

    /// Draws a weapon: name, in hand, ammunition, remove. Returns the changed loadout.
    fn show_weapon_line(
        &mut self,
        ui: &mut Ui,
        pieces: &[LoadoutItem],
        number: usize,
    ) -> Option<Vec<UsedWeapon>> {
        let piece = &pieces[number];
        let mut items: Vec<_> = pieces.iter().map(|piece| piece.used.clone()).collect();
        let mut changed = false;
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        ui.horizontal(|ui| {
            ui.with_layout(layout, |ui| {
                // Natural weapons cannot be removed.
                let take = ui.add_enabled(piece.hands > 0, egui::Button::new("Remove").small());
                let removed = take.clicked();
                if piece.magazine > 0 {
                    let mut loaded = piece.used.loaded.unwrap_or(piece.magazine);
                    let drag = DragValue::new(&mut loaded).range(0..=piece.magazine).speed(0.1);
                    let drag = ui.add(drag).named("Ammunition");
                    let drag = drag.on_hover_text(format!("Ammunition, up to {}", piece.magazine));
                    self.done |= drag.drag_stopped() || drag.lost_focus();
                    if drag.changed() {
                        items[number].loaded = (loaded != piece.magazine).then_some(loaded);
                        changed = true;
                    }
                }
                let mut in_hand = piece.used.in_hand;
                let hand = ui.add_enabled(piece.hands > 0, egui::Checkbox::new(&mut in_hand, "in hand"));
                if hand.named("In hand").changed() {
                    if in_hand {
                        items = items_after_equipping(pieces, number);
                    }
                    items[number].in_hand = in_hand;
                    (self.done, changed) = (true, true);
                }
                if removed {
                    items.remove(number);
                    (self.done, changed) = (true, true);
                }
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.add(egui::Label::new(&piece.name).truncate());
                });
            });
        });
        changed.then_some(items)
    }
}

/// Draws a list of the weapons of a rulebook; returns the id of the one that was chosen.
pub(super) fn weapon_choice<'c>(ui: &mut Ui, content: &'c Content, book: Book) -> Option<&'c str> {
    let width = ui.available_width();
    let mut chosen: Option<&str> = None;
    ComboBox::from_id_salt("weapon to add")
        .width(width)
        .selected_text("Add weapon")
        .show_ui(ui, |ui| {
            for id in content.weapon_ids(book) {
                ui.selectable_value(&mut chosen, Some(id), weapon_name(content, book, id));
            }
        })
        .response
        .named("Add weapon");
    chosen
}

/// Returns the name of a weapon of a rulebook, or its id if the book does not have it.
pub(super) fn weapon_name(content: &Content, book: Book, id: &str) -> String {
    content.weapon(book, id).map_or_else(|| id.to_owned(), |weapon| weapon.name().to_owned())
}
