//! Statuses and ailments of a unit.

use bevy_ecs::prelude::*;

use model::UnitId;
use rules::BoosterState;
use rules::Grip;
use rules::status::{ActiveAilment, Ailment, BodySide, PhaseRestrictions, StatusEnd};

pub use rules::status::{Status, StatusKind};

/// All statuses and ailments of a unit, sorted.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct StatusEffects {
    pub(crate) statuses: Vec<Status>,
    pub(crate) ailments: Vec<ActiveAilment>,
    /// Restrictions of the current phase.
    pub(crate) restrictions: PhaseRestrictions,
}

/// The statuses that rules need most often, collected in one pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StatusFlags {
    pub prone: bool,
    pub full_defense: bool,
    pub concealed: bool,
    pub lost_phase: bool,
    /// Surprised by at least one unit.
    pub surprised: bool,
    /// Exchanged melee attacks lately, or is engaged.
    pub in_melee: bool,
    pub in_vehicle: bool,
    pub grip: Option<Grip>,
    pub dying_since: Option<u32>,
    /// State of its booster.
    pub booster: BoosterState,
}

impl StatusEffects {
    pub(crate) fn flags(&self) -> StatusFlags {
        let mut found = StatusFlags::default();
        for status in &self.statuses {
            match status.kind {
                StatusKind::Prone => found.prone = true,
                StatusKind::FullDefense => found.full_defense = true,
                StatusKind::Concealed => found.concealed = true,
                StatusKind::LostPhase => found.lost_phase = true,
                StatusKind::SurprisedBy(_) => found.surprised = true,
                StatusKind::MeleeExchange(_) | StatusKind::InMelee(_) => found.in_melee = true,
                StatusKind::Drives(_) | StatusKind::RidesIn(_) => found.in_vehicle = true,
                StatusKind::Holding(other) => found.grip = found.grip.or(Some(Grip::Holding(other))),
                StatusKind::HeldBy(other) => found.grip = found.grip.or(Some(Grip::HeldBy(other))),
                StatusKind::Dying(since) => found.dying_since = found.dying_since.or(Some(since)),
                StatusKind::Boosted(phases) => found.booster.phases = phases,
                StatusKind::BoosterUsed => found.booster.used = true,
                StatusKind::Engaged
                | StatusKind::PhaseOwed(_)
                | StatusKind::Busy(_)
                | StatusKind::ScoreLost(_)
                | StatusKind::Rolling
                | StatusKind::WindowsDown => {}
            }
        }
        found
    }
    /// Ailments, sorted.
    pub fn ailments(&self) -> &[ActiveAilment] {
        &self.ailments
    }
    /// Restrictions of the current phase.
    pub fn restrictions(&self) -> &PhaseRestrictions {
        &self.restrictions
    }
    /// Statuses, sorted.
    pub fn iter(&self) -> impl Iterator<Item = &Status> {
        self.statuses.iter()
    }
    /// Whether it has a status of this kind.
    pub fn has(&self, kind: StatusKind) -> bool {
        self.statuses.iter().any(|status| status.kind == kind)
    }
    /// Units it exchanged melee attacks with lately.
    pub fn melee_exchanges(&self) -> impl Iterator<Item = UnitId> {
        self.statuses.iter().filter_map(|status| match status.kind {
            StatusKind::MeleeExchange(other) => Some(other),
            _ => None,
        })
    }
    /// Units it is engaged with in melee.
    pub fn in_melee_with(&self) -> impl Iterator<Item = UnitId> {
        self.statuses.iter().filter_map(|status| match status.kind {
            StatusKind::InMelee(other) => Some(other),
            _ => None,
        })
    }
    /// The unit it holds or is held by.
    pub fn grip(&self) -> Option<Grip> {
        self.statuses.iter().find_map(|status| match status.kind {
            StatusKind::Holding(other) => Some(Grip::Holding(other)),
            StatusKind::HeldBy(other) => Some(Grip::HeldBy(other)),
            _ => None,
        })
    }
    /// The vehicle it is in, and whether it drives. `SS-DEF-18`.
    pub fn seat(&self) -> Option<(UnitId, bool)> {
        self.statuses.iter().find_map(|status| match status.kind {
            StatusKind::Drives(vehicle) => Some((vehicle, true)),
            StatusKind::RidesIn(vehicle) => Some((vehicle, false)),
            _ => None,
        })
    }
    /// The round since which it is bleeding out.
    pub fn dying_since(&self) -> Option<u32> {
        self.statuses.iter().find_map(|status| match status.kind {
            StatusKind::Dying(since) => Some(since),
            _ => None,
        })
    }
    /// The minute after the battle until which it is busy.
    pub fn busy_until(&self) -> Option<u32> {
        self.statuses.iter().find_map(|status| match status.kind {
            StatusKind::Busy(until) => Some(until),
            _ => None,
        })
    }
    /// Units that surprised it. `SS-SURP-02`.
    pub fn surprised_by(&self) -> impl Iterator<Item = UnitId> {
        self.statuses.iter().filter_map(|status| match status.kind {
            StatusKind::SurprisedBy(other) => Some(other),
            _ => None,
        })
    }
    /// Points lost on its next initiative roll. `SS-SURP-13`.
    pub fn score_lost(&self) -> Option<i32> {
        self.statuses.iter().find_map(|status| match status.kind {
            StatusKind::ScoreLost(points) => Some(points),
            _ => None,
        })
    }
    /// The score at which it acts in the next pass, overriding its own. `SS-FFYL-07`.
    pub fn owed_phase_score(&self) -> Option<i32> {
        self.statuses.iter().find_map(|status| match status.kind {
            StatusKind::PhaseOwed(score) => Some(score),
            _ => None,
        })
    }
    pub(crate) fn set_status(&mut self, status: Status) {
        self.statuses.retain(|old| old.kind != status.kind);
        let place = self.statuses.partition_point(|old| *old < status);
        self.statuses.insert(place, status);
    }
    pub(crate) fn afflict(&mut self, active: ActiveAilment) {
        self.relieve(active.ailment, active.part);
        let place = self.ailments.partition_point(|old| *old < active);
        self.ailments.insert(place, active);
    }
    pub(crate) fn relieve(&mut self, ailment: Ailment, part: Option<BodySide>) {
        self.ailments.retain(|old| (old.ailment, old.part) != (ailment, part));
    }
    /// Sets the minute after the battle until which it is busy.
    pub(crate) fn set_busy(&mut self, until: u32) {
        self.statuses.retain(|status| !matches!(status.kind, StatusKind::Busy(_)));
        self.set_status(Status { kind: StatusKind::Busy(until), until: StatusEnd::Removed });
    }
    pub(crate) fn remove_status(&mut self, kind: StatusKind) {
        self.statuses.retain(|status| status.kind != kind);
    }
}
