//! What a unit suffers or enjoys for a while.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::UnitId;
use rules::Grip;
use rules::status::{ActiveAilment, Ailment, BodySide, PhaseRestrictions, StatusEnd};

/// What a unit suffers or enjoys for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum StatusKind {
    /// Lies on the ground. `SS-DEF-19`.
    Prone,
    /// Adds Willpower to defences. `SS-DEF-05`.
    FullDefense,
    /// Takes part in the fight: cannot be caught unaware in the open. `SS-DEF-23`.
    Engaged,
    /// Exchanged melee attacks with this unit. `SS-DEF-39`.
    #[serde(alias = "Fencing")]
    MeleeExchange(UnitId),
    /// Is engaged in melee with this unit. `CS-MEL-01`.
    InMelee(UnitId),
    /// Holds this unit. `CS-BASE-37`, `AB-BASE-10`.
    Holding(UnitId),
    /// Is held by this unit.
    HeldBy(UnitId),
    /// Hides from its enemies. `CS-UNA-05`.
    Concealed,
    /// Bleeds to death, since this round. `SS-DMG-23`.
    Dying(u32),
    /// Acts in the next pass, at this score. `SS-FFYL-07`.
    PhaseOwed(i32),
    /// Is busy up to this minute after the fight: treats somebody, or is treated.
    Busy(u32),
    /// Was surprised by this unit: no defence against it. `SS-SURP-15`.
    SurprisedBy(UnitId),
    /// Loses its next phase. `SS-SURP-20`.
    #[serde(alias = "Startled")]
    LostPhase,
    /// Loses so many points when initiative is rolled. `SS-SURP-13`.
    ScoreLost(i32),
    /// Sits behind the wheel of this vehicle. `SS-DEF-18`.
    Drives(UnitId),
    /// Sits in this vehicle.
    RidesIn(UnitId),
    /// A vehicle that changed its square since its driver's last phase began. `SS-DEF-18`.
    Rolling,
    /// The windows of a vehicle are down. `SS-CALL-115`.
    WindowsDown,
}

/// One status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Status {
    /// What it is.
    pub kind: StatusKind,
    /// When it ends.
    pub until: StatusEnd,
}

/// Everything the unit suffers or enjoys, sorted.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct StatusEffects {
    pub(crate) statuses: Vec<Status>,
    pub(crate) ailments: Vec<ActiveAilment>,
    /// What they make of the phase that goes on.
    pub(crate) restrictions: PhaseRestrictions,
}

/// What rules ask of the statuses of everybody, found in one look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StatusFlags {
    pub prone: bool,
    pub full_defense: bool,
    pub concealed: bool,
    pub lost_phase: bool,
    /// Somebody has surprised it.
    pub surprised: bool,
    /// It exchanged blows with somebody lately, or is engaged.
    pub in_melee: bool,
    pub in_vehicle: bool,
    pub grip: Option<Grip>,
    pub dying_since: Option<u32>,
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
                StatusKind::Holding(other) => found.grip = found.grip.or(Some(Grip::Holding(other.0))),
                StatusKind::HeldBy(other) => found.grip = found.grip.or(Some(Grip::HeldBy(other.0))),
                StatusKind::Dying(since) => found.dying_since = found.dying_since.or(Some(since)),
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
    /// What it suffers by the table of ailments, sorted.
    pub fn ailments(&self) -> &[ActiveAilment] {
        &self.ailments
    }
    /// What they make of the phase that goes on.
    pub fn restrictions(&self) -> &PhaseRestrictions {
        &self.restrictions
    }
    /// Everything else, sorted.
    pub fn iter(&self) -> impl Iterator<Item = &Status> {
        self.statuses.iter()
    }
    /// Whether one of this kind is on.
    pub fn has(&self, kind: StatusKind) -> bool {
        self.statuses.iter().any(|status| status.kind == kind)
    }
    /// The units it exchanged melee attacks with lately.
    pub fn melee_exchanges(&self) -> impl Iterator<Item = UnitId> {
        self.statuses.iter().filter_map(|status| match status.kind {
            StatusKind::MeleeExchange(other) => Some(other),
            _ => None,
        })
    }
    /// The units it is engaged with in melee.
    pub fn in_melee_with(&self) -> impl Iterator<Item = UnitId> {
        self.statuses.iter().filter_map(|status| match status.kind {
            StatusKind::InMelee(other) => Some(other),
            _ => None,
        })
    }
    /// Whom it holds, or who holds it.
    pub fn grip(&self) -> Option<Grip> {
        self.statuses.iter().find_map(|status| match status.kind {
            StatusKind::Holding(other) => Some(Grip::Holding(other.0)),
            StatusKind::HeldBy(other) => Some(Grip::HeldBy(other.0)),
            _ => None,
        })
    }
    /// The vehicle it sits in, and whether it drives. `SS-DEF-18`.
    pub fn seat(&self) -> Option<(UnitId, bool)> {
        self.statuses.iter().find_map(|status| match status.kind {
            StatusKind::Drives(vehicle) => Some((vehicle, true)),
            StatusKind::RidesIn(vehicle) => Some((vehicle, false)),
            _ => None,
        })
    }
    /// The round since which it bleeds to death.
    pub fn dying_since(&self) -> Option<u32> {
        self.statuses.iter().find_map(|status| match status.kind {
            StatusKind::Dying(since) => Some(since),
            _ => None,
        })
    }
    /// The minute after the fight up to which it is busy.
    pub fn busy_until(&self) -> Option<u32> {
        self.statuses.iter().find_map(|status| match status.kind {
            StatusKind::Busy(until) => Some(until),
            _ => None,
        })
    }
    /// The units that have surprised it. `SS-SURP-02`.
    pub fn surprised_by(&self) -> impl Iterator<Item = UnitId> {
        self.statuses.iter().filter_map(|status| match status.kind {
            StatusKind::SurprisedBy(other) => Some(other),
            _ => None,
        })
    }
    /// Points that its next roll of initiative loses. `SS-SURP-13`.
    pub fn score_lost(&self) -> Option<i32> {
        self.statuses.iter().find_map(|status| match status.kind {
            StatusKind::ScoreLost(points) => Some(points),
            _ => None,
        })
    }
    /// The score at which it acts in the next pass, whatever its own. `SS-FFYL-07`.
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
    pub(crate) fn afflict(&mut self, suffered: ActiveAilment) {
        self.relieve(suffered.ailment, suffered.part);
        let place = self.ailments.partition_point(|old| *old < suffered);
        self.ailments.insert(place, suffered);
    }
    pub(crate) fn relieve(&mut self, ailment: Ailment, part: Option<BodySide>) {
        self.ailments.retain(|old| (old.ailment, old.part) != (ailment, part));
    }
    pub(crate) fn remove_status(&mut self, kind: StatusKind) {
        self.statuses.retain(|status| status.kind != kind);
    }
}
