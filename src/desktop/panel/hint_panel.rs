//! Hint of a lesson: a strip above the board, and a mark around what it is about.
//!
//! The strip is docked, so that it covers neither board nor action bar.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::{App, IntoScheduleConfigs, Plugin, ResMut, Update};
use bevy_egui::egui::{
    self, Align, Button, CornerRadius, Id, Label, LayerId, Layout, Margin, Order, Painter, Panel, Rect,
    RichText, ScrollArea, Shape, Stroke, StrokeKind, Ui, pos2, vec2,
};

use super::action_bar::slots::ActionSlot;
use super::widgets::PanelContext;
use super::{PanelKeySystems, PanelParams, PanelState};
use crate::board::BoardViewport;
use crate::input::{ActionInput, InputAction};
use crate::player_input::PlayerInput;
use crate::rulebook::offer_terms;
use crate::theme::scaled;
use content::{Hint, HintControl, Lesson};
use lesson::{current_hint, hint_cells};
use model::{Cell, CellSide};

/// Height of the strip, in points.
const HEIGHT: f32 = 74.0;
/// Height of the strip in a low window, in points.
const LOW_HEIGHT: f32 = 52.0;
/// Width of a mark's line, in points.
const MARK_WIDTH: f32 = 3.0;

/// What the player has done with the hints of the battle. Not saved: it follows from the history.
#[derive(Debug, Default)]
pub(crate) struct HintState {
    /// Hints that the player continued past.
    continued: BTreeSet<usize>,
    /// The hint that is shown.
    shown: Option<usize>,
    /// Where the controls are, in this frame.
    controls: BTreeMap<HintControl, Rect>,
}

impl HintState {
    /// Forgets where the controls were, before a frame is drawn.
    pub fn begin_frame(&mut self) {
        self.controls.clear();
    }

    /// Notes where a control is.
    pub fn note_control(&mut self, control: HintControl, rect: Rect) {
        self.controls.insert(control, rect);
    }

    /// Shows the hint that follows from the history. While the board moves, the one before it stays.
    pub fn follow(&mut self, context: &PanelContext, is_moving: bool, player: &mut PlayerInput) {
        if lesson_shown(context).is_none() || (is_moving && self.shown.is_some()) {
            return;
        }
        let skirmish = &context.view.setup().bundle().skirmish;
        let now = Some(current_hint(skirmish, context.history.records(), &self.continued));
        if self.shown == now {
            return;
        }
        // A new battle is framed as a whole.
        let is_first = std::mem::replace(&mut self.shown, now).is_none();
        if is_first {
            return;
        }
        if let Some(cell) = self.marked_cells(context).first() {
            player.show_cell(*cell);
        }
    }

    /// The hint that is shown; `None` after the last one.
    fn hint<'l>(&self, context: &'l PanelContext) -> Option<(usize, &'l Hint)> {
        let number = self.shown?;
        lesson_shown(context)?.hints.get(number).map(|hint| (number, hint))
    }

    /// The squares that the hint marks.
    fn marked_cells(&self, context: &PanelContext) -> Vec<Cell> {
        let Some(place) = self.hint(context).and_then(|(_, hint)| hint.at.as_ref()) else {
            return Vec::new();
        };
        hint_cells(&context.view.setup().bundle().skirmish, place, |unit| context.view.unit(unit))
    }

    /// Goes on to the next hint.
    fn go_on(&mut self, context: &PanelContext) {
        self.continued.extend(self.hint(context).map(|(number, _)| number));
    }
}

/// Keys of hints.
pub(super) struct HintPlugin;

impl Plugin for HintPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, handle_hint_key.in_set(PanelKeySystems::Help));
    }
}

/// Goes on to the next hint by key.
fn handle_hint_key(keys: ActionInput, params: PanelParams, mut state: ResMut<PanelState>) {
    if keys.just_pressed(InputAction::NextHint) {
        state.hints.go_on(&params.context());
    }
}

/// The lesson of the battle; `None` in a replay.
fn lesson_shown<'l>(context: &'l PanelContext) -> Option<&'l Lesson> {
    let lesson = context.view.setup().bundle().skirmish.lesson.as_ref()?;
    (!context.watching && !lesson.hints.is_empty()).then_some(lesson)
}

/// The control of a slot of the action bar.
pub(crate) const fn slot_control(slot: ActionSlot) -> Option<HintControl> {
    Some(match slot {
        ActionSlot::Move => HintControl::Move,
        ActionSlot::Attack => HintControl::Attack,
        ActionSlot::StandUp | ActionSlot::Relief | ActionSlot::Aim => return None,
        ActionSlot::TakeCover => HintControl::TakeCover,
        ActionSlot::Item => HintControl::Item,
        ActionSlot::Defend => HintControl::Defend,
        ActionSlot::Reload => HintControl::Reload,
        ActionSlot::Wait => HintControl::Wait,
        ActionSlot::More => HintControl::More,
        ActionSlot::EndTurn => HintControl::EndTurn,
    })
}

/// Draws the strip, as high with every hint and after the last one.
pub(super) fn show(root: &mut Ui, context: &PanelContext, state: &mut PanelState) {
    let Some(lesson) = lesson_shown(context) else { return };
    let palette = context.palette;
    let frame = egui::Frame::new()
        .fill(palette.caution.gamma_multiply(0.10))
        .stroke(Stroke::new(1.0, palette.caution.gamma_multiply(0.5)))
        .inner_margin(Margin::symmetric(14, 6));
    let height = scaled(root, if state.low { LOW_HEIGHT } else { HEIGHT });
    let backdrop = egui::Frame::new().fill(palette.panel);
    Panel::top("hint").exact_size(height).frame(backdrop).resizable(false).show(root, |ui| {
        frame.show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            show_hint(ui, context, &mut state.hints, lesson);
        });
    });
}

/// Draws the number of the hint, its text, and the button that goes on.
fn show_hint(ui: &mut Ui, context: &PanelContext, state: &mut HintState, lesson: &Lesson) {
    let palette = context.palette;
    let shown = state.hint(context);
    let (place, text, waits) = match shown {
        Some((number, hint)) => (number + 1, hint.text.as_str(), !hint.until.is_empty()),
        None => (lesson.hints.len(), "That was all. Finish the fight as you like.", true),
    };
    let is_last = shown.is_none();
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if !is_last {
            let key = context.key_label(InputAction::NextHint);
            let (label, hover) = match waits {
                true => ("Skip hint", "Shows the next hint without doing this."),
                false => ("Continue", "Shows the next hint."),
            };
            let colour = if waits { palette.dim } else { palette.text };
            let button = Button::new(RichText::new(format!("{label}  {key}")).color(colour));
            let button = match waits {
                true => button,
                false => button
                    .stroke(Stroke::new(1.5, palette.caution))
                    .fill(palette.caution.gamma_multiply(0.2))
                    .min_size(vec2(110.0, 34.0)),
            };
            if ui.add(button).on_hover_text(hover).clicked() {
                state.go_on(context);
            }
            ui.add_space(10.0);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let count = format!("Hint {place} of {}", lesson.hints.len());
            ui.label(RichText::new(count).small().color(palette.caution));
            ui.add_space(6.0);
            ScrollArea::vertical().id_salt("hint").auto_shrink([false, true]).show(ui, |ui| {
                ui.add(Label::new(RichText::new(text).color(palette.text)).wrap());
                offer_terms(ui);
            });
        });
    });
}

/// Marks the place and the control of the hint.
pub(super) fn show_marks(
    ctx: &egui::Context,
    context: &PanelContext,
    state: &HintState,
    lens: &BoardViewport,
    board: Rect,
) {
    let Some((_, hint)) = state.hint(context) else { return };
    let stroke = Stroke::new(MARK_WIDTH, context.palette.caution);
    let layer = LayerId::new(Order::Middle, Id::new("hint marks"));
    let cells: BTreeSet<Cell> = state.marked_cells(context).into_iter().collect();
    mark_cells(&Painter::new(ctx.clone(), layer, board), lens, &cells, stroke);
    if let Some(rect) = hint.control.and_then(|control| state.controls.get(&control)) {
        let layer = LayerId::new(Order::Foreground, Id::new("hint control"));
        let painter = Painter::new(ctx.clone(), layer, ctx.viewport_rect());
        let rect = rect.expand(2.0).intersect(ctx.viewport_rect().shrink(2.0));
        painter.rect_stroke(rect, CornerRadius::same(7), stroke, StrokeKind::Middle);
        // An arrow from above, unless the control is at the top of the window.
        let tip = rect.center_top() - vec2(0.0, 3.0);
        if rect.top() > 120.0 && rect.width() < 260.0 {
            let arrow = vec![tip, tip + vec2(-9.0, -12.0), tip + vec2(9.0, -12.0)];
            painter.add(Shape::convex_polygon(arrow, context.palette.caution, Stroke::NONE));
        }
    }
}

/// Draws the outline of a set of squares.
fn mark_cells(painter: &Painter, lens: &BoardViewport, cells: &BTreeSet<Cell>, stroke: Stroke) {
    for cell in cells {
        let rect = lens.cell_rect(*cell);
        painter.rect_filled(rect, CornerRadius::ZERO, stroke.color.gamma_multiply(0.14));
        for side in [CellSide::North, CellSide::East, CellSide::South, CellSide::West] {
            if cells.contains(&cell.neighbour(side)) {
                continue;
            }
            let ends = match side {
                CellSide::North => [rect.left_top(), rect.right_top()],
                CellSide::East => [rect.right_top(), rect.right_bottom()],
                CellSide::South => [rect.left_bottom(), rect.right_bottom()],
                CellSide::West => [rect.left_top(), rect.left_bottom()],
            };
            painter.line_segment(ends, stroke);
        }
    }
    // A single square has an arrow, so that it is found at once.
    if let (1, Some(cell)) = (cells.len(), cells.first()) {
        let tip = lens.cell_rect(*cell).center_top() - vec2(0.0, 4.0);
        let (left, right) = (pos2(tip.x - 10.0, tip.y - 14.0), pos2(tip.x + 10.0, tip.y - 14.0));
        painter.add(Shape::convex_polygon(vec![tip, left, right], stroke.color, Stroke::NONE));
    }
}
