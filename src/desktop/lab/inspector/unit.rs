//! The unit page: name, side, state, numbers, wounds.

use crate::accessibility::Accessible;
use crate::theme::scaled;
use bevy_egui::egui::{self, ComboBox, DragValue, RichText, TextEdit, Ui};

use super::{InspectorContext, close_together};
use content::{
    CampaignUnit, LabUnitState, NumberField, NumberKey, OverrideOwner, SkirmishUnit, UnitLink, named_numbers,
    number_fields, sheet_number_fields, with_number,
};
use lab::{SceneEdit, available_links, change_archetype, heal_unit, set_link};
use rules::{HealthState, MovementMode, play};

/// Formats the label of a number: "armour: Armour vest".
fn numbered_text(number: &NumberField) -> String {
    number.label.join(": ")
}

impl InspectorContext<'_> {
    /// Draws the page of a unit: who it is, its numbers, what it carries, and its wounds.
    pub(super) fn show_unit_page(&mut self, ui: &mut Ui, at: usize, filter: &mut String) {
        let scene = self.lab.scene();
        let (Some(unit), Some(state)) = (scene.skirmish.units.get(at), scene.unit_states.get(at).copied())
        else {
            return;
        };
        let content = &self.lab.content;
        self.show_identity(ui, at, unit);
        ui.colored_label(self.palette.dim, format!("Square {}, {}", unit.cell.x, unit.cell.y));
        self.show_state(ui, at, state);
        self.show_link(ui, at);
        ui.separator();
        let Some(recruit) = scene.template(content, self.lab.book, &unit.archetype) else {
            let text = format!("No stats for this unit in {}.", self.lab.book.name());
            ui.colored_label(self.palette.caution, text);
            return;
        };
        ui.add(TextEdit::singleline(filter).hint_text("find a value").desired_width(f32::INFINITY))
            .named("Find a value");
        let sheet = sheet_number_fields(content, &unit.archetype, &recruit.sheet);
        self.show_numbers(ui, (at, OverrideOwner::Sheet), "Stats", &sheet, filter);
        for (slot, id) in scene.weapons_of(content, self.lab.book, at).iter().enumerate() {
            let Some(weapon) = scene.weapon(content, self.lab.book, id) else { continue };
            let title = format!("Weapon: {}", weapon.name());
            self.show_numbers(ui, (at, OverrideOwner::Weapon(slot)), &title, &number_fields(&weapon), filter);
        }
        self.show_loadout(ui, at);
        let rules = scene.skirmish.rules.with_book(self.lab.book);
        let tuned = scene.sheet_of(content, self.lab.book, at).unwrap_or(recruit.sheet);
        let fresh = play::starting_health(&tuned, &rules);
        self.show_health(ui, at, unit, (&fresh, play::starting_karma(&tuned)), filter);
    }

    /// Draws name, archetype and side of a unit.
    fn show_identity(&mut self, ui: &mut Ui, at: usize, unit: &SkirmishUnit) {
        let (scene, content) = (self.lab.scene(), &self.lab.content);
        let mut next = unit.clone();
        let name = ui.add(TextEdit::singleline(&mut next.name).desired_width(f32::INFINITY)).named("Name");
        let taken = scene.skirmish.units.iter().enumerate().any(|(n, one)| n != at && one.name == next.name);
        if !next.name.trim().is_empty() && !taken && next.name.chars().count() <= 60 {
            self.record_edit(&name, || SceneEdit::SetUnit { at, unit: next.clone() });
        } else if name.changed() {
            ui.colored_label(self.palette.caution, "That name is already in use.");
        }
        let sort = |id: &str| content.archetypes.get(id).map_or(id, |sort| sort.name.as_str()).to_owned();
        ui.colored_label(self.palette.dim, "Archetype and side");
        ui.horizontal(|ui| {
            let width = ui.available_width() * 0.58;
            ComboBox::from_id_salt("sort")
                .width(width)
                .truncate()
                .selected_text(sort(&next.archetype))
                .show_ui(ui, |ui| {
                    for id in content.archetypes.keys() {
                        ui.selectable_value(&mut next.archetype, id.clone(), sort(id));
                    }
                })
                .response
                .named("Archetype");
            let sides = &scene.skirmish.sides;
            let shown = sides.get(usize::from(next.side)).map_or("", |side| side.name.as_str());
            ComboBox::from_id_salt("of side")
                .width(ui.available_width())
                .truncate()
                .selected_text(shown)
                .show_ui(ui, |ui| {
                    for (number, side) in (0u8..).zip(sides) {
                        ui.selectable_value(&mut next.side, number, &side.name);
                    }
                })
                .response
                .named("Side");
        });
        if next.archetype != unit.archetype {
            self.intent = change_archetype(scene, content, at, &next.archetype);
            self.done = true;
        } else if next.side != unit.side {
            self.intent = Some(SceneEdit::SetUnit { at, unit: next });
            self.done = true;
        }
    }

    fn show_state(&mut self, ui: &mut Ui, at: usize, state: LabUnitState) {
        let mut next = state;
        ui.horizontal(|ui| {
            ui.checkbox(&mut next.prone, "Prone");
            ui.checkbox(&mut next.in_cover, "In cover");
        });
        ui.horizontal(|ui| {
            ui.colored_label(self.palette.dim, "Pace");
            let name = |gait: MovementMode| match gait {
                MovementMode::Steady => "steady",
                MovementMode::Running => "running",
                MovementMode::Sprinting => "sprinting",
            };
            ComboBox::from_id_salt("gait")
                .width(scaled(ui, 92.0))
                .selected_text(name(next.gait))
                .show_ui(ui, |ui| {
                    for gait in [MovementMode::Steady, MovementMode::Running, MovementMode::Sprinting] {
                        ui.selectable_value(&mut next.gait, gait, name(gait));
                    }
                })
                .response
                .named("Pace");
        });
        if next != state {
            self.intent = Some(SceneEdit::SetUnitState { at, state: next });
            self.done = true;
        }
    }

    /// Draws the seat or body shield of the unit, with the alternatives.
    fn show_link(&mut self, ui: &mut Ui, at: usize) {
        let (scene, content) = (self.lab.scene(), &self.lab.content);
        let now = scene.skirmish.units[at].link.clone();
        let mut next = now.clone();
        let link_text = |link: &Option<UnitLink>| match link {
            None => "On foot".to_owned(),
            Some(UnitLink::Drives(vehicle)) => format!("Drives {vehicle}"),
            Some(UnitLink::Rides(vehicle)) => format!("Rides in {vehicle}"),
            Some(UnitLink::Holds(other)) => format!("Holds {other} as a human shield"),
        };
        let mut all: Vec<_> = available_links(scene, content, at).into_iter().map(Some).collect();
        if !all.contains(&now) && now.is_some() {
            all.push(now.clone());
        }
        if all.is_empty() {
            return;
        }
        ui.colored_label(self.palette.dim, "Seat or human shield");
        ComboBox::from_id_salt("link")
            .width(ui.available_width())
            .truncate()
            .selected_text(link_text(&now))
            .show_ui(ui, |ui| {
                for link in std::iter::once(None).chain(all) {
                    ui.selectable_value(&mut next, link.clone(), link_text(&link));
                }
            })
            .response
            .named("Seat or human shield")
            .on_hover_text("A seat in a vehicle, or an adjacent unit held as a human shield");
        if next != now {
            self.intent = set_link(scene, content, at, next);
            self.done = true;
        }
    }

    /// Draws the numbers of a sheet or weapon; those that differ from the content are marked.
    fn show_numbers(
        &mut self,
        ui: &mut Ui,
        (at, of): (usize, OverrideOwner),
        title: &str,
        all: &[NumberField],
        filter: &str,
    ) {
        let overrides = &self.lab.scene().overrides[at];
        let book = self.lab.book;
        let wanted = filter.trim().to_lowercase();
        let fits = |number: &&NumberField| {
            wanted.is_empty() || numbered_text(number).to_lowercase().contains(&wanted)
        };
        let changed_count = overrides.keys().filter(|key| key.book == book && key.of == of).count();
        let title =
            if changed_count > 0 { format!("{title} ({changed_count} changed)") } else { title.to_owned() };
        let open = (of == OverrideOwner::Sheet || !wanted.is_empty()).then_some(true);
        let header = egui::CollapsingHeader::new(title).id_salt(("numbers", at, format!("{of:?}")));
        header.default_open(of == OverrideOwner::Sheet).open(open.filter(|_| !wanted.is_empty())).show(
            ui,
            |ui| {
                close_together(ui);
                for number in all.iter().filter(fits) {
                    let key = NumberKey { book, of, number: number.name.clone() };
                    let usual = number.value;
                    let is = overrides.get(&key).copied().unwrap_or(usual);
                    if let Some(value) = self.show_number(ui, number, is, Some(usual)) {
                        let mut overrides = overrides.clone();
                        match value == usual {
                            true => overrides.remove(&key),
                            false => overrides.insert(key, value),
                        };
                        self.intent = Some(SceneEdit::SetOverrides { at, overrides });
                    }
                }
            },
        );
    }

    /// Draws a number to edit; returns the new one.
    fn show_number(&mut self, ui: &mut Ui, number: &NumberField, is: i64, usual: Option<i64>) -> Option<i64> {
        let mut value = is;
        let differs = usual.is_some_and(|usual| usual != is);
        ui.horizontal(|ui| {
            let room = (ui.available_width() - 108.0).max(80.0);
            let colour = if differs { self.palette.caution } else { self.palette.dim };
            let label = egui::Label::new(RichText::new(numbered_text(number)).color(colour)).truncate();
            ui.allocate_ui_with_layout(
                egui::vec2(room, 18.0),
                egui::Layout::left_to_right(egui::Align::Center),
                |ui| {
                    ui.set_min_width(room);
                    ui.add(label).on_hover_text(&number.name);
                },
            );
            let drag = ui.add_sized([58.0, 18.0], DragValue::new(&mut value).speed(0.1)).named(&number.name);
            self.done |= drag.drag_stopped() || drag.lost_focus();
            if let Some(usual) = usual.filter(|_| differs)
                && ui
                    .small_button("\u{21BA}")
                    .named(&format!("Reset {} to {usual}", number.name))
                    .on_hover_text(format!("Reset to {usual}"))
                    .clicked()
            {
                value = usual;
                self.done = true;
            }
        });
        (value != is).then_some(value)
    }

    /// Draws wounds and other lasting conditions, in the terms of the rulebook.
    fn show_health(
        &mut self,
        ui: &mut Ui,
        at: usize,
        unit: &SkirmishUnit,
        (fresh, karma): (&HealthState, u8),
        filter: &str,
    ) {
        let book = self.lab.book;
        let veteran = unit.campaign_unit.as_ref().filter(|veteran| veteran.condition.book() == book);
        let condition = veteran.map_or(fresh, |veteran| &veteran.condition);
        let usual = named_numbers(fresh);
        let wanted = filter.trim().to_lowercase();
        egui::CollapsingHeader::new("Condition").id_salt(("condition", at)).show(ui, |ui| {
            close_together(ui);
            for number in number_fields(condition) {
                if !wanted.is_empty() && !numbered_text(&number).to_lowercase().contains(&wanted) {
                    continue;
                }
                let before = usual.iter().find(|(known, _)| *known == number.name).map(|(_, value)| *value);
                if let Some(value) = self.show_number(ui, &number, number.value, before)
                    && let Ok(condition) = with_number(condition, &number.name, value)
                {
                    let karma = veteran.map_or(karma, |veteran| veteran.karma);
                    let loadout = veteran.and_then(|veteran| veteran.loadout.clone());
                    let ailments = veteran.map_or_else(Vec::new, |veteran| veteran.ailments.clone());
                    let veteran = Some(CampaignUnit { condition, karma, ailments, loadout });
                    self.intent = Some(SceneEdit::SetUnit {
                        at,
                        unit: SkirmishUnit { campaign_unit: veteran, ..unit.clone() },
                    });
                }
            }
            let hurt = condition != fresh || veteran.is_some_and(|veteran| !veteran.ailments.is_empty());
            if hurt && ui.button("Heal").clicked() {
                self.intent = heal_unit(self.lab.scene(), &self.lab.content, book, at);
                self.done = true;
            }
        });
    }
}
