use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::combat_checks::checks::attack;
use crate::combat_checks::checks::pool::PoolChange;
use crate::combat_checks::checks::pool::{NextCheck, downgrade_die, positive_dice, upgrade_die};
use crate::combat_checks::test_support::*;
use crate::combat_checks::{
    AttackContext, Characteristic, CheckKind, Expiry, Limb, Switches, TimedEffectKind, Weapon, WeaponClass,
};
use crate::{GroundConditions, Light, Surroundings};

const fn pool(ability: u8, proficiency: u8, difficulty: u8, challenge: u8) -> SymbolPool {
    SymbolPool { boost: 0, setback: 0, ability, difficulty, proficiency, challenge }
}

#[rstest]
#[case::cc_dice_12_one_success(1, true)]
#[case::cc_dice_12_none(0, false)]
#[case::cc_dice_12_failures(-2, false)]
fn success(#[case] successes: i16, #[case] wanted: bool) {
    assert_eq!(is_success(Symbols { successes, ..Symbols::default() }), wanted);
}

#[rstest]
#[case::cc_dice_13_ability_to_proficiency(pool(2, 1, 0, 0), 1, pool(1, 2, 0, 0))]
#[case::cc_dice_14_without_ability(pool(0, 2, 0, 0), 2, pool(0, 3, 0, 0))]
#[case::cc_adv_24_an_allys_pool(pool(2, 1, 0, 0), 1, pool(1, 2, 0, 0))]
fn upgraded(#[case] mut before: SymbolPool, #[case] times: u8, #[case] after: SymbolPool) {
    (0..times).for_each(|_| upgrade_die(&mut before));
    assert_eq!(before, after);
}

#[rstest]
#[case::cc_dice_15_challenge("challenge", pool(1, 2, 2, 0), 1, pool(1, 2, 1, 1))]
#[case::cc_dice_15_proficiency("proficiency_to_ability", pool(1, 2, 2, 0), 1, pool(2, 1, 2, 0))]
#[case::cc_dice_15_no_proficiency("proficiency_to_ability", pool(3, 0, 2, 0), 1, pool(3, 0, 2, 0))]
#[case::cc_dice_16_without_difficulty("challenge", pool(0, 0, 1, 0), 3, pool(0, 0, 0, 2))]
#[case::cc_ruling_03_blinded("challenge", pool(0, 0, 2, 0), 2, pool(0, 0, 0, 2))]
fn downgraded(
    #[case] switch: &str,
    #[case] mut before: SymbolPool,
    #[case] times: u8,
    #[case] after: SymbolPool,
) {
    let switches = switches_with("cc.downgrade", switch);
    (0..times).for_each(|_| downgrade_die(&mut before, &switches));
    assert_eq!(before, after);
}

#[test]
fn cc_dice_17_order_of_changes() {
    let mut unit = fighter(1, |sheet| sheet.characteristics.intelligence = 2);
    unit.condition
        .waiting
        .add(NextCheck::Check, PoolChange::DIFFICULTY.plus(PoolChange::DOWNGRADE).plus(PoolChange::BOOST));
    add_injury(&mut unit.condition, 66);
    let mut build = assemble_pool(&unit, Check::from_skill(Skill::Medicae), 0);
    build.difficulty.add(2, "the task", "CC-HEAL-02");
    assert_eq!(build.build(&Switches::default()), pool(2, 0, 2, 1));
    assert!(build.modifiers().iter().any(|part| part.reason == "boost, lost" && part.value == -1));
}

#[test]
fn cc_dice_17_dice_are_added_before_they_are_downgraded() {
    let mut unit = fighter(1, |_| {});
    unit.condition.waiting.add(NextCheck::Check, PoolChange::DIFFICULTY.plus(PoolChange::DOWNGRADE));
    assert_eq!(assemble_pool(&unit, MEDICAE, 0).build(&Switches::default()), pool(3, 0, 0, 1));
}

#[test]
fn cc_dice_17_upgrades_come_before_downgrades() {
    let mut unit = fighter(1, |_| {});
    unit.condition.waiting.add(NextCheck::Check, PoolChange::UPGRADE.plus(PoolChange::DOWNGRADE));
    let switches = switches_with("cc.downgrade", "proficiency_to_ability");
    assert_eq!(assemble_pool(&unit, AGILITY, 0).build(&switches), pool(3, 0, 0, 0));
}

#[rstest]
#[case::cc_pool_02_three_and_two(3, 2, (1, 2))]
#[case::cc_pool_02_two_and_four(2, 4, (2, 2))]
#[case::cc_pool_02_untrained(3, 0, (3, 0))]
fn dice_of_a_skill(#[case] characteristic: u8, #[case] skill: u8, #[case] wanted: (u8, u8)) {
    assert_eq!(positive_dice(characteristic, skill), wanted);
}

#[test]
fn cc_pool_01_skill_of_the_weapon() {
    let mut context = attack_context(pistol());
    let sheet = Arc::make_mut(&mut context.attacker.sheet);
    sheet.skills.extend([(Skill::Melee, 5), (Skill::HeavyRanged, 4), (Skill::Brawl, 1)]);
    (sheet.characteristics.strength, sheet.characteristics.perception) = (1, 5);
    assert_eq!(pool_dice(&context), [0, 0, 1, 2, 2, 0]);
}

#[rstest]
#[case::cc_pool_03_rifle(rifle(), Skill::HeavyRanged, Characteristic::Agility)]
#[case::cc_pool_03_sword(sword(), Skill::Melee, Characteristic::Strength)]
#[case::cc_pool_03_none(Weapon::unarmed(), Skill::Brawl, Characteristic::Strength)]
#[case::cc_pool_03_pistol(pistol(), Skill::LightRanged, Characteristic::Agility)]
#[case::cc_pool_03_thrown(knife(), Skill::LightRanged, Characteristic::Agility)]
fn links(#[case] weapon: Weapon, #[case] skill: Skill, #[case] characteristic: Characteristic) {
    assert_eq!(weapon.skill_and_characteristic(&Switches::default()), (skill, characteristic));
    let own = Weapon { characteristic: Some(Characteristic::Willpower), ..weapon };
    assert_eq!(own.skill_and_characteristic(&Switches::default()), (skill, Characteristic::Willpower));
    assert_eq!(
        own.skill_and_characteristic(&switches_with("cc.weapon_links", "strict")),
        (skill, characteristic)
    );
}

/// Difficulty, setback, boost and challenge dice that an injury adds to a check of difficulty 0.
fn changed(total: u32, check: Check) -> (u8, u8, u8, u8) {
    let mut unit = fighter(1, |_| {});
    unit.condition.waiting.add(NextCheck::Check, PoolChange { boost: 2, ..PoolChange::NONE });
    add_injury(&mut unit.condition, total);
    let mut build = assemble_pool(&unit, check, 0);
    build.difficulty.add(2, "the task", "CC-HEAL-02");
    let pool = build.build(&Switches::default());
    (pool.difficulty, pool.setback, pool.boost, pool.challenge)
}

const MEDICAE: Check = Check::from_skill(Skill::Medicae);
const VIGILANCE: Check = Check::from_skill(Skill::Vigilance);
const SWORD: Check =
    Check { skill: Some(Skill::Melee), characteristic: Characteristic::Strength, kind: CheckKind::Melee };
const RIFLE: Check = Check {
    skill: Some(Skill::HeavyRanged),
    characteristic: Characteristic::Agility,
    kind: CheckKind::Ranged,
};
const WILL: Check = Check::from_characteristic(Characteristic::Willpower);
const AGILITY: Check = Check::from_characteristic(Characteristic::Agility);
const FELLOWSHIP: Check = Check::from_characteristic(Characteristic::Fellowship);
const TOUGHNESS: Check = Check::from_characteristic(Characteristic::Toughness);

#[rstest]
#[case::cc_chart_10_head_ringer(50, MEDICAE, (3, 0, 2, 0))]
#[case::cc_chart_10_perception(46, VIGILANCE, (3, 0, 2, 0))]
#[case::cc_chart_10_not_the_sword(50, SWORD, (2, 0, 2, 0))]
#[case::cc_chart_11_fearsome(51, WILL, (3, 0, 2, 0))]
#[case::cc_chart_11_fellowship(55, FELLOWSHIP, (3, 0, 2, 0))]
#[case::cc_chart_11_not_agility(51, AGILITY, (2, 0, 2, 0))]
#[case::cc_chart_12_agonizing(60, RIFLE, (3, 0, 2, 0))]
#[case::cc_chart_12_strength(60, SWORD, (3, 0, 2, 0))]
#[case::cc_chart_12_toughness(60, TOUGHNESS, (3, 0, 2, 0))]
#[case::cc_pool_04_agonizing_pistol(56, RIFLE, (3, 0, 2, 0))]
#[case::cc_pool_04_not_medicae(56, MEDICAE, (2, 0, 2, 0))]
#[case::cc_chart_13_dazed(61, WILL, (2, 1, 2, 0))]
#[case::cc_chart_13_attacks_too(65, SWORD, (2, 1, 2, 0))]
#[case::cc_chart_14_scattered(70, MEDICAE, (2, 0, 0, 0))]
#[case::cc_chart_14_not_without_a_skill(70, WILL, (2, 0, 2, 0))]
#[case::cc_chart_18_compromised(90, RIFLE, (3, 0, 2, 0))]
#[case::cc_pool_05_compromised(86, RIFLE, (3, 0, 2, 0))]
#[case::cc_pool_05_not_without_a_skill(86, AGILITY, (2, 0, 2, 0))]
#[case::cc_chart_20_crippled(100, SWORD, (2, 1, 2, 0))]
#[case::cc_chart_20_every_action(100, MEDICAE, (2, 1, 2, 0))]
#[case::cc_chart_21_maimed(101, SWORD, (2, 1, 2, 0))]
#[case::cc_chart_24_blinded(120, SWORD, (0, 0, 2, 2))]
#[case::cc_chart_24_blind_vigilance(116, VIGILANCE, (1, 0, 2, 2))]
fn injuries_change_pools(#[case] total: u32, #[case] check: Check, #[case] wanted: (u8, u8, u8, u8)) {
    assert_eq!(changed(total, check), wanted);
}

#[rstest]
#[case::two_d(2, SWORD, (0, 2))]
#[case::one_d(1, SWORD, (1, 1))]
#[case::vigilance(3, VIGILANCE, (0, 3))]
fn cc_chart_24_how_often(#[case] difficulty: i32, #[case] check: Check, #[case] wanted: (u8, u8)) {
    let mut unit = fighter(1, |_| {});
    add_injury(&mut unit.condition, 120);
    add_injury(&mut unit.condition, 120);
    let mut build = assemble_pool(&unit, check, 0);
    build.difficulty.add(difficulty, "the task", "CC-HEAL-02");
    let pool = build.build(&Switches::default());
    assert_eq!((pool.difficulty, pool.challenge), wanted, "states do not double");
}

#[test]
fn cc_crit_10_dice_of_repeated_rows_add_up() {
    let mut unit = fighter(1, |_| {});
    add_injury(&mut unit.condition, 96);
    add_injury(&mut unit.condition, 96);
    assert_eq!(assemble_pool(&unit, SWORD, 0).setback.sum(), 2);
}

#[test]
fn cc_ruling_16_added_difficulty_has_no_limit() {
    let mut context = attack_context(rifle());
    context.sight = sight(61);
    add_injury(&mut context.attacker.condition, 86);
    add_injury(&mut context.attacker.condition, 56);
    assert_eq!(pool_dice(&context)[3], 6);
}

#[test]
fn cc_econ_09_waiting_changes_are_used_once() {
    let mut unit = fighter(1, |_| {});
    unit.condition.waiting.add(NextCheck::Check, PoolChange::BOOST);
    unit.condition.waiting.add(NextCheck::Check, PoolChange::BOOST);
    unit.condition.waiting.add(NextCheck::Attack, PoolChange::SETBACK);
    assert_eq!(assemble_pool(&unit, MEDICAE, 0).boost.sum(), 2);
    unit.condition.use_up_pending(MEDICAE);
    let next = assemble_pool(&unit, SWORD, 0);
    assert_eq!((next.boost.sum(), next.setback.sum()), (0, 1), "the change of the attack is still pending");
}

#[test]
fn cc_econ_09_an_attack_uses_them_up() {
    let mut context = attack_context(pistol());
    context.attacker.condition.waiting.add(NextCheck::Check, PoolChange { boost: 2, ..PoolChange::NONE });
    assert_eq!(pool_dice(&context)[0], 2);
    let rolled = [[1, 1].as_slice(), &faces_for(0, 0)].concat();
    let after = resolve_with(&context, &rolled, &[]);
    assert_eq!(after.attacker.condition.waiting, Default::default());
}

#[test]
fn cc_econ_08_aim_is_for_a_combat_check() {
    let mut unit = fighter(1, |_| {});
    unit.condition.aim = true;
    assert_eq!(assemble_pool(&unit, MEDICAE, 0).boost.sum(), 0);
    unit.condition.use_up_pending(MEDICAE);
    assert_eq!(assemble_pool(&unit, SWORD, 0).boost.sum(), 1);
    unit.condition.use_up_pending(SWORD);
    assert_eq!(assemble_pool(&unit, SWORD, 0).boost.sum(), 0);
}

fn boost_setback(change: impl FnOnce(&mut AttackContext), weapon: Weapon) -> (u8, u8) {
    let mut context = attack_context(weapon);
    change(&mut context);
    let [boost, setback, ..] = pool_dice(&context);
    (boost, setback)
}

#[rstest]
#[case::cc_econ_08_aim(rifle(), |context: &mut AttackContext| context.attacker.condition.aim = true, (1, 0))]
#[case::cc_econ_10_melee_against_prone(sword(), |context: &mut AttackContext| context.defender.prone = true, (1, 0))]
#[case::cc_econ_11_shooting_at_prone(rifle(), |context: &mut AttackContext| context.defender.prone = true, (0, 1))]
#[case::cc_econ_12_fighting_while_prone(sword(), |context: &mut AttackContext| context.attacker.prone = true, (0, 1))]
#[case::cc_econ_12_shots_are_free(rifle(), |context: &mut AttackContext| context.attacker.prone = true, (0, 0))]
#[case::cc_econ_10_the_dice_are_a_switch(sword(), |context: &mut AttackContext| {
    context.defender.prone = true;
    set_switch(context, "cc.prone_melee", "3");
}, (3, 0))]
#[case::cc_econ_11_the_dice_are_a_switch(rifle(), |context: &mut AttackContext| {
    context.defender.prone = true;
    set_switch(context, "cc.prone_ranged", "3");
}, (0, 3))]
#[case::cc_econ_12_the_dice_are_a_switch(sword(), |context: &mut AttackContext| {
    context.attacker.prone = true;
    set_switch(context, "cc.prone_own", "3");
}, (0, 3))]
#[case::cc_adv_08_boost_from_the_side(rifle(), |context: &mut AttackContext| context.side_boosts = 1, (1, 0))]
#[case::cc_adv_22_disabled(rifle(), |context: &mut AttackContext| {
    context.attacker.condition.add_timed(TimedEffectKind::Disabled, Expiry::TurnEnds(1));
}, (0, 1))]
#[case::cc_econ_08_own_guarded_stance(rifle(), |context: &mut AttackContext| {
    context.attacker.condition.add_timed(TimedEffectKind::GuardedStance, Expiry::TurnEnds(1));
}, (0, 1))]
fn attack_dice(#[case] weapon: Weapon, #[case] change: fn(&mut AttackContext), #[case] wanted: (u8, u8)) {
    assert_eq!(boost_setback(change, weapon), wanted);
}

/// Setback dice of an attack on a target with melee defence 1 and ranged defence 3.
fn defended(weapon: Weapon, squares: u32, change: impl FnOnce(&mut AttackContext)) -> u8 {
    let mut context = attack_context(weapon);
    context.sight = sight(squares);
    let sheet = Arc::make_mut(&mut context.defender.sheet);
    (sheet.melee_defence, sheet.ranged_defence) = (1, 3);
    change(&mut context);
    pool_dice(&context)[1]
}

#[rstest]
#[case::cc_def_02_melee(sword(), 1, 1)]
#[case::cc_def_03_ranged_engaged(pistol(), 1, 3)]
#[case::cc_def_01_a_die_per_point(rifle(), 8, 3)]
fn defence_dice(#[case] weapon: Weapon, #[case] squares: u32, #[case] wanted: u8) {
    assert_eq!(defended(weapon, squares, |_| {}), wanted);
}

fn covered(context: &mut AttackContext, hidden: u8) {
    context.sight.took_cover = true;
    context.sight.hidden = hidden;
    let sheet = Arc::make_mut(&mut context.defender.sheet);
    (sheet.melee_defence, sheet.ranged_defence) = (0, 0);
}

#[test]
fn cc_def_04_sources_add_up() {
    let dice = defended(rifle(), 8, |context| {
        covered(context, 50);
        Arc::make_mut(&mut context.defender.sheet).armour.ranged_defence = 1;
    });
    assert_eq!(dice, 2);
}

#[rstest]
#[case::through_the_cover(rifle(), 50, 1)]
#[case::from_behind(rifle(), 0, 0)]
#[case::no_help_in_melee(sword(), 50, 0)]
fn cc_def_05_cover(#[case] weapon: Weapon, #[case] hidden: u8, #[case] wanted: u8) {
    let squares = if weapon.class == WeaponClass::Melee { 1 } else { 8 };
    assert_eq!(defended(weapon, squares, |context| covered(context, hidden)), wanted);
}

#[test]
fn cc_def_05_the_value_is_a_switch() {
    let dice = defended(rifle(), 8, |context| {
        covered(context, 50);
        set_switch(context, "cc.cover_defence", "3");
    });
    assert_eq!(dice, 3);
}

#[rstest]
#[case::sword(sword(), 1, 1)]
#[case::rifle(rifle(), 8, 0)]
fn cc_def_06_guarded_stance(#[case] weapon: Weapon, #[case] squares: u32, #[case] wanted: u8) {
    let dice = defended(weapon, squares, |context| {
        covered(context, 0);
        context.defender.condition.add_timed(TimedEffectKind::GuardedStance, Expiry::TurnEnds(1));
    });
    assert_eq!(dice, wanted);
}

#[test]
fn cc_def_06_the_value_is_a_switch() {
    let dice = defended(sword(), 1, |context| {
        covered(context, 0);
        context.defender.condition.add_timed(TimedEffectKind::GuardedStance, Expiry::TurnEnds(1));
        set_switch(context, "cc.guarded_defence", "3");
    });
    assert_eq!(dice, 3);
}

#[rstest]
#[case::cc_adv_15_cover_and_what_is_gained_later(rifle(), TimedEffectKind::RangedDefence)]
#[case::cc_adv_15_guarded_stance_in_melee(sword(), TimedEffectKind::MeleeDefence)]
fn negated_whatever_its_source(#[case] weapon: Weapon, #[case] gained: TimedEffectKind) {
    let squares = if weapon.class == WeaponClass::Melee { 1 } else { 8 };
    let dice = defended(weapon, squares, |context| {
        (context.sight.took_cover, context.sight.hidden) = (true, 50);
        for kind in [TimedEffectKind::DefenceNegated, TimedEffectKind::GuardedStance, gained] {
            context.defender.condition.add_timed(kind, Expiry::EndOfRound);
        }
    });
    assert_eq!(dice, 0);
}

#[rstest]
#[case::cc_adv_15_negated(TimedEffectKind::DefenceNegated, rifle(), 0)]
#[case::cc_adv_17_ranged(TimedEffectKind::RangedDefence, rifle(), 4)]
#[case::cc_adv_17_ranged_not_melee(TimedEffectKind::RangedDefence, sword(), 1)]
#[case::cc_adv_17_melee(TimedEffectKind::MeleeDefence, sword(), 2)]
#[case::cc_adv_17_melee_not_ranged(TimedEffectKind::MeleeDefence, rifle(), 3)]
fn gained_and_lost_defence(#[case] kind: TimedEffectKind, #[case] weapon: Weapon, #[case] wanted: u8) {
    let squares = if weapon.class == WeaponClass::Melee { 1 } else { 8 };
    let dice =
        defended(weapon, squares, |context| context.defender.condition.add_timed(kind, Expiry::EndOfRound));
    assert_eq!(dice, wanted);
}

#[rstest]
#[case::of_the_first(2, 1)]
#[case::of_the_second(1, 2)]
fn cc_def_07_the_largest_defence_counts(#[case] first: u8, #[case] second: u8) {
    let mut context = two_targets(rifle());
    Arc::make_mut(&mut context.defender.sheet).ranged_defence = first;
    Arc::make_mut(&mut context.secondary_targets[0].fighter.sheet).ranged_defence = second;
    assert_eq!(pool_dice(&context)[1], 2);
}

#[rstest]
#[case::of_the_first(20, 5)]
#[case::of_the_second(5, 20)]
fn cc_rng_12_the_largest_difficulty_counts(#[case] first: u32, #[case] second: u32) {
    let mut context = two_targets(rifle());
    context.sight = sight(first);
    context.secondary_targets[0].sight = sight(second);
    assert_eq!(pool_dice(&context)[3], 2);
}

#[test]
fn cc_adv_16_environment_ignored_for_own_checks() {
    let mut context = attack_context(rifle());
    let dark = GroundConditions { light: Light::Dark, ..GroundConditions::default() };
    context.surroundings = Surroundings { target: dark, ..Surroundings::default() };
    assert_eq!(pool_dice(&context)[1], 2, "an ally's attack");
    context.attacker.condition.add_timed(TimedEffectKind::EnvironmentIgnored, Expiry::TurnEnds(1));
    assert_eq!(pool_dice(&context)[1], 0);
}

#[test]
fn cc_chart_33_arms_out_of_use() {
    let mut unit = fighter(1, |_| {});
    add_injury(&mut unit.condition, 101);
    unit.condition.injuries[0].mark =
        crate::combat_checks::critical_injuries::injury::InjuryDetail::Limb(Limb::RightArm);
    let switches = Switches::default();
    assert!(!unit.can_wield(&rifle(), &switches));
    assert!(unit.can_wield(&pistol(), &switches));
    assert!(unit.can_wield(&rifle(), &switches_with("cc.limb_use", "off")));
    unit.condition.injuries[0].mark =
        crate::combat_checks::critical_injuries::injury::InjuryDetail::Limb(Limb::RightLeg);
    assert!(unit.can_wield(&rifle(), &switches), "legs have no further effect");
}

#[test]
fn the_odds_of_a_pool_keep_successes_and_advantages_together() {
    let context = attack_context(pistol());
    let plan = attack::AttackPlan::new(&context);
    let single = pool_odds(plan.pool).expect("few dice");
    let joint = single.map(|symbols| (symbols.successes, symbols.advantages));
    let hit = joint.fraction(|&(successes, _)| successes > 0);
    assert_eq!(hit, single.fraction(|symbols| is_success(*symbols)));
    assert_eq!(joint.fraction(|_| true), ("1".into(), "1".into()));
    assert!(joint.probability(|&(successes, advantages)| successes > 0 && advantages < 0) > 0.0);
}
