//! Figures of attacks in a list: what decides between them, and which of them cannot work.

use crate::attack_forecast::{
    AttackQuery, ForecastCache, OutKind, TO_HIT, differs_from_hit, key_chance, key_chance_text, out_text,
    percent_text,
};
use crate::harmless_attack::harmless_reason;
use crate::panel::cards::bad_odds::bad_odds_reason;
use crate::panel::unit_inspector::weapons::weapon_ailments;
use crate::panel::widgets::PanelContext;
use battle::Target;
use rules::{Odds, play};

/// Least chance of a knock-out that is named.
const LEAST_OUT: f64 = 0.005;

/// What a list says about an attack on its target.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum AttackFigures {
    /// It can work: its odds, whether it is a special attack with another purpose than damage, and what it does to a target that
    /// it takes out of action.
    Odds { odds: Odds, is_special: bool, out: OutKind },
    /// It does no damage, but a hit inflicts something, such as a flash: named, and whether the target may resist all of it.
    Effect { hit: f64, inflicts: String, is_resisted: bool },
    /// It may hit, but cannot harm.
    Harmless { hit: f64, why: String },
    /// It cannot hit.
    NoChance,
    /// It is not allowed, with the clause.
    Refused((String, &'static str)),
}

impl AttackFigures {
    /// The figures of an attack; `None` if its odds cannot be calculated.
    pub fn new(context: &PanelContext, odds: &mut ForecastCache, query: &AttackQuery) -> Option<Self> {
        if let Some(refusal) = odds.attack_refusal(context.view, query) {
            return Some(Self::Refused(refusal));
        }
        let (quick, _) = odds.quick_odds(context.view, query)?;
        if quick.hit <= 0.0 {
            return Some(Self::NoChance);
        }
        let forecast = quick.is_harmless().then(|| odds.forecast(context.view, query)).flatten();
        let harmless = forecast.and_then(|forecast| harmless_reason(context.view, query, &forecast));
        Some(match harmless {
            Some(why) => Self::Harmless { hit: quick.hit, why },
            None => Self::of_odds(context, query, quick),
        })
    }

    /// The figures of an attack that is possible, from its odds.
    pub fn of_odds(context: &PanelContext, query: &AttackQuery, odds: Odds) -> Self {
        let is_special = query.option.is_some();
        let is_for_effect = !is_special && odds.is_harmless();
        match is_for_effect.then(|| inflicted_ailments(context, query)).flatten() {
            Some((inflicts, is_resisted)) => Self::Effect { hit: odds.hit, inflicts, is_resisted },
            None => {
                let target = match query.target {
                    Target::Unit(target) => context.view.unit(target),
                    Target::Barrier(_) | Target::Square(_) => None,
                };
                let out = target.map_or_else(OutKind::default, |target| OutKind::of_unit(&target));
                Self::Odds { odds, is_special, out }
            }
        }
    }

    /// Whether the attack can do what it is for.
    pub fn can_work(&self) -> bool {
        matches!(self, Self::Odds { .. } | Self::Effect { .. })
    }

    /// The figure that decides: the chance of damage, that to hit of what is not for damage, or that it cannot work.
    pub fn chance(&self) -> String {
        match self {
            Self::Odds { odds, .. } => key_chance_text(odds),
            Self::Effect { hit, .. } => format!("{} {TO_HIT}", percent_text(*hit)),
            Self::Harmless { .. } => "cannot harm".to_owned(),
            Self::NoChance => "cannot hit".to_owned(),
            Self::Refused(_) => String::new(),
        }
    }

    /// The chance to hit if it is not that of damage, average damage and the chance of a knock-out.
    pub fn damage(&self) -> String {
        let (odds, is_special, out) = match self {
            Self::Odds { odds, is_special, out } => (odds, *is_special, *out),
            Self::Effect { inflicts, is_resisted: false, .. } => return format!("inflicts {inflicts}"),
            Self::Effect { inflicts, .. } => return format!("inflicts {inflicts} unless resisted"),
            Self::Harmless { hit, .. } => return format!("{} to hit", percent_text(*hit)),
            Self::NoChance | Self::Refused(_) => return String::new(),
        };
        let hit = match differs_from_hit(odds) {
            true => format!("{} to hit, ", percent_text(odds.hit)),
            false => String::new(),
        };
        match () {
            () if is_special && odds.mean <= 0.0 => "no damage".to_owned(),
            () if odds.out >= LEAST_OUT && !is_special => {
                format!("{hit}average damage {:.1}, {}", odds.mean, out_text(odds.out, out))
            }
            () => format!("{hit}average damage {:.1}", odds.mean),
        }
    }

    /// By what a list sorts: what can work first, then the chance that it shows, then the damage, each in thousandths.
    pub fn usefulness(&self) -> (bool, i64, i64) {
        let thousandths = |value: f64| (value * 1000.0).round() as i64;
        match self {
            Self::Odds { odds, .. } => (true, thousandths(key_chance(odds).0), thousandths(odds.mean)),
            Self::Effect { hit, .. } => (true, thousandths(*hit), 0),
            Self::Harmless { hit, .. } => (false, thousandths(*hit), 0),
            Self::NoChance | Self::Refused(_) => (false, 0, 0),
        }
    }
}

/// Names the ailments that a hit of an attack inflicts, and whether a test can prevent one; `None` if there are none, or the
/// rules of the battle leave them out.
fn inflicted_ailments(context: &PanelContext, query: &AttackQuery) -> Option<(String, bool)> {
    let unit = context.view.unit(query.attacker)?;
    let ailments = weapon_ailments(context.view.rules(), unit.inventory.get(query.weapon)?.weapon())?;
    Some((ailments.names, ailments.is_resisted))
}

/// Says why an attack cannot work; `None` if it can.
pub(super) fn obstacle_text(
    context: &PanelContext,
    odds: &mut ForecastCache,
    (query, figures): (&AttackQuery, &AttackFigures),
) -> Option<String> {
    match figures {
        AttackFigures::Odds { .. } | AttackFigures::Effect { .. } => None,
        AttackFigures::Harmless { why, .. } => Some(why.clone()),
        AttackFigures::Refused((why, _)) => Some(why.clone()),
        AttackFigures::NoChance => {
            let forecast = odds.forecast(context.view, query);
            let reason = forecast.and_then(|forecast| bad_odds_reason(&forecast));
            Some(match reason {
                Some(reason) => format!("No chance to hit. {reason}"),
                None => "No chance to hit.".to_owned(),
            })
        }
    }
}

/// Names the damage of the book if it is counted in something else: " (damage in health levels)".
pub(super) fn damage_note(context: &PanelContext) -> String {
    match play::damage_words(context.view.rules().book()) {
        "damage" => String::new(),
        words => format!(" (damage in {words})"),
    }
}

/// What a weapon does once it is readied: "then Dyne: 55 % damage chance". If the attack of this turn is spent, that is in a
/// later one.
pub(super) fn once_ready_text(is_spent: bool, target: &str, figures: &str) -> String {
    let when = if is_spent { "in a later turn," } else { "then" };
    format!("{when} {target}: {figures}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(hit: f64, mean: f64, is_special: bool) -> AttackFigures {
        let harm = if mean > 0.0 { hit } else { 0.0 };
        AttackFigures::Odds {
            odds: Odds { hit, harm, mean, ..Odds::default() },
            is_special,
            out: OutKind::KnockOut,
        }
    }

    #[test]
    fn a_weapon_is_previewed_for_a_later_turn_once_the_attack_is_spent() {
        assert_eq!(once_ready_text(false, "Dyne", "55 %"), "then Dyne: 55 %");
        assert_eq!(once_ready_text(true, "Dyne", "55 %"), "in a later turn, Dyne: 55 %");
    }

    #[test]
    fn an_attack_that_only_inflicts_something_says_what_and_has_no_damage() {
        let flash = |is_resisted| AttackFigures::Effect {
            hit: 0.6,
            inflicts: "Blinded, Deafened".to_owned(),
            is_resisted,
        };
        assert_eq!(
            (flash(true).chance(), flash(true).damage()),
            ("60 % to hit".to_owned(), "inflicts Blinded, Deafened unless resisted".to_owned())
        );
        assert_eq!(flash(false).damage(), "inflicts Blinded, Deafened");
        assert!(flash(true).can_work());
        assert_eq!(flash(true).usefulness(), (true, 600, 0));
    }

    #[test]
    fn figures_say_what_they_are_averages_of() {
        let plain = figures(0.7, 3.25, false);
        assert_eq!(
            (plain.chance(), plain.damage()),
            ("70 % damage chance".to_owned(), "average damage 3.2".to_owned())
        );
        let odds = Odds { hit: 0.75, harm: 0.4, mean: 4.5, ..Odds::default() };
        let resisted = AttackFigures::Odds { odds, is_special: false, out: OutKind::KnockOut };
        assert_eq!(
            (resisted.chance(), resisted.damage()),
            ("40 % damage chance".to_owned(), "75 % to hit, average damage 4.5".to_owned())
        );
        let odds = Odds { hit: 0.75, harm: 0.743, mean: 4.5, ..Odds::default() };
        let nearly = AttackFigures::Odds { odds, is_special: false, out: OutKind::KnockOut };
        assert_eq!(
            (nearly.chance().as_str(), nearly.damage().as_str()),
            ("74 % damage chance", "average damage 4.5")
        );
        let odds = Odds { hit: 0.7, harm: 0.7, mean: 3.0, out: 0.12, ..Odds::default() };
        let deadly = AttackFigures::Odds { odds, is_special: false, out: OutKind::KnockOut };
        assert_eq!(deadly.damage(), "average damage 3.0, knock-out 12 %");
        let odds = Odds { hit: 0.7, harm: 0.7, mean: 3.0, out: 0.12, ..Odds::default() };
        let wrecks = AttackFigures::Odds { odds, is_special: false, out: OutKind::Wreck };
        assert_eq!(wrecks.damage(), "average damage 3.0, 12 % to wreck it", "the words of the card");
        let hold = figures(0.7, 0.0, true);
        assert_eq!(
            (hold.chance().as_str(), hold.damage().as_str()),
            ("70 % to hit", "no damage"),
            "not for damage"
        );
    }

    #[test]
    fn the_list_says_which_attack_cannot_work() {
        let harmless = AttackFigures::Harmless { hit: 0.7, why: "Cannot get through brick wall.".to_owned() };
        assert_eq!(
            (harmless.chance(), harmless.damage()),
            ("cannot harm".to_owned(), "70 % to hit".to_owned())
        );
        assert_eq!(AttackFigures::NoChance.chance(), "cannot hit");
        assert!(!harmless.can_work() && !AttackFigures::NoChance.can_work());
    }

    #[test]
    fn useful_attacks_stand_first_by_chance_and_then_by_damage() {
        let refused = AttackFigures::Refused(("no".to_owned(), ""));
        let harmless = AttackFigures::Harmless { hit: 0.9, why: String::new() };
        let all = [
            AttackFigures::NoChance,
            figures(0.4, 9.0, true),
            harmless,
            figures(0.6, 1.0, true),
            figures(0.6, 2.0, true),
            refused,
        ];
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(all[*at].usefulness()));
        assert_eq!(order, [4, 3, 1, 2, 0, 5]);
        let resisted = |harm| AttackFigures::Odds {
            odds: Odds { hit: 0.9, harm, mean: 1.0, ..Odds::default() },
            is_special: true,
            out: OutKind::KnockOut,
        };
        assert!(
            resisted(0.5).usefulness() < figures(0.6, 1.0, true).usefulness(),
            "the damage chance decides"
        );
    }
}
