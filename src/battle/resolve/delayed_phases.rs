//! Delayed phases: prompts units that hold a phase, orders them and expires held phases. Chapter DELAY.

use crate::state::event::BattleEvent;
use crate::state::resources::{Outbox, PassStage, ResolutionStep};
use crate::view::battle_view::{BattleView, UnitDataItem};
use dice::{RuleResult, Table};
use model::UnitId;
use rules::play;
use rules::turn_engine::delay;
use rules::turn_engine::delay::{HeldPhaseLoss, PhaseHolder, PhaseLineup};
use rules::turn_engine::turn_order::{CoinTosses, InitiativeEntry};
use rules::turn_engine::{has_phase, score_after_pass};

/// Returns the state of a held phase; `None` if the unit holds none or cannot act.
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

/// Expires held phases that have become invalid, with the reasons. `SS-DELAY-20`, `SS-DELAY-21`.
pub(crate) fn expire_held_phases(view: &BattleView, out: &mut Outbox) {
    for unit in view.units() {
        if let Some(why) = holder_of_phase(view, &unit).and_then(delay::held_phase_loss) {
            out.push_event(BattleEvent::HeldPhaseLost { unit: *unit.id, why });
        }
    }
}

/// Returns whether a queued event ends the held phase of a unit.
fn is_losing_held_phase(unit: UnitId, out: &Outbox) -> bool {
    let lost =
        |event: &BattleEvent| matches!(event, BattleEvent::HeldPhaseLost { unit: of, .. } if *of == unit);
    out.events.iter().any(|record| lost(&record.event))
}

/// Expires held phases at the end of a pass, after the score reduction. `SS-DELAY-12`, `SS-DELAY-19`, `SS-DELAY-20`.
pub(crate) fn expire_at_pass_end(view: &BattleView, has_next: bool, out: &mut Outbox) {
    for unit in view.units() {
        if is_losing_held_phase(*unit.id, out) {
            continue;
        }
        let Some(holder) = holder_of_phase(view, &unit) else { continue };
        let after = PhaseHolder { score: score_after_pass(holder.score), round_over: !has_next, ..holder };
        if let Some(why) = delay::held_phase_loss(after) {
            out.push_event(BattleEvent::HeldPhaseLost { unit: *unit.id, why });
        }
    }
}

/// Ends a phase held from an earlier pass when the unit's own phase begins. `SS-DELAY-18`.
pub(crate) fn begin_own_phase(unit: &UnitDataItem, out: &mut Outbox) {
    if unit.held_phase.is_held() {
        out.push_event(BattleEvent::HeldPhaseLost { unit: *unit.id, why: HeldPhaseLoss::OwnPhase });
    }
}

impl BattleView<'_, '_> {
    /// Returns whether a unit holds a phase that it can still use. `SS-DELAY-04`, `CS-AIL-06`.
    pub fn can_step_in(&self, unit: &UnitDataItem) -> bool {
        usable_held_phase(self, unit).is_some()
    }
}

/// Returns the state of a held phase that the unit can still use. `CS-AIL-06`.
fn usable_held_phase(view: &BattleView, unit: &UnitDataItem) -> Option<PhaseHolder> {
    let holder = holder_of_phase(view, unit).filter(|holder| delay::held_phase_loss(*holder).is_none())?;
    play::check_any_action(&view.unit_snapshot(unit), view.rules()).ok()?;
    Some(holder)
}

/// Returns the entries of units that can take a held phase now.
fn eligible_holders(view: &BattleView, wanted: impl Fn(&PhaseHolder) -> bool) -> Vec<InitiativeEntry> {
    view.units()
        .filter(|unit| usable_held_phase(view, unit).is_some_and(|holder| wanted(&holder)))
        .map(|unit| view.turn_order_entry(&unit))
        .collect()
}

/// A prompt to units that hold a phase, before the turn order continues.
pub(crate) enum StepInPrompt {
    /// Units with a phase from an earlier pass, before all others act. `SS-DELAY-16`.
    OpenPass(Vec<InitiativeEntry>),
    /// All holders, before the phase of the given unit. `SS-DELAY-05`.
    StepIn(InitiativeEntry, Vec<InitiativeEntry>),
    /// Holders of this pass, after its last phase. `SS-DELAY-13`.
    ClosePass(Vec<InitiativeEntry>),
}

impl StepInPrompt {
    /// Returns the prompt before the phase of `next`, or before the end of the pass if `next` is `None`. `None` if no
    /// unit can step in.
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

    /// Asks the holders. Returns the next phases and the stage of the pass.
    pub fn ask(
        self,
        view: &BattleView,
        table: &mut impl Table,
        coins: &mut CoinTosses,
    ) -> RuleResult<(PhaseLineup, PassStage)> {
        let (penalty, _) = play::delay_penalty(view.rules().book());
        match self {
            Self::OpenPass(holders) => {
                Ok((delay::ask_to_open_pass(table, (&holders, penalty), coins)?, PassStage::Course))
            }
            Self::ClosePass(holders) => {
                Ok((delay::ask_to_act_last(table, (&holders, penalty), coins)?, PassStage::Closing))
            }
            Self::StepIn(next, holders) => {
                let name = |holder: UnitId| view.name_for_question(next.id, holder);
                let lineup = delay::ask_to_step_in(table, (next, &name), (&holders, penalty), coins)?;
                Ok((lineup, view.round().stage()))
            }
        }
    }
}

/// Queues an agreed order of phases.
pub(crate) fn push_lineup(lineup: PhaseLineup, stage: PassStage, out: &mut Outbox) {
    let PhaseLineup { units, together } = lineup;
    out.push_event(BattleEvent::TurnOrderChanged { units, together, stage });
    out.next_steps.push(ResolutionStep::NextPhase);
}

/// Returns the first unit of the lineup that can still act, and the rest of the lineup. `next` is the next unit by
/// initiative.
///
/// A unit with its own phase keeps its place only while it is still next by initiative. `SS-INIT-23`.
pub(crate) fn next_in_lineup(
    view: &BattleView,
    next: Option<InitiativeEntry>,
) -> (Option<UnitId>, Vec<UnitId>) {
    let mut line = view.round().lineup().iter().copied();
    while let Some(unit) = line.next() {
        let Some(data) = view.unit(unit).filter(|data| data.is_fighting()) else { continue };
        let steps_in =
            holder_of_phase(view, &data).is_some_and(|holder| delay::held_phase_loss(holder).is_none());
        if steps_in || next.is_some_and(|next| next.id == unit) {
            return (Some(unit), line.collect());
        }
        if next.is_some() && view.awaits_phase(&data) {
            return (None, Vec::new()); // the turn order has changed: ask all holders again
        }
    }
    (None, Vec::new())
}

/// Returns whether another pass of the round follows.
pub(crate) fn has_another_pass(view: &BattleView) -> bool {
    view.units().filter(|unit| unit.is_fighting()).any(|unit| {
        let scores = !unit.initiative.is_out() && has_phase(score_after_pass(unit.initiative.score()));
        scores || unit.status.owed_phase_score().is_some()
    })
}
