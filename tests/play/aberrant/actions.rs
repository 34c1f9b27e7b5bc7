//! Chapters LIMIT, CANCEL and DODGE.

use breachline::battle::{BattleEvent, Pace};
use breachline::model::{CellSide, UnitId};
use breachline::rules::HitResult;
use breachline::rules::turn_engine::Action;

use super::{aberrant, club, dart, pistol, sheet, strong_willed};
use crate::common::books::{d10_faces, exchange_result, rule_texts};
use crate::common::{Fight, edge};

/// A unit with four actions in a round.
fn slow() -> breachline::rules::aberrant::Sheet {
    sheet(|sheet| sheet.dexterity = 2)
}

#[test]
fn ab_limit_01_four_actions_in_a_round_of_two_passes() {
    let mut fight = aberrant()
        .nova(0, (5, 5), slow(), &[pistol("5L")])
        .nova(1, (10, 5), sheet(|_| {}), &[pistol("5L")])
        .start_battle(&[10, 1]);
    fight.queue_dice(&d10_faces(&[(0, 5); 4]));
    for _ in 0..3 {
        fight.attack_with(1, 2, 0, None);
    }
    assert_eq!(fight.turn_budget(1).effort.points, 0);
    fight.end();
    fight.end();
    assert_eq!((fight.round(), fight.acting()), ((1, 2), Some(1)));
    fight.attack_with(1, 2, 0, None);
    assert_eq!(fight.attack_error(1, 2, 0, None), "AB-LIMIT-01");
    assert_eq!((fight.turn_budget(1).effort.actions, fight.turn_budget(1).effort.points), (4, 2));
    assert_eq!(fight.figure(1, "Actions"), "4 of 4 taken");
    fight.round_with(2, &[10, 1]);
    assert_eq!(fight.turn_budget(1).effort.actions, 0, "counted again in every round");
}

#[test]
fn ab_limit_01_an_interception_counts_towards_the_cap() {
    let passes_by = |taken: u8| {
        let mut fight = aberrant()
            .nova(0, (5, 5), sheet(|sheet| (sheet.dexterity, sheet.wits) = (1, 1)), &[club("4B")])
            .nova(1, (6, 5), sheet(|_| {}), &[club("4B")])
            .start_battle(&[10, 1]);
        fight.queue_dice(&d10_faces(&[(0, 4); 2]));
        for _ in 0..taken {
            fight.attack_with(1, 2, 0, None);
        }
        fight.end();
        fight.walk(2, &[(7, 5), (8, 5)]).expect("it walks away");
        !fight.asked().is_empty()
    };
    assert_eq!([1, 2].map(passes_by), [true, false], "Dexterity 1 + Wits 1: two actions");
}

#[test]
fn ss_act_41_an_interception_names_its_price() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[club("4B")])
        .nova(1, (6, 5), sheet(|_| {}), &[club("4B")])
        .start_battle(&[10, 1]);
    fight.end();
    fight.walk(2, &[(7, 5), (8, 5)]).expect("it walks away");
    let told = fight.view(|view| {
        let answers = &view.open_prompt()?.prompt().answers;
        Some([0, 1].map(|at: usize| answers[at].detail.to_string()))
    });
    let [pass, strike] = told.expect("the first unit is asked");
    // A turn that has ended leaves no points: the strike takes one of the next turn.
    let price =
        if fight.turn_budget(1).effort.points == 0 { "costs 1 AP next turn; " } else { "costs 1 AP; " };
    assert!(strike.starts_with(price) && strike.contains("% damage chance"), "{strike}");
    assert!(!pass.contains("AP"), "{pass}");
}

#[test]
fn ab_limit_03_04_every_dodge_counts_full_defence_or_not() {
    let mut fight = aberrant()
        .nova(0, (5, 5), slow(), &[pistol("5L")])
        .nova(1, (10, 5), sheet(|_| {}), &[pistol("5L")])
        .nova(1, (10, 6), sheet(|_| {}), &[pistol("5L")])
        .start_battle(&[10, 5, 4]);
    fight.special_action(1, "full_defence", None);
    assert_eq!(fight.turn_budget(1).effort.points, 0);
    fight.end();
    for shooter in [2, 2, 2, 3] {
        if fight.acting() != Some(shooter) {
            fight.end();
        }
        fight.queue_dice(&d10_faces(&[(1, 6), (1, 4)]));
        fight.attack_with(shooter, 1, 0, None);
        assert_eq!(fight.asked(), ["dodge", "none"]);
        assert_eq!(exchange_result(&fight.answer("dodge")).contact, HitResult::Miss);
    }
    fight.queue_dice(&d10_faces(&[(1, 6), (0, 4)]));
    fight.attack_with(3, 1, 0, None);
    assert!(fight.asked().is_empty(), "the fifth attack is undefended");
    assert_eq!((fight.turn_budget(1).effort.actions, fight.dice_left()), (4, 0));
}

#[test]
fn ab_base_08_no_unplanned_dodge_with_weak_will() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[club("4B")])
        .nova(1, (6, 5), sheet(|_| {}), &[club("4B")])
        .start_battle(&[9, 3]);
    fight.queue_dice(&d10_faces(&[(1, 6), (1, 2)]));
    assert_eq!(exchange_result(&fight.attack_with(1, 2, 0, None)).words, "1 level of bashing damage");
    assert_eq!(fight.dice_left(), 0);
}

/// Unit 1 has shot unit 2 dead and two actions left; unit 3 stands beside.
fn after_the_first(willpower: u8, points: u8) -> Fight {
    let shooter = sheet(|sheet| (sheet.willpower, sheet.willpower_points) = (willpower, Some(points)));
    let mut fight = aberrant()
        .nova(0, (5, 5), shooter, &[pistol("20L")])
        .nova(1, (10, 5), sheet(|_| {}), &[])
        .nova(1, (10, 6), sheet(|_| {}), &[])
        .start_battle(&[9, 3, 2]);
    fight.queue_dice(&d10_faces(&[(1, 6), (19, 19)]));
    fight.attack_with(1, 2, 0, None);
    assert!(fight.down(2).is_some());
    fight
}

#[test]
fn ab_cancel_01_02_another_target_for_willpower_is_harder() {
    let mut fight = after_the_first(3, 3);
    assert_eq!(fight.attack_error(1, 3, 0, None), "AB-CANCEL-01");
    fight.special_action(1, "replace", None);
    assert_eq!(fight.asked(), ["roll", "point", "keep"]);
    fight.answer("point");
    assert_eq!(fight.nova(1).willpower, 2);
    fight.queue_dice(&d10_faces(&[(1, 6)]));
    assert_eq!(
        exchange_result(&fight.attack_with(1, 3, 0, None)).contact,
        HitResult::Miss,
        "one success at +1"
    );
    fight.queue_dice(&[2, 7, 1]);
    fight.special_action(1, "replace", None);
    fight.answer("roll");
    assert_eq!(fight.nova(1).willpower, 2, "a roll that succeeds is free");
    fight.queue_dice(&d10_faces(&[(2, 6), (1, 19)]));
    assert_eq!(exchange_result(&fight.attack_with(1, 3, 0, None)).words, "1 level of lethal damage");
    assert_eq!((fight.turn_budget(1).effort.points, fight.dice_left()), (0, 0));
}

#[test]
fn ab_cancel_04_without_success_or_point_the_action_is_lost() {
    let mut fight = after_the_first(2, 0);
    fight.queue_dice(&[1, 5]);
    fight.special_action(1, "replace", None);
    assert_eq!(fight.asked(), ["roll", "keep"]);
    fight.answer("roll");
    assert_eq!(fight.turn_budget(1).effort.points, 1);
    assert_eq!(fight.attack_error(1, 3, 0, None), "AB-CANCEL-01");
}

#[test]
fn ab_cancel_03_a_possible_attack_is_not_exchanged() {
    let mut fight = aberrant()
        .nova(0, (5, 5), strong_willed(3), &[pistol("5L")])
        .nova(1, (10, 5), sheet(|_| {}), &[])
        .nova(1, (10, 6), sheet(|_| {}), &[])
        .start_battle(&[9, 3, 2]);
    fight.queue_dice(&d10_faces(&[(0, 6)]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!(fight.attack_error(1, 3, 0, None), "AB-CANCEL-03");
    assert_eq!(fight.special_action_error(1, "replace", None), "AB-CANCEL-03");
}

#[test]
fn ab_cancel_01_attacks_queued_for_several_targets() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[pistol("5L")])
        .nova(1, (10, 5), sheet(|_| {}), &[])
        .nova(1, (10, 6), sheet(|_| {}), &[])
        .start_battle(&[9, 3, 2]);
    fight.special_action(1, "split", None);
    fight.queue_dice(&d10_faces(&[(0, 6); 2]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!(fight.attack_error(1, 2, 0, None), "AB-CANCEL-03");
    fight.attack_with(1, 3, 0, None);
}

/// Unit 1, with Willpower 3, has shot at the first of two targets and has two attacks queued for others.
fn split() -> Fight {
    let mut fight = aberrant()
        .nova(0, (5, 5), strong_willed(3), &[pistol("5L")])
        .nova(1, (10, 5), sheet(|_| {}), &[pistol("5L")])
        .nova(1, (10, 6), sheet(|_| {}), &[])
        .start_battle(&[9, 3, 2]);
    fight.special_action(1, "split", None);
    fight.queue_dice(&d10_faces(&[(0, 6)]));
    fight.attack_with(1, 2, 0, None);
    fight
}

#[test]
fn ab_cancel_03_one_of_several_targets_makes_way_for_a_dodge() {
    let mut fight = split();
    assert_eq!(fight.special_action_error(1, "reserve", None), "AB-CANCEL-03");
    fight.special_action(1, "abort", None);
    assert_eq!(fight.asked(), ["roll", "point", "keep"]);
    let events = fight.answer("point");
    assert_eq!(rule_texts(&events), ["gives up an attack and reserves a defence"]);
    let effort = fight.turn_budget(1).effort;
    assert_eq!((effort.points, effort.reserved, fight.nova(1).willpower), (1, 1, 2));
    fight.queue_dice(&d10_faces(&[(0, 6)]));
    fight.attack_with(1, 3, 0, None);
    fight.end();
    fight.queue_dice(&d10_faces(&[(1, 6), (1, 5)]));
    fight.attack_with(2, 1, 0, None);
    assert_eq!(exchange_result(&fight.answer("dodge")).contact, HitResult::Miss);
}

#[test]
fn ab_cancel_04_without_a_success_the_queued_attacks_stand() {
    let mut fight = split();
    fight.special_action(1, "abort", None);
    fight.queue_dice(&d10_faces(&[(0, 3)]));
    fight.answer("roll");
    let events = fight.answer("keep");
    assert_eq!(rule_texts(&events), ["keeps the announced attacks"]);
    let effort = fight.turn_budget(1).effort;
    assert_eq!((effort.points, effort.reserved, fight.nova(1).willpower), (2, 0, 3));
}

#[test]
fn ab_cancel_03_nothing_is_given_up_where_nothing_is_queued_for_others() {
    let mut fight = aberrant()
        .nova(0, (5, 5), strong_willed(3), &[pistol("5L")])
        .nova(1, (10, 5), sheet(|_| {}), &[])
        .start_battle(&[9, 3]);
    assert_eq!(fight.special_action_error(1, "abort", None), "AB-CANCEL-03");
}

#[test]
fn ab_cancel_03_an_action_is_given_up_for_a_dodge() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[club("4B")])
        .nova(1, (6, 5), strong_willed(3), &[club("4B")])
        .start_battle(&[9, 3]);
    fight.queue_dice(&d10_faces(&[(2, 6), (2, 5)]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!(
        fight.asked(),
        ["none", "parry+roll", "parry+point", "dodge+roll", "dodge+point"],
        "the automatic answer of a hurried player gives nothing up"
    );
    let events = fight.answer("dodge+point");
    assert_eq!(exchange_result(&events).contact, HitResult::Miss);
    assert!(events.iter().any(|event| matches!(
        event,
        BattleEvent::Paid { unit: UnitId(2), action: Action::Dodge, points: 1, .. }
    )));
    assert_eq!((fight.nova(2).willpower, fight.turn_budget(2).effort.queued), (2, 2));
    fight.end();
    assert_eq!((fight.acting(), fight.turn_budget(2).effort.points), (Some(2), 2));
}

#[test]
fn ab_dodge_05_bullets_only_by_the_quicker() {
    let shot_at = |own: u8, other: u8| {
        let mut fight = aberrant()
            .nova(0, (5, 5), strong_willed(3), &[pistol("5L")])
            .nova(1, (10, 5), strong_willed(3), &[pistol("5L")])
            .start_battle(&[own, other]);
        if own > other {
            fight.special_action(1, "reserve", None);
            fight.end();
        }
        fight.queue_dice(&d10_faces(&[(1, 6), (1, 5)]));
        fight.attack_with(2, 1, 0, None);
        (fight.asked(), fight)
    };
    let (asked, mut fight) = shot_at(9, 8);
    assert_eq!(asked, ["dodge", "none"]);
    assert_eq!(exchange_result(&fight.answer("dodge")).contact, HitResult::Miss);
    assert_eq!((fight.turn_budget(1).effort.reserved, fight.turn_budget(1).effort.actions), (0, 1));
    assert_eq!(fight.nova(1).willpower, 3, "what was reserved costs no Willpower");
    assert!(shot_at(5, 9).0.is_empty(), "the slower unit cannot dodge a bullet");
}

#[test]
fn ab_dodge_04_thrown_things_can_be_dodged_by_any_unit() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[dart("3L")])
        .nova(1, (9, 5), strong_willed(3), &[])
        .start_battle(&[9, 3]);
    fight.queue_dice(&d10_faces(&[(1, 6), (1, 5)]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!(exchange_result(&fight.answer("dodge+point")).contact, HitResult::Miss);
    assert_eq!(fight.items_on_ground(), [("dart".to_owned(), (9, 5))]);
}

#[test]
fn ab_dodge_07_mega_dexterity_dodges_bullets() {
    let quick = sheet(|sheet| (sheet.willpower, sheet.mega_dexterity) = (3, 1));
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[pistol("5L")])
        .nova(1, (10, 5), quick, &[])
        .start_battle(&[9, 3]);
    fight.queue_dice(&d10_faces(&[(1, 6), (1, 5)]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!(exchange_result(&fight.answer("dodge+point")).contact, HitResult::Miss);
    assert_eq!(fight.dice_left(), 0);
}

#[test]
fn ab_dodge_06_a_dash_into_cover_is_quick_enough() {
    let shot_at = |dashes: bool| {
        let mut fight = aberrant()
            .nova(0, (5, 7), sheet(|_| {}), &[pistol("5L")])
            .nova(1, (10, 5), sheet(|_| {}), &[])
            .barrier(edge(10, 7, CellSide::West), |kind| (kind.height_cm, kind.transparent) = (100, false))
            .start_battle(&[9, 3]);
        fight.end();
        fight.move_unit(2, &[(10, 6)], Pace::Run).expect("a metre");
        if dashes {
            fight.queue_dice(&d10_faces(&[(1, 4)]));
            fight.move_unit(2, &[(10, 7)], Pace::Sprint).expect("one metre further");
        } else {
            fight.walk(2, &[(10, 7)]).expect("one metre further");
        }
        fight.special_action(2, "reserve", None);
        fight.end();
        assert_eq!((fight.round(), fight.acting()), ((1, 2), Some(1)));
        fight.queue_dice(&d10_faces(&[(6, 6)]));
        fight.attack_with(1, 2, 0, None);
        fight.asked()
    };
    assert_eq!(shot_at(true), ["dodge", "none"]);
    assert!(shot_at(false).is_empty(), "a walk is not a dash");
}

#[test]
fn ab_resus_06_a_dying_unit_is_saved_on_the_field() {
    let medic = sheet(|sheet| {
        sheet.abilities.insert(breachline::rules::aberrant::Ability::Medicine, 2);
    });
    let mut fight = aberrant()
        .nova(0, (5, 5), medic, &[club("12L")])
        .nova(1, (6, 5), sheet(|_| {}), &[])
        .nova(1, (20, 15), sheet(|_| {}), &[])
        .start_battle(&[6, 1, 1]);
    assert_eq!(fight.special_action_error(1, "revive", Some(2)), "AB-RESUS-06");
    // Eleven dice behind a soak of one: seven levels fill the track.
    fight.queue_dice(&d10_faces(&[(1, 6), (7, 11)]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!(fight.nova(2).dying.map(|dying| (dying.since_round, dying.stable)), Some((1, false)));
    assert_eq!(fight.special_action_error(1, "revive", Some(3)), "AB-RESUS-02", "too far away");
    // Dexterity 3 and Medicine 2 at +1.
    fight.queue_dice(&d10_faces(&[(1, 5)]));
    fight.special_action(1, "revive", Some(2));
    assert_eq!(fight.nova(2).dying.map(|dying| dying.stable), Some(false));
    fight.queue_dice(&d10_faces(&[(2, 5)]));
    fight.special_action(1, "revive", Some(2));
    assert_eq!((fight.nova(2).dying.map(|dying| dying.stable), fight.dice_left()), (Some(true), 0));
    assert_eq!(fight.nova(2).marks.lethal, 7, "AB-RESUS-07");
    crate::skirmish::replays(&mut fight);
}
