//! Combat Checks: narrative dice, advantages and threats to spend, Critical Injuries.
//!
//! One file per chapter of the catalogue in `docs/rules/combat-checks.md`.

pub mod adapter;
pub mod advantage;
pub mod aftermath;
pub mod armour;
pub mod attack;
pub mod barriers;
pub mod borrow;
pub mod chart;
pub mod check;
pub mod clock;
pub mod condition;
mod course;
pub mod critical;
pub mod damage;
pub mod deed;
pub mod defence;
pub mod economy;
pub mod engine;
pub mod environment;
pub mod fall;
pub mod fighter;
#[cfg(test)]
mod fixtures;
pub mod glance;
pub mod heal;
pub mod injury;
pub mod pool;
pub mod purse;
pub mod range;
pub mod scene;
pub mod setting;
pub mod sheet;
pub mod show;
pub mod switches;
pub mod threat;
pub mod threshold;
pub mod turn;
pub mod weapon;

pub use armour::Armour;
pub use condition::{Condition, Limb, LimbState, Timed, TimedKind, Until};
pub use deed::{Deed, Fate, Item, SideBoosts};
pub use economy::{Economy, Maneuver};
pub use fighter::{Fighter, Held};
pub use injury::{Injury, Live};
pub use pool::{Build, Kind, Waiting};
pub use scene::{AttackResult, AttackScene, Bystander, Object, Struck, Target};
pub use sheet::{Characteristic, Characteristics, Gear, Sheet, Skill};
pub use switches::Switches;
pub use turn::{Named, Purse};
pub use weapon::{Band, Damage, Quality, QualityEffect, Weapon, WeaponClass};
