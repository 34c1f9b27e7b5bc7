//! Phases without a plan: a unit attacks the nearest enemy in sight, or walks straight towards it.

use super::known_unit::KnownUnit;
use super::lost_weapons::{self, is_body};
use super::odds_cache::{AiOddsCache, WeaponUse};
use super::situation::Situation;
use super::special_tactics;
use super::target_cover;
use super::unit_estimate::{is_blocked, weapon_uses_of};
use super::weapon_choice::{is_empty_handed, is_unusable};
use crate::baseline::easy_player;
use crate::decision::AiDecision;
use crate::memory::PhaseMemory;
use battle::{CarriedItem, Order, Target, validate_order};
use model::{Cell, Direction};
use rules::turn_engine::Action;
use rules::{WeaponReach, play};

/// Share of the range of a weapon at which a unit no longer walks towards an enemy.
const NEAR_SHARE: f64 = 0.5;

/// The next order of a unit that acts without a plan; `None` if it has no such order, and has to plan after all.
///
/// It chooses neither target nor fire mode by what they do, and looks for no better place to attack from. What is left of the phase
/// after its attacks is planned.
pub(crate) fn decide(situation: &Situation, memory: &PhaseMemory) -> Option<AiDecision> {
    let (view, me) = (situation.view, &situation.me);
    let mut held = me.inventory.held_items();
    let flees = situation.blast_danger(me.cell()) > 0.0;
    if flees || is_empty_handed(situation) || held.any(|(_, carried)| is_unusable(carried)) {
        return None;
    }
    if lost_weapons::gun_to_fetch(situation).is_some() {
        return None;
    }
    // It plans where an explosive would catch several enemies, and after it has readied a weapon, which it did for a purpose.
    let is_opportunity = || special_tactics::best_throw(situation).is_some_and(|throw| throw.is_opportunity);
    if !memory.readied.is_empty() || (situation.weights.throws_explosives && is_opportunity()) {
        return None;
    }
    let is_possible = |order: &Order| {
        !memory.is_futile(order)
            && validate_order(view, order).is_ok()
            && !special_tactics::catches_own_side(view, order)
    };
    let reload =
        me.inventory.held_items().filter(|(_, carried)| carried.magazine() > 0 && carried.loaded() == 0);
    let reload = reload.map(|(weapon, _)| Order::Reload { unit: situation.unit, weapon });
    let walk = (!memory.has_attacked && wants_nearer(situation))
        .then(|| easy_player::approach_order(view, me, &view.unit(situation.enemies.first()?.id)?))
        .flatten();
    let has_finished = situation.attacks_once && memory.has_attacked;
    let attacks = if has_finished { Vec::new() } else { attacks(situation) };
    let mut attacks = attacks.into_iter();
    let order = if memory.has_attacked {
        attacks.find(is_possible)
    } else {
        attacks.chain(reload).chain(walk).find(is_possible)
    };
    order.map(AiDecision::from_order)
}

/// Whether the attacks of the phase are likely to put a hurt enemy out of action, from here or after a walk: then every unit plans.
pub(super) fn sees_finish(situation: &Situation, odds_cache: &mut AiOddsCache) -> bool {
    let uses = situation.weapon_uses();
    let mut hurt = situation.enemies.iter().filter(|enemy| enemy.is_hurt);
    hurt.any(|enemy| {
        uses.iter().any(|weapon_use| is_likely_finish(situation, odds_cache, (enemy, *weapon_use)))
    })
}

fn is_likely_finish(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    (enemy, weapon_use): (&KnownUnit, WeaponUse),
) -> bool {
    let Some(from) = place_to_finish(situation, enemy, weapon_use) else { return false };
    let payable = situation.affordable_attacks(&situation.fighter, weapon_use);
    let attacks = if from == situation.me.cell() { payable } else { payable.min(1) };
    let line = odds_cache.exposure((from, situation.me.body()), (enemy.cell, enemy.body));
    let attack = (situation.unit, weapon_use, from);
    let estimate = line.and_then(|line| odds_cache.estimate(attack, (enemy.id, enemy.cell), line));
    attacks > 0
        && estimate.is_some_and(|estimate| {
            situation.felling_chance(estimate.out, attacks) >= situation.weights.sure_finish
        })
}

/// The square from which a unit attacks an enemy: its own, or the nearest one beside the enemy after a walk to a blow.
pub(super) fn place_to_finish(
    situation: &Situation,
    enemy: &KnownUnit,
    weapon_use: WeaponUse,
) -> Option<Cell> {
    let (view, here) = (situation.view, situation.me.cell());
    let far = enemy.cell.chebyshev_distance(here);
    match situation.me.inventory[weapon_use.weapon].reach() {
        WeaponReach::Ranged { metres } => (far <= metres).then_some(here),
        WeaponReach::Melee { beyond } if far <= beyond + 1 => Some(here),
        WeaponReach::Melee { .. } => {
            let walked = situation.after_move(Action::Walk)?;
            if situation.affordable_attacks(&walked, weapon_use) == 0 {
                return None;
            }
            let walk = play::move_budget(&situation.fighter, view.rules()).walk_left;
            let beside = Direction::ALL.into_iter().map(|direction| enemy.cell.step(direction));
            let open = beside.filter(|cell| view.field().grid().can_enter(*cell));
            let nearest = open.min_by_key(|cell| (cell.distance_squared(here), *cell))?;
            (2 * nearest.chebyshev_distance(here) <= walk).then_some(nearest)
        }
    }
}

/// Attacks on enemies in sight that get through to them, nearest first and those that go down anyway last, with what is in hand before
/// the body; the fire mode with the most rounds first.
fn attacks(situation: &Situation) -> Vec<Order> {
    let (view, me, unit) = (situation.view, &situation.me, situation.unit);
    let has_gun = me.inventory.held_items().any(|(slot, carried)| is_loaded_gun(slot, carried));
    let mut orders = Vec::new();
    let (doomed, lasting): (Vec<&KnownUnit>, Vec<&KnownUnit>) =
        situation.enemies.iter().partition(|enemy| enemy.is_doomed);
    for enemy in lasting.into_iter().chain(doomed) {
        if !view.unit(enemy.id).is_some_and(|other| view.sees(me, &other)) {
            continue;
        }
        let held = me.inventory.held_items().filter(|(_, carried)| !(has_gun && is_body(carried)));
        for (weapon, carried) in held {
            if !target_cover::gets_through(situation, enemy, (weapon, carried.modes().last().copied())) {
                continue;
            }
            let modes = carried.modes().iter().rev().map(|mode| Some(*mode)).chain([None]);
            orders.extend(modes.map(|mode| Order::attack(unit, Target::Unit(enemy.id), weapon, mode)));
        }
    }
    orders
}

/// Whether a unit comes nearer to the nearest enemy: up to half the range of what it has in hand.
fn wants_nearer(situation: &Situation) -> bool {
    let Some(enemy) = situation.enemies.first() else { return false };
    let guns = situation.me.inventory.held_items().filter(|(slot, carried)| is_loaded_gun(*slot, carried));
    let ranges = guns.filter_map(|(_, carried)| match carried.reach() {
        WeaponReach::Ranged { metres } => Some(metres),
        WeaponReach::Melee { .. } => None,
    });
    let Some(range) = ranges.max() else { return true };
    let is_near =
        f64::from(enemy.cell.chebyshev_distance(situation.me.cell())) <= NEAR_SHARE * f64::from(range);
    !is_near || is_blocked(situation.exposure(enemy))
}

/// Whether a weapon reaches far and can be used as it is.
fn is_loaded_gun(slot: usize, carried: &CarriedItem) -> bool {
    matches!(carried.reach(), WeaponReach::Ranged { .. }) && !weapon_uses_of(slot, carried).is_empty()
}
