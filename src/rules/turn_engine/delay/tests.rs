//! Tests of delayed phases.

use rstest::rstest;

use super::*;
use dice::ScriptedTable;

fn entry(id: u32, score: i32, reaction: u8) -> InitiativeEntry {
    InitiativeEntry { id: UnitId(id), score, reaction, intuition: 3, last: false }
}

/// Runs a rule with these answers and coin faces.
fn asked<T>(answers: &[&str], faces: &[u8], rule: impl FnOnce(&mut ScriptedTable) -> RuleResult<T>) -> T {
    let answers = answers.iter().map(|answer| (*answer).to_owned()).collect();
    let mut table = ScriptedTable::new(faces, answers);
    let result = rule(&mut table).expect("faces and answers fit");
    table.finish().expect("all of them are used");
    result
}

fn stepping_in(answers: &[&str], faces: &[u8], holders: &[InitiativeEntry]) -> PhaseLineup {
    asked(answers, faces, |table| {
        let name = |_: UnitId| "B".to_owned();
        ask_to_step_in(table, (entry(9, 11, 3), &name), (holders, "-1 die"), &mut CoinTosses::default())
    })
}

const FREE: DelayRequest = DelayRequest { own_phase: true, has_acted: false, already_delayed: false };
const HOLDER: PhaseHolder =
    PhaseHolder { score: 5, points: 3, from_earlier_pass: false, own_phase: false, round_over: false };

#[rstest]
#[case::ss_delay_01_in_the_own_phase(FREE, Ok(()))]
#[case::ss_delay_01_not_elsewhere(DelayRequest { own_phase: false, ..FREE }, Err(DelayError::NotItsPhase))]
#[case::ss_delay_03_all_or_nothing(DelayRequest { has_acted: true, ..FREE }, Err(DelayError::HasActed))]
#[case::ss_delay_04_once(DelayRequest { already_delayed: true, ..FREE }, Err(DelayError::AlreadyDelayed))]
fn delaying(#[case] unit: DelayRequest, #[case] expected: Result<(), DelayError>) {
    assert_eq!(may_delay(unit), expected);
}

#[rstest]
#[case::ss_delay_05_goes_on_holding("hold", &[9], &[])]
#[case::ss_delay_06_before("before", &[1, 9], &[])]
#[case::ss_delay_07_after("after", &[9, 1], &[])]
#[case::ss_delay_08_at_the_same_time("same_time", &[9, 1], &[1, 9])]
fn one_holder(#[case] answer: &str, #[case] units: &[u32], #[case] together: &[u32]) {
    let lineup = stepping_in(&[answer], &[], &[entry(1, 15, 3)]);
    let ids = |ids: &[u32]| ids.iter().copied().map(UnitId).collect::<Vec<_>>();
    assert_eq!((lineup.units, lineup.together), (ids(units), ids(together)));
}

#[test]
fn ss_delay_09_one_die_less() {
    assert_eq!((delayed_action_parts(true).sum(), delayed_action_parts(false).sum()), (-1, 0));
}

#[test]
fn ss_delay_10_several_at_the_same_score() {
    // Asked by score, but placed by Reaction: all that act at 11 count as 11.
    let holders = [entry(1, 15, 3), entry(2, 12, 5)];
    assert_eq!(stepping_in(&["before", "before"], &[], &holders).units, [UnitId(2), UnitId(1), UnitId(9)]);
    assert_eq!(stepping_in(&["after", "after"], &[], &holders).units, [UnitId(9), UnitId(2), UnitId(1)]);
    // Equal Reaction and Intuition: a coin, 4 or more for the second.
    let even = [entry(1, 15, 3), entry(2, 12, 3)];
    assert_eq!(stepping_in(&["before", "before"], &[5], &even).units, [UnitId(2), UnitId(1), UnitId(9)]);
}

#[test]
fn ss_delay_14_the_highest_is_last_of_all() {
    let holders = [entry(1, 15, 3), entry(2, 12, 3)];
    let close = |answers: &[&str]| {
        asked(answers, &[], |table| ask_to_act_last(table, (&holders, "-1 die"), &mut CoinTosses::default()))
            .units
    };
    assert_eq!(close(&["act", "act"]), [UnitId(2), UnitId(1)]);
    assert_eq!(close(&["hold", "act"]), [UnitId(2)]);
    assert!(close(&["hold", "hold"]).is_empty());
}

#[test]
fn ss_delay_15_a_tie_for_last_place() {
    let holders = [entry(1, 12, 4), entry(2, 12, 3)];
    let close = |answers: &[&str]| {
        asked(answers, &[], |table| ask_to_act_last(table, (&holders, "-1 die"), &mut CoinTosses::default()))
    };
    assert!(close(&["act", "act", "same_time", "hold"]).units.is_empty());
    let both = close(&["act", "act", "same_time", "same_time"]);
    assert_eq!((both.units, both.together), ([1, 2].map(UnitId).to_vec(), [1, 2].map(UnitId).to_vec()));
}

#[test]
fn ss_delay_22_several_first_in_the_next_pass() {
    let holders = [entry(1, 2, 6), entry(2, 5, 3)];
    let open = |answers: &[&str]| {
        asked(answers, &[], |table| ask_to_open_pass(table, (&holders, "-1 die"), &mut CoinTosses::default()))
            .units
    };
    assert_eq!(open(&["act", "act"]), [UnitId(2), UnitId(1)]);
    assert_eq!(open(&["hold", "act"]), [UnitId(1)]); // the 5 is asked first
}

#[rstest]
#[case::ss_delay_12_over_the_end_of_the_pass(HOLDER, None)]
#[case::ss_delay_16_early_in_the_next_pass(PhaseHolder { from_earlier_pass: true, ..HOLDER }, None)]
#[case::ss_delay_18_its_own_phase(PhaseHolder { from_earlier_pass: true, own_phase: true, ..HOLDER }, Some(HeldPhaseLoss::OwnPhase))]
#[case::ss_delay_18_not_in_its_own_pass(PhaseHolder { own_phase: true, ..HOLDER }, None)]
#[case::ss_delay_19_the_round_ends(PhaseHolder { round_over: true, ..HOLDER }, Some(HeldPhaseLoss::RoundOver))]
#[case::ss_delay_20_no_score(PhaseHolder { score: 0, ..HOLDER }, Some(HeldPhaseLoss::NoScore))]
#[case::ss_delay_20_the_least_score(PhaseHolder { score: 1, ..HOLDER }, None)]
#[case::ss_delay_21_no_points(PhaseHolder { points: 0, ..HOLDER }, Some(HeldPhaseLoss::NoPoints))]
#[case::ss_delay_21_points_left(PhaseHolder { points: 2, ..HOLDER }, None)]
fn losing_it(#[case] holder: PhaseHolder, #[case] expected: Option<HeldPhaseLoss>) {
    assert_eq!(held_phase_loss(holder), expected);
}

#[test]
fn ss_ruling_41_every_delayed_phase_is_late() {
    let parts = delayed_action_parts(true).0;
    assert_eq!(parts.iter().map(|part| (part.value, part.clause)).collect::<Vec<_>>(), [(-1, "SS-DELAY-09")]);
}

#[test]
fn ss_delay_05_a_question_names_the_unit_that_acts_next() {
    let question = HeldPhasePrompt::StepIn { name: "Mara Two".to_owned(), score: 12 }.into();
    assert_eq!(next_to_act(&question), Some("Mara Two"));
    assert_eq!(next_to_act(&HeldPhasePrompt::ActLast.into()), None);
    let reworded = dice::GivenText("Mara acts next at 12. Act now?".to_owned()).into();
    assert_eq!(next_to_act(&reworded), None, "it is no question of a delay, whatever its words");
}
