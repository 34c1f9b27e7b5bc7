//! Heights: walking, climbing and falling, and the damage of a fall under every book.

use breachline::battle::{BattleEvent, OrderError, SafePaths};
use breachline::content::SkirmishOverrides;
use breachline::model::{Cell, UnitId};
use breachline::rules::ground::falling;
use breachline::rules::{Book, Fall, Odds, play as book};
use rstest::rstest;

use crate::attacks_and_damage::{fights, sheet};
use crate::common::Setup;
use crate::common::books::rule_texts;
use crate::skirmish::{Goal, load, play, replays, shipped};

/// Attacks and Damage: a unit in a coat of Impact 2.
fn coated() -> breachline::rules::attacks_and_damage::Sheet {
    sheet(|sheet| {
        sheet.armour = vec![ron::from_str(r#"(name: "coat", av: "2/0/0")"#).expect("a coat")];
    })
}

/// Attacks and Damage: a unit in a coat of Impact 2 on a block of some height at (2, 2).
fn on_top(height_cm: i16) -> Setup {
    fights()
        .ground(&[(2, 2)], |terrain| terrain.height_cm = height_cm)
        .fighter(0, (2, 2), coated(), &[])
        .fighter(1, (20, 2), coated(), &[])
}

#[test]
fn ad_spec_03_who_jumps_off_six_metres_lies_hurt_at_the_foot() {
    let mut fight = on_top(600).start_battle(&[6, 1]);
    fight.queue_dice(&[5, 1, 1]);
    let events = fight.walk(1, &[(3, 2), (4, 2)]).expect("nothing bars the way");
    assert_eq!(rule_texts(&events), ["makes a jump of 6 m: 1 Light and 2 Critical"]);
    assert_eq!((fight.cell(1), fight.dice_left()), ((3, 2), 0), "it goes no further");
    assert!(fight.unit(1, |unit| unit.is_prone()));
    assert!(events.iter().any(|event| matches!(event, BattleEvent::Stopped { .. })));
}

#[test]
fn ad_spec_03_a_low_jump_is_stopped_by_the_coat_and_goes_on() {
    let mut fight = on_top(200).start_battle(&[6, 1]);
    let events = fight.walk(1, &[(3, 2), (4, 2)]).expect("nothing bars the way");
    assert_eq!(rule_texts(&events), ["makes a jump of 2 m: no damage"]);
    assert_eq!(fight.cell(1), (4, 2));
    assert!(!fight.unit(1, |unit| unit.is_prone()));
}

#[test]
fn a_metre_is_a_step_and_two_are_a_wall() {
    let mut fight = on_top(100).start_battle(&[6, 1]);
    assert_eq!(rule_texts(&fight.walk(1, &[(3, 2), (2, 2)]).expect("down and up")), Vec::<String>::new());
    let mut fight = on_top(0).ground(&[(3, 2)], |terrain| terrain.height_cm = 200).start_battle(&[6, 1]);
    let refusal = fight.walk(1, &[(3, 2)]).expect_err("too high");
    assert!(
        matches!(refusal, OrderError::InvalidPath { ref why, .. } if why.to_string().contains("stairs or a ladder")),
        "{refusal}"
    );
}

#[test]
fn a_ladder_leads_up_and_down_unharmed() {
    let setup = on_top(600).ground(&[(3, 2)], |terrain| terrain.ladder = true);
    let mut fight = setup.start_battle(&[6, 1]);
    let events = fight.walk(1, &[(3, 2), (2, 2)]).expect("down and up again");
    assert_eq!((rule_texts(&events), fight.cell(1)), (Vec::<String>::new(), (2, 2)));
}

#[test]
fn ad_spec_03_a_path_over_the_foot_of_its_own_jump_falls_once() {
    let mut fight = fights()
        .ground(&[(2, 1), (2, 2)], |terrain| terrain.height_cm = 600)
        .ground(&[(3, 1)], |terrain| terrain.ladder = true)
        .fighter(0, (4, 2), coated(), &[])
        .fighter(1, (20, 2), coated(), &[])
        .start_battle(&[6, 1]);
    fight.queue_dice(&[5, 1, 1]);
    let path = [(3, 2), (3, 1), (2, 1), (2, 2), (3, 2)];
    let events = fight.walk(1, &path).expect("up the ladder and down the edge");
    assert_eq!(rule_texts(&events), ["makes a jump of 6 m: 1 Light and 2 Critical"]);
    let steps = events.iter().filter(|event| matches!(event, BattleEvent::Stepped { .. }));
    assert_eq!((steps.count(), fight.cell(1), fight.dice_left()), (5, (3, 2), 0));
}

#[test]
fn ways_avoid_edges_and_fire_where_they_can() {
    let fire =
        breachline::rules::Hazard { peril: breachline::rules::HazardKind::Fire, severity: 5, deadly: false };
    let wall: Vec<(i32, i32)> = (0..20).map(|y| (6, y)).collect();
    let setup = on_top(0)
        .ground(&[(3, 2)], |terrain| terrain.hazard = Some(fire))
        .ground(&wall, |terrain| terrain.hazard = Some(fire));
    let mut fight = setup.start_battle(&[6, 1]);
    fight.view(|view| {
        let unit = view.unit(UnitId(1)).expect("it is there");
        let ways = SafePaths::from_unit(view, &unit, 40);
        let around = ways.path_to(Cell::new(4, 2)).expect("a way");
        assert!(!around.contains(&Cell::new(3, 2)), "{around:?}");
        assert!(ways.path_to(Cell::new(7, 2)).expect("no other way").contains(&Cell::new(6, 2)));
    });
    let mut fight = on_top(300).start_battle(&[6, 1]);
    fight.view(|view| {
        let unit = view.unit(UnitId(1)).expect("it is there");
        assert_eq!(
            SafePaths::from_unit(view, &unit, 40).path_to(Cell::new(3, 2)),
            Some(vec![Cell::new(3, 2)])
        );
    });
}

#[rstest]
#[case(Book::SwanSong, "damage 6", "AD-SPEC-03")]
#[case(Book::Aberrant, "damage 3 bashing", "AB-KNOCK-26")]
#[case(Book::AttacksAndDamage, "damage 6 Critical (Impact)", "AD-SPEC-03")]
#[case(Book::Circumstances, "1 hit of 1d10+1", "CS-FALL-03")]
#[case(Book::CombatChecks, "damage 6", "AD-SPEC-03")]
fn a_fall_tells_beforehand_what_it_does(#[case] under: Book, #[case] value: &str, #[case] clause: &str) {
    let overrides = SkirmishOverrides { book: Some(under), ..SkirmishOverrides::default() };
    let mut fight = load(shipped("gantry", &overrides), 7);
    fight.view(|view| {
        let unit = view.unit(UnitId(1)).expect("it is there");
        let (me, rules) = (view.unit_snapshot(&unit), view.rules());
        let fallen = Fall { height_cm: 600, leapt: true };
        let remark = book::fall_note(&me, fallen, rules).expect("it harms");
        assert_eq!((remark.value.as_str(), remark.clause), (value, clause));
        let odds = Odds::from_distribution(
            &falling::fall_odds(&me, fallen, rules).expect("they can be counted"),
            &[],
        );
        assert!((0.0..=1.0).contains(&odds.harm) && (odds.knockdown - odds.harm).abs() < 1e-9);
    });
}

#[rstest]
#[case(Book::SwanSong)]
#[case(Book::CombatChecks)]
fn ad_spec_03_the_borrowed_fall_is_optional(#[case] under: Book) {
    let switches = [("borrow.falls".to_owned(), "off".to_owned())].into();
    let overrides = SkirmishOverrides { book: Some(under), switches, ..SkirmishOverrides::default() };
    let mut fight = load(shipped("gantry", &overrides), 7);
    fight.view(|view| {
        let unit = view.unit(UnitId(1)).expect("it is there");
        let fallen = Fall { height_cm: 600, leapt: true };
        assert_eq!(book::fall_note(&view.unit_snapshot(&unit), fallen, view.rules()), None);
    });
}

#[rstest]
fn heights_and_weightlessness_end_under_every_book(
    #[values("gantry", "derelict")] id: &str,
    #[values(
        Book::SwanSong,
        Book::Aberrant,
        Book::AttacksAndDamage,
        Book::Circumstances,
        Book::CombatChecks
    )]
    under: Book,
) {
    let mut fight = crate::five_books::begin(id, under, &[]);
    play(&mut fight, [Goal::Enemy; 2]);
    assert!(fight.outcome().is_some());
    replays(&mut fight);
}
