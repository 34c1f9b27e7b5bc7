//! The shipped scenes of the Lab: what each of them shows, and the recorded outcome of its action.
//!
//! `UPDATE_EXPECT=1` renews the record; read the changes before you keep them.

use std::fmt::Write as _;
use std::path::PathBuf;

use bevy_ecs::prelude::World;
use breachline::battle::{self, BattleEvent, BattleSnapshot, BattleView};
use breachline::content::{self, Content, LabScene};
use breachline::field;
use breachline::lab::action_replay::ActionReplay;
use breachline::lab::{BookComparison, aimed_attack, overlay, set_up_scene};
use breachline::model::{Cell, UnitId};
use breachline::rules::Book;
use expect_test::expect_file;

/// Seed of the dice of every recorded action.
const SEED: u64 = 1;

fn content() -> Content {
    let loaded = content::load_content(&[PathBuf::from("assets")]);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    loaded.content
}

fn scene(content: &Content, id: &str) -> LabScene {
    content.labs.get(id).unwrap_or_else(|| panic!("no scene {id}")).clone()
}

/// Reads the battle of a scene under its own book.
fn read<T>(id: &str, read: impl FnOnce(&BattleView) -> T) -> T {
    let content = content();
    let scene = scene(&content, id);
    let mut world = battle::new_battle_world();
    set_up_scene(&mut world, &scene, &content, scene.skirmish.rules.book()).expect("arranged");
    battle::with_view(&mut world, |view| read(view))
}

/// Events of a scene's action under its own book.
fn happens(id: &str, seed: u64) -> Vec<BattleEvent> {
    let content = content();
    let scene = scene(&content, id);
    let mut world = battle::new_battle_world();
    let story = ActionReplay::resolve(&mut world, &scene, &content, scene.skirmish.rules.book(), seed, &[])
        .expect("resolved");
    let happenings = story.orders().iter().flat_map(|chapter| &chapter.events);
    happenings.map(|happening| happening.event.clone()).collect()
}

/// Share of a target that is hidden from the scene's attacker.
fn hidden(view: &BattleView, attacker: u32, target: u32) -> u8 {
    let (one, other) = (view.unit(UnitId(attacker)).expect("one"), view.unit(UnitId(target)).expect("other"));
    field::hidden_share(view.field().grid(), one.cell(), one.body(), other.cell(), other.body())
}

#[test]
fn every_scene_has_its_recorded_outcome() {
    let content = content();
    assert!(content.labs.len() >= 13);
    let mut record = String::new();
    for (id, scene) in &content.labs {
        let mut world = battle::new_battle_world();
        let own = scene.skirmish.rules.book();
        writeln!(record, "{id}").expect("memory");
        for verdict in BookComparison::default().forecast_all(scene, &content) {
            let said = match verdict.result {
                Ok(told) => {
                    let odds = &told.forecast.odds;
                    format!(
                        "{}, hits {:.6}, harms {:.6}, mean {:.6}, out {:.6}",
                        told.weapon, odds.hit, odds.harm, odds.mean, odds.out
                    )
                }
                Err(why) => why,
            };
            writeln!(record, "  {}: {said}", verdict.book.id()).expect("memory");
        }
        match ActionReplay::resolve(&mut world, scene, &content, own, SEED, &[]) {
            Ok(story) => {
                for happening in story.orders().iter().flat_map(|chapter| &chapter.events) {
                    let text = format!("{:?}", happening.event);
                    let name = text.split([' ', '(', '{']).next().unwrap_or_default();
                    writeln!(record, "    {name}, {} steps", happening.trace.len()).expect("memory");
                }
            }
            Err(why) => writeln!(record, "    {why}").expect("memory"),
        }
    }
    expect_file!["outcomes.txt"].assert_eq(&record);
}

#[test]
fn the_same_dice_tell_the_same_story_and_prefixes_lead_to_it() {
    let content = content();
    for scene in content.labs.values() {
        let book = scene.skirmish.rules.book();
        let mut world = battle::new_battle_world();
        let Ok(story) = ActionReplay::resolve(&mut world, scene, &content, book, SEED, &[]) else { continue };
        let after = positions(&mut world);
        set_up_scene(&mut world, scene, &content, book).expect("arranged");
        // Replayed in three parts, as a user steps through it.
        let all = story.steps().len();
        for upto in [all / 3, 2 * all / 3, all] {
            battle::replay_events(&mut world, &story.orders_until(upto));
        }
        assert_eq!(positions(&mut world), after, "{}", scene.skirmish.name);
        assert!(story.orders_until(0).is_empty());
    }
}

/// Square, health and state of every unit.
fn positions(world: &mut World) -> Vec<(UnitId, Cell, String)> {
    battle::with_view(world, |view| {
        let told = |unit: battle::UnitDataItem| {
            (*unit.id, unit.cell(), format!("{:?} {:?}", unit.health.condition(), unit.out_of_action.down()))
        };
        view.units().map(told).collect()
    })
}

#[test]
fn walls_hide_all_or_a_part() {
    read("full_cover", |view| assert_eq!(hidden(view, 1, 2), 100));
    read("partial_cover", |view| {
        let share = hidden(view, 1, 2);
        assert!((1..100).contains(&share), "{share}");
        assert_eq!(hidden(view, 1, 3), 0, "beside the wall");
    });
    read("corner", |view| {
        assert!(hidden(view, 1, 3) < 100, "around the corner");
        assert_eq!(hidden(view, 4, 3), 100, "from the middle of the wall");
    });
}

#[test]
fn glass_hides_nothing_and_breaks_and_drywall_hides_and_lets_through() {
    read("glass", |view| assert!(hidden(view, 1, 2) <= 10, "except behind the frame"));
    let broken = |event: &BattleEvent| matches!(event, BattleEvent::BarrierDamaged { .. });
    assert!(happens("glass", SEED).iter().any(broken));
    read("drywall", |view| {
        assert_eq!(hidden(view, 1, 2), 100);
        let scene = scene(&content(), "drywall");
        let attack = aimed_attack(view, &scene.aim.expect("an aim")).expect("an attack");
        assert_eq!(attack.barriers.len(), 1);
        let odds = breachline::rules::play::preview(&attack).expect("odds");
        assert!(odds.harm > 0.0, "bullets go through");
    });
}

#[test]
fn shields_are_crossed_before_those_who_hold_them() {
    read("human_shield", |view| {
        let scene = scene(&content(), "human_shield");
        let attack = aimed_attack(view, &scene.aim.expect("an aim")).expect("an attack");
        assert!(attack.defender().expect("an attack on a unit").behind.is_some());
        assert_eq!(attack.barriers.len(), 1, "the captive's body");
        let line = overlay::sight_line(&BattleSnapshot::from_view(view, None), UnitId(1), UnitId(3))
            .expect("both are on the map");
        assert_eq!((line.fire.hidden, line.crossed.len()), (attack.sight.hidden, 1));
        assert_eq!(line.crossed[0].barrier, attack.barriers[0]);
    });
}

#[test]
fn pillars_and_corridors_keep_blasts_away() {
    read("pillar", |view| {
        let reached = |unit| {
            let cell = view.unit(UnitId(unit)).expect("on the map").cell();
            field::blast_reaches(view.field().grid(), Cell::new(6, 5), cell)
        };
        assert_eq!([2, 3, 4].map(reached), [false, true, true], "no unit is sheltered by the slim pillar");
    });
    read("corridor", |view| {
        let reached = |unit| {
            let cell = view.unit(UnitId(unit)).expect("on the map").cell();
            field::blast_reaches(view.field().grid(), Cell::new(9, 3), cell)
        };
        assert_eq!([2, 3, 4, 5].map(reached), [true, true, false, false]);
    });
}

/// Events of a scene's action with the first seed with which it throws the target.
fn thrown(id: &str) -> Vec<BattleEvent> {
    let flies = |event: &BattleEvent| matches!(event, BattleEvent::Stepped { unit: UnitId(2), .. });
    (0..40)
        .map(|seed| happens(id, seed))
        .find(|events| events.iter().any(flies))
        .expect("the target is thrown with one of the seeds")
}

/// The last square of a unit that moved.
fn ends(events: &[BattleEvent], unit: u32) -> Option<Cell> {
    events.iter().rev().find_map(|event| match event {
        BattleEvent::Stepped { unit: who, to, .. } if *who == UnitId(unit) => Some(*to),
        _ => None,
    })
}

#[test]
fn blows_throw_through_walls_off_roofs_and_into_others() {
    let broken = |events: &Vec<BattleEvent>| {
        events.iter().any(|event| matches!(event, BattleEvent::BarrierHoled { .. }))
    };
    let events =
        (0..40).map(|seed| happens("through_a_wall", seed)).find(broken).expect("through the drywall");
    assert!(ends(&events, 2).is_some_and(|end| (7..=10).contains(&end.x)), "between the walls");
    let events = thrown("off_the_roof");
    assert!(ends(&events, 2).is_some_and(|end| end.x >= 8), "over the edge");
    assert!(events.iter().any(|event| matches!(event, BattleEvent::Harmed { unit: UnitId(2), .. })));
    let events = thrown("chain");
    assert!(ends(&events, 2).is_some_and(|end| end.x > 4));
    assert!(
        events.iter().any(|event| matches!(event, BattleEvent::Harmed { unit: UnitId(3), .. })),
        "the medic is hit"
    );
}

#[test]
fn walls_wear_down_and_break() {
    let damaged = |id: &str| {
        let strikes = |event: &BattleEvent| matches!(event, BattleEvent::BarrierDamaged { .. });
        (0..40).any(|seed| happens(id, seed).iter().any(strikes))
    };
    assert!(damaged("worn_cover"), "shots at the units behind it wear it down");
    assert!(damaged("breach"));
    read("breach", |view| assert!(hidden(view, 1, 2) <= 25, "seen through the hole"));
    assert_eq!(scene(&content(), "worn_cover").skirmish.rules.book(), Book::Circumstances);
}
