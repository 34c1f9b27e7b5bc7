//! Preparations: stand up, reload, take cover, defend, open doors, wait or end the phase.

use super::candidate_position::CandidatePosition;
use super::doors;
use super::known_unit::KnownUnit;
use super::leftovers;
use super::movement_goal::MovementGoal;
use super::odds_cache::{AiOddsCache, WeaponUse};
use super::planner::{MAX_MOVES_PER_PHASE, intend_position, position_contributions};
use super::positions::CandidatePositions;
use super::situation::Situation;
use super::special_tactics;
use super::stances;
use super::treatments;
use super::unit_estimate::is_blocked;
use super::weapon_choice;
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use crate::exchange::{IntendedAttack, IntendedEnd, PlanIntent};
use crate::memory::PhaseMemory;
use battle::{AttackChoice, FORCED_ACTION_KEY, Order, SafePaths, validate_order};
use model::{BarrierId, Cell, UnitId};
use rules::turn_engine::Action;
use rules::{ActionRequest, AvailableAction, SpecialActionTarget, UnitSnapshot, WeaponReach, play};

/// Defensive special actions, best first.
pub(super) const DEFENSIVE_ACTIONS: [&str; 6] =
    ["full_defense", "full_defence", "guarded_stance", "defensive_stance", "total_defence", "evade"];
/// Those that only help against melee attacks.
const MELEE_STANCES: [&str; 2] = ["guarded_stance", "defensive_stance"];
/// Special actions that remove a handicap.
const RECOVERY_ACTIONS: [&str; 8] =
    ["break_free", "rally", "clear_jam", "clear", "put_out", "extinguish", "shake_off", "take_control"];

/// Score of removing a handicap, and of clearing a weapon beside an enemy.
const RECOVERY_SCORE: f64 = 0.3;
const HASTY_RECOVERY_SCORE: f64 = 0.1;

/// Special action that turns announced attacks that have become impossible on another target, and its score. `AB-CANCEL-01`.
const REPLACE_ATTACK: &str = "replace";
const REPLACE_SCORE: f64 = 0.3;
/// Minimum chance of damage, with the added difficulty, for which the price of another attack is paid.
const MIN_REPLACED_CHANCE: f64 = 0.1;

/// Score of an action that the unit has to take.
const FORCED_SCORE: f64 = 10.0;
/// Minimum danger against which a unit defends.
const MIN_DEFENDED_DANGER: f64 = 0.05;
/// Share of the weight of the goal that opening a door on the way to it counts.
const DOOR_SHARE: f64 = 0.5;
/// Score of holding the phase until a target appears.
pub(super) const HOLD_SCORE: f64 = 0.004;

/// Score of standing, for a unit that can attack and for another one, which has to move.
const STANDING_SCORE: f64 = 0.1;
const IDLE_STANDING_SCORE: f64 = 0.2;
/// Minimum danger that taking cover saves; none for plans that are rated by exchanges, which know what it is worth.
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
    let (unit, here) = (situation.unit, positions.current());
    let ready = |(order, score)| stay(here, order, Some((ScoreTerm::Readiness, score)));
    let mut plans = Vec::new();
    plans.extend(plan_standing_up(situation, positions));
    let (weapon_plans, throw) =
        weapon_choice::plan_weapons(situation, odds_cache, positions, (memory, can_attack));
    let orders = weapon_plans.iter().chain(throw.as_ref().map(|(plan, _)| plan)).map(|(order, _)| order);
    let has_to_arm = has_to_arm(situation, orders);
    plans.extend(weapon_plans.into_iter().map(ready));
    plans.extend(throw.map(|(plan, intent)| ready(plan).with_intent(intent)));
    let actions = battle::available_actions(situation.view, &situation.me);
    let dangers = [stances::preventable_danger(situation, odds_cache, here), melee_danger(situation, here)];
    for action in &actions {
        let mut is_worth_it =
            |danger| stances::is_worth_attacks(situation, odds_cache, (action.key, danger), memory);
        let known = (can_attack, has_to_arm);
        plans.extend(plan_special_action((situation, here), action, known, (dangers, &mut is_worth_it)));
    }
    let known = (memory, actions.as_slice());
    plans.extend(leftovers::plan_leftovers(situation, odds_cache, (positions, dangers[0]), known));
    plans.extend(special_tactics::plan_later_aim(situation, here).map(ready));
    plans.extend(treatments::treat_allies(situation, &actions).into_iter().map(ready));
    plans.extend(treatments::treat_itself(situation, &actions).into_iter().map(ready));
    plans.extend(plan_taking_cover(situation, positions));
    let opening = DOOR_SHARE * goal.map_or(0.0, |goal| goal.weight);
    let doors = doors_to_open(situation, goal, memory);
    plans.extend(doors.into_iter().map(|order| stay(here, order, Some((ScoreTerm::OpensPath, opening)))));
    let has_tactics = situation.weights.special_tactics;
    if has_tactics && !can_attack && here.attack.is_none() && can_be_worth_waiting(situation) {
        let plan = ready((Order::Delay { unit }, HOLD_SCORE));
        plans.push(plan.with_intent(PlanIntent { holds: true, ..PlanIntent::default() }));
    }
    plans.push(stay(here, Order::EndPhase { unit }, None));
    plans
}

/// A plan of a unit that stays on its cell: what that is worth, and what its order adds.
pub(super) fn stay(here: &CandidatePosition, order: Order, added: Option<(ScoreTerm, f64)>) -> ScoredOrder {
    let mut contributions = vec![
        // Cover that is planned here is not yet taken.
        ScoreContribution { term: ScoreTerm::Danger, score: -here.uncovered_danger() },
        ScoreContribution { term: ScoreTerm::Objective, score: here.objective + here.close_in },
        ScoreContribution { term: ScoreTerm::Future, score: here.future },
        ScoreContribution { term: ScoreTerm::Crowding, score: -here.crowding },
    ];
    contributions.retain(|contribution| contribution.score != 0.0);
    contributions.extend(added.map(|(term, score)| ScoreContribution { term, score }));
    ScoredOrder::new(order, contributions)
}

/// Whether an enemy may still come into reach of a unit with a weapon in this pass: others have made their moves.
pub(super) fn can_be_worth_waiting(situation: &Situation) -> bool {
    let view = situation.view;
    let moves = |enemy: &KnownUnit| {
        view.unit(enemy.id).is_some_and(|other| view.awaits_phase(&other) || view.can_step_in(&other))
    };
    !situation.weapon_uses().is_empty() && situation.enemies.iter().any(moves)
}

/// Whether a unit with empty hands can take a weapon in hand: it does so before it takes a stance.
fn has_to_arm<'o>(situation: &Situation, mut orders: impl Iterator<Item = &'o Order>) -> bool {
    let arms = |order: &Order| {
        matches!(order, Order::Ready { .. } | Order::PickUp { .. })
            && validate_order(situation.view, order).is_ok()
    };
    weapon_choice::is_empty_handed(situation) && orders.any(arms)
}

/// Plans with a special action that is forced, removes a handicap, replaces an announced attack or defends. `dangers` are those
/// that a stance can prevent: of all attacks, and of those with melee weapons; `is_worth_it` is whether a stance against one of them
/// is worth the attacks that it costs.
fn plan_special_action(
    (situation, here): (&Situation, &CandidatePosition),
    action: &AvailableAction,
    (can_attack, has_to_arm): (bool, bool),
    (dangers, is_worth_it): ([f64; 2], &mut dyn FnMut(f64) -> bool),
) -> Vec<ScoredOrder> {
    let ready = |order, score| stay(here, order, Some((ScoreTerm::Readiness, score)));
    let order = special_action(situation, action, None, None);
    if action.key == FORCED_ACTION_KEY {
        vec![ready(order, FORCED_SCORE)]
    } else if RECOVERY_ACTIONS.contains(&action.key) {
        let is_hasty =
            action.aim == SpecialActionTarget::Weapon && weapon_choice::is_enemy_within(situation, 1);
        let score = if is_hasty { HASTY_RECOVERY_SCORE } else { RECOVERY_SCORE };
        let orders = recovery_orders(situation, action);
        orders.into_iter().map(|order| ready(order, score)).collect()
    } else if action.key == REPLACE_ATTACK && !can_attack && can_attack_anew(situation) {
        vec![ready(order, REPLACE_SCORE)]
    } else if DEFENSIVE_ACTIONS.contains(&action.key) && !has_to_arm && can_defend(situation) {
        plan_defence(situation, here, (action.key, order), (dangers, is_worth_it)).into_iter().collect()
    } else {
        Vec::new()
    }
}

/// Whether a defence helps the unit in this round.
fn can_defend(situation: &Situation) -> bool {
    play::can_defend(&situation.fighter, situation.view.rules())
}

/// A plan with a defensive action; `None` if there is hardly anything to defend against, or an attack is worth more.
fn plan_defence(
    situation: &Situation,
    here: &CandidatePosition,
    (key, order): (&str, Order),
    ([preventable_danger, melee_danger], is_worth_it): ([f64; 2], &mut dyn FnMut(f64) -> bool),
) -> Option<ScoredOrder> {
    let (guard, is_partial) = (situation.weights.guard, MELEE_STANCES.contains(&key));
    let danger = if is_partial { melee_danger } else { preventable_danger };
    (danger > MIN_DEFENDED_DANGER && is_worth_it(danger)).then(|| {
        let plan = stay(here, order, Some((ScoreTerm::Defence, guard * danger)));
        let share = if is_partial { 0.0 } else { guard };
        plan.with_intent(PlanIntent { guard: share, ..PlanIntent::default() })
    })
}

/// The danger of a cell from enemies with melee weapons.
fn melee_danger(situation: &Situation, here: &CandidatePosition) -> f64 {
    let is_melee = |(_, reach): (WeaponUse, WeaponReach)| matches!(reach, WeaponReach::Melee { .. });
    let threats = situation.enemies.iter().zip(&here.threats);
    threats.filter(|(enemy, _)| enemy.weapon_use.is_some_and(is_melee)).map(|(_, threat)| *threat).sum()
}

/// The order of a special action of the unit.
pub(super) fn special_action(
    situation: &Situation,
    action: &AvailableAction,
    target: Option<UnitId>,
    weapon: Option<usize>,
) -> Order {
    Order::SpecialAction { unit: situation.unit, action: action.key.to_owned(), target, weapon }
}

/// Orders for an action that removes a handicap: one for each jammed weapon in hand, if it is about weapons. `CS-JAM-03`.
fn recovery_orders(situation: &Situation, action: &AvailableAction) -> Vec<Order> {
    let order = |weapon| special_action(situation, action, None, weapon);
    if action.aim != SpecialActionTarget::Weapon {
        return vec![order(None)];
    }
    let held = situation.me.inventory.held_items();
    held.filter(|(_, carried)| weapon_choice::is_jammed(carried)).map(|(slot, _)| order(Some(slot))).collect()
}

/// Whether the unit can turn an announced attack that has become impossible on another target. `AB-CANCEL-01`.
pub(crate) fn can_replace_attack(situation: &Situation) -> bool {
    let actions = battle::available_actions(situation.view, &situation.me);
    actions.into_iter().any(|action| action.key == REPLACE_ATTACK)
}

/// Whether the unit could attack an enemy in this phase with what it has in hand, with a melee weapon after a walk, and would harm it
/// likely enough, if it had not announced another attack.
fn can_attack_anew(situation: &Situation) -> bool {
    let (view, me) = (situation.view, &situation.me);
    let unusable = view.unusable_weapons(me);
    let uses = situation.weapon_uses().into_iter();
    let uses: Vec<WeaponUse> =
        uses.filter(|one| unusable.iter().all(|(slot, _)| *slot != one.weapon)).collect();
    let walked = situation.after_move(Action::Walk);
    let walk = play::move_budget(&situation.fighter, view.rules()).walk_left;
    let paths = walked.as_ref().map(|_| SafePaths::from_unit(view, me, walk)).unwrap_or_default();
    let pays = |state: &UnitSnapshot, one: WeaponUse| situation.affordable_attacks(state, one) > 0;
    let place = |enemy: &KnownUnit, one: WeaponUse| -> Option<Cell> {
        let far = |cell: Cell| enemy.cell.chebyshev_distance(cell);
        let (reach, is_in_view) = match me.inventory[one.weapon].reach() {
            WeaponReach::Melee { beyond } => (beyond + 1, true),
            WeaponReach::Ranged { metres } => (metres, !is_blocked(situation.exposure(enemy))),
        };
        if far(me.cell()) <= reach {
            return (is_in_view && pays(&situation.fighter, one)).then(|| me.cell());
        }
        let strikes_after_walk =
            me.inventory[one.weapon].is_melee() && walked.as_ref().is_some_and(|walked| pays(walked, one));
        let beside = paths.cells().filter(|(cell, _)| strikes_after_walk && far(*cell) <= reach);
        beside.map(|(cell, cost)| (cost, cell)).min().map(|(_, cell)| cell)
    };
    situation.enemies.iter().any(|enemy| {
        let places = uses.iter().filter_map(|one| Some((*one, place(enemy, *one)?)));
        let mut chances = places.map(|attack| chance_once_replaced(situation, attack, enemy));
        chances.any(|chance| chance >= MIN_REPLACED_CHANCE)
    })
}

/// Chance of damage of an attack from a cell as if it replaced an announced one.
fn chance_once_replaced(
    situation: &Situation,
    (weapon_use, from): (WeaponUse, Cell),
    enemy: &KnownUnit,
) -> f64 {
    let WeaponUse { weapon, mode, option } = weapon_use;
    let choice = AttackChoice { unit: situation.unit, weapon, mode, option };
    let request = situation.view.attack_request_between((choice, from), (enemy.id, enemy.cell));
    let Some(mut request) = request else { return 0.0 };
    if let Some(budget) = play::budget_once_replaced(&request.attacker) {
        request.attacker.budget = budget;
    }
    play::preview(&request).map_or(0.0, |odds| odds.harm)
}

/// Standing up, with the attacks that can follow and the danger of standing there.
fn plan_standing_up(situation: &Situation, positions: &CandidatePositions) -> Option<ScoredOrder> {
    let standing = positions.standing.as_ref()?;
    let is_busy = positions.current().attack_score() > 0.0 || standing.attack_score() > 0.0;
    let score = match (stays_down(situation, (positions.current(), standing)), is_busy) {
        (true, _) => 0.0,
        (false, true) => STANDING_SCORE,
        (false, false) => IDLE_STANDING_SCORE,
    };
    let mut contributions = position_contributions(situation, standing);
    contributions.push(ScoreContribution { term: ScoreTerm::Readiness, score });
    let order = Order::StandUp { unit: situation.unit };
    Some(ScoredOrder::new(order, contributions).with_intent(intend_position(situation, standing)))
}

/// Whether a unit gains nothing by standing as such: it would expose itself, and can attack or crawl while prone, or it is better off
/// on the ground. One that strikes has to get up.
fn stays_down(situation: &Situation, (lying, standing): (&CandidatePosition, &CandidatePosition)) -> bool {
    let fighter = &situation.fighter;
    let crawls = fighter.walked > 0 || play::move_budget(fighter, situation.view.rules()).walk_left > 0;
    !situation.strikes
        && (crawls || lying.attack_score() > 0.0)
        && (exposes_itself(standing, situation.weights.danger)
            || (!situation.weights.weighs_exchanges && is_better_down(lying, standing)))
}

/// Whether a unit attacks as well from the ground and is safer there: it would only drop again after its attacks.
fn is_better_down(lying: &CandidatePosition, standing: &CandidatePosition) -> bool {
    let attacks = |position: &CandidatePosition| {
        position.attack.map_or(0.0, |(.., score)| score * f64::from(position.attacks))
    };
    attacks(lying) > 0.0 && attacks(lying) >= attacks(standing) && lying.danger < standing.danger
}

/// Whether a unit that stands without cover suffers more there than it does.
fn exposes_itself(standing: &CandidatePosition, fear: f64) -> bool {
    let suffers = if fear > 0.0 { standing.danger / fear } else { 0.0 };
    !standing.takes_cover && suffers > standing.attack_score()
}

/// Taking cover on the current cell, with the attacks that can follow.
fn plan_taking_cover(situation: &Situation, positions: &CandidatePositions) -> Option<ScoredOrder> {
    let here = positions.current();
    let after = situation.after_paying(&situation.fighter, ActionRequest::for_action(Action::TakeCover))?;
    let least = if situation.weights.weighs_exchanges { 0.0 } else { MIN_COVER_GAIN };
    if situation.me.cover.is_taken() || here.cover_gain() <= least {
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
fn doors_to_open(situation: &Situation, goal: Option<&MovementGoal>, memory: &PhaseMemory) -> Vec<Order> {
    let Some(goal) = goal.filter(|goal| goal.through_doors) else { return Vec::new() };
    let here = goal.distance(situation.me.cell()).unwrap_or(0);
    let doors = doors::closed_doors_beside(situation.view, &situation.me).into_iter();
    let leading = doors.filter(|(barrier, beyond)| {
        goal.distance(*beyond).is_some_and(|distance| distance < here)
            && is_worth_opening(situation, memory, *barrier)
    });
    leading.map(|(barrier, _)| Order::Door { unit: situation.unit, barrier }).collect()
}

/// Whether something can follow in this phase once a door is open: a move on or back, or an attack through it. Without that, it
/// is opened only where no enemy has the unit in view then.
fn is_worth_opening(situation: &Situation, memory: &PhaseMemory, barrier: BarrierId) -> bool {
    let (view, me) = (situation.view, &situation.me);
    let Some(after) = situation.after_paying(&situation.fighter, ActionRequest::for_action(Action::Door))
    else {
        return false;
    };
    let can_walk = situation.after_paying(&after, ActionRequest::for_action(Action::Walk)).is_some()
        && play::move_budget(&after, view.rules()).walk_left > 0;
    if memory.moves < MAX_MOVES_PER_PHASE && can_walk {
        return true;
    }
    let Some(open) = doors::grid_with_open_door(view, barrier) else { return false };
    let mut in_view = situation
        .enemies
        .iter()
        .filter(|enemy| field::line_of_sight(&open, enemy.cell, enemy.body, me.cell(), me.body()));
    let reaches = |enemy: &KnownUnit| {
        let far = enemy.cell.chebyshev_distance(me.cell());
        let pays = |one: &WeaponUse| situation.affordable_attacks(&after, *one) > 0;
        situation.weapon_uses().iter().filter(|one| pays(one)).any(|one| {
            match me.inventory[one.weapon].reach() {
                WeaponReach::Melee { beyond } => far <= beyond + 1,
                WeaponReach::Ranged { metres } => far <= metres,
            }
        })
    };
    in_view.clone().next().is_none() || in_view.any(reaches)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weak_shot_is_not_worth_standing_up_in_view_of_enemies() {
        let weapon_use = WeaponUse { weapon: 0, mode: None, option: None };
        let exposes = |shot: f64, danger: f64, takes_cover: bool| {
            let attack = Some((0, weapon_use, shot));
            let place = CandidatePosition::at(Cell::new(5, 5), None, 0);
            exposes_itself(&CandidatePosition { attack, attacks: 1, danger, takes_cover, ..place }, 2.0)
        };
        assert!(exposes(0.06, 0.4, false));
        assert!(!exposes(0.06, 0.4, true), "it takes cover");
        assert!(!exposes(0.3, 0.4, false), "it does more than it suffers");
        assert!(!exposes(0.0, 0.0, false), "no enemy can attack it");
    }

    #[test]
    fn a_unit_that_shoots_as_well_from_the_ground_and_is_safer_there_stays_down() {
        let weapon_use = WeaponUse { weapon: 0, mode: None, option: None };
        let place = |shot: f64, attacks: u32, danger: f64| {
            let attack = Some((0, weapon_use, shot));
            let here = CandidatePosition::at(Cell::new(5, 5), None, 0);
            CandidatePosition { attack, attacks, danger, ..here }
        };
        assert!(is_better_down(&place(0.3, 1, 0.2), &place(0.3, 1, 0.3)));
        assert!(is_better_down(&place(0.3, 2, 0.2), &place(0.3, 1, 0.3)), "standing up costs an attack");
        assert!(!is_better_down(&place(0.2, 1, 0.2), &place(0.3, 1, 0.3)), "it shoots better standing");
        assert!(!is_better_down(&place(0.3, 1, 0.3), &place(0.3, 1, 0.3)), "it is no safer");
        assert!(!is_better_down(&place(0.3, 0, 0.2), &place(0.3, 0, 0.3)), "no target in reach");
    }
}
