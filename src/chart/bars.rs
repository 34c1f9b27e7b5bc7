//! Bars in groups: their data, and how they are drawn over labels with a legend.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Chart, ChartStyle, DrawResult, FONT, MARGIN, Plot, PlotArea, RGBColor, tick_label};

/// Width of a bar in an image, and of the gap between groups, in pixels.
const BAR_WIDTH: u32 = 26;
/// Height of the plot in an image, in pixels.
const PLOT_HEIGHT: u32 = 300;
/// Minimum width of the plot in an image, in pixels.
const MIN_PLOT_WIDTH: u32 = 420;
/// Maximum characters per line of a label.
const MAX_LABEL_CHARS: usize = 18;
/// Lines of a label.
const MAX_LABEL_LINES: usize = 3;
/// Entries of the legend in a line.
const LEGEND_COLUMNS: usize = 3;
/// Height of a line of the legend, in pixels.
const LEGEND_ROW: u32 = 20;
/// Height of the title, in pixels.
const TITLE_HEIGHT: u32 = 40;
/// Space beside each bar, as a share of its width.
const BAR_MARGIN: f64 = 0.08;

/// Bars side by side over one label.
#[derive(Clone, Debug)]
pub struct BarGroup {
    /// Label below the bars.
    pub label: String,
    /// A bar per series; `None` for no bar.
    pub bars: Vec<Option<Bar>>,
}

/// A bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Its height.
    pub value: f64,
    /// Limits of the true value, if known.
    pub range: Option<(f64, f64)>,
    /// Its colour.
    pub colour: RGBColor,
    /// A part of it in another colour, from the bottom.
    pub part: Option<(f64, RGBColor)>,
    /// Text above it; empty for none.
    pub label: String,
}

/// Returns the size of an image, in pixels.
pub(super) fn image_size(series: &[(String, RGBColor)], groups: &[BarGroup]) -> (u32, u32) {
    let bars = BAR_WIDTH * (series.len() as u32 + 1);
    let is_wide = groups.iter().any(|group| group.label.len() > 6);
    let group = if is_wide { bars.max(MAX_LABEL_CHARS as u32 * 13 / 2) } else { bars };
    let width = (group * groups.len() as u32).max(MIN_PLOT_WIDTH);
    let rows = series.len().div_ceil(LEGEND_COLUMNS) as u32;
    (width + 4 * MARGIN + 2 * MARGIN, TITLE_HEIGHT + LEGEND_ROW * rows + PLOT_HEIGHT + 7 * MARGIN)
}

impl Chart {
    pub(super) fn draw_bars<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        style: &ChartStyle,
        series: &[(String, RGBColor)],
        groups: &[BarGroup],
    ) -> DrawResult<PlotArea, B> {
        let bars = groups.iter().flat_map(|group| group.bars.iter().flatten());
        let top = bars.map(|bar| bar.range.map_or(bar.value, |(_, high)| high)).fold(self.top, f64::max);
        let top = if top > 0.0 && top.is_finite() { top } else { 1.0 };
        let mut below = area.clone();
        if style.has_captions {
            let rows = series.len().div_ceil(LEGEND_COLUMNS) as u32;
            let head;
            (head, below) = area.split_vertically(TITLE_HEIGHT + LEGEND_ROW * rows);
            self.draw_bar_captions(&head, style, series)?;
        }
        let lines =
            if groups.iter().any(|group| group.label.contains(' ')) { MAX_LABEL_LINES as u32 } else { 1 };
        let mut builder = ChartBuilder::on(&below);
        builder.x_label_area_size(lines * (style.text_size + 1) + 2).margin_top(style.text_size + 2);
        if style.has_axes {
            builder.margin(MARGIN).y_label_area_size(5 * style.text_size);
        }
        let mut chart = builder.build_cartesian_2d(0.0..groups.len().max(1) as f64, 0.0..top)?;
        if style.has_axes {
            let mut mesh = chart.configure_mesh();
            mesh.disable_x_mesh().disable_x_axis().max_light_lines(0).y_labels(6);
            mesh.y_label_formatter(&|value| tick_label(*value)).label_style(style.font());
            mesh.axis_style(style.grid).bold_line_style(style.grid).axis_desc_style(style.font());
            mesh.y_desc(&self.y_label).draw()?;
        }
        for (at, group) in groups.iter().enumerate() {
            let wide = 1.0 / (group.bars.len() + 1) as f64;
            let gap = if group.bars.len() == 1 { 0.0 } else { wide / 2.0 };
            let wide = if group.bars.len() == 1 { 1.0 } else { wide };
            for (nth, bar) in group.bars.iter().enumerate() {
                let Some(bar) = bar else { continue };
                let left = at as f64 + gap + wide * nth as f64;
                draw_bar(&mut chart, style, bar, (left, wide))?;
                let (x, y) = chart.backend_coord(&(left + wide / 2.0, bar.value));
                let above = style.font().pos(Pos::new(HPos::Center, VPos::Bottom));
                draw_text_at(&below, &bar.label, &above, (x, y - 1))?;
            }
            let (x, y) = chart.backend_coord(&(at as f64 + 0.5, 0.0));
            let centred = style.font().pos(Pos::new(HPos::Center, VPos::Top));
            for (row, words) in (0..).zip(wrap_label(&group.label)) {
                draw_text_at(&below, &words, &centred, (x, y + 3 + row * (style.text_size as i32 + 1)))?;
            }
        }
        let (columns, rows) = chart.plotting_area().get_pixel_range();
        Ok(PlotArea { columns, rows, x: 0.0..groups.len() as f64, y: 0.0..top })
    }

    /// Draws the title and the legend, three entries per line.
    fn draw_bar_captions<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        style: &ChartStyle,
        series: &[(String, RGBColor)],
    ) -> DrawResult<(), B> {
        let title = (FONT, 3 * style.text_size / 2, &style.text).into_text_style(area);
        area.draw_text(&self.title, &title, (MARGIN as i32, MARGIN as i32 / 2))?;
        let wide = area.dim_in_pixel().0 as usize / LEGEND_COLUMNS;
        for (nth, (name, colour)) in series.iter().enumerate() {
            let x = MARGIN as i32 + (nth % LEGEND_COLUMNS * wide) as i32;
            let y = TITLE_HEIGHT as i32 + (nth / LEGEND_COLUMNS) as i32 * LEGEND_ROW as i32;
            area.draw(&Rectangle::new([(x, y + 3), (x + 10, y + 13)], colour.filled()))?;
            area.draw_text(name, &style.font(), (x + 16, y))?;
        }
        Ok(())
    }
}

/// Draws a bar, the part of it in another colour and its range, between `left` and `left + wide` on the horizontal axis.
fn draw_bar<B: DrawingBackend>(
    plot: &mut Plot<'_, B>,
    style: &ChartStyle,
    bar: &Bar,
    (left, wide): (f64, f64),
) -> DrawResult<(), B> {
    let column = |value: f64, colour: RGBColor| {
        let [left, right] = [left + wide * BAR_MARGIN, left + wide * (1.0 - BAR_MARGIN)];
        Rectangle::new([(left, 0.0), (right, value)], colour.filled())
    };
    plot.draw_series([column(bar.value, bar.colour)])?;
    if let Some((value, colour)) = bar.part.filter(|(value, _)| *value > 0.0) {
        plot.draw_series([column(value, colour)])?;
    }
    if let Some((low, high)) = bar.range {
        let middle = left + wide / 2.0;
        let end =
            |at: f64| PathElement::new([(middle - wide * 0.15, at), (middle + wide * 0.15, at)], style.text);
        let line = PathElement::new([(middle, low), (middle, high)], style.text);
        plot.draw_series([line, end(low), end(high)])?;
    }
    Ok(())
}

/// Draws text at a pixel of the whole backend.
fn draw_text_at<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    text: &str,
    style: &TextStyle<'_>,
    (x, y): (i32, i32),
) -> DrawResult<(), B> {
    let (left, above) = area.get_base_pixel();
    area.draw_text(text, style, (x - left, y - above))
}

/// Wraps a label into at most three lines.
fn wrap_label(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < MAX_LABEL_CHARS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.truncate(MAX_LABEL_LINES);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ChartData;

    #[test]
    fn bars_have_a_legend_and_labels() {
        let bar = |value, range| {
            Some(Bar { value, range, colour: RED, part: Some((value / 2.0, BLUE)), label: "12".to_owned() })
        };
        let groups = vec![
            BarGroup {
                label: "combat shotgun Lanterns".to_owned(),
                bars: vec![bar(0.25, Some((0.2, 0.3))), None],
            },
            BarGroup { label: "b".to_owned(), bars: vec![bar(0.0, None), bar(0.5, None)] },
        ];
        let series = vec![("Moths & <Lanterns>".to_owned(), RED), ("draw".to_owned(), BLUE)];
        let data = ChartData::Bars { series, groups };
        let title = "Share of wins".to_owned();
        let mut chart = Chart { title, x_label: String::new(), y_label: "share".to_owned(), top: 1.0, data };
        let text = chart.to_svg().expect("drawn");
        for part in ["Moths &amp; &lt;Lanterns&gt;", "combat shotgun", "Share of wins", "0.4"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        chart.data = ChartData::Bars { series: Vec::new(), groups: Vec::new() };
        chart.top = 0.0;
        assert!(chart.to_svg().expect("drawn").ends_with("</svg>\n"));
    }
}
