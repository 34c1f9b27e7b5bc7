//! What every unit did in a fight, counted from its history.

use std::collections::BTreeMap;

use crate::battle::{Chapter, Event, Target, UnitId};
use crate::dice::{Read, Trace};
use crate::rules::swan_song::Contact;

/// Sides of the dice that count hits, and how many of them are hits: expected hits are a third.
const EXPECTED: i64 = 3;

/// What a unit did and suffered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
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
    /// Others put out of the fight.
    pub downed: u32,
    /// Three times the hits rolled, less the dice rolled for them: above 0 is luck, in thirds of a hit.
    thirds: i64,
}

impl Tally {
    /// Hits rolled beyond what the dice promise, for show.
    pub fn luck(&self) -> f64 {
        self.thirds as f64 / EXPECTED as f64
    }
}

/// Counts a whole fight; a unit that never did or suffered anything is missing.
pub(super) fn count(chapters: &[Chapter]) -> BTreeMap<UnitId, Tally> {
    let mut all: BTreeMap<UnitId, Tally> = BTreeMap::new();
    for happening in chapters.iter().flat_map(|chapter| &chapter.happenings) {
        for step in &happening.trace {
            if let Trace::Rolled(roll) = step
                && let (Some(who), Read::Hits(5) | Read::HitsAndGlitch(5)) = (roll.who, roll.dice.read)
            {
                let own = all.entry(UnitId(who)).or_default();
                own.thirds += EXPECTED * i64::from(roll.roll.value) - i64::from(roll.dice.count);
            }
        }
        match &happening.event {
            Event::AttackDeclared { unit, rounds, .. } => {
                let own = all.entry(*unit).or_default();
                own.attacks += 1;
                own.rounds += rounds;
            }
            Event::AttackResolved { unit, target: Target::Unit(_), contact: Contact::Hit, .. } => {
                all.entry(*unit).or_default().hits += 1;
            }
            Event::Harmed { unit, by: Some(by), damage, .. } => {
                all.entry(*unit).or_default().taken += damage;
                if by != unit {
                    all.entry(*by).or_default().dealt += damage;
                }
            }
            Event::Fell { unit, by: Some(by), .. } if by != unit => {
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
    use crate::battle::{Happening, Order};
    use crate::dice::{Dice, RollRecord};
    use crate::rules::swan_song::{FireMode, Vitals};

    #[test]
    fn damage_shots_and_luck_are_counted() {
        let (one, other) = (UnitId(0), UnitId(1));
        let target = Target::Unit(other);
        let dice = Dice::d6_hits(6);
        let faces = vec![6, 5, 5, 1, 2, 6];
        let roll = RollRecord {
            who: Some(0),
            why: "attack",
            clause: "SS-ATK-08",
            parts: Vec::new(),
            limit: None,
            dice,
            roll: dice.read(&faces),
            faces,
        };
        let mode = Some(FireMode::Burst);
        let happenings = vec![
            Happening {
                event: Event::AttackDeclared { unit: one, target, weapon: 0, mode, rounds: 3 },
                trace: Vec::new(),
            },
            Happening {
                event: Event::AttackResolved {
                    unit: one,
                    target,
                    weapon: 0,
                    mode,
                    contact: Contact::Hit,
                    net_hits: 4,
                    damage: 5,
                },
                trace: vec![Trace::Rolled(roll)],
            },
            Happening {
                event: Event::Harmed {
                    unit: other,
                    by: Some(one),
                    damage: 5,
                    before: Vitals::default(),
                    after: Vitals::default(),
                },
                trace: Vec::new(),
            },
        ];
        let order = Order::Attack { unit: one, target, weapon: 0, mode };
        let all = count(&[Chapter { order, round: 1, pass: 1, happenings, revealed: true }]);
        let shooter = all[&one];
        assert_eq!((shooter.attacks, shooter.hits, shooter.rounds, shooter.dealt), (1, 1, 3, 5));
        // Four hits of six dice, two expected.
        assert_eq!(shooter.luck(), 2.0);
        assert_eq!(all[&other], Tally { taken: 5, ..Tally::default() });
    }
}
