//! Attacks and defences in play: chapters BASE, ATK and DEF.

use breachline::battle::{AttackChoice, BattleEvent, BattleView, Order, OrderError, StatusKind, Target};
use breachline::model::{Cell, CellSide, UnitId};
use breachline::rules::status::{Ailment, AttackProperties, Infliction};
use breachline::rules::swan_song::attack::resolution::AttackPlan;
use breachline::rules::swan_song::defence::methods::AvailableDefence;
use breachline::rules::swan_song::{FireMode, HitResult, Sheet, Skill, Weapon};
use breachline::rules::{AttackTarget, play};
use rstest::rstest;

use crate::common::{
    Fight, SHOT, Setup, contact, edge, faces_for_hits, fists, gun, knife, quick_sheet, rifle, sheet,
    slow_sheet,
};

/// Shooter at (5, 5) acting first, and a target with these values some squares to the east.
pub fn range(squares: i32, target: Sheet, weapons: &[Weapon]) -> Fight {
    Setup::new()
        .unit(0, (5, 5), sheet(), weapons)
        .unit(1, (5 + squares, 5), target, &[knife()])
        .start_battle(&[6, 1])
}

pub fn shoot(mode: FireMode) -> Order {
    Order::attack(UnitId(1), Target::Unit(UnitId(2)), 0, Some(mode))
}

/// A target that has a phase and is never asked: 1 AP does not pay for Full Defense.
pub fn steady(reaction: u8, intuition: u8) -> Sheet {
    Sheet { action_points: 1, ..quick_sheet(reaction, intuition) }
}

#[test]
fn ss_atk_05_four_steps_in_order() {
    let mut fight = range(5, quick_sheet(3, 3), &[gun(5)]);
    fight.land(1, 2, 0, SHOT, [2, 1, 0]);
    let clauses = fight.clauses();
    let place = |clause| {
        clauses.iter().position(|one| *one == clause).unwrap_or_else(|| panic!("{clause}: {clauses:?}"))
    };
    let steps = ["SS-ATK-07", "SS-ATK-08", "SS-ATK-13", "SS-ATK-21", "SS-DMG-05"].map(place);
    assert!(steps.is_sorted(), "{clauses:?}");
}

#[test]
fn ss_atk_06_the_attack_is_fixed_before_any_roll() {
    let mut fight = range(5, quick_sheet(3, 3), &[rifle()]);
    let events = fight.submit(shoot(FireMode::Burst));
    let declared = BattleEvent::AttackDeclared {
        unit: UnitId(1),
        target: Target::Unit(UnitId(2)),
        weapon: 0,
        mode: Some(FireMode::Burst),
        rounds: 3,
    };
    assert!(events.contains(&declared));
    assert!(fight.records().is_empty());
    assert!(matches!(fight.submit_error(shoot(FireMode::Single)), OrderError::PromptOpen { .. }));
}

#[test]
fn ss_atk_07_the_defender_chooses_before_the_attack_roll() {
    let mut fight = range(1, steady(3, 3), &[knife()]);
    fight.queue_dice(&[2; 14]);
    let events = fight.attack(1, 2, 0, None).expect("a stab");
    assert_eq!(fight.asked(), ["standard", "dodge", "parry"]);
    assert!(!events.iter().any(|event| matches!(event, BattleEvent::AttackResolved { .. })));
    assert_eq!(fight.dice_left(), 14);
}

#[test]
fn ss_atk_08_to_21_the_example_of_the_book() {
    // Blades 3, AGI 4 against REA 2, INT 1.
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (6, 5), Sheet { action_points: 0, ..quick_sheet(2, 1) }, &[])
        .start_battle(&[6, 1]);
    fight.queue_dice(&[6, 6, 2, 4, 1, 5, 1]);
    fight.queue_dice(&[2, 5, 4]);
    fight.queue_dice(&[2]);
    let events = fight.attack(1, 2, 0, None).expect("a stab");
    assert_eq!(contact(&events), (HitResult::Hit, 2, 7));
    assert_eq!(fight.dice_left(), 0);
}

#[test]
fn ss_atk_16_a_miss_ends_the_attack() {
    let mut fight = range(5, slow_sheet(), &[gun(5)]);
    fight.queue_dice(&faces_for_hits(&[(1, 7), (2, 6)]));
    fight.queue_dice(&[6; 3]);
    let events = fight.attack(1, 2, 0, SHOT).expect("a shot");
    assert_eq!(contact(&events), (HitResult::Miss, -1, 0));
    assert_eq!(fight.dice_left(), 3);
}

#[test]
fn ss_atk_24_wounds_count_at_once() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[gun(5)])
        .unit(1, (10, 5), sheet(), &[gun(5)])
        .start_battle(&[6, 5]);
    fight.land(1, 2, 0, SHOT, [1, 0, 0]);
    assert_eq!((fight.flesh(2), fight.score(2)), (5, 9));
    fight.end();
    fight.land(2, 1, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("attack"), 5);
}

#[test]
fn ss_atk_30_a_graze_makes_contact() {
    let touch = |attack, defence| {
        let mut fight = range(5, slow_sheet(), &[gun(5)]);
        let events = fight.land(1, 2, 0, SHOT, [attack, defence, 0]);
        (contact(&events).0, fight.flesh(2))
    };
    assert_eq!(touch(2, 2), (HitResult::Graze, 10));
    assert_eq!(touch(1, 2), (HitResult::Miss, 10));
}

#[test]
fn ss_def_05_full_defense_lasts_the_round() {
    let mut fight = range(5, quick_sheet(3, 3), &[gun(1)]);
    fight.land_against("full_defense", 1, 2, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("defence"), 9);
    fight.end();
    fight.end();
    assert_eq!((fight.round(), fight.acting()), ((1, 2), Some(1)));
    fight.land(1, 2, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("defence"), 9);
    fight.queue_dice(&[6, 1]);
    fight.until_round(2);
    fight.land(1, 2, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("defence"), 5, "one earlier defence since its last phase, and no Willpower");
}

/// A shooter behind a wall from its target, which has never acted.
fn dark() -> Setup {
    Setup::new()
        .barrier(edge(9, 5, CellSide::East), |kind| kind.structure = 1)
        .unit(0, (5, 5), Sheet { skills: [(Skill::Automatics, 6)].into(), ..sheet() }, &[gun(8)])
        .unit(1, (10, 5), sheet(), &[knife()])
}

#[test]
fn ss_def_21_22_an_unaware_target_has_no_defence() {
    let mut fight = dark().start_battle(&[6, 1]);
    fight.rolls(&[(3, 4), (0, 1)]);
    let events = fight.attack(1, 2, 0, SHOT).expect("blind fire");
    assert!(fight.asked().is_empty());
    assert!(!fight.rolled("defence"));
    assert_eq!(contact(&events), (HitResult::Hit, 3, 9)); // DV 7 + 3, 1 lost in the wall
    let mut fight = dark().start_battle(&[6, 1]);
    fight.rolls(&[(0, 4)]);
    let events = fight.attack(1, 2, 0, SHOT).expect("blind fire");
    assert_eq!(contact(&events).0, HitResult::Miss);
}

#[test]
fn ss_def_23_who_is_engaged() {
    let engaged = |fight: &mut Fight, unit| fight.unit(unit, |unit| unit.status.has(StatusKind::Engaged));
    // Against the same unseen attacker, were the target not hidden completely. `SS-BARR-07`
    let defends = |fight: &mut Fight| {
        let mut scene = fight.scene(1, 2, 0, SHOT);
        scene.sight.hidden = 0;
        matches!(AttackPlan::new(&scene).defence, AvailableDefence::Options(_))
    };
    let mut fight = dark().start_battle(&[6, 1]);
    assert_eq!([1, 2].map(|unit| engaged(&mut fight, unit)), [true, false]);
    assert!(!defends(&mut fight), "first contact");
    fight.rolls(&[(0, 4)]);
    fight.attack(1, 2, 0, SHOT).expect("blind fire");
    assert!(engaged(&mut fight, 2) && defends(&mut fight), "it was attacked");
    let mut fight = dark().start_battle(&[6, 1]);
    fight.end();
    assert!(engaged(&mut fight, 2) && defends(&mut fight), "it has acted");
}

#[test]
fn ss_ruling_25_hidden_wins_over_engaged() {
    let mut fight = dark().start_battle(&[1, 6]);
    fight.end(); // the target has acted
    fight.rolls(&[(0, 4)]);
    fight.attack(1, 2, 0, SHOT).expect("blind fire");
    assert!(!fight.rolled("defence"));
}

#[test]
fn ss_def_24_cover_alone_rolls_for_the_unaware() {
    let mut fight = Setup::new()
        .barrier(edge(9, 5, CellSide::East), |_| {})
        .unit(0, (5, 5), Sheet { skills: [(Skill::Automatics, 6)].into(), ..sheet() }, &[rifle()])
        .unit(1, (10, 5), sheet(), &[knife()])
        .start_battle(&[1, 6]);
    fight.submit(Order::TakeCover { unit: UnitId(2) });
    fight.end();
    fight.rolls(&[(0, 3), (1, 4)]);
    fight.submit(shoot(FireMode::Burst));
    assert_eq!((fight.pool("attack"), fight.pool("defence")), (3, 4)); // 10 - 6, recoil -1
    assert_eq!(fight.dice_left(), 0);
    assert_eq!(fight.unit(2, |unit| unit.defence_count.defences()), 0); // SS-DEF-30
}

#[test]
fn ss_def_28_29_earlier_defences() {
    let mut setup = Setup::new();
    for y in 4..7 {
        setup = setup.unit(0, (5, y), sheet(), &[gun(1)]);
    }
    let mut fight = setup.unit(1, (12, 5), quick_sheet(4, 3), &[knife()]).start_battle(&[6, 5, 4, 1]);
    for (unit, pool) in [(1, 7), (2, 6), (3, 5)] {
        fight.land(unit, 4, 0, SHOT, [0, 1, 0]);
        assert_eq!(fight.pool("defence"), pool);
        fight.end();
    }
    assert_eq!(fight.acting(), Some(4));
    fight.end();
    fight.until(1);
    fight.land(1, 4, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("defence"), 7);
}

#[test]
fn ss_def_30_only_own_defence_rolls_count() {
    let mut fight = dark().start_battle(&[6, 1]);
    fight.rolls(&[(0, 4)]);
    fight.attack(1, 2, 0, SHOT).expect("blind fire");
    assert_eq!(fight.unit(2, |unit| unit.defence_count.defences()), 0);
}

/// Two fencers and an archer of the first one's side.
fn fencers(friend: bool) -> Fight {
    Setup::new()
        .unit(0, (5, 5), quick_sheet(5, 4), &[knife()])
        .unit(u8::from(!friend), (6, 5), steady(4, 3), &[knife()])
        .unit(0, (15, 5), sheet(), &[gun(1)])
        .unit(1, (25, 15), slow_sheet(), &[])
        .start_battle(&[6, 5, 5, 1])
}

#[test]
fn ss_def_39_shot_at_while_in_melee() {
    let mut fight = fencers(false);
    fight.land(1, 2, 0, None, [0, 1, 0]);
    fight.until(3);
    fight.land(3, 2, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("defence"), 4, "busy: 7 - 3; its own phase has reset the count");
    // Pass 2: the attack came in the previous pass.
    fight.end();
    assert_eq!(fight.round(), (1, 2));
    fight.until(3);
    assert_eq!(fight.round(), (1, 2));
    fight.land(3, 2, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("defence"), 4);
    // In the pass after that it is over.
    fight.queue_dice(&[6, 5, 5, 1]);
    fight.until_round(2);
    fight.until(3);
    fight.land(3, 2, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("defence"), 7);
}

#[test]
fn ss_def_39_out_of_reach_is_not_busy() {
    let mut fight = fencers(false);
    fight.land(1, 2, 0, None, [0, 1, 0]);
    fight.walk(1, &[(4, 5)]).expect("a step back");
    fight.let_pass();
    fight.until(3);
    fight.land(3, 2, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("defence"), 7);
}

/// Odds of the archer's shot at the second fencer, as if that stood so many metres east of its square.
fn shot_at_fencer(view: &BattleView, east: i32) -> (bool, f64) {
    let [archer, fencer] = [3, 2].map(|id| view.unit(UnitId(id)).expect("it is on the map").cell());
    let choice = AttackChoice { unit: UnitId(3), weapon: 0, mode: SHOT, option: None };
    let at = Cell::new(fencer.x + east, fencer.y);
    let request = view.attack_request_between((choice, archer), (UnitId(2), at)).expect("both are known");
    let hit = play::preview(&request).expect("it can be foretold").hit;
    let AttackTarget::Unit(target) = &request.target else { panic!("a unit is aimed at") };
    (target.defender.in_melee, hit)
}

#[test]
fn ss_def_39_the_odds_on_a_square_out_of_reach_are_those_after_walking_there() {
    let mut fight = fencers(false);
    fight.land(1, 2, 0, None, [0, 1, 0]);
    fight.until(2);
    let [(here, hit_here), (beside, hit_beside)] =
        [0, 1].map(|east| fight.view(|view| shot_at_fencer(view, east)));
    assert_eq!([here, beside], [true, false], "the knife reaches one square");
    assert!(hit_beside < hit_here, "7 dice instead of 4: {hit_beside} and {hit_here}");
    fight.walk(2, &[(7, 5)]).expect("a step back");
    fight.let_pass();
    assert_eq!(fight.view(|view| shot_at_fencer(view, 0)), (false, hit_beside), "what was foretold holds");
}

#[test]
fn ss_def_39_bare_hands_reach_a_neighbour() {
    let mut fight = fencers(false);
    fight.land(1, 2, 0, None, [0, 1, 0]);
    fight.submit(Order::Drop { unit: UnitId(1), weapon: 0 });
    fight.until(3);
    fight.land(3, 2, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("defence"), 4, "7 - 3: without the knife, and still within 1 m");
}

#[test]
fn ss_def_39_a_friend_is_no_enemy() {
    let mut fight = fencers(true);
    fight.land(1, 2, 0, None, [0, 1, 0]);
    fight.until(3);
    fight.land(3, 2, 0, SHOT, [0, 1, 0]);
    assert_eq!(fight.pool("defence"), 7);
}

#[rstest]
#[case::ss_atk_31_a_tie_delivers_the_payload_alone(1, true)]
#[case::ss_atk_31_a_miss_delivers_nothing(2, false)]
fn poisoned_knife(#[case] defence: u32, #[case] poisoned: bool) {
    let inflicts = vec![Infliction::without_test(Ailment::Dazed)];
    let knife = Weapon { strike: AttackProperties { inflicts, ..AttackProperties::PLAIN }, ..knife() };
    let mut fight = range(1, steady(3, 3), &[knife]);
    let before = fight.flesh(2);
    fight.land(1, 2, 0, None, [1, defence, 0]);
    let is_dazed = |unit: &breachline::battle::UnitDataItem| {
        unit.status.ailments().iter().any(|one| one.ailment == Ailment::Dazed)
    };
    assert_eq!((fight.flesh(2), fight.unit(2, is_dazed)), (before, poisoned), "no damage of the knife");
}

#[test]
fn ss_def_08_block_in_play() {
    let mut fighter = sheet();
    fighter.skills.insert(Skill::UnarmedCombat, 2);
    let mut fight = Setup::new()
        .unit(0, (5, 5), sheet(), &[knife()])
        .unit(1, (6, 5), fighter, &[fists()])
        .start_battle(&[6, 1]);
    let events = fight.land_against("block", 1, 2, 0, None, [0, 1, 0]);
    assert_eq!(fight.pool("defence"), 8);
    let paid = |event: &BattleEvent| {
        matches!(
            event,
            BattleEvent::Paid {
                action: breachline::rules::turn_engine::actions::Action::Block,
                points: 1,
                ..
            }
        )
    };
    assert!(events.iter().any(paid));
}

#[test]
fn ss_def_19_20_prone() {
    for (far, pool) in [(5, 4), (6, 6), (19, 6), (20, 10)] {
        let mut fight = Setup::new()
            .unit(0, (5, 5), sheet(), &[gun(1)])
            .unit(1, (5 + far, 5), steady(3, 3), &[knife()])
            .start_battle(&[1, 6]);
        fight.submit(Order::DropProne { unit: UnitId(2) });
        fight.end();
        fight.land(1, 2, 0, SHOT, [0, 1, 0]);
        assert_eq!(fight.pool("defence"), pool, "{far} m"); // SS-DEF-44 at 20 m
    }
}
