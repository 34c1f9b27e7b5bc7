use rstest::rstest;

use super::*;
use crate::HitResult;
use crate::attacks_and_damage::DamageNature;
use crate::attacks_and_damage::test_support::*;

/// Three resistance dice without a hit.
const NONE: Option<&[u8]> = Some(&[1, 1, 1]);

fn total(armour: &[&str], shield: Option<&str>, kind: DamageType, switches: &Switches) -> u32 {
    let target = unit(2, |sheet| {
        sheet.armour = armour.iter().map(|av| armour_item("armour", av)).collect();
        sheet.shield = shield.map(|av| armour_item("shield", av));
    });
    armour_parts(&target, Some(kind), switches).pool()
}

#[test]
fn ad_arm_01_armour_does_not_prevent_hits() {
    let context = duel_against(sword("6C"), |sheet| sheet.armour = vec![armour_item("plate", "20/20/20")]);
    let (result, traces) =
        play_attack(&context, &[faces_with_hits(2, 6), faces_with_hits(1, 6)], &["gymnastics"]);
    assert_eq!((result.contact, result.net_hits), (HitResult::Graze, 1));
    assert_eq!(roll_sizes(&traces), [("weapon test", 6), ("defence test", 6)], "stopped after a hit");
}

#[test]
fn ad_arm_02_a_shield_adds_no_dice() {
    let mut context = duel_against(sword("6C"), |sheet| {
        sheet.shield = Some(armour_item("shield", "3/3/3"));
        sheet.attributes.reaction = 3;
        sheet.skills.insert(crate::attacks_and_damage::Skill::Dodge, 2);
    });
    context.defender.shield = true;
    let (result, traces) = play_attack(
        &context,
        &[faces_with_hits(1, 6), faces_with_hits(0, 5), vec![1, 1, 1]],
        &["dodge_reaction"],
    );
    assert_eq!(roll_sizes(&traces)[1], ("defence test", 5));
    assert_eq!(result.taken.total(), 6 + 1 - 3);
}

#[rstest]
#[case::ad_arm_03_order("4/3/1", 4, 3, 1)]
#[case::ad_ruling_05_i_p_e("1/2/3", 1, 2, 3)]
fn av_order(#[case] text: &str, #[case] impact: u32, #[case] piercing: u32, #[case] energy: u32) {
    let av: ArmourValue = text.parse().expect("an AV");
    assert_eq!(av, ArmourValue { impact, piercing, energy });
    assert_eq!(av.to_string(), text);
    assert_eq!(ron::from_str::<ArmourValue>(&format!("{text:?}")), Ok(av));
}

#[rstest]
#[case("4/3")]
#[case("4/3/1/0")]
#[case("4/x/1")]
#[case("4/-3/1")]
#[case::too_much("3000000000/0/0")]
fn ad_arm_03_rejected(#[case] text: &str) {
    assert_eq!(text.parse::<ArmourValue>(), Err(ArmourValueError(text.to_owned())));
}

#[rstest]
#[case::ad_arm_04_impact("7IL", 3)]
#[case::ad_arm_05_piercing("7PL", 4)]
#[case::ad_arm_06_energy("7EL", 6)]
fn the_number_of_the_type(#[case] damage: &str, #[case] left: u32) {
    let context = duel_against(sword(damage), |sheet| sheet.armour = vec![armour_item("mail", "4/3/1")]);
    assert_eq!(play_duel(&context, 2, 2, NONE).taken.light, left);
}

#[rstest]
#[case::ad_type_03_flame(DamageNature::Flame, 1)]
#[case::ad_type_04_hacking(DamageNature::Hacking, 4)]
#[case::ad_type_05_slashing(DamageNature::Slashing, 3)]
fn the_nature_gives_the_number(#[case] nature: DamageNature, #[case] av: u32) {
    let mut weapon = sword("5C");
    weapon.nature = Some(nature);
    let context = duel_against(weapon, |sheet| sheet.armour = vec![armour_item("mail", "4/3/1")]);
    assert_eq!(play_duel(&context, 2, 2, NONE).taken.critical, 5 - av);
}

#[test]
fn ad_ruling_07_axe_and_sword() {
    assert_eq!(axe("5C").damage_type(), Some(DamageType::Impact));
    assert_eq!(sword("5C").damage_type(), Some(DamageType::Piercing));
}

#[test]
fn ad_type_04_a_firearms_own_line_may_differ() {
    assert_eq!(rifle("5C").damage_type(), Some(DamageType::Impact));
    assert_eq!(rifle("5PC").damage_type(), Some(DamageType::Piercing));
}

#[rstest]
#[case(DamageType::Impact, 5, 4)]
#[case(DamageType::Piercing, 5, 3)]
#[case(DamageType::Energy, 1, 1)]
fn ad_arm_07_armour_and_shield(#[case] kind: DamageType, #[case] sum: u32, #[case] highest: u32) {
    let total = |switches| total(&["4/3/1"], Some("1/2/0"), kind, &switches);
    assert_eq!(total(Switches::default()), sum);
    assert_eq!(total(switches_with("ad.av_stacking", "highest")), highest);
}

#[rstest]
#[case(DamageType::Impact, 7, 4)]
#[case(DamageType::Piercing, 9, 5)]
#[case(DamageType::Energy, 4, 3)]
fn ad_arm_07_all_that_is_worn(#[case] kind: DamageType, #[case] sum: u32, #[case] highest: u32) {
    let total = |switches| total(&["4/3/1", "2/1/3"], Some("1/5/0"), kind, &switches);
    assert_eq!(total(Switches::default()), sum);
    assert_eq!(total(switches_with("ad.av_stacking", "highest")), highest);
}

#[test]
fn ad_arm_07_only_a_held_shield_counts() {
    let mut context = duel_against(sword("6C"), |sheet| sheet.shield = Some(armour_item("shield", "3/3/3")));
    for (held, av) in [(true, 3), (false, 0)] {
        context.defender.shield = held;
        let worn = armour_parts(&context.defender, Some(DamageType::Piercing), &context.switches);
        assert_eq!(worn.pool(), av);
    }
}

#[test]
fn ad_arm_08_the_track_stays() {
    let context = duel_against(sword("7PC"), |sheet| sheet.armour = vec![armour_item("plate", "0/6/0")]);
    let taken = play_duel(&context, 2, 2, NONE).taken;
    assert_eq!((taken.light, taken.critical), (0, 1));
}

#[test]
fn ad_arm_09_untyped_damage_ignores_armour() {
    let mut weapon = sword("5C");
    weapon.nature = None;
    let context = duel_against(weapon, |sheet| sheet.armour = vec![armour_item("plate", "9/9/9")]);
    assert_eq!(context.weapon.damage_type(), None);
    assert_eq!(play_duel(&context, 2, 2, NONE).taken.critical, 5);
}

#[rstest]
#[case::ad_ap_01_added(5, 0, 5)]
#[case::ad_ap_02_negative_lowers(5, -2, 3)]
#[case::ad_ap_03_floor_of_0(3, -5, 0)]
#[case::ad_ap_04_positive_raises(6, 2, 8)]
#[case::ad_ap_05_cap_two(2, 5, 4)]
#[case::ad_ap_05_cap_five(5, 5, 10)]
#[case::ad_ap_05_below_the_cap(5, 4, 9)]
#[case::ad_ap_05_nothing_doubled(0, 3, 0)]
#[case::ad_ruling_02_minus(4, -1, 3)]
#[case::ad_ruling_02_plus(4, 1, 5)]
#[case::ad_ruling_03_floor(4, -9, 0)]
#[case::ad_ruling_03_cap(4, 9, 8)]
#[case::ad_res_06_the_step(4, -2, 2)]
fn penetration(#[case] av: u32, #[case] ap: i32, #[case] after: u32) {
    assert_eq!(modified_armour(av, ap), after);
    let target = unit(2, |sheet| sheet.armour = vec![armour_item("armour", &format!("0/{av}/0"))]);
    let parts = modified_armour_parts(&target, Some(DamageType::Piercing), ap, &Switches::default());
    assert_eq!(parts.sum(), after.cast_signed(), "{parts:?}");
}

#[test]
fn ad_ap_03_excess_adds_no_damage() {
    let mut weapon = sword("8PL");
    weapon.ap = -5;
    let context = duel_against(weapon, |sheet| sheet.armour = vec![armour_item("leather", "0/3/0")]);
    assert_eq!(play_duel(&context, 2, 2, NONE).taken.light, 8);
}

#[rstest]
#[case(-3, 1)]
#[case(6, 8)]
fn ad_ap_06_on_the_whole_sum(#[case] ap: i32, #[case] after: u32) {
    let target = unit(2, |sheet| {
        sheet.armour = vec![armour_item("armour", "0/3/0")];
        sheet.shield = Some(armour_item("shield", "0/1/0"));
    });
    let parts = modified_armour_parts(&target, Some(DamageType::Piercing), ap, &Switches::default());
    assert_eq!(parts.pool(), after);
}

#[test]
fn ad_ap_07_for_one_attack() {
    let mut context = duel_against(sword("9PL"), |sheet| sheet.armour = vec![armour_item("mail", "0/5/0")]);
    std::sync::Arc::make_mut(&mut context.weapon).ap = -2;
    let first = play_duel(&context, 2, 2, NONE);
    assert_eq!(first.taken.light, 9 - 3);
    std::sync::Arc::make_mut(&mut context.weapon).ap = 0;
    assert_eq!(play_duel(&context, 2, 2, NONE).taken.light, 9 - 5);
}
