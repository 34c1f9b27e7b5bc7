//! The input and the result of an attack on a unit.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::evasion::EvasiveAction;
use crate::circumstances::damage::cover::CoverOnLine;
use crate::circumstances::situational_modifiers::stealth;
use crate::circumstances::{DownState, Fighter, HealthState, HitLocation, Switches, Weapon, WeaponState};
use crate::ground::scatter::Scatter;
use crate::{BarrierHarm, HitResult, Surroundings, TargetSight};

/// The mode of an attack. Table CS-T2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackMode {
    /// Standard Attack.
    #[default]
    Standard,
    /// Burst attack. `CS-BASE-36`.
    Burst,
    /// The melee attack at the end of a Charge. `CS-BASE-20`.
    Charge,
    /// Grapple. `CS-BASE-37`.
    Grapple,
}

/// Opponents of the target in its melee. `CS-SIM-03`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MeleeOpponents {
    /// Units engaged with the target.
    pub count: u32,
    /// Those of them that are Stunned, helpless or Unaware of the attack.
    pub inert: u32,
}

/// One attack on a unit, with everything that decides it except dice and players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackContext {
    /// The attacker.
    pub attacker: Fighter,
    /// The defender.
    pub defender: Fighter,
    /// The weapon; `Weapon::unarmed` for empty hands.
    pub weapon: Arc<Weapon>,
    /// The weapon's state.
    pub loaded: WeaponState,
    /// The attack mode.
    pub mode: AttackMode,
    /// How attacker and defender see each other. `CS-BASE-24`, `CS-UNA-04`.
    pub sight: TargetSight,
    /// Their squares and the weather.
    pub surroundings: Surroundings,
    /// They are engaged with each other. `CS-SIM-04`.
    pub engaged: bool,
    /// Other units that fight the target in melee.
    pub opponents: MeleeOpponents,
    /// Cover objects on the line of fire, from the attacker on. `CS-COV-18`.
    pub covers: Vec<CoverOnLine>,
    /// The battle's rule options.
    pub switches: Arc<Switches>,
}

/// The result of hits on a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DamageResult {
    /// How the attack met the unit.
    pub contact: HitResult,
    /// Hits that landed. `CS-BASE-36`.
    pub hits: u8,
    /// Location of a single hit; `None` otherwise.
    pub location: Option<HitLocation>,
    /// Damage of the hardest hit before any reduction. `CS-BASE-12`.
    pub raw: u32,
    /// Wounds lost. `CS-BASE-30`.
    pub damage: u32,
    /// The unit's state afterwards.
    pub condition: HealthState,
    /// How the unit was taken out of action; `None` if it was not. `CS-BASE-13`.
    pub down: Option<DownState>,
    /// AP lost by cover. `CS-COV-17`.
    pub barriers: Vec<BarrierHarm>,
    /// The evasive action on which the unit spent its Reaction; `None` if it did not. `CS-BASE-14`,
    /// `CS-BASE-31`.
    pub evasion: Option<EvasiveAction>,
    /// A force field or shield negated the attack. `CS-BASE-29`.
    pub deflected: bool,
    /// A curse made the unit roll its evasive action again. `CS-CURS-01`.
    pub curse_spent: bool,
}

/// The complete result of an attack on a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AttackResult {
    /// The damage to the target.
    pub harm: DamageResult,
    /// The weapon's state afterwards. `CS-JAM-01`.
    pub loaded: WeaponState,
    /// Where a missed thrown weapon lands. `CS-SCA-02`, `CS-SCA-07`.
    pub scatter: Option<Scatter>,
    /// The attacker spent a Fate Point. `CS-BASE-28`.
    pub fate_spent: bool,
    /// A curse made the attacker roll again. `CS-CURS-01`.
    pub curse_spent: bool,
    /// Attacker and target are now engaged. `CS-MEL-02`.
    pub engages: bool,
}

/// An attack attempt on a unit or a square: the input of its target number.
#[derive(Clone, Copy, Debug)]
pub struct AttackAttempt<'a> {
    /// The attacker.
    pub attacker: &'a Fighter,
    /// The target; `None` for a square. `CS-BASE-35`.
    pub target: Option<&'a Fighter>,
    /// The weapon.
    pub weapon: &'a Weapon,
    /// The attack mode.
    pub mode: AttackMode,
    /// How attacker and target see each other.
    pub sight: TargetSight,
    /// Their squares and the weather.
    pub surroundings: Surroundings,
    /// They are engaged with each other.
    pub engaged: bool,
    /// Other units that fight the target in melee.
    pub opponents: MeleeOpponents,
    /// The battle's rule options.
    pub switches: &'a Switches,
}

impl AttackContext {
    /// The attack attempt.
    pub fn attempt(&self) -> AttackAttempt<'_> {
        AttackAttempt {
            attacker: &self.attacker,
            target: Some(&self.defender),
            weapon: &self.weapon,
            mode: self.mode,
            sight: self.sight,
            surroundings: self.surroundings,
            engaged: self.engaged,
            opponents: self.opponents,
            switches: &self.switches,
        }
    }
}

impl AttackAttempt<'_> {
    /// Whether the target is Unaware of the attack. `CS-UNA-04`.
    pub fn is_unaware(&self) -> bool {
        self.target.is_some() && stealth::is_unaware(self.attacker.concealed, &self.sight, self.switches)
    }
}
