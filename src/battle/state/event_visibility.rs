//! Visibility of events: the units an event names, and the sides that see it.

use super::components::StatusKind;
use super::event::BattleEvent;
use super::knowledge::SideSet;
use super::order::Target;
use model::{BarrierId, Cell, Side, UnitId};

/// Which sides see an event, and which of its units they see. `None` inside: every side sees everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventVisibility(pub(crate) Option<Box<EventObservers>>);

/// Sides that observed an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EventObservers {
    /// Sides that see it.
    pub sides: SideSet,
    /// For every unit it names, the sides that see the unit, including its own.
    pub units: Vec<(UnitId, SideSet)>,
}

impl EventObservers {
    /// Adds the observers after an event to those before it, and the sides that spotted a unit because of it.
    pub fn add_later(&mut self, after: Self, detected: &[BattleEvent], event: &BattleEvent) {
        self.sides = self.sides.union(after.sides);
        for ((_, by), (_, after)) in self.units.iter_mut().zip(after.units) {
            *by = by.union(after);
        }
        for found in detected {
            if let BattleEvent::Spotted { side, unit, .. } = found
                && let Some((_, by)) = self.units.iter_mut().find(|(id, _)| id == unit)
            {
                *by = by.with(*side);
                if EventSubjects::from(event).seen_units.contains(unit) {
                    self.sides = self.sides.with(*side);
                }
            }
        }
    }
}

impl EventVisibility {
    /// Whether a side sees it.
    pub fn is_told_to(&self, side: Side) -> bool {
        self.0.as_ref().is_none_or(|seen| seen.sides.contains(side))
    }

    /// Whether a side sees this unit in it.
    pub fn shows_unit(&self, side: Side, unit: UnitId) -> bool {
        self.0.as_ref().is_none_or(|seen| seen.units.iter().any(|(id, by)| *id == unit && by.contains(side)))
    }

    /// Units it names that a side does not see.
    pub fn hidden_from(&self, side: Side) -> impl Iterator<Item = UnitId> {
        let units = self.0.iter().flat_map(|seen| &seen.units);
        units.filter(move |(_, by)| !by.contains(side)).map(|(id, _)| *id)
    }
}

/// What an event is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EventSubjects {
    /// Every side sees it.
    pub all: bool,
    /// Only this side sees it.
    pub only: Option<Side>,
    /// Only the sides of its units see it.
    pub private: bool,
    /// Sides that see one of these units see it.
    pub seen_units: Vec<UnitId>,
    /// Other units it names.
    pub other_units: Vec<UnitId>,
    /// Sides that see this segment see it.
    pub barrier: Option<BarrierId>,
    /// Sides that see this cell see it.
    pub cell: Option<Cell>,
}

fn visible_to_all() -> EventSubjects {
    EventSubjects { all: true, ..EventSubjects::default() }
}

fn about_unit(unit: UnitId) -> EventSubjects {
    EventSubjects { seen_units: vec![unit], ..EventSubjects::default() }
}

fn about_unit_and_others(unit: UnitId, others: impl IntoIterator<Item = UnitId>) -> EventSubjects {
    EventSubjects { other_units: others.into_iter().collect(), ..about_unit(unit) }
}

fn about_units(unit: UnitId, others: impl IntoIterator<Item = UnitId>) -> EventSubjects {
    EventSubjects { seen_units: [unit].into_iter().chain(others).collect(), ..EventSubjects::default() }
}

fn about_barrier(barrier: BarrierId, by: Option<UnitId>) -> EventSubjects {
    EventSubjects {
        barrier: Some(barrier),
        other_units: by.into_iter().collect(),
        ..EventSubjects::default()
    }
}

fn target_unit(target: Target) -> Option<UnitId> {
    if let Target::Unit(unit) = target { Some(unit) } else { None }
}

/// The other unit that a status names.
fn status_partner(kind: StatusKind) -> Option<UnitId> {
    match kind {
        StatusKind::MeleeExchange(other)
        | StatusKind::InMelee(other)
        | StatusKind::Holding(other)
        | StatusKind::HeldBy(other)
        | StatusKind::SurprisedBy(other) => Some(other),
        _ => None,
    }
}

impl From<&BattleEvent> for EventSubjects {
    fn from(event: &BattleEvent) -> Self {
        use BattleEvent as Event;
        match event {
            Event::SideReady { .. }
            | Event::RoundBegan { .. }
            | Event::PassBegan { .. }
            | Event::PassEnded { .. }
            | Event::RoundEnded { .. }
            | Event::HoldCounted { .. }
            | Event::GroundCovered { .. }
            | Event::GroundCleared { .. }
            | Event::Ended(_)
            | Event::FieldLeft
            | Event::FeatureNoticed { .. }
            | Event::Rested { .. } => visible_to_all(),
            Event::DiceGiven { .. } | Event::CoinsTossed { .. } => EventSubjects::default(),
            Event::Spotted { side, unit, .. } | Event::LostSight { side, unit, .. } => {
                EventSubjects { only: Some(*side), other_units: vec![*unit], ..EventSubjects::default() }
            }
            Event::Deployed { unit, .. } | Event::AutoResponseSet { unit, .. } => {
                EventSubjects { private: true, ..about_unit(*unit) }
            }
            Event::TurnOrderChanged { units, together, .. } => EventSubjects {
                seen_units: units.iter().chain(together).copied().collect(),
                ..EventSubjects::default()
            },
            Event::Revealed { units } => {
                EventSubjects { seen_units: units.clone(), ..EventSubjects::default() }
            }
            Event::Evaded { unit, past } => about_unit_and_others(*unit, past.iter().copied()),
            Event::Intercepted { unit, mover, .. } | Event::LetPass { unit, mover } => {
                about_units(*unit, [*mover])
            }
            Event::AttackDeclared { unit, target, .. } | Event::AttackResolved { unit, target, .. } => {
                about_units(*unit, target_unit(*target))
            }
            Event::SpecialActionDone { unit, target, .. } | Event::Treated { unit, target, .. } => {
                about_units(*unit, *target)
            }
            Event::Harmed { unit, by, .. } | Event::WentDown { unit, by, .. } => {
                about_unit_and_others(*unit, *by)
            }
            Event::StatusSet { unit, status } => about_unit_and_others(*unit, status_partner(status.kind)),
            Event::StatusEnded { unit, kind } => about_unit_and_others(*unit, status_partner(*kind)),
            Event::BarrierDamaged { barrier, by, .. } => about_barrier(*barrier, *by),
            Event::BarrierHoled { barrier } | Event::DoorMoved { barrier, .. } => {
                about_barrier(*barrier, None)
            }
            Event::Dropped { unit, cell, .. }
            | Event::ItemLanded { unit, cell, .. }
            | Event::Activated { unit, cell, .. }
            | Event::FuseTicked { unit, cell, .. }
            | Event::Detonated { unit, cell, .. } => EventSubjects { cell: Some(*cell), ..about_unit(*unit) },
            Event::BlastAstray { unit, cell } => EventSubjects { cell: *cell, ..about_unit(*unit) },
            #[rustfmt::skip]
            Event::InitiativeRolled { unit, .. } | Event::PointsRestored { unit, .. }
            | Event::PhaseBegan { unit } | Event::PhaseEnded { unit } | Event::Delayed { unit }
            | Event::HeldPhaseLost { unit, .. } | Event::SteppedIn { unit, .. }
            | Event::PhaseLost { unit, .. } | Event::Paid { unit, .. }
            | Event::TurnBudgetChanged { unit, .. } | Event::KarmaPlanned { unit, .. }
            | Event::KarmaSpent { unit, .. } | Event::RunAnnounced { unit } | Event::Stepped { unit, .. }
            | Event::Displaced { unit, .. } | Event::Walked { unit, .. } | Event::Ran { unit, .. }
            | Event::Stopped { unit, .. } | Event::CoverTaken { unit } | Event::CoverLeft { unit }
            | Event::Afflicted { unit, .. } | Event::AilmentCounted { unit, .. }
            | Event::PhaseRestricted { unit, .. } | Event::ForcedActionDone { unit } | Event::ShotAt { unit }
            | Event::Relieved { unit, .. } | Event::PoolSplit { unit, .. }
            | Event::ExtendedActionAdvanced { unit, .. } | Event::ExtendedActionCancelled { unit, .. }
            | Event::RuleNote { unit, .. } | Event::Defended { unit } | Event::InitiativeChanged { unit, .. }
            | Event::InitiativeDiceChanged { unit, .. }
            | Event::ScoreSet { unit, .. } | Event::Recovered { unit } | Event::Escaped { unit }
            | Event::Arrived { unit, .. }
            | Event::PickedUp { unit, .. } | Event::Readied { unit, .. }
            | Event::WeaponFaultChanged { unit, .. } | Event::AmmunitionSet { unit, .. }
            | Event::WeaponDestroyed { unit, .. } | Event::BoostGiven { giver: unit }
            | Event::BoostsClaimed { unit } | Event::Reloaded { unit, .. } => about_unit(*unit),
        }
    }
}
