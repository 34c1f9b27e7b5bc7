//! How a book shows a unit in its own terms: data for inspector, hover card and command line.

use std::borrow::Cow;

use serde::Serialize;

use crate::dice::{Clause, Modifiers};

/// One measure of a unit's health or harm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gauge {
    /// Name in the book's words: "Flesh", "Wounds", "Light track".
    pub label: Cow<'static, str>,
    /// How it is drawn.
    pub shape: GaugeShape,
    /// What it means for the unit now, or empty: "-2 to all pools".
    pub note: String,
    /// The clause that keeps it.
    pub clause: Clause,
}

/// The shape of a gauge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum GaugeShape {
    /// Points left of a full pool; an empty bar is bad.
    Bar {
        /// Points left, never above `max`.
        now: i32,
        /// Points when whole.
        max: i32,
    },
    /// Points suffered towards a threshold; a full bar is bad.
    Rising {
        /// Points suffered.
        now: i32,
        /// Where it becomes too much.
        max: i32,
    },
    /// Boxes in a row, the first one marked first.
    Boxes(Vec<Mark>),
    /// A list of words: injuries, ailments, lost limbs.
    Words(Vec<String>),
}

/// One box of a track.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Mark {
    /// Not marked.
    #[default]
    Free,
    /// The lightest harm of the book.
    Light,
    /// Harm of the middle kind.
    Grave,
    /// The worst harm of the book.
    Worst,
}

/// One number of a sheet or a weapon as the book prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stat {
    /// Heading it stands under: "Attributes", "Skills", "Defence".
    pub group: &'static str,
    /// Its name: "Strength", "Soak".
    pub name: Cow<'static, str>,
    /// Its value: "4", "6L", "1d10+3".
    pub value: String,
    /// The clause that uses it.
    pub clause: Clause,
}

/// One number of a unit or weapon as it is now, with what it is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// Its name: "Initiative", "Soak", "Target number".
    pub name: Cow<'static, str>,
    /// As the book writes it: "12 dice", "54".
    pub value: String,
    /// What it is made of; may be empty.
    pub parts: Modifiers,
    /// What it is good for, in a sentence; may be empty.
    pub hint: &'static str,
    /// The clause that makes it.
    pub clause: Clause,
}
