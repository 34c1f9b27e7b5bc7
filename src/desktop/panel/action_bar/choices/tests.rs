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
        mark: None,
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
fn the_price_of_a_move_names_the_free_action_only_while_it_is_used() {
    let plan = |points, free| {
        let mut plan = ValidatedOrder::default();
        (plan.points, plan.free) = (points, free);
        plan
    };
    let [uses, further, paid] = [plan(0, 1), plan(0, 0), plan(1, 0)];
    let book = Book::SwanSong;
    assert_eq!(move_cost_text(book, &uses, "free"), "Free Action");
    assert_eq!(move_cost_text(book, &further, "free"), "", "the walk goes on");
    assert_eq!(move_cost_text(book, &paid, "1 AP"), "1 AP");
    assert_eq!(move_cost_text(Book::CombatChecks, &further, "manoeuvre"), "manoeuvre");
}

#[test]
fn a_turn_is_finished_when_only_free_actions_are_left() {
    let moves = |refused| choice(ChoiceGroup::Movement, "1 AP", refused);
    let free = choice(ChoiceGroup::Stance, "Free Action", false);
    assert!(is_finished(&[moves(true), choice(ChoiceGroup::Stance, "free", false)]));
    let end = choice(ChoiceGroup::Phase, "", false);
    assert!(is_finished(&[moves(true), free.clone(), end.clone()]));
    assert!(!is_finished(&[moves(false), free.clone(), end.clone()]));
    let stands = choice(ChoiceGroup::Stance, "1 AP", false);
    assert!(!is_finished(&[moves(true), stands, end]));
}
