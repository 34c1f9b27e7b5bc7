//! Cosmetic randomness: a sequence of fractions that follows from a seed.

use bevy_egui::egui::Vec2;

use crate::board::viewport;
use model::Cell;

/// A sequence of fractions. The same seed gives the same sequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct VisualScatter {
    seed: Cell,
    drawn: u32,
}

impl VisualScatter {
    /// A sequence for a map position and a number.
    pub fn new(at: Vec2, number: u32) -> Self {
        let seed = Cell::new((at.x * 16.0) as i32, (at.y * 16.0) as i32);
        Self { seed, drawn: number.wrapping_mul(977) }
    }

    /// Returns the next fraction, from 0 to 1.
    pub fn fraction(&mut self) -> f32 {
        self.drawn = self.drawn.wrapping_add(1);
        viewport::cell_fraction(self.seed, self.drawn)
    }

    /// Returns the next number of a range.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.fraction()
    }

    /// Returns the next angle.
    pub fn angle(&mut self) -> f32 {
        self.fraction() * std::f32::consts::TAU
    }

    /// Returns the next direction within an angle on both sides of another direction.
    pub fn around(&mut self, direction: f32, spread: f32) -> Vec2 {
        Vec2::angled(direction + self.between(-spread, spread))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::vec2;

    #[test]
    fn a_seed_gives_one_sequence_within_bounds() {
        let draw = |number| {
            let mut scatter = VisualScatter::new(vec2(3.5, 4.5), number);
            (0..50).map(|_| scatter.between(2.0, 3.0)).collect::<Vec<_>>()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        assert!(draw(1).iter().all(|value| (2.0..=3.0).contains(value)));
    }
}
