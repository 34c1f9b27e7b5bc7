//! Follows an initiative pass through its events: which units have had their turn, and which lost it before it came.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::log_text::LogWriter;
use battle::{BattleEvent, EventRecord, OrderRecord};
use model::UnitId;
use rules::turn_engine::{has_phase, score_after_pass};

/// Initiative scores and turns of units in the present pass, as the events of a battle tell them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassCourse {
    scores: BTreeMap<UnitId, i32>,
    /// Units that have begun or put off their own turn of the pass, or lost it at its start.
    begun: BTreeSet<UnitId>,
    /// Units whose initiative fell to 0 or less before their turn.
    lost: BTreeSet<UnitId>,
    /// Units of the pass that have gone out of action, or left the map.
    gone: BTreeSet<UnitId>,
    /// Units in the order in which their turns of the pass came.
    turns: Vec<UnitId>,
    /// Scores with which units began the pass and that have changed before their turns.
    changed: BTreeMap<UnitId, i32>,
}

impl PassCourse {
    /// The course of the last pass of these orders. Scores from before the orders are not known.
    pub fn of_orders(orders: &[OrderRecord]) -> Self {
        let begins_round = |record: &EventRecord| matches!(record.event, BattleEvent::RoundBegan { .. });
        let first = orders.iter().rposition(|order| order.events.iter().any(begins_round)).unwrap_or(0);
        let mut course = Self::default();
        for record in orders[first..].iter().flat_map(|order| &order.events) {
            course.take(&record.event);
        }
        course
    }

    /// Whether a unit has lost its turn of the pass because its initiative fell. `SS-INIT-13`.
    pub fn has_lost_turn(&self, unit: UnitId) -> bool {
        self.lost.contains(&unit)
    }

    /// Whether a unit was in the turn order of the pass until it went out of action, or left the map.
    pub fn has_left(&self, unit: UnitId) -> bool {
        self.gone.contains(&unit)
    }

    /// Returns the units whose turns of the pass have come, in that order. One that went out of action before its turn is
    /// among them once a unit with a lower score acts.
    pub fn turns(&self) -> &[UnitId] {
        &self.turns
    }

    /// Returns the score with which a unit began the pass, if it changed before the turn of the unit.
    pub fn score_before_changes(&self, unit: UnitId) -> Option<i32> {
        self.changed.get(&unit).copied()
    }

    /// Takes the next event. Returns the score of a unit that loses its turn of the pass by it. `SS-INIT-13`.
    pub fn take(&mut self, event: &BattleEvent) -> Option<i32> {
        match event {
            BattleEvent::RoundBegan { .. } => *self = Self::default(),
            BattleEvent::PassBegan { pass, .. } => self.begin_pass(*pass),
            BattleEvent::PassEnded { .. } => {
                self.scores.values_mut().for_each(|score| *score = score_after_pass(*score));
            }
            BattleEvent::InitiativeRolled { unit, score, .. } => _ = self.scores.insert(*unit, *score),
            BattleEvent::ScoreSet { unit, score } => {
                self.note_change(*unit);
                self.scores.insert(*unit, *score);
                self.lost.remove(unit);
            }
            BattleEvent::InitiativeChanged { unit, by, .. }
            | BattleEvent::InitiativeDiceChanged { unit, by, .. } => return self.change_score(*unit, *by),
            BattleEvent::PhaseBegan { unit } | BattleEvent::PhaseLost { unit, .. } => self.begin_turn(*unit),
            BattleEvent::Delayed { unit } => _ = self.begun.insert(*unit),
            BattleEvent::SteppedIn { unit, early: true } => _ = self.begun.remove(unit),
            BattleEvent::WentDown { unit, .. } | BattleEvent::Escaped { unit } => self.leave(*unit),
            BattleEvent::Recovered { unit } => _ = self.gone.remove(unit),
            _ => {}
        }
        None
    }

    fn begin_pass(&mut self, pass: u32) {
        self.turns.clear();
        self.changed.clear();
        // What is lost as a round begins is lost in its first pass.
        if pass > 1 {
            self.begun.clear();
            self.lost.clear();
            self.gone.clear();
        }
    }

    /// Puts a unit at the end of the turns that have come, after those who are out of action and would have acted before it.
    fn begin_turn(&mut self, unit: UnitId) {
        self.begun.insert(unit);
        let Some(own) = self.scores.get(&unit).copied() else { return self.add_turn(unit) };
        let score = |id: &UnitId| self.scores.get(id).copied().filter(|score| *score > own);
        let mut missed: Vec<(i32, UnitId)> =
            self.gone.iter().filter_map(|id| Some((score(id)?, *id))).collect();
        missed.retain(|(_, id)| !self.turns.contains(id));
        missed.sort_by_key(|(score, _)| Reverse(*score));
        self.turns.extend(missed.into_iter().map(|(_, id)| id));
        self.add_turn(unit);
    }

    /// Puts a unit at the end of the turns; one that has put its turn off has it now.
    fn add_turn(&mut self, unit: UnitId) {
        self.turns.retain(|known| *known != unit);
        self.turns.push(unit);
    }

    /// Keeps the score with which a unit began the pass, which is about to change before its turn.
    fn note_change(&mut self, unit: UnitId) {
        if let Some(score) = self.scores.get(&unit).filter(|_| !self.begun.contains(&unit)) {
            self.changed.entry(unit).or_insert(*score);
        }
    }

    /// Changes a score. Returns the new one if it takes a turn that was to come.
    fn change_score(&mut self, unit: UnitId, by: i32) -> Option<i32> {
        self.note_change(unit);
        let score = self.scores.get_mut(&unit)?;
        let before = *score;
        *score += by;
        let after = *score;
        let loses = has_phase(before) && !has_phase(after) && !self.begun.contains(&unit);
        if loses {
            self.lost.insert(unit);
        }
        loses.then_some(after)
    }

    fn leave(&mut self, unit: UnitId) {
        let had_turn = self.scores.get(&unit).is_some_and(|score| has_phase(*score));
        if had_turn || self.lost.contains(&unit) {
            self.gone.insert(unit);
        }
    }
}

impl LogWriter<'_, '_, '_> {
    /// The score to which an event after these lowers the initiative of a unit that loses its turn of the pass by it; `None` for
    /// other events.
    pub(crate) fn score_without_turn(&self, earlier: &[&EventRecord], event: &BattleEvent) -> Option<i32> {
        if !lowers_initiative(event) {
            return None;
        }
        let mut course = PassCourse::of_orders(self.before);
        for record in earlier {
            course.take(&record.event);
        }
        course.take(event)
    }
}

fn lowers_initiative(event: &BattleEvent) -> bool {
    match event {
        BattleEvent::InitiativeChanged { by, .. } | BattleEvent::InitiativeDiceChanged { by, .. } => *by < 0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::DownState;

    const VEX: UnitId = UnitId(1);

    fn rolled(score: i32) -> BattleEvent {
        BattleEvent::InitiativeRolled { unit: VEX, score, attribute: 8, dice: 1 }
    }

    fn changed(by: i32) -> BattleEvent {
        BattleEvent::InitiativeChanged { unit: VEX, by, attribute: 8 }
    }

    fn began(pass: u32) -> BattleEvent {
        BattleEvent::PassBegan { round: 1, pass }
    }

    /// The course of these events, and what the last one takes.
    fn course_of(events: &[BattleEvent]) -> (PassCourse, Option<i32>) {
        let mut course = PassCourse::default();
        let taken = events.iter().fold(None, |_, event| course.take(event));
        (course, taken)
    }

    #[test]
    fn ss_init_13_a_score_of_nought_takes_the_turn_to_come() {
        let (course, taken) = course_of(&[rolled(4), began(1), changed(-4)]);
        assert_eq!(taken, Some(0));
        assert!(course.has_lost_turn(VEX) && !course.has_lost_turn(UnitId(2)));
        let (course, taken) = course_of(&[rolled(4), began(1), changed(-3)]);
        assert!(taken.is_none() && !course.has_lost_turn(VEX), "a score of 1 still acts");
    }

    #[test]
    fn a_turn_that_has_begun_is_not_lost() {
        let (course, taken) =
            course_of(&[rolled(4), began(1), BattleEvent::PhaseBegan { unit: VEX }, changed(-9)]);
        assert!(taken.is_none() && !course.has_lost_turn(VEX));
    }

    #[test]
    fn a_turn_is_lost_until_the_pass_ends() {
        let lost = [rolled(12), began(1), BattleEvent::PassEnded { pass: 1 }, began(2), changed(-2)];
        let (mut course, taken) = course_of(&lost);
        assert_eq!(taken, Some(0), "12 is 2 in the second pass");
        course.take(&BattleEvent::PassEnded { pass: 2 });
        course.take(&began(3));
        assert!(!course.has_lost_turn(VEX));
    }

    #[test]
    fn ss_init_14_what_surprise_takes_as_the_round_begins_is_lost_in_the_first_pass() {
        let (course, taken) = course_of(&[rolled(9), changed(-10), began(1)]);
        assert!(taken.is_none() && course.has_lost_turn(VEX));
    }

    #[test]
    fn ss_ffyl_05_a_score_that_is_set_brings_the_turn_back() {
        let set = BattleEvent::ScoreSet { unit: VEX, score: 1 };
        assert!(!course_of(&[rolled(4), began(1), changed(-4), set]).0.has_lost_turn(VEX));
    }

    #[test]
    fn turns_that_have_come_keep_their_order_when_scores_change() {
        let [moss, kade, bran] = [2, 3, 4].map(UnitId);
        let roll = |unit, score| BattleEvent::InitiativeRolled { unit, score, attribute: 8, dice: 1 };
        let change = |unit, by| BattleEvent::InitiativeChanged { unit, by, attribute: 8 };
        let turn = |unit| BattleEvent::PhaseBegan { unit };
        let rolls = [rolled(18), roll(moss, 15), roll(kade, 12), roll(bran, 9), began(1)];
        let mut course = course_of(&rolls).0;
        for event in [turn(VEX), turn(moss), change(VEX, -10), change(kade, -6), change(kade, -1)] {
            course.take(&event);
        }
        assert_eq!(course.turns(), [VEX, moss], "a wound after a turn does not move it");
        assert_eq!(course.score_before_changes(VEX), None);
        assert_eq!(course.score_before_changes(kade), Some(12));
        course.take(&BattleEvent::WentDown { unit: kade, by: None, down: DownState::Dead });
        assert_eq!(course.turns(), [VEX, moss], "its place was behind one that is still to act");
        course.take(&turn(bran));
        assert_eq!(course.turns(), [VEX, moss, bran], "5 is behind 9");
        course.take(&BattleEvent::PassEnded { pass: 1 });
        course.take(&began(2));
        assert!(course.turns().is_empty() && course.score_before_changes(kade).is_none());
    }

    #[test]
    fn who_goes_down_before_its_turn_keeps_its_place_among_those_who_act() {
        let moss = UnitId(2);
        let roll = BattleEvent::InitiativeRolled { unit: moss, score: 4, attribute: 8, dice: 1 };
        let down = BattleEvent::WentDown { unit: VEX, by: None, down: DownState::Dead };
        let course = course_of(&[rolled(12), roll, began(1), down, BattleEvent::PhaseBegan { unit: moss }]).0;
        assert_eq!(course.turns(), [VEX, moss]);
    }

    #[test]
    fn who_puts_its_turn_off_has_it_when_it_acts() {
        let moss = UnitId(2);
        let turn = |unit| BattleEvent::PhaseBegan { unit };
        let course =
            course_of(&[began(1), turn(VEX), BattleEvent::Delayed { unit: VEX }, turn(moss), turn(VEX)]);
        assert_eq!(course.0.turns(), [moss, VEX]);
    }

    #[test]
    fn a_unit_leaves_the_turn_order_of_the_pass_in_which_it_falls() {
        let down = || BattleEvent::WentDown { unit: VEX, by: None, down: DownState::Dead };
        assert!(course_of(&[rolled(4), began(1), down()]).0.has_left(VEX));
        assert!(course_of(&[rolled(4), began(1), changed(-6), down()]).0.has_left(VEX), "by the same wound");
        assert!(!course_of(&[rolled(4), began(1), down(), began(2)]).0.has_left(VEX));
        let back = BattleEvent::Recovered { unit: VEX };
        assert!(!course_of(&[rolled(4), began(1), down(), back]).0.has_left(VEX));
    }
}
