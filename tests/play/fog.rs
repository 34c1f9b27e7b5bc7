//! Fog of war: what sides see, remember and may order.

use breachline::battle::{self, BattleEvent, BattleView, OBSCURED_SIGHT_CELLS, Order, OrderError, Target};
use breachline::content::UnitLink;
use breachline::model::CellSide as EdgeSide;
use breachline::model::{BarrierId, Cell, Side, UnitId};
use breachline::rules::Light;

use crate::common::{Fight, Setup, edge, gun, knife, quick_sheet};

const ORANGE: u8 = 0;
const BLUE: u8 = 1;

/// Two sides that know only what they see.
pub fn foggy() -> Setup {
    Setup::new().skirmish(|skirmish| skirmish.options.fog_of_war = true)
}

/// A wall from north to south at the west of column 10, down to row 9.
pub fn walled(setup: Setup) -> Setup {
    (0..10).fold(setup, |setup, y| setup.barrier(edge(10, y, EdgeSide::West), |_| {}))
}

/// Unit 1 west of the wall, unit 2 east of it, with the faces of their initiative: 1 acts first.
fn parted() -> Fight {
    walled(foggy())
        .unit(ORANGE, (8, 8), quick_sheet(4, 4), &[knife()])
        .unit(BLUE, (12, 8), quick_sheet(3, 3), &[gun(5)])
        .start_battle(&[6, 1])
}

/// Ids of the units that a side is shown.
pub fn shown(fight: &mut Fight, side: u8) -> Vec<u32> {
    fight.seen_by(side, |view| view.units().map(|unit| unit.id.0).collect())
}

fn remembered(fight: &mut Fight, side: u8) -> Vec<(u32, (i32, i32), u32)> {
    fight.seen_by(side, |view| {
        let seen = view.remembered_units();
        seen.map(|(unit, one)| (unit.id.0, (one.cell().x, one.cell().y), one.round())).collect()
    })
}

fn news(events: &[BattleEvent]) -> Vec<(bool, u8, u32)> {
    let one = |event: &BattleEvent| match event {
        BattleEvent::Spotted { side, unit, .. } => Some((true, side.0, unit.0)),
        BattleEvent::LostSight { side, unit, .. } => Some((false, side.0, unit.0)),
        _ => None,
    };
    events.iter().filter_map(one).collect()
}

#[test]
fn without_fog_nothing_is_kept_and_everything_shown() {
    let mut fight = walled(Setup::new())
        .unit(ORANGE, (8, 8), quick_sheet(4, 4), &[knife()])
        .unit(BLUE, (12, 8), quick_sheet(3, 3), &[gun(5)])
        .start_battle(&[6, 1]);
    assert_eq!((shown(&mut fight, ORANGE), shown(&mut fight, BLUE)), (vec![1, 2], vec![1, 2]));
    assert!(!fight.view(|view| view.has_fog_of_war()));
    assert!(news(&fight.walk(1, &[(8, 9)]).expect("a step")).is_empty());
}

#[test]
fn no_enemy_is_seen_while_units_are_placed() {
    let setup = foggy().unit(ORANGE, (8, 8), quick_sheet(4, 4), &[knife()]).unit(
        BLUE,
        (12, 8),
        quick_sheet(3, 3),
        &[gun(5)],
    );
    let mut fight = setup.start_deployment();
    assert_eq!((shown(&mut fight, ORANGE), shown(&mut fight, BLUE)), (vec![1], vec![2]));
    fight.queue_dice(&[6, 1]);
    fight.submit(Order::Begin { side: Side(0) });
    let begun = fight.submit(Order::Begin { side: Side(1) });
    assert_eq!(news(&begun), [(true, 0, 2), (true, 1, 1)]);
    assert_eq!((shown(&mut fight, ORANGE), shown(&mut fight, BLUE)), (vec![1, 2], vec![1, 2]));
}

#[test]
fn a_held_unit_and_its_holder_are_seen_while_units_are_placed() {
    let setup = foggy()
        .unit(ORANGE, (8, 8), quick_sheet(4, 4), &[knife()])
        .unit(ORANGE, (8, 2), quick_sheet(4, 4), &[knife()])
        .unit(BLUE, (9, 8), quick_sheet(3, 3), &[gun(5)])
        .tied(UnitLink::Holds("unit1".to_owned()))
        .unit(BLUE, (12, 8), quick_sheet(3, 3), &[gun(5)]);
    let mut fight = setup.start_deployment();
    assert_eq!((shown(&mut fight, ORANGE), shown(&mut fight, BLUE)), (vec![1, 2, 3], vec![1, 3, 4]));
    fight.queue_dice(&[6, 5, 4, 1]);
    fight.submit(Order::Begin { side: Side(0) });
    let begun = fight.submit(Order::Begin { side: Side(1) });
    assert_eq!(news(&begun), [(true, 0, 4), (true, 1, 2)], "the other two are known already");
}

#[test]
fn a_corner_shows_and_hides_and_is_remembered() {
    let mut fight = parted();
    assert_eq!((shown(&mut fight, ORANGE), shown(&mut fight, BLUE)), (vec![1], vec![2]));
    let out = fight.walk(1, &[(8, 9), (8, 10), (9, 10)]).expect("open ground");
    assert_eq!(news(&out), [(true, 0, 2), (true, 1, 1)]);
    assert_eq!(shown(&mut fight, BLUE), [1, 2]);
    let back = fight.walk(1, &[(8, 10), (8, 9), (7, 8)]).expect("open ground");
    assert_eq!(news(&back), [(false, 0, 2), (false, 1, 1)]);
    assert_eq!(shown(&mut fight, BLUE), [2]);
    let [(unit, (_, y), round)] = remembered(&mut fight, BLUE)[..] else { panic!("one is remembered") };
    assert_eq!((unit, round), (1, 1));
    assert!(y >= 9, "where it was seen last, not where it went");
    assert_eq!(remembered(&mut fight, ORANGE), [(2, (12, 8), 1)]);
}

#[test]
fn a_place_that_is_looked_at_again_keeps_no_ghost() {
    let mut fight = parted();
    fight.walk(1, &[(8, 9), (8, 10), (9, 10)]).expect("open ground");
    fight.walk(1, &[(8, 10), (8, 9), (7, 8)]).expect("open ground");
    fight.end();
    assert_eq!(remembered(&mut fight, BLUE).len(), 1);
    let came = fight.walk(2, &[(12, 9), (11, 10)]).expect("open ground");
    assert!(!news(&came).contains(&(true, 1, 1)), "it has left the square");
    assert_eq!(remembered(&mut fight, BLUE), []);
    assert_eq!(shown(&mut fight, BLUE), [2]);
}

/// A closed door in the wall, two squares from each of the two.
fn with_door() -> Setup {
    let door = |kind: &mut breachline::content::BarrierKind| {
        kind.name = "door".to_owned();
        kind.openable = true;
    };
    (0..20).fold(foggy(), |setup, y| {
        let place = edge(10, y, EdgeSide::West);
        if y == 8 { setup.barrier(place, door) } else { setup.barrier(place, |_| {}) }
    })
}

const DOOR: BarrierId = BarrierId(8);

#[test]
fn a_door_that_opens_shows_who_stands_behind() {
    let mut fight = with_door()
        .unit(ORANGE, (9, 8), quick_sheet(4, 4), &[knife()])
        .unit(BLUE, (12, 8), quick_sheet(3, 3), &[gun(5)])
        .start_battle(&[6, 1]);
    assert_eq!(shown(&mut fight, ORANGE), [1]);
    let opened = fight.submit(Order::Door { unit: UnitId(1), barrier: DOOR });
    assert_eq!(news(&opened), [(true, 0, 2), (true, 1, 1)]);
    let closed = fight.submit(Order::Door { unit: UnitId(1), barrier: DOOR });
    assert_eq!(news(&closed), [(false, 0, 2), (false, 1, 1)]);
}

#[test]
fn a_door_out_of_sight_stays_as_it_was_seen() {
    // Another unit of Blue far away, behind a wall.
    let mut fight = (0..20)
        .fold(with_door(), |setup, y| setup.barrier(edge(20, y, EdgeSide::West), |_| {}))
        .unit(ORANGE, (9, 8), quick_sheet(4, 4), &[knife()])
        .unit(BLUE, (25, 8), quick_sheet(3, 3), &[gun(5)])
        .start_battle(&[6, 1]);
    fight.submit(Order::Door { unit: UnitId(1), barrier: DOOR });
    let state = |view: &BattleView| {
        let open = view.barrier(DOOR).expect("a door").state.open();
        let (_, place) = view.field().barrier(DOOR).expect("a door");
        (open, view.field().grid().obstacle(place).is_some())
    };
    assert_eq!(fight.seen_by(ORANGE, state), (true, false));
    assert_eq!(fight.seen_by(BLUE, state), (false, true));
    assert_eq!(fight.view(state), (true, false));
}

#[rstest::rstest]
#[case::dark(|ground: &mut breachline::content::Terrain| ground.light = Light::Dark, true)]
#[case::smoke(|ground: &mut breachline::content::Terrain| ground.obscured = true, false)]
fn darkness_and_smoke_hide_distant_units(
    #[case] change: fn(&mut breachline::content::Terrain),
    #[case] sees_out: bool,
) {
    let far = 5 + OBSCURED_SIGHT_CELLS as i32 + 1;
    let mut fight = foggy()
        .ground(&[(5, 5)], change)
        .unit(ORANGE, (5, 5), quick_sheet(3, 3), &[knife()])
        .unit(BLUE, (far, 5), quick_sheet(4, 4), &[gun(5)])
        .start_battle(&[1, 6]);
    assert_eq!(shown(&mut fight, BLUE), [2]);
    assert_eq!(shown(&mut fight, ORANGE), if sees_out { vec![1, 2] } else { vec![1] });
    let near = fight.walk(2, &[(far - 1, 5)]).expect("a step");
    assert!(news(&near).contains(&(true, 1, 1)));
    assert_eq!(shown(&mut fight, BLUE), [1, 2]);
}

#[test]
fn unseen_targets_are_refused_like_missing_ones() {
    let mut fight = parted();
    let aim = |unit| Order::attack(UnitId(1), Target::Unit(UnitId(unit)), 0, None);
    let (unseen, missing) = (fight.submit_error(aim(2)), fight.submit_error(aim(77)));
    assert_eq!(
        (&unseen, &missing),
        (&OrderError::UnseenUnit(UnitId(2)), &OrderError::UnseenUnit(UnitId(77)))
    );
    assert_eq!(unseen.to_string().replace('2', "#"), missing.to_string().replace("77", "#"));
    assert_eq!(unseen.to_string(), "None of your units can see unit 2.");
}

#[test]
fn a_friend_of_the_other_side_is_ordered_without_naming_who_acts() {
    let mut fight = parted();
    let refusal = fight.submit_error(Order::DropProne { unit: UnitId(2) });
    assert!(!refusal.to_string().contains("unit1"), "{refusal}");
}

#[test]
fn ground_is_explored_by_looking_at_it() {
    let mut fight = parted();
    fight.seen_by(ORANGE, |view| {
        let known = view.viewer_knowledge().expect("fog");
        assert!(known.has_explored(Cell::new(9, 8)) && !known.has_explored(Cell::new(12, 3)));
        let seen = view.cells_in_view().expect("fog");
        assert!(seen.contains(Cell::new(9, 8)) && !seen.contains(Cell::new(12, 3)));
    });
}

#[test]
fn the_end_lifts_the_fog() {
    let mut fight = parted();
    assert_eq!(shown(&mut fight, ORANGE), [1]);
    fight.submit(Order::Surrender { side: Side(1) });
    assert_eq!(shown(&mut fight, ORANGE), [1, 2]);
    assert!(fight.outcome().is_some() && !fight.view(|view| view.has_fog_of_war()));
}

#[test]
fn what_came_into_sight_is_not_taken_back() {
    let mut fight = walled(foggy())
        .skirmish(|skirmish| skirmish.options.free_undo = false)
        .unit(ORANGE, (8, 8), quick_sheet(4, 4), &[knife()])
        .unit(BLUE, (12, 8), quick_sheet(3, 3), &[gun(5)])
        .start_battle(&[6, 1]);
    fight.walk(1, &[(8, 9)]).expect("a step");
    battle::journal::undo_last_order(&mut fight.world).expect("nothing was revealed");
    fight.walk(1, &[(8, 9), (8, 10), (9, 10)]).expect("open ground");
    battle::journal::undo_last_order(&mut fight.world).expect_err("a unit came into sight");
}
