//! Behaviour of AI players: what they did in their turns, counted by difficulty and archetype.

mod cover_effect;
mod turn_observer;
mod unused_actions;

use std::collections::BTreeMap;
use std::iter::Sum;
use std::ops::AddAssign;

use serde::Serialize;

pub(crate) use turn_observer::BehaviourObserver;

use ai::Difficulty;

/// Counts of what AI players did. A turn is a unit's phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BehaviourCounts {
    /// Turns.
    pub turns: u64,
    /// Turns that ended in view of an enemy with a ranged weapon, in effective cover from the nearest one or although it
    /// was in reach: on a square from which a unit that attacked could have attacked as well.
    pub cover_choices: u64,
    /// Those that ended in effective cover.
    pub cover_taken: u64,
    /// Attacks on units.
    pub attacks: u64,
    /// Those with ranged weapons other than explosives.
    pub shots: u64,
    /// Those at units in effective cover.
    pub shots_at_cover: u64,
    /// Damage of the shots at cover to their targets.
    pub damage_at_cover: u64,
    /// Damage of the other shots to their targets.
    pub damage_in_open: u64,
    /// Sum of the mean damage of the shots at cover by the odds, in thousandths.
    pub expected_at_cover: u64,
    /// Sum of the mean damage of the same shots without the cover, in thousandths.
    pub expected_without_cover: u64,
    /// Turns in which an explosive that the unit could have readied and used would have caught two enemies and no ally.
    pub explosive_choices: u64,
    /// Those in which one was used.
    pub explosives_used: u64,
    /// Attacks that suppress.
    pub suppressions: u64,
    /// Delayed phases.
    pub delays: u64,
    /// Full defences.
    pub full_defences: u64,
    /// Turns that ended with a ranged weapon in hand and an enemy in view.
    pub ranged_turns: u64,
    /// Those that ended within two squares of an enemy.
    pub ranged_turns_beside_enemy: u64,
    /// Sum of the distances to the nearest enemy at their ends, in squares.
    pub ranged_distance: u64,
    /// Turns that ended nearer to the place of an objective of the side than they began.
    pub objective_nearer: u64,
    /// Turns that ended farther away from it.
    pub objective_farther: u64,
    /// Damage to units of its own side by its attacks.
    pub friendly_damage: u64,
    /// Turns with more than two moves.
    pub turns_of_many_moves: u64,
    /// Turns that ended with an attack, a reload or cover of use still possible.
    pub turns_cut_short: u64,
    /// Those in which an attack was possible.
    pub unused_attacks: u64,
    /// Those in which a weapon with half of its magazine or less could have been reloaded.
    pub unused_reloads: u64,
    /// Those in which effective cover could have been taken.
    pub unused_cover: u64,
    /// Units put out of action.
    pub units_lost: u64,
    /// Those without an ally within ten squares.
    pub units_lost_alone: u64,
}

impl AddAssign for BehaviourCounts {
    fn add_assign(&mut self, other: Self) {
        self.turns += other.turns;
        self.cover_choices += other.cover_choices;
        self.cover_taken += other.cover_taken;
        self.attacks += other.attacks;
        self.shots += other.shots;
        self.shots_at_cover += other.shots_at_cover;
        self.expected_at_cover += other.expected_at_cover;
        self.expected_without_cover += other.expected_without_cover;
        self.damage_at_cover += other.damage_at_cover;
        self.damage_in_open += other.damage_in_open;
        self.explosive_choices += other.explosive_choices;
        self.explosives_used += other.explosives_used;
        self.suppressions += other.suppressions;
        self.delays += other.delays;
        self.full_defences += other.full_defences;
        self.ranged_turns += other.ranged_turns;
        self.ranged_turns_beside_enemy += other.ranged_turns_beside_enemy;
        self.ranged_distance += other.ranged_distance;
        self.objective_nearer += other.objective_nearer;
        self.objective_farther += other.objective_farther;
        self.friendly_damage += other.friendly_damage;
        self.turns_of_many_moves += other.turns_of_many_moves;
        self.turns_cut_short += other.turns_cut_short;
        self.unused_attacks += other.unused_attacks;
        self.unused_reloads += other.unused_reloads;
        self.unused_cover += other.unused_cover;
        self.units_lost += other.units_lost;
        self.units_lost_alone += other.units_lost_alone;
    }
}

impl Sum for BehaviourCounts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |mut sum, counts| {
            sum += counts;
            sum
        })
    }
}

/// Whose turns are counted together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct BehaviourGroup {
    /// Difficulty of the AI player.
    pub difficulty: Difficulty,
    /// Id of the unit's archetype.
    pub archetype: String,
}

/// Counts by group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BehaviourReport(pub BTreeMap<BehaviourGroup, BehaviourCounts>);

impl BehaviourReport {
    /// Adds the counts of another report.
    pub fn add(&mut self, other: &Self) {
        for (group, counts) in &other.0 {
            *self.0.entry(group.clone()).or_default() += *counts;
        }
    }

    /// Sums of each difficulty over all archetypes.
    pub fn by_difficulty(&self) -> BTreeMap<Difficulty, BehaviourCounts> {
        let mut sums: BTreeMap<Difficulty, BehaviourCounts> = BTreeMap::new();
        for (group, counts) in &self.0 {
            *sums.entry(group.difficulty).or_default() += *counts;
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_add_up_by_difficulty() {
        let group =
            |difficulty, archetype: &str| BehaviourGroup { difficulty, archetype: archetype.to_owned() };
        let counts = |turns| BehaviourCounts { turns, cover_taken: 1, ..BehaviourCounts::default() };
        let mut report = BehaviourReport::default();
        let more = BTreeMap::from([
            (group(Difficulty::Hard, "scout"), counts(2)),
            (group(Difficulty::Hard, "gunner"), counts(3)),
            (group(Difficulty::Easy, "scout"), counts(7)),
        ]);
        report.add(&BehaviourReport(more.clone()));
        report.add(&BehaviourReport(more));
        let sums = report.by_difficulty();
        assert_eq!((sums[&Difficulty::Hard].turns, sums[&Difficulty::Hard].cover_taken), (10, 4));
        assert_eq!((sums[&Difficulty::Easy].turns, sums[&Difficulty::Easy].cover_taken), (14, 2));
    }
}
