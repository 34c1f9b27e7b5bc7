//! Dazing and stunning. Chapter DAZE.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::aberrant::{HealthState, Sheet};

/// Difficulty added to all actions of a dazed unit. `AB-DAZE-04`.
pub const DAZED_PENALTY: i32 = 2;

/// A range of rounds, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundRange {
    /// The first round.
    pub first: u32,
    /// The last round.
    pub last: u32,
}

impl RoundRange {
    /// Whether a round is in the range.
    pub const fn contains(self, round: u32) -> bool {
        self.first <= round && round <= self.last
    }

    /// Extends a range by `count` rounds, from `next` on or after its current end.
    fn extend(old: Option<Self>, next: u32, count: u32) -> Self {
        match old {
            Some(Self { first, last }) if last >= next => Self { first, last: last + count },
            Some(Self { first, last }) if last + 1 == next => Self { first, last: last + count },
            _ => Self { first: next, last: next + count - 1 },
        }
    }
}

/// What the damage of one turn does to the next turn. `AB-DAZE-01`, `AB-DAZE-02`, `AB-DAZE-07`.
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
#[derive(strum::Display, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
pub enum DazeLevel {
    /// Nothing.
    #[default]
    #[strum(serialize = "not dazed")]
    None,
    /// The next turn is dazed.
    #[strum(serialize = "dazed")]
    Dazed,
    /// The next turn is lost.
    #[strum(serialize = "stunned, one round lost")]
    Stunned,
    /// The next two turns are lost.
    #[strum(serialize = "stunned, two rounds lost")]
    StunnedLong,
}

impl DazeLevel {
    /// The effect of the levels of a turn. Thresholds must be exceeded. `AB-DAZE-01`, `AB-DAZE-02`,
    /// `AB-DAZE-07`.
    pub fn from_levels(levels: u32, stamina: u32) -> Self {
        match levels {
            _ if levels > 3 * stamina => Self::StunnedLong,
            _ if levels > 2 * stamina => Self::Stunned,
            _ if levels > stamina => Self::Dazed,
            _ => Self::None,
        }
    }

    /// Multiple of Stamina that the levels of a round exceed; 0 for `None`. `AB-DAZE-01`, `AB-DAZE-02`, `AB-DAZE-07`.
    const fn stamina_factor(self) -> u32 {
        match self {
            Self::None => 0,
            Self::Dazed => 1,
            Self::Stunned => 2,
            Self::StunnedLong => 3,
        }
    }

    /// Turns lost. `AB-DAZE-06`, `AB-DAZE-07`.
    pub const fn turns_lost(self) -> u32 {
        match self {
            Self::None | Self::Dazed => 0,
            Self::Stunned => 1,
            Self::StunnedLong => 2,
        }
    }

    /// What it does to a unit. `AB-DAZE-04` to `AB-DAZE-07`.
    pub const fn effect(self) -> &'static str {
        match self {
            Self::None => "no effect",
            Self::Dazed => "one action, defences included, at +2 difficulty in its next turn",
            Self::Stunned => "no action, move or defence in its next turn",
            Self::StunnedLong => "no action, move or defence in its next two turns",
        }
    }

    /// Name within a sentence.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Damage taken in one turn, and responses to it. `AB-DAZE-03`.
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
#[serde(deny_unknown_fields, default)]
pub struct TurnDamage {
    /// The round it refers to.
    pub round: u32,
    /// Levels marked in it, of any type and source.
    pub levels: u32,
    /// Their effect so far.
    pub impact: DazeLevel,
    /// The unit powered through with Willpower. `AB-DAZE-08`.
    #[serde(rename = "powered")]
    pub powered_through: bool,
    /// The unit has rolled Willpower against its stun. `AB-STUN-10`.
    pub rallied: bool,
}

impl TurnDamage {
    /// The damage of a round; empty if this refers to another round.
    pub fn in_round(self, round: u32) -> Self {
        if self.round == round { self } else { Self { round, ..Self::default() } }
    }
}

/// A time within a round, for one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnTiming {
    /// The round.
    pub round: u32,
    /// The unit has begun to act in it.
    pub acted: bool,
}

impl TurnTiming {
    /// The round of the unit's next turn: this one if it has not begun acting in it. `AB-BASE-06`.
    pub const fn next_turn(self) -> u32 {
        if self.acted { self.round + 1 } else { self.round }
    }
}

/// Stamina for the thresholds of dazing. `AB-DAZE-08`, `AB-DAZE-09`.
fn daze_stamina(sheet: &Sheet, powered_through: bool) -> u32 {
    let willpower_bonus = if powered_through { u32::from(sheet.willpower / 2) } else { 0 };
    u32::from(sheet.stamina) + willpower_bonus
}

/// The effect of a turn's damage with `marked` levels added. `AB-DAZE-01` to `AB-DAZE-03`, `AB-DAZE-08`,
/// `AB-STUN-05`.
pub fn daze_level_after(
    condition: &HealthState,
    sheet: &Sheet,
    marked: u32,
    now: TurnTiming,
    powered_through: bool,
) -> DazeLevel {
    let turn = condition.turn.in_round(now.round);
    DazeLevel::from_levels(turn.levels + marked, daze_stamina(sheet, powered_through || turn.powered_through))
        .max(turn.impact)
}

/// The effects without and with a point of Willpower; `None` if the point would not lessen the effect.
/// `AB-DAZE-08`.
pub fn may_power_through(
    condition: &HealthState,
    sheet: &Sheet,
    marked: u32,
    now: TurnTiming,
) -> Option<(DazeLevel, DazeLevel)> {
    if condition.willpower == 0 || condition.turn.in_round(now.round).powered_through {
        return None;
    }
    let levels =
        [false, true].map(|powered_through| daze_level_after(condition, sheet, marked, now, powered_through));
    (levels[0] > levels[1]).then_some((levels[0], levels[1]))
}

/// Levels of this round with `marked` added, and the limit that they exceed for an effect. `AB-DAZE-01` to `AB-DAZE-03`,
/// `AB-DAZE-08`.
pub fn levels_and_limit(
    condition: &HealthState,
    sheet: &Sheet,
    marked: u32,
    now: TurnTiming,
    effect: DazeLevel,
) -> (u32, u32) {
    let turn = condition.turn.in_round(now.round);
    (turn.levels + marked, effect.stamina_factor() * daze_stamina(sheet, turn.powered_through))
}

/// Dazes or stuns a unit after levels were marked. `powered` pays the point of `AB-DAZE-08`. `AB-DAZE-01`
/// to `AB-DAZE-08`.
pub fn apply_daze(
    condition: &mut HealthState,
    sheet: &Sheet,
    marked: u32,
    now: TurnTiming,
    powered_through: bool,
) {
    let impact = daze_level_after(condition, sheet, marked, now, powered_through);
    let mut turn = condition.turn.in_round(now.round);
    let next = now.next_turn();
    let turns = impact.turns_lost() - turn.impact.turns_lost();
    if turns > 0 {
        condition.lost_rounds = Some(RoundRange::extend(condition.lost_rounds, next, turns));
        if turn.impact == DazeLevel::Dazed {
            // Stunning replaces dazing.
            condition.dazed = condition.dazed.and_then(|dazed| {
                let last = if dazed.last == next { next.checked_sub(1)? } else { dazed.last };
                (last >= dazed.first).then_some(RoundRange { last, ..dazed })
            });
        }
    }
    if impact == DazeLevel::Dazed && turn.impact == DazeLevel::None {
        let already_dazed = condition.dazed.is_some_and(|dazed| dazed.last >= next);
        if !already_dazed {
            condition.dazed = Some(RoundRange::extend(condition.dazed, next, 1));
        }
    }
    turn.levels += marked;
    turn.impact = impact;
    if powered_through {
        turn.powered_through = true;
        condition.willpower = condition.willpower.saturating_sub(1);
    }
    condition.turn = turn;
}

/// Adds lost turns, from the next one on. `AB-EMP-07`.
pub fn lose_turns(condition: &mut HealthState, now: TurnTiming, turns: u32) {
    if turns > 0 {
        condition.lost_rounds = Some(RoundRange::extend(condition.lost_rounds, now.next_turn(), turns));
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::aberrant::health::health_track::HealthTrack;
    use crate::aberrant::protection::soak;
    use crate::aberrant::test_fixtures::{sheet, unhurt};

    fn tough(stamina: u8, willpower: u8) -> Sheet {
        sheet(|sheet| (sheet.stamina, sheet.willpower) = (stamina, willpower))
    }

    /// A unit with Stamina 3 after hits, each with levels, round and whether the unit had acted in it.
    fn after(hits: &[(u32, u32, bool)]) -> HealthState {
        let sheet = tough(3, 0);
        let mut condition = unhurt(&sheet);
        for &(levels, round, acted) in hits {
            apply_daze(&mut condition, &sheet, levels, TurnTiming { round, acted }, false);
        }
        condition
    }

    #[test]
    fn ab_daze_03_the_levels_of_a_round_and_the_limit_that_they_exceed() {
        let sheet = tough(5, 0);
        let mut condition = unhurt(&sheet);
        let now = TurnTiming { round: 2, acted: false };
        apply_daze(&mut condition, &sheet, 4, now, false);
        assert_eq!(levels_and_limit(&condition, &sheet, 2, now, DazeLevel::Dazed), (6, 5));
        assert_eq!(levels_and_limit(&condition, &sheet, 7, now, DazeLevel::Stunned), (11, 10));
        let later = TurnTiming { round: 3, ..now };
        assert_eq!(levels_and_limit(&condition, &sheet, 6, later, DazeLevel::Dazed), (6, 5));
    }

    #[rstest]
    #[case::ab_daze_01_at_the_threshold(3, 3, DazeLevel::None)]
    #[case::ab_daze_01_above(4, 3, DazeLevel::Dazed)]
    #[case::ab_daze_02_at_twice(6, 3, DazeLevel::Dazed)]
    #[case::ab_daze_02_above_twice(7, 3, DazeLevel::Stunned)]
    #[case::ab_daze_07_at_three_times(9, 3, DazeLevel::Stunned)]
    #[case::ab_daze_07_above(10, 3, DazeLevel::StunnedLong)]
    #[case::ab_daze_02_at_twice_two(4, 2, DazeLevel::Dazed)]
    #[case::ab_daze_02_above_twice_two(5, 2, DazeLevel::Stunned)]
    fn impacts(#[case] levels: u32, #[case] stamina: u32, #[case] impact: DazeLevel) {
        assert_eq!(DazeLevel::from_levels(levels, stamina), impact);
    }

    #[test]
    fn ab_daze_03_levels_add_up_over_the_turn() {
        assert_eq!(after(&[(2, 1, true), (2, 1, true)]).dazed, Some(RoundRange { first: 2, last: 2 }));
        assert_eq!(after(&[(2, 1, true), (2, 2, true)]).dazed, None);
    }

    #[rstest]
    #[case::ab_base_06_before_it_acts(false, 1)]
    #[case::ab_base_06_after(true, 2)]
    fn next_turn(#[case] acted: bool, #[case] round: u32) {
        assert_eq!(after(&[(4, 1, acted)]).dazed, Some(RoundRange { first: round, last: round }));
    }

    #[test]
    fn ab_daze_02_stunned_instead_of_dazed() {
        let stunned = after(&[(4, 1, true), (3, 1, true)]);
        assert_eq!((stunned.dazed, stunned.lost_rounds), (None, Some(RoundRange { first: 2, last: 2 })));
    }

    #[test]
    fn ab_daze_06_a_further_stun_comes_behind() {
        assert_eq!(after(&[(7, 1, true)]).lost_rounds, Some(RoundRange { first: 2, last: 2 }));
        assert_eq!(after(&[(7, 1, true), (7, 2, false)]).lost_rounds, Some(RoundRange { first: 2, last: 3 }));
        assert_eq!(after(&[(7, 1, true), (7, 5, true)]).lost_rounds, Some(RoundRange { first: 6, last: 6 }));
    }

    #[test]
    fn ab_daze_07_two_turns() {
        assert_eq!(after(&[(10, 1, true)]).lost_rounds, Some(RoundRange { first: 2, last: 3 }));
        let twice = after(&[(7, 1, true), (3, 1, true)]);
        assert_eq!(twice.lost_rounds, Some(RoundRange { first: 2, last: 3 }), "counted together, not twice");
    }

    #[test]
    fn a_second_daze_keeps_the_first() {
        let dazed = after(&[(4, 1, true), (4, 2, true)]).dazed;
        assert_eq!(dazed, Some(RoundRange { first: 2, last: 3 }));
    }

    #[rstest]
    #[case::ab_daze_08_dazed_instead_of_stunned(2, 5, Some((DazeLevel::Stunned, DazeLevel::Dazed)))]
    #[case::ab_daze_08_nothing_instead(2, 4, Some((DazeLevel::Dazed, DazeLevel::None)))]
    #[case::ab_daze_08_half_of_willpower_is_added(3, 5, Some((DazeLevel::Dazed, DazeLevel::None)))]
    #[case::ab_daze_08_still_dazed(3, 6, None)]
    #[case::no_use(2, 2, None)]
    fn powering_through(
        #[case] stamina: u8,
        #[case] levels: u32,
        #[case] expected: Option<(DazeLevel, DazeLevel)>,
    ) {
        let sheet = tough(stamina, 5);
        let now = TurnTiming { round: 1, acted: true };
        assert_eq!(may_power_through(&unhurt(&sheet), &sheet, levels, now), expected);
    }

    #[test]
    fn ab_daze_08_once_per_turn_and_to_its_end() {
        let sheet = tough(2, 5);
        let now = TurnTiming { round: 1, acted: true };
        let mut condition = unhurt(&sheet);
        apply_daze(&mut condition, &sheet, 4, now, true);
        assert_eq!((condition.willpower, condition.turn.impact), (4, DazeLevel::None));
        assert_eq!(may_power_through(&condition, &sheet, 9, now), None);
        assert_eq!(daze_level_after(&condition, &sheet, 4, now, false), DazeLevel::Dazed);
        let next = TurnTiming { round: 2, acted: true };
        assert_eq!(daze_level_after(&condition, &sheet, 4, next, false), DazeLevel::Dazed, "2 again");
        assert!(may_power_through(&condition, &sheet, 4, next).is_some());
    }

    #[test]
    fn ab_daze_08_costs_a_point() {
        let sheet = tough(2, 5);
        let now = TurnTiming { round: 1, acted: true };
        let of = |points| HealthState { willpower: points, ..unhurt(&sheet) };
        assert_eq!(may_power_through(&of(0), &sheet, 5, now), None);
        let expected = Some((DazeLevel::Stunned, DazeLevel::Dazed));
        assert_eq!(may_power_through(&of(1), &sheet, 5, now), expected, "by the rating, not by the points");
    }

    #[test]
    fn ab_daze_04_to_07_the_effect_is_told_with_its_numbers() {
        let penalty = format!("+{DAZED_PENALTY} difficulty");
        assert!(DazeLevel::Dazed.effect().contains(&penalty) && DazeLevel::Dazed.turns_lost() == 0);
        assert!(DazeLevel::Dazed.effect().ends_with("in its next turn"));
        assert!(DazeLevel::Stunned.effect().ends_with("in its next turn"));
        assert!(DazeLevel::StunnedLong.effect().ends_with("in its next two turns"));
    }

    #[test]
    fn ab_daze_09_powering_through_raises_neither_soak_nor_boxes() {
        let sheet = tough(2, 5);
        let mut condition = unhurt(&sheet);
        let before = (soak::natural_soak(&sheet), HealthTrack::from_sheet(&sheet).boxes());
        apply_daze(&mut condition, &sheet, 4, TurnTiming { round: 1, acted: true }, true);
        assert!(condition.turn.powered_through);
        let total = crate::aberrant::protection::stacking::category_soak(
            &sheet,
            &condition,
            crate::aberrant::SoakCategory::Natural,
        )
        .soak;
        assert_eq!((total, HealthTrack::from_sheet(&sheet).boxes()), before);
        condition.marks.bashing = 7;
        assert_eq!(
            condition.life_status(&sheet),
            crate::aberrant::health::health_track::LifeStatus::Incapacitated
        );
    }
}
