//! Blows that throw people about: chapter KNOCK of Aberrant, and the same chapter borrowed.

use breachline::battle::Event;
use breachline::field::Side;
use breachline::rules::aberrant::Weapon;

use super::aberrant::{aberrant, sheet};
use crate::common::books::tens;
use crate::common::{Fight, SHOT, Setup, edge, gun, quick};

/// Ten dice of bashing, by hand.
fn maul() -> Weapon {
    ron::from_str(r#"(name: "maul", class: melee, skill: melee, damage: "10B", mass_g: 900)"#)
        .expect("a weapon")
}

/// Unit 1 strikes unit 2 to the east, which stands 10 - 2 x 2 dice less: 3 m.
fn brawl(setup: Setup) -> Fight {
    let light = |change: u8| sheet(|sheet| (sheet.density, sheet.strength) = (0, change));
    setup.nova(0, (5, 5), light(2), &[maul()]).nova(1, (6, 5), light(2), &[]).begin(&[6, 1])
}

fn told(events: &[Event]) -> Vec<&str> {
    events
        .iter()
        .filter_map(|event| if let Event::Told { text, .. } = event { Some(text.as_str()) } else { None })
        .collect()
}

#[test]
fn ab_knock_02_flies_straight_away() {
    let mut fight = brawl(aberrant());
    // A hit of margin 1; 8 dice behind 2 of soak; 3 m are Dexterity 3: five dice, four needed.
    fight.dice(&tens(&[(1, 6), (0, 8), (0, 5)]));
    let events = fight.strike(1, 2, 0, None);
    assert_eq!((fight.cell(2), fight.prone(2), fight.dice_left()), ((9, 5), true, 0));
    assert!(told(&events).contains(&"is thrown 3 m back"), "{:?}", told(&events));
}

#[test]
fn ab_knock_25_a_wall_holds() {
    let wall = |kind: &mut breachline::content::BarrierKind| (kind.armor, kind.height_cm) = (16, 300);
    let mut fight = brawl(aberrant().barrier(edge(7, 5, Side::East), wall));
    // One square, then 2 m left: one die of a crash, against 2 of soak a ping.
    fight.dice(&tens(&[(1, 6), (0, 8), (0, 1), (4, 5)]));
    let events = fight.strike(1, 2, 0, None);
    assert_eq!((fight.cell(2), fight.prone(2), fight.dice_left()), ((7, 5), false, 0));
    assert!(told(&events).iter().any(|text| text.starts_with("crashes into")), "{:?}", told(&events));
}

#[test]
fn ab_knock_19_into_somebody() {
    let setup = aberrant().nova(1, (8, 5), sheet(|_| {}), &[]);
    let light = || sheet(|sheet| sheet.density = 0);
    let mut fight = setup.nova(0, (5, 5), light(), &[maul()]).nova(1, (6, 5), light(), &[]).begin(&[1, 6, 1]);
    // Beside whom it strikes: one die for each of the two.
    fight.dice(&tens(&[(1, 6), (0, 8), (0, 1), (0, 1), (4, 5)]));
    fight.strike(2, 3, 0, None);
    assert_eq!((fight.cell(3), fight.cell(1), fight.dice_left()), ((7, 5), (8, 5), 0));
}

#[test]
fn ab_knock_01_borrowed_by_swan_song_and_switched_off() {
    for (on, cell) in [("on", (8, 5)), ("off", (6, 5))] {
        let mut target = quick(3, 3);
        (target.attributes.strength, target.attributes.body) = (1, 1);
        target.flesh = Some(60);
        let mut fight = Setup::new()
            .switch("borrow.knockback", on)
            .unit(0, (5, 5), quick(4, 4), &[gun(8)])
            .unit(1, (6, 5), target, &[])
            .begin(&[6, 1]);
        // DV 8 and a net hit against a threshold of 4: 2 m.
        fight.land(1, 2, 0, SHOT, [1, 0, 0]);
        assert_eq!(fight.cell(2), cell, "{on}");
    }
}
