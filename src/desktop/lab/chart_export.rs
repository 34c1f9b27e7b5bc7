//! Export of charts as images and tables.

use strum::{IntoStaticStr, VariantArray};

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use bevy_egui::egui::Color32;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::register_font;
use thiserror::Error;

use lab::charts::{AttackCurve, ChartAxis, ChartMeasure, curves_to_csv};

/// Size of an image, in pixels.
const SIZE: (u32, u32) = (960, 600);
/// Bytes per pixel.
const RGB_BYTES: usize = 3;
/// Font family under which the program's font is registered for the charts.
const FONT: &str = "sans-serif";

/// A file format of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
pub(super) enum ChartFormat {
    /// Pixel image.
    #[strum(serialize = "PNG")]
    Png,
    /// Vector image.
    #[strum(serialize = "SVG")]
    Svg,
    /// Table of all numbers.
    #[strum(serialize = "CSV")]
    Csv,
}

impl ChartFormat {
    /// All formats.
    pub const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.as_array().expect("one of each");

    /// Returns the label of its button; in small letters, the file extension.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Why a chart was not written.
#[derive(Debug, Error)]
pub(super) enum ChartExportError {
    /// The file cannot be written.
    #[error("cannot write the chart to {path}: {error}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The chart cannot be drawn.
    #[error("cannot draw the chart: {0}")]
    Draw(String),
}

/// A chart to export.
pub(super) struct ChartExport<'c> {
    /// Title.
    pub title: &'c str,
    /// The horizontal axis.
    pub axis: &'c ChartAxis,
    /// The vertical axis.
    pub measure: ChartMeasure,
    /// The curves with their names and colours.
    pub curves: &'c [(String, AttackCurve, Color32)],
}

impl ChartExport<'_> {
    /// Writes the chart into a folder under an unused name; returns the file.
    ///
    /// # Errors
    /// Returns `ChartExportError` if the chart cannot be drawn or written.
    pub fn save_to(&self, folder: &Path, stem: &str, form: ChartFormat) -> Result<PathBuf, ChartExportError> {
        let write = |path: &Path, error| ChartExportError::Write { path: path.to_owned(), error };
        fs::create_dir_all(folder).map_err(|error| write(folder, error))?;
        let ending = form.name().to_lowercase();
        let mut names = (1..).map(|number| folder.join(format!("{stem}-{number}.{ending}")));
        let path =
            names.find(|path| !path.exists()).unwrap_or_else(|| folder.join(format!("{stem}.{ending}")));
        match form {
            ChartFormat::Csv => {
                let curves: Vec<(String, AttackCurve)> =
                    self.curves.iter().map(|(name, curve, _)| (name.clone(), curve.clone())).collect();
                fs::write(&path, curves_to_csv(self.axis, &curves)).map_err(|error| write(&path, error))?;
            }
            ChartFormat::Svg => {
                let mut text = String::new();
                self.draw(&SVGBackend::with_string(&mut text, SIZE).into_drawing_area())?;
                fs::write(&path, text).map_err(|error| write(&path, error))?;
            }
            ChartFormat::Png => {
                let (width, height) = SIZE;
                let mut pixels = vec![0; width as usize * height as usize * RGB_BYTES];
                self.draw(&BitMapBackend::with_buffer(&mut pixels, SIZE).into_drawing_area())?;
                image::save_buffer(&path, &pixels, width, height, image::ColorType::Rgb8)
                    .map_err(|error| write(&path, std::io::Error::other(error)))?;
            }
        }
        Ok(path)
    }

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Result<(), ChartExportError> {
        static KNOWN: OnceLock<bool> = OnceLock::new();
        KNOWN.get_or_init(|| {
            register_font(FONT, FontStyle::Normal, epaint_default_fonts::UBUNTU_LIGHT).is_ok()
        });
        self.draw_lines(area).map_err(|error| ChartExportError::Draw(error.to_string()))
    }

    fn draw_lines<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        area.fill(&WHITE)?;
        let points = || self.curves.iter().flat_map(|(_, curve, _)| curve.values(self.measure));
        let least = points().map(|(value, _)| value).min().unwrap_or(0);
        let most = points().map(|(value, _)| value).max().unwrap_or(1).max(least + 1);
        let top = match self.measure {
            ChartMeasure::Mean => points().map(|(_, value)| value).fold(1.0, f64::max),
            ChartMeasure::Hit | ChartMeasure::Harm | ChartMeasure::Out => 100.0,
        };
        // Room for the curve names above all curves.
        let height = top * 1.2;
        let figure = |value: &f64| match self.measure {
            _ if *value > top => String::new(),
            ChartMeasure::Mean => format!("{value:.1}"),
            ChartMeasure::Hit | ChartMeasure::Harm | ChartMeasure::Out => format!("{value:.0}"),
        };
        let mut chart = ChartBuilder::on(area)
            .caption(self.title, (FONT, 22))
            .margin(16)
            .x_label_area_size(48)
            .y_label_area_size(60)
            .build_cartesian_2d(least as f64..most as f64, 0.0..height)?;
        chart
            .configure_mesh()
            .x_desc(self.axis.name())
            .y_desc(self.measure.name())
            .x_label_formatter(&|value| format!("{value:.0}"))
            .y_label_formatter(&figure)
            .max_light_lines(2)
            .label_style((FONT, 15))
            .axis_desc_style((FONT, 16))
            .draw()?;
        // As in the window, the first curve is on top.
        for (nth, (name, curve, colour)) in self.curves.iter().enumerate().rev() {
            let width = if nth == 0 { 3 } else { 7 };
            let colour = RGBColor(colour.r(), colour.g(), colour.b());
            let line = curve.values(self.measure).map(|(value, measured)| (value as f64, measured));
            chart
                .draw_series(LineSeries::new(line, colour.stroke_width(width)))?
                .label(name.as_str())
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 24, y)], colour.stroke_width(3)));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE.mix(0.85))
            .border_style(BLACK.mix(0.3))
            .legend_area_size(32)
            .label_font((FONT, 15))
            .draw()?;
        area.present()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Odds;

    #[test]
    fn charts_are_exported_as_images_and_tables() {
        let points = (0..=100)
            .step_by(5)
            .map(|value| (value, Some(Odds { hit: value as f64 / 100.0, ..Odds::default() })));
        let curve = AttackCurve { current_value: 50, points: points.collect() };
        let curves = [("now".to_owned(), curve, Color32::RED)];
        let chart = ChartExport {
            title: "rifle",
            axis: &ChartAxis::Cover,
            measure: ChartMeasure::Hit,
            curves: &curves,
        };
        let folder = tempfile::tempdir().expect("a folder");
        for form in ChartFormat::ALL {
            let first = chart.save_to(folder.path(), "rifle", form).expect("written");
            let second = chart.save_to(folder.path(), "rifle", form).expect("written");
            assert_ne!(first, second, "nothing is overwritten");
            let bytes = fs::read(&second).expect("there");
            let begins: &[u8] = match form {
                ChartFormat::Png => b"\x89PNG",
                ChartFormat::Svg => b"<svg",
                ChartFormat::Csv => b"\"hidden share",
            };
            assert!(bytes.starts_with(begins), "{form:?}");
            assert!(form != ChartFormat::Svg || String::from_utf8_lossy(&bytes).contains("chance to hit, %"));
        }
    }
}
