//! Actions outside the own phase: the Interrupts of chapter ACT.

use breachline::ai::{self, Difficulty};
use breachline::battle::{BattleEvent, Order, OrderError, Target};
use breachline::model::UnitId;
use breachline::rules::swan_song::{FireMode, Sheet};
use breachline::rules::turn_engine::actions::Action;

use super::actions::{ME, duel, stab};
use crate::ai_players::even_player;
use crate::common::{Setup, gun, knife, sheet};

#[test]
fn ss_act_06_interrupts_answer_an_attack() {
    let mut fight = duel(sheet());
    assert!(matches!(
        fight.submit_error(Order::Decide { answer: "parry".to_owned() }),
        OrderError::NoOpenPrompt
    ));
    let events = fight.land_against("parry", 1, 2, 0, None, [0, 1, 0]);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, BattleEvent::Paid { action: Action::Parry, points: 1, .. }))
    );
    assert_eq!(fight.points(2), 2);
}

#[test]
fn ss_act_23_points_are_kept_for_interrupts() {
    let mut fight = duel(sheet());
    fight.land(1, 2, 0, None, [0, 1, 0]);
    fight.end();
    assert_eq!((fight.points(1), fight.acting()), (1, Some(2)));
    fight.submit(stab(1, 2));
    assert!(fight.asked().contains(&"parry".to_owned()));
}

#[test]
fn ss_act_29_33_an_interrupt_leaves_phase_and_attack() {
    let mut fight = duel(sheet());
    fight.land_against("parry", 1, 2, 0, None, [0, 1, 0]);
    fight.end();
    assert_eq!((fight.acting(), fight.points(2)), (Some(2), 2));
    fight.land(2, 1, 0, None, [0, 1, 0]);
    assert_eq!(fight.points(2), 0);
}

#[test]
fn ss_act_30_only_the_one_who_is_attacked_is_asked() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (6, 5), sheet(), &[knife()])
        .unit(1, (6, 6), sheet(), &[knife()])
        .start_battle(&[6, 5, 4]);
    fight.submit(stab(3, 1));
    assert_eq!(fight.view(|view| view.open_prompt().map(|decision| decision.prompt().who)), Some(UnitId(3)));
}

#[test]
fn ss_act_31_interrupts_need_their_points() {
    let asked = |points: u8| {
        let mut fight = duel(Sheet { action_points: points, ..sheet() });
        fight.queue_dice(&[2; 14]);
        fight.submit(stab(2, 1));
        fight.asked()
    };
    assert!(asked(0).is_empty());
    assert_eq!(asked(1), ["standard", "dodge", "parry"]);
    assert_eq!(asked(2), ["standard", "full_defense", "dodge", "parry"]);
    assert_eq!(asked(3).len(), 6);
}

#[test]
fn ss_act_32_interrupts_in_a_later_pass() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (6, 5), Sheet { action_points: 1, ..sheet() }, &[knife()])
        .start_battle(&[6, 5]);
    fight.end();
    fight.end();
    assert_eq!((fight.round(), fight.acting()), ((1, 2), Some(1)));
    fight.land_against("dodge", 1, 2, 0, None, [0, 1, 0]);
    assert_eq!(fight.points(2), 0);
}

#[test]
fn ss_act_34_down_to_zero_the_phase_is_lost() {
    let mut fight = duel(sheet());
    let events = fight.land_against("dodge+full_defense", 1, 2, 0, None, [0, 1, 0]);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, BattleEvent::Paid { action: Action::Dodge, points: 3, .. }))
    );
    assert_eq!(fight.points(2), 0);
    assert!(matches!(fight.submit_error(Order::DropProne { unit: UnitId(2) }), OrderError::NotActing { .. }));
    let events = fight.end();
    assert!(events.iter().any(|event| matches!(event, BattleEvent::PhaseLost { unit: UnitId(2), .. })));
    assert_eq!(fight.round(), (1, 2));
    assert_eq!(fight.unit(2, |unit| unit.defence_count.defences()), 1, "only an own phase resets it");
}

#[test]
fn ss_act_34_the_free_action_is_left() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (6, 5), sheet(), &[knife()])
        .unit(1, (20, 5), sheet(), &[knife()])
        .start_battle(&[6, 5, 1]);
    fight.land_against("dodge+full_defense", 1, 2, 0, None, [0, 1, 0]);
    fight.end();
    assert_eq!(fight.acting(), Some(3));
    fight.submit(Order::DropProne { unit: UnitId(2) });
    assert!(fight.submit_error(Order::Drop { unit: UnitId(2), weapon: 0 }).to_string().contains("unit3"));
}

#[test]
fn ss_act_35_before_the_first_phase() {
    let mut fight = duel(sheet());
    assert_eq!(fight.round(), (1, 1));
    fight.submit(stab(2, 1));
    assert!(fight.asked().contains(&"dodge".to_owned()));
}

#[test]
fn ss_act_36_the_defender_is_asked_before_the_dice_fall() {
    let mut fight = duel(sheet());
    fight.queue_dice(&[2; 20]);
    fight.submit(stab(2, 1));
    assert_eq!(fight.dice_left(), 20);
    assert!(matches!(fight.submit_error(Order::EndPhase { unit: ME }), OrderError::PromptOpen { .. }));
    fight.answer("standard");
    assert_eq!(fight.dice_left(), 20 - 7 - 6, "a tie in the open rolls no soak: graze");
}

#[test]
fn ss_act_39_two_attacks_parried() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(0, (6, 6), sheet(), &[knife()])
        .unit(1, (6, 5), sheet(), &[knife()])
        .start_battle(&[6, 5, 1]);
    fight.land_against("parry", 1, 3, 0, None, [0, 1, 0]);
    fight.end();
    fight.land_against("parry", 2, 3, 0, None, [0, 1, 0]);
    assert_eq!(fight.points(3), 1);
}

#[test]
fn ss_act_40_full_defense_is_paid_once_a_round() {
    let mut fight = duel(sheet());
    fight.land_against("full_defense", 1, 2, 0, None, [0, 1, 0]);
    assert_eq!((fight.points(2), fight.pool("defence")), (1, 9));
    fight.end();
    fight.end();
    assert_eq!((fight.round(), fight.points(2)), ((1, 2), 3));
    fight.submit(stab(2, 1));
    assert_eq!(fight.asked(), ["standard", "dodge", "parry"]);
    fight.queue_dice(&[2; 16]);
    fight.answer("standard");
    assert_eq!((fight.points(2), fight.pool("defence")), (3, 9)); // SS-DEF-05
}

/// How often a unit with points of no other use pays for Full Defense against a deadly shot, of 20 times.
fn paid_defences(level: Difficulty) -> usize {
    let answers = (0..20).map(|seed| {
        let mut fight = Setup::new()
            .unit(0, (5, 5), sheet(), &[gun(14)])
            .unit(1, (9, 5), sheet(), &[knife()])
            .start_battle(&[6, 5]);
        fight.submit(Order::attack(UnitId(1), Target::Unit(UnitId(2)), 0, Some(FireMode::Single)));
        assert_eq!(fight.asked(), ["standard", "full_defense"]);
        ai::decide(&mut fight.world, &even_player(level, seed)).expect("it is asked").order
    });
    answers.filter(|order| *order == Order::Decide { answer: "full_defense".to_owned() }).count()
}

/// Hard players leave better defences unused as often as they leave out those of other rulebooks.
#[test]
fn ss_act_40_from_hard_on_players_pay_for_full_defense() {
    let levels = [Difficulty::Easy, Difficulty::Normal, Difficulty::Hard, Difficulty::Master];
    let [easy, normal, hard, master] = levels.map(paid_defences);
    assert_eq!((easy, normal, master), (0, 0, 20));
    assert!((4..=18).contains(&hard), "{hard} of 20");
}
