//! Particles: tracers, damage numbers, dust.

use bevy_egui::egui::{Align2, Color32, FontId, Painter, Shape, Stroke, Vec2, vec2};

use super::viewport;
use super::viewport::BoardViewport;
use crate::theme::{Palette, with_alpha};
use model::{Cell, UnitId};
use rules::HitResult;

/// Seconds a number is visible.
const NUMBER_SECONDS: f32 = 1.1;
/// Seconds a tracer is visible.
const TRACER_SECONDS: f32 = 0.2;
/// Seconds a token shakes.
const SHAKE_SECONDS: f32 = 0.25;
/// Seconds dust takes to settle.
const DUST_SECONDS: f32 = 0.5;
/// Seconds between the shots of a burst.
const SHOT_INTERVAL: f32 = 0.05;
/// Maximum number of tracers of one attack.
const MAX_TRACERS: u32 = 6;

/// Colour of a number or text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParticleTone {
    /// Damage to a unit.
    Harm,
    /// No effect.
    Quiet,
    /// Damage to a barrier.
    Debris,
}

#[derive(Clone, Debug, PartialEq)]
enum ParticleKind {
    Tracer { to: Vec2, delay: f32 },
    Blow { to: Vec2 },
    RisingText { text: String, tone: ParticleTone },
    Shake { unit: UnitId },
    Dust,
}

/// A short-lived effect on the board.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Particle {
    at: Vec2,
    kind: ParticleKind,
    /// Seconds since it appeared.
    pub age: f32,
}

impl Particle {
    /// Creates a rising text.
    pub fn rising_text(at: Vec2, text: &str, tone: ParticleTone) -> Self {
        Self { at, kind: ParticleKind::RisingText { text: text.to_owned(), tone }, age: 0.0 }
    }

    /// Creates dust where something broke.
    pub fn dust(at: Vec2) -> Self {
        Self { at, kind: ParticleKind::Dust, age: 0.0 }
    }

    /// Returns how long the particle is visible, in seconds.
    pub fn lifetime(&self) -> f32 {
        match &self.kind {
            ParticleKind::Tracer { delay, .. } => TRACER_SECONDS + delay,
            ParticleKind::Blow { .. } => TRACER_SECONDS,
            ParticleKind::RisingText { .. } => NUMBER_SECONDS,
            ParticleKind::Shake { .. } => SHAKE_SECONDS,
            ParticleKind::Dust => DUST_SECONDS,
        }
    }

    /// Returns the shake offset of a token, in squares.
    pub fn shake_offset(&self, id: UnitId) -> Option<Vec2> {
        let ParticleKind::Shake { unit } = &self.kind else { return None };
        let remaining = 1.0 - self.age / SHAKE_SECONDS;
        (*unit == id)
            .then(|| vec2((self.age * 70.0).sin(), (self.age * 53.0).cos() * 0.5) * (0.09 * remaining))
    }

    /// Draws the particle.
    pub fn draw(&self, painter: &Painter, lens: &BoardViewport, palette: &Palette) {
        let share = (self.age / self.lifetime()).clamp(0.0, 1.0);
        match &self.kind {
            ParticleKind::Tracer { to, delay } => {
                let share = (self.age - delay) / TRACER_SECONDS;
                if share >= 0.0 {
                    draw_tracer(painter, lens, self.at, *to, share);
                }
            }
            ParticleKind::Blow { to } => {
                let (from, to) = (lens.to_screen(self.at), lens.to_screen(*to));
                let tip = from + (to - from) * (share * 1.4).min(1.0);
                let alpha = (255.0 * (1.0 - share)) as u8;
                painter.line_segment(
                    [from, tip],
                    Stroke::new(lens.scaled_points(5.0), with_alpha(palette.text, alpha / 3)),
                );
                painter.line_segment(
                    [from + (tip - from) * 0.6, tip],
                    Stroke::new(lens.scaled_points(3.0), with_alpha(palette.text, alpha)),
                );
            }
            ParticleKind::RisingText { text, tone } => {
                let colour = match tone {
                    ParticleTone::Harm => palette.harm,
                    ParticleTone::Quiet => palette.text,
                    ParticleTone::Debris => palette.caution,
                };
                let alpha = (255.0 * (1.0 - share.powi(3))) as u8;
                let at = lens.to_screen(self.at + vec2(0.55, -0.15 - 0.55 * (1.0 - (1.0 - share).powi(2))));
                let size = lens.scaled_points(17.0).clamp(13.0, 30.0);
                draw_outlined_text(painter, at, Align2::LEFT_CENTER, text, size, with_alpha(colour, alpha));
            }
            ParticleKind::Shake { .. } => {}
            ParticleKind::Dust => draw_dust(painter, lens, self.at, share, palette),
        }
    }
}

fn draw_tracer(painter: &Painter, lens: &BoardViewport, from: Vec2, to: Vec2, share: f32) {
    let (start, end) = (lens.to_screen(from), lens.to_screen(to));
    let head = (share * 1.8).min(1.0);
    let tail = (share * 1.8 - 0.6).clamp(0.0, 1.0);
    let between = [start + (end - start) * tail, start + (end - start) * head];
    let glow = Color32::from_rgb(0xFF, 0xD9, 0x8A);
    painter.line_segment(between, Stroke::new(lens.scaled_points_min(5.0, 3.0), with_alpha(glow, 50)));
    painter.line_segment(
        between,
        Stroke::new(lens.scaled_points_min(1.8, 1.2), with_alpha(Color32::WHITE, 240)),
    );
    if share < 0.35 {
        let muzzle = start + (end - start).normalized() * lens.scaled_points(17.0);
        painter.circle_filled(muzzle, lens.scaled_points(6.0) * (1.0 - share), with_alpha(glow, 200));
    }
}

fn draw_dust(painter: &Painter, lens: &BoardViewport, at: Vec2, share: f32, palette: &Palette) {
    let seed = Cell::new((at.x * 2.0) as i32, (at.y * 2.0) as i32);
    for number in 0..10 {
        let angle = std::f32::consts::TAU * viewport::cell_fraction(seed, number);
        let reach = 0.15 + 0.55 * viewport::cell_fraction(seed, number + 50);
        let place = at + Vec2::angled(angle) * (reach * (1.0 - (1.0 - share).powi(2)));
        let alpha = (140.0 * (1.0 - share)) as u8;
        painter.circle_filled(
            lens.to_screen(place),
            lens.scaled_points(3.0 + 4.0 * share),
            with_alpha(palette.drywall, alpha),
        );
    }
}

/// Returns the shots or melee attack from one place to another, and a text if it had no effect.
pub(super) fn attack_particles(from: Vec2, to: Vec2, shots: u32, contact: HitResult) -> Vec<Particle> {
    let seed = Cell::new((to.x * 4.0) as i32, (to.y * 4.0) as i32);
    let missed = matches!(contact, HitResult::Miss);
    let mut sparks = Vec::new();
    for number in 0..shots.min(MAX_TRACERS) {
        let spread = if missed { 0.45 } else { 0.12 };
        let off = vec2(
            viewport::cell_fraction(seed, number) - 0.5,
            viewport::cell_fraction(seed, number + 9) - 0.5,
        ) * (2.0 * spread);
        sparks.push(Particle {
            at: from,
            kind: ParticleKind::Tracer { to: to + off, delay: SHOT_INTERVAL * number as f32 },
            age: 0.0,
        });
    }
    if shots == 0 {
        sparks.push(Particle { at: from, kind: ParticleKind::Blow { to }, age: 0.0 });
    }
    let word = match contact {
        HitResult::Miss => "miss",
        HitResult::Blocked => "stopped",
        HitResult::Graze => "no damage",
        HitResult::Hit => return sparks,
    };
    sparks.push(Particle::rising_text(to, word, ParticleTone::Quiet));
    sparks
}

/// Returns a damage number and a shaken token.
pub(super) fn damage_particles(unit: UnitId, at: Vec2, damage: u32) -> [Particle; 2] {
    [
        Particle { at, kind: ParticleKind::Shake { unit }, age: 0.0 },
        Particle::rising_text(at, &format!("\u{2212}{damage}"), ParticleTone::Harm),
    ]
}

/// Returns a damage number and dust at a barrier.
pub(super) fn barrier_damage_particles(at: Vec2, damage: u32) -> [Particle; 2] {
    [Particle::dust(at), Particle::rising_text(at, &format!("\u{2212}{damage}"), ParticleTone::Debris)]
}

/// Draws text with a dark outline, readable on any ground.
pub(super) fn draw_outlined_text(
    painter: &Painter,
    at: bevy_egui::egui::Pos2,
    anchor: Align2,
    text: &str,
    size: f32,
    colour: Color32,
) {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), Color32::PLACEHOLDER);
    let place = anchor.anchor_size(at, galley.size()).min;
    let rim = with_alpha(Color32::from_rgb(8, 12, 16), colour.a() / 2 + colour.a() / 4);
    for off in [vec2(-1.0, 0.0), vec2(1.0, 0.0), vec2(0.0, -1.0), vec2(0.0, 1.0), vec2(1.0, 1.0)] {
        painter.add(Shape::galley(place + off, galley.clone(), rim));
    }
    painter.add(Shape::galley(place, galley, colour));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn melee_has_no_tracers_and_bursts_have_a_limited_number() {
        let tracers = |shots| {
            let sparks = attack_particles(vec2(0.5, 0.5), vec2(3.5, 0.5), shots, HitResult::Hit);
            sparks.iter().filter(|spark| matches!(spark.kind, ParticleKind::Tracer { .. })).count()
        };
        assert_eq!((tracers(0), tracers(3), tracers(40)), (0, 3, 6));
    }

    #[test]
    fn only_attacks_without_effect_get_a_text() {
        let words = |contact| {
            let sparks = attack_particles(vec2(0.5, 0.5), vec2(3.5, 0.5), 1, contact);
            sparks.iter().filter(|spark| matches!(spark.kind, ParticleKind::RisingText { .. })).count()
        };
        assert_eq!((words(HitResult::Hit), words(HitResult::Miss), words(HitResult::Blocked)), (0, 1, 1));
    }
}
