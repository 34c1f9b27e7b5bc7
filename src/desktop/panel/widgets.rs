//! Widgets shared by the panels: panel context, fact lines, modifier tables, bars and marks.

mod clause_lines;
mod marks;
mod panel_context;
mod scrolled_list;
mod unfolding;
mod unit_state_text;

use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{
    self, Align, Color32, CornerRadius, FontId, Frame, Margin, Painter, RectAlign, Response, Sense, Stroke,
    TextStyle, Ui, pos2, vec2,
};

use crate::accessibility::Accessible;
use crate::theme::{Palette, ROUNDING};
use content::computation::ComputationFault;
use dice::Modifier;

pub(super) use self::clause_lines::set_clauses_shown;
pub(crate) use self::clause_lines::{
    show_clause, show_clause_detail, show_description, show_refusal, shows_clauses, with_cited_clauses,
};
pub(crate) use self::marks::{draw_shield, draw_side_mark, show_bar, show_dice_faces};
pub(crate) use self::panel_context::PanelContext;
pub(crate) use self::scrolled_list::show_beside_bar;
pub(crate) use self::unfolding::{reveal_unfolding, show_menu_content, show_menu_text};
pub(super) use self::unit_state_text::arrival_text;
pub(crate) use self::unit_state_text::{
    arrival_label, deadly_harm_text, out_of_action_text, revival_label, revival_text,
};

pub(crate) fn body_font(ui: &Ui) -> FontId {
    TextStyle::Body.resolve(ui.style())
}

pub(crate) fn small_font(ui: &Ui) -> FontId {
    TextStyle::Small.resolve(ui.style())
}

pub(crate) fn title_font(ui: &Ui) -> FontId {
    TextStyle::Heading.resolve(ui.style())
}

/// Says what could not be computed, and where the report is.
pub(crate) fn show_fault(ui: &mut Ui, palette: &Palette, fault: &ComputationFault) {
    let text = egui::RichText::new(fault.to_string()).color(palette.caution);
    ui.add(egui::Label::new(text).wrap());
}

/// Formats a number with its sign: "+2", "-3", "0".
pub(crate) fn signed_text(number: i32) -> String {
    if number == 0 { "0".to_owned() } else { format!("{number:+}") }
}

/// Formats a number of dice: "1 die", "8 dice".
pub(crate) fn dice_text(count: u32) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}

/// Lays out one line of text, truncated with an ellipsis.
pub(crate) fn layout_truncated(
    painter: &Painter,
    text: &str,
    font: FontId,
    colour: Color32,
    width: f32,
) -> std::sync::Arc<egui::Galley> {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap = TextWrapping::truncate_at_width(width.max(8.0));
    painter.layout_job(job)
}

/// Shortens a text until it fits, with an ellipsis in the place of its middle: the beginning and the end of names tell more
/// than the middle.
pub(crate) fn shorten_middle(text: &str, fits: impl Fn(&str) -> bool) -> String {
    if fits(text) {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    for kept in (2..letters.len()).rev() {
        let tail = kept * 2 / 5;
        let (head, tail) = (&letters[..kept - tail], &letters[letters.len() - tail..]);
        let part = |letters: &[char]| letters.iter().collect::<String>();
        let shorter = format!("{}\u{2026}{}", part(head).trim_end(), part(tail).trim_start());
        if fits(&shorter) {
            return shorter;
        }
    }
    "\u{2026}".to_owned()
}

/// Least space between a label and its figure, in points.
const BETWEEN: f32 = 8.0;
/// Share of a line that a long label keeps beside a long figure.
const LABEL: f32 = 0.4;

/// Keeps numbers with their units and with what they are counted of in one line: "80 m", "69 %", "12 / 12".
pub(crate) fn keep_units(text: &str) -> String {
    const UNITS: [&str; 4] = ["m", "%", "AP", "/"];
    let words: Vec<&str> = text.split(' ').collect();
    let is_number = |word: &str| word.ends_with(|last: char| last.is_ascii_digit());
    let is_unit = |word: &str| UNITS.contains(&word.trim_end_matches([',', '.', ':', ';', ')']));
    let mut kept = String::with_capacity(text.len());
    for (at, word) in words.iter().enumerate() {
        if at > 0 {
            let joins =
                (is_number(words[at - 1]) && is_unit(word)) || (words[at - 1] == "/" && is_number(word));
            kept.push(if joins { '\u{a0}' } else { ' ' });
        }
        kept.push_str(word);
    }
    kept
}

/// Returns the width of the longest word of a text, in points: where a column is narrower, a line would end within the word.
pub(crate) fn longest_word(painter: &Painter, text: &str, font: &FontId) -> f32 {
    let width =
        |word: &str| painter.layout_no_wrap(word.to_owned(), font.clone(), Color32::PLACEHOLDER).size().x;
    text.split([' ', '\n']).map(width).fold(0.0, f32::max)
}

/// Lays out a label and a figure in a width; both wrap if one line is too short, the label between words as long as its longest one
/// leaves room for the figure.
fn layout_label_and_figure(
    ui: &Ui,
    left: (&str, Color32),
    right: (&str, Color32),
    width: f32,
) -> [std::sync::Arc<egui::Galley>; 2] {
    let font = body_font(ui);
    let (left, right) = ((keep_units(left.0), left.1), (keep_units(right.0), right.1));
    let natural = ui.painter().layout_no_wrap(left.0.clone(), font.clone(), left.1).size().x;
    // A point more, for rounding.
    let word = |text: &str| longest_word(ui.painter(), text, &font) + 1.0;
    let label = if natural <= width * LABEL { natural } else { word(&left.0).max(width * LABEL) };
    let least = word(&right.0).max(40.0);
    let mut job = LayoutJob::simple(right.0, font.clone(), right.1, (width - label - BETWEEN).max(least));
    job.halign = Align::RIGHT;
    let figure = ui.painter().layout_job(job);
    let room = (width - figure.size().x - BETWEEN).max(40.0);
    [ui.painter().layout(left.0, font, left.1, room), figure]
}

/// Draws a label at the left and a figure at the right; both wrap.
pub(crate) fn show_fact_line(ui: &mut Ui, left: (&str, Color32), right: (&str, Color32)) -> Response {
    let width = ui.available_width();
    let [label, figure] = layout_label_and_figure(ui, left, right, width);
    let height = label.size().y.max(figure.size().y);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    ui.painter().galley(rect.left_top(), label, left.1);
    ui.painter().galley(rect.right_top(), figure, right.1);
    response.named_text(|| format!("{}: {}", left.0, right.0))
}

/// Draws a fact with an explanation, as a tooltip or, if `unfolded`, below it.
pub(crate) fn show_fact(
    ui: &mut Ui,
    context: &PanelContext,
    unfolded: bool,
    label: &str,
    value: &str,
    explain: impl FnOnce(&mut Ui),
) {
    let response = show_fact_line(ui, (label, context.palette.dim), (value, context.palette.text));
    show_explanation(ui, response, unfolded, explain);
}

/// Draws an explanation as a tooltip of `response` or, if `unfolded`, below it.
pub(crate) fn show_explanation(
    ui: &mut Ui,
    response: Response,
    unfolded: bool,
    explain: impl FnOnce(&mut Ui),
) {
    if unfolded {
        let before = shows_clauses(ui);
        set_clauses_shown(ui.ctx(), true);
        ui.indent(response.id.with("why"), explain);
        set_clauses_shown(ui.ctx(), before);
    } else {
        response.on_hover_ui(|ui| {
            ui.set_max_width(320.0);
            explain(ui);
        });
    }
}

/// Space between a widget and a tooltip beside it, in points: wider than the margins of its panel.
const BESIDE: f32 = 20.0;

/// Shows a tooltip beside a widget: below it, it would cover the next one.
pub(crate) fn show_tooltip_beside(response: &Response, content: impl FnOnce(&mut Ui)) {
    const OTHERS: &[RectAlign] = &[RectAlign::LEFT_START, RectAlign::RIGHT_END, RectAlign::LEFT_END];
    let mut tooltip = egui::Tooltip::for_enabled(response);
    tooltip.popup = tooltip.popup.align(RectAlign::RIGHT_START).align_alternatives(OTHERS).gap(BESIDE);
    tooltip.show(content);
}

/// Colour of a modifier: good above 0, bad below.
pub(crate) fn modifier_colour(palette: &Palette, value: i32) -> Color32 {
    match value {
        0 => palette.dim,
        value if value > 0 => palette.good,
        _ => palette.harm,
    }
}

/// Draws reason, value and, while details are shown, clause in three columns.
pub(crate) fn show_reason_line(
    ui: &mut Ui,
    palette: &Palette,
    reason: &str,
    value: (&str, Color32),
    clause: &str,
) {
    let width = ui.available_width();
    let mono = TextStyle::Monospace.resolve(ui.style());
    let clause = if shows_clauses(ui) { clause } else { "" };
    let none = clause.is_empty();
    let words = format!("{reason}: {} {clause}", value.0);
    let clause = ui.painter().layout_no_wrap(clause.to_owned(), mono, palette.faint);
    let column = if none { 0.0 } else { clause.size().x.max(86.0) + 8.0 };
    let [label, figure] = layout_label_and_figure(ui, (reason, palette.text), value, width - column);
    let height = label.size().y.max(figure.size().y);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let painter = ui.painter();
    painter.galley(rect.left_top(), label, palette.text);
    painter.galley(pos2(rect.right() - column, rect.top()), figure, value.1);
    painter.galley(pos2(rect.right() - clause.size().x, rect.top() + 2.0), clause, palette.faint);
    response.named_text(|| words.clone());
}

/// Draws a heading with a sum, then each modifier with its clause.
pub(crate) fn show_modifiers(ui: &mut Ui, palette: &Palette, title: &str, sum: &str, parts: &[Modifier]) {
    ui.spacing_mut().item_spacing.y = 3.0;
    if !title.is_empty() {
        show_fact_line(ui, (title, palette.dim), (sum, palette.text));
    }
    for part in parts {
        let value = signed_text(part.value);
        show_reason_line(
            ui,
            palette,
            &part.reason,
            (&value, modifier_colour(palette, part.value)),
            part.clause,
        );
    }
    if parts.is_empty() {
        ui.colored_label(palette.dim, "no modifiers");
    }
}

/// Frame of cards and floating boxes.
pub(crate) fn card_frame(palette: &Palette, edge: Color32) -> Frame {
    Frame::new()
        .fill(palette.ink)
        .stroke(Stroke::new(1.5, edge))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::symmetric(14, 10))
        .shadow(egui::Shadow { offset: [0, 4], blur: 16, spread: 0, color: Color32::from_black_alpha(120) })
}

/// Frame of rows and groups in a panel.
pub(crate) fn row_frame(palette: &Palette) -> Frame {
    Frame::new()
        .fill(palette.raised)
        .stroke(Stroke::new(1.0, palette.line))
        .corner_radius(CornerRadius::same(ROUNDING))
        .inner_margin(Margin::symmetric(10, 6))
}

/// Draws a heading inside a panel.
pub(crate) fn show_heading(ui: &mut Ui, palette: &Palette, text: &str) {
    ui.add_space(4.0);
    ui.colored_label(palette.dim, egui::RichText::new(text).strong());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_with_their_units() {
        assert_eq!(keep_units("range 80 m"), "range 80\u{a0}m");
        assert_eq!(keep_units("69 % to hit, 3 m away"), "69\u{a0}% to hit, 3\u{a0}m away");
        assert_eq!(keep_units("in hand, 32 / 32"), "in hand, 32\u{a0}/\u{a0}32");
        assert_eq!(keep_units("is thrown back 14.5 m, to 3 %"), "is thrown back 14.5\u{a0}m, to 3\u{a0}%");
        assert_eq!(keep_units("accuracy 5 and more"), "accuracy 5 and more");
    }

    #[test]
    fn a_label_beside_a_long_figure_is_broken_between_words_only() {
        let output = egui::Context::default().run_ui(Default::default(), |ui| {
            let (label, value) =
                ("Concentration bonus", "reduced until the end of the next turn of the unit");
            let ink = Color32::WHITE;
            for width in [150.0, 190.0, 320.0] {
                let laid_out = layout_label_and_figure(ui, (label, ink), (value, ink), width);
                for (galley, text) in laid_out.iter().zip([label, value]) {
                    let words: Vec<&str> = text.split(' ').collect();
                    for row in &galley.rows {
                        let row = row.text();
                        let whole = row.split_whitespace().all(|word| words.contains(&word));
                        assert!(whole, "{row:?} at {width}");
                    }
                }
            }
        });
        output.drop_without_applying_deltas();
    }
}
