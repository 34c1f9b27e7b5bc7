//! What a triumph buys.

use crate::combat_checks::checks::attack::*;
use crate::combat_checks::test_support::*;

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
fn cc_tri_01_a_question_says_which_of_those_about_the_roll_it_is() {
    let rules = crate::RuleSet::new(crate::Book::CombatChecks);
    let place = |faces: &str, chosen: &[&str]| {
        let chosen = chosen.iter().map(|key| (*key).to_owned()).collect();
        let mut table = dice::ScriptedTable::new(face_list(faces), chosen);
        let Err(dice::Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &attack_context(pistol()))
        else {
            panic!("expected a prompt")
        };
        crate::play::question_place(&prompt, &rules)
    };
    assert_eq!(place("A5 P12 P10 D1 D1", &[]), Some((1, 2)), "then 3 advantages");
    assert_eq!(place("A5 P12 P10 D1 D1", &["setback:2"]), Some((2, 2)));
    assert_eq!(place("A1 P12 P12 D1 D1", &["setback:2"]), Some((2, 2)), "the second triumph");
    assert_eq!(place("A1 P12 P1 D1 D1", &[]), None, "it is the only one");
}

#[test]
fn cc_tri_01_switched_off() {
    let mut context = attack_context(pistol());
    set_switch(&mut context, "cc.triumph", "off");
    let after = resolve_with(&context, &face_list("A1 P12 P1 D1 D1"), &[]);
    assert_eq!(after.first_target().condition.wounds, 3, "only a success");
}
