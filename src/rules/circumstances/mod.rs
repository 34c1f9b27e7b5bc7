//! Circumstances: d100 tests under a target number, and the circumstances that modify it.
//!
//! One file per chapter of the catalogue in `docs/rules/circumstances.md`.

pub mod attacks;
pub mod d100_test;
pub mod damage;
pub mod fighter;
pub mod health;
pub(crate) mod lines;
pub mod rule_options;
pub mod rulebook;
pub mod sheet;
pub mod situational_modifiers;
pub mod spells;
pub mod turn;
pub mod weapon;

pub use self::attacks::context::{
    AttackAttempt, AttackContext, AttackMode, AttackResult, DamageResult, MeleeOpponents,
};
pub use self::damage::armour::Armour;
pub use self::damage::cover::CoverShape;
pub use self::damage::hit_location::{HitLocation, HitLocations};
pub use self::health::health_state::HealthState;
pub use self::rule_options::options::Switches;
pub use self::rulebook::CircumstancesRulebook;
pub use self::spells::{Spell, SpellKind};
pub use self::turn::actions::{CombatAction, CombatActionCost};
pub use self::turn::turn_budget::TurnBudget;
use super::{DownState, GroundConditions, HitResult, Light, MovementMode, Surroundings, Weather};
pub use crate::status::Ailment;
pub use fighter::{CurseTrigger, Fighter, GrappleHold, MeleeCount};
pub use sheet::{Characteristic, Characteristics, Deflector, Sheet, Skill, Talents};
pub use weapon::{AttackKind, BurstMode, DamageDice, ExplosiveCharge, Weapon, WeaponClass, WeaponState};

#[cfg(test)]
pub(crate) mod test_fixtures;
