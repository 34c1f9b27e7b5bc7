//! Copies of positions: another world plays on from them as the battle does.

use breachline::ai::{self, AiPlayer, Difficulty};
use breachline::battle::{self, BattlePosition, Order, RoundState};
use breachline::content::SkirmishOverrides;
use breachline::model::Side;
use breachline::rules::Book;
use rstest::rstest;

use crate::skirmish::{load, shipped};

/// Orders from one copy to the next.
const ORDERS_PER_COPY: usize = 9;

/// Every ninth position of a battle is set up in another world, which then plays the next orders with the same hashes.
#[rstest]
fn another_world_plays_on_from_a_copy(
    #[values(("warehouse", 0), ("convoy", 0), ("bunker", 1), ("docks", 2), ("derelict", 3), ("hostage", 4))]
    (skirmish, book): (&str, usize),
    #[values(false, true)] fog: bool,
) {
    let book = Some(Book::ALL[book]);
    let overrides = SkirmishOverrides { book, fog_of_war: Some(fog), ..SkirmishOverrides::default() };
    let mut fight = load(shipped(skirmish, &overrides), 5);
    let mut copy = battle::new_battle_world();
    let player = AiPlayer::new(Difficulty::Easy, 2);
    for number in 0..160 {
        if fight.world.resource::<RoundState>().outcome().is_some() {
            break;
        }
        if number % ORDERS_PER_COPY == 0 {
            BattlePosition::from_world(&mut fight.world).set_up(&mut copy);
            assert_eq!(
                battle::battle_hash(&mut copy),
                battle::battle_hash(&mut fight.world),
                "order {number}"
            );
        }
        let order = ai::decide(&mut fight.world, &player).expect("the battle goes on").order;
        let hash = battle::submit(&mut fight.world, &order).expect("an allowed order");
        assert_eq!(battle::submit(&mut copy, &order), Ok(hash), "order {number}: {order:?}");
    }
}

/// A master looks ahead in a world of its own: the battle stays as it is, and the decision is the same each time.
#[test]
fn looking_ahead_changes_nothing() {
    let overrides = SkirmishOverrides { fog_of_war: Some(true), ..SkirmishOverrides::default() };
    let mut fight = load(shipped("warehouse", &overrides), 3);
    for side in [0, 1] {
        fight.submit(Order::Begin { side: Side(side) });
    }
    let before = battle::battle_hash(&mut fight.world);
    let master = AiPlayer::new(Difficulty::Master, 4);
    let decisions = [0, 1].map(|_| ai::decide(&mut fight.world, &master).expect("the battle goes on"));
    assert_eq!(battle::battle_hash(&mut fight.world), before);
    assert_eq!(decisions[0], decisions[1]);
    let played_out = |term| term == ai::ScoreTerm::WinChance;
    assert!(
        decisions[0].candidates.iter().all(|plan| plan.contributions.iter().any(|one| played_out(one.term)))
    );
    fight.submit(decisions[0].order.clone());
}
