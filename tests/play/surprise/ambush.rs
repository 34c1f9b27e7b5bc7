//! Ambushes. Chapter AMB.

use breachline::content::SkirmishOverrides;
use breachline::rules::swan_song::Skill;

use super::*;
use crate::skirmish::{Goal, begin_with, play, replays, shipped};

#[test]
fn ss_amb_01_thirteen_dice_and_ss_amb_03_unseen_prey() {
    // A wall stands between the ambusher and its prey.
    let faces = [&PASSED[..], &[5, 5, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3], &[1, 1, 1]].concat();
    let mut fight = Setup::new()
        .switch("ss.alert_test", "off")
        .unit(0, (5, 5), prey(), &[knife()])
        .unit(1, (10, 5), quick_sheet(4, 3), &[gun(5)])
        .skirmish(|skirmish| skirmish.units[1].concealed = true)
        .barrier(edge(7, 5, EdgeSide::East), |_| ())
        .start_battle(&faces);
    let pools: Vec<u32> =
        fight.records().iter().filter(|it| it.why == "surprise").map(|it| it.dice.count).collect();
    assert_eq!(pools, [7, 13]);
    assert_eq!(surprised_by(&mut fight, HUNTER), [PREY]);
}

#[test]
fn ss_amb_02_watched_units_surprise_no_enemy() {
    let mut fight = sprung(prey(), [Hides::Ambush, Hides::No], &FAILED);
    assert_eq!(fight.records().iter().filter(|record| record.why == "surprise").count(), 1);
    assert!(surprised_by(&mut fight, HUNTER).is_empty());
}

#[test]
fn ss_amb_04_quicker_prey_acts_first() {
    let mut sheet = quick_sheet(11, 6);
    sheet.skills.insert(Skill::Perception, 0);
    let test = [5; 17];
    let mut fight = sprung(sheet, [Hides::Ambush, Hides::No], &test);
    assert_eq!((fight.score(PREY), fight.acting()), (18, Some(PREY)));
    assert!(fight.score(HUNTER) < 18);
}

#[test]
fn ss_amb_05_waiting_costs_no_die() {
    let mut fight = sprung(prey(), [Hides::Ambush, Hides::No], &FAILED);
    let scene = fight.scene(HUNTER, PREY, 0, SHOT);
    assert_eq!(AttackPlan::new(&scene).attack.pool(), 7);
}

#[test]
fn a_waiting_ambush_is_sprung_by_its_first_shot() {
    let mut fight = setup(prey(), [Hides::Waits, Hides::No])
        .barrier(edge(9, 5, EdgeSide::East), |kind| kind.height_cm = 100)
        .start_battle(&[1, 6, 1]);
    assert!(fight.unit(HUNTER, |unit| unit.status.has(StatusKind::Concealed)));
    assert!(!fight.rolled("surprise"));
    fight.until(HUNTER);
    fight.attack(HUNTER, PREY, 0, SHOT).expect("a shot");
    assert!(fight.rolled("surprise"));
}

#[test]
fn the_shipped_ambush_is_sprung_and_fought_out() {
    let mut fight = begin_with(shipped("culvert", &SkirmishOverrides::default()), 7);
    assert!(fight.unit(7, |unit| unit.status.has(StatusKind::Concealed)), "the lurking unit is still hidden");
    play(&mut fight, [Goal::Enemy; 2]);
    replays(&mut fight);
    let history = fight.world.resource::<breachline::battle::History>();
    let events = history.records().iter().flat_map(|chapter| &chapter.events);
    let appeared = events.filter_map(|step| match &step.event {
        BattleEvent::Revealed { units } => Some(units.len()),
        _ => None,
    });
    assert_eq!(appeared.collect::<Vec<_>>()[..1], [2], "the two in the hedges strike at once");
}
