//! The combat log: entries of the story, laid out once, drawn only where they are seen.

use std::collections::BTreeSet;

use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{self, Color32, Id, ScrollArea, Sense, TextStyle, Ui, pos2, vec2};

use super::log_text::{LogCategory, LogEntry, LogLine, LogText, LogWriter, TextTone, entry_ranges};
use crate::panel::dice_glyphs;
use crate::panel::widgets::{
    PanelContext, body_font, layout_truncated, show_dice_faces, small_font, title_font,
};
use crate::session::Session;
use battle::{Side, UnitId};

/// The log's own state: what is unfolded, what is looked for, and how high every entry is.
#[derive(Debug, Default)]
pub(crate) struct LogState {
    /// Entries that are unfolded, by their first chapter.
    unfolded: BTreeSet<usize>,
    unit: Option<UnitId>,
    kind: Option<LogCategory>,
    search: String,
    /// Put the keyboard into the search box.
    pub focus_search: bool,
    /// Put the keyboard on the newest entry.
    pub focus_last: bool,
    /// Chapters and rewinds the entries were told from, and to whom; nobody is everybody.
    shown_revision: (usize, u32, Option<Side>),
    entries: Vec<LogRow>,
    /// Orders that were told; what a side knows nothing of has no entry.
    ranges: usize,
    /// Width the heights are true for.
    width: f32,
}

/// An entry with what it needs to be found and placed.
#[derive(Debug)]
struct LogRow {
    entry: LogEntry,
    plain: String,
    height: Option<f32>,
}

impl LogState {
    /// Tells what has happened since the last time.
    fn update_rows(&mut self, see: &PanelContext) {
        let chapters = see.history.records();
        let viewer = see.view.viewer().filter(|_| see.view.viewer_knowledge().is_some());
        let now = (chapters.len(), see.history.rewinds(), viewer);
        if self.shown_revision == now {
            return;
        }
        if (self.shown_revision.1, self.shown_revision.2) != (now.1, now.2) || now.0 < self.shown_revision.0 {
            self.entries.clear();
            self.ranges = 0;
        }
        let teller = LogWriter::new(see.view);
        let all = entry_ranges(chapters);
        // The last entry may have been answered since.
        self.ranges = self.ranges.saturating_sub(1);
        let again = all.get(self.ranges).map_or(usize::MAX, |range| range.start);
        self.entries.retain(|told| told.entry.chapters.start < again);
        for range in all.into_iter().skip(self.ranges) {
            self.ranges += 1;
            let Some(entry) = teller.write_entry(chapters, range) else { continue };
            let plain = entry.search_text().to_lowercase();
            self.entries.push(LogRow { entry, plain, height: None });
        }
        self.shown_revision = now;
    }

    fn is_row_shown(&self, told: &LogRow) -> bool {
        self.unit.is_none_or(|unit| told.entry.units.contains(&unit))
            && self.kind.is_none_or(|kind| told.entry.kind == kind)
            && (self.search.is_empty() || told.plain.contains(&self.search.to_lowercase()))
    }

    fn is_filtered(&self) -> bool {
        self.unit.is_some() || self.kind.is_some() || !self.search.is_empty()
    }
}

/// Draws the log.
pub(crate) fn show(ui: &mut Ui, see: &PanelContext, session: &mut Session, log: &mut LogState) {
    log.update_rows(see);
    show_log_header(ui, see, session, log);
    ui.add_space(2.0);
    let shown: Vec<usize> = (0..log.entries.len()).filter(|at| log.is_row_shown(&log.entries[*at])).collect();
    if shown.is_empty() {
        let text =
            if log.is_filtered() { "Nothing like that has happened." } else { "Nothing has happened yet." };
        ui.colored_label(see.palette.faint, text);
        return;
    }
    ui.spacing_mut().item_spacing.y = 3.0;
    let area = ScrollArea::vertical().id_salt("combat_log").auto_shrink([false, false]).stick_to_bottom(true);
    // Beside a tall question little room is left, and no more is taken.
    let area = area.min_scrolled_height(0.0);
    area.show_viewport(ui, |ui, viewport| show_entries(ui, see, session, log, &shown, viewport));
}

/// Places all entries, draws those in view.
fn show_entries(
    ui: &mut Ui,
    see: &PanelContext,
    session: &mut Session,
    log: &mut LogState,
    shown: &[usize],
    viewport: egui::Rect,
) {
    let top = ui.max_rect().top();
    let width = ui.max_rect().width();
    if (log.width - width).abs() > 0.5 {
        log.width = width;
        for told in &mut log.entries {
            told.height = None;
        }
    }
    let mut y = 0.0;
    let focus = std::mem::take(&mut log.focus_last);
    for (nth, at) in shown.iter().enumerate() {
        let guess = log.entries[*at].height;
        let visible = guess.is_none_or(|height| y + height >= viewport.top() && y <= viewport.bottom());
        let wanted = focus && nth + 1 == shown.len();
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
            show_entry(&mut child, see, session, log, *at, wanted);
            log.entries[*at].height = Some(child.min_rect().height());
        }
        y += log.entries[*at].height.unwrap_or(22.0) + 3.0;
    }
    ui.allocate_space(vec2(width, y));
}

/// Title, filters, search, export.
fn show_log_header(ui: &mut Ui, see: &PanelContext, session: &mut Session, log: &mut LogState) {
    let look = see.palette;
    ui.horizontal(|ui| {
        let room = (ui.available_width() - 78.0).max(60.0);
        let title = layout_truncated(ui.painter(), "Combat log", title_font(ui), look.text, room);
        let (rect, _) = ui.allocate_exact_size(title.size(), Sense::hover());
        ui.painter().galley(rect.min, title, look.text);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.menu_button("Export", |ui| show_export_menu(ui, see, session, log))
                .response
                .on_hover_text("Copy the log, or keep it beside the saves.");
        });
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let third = (ui.available_width() - 10.0) / 3.0;
        let unit = log.unit.map_or_else(|| "All units".to_owned(), |id| see.unit_name(id));
        egui::ComboBox::from_id_salt("log_unit").width(third).truncate().selected_text(unit).show_ui(
            ui,
            |ui| {
                ui.selectable_value(&mut log.unit, None, "All units");
                for unit in see.view.units() {
                    let text = egui::RichText::new(unit.identity.name()).color(see.side_colour(*unit.side));
                    ui.selectable_value(&mut log.unit, Some(*unit.id), text);
                }
            },
        );
        let kind = LogCategory::ALL
            .iter()
            .find(|(kind, _)| log.kind == Some(*kind))
            .map_or("All kinds", |(_, name)| name);
        egui::ComboBox::from_id_salt("log_kind").width(third).truncate().selected_text(kind).show_ui(
            ui,
            |ui| {
                ui.selectable_value(&mut log.kind, None, "All kinds");
                for (kind, name) in LogCategory::ALL {
                    ui.selectable_value(&mut log.kind, Some(kind), name);
                }
            },
        );
        let search = egui::TextEdit::singleline(&mut log.search)
            .hint_text("search")
            .desired_width(ui.available_width().max(30.0));
        let response = ui.add(search);
        if std::mem::take(&mut log.focus_search) {
            response.request_focus();
        }
    });
}

fn show_export_menu(ui: &mut Ui, see: &PanelContext, session: &mut Session, log: &LogState) {
    let chosen: Vec<&LogEntry> =
        log.entries.iter().filter(|told| log.is_row_shown(told)).map(|told| &told.entry).collect();
    if ui.button("Copy as text").clicked() {
        ui.ctx().copy_text(super::export::export_text(see, &chosen));
        session.notice = Some(("The log is in the clipboard.".to_owned(), see.now));
    }
    if ui.button("Save as text").clicked() {
        session.notice = Some((
            super::export::write_export(see, "txt", &super::export::export_text(see, &chosen)),
            see.now,
        ));
    }
    if ui.button("Save as JSON lines").clicked() {
        session.notice = Some((
            super::export::write_export(see, "jsonl", &super::export::export_json(see, &chosen)),
            see.now,
        ));
    }
}

/// One entry: headline, consequences, and what it unfolds to.
fn show_entry(
    ui: &mut Ui,
    see: &PanelContext,
    session: &mut Session,
    log: &mut LogState,
    at: usize,
    focus: bool,
) {
    let (id, more) = (log.entries[at].entry.chapters.start, log.entries[at].entry.more);
    let open = log.unfolded.contains(&id);
    let told = &log.entries[at].entry;
    let arrow = if more { Some(open) } else { None };
    let old = at.checked_sub(1).map(|before| log.entries[before].entry.chapters.start);
    if session.since.is_some_and(|since| id >= since && old.is_none_or(|old| old < since)) {
        show_divider(ui, see, "Since your last turn");
    }
    let response = show_line(ui, see, &told.head, arrow, 14.0, Id::new(("log", id)));
    if focus {
        response.request_focus();
        response.scroll_to_me(None);
    }
    if response.hovered() || response.has_focus() {
        session.highlighted_unit = told.units.first().copied();
    }
    let clicked = response.clicked();
    if clicked {
        session.look_at = told.units.last().and_then(|id| see.view.unit(*id)).map(|unit| unit.cell());
    }
    if open {
        let chapters = see.history.records();
        let teller = LogWriter::for_entry(see.view, told, chapters);
        for step in teller.entry_details(chapters, told) {
            show_detail(ui, see, &step);
        }
    }
    for after in &told.after {
        show_detail(ui, see, after);
    }
    if clicked && more {
        if !log.unfolded.remove(&id) {
            log.unfolded.insert(id);
        }
        ui.ctx().request_repaint();
        log.entries[at].height = None;
    }
}

/// A line of what an entry unfolds to.
pub(crate) fn show_detail(ui: &mut Ui, see: &PanelContext, line_of: &LogLine) {
    match line_of {
        LogLine::Divider(text) => show_divider(ui, see, text),
        LogLine::Text(text) => {
            show_line(ui, see, text, None, 14.0, ui.next_auto_id());
        }
        LogLine::Symbols { faces, figure } => {
            ui.horizontal(|ui| {
                ui.add_space(14.0);
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.vertical(|ui| dice_glyphs::show_symbol_faces(ui, see.palette, faces, figure));
            });
        }
        LogLine::Faces { faces: shown, hits_from, figure } => {
            ui.horizontal(|ui| {
                ui.add_space(14.0);
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.vertical(|ui| show_dice_faces(ui, see.palette, shown, *hits_from, figure));
            });
        }
    }
}

/// A rule with the name of the pass that begins.
fn show_divider(ui: &mut Ui, see: &PanelContext, text: &str) {
    let label = ui.painter().layout_no_wrap(text.to_owned(), small_font(ui), see.palette.dim);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
    let painter = ui.painter();
    let width = label.size().x;
    painter.galley(pos2(rect.left(), rect.center().y - label.size().y / 2.0), label, see.palette.dim);
    painter.hline(
        (rect.left() + width + 8.0)..=rect.right(),
        rect.center().y,
        egui::Stroke::new(1.0, see.palette.line),
    );
}

/// A line of words with its figure and clause; the words wrap, the rest keeps to the right.
fn show_line(
    ui: &mut Ui,
    see: &PanelContext,
    text: &LogText,
    arrow: Option<bool>,
    indent: f32,
    id: Id,
) -> egui::Response {
    let look = see.palette;
    let width = ui.available_width();
    let font = body_font(ui);
    let colour = |ink: TextTone| tone_colour(see, ink);
    let mono = TextStyle::Monospace.resolve(ui.style());
    let clause = ui.painter().layout_no_wrap(text.clause.to_owned(), mono, look.faint);
    let figure = text.figure.as_ref().map(|figure| {
        let mut job = LayoutJob::simple(figure.text.clone(), font.clone(), colour(figure.tone), width * 0.42);
        job.halign = egui::Align::RIGHT;
        (ui.painter().layout_job(job), colour(figure.tone))
    });
    let figure_width = figure.as_ref().map_or(0.0, |(galley, _)| galley.size().x + 8.0);
    let clause_width = if text.clause.is_empty() { 0.0 } else { clause.size().x + 8.0 };
    let mut job = LayoutJob::default();
    for span in &text.spans {
        job.append(&span.text, 0.0, TextFormat::simple(font.clone(), colour(span.tone)));
    }
    job.wrap.max_width = (width - indent - figure_width - clause_width).max(60.0);
    let words = ui.painter().layout_job(job);
    let tall = figure.as_ref().map_or(0.0, |(galley, _)| galley.size().y);
    let height = words.size().y.max(tall).max(clause.size().y);
    let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let sense = if arrow.is_some() { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, id, sense);
    let painter = ui.painter();
    if arrow.is_some() && (response.hovered() || response.has_focus()) {
        painter.rect_filled(rect.expand2(vec2(3.0, 1.0)), 3.0, look.raised);
    }
    if let Some(open) = arrow {
        draw_triangle(painter, pos2(rect.left() + 5.0, rect.top() + 8.0), open, look.dim);
    }
    painter.galley(pos2(rect.left() + indent, rect.top()), words, look.text);
    if let Some((figure, colour)) = figure {
        painter.galley(pos2(rect.right() - clause_width, rect.top()), figure, colour);
    }
    let left = rect.right() - clause.size().x;
    painter.galley(pos2(left, rect.top() + 2.0), clause, look.faint);
    response
}

fn draw_triangle(painter: &egui::Painter, at: egui::Pos2, open: bool, colour: Color32) {
    let points = if open {
        vec![at + vec2(-4.0, -2.0), at + vec2(4.0, -2.0), at + vec2(0.0, 4.0)]
    } else {
        vec![at + vec2(-2.0, -4.0), at + vec2(4.0, 0.0), at + vec2(-2.0, 4.0)]
    };
    painter.add(egui::Shape::convex_polygon(points, colour, egui::Stroke::NONE));
}

fn tone_colour(see: &PanelContext, ink: TextTone) -> Color32 {
    let look = see.palette;
    match ink {
        TextTone::Plain => look.text,
        TextTone::Dim => look.dim,
        TextTone::Unit(id) => see.unit_colour(id),
        TextTone::Side(side) => see.side_colour(side),
        TextTone::Harm => look.harm,
        TextTone::Good => look.good,
        TextTone::Caution => look.caution,
        TextTone::Forced => look.forced,
    }
}
