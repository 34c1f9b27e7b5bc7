//! Recap: what happened to a side since its last turn, one step after the other, shown on the board.

use bevy_egui::egui::{self, Align2, Area, Button, Id, Order as LayerOrder, Rect, RichText};

use super::floating_areas::shown_area;
use super::widgets::{PanelContext, card_frame};
use crate::accessibility::Accessible;
use crate::battle_revision::BattleRevision;
use crate::input::InputAction;
use crate::player_input::PlayerInput;
use battle::{BattleView, Order, OrderRecord};
use battle_log::log_text::{LogCategory, LogEntry, LogWriter, entry_ranges, plain_line, plain_text};
use model::{Side, UnitId};

/// Seconds for which a step is shown.
const STEP_SECONDS: f64 = 2.2;

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
    /// The first record of the steps.
    first: usize,
    /// The side has given an order before.
    had_turn: bool,
    /// The board is to show the events once more.
    replay_requested: bool,
    /// The board shows the events: the steps follow it rather than the clock.
    animated: bool,
    /// When the next step is due, if the board shows nothing.
    next: f64,
    closed: bool,
}

impl Recap {
    /// Starts playing from the first step, or closes the recap.
    pub fn toggle(&mut self, now: f64) {
        if !self.close() && !self.steps.is_empty() {
            (self.at, self.playing, self.closed) = (Some(0), true, false);
            (self.replay_requested, self.animated) = (true, false);
            self.next = now + STEP_SECONDS;
        }
    }

    /// Closes the recap if it shows a step. Returns whether it did.
    pub fn close(&mut self) -> bool {
        let shows_step = self.at.is_some();
        if shows_step {
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
        self.at = Some(at.min(self.steps.len().saturating_sub(1)));
        (self.playing, self.animated) = (false, false);
    }

    /// Shows the next step when it is due, unless the board leads; the last one stays.
    fn advance(&mut self, now: f64) {
        let is_due = self.playing && !self.animated && now >= self.next;
        let Some(at) = self.at.filter(|_| is_due) else { return };
        if at + 1 < self.steps.len() {
            self.at = Some(at + 1);
            self.next = now + STEP_SECONDS;
        } else {
            self.playing = false;
        }
    }

    /// Collects the steps when a turn begins.
    fn follow(&mut self, context: &PanelContext, side: Option<(Side, UnitId)>) {
        let round = context.view.round();
        let turn = side.map(|(_, unit)| (round.number(), round.pass(), unit));
        let same = self.turn == turn && context.revision.continues(&self.revision);
        self.revision = context.revision;
        if same {
            return;
        }
        let last = side.and_then(|(side, _)| last_own_record(context.history.records(), context.view, side));
        let first = last.map_or(0, |at| at + 1);
        let is_news = last.is_some() || has_any_unit_acted(context.history.records());
        let steps = if side.is_some() && is_news { steps_from(context, first) } else { Vec::new() };
        let (revision, had_turn) = (context.revision, last.is_some());
        *self = Self { turn, revision, steps, first, had_turn, ..Self::default() };
    }
}

/// Whether any unit has done anything: placing units and answering the questions before the first turn does not count.
fn has_any_unit_acted(records: &[OrderRecord]) -> bool {
    let prepares = |record: &OrderRecord| {
        matches!(record.order, Order::Begin { .. } | Order::Deploy { .. } | Order::Decide { .. })
    };
    !records.iter().all(prepares)
}

/// Returns the index of the last record of an order of a side; `None` if it has given none.
fn last_own_record(records: &[OrderRecord], view: &BattleView, side: Side) -> Option<usize> {
    let is_own = |record: &OrderRecord| {
        let unit = record.order.unit().and_then(|unit| view.unit_ignoring_fog(unit));
        unit.is_some_and(|unit| *unit.side == side)
    };
    records.iter().rposition(is_own)
}

/// Returns the entries of the log from a record on.
fn steps_from(context: &PanelContext, first: usize) -> Vec<LogEntry> {
    let records = context.history.records();
    let writer = LogWriter::new(context.view);
    let ranges = entry_ranges(records).into_iter().filter(|range| range.start >= first);
    let is_told = |entry: &LogEntry| {
        !entry.units.is_empty() && (entry.kind != LogCategory::Other || !entry.after.is_empty())
    };
    ranges.filter_map(|range| writer.write_entry(records, range)).filter(is_told).collect()
}

/// Whether any step concerns a side.
fn concerns(context: &PanelContext, steps: &[LogEntry], side: Side) -> bool {
    let is_own = |unit: &UnitId| context.view.unit(*unit).is_some_and(|unit| *unit.side == side);
    steps.iter().any(|step| step.units.iter().any(is_own))
}

/// Describes a step: its headline and effects.
fn step_text(step: &LogEntry) -> String {
    let effects = step.after.iter().map(plain_line).filter(|line| !line.is_empty());
    std::iter::once(plain_text(&step.head)).chain(effects).collect::<Vec<_>>().join("; ")
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
    if std::mem::take(&mut recap.replay_requested) {
        player.replay_records(recap.first);
    } else {
        recap.follow_board(shown);
    }
    recap.advance(context.now);
    let Some(side) = acting.map(|unit| *unit.side) else { return };
    if recap.closed || (recap.at.is_none() && !concerns(context, &recap.steps, side)) {
        return;
    }
    let shown = recap.at.and_then(|at| recap.steps.get(at)).cloned();
    if let Some(step) = shown.as_ref().filter(|_| !recap.animated) {
        player.session.shown_records = Some(step.chapters.clone());
    }
    let before = recap.at;
    Area::new(Id::new(AREA))
        .order(LayerOrder::Foreground)
        .pivot(Align2::LEFT_TOP)
        .fixed_pos(board.left_top() + egui::vec2(8.0, 8.0))
        .show(ctx, |ui| {
            card_frame(context.palette, context.palette.line).show(ui, |ui| {
                ui.set_max_width((board.width() * 0.4).clamp(180.0, 330.0));
                show_controls(ui, context, recap);
                if let Some(step) = &shown {
                    ui.label(step_text(step));
                }
            });
        });
    if recap.at != before || (recap.at.is_some() && shown.is_none()) {
        let unit = recap.at.and_then(|at| recap.steps[at].units.last().copied());
        if let Some(unit) = unit.filter(|_| !recap.animated).and_then(|id| context.view.unit(id)) {
            player.show_cell(unit.cell());
        }
    }
    if recap.playing && !recap.animated {
        let left = (recap.next - context.now).max(0.03);
        ctx.request_repaint_after(std::time::Duration::from_secs_f64(left));
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
                    recap.toggle(context.now);
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
        if ui.button("Close").clicked() {
            (recap.at, recap.playing, recap.closed) = (None, false, true);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An attack that the log tells of these records.
    fn entry(chapters: std::ops::Range<usize>) -> LogEntry {
        LogEntry {
            chapters,
            kind: LogCategory::Attack,
            head: battle_log::log_text::text_of_spans(Vec::new()),
            after: Vec::new(),
            units: vec![UnitId(1)],
            more: false,
            side_history: None,
        }
    }

    #[test]
    fn the_recap_follows_what_the_board_shows() {
        let mut recap = Recap { steps: vec![entry(3..5), entry(7..8)], ..Recap::default() };
        recap.toggle(5.0);
        assert!(recap.replay_requested);
        let mut at = |shown, now| {
            recap.follow_board(shown);
            recap.advance(now);
            (recap.at, recap.playing)
        };
        assert_eq!(at(Some(3), 5.1), (Some(0), true));
        assert_eq!(at(Some(4), 5.0 + 2.0 * STEP_SECONDS), (Some(0), true), "the clock does not count");
        assert_eq!(at(Some(7), 9.9), (Some(1), true));
        assert_eq!(at(None, 10.0), (Some(1), false));
    }

    #[test]
    fn the_recap_plays_step_by_step_and_stops_at_the_last_one() {
        let mut recap = Recap { steps: vec![entry(0..1), entry(1..2)], ..Recap::default() };
        recap.toggle(5.0);
        recap.advance(6.0);
        assert_eq!((recap.at, recap.playing), (Some(0), true));
        recap.advance(5.0 + STEP_SECONDS);
        assert_eq!((recap.at, recap.playing), (Some(1), true));
        recap.advance(5.0 + 2.0 * STEP_SECONDS);
        assert_eq!((recap.at, recap.playing), (Some(1), false));
        recap.go_to(0);
        assert_eq!((recap.at, recap.playing), (Some(0), false));
        recap.toggle(9.0);
        assert!(recap.closed && recap.at.is_none());
        assert!(!recap.close(), "there is nothing to close");
    }
}
