//! The tab that shows what is selected, with every number.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, ComboBox, DragValue, RichText, ScrollArea, TextEdit, Ui};

use super::tools::Chosen;
use super::{Lab, Tab, in_tab};
use crate::content::{
    Dial, DialOf, MAX_MAP_SIDE, Pose, SkirmishUnit, Tuning, Veteran, Wear, numbers, with_number,
};
use crate::desktop::session::Session;
use crate::desktop::settings::Settings;
use crate::desktop::theme::Palette;
use crate::field::{Cell, Place};
use crate::lab::{Edit, resized};
use crate::rules::{Condition, Gait, RuleSet, Weather, play, switch_names};

/// Draws the tab.
pub(super) fn show(
    mut contexts: EguiContexts,
    mut lab: ResMut<Lab>,
    mut session: ResMut<Session>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    mut filter: Local<String>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let look = settings.palette();
    let mut wish = None;
    in_tab(&context, &lab, Tab::Inspect, |ui| {
        ScrollArea::vertical().id_salt("inspect").auto_shrink([false, false]).show(ui, |ui| {
            ui.set_max_width(ui.available_width() - 8.0);
            ui.spacing_mut().item_spacing.y = 5.0;
            let mut desk = Desk { lab: &lab, look, wish: None, done: false };
            match lab.tools.chosen {
                Some(Chosen::Unit(at)) => desk.unit(ui, at, &mut filter),
                Some(Chosen::Barrier(place)) => desk.barrier(ui, place),
                Some(Chosen::Square(cell)) => desk.square(ui, cell),
                None => desk.whole(ui),
            }
            wish = Some((desk.wish.take(), desk.done));
        });
    });
    if let Some((edit, done)) = wish {
        if let Some(edit) = edit {
            obey(&mut lab, edit, &mut session, time.elapsed_secs_f64());
        }
        if done {
            lab.bench.release();
        }
    }
    Ok(())
}

/// A number that makes no sense is refused, with the reason.
fn obey(lab: &mut Lab, edit: Edit, session: &mut Session, now: f64) {
    if matches!(edit, Edit::Tune { .. } | Edit::Unit { .. }) {
        let mut tried = lab.scene().clone();
        let tried = edit.clone().apply(&mut tried).map(|_| tried);
        if let Ok(scene) = tried
            && let Err(error) = scene.bundle(&lab.content, lab.book)
        {
            session.notice = Some((super::sentence(&error.to_string()), now));
            return;
        }
    }
    lab.draw(edit, session, now);
}

/// What a page of the tab works with.
struct Desk<'a> {
    lab: &'a Lab,
    look: &'static Palette,
    /// What to change.
    wish: Option<Edit>,
    /// A stroke of changes has come to its end.
    done: bool,
}

/// "weapon skill" for "weapon_skill".
fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// Long lists of numbers stand close.
fn close_together(ui: &mut Ui) {
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.spacing_mut().interact_size.y = 18.0;
    ui.spacing_mut().button_padding.y = 0.0;
}

impl Desk<'_> {
    /// Notes a change; several in turn are one step until the control is let go.
    fn changed(&mut self, response: &egui::Response, edit: impl FnOnce() -> Edit) {
        if response.changed() {
            self.wish = Some(edit());
        }
        self.done |= response.drag_stopped() || response.lost_focus() || response.clicked();
    }

    fn title(&self, ui: &mut Ui, text: &str, more: &str) {
        ui.label(RichText::new(text).heading().color(self.look.text));
        if !more.is_empty() {
            ui.add(egui::Label::new(RichText::new(more).color(self.look.dim)).wrap());
        }
    }

    fn unit(&mut self, ui: &mut Ui, at: usize, filter: &mut String) {
        let scene = self.lab.scene();
        let (Some(unit), Some(pose)) = (scene.skirmish.units.get(at), scene.poses.get(at).copied()) else {
            return;
        };
        let content = &self.lab.content;
        let mut next = unit.clone();
        let name = ui.add(TextEdit::singleline(&mut next.name).desired_width(f32::INFINITY));
        let taken = scene.skirmish.units.iter().enumerate().any(|(n, one)| n != at && one.name == next.name);
        if !next.name.trim().is_empty() && !taken && next.name.chars().count() <= 60 {
            self.changed(&name, || Edit::Unit { at, unit: next.clone() });
        } else if name.changed() {
            ui.colored_label(self.look.caution, "A name of its own, please.");
        }
        let sort = |id: &str| content.archetypes.get(id).map_or(id, |sort| sort.name.as_str()).to_owned();
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
                });
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
                });
        });
        if next.archetype != unit.archetype || next.side != unit.side {
            let fresh = next.archetype != unit.archetype;
            if fresh {
                next.veteran = None;
            }
            let edit = Edit::Unit { at, unit: next };
            let numbers = Edit::Tune { at, tuning: Tuning::new() };
            self.wish = Some(if fresh { Edit::Together(vec![edit, numbers]) } else { edit });
            self.done = true;
        }
        ui.colored_label(self.look.dim, format!("Square {}, {}", unit.cell.x, unit.cell.y));
        self.pose(ui, at, pose);
        ui.separator();
        let Some(recruit) = content.recruit(self.lab.book, &unit.archetype) else {
            let text = format!("{} has no sheet for it.", self.lab.book.name());
            ui.colored_label(self.look.caution, text);
            return;
        };
        ui.add(TextEdit::singleline(filter).hint_text("find a number").desired_width(f32::INFINITY));
        let sheet = numbers(&recruit.sheet);
        self.numbers(ui, (at, DialOf::Sheet), "Sheet", &sheet, filter);
        for (slot, id) in recruit.weapons.iter().enumerate() {
            let Some(weapon) = content.weapon(self.lab.book, id) else { continue };
            let title = format!("Weapon: {}", weapon.name());
            self.numbers(ui, (at, DialOf::Weapon(slot)), &title, &numbers(&weapon), filter);
        }
        let rules = scene.skirmish.rules.under(self.lab.book);
        let fresh = play::fresh(&recruit.sheet, &rules);
        self.harm(ui, at, unit, (&fresh, play::karma(&recruit.sheet)), filter);
    }

    fn pose(&mut self, ui: &mut Ui, at: usize, pose: Pose) {
        let mut next = pose;
        ui.horizontal(|ui| {
            ui.checkbox(&mut next.prone, "Prone");
            ui.checkbox(&mut next.in_cover, "In cover");
            let name = |gait: Gait| match gait {
                Gait::Steady => "steady",
                Gait::Running => "running",
                Gait::Sprinting => "sprinting",
            };
            ComboBox::from_id_salt("gait").width(92.0).selected_text(name(next.gait)).show_ui(ui, |ui| {
                for gait in [Gait::Steady, Gait::Running, Gait::Sprinting] {
                    ui.selectable_value(&mut next.gait, gait, name(gait));
                }
            });
        });
        if next != pose {
            self.wish = Some(Edit::Pose { at, pose: next });
            self.done = true;
        }
    }

    /// The numbers of a sheet or weapon, those that differ from the content's marked.
    fn numbers(
        &mut self,
        ui: &mut Ui,
        (at, of): (usize, DialOf),
        title: &str,
        all: &[(String, i64)],
        filter: &str,
    ) {
        let tuning = &self.lab.scene().tuned[at];
        let book = self.lab.book;
        let wanted = filter.trim().to_lowercase();
        let fits = |name: &str| wanted.is_empty() || words(name).to_lowercase().contains(&wanted);
        let own = tuning.keys().filter(|dial| dial.book == book && dial.of == of).count();
        let title = if own > 0 { format!("{title} ({own} changed)") } else { title.to_owned() };
        let open = (of == DialOf::Sheet || !wanted.is_empty()).then_some(true);
        let header = egui::CollapsingHeader::new(title).id_salt(("numbers", at, format!("{of:?}")));
        header.default_open(of == DialOf::Sheet).open(open.filter(|_| !wanted.is_empty())).show(ui, |ui| {
            close_together(ui);
            for (name, usual) in all.iter().filter(|(name, _)| fits(name)) {
                let dial = Dial { book, of, number: name.clone() };
                let is = tuning.get(&dial).copied().unwrap_or(*usual);
                if let Some(value) = self.number(ui, name, is, Some(*usual)) {
                    let mut tuning = tuning.clone();
                    match value == *usual {
                        true => tuning.remove(&dial),
                        false => tuning.insert(dial, value),
                    };
                    self.wish = Some(Edit::Tune { at, tuning });
                }
            }
        });
    }

    /// A line with a number to change; gives the new one.
    fn number(&mut self, ui: &mut Ui, name: &str, is: i64, usual: Option<i64>) -> Option<i64> {
        let mut value = is;
        let differs = usual.is_some_and(|usual| usual != is);
        ui.horizontal(|ui| {
            let room = (ui.available_width() - 108.0).max(80.0);
            let shown = words(&name.replace('.', ": "));
            let colour = if differs { self.look.caution } else { self.look.dim };
            let label = egui::Label::new(RichText::new(shown).color(colour)).truncate();
            ui.allocate_ui_with_layout(
                egui::vec2(room, 18.0),
                egui::Layout::left_to_right(egui::Align::Center),
                |ui| {
                    ui.set_min_width(room);
                    ui.add(label).on_hover_text(name);
                },
            );
            let drag = ui.add_sized([58.0, 18.0], DragValue::new(&mut value).speed(0.1));
            self.done |= drag.drag_stopped() || drag.lost_focus();
            if let Some(usual) = usual.filter(|_| differs)
                && ui.small_button("\u{21BA}").on_hover_text(format!("Back to {usual}")).clicked()
            {
                value = usual;
                self.done = true;
            }
        });
        (value != is).then_some(value)
    }

    /// Wounds and whatever else lasts, in the measure of the book.
    fn harm(
        &mut self,
        ui: &mut Ui,
        at: usize,
        unit: &SkirmishUnit,
        (fresh, karma): (&Condition, u8),
        filter: &str,
    ) {
        let book = self.lab.book;
        let veteran = unit.veteran.as_ref().filter(|veteran| veteran.condition.book() == book);
        let condition = veteran.map_or(fresh, |veteran| &veteran.condition);
        let usual = numbers(fresh);
        let wanted = filter.trim().to_lowercase();
        egui::CollapsingHeader::new("Condition").id_salt(("condition", at)).show(ui, |ui| {
            close_together(ui);
            for (name, is) in numbers(condition) {
                if !wanted.is_empty() && !words(&name).contains(&wanted) {
                    continue;
                }
                let before = usual.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
                if let Some(value) = self.number(ui, &name, is, before)
                    && let Ok(condition) = with_number(condition, &name, value)
                {
                    let karma = veteran.map_or(karma, |veteran| veteran.karma);
                    let ailments = veteran.map_or_else(Vec::new, |veteran| veteran.ailments.clone());
                    let veteran = Some(Veteran { condition, karma, ailments });
                    self.wish = Some(Edit::Unit { at, unit: SkirmishUnit { veteran, ..unit.clone() } });
                }
            }
            if unit.veteran.is_some() && ui.button("Unhurt").clicked() {
                self.wish = Some(Edit::Unit { at, unit: SkirmishUnit { veteran: None, ..unit.clone() } });
                self.done = true;
            }
        });
    }

    fn barrier(&mut self, ui: &mut Ui, place: Place) {
        let scene = self.lab.scene();
        let Some(id) = scene.barrier_at(place).map(str::to_owned) else { return };
        let content = &self.lab.content;
        let find = |id: &str| scene.kinds.get(id).or_else(|| content.barrier_kinds.get(id));
        let Some(kind) = find(&id) else { return };
        let at = match place {
            Place::Square(cell) => format!("In square {}, {}", cell.x, cell.y),
            Place::Edge(edge) => {
                let [one, other] = edge.cells();
                format!("Between {}, {} and {}, {}", one.x, one.y, other.x, other.y)
            }
        };
        self.title(ui, &kind.name, &at);
        let mut next = id.clone();
        let fits = |other: &crate::content::BarrierKind| {
            use crate::content::Footing;
            matches!(
                (place, other.footing),
                (_, Footing::Both) | (Place::Edge(_), Footing::Edge) | (Place::Square(_), Footing::Square)
            )
        };
        let width = ui.available_width();
        ComboBox::from_id_salt("barrier kind").width(width).truncate().selected_text(&kind.name).show_ui(
            ui,
            |ui| {
                for (id, kind) in
                    scene.kinds.iter().chain(&content.barrier_kinds).filter(|(_, kind)| fits(kind))
                {
                    ui.selectable_value(&mut next, id.clone(), &kind.name);
                }
            },
        );
        let material = content.materials.get(&kind.material).map_or(kind.material.as_str(), |one| &one.name);
        let mut facts = vec![
            ("Material", material.to_owned()),
            ("Structure", kind.structure.to_string()),
            ("Armor", kind.armor.to_string()),
            ("Height", format!("{} cm", kind.height_cm)),
            ("Thickness", format!("{} cm", kind.thickness_cm)),
        ];
        if kind.transparent {
            facts.push(("Seen through", format!("{} % of it", kind.width_pct)));
        }
        for (name, value) in facts {
            self.fact(ui, name, &value);
        }
        let worn = scene.worn.get(&place).copied().unwrap_or_default();
        let mut wear = worn;
        ui.horizontal(|ui| {
            ui.colored_label(self.look.dim, "Damage");
            let drag = ui.add(DragValue::new(&mut wear.damage).range(0..=100_000));
            self.done |= drag.drag_stopped() || drag.lost_focus();
        });
        ui.checkbox(&mut wear.holed, "Has a hole to walk through");
        if kind.openable {
            ui.checkbox(&mut wear.open, "Stands open");
        }
        if next != id {
            wear = Wear::default();
        }
        if wear != worn || next != id {
            self.wish = Some(Edit::Barrier { place, kind: Some(next), wear });
        }
    }

    fn fact(&self, ui: &mut Ui, name: &str, value: &str) {
        ui.horizontal(|ui| {
            ui.colored_label(self.look.dim, name);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| ui.label(value));
        });
    }

    fn square(&mut self, ui: &mut Ui, cell: Cell) {
        let scene = self.lab.scene();
        let Some(id) = scene.skirmish.map.terrain_at(cell) else { return };
        let ground = scene.grounds.get(id).or_else(|| self.lab.content.terrains.get(id));
        let Some(ground) = ground else { return };
        self.title(ui, &ground.name, &format!("Square {}, {}", cell.x, cell.y));
        self.fact(ui, "Height", &format!("{} cm", ground.height_cm));
        self.fact(ui, "Entering costs", &format!("{} m more", f32::from(ground.extra_half_metres) / 2.0));
        self.fact(ui, "Difficulty", &ground.difficulty.to_string());
        self.fact(ui, "Light", &words(&format!("{:?}", ground.light).to_lowercase()));
        let yes = |on: bool| if on { "yes" } else { "no" };
        self.fact(ui, "Smoke or fog", yes(ground.obscured));
        if let Some(hazard) = ground.hazard {
            let what = format!("{:?}", hazard.peril).to_lowercase();
            self.fact(ui, "Hazard", &format!("{what}, severity {}", hazard.severity));
        }
        for (name, on) in [
            ("Nobody can stand here", ground.impassable),
            ("Nothing to breathe", ground.airless),
            ("Under a roof", ground.indoors),
            ("Charges shields", ground.energy),
        ] {
            if on {
                self.fact(ui, name, "yes");
            }
        }
    }

    /// The scene as a whole: name, weather, switches of the rules.
    fn whole(&mut self, ui: &mut Ui) {
        let skirmish = &self.lab.scene().skirmish;
        let (mut name, mut description) = (skirmish.name.clone(), skirmish.description.clone());
        ui.colored_label(self.look.dim, "Scene");
        let one = ui.add(TextEdit::singleline(&mut name).char_limit(60).desired_width(f32::INFINITY));
        let other = ui.add(
            TextEdit::multiline(&mut description)
                .char_limit(600)
                .desired_rows(3)
                .desired_width(f32::INFINITY),
        );
        let description = description.replace('\n', " ");
        if !name.trim().is_empty() && !description.trim().is_empty() {
            let title = || Edit::Title { name: name.clone(), description: description.clone() };
            self.changed(&one, title);
            self.changed(&other, title);
        }
        let map = &skirmish.map;
        let (mut width, mut height) = (map.width, map.height);
        ui.horizontal(|ui| {
            ui.colored_label(self.look.dim, "Map");
            for side in [&mut width, &mut height] {
                let drag = ui.add(DragValue::new(side).range(4..=MAX_MAP_SIDE as u16).speed(0.1));
                self.done |= drag.drag_stopped() || drag.lost_focus();
            }
            ui.colored_label(self.look.dim, "squares");
        });
        if (width, height) != (map.width, map.height) {
            self.wish = Some(resized(self.lab.scene(), width, height));
        }
        self.fact(ui, "Units", &skirmish.units.len().to_string());
        self.fact(ui, "Barriers", &map.barriers.len().to_string());
        let mut weather = skirmish.weather;
        let called = |weather: Weather| format!("{weather:?}").to_lowercase();
        ui.horizontal(|ui| {
            ui.colored_label(self.look.dim, "Weather");
            ComboBox::from_id_salt("weather").selected_text(called(weather)).show_ui(ui, |ui| {
                for one in [Weather::Calm, Weather::Light, Weather::Heavy, Weather::Extreme] {
                    ui.selectable_value(&mut weather, one, called(one));
                }
            });
        });
        if weather != skirmish.weather {
            self.wish = Some(Edit::Weather(weather));
            self.done = true;
        }
        self.switches(ui, &skirmish.rules);
    }

    fn switches(&mut self, ui: &mut Ui, rules: &RuleSet) {
        let shown = rules.under(self.lab.book);
        let changed = shown.changed();
        let title = format!("Rule switches of {} ({} changed)", shown.book().name(), changed.len());
        egui::CollapsingHeader::new(title).id_salt("lab switches").show(ui, |ui| {
            if shown.book() != rules.book() {
                ui.add(
                    egui::Label::new(format!(
                        "Those of a book are kept for the scene's own, {}; those of the engine count in all.",
                        rules.book().name()
                    ))
                    .wrap(),
                );
            }
            for info in shown.list() {
                let mut value = shown.get(info.name).unwrap_or_default();
                let before = value.clone();
                let names = switch_names::named(info.name);
                let colour = if value == info.default { self.look.dim } else { self.look.caution };
                ui.horizontal(|ui| {
                    let edit = TextEdit::singleline(&mut value).desired_width(84.0);
                    let edit = ui.add(edit).on_hover_text(info.expected);
                    self.done |= edit.lost_focus();
                    let label = egui::Label::new(RichText::new(&names.title).color(colour)).truncate();
                    ui.add(label).on_hover_text(format!("{}: {} {}", info.name, names.about, info.clause));
                });
                if value != before {
                    let mut next = rules.clone();
                    if next.set(info.name, &value).is_ok() {
                        self.wish = Some(Edit::Rules(Box::new(next)));
                    }
                }
            }
        });
    }
}
