//! The knockback overlay before an attack agrees with the fight.

use breachline::battle::{AttackChoice, BattleSnapshot};
use breachline::content::BarrierKind;
use breachline::lab::overlay::{self, KnockbackForecast, KnockbackStop, KnockbackTrajectory};
use breachline::model::{Cell, CellSide, UnitId};
use breachline::rules::aberrant::Weapon;

use super::aberrant::{aberrant, sheet};
use super::knockback::maul;
use crate::common::books::d10_faces;
use crate::common::{Fight, SHOT, Setup, edge, gun, quick_sheet};

/// Thirty dice of bashing, by hand.
fn ram() -> Weapon {
    ron::from_str(r#"(name: "ram", class: melee, skill: melee, damage: "30B", mass_g: 900)"#)
        .expect("a weapon")
}

/// Strength 2 and no Might: a threshold of 4.
fn light() -> breachline::rules::aberrant::Sheet {
    sheet(|sheet| sheet.density = 0)
}

fn field(
    fight: &mut Fight,
    unit: u32,
    target: u32,
    mode: Option<breachline::rules::FireMode>,
) -> KnockbackForecast {
    fight.view(|view| {
        let aimed = AttackChoice { unit: UnitId(unit), weapon: 0, mode, option: None };
        let engagement = view.attack_request(aimed, UnitId(target)).expect("both are on the map");
        overlay::forecast_knockback(&BattleSnapshot::from_view(view, None), &engagement, &[])
            .expect("few branches")
    })
}

fn cells(cells: &[Cell]) -> Vec<(i32, i32)> {
    cells.iter().map(|cell| (cell.x, cell.y)).collect()
}

/// Metres and shares, to a millionth.
fn shares(flights: &[KnockbackTrajectory]) -> Vec<(u32, i64)> {
    flights.iter().map(|flight| (flight.metres, (flight.probability * 1e6).round() as i64)).collect()
}

// Six dice at 40 %. No success 0.6^6; each success above the first one die more than 10 against a threshold of 4, so that
// one or two throw 3 m, three or four 4 m, five or six 5 m.
#[test]
fn ab_knock_02_every_distance_with_its_chance() {
    let setup = aberrant().nova(0, (5, 5), light(), &[maul()]).nova(1, (6, 5), light(), &[]);
    let mut fight = setup.start_battle(&[6, 1]);
    let field = field(&mut fight, 1, 2, None);
    assert_eq!((field.knockback_chance(UnitId(2)) * 1e6).round() as i64, 953_344);
    assert_eq!(shares(&field.trajectories), [(3, 497_664), (4, 414_720), (5, 40_960)]);
    assert_eq!(cells(&field.trajectories[0].squares), [(7, 5), (8, 5), (9, 5)]);
    // A unit stays on its feet after 3 m with at least four of five successes; 4 m are more than Dexterity 3.
    let lies: Vec<_> = field.trajectories.iter().map(|flight| flight.prone).collect();
    assert!(lies[0] >= 0.91296 - 1e-9 && lies[0] < 1.0 && (lies[1] - 1.0).abs() < 1e-9, "{lies:?}");
    // The same dice as in the fight: one success.
    fight.queue_dice(&d10_faces(&[(1, 6), (0, 8), (0, 5)]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!(fight.cell(2), (9, 5));
}

#[test]
fn ab_knock_25_a_wall_holds_or_breaks() {
    let wall = |armor: u32| move |kind: &mut BarrierKind| (kind.armor, kind.height_cm) = (armor, 300);
    let place = edge(7, 5, CellSide::East);
    let brawl = |weapon: Weapon, armor: u32| {
        let setup = aberrant().barrier(place, wall(armor));
        setup.nova(0, (5, 5), light(), &[weapon]).nova(1, (6, 5), light(), &[]).start_battle(&[6, 1])
    };
    let held = field(&mut brawl(maul(), 16), 1, 2, None);
    for flight in &held.trajectories {
        assert_eq!(
            (cells(&flight.squares), flight.halt),
            (vec![(7, 5)], Some(KnockbackStop::Barrier(place)))
        );
        assert!(flight.broken.is_empty());
    }
    // Six dice for the 12 m that are left of 13 break a wall without armour.
    let broken = field(&mut brawl(ram(), 0), 1, 2, None);
    assert_eq!((&broken.trajectories[0].broken[..], broken.trajectories[0].halt), (&[place][..], None));
    assert_eq!(broken.trajectories[0].end(), Cell::new(19, 5));
}

#[test]
fn ab_knock_19_a_chain_of_bodies() {
    // Thirty dice: 13 m, of which 12 are left at the square of the second unit: six dice against a threshold of 4 throw it
    // 1 m.
    let setup = aberrant().nova(0, (5, 5), light(), &[ram()]).nova(1, (6, 5), light(), &[]);
    let mut fight = setup.nova(1, (8, 5), light(), &[]).start_battle(&[6, 1, 1]);
    let field = field(&mut fight, 1, 2, None);
    let first = &field.trajectories[0];
    assert_eq!((first.metres, cells(&first.squares)), (13, vec![(7, 5)]));
    assert_eq!(first.halt, Some(KnockbackStop::Unit(UnitId(3), Cell::new(8, 5))));
    let met = first.collision.expect("it strikes a unit");
    assert!(met.unit == UnitId(3) && met.damage > 0.0);
    let on = &first.onward[0];
    assert_eq!((on.unit, on.metres, on.end()), (UnitId(3), 1, Cell::new(9, 5)));
    assert!((on.probability - first.probability).abs() < 1e-9);
}

#[test]
fn ab_knock_01_borrowed_or_not() {
    for on in ["on", "off"] {
        let mut target = quick_sheet(3, 3);
        (target.attributes.strength, target.attributes.body) = (1, 1);
        target.flesh = Some(60);
        let setup = Setup::new().switch("borrow.knockback", on);
        let mut fight = setup
            .unit(0, (5, 5), quick_sheet(4, 4), &[gun(8)])
            .unit(1, (6, 5), target, &[])
            .start_battle(&[6, 1]);
        let field = field(&mut fight, 1, 2, SHOT);
        assert_eq!(field.trajectories.is_empty(), on == "off");
        assert!(field.knockback_chance(UnitId(2)) < 1.0 && field.units().all(|unit| unit == UnitId(2)));
        assert_eq!(field.trajectories.iter().any(|flight| flight.end() == Cell::new(8, 5)), on == "on");
        fight.land(1, 2, 0, SHOT, [1, 0, 0]);
        assert_eq!(fight.cell(2), if on == "on" { (8, 5) } else { (6, 5) });
    }
}
