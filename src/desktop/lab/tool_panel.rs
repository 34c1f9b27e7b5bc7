//! The left panel: tools and their options.

use bevy_egui::egui::{self, ComboBox, DragValue, RichText, ScrollArea, Ui};

use super::LabState;
use super::tools::LabTool;
use crate::accessibility::Accessible;
use crate::input::{InputAction, binding_text};
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::Palette;
use battle::BattleView;
use content::{BarrierKind, BarrierPlacement, Content, LabAction, LabTarget, Terrain};
use lab::{GroundSpec, SceneEdit};
use model::{CellSide, ObstaclePosition, UnitId};
use rules::{Light, play};

/// Draws the panel.
pub(super) fn show(
    ui: &mut Ui,
    lab: &mut LabState,
    session: &mut Session,
    view: &BattleView,
    settings: &Settings,
    now: f64,
) {
    let palette = settings.palette();
    ui.spacing_mut().item_spacing.y = 3.0;
    for (number, tool) in LabTool::ALL.into_iter().enumerate() {
        let key = InputAction::for_answer(number)
            .map(|command| binding_text(command, settings))
            .unwrap_or_default();
        let chosen = lab.tools.tool == tool;
        let text = RichText::new(format!("{key}  {}", tool.name())).color(if chosen {
            palette.text
        } else {
            palette.dim
        });
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
            LabTool::Select => {
                show_hint(ui, palette, "Click to select, drag to move units and barriers.");
                let turn = binding_text(InputAction::Turn, settings);
                let remove = binding_text(InputAction::Remove, settings);
                if ui.button(format!("Turn  {turn}")).clicked() {
                    lab.turn_barrier(session, now);
                }
                if ui.button(format!("Remove  {remove}")).clicked() {
                    lab.remove_selected(session, now);
                }
            }
            LabTool::Unit => show_unit_tool(ui, lab, palette),
            LabTool::Barrier => show_barrier_tool(ui, lab, palette, settings),
            LabTool::Ground => show_ground_tool(ui, lab, palette),
            LabTool::Erase => {
                show_hint(
                    ui,
                    palette,
                    "Click or drag to remove units and barriers, then to reset the ground to the most common one.",
                );
            }
            LabTool::Aim => show_aim_tool(ui, lab, session, view, palette, now),
        }
    });
}

fn show_hint(ui: &mut Ui, palette: &Palette, text: &str) {
    ui.add(egui::Label::new(RichText::new(text).color(palette.dim)).wrap());
}

/// Draws a drop-down list over the full width.
fn show_combo<T: Clone + PartialEq>(
    ui: &mut Ui,
    name: &str,
    chosen: &mut T,
    shown: &str,
    all: impl Iterator<Item = (T, String)>,
) -> bool {
    let before = chosen.clone();
    let width = ui.available_width();
    ComboBox::from_id_salt(name)
        .width(width)
        .truncate()
        .selected_text(shown)
        .show_ui(ui, |ui| {
            for (value, text) in all {
                ui.selectable_value(chosen, value, text);
            }
        })
        .response
        .named(name);
    *chosen != before
}

fn show_unit_tool(ui: &mut Ui, lab: &mut LabState, palette: &Palette) {
    show_hint(ui, palette, "Click on a free square to place a unit.");
    let content = lab.content.clone();
    let name = |id: &str| content.archetypes.get(id).map_or(id, |sort| sort.name.as_str()).to_owned();
    ui.colored_label(palette.dim, "Archetype");
    let shown = name(&lab.tools.archetype);
    let all = content.archetypes.keys().map(|id| (id.clone(), name(id)));
    show_combo(ui, "Archetype", &mut lab.tools.archetype, &shown, all);
    ui.colored_label(palette.dim, "Side");
    let sides: Vec<(u8, String)> =
        (0..).zip(&lab.scene().skirmish.sides).map(|(at, side)| (at, side.name.clone())).collect();
    let shown = sides.get(usize::from(lab.tools.side)).map_or("", |(_, name)| name.as_str()).to_owned();
    show_combo(ui, "Side", &mut lab.tools.side, &shown, sides.into_iter());
    if content.unit_template(lab.book, &lab.tools.archetype).is_none() {
        let text = format!("No stats for this unit in {}.", lab.book.name());
        ui.add(egui::Label::new(RichText::new(text).color(palette.caution)).wrap());
    }
}

fn show_barrier_tool(ui: &mut Ui, lab: &mut LabState, palette: &Palette, settings: &Settings) {
    show_hint(ui, palette, "Click or drag on edges or squares.");
    let content = lab.content.clone();
    let own = lab.scene().kinds.clone();
    let name = |id: &str| {
        let kind = own.get(id).or_else(|| content.barrier_kinds.get(id));
        kind.map_or_else(|| id.to_owned(), |kind| barrier_choice_name(kind, &content))
    };
    let free = "custom".to_owned();
    let shown = lab.tools.kind.as_deref().map_or_else(|| free.clone(), name);
    let ids = own.keys().chain(content.barrier_kinds.keys());
    let all = std::iter::once((None, free.clone())).chain(ids.map(|id| (Some(id.clone()), name(id))));
    ui.colored_label(palette.dim, "Barrier");
    show_combo(ui, "Barrier", &mut lab.tools.kind, &shown, all);
    let kind = lab.tools.kind.as_ref().and_then(|id| own.get(id).or_else(|| content.barrier_kinds.get(id)));
    match kind {
        Some(kind) => {
            let material = content.materials.get(&kind.material);
            show_hint(ui, palette, material.map_or(kind.material.as_str(), |material| &material.name));
            let height = f32::from(kind.height_cm) / 100.0;
            show_hint(ui, palette, &format!("{height} m high, {} cm thick", kind.thickness_cm));
            show_hint(ui, palette, &format!("Structure {}, armour {}", kind.structure, kind.armor));
        }
        None => show_barrier_properties(ui, lab, palette),
    }
    let edges = match kind {
        Some(kind) => kind.footing != BarrierPlacement::Square,
        None => !lab.tools.barrier_spec.fills_square,
    };
    if edges {
        let key = binding_text(InputAction::Turn, settings);
        ui.colored_label(palette.dim, format!("Side of the square  {key}"));
        let names = |side: Option<CellSide>| match side {
            None => "nearest",
            Some(CellSide::North) => "north",
            Some(CellSide::East) => "east",
            Some(CellSide::South) => "south",
            Some(CellSide::West) => "west",
        };
        let shown = names(lab.tools.facing).to_owned();
        let all =
            std::iter::once(None).chain(CellSide::ALL.map(Some)).map(|side| (side, names(side).to_owned()));
        show_combo(ui, "Side of the square", &mut lab.tools.facing, &shown, all);
    }
}

fn show_barrier_properties(ui: &mut Ui, lab: &mut LabState, palette: &Palette) {
    let content = lab.content.clone();
    let wall = &mut lab.tools.barrier_spec;
    ui.colored_label(palette.dim, "Material");
    let name = |id: &str| content.materials.get(id).map_or(id, |one| one.name.as_str()).to_owned();
    let shown = name(&wall.material);
    let mut materials: Vec<_> = content.materials.iter().collect();
    materials.sort_by_key(|(_, material)| material.structure);
    let all = materials.into_iter().map(|(id, one)| (id.clone(), one.name.clone()));
    show_combo(ui, "Material", &mut wall.material, &shown, all);
    if let Some(material) = content.materials.get(&wall.material) {
        show_hint(ui, palette, &format!("Structure {}, armour {}", material.structure, material.armor));
    }
    ui.horizontal(|ui| {
        ui.colored_label(palette.dim, "Height");
        ui.add(DragValue::new(&mut wall.height_cm).range(1..=5000).suffix(" cm")).named("Height");
    });
    ui.horizontal(|ui| {
        ui.colored_label(palette.dim, "Thickness");
        ui.add(DragValue::new(&mut wall.thickness_cm).range(1..=100).suffix(" cm")).named("Thickness");
    });
    ui.checkbox(&mut wall.transparent, "Transparent");
    ui.checkbox(&mut wall.blocks_move, "Blocks movement");
    ui.checkbox(&mut wall.fills_square, "Fills a square");
}

/// Draws which ground is painted, and what is changed about it.
fn show_ground_tool(ui: &mut Ui, lab: &mut LabState, palette: &Palette) {
    show_hint(ui, palette, "Click or drag to paint.");
    let content = lab.content.clone();
    let own = lab.scene().grounds.clone();
    let find = |id: &str| own.get(id).or_else(|| content.terrains.get(id));
    let name = |id: &str| match id {
        "" => "keep current".to_owned(),
        id => find(id).map_or(id, |ground| ground.name.as_str()).to_owned(),
    };
    let shown = name(&lab.tools.ground.base);
    let none = String::new();
    let ids = std::iter::once(&none).chain(own.keys()).chain(content.terrains.keys());
    let all = ids.map(|id| (id.clone(), name(id)));
    show_combo(ui, "Ground", &mut lab.tools.ground.base, &shown, all);
    let base = find(&lab.tools.ground.base).cloned();
    if lab.tools.ground == GroundSpec::from_base("") {
        show_hint(ui, palette, "Choose a ground, or a change below.");
    }
    ui.horizontal(|ui| {
        ui.colored_label(palette.dim, "Brush");
        for breadth in [1, 3, 5] {
            ui.selectable_value(&mut lab.tools.breadth, breadth, breadth.to_string());
        }
    });
    ui.separator();
    show_hint(ui, palette, "Changes to it:");
    show_ground_changes(ui, &mut lab.tools.ground, base.as_ref());
}

/// Draws what is changed about a ground: smoke, fire, light, difficulty and height.
fn show_ground_changes(ui: &mut Ui, ground: &mut GroundSpec, base: Option<&Terrain>) {
    ui.checkbox(&mut ground.smoke, "Smoke or fog");
    let mut burns = ground.fire.is_some();
    ui.horizontal(|ui| {
        if ui.checkbox(&mut burns, "Fire").changed() {
            ground.fire = burns.then_some(5);
        }
        if let Some(severity) = &mut ground.fire {
            ui.add(DragValue::new(severity).range(1..=20).prefix("severity ")).named("Severity of the fire");
        }
    });
    let lights = |light: Option<Light>| match light {
        None => "default light",
        Some(Light::Normal) => "well lit",
        Some(Light::Low) => "dim",
        Some(Light::Dark) => "dark",
    };
    let shown = lights(ground.light).to_owned();
    let all = [None, Some(Light::Normal), Some(Light::Low), Some(Light::Dark)];
    show_combo(
        ui,
        "Light",
        &mut ground.light,
        &shown,
        all.into_iter().map(|one| (one, lights(one).to_owned())),
    );
    let hard = |difficulty: Option<u8>| {
        difficulty.map_or("default difficulty".to_owned(), |difficulty| format!("difficulty {difficulty}"))
    };
    let shown = hard(ground.difficulty);
    let all = [None, Some(0), Some(10), Some(20), Some(30)];
    show_combo(ui, "Difficulty", &mut ground.difficulty, &shown, all.into_iter().map(|one| (one, hard(one))));
    let mut raised = ground.height_cm.is_some();
    ui.horizontal(|ui| {
        if ui.checkbox(&mut raised, "Height").changed() {
            ground.height_cm = raised.then(|| base.map_or(0, |base| base.height_cm));
        }
        if let Some(height) = &mut ground.height_cm {
            ui.add(DragValue::new(height).range(-2000..=5000).suffix(" cm")).named("Height of the ground");
        }
    });
}

/// Draws attacker, target and attack options.
fn show_aim_tool(
    ui: &mut Ui,
    lab: &mut LabState,
    session: &mut Session,
    view: &BattleView,
    palette: &Palette,
    now: f64,
) {
    show_hint(
        ui,
        palette,
        "Click on the attacker, then click or drag on the target: a unit, a barrier or a square.",
    );
    ui.horizontal(|ui| {
        ui.selectable_value(&mut lab.tools.attacker_next, true, "Attacker");
        ui.selectable_value(&mut lab.tools.attacker_next, false, "Target");
    });
    let Some(aim) = lab.aim().cloned() else { return };
    let units = &lab.scene().skirmish.units;
    let name = |at: usize| units.get(at).map_or("?", |unit| unit.name.as_str()).to_owned();
    let target = match aim.at {
        LabTarget::Unit(at) => name(at),
        LabTarget::Square(cell) => format!("square {}, {}", cell.x, cell.y),
        LabTarget::Barrier(place) => lab
            .scene()
            .barrier_at(place)
            .and_then(|id| lab.scene().kinds.get(id).or_else(|| lab.content.barrier_kinds.get(id)))
            .map_or_else(|| "a removed barrier".to_owned(), |kind| kind.name.clone()),
    };
    ui.label(RichText::new(name(aim.attacker)).strong());
    show_hint(ui, palette, &format!("attacks {target}"));
    if let LabTarget::Barrier(ObstaclePosition::Edge(edge)) = aim.at {
        show_hint(ui, palette, &format!("at {}, {}", edge.cell().x, edge.cell().y));
    }
    let mut next = aim.clone();
    show_attack_options(ui, &mut next, view, palette);
    if next != aim {
        lab.apply_edit(SceneEdit::SetAim(Some(next)), session, now);
    }
    if ui.button("Clear target").clicked() {
        lab.tools.attacker_next = true;
        lab.apply_edit(SceneEdit::SetAim(None), session, now);
    }
}

/// Draws weapon, fire mode and attack type, as the current rulebook has them.
fn show_attack_options(ui: &mut Ui, aim: &mut LabAction, view: &BattleView, palette: &Palette) {
    let Some(unit) = view.unit(UnitId(aim.attacker as u32 + 1)) else { return };
    let carried = unit.inventory;
    ui.colored_label(palette.dim, "Weapon");
    let shown = carried.get(aim.weapon).map_or("none", |one| one.name()).to_owned();
    let all = carried.slots().map(|(at, one)| (at, one.name().to_string()));
    if show_combo(ui, "weapon", &mut aim.weapon, &shown, all) {
        aim.mode = carried.get(aim.weapon).and_then(|one| one.mode());
        aim.option = None;
    }
    let Some(weapon) = carried.get(aim.weapon) else { return };
    if !weapon.modes().is_empty() {
        ui.colored_label(palette.dim, "Mode");
        let shown = aim.mode.or(weapon.mode()).map_or("", |mode| mode.name()).to_owned();
        let all = weapon.modes().iter().map(|mode| (Some(*mode), mode.name().to_owned()));
        show_combo(ui, "mode", &mut aim.mode, &shown, all);
    }
    let me = view.unit_snapshot(&unit);
    let Some(held) = me.held.iter().find(|held| held.slot == aim.weapon) else {
        show_hint(ui, palette, "This weapon is not in hand.");
        return;
    };
    let options = play::attack_options(&me, held, view.rules());
    if !options.is_empty() {
        ui.colored_label(palette.dim, "Attack type");
        let normal = "normal".to_owned();
        let shown = aim.option.as_ref().map_or(normal.clone(), |key| {
            let found = options.iter().find(|option| option.key == key);
            found.map_or_else(|| key.clone(), |option| option.label.to_string())
        });
        let all = options.iter().map(|option| (Some(option.key.to_owned()), option.label.to_string()));
        show_combo(ui, "option", &mut aim.option, &shown, std::iter::once((None, normal)).chain(all));
    }
}

/// Returns the name of a kind of barrier in a list: "wooden wall (secret door)" where it hides another kind.
pub(super) fn barrier_choice_name(kind: &BarrierKind, content: &Content) -> String {
    let hidden = kind.hides.as_ref().and_then(|id| content.barrier_kinds.get(id));
    hidden.map_or_else(|| kind.name.clone(), |hidden| format!("{} ({})", kind.name, hidden.name))
}
