//! Dice rolled by hand: the battle asks for each roll.

use breachline::battle::{Order, OrderError};
use breachline::rules::play;

use crate::common::{Fight, Setup, knife, sheet};
use breachline::model::UnitId;

/// Two units side by side whose players roll by hand; round 1 waits for the first initiative die.
fn by_hand() -> Fight {
    Setup::new()
        .skirmish(|skirmish| skirmish.options.ask_dice = true)
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (6, 5), sheet(), &[knife()])
        .start_battle(&[])
}

fn decide(answer: &str) -> Order {
    Order::Decide { answer: answer.to_owned() }
}

/// The unit that is asked, and the number of dice.
fn wanted(fight: &mut Fight) -> Option<(UnitId, u32)> {
    fight.view(|view| {
        let decision = view.open_prompt()?;
        Some((decision.prompt().who, decision.dice()?.count))
    })
}

#[test]
fn every_roll_is_asked_for_and_taken_as_it_fell() {
    let mut fight = by_hand();
    assert_eq!(wanted(&mut fight), Some((UnitId(1), 1)));
    let (reaction, intuition) = fight.unit(1, |unit| play::tie_breakers(unit.sheet.get()));
    let attribute = reaction + intuition;
    fight.submit(decide("6"));
    assert_eq!(wanted(&mut fight), Some((UnitId(2), 1)), "the next roll, which another unit makes");
    fight.submit(decide("2"));
    assert_eq!(wanted(&mut fight), None);
    assert_eq!(fight.score(1), i32::from(attribute) + 6);
    assert_eq!(fight.score(2), i32::from(attribute) + 2);
}

#[test]
fn what_these_dice_cannot_show_is_refused_and_changes_nothing() {
    let mut fight = by_hand();
    for wrong in ["", "7", "0", "3 4", "six"] {
        let refusal = fight.submit_error(decide(wrong));
        assert_eq!(refusal, OrderError::InvalidFaces { dice: "1d6".to_owned(), given: wrong.to_owned() });
    }
    assert_eq!(wanted(&mut fight), Some((UnitId(1), 1)));
}

#[test]
fn a_roll_or_the_rest_of_an_order_can_be_left_to_the_program() {
    let mut fight = by_hand();
    fight.answer("roll");
    assert_eq!(wanted(&mut fight), Some((UnitId(2), 1)));
    let mut fight = by_hand();
    fight.answer("rest");
    assert_eq!(wanted(&mut fight), None);
    assert_eq!(fight.round(), (1, 1));
}

#[test]
fn questions_of_the_rules_and_dice_follow_each_other() {
    let mut fight = by_hand();
    fight.submit(decide("6"));
    fight.submit(decide("1"));
    fight.attack(1, 2, 0, None).expect("beside it");
    assert_eq!(fight.asked()[0], "standard", "how to defend comes before any die");
    fight.answer("standard");
    let (who, count) = wanted(&mut fight).expect("the attack roll");
    assert_eq!(who, UnitId(1));
    fight.submit(decide(&vec!["1"; count as usize].join(",")));
    let (who, count) = wanted(&mut fight).expect("the defence roll");
    assert_eq!(who, UnitId(2));
    fight.submit(decide(&vec!["6"; count as usize].join(" ")));
    assert_eq!(wanted(&mut fight), None, "a miss needs no more dice");
    crate::skirmish::replays(&mut fight);
}
