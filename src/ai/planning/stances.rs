//! Defensive stances: what they prevent.

use super::candidate_position::CandidatePosition;
use super::known_unit::KnownUnit;
use super::odds_cache::AiOddsCache;
use super::situation::Situation;
use crate::memory::PhaseMemory;
use rules::{SpecialAction, WeaponReach, play};

/// Share of the danger from an enemy that a stance prevents where that enemy can as well attack a friend: it turns on that one.
const TURNED_SHARE: f64 = 0.5;

/// The danger on the unit's own cell that a stance against all attacks can prevent. Explosions ask for no defence, nor do enemies
/// out of sight.
///
/// Units that use all tactics know two things more: they can be lost only once, by however many enemies, and an enemy that sees
/// them on their guard attacks another one.
pub(super) fn preventable_danger(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    here: &CandidatePosition,
) -> f64 {
    let weights = &situation.weights;
    // Those that are only remembered may be anywhere.
    if situation.enemies.is_empty() {
        return 0.0;
    }
    let attacks = here.open_danger - weights.danger * situation.blast_danger(here.cell);
    if !weights.special_tactics {
        return attacks.max(0.0);
    }
    let all: f64 = here.threats.iter().sum();
    let turning = situation.enemies.iter().zip(&here.threats).filter(|(enemy, threat)| {
        **threat > 0.0 && situation.friends.iter().any(|friend| can_attack(odds_cache, enemy, friend))
    });
    let turned: f64 = turning.map(|(_, threat)| *threat).sum();
    let turned_share = if all > 0.0 { turned / all } else { 0.0 };
    limit_danger(attacks, turned_share).min(weights.danger)
}

/// Whether a stance against a danger is worth the attacks that the unit gives up for it: it is hurt less by more than it could hurt its
/// enemies. However much it fears them, it can be lost only once.
///
/// Plans that are rated by exchanges know what happens to both.
pub(super) fn is_worth_attacks(
    situation: &Situation,
    odds_cache: &mut AiOddsCache,
    (key, danger): (&str, f64),
    memory: &PhaseMemory,
) -> bool {
    let weights = &situation.weights;
    let has_finished = situation.attacks_once && memory.has_attacked;
    if weights.weighs_exchanges || has_finished || weights.danger <= 0.0 {
        return true;
    }
    let avoided = weights.guard * (danger / weights.danger).min(1.0);
    avoided > attacks_given_up(situation, odds_cache, key)
}

/// What the best attack from here does, as often as the unit can pay for it without a stance and not with it.
fn attacks_given_up(situation: &Situation, odds_cache: &mut AiOddsCache, key: &str) -> f64 {
    let action = SpecialAction { seen: true, ..SpecialAction::new(&situation.fighter, key) };
    let Ok(paid) = play::pay_special_action(&action, situation.view.rules()) else { return 0.0 };
    let guarded = situation.fighter.after_payment(paid);
    let most = if situation.attacks_once { 1 } else { u32::MAX };
    let mut best: f64 = 0.0;
    for weapon_use in situation.weapon_uses() {
        let [now, then] =
            [&situation.fighter, &guarded].map(|state| situation.affordable_attacks(state, weapon_use));
        let lost = now.saturating_sub(then).min(most);
        if lost == 0 {
            continue;
        }
        let from = (situation.unit, weapon_use, situation.me.cell());
        for enemy in &situation.enemies {
            let line = situation.exposure(enemy);
            let Some(estimate) = odds_cache.estimate(from, (enemy.id, enemy.cell), line) else { continue };
            best = best.max(f64::from(lost) * enemy.value * estimate.score(enemy.health_left));
        }
    }
    best
}

/// What is left of a danger of which a share turns on others.
fn limit_danger(danger: f64, turned_share: f64) -> f64 {
    danger.max(0.0) * (1.0 - (1.0 - TURNED_SHARE) * turned_share)
}

/// Whether an enemy can attack a friend from where it is.
pub(super) fn can_attack(odds_cache: &mut AiOddsCache, enemy: &KnownUnit, friend: &KnownUnit) -> bool {
    let far = enemy.cell.chebyshev_distance(friend.cell);
    let (from, to) = ((enemy.cell, enemy.body), (friend.cell, friend.body));
    match enemy.weapon_use {
        Some((_, WeaponReach::Melee { beyond })) => far <= beyond + 1 && odds_cache.can_strike(from, to),
        Some((_, WeaponReach::Ranged { metres })) => far <= metres && odds_cache.exposure(from, to).is_some(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai_rng::AiRng;
    use crate::planning::line_of_fire_cache::LineOfFireCache;
    use crate::planning::situation::tests::for_each_unit;
    use crate::{AiWeights, Difficulty, Personality};
    use rules::Book;

    #[test]
    fn enemies_that_turn_on_others_leave_less_to_prevent() {
        assert!((limit_danger(0.8, 0.0) - 0.8).abs() < 1e-9);
        assert!((limit_danger(0.8, 0.5) - 0.6).abs() < 1e-9);
        assert!((limit_danger(0.8, 1.0) - 0.4).abs() < 1e-9);
        assert!(limit_danger(-0.2, 0.0) <= 0.0, "all of it is an explosion");
    }

    /// Without threats that could turn on others: what many enemies could do together.
    #[test]
    fn a_stance_of_a_brutal_player_saves_a_unit_only_once() {
        for book in Book::ALL {
            for_each_unit(book, |view, unit| {
                let prevented = [Difficulty::Hard, Difficulty::Brutal].map(|level| {
                    let weights = AiWeights::new(level, Personality::Even);
                    let (rng, memory) = (AiRng::new(1, 1, 1), PhaseMemory::default());
                    let situation = Situation::assess(view, *unit.id, weights, (&rng, &memory))
                        .expect("it is on the map");
                    let mut lines = LineOfFireCache::default();
                    let mut odds_cache = AiOddsCache::new(view, &mut lines, 100);
                    let open_danger = 5.0 * weights.danger;
                    let here =
                        CandidatePosition { open_danger, ..CandidatePosition::at(unit.cell(), None, 0) };
                    preventable_danger(&situation, &mut odds_cache, &here) / weights.danger
                });
                assert!(
                    (prevented[0] - 5.0).abs() < 1e-9 && (prevented[1] - 1.0).abs() < 1e-9,
                    "{prevented:?}"
                );
            });
        }
    }
}
