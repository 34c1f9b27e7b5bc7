//! Attacks that are queued with weapon and target as a pass or a phase begins. Chapter CANCEL.

use breachline::ai::{self, AiPlayer, Difficulty, Personality, RatedAnnouncement, RatingReason};
use breachline::battle::{BattleEvent, Order, Target, validate_order};
use breachline::model::{BarrierId, CellSide, UnitId};
use breachline::rules::{DownState, HitResult, ImpossibleAttack, QueuedAttack};

use super::{aberrant, club, dart, pistol, sheet, strong_willed, weapon};
use crate::common::books::{d10_faces, error_clause, exchange_result, rule_texts};
use crate::common::{Fight, edge};
use crate::fog::walled;

/// Unit 1 has a pistol and Willpower 3; unit 4, on its side, acts first; units 2 and 3 are their enemies.
fn four(mode: &str) -> Fight {
    aberrant()
        .switch("ab.declare_mode", mode)
        .nova(0, (5, 5), strong_willed(3), &[pistol("20L")])
        .nova(1, (10, 5), sheet(|_| {}), &[])
        .nova(1, (12, 5), sheet(|_| {}), &[])
        .nova(0, (5, 7), sheet(|_| {}), &[pistol("20L")])
        .start_battle(&[6, 2, 1, 9])
}

/// Gives the same answer to all open questions until none is open.
fn all_answer(fight: &mut Fight, answer: &str) {
    while !fight.asked().is_empty() {
        fight.answer(answer);
    }
}

#[test]
fn ab_cancel_01_weapon_and_target_are_queued_as_a_pass_begins() {
    let mut fight = four("pass");
    assert_eq!(fight.acting(), None, "no unit acts before all have queued");
    assert_eq!(fight.asked(), ["first", "0@3", "1@2", "1@3", "place", "several", "none"]);
    let events = fight.answer("0@3");
    assert_eq!(rule_texts(&events), ["announces all attacks: pistol at unit3"]);
    all_answer(&mut fight, "none");
    fight.end();
    assert_eq!(fight.acting(), Some(1));
    assert_eq!(fight.attack_error(1, 2, 0, None), "AB-CANCEL-03", "the other target");
    fight.queue_dice(&d10_faces(&[(0, 6); 2]));
    fight.attack_with(1, 3, 0, None);
    fight.attack_with(1, 3, 0, None);
    crate::skirmish::replays(&mut fight);
}

#[test]
fn ab_cancel_01_a_target_that_dies_before_the_phase_is_replaced_for_willpower() {
    let mut fight = four("pass");
    fight.answer("first");
    all_answer(&mut fight, "first");
    assert_eq!(fight.acting(), Some(4));
    fight.queue_dice(&d10_faces(&[(1, 6), (19, 19)]));
    fight.attack_with(4, 2, 0, None);
    assert!(fight.down(2).is_some());
    fight.end();
    assert_eq!(fight.attack_error(1, 3, 0, None), "AB-CANCEL-01", "replace the impossible attack first");
    fight.special_action(1, "replace", None);
    fight.answer("point");
    assert_eq!(fight.nova(1).willpower, 2);
    fight.queue_dice(&d10_faces(&[(1, 6)]));
    let missed = exchange_result(&fight.attack_with(1, 3, 0, None));
    assert_eq!(missed.contact, HitResult::Miss, "one success at +1");
    fight.queue_dice(&[2, 7, 1]);
    fight.special_action(1, "replace", None);
    fight.answer("roll");
    assert_eq!(fight.nova(1).willpower, 2, "a roll that succeeds is free");
    fight.queue_dice(&d10_faces(&[(2, 6), (1, 19)]));
    assert_eq!(exchange_result(&fight.attack_with(1, 3, 0, None)).words, "1 level of lethal damage");
}

/// Unit 2 walks behind a wall after the attack on it was announced.
#[test]
fn ab_cancel_01_of_a_hidden_target_its_enemy_is_told_only_that_it_is_out_of_sight() {
    let mut fight = walled(aberrant())
        .skirmish(|skirmish| skirmish.options.fog_of_war = true)
        .switch("ab.declare_mode", "pass")
        .nova(0, (7, 10), strong_willed(3), &[pistol("20L")])
        .nova(1, (10, 10), sheet(|_| {}), &[])
        .start_battle(&[2, 9]);
    fight.answer("first");
    all_answer(&mut fight, "none");
    assert_eq!(fight.acting(), Some(2));
    fight.walk(2, &[(10, 9), (10, 8), (10, 7), (10, 6)]).expect("the way is free");
    let queued = fight.seen_by(0, |view| view.queued_attacks(&view.unit(UnitId(1)).expect("it sees itself")));
    let reasons: Vec<_> = queued.into_iter().map(|(_, why)| why).collect();
    assert!(!reasons.is_empty(), "it was announced");
    assert!(reasons.iter().all(|why| *why == Some(ImpossibleAttack::OutOfSight)), "{reasons:?}");
}

/// Unit 4 strikes unit 2 down, which its side has to slay: the attack of unit 1 that was announced on it can be made, or replaced.
#[test]
fn ab_cancel_01_an_attack_on_an_unconscious_target_that_has_to_be_slain_can_be_made() {
    let mut fight = aberrant()
        .switch("ab.declare_mode", "pass")
        .must_slay(0, 2)
        .nova(0, (5, 5), strong_willed(3), &[pistol("20L")])
        .nova(1, (10, 5), sheet(|_| {}), &[])
        .nova(1, (12, 5), sheet(|_| {}), &[])
        .nova(0, (10, 6), sheet(|_| {}), &[club("9B")])
        .start_battle(&[6, 2, 1, 9]);
    while !fight.asked().is_empty() {
        let is_own_side = fight.asked().contains(&"0@3".to_owned());
        fight.answer(if is_own_side { "first" } else { "none" });
    }
    assert_eq!(fight.acting(), Some(4));
    let slays = |fight: &mut Fight| {
        fight.view(|view| {
            let own = view.unit(UnitId(1)).expect("it stands");
            let queued = view.queued_attacks(&own).into_iter();
            queued.map(|(attack, why)| (why, view.slays_unconscious(&own, attack))).collect::<Vec<_>>()
        })
    };
    assert!(slays(&mut fight).iter().all(|queued| *queued == (None, false)), "it stands");
    fight.queue_dice(&d10_faces(&[(1, 6), (7, 7)]));
    fight.attack_with(4, 2, 0, None);
    assert_eq!(fight.down(2), Some(DownState::Unconscious));
    fight.end();
    assert_eq!(fight.acting(), Some(1));
    let queued = slays(&mut fight);
    assert!(!queued.is_empty(), "it was announced");
    let can_slay = (Some(ImpossibleAttack::TargetGone), true);
    assert!(queued.iter().all(|queued| *queued == can_slay), "{queued:?}");
    let gone = ImpossibleAttack::TargetGone;
    let told = fight.view(|view| {
        let own = view.unit(UnitId(1)).expect("it stands");
        let attacks = [QueuedAttack::on_unit(5, UnitId(2)), QueuedAttack::on_unit(0, UnitId(3))];
        attacks.map(|attack| view.told_obstacle(&own, attack, gone))
    });
    assert_eq!(told, [ImpossibleAttack::NoWeapon, gone], "the target has to be slain");
    let attack = Order::attack(UnitId(1), Target::Unit(UnitId(2)), 0, None);
    assert!(fight.view(|view| validate_order(view, &attack).is_ok()));
    assert_eq!(fight.attack_error(1, 3, 0, None), "AB-CANCEL-01", "another one in its place is paid for");
}

#[test]
fn ab_cancel_01_ai_players_replace_attacks_on_a_target_that_is_gone() {
    let mut fight = four("pass");
    fight.answer("first");
    all_answer(&mut fight, "first");
    fight.queue_dice(&d10_faces(&[(1, 6), (19, 19)]));
    fight.attack_with(4, 2, 0, None);
    fight.end();
    assert_eq!(fight.acting(), Some(1));
    for level in [Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal] {
        let player = AiPlayer { difficulty: level, personality: Some(Personality::Even), seed: 3 };
        let order = ai::decide(&mut fight.world, &player).expect("a side is to act").order;
        let replaces = matches!(&order, Order::SpecialAction { action, .. } if action == "replace");
        assert!(replaces, "{level}: {order:?}");
    }
}

#[test]
fn ab_cancel_03_a_possible_attack_stays() {
    let mut fight = four("pass");
    fight.answer("first");
    all_answer(&mut fight, "none");
    fight.end();
    assert_eq!(fight.special_action_error(1, "replace", None), "AB-CANCEL-03");
    fight.special_action(1, "abort", None);
    fight.answer("point");
    let effort = fight.turn_budget(1).effort;
    assert_eq!((effort.points, effort.reserved, fight.nova(1).willpower), (2, 1, 2));
}

#[test]
fn ab_cancel_03_no_attack_queued_means_none() {
    let mut fight = four("pass");
    all_answer(&mut fight, "none");
    fight.end();
    assert_eq!(fight.attack_error(1, 2, 0, None), "AB-CANCEL-03");
    fight.special_action(1, "reserve", None);
    assert_eq!(fight.turn_budget(1).effort.reserved, 1, "defences are not attacks");
}

#[test]
fn ab_cancel_01_attacks_on_several_targets_are_queued_one_by_one() {
    let mut fight = four("pass");
    fight.answer("several");
    assert_eq!(fight.asked(), ["first", "0@3", "1@2", "1@3", "place", "back", "none"]);
    fight.answer("back");
    assert_eq!(fight.asked(), ["first", "0@3", "1@2", "1@3", "place", "several", "none"], "one target again");
    fight.answer("several");
    fight.answer("1@2");
    fight.answer("back");
    assert_eq!(fight.asked()[5], "back", "the first attack is chosen again");
    fight.answer("0@3");
    fight.answer("first");
    fight.answer("none");
    all_answer(&mut fight, "none");
    fight.end();
    fight.queue_dice(&d10_faces(&[(0, 6)]));
    fight.attack_with(1, 3, 0, None);
    assert_eq!(fight.attack_error(1, 3, 0, None), "AB-CANCEL-03", "once");
    fight.special_action(1, "reserve", None);
    assert_eq!(
        fight.special_action_error(1, "reserve", None),
        "AB-CANCEL-03",
        "the last point belongs to an attack"
    );
    fight.queue_dice(&d10_faces(&[(0, 6)]));
    fight.attack_with(1, 2, 0, None);
}

#[test]
fn ab_cancel_01_as_the_own_phase_begins() {
    let mut fight = four("phase");
    assert_eq!((fight.acting(), fight.asked().len()), (Some(4), 7), "unit 4 is first");
    fight.answer("first");
    fight.end();
    assert_eq!((fight.acting(), fight.asked().len()), (Some(1), 7));
    fight.answer("0@3");
    assert_eq!(fight.attack_error(1, 2, 0, None), "AB-CANCEL-03");
}

/// The attack of unit 1 on unit 2 is queued; the fight after a change is made by unit 3, which acts first.
fn impossible_after(fight: &mut Fight) -> bool {
    let replaced = fight.try_submit(Order::SpecialAction {
        unit: UnitId(1),
        action: "replace".to_owned(),
        target: None,
        weapon: None,
    });
    match replaced {
        Ok(_) => true,
        Err(why) => {
            assert_eq!(error_clause(why), "AB-CANCEL-03");
            false
        }
    }
}

#[test]
fn ab_cancel_01_a_weapon_that_is_lost() {
    let mut fight = aberrant()
        .switch("ab.declare_mode", "pass")
        .nova(0, (5, 5), strong_willed(3), &[dart("3L"), club("4B")])
        .nova(1, (6, 5), sheet(|_| {}), &[])
        .start_battle(&[9, 2]);
    fight.answer("first");
    all_answer(&mut fight, "none");
    assert!(!impossible_after(&mut fight));
    fight.queue_dice(&d10_faces(&[(0, 6)]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!(fight.items_on_ground().len(), 1, "the dart is thrown");
    assert!(impossible_after(&mut fight), "no dart left");
}

#[test]
fn ab_cancel_01_a_target_out_of_sight() {
    let mut fight = aberrant()
        .switch("ab.declare_mode", "pass")
        .barrier(edge(8, 4, CellSide::East), |kind| kind.blocks_move = false)
        .nova(0, (5, 5), strong_willed(3), &[pistol("5L")])
        .nova(1, (10, 5), sheet(|_| {}), &[])
        .start_battle(&[2, 9]);
    fight.answer("first");
    all_answer(&mut fight, "none");
    assert_eq!(fight.acting(), Some(2));
    fight.walk(2, &[(10, 4), (9, 4)]).expect("two metres");
    fight.end();
    assert_eq!(fight.acting(), Some(1));
    assert!(impossible_after(&mut fight), "the wall hides it");
}

/// Unit 1 holds a pistol and carries a club; unit 2 is in reach of its fists, and a wall hides it.
fn behind_a_wall() -> Fight {
    aberrant()
        .switch("ab.declare_mode", "pass")
        .barrier(edge(8, 4, CellSide::East), |kind| kind.blocks_move = false)
        .nova(0, (5, 5), strong_willed(3), &[pistol("5L"), club("4B")])
        .nova(1, (9, 4), sheet(|_| {}), &[])
        .start_battle(&[9, 2])
}

#[test]
fn ab_cancel_01_a_gun_without_a_target_is_queued_too() {
    let mut fight = behind_a_wall();
    assert_eq!(fight.asked(), ["first", "0@2", "0@later", "place", "several", "none"]);
    let events = fight.answer("0@later");
    assert_eq!(rule_texts(&events), ["announces all attacks: pistol, target chosen later"]);
    all_answer(&mut fight, "none");
    assert_eq!(fight.turn_budget(1).queued_attacks(), [QueuedAttack::with_weapon(0)]);
    let queued = fight.view(|view| view.queued_attacks(&view.unit(UnitId(1)).expect("it is there")));
    let no_target = Some(ImpossibleAttack::NoTarget);
    assert_eq!(queued, [(QueuedAttack::with_weapon(0), no_target)], "what is not chosen is not out of sight");
    assert!(impossible_after(&mut fight), "no target is in sight");
    let mut fight = behind_a_wall();
    fight.answer("0@later");
    all_answer(&mut fight, "none");
    fight.walk(1, &[(6, 6), (7, 7), (7, 8)]).expect("a few metres");
    fight.queue_dice(&d10_faces(&[(0, 6)]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!(
        fight.turn_budget(1).queued_attacks(),
        [QueuedAttack::on_unit(0, UnitId(2))],
        "the first target applies to the other attacks as well"
    );
    crate::skirmish::replays(&mut fight);
}

#[test]
fn ab_cancel_01_a_target_out_of_sight_is_queued_for_a_shot_after_a_move() {
    let mut fight = behind_a_wall();
    let events = fight.answer("0@2");
    assert_eq!(rule_texts(&events), ["announces all attacks: pistol at unit2"]);
    all_answer(&mut fight, "none");
    fight.walk(1, &[(6, 6), (7, 7), (7, 8)]).expect("a few metres");
    assert_eq!(fight.special_action_error(1, "replace", None), "AB-CANCEL-03", "it is in sight now");
    fight.queue_dice(&d10_faces(&[(0, 6)]));
    fight.attack_with(1, 2, 0, None);
}

#[test]
fn ab_cancel_01_without_a_possible_attack_no_question_is_asked() {
    let fight = aberrant()
        .switch("ab.declare_mode", "pass")
        .barrier(edge(8, 4, CellSide::East), |_| {})
        .nova(0, (5, 4), strong_willed(3), &[pistol("5L")])
        .nova(1, (29, 4), sheet(|_| {}), &[])
        .start_battle(&[9, 2]);
    assert_eq!((fight.acting(), fight.asked().len()), (Some(1), 0), "no attack is possible");
}

#[test]
fn ab_cancel_01_a_wall_is_queued_too() {
    let mut fight = aberrant()
        .switch("ab.declare_mode", "pass")
        .barrier(edge(8, 4, CellSide::East), |_| {})
        .nova(0, (5, 5), strong_willed(3), &[pistol("5L")])
        .nova(1, (10, 7), sheet(|_| {}), &[])
        .start_battle(&[9, 2]);
    fight.answer("place");
    all_answer(&mut fight, "none");
    assert_eq!(fight.attack_error(1, 2, 0, None), "AB-CANCEL-03");
    fight.queue_dice(&d10_faces(&[(0, 3)]));
    let events = fight.submit(Order::attack(UnitId(1), Target::Barrier(BarrierId(0)), 0, None));
    assert!(events.iter().any(|event| matches!(event, BattleEvent::AttackDeclared { .. })));
}

pub(super) const ABOVE_EASY: [Difficulty; 4] =
    [Difficulty::Normal, Difficulty::Hard, Difficulty::Brutal, Difficulty::Master];

/// What an AI player announces with each of some seeds.
pub(super) fn announced(fight: &mut Fight, level: Difficulty) -> Vec<String> {
    let answers = (1..=6).map(|seed| {
        let player = AiPlayer { difficulty: level, personality: Some(Personality::Even), seed };
        match ai::decide(&mut fight.world, &player).expect("a side is to act").order {
            Order::Decide { answer } => answer,
            order => panic!("no answer: {order:?}"),
        }
    });
    answers.collect()
}

/// Unit 2 is in reach of the fists, which do nothing to it, and a wall hides it from the loaded pistol.
#[test]
fn ab_cancel_01_ai_players_announce_a_loaded_gun_rather_than_fists() {
    let fists = weapon(r#"(name: "fists", class: melee, skill: brawl, damage: "1B")"#);
    let mut fight = aberrant()
        .switch("ab.declare_mode", "pass")
        .barrier(edge(8, 4, CellSide::East), |kind| kind.blocks_move = false)
        .nova(0, (5, 5), strong_willed(3), &[pistol("7L"), fists])
        .nova(1, (9, 4), sheet(|sheet| sheet.soak_enhancement.bashing = 15), &[])
        .start_battle(&[9, 2]);
    assert_eq!(fight.asked(), ["first", "0@2", "0@later", "place", "several", "none"]);
    for level in ABOVE_EASY {
        assert_eq!(announced(&mut fight, level), ["0@later"; 6], "{level}");
    }
}

/// The nearest enemy can hardly be harmed; the other one is nine metres away.
#[test]
fn ab_cancel_01_ai_players_announce_attacks_on_whom_they_can_harm() {
    let mut fight = aberrant()
        .switch("ab.declare_mode", "pass")
        .nova(0, (5, 5), strong_willed(3), &[pistol("8L")])
        .nova(1, (8, 5), sheet(|sheet| sheet.soak_enhancement.lethal = 30), &[])
        .nova(1, (5, 14), sheet(|_| {}), &[])
        .start_battle(&[9, 2, 1]);
    assert_eq!(fight.asked(), ["first", "0@3", "1@2", "1@3", "place", "several", "none"], "pistol, fists");
    for level in ABOVE_EASY {
        assert_eq!(announced(&mut fight, level), ["0@3"; 6], "{level}");
    }
}

/// What advice rates an answer at.
pub(super) fn advised(fight: &mut Fight, key: &str) -> RatedAnnouncement {
    let rated = fight.view(ai::rate_announcements);
    rated.into_iter().find(|one| one.key == key).unwrap_or_else(|| panic!("{key} is worth nothing"))
}

/// Units 2 and 3 are five metres away and alike; unit 3 has to be slain.
#[test]
fn ab_cancel_01_a_target_that_has_to_be_slain_is_worth_three_others() {
    let mut fight = aberrant()
        .switch("ab.declare_mode", "pass")
        .nova(0, (5, 5), strong_willed(3), &[pistol("5L")])
        .nova(1, (10, 4), sheet(|_| {}), &[])
        .nova(1, (10, 6), sheet(|_| {}), &[])
        .must_slay(0, 3)
        .start_battle(&[9, 2, 1]);
    let (other, wanted) = (advised(&mut fight, "first").value, advised(&mut fight, "0@3").value);
    assert!(other > 0.0 && (wanted - 3.0 * other).abs() < 1e-9, "{wanted} of {other}");
}

/// A walk leads to a square from which the wall does not hide the target.
#[test]
fn ab_cancel_01_a_shot_after_a_walk_is_rated_from_where_the_walk_ends() {
    let mut fight = behind_a_wall();
    let reasons = advised(&mut fight, "0@2").reasons;
    assert_eq!(reasons, [RatingReason::AfterMove]);
}

/// An announced attack binds the unit: without a chance worth mentioning it rather keeps its turn for a better place.
#[test]
fn ab_cancel_01_ai_players_announce_nothing_that_hardly_ever_harms() {
    let mut hopeless = 0;
    for (lethal, x) in (0..=20).flat_map(|lethal| [12, 18, 24, 29].map(|x| (lethal, x))) {
        let hardened = sheet(|sheet| {
            (sheet.soak_enhancement.lethal, sheet.soak_enhancement.bashing) = (lethal, 15);
        });
        let mut fight = aberrant()
            .switch("ab.declare_mode", "pass")
            .nova(0, (5, 5), strong_willed(3), &[pistol("4L")])
            .nova(1, (x, 5), hardened, &[])
            .start_battle(&[9, 2]);
        let rated = fight.view(|view| {
            let is_asked = view.queue_candidates().map(|(unit, _)| unit) == Some(UnitId(1));
            if is_asked { ai::rate_announcements(view) } else { Vec::new() }
        });
        let chances = rated.iter().map(|one| one.chance.unwrap_or(1.0));
        if rated.is_empty() || chances.fold(0.0, f64::max) >= 0.1 {
            continue;
        }
        hopeless += 1;
        for level in ABOVE_EASY {
            assert_eq!(announced(&mut fight, level), ["none"; 6], "{level}, {lethal} at {x}");
        }
    }
    assert!(hopeless > 0, "some attacks have a chance below a tenth");
}

/// Whether unit 1 is told, where it has to walk up to unit 2, that this one may leave first. Both have the same initiative.
fn may_leave_first(dexterity: u8, wits: u8) -> bool {
    let mut fight = aberrant()
        .switch("ab.declare_mode", "pass")
        .nova(0, (5, 5), strong_willed(3), &[club("8B")])
        .nova(1, (9, 5), sheet(|sheet| (sheet.dexterity, sheet.wits) = (dexterity, wits)), &[])
        .start_battle(&[5, 5]);
    fight.view(|view| {
        assert_eq!(view.queue_candidates().map(|(unit, _)| unit), Some(UnitId(1)));
        let rated = ai::rate_announcements(view);
        assert!(rated.iter().any(|one| one.reasons.contains(&RatingReason::AfterMove)) != leaves(&rated));
        leaves(&rated)
    })
}

fn leaves(rated: &[RatedAnnouncement]) -> bool {
    rated.iter().any(|one| one.reasons.contains(&RatingReason::TargetMayLeave))
}

#[test]
fn ab_base_11_announcements_of_ai_players_know_what_breaks_ties() {
    assert!(!may_leave_first(2, 3), "the greater Dexterity acts first");
    assert!(may_leave_first(4, 1), "the smaller Dexterity acts second, whatever the ids");
    assert!(may_leave_first(3, 2), "nothing but a coin decides");
}

/// The fists, in slot 2, are announced on an enemy four metres away, and the unit also holds a pistol.
#[test]
fn ab_cancel_01_ai_players_walk_up_for_the_attack_that_they_announced() {
    let mut fight = behind_a_wall();
    fight.answer("first");
    all_answer(&mut fight, "none");
    assert_eq!(fight.turn_budget(1).queued_attacks(), [QueuedAttack::on_unit(2, UnitId(2))]);
    let player = AiPlayer { difficulty: Difficulty::Brutal, personality: Some(Personality::Even), seed: 3 };
    let mut orders = Vec::new();
    while fight.acting() == Some(1) && orders.len() < 12 {
        let order = ai::decide(&mut fight.world, &player).expect("a side is to act").order;
        orders.push(order.clone());
        if matches!(order, Order::Attack { .. } | Order::EndPhase { .. }) {
            break;
        }
        fight.submit(order);
    }
    let last = orders.last();
    assert!(
        matches!(last, Some(Order::Attack { target: Target::Unit(UnitId(2)), weapon: 2, .. })),
        "{orders:?}"
    );
}
