//! Special tactics: area attacks, attack options, pushes over edges and breaches.

use super::odds_cache::{AiOddsCache, OddsEstimate, WeaponUse};
use super::situation::{KnownUnit, Situation};
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use battle::{AttackChoice, Order, Target};
use field::TargetExposure;
use rules::{AttackTarget, play};

/// Minimum distance for throwing explosives, in cells.
const MIN_THROW_DISTANCE: u32 = 4;
/// Maximum push considered, in metres.
const MAX_PUSH_M: u32 = 3;
/// Minimum drop worth a push, in centimetres.
const MIN_DROP_CM: i32 = 200;
/// A wall is breached if the way around is this many times as long.
const MIN_DETOUR_FACTOR: u32 = 4;

/// Damage of an area attack to other enemies, and (negative) to allies and the unit itself; `None` without an area.
pub(crate) fn score_collateral(
    situation: &Situation,
    weapon_use: WeaponUse,
    target: &KnownUnit,
) -> Option<(f64, f64)> {
    let carried = situation.me.inventory.get(weapon_use.weapon)?;
    if !carried.needs_bystanders() {
        return None;
    }
    let choice = AttackChoice {
        unit: situation.unit,
        weapon: weapon_use.weapon,
        mode: weapon_use.mode,
        option: weapon_use.option,
    };
    let request = situation.view.attack_request(choice, target.id)?;
    let (mut enemies, mut friends) = (0.0, 0.0);
    for (unit, odds) in play::area_outcomes(&request, &[]) {
        if unit == target.id {
            continue;
        }
        let estimate = OddsEstimate {
            out: odds.probability(|outcome| outcome.down.is_some()),
            harm: odds.probability(|outcome| outcome.damage > 0),
            mean: odds.mean(|outcome| i64::from(outcome.damage)),
            knockdown: 0.0,
        };
        let find = |all: &[KnownUnit]| {
            all.iter().find(|other| other.id == unit).map(|other| (other.health_left, other.value))
        };
        if unit == situation.unit {
            friends += estimate.score(situation.health_left);
        } else if let Some((left, score)) = find(&situation.enemies) {
            enemies += score * estimate.score(left);
        } else if let Some((left, _)) = find(&situation.friends) {
            friends += estimate.score(left);
        }
    }
    Some((enemies, -situation.weights.friendly_fire * friends))
}

/// The best area weapon to ready for a throw from here: its index and the score of the throw.
pub(crate) fn best_throw(situation: &Situation) -> Option<(usize, f64)> {
    let (view, me) = (situation.view, &situation.me);
    let mut best: Option<(usize, f64)> = None;
    for (weapon, carried) in me.inventory.slots() {
        if carried.in_hand() || carried.hands() == 0 || !carried.needs_bystanders() {
            continue;
        }
        for enemy in situation
            .enemies
            .iter()
            .filter(|enemy| enemy.cell.chebyshev_distance(me.cell()) >= MIN_THROW_DISTANCE)
        {
            let weapon_use = WeaponUse { weapon, mode: carried.modes().first().copied(), option: None };
            let choice = AttackChoice { unit: situation.unit, weapon, mode: weapon_use.mode, option: None };
            let Some(request) = view.attack_request(choice, enemy.id) else { continue };
            if request.sight.hidden >= 100 || play::may_attack(&request).is_err() {
                continue;
            }
            let Some(odds) = play::preview(&request) else { continue };
            let estimate = OddsEstimate::from_odds(&odds);
            let others = score_collateral(situation, weapon_use, enemy)
                .map_or(0.0, |(enemies, friends)| enemies + friends);
            let score = enemy.value * estimate.score(enemy.health_left) + others;
            if best.is_none_or(|(_, known)| score > known) {
                best = Some((weapon, score));
            }
        }
    }
    best
}

/// Attacks on an enemy with attack options, with their odds.
pub(crate) fn attack_options(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    (weapon_use, enemy): (WeaponUse, &KnownUnit),
    exposure: TargetExposure,
) -> Vec<(WeaponUse, OddsEstimate)> {
    let Some(held) = situation.fighter.held_weapon(weapon_use.weapon) else { return Vec::new() };
    let mut options = Vec::new();
    let all = play::attack_options(&situation.fighter, held, situation.view.rules());
    // Excludes options that target held objects: their odds do not describe damage to the holder.
    for option in all.into_iter().filter(|option| !play::option_spares_target(option.key)) {
        let weapon_use = WeaponUse { option: Some(option.key), ..weapon_use };
        let from = (situation.unit, weapon_use, situation.me.cell());
        if let Some(estimate) = odds_cache.estimate(from, (enemy.id, enemy.cell), exposure) {
            options.push((weapon_use, estimate));
        }
    }
    options
}

/// Score of the chance to push an enemy over an edge.
pub(crate) fn score_push(situation: &Situation, enemy: &KnownUnit, estimate: &OddsEstimate) -> f64 {
    let grid = situation.view.field().grid();
    if !grid.has_heights() || enemy.cell == situation.me.cell() {
        return 0.0;
    }
    let path = field::knockback_path(grid, enemy.cell, situation.me.cell(), MAX_PUSH_M);
    let open = path.iter().take_while(|leg| !leg.solid && leg.through.is_empty());
    let drop = open.filter(|leg| leg.rise_cm <= -MIN_DROP_CM).map(|leg| (leg.metres, leg.rise_cm)).next();
    drop.map_or(0.0, |(metres, rise)| {
        let depth = f64::from(-rise) / 600.0;
        estimate.harm.max(estimate.knockdown) * 0.3 * depth.min(1.0) / f64::from(metres.max(1))
    })
}

/// Attacks on the wall in the way, if there is no other path or only a very long one.
pub(crate) fn plan_breaches(situation: &Situation, distance: Option<u32>) -> Vec<ScoredOrder> {
    let (view, me) = (situation.view, &situation.me);
    let Some(enemy) = situation.enemies.first() else { return Vec::new() };
    let straight = 2 * me.cell().chebyshev_distance(enemy.cell);
    if distance.is_some_and(|around| around < MIN_DETOUR_FACTOR * straight.max(8)) {
        return Vec::new();
    }
    let line = field::line_of_fire(view.field().grid(), me.cell(), me.body(), enemy.cell, enemy.body);
    let Some(wall) = line.clear.first().map(|crossing| crossing.id) else { return Vec::new() };
    let mut plans = Vec::new();
    for weapon_use in situation.weapon_uses() {
        let choice = AttackChoice {
            unit: situation.unit,
            weapon: weapon_use.weapon,
            mode: weapon_use.mode,
            option: None,
        };
        let Some(request) = view.attack_request(choice, wall) else { continue };
        let AttackTarget::Barrier(segment) = &request.target else { continue };
        if play::may_attack(&request).is_err() {
            continue;
        }
        let Some(forecast) = play::forecast(&request) else { continue };
        let damage = forecast.odds.barriers.iter().find(|(id, ..)| *id == wall.into());
        let Some((_, mean, hole)) = damage.filter(|(_, mean, _)| *mean > 0.0) else { continue };
        let points = f64::from(play::barrier_hit_points(segment, view.rules()).max(1));
        let order = Order::attack(situation.unit, Target::Barrier(wall), weapon_use.weapon, weapon_use.mode);
        let score = 0.02 + 0.2 * hole + 0.1 * (mean / points).min(1.0);
        plans.push(ScoredOrder::new(order, vec![ScoreContribution { term: ScoreTerm::OpensPath, score }]));
    }
    plans
}
