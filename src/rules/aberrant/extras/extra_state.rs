//! What an extra has done and suffered besides damage.

use std::hash::{Hash, Hasher};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::aberrant::Ability;

/// How an extra leaves the fight alive. `AB-GRITTY-08`, `AB-CINE-17`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Departure {
    /// Gives up.
    Surrendered,
    /// Runs for the nearest edge of the map.
    Fled,
}

/// State of extras, and of units that extras attack. The default adds nothing to a state hash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ExtraState {
    /// How it left the fight; `None` if it has not. `AB-GRITTY-08`.
    pub left: Option<Departure>,
    /// Flees from its next phase on. `AB-CINE-17`.
    pub flees: bool,
    /// The round in which cinematic extras last attacked it. `AB-CINE-13`.
    pub attacked_by_extras: Option<u32>,
}

impl ExtraState {
    /// Whether it is the state of a unit without extras around.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl Hash for ExtraState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.is_default() {
            (self.left, self.flees, self.attacked_by_extras).hash(state);
        }
    }
}

/// Skills of attacks that a group rolls once for in a pass.
const GROUP_SKILLS: [Ability; 4] = [Ability::Firearms, Ability::Throwing, Ability::Melee, Ability::Brawl];

/// Successes that a group has rolled in this pass, by the skill of the attack, each plus one; 0 before the roll.
/// `AB-GRITTY-07`. The default adds nothing to a state hash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GroupRolls([u8; GROUP_SKILLS.len()]);

impl GroupRolls {
    /// Successes of the group's attack with this skill; `None` if it has not rolled.
    pub fn successes(&self, skill: Ability) -> Option<u32> {
        let place = GROUP_SKILLS.iter().position(|known| *known == skill)?;
        self.0[place].checked_sub(1).map(u32::from)
    }

    /// The rolls with that of an attack.
    pub fn with_roll(mut self, skill: Ability, successes: u32) -> Self {
        if let Some(place) = GROUP_SKILLS.iter().position(|known| *known == skill) {
            self.0[place] = u8::try_from(successes).unwrap_or(u8::MAX).saturating_add(1);
        }
        self
    }

    /// Whether the group has rolled nothing.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl Hash for GroupRolls {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.is_default() {
            self.0.hash(state);
        }
    }
}
