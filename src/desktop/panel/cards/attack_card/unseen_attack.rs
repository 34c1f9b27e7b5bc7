//! The odds against a target that does not see the attack coming.

use crate::attack_forecast::{AttackQuery, ForecastCache, percent_text};
use battle::{BattleView, Target};
use rules::Forecast;

/// Least difference of two chances that is shown.
const NOTICEABLE: f64 = 0.01;

/// Says that an attack is easier because its target does not see it coming, although nothing hides the target wholly: "It does not
/// see the attack coming: easier to hit (otherwise 40 %)."; `None` for other attacks.
pub(super) fn unseen_attack_text(
    view: &BattleView,
    odds: &mut ForecastCache,
    query: &AttackQuery,
    forecast: &Forecast,
) -> Option<String> {
    if !matches!(query.target, Target::Unit(_)) || forecast.hidden >= 100 {
        return None;
    }
    let now = odds.quick_odds(view, query)?.0.hit;
    let seen = odds.quick_odds(view, &AttackQuery { is_seen: true, ..query.clone() })?.0.hit;
    unseen_attack_sentence(now, seen)
}

/// Words the chance to hit now, and that of an attack that is seen.
fn unseen_attack_sentence(now: f64, seen: f64) -> Option<String> {
    (now > seen + NOTICEABLE)
        .then(|| format!("Does not see the attack coming: easier to hit (otherwise {}).", percent_text(seen)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attack_that_is_easier_unseen_says_what_it_would_be_else() {
        let text = "Does not see the attack coming: easier to hit (otherwise 40 %).";
        assert_eq!(unseen_attack_sentence(0.7, 0.4).as_deref(), Some(text));
        assert_eq!(unseen_attack_sentence(0.4, 0.4), None, "it is no easier");
        assert_eq!(unseen_attack_sentence(0.3, 0.4), None);
    }
}
