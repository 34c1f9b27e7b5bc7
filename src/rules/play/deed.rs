//! What only one book knows: deeds and what it offers.

use crate::registry::ask_rulebook;
use crate::special_actions::{grappling, human_shield, vehicles};
use crate::status::{check_complex, check_price, resolution};
use crate::{
    ActionOutcome, AvailableAction, CostError, Payment, RuleSet, RuleStep, SpecialAction, UnitSnapshot,
    status,
};
use dice::{AnswerPolicy, RuleResult, Table, enumerate_within};

/// What a unit may do besides what every book has: buttons of the action bar.
pub fn offers(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction> {
    ask_rulebook!(unit.sheet.book(), offers(unit, rules))
}

/// A unit begins the fight in cover behind something of this height in centimetres. `CS-COV-03`.
pub fn begins_in_cover(unit: &UnitSnapshot, cover_cm: u16, rules: &RuleSet) -> Vec<RuleStep> {
    ask_rulebook!(rules.book(), begins_in_cover(unit, cover_cm, rules))
}

/// Whether a deed can be done while units are placed, before the first round. `CS-COV-03`.
pub fn at_deployment(deed: &str, rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), at_deployment(deed, rules))
}

/// Whether a deed may be done now, and what it costs.
///
/// # Errors
/// Why not; a key that the book does not offer is refused too.
pub fn may_do(deed: &SpecialAction<'_>, rules: &RuleSet) -> Result<Payment, CostError> {
    let ailments = &deed.unit.ailments;
    if let Some(why) = status::forbids_special_action(ailments, deed.key) {
        return Err(why.into());
    }
    let shared = resolution::may_do(deed, rules).or_else(|| grappling::may_do(deed, rules));
    let shared = shared.or_else(|| vehicles::may_do(deed, rules)).or_else(|| human_shield::may_do(deed));
    if let Some(answer) = shared {
        return answer;
    }
    let paid = ask_rulebook!(deed.unit.sheet.book(), may_do(deed, rules))?;
    check_price(ailments, deed.unit.spent, paid.points)?;
    check_complex(ailments, paid.points)?;
    Ok(paid)
}

/// Rounds that a deed takes before anything comes of it, all points of each; nothing for what is done at once.
/// `SS-ACT-58`.
pub fn deed_rounds(deed: &str, rules: &RuleSet) -> Option<u32> {
    ask_rulebook!(rules.book(), deed_rounds(deed, rules))
}

/// Does a deed that is paid.
///
/// # Errors
/// As the table.
pub fn perform(
    table: &mut impl Table,
    deed: &SpecialAction<'_>,
    rules: &RuleSet,
) -> RuleResult<ActionOutcome> {
    if let Some(outcome) = resolution::perform(table, deed, rules)? {
        return Ok(outcome);
    }
    if let Some(outcome) = grappling::perform(table, deed, rules)? {
        return Ok(outcome);
    }
    if let Some(outcome) = vehicles::perform(deed).or_else(|| human_shield::perform(deed)) {
        return Ok(outcome);
    }
    ask_rulebook!(deed.unit.sheet.book(), perform(table, deed, rules))
}

/// What may come of something, in words, with how likely it is, the likeliest first.
pub type Chances = Vec<(String, f64)>;

/// Runs of a deed after which its chances are given up.
const RUNS: u64 = 60_000;

/// What may come of a deed; nothing where nothing is left to chance. `deed.unit` has not paid for it yet, and questions get
/// their first answer.
pub fn deed_chances(deed: &SpecialAction<'_>, rules: &RuleSet) -> Chances {
    let Ok(paid) = may_do(deed, rules) else { return Vec::new() };
    let mut unit = deed.unit.clone();
    unit.purse = paid.purse;
    unit.spent += paid.points;
    if let Some(condition) = paid.condition {
        unit.condition = condition;
    }
    let deed = SpecialAction { unit: &unit, ..*deed };
    let all = enumerate_within(AnswerPolicy::first(), RUNS, |table| Ok(perform(table, &deed, rules)?.words));
    let Ok(all) = all else { return Vec::new() };
    if all.len() < 2 {
        return Vec::new();
    }
    let mut chances: Vec<_> = all.iter().map(|(words, share)| (words.clone(), share)).collect();
    chances.sort_by(|one, other| other.1.total_cmp(&one.1));
    chances
}
