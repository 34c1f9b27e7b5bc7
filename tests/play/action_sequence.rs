//! One sequence for every action: declared, permitted, paid, checked again, carried out.

use breachline::battle::{BattleEvent, Order, OrderError, Pace, SubAttack, Target};
use breachline::content::CampaignUnit;
use breachline::model::{Cell, UnitId};
use breachline::rules::status::{ActiveAilment, Ailment, StatusEnd};
use breachline::rules::swan_song::{Sheet, Skill, Weapon};
use breachline::rules::turn_engine::Action;
use breachline::rules::turn_engine::timed_items::{DetonationTrigger, Timer};
use breachline::rules::{Book, KarmaPlan, play};
use rstest::rstest;

use crate::common::{Fight, SHOT, Setup, gun, knife, quick_sheet, rifle, sheet, slow_sheet};
use crate::interception::{begin_passing, bundle_of_passing};

/// Clauses of the notes that say why an action is not carried out.
fn not_carried_out(events: &[BattleEvent]) -> Vec<(u32, &'static str)> {
    let notes = events.iter().filter_map(|event| match event {
        BattleEvent::RuleNote { unit, clause, .. } => Some((unit.0, *clause)),
        _ => None,
    });
    notes.collect()
}

fn attacks(events: &[BattleEvent]) -> usize {
    events.iter().filter(|event| matches!(event, BattleEvent::AttackResolved { .. })).count()
}

/// One point of Flesh, bleeding with every action.
fn last_drop() -> Sheet {
    Sheet { flesh: Some(1), karma: 0, ..quick_sheet(4, 4) }
}

/// Unit 1 bleeds out with its next action; unit 2 is beside it, unit 3 ten metres away.
fn bleeding(weapons: &[Weapon]) -> Fight {
    Setup::new()
        .unit(0, (5, 5), last_drop(), weapons)
        .ailing(&[Ailment::Bleedout])
        .unit(1, (6, 5), sheet(), &[])
        .unit(1, (15, 5), sheet(), &[])
        .unit(0, (25, 5), sheet(), &[])
        .start_battle(&[6, 1, 1, 1])
}

#[test]
fn ss_call_55_a_unit_that_bleeds_out_while_paying_does_not_shoot() {
    let mut fight = bleeding(&[gun(5), knife()]);
    let events = fight.attack(1, 3, 0, SHOT).expect("it can pay");
    assert_eq!((attacks(&events), fight.down(1).is_some(), fight.flesh(1)), (0, true, 0));
    assert!(not_carried_out(&events).contains(&(1, "SS-BASE-31")));
    let dropped = fight.view(|view| view.items()[0].1.item().loaded());
    assert_eq!(dropped, 30, "nothing was fired");
}

#[test]
fn ss_crit_05_bleeding_out_is_a_critical_injury() {
    let mut fight = bleeding(&[gun(5)]);
    fight.attack(1, 3, 0, SHOT).expect("it can pay");
    assert_eq!(fight.unit(1, |unit| crate::common::vitals(unit).injuries), 1);
}

#[rstest]
#[case::ss_act_54_ready(Order::Ready { unit: UnitId(1), weapon: 1 })]
#[case::ss_move_06_run(Order::Move { unit: UnitId(1), path: vec![Cell::new(5, 6)], pace: Pace::Run, evade: false })]
#[case::ss_call_56_multiple_attacks(Order::Multiple { unit: UnitId(1), attacks: vec![
    SubAttack { target: UnitId(2), weapon: 0, mode: None },
    SubAttack { target: UnitId(2), weapon: 0, mode: None },
] })]
fn ss_call_55_bleeding_out_while_paying_ends_the_action(#[case] order: Order) {
    let mut fight = Setup::new()
        .unit(0, (5, 5), Sheet { skills: [(Skill::Blades, 4)].into(), ..last_drop() }, &[knife(), gun(5)])
        .ailing(&[Ailment::Bleedout])
        .unit(1, (6, 5), sheet(), &[])
        .unit(1, (15, 5), sheet(), &[])
        .unit(0, (25, 5), sheet(), &[])
        .start_battle(&[6, 1, 1, 1]);
    let events = fight.submit(order);
    assert_eq!((attacks(&events), fight.down(1).is_some()), (0, true));
    assert!(not_carried_out(&events).contains(&(1, "SS-BASE-31")));
    let acted = |event: &BattleEvent| {
        matches!(
            event,
            BattleEvent::Stepped { .. } | BattleEvent::Readied { .. } | BattleEvent::AttackDeclared { .. }
        )
    };
    assert!(!events.iter().any(acted));
}

/// Unit 1, with ten points of Flesh, bleeds with every action.
fn bleeding_slowly() -> Fight {
    Setup::new()
        .unit(0, (5, 5), Sheet { flesh: Some(10), ..quick_sheet(4, 4) }, &[gun(5), knife()])
        .ailing(&[Ailment::Bleedout])
        .unit(1, (15, 5), slow_sheet(), &[])
        .start_battle(&[6, 1])
}

#[test]
fn ss_act_13_call_56_a_free_action_that_is_bought_bleeds() {
    let mut fight = bleeding_slowly();
    fight.submit(Order::Drop { unit: UnitId(1), weapon: 0 });
    assert_eq!(fight.flesh(1), 10, "the Free Action of the pass");
    fight.submit(Order::DropProne { unit: UnitId(1) });
    assert_eq!((fight.flesh(1), fight.points(1)), (9, 2), "the second one is a Simple Action");
}

#[test]
fn ss_act_13_call_02_a_bought_called_shot_bleeds_twice() {
    let mut fight = bleeding_slowly();
    fight.submit(Order::DropProne { unit: UnitId(1) });
    fight.queue_dice(&[2; 60]);
    let target = Target::Unit(UnitId(2));
    let option = Some("gut".to_owned());
    fight.submit(Order::Attack { unit: UnitId(1), target, weapon: 0, mode: SHOT, option });
    assert_eq!((fight.flesh(1), fight.points(1)), (8, 1), "the shot and the bought Free Action");
}

/// An item to set that takes two phases.
fn charge() -> Weapon {
    Weapon {
        name: "charge".to_owned(),
        skill: Skill::Throwing,
        trigger: Some(DetonationTrigger::Charge),
        range: 20,
        hands: 1,
        modes: Vec::new(),
        magazine: 0,
        ..rifle()
    }
}

fn set_charge() -> Order {
    let timer = Some(Timer::RoundEnd(0));
    Order::Activate { unit: UnitId(1), weapon: 0, timer, to: Cell::new(5, 6) }
}

#[test]
fn ss_call_21_the_winded_set_no_charges() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(4, 4), &[charge(), gun(5)])
        .ailing(&[Ailment::Winded])
        .unit(1, (15, 5), slow_sheet(), &[])
        .start_battle(&[6, 1]);
    let refusal = fight.submit_error(set_charge());
    assert_eq!(refusal.clause(), Some("SS-CALL-20"), "{refusal}");
    assert_eq!(fight.points(1), 3);
}

#[test]
fn ss_act_26_a_dropped_charge_is_no_longer_set() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(4, 4), &[charge(), gun(5)])
        .unit(1, (15, 5), slow_sheet(), &[])
        .start_battle(&[6, 1]);
    fight.submit(set_charge());
    let events = fight.submit(Order::Drop { unit: UnitId(1), weapon: 0 });
    assert!(events.iter().any(|event| matches!(event, BattleEvent::ExtendedActionCancelled { .. })));
    assert!(fight.unit(1, |unit| unit.extended_action.get().is_none()));
}

#[test]
fn ss_act_27_46_a_power_is_the_attack_of_the_phase() {
    let power = Weapon { skill: Skill::Biotics, name: "wave".to_owned(), ..gun(5) };
    let mut caster = Sheet { action_points: 4, ..quick_sheet(4, 4) };
    caster.skills.insert(Skill::Biotics, 2);
    let mut fight = Setup::new()
        .unit(0, (5, 5), caster, &[power])
        .unit(1, (15, 5), slow_sheet(), &[])
        .start_battle(&[6, 1]);
    fight.queue_dice(&[2; 60]);
    let events = fight.attack(1, 2, 0, SHOT).expect("a power");
    let cast =
        |event: &BattleEvent| matches!(event, BattleEvent::Paid { action: Action::Cast, points: 2, .. });
    assert!(events.iter().any(cast), "{events:?}");
    assert!(matches!(fight.attack(1, 2, 0, SHOT), Err(OrderError::AlreadyAttacked { .. })));
}

#[test]
fn ss_base_25_intc_14_karma_dice_of_evading_are_paid() {
    let mut runner = Sheet { karma: 2, ..quick_sheet(6, 6) };
    runner.attributes.agility = 4;
    runner.skills.insert(Skill::Acrobatics, 3);
    let mut fight = Setup::new()
        .unit(0, (1, 1), runner, &[gun(5)])
        .unit(1, (4, 2), sheet(), &[knife()])
        .start_battle(&[6, 3]);
    let plan = KarmaPlan { dice: true, reroll: false, ask: false };
    fight.submit(Order::Karma { unit: UnitId(1), plan });
    fight.rolls(&[(3, 9)]);
    let path = (2..=7).map(|x| Cell::new(x, 1)).collect();
    fight.submit(Order::Move { unit: UnitId(1), path, pace: Pace::Walk, evade: true });
    assert_eq!((fight.pool("evade"), fight.dice_left()), (9, 0), "AGI 4 + Acrobatics 3 + rating 2");
    let karma = fight.unit(1, |unit| unit.karma.karma());
    assert_eq!((karma.left, karma.plan), (1, KarmaPlan::default()));
}

#[test]
fn ss_call_56_an_interceptor_bleeds_and_falls_before_it_strikes() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), quick_sheet(6, 6), &[gun(5)])
        .unit(1, (4, 2), Sheet { flesh: Some(1), karma: 0, ..sheet() }, &[knife()])
        .ailing(&[Ailment::Bleedout])
        .unit(1, (20, 9), slow_sheet(), &[])
        .start_battle(&[6, 3, 1]);
    let path: Vec<_> = (2..=7).map(|x| (x, 1)).collect();
    fight.walk(1, &path).expect("6 squares");
    let events = fight.answer("strike");
    assert_eq!((attacks(&events), fight.down(2).is_some(), fight.cell(1)), (0, true, (7, 1)));
    assert!(not_carried_out(&events).contains(&(2, "SS-BASE-31")));
}

#[test]
fn ss_call_56_an_interception_bleeds() {
    let mut fight = Setup::new()
        .unit(0, (1, 1), quick_sheet(6, 6), &[gun(5)])
        .unit(1, (4, 2), Sheet { flesh: Some(10), ..sheet() }, &[knife()])
        .ailing(&[Ailment::Bleedout])
        .start_battle(&[6, 3]);
    let path: Vec<_> = (2..=7).map(|x| (x, 1)).collect();
    fight.walk(1, &path).expect("6 squares");
    fight.queue_dice(&[2; 40]);
    fight.answer("strike");
    let events = fight.answer("standard");
    assert_eq!((attacks(&events), fight.flesh(2), fight.points(2)), (1, 9, 2));
}

#[test]
fn ss_move_08_a_sprint_without_dice_is_refused_as_such() {
    let mut weak = quick_sheet(4, 4);
    weak.attributes.strength = 1;
    let mut fight = Setup::new()
        .unit(0, (5, 5), weak, &[gun(5)])
        .ailing(&[Ailment::Nauseous])
        .unit(1, (15, 5), slow_sheet(), &[])
        .start_battle(&[6, 1]);
    fight.move_unit(1, &[(6, 5)], Pace::Run).expect("a run");
    let refusal = fight.move_unit(1, &[(7, 5)], Pace::Sprint).expect_err("no dice");
    assert!(refusal.to_string().contains("no dice left for a sprint test"), "{refusal}");
}

/// A unit of the book's own content walks past one that holds a melee weapon and has these ailments.
fn passing(book: Book, ailments: &[Ailment]) -> Fight {
    let mut bundle = bundle_of_passing(book);
    let suffered = |ailment: &Ailment| ActiveAilment {
        ailment: *ailment,
        part: None,
        by: None,
        strength: 0,
        until: StatusEnd::Removed,
    };
    let fencer = &mut bundle.skirmish.units[1];
    let sheet = &bundle.unit_templates[&fencer.archetype].sheet;
    fencer.campaign_unit = Some(CampaignUnit {
        condition: play::starting_health(sheet, &bundle.skirmish.rules),
        karma: 0,
        ailments: ailments.iter().map(suffered).collect(),
        loadout: None,
    });
    begin_passing(&bundle)
}

#[rstest]
#[case::cs_stun_01(&[Ailment::Stunned], false)]
#[case::cs_froz_01(&[Ailment::Frozen], false)]
#[case::cs_pin_14(&[Ailment::Pinned], false)]
#[case::cs_conf_02(&[Ailment::Confused], false)]
#[case::ss_call_21_interrupts_stay(&[Ailment::Winded], true)]
#[case::nothing(&[], true)]
fn ss_intc_06_in_swan_song_too(#[case] ailments: &[Ailment], #[case] asked: bool) {
    let mut fight = Setup::new()
        .unit(0, (1, 1), quick_sheet(6, 6), &[gun(5)])
        .unit(1, (4, 2), sheet(), &[knife()])
        .ailing(ailments)
        .start_battle(&[6, 3]);
    let path: Vec<_> = (2..=7).map(|x| (x, 1)).collect();
    fight.walk(1, &path).expect("6 squares");
    assert_eq!(!fight.asked().is_empty(), asked);
}

fn is_asked(fight: &mut Fight) -> bool {
    let path: Vec<_> = (2..=5).map(|x| Cell::new(x, 1)).collect();
    fight.submit(Order::Move { unit: UnitId(1), path, pace: Pace::Walk, evade: false });
    fight.view(|view| view.open_prompt().map(|open| open.prompt().who)) == Some(UnitId(2))
}

#[rstest]
#[case::cs_stun_01(Ailment::Stunned)]
#[case::cs_shck_01(Ailment::Shocked)]
#[case::cs_unco_01(Ailment::Unconscious)]
#[case::cs_froz_01(Ailment::Frozen)]
#[case::cs_pin_14(Ailment::Pinned)]
#[case::cs_conf_02(Ailment::Confused)]
fn ss_intc_06_who_may_not_act_does_not_intercept(#[case] ailment: Ailment) {
    for book in Book::ALL.into_iter().skip(1) {
        // In Combat Checks only a unit that has had its turn has points: the Confused one has.
        if book == Book::CombatChecks && ailment != Ailment::Confused {
            continue;
        }
        assert!(is_asked(&mut passing(book, &[])), "{book:?}: without an ailment");
        assert!(!is_asked(&mut passing(book, &[ailment])), "{book:?}: {ailment:?}");
    }
}

#[test]
fn cs_daze_01_the_dazed_intercept() {
    for book in Book::ALL.into_iter().skip(1) {
        assert!(is_asked(&mut passing(book, &[Ailment::Dazed])), "{book:?}");
    }
}
