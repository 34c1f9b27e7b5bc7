//! Advances: how near to its goal a unit wants to be, and what coming nearer is worth.

use super::attack_methods::range_half_metres;
use super::candidate_position::CandidatePosition;
use super::known_unit::KnownUnit;
use super::movement_goal::MovementGoal;
use super::odds_cache::AiOddsCache;
use super::situation::Situation;
use field::{Body, line_of_sight};
use model::Cell;
use rules::{WeaponReach, play};

/// Range beyond which a weapon keeps no more distance, in half metres.
const MAX_RANGE: u32 = 60;
/// Half metres of a move at least, and strides by which units go further ahead of their friends in the course of a battle.
const MIN_STRIDE: u32 = 8;
const IMPATIENCE: f64 = 6.0;
/// Squares from the next ally within which units support each other, and squares beyond that count.
const SUPPORT_CELLS: u32 = 8;
const MAX_CELLS_AWAY: u32 = 16;
/// Factor for what a square farther from the next ally loses, as a multiple of what coming as much nearer to the enemy gains; at the
/// beginning of the battle, and less as time passes.
const SUPPORT_FACTOR: f64 = 2.0;

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
    let range = position.attack.map_or(0, |(_, weapon_use, _)| range_half_metres(situation, weapon_use));
    let is_in_view = goal.wanted.is_none_or(|wanted| is_seen_from(situation, position.cell, wanted));
    let standoff = standoff(weights.standoff, range, goal.is_enemy && is_in_view).max(advance.front);
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
    if goal.is_enemy && keeps_together(situation) {
        let away = cells_away(position.cell, situation.friends.iter().map(|friend| friend.cell));
        let each =
            SUPPORT_FACTOR * (1.0 - situation.battle_progress()) * (goal.weight + weights.close_in.max(0.0));
        position.objective -= each * f64::from(2 * away) / step;
    }
}

/// Distance in half metres that a unit keeps from its goal: one that can shoot at the enemy from a position does not have to come closer,
/// unless its goal is one whom it does not see from there.
fn standoff(share: f64, range: u32, sees_goal: bool) -> u32 {
    if sees_goal { (share * f64::from(range.min(MAX_RANGE))) as u32 } else { 0 }
}

/// Whether the unit would see a standing unit on a square from another one.
fn is_seen_from(situation: &Situation, from: Cell, to: Cell) -> bool {
    let grid = situation.view.field().grid();
    line_of_sight(grid, from, situation.me.body(), to, Body::STANDING)
}

/// Whether a unit keeps near its allies: where it sees no enemy, it may meet several at once. Flankers go their own way, and so do
/// guards; those with a place to go to do not come here.
fn keeps_together(situation: &Situation) -> bool {
    situation.view.has_fog_of_war()
        && situation.enemies.is_empty()
        && situation.weights.flank <= 0.0
        && !situation.keeps_post
}

/// Squares beyond support of the next ally; 0 for a unit that is alone.
fn cells_away(cell: Cell, allies: impl Iterator<Item = Cell>) -> u32 {
    let nearest = allies.map(|ally| ally.chebyshev_distance(cell)).min().unwrap_or(0);
    nearest.saturating_sub(SUPPORT_CELLS).min(MAX_CELLS_AWAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_keeps_its_distance_only_from_a_goal_that_it_sees() {
        assert_eq!(standoff(0.5, 60, true), 30);
        assert_eq!(standoff(0.5, 400, true), 30, "half of what a range counts at most");
        assert_eq!(
            standoff(0.5, 60, false),
            0,
            "behind a wall: it comes nearer although it can shoot at others"
        );
    }

    #[test]
    fn only_squares_beyond_support_of_the_next_ally_are_away() {
        let allies = || [Cell::new(10, 5), Cell::new(30, 5)].into_iter();
        let away = [12, 18, 20, 22, 40].map(|x| cells_away(Cell::new(x, 5), allies()));
        assert_eq!(away, [0, 0, 2, 0, 2]);
        assert_eq!(cells_away(Cell::new(90, 5), allies()), MAX_CELLS_AWAY);
        assert_eq!(cells_away(Cell::new(12, 5), std::iter::empty()), 0, "no ally to stay near");
    }
}
