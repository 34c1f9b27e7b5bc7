//! Lines of the combat log: text with its figure and a mark that leads to its clause, dice, and dividers.

use std::sync::Arc;

use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{
    self, Color32, FontId, Galley, Id, LayerId, Order, Painter, Rect, Sense, Ui, Vec2, pos2, vec2,
};

use crate::accessibility::Accessible;
use crate::panel::dice_glyphs;
use crate::panel::widgets::{PanelContext, body_font, keep_units, show_dice_faces, small_font};
use crate::rulebook::offer_clause;
use crate::theme::{Palette, text_factor};
use battle_log::log_text::{LogLine, LogSpan, LogText, TextTone, plain_text};

/// Space left of the text of a line, in points.
const INDENT: f32 = 14.0;
/// Least width of the text of a line, and space between its end and its clause, in points.
const LEAST_TEXT: f32 = 60.0;
const CLAUSE_GAP: f32 = 8.0;
/// Space between a line and a clause that stands beside the log, in points: more than the margin of the panel.
const BESIDE_LOG: f32 = 22.0;
/// Space between the text of a line and its figure, in points.
const FIGURE_GAP: f32 = 8.0;
/// Share of the width of a line that its figure takes beside the text at most.
const FIGURE_SHARE: f32 = 0.4;
/// The mark behind which the clause of a line is explained.
const CLAUSE_MARK: &str = "\u{a7}";
/// Size of that mark, in points, and by how much it grows at most with larger texts.
const CLAUSE_SIZE: f32 = 12.0;
const CLAUSE_GROWTH: f32 = 1.2;
/// How far the pointer may be from the mark, in points.
const CLAUSE_REACH: f32 = 4.0;

/// When the mark for the clause of a line is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClauseDisplay {
    /// Always, below the text if there is no room beside it.
    Always,
    /// While the pointer or the focus is on the line.
    OnHover,
}

/// How a line is drawn.
pub(super) struct LineStyle {
    /// Whether it unfolds, and is unfolded.
    pub arrow: Option<bool>,
    pub id: Id,
    pub clauses: ClauseDisplay,
}

/// Draws a line of an entry's details, with its clause.
pub(crate) fn show_detail(ui: &mut Ui, context: &PanelContext, line_of: &LogLine) {
    show_detail_line(ui, context, line_of, ClauseDisplay::Always);
}

/// Draws a line: text, dice or a divider.
pub(super) fn show_detail_line(
    ui: &mut Ui,
    context: &PanelContext,
    line_of: &LogLine,
    clauses: ClauseDisplay,
) {
    match line_of {
        LogLine::Divider(text) => show_divider(ui, context, text),
        LogLine::Text(text) => {
            show_line(ui, context, text, LineStyle { arrow: None, id: ui.next_auto_id(), clauses });
        }
        LogLine::Symbols { faces, figure } => {
            ui.horizontal(|ui| {
                ui.add_space(14.0);
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.vertical(|ui| dice_glyphs::show_symbol_faces(ui, context.palette, faces, figure));
            });
        }
        LogLine::Faces { faces: shown, hits_from, figure } => {
            ui.horizontal(|ui| {
                ui.add_space(14.0);
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.vertical(|ui| show_dice_faces(ui, context.palette, shown, *hits_from, figure));
            });
        }
    }
}

/// Draws a horizontal divider with a label.
pub(super) fn show_divider(ui: &mut Ui, context: &PanelContext, text: &str) {
    let label = ui.painter().layout_no_wrap(text.to_owned(), small_font(ui), context.palette.dim);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
    response.named_text(|| text.to_owned());
    let painter = ui.painter();
    let width = label.size().x;
    painter.galley(pos2(rect.left(), rect.center().y - label.size().y / 2.0), label, context.palette.dim);
    painter.hline(
        (rect.left() + width + 8.0)..=rect.right(),
        rect.center().y,
        egui::Stroke::new(1.0, context.palette.line),
    );
}

/// The figure of a line, at the right of its text, or on rows of its own below it where it would take too much of the width.
struct Figure {
    galley: Arc<Galley>,
    colour: Color32,
    is_below: bool,
}

impl Figure {
    /// Lays out a figure in a line of some width.
    fn layout(painter: &Painter, (text, font, colour): (&str, &FontId, Color32), width: f32) -> Self {
        let layout = |most: f32| {
            let mut job = LayoutJob::simple(text.to_owned(), font.clone(), colour, most);
            job.halign = egui::Align::RIGHT;
            painter.layout_job(job)
        };
        let beside = layout(width * FIGURE_SHARE);
        let is_below = beside.rows.len() > 1;
        let galley = if is_below { layout(width - INDENT) } else { beside };
        Self { galley, colour, is_below }
    }
}

/// The parts of a line, laid out in its width.
struct LineLayout {
    size: Vec2,
    words: Arc<Galley>,
    figure: Option<Figure>,
    clause: Arc<Galley>,
    /// Height of the figure where it stands below the text.
    below: f32,
    /// Whether the clause stands below all else.
    is_clause_below: bool,
    /// Where the clause ends if there is room for it after the words, from the left of the line.
    clause_end: Option<f32>,
}

impl LineLayout {
    /// Lays out wrapped text with its figure, and the mark for its clause at the end of the last row, where it takes no room from
    /// the text. Marks that are always shown stand in one column at the right. One that is not never narrows the text.
    fn new(ui: &Ui, context: &PanelContext, text: &LogText, clauses: ClauseDisplay) -> Self {
        let (width, painter, font) = (ui.available_width(), ui.painter(), body_font(ui));
        let colour = |tone: TextTone| tone_colour(context, tone);
        let small = FontId::proportional(CLAUSE_SIZE * text_factor(ui.style()).min(CLAUSE_GROWTH));
        let mark = if text.clause.is_empty() { "" } else { CLAUSE_MARK };
        let clause = painter.layout_no_wrap(mark.to_owned(), small, context.palette.dim);
        let laid_out = |figure: &LogSpan| {
            Figure::layout(painter, (&keep_units(&figure.text), &font, colour(figure.tone)), width)
        };
        let figure = text.figure.as_ref().map(laid_out);
        let size_where = |is_below: bool| {
            let placed = figure.as_ref().filter(|figure| figure.is_below == is_below);
            placed.map_or(Vec2::ZERO, |figure| figure.galley.size())
        };
        let (beside, below) = (size_where(false), size_where(true).y);
        let figure_width = if beside.x > 0.0 { beside.x + FIGURE_GAP } else { 0.0 };
        let mut job = LayoutJob::default();
        for span in &text.spans {
            job.append(&keep_units(&span.text), 0.0, TextFormat::simple(font.clone(), colour(span.tone)));
        }
        job.wrap.max_width = (width - INDENT - figure_width).max(LEAST_TEXT);
        let words = painter.layout_job(job);
        let is_beside_figure = beside.x > 0.0 && words.size().y <= beside.y;
        let ends = (width, width - figure_width);
        let room = clause.size().x + CLAUSE_GAP + INDENT + last_row(&words);
        let clause_end = clause_end(clauses, is_beside_figure, ends).filter(|end| room <= *end);
        let is_clause_below =
            clauses == ClauseDisplay::Always && clause_end.is_none() && !text.clause.is_empty();
        let clause_height = if is_clause_below { clause.size().y } else { 0.0 };
        let size = vec2(width, words.size().y.max(beside.y) + below + clause_height);
        Self { size, words, figure, clause, below, is_clause_below, clause_end }
    }

    /// Draws the text, and the figure at its right or below it.
    fn paint_words(&mut self, painter: &Painter, rect: Rect, palette: &Palette) {
        let top = if self.below > 0.0 { rect.top() + self.words.size().y } else { rect.top() };
        painter.galley(pos2(rect.left() + INDENT, rect.top()), Arc::clone(&self.words), palette.text);
        if let Some(figure) = self.figure.take() {
            painter.galley(pos2(rect.right(), top), figure.galley, figure.colour);
        }
    }

    /// Draws the mark that leads to a clause. One without room beside the words stands beside the log as long as the pointer is
    /// there.
    fn paint_clause(self, painter: &Painter, rect: Rect, (palette, id): (&Palette, &str)) {
        let size = self.clause.size();
        let Some(end) =
            self.clause_end.map(|end| rect.left() + end).or(self.is_clause_below.then_some(rect.right()))
        else {
            let layer = LayerId::new(Order::Foreground, Id::new("log_clause"));
            let window = painter.ctx().viewport_rect();
            let place = place_off_line(rect, size, window);
            let painter = painter.with_clip_rect(window).with_layer_id(layer);
            painter.rect_filled(place.expand2(vec2(3.0, 1.0)), 2.0, palette.raised);
            painter.galley(place.min, self.clause, palette.dim);
            offer_clause(&painter, place.expand2(vec2(CLAUSE_REACH, 0.0)), id);
            return;
        };
        let bottom = if self.is_clause_below { rect.bottom() } else { rect.bottom() - self.below };
        let place = Rect::from_min_size(pos2(end - size.x, bottom - size.y - 1.0), size);
        painter.galley(place.min, self.clause, palette.dim);
        offer_clause(painter, place.expand2(vec2(CLAUSE_REACH, 0.0)), id);
    }
}

/// Returns where the clause of a line ends on the last row of its words: at the right end of the line, `ends.0`. On a row with
/// the figure, one that is shown for a moment ends before the figure, at `ends.1`; one that stays is not put there, as it would be
/// out of line with the others.
fn clause_end(clauses: ClauseDisplay, is_beside_figure: bool, ends: (f32, f32)) -> Option<f32> {
    match (is_beside_figure, clauses) {
        (false, _) => Some(ends.0),
        (true, ClauseDisplay::OnHover) => Some(ends.1),
        (true, ClauseDisplay::Always) => None,
    }
}

/// Returns a place for the clause of a line where it covers no line of the log: at the left of the panel, or at its right where the
/// window ends there.
fn place_off_line(line: Rect, size: Vec2, window: Rect) -> Rect {
    let left = line.left() - BESIDE_LOG - size.x;
    let left = if left >= window.left() { left } else { line.right() + BESIDE_LOG };
    Rect::from_min_size(pos2(left, line.top() + 1.0), size)
}

/// Draws a line of wrapped text with its figure and its clause.
pub(super) fn show_line(
    ui: &mut Ui,
    context: &PanelContext,
    text: &LogText,
    LineStyle { arrow, id, clauses }: LineStyle,
) -> egui::Response {
    let palette = context.palette;
    let mut layout = LineLayout::new(ui, context, text, clauses);
    let (rect, _) = ui.allocate_exact_size(layout.size, Sense::hover());
    let sense = if arrow.is_some() { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, id, sense);
    let is_lit = response.hovered() || response.has_focus();
    let painter = ui.painter();
    if arrow.is_some() && is_lit {
        painter.rect_filled(rect.expand2(vec2(3.0, 1.0)), 3.0, palette.raised);
    }
    if let Some(open) = arrow {
        draw_triangle(painter, pos2(rect.left() + 5.0, rect.top() + 8.0), open, palette.dim);
    }
    layout.paint_words(painter, rect, palette);
    let is_pointed_at = is_lit || ui.rect_contains_pointer(rect);
    if !text.clause.is_empty() && (clauses == ClauseDisplay::Always || is_pointed_at) {
        layout.paint_clause(painter, rect, (palette, text.clause));
    }
    match arrow {
        Some(open) => response.named_toggle((true, open), || plain_text(text)),
        None => response.named_text(|| plain_text(text)),
    }
}

/// Returns where the last row of a text ends, in points.
fn last_row(words: &Galley) -> f32 {
    words.rows.last().map_or(0.0, |row| row.rect().right())
}

fn draw_triangle(painter: &egui::Painter, at: egui::Pos2, open: bool, colour: Color32) {
    let points = if open {
        vec![at + vec2(-4.0, -2.0), at + vec2(4.0, -2.0), at + vec2(0.0, 4.0)]
    } else {
        vec![at + vec2(-2.0, -4.0), at + vec2(4.0, 0.0), at + vec2(-2.0, 4.0)]
    };
    painter.add(egui::Shape::convex_polygon(points, colour, egui::Stroke::NONE));
}

fn tone_colour(context: &PanelContext, tone: TextTone) -> Color32 {
    let palette = context.palette;
    match tone {
        TextTone::Plain => palette.text,
        TextTone::Dim => palette.dim,
        TextTone::Unit(id) => context.unit_colour(id),
        TextTone::Side(side) => context.side_colour(side),
        TextTone::Harm => palette.harm,
        TextTone::Good => palette.good,
        TextTone::Caution => palette.caution,
        TextTone::Forced => palette.forced,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_figure_stands_below_the_text() {
        let output = egui::Context::default().run_ui(Default::default(), |ui| {
            let layout = |text: &str| {
                let font = FontId::proportional(14.0);
                let figure = Figure::layout(ui.painter(), (text, &font, Color32::WHITE), 230.0);
                (figure.is_below, figure.galley.rows.len())
            };
            assert_eq!(layout("-13 flesh"), (false, 1));
            assert_eq!(layout("until the end of their next turn"), (true, 1), "it has the whole width");
        });
        output.drop_without_applying_deltas();
    }

    #[test]
    fn clauses_that_stay_end_in_one_column() {
        let ends = (280.0, 220.0);
        assert_eq!(clause_end(ClauseDisplay::Always, false, ends), Some(280.0));
        assert_eq!(clause_end(ClauseDisplay::Always, true, ends), None, "below the figure, at the right end");
        assert_eq!(clause_end(ClauseDisplay::OnHover, true, ends), Some(220.0), "it covers no figure");
        assert_eq!(clause_end(ClauseDisplay::OnHover, false, ends), Some(280.0));
    }

    #[test]
    fn a_clause_without_room_beside_the_words_covers_no_line_of_the_log() {
        let (size, window) = (vec2(70.0, 12.0), Rect::from_min_max(pos2(0.0, 0.0), pos2(1000.0, 800.0)));
        for left in [20.0, 700.0] {
            let line = Rect::from_min_size(pos2(left, 100.0), vec2(240.0, 36.0));
            let column = Rect::from_x_y_ranges(line.x_range(), window.y_range()).expand2(vec2(14.0, 0.0));
            let place = place_off_line(line, size, window);
            assert!(!place.intersects(column) && window.contains_rect(place), "{place:?}");
            assert!(line.y_range().contains(place.top()) && place.size() == size, "{place:?}");
        }
    }
}
