use std::sync::OnceLock;

use super::*;
use crate::panel::tests::{shipped_battle, with_context};
use ai::Difficulty;
use battle::{Order, journal};
use content::SkirmishOverrides;

const HARD: SidePlayer = SidePlayer::Ai { difficulty: Difficulty::Hard, personality: None };
const PERSON: SidePlayer = SidePlayer::Person;

/// The shipped warehouse of Blue and Orange with these objectives.
fn skirmish(objectives: Vec<Objective>, then: TimeUp) -> Skirmish {
    static SHIPPED: OnceLock<Skirmish> = OnceLock::new();
    let shipped = SHIPPED.get_or_init(|| {
        let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        let loaded = content::load_content(&[assets]);
        let bundle = content::bundle_skirmish(&loaded.content, "warehouse", &SkirmishOverrides::default());
        bundle.expect("shipped").skirmish
    });
    Skirmish { objectives, then, rounds: 20, ..shipped.clone() }
}

fn fate(active: u32, out: u32, left: u32) -> SideFate {
    SideFate { active, awaited: 0, out, left }
}

/// A battle that has ended in round 6 for a person who plays Blue against the AI.
fn end(skirmish: &Skirmish, winner: Option<u8>, ending: EndReason, fates: [SideFate; 2]) -> BattleEnd<'_> {
    let count = skirmish.objectives.len();
    BattleEnd {
        skirmish,
        outcome: BattleOutcome { winner: winner.map(Side), ending },
        round: 6,
        players: vec![PERSON, HARD],
        surrendered: None,
        fates: fates.to_vec(),
        progress: vec![None; count],
        is_target_down: vec![false; count],
    }
}

/// Calls `use_end` with the end of a battle without objectives that Blue has won.
pub(in crate::panel::end_screen) fn end_for_tests<T>(use_end: impl FnOnce(&mut BattleEnd) -> T) -> T {
    let skirmish = skirmish(Vec::new(), TimeUp::Draw);
    use_end(&mut end(&skirmish, Some(0), EndReason::Eliminated, [fate(3, 0, 0), fate(0, 3, 0)]))
}

fn reason(skirmish: &Skirmish, winner: Option<u8>, ending: EndReason, fates: [SideFate; 2]) -> String {
    end(skirmish, winner, ending, fates).reason()
}

/// Each objective with the end it brings, and the sentence for its winner and for the other side.
fn objective_table() -> Vec<(Objective, &'static str, &'static str)> {
    let (zone, unit) = ("old_vault".to_owned(), "Sable".to_owned());
    let (held, fled) = (zone.clone(), zone.clone());
    vec![
        (
            Objective::Hold { side: 0, zone: held, rounds: 3 },
            "You held the old vault for 3 rounds in a row, until round 6.",
            "hold the old vault for 3 rounds in a row",
        ),
        (
            Objective::Escape { side: 0, zone: fled, units: 2 },
            "You escaped with 2 units through the old vault by round 6.",
            "escape with 2 units through the old vault",
        ),
        (
            Objective::Reach { side: 0, zone: zone.clone() },
            "You had a unit in the old vault at the end of round 6.",
            "have a unit in the old vault at the end of a round",
        ),
        (
            Objective::Clear { side: 0, zone },
            "You cleared the old vault of enemies in round 6.",
            "clear the old vault of enemies",
        ),
        (
            Objective::Stop { side: 0, unit: unit.clone() },
            "You stopped Sable in round 6.",
            "stop Sable or its driver",
        ),
        (Objective::Rescue { side: 0, unit: unit.clone() }, "You rescued Sable in round 6.", "rescue Sable"),
        (Objective::Slay { side: 0, unit }, "You killed Sable in round 6.", "kill Sable"),
    ]
}

#[test]
fn every_objective_has_a_sentence_for_its_winner_and_for_who_missed_it() {
    let fates = [fate(3, 1, 0), fate(2, 2, 0)];
    for (objective, won, missed) in objective_table() {
        let ending = ending_of(&objective);
        let other = objective.with_side(1);
        let first = skirmish(vec![objective], TimeUp::Draw);
        assert_eq!(end(&first, Some(0), ending, fates).sentences(), [won]);
        // Lost by the AI reaching it: its name stands in place of the player.
        let second = skirmish(vec![other], TimeUp::Draw);
        let lost = won.replacen("You ", "Orange ", 1);
        assert_eq!(end(&second, Some(1), ending, fates).sentences(), [lost]);
        // Missed by the player, because the AI has defeated all.
        let beaten = [fate(0, 4, 0), fate(2, 2, 0)];
        assert_eq!(
            end(&first, Some(1), EndReason::Eliminated, beaten).sentences(),
            [
                "By round 6 all your units were out of action.".to_owned(),
                format!("You still had to {missed}.")
            ]
        );
    }
}

#[test]
fn the_loser_is_told_what_was_still_missing() {
    let objectives = vec![
        Objective::Eliminate { side: 0 },
        Objective::Hold { side: 1, zone: "vault".to_owned(), rounds: 3 },
        Objective::Eliminate { side: 1 },
    ];
    let skirmish = skirmish(objectives, TimeUp::Draw);
    let mut won = end(&skirmish, Some(0), EndReason::Eliminated, [fate(2, 2, 0), fate(0, 4, 0)]);
    won.progress[1] = Some((1, 3));
    assert_eq!(won.sentences(), ["You defeated all enemies in round 6."], "the winner need not know");
    won.players.clear();
    assert_eq!(
        won.sentences(),
        [
            "Blue defeated all enemies in round 6.",
            "Orange still had to hold the vault for 3 rounds in a row (held for 1, 2 to go), or defeat all enemies \
             (2 still in the fight)."
        ]
    );
}

#[test]
fn sides_that_are_gone_are_told_apart_by_how() {
    let skirmish = skirmish(Vec::new(), TimeUp::Draw);
    let text = |winner, fates| reason(&skirmish, winner, EndReason::Eliminated, fates);
    let table = [
        (Some(0), [fate(2, 1, 0), fate(0, 4, 0)], "You defeated all enemies in round 6."),
        (
            Some(0),
            [fate(2, 1, 0), fate(0, 3, 1)],
            "You are the only side left in round 6: all enemies are out of action or have left the battlefield.",
        ),
        (
            Some(0),
            [fate(2, 1, 0), fate(0, 0, 4)],
            "You are the only side left in round 6: all enemies have left the battlefield.",
        ),
        (Some(1), [fate(0, 3, 0), fate(1, 3, 0)], "By round 6 all your units were out of action."),
        (
            Some(1),
            [fate(0, 1, 2), fate(1, 3, 0)],
            "By round 6 all your units were out of action or had left the battlefield.",
        ),
        (Some(1), [fate(0, 0, 3), fate(1, 3, 0)], "By round 6 all your units had left the battlefield."),
        (
            None,
            [fate(0, 3, 0), fate(0, 4, 0)],
            "No side has a unit left in round 6: all units are out of action, and no side has reached its objective.",
        ),
        (
            None,
            [fate(0, 3, 0), fate(0, 2, 2)],
            "No side has a unit left in round 6: all units are out of action or have left the battlefield, and no \
             side has reached its objective.",
        ),
    ];
    for (winner, fates, wanted) in table {
        assert_eq!(text(winner, fates), wanted);
    }
}

#[test]
fn the_end_screen_and_the_log_use_the_same_words_where_no_side_is_left() {
    let skirmish = skirmish(Vec::new(), TimeUp::Draw);
    let told = reason(&skirmish, None, EndReason::Eliminated, [fate(0, 3, 0), fate(0, 4, 0)]);
    let outcome = BattleOutcome { winner: None, ending: EndReason::Eliminated };
    let logged = ending_text(outcome, &skirmish.sides);
    assert!(told.starts_with(&capitalise(&logged)), "{told}; {logged}");
}

#[test]
fn each_rule_for_the_last_round_has_its_sentence() {
    let over = "Round 6, the last one, is over, and no side has reached its objective";
    let fates = [fate(3, 1, 0), fate(2, 2, 0)];
    let equal = [fate(2, 1, 0), fate(2, 2, 0)];
    let table = [
        (TimeUp::Draw, None, fates, "the battle is a draw."),
        (TimeUp::Wins(0), Some(0), fates, "so you win."),
        (TimeUp::Wins(1), Some(1), fates, "so Orange wins."),
        (TimeUp::MostStanding, Some(0), fates, "you win with the most units in the fight, 3 to 2."),
        (
            TimeUp::MostStanding,
            Some(1),
            [fates[1], fates[0]],
            "Orange wins with the most units in the fight, 3 to 2.",
        ),
        (
            TimeUp::MostStanding,
            None,
            equal,
            "the strongest sides have the same number of units in the fight, 2 each.",
        ),
    ];
    for (then, winner, fates, wanted) in table {
        let skirmish = skirmish(Vec::new(), then);
        assert_eq!(reason(&skirmish, winner, EndReason::TimeUp, fates), format!("{over}: {wanted}"));
    }
}

#[test]
fn a_surrender_names_who_gave_up_and_why_nobody_has_won() {
    let skirmish = skirmish(Vec::new(), TimeUp::Draw);
    let text = |winner, surrendered, fates| {
        let end = end(&skirmish, winner, EndReason::Surrender, fates);
        BattleEnd { surrendered: Some(Side(surrendered)), ..end }.reason()
    };
    let both = [fate(3, 0, 0), fate(3, 0, 0)];
    assert_eq!(text(Some(1), 0, both), "You surrendered in round 6.");
    assert_eq!(text(Some(0), 1, both), "Orange surrendered in round 6.");
    assert_eq!(
        text(None, 0, [fate(3, 0, 0), fate(0, 3, 0)]),
        "You surrendered in round 6, and no other side had a unit left: the battle is a draw."
    );
    assert_eq!(
        text(None, 0, both),
        "You surrendered in round 6, and several other sides were still in the fight: the battle is a draw."
    );
}

#[test]
fn the_title_names_the_winner_and_who_played_it() {
    let skirmish = skirmish(Vec::new(), TimeUp::Draw);
    let title = |winner: Option<u8>, players: &[SidePlayer]| {
        let end = end(&skirmish, winner, EndReason::Eliminated, [fate(1, 0, 0); 2]);
        BattleEnd { players: players.to_vec(), ..end }.title()
    };
    assert_eq!(title(Some(0), &[PERSON, HARD]), "Victory: Blue");
    assert_eq!(title(Some(1), &[PERSON, HARD]), "Defeat: Orange has won, played by AI (Hard)");
    assert_eq!(title(Some(1), &[PERSON, PERSON]), "Victory: Orange, played by player 2");
    assert_eq!(title(Some(1), &[HARD, HARD]), "Victory: Orange, played by AI (Hard)");
    assert_eq!(title(Some(1), &[]), "Victory: Orange", "a replay");
    assert_eq!(title(None, &[PERSON, PERSON]), "A draw");
}

#[test]
fn of_two_objectives_of_one_kind_the_complete_one_was_reached() {
    let hold = |zone: &str, rounds| Objective::Hold { side: 0, zone: zone.to_owned(), rounds };
    let skirmish = skirmish(vec![hold("yard", 3), hold("vault", 2)], TimeUp::Draw);
    let mut won = end(&skirmish, Some(0), EndReason::Held, [fate(3, 0, 0); 2]);
    won.progress = vec![Some((1, 3)), Some((2, 2))];
    assert_eq!(won.reason(), "You held the vault for 2 rounds in a row, until round 6.");
}

#[test]
fn most_of_a_side_is_two_thirds() {
    assert!(fate(2, 1, 0).has_kept_most());
    assert!(fate(0, 1, 2).has_kept_most(), "who has escaped is not lost");
    assert!(!fate(1, 1, 0).has_kept_most());
    assert!(!fate(0, 0, 0).has_kept_most());
}

#[test]
fn the_end_of_a_played_battle_is_read_from_it() {
    let mut world = shipped_battle("warehouse");
    journal::submit_order(&mut world, Order::Surrender { side: Side(1) }).expect("the battle goes on");
    with_context(&mut world, |context| {
        let outcome = context.view.round().outcome().expect("it is over");
        let end = BattleEnd::read(context, outcome);
        assert_eq!(end.title(), "Victory: Blue, played by player 1");
        assert_eq!(end.sentences()[0], "Orange surrendered in round 1.");
        assert_eq!(end.fates[0], fate(4, 0, 0));
        assert_eq!(end.fates[1], SideFate { active: 3, awaited: 1, ..SideFate::default() });
    });
}
