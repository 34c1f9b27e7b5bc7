//! Enemies that a side has lost sight of, a threat that falls with time, and those that are about to arrive.

use super::odds_cache::{AiOddsCache, TargetPosture};
use battle::{BattleView, UnitDataItem};
use field::{Body, TargetExposure};
use model::Cell;

/// Threat of an enemy that was lost sight of in this round, or is about to arrive, to a unit in its line of fire; 1 is being surely out of
/// action.
const REMEMBERED_THREAT: f64 = 0.1;
/// Share of its threat that is left after each further round, and the least one that counts.
const LEFT_AFTER_ROUND: f64 = 0.6;
const MIN_WEIGHT: f64 = 0.1;
/// Share of its threat that a target that is wholly hidden takes off, and that taking cover leaves.
const HIDDEN_SHARE: f64 = 0.6;
const COVERED_SHARE: f64 = 0.4;
/// Maximum remembered enemies considered, nearest first.
const MAX_REMEMBERED: usize = 6;

/// An enemy where it was last seen, or where it arrives. Nothing else is known of it: neither its weapon nor its health.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RememberedEnemy {
    cell: Cell,
    /// How much of its threat counts.
    weight: f64,
}

/// The enemies that the side of a unit remembers and that were in action when it saw them last, none of them without fog of war; and
/// those in reserve that arrive by the end of the next round.
pub(crate) fn recall_enemies(view: &BattleView, me: &UnitDataItem) -> Vec<RememberedEnemy> {
    let now = view.round().number();
    let lost = view.remembered_units().filter(|(other, seen)| other.side != me.side && seen.down().is_none());
    let known = lost.filter_map(|(_, seen)| RememberedEnemy::seen_at(seen.cell(), (seen.round(), now)));
    let reserve = view.units().filter(|other| other.side != me.side && other.out_of_action.down().is_none());
    let awaited = reserve.filter_map(|other| {
        let arrival = other.out_of_action.arrival()?;
        RememberedEnemy::arriving_at(other.cell(), (arrival.round, now))
    });
    let mut known: Vec<RememberedEnemy> = known.chain(awaited).collect();
    known.sort_by_key(|enemy| (me.cell().distance_squared(enemy.cell), enemy.cell));
    known.truncate(MAX_REMEMBERED);
    known
}

/// Threat of remembered enemies to a unit on a cell, in a posture.
pub(crate) fn remembered_threat(
    enemies: &[RememberedEnemy],
    odds_cache: &mut AiOddsCache,
    (cell, body, posture): (Cell, Body, TargetPosture),
) -> f64 {
    let of_enemy = |enemy: &RememberedEnemy| {
        let (from, to) = ((enemy.cell, Body::STANDING), (cell, body));
        let Some(line) = odds_cache.exposure(from, to) else { return 0.0 };
        let crosses = posture == TargetPosture::Covered && odds_cache.crosses_cover(from, to);
        enemy.weight * REMEMBERED_THREAT * share_left(line, posture, crosses)
    };
    enemies.iter().map(of_enemy).sum()
}

impl RememberedEnemy {
    /// An enemy that was seen on a cell in a round; `None` once that is too long ago.
    fn seen_at(cell: Cell, (round, now): (u32, u32)) -> Option<Self> {
        let weight = LEFT_AFTER_ROUND.powi(now.saturating_sub(round).min(100).cast_signed());
        (weight >= MIN_WEIGHT).then_some(Self { cell, weight })
    }

    /// An enemy that arrives on a cell in a round; `None` if that is not soon.
    fn arriving_at(cell: Cell, (round, now): (u32, u32)) -> Option<Self> {
        (round <= now + 1).then_some(Self { cell, weight: 1.0 })
    }
}

/// Share of a threat that is left for a target with this exposure; `crosses` says whether attacks pass what it takes cover behind.
fn share_left(line: TargetExposure, posture: TargetPosture, crosses: bool) -> f64 {
    let seen = 1.0 - HIDDEN_SHARE * f64::from(line.hidden.min(100)) / 100.0;
    match posture {
        TargetPosture::Exposed => 1.0,
        TargetPosture::Covered if crosses => COVERED_SHARE * seen,
        TargetPosture::Covered | TargetPosture::Current => seen,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_enemy_out_of_sight_is_feared_less_with_each_round_and_forgotten_in_the_end() {
        let weight = |rounds: u32| {
            RememberedEnemy::seen_at(Cell::new(3, 4), (2, 2 + rounds)).map(|enemy| enemy.weight)
        };
        let weights: Vec<f64> = (0..5_u32).map(|rounds| weight(rounds).expect("it is remembered")).collect();
        assert!((weights[0] - 1.0).abs() < 1e-9 && (weights[2] - 0.36).abs() < 1e-9, "{weights:?}");
        assert!(weights.is_sorted_by(|one, next| one > next), "{weights:?}");
        assert_eq!(weight(5), None);
    }

    #[test]
    fn ss_init_25_an_enemy_that_arrives_by_the_next_round_is_feared_where_it_arrives() {
        let awaited = |round| RememberedEnemy::arriving_at(Cell::new(28, 9), (round, 3));
        let expected = RememberedEnemy { cell: Cell::new(28, 9), weight: 1.0 };
        assert_eq!([2, 3, 4].map(awaited), [Some(expected); 3], "one that is late waits for a free square");
        assert_eq!(awaited(5), None, "there is time until then");
    }

    #[test]
    fn cover_and_what_is_in_the_way_keep_off_what_is_remembered() {
        let line = |hidden| TargetExposure { hidden, pierces: None };
        let left = |hidden, posture, crosses| share_left(line(hidden), posture, crosses);
        assert!((left(50, TargetPosture::Exposed, false) - 1.0).abs() < 1e-9);
        assert!((left(50, TargetPosture::Current, false) - 0.7).abs() < 1e-9);
        assert!((left(50, TargetPosture::Covered, true) - 0.28).abs() < 1e-9);
        assert!((left(50, TargetPosture::Covered, false) - 0.7).abs() < 1e-9, "attacks pass beside it");
    }
}
