use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::HitResult;
use crate::attacks_and_damage::test_support::*;
use crate::attacks_and_damage::{Attribute, HealthState, Sheet, Skill};

fn attacker(change: impl FnOnce(&mut Sheet)) -> Fighter {
    unit(1, change)
}

fn pool(attacker: &Fighter, weapon: &Weapon) -> u32 {
    weapon_check_parts(attacker, weapon, &Switches::default()).pool()
}

#[test]
fn ad_base_01_five_and_six_hit() {
    let mut context = duel(sword("6PC"));
    context.sight.aware = false;
    Arc::make_mut(&mut context.attacker.sheet).skills.insert(Skill::Blades, 2);
    let (result, _) = play_attack(&context, &[vec![5, 6, 4, 1, 2], vec![1, 1, 1]], &[]);
    assert_eq!(result.net_hits, 2);
}

#[rstest]
#[case::untrained(0, 3)]
#[case::minus_one(-1, 2)]
fn ad_base_04_untrained_attackers_too(#[case] modifier: i8, #[case] dice: u32) {
    let switches = Switches { untrained_modifier: modifier, ..Switches::default() };
    assert_eq!(weapon_check_parts(&attacker(|_| {}), &sword("6PC"), &switches).pool(), dice);
}

/// An attack with three dice on an unaware target.
fn attack_unaware_target(
    extras: &str,
    faces: [u8; 3],
    resisted: usize,
) -> crate::attacks_and_damage::AttackResult {
    let mut context = duel(sword("6PC"));
    set_switch(&mut context, "ad.dice_extras", extras);
    context.sight.aware = false;
    Arc::make_mut(&mut context.attacker.sheet).skills.clear();
    play_attack(&context, &[faces.to_vec(), faces_with_hits(0, resisted)], &[]).0
}

#[test]
fn ad_base_05_plain_counting() {
    assert_eq!(attack_unaware_target("none", [6, 6, 6], 3).net_hits, 3);
    let ones = attack_unaware_target("none", [1, 1, 1], 3);
    assert_eq!((ones.net_hits, ones.contact, ones.weapon_dropped), (0, HitResult::Hit, false));
}

#[test]
fn ad_base_05_a_glitch_drops_the_weapon_where_switched_on() {
    assert!(attack_unaware_target("glitch", [1, 1, 5], 3).weapon_dropped);
    assert!(!attack_unaware_target("glitch", [1, 2, 5], 3).weapon_dropped);
}

#[test]
fn ad_base_06_weapon_tests_use_agility_unless_weapon_or_switch_say_strength() {
    let attacker = attacker(|sheet| {
        sheet.attributes.agility = 4;
        sheet.attributes.strength = 6;
        sheet.skills.insert(Skill::Blades, 5);
    });
    assert_eq!(pool(&attacker, &sword("6PC")), 9);
    let strong = Weapon { attribute: Some(Attribute::Strength), ..sword("6PC") };
    assert_eq!(pool(&attacker, &strong), 11);
    let switches = switches_with("ad.weapon_attribute", "strength");
    assert_eq!(weapon_check_parts(&attacker, &sword("6PC"), &switches).pool(), 11);
}

/// Firearms 5 and Agility 3 against a target behind a low wall.
fn shot(metres: u32, hidden: u8) -> AttackContext {
    let mut context = duel(rifle("6C"));
    Arc::make_mut(&mut context.attacker.sheet).skills.insert(Skill::Firearms, 5);
    context.sight = sight_at(metres);
    context.sight.hidden = hidden;
    context
}

#[rstest]
#[case::near(5, 0)]
#[case::far_behind_a_low_wall(50, 40)]
fn ad_base_17_no_range_modifiers(#[case] metres: u32, #[case] hidden: u8) {
    assert_eq!(attack_parts(&shot(metres, hidden)).pool(), 8);
}

#[rstest]
#[case(12, 8)]
#[case(13, 7)]
#[case(25, 6)]
#[case(38, 5)]
#[case(50, 4)]
fn ad_base_17_distance_where_switched_on(#[case] metres: u32, #[case] dice: u32) {
    let mut context = shot(metres, 40);
    set_switch(&mut context, "ad.range_modifiers", "distance");
    assert_eq!(attack_parts(&context).pool(), dice);
    set_switch(&mut context, "ad.range_modifiers", "cover");
    assert_eq!(attack_parts(&context).pool(), 8);
}

#[test]
fn ad_base_17_a_range_beyond_any_map() {
    assert_eq!(full_quarters(u32::MAX, u32::MAX), 0);
}

#[test]
fn ad_base_20_wounds_cost_the_attacker_dice() {
    let mut attacker = attacker(|sheet| {
        sheet.skills.insert(Skill::Blades, 4);
    });
    attacker.condition = HealthState { light: 3, critical: 3, ..HealthState::default() };
    assert_eq!(pool(&attacker, &sword("6PC")), 5);
}

#[test]
fn ad_freq_07_the_frequency_penalty_does_not_affect_the_attacker() {
    let mut attacker = attacker(|sheet| {
        sheet.skills.insert(Skill::Blades, 4);
    });
    attacker.condition.frequency.penalty = -3;
    assert_eq!(pool(&attacker, &sword("6PC")), 7);
}

#[test]
fn ad_kd_07_prone_attackers_too() {
    let mut attacker = attacker(|sheet| {
        sheet.skills.insert(Skill::Blades, 4);
    });
    attacker.prone = true;
    assert_eq!(pool(&attacker, &sword("6PC")), 7);
    let switches = switches_with("ad.prone_modifier", "-2");
    assert_eq!(weapon_check_parts(&attacker, &sword("6PC"), &switches).pool(), 5);
}

#[test]
fn ad_test_01_the_weapon_sets_the_skill() {
    let attacker = attacker(|sheet| {
        sheet.attributes.agility = 4;
        sheet.skills.extend([(Skill::Blades, 3), (Skill::Clubs, 6)]);
    });
    assert_eq!(pool(&attacker, &sword("6PC")), 7);
}

#[test]
fn ad_test_02_no_weapon_unarmed() {
    let attacker = attacker(|sheet| {
        sheet.attributes.strength = 5;
        sheet.skills.extend([(Skill::Unarmed, 2), (Skill::Blades, 6)]);
    });
    let weapon = attacker.sheet.unarmed_weapon();
    assert_eq!(pool(&attacker, &weapon), 5);
    assert_eq!(
        weapon.damage.map(|damage| damage.to_string()),
        Some("3 Light (Impact)".to_owned()),
        "half of Strength 5"
    );
    assert_eq!(weapon.ap, 0);
}

#[test]
fn ad_test_02_an_unarmed_line_of_its_own() {
    let attacker = attacker(|sheet| {
        let damage = "4PC".parse().expect("a damage value");
        sheet.unarmed = Some(crate::attacks_and_damage::UnarmedAttack { damage, ap: -1 });
    });
    let claws = attacker.sheet.unarmed_weapon();
    assert_eq!(
        (claws.damage.map(|damage| damage.to_string()), claws.ap),
        (Some("4 Critical (Piercing)".to_owned()), -1)
    );
}

#[test]
fn ad_test_03_slings_use_thrown_weapons() {
    let attacker = attacker(|sheet| {
        sheet.skills.extend([(Skill::ThrownWeapons, 4), (Skill::Firearms, 1)]);
    });
    assert_eq!(pool(&attacker, &sling()), 7);
}
