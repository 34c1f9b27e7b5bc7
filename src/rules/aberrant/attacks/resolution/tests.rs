use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::BarrierOnLine;
use crate::aberrant::protection::soak::Soak;
use crate::aberrant::protection::stacking::{Impervious, SoakCategory, SoakSource};
use crate::aberrant::test_fixtures::*;
use crate::aberrant::{Armour, DefenceBonus, DefenceBonusKind, Weapon};
use crate::test_barriers::intact_wall;
use dice::Trace;

/// An attack on a defender whose only soak is armour.
fn against(weapon: Weapon, armored: Soak) -> AttackContext {
    let mut context = duel(weapon);
    edit_sheet(&mut context.defender, |sheet| {
        sheet.armour = vec![Armour { lightweight: true, ..armour("vest", armored) }];
    });
    context
}

/// Resolves an attack with this many successes on six dice, then the damage dice.
fn strike(context: &AttackContext, successes: usize, damage: &[u8]) -> AttackResult {
    play_attack(context, &[hit_faces(successes, 6), damage.to_vec()], &[]).0
}

/// Marked lethal and bashing levels.
fn wounds(result: &AttackResult) -> (u32, u32) {
    (result.condition.marks.lethal, result.condition.marks.bashing)
}

#[rstest]
#[case::ab_base_03_a_tie_misses(3, 3, HitResult::Miss, 0)]
#[case::ab_base_03_one_more_hits(3, 2, HitResult::Hit, 1)]
fn meeting(#[case] attack: usize, #[case] dodge: usize, #[case] contact: HitResult, #[case] margin: i32) {
    let damage = if contact == HitResult::Hit { hit_faces(1, 6) } else { Vec::new() };
    let context = defending(duel(blade("6L")));
    let (result, _) = play_attack(&context, &[hit_faces(attack, 6), hit_faces(dodge, 5), damage], &["dodge"]);
    assert_eq!((result.contact, result.margin), (contact, margin));
}

#[test]
fn ab_base_04_extra_damage_dice() {
    let (result, traces) = play_attack(&duel(blade("6L")), &[hit_faces(3, 6), hit_faces(0, 8)], &[]);
    assert_eq!((result.margin, result.raw), (3, 8));
    assert_eq!(roll_sizes(&traces), [("attack", 6), ("damage", 8)]);
}

#[test]
fn ab_base_05_each_success_is_a_level() {
    let result = strike(&duel(blade("5L")), 1, &[7, 7, 2, 9, 1]);
    assert_eq!((result.levels, result.kind, wounds(&result)), (3, Some(DamageType::Lethal), (3, 0)));
}

#[rstest]
#[case::ab_base_16_partial(50, 1)]
#[case::ab_base_16_good(75, 2)]
#[case::ab_base_16_superior(90, 3)]
fn cover(#[case] hidden: u8, #[case] difficulty: usize) {
    let mut context = duel(rifle("1L"));
    (context.sight.hidden, context.sight.took_cover) = (hidden, true);
    assert_eq!(strike(&context, difficulty, &[]).contact, HitResult::Miss);
    assert_eq!(strike(&context, difficulty + 1, &[9]).contact, HitResult::Hit);
}

#[test]
fn ab_base_17_called_shot() {
    let mut context = duel(rifle("1L"));
    context.called_vital = true;
    assert_eq!(strike(&context, 3, &[]).contact, HitResult::Miss);
    let result = strike(&context, 4, &[9]);
    assert_eq!((result.contact, result.raw), (HitResult::Hit, 1), "no extra");
}

#[test]
fn ab_base_18_order_of_resolution() {
    let mut context = against(blade("10L"), Soak::new(6, 6, 0));
    edit_sheet(&mut context.defender, |sheet| sheet.armour[0].destruction = Some(10));
    let (result, traces) = play_attack(&context, &[hit_faces(1, 6), hit_faces(1, 4)], &[]);
    assert_eq!(roll_sizes(&traces), [("attack", 6), ("damage", 4)]);
    assert_eq!((result.raw, result.levels, result.condition.destroyed.as_slice()), (10, 1, [0].as_slice()));
    let clauses: Vec<_> = traces
        .iter()
        .map(|trace| match trace {
            Trace::Rolled(record) => record.why,
            Trace::Noted(note) => note.clause,
            Trace::Decided { .. } => "decided",
        })
        .collect();
    let order = [
        "attack",
        "AB-BASE-02",
        "AB-BASE-03",
        "AB-BASE-04",
        "AB-BASE-18",
        "damage",
        "AB-BASE-05",
        "AB-DAZE-02",
    ];
    assert_eq!(clauses, order);
}

#[rstest]
#[case::ab_base_19_first_on("on", 0, 4)]
#[case::ab_base_19_second_on("on", 1, 3)]
#[case::ab_base_19_first_off("off", 0, 6)]
#[case::ab_base_19_second_off("off", 1, 6)]
fn flurries(#[case] switch: &str, #[case] nth: u8, #[case] dice: u32) {
    let mut context = duel(blade("6L"));
    with_switch(&mut context, "ab.flurry_penalty", switch);
    context.flurry = crate::aberrant::attacks::context::FlurryPosition { actions: 2, nth };
    assert_eq!(attack_parts(&context).pool(), dice);
}

#[test]
fn ab_base_20_mega_dice_in_attack_and_defence() {
    let mut context = defending(duel(blade("1L")));
    with_switch(&mut context, "ab.mega_dice", "on");
    for unit in [&mut context.attacker, &mut context.defender] {
        edit_sheet(unit, |sheet| sheet.mega_dexterity = 1);
    }
    let rolls = [vec![10], hit_faces(0, 6), vec![7], hit_faces(0, 5), vec![9]];
    let (result, traces) = play_attack(&context, &rolls, &["dodge"]);
    assert_eq!(result.margin, 1);
    let expected = [("mega die", 1), ("attack", 6), ("mega die", 1), ("defence", 5), ("damage", 1)];
    assert_eq!(roll_sizes(&traces), expected);
}

#[rstest]
#[case::one_success(1, HitResult::Miss)]
#[case::two(2, HitResult::Hit)]
fn ab_cancel_02_the_new_action_is_harder(#[case] successes: usize, #[case] contact: HitResult) {
    let mut context = duel(rifle("1L"));
    context.replacement = true;
    let damage: &[u8] = if contact == HitResult::Hit { &[9] } else { &[] };
    assert_eq!(strike(&context, successes, damage).contact, contact);
}

#[rstest]
#[case::ab_adds_01_on_top("10L [4]", &[1, 7, 2, 3], (5, 0))]
#[case::ab_adds_03_none_when_soaked("6L [4]", &[9], (0, 1))]
#[case::ab_adds_04_without_a_success("7L [4]", &[1], (4, 0))]
fn adds(#[case] damage: &str, #[case] faces: &[u8], #[case] expected: (u32, u32)) {
    assert_eq!(wounds(&strike(&against(blade(damage), Soak::new(6, 6, 0)), 1, faces)), expected);
}

#[test]
fn ab_adds_01_neither_soaked_nor_raw() {
    let result = strike(&against(blade("7L [4]"), Soak::new(6, 6, 0)), 1, &[9]);
    assert_eq!((result.raw, result.levels), (7, 5));
}

#[rstest]
#[case::ab_ping_01_equal("5L", Soak::new(5, 5, 5), DamageType::Bashing, true)]
#[case::ab_ping_01_far_below("5L", Soak::new(12, 12, 12), DamageType::Bashing, true)]
#[case::ab_ping_01_one_die_left("5L", Soak::new(4, 4, 4), DamageType::Lethal, false)]
#[case::ab_ping_02_aggravated("5A", Soak::new(5, 5, 5), DamageType::Lethal, true)]
#[case::ab_ping_02_bashing("4B", Soak::new(4, 4, 4), DamageType::Stun, true)]
#[case::ab_ping_04_lethal_soak_counts("5L", Soak::new(9, 4, 0), DamageType::Lethal, false)]
#[case::ab_ping_04_not_bashing_soak("5L", Soak::new(4, 5, 0), DamageType::Bashing, true)]
fn against_soak(#[case] damage: &str, #[case] soak: Soak, #[case] kind: DamageType, #[case] ping: bool) {
    let (result, traces) = play_attack(&against(blade(damage), soak), &[hit_faces(1, 6), vec![8]], &[]);
    assert_eq!((result.levels, result.kind), (1, Some(kind)));
    let noted = traces.iter().any(|trace| matches!(trace, Trace::Noted(note) if note.clause == "AB-PING-01"));
    assert_eq!(noted, ping);
}

#[test]
fn ab_ping_03_soaked_stun_rolls_nothing() {
    let result = strike(&against(blade("4S"), Soak::new(4, 0, 0)), 1, &[]);
    assert_eq!((result.contact, result.kind, result.raw), (HitResult::Graze, None, 4));
}

#[test]
fn ab_type_02_emp_does_nothing_to_people() {
    let mut context = against(blade("10E"), Soak::default());
    edit_sheet(&mut context.defender, |sheet| sheet.armour[0].destruction = Some(1));
    let result = strike(&context, 2, &[]);
    assert_eq!((result.contact, result.levels), (HitResult::Graze, 0));
    assert_eq!(result.condition, context.defender.condition);
}

#[test]
fn ab_type_08_chemical_and_nuclear() {
    let gas = Weapon { soak_as: Some(DamageType::Lethal), ..blade("8A") };
    let (result, traces) =
        play_attack(&against(gas, Soak::new(5, 5, 0)), &[hit_faces(1, 6), hit_faces(3, 3)], &[]);
    assert_eq!((roll_sizes(&traces)[1], result.condition.marks.aggravated), (("damage", 3), 3));
    let (_, traces) =
        play_attack(&against(blade("8A"), Soak::new(5, 5, 0)), &[hit_faces(1, 6), hit_faces(0, 8)], &[]);
    assert_eq!(roll_sizes(&traces)[1], ("damage", 8));
}

#[rstest]
#[case::ab_stun_08_bashing_soak(false, Soak::new(4, 1, 0), 2)]
#[case::ab_stun_09_unsoakable(true, Soak::new(10, 10, 10), 6)]
fn stun(#[case] unsoakable: bool, #[case] soak: Soak, #[case] dice: usize) {
    let context = against(Weapon { unsoakable, ..blade("6S") }, soak);
    let (result, traces) = play_attack(&context, &[hit_faces(1, 6), hit_faces(1, dice)], &[]);
    assert_eq!(roll_sizes(&traces)[1], ("damage", dice as u32));
    assert_eq!((result.condition.marks.stun, result.condition.stun_since), (1, Some(1)));
}

#[test]
fn ab_ap_03_armour_piercing_spares_the_body() {
    let mut context = duel(Weapon { ap: 5, ..blade("20L") });
    edit_sheet(&mut context.defender, |sheet| {
        (sheet.stamina, sheet.quantum) = (2, 3);
        sheet.armour = vec![Armour { lightweight: true, ..armour("plate", Soak::new(0, 8, 0)) }];
        sheet.sources = vec![source(SoakCategory::Power, Soak::new(0, 3, 0))];
    });
    assert_eq!(soak_plan(&context).total, 4 + 6);
    context.weapon = Arc::new(Weapon { ap: 50, ..blade("20L") });
    assert_eq!(soak_plan(&context).total, 4, "natural soak stays");
}

#[rstest]
#[case::ab_ap_04_not_impervious(Impervious::default(), 1)]
#[case::ab_ap_04_two_points(Impervious::Points(2), 3)]
#[case::ab_ap_04_full(Impervious::Full, 6)]
fn impervious_forcefields(#[case] impervious: Impervious, #[case] left: u32) {
    let mut context = duel(Weapon { ap: 5, ..blade("20L") });
    edit_sheet(&mut context.defender, |sheet| {
        let field = source(SoakCategory::Power, Soak::new(6, 6, 0));
        sheet.sources = vec![SoakSource { ablative: true, impervious, ..field }];
    });
    assert_eq!(soak_plan(&context).total, left);
    context.defender.condition.ablative_lost = vec![6];
    edit_sheet(&mut context.defender, |sheet| {
        sheet.sources.push(source(SoakCategory::Power, Soak::new(6, 6, 0)))
    });
    assert_eq!(soak_plan(&context).total, 1, "a field that is worn off saves no other power");
}

#[rstest]
#[case::ab_armor_01_below(9, false)]
#[case::ab_armor_01_equal(10, true)]
#[case::ab_armor_01_above(14, true)]
fn destruction(#[case] dice: u32, #[case] destroyed: bool) {
    let mut context = against(blade(&format!("{dice}L [9]")), Soak::new(20, 20, 20));
    edit_sheet(&mut context.defender, |sheet| sheet.armour[0].destruction = Some(10));
    let result = strike(&context, 1, &[1]);
    assert_eq!(result.contact, HitResult::Graze, "it still protects against that hit");
    assert_eq!(!result.condition.destroyed.is_empty(), destroyed);
    context.defender.condition = result.condition;
    assert_eq!(soak_plan(&context).total, if destroyed { 0 } else { 20 });
}

#[test]
fn ab_armor_01_each_piece_has_its_own_rating() {
    let mut context = duel(blade("8L"));
    edit_sheet(&mut context.defender, |sheet| {
        let piece = |destruction| Armour {
            lightweight: true,
            destruction: Some(destruction),
            ..armour("piece", Soak::new(9, 9, 9))
        };
        sheet.armour = vec![piece(9), piece(8), piece(4)];
    });
    assert_eq!(strike(&context, 1, &[1]).condition.destroyed, [1, 2]);
}

#[rstest]
#[case::ab_armor_02_a_single_layer(&[2], 6)]
#[case::ab_armor_10_layers(&[2, 0], 3)]
fn attacking_in_armour(#[case] penalties: &[u32], #[case] dice: u32) {
    let mut context = duel(blade("6L"));
    edit_sheet(&mut context.attacker, |sheet| {
        (sheet.strength, sheet.stamina) = (9, 9);
        let piece = |&penalty: &u32| Armour { penalty, ..armour("piece", Soak::default()) };
        sheet.armour = penalties.iter().map(piece).collect();
    });
    assert_eq!(attack_parts(&context).pool(), dice);
}

#[test]
fn ab_armor_05_too_weak_for_the_armour() {
    let mut context = duel(blade("6L"));
    edit_sheet(&mut context.attacker, |sheet| {
        (sheet.strength, sheet.stamina) = (3, 4);
        sheet.armour = vec![Armour { penalty: 3, ..armour("plate", Soak::default()) }];
    });
    assert_eq!(attack_parts(&context).pool(), 3);
}

#[test]
fn ab_nonsoak_01_hard_to_hit() {
    let mut context = duel(rifle("1L"));
    let bonus = |bonus| DefenceBonus {
        name: "blur".into(),
        kind: DefenceBonusKind::HitDifficulty,
        bonus,
        ablative: false,
    };
    edit_sheet(&mut context.defender, |sheet| sheet.bonuses = vec![bonus(2), bonus(1)]);
    assert_eq!(difficulty_parts(&context, None).sum(), 2);
    edit_sheet(&mut context.defender, |sheet| sheet.bonuses = vec![bonus(3), bonus(2)]);
    assert_eq!(strike(&context, 4, &[]).contact, HitResult::Miss);
    assert_eq!(strike(&context, 5, &[9]).contact, HitResult::Hit);
}

#[test]
fn ab_nonsoak_05_ablative_soak_wears() {
    let mut context = duel(blade("4L"));
    edit_sheet(&mut context.defender, |sheet| {
        let field = source(SoakCategory::Power, Soak::new(6, 6, 0));
        sheet.sources = vec![SoakSource { ablative: true, ..field }];
    });
    context.defender.condition = strike(&context, 1, &[1]).condition;
    assert_eq!(context.defender.condition.ablative_lost, [4]);
    let result = strike(&context, 1, &[1, 1]);
    assert_eq!((result.raw, result.condition.ablative_lost.as_slice()), (4, [6].as_slice()));
}

fn wall(armor: u32, damage: u32, transparent: bool) -> BarrierOnLine {
    BarrierOnLine { damage, transparent, ..intact_wall(1, "drywall", (15, armor)) }
}

#[rstest]
#[case::ab_obj_15_through_the_wall(100, wall(2, 0, false), 4)]
#[case::one_sees_past_it(30, wall(2, 0, false), 6)]
#[case::through_glass(0, wall(2, 0, true), 4)]
#[case::broken_glass(0, wall(2, 15, true), 6)]
fn walls_on_the_way(#[case] hidden: u8, #[case] barrier: BarrierOnLine, #[case] dice: usize) {
    let mut context = against(rifle("8L"), Soak::new(2, 2, 0));
    context.sight.hidden = hidden;
    context.barriers = vec![barrier];
    let successes = if hidden == 100 { 4 } else { 1 };
    let (_, traces) = play_attack(&context, &[hit_faces(successes, 6), hit_faces(0, dice)], &[]);
    assert_eq!(roll_sizes(&traces)[1], ("damage", dice as u32));
}

#[rstest]
#[case::ab_range_02_medium(200, 2)]
#[case::ab_range_03_long(400, 4)]
#[case::ab_range_04_extreme(800, 6)]
fn range(#[case] metres: u32, #[case] difficulty: u32) {
    let plan_of = at_range(metres, duel(rifle("7L")));
    assert_eq!(AttackPlan::new(&plan_of).difficulty.pool(), difficulty);
}

#[test]
fn ab_range_05_beyond_it_nothing_is_rolled() {
    let context = at_range(801, duel(rifle("7L")));
    let (result, traces) = play_attack(&context, &[], &[]);
    assert_eq!((result.contact, roll_sizes(&traces)), (HitResult::Miss, Vec::new()));
}

#[test]
fn ab_throw_01_brackets_of_a_throw() {
    let knife = |metres| at_range(metres, duel(throwing_knife("3L")));
    let difficulty = |metres| AttackPlan::new(&knife(metres)).difficulty.pool();
    assert_eq!([10, 11, 20, 21].map(difficulty), [0, 2, 2, 4], "Strength 2: 10 m");
    let context = duel(Weapon { mass_g: 9_000, ..throwing_knife("3B") });
    assert_eq!(AttackPlan::new(&context).out_of_reach, Some(OutOfReach::TooHeavy));
}

#[test]
fn every_number_names_its_parts() {
    let mut context = against(Weapon { ap: 1, ..rifle("8L") }, Soak::new(4, 4, 0));
    edit_sheet(&mut context.defender, |sheet| sheet.stamina = 4);
    let parts: Vec<_> =
        soak_plan(&context).parts.0.into_iter().map(|part| (part.value, part.clause)).collect();
    assert_eq!(parts, [(2, "AB-SOAK-08"), (4, "AB-STACK-03"), (-1, "AB-AP-01")]);
}
