//! The first layer of cards and hover texts over the board: a few lines, and the key that shows the rest.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Color32, Label, Ui};

use super::{details_keys, show_details_hint, shows_details};
use crate::panel::widgets::{PanelContext, body_font, keep_units, show_description};
use battle_log::clauses;

/// Most rows of remarks on a card without details.
const BRIEF_ROWS: usize = 3;
/// Most rows of a description in a hover text without details.
const DESCRIPTION_ROWS: usize = 3;

/// A remark on a card.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Remark {
    pub text: String,
    pub colour: Color32,
}

impl Remark {
    /// A remark, unless there is nothing to say.
    pub fn new(text: Option<impl Into<String>>, colour: Color32) -> Option<Self> {
        text.map(|text| Self { text: keep_units(&text.into()), colour })
    }
}

/// Draws remarks, the most important one first: all of them with details, else as many as fit into a few rows. Returns how many
/// are left out.
pub(super) fn show_remarks(ui: &mut Ui, context: &PanelContext, remarks: &[Remark]) -> usize {
    let shown = if shows_details(ui, context) { remarks.len() } else { brief_count(ui, remarks) };
    for Remark { text, colour } in &remarks[..shown] {
        ui.colored_label(*colour, text);
    }
    remarks.len() - shown
}

/// Returns how many remarks a card without details has room for.
fn brief_count(ui: &Ui, remarks: &[Remark]) -> usize {
    let width = ui.available_width();
    let rows_of = |remark: &Remark| {
        ui.painter().layout(remark.text.clone(), body_font(ui), remark.colour, width).rows.len()
    };
    fitting_count(&remarks.iter().map(rows_of).collect::<Vec<_>>(), BRIEF_ROWS)
}

/// Returns how many of the first texts with so many rows fit; the first one is shown in any case.
fn fitting_count(rows: &[usize], most: usize) -> usize {
    let mut used = 0;
    let fits = rows.iter().take_while(|rows| {
        used += **rows;
        used <= most
    });
    fits.count().max(rows.len().min(1))
}

/// Draws the line that says which keys show the details, and how many remarks are among them.
pub(super) fn show_left_out_hint(ui: &mut Ui, context: &PanelContext, left_out: usize) {
    let remarks = match left_out {
        0 => return show_details_hint(ui, context),
        1 => "1 more remark".to_owned(),
        count => format!("{count} more remarks"),
    };
    let text = format!("{}: {remarks}, dice and modifiers", details_keys(context));
    ui.colored_label(context.palette.faint, text);
}

/// Draws the line that says which keys show the rest of a card, while they do not.
pub(super) fn show_more_hint(ui: &mut Ui, context: &PanelContext) {
    if !shows_details(ui, context) {
        let text = format!("{}: more", details_keys(context));
        ui.colored_label(context.palette.faint, text);
    }
}

/// Draws a description in a hover text: a few rows, and the whole of it while details are shown.
pub(in crate::panel) fn show_brief_description(ui: &mut Ui, context: &PanelContext, text: &str) {
    if shows_details(ui, context) {
        show_description(ui, context.palette, text);
        return;
    }
    let prose = keep_units(&clauses::without_clauses(text));
    let colour = context.palette.dim;
    let mut job = LayoutJob::simple(prose, body_font(ui), colour, ui.available_width());
    job.wrap.max_rows = DESCRIPTION_ROWS;
    let galley = ui.painter().layout_job(job);
    let is_cut = galley.elided;
    ui.add(Label::new(galley));
    if is_cut {
        show_more_hint(ui, context);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_without_details_has_a_few_rows_of_remarks_and_at_least_one_remark() {
        assert_eq!(fitting_count(&[1, 1, 1, 1], 3), 3);
        assert_eq!(fitting_count(&[2, 2, 1], 3), 1, "none is passed over for a shorter one");
        assert_eq!(fitting_count(&[5, 1], 3), 1, "the first one says what surprises");
        assert_eq!(fitting_count(&[], 3), 0);
    }

    #[test]
    fn there_is_no_remark_without_a_text() {
        assert_eq!(Remark::new(None::<String>, Color32::WHITE), None);
        let remark = Remark::new(Some("Reach 2 m."), Color32::WHITE).expect("a text");
        assert_eq!(remark.text.replace('\u{a0}', " "), "Reach 2 m.");
    }
}
