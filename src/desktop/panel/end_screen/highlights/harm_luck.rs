//! Luck: the harm that units did and suffered in attacks, against what the exact odds of these attacks expected.

use std::collections::{BTreeMap, BTreeSet};

use super::attack_moments::AttackMoment;
use super::moment_odds::ShownOdds;
use battle_log::gauge_changes::count_points;
use battle_log::log_text::count_text;
use model::UnitId;

/// Harm of some attacks, in points of damage, and what their odds expected.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct RatedHarm {
    /// Number of attacks.
    attacks: u32,
    /// Damage after soak.
    damage: u32,
    /// Sum of the mean damages.
    expected: f64,
}

impl RatedHarm {
    /// Adds an attack.
    fn add(&mut self, damage: u32, mean: f64) {
        self.attacks += 1;
        self.damage += damage;
        self.expected += mean;
    }

    /// The damage beyond what was expected; negative for less.
    fn surplus(&self) -> f64 {
        f64::from(self.damage) - self.expected
    }
}

/// The luck of a unit: in its attacks on enemies, and in attacks of enemies on it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct HarmLuck {
    dealt: RatedHarm,
    taken: RatedHarm,
}

impl HarmLuck {
    /// Returns the damage that it did beyond what was expected, and that it was spared.
    pub fn surplus(&self) -> f64 {
        self.dealt.surplus() - self.taken.surplus()
    }

    /// Describes both in sentences, in the words of the book for damage: "14 damage in 5 attacks, 10.8 expected."
    pub fn describe(&self, damage_words: &str) -> String {
        let sentence = |begin: &str, harm: &RatedHarm| {
            let attacks = count_text(harm.attacks, "attack", "attacks");
            let damage = count_points(harm.damage, damage_words);
            format!("{begin}: {damage} in {attacks}, {:.1} expected by the odds.", harm.expected)
        };
        let all = [("Own attacks", &self.dealt), ("Attacks of enemies", &self.taken)];
        let told = all.into_iter().filter(|(_, harm)| harm.attacks > 0);
        told.map(|(begin, harm)| sentence(begin, harm)).collect::<Vec<_>>().join(" ")
    }
}

/// Adds up the luck of units in attacks whose odds are known. Further attacks of the same order, which no card showed, are what
/// its first one led to.
pub(super) fn count_harm_luck(
    attacks: &[AttackMoment],
    odds: &[Option<ShownOdds>],
) -> BTreeMap<UnitId, HarmLuck> {
    let mut all: BTreeMap<UnitId, HarmLuck> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for (attack, odds) in attacks.iter().zip(odds) {
        let Some(odds) = odds.filter(|_| seen.insert(attack.orders.start)) else { continue };
        all.entry(attack.unit).or_default().dealt.add(attack.dealt, odds.mean);
        all.entry(attack.target).or_default().taken.add(attack.dealt, odds.mean);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::attack_moments::Feats;
    use super::*;

    fn attack(order: usize, unit: u32, target: u32, dealt: u32) -> AttackMoment {
        AttackMoment {
            orders: order..order + 1,
            round: 1,
            unit: UnitId(unit),
            target: UnitId(target),
            downed: 0,
            dealt,
            took_out: false,
            feats: Feats::default(),
        }
    }

    #[test]
    fn harm_done_and_suffered_is_compared_with_the_odds() {
        let odds = |mean| Some(ShownOdds { mean, ..ShownOdds::default() });
        // The third attack is free with the second one; no card showed the odds of the last one.
        let attacks = [attack(0, 1, 2, 6), attack(3, 2, 1, 0), attack(3, 2, 1, 9), attack(5, 1, 2, 8)];
        let luck = count_harm_luck(&attacks, &[odds(2.5), odds(1.5), odds(1.5), None]);
        assert_eq!(luck[&UnitId(1)].surplus(), 3.5 + 1.5);
        assert_eq!(luck[&UnitId(2)].surplus(), -1.5 - 3.5);
        assert_eq!(
            luck[&UnitId(1)].describe("damage"),
            "Own attacks: 6 damage in 1 attack, 2.5 expected by the odds. Attacks of enemies: 0 damage in 1 attack, 1.5 expected by the odds."
        );
        assert_eq!(HarmLuck::default().describe("damage"), "");
        assert_eq!(luck.len(), 2);
    }
}
