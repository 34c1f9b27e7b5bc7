//! Fire modes: the rounds and the defence modifier of each. Table SS-T7.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Fire modes of table SS-T7, with the spreads of a shotgun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FireMode {
    /// 1 round.
    Single,
    /// 3 rounds, Complex.
    SemiAutoBurst,
    /// 3 rounds, Simple.
    Burst,
    /// 6 rounds, Complex.
    LongBurst,
    /// 6 rounds, Simple.
    FullAutoSimple,
    /// 10 rounds, Complex.
    FullAutoComplex,
    /// 1 round of a shotgun set on narrow spread. `SS-DEF-31`.
    FlechetteNarrow,
    /// 1 round on medium spread. `SS-DEF-32`.
    FlechetteMedium,
    /// 1 round on wide spread. `SS-DEF-33`.
    FlechetteWide,
}

/// A row of table SS-T7; the price is that of the action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FireModeStats {
    /// Name for buttons and the log.
    pub name: &'static str,
    /// Rounds fired. `SS-ACT-44`.
    pub rounds: u32,
    /// Modifier to the defence pool.
    pub defence: i32,
}

/// The row of a fire mode in table SS-T7.
pub const fn fire_mode_stats(mode: FireMode) -> FireModeStats {
    let (name, rounds, defence) = match mode {
        FireMode::Single => ("Single shot", 1, 0),
        FireMode::SemiAutoBurst => ("Semi-auto burst", 3, -2),
        FireMode::Burst => ("Burst", 3, -2),
        FireMode::LongBurst => ("Long burst", 6, -5),
        FireMode::FullAutoSimple => ("Full-auto (6 shots)", 6, -5),
        FireMode::FullAutoComplex => ("Full-auto (10 shots)", 10, -9),
        FireMode::FlechetteNarrow => ("Flechettes, narrow", 1, -1),
        FireMode::FlechetteMedium => ("Flechettes, medium", 1, -3),
        FireMode::FlechetteWide => ("Flechettes, wide", 1, -5),
    };
    FireModeStats { name, rounds, defence }
}

impl FireMode {
    /// "Burst". Table SS-T7.
    pub const fn name(self) -> &'static str {
        fire_mode_stats(self).name
    }

    /// Its name without its shots, for a place where they or the price stand beside it: "Full-auto".
    pub fn short_name(self) -> &'static str {
        self.name().split(" (").next().unwrap_or_default()
    }
}

/// Rounds left in the magazine after firing; `None` if it holds too few. `SS-ACT-44`, `SS-ACT-45`.
pub const fn rounds_left_after(loaded: u32, mode: FireMode) -> Option<u32> {
    loaded.checked_sub(fire_mode_stats(mode).rounds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::barriers::penetration_wear;
    use rstest::rstest;

    #[rstest]
    #[case::ss_act_44_single(FireMode::Single, 1, 0, 1)]
    #[case::ss_act_44_semi_auto_burst(FireMode::SemiAutoBurst, 3, -2, 2)]
    #[case::ss_act_44_burst(FireMode::Burst, 3, -2, 2)]
    #[case::ss_act_44_long_burst(FireMode::LongBurst, 6, -5, 3)]
    #[case::ss_act_44_full_auto_simple(FireMode::FullAutoSimple, 6, -5, 3)]
    #[case::ss_act_44_full_auto_complex(FireMode::FullAutoComplex, 10, -9, 4)]
    fn table_ss_t7(#[case] mode: FireMode, #[case] rounds: u32, #[case] defence: i32, #[case] wear: u32) {
        let row = fire_mode_stats(mode);
        assert_eq!((row.rounds, row.defence, penetration_wear(row.rounds)), (rounds, defence, wear));
    }

    #[test]
    fn full_auto_fire_is_told_apart_by_its_shots() {
        for mode in [FireMode::FullAutoSimple, FireMode::FullAutoComplex] {
            assert_eq!(mode.name(), format!("Full-auto ({} shots)", fire_mode_stats(mode).rounds));
        }
        let short = [FireMode::FullAutoSimple, FireMode::FullAutoComplex, FireMode::LongBurst];
        assert_eq!(short.map(FireMode::short_name), ["Full-auto", "Full-auto", "Long burst"]);
    }

    #[rstest]
    #[case::ss_act_44_ten_rounds(30, FireMode::FullAutoComplex, Some(20))]
    #[case::ss_act_44_three_rounds(30, FireMode::Burst, Some(27))]
    #[case::ss_act_45_too_few(5, FireMode::LongBurst, None)]
    #[case::ss_act_45_enough(5, FireMode::Burst, Some(2))]
    #[case::ss_act_45_the_last_ones(6, FireMode::LongBurst, Some(0))]
    fn magazine(#[case] loaded: u32, #[case] mode: FireMode, #[case] left: Option<u32>) {
        assert_eq!(rounds_left_after(loaded, mode), left);
    }
}
