//! One more move in a phase, for its action or for Strain. `CC-ECON-05`, `CC-ECON-06`.

use super::candidate_position::CandidatePosition;
use super::movement_goal::MovementGoal;
use super::odds_cache::AiOddsCache;
use super::planner::{
    MAX_MOVES_PER_PHASE, MIN_LATER_COST, MIN_LATER_GAIN, SAFE_SHARE, intend_position, position_contributions,
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
/// Minimum gain over ending the phase.
const MIN_GAIN: f64 = 0.02;
/// Minimum score of a change of weapons for which a move is worth its price.
const MIN_WEAPON_SCORE: f64 = 0.09;

/// What one more move is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MovePurpose {
    /// An attack that is not possible without it.
    Attack,
    /// Cover, or a square that is far less dangerous.
    Safety,
    Other,
}

impl MovePurpose {
    /// Score that the Strain of a move costs for it, and the share of each gauge of health that has to be left after that. Without
    /// the move the unit would give up its attack, or stay under fire.
    const fn price(self) -> (f64, f32) {
        match self {
            Self::Attack => (0.04, 0.2),
            Self::Safety => (0.06, 0.35),
            Self::Other => (0.15, 0.5),
        }
    }
}

/// A move that the unit has paid for.
#[derive(Clone, Copy, Debug)]
struct BoughtMove {
    /// Whether a weapon may be taken in hand with it.
    arms: bool,
    /// Whether the unit can attack nothing without it, and is fit to attack.
    may_attack: bool,
    /// Least share of a gauge of health that is left after the Strain; `None` if the action pays.
    health_left: Option<f32>,
}

impl BoughtMove {
    /// Score that the move costs for a purpose; `None` if that leaves the unit too little health.
    fn cost(self, purpose: MovePurpose) -> Option<f64> {
        let (cost, least) = purpose.price();
        self.health_left.map_or(Some(0.0), |left| (left >= least).then_some(cost))
    }

    /// What the move is for that brings the unit from `here` to a position.
    fn purpose(self, here: &CandidatePosition, position: &CandidatePosition) -> MovePurpose {
        let attacks = position.attacks > 0 && position.attack.is_some_and(|(.., score)| score > 0.0);
        if self.may_attack && attacks {
            MovePurpose::Attack
        } else if here.danger > 0.0 && position.danger <= SAFE_SHARE * here.danger {
            MovePurpose::Safety
        } else {
            MovePurpose::Other
        }
    }
}

/// The best use of one more move: its score without the cost of the move, that cost, the reasons for it, and where the unit ends.
struct BestUse {
    score: f64,
    cost: f64,
    purpose: MovePurpose,
    contributions: Vec<ScoreContribution>,
    intent: PlanIntent,
}

/// Moves that are paid with the action, for a unit that cannot attack, or with Strain: to attack, to get into safety, or by a healthy
/// unit for anything else.
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
    let may_attack = !can_attack && !situation.is_badly_hurt;
    let (mut plans, mut strikes) = (Vec::new(), false);
    for key in offered {
        let Some(after) = pay(situation, key) else { continue };
        let health_left = (key == FOR_STRAIN).then(|| least_health_left(situation, &after));
        let bought = BoughtMove { arms, may_attack: may_attack && health_left.is_some(), health_left };
        if bought.cost(MovePurpose::Attack).is_none() {
            continue;
        }
        let before = std::mem::replace(&mut situation.fighter, after);
        let best = find_best_use(situation, odds_cache, goal, (memory, bought));
        situation.fighter = before;
        let Some(mut best) = best else { continue };
        strikes |= situation.strikes && best.purpose == MovePurpose::Attack;
        if best.score - best.cost <= stay + MIN_GAIN {
            continue;
        }
        best.contributions.push(ScoreContribution { term: ScoreTerm::Readiness, score: -best.cost });
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

/// The least share of a gauge of health or of Strain that is left.
fn least_health_left(situation: &Situation, state: &UnitSnapshot) -> f32 {
    let gauges = play::gauges(situation.me.sheet.get(), &state.condition, situation.view.rules());
    let health = gauges.iter().filter(|gauge| matches!(gauge.tone, GaugeTone::Body | GaugeTone::Strain));
    health.filter_map(|gauge| gauge.left()).fold(1.0, f32::min)
}

/// What the unit would do with a move that it has paid for: walk, take cover, stand up, or take a weapon in hand. A unit that
/// strikes attacks if it can.
fn find_best_use(
    situation: &mut Situation,
    odds_cache: &mut AiOddsCache,
    goal: Option<&MovementGoal>,
    (memory, bought): (&PhaseMemory, BoughtMove),
) -> Option<BestUse> {
    let positions = CandidatePositions::evaluate(situation, odds_cache, goal);
    let situation = &*situation;
    let here = positions.current();
    let mut uses: Vec<BestUse> = Vec::new();
    if memory.moves < MAX_MOVES_PER_PHASE {
        uses.extend(best_walk(situation, &positions, (memory, bought)));
    }
    uses.extend(
        positions.standing.as_ref().and_then(|standing| use_position(situation, here, standing, bought)),
    );
    let pays_cover =
        situation.after_paying(&situation.fighter, ActionRequest::for_action(Action::TakeCover)).is_some();
    if pays_cover && !situation.me.cover.is_taken() && here.cover_gain() > 0.0 {
        let gain = ScoreContribution { term: ScoreTerm::Defence, score: here.cover_gain() };
        uses.extend(use_here(situation, here, (gain, true), (MovePurpose::Safety, bought)));
    }
    if bought.arms {
        let (weapons, throw) =
            weapon_choice::plan_weapons(situation, odds_cache, &positions, (memory, false));
        let weapons = weapons.into_iter().chain(throw.map(|(plan, _)| plan));
        let best = weapons.map(|(_, score)| score).fold(0.0, f64::max);
        if best > MIN_WEAPON_SCORE {
            let gain = ScoreContribution { term: ScoreTerm::Readiness, score: best };
            let is_covered = situation.me.cover.is_taken();
            uses.extend(use_here(situation, here, (gain, is_covered), (MovePurpose::Other, bought)));
        }
    }
    let is_strike = |best: &BestUse| situation.strikes && best.purpose == MovePurpose::Attack;
    uses.into_iter().max_by(|one, other| {
        let net = |best: &BestUse| best.score - best.cost;
        is_strike(one).cmp(&is_strike(other)).then_with(|| net(one).total_cmp(&net(other)))
    })
}

/// The best walk with a bought move; `None` if none is better than to stay. A unit that strikes prefers walks to a blow.
fn best_walk(
    situation: &Situation,
    positions: &CandidatePositions,
    (memory, bought): (&PhaseMemory, BoughtMove),
) -> Option<BestUse> {
    let here = positions.current();
    let (min_gain, min_cost) = if memory.moves == 0 { (0.0, 0) } else { (MIN_LATER_GAIN, MIN_LATER_COST) };
    let least = here.position_score() + here.attack_score() + min_gain;
    let others = positions.positions[1..]
        .iter()
        .filter(|position| position.cost >= min_cost && !is_idle_return(&memory.left_cells, here, position));
    let is_strike = |position: &CandidatePosition| {
        situation.strikes && bought.purpose(here, position) == MovePurpose::Attack
    };
    let score = |position: &CandidatePosition| position.attack_score() + position.position_score();
    let payable = others.filter_map(|position| {
        Some((position, score(position) - bought.cost(bought.purpose(here, position))?))
    });
    let (best, _) = payable.max_by(|(one, gain), (other, other_gain)| {
        let order = is_strike(one).cmp(&is_strike(other)).then_with(|| gain.total_cmp(other_gain));
        order.then_with(|| (other.cost, other.cell).cmp(&(one.cost, one.cell)))
    })?;
    let is_worth_it = score(best) > least || is_strike(best);
    is_worth_it.then(|| use_position(situation, here, best, bought)).flatten()
}

/// The use of a move to end on a position; `None` if the move costs too much for that.
fn use_position(
    situation: &Situation,
    here: &CandidatePosition,
    position: &CandidatePosition,
    bought: BoughtMove,
) -> Option<BestUse> {
    let purpose = bought.purpose(here, position);
    let cost = bought.cost(purpose)?;
    let contributions = position_contributions(situation, position);
    let score = contributions.iter().map(|contribution| contribution.score).sum();
    Some(BestUse { score, cost, purpose, contributions, intent: intend_position(situation, position) })
}

/// The use of a move on the current cell, such as taking cover, with the attacks that can still follow; `None` if the move costs too
/// much for that.
fn use_here(
    situation: &Situation,
    here: &CandidatePosition,
    (gain, is_covered): (ScoreContribution, bool),
    (purpose, bought): (MovePurpose, BoughtMove),
) -> Option<BestUse> {
    let cost = bought.cost(purpose)?;
    let end = ScoreContribution { term: ScoreTerm::EndPosition, score: here.end_score(false) };
    let mut contributions = vec![gain, end];
    let mut intent = intend_position(situation, here);
    if let Some((enemy, _, score)) = here.attack.filter(|_| here.attacks > 0) {
        let term = ScoreTerm::Harm(situation.enemies[enemy].id);
        contributions.push(ScoreContribution { term, score: score * f64::from(here.attacks) });
    }
    intent.ends = vec![IntendedEnd { cell: here.cell, is_covered }];
    let score = contributions.iter().map(|contribution| contribution.score).sum();
    Some(BestUse { score, cost, purpose, contributions, intent })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planning::odds_cache::WeaponUse;
    use model::Cell;

    #[test]
    fn strain_is_spent_sooner_to_attack_or_to_get_into_safety() {
        let weapon_use = WeaponUse { weapon: 0, mode: None, option: None };
        let at = |x, danger| CandidatePosition { danger, ..CandidatePosition::at(Cell::new(x, 5), None, 0) };
        let here = at(5, 0.4);
        let shot = CandidatePosition { attack: Some((0, weapon_use, 0.3)), attacks: 1, ..at(7, 0.4) };
        let costs = |health_left, may_attack| {
            let bought = BoughtMove { arms: false, may_attack, health_left };
            [&shot, &at(8, 0.2), &at(9, 0.3)].map(|position| bought.cost(bought.purpose(&here, position)))
        };
        let of_strain = |purpose: MovePurpose| Some(purpose.price().0);
        let [attack, safety, other] =
            [MovePurpose::Attack, MovePurpose::Safety, MovePurpose::Other].map(of_strain);
        assert!(attack < safety && safety < other);
        assert_eq!(costs(Some(0.6), true), [attack, safety, other]);
        assert_eq!(costs(Some(0.6), false), [other, safety, other], "it can attack anyway");
        assert_eq!(costs(Some(0.4), true), [attack, safety, None]);
        assert_eq!(costs(Some(0.25), true), [attack, None, None]);
        assert_eq!(costs(None, false), [Some(0.0); 3], "the action pays");
    }
}
