//! Statuses of a unit: states in the terms of all books.

use serde::{Deserialize, Serialize};

use super::StatusEnd;
use model::UnitId;

/// Kind of a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum StatusKind {
    /// Lying on the ground. `SS-DEF-19`.
    Prone,
    /// Adds Willpower to defences. `SS-DEF-05`.
    FullDefense,
    /// In combat: cannot be caught unaware in the open. `SS-DEF-23`.
    Engaged,
    /// Exchanged melee attacks with this unit. `SS-DEF-39`.
    #[serde(alias = "Fencing")]
    MeleeExchange(UnitId),
    /// Engaged in melee with this unit. `CS-MEL-01`.
    InMelee(UnitId),
    /// Holding this unit. `CS-BASE-37`, `AB-BASE-10`.
    Holding(UnitId),
    /// Held by this unit.
    HeldBy(UnitId),
    /// Hidden from its enemies. `CS-UNA-05`.
    Concealed,
    /// Bleeding out since this round. `SS-DMG-23`.
    Dying(u32),
    /// Acts in the next pass, at this score. `SS-FFYL-07`.
    PhaseOwed(i32),
    /// Busy until this minute after the battle: treating or being treated.
    Busy(u32),
    /// Surprised by this unit: no defence against it. `SS-SURP-15`.
    SurprisedBy(UnitId),
    /// Loses its next phase. `SS-SURP-20`.
    #[serde(alias = "Startled")]
    LostPhase,
    /// Points lost on the next initiative roll. `SS-SURP-13`.
    ScoreLost(i32),
    /// Driving this vehicle. `SS-DEF-18`.
    Drives(UnitId),
    /// Passenger of this vehicle.
    RidesIn(UnitId),
    /// Vehicle that has moved since its driver's last phase began. `SS-DEF-18`.
    Rolling,
    /// Vehicle with its windows down. `SS-CALL-115`.
    WindowsDown,
    /// Its booster works for this number of own phases, the current one included. `SS-INIT-18`.
    Boosted(u8),
    /// Its booster is used up for this battle. `SS-ACT-55`.
    BoosterUsed,
}

/// A status and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Status {
    /// Kind.
    pub kind: StatusKind,
    /// When it ends.
    pub until: StatusEnd,
}
