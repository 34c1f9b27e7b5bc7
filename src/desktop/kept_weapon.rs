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
    let kept = last.filter(|(weapon, _)| !gives_way(unit, *weapon, best.0))?;
    let (own, best) = (worth(odds, kept)?, worth(odds, best)?);
    is_kept(own, best).then_some(kept)
}

/// Whether a blow with the bare body gives way to the best attack, which is made with a weapon in hand: an unarmed blow, as with an
/// empty gun, is no choice for later attacks. Both are slots of the inventory.
pub(crate) fn gives_way(unit: &UnitDataItem, last: usize, best: usize) -> bool {
    let has_hands = |slot: usize| unit.inventory.get(slot).is_some_and(|carried| carried.hands() > 0);
    let is_melee = unit.inventory.get(last).is_some_and(|carried| carried.is_melee());
    is_melee && !has_hands(last) && has_hands(best)
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
    use crate::panel::tests::{battle_in, with_context};
    use rules::Book;

    #[test]
    fn a_blow_with_the_bare_body_gives_way_to_a_weapon_in_hand_and_to_nothing_else() {
        let mut compared = 0;
        for book in Book::ALL.iter().copied() {
            let mut world = battle_in(Some(book), "warehouse");
            with_context(&mut world, |context| {
                for unit in context.view.units() {
                    let slots = |is_wanted: &dyn Fn(u8, bool) -> bool| {
                        let held = unit.inventory.held_items();
                        let found = held.filter(|(_, it)| is_wanted(it.hands(), it.is_melee()));
                        found.map(|(slot, _)| slot).collect::<Vec<_>>()
                    };
                    let (bare, armed) =
                        (slots(&|hands, melee| hands == 0 && melee), slots(&|hands, _| hands > 0));
                    for (&blow, &weapon) in bare.iter().zip(&armed) {
                        assert!(gives_way(&unit, blow, weapon), "{book:?}: {}", unit.identity.name());
                        assert!(!gives_way(&unit, weapon, blow) && !gives_way(&unit, blow, blow));
                        compared += 1;
                    }
                }
            });
        }
        assert!(compared > 0, "some unit has a weapon in hand and its fists");
    }

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
