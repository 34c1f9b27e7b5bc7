//! Swan Song: d6 pools counting 5 and 6, limits, action points and initiative passes.
//!
//! One file per chapter of the catalogue in `docs/rules/swan-song.md`.

pub mod accuracy;
pub mod actions;
pub mod adapter;
pub mod ambush;
pub mod area;
pub mod armour;
pub mod attack;
pub mod attack_pool;
pub mod barrier;
pub mod barrier_attack;
pub mod base;
pub mod body;
pub mod borrow;
pub mod budget;
pub mod called;
mod coins;
pub mod cover;
pub mod critical;
pub mod damage;
pub mod defence;
pub mod delay;
pub mod extended;
pub mod extended_test;
pub mod fall;
pub mod fighter;
#[cfg(test)]
mod fixtures;
pub mod initiative;
pub mod interception;
pub mod karma;
pub mod knockdown;
pub mod last_stand;
pub mod movement;
pub mod multiple;
pub mod recovery;
#[cfg(test)]
mod samples;
pub mod scene;
pub mod setting;
pub mod sheet;
pub mod surprise;
pub mod switches;
pub mod timed;
pub mod treatment;
pub mod turn_order;
pub mod weapon;
pub mod wound;

pub use super::{BarrierHarm, BarrierOnLine, Contact, Down, Gait, Sight};
pub use called::CalledShot;
pub use extended::Progress;
pub use fighter::{Fighter, Pool, Vitals};
pub use karma::{Karma, KarmaPlan, KarmaUse, Spent};
pub use last_stand::LastStand;
pub use scene::{AttackResult, AttackScene, BarrierResult, BarrierScene};
pub use sheet::{Attribute, Attributes, Sheet, Skill, UnitKind};
pub use switches::Switches;
pub use weapon::{
    DamageType, DamageValue, FireMode, PoolKind, Weapon, WeaponBuild, WeaponClass, WeaponCondition,
};
