//! Suppressing fire and smoke: reduce enemy attacks without damage.

use std::sync::Arc;

use super::odds_cache::{OddsEstimate, WeaponUse};
use super::positions::CandidatePositions;
use super::situation::Situation;
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use battle::{AttackChoice, OBSCURED_SIGHT_CELLS, Order, Target};
use model::{Cell, UnitId};
use rules::ground::ground_effect::GroundEffectKind;
use rules::play;
use rules::status::{self, Ailment};

/// Share of a pinned enemy's threat that is removed until it recovers.
const PINNED_REDUCTION: f64 = 0.6;
/// Share of an enemy's threat that is removed while it cannot see.
const BLINDED_REDUCTION: f64 = 0.7;
/// Threat of an enemy to each ally, as a share of its threat to the acting unit.
const ALLY_THREAT_SHARE: f64 = 0.1;

/// Suppressing fire at each enemy.
pub(crate) fn plan_suppression(situation: &Situation, positions: &CandidatePositions) -> Vec<ScoredOrder> {
    let (view, me) = (situation.view, &situation.me);
    let mut plans = Vec::new();
    for weapon_use in situation.weapon_uses().into_iter().filter(|weapon_use| weapon_use.mode.is_some()) {
        let Some(held) = situation.fighter.held_weapon(weapon_use.weapon) else { continue };
        let all = play::attack_options(&situation.fighter, held, view.rules());
        let Some(option) = all.iter().find(|option| play::option_pins(option.key)) else { continue };
        let weapon_use = WeaponUse { option: Some(option.key), ..weapon_use };
        let Some(after) = situation.after_attack(&situation.fighter, weapon_use) else { continue };
        for enemy in &situation.enemies {
            let choice = AttackChoice {
                unit: *me.id,
                weapon: weapon_use.weapon,
                mode: weapon_use.mode,
                option: weapon_use.option,
            };
            let Some(request) = view.attack_request(choice, enemy.id) else { continue };
            if request.sight.hidden >= 100 || play::may_attack(&request).is_err() {
                continue;
            }
            let prevented: f64 = play::pin_chances(&request)
                .into_iter()
                .map(|(unit, share)| {
                    let is_free = |id| {
                        view.units().any(|other| {
                            *other.id == id && !status::has(other.status.ailments(), Ailment::Pinned)
                        })
                    };
                    let number = situation.enemies.iter().position(|other| other.id == unit);
                    let threat = number.and_then(|number| positions.current().threats.get(number));
                    share
                        * threat
                            .filter(|_| is_free(unit))
                            .map_or(0.0, |threat| threat_to_side(situation, *threat))
                })
                .sum();
            if prevented <= 0.0 {
                continue;
            }
            let left = play::move_budget(&after, view.rules()).walk_left;
            let contributions = vec![
                ScoreContribution { term: ScoreTerm::Defence, score: PINNED_REDUCTION * prevented },
                ScoreContribution {
                    term: ScoreTerm::EndPosition,
                    score: positions.best_end_score(situation, &after, left),
                },
            ];
            let order = situation.attack_order(enemy.id, weapon_use);
            plans.push(ScoredOrder::new(order, contributions));
        }
    }
    plans
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
