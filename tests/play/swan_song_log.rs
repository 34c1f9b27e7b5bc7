//! Lines of the log of Swan Song, and the clauses that they cite.

use breachline::battle::{BattleEvent, History, Order, StatusKind, Target};
use breachline::battle_log::log_text::{LogWriter, entry_ranges, plain_line, plain_text};
use breachline::model::{Side, UnitId};
use breachline::rules::MedicalCare;
use breachline::rules::swan_song::{DownState, PoolKind, Sheet, Weapon};

use crate::common::{Fight, SHOT, Setup, edge, gun, knife, medic, quick_sheet, sheet, slow_sheet};

/// Headline, details and lines of the last order, each with its clause.
fn last_entry(fight: &mut Fight) -> Vec<String> {
    let records = fight.world.resource::<History>().records().to_vec();
    fight.view(|view| {
        let range = entry_ranges(&records).pop().expect("an order was given");
        let entry = LogWriter::new(view).write_entry(&records, range).expect("there is no fog of war");
        let details = LogWriter::for_entry(view, &entry, &records).entry_details(&records, &entry);
        let head = format!("{} [{}]", plain_text(&entry.head), entry.head.clause);
        let lines = details.iter().chain(&entry.after).map(plain_line);
        [head].into_iter().chain(lines).collect()
    })
}

#[track_caller]
fn assert_line(fight: &mut Fight, line: &str) {
    let lines = last_entry(fight);
    assert!(lines.iter().any(|known| known == line), "{line:?} is missing: {lines:#?}");
}

#[test]
fn ss_act_56_first_aid_shows_its_price_and_ss_heal_07_names_the_patient() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(9, 3), &[gun(4)])
        .unit(1, (10, 5), Sheet { flesh: Some(3), ..slow_sheet() }, &[knife()])
        .unit(1, (10, 6), medic(), &[knife()])
        .start_battle(&[1, 1, 1]);
    fight.shoot(1, 2, 0, [1, 0, 0]);
    fight.until(3);
    fight.rolls(&[(4, 8)]);
    fight.special_action(3, "first_aid", Some(2));
    assert_line(&mut fight, "unit3 pays for First Aid, 0 AP left: -3 AP [SS-ACT-56]");
    assert_line(&mut fight, "unit2 no longer bleeds [SS-HEAL-07]");
}

/// Unit 1 acts and has two free actions.
fn with_two_free_actions() -> Fight {
    Setup::new()
        .switch("ss.free_actions_per_pass", "2")
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (25, 15), slow_sheet(), &[])
        .start_battle(&[6, 1])
}

#[test]
fn ss_act_12_a_further_free_action_cites_the_switch() {
    let mut fight = with_two_free_actions();
    fight.submit(Order::Drop { unit: UnitId(1), weapon: 0 });
    assert!(!last_entry(&mut fight).iter().any(|line| line.contains("SS-ACT-12")));
    fight.submit(Order::DropProne { unit: UnitId(1) });
    assert!(
        last_entry(&mut fight)
            .iter()
            .any(|line| line.contains(" pays nothing for ") && line.ends_with("[SS-ACT-12]"))
    );
}

#[test]
fn ss_act_13_a_bought_free_action_cites_its_price() {
    let mut fight = with_two_free_actions();
    fight.walk(1, &[(6, 5)]).expect("a walk");
    fight.submit(Order::Drop { unit: UnitId(1), weapon: 0 });
    fight.submit(Order::DropProne { unit: UnitId(1) });
    assert!(last_entry(&mut fight).iter().any(|line| line.ends_with("-1 AP [SS-ACT-13]")));
}

/// Lines of a rest of this many minutes after a shot with a weapon, if there is one.
fn rest_lines(weapon: Option<Weapon>, minutes: u32) -> Vec<String> {
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(9, 3), &[weapon.clone().unwrap_or(gun(1))])
        .unit(1, (10, 5), Sheet { flesh: Some(20), ..slow_sheet() }, &[])
        .start_battle(&[1, 1]);
    if weapon.is_some() {
        fight.shoot(1, 2, 0, [1, 0, 0]);
    }
    fight.submit(Order::Surrender { side: Side(1) });
    fight.submit(Order::LeaveField);
    fight.submit(Order::Rest { minutes, care: MedicalCare::None });
    last_entry(&mut fight)
}

#[test]
fn ss_heal_06_rest_of_days_and_ss_heal_08_of_hours() {
    let stunner = Weapon { pool: Some(PoolKind::Strain), ..gun(4) };
    let cites = |lines: &[String], clause: &str| lines.iter().any(|line| line.ends_with(clause));
    for (weapon, minutes, [flesh, strain]) in [
        (Some(gun(4)), 60, [false, false]),
        (Some(gun(4)), 1440, [true, false]),
        (Some(stunner.clone()), 1, [false, false]),
        (Some(stunner), 60, [false, true]),
        (None, 1440, [false, false]),
    ] {
        let lines = rest_lines(weapon, minutes);
        let found = ["[SS-HEAL-06]", "[SS-HEAL-08]"].map(|clause| cites(&lines, clause));
        assert_eq!(found, [flesh, strain], "{lines:#?}");
    }
}

#[test]
fn ss_knock_02_falling_costs_nothing() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(9, 3), &[gun(9)])
        .unit(1, (10, 5), Sheet { flesh: Some(40), ..slow_sheet() }, &[])
        .start_battle(&[1, 1]);
    let budget = |fight: &mut Fight| {
        fight.view(|view| view.unit_snapshot(&view.unit(UnitId(2)).expect("it is there")).budget)
    };
    let before = budget(&mut fight);
    fight.shoot(1, 2, 0, [1, 0, 0]);
    assert_line(&mut fight, "unit2 is knocked down [SS-KNOCK-02]");
    assert_eq!(budget(&mut fight), before, "no Action Points and no Free Action");
}

#[test]
fn ss_init_11_a_tied_unit_acts_before_it_falls() {
    let mut fight = Setup::new()
        .switch("ss.tie_mode", "simultaneous")
        .unit(0, (1, 1), quick_sheet(4, 4), &[gun(14)])
        .unit(1, (9, 1), quick_sheet(4, 4), &[gun(14)])
        .start_battle(&[4, 4]);
    fight.land(1, 2, 0, SHOT, [1, 0, 0]);
    assert_eq!(fight.down(2), None);
    assert_line(&mut fight, "unit2 acts at the same time and goes down afterwards [SS-INIT-11]");
    fight.end();
    fight.end();
    assert_eq!(fight.down(2), Some(DownState::Dead));
}

#[test]
fn ss_act_59_a_grip_is_told_once() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (6, 5), sheet(), &[knife()])
        .start_battle(&[6, 1]);
    let told = |fight: &mut Fight, kind: StatusKind| {
        let records = fight.world.resource::<History>().records();
        let events = records.iter().flat_map(|record| &record.events).map(|record| &record.event);
        let set = |event: &&BattleEvent| matches!(event, BattleEvent::StatusSet { status, .. } if status.kind == kind);
        events.filter(set).count()
    };
    fight.rolls(&[(2, 7), (1, 7)]);
    fight.special_action(1, "grapple", Some(2));
    let holding = |by: u32, other: u32| (by, StatusKind::Holding(UnitId(other)));
    assert_eq!(told(&mut fight, holding(1, 2).1), 1);
    fight.end();
    fight.rolls(&[(2, 6), (1, 6)]);
    fight.special_action(2, "take_control", Some(1));
    assert_eq!([holding(1, 2).1, holding(2, 1).1].map(|kind| told(&mut fight, kind)), [1, 1]);
    let lines = last_entry(&mut fight);
    assert_eq!(lines.iter().filter(|line| line.contains("lets go of")).count(), 1, "{lines:#?}");
}

#[test]
fn ss_surp_18_a_glitch_and_ss_surp_19_a_hard_one() {
    for (test, line) in [
        ([1, 1, 1, 1, 5, 5, 5], "Glitch: drops the held item [SS-SURP-18]"),
        ([1, 1, 1, 1, 5, 5, 2], "Glitch: drops the held item [SS-SURP-19]"),
    ] {
        let faces = [&test[..], &[1; 2]].concat();
        let mut fight = Setup::new()
            .switch("ss.alert_test", "off")
            .unit(0, (5, 5), quick_sheet(4, 3), &[knife()])
            .unit(1, (10, 5), quick_sheet(3, 3), &[gun(5)])
            .skirmish(|skirmish| skirmish.units[1].concealed = true)
            .start_battle(&faces);
        assert_line(&mut fight, line);
    }
}

#[test]
fn ss_surp_13_points_lost_at_once_in_mid_round() {
    let mut fight = Setup::new()
        .switch("ss.alert_test", "off")
        .unit(0, (5, 5), quick_sheet(4, 3), &[knife()])
        .unit(1, (10, 5), quick_sheet(3, 3), &[gun(5)])
        .skirmish(|skirmish| skirmish.units[1].lurking = true)
        .barrier(edge(9, 5, breachline::model::CellSide::East), |kind| kind.height_cm = 100)
        .start_battle(&[5, 6]);
    fight.until(2);
    fight.queue_dice(&[5, 5, 4, 1, 2, 3, 4, 2, 2, 2, 2, 2, 2, 2]);
    fight.attack(2, 1, 0, SHOT).expect("a shot");
    assert_eq!(fight.score(1), 2);
    assert_line(
        &mut fight,
        "unit1 is surprised during the round and loses 10 initiative at once [SS-SURP-13]",
    );
    assert_line(&mut fight, "unit1's initiative changes: -10 [SS-INIT-15]");
}

#[test]
fn ss_init_13_a_turn_that_a_wound_takes_has_a_line() {
    let fight = || {
        Setup::new()
            .unit(0, (5, 5), quick_sheet(9, 6), &[gun(5)])
            .unit(1, (10, 5), quick_sheet(5, 5), &[knife()])
            .start_battle(&[6, 1])
    };
    let mut early = fight();
    early.shoot(1, 2, 0, [1, 0, 0]);
    let lines = last_entry(&mut early);
    assert!(lines.iter().all(|line| !line.contains("loses the turn")), "a score is left: {lines:#?}");
    let mut late = fight();
    late.end();
    late.end();
    assert_eq!((late.acting(), late.round(), late.score(2)), (Some(1), (1, 2), 1));
    late.shoot(1, 2, 0, [1, 0, 0]);
    let score = late.score(2);
    assert!(score <= 0, "{score}");
    let line = format!("unit2 loses the turn in this pass: initiative fell to {score} [SS-INIT-13]");
    assert_line(&mut late, &line);
}

#[test]
fn ss_crit_04_the_looks_of_an_injury_have_a_line() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(9, 3), &[gun(7)])
        .unit(1, (10, 5), Sheet { flesh: Some(20), ..slow_sheet() }, &[])
        .start_battle(&[1, 1]);
    fight.shoot(1, 2, 0, [1, 0, 0]);
    let lines = last_entry(&mut fight);
    let looks = lines.iter().find(|line| line.ends_with("[SS-CRIT-04]")).expect("it is described");
    assert!(looks.starts_with("It looks like a"), "{looks}");
}

#[test]
fn ss_dmg_07_other_factors_are_noted() {
    let mut fight = Setup::new()
        .switch("ss.type_factors", "kinetic 150")
        .unit(0, (5, 5), quick_sheet(9, 3), &[gun(4)])
        .unit(1, (10, 5), Sheet { flesh: Some(20), ..slow_sheet() }, &[])
        .start_battle(&[1, 1]);
    fight.shoot(1, 2, 0, [1, 0, 0]);
    assert_eq!(fight.flesh(2), 14, "6 of 4");
    assert_line(&mut fight, "This type of damage does 150 % to flesh and shields [SS-DMG-07]");
}

#[test]
fn ss_call_03_an_excluded_location_is_refused_with_its_clause() {
    let mut fight = Setup::new()
        .switch("ss.called_shots", "knee, hand")
        .unit(0, (5, 5), quick_sheet(9, 3), &[gun(5)])
        .unit(1, (10, 5), slow_sheet(), &[])
        .start_battle(&[1, 1]);
    let refusal = |fight: &mut Fight, option: &str| {
        let (unit, target) = (UnitId(1), Target::Unit(UnitId(2)));
        let option = Some(option.to_owned());
        let refused = fight.submit_error(Order::Attack { unit, target, weapon: 0, mode: SHOT, option });
        (refused.clause(), refused.to_string())
    };
    let disabled = "Left eye: disabled by the house rules.";
    assert_eq!(refusal(&mut fight, "left_eye"), (Some("SS-CALL-03"), disabled.to_owned()));
    let (clause, _) = refusal(&mut fight, "knock_down");
    assert_eq!(clause, Some("SS-KNOCK-08"), "only melee attacks knock down");
    let (clause, why) = refusal(&mut fight, "left_wing");
    assert_eq!((clause, why.as_str()), (None, "unit1 has no attack option `left_wing` now."));
}
