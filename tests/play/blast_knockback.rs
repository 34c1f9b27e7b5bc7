//! Knockback from explosions: units fly away from the centre, in the fight and in the forecast.

use breachline::battle::{AttackChoice, BattleSnapshot, Order, Target};
use breachline::content::{SkirmishOverrides, UnitLink};
use breachline::lab::overlay::{self, KnockbackForecast};
use breachline::model::{Cell, UnitId};
use breachline::rules::swan_song::{Sheet, UnitKind, Weapon};
use breachline::rules::turn_engine::timed_items::DetonationTrigger;
use breachline::rules::{Book, play};

use crate::common::{Fight, Setup, grenade, knife, slow_sheet, thrower};
use crate::skirmish::shipped;

/// Much flesh, and a threshold of 4: damage of 12 before armour throws it 4 m.
fn light() -> Sheet {
    let mut light = Sheet { flesh: Some(60), ..slow_sheet() };
    (light.attributes.strength, light.attributes.body) = (1, 1);
    light
}

/// A thrower in the south, at (6, 15); three light units west, east and north of (6, 6), one on it.
fn ring(weapon: Weapon) -> Fight {
    Setup::new()
        .switch("borrow.knockback", "on")
        .unit(0, (6, 15), thrower(), &[weapon, knife()])
        .unit(1, (5, 6), light(), &[knife()])
        .unit(1, (7, 6), light(), &[knife()])
        .unit(1, (6, 5), light(), &[knife()])
        .unit(1, (6, 6), light(), &[knife()])
        .start_battle(&[6, 1, 1, 1, 1])
}

/// Two hits of six dice for the attack, and no hits in all later rolls.
fn two_hits(fight: &mut Fight) {
    fight.rolls(&[(2, 6), (0, 40)]);
}

fn cells(fight: &mut Fight) -> [(i32, i32); 4] {
    [2, 3, 4, 5].map(|unit| fight.cell(unit))
}

/// The squares where a unit may end that is thrown this many metres.
fn ends(field: &KnockbackForecast, unit: u32, metres: u32) -> Vec<(i32, i32)> {
    let flights =
        field.trajectories.iter().filter(|flight| flight.unit == UnitId(unit) && flight.metres == metres);
    flights.map(|flight| (flight.end().x, flight.end().y)).collect()
}

const AIMED: AttackChoice<'static> = AttackChoice { unit: UnitId(1), weapon: 0, mode: None, option: None };

/// Where units end that fly away from (6, 6). The unit on (6, 6) flies away from the thrower, over the square of a unit
/// that has been thrown already.
const BLOWN: [(i32, i32); 4] = [(1, 6), (11, 6), (6, 1), (6, 2)];

#[test]
fn ab_knock_02_away_from_a_square_that_was_aimed_at() {
    let mut fight = ring(grenade());
    let told = fight.view(|view| {
        let engagement = view.attack_request(AIMED, Cell::new(6, 6)).expect("a thrower");
        overlay::forecast_knockback(&BattleSnapshot::from_view(view, None), &engagement, &[])
            .expect("few branches")
    });
    two_hits(&mut fight);
    fight.submit(Order::attack(UnitId(1), Target::Square(Cell::new(6, 6)), 0, None));
    let [west, east, north, middle] = cells(&mut fight);
    assert_eq!([west, east, north, middle], BLOWN);
    for (unit, end) in [(2, west), (3, east), (4, north)] {
        assert_eq!(ends(&told, unit, 4), [end], "unit {unit}");
    }
    crate::skirmish::replays(&mut fight);
}

#[test]
fn ab_knock_02_away_from_whom_it_was_thrown_at() {
    let mut fight = ring(grenade());
    let told = fight.view(|view| {
        let engagement = view.attack_request(AIMED, UnitId(5)).expect("both are on the map");
        overlay::forecast_knockback(&BattleSnapshot::from_view(view, None), &engagement, &[])
            .expect("few branches")
    });
    two_hits(&mut fight);
    fight.attack(1, 5, 0, None).expect("a throw");
    let [west, east, north, _] = cells(&mut fight);
    assert_eq!([west, east, north], [BLOWN[0], BLOWN[1], BLOWN[2]]);
    for (unit, end) in [(2, west), (3, east), (4, north)] {
        assert!(ends(&told, unit, 4).contains(&end), "unit {unit}: {:?}", told.trajectories);
    }
}

#[test]
fn ab_knock_02_away_from_where_a_miss_came_down() {
    let mut fight = ring(grenade());
    // One hit against two, straight on, one metre: it goes off on (6, 5), and the units caught there fly 3 m.
    fight.queue_dice(&[5, 2, 2, 2, 2, 2, 5, 5, 2, 2, 2, 2]);
    fight.rolls(&[(0, 40)]);
    fight.attack(1, 5, 0, None).expect("a throw");
    let [west, east, ..] = cells(&mut fight);
    assert_eq!(west, (3, 8), "south-west, towards the thrower");
    assert_eq!(east, (9, 8), "south-east");
}

#[test]
fn ab_knock_02_away_from_what_goes_off_by_itself() {
    let timed = Weapon { trigger: Some(DetonationTrigger::Preset), magazine: 0, ..grenade() };
    let mut fight = ring(timed);
    fight.submit(Order::Activate { unit: UnitId(1), weapon: 0, timer: None, to: Cell::new(6, 6) });
    fight.queue_dice(&[6, 1, 1, 1, 1]);
    fight.until_round(2);
    two_hits(&mut fight);
    while fight.view(|view| !view.armed_items().is_empty()) {
        fight.end();
    }
    assert_eq!(cells(&mut fight), BLOWN);
}

/// These books have no explosions: knockback always comes from the attacker.
#[test]
fn ab_knock_02_two_books_know_no_bursts() {
    for book in [Book::AttacksAndDamage, Book::CombatChecks] {
        let bundle =
            shipped("warehouse", &SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() });
        let rules = &bundle.skirmish.rules;
        let recruit = bundle.unit_templates.values().next().expect("a unit template");
        let (condition, budget) =
            (play::starting_health(&recruit.sheet, rules), play::starting_budget(&recruit.sheet, rules));
        let unit = breachline::rules::UnitSnapshot::fresh(
            UnitId(1),
            "unit1",
            recruit.sheet.clone(),
            condition,
            budget,
        );
        assert!(!bundle.weapons.is_empty());
        for weapon in bundle.weapons.values() {
            assert!(
                play::blast_profile(&unit, weapon, rules).is_none(),
                "{} of {}",
                weapon.name(),
                book.name()
            );
        }
    }
}

#[test]
fn ab_knock_02_a_vehicle_takes_along_who_sits_in_it() {
    let cart = Sheet { kind: UnitKind::Vehicle, speed: 5, ..light() };
    let mut fight = Setup::new()
        .switch("borrow.knockback", "on")
        .unit(0, (6, 15), thrower(), &[grenade(), knife()])
        .unit(1, (5, 6), cart, &[])
        .seats(2, 5)
        .unit(1, (5, 6), light(), &[knife()])
        .tied(UnitLink::Drives("unit2".to_owned()))
        .start_battle(&[6, 1, 1]);
    while fight.acting() != Some(1) {
        fight.end();
    }
    two_hits(&mut fight);
    fight.submit(Order::attack(UnitId(1), Target::Square(Cell::new(6, 6)), 0, None));
    while let Some(first) = fight.asked().first().cloned() {
        fight.answer(&first);
    }
    assert_eq!([2, 3].map(|unit| fight.cell(unit)), [BLOWN[0]; 2]);
    crate::skirmish::replays(&mut fight);
}
