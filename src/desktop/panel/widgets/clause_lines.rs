//! Clauses in texts of the panels: whether and how their ids are drawn.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{self, Response, TextStyle, Ui};

use super::{PanelContext, body_font, keep_units};
use crate::theme::Palette;
use battle_log::clauses;

/// Whether the ids of clauses are drawn in tooltips and panels: while details are shown, and where numbers are explained
/// below themselves.
pub(crate) fn shows_clauses(ui: &Ui) -> bool {
    ui.data(|data| data.get_temp(clauses_shown_id())).unwrap_or(false)
}

/// Says whether the ids of clauses are drawn from now on.
pub(in crate::panel) fn set_clauses_shown(ctx: &egui::Context, are_shown: bool) {
    ctx.data_mut(|data| data.insert_temp(clauses_shown_id(), are_shown));
}

fn clauses_shown_id() -> egui::Id {
    egui::Id::new("clauses are shown")
}

/// Draws a description: prose in lines that wrap, the clauses that it names small and faint while details are shown.
pub(crate) fn show_description(ui: &mut Ui, palette: &Palette, text: &str) -> Response {
    let text = &keep_units(text);
    if !shows_clauses(ui) {
        return ui.colored_label(palette.dim, clauses::without_clauses(text));
    }
    let (prose, clause) = (body_font(ui), TextStyle::Monospace.resolve(ui.style()));
    let mut job = LayoutJob::default();
    for (words, is_clause) in split_at_clauses(text) {
        let (font, colour) =
            if is_clause { (clause.clone(), palette.faint) } else { (prose.clone(), palette.dim) };
        job.append(words, 0.0, egui::TextFormat::simple(font, colour));
    }
    ui.label(job)
}

/// Splits a text into prose and ids of clauses, with `true` for an id.
fn split_at_clauses(text: &str) -> Vec<(&str, bool)> {
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    for word in text.split_inclusive([' ', '\n']) {
        let id = word.trim_end().trim_end_matches(['.', ',', ';']);
        if clauses::is_clause_id(id) {
            pieces.extend((start < at).then(|| (&text[start..at], false)));
            pieces.push((&text[at..at + id.len()], true));
            start = at + id.len();
        }
        at += word.len();
    }
    pieces.extend((start < text.len()).then(|| (&text[start..], false)));
    pieces
}

/// Draws the id of a clause that a text is based on, if the rules of the battle cite it.
pub(crate) fn show_clause(ui: &mut Ui, context: &PanelContext, clause: &str) {
    if context.view.rules().cites(clause) {
        ui.colored_label(context.palette.faint, egui::RichText::new(clause).monospace());
    }
}

/// Draws the id of a clause that a text is based on while details are shown, if the rules of the battle cite it.
pub(crate) fn show_clause_detail(ui: &mut Ui, context: &PanelContext, clause: &str) {
    if shows_clauses(ui) {
        show_clause(ui, context, clause);
    }
}

/// Returns a text of the panels with the clauses that the rules of the battle cite while details are shown, else without any.
pub(crate) fn with_cited_clauses(ui: &Ui, context: &PanelContext, text: &str) -> String {
    match shows_clauses(ui) {
        true => clauses::keep_cited_clauses(context.view.rules(), text),
        false => clauses::without_clauses(text),
    }
}

/// Draws why something is refused, and while details are shown the clause that refuses it.
pub(crate) fn show_refusal(ui: &mut Ui, palette: &Palette, (why, clause): &(String, &'static str)) {
    ui.colored_label(palette.harm, why);
    if !clause.is_empty() && shows_clauses(ui) {
        ui.colored_label(palette.faint, egui::RichText::new(*clause).monospace());
    }
}
