//! Enraged units: what they must do, and what they cannot.

use breachline::battle::Order;
use breachline::model::UnitId;
use breachline::rules::circumstances::{Deflector, Sheet, SpellKind};
use breachline::rules::status::Ailment;

use super::ailments::hexed;
use super::duties::{cast, spell, three, under};
use super::{Recruits, clause, rifle, setup, sword};
use crate::common::{Fight, Setup};

#[test]
fn cs_enra_01_and_02_blows_are_stronger_and_04_other_actions_are_forbidden() {
    let mut fight = under(Ailment::Enraged, &[]);
    let (number, clauses) = fight.aim(2, 1);
    assert_eq!((number, clauses), (50, vec!["CS-ENRA-01"]));
    let reload = Order::Reload { unit: UnitId(2), weapon: 1 };
    assert_eq!(clause(fight.submit_error(reload)), "CS-ENRA-04");
    fight.queue_dice(&[35, 1]);
    let events = fight.does(2, "duty");
    fight.take(events);
    assert_eq!(fight.wounds(1), 12 - (1 + 1 + 6 - 3), "SB 4 + 2");
}

#[test]
fn cs_enra_03_no_evasion_but_fields_deflect() {
    let field = |sheet: &mut Sheet| {
        sheet.deflector = Some(Deflector { value: 35, automatic: [].into() });
    };
    let mut fight = three(Ailment::Enraged, field).start_battle(&[6, 5, 1]);
    fight.queue_dice(&[35, 36, 1]);
    let events = fight.attack(1, 2, 0, None).expect("a blow");
    fight.take(events);
    fight.end();
    fight.blow(2, 1, &[90]);
    fight.turn_of(1);
    fight.queue_dice(&[35, 35]);
    fight.attack(1, 2, 0, None).expect("a blow");
    assert!(fight.asked().is_empty() && fight.dice_left() == 0, "deflected without a question");
}

/// A unit at (2, 2) that a friend's drug has Enraged; an enemy this many squares to the east.
fn raging(metres: i32) -> Fight {
    let drug = |sheet: &mut Sheet| sheet.spells = vec![spell(SpellKind::Augment, &[Ailment::Enraged])];
    let mut fight = Setup::with_size(60, 5)
        .with_book(breachline::rules::Book::Circumstances)
        .with(0, (1, 1), drug, &[sword()])
        .with(0, (2, 2), |sheet| sheet.characteristics.agility = 30, &[sword()])
        .add(1, (2 + metres, 2), &[sword()])
        .start_battle(&[6, 5, 1]);
    fight.submit(cast(1, 2));
    fight.end();
    while fight.acting() != Some(2) {
        fight.end();
    }
    fight
}

#[test]
fn cs_enra_06_closing_in() {
    let mut fight = raging(40);
    fight.does(2, "duty");
    assert_eq!(fight.cell(2), (20, 2), "a Run of 18");
}

#[test]
fn cs_enra_06_the_prone_stand_up_first() {
    let drug = |sheet: &mut Sheet| sheet.spells = vec![spell(SpellKind::Augment, &[Ailment::Enraged])];
    let mut fight = Setup::with_size(60, 5)
        .with_book(breachline::rules::Book::Circumstances)
        .with(0, (1, 1), drug, &[sword()])
        .add(0, (2, 2), &[sword()])
        .add(1, (42, 2), &[sword()])
        .start_battle(&[5, 6, 1]);
    fight.submit(Order::DropProne { unit: UnitId(2) });
    fight.end();
    fight.submit(cast(1, 2));
    fight.end();
    fight.turn_of(2);
    assert_eq!(clause(fight.walk(2, &[(3, 2)]).expect_err("prone")), "CS-ENRA-04");
    fight.does(2, "duty");
    assert!(!fight.unit(2, |unit| unit.is_prone()));
    fight.does(2, "duty");
    assert_eq!(fight.cell(2), (6, 2), "the Half Move that is left");
}

#[test]
fn cs_enra_04_walled_off_from_all_enemies() {
    let open = Setup::with_size(60, 5)
        .with_book(breachline::rules::Book::Circumstances)
        .add(0, (2, 2), &[sword()])
        .ailing(&[Ailment::Enraged])
        .add(1, (42, 2), &[sword()]);
    let walled = (0..5).fold(open, |setup, y| setup.barrier(crate::common::square(20, y), |_| {}));
    let mut fight = walled.start_battle(&[6, 1]);
    assert_eq!(clause(fight.walk(1, &[(3, 2)]).expect_err("no path to an enemy")), "CS-ENRA-04");
    assert_eq!(clause(fight.submit_error(Order::DropProne { unit: UnitId(1) })), "CS-ENRA-04");
    fight.end();
}

#[test]
fn cs_enra_07_enraged_units_charge_at_distant_enemies() {
    let mut fight = raging(9);
    fight.does(2, "duty");
    fight.does(2, "duty");
    assert_eq!(fight.cell(2), (10, 2));
    assert_eq!(fight.aim(2, 3).0, 60, "10 for the Charge, 10 for the rage");
    fight.queue_dice(&[60, 1]);
    let events = fight.does(2, "duty");
    fight.take(events);
    assert_eq!(fight.wounds(3), 12 - (1 + 1 + 6 - 3));
}

#[test]
fn cs_enra_04_no_shot_and_05_fists_where_there_is_no_blade() {
    let mut fight = setup()
        .add(0, (5, 5), &[hexed(&[Ailment::Enraged])])
        .add(1, (6, 5), &[rifle()])
        .start_battle(&[6, 5]);
    fight.hexes(1, 2);
    fight.end();
    let order = fight.view(|view| {
        let unit = view.unit(UnitId(2)).expect("it is there");
        breachline::battle::forced_action(view, &unit).and_then(|due| due.order)
    });
    let Some(Order::Attack { weapon, .. }) = order else { panic!("{order:?}") };
    assert_ne!(weapon, 0, "not the rifle");
    assert_eq!(clause(fight.submit_error(Order::Reload { unit: UnitId(2), weapon: 0 })), "CS-ENRA-04");
}

#[test]
fn cs_enra_05_a_rifle_in_melee_is_no_weapon() {
    let mut fight = setup()
        .add(0, (5, 5), &[hexed(&[Ailment::Enraged])])
        .add(1, (6, 5), &[rifle()])
        .start_battle(&[6, 5]);
    fight.hexes(1, 2);
    fight.end();
    fight.queue_dice(&[35, 4]);
    let events = fight.does(2, "duty");
    fight.take(events);
    // 1d5 of 4 is 2, and SB 4 + 2, less TB 3.
    assert_eq!(fight.wounds(1), 12 - (2 + 6 - 3));
}
