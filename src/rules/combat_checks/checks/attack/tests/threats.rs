//! What the other player spends threats on.

use std::sync::Arc;

use rstest::rstest;

use crate::combat_checks::checks::attack::*;
use crate::combat_checks::checks::pool::{NextCheck, PoolChange};
use crate::combat_checks::checks::range::AttackError;
use crate::combat_checks::test_support::*;
use crate::combat_checks::{
    AttackContext, Expiry, ItemFate, ItemSlot, Limb, Maneuver, SideEffect, TimedEffectKind, Weapon,
    WieldedWeapon,
};
use crate::status::{ActiveAilment, Ailment, StatusEnd};
use crate::{HealthCause, HitResult};
use model::{BarrierId, UnitId};

/// Threats and no success.
fn threats(count: i32) -> Vec<u8> {
    faces_for(0, -count)
}

/// With four more setback dice, to show many threats.
fn unlucky(count: i32) -> (AttackContext, Vec<u8>) {
    let mut context = attack_context(rifle());
    context.attacker.condition.waiting.check.setback = 4;
    let shown = count.min(4);
    let setbacks = (0..4).map(|at| if at < shown { 5 } else { 1 });
    let faces = setbacks.chain(threats(count - shown)).collect();
    (context, faces)
}

/// Automatic purchases.
fn automatic(context: &AttackContext, rolled: &[u8]) -> AttackResult {
    let mut context = context.clone();
    set_switch(&mut context, "cc.threat_chooser", "auto");
    resolve_with(&context, rolled, &[])
}

#[test]
fn cc_tht_01_the_other_player_chooses() {
    let mut table = dice::ScriptedTable::new(threats(2), Vec::new());
    let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &attack_context(rifle()))
    else {
        panic!("expected a prompt")
    };
    assert_eq!(prompt.question.to_string(), "unit 1's attack missed. Spend 2 threats?", "whose check it was");
    let keys: Vec<String> = prompt.answers.into_iter().map(|answer| answer.key).collect();
    assert_eq!((prompt.who, keys[0].as_str()), (UnitId(2), "boost:2"), "the automatic choice comes first");
    assert!(!has_key(&keys, "prone") && has_key(&keys, "stop"), "legal options only: {keys:?}");
}

#[test]
fn cc_tht_01_nothing_is_offered_that_cannot_have_an_effect() {
    let mut context = attack_context(rifle());
    context.enemies.push(nearby_unit(5));
    context.defender.down = Some(crate::DownState::Unconscious);
    let keys = offered_keys(&context, &threats(2), &[]);
    assert!(!has_key(&keys, "boost") && !keys.iter().any(|key| key == "maneuver:2"), "{keys:?}");
    assert!(has_key(&keys, "setback") && keys.iter().any(|key| key == "maneuver:5"), "{keys:?}");
    assert_eq!(keys[0], "setback:1", "not the boost of a target that is out");
    // One point of Strain puts the attacker out of action.
    let mut context = attack_context(rifle());
    context.attacker.in_cover = true;
    context.attacker.condition.strain = context.attacker.condition.strain_threshold;
    let left = offered_keys(&context, &threats(3), &["strain"]);
    assert!(!has_key(&left, "setback") && !has_key(&left, "benefit"), "{left:?}");
    assert!(has_key(&left, "boost"), "{left:?}");
}

#[test]
fn cc_tht_01_after_the_last_blow_only_strain_can_matter() {
    let mut context = attack_context(rifle());
    context.defender.down = Some(crate::DownState::Unconscious);
    context.last_enemies = vec![UnitId(2)];
    let after = resolve_with(&context, &threats(3), &[]);
    assert_eq!((after.attacker.prone, after.attacker.condition.strain), (false, 0), "nothing was bought");
    context.attacker.condition.strain = context.attacker.condition.strain_threshold;
    assert_eq!(
        offered_keys(&context, &threats(3), &[]),
        ["strain", "stop"],
        "its side would have no unit left"
    );
    context.allies.push(nearby_unit(4));
    assert_eq!(resolve_with(&context, &threats(3), &[]).attacker.down, None, "an ally stands");
}

#[test]
fn cc_tht_02_strain_alone_leaves_no_choice() {
    let sole = |context: &AttackContext, count: i32| {
        let mut table = dice::ScriptedTable::new(threats(count), Vec::new());
        let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, context) else {
            panic!("expected a prompt")
        };
        let rules = crate::RuleSet::new(crate::Book::CombatChecks);
        crate::play::sole_answer(&prompt, &rules).map(|at| prompt.answers[at].key.clone())
    };
    let context = attack_context(rifle());
    assert_eq!(sole(&context, 1).as_deref(), Some("strain"), "what is not spent is lost");
    assert_eq!(sole(&context, 2), None, "a boost, a setback or a manoeuvre");
    let mut covered = attack_context(rifle());
    covered.attacker.in_cover = true;
    assert_eq!(sole(&covered, 1), None, "Strain or the cover");
}

#[test]
fn cc_tht_02_purchases_share_the_threats() {
    let after = resolve_with(&attack_context(rifle()), &threats(3), &["strain", "boost:2"]);
    assert_eq!(
        (after.attacker.condition.strain, after.first_target().condition.waiting.check),
        (1, PoolChange::BOOST)
    );
    let left = offered_keys(&attack_context(rifle()), &threats(3), &["boost:2"]);
    assert!(!has_key(&left, "setback") && has_key(&left, "strain"), "2 + 2 of 3: {left:?}");
}

#[test]
fn cc_tht_03_once_per_attack() {
    let mut context = attack_context(rifle());
    context.attacker.in_cover = true;
    let left = offered_keys(&context, &threats(2), &["strain"]);
    assert!(!has_key(&left, "strain") && has_key(&left, "benefit"), "{left:?}");
    let after = resolve_with(&context, &threats(2), &["strain", "benefit:cover"]);
    assert_eq!(
        (after.attacker.condition.strain, after.side_effects),
        (1, vec![SideEffect::CoverLost { unit: UnitId(1) }])
    );
}

#[test]
fn cc_tht_04_threats_cause_strain_only_if_spent_on_it() {
    let mut context = attack_context(rifle());
    context.attacker.condition.strain = 3;
    let after = resolve_with(&context, &threats(1), &["strain"]);
    assert_eq!((after.attacker.condition.strain, after.strain_cause), (4, Some(HealthCause::Threats)));
    let boosted = resolve_with(&context, &threats(2), &["boost:2"]);
    assert_eq!(boosted.strain_cause, None, "nothing was spent on Strain");
}

#[test]
fn cc_tht_05_a_maneuver_is_lost() {
    let mut context = attack_context(rifle());
    assert!(!has_key(&offered_keys(&context, &threats(1), &[]), "benefit"));
    context.attacker.in_cover = true;
    context.attacker.condition.add_timed(TimedEffectKind::GuardedStance, Expiry::TurnEnds(2));
    let faces = [vec![1], threats(1)].concat();
    let cover = resolve_with(&context, &faces, &["benefit:cover"]);
    assert_eq!(cover.side_effects, [SideEffect::CoverLost { unit: UnitId(1) }]);
    let stance = resolve_with(&context, &faces, &["benefit:guarded_stance"]);
    assert!(!stance.attacker.condition.has_timed(TimedEffectKind::GuardedStance));
}

#[test]
fn cc_tht_06_an_opponents_maneuver() {
    let mut context = attack_context(rifle());
    context.defender.economy.points = 0;
    context.defender.economy.maneuvers = 2;
    context.enemies.push(nearby_unit(5));
    let after = resolve_with(&context, &threats(2), &["maneuver:2", "move"]);
    assert_eq!(after.side_effects, [SideEffect::Maneuver { unit: UnitId(2), maneuver: Maneuver::Move }]);
    let after = resolve_with(&context, &threats(2), &["maneuver:5", "aim"]);
    assert_eq!(after.side_effects, [SideEffect::Performed { unit: UnitId(5), maneuver: Maneuver::Aim }]);
    for (target, unit) in [("maneuver:2", UnitId(2)), ("maneuver:5", UnitId(5))] {
        let after = resolve_with(&context, &threats(2), &[target, "take_cover"]);
        let maneuver = Maneuver::TakeCover;
        assert_eq!(after.side_effects, [SideEffect::Performed { unit, maneuver }], "not for later");
    }
    assert!(has_key(&offered_keys(&context, &threats(2), &["maneuver:5"]), "take_cover"));
    context.enemies[0].can_take_cover = false;
    assert!(!has_key(&offered_keys(&context, &threats(2), &["maneuver:5"]), "take_cover"), "in the open");
    let mut table = dice::ScriptedTable::new(threats(2), vec!["maneuver:5".to_owned()]);
    let asked = match resolve_attack(&mut table, &context) {
        Err(dice::Interrupt::NeedsAnswer(prompt)) => Some(prompt.who),
        _ => None,
    };
    assert_eq!(asked, Some(UnitId(5)), "the unit that performs it");
}

#[test]
fn cc_tht_06_a_helpless_unit_takes_no_cover() {
    let mut context = attack_context(rifle());
    let takes =
        |context: &AttackContext| has_key(&offered_keys(context, &threats(2), &["maneuver:2"]), "take_cover");
    assert!(takes(&context));
    let until = StatusEnd::Removed;
    context.defender.ailments =
        vec![ActiveAilment { ailment: Ailment::Shocked, part: None, by: None, strength: 0, until }];
    assert!(!takes(&context));
}

#[rstest]
#[case::cc_tht_07_boost_to_the_target(2)]
#[case::cc_ruling_13_not_to_the_attacker(2)]
fn boost_to_the_target(#[case] count: i32) {
    let after = resolve_with(&attack_context(rifle()), &threats(count), &["boost:2"]);
    assert_eq!(after.first_target().condition.waiting.check, PoolChange::BOOST);
    assert_eq!(after.attacker.condition.waiting.check, PoolChange::NONE);
}

#[test]
fn cc_tht_08_a_setback_die_goes_to_the_attacker_or_an_ally() {
    let mut context = attack_context(rifle());
    context.allies.push(nearby_unit(4));
    let own = resolve_with(&context, &threats(2), &["setback:1"]);
    assert_eq!(own.attacker.condition.waiting.check, PoolChange::SETBACK);
    let ally = resolve_with(&context, &threats(2), &["setback:4"]);
    assert_eq!(
        ally.side_effects,
        [SideEffect::PendingChange { unit: UnitId(4), next: NextCheck::Check, change: PoolChange::SETBACK }]
    );
}

#[test]
fn cc_tht_09_the_attacker_falls_prone_once() {
    let mut context = attack_context(rifle());
    assert!(resolve_with(&context, &threats(3), &["prone"]).attacker.prone);
    context.attacker.prone = true;
    assert!(!has_key(&offered_keys(&context, &threats(3), &[]), "prone"));
}

#[test]
fn cc_tht_10_out_of_ammunition() {
    let after = resolve_with(&attack_context(rifle()), &threats(3), &["empty:weapon0"]);
    assert_eq!(
        after.side_effects,
        [SideEffect::Item { unit: UnitId(1), item: ItemSlot::Weapon(0), fate: ItemFate::Emptied }]
    );
    assert!(!has_key(&offered_keys(&attack_context(sword()), &threats(3), &[]), "empty"));
}

#[test]
fn cc_tht_10_an_empty_weapon_is_no_weapon() {
    let mut context = attack_context(rifle());
    assert_eq!(context.validate(), Ok(()));
    context.attacker.held[0].empty = true;
    assert_eq!(context.validate(), Err(AttackError::Empty));
    context.attacker.held[0] =
        WieldedWeapon { useless: true, empty: false, ..context.attacker.held[0].clone() };
    assert_eq!(context.validate(), Err(AttackError::Useless));
}

#[test]
fn cc_tht_11_limited_ammo() {
    let launcher = Weapon { limited_ammo: true, ..rifle() };
    assert!(!has_key(&offered_keys(&attack_context(launcher), &threats(3), &[]), "empty"));
}

#[test]
fn cc_tht_12_equipment_breaks_down() {
    let after = resolve_with(&attack_context(sword()), &threats(3), &["equipment:weapon0"]);
    assert_eq!(
        after.side_effects,
        [SideEffect::Item { unit: UnitId(1), item: ItemSlot::Weapon(0), fate: ItemFate::Broken }]
    );
    assert!(!has_key(&offered_keys(&attack_context(Weapon::unarmed()), &threats(3), &[]), "equipment"));
}

#[test]
fn cc_tht_12_the_attacking_weapon_first() {
    let mut context = attack_context(sword());
    context.attacker.held.insert(0, wielded(pistol(), Limb::LeftArm));
    context.held = Some(1);
    let keys = offered_keys(&context, &threats(3), &[]);
    let order: Vec<&String> = keys.iter().filter(|key| key.starts_with("equipment")).collect();
    assert_eq!(order, ["equipment:weapon1", "equipment:weapon0"]);
}

#[test]
fn cc_tht_13_a_significant_advantage() {
    let mut context = attack_context(rifle());
    let after = resolve_with(&context, &threats(3), &["significant:2"]);
    assert_eq!(after.first_target().condition.waiting.check, PoolChange::UPGRADE);
    context.objects.push(interactive_object(6, 20));
    assert_eq!(
        resolve_with(&context, &threats(3), &["significant:6"]).side_effects,
        [SideEffect::Switched { object: BarrierId(6) }]
    );
    assert!(!has_key(&offered_keys(&context, &threats(3), &[]), "significant:2"));
    set_switch(&mut context, "cc.significant", "off");
    assert!(!has_key(&offered_keys(&context, &threats(3), &[]), "significant"));
}

/// Prone, empty, Strain, boost to the target.
fn bought(after: &AttackResult) -> (bool, bool, u32, u8) {
    let empty = after
        .side_effects
        .iter()
        .any(|effect| matches!(effect, SideEffect::Item { fate: ItemFate::Emptied, .. }));
    let target = &after.first_target().condition.waiting.check;
    (after.attacker.prone, empty, after.attacker.condition.strain, target.boost)
}

#[rstest]
#[case::four(4, (true, false, 1, 0))]
#[case::six(6, (true, true, 0, 0))]
#[case::five(5, (true, false, 0, 1))]
#[case::two(2, (false, false, 0, 1))]
fn cc_tht_14_automatic_spending(#[case] count: i32, #[case] wanted: (bool, bool, u32, u8)) {
    let (context, faces) = unlucky(count);
    assert_eq!(bought(&automatic(&context, &faces)), wanted);
}

#[test]
fn cc_tht_14_nothing_is_bought_when_switched_off() {
    let (mut context, faces) = unlucky(4);
    set_switch(&mut context, "cc.auto_threat", "off");
    assert_eq!(bought(&automatic(&context, &faces)), (false, false, 0, 0));
}

#[test]
fn cc_tht_14_the_targets_maneuver() {
    let (mut context, faces) = unlucky(6);
    context.attacker.prone = true;
    Arc::make_mut(&mut context.weapon).ammunition = false;
    // Boost 2, setback 2, maneuver 2.
    assert!(automatic(&context, &faces).first_target().condition.aim, "standing: it aims");
    context.defender.prone = true;
    let faces = [vec![1], faces].concat();
    assert!(!automatic(&context, &faces).first_target().prone, "it stands up");
}

#[test]
fn cc_tht_01_units_that_the_attack_does_not_meet_keep_their_side_in_the_battle() {
    let mut context = attack_context(rifle());
    context.defender.down = Some(crate::DownState::Unconscious);
    context.last_enemies = vec![UnitId(2)];
    context.attacker.condition.strain = context.attacker.condition.strain_threshold;
    assert_eq!(offered_keys(&context, &threats(1), &[]), ["strain", "stop"], "the last of its side");
    context.side_goes_on = true;
    let after = resolve_with(&context, &threats(1), &[]);
    assert_eq!(after.attacker.down, None, "one is still to arrive: nothing is bought");
}

#[test]
fn cc_tht_14_a_downgraded_ally_comes_before_a_boost() {
    let (mut context, faces) = unlucky(6);
    context.attacker.prone = true;
    context.allies.push(nearby_unit(4));
    let unit = UnitId(1);
    assert_eq!(
        automatic(&context, &faces).side_effects,
        [
            SideEffect::Item { unit, item: ItemSlot::Weapon(0), fate: ItemFate::Emptied },
            SideEffect::PendingChange {
                unit: UnitId(4),
                next: NextCheck::Attack,
                change: PoolChange::DOWNGRADE
            }
        ]
    );
}

#[rstest]
#[case::strain_first(1, 1, &[])]
#[case::then_the_benefit(8, 1, &[SideEffect::CoverLost { unit: UnitId(1) }])]
fn cc_tht_14_what_costs_one_comes_last(#[case] count: i32, #[case] strain: u32, #[case] lost: &[SideEffect]) {
    let (mut context, faces) = unlucky(count);
    (context.attacker.prone, context.attacker.in_cover) = (true, true);
    Arc::make_mut(&mut context.weapon).ammunition = false;
    let after = automatic(&context, &faces);
    assert_eq!((after.attacker.condition.strain, after.side_effects.as_slice()), (strain, lost));
}

#[test]
fn cc_tht_15_downgrade_an_ally() {
    let mut context = attack_context(rifle());
    assert!(!has_key(&offered_keys(&context, &threats(3), &[]), "downgrade"));
    context.allies.push(nearby_unit(4));
    let after = resolve_with(&context, &threats(3), &["downgrade:4"]);
    assert_eq!(
        after.side_effects,
        [SideEffect::PendingChange {
            unit: UnitId(4),
            next: NextCheck::Attack,
            change: PoolChange::DOWNGRADE
        }]
    );
}

#[test]
fn cc_tht_16_two_despairs_downgrade_the_same_ally_twice() {
    let (mut context, faces) = unlucky(6);
    context.allies.push(nearby_unit(4));
    let after = resolve_with(&context, &faces, &["downgrade:4", "downgrade:4"]);
    let wanted =
        SideEffect::PendingChange { unit: UnitId(4), next: NextCheck::Attack, change: PoolChange::DOWNGRADE };
    assert_eq!(after.side_effects, [wanted, wanted]);
}

/// A rifle shot with a challenge die.
fn doomed(faces: &str) -> (AttackContext, Vec<u8>) {
    let mut context = attack_context(rifle());
    context.attacker.condition.waiting.check.downgrade = 1;
    assert_eq!(pool_dice(&context), [0, 0, 1, 1, 2, 1]);
    (context, face_list(faces))
}

#[test]
fn cc_tri_02_a_despair_buys_an_option() {
    let (mut context, faces) = doomed("A2 P2 P1 D1 C12");
    context.attacker.condition.waiting.check.boost = 1;
    assert_eq!(net_symbols("B1 A2 P2 P1 D1 C12"), (1, 0));
    let faces = [vec![1], faces].concat();
    let after = automatic(&context, &faces);
    assert_eq!(
        (after.successes, after.first_target().contact, after.attacker.prone),
        (1, HitResult::Hit, true)
    );
    set_switch(&mut context, "cc.despair", "off");
    assert!(!automatic(&context, &faces).attacker.prone);
}

#[test]
fn cc_tri_03_once_per_option_still_holds() {
    let (mut context, faces) = doomed("A1 P6 P1 D7 C12");
    context.attacker.condition.waiting.check.setback = 2;
    let faces = [vec![5, 5], faces].concat();
    assert_eq!(net_symbols("K5 K5 A1 P6 P1 D7 C12").1, -3);
    assert_eq!(bought(&automatic(&context, &faces)), (true, true, 0, 0));
}

#[test]
fn cc_thr_06_the_unconscious_perform_no_maneuver() {
    let mut context = attack_context(rifle());
    context.defender.condition.wounds = 13;
    assert!(has_key(&offered_keys(&context, &threats(2), &[]), "maneuver:2"));
    let keys = offered_keys(&context, &faces_for(1, -2), &[]);
    assert!(!has_key(&keys, "maneuver"), "this attack felled it: {keys:?}");
    let (mut context, faces) = unlucky(6);
    (context.attacker.prone, context.defender.prone) = (true, true);
    context.defender.down = Some(crate::DownState::Unconscious);
    Arc::make_mut(&mut context.weapon).ammunition = false;
    let after = automatic(&context, &[vec![1], faces].concat());
    assert!(after.first_target().prone, "it does not stand up");
    assert_eq!(bought(&after), (true, false, 1, 0), "a setback, then Strain: no boost for the unconscious");
}

#[test]
fn cc_tht_12_an_empty_weapon_may_break_down_too() {
    let (context, faces) = unlucky(6);
    let after = resolve_with(&context, &faces, &["empty:weapon0", "equipment:weapon0"]);
    let wanted = [ItemFate::Emptied, ItemFate::Broken].map(|fate| SideEffect::Item {
        unit: UnitId(1),
        item: ItemSlot::Weapon(0),
        fate,
    });
    assert_eq!(after.side_effects, wanted);
    let left = offered_keys(&context, &faces, &["equipment:weapon0"]);
    assert!(!has_key(&left, "empty"), "what is broken does not run empty: {left:?}");
}
