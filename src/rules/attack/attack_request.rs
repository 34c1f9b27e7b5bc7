//! Attack requests to a book, and the outcome it returns.

use std::borrow::Cow;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::fire_mode::FireMode;
use crate::{
    AttackSite, BarrierOnLine, HitResult, MovementMode, RuleSet, RuleStep, Surroundings, TargetSight,
    UnitSnapshot, Weapon,
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
    /// Offset of its middle from the first target in half squares: east, south.
    pub offset: (i32, i32),
    /// Distance to the attacker in squares.
    pub from_attacker: u32,
    /// Whether it is open, so that it would be closed.
    pub is_open: bool,
    /// Not noticed yet: it looks like a wall and cannot be operated. `CC-ADV-09`.
    pub hidden: bool,
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

/// An attack: everything that determines its outcome, except dice and decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackRequest {
    /// The attacker.
    pub attacker: Box<UnitSnapshot>,
    /// The weapon.
    pub weapon: Weapon,
    /// Slot of the weapon in the attacker's inventory.
    pub slot: usize,
    /// Fire mode; `None` if the weapon has no choice.
    pub mode: Option<FireMode>,
    /// Key of the attack option; `None` for a normal attack.
    pub option: Option<Cow<'static, str>>,
    /// What the attack is aimed at.
    pub target: AttackTarget,
    /// How attacker and target see each other: distance, and the share hidden by barriers.
    pub sight: TargetSight,
    /// Conditions around attacker and target.
    pub surroundings: Surroundings,
    /// Barriers on the line, from the attacker on, without an attacked one. Every hit crosses the transparent ones, and
    /// all of them if the target is fully hidden; a tied attack on a target in cover crosses all. `SS-BARR-10`,
    /// `SS-COVER-01`, `SS-COVER-05`.
    pub barriers: Vec<BarrierOnLine>,
    /// Name of what stands between a melee attack and a unit that the attacker sees: "window"; `None` if nothing does.
    pub in_the_way: Option<String>,
    /// Rounds the attacker fired earlier in this phase. `SS-BASE-28`.
    pub rounds_fired: u32,
    /// The squares of the attack; `None` in a scene without a map.
    pub site: Option<AttackSite>,
    /// Units that gave boost dice to the attacker's side. `CC-ADV-08`.
    pub boosts: Vec<UnitId>,
    /// All other units outside of vehicles, if the weapon `needs_bystanders`; offsets are from the target's square.
    pub bystanders: Vec<Bystander>,
    /// Units inside vehicles, if the weapon `needs_bystanders`, without the target: the attack does not catch them.
    pub aboard: Vec<UnitSnapshot>,
    /// Operable objects, if the weapon `needs_bystanders` and the target is a unit.
    pub operables: Vec<OperableObject>,
    /// Units that keep other sides than the attacker's in the battle, if the weapon `needs_bystanders`: once all of them are
    /// out of action, the battle is over. Empty in a scene without a battle.
    pub last_enemies: Vec<UnitId>,
    /// Whether other units than the attacker keep its side in the battle, if the weapon `needs_bystanders`: in the open, inside
    /// vehicles or still to arrive.
    pub side_goes_on: bool,
    /// The rule set.
    pub rules: RuleSet,
}

/// The target of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttackTarget {
    /// A unit.
    Unit(Box<UnitTarget>),
    /// A barrier segment. `SS-BARR-19`.
    Barrier(Box<BarrierOnLine>),
    /// A square, which may be empty: that of `AttackRequest::site`. `CS-BASE-35`.
    Cell,
}

/// A unit under attack, and what matters for attacks on units alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitTarget {
    /// The unit.
    pub defender: UnitSnapshot,
    /// Ids of the barriers that are beside the target. `CS-COV-05`.
    pub beside_target: Vec<BarrierSource>,
    /// Heights of the barriers in centimetres, in their order. Table CS-T3.
    pub heights_cm: Vec<u16>,
    /// Whether the attacker ran into reach of this target in this phase. `SS-MOVE-18`, `CS-BASE-20`.
    pub charge: bool,
    /// Whether the target's last sprint began in cover from the attacker. `AB-DODGE-06`.
    pub dash_from_cover: bool,
    /// Its share of a multi-attack; `None` for a single attack. `SS-MULTI-07`.
    pub share: Option<PoolShare>,
    /// Whether the two are engaged in melee with each other. `CS-SIM-04`.
    pub engaged: bool,
}

impl UnitTarget {
    /// A unit in the open, at which the attacker did not charge.
    pub const fn new(defender: UnitSnapshot) -> Self {
        Self {
            defender,
            beside_target: Vec::new(),
            heights_cm: Vec::new(),
            charge: false,
            dash_from_cover: false,
            share: None,
            engaged: false,
        }
    }

    /// An unremarkable unit in the attacked square, for rules that need one: a copy of the attacker, never hit.
    pub(crate) fn stand_in(attacker: &UnitSnapshot) -> Self {
        Self::new(UnitSnapshot {
            gait: MovementMode::Steady,
            ailments: Vec::new(),
            carries: None,
            ..attacker.clone()
        })
    }
}

/// An attack on a unit: the request, to which it dereferences, and the target.
#[derive(Clone, Copy, Debug)]
pub struct UnitAttack<'a> {
    /// The whole request.
    pub request: &'a AttackRequest,
    /// The unit under attack.
    pub target: &'a UnitTarget,
}

impl Deref for UnitAttack<'_> {
    type Target = AttackRequest;

    fn deref(&self) -> &AttackRequest {
        self.request
    }
}

impl From<UnitSnapshot> for AttackTarget {
    fn from(defender: UnitSnapshot) -> Self {
        Self::Unit(Box::new(UnitTarget::new(defender)))
    }
}

impl From<BarrierOnLine> for AttackTarget {
    fn from(segment: BarrierOnLine) -> Self {
        Self::Barrier(Box::new(segment))
    }
}

impl AttackRequest {
    /// A plain attack in the open, with a weapon in an inventory slot: no other unit is near and nothing between.
    pub fn new(
        attacker: UnitSnapshot,
        (weapon, slot): (Weapon, usize),
        target: impl Into<AttackTarget>,
        sight: TargetSight,
        rules: RuleSet,
    ) -> Self {
        Self {
            attacker: Box::new(attacker),
            weapon,
            slot,
            mode: None,
            option: None,
            target: target.into(),
            sight,
            surroundings: Surroundings::default(),
            barriers: Vec::new(),
            in_the_way: None,
            rounds_fired: 0,
            site: None,
            boosts: Vec::new(),
            bystanders: Vec::new(),
            aboard: Vec::new(),
            operables: Vec::new(),
            last_enemies: Vec::new(),
            side_goes_on: false,
            rules,
        }
    }

    /// The attack as one on a unit; `None` if it has another target.
    pub fn on_unit(&self) -> Option<UnitAttack<'_>> {
        match &self.target {
            AttackTarget::Unit(target) => Some(UnitAttack { request: self, target }),
            AttackTarget::Barrier(_) | AttackTarget::Cell => None,
        }
    }

    /// The unit under attack, for changes; `None` if it has another target.
    pub fn unit_target_mut(&mut self) -> Option<&mut UnitTarget> {
        match &mut self.target {
            AttackTarget::Unit(target) => Some(target),
            AttackTarget::Barrier(_) | AttackTarget::Cell => None,
        }
    }

    /// Returns the same attack as if nothing hid the target.
    #[must_use]
    pub fn without_cover(mut self) -> Self {
        (self.sight.hidden, self.sight.took_cover, self.sight.across_obstacle) = (0, false, false);
        self.barriers.clear();
        self.in_the_way = None;
        if let Some(target) = self.unit_target_mut() {
            target.beside_target.clear();
            target.defender.in_cover = false;
        }
        self
    }

    /// The unit under attack; `None` if it has another target.
    pub fn defender(&self) -> Option<&UnitSnapshot> {
        self.on_unit().map(|attack| &attack.target.defender)
    }
}

#[cfg(test)]
impl AttackRequest {
    /// The unit under attack, for changes by tests.
    pub(crate) fn aimed_unit(&mut self) -> &mut UnitTarget {
        self.unit_target_mut().expect("an attack on a unit")
    }
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
    /// The damage as text: "3 levels of lethal damage", "9 wounds to the left arm". Empty if there was no effect.
    pub words: RuleText,
    /// What it leads to, in order.
    pub effects: Vec<RuleStep>,
}

impl ActionOutcome {
    /// The outcome of an action that was no attack.
    pub fn from_effects(effects: Vec<RuleStep>) -> Self {
        Self { contact: HitResult::Miss, net: 0, damage: 0, words: RuleText::default(), effects }
    }
}
