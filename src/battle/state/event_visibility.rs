//! Visibility of events: the units an event names, and the sides that see it.

use super::components::StatusKind;
use super::event::BattleEvent;
use super::knowledge::SideSet;
use super::order::Target;
use model::{BarrierId, Cell, Side, UnitId};

/// Which sides see an event, and which of its units they see. `None` inside: every side sees everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventVisibility(pub(crate) Option<EventObservers>);

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
                if event.subjects().seen_units.contains(unit) {
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

impl BattleEvent {
    /// What the event is about.
    pub(crate) fn subjects(&self) -> EventSubjects {
        match self {
            Self::SideReady { .. }
            | Self::RoundBegan { .. }
            | Self::PassBegan { .. }
            | Self::PassEnded { .. }
            | Self::RoundEnded { .. }
            | Self::HoldCounted { .. }
            | Self::GroundCovered { .. }
            | Self::GroundCleared { .. }
            | Self::Ended(_)
            | Self::FieldLeft
            | Self::Rested { .. } => visible_to_all(),
            Self::DiceGiven { .. } | Self::CoinsTossed { .. } => EventSubjects::default(),
            Self::Spotted { side, unit, .. } | Self::LostSight { side, unit, .. } => {
                EventSubjects { only: Some(*side), other_units: vec![*unit], ..EventSubjects::default() }
            }
            Self::Deployed { unit, .. } | Self::AutoResponseSet { unit, .. } => {
                EventSubjects { private: true, ..about_unit(*unit) }
            }
            Self::TurnOrderChanged { units, together, .. } => EventSubjects {
                seen_units: units.iter().chain(together).copied().collect(),
                ..EventSubjects::default()
            },
            Self::Revealed { units } => {
                EventSubjects { seen_units: units.clone(), ..EventSubjects::default() }
            }
            Self::Evaded { unit, past } => about_unit_and_others(*unit, past.iter().copied()),
            Self::Intercepted { unit, mover, .. } | Self::LetPass { unit, mover } => {
                about_units(*unit, [*mover])
            }
            Self::AttackDeclared { unit, target, .. } | Self::AttackResolved { unit, target, .. } => {
                about_units(*unit, target_unit(*target))
            }
            Self::SpecialActionDone { unit, target, .. } | Self::Treated { unit, target, .. } => {
                about_units(*unit, *target)
            }
            Self::Harmed { unit, by, .. } | Self::WentDown { unit, by, .. } => {
                about_unit_and_others(*unit, *by)
            }
            Self::StatusSet { unit, status } => about_unit_and_others(*unit, status_partner(status.kind)),
            Self::StatusEnded { unit, kind } => about_unit_and_others(*unit, status_partner(*kind)),
            Self::BarrierDamaged { barrier, by, .. } => about_barrier(*barrier, *by),
            Self::BarrierHoled { barrier } | Self::DoorMoved { barrier, .. } => about_barrier(*barrier, None),
            Self::Dropped { unit, cell, .. }
            | Self::ItemLanded { unit, cell, .. }
            | Self::Activated { unit, cell, .. }
            | Self::FuseTicked { unit, cell, .. }
            | Self::Detonated { unit, cell, .. } => EventSubjects { cell: Some(*cell), ..about_unit(*unit) },
            #[rustfmt::skip]
            Self::InitiativeRolled { unit, .. } | Self::PointsRestored { unit, .. }
            | Self::PhaseBegan { unit } | Self::PhaseEnded { unit } | Self::Delayed { unit }
            | Self::HeldPhaseLost { unit, .. } | Self::SteppedIn { unit, .. }
            | Self::PhaseLost { unit, .. } | Self::Paid { unit, .. }
            | Self::TurnBudgetChanged { unit, .. } | Self::KarmaPlanned { unit, .. }
            | Self::KarmaSpent { unit, .. } | Self::RunAnnounced { unit } | Self::Stepped { unit, .. }
            | Self::Displaced { unit, .. } | Self::Walked { unit, .. } | Self::Ran { unit, .. }
            | Self::Stopped { unit, .. } | Self::CoverTaken { unit } | Self::CoverLeft { unit }
            | Self::Afflicted { unit, .. } | Self::AilmentCounted { unit, .. }
            | Self::PhaseRestricted { unit, .. } | Self::ForcedActionDone { unit } | Self::ShotAt { unit }
            | Self::Relieved { unit, .. } | Self::PoolSplit { unit, .. }
            | Self::ExtendedActionAdvanced { unit, .. } | Self::ExtendedActionCancelled { unit, .. }
            | Self::RuleNote { unit, .. } | Self::Defended { unit } | Self::InitiativeChanged { unit, .. }
            | Self::ScoreSet { unit, .. } | Self::Recovered { unit } | Self::Escaped { unit }
            | Self::PickedUp { unit, .. } | Self::Readied { unit, .. }
            | Self::WeaponFaultChanged { unit, .. } | Self::AmmunitionSet { unit, .. }
            | Self::WeaponDestroyed { unit, .. } | Self::BoostGiven { giver: unit }
            | Self::BoostsClaimed { unit } | Self::Reloaded { unit, .. } => about_unit(*unit),
        }
    }
}
