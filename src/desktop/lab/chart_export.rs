//! Charts of an attack, and their export as images and tables.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use bevy_egui::egui::Color32;
use chart::{Chart, ChartData, ChartError, Curve};
use image::{ColorType, ImageFormat};
use strum::{IntoStaticStr, VariantArray};
use thiserror::Error;

use crate::chart_painter::chart_colour;
use lab::charts::{AttackCurve, ChartAxis, ChartMeasure, curves_to_csv};
use storage::{replace_file, unused_file};

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
    #[error(transparent)]
    Draw(#[from] ChartError),
}

/// Curves of an attack, to be shown or exported.
pub(super) struct AttackChart<'c> {
    /// Title.
    pub title: &'c str,
    /// The horizontal axis.
    pub axis: &'c ChartAxis,
    /// The vertical axis.
    pub measure: ChartMeasure,
    /// The curves with their names and colours.
    pub curves: &'c [(String, AttackCurve, Color32)],
}

impl AttackChart<'_> {
    /// Writes the chart into a folder under an unused name; returns the file.
    ///
    /// # Errors
    /// Returns `ChartExportError` if the chart cannot be drawn or written.
    pub fn save_to(&self, folder: &Path, stem: &str, form: ChartFormat) -> Result<PathBuf, ChartExportError> {
        let ending = form.name().to_lowercase();
        let path = unused_file(folder, |number| format!("{stem}-{number}.{ending}"));
        let bytes = match form {
            ChartFormat::Csv => {
                let curves: Vec<(String, AttackCurve)> =
                    self.curves.iter().map(|(name, curve, _)| (name.clone(), curve.clone())).collect();
                curves_to_csv(self.axis, &curves).into_bytes()
            }
            ChartFormat::Svg => self.chart().to_svg()?.into_bytes(),
            ChartFormat::Png => {
                let chart = self.chart();
                let ((width, height), pixels) = (chart.image_size(), chart.to_rgb()?);
                let mut bytes = Cursor::new(Vec::new());
                let (colours, form) = (ColorType::Rgb8, ImageFormat::Png);
                image::write_buffer_with_format(&mut bytes, &pixels, width, height, colours, form)
                    .expect("invariant: the pixels have the size of the image");
                bytes.into_inner()
            }
        };
        replace_file(&path, bytes).map_err(|error| ChartExportError::Write { path: path.clone(), error })?;
        Ok(path)
    }

    /// Returns the chart of the curves.
    pub fn chart(&self) -> Chart {
        let curves = self.curves.iter().map(|(name, curve, colour)| Curve {
            name: name.clone(),
            colour: chart_colour(*colour),
            points: curve.values(self.measure).map(|(value, measured)| (value as f64, measured)).collect(),
        });
        Chart {
            title: self.title.to_owned(),
            x_label: self.axis.name(),
            y_label: self.measure.name().to_owned(),
            top: if self.measure == ChartMeasure::Mean { 1.0 } else { 100.0 },
            data: ChartData::Curves {
                curves: curves.collect(),
                marker: self.curves.first().map(|(_, curve, _)| curve.current_value as f64),
            },
        }
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
        let chart = AttackChart {
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
            let bytes = std::fs::read(&second).expect("there");
            let begins: &[u8] = match form {
                ChartFormat::Png => b"\x89PNG",
                ChartFormat::Svg => b"<svg",
                ChartFormat::Csv => b"\"hidden share",
            };
            assert!(bytes.starts_with(begins), "{form:?}");
            #[cfg(unix)]
            {
                let link = folder.path().join(format!("linked-1.{}", form.name().to_lowercase()));
                std::os::unix::fs::symlink("nowhere", &link).expect("linked");
                let path = chart.save_to(folder.path(), "linked", form).expect("written");
                assert!(path.to_string_lossy().contains("linked-2."), "a link that leads nowhere is in use");
            }
            assert!(form != ChartFormat::Svg || String::from_utf8_lossy(&bytes).contains("chance to hit, %"));
        }
    }
}
