//! Attacks with knockback: chapter KNOCK of Aberrant, and the same chapter borrowed.

use breachline::battle::{BattleEvent, BattleOutcome, EndReason};
use breachline::content::Objective;
use breachline::model::{BarrierId, CellSide};
use breachline::rules::aberrant::Weapon;

use super::aberrant::{aberrant, sheet};
use crate::common::books::d10_faces;
use crate::common::{Fight, SHOT, Setup, edge, gun, quick_sheet};

/// Ten dice of bashing, by hand.
pub(super) fn maul() -> Weapon {
    ron::from_str(r#"(name: "maul", class: melee, skill: melee, damage: "10B", mass_g: 900)"#)
        .expect("a weapon")
}

/// Unit 1 attacks unit 2 to the east; 10 dice less 2 x 2 throw it 3 m.
fn brawl(setup: Setup) -> Fight {
    let light = |change: u8| sheet(|sheet| (sheet.density, sheet.strength) = (0, change));
    setup.nova(0, (5, 5), light(2), &[maul()]).nova(1, (6, 5), light(2), &[]).start_battle(&[6, 1])
}

fn told(events: &[BattleEvent]) -> Vec<String> {
    events
        .iter()
        .filter_map(|event| {
            if let BattleEvent::RuleNote { text, .. } = event { Some(text.to_string()) } else { None }
        })
        .collect()
}

#[test]
fn ab_knock_02_a_thrown_unit_flies_straight_away_from_the_attacker() {
    let mut fight = brawl(aberrant());
    // A hit of margin 1; 8 dice behind 2 of soak; 3 m are Dexterity 3: five dice, four needed.
    fight.queue_dice(&d10_faces(&[(1, 6), (0, 8), (0, 5)]));
    let events = fight.attack_with(1, 2, 0, None);
    assert_eq!((fight.cell(2), fight.prone(2), fight.dice_left()), ((9, 5), true, 0));
    assert!(told(&events).contains(&"is thrown back 3 m".to_owned()), "{:?}", told(&events));
}

#[test]
fn ab_knock_02_a_metre_for_every_two_dice_over_the_threshold() {
    // Strength 2: a threshold of 4; the dice that are left behind 2 of soak, and those of keeping one's feet.
    for (dice, soaked, cell, feet) in
        [("5B", 3, (6, 5), None), ("6B", 4, (7, 5), Some(false)), ("6B", 4, (7, 5), Some(true))]
    {
        let light = || sheet(|sheet| sheet.density = 0);
        let blow = Weapon { damage: dice.parse().expect("damage"), ..maul() };
        let mut fight =
            aberrant().nova(0, (5, 5), light(), &[blow]).nova(1, (6, 5), light(), &[]).start_battle(&[6, 1]);
        fight.queue_dice(&d10_faces(&[(1, 6), (0, soaked)]));
        // Difficulty 1: two successes of five.
        fight.queue_dice(&d10_faces(
            &feet.map(|stands| (if stands { 2 } else { 1 }, 5)).into_iter().collect::<Vec<_>>(),
        ));
        fight.attack_with(1, 2, 0, None);
        assert_eq!(
            (fight.cell(2), fight.prone(2), fight.dice_left()),
            (cell, feet == Some(false), 0),
            "{dice}"
        );
    }
}

#[test]
fn ab_knock_25_a_wall_holds() {
    let wall = |kind: &mut breachline::content::BarrierKind| (kind.armor, kind.height_cm) = (16, 300);
    let mut fight = brawl(aberrant().barrier(edge(7, 5, CellSide::East), wall));
    // One square, then 2 m left: one die of a crash, against 2 of soak a ping.
    fight.queue_dice(&d10_faces(&[(1, 6), (0, 8), (0, 1), (4, 5)]));
    let events = fight.attack_with(1, 2, 0, None);
    assert_eq!((fight.cell(2), fight.prone(2), fight.dice_left()), ((7, 5), false, 0));
    assert!(told(&events).iter().any(|text| text.starts_with("crashes into")), "{:?}", told(&events));
}

#[test]
fn ab_knock_19_into_another_unit() {
    let setup = aberrant().nova(1, (8, 5), sheet(|_| {}), &[]);
    let light = || sheet(|sheet| sheet.density = 0);
    let mut fight =
        setup.nova(0, (5, 5), light(), &[maul()]).nova(1, (6, 5), light(), &[]).start_battle(&[1, 6, 1]);
    // The unit it strikes stands beside it: one die for each of the two.
    fight.queue_dice(&d10_faces(&[(1, 6), (0, 8), (0, 1), (0, 1), (4, 5)]));
    fight.attack_with(2, 3, 0, None);
    assert_eq!((fight.cell(3), fight.cell(1), fight.dice_left()), ((7, 5), (8, 5), 0));
}

#[test]
fn ab_knock_01_borrowed_by_swan_song_and_switched_off() {
    for (on, cell) in [("on", (8, 5)), ("off", (6, 5))] {
        let mut target = quick_sheet(3, 3);
        (target.attributes.strength, target.attributes.body) = (1, 1);
        target.flesh = Some(60);
        let mut fight = Setup::new()
            .switch("borrow.knockback", on)
            .unit(0, (5, 5), quick_sheet(4, 4), &[gun(8)])
            .unit(1, (6, 5), target, &[])
            .start_battle(&[6, 1]);
        // DV 8 and a net hit against a threshold of 4: 2 m.
        fight.land(1, 2, 0, SHOT, [1, 0, 0]);
        assert_eq!(fight.cell(2), cell, "{on}");
    }
}

#[test]
fn ab_knock_14_into_what_stands_aslant() {
    let crate_there = |kind: &mut breachline::content::BarrierKind| kind.height_cm = 120;
    let mut fight = brawl(aberrant().barrier(crate::common::square(9, 7), crate_there));
    // Two successes at +1: a hit, and 3 m towards the crate in the south-east.
    fight.queue_dice(&d10_faces(&[(2, 6), (0, 8), (0, 5)]));
    fight.attack_with(1, 2, 0, Some("into_object"));
    assert_eq!((fight.cell(2), fight.dice_left()), ((8, 7), 0));
    crate::skirmish::replays(&mut fight);
}

#[test]
fn ab_knock_14_one_success_is_a_miss() {
    let crate_there = |kind: &mut breachline::content::BarrierKind| kind.height_cm = 120;
    let mut fight = brawl(aberrant().barrier(crate::common::square(9, 7), crate_there));
    fight.queue_dice(&d10_faces(&[(1, 6)]));
    fight.attack_with(1, 2, 0, Some("into_object"));
    assert_eq!((fight.cell(2), fight.dice_left()), ((6, 5), 0));
}

#[test]
fn ab_knock_14_needs_something_behind() {
    let mut fight = brawl(aberrant());
    assert_eq!(fight.attack_error(1, 2, 0, Some("into_object")), "AB-KNOCK-14");
}

/// Five successes at +2, with a second unit two squares behind the target; this many of the three net successes are used
/// against the second unit.
fn into_second_unit(rest: &str, faces: &[(usize, usize)]) -> (Fight, Vec<BattleEvent>) {
    into_unit_at((8, 6), rest, faces)
}

/// The same with the other unit on this square.
fn into_unit_at(at: (i32, i32), rest: &str, faces: &[(usize, usize)]) -> (Fight, Vec<BattleEvent>) {
    let light = || sheet(|sheet| (sheet.density, sheet.strength) = (0, 2));
    let setup = aberrant().nova(0, (5, 5), light(), &[maul()]).nova(1, (6, 5), light(), &[]);
    let mut fight = setup.nova(1, at, light(), &[]).start_battle(&[6, 1, 1]);
    fight.queue_dice(&d10_faces(faces));
    fight.attack_with(1, 2, 0, Some("into_somebody"));
    assert_eq!(fight.asked(), ["1", "2", "0"]);
    let events = fight.answer(rest);
    (fight, events)
}

#[test]
fn ab_knock_15_two_successes_are_a_miss() {
    let light = || sheet(|sheet| (sheet.density, sheet.strength) = (0, 2));
    let setup = aberrant().nova(0, (5, 5), light(), &[maul()]).nova(1, (6, 5), light(), &[]);
    let mut fight = setup.nova(1, (8, 6), light(), &[]).start_battle(&[6, 1, 1]);
    fight.queue_dice(&d10_faces(&[(2, 6)]));
    fight.attack_with(1, 2, 0, Some("into_somebody"));
    assert_eq!((fight.asked(), fight.cell(2), fight.dice_left()), (Vec::new(), (6, 5), 0));
}

#[test]
fn ab_knock_16_both_are_hit() {
    // Margin 2: nine dice behind the soak, then a die of a crash for each of the two, then its feet.
    let (fight, events) = into_second_unit("1", &[(5, 6), (0, 9), (0, 1), (0, 1), (5, 5)]);
    assert!(told(&events).iter().any(|text| text.starts_with("crashes into unit3")), "{:?}", told(&events));
    assert_eq!(fight.dice_left(), 0);
}

#[test]
fn ab_knock_16_a_thrown_unit_flies_past_another_one() {
    // Margin 3: ten dice, straight on, 4 m, also with the other unit in the way.
    for at in [(8, 6), (8, 5)] {
        let (mut fight, events) = into_unit_at(at, "0", &[(5, 6), (0, 10)]);
        assert!(told(&events).iter().all(|text| !text.starts_with("crashes")), "{:?}", told(&events));
        assert_eq!((fight.cell(2), fight.dice_left()), ((10, 5), 0));
    }
}

#[test]
fn ab_obj_16_a_bunker_is_taken_when_its_crew_is_out() {
    let light = || sheet(|sheet| (sheet.density, sheet.strength) = (0, 2));
    let blow = Weapon { damage: "30L".parse().expect("damage"), ..maul() };
    let bunker = |skirmish: &mut breachline::content::Skirmish| {
        let cells = vec![breachline::model::Cell::new(6, 5), breachline::model::Cell::new(7, 5)];
        skirmish.map.zones.insert("bunker".to_owned(), cells);
        skirmish.objectives = vec![Objective::Clear { side: 0, zone: "bunker".to_owned() }];
    };
    let thick = |kind: &mut breachline::content::BarrierKind| (kind.armor, kind.structure) = (32, 16);
    let setup = aberrant().skirmish(bunker).barrier(edge(7, 5, CellSide::North), thick);
    let setup = setup.nova(0, (5, 5), light(), &[blow]);
    let mut fight =
        setup.nova(1, (6, 5), light(), &[]).nova(1, (20, 15), light(), &[]).start_battle(&[6, 1, 1]);
    assert_eq!(fight.outcome(), None);
    // Every die succeeds.
    fight.queue_dice(&[10; 80]);
    fight.attack_with(1, 2, 0, None);
    let taken = BattleOutcome { winner: Some(breachline::model::Side(0)), ending: EndReason::Taken };
    assert_eq!(fight.outcome(), Some(taken));
    let walls = fight.view(|view| view.barrier(BarrierId(0)).map(|wall| wall.state.damage()));
    assert_eq!(walls, Some(0), "no wall was damaged");
}
