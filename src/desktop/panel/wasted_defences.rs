//! Defences that are not worth their price, and attacks that no defence changes.

use dice::{Answer, Prompt};
use rules::{DefenceForecast, Forecast, Odds};

/// Keys of the answers that do not defend. `AB-BASE-08`, `CS-BASE-18`, `AD-DEF-17`.
pub(super) const UNDEFENDED_KEYS: [&str; 2] = ["none", "decline"];

/// Returns the answers that are offered: all but those that are not worth their price, and those that the rules call dominated.
pub(super) fn useful_answers(prompt: &Prompt, forecast: Option<&Forecast>) -> Vec<usize> {
    let wasted = wasted_defences(prompt, forecast);
    let is_wasted = |at: usize| wasted.iter().any(|defence| defence.at == at);
    let answers = prompt.answers.iter().enumerate();
    let useful = answers.filter(|(at, answer)| !is_wasted(*at) && !answer.detail.is_dominated());
    useful.map(|(at, _)| at).collect()
}

/// A defence that is not worth its price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WastedDefence<'f> {
    /// The number of the answer.
    pub at: usize,
    /// What is known of it.
    pub forecast: &'f DefenceForecast,
    /// The defence that is cheaper and helps as much; `None` if it does not help at all.
    pub cheaper: Option<&'f DefenceForecast>,
}

/// Returns the defences that cost something and change nothing, or help no more than a cheaper one.
pub(super) fn wasted_defences<'f>(prompt: &Prompt, forecast: Option<&'f Forecast>) -> Vec<WastedDefence<'f>> {
    let Some(forecast) = forecast else { return Vec::new() };
    let known = |key: &str| forecast.defences.iter().find(|known| known.key == key);
    let offered: Vec<&DefenceForecast> =
        prompt.answers.iter().filter_map(|answer| known(&answer.key)).collect();
    let wasted = |(at, answer): (usize, &Answer)| {
        let defence = known(&answer.key).filter(|defence| !defence.is_free())?;
        if !defence.odds.is_better_for_target(&forecast.odds) {
            return Some(WastedDefence { at, forecast: defence, cheaper: None });
        }
        let cheaper = offered.iter().copied().filter(|other| defence.is_dominated_by(other));
        // Of several the best, which is on the list itself.
        let cheaper = cheaper.min_by(|one, other| one.odds.mean.total_cmp(&other.odds.mean))?;
        Some(WastedDefence { at, forecast: defence, cheaper: Some(cheaper) })
    };
    prompt.answers.iter().enumerate().filter_map(wasted).collect()
}

impl WastedDefence<'_> {
    /// The defence with its price: "Dodge, 1 AP".
    pub fn name(&self) -> String {
        format!("{}, {}", self.forecast.label, self.forecast.price)
    }

    /// Why it is not worth its price: "changes nothing", "Full Defence helps as much or more for 2 AP".
    pub fn reason(&self) -> String {
        let Some(cheaper) = self.cheaper else { return "changes nothing".to_owned() };
        let price = if cheaper.is_free() { "nothing" } else { &cheaper.price };
        format!("{} helps as much or more for {price}", cheaper.label)
    }
}

/// Whether the prompt asks for a defence that the forecast lists.
pub(super) fn is_defence_prompt(forecast: &Forecast, prompt: &Prompt) -> bool {
    prompt.answers.iter().any(|answer| forecast.defences.iter().any(|known| known.key == answer.key))
}

/// Whether an answer leaves the odds of the pending attack as the default answer does.
pub(super) fn leaves_odds(odds: Option<&Odds>, default: Option<&Odds>) -> bool {
    odds.zip(default).is_some_and(|(odds, default)| odds == default)
}

/// Names the defences that a unit could pay and that change nothing: "the only other affordable defence changes nothing (dodge,
/// 1 AP)".
pub(super) fn needless_reason(wasted: &[WastedDefence]) -> String {
    let names: Vec<String> = wasted.iter().map(WastedDefence::name).collect();
    let names = names.join("; ");
    match wasted.len() {
        1 => format!("the only other affordable defence changes nothing ({names})"),
        _ => format!("the other affordable defences change nothing ({names})"),
    }
}

/// Returns the odds of an attack against an answer: those of the forecast itself belong to the only answer that it does not
/// list.
pub(super) fn forecast_odds(forecast: &Forecast, prompt: &Prompt, key: &str) -> Option<Odds> {
    let listed = |key: &str| forecast.defences.iter().find(|known| known.key == key);
    let unlisted = prompt.answers.iter().filter(|answer| listed(&answer.key).is_none()).count();
    match listed(key) {
        Some(known) => Some(known.odds.clone()),
        None => (unlisted == 1).then(|| forecast.odds.clone()),
    }
}

/// Returns the key of the answer that does not defend if all answers lead to the same odds.
pub(super) fn needless_answer(
    prompt: &Prompt,
    mut odds_of: impl FnMut(&str) -> Option<Odds>,
) -> Option<&str> {
    let idle = prompt.answers.iter().find(|answer| UNDEFENDED_KEYS.contains(&answer.key.as_str()))?;
    let known = odds_of(&idle.key);
    let is_same = |answer: &Answer| leaves_odds(odds_of(&answer.key).as_ref(), known.as_ref());
    (prompt.answers.len() > 1 && prompt.answers.iter().all(is_same)).then_some(idle.key.as_str())
}

#[cfg(test)]
pub(super) mod test_fixtures {
    use super::*;
    use dice::{GivenText, Modifiers};
    use model::UnitId;

    /// A question with these answers.
    pub fn prompt(keys: &[&str]) -> Prompt {
        let answers =
            keys.iter().map(|key| Answer::new(*key, GivenText((*key).to_owned()), "SS-DEF-01")).collect();
        Prompt {
            who: UnitId(1),
            question: GivenText("What now?".to_owned()).into(),
            clause: "SS-DEF-01",
            answers,
        }
    }

    /// The odds of an attack with this chance to harm, and this average damage.
    pub fn odds(hit: f64, mean: f64) -> Odds {
        Odds {
            hit,
            harm: hit,
            stopped: 0.0,
            stopped_hits: 0.0,
            mean,
            kill: 0.0,
            out: 0.0,
            knockdown: 0.0,
            bars: Vec::new(),
            barriers: Vec::new(),
            shield: None,
        }
    }

    /// A forecast of defences: key, price and chance to be harmed.
    pub fn forecast(defences: &[(&str, &str, f64)]) -> Forecast {
        let defences = defences.iter().map(|(key, price, hit)| DefenceForecast {
            key: (*key).to_owned(),
            label: (*key).to_owned(),
            price: (*price).to_owned(),
            parts: Modifiers::default(),
            odds: odds(*hit, 4.0 * hit),
            lasts: false,
        });
        Forecast { odds: odds(0.5, 2.0), defences: defences.collect(), ..Forecast::empty("damage") }
    }
}

#[cfg(test)]
mod tests {
    use super::test_fixtures::{forecast, prompt};
    use super::*;

    #[test]
    fn an_answer_that_the_rules_call_dominated_is_not_offered() {
        #[derive(Debug)]
        struct Dominated;

        impl std::fmt::Display for Dominated {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("1 of 3 points")
            }
        }

        impl dice::RuleLine for Dominated {
            fn is_dominated(&self) -> bool {
                true
            }
        }

        let mut asked = prompt(&["roll", "point", "keep"]);
        assert_eq!(useful_answers(&asked, None), [0, 1, 2], "the keys say nothing");
        asked.answers[1].detail = Dominated.into();
        assert_eq!(useful_answers(&asked, None), [0, 2]);
    }

    #[test]
    fn a_defence_that_costs_something_and_changes_nothing_is_not_offered() {
        let asked = prompt(&["standard", "dodge", "full", "brace"]);
        let offered = forecast(&[("dodge", "1 AP", 0.5), ("full", "2 AP", 0.3), ("brace", "", 0.5)]);
        assert_eq!(useful_answers(&asked, Some(&offered)), [0, 2, 3], "a free one stays");
        assert_eq!(useful_answers(&asked, None), [0, 1, 2, 3]);
        let needless = prompt(&["standard", "dodge"]);
        assert_eq!(useful_answers(&needless, Some(&offered)), [0], "no question is left");
        let wasted = wasted_defences(&needless, Some(&offered));
        let reason = "the only other affordable defence changes nothing (dodge, 1 AP)";
        assert_eq!(needless_reason(&wasted), reason);
    }

    #[test]
    fn a_dearer_defence_that_helps_no_more_is_folded_away_with_the_reason() {
        let asked = prompt(&["standard", "full", "both", "dodge"]);
        let offered = forecast(&[("full", "2 AP", 0.41), ("both", "3 AP", 0.42), ("dodge", "1 AP", 0.45)]);
        assert_eq!(useful_answers(&asked, Some(&offered)), [0, 1, 3]);
        let wasted = wasted_defences(&asked, Some(&offered));
        let [both] = wasted[..] else { panic!("{wasted:?}") };
        assert_eq!((both.at, both.name()), (2, "both, 3 AP".to_owned()));
        assert_eq!(both.reason(), "full helps as much or more for 2 AP");
    }

    #[test]
    fn an_attack_that_no_defence_changes_is_not_defended() {
        let answer = |keys: &[&str], hits: &[(&str, f64)]| {
            let offered: Vec<(&str, &str, f64)> = hits.iter().map(|(key, hit)| (*key, "", *hit)).collect();
            let (asked, offered) = (prompt(keys), forecast(&offered));
            needless_answer(&asked, |key| forecast_odds(&offered, &asked, key)).map(str::to_owned)
        };
        // The first answer is the default one, with the odds of the forecast.
        let same = [("none", 0.5), ("parry", 0.5)];
        assert_eq!(answer(&["dodge", "parry", "none"], &same).as_deref(), Some("none"));
        assert_eq!(answer(&["dodge", "parry", "none"], &[("none", 0.7), ("parry", 0.5)]), None, "it helps");
        assert_eq!(answer(&["dodge", "other", "none"], &[("none", 0.5)]), None, "what it does is not known");
        assert_eq!(answer(&["dodge", "parry"], &[("parry", 0.5)]), None, "every answer is a defence");
        assert_eq!(answer(&["none"], &[]), None, "there is no question");
    }
}
