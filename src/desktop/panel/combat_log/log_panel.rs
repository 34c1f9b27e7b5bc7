//! Combat log panel: entries are laid out once, and only visible ones are drawn.

use std::collections::BTreeSet;

use bevy::prelude::Resource;
use bevy_egui::egui::{self, Id, ScrollArea, Sense, Ui, pos2, vec2};

use super::export::LogFormat;
use super::log_line::{ClauseDisplay, LineStyle, show_detail, show_detail_line, show_divider, show_line};
use crate::accessibility::{Accessible, announce};
use crate::battle_revision::BattleRevision;
use crate::panel::conditional_answers::ConditionalAnswers;
use crate::panel::widgets::{PanelContext, layout_truncated, title_font};
use crate::player_input::PlayerInput;
use crate::rulebook::offer_terms;
use crate::session::Session;
use crate::theme::scaled;
use battle_log::log_text::{LogCategory, LogEntry, LogWriter, entry_ranges};
use content::paths;
use model::UnitId;

/// State of the log: unfolded entries, filters, and the heights of the entries.
#[derive(Resource, Debug, Default)]
pub(crate) struct LogState {
    /// Unfolded entries, by their first record.
    unfolded: BTreeSet<usize>,
    unit: Option<UnitId>,
    kind: Option<LogCategory>,
    search: String,
    /// Focus the search field in the next frame.
    pub focus_search: bool,
    /// Focus the newest entry in the next frame.
    pub focus_last: bool,
    /// The unit whose newest entry is focused; `None` for the newest of all.
    pub focus_unit: Option<UnitId>,
    /// The record whose entry is focused; `None` for that of the unit.
    focus_record: Option<usize>,
    /// Revision of the entries.
    shown_revision: BattleRevision,
    entries: Vec<LogRow>,
    /// The entries that came last, to be announced.
    news: String,
    /// Number of orders processed; orders unknown to the viewer have no entry.
    ranges: usize,
    /// Width for which the heights are valid.
    width: f32,
}

/// An entry with its search text and height.
#[derive(Debug)]
struct LogRow {
    entry: LogEntry,
    plain: String,
    height: Option<f32>,
}

impl LogState {
    /// Focuses the entry of a record in the next frame. Filters end.
    pub fn seek_record(&mut self, record: usize) {
        (self.unit, self.kind) = (None, None);
        self.search.clear();
        (self.focus_last, self.focus_record) = (true, Some(record));
    }

    /// Adds rows for the records since the last call.
    fn update_rows(&mut self, context: &PanelContext, answers: &ConditionalAnswers) {
        let records = context.history.records();
        if self.shown_revision == context.revision {
            return;
        }
        if !context.revision.continues(&self.shown_revision) {
            self.entries.clear();
            self.ranges = 0;
        }
        let writer = LogWriter::new(context.view);
        let all = entry_ranges(records);
        // The last entry may have got an answer since.
        self.ranges = self.ranges.saturating_sub(1);
        let again = all.get(self.ranges).map_or(usize::MAX, |range| range.start);
        self.entries.retain(|row| row.entry.chapters.start < again);
        let mut news = Vec::new();
        for range in all.into_iter().skip(self.ranges) {
            self.ranges += 1;
            let Some(mut entry) = writer.write_entry(records, range) else { continue };
            let viewer = context.view.viewer();
            answers.add_notes(&mut entry, records, (viewer, |unit| writer.unit_span(unit)));
            entry.shorten_repeated_reasons(self.entries.iter().rev().map(|row| &row.entry));
            let text = entry.search_text();
            news.push(text.clone());
            self.entries.push(LogRow { entry, plain: text.to_lowercase(), height: None });
        }
        if context.revision.records > self.shown_revision.records && !news.is_empty() {
            self.news = news.join(". ");
        }
        self.shown_revision = context.revision;
    }

    fn is_row_shown(&self, row: &LogRow) -> bool {
        self.unit.is_none_or(|unit| row.entry.units.contains(&unit))
            && self.kind.is_none_or(|kind| row.entry.kind == kind)
            && (self.search.is_empty() || row.plain.contains(&self.search.to_lowercase()))
    }

    fn is_filtered(&self) -> bool {
        self.unit.is_some() || self.kind.is_some() || !self.search.is_empty()
    }
}

/// Draws the log.
pub(crate) fn show(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    (log, answers): (&mut LogState, &ConditionalAnswers),
) {
    log.update_rows(context, answers);
    announce(ui.ctx(), "log", false, &log.news);
    show_log_header(ui, context, &mut player.session, log);
    ui.add_space(2.0);
    let shown: Vec<usize> = (0..log.entries.len()).filter(|at| log.is_row_shown(&log.entries[*at])).collect();
    if shown.is_empty() {
        let text = if log.is_filtered() { "No matching entries." } else { "No entries yet." };
        ui.colored_label(context.palette.faint, text);
        return;
    }
    ui.spacing_mut().item_spacing.y = 3.0;
    let area = ScrollArea::vertical().id_salt("combat_log").auto_shrink([false, false]).stick_to_bottom(true);
    // A tall prompt leaves little height for the log.
    let area = area.min_scrolled_height(0.0);
    area.show_viewport(ui, |ui, viewport| show_entries(ui, context, player, log, &shown, viewport));
}

/// Lays out all entries and draws the visible ones.
fn show_entries(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    log: &mut LogState,
    shown: &[usize],
    viewport: egui::Rect,
) {
    let top = ui.max_rect().top();
    let width = ui.max_rect().width();
    if (log.width - width).abs() > 0.5 {
        log.width = width;
        for row in &mut log.entries {
            row.height = None;
        }
    }
    let mut y = 0.0;
    let focus = std::mem::take(&mut log.focus_last);
    let record = std::mem::take(&mut log.focus_record).filter(|_| focus);
    let is_sought = |at: &usize| {
        let entry = &log.entries[*at].entry;
        match record {
            Some(record) => entry.chapters.contains(&record),
            None => log.focus_unit.is_none_or(|unit| entry.units.contains(&unit)),
        }
    };
    let sought = shown.iter().rposition(is_sought).or_else(|| shown.len().checked_sub(1)).filter(|_| focus);
    for (nth, at) in shown.iter().enumerate() {
        let guess = log.entries[*at].height;
        let visible = guess.is_none_or(|height| y + height >= viewport.top() && y <= viewport.bottom());
        let wanted = sought == Some(nth);
        if visible || wanted {
            let place = egui::Rect::from_min_size(
                pos2(ui.max_rect().left(), top + y),
                vec2(width, guess.unwrap_or(40.0)),
            );
            let builder = egui::UiBuilder::new()
                .max_rect(place)
                .id_salt(("entry", *at))
                .layout(egui::Layout::top_down(egui::Align::Min));
            let mut child = ui.new_child(builder);
            child.spacing_mut().item_spacing.y = 3.0;
            if guess.is_none() && (y > viewport.bottom() + 4000.0) {
                child.set_invisible();
            }
            show_entry(&mut child, context, player, log, *at, wanted);
            log.entries[*at].height = Some(child.min_rect().height());
        }
        y += log.entries[*at].height.unwrap_or(22.0) + 3.0;
    }
    ui.allocate_space(vec2(width, y));
    offer_terms(ui);
}

/// Draws title, filters, search field and export menu.
fn show_log_header(ui: &mut Ui, context: &PanelContext, session: &mut Session, log: &mut LogState) {
    let palette = context.palette;
    ui.horizontal(|ui| {
        let room = (ui.available_width() - scaled(ui, 78.0)).max(60.0);
        let title = layout_truncated(ui.painter(), "Combat log", title_font(ui), palette.text, room);
        let (rect, response) = ui.allocate_exact_size(title.size(), Sense::hover());
        response.named_heading("Combat log");
        ui.painter().galley(rect.min, title, palette.text);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.menu_button("Export", |ui| show_export_menu(ui, context, session, log))
                .response
                .on_hover_text("Copy the log or save it to a file.");
        });
    });
    show_filters(ui, context, log);
    // A row of its own: the lists beside it would push it out of the panel, where it takes no click.
    let search = egui::TextEdit::singleline(&mut log.search)
        .id_salt("search the log")
        .hint_text("search")
        .desired_width(ui.available_width());
    let response = ui.add(search).named("Search the log");
    if std::mem::take(&mut log.focus_search) {
        response.request_focus();
    }
}

/// Draws the lists that choose unit and kind, each half as wide as the log however long its text is.
fn show_filters(ui: &mut Ui, context: &PanelContext, log: &mut LogState) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let half = vec2((ui.available_width() - 5.0) / 2.0, ui.spacing().interact_size.y);
        ui.allocate_ui(half, |ui| {
            let unit = log.unit.map_or_else(|| "All units".to_owned(), |id| context.unit_name(id));
            let list = egui::ComboBox::from_id_salt("log_unit").width(half.x).truncate().selected_text(unit);
            let shown = list.show_ui(ui, |ui| {
                ui.selectable_value(&mut log.unit, None, "All units");
                for unit in context.view.units() {
                    let text =
                        egui::RichText::new(unit.identity.name()).color(context.side_colour(*unit.side));
                    ui.selectable_value(&mut log.unit, Some(*unit.id), text);
                }
            });
            shown.response.named("Show entries of");
        });
        ui.allocate_ui(half, |ui| {
            let kind = LogCategory::ALL
                .iter()
                .find(|(kind, _)| log.kind == Some(*kind))
                .map_or("All kinds", |(_, name)| name);
            let list = egui::ComboBox::from_id_salt("log_kind").width(half.x).truncate().selected_text(kind);
            let shown = list.show_ui(ui, |ui| {
                ui.selectable_value(&mut log.kind, None, "All kinds");
                for (kind, name) in LogCategory::ALL {
                    ui.selectable_value(&mut log.kind, Some(kind), name);
                }
            });
            shown.response.named("Show kinds");
        });
    });
}

fn show_export_menu(ui: &mut Ui, context: &PanelContext, session: &mut Session, log: &LogState) {
    let chosen: Vec<&LogEntry> =
        log.entries.iter().filter(|row| log.is_row_shown(row)).map(|row| &row.entry).collect();
    if ui.button("Copy as text").clicked() {
        let records = context.history.records();
        ui.ctx().copy_text(super::export::export_text(context.view, records, &chosen));
        session.notice = Some(("Log copied to the clipboard.".to_owned(), context.now));
    }
    for format in LogFormat::ALL {
        if ui.button(format.label()).on_hover_text(format.explanation()).clicked() {
            let (folder, records) = (paths::logs_dir(), context.history.records());
            let saved = super::export::save_entries(context.view, records, &chosen, (format, &folder));
            session.notice = Some((super::export::result_text(&saved), context.now));
        }
    }
}

/// Draws an entry: headline, details if unfolded, and effects.
fn show_entry(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    log: &mut LogState,
    at: usize,
    focus: bool,
) {
    let (id, more) = (log.entries[at].entry.chapters.start, log.entries[at].entry.more);
    let open = log.unfolded.contains(&id);
    let entry = &log.entries[at].entry;
    let arrow = if more { Some(open) } else { None };
    let old = at.checked_sub(1).map(|before| log.entries[before].entry.chapters.start);
    if player.session.since.is_some_and(|since| id >= since && old.is_none_or(|old| old < since)) {
        show_divider(ui, context, "Since your last turn");
    }
    let clauses = if open { ClauseDisplay::Always } else { ClauseDisplay::OnHover };
    let line = LineStyle { arrow, id: Id::new(("log", id)), clauses };
    let response = show_line(ui, context, &entry.head, line);
    let hovered = player.session.hover.and_then(|hover| hover.unit);
    if hovered.is_some_and(|unit| entry.units.contains(&unit)) {
        // The unit under the pointer on the board.
        let bar = egui::Rect::from_min_max(
            response.rect.left_top() - vec2(5.0, 0.0),
            response.rect.left_bottom() - vec2(2.0, 0.0),
        );
        ui.painter().rect_filled(bar, 1.0, context.palette.caution);
    }
    if focus {
        response.request_focus();
        response.scroll_to_me(None);
    }
    if response.hovered() || response.has_focus() {
        player.session.highlighted_unit = entry.units.first().copied();
        player.session.shown_records = Some(entry.chapters.clone());
    }
    let clicked = response.clicked();
    if clicked && let Some(unit) = entry.units.last().and_then(|id| context.view.unit(*id)) {
        player.show_cell(unit.cell());
    }
    if open {
        let records = context.history.records();
        let writer = LogWriter::for_entry(context.view, entry, records);
        let details = writer.entry_details(records, entry);
        for step in details.iter().chain(&writer.unasked_defence_lines(records, entry)) {
            show_detail(ui, context, step);
        }
    }
    for after in &entry.after {
        show_detail_line(ui, context, after, clauses);
    }
    if clicked && more {
        if !log.unfolded.remove(&id) {
            log.unfolded.insert(id);
        }
        ui.ctx().request_repaint();
        log.entries[at].height = None;
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::SystemState;
    use bevy_egui::egui::{Context, Event, Modifiers, PointerButton, Pos2, RawInput, Rect};

    use super::*;
    use crate::drawn_texts::drawn_texts;
    use crate::panel::panel_layout::show_frame;
    use crate::panel::panel_params::PanelEdits;
    use crate::panel::tests::{panel_inputs, shipped_battle, warehouse_in_every_book, with_context};
    use crate::rulebook::offered_clauses;
    use crate::theme::style_egui;
    use battle_log::clauses::clauses_in_text;

    /// Draws the panels with every entry of the log unfolded; returns the texts, and the clauses that marks lead to.
    fn unfolded_log(context: &PanelContext) -> (Vec<String>, Vec<String>) {
        let ctx = Context::default();
        style_egui(&ctx, context.palette, 1.0);
        let mut inputs = panel_inputs();
        inputs.world_mut().resource_mut::<LogState>().unfolded =
            (0..context.history.records().len()).collect();
        let mut params: SystemState<PanelEdits> = SystemState::new(inputs.world_mut());
        let mut edits = params.get_mut(inputs.world_mut()).expect("the plugin adds them");
        let window = Rect::from_min_size(Pos2::ZERO, vec2(1440.0, 20_000.0));
        let (mut texts, mut clauses) = (Vec::new(), Vec::new());
        for _ in 0..2 {
            let input = RawInput { screen_rect: Some(window), ..RawInput::default() };
            let output = ctx.run_ui(input, |ui| {
                _ = show_frame(ui, context, &mut edits, window);
                clauses = offered_clauses(ui.ctx());
            });
            texts = drawn_texts(&output);
            output.drop_without_applying_deltas();
        }
        (texts, clauses)
    }

    #[test]
    fn the_log_of_every_book_draws_no_ids_of_clauses_and_leads_to_them() {
        for (book, mut world) in warehouse_in_every_book() {
            for number in 0..30 {
                let player = ai::AiPlayer::new(ai::Difficulty::Easy, number);
                let Some(decision) = ai::decide(&mut world, &player) else { break };
                battle::journal::submit_order(&mut world, decision.order).expect("allowed");
            }
            with_context(&mut world, |context| {
                let (texts, clauses) = unfolded_log(context);
                let wrong: Vec<&String> =
                    texts.iter().filter(|text| !clauses_in_text(text).is_empty()).collect();
                assert!(wrong.is_empty(), "{book:?}: {wrong:?}");
                assert!(clauses.len() >= 10, "{book:?} leads to {clauses:?}");
            });
        }
    }

    #[test]
    fn a_click_focuses_the_search_field_whatever_the_filters_show() {
        let mut world = shipped_battle("warehouse");
        with_context(&mut world, |context| {
            let name = |unit: &UnitId| context.unit_name(*unit).len();
            let longest = context.view.units().map(|unit| *unit.id).max_by_key(name);
            for (width, text) in [(900.0, 1.0), (1280.0, 1.0), (1280.0, 1.5), (1920.0, 1.0)] {
                let ctx = Context::default();
                ctx.enable_accesskit();
                style_egui(&ctx, context.palette, text);
                let mut inputs = panel_inputs();
                inputs.world_mut().resource_mut::<LogState>().unit = longest;
                let mut params: SystemState<PanelEdits> = SystemState::new(inputs.world_mut());
                let mut edits = params.get_mut(inputs.world_mut()).expect("the plugin adds them");
                let window = Rect::from_min_size(Pos2::ZERO, vec2(width, 800.0));
                let frame = |events: Vec<Event>, edits: &mut PanelEdits| {
                    let mut board = window;
                    let input = RawInput { screen_rect: Some(window), events, ..RawInput::default() };
                    let output = ctx.run_ui(input, |ui| board = show_frame(ui, context, edits, window));
                    let tree = output.platform_output.accesskit_update.clone();
                    output.drop_without_applying_deltas();
                    let nodes = tree.expect("the tree is on").nodes;
                    let named = nodes.iter().find(|(_, node)| node.label() == Some("Search the log"));
                    let (_, field) = named.expect("the log has a field");
                    let bounds = field.bounds().expect("it is drawn");
                    let (from, to) =
                        ((bounds.x0 as f32, bounds.y0 as f32), (bounds.x1 as f32, bounds.y1 as f32));
                    (Rect::from_min_max(from.into(), to.into()), board)
                };
                let frames = (0..4).map(|_| frame(Vec::new(), &mut edits));
                let (field, board) = frames.last().expect("four frames");
                let at = format!("{width} {text}: {field}, {board}");
                assert!(field.left() >= board.right() && field.right() <= width, "{at}");
                assert!(field.width() >= 150.0, "{at}");
                let pos = field.center();
                let press = |pressed| Event::PointerButton {
                    pos,
                    button: PointerButton::Primary,
                    pressed,
                    modifiers: Modifiers::NONE,
                };
                frame(vec![Event::PointerMoved(pos)], &mut edits);
                frame(vec![press(true)], &mut edits);
                frame(vec![press(false)], &mut edits);
                frame(vec![Event::Text("hits".to_owned())], &mut edits);
                assert_eq!(edits.log.search, "hits", "{at}");
            }
        });
    }
}
