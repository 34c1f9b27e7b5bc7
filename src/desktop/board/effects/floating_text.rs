//! Numbers and words that rise at the place of an event.

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Vec2, vec2};

use super::text_place::within;
use crate::theme::{Palette, with_alpha};
use model::UnitId;

/// Seconds that a text is visible.
const SECONDS: f32 = 1.35;
/// Seconds that a name is visible, which is read and not known at a glance.
const NAME_SECONDS: f32 = 3.0;
/// Seconds that it takes to read a text; in proportion for one that is visible for longer.
const NEW_SECONDS: f32 = 0.7;
/// Seconds in which a text pops up.
const POP_SECONDS: f32 = 0.12;
/// How far a text rises while it is visible, in squares: so little that it stays at its unit.
pub(super) const RISE: f32 = 0.12;

/// What a text is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::board) struct TextSubject {
    /// Map position at the event.
    pub at: Vec2,
    /// The unit, if it is about one: the text follows its token.
    pub unit: Option<UnitId>,
}

impl TextSubject {
    /// A place on the map.
    pub const fn place(at: Vec2) -> Self {
        Self { at, unit: None }
    }

    /// A unit, and where it is.
    pub const fn unit(unit: UnitId, at: Vec2) -> Self {
        Self { at, unit: Some(unit) }
    }

    /// Whether both are the same unit or the same place.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self.unit, other.unit) {
            (None, None) => (self.at - other.at).length() < 0.1,
            (one, other) => one == other,
        }
    }
}

/// How grave the state is that a word tells; of several words about a unit, the gravest is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::board) enum Gravity {
    /// The unit was thrown back.
    Thrown,
    /// The unit lies.
    Knocked,
    /// It suffers from something, such as a daze.
    Ailing,
    /// It has a critical injury.
    Critical,
    /// It is out of action, or back from there.
    Fate,
}

/// What was hurt or changed; decides the colour of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::board) enum FloatingTone {
    /// A body was hurt, or worse.
    Body,
    /// A shield was hurt.
    Shield,
    /// Plating was hurt.
    Plating,
    /// Strain.
    Strain,
    /// A barrier was hurt.
    Barrier,
    /// A body is moved against its will.
    Forced,
    /// Something to notice.
    Caution,
    /// Nothing happened.
    Quiet,
}

impl FloatingTone {
    /// Returns the colour.
    pub fn colour(self, palette: &Palette) -> Color32 {
        match self {
            Self::Body => palette.harm,
            Self::Shield => palette.glass,
            Self::Plating => palette.concrete,
            Self::Strain | Self::Forced => palette.forced,
            Self::Barrier => palette.drywall,
            Self::Caution => palette.caution,
            Self::Quiet => palette.text,
        }
    }
}

/// Importance of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::board) enum TextSize {
    /// The number of a hit on a unit.
    Number,
    /// A word for what matters.
    Word,
    /// Everything else.
    Small,
}

impl TextSize {
    /// Returns by how much a new text is larger.
    const fn pop(self) -> f32 {
        match self {
            Self::Number => 0.7,
            Self::Word | Self::Small => 0.25,
        }
    }

    /// Returns the size in points at zoom 1, with its least and greatest.
    pub(super) const fn points(self) -> [f32; 3] {
        match self {
            Self::Number => [30.0, 24.0, 52.0],
            Self::Word => [17.0, 14.0, 28.0],
            Self::Small => [15.0, 13.0, 24.0],
        }
    }
}

/// A number or a word.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::board) struct FloatingText {
    /// What it is about.
    pub about: TextSubject,
    /// The text.
    pub text: String,
    /// What was hurt or changed.
    pub tone: FloatingTone,
    /// Its importance.
    pub size: TextSize,
    /// The state that it tells, if it tells one.
    pub gravity: Option<Gravity>,
    /// Whether what it is about has a ring as long as the text is shown.
    pub is_ringed: bool,
    /// What it means, for the pointer on it; empty for what says all.
    pub explanation: String,
    /// Seconds that it is visible.
    seconds: f32,
    age: f32,
    /// The record of the history that it is from.
    record: usize,
    /// Its number among all texts.
    serial: u64,
}

impl FloatingText {
    /// A new text.
    pub fn new(about: TextSubject, text: String, tone: FloatingTone, size: TextSize) -> Self {
        let explanation = String::new();
        let (seconds, age, record, serial) = (SECONDS, 0.0, 0, 0);
        Self {
            about,
            text,
            tone,
            size,
            gravity: None,
            is_ringed: false,
            explanation,
            seconds,
            age,
            record,
            serial,
        }
    }

    /// Says which record of the history it is from, and its number among all texts.
    pub fn with_record(self, record: usize, serial: u64) -> Self {
        Self { record, serial, ..self }
    }

    /// Says which state it tells.
    pub fn with_gravity(self, gravity: Gravity) -> Self {
        Self { gravity: Some(gravity), ..self }
    }

    /// Gives what it is about a ring as long as the text is shown.
    pub fn with_ring(self) -> Self {
        Self { is_ringed: true, ..self }
    }

    /// Makes it a name that is explained, and visible for longer.
    pub fn with_explanation(self, explanation: String) -> Self {
        Self { explanation, seconds: NAME_SECONDS, ..self }
    }

    /// Returns the record of the history that it is from.
    pub fn record(&self) -> usize {
        self.record
    }

    /// Returns its number among all texts.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// Lets time pass; returns whether the text is still visible.
    pub fn advance(&mut self, seconds: f32) -> bool {
        self.age += seconds;
        self.age < self.seconds
    }

    /// Whether it has not been read yet.
    pub fn is_new(&self) -> bool {
        self.age < NEW_SECONDS * (self.seconds / SECONDS)
    }

    /// Returns its colour now: it fades.
    pub(super) fn colour(&self, palette: &Palette) -> Color32 {
        let share = (self.age / self.seconds).clamp(0.0, 1.0);
        with_alpha(self.tone.colour(palette), (255.0 * (1.0 - share.powi(4))) as u8)
    }

    /// Returns how far it has risen, from 0 to 1.
    pub(super) fn rise(&self) -> f32 {
        1.0 - (1.0 - (self.age / self.seconds).clamp(0.0, 1.0)).powi(3)
    }

    /// Returns by how much it is larger now than its place, while it pops up.
    pub(super) fn pop(&self) -> f32 {
        1.0 + self.size.pop() * (1.0 - self.age / POP_SECONDS).max(0.0)
    }
}

/// Draws text with a dark outline, moved into `room` if there is any, so that it is whole.
pub(super) fn draw_outlined(
    painter: &Painter,
    (at, room): (Pos2, Option<Rect>),
    text: &str,
    size: f32,
    colour: Color32,
) {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), Color32::PLACEHOLDER);
    let rect = Align2::CENTER_CENTER.anchor_size(at, galley.size());
    let rect = room.map_or(rect, |room| within(rect, room));
    let rim = with_alpha(Color32::from_rgb(6, 9, 13), colour.a());
    let width = (size / 15.0).clamp(1.2, 3.0);
    for step in 0..8 {
        let off = Vec2::angled(step as f32 * std::f32::consts::FRAC_PI_4) * width;
        painter.add(Shape::galley(rect.min + off, galley.clone(), rim));
    }
    painter.add(Shape::galley(rect.min, galley.clone(), colour));
    if size >= 26.0 {
        // A second stroke beside the first: the fonts have one weight.
        painter.add(Shape::galley(rect.min + vec2(0.8, 0.0), galley, colour));
    }
}
