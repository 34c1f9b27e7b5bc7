use std::sync::Arc;

use rstest::rstest;

use super::super::super::fixtures::*;
use super::super::super::pool::{Change, Next};
use super::super::super::range::Forbidden;
use super::super::super::{AttackScene, Deed, Fate, Held, Item, Limb, Maneuver, TimedKind, Until, Weapon};
use super::super::*;
use crate::Contact;

/// Threats and no success.
fn threats(count: i32) -> Vec<u8> {
    result(0, -count)
}

/// With four setback dice more, to show many threats.
fn unlucky(count: i32) -> (AttackScene, Vec<u8>) {
    let mut scene = scene(rifle());
    scene.attacker.condition.waiting.check.setback = 4;
    let shown = count.min(4);
    let setbacks = (0..4).map(|at| if at < shown { 5 } else { 1 });
    let faces = setbacks.chain(threats(count - shown)).collect();
    (scene, faces)
}

/// What a machine buys.
fn automatic(scene: &AttackScene, rolled: &[u8]) -> AttackResult {
    let mut scene = scene.clone();
    set(&mut scene, "cc.threat_chooser", "auto");
    play(&scene, rolled, &[])
}

#[test]
fn cc_tht_01_the_other_player_chooses() {
    let mut table = dice::Scripted::new(threats(2), Vec::new());
    let Err(dice::Stop::Asked(prompt)) = attack(&mut table, &scene(rifle())) else { panic!("it is asked") };
    let keys: Vec<String> = prompt.answers.into_iter().map(|answer| answer.key).collect();
    assert_eq!((prompt.who, keys[0].as_str()), (2, "boost:2"), "what a machine takes comes first");
    assert!(!has(&keys, "prone") && has(&keys, "stop"), "legal options only: {keys:?}");
}

#[test]
fn cc_tht_02_budget() {
    let after = play(&scene(rifle()), &threats(3), &["strain", "boost:2"]);
    assert_eq!((after.attacker.condition.strain, after.first().condition.waiting.check), (1, Change::BOOST));
    let left = offered(&scene(rifle()), &threats(3), &["boost:2"]);
    assert!(!has(&left, "setback") && has(&left, "strain"), "2 + 2 of 3: {left:?}");
}

#[test]
fn cc_tht_03_once_per_attack() {
    let mut scene = scene(rifle());
    scene.attacker.in_cover = true;
    let left = offered(&scene, &threats(2), &["strain"]);
    assert!(!has(&left, "strain") && has(&left, "benefit"), "{left:?}");
    let after = play(&scene, &threats(2), &["strain", "benefit:cover"]);
    assert_eq!((after.attacker.condition.strain, after.deeds), (1, vec![Deed::CoverLost { unit: 1 }]));
}

#[test]
fn cc_tht_04_strain() {
    let mut scene = scene(rifle());
    scene.attacker.condition.strain = 3;
    assert_eq!(play(&scene, &threats(1), &["strain"]).attacker.condition.strain, 4);
}

#[test]
fn cc_tht_05_a_maneuver_is_lost() {
    let mut scene = scene(rifle());
    assert!(!has(&offered(&scene, &threats(1), &[]), "benefit"));
    scene.attacker.in_cover = true;
    scene.attacker.condition.set(TimedKind::GuardedStance, Until::TurnEnds(2));
    let faces = [vec![1], threats(1)].concat();
    let cover = play(&scene, &faces, &["benefit:cover"]);
    assert_eq!(cover.deeds, [Deed::CoverLost { unit: 1 }]);
    let stance = play(&scene, &faces, &["benefit:guarded_stance"]);
    assert!(!stance.attacker.condition.has(TimedKind::GuardedStance));
}

#[test]
fn cc_tht_06_an_opponents_maneuver() {
    let mut scene = scene(rifle());
    scene.defender.economy.points = 0;
    scene.defender.economy.maneuvers = 2;
    scene.enemies.push(bystander(5));
    let after = play(&scene, &threats(2), &["maneuver:2", "move"]);
    assert_eq!(after.deeds, [Deed::Maneuver { unit: 2, maneuver: Maneuver::Move }]);
    let after = play(&scene, &threats(2), &["maneuver:5", "aim"]);
    assert_eq!(after.deeds, [Deed::Performed { unit: 5, maneuver: Maneuver::Aim }]);
}

#[rstest]
#[case::cc_tht_07_boost_to_the_target(2)]
#[case::cc_ruling_13_not_to_the_attacker(2)]
fn boost_to_the_target(#[case] count: i32) {
    let after = play(&scene(rifle()), &threats(count), &["boost:2"]);
    assert_eq!(after.first().condition.waiting.check, Change::BOOST);
    assert_eq!(after.attacker.condition.waiting.check, Change::NONE);
}

#[test]
fn cc_tht_08_setback() {
    let mut scene = scene(rifle());
    scene.allies.push(bystander(4));
    let own = play(&scene, &threats(2), &["setback:1"]);
    assert_eq!(own.attacker.condition.waiting.check, Change::SETBACK);
    let ally = play(&scene, &threats(2), &["setback:4"]);
    assert_eq!(ally.deeds, [Deed::Waits { unit: 4, next: Next::Check, change: Change::SETBACK }]);
}

#[test]
fn cc_tht_09_prone() {
    let mut scene = scene(rifle());
    assert!(play(&scene, &threats(3), &["prone"]).attacker.prone);
    scene.attacker.prone = true;
    assert!(!has(&offered(&scene, &threats(3), &[]), "prone"));
}

#[test]
fn cc_tht_10_out_of_ammunition() {
    let after = play(&scene(rifle()), &threats(3), &["empty:weapon0"]);
    assert_eq!(after.deeds, [Deed::Item { unit: 1, item: Item::Weapon(0), fate: Fate::Emptied }]);
    assert!(!has(&offered(&scene(sword()), &threats(3), &[]), "empty"));
}

#[test]
fn cc_tht_10_an_empty_weapon_is_no_weapon() {
    let mut scene = scene(rifle());
    assert_eq!(scene.check(), Ok(()));
    scene.attacker.held[0].empty = true;
    assert_eq!(scene.check(), Err(Forbidden::Empty));
    scene.attacker.held[0] = Held { useless: true, empty: false, ..scene.attacker.held[0].clone() };
    assert_eq!(scene.check(), Err(Forbidden::Useless));
}

#[test]
fn cc_tht_11_limited_ammo() {
    let launcher = Weapon { limited_ammo: true, ..rifle() };
    assert!(!has(&offered(&scene(launcher), &threats(3), &[]), "empty"));
}

#[test]
fn cc_tht_12_equipment_breaks_down() {
    let after = play(&scene(sword()), &threats(3), &["equipment:weapon0"]);
    assert_eq!(after.deeds, [Deed::Item { unit: 1, item: Item::Weapon(0), fate: Fate::Broken }]);
    assert!(!has(&offered(&scene(Weapon::unarmed()), &threats(3), &[]), "equipment"));
}

#[test]
fn cc_tht_12_the_attacking_weapon_first() {
    let mut scene = scene(sword());
    scene.attacker.held.insert(0, held(pistol(), Limb::LeftArm));
    scene.held = Some(1);
    let keys = offered(&scene, &threats(3), &[]);
    let order: Vec<&String> = keys.iter().filter(|key| key.starts_with("equipment")).collect();
    assert_eq!(order, ["equipment:weapon1", "equipment:weapon0"]);
}

#[test]
fn cc_tht_13_a_significant_advantage() {
    let mut scene = scene(rifle());
    let after = play(&scene, &threats(3), &["significant:2"]);
    assert_eq!(after.first().condition.waiting.check, Change::UPGRADE);
    scene.objects.push(object(6, 20));
    assert_eq!(play(&scene, &threats(3), &["significant:6"]).deeds, [Deed::Switched { object: 6 }]);
    assert!(!has(&offered(&scene, &threats(3), &[]), "significant:2"));
    set(&mut scene, "cc.significant", "off");
    assert!(!has(&offered(&scene, &threats(3), &[]), "significant"));
}

/// Prone, empty, Strain, boost to the target.
fn bought(after: &AttackResult) -> (bool, bool, u32, u8) {
    let empty = after.deeds.iter().any(|deed| matches!(deed, Deed::Item { fate: Fate::Emptied, .. }));
    let target = &after.first().condition.waiting.check;
    (after.attacker.prone, empty, after.attacker.condition.strain, target.boost)
}

#[rstest]
#[case::four(4, (true, false, 1, 0))]
#[case::six(6, (true, true, 0, 0))]
#[case::five(5, (true, false, 0, 1))]
#[case::two(2, (false, false, 0, 1))]
fn cc_tht_14_automatic_spending(#[case] count: i32, #[case] wanted: (bool, bool, u32, u8)) {
    let (scene, faces) = unlucky(count);
    assert_eq!(bought(&automatic(&scene, &faces)), wanted);
}

#[test]
fn cc_tht_14_nothing_is_bought_when_switched_off() {
    let (mut scene, faces) = unlucky(4);
    set(&mut scene, "cc.auto_threat", "off");
    assert_eq!(bought(&automatic(&scene, &faces)), (false, false, 0, 0));
}

#[test]
fn cc_tht_14_the_targets_maneuver() {
    let (mut scene, faces) = unlucky(6);
    scene.attacker.prone = true;
    Arc::make_mut(&mut scene.weapon).ammunition = false;
    // Boost 2, setback 2, maneuver 2.
    assert!(automatic(&scene, &faces).first().condition.aim, "standing: it aims");
    scene.defender.prone = true;
    let faces = [vec![1], faces].concat();
    assert!(!automatic(&scene, &faces).first().prone, "it stands up");
}

#[test]
fn cc_tht_15_downgrade_an_ally() {
    let mut scene = scene(rifle());
    assert!(!has(&offered(&scene, &threats(3), &[]), "downgrade"));
    scene.allies.push(bystander(4));
    let after = play(&scene, &threats(3), &["downgrade:4"]);
    assert_eq!(after.deeds, [Deed::Waits { unit: 4, next: Next::Attack, change: Change::DOWNGRADE }]);
}

#[test]
fn cc_tht_16_twice() {
    let (mut scene, faces) = unlucky(6);
    scene.allies.push(bystander(4));
    let after = play(&scene, &faces, &["downgrade:4", "downgrade:4"]);
    let wanted = Deed::Waits { unit: 4, next: Next::Attack, change: Change::DOWNGRADE };
    assert_eq!(after.deeds, [wanted, wanted]);
}

/// A rifle shot with a challenge die.
fn doomed(faces: &str) -> (AttackScene, Vec<u8>) {
    let mut scene = scene(rifle());
    scene.attacker.condition.waiting.check.downgrade = 1;
    assert_eq!(dice(&scene), [0, 0, 1, 1, 2, 1]);
    (scene, face_list(faces))
}

#[test]
fn cc_tri_02_a_despair_buys_an_option() {
    let (mut scene, faces) = doomed("A2 P2 P1 D1 C12");
    scene.attacker.condition.waiting.check.boost = 1;
    assert_eq!(net("B1 A2 P2 P1 D1 C12"), (1, 0));
    let faces = [vec![1], faces].concat();
    let after = automatic(&scene, &faces);
    assert_eq!((after.successes, after.first().contact, after.attacker.prone), (1, Contact::Hit, true));
    set(&mut scene, "cc.despair", "off");
    assert!(!automatic(&scene, &faces).attacker.prone);
}

#[test]
fn cc_tri_03_once_per_option_still_holds() {
    let (mut scene, faces) = doomed("A1 P6 P1 D7 C12");
    scene.attacker.condition.waiting.check.setback = 2;
    let faces = [vec![5, 5], faces].concat();
    assert_eq!(net("K5 K5 A1 P6 P1 D7 C12").1, -3);
    assert_eq!(bought(&automatic(&scene, &faces)), (true, true, 0, 0));
}

#[test]
fn cc_thr_06_the_unconscious_perform_no_maneuver() {
    let mut scene = scene(rifle());
    scene.defender.condition.wounds = 13;
    assert!(has(&offered(&scene, &threats(2), &[]), "maneuver:2"));
    let keys = offered(&scene, &result(1, -2), &[]);
    assert!(!has(&keys, "maneuver"), "this attack felled it: {keys:?}");
    let (mut scene, faces) = unlucky(6);
    (scene.attacker.prone, scene.defender.prone) = (true, true);
    scene.defender.down = Some(crate::Down::Unconscious);
    Arc::make_mut(&mut scene.weapon).ammunition = false;
    let after = automatic(&scene, &[vec![1], faces].concat());
    assert!(after.first().prone, "it does not stand up");
    assert_eq!(bought(&after), (true, false, 1, 1), "boost, setback, then Strain");
}

#[test]
fn cc_tht_12_an_empty_weapon_may_break_down_too() {
    let (scene, faces) = unlucky(6);
    let after = play(&scene, &faces, &["empty:weapon0", "equipment:weapon0"]);
    let wanted =
        [Fate::Emptied, Fate::Broken].map(|fate| Deed::Item { unit: 1, item: Item::Weapon(0), fate });
    assert_eq!(after.deeds, wanted);
    let left = offered(&scene, &faces, &["equipment:weapon0"]);
    assert!(!has(&left, "empty"), "what is broken does not run empty: {left:?}");
}
