//! Explosions at a square, at a barrier or of timed items: `SS-RULING-60`, `SS-BARR-23`, `SS-BARR-24`, chapter TIMED.

use breachline::battle::{BattleEvent, Order, OrderError, PointlessOrder, Target};
use breachline::model::{BarrierId, Cell, CellSide, ItemId, UnitId};
use breachline::rules::status::{Ailment, AttackProperties, Infliction};
use breachline::rules::swan_song::{Attribute, Sheet, Skill, Weapon};
use breachline::rules::turn_engine::timed_items::{DetonationTrigger, Timer};

use crate::common::{Fight, Setup, edge, grenade, gun, knife, quick_sheet, slow_sheet, square, thrower};

/// The same item, armed with Demolitions and Logic.
fn charge() -> Weapon {
    let (skill, attribute) = (Skill::Demolitions, Attribute::Logic);
    Weapon {
        name: "charge".to_owned(),
        skill,
        attribute,
        trigger: Some(DetonationTrigger::Charge),
        magazine: 0,
        ..grenade()
    }
}

/// Initiative 8; Demolitions 4 and LOG 3: seven dice.
fn sapper() -> Sheet {
    let mut sheet = quick_sheet(4, 4);
    sheet.skills.insert(Skill::Demolitions, 4);
    sheet
}

/// Much flesh, no soak except half of BOD 3, and never asked.
fn crowd() -> Sheet {
    Sheet { flesh: Some(40), ..slow_sheet() }
}

/// A thrower at (5, 15), one unit at (5, 5) and one at (9, 5).
fn range(weapon: Weapon) -> Fight {
    Setup::new()
        .unit(0, (5, 15), thrower(), &[weapon, knife()])
        .unit(1, (5, 5), crowd(), &[knife()])
        .unit(1, (9, 5), crowd(), &[knife()])
        .start_battle(&[6, 1, 1])
}

fn at(x: i32, y: i32) -> Order {
    Order::attack(UnitId(1), Target::Square(Cell::new(x, y)), 0, None)
}

fn told(events: &[BattleEvent]) -> Vec<String> {
    let text = |event: &BattleEvent| {
        if let BattleEvent::RuleNote { text, .. } = event { Some(text.to_string()) } else { None }
    };
    events.iter().filter_map(text).collect()
}

fn wall_damage(events: &[BattleEvent]) -> Option<u32> {
    events.iter().find_map(|event| match event {
        BattleEvent::BarrierDamaged { damage, .. } => Some(*damage),
        _ => None,
    })
}

#[test]
fn ss_ruling_60_thrown_at_a_square() {
    let mut fight = range(grenade());
    fight.rolls(&[(2, 6), (0, 4), (0, 1)]);
    let events = fight.submit(at(6, 6));
    assert_eq!(([2, 3].map(|unit| fight.flesh(unit)), fight.dice_left()), ([28, 40], 0));
    assert_eq!((fight.points(1), fight.pool("defence")), (2, 4), "SS-ACT-47, SS-DEF-49");
    assert_eq!(told(&events), ["grenade goes off on target"]);
    assert_eq!(fight.unit(1, |unit| unit.inventory[0].loaded()), 1);
    crate::skirmish::replays(&mut fight);
}

#[test]
fn ss_base_06_without_a_hit_it_scatters() {
    let mut fight = range(grenade());
    fight.queue_dice(&[2, 2, 2, 2, 2, 2, 2, 10]);
    let events = fight.submit(at(6, 6));
    assert_eq!(([2, 3].map(|unit| fight.flesh(unit)), fight.dice_left()), ([40, 40], 0));
    assert_eq!(told(&events), ["grenade goes off 5 m from the target square"]);
}

#[test]
fn ss_ruling_60_not_through_a_wall() {
    let mut fight = Setup::new()
        .barrier(edge(5, 10, CellSide::North), |kind| kind.height_cm = 300)
        .unit(0, (5, 15), thrower(), &[grenade()])
        .unit(1, (5, 5), crowd(), &[knife()])
        .start_battle(&[6, 1]);
    assert_eq!(fight.submit_error(at(5, 6)).clause(), Some("SS-RULING-60"));
    let sheltered = Order::attack(UnitId(1), Target::Unit(UnitId(2)), 0, None);
    assert_eq!(fight.submit_error(sheltered).clause(), Some("SS-RULING-60"), "nor at a unit behind it");
}

#[test]
fn ss_atk_06_a_knife_needs_a_target() {
    let mut fight = Setup::new()
        .unit(0, (5, 15), thrower(), &[knife()])
        .unit(1, (5, 5), crowd(), &[knife()])
        .start_battle(&[6, 1]);
    assert_eq!(fight.submit_error(at(5, 14)).clause(), Some("SS-ATK-06"));
}

#[test]
fn ss_ruling_60_units_near_a_wall_that_is_blown_up() {
    let mut fight = Setup::new()
        .barrier(edge(5, 5, CellSide::South), |kind| kind.thickness_cm = 110)
        .unit(0, (5, 15), thrower(), &[grenade()])
        .unit(1, (6, 7), crowd(), &[knife()])
        .unit(1, (9, 9), crowd(), &[knife()])
        .start_battle(&[6, 1, 1]);
    // The wall resists with 2 + 4 dice; then the units within 2 m of the square in front of it roll.
    fight.rolls(&[(2, 6), (0, 6), (0, 4), (0, 1)]);
    let events = fight.submit(Order::attack(UnitId(1), Target::Barrier(BarrierId(0)), 0, None));
    assert_eq!(fight.dice_left(), 0);
    assert_eq!(wall_damage(&events), Some(22), "10 doubled and 2 hits");
    assert_eq!([2, 3].map(|unit| fight.flesh(unit)), [28, 40]);
}

/// Initiative 14: two phases. A brick wall to the south of (5, 6), a bystander at (6, 6).
fn charging() -> Fight {
    Setup::new()
        .barrier(edge(5, 6, CellSide::South), |kind| {
            (kind.structure, kind.armor, kind.thickness_cm) = (6, 8, 40)
        })
        .unit(0, (5, 5), sapper(), &[charge(), gun(5)])
        .unit(1, (6, 6), crowd(), &[knife()])
        .start_battle(&[6, 1])
}

fn set(timer: Timer) -> Order {
    Order::Activate { unit: UnitId(1), weapon: 0, timer: Some(timer), to: Cell::new(5, 6) }
}

/// Arms the item over both phases of the round and moves away.
fn placed(timer: Timer) -> Fight {
    let mut fight = charging();
    fight.submit(set(timer));
    fight.until_pass_two();
    fight.submit(Order::Continue { unit: UnitId(1) });
    fight.walk(1, &[(5, 4), (5, 3)]).expect("a walk");
    fight
}

impl Fight {
    fn until_pass_two(&mut self) {
        while self.round().1 < 2 {
            self.end();
        }
        self.until(1);
    }
}

/// Seven dice of Demolitions and Logic, the neighbour's defence and soak, fourteen dice of the wall.
const BANG: [(u32, u32); 4] = [(3, 7), (0, 4), (0, 1), (0, 14)];

fn banged(fight: &mut Fight, events: &[BattleEvent]) {
    assert_eq!((fight.pool("attack"), fight.dice_left()), (7, 0));
    assert_eq!(wall_damage(events), Some(23), "SS-BARR-25: 10 doubled and 3 hits");
    assert_eq!((fight.flesh(2), fight.flesh(1)), (27, 10), "DV 13 for the units nearby");
}

#[test]
fn ss_barr_23_a_charge_by_its_timer() {
    let mut fight = placed(Timer::RoundEnd(0));
    fight.rolls(&BANG);
    fight.queue_dice(&[1, 1]);
    let events = fight.end();
    banged(&mut fight, &events);
    crate::skirmish::replays(&mut fight);
}

#[test]
fn ss_barr_23_a_charge_by_radio() {
    let mut fight = placed(Timer::Signal);
    fight.queue_dice(&[6, 1]);
    fight.until_round(2);
    fight.until(1);
    fight.rolls(&BANG);
    let events = fight.submit(Order::Detonate { unit: UnitId(1), item: ItemId(0) });
    banged(&mut fight, &events);
    assert_eq!(fight.points(1), 0, "SS-TIMED-09");
}

#[test]
fn ss_barr_24_not_before_it_is_set() {
    let mut fight = charging();
    let plain = Order::attack(UnitId(1), Target::Barrier(BarrierId(0)), 0, None);
    assert_eq!(fight.submit_error(plain).clause(), Some("SS-BARR-24"));
    fight.submit(set(Timer::RoundEnd(0)));
    assert!(fight.view(|view| view.armed_items().is_empty()), "a half-armed item is not armed");
}

#[test]
fn ss_barr_24_nothing_to_set() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sapper(), &[gun(5)])
        .unit(1, (9, 6), crowd(), &[knife()])
        .start_battle(&[6, 1]);
    let none = fight.submit_error(set(Timer::RoundEnd(0)));
    assert!(matches!(none, OrderError::NothingToDo(PointlessOrder::NoFuse { .. })), "{none}");
}

#[test]
fn ss_barr_27_a_square_away_it_touches_nothing() {
    let mut fight = Setup::new()
        .barrier(square(5, 9), |kind| kind.height_cm = 300)
        .unit(0, (5, 5), sapper(), &[charge()])
        .unit(1, (6, 6), crowd(), &[knife()])
        .start_battle(&[6, 1]);
    fight.submit(set(Timer::RoundEnd(0)));
    fight.until_pass_two();
    fight.submit(Order::Continue { unit: UnitId(1) });
    fight.walk(1, &[(5, 4), (5, 3)]).expect("a walk");
    fight.rolls(&[(3, 7), (0, 4), (0, 1)]);
    fight.queue_dice(&[1, 1]);
    assert_eq!(wall_damage(&fight.end()), None);
}

#[test]
fn ss_timed_01_a_grenade_thrown_ahead_wounds_units_there() {
    let timed = Weapon { trigger: Some(DetonationTrigger::Preset), magazine: 0, ..grenade() };
    let mut fight = range(timed);
    fight.submit(Order::Activate { unit: UnitId(1), weapon: 0, timer: None, to: Cell::new(6, 6) });
    fight.queue_dice(&[6, 1, 1]);
    fight.until_round(2);
    fight.rolls(&[(2, 6), (0, 4), (0, 1)]);
    while fight.view(|view| !view.armed_items().is_empty()) {
        fight.end();
    }
    assert_eq!(([2, 3].map(|unit| fight.flesh(unit)), fight.dice_left()), ([28, 40], 0));
}

/// Fire at a square sets all units on it alight.
#[test]
fn cs_burn_01_fire_on_a_square() {
    let burning = Infliction { ailment: Ailment::Burning, span: None, resist: None };
    let mut bottle = grenade();
    bottle.strike = AttackProperties { inflicts: vec![burning], ..AttackProperties::PLAIN };
    let mut fight = range(bottle);
    fight.rolls(&[(2, 6), (0, 4), (0, 1)]);
    fight.submit(at(6, 6));
    let burns = |fight: &mut Fight, unit| {
        fight.unit(unit, |unit| unit.status.ailments().iter().any(|one| one.ailment == Ailment::Burning))
    };
    assert!(burns(&mut fight, 2) && !burns(&mut fight, 3));
}
