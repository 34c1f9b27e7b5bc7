//! The row of a purchase: one line, or two if its name is long, with its key, its box, its name, what it changes, and its price in
//! symbols. What it does in words stands below the list, for the row under the pointer or with the keyboard focus.

use std::sync::Arc;

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    self, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};

use super::answer_button::{KEY_WIDTH, name_colour};
use super::answer_row::{AnswerRow, AnswerRows, join_parts};
use super::spending_list::damage_change;
use crate::accessibility::Accessible;
use crate::input::InputAction;
use crate::panel::dice_glyphs::{draw_symbol, symbol_colour};
use crate::panel::purchases::Purchases;
use crate::panel::widgets::{
    PanelContext, body_font, keep_units, layout_truncated, shows_clauses, small_font,
};
use crate::rulebook::withhold_terms;
use crate::theme::Palette;
use dice::Symbol;
use rules::play;

/// What stands beside a purchase that would change nothing.
const NO_EFFECT: &str = "no effect now";
/// Side of the box of a purchase, in points.
const TICK_BOX: f32 = 13.0;
/// Space around the texts, in points.
const MARGIN: f32 = 5.0;
const GAP: f32 = 8.0;
/// Size of a symbol of the price, and distance between symbols, in points.
const SYMBOL: f32 = 9.0;
const SYMBOL_STEP: f32 = 11.0;
/// Most of the width beside the price that the note takes.
const NOTE_SHARE: f32 = 0.5;
/// Most lines of a name.
const NAME_LINES: usize = 2;
/// Lines of the words below the list.
const TOLD_LINES: usize = 3;

/// What the row of a purchase shows.
struct PurchaseLine<'a> {
    label: &'a str,
    /// What it changes, in a few words.
    note: &'a str,
    /// What it does, for screen readers.
    told: &'a str,
    /// Its price in words, for screen readers.
    cost: &'a str,
    price: Vec<Symbol>,
}

impl AnswerRows<'_, '_, '_, '_> {
    /// Draws the row of a purchase.
    pub fn show_purchase(&self, ui: &mut Ui, row: AnswerRow, purchases: &Purchases) -> egui::Response {
        let (context, at) = (self.context, row.at);
        let label = context.view.hide_unseen_names(&self.asked.prompt.answers[at].label);
        let compared = row.odds.zip(self.compared_with(row));
        let change = compared.and_then(|(odds, stop)| damage_change(odds, stop)).unwrap_or_default();
        let note: &str = if purchases.is_idle(at) { NO_EFFECT } else { &change };
        let (told, cost) = (self.purchase_words(ui, at), purchases.price_text(at));
        let price = purchases.price_symbols(at);
        let line = PurchaseLine { label: &label, note, told: &told, cost: &cost, price };
        let is_refused = self.refusal(at).is_some();
        let is_ticked = purchases.chosen.contains(&at);
        let response = ui
            .scope(|ui| {
                ui.visuals_mut().disabled_alpha = 1.0;
                if is_refused {
                    ui.disable();
                }
                purchase_button(ui, context, (row.action, is_ticked), &line)
            })
            .inner;
        if context.focuses_answers && at == self.default && !ui.ctx().egui_wants_keyboard_input() {
            response.request_focus();
        }
        // A click on a word of an answer is an answer.
        withhold_terms(ui, response.rect);
        response
    }

    /// Says what a purchase does, why it cannot be ticked, and its clause while clauses are shown.
    fn purchase_words(&self, ui: &Ui, at: usize) -> String {
        let rules = self.context.view.rules();
        let answer = &self.asked.prompt.answers[at];
        let clause = if shows_clauses(ui) && rules.cites(answer.clause) { answer.clause } else { "" };
        join_parts(&[&self.refusal(at).unwrap_or_default(), play::answer_effect(answer, rules), clause])
    }

    /// Draws below the list what a purchase does, in a space that does not depend on the words: the one under the pointer or with the
    /// keyboard focus, else the first that is ticked.
    pub fn show_purchase_words(&self, ui: &mut Ui, purchases: &Purchases, pointed: Option<usize>) {
        let (font, colour) = (small_font(ui), self.context.palette.dim);
        let width = ui.available_width();
        let line = layout_truncated(ui.painter(), "Ag", font.clone(), colour, width).size().y;
        let (rect, _) = ui.allocate_exact_size(vec2(width, TOLD_LINES as f32 * line), Sense::hover());
        let Some(at) = pointed.or(purchases.chosen.first().copied()) else { return };
        let Some(answer) = self.asked.prompt.answers.get(at) else { return };
        let label = self.context.view.hide_unseen_names(&answer.label);
        let words = self.purchase_words(ui, at);
        let text = if words.is_empty() { label } else { format!("{label}: {words}") };
        let mut job = LayoutJob::simple(keep_units(&text), font, colour, width);
        job.wrap.max_rows = TOLD_LINES;
        let galley = ui.painter().layout_job(job);
        ui.painter().galley(rect.min, galley, colour);
    }
}

/// Draws the button of a purchase.
fn purchase_button(
    ui: &mut Ui,
    context: &PanelContext,
    (action, is_ticked): (Option<InputAction>, bool),
    line: &PurchaseLine,
) -> egui::Response {
    let palette = context.palette;
    let width = ui.available_width();
    let left = KEY_WIDTH + TICK_BOX + GAP;
    let price = line.price.len() as f32 * SYMBOL_STEP;
    let room = width - left - price - 2.0 * GAP;
    let note = layout_truncated(ui.painter(), line.note, small_font(ui), palette.dim, NOTE_SHARE * room);
    let noted = if line.note.is_empty() { 0.0 } else { note.size().x + GAP };
    let colour = name_colour(palette, ui.is_enabled());
    let name = layout_name(ui.painter(), line.label, (body_font(ui), colour), room - noted);
    let height = name.size().y + 2.0 * MARGIN;
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    let fill = match () {
        () if !ui.is_enabled() => palette.panel,
        () if response.hovered() || response.has_focus() => palette.lit,
        () => palette.raised,
    };
    let edge = match is_ticked || response.has_focus() {
        true => Stroke::new(1.5, palette.text),
        false => Stroke::new(1.0, palette.line),
    };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(6), fill, edge, StrokeKind::Inside);
    let key = action.map(|action| context.key_label(action)).unwrap_or_default();
    let at = rect.left_center() + vec2(8.0, 0.0);
    painter.text(at, egui::Align2::LEFT_CENTER, key, small_font(ui), palette.dim);
    draw_tick_box(painter, palette, rect.left_center() + vec2(KEY_WIDTH, 0.0), is_ticked);
    painter.galley(pos2(rect.left() + left, rect.top() + MARGIN), name, colour);
    let right = rect.right() - GAP;
    let note_at = pos2(right - price - noted, rect.center().y - note.size().y / 2.0);
    painter.galley(note_at, note, palette.dim);
    for (place, symbol) in line.price.iter().rev().enumerate() {
        let at = pos2(right - (place as f32 + 0.5) * SYMBOL_STEP, rect.center().y);
        draw_symbol(painter, at, SYMBOL, *symbol, symbol_colour(palette, *symbol));
    }
    let response = response.named_toggle((true, is_ticked), || line.label.to_owned());
    response.described(|| join_parts(&[line.cost, line.note, line.told]))
}

/// Lays a name out in as many lines as it needs, at most [`NAME_LINES`].
fn layout_name(
    painter: &Painter,
    name: &str,
    (font, colour): (FontId, Color32),
    width: f32,
) -> Arc<egui::Galley> {
    let mut job = LayoutJob::simple(keep_units(name), font, colour, width.max(8.0));
    job.wrap.max_rows = NAME_LINES;
    painter.layout_job(job)
}

/// Draws the box of a purchase.
fn draw_tick_box(painter: &Painter, palette: &Palette, left: Pos2, is_ticked: bool) {
    let square = Rect::from_min_size(left - vec2(0.0, TICK_BOX / 2.0), Vec2::splat(TICK_BOX));
    let edge = Stroke::new(1.0, palette.dim);
    painter.rect(square, CornerRadius::same(2), palette.ink, edge, StrokeKind::Inside);
    if is_ticked {
        let at = |x: f32, y: f32| square.min + vec2(x, y) * TICK_BOX;
        let tick = [at(0.2, 0.55), at(0.42, 0.78), at(0.82, 0.25)];
        painter.line(tick.to_vec(), Stroke::new(2.0, palette.good));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_takes_a_second_line_and_is_not_clipped() {
        let context = egui::Context::default();
        let output = context.run_ui(egui::RawInput::default(), |ui| {
            let style = || (FontId::proportional(14.0), Color32::WHITE);
            let name = "Boost die for the next ally that makes a check";
            let galley = layout_name(ui.painter(), name, style(), 220.0);
            assert_eq!((galley.rows.len(), galley.elided), (2, false));
            let short = layout_name(ui.painter(), "Setback die for Altair", style(), 220.0);
            assert_eq!((short.rows.len(), short.elided), (1, false));
        });
        output.drop_without_applying_deltas();
    }
}
