//! Chips of units in the turn order.

use bevy_egui::egui::{self, Color32, CornerRadius, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::turn_order::TurnOrderChip;
use crate::accessibility::Accessible;
use crate::board::interaction::board_actions::select_unit;
use crate::panel::prompt_status::reserves_text;
use crate::panel::widgets::{PanelContext, body_font, draw_side_mark, small_font, with_cited_clauses};
use crate::player_input::PlayerInput;
use crate::theme::{BODY_SIZE, scaled};
use crate::turn_status::TurnStatus;
use model::UnitId;

/// Height of the chips of the current pass, in points.
const CHIP_HEIGHT: f32 = 38.0;

/// Height of a chip with the current text size.
pub(super) fn chip_height(ui: &Ui) -> f32 {
    CHIP_HEIGHT + scaled(ui, BODY_SIZE) - BODY_SIZE
}

/// Width of the mark of a finished turn, with the space after it, in points.
const DONE_MARK: f32 = 17.0;

/// Width that the mark of a finished turn takes in a chip.
pub(super) fn done_mark_width(ui: &Ui, place: TurnStatus) -> f32 {
    if place.is_done() { scaled(ui, DONE_MARK) } else { 0.0 }
}

/// Width of a chip of the current pass beside its name and score, in points.
pub(super) const LARGE_CHIP_MARGINS: f32 = 12.0 + 12.0 + 9.0;

/// Width of a chip of a later pass beside its text, in points.
pub(super) const SMALL_CHIP_MARGINS: f32 = 17.0;

pub(super) fn show_large_chip(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    chip: &TurnOrderChip,
) {
    let palette = context.palette;
    let colour = context.unit_colour(chip.id);
    let is_done = chip.place.is_done();
    let fade = |colour: Color32| if is_done { colour.gamma_multiply(0.45) } else { colour };
    let font = body_font(ui);
    let name = ui.painter().layout_no_wrap(chip.name.clone(), font.clone(), fade(palette.text));
    let score = ui.painter().layout_no_wrap(chip.score_text(), font, fade(colour));
    let mark_width = done_mark_width(ui, chip.place);
    let width = name.size().x + score.size().x + mark_width + LARGE_CHIP_MARGINS;
    let (rect, response) = ui.allocate_exact_size(vec2(width, chip_height(ui)), Sense::click());
    if !ui.is_rect_visible(rect.expand(2.0)) {
        return handle_chip_response(context, player, chip, response);
    }
    let acting = chip.place == TurnStatus::Acting;
    let edge = if acting {
        Stroke::new(2.0, palette.text)
    } else if response.hovered() || response.has_focus() {
        Stroke::new(1.5, palette.dim)
    } else {
        Stroke::new(1.0, palette.line)
    };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(4), fade(palette.raised), edge, StrokeKind::Inside);
    let mark = Rect::from_min_size(rect.min + vec2(2.0, 2.0), vec2(5.0, rect.height() - 4.0));
    draw_side_mark(painter, mark, side_colour_number(context, chip.id), fade(colour));
    let top = rect.center().y - name.size().y / 2.0;
    if is_done {
        let centre = pos2(rect.left() + 12.0 + mark_width / 2.0 - 2.0, rect.center().y);
        let radius = mark_width / 2.0 - 2.5;
        chip.mark().draw(painter, centre, radius, palette.dim);
    }
    painter.galley(pos2(rect.left() + 12.0 + mark_width, top), name, palette.text);
    painter.galley(pos2(rect.right() - 9.0 - score.size().x, top), score, colour);
    if acting {
        let dot = pos2(rect.center().x, rect.bottom() + 5.0);
        painter.circle_filled(dot, 2.0, palette.text);
    }
    handle_chip_response(context, player, chip, response);
}

pub(super) fn show_small_chip(
    ui: &mut Ui,
    context: &PanelContext,
    player: &mut PlayerInput,
    chip: &TurnOrderChip,
) {
    let colour = context.unit_colour(chip.id);
    let text = ui.painter().layout_no_wrap(chip.name_text(), small_font(ui), context.palette.dim);
    let (rect, response) =
        ui.allocate_exact_size(vec2(text.size().x + SMALL_CHIP_MARGINS, scaled(ui, 28.0)), Sense::click());
    if !ui.is_rect_visible(rect) {
        return handle_chip_response(context, player, chip, response);
    }
    let edge =
        if response.hovered() || response.has_focus() { context.palette.dim } else { context.palette.line };
    let painter = ui.painter();
    painter.rect(
        rect,
        CornerRadius::same(3),
        context.palette.raised,
        Stroke::new(1.0, edge),
        StrokeKind::Inside,
    );
    let mark = Rect::from_min_size(rect.min + vec2(2.0, 2.0), vec2(4.0, rect.height() - 4.0));
    draw_side_mark(painter, mark, side_colour_number(context, chip.id), colour.gamma_multiply(0.7));
    painter.galley(
        pos2(rect.left() + 11.0, rect.center().y - text.size().y / 2.0),
        text,
        context.palette.dim,
    );
    handle_chip_response(context, player, chip, response);
}

fn side_colour_number(context: &PanelContext, id: UnitId) -> u8 {
    context.view.unit(id).map_or(0, |unit| context.side_colour_number(*unit.side))
}

fn handle_chip_response(
    context: &PanelContext,
    player: &mut PlayerInput,
    chip: &TurnOrderChip,
    response: egui::Response,
) {
    if response.hovered() || response.has_focus() {
        player.session.highlighted_unit = Some(chip.id);
    }
    if response.clicked() {
        // An aim of another unit is none of this one.
        select_unit(&mut player.session, chip.id);
        if let Some(unit) = context.view.unit(chip.id) {
            player.show_cell(unit.cell());
        }
    }
    let response = response
        .named_button(true, || chip.name.clone())
        .described(|| chip.spoken(context.view.round().pass()));
    response.on_hover_ui(|ui| {
        ui.set_max_width(280.0);
        let Some(unit) = context.view.unit(chip.id) else { return };
        ui.colored_label(context.unit_colour(chip.id), unit.identity.name());
        ui.label(chip.sentence(context.view.round().pass()));
        let left = reserves_text(context, &unit);
        if !left.is_empty() {
            ui.colored_label(context.palette.dim, left);
        }
        if unit.karma.initiative() {
            let text = with_cited_clauses(ui, context, "Karma: five initiative dice next round. SS-INIT-07");
            ui.colored_label(context.palette.good, text);
        }
    });
}
