//! Tests of timed items.

use rstest::rstest;

use super::*;

const OWNER: u32 = 7;

/// Activated in pass 1 of round 1 at score 14.
fn fuse(trigger: DetonationTrigger, timer: Option<Timer>) -> Result<Fuse, TimerError> {
    set_fuse(trigger, timer, (1, 1), (UnitId(OWNER), 14))
}

fn timer(timer: Timer) -> Fuse {
    fuse(DetonationTrigger::Timer, Some(timer)).expect("a moment to come")
}

/// Whether it explodes when the count of a pass reaches the next score.
fn counted(fuse: &Fuse, round: u32, pass: u32, next: Option<i32>, owner: Option<i32>) -> bool {
    is_due(fuse, round, RoundTiming::ScoreCount { pass, next }, owner)
}

#[test]
fn ss_timed_01_next_round_at_the_score_of_the_activator() {
    let grenade = fuse(DetonationTrigger::Preset, None).expect("no choice");
    assert!(!counted(&grenade, 1, 1, Some(7), Some(9)), "not in the round of the throw");
    assert!(!counted(&grenade, 2, 1, Some(14), Some(9)));
    assert!(!counted(&grenade, 2, 1, Some(9), Some(9)), "after the thrower's phase");
    assert!(counted(&grenade, 2, 1, Some(7), Some(9)));
}

#[test]
fn ss_timed_01_no_score_or_no_activator() {
    let grenade = fuse(DetonationTrigger::Preset, None).expect("no choice");
    assert!(!counted(&grenade, 2, 1, None, Some(0)));
    assert!(is_due(&grenade, 2, RoundTiming::PassEnd { pass: 1 }, Some(0)));
    // Out of the battle: the 14 of the activation counts.
    assert!(!counted(&grenade, 2, 1, Some(15), None));
    assert!(counted(&grenade, 2, 1, Some(13), None));
}

#[test]
fn ss_ruling_42_the_score_of_that_round() {
    let grenade = fuse(DetonationTrigger::Preset, None).expect("no choice");
    assert_eq!((grenade.score, fuse_score(&grenade, Some(9))), (14, 9));
}

#[test]
fn ss_timed_03_the_setter_chooses() {
    let two = timer(Timer::Rounds(2));
    assert!(!counted(&two, 2, 1, None, Some(9)));
    assert!(counted(&two, 3, 1, Some(8), Some(9)));
}

#[rstest]
#[case::ss_timed_04_undeclared(DetonationTrigger::Timer, None, TimerError::Undeclared)]
#[case::ss_timed_04_a_charge_undeclared(DetonationTrigger::Charge, None, TimerError::Undeclared)]
#[case::ss_timed_01_preset(DetonationTrigger::Preset, Some(Timer::Rounds(1)), TimerError::Preset)]
#[case::ss_timed_09_radio(DetonationTrigger::Radio, Some(Timer::Rounds(1)), TimerError::Radio)]
#[case::ss_timed_03_at_once_is_no_time(
    DetonationTrigger::Timer,
    Some(Timer::Rounds(0)),
    TimerError::InvalidTime
)]
#[case::ss_timed_05_a_pass_that_has_begun(DetonationTrigger::Timer, Some(Timer::Pass { rounds: 0, pass: 1 }), TimerError::InvalidTime)]
#[case::ss_timed_06_a_round_that_has_begun(
    DetonationTrigger::Timer,
    Some(Timer::RoundStart(0)),
    TimerError::InvalidTime
)]
fn activating(
    #[case] trigger: DetonationTrigger,
    #[case] timer: Option<Timer>,
    #[case] expected: TimerError,
) {
    assert_eq!(fuse(trigger, timer), Err(expected));
}

#[test]
fn ss_timed_05_at_a_pass() {
    let second = timer(Timer::Pass { rounds: 1, pass: 2 });
    assert!(!counted(&second, 2, 1, None, Some(13)));
    assert!(!is_due(&second, 2, RoundTiming::PassEnd { pass: 1 }, Some(13)));
    assert!(counted(&second, 2, 2, None, Some(3)));
    // No phase in that pass: at its end; no such pass: at the end of the round.
    assert!(!counted(&second, 2, 2, None, Some(-1)));
    assert!(is_due(&second, 2, RoundTiming::PassEnd { pass: 2 }, Some(-1)));
    assert!(is_due(&second, 2, RoundTiming::RoundEnd, Some(-1)));
}

#[test]
fn ss_timed_06_at_the_start_of_a_round() {
    let start = timer(Timer::RoundStart(2));
    assert!(!is_due(&start, 2, RoundTiming::RoundStart, Some(9)));
    assert!(is_due(&start, 3, RoundTiming::RoundStart, Some(9)));
}

#[test]
fn ss_timed_07_at_the_end_of_a_round() {
    let end = timer(Timer::RoundEnd(1));
    assert!(!is_due(&end, 1, RoundTiming::RoundEnd, Some(9)));
    assert!(!is_due(&end, 2, RoundTiming::PassEnd { pass: 1 }, Some(9)));
    assert!(!counted(&end, 2, 1, None, Some(9)));
    assert!(is_due(&end, 2, RoundTiming::RoundEnd, Some(9)));
}

#[test]
fn ss_timed_08_last_in_ties() {
    let grenade = fuse(DetonationTrigger::Preset, None).expect("no choice");
    assert!(!counted(&grenade, 2, 1, Some(9), Some(9)), "two units at 9 go before it");
    assert!(counted(&grenade, 2, 1, Some(8), Some(9)));
}

#[test]
fn ss_timed_09_radio_waits_for_its_signal() {
    let charge = fuse(DetonationTrigger::Radio, None).expect("no time");
    assert!(!is_due(&charge, 9, RoundTiming::RoundEnd, Some(9)));
}
