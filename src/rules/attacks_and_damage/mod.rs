//! Attacks and Damage: d6 hit pools, two tracks of boxes, defence that wears thin.
//!
//! One file per chapter of the catalogue in `docs/rules/attacks-and-damage.md`.

pub mod adapter;
pub mod armour;
pub mod attack;
pub mod barrier_attack;
mod barriers;
pub mod borrow;
pub mod condition;
pub mod damage;
pub mod defence;
pub mod engine;
pub mod fighter;
#[cfg(test)]
mod fixtures;
pub mod frequency;
pub mod harm;
pub mod knockdown;
pub mod purse;
pub mod recovery;
pub mod scene;
pub mod setting;
pub mod sheet;
pub mod show;
pub mod special;
pub mod switches;
pub mod weapon;
pub mod weapon_test;
pub mod wound;

pub use armour::{Armour, ArmourValue};
pub use condition::{Condition, State};
pub use damage::{DamageType, DamageValue, Nature, Taken, Track};
pub use fighter::Fighter;
pub use frequency::Frequency;
pub use purse::Purse;
pub use scene::{AttackResult, AttackScene};
pub use sheet::{Attribute, Attributes, Sheet, Skill, UnarmedLine};
pub use switches::Switches;
pub use weapon::{AttackClass, Rider, Trigger, Trouble, Weapon};
