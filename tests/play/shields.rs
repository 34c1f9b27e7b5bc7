//! Living human shields: `SS-BARR-44`, `AB-SHIELD-01`, and the shipped skirmish in the counting house.

use breachline::battle::{BattleOutcome, EndReason};
use breachline::content::{Objective, SkirmishOverrides, UnitLink};
use breachline::model::{Side, UnitId};
use breachline::rules::Book;
use breachline::rules::swan_song::Sheet;
use rstest::rstest;

use crate::common::books::special_action;
use crate::common::{Fight, SHOT, Setup, gun, knife, quick_sheet, share_of_hits, sheet, slow_sheet};
use crate::skirmish::{Goal, begin_with, play, replays, shipped};

/// BOD 4, AV 6.
fn hostage() -> Sheet {
    let mut sheet = Sheet { flesh: Some(20), ..slow_sheet() };
    sheet.attributes.body = 4;
    sheet.armour = vec![6];
    sheet
}

fn held() -> Fight {
    held_by("on")
}

/// A captor, unit 2, at (10, 5) with the hostage, unit 1, in front of him at (9, 5); shooters west, north and east of them.
fn held_by(grappling: &str) -> Fight {
    let captor = Sheet { flesh: Some(30), ..quick_sheet(3, 3) };
    let mut setup = Setup::new()
        .unit(0, (9, 5), hostage(), &[])
        .unit(1, (10, 5), captor, &[knife()])
        .tied(UnitLink::Holds("unit1".to_owned()))
        .skirmish(|skirmish| {
            skirmish.units[1].in_cover = true;
            skirmish.rules.set("borrow.grappling", grappling).expect("a switch");
        });
    for cell in [(2, 5), (10, 1), (17, 5)] {
        setup = setup.unit(0, cell, quick_sheet(5, 5), &[gun(11)]);
    }
    setup.start_battle(&[1, 1, 6, 5, 4])
}

#[rstest]
#[case::ab_shield_01_from_the_front(3, true)]
#[case::ab_shield_01_from_the_side(4, false)]
#[case::ab_shield_01_from_behind(5, false)]
fn guards(#[case] shooter: u32, #[case] guarded: bool) {
    let mut fight = held();
    let scene = fight.scene(shooter, 2, 0, SHOT);
    let between: Vec<_> = scene.barriers.iter().filter_map(|one| one.id.unit()).collect();
    assert_eq!(between, if guarded { vec![UnitId(1)] } else { Vec::new() });
    assert_eq!(scene.sight.hidden >= 60, guarded);
}

#[test]
fn ss_barr_45_the_hostages_body_is_the_barrier() {
    let mut fight = held();
    let scene = fight.scene(3, 2, 0, SHOT);
    assert_eq!((scene.barriers[0].structure, scene.barriers[0].armor), (4, 6));
}

#[test]
fn ss_barr_47_a_shot_at_the_captor_hurts_the_hostage_first() {
    let mut fight = held();
    assert_eq!(fight.acting(), Some(3));
    let before = (fight.flesh(1), fight.flesh(2));
    // A tie on a captor in cover: one point of the ten for the hostage, nine left for the captor, none of them soaked.
    let scene = fight.scene(3, 2, 0, SHOT);
    let attack = breachline::rules::swan_song::attack::pool::attack_parts(&scene).pool();
    let defence = breachline::rules::swan_song::defence::methods::defence_parts(
        &scene,
        breachline::rules::swan_song::defence::methods::DefenceMethod::STANDARD,
    );
    fight.rolls(&[(2, attack), (2, defence.pool()), (0, 1)]);
    fight.attack(3, 2, 0, SHOT).expect("a shot");
    if !fight.asked().is_empty() {
        fight.answer("standard");
    }
    assert_eq!((before.0 - fight.flesh(1), before.1 - fight.flesh(2)), (1, 9));
}

#[test]
fn ss_barr_51_neither_end_of_the_hold_walks() {
    let mut fight = held_by("off");
    for _ in 0..3 {
        fight.end();
    }
    assert_eq!(fight.acting(), Some(2));
    assert_eq!(fight.walk(2, &[(11, 5)]).expect_err("he holds her").clause(), Some("SS-BARR-51"));
    fight.submit(special_action(2, "turn_shield", None));
    assert_eq!(fight.cell(1), (10, 4), "towards the nearest of those he sees");
    fight.submit(special_action(2, "release_shield", None));
    assert_eq!(fight.unit(1, |unit| unit.status.grip()), None);
    fight.walk(2, &[(11, 5)]).expect("he is free to go");
}

#[test]
fn a_captor_who_falls_lets_go_and_the_hostage_is_free() {
    let rescue = Objective::Rescue { side: 0, unit: "unit1".to_owned() };
    let frail = Sheet { flesh: Some(1), ..quick_sheet(3, 3) };
    let mut fight = Setup::new()
        .unit(0, (9, 5), hostage(), &[])
        .unit(1, (10, 5), frail, &[knife()])
        .tied(UnitLink::Holds("unit1".to_owned()))
        .unit(0, (17, 5), sheet(), &[gun(6)])
        .skirmish(|skirmish| skirmish.objectives = vec![rescue])
        .start_battle(&[1, 1, 6]);
    fight.land(3, 2, 0, SHOT, [1, 0, 3]);
    assert_eq!(fight.outcome(), Some(BattleOutcome { winner: Some(Side(0)), ending: EndReason::Rescued }));
}

#[test]
fn a_dead_hostage_ends_it() {
    let slay = Objective::Slay { side: 1, unit: "unit1".to_owned() };
    let mut fight = Setup::new()
        .unit(0, (9, 5), Sheet { flesh: Some(1), ..hostage() }, &[])
        .unit(1, (10, 5), sheet(), &[gun(30)])
        .unit(0, (17, 5), sheet(), &[gun(6)])
        .skirmish(|skirmish| skirmish.objectives = vec![slay])
        .start_battle(&[1, 6, 1]);
    fight.land(2, 1, 0, SHOT, [1, 0, 0]);
    assert_eq!(fight.outcome(), Some(BattleOutcome { winner: Some(Side(1)), ending: EndReason::Slain }));
}

/// Under every book without its own chapter on shields the hostage is held from the start, and shots from the street go
/// through her.
#[rstest]
fn the_counting_house_begins_with_the_hold(
    #[values(Book::SwanSong, Book::AttacksAndDamage, Book::Circumstances, Book::CombatChecks)] book: Book,
) {
    let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
    let mut fight = begin_with(shipped("hostage", &overrides), 7);
    let aimed = breachline::battle::AttackChoice { unit: UnitId(1), weapon: 0, mode: SHOT, option: None };
    let engagement = fight.view(|view| view.attack_request(aimed, UnitId(6))).expect("both are there");
    let between: Vec<_> = engagement.barriers.iter().filter_map(|one| one.id.unit()).collect();
    assert_eq!((between, engagement.sight.hidden >= 60), (vec![UnitId(5)], true));
}

/// The card of a shot at Sable, unit 6, who holds Ines before him, by unit 1 in the street.
#[test]
fn ab_shield_03_the_card_tells_whom_else_it_strikes() {
    let overrides = SkirmishOverrides { book: Some(Book::Aberrant), ..SkirmishOverrides::default() };
    let mut fight = begin_with(shipped("hostage", &overrides), 7);
    let aimed = breachline::battle::AttackChoice { unit: UnitId(1), weapon: 0, mode: None, option: None };
    let engagement = fight.view(|view| view.attack_request(aimed, UnitId(6))).expect("both are there");
    let card = breachline::rules::play::forecast(&engagement).expect("a card");
    let value = |text: &str| {
        let remark = card.notes.iter().find(|remark| remark.text == text);
        remark.map(|remark| remark.value.clone()).unwrap_or_else(|| panic!("{text}: {:?}", card.notes))
    };
    assert_eq!(value("Holds Ines as a human shield: +3 difficulty to hit past it"), "");
    let struck = value("Hits Ines instead");
    // One to three net successes of d10 at 7 hit her.
    let pool = |name: &str| card.totals.iter().find(|sum| sum.name == name).map_or(0, |sum| sum.parts.pool());
    let (dice, difficulty) = (pool("Attack"), pool("Difficulty"));
    let strikes: f64 =
        (difficulty + 1..=(difficulty + 3).min(dice)).map(|hits| share_of_hits(dice, hits, 0.4)).sum();
    assert_eq!(struck.split(',').next(), Some(format!("{:.0} %", 100.0 * strikes).as_str()));
}

#[test]
fn the_counting_house_can_be_won_and_lost() {
    let mut fight = begin_with(shipped("hostage", &SkirmishOverrides::default()), 7);
    let outcome = play(&mut fight, [Goal::Enemy, Goal::Idle]);
    assert_eq!(outcome.winner, Some(Side(0)), "{outcome:?}");
    replays(&mut fight);
    let mut fight = begin_with(shipped("hostage", &SkirmishOverrides::default()), 7);
    let outcome = play(&mut fight, [Goal::Idle; 2]);
    assert_eq!(outcome, BattleOutcome { winner: Some(Side(1)), ending: EndReason::TimeUp });
}
