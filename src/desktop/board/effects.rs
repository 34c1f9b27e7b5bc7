//! What flies, rises and fades: tracers, numbers, dust.

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Shape, Stroke, Vec2, vec2};

use super::super::theme::{Palette, faded};
use super::lens::{self, Lens};
use battle::UnitId;
use field::Cell;
use rules::Contact;

/// Seconds a number is to be seen.
const NUMBER: f32 = 1.1;
/// Seconds a tracer is to be seen.
const TRACER: f32 = 0.2;
/// Seconds a token shakes.
const SHAKE: f32 = 0.25;
/// Seconds dust takes to settle.
const DUST: f32 = 0.5;
/// Seconds between the shots of a burst.
const BEAT: f32 = 0.05;
/// No more tracers than this are drawn for one attack.
const MOST_TRACERS: u32 = 6;

/// Colour of a number or word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    /// Flesh is hurt.
    Harm,
    /// Nothing came of it.
    Quiet,
    /// A barrier is hurt.
    Matter,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Tracer { to: Vec2, delay: f32 },
    Blow { to: Vec2 },
    Text { text: String, tone: Tone },
    Shake { unit: UnitId },
    Dust,
}

/// Something short-lived on the board.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spark {
    at: Vec2,
    kind: Kind,
    /// Seconds since it appeared.
    pub age: f32,
}

impl Spark {
    /// A word that rises.
    pub fn word(at: Vec2, text: &str, tone: Tone) -> Self {
        Self { at, kind: Kind::Text { text: text.to_owned(), tone }, age: 0.0 }
    }

    /// Dust where something broke.
    pub fn dust(at: Vec2) -> Self {
        Self { at, kind: Kind::Dust, age: 0.0 }
    }

    /// Seconds it is to be seen.
    pub fn life(&self) -> f32 {
        match &self.kind {
            Kind::Tracer { delay, .. } => TRACER + delay,
            Kind::Blow { .. } => TRACER,
            Kind::Text { .. } => NUMBER,
            Kind::Shake { .. } => SHAKE,
            Kind::Dust => DUST,
        }
    }

    /// How far it shakes a token, in squares.
    pub fn shake(&self, id: UnitId) -> Option<Vec2> {
        let Kind::Shake { unit } = &self.kind else { return None };
        let left = 1.0 - self.age / SHAKE;
        (*unit == id).then(|| vec2((self.age * 70.0).sin(), (self.age * 53.0).cos() * 0.5) * (0.09 * left))
    }

    /// Draws it.
    pub fn draw(&self, painter: &Painter, lens: &Lens, palette: &Palette) {
        let share = (self.age / self.life()).clamp(0.0, 1.0);
        match &self.kind {
            Kind::Tracer { to, delay } => {
                let share = (self.age - delay) / TRACER;
                if share >= 0.0 {
                    tracer(painter, lens, self.at, *to, share);
                }
            }
            Kind::Blow { to } => {
                let (from, to) = (lens.at(self.at), lens.at(*to));
                let tip = from + (to - from) * (share * 1.4).min(1.0);
                let alpha = (255.0 * (1.0 - share)) as u8;
                painter.line_segment([from, tip], Stroke::new(lens.px(5.0), faded(palette.text, alpha / 3)));
                painter.line_segment(
                    [from + (tip - from) * 0.6, tip],
                    Stroke::new(lens.px(3.0), faded(palette.text, alpha)),
                );
            }
            Kind::Text { text, tone } => {
                let colour = match tone {
                    Tone::Harm => palette.harm,
                    Tone::Quiet => palette.text,
                    Tone::Matter => palette.caution,
                };
                let alpha = (255.0 * (1.0 - share.powi(3))) as u8;
                let at = lens.at(self.at + vec2(0.55, -0.15 - 0.55 * (1.0 - (1.0 - share).powi(2))));
                let size = lens.px(17.0).clamp(13.0, 30.0);
                outlined(painter, at, Align2::LEFT_CENTER, text, size, faded(colour, alpha));
            }
            Kind::Shake { .. } => {}
            Kind::Dust => dust(painter, lens, self.at, share, palette),
        }
    }
}

fn tracer(painter: &Painter, lens: &Lens, from: Vec2, to: Vec2, share: f32) {
    let (start, end) = (lens.at(from), lens.at(to));
    let head = (share * 1.8).min(1.0);
    let tail = (share * 1.8 - 0.6).clamp(0.0, 1.0);
    let between = [start + (end - start) * tail, start + (end - start) * head];
    let glow = Color32::from_rgb(0xFF, 0xD9, 0x8A);
    painter.line_segment(between, Stroke::new(lens.px_min(5.0, 3.0), faded(glow, 50)));
    painter.line_segment(between, Stroke::new(lens.px_min(1.8, 1.2), faded(Color32::WHITE, 240)));
    if share < 0.35 {
        let muzzle = start + (end - start).normalized() * lens.px(17.0);
        painter.circle_filled(muzzle, lens.px(6.0) * (1.0 - share), faded(glow, 200));
    }
}

fn dust(painter: &Painter, lens: &Lens, at: Vec2, share: f32, palette: &Palette) {
    let seed = Cell::new((at.x * 2.0) as i32, (at.y * 2.0) as i32);
    for number in 0..10 {
        let angle = std::f32::consts::TAU * lens::scatter(seed, number);
        let reach = 0.15 + 0.55 * lens::scatter(seed, number + 50);
        let place = at + Vec2::angled(angle) * (reach * (1.0 - (1.0 - share).powi(2)));
        let alpha = (140.0 * (1.0 - share)) as u8;
        painter.circle_filled(lens.at(place), lens.px(3.0 + 4.0 * share), faded(palette.drywall, alpha));
    }
}

/// Shots or a blow from one place to another, and a word where it came to nothing.
pub(super) fn attack(from: Vec2, to: Vec2, shots: u32, contact: Contact) -> Vec<Spark> {
    let seed = Cell::new((to.x * 4.0) as i32, (to.y * 4.0) as i32);
    let missed = matches!(contact, Contact::Miss);
    let mut sparks = Vec::new();
    for number in 0..shots.min(MOST_TRACERS) {
        let spread = if missed { 0.45 } else { 0.12 };
        let off =
            vec2(lens::scatter(seed, number) - 0.5, lens::scatter(seed, number + 9) - 0.5) * (2.0 * spread);
        sparks.push(Spark {
            at: from,
            kind: Kind::Tracer { to: to + off, delay: BEAT * number as f32 },
            age: 0.0,
        });
    }
    if shots == 0 {
        sparks.push(Spark { at: from, kind: Kind::Blow { to }, age: 0.0 });
    }
    let word = match contact {
        Contact::Miss => "miss",
        Contact::Blocked => "stopped",
        Contact::Graze => "no harm",
        Contact::Hit => return sparks,
    };
    sparks.push(Spark::word(to, word, Tone::Quiet));
    sparks
}

/// A number and a shaken token.
pub(super) fn hurt(unit: UnitId, at: Vec2, damage: u32) -> [Spark; 2] {
    [
        Spark { at, kind: Kind::Shake { unit }, age: 0.0 },
        Spark::word(at, &format!("\u{2212}{damage}"), Tone::Harm),
    ]
}

/// A number and dust at a barrier.
pub(super) fn chip(at: Vec2, damage: u32) -> [Spark; 2] {
    [Spark::dust(at), Spark::word(at, &format!("\u{2212}{damage}"), Tone::Matter)]
}

/// Text with a dark rim, readable on any ground.
pub(super) fn outlined(
    painter: &Painter,
    at: bevy_egui::egui::Pos2,
    anchor: Align2,
    text: &str,
    size: f32,
    colour: Color32,
) {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), Color32::PLACEHOLDER);
    let place = anchor.anchor_size(at, galley.size()).min;
    let rim = faded(Color32::from_rgb(8, 12, 16), colour.a() / 2 + colour.a() / 4);
    for off in [vec2(-1.0, 0.0), vec2(1.0, 0.0), vec2(0.0, -1.0), vec2(0.0, 1.0), vec2(1.0, 1.0)] {
        painter.add(Shape::galley(place + off, galley.clone(), rim));
    }
    painter.add(Shape::galley(place, galley, colour));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blow_has_no_tracers_and_a_burst_no_more_than_can_be_seen() {
        let tracers = |shots| {
            let sparks = attack(vec2(0.5, 0.5), vec2(3.5, 0.5), shots, Contact::Hit);
            sparks.iter().filter(|spark| matches!(spark.kind, Kind::Tracer { .. })).count()
        };
        assert_eq!((tracers(0), tracers(3), tracers(40)), (0, 3, 6));
    }

    #[test]
    fn only_what_came_to_nothing_gets_a_word() {
        let words = |contact| {
            let sparks = attack(vec2(0.5, 0.5), vec2(3.5, 0.5), 1, contact);
            sparks.iter().filter(|spark| matches!(spark.kind, Kind::Text { .. })).count()
        };
        assert_eq!((words(Contact::Hit), words(Contact::Miss), words(Contact::Blocked)), (0, 1, 1));
    }
}
