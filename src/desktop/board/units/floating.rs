//! Units that nothing holds down: they float above the floor, and their shadow falls apart from them.

use bevy_egui::egui::{Vec2, vec2};

use crate::board::effects::AmbientClock;
use battle::BattleView;
use model::UnitId;

/// Greatest distance of a floating body from the middle of its place, in pixels at zoom 1.
const BOB: f32 = 1.5;
/// Turns of the wave on which bodies float, in radians per second, and between one unit and the next.
const SPEED: f32 = 1.1;
const APART: f32 = 2.4;
/// Where the shadow of a floating body is, in pixels at zoom 1.
const SHADOW: Vec2 = vec2(5.0, 8.5);
/// How far the shadow follows the body: the higher it floats, the farther is its shadow.
const SHADOW_BOB: f32 = -0.8;

/// How units float where there is no gravity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Floating {
    /// The time that moves them, in seconds; `None` with reduced motion, where they stay in their place.
    phase: Option<f32>,
}

impl Floating {
    /// Returns how the units of a battle float; `None` with gravity.
    pub fn of(view: &BattleView, clock: &AmbientClock, reduced_motion: bool) -> Option<Self> {
        let weightless = view.setup().bundle().skirmish.zero_gravity;
        weightless.then(|| Self { phase: (!reduced_motion).then(|| clock.phase()) })
    }

    /// Returns how far the body of a unit is from its place, in pixels at zoom 1.
    pub fn body_offset(self, unit: UnitId) -> Vec2 {
        let lift = self.phase.map_or(0.0, |phase| (phase * SPEED + unit.0 as f32 * APART).sin());
        vec2(0.0, BOB * lift)
    }

    /// Returns how far the shadow of a unit is from its place, in pixels at zoom 1.
    pub fn shadow_offset(self, unit: UnitId) -> Vec2 {
        SHADOW + self.body_offset(unit) * SHADOW_BOB
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::tests::shipped_battle;

    #[test]
    fn units_float_without_gravity_only() {
        let floats = |skirmish: &str| {
            let mut world = shipped_battle(skirmish);
            let clock = AmbientClock::default();
            battle::with_view(&mut world, |view| Floating::of(view, &clock, false).is_some())
        };
        assert!(floats("derelict") && !floats("warehouse"));
    }

    #[test]
    fn bodies_float_slowly_and_apart_from_their_shadows() {
        let at = |phase: f32| Floating { phase: Some(phase) };
        let offset = |phase: f32, unit: u32| at(phase).body_offset(UnitId(unit)).y;
        assert_ne!(offset(1.0, 1), offset(1.0, 2), "not all at once");
        for step in 0..100 {
            let phase = step as f32 * 0.1;
            let moved = (offset(phase + 0.1, 1) - offset(phase, 1)).abs();
            assert!(moved < 0.2 && offset(phase, 1).abs() <= BOB, "{moved} pixels in a tenth of a second");
            let apart = at(phase).shadow_offset(UnitId(1)) - at(phase).body_offset(UnitId(1));
            assert!(apart.y > 5.0, "{apart:?}");
        }
    }

    #[test]
    fn nothing_floats_up_and_down_with_reduced_motion() {
        let still = Floating { phase: None };
        assert_eq!(still.body_offset(UnitId(3)), Vec2::ZERO);
        assert_eq!(still.shadow_offset(UnitId(3)), SHADOW);
    }
}
