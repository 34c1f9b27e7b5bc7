//! Battle statistics per unit, counted from the history.

use std::collections::BTreeMap;

use battle::{BattleEvent, OrderRecord, Target};
use dice::{Dice, RollMode, RollRecord, Symbol, Trace};
use model::UnitId;
use rules::HitResult;

/// Unit of luck: a fraction of a hit that all dice sizes divide (4, 6, 8, 10, 12 and 100 sides).
const PARTS_PER_HIT: i64 = 600;

/// Statistics of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct UnitStatistics {
    /// Attacks on units and barriers.
    pub attacks: u32,
    /// Attacks that hit a unit.
    pub hits: u32,
    /// Rounds fired.
    pub rounds: u32,
    /// Damage done to others, after soak.
    pub dealt: u32,
    /// Damage taken.
    pub taken: u32,
    /// Other units taken out of action.
    pub downed: u32,
    /// Hits or successes above the expected number, in parts of a hit.
    luck_parts: i64,
}

impl UnitStatistics {
    /// Hits or successes above the expected number.
    pub fn luck(&self) -> f64 {
        self.luck_parts as f64 / PARTS_PER_HIT as f64
    }
}

/// Hits of a roll above the expected number, in parts of a hit; `None` if the roll counts no hits.
fn roll_luck(roll: &RollRecord) -> Option<i64> {
    let rolled = match roll.dice.read {
        RollMode::Symbols(_) => i64::from(roll.roll.symbols.successes),
        _ => i64::from(roll.roll.value),
    };
    Some(PARTS_PER_HIT * rolled - expected_parts(roll.dice)?)
}

/// Expected hits of dice, in parts of a hit; `None` if they count no hits.
fn expected_parts(dice: Dice) -> Option<i64> {
    let of_sides = |good: i64, sides: u8| PARTS_PER_HIT * good / i64::from(sides.max(1));
    let each = |good: u8| i64::from(dice.count) * of_sides(i64::from(good), dice.sides);
    match dice.read {
        RollMode::Hits(least) | RollMode::HitsAndGlitch(least) => {
            Some(each((dice.sides + 1).saturating_sub(least).min(dice.sides)))
        }
        RollMode::AtMost(most) => Some(each(most.min(dice.sides))),
        RollMode::Symbols(pool) => Some(
            pool.dice()
                .map(|die| {
                    let symbols = die.faces().iter().flat_map(|face| face.iter());
                    let net = symbols.map(|symbol| match symbol {
                        Symbol::Success | Symbol::Triumph => 1,
                        Symbol::Failure | Symbol::Despair => -1,
                        Symbol::Advantage | Symbol::Threat => 0,
                    });
                    of_sides(net.sum(), die.sides())
                })
                .sum(),
        ),
        RollMode::Sum | RollMode::Bands(_) => None,
    }
}

/// Counts the statistics of a battle; units without any entry are missing.
pub(crate) fn count_statistics(records: &[OrderRecord]) -> BTreeMap<UnitId, UnitStatistics> {
    let mut all: BTreeMap<UnitId, UnitStatistics> = BTreeMap::new();
    for record in records.iter().flat_map(|record| &record.events) {
        for step in &record.trace {
            if let Trace::Rolled(roll) = step
                && let (Some(who), Some(roll_luck)) = (roll.who, roll_luck(roll))
            {
                all.entry(who).or_default().luck_parts += roll_luck;
            }
        }
        match &record.event {
            BattleEvent::AttackDeclared { unit, rounds, .. } => {
                let own = all.entry(*unit).or_default();
                own.attacks += 1;
                own.rounds += rounds;
            }
            BattleEvent::AttackResolved {
                unit, target: Target::Unit(_), contact: HitResult::Hit, ..
            } => {
                all.entry(*unit).or_default().hits += 1;
            }
            BattleEvent::Harmed { unit, by: Some(by), damage, .. } => {
                all.entry(*unit).or_default().taken += damage;
                if by != unit {
                    all.entry(*by).or_default().dealt += damage;
                }
            }
            BattleEvent::WentDown { unit, by: Some(by), .. } if by != unit => {
                all.entry(*by).or_default().downed += 1;
            }
            _ => {}
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::{EventRecord, Order};
    use dice::{SymbolPool, Symbols};
    use rules::{FireMode, HealthState, swan_song};

    #[test]
    fn damage_shots_and_luck_are_counted() {
        let (one, other) = (UnitId(0), UnitId(1));
        let target = Target::Unit(other);
        let dice = Dice::d6_hits(6);
        let faces = vec![6, 5, 5, 1, 2, 6];
        let roll = RollRecord {
            who: Some(UnitId(0)),
            why: "attack",
            clause: "SS-ATK-08",
            parts: Vec::new(),
            limit: None,
            dice,
            roll: dice.read(&faces),
            faces,
        };
        let mode = Some(FireMode::Burst);
        let events = vec![
            EventRecord::new(BattleEvent::AttackDeclared { unit: one, target, weapon: 0, mode, rounds: 3 }),
            EventRecord {
                trace: vec![Trace::Rolled(roll)],
                ..EventRecord::new(BattleEvent::AttackResolved {
                    unit: one,
                    target,
                    weapon: 0,
                    mode,
                    contact: HitResult::Hit,
                    net: 4,
                    damage: 5,
                    words: dice::GivenText("5 damage".to_owned()).into(),
                })
            },
            EventRecord::new(BattleEvent::Harmed {
                unit: other,
                by: Some(one),
                damage: 5,
                before: Box::new(HealthState::SwanSong(swan_song::Vitals::default())),
                after: Box::new(HealthState::SwanSong(swan_song::Vitals::default())),
            }),
        ];
        let order = Order::Attack { unit: one, target, weapon: 0, mode, option: None };
        let all = count_statistics(&[OrderRecord { order, round: 1, pass: 1, events, revealed: true }]);
        let shooter = all[&one];
        assert_eq!((shooter.attacks, shooter.hits, shooter.rounds, shooter.dealt), (1, 1, 3, 5));
        // Four hits with six dice, two expected.
        assert_eq!(shooter.luck(), 2.0);
        assert_eq!(all[&other], UnitStatistics { taken: 5, ..UnitStatistics::default() });
    }

    #[test]
    fn expected_hits_of_all_roll_modes() {
        let parts = |count, sides, read| expected_parts(Dice { count, sides, read });
        assert_eq!(parts(3, 6, RollMode::Hits(5)), Some(PARTS_PER_HIT));
        assert_eq!(parts(5, 10, RollMode::Hits(7)), Some(2 * PARTS_PER_HIT));
        assert_eq!(parts(1, 100, RollMode::AtMost(25)), Some(PARTS_PER_HIT / 4));
        assert_eq!(parts(2, 6, RollMode::Sum), None);
        // Eight faces of an ability die show five successes.
        let pool = SymbolPool { ability: 2, difficulty: 1, ..SymbolPool::default() };
        let roll = |successes| RollRecord {
            who: Some(UnitId(0)),
            why: "attack",
            clause: "CC-CHK-01",
            parts: Vec::new(),
            limit: None,
            dice: Dice::symbols(pool),
            faces: vec![4, 4, 1],
            roll: dice::Roll::from_symbols(Symbols { successes, ..Symbols::default() }),
        };
        assert_eq!(expected_parts(Dice::symbols(pool)), Some(PARTS_PER_HIT * (2 * 5 - 4) / 8));
        assert_eq!(roll_luck(&roll(4)), Some(PARTS_PER_HIT * 4 - PARTS_PER_HIT * 6 / 8));
    }
}
