//! Whether taking cover is worth it: whether it lowers what an enemy could do to the unit.

use super::cover_text::shooters_by_cover;
use crate::board::overlay::can_shoot_as_far;
use crate::fault_guard::guard_computation;
use battle::{AttackChoice, BattleView, CarriedItem, Target, UnitDataItem};
use rules::{Odds, play};

/// Least fall of the chance of an enemy for which cover is suggested.
const LEAST_FALL: f64 = 0.05;
/// Greatest share of the average damage that is left with cover for which it is suggested.
const MOST_DAMAGE_LEFT: f64 = 0.85;

/// Whether taking cover would help: the unit has taken none, and what its square offers lowers the threat of an enemy that can
/// shoot there by a noticeable amount.
pub(super) fn suggests_cover(view: &BattleView, unit: &UnitDataItem) -> bool {
    let is_open = !unit.cover.is_taken()
        && unit.is_fighting()
        && shooters_by_cover(view, unit).into_iter().any(|shooter| shooter.is_covered);
    let helps = || view.units().any(|enemy| lowers_threat(view, unit, &enemy));
    is_open && guard_computation("Whether cover helps", helps).unwrap_or(false)
}

/// Whether cover that a unit takes where it is lowers the threat of an enemy. What strikes in melee, or sees nothing of the
/// unit, is no reason to take cover.
fn lowers_threat(view: &BattleView, unit: &UnitDataItem, enemy: &UnitDataItem) -> bool {
    let is_near = can_shoot_as_far(enemy, enemy.cell().distance_squared(unit.cell()));
    let is_in_melee = unit.status.in_melee_with().any(|id| id == *enemy.id);
    if enemy.side == unit.side || !enemy.is_fighting() || !is_near || is_in_melee {
        return false;
    }
    let mut guns = enemy.inventory.held_items().filter(|(_, carried)| !carried.is_melee());
    guns.any(|gun| view.can_attack_next_turn(enemy, gun) && weakens_shot(view, unit, (enemy, gun)))
}

/// Whether cover that a unit takes where it is makes the odds of a weapon noticeably worse.
fn weakens_shot(
    view: &BattleView,
    unit: &UnitDataItem,
    (enemy, (weapon, carried)): (&UnitDataItem, (usize, &CarriedItem)),
) -> bool {
    let mode = carried.mode().or_else(|| carried.modes().first().copied());
    let choice = AttackChoice { unit: *enemy.id, weapon, mode, option: None };
    let request = view.attack_request(choice, Target::Unit(*unit.id));
    let Some(request) = request.filter(|request| request.sight.hidden < 100) else { return false };
    let covered = view.with_cover_taken((*request).clone(), unit.cell());
    let odds = play::preview(&request).zip(covered.and_then(|covered| play::preview(&covered)));
    odds.is_some_and(|(open, covered)| is_noticeable(&open, &covered))
}

/// Whether odds in cover are noticeably worse for the attacker than those in the open.
fn is_noticeable(open: &Odds, covered: &Odds) -> bool {
    // An attack that is not for damage has only a chance to hit.
    let fall = if open.harm > 0.0 { open.harm - covered.harm } else { open.hit - covered.hit };
    fall >= LEAST_FALL || (open.mean > 0.0 && covered.mean <= MOST_DAMAGE_LEFT * open.mean && fall >= 0.01)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::tests::{shipped_battle, with_context};

    #[test]
    fn cover_is_suggested_only_where_it_lowers_a_threat_noticeably() {
        let odds = |hit, harm, mean| Odds { hit, harm, mean, ..Odds::default() };
        let open = odds(0.6, 0.5, 2.0);
        assert!(is_noticeable(&open, &odds(0.6, 0.4, 1.8)), "a tie hits the cover: only damage tells");
        assert!(!is_noticeable(&open, &odds(0.58, 0.48, 1.9)));
        assert!(!is_noticeable(&open, &open), "prone in melee, say");
        assert!(is_noticeable(&open, &odds(0.6, 0.48, 1.5)), "the damage falls by a quarter");
        assert!(is_noticeable(&odds(0.6, 0.0, 0.0), &odds(0.4, 0.0, 0.0)), "a hold");
        let hopeless = odds(0.3, 0.004, 0.004);
        assert!(!is_noticeable(&hopeless, &odds(0.2, 0.0, 0.0)), "there was no threat");
    }

    /// Whether an enemy has a shot at a unit that hits or harms less often, or does less on average, once the unit has taken cover.
    fn worsens_odds(view: &BattleView, unit: &UnitDataItem) -> bool {
        let mut enemies = view.units().filter(|enemy| enemy.side != unit.side && enemy.is_fighting());
        enemies.any(|enemy| {
            enemy.inventory.held_items().any(|(weapon, carried)| {
                let mode = carried.mode().or_else(|| carried.modes().first().copied());
                let choice = AttackChoice { unit: *enemy.id, weapon, mode, option: None };
                let open = view.attack_request(choice, Target::Unit(*unit.id));
                let covered =
                    open.as_deref().and_then(|open| view.with_cover_taken(open.clone(), unit.cell()));
                let odds = open.and_then(|open| play::preview(&open));
                let odds = odds.zip(covered.and_then(|covered| play::preview(&covered)));
                odds.is_some_and(|(open, covered)| {
                    covered.hit < open.hit || covered.harm < open.harm || covered.mean < open.mean
                })
            })
        })
    }

    #[test]
    fn cover_that_is_suggested_makes_the_odds_of_an_enemy_worse() {
        let (mut suggested, mut useless) = (0, 0);
        let mut world = shipped_battle("warehouse");
        for number in 0..60 {
            with_context(&mut world, |context| {
                let view = context.view;
                for unit in view.units().filter(|unit| unit.is_fighting() && unit.out_of_action.on_map()) {
                    let is_suggested = suggests_cover(view, &unit);
                    assert!(!is_suggested || worsens_odds(view, &unit), "{:?}", *unit.id);
                    suggested += usize::from(is_suggested);
                    useless += usize::from(!is_suggested);
                }
            });
            let player = ai::AiPlayer::new(ai::Difficulty::Easy, number);
            let Some(decision) = ai::decide(&mut world, &player) else { break };
            battle::journal::submit_order(&mut world, decision.order).expect("allowed");
        }
        assert!(suggested > 0 && useless > 0, "{suggested}, {useless}");
    }
}
