//! What only one book knows: deeds and what it offers.

use crate::{
    Combatant, Deed, Effect, Offer, Outcome, Paid, RuleSet, Unpaid, ailing, riding, shield, status,
    status::permits_complex, status::permits_price, wrestling,
};
use dice::{Policy, Step, Table, enumerate_within};

/// What a unit may do besides what every book has: buttons of the action bar.
pub fn offers(unit: &Combatant, rules: &RuleSet) -> Vec<Offer> {
    ask!(unit.sheet.book(), offers(unit, rules))
}

/// A unit begins the fight in cover behind something of this height in centimetres. `CS-COV-03`.
pub fn begins_in_cover(unit: &Combatant, cover_cm: u16, rules: &RuleSet) -> Vec<Effect> {
    ask!(rules.book(), begins_in_cover(unit, cover_cm, rules))
}

/// Whether a deed can be done while units are placed, before the first round. `CS-COV-03`.
pub fn at_deployment(deed: &str, rules: &RuleSet) -> bool {
    ask!(rules.book(), at_deployment(deed, rules))
}

/// Whether a deed may be done now, and what it costs.
///
/// # Errors
/// Why not; a key that the book does not offer is refused too.
pub fn may_do(deed: &Deed<'_>, rules: &RuleSet) -> Result<Paid, Unpaid> {
    let ailments = &deed.unit.ailments;
    if let Some(why) = status::forbids_deed(ailments, deed.key) {
        return Err(why.into());
    }
    let shared = ailing::may_do(deed, rules).or_else(|| wrestling::may_do(deed, rules));
    let shared = shared.or_else(|| riding::may_do(deed, rules)).or_else(|| shield::may_do(deed));
    if let Some(answer) = shared {
        return answer;
    }
    let paid = ask!(deed.unit.sheet.book(), may_do(deed, rules))?;
    permits_price(ailments, deed.unit.spent, paid.points)?;
    permits_complex(ailments, paid.points)?;
    Ok(paid)
}

/// Rounds that a deed takes before anything comes of it, all points of each; nothing for what is done at once.
/// `SS-ACT-58`.
pub fn deed_rounds(deed: &str, rules: &RuleSet) -> Option<u32> {
    ask!(rules.book(), deed_rounds(deed, rules))
}

/// Does a deed that is paid.
///
/// # Errors
/// As the table.
pub fn perform(table: &mut impl Table, deed: &Deed<'_>, rules: &RuleSet) -> Step<Outcome> {
    if let Some(outcome) = ailing::perform(table, deed, rules)? {
        return Ok(outcome);
    }
    if let Some(outcome) = wrestling::perform(table, deed, rules)? {
        return Ok(outcome);
    }
    if let Some(outcome) = riding::perform(deed).or_else(|| shield::perform(deed)) {
        return Ok(outcome);
    }
    ask!(deed.unit.sheet.book(), perform(table, deed, rules))
}

/// What may come of something, in words, with how likely it is, the likeliest first.
pub type Chances = Vec<(String, f64)>;

/// Runs of a deed after which its chances are given up.
const RUNS: u64 = 60_000;

/// What may come of a deed; nothing where nothing is left to chance. `deed.unit` has not paid for it yet, and questions get
/// their first answer.
pub fn deed_chances(deed: &Deed<'_>, rules: &RuleSet) -> Chances {
    let Ok(paid) = may_do(deed, rules) else { return Vec::new() };
    let mut unit = deed.unit.clone();
    unit.purse = paid.purse;
    unit.spent += paid.points;
    if let Some(condition) = paid.condition {
        unit.condition = condition;
    }
    let deed = Deed { unit: &unit, ..*deed };
    let all = enumerate_within(Policy::first(), RUNS, |table| Ok(perform(table, &deed, rules)?.words));
    let Ok(all) = all else { return Vec::new() };
    if all.len() < 2 {
        return Vec::new();
    }
    let mut chances: Vec<_> = all.iter().map(|(words, share)| (words.clone(), share)).collect();
    chances.sort_by(|one, other| other.1.total_cmp(&one.1));
    chances
}
