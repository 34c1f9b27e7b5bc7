//! Attack requests to a book, and the outcome it returns.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::turn_engine::FireMode;
use crate::{
    AttackSite, BarrierOnLine, HitResult, RuleSet, RuleStep, Surroundings, TargetSight, UnitSnapshot, Weapon,
};
use dice::RuleText;
use model::{BarrierId, BarrierSource, UnitId};

/// A unit near an attack that is neither the attacker nor the first target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bystander {
    /// The unit.
    pub unit: UnitSnapshot,
    /// Offset from the first target in squares: east, north.
    pub offset: (i32, i32),
    /// How the attacker and this unit see each other.
    pub sight: TargetSight,
    /// Conditions around attacker and unit.
    pub surroundings: Surroundings,
    /// Whether this unit sees the first target. `CC-CHART-24`.
    pub sees_target: bool,
}

/// An operable object that the attacker sees. `CC-ADV-19`, `CC-THT-13`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperableObject {
    /// Id of the barrier segment.
    pub id: BarrierId,
    /// "wooden door".
    pub name: String,
    /// Distance to the first target in squares.
    pub from_target: u32,
    /// Distance to the attacker in squares.
    pub from_attacker: u32,
}

/// The share of one attack in the pool of a multi-attack. `SS-MULTI-07`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PoolShare {
    /// Dice of this attack.
    pub dice: u32,
    /// Dice of the whole pool.
    pub of: u32,
    /// Number of the attack, from 1.
    pub nth: u32,
    /// Number of attacks.
    pub attacks: u32,
    /// Whether its misses are rerolled with the Karma of the first attack. `SS-MULTI-11`.
    pub rerolls: bool,
}

impl PoolShare {
    /// "attack 1 of 2: 5 of 9 dice".
    pub fn describe(&self) -> String {
        format!("attack {} of {}: {} of {} dice", self.nth, self.attacks, self.dice, self.of)
    }
}

/// A complete attack on a unit: apart from this, only dice and decisions determine the outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackRequest {
    /// The attacker.
    pub attacker: UnitSnapshot,
    /// The target.
    pub defender: UnitSnapshot,
    /// The weapon.
    pub weapon: Weapon,
    /// Index of the weapon in the attacker's inventory.
    pub slot: usize,
    /// Fire mode; `None` if the weapon has no choice.
    pub mode: Option<FireMode>,
    /// Key of the attack option; `None` for a normal attack.
    pub option: Option<Cow<'static, str>>,
    /// How they see each other.
    pub sight: TargetSight,
    /// Conditions around attacker and target.
    pub surroundings: Surroundings,
    /// Barriers on the line, from the attacker on. Every hit crosses the transparent ones, and all of them if the
    /// target is fully hidden; a tied attack on a target in cover crosses all. `SS-BARR-10`, `SS-COVER-01`,
    /// `SS-COVER-05`.
    pub barriers: Vec<BarrierOnLine>,
    /// Ids of the barriers that are beside the target. `CS-COV-05`.
    pub beside_target: Vec<BarrierSource>,
    /// Heights of the barriers in centimetres, in their order. Table CS-T3.
    pub heights_cm: Vec<u16>,
    /// Whether the attacker ran into reach of this target in this phase. `SS-MOVE-18`, `CS-BASE-20`.
    pub charge: bool,
    /// Whether the target's last sprint began in cover from the attacker. `AB-DODGE-06`.
    pub dash_from_cover: bool,
    /// Rounds the attacker fired earlier in this phase. `SS-BASE-28`.
    pub rounds_fired: u32,
    /// Its share of a multi-attack; `None` for a single attack. `SS-MULTI-07`.
    pub share: Option<PoolShare>,
    /// Whether the two are engaged in melee with each other. `CS-SIM-04`.
    pub engaged: bool,
    /// The squares of the attack; `None` in a scene without a map.
    pub site: Option<AttackSite>,
    /// Units that gave boost dice to the attacker's side. `CC-ADV-08`.
    pub boosts: Vec<UnitId>,
    /// All other units of the battle, if the weapon `needs_bystanders`.
    pub bystanders: Vec<Bystander>,
    /// Operable objects, if the weapon `needs_bystanders`.
    pub operables: Vec<OperableObject>,
    /// The rule set.
    pub rules: RuleSet,
}

/// One attack on a barrier segment. `SS-BARR-19`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarrierAttackRequest {
    /// The attacker.
    pub attacker: UnitSnapshot,
    /// The weapon.
    pub weapon: Weapon,
    /// Index of the weapon in the attacker's inventory.
    pub slot: usize,
    /// Fire mode; `None` if the weapon has no choice.
    pub mode: Option<FireMode>,
    /// The segment.
    pub barrier: BarrierOnLine,
    /// How the attacker sees it: distance, and the share hidden by other barriers.
    pub sight: TargetSight,
    /// Other barriers on the line, from the attacker on, as in [`AttackRequest::barriers`].
    pub barriers: Vec<BarrierOnLine>,
    /// Rounds the attacker fired earlier in this phase.
    pub rounds_fired: u32,
    /// Conditions around attacker and barrier.
    pub surroundings: Surroundings,
    /// The squares of the attack; `None` in a scene without a map.
    pub site: Option<AttackSite>,
    /// All other units of the battle, if the weapon `needs_bystanders`; offsets are from `AttackSite::target`.
    pub bystanders: Vec<Bystander>,
    /// Units that gave boost dice to the attacker's side. `CC-ADV-08`.
    pub boosts: Vec<UnitId>,
    /// The rule set.
    pub rules: RuleSet,
}

/// One attack on a square, which may be empty. `CS-BASE-35`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellAttackRequest {
    /// The attacker.
    pub attacker: UnitSnapshot,
    /// The weapon.
    pub weapon: Weapon,
    /// Index of the weapon in the attacker's inventory.
    pub slot: usize,
    /// Fire mode; `None` if the weapon has no choice.
    pub mode: Option<FireMode>,
    /// How the attacker sees a unit in the square.
    pub sight: TargetSight,
    /// Conditions around attacker and square.
    pub surroundings: Surroundings,
    /// The squares of the attack.
    pub site: AttackSite,
    /// All other units of the battle, if the weapon `needs_bystanders`; offsets are from `AttackSite::target`.
    pub bystanders: Vec<Bystander>,
    /// The rule set.
    pub rules: RuleSet,
}

/// A timed item that explodes where it is. Chapter TIMED.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detonation {
    /// The unit that activated it.
    pub owner: UnitSnapshot,
    /// The item.
    pub weapon: Weapon,
    /// Where it is: both squares are its own.
    pub site: AttackSite,
    /// All units of the battle, including its owner; offsets are from its square.
    pub bystanders: Vec<Bystander>,
    /// Barriers that it touches. `SS-BARR-27`.
    pub touching: Vec<BarrierOnLine>,
    /// The rule set.
    pub rules: RuleSet,
}

/// The result of one attack or special action.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ActionOutcome {
    /// How it hit its target.
    pub contact: HitResult,
    /// The attacker's margin in the book's unit: net hits, net successes, degrees.
    pub net: i32,
    /// Damage in the book's unit: points, boxes, levels, wounds.
    pub damage: u32,
    /// The damage as text: "3 levels of lethal", "9 wounds to the left arm". Empty if there was no effect.
    pub words: RuleText,
    /// What it leads to, in order.
    pub effects: Vec<RuleStep>,
}

impl ActionOutcome {
    /// The outcome of an action that was no attack.
    pub fn from_effects(effects: Vec<RuleStep>) -> Self {
        Self { contact: HitResult::Miss, net: 0, damage: 0, words: String::new().into(), effects }
    }
}
