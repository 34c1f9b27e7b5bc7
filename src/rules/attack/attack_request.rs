//! Attack requests to a book, and the outcome it returns.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::fire_mode::FireMode;
use crate::ground::ground_effect::GroundEffectSpec;
use crate::knockback::KnockbackForce;
use crate::status::{Ailment, AilmentCause, BodySide};
use crate::turn_engine::actions::Action;
use crate::turn_engine::karma::KarmaUse;
use crate::{
    AttackSite, BarrierHarm, BarrierOnLine, Grip, HealthState, HitResult, RuleSet, Surroundings, TargetSight,
    TurnBudget, UnitSnapshot, Weapon, WeaponMalfunction,
};
use dice::{Clause, RuleText};
use model::{BarrierId, BarrierSource, Cell, UnitId};

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
    /// All other units of the battle, if the weapon `wants_company`.
    pub bystanders: Vec<Bystander>,
    /// Operable objects, if the weapon `wants_company`.
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
    /// All other units of the battle, if the weapon `wants_company`; offsets are from `AttackSite::target`.
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
    /// All other units of the battle, if the weapon `wants_company`; offsets are from `AttackSite::target`.
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

/// One change to the state of a battle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields' names say it")]
pub enum Effect {
    /// A unit's health or lasting state changes; `damage` is the number shown to the player.
    #[serde(rename = "condition")]
    HealthState { unit: UnitId, after: HealthState, damage: u32 },
    /// A unit pays or receives points outside its orders: points spent, and what is left.
    #[serde(rename = "purse")]
    TurnBudget { unit: UnitId, action: Option<Action>, points: u8, after: TurnBudget },
    /// Sets a unit's Initiative Score, at which it acts from now on. `SS-FFYL-05`.
    Score { unit: UnitId, score: i32 },
    /// A unit acts in the next pass at this score. `SS-FFYL-07`.
    PhaseOwed { unit: UnitId, score: i32 },
    /// A unit loses points of its Initiative Score: now, or of the next roll if there is none yet. `SS-SURP-13`.
    ScoreLost { unit: UnitId, points: i32 },
    /// A unit has no defence against another one until its next phase. `SS-SURP-14`.
    Surprised { unit: UnitId, by: UnitId },
    /// A unit loses its next phase. `SS-SURP-20`.
    #[serde(rename = "startled")]
    LostPhase { unit: UnitId },
    /// A unit has recovered from a lost phase or from surprise. `SS-SURP-14`, `SS-SURP-21`.
    #[serde(rename = "composed")]
    SurpriseEnded { unit: UnitId },
    /// A blow throws a unit; `from` is the square of its origin, `None` if it is the attacker's. Chapter KNOCK.
    #[serde(rename = "knocked")]
    Knockback { unit: UnitId, force: KnockbackForce, from: Option<Cell> },
    /// A unit moves itself out of a blast to a square. `AB-AREA-10`.
    Relocated { unit: UnitId, to: Cell, clause: Clause },
    /// A unit falls prone.
    Prone { unit: UnitId },
    /// A unit stands up.
    StandsUp { unit: UnitId },
    /// A unit is in cover.
    CoverTaken { unit: UnitId },
    /// A unit is no longer in cover.
    CoverLost { unit: UnitId },
    /// A barrier segment is damaged.
    Barrier(BarrierHarm),
    /// A unit rolled a defence. `SS-DEF-28`.
    Defended { unit: UnitId },
    /// A unit adds Willpower to its defences for the round. `SS-DEF-05`.
    FullDefense { unit: UnitId },
    /// A unit drops the item at this index.
    Dropped { unit: UnitId, slot: usize },
    /// The item at this index lands in a square; `None` is the unit's own square.
    Thrown { unit: UnitId, slot: usize, to: Option<Cell> },
    /// One piece of the stack at this index lands in a square; `None` is the unit's own square.
    ThrownOne { unit: UnitId, slot: usize, to: Option<Cell> },
    /// The item at this index is destroyed.
    Destroyed { unit: UnitId, slot: usize },
    /// A weapon gets a malfunction.
    Fault { unit: UnitId, slot: usize, fault: WeaponMalfunction },
    /// Rounds left in a weapon, apart from those that the attack itself takes.
    Rounds { unit: UnitId, slot: usize, loaded: u32 },
    /// Karma was spent. `SS-BASE-25`.
    Karma { unit: UnitId, on: KarmaUse },
    /// Two units are engaged in melee. `CS-MEL-02`.
    Engaged { one: UnitId, other: UnitId },
    /// Two units are no longer engaged.
    Disengaged { one: UnitId, other: UnitId },
    /// A unit's grip begins or ends.
    Grip { unit: UnitId, grip: Option<Grip> },
    /// A unit hides, or is revealed.
    Concealed { unit: UnitId, concealed: bool },
    /// Dice wait for the next check of the giver's side. `CC-ADV-08`.
    Boost { giver: UnitId },
    /// A unit takes the dice that wait for its side. `CC-ADV-08`.
    BoostsClaimed { unit: UnitId },
    /// A door or the like is opened or closed. `CC-ADV-19`.
    Operated { barrier: BarrierId },
    /// An Initiative Score changes at once. `SS-CALL-35`.
    ScoreChanged { unit: UnitId, by: i32, clause: Clause },
    /// An ailment begins, as its rule and the unit's present ailments say. Chapter AIL.
    Afflict { unit: UnitId, cause: AilmentCause },
    /// An ailment ends early.
    Relieve { unit: UnitId, ailment: Ailment, part: Option<BodySide>, clause: Clause },
    /// An attack hits a unit, so that its properties apply. `CS-BASE-35`.
    Struck { unit: UnitId },
    /// A unit was shot at. `CS-PIN-09`.
    ShotAt { unit: UnitId },
    /// A unit's curse has taken effect in this round. `CS-CURS-01`.
    CurseSpent { unit: UnitId },
    /// A unit takes a seat in a vehicle, or its driver's seat. `SS-DEF-18`.
    Boards { unit: UnitId, vehicle: UnitId, drives: bool },
    /// A unit gets out of its vehicle. `SS-CALL-114`.
    Alights { unit: UnitId },
    /// The windows of a vehicle are opened or closed. `SS-CALL-115`.
    Windows { vehicle: UnitId, open: bool },
    /// A unit turns its human shield towards the nearest enemy. `AB-SHIELD-01`.
    ShieldTurned { unit: UnitId },
    /// Smoke or fire covers the ground around a square.
    Laid { at: Cell, lays: GroundEffectSpec },
    /// A log line in the book's terms, without a change of state.
    #[serde(rename = "told")]
    RuleNote { unit: UnitId, text: RuleText, clause: Clause },
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
    /// Effects, in order.
    pub effects: Vec<Effect>,
}

impl ActionOutcome {
    /// The outcome of an action that was no attack.
    pub fn from_effects(effects: Vec<Effect>) -> Self {
        Self { contact: HitResult::Miss, net: 0, damage: 0, words: String::new().into(), effects }
    }
}
