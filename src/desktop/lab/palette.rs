//! The left panel: tools, and what each of them has in hand.

use bevy_egui::egui::{self, ComboBox, DragValue, RichText, ScrollArea, Ui};

use super::Lab;
use super::tools::Tool;
use crate::input::{Command, binding_text};
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::Palette;
use battle::{BattleView, UnitId};
use content::{Aim, AimAt, Footing};
use field::{Place, Side};
use lab::{Edit, Soil};
use rules::{Light, play};

/// Draws the panel.
pub(super) fn show(
    ui: &mut Ui,
    lab: &mut Lab,
    session: &mut Session,
    view: &BattleView,
    settings: &Settings,
    now: f64,
) {
    let look = settings.palette();
    ui.spacing_mut().item_spacing.y = 3.0;
    for (number, (tool, name)) in Tool::ALL.into_iter().enumerate() {
        let key = Command::action(number).map(|command| binding_text(command, settings)).unwrap_or_default();
        let chosen = lab.tools.tool == tool;
        let text = RichText::new(format!("{key}  {name}")).color(if chosen { look.text } else { look.dim });
        let button = egui::Button::selectable(chosen, text).min_size(egui::vec2(ui.available_width(), 24.0));
        if ui.add(button).clicked() {
            lab.tools.tool = tool;
        }
    }
    ui.separator();
    ScrollArea::vertical().id_salt("tool").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 5.0;
        ui.set_max_width(ui.available_width() - 4.0);
        match lab.tools.tool {
            Tool::Select => {
                hint(ui, look, "Click to select, drag to move units and barriers.");
                let turn = binding_text(Command::Turn, settings);
                let remove = binding_text(Command::Remove, settings);
                if ui.button(format!("Turn  {turn}")).clicked() {
                    lab.turn(session, now);
                }
                if ui.button(format!("Remove  {remove}")).clicked() {
                    lab.remove_chosen(session, now);
                }
            }
            Tool::Unit => units(ui, lab, look),
            Tool::Barrier => barriers(ui, lab, look, settings),
            Tool::Ground => ground(ui, lab, look),
            Tool::Erase => {
                hint(
                    ui,
                    look,
                    "Click or drag: takes units and barriers away, then ground that differs from most.",
                );
            }
            Tool::Aim => aim(ui, lab, session, view, look, now),
        }
    });
}

fn hint(ui: &mut Ui, look: &Palette, text: &str) {
    ui.add(egui::Label::new(RichText::new(text).color(look.dim)).wrap());
}

/// A list that fills the width.
fn combo<T: Clone + PartialEq>(
    ui: &mut Ui,
    id: &str,
    chosen: &mut T,
    shown: &str,
    all: impl Iterator<Item = (T, String)>,
) -> bool {
    let before = chosen.clone();
    let width = ui.available_width();
    ComboBox::from_id_salt(id).width(width).truncate().selected_text(shown).show_ui(ui, |ui| {
        for (value, name) in all {
            ui.selectable_value(chosen, value, name);
        }
    });
    *chosen != before
}

fn units(ui: &mut Ui, lab: &mut Lab, look: &Palette) {
    hint(ui, look, "Click on a free square to place a unit.");
    let content = lab.content.clone();
    let name = |id: &str| content.archetypes.get(id).map_or(id, |sort| sort.name.as_str()).to_owned();
    ui.colored_label(look.dim, "Archetype");
    let shown = name(&lab.tools.archetype);
    let all = content.archetypes.keys().map(|id| (id.clone(), name(id)));
    combo(ui, "archetype", &mut lab.tools.archetype, &shown, all);
    ui.colored_label(look.dim, "Side");
    let sides: Vec<(u8, String)> =
        (0..).zip(&lab.scene().skirmish.sides).map(|(at, side)| (at, side.name.clone())).collect();
    let shown = sides.get(usize::from(lab.tools.side)).map_or("", |(_, name)| name.as_str()).to_owned();
    combo(ui, "side", &mut lab.tools.side, &shown, sides.into_iter());
    if content.recruit(lab.book, &lab.tools.archetype).is_none() {
        let text = format!("{} has no sheet for it.", lab.book.name());
        ui.add(egui::Label::new(RichText::new(text).color(look.caution)).wrap());
    }
}

fn barriers(ui: &mut Ui, lab: &mut Lab, look: &Palette, settings: &Settings) {
    hint(ui, look, "Click or drag on edges or squares.");
    let content = lab.content.clone();
    let own = lab.scene().kinds.clone();
    let name = |id: &str| {
        let kind = own.get(id).or_else(|| content.barrier_kinds.get(id));
        kind.map_or(id, |kind| kind.name.as_str()).to_owned()
    };
    let free = "by its properties".to_owned();
    let shown = lab.tools.kind.as_deref().map_or_else(|| free.clone(), name);
    let ids = own.keys().chain(content.barrier_kinds.keys());
    let all = std::iter::once((None, free.clone())).chain(ids.map(|id| (Some(id.clone()), name(id))));
    combo(ui, "kind", &mut lab.tools.kind, &shown, all);
    let kind = lab.tools.kind.as_ref().and_then(|id| own.get(id).or_else(|| content.barrier_kinds.get(id)));
    match kind {
        Some(kind) => {
            let material = content.materials.get(&kind.material);
            hint(ui, look, material.map_or(kind.material.as_str(), |material| &material.name));
            let height = f32::from(kind.height_cm) / 100.0;
            hint(ui, look, &format!("{height} m high, {} cm thick", kind.thickness_cm));
            hint(ui, look, &format!("Structure {}, Armor {}", kind.structure, kind.armor));
        }
        None => properties(ui, lab, look),
    }
    let edges = match kind {
        Some(kind) => kind.footing != Footing::Square,
        None => !lab.tools.wall.fills_square,
    };
    if edges {
        let key = binding_text(Command::Turn, settings);
        ui.colored_label(look.dim, format!("Side of the square  {key}"));
        let names = |side: Option<Side>| match side {
            None => "the nearest",
            Some(Side::North) => "north",
            Some(Side::East) => "east",
            Some(Side::South) => "south",
            Some(Side::West) => "west",
        };
        let shown = names(lab.tools.facing).to_owned();
        let all = std::iter::once(None).chain(Side::ALL.map(Some)).map(|side| (side, names(side).to_owned()));
        combo(ui, "facing", &mut lab.tools.facing, &shown, all);
    }
}

fn properties(ui: &mut Ui, lab: &mut Lab, look: &Palette) {
    let content = lab.content.clone();
    let wall = &mut lab.tools.wall;
    ui.colored_label(look.dim, "Material");
    let name = |id: &str| content.materials.get(id).map_or(id, |one| one.name.as_str()).to_owned();
    let shown = name(&wall.material);
    let mut materials: Vec<_> = content.materials.iter().collect();
    materials.sort_by_key(|(_, material)| material.structure);
    let all = materials.into_iter().map(|(id, one)| (id.clone(), one.name.clone()));
    combo(ui, "material", &mut wall.material, &shown, all);
    if let Some(material) = content.materials.get(&wall.material) {
        hint(ui, look, &format!("Structure {}, Armor {}", material.structure, material.armor));
    }
    ui.horizontal(|ui| {
        ui.colored_label(look.dim, "Height");
        ui.add(DragValue::new(&mut wall.height_cm).range(1..=5000).suffix(" cm"));
    });
    ui.horizontal(|ui| {
        ui.colored_label(look.dim, "Thickness");
        ui.add(DragValue::new(&mut wall.thickness_cm).range(1..=100).suffix(" cm"));
    });
    ui.checkbox(&mut wall.transparent, "Can be seen through");
    ui.checkbox(&mut wall.blocks_move, "Nobody walks over it");
    ui.checkbox(&mut wall.fills_square, "Fills a square");
}

fn ground(ui: &mut Ui, lab: &mut Lab, look: &Palette) {
    hint(ui, look, "Click or drag to paint.");
    let content = lab.content.clone();
    let own = lab.scene().grounds.clone();
    let find = |id: &str| own.get(id).or_else(|| content.terrains.get(id));
    let name = |id: &str| match id {
        "" => "what is there".to_owned(),
        id => find(id).map_or(id, |ground| ground.name.as_str()).to_owned(),
    };
    let shown = name(&lab.tools.soil.base);
    let none = String::new();
    let ids = std::iter::once(&none).chain(own.keys()).chain(content.terrains.keys());
    let all = ids.map(|id| (id.clone(), name(id)));
    combo(ui, "ground", &mut lab.tools.soil.base, &shown, all);
    let base = find(&lab.tools.soil.base).cloned();
    if lab.tools.soil == Soil::of("") {
        hint(ui, look, "Choose a ground, or what to add to it below.");
    }
    ui.horizontal(|ui| {
        ui.colored_label(look.dim, "Brush");
        for breadth in [1, 3, 5] {
            ui.selectable_value(&mut lab.tools.breadth, breadth, breadth.to_string());
        }
    });
    let soil = &mut lab.tools.soil;
    ui.separator();
    hint(ui, look, "Different from that sort:");
    ui.checkbox(&mut soil.smoke, "Smoke or fog");
    let mut burns = soil.fire.is_some();
    ui.horizontal(|ui| {
        if ui.checkbox(&mut burns, "Fire").changed() {
            soil.fire = burns.then_some(5);
        }
        if let Some(severity) = &mut soil.fire {
            ui.add(DragValue::new(severity).range(1..=20).prefix("severity "));
        }
    });
    let lights = |light: Option<Light>| match light {
        None => "its own light",
        Some(Light::Normal) => "well lit",
        Some(Light::Low) => "dim",
        Some(Light::Dark) => "dark",
    };
    let shown = lights(soil.light).to_owned();
    let all = [None, Some(Light::Normal), Some(Light::Low), Some(Light::Dark)];
    combo(ui, "light", &mut soil.light, &shown, all.into_iter().map(|one| (one, lights(one).to_owned())));
    let hard = |difficulty: Option<u8>| {
        difficulty.map_or("its own difficulty".to_owned(), |difficulty| format!("difficulty {difficulty}"))
    };
    let shown = hard(soil.difficulty);
    let all = [None, Some(0), Some(10), Some(20), Some(30)];
    combo(ui, "difficulty", &mut soil.difficulty, &shown, all.into_iter().map(|one| (one, hard(one))));
    let mut raised = soil.height_cm.is_some();
    ui.horizontal(|ui| {
        if ui.checkbox(&mut raised, "Height").changed() {
            soil.height_cm = raised.then(|| base.as_ref().map_or(0, |base| base.height_cm));
        }
        if let Some(height) = &mut soil.height_cm {
            ui.add(DragValue::new(height).range(-2000..=5000).suffix(" cm"));
        }
    });
}

/// Who attacks what, with what.
fn aim(ui: &mut Ui, lab: &mut Lab, session: &mut Session, view: &BattleView, look: &Palette, now: f64) {
    hint(
        ui,
        look,
        "Click on the attacker, then click or drag on what is attacked: a unit, a barrier, a square.",
    );
    ui.horizontal(|ui| {
        ui.selectable_value(&mut lab.tools.attacker_next, true, "Attacker");
        ui.selectable_value(&mut lab.tools.attacker_next, false, "Target");
    });
    let Some(aim) = lab.aim().cloned() else { return };
    let units = &lab.scene().skirmish.units;
    let name = |at: usize| units.get(at).map_or("?", |unit| unit.name.as_str()).to_owned();
    let target = match aim.at {
        AimAt::Unit(at) => name(at),
        AimAt::Square(cell) => format!("square {}, {}", cell.x, cell.y),
        AimAt::Barrier(place) => lab
            .scene()
            .barrier_at(place)
            .and_then(|id| lab.scene().kinds.get(id).or_else(|| lab.content.barrier_kinds.get(id)))
            .map_or_else(|| "a barrier that is gone".to_owned(), |kind| kind.name.clone()),
    };
    ui.label(RichText::new(name(aim.attacker)).strong());
    hint(ui, look, &format!("attacks {target}"));
    if let AimAt::Barrier(Place::Edge(edge)) = aim.at {
        hint(ui, look, &format!("at {}, {}", edge.cell().x, edge.cell().y));
    }
    let mut next = aim.clone();
    weapons(ui, &mut next, view, look);
    if next != aim {
        lab.change(Edit::Aim(Some(next)), session, now);
    }
    if ui.button("No aim").clicked() {
        lab.tools.attacker_next = true;
        lab.change(Edit::Aim(None), session, now);
    }
}

/// Weapon, mode and manner of the attack, as the book in use has them.
fn weapons(ui: &mut Ui, aim: &mut Aim, view: &BattleView, look: &Palette) {
    let Some(unit) = view.unit(UnitId(aim.attacker as u32 + 1)) else { return };
    let carried = unit.arsenal.carried();
    ui.colored_label(look.dim, "Weapon");
    let shown = carried.get(aim.weapon).map_or("none", |one| one.name()).to_owned();
    let all = carried.iter().enumerate().map(|(at, one)| (at, one.name().to_string()));
    if combo(ui, "weapon", &mut aim.weapon, &shown, all) {
        aim.mode = carried.get(aim.weapon).and_then(|one| one.mode());
        aim.manner = None;
    }
    let Some(weapon) = carried.get(aim.weapon) else { return };
    if !weapon.modes().is_empty() {
        ui.colored_label(look.dim, "Mode");
        let shown = aim.mode.or(weapon.mode()).map_or("", |mode| mode.name()).to_owned();
        let all = weapon.modes().iter().map(|mode| (Some(*mode), mode.name().to_owned()));
        combo(ui, "mode", &mut aim.mode, &shown, all);
    }
    let me = view.combatant(&unit);
    let Some(held) = me.held.iter().find(|held| held.slot == aim.weapon) else {
        hint(ui, look, "It is not in hand.");
        return;
    };
    let manners = play::manners(&me, held, view.rules());
    if !manners.is_empty() {
        ui.colored_label(look.dim, "Manner");
        let plain = "plain".to_owned();
        let shown = aim.manner.as_ref().map_or(plain.clone(), |key| {
            let found = manners.iter().find(|manner| manner.key == key);
            found.map_or_else(|| key.clone(), |manner| manner.label.to_string())
        });
        let all = manners.iter().map(|manner| (Some(manner.key.to_owned()), manner.label.to_string()));
        combo(ui, "manner", &mut aim.manner, &shown, std::iter::once((None, plain)).chain(all));
    }
}
