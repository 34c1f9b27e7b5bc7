//! Attacks and Damage rulebook: d6 hit pools, two tracks of boxes, penalties for repeated defences.
//!
//! One file per chapter of the catalogue in `docs/rules/attacks-and-damage.md`.

pub mod attack;
pub mod barriers;
pub mod damage;
pub mod defence;
pub mod fighter;
pub(crate) mod lines;
pub mod options;
pub mod rulebook;
pub mod sheet;
pub mod turns;
pub mod weapon;

pub use self::attack::context::{AttackContext, AttackResult};
pub use self::damage::armour::{Armour, ArmourValue};
pub use self::damage::damage_value::{DamageNature, DamageTaken, DamageType, DamageValue, Track};
pub use self::damage::health::{HealthState, LifeState};
pub use self::defence::frequency::DefenceFrequency;
pub use self::options::switches::Switches;
pub use self::rulebook::AttacksAndDamageRulebook;
pub use self::turns::turn_budget::TurnBudget;
pub use fighter::Fighter;
pub use sheet::{Attribute, Attributes, Sheet, Skill, UnarmedAttack};
pub use weapon::{AttackClass, ExtraEffect, ExtraEffectResult, ExtraEffectTrigger, Weapon};

#[cfg(test)]
mod test_support;
