//! Called shots on the map: chapter CALL.

mod limbs;

use breachline::battle::{AttackChoice, BattleEvent, Order, OrderError, Pace, StatusKind, Target};
use breachline::model::CellSide as EdgeSide;
use breachline::model::{BarrierId, UnitId};
use breachline::rules::status::{Ailment, BodySide};
use breachline::rules::swan_song::{DamageValue, FireMode, Sheet, Skill, UnitKind, Weapon};
use breachline::rules::turn_engine::Action;
use breachline::rules::{ActionRequest, play};
use rstest::rstest;

use crate::common::{Fight, SHOT, Setup, edge, faces_for_hits, fists, gun, knife, quick_sheet, slow_sheet};

/// Agility 9 and Pistols 6: fifteen dice before the penalty of a called shot.
pub fn marksman() -> Sheet {
    let mut sheet = quick_sheet(3, 3);
    sheet.attributes.agility = 9;
    sheet.skills.extend([(Skill::Automatics, 6), (Skill::Blades, 6), (Skill::UnarmedCombat, 6)]);
    sheet.armour = vec![40];
    sheet
}

/// BOD 1 and much flesh behind a shield: it neither soaks nor falls, and no Critical Injury reduces its dice.
pub fn target() -> Sheet {
    let mut sheet = Sheet { flesh: Some(60), strain: Some(60), shield: 60, ..quick_sheet(3, 3) };
    sheet.attributes.body = 1;
    sheet
}

/// The same without the shield.
pub fn bare() -> Sheet {
    Sheet { shield: 0, ..target() }
}

/// A marksman who acts first at (5, 5), and a target ten squares to the east that is never asked.
fn range(target: Sheet, weapons: &[Weapon]) -> Fight {
    Setup::new()
        .unit(0, (5, 5), marksman(), &[gun(6)])
        .unit(1, (15, 5), Sheet { action_points: 1, ..target }, weapons)
        .start_battle(&[6, 5])
}

fn order(unit: u32, other: u32, weapon: usize, mode: Option<FireMode>, option: &str) -> Order {
    let (unit, target) = (UnitId(unit), Target::Unit(UnitId(other)));
    Order::Attack { unit, target, weapon, mode, option: Some(option.to_owned()) }
}

/// Unit 1 hits unit 2 with one net hit; the rolls after it have these hits and dice.
#[track_caller]
pub fn call(fight: &mut Fight, option: &str, after: &[(u32, u32)]) -> Vec<BattleEvent> {
    let aimed = AttackChoice { unit: UnitId(1), weapon: 0, mode: SHOT, option: Some(option) };
    let engagement = fight.view(|view| view.attack_request(aimed, UnitId(2))).expect("both are there");
    let scene = breachline::rules::swan_song::rulebook::attack_context(
        engagement.on_unit().expect("an attack on a unit"),
    );
    let plan = breachline::rules::swan_song::attack::resolution::AttackPlan::new(&scene);
    let defence = match &plan.defence {
        breachline::rules::swan_song::defence::methods::AvailableDefence::Options(options) => options[0].pool,
        _ => 0,
    };
    let mut rolls = vec![(1, plan.attack.pool()), (0, defence)];
    if plan.soak.pool() > 0 {
        rolls.push((0, plan.soak.pool()));
    }
    rolls.extend(after);
    fight.queue_dice(&faces_for_hits(&rolls));
    let mut events = fight.submit(order(1, 2, 0, SHOT, option));
    if !fight.asked().is_empty() {
        events.extend(fight.answer("standard"));
    }
    assert_eq!(fight.dice_left(), 0, "the shot used all its dice");
    events
}

fn ailments(fight: &mut Fight, unit: u32) -> Vec<(Ailment, Option<BodySide>)> {
    fight.unit(unit, |unit| unit.status.ailments().iter().map(|one| (one.ailment, one.part)).collect())
}

pub fn suffers(fight: &mut Fight, ailment: Ailment) -> bool {
    ailments(fight, 2).iter().any(|(one, _)| *one == ailment)
}

/// The reason why a unit may not do something.
fn refused(fight: &mut Fight, unit: u32, action: Action) -> Option<String> {
    let paid = fight.view(|view| {
        let unit = view.unit(UnitId(unit)).expect("it is there");
        play::pay_action(&view.unit_snapshot(&unit), ActionRequest::for_action(action), view.rules())
            .map(|_| ())
    });
    paid.err().map(|why| why.to_string())
}

#[test]
fn ss_call_02_costs_the_free_action() {
    let mut fight = range(target(), &[knife()]);
    call(&mut fight, "gut", &[(2, 4), (4, 4)]);
    assert_eq!((fight.points(1), fight.free_used(1)), (2, 1));
}

#[test]
fn ss_act_13_a_free_action_more_costs_a_point() {
    let mut fight = range(target(), &[knife()]);
    fight.walk(1, &[(6, 5)]).expect("a walk");
    call(&mut fight, "gut", &[(2, 4), (4, 4)]);
    assert_eq!((fight.points(1), fight.free_used(1)), (1, 1));
}

#[test]
fn ss_call_02_no_free_action_and_no_point() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), Sheet { action_points: 1, ..marksman() }, &[gun(6)])
        .unit(1, (15, 5), target(), &[knife()])
        .start_battle(&[6, 5]);
    fight.walk(1, &[(6, 5)]).expect("a walk");
    assert!(matches!(fight.submit_error(order(1, 2, 0, SHOT, "gut")), OrderError::FreeActionUsed { .. }));
}

#[rstest]
#[case::ss_call_03_left_out("left_eye", "ear, knee", Some("SS-CALL-03"))]
#[case::ss_call_117_two_at_once("left_hand+left_eye", "all", None)]
#[case::ss_call_118_no_axle("axle", "all", Some("SS-CALL-118"))]
fn refusals(#[case] option: &str, #[case] allowed: &str, #[case] clause: Option<&str>) {
    let mut fight = Setup::new()
        .switch("ss.called_shots", allowed)
        .unit(0, (5, 5), marksman(), &[gun(6)])
        .unit(1, (15, 5), target(), &[knife()])
        .start_battle(&[6, 5]);
    let why = fight.submit_error(order(1, 2, 0, SHOT, option));
    assert_eq!(why.clause(), clause, "{why}");
    assert_eq!(fight.points(1), 3);
}

#[test]
fn ss_call_104_walls_have_no_knees() {
    let mut fight = Setup::new()
        .barrier(edge(6, 5, EdgeSide::East), |_| ())
        .unit(0, (5, 5), marksman(), &[gun(6)])
        .unit(1, (15, 5), target(), &[knife()])
        .start_battle(&[6, 5]);
    let (unit, target) = (UnitId(1), Target::Barrier(BarrierId(0)));
    let option = Some("left_knee".to_owned());
    let order = Order::Attack { unit, target, weapon: 0, mode: SHOT, option };
    assert_eq!(fight.submit_error(order).to_string(), "Left knee needs a unit as its target.");
}

#[test]
fn ss_call_116_kicks_and_shots() {
    let kick = Weapon { damage: DamageValue::Fixed(5), ..fists() };
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[kick])
        .unit(1, (6, 5), Sheet { action_points: 0, ..target() }, &[knife()])
        .start_battle(&[6, 5]);
    fight.queue_dice(&[2; 9]);
    fight.queue_dice(&[5; 6]);
    fight.submit(order(1, 2, 0, None, "left_shin"));
    assert_eq!(fight.points(1), 1);
}

#[test]
fn ss_call_35_the_score_drops_at_once() {
    let mut fight = range(target(), &[knife()]);
    assert_eq!(fight.score(2), 11);
    call(&mut fight, "left_ear", &[(1, 4)]);
    assert_eq!(fight.score(2), 1);
    assert_eq!(ailments(&mut fight, 2), [(Ailment::DeafEar, Some(BodySide::Left)), (Ailment::Reeling, None)]);
}

#[test]
fn ss_call_36_the_mark_lasts_to_the_end_of_the_round() {
    let mut fight = range(target(), &[knife()]);
    call(&mut fight, "neck", &[(0, 4)]);
    assert!(suffers(&mut fight, Ailment::Reeling));
    fight.queue_dice(&[6, 5]);
    fight.until_round(2);
    assert!(!suffers(&mut fight, Ailment::Reeling));
    assert!(suffers(&mut fight, Ailment::Bleedout));
}

#[test]
fn ss_call_43_vomiting_lowers_attack_pools() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[gun(6)])
        .unit(1, (15, 5), target(), &[gun(3)])
        .start_battle(&[6, 5]);
    let before = { fight.scene(2, 1, 0, SHOT) };
    call(&mut fight, "gut", &[(2, 4), (1, 4)]);
    let after = fight.scene(2, 1, 0, SHOT);
    let pool = |scene| breachline::rules::swan_song::attack::pool::attack_parts(scene).pool();
    assert_eq!((pool(&before), pool(&after)), (7, 3));
}

#[test]
fn ss_call_45_on_the_ground_for_two_rounds() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[gun(6)])
        .unit(1, (15, 5), target(), &[gun(3)])
        .start_battle(&[6, 5]);
    call(&mut fight, "genitals", &[(4, 4), (4, 4), (0, 1)]);
    assert!(fight.prone(2));
    fight.end();
    let refusal = fight.submit_error(Order::StandUp { unit: UnitId(2) });
    assert_eq!(refusal.clause(), Some("SS-CALL-45"));
    fight.queue_dice(&[6, 5].repeat(3));
    fight.until_round(4);
    fight.end();
    fight.submit(Order::StandUp { unit: UnitId(2) });
}

#[test]
fn ss_call_47_two_strain_at_the_end_of_round_thirteen() {
    let piercing = Weapon { piercing: true, ..gun(9) };
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[piercing])
        .unit(1, (15, 5), target(), &[knife()])
        .start_battle(&[6, 5]);
    call(&mut fight, "gut", &[(2, 4), (4, 4)]);
    assert!(suffers(&mut fight, Ailment::SlowDeath));
    for round in 2..=13 {
        fight.queue_dice(&[6, 5]);
        fight.until_round(round);
    }
    assert_eq!(fight.strain(2), 0);
    fight.queue_dice(&[6, 5]);
    fight.until_round(14);
    assert_eq!(fight.strain(2), 2);
}

#[rstest]
#[case::ss_call_53_no_word(Action::SayWord, Some("Unable to speak"))]
#[case::ss_call_53_a_gesture(Action::Gesture, None)]
fn speechless(#[case] action: Action, #[case] barred: Option<&str>) {
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[gun(6)])
        .unit(1, (15, 5), target(), &[knife()])
        .start_battle(&[6, 5]);
    call(&mut fight, "jaw", &[(2, 4)]);
    fight.end();
    let why = refused(&mut fight, 2, action);
    assert_eq!(why.as_deref().map(|why| why.split(':').next().expect("a word")), barred, "{why:?}");
}

#[test]
fn ss_call_56_run_shot_and_walk() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[gun(2)])
        .unit(1, (15, 5), bare(), &[gun(3)])
        .start_battle(&[6, 5]);
    call(&mut fight, "neck", &[(3, 4)]);
    assert_eq!(fight.flesh(2), 58);
    fight.end();
    fight.walk(2, &[(16, 5)]).expect("a walk");
    assert_eq!(fight.flesh(2), 58);
    fight.move_unit(2, &[(17, 5)], Pace::Run).expect("a run");
    assert_eq!(fight.flesh(2), 57);
    fight.queue_dice(&[2; 60]);
    fight.attack(2, 1, 0, SHOT).expect("a shot");
    assert_eq!(fight.flesh(2), 56);
}

#[test]
fn ss_call_56_a_parry_bleeds_too() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[gun(2), knife()])
        .unit(1, (6, 5), bare(), &[knife()])
        .start_battle(&[6, 5]);
    call(&mut fight, "neck", &[(3, 4)]);
    let before = fight.flesh(2);
    fight.queue_dice(&[6, 5]);
    fight.until_round(2);
    fight.submit(Order::Ready { unit: UnitId(1), weapon: 1 });
    fight.queue_dice(&[2; 60]);
    fight.attack(1, 2, 1, None).expect("a stab");
    fight.answer("parry");
    assert_eq!(fight.flesh(2), before - 1);
}

#[test]
fn ss_call_111_a_car_with_a_broken_axle() {
    let car = Sheet {
        kind: UnitKind::Vehicle,
        has_flesh: false,
        armored: 40,
        speed: 8,
        action_points: 3,
        ..target()
    };
    let mut fight =
        Setup::new().unit(0, (5, 5), marksman(), &[gun(6)]).unit(1, (15, 5), car, &[]).start_battle(&[6, 5]);
    call(&mut fight, "axle", &[]);
    fight.end();
    let far = fight.walk(2, &[(16, 5), (17, 5)]).expect_err("Speed 1");
    assert_eq!(far.to_string(), "That is 2 m; unit2 has 1 m left.");
    fight.walk(2, &[(16, 5)]).expect("one metre");
}

#[rstest]
#[case::ss_call_108_engine("engine_block")]
#[case::ss_call_109_tank("fuel_tank")]
fn disabled(#[case] part: &str) {
    let car = Sheet { kind: UnitKind::Vehicle, has_flesh: false, armored: 40, speed: 8, ..target() };
    let mut fight =
        Setup::new().unit(0, (5, 5), marksman(), &[gun(6)]).unit(1, (15, 5), car, &[]).start_battle(&[6, 5]);
    call(&mut fight, part, &[]);
    fight.end();
    let refusal = fight.walk(2, &[(16, 5)]).expect_err("it stands still");
    assert_eq!(refusal.clause(), Some("SS-CALL-108"));
}

#[test]
fn ss_knock_08_thrown_down() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[knife()])
        .unit(1, (6, 5), Sheet { action_points: 0, ..target() }, &[])
        .start_battle(&[6, 5]);
    // 15 - 4 dice, two net hits: Strength 3 + 2 exceed a Physical Limit of 4.
    fight.queue_dice(&faces_for_hits(&[(2, 11), (0, 6)]));
    fight.submit(order(1, 2, 0, None, "knock_down"));
    assert_eq!((fight.prone(2), fight.flesh(2)), (true, 60));
    assert!(fight.unit(2, |unit| unit.status.has(StatusKind::Prone)));
}

#[test]
fn ss_call_11_the_card_tells_how_likely_each_effect_is() {
    let mut fight = Setup::new()
        .unit(0, (5, 5), marksman(), &[gun(6)])
        .unit(1, (15, 5), slow_sheet(), &[knife()])
        .start_battle(&[6, 5]);
    let aimed = AttackChoice { unit: UnitId(1), weapon: 0, mode: SHOT, option: Some("left_knee") };
    let engagement = fight.view(|view| view.attack_request(aimed, UnitId(2))).expect("both are there");
    let forecast = play::forecast(&engagement).expect("odds");
    let told: Vec<_> = forecast.notes.iter().map(|remark| remark.text.as_str()).collect();
    assert_eq!(told, ["Slowed", "Winded", "Stunned", "Falls prone"]);
    assert!(forecast.odds.knockdown > 0.0 && forecast.odds.knockdown < forecast.odds.harm);
}
