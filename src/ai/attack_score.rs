//! What an attack is worth, for lists that order attacks.

use crate::planning::odds_cache::OddsEstimate;
use crate::planning::unit_estimate::health_points_left;
use battle::{BattleView, UnitDataItem};
use rules::Odds;

/// Returns what an attack with these odds is worth against a target, as AI players rate it: 1 is a target surely out of
/// action, 0 an attack that does nothing.
pub fn attack_score(view: &BattleView, odds: &Odds, target: &UnitDataItem) -> f64 {
    OddsEstimate::from_odds(odds).score(health_points_left(view, target))
}
