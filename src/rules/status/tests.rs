use super::*;

fn on(ailment: Ailment, until: Until) -> Suffered {
    Suffered { ailment, part: None, by: None, strength: 0, until }
}

fn fresh(ailment: Ailment) -> Suffered {
    inflict(&[], Cause::of(ailment, None), 1)
}

/// Phases of its sufferer, lost ones included, until an ailment is gone.
fn phases(mut one: Suffered) -> u32 {
    for phase in 1.. {
        match phase_over(phase_begun(one)) {
            Some(left) => one = left,
            None => return phase,
        }
    }
    unreachable!("it ends")
}

#[test]
fn every_row_is_told() {
    for ailment in Ailment::ALL {
        let rule = ailment.rule();
        assert!(
            !rule.name.is_empty() && !rule.brief.is_empty() && rule.clause.starts_with("CS-"),
            "{ailment:?}"
        );
    }
}

#[test]
fn cs_ail_01_default_durations() {
    assert_eq!(fresh(Ailment::Stunned).until, Until::Turns { left: 1, begun: false });
    assert_eq!(fresh(Ailment::Shocked).until, Until::Turns { left: 3, begun: false });
    assert_eq!(fresh(Ailment::Burning).until, Until::Removed);
}

#[test]
fn cs_ail_02_a_stated_duration_wins() {
    let cause = Cause { span: Some(Span::Turns(3)), ..Cause::of(Ailment::Stunned, None) };
    assert_eq!(phases(inflict(&[], cause, 1)), 3);
}

#[test]
fn cs_ail_03_a_phase_that_began_without_it_does_not_count() {
    // Stunned in an enemy's phase: the own next one is lost, and it is gone.
    assert_eq!(phases(fresh(Ailment::Stunned)), 1);
    // Shocked in the own phase: its rest is lost, and three more.
    let shocked = phase_over(fresh(Ailment::Shocked)).expect("it goes on");
    assert_eq!(shocked.until, Until::Turns { left: 3, begun: false });
    assert_eq!(phases(shocked), 3);
}

#[test]
fn cs_ail_04_the_longer_duration_counts_and_it_does_not_stack() {
    let one = on(Ailment::Dazed, Until::Turns { left: 1, begun: false });
    let again = inflict(&[one], Cause::of(Ailment::Dazed, None), 1);
    assert_eq!(again.until, Until::Turns { left: 3, begun: false });
    let back = inflict(&[again], Cause { span: Some(Span::Turns(1)), ..Cause::of(Ailment::Dazed, None) }, 1);
    assert_eq!(back.until, Until::Turns { left: 3, begun: false });
    let sum: i32 = changes(&[back], Test::Other).map(|change| change.by.points()).sum();
    assert_eq!(sum, -10);
}

#[test]
fn cs_ail_05_different_ailments_add_up() {
    let both = [fresh(Ailment::Dazed), fresh(Ailment::Blinded)];
    let sum: i32 = changes(&both, Test::Strike).map(|change| change.by.points()).sum();
    assert_eq!(60 + sum, 20);
}

#[test]
fn ss_base_15_rounds_end_with_the_nth_after_the_present_one() {
    let span = Some(Span::Rounds(1));
    let winded = inflict(&[], Cause { span, ..Cause::of(Ailment::Dazed, None) }, 3);
    assert!(round_over(winded, 3).is_some());
    assert!(round_over(winded, 4).is_none());
}

#[test]
fn cs_blnd_05_shots_fail_and_parries_do_not() {
    let blind = [fresh(Ailment::Blinded)];
    assert_eq!(fails(&blind, Test::Shot), Some(Ailment::Blinded));
    assert_eq!(fails(&blind, Test::Parry), None);
    assert_eq!(fails(&blind, Test::Listen), None);
}
