//! Lines and clauses of the log, for clauses that nothing else on the battlefield shows.

use breachline::battle::{
    BattleEvent, EventRecord, FORCED_ACTION_KEY, Order, OrderError, OrderRecord, Pace, PointlessOrder,
    StatusKind, Target,
};
use breachline::battle_log::log_text::{LogWriter, plain_line};
use breachline::content::BarrierKind;
use breachline::dice::{GivenText, RuleText};
use breachline::model::{CellSide, Side, UnitId};
use breachline::rules::status::{Ailment, Status, StatusEnd};
use breachline::rules::{DownState, FireMode, HitResult};
use rstest::rstest;

use super::ailments::hexed;
use super::{Recruits, clause, pistol, rifle, setup, special_action, sword};
use crate::common::{Fight, Setup, edge};

#[track_caller]
fn assert_line(fight: &mut Fight, line: &str) {
    let lines = fight.last_log_entry();
    assert!(lines.iter().any(|known| known == line), "{line:?} is missing: {lines:#?}");
}

/// Lines of an order after one that takes unit 2 out of action: unit 2 loses its cover, its stance and two ailments, unit 1
/// its cover and an ailment.
fn lines_after_defeat(down: DownState) -> Vec<String> {
    let record = |events: Vec<BattleEvent>| OrderRecord {
        order: Order::EndPhase { unit: UnitId(1) },
        round: 1,
        pass: 1,
        events: events.into_iter().map(EventRecord::new).collect(),
        revealed: false,
    };
    let (fallen, other) = (UnitId(2), UnitId(1));
    let relieved = |unit, ailment| BattleEvent::Relieved { unit, ailment, part: None, clause: "CS-AIL-03" };
    let records = [
        record(vec![BattleEvent::WentDown { unit: fallen, by: Some(other), down }]),
        record(vec![
            BattleEvent::CoverLeft { unit: fallen },
            BattleEvent::StatusEnded { unit: fallen, kind: StatusKind::FullDefense },
            relieved(fallen, Ailment::Dazed),
            relieved(fallen, Ailment::Burning),
            BattleEvent::CoverLeft { unit: other },
            relieved(other, Ailment::Dazed),
        ]),
    ];
    rubble().start_battle(&[6, 1]).view(|view| {
        let entry = LogWriter::new(view).write_entry(&records, 1..2).expect("there is no fog of war");
        entry.after.iter().map(plain_line).collect()
    })
}

#[test]
fn units_out_of_action_have_no_states_in_the_log() {
    let others = ["unit1 is no longer in cover", "unit1 is no longer Dazed [CS-AIL-03]"];
    assert_eq!(lines_after_defeat(DownState::Dead), others);
    let burnt = [&["unit2 is no longer Burning [CS-AIL-03]"][..], &others[..]].concat();
    assert_eq!(lines_after_defeat(DownState::Unconscious), burnt, "a fire harms the unconscious");
}

/// The fall of unit 1 is told by its own cause, with fog of war and without it, although an attack is recorded after it.
#[rstest]
#[case::with_fog(true)]
#[case::without_fog(false)]
fn cs_fall_03_later_events_are_no_cause_of_a_fall(#[case] has_fog: bool) {
    let record = |order: Order, events: Vec<BattleEvent>| OrderRecord {
        order,
        round: 1,
        pass: 1,
        events: events.into_iter().map(EventRecord::new).collect(),
        revealed: false,
    };
    let (fallen, attacker) = (UnitId(1), UnitId(2));
    let text = GivenText("falls 4 m".to_owned()).into();
    let prone = Status { kind: StatusKind::Prone, until: StatusEnd::Removed };
    let shot = BattleEvent::AttackResolved {
        unit: attacker,
        target: Target::Unit(fallen),
        weapon: 0,
        mode: None,
        contact: HitResult::Hit,
        net: 1,
        damage: 1,
        words: RuleText::default(),
    };
    let records = [
        record(
            Order::EndPhase { unit: fallen },
            vec![
                BattleEvent::RuleNote { unit: fallen, text, clause: "CS-FALL-03" },
                BattleEvent::StatusSet { unit: fallen, status: prone },
            ],
        ),
        record(Order::EndPhase { unit: attacker }, vec![shot]),
    ];
    let setup = rubble().skirmish(|skirmish| skirmish.options.fog_of_war = has_fog);
    let lines: Vec<_> = setup.start_battle(&[6, 1]).seen_by(0, |view| {
        let entry = LogWriter::new(view).write_entry(&records, 0..1).expect("the side's own unit");
        entry.after.iter().map(plain_line).collect()
    });
    assert!(lines.contains(&"unit1 falls prone [CS-FALL-03]".to_owned()), "{lines:#?}");
}

/// Rubble on the fourth square east of (1, 1), and an enemy at (9, 1).
fn rubble() -> Setup {
    setup().ground(&[(4, 1)], |ground| ground.difficulty = 20).add(0, (1, 1), &[sword()]).add(
        1,
        (9, 1),
        &[sword()],
    )
}

#[test]
fn cs_ter_06_a_charge_that_fails_shows_how_far_it_came() {
    let mut fight = rubble().start_battle(&[6, 1]);
    fight.does(1, "charge");
    fight.queue_dice(&[100]);
    fight.walk(1, &(2..=8).map(|x| (x, 1)).collect::<Vec<_>>()).expect("12 m at most");
    fight.answer("agility");
    assert_eq!(fight.last_log_entry()[0], "unit1 walks: 3 m");
}

#[test]
fn cs_ter_07_a_failed_footing_test_is_the_cause() {
    let mut fight = rubble().start_battle(&[6, 1]);
    fight.queue_dice(&[100]);
    fight.move_unit(1, &[(2, 1), (3, 1), (4, 1), (5, 1)], Pace::Run).expect("24 m at most");
    fight.answer("agility");
    assert_line(&mut fight, "unit1 falls prone [CS-TER-07]");
}

#[test]
fn cs_unco_06_the_unconscious_fall() {
    let mut fight = setup()
        .add(0, (5, 5), &[hexed(&[Ailment::Unconscious])])
        .add(1, (6, 5), &[sword()])
        .switch("cs.unconscious_prone", "on")
        .start_battle(&[6, 1]);
    fight.blow(1, 2, &[35, 1]);
    assert_line(&mut fight, "unit2 falls prone [CS-UNCO-06]");
}

#[rstest]
#[case::cs_ail_01_the_default(None, "Dazed on unit2: lasts 3 turns [CS-AIL-01]")]
#[case::cs_ail_02_a_stated_one(Some(2), "Dazed on unit2: lasts 2 rounds [CS-AIL-02]")]
fn durations(#[case] rounds: Option<u16>, #[case] line: &str) {
    let mut blade = hexed(&[Ailment::Dazed]);
    blade.strike.inflicts[0].span = rounds.map(breachline::rules::status::StatusDuration::Rounds);
    let mut fight = setup().add(0, (5, 5), &[blade]).add(1, (6, 5), &[sword()]).start_battle(&[6, 1]);
    fight.blow(1, 2, &[35, 1]);
    assert_line(&mut fight, line);
}

#[test]
fn cs_pin_12_suppressing_fire_at_the_engaged_is_noted() {
    let mut fight = setup()
        .add(0, (1, 5), &[rifle()])
        .add(1, (12, 5), &[sword()])
        .add(0, (13, 5), &[sword()])
        .start_battle(&[1, 1, 6]);
    fight.blow(3, 2, &[90]);
    fight.turn_of(1);
    fight.submit(Order::Attack {
        unit: UnitId(1),
        target: Target::Unit(UnitId(2)),
        weapon: 0,
        mode: Some(FireMode::Burst),
        option: Some("suppress".into()),
    });
    assert!(!fight.has(2, Ailment::Pinned));
    assert_line(&mut fight, "unit2 is engaged in melee and cannot be Pinned [CS-PIN-12]");
}

#[test]
fn cs_pin_07_a_forced_move_prints_its_distance() {
    let mut fight = setup()
        .add(0, (1, 5), &[rifle()])
        .add(1, (11, 5), &[sword()])
        .ailing(&[Ailment::Pinned])
        .start_battle(&[1, 6]);
    fight.does(2, FORCED_ACTION_KEY);
    assert_eq!(fight.last_log_entry()[0], "unit2 walks (forced): 4 m");
}

#[test]
fn cs_jam_10_a_cleared_jam() {
    let mut fight = setup().add(0, (1, 5), &[pistol()]).add(1, (12, 5), &[sword()]).start_battle(&[6, 1]);
    fight.queue_dice(&[96]);
    fight.attack(1, 2, 0, None).expect("a shot");
    fight.turn_of(1);
    fight.queue_dice(&[60]);
    fight.submit(Order::SpecialAction {
        unit: UnitId(1),
        action: "clear_jam".to_owned(),
        target: None,
        weapon: Some(0),
    });
    assert_line(&mut fight, "unit1's Pistol is no longer jammed [CS-JAM-10]");
}

#[test]
fn cs_cov_16_destroyed_cover() {
    let low = |kind: &mut BarrierKind| (kind.armor, kind.height_cm) = (2, 90);
    let drill = breachline::rules::circumstances::Weapon { penetration: 1, ..rifle() };
    let mut fight = setup()
        .add(0, (1, 5), &[drill])
        .add(1, (12, 5), &[sword()])
        .barrier(edge(12, 5, CellSide::West), low)
        .start_battle(&[1, 6]);
    fight.does(2, "cover");
    fight.answer("body_and_legs");
    fight.end();
    fight.queue_dice(&[23, 8]);
    let events = fight.attack(1, 2, 0, Some(FireMode::Single)).expect("in range");
    fight.take(events);
    assert_line(&mut fight, "Drywall loses structure and is destroyed: -1 [CS-COV-16]");
}

#[test]
fn cs_prn_08_standing_up_has_its_price() {
    let mut fight = setup().add(0, (1, 5), &[rifle()]).add(1, (12, 5), &[sword()]).start_battle(&[6, 1]);
    fight.submit(Order::DropProne { unit: UnitId(1) });
    fight.submit(Order::StandUp { unit: UnitId(1) });
    let lines = fight.last_log_entry();
    assert!(lines.iter().any(|line| line.ends_with("-1 AP [CS-PRN-08]")), "{lines:#?}");
}

#[test]
fn cs_prn_09_crawling_is_noted() {
    let mut fight = setup().add(0, (1, 5), &[rifle()]).add(1, (12, 5), &[sword()]).start_battle(&[6, 1]);
    fight.submit(Order::DropProne { unit: UnitId(1) });
    fight.walk(1, &[(2, 5), (3, 5)]).expect("2 m");
    assert_line(&mut fight, "Prone: crawls [CS-PRN-09]");
}

#[test]
fn cs_base_19_a_second_free_action() {
    let mut fight =
        setup().add(0, (1, 5), &[rifle(), sword()]).add(1, (12, 5), &[sword()]).start_battle(&[6, 1]);
    fight.submit(Order::DropProne { unit: UnitId(1) });
    let refusal = fight.submit_error(Order::Drop { unit: UnitId(1), weapon: 0 });
    assert_eq!(clause(refusal), "CS-BASE-19");
}

#[test]
fn cs_ail_07_ailments_end_with_the_battle() {
    let mut fight = setup()
        .add(0, (1, 5), &[rifle()])
        .add(1, (12, 5), &[sword()])
        .ailing(&[Ailment::Enraged])
        .start_battle(&[6, 1]);
    fight.submit(Order::Surrender { side: Side(0) });
    assert!(!fight.has(2, Ailment::Enraged));
    assert_line(&mut fight, "unit2 no longer suffers Enraged, because the battle is over [CS-AIL-07]");
}

#[test]
fn cs_ail_08_precedence_and_lapsed_duties() {
    let mut fight = setup()
        .add(0, (1, 5), &[rifle()])
        .add(1, (13, 5), &[sword()])
        .ailing(&[Ailment::Enraged, Ailment::Pinned])
        .barrier(edge(13, 5, CellSide::West), |kind| kind.height_cm = 100)
        .start_battle(&[6, 1]);
    fight.end();
    assert_line(&mut fight, "Pinned takes precedence over Enraged [CS-AIL-08]");
    assert_line(&mut fight, "unit2 cannot do what Enraged demands; the duty lapses [CS-AIL-08]");
    let nothing = OrderError::NothingToDo(PointlessOrder::NoForcedAction);
    assert_eq!(fight.submit_error(special_action(2, FORCED_ACTION_KEY, None)), nothing);
}

#[test]
fn cs_suff_01_breath_lines_name_the_unit() {
    let mut fight = setup()
        .ground(&[(1, 1)], |ground| ground.airless = true)
        .add(0, (1, 1), &[sword()])
        .add(1, (25, 1), &[sword()])
        .start_battle(&[6, 1]);
    while fight.round().0 == 1 {
        fight.end();
    }
    assert_line(&mut fight, "unit1 has no air [CS-SUFF-01]");
}

#[test]
fn cs_fatg_01_levels_from_a_hit_are_in_the_log() {
    let club = breachline::rules::circumstances::Weapon { fatigue: 2, ..sword() };
    let mut fight = setup().add(0, (5, 5), &[club]).add(1, (6, 5), &[sword()]).start_battle(&[6, 1]);
    fight.blow(1, 2, &[35, 1]);
    assert_line(&mut fight, "+2 fatigue [CS-FATG-11]");
    assert_eq!(fight.gauge(2, "Fatigue"), "2 / 3");
}
