//! What a decision is about on the board, and the legend of how the board shows it.

use bevy_egui::egui::{Rect, Sense, Stroke, StrokeKind, Ui, Vec2};

use super::DecisionRecord;
use super::decision_overlay::is_hatched;
use crate::board::brush::draw_brackets;
use crate::panel::widgets::PanelContext;
use crate::theme::{scaled, with_alpha};
use ai::ScoreTerm;
use battle::{BattleView, Order, Target};
use model::{Cell, UnitId};

/// Side of a sample in the legend, in points.
const SAMPLE: f32 = 14.0;

/// What the brackets on the board mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LegendMark {
    /// The square to which the plan leads.
    Destination(Cell),
    /// The square of its target.
    Target(Cell),
}

impl LegendMark {
    /// The marked square.
    pub const fn cell(self) -> Cell {
        match self {
            Self::Destination(cell) | Self::Target(cell) => cell,
        }
    }

    /// What the legend says about it.
    const fn words(self) -> &'static str {
        match self {
            Self::Destination(_) => "White corners: where this plan goes.",
            Self::Target(_) => "White corners: the target of this plan.",
        }
    }
}

/// Returns what an order leads to or aims at; `None` if it is about no other square.
pub(super) fn mark_of(view: &BattleView, order: &Order) -> Option<LegendMark> {
    let unit_cell = |unit: UnitId| view.unit(unit).map(|unit| LegendMark::Target(unit.cell()));
    match order {
        Order::Move { path, .. } => path.last().copied().map(LegendMark::Destination),
        Order::Deploy { to, .. } => Some(LegendMark::Destination(*to)),
        Order::Attack { target: Target::Unit(target), .. } => unit_cell(*target),
        Order::Attack { target: Target::Square(cell), .. } => Some(LegendMark::Target(*cell)),
        Order::SpecialAction { target: Some(target), .. } => unit_cell(*target),
        Order::Activate { to, .. } => Some(LegendMark::Target(*to)),
        _ => None,
    }
}

/// Returns the squares that a decision is about: that of the unit, of its destination or target, and of the enemies that
/// the chosen plan hurts.
pub(super) fn subject_cells(view: &BattleView, record: &DecisionRecord) -> Vec<Cell> {
    let own = record.unit.into_iter();
    let best = record.decision.candidates.first();
    let hurt = best.into_iter().flat_map(|plan| &plan.contributions).filter_map(|reason| match reason.term {
        ScoreTerm::Harm(unit) => Some(unit),
        _ => None,
    });
    let units = own.chain(hurt).filter_map(|unit| view.unit(unit)).map(|unit| unit.cell());
    units.chain(mark_of(view, &record.decision.order).map(LegendMark::cell)).collect()
}

/// Draws what frames, hatched squares and brackets on the board mean, each with a sample.
pub(super) fn show_legend(ui: &mut Ui, see: &PanelContext, record: &DecisionRecord) {
    let palette = see.palette;
    let squares = &record.decision.positions;
    let mark = mark_of(see.view, &record.decision.order);
    let worth = |place: &ai::ScoredPosition| place.attack_score + place.position_score;
    if squares.iter().any(|place| worth(place) >= 0.0) {
        show_entry(ui, see, "Green frames: good to stand on, the bolder the better.", |ui, rect| {
            ui.painter().rect_filled(rect, 2.0, with_alpha(palette.good, 60));
            ui.painter().rect_stroke(rect, 2.0, Stroke::new(2.0, palette.good), StrokeKind::Inside);
        });
    }
    if squares.iter().any(|place| is_hatched(place, squares)) {
        show_entry(ui, see, "Hatched red squares: the worst to stand on.", |ui, rect| {
            if let Some(art) = see.art {
                ui.painter().add(art.shape("hatch", rect, 0.0, palette.harm));
            }
            ui.painter().rect_stroke(rect, 2.0, Stroke::new(1.0, palette.harm), StrokeKind::Inside);
        });
    }
    if let Some(mark) = mark {
        show_entry(ui, see, mark.words(), |ui, rect| {
            draw_brackets(
                ui.painter(),
                rect.shrink(1.0),
                rect.width() * 0.33,
                Stroke::new(1.8, palette.text),
            );
        });
    }
}

/// Draws a sample with its words.
fn show_entry(ui: &mut Ui, see: &PanelContext, words: &str, sample: impl FnOnce(&Ui, Rect)) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 7.0;
        let side = scaled(ui, SAMPLE);
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
        sample(ui, rect);
        ui.add(
            bevy_egui::egui::Label::new(bevy_egui::egui::RichText::new(words).color(see.palette.text)).wrap(),
        );
    });
}
