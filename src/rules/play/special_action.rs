//! Special actions of a book, and cover that is chosen by them.

use super::permission::check_special_permission;
use crate::registry::ask_rulebook;
use crate::rulebook::SpecialActionRules;
use crate::special_actions::{grappling, human_shield, vehicles};
use crate::status::{check_complex, check_price, resolution};
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, AvailableAction, Book, CostError, HitResult, Payment, RuleSet, RuleStep, SpecialAction,
    TurnBudget, UnitSnapshot,
};
use dice::{AnswerPolicy, Clause, RuleResult, RuleText, Table, enumerate_within};

/// Keys of the special actions that always have the same number on the keyboard, in order.
pub fn numbered_actions(book: Book) -> &'static [&'static str] {
    ask_rulebook!(book, numbered_actions())
}

/// Lists a unit's actions besides those of every book: buttons of the action bar.
pub fn available_actions(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction> {
    ask_rulebook!(unit.sheet.book(), available_actions(unit, rules))
}

/// Returns the turn budget of a unit in cover that is placed elsewhere before the battle, behind an obstacle of this height in
/// centimetres; `None` if nothing of its cover is left there. `CS-COV-03`.
pub fn carry_cover(unit: &UnitSnapshot, cover_cm: u16, rules: &RuleSet) -> Option<TurnBudget> {
    ask_rulebook!(rules.book(), carry_cover(unit, cover_cm, rules))
}

/// Puts a unit in cover at the start of a battle, behind an obstacle of this height in centimetres. `CS-COV-03`.
pub fn place_in_cover(unit: &UnitSnapshot, cover_cm: u16, rules: &RuleSet) -> Vec<RuleStep> {
    ask_rulebook!(rules.book(), place_in_cover(unit, cover_cm, rules))
}

/// Changes a copy of a unit as if it had taken cover behind an obstacle of this height in centimetres: for the odds of
/// attacks on it there.
pub fn assume_cover(unit: &mut UnitSnapshot, cover_cm: u16, rules: &RuleSet) {
    ask_rulebook!(rules.book(), assume_cover(unit, cover_cm, rules));
}

/// Returns the key of the special action that takes cover; `None` if it is the action of all books.
pub fn cover_action(book: Book) -> Option<&'static str> {
    ask_rulebook!(book, cover_action())
}

/// Returns whether a defence that a unit prepares now helps it in this round, as far as its own state decides: not one that may
/// take no further action. `AB-DAZE-05`, `AB-LIMIT-03`.
pub fn can_defend(unit: &UnitSnapshot, rules: &RuleSet) -> bool {
    ask_rulebook!(unit.sheet.book(), can_defend(unit, rules))
}

/// Says against whom a defence that a unit prepares by a special action is useless now, of the enemies that it knows of; `None` for
/// other actions, and where it is of use against all of them. `AB-DODGE-05`.
pub fn defence_warning(
    unit: &UnitSnapshot,
    action: &str,
    enemies: impl FnOnce() -> Vec<UnitSnapshot>,
) -> Option<String> {
    ask_rulebook!(unit.sheet.book(), defence_warning(unit, action, enemies))
}

/// Returns whether a special action is possible during deployment. `CS-COV-03`.
pub fn allowed_at_deployment(action: &str, rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), allowed_at_deployment(action, rules))
}

/// Checks and pays a special action.
///
/// # Errors
/// Returns a `CostError` if the action is not possible, or the book does not offer the key.
pub fn pay_special_action(action: &SpecialAction<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
    let ailments = &action.unit.ailments;
    check_special_permission(action.unit, action.key, rules)?;
    grappling::check_sides(action)?;
    let shared = resolution::pay_special_action(action, rules)
        .or_else(|| grappling::pay_special_action(action, rules));
    let shared = shared
        .or_else(|| vehicles::pay_special_action(action, rules))
        .or_else(|| human_shield::pay_special_action(action));
    if let Some(answer) = shared {
        return answer;
    }
    let paid = ask_rulebook!(action.unit.sheet.book(), pay_special_action(action, rules))?;
    check_price(ailments, action.unit.spent, paid.points)?;
    check_complex(ailments, paid.points)?;
    Ok(paid)
}

/// Returns the label and clause of a special action that is no longer offered; `None` if the book has none for it.
pub fn action_label(action: &str, rules: &RuleSet) -> Option<(RuleText, Clause)> {
    ask_rulebook!(rules.book(), action_label(action))
}

/// Returns the action of the action table that a special action is paid as; `None` if it has a price of its own.
pub fn paid_action(action: &str, rules: &RuleSet) -> Option<Action> {
    ask_rulebook!(rules.book(), paid_action(action))
}

/// Returns whether the result of a special action is about its target, not about the unit that does it.
pub fn result_is_about_target(action: &str, rules: &RuleSet) -> bool {
    let is_shared = [grappling::GRAPPLE, resolution::PUT_OUT, resolution::WAKE].contains(&action);
    is_shared || ask_rulebook!(rules.book(), result_is_about_target(action))
}

/// Returns whether a special action treats what its target suffers: wounds, injuries or an ailment. That it is possible is
/// not checked.
pub fn treats_target(action: &SpecialAction<'_>, rules: &RuleSet) -> bool {
    let ends_ailment = [resolution::PUT_OUT, resolution::WAKE].contains(&action.key);
    action.target.is_some() && (ends_ailment || ask_rulebook!(rules.book(), treats_target(action, rules)))
}

/// Says what a treatment does for its target, or for the unit itself without one: "Restores 3 Flesh and stops it dying."; `None` for
/// other actions, and where their description says it.
pub fn treatment_benefit(action: &SpecialAction<'_>, rules: &RuleSet) -> Option<String> {
    ask_rulebook!(rules.book(), treatment_benefit(action, rules))
}

/// Returns whether a treatment of a target, or of the unit itself without one, keeps up a patient that would fall at the end of the
/// round otherwise. That it is possible is not checked. `SS-FFYL-13`.
pub fn keeps_patient_up(action: &SpecialAction<'_>, rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), keeps_patient_up(action, rules))
}

/// Returns the key of the action that does to the unit itself what this one does to another; `None` if there is none.
pub fn own_action(action: &str, rules: &RuleSet) -> Option<&'static str> {
    ask_rulebook!(rules.book(), own_action(action))
}

/// Returns the rounds that a special action takes with all their points; `None` if it is done at once. `SS-ACT-58`.
pub fn special_action_rounds(action: &str, rules: &RuleSet) -> Option<u32> {
    ask_rulebook!(rules.book(), special_action_rounds(action, rules))
}

/// Resolves a special action that is paid.
pub fn resolve_special_action(
    table: &mut impl Table,
    action: &SpecialAction<'_>,
    rules: &RuleSet,
) -> RuleResult<ActionOutcome> {
    if let Some(outcome) = resolution::resolve_special_action(table, action, rules)? {
        return Ok(outcome);
    }
    if let Some(outcome) = grappling::resolve_special_action(table, action, rules)? {
        return Ok(outcome);
    }
    if let Some(outcome) =
        vehicles::resolve_special_action(action).or_else(|| human_shield::resolve_special_action(action))
    {
        return Ok(outcome);
    }
    ask_rulebook!(action.unit.sheet.book(), resolve_special_action(table, action, rules))
}

/// Results of an action as text with their probabilities, the most probable first.
pub type Chances = Vec<(String, f64)>;

/// Runs of a special action after which its chances are not computed.
const RUNS: u64 = 60_000;

/// The results of a special action before it is taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActionResults {
    /// All of them, one if it is certain; empty if it has no words for them.
    pub chances: Chances,
    /// The chance that it succeeds; `None` if that is certain, or if no result counts as a success.
    pub success: Option<f64>,
}

/// Chances closer to 1 than this are certain.
const CERTAIN: f64 = 1.0 - 1e-12;

/// Returns the results of a special action. `action.unit` has not paid for it yet, and prompts get their first answer.
pub fn special_action_results(action: &SpecialAction<'_>, rules: &RuleSet) -> ActionResults {
    let Ok(paid) = pay_special_action(action, rules) else { return ActionResults::default() };
    let unit = action.unit.after_payment(paid);
    let action = SpecialAction { unit: &unit, ..*action };
    let all = enumerate_within(AnswerPolicy::first(), RUNS, |table| {
        let outcome = resolve_special_action(table, &action, rules)?;
        Ok((outcome.words.to_string(), outcome.contact == HitResult::Hit))
    });
    let Ok(all) = all else { return ActionResults::default() };
    let mut chances = Chances::new();
    let mut success = 0.0;
    // In ascending order: equal words stand beside each other.
    for ((words, succeeds), share) in all.iter() {
        success += if *succeeds { share } else { 0.0 };
        match chances.last_mut() {
            Some((last, sum)) if last.as_str() == words.as_str() => *sum += share,
            _ => chances.push((words.clone(), share)),
        }
    }
    if chances.iter().all(|(words, _)| words.is_empty()) {
        return ActionResults::default();
    }
    chances.sort_by(|one, other| other.1.total_cmp(&one.1));
    let success = Some(success).filter(|success| *success > 0.0 && *success < CERTAIN);
    ActionResults { chances, success }
}
