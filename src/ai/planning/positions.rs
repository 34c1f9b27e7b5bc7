//! Candidate positions: cells in reach, scored by attacks from there, threats there and progress.

use super::advance::{self, Advance};
use super::area_weapon::AreaWeapon;
use super::attack_methods::{AttackMethods, TurnLeft, range_half_metres};
use super::candidate_position::CandidatePosition;
use super::charge::striking_cell;
use super::crowd::crowd_danger;
use super::isolation;
use super::known_unit::KnownUnit;
use super::movement_goal::MovementGoal;
use super::odds_cache::{AiOddsCache, OddsEstimate, TargetPosture, WeaponUse};
use super::remembered::remembered_threat;
use super::situation::{ActionsLeft, Situation};
use super::target_cover;
use super::vantages::shooting_cell;
use crate::exchange::{AreaEffect, IntendedEnd};
use battle::{Pace, SafePaths};
use field::{Body, Grid, TargetExposure};
use model::Cell;
use rules::turn_engine::Action;
use rules::{ActionRequest, UnitSnapshot, WeaponReach, play};

/// A cell in reach, with the pace and the cost of the way there, and what the unit can still do there.
type Place = (Cell, Option<Pace>, u32, TurnLeft);

/// Maximum positions evaluated per decision.
const MAX_POSITIONS: usize = 400;
/// Minimum squares in the open among them.
const MIN_OPEN_POSITIONS: usize = 100;
/// Factor for the score lost beside enemies by a badly hurt unit.
const HURT_CROWDING: f64 = 3.0;
/// Factor for the score lost by a unit with a ranged weapon that an enemy can strike at without a step.
const BLADE_CROWDING: f64 = 2.0;
/// Factor for the weight of objectives by which a unit keeps enemies from a zone.
const GUARD_SHARE: f64 = 1.6;
/// Least factor by which the danger of a square is misjudged.
const MIN_JUDGED_DANGER: f64 = 1.0;
/// Least weight of the next phase's attacks of a unit that strikes: an enemy that it has come up to has to be followed.
const MELEE_FUTURE: f64 = 0.5;
/// Share of its threats that a unit fears however many of its side could be attacked instead.
const OWN_THREAT_SHARE: f64 = 0.4;
/// Minimum danger that taking cover has to save.
const MIN_COVER_GAIN: f64 = 0.002;

/// All positions within reach and the paths to them.
pub(crate) struct CandidatePositions {
    pub paths: SafePaths,
    /// Positions; the first is the current cell.
    pub positions: Vec<CandidatePosition>,
    /// The current cell for a unit that lies and could stand up.
    pub standing: Option<CandidatePosition>,
}

impl CandidatePositions {
    /// Evaluates all cells in reach; only the current one if the unit cannot move. Notes whether there is an attack at hand, and
    /// whether the unit withdraws.
    pub fn evaluate(
        situation: &mut Situation,
        odds_cache: &mut AiOddsCache,
        goal: Option<&MovementGoal>,
    ) -> Self {
        let methods = AttackMethods::choose(situation, odds_cache);
        let here = methods.turn_left(situation, &situation.fighter);
        let front = goal.map_or(0, |goal| advance::find_front_line(situation, odds_cache, goal));
        let goal = goal.map(|goal| Advance { goal, front });
        let goal = goal.as_ref();
        let place = (situation.me.cell(), None, 0, here);
        situation.forget_exchange();
        let mut current = score_position(situation, odds_cache, goal, &methods, place);
        if situation.note_exchange(&current) {
            current = score_position(situation, odds_cache, goal, &methods, place);
        }
        // An area weapon is used once, or seldom: the unit goes where that is best.
        let seeks_place = methods.prefers_distance(&current, situation) || methods.uses_area(&current);
        situation.note_attack_at_hand(if seeks_place { 0.0 } else { current.attack_score() });
        let situation = &*situation;
        let (view, me, weights) = (situation.view, &situation.me, &situation.weights);
        let budget = play::move_budget(&situation.fighter, view.rules());
        let walks = situation.after_move(Action::Walk).filter(|_| budget.walk_left > 0);
        let runs = situation.after_move(Action::Run).filter(|_| budget.run > 0 && budget.runs == 0);
        let half_metres = if runs.is_some() { budget.run.max(budget.walk_left) } else { budget.walk_left };
        let movable = walks.is_some() || runs.is_some();
        let paths = if movable { SafePaths::from_unit(view, me, half_metres) } else { SafePaths::default() };
        let after_move = |moved: &Option<UnitSnapshot>| {
            moved.as_ref().map(|fighter| methods.turn_left(situation, fighter)).unwrap_or_default()
        };
        let (walked, run) = (after_move(&walks), after_move(&runs));
        // A unit that attacks well from where it stands need not close in.
        let pull = current.attack.map_or(1.0, |(.., score)| {
            1.0 - (score * f64::from(here.near.attacks.max(1)) / weights.satisfying).min(1.0)
        });
        let mut positions = vec![current];
        let is_goal = |cell: Cell| goal.is_some_and(|advance| advance.goal.is_beside(cell));
        let is_near_target = |cell: Cell| methods.has_melee && situation.is_beside_enemy(cell);
        let noticed = |cell: Cell| {
            cell != me.cell() && (is_goal(cell) || is_near_target(cell) || !situation.overlooks(cell))
        };
        let reached = paths.cells().filter(|(cell, _)| noticed(*cell)).filter_map(|(cell, cost)| {
            let walkable = cost <= budget.walk_left && walks.is_some();
            let runnable = cost <= budget.run && runs.is_some();
            match (walkable, runnable) {
                (true, _) => Some((cell, Some(Pace::Walk), cost, walked)),
                (false, true) => Some((cell, Some(Pace::Run), cost, run)),
                (false, false) => None,
            }
        });
        let reached = limit_places(view.field().grid(), reached.collect());
        let places = reached.into_iter();
        positions.extend(places.map(|place| score_position(situation, odds_cache, goal, &methods, place)));
        positions.iter_mut().for_each(|position| position.close_in *= pull);
        let standing = score_standing(situation, odds_cache, goal, &methods);
        Self { paths, positions, standing }
    }

    /// The current cell.
    pub fn current(&self) -> &CandidatePosition {
        &self.positions[0]
    }

    /// Best score of ending the phase: on the current cell, or on another one within `walk_left` half metres; with cover
    /// taken there where the unit can pay for it.
    pub fn best_end_score(&self, situation: &Situation, after: &UnitSnapshot, walk_left: u32) -> f64 {
        let can_take_cover = |state: &UnitSnapshot| {
            situation.after_paying(state, ActionRequest::for_action(Action::TakeCover)).is_some()
        };
        let here = self.current().end_score(can_take_cover(after));
        if walk_left == 0 {
            return here;
        }
        let walked = situation.after_paying(after, ActionRequest::for_action(Action::Walk));
        let Some(walked) = walked else { return here };
        let covers = can_take_cover(&walked);
        let elsewhere = self.positions[1..].iter().filter(|position| position.cost <= walk_left);
        elsewhere.map(|position| position.end_score(covers)).fold(here, f64::max)
    }
}

impl CandidatePositions {
    /// The best ends of a phase as [`Self::best_end_score`] scores them, and the current cell.
    pub fn best_ends(
        &self,
        situation: &Situation,
        after: &UnitSnapshot,
        (walk_left, most): (u32, usize),
    ) -> Vec<IntendedEnd> {
        let can_take_cover = |state: &UnitSnapshot| {
            situation.after_paying(state, ActionRequest::for_action(Action::TakeCover)).is_some()
        };
        let end = |position: &CandidatePosition, covers: bool| IntendedEnd {
            cell: position.cell,
            is_covered: (covers && position.cover_gain() > 0.0)
                || (position.pace.is_none() && situation.me.cover.is_taken()),
        };
        let mut ends = vec![end(self.current(), can_take_cover(after))];
        let walked = situation.after_paying(after, ActionRequest::for_action(Action::Walk));
        if let Some(walked) = walked.filter(|_| walk_left > 0) {
            let covers = can_take_cover(&walked);
            let mut elsewhere: Vec<&CandidatePosition> =
                self.positions[1..].iter().filter(|position| position.cost <= walk_left).collect();
            elsewhere.sort_by(|one, other| {
                let by_score = other.end_score(covers).total_cmp(&one.end_score(covers));
                by_score.then(one.cost.cmp(&other.cost)).then(one.cell.cmp(&other.cell))
            });
            ends.extend(elsewhere.into_iter().take(most).map(|position| end(position, covers)));
        }
        ends
    }
}

/// Keeps a number of places that can be evaluated: all with something to take cover behind, and of those in the open an even
/// sample by distance.
fn limit_places(grid: &Grid, places: Vec<Place>) -> Vec<Place> {
    if places.len() <= MAX_POSITIONS {
        return places;
    }
    let (mut kept, mut open): (Vec<_>, Vec<_>) =
        places.into_iter().partition(|(cell, ..)| field::can_take_cover(grid, *cell));
    open.sort_by_key(|(cell, _, cost, _)| (u32::MAX - cost, *cell));
    let every = open.len().div_ceil(MAX_POSITIONS.saturating_sub(kept.len()).max(MIN_OPEN_POSITIONS));
    kept.extend(open.into_iter().step_by(every.max(1)));
    kept
}

/// The current cell as it will be once the unit has stood up; `None` if it stands, or cannot pay for standing up.
fn score_standing(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    goal: Option<&Advance>,
    methods: &AttackMethods,
) -> Option<CandidatePosition> {
    if !situation.me.is_prone() {
        return None;
    }
    let after = situation.after_paying(&situation.fighter, ActionRequest::for_action(Action::StandUp))?;
    let left = methods.turn_left(situation, &after);
    odds_cache.stands = Some(situation.unit);
    let place = (situation.me.cell(), None, 0, left);
    let position = score_position_of(situation, odds_cache, goal, (methods, Body::STANDING), place);
    odds_cache.stands = None;
    Some(position)
}

/// The danger of the unit's own cell as it is, or as if it had dropped to the ground there, without explosions and crowds.
pub(super) fn danger_in_posture(situation: &Situation, odds_cache: &mut AiOddsCache, lies: bool) -> f64 {
    let body = if lies { Body::PRONE } else { situation.me.body() };
    let mut position = CandidatePosition::at(situation.me.cell(), None, 0);
    odds_cache.lies = lies.then_some(situation.unit);
    plan_cover(situation, odds_cache, &mut position, (body, ActionsLeft::default()));
    odds_cache.lies = None;
    position.uncovered_danger()
}

fn score_position(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    goal: Option<&Advance>,
    methods: &AttackMethods,
    place: Place,
) -> CandidatePosition {
    // A unit that lies crawls.
    score_position_of(situation, odds_cache, goal, (methods, situation.me.body()), place)
}

fn score_position_of(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    goal: Option<&Advance>,
    (methods, body): (&AttackMethods, Body),
    (cell, pace, cost, left): Place,
) -> CandidatePosition {
    let weights = &situation.weights;
    let mut position =
        CandidatePosition { attacks: left.near.attacks, ..CandidatePosition::at(cell, pace, cost) };
    let (target_out, left) = choose_attack(situation, odds_cache, &mut position, (methods, body, left));
    // What has been thrown is gone in the next phase.
    let is_gone = methods.uses_area(&position) && !methods.area.is_some_and(|area| area.lasts());
    let future = |(_, weapon_use, score): (usize, WeaponUse, f64)| {
        let is_melee = range_half_metres(situation, weapon_use) == 0;
        let weight = if is_melee { weights.future.max(MELEE_FUTURE) } else { weights.future };
        if is_gone { 0.0 } else { weight * score }
    };
    position.future = position.attack.map_or(0.0, future);
    if weights.danger > 0.0 {
        plan_cover(situation, odds_cache, &mut position, (body, left));
        let blast = weights.danger * (situation.blast_danger(cell) + crowd_danger(situation, cell));
        position.danger += blast;
        position.open_danger += blast;
        position.covered_danger = position.covered_danger.map(|danger| danger + blast);
    }
    if let Some((number, ..)) = position.attack.filter(|_| position.attacks > 0) {
        position.threat_removed =
            weights.threat_removed * target_out * position.threats.get(number).copied().unwrap_or(0.0);
    }
    if methods.has_ranged(situation)
        && situation.enemies.iter().any(|enemy| enemy.cell.chebyshev_distance(cell) <= weights.crowding_cells)
    {
        let hurt = if situation.is_badly_hurt { HURT_CROWDING } else { 1.0 };
        let beside = if situation.is_in_reach_of_blades(cell) { BLADE_CROWDING } else { 1.0 };
        position.crowding = hurt * beside * weights.crowding;
    }
    if let Some(goal) = goal {
        advance::score_progress(situation, goal, &mut position);
    }
    let [there, here] = [cell, situation.me.cell()].map(|cell| isolation::excess_enemies(situation, cell));
    let share = isolation::pull_share(there, here);
    (position.future, position.close_in) =
        (share * position.future, position.close_in.min(share * position.close_in));
    if let Some(zone) = &situation.guarded {
        position.objective -= GUARD_SHARE * weights.objective * zone.lost_lead(cell, situation.me.cell());
    }
    position
}

/// Chooses the best attack from a position, and scores a target without cover; returns the probability that the target goes
/// out of action.
fn choose_attack(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    position: &mut CandidatePosition,
    (methods, body, left): (&AttackMethods, Body, TurnLeft),
) -> (f64, ActionsLeft) {
    let (cell, weights) = (position.cell, &situation.weights);
    // Where there is nothing to take cover behind, an area weapon is as good where the unit stands.
    let is_area_place = position.pace.is_none() || field::can_take_cover(situation.view.field().grid(), cell);
    let area_weapon = methods.area.filter(|_| is_area_place);
    let (mut target_out, mut best, mut chosen) = (0.0, 0.0, left.near);
    let near_uses = methods.near.iter().zip(&methods.near_factors);
    for (number, (enemy, (near, factor))) in situation.enemies.iter().zip(near_uses).enumerate() {
        let Some(line) = odds_cache.exposure((cell, body), (enemy.cell, enemy.body)) else { continue };
        // From its own cell it has been chosen for each enemy, but for one that it walks up to.
        let far = methods.far.filter(|_| position.pace.is_some() || situation.blow.is_some());
        let area = area_weapon.filter(|area| area.spares_own_side(situation, cell, enemy));
        let uses = [
            (*near, left.near, None, *factor),
            (far, left.far, None, 1.0),
            (area.map(|area| area.weapon_use), left.area, area, 1.0),
        ];
        for (weapon_use, left, area, factor) in uses {
            let Some(weapon_use) = weapon_use else { continue };
            let attack = ((situation.unit, weapon_use, cell), (enemy.id, enemy.cell));
            let estimate =
                odds_cache.estimate_posture(attack.0, attack.1, line, situation.judged_posture(line));
            let Some(estimate) = estimate else { continue };
            let felled = situation.felling_chance(estimate.out, left.attacks);
            let (score, effects) = score_attack(situation, (cell, enemy, line), area, (&estimate, felled));
            let score = factor * score;
            // What cannot be paid for any more is worth as much as one attack of the next phase.
            let worth = score * f64::from(left.attacks.max(1));
            if worth > best {
                (best, target_out, chosen) = (worth, estimate.out, left);
                (position.attack, position.attacks) = (Some((number, weapon_use, score)), left.attacks);
                position.flank = if line.hidden < 20 { weights.flank * score } else { 0.0 };
                position.area = effects;
            }
        }
    }
    (target_out, chosen)
}

/// Score of an attack from a cell on an enemy over a line, with what an area weapon does to others; `felled` is the chance that the
/// attacks of the phase put the enemy out of action.
fn score_attack(
    situation: &Situation,
    (cell, enemy, line): (Cell, &KnownUnit, TargetExposure),
    area: Option<AreaWeapon>,
    (estimate, felled): (&OddsEstimate, f64),
) -> (f64, Vec<AreaEffect>) {
    let weights = &situation.weights;
    let visible = target_cover::visible_share(situation, enemy, || line.hidden);
    let place = situation.attack_factor(cell, enemy);
    let judged =
        situation.harm_factor(enemy.id, felled) * visible * target_cover::blind_share(enemy, line, estimate);
    let finishing = situation.finishing_weight(enemy, felled);
    let score = judged * enemy.value * estimate.score_with(enemy.health_left, finishing);
    let Some(area) = area else { return (place * score, Vec::new()) };
    let beside = area.effects_beside(situation, enemy, estimate);
    let others: f64 = beside.iter().map(|(_, score)| score).sum();
    let effects = beside.into_iter().map(|(effect, _)| effect).filter(|_| weights.weighs_exchanges);
    (place * weights.explosives * (score + others), effects.collect())
}

/// Weight of all threats to a unit: each enemy attacks only one of the units in its reach.
fn danger_weight(situation: &Situation) -> f64 {
    situation.weights.danger * situation.withdrawal_factor() * own_threat_share(situation.decoys())
}

/// Share of its threats that a unit fears where so many others could be attacked instead.
fn own_threat_share(others: usize) -> f64 {
    OWN_THREAT_SHARE + (1.0 - OWN_THREAT_SHARE) / (1.0 + others as f64)
}

/// Share of the threats of known enemies on a position that count, as the unit judges it.
fn threat_share(situation: &Situation, position: &CandidatePosition, has_cover: bool) -> f64 {
    let share = danger_weight(situation) * situation.seen_share(position.cell);
    // It knows where it stands; elsewhere, an error makes no square look safe, and none with cover worse than it is.
    let judged = situation.danger_factor(position.cell).max(MIN_JUDGED_DANGER);
    match position.pace {
        None => share,
        Some(_) if has_cover => share * judged.min(1.0),
        Some(_) => share * judged,
    }
}

/// A threat with what cover keeps off counted as often as the weight says; of the threat itself a share counts in any case.
fn weigh_cover((weight, left): (f64, f64), threat: f64, exposed: f64) -> f64 {
    (exposed - weight * (exposed - threat)).max(left * threat)
}

/// Threats on a position in one posture: of each known enemy, and of all that are only remembered.
type Threats = (Vec<f64>, f64);

/// Computes the danger of a position with and without cover, and decides whether the unit takes cover there: attacks that
/// it then cannot pay for are lost.
fn plan_cover(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    position: &mut CandidatePosition,
    (body, left): (Body, ActionsLeft),
) {
    let cell = position.cell;
    let excess = isolation::excess_enemies(situation, cell);
    let has_cover = field::can_take_cover(situation.view.field().grid(), cell);
    let share = threat_share(situation, position, has_cover) * isolation::danger_factor(excess);
    // Running away from a charge without an attack only puts it off.
    let attacks = position.attack.is_some() && position.attacks > 0;
    let shares = (share, if attacks { situation.weights.charges } else { 1.0 });
    let mut threats = |posture, without: &[f64]| {
        threats_in_posture(situation, odds_cache, shares, (cell, body, posture), without)
    };
    let exposed = threats(TargetPosture::Exposed, &[]);
    let current = threats(TargetPosture::Current, &exposed.0);
    // Cover lasts: what it saves counts more than once, however the unit comes by it.
    let weights = &situation.weights;
    let cover = (isolation::cover_weight(weights.cover, excess), weights.left_behind_cover);
    let weigh_one = |threat, exposed| weigh_cover(cover, threat, exposed);
    let weigh = |(known, recalled): Threats| -> Threats {
        let both = known.into_iter().zip(&exposed.0);
        let known: Vec<f64> = both.map(|(threat, exposed)| weigh_one(threat, *exposed)).collect();
        let danger = known.iter().sum::<f64>() + weigh_one(recalled, exposed.1);
        (known, danger)
    };
    (position.threats, position.open_danger) = weigh(current.clone());
    position.danger = position.open_danger;
    let is_taken = position.pace.is_none() && situation.me.cover.is_taken();
    if is_taken || position.open_danger <= 0.0 || !has_cover {
        return;
    }
    let (mut covered, recalled) = threats(TargetPosture::Covered, &current.0);
    // Cover that an attack does not cross keeps nothing off.
    for ((enemy, covered), current) in situation.enemies.iter().zip(&mut covered).zip(&current.0) {
        let from = shooting_cell(odds_cache, enemy, (cell, body));
        if !odds_cache.crosses_cover((from, enemy.body), (cell, body)) {
            *covered = *current;
        }
    }
    let (covered, covered_danger) = weigh((covered, recalled));
    position.covered_danger = Some(covered_danger);
    // Until it is taken, cover in reach is worth something.
    position.danger = position.uncovered_danger();
    let Some(attacks) = left.attacks_with_cover else { return };
    let lost = f64::from(left.attacks - attacks) * position.attack.map_or(0.0, |(.., score)| score);
    if position.cover_gain() > lost + MIN_COVER_GAIN {
        (position.takes_cover, position.attacks) = (true, attacks);
        (position.danger, position.threats) = (covered_danger, covered);
    }
}

/// Threats to the unit on a cell in a posture, with the shares of all threats and of charges that count. What could not be computed
/// any more counts as without the cover.
fn threats_in_posture(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    (share, charges): (f64, f64),
    place: (Cell, Body, TargetPosture),
    without: &[f64],
) -> Threats {
    let of_enemy = |(number, enemy): (usize, &KnownUnit)| {
        let share = share * situation.threat_share(enemy.id);
        let threat = share * threat_at(situation, odds_cache, (enemy, charges), place);
        match without.get(number) {
            Some(without) if threat <= 0.0 && odds_cache.is_spent() => *without,
            _ => threat,
        }
    };
    let known = situation.enemies.iter().enumerate().map(of_enemy).collect();
    let recalled = remembered_threat(&situation.remembered, odds_cache, place);
    (known, danger_weight(situation) * recalled)
}

/// Expected damage from an enemy to the unit on a cell, in a posture, until its next phase; of what takes a walk only its share.
fn threat_at(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    (enemy, charges): (&KnownUnit, f64),
    (cell, body, posture): (Cell, Body, TargetPosture),
) -> f64 {
    let Some((weapon_use, reach)) = enemy.weapon_use else { return 0.0 };
    let (from, walked) = match reach {
        WeaponReach::Melee { beyond } => (striking_cell(odds_cache, (enemy, beyond), (cell, body)), charges),
        WeaponReach::Ranged { .. } => {
            (Some(shooting_cell(odds_cache, enemy, (cell, body))), situation.weights.walks_into_view)
        }
    };
    let Some(from) = from else { return 0.0 };
    let Some(line) = odds_cache.exposure((from, enemy.body), (cell, body)) else { return 0.0 };
    let attacker = (enemy.id, weapon_use, from);
    let estimate = odds_cache.estimate_posture(attacker, (situation.unit, cell), line, posture);
    let score = estimate.map_or(0.0, |estimate| estimate.score(situation.health_left));
    let share = if from == enemy.cell { 1.0 } else { walked };
    share * score * f64::from(enemy.attacks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_cover_is_better_even_where_either_makes_up_for_the_danger() {
        let danger = |left: f64, threat: f64| weigh_cover((4.0, left), threat, 0.8);
        assert!(danger(0.0, 0.6) <= 0.0 && danger(0.0, 0.3) <= 0.0, "both seem safe");
        assert!((danger(0.2, 0.6) - 0.12).abs() < 1e-9 && (danger(0.2, 0.3) - 0.06).abs() < 1e-9);
        assert!((danger(0.2, 0.8) - 0.8).abs() < 1e-9, "no cover");
        assert!((danger(0.2, 0.75) - 0.6).abs() < 1e-9, "hardly any cover");
        assert!(danger(0.2, 0.0) <= 0.0, "out of reach");
    }

    #[test]
    fn a_unit_fears_all_of_its_threats_where_no_other_can_be_attacked_instead() {
        let shares = [0, 1, 2].map(own_threat_share);
        let wanted = [1.0, 0.7, 0.6];
        assert!(shares.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 1e-9), "{shares:?}");
    }
}
