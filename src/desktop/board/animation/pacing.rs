//! How fast the board shows what AI units do that touches no unit of a person: all of it together takes a few seconds between two
//! decisions of persons.

use std::collections::BTreeSet;

use super::BoardAnimation;
use super::step::{AnimationStep, shown_place};
use crate::ai_players::AiController;
use crate::grave_events::struck_units;
use crate::settings::Settings;
use crate::turn_status::TurnStatus;
use ::sound::SoundEffect;
use battle::{BattleEvent, BattleView, OrderRecord};
use model::{Side, UnitId};

/// Most units that walk at once.
const MOST_TOGETHER: usize = 4;
/// Number of waiting walks from which on the AI waits for the board.
const MOST_WAITING: usize = 8;
/// Least seconds in which a walk is shown.
const LEAST_SECONDS: f32 = 0.1;

/// Which records are plain, and how the board shows them. A record is plain if nothing in it touches a unit of a person.
#[derive(Debug, Default)]
pub(super) struct PlainPace {
    /// Numbers of the plain records.
    records: BTreeSet<usize>,
    /// Numbers of the records that injured units of persons critically or took them out of action.
    grave: BTreeSet<usize>,
    /// Seconds for which plain records were shown since a person had to act.
    pub(super) spent: f32,
    /// Known units of AI players that act before the next unit of a person.
    pub(super) to_come: usize,
    /// Steps at the front of the queue that are shown at once.
    pub(super) together: usize,
    /// How many times as fast as usual they are shown, once that is decided.
    factor: Option<f32>,
    /// Seconds for which the AI waits behind the last plain record on a board without animations.
    pause: f32,
}

impl PlainPace {
    /// Notes whether a record is plain.
    pub(super) fn note(&mut self, record: usize, is_plain: bool) {
        if is_plain {
            self.records.insert(record);
        } else {
            self.records.remove(&record);
        }
    }

    /// Notes whether a record is grave.
    fn note_grave(&mut self, record: usize, is_grave: bool) {
        if is_grave {
            self.grave.insert(record);
        } else {
            self.grave.remove(&record);
        }
    }

    /// Returns how many times as fast as usual the front of the queue is shown.
    pub(super) fn factor(&self) -> f32 {
        self.factor.unwrap_or(1.0)
    }

    /// Forgets how fast the front of the queue is shown: another step follows.
    pub(super) fn end_step(&mut self) {
        self.factor = None;
    }

    /// Plans the pause behind the last plain record where the board is not animated: behind a walk the share of one unit of what is left
    /// of `budget`, and no more than `usual`, both in seconds.
    fn plan_pause(&mut self, is_walk: bool, (budget, usual): (f32, f32)) {
        let share = (budget - self.spent).max(0.0) / (self.to_come + 1) as f32;
        self.pause = if is_walk { share.max(LEAST_SECONDS).min(usual) } else { 0.0 };
        self.spent += self.pause;
    }
}

/// Returns how many times as fast as usual a step is shown. `usual` is its usual length and `left` what is left for all plain
/// records, in seconds; it shows `shown` of the `waiting` units, each of which has the same share.
fn plain_factor(usual: f32, left: f32, (shown, waiting): (usize, usize)) -> f32 {
    let share = left.max(0.0) * shown as f32 / waiting.max(shown).max(1) as f32;
    (usual / share.max(LEAST_SECONDS)).max(1.0)
}

/// Whether nothing that the viewer is told of a record touches a unit of a person. Without persons no record is plain: the battle
/// is watched.
fn is_plain_record(view: &BattleView, record: &OrderRecord, persons: &[Side]) -> bool {
    let is_ai = |unit: UnitId| view.unit_ignoring_fog(unit).is_some_and(|unit| !persons.contains(unit.side));
    let mut told = record.events.iter().filter(|event| view.is_told(event));
    !persons.is_empty() && told.all(|event| is_plain_event(&event.event, is_ai))
}

/// Whether an event touches no unit of a person. What is not listed here does: attacks, harm, explosions, sightings, objectives.
fn is_plain_event(event: &BattleEvent, is_ai: impl Fn(UnitId) -> bool) -> bool {
    match event {
        BattleEvent::DiceGiven { .. }
        | BattleEvent::SideReady { .. }
        | BattleEvent::RoundBegan { .. }
        | BattleEvent::InitiativeRolled { .. }
        | BattleEvent::CoinsTossed { .. }
        | BattleEvent::PassBegan { .. }
        | BattleEvent::PointsRestored { .. }
        | BattleEvent::PhaseBegan { .. }
        | BattleEvent::PhaseEnded { .. }
        | BattleEvent::TurnOrderChanged { .. }
        | BattleEvent::AutoResponseSet { .. }
        | BattleEvent::PassEnded { .. }
        | BattleEvent::RoundEnded { .. }
        | BattleEvent::DoorMoved { .. }
        | BattleEvent::GroundCleared { .. }
        | BattleEvent::LostSight { .. }
        | BattleEvent::RuleNote { .. } => true,
        BattleEvent::Deployed { unit, .. }
        | BattleEvent::Delayed { unit }
        | BattleEvent::HeldPhaseLost { unit, .. }
        | BattleEvent::SteppedIn { unit, .. }
        | BattleEvent::PhaseLost { unit, .. }
        | BattleEvent::Paid { unit, .. }
        | BattleEvent::TurnBudgetChanged { unit, .. }
        | BattleEvent::KarmaPlanned { unit, .. }
        | BattleEvent::RunAnnounced { unit }
        | BattleEvent::Stepped { unit, .. }
        | BattleEvent::Displaced { unit, .. }
        | BattleEvent::Walked { unit, .. }
        | BattleEvent::Ran { unit, .. }
        | BattleEvent::Stopped { unit, .. }
        | BattleEvent::CoverTaken { unit }
        | BattleEvent::CoverLeft { unit }
        | BattleEvent::StatusSet { unit, .. }
        | BattleEvent::StatusEnded { unit, .. }
        | BattleEvent::PhaseRestricted { unit, .. }
        | BattleEvent::ForcedActionDone { unit }
        | BattleEvent::ExtendedActionAdvanced { unit, .. }
        | BattleEvent::ExtendedActionCancelled { unit, .. }
        | BattleEvent::Readied { unit, .. }
        | BattleEvent::Reloaded { unit, .. } => is_ai(*unit),
        BattleEvent::SpecialActionDone { unit, target, .. } => is_ai(*unit) && target.is_none_or(is_ai),
        _ => false,
    }
}

/// Whether the viewer is told that a unit moves in a record.
fn has_walk(view: &BattleView, record: &OrderRecord) -> bool {
    let moves =
        |event: &BattleEvent| matches!(event, BattleEvent::Stepped { .. } | BattleEvent::Displaced { .. });
    record.events.iter().any(|event| view.is_told(event) && moves(&event.event))
}

/// Counts the units of AI players that the viewer knows and that act before the next unit of a person in this pass.
fn count_units_to_come(view: &BattleView, persons: &[Side]) -> usize {
    let next_person = waiting_scores(view, |side| persons.contains(&side)).into_iter().max();
    let ai_scores = waiting_scores(view, |side| !persons.contains(&side));
    ai_scores.iter().filter(|score| next_person.is_none_or(|next| **score >= next)).count()
}

/// Returns the initiative scores of the units whose turn is to come in this pass, of certain sides.
fn waiting_scores(view: &BattleView, is_counted: impl Fn(Side) -> bool) -> Vec<i32> {
    let counted = view.units().filter(|unit| is_counted(*unit.side));
    let waiting = counted.filter(|unit| TurnStatus::of_unit(view, unit) == Some(TurnStatus::Waiting));
    waiting.map(|unit| unit.initiative.score()).collect()
}

/// Whether two walks can be shown at once: other units, no common square, and nobody who is dragged along.
fn are_independent(one: &AnimationStep, other: &AnimationStep) -> bool {
    match (one, other) {
        (
            AnimationStep::Walk { unit, way, tiles },
            AnimationStep::Walk { unit: other, way: other_way, tiles: other_tiles },
        ) => {
            let is_led = tiles.is_empty() || other_tiles.is_empty();
            unit != other && !is_led && !way.iter().any(|place| other_way.contains(place))
        }
        _ => false,
    }
}

impl BoardAnimation {
    /// Whether a record is plain: nothing in it touches a unit of a person.
    pub fn is_plain(&self, record: usize) -> bool {
        self.pace.records.contains(&record)
    }

    /// Whether a record injured a unit of a person critically or took it out of action.
    pub fn is_grave(&self, record: usize) -> bool {
        self.pace.grave.contains(&record)
    }

    /// Notes a grave record in a test that does not read the history.
    #[cfg(test)]
    pub fn note_grave_for_tests(&mut self, record: usize) {
        self.pace.note_grave(record, true);
    }

    /// Returns how long the AI waits behind the last plain record, in seconds: the board shows it at once without animations.
    pub fn plain_pause(&self) -> f32 {
        self.pace.pause
    }

    /// Notes a plain record in a test that does not read the history.
    #[cfg(test)]
    pub fn note_plain_for_tests(&mut self, record: usize) {
        self.pace.note(record, true);
    }

    /// Sets the pause behind a plain record in a test without a board.
    #[cfg(test)]
    pub fn set_plain_pause_for_tests(&mut self, seconds: f32) {
        self.pace.pause = seconds;
    }

    /// Notes which records are plain, of those after the first `read` ones, and of the last of these, which may have gone on. A record
    /// that was not plain stays so: a person was asked about it.
    pub(super) fn note_records(
        &mut self,
        view: &BattleView,
        (records, read): (&[OrderRecord], usize),
        (players, settings): (&AiController, &Settings),
    ) {
        let persons = players.person_sides(view.setup().bundle().skirmish.sides.len());
        let asks_person = view.open_prompt().is_some_and(|open| persons.contains(&open.side()));
        let budget = settings.ai_pace.plain_seconds().filter(|_| players.may_hurry());
        for (number, record) in records.iter().enumerate().skip(read.saturating_sub(1)) {
            let may_be_plain = budget.is_some() && (number >= read || self.is_plain(number));
            let is_asked_about = asks_person && number + 1 == records.len();
            let is_plain = may_be_plain && !is_asked_about && is_plain_record(view, record, &persons);
            self.pace.note(number, is_plain);
            self.pace.note_grave(number, !struck_units(view, record, &persons).is_empty());
        }
        self.pace.to_come = count_units_to_come(view, &persons);
        let is_still = settings.animation_seconds(1.0).is_none();
        let last = records.last().filter(|_| is_still && records.len() > read);
        let is_walk = last.is_some_and(|last| self.is_plain(records.len() - 1) && has_walk(view, last));
        let usual = settings.ai_pace.seconds() as f32;
        self.pace.plan_pause(is_walk, (budget.unwrap_or_default(), usual));
    }

    /// Whether only plain records are left to be shown, and few enough for the battle to go on meanwhile.
    pub fn may_fall_behind(&self) -> bool {
        let are_plain = self.steps.iter().all(|(moment, _)| self.is_plain(moment.record));
        are_plain && !self.is_replaying && self.count_waiting_walks() < MOST_WAITING
    }

    /// Whether the front of the queue belongs to a plain record that happens now.
    pub(super) fn shows_plain(&self) -> bool {
        !self.is_replaying && self.steps.front().is_some_and(|(moment, _)| self.is_plain(moment.record))
    }

    /// Whether the front of the queue is shown faster than usual.
    pub(super) fn is_hurried(&self) -> bool {
        self.pace.factor() > 1.0
    }

    /// Whether walks of plain records that happen now are still to be shown.
    pub(super) fn awaits_plain_walks(&self) -> bool {
        !self.is_replaying && self.count_waiting_walks() > 0
    }

    fn count_waiting_walks(&self) -> usize {
        let is_walk = |step: &AnimationStep| matches!(step, AnimationStep::Walk { .. });
        self.steps.iter().filter(|(moment, step)| is_walk(step) && self.is_plain(moment.record)).count()
    }

    /// Decides which steps at the front of the queue are shown at once, and how fast. `budget` is the length of all plain records
    /// between two decisions of persons, in seconds.
    pub(super) fn begin_group(&mut self, budget: f32) {
        self.pace.together = 1;
        self.pace.factor = None;
        if !self.shows_plain() {
            return;
        }
        self.pace.together = self.gather_walks();
        self.choose_factor(budget);
    }

    /// Decides how fast the steps are shown that are shown at once.
    pub(super) fn choose_factor(&mut self, budget: f32) {
        let shown = self.steps.iter().take(self.pace.together);
        let length = |step: &AnimationStep| step.duration(|unit| shown_place(&self.units, unit));
        let usual = shown.map(|(_, step)| length(step)).fold(0.0, f32::max);
        let waiting = self.count_waiting_walks() + self.pace.to_come;
        let left = budget - self.pace.spent;
        self.pace.factor = Some(plain_factor(usual, left, (self.pace.together, waiting)));
    }

    /// Brings the next walks that do not depend on each other to the front of the queue, without the sounds of the turns between
    /// them. Returns their number; 1 if the first step is none.
    fn gather_walks(&mut self) -> usize {
        let (mut joined, mut at) = (1, 1);
        while joined < MOST_TOGETHER {
            let Some((moment, step)) = self.steps.get(at) else { break };
            if !self.is_plain(moment.record) {
                break;
            }
            if matches!(step, AnimationStep::Hear(sound) if sound.effect == SoundEffect::TurnBegins) {
                at += 1;
                continue;
            }
            if !self.steps.iter().take(joined).all(|(_, walk)| are_independent(walk, step)) {
                break;
            }
            self.steps.drain(joined..at);
            joined += 1;
            at = joined;
        }
        joined
    }
}

#[cfg(test)]
#[path = "pacing_tests.rs"]
mod tests;
