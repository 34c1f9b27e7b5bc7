//! The time of what moves by itself: water, fire, smoke, dust, units without gravity. It runs while frames are drawn and for a
//! short time after, so that an idle window draws nothing; with reduced motion it stands still.

use std::time::Duration;

use bevy::prelude::{Res, ResMut, Resource, Time};
use bevy::time::Real;
use bevy_egui::EguiContexts;

use crate::battle_revision::{BattleRevision, RevisionReader};
use crate::board::animation::BoardAnimation;
use crate::redraw::NextFrame;
use crate::settings::Settings;

/// Seconds that things go on moving after the last input or event.
const AFTER_SECONDS: f32 = 2.0;
/// Seconds between two frames that are drawn for nothing else.
const FRAME_SECONDS: f32 = 0.09;

/// The time of what moves by itself.
#[derive(Resource, Debug, Default)]
pub(in crate::board) struct AmbientClock {
    known: Option<BattleRevision>,
    /// Time of what is shown, in seconds.
    phase: f32,
    /// When something else last happened.
    last_activity: f32,
    moves: bool,
}

impl AmbientClock {
    /// Returns the time of what is shown, in seconds.
    pub fn phase(&self) -> f32 {
        self.phase
    }

    /// Whether things move now.
    pub fn moves(&self) -> bool {
        self.moves
    }

    /// Asks for the next frame of what is in view, while things move.
    pub fn request_frame(&self, next: &mut NextFrame) {
        if self.moves {
            next.within(Duration::from_secs_f32(FRAME_SECONDS));
        }
    }

    /// Lets time pass until `now`, in seconds; `is_active` if something else happens.
    fn advance(&mut self, now: f32, is_active: bool, reduced_motion: bool) {
        if is_active {
            self.last_activity = now;
        }
        self.moves = !reduced_motion && now - self.last_activity < AFTER_SECONDS;
        if self.moves {
            self.phase = now;
        }
    }
}

/// Lets the time pass.
pub(super) fn run_ambient_clock(
    revision: RevisionReader,
    (stage, settings, time): (Res<BoardAnimation>, Res<Settings>, Res<Time<Real>>),
    mut contexts: EguiContexts,
    mut clock: ResMut<AmbientClock>,
) {
    let current = revision.current();
    let changed = clock.known != Some(current);
    clock.known = Some(current);
    let input = contexts.ctx_mut().is_ok_and(|context| context.input(|input| !input.events.is_empty()));
    let is_active = changed || input || stage.is_busy() || stage.effects().is_moving();
    clock.advance(time.elapsed_secs(), is_active, settings.reduced_motion);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_move_for_a_while_after_input_and_never_with_reduced_motion() {
        let mut clock = AmbientClock::default();
        clock.advance(10.0, true, false);
        assert_eq!((clock.moves(), clock.phase()), (true, 10.0));
        clock.advance(11.5, false, false);
        assert_eq!((clock.moves(), clock.phase()), (true, 11.5));
        clock.advance(12.5, false, false);
        assert_eq!((clock.moves(), clock.phase()), (false, 11.5), "it stops where it was");
        clock.advance(20.0, true, true);
        assert_eq!((clock.moves(), clock.phase()), (false, 11.5));
    }
}
