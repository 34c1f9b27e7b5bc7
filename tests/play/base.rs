//! Chapter BASE in play: pools, ranges, and units that are out of action.

use std::path::Path;

use breachline::battle::journal::{self, Journal};
use breachline::battle::{self, Obstruction, Order, OrderError, Pace, Target, TargetRejection};
use breachline::dice::Clause;
use breachline::model::{BarrierId, CellSide, ObstaclePosition, UnitId};
use breachline::rules::swan_song::{DownState, FireMode, HitResult, Sheet, Skill, Weapon};

use crate::attack::{range, shoot, steady};
use crate::common::{
    Fight, SHOT, Setup, contact, edge, gun, knife, quick_sheet, rifle, sheet, slow_sheet, stunner,
};

#[test]
fn ss_base_03_a_defence_without_dice_counts() {
    let mut fight = range(5, steady(1, 1), &[rifle()]);
    fight.land(1, 2, 0, Some(FireMode::FullAutoComplex), [0, 0, 0]);
    assert_eq!(fight.pool("defence"), 0);
    assert_eq!(fight.unit(2, |unit| unit.defence_count.defences()), 1);
}

#[test]
fn ss_base_12_a_glitch_drops_the_weapon_where_the_switch_says_so() {
    let mut clumsy = sheet();
    clumsy.attributes.agility = 1;
    clumsy.skills.insert(Skill::Blades, 2);
    for (switch, lies) in [("none", 0), ("drop", 1)] {
        let mut fight = Setup::new()
            .switch("ss.glitch_effects", switch)
            .unit(0, (5, 5), clumsy.clone(), &[knife()])
            .unit(1, (6, 5), slow_sheet(), &[])
            .start_battle(&[6, 1]);
        fight.queue_dice(&[1, 1, 5]);
        fight.rolls(&[(0, 6), (0, 1)]);
        let stab = Order::attack(UnitId(1), Target::Unit(UnitId(2)), 0, None);
        let events = fight.submit(stab);
        assert_eq!(contact(&events), (HitResult::Hit, 1, 6));
        assert_eq!(fight.view(|view| view.items().len()), lies, "{switch}");
        assert_eq!(fight.unit(1, |unit| unit.inventory.held_items().count()), 1 - lies, "{switch}");
    }
}

#[test]
fn ss_base_17_ss_ruling_30_running_and_the_two_kinds_of_defence() {
    let pools = |way: &str| {
        let mut runner = quick_sheet(3, 4);
        runner.skills.insert(Skill::Acrobatics, 4);
        let mut fight = Setup::new()
            .unit(0, (5, 5), runner, &[knife()])
            .unit(1, (7, 5), sheet(), &[knife()])
            .start_battle(&[6, 5]);
        fight.move_unit(1, &[(6, 5)], Pace::Run).expect("a run");
        fight.end();
        fight.land_against(way, 2, 1, 0, None, [0, 1, 0]);
        fight.pool("defence")
    };
    assert_eq!(pools("standard"), 9);
    assert_eq!(pools("dodge"), 11);
}

#[test]
fn ss_base_29_distance_and_light_change_nothing() {
    let mut fight = range(24, slow_sheet(), &[rifle()]);
    fight.land(1, 2, 0, SHOT, [0, 1, 0]);
    let clauses: Vec<_> = fight.records()[0].parts.iter().map(|part| part.clause).collect();
    assert_eq!(clauses, ["SS-BASE-02", "SS-BASE-02"]);
    assert_eq!(fight.pool("attack"), 7);
}

#[test]
fn ss_base_30_maximum_range() {
    let field = |x: i32| {
        Setup::with_size(60, 10)
            .unit(0, (1, 5), sheet(), &[Weapon { range: 30, ..gun(5) }])
            .unit(1, (x, 5), slow_sheet(), &[])
            .start_battle(&[6, 1])
    };
    field(31).land(1, 2, 0, SHOT, [0, 1, 0]);
    let mut fight = field(32);
    let refusal = fight.submit_error(shoot(FireMode::Single));
    assert_eq!(refusal.clause(), Some("SS-BASE-30"));
}

#[test]
fn ss_base_31_the_unconscious() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[stunner(10)])
        .unit(0, (5, 6), sheet(), &[gun(2)])
        .unit(1, (10, 5), sheet(), &[knife()])
        .unit(1, (25, 15), sheet(), &[knife()])
        .start_battle(&[6, 5, 4, 3]);
    fight.land(1, 3, 0, SHOT, [1, 0, 0]);
    assert_eq!(fight.down(3), Some(DownState::Unconscious));
    assert!(fight.prone(3));
    assert!(fight.unit(3, |unit| unit.inventory.is_empty()));
    assert_eq!(fight.view(|view| view.items().len()), 1);
    fight.end();
    // The target is not asked and does not defend: one hit is one net hit.
    fight.rolls(&[(1, 7), (0, 1)]);
    let events = fight.attack(2, 3, 0, SHOT).expect("an unconscious unit may be attacked");
    assert!(fight.asked().is_empty());
    assert_eq!(contact(&events), (HitResult::Hit, 1, 2));
    assert!(!fight.rolled("defence"));
    fight.end();
    assert_eq!(fight.acting(), Some(4), "an unconscious unit has no phase");
    assert!(matches!(fight.submit_error(Order::StandUp { unit: UnitId(3) }), OrderError::UnitDown { .. }));
}

#[test]
fn ss_base_32_the_dead_leave_the_order() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(5, 4), &[gun(14)])
        .unit(1, (10, 5), sheet(), &[knife()])
        .unit(1, (25, 15), sheet(), &[knife()])
        .start_battle(&[6, 6, 6]);
    assert_eq!(fight.score(2), 12);
    fight.land(1, 2, 0, SHOT, [1, 0, 0]);
    assert_eq!(fight.down(2), Some(DownState::Dead));
    let mut acted = Vec::new();
    while fight.round().0 == 1 {
        acted.push((fight.round().1, fight.acting().expect("a unit acts")));
        fight.end();
    }
    assert_eq!(acted, [(1, 1), (1, 3), (2, 1), (2, 3)]);
    // The dead unit is a body now: it does not occupy its square and cannot be attacked.
    let at = breachline::model::Cell::new(10, 5);
    assert!(fight.view(|view| view.unit_at(at).is_none() && view.body_at(at).is_some()));
    fight.until(1);
    let body = fight.submit_error(shoot(FireMode::Single));
    assert!(matches!(body, OrderError::InvalidTarget(TargetRejection::OutOfAction { .. })), "{body}");
}

#[test]
fn ss_base_33_no_facing() {
    for at in [(4, 4), (5, 4), (6, 4), (4, 5), (6, 5), (4, 6), (5, 6), (6, 6)] {
        let mut fight = Setup::new()
            .unit(0, at, sheet(), &[knife()])
            .unit(1, (5, 5), quick_sheet(4, 3), &[knife()])
            .start_battle(&[6, 1]);
        fight.land(1, 2, 0, None, [0, 1, 0]);
        assert_eq!(fight.pool("defence"), 7, "attacked from {at:?}");
    }
}

#[test]
fn ss_base_34_melee_range() {
    for (reach, far, refusal) in
        [(0, 1, None), (0, 2, Some("SS-BASE-34")), (1, 2, None), (1, 3, Some("SS-BASE-34"))]
    {
        let mut fight = range(far, slow_sheet(), &[Weapon { reach, ..knife() }]);
        fight.queue_dice(&[2; 20]);
        let stab = Order::attack(UnitId(1), Target::Unit(UnitId(2)), 0, None);
        let why = fight.try_submit(stab).err();
        assert_eq!(why.map(|why| why.clause()), refusal.map(Some), "reach {reach}, {far} squares");
    }
}

#[test]
fn ss_base_34_no_stab_through_a_wall() {
    let mut fight = Setup::new()
        .barrier(edge(5, 5, CellSide::East), |_| {})
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (6, 5), slow_sheet(), &[])
        .start_battle(&[6, 1]);
    let stab = Order::attack(UnitId(1), Target::Unit(UnitId(2)), 0, None);
    assert_eq!(fight.submit_error(stab), OrderError::Blocked(Obstruction::TargetBehindWall));
}

/// A swordsman with Reach 1 at (5, 5) and a target on another square, with glass or other barriers on these edges.
fn swordsman(target: (i32, i32), barriers: &[(ObstaclePosition, bool)]) -> Fight {
    let setup = barriers.iter().fold(Setup::new(), |setup, (place, is_glass)| {
        setup.barrier(*place, |kind| {
            kind.transparent = *is_glass;
            if *is_glass {
                kind.name = "window".to_owned();
            }
        })
    });
    let sword = Weapon { reach: 1, ..knife() };
    let target_sheet = Sheet { action_points: 1, ..slow_sheet() };
    setup.unit(0, (5, 5), sheet(), &[sword]).unit(1, target, target_sheet, &[]).start_battle(&[6, 1])
}

/// Says why the swordsman cannot strike, with the clause; `None` if the blow is made.
fn refused_blow(fight: &mut Fight) -> Option<(String, Option<Clause>)> {
    fight.queue_dice(&[2; 20]);
    let stab = Order::attack(UnitId(1), Target::Unit(UnitId(2)), 0, None);
    fight.try_submit(stab).err().map(|why| (why.to_string(), why.clause()))
}

#[test]
fn ss_base_34_no_blow_through_glass() {
    let pane = edge(5, 5, CellSide::East);
    for target in [(6, 5), (7, 5)] {
        let mut fight = swordsman(target, &[(pane, true)]);
        let (text, clause) = refused_blow(&mut fight).expect("refused");
        assert!(text.contains("window is in the way; the window itself can be attacked"), "{text}");
        assert_eq!(clause, Some("SS-BASE-34"));
    }
    let mut fight = swordsman((6, 5), &[(pane, true)]);
    fight.queue_dice(&[2; 20]);
    let glass = Order::attack(UnitId(1), Target::Barrier(BarrierId(0)), 0, None);
    fight.submit(glass);
}

#[test]
fn ss_base_34_no_blow_around_the_end_of_a_wall_or_pane() {
    // From (5, 5) to (7, 6) the line leaves row 5 in the middle of the square between.
    let crossed = edge(6, 5, CellSide::South);
    assert!(refused_blow(&mut swordsman((7, 6), &[(crossed, true)])).is_some());
    assert!(refused_blow(&mut swordsman((7, 6), &[(crossed, false)])).is_some());
    for beside in [edge(6, 5, CellSide::East), edge(5, 5, CellSide::South)] {
        assert_eq!(refused_blow(&mut swordsman((7, 6), &[(beside, false)])), None, "the line is free");
    }
}

#[test]
fn blows_through_glass_in_journals_of_older_programs_are_replayed() {
    let mut fight = swordsman((6, 5), &[(edge(5, 5, CellSide::East), true)]);
    let text = fight.world.resource::<Journal>().to_text();
    let old = text.replacen("\"free_lines\":true,", "", 1);
    assert_ne!(old, text);
    let journal = Journal::from_bytes(Path::new("old"), old.as_bytes()).expect("a journal");
    let mut world = battle::new_battle_world();
    journal::restore_battle(&mut world, journal).expect("every hash agrees");
    let mut older = Fight { world };
    assert_eq!(refused_blow(&mut older), None);
    let saved = older.world.resource::<Journal>().to_text();
    assert!(!saved.contains("free_lines"), "it goes on by the rules with which it began");
    let journal = Journal::from_bytes(Path::new("old"), saved.as_bytes()).expect("a journal");
    journal::restore_battle(&mut battle::new_battle_world(), journal).expect("every hash agrees");
    assert!(refused_blow(&mut fight).is_some());
}
