use super::*;
use crate::swan_song::test_support::attacks::switched;
use crate::swan_song::test_support::units::{on_faces, sheet, sheet_with};
use crate::turn_engine::karma::{karma_dice, spend_karma};
use model::UnitId;
use rstest::rstest;

#[rstest]
#[case::ss_base_01_hits_are_5_and_6(&[6, 6, 2, 4, 1, 5, 1], 3)]
#[case::ss_base_01_the_defender_of_the_example(&[2, 5, 4], 1)]
fn counted(#[case] faces: &[u8], #[case] hits: u32) {
    assert_eq!(Dice::d6_hits(7).read(faces).value, hits);
}

#[test]
fn ss_base_02_pool_size() {
    let sheet = sheet_with(|sheet| {
        sheet.skills.insert(Skill::Blades, 3);
        sheet.attributes.agility = 4;
    });
    let mut parts = skill_pool(&sheet, Skill::Blades, Attribute::Agility, &Switches::default());
    assert_eq!(parts.pool(), 7);
    parts.add(-2, "running", "SS-MOVE-14");
    assert_eq!(parts.pool(), 5);
}

#[test]
fn ss_base_03_no_dice_no_hits() {
    let sheet = sheet_with(|sheet| sheet.attributes.reaction = 1);
    let mut parts = armour::effective_attribute_parts(&sheet, Attribute::Reaction, "SS-DEF-03");
    parts.add(1, "Intuition", "SS-DEF-03");
    parts.add(-9, "modifier", "SS-BASE-03");
    let purpose =
        Purpose { who: Some(UnitId(1)), why: "defence", clause: "SS-DEF-03", parts: &parts.0, limit: None };
    let (roll, rolls) = on_faces(&[], |table| table.roll(Dice::d6_hits(parts.pool()), purpose));
    assert_eq!((roll.value, rolls.len()), (0, 1));
}

#[rstest]
#[case::ss_base_04_above_the_limit(5, Some(3), 3)]
#[case::ss_base_04_below_the_limit(2, Some(3), 2)]
#[case::ss_base_05_no_limit(8, None, 8)]
fn limited(#[case] hits: u32, #[case] limit: Option<u32>, #[case] left: u32) {
    assert_eq!(limit_hits(hits, limit), left);
}

#[rstest]
#[case::ss_base_06_reached(3, 3, true)]
#[case::ss_base_06_missed(2, 3, false)]
#[case::ss_base_06_plain_reached(1, PLAIN_THRESHOLD, true)]
#[case::ss_base_06_plain_missed(0, PLAIN_THRESHOLD, false)]
fn thresholds(#[case] hits: u32, #[case] threshold: u32, #[case] expected: bool) {
    assert_eq!(is_success(hits, threshold), expected);
}

#[rstest]
#[case::ss_base_09_three_ones_of_four(&[1, 1, 1, 5], 1, Glitch::Plain)]
#[case::ss_base_09_half_is_not_enough(&[1, 1, 5, 5], 1, Glitch::None)]
#[case::ss_base_09_the_example(&[6, 6, 2, 4, 1, 5, 1], 1, Glitch::None)]
#[case::ss_base_10_no_hit(&[1, 1, 1, 4], 1, Glitch::Critical)]
#[case::ss_base_11_a_hit_but_failed(&[1, 1, 1, 5], 3, Glitch::Hard)]
#[case::ss_ruling_53_plain(&[1, 1, 1, 1, 5, 5, 5], 3, Glitch::Plain)]
#[case::ss_ruling_53_hard(&[1, 1, 1, 1, 5, 5, 2], 3, Glitch::Hard)]
#[case::ss_ruling_53_critical(&[1, 1, 1, 1, 2, 3, 4], 3, Glitch::Critical)]
fn glitches(#[case] faces: &[u8], #[case] threshold: u32, #[case] grade: Glitch) {
    let roll = Dice::d6_hits_and_glitch(4).read(faces);
    assert_eq!(grade_glitch(roll, is_success(roll.value, threshold)), grade);
}

#[rstest]
#[case::ss_base_13_half_of_three(3, 1)]
#[case::ss_base_13_half_of_seven(7, 3)]
fn halves(#[case] number: u32, #[case] expected: u32) {
    assert_eq!(half(number), expected);
}

#[test]
fn ss_base_18_a_switch_lowers_untrained_pools() {
    let pool =
        |switches: &Switches| skill_pool(&sheet(), Skill::Running, Attribute::Strength, switches).pool();
    assert_eq!(pool(&Switches::default()), 3);
    assert_eq!(pool(&switched("ss.untrained_modifier", "-1")), 2);
}

#[test]
fn ss_base_18_the_trained_are_not_untrained() {
    let sheet = sheet_with(|sheet| {
        sheet.skills.insert(Skill::Running, 1);
    });
    let switches = switched("ss.untrained_modifier", "-1");
    assert_eq!(skill_pool(&sheet, Skill::Running, Attribute::Strength, &switches).pool(), 4);
}

#[test]
fn ss_base_19_the_weapon_names_the_attribute() {
    let sheet = sheet_with(|sheet| {
        sheet.skills.insert(Skill::Biotics, 2);
        sheet.attributes.willpower = 5;
    });
    assert_eq!(skill_pool(&sheet, Skill::Biotics, Attribute::Willpower, &Switches::default()).pool(), 7);
}

#[rstest]
#[case::ss_base_20_all_three(3, 3, 3, 4)]
#[case::ss_base_20_strong(5, 4, 3, 6)]
#[case::ss_base_20_only_strength_counts_twice(5, 1, 1, 4)]
#[case::ss_base_20_a_third_rounds_up(4, 1, 1, 4)]
fn physical(#[case] strength: u8, #[case] body: u8, #[case] reaction: u8, #[case] limit: u32) {
    let sheet = sheet_with(|sheet| {
        sheet.attributes.strength = strength;
        sheet.attributes.body = body;
        sheet.attributes.reaction = reaction;
    });
    assert_eq!(physical_limit(&sheet), limit);
}

#[rstest]
#[case::ss_base_21_logical(4, 3, 3, 5)]
#[case::ss_base_21_only_logic_counts_twice(5, 1, 1, 4)]
#[case::ss_base_21_a_third_rounds_up(4, 1, 1, 4)]
fn mental(#[case] logic: u8, #[case] intuition: u8, #[case] willpower: u8, #[case] limit: u32) {
    let sheet = sheet_with(|sheet| {
        sheet.attributes.logic = logic;
        sheet.attributes.intuition = intuition;
        sheet.attributes.willpower = willpower;
    });
    assert_eq!(mental_limit(&sheet), limit);
}

#[rstest]
#[case::ss_base_23_body_3(3, 10)]
#[case::ss_base_23_body_4(4, 10)]
#[case::ss_base_23_body_5(5, 11)]
fn flesh(#[case] body: u8, #[case] points: u32) {
    assert_eq!(flesh_max(&sheet_with(|sheet| sheet.attributes.body = body), &Switches::default()), points);
}

#[test]
fn ss_base_23_sheet_and_switch_state_a_number() {
    let switches = switched("ss.fhp_formula", "12");
    assert_eq!(flesh_max(&sheet(), &switches), 12);
    assert_eq!(flesh_max(&sheet_with(|sheet| sheet.flesh = Some(20)), &switches), 20);
    assert_eq!(flesh_max(&sheet_with(|sheet| sheet.has_flesh = false), &switches), 0);
}

#[rstest]
#[case::ss_base_24_willpower_3(3, 10)]
#[case::ss_base_24_willpower_5(5, 11)]
fn strain(#[case] willpower: u8, #[case] points: u32) {
    let sheet = sheet_with(|sheet| sheet.attributes.willpower = willpower);
    assert_eq!(strain_threshold(&sheet, &Switches::default()), points);
}

#[test]
fn ss_base_24_vehicles_have_none() {
    let van = Sheet { kind: UnitKind::Vehicle, ..sheet() };
    assert_eq!(strain_threshold(&van, &Switches::default()), 0);
}

#[test]
fn ss_base_24_sheet_and_switch_state_a_number() {
    let switches = switched("ss.strain_formula", "7");
    assert_eq!(strain_threshold(&sheet(), &switches), 7);
    assert_eq!(strain_threshold(&sheet_with(|sheet| sheet.strain = Some(5)), &switches), 5);
}

#[test]
fn a_unit_starts_whole() {
    let robot = sheet_with(|sheet| {
        sheet.has_flesh = false;
        sheet.armored = 12;
        sheet.shield = 4;
    });
    let vitals = starting_vitals(&robot, &Switches::default());
    assert_eq!(
        (vitals.shield, vitals.armored, vitals.flesh),
        (PointPool::full(4), PointPool::full(12), PointPool::full(0))
    );
    assert_eq!((vitals.strain, vitals.strain_threshold, vitals.injuries), (0, 10, 0));
}

#[test]
fn ss_base_25_karma_is_spent() {
    assert_eq!(spend_karma(1), Some(0));
    assert_eq!(spend_karma(0), None);
}

#[test]
fn ss_base_26_karma_dice() {
    assert_eq!(7 + karma_dice(2, &Switches::default().engine), 9);
    assert_eq!(7 + karma_dice(2, &switched("ss.karma_dice", "1").engine), 8);
}

#[test]
fn ss_base_27_karma_re_roll() {
    let purpose =
        Purpose { who: Some(UnitId(1)), why: "re-roll", clause: "SS-BASE-27", parts: &[], limit: None };
    let dice = Dice::d6_hits(3);
    let first = dice.read(&[6, 2, 3]).value;
    let again = |faces, switches: Switches| {
        on_faces(faces, |table| reroll_misses(table, dice, first, purpose, &switches)).0
    };
    assert_eq!(again(&[5, 1], Switches::default()), 2);
    assert_eq!(again(&[], switched("ss.karma_reroll", "off")), 1);
}

#[rstest]
#[case::ss_base_28_one_round(1, 0, 0, 0)]
#[case::ss_base_28_three_rounds(3, 0, 0, -1)]
#[case::ss_base_28_ten_rounds_compensated(10, 0, 2, -6)]
#[case::ss_base_28_rounds_of_the_whole_phase_count(3, 3, 0, -4)]
fn recoils(#[case] rounds: u32, #[case] fired: u32, #[case] compensation: u32, #[case] modifier: i32) {
    assert_eq!(recoil_modifier(rounds, fired, compensation, 3, &Switches::default()), modifier);
    assert_eq!(recoil_modifier(rounds, fired, compensation, 3, &switched("ss.recoil", "off")), 0);
}

#[rstest]
#[case::ss_base_28_weak(1, -8)]
#[case::ss_base_28_a_third_rounded_up(4, -7)]
#[case::ss_base_28_strong(7, -6)]
fn steadied_by_strength(#[case] strength: u8, #[case] modifier: i32) {
    assert_eq!(recoil_modifier(10, 0, 0, strength, &Switches::default()), modifier);
}

#[rstest]
#[case::ss_base_30_at_the_maximum(30 * 30, true)]
#[case::ss_base_30_a_metre_further(31 * 31, false)]
#[case::ss_base_30_a_diagonal_further(30 * 30 + 1, false)]
fn weapon_range(#[case] distance_squared: u32, #[case] allowed: bool) {
    assert_eq!(is_in_weapon_range(distance_squared, 30), allowed);
}

#[rstest]
#[case::ss_base_34_neighbour(1, 0, true)]
#[case::ss_base_34_two_squares(2, 0, false)]
#[case::ss_base_34_two_squares_with_reach(2, 1, true)]
#[case::ss_base_34_three_squares_with_reach(3, 1, false)]
fn melee_range(#[case] rings: u32, #[case] reach: u32, #[case] allowed: bool) {
    assert_eq!(is_in_melee_range(rings, reach), allowed);
}

#[test]
fn ss_round_01_five_seconds() {
    assert_eq!(3 * SECONDS_PER_ROUND, 15);
}

#[test]
fn ss_round_02_twelve_to_the_minute() {
    assert_eq!(2 * ROUNDS_PER_MINUTE, 24);
    assert_eq!(ROUNDS_PER_MINUTE, 12);
}
