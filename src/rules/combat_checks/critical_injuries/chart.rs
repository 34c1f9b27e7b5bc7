//! The Critical Injury chart. Tables CC-T8 and CC-T9.

use std::fmt::{self, Display, Formatter};

use crate::combat_checks::Characteristic;
use crate::combat_checks::Characteristic::{
    Agility, Fellowship, Intelligence, Perception, Strength, Toughness, Willpower,
};
use dice::Clause;

/// Effect of a row on the injured character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InjuryEffect {
    /// Suffers Strain.
    Strain(u8),
    /// Loses the action of the remaining turn of this round.
    LoseAction,
    /// Drops everything held.
    DropAll,
    /// No free maneuver.
    NoFreeManeuver,
    /// Setback dice on the next check with a skill.
    NextSkillSetback(u8),
    /// An enemy removes Strain.
    EnemyRecovers(u8),
    /// No action, and none as a maneuver.
    Staggered,
    /// Difficulty dice on the next check.
    NextDifficulty(u8),
    /// Falls Prone and suffers Strain.
    BowledOver(u8),
    /// Difficulty dice on checks with these characteristics.
    Difficulty(&'static [Characteristic]),
    /// Setback dice on every check.
    Setback(u8),
    /// Checks with a skill lose their boost dice.
    NoBoost,
    /// The attacker makes an immediate free attack.
    Overpowered,
    /// No voluntary Strain.
    NoVoluntaryStrain,
    /// Difficulty dice on every check with a skill.
    SkillDifficulty(u8),
    /// Every action costs Strain.
    ActionStrain(u8),
    /// A limb is crippled; a setback die on every action.
    Crippled,
    /// A limb is lost; a setback die on every action.
    Maimed,
    /// A characteristic is lowered; healing restores it if `curable`.
    Loss {
        /// Points lost, leaving at least 1.
        points: u8,
        /// Whether healing restores it.
        curable: bool,
    },
    /// One maneuver per turn.
    OneManeuver,
    /// Blind; checks are downgraded.
    Blinded,
    /// Wounds and Strain each round; survivors suffer another row.
    Bleeding {
        /// Wounds and Strain per round.
        points: u8,
        /// The row of survivors.
        survivor: usize,
    },
    /// Wounds and Strain after the last slot of the next round.
    EndIsNigh(u8),
    /// Immediate Wounds and Strain.
    DeathLike(u8),
}

/// End of a row's effect; the injury itself stays until healed. `CC-CRIT-09`, `CC-RULING-10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InjuryEffectEnd {
    /// Immediate.
    AtOnce,
    /// With the turn of this round, or the round.
    ThisRound,
    /// With the next turn.
    NextTurn,
    /// With the encounter.
    Encounter,
    /// When healed.
    Healed,
    /// After the last slot of the next round.
    NextRound,
}

/// A row of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChartRow {
    /// Lowest total.
    pub from: u32,
    /// Difficulty dice of the Medicae check; `None` if it cannot be healed. `CC-HEAL-02`, `CC-RULING-09`.
    pub difficulty: Option<u8>,
    /// Its name.
    pub name: &'static str,
    /// Its effect.
    pub effect: InjuryEffect,
    /// The end of its effect.
    pub ends: InjuryEffectEnd,
    /// Its clause.
    pub clause: Clause,
}

/// Width of every row except the last, which is open-ended.
pub const ROW_WIDTH: u8 = 5;

/// The row Terrible Injury.
pub const TERRIBLE_INJURY: usize = 28;
/// The row Gruesome Injury.
pub const GRUESOME_INJURY: usize = 29;

const fn row(
    at: u32,
    difficulty: u8,
    name: &'static str,
    effect: InjuryEffect,
    ends: InjuryEffectEnd,
    clause: Clause,
) -> ChartRow {
    let difficulty = if difficulty == 0 { None } else { Some(difficulty) };
    ChartRow { from: at * ROW_WIDTH as u32 + 1, difficulty, name, effect, ends, clause }
}

use InjuryEffect as E;
use InjuryEffectEnd::{AtOnce, Encounter, Healed, NextRound, NextTurn, ThisRound};

/// Table CC-T8. `CC-CHART-01` to `CC-CHART-31`.
pub const INJURY_CHART: [ChartRow; 31] = [
    row(0, 1, "Minor Nick", E::Strain(1), AtOnce, "CC-CHART-01"),
    row(1, 1, "Slowed Down", E::LoseAction, ThisRound, "CC-CHART-02"),
    row(2, 1, "Sudden Jolt", E::DropAll, AtOnce, "CC-CHART-03"),
    row(3, 1, "Distracted", E::NoFreeManeuver, NextTurn, "CC-CHART-04"),
    row(4, 1, "Off-Balance", E::NextSkillSetback(1), AtOnce, "CC-CHART-05"),
    row(5, 2, "Discouraging Wound", E::EnemyRecovers(1), AtOnce, "CC-CHART-06"),
    row(6, 2, "Stunned", E::Staggered, NextTurn, "CC-CHART-07"),
    row(7, 2, "Stinger", E::NextDifficulty(1), AtOnce, "CC-CHART-08"),
    row(8, 2, "Bowled Over", E::BowledOver(1), AtOnce, "CC-CHART-09"),
    row(9, 2, "Head Ringer", E::Difficulty(&[Intelligence, Perception]), Encounter, "CC-CHART-10"),
    row(10, 3, "Fearsome Wound", E::Difficulty(&[Fellowship, Willpower]), Encounter, "CC-CHART-11"),
    row(11, 3, "Agonizing Wound", E::Difficulty(&[Strength, Toughness, Agility]), Encounter, "CC-CHART-12"),
    row(12, 3, "Slightly Dazed", E::Setback(1), Encounter, "CC-CHART-13"),
    row(13, 3, "Scattered Senses", E::NoBoost, Encounter, "CC-CHART-14"),
    row(14, 3, "Hamstrung", E::NoFreeManeuver, Encounter, "CC-CHART-15"),
    row(15, 3, "Overpowered", E::Overpowered, AtOnce, "CC-CHART-16"),
    row(16, 4, "Winded", E::NoVoluntaryStrain, Healed, "CC-CHART-17"),
    row(17, 4, "Compromised", E::SkillDifficulty(1), Encounter, "CC-CHART-18"),
    row(18, 4, "At the Brink", E::ActionStrain(1), Healed, "CC-CHART-19"),
    row(19, 4, "Crippled", E::Crippled, Healed, "CC-CHART-20"),
    row(20, 4, "Maimed", E::Maimed, Healed, "CC-CHART-21"),
    row(21, 4, "Horrific Injury", E::Loss { points: 1, curable: true }, Healed, "CC-CHART-22"),
    row(22, 4, "Temporarily Lame", E::OneManeuver, Healed, "CC-CHART-23"),
    row(23, 5, "Blinded", E::Blinded, Healed, "CC-CHART-24"),
    row(24, 5, "Knocked Senseless", E::Staggered, Encounter, "CC-CHART-25"),
    row(25, 5, "Bleeding Out", E::Bleeding { points: 1, survivor: TERRIBLE_INJURY }, Healed, "CC-CHART-26"),
    row(26, 5, "Gushing Out", E::Bleeding { points: 2, survivor: GRUESOME_INJURY }, Healed, "CC-CHART-27"),
    row(27, 5, "The End is Nigh", E::EndIsNigh(10), NextRound, "CC-CHART-28"),
    row(28, 0, "Terrible Injury", E::Loss { points: 1, curable: false }, AtOnce, "CC-CHART-29"),
    row(29, 0, "Gruesome Injury", E::Loss { points: 2, curable: false }, AtOnce, "CC-CHART-30"),
    row(30, 0, "Death-like", E::DeathLike(10), AtOnce, "CC-CHART-31"),
];

/// The row of a total. `CC-CRIT-08`.
pub const fn row_for_total(total: u32) -> usize {
    row_for_band(total.div_ceil(ROW_WIDTH as u32))
}

/// The row of a total, given as a band of five.
pub const fn row_for_band(band: u32) -> usize {
    let last = INJURY_CHART.len() - 1;
    let row = band.saturating_sub(1) as usize;
    if row < last { row } else { last }
}

impl ChartRow {
    /// Formats the range: "41-45", "151+".
    pub fn range_text(&self) -> String {
        if self.clause == INJURY_CHART[INJURY_CHART.len() - 1].clause {
            format!("{}+", self.from)
        } else {
            format!("{:02}-{:02}", self.from, self.from + u32::from(ROW_WIDTH) - 1)
        }
    }
}

impl Display for ChartRow {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.range_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::cc_chart_01(1, 5, "Minor Nick", Some(1))]
    #[case::cc_chart_02(6, 10, "Slowed Down", Some(1))]
    #[case::cc_chart_03(11, 15, "Sudden Jolt", Some(1))]
    #[case::cc_chart_04(16, 20, "Distracted", Some(1))]
    #[case::cc_chart_05(21, 25, "Off-Balance", Some(1))]
    #[case::cc_chart_06(26, 30, "Discouraging Wound", Some(2))]
    #[case::cc_chart_07(31, 35, "Stunned", Some(2))]
    #[case::cc_chart_08(36, 40, "Stinger", Some(2))]
    #[case::cc_chart_09(41, 45, "Bowled Over", Some(2))]
    #[case::cc_chart_10(46, 50, "Head Ringer", Some(2))]
    #[case::cc_chart_11(51, 55, "Fearsome Wound", Some(3))]
    #[case::cc_chart_12(56, 60, "Agonizing Wound", Some(3))]
    #[case::cc_chart_13(61, 65, "Slightly Dazed", Some(3))]
    #[case::cc_ruling_17_spelling(61, 65, "Slightly Dazed", Some(3))]
    #[case::cc_chart_14(66, 70, "Scattered Senses", Some(3))]
    #[case::cc_chart_15(71, 75, "Hamstrung", Some(3))]
    #[case::cc_chart_16(76, 80, "Overpowered", Some(3))]
    #[case::cc_chart_17(81, 85, "Winded", Some(4))]
    #[case::cc_chart_18(86, 90, "Compromised", Some(4))]
    #[case::cc_chart_19(91, 95, "At the Brink", Some(4))]
    #[case::cc_chart_20(96, 100, "Crippled", Some(4))]
    #[case::cc_chart_21(101, 105, "Maimed", Some(4))]
    #[case::cc_chart_22(106, 110, "Horrific Injury", Some(4))]
    #[case::cc_chart_23(111, 115, "Temporarily Lame", Some(4))]
    #[case::cc_chart_24(116, 120, "Blinded", Some(5))]
    #[case::cc_chart_25(121, 125, "Knocked Senseless", Some(5))]
    #[case::cc_chart_26(126, 130, "Bleeding Out", Some(5))]
    #[case::cc_chart_27(131, 135, "Gushing Out", Some(5))]
    #[case::cc_chart_28(136, 140, "The End is Nigh", Some(5))]
    #[case::cc_chart_29(141, 145, "Terrible Injury", None)]
    #[case::cc_chart_30(146, 150, "Gruesome Injury", None)]
    #[case::cc_chart_31(151, 203, "Death-like", None)]
    fn rows(#[case] from: u32, #[case] to: u32, #[case] name: &str, #[case] difficulty: Option<u8>) {
        for total in from..=to {
            let row = INJURY_CHART[row_for_total(total)];
            assert_eq!((row.name, row.difficulty, row.from), (name, difficulty, from), "{total}");
        }
        let next = row_for_total(to + 1);
        assert!(next == row_for_total(from) + 1 || next == INJURY_CHART.len() - 1);
    }

    #[test]
    fn spans_are_those_printed() {
        assert_eq!(
            [INJURY_CHART[0].range_text(), INJURY_CHART[19].range_text(), INJURY_CHART[30].range_text()],
            ["01-05", "96-100", "151+"]
        );
    }

    #[test]
    fn cc_t9_characteristic_by_d10() {
        let named = [
            Strength,
            Strength,
            Toughness,
            Toughness,
            Agility,
            Agility,
            Intelligence,
            Perception,
            Willpower,
            Fellowship,
        ];
        for (face, which) in (1..).zip(named) {
            assert_eq!(Characteristic::from_d10(face), which, "{face}");
        }
    }
}
