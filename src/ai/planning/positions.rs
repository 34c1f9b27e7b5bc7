//! The squares a unit could act from, weighed: whom it reaches from there, who reaches it, and how far it has come.

use super::movement_goal::MovementGoal;
use super::odds_cache::{AiOddsCache, WeaponUse};
use super::situation::{KnownUnit, Situation};
use battle::{Pace, SafePaths};
use field::{Body, Cell};
use rules::turn_engine::Action;
use rules::{WeaponReach, play};

/// Squares looked at in one thought.
const MAX_POSITIONS: usize = 400;

/// A square with what it is worth.
#[derive(Clone, Debug)]
pub(crate) struct CandidatePosition {
    pub cell: Cell,
    /// How it is reached; nothing where the unit stands.
    pub pace: Option<Pace>,
    /// Cost of the way there, in half metres.
    pub cost: u32,
    /// The best attack from there: whom (number among the foes), with what, its worth.
    pub attack: Option<(usize, WeaponUse, f64)>,
    /// How often that attack can be made after the way there.
    pub attacks: u32,
    /// The target has no cover from there.
    pub flank: f64,
    /// Harm to be feared, as a number above 0.
    pub danger: f64,
    /// The same by enemy.
    pub threats: Vec<f64>,
    /// What of it ends with the target of the best attack.
    pub threat_removed: f64,
    /// What could be done from there in the next phase.
    pub future: f64,
    /// Way towards the objective, or towards the enemy.
    pub objective: f64,
    pub close_in: f64,
}

impl CandidatePosition {
    /// What it is worth to end there.
    pub fn position_score(&self) -> f64 {
        self.objective + self.close_in + self.future - self.danger
    }

    /// What the attacks from there are worth.
    pub fn attack_score(&self) -> f64 {
        self.attack.map_or(0.0, |(.., worth)| worth * f64::from(self.attacks))
            + self.flank
            + self.threat_removed
    }
}

/// All squares within reach with the ways to them.
pub(crate) struct CandidatePositions {
    pub paths: SafePaths,
    /// The unit's own square is the first.
    pub positions: Vec<CandidatePosition>,
}

impl CandidatePositions {
    /// Looks at everything in reach; only at the own square where the unit may not move.
    pub fn evaluate(situation: &Situation, oracle: &mut AiOddsCache, goal: Option<&MovementGoal>) -> Self {
        let (view, me) = (situation.view, &situation.me);
        let budget = play::move_budget(&situation.fighter, view.rules());
        let walks = situation.after_move(Action::Walk).filter(|_| budget.walk_left > 0);
        let runs = situation.after_move(Action::Run).filter(|_| budget.run > 0 && budget.runs == 0);
        let far = if runs.is_some() { budget.run.max(budget.walk_left) } else { budget.walk_left };
        let movable = walks.is_some() || runs.is_some();
        let ways = if movable { SafePaths::from_unit(view, me, far) } else { SafePaths::default() };
        let leads = best_weapon_uses(situation, oracle);
        let attacks = |fighter, arm| situation.affordable_attacks(fighter, arm);
        let first = leads.iter().flatten().next().copied();
        let count = |fighter| first.map_or(0, |arm| attacks(fighter, arm));
        let here = count(&situation.fighter);
        let (walked, run) = (walks.as_ref().map_or(0, &count), runs.as_ref().map_or(0, &count));
        let mut spots = vec![score_position(situation, oracle, goal, &leads, (me.cell(), None, 0, here))];
        let reached = ways.cells().filter(|(cell, _)| *cell != me.cell()).filter_map(|(cell, cost)| {
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
            // The far rim and the near surroundings matter most.
            reached.sort_by_key(|(cell, _, cost, _)| (u32::MAX - cost, *cell));
            let every = reached.len().div_ceil(MAX_POSITIONS);
            reached = reached.into_iter().step_by(every).collect();
        }
        spots.extend(reached.into_iter().map(|way| score_position(situation, oracle, goal, &leads, way)));
        Self { paths: ways, positions: spots }
    }

    /// The unit's own square.
    pub fn current(&self) -> &CandidatePosition {
        &self.positions[0]
    }

    /// The best square to end on within so many half metres.
    pub fn best_position_score(&self, half_metres: u32) -> f64 {
        let near = self.positions.iter().filter(|spot| spot.cost <= half_metres);
        near.map(CandidatePosition::position_score).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The way of attacking each foe that promises most from about here, by number.
fn best_weapon_uses(situation: &Situation, oracle: &mut AiOddsCache) -> Vec<Option<WeaponUse>> {
    let arms = situation.weapon_uses();
    let me = &situation.me;
    let mut usual: Option<WeaponUse> = None;
    let mut leads: Vec<Option<WeaponUse>> = Vec::new();
    for foe in &situation.enemies {
        let line = situation.exposure(foe);
        let mut best: Option<(f64, WeaponUse)> = None;
        for arm in &arms {
            // What strikes an area is weighed where it is thrown.
            if arms.len() > 1 && me.inventory.items()[arm.weapon].needs_bystanders() {
                continue;
            }
            let from = (situation.unit, *arm, me.cell());
            let Some(stake) = oracle.estimate(from, (foe.id, foe.cell), line) else { continue };
            let attacks = f64::from(situation.affordable_attacks(&situation.fighter, *arm).max(1));
            let worth = stake.score(foe.health_left) * attacks;
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, *arm));
            }
        }
        let lead = best.map(|(_, arm)| arm);
        usual = usual.or(lead);
        leads.push(lead);
    }
    // Whoever is out of reach now is met with what serves against the others, or with what there is.
    let fallback = usual.or_else(|| arms.iter().max_by_key(|arm| rank_weapon_use(situation, **arm)).copied());
    leads.into_iter().map(|lead| lead.or(fallback)).collect()
}

/// What reaches further comes first, then what fires least.
fn rank_weapon_use(situation: &Situation, arm: WeaponUse) -> (u32, usize) {
    let carried = &situation.me.inventory.items()[arm.weapon];
    let reach = match carried.reach() {
        WeaponReach::Melee { beyond } => beyond,
        WeaponReach::Ranged { metres } => 1000 + metres,
    };
    (reach, usize::MAX - arm.weapon)
}

fn score_position(
    situation: &Situation,
    oracle: &mut AiOddsCache,
    goal: Option<&MovementGoal>,
    leads: &[Option<WeaponUse>],
    (cell, pace, cost, attacks): (Cell, Option<Pace>, u32, u32),
) -> CandidatePosition {
    let (me, bent) = (&situation.me, &situation.weights);
    let body = if pace.is_some() { Body::STANDING } else { me.body() };
    let mut ends = 0.0;
    let mut spot = CandidatePosition {
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
    for (number, (foe, lead)) in situation.enemies.iter().zip(leads).enumerate() {
        if let Some(arm) = *lead
            && let Some(line) = oracle.exposure((cell, body), (foe.cell, foe.body))
        {
            let stake = oracle.estimate((situation.unit, arm, cell), (foe.id, foe.cell), line);
            let worth = stake.map_or(0.0, |stake| foe.value * stake.score(foe.health_left));
            let out = stake.map_or(0.0, |stake| stake.out);
            if worth > spot.attack.map_or(0.0, |(.., known)| known) {
                (spot.attack, ends) = (Some((number, arm, worth)), out);
                spot.flank = if line.hidden < 20 { bent.flank * worth } else { 0.0 };
            }
        }
        if bent.danger > 0.0 {
            spot.threats.push(bent.danger * threat_at(situation, oracle, foe, (cell, body)));
        }
    }
    spot.future = bent.future * spot.attack.map_or(0.0, |(.., worth)| worth);
    // Every enemy strikes one of those it could strike.
    let share = 0.4 + 0.6 / (1.0 + situation.friends.len() as f64);
    spot.threats.iter_mut().for_each(|menace| *menace *= share);
    spot.danger = spot.threats.iter().sum();
    if let Some((number, ..)) = spot.attack.filter(|_| attacks > 0) {
        spot.threat_removed = bent.threat_removed * ends * spot.threats.get(number).copied().unwrap_or(0.0);
    }
    if let Some(goal) = goal {
        let step = f64::from(play::move_budget(&situation.fighter, situation.view.rules()).run.max(8));
        let come = match (goal.distance(me.cell()), goal.distance(cell)) {
            (Some(from), Some(to)) => (f64::from(from) - f64::from(to)) / step,
            (None, Some(_)) => 1.0,
            (Some(_), None) => -1.0,
            (None, None) => 0.0,
        };
        let worth = goal.weight * come;
        if goal.is_enemy { spot.close_in = worth + bent.close_in * come } else { spot.objective = worth }
    }
    spot
}

/// Harm that an enemy may do to the unit on a square until its next phase.
fn threat_at(
    situation: &Situation,
    oracle: &mut AiOddsCache,
    foe: &KnownUnit,
    (cell, body): (Cell, Body),
) -> f64 {
    let Some((arm, reach)) = foe.weapon_use else { return 0.0 };
    let target = (situation.unit, cell);
    let mut now = || {
        let line = oracle.exposure((foe.cell, foe.body), (cell, body))?;
        let stake = oracle.estimate((foe.id, arm, foe.cell), target, line);
        Some(stake.map_or(0.0, |stake| stake.score(situation.health_left)))
    };
    let rings = foe.cell.chebyshev_distance(cell);
    let later = |reach, worth| if situation.weights.foresight && 2 * rings <= reach { worth } else { 0.0 };
    match reach {
        // It may step around the corner.
        WeaponReach::Ranged { .. } => now().unwrap_or_else(|| later(foe.assumed_move + 16, 0.08)),
        WeaponReach::Melee { beyond } => {
            let struck = if rings <= beyond + 1 { now() } else { None };
            struck.unwrap_or_else(|| later(foe.assumed_move + 2 * (beyond + 1), 0.25))
        }
    }
}
