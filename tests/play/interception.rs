//! Attacks on units that pass by: chapter INTC in play.

use breachline::battle::{BattleEvent, Order, Pace, StatusKind};
use breachline::content::{Objective, SkirmishBundle, SkirmishOverrides};
use breachline::model::{Cell, CellSide, Side, UnitId};
use breachline::rules::swan_song::{DamageValue, DownState, PoolKind, Sheet, Skill, Weapon};
use breachline::rules::turn_engine::actions::Action;
use breachline::rules::{Book, play};

use crate::common::{
    Fight, SHOT, Setup, edge, faces_for_hits, fists, gun, knife, quick_sheet, rifle, sheet, slow_sheet,
    stunner,
};

/// Squares in a row to the east: from the first to the last step.
fn east(from: i32, to: i32) -> Vec<(i32, i32)> {
    (from..=to).map(|x| (x, 1)).collect()
}

/// The mover at (1, 1) acts first; a guard with a knife at (4, 2) sees it coming.
fn guarded(guard: Sheet, weapons: &[Weapon]) -> Setup {
    Setup::new().unit(0, (1, 1), walker(), &[gun(5)]).unit(1, (4, 2), guard, weapons)
}

/// AGI 6, BOD 3, never asked how to defend.
fn walker() -> Sheet {
    let mut sheet = Sheet { action_points: 3, ..quick_sheet(4, 4) };
    sheet.attributes.agility = 6;
    sheet
}

fn by_a_knife() -> Fight {
    guarded(sheet(), &[knife()]).start_battle(&[6, 3])
}

/// The unit that is asked.
fn asked(fight: &mut Fight) -> Option<UnitId> {
    fight.view(|view| view.open_prompt().map(|decision| decision.prompt().who))
}

fn steps(events: &[BattleEvent]) -> usize {
    events.iter().filter(|event| matches!(event, BattleEvent::Stepped { .. })).count()
}

#[test]
fn ss_intc_01_a_path_through_a_neighbouring_square() {
    let mut fight = by_a_knife();
    fight.walk(1, &east(2, 7)).expect("6 squares");
    assert_eq!((asked(&mut fight), fight.cell(1)), (Some(UnitId(2)), (3, 1)));
    let mut fight = guarded(sheet(), &[knife()]).start_battle(&[6, 3]);
    let path: Vec<_> = (2..=7).map(|x| (x, 0)).collect();
    fight.walk(1, &path).expect("two squares away");
    assert_eq!((asked(&mut fight), fight.cell(1)), (None, (7, 0)));
}

#[test]
fn ss_intc_01_not_through_a_wall() {
    let mut setup = guarded(sheet(), &[knife()]);
    for x in 2..=6 {
        setup = setup.barrier(edge(x, 1, CellSide::South), |kind| kind.name = format!("wall{x}"));
    }
    let mut fight = setup.start_battle(&[6, 3]);
    fight.walk(1, &east(2, 7)).expect("6 squares");
    assert_eq!((asked(&mut fight), fight.cell(1)), (None, (7, 1)));
}

#[test]
fn ss_intc_01_not_through_glass() {
    let mut setup = guarded(sheet(), &[knife()]);
    for x in 2..=6 {
        setup = setup.barrier(edge(x, 1, CellSide::South), |kind| {
            (kind.name, kind.transparent) = (format!("pane{x}"), true);
        });
    }
    let mut fight = setup.start_battle(&[6, 3]);
    fight.walk(1, &east(2, 7)).expect("6 squares");
    assert_eq!((asked(&mut fight), fight.cell(1)), (None, (7, 1)));
}

#[test]
fn ss_intc_02_reach_of_the_opponent_widens_it() {
    let spear = || Weapon { reach: 1, ..knife() };
    let mut fight = guarded(sheet(), &[spear()]).start_battle(&[6, 3]);
    fight.walk(1, &[(2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0)]).expect("two squares away");
    assert_eq!((asked(&mut fight), fight.cell(1)), (Some(UnitId(2)), (2, 0)));
    // The mover's own reach makes no difference.
    let mut fight = Setup::new()
        .unit(0, (1, 1), walker(), &[spear()])
        .unit(1, (4, 2), sheet(), &[knife()])
        .start_battle(&[6, 3]);
    fight.walk(1, &[(2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0)]).expect("two squares away");
    assert_eq!(asked(&mut fight), None);
}

#[test]
fn ss_intc_03_a_path_that_ends_in_the_zone() {
    let mut fight = by_a_knife();
    fight.walk(1, &east(2, 4)).expect("up to it");
    assert_eq!((asked(&mut fight), fight.cell(1)), (None, (4, 1)));
}

#[test]
fn ss_intc_04_leaving_melee() {
    let mut fight = by_a_knife();
    fight.walk(1, &east(2, 4)).expect("up to it");
    fight.walk(1, &east(5, 7)).expect("and away");
    assert_eq!((asked(&mut fight), fight.cell(1)), (Some(UnitId(2)), (4, 1)), "on the starting square");
    fight.answer("pass");
    assert_eq!(fight.cell(1), (7, 1));
}

#[test]
fn ss_intc_05_going_in_to_attack() {
    let mut fight =
        guarded(sheet(), &[knife()]).unit(1, (8, 2), sheet(), &[knife()]).start_battle(&[6, 3, 2]);
    fight.move_unit(1, &east(2, 7), Pace::Run).expect("a charge at the second");
    assert_eq!((asked(&mut fight), fight.cell(1)), (Some(UnitId(2)), (3, 1)), "passed on the way");
    fight.answer("pass");
    assert_eq!((asked(&mut fight), fight.cell(1)), (None, (7, 1)));
}

#[test]
fn ss_intc_06_one_point_or_none() {
    let mut fight = by_a_knife();
    fight.walk(1, &east(2, 7)).expect("6 squares");
    assert_eq!(fight.asked(), ["pass", "strike"]);
    let events = fight.answer("pass");
    assert_eq!((steps(&events), fight.cell(1), fight.points(2)), (4, (7, 1), 3));
    assert!(events.iter().any(|event| matches!(event, BattleEvent::LetPass { unit: UnitId(2), .. })));
}

#[test]
fn ss_act_41_the_price_of_interception() {
    let asks = |points: u8| {
        let mut fight = guarded(Sheet { action_points: points, ..sheet() }, &[knife()]).start_battle(&[6, 3]);
        fight.walk(1, &east(2, 7)).expect("6 squares");
        asked(&mut fight).is_some()
    };
    assert!(asks(1) && !asks(0));
    let mut fight = by_a_knife();
    let events = struck(&mut fight, [0, 1, 0]);
    let paid =
        |event: &BattleEvent| matches!(event, BattleEvent::Paid { action: Action::Intercept, points: 1, .. });
    assert!(events.iter().any(paid));
    assert_eq!(fight.points(2), 2);
}

/// The mover passes and is attacked with these hits of attacker, defender and soak, in the open with its free defence.
fn struck(fight: &mut Fight, [attack, defence, soak]: [u32; 3]) -> Vec<BattleEvent> {
    fight.walk(1, &east(2, 7)).expect("6 squares");
    let mut rolls = faces_for_hits(&[(attack, 7), (defence, 8)]);
    if attack > defence {
        rolls.extend(faces_for_hits(&[(soak, 1)]));
    }
    fight.queue_dice(&rolls);
    fight.answer("strike");
    let events = fight.answer("standard");
    assert_eq!(fight.dice_left(), 0);
    events
}

#[test]
fn ss_intc_07_the_weapon_in_hand() {
    let mut fight = by_a_knife();
    struck(&mut fight, [0, 1, 0]);
    assert_eq!(fight.pool("attack"), 7, "Blades 3 + AGI 4");
}

#[test]
fn ss_intc_08_bare_hands() {
    let mut unarmed = sheet();
    unarmed.skills.insert(Skill::UnarmedCombat, 2);
    unarmed.attributes.strength = 6;
    let mut fight = guarded(unarmed, &[]).start_battle(&[6, 3]);
    fight.walk(1, &east(2, 7)).expect("6 squares");
    fight.rolls(&[(0, 6), (1, 8)]);
    fight.answer("strike");
    fight.answer("standard");
    assert_eq!((fight.pool("attack"), fight.dice_left()), (6, 0), "Unarmed 2 + AGI 4");
    let limit = fight.records()[0].limit;
    assert_eq!(limit, Some(6), "the Physical Limit: a third of 2 x 6 + 3 + 3");
}

#[test]
fn ss_intc_09_a_firearm_as_a_club() {
    let mut rifleman = sheet();
    rifleman.skills.insert(Skill::Clubs, 1);
    let mut fight = guarded(rifleman, &[rifle(), fists()]).start_battle(&[6, 3]);
    fight.walk(1, &east(2, 7)).expect("6 squares");
    assert_eq!(fight.asked(), ["pass", "strike", "strike_2"]);
    fight.rolls(&[(4, 5), (0, 8), (0, 1)]);
    fight.answer("strike_2");
    let events = fight.answer("standard");
    assert_eq!(fight.records()[0].limit, Some(4), "Accuracy 4");
    assert!(matches!(&events[0], BattleEvent::Intercepted { weapon, .. } if weapon == "rifle as a club"));
    // STR 3 + 1, 4 net hits, no soak: 8 Strain.
    let damage = events.iter().find_map(|event| match event {
        BattleEvent::AttackResolved { damage, .. } => Some(*damage),
        _ => None,
    });
    assert_eq!((damage, fight.flesh(1)), (Some(8), 10));
    assert_eq!(fight.unit(2, |unit| unit.inventory[0].loaded()), 30);
}

#[test]
fn ss_intc_10_a_normal_melee_attack() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), walker(), &[knife()])
        .unit(1, (4, 2), sheet(), &[knife()])
        .start_battle(&[6, 3]);
    fight.walk(1, &east(2, 7)).expect("6 squares");
    fight.rolls(&[(3, 7), (1, 8), (0, 1)]);
    fight.answer("strike");
    assert!(fight.asked().contains(&"parry".to_owned()));
    fight.answer("standard");
    assert_eq!(fight.flesh(1), 10 - 7, "STR 3 + 2 and 2 net hits");
}

#[test]
fn ss_intc_11_enough_damage_stops_the_mover() {
    let blunt = || Weapon { damage: DamageValue::Fixed(1), pool: Some(PoolKind::Health), ..knife() };
    let stopped = |net: u32| {
        let mut fight = guarded(sheet(), &[blunt()]).start_battle(&[6, 3]);
        let events = struck(&mut fight, [net, 0, 0]);
        (fight.cell(1), events.iter().any(|event| matches!(event, BattleEvent::Stopped { .. })))
    };
    assert_eq!(stopped(2), ((3, 1), true)); // 1 + 2 damage, BOD 3
    assert_eq!(stopped(3), ((3, 1), true));
    assert_eq!(stopped(1), ((7, 1), false)); // SS-INTC-12
}

#[test]
fn ss_intc_12_the_movement_goes_on() {
    let blunt = Weapon { damage: DamageValue::Fixed(1), pool: Some(PoolKind::Health), ..knife() };
    let mut fight = guarded(sheet(), &[blunt]).start_battle(&[6, 3]);
    struck(&mut fight, [1, 0, 0]);
    assert_eq!((fight.cell(1), fight.flesh(1)), ((7, 1), 8));
}

#[test]
fn ss_intc_13_the_prone_do_not_intercept() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), walker(), &[gun(5)])
        .unit(1, (4, 2), quick_sheet(6, 6), &[knife()])
        .start_battle(&[6, 6]);
    fight.submit(Order::DropProne { unit: UnitId(2) });
    fight.end();
    fight.walk(1, &east(2, 7)).expect("6 squares");
    assert_eq!((asked(&mut fight), fight.cell(1)), (None, (7, 1)));
}

fn evading(fight: &mut Fight, path: &[(i32, i32)], pace: Pace) -> Vec<BattleEvent> {
    let path = path.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
    fight.submit(Order::Move { unit: UnitId(1), path, pace, evade: true })
}

/// AGI 4, Acrobatics 3, between three guards.
fn acrobat() -> Fight {
    let mut acrobat = walker();
    acrobat.attributes.agility = 4;
    acrobat.skills.insert(Skill::Acrobatics, 3);
    Setup::new()
        .unit(0, (1, 1), acrobat, &[gun(5)])
        .unit(1, (4, 2), sheet(), &[knife()])
        .unit(1, (5, 0), sheet(), &[knife()])
        .unit(1, (6, 2), sheet(), &[knife()])
        .start_battle(&[6, 3, 2, 1])
}

#[test]
fn ss_intc_14_slipping_past_is_a_simple_action() {
    let mut fight = acrobat();
    fight.rolls(&[(4, 7)]);
    evading(&mut fight, &east(2, 8), Pace::Walk);
    assert_eq!((fight.points(1), fight.pool("evade"), fight.cell(1)), (2, 7, (8, 1)));
    assert_eq!(asked(&mut fight), None, "3 of 3 slipped past");
}

#[test]
fn ss_intc_15_the_mover_picks_whom() {
    let mut fight = acrobat();
    fight.rolls(&[(3, 7)]);
    evading(&mut fight, &east(2, 8), Pace::Walk);
    assert_eq!(fight.asked(), ["unit2", "unit3", "unit4"]);
    fight.answer("unit2");
    fight.answer("unit4");
    assert_eq!(asked(&mut fight), Some(UnitId(3)), "2 of 3");
    fight.answer("pass");
    assert_eq!(fight.cell(1), (8, 1));
    for hits in [0, 1] {
        let mut fight = acrobat();
        fight.rolls(&[(hits, 7)]);
        evading(&mut fight, &east(2, 8), Pace::Walk);
        assert_eq!(asked(&mut fight), Some(UnitId(2)), "it slips past none of them");
    }
}

#[test]
fn ss_intc_16_it_covers_one_move() {
    let mut fight = acrobat();
    fight.rolls(&[(4, 7)]);
    evading(&mut fight, &east(2, 5), Pace::Walk);
    assert_eq!(fight.cell(1), (5, 1));
    fight.walk(1, &east(6, 8)).expect("a further move");
    assert!(asked(&mut fight).is_some());
}

#[test]
fn ss_intc_17_once_per_opponent_and_move() {
    let mut fight = by_a_knife();
    fight.move_unit(1, &[(2, 1), (3, 1), (2, 1), (3, 1), (2, 1)], Pace::Walk).expect("back and forth");
    assert_eq!(asked(&mut fight), Some(UnitId(2)));
    fight.answer("pass");
    assert_eq!((asked(&mut fight), fight.cell(1)), (None, (2, 1)));
}

#[test]
fn ss_intc_18_several_on_the_same_square() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), quick_sheet(6, 6), &[gun(5)])
        .unit(1, (4, 2), sheet(), &[knife()])
        .unit(1, (4, 0), sheet(), &[knife()])
        .start_battle(&[6, 3, 6]);
    assert_eq!((fight.score(2), fight.score(3)), (9, 12));
    fight.walk(1, &east(2, 7)).expect("6 squares");
    assert_eq!(asked(&mut fight), Some(UnitId(3)), "12 first");
    fight.rolls(&[(1, 7), (0, 12), (0, 1)]);
    fight.answer("strike");
    fight.answer("standard");
    assert_eq!(
        (asked(&mut fight), fight.cell(1)),
        (Some(UnitId(2)), (3, 1)),
        "stopped, and 9 may still strike"
    );
    fight.answer("pass");
    assert_eq!(fight.cell(1), (3, 1));
}

#[test]
fn ss_init_10_intc_18_a_coin_decides_between_equal_interceptors() {
    // Both were ordered by the coin of the turn order: 4 to 6 puts unit 3 before unit 2.
    for (coin, first) in [(4, 3), (3, 2)] {
        let mut fight = Setup::new()
            .unit(0, (1, 1), quick_sheet(6, 6), &[gun(5)])
            .unit(1, (4, 2), sheet(), &[knife()])
            .unit(1, (4, 0), sheet(), &[knife()])
            .start_battle(&[6, 3, 3, coin]);
        assert_eq!((fight.score(2), fight.score(3), fight.acting()), (9, 9, Some(1)));
        fight.walk(1, &east(2, 7)).expect("6 squares");
        assert_eq!((asked(&mut fight), fight.dice_left()), (Some(UnitId(first)), 0), "coin {coin}");
    }
}

#[test]
fn ss_intc_19_who_is_no_opponent() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), walker(), &[gun(5)])
        .unit(0, (4, 2), sheet(), &[knife()])
        .unit(1, (20, 9), slow_sheet(), &[])
        .start_battle(&[6, 3, 1]);
    fight.walk(1, &east(2, 7)).expect("past a friend");
    assert_eq!(asked(&mut fight), None);
    let mut fight = Setup::new()
        .unit(0, (1, 1), walker(), &[stunner(10)])
        .unit(1, (4, 2), sheet(), &[knife()])
        .unit(1, (20, 9), slow_sheet(), &[])
        .start_battle(&[6, 3, 1]);
    fight.land(1, 2, 0, SHOT, [1, 0, 0]);
    assert_eq!((fight.down(2), fight.points(2)), (Some(DownState::Unconscious), 3));
    fight.walk(1, &east(2, 7)).expect("past an unconscious unit");
    assert_eq!((asked(&mut fight), fight.cell(1)), (None, (7, 1)));
}

#[test]
fn an_interception_is_remembered_and_replayed() {
    let mut fight = by_a_knife();
    struck(&mut fight, [5, 0, 0]);
    let fencing = |unit: u32, other: u32| (unit, StatusKind::MeleeExchange(UnitId(other)));
    for (unit, status) in [fencing(1, 2), fencing(2, 1)] {
        assert!(fight.unit(unit, |unit| unit.status.has(status)));
    }
    crate::skirmish::replays(&mut fight);
}

#[test]
fn an_automatic_answer_lets_all_units_pass() {
    let mut fight = by_a_knife();
    let clause = "SS-INTC-06".to_owned();
    fight.submit(Order::SetAutoResponse { unit: UnitId(2), clause, answer: Some("pass".to_owned()) });
    fight.walk(1, &east(2, 7)).expect("6 squares");
    assert_eq!((asked(&mut fight), fight.cell(1)), (None, (7, 1)));
}

/// Two units of the book's own content; the second holds a melee weapon, and the first can walk past it.
pub(crate) fn bundle_of_passing(book: Book) -> SkirmishBundle {
    let overrides =
        SkirmishOverrides { book: Some(book), own_dice: Some(true), ..SkirmishOverrides::default() };
    let mut bundle = crate::skirmish::shipped("warehouse", &overrides);
    let strikes = |archetype: &&String| {
        let template = &bundle.unit_templates[*archetype];
        let weapon = template.weapons.first().and_then(|weapon| bundle.weapons.get(weapon));
        let rules = &bundle.skirmish.rules;
        weapon.is_some_and(|weapon| play::weapon_traits(weapon, &template.sheet, rules).is_melee())
    };
    let fencer = bundle.unit_templates.keys().find(strikes).expect("one holds a melee weapon").clone();
    let mut units = bundle.skirmish.units.clone();
    units.retain(|unit| unit.side == 0);
    units.truncate(1);
    units.push(units[0].clone());
    (units[0].cell, units[1].cell) = (Cell::new(1, 1), Cell::new(3, 2));
    (units[1].side, units[1].archetype) = (1, fencer);
    bundle.skirmish.units = units;
    bundle.skirmish.map = Setup::new().into_bundle().skirmish.map;
    for side in &mut bundle.skirmish.sides {
        side.deployment = None;
    }
    bundle.skirmish.objectives = vec![Objective::Eliminate { side: 0 }, Objective::Eliminate { side: 1 }];
    bundle
}

/// Begins the fight in the turn of the unit that walks past.
pub(crate) fn begin_passing(bundle: &SkirmishBundle) -> Fight {
    let begun = |seed| {
        let mut fight = crate::skirmish::load(bundle.clone(), seed);
        for side in [0, 1] {
            fight.submit(Order::Begin { side: Side(side) });
        }
        fight.queue_attacks("first");
        fight
    };
    // In Combat Checks a unit gets its points in its own turn: the fencer has had its turn.
    let first = if bundle.skirmish.rules.book() == Book::CombatChecks { 2 } else { 1 };
    let quick = (1..100).map(begun).find(|fight| fight.acting() == Some(first));
    let mut fight = quick.expect("each of the two acts first in some of the fights");
    if first == 2 {
        fight.end();
    }
    fight
}

#[test]
fn under_every_book_a_passing_unit_is_struck_at() {
    for book in Book::ALL.into_iter().skip(1) {
        let mut fight = begin_passing(&bundle_of_passing(book));
        let path: Vec<_> = (2..=5).map(|x| Cell::new(x, 1)).collect();
        let order = Order::Move { unit: UnitId(1), path, pace: Pace::Walk, evade: false };
        fight.submit(order);
        assert_eq!(asked(&mut fight), Some(UnitId(2)), "{book:?}");
        fight.answer("strike");
        while let Some(answer) = fight.asked().first() {
            fight.answer(answer);
        }
        crate::skirmish::replays(&mut fight);
    }
}
