//! What each enemy could do to a unit in a square.

use super::{AttackQuery, ForecastCache, LEAST_MEAN, key_chance};
use battle::{BattleView, Target};
use model::{Cell, UnitId};
use rules::{MovementMode, WeaponReach, play};

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
}

/// Returns every enemy that could attack a unit in a square from their current position, the most dangerous first, after
/// them those that would shoot through walls.
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
        .filter_map(|enemy| {
            let mut held = enemy.inventory.held_items();
            let (weapon, carried) = held.find(|held| view.can_attack_next_turn(&enemy, *held))?;
            let from = enemy.cell();
            let near = match carried.reach() {
                WeaponReach::Ranged { metres } => from.distance_squared(at) <= metres * metres,
                WeaponReach::Melee { beyond } => from.chebyshev_distance(at) <= beyond + 1,
            };
            let mode = carried.mode().or_else(|| carried.modes().first().copied());
            let question = AttackQuery {
                target_at: Some((at, gait)),
                ..AttackQuery::from_current_position(&enemy, Target::Unit(unit), weapon, mode)
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
            })
        })
        .collect();
    threats.sort_by(|one, other| {
        let by_mean = other.mean.total_cmp(&one.mean);
        one.is_blind.cmp(&other.is_blind).then(by_mean).then(one.enemy.cmp(&other.enemy))
    });
    threats
}
