//! The weapon in hand: reloading, readying a carried one, and picking up what lies on the ground.

use super::lost_weapons;
use super::odds_cache::{AiOddsCache, WeaponUse};
use super::positions::CandidatePositions;
use super::situation::Situation;
use super::special_tactics::{self, Throw};
use super::unit_estimate::{affordable_attacks, weapon_uses_of};
use crate::exchange::PlanIntent;
use crate::memory::PhaseMemory;
use battle::{CarriedItem, Order};
use model::{Cell, ItemId};
use rules::turn_engine::Action;
use rules::{ActionRequest, HeldWeapon, UnitSnapshot, WeaponMalfunction, WeaponReach, WeaponTraits, play};

/// Factor and score by which the attacks with another weapon have to be better in this phase to change to it.
const SWAP_FACTOR: f64 = 1.3;
const SWAP_MARGIN: f64 = 0.05;
/// The same score where a unit attacks with its body, because what it has in hand cannot be used at an enemy beside it.
const BODY_MARGIN: f64 = 0.01;
/// Factor by which a throw has to be better than the attacks with what is in hand, if it catches one enemy only.
const THROW_FACTOR: f64 = 1.3;
/// Share of a throw's score if it catches one enemy only, and if it has to wait for the next phase.
const SINGLE_THROW_SHARE: f64 = 0.8;
const NEXT_PHASE_SHARE: f64 = 0.6;
/// Scores of loading an empty weapon, and one that fires explosives while the unit carries another loaded weapon.
const RELOAD: f64 = 0.3;
const EXPLOSIVE_RELOAD: f64 = 0.05;
/// Scores of loading a weapon with at most a third of its rounds left, with at most half of them, and after an attack out of reach of
/// all enemies with at most three quarters.
const THIRD_LEFT_RELOAD: f64 = 0.05;
const HALF_LEFT_RELOAD: f64 = 0.02;
const TOPPING_UP: f64 = 0.003;
/// Scores of having a weapon in hand again: one that reaches far, and one for melee near an enemy and elsewhere.
const RANGED_IN_HAND: f64 = 0.28;
const MELEE_IN_HAND: f64 = 0.3;
const MELEE_FAR: f64 = 0.1;
/// Cells within which an enemy is near.
const NEAR_CELLS: u32 = 2;
/// Cells within which a unit without a weapon goes for one on the ground.
const PICK_UP_CELLS: u32 = 10;

/// An order about weapons and the score of being ready for what follows.
pub(crate) type WeaponPlan = (Order, f64);

/// Readying an explosive, with the throw that follows.
pub(crate) type ThrowPlan = (WeaponPlan, PlanIntent);

/// Whether a weapon fails until something is done about it.
pub(super) fn is_unusable(carried: &CarriedItem) -> bool {
    !matches!(carried.fault(), WeaponMalfunction::None | WeaponMalfunction::Worn { .. })
}

/// Whether a weapon only has to be reloaded. `CC-THT-10`.
fn wants_reload(carried: &CarriedItem) -> bool {
    matches!(carried.fault(), WeaponMalfunction::Empty | WeaponMalfunction::Cleared)
        || (carried.magazine() > 0 && carried.loaded() == 0 && !is_unusable(carried))
}

/// Whether a weapon is jammed: its owner can clear it. `CS-JAM-01`.
pub(super) fn is_jammed(carried: &CarriedItem) -> bool {
    carried.fault() == WeaponMalfunction::Jammed
}

/// Whether a weapon can be used after it has been reloaded, or cleared while no enemy is beside the unit.
pub(super) fn can_be_restored(situation: &Situation, carried: &CarriedItem) -> bool {
    wants_reload(carried) || (is_jammed(carried) && !is_enemy_within(situation, 1))
}

/// Whether an enemy is within a number of cells.
pub(super) fn is_enemy_within(situation: &Situation, cells: u32) -> bool {
    let here = situation.me.cell();
    situation.enemies.iter().any(|enemy| enemy.cell.chebyshev_distance(here) <= cells)
}

/// Whether a weapon is held or carried for the next attacks: no part of the body, and no explosive.
pub(super) fn is_lasting(situation: &Situation, carried: &CarriedItem) -> bool {
    let lays = carried.weapon().attack_properties().lays.is_some();
    carried.hands() > 0 && !lays && !is_explosive(situation, carried)
}

fn is_explosive(situation: &Situation, carried: &CarriedItem) -> bool {
    play::blast_profile(&situation.fighter, carried.weapon(), situation.view.rules()).is_some()
}

/// Whether the unit has no weapon of use in hand, other than explosives and its body.
pub(super) fn is_empty_handed(situation: &Situation) -> bool {
    let mut held = situation.me.inventory.held_items();
    !held.any(|(_, carried)| {
        is_lasting(situation, carried) && (!is_unusable(carried) || can_be_restored(situation, carried))
    })
}

/// Whether the unit came with a weapon and has none left that it could use.
pub(crate) fn is_disarmed(situation: &Situation) -> bool {
    let came_armed = came_with(situation, |weapon| weapon.hands > 0);
    let usable = |carried: &CarriedItem| {
        carried.hands() > 0 && (!is_unusable(carried) || wants_reload(carried))
            || carried.hands() == 0 && !carried.is_melee()
    };
    came_armed && !situation.me.inventory.items().any(usable)
}

/// Whether the unit came with a weapon of a kind.
pub(super) fn came_with(situation: &Situation, is_kind: impl Fn(&WeaponTraits<'_>) -> bool) -> bool {
    let bundle = situation.view.setup().bundle();
    let number = usize::try_from(situation.unit.0).ok().and_then(|id| id.checked_sub(1));
    let unit = number.and_then(|number| bundle.skirmish.units.get(number));
    unit.and_then(|unit| bundle.unit_templates.get(&unit.archetype)).is_some_and(|template| {
        let mut weapons = template.weapons.iter().filter_map(|name| bundle.weapons.get(name));
        let rules = situation.view.rules();
        weapons.any(|weapon| is_kind(&play::weapon_traits(weapon, &template.sheet, rules)))
    })
}

/// The nearest weapon on the ground for a unit without one: what it is and where it lies.
pub(crate) fn weapon_on_ground(situation: &Situation) -> Option<(ItemId, Cell)> {
    let from = situation.me.cell();
    let items = situation.view.items().into_iter();
    let usable = items.filter(|(_, item)| item.item().hands() > 0 && !is_unusable(item.item()));
    let near = usable.filter(|(_, item)| item.cell().chebyshev_distance(from) <= PICK_UP_CELLS);
    let nearest = near.min_by_key(|(id, item)| (from.distance_squared(item.cell()), *id));
    nearest.map(|(id, item)| (id, item.cell()))
}

/// Orders about weapons with their scores.
pub(crate) fn plan_weapons(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    positions: &CandidatePositions,
    (memory, can_attack): (&PhaseMemory, bool),
) -> (Vec<WeaponPlan>, Option<ThrowPlan>) {
    let mut plans = plan_reloads(situation, (can_attack, memory.has_attacked));
    if let Some((item, score)) = lost_weapons::weapon_to_pick_up(situation) {
        plans.push((Order::PickUp { unit: situation.unit, item }, score));
    }
    let held = held_value(situation, odds_cache, positions);
    // What was readied shortly before is kept as long as it can be used.
    if memory.readied.is_empty() || held <= 0.0 {
        plans.extend(plan_changes(situation, odds_cache, (held, memory.idle_phases)));
    }
    let throws = situation.weights.throws_explosives && memory.readied.is_empty();
    (plans, throws.then(|| plan_throw(situation, held)).flatten())
}

/// Loading what is in hand: at once if it is empty, and otherwise where nothing can be attacked.
fn plan_reloads(situation: &Situation, (can_attack, has_attacked): (bool, bool)) -> Vec<WeaponPlan> {
    let unit = situation.unit;
    let score = |carried: &CarriedItem| {
        if wants_reload(carried) {
            let can_wait = is_explosive(situation, carried) && carries_loaded_gun(situation);
            return Some(if can_wait { EXPLOSIVE_RELOAD } else { RELOAD });
        }
        let is_safe = || has_attacked && !situation.is_in_reach_of_enemies();
        if can_attack { None } else { early_reload(carried.loaded(), carried.magazine(), is_safe) }
    };
    let held = situation.me.inventory.held_items();
    let wanting = held.filter(|(_, carried)| wants_reload(carried) || carried.loaded() < carried.magazine());
    wanting.filter_map(|(weapon, carried)| Some((Order::Reload { unit, weapon }, score(carried)?))).collect()
}

/// Score of loading a weapon that still has rounds left; `None` if there are too many. Under fire, what a unit has left of its phase may
/// serve its defence.
fn early_reload(left: u32, magazine: u32, is_safe: impl FnOnce() -> bool) -> Option<f64> {
    if 3 * left <= magazine {
        Some(THIRD_LEFT_RELOAD)
    } else if 2 * left <= magazine {
        Some(HALF_LEFT_RELOAD)
    } else {
        (4 * left <= 3 * magazine && is_safe()).then_some(TOPPING_UP)
    }
}

/// Whether the unit carries a loaded weapon that reaches far and fires no explosives.
fn carries_loaded_gun(situation: &Situation) -> bool {
    let mut items = situation.me.inventory.items();
    items.any(|carried| {
        matches!(carried.reach(), WeaponReach::Ranged { .. })
            && is_lasting(situation, carried)
            && !is_unusable(carried)
            && (carried.magazine() == 0 || carried.loaded() > 0)
    })
}

/// Score of the attacks that the unit can make in the rest of the phase with what it has in hand, here or after a move; only
/// here for a unit that attacks with its body.
fn held_value(situation: &Situation, odds_cache: &mut AiOddsCache, positions: &CandidatePositions) -> f64 {
    let in_hand = situation.me.inventory.held_items();
    let here = in_hand
        .map(|(slot, carried)| attacks_value(situation, odds_cache, (slot, carried), &situation.fighter));
    let here = here.fold(0.0, f64::max);
    if attacks_with_body(situation) {
        return here;
    }
    let moved = positions.positions[1..]
        .iter()
        .filter_map(|position| position.attack.map(|(.., score)| score * f64::from(position.attacks)));
    moved.fold(here, f64::max)
}

/// Whether an enemy is beside the unit and all that it has in hand reaches far.
fn attacks_with_body(situation: &Situation) -> bool {
    let mut held = situation.me.inventory.held_items();
    is_enemy_within(situation, 1)
        && held
            .all(|(_, carried)| carried.hands() == 0 || matches!(carried.reach(), WeaponReach::Ranged { .. }))
}

/// Score of the attacks with a weapon from here that a unit in this state can pay for.
fn attacks_value(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    (slot, carried): (usize, &CarriedItem),
    state: &UnitSnapshot,
) -> f64 {
    let mut best: f64 = 0.0;
    for weapon_use in weapon_uses_of(slot, carried) {
        let attacks = affordable_attacks(state, weapon_use, situation.view.rules());
        if attacks == 0 {
            continue;
        }
        let attacks = attacks.min(situation.most_attacks.max(1));
        let score = best_attack(situation, odds_cache, (weapon_use, attacks));
        best = best.max(score * f64::from(attacks));
    }
    best
}

/// Score of the best single one of some attacks with a weapon from here.
fn best_attack(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    (weapon_use, attacks): (WeaponUse, u32),
) -> f64 {
    let from = (situation.unit, weapon_use, situation.me.cell());
    let scores = situation.enemies.iter().filter_map(|enemy| {
        let line = situation.exposure(enemy);
        let estimate = odds_cache.estimate(from, (enemy.id, enemy.cell), line)?;
        let judged = situation.harm_factor(enemy.id, situation.felling_chance(estimate.out, attacks));
        Some(judged * enemy.value * estimate.score(enemy.health_left))
    });
    scores.fold(0.0, f64::max)
}

/// The unit after readying a weapon; `None` if it cannot pay for it.
pub(super) fn after_readying(
    situation: &Situation,
    slot: usize,
    carried: &CarriedItem,
) -> Option<UnitSnapshot> {
    ready_from(situation, &situation.fighter, (slot, carried))
}

/// The unit in a state after readying a weapon; `None` if it cannot pay for it.
pub(super) fn ready_from(
    situation: &Situation,
    state: &UnitSnapshot,
    (slot, carried): (usize, &CarriedItem),
) -> Option<UnitSnapshot> {
    let held = HeldWeapon::to_be_held(carried, slot);
    let request = ActionRequest { action: Action::Ready, with: Some(&held), option: None };
    let mut after = situation.after_paying(state, request)?;
    after.held.push(held);
    Some(after)
}

/// Carried weapons to ready: those that do clearly more in the rest of this phase than what is in hand, or any if nothing
/// of use is in hand. `idle_phases` are those in a row in which the unit has done nothing.
fn plan_changes(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    (held, idle_phases): (f64, u32),
) -> Vec<WeaponPlan> {
    let (unit, me) = (situation.unit, &situation.me);
    let near = is_enemy_within(situation, NEAR_CELLS);
    let is_empty_handed = is_empty_handed(situation);
    let lies_near = || lost_weapons::gun_to_fetch(situation).is_some();
    let fetches_gun = !near && leaves_blades_for_gun(idle_phases, lies_near);
    let margin = if attacks_with_body(situation) { BODY_MARGIN } else { SWAP_MARGIN };
    let mut plans = Vec::new();
    for (weapon, carried) in me.inventory.slots() {
        if carried.in_hand()
            || !is_lasting(situation, carried)
            || is_unusable(carried) && !can_be_restored(situation, carried)
            || fetches_gun && carried.is_melee()
        {
            continue;
        }
        let Some(after) = after_readying(situation, weapon, carried) else { continue };
        let now = attacks_value(situation, odds_cache, (weapon, carried), &after);
        let in_hand = match carried.reach() {
            WeaponReach::Melee { .. } if near => MELEE_IN_HAND,
            WeaponReach::Melee { .. } => MELEE_FAR,
            WeaponReach::Ranged { .. } => RANGED_IN_HAND,
        };
        let is_better = now > SWAP_FACTOR * held + margin;
        // Put away when it jammed, for a weapon that does nothing from here.
        let is_missed = is_jammed(carried) && held <= 0.0 && !near;
        if is_empty_handed || is_better || is_missed {
            let score = if is_empty_handed || is_missed { now.max(in_hand) } else { now };
            plans.push((Order::Ready { unit, weapon }, score));
        }
    }
    plans
}

/// Whether a unit leaves its weapons for melee in the pack because a gun lies near: with a knife in hand, it would not go for the gun.
/// One that has done nothing since does not dare to go there, and takes what it has.
fn leaves_blades_for_gun(idle_phases: u32, lies_near: impl FnOnce() -> bool) -> bool {
    idle_phases == 0 && lies_near()
}

/// Readying an explosive that is to be thrown in this phase, or in the next one if no phase has time for both.
fn plan_throw(situation: &Situation, held: f64) -> Option<ThrowPlan> {
    let Throw { weapon, score, is_opportunity, effects } = special_tactics::best_throw(situation)?;
    if !is_opportunity && score <= THROW_FACTOR * held {
        return None;
    }
    let carried = situation.me.inventory.get(weapon)?;
    let after = after_readying(situation, weapon, carried)?;
    let uses = weapon_uses_of(weapon, carried);
    let rules = situation.view.rules();
    let pays = |state: &UnitSnapshot| uses.iter().any(|one| affordable_attacks(state, *one, rules) > 0);
    let timing = if situation.most_attacks > 0 && pays(&after) {
        1.0
    } else {
        let budget = situation.view.snapshot_at_next_phase(&situation.me)?.budget;
        let is_whole = budget == situation.fighter.budget;
        if !is_whole || !pays(&UnitSnapshot { budget, spent: 0, ..after }) {
            return None;
        }
        NEXT_PHASE_SHARE
    };
    let share = if is_opportunity { timing } else { SINGLE_THROW_SHARE * timing };
    let area = effects.into_iter().map(|(unit, estimate)| (unit, estimate.scaled(timing))).collect();
    let intent = PlanIntent { area, ..PlanIntent::default() };
    Some(((Order::Ready { unit: situation.unit, weapon }, share * score), intent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_that_does_not_dare_to_fetch_a_gun_takes_its_knife_in_hand() {
        let leaves = [0, 1, 2].map(|idle| leaves_blades_for_gun(idle, || true));
        assert_eq!(leaves, [true, false, false]);
        assert!(!leaves_blades_for_gun(0, || false), "no gun lies near");
    }

    #[test]
    fn a_weapon_that_is_hardly_used_is_loaded_out_of_reach_of_enemies_only() {
        let scores = |is_safe: bool| [10, 15, 22, 23].map(|left| early_reload(left, 30, || is_safe));
        let (third, half) = (Some(THIRD_LEFT_RELOAD), Some(HALF_LEFT_RELOAD));
        assert_eq!(scores(false), [third, half, None, None]);
        assert_eq!(scores(true), [third, half, Some(TOPPING_UP), None]);
    }
}
