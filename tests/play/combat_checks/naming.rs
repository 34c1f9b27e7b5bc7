//! Several targets, named before the roll. `CC-CHK-04`.

use breachline::rules::combat_checks::Weapon;
use breachline::rules::play as book;

use super::{checks, pistol, plain};
use crate::common::Fight;
use crate::common::books::{exchange_result, rule_texts};

/// A unit with a weapon for this many targets, against three enemies in a row, the nearest first, and a friend.
fn row(targets: u8) -> Fight {
    checks()
        .trooper(0, (5, 5), plain(), &[Weapon { targets, ..pistol() }])
        .trooper(1, (17, 5), plain(), &[])
        .trooper(1, (17, 7), plain(), &[])
        .trooper(1, (17, 10), plain(), &[])
        .trooper(0, (5, 9), plain(), &[])
        .start_battle(&[6, 4, 3, 2, 1])
}

fn options(fight: &mut Fight) -> Vec<&'static str> {
    fight.view(|view| {
        let unit = view.unit(breachline::model::UnitId(1)).expect("it is there");
        let me = view.unit_snapshot(&unit);
        book::attack_options(&me, &me.held[0], view.rules()).into_iter().map(|option| option.key).collect()
    })
}

fn wounds(fight: &mut Fight) -> [u32; 3] {
    [2, 3, 4].map(|unit| fight.trooper(unit).wounds)
}

#[test]
fn cc_chk_04_the_player_names_the_targets() {
    let mut fight = row(2);
    assert_eq!(options(&mut fight), ["two_targets"]);
    let points = fight.points(1);
    let events = fight.special_action(1, "further_target", Some(4));
    assert_eq!(rule_texts(&events), ["adds unit4 to the targets of the next attack"]);
    assert_eq!(fight.points(1), points, "it is free");
    assert_eq!(options(&mut fight), ["named_targets", "two_targets"]);
    let named = Some("named_targets");
    let events = fight.checked_with((1, 2, 0, named), (3, 0, 0, 0), &[], &[]);
    assert_eq!(exchange_result(&events).words, "4 Wounds; unit4: 4 Wounds");
    assert_eq!(wounds(&mut fight), [4, 0, 4], "not the nearest");
    assert_eq!(options(&mut fight), ["two_targets"], "the names are used up");
}

#[test]
fn cc_chk_04_no_more_than_the_weapon_allows() {
    let mut fight = row(1);
    assert_eq!(fight.special_action_error(1, "further_target", Some(3)), "CC-CHK-04", "an ordinary pistol");
    let mut fight = row(2);
    fight.special_action(1, "further_target", Some(3));
    assert_eq!(fight.special_action_error(1, "further_target", Some(4)), "CC-CHK-04");
    assert_eq!(fight.special_action_error(1, "further_target", Some(5)), "CC-CHK-04", "a friend");
    assert_eq!(
        fight.attack_error(1, 3, 0, Some("named_targets")),
        "CC-CHK-04",
        "no target besides the main one"
    );
    let events = fight.special_action(1, "further_target", Some(3));
    assert_eq!(rule_texts(&events), ["removes unit3 from the targets of the next attack"]);
    fight.special_action(1, "further_target", Some(4));
}

#[test]
fn cc_chk_04_three_targets_and_the_end_of_the_turn() {
    let mut fight = row(3);
    fight.special_action(1, "further_target", Some(4));
    fight.special_action(1, "further_target", Some(3));
    let named = Some("named_targets");
    assert_eq!(fight.dice_of(1, 2, 0, named), fight.dice_of(1, 2, 0, Some("three_targets")));
    fight.end();
    fight.round_with(2, &[6, 4, 3, 2, 1]);
    assert_eq!((fight.acting(), options(&mut fight)), (Some(1), vec!["two_targets", "three_targets"]));
}

#[test]
fn cc_chk_04_a_named_target_has_to_be_in_reach() {
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[Weapon { targets: 2, ..pistol() }])
        .trooper(1, (17, 5), plain(), &[])
        .trooper(1, (90, 5), plain(), &[])
        .start_battle(&[4, 3, 2]);
    fight.special_action(1, "further_target", Some(3));
    assert_eq!(fight.attack_error(1, 2, 0, Some("named_targets")), "CC-CHK-04");
}
