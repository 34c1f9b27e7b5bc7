//! The input and the result of an attack.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::range;
use super::range::AttackError;
use crate::combat_checks::{Fighter, HealthState, LikelyAttack, SideEffect, Switches, Weapon};
use crate::turn_engine::EngineSwitches;
use crate::{BarrierHarm, BarrierOnLine, DownState, HealthCause, HitResult, Surroundings, TargetSight};
use model::{BarrierId, UnitId};

/// A further target of the same attack. `CC-CHK-04`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondaryTarget {
    /// The target.
    pub fighter: Fighter,
    /// Sight between attacker and target.
    pub sight: TargetSight,
    /// Surroundings of both.
    pub surroundings: Surroundings,
}

/// A unit that is neither attacker nor target but may be affected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearbyUnit {
    /// Id of the unit.
    pub id: UnitId,
    /// Name of the unit.
    pub name: Arc<str>,
    /// Its Strain. `CC-CHART-06`.
    pub strain: u32,
    /// The Strain that it can suffer and still act. `CC-CHART-06`.
    pub strain_threshold: u32,
    /// Whether it is prone.
    pub prone: bool,
    /// Whether there is something to take cover behind, it has not done so, and no ailment forbids it.
    pub can_take_cover: bool,
    /// How it is likely to attack the attacker next; none for its allies. `CC-THT-09`.
    pub attack: LikelyAttack,
}

/// An object that can be operated. `CC-ADV-19`, `CC-THT-13`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InteractiveObject {
    /// Its id.
    pub id: BarrierId,
    /// Its name.
    pub name: Arc<str>,
    /// Whether it is open, so that it would be closed.
    pub is_open: bool,
    /// Whether it is vital.
    pub vital: bool,
    /// Distance to the first target, in squares.
    pub from_target: u32,
    /// Offset of its middle from the first target in half squares: east, south.
    pub offset: (i32, i32),
    /// Distance to the attacker, in squares.
    pub from_attacker: u32,
    /// Whether it is in the weapon's range.
    pub in_range: bool,
}

/// One attack with everything that decides it, except dice and answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackContext {
    /// The attacker.
    pub attacker: Fighter,
    /// The first target.
    pub defender: Fighter,
    /// Further targets, in declared order.
    pub secondary_targets: Vec<SecondaryTarget>,
    /// The weapon. `CC-CHK-03`.
    pub weapon: Arc<Weapon>,
    /// Slot of the weapon; `None` for unarmed attacks.
    pub held: Option<usize>,
    /// Sight between attacker and first target.
    pub sight: TargetSight,
    /// Surroundings of both.
    pub surroundings: Surroundings,
    /// Barriers before the first target, from the attacker on. Damage crosses the transparent ones, and all of them if
    /// the target is fully hidden. `SS-BARR-10`, `SS-COVER-05`.
    pub barriers: Vec<BarrierOnLine>,
    /// Boost dice that this check claims from the side. `CC-ADV-08`.
    pub side_boosts: u8,
    /// The attacker's other allies.
    pub allies: Vec<NearbyUnit>,
    /// The attacker's other enemies, without the targets.
    pub enemies: Vec<NearbyUnit>,
    /// A hidden feature that the attacker may notice. `CC-ADV-09`.
    pub hidden_feature: Option<BarrierId>,
    /// Objects in the attacker's sight.
    pub objects: Vec<InteractiveObject>,
    /// Whether `objects` are all there are; false in a scene without a map.
    pub knows_objects: bool,
    /// Units whose fall ends the battle if all of them are out of action; empty if nothing is known of it. `CC-ADV-01`.
    pub last_enemies: Vec<UnitId>,
    /// Whether other units keep the attacker's side in the battle, on the map or still to arrive. `CC-THT-01`.
    pub side_goes_on: bool,
    /// Whether damage knocks down by the borrowed chapter. `SS-KNOCK-01`.
    pub knockdown: bool,
    /// Number of the round. `CC-CHART-28`.
    pub round: u32,
    /// The skirmish's switches of the turn engine and of barriers.
    pub engine: Arc<EngineSwitches>,
    /// The skirmish's switches.
    pub switches: Arc<Switches>,
}

impl AttackContext {
    /// All targets, in declared order.
    pub fn targets(&self) -> impl Iterator<Item = (&Fighter, &TargetSight, &Surroundings)> {
        let others = self
            .secondary_targets
            .iter()
            .map(|target| (&target.fighter, &target.sight, &target.surroundings));
        std::iter::once((&self.defender, &self.sight, &self.surroundings)).chain(others)
    }

    /// Whether the attacker's side has other units that can act, now or once they have arrived: units that an option can name,
    /// or only the next one that makes a check. `CC-ADV-08`, `CC-THT-01`.
    pub fn has_other_allies(&self) -> bool {
        self.side_goes_on || !self.allies.is_empty()
    }

    /// One of the targets.
    pub fn target(&self, at: usize) -> &Fighter {
        match at.checked_sub(1).and_then(|at| self.secondary_targets.get(at)) {
            Some(target) => &target.fighter,
            None => &self.defender,
        }
    }

    /// Checks that the attack is allowed. `CC-CHK-04`, `CC-RNG-09`, `CC-RNG-11`, `CC-RNG-13`, `CC-THT-10`, `CC-THT-12`,
    /// `CC-CHART-33`.
    ///
    /// # Errors
    /// Returns an `AttackError` if the attack is not allowed.
    pub fn validate(&self) -> Result<(), AttackError> {
        if let Some(held) = self.held.and_then(|at| self.attacker.held.get(at)) {
            if held.empty {
                return Err(AttackError::Empty);
            }
            if held.useless {
                return Err(AttackError::Useless);
            }
        }
        if !self.attacker.can_wield(&self.weapon, &self.switches) {
            return Err(AttackError::NoArm);
        }
        if self.secondary_targets.len() >= usize::from(self.weapon.targets.max(1)) {
            return Err(AttackError::TooMany { most: self.weapon.targets.max(1) });
        }
        self.targets()
            .try_for_each(|(_, sight, _)| range::check_range(&self.weapon, sight, &self.switches).map(drop))
    }
}

/// Effects of an attack on one of its targets, or on the attacker.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitResult {
    /// The unit.
    pub unit: UnitId,
    /// Whether it was hit; the attacker counts as missed.
    pub contact: HitResult,
    /// Damage before Soak, which sets the force of the blow.
    pub raw_damage: u32,
    /// Wounds or Strain dealt after Soak.
    pub damage: u32,
    /// Strain from activated qualities of the weapon. `CC-ADV-10`.
    #[serde(skip)]
    pub quality_strain: u32,
    /// The free second attack on it. `CC-CHART-16`.
    #[serde(skip)]
    pub second_attack: Option<SecondAttack>,
    /// Its health afterwards.
    pub condition: HealthState,
    /// Whether it is prone afterwards.
    pub prone: bool,
    /// Its state if it is out of action afterwards.
    pub down: Option<DownState>,
    /// Chart rows of its new Critical Injuries.
    pub injuries: Vec<usize>,
}

/// The free second attack on an Overpowered target. `CC-CHART-16`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SecondAttack {
    /// Net successes; 0 for any failure.
    pub successes: u32,
    /// Damage before Soak, behind the barriers on the way.
    pub raw_damage: u32,
    /// Wounds or Strain dealt after Soak; a part of the damage of the target.
    pub damage: u32,
    /// Health of the target before its damage.
    pub before: HealthState,
}

impl SecondAttack {
    /// Whether it hit.
    pub const fn contact(&self) -> HitResult {
        match (self.successes, self.raw_damage, self.damage) {
            (0, ..) => HitResult::Miss,
            (_, 0, _) => HitResult::Blocked,
            (.., 0) => HitResult::Graze,
            _ => HitResult::Hit,
        }
    }
}

/// The result of one attack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AttackResult {
    /// Net successes; 0 for any failure. `CC-DICE-12`.
    pub successes: u32,
    /// The attacker afterwards.
    pub attacker: UnitResult,
    /// The targets afterwards, in declared order.
    pub targets: Vec<UnitResult>,
    /// Maneuvers of the attacker in this turn. `CC-ADV-12`.
    pub maneuvers: u8,
    /// Side effects, in order.
    #[serde(rename = "deeds")]
    pub side_effects: Vec<SideEffect>,
    /// Damage to barriers, in order.
    pub barriers: Vec<BarrierHarm>,
    /// What the opponent spent on Strain of the attacker. `CC-THT-04`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strain_cause: Option<HealthCause>,
}

impl AttackResult {
    /// The result for the first target.
    pub fn first_target(&self) -> &UnitResult {
        self.targets.first().unwrap_or(&self.attacker)
    }
}
