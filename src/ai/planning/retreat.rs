//! Retreats from fire: a unit that another side has to slay gets out of the lines of fire, and a unit that is attacked through a
//! barrier changes its place.

use super::approach::is_idle;
use super::candidate_position::CandidatePosition;
use super::known_unit::KnownUnit;
use super::planner::{MAX_MOVES_PER_PHASE, SAFE_SHARE, plan_move};
use super::positions::CandidatePositions;
use super::situation::Situation;
use super::unit_estimate::{health_points, is_blocked};
use crate::decision::ScoredOrder;
use crate::memory::PhaseMemory;
use battle::{Order, Target};

/// Maximum squares that are looked at for one out of the lines of fire, those that end best first.
const MAX_SQUARES: usize = 120;
/// How much less than staying a change of place may be worth.
const MAX_LOSS: f64 = 0.3;
/// Squares that a unit goes at least where it does not know what the attacks through a barrier can do.
const MIN_CHANGE: u32 = 2;

/// The move of a unit out of the lines of fire, or away from attacks through a barrier; `None` if it has no need to go, or nowhere to.
pub(super) fn plan_retreat(
    situation: &Situation,
    positions: &CandidatePositions,
    memory: &PhaseMemory,
    plans: &[ScoredOrder],
    is_possible: impl Fn(&ScoredOrder) -> bool + Copy,
) -> Option<ScoredOrder> {
    if memory.moves >= MAX_MOVES_PER_PHASE || situation.has_zone {
        return None;
    }
    let hide = || plan_hiding(situation, positions, is_possible);
    let change = || plan_change_of_place(situation, positions, plans, is_possible);
    if situation.is_wanted { hide().or_else(change) } else { change() }
}

/// The move of a wanted unit that is hurt or was attacked to the best square that no known enemy can attack from where it is; `None` if
/// there is none, or none can attack it where it is.
fn plan_hiding(
    situation: &Situation,
    positions: &CandidatePositions,
    is_possible: impl Fn(&ScoredOrder) -> bool,
) -> Option<ScoredOrder> {
    if !is_pressed(situation) || !is_attackable(situation, positions.current()) {
        return None;
    }
    let squares = squares_by(positions, CandidatePosition::position_score).into_iter().take(MAX_SQUARES);
    let hidden = squares.filter(|position| !is_attackable(situation, position));
    let mut plans = hidden.filter_map(|position| plan_move(situation, positions, position));
    plans.find(is_possible)
}

/// Whether a wanted unit that is hurt or was attacked, and has moved in this phase to where no known enemy can attack it, would leave
/// that place for one where an enemy can.
pub(super) fn leaves_hiding(
    situation: &Situation,
    (here, position): (&CandidatePosition, &CandidatePosition),
    memory: &PhaseMemory,
) -> bool {
    memory.moves > 0
        && situation.is_wanted
        && !situation.has_zone
        && is_pressed(situation)
        && !is_attackable(situation, here)
        && is_attackable(situation, position)
}

/// Whether the unit is hurt, or was attacked since its last phase.
fn is_pressed(situation: &Situation) -> bool {
    let (left, most) = health_points(situation.view, &situation.me);
    left < most || !situation.attackers.is_empty()
}

/// Whether a known enemy can attack the unit on a square from where it is.
fn is_attackable(situation: &Situation, position: &CandidatePosition) -> bool {
    situation.enemies.iter().any(|enemy| situation.is_attackable_at(position.cell, enemy))
}

/// The move of a unit that would stay where it is, though it was attacked through a barrier by an enemy that it cannot attack: to where
/// that enemy can do less to it, or it can attack back. `None` if none of these squares is about as good as its own.
fn plan_change_of_place(
    situation: &Situation,
    positions: &CandidatePositions,
    plans: &[ScoredOrder],
    is_possible: impl Fn(&ScoredOrder) -> bool,
) -> Option<ScoredOrder> {
    let best = plans.first()?;
    let stays = is_idle(&best.order, &situation.cover_order()) || matches!(best.order, Order::Delay { .. });
    if !stays || situation.attackers.is_empty() {
        return None;
    }
    let attacks = |plan: &ScoredOrder, enemy: &KnownUnit| match plan.order {
        Order::Attack { target: Target::Unit(target), .. } => target == enemy.id,
        _ => false,
    };
    let mut enemies = situation.enemies.iter().enumerate();
    let (number, _) = enemies.find(|(_, enemy)| {
        situation.attackers.contains(&enemy.id)
            && is_blocked(situation.exposure(enemy))
            && !plans.iter().any(|plan| attacks(plan, enemy) && is_possible(plan))
    })?;
    let here = positions.current();
    let score = |position: &CandidatePosition| position.attack_score() + position.position_score();
    let squares = squares_by(positions, score).into_iter();
    let better = squares.filter(|position| is_better_place(situation, (here, *position), number));
    let moves = better.filter_map(|position| plan_move(situation, positions, position));
    moves.take_while(|plan| plan.score >= best.score - MAX_LOSS).find(is_possible)
}

/// Whether an enemy, by its number, can do clearly less to the unit on another square, or can be attacked from there. If its attacks
/// through the barrier are not known, any square that is far enough and that no enemy sees will do.
fn is_better_place(
    situation: &Situation,
    (here, position): (&CandidatePosition, &CandidatePosition),
    number: usize,
) -> bool {
    let strikes_back = position.attacks > 0
        && position.attack.is_some_and(|(target, _, score)| target == number && score > 0.0);
    let threat = |place: &CandidatePosition| place.threats.get(number).copied().unwrap_or(0.0);
    let is_safer = || {
        if threat(here) > 0.0 {
            return threat(position) <= SAFE_SHARE * threat(here);
        }
        position.cell.chebyshev_distance(here.cell) >= MIN_CHANGE && !is_attackable(situation, position)
    };
    strikes_back || is_safer()
}

/// The squares that the unit can move to, those with the highest score first.
fn squares_by(
    positions: &CandidatePositions,
    score: impl Fn(&CandidatePosition) -> f64,
) -> Vec<&CandidatePosition> {
    let mut squares: Vec<&CandidatePosition> = positions.positions[1..].iter().collect();
    squares.sort_by(|one, other| {
        let by_score = score(other).total_cmp(&score(one));
        by_score.then(one.cost.cmp(&other.cost)).then(one.cell.cmp(&other.cell))
    });
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai_rng::AiRng;
    use crate::planning::odds_cache::WeaponUse;
    use crate::planning::situation::tests::for_each_unit;
    use crate::{AiWeights, Difficulty, Personality};
    use battle::Pace;
    use model::Cell;
    use rules::{Book, WeaponReach};

    /// The only enemy has a blade and stands ten squares away.
    #[test]
    fn a_place_is_better_where_the_enemy_does_less_or_can_be_attacked() {
        for_each_unit(Book::Circumstances, |view, unit| {
            let weights = AiWeights::new(Difficulty::Normal, Personality::Even);
            let (rng, memory) = (AiRng::new(1, 1, 1), PhaseMemory::default());
            let situation = Situation::assess(view, *unit.id, weights, (&rng, &memory));
            let mut situation = situation.expect("it is on the map");
            let weapon_use = WeaponUse { weapon: 0, mode: None, option: None };
            situation.enemies.truncate(1);
            let enemy = situation.enemies.first_mut().expect("an enemy");
            enemy.cell = Cell::new(15, 5);
            enemy.weapon_use = Some((weapon_use, WeaponReach::Melee { beyond: 0 }));
            let place = |x, threat| CandidatePosition {
                threats: vec![threat],
                ..CandidatePosition::at(Cell::new(x, 5), Some(Pace::Walk), 2)
            };
            let is_better = |here: f64, there: &CandidatePosition| {
                is_better_place(&situation, (&place(5, here), there), 0)
            };
            assert!(is_better(0.4, &place(6, 0.1)) && !is_better(0.4, &place(9, 0.3)));
            let strikes =
                CandidatePosition { attack: Some((0, weapon_use, 0.2)), attacks: 1, ..place(6, 0.4) };
            assert!(is_better(0.4, &strikes), "it can attack back");
            assert!(is_better(0.0, &place(7, 0.0)) && !is_better(0.0, &place(6, 0.0)), "far enough");
            assert!(!is_better(0.0, &place(14, 0.0)), "beside the blade");
        });
    }
}
