//! Candidate positions: cells in reach, scored by attacks from there, threats there and progress.

use super::movement_goal::MovementGoal;
use super::odds_cache::{AiOddsCache, WeaponUse};
use super::situation::{KnownUnit, Situation};
use battle::{Pace, SafePaths};
use field::Body;
use model::Cell;
use rules::turn_engine::Action;
use rules::{WeaponReach, play};

/// Maximum positions evaluated per decision.
const MAX_POSITIONS: usize = 400;

/// A cell with its scores.
#[derive(Clone, Debug)]
pub(crate) struct CandidatePosition {
    pub cell: Cell,
    /// How it is reached; `None` for the current cell.
    pub pace: Option<Pace>,
    /// Movement cost in half metres.
    pub cost: u32,
    /// The best attack from there: index of the enemy, weapon and score.
    pub attack: Option<(usize, WeaponUse, f64)>,
    /// Number of such attacks possible after moving there.
    pub attacks: u32,
    /// Score for a target without cover from there.
    pub flank: f64,
    /// Expected damage taken, as a positive number.
    pub danger: f64,
    /// Expected damage by enemy.
    pub threats: Vec<f64>,
    /// Share of the danger that ends with the target of the best attack.
    pub threat_removed: f64,
    /// Score of attacks from there in the next phase.
    pub future: f64,
    /// Progress towards the objective, or towards the enemy.
    pub objective: f64,
    pub close_in: f64,
}

impl CandidatePosition {
    /// Score of ending there.
    pub fn position_score(&self) -> f64 {
        self.objective + self.close_in + self.future - self.danger
    }

    /// Score of the attacks from there.
    pub fn attack_score(&self) -> f64 {
        self.attack.map_or(0.0, |(.., score)| score * f64::from(self.attacks))
            + self.flank
            + self.threat_removed
    }
}

/// All positions within reach and the paths to them.
pub(crate) struct CandidatePositions {
    pub paths: SafePaths,
    /// Positions; the first is the current cell.
    pub positions: Vec<CandidatePosition>,
}

impl CandidatePositions {
    /// Evaluates all cells in reach; only the current one if the unit cannot move.
    pub fn evaluate(
        situation: &Situation,
        odds_cache: &mut AiOddsCache,
        goal: Option<&MovementGoal>,
    ) -> Self {
        let (view, me) = (situation.view, &situation.me);
        let budget = play::move_budget(&situation.fighter, view.rules());
        let walks = situation.after_move(Action::Walk).filter(|_| budget.walk_left > 0);
        let runs = situation.after_move(Action::Run).filter(|_| budget.run > 0 && budget.runs == 0);
        let half_metres = if runs.is_some() { budget.run.max(budget.walk_left) } else { budget.walk_left };
        let movable = walks.is_some() || runs.is_some();
        let paths = if movable { SafePaths::from_unit(view, me, half_metres) } else { SafePaths::default() };
        let best_uses = best_weapon_uses(situation, odds_cache);
        let attacks = |fighter, weapon_use| situation.affordable_attacks(fighter, weapon_use);
        let first = best_uses.iter().flatten().next().copied();
        let count = |fighter| first.map_or(0, |weapon_use| attacks(fighter, weapon_use));
        let here = count(&situation.fighter);
        let (walked, run) = (walks.as_ref().map_or(0, &count), runs.as_ref().map_or(0, &count));
        let mut positions =
            vec![score_position(situation, odds_cache, goal, &best_uses, (me.cell(), None, 0, here))];
        let reached = paths.cells().filter(|(cell, _)| *cell != me.cell()).filter_map(|(cell, cost)| {
            let walkable = cost <= budget.walk_left && walks.is_some();
            let runnable = cost <= budget.run && runs.is_some();
            match (walkable, runnable) {
                (true, _) => Some((cell, Some(Pace::Walk), cost, walked)),
                (false, true) => Some((cell, Some(Pace::Run), cost, run)),
                (false, false) => None,
            }
        });
        let mut reached: Vec<_> = reached.collect();
        if reached.len() > MAX_POSITIONS {
            // Samples evenly by distance.
            reached.sort_by_key(|(cell, _, cost, _)| (u32::MAX - cost, *cell));
            let every = reached.len().div_ceil(MAX_POSITIONS);
            reached = reached.into_iter().step_by(every).collect();
        }
        positions.extend(
            reached
                .into_iter()
                .map(|candidate| score_position(situation, odds_cache, goal, &best_uses, candidate)),
        );
        Self { paths, positions }
    }

    /// The current cell.
    pub fn current(&self) -> &CandidatePosition {
        &self.positions[0]
    }

    /// Best score of ending on a cell within `half_metres`.
    pub fn best_position_score(&self, half_metres: u32) -> f64 {
        let in_range = self.positions.iter().filter(|position| position.cost <= half_metres);
        in_range.map(CandidatePosition::position_score).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The most promising weapon use against each enemy from the current cell, by enemy index.
fn best_weapon_uses(situation: &Situation, odds_cache: &mut AiOddsCache) -> Vec<Option<WeaponUse>> {
    let weapon_uses = situation.weapon_uses();
    let me = &situation.me;
    let mut fallback_use: Option<WeaponUse> = None;
    let mut best_uses: Vec<Option<WeaponUse>> = Vec::new();
    for enemy in &situation.enemies {
        let line = situation.exposure(enemy);
        let mut best: Option<(f64, WeaponUse)> = None;
        for weapon_use in &weapon_uses {
            // Area attacks are scored elsewhere.
            if weapon_uses.len() > 1 && me.inventory[weapon_use.weapon].needs_bystanders() {
                continue;
            }
            let from = (situation.unit, *weapon_use, me.cell());
            let Some(estimate) = odds_cache.estimate(from, (enemy.id, enemy.cell), line) else { continue };
            let attacks = f64::from(situation.affordable_attacks(&situation.fighter, *weapon_use).max(1));
            let score = estimate.score(enemy.health_left) * attacks;
            if best.is_none_or(|(known, _)| score > known) {
                best = Some((score, *weapon_use));
            }
        }
        let best_use = best.map(|(_, weapon_use)| weapon_use);
        fallback_use = fallback_use.or(best_use);
        best_uses.push(best_use);
    }
    // Against enemies out of reach: the use that serves against others, or the one with the longest reach.
    let fallback = fallback_use.or_else(|| {
        weapon_uses.iter().max_by_key(|weapon_use| rank_weapon_use(situation, **weapon_use)).copied()
    });
    best_uses.into_iter().map(|best_use| best_use.or(fallback)).collect()
}

/// Ranks by reach, then by lower index.
fn rank_weapon_use(situation: &Situation, weapon_use: WeaponUse) -> (u32, usize) {
    let carried = &situation.me.inventory[weapon_use.weapon];
    let reach = match carried.reach() {
        WeaponReach::Melee { beyond } => beyond,
        WeaponReach::Ranged { metres } => 1000 + metres,
    };
    (reach, usize::MAX - weapon_use.weapon)
}

fn score_position(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    goal: Option<&MovementGoal>,
    best_uses: &[Option<WeaponUse>],
    (cell, pace, cost, attacks): (Cell, Option<Pace>, u32, u32),
) -> CandidatePosition {
    let (me, weights) = (&situation.me, &situation.weights);
    let body = if pace.is_some() { Body::STANDING } else { me.body() };
    let mut target_out = 0.0;
    let mut position = CandidatePosition {
        cell,
        pace,
        cost,
        attack: None,
        attacks,
        flank: 0.0,
        danger: 0.0,
        threats: Vec::new(),
        threat_removed: 0.0,
        future: 0.0,
        objective: 0.0,
        close_in: 0.0,
    };
    for (number, (enemy, best_use)) in situation.enemies.iter().zip(best_uses).enumerate() {
        if let Some(weapon_use) = *best_use
            && let Some(line) = odds_cache.exposure((cell, body), (enemy.cell, enemy.body))
        {
            let estimate =
                odds_cache.estimate((situation.unit, weapon_use, cell), (enemy.id, enemy.cell), line);
            let score = estimate.map_or(0.0, |estimate| enemy.value * estimate.score(enemy.health_left));
            let out = estimate.map_or(0.0, |estimate| estimate.out);
            if score > position.attack.map_or(0.0, |(.., known)| known) {
                (position.attack, target_out) = (Some((number, weapon_use, score)), out);
                position.flank = if line.hidden < 20 { weights.flank * score } else { 0.0 };
            }
        }
        if weights.danger > 0.0 {
            position.threats.push(weights.danger * threat_at(situation, odds_cache, enemy, (cell, body)));
        }
    }
    position.future = weights.future * position.attack.map_or(0.0, |(.., score)| score);
    // Each enemy attacks only one of the units in its reach.
    let share = 0.4 + 0.6 / (1.0 + situation.friends.len() as f64);
    position.threats.iter_mut().for_each(|threat| *threat *= share);
    position.danger = position.threats.iter().sum();
    if let Some((number, ..)) = position.attack.filter(|_| attacks > 0) {
        position.threat_removed =
            weights.threat_removed * target_out * position.threats.get(number).copied().unwrap_or(0.0);
    }
    if let Some(goal) = goal {
        let step = f64::from(play::move_budget(&situation.fighter, situation.view.rules()).run.max(8));
        let progress = match (goal.distance(me.cell()), goal.distance(cell)) {
            (Some(from), Some(to)) => (f64::from(from) - f64::from(to)) / step,
            (None, Some(_)) => 1.0,
            (Some(_), None) => -1.0,
            (None, None) => 0.0,
        };
        let score = goal.weight * progress;
        if goal.is_enemy {
            position.close_in = score + weights.close_in * progress
        } else {
            position.objective = score
        }
    }
    position
}

/// Expected damage from an enemy to the unit on a cell until its next phase.
fn threat_at(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    enemy: &KnownUnit,
    (cell, body): (Cell, Body),
) -> f64 {
    let Some((weapon_use, reach)) = enemy.weapon_use else { return 0.0 };
    let target = (situation.unit, cell);
    let mut now = || {
        let line = odds_cache.exposure((enemy.cell, enemy.body), (cell, body))?;
        let estimate = odds_cache.estimate((enemy.id, weapon_use, enemy.cell), target, line);
        Some(estimate.map_or(0.0, |estimate| estimate.score(situation.health_left)))
    };
    let distance = enemy.cell.chebyshev_distance(cell);
    let later = |reach, score| if situation.weights.foresight && 2 * distance <= reach { score } else { 0.0 };
    match reach {
        // The enemy may step around a corner.
        WeaponReach::Ranged { .. } => now().unwrap_or_else(|| later(enemy.assumed_move + 16, 0.08)),
        WeaponReach::Melee { beyond } => {
            let struck = if distance <= beyond + 1 { now() } else { None };
            struck.unwrap_or_else(|| later(enemy.assumed_move + 2 * (beyond + 1), 0.25))
        }
    }
}
