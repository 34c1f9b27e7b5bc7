//! Where a blow may throw somebody, before it does: the overlay agrees with the fight.

use breachline::battle::{Aimed, Event, Snapshot, UnitId};
use breachline::content::BarrierKind;
use breachline::field::{Cell, Side};
use breachline::lab::overlay::{self, Flight, Halt, KnockField};
use breachline::rules::aberrant::Weapon;

use super::aberrant::{aberrant, sheet};
use crate::common::books::tens;
use crate::common::{Fight, SHOT, Setup, edge, gun, quick};

/// Ten dice of bashing, by hand, with six dice.
fn maul() -> Weapon {
    ron::from_str(r#"(name: "maul", class: melee, skill: melee, damage: "10B", mass_g: 900)"#)
        .expect("a weapon")
}

/// Thirty dice of the same.
fn ram() -> Weapon {
    ron::from_str(r#"(name: "ram", class: melee, skill: melee, damage: "30B", mass_g: 900)"#)
        .expect("a weapon")
}

/// Strength 2 and no Might: a threshold of 4.
fn light() -> breachline::rules::aberrant::Sheet {
    sheet(|sheet| sheet.density = 0)
}

fn field(fight: &mut Fight, unit: u32, target: u32, mode: Option<breachline::rules::FireMode>) -> KnockField {
    fight.view(|view| {
        let aimed = Aimed { unit: UnitId(unit), weapon: 0, mode, manner: None };
        let engagement = view.engagement(aimed, UnitId(target)).expect("both stand on the map");
        overlay::knockback(&Snapshot::of(view, None), &engagement, &[]).expect("few branches")
    })
}

fn cells(cells: &[Cell]) -> Vec<(i32, i32)> {
    cells.iter().map(|cell| (cell.x, cell.y)).collect()
}

/// Metres and shares, to a millionth.
fn shares(flights: &[Flight]) -> Vec<(u32, i64)> {
    flights.iter().map(|flight| (flight.metres, (flight.share * 1e6).round() as i64)).collect()
}

// Six dice at 40 %. No success 0.6^6; each success above the first one die more than 10 against a threshold of 4, so that
// one or two throw 3 m, three or four 4 m, five or six 5 m.
#[test]
fn ab_knock_02_every_distance_with_its_chance() {
    let setup = aberrant().nova(0, (5, 5), light(), &[maul()]).nova(1, (6, 5), light(), &[]);
    let mut fight = setup.begin(&[6, 1]);
    let field = field(&mut fight, 1, 2, None);
    assert_eq!((field.thrown(2) * 1e6).round() as i64, 953_344);
    assert_eq!(shares(&field.flights), [(3, 497_664), (4, 414_720), (5, 40_960)]);
    assert_eq!(cells(&field.flights[0].squares), [(7, 5), (8, 5), (9, 5)]);
    // 3 m can be stood with four successes of five at most, 4 m are more than Dexterity 3.
    let lies: Vec<_> = field.flights.iter().map(|flight| flight.lies).collect();
    assert!(lies[0] >= 0.91296 - 1e-9 && lies[0] < 1.0 && (lies[1] - 1.0).abs() < 1e-9, "{lies:?}");
    // The same dice as in the fight: one success.
    fight.dice(&tens(&[(1, 6), (0, 8), (0, 5)]));
    fight.strike(1, 2, 0, None);
    assert_eq!(fight.cell(2), (9, 5));
}

#[test]
fn ab_knock_25_a_wall_holds_or_breaks() {
    let wall = |armor: u32| move |kind: &mut BarrierKind| (kind.armor, kind.height_cm) = (armor, 300);
    let place = edge(7, 5, Side::East);
    let brawl = |weapon: Weapon, armor: u32| {
        let setup = aberrant().barrier(place, wall(armor));
        setup.nova(0, (5, 5), light(), &[weapon]).nova(1, (6, 5), light(), &[]).begin(&[6, 1])
    };
    let held = field(&mut brawl(maul(), 16), 1, 2, None);
    for flight in &held.flights {
        assert_eq!((cells(&flight.squares), flight.halt), (vec![(7, 5)], Some(Halt::Barrier(place))));
        assert!(flight.broken.is_empty());
    }
    // Six dice for the 12 m that are left of 13 beat what is hardly there.
    let broken = field(&mut brawl(ram(), 0), 1, 2, None);
    assert_eq!((&broken.flights[0].broken[..], broken.flights[0].halt), (&[place][..], None));
    assert_eq!(broken.flights[0].end(), Cell::new(19, 5));
}

#[test]
fn ab_knock_19_a_chain_of_bodies() {
    // Thirty dice: 13 m, of which 12 are left where somebody stands: six dice against a threshold of 4 throw 1 m on.
    let setup = aberrant().nova(0, (5, 5), light(), &[ram()]).nova(1, (6, 5), light(), &[]);
    let mut fight = setup.nova(1, (8, 5), light(), &[]).begin(&[6, 1, 1]);
    let field = field(&mut fight, 1, 2, None);
    let first = &field.flights[0];
    assert_eq!((first.metres, cells(&first.squares)), (13, vec![(7, 5)]));
    assert_eq!(first.halt, Some(Halt::Unit(3, Cell::new(8, 5))));
    let met = first.strikes.expect("it strikes somebody");
    assert!(met.unit == 3 && met.damage > 0.0);
    let on = &first.onward[0];
    assert_eq!((on.unit, on.metres, on.end()), (3, 1, Cell::new(9, 5)));
    assert!((on.share - first.share).abs() < 1e-9);
}

#[test]
fn ab_knock_01_borrowed_or_not() {
    for on in ["on", "off"] {
        let mut target = quick(3, 3);
        (target.attributes.strength, target.attributes.body) = (1, 1);
        target.flesh = Some(60);
        let setup = Setup::new().switch("borrow.knockback", on);
        let mut fight =
            setup.unit(0, (5, 5), quick(4, 4), &[gun(8)]).unit(1, (6, 5), target, &[]).begin(&[6, 1]);
        let field = field(&mut fight, 1, 2, SHOT);
        assert_eq!(field.flights.is_empty(), on == "off");
        assert!(field.thrown(2) < 1.0 && field.units().all(|unit| unit == 2));
        let events = fight.land(1, 2, 0, SHOT, [1, 0, 0]);
        let end = events.iter().any(|event| matches!(event, Event::Stepped { .. }));
        assert_eq!(field.flights.iter().any(|flight| flight.end() == Cell::new(8, 5)), end);
    }
}
