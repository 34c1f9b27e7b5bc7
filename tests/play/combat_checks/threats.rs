//! Chapter THT: everything that net threats and despairs buy and that has an effect on the battle.

use breachline::battle::{BattleEvent, Order};
use breachline::model::{CellSide, UnitId};
use breachline::rules::WeaponMalfunction;

use super::{ORDER, checks, four, pistol, plain};
use crate::common::{Fight, edge};

#[test]
fn cc_tht_01_the_opposing_player_is_asked() {
    let mut fight = four().start_battle(&ORDER);
    let offered = fight.offered_actions((1, 2, 0), (0, -2), &[]);
    assert_eq!(offered[0], "boost:2", "CC-THT-14: the automatic answer of a hurried player");
    assert!(!offered.iter().any(|key| key == "prone"), "two threats buy no fall");
    assert!(!offered.iter().any(|key| key.starts_with("benefit")), "nothing to lose");
}

#[test]
fn cc_tht_03_04_strain_once() {
    let mut fight = four().start_battle(&ORDER);
    fight.checked((1, 2, 0), (0, -2), &[], &["strain"]);
    assert_eq!(fight.trooper(1).strain, 1);
}

#[test]
fn cc_tht_05_cover_is_lost_until_taken_again() {
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[pistol()])
        .trooper(1, (17, 5), plain(), &[pistol()])
        .barrier(edge(5, 5, CellSide::East), |kind| kind.height_cm = 100)
        .start_battle(&[4, 3]);
    fight.submit(Order::TakeCover { unit: UnitId(1) });
    assert_eq!(fight.dice_of(2, 1, 0, None)[1], 1);
    let events = fight.checked((1, 2, 0), (0, -1), &[], &["benefit:cover"]);
    assert!(events.iter().any(|event| matches!(event, BattleEvent::CoverLeft { unit: UnitId(1) })));
    assert_eq!(fight.dice_of(2, 1, 0, None)[1], 0);
}

#[test]
fn cc_tht_05_aim_and_stance_are_lost() {
    let mut fight = four().start_battle(&ORDER);
    fight.special_action(1, "guarded_stance", None);
    fight.checked((1, 2, 0), (0, -1), &[], &["benefit:guarded_stance"]);
    assert_eq!(fight.gauge(1, "Temporary"), "");
}

#[test]
fn cc_tht_06_an_opponent_moves_out_of_turn() {
    let mut fight = four().start_battle(&ORDER);
    fight.checked((1, 2, 0), (0, -2), &[], &["maneuver:2", "move"]);
    fight.walk(2, &[(17, 4)]).expect("the maneuver of the threats");
    assert_eq!((fight.cell(2), fight.acting()), ((17, 4), Some(1)));
    let again = fight.walk(2, &[(17, 3), (17, 2), (17, 1), (16, 1), (15, 1), (14, 1)]).expect_err("once");
    assert_eq!(again.to_string(), "That is 6 m; unit2 has 5 m left.");
    fight.end();
    assert_eq!(fight.points(2), 3, "it costs nothing in its own turn");
}

#[test]
fn cc_tht_06_an_opponent_that_chooses_to_lie_down_is_not_knocked_down() {
    let mut fight = four().start_battle(&ORDER);
    fight.checked((1, 2, 0), (0, -2), &[], &["maneuver:2", "drop_prone"]);
    assert!(fight.prone(2));
    let lines = fight.last_log_entry();
    assert!(lines.iter().any(|line| line == "unit2 drops prone"), "{lines:#?}");
    assert!(lines[0].ends_with(": miss") && !lines.iter().any(|line| line.contains("knocked")), "{lines:#?}");
}

#[test]
fn cc_tht_07_08_boost_for_the_target_and_setback_for_an_ally() {
    let mut fight = four().start_battle(&ORDER);
    fight.checked((1, 2, 0), (0, -4), &[], &["boost:2", "setback:3"]);
    assert_eq!(fight.dice_of(2, 1, 0, None)[0], 1);
    assert_eq!(fight.dice_of(3, 2, 0, None)[1], 1);
    fight.end();
    fight.checked((2, 1, 0), (0, 0), &[], &[]);
    assert_eq!(fight.dice_of(2, 1, 0, None)[0], 0);
}

#[test]
fn cc_env_01_nobody_drops_prone_in_zero_gravity() {
    for (weightless, words) in [(true, "unit1 lies flat against the floor"), (false, "unit1 drops prone")] {
        let mut fight = four().skirmish(|skirmish| skirmish.zero_gravity = weightless).start_battle(&ORDER);
        fight.submit(Order::DropProne { unit: UnitId(1) });
        let lines = fight.last_log_entry();
        assert!(fight.prone(1) && lines[0].starts_with(words), "{lines:#?}");
    }
}

#[test]
fn cc_tht_09_the_attacker_falls() {
    let mut fight = four().start_battle(&ORDER);
    fight.checked((1, 2, 0), (0, -3), &[], &["prone"]);
    assert!(fight.prone(1));
    let mut fight = four().start_battle(&ORDER);
    fight.submit(Order::DropProne { unit: UnitId(1) });
    assert!(!fight.offered_actions((1, 2, 0), (0, -3), &[]).contains(&"prone".to_owned()), "it lies already");
}

#[test]
fn cc_tht_10_11_out_of_ammunition_but_not_with_limited_ammo() {
    let mut fight = four().start_battle(&ORDER);
    fight.checked((1, 2, 0), (0, -3), &[], &["empty:weapon0"]);
    fight.round_with(2, &ORDER);
    assert_eq!(fight.attack_error(1, 2, 0, None), "CC-THT-10");
    fight.submit(Order::Reload { unit: UnitId(1), weapon: 0 });
    fight.checked((1, 2, 0), (0, 0), &[], &[]);

    let mut launcher = pistol();
    launcher.limited_ammo = true;
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[launcher])
        .trooper(1, (17, 5), plain(), &[])
        .start_battle(&[4, 3]);
    assert!(!fight.offered_actions((1, 2, 0), (0, -3), &[]).iter().any(|key| key.starts_with("empty")));
}

#[test]
fn cc_tht_12_equipment_breaks_for_the_fight() {
    let mut fight = four().start_battle(&ORDER);
    fight.checked((1, 2, 0), (0, -3), &[], &["equipment:weapon0"]);
    assert_eq!(fight.unit(1, |unit| unit.inventory[0].fault()), WeaponMalfunction::Broken);
    fight.round_with(2, &ORDER);
    assert_eq!(fight.attack_error(1, 2, 0, None), "CC-THT-12");
}

/// Whether unit 1 can attack with the first item in its hands in its next turn.
fn can_attack_next_turn(fight: &mut Fight) -> bool {
    fight.view(|view| {
        let unit = view.unit(UnitId(1)).expect("it is in view");
        let held = unit.inventory.held_items().next().expect("it is armed");
        view.can_attack_next_turn(&unit, held)
    })
}

#[test]
fn cc_tht_12_a_broken_weapon_is_no_threat_and_an_empty_one_is_reloaded_first() {
    let mut fight = four().start_battle(&ORDER);
    assert!(can_attack_next_turn(&mut fight));
    fight.checked((1, 2, 0), (0, -3), &[], &["empty:weapon0"]);
    assert!(can_attack_next_turn(&mut fight), "a manoeuvre reloads it");
    let mut fight = four().start_battle(&ORDER);
    fight.checked((1, 2, 0), (0, -3), &[], &["equipment:weapon0"]);
    assert!(!can_attack_next_turn(&mut fight));
    let faults = [WeaponMalfunction::Broken, WeaponMalfunction::Disabled, WeaponMalfunction::Jammed];
    assert!(faults.into_iter().all(WeaponMalfunction::bars_next_turn));
    assert!(
        ![WeaponMalfunction::None, WeaponMalfunction::Empty]
            .into_iter()
            .any(WeaponMalfunction::bars_next_turn)
    );
}

#[test]
fn cc_tht_13_a_significant_advantage() {
    let mut fight = four().start_battle(&ORDER);
    fight.checked((1, 2, 0), (0, -3), &[], &["significant:4"]);
    assert_eq!(fight.dice_of(4, 1, 0, None), [0, 0, 0, 2, 3, 0], "an upgrade where no object is in sight");
    let mut fight = four()
        .barrier(edge(17, 8, CellSide::North), |kind| (kind.name, kind.openable) = ("door".into(), true))
        .start_battle(&ORDER);
    let events = fight.checked((1, 2, 0), (0, -3), &[], &["significant:0"]);
    assert!(events.iter().any(|event| matches!(event, BattleEvent::DoorMoved { open: true, .. })));
}

#[test]
fn cc_tht_15_the_next_attack_of_an_ally_is_downgraded() {
    let mut fight = four().start_battle(&ORDER);
    fight.checked((1, 2, 0), (0, -3), &[], &["downgrade:3"]);
    assert_eq!(fight.dice_of(3, 2, 0, None), [0, 0, 1, 1, 2, 1]);
    let mut alone = checks()
        .trooper(0, (5, 5), plain(), &[pistol()])
        .trooper(1, (17, 5), plain(), &[])
        .start_battle(&[4, 3]);
    let offered = alone.offered_actions((1, 2, 0), (0, -3), &[]);
    assert!(!offered.iter().any(|key| key.starts_with("downgrade")), "no ally: {offered:?}");
}

#[test]
fn cc_tri_02_03_a_despair_buys_beside_the_threats_and_nothing_twice() {
    let mut fight = four().switch("cc.threat_chooser", "auto").start_battle(&ORDER);
    fight.checked((1, 2, 0), (0, 3), &[], &["downgrade:2"]);
    fight.end();
    assert_eq!(fight.dice_of(2, 1, 0, None), [0, 0, 1, 1, 2, 1]);
    fight.checked_with((2, 1, 0, None), (1, 0, 0, 1), &[], &[]);
    assert_eq!((fight.trooper(1).wounds, fight.prone(2)), (3, true), "it hits, and falls");
}
