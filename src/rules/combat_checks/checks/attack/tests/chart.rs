//! Critical Injuries of attacks: their price, the roll, and each row of the chart.

use std::sync::Arc;

use rstest::rstest;

use crate::DownState;
use crate::combat_checks::checks::attack::*;
use crate::combat_checks::checks::pool::PoolChange;
use crate::combat_checks::critical_injuries::injury::InjuryDetail;
use crate::combat_checks::test_support::*;
use crate::combat_checks::{
    AttackContext, Characteristic, CombatChecksRulebook, DamageRating, InjuryDuration, ItemFate, ItemSlot,
    Limb, LimbState, SideEffect, Skill, Weapon,
};
use crate::rulebook::TurnRules;
use dice::{Interrupt, ScriptedTable};
use model::UnitId;

/// A hit of 4 Wounds with three advantages spent on an injury, then further faces and answers.
fn strike(context: &AttackContext, roll: u8, more: &[u8], answers: &[&str]) -> AttackResult {
    let rolled = [faces_for(2, 3), vec![roll], more.to_vec()].concat();
    resolve_with(context, &rolled, &[&["injury:2"], answers].concat())
}

/// Inflicts the injury of a total on a target with enough ongoing injuries, after changing the context.
pub(super) fn suffer(
    total: u32,
    more: &[u8],
    answers: &[&str],
    change: impl FnOnce(&mut AttackContext),
) -> AttackResult {
    let mut context = attack_context(pistol());
    let ongoing = total.saturating_sub(91) / 10;
    (0..ongoing).for_each(|_| add_injury(&mut context.defender.condition, 1));
    change(&mut context);
    strike(&context, u8::try_from(total - 10 * ongoing).expect("at most 100"), more, answers)
}

#[rstest]
#[case::cc_crit_01_affordable(3, true)]
#[case::cc_crit_01_too_dear(2, false)]
fn cost(#[case] advantages: i32, #[case] wanted: bool) {
    assert_eq!(
        has_key(&offered_keys(&attack_context(pistol()), &faces_for(2, advantages), &[]), "injury"),
        wanted
    );
}

#[rstest]
#[case(4, false)]
#[case(5, true)]
fn cc_crit_02_unarmed_costs_five(#[case] advantages: u8, #[case] wanted: bool) {
    let mut context = attack_context(Weapon::unarmed());
    context.attacker.condition.waiting.check.boost = advantages;
    let faces = [vec![6; usize::from(advantages)], faces_for(2, 0)].concat();
    assert_eq!(has_key(&offered_keys(&context, &faces, &[]), "injury"), wanted);
}

#[rstest]
#[case::cc_crit_03_three_times(3, 9, 3, 4)]
#[case::cc_crit_04_one_injury_with_ten(3, 6, 2, 2)]
#[case::cc_ruling_04_paid_several_times(2, 6, 3, 4)]
fn paying_again(#[case] critical: u8, #[case] advantages: i32, #[case] times: usize, #[case] row: usize) {
    let mut context = attack_context(Weapon { critical, ..pistol() });
    context.attacker.condition.waiting.check.boost = 3;
    let rolled = [vec![5, 5, 5], faces_for(1, advantages - 6), vec![1]].concat();
    let after = resolve_with(&context, &rolled, &vec!["injury:2"; times]);
    assert_eq!(after.first_target().injuries, [row], "one injury at +{}", 10 * (times - 1));
}

#[test]
fn cc_crit_05_one_for_each_target() {
    let mut context = two_targets(Weapon { critical: 2, ..pistol() });
    context.attacker.condition.waiting.check.boost = 1;
    let rolled = [vec![5], faces_for(1, 2), vec![1, 21]].concat();
    let after = resolve_with(&context, &rolled, &["injury:2", "injury:3"]);
    let rows: Vec<Vec<usize>> = after.targets.into_iter().map(|target| target.injuries).collect();
    assert_eq!(rows, [vec![0], vec![4]]);
}

#[test]
fn cc_crit_06_needs_a_damaging_hit() {
    let mut context = attack_context(Weapon { damage: DamageRating::Fixed(2), ..pistol() });
    assert!(!has_key(&offered_keys(&context, &faces_for(2, 3), &[]), "injury"), "4 damage, Soak 4");
    set_switch(&mut context, "cc.crit_needs_damage", "off");
    assert!(has_key(&offered_keys(&context, &faces_for(2, 3), &[]), "injury"));
}

#[test]
fn cc_crit_07_ongoing_injuries() {
    let after = {
        let mut context = attack_context(pistol());
        add_injury(&mut context.defender.condition, 1);
        add_injury(&mut context.defender.condition, 1);
        strike(&context, 41, &[], &[])
    };
    assert_eq!(after.first_target().injuries, [12], "61: Slightly Dazed");
}

#[test]
fn cc_crit_08_the_roll() {
    let mut context = attack_context(Weapon { critical: 2, ..pistol() });
    add_injury(&mut context.defender.condition, 1);
    context.attacker.condition.waiting.check.boost = 2;
    let rolled = [vec![5, 6], faces_for(1, 3), vec![87]].concat();
    let after = resolve_with(&context, &rolled, &["injury:2", "injury:2", "injury:2"]);
    assert_eq!(after.first_target().injuries, [23], "87 + 10 + 20 = 117: Blinded");
    let after = strike(&crate::combat_checks::test_support::attack_context(pistol()), 100, &[1], &["die"]);
    assert_eq!(after.first_target().injuries, [19], "100: Crippled");
}

#[test]
fn cc_crit_09_used_up_and_still_ongoing() {
    let mut condition = suffer(25, &[], &[], |_| {}).first_target().condition.clone();
    condition.use_up_pending(Check::from_skill(Skill::Medicae));
    assert_eq!((condition.waiting.skill_check, condition.ongoing_bonus()), (PoolChange::NONE, 10));
}

#[test]
fn cc_crit_11_damage_first() {
    let after = suffer(30, &[], &[], |context| {
        context.attacker.condition.strain = 4;
        context.defender.condition.wounds = 13;
    });
    assert_eq!(
        (after.first_target().down, after.attacker.condition.strain),
        (Some(DownState::Unconscious), 3)
    );
}

#[test]
fn cc_chart_01_minor_nick() {
    let after = suffer(5, &[], &[], |context| context.defender.condition.strain = 2);
    assert_eq!(after.first_target().condition.strain, 3);
}

#[rstest]
#[case::acts_later(true, InjuryDuration::ThisRound)]
#[case::has_acted(false, InjuryDuration::Over)]
fn cc_chart_02_slowed_down(#[case] turn_left: bool, #[case] live: InjuryDuration) {
    let after = suffer(6, &[], &[], |context| context.defender.turn_left = turn_left);
    assert_eq!(after.first_target().condition.injuries[0].live, live);
}

fn both_hands(context: &mut AttackContext) {
    context.defender.held = vec![wielded(pistol(), Limb::RightArm), wielded(knife(), Limb::LeftArm)];
}

#[test]
fn cc_chart_03_sudden_jolt() {
    let dropped =
        |at| SideEffect::Item { unit: UnitId(2), item: ItemSlot::Weapon(at), fate: ItemFate::Dropped };
    assert_eq!(suffer(15, &[], &[], both_hands).side_effects, [dropped(0), dropped(1)]);
}

#[test]
fn cc_chart_05_off_balance() {
    let mut next = attack_context(pistol());
    next.attacker.condition = suffer(25, &[], &[], |_| {}).first_target().condition.clone();
    assert_eq!(pool_dice(&next)[1], 1);
    next.attacker.condition.use_up_pending(AttackPlan::new(&attack_context(pistol())).check);
    assert_eq!(pool_dice(&next)[1], 0);
}

#[test]
fn cc_chart_06_discouraging_wound() {
    let after = suffer(30, &[], &[], |context| context.attacker.condition.strain = 4);
    assert_eq!(after.attacker.condition.strain, 3);
    let mut context = attack_context(pistol());
    context.attacker.condition.strain = 4;
    context.allies = vec![nearby_unit(4), nearby_unit(5)];
    (context.allies[0].strain, context.allies[1].strain) = (1, 3);
    let rolled = [faces_for(2, 3), vec![30]].concat();
    assert_eq!(offered_keys(&context, &rolled, &["injury:2"]), ["1", "5", "4"]);
    context.attacker.condition.strain = 0;
    assert_eq!(strike(&context, 30, &[], &["5"]).side_effects, [SideEffect::Recovers { unit: UnitId(5) }]);
}

#[test]
fn cc_chart_06_the_unit_with_least_strain_left_is_proposed() {
    let mut context = attack_context(pistol());
    context.attacker.condition.strain = 4;
    context.allies = vec![nearby_unit(4), nearby_unit(5)];
    (context.allies[0].strain, context.allies[1].strain) = (6, 5);
    context.allies[1].strain_threshold = 7;
    let proposed = |context: &AttackContext| {
        let rolled = [faces_for(2, 3), vec![30]].concat();
        let mut table = ScriptedTable::new(rolled, vec!["injury:2".into()]);
        let Err(Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, context) else {
            panic!("expected a prompt for the unit that recovers")
        };
        prompt.answers[CombatChecksRulebook::suggested_answer(&prompt)].key.clone()
    };
    assert_eq!(proposed(&context), "5", "2 left, and not the one that has suffered most");
    context.allies[1].strain = 1;
    assert_eq!(proposed(&context), "4");
    context.attacker.condition.strain = context.attacker.condition.strain_threshold - 1;
    assert_eq!(proposed(&context), "1");
}

#[test]
fn cc_chart_08_a_stinger_makes_only_the_next_check_harder() {
    let mut next = attack_context(pistol());
    next.attacker.condition = suffer(40, &[], &[], |_| {}).first_target().condition.clone();
    assert_eq!(pool_dice(&next)[3], 3);
    next.attacker.condition.use_up_pending(AttackPlan::new(&attack_context(pistol())).check);
    assert_eq!(pool_dice(&next)[3], 2);
}

#[test]
fn cc_chart_09_bowled_over() {
    let after = suffer(41, &[], &[], |context| context.defender.condition.strain = 2);
    assert_eq!((after.first_target().prone, after.first_target().condition.strain), (true, 3));
}

#[rstest]
#[case::cc_chart_04_distracted(16, 3, InjuryDuration::Turns(1))]
#[case::cc_chart_07_stunned(31, 6, InjuryDuration::Turns(1))]
#[case::cc_chart_10_head_ringer(50, 9, InjuryDuration::Encounter)]
#[case::cc_chart_11_fearsome(51, 10, InjuryDuration::Encounter)]
#[case::cc_chart_12_agonizing(60, 11, InjuryDuration::Encounter)]
#[case::cc_chart_13_dazed(61, 12, InjuryDuration::Encounter)]
#[case::cc_chart_14_scattered(70, 13, InjuryDuration::Encounter)]
#[case::cc_chart_15_hamstrung(71, 14, InjuryDuration::Encounter)]
#[case::cc_chart_17_winded(81, 16, InjuryDuration::Healed)]
#[case::cc_chart_18_compromised(90, 17, InjuryDuration::Encounter)]
#[case::cc_chart_19_at_the_brink(91, 18, InjuryDuration::Healed)]
#[case::cc_chart_23_lame(111, 22, InjuryDuration::Healed)]
#[case::cc_chart_24_blinded(120, 23, InjuryDuration::Healed)]
#[case::cc_chart_25_senseless(121, 24, InjuryDuration::Encounter)]
#[case::cc_chart_26_bleeding(126, 25, InjuryDuration::Healed)]
#[case::cc_chart_27_gushing(135, 26, InjuryDuration::Healed)]
#[case::cc_chart_28_the_end(136, 27, InjuryDuration::AtEndOf(2))]
fn lasting(#[case] total: u32, #[case] row: usize, #[case] live: InjuryDuration) {
    let after = suffer(total, &[], &[], |_| {});
    let injury = after.first_target().condition.injuries.last().copied();
    assert_eq!(injury.map(|injury| (injury.row, injury.live)), Some((row, live)));
}

#[test]
fn cc_chart_17_strain_from_threats_is_still_suffered() {
    let mut context = attack_context(pistol());
    add_injury(&mut context.attacker.condition, 81);
    assert_eq!(resolve_with(&context, &faces_for(0, -1), &["strain"]).attacker.condition.strain, 1);
}

#[test]
fn cc_chart_24_the_blind_still_attack() {
    let mut context = attack_context(pistol());
    add_injury(&mut context.attacker.condition, 120);
    assert!(context.attacker.condition.is_blind());
    assert_eq!((context.validate(), pool_dice(&context)[3..].to_vec()), (Ok(()), vec![0, 2, 2]));
}

fn limb_of(after: &AttackResult) -> Option<Limb> {
    match after.first_target().condition.injuries.last()?.mark {
        InjuryDetail::Limb(limb) => Some(limb),
        _ => None,
    }
}

#[rstest]
#[case::cc_chart_20_crippled(100, LimbState::Crippled)]
#[case::cc_chart_21_maimed(101, LimbState::Lost)]
fn limbs(#[case] total: u32, #[case] state: LimbState) {
    let after = suffer(total + 10, &[], &["left_leg"], |context| {
        context.defender.condition.injuries.pop();
    });
    assert_eq!(limb_of(&after), Some(Limb::LeftLeg));
    assert_eq!(after.first_target().condition.limb_state(Limb::LeftLeg), state);
}

#[test]
fn cc_chart_32_the_die_names_the_limb() {
    assert_eq!(limb_of(&suffer(100, &[2], &["die"], |_| {})), Some(Limb::RightArm));
    let random = suffer(100, &[2], &[], |context| set_switch(context, "cc.limb_choice", "random"));
    assert_eq!(limb_of(&random), Some(Limb::RightArm));
    let next = suffer(90, &[2], &["die"], |context| {
        add_injury(&mut context.defender.condition, 101);
        context.defender.condition.injuries[0].mark = InjuryDetail::Limb(Limb::RightArm);
    });
    assert_eq!(limb_of(&next), Some(Limb::LeftLeg), "the right arm is gone already");
}

#[test]
fn cc_chart_32_the_attackers_player_is_asked() {
    let rolled = [faces_for(2, 3), vec![100]].concat();
    let mut table = ScriptedTable::new(rolled, vec!["injury:2".into()]);
    let Err(Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &attack_context(pistol())) else {
        panic!("expected a prompt for a limb")
    };
    assert_eq!(prompt.question.to_string(), "Crippled: which limb of unit 2?");
    let keys: Vec<&str> = prompt.answers.iter().map(|answer| answer.key.as_str()).collect();
    assert_eq!(
        (prompt.who, keys),
        (UnitId(1), vec!["die", "left_arm", "right_arm", "left_leg", "right_leg"])
    );
}

#[rstest]
#[case::cc_chart_20_crippled(100, "crippled until healed")]
#[case::cc_chart_21_maimed(101, "lost until replaced")]
fn every_limb_says_what_its_injury_means(#[case] total: u8, #[case] wanted: &str) {
    let mut context = attack_context(pistol());
    both_hands(&mut context);
    let ongoing = total.saturating_sub(91) / 10;
    (0..ongoing).for_each(|_| add_injury(&mut context.defender.condition, 1));
    let rolled = [faces_for(2, 3), vec![total - 10 * ongoing]].concat();
    let details = |context: &AttackContext| {
        let mut table = ScriptedTable::new(rolled.clone(), vec!["injury:2".into()]);
        let Err(Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, context) else {
            panic!("expected a prompt for a limb")
        };
        prompt.answers.iter().map(|answer| answer.detail.to_string()).collect::<Vec<_>>()
    };
    let held = &context.defender.held;
    let drops = format!(
        "{wanted}: a setback die on every check, and it holds nothing: drops {}",
        held[0].weapon.name
    );
    let leg = format!("{wanted}: a setback die on every check, no more");
    let all = details(&context);
    assert!(all.iter().all(|detail| !detail.is_empty()), "{all:?}");
    assert_eq!((&all[2], &all[3], &all[4]), (&drops, &leg, &leg));
    set_switch(&mut context, "cc.limb_use", "off");
    assert_eq!(details(&context)[2], leg, "an arm goes on holding its weapon");
}

#[test]
fn cc_chart_32_the_arm_that_drops_a_weapon_is_proposed() {
    let proposed = |change: &dyn Fn(&mut AttackContext)| {
        let mut context = attack_context(pistol());
        change(&mut context);
        let rolled = [faces_for(2, 3), vec![100]].concat();
        let mut table = ScriptedTable::new(rolled, vec!["injury:2".into()]);
        let Err(Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &context) else {
            panic!("expected a prompt for a limb")
        };
        prompt.answers[CombatChecksRulebook::suggested_answer(&prompt)].key.clone()
    };
    let left = |context: &mut AttackContext| context.defender.held = vec![wielded(knife(), Limb::LeftArm)];
    assert_eq!(proposed(&left), "left_arm");
    assert_eq!(proposed(&both_hands), "right_arm", "each drops one");
    let kept = |context: &mut AttackContext| {
        both_hands(context);
        set_switch(context, "cc.limb_use", "off");
    };
    assert_eq!(proposed(&kept), "die", "no limb is worth more than another");
}

#[test]
fn cc_chart_33_an_arm_out_of_use_drops_what_it_holds() {
    let after = suffer(100, &[], &["right_arm"], both_hands);
    assert_eq!(
        after.side_effects,
        [SideEffect::Item { unit: UnitId(2), item: ItemSlot::Weapon(0), fate: ItemFate::Dropped }]
    );
    let kept = suffer(100, &[], &["right_arm"], |context| {
        both_hands(context);
        set_switch(context, "cc.limb_use", "off");
    });
    assert_eq!(kept.side_effects, []);
}

#[rstest]
#[case::cc_chart_22_horrific(110, 6, Characteristic::Agility, 3, 2)]
#[case::cc_chart_22_no_less_than_one(110, 7, Characteristic::Intelligence, 1, 1)]
#[case::cc_chart_29_terrible(145, 9, Characteristic::Willpower, 3, 2)]
#[case::cc_chart_30_gruesome(146, 1, Characteristic::Strength, 4, 2)]
#[case::cc_chart_30_no_less_than_one(146, 1, Characteristic::Strength, 2, 1)]
fn losses(
    #[case] total: u32,
    #[case] d10: u8,
    #[case] which: Characteristic,
    #[case] before: u8,
    #[case] left: u8,
) {
    let mut sheet = None;
    let after = suffer(total, &[d10], &[], |context| {
        let values = &mut Arc::make_mut(&mut context.defender.sheet).characteristics;
        (values.strength, values.agility) = (before, before);
        (values.intelligence, values.willpower) = (before, before);
        sheet = Some(context.defender.sheet.clone());
    });
    let sheet = sheet.expect("the context was changed");
    assert_eq!(after.first_target().condition.characteristic(&sheet, which), left);
}

#[rstest]
#[case(151)]
#[case(203)]
fn cc_chart_31_death_like(#[case] total: u32) {
    let after = suffer(total, &[], &[], |context| {
        (context.defender.condition.wounds, context.defender.condition.strain) = (0, 2);
    });
    let condition = &after.first_target().condition;
    assert_eq!((condition.wounds, condition.strain), (4 + 10, 12));
    assert_eq!(condition.injuries.len() as u32, (total - 91) / 10, "not kept");
}

#[test]
fn cc_chart_06_strain_is_removed_only_where_some_is_left() {
    let mut context = two_targets(Weapon { critical: 2, ..pistol() });
    context.attacker.condition.waiting.check.boost = 1;
    context.allies.push(nearby_unit(4));
    context.allies[0].strain = 1;
    let rolled = [vec![5], faces_for(1, 2), vec![30, 30]].concat();
    let after = resolve_with(&context, &rolled, &["injury:2", "injury:3"]);
    assert_eq!(
        after.side_effects,
        [SideEffect::Recovers { unit: UnitId(4) }],
        "no prompt with one candidate"
    );
}
