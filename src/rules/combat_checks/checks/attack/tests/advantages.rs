use std::sync::Arc;

use rstest::rstest;

use crate::combat_checks::checks::attack::*;
use crate::combat_checks::checks::pool::{NextCheck, PoolChange};
use crate::combat_checks::test_support::*;
use crate::combat_checks::turns::turn_events;
use crate::combat_checks::{
    AttackContext, Expiry, Gear, InteractiveObject, ItemFate, ItemSlot, Limb, Maneuver, WeaponQuality,
    QualityEffect, SideEffect, TimedEffect, TimedEffectKind, Weapon,
};
use model::{BarrierId, UnitId};

/// Advantages and no success.
fn advantages(count: i32) -> Vec<u8> {
    faces_for(0, count)
}

/// A context with an ally, Strain, and a weapon in the target's hand.
fn rich(weapon: Weapon) -> AttackContext {
    let mut context = attack_context(weapon);
    context.attacker.condition.strain = 3;
    context.allies.push(nearby_unit(4));
    context.defender.held.push(wielded(sword(), Limb::RightArm));
    context
}

/// As `rich`, with boost dice for a single success and this many advantages.
fn lucky(count: i32) -> (AttackContext, Vec<u8>) {
    let mut context = rich(pistol());
    context.attacker.condition.waiting.check.boost = 3;
    let rest = count - 6;
    (context, [vec![5, 5, 5], faces_for(1, rest)].concat())
}

#[test]
fn cc_adv_01_the_attackers_player_chooses() {
    let mut table = dice::ScriptedTable::new(advantages(2), Vec::new());
    let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &rich(pistol())) else {
        panic!("expected a prompt")
    };
    assert_eq!(
        (prompt.who, prompt.question.to_string().as_str()),
        (UnitId(1), "The check failed. Spend 2 advantages?")
    );
}

/// As `rich`, with a target that 4 Wounds, those of 2 successes, put out of action.
fn dying_target() -> AttackContext {
    let mut context = rich(pistol());
    context.defender.condition.wounds = context.defender.condition.wound_threshold - 3;
    context
}

#[test]
fn cc_adv_01_nothing_is_offered_on_a_target_that_the_hit_puts_out_of_action() {
    let context = dying_target();
    let keys = offered_keys(&context, &faces_for(2, 3), &[]);
    for gone in ["setback", "negate_defence", "disarm", "downgrade", "quality"] {
        assert!(!has_key(&keys, gone), "{gone} among {keys:?}");
    }
    for kept in ["injury:2", "strain", "boost_next", "maneuver", "boost:1", "upgrade:1", "disable:2"] {
        assert!(has_key(&keys, kept), "{kept} not among {keys:?}");
    }
    assert_eq!(keys[0], "boost:1", "neither the injury nor the downgrade");
    // Disabling keeps it in action: 1 success and 3 advantages, with a triumph.
    let mut saved = dying_target();
    saved.defender.condition.wounds += 1;
    let left = offered_keys(&saved, &face_list("A5 P12 P10 D1 D1"), &["disable:2"]);
    assert!(left.iter().any(|key| key == "setback:2"), "{left:?}");
    let mut standing = dying_target();
    standing.defender.condition.wounds -= 1;
    let keys = offered_keys(&standing, &faces_for(2, 3), &[]);
    assert!(has_key(&keys, "setback") && keys[0] == "injury:2", "exactly the threshold: {keys:?}");
}

#[test]
fn cc_adv_01_the_hit_that_ends_the_battle_asks_nothing() {
    let mut context = dying_target();
    context.last_foes = vec![UnitId(2)];
    let after = resolve_with(&context, &faces_for(2, 3), &[]);
    assert!(after.first_target().down.is_some() && after.first_target().injuries.is_empty());
    assert_eq!(after.attacker.condition, context.attacker.condition, "nothing was bought");
    context.last_foes.push(UnitId(9));
    assert!(has_key(&offered_keys(&context, &faces_for(2, 3), &[]), "boost"), "an enemy is left");
    context.last_foes.clear();
    assert!(has_key(&offered_keys(&context, &faces_for(2, 3), &[]), "boost"), "a scene without a battle");
}

#[test]
fn cc_adv_02_an_option_has_one_name_whomever_it_concerns() {
    let names = |context: &AttackContext| {
        let mut table = dice::ScriptedTable::new(advantages(3), Vec::new());
        let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, context) else {
            panic!("expected a prompt")
        };
        let offer =
            crate::combat_checks::spending::offer::spending_offer(&prompt).expect("advantages are spent");
        let named = |key: &str| {
            let at = prompt.answers.iter().position(|answer| answer.key == key).expect("it is offered");
            (offer.names[at].clone(), offer.purchases[at].expect("it is bought").is_first)
        };
        ["setback:2", "boost:1", "boost:4", "defence:ranged"].map(named)
    };
    let wanted = [("setback", true), ("boost", true), ("boost:4", false), ("defence:ranged", false)];
    assert_eq!(names(&rich(pistol())), wanted.map(|(name, is_first)| (name.to_owned(), is_first)));
}

#[test]
fn cc_adv_02_an_offer_lists_what_can_be_bought_together() {
    let mut table = dice::ScriptedTable::new(advantages(3), Vec::new());
    let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &rich(pistol())) else {
        panic!("expected a prompt")
    };
    let offer = crate::combat_checks::spending::offer::spending_offer(&prompt).expect("advantages are spent");
    let at = |key: &str| prompt.answers.iter().position(|answer| answer.key == key).expect("it is offered");
    assert_eq!(offer.points_text(offer.budget), "3 advantages");
    assert!(offer.can_add(&[at("strain")], at("setback:2")), "1 + 2 of 3");
    assert!(!offer.can_add(&[at("boost:1")], at("setback:2")), "2 + 2 of 3");
    assert!(!offer.can_add(&[], at("stop")), "to stop buys nothing");
}

#[test]
fn cc_adv_02_budget() {
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

fn with_quality(cost: u8, effect: QualityEffect) -> AttackContext {
    let quality = WeaponQuality { name: "Concussive".into(), cost, effect };
    rich(Weapon { qualities: vec![quality], ..pistol() })
}

#[rstest]
#[case::cc_adv_10_affordable(1, 1, true)]
#[case::cc_adv_10_too_dear(2, 1, false)]
#[case::cc_adv_10_its_own_figure(2, 2, true)]
fn qualities(#[case] cost: u8, #[case] count: i32, #[case] wanted: bool) {
    let context = with_quality(cost, QualityEffect::KnockDown);
    assert_eq!(has_key(&offered_keys(&context, &advantages(count), &[]), "quality"), wanted);
    if wanted {
        assert!(resolve_with(&context, &advantages(count), &["quality:0:2"]).first_target().prone);
    }
}

#[test]
fn cc_adv_10_effects_of_qualities() {
    let strain = resolve_with(&with_quality(1, QualityEffect::Strain(2)), &advantages(1), &["quality:0:2"]);
    assert_eq!(strain.first_target().condition.strain, 2);
    let setback = resolve_with(&with_quality(1, QualityEffect::Setback(2)), &advantages(1), &["quality:0:2"]);
    assert_eq!(setback.first_target().condition.waiting.check.setback, 2);
}

#[test]
fn cc_adv_10_a_target_that_lies_is_not_knocked_down() {
    let offers = |effect, prone| {
        let mut context = with_quality(1, effect);
        context.defender.prone = prone;
        // A setback die against a prone target. CC-ECON-11
        let setback = if prone { vec![1] } else { Vec::new() };
        has_key(&offered_keys(&context, &[setback, advantages(1)].concat(), &[]), "quality")
    };
    assert!(offers(QualityEffect::KnockDown, false) && !offers(QualityEffect::KnockDown, true));
    assert!(offers(QualityEffect::Strain(2), true), "other qualities still have an effect");
}

#[test]
fn cc_ruling_02_successes_buy_no_quality() {
    let after = resolve_with(&with_quality(1, QualityEffect::KnockDown), &faces_for(1, 0), &[]);
    assert!(!after.first_target().prone, "no prompt without advantages");
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
fn cc_adv_18_disarm() {
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

/// Automatic purchases: the first answer of every prompt.
fn automatic(context: &AttackContext, rolled: &[u8]) -> AttackResult {
    let mut answers: Vec<String> = Vec::new();
    loop {
        let mut table = dice::ScriptedTable::new(rolled, answers.clone());
        match resolve_attack(&mut table, context) {
            Err(dice::Interrupt::NeedsAnswer(prompt)) => answers.push(prompt.answers[0].key.clone()),
            done => {
                table.finish().expect("every face is used");
                return done.expect("the faces fit");
            }
        }
    }
}

#[test]
fn cc_adv_26_automatic_spending() {
    let (mut context, rolled) = lucky(8);
    context.attacker.condition.strain = 0;
    let rolled = [rolled, vec![3]].concat();
    let after = automatic(&context, &rolled);
    assert_eq!(after.first_target().injuries, [0], "a Critical Injury, Minor Nick");
    assert_eq!(after.first_target().condition.waiting.check, PoolChange::DOWNGRADE);
    assert_eq!(after.attacker.condition.waiting.check, PoolChange::BOOST);
    set_switch(&mut context, "cc.auto_advantage", "off");
    let none = automatic(&context, &rolled[..rolled.len() - 1]);
    assert_eq!(none.first_target().injuries, Vec::<usize>::new());
}

#[test]
fn cc_adv_26_cheap_entries_in_their_order() {
    let mut context = rich(pistol());
    let boosted = automatic(&context, &advantages(2)).attacker.condition;
    assert_eq!((boosted.waiting.check, boosted.strain), (PoolChange::BOOST, 3));
    let rested = automatic(&context, &advantages(1));
    assert_eq!((rested.attacker.condition.strain, rested.side_effects.len()), (2, 0));
    context.attacker.condition.strain = 0;
    let shared = automatic(&context, &advantages(1));
    assert_eq!(shared.side_effects, [SideEffect::BoostNextAlly { giver: UnitId(1) }]);
}

#[test]
fn cc_adv_27_one_of_several_targets() {
    let after = resolve_with(&two_targets(pistol()), &advantages(2), &["setback:3"]);
    let waiting: Vec<u8> =
        after.targets.iter().map(|target| target.condition.waiting.check.setback).collect();
    assert_eq!(waiting, [0, 1]);
}

#[test]
fn cc_tri_01_a_triumph_buys_an_injury() {
    let context = attack_context(pistol());
    let rolled = [face_list("A1 P12 P1 D1 D1"), vec![41]].concat();
    let after = resolve_with(&context, &rolled, &["injury:2"]);
    assert_eq!(after.first_target().injuries, [8], "41: Bowled Over");
    let rolled = [face_list("A5 P12 P10 D1 D1"), vec![41]].concat();
    assert_eq!(net_symbols("A5 P12 P10 D1 D1"), (1, 3));
    let after = resolve_with(&context, &rolled, &["injury:2", "injury:2"]);
    assert_eq!(after.first_target().injuries, [10], "51: Fearsome Wound");
    let keys = offered_keys(&context, &face_list("A1 P12 P1 D1 D1"), &[]);
    assert!(has_key(&keys, "setback") && !has_key(&keys, "destroy"), "any option of cost 1 to 3: {keys:?}");
}

#[test]
fn cc_tri_01_each_of_several_triumphs_is_asked_for_by_its_number() {
    let context = attack_context(pistol());
    let asked = |chosen: &[&str]| {
        let chosen = chosen.iter().map(|key| (*key).to_owned()).collect();
        let mut table = dice::ScriptedTable::new(face_list("A1 P12 P12 D1 D1"), chosen);
        let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &context) else {
            panic!("expected a prompt")
        };
        let injury = prompt.answers.iter().find(|answer| answer.key == "injury:2").expect("it is offered");
        (prompt.question.to_string(), injury.label.to_string(), injury.clause)
    };
    let (question, label, clause) = asked(&[]);
    assert!(question.ends_with("Spend triumph 1 of 2?"), "{question}");
    assert_eq!((label.starts_with("Critical Injury of "), clause), (true, "CC-CRIT-01"));
    let (question, label, clause) = asked(&["injury:2"]);
    assert!(question.ends_with("Spend triumph 2 of 2?"), "{question}");
    assert!(label.starts_with("+10 to the injury roll of "), "{label}");
    assert_eq!(clause, "CC-CRIT-03", "it is no second roll");
}

#[test]
fn cc_tri_01_switched_off() {
    let mut context = attack_context(pistol());
    set_switch(&mut context, "cc.triumph", "off");
    let after = resolve_with(&context, &face_list("A1 P12 P1 D1 D1"), &[]);
    assert_eq!(after.first_target().condition.wounds, 3, "only a success");
}
