//! The log of a side under fog of war, which names no unit that the side does not see.

use breachline::battle;
use breachline::battle::validate_order;
use breachline::battle::{BattleEvent, History, Order, OrderRecord, SideHistory, Target};
use breachline::content::SkirmishOverrides;
use breachline::dice::Trace;
use breachline::model::{Side, UnitId};
use breachline::rules::Light;

use crate::common::{Fight, Setup, gun, knife, quick_sheet};
use crate::fog::{foggy, shown, walled};
use crate::skirmish::{Goal, begin_with, choose, replays, shipped};

/// The history of a side over this many of the last orders.
fn lived(fight: &mut Fight, side: u8, last: usize) -> SideHistory {
    let chapters = fight.world.resource::<History>().records().to_vec();
    let from = chapters.len() - last;
    fight.view(|view| view.side_history(&chapters[from..], Side(side)))
}

fn events(lived: &SideHistory) -> impl Iterator<Item = &BattleEvent> {
    lived.records.iter().flat_map(|chapter: &OrderRecord| &chapter.events).map(|one| &one.event)
}

#[test]
fn a_way_out_of_sight_is_not_told() {
    let mut fight = walled(foggy())
        .unit(0, (8, 8), quick_sheet(4, 4), &[knife()])
        .unit(1, (12, 8), quick_sheet(3, 3), &[gun(5)])
        .start_battle(&[6, 1]);
    fight.walk(1, &[(8, 7), (8, 6)]).expect("open ground");
    let other = lived(&mut fight, 1, 1);
    assert!(other.is_empty() && !other.knows_order, "{other:?}");
    assert_eq!(other.hidden, [UnitId(1)].into());
    let own = lived(&mut fight, 0, 1);
    assert!(own.knows_order && own.hidden.is_empty());
    assert!(events(&own).any(|event| matches!(event, BattleEvent::Stepped { .. })));
}

#[test]
fn of_a_way_only_the_part_in_sight_is_told() {
    let mut fight = walled(foggy())
        .unit(0, (8, 6), quick_sheet(4, 4), &[knife()])
        .unit(1, (12, 8), quick_sheet(3, 3), &[gun(5)])
        .start_battle(&[6, 1]);
    let path = [(8, 7), (8, 8), (8, 9), (8, 10), (9, 10)];
    fight.walk(1, &path).expect("open ground");
    let other = lived(&mut fight, 1, 1);
    let steps = events(&other).filter(|event| matches!(event, BattleEvent::Stepped { .. })).count();
    assert!(other.knows_order && steps > 0 && steps < path.len(), "{steps} steps");
    assert!(events(&other).all(|event| !matches!(event, BattleEvent::Spotted { side: Side(0), .. })));
    assert!(other.hidden.is_empty(), "it was seen in the end");
}

/// Unit 1 in the dark far from unit 2, which it sees and shoots at.
fn from_the_dark() -> Fight {
    foggy()
        .ground(&[(5, 5)], |ground| ground.light = Light::Dark)
        .unit(0, (5, 5), quick_sheet(4, 4), &[gun(5)])
        .unit(1, (15, 5), quick_sheet(3, 3), &[gun(5)])
        .start_battle(&[6, 1])
}

#[test]
fn a_shot_out_of_the_dark_is_told_without_its_shooter() {
    let mut fight = from_the_dark();
    assert_eq!((shown(&mut fight, 0), shown(&mut fight, 1)), (vec![1, 2], vec![2]));
    let before = fight.world.resource::<History>().records().len();
    fight.shoot(1, 2, 0, [6, 0, 0]);
    let count = fight.world.resource::<History>().records().len() - before;
    let other = lived(&mut fight, 1, count);
    assert_eq!(other.hidden, [UnitId(1)].into());
    assert!(other.knows_order, "the target knows of the shot");
    assert!(events(&other).any(|event| matches!(event, BattleEvent::AttackResolved { .. })));
    let harm = events(&other).any(|event| matches!(event, BattleEvent::Harmed { unit: UnitId(2), .. }));
    assert!(harm, "damage to own units is shown in full");
    let rolls = other.records.iter().flat_map(|chapter| &chapter.events).flat_map(|one| &one.trace);
    let who: Vec<_> = rolls
        .filter_map(|step| if let Trace::Rolled(record) = step { Some(record.who) } else { None })
        .collect();
    assert!(!who.contains(&Some(UnitId(1))), "the dice of the hidden shooter are not shown");
    let own = lived(&mut fight, 0, count);
    assert!(own.hidden.is_empty());
}

#[test]
fn a_foggy_fight_replays_with_the_same_hashes() {
    let overrides = SkirmishOverrides { fog_of_war: Some(true), ..SkirmishOverrides::default() };
    let mut fight = begin_with(shipped("warehouse", &overrides), 11);
    for _ in 0..60 {
        step(&mut fight);
    }
    replays(&mut fight);
    assert!(fight.view(|view| view.has_fog_of_war()));
}

/// Gives one order of a simple player, who knows what its side knows and heads for enemies that it may not see yet.
fn step(fight: &mut Fight) {
    if fight.outcome().is_some() {
        return;
    }
    if let Some(answer) = fight.asked().first().cloned() {
        fight.answer(&answer);
        return;
    }
    let orders = fight.view(|view| choose(view, [Goal::Enemy; 2]));
    let order = orders.into_iter().find(|order| battle::preview_order(&mut fight.world, order).is_ok());
    fight.submit(order.expect("a phase can always be ended"));
}

/// All texts of a side's history.
fn words(lived: &SideHistory) -> String {
    let mut words = String::new();
    for one in lived.records.iter().flat_map(|chapter| &chapter.events) {
        match &one.event {
            BattleEvent::AttackResolved { words: said, .. } | BattleEvent::RuleNote { text: said, .. } => {
                words += &said.to_string()
            }
            BattleEvent::SpecialActionDone { label, .. } => words += &label.to_string(),
            _ => {}
        }
        for step in &one.trace {
            match step {
                Trace::Decided { question, answer, .. } => words += &format!("{question} {answer}"),
                Trace::Noted(note) => words += &note.text.to_string(),
                Trace::Rolled(_) => {}
            }
        }
        words.push('\n');
    }
    words
}

#[rstest::rstest]
#[case::warehouse("warehouse", 3)]
#[case::street("street", 7)]
fn nothing_a_side_is_shown_names_whom_it_does_not_see(#[case] id: &str, #[case] seed: u64) {
    let overrides = SkirmishOverrides { fog_of_war: Some(true), ..SkirmishOverrides::default() };
    let mut fight = begin_with(shipped(id, &overrides), seed);
    let (mut unseen, mut spotted) = (0, 0);
    for _ in 0..120 {
        step(&mut fight);
        if fight.outcome().is_some() {
            break;
        }
        let last = fight.world.resource::<History>().records().last().expect("an order").clone();
        let all: Vec<(UnitId, Side, String)> = fight.view(|view| {
            view.units().map(|unit| (*unit.id, *unit.side, unit.identity.name().to_owned())).collect()
        });
        for side in [0, 1].map(Side) {
            let lived = lived(&mut fight, side.0, 1);
            let told = words(&lived);
            spotted += events(&lived).filter(|event| matches!(event, BattleEvent::Spotted { .. })).count();
            for hidden in &lived.hidden {
                let name = &all.iter().find(|(id, ..)| id == hidden).expect("a unit").2;
                assert!(!told.contains(name.as_str()), "{name} in {told}");
            }
            for happening in lived.records.iter().flat_map(|chapter| &chapter.events) {
                assert!(last.events.iter().any(|one| one.visibility == happening.visibility));
                assert!(happening.visibility.is_told_to(side));
            }
            fight.seen_by(side.0, |view| {
                for (id, of, name) in &all {
                    let knows = side == *of || view.viewer_knowledge().is_some_and(|known| known.sees(*id));
                    assert_eq!(view.unit(*id).is_some(), knows);
                    assert_eq!(view.units().any(|unit| unit.id == id), knows);
                    if knows {
                        continue;
                    }
                    unseen += 1;
                    assert!(!view.hide_unseen_names(format!("{name} runs")).contains(name.as_str()));
                    let own = all.iter().filter(|(_, of, _)| *of == side);
                    for (unit, ..) in own {
                        let order = Order::attack(*unit, Target::Unit(*id), 0, None);
                        let refusal = validate_order(view, &order).expect_err("the target is unseen");
                        assert!(!refusal.to_string().contains(name.as_str()), "{refusal}");
                    }
                }
            });
        }
    }
    assert!(unseen > 20 && spotted > 0, "{unseen} unseen, {spotted} spotted: the fight tests nothing");
}

/// Without fog of war the knowledge of the sides is not part of the state, and the hashes stay the same.
#[test]
fn without_fog_of_war_the_hash_does_not_include_knowledge() {
    let hash = |setup: Setup| {
        let mut fight = setup
            .unit(0, (8, 8), quick_sheet(4, 4), &[knife()])
            .unit(1, (12, 8), quick_sheet(3, 3), &[gun(5)])
            .start_battle(&[6, 1]);
        battle::battle_hash(&mut fight.world)
    };
    assert_eq!(hash(Setup::new()), hash(Setup::new()));
    assert_ne!(hash(Setup::new()), hash(foggy()));
}
