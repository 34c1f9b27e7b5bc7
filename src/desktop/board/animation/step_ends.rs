//! Updates the board when a step of the animation ends: posture and state of units, and the word for a result such as a
//! miss.

use bevy_egui::egui::Vec2;

use super::BoardAnimation;
use super::step::{AnimationStep, StepStage, WordSubject};
use crate::board::effects::{FloatingTone, Gravity, TextSize, TextSubject, landing_effects};
use battle_log::names::result_word;
use model::UnitId;
use rules::{DownState, HitResult};

impl BoardAnimation {
    /// Shows what a step ends with.
    pub(super) fn end_step(&mut self, step: &AnimationStep, stage: &StepStage) {
        match step {
            AnimationStep::Attack { about, contact, .. } => self.say_result(*about, *contact),
            AnimationStep::TellResult { about, contact } => {
                self.say_result(*about, *contact);
                self.marks_version += 1;
            }
            AnimationStep::TakeDamage(hurt) => {
                self.marks_version += 1;
                if let Some(figure) = self.units.get_mut(&hurt.unit) {
                    figure.health = hurt.after;
                }
            }
            AnimationStep::Fall { unit, down, machine } => self.end_fall(*unit, (*down, *machine), stage),
            AnimationStep::Recover { unit } => {
                if let Some(figure) = self.units.get_mut(unit) {
                    figure.down = None;
                    let unit = TextSubject::unit(*unit, figure.at);
                    self.effects.say_state(unit, "CONSCIOUS", FloatingTone::Quiet, Gravity::Fate);
                }
            }
            AnimationStep::ChangePosture { unit, prone, knocked } => {
                self.end_posture_change(*unit, (*prone, *knocked), stage);
            }
            AnimationStep::Word { unit, text, tone } => {
                if let Some(at) = self.place(*unit) {
                    let about = TextSubject::unit(*unit, at);
                    self.effects.say_state(about, text, *tone, Gravity::Ailing);
                }
            }
            AnimationStep::Arrive { unit, at } => {
                if let Some(figure) = self.units.get_mut(unit) {
                    (figure.gone, figure.at) = (false, *at);
                }
            }
            AnimationStep::Leave { unit } => {
                if let Some(figure) = self.units.get_mut(unit) {
                    figure.gone = true;
                }
            }
            AnimationStep::SwingDoor { barrier, .. } => {
                self.doors.remove(barrier);
                self.pieces_version += 1;
            }
            _ => {}
        }
    }

    /// Says the result of an attack that did not simply hit.
    fn say_result(&mut self, about: WordSubject, contact: HitResult) {
        let (Some(about), word) = (about, result_word(contact)) else { return };
        match contact {
            HitResult::Hit => return,
            HitResult::Miss => self.effects.say_miss(about, word),
            HitResult::Blocked | HitResult::Graze => {
                self.effects.say(about, word, FloatingTone::Quiet, TextSize::Small);
            }
        }
        self.marks_version += 1;
    }

    /// Shows a unit or machine that has gone out of action, and says how.
    fn end_fall(&mut self, unit: UnitId, (down, machine): (DownState, bool), stage: &StepStage) {
        let Some(figure) = self.units.get_mut(&unit) else { return };
        figure.down = Some(down);
        let at = figure.at;
        let (victim, word) = (TextSubject::unit(unit, at), down_word(down, machine));
        self.effects.say_state(victim, word, FloatingTone::Body, Gravity::Fate);
        if matches!(down, DownState::Unconscious | DownState::Dead) {
            self.effects.extend(landing_effects(at, Vec2::DOWN, stage.limits));
        }
    }

    /// Shows a unit that lies or stands now, and says so if it was knocked down.
    fn end_posture_change(
        &mut self,
        unit: UnitId,
        (prone, knocked): (bool, Option<&str>),
        stage: &StepStage,
    ) {
        let Some(figure) = self.units.get_mut(&unit) else { return };
        figure.prone = prone;
        let at = figure.at;
        if let Some(word) = knocked {
            let victim = TextSubject::unit(unit, at);
            let word = word.to_uppercase();
            self.effects.say_state(victim, &word, FloatingTone::Forced, Gravity::Knocked);
            self.effects.extend(landing_effects(at, Vec2::DOWN, stage.limits));
        }
    }
}

/// Returns the word for a unit out of action.
fn down_word(down: DownState, machine: bool) -> &'static str {
    match (down, machine) {
        (DownState::Unconscious, false) => "UNCONSCIOUS",
        (DownState::Dead, false) => "DEAD",
        (DownState::Unconscious, true) => "WRECKED",
        (DownState::Dead, true) => "DESTROYED",
        (DownState::Surrendered, _) => "SURRENDERS",
        (DownState::Fled, _) => "FLEES",
    }
}
