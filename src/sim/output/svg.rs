//! SVG drawings: rectangles, lines, text and axes. Needs no fonts.

use std::fmt::Write;

/// Colour of text and axes.
const LINE_COLOUR: &str = "#22313f";
/// Colour of grid lines.
const GRID_COLOUR: &str = "#d5dade";
/// Colours of series, distinguishable with colour blindness.
pub const COLOURS: [&str; 6] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00"];

/// Alignment of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextAnchor {
    /// Starts at the position.
    Start,
    /// Centred on the position.
    Middle,
    /// Ends at the position.
    End,
}

/// A drawing being built.
pub struct SvgDrawing {
    body: String,
    width: f64,
    height: f64,
}

impl SvgDrawing {
    /// An empty drawing of this size.
    pub const fn new(width: f64, height: f64) -> Self {
        Self { body: String::new(), width, height }
    }

    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        self.body.write_fmt(text).expect("broken invariant: text takes text");
        self.body.push('\n');
    }

    /// Adds a filled rectangle.
    pub fn rectangle(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), colour: &str) {
        self.push(format_args!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" fill="{colour}"/>"#
        ));
    }

    /// Adds a line.
    pub fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), strong: bool) {
        let (colour, width) = if strong { (LINE_COLOUR, 1.5) } else { (GRID_COLOUR, 1.0) };
        self.push(format_args!(
            r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" stroke="{colour}" stroke-width="{width}"/>"#
        ));
    }

    /// Adds text.
    pub fn text(&mut self, (x, y): (f64, f64), size: u32, anchor: TextAnchor, words: &str) {
        let anchor = match anchor {
            TextAnchor::Start => "start",
            TextAnchor::Middle => "middle",
            TextAnchor::End => "end",
        };
        let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        self.push(format_args!(
            r#"<text x="{x:.1}" y="{y:.1}" font-size="{size}" text-anchor="{anchor}" fill="{LINE_COLOUR}">{words}</text>"#
        ));
    }

    /// The complete SVG text.
    pub fn finish(self) -> String {
        let Self { body, width, height } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
        )
    }
}

/// About five round numbers from 0 to at least `most`.
pub fn axis_ticks(most: f64) -> Vec<f64> {
    if most <= 0.0 || !most.is_finite() {
        return vec![0.0, 1.0];
    }
    let rough = most / 5.0;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0].map(|round| round * power);
    let step = step.into_iter().find(|step| *step >= rough * 0.999).unwrap_or(rough);
    let count = (most / step * 0.999).ceil() as u32;
    (0..=count).map(|number| f64::from(number) * step).collect()
}

/// A number of a scale in its shortest form.
pub fn tick_label(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_have_round_numbers() {
        assert_eq!(axis_ticks(1.0), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
        assert_eq!(axis_ticks(37.0), [0.0, 10.0, 20.0, 30.0, 40.0]);
        assert_eq!(axis_ticks(0.0), [0.0, 1.0]);
        assert_eq!([0.25, 20.0, 0.6000000000000001].map(tick_label), ["0.25", "20", "0.6"]);
    }

    #[test]
    fn words_are_no_marks() {
        let mut drawing = SvgDrawing::new(10.0, 10.0);
        drawing.text((1.0, 2.0), 12, TextAnchor::Start, "Moths & <Lanterns>");
        let text = drawing.finish();
        assert!(text.contains("Moths &amp; &lt;Lanterns&gt;") && text.ends_with("</svg>\n"));
    }
}
