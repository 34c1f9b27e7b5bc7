//! Stacking of bonuses other than soak. Chapter NONSOAK.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::aberrant::Sheet;

/// What a bonus applies to. `AB-NONSOAK-04`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DefenceBonusKind {
    /// Resistance to quantum powers.
    QuantumResistance,
    /// Resistance to mental powers.
    MentalResistance,
    /// Difficulty to be hit.
    HitDifficulty,
}

/// A bonus from a power.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DefenceBonus {
    /// Name shown to players.
    pub name: String,
    /// What it applies to.
    pub kind: DefenceBonusKind,
    /// Size of the bonus.
    pub bonus: u32,
    /// Ignores stacking and counts in full. `AB-NONSOAK-05`.
    #[serde(default)]
    pub ablative: bool,
}

/// The total of several bonuses of one kind: the highest, plus 1 for each further one that is at least half
/// of the total. `AB-NONSOAK-01` to `AB-NONSOAK-03`, `AB-RULING-16`.
pub fn stacked_bonus(bonuses: &[u32]) -> u32 {
    let mut sorted = bonuses.to_vec();
    sorted.sort_unstable_by(|one, other| other.cmp(one));
    let Some((&highest, further)) = sorted.split_first() else { return 0 };
    let counts = further.iter().zip(1..).filter(|(bonus, place)| 2 * **bonus >= highest + place);
    highest + counts.map(|(_, place)| place).max().unwrap_or(0)
}

/// A sheet's bonus of one kind; kinds are stacked separately. `AB-NONSOAK-01` to `AB-NONSOAK-05`.
pub fn total_bonus(sheet: &Sheet, kind: DefenceBonusKind) -> u32 {
    let of_kind = || sheet.bonuses.iter().filter(|bonus| bonus.kind == kind);
    let stacking: Vec<u32> = of_kind().filter(|bonus| !bonus.ablative).map(|bonus| bonus.bonus).collect();
    stacked_bonus(&stacking) + of_kind().filter(|bonus| bonus.ablative).map(|bonus| bonus.bonus).sum::<u32>()
}

#[cfg(test)]
mod tests {
    use DefenceBonusKind::{HitDifficulty, MentalResistance, QuantumResistance};
    use rstest::rstest;

    use super::*;
    use crate::aberrant::test_fixtures::sheet;

    #[rstest]
    #[case::none(&[], 0)]
    #[case::ab_nonsoak_01_the_highest(&[5, 2], 5)]
    #[case::ab_nonsoak_02_one_more(&[5, 3], 6)]
    #[case::ab_nonsoak_03_half_of_the_total(&[5, 3, 3], 6)]
    #[case::ab_nonsoak_03_two_more(&[5, 4, 4], 7)]
    #[case::ab_nonsoak_03_three_more(&[5, 4, 4, 4], 8)]
    #[case::ab_nonsoak_03_the_last_too_small(&[4, 3, 5, 4], 7)]
    fn totals(#[case] bonuses: &[u32], #[case] total: u32) {
        assert_eq!(stacked_bonus(bonuses), total);
    }

    fn with(bonuses: &[(DefenceBonusKind, u32, bool)]) -> Sheet {
        sheet(|sheet| {
            let one = |&(kind, bonus, ablative): &(DefenceBonusKind, u32, bool)| DefenceBonus {
                name: "aura".into(),
                kind,
                bonus,
                ablative,
            };
            sheet.bonuses = bonuses.iter().map(one).collect();
        })
    }

    #[test]
    fn ab_nonsoak_04_kinds_apart() {
        let sheet = with(&[(HitDifficulty, 5, false), (MentalResistance, 4, false)]);
        let of = |kind| total_bonus(&sheet, kind);
        assert_eq!((of(HitDifficulty), of(MentalResistance), of(QuantumResistance)), (5, 4, 0));
    }

    #[test]
    fn ab_nonsoak_05_ablative_bonuses_count_in_full() {
        let sheet = with(&[(HitDifficulty, 5, false), (HitDifficulty, 2, true), (HitDifficulty, 1, true)]);
        assert_eq!(total_bonus(&sheet, HitDifficulty), 8);
    }
}
