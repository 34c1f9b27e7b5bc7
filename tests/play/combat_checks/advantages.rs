//! Chapter ADV: everything that net advantages and triumphs buy and that has an effect on the battle.

use breachline::battle::{AttackChoice, BattleEvent, BattleView};
use breachline::model::{CellSide, UnitId};
use breachline::rules::combat_checks::{QualityEffect, Sheet, TimedEffectKind, Weapon, WeaponQuality};
use breachline::rules::{Odds, WeaponMalfunction};

use super::{ORDER, checks, four, needler, pistol, plain, sheet};
use crate::common::books::{error_clause, exchange_result, rule_texts};
use crate::common::{Fight, edge};

/// Setback dice of a shot.
fn setback(fight: &mut Fight, unit: u32, target: u32) -> u8 {
    fight.dice_of(unit, target, 0, None)[1]
}

#[test]
fn cc_adv_02_03_05_the_budget_holds_and_leftovers_are_lost() {
    let mut fight = four().start_battle(&ORDER);
    let offered = fight.offered_actions((1, 2, 0), (0, 2), &[]);
    for key in ["boost_next", "notice", "maneuver", "setback:2", "boost:1", "boost:3"] {
        assert!(offered.iter().any(|own| own == key), "{key} is not among {offered:?}");
    }
    for key in ["downgrade:2", "disarm:2:weapon0", "strain", "injury:2"] {
        assert!(!offered.iter().any(|own| own == key), "{key} costs more, or is worth nothing");
    }
    fight.checked((1, 2, 0), (0, 2), &[], &["notice", "stop"]);
    fight.end();
    fight.end();
    assert_eq!(fight.dice_of(3, 2, 0, None), [0, 0, 1, 2, 2, 0]);
}

/// Unit 4 is behind a wall: its side stays in the battle, also where the attacker's side looks at the question.
#[test]
fn cc_adv_01_unseen_enemies_keep_the_battle_going() {
    let mut fight = four()
        .skirmish(|skirmish| skirmish.options.fog_of_war = true)
        .barrier(edge(10, 7, CellSide::East), |_| {})
        .barrier(edge(10, 6, CellSide::East), |_| {})
        .barrier(edge(10, 8, CellSide::East), |_| {})
        .start_battle(&ORDER);
    let seen =
        fight.seen_by(0, |view| (view.units().map(|unit| unit.id.0).collect::<Vec<_>>(), last_enemies(view)));
    assert_eq!(seen, (vec![1, 2, 3], [2, 4].map(UnitId).to_vec()));
    assert_eq!(fight.view(last_enemies), [2, 4].map(UnitId));
}

/// The units whose fall ends the battle, as an attack of unit 1 on unit 2 knows them.
fn last_enemies(view: &BattleView) -> Vec<UnitId> {
    let choice = AttackChoice { unit: UnitId(1), weapon: 0, mode: None, option: None };
    view.attack_request(choice, UnitId(2)).expect("both are there").last_enemies.clone()
}

#[test]
fn cc_adv_07_strain_is_removed() {
    let mut fight = four().start_battle(&ORDER);
    fight.special_action(1, "buy_maneuver", None);
    fight.checked((1, 2, 0), (0, 1), &[], &["strain"]);
    assert_eq!(fight.trooper(1).strain, 1);
}

#[test]
fn cc_adv_08_the_next_ally_who_checks_takes_the_boost() {
    let mut fight = four().trooper(0, (5, 9), plain(), &[pistol()]).start_battle(&[5, 4, 3, 2, 1]);
    fight.checked((1, 2, 0), (0, 1), &[], &["boost_next"]);
    let boosts = |fight: &mut Fight| [1, 2, 3, 5].map(|unit| fight.dice_of(unit, 4, 0, None)[0]);
    assert_eq!(boosts(&mut fight), [0, 0, 1, 1], "the next ally to make a check, and not the giver");
    fight.end();
    fight.end();
    fight.checked((3, 4, 0), (0, 0), &[], &[]);
    assert_eq!(boosts(&mut fight), [0, 0, 0, 0]);
}

/// A hit of unit 1 on unit 2 waits for what two advantages buy.
fn with_two_advantages() -> Fight {
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[needler()])
        .trooper(1, (17, 5), plain(), &[pistol()])
        .start_battle(&[4, 3]);
    fight.begin_check((1, 2, 0), (1, 2));
    fight
}

/// The odds of the attack if these purchases are made and no others.
fn purchase_odds(fight: &mut Fight, keys: &[&str]) -> Option<Odds> {
    fight.view(|view| view.prompt_context().expect("a check waits").purchase_odds(keys, 50_000))
}

#[test]
fn cc_adv_26_the_odds_of_a_purchase_are_those_of_nothing_else() {
    let mut fight = with_two_advantages();
    let alone = |fight: &mut Fight, key: &str| purchase_odds(fight, &[key]);
    let then_automatic = |fight: &mut Fight, key: &str| {
        fight.view(|view| view.prompt_context().expect("a check waits").answer_odds(key, 50_000))
    };
    let nothing = alone(&mut fight, "stop");
    assert!(nothing.is_some());
    assert_eq!(alone(&mut fight, "notice"), nothing, "the damage is not changed");
    assert_ne!(then_automatic(&mut fight, "notice"), nothing, "the rest buys a Critical Injury");
    assert_ne!(alone(&mut fight, "injury:2"), nothing);
}

#[test]
fn cc_adv_02_the_odds_of_a_purchase_follow_those_made_with_it() {
    let mut fight = with_two_advantages();
    let injury = purchase_odds(&mut fight, &["injury:2"]);
    assert!(injury.is_some());
    assert_eq!(purchase_odds(&mut fight, &["injury:2", "stop"]), injury, "nothing more");
    assert_ne!(purchase_odds(&mut fight, &["stop", "injury:2"]), injury, "the end is the end");
    assert_eq!(purchase_odds(&mut fight, &[]), purchase_odds(&mut fight, &["stop"]), "nothing is ticked");
}

#[test]
fn cc_adv_08_a_medicae_check_takes_it_as_well() {
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[needler()])
        .trooper(1, (17, 5), plain(), &[pistol()])
        .trooper(1, (18, 5), plain(), &[])
        .start_battle(&[4, 3, 2]);
    fight.checked((1, 2, 0), (1, 1), &[25], &["injury:2"]);
    fight.end();
    fight.checked((2, 1, 0), (0, 1), &[], &["boost_next"]);
    fight.end();
    // One boost, three ability dice, one difficulty die: the boost alone is a success.
    fight.queue_dice(&[3, 1, 1, 1, 1]);
    let events = fight.special_action(3, "treat", Some(2));
    assert_eq!((fight.dice_left(), rule_texts(&events)), (0, vec!["is cured of Off-Balance".to_owned()]));
    assert!(events.iter().any(|event| matches!(event, BattleEvent::BoostsClaimed { unit: UnitId(3) })));
}

#[test]
fn cc_adv_09_the_numbers_of_the_target() {
    let mut fight = four().start_battle(&ORDER);
    let events = fight.checked((1, 2, 0), (2, 1), &[], &["notice"]);
    let text = "notices the values of unit2: Soak 4, defence 0 against melee and 0 against ranged attacks, 4 of 13 Wounds, 0 of 13 Strain";
    assert_eq!(rule_texts(&events), [text]);
}

#[test]
fn cc_adv_10_a_quality_is_activated() {
    let quality = WeaponQuality { name: "Shock".to_owned(), cost: 2, effect: QualityEffect::Strain(3) };
    let shocker = Weapon { qualities: vec![quality], ..pistol() };
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[shocker])
        .trooper(1, (17, 5), plain(), &[])
        .start_battle(&[4, 3]);
    assert!(!fight.offered_actions((1, 2, 0), (0, 1), &[]).contains(&"quality:0:2".to_owned()));
    let events = fight.checked((1, 2, 0), (0, 2), &[], &["quality:0:2"]);
    assert_eq!(
        (fight.trooper(2).strain, rule_texts(&events)),
        (3, vec!["suffers 3 Strain from Shock of the weapon".to_owned()])
    );
    let dealt = events.iter().filter_map(|event| match event {
        BattleEvent::Harmed { unit: UnitId(2), damage, .. } => Some(*damage),
        _ => None,
    });
    let health = fight.trooper(2);
    assert_eq!(dealt.sum::<u32>(), health.wounds + health.strain, "the Strain counts once as damage");
}

#[test]
fn cc_adv_11_12_a_free_maneuver_counts_toward_two() {
    let mut fight = four().start_battle(&ORDER);
    fight.checked((1, 2, 0), (0, 2), &[], &["maneuver", "move"]);
    fight.walk(1, &[(6, 5)]).expect("the maneuver of the advantages");
    assert_eq!(fight.points(1), 1);
    fight.special_action(1, "aim", None);
    assert_eq!(fight.special_action_error(1, "buy_maneuver", None), "CC-ECON-07");
    assert_eq!(fight.trooper(1).strain, 0);
}

#[test]
fn cc_adv_13_a_setback_for_the_next_check_of_the_target() {
    let mut fight = four().start_battle(&ORDER);
    let events = fight.checked((1, 2, 0), (0, 2), &[], &["setback:2"]);
    assert_eq!(
        rule_texts(&events),
        ["has 1 setback die for the next check"],
        "the log of a miss shows it as well"
    );
    fight.end();
    assert_eq!(setback(&mut fight, 2, 1), 1);
    fight.checked((2, 1, 0), (0, 0), &[], &[]);
    assert_eq!(setback(&mut fight, 2, 1), 0);
}

#[test]
fn cc_adv_14_24_boost_and_upgrade_of_a_named_ally() {
    let mut fight = four().start_battle(&ORDER);
    fight.checked((1, 2, 0), (0, 5), &[], &["upgrade:3", "boost:3"]);
    assert_eq!(fight.dice_of(3, 2, 0, None), [1, 0, 0, 2, 3, 0]);
    assert_eq!(fight.dice_of(1, 2, 0, None), [0, 0, 1, 2, 2, 0]);
}

#[test]
fn cc_adv_15_defence_counts_for_nothing_in_this_round() {
    let shielded: fn(&mut Sheet) = |sheet| sheet.ranged_defence = 2;
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[pistol()])
        .trooper(1, (17, 5), sheet(shielded), &[])
        .trooper(0, (5, 7), plain(), &[pistol()])
        .start_battle(&[4, 3, 2]);
    assert_eq!(setback(&mut fight, 3, 2), 2);
    fight.checked((1, 2, 0), (0, 3), &[], &["negate_defence:2"]);
    assert_eq!(setback(&mut fight, 3, 2), 0, "against every attacker");
    fight.round_with(2, &[4, 3, 2]);
    assert_eq!(setback(&mut fight, 3, 2), 2);
}

#[test]
fn cc_adv_17_own_defence_through_the_next_turn() {
    let mut fight = four().start_battle(&ORDER);
    fight.checked((1, 2, 0), (0, 3), &[], &["defence:ranged"]);
    fight.end();
    assert_eq!(setback(&mut fight, 2, 1), 1);
    fight.round_with(2, &ORDER);
    fight.end();
    assert_eq!(setback(&mut fight, 2, 1), 0);
}

#[test]
fn cc_adv_18_the_target_is_disarmed() {
    let mut fight = four().start_battle(&ORDER);
    fight.checked((1, 2, 0), (0, 3), &[], &["disarm:2:weapon0"]);
    assert_eq!(fight.items_on_ground(), [("pistol".to_owned(), (17, 5))]);
    assert_eq!(fight.carries(2), ["unarmed"]);
    fight.end();
    fight.pick_up(2);
    assert_eq!((fight.points(2), fight.items_on_ground().len()), (2, 0));
}

#[test]
fn cc_adv_19_a_door_near_the_target_is_operated_where_it_is_seen() {
    let fight = |door: (i32, i32), wall: bool| {
        let mut setup = checks()
            .trooper(0, (5, 5), plain(), &[pistol()])
            .trooper(1, (17, 5), plain(), &[])
            .barrier(edge(door.0, door.1, CellSide::North), |kind| {
                (kind.name, kind.openable) = ("door".into(), true)
            });
        if wall {
            for x in 6..17 {
                setup = setup.barrier(edge(x, door.1 - 1, CellSide::North), |_| {});
            }
        }
        setup.start_battle(&[4, 3])
    };
    let mut near = fight((17, 4), false);
    let events = near.checked((1, 2, 0), (0, 3), &[], &["vital:0"]);
    assert!(events.iter().any(|event| matches!(event, BattleEvent::DoorMoved { open: true, .. })));
    let mut third = fight((17, 2), false);
    assert!(third.offered_actions((1, 2, 0), (0, 3), &[]).contains(&"vital:0".to_owned()), "three squares");
    let mut far = fight((17, 1), false);
    assert!(!far.offered_actions((1, 2, 0), (0, 3), &[]).contains(&"vital:0".to_owned()), "four squares");
    let mut hidden = fight((17, 8), true);
    assert!(!hidden.offered_actions((1, 2, 0), (0, 3), &[]).contains(&"vital:0".to_owned()), "behind a wall");
}

#[test]
fn cc_adv_20_22_disabled_in_place_of_wounds() {
    let mut fight = four().start_battle(&ORDER);
    let events = fight.checked((1, 2, 0), (1, 3), &[], &["disable:2"]);
    assert_eq!((exchange_result(&events).words.as_str(), fight.trooper(2).wounds), ("disabled", 0));
    fight.end();
    assert_eq!(setback(&mut fight, 2, 1), 1);
    assert_eq!(error_clause(fight.walk(2, &[(17, 6)]).expect_err("disabled")), "CC-ADV-22");
    fight.end();
    assert!(!fight.trooper(2).has_timed(TimedEffectKind::Disabled), "after their next turn");
}

#[test]
fn cc_adv_21_gear_is_disabled_for_a_turn() {
    let mut fight = four().start_battle(&ORDER);
    fight.checked((1, 2, 0), (1, 3), &[], &["disable_gear:2:weapon0"]);
    assert_eq!(fight.trooper(2).wounds, 0);
    fight.end();
    assert_eq!(fight.attack_error(2, 1, 0, None), "CC-THT-12");
    fight.end();
    assert_eq!(fight.unit(2, |unit| unit.inventory[0].fault()), WeaponMalfunction::None);
}

#[test]
fn cc_adv_04_23_two_downgrades_of_the_next_check() {
    let aimless = Weapon { critical: 6, ..pistol() };
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[aimless])
        .trooper(1, (17, 5), plain(), &[pistol()])
        .start_battle(&[4, 3]);
    // A success short of six advantages is all that three dice can show.
    fight.checked((1, 2, 0), (0, 6), &[], &["downgrade:2", "downgrade:2"]);
    fight.end();
    assert_eq!(fight.dice_of(2, 1, 0, None), [0, 0, 1, 0, 2, 2]);
}

#[test]
fn cc_adv_25_a_weapon_is_destroyed() {
    let skilled = sheet(|sheet| {
        sheet.characteristics.agility = 5;
        sheet.skills.insert(breachline::rules::combat_checks::Skill::LightRanged, 5);
    });
    let mut fight = checks()
        .trooper(0, (5, 5), skilled, &[pistol()])
        .trooper(1, (17, 5), plain(), &[pistol()])
        .start_battle(&[4, 3]);
    let events = fight.checked((1, 2, 0), (1, 6), &[], &["destroy:2:weapon0"]);
    assert!(events.iter().any(|event| matches!(event, BattleEvent::WeaponDestroyed { unit: UnitId(2), .. })));
    assert_eq!((fight.carries(2), fight.items_on_ground().len()), (vec!["unarmed".to_owned()], 0));
}

#[test]
fn cc_tri_01_a_triumph_buys_an_injury() {
    let mut fight = four().start_battle(&ORDER);
    let events = fight.checked_with((1, 2, 0, None), (1, 0, 1, 0), &[5], &["injury:2"]);
    assert_eq!(exchange_result(&events).words, "3 Wounds, Minor Nick");
    assert_eq!((fight.trooper(2).wounds, fight.trooper(2).strain), (3, 1));
}
