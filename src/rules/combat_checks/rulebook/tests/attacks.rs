//! Whole attacks with all their effects.

use rstest::rstest;

use super::*;
use crate::HitResult;
use crate::combat_checks::test_support::{faces_for, knife, pistol, rifle, sword};
use model::UnitId;

fn fists() -> OwnWeapon {
    OwnWeapon::unarmed()
}

#[test]
fn a_shot_wounds_and_knocks_down() {
    let shot = attack_request(pistol());
    let (outcome, traces) =
        play_script(&faces_for(3, 0), &[], |table| CombatChecksRulebook::attack(table, &shot));
    assert_eq!((outcome.contact, outcome.net, outcome.damage), (HitResult::Hit, 3, 6));
    assert_eq!(outcome.words, "6 Wounds");
    assert_eq!(after(&outcome.effects, UnitId(2)).wounds, 6);
    assert_eq!(outcome.effects[1..], [RuleStep::FallProne { unit: UnitId(2) }]);
    assert!(noted(&traces).contains(&"SS-KNOCK-01"));
    let mut without = shot;
    without.rules = with("borrow.knockdown", "off");
    assert_eq!(play(&without, &faces_for(3, 0), &[]).effects.len(), 1);
}

#[test]
fn cc_chart_16_a_free_second_attack_is_told_as_an_attack_of_its_own() {
    let shot = attack_request(pistol());
    let rolled = [faces_for(2, 3), vec![80], faces_for(2, 3)].concat();
    let outcome = play(&shot, &rolled, &["injury:2", "attack"]);
    assert_eq!((outcome.contact, outcome.damage), (HitResult::Hit, 5));
    assert_eq!(outcome.words, "5 Wounds, Overpowered");
    let told = outcome.effects.iter().filter_map(|step| match step {
        RuleStep::ChangeHealth { unit: UnitId(2), after, damage, .. } => {
            Some(format!("{damage} damage, {} Wounds in all", after.combat_checks().wounds))
        }
        RuleStep::Record(BattleEvent::AttackDeclared { unit: UnitId(1), rounds: 0, .. }) => {
            Some("declared".to_owned())
        }
        RuleStep::Record(BattleEvent::AttackResolved { unit: UnitId(1), contact, words, .. }) => {
            Some(format!("{contact:?}: {words}"))
        }
        _ => None,
    });
    let wanted = ["5 damage, 5 Wounds in all", "declared", "Hit: 5 Wounds", "5 damage, 10 Wounds in all"];
    assert_eq!(told.collect::<Vec<_>>(), wanted);
    let missed = [faces_for(2, 3), vec![80], faces_for(0, 0)].concat();
    let outcome = play(&shot, &missed, &["injury:2", "attack"]);
    let contacts = outcome.effects.iter().filter_map(|step| match step {
        RuleStep::Record(BattleEvent::AttackResolved { contact, damage, .. }) => Some((*contact, *damage)),
        _ => None,
    });
    assert_eq!(contacts.collect::<Vec<_>>(), [(HitResult::Miss, 0)]);
}

#[test]
fn a_blow_and_a_miss() {
    let blow = attack_request(sword());
    assert_eq!(play(&blow, &faces_for(1, 0), &[]).words, "4 Wounds");
    let missed = play(&blow, &faces_for(0, 0), &[]);
    assert_eq!(
        (missed.contact, missed.words.to_string().as_str(), missed.effects),
        (HitResult::Miss, "", Vec::new())
    );
}

#[test]
fn cc_dmg_06_fists_tire() {
    let punch = attack_request(fists());
    let outcome = play(&punch, &faces_for(2, 0), &[]);
    assert_eq!(outcome.words, "2 Strain");
    assert_eq!(
        (after(&outcome.effects, UnitId(2)).strain, CombatChecksRulebook::attack_action(&punch.weapon, None)),
        (2, Action::UnarmedAttack)
    );
    let mut soaked = punch;
    sheet_with(&mut soaked.aimed_unit().defender, |sheet| sheet.armour.soak = 9);
    assert_eq!(play(&soaked, &faces_for(2, 0), &[]).contact, HitResult::Graze);
}

#[test]
fn cc_thr_08_who_falls_drops_nothing_twice() {
    let mut shot = attack_request(pistol());
    arms(&mut shot.aimed_unit().defender, sword());
    harm(&mut shot.aimed_unit().defender, |own| own.wounds = 12);
    let outcome = play(&shot, &faces_for(1, 0), &[]);
    assert_eq!(outcome.effects.len(), 1, "falling and dropping is what the battlefield does");
    let now = HealthState::CombatChecks(after(&outcome.effects, UnitId(2)));
    assert_eq!(
        CombatChecksRulebook::down_state(&shot.aimed_unit().defender.sheet, &now, &rules()),
        Some(DownState::Unconscious)
    );
}

#[test]
fn cc_chart_03_everything_falls_from_behind() {
    let mut shot = attack_request(pistol());
    arms(&mut shot.aimed_unit().defender, sword());
    arms(&mut shot.aimed_unit().defender, knife());
    let mut rolled = faces_for(1, 3);
    rolled.push(15);
    let outcome = play(&shot, &rolled, &["injury:2"]);
    assert_eq!(outcome.words, "4 Wounds, Sudden Jolt");
    let drops: Vec<_> = outcome.effects.into_iter().skip(1).collect();
    assert_eq!(drops, [1, 0].map(|slot| RuleStep::DropItem { unit: UnitId(2), slot }));
}

#[test]
fn cc_chart_06_an_ally_recovers() {
    let mut shot = attack_request(pistol());
    let mut friend = unit(3, 0);
    harm(&mut friend, |own| own.strain = 2);
    joins(&mut shot, friend, 1);
    harm(&mut shot.attacker, |own| own.strain = 1);
    let mut rolled = faces_for(1, 3);
    rolled.push(30);
    let outcome = play(&shot, &rolled, &["injury:2", "3"]);
    assert_eq!(after(&outcome.effects, UnitId(3)).strain, 1);
}

#[test]
fn cc_chk_04_two_targets() {
    let mut burst = attack_request(OwnWeapon { targets: 2, ..rifle() });
    let held = burst.attacker.held[0].clone();
    let keys: Vec<_> = CombatChecksRulebook::attack_options(&burst.attacker, &held, &rules())
        .iter()
        .map(|option| option.key)
        .collect();
    assert_eq!(keys, ["two_targets"]);
    burst.option = Some("two_targets".into());
    assert_eq!(CombatChecksRulebook::may_attack(&burst).map_err(|why| why.clause), Err("CC-CHK-04"));
    joins(&mut burst, unit(5, 1), 4);
    joins(&mut burst, unit(4, 1), 2);
    joins(&mut burst, unit(3, 0), 1);
    assert_eq!(CombatChecksRulebook::may_attack(&burst), Ok(()));
    burst.rules = with("borrow.knockdown", "off");
    let outcome = play(&burst, &faces_for(3, 0), &[]);
    assert_eq!(outcome.words, "5 Wounds; unit 4: 5 Wounds", "3 successes are 2 for each");
    assert_eq!([2, 4].map(|id| after(&outcome.effects, UnitId(id)).wounds), [5, 5]);
    burst.option = Some("three_targets".into());
    assert_eq!(CombatChecksRulebook::may_attack(&burst).map_err(|why| why.clause), Err("CC-CHK-04"));
}

#[rstest]
#[case::cc_rng_13(sword(), 2, WeaponMalfunction::None, Some("CC-RNG-13"))]
#[case::cc_rng_09(rifle(), 1, WeaponMalfunction::None, Some("CC-RNG-09"))]
#[case::cc_rng_11(pistol(), 31, WeaponMalfunction::None, Some("CC-RNG-11"))]
#[case::cc_tht_10(pistol(), 20, WeaponMalfunction::Empty, Some("CC-THT-10"))]
#[case::cc_tht_12(pistol(), 20, WeaponMalfunction::Broken, Some("CC-THT-12"))]
#[case::cc_adv_21(pistol(), 20, WeaponMalfunction::Disabled, Some("CC-THT-12"))]
#[case::in_reach(pistol(), 30, WeaponMalfunction::None, None)]
fn attacks_refused(
    #[case] weapon: OwnWeapon,
    #[case] squares: u32,
    #[case] fault: WeaponMalfunction,
    #[case] clause: Option<&str>,
) {
    let mut attack = attack_request(weapon);
    attack.sight = sight(squares);
    attack.attacker.held[0].fault = fault;
    assert_eq!(CombatChecksRulebook::may_attack(&attack).err().map(|why| why.clause), clause);
}
