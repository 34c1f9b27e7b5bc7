//! Plays the queue of steps: one after the other, and plain walks that do not depend on each other at once.

use bevy_egui::egui::Vec2;

use super::step::{AnimationStep, StepStage, shown_place};
use super::{BoardAnimation, seconds_after_step};
use crate::board::camera::CameraFollower;

/// Seconds of the animation: in a frame, most after a wait, and for all plain records between two decisions of persons.
pub(super) struct PlayedSeconds {
    pub passed: f32,
    pub most_after_wait: f32,
    pub budget: f32,
}

impl BoardAnimation {
    /// Plays the steps of a frame. A step out of view begins once the camera shows it; what is shown faster than usual does not wait
    /// for the camera, and takes no time out of view.
    pub(super) fn play_steps(
        &mut self,
        seconds: &PlayedSeconds,
        camera: &mut CameraFollower,
        scene: &StepStage,
    ) {
        self.since += seconds.passed * self.pace.factor();
        while let Some((moment, step)) = self.steps.front().cloned() {
            self.effects.follow_record(moment.record);
            let begins = !self.begun;
            if begins {
                self.begin_group(seconds.budget);
                self.fit_group(seconds.budget, |places| camera.fits(places));
                if !self.is_hurried() && !camera.shows(&self.group_places()) {
                    self.since = 0.0;
                    break;
                }
                self.since *= self.pace.factor();
            }
            let length = self.group_length(camera);
            let share = if length > 0.0 { self.since / length } else { 1.0 };
            self.begun = true;
            self.show_group(share.min(1.0), begins, scene);
            if share < 1.0 {
                break;
            }
            let has_waited = matches!(step, AnimationStep::Wait(_));
            let left = seconds_after_step(self.since, length, (has_waited, seconds.most_after_wait));
            self.since = left / self.pace.factor();
            self.pace.end_step();
            self.begun = false;
            let shown = self.pace.together.clamp(1, self.steps.len());
            self.steps.drain(..shown);
            self.has_played = true;
        }
        if self.steps.is_empty() {
            self.since = 0.0;
        }
    }

    /// Leaves steps for later that the view cannot show together with the first ones, unless the view does not follow them.
    fn fit_group(&mut self, budget: f32, fits: impl Fn(&[Vec2]) -> bool) {
        while self.pace.together > 1 && !self.is_hurried() && !fits(&self.group_places()) {
            self.pace.together -= 1;
            self.choose_factor(budget);
        }
    }

    /// Returns the places of the steps that are shown at once.
    fn group_places(&self) -> Vec<Vec2> {
        let shown = self.steps.iter().take(self.pace.together);
        shown.flat_map(|(_, step)| step.places(|unit| shown_place(&self.units, unit))).collect()
    }

    /// Returns how long the steps last that are shown at once, in seconds at the usual speed; hurried ones out of view last no time.
    fn group_length(&self, camera: &CameraFollower) -> f32 {
        let shown = self.steps.iter().take(self.pace.together.max(1));
        let is_seen = |step: &AnimationStep| {
            !self.is_hurried() || camera.sees_any(&step.places(|unit| shown_place(&self.units, unit)))
        };
        let length = |step: &AnimationStep| match is_seen(step) {
            true => step.duration(|unit| shown_place(&self.units, unit)),
            false => 0.0,
        };
        shown.map(|(_, step)| length(step)).fold(0.0, f32::max)
    }

    /// Shows a fraction of the steps that are shown at once: of the first one all, of the further walks where their units are.
    fn show_group(&mut self, share: f32, begins: bool, scene: &StepStage) {
        let shown: Vec<AnimationStep> =
            self.steps.iter().take(self.pace.together.max(1)).map(|(_, step)| step.clone()).collect();
        let is_alone = shown.len() == 1;
        for (number, step) in shown.iter().enumerate() {
            let length = step.duration(|unit| shown_place(&self.units, unit));
            // Shorter walks of a group end before it does.
            let own = if is_alone || share >= 1.0 || length <= 0.0 { share } else { self.since / length };
            match step {
                AnimationStep::Walk { unit, way, .. } if number > 0 => {
                    self.show_walker(*unit, way, own.min(1.0));
                }
                _ => self.show_step(step, own.min(1.0), begins, scene),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;

    use super::*;
    use crate::board::animation::AnimatedUnit;
    use crate::board::effects::EffectLimits;
    use crate::board::effects::marks::Moment;
    use crate::board::units::health_display::HealthDisplay;
    use crate::theme::Palette;
    use field::Grid;
    use model::UnitId;

    /// A board on which two units are to walk in plain records: the first one over four squares, the second one over two.
    fn board_with_two_walks() -> BoardAnimation {
        let mut stage = BoardAnimation::default();
        for (number, squares) in [(1, 4), (2, 2)] {
            let unit = UnitId(number);
            let way: Vec<_> =
                (0..=squares).map(|column| vec2(column as f32 + 0.5, number as f32 + 0.5)).collect();
            let figure = AnimatedUnit {
                at: way[0],
                facing: 0.0,
                health: HealthDisplay::default(),
                down: None,
                prone: false,
                gone: false,
            };
            stage.units.insert(unit, figure);
            let moment = Moment { record: number as usize, event: 0 };
            let step = AnimationStep::Walk { unit, way, tiles: vec![None; squares] };
            stage.steps.push_back((moment, step));
            stage.note_plain_for_tests(number as usize);
        }
        stage
    }

    #[test]
    fn walks_are_shown_at_once_only_where_the_view_shows_all_of_them_or_follows_none() {
        let group_within = |budget: f32, columns: f32| {
            let mut stage = board_with_two_walks();
            stage.begin_group(budget);
            stage.fit_group(budget, |places| places.iter().all(|place| place.x < columns));
            (stage.pace.together, stage.is_hurried())
        };
        assert_eq!(group_within(60.0, 8.0), (2, false));
        assert_eq!(group_within(60.0, 3.0), (1, false), "the second one follows");
        assert_eq!(group_within(0.2, 3.0), (2, true), "the view does not follow them");
    }

    #[test]
    fn units_of_a_group_walk_at_once_and_a_shorter_walk_ends_first() {
        let mut stage = board_with_two_walks();
        stage.begin_group(60.0);
        assert_eq!((stage.pace.together, stage.is_hurried()), (2, false));
        let grid = Grid::new(8, 8);
        let limits = EffectLimits { motion: true, flashes: true, blood: false };
        let palette = Palette::by_name(Default::default());
        let scene = StepStage { grid: &grid, palette, limits, hit_pause: true };
        stage.since = 0.26; // half of the longer walk, and all of the other
        stage.show_group(0.5, true, &scene);
        let place = |number| stage.figure(UnitId(number)).expect("shown").at;
        assert!((place(1) - vec2(2.5, 1.5)).length() < 1e-3, "{:?}", place(1));
        assert!((place(2) - vec2(2.5, 2.5)).length() < 1e-3, "{:?}", place(2));
    }
}
