//! Curves over a number: their data, and how they are drawn with a legend and a marked value.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::{Chart, ChartStyle, DrawResult, FONT, MARGIN, Plot, PlotArea, RGBColor, tick_label};

/// Room for the names of curves above all curves, as a factor.
const LEGEND_ROOM: f64 = 1.2;
/// Widths of the first curve and of those below it, in pixels.
const LINE_WIDTHS: (u32, u32) = (3, 7);

/// A curve.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Name in the legend.
    pub name: String,
    /// Colour.
    pub colour: RGBColor,
    /// Points from left to right.
    pub points: Vec<(f64, f64)>,
}

impl Curve {
    /// Returns the point nearest to a value of the horizontal axis.
    pub fn nearest_point(&self, x: f64) -> Option<(f64, f64)> {
        self.points.iter().copied().min_by(|one, other| (one.0 - x).abs().total_cmp(&(other.0 - x).abs()))
    }
}

impl Chart {
    pub(super) fn draw_curves<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        style: &ChartStyle,
        curves: &[Curve],
        marker: Option<f64>,
    ) -> DrawResult<PlotArea, B> {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let least = points().map(|(x, _)| *x).fold(f64::INFINITY, f64::min);
        let least = if least.is_finite() { least } else { 0.0 };
        let most = points().map(|(x, _)| *x).fold(least + 1.0, f64::max);
        let top = points().map(|(_, y)| *y).fold(self.top, f64::max);
        let height = if style.has_captions { top * LEGEND_ROOM } else { top * 1.04 };
        let mut builder = ChartBuilder::on(area);
        builder.margin(if style.has_captions { MARGIN } else { 4 }).margin_right(style.text_size);
        builder.x_label_area_size(3 * style.text_size).y_label_area_size(style.text_size * 5 / 2);
        if style.has_captions {
            builder.y_label_area_size(4 * style.text_size);
            builder.caption(&self.title, (FONT, 3 * style.text_size / 2, &style.text));
        }
        let mut chart = builder.build_cartesian_2d(least..most, 0.0..height)?;
        self.draw_grid(&mut chart, style, top)?;
        if let Some(marker) = marker.filter(|marker| (least..=most).contains(marker)) {
            let line = [(marker, 0.0), (marker, top)];
            chart.draw_series([PathElement::new(line, style.text.mix(0.5).stroke_width(1))])?;
        }
        // The first curve is on top; those below are broader, so that all are visible where they agree.
        for (nth, curve) in curves.iter().enumerate().rev() {
            let width = if nth == 0 { LINE_WIDTHS.0 } else { LINE_WIDTHS.1 };
            let colour = curve.colour;
            chart
                .draw_series(LineSeries::new(curve.points.iter().copied(), colour.stroke_width(width)))?
                .label(&curve.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 24, y)], colour.stroke_width(3)));
        }
        if style.has_captions {
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::UpperRight)
                .background_style(style.background.unwrap_or(WHITE).mix(0.85))
                .border_style(style.grid)
                .legend_area_size(32)
                .label_font(style.font())
                .draw()?;
        }
        let (columns, rows) = chart.plotting_area().get_pixel_range();
        Ok(PlotArea { columns, rows, x: least..most, y: 0.0..height })
    }

    /// Draws the axes and the grid; values above `top` have no label.
    fn draw_grid<B: DrawingBackend>(
        &self,
        plot: &mut Plot<'_, B>,
        style: &ChartStyle,
        top: f64,
    ) -> DrawResult<(), B> {
        let figure = |value: &f64| if *value > top { String::new() } else { tick_label(*value) };
        let mut mesh = plot.configure_mesh();
        mesh.x_desc(&self.x_label)
            .x_label_formatter(&|value| tick_label(*value))
            .y_label_formatter(&figure)
            .y_labels(if style.has_captions { 11 } else { 6 })
            .max_light_lines(1)
            .axis_style(style.grid)
            .bold_line_style(style.grid)
            .light_line_style(style.grid.mix(0.4))
            .label_style(style.font())
            .axis_desc_style(style.font());
        if style.has_captions {
            mesh.y_desc(&self.y_label);
        }
        mesh.draw()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ChartData;

    fn chart(points: &[(f64, f64)]) -> Chart {
        let curve = Curve { name: "now & <then>".to_owned(), colour: RED, points: points.to_vec() };
        Chart {
            title: "rifle".to_owned(),
            x_label: "distance, m".to_owned(),
            y_label: "chance to hit, %".to_owned(),
            top: 100.0,
            data: ChartData::Curves { curves: vec![curve], marker: Some(5.0) },
        }
    }

    #[test]
    fn curves_have_names_labels_and_a_legend() {
        let text = chart(&[(0.0, 90.0), (10.0, 20.0)]).to_svg().expect("drawn");
        for part in ["rifle", "distance, m", "chance to hit, %", "now &amp; &lt;then&gt;"] {
            assert!(text.contains(part), "{part}");
        }
    }

    #[test]
    fn few_points_are_drawn() {
        for points in [&[][..], &[(3.0, 0.0)], &[(-2.0, 300.0), (0.5, 1.0)]] {
            let pixels = chart(points).to_rgb().expect("drawn");
            assert_eq!(pixels.len(), 960 * 600 * 3);
        }
    }

    #[test]
    fn the_nearest_point_is_found() {
        let curve = Curve { name: String::new(), colour: RED, points: vec![(0.0, 1.0), (10.0, 2.0)] };
        assert_eq!([4.0, 6.0, 99.0].map(|x| curve.nearest_point(x).expect("a point").1), [1.0, 2.0, 2.0]);
    }
}
