//! Rules where two chapters meet: vehicles, grips, knockback, hazards, exits, arrivals and extended actions.

use breachline::battle::{
    AttackChoice, BattleEvent, BattleOutcome, EndReason, Obstruction, Order, OrderError, StatusKind,
};
use breachline::content::{Objective, Skirmish, UnitLink};
use breachline::model::{Cell, CellSide, Side, UnitId};
use breachline::rules::status::TestTrait;
use breachline::rules::swan_song::{Sheet, Skill, Weapon};
use breachline::rules::turn_engine::extended_action::CancelReason;
use breachline::rules::turn_engine::timed_items::{DetonationTrigger, Timer};
use breachline::rules::{Book, Hazard, HazardKind, HealthState, Light, aberrant, play};

use crate::common::books::{d10_faces, special_action};
use crate::common::{
    Fight, SHOT, Setup, edge, grenade, gun, knife, quick_sheet, rifle, sheet, slow_sheet, vitals,
};
use crate::vehicles::car;

const FIRE: Hazard = Hazard { peril: HazardKind::Fire, severity: 5, deadly: false };

/// A zone of these squares.
fn zone(skirmish: &mut Skirmish, name: &str, squares: &[(i32, i32)]) {
    let mut cells: Vec<Cell> = squares.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
    cells.sort();
    skirmish.map.zones.insert(name.to_owned(), cells);
}

fn wins(side: u8, ending: EndReason) -> Option<BattleOutcome> {
    Some(BattleOutcome { winner: Some(Side(side)), ending })
}

/// The squares around one.
fn around(x: i32, y: i32) -> Vec<(i32, i32)> {
    let all = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (x + right, y + down)));
    all.filter(|cell| *cell != (x, y)).collect()
}

// Vehicles and hazards.

/// A unit of Attacks and Damage with three dice of resistance.
fn fighter() -> breachline::rules::Sheet {
    let text = "(
        attributes: (body: 3, reaction: 3, agility: 3, intuition: 3, edge: 3, willpower: 3, strength: 3),
        skills: {firearms: 3, unarmed: 3},
    )";
    breachline::rules::Sheet::AttacksAndDamage(ron::from_str(text).expect("a sheet"))
}

/// A car with its driver, unit 2, and an enemy far away.
fn in_a_car(burning: &[(i32, i32)]) -> Setup {
    Setup::new()
        .by_book(Book::AttacksAndDamage)
        .ground(burning, |terrain| terrain.hazard = Some(FIRE))
        .add_unit(0, (5, 5), fighter(), Vec::new())
        .seats(4, 5)
        .add_unit(0, (5, 5), fighter(), Vec::new())
        .tied(UnitLink::Drives("unit1".to_owned()))
        .add_unit(1, (20, 15), fighter(), Vec::new())
}

fn light_boxes(fight: &mut Fight, unit: u32) -> u32 {
    fight.unit(unit, |unit| match unit.health.condition() {
        HealthState::AttacksAndDamage(condition) => condition.light,
        other => panic!("a fight under {}", other.book().name()),
    })
}

#[test]
fn ad_spec_01_a_unit_that_gets_out_into_the_fire_is_burnt() {
    let mut fight = in_a_car(&around(5, 5)).start_battle(&[6, 1]);
    fight.queue_dice(&[5, 1, 1]);
    fight.submit(special_action(2, "alight", None));
    assert_ne!(fight.cell(2), (5, 5));
    assert_eq!((light_boxes(&mut fight, 2), fight.dice_left()), (4, 0), "5EL and one success");
}

#[test]
fn ad_spec_01_inside_a_vehicle_the_fallen_are_safe_from_the_ground() {
    let wounded = |skirmish: &mut Skirmish| {
        let unit = skirmish.units.last_mut().and_then(|unit| unit.campaign_unit.as_mut());
        match &mut unit.expect("a state").condition {
            HealthState::AttacksAndDamage(condition) => condition.light = 10,
            other => panic!("a fight under {}", other.book().name()),
        }
    };
    let setup = in_a_car(&[(5, 5)]).add_unit(0, (5, 5), fighter(), Vec::new());
    let setup = setup.tied(UnitLink::Rides("unit1".to_owned())).ailing(&[]).skirmish(wounded);
    let mut fight = setup.start_battle(&[6, 1]);
    assert!(fight.down(4).is_some(), "unconscious");
    let before = light_boxes(&mut fight, 4);
    fight.queue_dice(&[6, 1]);
    fight.until_round(2);
    assert_eq!((fight.round().0, light_boxes(&mut fight, 4)), (2, before));
}

#[test]
fn ss_ruling_60_a_grenade_at_a_passenger_hits_the_car() {
    let thrower = || {
        let mut sheet = sheet();
        sheet.skills.insert(Skill::Throwing, 2);
        sheet
    };
    let mut fight = Setup::new()
        .unit(1, (12, 5), car(), &[])
        .seats(4, 5)
        .unit(1, (12, 5), sheet(), &[knife()])
        .tied(UnitLink::Drives("unit1".to_owned()))
        .unit(0, (5, 5), thrower(), &[grenade()])
        .start_battle(&[1, 6]);
    let aimed = AttackChoice { unit: UnitId(3), weapon: 0, mode: None, option: None };
    let request = fight.view(|view| view.attack_request(aimed, UnitId(2))).expect("both are there");
    assert_eq!(request.defender().map(|unit| unit.id), Some(UnitId(1)));
    assert!(request.bystanders.is_empty(), "neither the driver nor the car once more");
    let flesh = fight.flesh(2);
    fight.queue_dice(&[5; 6]);
    fight.queue_dice(&[2; 30]);
    fight.attack_with(3, 2, 0, None);
    while !fight.asked().is_empty() {
        let first = fight.asked()[0].clone();
        fight.answer(&first);
    }
    assert_eq!(fight.flesh(2), flesh);
    assert!(fight.unit(1, |unit| vitals(unit).armored.now) < 40);
}

/// A car with a driver, unit 2, and a unit on foot beside it, unit 3; one of the two has a bomb with a preset time and puts
/// it on the square of the car. Returns whether the driver is caught when it goes off.
fn is_driver_caught(carrier: u32) -> bool {
    let bomb = Weapon { trigger: Some(DetonationTrigger::Preset), magazine: 0, ..grenade() };
    let carried = |unit: u32| if unit == carrier { vec![bomb.clone()] } else { Vec::new() };
    let mut fight = Setup::new()
        .unit(1, (12, 5), Sheet { armored: 200, ..car() }, &[])
        .seats(4, 5)
        .unit(1, (12, 5), Sheet { flesh: Some(40), ..quick_sheet(5, 5) }, &carried(2))
        .tied(UnitLink::Drives("unit1".to_owned()))
        .unit(0, (5, 5), quick_sheet(4, 4), &carried(3))
        .start_battle(&[6, 1]);
    fight.until(carrier);
    let unit = UnitId(carrier);
    fight.submit(Order::Activate { unit, weapon: 0, timer: None, to: Cell::new(12, 5) });
    for _ in 0..40 {
        let events = match fight.asked().first().cloned() {
            Some(first) => fight.answer(&first),
            None => fight.end(),
        };
        if events.iter().any(|event| matches!(event, BattleEvent::Detonated { .. })) {
            return events.iter().any(|event| matches!(event, BattleEvent::Defended { unit: UnitId(2) }));
        }
    }
    panic!("it did not go off");
}

#[test]
fn ss_timed_01_a_bomb_on_the_square_of_a_car_goes_off_beneath_or_inside() {
    assert!(!is_driver_caught(3), "thrown beneath it from outside");
    assert!(is_driver_caught(2), "left on the seat");
}

// Vehicles, exits and the end of the battle.

#[test]
fn an_empty_car_neither_holds_a_zone_nor_reaches_it() {
    let parked = |side: u8, objective: Objective| {
        Setup::new()
            .skirmish(|skirmish| {
                zone(skirmish, "bunker", &[(6, 5)]);
                skirmish.objectives = vec![objective];
            })
            .unit(side, (6, 5), car(), &[])
            .seats(4, 5)
            .unit(0, (5, 5), sheet(), &[knife()])
            .unit(1, (20, 5), sheet(), &[knife()])
            .start_battle(&[6, 1])
    };
    let zone = || "bunker".to_owned();
    let cleared = parked(1, Objective::Clear { side: 0, zone: zone() });
    assert_eq!(cleared.outcome(), wins(0, EndReason::Taken), "AB-OBJ-16: no crew, no defender");
    let mut reached = parked(0, Objective::Reach { side: 0, zone: zone() });
    reached.queue_dice(&[6, 1]);
    reached.until_round(2);
    assert_eq!(reached.outcome(), None, "no unit is in it");
    let mut held = parked(0, Objective::Hold { side: 0, zone: zone(), rounds: 1 });
    held.queue_dice(&[6, 1]);
    held.until_round(2);
    assert_eq!(held.outcome(), None, "no unit is in it");
}

#[test]
fn a_vehicle_takes_the_unconscious_with_it_and_none_leaves_without_a_crew() {
    let wounded = |skirmish: &mut Skirmish| {
        let unit = skirmish.units.last_mut().and_then(|unit| unit.campaign_unit.as_mut());
        if let HealthState::SwanSong(vitals) = &mut unit.expect("a state").condition {
            vitals.flesh.now = -1;
        }
    };
    let mut fight = Setup::new()
        .skirmish(|skirmish| {
            zone(skirmish, "exit", &[(7, 5), (1, 1)]);
            skirmish.objectives = vec![Objective::Escape { side: 0, zone: "exit".to_owned(), units: 9 }];
        })
        .unit(0, (5, 5), car(), &[])
        .seats(4, 5)
        .unit(0, (5, 5), sheet(), &[knife()])
        .tied(UnitLink::Drives("unit1".to_owned()))
        .unit(0, (5, 5), sheet(), &[knife()])
        .tied(UnitLink::Rides("unit1".to_owned()))
        .ailing(&[])
        .skirmish(wounded)
        .unit(0, (1, 1), car(), &[])
        .seats(4, 5)
        .unit(0, (15, 15), sheet(), &[knife()])
        .unit(1, (25, 15), sheet(), &[knife()])
        .start_battle(&[6, 2, 1]);
    assert!(fight.down(3).is_some(), "the passenger is unconscious");
    fight.walk(2, &[(6, 5), (7, 5)]).expect("it drives");
    fight.end();
    let gone = [1, 2, 3, 4].map(|unit| fight.unit(unit, |unit| unit.out_of_action.escaped()));
    assert_eq!(gone, [true, true, true, false], "the empty car stays");
}

#[test]
fn ss_act_59_a_unit_that_leaves_by_an_exit_lets_go() {
    let mut fight = Setup::new()
        .skirmish(|skirmish| {
            zone(skirmish, "exit", &[(5, 5)]);
            skirmish.objectives = vec![Objective::Escape { side: 0, zone: "exit".to_owned(), units: 2 }];
        })
        .unit(0, (4, 5), sheet(), &[knife()])
        .unit(1, (6, 5), slow_sheet(), &[])
        .unit(0, (20, 5), sheet(), &[knife()])
        .start_battle(&[6, 1, 1]);
    fight.walk(1, &[(5, 5)]).expect("a step");
    fight.let_pass();
    let pools = [1, 2].map(|unit| {
        fight.view(|view| {
            let unit = view.unit(UnitId(unit)).expect("it is there");
            play::trait_value(&view.unit_snapshot(&unit), TestTrait::Athletics, view.rules()).unsigned_abs()
        })
    });
    fight.rolls(&[(2, pools[0]), (0, pools[1])]);
    fight.submit(special_action(1, "grapple", Some(2)));
    assert!(fight.unit(2, |unit| unit.status.has(StatusKind::HeldBy(UnitId(1)))));
    fight.end();
    assert!(fight.unit(1, |unit| unit.out_of_action.escaped()));
    assert_eq!(fight.unit(2, |unit| unit.status.grip()), None);
}

#[test]
fn ss_init_25_a_side_that_is_still_to_arrive_wins_by_a_surrender() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), quick_sheet(5, 4), &[gun(14)])
        .unit(1, (9, 1), quick_sheet(4, 4), &[gun(14)])
        .unit(1, (20, 1), quick_sheet(5, 5), &[knife()])
        .arriving(2, 1)
        .start_battle(&[6, 4]);
    fight.land(1, 2, 0, SHOT, [4, 0, 0]);
    assert_eq!(fight.outcome(), None);
    fight.submit(Order::Surrender { side: Side(0) });
    assert_eq!(fight.outcome(), wins(1, EndReason::Surrender));
}

#[test]
fn ss_def_18_a_wreck_has_come_to_a_halt() {
    let crew = || Sheet { flesh: Some(40), ..quick_sheet(4, 3) };
    let mut fight = Setup::new()
        .unit(0, (5, 5), car(), &[])
        .seats(4, 5)
        .unit(0, (5, 5), crew(), &[gun(6)])
        .tied(UnitLink::Drives("unit1".to_owned()))
        .unit(0, (5, 5), crew(), &[gun(6)])
        .tied(UnitLink::Rides("unit1".to_owned()))
        .unit(1, (15, 5), sheet(), &[gun(90)])
        .start_battle(&[6, 3, 1]);
    fight.walk(2, &[(6, 5)]).expect("it drives");
    let moving = |fight: &mut Fight| {
        fight.view(|view| {
            let unit = view.unit(UnitId(3)).expect("a passenger");
            view.unit_snapshot(&unit).ride.map(|seat| seat.interior().moving)
        })
    };
    assert_eq!(moving(&mut fight), Some(true));
    fight.until(4);
    fight.land(4, 1, 0, SHOT, [1, 0, 0]);
    assert!(fight.down(1).is_some(), "a wreck");
    assert_eq!(moving(&mut fight), Some(false));
}

// Knockback.

/// Unit 1 strikes unit 2 3 m to the east, on a roof of six metres that ends before this column.
fn on_a_roof(end: i32) -> Setup {
    let light = |text: &str| ron::from_str::<aberrant::Sheet>(text).expect("a sheet");
    let text = "(strength: 2, dexterity: 3, stamina: 2, wits: 2, willpower: 0, density: 0,
        abilities: {athletics: 2, brawl: 3, melee: 3, firearms: 3, throwing: 3})";
    let maul: aberrant::Weapon =
        ron::from_str(r#"(name: "maul", class: melee, skill: melee, damage: "10B", mass_g: 900)"#)
            .expect("a weapon");
    let roof: Vec<(i32, i32)> = (5..end).map(|x| (x, 5)).collect();
    Setup::new()
        .by_book(Book::Aberrant)
        .ground(&roof, |terrain| terrain.height_cm = 600)
        .nova(0, (5, 5), light(text), &[maul])
        .nova(1, (6, 5), light(text), &[])
}

#[test]
fn ab_knock_26_no_unit_falls_where_there_is_no_gravity() {
    for weightless in [false, true] {
        let setup = on_a_roof(7).skirmish(|skirmish| skirmish.zero_gravity = weightless);
        let mut fight = setup.start_battle(&[6, 1]);
        // A hit of margin 1; 8 dice behind 2 of soak; then a fall, or five dice to keep its feet.
        fight.queue_dice(&d10_faces(&[(1, 6), (0, 8), (0, 5)]));
        let events = fight.attack_with(1, 2, 0, None);
        let falls = events.iter().any(
            |event| matches!(event, BattleEvent::RuleNote { text, .. } if text.to_string().contains("fall")),
        );
        assert_eq!((fight.cell(2).0 > 6, falls), (true, !weightless));
    }
}

/// A unit that falls on another one ends where it could have walked to, not behind the wall.
#[test]
fn ab_knock_19_a_unit_that_falls_on_another_ends_on_its_side_of_the_walls() {
    let third = || {
        ron::from_str::<aberrant::Sheet>(
            "(strength: 2, dexterity: 3, stamina: 2, wits: 2, willpower: 0, density: 20)",
        )
        .expect("a sheet")
    };
    let wall = |kind: &mut breachline::content::BarrierKind| (kind.armor, kind.height_cm) = (16, 300);
    let mut setup = on_a_roof(9).nova(1, (9, 5), third(), &[]);
    for side in [CellSide::North, CellSide::South] {
        for x in 7..=11 {
            setup = setup.barrier(edge(x, 5, side), wall);
        }
    }
    let mut fight = setup.start_battle(&[6, 1, 1]);
    fight.queue_dice(&d10_faces(&[(1, 6), (0, 8)]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!(fight.cell(2), (10, 5));
}

/// Thrown out of a grip, the holder is rid of its burden at once.
#[test]
fn ss_barr_50_a_holder_that_is_thrown_back_carries_nothing_any_more() {
    let mut light = Sheet { flesh: Some(60), ..quick_sheet(4, 4) };
    light.attributes.body = 1;
    let mut heavy = Sheet { flesh: Some(2), ..slow_sheet() };
    (heavy.attributes.body, heavy.armour) = (5, vec![3]);
    let mut fight = Setup::new()
        .switch("borrow.knockback", "on")
        .unit(0, (5, 5), light, &[knife()])
        .unit(1, (6, 5), heavy, &[])
        .unit(1, (15, 5), sheet(), &[gun(12)])
        .start_battle(&[1, 1, 6]);
    fight.land(3, 2, 0, SHOT, [1, 0, 2]);
    assert!(fight.down(2).is_some());
    let is_current = |fight: &mut Fight| {
        fight.view(|view| {
            let unit = view.unit(UnitId(1)).expect("it is there");
            unit.initiative.attribute() == play::initiative_attribute(&view.unit_snapshot(&unit))
        })
    };
    fight.end();
    assert_eq!(fight.cell(2), (6, 5), "the body is too heavy to be thrown");
    let before = fight.score(1);
    fight.submit(special_action(1, "lift_body", Some(2)));
    assert!(fight.score(1) < before && is_current(&mut fight), "a burden");
    fight.until(3);
    fight.land(3, 1, 0, SHOT, [1, 0, 0]);
    assert_eq!(fight.cell(1), (3, 5), "2 m");
    assert_eq!((fight.cell(2), fight.unit(1, |unit| unit.status.grip())), ((5, 5), None));
    assert!(is_current(&mut fight), "without a burden");
}

// Extended actions.

/// An item that a unit arms.
fn charge() -> Weapon {
    Weapon {
        name: "charge".to_owned(),
        trigger: Some(DetonationTrigger::Charge),
        range: 20,
        hands: 1,
        modes: Vec::new(),
        magazine: 0,
        ..rifle()
    }
}

/// Unit 1 sets a charge beside it, with 6 AP at a score of 14; unit 2 has a gun.
fn charging(gun_damage: u32) -> Fight {
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(4, 4), &[charge()])
        .unit(1, (12, 5), sheet(), &[gun(gun_damage)])
        .unit(0, (5, 15), slow_sheet(), &[])
        .start_battle(&[6, 1, 1]);
    fight.submit(Order::Activate {
        unit: UnitId(1),
        weapon: 0,
        timer: Some(Timer::RoundEnd(0)),
        to: Cell::new(5, 6),
    });
    fight
}

#[test]
fn ss_act_57_a_charge_is_set_where_the_unit_is() {
    let mut fight = charging(5);
    fight.walk(1, &[(5, 4), (5, 3)]).expect("walking costs nothing");
    fight.end();
    fight.until(1);
    assert_eq!(fight.round(), (1, 2));
    let far = OrderError::Blocked(Obstruction::OutOfRange);
    assert_eq!(fight.submit_error(Order::Continue { unit: UnitId(1) }), far, "three squares away");
    fight.walk(1, &[(5, 4), (5, 5)]).expect("back again");
    let events = fight.submit(Order::Continue { unit: UnitId(1) });
    assert!(events.iter().any(|event| matches!(event, BattleEvent::Activated { .. })));
}

#[test]
fn ss_act_18_a_unit_that_goes_down_sets_no_charge() {
    let mut fight = charging(14);
    fight.until(2);
    let events = fight.land(2, 1, 0, SHOT, [1, 0, 0]);
    assert!(fight.down(1).is_some());
    let cancelled = events.iter().find_map(|event| match event {
        BattleEvent::ExtendedActionCancelled { why, .. } => Some(*why),
        _ => None,
    });
    assert_eq!(cancelled, Some(CancelReason::ItemGone), "it lies on the ground");
}

// Fog and lines of sight.

/// Unit 3 opens the door in the dark between two units of the other side, who do not see it.
#[test]
fn a_side_judges_lines_of_sight_by_the_doors_that_it_knows() {
    let everywhere: Vec<(i32, i32)> = (0..30).flat_map(|x| (0..20).map(move |y| (x, y))).collect();
    let door = |kind: &mut breachline::content::BarrierKind| {
        (kind.name, kind.openable) = ("door".to_owned(), true);
    };
    let setup = Setup::new()
        .skirmish(|skirmish| skirmish.options.fog_of_war = true)
        .ground(&everywhere, |terrain| terrain.light = Light::Dark);
    let setup = (0..20).fold(setup, |setup, y| {
        let place = edge(15, y, CellSide::West);
        if y == 8 { setup.barrier(place, door) } else { setup.barrier(place, |_| {}) }
    });
    let mut fight = setup
        .unit(0, (4, 8), sheet(), &[knife()])
        .unit(0, (26, 8), sheet(), &[knife()])
        .unit(1, (15, 8), sheet(), &[knife()])
        .start_battle(&[1, 1, 6]);
    let sees = |view: &breachline::battle::BattleView| {
        let [one, other] = [1, 2].map(|id| view.unit(UnitId(id)).expect("its own unit"));
        (view.sees(&one, &other), view.line_of_fire(one.cell(), one.body(), &other).seen)
    };
    fight.submit(Order::Door { unit: UnitId(3), barrier: breachline::model::BarrierId(8) });
    assert_eq!(fight.view(sees), (true, true), "the door is open");
    assert_eq!(fight.seen_by(0, sees), (false, false), "as far as they know it is closed");
}
