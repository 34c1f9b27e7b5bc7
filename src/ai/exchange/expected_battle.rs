//! Phases of all units for some passes, in which every attack has its mean effect.

use super::combatant::{Combatant, PhaseActions};
use super::exchange_odds::{AttackOdds, ExchangeOdds, is_in_reach};
use super::plan_intent::{IntendedAttack, IntendedEnd, PlanIntent};
use crate::planning::odds_cache::OddsEstimate;
use crate::win_chance::SideStrength;
use model::Cell;

/// Score of ending a phase in cover.
const COVER_BONUS: f64 = 0.08;
/// Factor by which attacks from another cell have to be better.
const MOVE_MARGIN: f64 = 1.1;
/// Score of an attack below which it is none.
const MIN_GAIN: f64 = 0.004;
/// Chance below which it is left out of account that a unit is in action, or out of it.
const MIN_CHANCE: f64 = 0.05;
/// Cells by which a way to cover may be shorter than one into the open.
const COVER_DETOUR: u32 = 2;
/// Points that a unit in action has left at least.
const MIN_POINTS: f64 = 0.5;

/// A unit during an exchange.
#[derive(Clone, Copy, Debug)]
struct State {
    cell: Cell,
    is_covered: bool,
    /// Chance that it is still in action, and the damage it can then take.
    alive: f64,
    points: f64,
    /// Share of harm that is prevented until its next phase.
    guard: f64,
}

/// An exchange from the beginning of the acting unit's plan.
pub(super) struct ExpectedBattle<'u> {
    units: &'u [Combatant],
    states: Vec<State>,
}

impl<'u> ExpectedBattle<'u> {
    /// The units as they are; the first one acts.
    pub fn begin(units: &'u [Combatant]) -> Self {
        let state = |unit: &Combatant| State {
            cell: unit.cell,
            is_covered: unit.is_covered,
            alive: 1.0,
            points: unit.points,
            guard: 0.0,
        };
        Self { units, states: units.iter().map(state).collect() }
    }

    /// Plays out a plan of the first unit that ends in a way, and all phases of some passes after it. Returns what is left of its
    /// own side and of the others.
    pub fn play_out(
        mut self,
        odds: &mut ExchangeOdds<impl AttackOdds>,
        plan: &PlanIntent,
        end: IntendedEnd,
        passes: u32,
    ) -> [SideStrength; 2] {
        self.carry_out(odds, plan, end);
        let units = self.units;
        let mut order: Vec<usize> = (0..units.len()).collect();
        order.sort_by_key(|number| units[*number].order);
        let holds = |number: usize| if number == 0 { plan.holds } else { units[number].is_holding };
        let mut holders: Vec<usize> = order.iter().copied().filter(|number| holds(*number)).collect();
        // The first unit holds its phase for want of a target after this plan.
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
        self.strengths()
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
                for (unit, estimate) in &plan.area {
                    if let Some(number) = self.units.iter().position(|other| other.id == *unit) {
                        self.hit(number, estimate, 1.0);
                    }
                }
            }
        }
        let me = &mut self.states[0];
        (me.cell, me.is_covered, me.guard) = (end.cell, end.is_covered, plan.guard);
    }

    /// The target of a further attack of the plan once its first one is out of action, with the odds.
    fn next_target(
        &self,
        odds: &mut ExchangeOdds<impl AttackOdds>,
        attack: &IntendedAttack,
        first: usize,
    ) -> Option<(usize, OddsEstimate)> {
        let me = &self.units[0];
        let weapon = me.weapon_uses.iter().find(|(known, _)| known.weapon == attack.weapon_use.weapon);
        let reaches = |cell: Cell| {
            weapon.is_none_or(|(_, reach)| is_in_reach(*reach, attack.from.chebyshev_distance(cell)))
        };
        let mut best: Option<(f64, usize, OddsEstimate)> = None;
        for (target, state) in self.states.iter().enumerate() {
            let is_other = target != first && self.units[target].is_own != me.is_own;
            if !is_other || state.alive < MIN_CHANCE || !reaches(state.cell) {
                continue;
            }
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

    /// Lets units use their held phase that have an opponent in their reach; others go on holding. `asks` chooses among them.
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

    /// Whether a unit can attack from where it is, or after a walk.
    fn reaches_opponent(&self, odds: &mut ExchangeOdds<impl AttackOdds>, number: usize) -> bool {
        let (unit, state) = (&self.units[number], self.states[number]);
        let walks = unit.walked.is_some_and(|walked| walked.attacks > 0);
        let spots = unit.spots.iter().filter(|cell| walks && self.can_walk_to(number, **cell));
        let mut cells = [state.cell].into_iter().chain(spots.copied());
        cells.any(|cell| self.best_gain(odds, number, cell) >= MIN_GAIN)
    }

    fn can_walk_to(&self, number: usize, cell: Cell) -> bool {
        let from = self.states[number].cell;
        cell != from && cell.chebyshev_distance(from) <= self.units[number].stride && !self.is_taken(cell)
    }

    /// Gives a unit its phase: it attacks from where it is or from a better cell, or comes nearer.
    fn play_phase(&mut self, odds: &mut ExchangeOdds<impl AttackOdds>, number: usize) {
        let units = self.units;
        let (unit, state) = (&units[number], self.states[number]);
        self.states[number].guard = 0.0;
        if state.alive < MIN_CHANCE || unit.weapon_uses.is_empty() {
            return;
        }
        let can_cover = |cell: Cell| unit.cover_cells.contains(&cell);
        let options = |actions: PhaseActions, cell: Cell, covered: bool| {
            if covered {
                return (actions.attacks, true);
            }
            match actions.attacks_with_cover {
                Some(attacks) if can_cover(cell) && (attacks > 0 || actions.attacks == 0) => (attacks, true),
                _ => (actions.attacks, false),
            }
        };
        let (attacks, covered) = options(unit.standing, state.cell, state.is_covered);
        let gain = self.best_gain(odds, number, state.cell);
        let bonus = |covered| if covered { COVER_BONUS } else { 0.0 };
        let mut best = (gain * f64::from(attacks) + bonus(covered), state.cell, attacks, covered);
        if let Some(walked) = unit.walked {
            for cell in &unit.spots {
                if !self.can_walk_to(number, *cell) {
                    continue;
                }
                let (attacks, covered) = options(walked, *cell, false);
                if attacks == 0 {
                    continue;
                }
                let gain = self.best_gain(odds, number, *cell);
                if gain < MIN_GAIN {
                    continue;
                }
                let score = gain * f64::from(attacks) + bonus(covered);
                if score > MOVE_MARGIN * best.0 {
                    best = (score, *cell, attacks, covered);
                }
            }
        }
        let (_, cell, attacks, covered) = best;
        if gain < MIN_GAIN && cell == state.cell {
            self.approach(number);
            return;
        }
        (self.states[number].cell, self.states[number].is_covered) = (cell, covered);
        for _ in 0..attacks {
            let Some((target, estimate)) = self.best_target(odds, number, cell) else { break };
            self.hit(target, &estimate, state.alive);
        }
    }

    fn is_taken(&self, cell: Cell) -> bool {
        self.states.iter().any(|state| state.cell == cell && state.alive > 0.5)
    }

    fn best_gain(&self, odds: &mut ExchangeOdds<impl AttackOdds>, number: usize, from: Cell) -> f64 {
        self.best_target(odds, number, from).map_or(0.0, |(target, estimate)| self.gain(target, &estimate))
    }

    /// The target that a unit attacks from a cell, with the odds.
    fn best_target(
        &self,
        odds: &mut ExchangeOdds<impl AttackOdds>,
        number: usize,
        from: Cell,
    ) -> Option<(usize, OddsEstimate)> {
        let is_own = self.units[number].is_own;
        let mut best: Option<(f64, usize, OddsEstimate)> = None;
        for (target, state) in self.states.iter().enumerate() {
            if self.units[target].is_own == is_own || state.alive < MIN_CHANCE {
                continue;
            }
            let at = (target, state.cell, state.is_covered);
            let Some(estimate) = odds.best_attack(self.units, (number, from), at) else { continue };
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
        self.units[target].value * state.alive * (out + (1.0 - out) * (0.5 * wound + 0.03 * estimate.harm))
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
        let covered = unit.walked.is_some_and(|walked| walked.attacks_with_cover.is_some())
            && unit.cover_cells.contains(&to);
        (self.states[number].cell, self.states[number].is_covered) = (to, covered);
    }

    fn strengths(&self) -> [SideStrength; 2] {
        let mut sides = [SideStrength::default(); 2];
        for (unit, state) in self.units.iter().zip(&self.states) {
            let side = &mut sides[usize::from(!unit.is_own)];
            let left = (state.points / unit.points.max(0.01)).min(1.0);
            side.units += state.alive;
            side.health += state.alive * unit.share * left;
            side.points += state.alive * state.points;
        }
        sides
    }
}

#[cfg(test)]
mod tests;
