//! `SpecialActionRules`: the actions that only some rulebooks have. Lists them for the action bar, checks and pays
//! them, and resolves them.

use crate::lines::SharedRefusal;
use crate::rulebook::BookDefinition;
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, AvailableAction, BattleEvent, CostError, Payment, RuleSet, RuleStep, RuleViolation,
    SpecialAction, TurnBudget, UnitSnapshot,
};
use dice::{Clause, RuleResult, RuleText, Table};

/// Actions besides those of every book. None by default.
pub trait SpecialActionRules: BookDefinition {
    /// Keys of the actions that always have the same number on the keyboard, from the first number on. The actions that
    /// come and go share the numbers after them.
    fn numbered_actions() -> &'static [&'static str] {
        &[]
    }

    /// Lists a unit's actions besides those of every book: buttons of the action bar.
    fn available_actions(_unit: &UnitSnapshot, _rules: &RuleSet) -> Vec<AvailableAction> {
        Vec::new()
    }

    /// Checks and pays a special action.
    ///
    /// # Errors
    /// Returns a `CostError` if the action is not possible, or the book does not offer the key.
    fn pay_special_action(action: &SpecialAction<'_>, _rules: &RuleSet) -> Result<Payment, CostError> {
        let why = SharedRefusal::UnknownAction { book: Self::NAME, key: action.key.to_owned() };
        Err(RuleViolation::new(why, Self::ACTIONS_CLAUSE).into())
    }

    /// Resolves a special action that is paid.
    fn resolve_special_action(
        _table: &mut impl Table,
        _action: &SpecialAction<'_>,
        _rules: &RuleSet,
    ) -> RuleResult<ActionOutcome> {
        Ok(ActionOutcome::from_effects(Vec::new()))
    }

    /// Returns the rounds that a special action takes with all their points; `None` if it is done at once.
    /// `SS-ACT-58`.
    fn special_action_rounds(_action: &str, _rules: &RuleSet) -> Option<u32> {
        None
    }

    /// Returns the label and clause of a special action that is no longer offered, such as one that is paid; `None` if
    /// the key says it well enough.
    fn action_label(_action: &str) -> Option<(RuleText, Clause)> {
        None
    }

    /// Returns the action of the action table that a special action is paid as; `None` if it has a price of its own.
    fn paid_action(_action: &str) -> Option<Action> {
        None
    }

    /// Returns whether the result of a special action is about its target, not about the unit that does it.
    fn result_is_about_target(_action: &str) -> bool {
        false
    }

    /// Returns whether a special action treats what its target suffers. That it is possible is not checked.
    fn treats_target(action: &SpecialAction<'_>, _rules: &RuleSet) -> bool {
        Self::result_is_about_target(action.key)
    }

    /// Says what a treatment does for its target, or for the unit itself without one, where the description of the action leaves
    /// that open; `None` for other actions.
    fn treatment_benefit(_action: &SpecialAction<'_>, _rules: &RuleSet) -> Option<String> {
        None
    }

    /// Returns whether a treatment of a target, or of the unit itself without one, keeps up a patient that would fall at the end of
    /// the round otherwise. That it is possible is not checked.
    fn keeps_patient_up(_action: &SpecialAction<'_>, _rules: &RuleSet) -> bool {
        false
    }

    /// Returns the key of the action that does to the unit itself what this one does to another; `None` if there is none.
    fn own_action(_action: &str) -> Option<&'static str> {
        None
    }

    /// Puts a unit in cover at the start of a battle, behind an obstacle of this height in centimetres. `CS-COV-03`.
    fn place_in_cover(unit: &UnitSnapshot, _cover_cm: u16, _rules: &RuleSet) -> Vec<RuleStep> {
        vec![RuleStep::Record(BattleEvent::CoverTaken { unit: unit.id })]
    }

    /// Returns the turn budget of a unit in cover that is placed elsewhere before the battle, behind an obstacle of this height
    /// in centimetres; `None` if nothing of its cover is left there. `CS-COV-03`.
    fn carry_cover(unit: &UnitSnapshot, cover_cm: u16, _rules: &RuleSet) -> Option<TurnBudget> {
        (cover_cm > 0).then_some(unit.budget)
    }

    /// Changes a copy of a unit as if it had taken cover behind an obstacle of this height in centimetres: for the odds
    /// of attacks on it there.
    fn assume_cover(unit: &mut UnitSnapshot, _cover_cm: u16, _rules: &RuleSet) {
        unit.in_cover = true;
    }

    /// Returns the key of the special action that takes cover; `None` if it is the action of all books.
    fn cover_action() -> Option<&'static str> {
        None
    }

    /// Returns whether a defence that a unit prepares now helps it in this round, as far as its own state decides.
    fn can_defend(_unit: &UnitSnapshot, _rules: &RuleSet) -> bool {
        true
    }

    /// Says against whom a defence that a unit prepares by a special action is useless now, of the enemies that it knows of; `None` for
    /// other actions, and where it is of use against all of them.
    fn defence_warning(
        _unit: &UnitSnapshot,
        _action: &str,
        _enemies: impl FnOnce() -> Vec<UnitSnapshot>,
    ) -> Option<String> {
        None
    }

    /// Returns whether a special action is possible during deployment. `CS-COV-03`.
    fn allowed_at_deployment(_action: &str, _rules: &RuleSet) -> bool {
        false
    }
}
