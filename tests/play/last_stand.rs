//! Fight for your Life in play: chapter FFYL.

use breachline::ai::{self, Difficulty};
use breachline::battle::{AttackChoice, BattleEvent, Order, Pace, StatusKind, Target, validate_order};
use breachline::model::UnitId;
use breachline::rules::swan_song::attack::resolution::AttackPlan;
use breachline::rules::swan_song::rulebook::attack_context;
use breachline::rules::swan_song::{DownState, KarmaUse, LastStand, Sheet, Skill, Weapon};

use crate::ai_players::even_player;
use crate::common::{
    Fight, SHOT, Setup, faces_for_hits, gun, knife, quick_sheet, sheet, slow_sheet, stunner, vitals,
};

const SHOOTER: u32 = 1;
const VICTIM: u32 = 2;
const FRIEND: u32 = 3;

fn lucky(karma: u8, flesh: u32, sheet: Sheet) -> Sheet {
    Sheet { karma, flesh: Some(flesh), ..sheet }
}

/// A shooter, a target with a gun, a friend of the target beside it, and another unit of the shooter's side.
fn scene(shooter: Sheet, arms: &[Weapon], victim: Sheet, initiative: [u8; 4]) -> Fight {
    let friend = Sheet { heal: 1, ..sheet() };
    Setup::new()
        .unit(0, (5, 5), shooter, arms)
        .unit(1, (10, 5), victim, &[gun(9)])
        .unit(1, (10, 6), friend, &[knife()])
        .unit(0, (25, 15), slow_sheet(), &[])
        .start_battle(&initiative)
}

/// The shooter acts first; its only shot takes the target from 3 Flesh to -1.
fn shot_down(karma: u8) -> Fight {
    let victim = lucky(karma, 3, sheet());
    let mut fight = scene(quick_sheet(9, 3), &[gun(4)], victim, [1, 6, 1, 1]);
    fight.shoot(SHOOTER, VICTIM, 0, [1, 0, 0]);
    fight
}

fn karma(fight: &mut Fight) -> u8 {
    fight.unit(VICTIM, |unit| unit.karma.left())
}

fn stand(fight: &mut Fight) -> LastStand {
    fight.unit(VICTIM, |unit| vitals(unit).stand)
}

/// Phases of the target from now to the end of the round.
fn phases(fight: &mut Fight) -> usize {
    let (round, mut count) = (fight.round().0, 0);
    loop {
        if fight.acting() == Some(VICTIM) {
            count += 1;
        }
        fight.end();
        if fight.round().0 > round {
            return count;
        }
    }
}

#[test]
fn ss_ffyl_01_one_karma() {
    let mut fight = shot_down(2);
    assert_eq!(fight.asked(), ["fall", "fight"]);
    let events = fight.answer("fight");
    let spent = BattleEvent::KarmaSpent { unit: UnitId(VICTIM), on: KarmaUse::LastStand, left: 1 };
    assert!(events.contains(&spent));
    assert_eq!((karma(&mut fight), fight.down(VICTIM)), (1, None));
    assert_eq!(fight.flesh(VICTIM), -1);
}

#[test]
fn ss_ffyl_01_not_without_karma() {
    let mut fight = shot_down(0);
    assert!(fight.asked().is_empty());
    assert_eq!(fight.down(VICTIM), Some(DownState::Unconscious));
}

#[test]
fn ss_ffyl_02_the_last_stand_is_optional() {
    let mut fight = shot_down(1);
    fight.answer("fall");
    assert_eq!((fight.down(VICTIM), karma(&mut fight)), (Some(DownState::Unconscious), 1));
}

#[test]
fn ss_ffyl_02_strain_knocks_out_as_well() {
    let mut fight = scene(quick_sheet(9, 3), &[stunner(10)], lucky(1, 11, sheet()), [1, 6, 1, 1]);
    fight.shoot(SHOOTER, VICTIM, 0, [1, 0, 0]);
    assert_eq!(fight.asked(), ["fall", "fight"]);
    fight.answer("fight");
    assert_eq!((fight.strain(VICTIM), fight.down(VICTIM)), (10, None));
}

#[test]
fn ss_ffyl_03_about_to_die() {
    let mut fight = scene(quick_sheet(9, 3), &[gun(7)], lucky(1, 3, sheet()), [1, 6, 1, 1]);
    fight.shoot(SHOOTER, VICTIM, 0, [1, 0, 0]);
    fight.answer("fight");
    assert_eq!((fight.flesh(VICTIM), fight.down(VICTIM)), (-4, None));
    fight.queue_dice(&[1, 1, 1]);
    fight.until_round(2);
    assert_eq!(fight.down(VICTIM), Some(DownState::Dead));
}

#[test]
fn ss_ffyl_04_every_phase_of_the_round() {
    // 13 + 6 = 19; the wound takes 5.
    let mut fight = scene(quick_sheet(20, 5), &[gun(4)], lucky(1, 3, quick_sheet(9, 4)), [1, 6, 1, 1]);
    fight.shoot(SHOOTER, VICTIM, 0, [1, 0, 0]);
    fight.answer("fight");
    assert_eq!(fight.score(VICTIM), 14);
    fight.queue_dice(&[1, 1, 1]);
    assert_eq!(phases(&mut fight), 2);
}

#[test]
fn ss_ffyl_05_a_score_of_one_and_its_points() {
    // 2 + 1 = 3; Flesh gone and two injuries take 6.
    let mut fight = scene(quick_sheet(9, 3), &[gun(7)], lucky(1, 3, quick_sheet(1, 1)), [1, 1, 1, 1]);
    fight.shoot(SHOOTER, VICTIM, 0, [1, 0, 0]);
    let events = fight.answer("fight");
    assert!(events.contains(&BattleEvent::ScoreSet { unit: UnitId(VICTIM), score: 1 }));
    assert_eq!((fight.score(VICTIM), fight.points(VICTIM)), (1, 3));
    fight.until(VICTIM);
    assert_eq!((fight.round(), fight.points(VICTIM)), ((1, 1), 3));
}

#[test]
fn ss_ffyl_06_one_phase_at_one() {
    let mut fight = scene(quick_sheet(9, 3), &[gun(7)], lucky(1, 3, quick_sheet(1, 1)), [1, 1, 1, 1]);
    fight.shoot(SHOOTER, VICTIM, 0, [1, 0, 0]);
    fight.answer("fight");
    fight.queue_dice(&[1, 1, 1]);
    assert_eq!(phases(&mut fight), 1);
}

/// The target has acted at 10 when a slower unit shoots it: its score is 5 then.
fn shot_late() -> Fight {
    let mut fight = scene(quick_sheet(2, 1), &[gun(4)], lucky(1, 3, sheet()), [1, 4, 1, 1]);
    fight.until(SHOOTER);
    fight.shoot(SHOOTER, VICTIM, 0, [1, 0, 0]);
    fight.answer("fight");
    fight
}

#[test]
fn ss_ffyl_07_a_further_pass() {
    let mut fight = shot_late();
    assert_eq!((fight.score(VICTIM), fight.round()), (5, (1, 1)));
    fight.end();
    assert_eq!((fight.acting(), fight.round()), (Some(VICTIM), (1, 2)));
    assert_eq!((fight.score(VICTIM), fight.points(VICTIM)), (1, 3));
    fight.queue_dice(&[1, 1, 1]);
    fight.end();
    assert_eq!(fight.round().0, 2);
}

/// The second hit does more than twice the Body: a critical injury, which costs an initiative of 1.
#[test]
fn ss_ffyl_07_a_wound_does_not_take_the_promised_phase() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(2, 1), &[gun(4)])
        .unit(1, (10, 5), lucky(1, 3, sheet()), &[gun(9)])
        .unit(1, (10, 6), slow_sheet(), &[])
        .unit(0, (5, 7), quick_sheet(9, 6), &[gun(7)])
        .start_battle(&[1, 4, 1, 6]);
    fight.until(SHOOTER);
    fight.shoot(SHOOTER, VICTIM, 0, [1, 0, 0]);
    fight.answer("fight");
    fight.until(4);
    assert_eq!((fight.round(), fight.score(VICTIM)), ((1, 2), 1));
    let events = fight.shoot(4, VICTIM, 0, [1, 0, 0]);
    assert!(events.contains(&BattleEvent::ScoreSet { unit: UnitId(VICTIM), score: 1 }));
    assert_eq!((fight.flesh(VICTIM), fight.score(VICTIM)), (-8, 1));
    fight.end();
    assert_eq!((fight.acting(), fight.round(), fight.points(VICTIM)), (Some(VICTIM), (1, 2), 3));
    fight.queue_dice(&[1, 1, 1]);
    assert_eq!(phases(&mut fight), 1, "one phase, not two");
}

/// A called shot at an ear stuns the unit at a score of 7, before its phase: 10 less.
#[test]
fn ss_ffyl_07_a_stun_does_not_take_the_promised_phase() {
    let mut marksman = quick_sheet(3, 3);
    marksman.attributes.agility = 9;
    marksman.skills.insert(Skill::Automatics, 6);
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(9, 3), &[gun(4)])
        .unit(1, (10, 5), lucky(1, 3, sheet()), &[gun(9)])
        .unit(1, (10, 6), slow_sheet(), &[])
        .unit(0, (5, 7), marksman, &[gun(7)])
        .start_battle(&[1, 6, 1, 6]);
    fight.shoot(SHOOTER, VICTIM, 0, [1, 0, 0]);
    fight.answer("fight");
    fight.until(4);
    let before = fight.score(VICTIM);
    assert!(fight.round() == (1, 1) && before > 0 && before <= 10, "{before}");
    let option = Some("left_ear");
    let aimed = AttackChoice { unit: UnitId(4), weapon: 0, mode: SHOT, option };
    let request = fight.view(|view| view.attack_request(aimed, UnitId(VICTIM))).expect("both are there");
    let scene = attack_context(request.on_unit().expect("an attack on a unit"));
    // One hit of the attack; the defence, the soak and the tests have none.
    fight.queue_dice(&faces_for_hits(&[(1, AttackPlan::new(&scene).attack.pool())]));
    fight.queue_dice(&[2; 60]);
    let target = Target::Unit(UnitId(VICTIM));
    let option = option.map(str::to_owned);
    let mut events = fight.submit(Order::Attack { unit: UnitId(4), target, weapon: 0, mode: SHOT, option });
    if fight.asked().first().is_some_and(|key| key == "standard") {
        events.extend(fight.answer("standard"));
    }
    let lost = |event: &BattleEvent| {
        matches!(event, BattleEvent::InitiativeChanged { unit: UnitId(VICTIM), by: -10, .. })
    };
    assert!(events.iter().any(lost), "{events:?}");
    assert!(events.contains(&BattleEvent::ScoreSet { unit: UnitId(VICTIM), score: 1 }));
    fight.until(VICTIM);
    assert_eq!((fight.round(), fight.score(VICTIM), fight.points(VICTIM)), ((1, 1), 1, 3));
}

#[test]
fn ss_ffyl_08_half_as_far() {
    let mut fight = shot_down(1);
    fight.answer("fight");
    fight.until(VICTIM);
    let straight = |from: i32, to: i32| (from..=to).map(|x| (x, 5)).collect::<Vec<_>>();
    let far = fight.walk(VICTIM, &straight(11, 15)).expect_err("five metres are too many");
    assert_eq!(far.to_string(), "That is 5 m; unit2 has 4 m left.");
    fight.walk(VICTIM, &straight(11, 14)).expect("four metres");
    fight.move_unit(VICTIM, &straight(15, 18), Pace::Run).expect("four more");
    assert_eq!(fight.cell(VICTIM), (18, 5));
}

#[test]
fn ss_ffyl_09_pools_are_halved() {
    // Down by Strain: no wounds of Flesh, 2 dice for Strain. 7 / 2 - 2.
    let mut fight = scene(quick_sheet(9, 3), &[stunner(10)], lucky(1, 11, sheet()), [1, 6, 1, 1]);
    fight.shoot(SHOOTER, VICTIM, 0, [1, 0, 0]);
    fight.answer("fight");
    let own = fight.scene(VICTIM, SHOOTER, 0, SHOT);
    assert_eq!(AttackPlan::new(&own).attack.pool(), 1);
    let against = fight.scene(SHOOTER, VICTIM, 0, SHOT);
    assert_eq!(AttackPlan::new(&against).soak.pool(), 0, "half Body is 1, half of that nothing");
}

#[test]
fn ss_ffyl_11_a_killing_blow_saves() {
    let mut fight = scene(
        Sheet { flesh: Some(3), ..quick_sheet(9, 3) },
        &[stunner(10)],
        lucky(1, 11, sheet()),
        [1, 6, 1, 1],
    );
    fight.shoot(SHOOTER, VICTIM, 0, [1, 0, 0]);
    fight.answer("fight");
    fight.until(VICTIM);
    let events = fight.shoot(VICTIM, SHOOTER, 0, [1, 0, 0]);
    assert!(events.iter().any(|event| matches!(event, BattleEvent::RuleNote { clause: "SS-FFYL-11", .. })));
    assert_eq!((fight.down(SHOOTER), stand(&mut fight)), (Some(DownState::Dead), LastStand::Won));
    fight.queue_dice(&[1, 1, 1]);
    fight.until_round(2);
    assert_eq!((fight.down(VICTIM), fight.strain(VICTIM)), (None, 5));
}

#[test]
fn ss_ffyl_13_healing_saves_and_ss_ffyl_14_at_one_health() {
    let mut fight = shot_down(1);
    fight.answer("fight");
    fight.until(FRIEND);
    let (unit, target) = (UnitId(FRIEND), Some(UnitId(VICTIM)));
    fight.submit(Order::SpecialAction { unit, action: "heal".to_owned(), target, weapon: None });
    assert_eq!((fight.flesh(VICTIM), stand(&mut fight)), (0, LastStand::Won));
    fight.queue_dice(&[1, 1, 1]);
    fight.until_round(2);
    assert_eq!((fight.flesh(VICTIM), fight.down(VICTIM)), (1, None));
    let injuries = fight.unit(VICTIM, |unit| vitals(unit).injuries);
    assert_eq!(injuries, 1, "SS-FFYL-18");
}

#[test]
fn ss_ffyl_13_ai_players_think_of_healing_an_ally_beside_them() {
    let heal = Order::SpecialAction {
        unit: UnitId(FRIEND),
        action: "heal".to_owned(),
        target: Some(UnitId(VICTIM)),
        weapon: None,
    };
    let considered = |fight: &mut Fight| {
        fight.until(FRIEND);
        // A brutal player acts without a plan in some phases.
        (1..=5).any(|seed| {
            let decision = ai::decide(&mut fight.world, &even_player(Difficulty::Brutal, seed))
                .expect("a side is to act");
            decision.candidates.iter().any(|plan| plan.order == heal)
        })
    };
    let mut fight = shot_down(1);
    fight.answer("fight");
    assert!(considered(&mut fight), "it falls at the end of the round");
    let mut fight = shot_down(0);
    assert!(fight.down(VICTIM).is_some());
    assert!(considered(&mut fight), "it is dying");
    let mut unhurt = scene(quick_sheet(9, 3), &[gun(4)], lucky(1, 3, sheet()), [1, 6, 1, 1]);
    assert!(!considered(&mut unhurt));
}

/// First Aid would leave the unit to fall at the end of the round.
#[test]
fn ss_ffyl_13_advice_proposes_no_first_aid_where_healing_saves() {
    let mut fight = shot_down(1);
    fight.answer("fight");
    fight.until(FRIEND);
    let treatments = |fight: &mut Fight| {
        let advice = ai::advise(&mut fight.world, 1).expect("a side is to act");
        let keys = advice.candidates.into_iter().filter_map(|plan| match plan.order {
            Order::SpecialAction { action, target: Some(UnitId(VICTIM)), .. } => Some(action),
            _ => None,
        });
        keys.collect::<Vec<_>>()
    };
    assert_eq!(treatments(&mut fight), ["heal"]);
    let (unit, target) = (UnitId(FRIEND), Some(UnitId(VICTIM)));
    fight.submit(Order::SpecialAction { unit, action: "heal".to_owned(), target, weapon: None });
    assert_eq!(stand(&mut fight), LastStand::Won);
    assert!(treatments(&mut fight).is_empty(), "it is saved");
}

#[test]
fn ss_ffyl_16_advice_counts_no_turns_after_the_fall() {
    let mut fight = shot_down(1);
    fight.answer("fight");
    fight.until(VICTIM);
    let advice = ai::advise(&mut fight.world, 1).expect("a side is to act");
    let terms = advice.candidates.iter().flat_map(|plan| &plan.contributions).map(|one| one.term);
    let terms: Vec<ai::ScoreTerm> = terms.collect();
    assert!(!terms.is_empty(), "plans are compared");
    let is_later = |term: &ai::ScoreTerm| matches!(term, ai::ScoreTerm::Future | ai::ScoreTerm::CloseIn);
    assert!(!terms.iter().any(is_later), "{terms:?}");
}

/// The unit that falls at the end of the round is nearer than its friend, and both stand in the open. Some phases of a player are
/// hasty.
#[test]
fn ss_ffyl_04_a_unit_that_falls_anyway_is_no_preferred_target() {
    const OTHER_SHOOTER: u32 = 4;
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(9, 3), &[gun(4)])
        .unit(1, (10, 5), lucky(1, 3, sheet()), &[gun(9)])
        .unit(1, (11, 7), sheet(), &[gun(9)])
        .unit(0, (5, 6), quick_sheet(8, 3), &[gun(6)])
        .start_battle(&[1, 1, 2, 1]);
    fight.shoot(SHOOTER, VICTIM, 0, [1, 0, 0]);
    fight.answer("fight");
    fight.until(OTHER_SHOOTER);
    let mut shots = 0;
    for seed in 0..40 {
        let decision = ai::decide(&mut fight.world, &even_player(Difficulty::Normal, seed));
        if let Order::Attack { target, .. } = decision.expect("a side is to act").order {
            shots += 1;
            assert_eq!(target, Target::Unit(UnitId(FRIEND)), "{seed}");
        }
    }
    assert!(shots > 20, "{shots} shots");
}

#[test]
fn ss_ffyl_16_otherwise_it_falls() {
    let mut fight = shot_down(2);
    fight.answer("fight");
    fight.queue_dice(&[1, 1, 1]);
    fight.until_round(2);
    assert!(fight.asked().is_empty(), "no unit is asked twice");
    assert_eq!((fight.down(VICTIM), stand(&mut fight)), (Some(DownState::Unconscious), LastStand::Lost));
    let dying = fight
        .unit(VICTIM, |unit| unit.status.iter().any(|status| matches!(status.kind, StatusKind::Dying(_))));
    assert!(dying);
}

#[test]
fn ss_ffyl_17_further_damage_does_not_end_it() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(9, 3), &[gun(4)])
        .unit(1, (10, 5), lucky(1, 3, sheet()), &[gun(9)])
        .unit(1, (10, 6), slow_sheet(), &[])
        .unit(0, (5, 7), quick_sheet(9, 2), &[gun(5)])
        .start_battle(&[1, 6, 1, 1]);
    fight.shoot(SHOOTER, VICTIM, 0, [1, 0, 0]);
    fight.answer("fight");
    fight.until(4);
    fight.shoot(4, VICTIM, 0, [1, 0, 0]);
    assert!(fight.asked().is_empty());
    assert_eq!((fight.flesh(VICTIM), fight.down(VICTIM)), (-6, None));
}

/// Unit 3 can shoot, and its only friend lies beside it, dying; the enemy sees both.
#[test]
fn ss_heal_07_the_last_unit_of_a_side_gives_no_first_aid_under_fire() {
    let first_aid = Order::SpecialAction {
        unit: UnitId(FRIEND),
        action: "first_aid".to_owned(),
        target: Some(UnitId(VICTIM)),
        weapon: None,
    };
    let mut fight = Setup::new()
        .unit(0, (5, 5), quick_sheet(9, 3), &[gun(4)])
        .unit(1, (10, 5), lucky(0, 3, sheet()), &[gun(9)])
        .unit(1, (10, 6), sheet(), &[gun(5)])
        .start_battle(&[1, 6, 1]);
    fight.shoot(SHOOTER, VICTIM, 0, [1, 0, 0]);
    assert!(fight.down(VICTIM).is_some(), "it is dying");
    fight.until(FRIEND);
    fight.view(|view| validate_order(view, &first_aid).map(|_| ())).expect("it can be helped");
    for level in [Difficulty::Hard, Difficulty::Brutal, Difficulty::Master] {
        for seed in 1..=5 {
            let player = even_player(level, seed);
            let decision = ai::decide(&mut fight.world, &player).expect("a side is to act");
            let helps = decision.candidates.iter().any(|plan| plan.order == first_aid);
            assert!(!helps && decision.order != first_aid, "{level}, {seed}");
        }
    }
}
