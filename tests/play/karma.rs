//! Karma in play: `SS-BASE-25` to `SS-BASE-27`, `SS-INIT-07`.

use breachline::battle;
use breachline::battle::journal;
use breachline::battle::{BattleEvent, Order, OrderError, Pace, PointlessOrder, Target};
use breachline::dice::{AnswerPolicy, enumerate};
use breachline::model::CellSide as EdgeSide;
use breachline::model::{BarrierId, Side, UnitId};
use breachline::rules::swan_song::attack::resolution;
use breachline::rules::swan_song::{KarmaPlan, KarmaUse, Sheet, Skill};

use crate::common::{
    Fight, SHOT, Setup, contact, edge, faces_for_hits, grenade, gun, knife, quick_sheet, sheet, slow_sheet,
};

const DICE: KarmaPlan = KarmaPlan { dice: true, reroll: false, ask: false };
const REROLL: KarmaPlan = KarmaPlan { dice: false, reroll: true, ask: false };
const BOTH: KarmaPlan = KarmaPlan { dice: true, reroll: true, ask: false };
const ASK: KarmaPlan = KarmaPlan { dice: false, reroll: false, ask: true };

fn lucky(karma: u8, sheet: Sheet) -> Sheet {
    Sheet { karma, ..sheet }
}

/// A shooter with Karma and a target with Karma, five squares apart; attack 7 dice, defence 6, soak 1.
fn range(shooter: u8, target: u8) -> Fight {
    Setup::new()
        .unit(0, (5, 5), lucky(shooter, sheet()), &[gun(5)])
        .unit(1, (10, 5), lucky(target, slow_sheet()), &[knife()])
        .start_battle(&[6, 1])
}

fn plan(fight: &mut Fight, unit: u32, plan: KarmaPlan) -> Vec<BattleEvent> {
    fight.submit(Order::Karma { unit: UnitId(unit), plan })
}

fn buy(unit: u32) -> Order {
    Order::KarmaInitiative { unit: UnitId(unit) }
}

fn left(fight: &mut Fight, unit: u32) -> u8 {
    fight.unit(unit, |unit| unit.karma.left())
}

fn planned(fight: &mut Fight, unit: u32) -> KarmaPlan {
    fight.unit(unit, |unit| unit.karma.karma().plan)
}

fn soak(fight: &mut Fight) -> u32 {
    let scene = fight.scene(1, 2, 0, SHOT);
    resolution::AttackPlan::new(&scene).soak.pool()
}

#[test]
fn ss_base_25_points_are_those_of_the_sheet_and_run_out() {
    let mut fight = range(1, 0);
    assert_eq!([1, 2].map(|unit| left(&mut fight, unit)), [1, 0]);
    let short = fight.submit_error(Order::Karma { unit: UnitId(1), plan: BOTH });
    assert_eq!(short, OrderError::NotEnoughKarma { unit: "unit1".to_owned(), needed: 2, left: 1 });
    assert_eq!(short.clause(), Some("SS-BASE-25"));
    plan(&mut fight, 1, DICE);
    assert_eq!(left(&mut fight, 1), 1, "nothing is paid before the roll");
    fight.queue_dice(&faces_for_hits(&[(1, 8), (2, 6)]));
    let events = fight.attack(1, 2, 0, SHOT).expect("a shot");
    assert!(events.contains(&BattleEvent::KarmaSpent { unit: UnitId(1), on: KarmaUse::Dice, left: 0 }));
    assert_eq!((left(&mut fight, 1), fight.dice_left()), (0, 0));
    let none = fight.submit_error(Order::Karma { unit: UnitId(1), plan: DICE });
    assert!(matches!(none, OrderError::NotEnoughKarma { needed: 1, left: 0, .. }));
    assert!(matches!(fight.submit_error(buy(1)), OrderError::NotEnoughKarma { needed: 1, left: 0, .. }));
}

#[test]
fn ss_base_26_dice_for_one_attack() {
    let mut fight = range(2, 0);
    fight.land(1, 2, 0, SHOT, [1, 2, 0]);
    assert_eq!((fight.pool("attack"), left(&mut fight, 1)), (7, 2));
    fight.end();
    fight.queue_dice(&[6, 1]);
    fight.until_round(2);
    plan(&mut fight, 1, DICE);
    fight.land(1, 2, 0, SHOT, [1, 2, 0]);
    assert_eq!((fight.pool("attack"), left(&mut fight, 1)), (9, 1));
    assert_eq!(planned(&mut fight, 1), KarmaPlan::default());
    fight.queue_dice(&[6, 1]);
    fight.until_round(3);
    plan(&mut fight, 1, DICE);
    fight.land(1, 2, 0, SHOT, [1, 2, 0]);
    assert_eq!((fight.pool("attack"), left(&mut fight, 1)), (9, 0), "the rating, not what is left of it");
}

#[test]
fn ss_base_26_a_fixed_number_by_switch() {
    let mut fight = Setup::new()
        .switch("ss.karma_dice", "1")
        .unit(0, (5, 5), lucky(2, sheet()), &[gun(5)])
        .unit(1, (10, 5), slow_sheet(), &[knife()])
        .start_battle(&[6, 1]);
    plan(&mut fight, 1, DICE);
    fight.land(1, 2, 0, SHOT, [1, 2, 0]);
    assert_eq!(fight.pool("attack"), 8);
}

#[test]
fn ss_base_25_27_bystanders_of_a_blast_pay_for_their_rerolls() {
    let mut fight = Setup::new()
        .unit(0, (5, 15), sheet(), &[grenade()])
        .unit(1, (5, 5), slow_sheet(), &[knife()])
        .unit(1, (6, 5), lucky(2, Sheet { flesh: Some(40), ..slow_sheet() }), &[knife()])
        .start_battle(&[6, 1, 1]);
    plan(&mut fight, 3, ASK);
    fight.queue_dice(&[5, 5, 5, 5]);
    fight.attack(1, 2, 0, None).expect("a throw");
    let mut bought = Vec::new();
    while !fight.asked().is_empty() {
        let answers = fight.asked();
        let wanted = answers.iter().find(|answer| ["reroll", "karma"].contains(&answer.as_str()));
        bought.extend(wanted.cloned());
        fight.answer(wanted.unwrap_or(&answers[0]));
    }
    assert_eq!((bought, left(&mut fight, 3)), (vec!["reroll".to_owned(), "karma".to_owned()], 0));
}

#[test]
fn ss_base_25_an_attacker_in_its_own_blast_cannot_spend_a_point_twice() {
    let mut fight = Setup::new()
        .unit(0, (5, 6), lucky(1, Sheet { flesh: Some(40), ..sheet() }), &[grenade()])
        .unit(1, (5, 5), Sheet { flesh: Some(40), ..slow_sheet() }, &[knife()])
        .start_battle(&[6, 1]);
    plan(&mut fight, 1, KarmaPlan { ask: true, ..DICE });
    fight.attack(1, 2, 0, None).expect("a throw");
    let mut asked = Vec::new();
    while !fight.asked().is_empty() {
        let answers = fight.asked();
        let karma = answers.iter().find(|answer| answer.contains("karma") || *answer == "reroll");
        asked.extend(karma.cloned());
        fight.answer(karma.unwrap_or(&answers[0]));
    }
    assert_eq!((asked, left(&mut fight, 1)), (Vec::new(), 0), "the point went into the throw");
}

#[test]
fn ss_base_26_a_plan_does_not_outlive_the_phase() {
    let mut fight = range(2, 0);
    plan(&mut fight, 1, KarmaPlan { ask: true, ..BOTH });
    fight.queue_dice(&[6, 1]);
    fight.end();
    assert_eq!((planned(&mut fight, 1), left(&mut fight, 1)), (ASK, 2));
}

#[test]
fn ss_base_26_a_defence_with_bought_dice() {
    let mut fight = range(0, 1);
    plan(&mut fight, 2, ASK);
    fight.attack(1, 2, 0, SHOT).expect("a shot");
    assert_eq!(fight.asked(), ["standard", "standard+karma"]);
    fight.queue_dice(&faces_for_hits(&[(2, 7), (3, 7)]));
    let events = fight.answer("standard+karma");
    assert!(events.contains(&BattleEvent::KarmaSpent {
        unit: UnitId(2),
        on: KarmaUse::DefenceDice,
        left: 0
    }));
    assert_eq!((fight.pool("defence"), left(&mut fight, 2)), (7, 0));
    assert_eq!(planned(&mut fight, 2), KarmaPlan::default(), "nothing is left to ask about");
}

#[test]
fn ss_base_26_soak_with_bought_dice() {
    let mut fight = range(0, 1);
    let pool = soak(&mut fight);
    plan(&mut fight, 2, ASK);
    fight.attack(1, 2, 0, SHOT).expect("a shot");
    fight.queue_dice(&faces_for_hits(&[(2, 7), (1, 6), (2, pool + 1)]));
    for (answer, next) in [("standard", "reroll"), ("keep", "karma")] {
        fight.answer(answer);
        assert_eq!(fight.asked(), ["keep", next]);
    }
    let events = fight.answer("karma");
    assert_eq!(contact(&events).2, 5 - 2);
    assert_eq!((left(&mut fight, 2), fight.dice_left()), (0, 0));
}

#[test]
fn ss_base_27_misses_of_an_attack_after_the_roll() {
    let mut fight = range(2, 0);
    plan(&mut fight, 1, BOTH);
    fight.queue_dice(&faces_for_hits(&[(1, 9), (2, 8), (2, 6), (0, 2)]));
    fight.attack(1, 2, 0, SHOT).expect("a shot");
    assert_eq!(fight.asked(), ["reroll", "keep"]);
    assert!(matches!(fight.submit_error(buy(1)), OrderError::PromptOpen { .. }));
    let events = fight.answer("reroll");
    assert_eq!(contact(&events).1, 1);
    let spent = |on, left| BattleEvent::KarmaSpent { unit: UnitId(1), on, left };
    assert!(events.contains(&spent(KarmaUse::Dice, 1)) && events.contains(&spent(KarmaUse::Reroll, 0)));
    assert!(fight.clauses().contains(&"SS-BASE-27"));
}

#[test]
fn ss_base_27_the_point_is_kept_with_the_roll() {
    let mut fight = range(1, 0);
    plan(&mut fight, 1, REROLL);
    fight.queue_dice(&faces_for_hits(&[(1, 7), (2, 6)]));
    fight.attack(1, 2, 0, SHOT).expect("a shot");
    let events = fight.answer("keep");
    assert_eq!((contact(&events).1, left(&mut fight, 1), fight.dice_left()), (-1, 1, 0));
    assert_eq!(planned(&mut fight, 1), KarmaPlan::default());
}

#[test]
fn ss_base_27_the_faces_seen_are_those_that_count() {
    // Seeded dice: the question shows the same roll as the log afterwards.
    let mut fight = range(1, 0);
    plan(&mut fight, 1, REROLL);
    fight.attack(1, 2, 0, SHOT).expect("a shot");
    let question = {
        let pending = fight.world.resource::<battle::PendingPrompt>();
        pending.open_prompt().expect("misses are left").prompt().question.clone()
    };
    fight.answer("keep");
    let attack = fight.records().into_iter().find(|record| record.why == "attack").expect("it was rolled");
    assert!(
        question.to_string().starts_with(&format!("{} hit", attack.roll.value)),
        "{question}: {attack:?}"
    );
}

/// The prompt shows the attack roll: dice entered now are for the rolls after it.
#[test]
fn dice_entered_at_a_prompt_leave_the_rolls_before_it() {
    let mut fight = range(1, 0);
    plan(&mut fight, 1, REROLL);
    fight.attack(1, 2, 0, SHOT).expect("a shot");
    assert_eq!(fight.asked(), ["reroll", "keep"]);
    let shown = fight.view(|view| view.open_prompt().expect("it asks").rolls().to_vec());
    assert_eq!(shown.len(), 1, "the attack roll");
    fight.queue_dice(&[3; 4]);
    fight.queue_dice(&[3; 5]);
    fight.answer("reroll");
    let records = fight.records();
    assert_eq!(records[0].roll, shown[0], "{:?}", records[0].faces);
    assert!(records[0].faces.iter().any(|face| *face != 3), "they are the seeded dice");
    let later: Vec<u8> = records[1..].iter().flat_map(|record| record.faces.clone()).collect();
    assert!(later.len() >= 9 && later[..9] == [3; 9], "{later:?}");
    assert_eq!(fight.dice_left(), 0);
    crate::skirmish::replays(&mut fight);
}

#[test]
fn dice_entered_at_a_prompt_and_not_needed_are_kept() {
    let mut fight = range(1, 0);
    plan(&mut fight, 1, REROLL);
    fight.attack(1, 2, 0, SHOT).expect("a shot");
    fight.queue_dice(&[3; 100]);
    fight.answer("keep");
    let rolled: usize = fight.records()[1..].iter().map(|record| record.faces.len()).sum();
    assert!(rolled > 0);
    assert_eq!(fight.dice_left(), 100 - rolled);
}

#[test]
fn ss_base_27_switched_off() {
    let mut fight = Setup::new()
        .switch("ss.karma_reroll", "off")
        .unit(0, (5, 5), lucky(2, sheet()), &[gun(5)])
        .unit(1, (10, 5), slow_sheet(), &[knife()])
        .start_battle(&[6, 1]);
    assert_eq!(fight.submit_error(Order::Karma { unit: UnitId(1), plan: REROLL }), OrderError::NoReroll);
}

#[test]
fn ss_base_26_27_an_attack_on_a_barrier() {
    let mut fight = Setup::new()
        .barrier(edge(6, 5, EdgeSide::East), |kind| kind.structure = 2)
        .unit(0, (5, 5), lucky(2, sheet()), &[gun(5)])
        .unit(1, (15, 5), slow_sheet(), &[knife()])
        .start_battle(&[6, 1]);
    plan(&mut fight, 1, BOTH);
    let target = Target::Barrier(BarrierId(0));
    fight.submit(Order::attack(UnitId(1), target, 0, SHOT));
    assert_eq!(fight.asked(), ["reroll", "keep"]);
    fight.answer("reroll");
    assert_eq!((fight.pool("attack"), left(&mut fight, 1)), (9, 0));
    assert!(fight.rolled("re-roll"));
}

#[test]
fn ss_base_26_27_a_sprint() {
    let runner = Sheet { skills: [(Skill::Running, 2)].into(), ..sheet() };
    let mut fight = Setup::new()
        .unit(0, (1, 5), lucky(2, runner), &[knife()])
        .unit(1, (25, 5), slow_sheet(), &[knife()])
        .start_battle(&[6, 1]);
    fight.move_unit(1, &[(2, 5)], Pace::Run).expect("a run");
    plan(&mut fight, 1, BOTH);
    fight.queue_dice(&faces_for_hits(&[(1, 7), (1, 6)]));
    fight.move_unit(1, &[(3, 5), (4, 5), (5, 5)], Pace::Sprint).expect("a sprint");
    assert_eq!(fight.asked(), ["reroll", "keep"]);
    fight.answer("reroll");
    assert_eq!((fight.cell(1), left(&mut fight, 1), fight.dice_left()), ((4, 5), 0, 0));
    assert_eq!(planned(&mut fight, 1), KarmaPlan::default());
}

#[test]
fn ss_init_07_five_dice_in_round_one_and_one_in_round_two() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), lucky(1, quick_sheet(5, 4)), &[knife()])
        .unit(1, (9, 1), quick_sheet(3, 3), &[knife()])
        .start_deployment();
    let events = fight.submit(buy(1));
    assert_eq!(events, [BattleEvent::KarmaSpent { unit: UnitId(1), on: KarmaUse::Initiative, left: 0 }]);
    assert_eq!(fight.submit_error(buy(1)), OrderError::InitiativeAlreadyBought { unit: "unit1".to_owned() });
    fight.queue_dice(&[1, 2, 3, 4, 5, 1]);
    for side in [0, 1] {
        fight.submit(Order::Begin { side: Side(side) });
    }
    assert_eq!((fight.score(1), left(&mut fight, 1), fight.dice_left()), (9 + 15, 0, 0));
    assert!(!fight.unit(1, |unit| unit.karma.initiative()));
    while fight.round() != (1, 3) {
        fight.end();
    }
    fight.queue_dice(&[4, 1]);
    fight.until_round(2);
    assert_eq!((fight.score(1), fight.dice_left()), (9 + 4, 0));
}

#[test]
fn ss_init_07_bought_in_a_round_for_the_next_by_any_unit() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), quick_sheet(5, 4), &[knife()])
        .unit(1, (9, 1), lucky(2, quick_sheet(3, 3)), &[knife()])
        .start_battle(&[1, 1]);
    assert_eq!(fight.acting(), Some(1));
    fight.submit(buy(2));
    assert_eq!(fight.score(2), 7, "the current round is unchanged");
    fight.queue_dice(&[1, 6, 6, 6, 6, 6]);
    fight.until_round(2);
    assert_eq!((fight.score(2), left(&mut fight, 2)), (6 + 30, 1));
}

#[test]
fn ss_init_07_not_for_those_who_roll_five() {
    let quickest = Sheet { initiative_dice: 5, ..lucky(1, quick_sheet(5, 4)) };
    let mut fight = Setup::new()
        .unit(0, (1, 1), quickest, &[knife()])
        .unit(1, (9, 1), quick_sheet(3, 3), &[knife()])
        .start_deployment();
    let most = fight.submit_error(buy(1));
    assert!(matches!(most, OrderError::NothingToDo(PointlessOrder::MaxInitiativeDice { .. })), "{most}");
}

#[test]
fn ss_base_25_undo_gives_the_point_back() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), lucky(1, quick_sheet(5, 4)), &[knife()])
        .unit(1, (9, 1), quick_sheet(3, 3), &[knife()])
        .start_deployment();
    let before = battle::battle_hash(&mut fight.world);
    fight.submit(buy(1));
    assert_ne!(battle::battle_hash(&mut fight.world), before);
    journal::undo_last_order(&mut fight.world).expect("no dice have been rolled");
    assert_eq!((left(&mut fight, 1), battle::battle_hash(&mut fight.world)), (1, before));
}

#[test]
fn ss_base_27_the_odds_are_those_of_the_plan() {
    let mut fight = range(2, 0);
    let mut mean = |karma: KarmaPlan| {
        if karma != KarmaPlan::default() {
            plan(&mut fight, 1, karma);
        }
        let scene = fight.scene(1, 2, 0, SHOT);
        let odds = enumerate(AnswerPolicy::first(), |table| resolution::resolve_attack(table, &scene))
            .expect("odds");
        let points: Vec<usize> = odds.iter().map(|(result, _)| result.karma.iter().count()).collect();
        (odds.mean(|result| i64::from(result.damage)), points.iter().max().copied())
    };
    let plain = mean(KarmaPlan::default());
    let dice = mean(DICE);
    let both = mean(BOTH);
    assert!(plain.0 < dice.0 && dice.0 < both.0, "{plain:?} {dice:?} {both:?}");
    assert_eq!([plain.1, dice.1, both.1], [Some(0), Some(1), Some(2)]);
}
