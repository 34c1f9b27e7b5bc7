//! Dice pools, successes and difficulties. Chapter BASE; its turn rules are in `turn`.

use dice::{Clause, Dice, Modifiers, Purpose, RollMode, RuleResult, Table};
use model::UnitId;

use crate::aberrant::Switches;

/// The lowest face that is a success. `AB-BASE-01`.
pub const SUCCESS_FACE: u8 = 7;
/// Sides of every die. `AB-BASE-01`.
pub const DIE_SIDES: u8 = 10;

/// A dice pool that counts successes. `AB-BASE-01`.
pub const fn success_pool(count: u32) -> Dice {
    Dice { count, sides: DIE_SIDES, read: RollMode::Hits(SUCCESS_FACE) }
}

/// A die whose face counts. `AB-BASE-11`, `AB-BASE-20`.
pub const fn face_die() -> Dice {
    Dice { count: 1, sides: DIE_SIDES, read: RollMode::Sum }
}

/// Successes beyond a difficulty, not below 0. `AB-BASE-02`.
pub const fn net_successes(successes: u32, difficulty: u32) -> u32 {
    successes.saturating_sub(difficulty)
}

/// Extra successes of a roll; `None` if it fails. `AB-BASE-02`.
pub const fn extra_successes(successes: u32, difficulty: u32) -> Option<u32> {
    net_successes(successes, difficulty).checked_sub(1)
}

/// How far an attack beats its defence. It hits from 1 on; ties favour the defender. `AB-BASE-03`.
pub fn attack_margin(attack: u32, defence: u32) -> i32 {
    attack.cast_signed() - defence.cast_signed()
}

/// Dice that a hit adds to the raw damage. `AB-BASE-04`.
pub const fn extra_damage_dice(margin: u32) -> u32 {
    margin.saturating_sub(1)
}

/// Whether a straight distance is at most this many metres. `AB-BASE-15`.
pub fn is_within(distance_squared: u32, metres: u32) -> bool {
    u64::from(distance_squared) <= u64::from(metres) * u64::from(metres)
}

/// Successes of a mega die. `AB-BASE-20`.
pub const fn mega_die_successes(face: u32) -> u32 {
    match face {
        10.. => 3,
        7..=9 => 2,
        _ => 0,
    }
}

/// A dice pool about to be rolled.
#[derive(Clone, Copy, Debug)]
pub struct PoolRoll<'a> {
    /// Id of the rolling unit.
    pub who: UnitId,
    /// Name of the roll.
    pub why: &'static str,
    /// The clause that requires it.
    pub clause: Clause,
    /// Parts of the number of dice.
    pub parts: &'a Modifiers,
    /// Dots of the Mega-attribute behind the roll.
    pub mega: u8,
}

impl PoolRoll<'_> {
    /// Rolls the pool and returns its successes, with mega dice if the battle uses them.
    ///
    /// `carry` is the rest of the branch's state and is returned unchanged. An empty pool rolls nothing;
    /// missing plain dice are taken from the mega dice. `AB-BASE-01`, `AB-BASE-12`, `AB-BASE-20`.
    pub fn roll<K: Ord + Clone + 'static>(
        self,
        table: &mut impl Table,
        carry: K,
        switches: &Switches,
    ) -> RuleResult<(K, u32)> {
        let (plain, mega) = (self.parts.sum(), i32::from(self.mega));
        let mut so_far = (carry, 0);
        if self.has_mega_dice(switches) {
            let purpose = Purpose {
                who: Some(self.who),
                why: "mega die",
                clause: "AB-BASE-20",
                parts: &[],
                limit: None,
            };
            for _ in 0..mega.min(plain + mega) {
                let face = table.roll(face_die(), purpose)?.value;
                let (carry, successes) = so_far;
                so_far = table.merge_branches((carry, successes + mega_die_successes(face)))?;
            }
        }
        let (dice, purpose) = self.plain_roll();
        let rolled = table.roll(dice, purpose)?.value;
        Ok((so_far.0, so_far.1 + rolled))
    }

    /// Whether mega dice are rolled beside the plain dice. `AB-BASE-20`.
    pub fn has_mega_dice(&self, switches: &Switches) -> bool {
        switches.mega_dice && self.mega > 0
    }
}

impl<'a> PoolRoll<'a> {
    /// The plain dice.
    pub fn plain_roll(&self) -> (Dice, Purpose<'a>) {
        let Self { who, why, clause, parts, .. } = *self;
        (success_pool(parts.pool()), Purpose { who: Some(who), why, clause, parts: &parts.0, limit: None })
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::aberrant::test_fixtures::scripted;

    fn roll(dice: u32, mega: u8, faces: &[u8], switches: &Switches) -> u32 {
        let mut parts = Modifiers::new();
        parts.add(dice.cast_signed(), "dice", "AB-BASE-01");
        let rolling = PoolRoll { who: UnitId(1), why: "test", clause: "AB-BASE-01", parts: &parts, mega };
        let rule = |table: &mut dice::ScriptedTable| rolling.roll(table, (), switches);
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
        assert_eq!(extra_successes(successes, difficulty), expected);
    }

    #[test]
    fn ab_base_12_an_empty_pool_rolls_nothing() {
        let mut parts = Modifiers::new();
        parts.add(2, "pool", "AB-BASE-12");
        parts.add(-4, "penalty", "AB-BASE-12");
        let mut switches = Switches::default();
        let rolling = PoolRoll { who: UnitId(1), why: "test", clause: "AB-BASE-12", parts: &parts, mega: 1 };
        for value in ["off", "on"] {
            switches.set("ab.mega_dice", value).expect("a switch");
            let rule = |table: &mut dice::ScriptedTable| rolling.roll(table, (), &switches);
            assert_eq!(scripted(&[], &[], rule).0.1, 0, "mega dice {value}");
        }
    }

    #[rstest]
    #[case::on_the_rim(6, 8, true)]
    #[case::outside(8, 7, false)]
    fn ab_base_15_distances(#[case] x: u32, #[case] y: u32, #[case] inside: bool) {
        assert_eq!(is_within(x * x + y * y, 10), inside);
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
