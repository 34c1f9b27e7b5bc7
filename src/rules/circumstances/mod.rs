//! Circumstances: d100 under a target number, and everything around a fighter that changes it.
//!
//! One file per chapter of the catalogue in `docs/rules/circumstances.md`.

pub mod actions;
pub mod adapter;
#[cfg(test)]
mod ailment_tests;
pub mod armour;
pub mod attack;
pub mod attempt;
pub mod blast;
pub mod borrow;
pub mod breath;
pub mod check;
pub mod condition;
pub mod cover;
pub mod engine;
pub mod evasion;
pub mod fall;
pub mod fatigue;
pub mod fighter;
#[cfg(test)]
mod fixtures;
pub mod fog;
pub mod grapple;
pub mod harm;
pub mod height;
pub mod jam;
pub mod legality;
pub mod light;
pub mod location;
pub mod melee;
pub mod phase;
pub mod prone;
pub mod purse;
pub mod range;
pub mod running;
pub mod scatter;
pub mod scene;
mod settings;
pub mod sheet;
pub mod show;
pub mod size;
pub mod spell;
pub mod switches;
pub mod terrain;
pub mod unaware;
pub mod weapon;
pub mod weather;

use super::{Contact, Down, Gait, Ground, Light, Surroundings, Weather};
pub use crate::status::Ailment;
pub use actions::{Action, Cost};
pub use armour::Armour;
pub use condition::Condition;
pub use cover::CoverShape;
pub use fighter::{Company, Curse, Fighter, Hold};
pub use location::{Location, Locations};
pub use purse::Purse;
pub use scene::{AttackResult, AttackScene, Attempt, Harm, Manner, Opponents};
pub use sheet::{Characteristic, Characteristics, Deflector, Sheet, Skill, Talents};
pub use spell::{Spell, SpellKind};
pub use switches::Switches;
pub use weapon::{AttackKind, Burst, Charge, DamageDice, Loaded, Weapon, WeaponClass};
