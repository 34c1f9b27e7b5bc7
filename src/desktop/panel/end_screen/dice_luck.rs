//! Luck: the hits of a unit's dice against what such dice do on average, and how often they do as well.

use std::collections::BTreeMap;

use dice::{Dice, RollMode, RollRecord, Symbol};

/// Unit of luck: a fraction of a hit that all dice sizes divide (4, 6, 8, 10, 12 and 100 sides).
const PARTS_PER_HIT: i64 = 600;

/// Hits of one die, and the number of its sides that have as many.
type SidesByHits = BTreeMap<i64, u32>;

/// All dice of a unit that count hits or successes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DiceLuck {
    /// Hits or net successes that they showed.
    hits: i64,
    /// How many dice of each kind were rolled.
    dice: BTreeMap<SidesByHits, u32>,
}

impl DiceLuck {
    /// Adds a roll; one that counts no hits is left out.
    pub fn add_roll(&mut self, roll: &RollRecord) {
        let Some(dice) = list_dice(roll.dice) else { return };
        self.hits += match roll.dice.read {
            RollMode::Symbols(_) => i64::from(roll.roll.symbols.successes),
            _ => i64::from(roll.roll.value),
        };
        for (sides, count) in dice {
            *self.dice.entry(sides).or_default() += count;
        }
    }

    /// Returns the hits or successes above the average of these dice.
    pub fn surplus(&self) -> f64 {
        let expected: i64 =
            self.dice.iter().map(|(sides, count)| i64::from(*count) * mean_parts(sides)).sum();
        (PARTS_PER_HIT * self.hits - expected) as f64 / PARTS_PER_HIT as f64
    }

    /// Describes the dice in a sentence: hits, average, and how often such dice do as well, or as badly.
    pub fn describe(&self) -> String {
        let count: u32 = self.dice.values().sum();
        if count == 0 {
            return "No dice that count hits or successes.".to_owned();
        }
        let surplus = self.surplus();
        let (at_most, at_least) = self.tails();
        let (compared, share) =
            if surplus < 0.0 { ("As few or fewer", at_most) } else { ("As many or more", at_least) };
        let dice = if count == 1 { "die" } else { "dice" };
        let share = share_text(share);
        if self.counts_failures() {
            let luck = difference_text(surplus);
            return format!("{luck} ({count} {dice}; each failure takes one off). {compared}: {share}.");
        }
        let average = self.hits as f64 - surplus;
        let hits = if self.hits == 1 { "hit or success" } else { "hits or successes" };
        format!("{} {hits} with {count} {dice}, {average:.1} on average. {compared}: {share}.", self.hits)
    }

    /// Whether dice take successes off, so that their sum can be negative.
    fn counts_failures(&self) -> bool {
        self.dice.keys().any(|sides| sides.keys().any(|hits| *hits < 0))
    }

    /// Returns the chances that these dice show at most and at least as many hits.
    fn tails(&self) -> (f64, f64) {
        // Chances of each sum of hits from `lowest` on.
        let (mut lowest, mut chances) = (0_i64, vec![1.0_f64]);
        for (sides, count) in &self.dice {
            let total: u32 = sides.values().sum();
            let (Some((&least, _)), Some((&most, _))) = (sides.first_key_value(), sides.last_key_value())
            else {
                continue;
            };
            for _ in 0..*count {
                let mut next = vec![0.0; chances.len() + (most - least) as usize];
                for (at, chance) in chances.iter().enumerate() {
                    for (hits, of_sides) in sides {
                        next[at + (hits - least) as usize] +=
                            chance * f64::from(*of_sides) / f64::from(total);
                    }
                }
                (lowest, chances) = (lowest + least, next);
            }
        }
        let sum = |fits: &dyn Fn(i64) -> bool| {
            let fitting = (lowest..).zip(&chances).filter(|(hits, _)| fits(*hits));
            fitting.map(|(_, chance)| chance).sum::<f64>()
        };
        (sum(&|hits| hits <= self.hits), sum(&|hits| hits >= self.hits))
    }
}

/// Says by how much successes differ from the average: "3.2 more successes than average"; without a number where that would be 0.0.
fn difference_text(surplus: f64) -> String {
    let difference = format!("{:.1}", surplus.abs());
    match (difference.as_str(), surplus < 0.0) {
        ("0.0", _) => "About as many successes as average".to_owned(),
        (difference, true) => format!("{difference} fewer successes than average"),
        (difference, false) => format!("{difference} more successes than average"),
    }
}

/// Formats a chance: "44 %", and a small one as "1 in 27".
fn share_text(share: f64) -> String {
    match share {
        share if share >= 0.1 => format!("{:.0} %", 100.0 * share),
        share if share > 1e-6 => format!("1 in {:.0}", 1.0 / share),
        _ => "less than 1 in a million".to_owned(),
    }
}

/// Mean hits of a die, in parts of a hit.
fn mean_parts(sides: &SidesByHits) -> i64 {
    let total: u32 = sides.values().sum();
    let sum: i64 = sides.iter().map(|(hits, count)| hits * i64::from(*count)).sum();
    PARTS_PER_HIT * sum / i64::from(total.max(1))
}

/// Lists the dice of a roll by kind; `None` if they count no hits.
fn list_dice(dice: Dice) -> Option<BTreeMap<SidesByHits, u32>> {
    let alike = |good: u8| {
        let good = good.min(dice.sides);
        let sides = [(0, dice.sides - good), (1, good)].map(|(hits, sides)| (hits, u32::from(sides)));
        BTreeMap::from([(sides.into_iter().filter(|(_, sides)| *sides > 0).collect(), dice.count)])
    };
    match dice.read {
        RollMode::Hits(least) | RollMode::HitsAndGlitch(least) => {
            Some(alike((dice.sides + 1).saturating_sub(least)))
        }
        RollMode::AtMost(most) => Some(alike(most)),
        RollMode::Symbols(pool) => {
            let mut all = BTreeMap::new();
            for die in pool.dice() {
                let mut sides = SidesByHits::new();
                for face in die.faces() {
                    let net = face.iter().map(|symbol| match symbol {
                        Symbol::Success | Symbol::Triumph => 1,
                        Symbol::Failure | Symbol::Despair => -1,
                        Symbol::Advantage | Symbol::Threat => 0,
                    });
                    *sides.entry(net.sum()).or_default() += 1;
                }
                *all.entry(sides).or_default() += 1;
            }
            Some(all)
        }
        RollMode::Sum | RollMode::Bands(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::{SymbolPool, Symbols};
    use model::UnitId;

    fn roll(dice: Dice, faces: &[u8], roll: dice::Roll) -> RollRecord {
        RollRecord {
            who: Some(UnitId(0)),
            why: "attack",
            clause: "SS-ATK-08",
            parts: Vec::new(),
            limit: None,
            dice,
            faces: faces.to_vec(),
            roll,
        }
    }

    fn luck_of(dice: Dice, faces: &[u8]) -> DiceLuck {
        let mut luck = DiceLuck::default();
        luck.add_roll(&roll(dice, faces, dice.read(faces)));
        luck
    }

    #[test]
    fn hits_are_compared_with_the_average_and_all_results() {
        let luck = luck_of(Dice::d6_hits(3), &[5, 6, 5]);
        assert_eq!(luck.surplus(), 2.0);
        assert_eq!(
            luck.describe(),
            "3 hits or successes with 3 dice, 1.0 on average. As many or more: 1 in 27."
        );
        let one = luck_of(Dice::d6_hits(1), &[5]).describe();
        assert!(one.starts_with("1 hit or success with 1 die, "), "{one}");
        let (at_most, at_least) = luck_of(Dice::d6_hits(2), &[5, 1]).tails();
        assert!((at_most - 8.0 / 9.0).abs() < 1e-12 && (at_least - 5.0 / 9.0).abs() < 1e-12);
        let unlucky = luck_of(Dice::d6_hits(6), &[1, 1, 2, 3, 4, 1]);
        assert!(unlucky.describe().ends_with("As few or fewer: 1 in 11."), "{}", unlucky.describe());
        assert_eq!(DiceLuck::default().describe(), "No dice that count hits or successes.");
    }

    #[test]
    fn several_rolls_count_together() {
        let mut luck = luck_of(Dice::d6_hits(1), &[6]);
        luck.add_roll(&roll(Dice::d6_hits(1), &[1], Dice::d6_hits(1).read(&[1])));
        assert!((luck.surplus() - 1.0 / 3.0).abs() < 1e-12);
        assert!((luck.tails().1 - 5.0 / 9.0).abs() < 1e-12, "one hit or two of two dice");
    }

    #[test]
    fn averages_of_all_roll_modes() {
        let average = |count, sides, read| {
            let dice = list_dice(Dice { count, sides, read })?;
            Some(dice.iter().map(|(sides, count)| i64::from(*count) * mean_parts(sides)).sum::<i64>())
        };
        assert_eq!(average(3, 6, RollMode::Hits(5)), Some(PARTS_PER_HIT));
        assert_eq!(average(5, 10, RollMode::Hits(7)), Some(2 * PARTS_PER_HIT));
        assert_eq!(average(1, 100, RollMode::AtMost(25)), Some(PARTS_PER_HIT / 4));
        assert_eq!(average(2, 6, RollMode::Sum), None);
    }

    #[test]
    fn narrative_dice_count_net_successes() {
        // Eight faces of an ability die show five successes.
        let pool = SymbolPool { ability: 2, difficulty: 1, ..SymbolPool::default() };
        let mut luck = DiceLuck::default();
        let shown = dice::Roll::from_symbols(Symbols { successes: 4, ..Symbols::default() });
        luck.add_roll(&roll(Dice::symbols(pool), &[4, 4, 1], shown));
        assert_eq!(luck.surplus(), 4.0 - 6.0 / 8.0);
        // Both ability dice show two successes, and the difficulty die no failure: (1 / 8)^2 * 5 / 8.
        assert!((luck.tails().1 - 5.0 / 512.0).abs() < 1e-12, "{:?}", luck.tails());
        assert_eq!(
            luck.describe(),
            "3.2 more successes than average (3 dice; each failure takes one off). As many or more: 1 in 102."
        );
        let shown = dice::Roll::from_symbols(Symbols { successes: -6, ..Symbols::default() });
        luck.add_roll(&roll(Dice::symbols(pool), &[1, 1, 1], shown));
        let unlucky = luck.describe();
        assert!(unlucky.starts_with("3.5 fewer successes than average (6 dice; "), "{unlucky}");
    }

    #[test]
    fn no_difference_from_the_average_is_told_as_nought() {
        let about = "About as many successes as average";
        assert_eq!([0.0, 0.04, -0.04].map(difference_text), [about; 3]);
        assert_eq!(difference_text(0.06), "0.1 more successes than average");
        assert_eq!(difference_text(-0.06), "0.1 fewer successes than average");
    }
}
