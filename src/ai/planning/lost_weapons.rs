//! Weapons on the ground for units without a weapon of use in hand, and attacks with bare hands.

use super::odds_cache::WeaponUse;
use super::situation::Situation;
use super::weapon_choice::{self, is_empty_handed, is_lasting};
use battle::CarriedItem;
use model::ItemId;
use rules::WeaponReach;

/// Score of picking up a weapon, and of picking up one that reaches far where an enemy is near and another weapon is
/// carried.
const PICK_UP_SCORE: f64 = 0.35;
const NEAR_ENEMY_SCORE: f64 = 0.25;
/// Cells within which an enemy is near.
const NEAR_CELLS: u32 = 2;
/// Score below which an attack without a weapon is not worth the action of a unit that can get a weapon instead.
pub(crate) const MIN_BARE_SCORE: f64 = 0.06;

/// The weapon within reach of the hand that is worth picking up, and the score of doing so: any for a unit without a
/// weapon, and one that reaches far for a unit that only carries weapons for melee.
pub(crate) fn weapon_to_pick_up(situation: &Situation) -> Option<(ItemId, f64)> {
    let here = situation.me.cell();
    if weapon_choice::is_disarmed(situation) {
        let (item, cell) = weapon_choice::weapon_on_ground(situation)?;
        return (cell.chebyshev_distance(here) <= 1).then_some((item, PICK_UP_SCORE));
    }
    let is_ranged = |carried: &CarriedItem| {
        matches!(carried.reach(), WeaponReach::Ranged { .. }) && is_ready_to_use(situation, carried)
    };
    if !is_empty_handed(situation) || situation.me.inventory.items().any(is_ranged) {
        return None;
    }
    let items = situation.view.items().into_iter();
    let in_reach =
        items.filter(|(_, item)| item.cell().chebyshev_distance(here) <= 1 && is_ranged(item.item()));
    let (item, _) = in_reach.min_by_key(|(id, item)| (here.distance_squared(item.cell()), *id))?;
    let is_near = |cell: model::Cell| cell.chebyshev_distance(here) <= NEAR_CELLS;
    let near = situation.enemies.first().is_some_and(|enemy| is_near(enemy.cell));
    Some((item, if near { NEAR_ENEMY_SCORE } else { PICK_UP_SCORE }))
}

/// Whether an attack without a weapon does so little that the unit should rather take a weapon in hand.
pub(crate) fn is_worthless_bare_attack(situation: &Situation, weapon_use: WeaponUse, score: f64) -> bool {
    let Some(carried) = situation.me.inventory.get(weapon_use.weapon) else { return false };
    score < MIN_BARE_SCORE
        && weapon_use.option.is_none()
        && is_body(carried)
        && is_empty_handed(situation)
        && (carries_another(situation) || weapon_to_pick_up(situation).is_some())
}

/// Whether a weapon is part of the body: fists, or what is built in for melee.
pub(crate) fn is_body(carried: &CarriedItem) -> bool {
    carried.hands() == 0 && carried.is_melee()
}

/// Whether the unit carries a weapon that it can take in hand in the rest of its phase.
fn carries_another(situation: &Situation) -> bool {
    let mut slots = situation.me.inventory.slots();
    slots.any(|(slot, carried)| {
        !carried.in_hand()
            && is_ready_to_use(situation, carried)
            && weapon_choice::after_readying(situation, slot, carried).is_some()
    })
}

fn is_ready_to_use(situation: &Situation, carried: &CarriedItem) -> bool {
    is_lasting(situation, carried)
        && !weapon_choice::is_unusable(carried)
        && (carried.magazine() == 0 || carried.loaded() > 0)
}
