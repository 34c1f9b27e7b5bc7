//! Suffocation: holding breath, and running out of it. Chapter SUFF.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Book;
use crate::circumstances::d100_test::{TargetNumber, TestAttempt};
use crate::circumstances::lines::BreathLine;
use crate::circumstances::turn::phase::ROUNDS_PER_MINUTE;
use crate::circumstances::{Characteristic, Fighter, HealthState, Switches};
use crate::status::{self, TestTrait};
use dice::{Modifiers, Note, RuleResult, Table};

/// Points used by a round at rest. `CS-SUFF-09`.
const AT_REST: u16 = 1;
/// Points used by a strenuous round. `CS-SUFF-09`.
const STRENUOUS: u16 = 6;

/// A held breath. `CS-SUFF-09`.
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
pub struct HeldBreath {
    /// Points used up.
    pub used: u16,
    /// Rounds at rest without air. `CS-SUFF-04`.
    #[serde(rename = "rested")]
    pub rounds_at_rest: u16,
    /// Rounds unconscious without air. `CS-SUFF-08`.
    #[serde(rename = "out")]
    pub rounds_unconscious: u16,
    /// Died of suffocation. `CS-SUFF-08`.
    #[serde(rename = "spent")]
    pub suffocated: bool,
}

impl HeldBreath {
    /// Whether no breath is used and no round was spent without air.
    pub fn is_full(&self) -> bool {
        *self == Self::default()
    }
}

/// Points of a full breath: Toughness bonus in minutes at rest. `CS-SUFF-02`, `CS-SUFF-03`, `CS-SUFF-09`.
pub fn breath_capacity(toughness_bonus: u32) -> u16 {
    u16::try_from(toughness_bonus * ROUNDS_PER_MINUTE).unwrap_or(u16::MAX)
}

/// How a round without air was spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AirlessRound {
    /// With no Half or Full Action and no Reaction. `CS-SUFF-02`.
    Rest,
    /// With such an action. `CS-SUFF-03`.
    Strenuous,
    /// Unconscious. `CS-SUFF-08`.
    Unconscious,
}

/// The result of a round without air.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuffocationResult {
    /// The state afterwards.
    pub condition: HealthState,
    /// Falls Unconscious. `CS-SUFF-07`.
    pub faints: bool,
    /// A curse made it roll its test again. `CS-CURS-01`.
    pub curse_spent: bool,
}

/// Resolves the end of a round without air: a test if one is due, then the points of breath.
///
/// `CS-SUFF-04` to `CS-SUFF-09`.
pub fn resolve_airless_round(
    table: &mut impl Table,
    fighter: &Fighter,
    round: AirlessRound,
    switches: &Switches,
) -> RuleResult<SuffocationResult> {
    let mut after = fighter.condition.clone();
    let toughness = fighter.sheet.bonus(Characteristic::Toughness);
    if round == AirlessRound::Unconscious {
        after.breath.rounds_unconscious = after.breath.rounds_unconscious.saturating_add(1);
        after.breath.suffocated = u32::from(after.breath.rounds_unconscious) >= toughness;
        let (round, dies) = (after.breath.rounds_unconscious, after.breath.suffocated);
        let line = if dies {
            BreathLine::Suffocates { round, toughness }
        } else {
            BreathLine::Unconscious { round, toughness }
        };
        table.note(|| Note::new("CS-SUFF-08", line));
        return Ok(SuffocationResult { condition: after, faints: false, curse_spent: false });
    }
    let mut curse_spent = false;
    let needs_test = match round {
        AirlessRound::Strenuous => true,
        _ => {
            after.breath.rounds_at_rest += 1;
            u32::from(after.breath.rounds_at_rest).is_multiple_of(ROUNDS_PER_MINUTE)
        }
    };
    if needs_test {
        let clause = if round == AirlessRound::Strenuous { "CS-SUFF-05" } else { "CS-SUFF-04" };
        let mut parts = Modifiers::new();
        let test_kind = status::TestKind::Trait(TestTrait::Toughness);
        status::add_test_modifiers(&mut parts, &fighter.ailments, test_kind, Book::Circumstances);
        let target =
            TargetNumber::for_characteristic(&fighter.sheet, Characteristic::Toughness, parts, switches);
        let outcome = TestAttempt { fighter, why: "holding the breath", clause, target: &target, switches }
            .roll_pass(table)?;
        after = after.with_fate_spent(u8::from(outcome.fate_spent));
        curse_spent = outcome.curse_spent;
        if !outcome.passed {
            after = after.with_fatigue(1);
            table.note(|| Note::new("CS-SUFF-06", BreathLine::Tires));
        }
    }
    after.breath.used += if round == AirlessRound::Strenuous { STRENUOUS } else { AT_REST };
    let (left, capacity) =
        (breath_capacity(toughness).saturating_sub(after.breath.used), breath_capacity(toughness));
    table.note(|| Note::new("CS-SUFF-09", BreathLine::Left { left, whole: capacity }));
    let faints = left == 0;
    if faints {
        table.note(|| Note::new("CS-SUFF-07", BreathLine::Faints));
    }
    Ok(SuffocationResult { condition: after, faints, curse_spent })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::circumstances::test_fixtures::*;

    /// Toughness 43, TB 4.
    fn swimmer() -> Fighter {
        diver(43)
    }

    fn diver(toughness: u8) -> Fighter {
        fighter(1, |sheet| sheet.characteristics.toughness = toughness)
    }

    /// Resolves `count` rounds with these faces; returns whether a test was made and what is left.
    fn rounds(fighter: &mut Fighter, round: AirlessRound, count: u32, face: u8) -> (usize, bool) {
        let (mut tests, mut faints) = (0, false);
        for _ in 0..count {
            let needs_test = match round {
                AirlessRound::Strenuous => 1,
                AirlessRound::Rest => {
                    usize::from((fighter.condition.breath.rounds_at_rest + 1).is_multiple_of(12))
                }
                AirlessRound::Unconscious => 0,
            };
            let faces = vec![face; needs_test];
            let (choked, traces) = play_script(&faces, &[], |table| {
                resolve_airless_round(table, fighter, round, &Switches::default())
            });
            tests += roll_names(&traces).len();
            faints = choked.faints;
            fighter.condition = choked.condition;
        }
        (tests, faints)
    }

    #[test]
    fn cs_suff_02_four_minutes_at_rest() {
        let mut unit = swimmer();
        assert_eq!(rounds(&mut unit, AirlessRound::Rest, 47, 1), (3, false));
        assert_eq!(rounds(&mut unit, AirlessRound::Rest, 1, 1), (1, true), "48 rounds");
    }

    #[rstest]
    #[case::eight(43, 8)]
    #[case::six(30, 6)]
    fn cs_suff_03_twice_the_bonus_in_strenuous_rounds(#[case] toughness: u8, #[case] last: u32) {
        let mut unit = diver(toughness);
        assert_eq!(rounds(&mut unit, AirlessRound::Strenuous, last - 1, 1), (last as usize - 1, false));
        assert!(rounds(&mut unit, AirlessRound::Strenuous, 1, 1).1);
    }

    #[test]
    fn cs_suff_04_a_test_a_minute_at_rest() {
        assert_eq!(rounds(&mut swimmer(), AirlessRound::Rest, 36, 1).0, 3);
    }

    #[test]
    fn cs_suff_05_a_test_a_round_in_activity() {
        assert_eq!(rounds(&mut swimmer(), AirlessRound::Strenuous, 3, 1).0, 3);
    }

    #[test]
    fn cs_suff_06_failing_tires() {
        for (face, fatigue) in [(44, 1), (43, 0)] {
            let mut unit = swimmer();
            rounds(&mut unit, AirlessRound::Strenuous, 1, face);
            assert_eq!(unit.condition.fatigue, fatigue, "{face}");
        }
    }

    #[test]
    fn cs_suff_07_out_of_breath() {
        let mut unit = swimmer();
        assert!(rounds(&mut unit, AirlessRound::Strenuous, 8, 1).1, "the end of round 8 without air");
    }

    #[rstest]
    #[case::four(43, 4)]
    #[case::three(30, 3)]
    fn cs_suff_08_death_after_as_many_rounds_as_the_bonus(#[case] toughness: u8, #[case] last: u32) {
        let mut unit = diver(toughness);
        rounds(&mut unit, AirlessRound::Unconscious, last - 1, 1);
        assert!(!unit.condition.breath.suffocated);
        rounds(&mut unit, AirlessRound::Unconscious, 1, 1);
        assert!(unit.condition.breath.suffocated);
        let switches = Switches::default();
        let dead = crate::circumstances::health::health_state::down_state(&unit.condition, &switches);
        assert_eq!(dead, Some(crate::circumstances::DownState::Dead));
    }

    #[test]
    fn cs_suff_09_rest_and_activity_mix() {
        let mut unit = swimmer();
        let active = rounds(&mut unit, AirlessRound::Strenuous, 4, 1).0;
        let (resting, faints) = rounds(&mut unit, AirlessRound::Rest, 24, 1);
        assert_eq!((active + resting, faints, unit.condition.breath.used), (6, true, 48));
    }

    #[test]
    fn cs_suff_09_rounds_at_rest_are_counted_through() {
        let mut unit = swimmer();
        assert_eq!(rounds(&mut unit, AirlessRound::Rest, 11, 1).0, 0);
        assert_eq!(rounds(&mut unit, AirlessRound::Strenuous, 1, 1).0, 1);
        assert_eq!(rounds(&mut unit, AirlessRound::Rest, 1, 1).0, 1, "the 12th round at rest");
    }
}
