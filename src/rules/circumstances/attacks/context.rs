//! What an attack needs to know and what comes of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::evasion::EvasiveAction;
use super::scatter::Scatter;
use crate::circumstances::damage::cover::CoverOnLine;
use crate::circumstances::situational_modifiers::stealth;
use crate::circumstances::{DownState, Fighter, HealthState, HitLocation, Switches, Weapon, WeaponState};
use crate::{BarrierHarm, HitResult, Surroundings, TargetSight};

/// How an attack is made. Table CS-T2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackMode {
    /// Standard Attack.
    #[default]
    Standard,
    /// Burst attack. `CS-BASE-36`.
    Burst,
    /// The blow at the end of a Charge. `CS-BASE-20`.
    Charge,
    /// Grapple. `CS-BASE-37`.
    Grapple,
}

/// Who fights against the target in its melee. `CS-SIM-03`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MeleeOpponents {
    /// Units engaged with the target.
    pub count: u32,
    /// Those of them that are Stunned, helpless or Unaware of the attack.
    pub inert: u32,
}

/// One attack on a unit, complete: nothing else decides it but dice and players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackContext {
    /// Who attacks.
    pub attacker: Fighter,
    /// Who is attacked.
    pub defender: Fighter,
    /// With what; `Weapon::unarmed` for empty hands.
    pub weapon: Arc<Weapon>,
    /// The state it is in.
    pub loaded: WeaponState,
    /// How the attack is made.
    pub mode: AttackMode,
    /// How they see each other. `CS-BASE-24`, `CS-UNA-04`.
    pub sight: TargetSight,
    /// Where they stand, and the sky above.
    pub surroundings: Surroundings,
    /// The two are engaged with each other. `CS-SIM-04`.
    pub engaged: bool,
    /// Who else fights the target.
    pub opponents: MeleeOpponents,
    /// Cover objects on the line, from the attacker on. `CS-COV-18`.
    pub covers: Vec<CoverOnLine>,
    /// The attack has gained the quality Special Damage. `CS-BASE-26`.
    pub special_damage: bool,
    /// The skirmish's switches.
    pub switches: Arc<Switches>,
}

/// What hits did to a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DamageResult {
    /// How the attack met the unit.
    pub contact: HitResult,
    /// Hits that landed. `CS-BASE-36`.
    pub hits: u8,
    /// Where it landed, if it was one hit.
    pub location: Option<HitLocation>,
    /// Damage of the hardest hit before anything reduces it. `CS-BASE-12`.
    pub raw: u32,
    /// Wounds lost. `CS-BASE-30`.
    pub damage: u32,
    /// The unit's condition afterwards.
    pub condition: HealthState,
    /// The unit is out of the fight now, if it is. `CS-BASE-13`.
    pub down: Option<DownState>,
    /// AP that cover lost. `CS-COV-17`.
    pub barriers: Vec<BarrierHarm>,
    /// The unit spent its Reaction so. `CS-BASE-14`, `CS-BASE-31`.
    pub evasion: Option<EvasiveAction>,
    /// A force field or shield negated the attack. `CS-BASE-29`.
    pub deflected: bool,
}

/// Everything that comes of one attack on a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AttackResult {
    /// What it did to the target.
    pub harm: DamageResult,
    /// The weapon's state afterwards. `CS-JAM-01`.
    pub loaded: WeaponState,
    /// Where a missed thrown weapon lands. `CS-SCA-02`, `CS-SCA-07`.
    pub scatter: Option<Scatter>,
    /// The attacker spent a Fate Point. `CS-BASE-28`.
    pub fate_spent: bool,
    /// The two are engaged now. `CS-MEL-02`.
    pub engages: bool,
}

/// One attempt to hit, whatever it is aimed at: what its target number rests on.
#[derive(Clone, Copy, Debug)]
pub struct AttackAttempt<'a> {
    /// Who attacks.
    pub attacker: &'a Fighter,
    /// Who is attacked; a mere square is nobody. `CS-BASE-35`.
    pub target: Option<&'a Fighter>,
    /// With what.
    pub weapon: &'a Weapon,
    /// How.
    pub mode: AttackMode,
    /// How they see each other.
    pub sight: TargetSight,
    /// Where they stand.
    pub surroundings: Surroundings,
    /// The two are engaged with each other.
    pub engaged: bool,
    /// Who else fights the target.
    pub opponents: MeleeOpponents,
    /// The skirmish's switches.
    pub switches: &'a Switches,
}

impl AttackContext {
    /// The attempt to hit.
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
    /// The target does not see it coming. `CS-UNA-04`.
    pub fn is_unaware(&self) -> bool {
        self.target.is_some() && stealth::is_unaware(self.attacker, self.sight.aware, self.switches)
    }
}
