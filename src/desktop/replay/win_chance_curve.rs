//! The win chance along a replay: computed in the background, drawn as a curve with its turning points.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, CornerRadius, Rect, Sense, Stroke, Ui, pos2, vec2};

use super::playback::ReplayPlayback;
use crate::background_task::BackgroundTask;
use crate::content_library::ContentLibrary;
use crate::redraw::WindowWaker;
use crate::theme::{Palette, with_alpha};
use ai::WinChanceCurve;
use battle::{BattleView, Journal};
use battle_log::order_text::order_text;
use battle_log::turning_point::turning_point_text;

/// Height of the curve, in points.
const HEIGHT: f32 = 44.0;
/// Radius of the mark of a turning point, in points.
const MARK: f32 = 3.5;

/// What the curve is.
const ABOUT: &str = "What a position is worth between AI players of the same level: an estimate from health, \
                     numbers, cover and objectives, fitted to fights between them. It starts with the first round, \
                     at the measured balance of the map where that is known.\n\
                     Marks are the greatest changes.";

/// What a curve was computed for: the journal, its seed and the number of its orders.
type CurveKey = (PathBuf, u64, usize);

/// The curve of the replay that is watched.
#[derive(Resource, Default)]
pub(super) struct ReplayWinChance {
    task: BackgroundTask<CurveKey, WinChanceCurve>,
    current: Option<CurveKey>,
}

impl ReplayWinChance {
    fn curve(&self) -> Option<&WinChanceCurve> {
        let curve = self.task.get(self.current.as_ref()?)?;
        (curve.chances.len() > 1).then_some(curve)
    }

    /// Whether the curve is still to be computed.
    fn is_awaited(&self) -> bool {
        let is_open = |key: &CurveKey| self.task.get(key).is_none() && !self.task.has_failed(key);
        self.current.as_ref().is_some_and(is_open)
    }
}

/// The sentence about a position, for the tooltip.
fn describe_position(curve: &WinChanceCurve, at: usize, side: &str) -> String {
    let percent = |at: usize| format!("{:.0} %", 100.0 * curve.chances.get(at).unwrap_or(&0.5));
    if at < curve.fight_start() {
        return format!("Order {at}: deployment");
    }
    match curve.turn_at(at) {
        Some(turn) if at > 0 => {
            let (before, after) = (percent(at - 1), percent(at));
            format!("Order {at}: {}\nWin chance of {side}: {before} before, {after} after", turn.text)
        }
        _ => format!("Order {at}: win chance of {side} {}", percent(at)),
    }
}

/// The line above the curve.
fn position_label(curve: &WinChanceCurve, at: usize, side: &str) -> String {
    match curve.chances.get(at).filter(|_| at >= curve.fight_start()) {
        Some(chance) => format!("Estimated win chance of {side}: {:.0} %", 100.0 * chance),
        None => format!("Estimated win chance of {side}: from the first round on"),
    }
}

/// Computes the curve of the journal that is watched, once.
pub(super) fn update_win_chance(
    mut curve: ResMut<ReplayWinChance>,
    replay: Res<ReplayPlayback>,
    journal: Res<Journal>,
    view: BattleView,
    library: Res<ContentLibrary>,
    waker: Res<WindowWaker>,
) {
    let seed = journal.header().seed;
    let key = (replay.path().to_owned(), seed, replay.orders.len());
    if curve.current.as_ref() != Some(&key) {
        let (setup, orders) = (view.setup().clone(), replay.orders.clone());
        let measured = library.loaded.content.measured_share(setup.bundle());
        curve.task.request(key.clone(), &waker, move || {
            WinChanceCurve::compute((&setup, measured), &orders, order_text, turning_point_text)
        });
        curve.current = Some(key);
    }
    curve.task.poll();
}

/// Draws the curve; returns the number of orders that was clicked. Until it is computed its place is left free, so that it covers
/// none of the board when it comes.
pub(super) fn show_win_chance(
    ui: &mut Ui,
    curve: &ReplayWinChance,
    (at, side, colours): (usize, &str, [Color32; 2]),
    palette: &Palette,
) -> Option<usize> {
    let curve = match curve.curve() {
        Some(curve) => curve,
        None if curve.is_awaited() => {
            ui.label(format!("Estimated win chance of {side}: being calculated\u{2026}"))
                .on_hover_text(ABOUT);
            ui.allocate_space(vec2(ui.available_width().max(200.0), HEIGHT));
            return None;
        }
        None => return None,
    };
    let last = curve.chances.len() - 1;
    let start = curve.fight_start();
    ui.label(position_label(curve, at, side)).on_hover_text(ABOUT);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width().max(200.0), HEIGHT), Sense::click());
    let place = |number: usize, chance: f64| {
        let x = rect.left() + rect.width() * number as f32 / last.max(1) as f32;
        pos2(x, rect.bottom() - rect.height() * chance as f32)
    };
    let painter = ui.painter_at(rect.expand(MARK));
    painter.rect_filled(rect, CornerRadius::same(2), palette.ink);
    let middle = rect.center().y;
    let halves = [
        (Rect::from_min_max(rect.min, pos2(rect.right(), middle)), colours[0]),
        (Rect::from_min_max(pos2(rect.left(), middle), rect.max), colours[1]),
    ];
    for (half, colour) in halves {
        painter.rect_filled(half, CornerRadius::ZERO, with_alpha(colour, 28));
    }
    painter.hline(rect.x_range(), middle, Stroke::new(1.0, palette.line));
    let points =
        curve.chances.iter().enumerate().skip(start).map(|(number, chance)| place(number, *chance)).collect();
    painter.add(egui::Shape::line(points, Stroke::new(1.5, palette.text)));
    for turn in &curve.turns {
        painter.circle_filled(place(turn.at, curve.chances[turn.at]), MARK, palette.caution);
    }
    let shown = at.min(last);
    painter.vline(place(shown, 0.0).x, rect.y_range(), Stroke::new(1.0, palette.dim));
    if shown >= start {
        painter.circle_stroke(place(shown, curve.chances[shown]), MARK, Stroke::new(1.5, palette.text));
    }
    let number = |x: f32| {
        let number =
            ((x - rect.left()) / rect.width() * last as f32).round().clamp(0.0, last as f32) as usize;
        // A turning point attracts the pointer.
        let near = curve.turns.iter().find(|turn| (place(turn.at, 0.0).x - x).abs() <= 2.0 * MARK);
        near.map_or(number, |turn| turn.at)
    };
    let clicked = response.clicked().then(|| response.interact_pointer_pos()).flatten();
    if let Some(pointer) = response.hover_pos() {
        response.on_hover_text_at_pointer(describe_position(curve, number(pointer.x), side));
    }
    clicked.map(|pointer| number(pointer.x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ai::TurningPoint;

    #[test]
    fn a_turning_point_is_described_with_both_chances() {
        let turns = vec![TurningPoint { at: 1, round: 1, text: "Vex attacks Pike".to_owned() }];
        let curve = WinChanceCurve { chances: vec![0.5, 0.75, 0.7], turns, round_starts: vec![(1, 0)] };
        assert_eq!(
            describe_position(&curve, 1, "Blue"),
            "Order 1: Vex attacks Pike\nWin chance of Blue: 50 % before, 75 % after"
        );
        assert_eq!(describe_position(&curve, 2, "Blue"), "Order 2: win chance of Blue 70 %");
    }

    #[test]
    fn a_curve_that_is_still_computed_has_the_place_that_it_takes_later() {
        let key: CurveKey = (PathBuf::from("fight.jsonl"), 7, 2);
        let mut shown = ReplayWinChance::default();
        let height = |shown: &ReplayWinChance| {
            let context = egui::Context::default();
            let mut height = 0.0;
            let output = context.run_ui(egui::RawInput::default(), |ui| {
                let drawn = ui.vertical(|ui| {
                    show_win_chance(
                        ui,
                        shown,
                        (0, "Blue", [Color32::RED; 2]),
                        crate::settings::Settings::default().palette(),
                    )
                });
                height = drawn.response.rect.height();
            });
            output.drop_without_applying_deltas();
            height
        };
        assert!(height(&shown) < 1.0, "no battle");
        shown.current = Some(key.clone());
        let awaited = height(&shown);
        assert!(awaited > HEIGHT, "{awaited}");
        let chances = vec![0.5, 0.75, 0.7];
        let curve = WinChanceCurve { chances, turns: Vec::new(), round_starts: vec![(1, 0)] };
        shown.task.compute_now(key, || curve);
        assert!((height(&shown) - awaited).abs() < 0.5, "nothing moves when it comes");
    }

    #[test]
    fn nothing_is_estimated_of_the_deployment() {
        let round_starts = vec![(0, 0), (1, 1)];
        let curve = WinChanceCurve { chances: vec![0.74, 0.5, 0.52], turns: Vec::new(), round_starts };
        assert_eq!(
            position_label(&curve, 0, "Blue"),
            "Estimated win chance of Blue: from the first round on"
        );
        assert_eq!(position_label(&curve, 1, "Blue"), "Estimated win chance of Blue: 50 %");
        assert_eq!(describe_position(&curve, 0, "Blue"), "Order 0: deployment");
    }
}
