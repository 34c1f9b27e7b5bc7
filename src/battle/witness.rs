//! Who learns of an event: whose units it names, and by whom they have to be seen for it to be told.

use super::components::{BarrierId, Side, StatusKind, UnitId};
use super::event::Event;
use super::knowledge::Sides;
use super::order::Target;
use field::Cell;

/// Which sides learn of something that happened, and whom of it they see. Without fog of war everybody sees everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Witnesses(pub(crate) Option<Seen>);

/// Who saw something happen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Sides that learn of it.
    pub told: Sides,
    /// For every unit it names: the sides that see it, its own among them.
    pub units: Vec<(UnitId, Sides)>,
}

impl Witnesses {
    /// Whether a side learns of it.
    pub fn tell(&self, side: Side) -> bool {
        self.0.as_ref().is_none_or(|seen| seen.told.has(side))
    }

    /// Whether a side sees this unit in it.
    pub fn show(&self, side: Side, unit: UnitId) -> bool {
        self.0.as_ref().is_none_or(|seen| seen.units.iter().any(|(id, by)| *id == unit && by.has(side)))
    }

    /// Units it names that a side does not see.
    pub fn hidden_from(&self, side: Side) -> impl Iterator<Item = UnitId> {
        let units = self.0.iter().flat_map(|seen| &seen.units);
        units.filter(move |(_, by)| !by.has(side)).map(|(id, _)| *id)
    }
}

/// What an event is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct About {
    /// Everybody learns of it.
    pub all: bool,
    /// Only these learn of it.
    pub only: Option<Side>,
    /// Only the sides of those it is about learn of it.
    pub private: bool,
    /// Whoever sees one of these learns of it.
    pub who: Vec<UnitId>,
    /// Named as well.
    pub besides: Vec<UnitId>,
    /// Whoever has this segment in view learns of it.
    pub barrier: Option<BarrierId>,
    /// Whoever has this square in view learns of it.
    pub cell: Option<Cell>,
}

fn all() -> About {
    About { all: true, ..About::default() }
}

fn of(unit: UnitId) -> About {
    About { who: vec![unit], ..About::default() }
}

fn with(unit: UnitId, besides: impl IntoIterator<Item = UnitId>) -> About {
    About { besides: besides.into_iter().collect(), ..of(unit) }
}

fn both(one: UnitId, other: impl IntoIterator<Item = UnitId>) -> About {
    About { who: [one].into_iter().chain(other).collect(), ..About::default() }
}

fn at(barrier: BarrierId, besides: Option<UnitId>) -> About {
    About { barrier: Some(barrier), besides: besides.into_iter().collect(), ..About::default() }
}

fn aimed(target: Target) -> Option<UnitId> {
    if let Target::Unit(unit) = target { Some(unit) } else { None }
}

/// Whom a status names besides the one who has it.
fn other(kind: StatusKind) -> Option<UnitId> {
    match kind {
        StatusKind::Fencing(other)
        | StatusKind::InMelee(other)
        | StatusKind::Holding(other)
        | StatusKind::HeldBy(other)
        | StatusKind::SurprisedBy(other) => Some(other),
        _ => None,
    }
}

impl Event {
    /// What it is about.
    pub(crate) fn about(&self) -> About {
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
            | Self::Rested { .. } => all(),
            Self::DiceGiven { .. } | Self::CoinsTossed { .. } => About::default(),
            Self::Spotted { side, unit, .. } | Self::LostSight { side, unit, .. } => {
                About { only: Some(*side), besides: vec![*unit], ..About::default() }
            }
            Self::Deployed { unit, .. } | Self::AnswerStands { unit, .. } => {
                About { private: true, ..of(*unit) }
            }
            Self::LinedUp { units, together, .. } => {
                About { who: units.iter().chain(together).copied().collect(), ..About::default() }
            }
            Self::Appeared { units } => About { who: units.clone(), ..About::default() },
            Self::Evaded { unit, past } => with(*unit, past.iter().copied()),
            Self::Intercepted { unit, mover, .. } | Self::LetPass { unit, mover } => both(*unit, [*mover]),
            Self::AttackDeclared { unit, target, .. } | Self::AttackResolved { unit, target, .. } => {
                both(*unit, aimed(*target))
            }
            Self::DeedDone { unit, target, .. } | Self::Treated { unit, target, .. } => both(*unit, *target),
            Self::Harmed { unit, by, .. } | Self::Fell { unit, by, .. } => with(*unit, *by),
            Self::StatusSet { unit, status } => with(*unit, other(status.kind)),
            Self::StatusEnded { unit, kind } => with(*unit, other(*kind)),
            Self::BarrierDamaged { barrier, by, .. } => at(*barrier, *by),
            Self::BarrierHoled { barrier } | Self::DoorMoved { barrier, .. } => at(*barrier, None),
            Self::Dropped { unit, cell, .. }
            | Self::Landed { unit, cell, .. }
            | Self::Activated { unit, cell, .. }
            | Self::FuseTicked { unit, cell, .. }
            | Self::WentOff { unit, cell, .. } => About { cell: Some(*cell), ..of(*unit) },
            Self::InitiativeRolled { unit, .. }
            | Self::PointsRestored { unit, .. }
            | Self::PhaseBegan { unit }
            | Self::PhaseEnded { unit }
            | Self::Delayed { unit }
            | Self::HeldPhaseLost { unit, .. }
            | Self::SteppedIn { unit, .. }
            | Self::PhaseLost { unit, .. }
            | Self::Paid { unit, .. }
            | Self::PurseChanged { unit, .. }
            | Self::KarmaPlanned { unit, .. }
            | Self::KarmaSpent { unit, .. }
            | Self::RunAnnounced { unit }
            | Self::Stepped { unit, .. }
            | Self::Carried { unit, .. }
            | Self::Walked { unit, .. }
            | Self::Ran { unit, .. }
            | Self::Stopped { unit, .. }
            | Self::CoverTaken { unit }
            | Self::CoverLeft { unit }
            | Self::Afflicted { unit, .. }
            | Self::AilmentCounted { unit, .. }
            | Self::Bound { unit, .. }
            | Self::DutyDone { unit }
            | Self::ShotAt { unit }
            | Self::Relieved { unit, .. }
            | Self::PoolSplit { unit, .. }
            | Self::Undertook { unit, .. }
            | Self::WorkCancelled { unit, .. }
            | Self::Told { unit, .. }
            | Self::Defended { unit }
            | Self::InitiativeChanged { unit, .. }
            | Self::ScoreSet { unit, .. }
            | Self::CameRound { unit }
            | Self::Escaped { unit }
            | Self::PickedUp { unit, .. }
            | Self::Readied { unit, .. }
            | Self::Faulted { unit, .. }
            | Self::RoundsLeft { unit, .. }
            | Self::WeaponDestroyed { unit, .. }
            | Self::BoostGiven { giver: unit }
            | Self::BoostsClaimed { unit }
            | Self::Reloaded { unit, .. } => of(*unit),
        }
    }
}
