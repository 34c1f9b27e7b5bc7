//! The squares a unit could act from, weighed: whom it reaches from there, who reaches it, and how far it has come.

use super::goal::Goal;
use super::oracle::{Arm, Oracle};
use super::situation::{Other, Situation};
use battle::{Pace, Ways};
use field::{Body, Cell};
use rules::{Reach, engine::Action, play};

/// Squares looked at in one thought.
const MOST: usize = 400;

/// A square with what it is worth.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub cell: Cell,
    /// How it is reached; nothing where the unit stands.
    pub pace: Option<Pace>,
    /// Cost of the way there, in half metres.
    pub cost: u32,
    /// The best attack from there: whom (number among the foes), with what, its worth.
    pub attack: Option<(usize, Arm, f64)>,
    /// How often that attack can be made after the way there.
    pub attacks: u32,
    /// The target has no cover from there.
    pub flank: f64,
    /// Harm to be feared, as a number above 0.
    pub danger: f64,
    /// The same by enemy.
    pub menaces: Vec<f64>,
    /// What of it ends with the target of the best attack.
    pub relief: f64,
    /// What could be done from there in the next phase.
    pub future: f64,
    /// Way towards the objective, or towards the enemy.
    pub goal: f64,
    pub near: f64,
}

impl Spot {
    /// What it is worth to end there.
    pub fn stand(&self) -> f64 {
        self.goal + self.near + self.future - self.danger
    }

    /// What the attacks from there are worth.
    pub fn strikes(&self) -> f64 {
        self.attack.map_or(0.0, |(.., worth)| worth * f64::from(self.attacks)) + self.flank + self.relief
    }
}

/// All squares within reach with the ways to them.
pub(super) struct Places {
    pub ways: Ways,
    /// The unit's own square is the first.
    pub spots: Vec<Spot>,
}

impl Places {
    /// Looks at everything in reach; only at the own square where the unit may not move.
    pub fn look(situation: &Situation, oracle: &mut Oracle, goal: Option<&Goal>) -> Self {
        let (view, me) = (situation.view, &situation.me);
        let budget = play::move_budget(&situation.fighter, view.rules());
        let walks = situation.after_move(Action::Walk).filter(|_| budget.walk_left > 0);
        let runs = situation.after_move(Action::Run).filter(|_| budget.run > 0 && budget.runs == 0);
        let far = if runs.is_some() { budget.run.max(budget.walk_left) } else { budget.walk_left };
        let movable = walks.is_some() || runs.is_some();
        let ways = if movable { Ways::of(view, me, far) } else { Ways::default() };
        let leads = leads(situation, oracle);
        let attacks = |fighter, arm| situation.attacks(fighter, arm);
        let first = leads.iter().flatten().next().copied();
        let count = |fighter| first.map_or(0, |arm| attacks(fighter, arm));
        let here = count(&situation.fighter);
        let (walked, run) = (walks.as_ref().map_or(0, &count), runs.as_ref().map_or(0, &count));
        let mut spots = vec![weigh(situation, oracle, goal, &leads, (me.cell(), None, 0, here))];
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
        if reached.len() > MOST {
            // The far rim and the near surroundings matter most.
            reached.sort_by_key(|(cell, _, cost, _)| (u32::MAX - cost, *cell));
            let every = reached.len().div_ceil(MOST);
            reached = reached.into_iter().step_by(every).collect();
        }
        spots.extend(reached.into_iter().map(|way| weigh(situation, oracle, goal, &leads, way)));
        Self { ways, spots }
    }

    /// The unit's own square.
    pub fn here(&self) -> &Spot {
        &self.spots[0]
    }

    /// The best square to end on within so many half metres.
    pub fn refuge(&self, half_metres: u32) -> f64 {
        let near = self.spots.iter().filter(|spot| spot.cost <= half_metres);
        near.map(Spot::stand).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The way of attacking each foe that promises most from about here, by number.
fn leads(situation: &Situation, oracle: &mut Oracle) -> Vec<Option<Arm>> {
    let arms = situation.arms();
    let me = &situation.me;
    let mut usual: Option<Arm> = None;
    let mut leads: Vec<Option<Arm>> = Vec::new();
    for foe in &situation.foes {
        let line = situation.exposure(foe);
        let mut best: Option<(f64, Arm)> = None;
        for arm in &arms {
            // What strikes an area is weighed where it is thrown.
            if arms.len() > 1 && me.arsenal.carried()[arm.weapon].wants_company() {
                continue;
            }
            let from = (situation.unit, *arm, me.cell());
            let Some(stake) = oracle.ask(from, (foe.id, foe.cell), line) else { continue };
            let attacks = f64::from(situation.attacks(&situation.fighter, *arm).max(1));
            let worth = stake.worth(foe.left) * attacks;
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, *arm));
            }
        }
        let lead = best.map(|(_, arm)| arm);
        usual = usual.or(lead);
        leads.push(lead);
    }
    // Whoever is out of reach now is met with what serves against the others, or with what there is.
    let fallback = usual.or_else(|| arms.iter().max_by_key(|arm| rank(situation, **arm)).copied());
    leads.into_iter().map(|lead| lead.or(fallback)).collect()
}

/// What reaches further comes first, then what fires least.
fn rank(situation: &Situation, arm: Arm) -> (u32, usize) {
    let carried = &situation.me.arsenal.carried()[arm.weapon];
    let reach = match carried.reach() {
        Reach::Melee { beyond } => beyond,
        Reach::Ranged { metres } => 1000 + metres,
    };
    (reach, usize::MAX - arm.weapon)
}

fn weigh(
    situation: &Situation,
    oracle: &mut Oracle,
    goal: Option<&Goal>,
    leads: &[Option<Arm>],
    (cell, pace, cost, attacks): (Cell, Option<Pace>, u32, u32),
) -> Spot {
    let (me, bent) = (&situation.me, &situation.bent);
    let body = if pace.is_some() { Body::STANDING } else { me.body() };
    let mut ends = 0.0;
    let mut spot = Spot {
        cell,
        pace,
        cost,
        attack: None,
        attacks,
        flank: 0.0,
        danger: 0.0,
        menaces: Vec::new(),
        relief: 0.0,
        future: 0.0,
        goal: 0.0,
        near: 0.0,
    };
    for (number, (foe, lead)) in situation.foes.iter().zip(leads).enumerate() {
        if let Some(arm) = *lead
            && let Some(line) = oracle.look((cell, body), (foe.cell, foe.body))
        {
            let stake = oracle.ask((situation.unit, arm, cell), (foe.id, foe.cell), line);
            let worth = stake.map_or(0.0, |stake| foe.worth * stake.worth(foe.left));
            let out = stake.map_or(0.0, |stake| stake.out);
            if worth > spot.attack.map_or(0.0, |(.., known)| known) {
                (spot.attack, ends) = (Some((number, arm, worth)), out);
                spot.flank = if line.hidden < 20 { bent.flank * worth } else { 0.0 };
            }
        }
        if bent.danger > 0.0 {
            spot.menaces.push(bent.danger * menace(situation, oracle, foe, (cell, body)));
        }
    }
    spot.future = bent.future * spot.attack.map_or(0.0, |(.., worth)| worth);
    // Every enemy strikes one of those it could strike.
    let share = 0.4 + 0.6 / (1.0 + situation.friends.len() as f64);
    spot.menaces.iter_mut().for_each(|menace| *menace *= share);
    spot.danger = spot.menaces.iter().sum();
    if let Some((number, ..)) = spot.attack.filter(|_| attacks > 0) {
        spot.relief = bent.relief * ends * spot.menaces.get(number).copied().unwrap_or(0.0);
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
        if goal.hunt { spot.near = worth + bent.near * come } else { spot.goal = worth }
    }
    spot
}

/// Harm that an enemy may do to the unit on a square until its next phase.
fn menace(situation: &Situation, oracle: &mut Oracle, foe: &Other, (cell, body): (Cell, Body)) -> f64 {
    let Some((arm, reach)) = foe.arm else { return 0.0 };
    let target = (situation.unit, cell);
    let mut now = || {
        let line = oracle.look((foe.cell, foe.body), (cell, body))?;
        let stake = oracle.ask((foe.id, arm, foe.cell), target, line);
        Some(stake.map_or(0.0, |stake| stake.worth(situation.left)))
    };
    let rings = foe.cell.rings(cell);
    let later = |reach, worth| if situation.bent.foresight && 2 * rings <= reach { worth } else { 0.0 };
    match reach {
        // It may step around the corner.
        Reach::Ranged { .. } => now().unwrap_or_else(|| later(foe.walk + 16, 0.08)),
        Reach::Melee { beyond } => {
            let struck = if rings <= beyond + 1 { now() } else { None };
            struck.unwrap_or_else(|| later(foe.walk + 2 * (beyond + 1), 0.25))
        }
    }
}
