//! Damage chart: distribution of damage as bars, grey for none, orange for damage, red for out of action.

use bevy_egui::egui::{Align2, CornerRadius, Rect, Sense, Ui, pos2, vec2};

use crate::panel::widgets::small_font;
use crate::theme::Palette;
use rules::DamageBar;

/// Most bars; higher values are summed in the last one.
const MAX_BARS: usize = 14;
/// Height of the highest bar, in points.
const HEIGHT: f32 = 50.0;

/// Bars to draw, and whether the last one sums all higher values.
pub(crate) fn group_bars(bars: &[DamageBar]) -> (Vec<DamageBar>, bool) {
    let highest = bars.last().map_or(0, |bar| bar.damage);
    let count = (highest as usize + 1).min(MAX_BARS);
    let mut all: Vec<DamageBar> =
        (0..count).map(|damage| DamageBar { damage: damage as u32, share: 0.0, out: 0.0 }).collect();
    for bar in bars {
        let at = (bar.damage as usize).min(count - 1);
        all[at].share += bar.share;
        all[at].out += bar.out;
    }
    (all, highest as usize >= MAX_BARS)
}

/// Draws the bars, each with its damage below and its share in percent above.
pub(crate) fn show(ui: &mut Ui, palette: &Palette, bars: &[DamageBar], unit: &str) {
    draw_damage_chart(ui, palette, bars, unit, HEIGHT);
}

/// Draws the bars with the height of the highest bar given in points.
pub(crate) fn draw_damage_chart(
    ui: &mut Ui,
    palette: &Palette,
    bars: &[DamageBar],
    unit: &str,
    highest: f32,
) {
    let (bars, open_end) = group_bars(bars);
    let width = ui.available_width();
    let (rect, _) = ui.allocate_exact_size(vec2(width, highest + 32.0), Sense::hover());
    let most = bars.iter().map(|bar| bar.share).fold(0.01, f64::max);
    let step = (width / bars.len().max(1) as f32).min(44.0);
    let painter = ui.painter();
    let floor = rect.bottom() - 16.0;
    for (at, bar) in bars.iter().enumerate() {
        let left = rect.left() + at as f32 * step;
        let height = |share: f64| (share / most) as f32 * highest;
        let (all, out) = (height(bar.share).max(1.0), height(bar.out));
        let column = |bottom: f32, height: f32| {
            Rect::from_min_max(pos2(left + 1.5, bottom - height), pos2(left + step - 1.5, bottom))
        };
        let colour = if bar.damage == 0 { palette.faint } else { palette.side_colour(0) };
        painter.rect_filled(column(floor, all), CornerRadius::same(2), colour);
        if out > 0.0 {
            painter.rect_filled(column(floor, out), CornerRadius::same(2), palette.harm);
        }
        let last = open_end && at + 1 == bars.len();
        let label = if last { format!("{}+", bar.damage) } else { bar.damage.to_string() };
        let middle = left + step / 2.0;
        painter.text(pos2(middle, floor + 2.0), Align2::CENTER_TOP, label, small_font(ui), palette.dim);
        if bar.share >= 0.005 {
            let text = format!("{:.0}", 100.0 * bar.share);
            painter.text(
                pos2(middle, floor - all - 1.0),
                Align2::CENTER_BOTTOM,
                text,
                small_font(ui),
                palette.dim,
            );
        }
    }
    let text = format!("{unit}, in % of all rolls");
    let galley = ui.painter().layout_no_wrap(text, small_font(ui), palette.faint);
    let used = step * bars.len() as f32;
    if used + galley.size().x + 12.0 < width {
        ui.painter().galley(pos2(rect.right() - galley.size().x, rect.top()), galley, palette.faint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(damage: u32, share: f64, out: f64) -> DamageBar {
        DamageBar { damage, share, out }
    }

    #[test]
    fn gaps_are_filled_and_the_rest_is_added_up() {
        let (bars, open_end) =
            group_bars(&[bar(0, 0.5, 0.0), bar(2, 0.25, 0.0), bar(15, 0.125, 0.125), bar(20, 0.125, 0.0)]);
        assert_eq!((bars.len(), open_end), (MAX_BARS, true));
        assert_eq!((bars[1].share, bars[2].share), (0.0, 0.25));
        assert_eq!((bars[13].share, bars[13].out), (0.25, 0.125));
        assert_eq!(bars.iter().map(|bar| bar.share).sum::<f64>(), 1.0);
    }

    #[test]
    fn few_values_stay_few_bars() {
        let (bars, open_end) = group_bars(&[bar(0, 1.0, 0.0)]);
        assert_eq!((bars.len(), open_end), (1, false));
    }
}
