//! Widgets shared by the menu pages.

use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{
    self, Align, Align2, Color32, CornerRadius, FontId, Frame, Galley, Label, Layout, Margin, Rect, Response,
    RichText, Sense, Stroke, StrokeKind, TextEdit, TextStyle, Ui, vec2,
};
use std::sync::Arc;

use crate::accessibility::Accessible;
use crate::theme::{Palette, ROUNDING, scaled};

/// Height of a wide button, in points.
const WIDE: f32 = 44.0;
/// Height of a wide button in a low window, in points.
const WIDE_WHEN_LOW: f32 = 34.0;
/// Height of a row of a list, in points.
const LIST_ROW: f32 = 31.0;
/// Space at either end of a row, and between its label and its detail, in points.
const ROW_MARGIN: f32 = 14.0;
const ROW_GAP: f32 = 12.0;
/// Least share of a row that its detail can take, where the label is long.
const LEAST_DETAIL: f32 = 0.62;
/// Window height below which a window counts as low, in points.
const LOW: f32 = 460.0;

/// Whether the window is too low for the normal spacing.
pub(super) fn is_low_window(ui: &Ui) -> bool {
    ui.ctx().viewport_rect().height() < LOW
}

/// Lays out one line of text, truncated with an ellipsis.
pub(super) fn one_line(ui: &Ui, text: &str, font: FontId, colour: Color32, width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap = TextWrapping::truncate_at_width(width);
    ui.painter().layout_job(job)
}

/// Full-width button with a label and a dim detail at the right.
pub(crate) fn wide_button(ui: &mut Ui, palette: &Palette, text: &str, more: &str, enabled: bool) -> Response {
    wide_choice(ui, palette, text, more, enabled, false)
}

/// Low row of a list, with a dim detail at the right and a highlight for the chosen entry.
pub(super) fn list_choice(ui: &mut Ui, palette: &Palette, text: &str, more: &str, chosen: bool) -> Response {
    let response = if fits_one_row(ui, text, more) {
        wide_row(ui, palette, (text, more), scaled(ui, LIST_ROW), (true, chosen))
    } else {
        described_choice(ui, palette, text, more, chosen)
    };
    response.named_toggle((true, chosen), || text.to_owned())
}

/// Whether a label and a detail have room side by side in a row.
pub(super) fn fits_one_row(ui: &Ui, text: &str, more: &str) -> bool {
    let width = |text: &str, style: TextStyle| {
        let font = style.resolve(ui.style());
        ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x
    };
    let needed = width(text, TextStyle::Body) + width(more, TextStyle::Small);
    needed + 2.0 * ROW_MARGIN + ROW_GAP <= ui.available_width()
}

/// Like `wide_button`, with a highlight for the chosen entry of a list.
pub(super) fn wide_choice(
    ui: &mut Ui,
    palette: &Palette,
    text: &str,
    more: &str,
    enabled: bool,
    chosen: bool,
) -> Response {
    let height = if is_low_window(ui) { WIDE_WHEN_LOW } else { WIDE };
    wide_row(ui, palette, (text, more), scaled(ui, height), (enabled, chosen))
}

/// Width for the detail of a row this wide: what its label leaves, and at least a share of the row, in points.
fn detail_room(ui: &Ui, text: &str, width: f32) -> f32 {
    let font = TextStyle::Body.resolve(ui.style());
    let label = ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x;
    (width - label - ROW_GAP).max(width * LEAST_DETAIL)
}

/// Draws a row with a label and a dim detail at the right.
fn wide_row(
    ui: &mut Ui,
    palette: &Palette,
    (text, more): (&str, &str),
    height: f32,
    (enabled, chosen): (bool, bool),
) -> Response {
    let size = vec2(ui.available_width(), height);
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    let response = response.named_button(enabled, || text.to_owned()).described(|| more.to_owned());
    let lit = enabled && (response.hovered() || response.has_focus());
    let fill = if lit { palette.lit } else { palette.raised };
    let edge = match (chosen, response.has_focus()) {
        (true, _) => Stroke::new(1.5, palette.sides[1]),
        (_, true) => Stroke::new(1.5, palette.text),
        _ => Stroke::new(1.0, palette.line),
    };
    let colour = if enabled { palette.text } else { palette.faint };
    let round = CornerRadius::same(ROUNDING);
    ui.painter().rect(rect, round, fill, edge, StrokeKind::Inside);
    let inner = rect.shrink2(vec2(ROW_MARGIN, 0.0));
    let small = TextStyle::Small.resolve(ui.style());
    let more_colour = if enabled { palette.dim } else { palette.faint };
    let more = one_line(ui, more, small, more_colour, detail_room(ui, text, inner.width()));
    let left = inner.width() - more.size().x - ROW_GAP;
    let name = one_line(ui, text, TextStyle::Body.resolve(ui.style()), colour, left);
    let at = inner.left_center() - vec2(0.0, name.size().y / 2.0);
    ui.painter().galley(at, name, colour);
    let at = inner.right_center() - vec2(more.size().x, more.size().y / 2.0);
    ui.painter().galley(at, more, palette.dim);
    response
}

/// List row with a name and a wrapped description below it.
pub(super) fn described_choice(
    ui: &mut Ui,
    palette: &Palette,
    text: &str,
    line: &str,
    chosen: bool,
) -> Response {
    let width = ui.available_width();
    let (body, small) = (TextStyle::Body.resolve(ui.style()), TextStyle::Small.resolve(ui.style()));
    let name = one_line(ui, text, body, palette.text, width - 24.0);
    let below_name = ui.painter().layout(line.to_owned(), small, palette.dim, width - 24.0);
    let size = vec2(width, name.size().y + below_name.size().y + 16.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::RadioButton, true, chosen, text));
    let response = response.described(|| line.to_owned());
    let fill = if response.hovered() || response.has_focus() { palette.lit } else { palette.raised };
    let edge = match (chosen, response.has_focus()) {
        (true, _) => Stroke::new(1.5, palette.sides[1]),
        (_, true) => Stroke::new(1.5, palette.text),
        _ => Stroke::new(1.0, palette.line),
    };
    ui.painter().rect(rect, CornerRadius::same(ROUNDING), fill, edge, StrokeKind::Inside);
    let at = rect.left_top() + vec2(12.0, 6.0);
    let below = at + vec2(0.0, name.size().y + 4.0);
    ui.painter().galley(at, name, palette.text);
    ui.painter().galley(below, below_name, palette.dim);
    response
}

/// Focuses a widget if no other widget has the keyboard focus.
pub(super) fn focus_first(response: &Response) {
    if response.ctx.memory(|memory| memory.focused().is_none()) {
        response.request_focus();
    }
}

/// Draws a page title with a back button; returns whether the button was clicked.
pub(super) fn page_title(ui: &mut Ui, palette: &Palette, title: &str, back: &str) -> bool {
    let mut taken = false;
    ui.horizontal(|ui| {
        let button = ui.button(format!("\u{25C0}  {back}"));
        taken = button.clicked();
        ui.add_space(8.0);
        ui.label(RichText::new(title).heading().color(palette.text).strong()).named_heading(title);
    });
    ui.add_space(10.0);
    taken
}

/// A heading within a page.
pub(super) fn section_heading(ui: &mut Ui, palette: &Palette, title: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(title).color(palette.dim).strong()).named_heading(title);
}

/// Draws controls side by side below columns. Together they reach from the left edge of the first column to the right edge of
/// the last one, also where its content is wider than was planned.
pub(super) fn show_below_columns(
    ui: &mut Ui,
    columns: Rect,
    (count, gap): (usize, f32),
    mut control: impl FnMut(&mut Ui, usize),
) {
    let width = (columns.width() + gap) / count as f32 - gap;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        let size = vec2(width, ui.available_height());
        for number in 0..count {
            ui.allocate_ui(size, |ui| control(ui, number));
        }
    });
}

/// Draws content in a framed card.
pub(super) fn framed_card<R>(ui: &mut Ui, palette: &Palette, content: impl FnOnce(&mut Ui) -> R) -> R {
    Frame::new()
        .fill(palette.panel)
        .stroke(Stroke::new(1.0, palette.line))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::same(16))
        .show(ui, content)
        .inner
}

/// Form row: label at the left, control at the right; the label above the control where both have no room in one row.
pub(super) fn form_row<R>(ui: &mut Ui, name: &str, control: impl FnOnce(&mut Ui) -> R) -> R {
    let id = ui.id().with(("form row", name));
    let room = ui.available_width();
    let is_stacked = |needed: f32| needed > room;
    let known = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or_default();
    if is_stacked(known) {
        ui.label(name);
    }
    let shown = ui
        .horizontal(|ui| {
            if !is_stacked(known) {
                ui.label(name);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), control)
        })
        .inner;
    let font = TextStyle::Body.resolve(ui.style());
    let label = ui.painter().layout_no_wrap(name.to_owned(), font, Color32::PLACEHOLDER).size().x;
    let needed = label + ui.spacing().item_spacing.x + shown.response.rect.width();
    ui.data_mut(|data| data.insert_temp(id, needed));
    if is_stacked(needed) != is_stacked(known) {
        ui.ctx().request_discard("the room of a form row is known");
    }
    shown.inner
}

/// Draws a row with a checkbox; a click on its name switches it as well.
pub(super) fn switch_row(ui: &mut Ui, name: &str, on: &mut bool) -> Response {
    ui.horizontal(|ui| {
        let label = ui.add(Label::new(name).sense(Sense::CLICK));
        if label.clicked() {
            *on = !*on;
        }
        let control = |ui: &mut Ui| ui.checkbox(on, "").named(name);
        ui.with_layout(Layout::right_to_left(Align::Center), control).inner | label
    })
    .inner
}

/// Draws a row with a checkbox and a line below it that says what it does.
pub(super) fn explained_switch(
    ui: &mut Ui,
    palette: &Palette,
    (name, explanation): (&str, &str),
    on: &mut bool,
) {
    switch_row(ui, name, on).described(|| explanation.to_owned());
    ui.label(RichText::new(explanation).color(palette.dim).small());
}

/// Single-line text field.
pub(crate) fn text_field<'t>(text: &'t mut String, hint: &'static str, width: f32) -> TextEdit<'t> {
    TextEdit::singleline(text).hint_text(hint).desired_width(width).margin(Margin::symmetric(8, 5))
}

/// Draws a warning with an icon.
pub(super) fn show_warning(ui: &mut Ui, palette: &Palette, text: &str) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("\u{26A0}").color(palette.caution));
        ui.label(RichText::new(text).color(palette.text));
    });
}

/// Draws a side's number in a circle of its colour.
pub(super) fn show_side_mark(ui: &mut Ui, palette: &Palette, colour: u8, number: usize) {
    let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
    ui.painter().circle(rect.center(), 8.0, palette.ink, Stroke::new(2.0, palette.side_colour(colour)));
    let font = TextStyle::Small.resolve(ui.style());
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, number.to_string(), font, palette.text);
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, Pos2, RawInput};

    use super::super::skirmish_setup::show_column;
    use super::*;
    use crate::settings::Settings;

    #[test]
    fn a_form_row_puts_its_control_below_the_label_where_it_has_no_room_beside_it() {
        let row = |width: f32| {
            let ctx = Context::default();
            crate::theme::style_egui(&ctx, Settings::default().palette(), 1.5);
            let page = Rect::from_min_size(Pos2::ZERO, vec2(width, 200.0));
            let mut control = Rect::NOTHING;
            for _ in 0..3 {
                let input = RawInput { screen_rect: Some(page), ..RawInput::default() };
                let output = ctx.run_ui(input, |ui| {
                    form_row(ui, "Animation speed", |ui| control = ui.allocate_space(vec2(260.0, 24.0)).1);
                });
                output.drop_without_applying_deltas();
            }
            (control.top(), control.right() <= page.right() + 0.5 && control.left() >= page.left() - 0.5)
        };
        let (wide, narrow) = (row(700.0), row(300.0));
        assert!(wide.1 && narrow.1, "{wide:?}, {narrow:?}");
        assert!(narrow.0 > wide.0 + 10.0, "{wide:?}, {narrow:?}");
    }

    #[test]
    fn a_detail_has_the_room_that_the_label_leaves() {
        let ctx = Context::default();
        crate::theme::style_egui(&ctx, Settings::default().palette(), 1.0);
        let (mut short, mut long) = (0.0, 0.0);
        let output = ctx.run_ui(RawInput::default(), |ui| {
            short = detail_room(ui, "Load", 300.0);
            long = detail_room(ui, &"Load ".repeat(40), 300.0);
        });
        output.drop_without_applying_deltas();
        assert!(short > 220.0, "{short}");
        assert!((long - 186.0).abs() < 0.01, "{long}");
    }

    #[test]
    fn controls_below_columns_reach_from_margin_to_margin() {
        let palette = Settings::default().palette();
        let ctx = Context::default();
        crate::theme::style_egui(&ctx, palette, 1.0);
        let page = Rect::from_min_size(Pos2::ZERO, vec2(820.0, 600.0));
        for (count, content) in [(1, 300.0), (2, 300.0), (2, 440.0)] {
            let (mut columns, mut bars) = (Rect::NOTHING, Vec::new());
            let input = RawInput { screen_rect: Some(page), ..RawInput::default() };
            let output = ctx.run_ui(input, |ui| {
                bars.clear();
                let row = ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = 20.0;
                    show_column(ui, 400.0, 300.0, |_| {});
                    show_column(ui, 400.0, 300.0, |ui| _ = ui.allocate_space(vec2(content, 40.0)));
                });
                columns = row.response.rect;
                show_below_columns(ui, columns, (count, 20.0), |ui, number| {
                    let name = ["Options", "Start"][number];
                    bars.push(wide_button(ui, palette, name, "", true).rect);
                });
            });
            output.drop_without_applying_deltas();
            assert!((columns.width() - content.max(400.0) - 420.0).abs() < 0.5, "{columns}");
            let (first, last) = (bars[0], bars[count - 1]);
            assert!(
                (first.left() - columns.left()).abs() < 0.5,
                "{count}, {content}: {first} below {columns}"
            );
            assert!(
                (last.right() - columns.right()).abs() < 0.5,
                "{count}, {content}: {last} below {columns}"
            );
        }
    }
}
