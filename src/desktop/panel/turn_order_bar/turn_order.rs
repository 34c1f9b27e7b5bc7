//! The order of turns in the current pass and in later ones.

use crate::battle_revision::BattleRevision;
use crate::panel::widgets::PanelContext;
use crate::turn_status::TurnStatus;
use battle::UnitDataItem;
use dice::{DiceState, PlayedTable};
use model::UnitId;
use rules::turn_engine::{has_phase, score_after_pass, turn_order};

/// Number of later passes shown.
const PASSES_AHEAD: u32 = 4;

/// Why units have more than one turn in a round. `SS-ROUND-12`, `SS-ROUND-13`.
pub(super) const FURTHER_TURNS: &str = "A round has several passes: each lowers all scores by 10, and a unit whose score is \
                                        still above 0 has a further turn.";

#[derive(Debug)]
pub(super) struct TurnOrderChip {
    pub(super) id: UnitId,
    pub(super) name: String,
    pub(super) score: i32,
    pub(super) place: TurnStatus,
    /// The pass, counted from 1.
    pub(super) pass: u32,
}

impl TurnOrderChip {
    /// Describes the chip for screen readers: "Initiative 12, acts now".
    pub(super) fn spoken(&self, now: u32) -> String {
        match self.pass {
            pass if pass > now => format!("Initiative {}, acts again in pass {pass}", self.score),
            _ => format!("Initiative {}, {}", self.score, self.place.words()),
        }
    }

    /// Says what the chip means: "Vex acts now. Its initiative score is 2."
    pub(super) fn sentence(&self, now: u32) -> String {
        let Self { name, score, place, pass, .. } = self;
        match place {
            _ if *pass > now => {
                format!(
                    "{name} has a turn in pass {pass} as well, with an initiative score of {score} then. {FURTHER_TURNS}"
                )
            }
            TurnStatus::Acted => format!("{name} has acted in this pass. Its initiative score is {score}."),
            TurnStatus::Finished => {
                format!("{name} has no more turns in this round. Its initiative score is {score}.")
            }
            TurnStatus::Acting => format!("{name} acts now. Its initiative score is {score}."),
            TurnStatus::Delayed => {
                format!(
                    "{name} delays its turn, and may still act in this pass. Its initiative score is {score}."
                )
            }
            TurnStatus::Waiting => {
                format!(
                    "{name} is yet to act in this pass, with an initiative score of {score}; the highest acts first."
                )
            }
            TurnStatus::Unused => {
                format!("The battle ended before {name} acted in this pass. Its initiative score is {score}.")
            }
        }
    }
}

/// The chips of the current pass and of the later ones, computed when the battle changes.
#[derive(Debug, Default)]
pub(in crate::panel) struct TurnOrderCache {
    revision: BattleRevision,
    pub(super) passes: Vec<Vec<TurnOrderChip>>,
}

impl TurnOrderCache {
    pub(super) fn update(&mut self, context: &PanelContext) {
        if self.revision == context.revision {
            return;
        }
        self.revision = context.revision;
        let coming = (1..=PASSES_AHEAD).map(|ahead| upcoming_chips(context, ahead));
        let coming = coming.take_while(|chips| !chips.is_empty());
        self.passes = std::iter::once(current_pass_chips(context)).chain(coming).collect();
    }
}

/// Sorts units into turn order with this round's coin tosses; ties without a toss come in an arbitrary order.
fn sort_by_initiative<'v>(
    context: &PanelContext,
    units: impl Iterator<Item = UnitDataItem<'v, 'v>>,
) -> Vec<UnitDataItem<'v, 'v>> {
    let units: Vec<_> = units.collect();
    let entries: Vec<_> = units.iter().map(|unit| context.view.turn_order_entry(unit)).collect();
    let mut coins = PlayedTable::new(DiceState::default(), Vec::new(), false);
    let mode = context.view.rules().engine.tie_mode;
    let order = turn_order::resolve_turn_order(&mut coins, &entries, context.view.round().coins(), mode)
        .expect("invariant: ties raise no prompt and dice are not scripted");
    let place = |unit: &UnitDataItem| order.ranks.iter().flatten().position(|id| id == unit.id);
    let mut units = units;
    units.sort_by_key(place);
    units
}

fn current_pass_chips(context: &PanelContext) -> Vec<TurnOrderChip> {
    let round = context.view.round();
    if round.is_deploying() {
        return Vec::new();
    }
    let units = context.view.units().filter(|unit| unit.is_fighting() && unit.initiative.score() > 0);
    sort_by_initiative(context, units)
        .into_iter()
        .map(|unit| TurnOrderChip {
            id: *unit.id,
            name: unit.identity.name().to_owned(),
            score: unit.initiative.score(),
            pass: round.pass(),
            place: TurnStatus::in_turn_order(context.view, &unit),
        })
        .collect()
}

/// Returns a unit's score `ahead` passes after this one; what it is owed replaces its score in the next pass. `SS-FFYL-07`.
fn score_in_later_pass(score: i32, owed: Option<i32>, ahead: u32) -> i32 {
    let next = owed.unwrap_or_else(|| score_after_pass(score));
    (1..ahead).fold(next, |score, _| score_after_pass(score))
}

fn upcoming_chips(context: &PanelContext, ahead: u32) -> Vec<TurnOrderChip> {
    let round = context.view.round();
    if round.is_deploying() || round.outcome().is_some() {
        return Vec::new();
    }
    let later = |unit: &UnitDataItem| {
        score_in_later_pass(unit.initiative.score(), unit.status.owed_phase_score(), ahead)
    };
    let units = context.view.units().filter(|unit| unit.is_fighting() && !unit.initiative.is_out());
    sort_by_initiative(context, units.filter(|unit| has_phase(later(unit))))
        .into_iter()
        .map(|unit| TurnOrderChip {
            id: *unit.id,
            name: unit.identity.name().to_owned(),
            score: later(&unit),
            pass: context.view.round().pass() + ahead,
            place: TurnStatus::Waiting,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ss_ffyl_07_a_phase_that_is_owed_is_in_the_next_pass() {
        assert_eq!(score_in_later_pass(6, None, 1), -4);
        assert_eq!([1, 2].map(|ahead| score_in_later_pass(6, Some(1), ahead)), [1, -9]);
        assert_eq!([1, 2].map(|ahead| score_in_later_pass(21, None, ahead)), [11, 1]);
    }

    #[test]
    fn a_chip_says_whether_the_unit_has_a_turn_left_in_its_pass() {
        let chip =
            |place, pass| TurnOrderChip { id: UnitId(1), name: "Vex".to_owned(), score: 12, place, pass };
        let spoken = |place, pass| chip(place, pass).spoken(1);
        assert_eq!(spoken(TurnStatus::Acted, 1), "Initiative 12, has had its turn in this pass");
        assert_eq!(spoken(TurnStatus::Waiting, 1), "Initiative 12, has its turn later in this pass");
        assert_eq!(spoken(TurnStatus::Waiting, 2), "Initiative 12, acts again in pass 2");
        let further = chip(TurnStatus::Waiting, 2).sentence(1);
        assert!(further.contains("pass 2 as well") && further.ends_with(FURTHER_TURNS), "{further}");
        let done = [TurnStatus::Acted, TurnStatus::Finished];
        let open = [TurnStatus::Acting, TurnStatus::Delayed, TurnStatus::Waiting, TurnStatus::Unused];
        assert!(done.iter().all(|place| place.is_done()) && !open.iter().any(|place| place.is_done()));
    }
}
