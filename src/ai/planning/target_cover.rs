//! Reduces the worth of attacks on targets behind cover, for players that see the cover but do not know its effect, and
//! rejects attacks that obstacles stop.

use super::known_unit::KnownUnit;
use super::odds_cache::OddsEstimate;
use super::situation::Situation;
use super::unit_estimate::is_blocked;
use battle::AttackChoice;
use field::TargetExposure;
use rules::{FireMode, play};

/// Share of an attack's effect that a target that is wholly hidden seems to lose.
const MAX_COVER_LOSS: f64 = 0.6;

/// Factor for the effect of an attack on an enemy by what is seen of it: 1 for a target in the open or wholly hidden, and
/// for units that know what cover keeps off. `hidden` computes the hidden share in percent.
pub(crate) fn visible_share(situation: &Situation, enemy: &KnownUnit, hidden: impl FnOnce() -> u8) -> f64 {
    if situation.weights.sees_target_cover || !enemy.is_covered {
        return 1.0;
    }
    match hidden() {
        // What stands in the way is known, see `Situation::judged_posture`.
        100.. => 1.0,
        hidden => 1.0 - MAX_COVER_LOSS * f64::from(hidden) / 100.0,
    }
}

/// Chance of damage below which an attack through what hides its target is a waste, and the share of its effect that it counts
/// then: a unit makes it only where it has nothing else to do.
const MIN_BLIND_HARM: f64 = 0.1;
const BLIND_SHARE: f64 = 0.1;
/// Chance of any effect below which an attack does nothing: no unit makes it.
const MIN_EFFECT_CHANCE: f64 = 0.01;

/// Factor for the effect of an attack on an enemy by whether it is wasted on something in the way: 0 for one that does nothing.
pub(crate) fn blind_share(enemy: &KnownUnit, line: TargetExposure, estimate: &OddsEstimate) -> f64 {
    let effect = estimate.harm.max(estimate.knockdown).max(estimate.out);
    if effect < MIN_EFFECT_CHANCE && !enemy.is_urgent {
        0.0
    } else if is_wasted(line, estimate.harm, enemy.is_urgent) {
        BLIND_SHARE
    } else {
        1.0
    }
}

/// Whether an attack on an enemy is wasted on something in the way while the unit can go on to a better place.
pub(crate) fn is_worth_a_walk(
    situation: &Situation,
    enemy: &KnownUnit,
    (line, estimate): (TargetExposure, &OddsEstimate),
) -> bool {
    is_wasted(line, estimate.harm, enemy.is_urgent)
        && situation.goes_on()
        && play::move_budget(&situation.fighter, situation.view.rules()).walk_left > 0
}

/// Whether an attack with a weapon as it is has a chance worth mentioning against an enemy, for units that act without a plan: only
/// what is in the way is looked at.
pub(super) fn gets_through(
    situation: &Situation,
    enemy: &KnownUnit,
    (weapon, mode): (usize, Option<FireMode>),
) -> bool {
    let line = situation.exposure(enemy);
    if !is_wasted(line, 0.0, enemy.is_urgent) {
        return true;
    }
    let choice = AttackChoice { unit: situation.unit, weapon, mode, option: None };
    let odds = situation.view.attack_request(choice, enemy.id).and_then(|request| play::preview(&request));
    odds.is_none_or(|odds| !is_wasted(line, odds.harm, enemy.is_urgent))
}

/// Whether an attack with this chance of damage is wasted on what is in its way. Nothing is wasted that may stop an enemy that is
/// about to meet an objective.
fn is_wasted(line: TargetExposure, harm: f64, is_urgent: bool) -> bool {
    is_blocked(line) && harm < MIN_BLIND_HARM && !is_urgent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_on_hidden_targets_are_wasted_below_a_tenth_of_a_chance() {
        let [hidden, covered] = [100, 75].map(|hidden| TargetExposure { hidden, pierces: None });
        assert!(is_wasted(hidden, 0.07, false));
        assert!(!is_wasted(hidden, 0.1, false), "it has a chance");
        assert!(!is_wasted(covered, 0.07, false), "part of the target is seen");
        assert!(!is_wasted(hidden, 0.07, true), "the target is about to escape");
    }
}
