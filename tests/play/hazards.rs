//! Hazardous ground: it harms units that enter it or begin a phase on it, in the terms of the fight's book.

use breachline::battle::BattleEvent;
use breachline::content::SkirmishOverrides;
use breachline::dice::Trace;
use breachline::model::Cell;
use breachline::rules::{Book, Hazard, HazardKind};
use rstest::rstest;

use crate::common::books::rule_texts;
use crate::common::{Fight, Setup};
use crate::skirmish::{Goal, load, play, replays, shipped};
use crate::{aberrant, attacks_and_damage};

const OIL: Hazard = Hazard { peril: HazardKind::Fire, severity: 5, deadly: false };

fn burning(setup: Setup, cells: &[(i32, i32)], hazard: Hazard) -> Setup {
    setup.ground(cells, |terrain| terrain.hazard = Some(hazard))
}

/// Attacks and Damage: both in coats of Energy 1, three dice of resistance, nine Light boxes or more.
fn walkers() -> Setup {
    let coat = |sheet: &mut breachline::rules::attacks_and_damage::Sheet| {
        sheet.armour = vec![ron::from_str(r#"(name: "coat", av: "3/2/1")"#).expect("a coat")];
    };
    attacks_and_damage::fights().fighter(0, (2, 2), attacks_and_damage::sheet(coat), &[]).fighter(
        1,
        (12, 2),
        attacks_and_damage::sheet(coat),
        &[],
    )
}

fn steps(events: &[BattleEvent]) -> Vec<(i32, i32)> {
    let stepped = events.iter().filter_map(|event| match event {
        BattleEvent::Stepped { to, .. } => Some((to.x, to.y)),
        _ => None,
    });
    stepped.collect()
}

/// Dice that were rolled in the last order, by purpose.
fn rolled(fight: &Fight) -> Vec<(&'static str, usize)> {
    let history = fight.world.resource::<breachline::battle::History>();
    let chapter = history.records().last().expect("an order was given");
    let traces = chapter.events.iter().flat_map(|happening| &happening.trace);
    let rolls = traces.filter_map(|trace| match trace {
        Trace::Rolled(record) => Some((record.why, record.faces.len())),
        _ => None,
    });
    rolls.collect()
}

#[test]
fn ad_spec_01_a_unit_that_enters_burning_ground_is_burnt() {
    let mut fight = burning(walkers(), &[(3, 2)], OIL).start_battle(&[6, 1]);
    fight.queue_dice(&[5, 1, 1]);
    let events = fight.walk(1, &[(3, 2), (4, 2)]).expect("nothing bars the way");
    assert_eq!(steps(&events), [(3, 2), (4, 2)]);
    assert_eq!(rule_texts(&events), ["is exposed to fire: 3 Light"]);
    assert_eq!(rolled(&fight), [("resistance", 3)], "fire cannot be evaded");
    assert!(matches!(
        events.iter().find(|event| matches!(event, BattleEvent::Harmed { .. })),
        Some(BattleEvent::Harmed { by: None, damage: 3, .. })
    ));
    let boxes = fight.boxes(1);
    assert_eq!((boxes.light, boxes.critical, boxes.frequency.penalty), (3, 0, 0));
    assert_eq!(fight.notes("AD-SPEC-01"), ["fire: damage 5 Light (Energy)"]);
}

#[test]
fn ad_spec_01_a_unit_that_begins_a_phase_there_is_burnt_again() {
    let mut fight = burning(walkers(), &[(3, 2)], OIL).start_battle(&[3, 1]);
    fight.queue_dice(&[5, 1, 1]);
    fight.walk(1, &[(3, 2)]).expect("one step");
    fight.end();
    assert_eq!(fight.acting(), Some(2));
    let events = fight.round_with(2, &[3, 1, 6, 5, 1]);
    assert_eq!(rule_texts(&events), ["is exposed to fire: 2 Light"]);
    assert_eq!((fight.boxes(1).light, fight.acting(), fight.dice_left()), (5, Some(1), 0));
}

#[test]
fn ad_kd_06_ground_knocks_no_unit_down() {
    let deep = Hazard { severity: 9, ..OIL };
    let mut fight = burning(walkers(), &[(3, 2)], deep).start_battle(&[6, 1]);
    fight.queue_dice(&[1, 1, 1]);
    fight.walk(1, &[(3, 2)]).expect("one step");
    assert_eq!(fight.boxes(1).light, 8, "far above the limit of 3");
    assert!(!fight.unit(1, |unit| unit.is_prone()));
}

#[test]
fn ad_spec_01_who_falls_in_the_fire_stays_there() {
    let pool = Hazard { peril: HazardKind::Acid, severity: 20, deadly: true };
    let mut fight = burning(walkers(), &[(3, 2), (4, 2)], pool).start_battle(&[6, 1]);
    fight.queue_dice(&[1, 1, 1]);
    let events = fight.walk(1, &[(3, 2), (4, 2), (5, 2)]).expect("nothing bars the way");
    assert_eq!(rule_texts(&events), ["is exposed to acid: 19 Critical"]);
    assert_eq!((fight.cell(1), fight.dice_left()), ((3, 2), 0));
    assert!(!fight.unit(1, |unit| unit.is_fighting()));
}

#[test]
fn ad_spec_01_every_burning_square_of_a_way_counts() {
    let mut fight = burning(walkers(), &[(3, 2), (5, 2)], OIL).start_battle(&[6, 1]);
    fight.queue_dice(&[5, 5, 1, 5, 5, 5]);
    let events = fight.walk(1, &[(3, 2), (4, 2), (5, 2)]).expect("nothing bars the way");
    assert_eq!(rule_texts(&events), ["is exposed to fire: 2 Light", "is exposed to fire: 1 Light"]);
    assert_eq!((fight.cell(1), fight.boxes(1).light), ((5, 2), 3));
}

#[test]
fn ad_spec_01_a_unit_lying_in_the_fire_is_burnt_every_round() {
    let deep = Hazard { severity: 11, ..OIL }; // a Light track of ten boxes
    let third = attacks_and_damage::sheet(|_| {});
    let setup = walkers().fighter(0, (2, 12), third, &[]);
    let mut fight = burning(setup, &[(3, 2)], deep).start_battle(&[6, 1, 1]);
    fight.queue_dice(&[1, 1, 1]);
    fight.walk(1, &[(3, 2)]).expect("one step");
    let fallen = fight.boxes(1);
    assert!(!fight.unit(1, |unit| unit.is_fighting()));
    let events = fight.round_with(2, &[3, 1, 1, 1, 1]);
    assert_eq!(rule_texts(&events), ["is exposed to fire: 10 Light"]);
    assert_eq!(fight.dice_left(), 0);
    assert_ne!(fight.boxes(1), fallen);
}

#[test]
fn cs_burn_10_a_unit_lying_in_flames_catches_fire() {
    use breachline::rules::status::{Ailment, AttackProperties, Infliction};
    let flames = AttackProperties {
        inflicts: vec![Infliction::without_test(Ailment::Burning)],
        ..AttackProperties::PLAIN
    };
    let fragile = breachline::rules::swan_song::Sheet { flesh: Some(3), ..crate::common::slow_sheet() };
    let mut fight = Setup::new()
        .ground(&[(10, 5)], |terrain| terrain.strike = flames)
        .unit(0, (5, 5), crate::common::quick_sheet(9, 3), &[crate::common::gun(4)])
        .unit(1, (10, 5), fragile, &[])
        .unit(1, (20, 5), crate::common::slow_sheet(), &[])
        .start_battle(&[1, 1, 1]);
    let burns = |fight: &mut Fight| {
        fight.unit(2, |unit| unit.status.ailments().iter().any(|one| one.ailment == Ailment::Burning))
    };
    fight.shoot(1, 2, 0, [1, 0, 0]);
    assert!(fight.down(2).is_some() && !burns(&mut fight));
    fight.queue_dice(&[1, 1]);
    fight.until_round(2);
    assert!(burns(&mut fight), "it lies in the flames");
}

#[rstest]
#[case::ab_type_04_superficial_fire(OIL, "is exposed to fire: 2 levels of bashing damage", 5 - 2)]
#[case::ab_type_05_vital_parts(Hazard { deadly: true, ..OIL }, "is exposed to fire: 2 levels of lethal damage", 5 - 1)]
#[case::ab_type_08_chemicals_meet_lethal_soak(
    Hazard { peril: HazardKind::Acid, deadly: true, ..OIL },
    "is exposed to acid: 2 levels of aggravated damage",
    5 - 1
)]
fn by_aberrant(#[case] hazard: Hazard, #[case] words: &str, #[case] dice: usize) {
    let setup = aberrant::aberrant().nova(0, (2, 2), aberrant::sheet(|_| {}), &[]).nova(
        1,
        (12, 2),
        aberrant::sheet(|_| {}),
        &[],
    );
    let mut fight = burning(setup, &[(3, 2)], hazard).start_battle(&[9, 1]);
    fight.queue_dice(&crate::common::books::d10_faces(&[(2, dice)]));
    let events = fight.walk(1, &[(3, 2)]).expect("one step");
    assert_eq!(rule_texts(&events), [words]);
    assert_eq!((rolled(&fight), fight.dice_left()), (vec![("damage", dice)], 0));
}

#[rstest]
#[case(Book::SwanSong)]
#[case(Book::Circumstances)]
#[case(Book::CombatChecks)]
fn books_without_a_rule_for_it_leave_such_ground_alone(#[case] book: Book) {
    let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
    let mut fight = load(shipped("foundry", &overrides), 7);
    fight.view(|view| {
        let hazard = view.terrain_at(Cell::new(7, 3)).and_then(|terrain| terrain.hazard).expect("it burns");
        assert_eq!(breachline::rules::play::hazard_note(hazard, view.rules()), None);
    });
    let officer = shipped("warehouse", &overrides).unit_templates["officer"].sheet.clone();
    let setup = Setup::new().with_book(book).add_template(0, (3, 5), officer.clone(), &[]);
    let setup = setup.add_template(1, (18, 5), officer, &[]);
    let deadly = Hazard { severity: 20, deadly: true, ..OIL };
    let mut fight = burning(setup, &[(4, 5)], deadly).start_battle(&[]);
    while fight.acting() != Some(1) {
        fight.end();
    }
    let events = fight.walk(1, &[(4, 5)]).expect("one step");
    assert_eq!(steps(&events), [(4, 5)]);
    assert!(!events.iter().any(|event| matches!(event, BattleEvent::Harmed { .. })), "{events:?}");
}

#[rstest]
#[case(Book::AttacksAndDamage, "damage 5 Light (Energy)", "AD-SPEC-01")]
#[case(Book::Aberrant, "damage 5 bashing", "AB-TYPE-04")]
fn ground_tells_beforehand_what_it_does(#[case] book: Book, #[case] value: &str, #[case] clause: &str) {
    let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
    let mut fight = load(shipped("foundry", &overrides), 7);
    fight.view(|view| {
        let hazard = view.terrain_at(Cell::new(7, 3)).and_then(|terrain| terrain.hazard).expect("it burns");
        let remark = breachline::rules::play::hazard_note(hazard, view.rules()).expect("it harms");
        assert_eq!((remark.value.as_str(), remark.clause), (value, clause));
    });
}

#[rstest]
fn the_foundry_ends_under_every_book(
    #[values(
        Book::SwanSong,
        Book::Aberrant,
        Book::AttacksAndDamage,
        Book::Circumstances,
        Book::CombatChecks
    )]
    book: Book,
) {
    let mut fight = crate::five_books::begin("foundry", book, &[]);
    play(&mut fight, [Goal::Enemy; 2]);
    assert!(fight.outcome().is_some());
    replays(&mut fight);
}
