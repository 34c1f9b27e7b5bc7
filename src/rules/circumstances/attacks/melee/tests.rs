use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::circumstances::Weapon;
use crate::circumstances::test_fixtures::*;

/// Units 1.. on side 1 and units 101.. on side 2; those in `unable` cannot act.
fn members(unable: &[u32]) -> BTreeMap<UnitId, MeleeMember> {
    let member = |id: u32| (UnitId(id), MeleeMember { side: id / 100, able: !unable.contains(&id) });
    (1..10).chain(101..110).map(member).collect()
}

fn engaged(pairs: &[(u32, u32)]) -> MeleeEngagements {
    let mut engagements = MeleeEngagements::default();
    for &(one, other) in pairs {
        engagements.engage(UnitId(one), UnitId(other));
    }
    engagements
}

fn bonus(pairs: &[(u32, u32)], unable: &[u32], unit: u32) -> i32 {
    let mut parts = Modifiers::new();
    add_flanking(engaged(pairs).melee_count(UnitId(unit), &members(unable)), &mut parts);
    parts.sum()
}

#[test]
fn cs_mel_01_declared_at_the_end_of_a_turn() {
    let mut unit = fighter(1, |_| {});
    unit.held = vec![Arc::new(sword())];
    let declare = |unit: &Fighter, rings, answers: &[&str]| {
        scripted(&[], answers, |table| ask_to_engage(table, unit, "Vex", rings)).0
    };
    assert!(declare(&unit, 1, &["engage"]));
    assert!(!declare(&unit, 1, &["stay_out"]));
    assert!(!declare(&unit, 2, &[]), "not offered");
    unit.held.clear();
    assert!(declare(&unit, 1, &["engage"]));
    assert!(!declare(&unit, 1, &["stay_out"]));
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

#[test]
fn cs_mel_03_for_both() {
    let engagements = engaged(&[(2, 1)]);
    assert!(engagements.is_in_melee(UnitId(1)) && engagements.is_in_melee(UnitId(2)));
    assert!(engagements.are_engaged(UnitId(1), UnitId(2)) && engagements.are_engaged(UnitId(2), UnitId(1)));
    assert!(!engagements.is_in_melee(UnitId(3)));
}

#[test]
fn cs_mel_04_ends_apart_or_out_of_action() {
    let mut engagements = engaged(&[(1, 2), (2, 3)]);
    engagements.retain(|one, other| (one, other) != (UnitId(1), UnitId(2)));
    assert!(!engagements.is_in_melee(UnitId(1)) && engagements.are_engaged(UnitId(2), UnitId(3)));
    engagements.retain(|one, other| one != UnitId(3) && other != UnitId(3));
    assert_eq!(engagements, MeleeEngagements::default());
}

#[rstest]
#[case::two_to_one(&[(1, 101), (2, 101)], 10)]
#[case::four_to_two(&[(1, 101), (2, 101), (3, 102), (4, 102), (1, 102)], 10)]
#[case::three_to_two(&[(1, 101), (2, 101), (3, 102), (1, 102)], 0)]
#[case::five_to_two(&[(1, 101), (2, 101), (3, 102), (4, 102), (5, 102), (1, 102)], 10)]
#[case::cs_flk_02_three_to_one(&[(1, 101), (2, 101), (3, 101)], 20)]
#[case::cs_flk_02_six_to_two(
    &[(1, 101), (2, 101), (3, 101), (4, 102), (5, 102), (6, 102), (1, 102)], 20
)]
#[case::cs_flk_02_five_to_one(&[(1, 101), (2, 101), (3, 101), (4, 101), (5, 101)], 20)]
fn cs_flk_01_outnumbering(#[case] pairs: &[(u32, u32)], #[case] expected: i32) {
    assert_eq!(bonus(pairs, &[], 1), expected);
    assert_eq!(bonus(pairs, &[], 101), 0, "nothing for the fewer");
}

#[test]
fn cs_flk_03_the_group() {
    assert_eq!(bonus(&[(1, 101)], &[101], 1), 0, "a side is at least one");
    assert_eq!(bonus(&[(1, 101), (2, 101), (2, 102)], &[], 1), 0, "one melee of two against two");
    let all = [(1, 101), (1, 102), (2, 101), (2, 102)];
    assert_eq!(bonus(&all, &[101], 1), 10);
    assert_eq!(bonus(&all, &[101], 2), 10);
    assert_eq!(bonus(&[(1, 101)], &[], 5), 0, "not in it");
    assert_eq!(bonus(&[(1, 101), (2, 102)], &[], 1), 0, "two melees of one against one");
}

#[test]
fn cs_flk_03_in_attack_and_parry() {
    let mut context = attack_context(sword());
    context.attacker.company = MeleeCount { friends: 2, foes: 1 };
    assert_eq!(target_number_of(&context), 50);
    context.defender.company = MeleeCount { friends: 3, foes: 1 };
    context.defender.reaction = true;
    let plan = crate::circumstances::attacks::resolution::AttackPlan::new(&context);
    assert_eq!((plan.defence.evasions[0].0.key(), plan.defence.evasions[0].1.number), ("parry", 60));
}
