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
    target_number_of(&context_with(sword(), change))
}

fn shot(change: ContextEdit) -> i32 {
    target_number_of(&context_with(autogun(), change))
}

/// Target number of the defender's Dodge or Parry against a melee attack.
fn evasion(way: EvasiveAction, change: ContextEdit) -> i32 {
    let scene = context_with(sword(), |scene| {
        scene.defender.reaction = true;
        edit_sheet(&mut scene.defender, |sheet| {
            sheet.skills.insert(Skill::Dodge, 45);
        });
        change(scene);
    });
    let plan = AttackPlan::new(&scene);
    let found = plan.defence.evasions.iter().find(|(other, _)| *other == way);
    found.map(|(_, target)| target.number).expect("open to it")
}

fn hard_target(scene: &mut AttackContext) {
    edit_sheet(&mut scene.defender, |sheet| sheet.talents.hard_target = true);
    scene.defender.gait = MovementMode::Running;
}

#[test]
fn cs_base_05_all_modifiers_of_a_shot_add_up() {
    let number = shot(|scene| {
        scene.sight = sight(3);
        scene.attacker.concealed = true;
        scene.surroundings.target.light = Light::Low;
        scene.surroundings.target.obscured = true;
    });
    assert_eq!(number, 70);
}

#[test]
fn cs_base_08_weapon_skill_or_ballistic_skill() {
    let unskilled: ContextEdit = |scene| {
        edit_sheet(&mut scene.attacker, |sheet| {
            sheet.characteristics.weapon_skill = 41;
            sheet.characteristics.ballistic_skill = 22;
        });
    };
    assert_eq!((blow(unskilled), shot(unskilled)), (41, 22));
    assert_eq!(target_number_of(&context_with(knife(), unskilled)), 22, "a throw");
}

#[rstest]
#[case::cs_run_01_shooting_at_a_runner(shot(|scene| scene.defender.gait = MovementMode::Running), 20)]
#[case::cs_run_02_striking_a_runner(blow(|scene| scene.defender.gait = MovementMode::Running), 60)]
#[case::cs_run_05_hard_target_struck(blow(hard_target), 40)]
#[case::cs_ruling_20_totals_not_additions(
    shot(|scene| {
        hard_target(scene);
        edit_sheet(&mut scene.attacker, |sheet| sheet.characteristics.ballistic_skill = 60);
    }),
    20
)]
#[case::cs_run_04_hard_target_shot(
    shot(|scene| {
        hard_target(scene);
        edit_sheet(&mut scene.attacker, |sheet| sheet.characteristics.ballistic_skill = 60);
    }),
    20
)]
#[case::cs_ruling_20_struck_as_if_standing(blow(hard_target), 40)]
#[case::cs_run_04_only_when_running(
    shot(|scene| edit_sheet(&mut scene.defender, |sheet| sheet.talents.hard_target = true)),
    40
)]
fn running(#[case] number: i32, #[case] expected: i32) {
    assert_eq!(number, expected);
}

#[rstest]
#[case::cs_hgt_01_blow_from_above(blow(|scene| scene.surroundings.attacker.height_cm = 200), 50)]
#[case::cs_hgt_01_equal(blow(|_| {}), 40)]
#[case::cs_hgt_01_less_than_a_metre(blow(|scene| scene.surroundings.attacker.height_cm = 99), 40)]
#[case::cs_hgt_02_shot_from_above(
    shot(|scene| {
        scene.surroundings.attacker.height_cm = 300;
        scene.surroundings.target.height_cm = 100;
    }),
    50
)]
#[case::cs_hgt_03_parry_from_above(
    evasion(EvasiveAction::Parry, |scene| scene.surroundings.target.height_cm = 100),
    50
)]
#[case::cs_hgt_04_uphill(blow(|scene| scene.surroundings.target.height_cm = 100), 40)]
fn height(#[case] number: i32, #[case] expected: i32) {
    assert_eq!(number, expected);
}

fn fog_line(scene: &mut AttackContext) {
    scene.surroundings.obscured_between = true;
    with_switch(scene, "cs.fog_line", "on");
}

#[rstest]
#[case::cs_fog_01_target_in_smoke(shot(|scene| scene.surroundings.target.obscured = true), 20)]
#[case::cs_fog_01_shooter_in_smoke(shot(|scene| scene.surroundings.attacker.obscured = true), 40)]
#[case::cs_fog_04_blows_do_not_care(blow(|scene| scene.surroundings.target.obscured = true), 40)]
#[case::cs_fog_06_smoke_half_way(shot(|scene| scene.surroundings.obscured_between = true), 40)]
#[case::cs_fog_06_switched_on(shot(fog_line), 20)]
#[case::cs_fog_06_once_in_all(
    shot(|scene| {
        fog_line(scene);
        scene.surroundings.target.obscured = true;
    }),
    20
)]
#[case::cs_ruling_07_deep_shadow_is_no_darkness(
    blow(|scene| scene.surroundings.target.obscured = true),
    40
)]
fn fog(#[case] number: i32, #[case] expected: i32) {
    assert_eq!(number, expected);
}

#[test]
fn cs_fog_05_one_flag_for_all_four() {
    // Smoke in deep shadow is one flag of the square; nothing is added twice.
    let scene = context_with(autogun(), |scene| scene.surroundings.target.obscured = true);
    let plan = AttackPlan::new(&scene);
    assert_eq!(clauses(&plan.target.parts), ["CS-BASE-01", "CS-FOG-01"]);
    assert_eq!(plan.target.number, 20);
}

fn light(light: Light, scene: &mut AttackContext) {
    scene.surroundings.target.light = light;
}

#[rstest]
#[case::cs_low_01_blow(blow(|scene| light(Light::Low, scene)), 30)]
#[case::cs_low_02_shot(shot(|scene| light(Light::Low, scene)), 30)]
#[case::cs_low_01_the_enemys_square(
    blow(|scene| scene.surroundings.attacker.light = Light::Low),
    40
)]
#[case::cs_drk_01_blow(blow(|scene| light(Light::Dark, scene)), 20)]
#[case::cs_drk_02_shot(shot(|scene| light(Light::Dark, scene)), 10)]
#[case::cs_drk_05_fog_adds_up(
    shot(|scene| {
        light(Light::Dark, scene);
        scene.surroundings.target.obscured = true;
        edit_sheet(&mut scene.attacker, |sheet| sheet.characteristics.ballistic_skill = 70);
    }),
    20
)]
#[case::cs_base_10_parry_in_the_dark(
    evasion(EvasiveAction::Parry, |scene| scene.surroundings.attacker.light = Light::Dark),
    20
)]
fn lights(#[case] number: i32, #[case] expected: i32) {
    assert_eq!(number, expected);
}

fn weather(weather: Weather, scene: &mut AttackContext) {
    scene.surroundings.weather = weather;
    edit_sheet(&mut scene.attacker, |sheet| {
        sheet.characteristics.weapon_skill = 45;
        sheet.characteristics.ballistic_skill = 45;
    });
}

#[rstest]
#[case::cs_wea_01_storm(blow(|scene| weather(Weather::Heavy, scene)), 25)]
#[case::cs_wea_02_rain(shot(|scene| weather(Weather::Light, scene)), 35)]
#[case::cs_wea_02_blizzard(shot(|scene| weather(Weather::Extreme, scene)), 15)]
#[case::cs_wea_03_clear(shot(|scene| weather(Weather::Calm, scene)), 45)]
#[case::cs_wea_03_by_switch(
    shot(|scene| {
        weather(Weather::Calm, scene);
        with_switch(scene, "cs.weather", "extreme");
    }),
    15
)]
#[case::cs_wea_03_under_a_roof(
    shot(|scene| {
        weather(Weather::Calm, scene);
        with_switch(scene, "cs.weather", "extreme");
        scene.attacker.indoors = true;
    }),
    45
)]
#[case::cs_wea_03_the_worse_counts(
    shot(|scene| {
        weather(Weather::Heavy, scene);
        with_switch(scene, "cs.weather", "light");
    }),
    25
)]
fn weathers(#[case] number: i32, #[case] expected: i32) {
    assert_eq!(number, expected);
}

/// A pistol or knife attack on an adjacent unit by an engaged attacker.
fn within(weapon: Weapon, change: ContextEdit) -> i32 {
    target_number_of(&context_with(weapon, |scene| {
        scene.sight = sight(1);
        scene.attacker.in_melee = true;
        scene.engaged = true;
        change(scene);
    }))
}

#[test]
fn cs_gun_01_pistols_only() {
    let verdict = |weapon, in_melee| {
        let scene = context_with(weapon, |scene| {
            scene.attacker.in_melee = in_melee;
            scene.sight = sight(1);
        });
        may_attack(&scene.attempt(), scene.loaded)
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
    assert_eq!(target_number_of(&context_with(pistol(), |scene| scene.sight = sight(1))), 70);
    let far = within(pistol(), |scene| scene.sight = sight(45));
    assert_eq!(far, 10, "distance still hampers");
}

fn in_melee(count: u32, inert: u32, scene: &mut AttackContext) {
    scene.defender.in_melee = true;
    scene.opponents = MeleeOpponents { count, inert };
}

#[rstest]
#[case::cs_sim_01_engaged(shot(|scene| in_melee(1, 0, scene)), 20)]
#[case::cs_sim_03_only_opponent_frozen(shot(|scene| in_melee(1, 1, scene)), 40)]
#[case::cs_sim_03_one_of_two_frozen(shot(|scene| in_melee(2, 1, scene)), 20)]
#[case::cs_sim_03_both_of_two_are_not_the_only_one(shot(|scene| in_melee(2, 2, scene)), 20)]
#[case::cs_sim_04_pistol_from_within(within(pistol(), |scene| in_melee(1, 0, scene)), 40)]
#[case::cs_sim_04_switched_on(
    within(pistol(), |scene| {
        in_melee(1, 0, scene);
        with_switch(scene, "cs.pistol_melee_penalty", "on");
    }),
    20
)]
#[case::blows_are_no_shots(blow(|scene| in_melee(1, 0, scene)), 40)]
fn shooting_into_melee(#[case] number: i32, #[case] expected: i32) {
    assert_eq!(number, expected);
}

#[rstest]
#[case::stunned(Ailment::Stunned, 60)]
#[case::frozen(Ailment::Frozen, 40)]
#[case::in_the_thick_of_it(Ailment::Immobilised, 20)]
fn cs_sim_02_a_target_that_cannot_move_about(#[case] ailment: Ailment, #[case] number: i32) {
    let scene = context_with(autogun(), |scene| {
        in_melee(1, 0, scene);
        scene.defender.add_ailment(ailment);
    });
    assert_eq!(target_number_of(&scene), number);
}

#[test]
fn cs_stun_02_easier_to_hit() {
    let stunned = |scene: &mut AttackContext| {
        scene.defender.add_ailment(Ailment::Stunned);
    };
    assert_eq!((blow(stunned), shot(stunned)), (60, 60));
}

#[test]
fn cs_sim_02_an_unaware_target_neither() {
    let number = shot(|scene| {
        in_melee(1, 0, scene);
        scene.attacker.concealed = true;
    });
    assert_eq!(number, 70);
}

fn prone_target(metres: u32, weapon: Weapon) -> i32 {
    target_number_of(&context_with(weapon, |scene| {
        scene.defender.prone = true;
        scene.sight = sight(metres);
    }))
}

#[rstest]
#[case::cs_prn_01_blow(blow(|scene| scene.defender.prone = true), 50)]
#[case::cs_prn_02_grapple(
    target_number_of(&context_with(Weapon::unarmed(), |scene| {
        scene.defender.prone = true;
        scene.mode = crate::circumstances::AttackMode::Grapple;
    })),
    60
)]
#[case::cs_prn_03_shot(shot(|scene| scene.defender.prone = true), 30)]
#[case::cs_prn_04_at_3_metres(prone_target(3, autogun()), 70)]
#[case::cs_prn_04_at_4_metres(prone_target(4, pistol()), 40)]
#[case::cs_prn_04_pistol_in_melee(within(pistol(), |scene| scene.defender.prone = true), 40)]
#[case::cs_prn_05_own_blow(blow(|scene| scene.attacker.prone = true), 30)]
#[case::cs_prn_06_own_parry(evasion(EvasiveAction::Parry, |scene| scene.defender.prone = true), 30)]
#[case::cs_prn_07_own_dodge(evasion(EvasiveAction::Dodge, |scene| scene.defender.prone = true), 25)]
#[case::cs_base_09_dodge_in_terrain(
    evasion(EvasiveAction::Dodge, |scene| scene.surroundings.target.difficulty = 10),
    35
)]
fn prone(#[case] number: i32, #[case] expected: i32) {
    assert_eq!(number, expected);
}

#[test]
fn cs_prn_07_agility() {
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

fn size(size: u8, scene: &mut AttackContext) {
    edit_sheet(&mut scene.defender, |sheet| sheet.size = size);
}

#[rstest]
#[case::cs_siz_01_small(shot(|scene| size(2, scene)), 20)]
#[case::cs_siz_02_large(blow(|scene| size(6, scene)), 60)]
#[case::cs_siz_03_average(blow(|scene| size(4, scene)), 40)]
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
    assert_eq!(target_number_of(&context_with(autogun(), |scene| scene.sight = sight(metres))), number);
}

#[test]
fn a_charge_helps_the_blow() {
    let number = blow(|scene| scene.mode = crate::circumstances::AttackMode::Charge);
    assert_eq!(number, 50);
}
