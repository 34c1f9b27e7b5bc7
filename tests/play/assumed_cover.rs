//! Odds of attacks on a unit as if it had taken cover.

use breachline::battle::{AttackChoice, BattleView, Order};
use breachline::content::SkirmishOverrides;
use breachline::model::{Cell, UnitId};
use breachline::rules::{Book, play};
use rstest::rstest;

use crate::common::{Fight, SHOT, Setup, gun, knife, sheet};
use crate::skirmish::{begin_with, shipped};

/// Mean damage of each enemy's first weapon in hand, by enemy, against a unit; as if it had taken cover, or as it stands.
fn mean_damage(view: &BattleView, target: UnitId, assumed: bool) -> Vec<(UnitId, String)> {
    let at = view.unit(target).expect("it is on the map").cell();
    let mean = |(choice, from): (AttackChoice<'static>, Cell)| {
        let enemy = choice.unit;
        let request = if assumed {
            view.attack_request_on_covered((choice, from), (target, at))
                .expect("there is an obstacle beside it")
        } else {
            view.attack_request_between((choice, from), (target, at)).expect("both are on the map")
        };
        let odds = play::preview(&request).map(|odds| format!("{:.9} {:.9}", odds.mean, odds.harm));
        (enemy, odds.unwrap_or_default())
    };
    shots_at(view, target).into_iter().map(mean).collect()
}

/// The shots that enemies of a unit can take with their first gun in hand, and their squares.
fn shots_at(view: &BattleView, target: UnitId) -> Vec<(AttackChoice<'static>, Cell)> {
    let me = view.unit(target).expect("it is on the map");
    let enemies = view.units().filter(|other| other.is_fighting() && other.side != me.side);
    let shots = enemies.filter_map(|enemy| {
        let (weapon, carried) = enemy.inventory.held_items().find(|(_, carried)| !carried.is_melee())?;
        let mode = carried.modes().first().copied();
        Some((AttackChoice { unit: *enemy.id, weapon, mode, option: None }, enemy.cell()))
    });
    shots.collect()
}

/// Takes cover by the book's own action where it has one, with head and arms free to shoot.
fn take_cover(fight: &mut Fight, unit: UnitId, book: Book) {
    match play::cover_action(book) {
        Some(action) => {
            fight.special_action(unit.0, action, None);
            fight.answer("body_and_legs");
        }
        None => {
            fight.submit(Order::TakeCover { unit });
        }
    }
}

/// Plays several maps for some orders, and calls a function for each unit that can take cover when it acts.
fn for_units_beside_cover(book: Book, mut act: impl FnMut(&mut Fight, UnitId, &str)) {
    let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
    for map in ["warehouse", "street", "bunker"] {
        let mut fight = begin_with(shipped(map, &overrides), 7);
        for _ in 0..40 {
            let Some(unit) = fight.acting().map(UnitId) else { break };
            if fight.unit(unit.0, |me| !me.cover.obstacles().is_empty() && !me.cover.is_taken()) {
                act(&mut fight, unit, map);
            }
            fight.end();
            fight.let_pass();
        }
    }
}

#[rstest]
fn cover_that_is_assumed_counts_like_cover_that_is_taken(
    #[values(Book::SwanSong, Book::Circumstances, Book::CombatChecks)] book: Book,
) {
    let mut changed = false;
    for_units_beside_cover(book, |fight, unit, map| {
        let before = fight.view(|view| mean_damage(view, unit, false));
        let assumed = fight.view(|view| mean_damage(view, unit, true));
        take_cover(fight, unit, book);
        assert_eq!(fight.view(|view| mean_damage(view, unit, false)), assumed, "{map}: {unit:?}");
        changed |= before != assumed;
    });
    assert!(changed, "some cover reduces the damage");
}

/// Mean damage of each enemy's weapon against a unit on each free square around it.
fn mean_damage_around(view: &BattleView, target: UnitId) -> Vec<String> {
    let Cell { x: me_x, y: me_y, .. } = view.unit(target).expect("it is on the map").cell();
    let mut all = Vec::new();
    for (choice, from) in shots_at(view, target) {
        let around = (-1..=1).flat_map(|x| (-1..=1).map(move |y| Cell::new(me_x + x, me_y + y)));
        for cell in around.filter(|cell| view.unit_at(*cell).is_none()) {
            let request = view.attack_request_between((choice, from), (target, cell));
            let odds = request.and_then(|request| play::preview(&request));
            all.push(odds.map(|odds| format!("{:.9}", odds.mean)).unwrap_or_default());
        }
    }
    all
}

/// Cover that a unit has taken on its square does not protect it on another one.
#[rstest]
fn cover_that_was_taken_is_left_behind(
    #[values(Book::SwanSong, Book::Circumstances, Book::CombatChecks)] book: Book,
) {
    let mut compared = 0;
    for_units_beside_cover(book, |fight, unit, map| {
        let before = fight.view(|view| mean_damage_around(view, unit));
        take_cover(fight, unit, book);
        assert_eq!(fight.view(|view| mean_damage_around(view, unit)), before, "{map}: {unit:?}");
        compared += before.iter().filter(|damage| !damage.is_empty()).count();
    });
    assert!(compared > 50, "{compared}");
}

#[test]
fn ss_act_49_cover_is_not_assumed_in_the_open() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[gun(9)])
        .unit(1, (10, 5), sheet(), &[knife()])
        .start_battle(&[1, 6]);
    let choice = AttackChoice { unit: UnitId(1), weapon: 0, mode: SHOT, option: None };
    let request = fight.view(|view| {
        let from = view.unit(UnitId(1)).expect("it is there").cell();
        let at = view.unit(UnitId(2)).expect("it is there").cell();
        view.attack_request_on_covered((choice, from), (UnitId(2), at))
    });
    assert!(request.is_none());
}
