//! What hides a whole target, and what that does to the odds of an attack on it.

use super::remarks::NOTICEABLE;
use crate::attack_forecast::{AttackQuery, ForecastCache, percent_text};
use battle::{BattleView, Target};
use rules::{Forecast, Odds, play};

/// Explains the odds of an attack on a wholly hidden unit: what hides it stops hits, and it may still be easier to hit than in
/// the open, because the attack comes unseen. `None` for other attacks.
pub(super) fn hidden_target_text(
    view: &BattleView,
    odds: &mut ForecastCache,
    query: &AttackQuery,
    forecast: &Forecast,
) -> Option<String> {
    let is_unit = matches!(query.target, Target::Unit(_));
    if !is_unit || forecast.hidden < 100 {
        return None;
    }
    let barriers = hiding_barriers(forecast);
    let has_defence = play::defends_against_unseen(view.rules());
    let in_open = AttackQuery { cover_ignored: true, ..query.clone() };
    let in_open = odds.quick_odds(view, &in_open).map(|(odds, _)| (odds.hit, odds.mean));
    (!barriers.is_empty()).then(|| {
        let hit = in_open.map(|(hit, _)| hit);
        let hidden = hidden_target_sentence(&barriers, (has_defence, hit), &forecast.odds);
        let compared = in_open.and_then(|(_, mean)| open_damage_sentence(forecast.odds.mean, mean));
        hidden + &compared.unwrap_or_default()
    })
}

/// Says what average damage the attack would do to the target in the open, if that is another one than it does to it now.
fn open_damage_sentence(now: f64, open: f64) -> Option<String> {
    let is_other = format!("{now:.1}") != format!("{open:.1}");
    is_other.then(|| format!(" Average damage {now:.1}, in the open {open:.1}."))
}

/// Names the barriers on the line that hide the target, each once. Glass is crossed, but hides nothing.
fn hiding_barriers(forecast: &Forecast) -> Vec<&str> {
    let solid = forecast.barriers.iter().map(|(barrier, _)| barrier);
    let solid = solid.filter(|barrier| barrier.id.unit().is_none() && !barrier.transparent);
    let mut names = Vec::new();
    for barrier in solid {
        if !names.contains(&barrier.name.as_str()) {
            names.push(barrier.name.as_str());
        }
    }
    names
}

/// Words the odds against a wholly hidden unit, given whether it has a defence and the chance to hit it in the open. The
/// share that is stopped is one of the hits, of which the card names the chance.
fn hidden_target_sentence(
    barriers: &[&str],
    (has_defence, in_open): (bool, Option<f64>),
    odds: &Odds,
) -> String {
    let s = if barriers.len() == 1 { "s" } else { "" };
    let stops = match odds.stopped_share() {
        _ if odds.hit <= 0.0 => String::new(),
        share if share <= 0.0 => format!(", which take{s} part of the damage of each hit"),
        share if share >= 1.0 - 1e-9 => format!(", which stop{s} every hit"),
        share => format!(", which stop{s} {} of the hits and weaken{s} the rest", percent_text(share)),
    };
    let easier = in_open.filter(|open| odds.hit > open + NOTICEABLE);
    let why = match (has_defence, easier) {
        (true, _) if in_open.is_some_and(|open| odds.hit > 0.0 && odds.hit + 1e-9 >= open) => {
            " No harder to hit than in the open.".to_owned()
        }
        (true, _) => String::new(),
        (false, Some(open)) => format!(
            " Easier to hit than in the open ({}): the attack comes unseen, and there is no active defence.",
            percent_text(open)
        ),
        (false, None) => " The attack comes unseen: no active defence.".to_owned(),
    };
    format!("Fully hidden by {}{stops}.{why}", barriers.join(" and "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odds_against_a_hidden_target_are_explained() {
        let odds = |stopped_hits| Odds { hit: 0.5, stopped: 0.45, stopped_hits, ..Odds::default() };
        assert_eq!(
            hidden_target_sentence(&["wooden door"], (false, Some(0.4)), &odds(0.3)),
            "Fully hidden by wooden door, which stops 60 % of the hits and weakens the rest. Easier to hit than in the \
             open (40 %): the attack comes unseen, and there is no active defence."
        );
        let harder = hidden_target_sentence(&["drywall"], (false, Some(0.7)), &odds(0.3));
        assert!(harder.ends_with("rest. The attack comes unseen: no active defence."), "{harder}");
        assert_eq!(
            hidden_target_sentence(&["drywall"], (true, Some(0.4)), &odds(0.0)),
            "Fully hidden by drywall, which takes part of the damage of each hit. No harder to hit than in the open."
        );
        let harder = hidden_target_sentence(&["drywall"], (true, Some(0.7)), &odds(0.0));
        assert!(harder.ends_with("of each hit."), "{harder}");
    }

    #[test]
    fn ab_obj_15_what_a_wall_takes_of_the_damage_is_told_by_the_damage_in_the_open() {
        let told = open_damage_sentence(2.13, 6.4);
        assert_eq!(told.as_deref(), Some(" Average damage 2.1, in the open 6.4."));
        assert_eq!(open_damage_sentence(2.13, 2.06), None, "the same figure");
    }

    #[test]
    fn what_never_hits_is_not_weakened_on_the_way() {
        let text = hidden_target_sentence(&["brick wall"], (true, None), &Odds::default());
        assert_eq!(text, "Fully hidden by brick wall.");
    }

    #[test]
    fn barriers_that_hide_a_target_together_are_both_named() {
        let text = |stopped_hits| {
            let odds = Odds { hit: 0.5, stopped_hits, ..Odds::default() };
            hidden_target_sentence(&["drywall", "pillar"], (true, None), &odds)
        };
        assert_eq!(
            text(0.25),
            "Fully hidden by drywall and pillar, which stop 50 % of the hits and weaken the rest."
        );
        assert_eq!(text(0.5), "Fully hidden by drywall and pillar, which stop every hit.");
        assert_eq!(
            text(0.0),
            "Fully hidden by drywall and pillar, which take part of the damage of each hit."
        );
    }
}
