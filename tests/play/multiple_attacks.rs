//! Several attacks with one pool: chapter MULTI in play.

use breachline::battle::{BattleEvent, Order, OrderError, SubAttack, Target};
use breachline::model::{Side, UnitId};
use breachline::rules::swan_song::{FireMode, Sheet, Skill, Weapon};
use breachline::rules::turn_engine::actions::Action;
use breachline::rules::{KarmaPlan, PoolShare};

use crate::common::{Fight, SHOT, Setup, grenade, gun, knife, rifle, sheet, slow_sheet};

/// Blades and Automatics 4, AGI 5: pools of 9.
fn duellist() -> Sheet {
    let mut sheet = sheet();
    sheet.attributes.agility = 5;
    sheet.skills = [(Skill::Blades, 4), (Skill::Automatics, 4)].into();
    sheet
}

/// Two targets that are never asked, beside the attacker.
fn between(sheet: Sheet, weapons: &[Weapon]) -> Fight {
    Setup::new()
        .unit(0, (5, 5), sheet, weapons)
        .unit(1, (6, 5), slow_sheet(), &[])
        .unit(1, (4, 5), slow_sheet(), &[])
        .start_battle(&[6, 1, 1])
}

fn blow(target: u32, weapon: usize, mode: Option<FireMode>) -> SubAttack {
    SubAttack { target: UnitId(target), weapon, mode }
}

fn multiple(attacks: &[SubAttack]) -> Order {
    Order::Multiple { unit: UnitId(1), attacks: attacks.to_vec() }
}

const STABS: [SubAttack; 2] = [
    SubAttack { target: UnitId(2), weapon: 0, mode: None },
    SubAttack { target: UnitId(2), weapon: 0, mode: None },
];

/// Dice of every roll of this name in the last order.
fn pools(fight: &Fight, why: &str) -> Vec<u32> {
    fight.records().iter().filter(|record| record.why == why).map(|record| record.dice.count).collect()
}

fn resolved(events: &[BattleEvent]) -> Vec<(Target, i32)> {
    let resolved = events.iter().filter_map(|event| match event {
        BattleEvent::AttackResolved { target, net, .. } => Some((*target, *net)),
        _ => None,
    });
    resolved.collect()
}

#[test]
fn ss_multi_01_with_the_free_action() {
    let mut fight = between(duellist(), &[knife()]);
    fight.queue_dice(&[2; 5 + 6 + 4 + 5]);
    fight.submit(multiple(&STABS));
    assert_eq!((fight.points(1), fight.free_used(1), fight.dice_left()), (1, 1, 0));
    // Walked before: the Free Action is bought.
    let mut fight = between(duellist(), &[knife()]);
    fight.walk(1, &[(5, 6)]).expect("one square");
    fight.let_pass();
    fight.queue_dice(&[2; 5 + 6 + 4 + 5]);
    fight.submit(multiple(&STABS));
    assert_eq!(fight.points(1), 0);
}

#[test]
fn ss_multi_04_one_pistol_makes_one_attack() {
    let mut fight = between(duellist(), &[gun(5)]);
    let refusal = fight.submit_error(multiple(&[blow(2, 0, SHOT), blow(3, 0, SHOT)]));
    assert_eq!(refusal.clause(), Some("SS-MULTI-04"));
    let mut fight = between(duellist(), &[gun(5), gun(6)]);
    fight.submit(Order::Ready { unit: UnitId(1), weapon: 1 });
    fight.queue_dice(&[2; 9 + 6 + 6]);
    let events = fight.submit(multiple(&[blow(2, 0, SHOT), blow(3, 1, SHOT)]));
    assert_eq!(resolved(&events).len(), 2);
    let mut fight = between(duellist(), &[gun(5), gun(6)]);
    fight.submit(Order::Ready { unit: UnitId(1), weapon: 1 });
    let third = fight.submit_error(multiple(&[blow(2, 0, SHOT), blow(3, 1, SHOT), blow(2, 0, SHOT)]));
    assert_eq!(third.clause(), Some("SS-MULTI-04"));
}

#[test]
fn ss_multi_06_recoil_of_all_shots() {
    // STR 3, two bursts, no compensation: recoil -4; 12 dice become 8.
    let mut sheet = duellist();
    sheet.attributes.agility = 8;
    let burst = || Weapon { modes: vec![FireMode::Burst], ..gun(5) };
    let mut fight = between(sheet, &[burst(), burst()]);
    fight.submit(Order::Ready { unit: UnitId(1), weapon: 1 });
    let mode = Some(FireMode::Burst);
    fight.queue_dice(&[2; 4 + 4 + 4 + 4]);
    fight.submit(multiple(&[blow(2, 0, mode), blow(3, 1, mode)]));
    assert_eq!(pools(&fight, "attack"), [4, 4]);
}

#[test]
fn ss_multi_07_14_even_shares_at_two_targets() {
    let mut fight = between(duellist(), &[knife()]);
    fight.queue_dice(&[2; 5 + 6 + 4 + 6]);
    let events = fight.submit(multiple(&[blow(2, 0, None), blow(3, 0, None)]));
    assert_eq!(pools(&fight, "attack"), [5, 4]);
    let targets: Vec<_> = resolved(&events).into_iter().map(|(target, _)| target).collect();
    assert_eq!(targets, [Target::Unit(UnitId(2)), Target::Unit(UnitId(3))]);
    let split = events.iter().find_map(|event| match event {
        BattleEvent::PoolSplit { shares, .. } => Some(shares.clone()),
        _ => None,
    });
    let share = |dice, nth| PoolShare { dice, of: 9, nth, attacks: 2, rerolls: false };
    assert_eq!(split, Some(vec![share(5, 1), share(4, 2)]));
}

#[test]
fn ss_multi_14_two_enemies_in_reach() {
    let mut fight = between(duellist(), &[knife()]);
    assert!(
        fight.submit_error(multiple(&[blow(2, 0, None), blow(1, 0, None)])).to_string().contains("itself")
    );
    fight.queue_dice(&[2; 5 + 6 + 4 + 6]);
    fight.submit(multiple(&[blow(2, 0, None), blow(3, 0, None)]));
}

#[test]
fn ss_multi_08_each_is_resolved_by_itself() {
    let mut fight = between(duellist(), &[knife()]);
    fight.queue_dice(&[2; 5 + 6 + 4 + 5]);
    fight.submit(multiple(&STABS));
    assert_eq!(pools(&fight, "defence"), [6, 5], "the second at -1, SS-DEF-28");
}

#[test]
fn ss_multi_08_the_dead_are_not_struck_again() {
    let deadly =
        Weapon { accuracy: Some(9), damage: breachline::rules::swan_song::DamageValue::Fixed(30), ..knife() };
    let mut fight = between(duellist(), &[deadly]);
    fight.rolls(&[(3, 5), (0, 6), (0, 1)]);
    let events = fight.submit(multiple(&STABS));
    assert_eq!((resolved(&events).len(), fight.dice_left()), (1, 0));
    assert!(events.iter().any(|event| matches!(event, BattleEvent::RuleNote { clause: "SS-MULTI-08", .. })));
}

#[test]
fn ss_multi_09_11_karma_before_the_split_and_one_re_roll() {
    let mut sheet = Sheet { karma: 2, ..duellist() };
    sheet.attributes.agility = 3; // 7 dice, and 2 for Karma
    let mut fight = between(sheet, &[knife()]);
    let plan = KarmaPlan { dice: true, reroll: true, ask: false };
    fight.submit(Order::Karma { unit: UnitId(1), plan });
    fight.queue_dice(&[2; 5]);
    fight.submit(multiple(&STABS));
    fight.queue_dice(&[2; 5 + 6 + 4 + 4 + 5]);
    fight.answer("reroll");
    assert_eq!((pools(&fight, "attack"), pools(&fight, "re-roll")), (vec![5, 4], vec![5, 4]));
    assert_eq!((fight.unit(1, |unit| unit.karma.left()), fight.dice_left()), (0, 0));
}

#[test]
fn ss_ruling_58_the_misses_of_all_three() {
    let mut sheet = Sheet { karma: 1, ..duellist() };
    sheet.skills.insert(Skill::Blades, 5);
    let mut fight = between(sheet, &[knife()]);
    let plan = KarmaPlan { dice: false, reroll: true, ask: false };
    fight.submit(Order::Karma { unit: UnitId(1), plan });
    fight.queue_dice(&[2; 4]);
    fight.submit(multiple(&[STABS[0], STABS[0], STABS[0]]));
    fight.queue_dice(&[2; 4 + 6 + 3 + 3 + 5 + 3 + 3 + 4]);
    fight.answer("reroll");
    assert_eq!(pools(&fight, "re-roll"), [4, 3, 3]);
    assert_eq!((fight.unit(1, |unit| unit.karma.left()), fight.dice_left()), (0, 0));
}

#[test]
fn ss_multi_13_the_price_of_the_dearest() {
    let mut fight = between(duellist(), &[gun(5), knife()]);
    fight.submit(Order::Ready { unit: UnitId(1), weapon: 1 });
    assert_eq!(fight.points(1), 2);
    fight.queue_dice(&[2; 9 + 6 + 5]);
    let events = fight.submit(multiple(&[blow(2, 0, SHOT), blow(2, 1, None)]));
    let paid = |event: &BattleEvent| {
        matches!(event, BattleEvent::Paid { action: Action::MeleeAttack, points: 2, .. })
    };
    assert_eq!((events.iter().filter(|event| paid(event)).count(), fight.points(1)), (1, 0));
}

#[test]
fn ss_act_28_a_second_attack_needs_the_set() {
    let mut fight = between(duellist(), &[gun(5), gun(6)]);
    fight.submit(Order::Ready { unit: UnitId(1), weapon: 1 });
    fight.land(1, 2, 0, SHOT, [0, 1, 0]);
    assert!(matches!(fight.attack(1, 2, 1, SHOT), Err(OrderError::AlreadyAttacked { .. })));
    let alone = fight.submit_error(multiple(&[blow(2, 1, SHOT)]));
    assert_eq!(alone.to_string(), "A multiple attack needs at least two attacks.");
    let late = fight.submit_error(multiple(&[blow(2, 0, SHOT), blow(3, 1, SHOT)]));
    assert!(matches!(late, OrderError::AlreadyAttacked { .. }), "{late}");
}

/// Throws two grenades, one in each hand, at a target 10 m away. Returns the weapon and the damage of each attack.
fn throw_two(weapons: &[Weapon]) -> Vec<(usize, u32)> {
    let mut sheet = duellist();
    sheet.skills.insert(Skill::Throwing, 4);
    let mut fight = Setup::new()
        .unit(0, (5, 15), sheet, weapons)
        .unit(1, (5, 5), Sheet { flesh: Some(60), ..slow_sheet() }, &[])
        .start_battle(&[6, 1]);
    fight.submit(Order::Ready { unit: UnitId(1), weapon: 1 });
    fight.queue_dice(&[6; 60]);
    let events = fight.submit(multiple(&[blow(2, 0, None), blow(2, 1, None)]));
    let used = events.iter().filter_map(|event| match event {
        BattleEvent::AttackResolved { weapon, damage, .. } => Some((*weapon, *damage)),
        _ => None,
    });
    assert!(fight.unit(1, |unit| unit.inventory.get(0).is_none() && unit.inventory.get(1).is_none()));
    used.collect()
}

#[test]
fn ss_multi_03_two_grenades_are_two_throws() {
    let one = || Weapon { magazine: 1, ..grenade() };
    let used = throw_two(&[one(), one()]);
    // DV 10, and every die hits: 5 and 4 net hits at least, less the soak of one die. Fists would do 3 at most.
    assert_eq!(used.iter().map(|(weapon, _)| *weapon).collect::<Vec<_>>(), [0, 1]);
    assert!(used.iter().all(|(_, damage)| *damage >= 9), "{used:?}");
}

#[test]
fn ss_act_26_what_lies_on_the_ground_leaves_its_place_empty() {
    let mut fight = between(duellist(), &[gun(5), knife()]);
    fight.submit(Order::Drop { unit: UnitId(1), weapon: 0 });
    let refusal = fight.submit_error(multiple(&[blow(2, 0, SHOT), blow(3, 1, None)]));
    assert!(matches!(refusal, OrderError::NoSuchWeapon { weapon: 0, .. }), "{refusal}");
    fight.submit(Order::Ready { unit: UnitId(1), weapon: 1 });
    assert_eq!(&*fight.unit(1, |unit| unit.inventory[1].name().clone()), "knife");
}

#[test]
fn a_set_is_replayed() {
    let mut fight = between(duellist(), &[knife()]);
    fight.submit(multiple(&STABS));
    crate::skirmish::replays(&mut fight);
    assert!(fight.view(|view| view.units().any(|unit| *unit.side == Side(1))));
    assert_eq!(rifle().hands, 2);
}
