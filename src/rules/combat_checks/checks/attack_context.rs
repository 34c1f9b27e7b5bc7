//! What an attack needs to know and what comes of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::range;
use super::range::AttackError;
use crate::combat_checks::{Fighter, HealthState, SideEffect, Switches, Weapon};
use crate::{BarrierHarm, BarrierOnLine, DownState, HitResult, Surroundings, TargetSight};

/// A further target of the same attack. `CC-CHK-04`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondaryTarget {
    /// Who is attacked.
    pub fighter: Fighter,
    /// How attacker and target see each other.
    pub sight: TargetSight,
    /// Where they stand.
    pub surroundings: Surroundings,
}

/// Somebody who neither attacks nor is attacked, but may gain or lose by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearbyUnit {
    /// Number of the unit.
    pub id: u32,
    /// What players call it.
    pub name: Arc<str>,
    /// Strain it has. `CC-CHART-06`.
    pub strain: u32,
    /// Lies on the ground.
    pub prone: bool,
}

/// An object on the field that can be operated. `CC-ADV-19`, `CC-THT-13`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InteractiveObject {
    /// Its number.
    pub id: u32,
    /// What players call it.
    pub name: Arc<str>,
    /// Flagged vital.
    pub vital: bool,
    /// Squares to the first target.
    pub from_target: u32,
    /// In the weapon's range.
    pub in_range: bool,
}

/// One attack, complete: nothing else decides it but dice and players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackContext {
    /// Who attacks.
    pub attacker: Fighter,
    /// Who is attacked, the first declared.
    pub defender: Fighter,
    /// Further targets, in the order declared.
    pub secondary_targets: Vec<SecondaryTarget>,
    /// With what. `CC-CHK-03`.
    pub weapon: Arc<Weapon>,
    /// Place of the weapon among what the attacker holds; `None` for bare hands.
    pub held: Option<usize>,
    /// How attacker and first target see each other.
    pub sight: TargetSight,
    /// Where they stand.
    pub surroundings: Surroundings,
    /// Barriers on the way to the first target, from the attacker on. Its damage crosses the transparent ones, and
    /// all of them where the target is wholly hidden. `SS-BARR-10`, `SS-COVER-05`.
    pub barriers: Vec<BarrierOnLine>,
    /// Boost dice that this check claims from the side. `CC-ADV-08`.
    pub side_boosts: u8,
    /// The attacker's allies, itself excluded.
    pub allies: Vec<NearbyUnit>,
    /// The attacker's enemies, the targets excluded.
    pub enemies: Vec<NearbyUnit>,
    /// A hidden feature that the attacker could notice. `CC-ADV-09`.
    pub hidden_feature: Option<u32>,
    /// Objects in the attacker's sight.
    pub objects: Vec<InteractiveObject>,
    /// Number of the round. `CC-CHART-28`.
    pub round: u32,
    /// The skirmish's switches.
    pub switches: Arc<Switches>,
}

impl AttackContext {
    /// All targets, the first declared first.
    pub fn targets(&self) -> impl Iterator<Item = (&Fighter, &TargetSight, &Surroundings)> {
        let others = self
            .secondary_targets
            .iter()
            .map(|target| (&target.fighter, &target.sight, &target.surroundings));
        std::iter::once((&self.defender, &self.sight, &self.surroundings)).chain(others)
    }

    /// One of the targets.
    pub fn target(&self, at: usize) -> &Fighter {
        match at.checked_sub(1).and_then(|at| self.secondary_targets.get(at)) {
            Some(target) => &target.fighter,
            None => &self.defender,
        }
    }

    /// Whether the attack may be declared at all. `CC-CHK-04`, `CC-RNG-09`, `CC-RNG-11`, `CC-RNG-13`,
    /// `CC-THT-10`, `CC-THT-12`, `CC-CHART-33`.
    ///
    /// # Errors
    /// Why not.
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

/// What an attack did to one of its targets, or to the attacker.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitResult {
    /// Who.
    pub unit: u32,
    /// How the attack met it; the attacker is missed.
    pub contact: HitResult,
    /// Damage before Soak: what a blow's force is measured by.
    pub raw_damage: u32,
    /// Wounds or Strain dealt after Soak.
    pub damage: u32,
    /// Its condition afterwards.
    pub condition: HealthState,
    /// It lies on the ground now.
    pub prone: bool,
    /// It is out of the fight now, if it is.
    pub down: Option<DownState>,
    /// Rows of the Critical Injuries suffered.
    pub injuries: Vec<usize>,
}

/// Everything that comes of one attack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AttackResult {
    /// Net successes; 0 for any failure. `CC-DICE-12`.
    pub successes: u32,
    /// The attacker afterwards.
    pub attacker: UnitResult,
    /// The targets afterwards, in the order declared.
    pub targets: Vec<UnitResult>,
    /// Maneuvers that the attacker has done in this turn. `CC-ADV-12`.
    pub maneuvers: u8,
    /// What else it does, in order.
    #[serde(alias = "deeds")]
    pub side_effects: Vec<SideEffect>,
    /// What the barriers on the way suffered, in order.
    pub barriers: Vec<BarrierHarm>,
}

impl AttackResult {
    /// What it did to the first target.
    pub fn first_target(&self) -> &UnitResult {
        self.targets.first().unwrap_or(&self.attacker)
    }
}
