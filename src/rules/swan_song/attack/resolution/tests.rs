use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::swan_song::damage::wounds;
use crate::swan_song::test_support::attacks::*;
use crate::swan_song::{
    DamageType, DownState, Fighter, FireMode, MovementMode, PointPool, Skill, Vitals, WeaponClass,
};
use dice::{Interrupt, ScriptedTable, Trace};
use model::UnitId;

fn blade(damage: u32) -> Weapon {
    weapon(WeaponClass::Melee, Skill::Blades, damage)
}

/// A duel with six dice each and one soak die; returns the result.
fn outcome(context: &AttackContext, attack: usize, defence: usize, soak: Option<usize>) -> AttackResult {
    let mut rolls = vec![faces_with_hits(attack, 6), faces_with_hits(defence, 6)];
    rolls.extend(soak.map(|soak| faces_with_hits(soak, soak_dice(context))));
    play_attack(context, &rolls, &[]).0
}

fn soak_dice(context: &AttackContext) -> usize {
    soak_parts(context).pool() as usize
}

#[rstest]
#[case::rifle(rifle(6))]
#[case::knife(knife())]
#[case::biotic_bolt(weapon(WeaponClass::Ranged, Skill::Biotics, 6))]
fn ss_atk_01_every_attack_is_opposed(#[case] weapon: Weapon) {
    let (_, traces) = play_attack(&unpaid_duel(weapon), &[faces_with_hits(1, 6), faces_with_hits(2, 6)], &[]);
    assert_eq!(roll_names(&traces), ["attack", "defence"]);
}

#[rstest]
#[case::ss_atk_02_more_hits_hit(3, 1, Some(0), HitResult::Hit)]
#[case::ss_atk_03_a_tie_grazes(2, 2, None, HitResult::Graze)]
#[case::ss_ruling_18_a_tie_at_zero_too(0, 0, None, HitResult::Graze)]
#[case::ss_atk_04_fewer_hits_miss(1, 2, None, HitResult::Miss)]
fn meeting(
    #[case] attack: usize,
    #[case] defence: usize,
    #[case] soak: Option<usize>,
    #[case] contact: HitResult,
) {
    assert_eq!(outcome(&unpaid_duel(blade(6)), attack, defence, soak).contact, contact);
}

#[test]
fn ss_atk_05_declare_attack_defend_apply() {
    let (_, traces) = play_attack(
        &duel(blade(6)),
        &[faces_with_hits(3, 6), faces_with_hits(1, 6), faces_with_hits(0, 1)],
        &["standard"],
    );
    let steps: Vec<_> = traces
        .iter()
        .filter_map(|trace| match trace {
            Trace::Decided { answer, .. } => Some(answer.to_string()),
            Trace::Rolled(record) => Some(record.why.to_owned()),
            Trace::Noted(_) => None,
        })
        .collect();
    assert_eq!(steps, ["Standard defence", "attack", "defence", "soak"]);
    assert!(
        matches!(traces.last(), Some(Trace::Noted(note)) if note.clause == "SS-KNOCK-01"),
        "applied last"
    );
}

#[test]
fn ss_atk_07_the_defender_chooses_before_the_attack_roll() {
    let mut context = duel(blade(6));
    context.defender.held = vec![Arc::new(knife())];
    context.defender.action_points = 1;
    let mut table = ScriptedTable::new(Vec::new(), Vec::new());
    let Err(Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &context) else {
        panic!("asked before any face is needed")
    };
    let keys: Vec<_> = prompt.answers.iter().map(|answer| answer.key.as_str()).collect();
    assert_eq!(keys, ["standard", "dodge", "parry"]);
    assert_eq!(prompt.who, UnitId(2));
    assert_eq!(table.finish(), Ok(Vec::new()), "nothing was rolled");
}

#[test]
fn ss_atk_08_skill_attribute_limit() {
    let context = worked_example();
    assert_eq!(attack_parts(&context).pool(), 7);
    assert_eq!(AttackPlan::new(&context).limit, 6);
}

#[test]
fn ss_ruling_03_accuracy_limits_the_hits() {
    let context = unpaid_duel(Weapon { accuracy: Some(3), ..blade(2) });
    let result = outcome(&context, 5, 1, Some(0));
    assert_eq!((result.net_hits, result.damage), (2, 4));
}

fn armour(fighter: &mut Fighter, av: u8) {
    Arc::make_mut(&mut fighter.sheet).armour = vec![av];
}

#[test]
fn ss_atk_09_wounds_cost_the_attacker_dice() {
    let mut context = worked_example();
    context.attacker.vitals.flesh = PointPool { now: 5, max: 10 };
    assert_eq!(attack_parts(&context).pool(), 5);
}

#[test]
fn ss_atk_10_blind_fire() {
    let mut context = worked_example();
    context.sight.hidden = 100;
    assert_eq!(attack_parts(&context).pool(), 1);
}

#[test]
fn ss_atk_11_recoil_of_full_auto_fire_lowers_the_pool() {
    let mut context = duel(rifle(6));
    Arc::make_mut(&mut context.attacker.sheet).skills.insert(Skill::Longarms, 9);
    context.mode = Some(FireMode::FullAutoComplex);
    assert_eq!(attack_parts(&context).pool(), 4);
    with_switch(&mut context, "ss.recoil", "off");
    assert_eq!(attack_parts(&context).pool(), 12);
}

#[test]
fn ss_atk_12_situations_add_up() {
    let mut context = duel(rifle(6));
    Arc::make_mut(&mut context.attacker.sheet).skills.insert(Skill::Longarms, 6);
    context.attacker.gait = MovementMode::Running;
    context.defender.gait = MovementMode::Sprinting;
    assert_eq!(attack_parts(&context).pool(), 3, "9 - 2 - 4");
}

#[rstest]
#[case::ss_move_18_charge(true, 9)]
#[case::ran_but_in_reach_before(false, 5)]
fn ss_move_18_charge(#[case] charge: bool, #[case] dice: u32) {
    let mut context = worked_example();
    context.attacker.gait = MovementMode::Running;
    context.charge = charge;
    assert_eq!(attack_parts(&context).pool(), dice);
}

#[rstest]
#[case::ss_move_19_running(MovementMode::Running, 4)]
#[case::ss_ruling_38_sprinting_replaces_running(MovementMode::Sprinting, 2)]
fn shots_at_runners(#[case] gait: MovementMode, #[case] dice: u32) {
    let mut context = duel(rifle(6));
    context.defender.gait = gait;
    assert_eq!(attack_parts(&context).pool(), dice);
}

#[test]
fn ss_atk_15_net_hits() {
    assert_eq!(outcome(&unpaid_duel(blade(6)), 3, 1, Some(0)).net_hits, 2);
}

#[test]
fn ss_atk_16_a_miss_ends_the_attack() {
    let (result, traces) =
        play_attack(&unpaid_duel(blade(6)), &[faces_with_hits(1, 6), faces_with_hits(2, 6)], &[]);
    assert_eq!(roll_names(&traces), ["attack", "defence"]);
    assert_eq!((result.net_hits, result.damage), (-1, 0));
}

#[test]
fn ss_atk_17_modified_dv() {
    let (_, traces) = play_attack(
        &worked_example(),
        &[vec![6, 6, 2, 4, 1, 5, 1], vec![2, 5, 4], vec![5, 6, 1, 2]],
        &["standard"],
    );
    assert!(note_texts(&traces).iter().any(|text| text == "Damage 4 + 2 net = 6"));
}

#[rstest]
#[case::ss_atk_18_penetration(1, 3)]
#[case::ss_atk_19_negative_penetration(-2, 6)]
fn modified_av(#[case] arp: i32, #[case] av: u32) {
    let context = attack_context(joe(), bob(), Weapon { arp, ..knife() });
    assert_eq!(armour_parts(&context).pool(), av);
}

#[test]
fn ss_atk_20_soak_value() {
    assert_eq!(soak_parts(&worked_example()).pool(), 4);
}

#[rstest]
#[case::ss_atk_21_hits_lower_the_dv(5, 1, 2, 4, HitResult::Hit)]
#[case::ss_atk_22_nothing_left(2, 1, 3, 0, HitResult::Graze)]
#[case::ss_atk_22_not_below_nothing(2, 1, 4, 0, HitResult::Graze)]
fn soak(
    #[case] dv: u32,
    #[case] net: usize,
    #[case] soaked: usize,
    #[case] damage: u32,
    #[case] contact: HitResult,
) {
    let mut context = unpaid_duel(blade(dv));
    armour(&mut context.defender, 3);
    let result = outcome(&context, net, 0, Some(soaked));
    assert_eq!((result.damage, result.contact), (damage, contact));
}

#[test]
fn ss_atk_23_damage_goes_to_the_pool_of_the_weapon() {
    let context = unpaid_duel(blade(3));
    let result = outcome(&context, 1, 0, Some(0));
    assert_eq!(result.vitals.flesh, PointPool { now: 6, max: 10 });
    let strain = unpaid_duel(Weapon { pool: Some(PoolKind::Strain), ..blade(3) });
    let result = outcome(&strain, 1, 0, Some(0));
    assert_eq!((result.vitals.flesh.now, result.vitals.strain), (10, 4));
}

#[test]
fn ss_atk_24_wounds_at_once() {
    let result = outcome(&unpaid_duel(blade(4)), 1, 0, Some(0));
    assert_eq!(wounds::wound_modifier(&result.vitals), -2);
}

#[rstest]
#[case::ss_atk_25_fire_does_nothing_more(DamageType::Fire, 2, 7)]
#[case::ss_atk_26_kinetic_in_full(DamageType::Kinetic, 3, 6)]
fn damage_types_on_flesh(#[case] damage_type: DamageType, #[case] dv: u32, #[case] flesh: i32) {
    let context = unpaid_duel(Weapon { damage_type, ..blade(dv) });
    let before = context.defender.vitals;
    let result = outcome(&context, 1, 0, Some(0));
    let expected = Vitals { flesh: PointPool { now: flesh, max: 10 }, ..before };
    assert_eq!(result.vitals, expected);
}

#[test]
fn ss_atk_27_worked_example() {
    let context = worked_example();
    let rolls = [vec![6, 6, 2, 4, 1, 5, 1], vec![2, 5, 4], vec![5, 6, 1, 2]];
    let (result, traces) = play_attack(&context, &rolls, &["standard"]);
    let vitals = Vitals { flesh: PointPool { now: 6, max: 10 }, ..context.defender.vitals };
    assert_eq!(
        result,
        AttackResult {
            contact: HitResult::Hit,
            net_hits: 2,
            raw: 6,
            damage: 4,
            vitals,
            knocked_down: false,
            called_shot_effects: Vec::new(),
            down: None,
            barriers: Vec::new(),
            defended: true,
            method: Some(DefenceMethod::STANDARD),
            defence_cost: 0,
            full_defense: false,
            weapon_dropped: false,
            karma: KarmaSpent::NONE,
        }
    );
    let values: Vec<_> = traces
        .iter()
        .filter_map(|trace| if let Trace::Rolled(record) = trace { Some(record.roll.value) } else { None })
        .collect();
    assert_eq!(values, [3, 1, 2]);
    assert_eq!(
        note_texts(&traces),
        [
            "Net hits 2: a hit",
            "Damage 4 + 2 net = 6",
            "Damage value 6 is not below armour 3",
            "6 after soak: 4",
            "4 damage: 4 flesh"
        ]
    );
}

#[test]
fn ss_atk_28_a_graze_deals_no_damage() {
    let (result, traces) =
        play_attack(&unpaid_duel(blade(9)), &[faces_with_hits(2, 6), faces_with_hits(2, 6)], &[]);
    assert_eq!(roll_names(&traces), ["attack", "defence"]);
    assert_eq!(result.vitals.flesh.now, 10);
}

#[rstest]
#[case::by_soak(3, Some(3))]
#[case::ss_arm_03_by_the_bar(4, None)]
fn ss_atk_29_stopped_by_armour_is_a_graze(#[case] av: u8, #[case] soak: Option<usize>) {
    let mut context = unpaid_duel(blade(2));
    armour(&mut context.defender, av);
    let result = outcome(&context, 1, 0, soak);
    assert_eq!((result.contact, result.damage), (HitResult::Graze, 0));
}

#[test]
fn ss_arm_04_the_bar_lets_strain_through() {
    let mut context = unpaid_duel(Weapon { pool: Some(PoolKind::Strain), ..blade(4) });
    armour(&mut context.defender, 6);
    assert_eq!(outcome(&context, 1, 0, Some(2)).vitals.strain, 3);
}

#[test]
fn ss_atk_30_a_graze_is_contact_and_a_miss_is_none() {
    let context = unpaid_duel(blade(6));
    assert!(outcome(&context, 2, 2, None).contact >= HitResult::Graze);
    assert!(outcome(&context, 1, 2, None).contact < HitResult::Graze);
}

#[test]
fn ss_atk_31_contact_attacks_work_on_a_graze() {
    let glove = Weapon {
        pool: Some(PoolKind::Strain),
        damage_type: DamageType::Shock,
        contact_only: true,
        ..weapon(WeaponClass::Unarmed, Skill::UnarmedCombat, 6)
    };
    let result = outcome(&unpaid_duel(glove), 2, 2, Some(1));
    assert_eq!((result.contact, result.damage, result.vitals.strain), (HitResult::Hit, 5, 5));
}

#[rstest]
#[case(2, 4)]
#[case(5, 7)]
fn ss_atk_32_strength_in_the_damage(#[case] strength: u8, #[case] dv: i32) {
    let attacker = fighter(1, |sheet| sheet.attributes.strength = strength);
    assert_eq!(damage_parts(&attacker, &knife()).sum(), dv);
}

#[rstest]
#[case::ss_base_12_nothing_by_default("none", false)]
#[case::ss_base_12_drop("drop", true)]
fn ss_base_12_glitches(#[case] switch: &str, #[case] dropped: bool) {
    let mut context = unpaid_duel(blade(2));
    Arc::make_mut(&mut context.attacker.sheet).skills.clear();
    with_switch(&mut context, "ss.glitch_effects", switch);
    let (result, _) =
        play_attack(&context, &[vec![1, 1, 5], faces_with_hits(0, 6), faces_with_hits(0, 1)], &[]);
    assert_eq!((result.net_hits, result.weapon_dropped), (1, dropped));
}

#[test]
fn ss_base_31_the_unconscious_do_not_defend() {
    let mut context = duel(blade(3));
    context.defender.down = Some(DownState::Unconscious);
    context.defender.prone = true;
    let (result, traces) = play_attack(&context, &[faces_with_hits(1, 6), faces_with_hits(0, 1)], &[]);
    assert_eq!(roll_names(&traces), ["attack", "soak"]);
    assert_eq!((result.net_hits, result.contact, result.defended), (1, HitResult::Hit, false));
}

#[rstest]
#[case::ss_ruling_46_much_soaked(4, 5, 0)]
#[case::ss_ruling_46_little_soaked(1, 8, 1)]
fn massive_damage(#[case] soaked: usize, #[case] damage: u32, #[case] injuries: u8) {
    let mut context = unpaid_duel(blade(8));
    armour(&mut context.defender, 3);
    context.defender.vitals.flesh = PointPool::full(20);
    let result = outcome(&context, 1, 0, Some(soaked));
    assert_eq!((result.damage, result.vitals.injuries), (damage, injuries));
}

#[rstest]
#[case::ss_knock_01_at_the_limit(4, false)]
#[case::ss_knock_01_above_it(5, true)]
fn ss_knock_02_a_fall_costs_nothing(#[case] damage: u32, #[case] falls: bool) {
    let mut context = unpaid_duel(blade(damage - 1));
    Arc::make_mut(&mut context.defender.sheet).attributes.strength = 3;
    let result = outcome(&context, 1, 0, Some(0));
    assert_eq!((result.knocked_down, result.defence_cost), (falls, 0));
}

#[test]
fn ss_knock_03_strain_counts_too() {
    for (damage, falls) in [(4, false), (5, true)] {
        let context = unpaid_duel(Weapon { pool: Some(PoolKind::Strain), ..blade(damage - 1) });
        assert_eq!(outcome(&context, 1, 0, Some(0)).knocked_down, falls, "{damage}S");
    }
}

#[rstest]
#[case::ss_knock_06_gel_rounds(true, 3, true)]
#[case::ss_knock_06_gel_at_the_limit(true, 2, false)]
#[case::ss_knock_06_other_rounds(false, 3, false)]
fn gel_rounds(#[case] gel: bool, #[case] damage: u32, #[case] falls: bool) {
    let context = unpaid_duel(Weapon { gel, ..rifle(damage - 1) });
    assert_eq!(outcome(&context, 1, 0, Some(0)).knocked_down, falls);
}

#[test]
fn ss_knock_07_before_the_percentages() {
    let mut context = unpaid_duel(blade(5));
    let sheet = Arc::make_mut(&mut context.defender.sheet);
    sheet.attributes.strength = 4;
    sheet.attributes.body = 3;
    sheet.attributes.reaction = 3;
    context.defender.vitals.flesh = PointPool::default();
    context.defender.vitals.armored = PointPool::full(12);
    let result = outcome(&context, 1, 0, Some(0));
    assert_eq!((result.damage, result.vitals.armored.now, result.knocked_down), (6, 9, true));
}

#[test]
fn ss_knock_09_a_prone_target_stays_prone() {
    let mut context = unpaid_duel(blade(11));
    context.defender.prone = true;
    let (result, _) =
        play_attack(&context, &[faces_with_hits(1, 6), faces_with_hits(0, 4), faces_with_hits(0, 1)], &[]);
    assert_eq!((result.damage, result.knocked_down), (12, false));
}

#[rstest]
#[case::ss_dmg_09_unconscious(10, Some(DownState::Unconscious))]
#[case::ss_dmg_22_as_much_as_body(13, Some(DownState::Unconscious))]
#[case::ss_dmg_22_dead(14, Some(DownState::Dead))]
fn out_of_the_fight(#[case] damage: u32, #[case] down: Option<DownState>) {
    assert_eq!(outcome(&unpaid_duel(blade(damage - 1)), 1, 0, Some(0)).down, down);
}
