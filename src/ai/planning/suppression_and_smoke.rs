//! Suppressing fire and smoke: reduce enemy attacks without damage.

use std::sync::Arc;

use super::candidate_position::CandidatePosition;
use super::odds_cache::{OddsEstimate, WeaponUse};
use super::positions::CandidatePositions;
use super::situation::Situation;
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use crate::exchange::{IntendedEnd, PlanIntent};
use battle::{AttackChoice, OBSCURED_SIGHT_CELLS, Order, Pace, Target};
use model::{Cell, UnitId};
use rules::ground::ground_effect::GroundEffectKind;
use rules::status::{self, Ailment};
use rules::turn_engine::Action;
use rules::{ActionRequest, AttackRequest, play};

/// Share of a pinned enemy's threat that is removed until it recovers.
const PINNED_REDUCTION: f64 = 0.6;
/// Share of an enemy's threat that is removed while it cannot see.
const BLINDED_REDUCTION: f64 = 0.7;
/// Squares of a walk from which suppressing fire is planned, and enemies that it is planned on there, nearest first.
const MAX_SQUARES: usize = 3;
const MAX_TARGETS: usize = 4;
/// Threat of an enemy to each ally, as a share of its threat to the acting unit.
const ALLY_THREAT_SHARE: f64 = 0.1;

/// Suppressing fire at each enemy.
pub(crate) fn plan_suppression(situation: &Situation, positions: &CandidatePositions) -> Vec<ScoredOrder> {
    let view = situation.view;
    let mut plans = Vec::new();
    for weapon_use in suppressing_uses(situation) {
        let Some(after) = situation.after_attack(&situation.fighter, weapon_use) else { continue };
        for enemy in &situation.enemies {
            let Some(request) = view.attack_request(choice_of(situation, weapon_use), enemy.id) else {
                continue;
            };
            let prevented = prevented_threat(situation, &request, &positions.current().threats);
            if prevented <= 0.0 {
                continue;
            }
            let left = play::move_budget(&after, view.rules()).walk_left;
            let end = positions.best_end_score(situation, &after, left);
            let order = situation.attack_order(enemy.id, weapon_use);
            plans.push(ScoredOrder::new(order, suppression_score(prevented, end)));
        }
    }
    plans
}

/// Walks to squares with something to take cover behind, for suppressing fire from there: only to the best few of them.
pub(crate) fn plan_suppression_moves(
    situation: &Situation,
    positions: &CandidatePositions,
) -> Vec<ScoredOrder> {
    let (view, mut plans) = (situation.view, Vec::new());
    let (uses, Some(walked)) = (suppressing_uses(situation), situation.after_move(Action::Walk)) else {
        return plans;
    };
    if uses.is_empty() {
        return plans;
    }
    let covered = positions.positions[1..].iter();
    let covered = covered.filter(|position| position.pace == Some(Pace::Walk) && position.cover_gain() > 0.0);
    let mut squares: Vec<&CandidatePosition> = covered.collect();
    squares.sort_by(|one, other| {
        let order = other.end_score(true).total_cmp(&one.end_score(true));
        order.then(one.cost.cmp(&other.cost)).then(one.cell.cmp(&other.cell))
    });
    squares.truncate(MAX_SQUARES);
    for weapon_use in uses {
        let Some(after) = situation.after_attack(&walked, weapon_use) else { continue };
        let covers = situation.after_paying(&after, ActionRequest::for_action(Action::TakeCover)).is_some();
        for position in &squares {
            let prevented = situation.enemies.iter().take(MAX_TARGETS).filter_map(|enemy| {
                let (attack, at) =
                    ((choice_of(situation, weapon_use), position.cell), (enemy.id, enemy.cell));
                let request = view.attack_request_between(attack, at)?;
                let factor = situation.attack_factor(position.cell, enemy);
                Some(factor * prevented_threat(situation, &request, &position.threats))
            });
            let prevented = prevented.fold(0.0, f64::max);
            let Some(path) = positions.paths.path_to(position.cell).filter(|_| prevented > 0.0) else {
                continue;
            };
            let order = Order::Move { unit: situation.unit, path, pace: Pace::Walk, evade: false };
            let plan = ScoredOrder::new(order, suppression_score(prevented, position.end_score(covers)));
            let ends = vec![IntendedEnd { cell: position.cell, is_covered: covers }];
            plans.push(plan.with_intent(PlanIntent { ends, ..PlanIntent::default() }));
        }
    }
    plans
}

/// Reasons for suppressing fire that prevents a threat before the phase ends at a place.
fn suppression_score(prevented: f64, end: f64) -> Vec<ScoreContribution> {
    vec![
        ScoreContribution { term: ScoreTerm::Defence, score: PINNED_REDUCTION * prevented },
        ScoreContribution { term: ScoreTerm::EndPosition, score: end },
    ]
}

/// The ways in which the weapons in hand pin enemies without harm.
fn suppressing_uses(situation: &Situation) -> Vec<WeaponUse> {
    let uses = situation.weapon_uses().into_iter().filter(|weapon_use| weapon_use.mode.is_some());
    let pinning = uses.filter_map(|weapon_use| {
        let held = situation.fighter.held_weapon(weapon_use.weapon)?;
        let all = play::attack_options(&situation.fighter, held, situation.view.rules());
        let option = all.iter().find(|option| play::option_pins(option.key))?;
        Some(WeaponUse { option: Some(option.key), ..weapon_use })
    });
    pinning.collect()
}

fn choice_of(situation: &Situation, weapon_use: WeaponUse) -> AttackChoice<'static> {
    AttackChoice {
        unit: situation.unit,
        weapon: weapon_use.weapon,
        mode: weapon_use.mode,
        option: weapon_use.option,
    }
}

/// Threat to the side that suppressing fire prevents, by the threat of each enemy; 0 if the attack is not possible.
fn prevented_threat(situation: &Situation, request: &AttackRequest, threats: &[f64]) -> f64 {
    if request.sight.hidden >= 100 || play::may_attack(request).is_err() {
        return 0.0;
    }
    let is_free = |id: UnitId| {
        situation.view.unit(id).is_some_and(|other| !status::has(other.status.ailments(), Ailment::Pinned))
    };
    let prevented = play::pin_chances(request).into_iter().map(|(unit, share)| {
        let number = situation.enemies.iter().position(|other| other.id == unit);
        let threat = number.and_then(|number| threats.get(number)).filter(|_| is_free(unit));
        share * threat.map_or(0.0, |threat| threat_to_side(situation, *threat))
    });
    prevented.sum()
}

/// Threat of an enemy to the unit and its allies.
fn threat_to_side(situation: &Situation, threat: f64) -> f64 {
    threat * (1.0 + ALLY_THREAT_SHARE * situation.friends.len().min(3) as f64)
}

/// Smoke between the unit and its enemies: thrown, or readied for a throw.
pub(crate) fn plan_smoke(situation: &Situation, positions: &CandidatePositions) -> Vec<ScoredOrder> {
    let (me, unit, here) = (&situation.me, situation.unit, positions.current());
    let mut carried = me.inventory.slots().filter(|(_, carried)| carried.hands() > 0);
    let smoke = carried.find_map(|(weapon, carried)| {
        let effect = carried
            .weapon()
            .attack_properties()
            .lays
            .filter(|effect| effect.what == GroundEffectKind::Smoke)?;
        Some((weapon, carried, u64::from(effect.radius_m)))
    });
    let Some((weapon, carried, radius)) = smoke else { return Vec::new() };
    let reductions: Vec<f64> = situation
        .enemies
        .iter()
        .map(|enemy| {
            enemy
                .weapon_use
                .map_or(0.0, |(weapon_use, _)| smoke_effect(situation, (enemy.id, weapon_use), unit))
        })
        .collect();
    let mut best: Option<(f64, Cell)> = None;
    for enemy in &situation.enemies {
        for centre in [me.cell(), me.cell().cells_between(enemy.cell).nth(1).unwrap_or(me.cell())] {
            let covered = |cell: Cell| u64::from(cell.distance_squared(centre)) <= radius * radius;
            let threats = situation.enemies.iter().zip(&here.threats).zip(&reductions);
            let prevented: f64 = threats
                .filter(|((enemy, _), _)| {
                    covered(me.cell()) || me.cell().cells_between(enemy.cell).any(covered)
                })
                .map(|((_, threat), reduction)| reduction * threat_to_side(situation, *threat))
                .sum();
            if best.is_none_or(|(known, _)| prevented > known) {
                best = Some((prevented, centre));
            }
        }
    }
    // Smoke also blocks the unit's own attack.
    let lost = here.attack.map_or(0.0, |(enemy, weapon_use, score)| {
        score * smoke_effect(situation, (unit, weapon_use), situation.enemies[enemy].id)
    });
    let Some((prevented, centre)) = best.filter(|(prevented, _)| *prevented > lost) else {
        return Vec::new();
    };
    let order = if carried.in_hand() {
        Order::attack(unit, Target::Square(centre), weapon, carried.modes().first().copied())
    } else {
        Order::Ready { unit, weapon }
    };
    let contributions = vec![
        ScoreContribution { term: ScoreTerm::Defence, score: prevented - lost },
        ScoreContribution { term: ScoreTerm::Danger, score: -here.uncovered_danger() },
        ScoreContribution { term: ScoreTerm::Objective, score: here.objective + here.close_in },
    ];
    vec![ScoredOrder::new(order, contributions)]
}

/// Share of an attack's score that smoke removes; 0 if the attack is not possible anyway.
fn smoke_effect(situation: &Situation, (by, weapon_use): (UnitId, WeaponUse), target: UnitId) -> f64 {
    let choice = AttackChoice {
        unit: by,
        weapon: weapon_use.weapon,
        mode: weapon_use.mode,
        option: weapon_use.option,
    };
    let score = |smoke: bool| {
        let mut request = Arc::unwrap_or_clone(situation.view.attack_request(choice, target)?);
        let around = &mut request.surroundings;
        around.target.obscured |= smoke;
        around.obscured_between |= smoke;
        play::may_attack(&request).ok()?;
        let odds = play::preview(&request)?;
        Some(OddsEstimate::from_odds(&odds).score(situation.health_left))
    };
    let Some(plain) = score(false).filter(|plain| *plain > 0.0) else { return 0.0 };
    let far = situation.view.unit(target).zip(situation.view.unit(by));
    let far =
        far.is_some_and(|(one, other)| one.cell().chebyshev_distance(other.cell()) > OBSCURED_SIGHT_CELLS);
    if far && situation.view.has_fog_of_war() {
        return BLINDED_REDUCTION;
    }
    1.0 - (score(true).unwrap_or(0.0) / plain).min(1.0)
}
