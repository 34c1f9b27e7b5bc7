//! Orders: every input a player, AI, script or replay can give.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use model::{BarrierId, Cell, ItemId, Side, UnitId};
use rules::turn_engine::timed_items::Timer;
use rules::{FireMode, KarmaPlan, MedicalCare};

pub use model::Target;

/// One attack of a multiple attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct SubAttack {
    /// The target.
    pub target: UnitId,
    /// Slot of the weapon in the unit's inventory.
    pub weapon: usize,
    /// Fire mode of a firearm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<FireMode>,
}

/// Kind of a move. `SS-MOVE-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Pace {
    /// Free action, up to the round's walk rate.
    Walk,
    /// Run action: one more walk rate.
    Run,
    /// Second Run action of the round: a test decides how far. `SS-MOVE-08`.
    Sprint,
}

/// An order; the journal is a list of these.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Order {
    /// Places a unit in its side's deployment zone, before the first round.
    Deploy {
        /// The unit.
        unit: UnitId,
        /// Destination; units swap places if it is occupied.
        to: Cell,
    },
    /// Ends a side's deployment.
    Begin {
        /// The side.
        side: Side,
    },
    /// Moves along a path, declared as a whole. `SS-MOVE-21`.
    Move {
        /// The unit.
        unit: UnitId,
        /// Every cell after the unit's own.
        path: Vec<Cell>,
        /// Walk, run or sprint.
        pace: Pace,
        /// Evades opponents on the way. `SS-INTC-14`, `SS-INTC-16`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        evade: bool,
    },
    /// Announces a run before an attack, if the house rules require it. `SS-MOVE-17`.
    AnnounceRun {
        /// The unit.
        unit: UnitId,
    },
    /// Attacks a target. `SS-ATK-06`.
    Attack {
        /// The attacker.
        unit: UnitId,
        /// The target.
        target: Target,
        /// Slot of the weapon in the unit's inventory.
        weapon: usize,
        /// Fire mode of a firearm.
        mode: Option<FireMode>,
        /// Key of the attack option: "grapple".
        #[serde(default, alias = "manner", skip_serializing_if = "Option::is_none")]
        option: Option<String>,
    },
    /// Makes several attacks with one pool. `SS-MULTI-01`.
    Multiple {
        /// The attacker.
        unit: UnitId,
        /// The attacks in order; earlier ones get larger shares.
        attacks: Vec<SubAttack>,
    },
    /// Throws or places an item with a fuse. `SS-TIMED-04`.
    Activate {
        /// The unit.
        unit: UnitId,
        /// Slot of the item in the unit's inventory.
        weapon: usize,
        /// Timer setting; `None` if the fuse is preset.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timer: Option<Timer>,
        /// Target cell.
        to: Cell,
    },
    /// Continues an Extended Action. `SS-ACT-18`.
    Continue {
        /// The unit.
        unit: UnitId,
    },
    /// Detonates an item by radio. `SS-TIMED-09`.
    Detonate {
        /// The unit.
        unit: UnitId,
        /// The item.
        item: ItemId,
    },
    /// Uses an action of the rulebook.
    #[serde(alias = "Deed")]
    SpecialAction {
        /// The unit.
        unit: UnitId,
        /// Key of the available action: "reserve".
        #[serde(rename = "deed", alias = "action")]
        action: String,
        /// Target, if the action has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<UnitId>,
        /// Slot of the weapon, if the action uses one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapon: Option<usize>,
    },
    /// Takes cover behind an obstacle on or beside the cell. `SS-ACT-49`.
    TakeCover {
        /// The unit.
        unit: UnitId,
    },
    /// Drops to the ground. `SS-ACT-51`.
    DropProne {
        /// The unit.
        unit: UnitId,
    },
    /// Stands up. `SS-ACT-52`.
    StandUp {
        /// The unit.
        unit: UnitId,
    },
    /// Reloads a weapon. `SS-ACT-60`.
    Reload {
        /// The unit.
        unit: UnitId,
        /// Slot of the weapon.
        weapon: usize,
    },
    /// Readies a carried weapon and puts away others as needed. `SS-ACT-54`.
    Ready {
        /// The unit.
        unit: UnitId,
        /// Slot of the weapon.
        weapon: usize,
    },
    /// Drops a held weapon. `SS-ACT-38`.
    Drop {
        /// The unit.
        unit: UnitId,
        /// Slot of the weapon.
        weapon: usize,
    },
    /// Picks up an item on the cell or beside it. `SS-ACT-60`.
    PickUp {
        /// The unit.
        unit: UnitId,
        /// The item.
        item: ItemId,
    },
    /// Opens or closes a door or window beside the unit. `SS-ACT-60`.
    Door {
        /// The unit.
        unit: UnitId,
        /// The door or window.
        barrier: BarrierId,
    },
    /// Sets the Karma plan: points for the next attack or sprint, and whether to offer Karma when defending.
    /// `SS-BASE-26`, `SS-BASE-27`.
    Karma {
        /// The unit.
        unit: UnitId,
        /// The new plan.
        plan: KarmaPlan,
    },
    /// Spends a point of Karma for five dice in the next Initiative Test. `SS-INIT-07`.
    KarmaInitiative {
        /// The unit.
        unit: UnitId,
    },
    /// Enters physical dice for the next rolls, if the match options allow it.
    Dice {
        /// The faces, in roll order.
        faces: Vec<u8>,
    },
    /// Delays the action phase. `SS-DELAY-01`.
    Delay {
        /// The unit.
        unit: UnitId,
    },
    /// Sets or removes an automatic response to prompts of a clause.
    #[serde(alias = "Standing")]
    SetAutoResponse {
        /// The unit.
        unit: UnitId,
        /// Clause of the prompts.
        clause: String,
        /// Key of the answer; `None` removes the response.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<String>,
    },
    /// Describes how a fallen unit went down, for the log. `AB-CINE-09`.
    Narrate {
        /// The fallen unit.
        fallen: UnitId,
        /// The words of the player.
        text: String,
    },
    /// Ends the action phase.
    EndPhase {
        /// The unit.
        unit: UnitId,
    },
    /// Answers the open prompt.
    Decide {
        /// Key of the answer.
        answer: String,
    },
    /// Surrenders.
    Surrender {
        /// The side.
        side: Side,
    },
    /// Leaves the battlefield once the battle is over.
    LeaveField,
    /// Rests after the battle.
    Rest {
        /// Duration in minutes.
        minutes: u32,
        /// Care for the wounded meanwhile.
        care: MedicalCare,
    },
    /// Treats a unit after the battle.
    Treat {
        /// The unit that treats.
        unit: UnitId,
        /// Key of the treatment: "repair".
        treatment: String,
        /// The patient; `None` for the unit itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<UnitId>,
    },
}

impl Order {
    /// A plain attack, without an attack option.
    pub fn attack(unit: UnitId, target: Target, weapon: usize, mode: Option<FireMode>) -> Self {
        Self::Attack { unit, target, weapon, mode, option: None }
    }

    /// The weapons that it names, to be changed.
    pub(crate) fn weapons_mut(&mut self) -> Vec<&mut usize> {
        match self {
            Self::Multiple { attacks, .. } => attacks.iter_mut().map(|attack| &mut attack.weapon).collect(),
            Self::Attack { weapon, .. }
            | Self::Activate { weapon, .. }
            | Self::Reload { weapon, .. }
            | Self::Ready { weapon, .. }
            | Self::Drop { weapon, .. } => vec![weapon],
            Self::SpecialAction { weapon, .. } => weapon.iter_mut().collect(),
            _ => Vec::new(),
        }
    }

    /// The unit that the order is for; `None` for orders of a side.
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
            | Self::Narrate { .. }
            | Self::Surrender { .. }
            | Self::LeaveField
            | Self::Rest { .. } => None,
        }
    }
}
