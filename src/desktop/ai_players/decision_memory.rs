//! The AI decisions that can be explained: those of the last turn of each unit.

use super::{AiController, DecisionRecord};
use battle::Order;
use model::UnitId;

impl AiController {
    /// Whether any decision can be explained.
    pub(super) fn has_decisions(&self) -> bool {
        !self.decisions.is_empty()
    }

    /// Takes out the decisions of the battle on the screen, or of the one that is replayed.
    pub(crate) fn take_decisions(&mut self) -> Vec<DecisionRecord> {
        let aside = std::mem::take(&mut self.decisions_aside);
        let decisions = std::mem::take(&mut self.decisions);
        if aside.is_empty() { decisions } else { aside }
    }

    /// Keeps the decisions of a finished battle while it is replayed. Nothing shows them until they are restored.
    pub(crate) fn set_decisions_aside(&mut self, decisions: Vec<DecisionRecord>) {
        self.decisions_aside = decisions;
    }

    /// Restores the decisions of a battle that is shown again.
    pub(crate) fn restore_decisions(&mut self, decisions: Vec<DecisionRecord>) {
        self.decisions = decisions;
    }

    /// Opens the reasons of the last decision of a unit, or of the last decision of all if that unit has none. Closes them
    /// if they are shown already, or were opened for the same unit. Advice makes room for them.
    pub(super) fn toggle_reasons(&mut self, unit: Option<UnitId>) {
        let has_decided = |unit: &UnitId| self.decisions.iter().any(|record| record.unit == Some(*unit));
        let wanted = unit.filter(has_decided);
        let is_shown = self.advice.take().is_none() && self.explaining;
        let shown = self.last_decision().and_then(|record| record.unit);
        let is_known = |unit: UnitId| [shown, self.asked_unit].contains(&Some(unit));
        self.explaining = !is_shown || wanted.is_some_and(|unit| !is_known(unit));
        self.asked_unit = wanted;
        // What the last unit decides is followed.
        let last = self.decisions.last().and_then(|record| record.unit);
        self.explained_unit = wanted.filter(|unit| self.explaining && Some(*unit) != last);
    }

    /// Returns the last decision of the unit that is asked about, else the last of all.
    pub(super) fn last_decision(&self) -> Option<&DecisionRecord> {
        let of_unit = |record: &&DecisionRecord| record.unit == self.explained_unit;
        let asked = self.explained_unit.and_then(|_| self.decisions.iter().rev().find(of_unit));
        asked.or(self.decisions.last())
    }

    /// Whether a decision is to be kept: an order of a unit, also one that was not chosen among plans; the end of a turn in
    /// which the unit has decided nothing else; an answer or a placement only with plans.
    pub(super) fn is_worth_keeping(&self, record: &DecisionRecord) -> bool {
        let plans = record.decision.candidates.len();
        match record.decision.order {
            Order::EndPhase { .. } => {
                plans > 1
                    || !self.decisions.iter().any(|other| {
                        (other.side, other.unit, other.turn) == (record.side, record.unit, record.turn)
                            && other.at.records < record.at.records
                    })
            }
            Order::Decide { .. } | Order::Deploy { .. } | Order::Begin { .. } | Order::Surrender { .. } => {
                plans > 0
            }
            _ => true,
        }
    }

    /// Keeps a decision to explain it, with those before it that were not undone: of its unit those of the same turn.
    pub(super) fn keep_decision(&mut self, record: DecisionRecord) {
        let is_kept = |other: &DecisionRecord| {
            let is_old_turn = other.unit == record.unit && other.turn != record.turn;
            !is_old_turn && other.at.records < record.at.records
        };
        self.decisions.retain(is_kept);
        self.decisions.push(record);
    }

    /// Returns the decisions of a turn before one of them, the oldest first.
    pub(super) fn decisions_before<'a>(
        &'a self,
        record: &'a DecisionRecord,
    ) -> impl Iterator<Item = &'a DecisionRecord> {
        self.decisions.iter().filter(move |other| {
            (other.side, other.unit, other.turn) == (record.side, record.unit, record.turn)
                && other.at.records < record.at.records
        })
    }
}
