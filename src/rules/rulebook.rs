//! The traits of a rulebook, one per chapter, with default methods for books without a rule of their own.
//!
//! A book implements them in its own folder and is registered in one line of `registry.rs`. The functions of
//! [`crate::play`] check what holds in every book and then call the book of the unit, the weapon or the skirmish.

mod aftermath_rules;
mod attack_rules;
mod barrier_rules;
mod book_definition;
pub(crate) mod defaults;
mod detection_rules;
mod detonation_rules;
mod forecast_rules;
mod hazard_rules;
mod interception_rules;
mod knockback_rules;
mod movement_rules;
mod special_action_rules;
mod status_rules;
mod turn_rules;
mod unit_display;
mod unit_rules;

pub use self::aftermath_rules::AftermathRules;
pub use self::attack_rules::AttackRules;
pub use self::barrier_rules::BarrierRules;
pub use self::book_definition::BookDefinition;
pub(crate) use self::defaults::refuse_cell_target;
pub use self::detection_rules::DetectionRules;
pub use self::detonation_rules::DetonationRules;
pub use self::forecast_rules::ForecastRules;
pub use self::hazard_rules::HazardRules;
pub use self::interception_rules::InterceptionRules;
pub use self::knockback_rules::KnockbackRules;
pub use self::movement_rules::MovementRules;
pub use self::special_action_rules::SpecialActionRules;
pub use self::status_rules::StatusRules;
pub use self::turn_rules::TurnRules;
pub use self::unit_display::UnitDisplay;
pub use self::unit_rules::UnitRules;

/// A rulebook: its description, its data types, and its rules by chapter.
///
/// Implementors are types without values; `Book` selects one by static dispatch. Functions without a body are required.
/// The others have the default of a book without that chapter: no special actions, no attack options, no sprint, or the
/// rule of the turn engine.
pub trait Rulebook:
    UnitRules
    + UnitDisplay
    + TurnRules
    + MovementRules
    + InterceptionRules
    + DetectionRules
    + AttackRules
    + ForecastRules
    + DetonationRules
    + BarrierRules
    + SpecialActionRules
    + StatusRules
    + HazardRules
    + KnockbackRules
    + AftermathRules
{
}

#[cfg(test)]
mod tests;
