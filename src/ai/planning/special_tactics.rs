//! The rarer means: blasts among several, ways of attacking besides the plain one, pushing over edges, breaching walls.

use super::odds_cache::{AiOddsCache, OddsEstimate, WeaponUse};
use super::situation::{KnownUnit, Situation};
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use battle::{AttackChoice, BarrierId, Order, Target};
use field::TargetExposure;
use rules::play;

/// Nobody throws what bursts nearer than this, in squares.
const MIN_THROW_DISTANCE: u32 = 4;
/// How far a push is followed, in metres.
const MAX_PUSH_M: u32 = 3;
/// A drop that is worth pushing somebody over, in centimetres.
const MIN_DROP_CM: i32 = 200;
/// The way around is so many times as long before a wall is breached instead.
const MIN_DETOUR_FACTOR: u32 = 4;

/// What something with an area does besides to its target: harm to other enemies, less that to friends and to itself.
/// Nothing for what strikes one target.
pub(crate) fn score_collateral(
    situation: &Situation,
    arm: WeaponUse,
    target: &KnownUnit,
) -> Option<(f64, f64)> {
    let carried = situation.me.inventory.items().get(arm.weapon)?;
    if !carried.needs_bystanders() {
        return None;
    }
    let aimed = AttackChoice { unit: situation.unit, weapon: arm.weapon, mode: arm.mode, manner: arm.option };
    let engagement = situation.view.attack_request(aimed, target.id)?;
    let (mut foes, mut friends) = (0.0, 0.0);
    for (unit, odds) in play::spread(&engagement, &[]) {
        if unit == target.id.0 {
            continue;
        }
        let stake = OddsEstimate {
            out: odds.probability(|gist| gist.down.is_some()),
            harm: odds.probability(|gist| gist.damage > 0),
            mean: odds.mean(|gist| i64::from(gist.damage)),
            knockdown: 0.0,
        };
        let find = |all: &[KnownUnit]| {
            all.iter().find(|other| other.id.0 == unit).map(|other| (other.health_left, other.value))
        };
        if unit == situation.unit.0 {
            friends += stake.score(situation.health_left);
        } else if let Some((left, worth)) = find(&situation.enemies) {
            foes += worth * stake.score(left);
        } else if let Some((left, _)) = find(&situation.friends) {
            friends += stake.score(left);
        }
    }
    Some((foes, -situation.weights.friendly_fire * friends))
}

/// Something with an area that it carries and could throw to good effect from here: its number, and what a throw is
/// worth.
pub(crate) fn best_throw(situation: &Situation) -> Option<(usize, f64)> {
    let (view, me) = (situation.view, &situation.me);
    let mut best: Option<(usize, f64)> = None;
    for (weapon, carried) in me.inventory.items().iter().enumerate() {
        if carried.in_hand() || carried.hands() == 0 || !carried.needs_bystanders() {
            continue;
        }
        for foe in situation
            .enemies
            .iter()
            .filter(|foe| foe.cell.chebyshev_distance(me.cell()) >= MIN_THROW_DISTANCE)
        {
            let arm = WeaponUse { weapon, mode: carried.modes().first().copied(), option: None };
            let aimed = AttackChoice { unit: situation.unit, weapon, mode: arm.mode, manner: None };
            let Some(engagement) = view.attack_request(aimed, foe.id) else { continue };
            if engagement.sight.hidden >= 100 || play::may_attack(&engagement).is_err() {
                continue;
            }
            let Some(odds) = play::preview(&engagement) else { continue };
            let stake = OddsEstimate::from_odds(&odds);
            let others = score_collateral(situation, arm, foe).map_or(0.0, |(foes, friends)| foes + friends);
            let worth = foe.value * stake.score(foe.health_left) + others;
            if best.is_none_or(|(_, known)| worth > known) {
                best = Some((weapon, worth));
            }
        }
    }
    best
}

/// Attacks on somebody with a weapon in another manner than the plain one, with their odds.
pub(crate) fn attack_options(
    situation: &Situation,
    oracle: &mut AiOddsCache,
    (arm, foe): (WeaponUse, &KnownUnit),
    exposure: TargetExposure,
) -> Vec<(WeaponUse, OddsEstimate)> {
    let Some(held) = situation.fighter.held_weapon(arm.weapon) else { return Vec::new() };
    let mut found = Vec::new();
    let all = play::manners(&situation.fighter, held, situation.view.rules());
    // Odds of what is struck in somebody's hands say nothing of its holder.
    for manner in all.into_iter().filter(|manner| !play::manner_spares(manner.key)) {
        let arm = WeaponUse { option: Some(manner.key), ..arm };
        let from = (situation.unit, arm, situation.me.cell());
        if let Some(stake) = oracle.estimate(from, (foe.id, foe.cell), exposure) {
            found.push((arm, stake));
        }
    }
    found
}

/// What it is worth that a blow from here may push somebody over an edge.
pub(crate) fn score_push(situation: &Situation, foe: &KnownUnit, stake: &OddsEstimate) -> f64 {
    let grid = situation.view.field().grid();
    if !grid.has_heights() || foe.cell == situation.me.cell() {
        return 0.0;
    }
    let way = field::knockback_path(grid, foe.cell, situation.me.cell(), MAX_PUSH_M);
    let open = way.iter().take_while(|leg| !leg.solid && leg.through.is_empty());
    let drop = open.filter(|leg| leg.rise_cm <= -MIN_DROP_CM).map(|leg| (leg.metres, leg.rise_cm)).next();
    drop.map_or(0.0, |(metres, rise)| {
        let depth = f64::from(-rise) / 600.0;
        stake.harm.max(stake.knockdown) * 0.3 * depth.min(1.0) / f64::from(metres.max(1))
    })
}

/// Attacks on the wall between the unit and where it wants to be, where there is no other way, or a very long one.
pub(crate) fn plan_breaches(situation: &Situation, distance: Option<u32>) -> Vec<ScoredOrder> {
    let (view, me) = (situation.view, &situation.me);
    let Some(foe) = situation.enemies.first() else { return Vec::new() };
    let straight = 2 * me.cell().chebyshev_distance(foe.cell);
    if distance.is_some_and(|around| around < MIN_DETOUR_FACTOR * straight.max(8)) {
        return Vec::new();
    }
    let line = field::line_of_fire(view.field().grid(), me.cell(), me.body(), foe.cell, foe.body);
    let Some(wall) = line.clear.first().map(|crossing| BarrierId(crossing.id)) else { return Vec::new() };
    let mut plans = Vec::new();
    for arm in situation.weapon_uses() {
        let aimed = AttackChoice { unit: situation.unit, weapon: arm.weapon, mode: arm.mode, manner: None };
        let Some(engagement) = view.barrier_attack_request(aimed, wall) else { continue };
        if play::may_attack_barrier(&engagement).is_err() {
            continue;
        }
        let Some(forecast) = play::forecast_barrier(&engagement) else { continue };
        let harm = forecast.odds.barriers.iter().find(|(id, ..)| *id == wall.0);
        let Some((_, mean, hole)) = harm.filter(|(_, mean, _)| *mean > 0.0) else { continue };
        let points = f64::from(play::wall_points(&engagement.barrier, view.rules()).max(1));
        let order = Order::attack(situation.unit, Target::Barrier(wall), arm.weapon, arm.mode);
        let worth = 0.02 + 0.2 * hole + 0.1 * (mean / points).min(1.0);
        plans.push(ScoredOrder::new(
            order,
            vec![ScoreContribution { term: ScoreTerm::OpensPath, score: worth }],
        ));
    }
    plans
}
