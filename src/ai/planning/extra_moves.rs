//! One more move in a phase, for its action or for Strain. `CC-ECON-05`, `CC-ECON-06`.

use super::candidate_position::CandidatePosition;
use super::movement_goal::MovementGoal;
use super::odds_cache::AiOddsCache;
use super::planner::{
    MAX_MOVES_PER_PHASE, MIN_LATER_COST, MIN_LATER_GAIN, intend_position, position_contributions,
};
use super::positions::CandidatePositions;
use super::returns::is_idle_return;
use super::situation::Situation;
use super::weapon_choice;
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use crate::exchange::{IntendedEnd, PlanIntent};
use crate::memory::PhaseMemory;
use battle::Order;
use rules::turn_engine::Action;
use rules::{ActionRequest, GaugeTone, SpecialAction, UnitSnapshot, play};

/// Special actions that give one more move: for the action of the phase, and for Strain.
const FOR_ACTION: &str = "give_up_action";
const FOR_STRAIN: &str = "buy_maneuver";
/// Score that the Strain of a move costs, and minimum share of each gauge of health that has to be left.
const STRAIN_COST: f64 = 0.15;
const MIN_HEALTH_LEFT: f32 = 0.5;
/// The same for a unit that moves to strike: it would give up its attack otherwise.
const STRIKE_STRAIN_COST: f64 = 0.04;
const MIN_LEFT_TO_STRIKE: f32 = 0.2;
/// Minimum gain over ending the phase.
const MIN_GAIN: f64 = 0.02;
/// Minimum score of a change of weapons for which a move is worth its price.
const MIN_WEAPON_SCORE: f64 = 0.09;

/// The best use of one more move: its score, the reasons for it, and where the unit ends.
struct BestUse {
    score: f64,
    contributions: Vec<ScoreContribution>,
    intent: PlanIntent,
}

/// Moves that are paid with the action, for a unit that cannot attack, or with Strain, for a healthy one, or to strike.
///
/// Free moves are used first: the order is given only once none is left. The action is not given up where Strain pays for a strike,
/// unless the unit is badly hurt.
pub(crate) fn plan_extra_moves(
    situation: &mut Situation,
    odds_cache: &mut AiOddsCache,
    (positions, goal): (&CandidatePositions, Option<&MovementGoal>),
    (memory, can_attack): (&PhaseMemory, bool),
) -> Vec<ScoredOrder> {
    let offered: Vec<&'static str> = battle::available_actions(situation.view, &situation.me)
        .into_iter()
        .map(|action| action.key)
        .filter(|key| *key == FOR_STRAIN || (*key == FOR_ACTION && !can_attack))
        .collect();
    if offered.is_empty() || has_move_left(situation) {
        return Vec::new();
    }
    let current = positions.current();
    let attacks = if can_attack { current.attack_score() } else { 0.0 };
    let stay = current.end_score(false) + attacks;
    // A weapon that cannot be used in this phase is readied in the next one.
    let arms = !can_attack && pay(situation, FOR_ACTION).is_some();
    let (mut plans, mut strikes) = (Vec::new(), false);
    for key in offered {
        let Some(after) = pay(situation, key) else { continue };
        let costs_strain = key == FOR_STRAIN;
        let moves_to_strike = situation.strikes && !can_attack && !situation.is_badly_hurt;
        let [is_fresh, can_strike] = [MIN_HEALTH_LEFT, MIN_LEFT_TO_STRIKE]
            .map(|least| is_healthy(situation, &after, least))
            .map(|has_enough| has_enough || !costs_strain);
        let may_strike = costs_strain && moves_to_strike && can_strike;
        if !is_fresh && !may_strike {
            continue;
        }
        let before = std::mem::replace(&mut situation.fighter, after);
        let best = find_best_use(situation, odds_cache, goal, (memory, arms, may_strike));
        situation.fighter = before;
        let is_strike = may_strike && best.as_ref().is_some_and(|best| best.intent.attack.is_some());
        if !is_fresh && !is_strike {
            continue;
        }
        strikes |= is_strike;
        let cost = match (costs_strain, is_strike) {
            (false, _) => 0.0,
            (true, true) => STRIKE_STRAIN_COST,
            (true, false) => STRAIN_COST,
        };
        let Some(mut best) = best.filter(|best| best.score - cost > stay + MIN_GAIN) else { continue };
        best.contributions.push(ScoreContribution { term: ScoreTerm::Readiness, score: -cost });
        best.contributions.retain(|contribution| contribution.score != 0.0);
        let order =
            Order::SpecialAction { unit: situation.unit, action: key.to_owned(), target: None, weapon: None };
        plans.push(ScoredOrder::new(order, best.contributions).with_intent(best.intent));
    }
    if strikes {
        plans.retain(|plan| !gives_up_action(&plan.order));
    }
    plans
}

/// Whether an order gives up the action for a move.
fn gives_up_action(order: &Order) -> bool {
    matches!(order, Order::SpecialAction { action, .. } if action == FOR_ACTION)
}

/// Whether the unit can still move, stand up or take cover without a further price.
fn has_move_left(situation: &Situation) -> bool {
    let pays =
        |action| situation.after_paying(&situation.fighter, ActionRequest::for_action(action)).is_some();
    pays(Action::TakeCover) || (situation.me.is_prone() && pays(Action::StandUp))
}

/// The unit after paying for one more move; `None` if it cannot.
fn pay(situation: &Situation, key: &str) -> Option<UnitSnapshot> {
    let action = SpecialAction { seen: true, ..SpecialAction::new(&situation.fighter, key) };
    let paid = play::pay_special_action(&action, situation.view.rules()).ok()?;
    Some(situation.fighter.after_payment(paid))
}

/// Whether each gauge of health and of Strain has at least this share left.
fn is_healthy(situation: &Situation, state: &UnitSnapshot, least: f32) -> bool {
    let gauges = play::gauges(situation.me.sheet.get(), &state.condition, situation.view.rules());
    let mut health = gauges.iter().filter(|gauge| matches!(gauge.tone, GaugeTone::Body | GaugeTone::Strain));
    health.all(|gauge| gauge.left().is_none_or(|left| left >= least))
}

/// What the unit would do with a move that it has paid for: walk, take cover, stand up, or take a weapon in hand. A unit that
/// `strikes` attacks if it can.
fn find_best_use(
    situation: &mut Situation,
    odds_cache: &mut AiOddsCache,
    goal: Option<&MovementGoal>,
    (memory, arms, strikes): (&PhaseMemory, bool, bool),
) -> Option<BestUse> {
    let positions = CandidatePositions::evaluate(situation, odds_cache, goal);
    let situation = &*situation;
    let here = positions.current();
    let mut uses: Vec<BestUse> = Vec::new();
    if memory.moves < MAX_MOVES_PER_PHASE {
        let (min_gain, min_cost) =
            if memory.moves == 0 { (0.0, 0) } else { (MIN_LATER_GAIN, MIN_LATER_COST) };
        let least = here.position_score() + here.attack_score() + min_gain;
        let score = |position: &&CandidatePosition| position.attack_score() + position.position_score();
        let others = positions.positions[1..].iter().filter(|position| {
            position.cost >= min_cost && !is_idle_return(&memory.left_cells, here, position)
        });
        let attacks = |position: &CandidatePosition| {
            strikes && position.attacks > 0 && position.attack.is_some_and(|(.., score)| score > 0.0)
        };
        let best = others.max_by(|one, other| {
            let order = attacks(one).cmp(&attacks(other)).then_with(|| score(one).total_cmp(&score(other)));
            order.then_with(|| (other.cost, other.cell).cmp(&(one.cost, one.cell)))
        });
        let is_worth_it = |best: &&CandidatePosition| score(best) > least || attacks(best);
        uses.extend(best.filter(is_worth_it).map(|best| use_position(situation, best)));
    }
    uses.extend(positions.standing.as_ref().map(|standing| use_position(situation, standing)));
    let pays_cover =
        situation.after_paying(&situation.fighter, ActionRequest::for_action(Action::TakeCover)).is_some();
    if pays_cover && !situation.me.cover.is_taken() && here.cover_gain() > 0.0 {
        let gain = ScoreContribution { term: ScoreTerm::Defence, score: here.cover_gain() };
        uses.push(use_here(situation, here, (gain, true)));
    }
    if arms {
        let (weapons, throw) =
            weapon_choice::plan_weapons(situation, odds_cache, &positions, (memory, false));
        let weapons = weapons.into_iter().chain(throw.map(|(plan, _)| plan));
        let best = weapons.map(|(_, score)| score).fold(0.0, f64::max);
        if best > MIN_WEAPON_SCORE {
            let gain = ScoreContribution { term: ScoreTerm::Readiness, score: best };
            uses.push(use_here(situation, here, (gain, situation.me.cover.is_taken())));
        }
    }
    let attacks = |best: &BestUse| strikes && best.intent.attack.is_some();
    uses.into_iter().max_by(|one, other| {
        attacks(one).cmp(&attacks(other)).then_with(|| one.score.total_cmp(&other.score))
    })
}

fn use_position(situation: &Situation, position: &CandidatePosition) -> BestUse {
    let contributions = position_contributions(situation, position);
    let score = contributions.iter().map(|contribution| contribution.score).sum();
    BestUse { score, contributions, intent: intend_position(situation, position) }
}

/// The use of a move on the current cell, such as taking cover, with the attacks that can still follow.
fn use_here(
    situation: &Situation,
    here: &CandidatePosition,
    (gain, is_covered): (ScoreContribution, bool),
) -> BestUse {
    let end = ScoreContribution { term: ScoreTerm::EndPosition, score: here.end_score(false) };
    let mut contributions = vec![gain, end];
    let mut intent = intend_position(situation, here);
    if let Some((enemy, _, score)) = here.attack.filter(|_| here.attacks > 0) {
        let term = ScoreTerm::Harm(situation.enemies[enemy].id);
        contributions.push(ScoreContribution { term, score: score * f64::from(here.attacks) });
    }
    intent.ends = vec![IntendedEnd { cell: here.cell, is_covered }];
    let score = contributions.iter().map(|contribution| contribution.score).sum();
    BestUse { score, contributions, intent }
}
