//! Combat Checks: narrative dice, advantages and threats to spend, Critical Injuries.
//!
//! One file per chapter of the catalogue in `docs/rules/combat-checks.md`.

pub mod armour;
pub mod checks;
pub mod critical_injuries;
pub mod fighter;
pub mod health;
pub(crate) mod lines;
pub mod options;
pub mod rulebook;
pub mod sheet;
pub mod spending;
pub mod turns;
pub mod weapon;

pub use self::checks::attack_context::{
    AttackContext, AttackResult, InteractiveObject, NearbyUnit, SecondAttack, SecondaryTarget, UnitResult,
};
pub use self::checks::likely_attack::LikelyAttack;
pub use self::checks::pool::{CheckKind, PendingChanges, PoolBuilder};
pub use self::critical_injuries::injury::{Injury, InjuryDuration};
pub use self::health::health_state::{Expiry, HealthState, Limb, LimbState, TimedEffect, TimedEffectKind};
pub use self::options::switches::Switches;
pub use self::rulebook::CombatChecksRulebook;
pub use self::spending::side_effects::{ItemFate, ItemSlot, SideBoosts, SideEffect};
pub use self::turns::action_economy::{ActionEconomy, Maneuver};
pub use self::turns::turn_budget::{ChosenTargets, TurnBudget};
pub use armour::Armour;
pub use fighter::{Fighter, WieldedWeapon};
pub use sheet::{Characteristic, Characteristics, Gear, Sheet, Skill};
pub use weapon::{DamageRating, QualityEffect, RangeBand, Weapon, WeaponClass, WeaponQuality};

#[cfg(test)]
mod test_support;
