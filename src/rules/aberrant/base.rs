//! Pools, successes and difficulties. Chapter BASE without the turn, which is in `engine` and `actions`.

use dice::{Clause, Dice, Modifiers, Purpose, Read, Step, Table};

use super::Switches;

/// The lowest face that is a success. `AB-BASE-01`.
pub const SUCCESS: u8 = 7;
/// Sides of every die. `AB-BASE-01`.
pub const SIDES: u8 = 10;

/// A pool of dice that counts successes. `AB-BASE-01`.
pub const fn pool(count: u32) -> Dice {
    Dice { count, sides: SIDES, read: Read::Hits(SUCCESS) }
}

/// One die that shows its face. `AB-BASE-11`, `AB-BASE-20`.
pub const fn face() -> Dice {
    Dice { count: 1, sides: SIDES, read: Read::Sum }
}

/// Successes beyond a difficulty, not below 0. `AB-BASE-02`.
pub const fn net(successes: u32, difficulty: u32) -> u32 {
    successes.saturating_sub(difficulty)
}

/// Extra successes of a roll that succeeds, `None` for one that fails. `AB-BASE-02`.
pub const fn extra(successes: u32, difficulty: u32) -> Option<u32> {
    net(successes, difficulty).checked_sub(1)
}

/// How far an attack beats its defence; it hits from 1 on, ties favour the defender. `AB-BASE-03`.
pub fn margin(attack: u32, defence: u32) -> i32 {
    attack.cast_signed() - defence.cast_signed()
}

/// Dice that a hit adds to the raw damage. `AB-BASE-04`.
pub const fn extra_dice(margin: u32) -> u32 {
    margin.saturating_sub(1)
}

/// A straight distance of at most so many metres. `AB-BASE-15`.
pub fn within(distance_squared: u32, metres: u32) -> bool {
    u64::from(distance_squared) <= u64::from(metres) * u64::from(metres)
}

/// Successes that a mega die is worth. `AB-BASE-20`.
pub const fn mega_worth(face: u32) -> u32 {
    match face {
        10.. => 3,
        7..=9 => 2,
        _ => 0,
    }
}

/// A roll that is about to be made.
#[derive(Clone, Copy, Debug)]
pub struct Rolling<'a> {
    /// Number of the unit that rolls.
    pub who: u32,
    /// Name of the roll.
    pub why: &'static str,
    /// The clause that asks for it.
    pub clause: Clause,
    /// What the number of dice is made of.
    pub parts: &'a Modifiers,
    /// Dots of the Mega-attribute behind the roll.
    pub mega: u8,
}

impl Rolling<'_> {
    /// Rolls the pool and gives its successes, with mega dice where the skirmish plays with them.
    ///
    /// `carry` is what else of the branch matters later, and comes back. An empty pool rolls nothing; what is missing
    /// in plain dice is taken from the mega dice. `AB-BASE-01`, `AB-BASE-12`, `AB-BASE-20`.
    ///
    /// # Errors
    /// As the table.
    pub fn roll<K: Ord + Clone + 'static>(
        self,
        table: &mut impl Table,
        carry: K,
        switches: &Switches,
    ) -> Step<(K, u32)> {
        let Self { who, why, clause, parts, mega } = self;
        let purpose = |why, clause, parts| Purpose { who: Some(who), why, clause, parts, limit: None };
        let plain = parts.sum();
        let mut so_far = (carry, 0);
        if switches.mega_dice {
            let mega_dice = i32::from(mega).min(plain + i32::from(mega)).max(0);
            for _ in 0..mega_dice {
                let face = table.roll(face(), purpose("mega die", "AB-BASE-20", &[]))?.value;
                let (carry, successes) = so_far;
                so_far = table.settle((carry, successes + mega_worth(face)))?;
            }
        }
        let rolled = table.roll(pool(parts.pool()), purpose(why, clause, &parts.0))?.value;
        Ok((so_far.0, so_far.1 + rolled))
    }
}

/// "1 success", "3 successes".
pub(super) fn successes_text(count: u32) -> String {
    if count == 1 { "1 success".to_owned() } else { format!("{count} successes") }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::fixtures::scripted;
    use super::*;

    fn roll(dice: u32, mega: u8, faces: &[u8], switches: &Switches) -> u32 {
        let mut parts = Modifiers::new();
        parts.add(dice.cast_signed(), "dice", "AB-BASE-01");
        let rolling = Rolling { who: 1, why: "test", clause: "AB-BASE-01", parts: &parts, mega };
        let rule = |table: &mut dice::Scripted| rolling.roll(table, (), switches);
        scripted(&[faces.to_vec()], &[], rule).0.1
    }

    #[test]
    fn ab_base_01_seven_and_more_are_successes() {
        assert_eq!(roll(4, 0, &[7, 10, 6, 1], &Switches::default()), 2);
    }

    #[rstest]
    #[case::ab_base_02_success(3, 2, Some(0))]
    #[case::ab_base_02_failure(2, 2, None)]
    #[case::ab_base_02_extra(5, 2, Some(2))]
    fn difficulties(#[case] successes: u32, #[case] difficulty: u32, #[case] expected: Option<u32>) {
        assert_eq!(extra(successes, difficulty), expected);
    }

    #[test]
    fn ab_base_12_an_empty_pool_rolls_nothing() {
        let mut parts = Modifiers::new();
        parts.add(2, "pool", "AB-BASE-12");
        parts.add(-4, "penalty", "AB-BASE-12");
        let mut switches = Switches::default();
        let rolling = Rolling { who: 1, why: "test", clause: "AB-BASE-12", parts: &parts, mega: 1 };
        for value in ["off", "on"] {
            switches.set("ab.mega_dice", value).expect("a switch");
            let rule = |table: &mut dice::Scripted| rolling.roll(table, (), &switches);
            assert_eq!(scripted(&[], &[], rule).0.1, 0, "mega dice {value}");
        }
    }

    #[rstest]
    #[case::on_the_rim(6, 8, true)]
    #[case::outside(8, 7, false)]
    fn ab_base_15_distances(#[case] x: u32, #[case] y: u32, #[case] inside: bool) {
        assert_eq!(within(x * x + y * y, 10), inside);
    }

    #[test]
    fn ab_base_20_mega_dice() {
        let mut switches = Switches::default();
        assert_eq!(roll(2, 1, &[3, 7], &switches), 1);
        switches.set("ab.mega_dice", "on").expect("a switch");
        assert_eq!(roll(2, 1, &[10, 3, 7], &switches), 4);
        assert_eq!(roll(2, 2, &[9, 6, 3, 7], &switches), 3);
    }
}
