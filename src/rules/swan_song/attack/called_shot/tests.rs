//! Tests of called shots with the numbers of the clauses. Chapter CALL.

mod lasting;
mod locations;
mod vehicles;
mod weakened;

use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::status::{ActiveAilment, Ailment, AilmentCause, StatusDuration, inflict};
use crate::swan_song::attack::pool::attack_parts;
use crate::swan_song::test_support::attacks::{
    faces_with_hits, fighter, note_texts, play_attack, rifle, roll_names, switched, weapon,
};
use crate::swan_song::{
    AttackContext, AttackResult, DamageValue, Fighter, PointPool, PoolKind, Sheet, Skill, Switches, Vitals,
    WeaponClass,
};

/// A defenceless target with every attribute 3. Its shield prevents Critical Injuries, which would take dice from its
/// tests.
fn body(change: impl FnOnce(&mut Sheet)) -> Fighter {
    fighter(2, |sheet| {
        sheet.flesh = Some(100);
        sheet.shield = 100;
        change(sheet);
    })
}

/// An attack of this DV with one net hit on a target that neither defends nor soaks (BOD 1).
pub(super) fn aimed(key: &str, damage: u32) -> AttackContext {
    aimed_at(key, damage, body(|sheet| sheet.attributes.body = 1))
}

/// The same against this defender.
pub(super) fn aimed_at(key: &str, damage: u32, defender: Fighter) -> AttackContext {
    let attacker = fighter(1, |sheet| {
        sheet.attributes.agility = 9;
        sheet.skills.insert(Skill::Longarms, 6);
    });
    let mut weapon = rifle(damage - 1);
    weapon.piercing = true;
    let mut context = crate::swan_song::test_support::attacks::attack_context(attacker, defender, weapon);
    context.sight.aware = false;
    context.called_shot = Some(CalledShot::find(key).expect("a called shot"));
    context
}

/// Resolves a called shot with one net hit, no soak, and these results of the tests after that.
pub(super) fn hit(context: &AttackContext, tests: &[(usize, usize)]) -> AttackResult {
    hit_and_soaked(context, 0, tests)
}

pub(super) fn hit_and_soaked(
    context: &AttackContext,
    soaked: usize,
    tests: &[(usize, usize)],
) -> AttackResult {
    let pool = attack_parts(context).pool() as usize;
    let soak = crate::swan_song::attack::pool::soak_parts(context).pool() as usize;
    let mut rolls = vec![faces_with_hits(1, pool)];
    if soak > 0 {
        rolls.push(faces_with_hits(soaked, soak));
    }
    rolls.extend(tests.iter().map(|&(count, dice)| faces_with_hits(count, dice)));
    play_attack(context, &rolls, &[]).0
}

/// Lasting effects of a result with their rounds; 0 if only treatment ends them.
pub(super) fn lasting(result: &AttackResult) -> Vec<(Ailment, u16)> {
    let causes = result.called_shot_effects.iter().filter_map(|effect| match effect {
        CalledShotEffect::Lasting(cause) => Some(*cause),
        _ => None,
    });
    causes
        .map(|cause| match cause.span {
            Some(StatusDuration::Rounds(rounds)) => (cause.ailment, rounds),
            _ => (cause.ailment, 0),
        })
        .collect()
}

pub(super) fn score(result: &AttackResult) -> i32 {
    result
        .called_shot_effects
        .iter()
        .map(|effect| if let CalledShotEffect::Score(by) = effect { *by } else { 0 })
        .sum()
}

pub(super) fn prone(result: &AttackResult) -> bool {
    result.knocked_down || result.called_shot_effects.contains(&CalledShotEffect::Prone)
}

/// The target's ailments after this attack.
pub(super) fn after(context: &AttackContext, result: &AttackResult, round: u32) -> Vec<ActiveAilment> {
    let mut ailments = context.defender.ailments.clone();
    for effect in &result.called_shot_effects {
        if let CalledShotEffect::Lasting(cause) = effect {
            let new = inflict(&ailments, *cause, round);
            ailments.retain(|one| (one.ailment, one.part) != (new.ailment, new.part));
            ailments.push(new);
        }
    }
    ailments
}

#[test]
fn ss_call_01_minus_four() {
    let mut context = aimed("knock_down", 6);
    context.weapon = Arc::new(weapon(WeaponClass::Melee, Skill::Longarms, 6));
    let called = attack_parts(&context).pool();
    context.called_shot = None;
    assert_eq!((attack_parts(&context).pool(), called), (15, 11));
}

#[rstest]
#[case::ss_call_03_without_eyes("ear, knee", "left_eye", Some("SS-CALL-03"))]
#[case::ss_call_03_with_knees("ear, knee", "left_knee", None)]
#[case::ss_call_03_all("all", "left_eye", None)]
#[case::ss_call_03_none("none", "gut", Some("SS-CALL-03"))]
fn allowed(#[case] list: &str, #[case] key: &str, #[case] refused: Option<&'static str>) {
    let shot = CalledShot::find(key).expect("a called shot");
    let target = body(|_| {});
    let answer = may_call(shot, &target.sheet, &rifle(6), &switched("ss.called_shots", list));
    assert_eq!(answer.err().map(|why| why.clause), refused);
}

#[test]
fn ss_call_04_the_locations_modifier_replaces_it() {
    let mut context = aimed("left_thigh", 6);
    let called = attack_parts(&context).pool();
    context.called_shot = None;
    assert_eq!((attack_parts(&context).pool(), called), (15, 9));
}

#[rstest]
#[case::ss_call_05_six(&["left_forearm", "genitals", "gut", "left_hip", "right_shin", "left_shoulder", "right_thigh"], 6)]
#[case::ss_call_05_four(&["left_ankle", "right_foot", "left_hand", "jaw", "right_knee", "neck"], 4)]
#[case::ss_call_05_two(&["left_ear", "right_eye", "sternum"], 2)]
#[case::ss_call_104_engine_and_window(&["engine_block", "window_motor"], 8)]
#[case::ss_call_104_tank_axle_lock(&["fuel_tank", "axle", "door_lock"], 6)]
#[case::ss_call_104_antenna(&["antenna"], 4)]
fn modifiers(#[case] keys: &[&str], #[case] of_twelve: i32) {
    for key in keys {
        let shot = CalledShot::find(key).expect("a called shot");
        assert_eq!(12 + shot.modifier(&Switches::default()), of_twelve, "{key}");
    }
}

#[rstest]
#[case::ss_call_07_one(&["left_ankle", "left_ear", "left_eye", "left_foot", "left_hand", "left_knee"], 1)]
#[case::ss_call_07_two(&["left_forearm", "genitals", "jaw", "left_shin"], 2)]
#[case::ss_call_07_three(&["left_hip", "left_shoulder", "left_thigh"], 3)]
#[case::ss_call_07_eight(&["gut"], 8)]
#[case::ss_call_07_ten(&["neck", "sternum"], 10)]
#[case::ss_call_06_a_thigh_takes_three(&["right_thigh"], 3)]
fn limits(#[case] keys: &[&str], #[case] of_twelve: u32) {
    for key in keys {
        let shot = CalledShot::find(key);
        assert_eq!(limit_damage(12, shot, &Switches::default()), of_twelve, "{key}");
    }
}

#[rstest]
#[case::ss_call_08_gut("gut", 6)]
#[case::ss_call_08_hip("left_hip", 3)]
#[case::ss_call_08_hand("left_hand", 1)]
fn applied(#[case] key: &str, #[case] damage: u32) {
    // Modified DV 9; BOD 6 soaks with three dice. All further tests succeed.
    let context = aimed_at(key, 9, body(|sheet| (sheet.attributes.body, sheet.shield) = (6, 0)));
    let tests: &[(usize, usize)] = match key {
        "left_hip" => &[(6, 6)],
        "gut" => &[(4, 9), (4, 9)],
        _ => &[(4, 9)],
    };
    let result = hit_and_soaked(&context, 3, tests);
    assert_eq!((result.damage, result.vitals.flesh.now), (damage, 100 - damage.cast_signed()));
}

#[test]
fn ss_call_08_before_the_percentages_of_pools() {
    // 3 points to a thigh, half of which an armoured pool takes.
    let mut context = aimed("left_thigh", 7);
    (context.defender.vitals.shield, context.defender.vitals.armored) =
        (PointPool::default(), PointPool::full(12));
    let result = hit(&context, &[]);
    assert_eq!((result.damage, result.vitals.armored.now), (3, 11));
}

#[test]
fn ss_call_09_original_dv_and_dv() {
    // DV 6 and 2 net hits; 3 hits of soak; two dice fewer of Charisma and Willpower do not matter.
    let mut context = aimed_at("left_knee", 7, body(|sheet| sheet.attributes.body = 6));
    context.defender.sheet = Arc::new(Sheet { flesh: Some(100), ..(*context.defender.sheet).clone() });
    let rolls = [faces_with_hits(2, 7), faces_with_hits(3, 3), faces_with_hits(2, 6), faces_with_hits(3, 6)];
    let (result, traces) = play_attack(&context, &rolls, &[]);
    assert_eq!(result.damage, 1);
    assert_eq!(lasting(&result), [(Ailment::Slowed, 0), (Ailment::Winded, 8)]);
    assert!(prone(&result), "3 of 4 hits");
    assert_eq!(roll_names(&traces), ["attack", "soak", "stun resistance", "knockdown resistance"]);
    let rolls = [faces_with_hits(2, 7), faces_with_hits(3, 3), faces_with_hits(2, 6), faces_with_hits(4, 6)];
    assert!(!prone(&play_attack(&context, &rolls, &[]).0));
}

#[test]
fn ss_call_10_no_damage_no_effects() {
    let context = aimed_at("left_knee", 2, body(|sheet| sheet.attributes.body = 6));
    let result = hit_and_soaked(&context, 3, &[]);
    assert_eq!((result.contact, result.damage), (crate::HitResult::Graze, 0));
    assert!(result.called_shot_effects.is_empty());
}

#[test]
fn ss_call_11_all_effects_of_the_row() {
    let result = hit(&aimed("left_shin", 5), &[(4, 6)]);
    assert!(prone(&result));
    assert_eq!(lasting(&result), [(Ailment::Slowed, 0), (Ailment::Winded, 5)]);
}

#[test]
fn ss_call_12_new_effects_add_up() {
    let mut context = aimed("neck", 4);
    let neck = hit(&context, &[(2, 4)]);
    context.defender.ailments = after(&context, &neck, 1);
    context.called_shot = CalledShot::find("sternum");
    let sternum = hit(&context, &[(0, 1)]);
    assert_eq!(lasting(&neck), [(Ailment::Reeling, 0), (Ailment::Bleedout, 0)]);
    assert_eq!((lasting(&sternum), sternum.vitals.strain), (vec![(Ailment::Winded, 4)], 2));
}

#[test]
fn ss_call_13_same_effects_do_not_double() {
    let mut context = aimed("left_ankle", 4);
    context.defender.ailments = after(&context, &hit(&context, &[]), 1);
    context.called_shot = CalledShot::find("left_thigh");
    let thigh = hit(&context, &[]);
    assert_eq!(lasting(&thigh), []);
    assert_eq!(crate::status::slowed_distance(20, &after(&context, &thigh, 1)), 10);
    // Stunned by the neck, then by the sternum in the same round: no test, no second loss.
    let mut context = aimed("neck", 4);
    let neck = hit(&context, &[(0, 4)]);
    context.defender.ailments = after(&context, &neck, 1);
    context.called_shot = CalledShot::find("sternum");
    assert_eq!((score(&neck), score(&hit(&context, &[(0, 1)]))), (-10, 0));
}

#[test]
fn ss_call_14_the_same_area_lasts_longer() {
    let mut context = aimed("left_knee", 4);
    context.defender.ailments = after(&context, &hit(&context, &[(2, 6), (4, 6)]), 1);
    context.weapon = Arc::new(rifle(5));
    let again = hit(&context, &[(2, 6), (4, 6)]);
    let left = after(&context, &again, 1);
    let winded = left.iter().find(|one| one.ailment == Ailment::Winded).expect("winded");
    assert_eq!(winded.until, crate::status::StatusEnd::EndOfRound(1 + 4 + 6));
    // The other knee is another area.
    context.called_shot = CalledShot::find("right_knee");
    assert_eq!(lasting(&hit(&context, &[(2, 6), (4, 6)])), []);
}

#[test]
fn ss_call_15_the_side_is_named_first() {
    let left = CalledShot::find("left_eye").expect("a called shot");
    assert_eq!(left, CalledShot::Location(Location::Eye, Some(crate::status::BodySide::Left)));
    let result = hit(&aimed("left_eye", 4), &[(3, 4)]);
    let Some(CalledShotEffect::Lasting(AilmentCause { part, .. })) = result.called_shot_effects.first()
    else {
        panic!("blinded")
    };
    assert_eq!(*part, Some(crate::status::BodySide::Left));
}

#[rstest]
#[case::ss_call_116_a_kick_at_the_shin(
    weapon(WeaponClass::Unarmed, Skill::UnarmedCombat, 4),
    "left_shin",
    Ok(())
)]
#[case::ss_call_116_a_shot_at_the_shin(rifle(6), "left_shin", Ok(()))]
#[case::ss_call_116_a_cut_at_the_shin(weapon(WeaponClass::Melee, Skill::Blades, 4), "left_shin", Ok(()))]
#[case::ss_call_116_no_grenade(
    Weapon { blast: 3, ..weapon(WeaponClass::Thrown, Skill::Throwing, 9) },
    "left_shin",
    Err("SS-CALL-116")
)]
#[case::ss_knock_08_a_blow(weapon(WeaponClass::Melee, Skill::Clubs, 4), "knock_down", Ok(()))]
#[case::ss_knock_08_no_shot(rifle(6), "knock_down", Err("SS-KNOCK-08"))]
fn weapons(#[case] weapon: Weapon, #[case] key: &str, #[case] answer: Result<(), &str>) {
    let shot = CalledShot::find(key).expect("a called shot");
    let called = may_call(shot, &body(|_| {}).sheet, &weapon, &Switches::default());
    assert_eq!(called.map_err(|why| why.clause), answer);
}

#[test]
fn ss_call_117_one_location_per_attack() {
    assert_eq!(CalledShot::find("left_hand+left_eye"), None);
    assert_eq!(CalledShot::find("left_hand, left_eye"), None);
}

#[rstest]
#[case::ss_call_118_eye_of_a_vehicle(UnitKind::Vehicle, "left_eye", false)]
#[case::ss_call_118_axle_of_a_person(UnitKind::Character, "axle", false)]
#[case::ss_call_118_axle_of_a_vehicle(UnitKind::Vehicle, "axle", true)]
#[case::ss_call_118_ankle_of_a_robot(UnitKind::Robot, "left_ankle", true)]
fn parts(#[case] kind: UnitKind, #[case] key: &str, #[case] there: bool) {
    let target = body(|sheet| sheet.kind = kind);
    let answer =
        may_call(CalledShot::find(key).expect("a shot"), &target.sheet, &rifle(6), &Switches::default());
    assert_eq!(answer.map_err(|why| why.clause), if there { Ok(()) } else { Err("SS-CALL-118") });
}

#[test]
fn ss_call_118_content_lists_locations() {
    let ball = body(|sheet| sheet.locations = Some([Location::Eye].into()));
    let may = |key| {
        let shot = CalledShot::find(key).expect("a shot");
        may_call(shot, &ball.sheet, &rifle(6), &Switches::default()).is_ok()
    };
    assert_eq!((may("left_eye"), may("left_knee")), (true, false));
}

#[rstest]
#[case::ss_ruling_06_details("details", 3, 2)]
#[case::ss_ruling_06_table("table", -1, 4)]
fn genitals(#[case] row: &str, #[case] of_nine: i32, #[case] of_five: u32) {
    let switches = switched("ss.genitals_row", row);
    let shot = CalledShot::find("genitals").expect("a shot");
    assert_eq!((9 + shot.modifier(&switches), limit_damage(5, Some(shot), &switches)), (of_nine, of_five));
}

#[test]
fn ss_ruling_12_available_shots() {
    let shots: Vec<_> = CalledShot::all(&Switches::default()).collect();
    let locations: std::collections::BTreeSet<_> = shots
        .iter()
        .filter_map(|shot| if let CalledShot::Location(location, _) = shot { Some(*location) } else { None })
        .collect();
    let parts = shots.iter().filter(|shot| matches!(shot, CalledShot::Vehicle(_))).count();
    assert_eq!((locations.len(), parts, shots.contains(&CalledShot::Knockdown)), (16, 6, true));
    for shot in shots {
        assert_eq!(CalledShot::find(shot.key()), Some(shot));
    }
}

/// A blow with STR 4 and two net hits, called to knock down a target with this Physical Limit.
fn thrown(limit: u32) -> AttackResult {
    let attacker = fighter(1, |sheet| {
        sheet.attributes.strength = 4;
        sheet.skills.insert(Skill::Clubs, 6);
    });
    let strength = if limit == 5 { 4 } else { 6 };
    let defender = body(|sheet| sheet.attributes.strength = strength);
    assert_eq!(base::physical_limit(&defender.sheet), limit);
    let club = Weapon { damage: DamageValue::Fixed(9), ..weapon(WeaponClass::Melee, Skill::Clubs, 9) };
    let mut context = crate::swan_song::test_support::attacks::attack_context(attacker, defender, club);
    context.sight.aware = false;
    context.called_shot = Some(CalledShot::Knockdown);
    let (result, traces) = play_attack(&context, &[faces_with_hits(2, 5)], &[]);
    assert!(note_texts(&traces).last().is_some_and(|text| text.contains("Physical Limit")));
    result
}

#[rstest]
#[case::ss_knock_08_falls(5, true)]
#[case::ss_knock_08_stands(6, false)]
fn knockdown_on_purpose(#[case] limit: u32, #[case] falls: bool) {
    let result = thrown(limit);
    assert_eq!((result.knocked_down, result.damage, result.vitals.flesh.now), (falls, 0, 100));
}

#[test]
fn ss_knock_08_the_switch() {
    let club = weapon(WeaponClass::Melee, Skill::Clubs, 4);
    let answer =
        may_call(CalledShot::Knockdown, &body(|_| {}).sheet, &club, &switched("ss.called_knockdown", "off"));
    assert_eq!(answer.err().map(|why| why.clause), Some("SS-KNOCK-08"));
}

#[test]
fn ss_wnd_09_tests_against_effects_take_wounds() {
    // BOD + WIL 6; -2 for half the flesh gone.
    let mut context = aimed_at("neck", 2, body(|sheet| sheet.attributes.body = 3));
    context.defender.vitals.flesh = PointPool { now: 5, max: 10 };
    let (result, traces) =
        play_attack(&context, &[faces_with_hits(1, 7), faces_with_hits(0, 1), faces_with_hits(3, 4)], &[]);
    assert_eq!((roll_names(&traces), score(&result)), (vec!["attack", "soak", "stun resistance"], 0));
    // Fatigue is a resistance test: BOD 3, unaffected by wounds.
    context.called_shot = CalledShot::find("sternum");
    let (result, _) = play_attack(
        &context,
        &[faces_with_hits(1, 5), faces_with_hits(0, 1), faces_with_hits(3, 4), faces_with_hits(1, 3)],
        &[],
    );
    assert_eq!(result.vitals.strain, 0);
}

#[test]
fn odds_are_exact_with_all_tests() {
    use dice::{AnswerPolicy, enumerate, enumerate_unmerged};
    let mut context = aimed_at("left_knee", 4, body(|sheet| sheet.attributes.body = 2));
    Arc::make_mut(&mut context.attacker.sheet).attributes.agility = 4;
    let run = |table: &mut dice::EnumeratedTable| {
        crate::swan_song::attack::resolution::resolve_attack(table, &context)
    };
    let merged = enumerate(AnswerPolicy::first(), run).expect("odds");
    let plain = enumerate_unmerged(AnswerPolicy::first(), run).expect("odds");
    let stunned = |result: &AttackResult| score(result) < 0;
    let chance = merged.probability(stunned);
    assert!((chance - plain.probability(stunned)).abs() < 1e-12);
    assert_eq!(merged.map(Clone::clone).iter().count(), plain.map(Clone::clone).iter().count());
    assert!(chance > 0.0 && chance < merged.probability(|result| result.damage > 0));
}
