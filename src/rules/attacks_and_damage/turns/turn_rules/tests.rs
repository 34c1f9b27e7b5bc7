use rstest::rstest;

use super::*;
use crate::attacks_and_damage::DefenceFrequency;
use crate::attacks_and_damage::test_support::*;
use crate::turn_engine::initiative;

/// The clause of a refusal.
fn clause(answer: Result<(), RuleViolation>) -> Option<&'static str> {
    answer.err().map(|refused| refused.clause)
}

#[rstest]
#[case::at_the_range(50, 0, None)]
#[case::beyond(51, 0, Some("is 50 m, the target is 51 m away"))]
#[case::a_wall_between(20, 100, Some("cannot be seen"))]
#[case::a_low_wall_between(20, 60, None)]
fn ad_base_18_range_and_sight(#[case] metres: u32, #[case] hidden: u8, #[case] why: Option<&str>) {
    let sight = TargetSight { hidden, ..sight_at(metres) };
    for weapon in [rifle("6C"), thrown("6C")] {
        match (check_reach(&weapon, &sight), why) {
            (Ok(()), None) => {}
            (Err(refused), Some(why)) => {
                assert_eq!(refused.clause, "AD-BASE-18");
                assert!(refused.text.to_string().contains(why), "{refused}");
            }
            (other, _) => panic!("{other:?}"),
        }
    }
}

#[test]
fn ad_def_03_melee_reaches_neighbours() {
    assert_eq!(check_reach(&sword("6PC"), &sight_at(1)), Ok(()));
    assert_eq!(clause(check_reach(&sword("6PC"), &sight_at(2))), Some("AD-DEF-03"));
}

#[test]
fn ad_kd_10_no_moving_while_prone() {
    let sheet = unit(1, |_| {}).sheet;
    let switches = Switches::default();
    assert_eq!(may_move(false, &switches), Ok(()));
    assert_eq!(walk_rate(&sheet, false, &switches), 6);
    assert_eq!(clause(may_move(true, &switches)), Some("AD-KD-10"));
    assert_eq!(walk_rate(&sheet, true, &switches), 0);
    let crawling = switches_with("ad.prone_move", "on");
    assert_eq!(may_move(true, &crawling), Ok(()));
    assert_eq!(walk_rate(&sheet, true, &crawling), 6);
}

#[test]
fn ss_init_04_reaction_intuition_and_dice() {
    let fighter = unit(1, |sheet| {
        sheet.attributes.reaction = 4;
        sheet.attributes.intuition = 2;
    });
    assert_eq!(initiative_parts(&fighter.sheet).sum(), 6);
    assert_eq!(run_distance(&fighter.sheet), 6);
}

fn health_with_penalty(penalty: i32, tests: u32) -> HealthState {
    HealthState { light: 4, frequency: DefenceFrequency { penalty, tests }, ..HealthState::default() }
}

/// A unit's health state after these passes of a round, without any attack on it.
fn after_passes(condition: HealthState, score: i32, passes: std::ops::Range<i32>) -> HealthState {
    passes
        .filter(|pass| initiative::has_phase(score - pass * initiative::SCORE_PER_PASS))
        .fold(condition, |condition, _| health_at_turn_start(&condition))
}

#[test]
fn ad_freq_08_the_penalty_crosses_rounds() {
    let round_end = health_with_penalty(-2, 2);
    assert_eq!(after_passes(round_end, 10, 0..0), round_end, "a new round, no turn yet");
    assert_eq!(after_passes(round_end, 10, 0..1), health_with_penalty(-1, 0));
}

#[test]
fn ad_freq_09_no_turn_no_recovery() {
    assert_eq!(after_passes(health_with_penalty(-3, 1), 6, 1..3), health_with_penalty(-3, 1));
    assert_eq!(
        after_passes(health_with_penalty(-3, 1), 16, 1..3),
        health_with_penalty(-2, 0),
        "a turn in pass 2 recovers"
    );
}
