use rstest::rstest;

use super::*;
use crate::DownState;
use crate::attacks_and_damage::test_support::*;
use dice::Trace;

/// The example of the catalogue.
fn worked_example() -> AttackContext {
    let mut weapon = sword("6PC");
    weapon.ap = -2;
    duel_against(weapon, |sheet| {
        sheet.attributes.body = 4;
        sheet.attributes.reaction = 4;
        sheet.armour = vec![armour_item("mail", "3/4/1")];
    })
}

fn play_worked_example() -> (AttackResult, Vec<Trace>) {
    let rolls = [vec![5, 5, 6, 6, 5, 1], vec![6, 5, 2, 1], vec![5, 6, 2, 1]];
    play_attack(&worked_example(), &rolls, &["dodge_reaction"])
}

#[test]
fn ad_res_16_the_worked_attack() {
    let (result, traces) = play_worked_example();
    assert_eq!((result.net_hits, result.raw_damage), (3, 9));
    assert_eq!(damage_by_track(&result), (2, 3));
    assert!(result.knocked_down, "5 is more than 4");
    assert_eq!((result.condition.light, result.condition.critical), (2, 3));
    assert_eq!((result.contact, result.down), (HitResult::Hit, None));
    let texts: Vec<_> = traces
        .iter()
        .filter_map(|trace| if let Trace::Noted(note) = trace { Some(note.text.to_string()) } else { None })
        .collect();
    assert_eq!(
        texts,
        [
            "5 against 2 hits: a hit",
            "Damage 6 + 3 net = 9",
            "Modified armour 2",
            "9 - 2 = 7",
            "7 - 2 resisted = 5",
            "2 Light and 3 Critical damage",
            "Marked: Light 2 of 10, Critical 3 of 10",
            "Falls Prone: 5 damage, limit 4",
        ]
    );
}

#[test]
fn ad_ruling_09_the_example_with_every_switch_at_its_default() {
    assert!(worked_example().switches.changed().is_empty());
    let (result, _) = play_worked_example();
    assert_eq!((damage_by_track(&result), result.knocked_down), ((2, 3), true));
}

#[test]
fn ad_res_01_six_steps_in_order() {
    let (_, traces) = play_worked_example();
    let steps: Vec<_> = traces
        .iter()
        .map(|trace| match trace {
            Trace::Decided { clause, .. } => *clause,
            Trace::Rolled(record) => record.clause,
            Trace::Noted(note) => note.clause,
        })
        .collect();
    let expected = [
        "AD-DEF-02",
        "AD-TEST-01",
        "AD-DEF-01",
        "AD-RES-02",
        "AD-RES-05",
        "AD-RES-06",
        "AD-RES-07",
        "AD-RES-09",
        "AD-RES-11",
        "AD-RES-14",
        "AD-RES-15",
        "AD-KD-01",
    ];
    assert_eq!(steps, expected);
}

#[test]
fn ad_type_01_dv_is_the_base_damage() {
    let context = duel_against(sword("6C"), |sheet| sheet.attributes.body = 2);
    let (result, _) =
        play_attack(&context, &[faces_with_hits(2, 6), faces_with_hits(2, 6), vec![1, 1]], &["gymnastics"]);
    assert_eq!(result.taken.total(), 6);
}

#[rstest]
#[case::ad_type_06_light("3IL", (3, 0))]
#[case::ad_type_07_critical("3IC", (0, 3))]
fn tracks(#[case] damage: &str, #[case] taken: (u32, u32)) {
    let result = play_duel(&duel(sword(damage)), 2, 2, NO_RESISTANCE_HITS);
    assert_eq!(damage_by_track(&result), taken);
    assert_eq!((result.condition.light, result.condition.critical), taken);
}

#[rstest]
#[case::ad_res_02_more(3, 2)]
#[case::ad_res_02_equal(2, 2)]
#[case::ad_ruling_01_a_tie_hits(2, 2)]
#[case::ad_res_04_zero_against_zero(0, 0)]
fn hits_land(#[case] attack: usize, #[case] defence: usize) {
    let result = play_duel(&duel(sword("6IL")), attack, defence, NO_RESISTANCE_HITS);
    assert_eq!(result.contact, HitResult::Hit);
    assert_eq!(result.net_hits, attack as i32 - defence as i32);
}

#[test]
fn ad_res_03_fewer_hits_miss() {
    let (result, traces) =
        play_attack(&duel(sword("6IL")), &[faces_with_hits(1, 6), faces_with_hits(2, 6)], &["gymnastics"]);
    assert_eq!((result.contact, result.net_hits, result.raw_damage), (HitResult::Miss, -1, 0));
    assert_eq!(roll_sizes(&traces).len(), 2, "no resistance");
    assert_eq!(note_clauses(&traces), ["AD-RES-03"]);
    assert_eq!(result.condition.frequency.penalty, -1);
}

#[test]
fn ad_res_04_a_hit_at_least_where_switched_on() {
    let mut context = duel(sword("6IL"));
    set_switch(&mut context, "ad.min_one_hit", "on");
    let (result, traces) =
        play_attack(&context, &[faces_with_hits(0, 6), faces_with_hits(0, 6)], &["gymnastics"]);
    assert_eq!((result.contact, note_clauses(&traces)[0]), (HitResult::Miss, "AD-RES-04"));
    assert_eq!(play_duel(&context, 1, 1, NO_RESISTANCE_HITS).contact, HitResult::Hit);
}

#[rstest]
#[case(5, 2, 9)]
#[case(2, 2, 6)]
fn ad_res_05_net_hits_raise_the_dv(#[case] attack: usize, #[case] defence: usize, #[case] dv: u32) {
    let result = play_duel(&duel(sword("6IL")), attack, defence, NO_RESISTANCE_HITS);
    assert_eq!((result.raw_damage, result.taken.light), (dv, dv));
}

#[test]
fn ad_res_06_armour_penetration() {
    let mut weapon = sword("9PL");
    weapon.ap = -2;
    let context = duel_against(weapon, |sheet| sheet.armour = vec![armour_item("mail", "0/4/0")]);
    assert_eq!(play_duel(&context, 2, 2, NO_RESISTANCE_HITS).taken.light, 7);
}

#[test]
fn ad_res_07_armour_reduces_the_dv() {
    let context = duel_against(sword("9PL"), |sheet| sheet.armour = vec![armour_item("mail", "0/2/0")]);
    assert_eq!(play_duel(&context, 2, 2, NO_RESISTANCE_HITS).taken.light, 7);
}

#[test]
fn ad_res_08_stopped_by_armour() {
    let context = duel_against(sword("5PL"), |sheet| sheet.armour = vec![armour_item("mail", "0/5/0")]);
    let (result, traces) =
        play_attack(&context, &[faces_with_hits(2, 6), faces_with_hits(2, 6)], &["gymnastics"]);
    assert_eq!((result.contact, damage_by_track(&result)), (HitResult::Graze, (0, 0)));
    assert_eq!(note_clauses(&traces).last(), Some(&"AD-RES-08"));
    assert_eq!(play_duel(&context, 3, 2, NO_RESISTANCE_HITS).taken.light, 1);
}

#[test]
fn ad_res_09_resistance_is_body() {
    let mut context = duel_against(sword("9PL"), |sheet| sheet.attributes.body = 4);
    // AD-RES-10 and AD-FREQ-07: neither wounds nor the frequency penalty touch it.
    context.defender.condition.frequency.penalty = -3;
    context.defender.condition.critical = 9;
    let (_, traces) = play_attack(
        &context,
        &[faces_with_hits(2, 6), faces_with_hits(0, 0), faces_with_hits(1, 4)],
        &["gymnastics"],
    );
    assert_eq!(roll_sizes(&traces)[2], ("resistance", 4));
}

#[test]
fn ad_res_10_wounds_leave_resistance_alone() {
    let mut target = unit(2, |sheet| sheet.attributes.body = 4);
    target.condition.light = 9;
    assert_eq!(crate::attacks_and_damage::damage::resistance::resistance_parts(&target).pool(), 4);
}

#[test]
fn ad_freq_07_frequency_leaves_resistance_alone() {
    let mut target = unit(2, |sheet| sheet.attributes.body = 4);
    target.condition.frequency.penalty = -3;
    assert_eq!(crate::attacks_and_damage::damage::resistance::resistance_parts(&target).pool(), 4);
}

#[test]
fn ad_res_11_each_hit_resists_a_point() {
    let context = duel_against(sword("7PL"), |sheet| sheet.attributes.body = 4);
    assert_eq!(play_duel(&context, 2, 2, Some(&[5, 6, 2, 1])).taken.light, 5);
}

#[test]
fn ad_res_12_fully_resisted() {
    let context = duel_against(sword("2PC"), |sheet| sheet.attributes.body = 4);
    let result = play_duel(&context, 2, 2, Some(&[5, 5, 6, 1]));
    assert_eq!((result.contact, damage_by_track(&result)), (HitResult::Graze, (0, 0)));
    assert_eq!((result.condition.light, result.condition.critical), (0, 0));
}

#[rstest]
#[case::ad_res_13_light_only("8IL", &[5, 6, 6, 1], (5, 0))]
#[case::ad_res_14_part_becomes_light("8PC", &[5, 6, 6, 1], (3, 2))]
#[case::ad_res_14_all_that_is_left("5PC", &[5, 6, 6, 1], (2, 0))]
#[case::ad_res_14_no_hits("5PC", &[1, 1, 1, 1], (0, 5))]
#[case::ad_ruling_04_moved_not_given_back("8PC", &[5, 5, 5, 2], (3, 2))]
fn shares(#[case] damage: &str, #[case] faces: &[u8], #[case] taken: (u32, u32)) {
    let context = duel_against(sword(damage), |sheet| sheet.attributes.body = 4);
    assert_eq!(damage_by_track(&play_duel(&context, 2, 2, Some(faces))), taken);
}

#[test]
fn ad_res_14_the_conversion_is_a_switch() {
    let mut context = duel_against(sword("8PC"), |sheet| sheet.attributes.body = 4);
    set_switch(&mut context, "ad.critical_conversion", "off");
    assert_eq!(damage_by_track(&play_duel(&context, 2, 2, Some(&[5, 6, 6, 1]))), (0, 5));
}

#[test]
fn ad_ruling_10_armour_moves_nothing_between_tracks() {
    let context = duel_against(sword("5PC"), |sheet| {
        sheet.attributes.body = 2;
        sheet.armour = vec![armour_item("mail", "0/4/0")];
    });
    assert_eq!(damage_by_track(&play_duel(&context, 2, 2, Some(&[1, 1]))), (0, 1));
}

#[test]
fn ad_res_15_boxes_are_added_to_those_marked() {
    let mut context = duel_against(sword("8PC"), |sheet| sheet.attributes.body = 4);
    (context.defender.condition.light, context.defender.condition.critical) = (1, 2);
    let result = play_duel(&context, 2, 2, Some(&[5, 6, 6, 1]));
    assert_eq!((result.condition.light, result.condition.critical), (4, 4));
}

#[rstest]
#[case::ad_kd_01_body_three(3, 5, "6IL", true)]
#[case::ad_kd_01_body_five(5, 3, "6IL", true)]
#[case::ad_kd_02_equal(3, 5, "5IL", false)]
#[case::ad_kd_02_equal_to_body(5, 3, "5IL", false)]
fn knockdown_limit(#[case] body: u8, #[case] willpower: u8, #[case] damage: &str, #[case] falls: bool) {
    let context = duel_against(sword(damage), |sheet| {
        sheet.attributes.body = body;
        sheet.attributes.willpower = willpower;
    });
    let result = play_duel(&context, 2, 2, Some(&vec![1; usize::from(body)]));
    assert_eq!(result.knocked_down, falls);
}

fn limit_five(damage: &str) -> AttackContext {
    duel_against(sword(damage), |sheet| sheet.attributes.willpower = 5)
}

#[test]
fn ad_kd_03_in_addition_to_damage() {
    let result = play_duel(&limit_five("6IL"), 2, 2, NO_RESISTANCE_HITS);
    assert_eq!((result.knocked_down, result.condition.light), (true, 6));
}

#[rstest]
#[case::six("9IC", (3, 3), true)]
#[case::five("8IC", (3, 2), false)]
fn ad_kd_04_both_tracks_count(#[case] damage: &str, #[case] taken: (u32, u32), #[case] falls: bool) {
    let result = play_duel(&limit_five(damage), 2, 2, Some(&[5, 5, 5]));
    assert_eq!((damage_by_track(&result), result.knocked_down), (taken, falls));
}

#[test]
fn ad_kd_04_before_overflow() {
    let mut context = limit_five("6IL");
    // Ten of eleven boxes: three dice fewer, hence three dice of defence.
    context.defender.condition.light = 10;
    let result = play_attack(
        &context,
        &[faces_with_hits(2, 6), faces_with_hits(2, 3), vec![1, 1, 1]],
        &["gymnastics"],
    )
    .0;
    assert_eq!((result.condition.light, result.condition.critical), (11, 2));
    assert!(result.knocked_down, "6, although 3 boxes are marked");
    assert_eq!(result.down, Some(DownState::Unconscious));
}

#[test]
fn ad_kd_05_one_attack_at_a_time() {
    let mut context = duel_against(sword("3IL"), |sheet| sheet.attributes.willpower = 4);
    let first = play_duel(&context, 2, 2, NO_RESISTANCE_HITS);
    context.defender.condition = first.condition;
    // Three boxes and one earlier defence cost two dice.
    let (second, _) = play_attack(
        &context,
        &[faces_with_hits(2, 6), faces_with_hits(2, 4), vec![1, 1, 1]],
        &["gymnastics"],
    );
    assert_eq!((first.knocked_down, second.knocked_down), (false, false));
    assert_eq!(second.condition.light, 6);
}

#[test]
fn ad_kd_08_already_prone() {
    let mut context = duel_against(sword("6IL"), |sheet| sheet.attributes.willpower = 4);
    context.defender.prone = true;
    let (result, traces) = play_attack(
        &context,
        &[faces_with_hits(2, 6), faces_with_hits(2, 6), vec![1, 1, 1]],
        &["gymnastics"],
    );
    assert_eq!((result.knocked_down, result.condition.light), (false, 6));
    assert!(!note_clauses(&traces).contains(&"AD-KD-01"));
}

#[rstest]
#[case::unconscious(10, 0, "1IL", "AD-BASE-13", DownState::Unconscious)]
#[case::dying(0, 9, "1IC", "AD-BASE-14", DownState::Unconscious)]
#[case::dead(0, 9, "9IC", "AD-BASE-16", DownState::Dead)]
fn going_down(
    #[case] light: u32,
    #[case] critical: u32,
    #[case] damage: &str,
    #[case] clause: &str,
    #[case] down: DownState,
) {
    let mut context = duel(sword(damage));
    context.sight.aware = false;
    (context.defender.condition.light, context.defender.condition.critical) =
        (light.saturating_sub(1), critical);
    let (result, traces) = play_attack(&context, &[faces_with_hits(0, 6), vec![1, 1, 1]], &[]);
    assert_eq!(result.down, Some(down));
    assert!(note_clauses(&traces).contains(&clause), "{traces:?}");
}
