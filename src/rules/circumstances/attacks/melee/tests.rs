use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::circumstances::test_fixtures::*;
use crate::circumstances::{Ailment, Weapon};

#[test]
fn cs_mel_01_declared_at_the_end_of_a_turn() {
    let mut unit = fighter(1, |_| {});
    unit.held = vec![Arc::new(sword())];
    let declare = |unit: &Fighter, rings, answers: &[&str]| {
        play_script(&[], answers, |table| ask_to_engage(table, unit, "Vex", rings)).0
    };
    assert!(declare(&unit, 1, &["engage"]));
    assert!(!declare(&unit, 1, &["stay_out"]));
    assert!(!declare(&unit, 2, &[]), "not offered");
    unit.held.clear();
    assert!(declare(&unit, 1, &["engage"]));
    assert!(!declare(&unit, 1, &["stay_out"]));
}

#[test]
fn cs_pin_14_the_pinned_start_no_melee() {
    let mut unit = fighter(1, |_| {});
    unit.held = vec![Arc::new(sword())];
    add_ailment(&mut unit, Ailment::Pinned);
    assert!(!play_script(&[], &[], |table| ask_to_engage(table, &unit, "Vex", 1)).0, "not asked");
    let context = attack_context_with(pistol(), |context| {
        context.sight = sight(1);
        add_ailment(&mut context.attacker, Ailment::Pinned);
    });
    assert!(!play_result(&context, &[95]).engages);
}

#[rstest]
#[case::sword(Some(sword()), "engage")]
#[case::pistol(Some(pistol()), "engage")]
#[case::rifle(Some(autogun()), "stay_out")]
#[case::fists(Some(Weapon::unarmed()), "stay_out")]
#[case::nothing(None, "stay_out")]
fn cs_mel_01_a_melee_weapon_makes_engaging_the_default(#[case] weapon: Option<Weapon>, #[case] first: &str) {
    let mut unit = fighter(1, |_| {});
    unit.held = weapon.into_iter().map(Arc::new).collect();
    let mut table = dice::ScriptedTable::new([], Vec::new());
    let Err(dice::Interrupt::NeedsAnswer(prompt)) = ask_to_engage(&mut table, &unit, "Vex", 1) else {
        panic!("asked")
    };
    assert_eq!(prompt.answers[0].key, first);
}

#[rstest]
#[case::sword_hits(sword(), 1, &[40, 1], true)]
#[case::sword_misses(sword(), 1, &[41], true)]
#[case::rifle_beside(autogun(), 1, &[95], true)]
#[case::rifle_at_20_metres(autogun(), 20, &[95], false)]
fn cs_mel_02_an_attack_between_neighbours_engages(
    #[case] weapon: crate::circumstances::Weapon,
    #[case] metres: u32,
    #[case] faces: &[u8],
    #[case] engages: bool,
) {
    let context = attack_context_with(weapon, |context| context.sight = sight(metres));
    assert_eq!(play_result(&context, faces).engages, engages);
}

#[rstest]
#[case::one_to_one(1, 1, 0)]
#[case::two_to_one(2, 1, 10)]
#[case::four_to_two(4, 2, 10)]
#[case::three_to_two(3, 2, 0)]
#[case::five_to_two(5, 2, 10)]
#[case::fewer(1, 2, 0)]
#[case::not_in_melee(0, 0, 0)]
#[case::cs_flk_02_three_to_one(3, 1, 20)]
#[case::cs_flk_02_six_to_two(6, 2, 20)]
#[case::cs_flk_02_five_to_one(5, 1, 20)]
fn cs_flk_01_outnumbering(#[case] friends: u32, #[case] foes: u32, #[case] expected: i32) {
    let mut parts = Modifiers::new();
    add_flanking(MeleeCount { friends, foes }, &mut parts);
    assert_eq!(parts.sum(), expected);
}

#[test]
fn cs_flk_03_in_attack_and_parry() {
    let mut context = attack_context(sword());
    context.attacker.melee = MeleeCount { friends: 2, foes: 1 };
    assert_eq!(target_number_of(&context), 50);
    context.defender.melee = MeleeCount { friends: 3, foes: 1 };
    context.defender.reaction = true;
    let plan = crate::circumstances::attacks::resolution::AttackPlan::new(&context);
    assert_eq!((plan.defence.evasions[0].0.key(), plan.defence.evasions[0].1.number), ("parry", 60));
}
