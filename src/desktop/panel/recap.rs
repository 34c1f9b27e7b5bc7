//! Recap: what happened to a side since its last turn, one step after the other, shown on the board.

mod view_lead;

use bevy_egui::egui::{self, Align2, Area, Button, Id, Order as LayerOrder, Rect, RichText};

use self::view_lead::ViewLead;
use super::floating_areas::shown_area;
use super::widgets::{PanelContext, card_frame, keep_units};
use crate::accessibility::Accessible;
use crate::battle_revision::BattleRevision;
use crate::input::InputAction;
use crate::player_input::PlayerInput;
use battle::{BattleEvent, BattleView, Order, OrderRecord};
use battle_log::log_text::{
    LogCategory, LogEntry, LogLine, LogSpan, LogText, LogWriter, TextTone, entry_ranges, plain_line,
    plain_text, span, text_of_spans,
};
use model::{Side, UnitId};

/// Seconds for which a step is shown to be read: at first, and for each word; least and greatest.
const FIRST_SECONDS: f64 = 0.7;
const SECONDS_PER_WORD: f64 = 0.22;
const STEP_SECONDS: std::ops::RangeInclusive<f64> = 1.4..=7.0;

/// The recap of the acting side.
#[derive(Debug, Default)]
pub(crate) struct Recap {
    /// The turn that it belongs to.
    turn: Option<(u32, u32, UnitId)>,
    revision: BattleRevision,
    steps: Vec<LogEntry>,
    /// The step that is shown.
    at: Option<usize>,
    playing: bool,
    /// The first record of the steps, and the number of records when they were collected.
    first: usize,
    until: usize,
    /// A unit of the side has had a turn before.
    had_turn: bool,
    /// The board is to show the events once more, or to stop that.
    replay_requested: bool,
    stop_requested: bool,
    /// The board shows the events: the steps follow it rather than the clock.
    animated: bool,
    /// Since when the step has been shown, if the board shows nothing.
    since: f64,
    closed: bool,
    /// Whether the view is led to the steps; it comes back afterwards.
    lead: ViewLead,
    /// The step whose unit the camera was last led to.
    seen_at: Option<usize>,
}

impl Recap {
    /// Does what the key of the recap stands for now: plays from the first step, pauses, shows the next step after a pause, and
    /// closes the recap after the last one.
    pub fn press_key(&mut self, now: f64) {
        match self.at {
            None if self.steps.is_empty() => {}
            None => {
                (self.at, self.playing, self.closed) = (Some(0), true, false);
                (self.replay_requested, self.animated) = (true, false);
                self.since = now;
            }
            Some(at) if self.playing => self.go_to(at),
            Some(at) if at + 1 < self.steps.len() => self.go_to(at + 1),
            Some(_) => {
                self.close();
            }
        }
    }

    /// Says what the key of the recap does while a step is shown.
    fn key_words(&self) -> &'static str {
        match self.at {
            Some(_) if self.playing => "pause",
            Some(at) if at + 1 < self.steps.len() => "next step",
            _ => "close",
        }
    }

    /// Closes the recap if it shows a step. Returns whether it did.
    pub fn close(&mut self) -> bool {
        let shows_step = self.at.is_some();
        if shows_step {
            self.stop_board();
            (self.at, self.playing, self.closed) = (None, false, true);
        }
        shows_step
    }

    /// Shows the step of the record that the board shows, and ends when the board is done.
    fn follow_board(&mut self, shown: Option<usize>) {
        if !self.playing {
            return;
        }
        match shown {
            Some(record) => {
                self.animated = true;
                let at = self.steps.iter().rposition(|step| step.chapters.start <= record);
                self.at = Some(at.unwrap_or(0));
            }
            None if self.animated => {
                self.at = Some(self.steps.len().saturating_sub(1));
                self.playing = false;
            }
            None => {}
        }
    }

    /// Shows a step and stops playing.
    fn go_to(&mut self, at: usize) {
        self.stop_board();
        self.at = Some(at.min(self.steps.len().saturating_sub(1)));
        (self.playing, self.animated) = (false, false);
    }

    /// The board is to show its present state, if it shows the events or is about to.
    fn stop_board(&mut self) {
        self.stop_requested |= self.playing;
        self.replay_requested = false;
    }

    /// Returns how long the step is still shown where the clock leads, in seconds; `None` where it does not.
    fn seconds_left(&self, now: f64, speed: f64) -> Option<f64> {
        let step = self.steps.get(self.at?).filter(|_| self.playing && !self.animated)?;
        Some(self.since + reading_seconds(step) / speed - now)
    }

    /// Shows the next step when it is due, unless the board leads; the last one stays.
    fn advance(&mut self, now: f64, speed: f64) {
        let is_due = self.seconds_left(now, speed).is_some_and(|left| left <= 0.0);
        let Some(at) = self.at.filter(|_| is_due) else { return };
        if at + 1 < self.steps.len() {
            (self.at, self.since) = (Some(at + 1), now);
        } else {
            self.playing = false;
        }
    }

    /// The pauses of the board in which its steps are read, in seconds, each with the record that it follows.
    fn pauses(&self) -> Vec<(usize, f32)> {
        let pause = |step: &LogEntry| (step.chapters.end.saturating_sub(1), reading_seconds(step) as f32);
        self.steps.iter().map(pause).collect()
    }

    /// Whether steps are being shown, by the board or one by one, and not only the last one of all that the board has shown.
    fn leads_view(&self) -> bool {
        self.at.is_some() && (self.playing || !self.animated)
    }

    /// Collects the steps when a turn begins.
    fn follow(&mut self, context: &PanelContext, side: Option<(Side, UnitId)>) {
        let round = context.view.round();
        let turn = side.map(|(_, unit)| (round.number(), round.pass(), unit));
        let same = self.turn == turn && context.revision.continues(&self.revision);
        self.revision = context.revision;
        if same {
            return self.withdraw_offer(context.history.records().len());
        }
        let last = side.and_then(|(side, _)| last_own_record(context.history.records(), context.view, side));
        let first = last.map_or(0, |at| at + 1);
        let had_turn = last.is_some_and(|at| is_of_turn(&context.history.records()[at]));
        let is_news = has_any_unit_acted(context.history.records());
        let steps = if side.is_some() && is_news { steps_from(context, first) } else { Vec::new() };
        let stop_requested = self.stop_requested || self.playing;
        let (revision, until) = (context.revision, context.history.records().len());
        *self = Self { turn, revision, steps, first, until, had_turn, stop_requested, ..Self::default() };
    }

    /// Takes the offer back once an order was given in the turn: the player has seen enough. The key still plays the steps.
    fn withdraw_offer(&mut self, records: usize) {
        self.closed |= self.at.is_none() && records > self.until;
    }
}

/// Whether an order belongs to a turn: placing units and answering the questions before the first turn does not.
fn is_of_turn(record: &OrderRecord) -> bool {
    !matches!(record.order, Order::Begin { .. } | Order::Deploy { .. } | Order::Decide { .. })
}

/// Whether any unit has done anything.
fn has_any_unit_acted(records: &[OrderRecord]) -> bool {
    records.iter().any(is_of_turn)
}

/// Returns the index of the last record of an order that a side gave in the turn of one of its units, or before the first turn; `None`
/// if it has given none. A move or an automatic answer in the turn of another unit ends no turn.
fn last_own_record(records: &[OrderRecord], view: &BattleView, side: Side) -> Option<usize> {
    let mut acting: Option<UnitId> = None;
    let mut last = None;
    for (number, record) in records.iter().enumerate() {
        let unit = record.order.unit().filter(|unit| acting.is_none_or(|acting| acting == *unit));
        if unit.and_then(|unit| view.unit_ignoring_fog(unit)).is_some_and(|unit| *unit.side == side) {
            last = Some(number);
        }
        let began = record.events.iter().rev().find_map(|event| match event.event {
            BattleEvent::PhaseBegan { unit } => Some(unit),
            _ => None,
        });
        acting = began.or(acting);
    }
    last
}

/// Returns the entries of the log from a record on.
fn steps_from(context: &PanelContext, first: usize) -> Vec<LogEntry> {
    let records = context.history.records();
    let writer = LogWriter::new(context.view);
    let ranges = entry_ranges(records).into_iter().filter(|range| range.start >= first);
    let is_told = |entry: &LogEntry| {
        !entry.units.is_empty() && (entry.kind != LogCategory::Other || !entry.after.is_empty())
    };
    let opening = writer.opening_line();
    let brief = |range: std::ops::Range<usize>| {
        let acts = is_of_turn(&records[range.start]);
        let entry = writer.write_entry(records, range).filter(is_told)?;
        shorten(entry, &opening, acts)
    };
    ranges.filter_map(brief).collect()
}

/// Most lines below the headline of a step.
const MOST_LINES: usize = 4;

/// Keeps what matters of an entry: of many effects those that change a unit, and of these the first ones. The rules of the battle
/// are left out. `None` for an entry in which no unit `acts` and nothing matters.
fn shorten(mut entry: LogEntry, opening: &LogText, acts: bool) -> Option<LogEntry> {
    entry.after.retain(|line| matches!(line, LogLine::Text(text) if text != opening));
    if !acts || entry.after.len() > MOST_LINES {
        entry.after.retain(matters);
    }
    if entry.after.is_empty() && !acts {
        return None;
    }
    let left_out = entry.after.len().saturating_sub(MOST_LINES);
    entry.after.truncate(MOST_LINES);
    if left_out > 0 {
        let lines = if left_out == 1 { "line" } else { "lines" };
        let more = span(format!("{left_out} more {lines} in the log"), TextTone::Dim);
        entry.after.push(LogLine::Text(text_of_spans(vec![more])));
    }
    entry.undefended.clear();
    Some(entry)
}

/// Whether a line tells harm, an improvement or a warning.
fn matters(line: &LogLine) -> bool {
    let is_grave = |span: &LogSpan| {
        matches!(span.tone, TextTone::Harm | TextTone::Good | TextTone::Caution | TextTone::Forced)
    };
    matches!(line, LogLine::Text(text) if text.spans.iter().chain(&text.figure).any(is_grave))
}

/// Whether any step concerns a side.
fn concerns(context: &PanelContext, steps: &[LogEntry], side: Side) -> bool {
    let is_own = |unit: &UnitId| context.view.unit(*unit).is_some_and(|unit| *unit.side == side);
    steps.iter().any(|step| step.units.iter().any(is_own))
}

/// Whether the recap is offered: it concerns the side, or turns of the AI were not shown.
fn is_worth_showing(context: &PanelContext, steps: &[LogEntry], (side, is_skipped): (Side, bool)) -> bool {
    is_skipped && !steps.is_empty() || concerns(context, steps, side)
}

/// Describes a step: its headline, and its effects in lines of their own.
fn step_text(step: &LogEntry) -> String {
    let words = |line: &LogLine| match line {
        LogLine::Text(text) => plain_text(text),
        other => plain_line(other),
    };
    let effects = step.after.iter().map(words).filter(|line| !line.is_empty());
    std::iter::once(plain_text(&step.head)).chain(effects).collect::<Vec<_>>().join("\n")
}

/// Seconds in which a step is read.
fn reading_seconds(step: &LogEntry) -> f64 {
    let words = step_text(step).split_whitespace().count() as f64;
    (FIRST_SECONDS + SECONDS_PER_WORD * words).clamp(*STEP_SECONDS.start(), *STEP_SECONDS.end())
}

/// How many times as fast steps follow each other as at the usual speed of animations.
fn recap_speed(context: &PanelContext) -> f64 {
    context.settings.animation_speed.factor().map_or(1.0, f64::from)
}

/// Identifier of the bar.
const AREA: &str = "recap";

/// Returns where the bar is, if it was shown in this frame or the last one.
pub(crate) fn rect(ctx: &egui::Context) -> Option<Rect> {
    shown_area(ctx, LayerOrder::Foreground, Id::new(AREA))
}

/// Draws the recap in the upper left corner of the board, which shows the events once more; `shown` is the record that it
/// shows. A step that is chosen by hand is marked on the board instead.
pub(super) fn show(
    ctx: &egui::Context,
    context: &PanelContext,
    player: &mut PlayerInput,
    recap: &mut Recap,
    (board, shown): (Rect, Option<usize>),
) {
    let acting = context.view.round().acting().and_then(|id| context.view.unit(id));
    let acting = acting.filter(|unit| context.control_refusal(*unit.side).is_none() && !context.watching);
    let acting = acting.filter(|_| context.view.round().outcome().is_none());
    recap.follow(context, acting.as_ref().map(|unit| (*unit.side, *unit.id)));
    if std::mem::take(&mut recap.stop_requested) {
        player.stop_replayed_records();
    }
    if std::mem::take(&mut recap.replay_requested) {
        player.replay_records(recap.first, recap.pauses());
    } else {
        recap.follow_board(shown);
    }
    let speed = recap_speed(context);
    recap.advance(context.now, speed);
    let leads = recap.leads_view();
    if let Some(request) = recap.lead.follow(leads) {
        player.keep_view(request);
        ctx.request_repaint();
    }
    let Some(side) = acting.map(|unit| *unit.side) else { return };
    let is_skipped = context.settings.skip_ai_turns && context.opponents.has_ai_side();
    let is_offered = recap.at.is_some() || is_worth_showing(context, &recap.steps, (side, is_skipped));
    if recap.closed || !is_offered {
        return;
    }
    let shown = recap.at.and_then(|at| recap.steps.get(at)).cloned();
    if let Some(step) = shown.as_ref().filter(|_| !recap.animated) {
        player.session.shown_records = Some(step.chapters.clone());
    }
    Area::new(Id::new(AREA))
        .order(LayerOrder::Foreground)
        .pivot(Align2::LEFT_TOP)
        .fixed_pos(board.left_top() + egui::vec2(8.0, 8.0))
        .show(ctx, |ui| {
            card_frame(context.palette, context.palette.line).show(ui, |ui| {
                ui.set_max_width((board.width() * 0.4).clamp(180.0, 330.0));
                show_controls(ui, context, recap);
                if let Some(step) = &shown {
                    ui.label(keep_units(&step_text(step)));
                    let key = context.key_label(InputAction::Recap);
                    let hint = format!("{key}: {}", recap.key_words());
                    ui.label(RichText::new(hint).small().color(context.palette.dim));
                }
            });
        });
    if recap.at != recap.seen_at {
        recap.seen_at = recap.at;
        let unit = recap.at.and_then(|at| recap.steps[at].units.last().copied());
        if let Some(unit) = unit.filter(|_| !recap.animated).and_then(|id| context.view.unit(id)) {
            player.show_cell(unit.cell());
        }
    }
    if let Some(left) = recap.seconds_left(context.now, speed) {
        ctx.request_repaint_after(std::time::Duration::from_secs_f64(left.max(0.03)));
    }
}

/// Draws the title and the buttons.
fn show_controls(ui: &mut egui::Ui, context: &PanelContext, recap: &mut Recap) {
    let key = context.key_label(InputAction::Recap);
    ui.horizontal(|ui| {
        let title = if recap.had_turn { "Since your last turn" } else { "What happened so far" };
        ui.label(RichText::new(title).color(context.palette.dim));
        let count = recap.steps.len();
        match recap.at {
            None => {
                let text = format!("{key} Play ({count})");
                if ui
                    .button(text)
                    .on_hover_text("Plays on the board what happened; a click there ends it")
                    .clicked()
                {
                    recap.press_key(context.now);
                }
            }
            Some(at) => {
                if ui
                    .add_enabled(at > 0, Button::new("\u{23F4}"))
                    .named("One step back")
                    .on_hover_text("One step back")
                    .clicked()
                {
                    recap.go_to(at - 1);
                }
                ui.label(format!("{} of {count}", at + 1));
                let next = ui.add_enabled(at + 1 < count, Button::new("\u{23F5}")).named("Next step");
                if next.on_hover_text("Next step").clicked() {
                    recap.go_to(at + 1);
                }
            }
        }
        if ui.button("Close").clicked() && !recap.close() {
            recap.closed = true;
        }
    });
}

#[cfg(test)]
#[path = "recap_tests.rs"]
mod tests;
