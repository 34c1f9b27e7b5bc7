//! Blows after a walk: a unit that strikes, or strikes better than it shoots, goes for an enemy in its reach instead of ending its phase
//! near it.

use super::approach::is_idle;
use super::attack_methods::{is_announced, range_half_metres};
use super::candidate_position::CandidatePosition;
use super::known_unit::KnownUnit;
use super::lost_weapons;
use super::odds_cache::{AiOddsCache, WeaponUse};
use super::planner::{MAX_MOVES_PER_PHASE, plan_move};
use super::positions::CandidatePositions;
use super::reckless::place_to_finish;
use super::shelter;
use super::situation::Situation;
use crate::decision::{ScoreTerm, ScoredOrder};
use crate::memory::PhaseMemory;
use battle::Order;
use model::UnitId;

/// Minimum score of the blows of a phase that are worth a walk.
const MIN_BLOW: f64 = 0.02;
/// Share of what the unit risks more beside the enemy than otherwise that its blows have to be worth.
const RISK_SHARE: f64 = 0.5;

/// Enemies, nearest first, for which a unit compares its melee weapon with what it can fire.
const MAX_COMPARED: usize = 3;

/// The nearest enemy in reach of a walk to which a melee weapon in hand does more than any shot of the unit from its square does to it,
/// for a unit that also holds a weapon that reaches far and may charge.
pub(super) fn find_better_blow(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
) -> Option<(UnitId, WeaponUse)> {
    if situation.strikes || !situation.may_charge() {
        return None;
    }
    let is_body = |one: &WeaponUse| lost_weapons::is_body(&situation.me.inventory[one.weapon]);
    let (blows, shots): (Vec<WeaponUse>, Vec<WeaponUse>) =
        situation.weapon_uses().into_iter().partition(|one| range_half_metres(situation, *one) == 0);
    let is_usable = |one: &WeaponUse| !is_body(one) && is_announced(situation, one.weapon);
    let blows: Vec<WeaponUse> = blows.into_iter().filter(is_usable).collect();
    if blows.is_empty() {
        return None;
    }
    let mut effect = |enemy: &KnownUnit, weapon_use: WeaponUse| {
        let from = place_to_finish(situation, enemy, weapon_use)?;
        let line = odds_cache.exposure((from, situation.me.body()), (enemy.cell, enemy.body))?;
        let estimate =
            odds_cache.estimate((situation.unit, weapon_use, from), (enemy.id, enemy.cell), line)?;
        let walks = from != situation.me.cell();
        let attacks = situation.affordable_attacks(&situation.fighter, weapon_use);
        Some(f64::from(if walks { attacks.min(1) } else { attacks }) * estimate.score(enemy.health_left))
    };
    situation.enemies.iter().take(MAX_COMPARED).find_map(|enemy| {
        let mut best = |uses: &[WeaponUse]| {
            let rated = uses.iter().filter_map(|one| Some((effect(enemy, *one)?, *one)));
            rated.max_by(|one, other| one.0.total_cmp(&other.0))
        };
        let shot = best(&shots).map_or(0.0, |(effect, _)| effect);
        best(&blows).filter(|(effect, _)| *effect > shot).map(|(_, weapon_use)| (enemy.id, weapon_use))
    })
}

/// The walk to the best blow of a unit that strikes and would otherwise harm no enemy; `None` if it is not fit to strike,
/// has no enemy in reach, or risks too much for too little. Plans that are rated by exchanges know what they lead to.
pub(super) fn plan_blow(
    situation: &Situation,
    positions: &CandidatePositions,
    memory: &PhaseMemory,
    plans: &[ScoredOrder],
    is_possible: impl Fn(&ScoredOrder) -> bool,
) -> Option<ScoredOrder> {
    let best = plans.first()?;
    let may_strike = (situation.strikes || situation.blow.is_some())
        && situation.may_charge()
        && !situation.weights.weighs_exchanges
        && memory.moves < MAX_MOVES_PER_PHASE
        && !memory.has_attacked;
    if !may_strike || !has_no_effect_on_others(best, &situation.cover_order()) {
        return None;
    }
    let otherwise = danger_otherwise(positions, best);
    let is_blow = |position: &CandidatePosition| {
        let is_melee =
            position.attack.is_some_and(|(_, weapon_use, _)| range_half_metres(situation, weapon_use) == 0);
        is_melee
            && position.attacks > 0
            && is_worth_it(position, otherwise, situation.weights.danger)
            && !shelter::leaves_cover_for_nothing(situation, position)
    };
    let mut blows: Vec<&CandidatePosition> =
        positions.positions[1..].iter().filter(|position| is_blow(position)).collect();
    let score = |position: &CandidatePosition| position.attack_score() + position.position_score();
    blows.sort_by(|one, other| {
        let by_score = score(other).total_cmp(&score(one));
        by_score.then(one.cost.cmp(&other.cost)).then(one.cell.cmp(&other.cell))
    });
    let mut walks = blows.into_iter().filter_map(|position| plan_move(situation, positions, position));
    walks.find(is_possible)
}

/// Whether a plan only moves the unit, defends it or ends its phase, without harm to an enemy, a way out or help for an ally.
fn has_no_effect_on_others(plan: &ScoredOrder, cover: &Order) -> bool {
    let is_move = matches!(plan.order, Order::Move { .. });
    let stays = is_idle(&plan.order, cover) || matches!(plan.order, Order::Delay { .. });
    let does_something = plan.contributions.iter().any(|one| {
        let matters = matches!(one.term, ScoreTerm::Harm(_) | ScoreTerm::Treats(_) | ScoreTerm::TreatedBy(_));
        matters && one.score > 0.0
    });
    (is_move || stays) && !does_something
}

/// Danger to the unit if it does not strike: where it stands, or less where a plan takes it.
fn danger_otherwise(positions: &CandidatePositions, plan: &ScoredOrder) -> f64 {
    let here = positions.current().open_danger;
    let Order::Move { path, .. } = &plan.order else { return here };
    let end = path.last().and_then(|cell| positions.positions.iter().find(|position| position.cell == *cell));
    end.map_or(here, |position| position.danger.min(here))
}

/// Whether the blows from a square are worth what the unit risks there beyond what it risks otherwise. However much it fears, it can
/// be lost only once.
fn is_worth_it(position: &CandidatePosition, otherwise: f64, weight: f64) -> bool {
    let more = position.danger - otherwise;
    let risk = if weight > 0.0 { (more / weight).clamp(0.0, 1.0) } else { 0.0 };
    position.attack_score() >= MIN_BLOW.max(RISK_SHARE * risk)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::ScoreContribution;
    use battle::Pace;
    use model::Cell;

    #[test]
    fn a_blow_is_worth_half_of_what_the_unit_risks_for_it() {
        let weapon_use = WeaponUse { weapon: 0, mode: None, option: None };
        let at = |x, danger| CandidatePosition {
            danger,
            open_danger: danger,
            ..CandidatePosition::at(Cell::new(x, 5), Some(Pace::Walk), 2)
        };
        let blow = |score, danger| CandidatePosition {
            attack: Some((0, weapon_use, score)),
            attacks: 1,
            ..at(8, danger)
        };
        let is_worth = |score, danger| is_worth_it(&blow(score, danger), 0.4, 2.0);
        assert!(is_worth(0.11, 0.8) && !is_worth(0.09, 0.8), "0.2 of itself at risk");
        assert!(is_worth(0.03, 0.2) && !is_worth(0.01, 0.2), "no more danger than where it stands");
        assert!(is_worth(0.51, 9.0) && !is_worth(0.49, 9.0), "it can be lost only once");
    }

    #[test]
    fn only_plans_that_do_nothing_for_anybody_give_way_to_a_blow() {
        let unit = UnitId(1);
        let (end, cover) = (Order::EndPhase { unit }, Order::TakeCover { unit });
        let walk = Order::Move { unit, path: vec![Cell::new(1, 4)], pace: Pace::Walk, evade: false };
        let gives_way = |order: &Order, term: ScoreTerm| {
            let plan = ScoredOrder::new(order.clone(), vec![ScoreContribution { term, score: 0.2 }]);
            has_no_effect_on_others(&plan, &cover)
        };
        assert!([&end, &cover, &walk].into_iter().all(|order| gives_way(order, ScoreTerm::CloseIn)));
        assert!(!gives_way(&walk, ScoreTerm::Harm(UnitId(2))));
        assert!(!gives_way(&walk, ScoreTerm::Treats(UnitId(2))));
        assert!(!gives_way(&Order::StandUp { unit }, ScoreTerm::Readiness));
    }
}
