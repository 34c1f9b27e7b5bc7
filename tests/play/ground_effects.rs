//! Ground effects: smoke that is thrown and disperses, fire that spreads over burning ground, rubble.

use breachline::battle::{BattleEvent, FIRE_DURATION_ROUNDS, GroundEffect, Order, Target};
use breachline::content::SkirmishOverrides;
use breachline::model::CellSide as EdgeSide;
use breachline::model::{Cell, Side, UnitId};
use breachline::rules::ground::ground_effect::{GroundEffectKind, GroundEffectSpec};
use breachline::rules::status::{Ailment, AttackProperties};
use breachline::rules::swan_song::{Sheet, Skill, Weapon};
use breachline::rules::{self, Book};
use rstest::rstest;

use crate::common::{Fight, Setup, edge, grenade, knife, sheet, slow_sheet};
use crate::skirmish::{replays, shipped};

/// Every square of the test field.
fn everywhere() -> Vec<(i32, i32)> {
    (0..20).flat_map(|y| (0..30).map(move |x| (x, y))).collect()
}

/// The sheet of a warehouse officer under a book, and its smoke grenade.
fn officer(book: Book) -> (rules::Sheet, rules::Weapon) {
    let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
    let bundle = shipped("warehouse", &overrides);
    let smoke = bundle.weapons.get("smoke_grenade").expect("the officer carries one");
    (bundle.unit_templates["officer"].sheet.clone(), smoke.clone())
}

/// Two officers 15 squares apart on bare ground; the first one's phase.
fn standoff(book: Book, change: impl FnOnce(Setup) -> Setup) -> Fight {
    let (sheet, smoke) = officer(book);
    let setup = Setup::new().with_book(book).ground(&everywhere(), |_| {});
    let setup = setup.add_template(0, (3, 5), sheet.clone(), &[smoke]).add_template(1, (18, 5), sheet, &[]);
    let mut fight = change(setup).start_battle(&[]);
    fight.queue_attacks("place");
    while fight.acting() != Some(1) {
        fight.end();
    }
    fight
}

fn throw(x: i32, y: i32) -> Order {
    Order::attack(UnitId(1), Target::Square(Cell::new(x, y)), 0, None)
}

/// Squares with a ground effect of this kind.
fn lying(fight: &mut Fight, kind: GroundEffect) -> Vec<(i32, i32)> {
    let all = |view: &breachline::battle::BattleView| {
        let lying = view.ground_effects().active_effects().filter(|(_, what, _)| *what == kind);
        lying.map(|(cell, ..)| (cell.x, cell.y)).collect()
    };
    fight.view(all)
}

/// Ends phases until a round begins.
fn round(fight: &mut Fight, number: u32) -> Vec<BattleEvent> {
    let mut all = Vec::new();
    while fight.round().0 < number {
        match fight.asked().first() {
            Some(answer) => all.extend(fight.answer(&answer.clone())),
            None => all.extend(fight.end()),
        }
    }
    all
}

#[rstest]
#[case::cs_fog_01_circumstances(Book::Circumstances)]
#[case::cs_fog_01_borrowed_by_swan_song(Book::SwanSong)]
#[case::cs_fog_01_borrowed_by_aberrant(Book::Aberrant)]
#[case::cs_fog_01_borrowed_by_attacks_and_damage(Book::AttacksAndDamage)]
#[case::cs_fog_01_borrowed_by_combat_checks(Book::CombatChecks)]
fn smoke_lies_and_drifts_off(#[case] book: Book) {
    let mut fight = standoff(book, |setup| setup);
    let events = fight.submit(throw(10, 5));
    assert!(events.iter().all(|event| !matches!(event, BattleEvent::Harmed { .. })), "no unit is attacked");
    let begun = fight.round().0;
    let covered = lying(&mut fight, GroundEffect::Smoke);
    // Three metres around: 29 squares.
    assert_eq!((covered.len(), covered.contains(&(13, 5)), covered.contains(&(13, 6))), (29, true, false));
    let obscured = |cell| {
        move |view: &breachline::battle::BattleView| {
            view.terrain_at(cell).is_some_and(|terrain| terrain.obscured)
        }
    };
    assert!(fight.view(obscured(Cell::new(10, 7))) && !fight.view(obscured(Cell::new(10, 9))));
    round(&mut fight, begun + 6);
    assert_eq!(lying(&mut fight, GroundEffect::Smoke).len(), 29);
    round(&mut fight, begun + 7);
    assert!(lying(&mut fight, GroundEffect::Smoke).is_empty());
    assert!(!fight.view(obscured(Cell::new(10, 7))));
    replays(&mut fight);
}

#[test]
fn cs_fog_01_walls_hold_smoke() {
    let high = |kind: &mut breachline::content::BarrierKind| kind.height_cm = 300;
    let wall =
        |setup: Setup| (0..20).fold(setup, |setup, y| setup.barrier(edge(10, y, EdgeSide::East), high));
    let mut fight = standoff(Book::Circumstances, wall);
    fight.submit(throw(10, 5));
    let covered = lying(&mut fight, GroundEffect::Smoke);
    // Of 29 squares the 18 on this side, the middle column included.
    assert_eq!((covered.len(), covered.iter().all(|(x, _)| *x <= 10)), (18, true), "{covered:?}");
    let refused = fight.submit_error(throw(13, 5));
    assert_eq!(refused.clause(), Some("CS-FOG-01"), "{refused}");
}

#[test]
fn cs_fog_03_smoke_between_two_hides_them() {
    let foggy = |setup: Setup| setup.skirmish(|skirmish| skirmish.options.fog_of_war = true);
    let mut fight = standoff(Book::Circumstances, foggy);
    let sees = |view: &breachline::battle::BattleView| {
        view.unit(UnitId(2)).is_some_and(|other| view.perceives(Side(0), &other))
    };
    assert!(fight.view(sees));
    let events = fight.submit(throw(10, 5));
    let lost = BattleEvent::LostSight { side: Side(0), unit: UnitId(2), at: Cell::new(18, 5) };
    assert!(events.contains(&lost) && !fight.view(sees));
    let begun = fight.round().0;
    let events = round(&mut fight, begun + 7);
    let spotted = BattleEvent::Spotted { side: Side(0), unit: UnitId(2), at: Cell::new(18, 5) };
    assert!(events.contains(&spotted) && fight.view(sees));
}

/// Under Swan Song: DV 10 over 2 m that leaves flames a metre around for a round.
fn fire_bomb() -> Weapon {
    let lays = Some(GroundEffectSpec { what: GroundEffectKind::Fire, radius_m: 1, rounds: 1 });
    Weapon { strike: AttackProperties { lays, ..AttackProperties::PLAIN }, ..grenade() }
}

/// A strip of grass from west to east with a wall across it, a thrower to the south and a unit on the grass.
fn meadow() -> Fight {
    let mut thrower = sheet();
    thrower.skills.insert(Skill::Throwing, 2);
    let strip: Vec<_> = (0..14).map(|x| (x, 6)).collect();
    Setup::new()
        .ground(&everywhere(), |_| {})
        .ground(&strip, |ground| ground.burns = true)
        .barrier(edge(9, 6, EdgeSide::East), |kind| kind.height_cm = 300)
        .unit(0, (6, 15), thrower, &[fire_bomb(), knife()])
        .unit(1, (3, 6), Sheet { flesh: Some(900), ..slow_sheet() }, &[knife()])
        .start_battle(&[6, 1])
}

#[test]
fn cs_burn_10_fire_goes_from_square_to_square() {
    let mut fight = meadow();
    fight.rolls(&[(2, 6)]);
    fight.submit(throw(7, 6));
    let cross = [(7, 5), (6, 6), (7, 6), (8, 6), (7, 7)];
    assert_eq!(lying(&mut fight, GroundEffect::Fire), cross);
    round(&mut fight, 2);
    assert_eq!(
        lying(&mut fight, GroundEffect::Fire),
        [(7, 5), (5, 6), (6, 6), (7, 6), (8, 6), (9, 6), (7, 7)]
    );
    round(&mut fight, 3);
    // Bare ground burns no longer than the bomb, and the wall stops the fire in the east.
    assert_eq!(lying(&mut fight, GroundEffect::Fire), [(4, 6), (5, 6), (6, 6), (7, 6), (8, 6), (9, 6)]);
    // It reaches the square of a unit, which fails every test against it.
    fight.queue_dice(&[1; 40]);
    let events = round(&mut fight, 4);
    let burning = |event: &BattleEvent| matches!(event, BattleEvent::Afflicted { unit: UnitId(2), suffered } if suffered.ailment == Ailment::Burning);
    assert!(events.iter().any(burning), "{events:?}");
    // Three rounds after it caught, the grass is burnt and catches no more.
    round(&mut fight, 2 + FIRE_DURATION_ROUNDS);
    let burns = |view: &breachline::battle::BattleView| {
        view.terrain_at(Cell::new(7, 6)).map(|terrain| (terrain.burns, terrain.name.clone()))
    };
    assert_eq!(fight.view(burns), Some((false, "burnt ground".to_owned())));
    round(&mut fight, 20);
    assert!(lying(&mut fight, GroundEffect::Fire).is_empty());
    let east = |view: &breachline::battle::BattleView| {
        view.terrain_at(Cell::new(10, 6)).map(|terrain| terrain.burns)
    };
    assert_eq!(fight.view(east), Some(true), "the wall stopped the fire");
    replays(&mut fight);
}
