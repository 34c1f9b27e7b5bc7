//! What each enemy could do to a unit in a square.

use super::{AttackQuery, ForecastCache, LEAST_MEAN, key_chance};
use battle::{BattleView, Target, UnitDataItem};
use model::{Cell, UnitId};
use rules::{FireMode, MovementMode, Odds, WeaponReach, play};

/// What one enemy could do to a unit in a square with the first weapon in hand that it can use in its next turn.
#[derive(Clone, Debug)]
pub struct EnemyThreat {
    /// The enemy.
    pub enemy: UnitId,
    /// The weapon.
    pub weapon: String,
    /// Chance of damage, see [`key_chance`].
    pub chance: f64,
    /// Average damage.
    pub mean: f64,
    /// What a point of damage is called: "Strain".
    pub unit: &'static str,
    /// Share of the unit that is hidden from this enemy, in percent.
    pub hidden: u8,
    /// The enemy would shoot through a wall at what it does not see.
    pub is_blind: bool,
    /// The enemy lies, and would stand up before it attacks.
    pub stands: bool,
}

/// A unit on a square, and how it has moved there.
type UnitPlace = (UnitId, Cell, MovementMode);

/// Returns every enemy that could attack a unit in a square from their current position, the most dangerous first, after
/// them those that would shoot through walls. One that lies may stand up before.
pub fn threats_at(
    cache: &mut ForecastCache,
    view: &BattleView,
    unit: UnitId,
    at: Cell,
    gait: MovementMode,
) -> Vec<EnemyThreat> {
    let Some(own_unit) = view.unit(unit) else { return Vec::new() };
    let mut threats: Vec<EnemyThreat> = view
        .units()
        .filter(|enemy| enemy.is_fighting() && enemy.side != own_unit.side)
        .filter_map(|enemy| worst_threat(cache, view, &enemy, (unit, at, gait)))
        .collect();
    threats.sort_by(|one, other| {
        let by_mean = other.mean.total_cmp(&one.mean);
        one.is_blind.cmp(&other.is_blind).then(by_mean).then(one.enemy.cmp(&other.enemy))
    });
    threats
}

/// Returns what an enemy could do to a unit in a square from where it is. For a prone enemy it is the worse of two threats: while
/// prone, and once it has stood up.
fn worst_threat(
    cache: &mut ForecastCache,
    view: &BattleView,
    enemy: &UnitDataItem,
    place: UnitPlace,
) -> Option<EnemyThreat> {
    let mut held = enemy.inventory.held_items();
    let (weapon, carried) = held.find(|held| view.can_attack_next_turn(enemy, *held))?;
    let here = threat_with(cache, view, (enemy, weapon, false), place);
    if !enemy.is_prone() || !view.can_stand_and_attack(enemy, (weapon, carried)) {
        return here;
    }
    let stood = threat_with(cache, view, (enemy, weapon, true), place);
    // Of two that are as bad, the last one stays: the one that needs nothing before.
    [stood, here]
        .into_iter()
        .flatten()
        .max_by(|one, other| other.is_blind.cmp(&one.is_blind).then(one.mean.total_cmp(&other.mean)))
}

/// Returns what an enemy could do to a unit in a square with a weapon in hand, as it is or once it has stood up.
fn threat_with(
    cache: &mut ForecastCache,
    view: &BattleView,
    (enemy, weapon, stands): (&UnitDataItem, usize, bool),
    (unit, at, gait): UnitPlace,
) -> Option<EnemyThreat> {
    let carried = enemy.inventory.get(weapon)?;
    let from = enemy.cell();
    let near = match carried.reach() {
        WeaponReach::Ranged { metres } => from.distance_squared(at) <= metres * metres,
        WeaponReach::Melee { beyond } => from.chebyshev_distance(at) <= beyond + 1,
    };
    let mode = carried.mode().or_else(|| carried.modes().first().copied());
    let question = AttackQuery {
        target_at: Some((at, gait)),
        stands,
        ..AttackQuery::from_current_position(enemy, Target::Unit(unit), weapon, mode)
    };
    let (odds, hidden) = near.then(|| cache.quick_odds(view, &question)).flatten()?;
    let is_blind = hidden >= 100 && !carried.is_melee();
    // Of shots through walls only those count that get through, of others those that harm or inflict something.
    let properties = carried.weapon().attack_properties();
    let has_effect = !properties.inflicts.is_empty() || properties.lays.is_some();
    let is_idle = odds.hit <= 0.0 || (odds.is_harmless() && !has_effect);
    let is_none = if is_blind { odds.mean < LEAST_MEAN } else { is_idle };
    if is_none {
        return None;
    }
    Some(EnemyThreat {
        enemy: *enemy.id,
        weapon: carried.name().to_string(),
        chance: key_chance(&odds).0,
        mean: odds.mean,
        unit: play::weapon_damage_words(carried.weapon()),
        hidden,
        is_blind,
        stands,
    })
}

/// Returns the slots of the explosives and two-handed weapons that a unit carries besides what it holds, each name once: it may
/// ready them before it attacks. Where a square is given, only those that reach it.
pub(crate) fn heavy_stowed_weapons(view: &BattleView, unit: &UnitDataItem, cell: Option<Cell>) -> Vec<usize> {
    let me = view.unit_snapshot(unit);
    let reaches = |reach: WeaponReach| match (cell, reach) {
        (None, _) => true,
        (Some(cell), WeaponReach::Melee { beyond }) => unit.cell().chebyshev_distance(cell) <= beyond + 1,
        (Some(cell), WeaponReach::Ranged { metres }) => unit.cell().chebyshev_distance(cell) <= metres,
    };
    let mut found: Vec<(usize, String)> = Vec::new();
    for (slot, carried) in unit.inventory.slots().filter(|(_, carried)| !carried.fault().bars_next_turn()) {
        let is_explosive = || play::blast_profile(&me, carried.weapon(), view.rules()).is_some();
        let is_heavy = carried.hands() >= 2 || (carried.hands() > 0 && is_explosive());
        let name = carried.name().to_string();
        let is_new = found.iter().all(|(_, known)| *known != name);
        if !carried.in_hand() && is_heavy && reaches(carried.reach()) && is_new {
            found.push((slot, name));
        }
    }
    found.into_iter().map(|(slot, _)| slot).collect()
}

/// Returns the odds of the worst attack on a unit in a square with a weapon that an enemy has stowed, once it has readied it;
/// `None` if none would do damage.
pub(crate) fn stowed_attack_odds(
    cache: &mut ForecastCache,
    view: &BattleView,
    (enemy, slot): (&UnitDataItem, usize),
    (unit, at, gait): (UnitId, Cell, MovementMode),
) -> Option<Odds> {
    let carried = enemy.inventory.get(slot)?;
    let modes: Vec<Option<FireMode>> = match carried.modes() {
        [] => vec![None],
        modes => modes.iter().copied().map(Some).collect(),
    };
    let all = modes.into_iter().filter_map(|mode| {
        let query = AttackQuery {
            target_at: Some((at, gait)),
            ..AttackQuery::from_current_position(enemy, Target::Unit(unit), slot, mode)
        };
        cache.quick_odds(view, &query).map(|(odds, _)| odds)
    });
    all.max_by(|one, other| one.mean.total_cmp(&other.mean)).filter(|odds| odds.mean >= LEAST_MEAN)
}

/// Returns the average damage of one attack by every enemy on a unit in a square: with the weapon in hand, or with one that it can
/// ready before in its next turn, whichever does more. Shots through walls are not planned with.
pub(crate) fn expected_damage_at(
    cache: &mut ForecastCache,
    view: &BattleView,
    (unit, at, gait): (UnitId, Cell, MovementMode),
) -> f64 {
    let Some(own_unit) = view.unit(unit) else { return 0.0 };
    let threats = threats_at(cache, view, unit, at, gait);
    let seen = |enemy: UnitId| threats.iter().find(|threat| threat.enemy == enemy && !threat.is_blind);
    let mut sum = 0.0;
    for enemy in view.units().filter(|enemy| enemy.is_fighting() && enemy.side != own_unit.side) {
        let mut worst = seen(*enemy.id).map_or(0.0, |threat| threat.mean);
        for slot in heavy_stowed_weapons(view, &enemy, Some(at)) {
            let odds = stowed_attack_odds(cache, view, (&enemy, slot), (unit, at, gait));
            if let Some(odds) = odds.filter(|odds| odds.mean > worst)
                && view.can_ready_and_attack(&enemy, slot)
            {
                worst = odds.mean;
            }
        }
        sum += worst;
    }
    sum
}
