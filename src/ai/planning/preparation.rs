//! Preparations: stand up, reload, take cover, defend, open doors, wait or end the phase.

use super::doors;
use super::movement_goal::MovementGoal;
use super::odds_cache::{AiOddsCache, WeaponUse};
use super::planner::{intend_position, position_contributions};
use super::positions::CandidatePositions;
use super::situation::Situation;
use super::stances;
use super::unit_estimate::is_doomed;
use super::weapon_choice;
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use crate::exchange::{IntendedAttack, IntendedEnd, PlanIntent};
use crate::memory::PhaseMemory;
use battle::{FORCED_ACTION_KEY, Order, StatusKind, UnitDataItem, validate_order};
use model::UnitId;
use rules::turn_engine::Action;
use rules::{ActionRequest, AvailableAction, SpecialActionTarget, WeaponReach};

/// Defensive special actions, best first.
const DEFENSIVE_ACTIONS: [&str; 6] =
    ["full_defense", "full_defence", "guarded_stance", "defensive_stance", "total_defence", "evade"];
/// Those that only help against melee attacks.
const MELEE_STANCES: [&str; 2] = ["guarded_stance", "defensive_stance"];
/// Special actions that remove a handicap.
const RECOVERY_ACTIONS: [&str; 8] =
    ["break_free", "rally", "clear_jam", "clear", "put_out", "extinguish", "shake_off", "take_control"];

/// Score of removing a handicap, and of clearing a weapon beside an enemy.
const RECOVERY_SCORE: f64 = 0.3;
const HASTY_RECOVERY_SCORE: f64 = 0.1;

/// Special actions that save an ally beside the unit, and the score of trying it.
const TREATMENT_ACTIONS: [&str; 2] = ["heal", "first_aid"];
const TREATMENT_SCORE: f64 = 0.5;

/// Special action that turns announced attacks that have become impossible on another target, and its score. `AB-CANCEL-01`.
const REPLACE_ATTACK: &str = "replace";
const REPLACE_SCORE: f64 = 0.3;

/// Score of standing, for a unit that can attack and for another one, which has to move.
const STANDING_SCORE: f64 = 0.1;
const IDLE_STANDING_SCORE: f64 = 0.2;
/// Minimum danger that taking cover saves.
const MIN_COVER_GAIN: f64 = 0.005;
/// Score that taking cover before an attack loses against taking it afterwards.
const COVER_FIRST_MALUS: f64 = 0.002;

/// Candidates other than attacks and moves; the last one ends the phase.
pub(crate) fn plan_preparations(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    (positions, goal): (&CandidatePositions, Option<&MovementGoal>),
    (memory, can_attack): (&PhaseMemory, bool),
) -> Vec<ScoredOrder> {
    let (unit, me, weights) = (situation.unit, &situation.me, &situation.weights);
    let here = positions.current();
    let stay = |contributions: Vec<ScoreContribution>| {
        let mut all = vec![
            // Cover that is planned here is not yet taken.
            ScoreContribution { term: ScoreTerm::Danger, score: -here.uncovered_danger() },
            ScoreContribution { term: ScoreTerm::Objective, score: here.objective + here.close_in },
            ScoreContribution { term: ScoreTerm::Future, score: here.future },
            ScoreContribution { term: ScoreTerm::Crowding, score: -here.crowding },
        ];
        all.retain(|contribution| contribution.score != 0.0);
        all.extend(contributions);
        all
    };
    let ready = |score| stay(vec![ScoreContribution { term: ScoreTerm::Readiness, score }]);
    let guard = |score| stay(vec![ScoreContribution { term: ScoreTerm::Defence, score }]);
    let mut plans = Vec::new();
    plans.extend(plan_standing_up(situation, positions));
    let weapon_plans = weapon_choice::plan_weapons(situation, odds_cache, positions, (memory, can_attack));
    // First a weapon in hand, then a stance.
    let arms = |(order, _): &weapon_choice::WeaponPlan| {
        matches!(order, Order::Ready { .. } | Order::PickUp { .. })
            && validate_order(situation.view, order).is_ok()
    };
    let has_to_arm = weapon_choice::is_empty_handed(situation) && weapon_plans.iter().any(arms);
    plans.extend(weapon_plans.into_iter().map(|(order, score)| ScoredOrder::new(order, ready(score))));
    let melee = |weapon_use: Option<(WeaponUse, WeaponReach)>| {
        weapon_use.is_some_and(|(_, reach)| matches!(reach, WeaponReach::Melee { .. }))
    };
    let threats = situation.enemies.iter().zip(&here.threats);
    let melee_danger: f64 =
        threats.filter(|(enemy, _)| melee(enemy.weapon_use)).map(|(_, threat)| *threat).sum();
    let preventable_danger = stances::preventable_danger(situation, odds_cache, here);
    for action in battle::available_actions(situation.view, me) {
        let special_action =
            |key: &str| Order::SpecialAction { unit, action: key.to_owned(), target: None, weapon: None };
        if action.key == FORCED_ACTION_KEY {
            plans.push(ScoredOrder::new(special_action(FORCED_ACTION_KEY), ready(10.0)));
        } else if RECOVERY_ACTIONS.contains(&action.key) {
            let orders = recovery_orders(situation, &action);
            let is_hasty =
                action.aim == SpecialActionTarget::Weapon && weapon_choice::is_enemy_within(situation, 1);
            let score = if is_hasty { HASTY_RECOVERY_SCORE } else { RECOVERY_SCORE };
            plans.extend(orders.into_iter().map(|order| ScoredOrder::new(order, ready(score))));
        } else if action.key == REPLACE_ATTACK && sees_enemy(situation) && !can_attack {
            plans.push(ScoredOrder::new(special_action(REPLACE_ATTACK), ready(REPLACE_SCORE)));
        } else if DEFENSIVE_ACTIONS.contains(&action.key) && !has_to_arm {
            let danger = if MELEE_STANCES.contains(&action.key) { melee_danger } else { preventable_danger };
            if danger > 0.05 {
                let plan = ScoredOrder::new(special_action(action.key), guard(weights.guard * danger));
                let is_partial = MELEE_STANCES.contains(&action.key);
                let share = if is_partial { 0.0 } else { weights.guard };
                plans.push(plan.with_intent(PlanIntent { guard: share, ..PlanIntent::default() }));
            }
        }
    }
    plans.extend(treatments(situation).map(|order| ScoredOrder::new(order, ready(TREATMENT_SCORE))));
    plans.extend(plan_taking_cover(situation, positions));
    plans.extend(doors_to_open(situation, goal).into_iter().map(|order| {
        let weight = goal.map_or(0.0, |goal| goal.weight);
        ScoredOrder::new(
            order,
            stay(vec![ScoreContribution { term: ScoreTerm::OpensPath, score: 0.5 * weight }]),
        )
    }));
    if weights.special_tactics && !can_attack && here.attack.is_none() && !situation.enemies.is_empty() {
        let plan = ScoredOrder::new(
            Order::Delay { unit },
            stay(vec![ScoreContribution { term: ScoreTerm::Readiness, score: 0.004 }]),
        );
        plans.push(plan.with_intent(PlanIntent { holds: true, ..PlanIntent::default() }));
    }
    plans.push(ScoredOrder::new(Order::EndPhase { unit }, stay(Vec::new())));
    plans
}

/// Orders for an action that removes a handicap: one for each jammed weapon in hand, if it is about weapons. `CS-JAM-03`.
fn recovery_orders(situation: &Situation, action: &AvailableAction) -> Vec<Order> {
    let order = |weapon| Order::SpecialAction {
        unit: situation.unit,
        action: action.key.to_owned(),
        target: None,
        weapon,
    };
    if action.aim != SpecialActionTarget::Weapon {
        return vec![order(None)];
    }
    let held = situation.me.inventory.held_items();
    held.filter(|(_, carried)| weapon_choice::is_jammed(carried)).map(|(slot, _)| order(Some(slot))).collect()
}

/// Orders that treat an ally beside the unit that is dying, or falls at the end of the round if it is not healed. Easy players
/// think of none.
fn treatments(situation: &Situation) -> impl Iterator<Item = Order> {
    let (view, me, unit) = (situation.view, &situation.me, situation.unit);
    let needs_help = |other: &UnitDataItem| {
        let is_dying = other.status.iter().any(|status| matches!(status.kind, StatusKind::Dying(_)));
        is_dying || (other.is_fighting() && is_doomed(view, other))
    };
    let is_beside = |other: &UnitDataItem| {
        other.side == me.side && *other.id != unit && other.cell().chebyshev_distance(me.cell()) <= 1
    };
    let mut orders = Vec::new();
    if situation.weights.friendly_fire > 0.0 {
        let patients = view.units().filter(|other| is_beside(other) && needs_help(other));
        let patients: Vec<UnitId> = patients.map(|other| *other.id).collect();
        let actions = if patients.is_empty() { Vec::new() } else { battle::available_actions(view, me) };
        for action in actions.into_iter().filter(|action| TREATMENT_ACTIONS.contains(&action.key)) {
            orders.extend(patients.iter().map(|patient| Order::SpecialAction {
                unit,
                action: action.key.to_owned(),
                target: Some(*patient),
                weapon: None,
            }));
        }
    }
    orders.into_iter()
}

/// Whether the unit can turn an announced attack that has become impossible on another target. `AB-CANCEL-01`.
pub(crate) fn can_replace_attack(situation: &Situation) -> bool {
    let actions = battle::available_actions(situation.view, &situation.me);
    actions.into_iter().any(|action| action.key == REPLACE_ATTACK)
}

/// Whether an enemy is in the line of fire.
fn sees_enemy(situation: &Situation) -> bool {
    situation.enemies.iter().any(|enemy| situation.exposure(enemy).hidden < 100)
}

/// Standing up, with the attacks that can follow and the danger of standing there.
fn plan_standing_up(situation: &Situation, positions: &CandidatePositions) -> Option<ScoredOrder> {
    let standing = positions.standing.as_ref()?;
    let is_busy = positions.current().attack_score() > 0.0 || standing.attack_score() > 0.0;
    let score = if is_busy { STANDING_SCORE } else { IDLE_STANDING_SCORE };
    let mut contributions = position_contributions(situation, standing);
    contributions.push(ScoreContribution { term: ScoreTerm::Readiness, score });
    let order = Order::StandUp { unit: situation.unit };
    Some(ScoredOrder::new(order, contributions).with_intent(intend_position(situation, standing)))
}

/// Taking cover on the current cell, with the attacks that can follow.
fn plan_taking_cover(situation: &Situation, positions: &CandidatePositions) -> Option<ScoredOrder> {
    let here = positions.current();
    let after = situation.after_paying(&situation.fighter, ActionRequest::for_action(Action::TakeCover))?;
    if situation.me.cover.is_taken() || here.cover_gain() <= MIN_COVER_GAIN {
        return None;
    }
    let attacks =
        here.attack.map_or(0, |(_, weapon_use, _)| situation.affordable_attacks(&after, weapon_use));
    let mut contributions = vec![
        // Attacks first: what is put out of action needs no cover.
        ScoreContribution { term: ScoreTerm::Defence, score: here.cover_gain() - COVER_FIRST_MALUS },
        ScoreContribution { term: ScoreTerm::EndPosition, score: here.end_score(false) },
    ];
    if let Some((enemy, _, score)) = here.attack.filter(|_| attacks > 0) {
        let term = ScoreTerm::Harm(situation.enemies[enemy].id);
        contributions.push(ScoreContribution { term, score: score * f64::from(attacks) });
    }
    let attack = here.attack.filter(|_| attacks > 0);
    let intent = PlanIntent {
        attack: attack.map(|(enemy, weapon_use, _)| IntendedAttack {
            target: situation.enemies[enemy].id,
            weapon_use,
            times: attacks,
            from: here.cell,
            factor: 1.0,
        }),
        ends: vec![IntendedEnd { cell: here.cell, is_covered: true }],
        ..PlanIntent::default()
    };
    Some(ScoredOrder::new(situation.cover_order(), contributions).with_intent(intent))
}

/// Orders to open the closed doors beside the unit on its way to the goal.
fn doors_to_open(situation: &Situation, goal: Option<&MovementGoal>) -> Vec<Order> {
    let Some(goal) = goal.filter(|goal| goal.through_doors) else { return Vec::new() };
    let here = goal.distance(situation.me.cell()).unwrap_or(0);
    let doors = doors::closed_doors_beside(situation.view, &situation.me).into_iter();
    let leading = doors.filter(|(_, beyond)| goal.distance(*beyond).is_some_and(|distance| distance < here));
    leading.map(|(barrier, _)| Order::Door { unit: situation.unit, barrier }).collect()
}
