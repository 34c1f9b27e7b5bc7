//! Automatic responses for the rest of a fight.

use breachline::battle::{BattleEvent, Order, OrderError, PointlessOrder, Target};
use breachline::model::UnitId;
use breachline::rules::swan_song::FireMode;

use crate::common::{Setup, knife, rifle, sheet};
use crate::delay::{asked, delay, scored, stab};

#[test]
fn a_standing_answer_is_given_without_asking() {
    let mut fight = scored(&[15, 11, 6]);
    let never = |clause: &str| Order::SetAutoResponse {
        unit: UnitId(1),
        clause: clause.to_owned(),
        answer: Some("hold".to_owned()),
    };
    fight.submit(never("SS-DELAY-05"));
    delay(&mut fight, 1);
    assert_eq!((fight.acting(), asked(&mut fight)), (Some(2), None));
    fight.end();
    assert_eq!(fight.acting(), Some(3));
    let same = fight.submit_error(never("SS-DELAY-05"));
    assert!(matches!(same, OrderError::NothingToDo(PointlessOrder::SameAutoResponse { .. })), "{same}");
    assert!(matches!(fight.submit_error(never("SS-ATK-99")), OrderError::NoSuchPrompt { .. }));
    // From now on the unit is asked again.
    fight.submit(Order::SetAutoResponse { unit: UnitId(1), clause: "SS-DELAY-05".to_owned(), answer: None });
    fight.end();
    assert_eq!(fight.asked(), ["hold", "act"], "the question about acting last is a different one");
    crate::skirmish::replays(&mut fight);
}

#[test]
fn a_standing_defence_is_taken_where_it_can_be() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (6, 5), sheet(), &[knife()])
        .start_battle(&[6, 5]);
    let order = Order::SetAutoResponse {
        unit: UnitId(2),
        clause: "SS-ATK-07".to_owned(),
        answer: Some("parry".to_owned()),
    };
    fight.submit(order);
    fight.rolls(&[(0, 7), (1, 9)]);
    let events = fight.submit(stab(1, 2));
    assert!(events.iter().any(|event| matches!(event, BattleEvent::AttackResolved { .. })));
    assert_eq!((fight.points(2), asked(&mut fight)), (2, None));
    // Against a shot there is no parry: the question opens.
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[rifle()])
        .unit(1, (9, 5), sheet(), &[knife()])
        .start_battle(&[6, 5]);
    fight.submit(Order::SetAutoResponse {
        unit: UnitId(2),
        clause: "SS-ATK-07".to_owned(),
        answer: Some("parry".to_owned()),
    });
    fight.submit(Order::attack(UnitId(1), Target::Unit(UnitId(2)), 0, Some(FireMode::Single)));
    assert_eq!(fight.asked(), ["standard", "full_defense"]);
}
