//! An effect: a short-lived shape whose look follows from its age.

use bevy_egui::egui::{Vec2, vec2};

use super::effect_brush::EffectColour;
use crate::board::mesh_brush::MeshBrush;
use model::UnitId;

/// Greatest offset of a shaken token, in squares, and of a shaken view, in points.
const SHAKE: f32 = 0.11;
const QUAKE: f32 = 7.0;
/// How far a thrown item seems to rise, in squares.
const LOB_RISE: f32 = 0.55;

/// Something that flies, and is slowed down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Flight {
    /// Where it begins.
    pub from: Vec2,
    /// Squares per second at first.
    pub velocity: Vec2,
    /// Share of the velocity that is lost per second, roughly.
    pub drag: f32,
}

impl Flight {
    /// Something that stays where it is.
    pub const fn resting(at: Vec2) -> Self {
        Self { from: at, velocity: Vec2::ZERO, drag: 1.0 }
    }

    /// Returns the position after a time in seconds.
    pub fn at(&self, seconds: f32) -> Vec2 {
        self.from + self.velocity * ((1.0 - (-self.drag * seconds).exp()) / self.drag)
    }

    fn velocity_at(&self, seconds: f32) -> Vec2 {
        self.velocity * (-self.drag * seconds).exp()
    }
}

/// The shape of an effect.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum EffectKind {
    /// Light that fills an area and fades.
    Flash {
        /// The light.
        at: Vec2,
        /// Corners of the area that it fills, in order.
        corners: Vec<Vec2>,
        /// How far it reaches, in squares.
        reach: f32,
        /// Its colour at first.
        colour: EffectColour,
    },
    /// A soft disc that grows or shrinks and fades: glow, smoke, dust.
    Puff {
        /// Its way.
        flight: Flight,
        /// Radius at first and at last, in squares.
        radius: [f32; 2],
        /// Its colour at first.
        colour: EffectColour,
    },
    /// A streak along its way.
    Spark {
        /// Its way.
        flight: Flight,
        /// Length at a velocity of one square per second, and width, in squares.
        size: [f32; 2],
        /// Its colour at first.
        colour: EffectColour,
    },
    /// A tumbling triangle.
    Chip {
        /// Its way.
        flight: Flight,
        /// Its size in squares.
        size: f32,
        /// Turns per second, in radians.
        spin: f32,
        /// Its colour.
        colour: EffectColour,
    },
    /// A ring that grows.
    Ring {
        /// Its centre.
        at: Vec2,
        /// Radius at first and at last, in squares.
        radius: [f32; 2],
        /// Width in squares.
        width: f32,
        /// Greatest radius in each of the directions evenly around it; none if it is empty.
        limits: Vec<f32>,
        /// Its colour at first.
        colour: EffectColour,
    },
    /// A bright line that runs from one place to another.
    Tracer {
        /// Both ends.
        ends: [Vec2; 2],
        /// Its colour.
        colour: EffectColour,
    },
    /// A swing in melee.
    Swing {
        /// Both ends.
        ends: [Vec2; 2],
        /// Its colour.
        colour: EffectColour,
    },
    /// A thrown item, which rises and falls.
    Lob {
        /// Both ends.
        ends: [Vec2; 2],
    },
    /// A shaken token.
    Shake {
        /// The unit.
        unit: UnitId,
    },
    /// A shaken view.
    Quake {
        /// Strength, from 0 to 1.
        strength: f32,
    },
}

/// A short-lived shape on the board.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::board) struct Effect {
    /// Seconds since it began; below 0 before that.
    age: f32,
    /// Seconds that it lasts.
    life: f32,
    /// Its shape.
    pub(super) kind: EffectKind,
}

impl Effect {
    /// An effect that lasts for so many seconds.
    pub(super) fn new(life: f32, kind: EffectKind) -> Self {
        Self { age: 0.0, life, kind }
    }

    /// Begins after so many seconds.
    pub(super) fn after(mut self, seconds: f32) -> Self {
        self.age = -seconds;
        self
    }

    /// Lets time pass; returns whether the effect goes on.
    pub fn advance(&mut self, seconds: f32) -> bool {
        self.age += seconds;
        self.age < self.life
    }

    /// Returns the share of its life that has passed; `None` before it begins.
    fn share(&self) -> Option<f32> {
        (self.age >= 0.0).then(|| (self.age / self.life).min(1.0))
    }

    /// Returns the offset of a shaken token, in squares.
    pub fn shake_offset(&self, id: UnitId) -> Option<Vec2> {
        let (EffectKind::Shake { unit }, Some(share)) = (&self.kind, self.share()) else { return None };
        let swing = vec2((self.age * 70.0).sin(), (self.age * 53.0).cos() * 0.5);
        (*unit == id).then(|| swing * (SHAKE * (1.0 - share)))
    }

    /// Returns the offset of a shaken view, in points.
    pub fn quake_offset(&self) -> Option<Vec2> {
        let (EffectKind::Quake { strength }, Some(share)) = (&self.kind, self.share()) else { return None };
        let swing = vec2((self.age * 61.0).sin(), (self.age * 47.0).cos());
        Some(swing * (QUAKE * strength * (1.0 - share) * (1.0 - share)))
    }

    /// Draws the effect.
    pub fn draw(&self, mesh: &mut MeshBrush) {
        let Some(share) = self.share() else { return };
        let rest = 1.0 - share;
        match &self.kind {
            EffectKind::Flash { at, corners, reach, colour } => {
                mesh.lit_area(*at, corners, *reach, colour.scaled(rest * rest));
            }
            EffectKind::Puff { flight, radius: [first, last], colour } => {
                let grown = 1.0 - rest * rest;
                let radius = first + (last - first) * grown;
                // It appears within the first tenth of its life.
                let strength = rest * (share * 10.0).min(1.0);
                mesh.soft_disc(flight.at(self.age), radius, colour.scaled(strength));
            }
            EffectKind::Spark { flight, size: [length, width], colour } => {
                let (tip, velocity) = (flight.at(self.age), flight.velocity_at(self.age));
                let tail = tip - velocity * *length;
                if tail != tip {
                    let colour = colour.scaled(rest);
                    mesh.soft_line([tail, tip], *width, [colour.scaled(0.1), colour]);
                }
            }
            EffectKind::Chip { flight, size, spin, colour } => {
                let fading = (rest * 3.0).min(1.0);
                mesh.chip(flight.at(self.age), *size, spin * self.age, colour.scaled(fading));
            }
            EffectKind::Ring { at, radius: [first, last], width, limits, colour } => {
                let radius = first + (last - first) * (1.0 - rest * rest * rest);
                mesh.soft_ring(*at, [radius, width * (0.4 + 0.6 * rest)], limits, colour.scaled(rest));
            }
            EffectKind::Tracer { ends: [from, to], colour } => {
                draw_tracer(mesh, [*from, *to], *colour, share)
            }
            EffectKind::Swing { ends: [from, to], colour } => {
                let tip = *from + (*to - *from) * (share * 1.6).min(1.0);
                let tail = *from + (tip - *from) * 0.35;
                if tail != tip {
                    let colour = colour.scaled(rest);
                    mesh.soft_line([tail, tip], 0.24, [colour.scaled(0.0), colour]);
                    mesh.soft_line([tail, tip], 0.09, [colour.scaled(0.3), colour]);
                }
            }
            EffectKind::Lob { ends: [from, to] } => {
                let ground = *from + (*to - *from) * share;
                let height = 4.0 * share * rest;
                let up = ground - vec2(0.0, LOB_RISE * height);
                mesh.soft_disc(ground, 0.14, EffectColour::matter([0.0; 3], 0.5));
                let size = 0.17 * (1.0 + 0.6 * height);
                mesh.chip(up, size * 1.6, share * 14.0, EffectColour::matter([0.02, 0.03, 0.03], 1.0));
                mesh.chip(up, size, share * 14.0 + 0.4, EffectColour::matter([0.16, 0.2, 0.15], 1.0));
            }
            EffectKind::Shake { .. } | EffectKind::Quake { .. } => {}
        }
    }
}

/// Draws the part of a tracer that is alight: its head runs ahead, its tail follows.
fn draw_tracer(mesh: &mut MeshBrush, [from, to]: [Vec2; 2], colour: EffectColour, share: f32) {
    let head = (share * 2.4).min(1.0);
    let tail = ((share - 0.35) * 1.6).clamp(0.0, 1.0);
    let [start, end] = [tail, head].map(|part| from + (to - from) * part);
    if start == end {
        return;
    }
    let rest = 1.0 - share * share;
    let halo = colour.scaled(0.35 * rest);
    mesh.soft_line([start, end], 0.34, [halo.scaled(0.2), halo]);
    let core = EffectColour::light([1.0, 0.95, 0.85], 1.3 * rest);
    mesh.soft_line([start, end], 0.09, [core.scaled(0.35), core]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flights_slow_down_and_end() {
        let flight = Flight { from: vec2(1.0, 2.0), velocity: vec2(4.0, 0.0), drag: 2.0 };
        assert_eq!(flight.at(0.0), vec2(1.0, 2.0));
        // Without end, it comes as far as its velocity divided by its drag.
        assert!((flight.at(50.0) - vec2(3.0, 2.0)).length() < 1e-4);
        assert!((flight.at(0.5).x - (1.0 + 2.0 * (1.0 - (-1.0_f32).exp()))).abs() < 1e-5);
    }

    #[test]
    fn an_effect_waits_lasts_and_ends() {
        let mut effect = Effect::new(0.5, EffectKind::Shake { unit: UnitId(1) }).after(0.2);
        assert!(effect.advance(0.1));
        assert_eq!((effect.share(), effect.shake_offset(UnitId(1))), (None, None));
        assert!(effect.advance(0.35));
        assert_eq!(effect.share(), Some(0.5));
        assert!(effect.shake_offset(UnitId(1)).is_some_and(|off| off.length() <= SHAKE));
        assert_eq!(effect.shake_offset(UnitId(2)), None);
        assert!(!effect.advance(0.3));
    }

    #[test]
    fn what_has_not_begun_is_not_drawn() {
        let puff = |delay| {
            let colour = EffectColour::light([1.0; 3], 1.0);
            let flight = Flight::resting(vec2(1.0, 1.0));
            let mut mesh = MeshBrush::default();
            Effect::new(1.0, EffectKind::Puff { flight, radius: [0.1, 0.2], colour })
                .after(delay)
                .draw(&mut mesh);
            mesh.is_empty()
        };
        assert_eq!((puff(0.0), puff(0.1)), (false, true));
    }
}
