//! Top bar: skirmish, round and pass, turn order, and the buttons for help and menu.

use std::ops::Range;

use bevy_egui::egui::{
    self, Color32, CornerRadius, Rect, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};

use super::PanelState;
use super::prompt_status::unit_status_text;
use super::widgets::{
    PanelContext, arrival_text, body_font, draw_side_mark, layout_truncated, small_font, with_cited_clauses,
};
use crate::accessibility::Accessible;
use crate::battle_revision::BattleRevision;
use crate::input::InputAction;
use crate::player_input::PlayerInput;
use crate::rulebook::offer_terms_in;
use crate::session::Session;
use crate::theme::{BODY_SIZE, scaled};
use crate::turn_status::{TurnStatus, draw_done_mark};
use battle::UnitDataItem;
use battle_log::log_text::capitalise;
use dice::{DiceState, PlayedTable};
use model::UnitId;
use rules::turn_engine::{has_phase, score_after_pass, turn_order};

/// Height of the chips of the current pass, in points.
const CHIP_HEIGHT: f32 = 38.0;
/// Height of a chip with the current text size.
fn chip_height(ui: &Ui) -> f32 {
    CHIP_HEIGHT + scaled(ui, BODY_SIZE) - BODY_SIZE
}

/// Width of the mark of a finished turn, with the space after it, in points.
const DONE_MARK: f32 = 17.0;
/// Width that the mark of a finished turn takes in a chip.
fn done_mark_width(ui: &Ui, place: TurnStatus) -> f32 {
    if place.is_done() { scaled(ui, DONE_MARK) } else { 0.0 }
}

/// Width of a chip of the current pass beside its name and score, in points.
const LARGE_CHIP_MARGINS: f32 = 12.0 + 12.0 + 9.0;
/// Width of a chip of a later pass beside its text, in points.
const SMALL_CHIP_MARGINS: f32 = 17.0;
/// Width of the start of a later pass, in points.
const DIVIDER: f32 = 52.0;
/// Width of the count of what has no room, in points.
const COUNT: f32 = 24.0;

/// Number of later passes shown.
const PASSES_AHEAD: u32 = 4;

#[derive(Debug)]
struct TurnOrderChip {
    id: UnitId,
    name: String,
    score: i32,
    place: TurnStatus,
    /// The pass, counted from 1.
    pass: u32,
}

impl TurnOrderChip {
    /// The text in a later pass: "V 2".
    fn short_text(&self) -> String {
        format!("{} {}", self.name.chars().take(1).collect::<String>(), self.score)
    }

    /// Describes the chip for screen readers: "Initiative 12, has acted this pass".
    fn spoken(&self, now: u32) -> String {
        match self.pass {
            pass if pass > now => format!("Initiative {}, acts again in pass {pass}", self.score),
            _ => format!("Initiative {}, {}", self.score, self.place.words()),
        }
    }

    /// Says what the chip means: "Vex acts in pass 2 with a score of 2."
    fn sentence(&self, now: u32) -> String {
        let Self { name, score, place, pass, .. } = self;
        match place {
            _ if *pass > now => {
                format!("{name} acts again in pass {pass}, with an initiative score of {score}.")
            }
            TurnStatus::Acted => format!("{name} has acted in this pass. Its initiative score is {score}."),
            TurnStatus::Finished => {
                format!("{name} has no more turns in this round. Its initiative score is {score}.")
            }
            TurnStatus::Acting => format!("{name} acts now. Its initiative score is {score}."),
            TurnStatus::Delayed => {
                format!(
                    "{name} delays its turn, and may still act in this pass. Its initiative score is {score}."
                )
            }
            TurnStatus::Waiting => {
                format!(
                    "{name} is yet to act in this pass, with an initiative score of {score}; the highest acts first."
                )
            }
        }
    }
}

/// The chips of the current pass and of the later ones, computed when the battle changes.
#[derive(Debug, Default)]
pub(super) struct TurnOrderCache {
    revision: BattleRevision,
    passes: Vec<Vec<TurnOrderChip>>,
}

impl TurnOrderCache {
    fn update(&mut self, context: &PanelContext) {
        if self.revision == context.revision {
            return;
        }
        self.revision = context.revision;
        let coming = (1..=PASSES_AHEAD).map(|ahead| upcoming_chips(context, ahead));
        let coming = coming.take_while(|chips| !chips.is_empty());
        self.passes = std::iter::once(current_pass_chips(context)).chain(coming).collect();
    }
}

/// Draws the top bar.
pub(super) fn show(ui: &mut Ui, context: &PanelContext, player: &mut PlayerInput, state: &mut PanelState) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        show_title(ui, context, state.compact);
        let right = scaled(ui, if state.compact { 198.0 } else { 88.0 });
        let room = (ui.available_width() - right).max(60.0);
        ui.allocate_ui_with_layout(
            vec2(room, ui.available_height()),
            egui::Layout::left_to_right(egui::Align::Center),
            |ui| {
                ui.set_min_width(room);
                show_turn_order(ui, context, player, state);
            },
        );
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            show_corner_buttons(ui, context, &mut player.session, state);
        });
    });
}

/// Draws the skirmish's name, book, mode, round and pass.
fn show_title(ui: &mut Ui, context: &PanelContext, compact: bool) {
    let skirmish = &context.view.setup().bundle().skirmish;
    let round = context.view.round();
    let book = context.view.rules().book().name();
    let now = match (round.is_deploying(), round.outcome().is_some()) {
        (_, true) => ("Over".to_owned(), format!("Round {}", round.number())),
        (true, _) => ("Deployment".to_owned(), String::new()),
        _ => (format!("Round {}", round.number()), format!("Pass {}", round.pass())),
    };
    // The AI's state replaces the pass.
    let now = match context.ai_side_to_act() {
        Some(_) if context.opponents.is_paused() => (now.0, "Paused".to_owned()),
        Some(_) if context.opponents.is_thinking() => (now.0, "Thinking \u{2026}".to_owned()),
        _ => now,
    };
    let clock = round.elapsed_seconds();
    let width = match ui.ctx().viewport_rect().width() {
        _ if compact => 0.0,
        window if window < 1200.0 => scaled(ui, 150.0),
        _ => scaled(ui, 196.0),
    };
    let both = |ui: &mut Ui, width: f32, top: &str, below: &str| {
        let (rect, response) = ui.allocate_exact_size(vec2(width, ui.available_height()), Sense::hover());
        let font = body_font(ui);
        let one = layout_truncated(ui.painter(), top, font.clone(), context.palette.text, width - 6.0);
        let other = layout_truncated(ui.painter(), below, font, context.palette.dim, width - 6.0);
        let middle = rect.center().y;
        ui.painter().galley(pos2(rect.left(), middle - one.size().y - 1.0), one, context.palette.text);
        ui.painter().galley(pos2(rect.left(), middle + 2.0), other, context.palette.dim);
        response.named_text(|| format!("{top}. {below}"))
    };
    if width > 0.0 {
        both(ui, width, &skirmish.name, &format!("{book} · {}", players_text(context)))
            .on_hover_text(&skirmish.description);
    }
    let shown = both(ui, scaled(ui, 94.0), &now.0, &now.1).rect;
    let (above, below) = shown.split_top_bottom_at_y(shown.center().y);
    // The word "pass" has a card of its own.
    offer_terms_in(ui, below);
    ui.interact(above, ui.id().with("clock"), Sense::hover()).on_hover_ui(|ui| {
        ui.set_max_width(300.0);
        ui.label(format!(
            "{}:{:02} since the battle began; a round takes 5 seconds.",
            clock / 60,
            clock % 60
        ));
        ui.colored_label(context.palette.dim, format!("The battle ends after round {}.", skirmish.rounds));
        if round.max_hold_rounds() > 0 {
            ui.label(format!("The zone has been held for {} rounds in a row.", round.max_hold_rounds()));
        }
    });
}

/// Describes the number of human players.
fn players_text(context: &PanelContext) -> &'static str {
    let sides = context.view.setup().bundle().skirmish.sides.len();
    if context.watching {
        return "replay";
    }
    match context.opponents.person_sides(sides).len() {
        0 => "AI only",
        1 if sides > 1 => "single player",
        _ => "hot-seat",
    }
}

/// Draws the buttons for help and menu, and in a compact window the panel tabs.
fn show_corner_buttons(ui: &mut Ui, context: &PanelContext, session: &mut Session, state: &mut PanelState) {
    let palette = context.palette;
    let size = vec2(scaled(ui, 82.0), ui.available_height());
    ui.allocate_ui_with_layout(size, egui::Layout::top_down(egui::Align::Max), |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = scaled(ui, 20.0);
        ui.spacing_mut().button_padding = vec2(4.0, 1.0);
        ui.add_space(((ui.available_height() - scaled(ui, 42.0)) / 2.0).max(0.0));
        let link = |ui: &mut Ui, text: String| {
            let button = egui::Button::new(egui::RichText::new(text).color(palette.dim)).frame(false);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| ui.add(button)).inner
        };
        if link(ui, format!("{} help", context.key_label(InputAction::Help)))
            .on_hover_text("Controls and icons")
            .clicked()
        {
            session.help = !session.help;
        }
        if link(ui, format!("{} menu", context.key_label(InputAction::Back)))
            .on_hover_text("Pause, save, settings")
            .clicked()
        {
            session.paused = true;
        }
    });
    if state.compact {
        let mut tab = |ui: &mut Ui, text: &str, which: super::SidePanel| {
            let on = state.side_panel == Some(which);
            if ui.selectable_label(on, text).clicked() {
                state.side_panel = if on { None } else { Some(which) };
            }
        };
        tab(ui, "Log", super::SidePanel::Log);
        tab(ui, "Unit", super::SidePanel::Unit);
    }
}

/// An entry of the turn order.
enum TrackEntry<'a> {
    /// A unit in the current pass.
    Large(&'a TurnOrderChip),
    /// The start of a later pass.
    Divider(u32),
    /// A unit in a later pass.
    Small(&'a TurnOrderChip),
    /// A unit in reserve with the round of its arrival, and the tooltip. `SS-INIT-25`.
    Reserve { text: String, about: String, colour: Color32 },
}

impl TrackEntry<'_> {
    /// Its width in points.
    fn width(&self, ui: &Ui) -> f32 {
        let natural = |text: &str, font| {
            ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x
        };
        match self {
            Self::Large(chip) => {
                let words =
                    natural(&chip.name, body_font(ui)) + natural(&chip.score.to_string(), body_font(ui));
                words + done_mark_width(ui, chip.place) + LARGE_CHIP_MARGINS
            }
            Self::Divider(_) => scaled(ui, DIVIDER),
            Self::Small(chip) => natural(&chip.short_text(), small_font(ui)) + SMALL_CHIP_MARGINS,
            Self::Reserve { text, .. } => natural(text, small_font(ui)),
        }
    }

    /// What it says of a unit; `None` for a divider.
    fn words(&self) -> Option<String> {
        match self {
            Self::Large(chip) | Self::Small(chip) => {
                Some(format!("{}, pass {}, {}", chip.name, chip.pass, chip.score))
            }
            Self::Reserve { text, .. } => Some(text.clone()),
            Self::Divider(_) => None,
        }
    }
}

/// Returns the entries that are shown whole: all of them, else as many as fit beside a count of the others, from the
/// first one on or, if the acting unit would be left out, from that one on. `gap` stands between two entries, and a count
/// takes `count` points.
fn visible_entries(widths: &[f32], acting: usize, room: f32, (gap, count): (f32, f32)) -> Range<usize> {
    let width = |range: Range<usize>| {
        let entries = &widths[range];
        entries.iter().sum::<f32>() + gap * entries.len().saturating_sub(1) as f32
    };
    if width(0..widths.len()) <= room {
        return 0..widths.len();
    }
    let counts = |range: &Range<usize>| {
        [range.start > 0, range.end < widths.len()].into_iter().filter(|left_out| *left_out).count() as f32
    };
    let fits = |range: &Range<usize>| width(range.clone()) + counts(range) * (count + gap) <= room;
    let from = |start: usize| {
        let ends = (start..=widths.len()).rev();
        ends.map(|end| start..end).find(fits).unwrap_or(start..start)
    };
    let whole = from(0);
    if acting < whole.end {
        return whole;
    }
    let rest = from(acting.min(widths.len()));
    // The acting unit is shown in any case.
    rest.start..rest.end.max((rest.start + 1).min(widths.len()))
}

/// Draws the chips of this pass and of the later ones, with dividers; what has no room is counted.
fn show_turn_order(ui: &mut Ui, context: &PanelContext, player: &mut PlayerInput, state: &mut PanelState) {
    state.turn_order.update(context);
    if context.view.round().is_deploying() {
        let text = "Initiative is rolled when every side is ready.";
        ui.add(egui::Label::new(RichText::new(text).color(context.palette.dim)).truncate());
        return;
    }
    let Some((chips, coming)) = state.turn_order.passes.split_first().filter(|(chips, _)| !chips.is_empty())
    else {
        return;
    };
    let pass = context.view.round().pass();
    let mut entries: Vec<TrackEntry> = chips.iter().map(TrackEntry::Large).collect();
    for (ahead, coming) in (1..).zip(coming) {
        entries.push(TrackEntry::Divider(pass + ahead));
        entries.extend(coming.iter().map(TrackEntry::Small));
    }
    entries.extend(reserve_entries(context));
    let widths: Vec<f32> = entries.iter().map(|entry| entry.width(ui)).collect();
    let acting = chips.iter().position(|chip| chip.place == TurnStatus::Acting).unwrap_or(0);
    let spaces = (ui.spacing().item_spacing.x, scaled(ui, COUNT));
    let mut visible = visible_entries(&widths, acting, ui.available_width(), spaces);
    // A pass without a unit says nothing.
    while visible.end < entries.len()
        && matches!(entries[visible.clone()].last(), Some(TrackEntry::Divider(_)))
    {
        visible.end -= 1;
    }
    show_left_out(ui, context, &entries[..visible.start]);
    for entry in &entries[visible.clone()] {
        match entry {
            TrackEntry::Large(chip) => show_large_chip(ui, context, player, chip),
            TrackEntry::Divider(pass) => show_pass_divider(ui, context, *pass),
            TrackEntry::Small(chip) => show_small_chip(ui, context, player, chip),
            TrackEntry::Reserve { text, about, colour } => {
                let label = egui::Label::new(RichText::new(text).font(small_font(ui)).color(*colour));
                ui.add(label.wrap_mode(egui::TextWrapMode::Extend)).on_hover_text(about);
            }
        }
    }
    show_left_out(ui, context, &entries[visible.end..]);
}

/// Counts the entries that have no room: "+3", with what they say as a tooltip.
fn show_left_out(ui: &mut Ui, context: &PanelContext, entries: &[TrackEntry]) {
    let words: Vec<String> = entries.iter().filter_map(TrackEntry::words).collect();
    if words.is_empty() {
        return;
    }
    let text = RichText::new(format!("+{}", words.len())).font(small_font(ui)).color(context.palette.dim);
    let label = egui::Label::new(text).wrap_mode(egui::TextWrapMode::Extend);
    ui.add(label).on_hover_text(words.join("\n"));
}

/// Draws the start of a later pass.
fn show_pass_divider(ui: &mut Ui, context: &PanelContext, pass: u32) {
    let (rect, response) = ui.allocate_exact_size(vec2(scaled(ui, DIVIDER), chip_height(ui)), Sense::hover());
    let dashes = egui::Shape::dashed_line(
        &[rect.left_top() + vec2(5.0, -4.0), rect.left_bottom() + vec2(5.0, 4.0)],
        Stroke::new(1.0, context.palette.faint),
        3.0,
        3.0,
    );
    ui.painter().extend(dashes);
    ui.painter().text(
        rect.left_center() + vec2(11.0, 0.0),
        egui::Align2::LEFT_CENTER,
        format!("pass {pass}"),
        small_font(ui),
        context.palette.dim,
    );
    response.named_text(|| format!("Pass {pass}"));
    offer_terms_in(ui, rect);
}

/// Lists the units in reserve with the round of their arrival. `SS-INIT-25`.
fn reserve_entries<'a>(context: &PanelContext) -> Vec<TrackEntry<'a>> {
    let waiting = context.view.units().filter(|unit| unit.out_of_action.down().is_none());
    let entry = |unit: UnitDataItem| {
        let arrival = unit.out_of_action.arrival()?;
        Some(TrackEntry::Reserve {
            text: format!("{}: round {}", unit.identity.name(), arrival.round),
            about: with_cited_clauses(
                context,
                &format!("{}. SS-INIT-25", capitalise(&arrival_text(arrival))),
            ),
            colour: context.side_colour(*unit.side).gamma_multiply(0.6),
        })
    };
    waiting.filter_map(entry).collect()
}

/// Sorts units into turn order with this round's coin tosses; ties without a toss come in an arbitrary order.
fn sort_by_initiative<'v>(
    context: &PanelContext,
    units: impl Iterator<Item = UnitDataItem<'v, 'v>>,
) -> Vec<UnitDataItem<'v, 'v>> {
    let units: Vec<_> = units.collect();
    let entries: Vec<_> = units.iter().map(|unit| context.view.turn_order_entry(unit)).collect();
    let mut coins = PlayedTable::new(DiceState::default(), Vec::new(), false);
    let mode = context.view.rules().engine.tie_mode;
    let order = turn_order::resolve_turn_order(&mut coins, &entries, context.view.round().coins(), mode)
        .expect("invariant: ties raise no prompt and dice are not scripted");
    let place = |unit: &UnitDataItem| order.ranks.iter().flatten().position(|id| id == unit.id);
    let mut units = units;
    units.sort_by_key(place);
    units
}

fn current_pass_chips(context: &PanelContext) -> Vec<TurnOrderChip> {
    let round = context.view.round();
    if round.is_deploying() {
        return Vec::new();
    }
    let units = context.view.units().filter(|unit| unit.is_fighting() && unit.initiative.score() > 0);
    sort_by_initiative(context, units)
        .into_iter()
        .map(|unit| TurnOrderChip {
            id: *unit.id,
            name: unit.identity.name().to_owned(),
            score: unit.initiative.score(),
            pass: round.pass(),
            place: TurnStatus::of_unit(context.view, &unit).unwrap_or(TurnStatus::Finished),
        })
        .collect()
}

fn upcoming_chips(context: &PanelContext, ahead: u32) -> Vec<TurnOrderChip> {
    if context.view.round().is_deploying() {
        return Vec::new();
    }
    let later = |score: i32| (0..ahead).fold(score, |score, _| score_after_pass(score));
    let units = context.view.units().filter(|unit| unit.is_fighting() && !unit.initiative.is_out());
    sort_by_initiative(context, units.filter(|unit| has_phase(later(unit.initiative.score()))))
        .into_iter()
        .map(|unit| TurnOrderChip {
            id: *unit.id,
            name: unit.identity.name().to_owned(),
            score: later(unit.initiative.score()),
            pass: context.view.round().pass() + ahead,
            place: TurnStatus::Waiting,
        })
        .collect()
}

fn show_large_chip(ui: &mut Ui, context: &PanelContext, player: &mut PlayerInput, chip: &TurnOrderChip) {
    let palette = context.palette;
    let colour = context.unit_colour(chip.id);
    let is_done = chip.place.is_done();
    let fade = |colour: Color32| if is_done { colour.gamma_multiply(0.45) } else { colour };
    let font = body_font(ui);
    let name = ui.painter().layout_no_wrap(chip.name.clone(), font.clone(), fade(palette.text));
    let score = ui.painter().layout_no_wrap(chip.score.to_string(), font, fade(colour));
    let mark_width = done_mark_width(ui, chip.place);
    let width = name.size().x + score.size().x + mark_width + LARGE_CHIP_MARGINS;
    let (rect, response) = ui.allocate_exact_size(vec2(width, chip_height(ui)), Sense::click());
    if !ui.is_rect_visible(rect.expand(2.0)) {
        return handle_chip_response(context, player, chip, response);
    }
    let acting = chip.place == TurnStatus::Acting;
    let edge = if acting {
        Stroke::new(2.0, palette.text)
    } else if response.hovered() || response.has_focus() {
        Stroke::new(1.5, palette.dim)
    } else {
        Stroke::new(1.0, palette.line)
    };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(4), fade(palette.raised), edge, StrokeKind::Inside);
    let mark = Rect::from_min_size(rect.min + vec2(2.0, 2.0), vec2(5.0, rect.height() - 4.0));
    draw_side_mark(painter, mark, side_colour_number(context, chip.id), fade(colour));
    let top = rect.center().y - name.size().y / 2.0;
    if is_done {
        let centre = pos2(rect.left() + 12.0 + mark_width / 2.0 - 2.0, rect.center().y);
        draw_done_mark(painter, centre, mark_width / 2.0 - 2.5, palette.dim);
    }
    painter.galley(pos2(rect.left() + 12.0 + mark_width, top), name, palette.text);
    painter.galley(pos2(rect.right() - 9.0 - score.size().x, top), score, colour);
    if acting {
        let dot = pos2(rect.center().x, rect.bottom() + 5.0);
        painter.circle_filled(dot, 2.0, palette.text);
    }
    handle_chip_response(context, player, chip, response);
}

fn show_small_chip(ui: &mut Ui, context: &PanelContext, player: &mut PlayerInput, chip: &TurnOrderChip) {
    let colour = context.unit_colour(chip.id);
    let text = ui.painter().layout_no_wrap(chip.short_text(), small_font(ui), context.palette.dim);
    let (rect, response) =
        ui.allocate_exact_size(vec2(text.size().x + SMALL_CHIP_MARGINS, scaled(ui, 28.0)), Sense::click());
    if !ui.is_rect_visible(rect) {
        return handle_chip_response(context, player, chip, response);
    }
    let edge =
        if response.hovered() || response.has_focus() { context.palette.dim } else { context.palette.line };
    let painter = ui.painter();
    painter.rect(
        rect,
        CornerRadius::same(3),
        context.palette.raised,
        Stroke::new(1.0, edge),
        StrokeKind::Inside,
    );
    let mark = Rect::from_min_size(rect.min + vec2(2.0, 2.0), vec2(4.0, rect.height() - 4.0));
    draw_side_mark(painter, mark, side_colour_number(context, chip.id), colour.gamma_multiply(0.7));
    painter.galley(
        pos2(rect.left() + 11.0, rect.center().y - text.size().y / 2.0),
        text,
        context.palette.dim,
    );
    handle_chip_response(context, player, chip, response);
}

fn side_colour_number(context: &PanelContext, id: UnitId) -> u8 {
    context.view.unit(id).map_or(0, |unit| context.side_colour_number(*unit.side))
}

fn handle_chip_response(
    context: &PanelContext,
    player: &mut PlayerInput,
    chip: &TurnOrderChip,
    response: egui::Response,
) {
    if response.hovered() || response.has_focus() {
        player.session.highlighted_unit = Some(chip.id);
    }
    if response.clicked() {
        player.session.selected = Some(chip.id);
        if let Some(unit) = context.view.unit(chip.id) {
            player.show_cell(unit.cell());
        }
    }
    let response = response
        .named_button(true, || chip.name.clone())
        .described(|| chip.spoken(context.view.round().pass()));
    response.on_hover_ui(|ui| {
        ui.set_max_width(280.0);
        let Some(unit) = context.view.unit(chip.id) else { return };
        ui.colored_label(context.unit_colour(chip.id), unit.identity.name());
        ui.label(chip.sentence(context.view.round().pass()));
        let left = unit_status_text(context, &unit);
        if !left.is_empty() {
            ui.colored_label(context.palette.dim, left);
        }
        if unit.karma.initiative() {
            ui.colored_label(context.palette.good, "Karma: five initiative dice next round. SS-INIT-07");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chip_says_whether_the_unit_has_a_turn_left_in_its_pass() {
        let chip =
            |place, pass| TurnOrderChip { id: UnitId(1), name: "Vex".to_owned(), score: 12, place, pass };
        let spoken = |place, pass| chip(place, pass).spoken(1);
        assert_eq!(spoken(TurnStatus::Acted, 1), "Initiative 12, has acted this pass");
        assert_eq!(spoken(TurnStatus::Waiting, 1), "Initiative 12, yet to act this pass");
        assert_eq!(spoken(TurnStatus::Waiting, 2), "Initiative 12, acts again in pass 2");
        let done = [TurnStatus::Acted, TurnStatus::Finished];
        let open = [TurnStatus::Acting, TurnStatus::Delayed, TurnStatus::Waiting];
        assert!(done.iter().all(|place| place.is_done()) && !open.iter().any(|place| place.is_done()));
    }

    #[test]
    fn entries_are_shown_whole_or_counted() {
        let widths = [40.0; 5];
        let visible = |acting, room| visible_entries(&widths, acting, room, (5.0, 20.0));
        assert_eq!(visible(0, 220.0), 0..5);
        assert_eq!(visible(0, 219.0), 0..4, "four of them and a count");
        assert_eq!(visible(0, 150.0), 0..2);
        assert_eq!(visible(1, 150.0), 0..2);
        // The acting unit is shown, with a count on both sides.
        assert_eq!(visible(2, 150.0), 2..4);
        assert_eq!(visible(4, 10.0), 4..5);
    }
}
