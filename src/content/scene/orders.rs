//! Orders of a scene: a battle that is played from its state, order by order.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::raw::RawCellSide;
use crate::definitions::entry_validator::EntryValidator;
use crate::skirmishes::skirmish::Skirmish;
use model::{Cell, ObstaclePosition};
use rules::turn_engine::timed_items::Timer;
use rules::{FireMode, KarmaPlan, MedicalCare};

/// Most orders of a scene.
const MAX_ORDERS: usize = 200;
/// Most clauses that a scene shows.
const MAX_CLAUSES: usize = 80;

/// The moment at which the orders of a scene begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SceneStart {
    /// The first phase of round 1, of the unit that is ordered first. All units are aware of each other.
    #[default]
    Phase,
    /// Before the first round: with deployment, surprise and initiative.
    Battle,
}

/// Orders of a scene with their dice and the clauses that they show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SceneScript {
    /// The orders.
    pub orders: Vec<SceneOrder>,
    /// Seed of the dice that are not given.
    pub seed: u64,
    /// When the orders begin.
    pub start: SceneStart,
    /// Ids of the clauses that it shows.
    pub shows: Vec<String>,
}

/// A barrier, by its square and side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BarrierName {
    cell: (i32, i32),
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<RawCellSide>,
}

impl BarrierName {
    /// Returns its position.
    pub fn place(self) -> ObstaclePosition {
        super::raw::to_place(self.cell, self.side)
    }
}

/// The target of an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SceneTarget {
    /// A unit, by name.
    Unit(String),
    /// A square.
    Square((i32, i32)),
    /// A barrier.
    Barrier(BarrierName),
}

/// Kind of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScenePace {
    /// Within the walk rate.
    #[default]
    Walk,
    /// Run action.
    Run,
    /// Second Run action.
    Sprint,
}

/// One attack of a multiple attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SceneSubAttack {
    /// Name of the target.
    pub target: String,
    /// Id of the weapon; by default the first one held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<String>,
    /// Fire mode; by default that of the weapon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<FireMode>,
}

/// An attack of an order or of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SceneAttack {
    /// Name of the attacker.
    pub unit: String,
    /// The target.
    pub at: SceneTarget,
    /// Id of the weapon; by default the first one held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<String>,
    /// Fire mode; by default that of the weapon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<FireMode>,
    /// Key of the attack option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
}

/// An order of a scene, with names in place of numbers. Weapons are ids of carried items.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields' names say it")]
pub enum SceneOrder {
    /// Faces of the next rolls.
    Dice(Vec<u8>),
    /// Places a unit before the first round.
    Deploy { unit: String, to: (i32, i32) },
    /// Ends the deployment of every side.
    Begin,
    /// Ends phases until this unit acts. Prompts get their first answer.
    Until(String),
    /// Ends phases until this unit is asked. Other prompts get their first answer.
    UntilAsked(String),
    /// Ends phases until this round begins. Prompts get their first answer.
    Round(u32),
    /// Shows the card of an attack; costs nothing.
    Card(SceneAttack),
    /// Shows the values and available actions of a unit; costs nothing.
    Show(String),
    /// Attacks.
    Attack(SceneAttack),
    /// Makes several attacks with one pool.
    Multiple { unit: String, attacks: Vec<SceneSubAttack> },
    /// Moves in straight lines from corner to corner.
    Move {
        unit: String,
        path: Vec<(i32, i32)>,
        #[serde(default)]
        pace: ScenePace,
        #[serde(default)]
        evade: bool,
    },
    /// Announces a run.
    AnnounceRun(String),
    /// Throws or places an item with a fuse.
    Activate {
        unit: String,
        weapon: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timer: Option<Timer>,
        to: (i32, i32),
    },
    /// Continues an Extended Action.
    Continue(String),
    /// Detonates the first item of this weapon that waits for a signal.
    Detonate { unit: String, weapon: String },
    /// Uses an action of the rulebook.
    SpecialAction {
        unit: String,
        key: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weapon: Option<String>,
    },
    /// Takes cover.
    TakeCover(String),
    /// Drops to the ground.
    DropProne(String),
    /// Stands up.
    StandUp(String),
    /// Reloads a weapon.
    Reload { unit: String, weapon: String },
    /// Readies a carried weapon.
    Ready { unit: String, weapon: String },
    /// Drops a held weapon.
    Drop { unit: String, weapon: String },
    /// Picks up the first such weapon within reach.
    PickUp { unit: String, weapon: String },
    /// Opens or closes a door or window.
    Door { unit: String, barrier: BarrierName },
    /// Sets the Karma plan.
    Karma { unit: String, plan: KarmaPlan },
    /// Spends Karma on the next Initiative Test.
    KarmaInitiative(String),
    /// Delays the phase.
    Delay(String),
    /// Sets or removes an automatic response.
    AutoResponse {
        unit: String,
        clause: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<String>,
    },
    /// Describes how a fallen unit went down.
    Narrate { unit: String, text: String },
    /// Ends the phase of a unit.
    EndPhase(String),
    /// Answers the open prompt by the key of an answer.
    Answer(String),
    /// A side surrenders, by name.
    Surrender(String),
    /// Leaves the battlefield after the battle.
    LeaveField,
    /// Rests after the battle.
    Rest {
        minutes: u32,
        #[serde(default)]
        care: MedicalCare,
    },
    /// Treats a unit after the battle.
    Treat {
        unit: String,
        treatment: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
    },
}

impl SceneOrder {
    /// Names of the units that it mentions: the ordered one first.
    pub fn units(&self) -> Vec<&str> {
        match self {
            Self::Card(attack) | Self::Attack(attack) => {
                let target = if let SceneTarget::Unit(target) = &attack.at { Some(target) } else { None };
                [&attack.unit].into_iter().chain(target).map(String::as_str).collect()
            }
            Self::Multiple { unit, attacks } => {
                [unit].into_iter().chain(attacks.iter().map(|one| &one.target)).map(String::as_str).collect()
            }
            Self::SpecialAction { unit, target, .. } | Self::Treat { unit, target, .. } => {
                [unit].into_iter().chain(target).map(String::as_str).collect()
            }
            Self::Until(unit)
            | Self::UntilAsked(unit)
            | Self::Show(unit)
            | Self::AnnounceRun(unit)
            | Self::Continue(unit)
            | Self::TakeCover(unit)
            | Self::DropProne(unit)
            | Self::StandUp(unit)
            | Self::KarmaInitiative(unit)
            | Self::Delay(unit)
            | Self::EndPhase(unit)
            | Self::Deploy { unit, .. }
            | Self::Move { unit, .. }
            | Self::Activate { unit, .. }
            | Self::Detonate { unit, .. }
            | Self::Reload { unit, .. }
            | Self::Ready { unit, .. }
            | Self::Drop { unit, .. }
            | Self::PickUp { unit, .. }
            | Self::Door { unit, .. }
            | Self::Karma { unit, .. }
            | Self::AutoResponse { unit, .. }
            | Self::Narrate { unit, .. } => vec![unit.as_str()],
            Self::Dice(_)
            | Self::Begin
            | Self::Round(_)
            | Self::Answer(_)
            | Self::Surrender(_)
            | Self::LeaveField
            | Self::Rest { .. } => Vec::new(),
        }
    }

    /// Squares that it names.
    fn squares(&self) -> Vec<(i32, i32)> {
        match self {
            Self::Deploy { to, .. } | Self::Activate { to, .. } => vec![*to],
            Self::Move { path, .. } => path.clone(),
            Self::Card(attack) | Self::Attack(attack) => match attack.at {
                SceneTarget::Square(cell) => vec![cell],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }
}

impl SceneScript {
    /// Index of the unit whose phase it is when the orders begin.
    pub fn first_unit(&self, skirmish: &Skirmish) -> Option<usize> {
        let gives = |order: &&SceneOrder| !matches!(order, SceneOrder::Show(_));
        let mut given = self.orders.iter().filter(gives);
        let name = given.find_map(|order| order.units().first().map(|name| (*name).to_owned()))?;
        skirmish.units.iter().position(|unit| unit.name == name)
    }

    /// Reports unknown names of units, sides and clauses, and squares off the map.
    pub(super) fn validate(&self, entry: &mut EntryValidator<'_>, skirmish: &Skirmish) {
        entry.require_range(&["orders"], self.orders.len(), 0..=MAX_ORDERS);
        entry.require_range(&["shows"], self.shows.len(), 0..=MAX_CLAUSES);
        for (at, clause) in self.shows.iter().enumerate() {
            if crate::catalogue::find_clause(clause).is_err() {
                entry.error(&["shows", &at.to_string()], format!("unknown clause `{clause}`"));
            }
        }
        for (at, order) in self.orders.iter().enumerate() {
            let at = at.to_string();
            let labels = ["orders", at.as_str()];
            for name in order.units() {
                let names = || skirmish.units.iter().map(|unit| unit.name.as_str());
                if !names().any(|known| known == name) {
                    entry.require_known(&labels, "unit", name, names());
                }
            }
            if let SceneOrder::Surrender(side) = order {
                let names = || skirmish.sides.iter().map(|side| side.name.as_str());
                if !names().any(|known| known == side) {
                    entry.require_known(&labels, "side", side, names());
                }
            }
            for (x, y) in order.squares() {
                if skirmish.map.terrain_at(Cell::new(x, y)).is_none() {
                    entry.error(&labels, format!("the square ({x}, {y}) is not on the map"));
                }
            }
        }
    }
}
