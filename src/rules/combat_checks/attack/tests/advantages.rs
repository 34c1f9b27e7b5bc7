use std::sync::Arc;

use rstest::rstest;

use super::super::super::fixtures::*;
use super::super::super::pool::Change;
use super::super::super::{
    AttackScene, Deed, Fate, Gear, Item, Limb, Maneuver, Quality, QualityEffect, Timed, TimedKind, Until,
    Weapon, clock,
};
use super::super::*;

/// Advantages and no success.
fn advantages(count: i32) -> Vec<u8> {
    result(0, count)
}

/// Everything that matters at hand: an ally, Strain, a weapon in the target's hand.
fn rich(weapon: Weapon) -> AttackScene {
    let mut scene = scene(weapon);
    scene.attacker.condition.strain = 3;
    scene.allies.push(bystander(4));
    scene.defender.held.push(held(sword(), Limb::RightArm));
    scene
}

/// As `rich` with boost dice that show a single success and so many advantages.
fn lucky(count: i32) -> (AttackScene, Vec<u8>) {
    let mut scene = rich(pistol());
    scene.attacker.condition.waiting.check.boost = 3;
    let rest = count - 6;
    (scene, [vec![5, 5, 5], result(1, rest)].concat())
}

#[test]
fn cc_adv_01_the_attackers_player_chooses() {
    let mut table = dice::Scripted::new(advantages(2), Vec::new());
    let Err(dice::Stop::Asked(prompt)) = attack(&mut table, &rich(pistol())) else { panic!("it is asked") };
    assert_eq!((prompt.who, prompt.question.as_str()), (1, "The check failed. Spend 2 advantages?"));
}

#[test]
fn cc_adv_02_budget() {
    let after = play(&rich(pistol()), &advantages(3), &["strain", "setback:2"]);
    assert_eq!((after.attacker.condition.strain, after.first().condition.waiting.check.setback), (2, 1));
    let left = offered(&rich(pistol()), &advantages(3), &["setback:2"]);
    assert!(!has(&left, "boost") && has(&left, "strain"), "2 + 2 of 3: {left:?}");
}

#[test]
fn cc_adv_03_once_per_attack() {
    let left = offered(&rich(pistol()), &advantages(2), &["strain"]);
    assert!(!has(&left, "strain") && has(&left, "boost_next"), "{left:?}");
    let after = play(&rich(pistol()), &advantages(2), &["strain", "boost_next"]);
    assert_eq!(after.deeds, [Deed::BoostNextAlly { giver: 1 }]);
}

#[test]
fn cc_adv_04_repeatable_options() {
    let (scene, faces) = lucky(6);
    let after = play(&scene, &faces, &["downgrade:2", "downgrade:2"]);
    assert_eq!(after.first().condition.waiting.check.downgrade, 2);
    let mut next = super::super::super::fixtures::scene(pistol());
    next.attacker.condition = after.first().condition.clone();
    assert_eq!(dice(&next)[3..], [0, 2, 2], "2D become 2C");
}

#[test]
fn cc_adv_05_leftovers_are_lost() {
    let after = play(&rich(pistol()), &advantages(2), &["stop"]);
    assert_eq!(after.attacker.condition.waiting, Default::default());
    assert_eq!((after.attacker.condition.strain, after.deeds.len()), (3, 0));
}

#[test]
fn cc_adv_06_on_a_failed_check() {
    let keys = offered(&rich(pistol()), &advantages(3), &[]);
    assert!(has(&keys, "disarm") && !has(&keys, "injury") && !has(&keys, "disable"), "{keys:?}");
    let mut scene = rich(pistol());
    set(&mut scene, "cc.crit_needs_damage", "off");
    assert!(!has(&offered(&scene, &advantages(3), &[]), "injury"));
}

#[test]
fn cc_adv_07_remove_strain() {
    let after = play(&rich(pistol()), &advantages(1), &["strain"]);
    assert_eq!(after.attacker.condition.strain, 2);
    let mut fresh = rich(pistol());
    fresh.attacker.condition.strain = 0;
    assert!(!has(&offered(&fresh, &advantages(1), &[]), "strain"));
}

#[test]
fn cc_adv_08_boost_the_next_ally() {
    let after = play(&rich(pistol()), &advantages(1), &["boost_next"]);
    assert_eq!(after.deeds, [Deed::BoostNextAlly { giver: 1 }]);
    assert!(!has(&offered(&scene(pistol()), &advantages(1), &[]), "boost_next"), "nobody to boost");
}

#[rstest]
#[case::hidden_panel(Some(9))]
#[case::nothing_hidden(None)]
fn cc_adv_09_notice(#[case] feature: Option<u32>) {
    let mut scene = rich(pistol());
    scene.feature = feature;
    assert_eq!(play(&scene, &advantages(1), &["notice"]).deeds, [Deed::Noticed { feature }]);
    set(&mut scene, "cc.notice", "off");
    assert!(!has(&offered(&scene, &advantages(1), &[]), "notice"));
}

fn with_quality(cost: u8, effect: QualityEffect) -> AttackScene {
    let quality = Quality { name: "Concussive".into(), cost, effect };
    rich(Weapon { qualities: vec![quality], ..pistol() })
}

#[rstest]
#[case::cc_adv_10_affordable(1, 1, true)]
#[case::cc_adv_10_too_dear(2, 1, false)]
#[case::cc_adv_10_its_own_figure(2, 2, true)]
fn qualities(#[case] cost: u8, #[case] count: i32, #[case] wanted: bool) {
    let scene = with_quality(cost, QualityEffect::KnockDown);
    assert_eq!(has(&offered(&scene, &advantages(count), &[]), "quality"), wanted);
    if wanted {
        assert!(play(&scene, &advantages(count), &["quality:0:2"]).first().prone);
    }
}

#[test]
fn cc_adv_10_effects_of_qualities() {
    let strain = play(&with_quality(1, QualityEffect::Strain(2)), &advantages(1), &["quality:0:2"]);
    assert_eq!(strain.first().condition.strain, 2);
    let setback = play(&with_quality(1, QualityEffect::Setback(2)), &advantages(1), &["quality:0:2"]);
    assert_eq!(setback.first().condition.waiting.check.setback, 2);
}

#[test]
fn cc_ruling_02_successes_buy_no_quality() {
    let after = play(&with_quality(1, QualityEffect::KnockDown), &result(1, 0), &[]);
    assert!(!after.first().prone, "nothing is asked without advantages");
}

#[test]
fn cc_adv_11_a_maneuver_at_once() {
    let mut scene = rich(pistol());
    scene.attacker.economy.maneuvers = 1;
    let after = play(&scene, &advantages(2), &["maneuver", "move"]);
    assert_eq!(after.deeds, [Deed::Maneuver { unit: 1, maneuver: Maneuver::Move }]);
    assert_eq!((after.attacker.condition.strain, after.maneuvers), (3, 2));
    assert!(play(&scene, &advantages(2), &["maneuver", "aim"]).attacker.condition.aim);
    scene.attacker.prone = true;
    assert!(!play(&scene, &advantages(2), &["maneuver", "stand_up"]).attacker.prone);
    let keys = offered(&scene, &advantages(2), &["maneuver"]);
    assert!(!has(&keys, "move") && !has(&keys, "drop_prone"), "{keys:?}");
}

#[rstest]
#[case::cc_adv_12_two_used(2, false)]
#[case::cc_adv_12_one_used(1, true)]
fn maneuver_limit(#[case] used: u8, #[case] wanted: bool) {
    let mut scene = rich(pistol());
    scene.attacker.economy.maneuvers = used;
    assert_eq!(has(&offered(&scene, &advantages(2), &[]), "maneuver"), wanted);
}

#[test]
fn cc_chart_23_no_second_maneuver_by_advantage() {
    let mut scene = rich(pistol());
    scene.attacker.economy.maneuvers = 1;
    injured(&mut scene.attacker.condition, 111);
    assert!(!has(&offered(&scene, &advantages(2), &[]), "maneuver"));
}

#[test]
fn cc_adv_13_setback_to_the_target() {
    let after = play(&rich(pistol()), &advantages(2), &["setback:2"]);
    assert_eq!(after.first().condition.waiting.check, Change::SETBACK);
}

#[test]
fn cc_adv_14_boost_any_ally() {
    let own = play(&rich(pistol()), &advantages(2), &["boost:1"]);
    assert_eq!(own.attacker.condition.waiting.check, Change::BOOST);
    let other = play(&rich(pistol()), &advantages(2), &["boost:4"]);
    assert!(matches!(other.deeds[..], [Deed::Waits { unit: 4, change: Change::BOOST, .. }]));
}

#[test]
fn cc_adv_15_negate_defence() {
    let mut scene = rich(pistol());
    Arc::make_mut(&mut scene.defender.sheet).ranged_defence = 3;
    assert_eq!(dice(&scene)[1], 3);
    let rolled = [[1, 1, 1].as_slice(), &advantages(3)].concat();
    let after = play(&scene, &rolled, &["negate_defence:2"]);
    scene.defender.condition = after.first().condition.clone();
    assert_eq!(dice(&scene)[1], 0);
    clock::round_ends(&mut scene.defender.condition, 1);
    assert_eq!(dice(&scene)[1], 3);
}

fn timed(kind: TimedKind, turns: u8) -> Vec<Timed> {
    vec![Timed { kind, until: Until::TurnEnds(turns) }]
}

#[rstest]
#[case::cc_adv_16_environment("environment", TimedKind::EnvironmentIgnored)]
#[case::cc_adv_17_melee("defence:melee", TimedKind::MeleeDefence)]
#[case::cc_adv_17_ranged("defence:ranged", TimedKind::RangedDefence)]
fn through_the_own_next_turn(#[case] key: &str, #[case] kind: TimedKind) {
    let mut after = play(&rich(pistol()), &advantages(3), &[key]).attacker.condition;
    assert_eq!(after.timed, timed(kind, 2));
    clock::turn_ends(&mut after);
    assert!(after.has(kind), "through the next turn");
    clock::turn_ends(&mut after);
    assert!(!after.has(kind));
}

#[test]
fn cc_adv_18_disarm() {
    let after = play(&rich(pistol()), &advantages(3), &["disarm:2:weapon0"]);
    assert_eq!(after.deeds, [Deed::Item { unit: 2, item: Item::Weapon(0), fate: Fate::Dropped }]);
    assert!(!has(&offered(&scene(pistol()), &advantages(3), &[]), "disarm"), "an unarmed target");
}

#[rstest]
#[case::near(2, true)]
#[case::far(4, false)]
fn cc_adv_19_something_vital(#[case] squares: u32, #[case] wanted: bool) {
    let mut scene = rich(pistol());
    scene.objects.push(object(6, squares));
    assert_eq!(has(&offered(&scene, &advantages(3), &[]), "vital"), wanted);
    if wanted {
        assert_eq!(play(&scene, &advantages(3), &["vital:6"]).deeds, [Deed::Switched { object: 6 }]);
        set(&mut scene, "cc.vital", "1");
        assert!(!has(&offered(&scene, &advantages(3), &[]), "vital"));
    }
}

#[test]
fn cc_adv_20_disable_the_opponent() {
    let after = play(&rich(pistol()), &result(2, 3), &["disable:2"]);
    let first = after.first();
    assert_eq!((first.condition.wounds, first.damage), (0, 0));
    assert!(first.condition.has(TimedKind::Disabled));
}

#[test]
fn cc_adv_20_excludes_injury_and_destruction() {
    let (scene, faces) = lucky(9);
    let left = offered(&scene, &faces, &["disable:2"]);
    assert!(!has(&left, "injury") && !has(&left, "disable_gear") && !has(&left, "destroy"), "{left:?}");
    for key in ["injury:2", "destroy:2:weapon0"] {
        let left = offered(&scene, &faces, &[key]);
        assert!(!has(&left, "disable") && !has(&left, "disable_gear"), "{key}: {left:?}");
    }
}

#[test]
fn cc_adv_21_disable_gear() {
    let after = play(&rich(pistol()), &result(2, 3), &["disable_gear:2:weapon0"]);
    assert_eq!(after.first().condition.wounds, 0);
    assert_eq!(after.deeds, [Deed::Item { unit: 2, item: Item::Weapon(0), fate: Fate::Disabled }]);
}

#[test]
fn cc_adv_22_to_the_end_of_its_next_turn() {
    let mut scene = rich(pistol());
    let mut after = play(&scene, &result(2, 3), &["disable:2"]).first().condition.clone();
    assert_eq!(after.timed, timed(TimedKind::Disabled, 1));
    clock::turn_ends(&mut after);
    assert!(!after.has(TimedKind::Disabled));
    set(&mut scene, "cc.disable", "off");
    assert!(!has(&offered(&scene, &result(2, 3), &[]), "disable"));
}

#[test]
fn cc_adv_23_downgrade_the_target() {
    let after = play(&rich(pistol()), &advantages(3), &["downgrade:2"]);
    assert_eq!(after.first().condition.waiting.check, Change::DOWNGRADE);
    let mut next = scene(pistol());
    next.attacker.condition = after.first().condition.clone();
    assert_eq!(dice(&next)[3..], [1, 2, 1], "1D 1C beside 2P");
}

#[test]
fn cc_adv_24_upgrade_an_ally() {
    let own = play(&rich(pistol()), &advantages(3), &["upgrade:1"]);
    assert_eq!(own.attacker.condition.waiting.check, Change::UPGRADE);
    let other = play(&rich(pistol()), &advantages(3), &["upgrade:4"]);
    assert!(matches!(other.deeds[..], [Deed::Waits { unit: 4, change: Change::UPGRADE, .. }]));
}

#[test]
fn cc_adv_25_destroy_equipment() {
    let (mut scene, faces) = lucky(6);
    let sheet = Arc::make_mut(&mut scene.defender.sheet);
    sheet.gear.push(Gear { name: "shield generator".into(), vital: true });
    sheet.gear.push(Gear { name: "rations".into(), vital: false });
    let after = play(&scene, &faces, &["destroy:2:gear0"]);
    assert_eq!(after.deeds, [Deed::Item { unit: 2, item: Item::Gear(0), fate: Fate::Destroyed }]);
    assert_eq!(after.first().condition.wounds, 3);
    assert!(!has(&offered(&scene, &faces, &[]), "destroy:2:gear1"), "not vital");
    Arc::make_mut(&mut scene.defender.sheet).armour.soak = 9;
    assert!(!has(&offered(&scene, &faces, &[]), "destroy"), "no harm through Soak");
}

/// What a machine buys: the first answer of every question.
fn automatic(scene: &AttackScene, rolled: &[u8]) -> AttackResult {
    let mut answers: Vec<String> = Vec::new();
    loop {
        let mut table = dice::Scripted::new(rolled, answers.clone());
        match attack(&mut table, scene) {
            Err(dice::Stop::Asked(prompt)) => answers.push(prompt.answers[0].key.clone()),
            done => {
                table.finish().expect("every face is used");
                return done.expect("the faces fit");
            }
        }
    }
}

#[test]
fn cc_adv_26_automatic_spending() {
    let (mut scene, rolled) = lucky(8);
    scene.attacker.condition.strain = 0;
    let rolled = [rolled, vec![3]].concat();
    let after = automatic(&scene, &rolled);
    assert_eq!(after.first().injuries, [0], "a Critical Injury, Minor Nick");
    assert_eq!(after.first().condition.waiting.check, Change::DOWNGRADE);
    assert_eq!(after.attacker.condition.waiting.check, Change::BOOST);
    set(&mut scene, "cc.auto_advantage", "off");
    let none = automatic(&scene, &rolled[..rolled.len() - 1]);
    assert_eq!(none.first().injuries, Vec::<usize>::new());
}

#[test]
fn cc_adv_27_one_of_several_targets() {
    let after = play(&two_targets(pistol()), &advantages(2), &["setback:3"]);
    let waiting: Vec<u8> =
        after.targets.iter().map(|target| target.condition.waiting.check.setback).collect();
    assert_eq!(waiting, [0, 1]);
}

#[test]
fn cc_tri_01_a_triumph_buys_an_injury() {
    let scene = scene(pistol());
    let rolled = [face_list("A1 P12 P1 D1 D1"), vec![41]].concat();
    let after = play(&scene, &rolled, &["injury:2"]);
    assert_eq!(after.first().injuries, [8], "41: Bowled Over");
    let rolled = [face_list("A5 P12 P10 D1 D1"), vec![41]].concat();
    assert_eq!(net("A5 P12 P10 D1 D1"), (1, 3));
    let after = play(&scene, &rolled, &["injury:2", "injury:2"]);
    assert_eq!(after.first().injuries, [10], "51: Fearsome Wound");
    let keys = offered(&scene, &face_list("A1 P12 P1 D1 D1"), &[]);
    assert!(has(&keys, "setback") && !has(&keys, "destroy"), "any option of cost 1 to 3: {keys:?}");
}

#[test]
fn cc_tri_01_switched_off() {
    let mut scene = scene(pistol());
    set(&mut scene, "cc.triumph", "off");
    let after = play(&scene, &face_list("A1 P12 P1 D1 D1"), &[]);
    assert_eq!(after.first().condition.wounds, 3, "only a success");
}
