//! Walks to squares from which an explosive that is not in hand catches several enemies.

use super::area_weapon::AreaWeapon;
use super::attack_methods::is_announced;
use super::candidate_position::CandidatePosition;
use super::known_unit::KnownUnit;
use super::odds_cache::AiOddsCache;
use super::planner::position_contributions;
use super::positions::CandidatePositions;
use super::situation::Situation;
use super::special_tactics::MIN_CAUGHT_CHANCE;
use super::unit_estimate::{affordable_attacks, is_blocked};
use super::weapon_choice::ready_from;
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use crate::exchange::{AreaEffect, IntendedEnd, PlanIntent};
use crate::memory::PhaseMemory;
use battle::{CarriedItem, Order, Pace};
use field::TargetExposure;
use model::UnitId;
use rules::turn_engine::Action;
use rules::{UnitSnapshot, WeaponReach};

/// Throws whose odds are computed, from the squares that end best, among equal ones the nearest to a target; more where several targets
/// can be thrown at from the last of them.
const ENOUGH_THROWS: usize = 4;
/// Share of a throw's score if the explosive is readied and thrown in the next phase only: the enemies may not stand together then.
const NEXT_PHASE_SHARE: f64 = 0.4;

/// When a throw is made after a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Timing {
    /// In the same phase.
    Now,
    NextPhase,
}

/// A throw from a square after a walk.
struct WalkedThrow<'a> {
    position: &'a CandidatePosition,
    target: &'a KnownUnit,
    line: TargetExposure,
    timing: Timing,
}

/// Plans walks to the best squares from which an explosive that is not in hand is likely to catch two or more enemies and no ally. Only
/// while the unit has neither moved nor readied a weapon in this phase.
pub(super) fn plan_throw_moves(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    positions: &CandidatePositions,
    memory: &PhaseMemory,
) -> Vec<ScoredOrder> {
    let walked = situation.after_move(Action::Walk);
    let (Some(walked), true) = (walked, situation.weights.throws_explosives) else { return Vec::new() };
    if memory.moves > 0 || !memory.readied.is_empty() || situation.enemies.len() < 2 {
        return Vec::new();
    }
    let mut plans = Vec::new();
    for (slot, carried) in situation.me.inventory.slots() {
        let Some(area) = AreaWeapon::carried(situation, slot, carried) else { continue };
        let Some(timing) = timing_of(situation, &walked, (slot, carried)) else { continue };
        let throws = throws_from_squares(situation, odds_cache, positions, (area, carried, timing));
        plans.extend(
            throws.iter().filter_map(|throw| plan_throw(situation, odds_cache, positions, (area, throw))),
        );
    }
    plans
}

/// When a unit that has walked can ready an explosive and throw it; `None` if never. Attacks that it has announced with other weapons
/// leave no throw in this phase.
fn timing_of(situation: &Situation, walked: &UnitSnapshot, weapon: (usize, &CarriedItem)) -> Option<Timing> {
    let throws = |state: &UnitSnapshot| {
        let ready = ready_from(situation, state, weapon);
        let weapon_use = AreaWeapon::use_of(weapon);
        ready.is_some_and(|ready| affordable_attacks(&ready, weapon_use, situation.view.rules()) > 0)
    };
    let throws_next =
        || situation.view.snapshot_at_next_phase(&situation.me).is_some_and(|next| throws(&next));
    first_timing(is_announced(situation, weapon.0), || throws(walked), throws_next)
}

/// The first phase in which a throw can be paid for, of those in which it is allowed.
fn first_timing(
    is_allowed_now: bool,
    throws_now: impl FnOnce() -> bool,
    throws_next: impl FnOnce() -> bool,
) -> Option<Timing> {
    if is_allowed_now && throws_now() {
        return Some(Timing::Now);
    }
    throws_next().then_some(Timing::NextPhase)
}

/// Throws at enemies that stand together, from the squares that end best.
fn throws_from_squares<'a>(
    situation: &'a Situation,
    odds_cache: &mut AiOddsCache,
    positions: &'a CandidatePositions,
    (area, carried, timing): (AreaWeapon, &CarriedItem, Timing),
) -> Vec<WalkedThrow<'a>> {
    let WeaponReach::Ranged { metres } = carried.reach() else { return Vec::new() };
    let targets: Vec<&KnownUnit> =
        situation.enemies.iter().filter(|enemy| area.catches_another(situation, enemy)).collect();
    if targets.is_empty() {
        return Vec::new();
    }
    let walks = positions.positions[1..].iter().filter(|position| position.pace == Some(Pace::Walk));
    let mut squares: Vec<&CandidatePosition> = walks.collect();
    let distance = |square: &CandidatePosition| {
        targets.iter().map(|target| square.cell.chebyshev_distance(target.cell)).min()
    };
    squares.sort_by(|one, other| {
        let order = other.end_score(false).total_cmp(&one.end_score(false));
        let order = order.then(distance(one).cmp(&distance(other)));
        order.then(one.cost.cmp(&other.cost)).then(one.cell.cmp(&other.cell))
    });
    let mut throws = Vec::new();
    for position in squares {
        for &target in &targets {
            if position.cell.chebyshev_distance(target.cell) > metres
                || !area.spares_own_side(situation, position.cell, target)
            {
                continue;
            }
            let (from, to) = ((position.cell, situation.me.body()), (target.cell, target.body));
            let line = odds_cache.exposure(from, to).filter(|line| !is_blocked(*line));
            throws.extend(line.map(|line| WalkedThrow { position, target, line, timing }));
        }
        if throws.len() >= ENOUGH_THROWS {
            break;
        }
    }
    throws
}

/// The walk to a throw; `None` if that is unlikely to catch two enemies, or no way leads there.
fn plan_throw(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    positions: &CandidatePositions,
    (area, throw): (AreaWeapon, &WalkedThrow),
) -> Option<ScoredOrder> {
    let &WalkedThrow { position, target, line, timing } = throw;
    let from = (situation.unit, area.weapon_use, position.cell);
    let posture = situation.judged_posture(line);
    let estimate = odds_cache.estimate_posture(from, (target.id, target.cell), line, posture)?;
    let left = |unit| situation.chance_left_by_allies(unit);
    let beside = left_by_allies(area.effects_beside(situation, target, &estimate), left);
    let estimate = estimate.scaled(left(target.id));
    if !beside.iter().any(|((_, effect), _)| effect.harm > MIN_CAUGHT_CHANCE) {
        return None;
    }
    let others: f64 = beside.iter().map(|(_, score)| score).sum();
    let harm = target.value * estimate.score(target.health_left) + others;
    let (share, mut contributions) = match timing {
        Timing::Now => {
            let end = ScoreContribution { term: ScoreTerm::EndPosition, score: position.end_score(false) };
            (1.0, vec![end])
        }
        Timing::NextPhase => (NEXT_PHASE_SHARE, position_contributions(situation, position)),
    };
    let score = share * situation.weights.explosives * harm;
    contributions.push(ScoreContribution { term: ScoreTerm::Harm(target.id), score });
    let path = positions.paths.path_to(position.cell)?;
    let order = Order::Move { unit: situation.unit, path, pace: Pace::Walk, evade: false };
    let scaled = |(unit, effect): AreaEffect| -> AreaEffect { (unit, effect.scaled(share)) };
    let effects = beside.into_iter().map(|(effect, _)| effect).chain([(target.id, estimate)]);
    let is_covered = timing == Timing::NextPhase && position.takes_cover;
    let intent = PlanIntent {
        area: effects.map(scaled).collect(),
        ends: vec![IntendedEnd { cell: position.cell, is_covered }],
        ..PlanIntent::default()
    };
    Some(ScoredOrder::new(order, contributions).with_intent(intent))
}

/// The effects of a throw with their scores, as far as allies leave each unit in action.
fn left_by_allies(
    effects: Vec<(AreaEffect, f64)>,
    chance_left: impl Fn(UnitId) -> f64,
) -> Vec<(AreaEffect, f64)> {
    let remaining = |((unit, effect), score): (AreaEffect, f64)| {
        let left = chance_left(unit);
        ((unit, effect.scaled(left)), left * score)
    };
    effects.into_iter().map(remaining).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planning::odds_cache::OddsEstimate;

    /// Allies have announced attacks on unit 2 that are almost sure to fell it.
    #[test]
    fn ab_cancel_01_a_throw_catches_nobody_whom_allies_fell_anyway() {
        let effect = OddsEstimate { harm: 0.8, mean: 4.0, ..OddsEstimate::default() };
        let effects = vec![((UnitId(2), effect), 0.5), ((UnitId(3), effect), 0.5)];
        let left = left_by_allies(effects, |unit| if unit == UnitId(2) { 0.1 } else { 1.0 });
        let caught = left.iter().filter(|((_, effect), _)| effect.harm > MIN_CAUGHT_CHANCE);
        assert_eq!(caught.map(|((unit, _), _)| *unit).collect::<Vec<_>>(), [UnitId(3)]);
        let scores = [left[0].1, left[1].1];
        assert!((scores[0] - 0.05).abs() < 1e-9 && (scores[1] - 0.5).abs() < 1e-9, "{scores:?}");
    }

    #[test]
    fn ab_cancel_01_a_throw_that_was_not_announced_waits_for_the_next_phase() {
        let timing = |allowed, now, next| first_timing(allowed, || now, || next);
        assert_eq!(timing(true, true, true), Some(Timing::Now));
        assert_eq!(timing(false, true, true), Some(Timing::NextPhase));
        assert_eq!(timing(true, false, true), Some(Timing::NextPhase));
        assert_eq!(timing(false, true, false), None);
    }
}
