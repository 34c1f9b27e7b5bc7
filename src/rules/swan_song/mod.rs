//! Swan Song rulebook: d6 pools that count 5 and 6, limits, action points and initiative passes.
//!
//! One file per chapter of the catalogue in `docs/rules/swan-song.md`.

pub mod attack;
pub mod barriers;
pub mod checks;
pub mod damage;
pub mod defence;
pub mod explosives;
pub mod fighter;
pub(crate) mod lines;
pub mod movement;
pub mod options;
pub mod recovery;
pub mod rulebook;
pub mod sheet;
#[cfg(test)]
pub mod test_support;
pub mod turns;
pub mod weapon;

pub use self::attack::called_shot::CalledShot;
pub use self::attack::context::{AttackContext, AttackResult, BarrierAttackContext, BarrierAttackResult};
pub use self::damage::last_stand::LastStand;
pub use self::options::switches::Switches;
pub use self::rulebook::SwanSongRulebook;
pub use super::{BarrierHarm, BarrierOnLine, DownState, FireMode, HitResult, MovementMode, TargetSight};
pub use crate::turn_engine::extended_action::ExtendedActionProgress;
pub use crate::turn_engine::karma::{Karma, KarmaPlan, KarmaSpent, KarmaUse};
pub use fighter::{Fighter, PointPool, Vitals};
pub use sheet::{Attribute, Attributes, Booster, Sheet, Skill, UnitKind};
pub use weapon::{DamageType, DamageValue, PoolKind, Weapon, WeaponBuild, WeaponClass, WeaponCondition};
