//! Shapes of effects: soft discs, streaks, rings and lit areas, in colours multiplied by their opacity.

use bevy_egui::egui::{Vec2, vec2};

use crate::board::mesh_brush::MeshBrush;

/// Corners of soft discs and of rings.
const DISC_CORNERS: usize = 12;
const RING_CORNERS: usize = 64;
/// Distances at which lit areas have their own brightness, as shares of the reach.
const LIT_STEPS: [f32; 5] = [0.08, 0.25, 0.5, 0.75, 1.0];

/// A colour in linear light that covers what is below it to a share, and adds to it for the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EffectColour {
    /// Linear red, green and blue.
    pub rgb: [f32; 3],
    /// Strength, from 0 to 1 or above for light.
    pub strength: f32,
    /// Share of what is below that is covered at full strength: 0 for light, 1 for matter.
    pub cover: f32,
}

impl EffectColour {
    /// Light of a colour.
    pub const fn light(rgb: [f32; 3], strength: f32) -> Self {
        Self { rgb, strength, cover: 0.0 }
    }

    /// Matter of a colour.
    pub const fn matter(rgb: [f32; 3], opacity: f32) -> Self {
        Self { rgb, strength: opacity, cover: 1.0 }
    }

    /// Returns the colour at another strength.
    pub fn scaled(self, factor: f32) -> Self {
        Self { strength: self.strength * factor, ..self }
    }

    /// Returns the vertex colour.
    fn vertex(self) -> [f32; 4] {
        let [red, green, blue] = self.rgb.map(|part| part * self.strength);
        [red, green, blue, (self.cover * self.strength).clamp(0.0, 1.0)]
    }
}

/// No colour at all.
const CLEAR: [f32; 4] = [0.0; 4];

impl MeshBrush {
    /// Draws a disc that fades from its centre to its rim; the radius is in squares.
    pub(super) fn soft_disc(&mut self, at: Vec2, radius: f32, colour: EffectColour) {
        let centre = self.vertex(at, Vec2::ZERO, colour.vertex());
        let middle = colour.scaled(0.55).vertex();
        let circle = |radius: f32, step: usize| {
            at + Vec2::angled(step as f32 * std::f32::consts::TAU / DISC_CORNERS as f32) * radius
        };
        let inner: Vec<_> = (0..DISC_CORNERS)
            .map(|step| self.vertex(circle(radius * 0.5, step), Vec2::ZERO, middle))
            .collect();
        let outer: Vec<_> =
            (0..DISC_CORNERS).map(|step| self.vertex(circle(radius, step), Vec2::ZERO, CLEAR)).collect();
        for (step, next) in (0..DISC_CORNERS).map(|step| (step, (step + 1) % DISC_CORNERS)) {
            self.triangle([centre, inner[step], inner[next]]);
            self.triangle([inner[step], outer[step], outer[next]]);
            self.triangle([inner[step], outer[next], inner[next]]);
        }
    }

    /// Draws a line that is bright along its middle and fades to both sides; the width is in squares.
    pub(super) fn soft_line(&mut self, [from, to]: [Vec2; 2], width: f32, [start, end]: [EffectColour; 2]) {
        let along = (to - from).normalized();
        let across = vec2(-along.y, along.x) * (width * 0.5);
        let (start, end) = (start.vertex(), end.vertex());
        for side in [across, -across] {
            self.shaded_quad([from, to, to + side, from + side], [start, end, CLEAR, CLEAR]);
        }
    }

    /// Draws a triangle of matter; its size is in squares.
    pub(super) fn chip(&mut self, at: Vec2, size: f32, angle: f32, colour: EffectColour) {
        let colour = colour.vertex();
        let corner = |turn: f32, reach: f32| at + Vec2::angled(angle + turn) * (size * reach);
        let corners = [corner(0.0, 0.62), corner(2.3, 0.5), corner(3.9, 0.44)];
        let [a, b, c] = corners.map(|corner| self.vertex(corner, Vec2::ZERO, colour));
        self.triangle([a, b, c]);
    }

    /// Draws a ring that fades inwards and outwards from its middle; lengths are in squares. It is nearer in directions
    /// with a limit, which are evenly around it.
    pub(super) fn soft_ring(
        &mut self,
        at: Vec2,
        [radius, width]: [f32; 2],
        limits: &[f32],
        colour: EffectColour,
    ) {
        let bright = colour.vertex();
        let limit = |step: usize| {
            let direction = step * limits.len() / RING_CORNERS;
            limits.get(direction).copied().unwrap_or(f32::INFINITY)
        };
        let circles = [-0.5, 0.0, 0.5].map(|side| {
            let colour = if side == 0.0 { bright } else { CLEAR };
            (0..RING_CORNERS)
                .map(|step| {
                    let way = Vec2::angled(step as f32 * std::f32::consts::TAU / RING_CORNERS as f32);
                    let rim = (radius.min(limit(step)) + width * side).max(0.0);
                    self.vertex(at + way * rim, Vec2::ZERO, colour)
                })
                .collect::<Vec<_>>()
        });
        for pair in circles.windows(2) {
            for (step, next) in (0..RING_CORNERS).map(|step| (step, (step + 1) % RING_CORNERS)) {
                self.triangle([pair[0][step], pair[1][step], pair[1][next]]);
                self.triangle([pair[0][step], pair[1][next], pair[0][next]]);
            }
        }
    }

    /// Fills the area around a light whose corners are given in order, and which fades towards its reach in squares.
    pub(super) fn lit_area(&mut self, centre: Vec2, corners: &[Vec2], reach: f32, colour: EffectColour) {
        let brightest = self.vertex(centre, Vec2::ZERO, colour.vertex());
        let spokes: Vec<Vec<u32>> = corners
            .iter()
            .map(|corner| {
                let spoke = *corner - centre;
                let length = spoke.length().max(1e-4);
                LIT_STEPS
                    .iter()
                    .map(|step| {
                        let distance = (step * reach).min(length);
                        let share = fade(distance / reach);
                        let place = centre + spoke * (distance / length);
                        self.vertex(place, Vec2::ZERO, colour.scaled(share).vertex())
                    })
                    .collect()
            })
            .collect();
        for (spoke, next) in (0..spokes.len()).map(|at| (&spokes[at], &spokes[(at + 1) % spokes.len()])) {
            self.triangle([brightest, spoke[0], next[0]]);
            for step in 1..LIT_STEPS.len() {
                self.triangle([spoke[step - 1], spoke[step], next[step]]);
                self.triangle([spoke[step - 1], next[step], next[step - 1]]);
            }
        }
    }
}

/// Returns the strength of light at a share of its reach.
pub(super) fn fade(share: f32) -> f32 {
    let rest = (1.0 - share * share).max(0.0);
    rest * rest / (1.0 + 3.0 * share * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_adds_and_matter_covers() {
        assert_eq!(EffectColour::light([1.0, 0.5, 0.25], 0.5).vertex(), [0.5, 0.25, 0.125, 0.0]);
        assert_eq!(EffectColour::matter([1.0, 0.5, 0.25], 0.5).vertex(), [0.5, 0.25, 0.125, 0.5]);
    }

    #[test]
    fn light_fades_to_nothing_at_its_reach() {
        assert_eq!((fade(0.0), fade(1.0)), (1.0, 0.0));
        assert!((0.15..0.45).contains(&fade(0.5)), "{}", fade(0.5));
    }
}
