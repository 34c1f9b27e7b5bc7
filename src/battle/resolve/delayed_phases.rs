//! Delayed phases in play: holders are asked, lined up, and step in. Chapter DELAY.

use crate::model::components::UnitId;
use crate::model::event::BattleEvent;
use crate::model::resources::{Outbox, PassStage, ResolutionStep};
use crate::view::battle_view::{BattleView, UnitDataItem};
use dice::{RuleResult, Table};
use rules::turn_engine::delay;
use rules::turn_engine::delay::{HeldPhaseLoss, PhaseHolder, PhaseLineup};
use rules::turn_engine::turn_order::{CoinTosses, InitiativeEntry};
use rules::turn_engine::{has_phase, score_after_pass};

/// What a unit with a held phase is at this moment.
fn holder_of_phase(view: &BattleView, unit: &UnitDataItem) -> Option<PhaseHolder> {
    let pass = unit.held_phase.pass().filter(|_| unit.is_fighting())?;
    let score = if unit.initiative.is_out() { 0 } else { unit.initiative.score() };
    let earlier = pass < view.round().passes();
    Some(PhaseHolder {
        score,
        points: unit.points.left(),
        from_earlier_pass: earlier,
        own_phase: false,
        round_over: false,
    })
}

/// Held phases that are gone by now, with the reasons. `SS-DELAY-20`, `SS-DELAY-21`.
pub(crate) fn expire_held_phases(view: &BattleView, out: &mut Outbox) {
    for unit in view.units() {
        if let Some(why) = holder_of_phase(view, &unit).and_then(delay::held_phase_loss) {
            out.push_event(BattleEvent::HeldPhaseLost { unit: *unit.id, why });
        }
    }
}

/// The pass is over: what the reduction takes. `SS-DELAY-12`, `SS-DELAY-19`, `SS-DELAY-20`.
pub(crate) fn expire_at_pass_end(view: &BattleView, goes_on: bool, out: &mut Outbox) {
    for unit in view.units() {
        let Some(holder) = holder_of_phase(view, &unit) else { continue };
        let after = PhaseHolder { score: score_after_pass(holder.score), round_over: !goes_on, ..holder };
        if let Some(why) = delay::held_phase_loss(after) {
            out.push_event(BattleEvent::HeldPhaseLost { unit: *unit.id, why });
        }
    }
}

/// The own phase of a unit comes: what it held from an earlier pass is gone. `SS-DELAY-18`.
pub(crate) fn begin_own_phase(unit: &UnitDataItem, out: &mut Outbox) {
    if unit.held_phase.is_held() {
        out.push_event(BattleEvent::HeldPhaseLost { unit: *unit.id, why: HeldPhaseLoss::OwnPhase });
    }
}

/// Everybody who still holds a phase and could take it now.
fn eligible_holders(view: &BattleView, wanted: impl Fn(&PhaseHolder) -> bool) -> Vec<InitiativeEntry> {
    view.units()
        .filter(|unit| {
            holder_of_phase(view, unit)
                .is_some_and(|holder| delay::held_phase_loss(holder).is_none() && wanted(&holder))
        })
        .map(|unit| view.turn_order_entry(&unit))
        .collect()
}

/// Whom the order of phases asks before it goes on; `None` where nobody holds anything.
pub(crate) enum StepInPrompt {
    /// Whoever holds from the last pass, before all others. `SS-DELAY-16`.
    OpenPass(Vec<InitiativeEntry>),
    /// Whoever holds, about the phase of this unit. `SS-DELAY-05`.
    StepIn(InitiativeEntry, Vec<InitiativeEntry>),
    /// Whoever holds, after the last phase. `SS-DELAY-13`.
    ClosePass(Vec<InitiativeEntry>),
}

impl StepInPrompt {
    /// What is to be asked before `next` has its phase, or before the pass ends.
    pub fn for_next_phase(view: &BattleView, next: Option<InitiativeEntry>) -> Option<Self> {
        let some = |entries: Vec<InitiativeEntry>| Some(entries).filter(|entries| !entries.is_empty());
        let stage = view.round().stage();
        if stage == PassStage::Opening
            && let Some(first) = some(eligible_holders(view, |holder| holder.from_earlier_pass))
        {
            return Some(Self::OpenPass(first));
        }
        match next {
            Some(next) => {
                let others = eligible_holders(view, |_| true).into_iter().filter(|entry| entry.id != next.id);
                some(others.collect()).map(|others| Self::StepIn(next, others))
            }
            None if stage == PassStage::Closing => None,
            None => some(eligible_holders(view, |holder| !holder.from_earlier_pass)).map(Self::ClosePass),
        }
    }

    /// Asks, and gives the phases that come next with what the round has come to.
    pub fn ask(
        self,
        view: &BattleView,
        table: &mut impl Table,
        coins: &mut CoinTosses,
    ) -> RuleResult<(PhaseLineup, PassStage)> {
        match self {
            Self::OpenPass(holders) => {
                Ok((delay::ask_to_open_pass(table, &holders, coins)?, PassStage::Course))
            }
            Self::ClosePass(holders) => {
                Ok((delay::ask_to_act_last(table, &holders, coins)?, PassStage::Closing))
            }
            Self::StepIn(next, holders) => {
                let unit = view.unit(UnitId(next.id));
                let name = unit.map(|unit| unit.identity.shared_name()).unwrap_or_else(|| "nobody".into());
                Ok((delay::ask_to_step_in(table, (next, &name), &holders, coins)?, view.round().stage()))
            }
        }
    }
}

/// A line of phases that was agreed upon.
pub(crate) fn push_lineup(lineup: PhaseLineup, stage: PassStage, out: &mut Outbox) {
    let ids = |units: Vec<u32>| units.into_iter().map(UnitId).collect::<Vec<_>>();
    out.push_event(BattleEvent::TurnOrderChanged {
        units: ids(lineup.units),
        together: ids(lineup.together),
        stage,
    });
    out.next_steps.push(ResolutionStep::NextPhase);
}

/// The first of the line who can still act, and the line without it; `next` is who would be next without any.
///
/// A unit whose own phase it is keeps its place only while it is still the next one. `SS-INIT-23`.
pub(crate) fn next_in_lineup(
    view: &BattleView,
    next: Option<InitiativeEntry>,
) -> (Option<UnitId>, Vec<UnitId>) {
    let mut line = view.round().lineup().iter().copied();
    while let Some(unit) = line.next() {
        let Some(data) = view.unit(unit).filter(|data| data.is_fighting()) else { continue };
        let steps_in =
            holder_of_phase(view, &data).is_some_and(|holder| delay::held_phase_loss(holder).is_none());
        if steps_in || next.is_some_and(|next| next.id == unit.0) {
            return (Some(unit), line.collect());
        }
        if next.is_some() && view.awaits_phase(&data) {
            return (None, Vec::new()); // somebody else's phase comes first now: everybody is asked again
        }
    }
    (None, Vec::new())
}

/// Whether a further pass of the round follows.
pub(crate) fn has_another_pass(view: &BattleView) -> bool {
    view.units().filter(|unit| unit.is_fighting()).any(|unit| {
        let scores = !unit.initiative.is_out() && has_phase(score_after_pass(unit.initiative.score()));
        scores || unit.status.owed_phase_score().is_some()
    })
}
