//! Aberrant: d10 pools counting 7 and more, difficulties, damage types and one health track.
//!
//! One file per chapter of the catalogue in `docs/rules/aberrant.md`.

pub mod attacks;
pub mod bands;
pub mod checks;
pub mod environment;
pub mod extras;
pub mod fighter;
pub mod health;
pub(crate) mod lines;
pub mod protection;
pub mod rule_options;
pub mod rulebook;
pub mod sheet;
pub mod turn;
pub mod weapon;

pub use self::attacks::context::{AttackContext, AttackResult};
pub use self::health::damage::{Damage, DamageType};
pub use self::health::health_state::HealthState;
pub use self::protection::armour::{Armour, Clothing};
pub use self::protection::bonus_stacking::{DefenceBonus, DefenceBonusKind};
pub use self::protection::soak::Soak;
pub use self::protection::stacking::{Impervious, SoakCategory, SoakSource};
pub use self::rule_options::Switches;
pub use self::rulebook::AberrantRulebook;
pub use self::turn::turn_budget::TurnBudget;
pub use fighter::Fighter;
pub use sheet::{Ability, MovementRates, Sheet, Size};
pub use weapon::{Weapon, WeaponClass};

#[cfg(test)]
pub(crate) mod test_fixtures;
