use rstest::rstest;

use crate::circumstances::attacks::evasion::EvasiveAction;
use crate::circumstances::attacks::legality::{AttackError, may_attack};
use crate::circumstances::attacks::resolution::AttackPlan;
use crate::circumstances::test_fixtures::*;
use crate::circumstances::{
    Ailment, AttackContext, Light, MeleeOpponents, MovementMode, Skill, Weapon, Weather,
};

type ContextEdit = fn(&mut AttackContext);

fn blow(change: ContextEdit) -> i32 {
    target_number_of(&attack_context_with(sword(), change))
}

fn shot(change: ContextEdit) -> i32 {
    target_number_of(&attack_context_with(autogun(), change))
}

/// Target number of the defender's Dodge or Parry against a melee attack.
fn evasion(way: EvasiveAction, change: ContextEdit) -> i32 {
    let context = attack_context_with(sword(), |context| {
        context.defender.reaction = true;
        edit_sheet(&mut context.defender, |sheet| {
            sheet.skills.insert(Skill::Dodge, 45);
        });
        change(context);
    });
    let plan = AttackPlan::new(&context);
    let found = plan.defence.evasions.iter().find(|(other, _)| *other == way);
    found.map(|(_, target)| target.number).expect("open to it")
}

fn hard_target(context: &mut AttackContext) {
    edit_sheet(&mut context.defender, |sheet| sheet.talents.hard_target = true);
    context.defender.gait = MovementMode::Running;
}

#[test]
fn cs_base_05_all_modifiers_of_a_shot_add_up() {
    let number = shot(|context| {
        context.sight = sight(3);
        context.attacker.concealed = true;
        context.surroundings.target.light = Light::Low;
        context.surroundings.target.obscured = true;
    });
    assert_eq!(number, 70);
}

#[test]
fn cs_base_08_weapon_skill_or_ballistic_skill() {
    let unskilled: ContextEdit = |context| {
        edit_sheet(&mut context.attacker, |sheet| {
            sheet.characteristics.weapon_skill = 41;
            sheet.characteristics.ballistic_skill = 22;
        });
    };
    assert_eq!((blow(unskilled), shot(unskilled)), (41, 22));
    assert_eq!(target_number_of(&attack_context_with(knife(), unskilled)), 22, "a throw");
}

#[rstest]
#[case::cs_run_01_shooting_at_a_runner(shot(|context| context.defender.gait = MovementMode::Running), 20)]
#[case::cs_run_02_striking_a_runner(blow(|context| context.defender.gait = MovementMode::Running), 60)]
#[case::cs_run_05_hard_target_struck(blow(hard_target), 40)]
#[case::cs_ruling_20_totals_not_additions(
    shot(|context| {
        hard_target(context);
        edit_sheet(&mut context.attacker, |sheet| sheet.characteristics.ballistic_skill = 60);
    }),
    20
)]
#[case::cs_run_04_hard_target_shot(
    shot(|context| {
        hard_target(context);
        edit_sheet(&mut context.attacker, |sheet| sheet.characteristics.ballistic_skill = 60);
    }),
    20
)]
#[case::cs_ruling_20_struck_as_if_standing(blow(hard_target), 40)]
#[case::cs_run_04_only_when_running(
    shot(|context| edit_sheet(&mut context.defender, |sheet| sheet.talents.hard_target = true)),
    40
)]
fn running(#[case] number: i32, #[case] expected: i32) {
    assert_eq!(number, expected);
}

#[rstest]
#[case::cs_hgt_01_blow_from_above(blow(|context| context.surroundings.attacker.height_cm = 200), 50)]
#[case::cs_hgt_01_equal(
    blow(|context| {
        context.surroundings.attacker.height_cm = 200;
        context.surroundings.target.height_cm = 200;
    }),
    40
)]
#[case::cs_hgt_01_a_full_metre(blow(|context| context.surroundings.attacker.height_cm = 100), 50)]
#[case::cs_hgt_01_less_than_a_metre(blow(|context| context.surroundings.attacker.height_cm = 99), 40)]
#[case::cs_hgt_02_shot_from_above(
    shot(|context| {
        context.surroundings.attacker.height_cm = 300;
        context.surroundings.target.height_cm = 100;
    }),
    50
)]
#[case::cs_hgt_03_parry_from_above(
    evasion(EvasiveAction::Parry, |context| context.surroundings.target.height_cm = 100),
    50
)]
#[case::cs_hgt_04_uphill(blow(|context| context.surroundings.target.height_cm = 100), 40)]
#[case::cs_hgt_04_shot_uphill(shot(|context| context.surroundings.target.height_cm = 100), 40)]
#[case::cs_hgt_04_parry_from_below(
    evasion(EvasiveAction::Parry, |context| context.surroundings.attacker.height_cm = 100),
    40
)]
fn height(#[case] number: i32, #[case] expected: i32) {
    assert_eq!(number, expected);
}

fn fog_line(context: &mut AttackContext) {
    context.surroundings.obscured_between = true;
    with_switch(context, "cs.fog_line", "on");
}

#[rstest]
#[case::cs_fog_01_target_in_smoke(shot(|context| context.surroundings.target.obscured = true), 20)]
#[case::cs_fog_01_shooter_in_smoke(shot(|context| context.surroundings.attacker.obscured = true), 40)]
#[case::cs_fog_04_blows_do_not_care(blow(|context| context.surroundings.target.obscured = true), 40)]
#[case::cs_fog_06_smoke_half_way(shot(|context| context.surroundings.obscured_between = true), 40)]
#[case::cs_fog_06_switched_on(shot(fog_line), 20)]
#[case::cs_fog_06_once_in_all(
    shot(|context| {
        fog_line(context);
        context.surroundings.target.obscured = true;
    }),
    20
)]
#[case::cs_ruling_07_deep_shadow_is_no_darkness(
    blow(|context| context.surroundings.target.obscured = true),
    40
)]
fn fog(#[case] number: i32, #[case] expected: i32) {
    assert_eq!(number, expected);
}

#[test]
fn cs_fog_05_one_flag_for_all_four() {
    // Smoke in deep shadow is one flag of the square; nothing is added twice.
    let context = attack_context_with(autogun(), |context| context.surroundings.target.obscured = true);
    let plan = AttackPlan::new(&context);
    assert_eq!(clauses(&plan.target.parts), ["CS-BASE-01", "CS-FOG-01"]);
    assert_eq!(plan.target.number, 20);
}

fn light(light: Light, context: &mut AttackContext) {
    context.surroundings.target.light = light;
}

#[rstest]
#[case::cs_low_01_blow(blow(|context| light(Light::Low, context)), 30)]
#[case::cs_low_02_shot(shot(|context| light(Light::Low, context)), 30)]
#[case::cs_low_01_the_enemys_square(
    blow(|context| context.surroundings.attacker.light = Light::Low),
    40
)]
#[case::cs_drk_01_blow(blow(|context| light(Light::Dark, context)), 20)]
#[case::cs_drk_02_shot(shot(|context| light(Light::Dark, context)), 10)]
#[case::cs_drk_05_fog_adds_up(
    shot(|context| {
        light(Light::Dark, context);
        context.surroundings.target.obscured = true;
        edit_sheet(&mut context.attacker, |sheet| sheet.characteristics.ballistic_skill = 70);
    }),
    20
)]
#[case::cs_base_10_parry_in_the_dark(
    evasion(EvasiveAction::Parry, |context| context.surroundings.attacker.light = Light::Dark),
    20
)]
fn lights(#[case] number: i32, #[case] expected: i32) {
    assert_eq!(number, expected);
}

fn weather(weather: Weather, context: &mut AttackContext) {
    context.surroundings.weather = weather;
    edit_sheet(&mut context.attacker, |sheet| {
        sheet.characteristics.weapon_skill = 45;
        sheet.characteristics.ballistic_skill = 45;
    });
}

#[rstest]
#[case::cs_wea_01_storm(blow(|context| weather(Weather::Heavy, context)), 25)]
#[case::cs_wea_02_rain(shot(|context| weather(Weather::Light, context)), 35)]
#[case::cs_wea_02_blizzard(shot(|context| weather(Weather::Extreme, context)), 15)]
#[case::cs_wea_03_clear(shot(|context| weather(Weather::Calm, context)), 45)]
#[case::cs_wea_03_by_switch(
    shot(|context| {
        weather(Weather::Calm, context);
        with_switch(context, "cs.weather", "extreme");
    }),
    15
)]
#[case::cs_wea_03_under_a_roof(
    shot(|context| {
        weather(Weather::Calm, context);
        with_switch(context, "cs.weather", "extreme");
        context.attacker.indoors = true;
    }),
    45
)]
#[case::cs_wea_03_the_worse_counts(
    shot(|context| {
        weather(Weather::Heavy, context);
        with_switch(context, "cs.weather", "light");
    }),
    25
)]
fn weathers(#[case] number: i32, #[case] expected: i32) {
    assert_eq!(number, expected);
}

/// A pistol or knife attack on an adjacent unit by an engaged attacker.
fn within(weapon: Weapon, change: ContextEdit) -> i32 {
    target_number_of(&attack_context_with(weapon, |context| {
        context.sight = sight(1);
        context.attacker.in_melee = true;
        context.engaged = true;
        change(context);
    }))
}

#[test]
fn cs_gun_01_pistols_only() {
    let verdict = |weapon, in_melee| {
        let context = attack_context_with(weapon, |context| {
            context.attacker.in_melee = in_melee;
            context.sight = sight(1);
        });
        may_attack(&context.attempt(), context.loaded)
    };
    assert_eq!(verdict(autogun(), true), Err(AttackError::InMelee));
    assert_eq!(verdict(autogun(), false), Ok(()));
    assert_eq!(verdict(pistol(), true), Ok(()));
    assert_eq!(verdict(knife(), true), Ok(()));
    assert_eq!(within(knife(), |_| {}), 40);
}

#[test]
fn cs_gun_02_no_range_bonus() {
    assert_eq!(within(pistol(), |_| {}), 40);
    assert_eq!(target_number_of(&attack_context_with(pistol(), |context| context.sight = sight(1))), 70);
    assert_eq!(within(pistol(), |context| context.sight = sight(15)), 40, "nor that of short range");
    let far = within(pistol(), |context| context.sight = sight(45));
    assert_eq!(far, 10, "distance still hampers");
}

fn in_melee(count: u32, inert: u32, context: &mut AttackContext) {
    context.defender.in_melee = true;
    context.opponents = MeleeOpponents { count, inert };
}

#[rstest]
#[case::cs_sim_01_engaged(shot(|context| in_melee(1, 0, context)), 20)]
#[case::cs_sim_03_only_opponent_frozen(shot(|context| in_melee(1, 1, context)), 40)]
#[case::cs_sim_03_one_of_two_frozen(shot(|context| in_melee(2, 1, context)), 20)]
#[case::cs_sim_03_both_of_two_are_not_the_only_one(shot(|context| in_melee(2, 2, context)), 20)]
#[case::cs_sim_04_pistol_from_within(within(pistol(), |context| in_melee(1, 0, context)), 40)]
#[case::cs_sim_04_switched_on(
    within(pistol(), |context| {
        in_melee(1, 0, context);
        with_switch(context, "cs.pistol_melee_penalty", "on");
    }),
    20
)]
#[case::cs_sim_04_knife_from_within(within(knife(), |context| in_melee(1, 0, context)), 40)]
#[case::cs_sim_04_pistol_at_others_opponent(
    within(pistol(), |context| {
        in_melee(1, 0, context);
        context.engaged = false;
    }),
    20
)]
#[case::blows_are_no_shots(blow(|context| in_melee(1, 0, context)), 40)]
fn shooting_into_melee(#[case] number: i32, #[case] expected: i32) {
    assert_eq!(number, expected);
}

#[rstest]
#[case::stunned(Ailment::Stunned, 60)]
#[case::frozen(Ailment::Frozen, 40)]
#[case::in_the_thick_of_it(Ailment::Immobilised, 20)]
fn cs_sim_02_a_target_that_cannot_move_about(#[case] ailment: Ailment, #[case] number: i32) {
    let context = attack_context_with(autogun(), |context| {
        in_melee(1, 0, context);
        add_ailment(&mut context.defender, ailment);
    });
    assert_eq!(target_number_of(&context), number);
}

#[test]
fn cs_stun_02_easier_to_hit() {
    let stunned = |context: &mut AttackContext| {
        add_ailment(&mut context.defender, Ailment::Stunned);
    };
    assert_eq!((blow(stunned), shot(stunned)), (60, 60));
}

#[test]
fn cs_sim_02_an_unaware_target_neither() {
    let number = shot(|context| {
        in_melee(1, 0, context);
        context.attacker.concealed = true;
    });
    assert_eq!(number, 70);
}

fn prone_target(metres: u32, weapon: Weapon) -> i32 {
    target_number_of(&attack_context_with(weapon, |context| {
        context.defender.prone = true;
        context.sight = sight(metres);
    }))
}

#[rstest]
#[case::cs_prn_01_blow(blow(|context| context.defender.prone = true), 50)]
#[case::cs_prn_02_grapple(
    target_number_of(&attack_context_with(Weapon::unarmed(), |context| {
        context.defender.prone = true;
        context.mode = crate::circumstances::AttackMode::Grapple;
    })),
    60
)]
#[case::cs_prn_03_shot(shot(|context| context.defender.prone = true), 30)]
#[case::cs_prn_04_at_3_metres(prone_target(3, autogun()), 70)]
#[case::cs_prn_04_at_4_metres(prone_target(4, pistol()), 40)]
#[case::cs_prn_04_pistol_in_melee(within(pistol(), |context| context.defender.prone = true), 40)]
#[case::cs_prn_05_own_blow(blow(|context| context.attacker.prone = true), 30)]
#[case::cs_prn_05_own_shot(shot(|context| context.attacker.prone = true), 40)]
#[case::cs_prn_06_own_parry(evasion(EvasiveAction::Parry, |context| context.defender.prone = true), 30)]
#[case::cs_prn_07_own_dodge(evasion(EvasiveAction::Dodge, |context| context.defender.prone = true), 25)]
#[case::cs_base_09_dodge_in_terrain(
    evasion(EvasiveAction::Dodge, |context| context.surroundings.target.difficulty = 10),
    35
)]
fn prone(#[case] number: i32, #[case] expected: i32) {
    assert_eq!(number, expected);
}

#[test]
fn cs_prn_07_agility_tests_of_prone_units_are_harder() {
    use crate::circumstances::d100_test::TargetNumber;
    use crate::circumstances::situational_modifiers::difficult_terrain;
    use crate::circumstances::{Characteristic, GroundConditions, Switches};
    let mut unit = fighter(1, |_| {});
    unit.prone = true;
    let parts = difficult_terrain::agility_parts(&unit, GroundConditions::default());
    let target =
        TargetNumber::for_characteristic(&unit.sheet, Characteristic::Agility, parts, &Switches::default());
    assert_eq!(target.number, 20);
}

fn size(size: u8, context: &mut AttackContext) {
    edit_sheet(&mut context.defender, |sheet| sheet.size = size);
}

#[rstest]
#[case::cs_siz_01_small(shot(|context| size(2, context)), 20)]
#[case::cs_siz_02_large(blow(|context| size(6, context)), 60)]
#[case::cs_siz_03_average(blow(|context| size(4, context)), 40)]
fn sizes(#[case] number: i32, #[case] expected: i32) {
    assert_eq!(number, expected);
}

#[rstest]
#[case::cs_rng_01_at_3_metres(3, 70)]
#[case::cs_ruling_04_at_1_metre(1, 70)]
#[case::cs_rng_02_at_4_metres(4, 50)]
#[case::cs_rng_04_beyond_r(61, 30)]
#[case::cs_rng_05_extreme(90, 10)]
fn range(#[case] metres: u32, #[case] number: i32) {
    assert_eq!(
        target_number_of(&attack_context_with(autogun(), |context| context.sight = sight(metres))),
        number
    );
}

#[test]
fn a_charge_helps_the_blow() {
    let number = blow(|context| context.mode = crate::circumstances::AttackMode::Charge);
    assert_eq!(number, 50);
}
