//! Objectives of AI players: hostages, ways out and their guards.

use breachline::ai::{self, Difficulty};
use breachline::battle::Order;
use breachline::content::{Objective, SkirmishOverrides, UnitLink};
use breachline::model::Cell;
use breachline::rules::swan_song::Weapon;
use breachline::rules::{Book, CandidateTarget};
use rstest::rstest;

use super::{
    DIFFICULTIES, decided_order, destination_of, even_player, first_target, phase_orders, target_of,
};
use crate::common::{Setup, gun, knife, quick_sheet};
use crate::fog::{foggy, shown, walled};
use crate::skirmish::{load, shipped};

#[test]
fn captors_do_not_shoot_the_hostage_they_hold() {
    let rescue = Objective::Rescue { side: 0, unit: "unit1".to_owned() };
    let mut fight = Setup::new()
        .unit(0, (9, 5), quick_sheet(2, 2), &[])
        .unit(1, (10, 5), quick_sheet(3, 3), &[knife()])
        .tied(UnitLink::Holds("unit1".to_owned()))
        .unit(1, (12, 8), quick_sheet(5, 5), &[gun(9)])
        .unit(0, (20, 14), quick_sheet(2, 2), &[knife()])
        .skirmish(|skirmish| skirmish.objectives = vec![rescue])
        .start_battle(&[1, 1, 6, 1]);
    assert_eq!(fight.acting(), Some(3));
    for level in [Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master] {
        let order = decided_order(&mut fight, level);
        assert_ne!(target_of(&order), Some(1), "{level}: {order:?}");
    }
}

#[test]
fn ab_cancel_01_captors_announce_no_attack_on_the_hostage_they_hold() {
    let book = Some(Book::Aberrant);
    let bundle = shipped("hostage", &SkirmishOverrides { book, ..SkirmishOverrides::default() });
    let hostage = bundle.skirmish.units.iter().position(|unit| unit.name == "Ines").expect("she is held");
    let at_her = format!("@{hostage}");
    for level in DIFFICULTIES {
        let mut fight = load(bundle.clone(), 5);
        let mut announced = Vec::new();
        for _ in 0..40 {
            let Some(side) = ai::side_to_act(&mut fight.world) else { break };
            let asked = fight.view(|view| {
                let (unit, candidates) = view.queue_candidates()?;
                let aims_at_her = |target: &CandidateTarget| target.unit.0 as usize == hostage;
                let key = candidates.first()?.target.as_ref().is_some_and(aims_at_her).then_some("first");
                Some((unit, key))
            });
            let order = decided_order(&mut fight, level);
            if let (Some((_, first)), 1, Order::Decide { answer }) = (asked, side.0, &order) {
                assert!(!answer.ends_with(&at_her) && Some(answer.as_str()) != first, "{level}: {answer}");
                announced.push(answer.clone());
            }
            fight.submit(order);
        }
        assert!(announced.iter().any(|answer| answer != "none"), "{level} announces attacks: {announced:?}");
    }
}

#[test]
fn a_way_out_is_taken_where_the_skirmish_asks_for_it() {
    let setup = Setup::new().unit(0, (20, 10), quick_sheet(4, 4), &[knife()]).unit(
        1,
        (2, 10),
        quick_sheet(3, 3),
        &[knife()],
    );
    let setup = setup.skirmish(|skirmish| {
        skirmish
            .map
            .zones
            .insert("gate".to_owned(), vec![Cell::new(28, 9), Cell::new(28, 10), Cell::new(28, 11)]);
        skirmish.objectives.insert(0, Objective::Escape { side: 0, zone: "gate".to_owned(), units: 1 });
    });
    let mut fight = setup.start_battle(&[6, 1]);
    for level in [Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal] {
        let end = destination_of(&decided_order(&mut fight, level)).unwrap_or_else(|| panic!("{level} goes"));
        assert!(end.x > 20, "{level}: {end:?}");
    }
}

/// Both enemies can shoot at the exit, and there is no attack at hand.
#[test]
fn advice_leads_to_an_exit_in_reach_of_this_turn() {
    let gate = [Cell::new(28, 9), Cell::new(28, 10), Cell::new(28, 11)];
    let setup = Setup::new()
        .unit(0, (25, 10), quick_sheet(4, 4), &[knife()])
        .unit(1, (20, 4), quick_sheet(3, 3), &[gun(9)])
        .unit(1, (20, 16), quick_sheet(3, 3), &[gun(9)]);
    let setup = setup.skirmish(|skirmish| {
        skirmish.map.zones.insert("gate".to_owned(), gate.to_vec());
        skirmish.objectives.insert(0, Objective::Escape { side: 0, zone: "gate".to_owned(), units: 1 });
    });
    let mut fight = setup.start_battle(&[6, 1, 1]);
    let advice = ai::advise(&mut fight.world, 3).expect("a unit acts");
    let end = destination_of(&advice.order);
    assert!(end.is_some_and(|end| gate.contains(&end)), "{:?}", advice.order);
    assert_eq!(advice.candidates[0].order, advice.order);
}

/// Two enemies are equally far; one of them leaves the map with its next move and wins. Lower levels misjudge targets by
/// more than that counts.
#[rstest]
fn an_enemy_about_to_escape_is_attacked_first(
    #[values(Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
) {
    let setup = Setup::new()
        .unit(0, (14, 10), quick_sheet(4, 4), &[gun(5)])
        .unit(1, (6, 10), quick_sheet(3, 3), &[gun(5)])
        .unit(1, (22, 10), quick_sheet(3, 3), &[gun(5)]);
    let setup = setup.skirmish(|skirmish| {
        skirmish.map.zones.insert("gate".to_owned(), vec![Cell::new(26, 9), Cell::new(26, 10)]);
        skirmish.objectives.insert(0, Objective::Escape { side: 1, zone: "gate".to_owned(), units: 1 });
    });
    let mut fight = setup.start_battle(&[6, 1, 1]);
    assert_eq!(first_target(&mut fight, level), 3, "{level}");
}

/// A runner passes a guard; with the exit in reach of its next move it wins.
#[rstest]
fn ss_intc_06_a_unit_about_to_escape_is_not_let_pass(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master)] level: Difficulty,
    #[values(true, false)] may_escape: bool,
) {
    let mut runner = quick_sheet(4, 4);
    runner.attributes.agility = 6;
    let setup =
        Setup::new().unit(0, (1, 1), runner, &[gun(5)]).unit(1, (4, 2), quick_sheet(3, 3), &[knife()]);
    let setup = setup.skirmish(|skirmish| {
        skirmish.map.zones.insert("gate".to_owned(), vec![Cell::new(8, 1), Cell::new(8, 2)]);
        if may_escape {
            skirmish.objectives.insert(0, Objective::Escape { side: 0, zone: "gate".to_owned(), units: 1 });
        }
    });
    let mut fight = setup.start_battle(&[6, 3]);
    fight.walk(1, &[(2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)]).expect("6 squares");
    assert_eq!(fight.asked(), ["pass", "strike"]);
    let weighs = matches!(level, Difficulty::Brutal | Difficulty::Master);
    let answer = if may_escape || weighs { "strike" } else { "pass" };
    assert_eq!(decided_order(&mut fight, level), Order::Decide { answer: answer.to_owned() }, "{level}");
}

/// A guard stands in the exit that an enemy is still far from; without an exit it runs towards it.
#[rstest]
fn a_guard_stays_near_the_exit_that_decides_the_battle(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let squares_left = [true, false].map(|may_escape| {
        let setup = Setup::new().unit(0, (28, 10), quick_sheet(4, 4), &[knife()]).unit(
            1,
            (14, 10),
            quick_sheet(3, 3),
            &[knife()],
        );
        let setup = setup.skirmish(|skirmish| {
            let cells = (0..20).map(|y| Cell::new(28, y)).collect();
            skirmish.map.zones.insert("road".to_owned(), cells);
            if may_escape {
                let escape = Objective::Escape { side: 1, zone: "road".to_owned(), units: 1 };
                skirmish.objectives.insert(0, escape);
            }
        });
        let mut fight = setup.start_battle(&[6, 1]);
        for _ in 0..12 {
            let order = decided_order(&mut fight, level);
            if matches!(order, Order::EndPhase { .. }) {
                break;
            }
            fight.submit(order);
        }
        28 - fight.cell(1).0
    });
    // Fourteen squares less the lead of eight leave six.
    let [guards, attacks] = squares_left;
    assert!(guards <= 6 && attacks > guards, "{level}: {squares_left:?}");
}

/// The enemy is eleven squares from the exit, so that three squares keep the lead; the guard's weapon reaches six.
#[rstest]
fn a_guard_does_not_leave_its_post_to_attack(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    for seed in 0..8 {
        let mut fight = Setup::new()
            .unit(0, (28, 10), quick_sheet(4, 4), &[Weapon { range: 6, ..gun(9) }])
            .unit(1, (17, 10), quick_sheet(3, 3), &[knife()])
            .skirmish(|skirmish| {
                let cells = (0..20).map(|y| Cell::new(28, y)).collect();
                skirmish.map.zones.insert("road".to_owned(), cells);
                let escape = Objective::Escape { side: 1, zone: "road".to_owned(), units: 1 };
                skirmish.objectives.insert(0, escape);
            })
            .start_battle(&[6, 1]);
        phase_orders(&mut fight, &even_player(level, seed));
        assert!(fight.cell(1).0 >= 25, "{level}, {seed}: {:?}", fight.cell(1));
    }
}

/// Lays a road along column 28, by which two units of side 1 win if they may escape.
fn with_road(setup: Setup, may_escape: bool) -> Setup {
    setup.skirmish(|skirmish| {
        let cells = (0..20).map(|y| Cell::new(28, y)).collect();
        skirmish.map.zones.insert("road".to_owned(), cells);
        if may_escape {
            let escape = Objective::Escape { side: 1, zone: "road".to_owned(), units: 2 };
            skirmish.objectives.insert(0, escape);
        }
    })
}

/// Two enemies are far from the exit, and both have to leave. One of three guards stays within four squares of it; without an exit
/// it runs towards them.
#[rstest]
fn one_guard_of_three_stays_at_an_exit_however_far_the_enemies_are(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let squares_left = [true, false].map(|may_escape| {
        let setup = Setup::new()
            .unit(0, (28, 10), quick_sheet(4, 4), &[knife()])
            .unit(0, (18, 6), quick_sheet(3, 3), &[knife()])
            .unit(0, (18, 14), quick_sheet(3, 3), &[knife()])
            .unit(1, (3, 8), quick_sheet(3, 3), &[knife()])
            .unit(1, (3, 12), quick_sheet(3, 3), &[knife()]);
        let mut fight = with_road(setup, may_escape).start_battle(&[6, 1, 1, 1, 1]);
        phase_orders(&mut fight, &even_player(level, 3));
        28 - fight.cell(1).0
    });
    let [guards, attacks] = squares_left;
    assert!(guards <= 4 && attacks > guards, "{level}: {squares_left:?}");
}

/// In fog of war both enemies are behind a wall. One of three units has its post at the exit, although no enemy is in sight.
#[rstest]
fn a_guard_goes_to_its_post_before_any_enemy_is_seen(
    #[values(Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal)] level: Difficulty,
) {
    let ends = [true, false].map(|may_escape| {
        let setup = walled(foggy())
            .unit(0, (20, 10), quick_sheet(4, 4), &[knife()])
            .unit(0, (18, 4), quick_sheet(3, 3), &[knife()])
            .unit(0, (18, 8), quick_sheet(3, 3), &[knife()])
            .unit(1, (3, 3), quick_sheet(3, 3), &[knife()])
            .unit(1, (3, 6), quick_sheet(3, 3), &[knife()]);
        let mut fight = with_road(setup, may_escape).start_battle(&[6, 1, 1, 1, 1]);
        assert_eq!(shown(&mut fight, 0), [1, 2, 3], "no enemy is in sight");
        phase_orders(&mut fight, &even_player(level, 3));
        fight.cell(1).0
    });
    let [guards, searches] = ends;
    assert!(guards > 20 && searches <= 20, "{level}: {ends:?}");
}
