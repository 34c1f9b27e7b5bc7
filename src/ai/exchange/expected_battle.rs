//! Phases of all units up to the next one of the acting unit, in which every attack has its mean effect.

use super::combatant::{AttackMethod, Combatant, MAX_METHODS, PhaseActions};
use super::exchange_odds::{AttackOdds, ExchangeOdds, Shelter, is_in_reach};
use super::plan_intent::{IntendedAttack, IntendedEnd, PlanIntent};
use crate::planning::odds_cache::OddsEstimate;
use crate::win_chance::SideStrength;
use model::Cell;

/// Score of ending a phase in cover.
const COVER_BONUS: f64 = 0.08;
/// Factor by which attacks from another cell have to be better.
const MOVE_MARGIN: f64 = 1.1;
/// Score below which an attack is not made.
const MIN_GAIN: f64 = 0.004;
/// Chances below this one that a unit is in action, or out of it, count as 0.
const MIN_CHANCE: f64 = 0.05;
/// Cells by which a way to cover may be shorter than one into the open.
const COVER_DETOUR: u32 = 2;
/// Chance that a unit in action that may decide the battle with its next move does so.
const DECIDING_CHANCE: f64 = 0.9;
/// Points that a unit in action has left at least.
const MIN_POINTS: f64 = 0.5;

/// A unit during an exchange.
#[derive(Clone, Copy, Debug)]
struct State {
    cell: Cell,
    is_covered: bool,
    /// Whether it is attacked as if nothing hid it.
    is_bare: bool,
    /// Chance that it is still in action, and the damage it can then take.
    alive: f64,
    points: f64,
    /// Share of harm that is prevented until its next phase.
    guard: f64,
    /// Whether it has made the move that may decide the battle.
    has_decided: bool,
}

impl State {
    /// What protects it.
    const fn shelter(&self) -> Shelter {
        if self.is_bare { Shelter::Ignored } else { Shelter::of(self.is_covered) }
    }
}

/// What is left after an exchange.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ExchangeResult {
    /// Of the side of the acting unit, and of the others.
    pub sides: [SideStrength; 2],
    /// Of the acting unit alone.
    pub acting: SideStrength,
}

/// How a unit comes to a cell in its phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// It stands there.
    Stands,
    Walks,
    /// A run or a charge over this many cells, which leaves time for one attack.
    Runs {
        length: u32,
    },
}

impl AttackMethod {
    /// What can be done with it after a move.
    fn actions(&self, way: Way) -> PhaseActions {
        match way {
            Way::Stands => self.standing,
            Way::Walks => self.walked,
            Way::Runs { length } if length <= self.max_move => {
                PhaseActions { attacks: 1, attacks_with_cover: None }
            }
            Way::Runs { .. } => PhaseActions::default(),
        }
    }
}

/// The attacks of a phase.
#[derive(Clone, Copy, Debug)]
struct PhaseAttack {
    score: f64,
    /// Cell that they are made from.
    cell: Cell,
    /// Place among the methods of the unit.
    method: usize,
    attacks: u32,
    /// Whether the unit is in cover there.
    is_covered: bool,
}

/// Score of ending a phase in cover or not.
const fn cover_bonus(is_covered: bool) -> f64 {
    if is_covered { COVER_BONUS } else { 0.0 }
}

/// An exchange from the beginning of the acting unit's plan.
pub(super) struct ExpectedBattle<'u> {
    units: &'u [Combatant],
    states: Vec<State>,
    /// Chance that no unit has decided the battle by its objective, for the side of the acting unit and the others.
    undecided: [f64; 2],
}

impl<'u> ExpectedBattle<'u> {
    /// The units as they are; the first one acts.
    pub fn begin(units: &'u [Combatant]) -> Self {
        let state = |unit: &Combatant| State {
            cell: unit.cell,
            is_covered: unit.is_covered,
            is_bare: false,
            alive: 1.0,
            points: unit.points,
            guard: 0.0,
            has_decided: false,
        };
        Self { units, states: units.iter().map(state).collect(), undecided: [1.0; 2] }
    }

    /// The same, with all attacks on the first unit as if nothing hid it.
    pub fn without_shelter(mut self) -> Self {
        self.states[0].is_bare = true;
        self
    }

    /// Plays out a plan of the first unit with one of its ends, and all phases of some passes after it, up to the next one of the
    /// first unit: danger counts as much for a unit that acts late in a pass.
    pub fn play_out(
        mut self,
        odds: &mut ExchangeOdds<impl AttackOdds>,
        plan: &PlanIntent,
        end: IntendedEnd,
        passes: u32,
    ) -> ExchangeResult {
        self.carry_out(odds, plan, end);
        let units = self.units;
        let mut order: Vec<usize> = (0..units.len()).collect();
        order.sort_by_key(|number| units[*number].order);
        let holds = |number: usize| if number == 0 { plan.holds } else { units[number].is_holding };
        let mut holders: Vec<usize> = order.iter().copied().filter(|number| holds(*number)).collect();
        // The first unit holds its phase after this plan, because it has no target.
        self.step_in(odds, &mut holders, |number, _| number != 0);
        for number in order.iter().filter(|number| **number != 0 && units[**number].is_waiting) {
            self.play_phase(odds, *number);
            let is_own = units[*number].is_own;
            self.step_in(odds, &mut holders, |_, holder| holder.is_own != is_own);
        }
        // Those that act last do so from the lowest score to the highest. `SS-DELAY-14`
        for number in holders.iter().rev() {
            self.play_phase(odds, *number);
        }
        for _ in 0..passes {
            for number in &order {
                self.play_phase(odds, *number);
            }
        }
        for number in order.iter().take_while(|number| **number != 0) {
            self.play_phase(odds, *number);
        }
        // Those whose phase is yet to come will use it for that.
        (0..units.len()).for_each(|number| self.decide_battle(number));
        ExchangeResult { sides: self.strengths(), acting: self.strength_of(0) }
    }

    fn carry_out(&mut self, odds: &mut ExchangeOdds<impl AttackOdds>, plan: &PlanIntent, end: IntendedEnd) {
        if let Some(attack) = plan.attack {
            let target = self.units.iter().position(|unit| unit.id == attack.target);
            let estimate = target.and_then(|target| {
                let from = (&self.units[0], attack.weapon_use, attack.from);
                Some(odds.attack_with(from, &self.units[target])?.scaled(attack.factor))
            });
            for _ in 0..attack.times {
                if let (Some(target), Some(estimate)) = (target, estimate) {
                    let is_down = 1.0 - self.states[target].alive;
                    self.hit(target, &estimate, 1.0);
                    // An area attack is made for all that it catches.
                    if is_down >= MIN_CHANCE
                        && plan.area.is_empty()
                        && let Some((next, estimate)) = self.next_target(odds, &attack, target)
                    {
                        self.hit(next, &estimate, is_down);
                    }
                }
                self.hit_area(plan);
            }
        } else {
            self.hit_area(plan);
        }
        let me = &mut self.states[0];
        (me.cell, me.is_covered, me.guard) = (end.cell, end.is_covered, plan.guard);
    }

    /// Harms the units that the area of a plan's attack reaches.
    fn hit_area(&mut self, plan: &PlanIntent) {
        for (unit, estimate) in &plan.area {
            if let Some(number) = self.units.iter().position(|other| other.id == *unit) {
                self.hit(number, estimate, 1.0);
            }
        }
    }

    /// The target of a further attack of the plan once its first one is out of action, with the odds.
    fn next_target(
        &self,
        odds: &mut ExchangeOdds<impl AttackOdds>,
        attack: &IntendedAttack,
        first: usize,
    ) -> Option<(usize, OddsEstimate)> {
        let me = &self.units[0];
        let method = me.methods.iter().find(|method| method.weapon_use.weapon == attack.weapon_use.weapon);
        let reaches = |cell: Cell| {
            method.is_none_or(|method| is_in_reach(method.reach, attack.from.chebyshev_distance(cell)))
        };
        let others = self.opponents(0).filter(|(target, state)| *target != first && reaches(state.cell));
        let mut best: Option<(f64, usize, OddsEstimate)> = None;
        for (target, _) in others {
            let from = (me, attack.weapon_use, attack.from);
            let Some(estimate) = odds.attack_with(from, &self.units[target]) else { continue };
            let estimate = estimate.scaled(attack.factor);
            let gain = self.gain(target, &estimate);
            if gain > MIN_GAIN && best.is_none_or(|(known, ..)| gain > known) {
                best = Some((gain, target, estimate));
            }
        }
        best.map(|(_, target, estimate)| (target, estimate))
    }

    /// Lets the units among those that `asks` chooses use their held phase if an opponent is in their reach; others keep it.
    fn step_in(
        &mut self,
        odds: &mut ExchangeOdds<impl AttackOdds>,
        holders: &mut Vec<usize>,
        asks: impl Fn(usize, &Combatant) -> bool,
    ) {
        holders.retain(|number| {
            let stays = !asks(*number, &self.units[*number]) || !self.reaches_opponent(odds, *number);
            if !stays {
                self.play_phase(odds, *number);
            }
            stays
        });
    }

    /// Whether a unit can attack in its phase.
    fn reaches_opponent(&self, odds: &mut ExchangeOdds<impl AttackOdds>, number: usize) -> bool {
        let cell = self.states[number].cell;
        self.best_attack(odds, number, (cell, Way::Stands)).is_some()
            || self.ways_to_move(number).any(|place| self.best_attack(odds, number, place).is_some())
    }

    /// The cells that a unit may move to before it attacks.
    fn ways_to_move(&self, number: usize) -> impl Iterator<Item = (Cell, Way)> {
        let (unit, from) = (&self.units[number], self.states[number].cell);
        let can_walk = move |cell: Cell| cell.chebyshev_distance(from) <= unit.stride;
        let walks = unit.spots.iter().filter(move |cell| can_walk(**cell)).map(|cell| (*cell, Way::Walks));
        let far_spots = if from == unit.cell { unit.far_spots.as_slice() } else { &[] };
        let runs = far_spots.iter().map(|(cell, length)| (*cell, Way::Runs { length: *length }));
        walks.chain(runs).filter(move |(cell, _)| *cell != from && !self.is_taken(*cell))
    }

    /// Gives a unit its phase: it decides the battle if it may, attacks from where it is or from a better cell, or comes nearer.
    fn play_phase(&mut self, odds: &mut ExchangeOdds<impl AttackOdds>, number: usize) {
        let units = self.units;
        let (unit, state) = (&units[number], self.states[number]);
        self.states[number].guard = 0.0;
        if unit.is_decisive {
            return self.decide_battle(number);
        }
        if state.alive < MIN_CHANCE || unit.methods.is_empty() {
            return;
        }
        let mut best = self.best_attack(odds, number, (state.cell, Way::Stands));
        // Attacks from elsewhere have to be worth more than the cover that is given up.
        let covers =
            state.is_covered || (unit.can_take_cover(false) && unit.cover_cells.contains(&state.cell));
        let mut score = best.map_or(cover_bonus(covers), |best| best.score);
        for place in self.ways_to_move(number) {
            let Some(attack) = self.best_attack(odds, number, place) else { continue };
            if attack.score > MOVE_MARGIN * score {
                (best, score) = (Some(attack), attack.score);
            }
        }
        let Some(best) = best else { return self.approach(number) };
        (self.states[number].cell, self.states[number].is_covered) = (best.cell, best.is_covered);
        for _ in 0..best.attacks {
            let Some((target, estimate)) = self.best_target(odds, number, (best.cell, best.method)) else {
                break;
            };
            self.hit(target, &estimate, state.alive);
        }
    }

    /// Lets a unit make the move that may decide the battle, with the chance that it is in action; does nothing for other units.
    fn decide_battle(&mut self, number: usize) {
        let (unit, state) = (&self.units[number], &mut self.states[number]);
        if unit.is_decisive && !state.has_decided {
            state.has_decided = true;
            self.undecided[usize::from(!unit.is_own)] *= 1.0 - DECIDING_CHANCE * state.alive;
        }
    }

    fn is_taken(&self, cell: Cell) -> bool {
        self.states.iter().any(|state| state.cell == cell && state.alive > 0.5)
    }

    /// The attacks from a cell that gain most, with one of the unit's methods; `None` if there are none.
    fn best_attack(
        &self,
        odds: &mut ExchangeOdds<impl AttackOdds>,
        number: usize,
        (cell, way): (Cell, Way),
    ) -> Option<PhaseAttack> {
        let unit = &self.units[number];
        let is_covered = matches!(way, Way::Stands) && self.states[number].is_covered;
        let can_cover = unit.cover_cells.contains(&cell);
        let mut gains = [0.0_f64; MAX_METHODS];
        for (target, state) in self.opponents(number) {
            let pair = odds.of_pair(self.units, (number, cell), (target, state.cell, state.shelter()));
            for (estimate, known) in pair.iter().zip(&mut gains) {
                if let Some(estimate) = estimate {
                    *known = known.max(self.gain(target, estimate));
                }
            }
        }
        let mut best: Option<PhaseAttack> = None;
        for (method, (with, gain)) in unit.methods.iter().zip(gains).enumerate() {
            let actions = with.actions(way);
            let (attacks, is_covered) = match actions.attacks_with_cover {
                _ if is_covered => (actions.attacks, true),
                Some(attacks) if can_cover && attacks > 0 => (attacks, true),
                _ => (actions.attacks, false),
            };
            if attacks == 0 || gain <= MIN_GAIN {
                continue;
            }
            let score = gain * f64::from(attacks) + cover_bonus(is_covered);
            if best.is_none_or(|best| score > best.score) {
                best = Some(PhaseAttack { score, cell, method, attacks, is_covered });
            }
        }
        best
    }

    /// The units that a unit may attack, with their states.
    fn opponents(&self, number: usize) -> impl Iterator<Item = (usize, &State)> {
        let is_own = self.units[number].is_own;
        let others = self.states.iter().enumerate();
        others.filter(move |(other, state)| self.units[*other].is_own != is_own && state.alive >= MIN_CHANCE)
    }

    /// The target that a unit attacks from a cell with one of its methods, with the odds.
    fn best_target(
        &self,
        odds: &mut ExchangeOdds<impl AttackOdds>,
        number: usize,
        (from, method): (Cell, usize),
    ) -> Option<(usize, OddsEstimate)> {
        let mut best: Option<(f64, usize, OddsEstimate)> = None;
        for (target, state) in self.opponents(number) {
            let pair = odds.of_pair(self.units, (number, from), (target, state.cell, state.shelter()));
            let Some(estimate) = pair.get(method).copied().flatten() else { continue };
            let gain = self.gain(target, &estimate);
            if gain > MIN_GAIN && best.is_none_or(|(known, ..)| gain > known) {
                best = Some((gain, target, estimate));
            }
        }
        best.map(|(_, target, estimate)| (target, estimate))
    }

    /// Chance that an attack puts a unit out of action that may have been hit before.
    fn out_chance(&self, target: usize, estimate: &OddsEstimate) -> f64 {
        let [left, unhurt] = [self.states[target].points, self.units[target].points]
            .map(|points| estimate.chance_of_damage(points));
        let more = (left - unhurt).max(0.0);
        (estimate.out + more).min(estimate.harm.max(estimate.out))
    }

    fn gain(&self, target: usize, estimate: &OddsEstimate) -> f64 {
        let state = &self.states[target];
        let out = self.out_chance(target, estimate);
        let wound = (estimate.mean / state.points).min(1.0);
        let open = state.alive * (1.0 - state.guard);
        self.units[target].value * open * (out + (1.0 - out) * (0.5 * wound + 0.03 * estimate.harm))
    }

    /// Applies an attack that is made with a chance.
    fn hit(&mut self, target: usize, estimate: &OddsEstimate, chance: f64) {
        let chance = chance * (1.0 - self.states[target].guard);
        let out = self.out_chance(target, estimate);
        let state = &mut self.states[target];
        // The damage of hits that put it out of action is not what it suffers if it stays in action.
        let deadly = out * state.points;
        let suffered = ((estimate.mean - deadly) / (1.0 - out).max(0.01)).clamp(0.0, estimate.mean);
        state.alive *= 1.0 - chance * out;
        state.points = (state.points - chance * suffered).max(MIN_POINTS.min(state.points));
    }

    /// Moves a unit that cannot attack towards the nearest opponent.
    fn approach(&mut self, number: usize) {
        let units = self.units;
        let (unit, state) = (&units[number], self.states[number]);
        let opponents = self.states.iter().zip(self.units);
        let opponents = opponents.filter(|(other, of)| of.is_own != unit.is_own && other.alive > 0.3);
        let Some(nearest) = opponents
            .map(|(other, _)| other.cell)
            .min_by_key(|cell| (cell.distance_squared(state.cell), *cell))
        else {
            return;
        };
        let here = state.cell.distance_squared(nearest);
        let reachable = unit.spots.iter().copied().filter(|cell| {
            cell.chebyshev_distance(state.cell) <= unit.stride
                && cell.distance_squared(nearest) < here
                && !self.is_taken(*cell)
        });
        // Cover is worth a detour of some cells.
        let detour = |cell: &Cell| if unit.cover_cells.contains(cell) { 0 } else { COVER_DETOUR };
        let rank = |cell: &Cell| (cell.chebyshev_distance(nearest) + detour(cell), *cell);
        let Some(to) = reachable.min_by_key(rank) else { return };
        let covered = unit.can_take_cover(true) && unit.cover_cells.contains(&to);
        (self.states[number].cell, self.states[number].is_covered) = (to, covered);
    }

    /// What is left of a unit; nothing of one that goes down anyway.
    fn strength_of(&self, number: usize) -> SideStrength {
        let (unit, state) = (&self.units[number], &self.states[number]);
        if unit.is_doomed {
            return SideStrength::default();
        }
        let left = (state.points / unit.points.max(0.01)).min(1.0);
        SideStrength {
            units: state.alive,
            health: state.alive * unit.share * left,
            points: state.alive * state.points,
            wins: 0.0,
        }
    }

    fn strengths(&self) -> [SideStrength; 2] {
        let mut sides = [SideStrength::default(); 2];
        for (number, unit) in self.units.iter().enumerate() {
            let (side, left) = (&mut sides[usize::from(!unit.is_own)], self.strength_of(number));
            side.units += left.units;
            side.health += left.health;
            side.points += left.points;
        }
        for (side, undecided) in sides.iter_mut().zip(self.undecided) {
            side.wins = 1.0 - undecided;
        }
        sides
    }
}

#[cfg(test)]
mod tests;
