//! The top bar: skirmish, round and pass, who acts in which order, and the way to help and menu.

use bevy_egui::egui::{
    self, Color32, CornerRadius, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};

use super::PanelState;
use super::kit::{See, body, fitted, side_mark, small};
use crate::input::Command;
use crate::session::Session;
use crate::theme::scroll_bars;
use battle::{UnitDataItem, UnitId};
use dice::{DiceState, Played};
use rules::engine::{acts, after_pass, turn_order};

/// Height of the chips of this pass.
const CHIP: f32 = 38.0;
/// Passes that are looked ahead.
const AHEAD: u32 = 4;

/// Where a unit stands in this pass.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Acted,
    Acting,
    Waiting,
}

struct Chip {
    id: UnitId,
    name: String,
    score: i32,
    place: Place,
}

/// Draws the top bar.
pub(super) fn show(ui: &mut Ui, see: &See, session: &mut Session, state: &mut PanelState) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.style_mut().always_scroll_the_only_direction = true;
        ui.spacing_mut().scroll = scroll_bars(4.0, 1.0);
        title(ui, see, state.compact);
        let right = if state.compact { 198.0 } else { 88.0 };
        let room = (ui.available_width() - right).max(60.0);
        ui.allocate_ui_with_layout(
            vec2(room, ui.available_height()),
            egui::Layout::left_to_right(egui::Align::Center),
            |ui| {
                ScrollArea::horizontal().id_salt("track").auto_shrink([false, false]).show(ui, |ui| {
                    ui.horizontal_centered(|ui| order(ui, see, session, &mut state.tracked));
                });
            },
        );
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            corner(ui, see, session, state);
        });
    });
}

/// Name, book, mode, round and pass.
fn title(ui: &mut Ui, see: &See, compact: bool) {
    let skirmish = &see.view.setup().bundle().skirmish;
    let round = see.view.round();
    let book = see.view.rules().book().name();
    let now = match (round.deploying(), round.outcome().is_some()) {
        (_, true) => ("Over".to_owned(), format!("Round {}", round.number())),
        (true, _) => ("Set-up".to_owned(), "placing".to_owned()),
        _ => (format!("Round {}", round.number()), format!("Pass {}", round.pass())),
    };
    // What is going on stands where the turn does.
    let now = match see.machine() {
        Some(_) if see.opponents.held() => (now.0, "Paused".to_owned()),
        Some(_) if see.opponents.thinking() => (now.0, "Thinking \u{2026}".to_owned()),
        _ => now,
    };
    let clock = round.clock();
    let width = match ui.ctx().viewport_rect().width() {
        _ if compact => 0.0,
        window if window < 1200.0 => 150.0,
        _ => 196.0,
    };
    let both = |ui: &mut Ui, width: f32, top: &str, below: &str| {
        let (rect, response) = ui.allocate_exact_size(vec2(width, ui.available_height()), Sense::hover());
        let font = body(ui);
        let one = fitted(ui.painter(), top, font.clone(), see.look.text, width - 6.0);
        let other = fitted(ui.painter(), below, font, see.look.dim, width - 6.0);
        let middle = rect.center().y;
        ui.painter().galley(pos2(rect.left(), middle - one.size().y - 1.0), one, see.look.text);
        ui.painter().galley(pos2(rect.left(), middle + 2.0), other, see.look.dim);
        response
    };
    if width > 0.0 {
        both(ui, width, &skirmish.name, &format!("{book} · {}", table(see)))
            .on_hover_text(&skirmish.description);
    }
    both(ui, 94.0, &now.0, &now.1).on_hover_ui(|ui| {
        ui.set_max_width(300.0);
        ui.label(format!("{}:{:02} since the fight began; a round takes 5 seconds.", clock / 60, clock % 60));
        ui.colored_label(see.look.dim, format!("The skirmish ends after round {}.", skirmish.rounds));
        if round.held() > 0 {
            ui.label(format!("The place has been held for {} rounds in a row.", round.held()));
        }
        ui.monospace("SS-ROUND-01");
    });
}

/// Who sits around the screen.
fn table(see: &See) -> &'static str {
    let sides = see.view.setup().bundle().skirmish.sides.len();
    match see.opponents.persons(sides).len() {
        0 => "demonstration",
        1 if sides > 1 => "one player",
        _ => "hot-seat",
    }
}

/// Help, menu, and in a narrow window the panels that are folded away.
fn corner(ui: &mut Ui, see: &See, session: &mut Session, state: &mut PanelState) {
    let look = see.look;
    let size = vec2(82.0, ui.available_height());
    ui.allocate_ui_with_layout(size, egui::Layout::top_down(egui::Align::Max), |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = 20.0;
        ui.spacing_mut().button_padding = vec2(4.0, 1.0);
        ui.add_space(((ui.available_height() - 42.0) / 2.0).max(0.0));
        let link = |ui: &mut Ui, text: String| {
            let button = egui::Button::new(egui::RichText::new(text).color(look.dim)).frame(false);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| ui.add(button)).inner
        };
        if link(ui, format!("{} help", see.key(Command::Help))).on_hover_text("Keys and signs").clicked() {
            session.help = !session.help;
        }
        if link(ui, format!("{} menu", see.key(Command::Back)))
            .on_hover_text("Pause, save, settings")
            .clicked()
        {
            session.paused = true;
        }
    });
    if state.compact {
        let mut tab = |ui: &mut Ui, text: &str, which: super::Side| {
            let on = state.open == Some(which);
            if ui.selectable_label(on, text).clicked() {
                state.open = if on { None } else { Some(which) };
            }
        };
        tab(ui, "Log", super::Side::Log);
        tab(ui, "Unit", super::Side::Unit);
    }
}

/// This pass, a divider, and the passes to come.
fn order(ui: &mut Ui, see: &See, session: &mut Session, tracked: &mut Option<UnitId>) {
    let chips = this_pass(see);
    if chips.is_empty() {
        return;
    }
    for chip in &chips {
        let rect = big(ui, see, session, chip);
        if chip.place == Place::Acting && *tracked != Some(chip.id) {
            *tracked = Some(chip.id);
            ui.scroll_to_rect(rect.expand2(vec2(120.0, 0.0)), None);
        }
    }
    let pass = see.view.round().pass();
    for ahead in 1..=AHEAD {
        let coming = coming(see, ahead);
        if coming.is_empty() {
            break;
        }
        let (rect, response) = ui.allocate_exact_size(vec2(52.0, CHIP), Sense::hover());
        let dashes = egui::Shape::dashed_line(
            &[rect.left_top() + vec2(5.0, -4.0), rect.left_bottom() + vec2(5.0, 4.0)],
            Stroke::new(1.0, see.look.faint),
            3.0,
            3.0,
        );
        ui.painter().extend(dashes);
        let text = format!("pass {}", pass + ahead);
        ui.painter().text(
            rect.left_center() + vec2(11.0, 0.0),
            egui::Align2::LEFT_CENTER,
            text,
            small(ui),
            see.look.dim,
        );
        response
            .on_hover_text("Every pass takes 10 off each score; whoever is above 0 acts again. SS-ROUND-12");
        for chip in &coming {
            little(ui, see, session, chip);
        }
    }
}

/// In the order of the rule, with the tosses of this round; ties that nobody has tossed for stand in some order.
fn ranked<'v>(see: &See, units: impl Iterator<Item = UnitDataItem<'v, 'v>>) -> Vec<UnitDataItem<'v, 'v>> {
    let units: Vec<_> = units.collect();
    let entries: Vec<_> = units.iter().map(|unit| see.view.entry(unit)).collect();
    let mut coins = Played::new(DiceState::default(), Vec::new(), false);
    let mode = see.view.rules().engine.tie_mode;
    let order = turn_order::order(&mut coins, &entries, see.view.round().coins(), mode)
        .expect("invariant: ties ask nobody and dice are not scripted");
    let place = |unit: &UnitDataItem| order.ranks.iter().flatten().position(|id| *id == unit.id.0);
    let mut units = units;
    units.sort_by_key(place);
    units
}

fn this_pass(see: &See) -> Vec<Chip> {
    let round = see.view.round();
    if round.deploying() {
        return Vec::new();
    }
    let units = see.view.units().filter(|unit| unit.fighting() && unit.initiative.score() > 0);
    ranked(see, units)
        .into_iter()
        .map(|unit| Chip {
            id: *unit.id,
            name: unit.identity.name().to_owned(),
            score: unit.initiative.score(),
            place: match (round.acting() == Some(*unit.id), unit.points.acted() || unit.initiative.out()) {
                (true, _) => Place::Acting,
                (_, true) => Place::Acted,
                _ => Place::Waiting,
            },
        })
        .collect()
}

fn coming(see: &See, ahead: u32) -> Vec<Chip> {
    if see.view.round().deploying() {
        return Vec::new();
    }
    let later = |score: i32| (0..ahead).fold(score, |score, _| after_pass(score));
    let units = see.view.units().filter(|unit| unit.fighting() && !unit.initiative.out());
    ranked(see, units.filter(|unit| acts(later(unit.initiative.score()))))
        .into_iter()
        .map(|unit| Chip {
            id: *unit.id,
            name: unit.identity.name().to_owned(),
            score: later(unit.initiative.score()),
            place: Place::Waiting,
        })
        .collect()
}

fn big(ui: &mut Ui, see: &See, session: &mut Session, chip: &Chip) -> Rect {
    let look = see.look;
    let colour = see.unit_colour(chip.id);
    let fade =
        |colour: Color32| if chip.place == Place::Acted { colour.gamma_multiply(0.45) } else { colour };
    let font = body(ui);
    let name = ui.painter().layout_no_wrap(chip.name.clone(), font.clone(), fade(look.text));
    let score = ui.painter().layout_no_wrap(chip.score.to_string(), font, fade(colour));
    let width = 12.0 + name.size().x + 12.0 + score.size().x + 9.0;
    let (rect, response) = ui.allocate_exact_size(vec2(width, CHIP), Sense::click());
    let acting = chip.place == Place::Acting;
    let edge = if acting {
        Stroke::new(2.0, look.text)
    } else if response.hovered() || response.has_focus() {
        Stroke::new(1.5, look.dim)
    } else {
        Stroke::new(1.0, look.line)
    };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(4), fade(look.raised), edge, StrokeKind::Inside);
    let mark = Rect::from_min_size(rect.min + vec2(2.0, 2.0), vec2(5.0, CHIP - 4.0));
    side_mark(painter, mark, hue(see, chip.id), fade(colour));
    let top = rect.center().y - name.size().y / 2.0;
    painter.galley(pos2(rect.left() + 12.0, top), name, look.text);
    painter.galley(pos2(rect.right() - 9.0 - score.size().x, top), score, colour);
    if acting {
        let dot = pos2(rect.center().x, rect.bottom() + 5.0);
        painter.circle_filled(dot, 2.0, look.text);
    }
    respond(see, session, chip, response);
    rect
}

fn little(ui: &mut Ui, see: &See, session: &mut Session, chip: &Chip) {
    let colour = see.unit_colour(chip.id);
    let initial: String = chip.name.chars().take(1).collect();
    let text = ui.painter().layout_no_wrap(format!("{initial} {}", chip.score), small(ui), see.look.dim);
    let (rect, response) = ui.allocate_exact_size(vec2(text.size().x + 17.0, 28.0), Sense::click());
    let edge = if response.hovered() || response.has_focus() { see.look.dim } else { see.look.line };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(3), see.look.raised, Stroke::new(1.0, edge), StrokeKind::Inside);
    let mark = Rect::from_min_size(rect.min + vec2(2.0, 2.0), vec2(4.0, rect.height() - 4.0));
    side_mark(painter, mark, hue(see, chip.id), colour.gamma_multiply(0.7));
    painter.galley(pos2(rect.left() + 11.0, rect.center().y - text.size().y / 2.0), text, see.look.dim);
    respond(see, session, chip, response);
}

fn hue(see: &See, id: UnitId) -> u8 {
    see.view.unit(id).map_or(0, |unit| see.hue(*unit.side))
}

fn respond(see: &See, session: &mut Session, chip: &Chip, response: egui::Response) {
    if response.hovered() || response.has_focus() {
        session.pointed = Some(chip.id);
    }
    if response.clicked() {
        session.selected = Some(chip.id);
        session.look_at = see.view.unit(chip.id).map(|unit| unit.cell());
    }
    response.on_hover_ui(|ui| {
        ui.set_max_width(280.0);
        let Some(unit) = see.view.unit(chip.id) else { return };
        ui.colored_label(see.unit_colour(chip.id), unit.identity.name());
        let state = match chip.place {
            Place::Acted => "has acted in this pass",
            Place::Acting => "acts now",
            Place::Waiting => "has its phase to come",
        };
        ui.label(format!("Score {}, {state}.", chip.score));
        ui.label(format!("{} AP left.", unit.points.left()));
        if unit.karma.initiative() {
            ui.colored_label(see.look.good, "Karma: rolls five initiative dice next round. SS-INIT-07");
        }
    });
}
