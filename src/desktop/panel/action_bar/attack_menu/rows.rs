//! A row of a menu above the action bar: name and price at the left, chances at the right, both in lines that wrap.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Align, Color32, Response, Sense, TextFormat, Ui, pos2, vec2};

use crate::accessibility::Accessible;
use crate::panel::widgets::{PanelContext, body_font, keep_units, small_font};
use crate::theme::scaled;

/// Least height of a row, in points.
const HEIGHT: f32 = 24.0;
/// Space at both ends of a row, in points.
const MARGIN: f32 = 6.0;
/// Space between the columns, in points.
const BETWEEN: f32 = 10.0;
/// Greatest share of a row that its right column takes.
const RIGHT: f32 = 0.56;
/// Least width of the key before the name, in points.
const KEY: f32 = 18.0;

/// How a row looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum RowTone {
    /// It can be chosen.
    #[default]
    Open,
    /// It can be chosen, but does nothing.
    Caution,
    /// It cannot be chosen.
    Refused,
}

/// The texts of a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MenuRow {
    /// The key that chooses it; empty if it has none in a list with keys, `None` in a list without.
    pub key: Option<String>,
    /// What is chosen.
    pub name: String,
    /// Its colour; that of texts if `None`.
    pub colour: Option<Color32>,
    /// What stands out about it, after its name: "best".
    pub tag: &'static str,
    /// Price, effect or reason, below the name.
    pub below: String,
    /// The figure that decides, at the right.
    pub figure: String,
    /// Further figures, below it.
    pub more: String,
    pub tone: RowTone,
    /// Whether it is the current choice.
    pub chosen: bool,
}

impl MenuRow {
    /// Everything but the name, for screen readers.
    fn spoken(&self) -> String {
        let key = self.key.iter().filter(|key| !key.is_empty()).map(|key| format!("key {key}"));
        let parts = [self.tag, &self.figure, &self.more, &self.below].map(str::to_owned);
        key.chain(parts).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

/// Draws a row.
pub(super) fn show_row(ui: &mut Ui, context: &PanelContext, row: &MenuRow) -> Response {
    let palette = context.palette;
    let refused = row.tone == RowTone::Refused;
    let (name, dim) = if refused {
        (palette.faint, palette.faint)
    } else {
        (row.colour.unwrap_or(palette.text), palette.dim)
    };
    let figure_colour = match row.tone {
        RowTone::Open => palette.text,
        RowTone::Caution => palette.caution,
        RowTone::Refused => palette.faint,
    };
    let width = ui.available_width();
    let key = row.key.as_ref().map(|key| ui.painter().layout_no_wrap(key.clone(), small_font(ui), dim));
    let indent = key.as_ref().map_or(0.0, |key| scaled(ui, KEY).max(key.size().x + 8.0));
    let inner = width - 2.0 * MARGIN - indent;
    let column = |texts: &[(&str, Color32, bool)], wrap: f32, halign: Align| {
        let mut job = LayoutJob { halign, ..LayoutJob::default() };
        job.wrap.max_width = wrap.max(40.0);
        for (text, colour, large) in texts.iter().filter(|(text, ..)| !text.is_empty()) {
            let font = if *large { body_font(ui) } else { small_font(ui) };
            job.append(&keep_units(text), 0.0, TextFormat::simple(font, *colour));
        }
        ui.painter().layout_job(job)
    };
    let more = match (row.figure.is_empty(), row.more.is_empty()) {
        (false, false) => format!("\n{}", row.more),
        _ => row.more.clone(),
    };
    let right = column(
        &[(&row.figure, figure_colour, !row.more.is_empty()), (&more, dim, false)],
        inner * RIGHT,
        Align::RIGHT,
    );
    let taken = if right.size().x > 0.0 { right.size().x + BETWEEN } else { 0.0 };
    let tag = if row.tag.is_empty() { String::new() } else { format!("  {}", row.tag) };
    let below = if row.below.is_empty() { String::new() } else { format!("\n{}", row.below) };
    let left = column(
        &[(&row.name, name, true), (&tag, palette.good, false), (&below, dim, false)],
        inner - taken,
        Align::LEFT,
    );
    let height = (left.size().y.max(right.size().y) + 6.0).max(scaled(ui, HEIGHT));
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    let painter = ui.painter();
    if row.chosen || response.hovered() || response.has_focus() {
        painter.rect_filled(rect, 4.0, if row.chosen { palette.lit } else { palette.raised });
    }
    let middle = rect.center().y;
    let top = middle - left.size().y / 2.0;
    if let Some(key) = key {
        painter.galley(pos2(rect.left() + MARGIN, top + 1.0), key, dim);
    }
    painter.galley(pos2(rect.left() + MARGIN + indent, top), left, name);
    painter.galley(pos2(rect.right() - MARGIN, middle - right.size().y / 2.0), right, dim);
    response.named_toggle((!refused, row.chosen), || row.name.clone()).described(|| row.spoken())
}
