//! Exact odds for minds, each asked once: attacks that look alike are one question.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::line_of_fire_cache::{LineOfFireCache, MapLineCache, PlacedBody};
use battle::{AttackChoice, BattleView, UnitId};
use field::{Cell, Grid, TargetExposure};
use rules::{FireMode, Odds, play};

/// A weapon used in a certain way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct WeaponUse {
    /// Number of the weapon among everything its owner carries.
    pub weapon: usize,
    /// How it is fired.
    pub mode: Option<FireMode>,
    /// How else the attack differs from the plain one.
    pub option: Option<&'static str>,
}

/// What of an attack's odds minds weigh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct OddsEstimate {
    /// The target is out of the fight.
    pub out: f64,
    /// It is harmed.
    pub harm: f64,
    /// Mean damage.
    pub mean: f64,
    /// It is knocked down.
    pub knockdown: f64,
}

impl OddsEstimate {
    /// Read off exact odds.
    pub fn from_odds(odds: &Odds) -> Self {
        Self { out: odds.out, harm: odds.harm, mean: odds.mean, knockdown: odds.knockdown }
    }

    /// Worth of the attack, 1 for a target surely put out of the fight, against one with so many points left.
    pub fn score(&self, left: f64) -> f64 {
        let wound = (self.mean / left.max(1.0)).min(1.0);
        self.out + (1.0 - self.out) * (0.5 * wound + 0.03 * self.harm + 0.05 * self.knockdown)
    }
}

/// Attacks with the same key have the same odds, as near as minds need to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct OddsKey {
    attacker: UnitId,
    target: UnitId,
    weapon_use: WeaponUse,
    range: u8,
    cover: u8,
    through: u32,
}

/// Remembered odds of one thought.
pub(crate) struct AiOddsCache<'v> {
    view: &'v BattleView<'v, 'v>,
    grid: Arc<Grid>,
    map_lines: &'v mut MapLineCache,
    known: FxHashMap<OddsKey, Option<OddsEstimate>>,
    /// How many more attacks may be looked into.
    budget_left: u32,
}

impl<'v> AiOddsCache<'v> {
    /// Of a fight as the thinking side sees it, for so many questions.
    pub fn new(view: &'v BattleView<'v, 'v>, lines: &'v mut LineOfFireCache, questions: u32) -> Self {
        let grid = view.field().shared_grid();
        let looks = lines.for_grid(&grid);
        Self { view, grid, map_lines: looks, known: FxHashMap::default(), budget_left: questions }
    }

    /// How a target is exposed to a shooter; nothing if it is not seen.
    pub fn exposure(&mut self, from: PlacedBody, to: PlacedBody) -> Option<TargetExposure> {
        self.map_lines.exposure(&self.grid, from, to)
    }

    /// What an attack over a line of fire like this would do; nothing where it may not be made, or was never looked into.
    pub fn estimate(
        &mut self,
        (attacker, arm, from): (UnitId, WeaponUse, Cell),
        (target, at): (UnitId, Cell),
        exposure: TargetExposure,
    ) -> Option<OddsEstimate> {
        let key = OddsKey {
            attacker,
            target,
            weapon_use: arm,
            range: range_class(from.chebyshev_distance(at)),
            cover: exposure.hidden.div_ceil(20),
            through: exposure.pierces.unwrap_or(u32::MAX),
        };
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        self.budget_left = self.budget_left.checked_sub(1)?;
        let stake = self.compute_estimate((attacker, arm, from), (target, at));
        self.known.insert(key, stake);
        stake
    }

    fn compute_estimate(
        &self,
        (unit, arm, from): (UnitId, WeaponUse, Cell),
        target: (UnitId, Cell),
    ) -> Option<OddsEstimate> {
        let aimed = AttackChoice { unit, weapon: arm.weapon, mode: arm.mode, manner: arm.option };
        let engagement = self.view.attack_request_between((aimed, from), target)?;
        play::may_attack(&engagement).ok()?;
        let odds = play::preview(&engagement)?;
        Some(OddsEstimate::from_odds(&odds))
    }
}

/// Distances that are looked at together: single squares near by, wider and wider further away.
fn range_class(rings: u32) -> u8 {
    match rings {
        0..=4 => rings as u8,
        5..=9 => 5 + ((rings - 5) / 2) as u8,
        10..=29 => 8 + ((rings - 10) / 4) as u8,
        _ => 13 + (rings.min(229) / 10) as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_squares_are_told_apart_and_far_ones_are_not() {
        assert!(range_class(1) < range_class(2) && range_class(2) < range_class(3));
        assert_eq!(range_class(10), range_class(13));
        assert!((0..500).map(range_class).is_sorted());
    }

    #[test]
    fn a_sure_kill_is_worth_one_and_wounds_count_for_the_share_they_take() {
        let kill = OddsEstimate { out: 1.0, harm: 1.0, mean: 9.0, knockdown: 0.0 };
        assert!((kill.score(3.0) - 1.0).abs() < 1e-9);
        let scratch = OddsEstimate { out: 0.0, harm: 0.0, mean: 2.0, knockdown: 0.0 };
        assert!((scratch.score(10.0) - 0.1).abs() < 1e-9);
    }
}
