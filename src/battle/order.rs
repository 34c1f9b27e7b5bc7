//! All that a player, an opponent, a script or a replay can say.

use serde::{Deserialize, Serialize};

use super::arsenal::ItemId;
use super::components::{BarrierId, Side, UnitId};
use crate::field::Cell;
use crate::rules::{Care, FireMode, KarmaPlan};

/// What is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Target {
    /// A unit.
    Unit(UnitId),
    /// A barrier segment. `SS-BARR-19`.
    Barrier(BarrierId),
}

/// How a unit moves. `SS-MOVE-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Pace {
    /// The free action, up to the walk rate of the round.
    Walk,
    /// The Run action: one further walk rate.
    Run,
    /// A second Run action in the same round: a test decides how far. `SS-MOVE-08`.
    Sprint,
}

/// An order. Plain data: the journal is a list of these.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Order {
    /// Puts a unit on a square of its side's zone, before the first round.
    Deploy {
        /// Who.
        unit: UnitId,
        /// Where; a unit that stands there takes the other's square.
        to: Cell,
    },
    /// A side is ready to begin.
    Begin {
        /// Which.
        side: Side,
    },
    /// Moves along a path, declared whole. `SS-MOVE-21`.
    Move {
        /// Who.
        unit: UnitId,
        /// Every square after the one it stands on.
        path: Vec<Cell>,
        /// How.
        pace: Pace,
    },
    /// Announces a run before an attack, where the skirmish asks for it. `SS-MOVE-17`.
    AnnounceRun {
        /// Who.
        unit: UnitId,
    },
    /// An attack. `SS-ATK-06`.
    Attack {
        /// Who.
        unit: UnitId,
        /// Whom or what.
        target: Target,
        /// Number of the weapon in the unit's arsenal.
        weapon: usize,
        /// How a firearm is fired.
        mode: Option<FireMode>,
        /// How else the attack differs from the plain one, where the book has ways: "grapple".
        #[serde(default, skip_serializing_if = "Option::is_none")]
        manner: Option<String>,
    },
    /// Something that only the book of the skirmish lets a unit do.
    Deed {
        /// Who.
        unit: UnitId,
        /// Key of the offer: "reserve".
        deed: String,
        /// To whom, if to anybody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<UnitId>,
        /// With which weapon, if with one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapon: Option<usize>,
    },
    /// Takes cover behind what stands on or beside the square. `SS-ACT-49`.
    TakeCover {
        /// Who.
        unit: UnitId,
    },
    /// Drops to the ground. `SS-ACT-51`.
    DropProne {
        /// Who.
        unit: UnitId,
    },
    /// Stands up. `SS-ACT-52`.
    StandUp {
        /// Who.
        unit: UnitId,
    },
    /// Fills a weapon's magazine. `SS-ACT-60`.
    Reload {
        /// Who.
        unit: UnitId,
        /// Number of the weapon.
        weapon: usize,
    },
    /// Takes a carried weapon in hand and puts away what is in the way. `SS-ACT-54`.
    Ready {
        /// Who.
        unit: UnitId,
        /// Number of the weapon.
        weapon: usize,
    },
    /// Drops a held weapon. `SS-ACT-38`.
    Drop {
        /// Who.
        unit: UnitId,
        /// Number of the weapon.
        weapon: usize,
    },
    /// Picks up what lies on the square or beside it. `SS-ACT-60`.
    PickUp {
        /// Who.
        unit: UnitId,
        /// What.
        item: ItemId,
    },
    /// Opens or closes a door or window beside the unit. `SS-ACT-60`.
    Door {
        /// Who.
        unit: UnitId,
        /// Which.
        barrier: BarrierId,
    },
    /// What the unit's Karma is meant for: its next attack or sprint, and whether its player is asked in defence.
    /// `SS-BASE-26`, `SS-BASE-27`.
    Karma {
        /// Who.
        unit: UnitId,
        /// For what from now on.
        plan: KarmaPlan,
    },
    /// A point of Karma for five dice in the next Initiative Test. `SS-INIT-07`.
    KarmaInitiative {
        /// Who.
        unit: UnitId,
    },
    /// Dice rolled by hand, used for the next rolls, where the skirmish allows it.
    Dice {
        /// The faces, in the order of the rolls.
        faces: Vec<u8>,
    },
    /// Ends the action phase.
    EndPhase {
        /// Whose.
        unit: UnitId,
    },
    /// Answers the open question.
    Decide {
        /// Key of the answer.
        answer: String,
    },
    /// A side gives up.
    Surrender {
        /// Which.
        side: Side,
    },
    /// The field is left once the skirmish is over: what ends with it ends.
    LeaveField,
    /// Time passes after the fight.
    Rest {
        /// How much of it.
        minutes: u32,
        /// Care for the wounded in the meantime.
        care: Care,
    },
    /// Somebody sees to somebody after the fight.
    Treat {
        /// Who.
        unit: UnitId,
        /// Key of the treatment: "repair".
        treatment: String,
        /// To whom; itself without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<UnitId>,
    },
}

impl Order {
    /// A plain attack.
    pub fn attack(unit: UnitId, target: Target, weapon: usize, mode: Option<FireMode>) -> Self {
        Self::Attack { unit, target, weapon, mode, manner: None }
    }

    /// The unit that acts, if one does.
    pub fn unit(&self) -> Option<UnitId> {
        match self {
            Self::Deploy { unit, .. }
            | Self::Move { unit, .. }
            | Self::Attack { unit, .. }
            | Self::Deed { unit, .. }
            | Self::AnnounceRun { unit }
            | Self::TakeCover { unit }
            | Self::DropProne { unit }
            | Self::StandUp { unit }
            | Self::Reload { unit, .. }
            | Self::Ready { unit, .. }
            | Self::Drop { unit, .. }
            | Self::PickUp { unit, .. }
            | Self::Door { unit, .. }
            | Self::Karma { unit, .. }
            | Self::KarmaInitiative { unit }
            | Self::EndPhase { unit }
            | Self::Treat { unit, .. } => Some(*unit),
            Self::Begin { .. }
            | Self::Decide { .. }
            | Self::Dice { .. }
            | Self::Surrender { .. }
            | Self::LeaveField
            | Self::Rest { .. } => None,
        }
    }
}
