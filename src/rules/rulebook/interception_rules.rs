//! `InterceptionRules`: attacks on a unit that moves past an enemy, their price, and the evasion of them.

use crate::rulebook::{TurnRules, defaults};
use crate::turn_engine::Action;
use crate::{ActionRequest, CostError, EvasionOutcome, InterceptOption, Payment, RuleSet, UnitSnapshot};
use dice::{RuleResult, Table};

/// Attacks on units that pass by, and evading them. By default with every melee weapon.
pub trait InterceptionRules: TurnRules {
    /// Pays for an interception. `SS-ACT-41`.
    ///
    /// # Errors
    /// Returns a `CostError` if the unit cannot pay.
    fn pay_interception(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
        Self::pay_action(unit, ActionRequest::for_action(Action::Intercept), rules)
    }

    /// Returns the points that a payment takes from the next turn; none by default.
    fn deferred_points(_unit: &UnitSnapshot, _paid: &Payment) -> u8 {
        0
    }

    /// Lists a unit's attacks on one that passes by; empty if it may not intercept or cannot pay. By default one with
    /// every melee weapon in hand, including bare hands. `SS-INTC-06`, `SS-INTC-07`, `SS-INTC-08`, `SS-INTC-13`,
    /// `SS-INTC-19`.
    fn intercept_options(unit: &UnitSnapshot, mover: &UnitSnapshot, rules: &RuleSet) -> Vec<InterceptOption> {
        defaults::intercept_options(unit, mover, rules)
    }

    /// Returns whether this damage of an interception ends a unit's movement: any, by default. `SS-INTC-11`.
    fn stops_movement(_unit: &UnitSnapshot, damage: u32) -> bool {
        damage > 0
    }

    /// Rolls to evade interception: no opponent loses its attack, by default. `SS-INTC-14`.
    fn roll_evasion(
        _table: &mut impl Table,
        _unit: &UnitSnapshot,
        _rules: &RuleSet,
    ) -> RuleResult<EvasionOutcome> {
        Ok(EvasionOutcome::default())
    }
}
