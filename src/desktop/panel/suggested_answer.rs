//! The answer that Enter takes: that of the rules, unless the odds speak against it.

use super::wasted_defences::{UNDEFENDED_KEYS, forecast_odds, leaves_odds, useful_answers};
use super::widgets::PanelContext;
use crate::attack_forecast::ForecastCache;
use battle::available_actions;
use dice::Prompt;
use rules::{Forecast, Odds, play};

/// Chance from which on a unit is expected to go out of action.
const LIKELY_OUT: f64 = 0.5;
/// By how much an answer has to lower that chance to be proposed instead, and what it may lack to the best one.
const LESS_OUT: f64 = 0.1;

/// Key of the answer that keeps a roll as it is.
const KEEP_KEY: &str = "keep";
/// By how much paying has to change a chance to be proposed, and average damage, as a share of it, where knock-outs are unlikely.
const LEAST_GAIN: f64 = 0.1;
const LEAST_DAMAGE_GAIN: f64 = 0.25;

/// Returns the answer that is proposed. Of defences none that changes nothing, and against an attack that is likely to take
/// the asked unit out of action one that helps.
pub(super) fn suggested_answer(
    context: &PanelContext,
    odds: &mut ForecastCache,
    (prompt, forecast): (&Prompt, Option<&Forecast>),
) -> usize {
    let rules = context.view.rules();
    let by_rules = answer_by_rules(context, prompt);
    if let Some(forecast) = forecast {
        let offered = useful_answers(prompt, Some(forecast));
        return proposed_defence(prompt, (by_rules, &offered), |key| forecast_odds(forecast, prompt, key));
    }
    let reactions = play::reaction_prompts(rules.book());
    if !reactions.iter().any(|reaction| reaction.is_defence && reaction.clause == prompt.clause) {
        return worthwhile_answer(prompt, by_rules, |key| {
            context.view.prompt_context().and_then(|pending| odds.answer_odds(&pending, key))
        });
    }
    let pending = context.view.prompt_context();
    match pending.filter(|pending| pending.affected_unit() == Some(prompt.who)) {
        Some(pending) => {
            let offered = useful_answers(prompt, None);
            proposed_defence(prompt, (by_rules, &offered), |key| odds.answer_odds(&pending, key))
        }
        None => by_rules,
    }
}

/// Returns the answer that keeps a roll in place of a proposed one that pays for a change that hardly helps.
fn worthwhile_answer(
    prompt: &Prompt,
    proposed: usize,
    mut odds_of: impl FnMut(&str) -> Option<Odds>,
) -> usize {
    let keeps = prompt.answers.iter().position(|answer| answer.key == KEEP_KEY);
    let Some(keeps) = keeps.filter(|keeps| *keeps != proposed) else { return proposed };
    let Some(pays) = prompt.answers.get(proposed) else { return proposed };
    match (odds_of(KEEP_KEY), odds_of(&pays.key)) {
        (Some(kept), Some(paid)) if !is_worth_paying(&kept, &paid) => keeps,
        _ => proposed,
    }
}

/// Whether odds differ so much that it is worth paying: by ten points of percent of a chance, or where the target is likely to stay in
/// action by a quarter of the average damage. Who is sure to go out of action is rescued by any chance.
fn is_worth_paying(kept: &Odds, paid: &Odds) -> bool {
    // Chances come from sums.
    let least = LEAST_GAIN - 1e-9;
    let differs = |one: f64, other: f64| (one - other).abs() >= least;
    let chances = differs(kept.hit, paid.hit) || differs(kept.harm, paid.harm) || differs(kept.out, paid.out);
    let is_rescue = kept.out >= 1.0 && paid.out < 1.0;
    let damage = (kept.mean - paid.mean).abs() >= LEAST_DAMAGE_GAIN * kept.mean.max(paid.mean);
    let changes_damage = kept.out < LIKELY_OUT && kept.mean != paid.mean && damage;
    chances || is_rescue || changes_damage
}

/// Returns the answer that the rules propose; not one that hopes for help which no other unit of the side can give.
fn answer_by_rules(context: &PanelContext, prompt: &Prompt) -> usize {
    let (view, rules) = (context.view, context.view.rules());
    let by_rules = play::suggested_answer(prompt, rules);
    let Some((alone, actions)) = play::answer_without_help(prompt, rules) else { return by_rules };
    let asked = view.unit(prompt.who);
    let can_help = view.units().filter(|other| *other.id != prompt.who && other.is_fighting()).any(|other| {
        let is_friend = asked.as_ref().is_some_and(|asked| asked.side == other.side);
        is_friend && available_actions(view, &other).iter().any(|action| actions.contains(&action.key))
    });
    if can_help { by_rules } else { alone }
}

/// Returns the defence that is proposed, one of those that are offered, by the odds of the attack against each.
fn proposed_defence(
    prompt: &Prompt,
    (by_rules, offered): (usize, &[usize]),
    mut odds_of: impl FnMut(&str) -> Option<Odds>,
) -> usize {
    let odds: Vec<Option<Odds>> = prompt.answers.iter().map(|answer| odds_of(&answer.key)).collect();
    let at = |number: usize| odds.get(number).and_then(Option::as_ref);
    let is_free = |number: &usize| {
        let answer = &prompt.answers[*number];
        answer.detail.is_free() || UNDEFENDED_KEYS.contains(&answer.key.as_str())
    };
    let numbers = || offered.iter().copied();
    let by_rules = match offered.contains(&by_rules) {
        true => by_rules,
        false => numbers().find(is_free).or_else(|| numbers().next()).unwrap_or(by_rules),
    };
    let free = numbers().find(is_free).filter(|free| leaves_odds(at(by_rules), at(*free)));
    let proposed = if is_free(&by_rules) { by_rules } else { free.unwrap_or(by_rules) };
    let Some(out) = at(proposed).map(|odds| odds.out).filter(|out| *out >= LIKELY_OUT) else {
        return proposed;
    };
    let least = numbers().filter_map(at).map(|odds| odds.out).fold(out, f64::min);
    if least > out - LESS_OUT {
        return proposed;
    }
    // The rules list what costs less first.
    let helps = |number: &usize| at(*number).is_some_and(|odds| odds.out < least + LESS_OUT);
    numbers().find(helps).unwrap_or(proposed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::wasted_defences::test_fixtures::prompt;

    /// The proposed defence; each answer has a chance to be taken out of action, and an average damage.
    fn proposed(answers: &[(&str, f64, f64)], by_rules: usize) -> String {
        proposed_of(answers, by_rules, &(0..answers.len()).collect::<Vec<_>>())
    }

    /// The proposed defence where only some are offered.
    fn proposed_of(answers: &[(&str, f64, f64)], by_rules: usize, offered: &[usize]) -> String {
        let keys: Vec<&str> = answers.iter().map(|(key, ..)| *key).collect();
        let asked = prompt(&keys);
        let odds_of = |key: &str| {
            let known = answers.iter().find(|(own, ..)| *own == key);
            known.map(|(_, out, mean)| Odds { out: *out, mean: *mean, ..Odds::default() })
        };
        asked.answers[proposed_defence(&asked, (by_rules, offered), odds_of)].key.clone()
    }

    #[test]
    fn a_unit_that_is_likely_to_fall_is_proposed_the_cheapest_defence_that_helps() {
        let cancelling = [("none", 0.7, 5.0), ("dodge+roll", 0.35, 3.0), ("dodge+point", 0.33, 2.9)];
        assert_eq!(proposed(&cancelling, 0), "dodge+roll");
        assert_eq!(
            proposed(&[("none", 0.4, 5.0), ("dodge+roll", 0.1, 3.0)], 0),
            "none",
            "it is likely to stand"
        );
        assert_eq!(proposed(&[("none", 0.9, 9.0), ("dodge+roll", 0.85, 8.0)], 0), "none", "it hardly helps");
        let far = [("standard", 0.9, 9.0), ("dodge", 0.7, 6.0), ("full", 0.4, 4.0)];
        assert_eq!(proposed(&far, 0), "full", "the others help too little");
    }

    #[test]
    fn paying_for_a_roll_is_proposed_only_if_it_helps_by_ten_points_of_percent() {
        let asked = prompt(&["reroll", "keep"]);
        let proposed = |kept: (f64, f64), paid: (f64, f64)| {
            let odds = |(out, mean)| Some(Odds { hit: 1.0, harm: 1.0, out, mean, ..Odds::default() });
            let at = worthwhile_answer(&asked, 0, |key| odds(if key == KEEP_KEY { kept } else { paid }));
            asked.answers[at].key.clone()
        };
        assert_eq!(proposed((0.96, 9.0), (0.98, 12.0)), "keep");
        assert_eq!(proposed((0.8, 9.0), (0.9, 9.5)), "reroll");
        assert_eq!(proposed((1.0, 9.0), (0.95, 8.5)), "reroll", "it may be a rescue");
        assert_eq!(proposed((0.1, 4.0), (0.15, 5.5)), "reroll", "much more damage");
        assert_eq!(proposed((0.1, 4.0), (0.15, 4.5)), "keep");
        assert_eq!(worthwhile_answer(&asked, 1, |_| None), 1, "nothing is paid");
        assert_eq!(worthwhile_answer(&asked, 0, |_| None), 0, "the odds are unknown");
    }

    #[test]
    fn what_is_not_offered_is_not_proposed() {
        let answers = [("dodge", 0.3, 2.0), ("parry", 0.3, 1.0), ("none", 0.9, 6.0)];
        assert_eq!(
            proposed_of(&answers, 0, &[1, 2]),
            "parry",
            "it helps as much as the one that is left out"
        );
        assert_eq!(proposed_of(&answers, 2, &[0, 2]), "dodge");
        let weak = [("dodge", 0.1, 2.0), ("parry", 0.1, 1.0), ("none", 0.1, 2.5)];
        assert_eq!(proposed_of(&weak, 0, &[1, 2]), "none", "the free one of the offered");
        assert_eq!(proposed_of(&weak, 0, &[0, 2]), "dodge", "the rules propose it");
    }

    #[test]
    fn a_defence_that_changes_nothing_is_not_proposed() {
        assert_eq!(proposed(&[("dodge", 0.0, 2.0), ("none", 0.0, 2.0)], 0), "none");
        assert_eq!(proposed(&[("dodge", 0.0, 1.5), ("none", 0.0, 2.0)], 0), "dodge");
        assert_eq!(proposed(&[("dodge", 1.0, 9.0), ("none", 1.0, 9.0)], 0), "none", "it falls either way");
        assert_eq!(
            proposed(&[("standard", 0.0, 2.0), ("full", 0.0, 2.0)], 0),
            "standard",
            "neither is known to be free"
        );
    }
}
