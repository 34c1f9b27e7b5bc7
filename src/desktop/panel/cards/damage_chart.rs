//! Damage chart: distribution of damage as bars, grey for none, orange for damage, red for out of action.

use bevy_egui::egui::{Sense, Ui, pos2, vec2};
use chart::{Bar, BarGroup, Chart, ChartData, ChartStyle};

use crate::accessibility::Accessible;
use crate::chart_painter::{self, chart_colour, window_style};
use crate::panel::widgets::small_font;
use crate::theme::Palette;
use crate::theme::scaled;
use rules::DamageBar;

/// Most bars; higher values are summed in the last one.
const MAX_BARS: usize = 14;
/// Height of the highest bar, in points.
const HEIGHT: f32 = 50.0;
/// Most width of a bar, in points.
const MAX_BAR_WIDTH: f32 = 44.0;

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
    let chart = damage_chart(palette, bars);
    let ChartData::Bars { groups, .. } = &chart.data else { return };
    let width = ui.available_width();
    let used = groups.len() as f32 * (width / groups.len().max(1) as f32).min(MAX_BAR_WIDTH);
    let font = small_font(ui);
    let style = ChartStyle { has_axes: false, ..window_style(palette, font.size) };
    let (rect, response) = ui.allocate_exact_size(vec2(width, highest + scaled(ui, 32.0)), Sense::hover());
    response.named_picture(|| format!("Chart of the damage to {unit}"));
    chart_painter::paint_chart(ui, &chart, &style, rect.with_max_x(rect.left() + used));
    let text = format!("{unit}, in % of all rolls");
    let galley = ui.painter().layout_no_wrap(text, font, palette.faint);
    if used + galley.size().x + 12.0 < width {
        ui.painter().galley(pos2(rect.right() - galley.size().x, rect.top()), galley, palette.faint);
    }
}

/// Returns the chart of the bars: a group of one bar for each number.
fn damage_chart(palette: &Palette, bars: &[DamageBar]) -> Chart {
    let (bars, open_end) = group_bars(bars);
    let count = bars.len();
    let group = |(at, bar): (usize, &DamageBar)| {
        let colour = if bar.damage == 0 { palette.faint } else { palette.side_colour(0) };
        let label = if bar.share >= 0.005 { format!("{:.0}", 100.0 * bar.share) } else { String::new() };
        BarGroup {
            label: format!("{}{}", bar.damage, if open_end && at + 1 == count { "+" } else { "" }),
            bars: vec![Some(Bar {
                value: bar.share,
                range: None,
                colour: chart_colour(colour),
                part: Some((bar.out, chart_colour(palette.harm))),
                label,
            })],
        }
    };
    Chart {
        title: String::new(),
        x_label: String::new(),
        y_label: String::new(),
        top: 0.01,
        data: ChartData::Bars { series: Vec::new(), groups: bars.iter().enumerate().map(group).collect() },
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
