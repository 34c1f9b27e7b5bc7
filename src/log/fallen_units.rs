//! Leaves out log lines about units out of action: what harms or moves them is written, states that matter only in action are not.

use std::collections::BTreeMap;

use crate::health_sentence::changes_only_stances;
use battle::{BattleEvent, BattleView, EventRecord, OrderRecord, StatusKind};
use model::UnitId;
use rules::status::Ailment;
use rules::{DownState, HealthState, play};

/// Follows which units are out of action while the events of an entry are written.
pub(crate) struct FallenUnits<'a, 'w, 's> {
    view: &'a BattleView<'w, 's>,
    /// Records before the entry, and from it on.
    before: &'a [OrderRecord],
    since: &'a [OrderRecord],
    /// States of the units that were asked for, or changed by the entry.
    states: BTreeMap<UnitId, Option<DownState>>,
}

impl<'a, 'w, 's> FallenUnits<'a, 'w, 's> {
    /// Begins with the first event of an entry.
    pub fn new(
        view: &'a BattleView<'w, 's>,
        (before, since): (&'a [OrderRecord], &'a [OrderRecord]),
    ) -> Self {
        Self { view, before, since, states: BTreeMap::new() }
    }

    /// Takes the next event. Returns whether it changes a state of a unit that is out of action and is past having it, such
    /// as its cover, a stance or a handicap.
    pub fn hides_next(&mut self, event: &BattleEvent) -> bool {
        match event {
            BattleEvent::WentDown { unit, down, .. } => {
                self.states.insert(*unit, Some(*down));
                false
            }
            BattleEvent::Recovered { unit } => {
                self.states.insert(*unit, None);
                false
            }
            BattleEvent::Harmed { unit, before, after, .. } => {
                let view = self.view;
                let Some(data) = view.unit_ignoring_fog(*unit) else { return false };
                let gauges = |health: &HealthState| play::gauges(data.sheet.get(), health, view.rules());
                self.state(*unit).is_some() && changes_only_stances(&gauges(before), &gauges(after))
            }
            // Bodies go where their bearers go.
            BattleEvent::Displaced { unit, .. } => self.state(*unit).is_some(),
            event => state_change(event).is_some_and(|(unit, hurts)| match self.state(unit) {
                None => false,
                Some(DownState::Dead) => true,
                Some(_) => !hurts,
            }),
        }
    }

    /// Why a unit is out of action at the present event; `None` if it is not.
    fn state(&mut self, unit: UnitId) -> Option<DownState> {
        if let Some(known) = self.states.get(&unit) {
            return *known;
        }
        let state = state_before((self.before, self.since), unit)
            .unwrap_or_else(|| self.view.unit_ignoring_fog(unit)?.out_of_action.down());
        self.states.insert(unit, state);
        state
    }
}

/// Whether the log leaves out an event of an order, given by their indices, because it changes a state of a unit that is out
/// of action.
pub fn is_state_of_fallen_unit(
    view: &BattleView,
    records: &[OrderRecord],
    (order, event): (usize, usize),
) -> bool {
    let Some(events) = records.get(order).and_then(|record| record.events.get(..=event)) else {
        return false;
    };
    let mut fallen = FallenUnits::new(view, records.split_at(order));
    events.iter().fold(false, |_, record| fallen.hides_next(&record.event))
}

/// The last change of a unit's being out of action before an entry, or else what the next one reveals: a unit that may
/// have been out of action from the beginning. `None` if the history has neither.
fn state_before(
    (before, since): (&[OrderRecord], &[OrderRecord]),
    unit: UnitId,
) -> Option<Option<DownState>> {
    let change = |record: &EventRecord| match &record.event {
        BattleEvent::WentDown { unit: of, down, .. } if *of == unit => Some(Some(*down)),
        BattleEvent::Recovered { unit: of } if *of == unit => Some(None),
        _ => None,
    };
    let mut earlier = before.iter().rev().flat_map(|record| record.events.iter().rev());
    earlier.find_map(change).or_else(|| {
        let next = since.iter().flat_map(|record| &record.events).find_map(change)?;
        // A unit that recovers next was unconscious, and one that goes down next was in action.
        Some(if next.is_none() { Some(DownState::Unconscious) } else { None })
    })
}

/// The unit whose state an event changes, and whether that state still matters to an unconscious unit; `None` for other
/// events.
fn state_change(event: &BattleEvent) -> Option<(UnitId, bool)> {
    match event {
        BattleEvent::CoverTaken { unit }
        | BattleEvent::CoverLeft { unit }
        | BattleEvent::PhaseRestricted { unit, .. }
        | BattleEvent::ExtendedActionCancelled { unit, .. } => Some((*unit, false)),
        BattleEvent::StatusSet { unit, status } => is_stance(status.kind).then_some((*unit, false)),
        BattleEvent::StatusEnded { unit, kind } => is_stance(*kind).then_some((*unit, false)),
        BattleEvent::Afflicted { unit, suffered } | BattleEvent::AilmentCounted { unit, suffered } => {
            Some((*unit, hurts_the_unconscious(suffered.ailment)))
        }
        BattleEvent::Relieved { unit, ailment, .. } => Some((*unit, hurts_the_unconscious(*ailment))),
        _ => None,
    }
}

/// Whether a status is about how a unit acts or stands; grips and seats are not.
const fn is_stance(kind: StatusKind) -> bool {
    matches!(
        kind,
        StatusKind::Prone
            | StatusKind::FullDefense
            | StatusKind::Concealed
            | StatusKind::SurprisedBy(_)
            | StatusKind::LostPhase
            | StatusKind::ScoreLost(_)
            | StatusKind::PhaseOwed(_)
    )
}

/// Whether an ailment goes on to harm an unconscious unit, or is what keeps it unconscious.
fn hurts_the_unconscious(ailment: Ailment) -> bool {
    ailment.rule().lasting || matches!(ailment, Ailment::Burning | Ailment::Unconscious)
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::{Order, StatusEnd};
    use rules::status::{ActiveAilment, Status};

    const ONE: UnitId = UnitId(1);

    fn records(events: &[&[BattleEvent]]) -> Vec<OrderRecord> {
        let record = |events: &&[BattleEvent]| OrderRecord {
            order: Order::EndPhase { unit: UnitId(2) },
            round: 1,
            pass: 1,
            events: events.iter().cloned().map(EventRecord::new).collect(),
            revealed: false,
        };
        events.iter().map(record).collect()
    }

    #[test]
    fn the_history_tells_who_was_out_of_action_at_an_entry() {
        let down = |down| BattleEvent::WentDown { unit: ONE, by: None, down };
        let (out, dead) = (down(DownState::Unconscious), down(DownState::Dead));
        let up = BattleEvent::Recovered { unit: ONE };
        let other = BattleEvent::WentDown { unit: UnitId(2), by: None, down: DownState::Dead };
        let all = records(&[&[other], &[out], &[up], &[dead]]);
        let states = [0, 1, 2, 3, 4].map(|at: usize| state_before(all.split_at(at), ONE));
        let (unconscious, dead) = (Some(Some(DownState::Unconscious)), Some(Some(DownState::Dead)));
        assert_eq!(states, [Some(None), Some(None), unconscious, Some(None), dead]);
        // The scene begins with an unconscious unit, or the history says nothing of it.
        assert_eq!(state_before(all.get(2..).expect("two are left").split_at(0), ONE), unconscious);
        assert_eq!(state_before(all.split_at(1), UnitId(3)), None);
    }

    #[test]
    fn only_what_harms_is_told_of_the_unconscious() {
        let ailing = |ailment| {
            let until = StatusEnd::Removed;
            let suffered = ActiveAilment { ailment, part: None, by: None, strength: 0, until };
            state_change(&BattleEvent::Afflicted { unit: ONE, suffered })
        };
        assert_eq!(ailing(Ailment::Burning), Some((ONE, true)));
        assert_eq!(ailing(Ailment::Unconscious), Some((ONE, true)));
        assert_eq!(ailing(Ailment::Dazed), Some((ONE, false)));
        assert_eq!(state_change(&BattleEvent::CoverLeft { unit: ONE }), Some((ONE, false)));
        let set = |kind| {
            let status = Status { kind, until: StatusEnd::Removed };
            state_change(&BattleEvent::StatusSet { unit: ONE, status })
        };
        assert_eq!(set(StatusKind::FullDefense), Some((ONE, false)));
        assert_eq!(set(StatusKind::Holding(UnitId(2))), None, "who is let go of is told");
        let thrown =
            BattleEvent::Stepped { unit: ONE, from: model::Cell::new(1, 1), to: model::Cell::new(2, 1) };
        assert_eq!(state_change(&thrown), None);
    }
}
