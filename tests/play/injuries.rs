//! Critical Injuries in play: chapter CRIT.

use breachline::battle::BattleEvent;
use breachline::model::UnitId;
use breachline::rules::swan_song::{Sheet, Weapon};

use crate::common::{Fight, Setup, gun, knife, quick_sheet, sheet, slow_sheet, stunner, vitals};

/// A shooter, its victim, and a friend of the victim.
fn shot(victim: Sheet, gun: Weapon, names: &str) -> Fight {
    let mut fight = Setup::new()
        .switch("ss.injury_names", names)
        .unit(0, (5, 5), quick_sheet(9, 3), &[gun])
        .unit(1, (10, 5), victim, &[knife()])
        .unit(1, (25, 15), slow_sheet(), &[])
        .start_battle(&[1, 6, 1]);
    fight.shoot(1, 2, 0, [1, 0, 0]);
    fight
}

fn injuries(fight: &mut Fight) -> u8 {
    fight.unit(2, |unit| vitals(unit).injuries)
}

fn flesh(flesh: u32) -> Sheet {
    Sheet { flesh: Some(flesh), ..sheet() }
}

#[test]
fn ss_crit_01_an_injury_slows_at_once() {
    // 7 damage of 20 Flesh: no wound but the injury.
    let mut fight = shot(flesh(20), gun(7), "on");
    assert_eq!((injuries(&mut fight), fight.score(2)), (1, 11));
}

#[test]
fn ss_crit_05_going_down() {
    let mut fight = shot(flesh(5), gun(5), "on");
    assert_eq!((injuries(&mut fight), fight.flesh(2)), (1, 0));
    assert!(fight.clauses().contains(&"SS-CRIT-05"));
}

#[test]
fn ss_crit_04_names_change_no_number() {
    let [mut with, mut without] = ["on", "off"].map(|names| shot(flesh(20), gun(7), names));
    assert_eq!(injuries(&mut with), injuries(&mut without));
    assert_eq!(with.score(2), without.score(2));
    let told = |fight: &Fight| {
        let history = fight.world.resource::<breachline::battle::History>();
        let last = history.records().last().expect("an attack").events.clone();
        format!("{last:?}").contains("It looks like ")
    };
    assert_eq!((told(&with), told(&without)), (true, false));
}

#[test]
fn ss_crit_08_shields_keep_injuries_away() {
    let mut fight = shot(Sheet { shield: 4, ..flesh(20) }, gun(9), "on");
    assert_eq!((injuries(&mut fight), fight.flesh(2)), (0, 15));
}

#[test]
fn ss_crit_10_strain_leaves_none() {
    let mut fight = shot(flesh(20), stunner(9), "on");
    assert_eq!((injuries(&mut fight), fight.strain(2)), (0, 9));
}

#[test]
fn ss_crit_11_both_at_once() {
    let mut fight = shot(flesh(10), gun(10), "on");
    assert_eq!(injuries(&mut fight), 2);
    let fell = |event: &BattleEvent| matches!(event, BattleEvent::WentDown { unit: UnitId(2), .. });
    let history = fight.world.resource::<breachline::battle::History>();
    let last = &history.records().last().expect("an attack").events;
    assert!(last.iter().any(|happening| fell(&happening.event)));
}
