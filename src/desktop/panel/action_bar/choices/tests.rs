//! Tests of the choices of the action bar.

use super::*;

fn choice(group: ChoiceGroup, cost: &str, refused: bool) -> ActionChoice {
    ActionChoice {
        group,
        label: "Choice".to_owned(),
        cost: cost.to_owned(),
        action: ChoiceAction::OpenSearch,
        refusal: refused.then(|| ("no".to_owned(), "")),
        description: String::new(),
        command: None,
        chosen: false,
    }
}

#[test]
fn a_refused_move_is_put_into_few_words() {
    let points = OrderError::NotEnoughActionPoints { unit: "Vex".to_owned(), needed: 1, left: 0 };
    assert_eq!(move_refusal_text(Some(&points), 8), "needs 1 AP");
    let free = OrderError::FreeActionUsed { unit: "Vex".to_owned() };
    assert_eq!(move_refusal_text(Some(&free), 8), "needs 1 AP");
    assert_eq!(move_refusal_text(Some(&points), 0), "no movement left");
    assert_eq!(move_refusal_text(None, 8), "no free square");
    let attacked = OrderError::AlreadyAttacked { unit: "Vex".to_owned() };
    assert_eq!(move_refusal_text(Some(&attacked), 8), "not now");
}

#[test]
fn a_turn_is_finished_when_only_free_actions_are_left() {
    let moves = |refused| choice(ChoiceGroup::Movement, "1 AP", refused);
    let free = choice(ChoiceGroup::Stance, "free action", false);
    let end = choice(ChoiceGroup::Phase, "", false);
    assert!(is_finished(&[moves(true), free.clone(), end.clone()]));
    assert!(!is_finished(&[moves(false), free.clone(), end.clone()]));
    let stands = choice(ChoiceGroup::Stance, "1 AP", false);
    assert!(!is_finished(&[moves(true), stands, end]));
}
