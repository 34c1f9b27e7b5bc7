//! Keeps the weapon of a unit's last attack as the choice for its next one, unless another weapon does much more.

use crate::attack_forecast::{AttackQuery, ForecastCache, WeaponChoice, worth_for_price};
use battle::{BattleView, Order, Target, UnitDataItem, validate_order};
use model::UnitId;

/// Share of what the best attack is worth from which on the one with the last weapon is as good.
const KEPT_SHARE: f64 = 0.7;

/// Returns the last attack of a unit if the same one is possible on a target and not much worse than its best one.
pub(crate) fn kept_attack(
    view: &BattleView,
    odds: &mut ForecastCache,
    unit: &UnitDataItem,
    (target, last): (UnitId, Option<WeaponChoice>),
) -> Option<WeaponChoice> {
    let best = odds.best_attack(view, unit, target)?;
    let worth = |odds: &mut ForecastCache, choice| attack_worth(view, odds, unit, (target, choice));
    let (own, best) = (worth(odds, last?)?, worth(odds, best)?);
    last.filter(|_| is_kept(own, best))
}

/// Whether an attack with the last weapon is made although another one is worth more.
pub(crate) fn is_kept(own: f64, best: f64) -> bool {
    own > 0.0 && own >= KEPT_SHARE * best
}

/// Returns what an attack is worth for its price; `None` if it is refused.
fn attack_worth(
    view: &BattleView,
    odds: &mut ForecastCache,
    unit: &UnitDataItem,
    (target, (weapon, mode)): (UnitId, WeaponChoice),
) -> Option<f64> {
    let target = Target::Unit(target);
    let order = Order::Attack { unit: *unit.id, target, weapon, mode, option: None };
    let plan = validate_order(view, &order).ok()?;
    let query = AttackQuery::from_current_position(unit, target, weapon, mode);
    Some(worth_for_price(odds.attack_worth(view, &query), &plan))
}

/// Says why an attack is not made with the weapon of the last one; `None` if it is, or if that one is not in hand any more.
pub(crate) fn weapon_change_text(
    view: &BattleView,
    odds: &mut ForecastCache,
    query: &AttackQuery,
    last: Option<WeaponChoice>,
) -> Option<String> {
    let (weapon, mode) = last.filter(|(weapon, _)| *weapon != query.weapon && query.option.is_none())?;
    let unit = view.unit(query.attacker)?;
    let name = |slot| unit.inventory.get(slot).map(|carried| carried.name().to_string());
    let old = unit.inventory.get(weapon).filter(|carried| carried.in_hand())?.name().to_string();
    let before = AttackQuery::from_current_position(&unit, query.target, weapon, mode);
    let names = (name(query.weapon)?, old);
    if let Some((why, _)) = odds.attack_refusal(view, &before) {
        return Some(format!("{} instead of {}: {why}", names.0, names.1));
    }
    let mut mean = |query: &AttackQuery| odds.quick_odds(view, query).map_or(0.0, |(odds, _)| odds.mean);
    Some(better_weapon_text(&names, (mean(query), mean(&before))))
}

/// Says why an attack is not made in the fire mode that the player chose for the weapon; `None` if it is, or if another weapon is
/// used.
pub(crate) fn mode_change_text(
    view: &BattleView,
    odds: &mut ForecastCache,
    query: &AttackQuery,
    chosen: Option<WeaponChoice>,
) -> Option<String> {
    let (_, mode) = chosen.filter(|(weapon, _)| *weapon == query.weapon && query.option.is_none())?;
    let (now, before) = (query.mode?, mode.filter(|mode| Some(*mode) != query.mode)?);
    let unit = view.unit(query.attacker)?;
    let old = AttackQuery::from_current_position(&unit, query.target, query.weapon, Some(before));
    let names = (now.name().to_owned(), before.name().to_owned());
    if let Some((why, _)) = odds.attack_refusal(view, &old) {
        return Some(format!("{} instead of {}: {why}", names.0, names.1));
    }
    let mut mean = |query: &AttackQuery| odds.quick_odds(view, query).map_or(0.0, |(odds, _)| odds.mean);
    Some(better_weapon_text(&names, (mean(query), mean(&old))))
}

/// Words for another weapon that does more: "Shock wave instead of Force bolt: average damage 1.2 here, not 0.4."
fn better_weapon_text((new, old): &(String, String), (now, before): (f64, f64)) -> String {
    match format!("{now:.1}") == format!("{before:.1}") {
        true => format!("{new} instead of {old}: it is more likely to put the target out of action."),
        false => format!("{new} instead of {old}: average damage {now:.1} here, not {before:.1}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_weapon_is_kept_while_it_is_not_much_worse() {
        assert!(is_kept(0.08, 0.1) && is_kept(0.1, 0.1));
        assert!(!is_kept(0.05, 0.1), "half as good");
        assert!(!is_kept(0.04, 0.7), "hardly anything is not nothing, but much worse");
        assert!(!is_kept(0.0, 0.0), "it does nothing");
    }

    #[test]
    fn another_weapon_says_what_it_does_more() {
        let names = ("Shock wave".to_owned(), "Force bolt".to_owned());
        let more = better_weapon_text(&names, (1.21, 0.4));
        assert_eq!(more, "Shock wave instead of Force bolt: average damage 1.2 here, not 0.4.");
        let alike = better_weapon_text(&names, (0.41, 0.4));
        assert_eq!(
            alike,
            "Shock wave instead of Force bolt: it is more likely to put the target out of action."
        );
    }
}
