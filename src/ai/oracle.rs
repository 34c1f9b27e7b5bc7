//! Exact odds for minds, each asked once: attacks that look alike are one question.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::lines::{Lines, Looks, Stand};
use battle::{Aimed, BattleView, UnitId};
use field::{Cell, Exposure, Grid};
use rules::{FireMode, Odds, play};

/// A weapon used in a certain way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Arm {
    /// Number of the weapon among everything its owner carries.
    pub weapon: usize,
    /// How it is fired.
    pub mode: Option<FireMode>,
    /// How else the attack differs from the plain one.
    pub manner: Option<&'static str>,
}

/// What of an attack's odds minds weigh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Stake {
    /// The target is out of the fight.
    pub out: f64,
    /// It is harmed.
    pub harm: f64,
    /// Mean damage.
    pub mean: f64,
    /// It is knocked down.
    pub knockdown: f64,
}

impl Stake {
    /// Read off exact odds.
    pub fn of(odds: &Odds) -> Self {
        Self { out: odds.out, harm: odds.harm, mean: odds.mean, knockdown: odds.knockdown }
    }

    /// Worth of the attack, 1 for a target surely put out of the fight, against one with so many points left.
    pub fn worth(&self, left: f64) -> f64 {
        let wound = (self.mean / left.max(1.0)).min(1.0);
        self.out + (1.0 - self.out) * (0.5 * wound + 0.03 * self.harm + 0.05 * self.knockdown)
    }
}

/// Attacks with the same key have the same odds, as near as minds need to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    attacker: UnitId,
    target: UnitId,
    arm: Arm,
    range: u8,
    cover: u8,
    through: u32,
}

/// Remembered odds of one thought.
pub(super) struct Oracle<'v> {
    view: &'v BattleView<'v, 'v>,
    grid: Arc<Grid>,
    looks: &'v mut Looks,
    known: FxHashMap<Key, Option<Stake>>,
    /// How many more attacks may be looked into.
    left: u32,
}

impl<'v> Oracle<'v> {
    /// Of a fight as the thinking side sees it, for so many questions.
    pub fn new(view: &'v BattleView<'v, 'v>, lines: &'v mut Lines, questions: u32) -> Self {
        let grid = view.field().shared_grid();
        let looks = lines.of(&grid);
        Self { view, grid, looks, known: FxHashMap::default(), left: questions }
    }

    /// How a target is exposed to a shooter; nothing if it is not seen.
    pub fn look(&mut self, from: Stand, to: Stand) -> Option<Exposure> {
        self.looks.look(&self.grid, from, to)
    }

    /// What an attack over a line of fire like this would do; nothing where it may not be made, or was never looked into.
    pub fn ask(
        &mut self,
        (attacker, arm, from): (UnitId, Arm, Cell),
        (target, at): (UnitId, Cell),
        exposure: Exposure,
    ) -> Option<Stake> {
        let key = Key {
            attacker,
            target,
            arm,
            range: range_class(from.rings(at)),
            cover: exposure.hidden.div_ceil(20),
            through: exposure.pierces.unwrap_or(u32::MAX),
        };
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        self.left = self.left.checked_sub(1)?;
        let stake = self.stake((attacker, arm, from), (target, at));
        self.known.insert(key, stake);
        stake
    }

    fn stake(&self, (unit, arm, from): (UnitId, Arm, Cell), target: (UnitId, Cell)) -> Option<Stake> {
        let aimed = Aimed { unit, weapon: arm.weapon, mode: arm.mode, manner: arm.manner };
        let engagement = self.view.engagement_between((aimed, from), target)?;
        play::may_attack(&engagement).ok()?;
        let odds = play::preview(&engagement)?;
        Some(Stake::of(&odds))
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
        let kill = Stake { out: 1.0, harm: 1.0, mean: 9.0, knockdown: 0.0 };
        assert!((kill.worth(3.0) - 1.0).abs() < 1e-9);
        let scratch = Stake { out: 0.0, harm: 0.0, mean: 2.0, knockdown: 0.0 };
        assert!((scratch.worth(10.0) - 0.1).abs() < 1e-9);
    }
}
