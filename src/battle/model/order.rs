//! All that a player, an opponent, a script or a replay can say.

use serde::{Deserialize, Serialize};

use super::components::{BarrierId, Side, UnitId};
use crate::model::components::inventory::ItemId;
use field::Cell;
use rules::turn_engine::timed_items::Timer;
use rules::{FireMode, KarmaPlan, MedicalCare};

/// What is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Target {
    /// A unit.
    Unit(UnitId),
    /// A barrier segment. `SS-BARR-19`.
    Barrier(BarrierId),
    /// A square, for what goes off there. `CS-BASE-35`.
    Square(Cell),
}

/// One attack of several that are made together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SubAttack {
    /// Whom.
    pub target: UnitId,
    /// Number of the weapon in the unit's arsenal.
    pub weapon: usize,
    /// How a firearm is fired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<FireMode>,
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
        /// Slips past opponents on the way. `SS-INTC-14`, `SS-INTC-16`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        evade: bool,
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
    /// Several attacks with one pool. `SS-MULTI-01`.
    Multiple {
        /// Who.
        unit: UnitId,
        /// The attacks, in their order: the first ones get the larger shares.
        attacks: Vec<SubAttack>,
    },
    /// Throws or places an item that goes off by itself. `SS-TIMED-04`.
    Activate {
        /// Who.
        unit: UnitId,
        /// Number of the item among everything it carries.
        weapon: usize,
        /// When it goes off, where that is not preset.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timer: Option<Timer>,
        /// Where it comes to lie.
        to: Cell,
    },
    /// Goes on with an Extended Action. `SS-ACT-18`.
    Continue {
        /// Who.
        unit: UnitId,
    },
    /// Sets off an item by radio. `SS-TIMED-09`.
    Detonate {
        /// Who.
        unit: UnitId,
        /// The item.
        item: ItemId,
    },
    /// Something that only the book of the skirmish lets a unit do.
    #[serde(alias = "Deed")]
    SpecialAction {
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
    /// Holds the action phase back. `SS-DELAY-01`.
    Delay {
        /// Whose.
        unit: UnitId,
    },
    /// What the unit answers to questions of a clause for the rest of the fight, without being asked.
    #[serde(alias = "Standing")]
    SetAutoResponse {
        /// Who.
        unit: UnitId,
        /// The clause that asks.
        clause: String,
        /// Key of the answer; nothing to be asked again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<String>,
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
        care: MedicalCare,
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
            | Self::SpecialAction { unit, .. }
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
            | Self::Delay { unit }
            | Self::Multiple { unit, .. }
            | Self::Activate { unit, .. }
            | Self::Continue { unit }
            | Self::Detonate { unit, .. }
            | Self::SetAutoResponse { unit, .. }
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
