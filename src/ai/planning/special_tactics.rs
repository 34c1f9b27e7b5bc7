//! Special tactics: area attacks, attack options, pushes over edges and breaches.

use super::candidate_position::CandidatePosition;
use super::known_unit::KnownUnit;
use super::odds_cache::{AiOddsCache, OddsEstimate, WeaponUse};
use super::positions::CandidatePositions;
use super::situation::Situation;
use crate::decision::{ScoreContribution, ScoreTerm, ScoredOrder};
use crate::exchange::{AreaEffect, IntendedAttack, IntendedEnd, PlanIntent};
use battle::{AttackChoice, BattleView, Order, Target};
use field::TargetExposure;
use model::UnitId;
use rules::turn_engine::Action;
use rules::{ActionRequest, AttackRequest, AttackTarget, Odds, SpecialAction, UnitSnapshot, play};

/// Minimum distance for throwing explosives, in cells.
const MIN_THROW_DISTANCE: u32 = 4;
/// Maximum push considered, in metres.
const MAX_PUSH_M: u32 = 3;
/// Minimum drop worth a push, in centimetres.
const MIN_DROP_CM: i32 = 200;
/// A wall is breached if the way around is this many times as long.
const MIN_DETOUR_FACTOR: u32 = 4;

/// Chance of harm from which a unit counts as caught by an area attack.
pub(super) const MIN_CAUGHT_CHANCE: f64 = 0.25;
/// The same for the attacker itself: a throw that misses its target may miss the attacker as well, but not surely.
const MIN_SELF_CAUGHT_CHANCE: f64 = 0.05;
/// Score of an area attack for each further enemy that it catches, if it catches no friend: explosives are for this.
pub(super) const CAUGHT_BONUS: f64 = 0.25;

/// Factor by which the harm to enemies has to be worth more than that to friends who are likely to be caught.
const FRIENDLY_HARM_FACTOR: f64 = 2.0;
/// Chance to put a friend out of action from which nothing is worth it.
const MAX_FRIEND_OUT: f64 = 0.2;

/// Special actions that improve the next attack, and the factor for its effect.
const AIM_ACTIONS: [&str; 1] = ["aim"];
const AIM_FACTOR: f64 = 1.15;
/// Score of aiming where nothing is lost by it: all that units without special tactics see in it.
const PLAIN_AIM_SCORE: f64 = 0.004;
/// Share of the score of the next attack that aiming is worth after the last one of a phase.
const LATER_AIM_SHARE: f64 = 0.1;

/// Factor for the harm that a unit does to itself.
pub(crate) const SELF_HARM_FACTOR: f64 = 2.0;
/// Cost of harm to an ally that is out of action.
pub(crate) const HELPLESS_ALLY_HARM: f64 = 0.5;

/// Effects of an area attack besides the damage to its target.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Collateral {
    /// Score of the damage to other enemies.
    pub enemies: f64,
    /// Score of the damage to allies and the unit itself, negative.
    pub friends: f64,
    /// Other enemies and friends that it is likely to catch.
    enemies_caught: u32,
    friends_caught: u32,
    /// Cost of the harm to friends and to itself.
    loss: f64,
    /// Whether it is likely to catch the unit itself.
    catches_self: bool,
    /// Whether it may well put a friend out of action.
    fells_friend: bool,
    /// What it does to each unit.
    pub effects: Vec<AreaEffect>,
}

impl Collateral {
    /// Score of the damage to enemies, with a bonus for each that is caught beside the target if no friend is.
    pub fn enemies_with_bonus(&self) -> f64 {
        self.enemies
            + if self.friends_caught == 0 { CAUGHT_BONUS * f64::from(self.enemies_caught) } else { 0.0 }
    }

    /// Adds another enemy, with the score of the harm to it.
    pub fn add_enemy(&mut self, estimate: &OddsEstimate, score: f64) {
        self.enemies += score;
        self.enemies_caught += u32::from(estimate.harm > MIN_CAUGHT_CHANCE);
    }

    /// Adds a unit of the attacker's side, or the attacker itself, with the cost of the harm to it and the factor for that.
    pub fn add_own(&mut self, estimate: &OddsEstimate, (loss, factor): (f64, f64), is_attacker: bool) {
        self.friends -= factor * loss;
        self.loss += loss;
        if is_attacker {
            self.catches_self = estimate.harm > MIN_SELF_CAUGHT_CHANCE;
        }
        self.friends_caught += u32::from(estimate.harm > MIN_CAUGHT_CHANCE);
        self.fells_friend |= estimate.out > MAX_FRIEND_OUT;
    }

    /// Whether it is likely to catch the unit itself, may put a friend out of action, or catches friends for too little: `target` is
    /// the score of the harm to its target.
    pub fn is_reckless(&self, target: f64) -> bool {
        let is_worth_it = target + self.enemies > FRIENDLY_HARM_FACTOR * self.loss;
        self.catches_self || self.fells_friend || (self.friends_caught > 0 && !is_worth_it)
    }

    /// Whether it catches two enemies or more and no friend.
    pub fn is_opportunity(&self) -> bool {
        self.enemies_caught > 0 && self.friends_caught == 0
    }
}

/// Computes what an area attack does besides the harm to its target; `None` without an area.
pub(crate) fn score_collateral(
    situation: &Situation,
    weapon_use: WeaponUse,
    target: &KnownUnit,
) -> Option<Collateral> {
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
    let mut collateral = Collateral::default();
    // What is in hand cannot be exchanged for something else; what is taken in hand for this is not wasted on what allies fell.
    let left = |unit| if carried.in_hand() { 1.0 } else { situation.chance_left_by_allies(unit) };
    for (unit, estimate) in area_effects(&request, target.id) {
        let estimate = estimate.scaled(left(unit));
        collateral.effects.push((unit, estimate));
        let find = |all: &[KnownUnit]| {
            all.iter().find(|other| other.id == unit).map(|other| (other.health_left, other.value))
        };
        if let Some((left, score)) = find(&situation.enemies) {
            collateral.add_enemy(&estimate, score * estimate.score(left));
        } else if let Some(loss) = own_loss(situation, unit, &estimate) {
            let factor = situation.weights.friendly_fire;
            collateral.add_own(&estimate, (loss, factor), unit == situation.unit);
        }
    }
    Some(collateral)
}

/// Effects of an area attack on each unit besides its target.
pub(crate) fn area_effects(request: &AttackRequest, target: UnitId) -> Vec<AreaEffect> {
    let outcomes = play::area_preview(request);
    if outcomes.is_empty() {
        return units_in_radius(request);
    }
    let besides = outcomes.into_iter().filter(|(unit, _)| *unit != target).map(|(unit, odds)| {
        let estimate = OddsEstimate::from_odds(&Odds::from_distribution(&odds, &[]));
        (unit, OddsEstimate { knockdown: 0.0, ..estimate })
    });
    besides.collect()
}

/// The units besides the target that a blast reaches by its radius alone, where nothing has their odds; they count as harmed like
/// the target.
fn units_in_radius(request: &AttackRequest) -> Vec<AreaEffect> {
    let profile = play::blast_profile(&request.attacker, &request.weapon, &request.rules);
    let Some((radius, site)) = profile.map(|profile| profile.radius_m).zip(request.site.as_ref()) else {
        return Vec::new();
    };
    let Some(estimate) = play::preview(request).map(|odds| OddsEstimate::from_odds(&odds)) else {
        return Vec::new();
    };
    let others = request.bystanders.iter().map(|near| (near.unit.id, near.offset));
    let own = (site.attacker.x - site.target.x, site.target.y - site.attacker.y);
    let all = others.chain([(request.attacker.id, own)]);
    let reached = all.filter(|(_, (east, north))| {
        east.unsigned_abs().pow(2) + north.unsigned_abs().pow(2) <= radius.pow(2)
    });
    reached.map(|(unit, _)| (unit, estimate)).collect()
}

/// Cost of damage to a unit of its own side; `None` if the unit belongs to another side.
fn own_loss(situation: &Situation, unit: UnitId, estimate: &OddsEstimate) -> Option<f64> {
    if unit == situation.unit {
        return Some(SELF_HARM_FACTOR * estimate.score(situation.health_left));
    }
    if let Some(friend) = situation.friends.iter().find(|friend| friend.id == unit) {
        return Some(estimate.score(friend.health_left));
    }
    let other = situation.view.unit(unit)?;
    (other.side == situation.me.side).then_some(HELPLESS_ALLY_HARM * estimate.harm)
}

/// Whether an order is an area attack that is likely to catch the attacker or another unit of its side.
pub(crate) fn catches_own_side(view: &BattleView, order: &Order) -> bool {
    let Order::Attack { unit, target: Target::Unit(target), weapon, mode, .. } = order else { return false };
    let Some(me) = view.unit(*unit) else { return false };
    if !me.inventory.get(*weapon).is_some_and(battle::CarriedItem::needs_bystanders) {
        return false;
    }
    let choice = AttackChoice { unit: *unit, weapon: *weapon, mode: *mode, option: None };
    let Some(request) = view.attack_request(choice, *target) else { return false };
    area_effects(&request, *target).into_iter().any(|(unit, estimate)| {
        let most = if unit == *me.id { MIN_SELF_CAUGHT_CHANCE } else { MIN_CAUGHT_CHANCE };
        estimate.harm > most && view.unit(unit).is_some_and(|other| other.side == me.side)
    })
}

/// A throw with an area weapon that is not in hand.
pub(crate) struct Throw {
    /// Slot of the weapon.
    pub weapon: usize,
    pub score: f64,
    /// Whether it catches several enemies and no friend.
    pub is_opportunity: bool,
    /// What it does to its target and to other units.
    pub effects: Vec<AreaEffect>,
}

/// The best throw from here with an area weapon that has to be readied first, at enemies as far as allies leave them in action.
pub(crate) fn best_throw(situation: &Situation) -> Option<Throw> {
    let (view, me) = (situation.view, &situation.me);
    let mut best: Option<Throw> = None;
    for (weapon, carried) in me.inventory.slots() {
        if carried.in_hand() || carried.hands() == 0 || !carried.needs_bystanders() {
            continue;
        }
        for enemy in &situation.enemies {
            let weapon_use = WeaponUse { weapon, mode: carried.modes().first().copied(), option: None };
            let choice = AttackChoice { unit: situation.unit, weapon, mode: weapon_use.mode, option: None };
            let Some(request) = view.attack_request(choice, enemy.id) else { continue };
            if request.sight.hidden >= 100 || play::may_attack(&request).is_err() {
                continue;
            }
            let Some(odds) = play::preview(&request) else { continue };
            let estimate = OddsEstimate::from_odds(&odds).scaled(situation.chance_left_by_allies(enemy.id));
            let others = score_collateral(situation, weapon_use, enemy).unwrap_or_default();
            // Some books ask for the units nearby with every weapon.
            let explodes = play::blast_profile(&situation.fighter, carried.weapon(), view.rules()).is_some();
            if !explodes && !others.is_opportunity() {
                continue;
            }
            if others.is_reckless(enemy.value * estimate.score(enemy.health_left)) {
                continue;
            }
            let is_near = enemy.cell.chebyshev_distance(me.cell()) < MIN_THROW_DISTANCE;
            if is_near && !others.is_opportunity() {
                continue;
            }
            let others_score = others.enemies_with_bonus() + others.friends;
            let score = situation.weights.explosives
                * (enemy.value * estimate.score(enemy.health_left) + others_score);
            if best.as_ref().is_none_or(|known| score > known.score) {
                let is_opportunity = others.is_opportunity();
                let mut effects = others.effects;
                effects.push((enemy.id, estimate));
                best = Some(Throw { weapon, score, is_opportunity, effects });
            }
        }
    }
    best
}

/// Aiming before the best attack; `None` if the book has no such action or it cannot be paid for. The unit then stays where it is,
/// in cover if it can still take some. Cover that it puts off for aiming is not counted as taken later: it would be put off again.
pub(crate) fn plan_aim(
    situation: &Situation,
    positions: &CandidatePositions,
    attacks: &[ScoredOrder],
) -> Option<ScoredOrder> {
    let best = attacks.iter().max_by(|one, other| one.score.total_cmp(&other.score))?;
    let aim = aim_action(situation)?;
    let here = positions.current();
    let covers_after = takes_cover_after_aim(situation, aim, &best.order);
    let (factor, added) =
        if situation.weights.special_tactics { (AIM_FACTOR, 0.0) } else { (1.0, PLAIN_AIM_SCORE) };
    let end_score = if covers_after || !pays_cover(situation, &situation.fighter) {
        here.end_score(covers_after)
    } else {
        here.open_score()
    };
    let contributions = best.contributions.iter().map(|one| {
        let score = match one.term {
            ScoreTerm::EndPosition => end_score,
            ScoreTerm::Harm(_) | ScoreTerm::ThreatRemoved => factor * one.score,
            _ => one.score,
        };
        ScoreContribution { term: one.term, score }
    });
    let added = (added > 0.0).then_some(ScoreContribution { term: ScoreTerm::Readiness, score: added });
    let plan = ScoredOrder::new(aim_order(situation, aim), contributions.chain(added).collect());
    let attack = best.intent.as_ref().and_then(|intent| intent.attack);
    let is_covered = situation.me.cover.is_taken() || (covers_after && here.cover_gain() > 0.0);
    let end = IntendedEnd { cell: here.cell, is_covered };
    Some(plan.with_intent(PlanIntent {
        attack: attack.map(|attack| IntendedAttack { factor: AIM_FACTOR, ..attack }),
        ends: vec![end],
        ..PlanIntent::default()
    }))
}

/// Aiming after the last attack of a phase, with its score: what is left of the phase is lost otherwise, and an aim lasts until the
/// next attack. `None` if nothing can be attacked from here.
pub(super) fn plan_later_aim(situation: &Situation, here: &CandidatePosition) -> Option<(Order, f64)> {
    let (.., score) = here.attack.filter(|(.., score)| here.attacks == 0 && *score > 0.0)?;
    Some((aim_order(situation, aim_action(situation)?), PLAIN_AIM_SCORE + LATER_AIM_SHARE * score))
}

/// Key of the action by which the unit can aim; `None` if the book has none.
pub(super) fn aim_action(situation: &Situation) -> Option<&'static str> {
    let actions = battle::available_actions(situation.view, &situation.me);
    actions.into_iter().map(|action| action.key).find(|key| AIM_ACTIONS.contains(key))
}

/// The order to aim.
pub(super) fn aim_order(situation: &Situation, key: &str) -> Order {
    Order::SpecialAction { unit: situation.unit, action: key.to_owned(), target: None, weapon: None }
}

/// Whether the unit can take cover after it has aimed and made an attack.
fn takes_cover_after_aim(situation: &Situation, aim: &str, attack: &Order) -> bool {
    let Order::Attack { weapon, mode, .. } = attack else { return false };
    let action = SpecialAction { seen: true, ..SpecialAction::new(&situation.fighter, aim) };
    let Ok(paid) = play::pay_special_action(&action, situation.view.rules()) else { return false };
    let aimed = situation.fighter.after_payment(paid);
    let weapon_use = WeaponUse { weapon: *weapon, mode: *mode, option: None };
    situation.after_attack(&aimed, weapon_use).is_some_and(|after| pays_cover(situation, &after))
}

fn pays_cover(situation: &Situation, state: &UnitSnapshot) -> bool {
    situation.after_paying(state, ActionRequest::for_action(Action::TakeCover)).is_some()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_area_attack_is_worth_a_friend() {
        let wound = Collateral { friends_caught: 1, loss: 0.3, enemies: 0.4, ..Collateral::default() };
        assert!(!wound.is_reckless(0.3), "0.7 for 0.3");
        assert!(wound.is_reckless(0.1), "0.5 for 0.3");
        let fall = Collateral { fells_friend: true, enemies: 2.0, ..wound };
        assert!(fall.is_reckless(1.0));
        assert!(Collateral { catches_self: true, ..Collateral::default() }.is_reckless(1.0));
        assert!(!Collateral::default().is_reckless(0.1), "no unit is caught");
    }
}
