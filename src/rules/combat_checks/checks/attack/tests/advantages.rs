//! What each option buys for advantages.

use std::sync::Arc;

use rstest::rstest;

use crate::combat_checks::checks::attack::resolve_attack;
use crate::combat_checks::checks::pool::{NextCheck, PoolChange};
use crate::combat_checks::test_support::*;
use crate::combat_checks::turns::turn_events;
use crate::combat_checks::{
    AttackContext, Expiry, Gear, InteractiveObject, ItemFate, ItemSlot, Limb, Maneuver, SideEffect,
    TimedEffect, TimedEffectKind, Weapon,
};
use model::{BarrierId, UnitId};

/// Advantages and no success.
pub(super) fn advantages(count: i32) -> Vec<u8> {
    faces_for(0, count)
}

/// A context with an ally, Strain, and a weapon in the target's hand.
pub(super) fn rich(weapon: Weapon) -> AttackContext {
    let mut context = attack_context(weapon);
    context.attacker.condition.strain = 3;
    context.allies.push(nearby_unit(4));
    context.defender.held.push(wielded(sword(), Limb::RightArm));
    context
}

/// As `rich`, with boost dice for a single success and this many advantages.
pub(super) fn lucky(count: i32) -> (AttackContext, Vec<u8>) {
    let mut context = rich(pistol());
    context.attacker.condition.waiting.check.boost = 3;
    let rest = count - 6;
    (context, [vec![5, 5, 5], faces_for(1, rest)].concat())
}

#[test]
fn cc_adv_02_purchases_share_the_advantages() {
    let after = resolve_with(&rich(pistol()), &advantages(3), &["strain", "setback:2"]);
    assert_eq!(
        (after.attacker.condition.strain, after.first_target().condition.waiting.check.setback),
        (2, 1)
    );
    let left = offered_keys(&rich(pistol()), &advantages(3), &["setback:2"]);
    assert!(!has_key(&left, "boost") && has_key(&left, "strain"), "2 + 2 of 3: {left:?}");
}

#[test]
fn cc_adv_03_once_per_attack() {
    let left = offered_keys(&rich(pistol()), &advantages(2), &["strain"]);
    assert!(!has_key(&left, "strain") && has_key(&left, "boost_next"), "{left:?}");
    let after = resolve_with(&rich(pistol()), &advantages(2), &["strain", "boost_next"]);
    assert_eq!(after.side_effects, [SideEffect::BoostNextAlly { giver: UnitId(1) }]);
}

#[test]
fn cc_adv_04_repeatable_options() {
    let (context, faces) = lucky(6);
    let after = resolve_with(&context, &faces, &["downgrade:2", "downgrade:2"]);
    assert_eq!(after.first_target().condition.waiting.check.downgrade, 2);
    let mut next = crate::combat_checks::test_support::attack_context(pistol());
    next.attacker.condition = after.first_target().condition.clone();
    assert_eq!(pool_dice(&next)[3..], [0, 2, 2], "2D become 2C");
    let upgraded = resolve_with(&context, &faces, &["upgrade:1", "upgrade:1"]);
    assert_eq!(upgraded.attacker.condition.waiting.check, PoolChange { upgrade: 2, ..PoolChange::NONE });
}

#[test]
fn cc_adv_05_leftovers_are_lost() {
    let after = resolve_with(&rich(pistol()), &advantages(2), &["stop"]);
    assert_eq!(after.attacker.condition.waiting, Default::default());
    assert_eq!((after.attacker.condition.strain, after.side_effects.len()), (3, 0));
}

#[test]
fn cc_adv_06_on_a_failed_check() {
    let keys = offered_keys(&rich(pistol()), &advantages(3), &[]);
    assert!(has_key(&keys, "disarm") && !has_key(&keys, "injury") && !has_key(&keys, "disable"), "{keys:?}");
    let mut context = rich(pistol());
    set_switch(&mut context, "cc.crit_needs_damage", "off");
    assert!(!has_key(&offered_keys(&context, &advantages(3), &[]), "injury"));
}

#[test]
fn cc_adv_07_remove_strain() {
    let after = resolve_with(&rich(pistol()), &advantages(1), &["strain"]);
    assert_eq!(after.attacker.condition.strain, 2);
    let mut fresh = rich(pistol());
    fresh.attacker.condition.strain = 0;
    assert!(!has_key(&offered_keys(&fresh, &advantages(1), &[]), "strain"));
}

#[test]
fn cc_adv_08_boost_the_next_ally() {
    let after = resolve_with(&rich(pistol()), &advantages(1), &["boost_next"]);
    assert_eq!(after.side_effects, [SideEffect::BoostNextAlly { giver: UnitId(1) }]);
    assert!(
        !has_key(&offered_keys(&attack_context(pistol()), &advantages(1), &[]), "boost_next"),
        "no unit to boost"
    );
}

#[rstest]
#[case::hidden_panel(Some(BarrierId(9)))]
#[case::nothing_hidden(None)]
fn cc_adv_09_notice(#[case] feature: Option<BarrierId>) {
    let mut context = rich(pistol());
    context.hidden_feature = feature;
    assert_eq!(
        resolve_with(&context, &advantages(1), &["notice"]).side_effects,
        [SideEffect::Noticed { feature }]
    );
    set_switch(&mut context, "cc.notice", "off");
    assert!(!has_key(&offered_keys(&context, &advantages(1), &[]), "notice"));
}

#[test]
fn cc_adv_11_a_maneuver_at_once() {
    let mut context = rich(pistol());
    context.attacker.economy.maneuvers = 1;
    let after = resolve_with(&context, &advantages(2), &["maneuver", "move"]);
    assert_eq!(after.side_effects, [SideEffect::Maneuver { unit: UnitId(1), maneuver: Maneuver::Move }]);
    assert_eq!((after.attacker.condition.strain, after.maneuvers), (3, 2));
    assert!(resolve_with(&context, &advantages(2), &["maneuver", "aim"]).attacker.condition.aim);
    context.attacker.prone = true;
    assert!(!resolve_with(&context, &advantages(2), &["maneuver", "stand_up"]).attacker.prone);
    let keys = offered_keys(&context, &advantages(2), &["maneuver"]);
    assert!(!has_key(&keys, "move") && !has_key(&keys, "drop_prone"), "{keys:?}");
}

#[test]
fn cc_adv_11_only_maneuvers_that_can_do_something_are_offered() {
    let mut context = rich(pistol());
    context.attacker.economy.in_turn = false;
    let keys = |context: &AttackContext| offered_keys(context, &advantages(2), &["maneuver"]);
    assert!(
        has_key(&keys(&context), "take_cover") && has_key(&keys(&context), "interact"),
        "nothing is known"
    );
    context.attacker.in_open = true;
    assert!(!has_key(&keys(&context), "take_cover"), "there is nothing to hide behind");
    (context.attacker.in_open, context.attacker.in_cover) = (false, true);
    assert!(!has_key(&keys(&context), "take_cover"), "it is in cover");
    context.knows_objects = true;
    context.objects.push(interactive_object(6, 2));
    assert!(!has_key(&keys(&context), "interact"), "the door is two squares away");
    context.objects.push(interactive_object(7, 1));
    assert!(has_key(&keys(&context), "interact"));
    assert_eq!(keys(&context)[0], "aim", "the default is as before");
}

#[test]
fn cc_adv_11_in_its_turn_one_answer_keeps_the_maneuver_for_the_order_that_follows() {
    let mut context = rich(pistol());
    let by_order = |context: &AttackContext| {
        let keys = offered_keys(context, &advantages(2), &["maneuver"]);
        keys.into_iter()
            .filter(|key| ["move", "ready", "interact"].contains(&key.as_str()))
            .collect::<Vec<_>>()
    };
    assert_eq!(by_order(&context), ["move"]);
    let mut table = dice::ScriptedTable::new(advantages(2), vec!["maneuver".to_owned()]);
    let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &context) else {
        panic!("expected a prompt")
    };
    let label =
        prompt.answers.iter().find(|answer| answer.key == "move").map(|answer| answer.label.to_string());
    assert_eq!(label.as_deref(), Some("Keep it for this turn"));
    context.attacker.economy.in_turn = false;
    assert_eq!(by_order(&context), ["move", "ready", "interact"], "outside of it the answer is the order");
}

#[rstest]
#[case::cc_adv_12_two_used(2, false)]
#[case::cc_adv_12_one_used(1, true)]
fn maneuver_limit(#[case] used: u8, #[case] wanted: bool) {
    let mut context = rich(pistol());
    context.attacker.economy.maneuvers = used;
    assert_eq!(has_key(&offered_keys(&context, &advantages(2), &[]), "maneuver"), wanted);
}

#[test]
fn cc_chart_23_no_second_maneuver_by_advantage() {
    let mut context = rich(pistol());
    add_injury(&mut context.attacker.condition, 111);
    assert!(has_key(&offered_keys(&context, &advantages(2), &[]), "maneuver"), "its first one");
    context.attacker.economy.maneuvers = 1;
    assert!(!has_key(&offered_keys(&context, &advantages(2), &[]), "maneuver"));
}

#[test]
fn cc_adv_13_setback_to_the_target() {
    let after = resolve_with(&rich(pistol()), &advantages(2), &["setback:2"]);
    assert_eq!(after.first_target().condition.waiting.check, PoolChange::SETBACK);
}

#[test]
fn cc_adv_14_boost_any_ally() {
    let own = resolve_with(&rich(pistol()), &advantages(2), &["boost:1"]);
    assert_eq!(own.attacker.condition.waiting.check, PoolChange::BOOST);
    let other = resolve_with(&rich(pistol()), &advantages(2), &["boost:4"]);
    assert_eq!(
        other.side_effects,
        [SideEffect::PendingChange { unit: UnitId(4), next: NextCheck::Check, change: PoolChange::BOOST }]
    );
}

#[test]
fn cc_adv_15_negate_defence() {
    let mut context = rich(pistol());
    Arc::make_mut(&mut context.defender.sheet).ranged_defence = 3;
    assert_eq!(pool_dice(&context)[1], 3);
    let rolled = [[1, 1, 1].as_slice(), &advantages(3)].concat();
    let after = resolve_with(&context, &rolled, &["negate_defence:2"]);
    context.defender.condition = after.first_target().condition.clone();
    assert_eq!(pool_dice(&context)[1], 0);
    turn_events::end_round(&mut context.defender.condition, 1);
    assert_eq!(pool_dice(&context)[1], 3);
}

fn timed(kind: TimedEffectKind, turns: u8) -> Vec<TimedEffect> {
    vec![TimedEffect { kind, until: Expiry::TurnEnds(turns) }]
}

#[rstest]
#[case::cc_adv_16_environment("environment", TimedEffectKind::EnvironmentIgnored)]
#[case::cc_adv_17_melee("defence:melee", TimedEffectKind::MeleeDefence)]
#[case::cc_adv_17_ranged("defence:ranged", TimedEffectKind::RangedDefence)]
fn through_the_own_next_turn(#[case] key: &str, #[case] kind: TimedEffectKind) {
    let mut after = resolve_with(&rich(pistol()), &advantages(3), &[key]).attacker.condition;
    assert_eq!(after.timed, timed(kind, 2));
    turn_events::end_turn(&mut after);
    assert!(after.has_timed(kind), "through the next turn");
    turn_events::end_turn(&mut after);
    assert!(!after.has_timed(kind));
}

#[test]
fn cc_adv_18_only_an_armed_target_can_be_disarmed() {
    let after = resolve_with(&rich(pistol()), &advantages(3), &["disarm:2:weapon0"]);
    assert_eq!(
        after.side_effects,
        [SideEffect::Item { unit: UnitId(2), item: ItemSlot::Weapon(0), fate: ItemFate::Dropped }]
    );
    assert!(
        !has_key(&offered_keys(&attack_context(pistol()), &advantages(3), &[]), "disarm"),
        "an unarmed target"
    );
}

#[rstest]
#[case::near(2, true)]
#[case::at_the_limit(3, true)]
#[case::far(4, false)]
fn cc_adv_19_something_vital(#[case] squares: u32, #[case] wanted: bool) {
    let mut context = rich(pistol());
    context.objects.push(interactive_object(6, squares));
    assert_eq!(has_key(&offered_keys(&context, &advantages(3), &[]), "vital"), wanted);
    if wanted {
        assert_eq!(
            resolve_with(&context, &advantages(3), &["vital:6"]).side_effects,
            [SideEffect::Switched { object: BarrierId(6) }]
        );
        set_switch(&mut context, "cc.vital", "1");
        assert!(!has_key(&offered_keys(&context, &advantages(3), &[]), "vital"));
    }
}

#[test]
fn cc_adv_19_only_objects_flagged_vital() {
    let mut context = rich(pistol());
    context.objects.push(InteractiveObject { vital: false, ..interactive_object(6, 2) });
    assert!(!has_key(&offered_keys(&context, &advantages(3), &[]), "vital"));
}

#[rstest]
#[case::above_soak(4, true)]
#[case::equal(5, false)]
fn cc_adv_20_needs_damage_above_soak(#[case] armour: u8, #[case] wanted: bool) {
    let mut context = rich(pistol());
    Arc::make_mut(&mut context.defender.sheet).armour.soak = armour;
    let keys = offered_keys(&context, &faces_for(2, 3), &[]);
    let offered = ["disable", "disable_gear", "disarm"].map(|key| has_key(&keys, key));
    assert_eq!(offered, [wanted, wanted, true], "8 damage, Toughness 3: {keys:?}");
}

#[test]
fn cc_adv_20_disable_the_opponent() {
    let after = resolve_with(&rich(pistol()), &faces_for(2, 3), &["disable:2"]);
    let first = after.first_target();
    assert_eq!((first.condition.wounds, first.damage), (0, 0));
    assert!(first.condition.has_timed(TimedEffectKind::Disabled));
}

#[test]
fn cc_adv_20_excludes_injury_and_destruction() {
    let (context, faces) = lucky(9);
    let left = offered_keys(&context, &faces, &["disable:2"]);
    assert!(
        !has_key(&left, "injury") && !has_key(&left, "disable_gear") && !has_key(&left, "destroy"),
        "{left:?}"
    );
    for key in ["injury:2", "destroy:2:weapon0"] {
        let left = offered_keys(&context, &faces, &[key]);
        assert!(!has_key(&left, "disable") && !has_key(&left, "disable_gear"), "{key}: {left:?}");
    }
}

#[test]
fn cc_adv_21_disable_gear() {
    let after = resolve_with(&rich(pistol()), &faces_for(2, 3), &["disable_gear:2:weapon0"]);
    assert_eq!(after.first_target().condition.wounds, 0);
    assert_eq!(
        after.side_effects,
        [SideEffect::Item { unit: UnitId(2), item: ItemSlot::Weapon(0), fate: ItemFate::Disabled }]
    );
}

#[test]
fn cc_adv_22_to_the_end_of_its_next_turn() {
    let mut context = rich(pistol());
    let mut after = resolve_with(&context, &faces_for(2, 3), &["disable:2"]).first_target().condition.clone();
    assert_eq!(after.timed, timed(TimedEffectKind::Disabled, 1));
    turn_events::end_turn(&mut after);
    assert!(!after.has_timed(TimedEffectKind::Disabled));
    set_switch(&mut context, "cc.disable", "off");
    assert!(!has_key(&offered_keys(&context, &faces_for(2, 3), &[]), "disable"));
}

#[test]
fn cc_adv_23_downgrade_the_target() {
    let after = resolve_with(&rich(pistol()), &advantages(3), &["downgrade:2"]);
    assert_eq!(after.first_target().condition.waiting.check, PoolChange::DOWNGRADE);
    let mut next = attack_context(pistol());
    next.attacker.condition = after.first_target().condition.clone();
    assert_eq!(pool_dice(&next)[3..], [1, 2, 1], "1D 1C beside 2P");
}

#[test]
fn cc_adv_24_upgrade_an_ally() {
    let own = resolve_with(&rich(pistol()), &advantages(3), &["upgrade:1"]);
    assert_eq!(own.attacker.condition.waiting.check, PoolChange::UPGRADE);
    let other = resolve_with(&rich(pistol()), &advantages(3), &["upgrade:4"]);
    assert_eq!(
        other.side_effects,
        [SideEffect::PendingChange { unit: UnitId(4), next: NextCheck::Check, change: PoolChange::UPGRADE }]
    );
}

#[test]
fn cc_adv_25_destroy_equipment() {
    let (mut context, faces) = lucky(6);
    let sheet = Arc::make_mut(&mut context.defender.sheet);
    sheet.gear.push(Gear { name: "shield generator".into(), vital: true, replacement: false });
    sheet.gear.push(Gear { name: "rations".into(), vital: false, replacement: false });
    let after = resolve_with(&context, &faces, &["destroy:2:gear0"]);
    assert_eq!(
        after.side_effects,
        [SideEffect::Item { unit: UnitId(2), item: ItemSlot::Gear(0), fate: ItemFate::Destroyed }]
    );
    assert_eq!(after.first_target().condition.wounds, 3);
    assert!(!has_key(&offered_keys(&context, &faces, &[]), "destroy:2:gear1"), "not vital");
    Arc::make_mut(&mut context.defender.sheet).armour.soak = 9;
    assert!(!has_key(&offered_keys(&context, &faces, &[]), "destroy"), "no damage after Soak");
}

#[test]
fn cc_adv_27_one_of_several_targets() {
    let after = resolve_with(&two_targets(pistol()), &advantages(2), &["setback:3"]);
    let waiting: Vec<u8> =
        after.targets.iter().map(|target| target.condition.waiting.check.setback).collect();
    assert_eq!(waiting, [0, 1]);
}
