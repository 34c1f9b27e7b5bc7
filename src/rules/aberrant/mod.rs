//! Aberrant: d10 pools counting 7 and more, difficulties, damage types and one health track.
//!
//! One file per chapter of the catalogue in `docs/rules/aberrant.md`.

pub mod actions;
pub mod adapter;
pub mod area;
pub mod armour;
pub mod attack;
pub mod attack_pool;
pub mod base;
pub mod borrow;
pub mod cancel;
pub mod condition;
pub mod cover;
pub mod damage;
pub mod daze;
pub mod defence;
pub mod emp;
pub mod engine;
pub mod fall;
pub mod fighter;
#[cfg(test)]
mod fixtures;
pub mod grapple;
pub mod held;
pub mod hurl;
pub mod knock;
pub mod layers;
pub mod nonsoak;
pub mod object;
pub mod pierce;
pub mod purse;
pub mod range;
pub mod recovery;
pub mod resus;
pub mod scene;
pub mod sheet;
pub mod shield;
pub mod show;
pub mod soak;
pub mod stack;
pub mod stun;
pub mod switches;
pub mod throw;
pub mod track;
pub mod weapon;
pub mod willpower;

pub use armour::{Armour, Clothing};
pub use condition::Condition;
pub use damage::{Damage, DamageType};
pub use fighter::Fighter;
pub use nonsoak::{Bonus, BonusKind};
pub use purse::Purse;
pub use scene::{AttackResult, AttackScene};
pub use sheet::{Ability, Moves, Sheet, Size};
pub use soak::Soak;
pub use stack::{Category, DefenceSource, Impervious};
pub use switches::Switches;
pub use weapon::{Weapon, WeaponClass};
