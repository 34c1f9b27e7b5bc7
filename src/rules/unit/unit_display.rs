//! A unit in its book's terms: data for the inspector, the hover card and the command line.

use std::borrow::Cow;

use serde::Serialize;

use dice::{Clause, Modifiers};

/// One gauge of a unit's health or other resources.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gauge {
    /// Name in the book's terms: "Flesh", "Wounds", "Light track".
    pub label: Cow<'static, str>,
    /// How it is drawn.
    pub shape: GaugeShape,
    /// What it measures.
    pub tone: GaugeTone,
    /// Present effect on the unit, or empty: "-2 to all pools".
    pub note: String,
    /// Clause that defines it.
    pub clause: Clause,
}

/// What a gauge measures, which determines its colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GaugeTone {
    /// Health of the body itself: a warning as it shrinks.
    #[default]
    Body,
    /// A layer before the body that regenerates.
    Shield,
    /// A layer before the body that does not regenerate.
    Plating,
    /// Points to spend.
    Reserve,
    /// Fatigue, which does no lasting damage.
    Strain,
}

/// The shape of a gauge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum GaugeShape {
    /// Points left of a pool; an empty bar is bad.
    Bar {
        /// Points left, never above `max`.
        now: i32,
        /// Points of a full pool.
        max: i32,
    },
    /// Points accumulated towards a threshold; a full bar is bad.
    Rising {
        /// Points accumulated.
        now: i32,
        /// The threshold.
        max: i32,
        /// Whether the unit falls only beyond the threshold, and still fights at it. `CC-THR-03`.
        #[serde(skip)]
        falls_beyond: bool,
    },
    /// Boxes in a row, marked from the first.
    Boxes(Vec<TrackBox>),
    /// A list of words: injuries, ailments, lost limbs.
    Words(Vec<String>),
}

/// Words of a gauge in one line, with counts of repeated ones: "2 x Critical Injury, Stabilised".
pub fn join_counted(words: &[String]) -> String {
    let parts = words.chunk_by(|one, other| one == other).map(|alike| match alike {
        [one] => one.clone(),
        all => format!("{} x {}", all.len(), all[0]),
    });
    parts.collect::<Vec<_>>().join(", ")
}

impl Gauge {
    /// Points left, which may be below 0, and maximum points; `None` for words.
    pub fn balance(&self) -> Option<(i32, i32)> {
        Some(match &self.shape {
            GaugeShape::Bar { now, max } => (*now, *max),
            GaugeShape::Rising { now, max, .. } => (max - now, *max),
            GaugeShape::Boxes(boxes) => {
                let count = |marks: usize| i32::try_from(marks).unwrap_or(i32::MAX);
                let free = boxes.iter().filter(|mark| **mark == TrackBox::Free).count();
                (count(free), count(boxes.len()))
            }
            GaugeShape::Words(_) => return None,
        })
    }

    /// Points left and maximum points, for every shape; `None` for words and for gauges without points.
    pub fn points(&self) -> Option<(i32, i32)> {
        let (left, max) = self.balance()?;
        (max > 0).then_some((left.clamp(0, max), max))
    }

    /// The number as the book counts it, which may be wrong: "6 / 8", "3 / 10" suffered, "stunned, blinded".
    pub fn value(&self) -> String {
        match &self.shape {
            GaugeShape::Bar { now, max } | GaugeShape::Rising { now, max, .. } => format!("{now} / {max}"),
            GaugeShape::Boxes(boxes) => {
                let marked = boxes.iter().filter(|mark| **mark != TrackBox::Free).count();
                format!("{marked} / {}", boxes.len())
            }
            GaugeShape::Words(words) => join_counted(words),
        }
    }

    /// What is left, as text, in the direction of the bar whatever the book counts: "6 of 8 left", "0 of 14 left, 3 below 0" once more than
    /// everything is lost, "stunned, blinded". With nothing left, it says if the unit falls only beyond that.
    pub fn text(&self) -> String {
        match (self.balance(), &self.shape) {
            (Some((0, max)), GaugeShape::Rising { falls_beyond: true, .. }) => {
                format!("0 of {max} left, falls beyond 0")
            }
            (Some((left, max)), _) if left < 0 => format!("0 of {max} left, {} below 0", left.unsigned_abs()),
            (Some((left, max)), _) => format!("{left} of {max} left"),
            (None, GaugeShape::Words(words)) => join_counted(words),
            (None, _) => String::new(),
        }
    }

    /// Points left before a unit that falls only beyond the threshold has none; `None` for other gauges.
    pub fn left_before_fall(&self) -> Option<i32> {
        match self.shape {
            GaugeShape::Rising { now, max, falls_beyond: true } => Some(max - now),
            _ => None,
        }
    }

    /// Share left, from 0 to 1; `None` for words and for gauges without points.
    pub fn left(&self) -> Option<f32> {
        self.points().map(|(now, max)| now as f32 / max as f32)
    }

    /// Share left of several gauges together, from 0 to 1; `None` if none has points.
    pub fn left_of(gauges: &[Self]) -> Option<f32> {
        let points = gauges.iter().filter_map(Self::points);
        let (now, max) = points.fold((0, 0), |(now, max), own| (now + own.0, max + own.1));
        (max > 0).then(|| now as f32 / max as f32)
    }
}

/// One box of a track.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum TrackBox {
    /// Not marked.
    #[default]
    Free,
    /// The lightest damage of the book.
    Light,
    /// Damage of the middle kind.
    Grave,
    /// The worst damage of the book.
    Worst,
}

/// One number of a sheet or a weapon, as the book prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stat {
    /// Heading: "Attributes", "Skills", "Defence".
    pub group: &'static str,
    /// Its name: "Strength", "Soak".
    pub name: Cow<'static, str>,
    /// Its value: "4", "6L", "1d10+3".
    pub value: String,
    /// Clause that uses it.
    pub clause: Clause,
}

/// One present number of a unit or weapon, with its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DerivedStat {
    /// Its name: "Initiative", "Soak", "Target number".
    pub name: Cow<'static, str>,
    /// Value in the book's terms: "12 dice", "54".
    pub value: String,
    /// Parts of the number; may be empty.
    pub parts: Modifiers,
    /// Purpose, in a sentence; may be empty.
    pub hint: &'static str,
    /// Clause that defines it.
    pub clause: Clause,
}

impl DerivedStat {
    /// A number with its parts and its purpose.
    pub fn new(
        name: &'static str,
        value: String,
        parts: Modifiers,
        hint: &'static str,
        clause: Clause,
    ) -> Self {
        Self { name: name.into(), value, parts, hint, clause }
    }

    /// A value without parts.
    pub fn plain(name: &'static str, value: String, hint: &'static str, clause: Clause) -> Self {
        Self::new(name, value, Modifiers::default(), hint, clause)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn gauge(shape: GaugeShape) -> Gauge {
        Gauge {
            label: "Health".into(),
            shape,
            tone: GaugeTone::Body,
            note: String::new(),
            clause: "SS-WND-01",
        }
    }

    #[rstest]
    #[case::a_bar_is_what_is_left(GaugeShape::Bar { now: 6, max: 8 }, Some(0.75))]
    #[case::overflow_is_nothing_left(GaugeShape::Bar { now: -3, max: 11 }, Some(0.0))]
    #[case::suffering_uses_up(GaugeShape::Rising { now: 9, max: 12, falls_beyond: false }, Some(0.25))]
    #[case::beyond_the_threshold(GaugeShape::Rising { now: 14, max: 12, falls_beyond: false }, Some(0.0))]
    #[case::free_boxes(GaugeShape::Boxes(vec![TrackBox::Worst, TrackBox::Light, TrackBox::Free, TrackBox::Free]), Some(0.5))]
    #[case::no_boxes(GaugeShape::Boxes(Vec::new()), None)]
    #[case::no_points(GaugeShape::Bar { now: 0, max: 0 }, None)]
    #[case::words(GaugeShape::Words(vec!["stunned".to_owned()]), None)]
    fn every_shape_tells_what_is_left(#[case] shape: GaugeShape, #[case] left: Option<f32>) {
        assert_eq!(gauge(shape).left(), left);
    }

    #[rstest]
    #[case::a_pool(GaugeShape::Bar { now: 6, max: 8 }, "6 of 8 left")]
    #[case::below_nothing(GaugeShape::Bar { now: -3, max: 14 }, "0 of 14 left, 3 below 0")]
    #[case::suffering(GaugeShape::Rising { now: 9, max: 12, falls_beyond: false }, "3 of 12 left")]
    #[case::beyond_the_threshold(GaugeShape::Rising { now: 14, max: 12, falls_beyond: true }, "0 of 12 left, 2 below 0")]
    #[case::cc_thr_03_at_the_threshold(
        GaugeShape::Rising { now: 12, max: 12, falls_beyond: true },
        "0 of 12 left, falls beyond 0"
    )]
    #[case::full(GaugeShape::Rising { now: 12, max: 12, falls_beyond: false }, "0 of 12 left")]
    #[case::a_track(GaugeShape::Boxes(vec![TrackBox::Worst, TrackBox::Free, TrackBox::Free]), "2 of 3 left")]
    #[case::words(GaugeShape::Words(vec!["stunned".to_owned()]), "stunned")]
    fn numbers_run_in_the_direction_of_the_bar(#[case] shape: GaugeShape, #[case] text: &str) {
        assert_eq!(gauge(shape).text(), text);
    }

    #[test]
    fn gauges_together_are_their_points_together() {
        let bars = [(2, 6), (-3, 14)].map(|(now, max)| gauge(GaugeShape::Bar { now, max }));
        assert_eq!(Gauge::left_of(&bars), Some(0.1));
        assert_eq!(Gauge::left_of(&[]), None);
    }
}
