//! The pages of a barrier and of a square.

use crate::accessibility::Accessible;
use bevy_egui::egui::{ComboBox, DragValue, Ui};

use super::super::tool_panel::barrier_choice_name;
use super::loadout::{weapon_choice, weapon_name};
use super::{InspectorContext, field_words};
use content::{BarrierKind, BarrierPlacement, BarrierWear, Content, LabItem, UsedWeapon};
use lab::{BarrierSpec, SceneEdit};
use model::{Cell, ObstaclePosition};
use rules::play;

/// Names a place: "In square 3, 4", "Between 3, 4 and 4, 4".
fn place_text(place: ObstaclePosition) -> String {
    match place {
        ObstaclePosition::Square(cell) => format!("In square {}, {}", cell.x, cell.y),
        ObstaclePosition::Edge(edge) => {
            let [one, other] = edge.cells();
            format!("Between {}, {} and {}, {}", one.x, one.y, other.x, other.y)
        }
    }
}

/// The figures of a barrier; without those that can be changed, if it is `shaped` here.
fn barrier_facts(kind: &BarrierKind, content: &Content, shaped: bool) -> Vec<(&'static str, String)> {
    let mut facts = vec![("Structure", kind.structure.to_string()), ("Armour", kind.armor.to_string())];
    if !shaped {
        let material = content.materials.get(&kind.material).map_or(kind.material.as_str(), |one| &one.name);
        facts.insert(0, ("Material", material.to_owned()));
        facts.push(("Height", format!("{} cm", kind.height_cm)));
        facts.push(("Thickness", format!("{} cm", kind.thickness_cm)));
        if kind.transparent {
            facts.push(("Transparent", format!("{} % of it", kind.width_pct)));
        }
    }
    facts
}

impl InspectorContext<'_> {
    /// Draws the page of a barrier: its kind, its figures, and its wear.
    pub(super) fn show_barrier_page(&mut self, ui: &mut Ui, place: ObstaclePosition) {
        let scene = self.lab.scene();
        let Some(id) = scene.barrier_at(place).map(str::to_owned) else { return };
        let content = &self.lab.content;
        let find = |id: &str| scene.kinds.get(id).or_else(|| content.barrier_kinds.get(id));
        let Some(kind) = find(&id) else { return };
        self.show_title(ui, &kind.name, &place_text(place));
        let next = self.show_barrier_choice(ui, place, (&id, kind));
        // A barrier that opens or has a gap keeps its kind.
        let shaped = !kind.openable && kind.width_pct == 100;
        for (name, value) in barrier_facts(kind, content, shaped) {
            self.show_fact(ui, name, &value);
        }
        if shaped {
            self.show_barrier_shape(ui, place, kind);
        }
        let current_wear = scene.damaged.get(&place).copied().unwrap_or_default();
        let mut wear = self.show_wear(ui, current_wear, kind.openable);
        if next != id {
            wear = BarrierWear::default();
        }
        if wear != current_wear || next != id {
            self.intent = Some(SceneEdit::SetBarrier { place, kind: Some(next), wear });
        }
    }

    /// Draws the kinds that fit into a place; returns the chosen one.
    fn show_barrier_choice(
        &self,
        ui: &mut Ui,
        place: ObstaclePosition,
        (id, kind): (&str, &BarrierKind),
    ) -> String {
        let (scene, content) = (self.lab.scene(), &self.lab.content);
        let fits = |other: &BarrierKind| {
            matches!(
                (place, other.footing),
                (_, BarrierPlacement::Both)
                    | (ObstaclePosition::Edge(_), BarrierPlacement::Edge)
                    | (ObstaclePosition::Square(_), BarrierPlacement::Square)
            )
        };
        let mut next = id.to_owned();
        let width = ui.available_width();
        ui.colored_label(self.palette.dim, "Barrier");
        ComboBox::from_id_salt("barrier kind")
            .width(width)
            .truncate()
            .selected_text(&kind.name)
            .show_ui(ui, |ui| {
                for (id, kind) in
                    scene.kinds.iter().chain(&content.barrier_kinds).filter(|(_, kind)| fits(kind))
                {
                    ui.selectable_value(&mut next, id.clone(), barrier_choice_name(kind, content));
                }
            })
            .response
            .named("Barrier");
        next
    }

    /// Draws damage, the hole, and whether the barrier is open; returns them.
    fn show_wear(&mut self, ui: &mut Ui, mut wear: BarrierWear, is_openable: bool) -> BarrierWear {
        ui.horizontal(|ui| {
            ui.colored_label(self.palette.dim, "Damage");
            let drag = ui.add(DragValue::new(&mut wear.damage).range(0..=100_000)).named("Damage");
            self.done |= drag.drag_stopped() || drag.lost_focus();
        });
        ui.checkbox(&mut wear.holed, "Breached");
        if is_openable {
            ui.checkbox(&mut wear.open, "Open");
        }
        wear
    }

    /// Draws material, height and thickness; changed values give the scene a barrier kind of its own.
    fn show_barrier_shape(&mut self, ui: &mut Ui, place: ObstaclePosition, kind: &BarrierKind) {
        let (scene, content) = (self.lab.scene(), &self.lab.content);
        let before = BarrierSpec {
            material: kind.material.clone(),
            height_cm: kind.height_cm,
            thickness_cm: kind.thickness_cm,
            transparent: kind.transparent,
            blocks_move: kind.blocks_move,
            fills_square: matches!(place, ObstaclePosition::Square(_)),
        };
        let mut wall = before.clone();
        let mut materials: Vec<_> = content.materials.iter().collect();
        materials.sort_by_key(|(_, material)| material.structure);
        let name = content.materials.get(&wall.material).map_or(wall.material.as_str(), |one| &one.name);
        let width = ui.available_width();
        ui.colored_label(self.palette.dim, "Material");
        ComboBox::from_id_salt("material of it")
            .width(width)
            .truncate()
            .selected_text(name)
            .show_ui(ui, |ui| {
                for (id, material) in materials {
                    ui.selectable_value(&mut wall.material, id.clone(), &material.name);
                }
            })
            .response
            .named("Material");
        ui.horizontal(|ui| {
            ui.colored_label(self.palette.dim, "Height");
            let height = ui.add(DragValue::new(&mut wall.height_cm).range(1..=5000).suffix(" cm"));
            ui.colored_label(self.palette.dim, "Thickness");
            let thickness =
                ui.add(DragValue::new(&mut wall.thickness_cm).range(1..=100).speed(0.2).suffix(" cm"));
            for drag in [height.named("Height"), thickness.named("Thickness")] {
                self.done |= drag.drag_stopped() || drag.lost_focus();
            }
        });
        if wall == before {
            return;
        }
        self.done |= wall.material != before.material;
        let Some((id, own)) = wall.find_or_create(content, scene) else { return };
        let wear = scene.damaged.get(&place).copied().unwrap_or_default();
        let barrier = SceneEdit::SetBarrier { place, kind: Some(id.clone()), wear };
        let mut edits: Vec<SceneEdit> = own
            .map(|kind| SceneEdit::SetBarrierKind { id, kind: Some(Box::new(kind)) })
            .into_iter()
            .collect();
        edits.push(barrier);
        // A kind that is no longer used would only lengthen the lists.
        let was = scene.barrier_at(place).filter(|was| scene.kinds.contains_key(*was));
        let alone = |was: &&str| {
            let mut of_it = scene.skirmish.map.barriers.iter().filter(|barrier| barrier.kind == **was);
            of_it.all(|barrier| barrier.place == place)
        };
        if let Some(was) = was.filter(alone) {
            edits.push(SceneEdit::SetBarrierKind { id: was.to_owned(), kind: None });
        }
        self.intent = Some(SceneEdit::Batch(edits));
    }

    /// Draws the weapons on the ground, to remove and to add.
    fn show_items_on_ground(&mut self, ui: &mut Ui, cell: Cell) {
        let (content, book, all) = (&self.lab.content, self.lab.book, &self.lab.scene().items);
        let name = |id: &str| weapon_name(content, book, id);
        let rules = self.lab.scene().skirmish.rules.with_book(book);
        let sheet = self.lab.scene().sheet_of(content, book, 0);
        let magazine = |id: &str| {
            content
                .weapon(book, id)
                .zip(sheet.as_ref())
                .map(|(weapon, sheet)| play::weapon_traits(&weapon, sheet, &rules).magazine)
        };
        let mut next = None;
        for (nth, thing) in all.iter().enumerate().filter(|(_, thing)| thing.cell == cell) {
            let mut thing = thing.clone();
            ui.horizontal(|ui| {
                ui.label(format!("On the ground: {}", name(&thing.thing.weapon)));
                let full = magazine(&thing.thing.weapon).filter(|_| thing.book == book);
                if let Some(full) = full.filter(|full| *full > 0) {
                    let mut loaded = thing.thing.loaded.unwrap_or(full);
                    let drag = DragValue::new(&mut loaded).range(0..=full).speed(0.1);
                    let drag = ui.add(drag).named("Ammunition");
                    let drag = drag.on_hover_text(format!("Ammunition, up to {full}"));
                    self.done |= drag.drag_stopped() || drag.lost_focus();
                    thing.thing.loaded = (loaded != full).then_some(loaded);
                }
                if ui.small_button("Remove").clicked() {
                    next = Some(
                        all.iter()
                            .enumerate()
                            .filter(|(at, _)| *at != nth)
                            .map(|(_, one)| one.clone())
                            .collect(),
                    );
                    self.done = true;
                }
            });
            if all.get(nth) != Some(&thing) {
                let mut changed: Vec<LabItem> = all.clone();
                changed[nth] = thing;
                next = Some(changed);
            }
        }
        if let Some(id) = weapon_choice(ui, content, book) {
            let thing = LabItem { cell, book, thing: UsedWeapon::new(id) };
            next = Some(all.iter().cloned().chain([thing]).collect());
            self.done = true;
        }
        if let Some(lying) = next {
            self.intent = Some(SceneEdit::SetItems(lying));
        }
    }

    pub(super) fn show_cell_page(&mut self, ui: &mut Ui, cell: Cell) {
        let scene = self.lab.scene();
        let Some(id) = scene.skirmish.map.terrain_at(cell) else { return };
        let ground = scene.grounds.get(id).or_else(|| self.lab.content.terrains.get(id));
        let Some(ground) = ground else { return };
        self.show_title(ui, &ground.name, &format!("Square {}, {}", cell.x, cell.y));
        self.show_fact(ui, "Height", &format!("{} cm", ground.height_cm));
        self.show_fact(
            ui,
            "Extra movement cost",
            &format!("{} m", f32::from(ground.extra_half_metres) / 2.0),
        );
        self.show_fact(ui, "Difficulty", &ground.difficulty.to_string());
        self.show_fact(ui, "Light", &field_words(&format!("{:?}", ground.light).to_lowercase()));
        let yes = |on: bool| if on { "yes" } else { "no" };
        self.show_fact(ui, "Smoke or fog", yes(ground.obscured));
        if let Some(hazard) = ground.hazard {
            let what = format!("{:?}", hazard.peril).to_lowercase();
            self.show_fact(ui, "Hazard", &format!("{what}, severity {}", hazard.severity));
        }
        for (name, on) in [
            ("Impassable", ground.impassable),
            ("No air", ground.airless),
            ("Indoors", ground.indoors),
            ("Charges shields", ground.energy),
        ] {
            if on {
                self.show_fact(ui, name, "yes");
            }
        }
        self.show_items_on_ground(ui, cell);
    }
}
