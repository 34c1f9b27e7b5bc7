//! Soak categories and how sources stack within each. Chapter STACK, with ablative soak of NONSOAK.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::soak::{self, Soak, SoakColumn};
use crate::aberrant::{HealthState, Sheet};

/// The category of a soak source. `AB-STACK-01` to `AB-STACK-03`.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(rename_all = "snake_case")]
pub enum SoakCategory {
    /// Body, Quantum and some body modifications.
    Natural,
    /// Quantum or psi powers.
    Power,
    /// Body armour, eufiber and the other body modifications.
    #[default]
    Armored,
}

/// Resistance to armour piercing. `AB-AP-04`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Impervious {
    /// Ignores this many points of armour piercing.
    Points(u32),
    /// Ignores all armour piercing.
    Full,
}

impl Default for Impervious {
    fn default() -> Self {
        Self::Points(0)
    }
}

/// A source of soak other than armour: a power, a body modification, a forcefield.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SoakSource {
    /// Name shown to players.
    pub name: String,
    /// The category it stacks in.
    pub category: SoakCategory,
    /// Its soak.
    pub soak: Soak,
    /// Adds to the other stackable sources of its category before anything else. `AB-STACK-09`.
    #[serde(default)]
    pub stackable: bool,
    /// Ignores stacking; works first and is used up. `AB-NONSOAK-05`.
    #[serde(default)]
    pub ablative: bool,
    /// Resistance to armour piercing.
    #[serde(default)]
    pub impervious: Impervious,
    /// Set by the wearer: a higher rank counts before a lower one. `AB-STACK-04`.
    #[serde(default)]
    pub rank: i8,
}

/// A soak source prepared for stacking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SoakEntry {
    soak: Soak,
    stackable: bool,
    rank: i8,
    impervious: Impervious,
}

/// The total of a category.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CategorySoak {
    /// Its soak.
    pub soak: Soak,
    /// The best resistance to armour piercing among its sources.
    pub impervious: Impervious,
}

/// Soak of one category: the first source in full, the n-th divided by 2 to the power of n - 1.
///
/// `AB-STACK-04` to `AB-STACK-09`, `AB-RULING-15`.
fn stack_sources(sources: &[SoakEntry]) -> CategorySoak {
    if let [SoakEntry { soak, impervious, .. }] = *sources {
        return CategorySoak { soak, impervious };
    }
    let mut ranked: Vec<SoakEntry> = Vec::with_capacity(sources.len());
    let mut stackable_index: Option<usize> = None;
    for &source in sources {
        match stackable_index {
            Some(index) if source.stackable => {
                let stackable_sum = &mut ranked[index];
                stackable_sum.soak = stackable_sum.soak.plus(source.soak);
                stackable_sum.rank = stackable_sum.rank.max(source.rank);
            }
            _ => {
                if source.stackable {
                    stackable_index = Some(ranked.len());
                }
                ranked.push(source);
            }
        }
    }
    ranked.sort_by_key(|source| {
        Reverse((source.rank, source.soak.sum(), source.soak.lethal, source.soak.aggravated))
    });
    let soak = ranked.iter().zip(0..).fold(Soak::default(), |total, (source, rank_index)| {
        total.plus(source.soak.divided(1_u32.checked_shl(rank_index).unwrap_or(u32::MAX)))
    });
    let impervious = sources.iter().map(|source| source.impervious).max().unwrap_or_default();
    CategorySoak { soak, impervious }
}

/// Soak of one category in the unit's current state, without destroyed armour. `AB-STACK-01` to
/// `AB-STACK-10`.
pub fn category_soak(sheet: &Sheet, condition: &HealthState, category: SoakCategory) -> CategorySoak {
    let mut sources = Vec::new();
    if category == SoakCategory::Natural {
        let soak = soak::natural_soak(sheet);
        sources.push(SoakEntry { soak, stackable: false, rank: 0, impervious: Impervious::default() });
    }
    let worn = condition.intact_armour(sheet).filter(|(_, piece)| piece.category == category);
    sources.extend(worn.map(|(_, piece)| SoakEntry {
        soak: piece.soak,
        stackable: piece.stackable,
        rank: piece.rank,
        impervious: piece.impervious,
    }));
    let others = sheet.sources.iter().filter(|source| source.category == category && !source.ablative);
    sources.extend(others.map(|source| SoakEntry {
        soak: source.soak,
        stackable: source.stackable,
        rank: source.rank,
        impervious: source.impervious,
    }));
    let stacked = stack_sources(&sources);
    if category != SoakCategory::Power {
        return stacked;
    }
    CategorySoak { impervious: stacked.impervious.max(ablative_impervious(sheet, condition)), ..stacked }
}

/// Resistance to armour piercing of the remaining ablative sources, which count as powers. `AB-AP-04`,
/// `AB-NONSOAK-05`.
fn ablative_impervious(sheet: &Sheet, condition: &HealthState) -> Impervious {
    let sources = sheet.sources.iter().filter(|source| source.ablative).enumerate();
    let left = sources.filter(|(index, source)| {
        let lost = condition.ablative_lost.get(*index).copied().unwrap_or(0);
        source.soak.bashing.max(source.soak.lethal).max(source.soak.aggravated) > lost
    });
    left.map(|(_, source)| source.impervious).max().unwrap_or_default()
}

/// Remaining soak of each ablative source, in order. `AB-NONSOAK-05`.
pub fn ablative_soaks<'a>(
    sheet: &'a Sheet,
    condition: &'a HealthState,
    column: SoakColumn,
) -> impl Iterator<Item = u32> + 'a {
    let sources = sheet.sources.iter().filter(|source| source.ablative);
    sources.enumerate().map(move |(index, source)| {
        let lost = condition.ablative_lost.get(index).copied().unwrap_or(0);
        source.soak.get(column).saturating_sub(lost)
    })
}

/// Total soak of a unit in its current state; categories add up. `AB-STACK-11`.
pub fn total_soak(sheet: &Sheet, condition: &HealthState, column: SoakColumn) -> u32 {
    let categories = [SoakCategory::Natural, SoakCategory::Power, SoakCategory::Armored];
    let stacked = categories.map(|one| category_soak(sheet, condition, one).soak.get(column));
    stacked.iter().sum::<u32>() + ablative_soaks(sheet, condition, column).sum::<u32>()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::aberrant::test_fixtures::{armour, source, unhurt};

    fn lethal(values: &[u32]) -> u32 {
        let source = |&value: &u32| SoakEntry {
            soak: Soak::new(0, value, 0),
            stackable: false,
            rank: 0,
            impervious: Impervious::default(),
        };
        stack_sources(&values.iter().map(source).collect::<Vec<_>>()).soak.lethal
    }

    #[rstest]
    #[case::ab_stack_04_one_in_full(&[6, 0], 6)]
    #[case::ab_stack_05_second_halved(&[6, 4], 8)]
    #[case::ab_stack_05_in_any_order(&[4, 6], 8)]
    #[case::ab_stack_06_and_so_on(&[8, 8, 8, 8], 15)]
    #[case::ab_stack_07_never_less_than_nothing(&[8, 8, 8, 3], 14)]
    fn ranked(#[case] values: &[u32], #[case] soak: u32) {
        assert_eq!(lethal(values), soak);
    }

    #[test]
    fn ab_stack_01_natural_sources() {
        let sheet = crate::aberrant::test_fixtures::sheet(|sheet| {
            (sheet.stamina, sheet.quantum) = (2, 4);
            sheet.sources = vec![source(SoakCategory::Natural, Soak::new(0, 2, 0))];
        });
        assert_eq!(category_soak(&sheet, &unhurt(&sheet), SoakCategory::Natural).soak.lethal, 6);
    }

    #[test]
    fn ab_stack_02_the_soak_of_two_powers_stacks_in_one_category() {
        let sheet = crate::aberrant::test_fixtures::sheet(|sheet| {
            sheet.quantum = 1;
            sheet.sources = [6, 5].map(|value| source(SoakCategory::Power, Soak::new(0, value, 0))).to_vec();
        });
        assert_eq!(category_soak(&sheet, &unhurt(&sheet), SoakCategory::Power).soak.lethal, 8);
    }

    #[test]
    fn ab_stack_03_armour_and_most_modifications_are_armored() {
        let eufiber: crate::aberrant::Armour =
            ron::from_str("(name: \"Eufiber 2\", soak: (bashing: 4, lethal: 4))").expect("a piece");
        assert_eq!(eufiber.category, SoakCategory::Armored);
        assert_eq!(SoakCategory::default(), SoakCategory::Armored);
    }

    #[test]
    fn ab_stack_04_ranked_as_a_whole() {
        let one = |soak, rank| SoakEntry { soak, stackable: false, rank, impervious: Impervious::default() };
        let (first, second) = (Soak::new(6, 6, 0), Soak::new(4, 4, 0));
        assert_eq!(stack_sources(&[one(second, 0), one(first, 0)]).soak, Soak::new(8, 8, 0));
        assert_eq!(
            stack_sources(&[one(second, 1), one(first, 0)]).soak,
            Soak::new(7, 7, 0),
            "the wearer's order"
        );
        let (blunt, sharp) = (Soak::new(6, 2, 0), Soak::new(2, 6, 0));
        assert_eq!(stack_sources(&[one(blunt, 0), one(sharp, 0)]).soak, Soak::new(5, 7, 0), "ties by lethal");
        let (large, small) = (Soak::new(9, 1, 0), Soak::new(2, 5, 0));
        assert_eq!(stack_sources(&[one(small, 0), one(large, 0)]).soak, Soak::new(10, 3, 0), "by the sum");
        let (plain, hard) = (Soak::new(4, 4, 0), Soak::new(0, 4, 4));
        assert_eq!(stack_sources(&[one(plain, 0), one(hard, 0)]).soak, Soak::new(2, 6, 4), "then aggravated");
    }

    #[test]
    fn ab_stack_08_each_value_is_rounded_down() {
        let one = |soak| SoakEntry { soak, stackable: false, rank: 0, impervious: Impervious::default() };
        let big = one(Soak::new(8, 8, 0));
        assert_eq!(stack_sources(&[big, big, one(Soak::new(4, 3, 0))]).soak, Soak::new(8 + 4 + 1, 8 + 4, 0));
    }

    #[test]
    fn ab_stack_09_stackable_sources_are_one() {
        let one = |soak| SoakEntry { soak, stackable: true, rank: 0, impervious: Impervious::default() };
        assert_eq!(
            stack_sources(&[one(Soak::new(2, 2, 0)), one(Soak::new(2, 1, 0))]).soak,
            Soak::new(4, 3, 0)
        );
    }

    #[test]
    fn ab_stack_09_one_pool_for_each_category() {
        let sheet = crate::aberrant::test_fixtures::sheet(|sheet| {
            sheet.stamina = 4;
            let natural = SoakSource { stackable: true, ..source(SoakCategory::Natural, Soak::new(0, 2, 0)) };
            sheet.sources = vec![natural.clone(), SoakSource { category: SoakCategory::Armored, ..natural }];
        });
        let of = |one| category_soak(&sheet, &unhurt(&sheet), one).soak.lethal;
        assert_eq!((of(SoakCategory::Natural), of(SoakCategory::Armored)), (2 + 1, 2));
    }

    #[test]
    fn ab_stack_10_worked_example() {
        let sheet = crate::aberrant::test_fixtures::sheet(|sheet| {
            let modification = |bashing, lethal| crate::aberrant::Armour {
                stackable: true,
                is_layer: false,
                ..armour("modification", Soak::new(bashing, lethal, 0))
            };
            sheet.armour = vec![
                armour("Eufiber 2", Soak::new(4, 4, 0)),
                armour("Advanced Body Armor", Soak::new(6, 6, 0)),
                modification(2, 2),
                modification(2, 1),
            ];
        });
        assert_eq!(category_soak(&sheet, &unhurt(&sheet), SoakCategory::Armored).soak, Soak::new(9, 8, 0));
    }

    #[test]
    fn ab_stack_11_categories_add_up() {
        let sheet = crate::aberrant::test_fixtures::sheet(|sheet| {
            (sheet.stamina, sheet.quantum) = (2, 2);
            sheet.armour = vec![armour("plate", Soak::new(8, 8, 0))];
            sheet.sources = vec![source(SoakCategory::Power, Soak::new(4, 4, 0))];
        });
        assert_eq!(total_soak(&sheet, &unhurt(&sheet), SoakColumn::Lethal), 15);
    }

    #[test]
    fn ab_nonsoak_05_ablative_soak_stacks_in_full() {
        let sheet = crate::aberrant::test_fixtures::sheet(|sheet| {
            (sheet.stamina, sheet.quantum) = (0, 0);
            let power = source(SoakCategory::Power, Soak::new(6, 6, 0));
            sheet.sources = vec![power.clone(), SoakSource { ablative: true, ..power }];
        });
        assert_eq!(total_soak(&sheet, &unhurt(&sheet), SoakColumn::Lethal), 12);
    }
}
