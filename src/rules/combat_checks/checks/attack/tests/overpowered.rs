//! The second attack on an Overpowered target.

use rstest::rstest;

use super::chart::suffer;
use crate::combat_checks::checks::attack::*;
use crate::combat_checks::checks::pool::PoolChange;
use crate::combat_checks::test_support::*;
use crate::combat_checks::{AttackContext, Weapon};
use dice::{Interrupt, ScriptedTable};

/// An Overpowered target, then the same pool again.
fn overpowered(again: &[u8], answers: &[&str]) -> AttackResult {
    suffer(80, again, &[&["attack"], answers].concat(), |_| {})
}

#[test]
fn cc_chart_16_the_free_second_attack_does_damage_and_may_be_declined() {
    let hit = overpowered(&faces_for(2, 3), &[]);
    assert_eq!(hit.first_target().condition.wounds, 4 + 4, "damage dealt, no advantage spent");
    assert_eq!(hit.attacker.condition.waiting.check, PoolChange::NONE);
    let threat = overpowered(&faces_for(2, -1), &["strain"]);
    assert_eq!((threat.first_target().condition.wounds, threat.attacker.condition.strain), (8, 1));
    let declined = suffer(80, &[], &["stop"], |_| {});
    assert_eq!(declined.first_target().condition.wounds, 4);
}

#[test]
fn cc_chart_16_no_injury_of_the_second_attack() {
    let after = overpowered(&face_list("A5 P12 P10 D1 D1"), &[]);
    assert_eq!((after.first_target().injuries.len(), after.first_target().condition.wounds), (1, 4 + 3));
}

/// The question whether to attack an Overpowered target again, after a change of the attack.
fn asked_again(change: impl FnOnce(&mut AttackContext)) -> dice::Prompt {
    let mut context = attack_context(pistol());
    change(&mut context);
    let rolled = [faces_for(2, 3), vec![80]].concat();
    match resolve_attack(&mut ScriptedTable::new(rolled, vec!["injury:2".to_owned()]), &context) {
        Err(Interrupt::NeedsAnswer(prompt)) => *prompt,
        other => panic!("expected a prompt: {other:?}"),
    }
}

#[test]
fn cc_chart_16_a_free_attack_without_risk_is_the_only_sensible_answer() {
    let rules = crate::RuleSet::new(crate::Book::CombatChecks);
    let sole = |prompt: &dice::Prompt| {
        assert_eq!(prompt.clause, "CC-CHART-16");
        crate::play::sole_answer(prompt, &rules).map(|at| prompt.answers[at].key.clone())
    };
    assert_eq!(sole(&asked_again(|_| {})).as_deref(), Some("attack"));
    let falls = |unit: &mut crate::combat_checks::HealthState| unit.wounds = unit.wound_threshold;
    assert_eq!(sole(&asked_again(|context| falls(&mut context.defender.condition))), None, "it lies already");
    let weary = |unit: &mut crate::combat_checks::HealthState| unit.strain = unit.strain_threshold;
    assert_eq!(
        sole(&asked_again(|context| weary(&mut context.attacker.condition))),
        None,
        "one threat is too many"
    );
}

#[test]
fn cc_dice_12_a_second_attack_says_what_it_does() {
    let notes = |again: Vec<u8>| {
        let rolled = [faces_for(2, 3), vec![80], again].concat();
        let mut table = ScriptedTable::new(rolled, ["injury:2", "attack"].map(str::to_owned).to_vec());
        resolve_attack(&mut table, &attack_context(pistol())).expect("the script fits");
        let traces = table.finish().expect("every face is used");
        let mut lines = traces.iter().filter_map(|trace| match trace {
            dice::Trace::Noted(note) => Some(note.text.to_string()),
            _ => None,
        });
        lines.next_back().unwrap_or_default()
    };
    assert_eq!(notes(faces_for(0, 0)), "no net success: the check fails");
    assert!(notes(faces_for(2, 0)).contains(" - Soak "), "its damage by itself");
}

#[test]
fn cc_ruling_14_threats_of_the_second_attack_count() {
    assert!(overpowered(&faces_for(0, -3), &["prone"]).attacker.prone);
}

#[test]
fn cc_chart_16_one_more_attack_on_each_overpowered_target() {
    let mut context = two_targets(Weapon { critical: 2, ..pistol() });
    context.attacker.condition.waiting.check.boost = 1;
    let again = [vec![1], faces_for(2, 0)].concat();
    let rolled = [vec![5], faces_for(1, 2), vec![80, 80], again.clone(), again].concat();
    let after = resolve_with(&context, &rolled, &["injury:2", "injury:3", "attack", "attack"]);
    let wounds: Vec<u32> = after.targets.iter().map(|target| target.condition.wounds).collect();
    assert_eq!(wounds, [3 + 4, 3 + 4]);
}

#[rstest]
#[case::cc_thr_06_unconscious("A1 P12 P4 D4 D1", "strain")]
#[case::cc_tht_10_out_of_ammunition("A1 P12 P4 D7 D4", "empty:weapon0")]
#[case::cc_tht_12_broken("A1 P12 P4 D7 D4", "equipment:weapon0")]
fn cc_chart_16_not_by_who_cannot_go_on(#[case] faces: &str, #[case] threat: &str) {
    let mut context = attack_context(pistol());
    context.attacker.condition.strain = context.attacker.condition.strain_threshold;
    let rolled = [face_list(faces), vec![80]].concat();
    let after = resolve_with(&context, &rolled, &["injury:2", threat]);
    assert_eq!(after.first_target().condition.wounds, 6 + 3 - 4, "no prompt to attack again");
}

#[rstest]
#[case::it_holds(4, 3 + 3, 2)]
#[case::it_is_shot_open(1, 3 + 4, 1)]
fn cc_chart_16_through_the_same_pane_again(#[case] structure: u32, #[case] wounds: u32, #[case] harm: u32) {
    let again = faces_for(2, 0);
    let after = suffer(80, &again, &["attack"], |context| context.barriers = vec![super::pane(structure, 2)]);
    assert_eq!(after.first_target().condition.wounds, wounds);
    assert_eq!(after.barriers.iter().map(|barrier| barrier.damage).sum::<u32>(), harm);
}
