//! One attack as the battlefield hands it to any book, and what comes back.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::ground::ground_effect::GroundEffectSpec;
use crate::knockback::KnockbackForce;
use crate::status::{Ailment, AilmentCause, BodySide};
use crate::turn_engine::actions::Action;
use crate::turn_engine::{FireMode, KarmaUse};
use crate::{
    AttackSite, BarrierHarm, BarrierOnLine, Grip, HealthState, HitResult, RuleSet, Square, Surroundings,
    TargetSight, TurnBudget, UnitSnapshot, Weapon, WeaponMalfunction,
};
use dice::Clause;

/// Somebody near an attack who neither attacks nor is its first target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bystander {
    /// Who.
    pub unit: UnitSnapshot,
    /// Squares from the first target: east, north.
    pub offset: (i32, i32),
    /// How the attacker and this unit see each other.
    pub sight: TargetSight,
    /// Where they stand, and the sky above.
    pub surroundings: Surroundings,
    /// This unit sees the first target. `CC-CHART-24`.
    pub sees_target: bool,
}

/// Something on the field that the attacker sees and that can be operated. `CC-ADV-19`, `CC-THT-13`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperableObject {
    /// Number of the barrier segment.
    pub id: u32,
    /// "wooden door".
    pub name: String,
    /// Squares from the first target.
    pub from_target: u32,
    /// Squares from the attacker.
    pub from_attacker: u32,
}

/// The part of one attack in the dice of several that are made together. `SS-MULTI-07`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PoolShare {
    /// Dice of this attack.
    pub dice: u32,
    /// Dice of the whole pool.
    pub of: u32,
    /// Which of the attacks it is, from 1.
    pub nth: u32,
    /// How many attacks there are.
    pub attacks: u32,
    /// Its misses are rolled again, on the Karma of the first attack. `SS-MULTI-11`.
    pub rerolls: bool,
}

impl PoolShare {
    /// "attack 1 of 2: 5 of 9 dice".
    pub fn describe(&self) -> String {
        format!("attack {} of {}: {} of {} dice", self.nth, self.attacks, self.dice, self.of)
    }
}

/// One attack on a unit, complete: nothing else decides it but dice and players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackRequest {
    /// Who attacks.
    pub attacker: UnitSnapshot,
    /// Who is attacked.
    pub defender: UnitSnapshot,
    /// With what.
    pub weapon: Weapon,
    /// Its number among everything the attacker carries.
    pub slot: usize,
    /// How a firearm is fired; `None` where the weapon leaves no choice.
    pub mode: Option<FireMode>,
    /// How else the book's attack differs from the plain one: a key of `manners`, or nothing.
    pub option: Option<Cow<'static, str>>,
    /// How they see each other.
    pub sight: TargetSight,
    /// Where they stand, and the sky above.
    pub surroundings: Surroundings,
    /// Barriers on the way, from the attacker on. Every hit crosses the transparent ones, and all of them where the
    /// target is wholly hidden; a tied attack on a target in cover crosses all. `SS-BARR-10`, `SS-COVER-01`,
    /// `SS-COVER-05`.
    pub barriers: Vec<BarrierOnLine>,
    /// Those of them that stand beside the target. `CS-COV-05`.
    pub beside_target: Vec<u32>,
    /// Height of each of them in centimetres, in their order. Table CS-T3.
    pub heights_cm: Vec<u16>,
    /// The attacker ran into reach of this target in this phase. `SS-MOVE-18`, `CS-BASE-20`.
    pub charge: bool,
    /// The target's last sprint began in cover from the attacker. `AB-DODGE-06`.
    pub dash_from_cover: bool,
    /// Rounds the attacker fired earlier in this phase. `SS-BASE-28`.
    pub rounds_fired: u32,
    /// Its part of the dice of several attacks that are made together. `SS-MULTI-07`.
    pub share: Option<PoolShare>,
    /// The two are engaged with each other in melee. `CS-SIM-04`.
    pub engaged: bool,
    /// Where it is made; nothing in a scene without a map.
    pub site: Option<AttackSite>,
    /// Boost dice that wait for the attacker's side, givers named. `CC-ADV-08`.
    pub boosts: Vec<u32>,
    /// Everybody else in the fight, where the weapon `wants_company`.
    pub bystanders: Vec<Bystander>,
    /// What could be operated, where the weapon `wants_company`.
    pub operables: Vec<OperableObject>,
    /// The skirmish's switches.
    pub rules: RuleSet,
}

/// One attack on a barrier segment. `SS-BARR-19`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarrierAttackRequest {
    /// Who attacks.
    pub attacker: UnitSnapshot,
    /// With what.
    pub weapon: Weapon,
    /// Its number among everything the attacker carries.
    pub slot: usize,
    /// How a firearm is fired.
    pub mode: Option<FireMode>,
    /// The segment.
    pub barrier: BarrierOnLine,
    /// How the attacker sees it: distance, and what of it hides behind other barriers.
    pub sight: TargetSight,
    /// Other barriers on the way, from the attacker on, as in [`AttackRequest::barriers`].
    pub barriers: Vec<BarrierOnLine>,
    /// Rounds the attacker fired earlier in this phase.
    pub rounds_fired: u32,
    /// Where they stand, and the sky above.
    pub surroundings: Surroundings,
    /// Where it is made; nothing in a scene without a map.
    pub site: Option<AttackSite>,
    /// Everybody else in the fight, where the weapon `wants_company`; places count from `AttackSite::target`.
    pub bystanders: Vec<Bystander>,
    /// Boost dice that wait for the attacker's side, givers named. `CC-ADV-08`.
    pub boosts: Vec<u32>,
    /// The skirmish's switches.
    pub rules: RuleSet,
}

/// One attack on a square where nobody has to stand. `CS-BASE-35`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellAttackRequest {
    /// Who attacks.
    pub attacker: UnitSnapshot,
    /// With what.
    pub weapon: Weapon,
    /// Its number among everything the attacker carries.
    pub slot: usize,
    /// How a firearm is fired.
    pub mode: Option<FireMode>,
    /// How the attacker sees somebody standing there.
    pub sight: TargetSight,
    /// Where they stand, and the sky above.
    pub surroundings: Surroundings,
    /// Where it is made.
    pub site: AttackSite,
    /// Everybody else in the fight, where the weapon `wants_company`; places count from `AttackSite::target`.
    pub bystanders: Vec<Bystander>,
    /// The skirmish's switches.
    pub rules: RuleSet,
}

/// An item that goes off by itself where it lies. Chapter TIMED.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detonation {
    /// Who activated it.
    pub owner: UnitSnapshot,
    /// What it is.
    pub weapon: Weapon,
    /// Where it lies: both squares are its own.
    pub site: AttackSite,
    /// Everybody who is in the fight, its owner with them; places count from `spot`.
    pub bystanders: Vec<Bystander>,
    /// Barriers that it touches. `SS-BARR-27`.
    pub touching: Vec<BarrierOnLine>,
    /// The skirmish's switches.
    pub rules: RuleSet,
}

/// One thing that a rule does to the state of a fight.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields' names say it")]
pub enum Effect {
    /// A unit's harm or lasting state changes; `damage` is what its player would call it.
    #[serde(alias = "condition")]
    HealthState { unit: u32, after: HealthState, damage: u32 },
    /// A unit pays for something outside its orders, or is given something: points spent, and what is left.
    #[serde(alias = "purse")]
    TurnBudget { unit: u32, action: Option<Action>, points: u8, after: TurnBudget },
    /// A unit's Initiative Score is this from now on, and it acts at it. `SS-FFYL-05`.
    Score { unit: u32, score: i32 },
    /// A unit acts in the next pass at this score. `SS-FFYL-07`.
    PhaseOwed { unit: u32, score: i32 },
    /// A unit loses so many points of its Initiative Score: now, or of the next roll if there is none yet. `SS-SURP-13`.
    ScoreLost { unit: u32, points: i32 },
    /// A unit has no defence against another one until its next phase. `SS-SURP-14`.
    Surprised { unit: u32, by: u32 },
    /// A unit loses its next phase. `SS-SURP-20`.
    #[serde(alias = "startled")]
    LostPhase { unit: u32 },
    /// A unit is startled no longer, or else surprised no longer. `SS-SURP-14`, `SS-SURP-21`.
    #[serde(alias = "composed")]
    SurpriseEnded { unit: u32 },
    /// A blow throws a unit; `from` is a square it comes from, where that is not its striker's. Chapter KNOCK.
    #[serde(alias = "knocked")]
    Knockback { unit: u32, force: KnockbackForce, from: Option<Square> },
    /// A unit gets itself to a square: out of a burst. `AB-AREA-10`.
    Relocated { unit: u32, to: Square, clause: Clause },
    /// A unit falls to the ground.
    Prone { unit: u32 },
    /// A unit gets up.
    StandsUp { unit: u32 },
    /// A unit is in cover.
    CoverTaken { unit: u32 },
    /// A unit is no longer in cover.
    CoverLost { unit: u32 },
    /// A barrier segment is damaged.
    Barrier(BarrierHarm),
    /// A unit rolled a defence of its own. `SS-DEF-28`.
    Defended { unit: u32 },
    /// A unit adds Willpower to its defences for the round. `SS-DEF-05`.
    FullDefense { unit: u32 },
    /// A unit drops what it carries under this number.
    Dropped { unit: u32, slot: usize },
    /// What a unit carries under this number flies to a square and lies there; `None` is its own square.
    Thrown { unit: u32, slot: usize, to: Option<Square> },
    /// One piece of what a unit carries several of under this number flies to a square and lies there; `None` is its
    /// own square.
    ThrownOne { unit: u32, slot: usize, to: Option<Square> },
    /// What a unit carries under this number is gone for good.
    Destroyed { unit: u32, slot: usize },
    /// Something becomes of a weapon.
    Fault { unit: u32, slot: usize, fault: WeaponMalfunction },
    /// Rounds left in a weapon, where they are not those that the attack itself takes.
    Rounds { unit: u32, slot: usize, loaded: u32 },
    /// Karma was spent. `SS-BASE-25`.
    Karma { unit: u32, on: KarmaUse },
    /// Two units are engaged in melee. `CS-MEL-02`.
    Engaged { one: u32, other: u32 },
    /// Two units are no longer engaged.
    Disengaged { one: u32, other: u32 },
    /// A unit's grip begins or ends.
    Grip { unit: u32, grip: Option<Grip> },
    /// A unit hides, or is seen again.
    Concealed { unit: u32, concealed: bool },
    /// Dice wait for whoever of the giver's side checks next. `CC-ADV-08`.
    Boost { giver: u32 },
    /// The dice that waited for this unit's side are taken. `CC-ADV-08`.
    BoostsClaimed { unit: u32 },
    /// A door or the like is opened or closed. `CC-ADV-19`.
    Operated { barrier: u32 },
    /// An Initiative Score changes at once. `SS-CALL-35`.
    ScoreChanged { unit: u32, by: i32, clause: Clause },
    /// An ailment comes on, as its row and what the unit suffers already have it. Chapter AIL.
    Afflict { unit: u32, cause: AilmentCause },
    /// An ailment ends before its time.
    Relieve { unit: u32, ailment: Ailment, part: Option<BodySide>, clause: Clause },
    /// An attack strikes a unit: what it carries besides harm takes hold. `CS-BASE-35`.
    Struck { unit: u32 },
    /// Somebody shot at a unit. `CS-PIN-09`.
    ShotAt { unit: u32 },
    /// A unit's curse has struck in this round. `CS-CURS-01`.
    CurseSpent { unit: u32 },
    /// A unit takes a seat in a vehicle, or the wheel of the one it sits in. `SS-DEF-18`.
    Boards { unit: u32, vehicle: u32, drives: bool },
    /// A unit gets out of its vehicle. `SS-CALL-114`.
    Alights { unit: u32 },
    /// The windows of a vehicle are wound down or up. `SS-CALL-115`.
    Windows { vehicle: u32, open: bool },
    /// A unit turns whom it holds before it towards the nearest enemy. `AB-SHIELD-01`.
    ShieldTurned { unit: u32 },
    /// Smoke or flames lie on the ground around a square for a while.
    Laid { at: Square, lays: GroundEffectSpec },
    /// Only told: the book's own words for something that changes nothing on the field.
    #[serde(alias = "told")]
    RuleNote { unit: u32, text: String, clause: Clause },
}

/// Everything that comes of one attack or deed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ActionOutcome {
    /// How it met its target.
    pub contact: HitResult,
    /// The attacker's advantage in the book's measure: net hits, net successes, degrees.
    pub net: i32,
    /// Damage in the book's measure: points, boxes, levels, wounds.
    pub damage: u32,
    /// The same in words: "3 levels of lethal", "9 wounds to the left arm". Empty where nothing came of it.
    pub words: String,
    /// What it does, in order.
    pub effects: Vec<Effect>,
}

impl ActionOutcome {
    /// Something that was no attack.
    pub fn from_effects(effects: Vec<Effect>) -> Self {
        Self { contact: HitResult::Miss, net: 0, damage: 0, words: String::new(), effects }
    }
}
