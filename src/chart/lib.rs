//! Charts: curves and bars as data, drawn by plotters.
//!
//! [`Chart::draw`] draws on any backend of plotters: [`Chart::to_svg`] and [`Chart::to_rgb`] on images, the window on its
//! painter.

mod bars;
mod curves;

use std::ops::Range;
use std::sync::OnceLock;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::register_font;
use thiserror::Error;

pub use bars::{Bar, BarGroup};
pub use curves::Curve;
pub use plotters::style::RGBColor;

/// Family under which the font of the interface is registered.
const FONT: &str = "sans-serif";
/// Bytes of a pixel.
const RGB_BYTES: usize = 3;
/// Size of an image of curves, in pixels.
const CURVES_SIZE: (u32, u32) = (960, 600);
/// Margin around a chart, in pixels.
const MARGIN: u32 = 16;

/// Colours of series, distinguishable with colour blindness.
pub const SERIES_COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(213, 94, 0),
];

/// A chart.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Title.
    pub title: String,
    /// Label of the horizontal axis; empty for none.
    pub x_label: String,
    /// Label of the vertical axis.
    pub y_label: String,
    /// Minimum of the highest value on the vertical axis, which begins at 0.
    pub top: f64,
    /// What is drawn.
    pub data: ChartData,
}

/// The data of a chart.
#[derive(Clone, Debug)]
pub enum ChartData {
    /// Curves over a number, the most important first.
    Curves {
        /// The curves.
        curves: Vec<Curve>,
        /// A value on the horizontal axis that is marked.
        marker: Option<f64>,
    },
    /// Groups of bars.
    Bars {
        /// Names and colours for the legend.
        series: Vec<(String, RGBColor)>,
        /// The groups.
        groups: Vec<BarGroup>,
    },
}

/// Colours and size of everything but the data.
#[derive(Clone, Copy, Debug)]
pub struct ChartStyle {
    /// Background; `None` leaves it as it is.
    pub background: Option<RGBColor>,
    /// Text and axes.
    pub text: RGBColor,
    /// Grid and marker.
    pub grid: RGBColor,
    /// Size of text, in pixels.
    pub text_size: u32,
    /// Whether title, label of the vertical axis and legend are drawn.
    pub has_captions: bool,
    /// Whether axes and grid are drawn.
    pub has_axes: bool,
}

impl ChartStyle {
    /// Style of images.
    pub const IMAGE: Self = Self {
        background: Some(WHITE),
        text: RGBColor(34, 49, 63),
        grid: RGBColor(213, 218, 222),
        text_size: 15,
        has_captions: true,
        has_axes: true,
    };

    fn font(&self) -> TextStyle<'static> {
        (FONT, self.text_size).into_font().color(&self.text)
    }
}

/// Where the values of a drawn chart are.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotArea {
    /// Pixels from left to right.
    pub columns: Range<i32>,
    /// Pixels from top to bottom.
    pub rows: Range<i32>,
    /// Values from left to right.
    pub x: Range<f64>,
    /// Values from bottom to top.
    pub y: Range<f64>,
}

impl PlotArea {
    /// Returns the value of the horizontal axis at a pixel.
    pub fn x_at(&self, column: f64) -> f64 {
        let width = f64::from(self.columns.end - self.columns.start).max(1.0);
        self.x.start + (column - f64::from(self.columns.start)) / width * (self.x.end - self.x.start)
    }
}

/// Why a chart was not drawn.
#[derive(Debug, Error)]
#[error("cannot draw the chart: {0}")]
pub struct ChartError(String);

/// The part of a chart with the data, between two axes of numbers.
type Plot<'a, B> = ChartContext<'a, B, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

type DrawResult<T, B> = Result<T, DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

impl Chart {
    /// Draws the chart on an area of any backend.
    ///
    /// # Errors
    /// Returns `ChartError` if the backend fails.
    pub fn draw<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        style: &ChartStyle,
    ) -> Result<PlotArea, ChartError> {
        static IS_REGISTERED: OnceLock<bool> = OnceLock::new();
        IS_REGISTERED.get_or_init(|| {
            register_font(FONT, FontStyle::Normal, epaint_default_fonts::UBUNTU_LIGHT).is_ok()
        });
        self.draw_data(area, style).map_err(|error| ChartError(error.to_string()))
    }

    fn draw_data<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        style: &ChartStyle,
    ) -> DrawResult<PlotArea, B> {
        if let Some(colour) = style.background {
            area.fill(&colour)?;
        }
        let plot = match &self.data {
            ChartData::Curves { curves, marker } => self.draw_curves(area, style, curves, *marker),
            ChartData::Bars { series, groups } => self.draw_bars(area, style, series, groups),
        }?;
        area.present()?;
        Ok(plot)
    }

    /// Returns the size of its image, in pixels.
    pub fn image_size(&self) -> (u32, u32) {
        match &self.data {
            ChartData::Curves { .. } => CURVES_SIZE,
            ChartData::Bars { series, groups } => bars::image_size(series, groups),
        }
    }

    /// Draws the chart as SVG.
    ///
    /// # Errors
    /// Returns `ChartError` if it cannot be drawn.
    pub fn to_svg(&self) -> Result<String, ChartError> {
        let mut text = String::new();
        let area = SVGBackend::with_string(&mut text, self.image_size()).into_drawing_area();
        self.draw(&area, &ChartStyle::IMAGE)?;
        drop(area);
        Ok(text)
    }

    /// Draws the chart as pixels of three bytes each: red, green, blue.
    ///
    /// # Errors
    /// Returns `ChartError` if it cannot be drawn.
    pub fn to_rgb(&self) -> Result<Vec<u8>, ChartError> {
        let (width, height) = self.image_size();
        let mut pixels = vec![0; width as usize * height as usize * RGB_BYTES];
        let area = BitMapBackend::with_buffer(&mut pixels, (width, height)).into_drawing_area();
        self.draw(&area, &ChartStyle::IMAGE)?;
        drop(area);
        Ok(pixels)
    }
}

/// Formats a number of a scale in its shortest form.
fn tick_label(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_scale_are_short() {
        assert_eq!([0.25, 20.0, 0.6000000000000001, 0.0].map(tick_label), ["0.25", "20", "0.6", "0"]);
    }

    #[test]
    fn columns_lead_back_to_values() {
        let plot = PlotArea { columns: 50..250, rows: 0..100, x: 10.0..30.0, y: 0.0..1.0 };
        assert_eq!([50.0, 150.0, 250.0].map(|column| plot.x_at(column)), [10.0, 20.0, 30.0]);
    }
}
