//! Tests of multiple attacks.

use rstest::rstest;

use super::*;
use crate::swan_song::attack::resolution::{AttackPlan, resolve_attack};
use crate::swan_song::test_support::attacks;
use crate::swan_song::test_support::units::on_faces;
use crate::swan_song::{Fighter, FireMode, Karma, KarmaPlan, KarmaUse, Sheet, Weapon};

fn blade() -> Weapon {
    attacks::weapon(WeaponClass::Melee, Skill::Blades, 4)
}

fn pistol() -> Weapon {
    Weapon {
        modes: vec![FireMode::Single, FireMode::Burst],
        ..attacks::weapon(WeaponClass::Ranged, Skill::Pistols, 5)
    }
}

/// Blades, Pistols and Unarmed 4, AGI 5: pools of 9.
fn duellist(change: impl FnOnce(&mut Sheet)) -> Fighter {
    attacks::fighter(1, |sheet| {
        sheet.attributes.agility = 5;
        sheet.skills = [(Skill::Blades, 4), (Skill::Pistols, 4), (Skill::UnarmedCombat, 4)].into();
        change(sheet);
    })
}

fn attack_context(attacker: &Fighter, weapon: Weapon) -> AttackContext {
    let mode = weapon.modes.last().copied();
    AttackContext { mode, ..attacks::attack_context(attacker.clone(), attacks::guard(), weapon) }
}

/// Dice of each attack with these weapons; equal numbers mean the same weapon.
fn dice(attacker: &Fighter, weapons: &[(usize, Weapon)]) -> Result<Vec<u32>, MultipleAttackError> {
    let contexts: Vec<_> =
        weapons.iter().map(|(slot, weapon)| (*slot, attack_context(attacker, weapon.clone()))).collect();
    let split_attacks: Vec<_> =
        contexts.iter().map(|(slot, context)| SplitAttack { context, slot: *slot }).collect();
    Ok(split_attack_pool(&split_attacks)?.iter().map(|share| share.dice).collect())
}

#[test]
fn ss_multi_02_one_melee_weapon() {
    assert_eq!(dice(&duellist(|_| {}), &[(0, blade()), (0, blade())]), Ok(vec![5, 4]));
}

#[test]
fn ss_multi_03_two_weapons() {
    let attacker = duellist(|_| {});
    assert_eq!(dice(&attacker, &[(0, blade()), (1, blade())]), Ok(vec![5, 4]));
    assert_eq!(dice(&attacker, &[(0, blade()), (1, pistol())]), Ok(vec![4, 4])); // recoil of 3 rounds: 8
    let able = duellist(|sheet| _ = sheet.skills.insert(Skill::Blades, 6));
    assert_eq!(
        dice(&able, &[(0, blade()), (1, blade()), (2, blade())]),
        Err(MultipleAttackError::ManyWeapons)
    );
}

#[test]
fn ss_multi_04_one_firearm() {
    let attacker = duellist(|sheet| _ = sheet.skills.insert(Skill::Pistols, 6));
    assert_eq!(dice(&attacker, &[(0, pistol()), (0, pistol())]), Err(MultipleAttackError::OneFirearm));
    assert_eq!(dice(&attacker, &[(0, pistol()), (1, pistol())]), Ok(vec![4, 3])); // recoil of 6 rounds: 7
    let third = [(0, pistol()), (1, pistol()), (1, pistol())];
    assert_eq!(dice(&attacker, &third), Err(MultipleAttackError::OneFirearm));
}

#[test]
fn ss_ruling_57_one_pistol_or_one_sword() {
    let attacker = duellist(|_| {});
    assert_eq!(dice(&attacker, &[(0, pistol()), (0, pistol())]), Err(MultipleAttackError::OneFirearm));
    assert_eq!(dice(&attacker, &[(0, blade()), (0, blade())]), Ok(vec![5, 4]));
}

#[test]
fn ss_multi_05_pool_first() {
    let mut attacker = duellist(|sheet| _ = sheet.skills.insert(Skill::Blades, 6));
    attacker.vitals.flesh.now = attacker.vitals.flesh.max / 2; // wound -2: 11 becomes 9
    assert_eq!(dice(&attacker, &[(0, blade()), (0, blade())]), Ok(vec![5, 4]));
}

#[test]
fn ss_multi_06_full_recoil() {
    // STR 3, two bursts without compensation: 6 rounds, recoil -4.
    let attacker = duellist(|sheet| {
        sheet.attributes.agility = 8;
        sheet.attributes.strength = 3;
    });
    assert_eq!(dice(&attacker, &[(0, pistol()), (1, pistol())]), Ok(vec![4, 4]));
}

#[rstest]
#[case::ss_multi_07_nine_by_two(9, &[5, 4])]
#[case::ss_multi_07_seven_by_three(7, &[3, 2, 2])]
#[case::ss_multi_07_even(8, &[4, 4])]
fn splitting(#[case] pool: u32, #[case] expected: &[u32]) {
    assert_eq!(split_pool(pool, u32::try_from(expected.len()).expect("few")), expected);
}

#[test]
fn ss_multi_09_karma_before_the_split() {
    let plan = KarmaPlan { dice: true, ..KarmaPlan::default() };
    let mut attacker = duellist(|sheet| {
        sheet.attributes.agility = 3;
        sheet.karma = 2;
    });
    attacker.karma = Karma { left: 1, plan };
    assert_eq!(dice(&attacker, &[(0, blade()), (0, blade())]), Ok(vec![5, 4])); // 7 + 2
}

#[rstest]
#[case::ss_multi_10_skill_3(3, 2)]
#[case::ss_multi_10_skill_4(4, 2)]
#[case::ss_multi_10_skill_5(5, 3)]
#[case::ss_multi_10_skill_1(1, 1)]
fn how_many(#[case] rating: u8, #[case] expected: u32) {
    assert_eq!(max_attacks(rating), expected);
}

#[test]
fn ss_multi_10_the_skill_allows_no_more() {
    let attacker = duellist(|_| {});
    let three = [(0, blade()), (0, blade()), (0, blade())];
    assert_eq!(dice(&attacker, &three), Err(MultipleAttackError::TooMany { most: 2 }));
}

#[test]
fn ss_multi_12_two_skills() {
    let attacker = duellist(|sheet| {
        sheet.attributes.agility = 4;
        sheet.skills = [(Skill::Blades, 4), (Skill::Pistols, 2)].into();
    });
    let single = Weapon { modes: vec![FireMode::Single], ..pistol() };
    assert_eq!(
        dice(&attacker, &[(0, blade()), (1, single.clone())]),
        Err(MultipleAttackError::TooMany { most: 1 })
    );
    let better = duellist(|sheet| {
        sheet.attributes.agility = 4;
        sheet.skills = [(Skill::Blades, 4), (Skill::Pistols, 3)].into();
    });
    assert_eq!(dice(&better, &[(0, blade()), (1, single)]), Ok(vec![4, 3])); // the pool of 7
}

#[test]
fn ss_multi_15_no_empty_attack() {
    let attacker = duellist(|sheet| {
        sheet.attributes.agility = 1;
        sheet.skills = [(Skill::Blades, 5)].into();
    });
    let mut hurt = attacker;
    hurt.vitals.flesh.now = 1;
    hurt.gait = crate::swan_song::MovementMode::Running;
    let split_attacks = [(0, blade()), (0, blade()), (0, blade())];
    assert_eq!(dice(&hurt, &split_attacks), Err(MultipleAttackError::Dice { dice: 2, attacks: 3 }));
}

/// The second attack of a multiple attack: 4 of 9 dice.
fn second(rerolls: bool) -> AttackContext {
    let share = PoolShare { dice: 4, of: 9, nth: 2, attacks: 2, rerolls };
    AttackContext {
        share: Some(share),
        ..attack_context(&duellist(|_| {}), Weapon { accuracy: Some(3), ..blade() })
    }
}

#[test]
fn ss_multi_16_limit_per_attack() {
    let context = second(false);
    let plan = AttackPlan::new(&context);
    assert_eq!((plan.attack.pool(), plan.limit), (4, 3));
    let part = plan.attack.0.last().expect("the share is named");
    assert_eq!((part.value, part.clause), (-5, "SS-MULTI-07"));
}

#[test]
fn ss_multi_11_one_karma_for_all() {
    // The re-roll was paid with the first attack: no prompt, no cost, the misses are rolled again.
    let mut context = second(true);
    context.defender.may_interrupt = false;
    let defence = [2; 7];
    let faces: Vec<u8> = [5, 2, 2, 2, 5, 2, 2].into_iter().chain(defence).chain([2; 1]).collect();
    let (result, rolls) = on_faces(&faces, |table| resolve_attack(table, &context));
    assert_eq!((result.net_hits, result.karma.iter().count()), (2, 0));
    assert_eq!((rolls[1].why, rolls[1].dice.count), ("re-roll", 3));
    assert!(!result.karma.iter().any(|on| on == KarmaUse::Reroll));
}
