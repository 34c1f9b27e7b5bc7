use super::*;
use model::UnitId;

fn on(ailment: Ailment, until: StatusEnd) -> ActiveAilment {
    ActiveAilment { ailment, part: None, by: None, strength: 0, until }
}

fn fresh(ailment: Ailment) -> ActiveAilment {
    inflict(&[], AilmentCause::new(ailment, None), 1)
}

/// Number of the unit's phases, including lost ones, until an ailment ends.
fn phases(mut one: ActiveAilment) -> u32 {
    for phase in 1.. {
        match end_phase(start_phase(one)) {
            Some(left) => one = left,
            None => return phase,
        }
    }
    unreachable!("it ends")
}

#[test]
fn every_rule_has_its_texts() {
    for ailment in Ailment::ALL {
        let rule = ailment.rule();
        assert!(
            !rule.name.is_empty()
                && !rule.brief.is_empty()
                && rule.clause.contains('-')
                && rule.clause != "CS-AIL-01",
            "{ailment:?}"
        );
    }
}

#[test]
fn cs_ail_01_default_durations() {
    assert_eq!(fresh(Ailment::Stunned).until, StatusEnd::Turns { left: 1, begun: false });
    assert_eq!(fresh(Ailment::Shocked).until, StatusEnd::Turns { left: 3, begun: false });
    for ailment in [
        Ailment::Burning,
        Ailment::Frozen,
        Ailment::Unconscious,
        Ailment::Wet,
        Ailment::Cursed,
        Ailment::Enraged,
        Ailment::Panicked,
    ] {
        assert_eq!(fresh(ailment).until, StatusEnd::Removed, "{ailment:?}");
    }
}

#[test]
fn cs_ail_02_a_stated_duration_wins() {
    let cause =
        AilmentCause { span: Some(StatusDuration::Turns(3)), ..AilmentCause::new(Ailment::Stunned, None) };
    assert_eq!(phases(inflict(&[], cause, 1)), 3);
}

#[test]
fn cs_ail_03_a_phase_that_began_without_it_does_not_count() {
    // Stunned in an enemy's phase: the own next one is lost, then it ends.
    assert_eq!(phases(fresh(Ailment::Stunned)), 1);
    // Shocked in the own phase: its rest is lost, and three more.
    let shocked = end_phase(fresh(Ailment::Shocked)).expect("it goes on");
    assert_eq!(shocked.until, StatusEnd::Turns { left: 3, begun: false });
    assert_eq!(phases(shocked), 3);
}

#[test]
fn cs_ail_04_the_longer_duration_counts_and_it_does_not_stack() {
    let one = on(Ailment::Dazed, StatusEnd::Turns { left: 1, begun: false });
    let again = inflict(&[one], AilmentCause::new(Ailment::Dazed, None), 1);
    assert_eq!(again.until, StatusEnd::Turns { left: 3, begun: false });
    let back = inflict(
        &[again],
        AilmentCause { span: Some(StatusDuration::Turns(1)), ..AilmentCause::new(Ailment::Dazed, None) },
        1,
    );
    assert_eq!(back.until, StatusEnd::Turns { left: 3, begun: false });
    let sum: i32 = test_modifiers(&[back], TestKind::Other).map(|change| change.amount.points()).sum();
    assert_eq!(sum, -10);
}

#[test]
fn cs_ail_05_different_ailments_add_up() {
    let both = [fresh(Ailment::Dazed), fresh(Ailment::Blinded)];
    let sum: i32 = test_modifiers(&both, TestKind::Strike).map(|change| change.amount.points()).sum();
    assert_eq!(60 + sum, 20);
}

#[test]
fn ss_base_15_rounds_end_with_the_nth_after_the_present_one() {
    let span = Some(StatusDuration::Rounds(1));
    let winded = inflict(&[], AilmentCause { span, ..AilmentCause::new(Ailment::Dazed, None) }, 3);
    assert!(end_round(winded, 3).is_some());
    assert!(end_round(winded, 4).is_none());
}

#[test]
fn cs_blnd_05_shots_fail_and_parries_do_not() {
    let blind = [fresh(Ailment::Blinded)];
    assert_eq!(failing_ailment(&blind, TestKind::Shot), Some(Ailment::Blinded));
    assert_eq!(failing_ailment(&blind, TestKind::Parry), None);
    assert_eq!(failing_ailment(&blind, TestKind::Listen), None);
}

#[rstest::rstest]
#[case::cs_blnd_06(Ailment::Blinded, 3)]
#[case::cs_daze_03(Ailment::Dazed, 3)]
#[case::cs_deaf_02(Ailment::Deafened, 3)]
#[case::cs_immo_02(Ailment::Immobilised, 3)]
#[case::cs_shck_04(Ailment::Shocked, 3)]
#[case::cs_stun_03(Ailment::Stunned, 1)]
#[case::cs_seal_03(Ailment::Sealed, 3)]
#[case::cs_brwa_12(Ailment::Brainwashed, 3)]
#[case::cs_conf_05(Ailment::Confused, 3)]
fn it_is_gone_at_the_end_of_the_nth_own_phase(#[case] ailment: Ailment, #[case] own: u32) {
    assert_eq!(phases(fresh(ailment)), own);
}

#[rstest::rstest]
#[case::cs_burn_11(Ailment::Burning)]
#[case::cs_curs_05(Ailment::Cursed)]
#[case::cs_enra_08(Ailment::Enraged)]
fn no_time_ends_it_but_the_end_of_the_battle(#[case] ailment: Ailment) {
    let mut one = fresh(ailment);
    for round in 1..=10 {
        one = end_phase(start_phase(one)).and_then(|one| end_round(one, round)).expect("it lasts");
    }
    assert!(!ailment.rule().lasting, "`CS-AIL-07`");
}

#[rstest::rstest]
#[case::cs_froz_01(Ailment::Frozen)]
#[case::cs_shck_01(Ailment::Shocked)]
#[case::cs_stun_01(Ailment::Stunned)]
#[case::cs_unco_01(Ailment::Unconscious)]
fn no_actions_at_all(#[case] ailment: Ailment) {
    use crate::turn_engine::Action;
    let suffered = [fresh(ailment)];
    for action in [Action::Walk, Action::MeleeAttack, Action::DropObject, Action::Dodge, Action::Parry] {
        let refused = check_action(&suffered, action).expect_err("nothing is possible");
        assert_eq!(refused.clause, ailment.rule().clause);
    }
    assert!(!may_evade(&suffered));
}

#[rstest::rstest]
#[case::cs_daze_02_any(Ailment::Dazed, TestKind::Trait(TestTrait::Willpower), -10)]
#[case::cs_pin_04(Ailment::Pinned, TestKind::Shot, -20)]
#[case::cs_pin_04_no_blow(Ailment::Pinned, TestKind::Strike, 0)]
#[case::cs_burn_04(Ailment::Burning, TestKind::Trait(TestTrait::Willpower), -20)]
#[case::cs_burn_04_no_agility(Ailment::Burning, TestKind::Trait(TestTrait::Agility), 0)]
#[case::cs_blnd_02(Ailment::Blinded, TestKind::Parry, -30)]
#[case::cs_blnd_04_hearing(Ailment::Blinded, TestKind::Listen, 0)]
#[case::cs_blnd_03(Ailment::Blinded, TestKind::Trait(TestTrait::Agility), -30)]
#[case::cs_enra_01(Ailment::Enraged, TestKind::Strike, 10)]
#[case::cs_enra_01_no_parry(Ailment::Enraged, TestKind::Parry, 0)]
fn points_on_tests(#[case] ailment: Ailment, #[case] test: TestKind, #[case] points: i32) {
    let sum: i32 = test_modifiers(&[fresh(ailment)], test).map(|change| change.amount.points()).sum();
    assert_eq!(sum, points);
}

#[test]
fn cs_pin_01_one_half_action() {
    let pinned = [fresh(Ailment::Pinned)];
    assert!(check_price(&pinned, 0, 1).is_ok());
    assert_eq!(check_price(&pinned, 1, 1).map_err(|why| why.clause), Err("CS-PIN-01"));
    assert_eq!(check_price(&pinned, 0, 2).map_err(|why| why.clause), Err("CS-PIN-01"));
}

#[test]
fn cs_pin_02_reactions_stay() {
    assert!(may_evade(&[fresh(Ailment::Pinned)]));
}

#[test]
fn cs_pin_03_free_actions_stay() {
    let pinned = [fresh(Ailment::Pinned)];
    assert!(check_action(&pinned, crate::turn_engine::Action::DropObject).is_ok());
    assert!(check_price(&pinned, 1, 0).is_ok());
}

/// Bonus to the recovery test of a Pinned unit.
fn relief(shot_at: bool, covered: bool) -> i32 {
    let pinned = [fresh(Ailment::Pinned)];
    let (_, test) =
        recovery_tests(&pinned, PhaseEndContext { shot_at, covered }).next().expect("it may test");
    assert_eq!((test.of, test.clause), (&[TestTrait::Willpower][..], "CS-PIN-08"));
    test.bonus.map_or(0, |change| change.amount.points())
}

#[test]
fn cs_pin_08_willpower_alone() {
    assert_eq!(35 + relief(true, false), 35);
}

#[test]
fn cs_pin_09_thirty_if_not_shot_at() {
    assert_eq!(35 + relief(false, false), 65);
}

#[test]
fn cs_pin_10_thirty_under_cover() {
    assert_eq!(35 + relief(true, true), 65);
}

#[test]
fn cs_pin_11_not_doubled() {
    assert_eq!(35 + relief(false, true), 65);
}

#[test]
fn cs_pin_16_the_latest_pinner_counts() {
    let by_a = inflict(&[], AilmentCause::new(Ailment::Pinned, Some(UnitId(1))), 1);
    assert_eq!(inflict(&[by_a], AilmentCause::new(Ailment::Pinned, Some(UnitId(2))), 1).by, Some(UnitId(2)));
}

#[test]
fn cs_pani_04_willpower_at_the_end_of_the_phase() {
    let panicked = [fresh(Ailment::Panicked)];
    let trials: Vec<_> =
        recovery_tests(&panicked, PhaseEndContext::default()).map(|(_, test)| test).collect();
    assert_eq!(trials, [AilmentTest::new(&[TestTrait::Willpower], "recovery", "CS-PANI-04")]);
}

#[test]
fn cs_seal_01_no_spells() {
    assert_eq!(forbidding_ailment(&[fresh(Ailment::Sealed)], Forbids::Spells), Some(Ailment::Sealed));
}

#[test]
fn cs_froz_03_ice_does_not_hold_the_immune() {
    assert!(is_immune(&[Element::Ice], Ailment::Frozen, false));
    assert!(is_immune(&[Element::Ice], Ailment::Frozen, true), "holy or not");
    assert!(!is_immune(&[Element::Fire], Ailment::Frozen, false));
}

#[test]
fn cs_froz_05_harm_breaks_the_ice() {
    let gone: Vec<_> =
        relieved_by(&[fresh(Ailment::Frozen)], EndCondition::Harm).map(|one| one.ailment).collect();
    assert_eq!(gone, [Ailment::Frozen]);
}

#[rstest::rstest]
#[case::cs_froz_04_a_blow(Ailment::Frozen, None, true)]
#[case::cs_froz_04_fire(Ailment::Frozen, Some(Element::Fire), false)]
#[case::cs_unco_03_a_blow(Ailment::Unconscious, None, true)]
#[case::cs_unco_03_any_element(Ailment::Unconscious, Some(Element::Water), true)]
#[case::cs_wet_01_electricity(Ailment::Wet, Some(Element::Electricity), true)]
#[case::cs_wet_01_fire(Ailment::Wet, Some(Element::Fire), false)]
#[case::cs_wet_01_a_blow(Ailment::Wet, None, false)]
#[case::cs_base_27_stunned_is_named_apart(Ailment::Stunned, None, false)]
fn what_bites_twice(#[case] ailment: Ailment, #[case] element: Option<Element>, #[case] twice: bool) {
    assert_eq!(special_damage(&[fresh(ailment)], element), twice.then_some(ailment));
}

#[rstest::rstest]
#[case::cs_wet_02_heat(Element::Heat, true)]
#[case::cs_wet_02_fire(Element::Fire, true)]
#[case::cs_wet_02_electricity(Element::Electricity, true)]
#[case::ice(Element::Ice, false)]
#[case::water(Element::Water, false)]
fn what_dries(#[case] element: Element, #[case] dries: bool) {
    assert_eq!(relieved_by(&[fresh(Ailment::Wet)], EndCondition::Element(element)).count() == 1, dries);
}

#[test]
fn cs_deaf_01_hearing_fails_and_sight_does_not() {
    let deaf = [fresh(Ailment::Deafened)];
    assert_eq!(failing_ailment(&deaf, TestKind::Listen), Some(Ailment::Deafened));
    assert_eq!(failing_ailment(&deaf, TestKind::Look), None);
}

#[test]
fn cs_blnd_04_sight_fails_and_agility_does_not() {
    let blind = [fresh(Ailment::Blinded)];
    assert_eq!(failing_ailment(&blind, TestKind::Look), Some(Ailment::Blinded));
    assert_eq!(failing_ailment(&blind, TestKind::Dodge), None);
    let sum: i32 = test_modifiers(&blind, TestKind::Dodge).map(|change| change.amount.points()).sum();
    assert_eq!(45 + sum, 15);
}

#[test]
fn cs_ail_08_the_list_is_a_switch() {
    use crate::rule_options::SwitchValue;
    let order = CompulsionOrder::parse("rage, obey, flee, attack_friend, seek_cover").expect("all five");
    let both = [fresh(Ailment::Brainwashed), fresh(Ailment::Enraged)];
    let first = |order| sort_by_compulsion(&both, order)[0].ailment;
    assert_eq!((first(CompulsionOrder::default()), first(order)), (Ailment::Brainwashed, Ailment::Enraged));
    assert_eq!(CompulsionOrder::parse(&order.show()), Some(order));
    assert_eq!(CompulsionOrder::parse("rage, rage, flee, attack_friend, seek_cover"), None);
}
