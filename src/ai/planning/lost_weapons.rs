//! Weapons on the ground for units without a weapon of use in hand, and attacks with bare hands.

use super::odds_cache::WeaponUse;
use super::situation::Situation;
use super::weapon_choice::{self, is_empty_handed, is_lasting};
use battle::CarriedItem;
use model::{Cell, ItemId};
use rules::{WeaponMalfunction, WeaponReach};

/// Score of picking up a weapon, and of picking up one that reaches far where an enemy is near and another weapon is
/// carried.
const PICK_UP_SCORE: f64 = 0.35;
const NEAR_ENEMY_SCORE: f64 = 0.25;
/// Cells within which an enemy is near.
const NEAR_CELLS: u32 = 2;
/// Cells within which a unit that has lost its gun goes for another one.
const FETCH_CELLS: u32 = 6;
/// Score below which an attack without a weapon is not worth the action of a unit that can get a weapon instead.
pub(crate) const MIN_BARE_SCORE: f64 = 0.06;

/// The weapon within reach of the hand that is worth picking up, and the score of doing so: any for a unit without a
/// weapon, and one that reaches far for a unit that has nothing in hand, or has lost its gun, and only carries weapons for melee.
pub(crate) fn weapon_to_pick_up(situation: &Situation) -> Option<(ItemId, f64)> {
    let here = situation.me.cell();
    if weapon_choice::is_disarmed(situation) {
        let (item, cell) = weapon_choice::weapon_on_ground(situation)?;
        return (cell.chebyshev_distance(here) <= 1).then_some((item, PICK_UP_SCORE));
    }
    let is_gun = |carried: &CarriedItem| is_usable_gun(situation, carried);
    // With a weapon for melee in hand, it does so only where no enemy is in reach to strike.
    let is_busy = !is_empty_handed(situation)
        && (weapon_choice::is_enemy_within(situation, 1) || !has_lost_gun(situation));
    if is_busy || situation.me.inventory.items().any(is_gun) {
        return None;
    }
    let items = situation.view.items().into_iter();
    let in_reach = items.filter(|(_, item)| item.cell().chebyshev_distance(here) <= 1 && is_gun(item.item()));
    let (item, _) = in_reach.min_by_key(|(id, item)| (here.distance_squared(item.cell()), *id))?;
    let is_near = |cell: Cell| cell.chebyshev_distance(here) <= NEAR_CELLS;
    let near = situation.enemies.first().is_some_and(|enemy| is_near(enemy.cell));
    Some((item, if near { NEAR_ENEMY_SCORE } else { PICK_UP_SCORE }))
}

/// The nearest gun on the ground for a unit that has lost its own, and where it lies: nearer than every enemy.
pub(crate) fn gun_to_fetch(situation: &Situation) -> Option<(ItemId, Cell)> {
    if !has_lost_gun(situation) {
        return None;
    }
    let here = situation.me.cell();
    let enemy = situation.enemies.first().map_or(u32::MAX, |enemy| enemy.cell.chebyshev_distance(here));
    let is_in_reach = |cell: Cell| {
        let far = cell.chebyshev_distance(here);
        far <= FETCH_CELLS && far < enemy
    };
    let items = situation.view.items().into_iter();
    let guns = items.filter(|(_, item)| is_in_reach(item.cell()) && is_usable_gun(situation, item.item()));
    let nearest = guns.min_by_key(|(id, item)| (here.distance_squared(item.cell()), *id));
    nearest.map(|(id, item)| (id, item.cell()))
}

/// Whether the unit came with a weapon that reaches far and has none left that it can use, now or after a while.
fn has_lost_gun(situation: &Situation) -> bool {
    let returns = |carried: &CarriedItem| {
        matches!(carried.fault(), WeaponMalfunction::Disabled | WeaponMalfunction::DisabledInTurn)
            || weapon_choice::can_be_restored(situation, carried)
            || !weapon_choice::is_unusable(carried)
    };
    let is_gun = |carried: &CarriedItem| {
        is_ranged(carried.reach()) && weapon_choice::is_lasting(situation, carried) && returns(carried)
    };
    weapon_choice::came_with(situation, |weapon| weapon.hands > 0 && is_ranged(weapon.reach))
        && !situation.me.inventory.items().any(is_gun)
}

const fn is_ranged(reach: WeaponReach) -> bool {
    matches!(reach, WeaponReach::Ranged { .. })
}

fn is_usable_gun(situation: &Situation, carried: &CarriedItem) -> bool {
    is_ranged(carried.reach()) && is_ready_to_use(situation, carried)
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
