//! The main reasons for a bad chance to hit, for the first layer of a card.

use crate::panel::widgets::signed_text;
use rules::{Favours, Forecast, ForecastTotal};

/// Chance to hit below which a card names its reasons.
const BAD_CHANCE: f64 = 0.2;
/// Most reasons that are named.
const MAX_REASONS: usize = 2;

/// Describes what lowers the chance to hit most: "Main reason: flesh wounds -4 dice."; `None` if the chance is not bad or
/// no modifier lowers it.
pub(in crate::panel) fn bad_odds_reason(forecast: &Forecast) -> Option<String> {
    if forecast.odds.hit >= BAD_CHANCE {
        return None;
    }
    let mut reasons: Vec<(i32, String)> = forecast.totals.iter().flat_map(harmful_parts).collect();
    reasons.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    let largest = reasons.first()?.0;
    // A part that is much smaller is no main reason.
    reasons.retain(|(size, _)| 2 * size >= largest);
    reasons.truncate(MAX_REASONS);
    let noun = if reasons.len() == 1 { "reason" } else { "reasons" };
    let reasons: Vec<String> = reasons.into_iter().map(|(_, text)| text).collect();
    Some(format!("Main {noun}: {}.", reasons.join(", ")))
}

/// Parts of a total that count against the attacker, each with its size.
fn harmful_parts(total: &ForecastTotal) -> Vec<(i32, String)> {
    let sign = match (total.favours, total.name) {
        (Favours::Attacker, "Attack" | "Target number") => -1,
        (Favours::Target, "Difficulty") => 1,
        // The parts of a defence are the target's own abilities, those of damage do not decide a hit.
        _ => return Vec::new(),
    };
    let unit = if total.value.ends_with("dice") || total.value.ends_with("die") { " dice" } else { "" };
    let harmful = total.parts.0.iter().filter(|part| part.value * sign > 0);
    harmful
        .map(|part| (part.value.abs(), format!("{} {}{unit}", part.reason, signed_text(part.value))))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::Modifiers;
    use rules::Odds;

    fn forecast(hit: f64, total: (&'static str, &str, Favours), parts: &[(i32, &'static str)]) -> Forecast {
        let mut modifiers = Modifiers::default();
        for (value, reason) in parts {
            modifiers.add(*value, *reason, "SS-ATK-08");
        }
        let (name, value, favours) = total;
        Forecast {
            totals: vec![ForecastTotal {
                name,
                value: value.to_owned(),
                favours,
                parts: modifiers,
                clause: "SS-ATK-08",
            }],
            odds: Odds { hit, ..Odds::default() },
            ..Forecast::empty("damage")
        }
    }

    #[test]
    fn a_bad_chance_names_its_main_reasons() {
        let pool = ("Attack", "2 dice", Favours::Attacker);
        let parts = [(4, "Throwing"), (4, "Agility"), (-5, "wounds"), (-1, "running")];
        let text = bad_odds_reason(&forecast(0.0, pool, &parts));
        assert_eq!(text.as_deref(), Some("Main reason: wounds -5 dice."));
        let parts = [(4, "Throwing"), (-3, "wounds"), (-2, "darkness"), (-2, "running")];
        let text = bad_odds_reason(&forecast(0.1, pool, &parts));
        assert_eq!(text.as_deref(), Some("Main reasons: wounds -3 dice, darkness -2 dice."));
        assert_eq!(bad_odds_reason(&forecast(0.5, pool, &parts)), None, "the chance is fair");
        assert_eq!(bad_odds_reason(&forecast(0.1, pool, &[(3, "Throwing")])), None);
    }

    #[test]
    fn what_raises_a_difficulty_is_a_reason_and_abilities_of_the_target_are_not() {
        let difficulty = ("Difficulty", "+4", Favours::Target);
        let text = bad_odds_reason(&forecast(0.05, difficulty, &[(4, "blind fire")]));
        assert_eq!(text.as_deref(), Some("Main reason: blind fire +4."));
        let defence = ("Defence", "9 dice", Favours::Target);
        assert_eq!(bad_odds_reason(&forecast(0.05, defence, &[(5, "Reaction")])), None);
    }
}
