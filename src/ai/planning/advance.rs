//! Advances: how near to its goal a unit wants to be, and what coming nearer is worth.

use super::attack_methods::range_half_metres;
use super::candidate_position::CandidatePosition;
use super::known_unit::KnownUnit;
use super::movement_goal::MovementGoal;
use super::odds_cache::AiOddsCache;
use super::situation::Situation;
use rules::{WeaponReach, play};

/// Range beyond which a weapon keeps no more distance, in half metres.
const MAX_RANGE: u32 = 60;
/// Half metres of a move at least, and strides by which units go further ahead of their friends in the course of a battle.
const MIN_STRIDE: u32 = 8;
const IMPATIENCE: f64 = 6.0;

/// How near to its goal a unit wants to be.
pub(crate) struct Advance<'g> {
    pub goal: &'g MovementGoal,
    /// Distance in half metres up to which it comes nearer without its friends.
    pub front: u32,
}

/// Distance from the enemy, in half metres, up to which a unit goes ahead: one move before the first friend that is still on
/// its way, and more as time passes; 0 without such friends, while an enemy is about to meet its objective, and for other goals.
pub(crate) fn find_front_line(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    goal: &MovementGoal,
) -> u32 {
    if !goal.is_enemy || situation.enemies.iter().any(|enemy| enemy.is_urgent) {
        return 0;
    }
    let on_its_way = |friend: &&KnownUnit| {
        let Some((_, reach)) = friend.weapon_use else { return false };
        !situation.enemies.iter().any(|enemy| {
            let far = enemy.cell.chebyshev_distance(friend.cell);
            match reach {
                WeaponReach::Melee { beyond } => far <= beyond + 1,
                WeaponReach::Ranged { metres } => {
                    let (from, to) = ((friend.cell, friend.body), (enemy.cell, enemy.body));
                    far <= metres && odds_cache.exposure(from, to).is_some()
                }
            }
        })
    };
    let friends = situation.friends.iter().filter(on_its_way);
    let Some(first) = friends.filter_map(|friend| goal.distance(friend.cell)).min() else { return 0 };
    let next = situation.view.snapshot_at_next_phase(&situation.me);
    let budget = next.map(|next| play::move_budget(&next, situation.view.rules()));
    let stride = budget.map_or(MIN_STRIDE, |budget| budget.walk_left.max(MIN_STRIDE));
    first.saturating_sub((f64::from(stride) * (1.0 + IMPATIENCE * situation.battle_progress())) as u32)
}

/// Scores how much closer a position is to the goal of the unit.
pub(crate) fn score_progress(situation: &Situation, advance: &Advance, position: &mut CandidatePosition) {
    let (weights, goal) = (&situation.weights, advance.goal);
    // A unit that can shoot at the enemy from there does not have to come closer.
    let range = position.attack.map_or(0, |(_, weapon_use, _)| range_half_metres(situation, weapon_use));
    let standoff =
        if goal.is_enemy { (weights.standoff * f64::from(range.min(MAX_RANGE))) as u32 } else { 0 };
    let standoff = standoff.max(advance.front);
    let step = f64::from(play::move_budget(&situation.fighter, situation.view.rules()).run.max(8));
    let progress = match (goal.distance(situation.me.cell()), goal.distance(position.cell)) {
        (Some(from), Some(to)) => (f64::from(from.max(standoff)) - f64::from(to.max(standoff))) / step,
        (None, Some(_)) => 1.0,
        (Some(_), None) => -1.0,
        (None, None) => 0.0,
    };
    let score = goal.weight * progress;
    if goal.is_enemy && situation.keeps_off(position) {
        position.close_in = (score + weights.close_in * progress).min(0.0);
    } else if goal.is_enemy {
        position.close_in = score + weights.close_in * progress
    } else {
        position.objective = score
    }
}
