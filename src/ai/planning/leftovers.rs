//! What is left of a phase: a unit that has attacked drops to the ground or reserves a defence, and one that has nothing to do holds its
//! phase.

use super::candidate_position::CandidatePosition;
use super::odds_cache::AiOddsCache;
use super::positions::{CandidatePositions, danger_in_posture};
use super::preparation::{HOLD_SCORE, can_be_worth_waiting, stay};
use super::situation::Situation;
use super::unit_estimate::sees_enemy_in_reach;
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use crate::exchange::PlanIntent;
use crate::memory::PhaseMemory;
use battle::{Order, defence_warning};
use model::UnitId;
use rules::turn_engine::Action;
use rules::{ActionRequest, AvailableAction, play};

/// Minimum danger that dropping to the ground saves, and its share of all danger.
const MIN_DROP_GAIN: f64 = 0.05;
const MIN_DROP_SHARE: f64 = 0.2;
/// Special action that keeps one defence, and the share of the danger that it prevents as a share of that of a full one.
const RESERVE: &str = "reserve";
const RESERVE_SHARE: f64 = 0.5;
/// Minimum danger against which a defence is reserved.
const MIN_RESERVED_DANGER: f64 = 0.05;

/// Plans for what is left of a phase after an attack; `preventable_danger` is what a defence against all attacks could prevent. Plans
/// that are rated by exchanges know nothing of units on the ground.
pub(super) fn plan_leftovers(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    (positions, preventable_danger): (&CandidatePositions, f64),
    (memory, actions): (&PhaseMemory, &[AvailableAction]),
) -> Vec<ScoredOrder> {
    if !memory.has_attacked || situation.weights.weighs_exchanges {
        return Vec::new();
    }
    let (unit, here) = (situation.unit, positions.current());
    let defend = |order, score| stay(here, order, Some((ScoreTerm::Defence, score)));
    let drop =
        dropping_gain(situation, odds_cache, positions).map(|gain| defend(Order::DropProne { unit }, gain));
    let offers_reserve = actions.iter().any(|action| action.key == RESERVE);
    let reserve = (offers_reserve && can_reserve(situation, preventable_danger)).then(|| {
        let order = Order::SpecialAction { unit, action: RESERVE.to_owned(), target: None, weapon: None };
        defend(order, RESERVE_SHARE * situation.weights.guard * preventable_danger)
    });
    drop.into_iter().chain(reserve).collect()
}

/// The danger that the unit escapes by dropping to the ground; `None` if that is too little, there is cover in reach, it would have
/// to get up again soon, or it cannot pay for it.
fn dropping_gain(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    positions: &CandidatePositions,
) -> Option<f64> {
    let me = &situation.me;
    let drop = ActionRequest::for_action(Action::DropProne);
    let has_to_walk = situation.strikes || situation.has_zone || situation.is_in_reach_of_blades(me.cell());
    if has_to_walk
        || me.is_prone()
        || me.cover.is_taken()
        || situation.after_paying(&situation.fighter, drop).is_none()
    {
        return None;
    }
    let standing = danger_in_posture(situation, odds_cache, false);
    // A unit in cover can move on without getting up.
    if offers_cover(&positions.positions, standing) {
        return None;
    }
    let lying = danger_in_posture(situation, odds_cache, true);
    // What cannot be computed any more would count as no danger.
    (!odds_cache.is_spent() && is_worth_dropping(standing, lying)).then_some(standing - lying)
}

/// Whether the unit can still take cover in this phase, where it is or after a move, that saves the share of its danger for which it
/// would drop.
fn offers_cover(positions: &[CandidatePosition], standing: f64) -> bool {
    let most = (1.0 - MIN_DROP_SHARE) * standing;
    positions.iter().any(|position| position.takes_cover && position.danger <= most)
}

/// Whether a unit is so much safer on the ground that it drops.
fn is_worth_dropping(standing: f64, lying: f64) -> bool {
    standing - lying >= MIN_DROP_GAIN.max(MIN_DROP_SHARE * standing)
}

/// Whether a reserved defence is of use: against all enemies in sight, and against enough danger.
fn can_reserve(situation: &Situation, preventable_danger: f64) -> bool {
    let (view, me) = (situation.view, &situation.me);
    preventable_danger > MIN_RESERVED_DANGER
        && play::can_defend(&situation.fighter, view.rules())
        && defence_warning(view, me, RESERVE).is_none()
}

/// Whether a unit that has done nothing yet holds its phase instead of ending it: an enemy may still come into its reach, and none for
/// which it would end the held phase at once is there already. Units with all tactics plan that among others.
pub(super) fn may_hold(situation: &Situation, here: &CandidatePosition, memory: &PhaseMemory) -> bool {
    let has_acted = memory.moves > 0 || memory.has_attacked;
    !has_acted
        && !situation.weights.special_tactics
        && here.attack.is_none()
        && can_be_worth_waiting(situation)
        && !sees_enemy_in_reach(situation.view, &situation.me)
}

/// Puts holding the phase before its end, if it is possible.
pub(super) fn put_hold_before_end(
    plans: &mut Vec<ScoredOrder>,
    unit: UnitId,
    may_hold: impl FnOnce() -> bool,
    is_possible: impl Fn(&ScoredOrder) -> bool,
) {
    let end = plans.first().filter(|best| matches!(best.order, Order::EndPhase { .. }));
    let Some(end) = end.filter(|_| may_hold()) else { return };
    let mut contributions = end.contributions.clone();
    contributions.push(ScoreContribution { term: ScoreTerm::Readiness, score: HOLD_SCORE });
    let hold = ScoredOrder::new(Order::Delay { unit }, contributions);
    if is_possible(&hold) {
        plans.insert(0, hold.with_intent(PlanIntent { holds: true, ..PlanIntent::default() }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai_rng::AiRng;
    use crate::planning::situation::tests::for_each_unit;
    use crate::{AiWeights, Difficulty, Personality};
    use battle::Pace;
    use model::Cell;
    use rules::Book;

    #[test]
    fn a_unit_drops_only_where_that_saves_much_of_its_danger() {
        let drops = [(0.5, 0.3), (0.5, 0.42), (0.1, 0.04), (0.06, 0.02), (0.3, 0.5)]
            .map(|(standing, lying)| is_worth_dropping(standing, lying));
        assert_eq!(drops, [true, false, true, false, false]);
    }

    #[test]
    fn a_unit_prefers_cover_in_reach_to_the_ground() {
        let position = |takes_cover, danger| CandidatePosition {
            takes_cover,
            danger,
            ..CandidatePosition::at(Cell::new(1, 1), None, 0)
        };
        let offers = [position(true, 0.3), position(true, 0.45), position(false, 0.1)]
            .map(|position| offers_cover(&[position], 0.5));
        assert_eq!(offers, [true, false, false], "cover that saves a fifth of the danger");
    }

    /// No unit has acted yet, so an enemy may still come into reach.
    #[test]
    fn no_phase_is_held_for_an_enemy_that_is_in_reach_already() {
        let (mut waiting, mut near) = (0, 0);
        for book in Book::ALL {
            for_each_unit(book, |view, unit| {
                let weights = AiWeights::new(Difficulty::Normal, Personality::Even);
                let (rng, memory) = (AiRng::new(1, 1, 1), PhaseMemory::default());
                let situation = Situation::assess(view, *unit.id, weights, (&rng, &memory));
                let situation = situation.expect("it is on the map");
                let here = CandidatePosition::at(unit.cell(), None, 0);
                waiting += usize::from(can_be_worth_waiting(&situation));
                if sees_enemy_in_reach(view, unit) {
                    near += 1;
                    assert!(!may_hold(&situation, &here, &memory), "{book:?}: {}", unit.identity.name());
                }
            });
        }
        assert!(waiting > 0 && near > 0, "{waiting} and {near}");
    }

    #[test]
    fn a_unit_that_has_nothing_to_do_holds_its_phase() {
        let unit = UnitId(1);
        let (end, hold) = (Order::EndPhase { unit }, Order::Delay { unit });
        let walk = Order::Move { unit, path: vec![Cell::new(1, 4)], pace: Pace::Walk, evade: false };
        let first = |orders: [&Order; 2], may_hold: bool, is_possible: bool| {
            let mut plans: Vec<ScoredOrder> =
                orders.iter().map(|order| ScoredOrder::new((*order).clone(), Vec::new())).collect();
            put_hold_before_end(&mut plans, unit, || may_hold, |_| is_possible);
            plans[0].order.clone()
        };
        assert_eq!(first([&end, &walk], true, true), hold);
        assert_eq!(first([&end, &walk], false, true), end, "no enemy can come into reach");
        assert_eq!(first([&end, &walk], true, false), end, "it has paid for something");
        assert_eq!(first([&walk, &end], true, true), walk, "it has something to do");
    }
}
