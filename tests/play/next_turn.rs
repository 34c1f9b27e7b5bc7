//! What a unit can reach and attack in its next turn, which the overlay of enemy reach shows.

use std::collections::BTreeSet;

use breachline::battle::{BattleEvent, BattleView, Order};
use breachline::content::SkirmishOverrides;
use breachline::lab::overlay::UnitReach;
use breachline::model::{Cell, CellSide as EdgeSide, UnitId};
use breachline::rules::status::Ailment;
use breachline::rules::swan_song::{FireMode, Weapon};
use breachline::rules::{Book, UnitSnapshot, play};

use crate::common::{Fight, Setup, edge, gun, knife, quick_sheet, rifle, slow_sheet, square};
use crate::skirmish::{begin_with, shipped};

/// A gun that reaches this far, in metres.
fn short_gun(range: u32) -> Weapon {
    Weapon { range, ..gun(5) }
}

fn reach(view: &BattleView, unit: u32) -> UnitReach {
    UnitReach::complete(view, &view.unit(UnitId(unit)).expect("it is in view"))
}

/// Columns of the squares of row 0 for which this holds.
fn columns(is_in: impl Fn(Cell) -> bool) -> Vec<i32> {
    (0..40).filter(|x| is_in(Cell::new(*x, 0))).collect()
}

fn moves(reach: &UnitReach) -> Vec<i32> {
    columns(|cell| reach.moves.contains(&cell))
}

fn attacks(reach: &UnitReach) -> Vec<i32> {
    columns(|cell| reach.attacks(cell))
}

fn attacks_now(reach: &UnitReach) -> Vec<i32> {
    columns(|cell| reach.attacks_without_moving(cell))
}

/// A corridor of 40 squares: unit 1 at its west end, which acts first, unit 2 in column 30.
fn corridor(weapons: &[Weapon]) -> Setup {
    Setup::with_size(40, 1).unit(0, (0, 0), quick_sheet(4, 4), &[knife()]).unit(
        1,
        (30, 0),
        quick_sheet(3, 3),
        weapons,
    )
}

fn range(from: i32, to: i32) -> Vec<i32> {
    (from..=to).collect()
}

// A walk is 8 m and a run 8 m more for an action point; a stab costs another one.
#[test]
fn a_fighter_reaches_as_far_as_walk_and_run_and_one_square_more() {
    let mut fight = corridor(&[knife()]).start_battle(&[6, 1]);
    fight.view(|view| {
        let reach = reach(view, 2);
        assert_eq!(moves(&reach), [range(14, 29), range(31, 39)].concat());
        assert_eq!(attacks(&reach), range(13, 39));
        assert_eq!(attacks_now(&reach), [29, 30, 31]);
    });
}

#[test]
fn a_shooter_reaches_its_range_beyond_every_square_that_it_can_shoot_from() {
    let mut fight = corridor(&[short_gun(5)]).start_battle(&[6, 1]);
    fight.view(|view| {
        let reach = reach(view, 2);
        assert_eq!(attacks(&reach), range(9, 39));
        assert_eq!(attacks_now(&reach), range(25, 35));
    });
}

#[test]
fn walls_stop_the_way_and_the_shot() {
    let wall = |setup: Setup| setup.barrier(edge(20, 0, EdgeSide::West), |_| {});
    let mut fight = wall(corridor(&[short_gun(5)])).start_battle(&[6, 1]);
    fight.view(|view| {
        let reach = reach(view, 2);
        assert_eq!(moves(&reach).first(), Some(&20));
        assert_eq!(attacks(&reach), range(20, 39));
    });
    let crated = corridor(&[knife()]).barrier(square(26, 0), |kind| kind.height_cm = 100);
    let mut fight = crated.start_battle(&[6, 1]);
    fight.view(|view| {
        let reach = reach(view, 2);
        assert_eq!(moves(&reach).first(), Some(&27));
        assert_eq!(attacks(&reach).first(), Some(&27), "no unit stands in the square of the crate");
    });
}

#[test]
fn a_spent_turn_does_not_count_against_the_next_one() {
    let mut fight = corridor(&[knife()]).start_battle(&[1, 6]);
    let before = fight.view(|view| reach(view, 1));
    assert_eq!(fight.acting(), Some(2));
    fight.end();
    assert_eq!(fight.acting(), Some(1));
    fight.walk(1, &(1..=8).map(|x| (x, 0)).collect::<Vec<_>>()).expect("its walk");
    let rest = fight.view(|view| view.next_turn(&view.unit(UnitId(1)).expect("it is there")));
    assert_eq!(rest.max_move, 16, "the walk is spent, the run is left");
    fight.end();
    let next = fight.view(|view| view.next_turn(&view.unit(UnitId(1)).expect("it is there")));
    assert_eq!(next, before.turn, "the walk is whole again");
}

/// To ready a weapon and to attack cost an action point each.
#[test]
fn a_stowed_weapon_can_be_used_in_the_next_turn_if_both_can_be_paid() {
    let mut fight = corridor(&[rifle(), knife()]).start_battle(&[1, 6]);
    assert_eq!(fight.acting(), Some(2));
    let can = |fight: &mut Fight, slot: usize| {
        fight.view(|view| view.can_ready_and_attack(&view.unit(UnitId(2)).expect("it is there"), slot))
    };
    assert!(can(&mut fight, 1), "the knife is stowed");
    assert!(!can(&mut fight, 0), "the rifle is in hand");
    assert!(!can(&mut fight, 9), "there is no such weapon");
    fight.submit(Order::Ready { unit: UnitId(2), weapon: 1 });
    assert!(can(&mut fight, 0), "2 points are left");
    fight.submit(Order::Ready { unit: UnitId(2), weapon: 0 });
    assert!(!can(&mut fight, 1), "1 point is left");
    fight.end();
    assert!(can(&mut fight, 1), "their next turn has all of them");
}

/// A unit at the beginning of its next phase; `None` if it loses that phase.
fn next_phase(fight: &mut Fight, unit: u32) -> Option<UnitSnapshot> {
    fight.view(|view| view.snapshot_at_next_phase(&view.unit(UnitId(unit)).expect("it is there")))
}

// A walk is 8 m a round; unit 1 has the scores 14 and 4, unit 2 has 7.
#[test]
fn ss_move_03_a_walk_counts_in_the_next_pass_of_its_round_and_not_in_the_next_round() {
    let mut fight = corridor(&[knife()]).start_battle(&[6, 1]);
    let rules = fight.view(|view| view.rules().clone());
    let walk_left = |unit: &UnitSnapshot| play::move_budget(unit, &rules).walk_left;
    fight.walk(1, &(1..=8).map(|x| (x, 0)).collect::<Vec<_>>()).expect("its walk");
    fight.end();
    assert_eq!((fight.acting(), fight.round()), (Some(2), (1, 1)));
    let second = next_phase(&mut fight, 1).expect("a second phase");
    assert_eq!((second.round, second.initiative, second.walked, walk_left(&second)), (1, 4, 16, 0));
    assert!(second.acted && second.budget.points() > 0);
    fight.end();
    assert_eq!((fight.acting(), fight.round()), (Some(1), (1, 2)));
    let third = next_phase(&mut fight, 1).expect("a phase in the next round");
    assert_eq!((third.round, third.walked, walk_left(&third)), (2, 0, 16));
    assert!(!third.acted);
}

/// Unit 1 has the score 14, and 4 in the second pass.
#[test]
fn ss_delay_04_a_held_phase_comes_before_the_next_own_one() {
    let mut fight = corridor(&[knife()]).start_battle(&[6, 1]);
    fight.submit(Order::Delay { unit: UnitId(1) });
    fight.answer("hold");
    assert_eq!(fight.acting(), Some(2));
    let points = fight.points(1);
    let [coming, next] = fight.view(|view| {
        let unit = view.unit(UnitId(1)).expect("it is there");
        assert!(view.can_step_in(&unit) && !view.awaits_phase(&unit));
        assert!(!view.can_step_in(&view.unit(UnitId(2)).expect("it acts")));
        [view.snapshot_at_coming_phase(&unit), view.snapshot_at_next_phase(&unit)]
            .map(|phase| phase.expect("a phase"))
    });
    assert_eq!((coming.initiative, coming.budget.points(), coming.late), (14, points, true));
    assert_eq!((next.initiative, next.late), (4, false));
}

#[test]
fn cs_stun_01_a_unit_that_loses_its_next_phase_has_none() {
    let mut fight = corridor(&[knife()]).ailing(&[Ailment::Stunned]).start_battle(&[6, 1]);
    assert_eq!(next_phase(&mut fight, 2), None);
    fight.view(|view| {
        let turn = view.next_turn(&view.unit(UnitId(2)).expect("it is there"));
        assert_eq!((turn.max_move, turn.attacks.len()), (0, 0));
    });
    let events = fight.end();
    let is_lost = |event: &BattleEvent| matches!(event, BattleEvent::PhaseLost { unit: UnitId(2), .. });
    assert!(events.iter().any(is_lost), "as the battle has it");
}

#[test]
fn an_empty_gun_is_reloaded_before_the_shot() {
    let single = Weapon { magazine: 1, ..gun(5) };
    let mut fight = Setup::with_size(40, 1)
        .unit(0, (0, 0), slow_sheet(), &[knife()])
        .unit(1, (30, 0), quick_sheet(4, 4), &[single])
        .start_battle(&[1, 6]);
    assert_eq!(fight.acting(), Some(2));
    let loaded = fight.view(|view| reach(view, 2).turn);
    fight.attack(2, 1, 0, Some(FireMode::Single)).expect("a shot");
    fight.end();
    let empty = fight.view(|view| {
        let unit = view.unit(UnitId(2)).expect("it is there");
        assert_eq!(unit.inventory.get(0).map(|carried| carried.loaded()), Some(0));
        view.next_turn(&unit)
    });
    assert_eq!((empty.attacks.len(), empty.max_move), (1, loaded.max_move));
    assert!(empty.attacks[0].max_move <= loaded.attacks[0].max_move);
}

/// A shipped battle in a book, in its first round.
fn warehouse(book: Book) -> Fight {
    let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
    begin_with(shipped("warehouse", &overrides), 7)
}

#[test]
fn every_unit_of_every_book_moves_and_attacks_in_its_next_turn() {
    for book in Book::ALL {
        let mut fight = warehouse(book);
        fight.view(|view| {
            // Reserves are not on the field yet.
            for unit in view.units().filter(|unit| unit.is_fighting()) {
                let (turn, name) = (view.next_turn(&unit), unit.identity.name());
                assert!(turn.max_move >= 4, "{book:?} {name}: {turn:?}");
                assert!(!turn.attacks.is_empty(), "{book:?} {name}: {turn:?}");
                let weapons: BTreeSet<_> = turn.attacks.iter().map(|attack| attack.weapon).collect();
                assert_eq!(weapons.len(), turn.attacks.len(), "{book:?} {name}: each weapon once");
                for attack in &turn.attacks {
                    assert!(
                        attack.max_move >= 2 && attack.max_move <= turn.max_move,
                        "{book:?} {name}: {turn:?}"
                    );
                }
            }
        });
    }
}

// A Move is a Half Action and leaves one for a shot; a Run is a Full Action; a Charge ends in a melee attack.
#[test]
fn cs_base_20_a_charge_carries_a_melee_attack_farther_than_a_move() {
    use breachline::rules::WeaponReach;
    let mut fight = warehouse(Book::Circumstances);
    let mut charges = 0;
    fight.view(|view| {
        for unit in view.units() {
            let turn = view.next_turn(&unit);
            let longest = |is_melee: bool| {
                let of_kind = turn
                    .attacks
                    .iter()
                    .filter(|attack| matches!(attack.reach, WeaponReach::Melee { .. }) == is_melee);
                of_kind.map(|attack| attack.max_move).max()
            };
            if let Some(shot) = longest(false) {
                assert!(shot < turn.max_move, "no shot after a Run: {turn:?}");
            }
            if let (Some(shot), Some(strike)) = (longest(false), longest(true)) {
                charges += 1;
                assert!(strike > shot && strike < turn.max_move, "{turn:?}");
            }
        }
    });
    assert!(charges > 0);
}

#[test]
fn in_fog_of_war_only_enemies_in_sight_have_a_reach() {
    let walled = corridor(&[knife()]).skirmish(|skirmish| skirmish.options.fog_of_war = true);
    let mut fight = walled.barrier(edge(20, 0, EdgeSide::West), |_| {}).start_battle(&[6, 1]);
    fight.seen_by(0, |view| assert!(view.unit(UnitId(2)).is_none()));
    fight.submit(Order::EndPhase { unit: UnitId(1) });
    fight.seen_by(1, |view| assert_eq!(moves(&reach(view, 2)).first(), Some(&20)));
}
