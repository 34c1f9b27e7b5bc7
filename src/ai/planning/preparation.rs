//! What makes a unit ready: on its feet, loaded, behind something, on its guard, through the door; and doing nothing.

use super::movement_goal::MovementGoal;
use super::positions::CandidatePositions;
use super::situation::{Situation, weapon_uses_of};
use super::special_tactics;
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use battle::{FORCED_ACTION_KEY, Order};
use field::ObstaclePosition;
use rules::WeaponReach;

/// Deeds that make a unit harder to hit until its next phase, best first.
const DEFENSIVE_ACTIONS: [&str; 6] =
    ["full_defense", "full_defence", "guarded_stance", "defensive_stance", "total_defence", "evade"];
/// Deeds that end what keeps a unit from fighting.
const RECOVERY_ACTIONS: [&str; 8] =
    ["break_free", "rally", "clear_jam", "clear", "put_out", "extinguish", "shake_off", "take_control"];

/// Plans besides striking and going somewhere; the last one ends the phase.
pub(crate) fn plan_preparations(
    situation: &Situation,
    places: &CandidatePositions,
    goal: Option<&MovementGoal>,
    busy: bool,
) -> Vec<ScoredOrder> {
    let (unit, me, bent) = (situation.unit, &situation.me, &situation.weights);
    let here = places.current();
    let stay = |reasons: Vec<ScoreContribution>| {
        let mut all = vec![
            ScoreContribution { term: ScoreTerm::Danger, score: -here.danger },
            ScoreContribution { term: ScoreTerm::Objective, score: here.objective + here.close_in },
            ScoreContribution { term: ScoreTerm::Future, score: here.future },
        ];
        all.retain(|reason| reason.score != 0.0);
        all.extend(reasons);
        all
    };
    let ready = |worth| stay(vec![ScoreContribution { term: ScoreTerm::Readiness, score: worth }]);
    let guard = |worth| stay(vec![ScoreContribution { term: ScoreTerm::Defence, score: worth }]);
    let mut plans = Vec::new();
    if me.is_prone() {
        plans.push(ScoredOrder::new(Order::StandUp { unit }, ready(0.2)));
    }
    for (weapon, carried) in me.inventory.held_items() {
        if carried.magazine() > 0 && carried.loaded() < carried.magazine() {
            let worth = match carried.loaded() {
                0 => 0.3,
                left if 3 * left <= carried.magazine() && !busy => 0.05,
                _ => continue,
            };
            plans.push(ScoredOrder::new(Order::Reload { unit, weapon }, ready(worth)));
        }
    }
    plans.extend(
        weapons_to_draw(situation)
            .map(|(weapon, worth)| ScoredOrder::new(Order::Ready { unit, weapon }, ready(worth))),
    );
    if bent.special_tactics
        && let Some((weapon, throw)) = special_tactics::best_throw(situation)
        && throw > 1.3 * here.attack.map_or(0.0, |(.., worth)| worth)
    {
        plans.push(ScoredOrder::new(Order::Ready { unit, weapon }, ready(0.8 * throw)));
    }
    for offer in battle::available_actions(situation.view, me) {
        let deed =
            |key: &str| Order::SpecialAction { unit, deed: key.to_owned(), target: None, weapon: None };
        if offer.key == FORCED_ACTION_KEY {
            plans.push(ScoredOrder::new(deed(FORCED_ACTION_KEY), ready(10.0)));
        } else if RECOVERY_ACTIONS.contains(&offer.key) {
            plans.push(ScoredOrder::new(deed(offer.key), ready(0.3)));
        } else if bent.scores_positions && DEFENSIVE_ACTIONS.contains(&offer.key) && here.danger > 0.05 {
            plans.push(ScoredOrder::new(deed(offer.key), guard(bent.guard * here.danger)));
        }
    }
    if !me.taking_cover.is_taken() && !me.is_prone() && situation.view.cover_height_beside(me.cell()) > 0 {
        let worth = if bent.scores_positions { bent.shelter * here.danger } else { 0.02 };
        plans.push(ScoredOrder::new(Order::TakeCover { unit }, guard(worth)));
    }
    plans.extend(doors_to_open(situation, goal).map(|order| {
        let weight = goal.map_or(0.0, |goal| goal.weight);
        ScoredOrder::new(
            order,
            stay(vec![ScoreContribution { term: ScoreTerm::OpensPath, score: 0.5 * weight }]),
        )
    }));
    if bent.special_tactics && !busy && here.attack.is_none() && !situation.enemies.is_empty() {
        plans.push(ScoredOrder::new(
            Order::Delay { unit },
            stay(vec![ScoreContribution { term: ScoreTerm::Readiness, score: 0.004 }]),
        ));
    }
    plans.push(ScoredOrder::new(Order::EndPhase { unit }, stay(Vec::new())));
    plans
}

/// Weapons to take in hand, where nothing in hand serves.
fn weapons_to_draw(situation: &Situation) -> impl Iterator<Item = (usize, f64)> {
    let useful = !situation.weapon_uses().is_empty();
    let near =
        situation.enemies.first().map_or(u32::MAX, |foe| foe.cell.chebyshev_distance(situation.me.cell()));
    let carried = situation.me.inventory.items().iter().enumerate();
    let fit = carried.filter(move |(_, carried)| !useful && !carried.in_hand() && carried.hands() > 0);
    let fit = fit.filter(|(weapon, carried)| !weapon_uses_of(*weapon, carried).is_empty());
    fit.map(move |(weapon, carried)| match carried.reach() {
        WeaponReach::Melee { .. } if near > 2 => (weapon, 0.1),
        WeaponReach::Melee { .. } => (weapon, 0.3),
        WeaponReach::Ranged { .. } => (weapon, 0.28),
    })
}

/// Shut doors beside the unit that stand in its way.
fn doors_to_open(situation: &Situation, goal: Option<&MovementGoal>) -> impl Iterator<Item = Order> {
    let (view, me, unit) = (situation.view, &situation.me, situation.unit);
    let goal = goal.filter(|goal| goal.through_doors);
    let here = goal.and_then(|goal| goal.distance(me.cell())).unwrap_or(0);
    view.field().barriers().filter_map(move |(barrier, place)| {
        let goal = goal?;
        let beyond = match place {
            ObstaclePosition::Edge(edge) => {
                let [one, other] = edge.cells();
                if one == me.cell() {
                    other
                } else if other == me.cell() {
                    one
                } else {
                    return None;
                }
            }
            ObstaclePosition::Square(cell) => (cell.chebyshev_distance(me.cell()) == 1).then_some(cell)?,
        };
        let data = view.barrier(barrier)?;
        let shut = data.barrier.kind().openable && !data.state.open() && !data.state.holed();
        (shut && goal.distance(beyond)? < here).then_some(Order::Door { unit, barrier })
    })
}
