//! Grenades and rockets on the map: `SS-DEF-49`, `SS-RULING-60`, with the scatter of Circumstances.

use breachline::battle::{AttackChoice, BattleEvent, Order, Target};
use breachline::content::SkirmishOverrides;
use breachline::dice::{AnswerPolicy, Distribution, enumerate};
use breachline::model::{Cell, CellSide, UnitId};
use breachline::rules::swan_song::{DamageValue, Sheet, Skill, Weapon};
use breachline::rules::{AreaAnswers, AttackRequest, AttackTarget, Book, DownState, RuleStep, play};
use rstest::rstest;

use crate::common::{Fight, Setup, edge, grenade, knife, rifle, sheet, slow_sheet, thrower};
use crate::skirmish::{begin_with, shipped};

/// Much flesh, and no soak except half of BOD 3.
fn crowd() -> Sheet {
    Sheet { flesh: Some(40), ..slow_sheet() }
}

/// Throwing 2 and AGI 4 at (5, 15); three targets about (5, 5), the third behind a wall. Initiative ends it.
fn thrown_at() -> Fight {
    Setup::new()
        .barrier(edge(5, 5, CellSide::East), |kind| kind.height_cm = 300)
        .unit(0, (5, 15), thrower(), &[grenade()])
        .unit(1, (5, 5), crowd(), &[knife()])
        .unit(1, (4, 5), crowd(), &[knife()])
        .unit(1, (6, 5), crowd(), &[knife()])
        .start_battle(&[6, 1, 1, 1])
}

/// The first two targets, and an explosion that cannot scatter.
fn thrown_without_scatter() -> Fight {
    Setup::new()
        .switch("borrow.scatter", "off")
        .unit(0, (5, 15), thrower(), &[grenade()])
        .unit(1, (5, 5), crowd(), &[knife()])
        .unit(1, (4, 5), crowd(), &[knife()])
        .start_battle(&[6, 1, 1])
}

fn told(events: &[BattleEvent]) -> Vec<String> {
    let text = |event: &BattleEvent| match event {
        BattleEvent::RuleNote { text, .. } => Some(text.to_string()),
        _ => None,
    };
    events.iter().filter_map(text).collect()
}

#[test]
fn ss_act_47_a_throw_costs_a_point_and_the_grenade() {
    let mut fight = thrown_at();
    fight.rolls(&[(2, 6), (0, 4), (0, 1), (0, 4), (0, 1)]);
    let events = fight.attack(1, 2, 0, None).expect("a throw");
    assert_eq!((fight.points(1), fight.dice_left()), (2, 0));
    assert_eq!(fight.unit(1, |unit| unit.inventory[0].loaded()), 1);
    let shielded = "is within the radius, but a wall keeps the blast away";
    assert_eq!(told(&events), ["grenade goes off at unit2", shielded]);
}

#[test]
fn ss_ruling_60_all_units_in_the_radius_soak_the_full_dv() {
    let mut fight = thrown_at();
    // One attack roll; each defends with 6 - 2 dice and soaks with one. The wall shadows the third.
    fight.rolls(&[(2, 6), (0, 4), (0, 1), (1, 4), (1, 1)]);
    let events = fight.attack(1, 2, 0, None).expect("a throw");
    let shielded = "is within the radius, but a wall keeps the blast away".to_owned();
    assert_eq!(told(&events).iter().filter(|text| **text == shielded).count(), 1, "{:?}", told(&events));
    assert_eq!([2, 3, 4].map(|unit| fight.flesh(unit)), [28, 30, 40]);
}

#[test]
fn ss_atk_28_a_tie_with_an_explosion_grazes_its_target_and_others_defend_for_themselves() {
    let mut fight = thrown_at();
    fight.rolls(&[(2, 6), (2, 4), (0, 4), (0, 1)]);
    fight.attack(1, 2, 0, None).expect("a throw");
    assert_eq!([2, 3, 4].map(|unit| fight.flesh(unit)), [40, 28, 40]);
}

#[test]
fn ss_ruling_60_the_card_names_other_units_in_the_blast() {
    let mut fight = thrown_at();
    let aimed = AttackChoice { unit: UnitId(1), weapon: 0, mode: None, option: None };
    let engagement = fight.view(|view| view.attack_request(aimed, UnitId(2))).expect("both are there");
    let card = play::forecast(&engagement).expect("a card");
    let remarks: Vec<_> =
        card.notes.iter().map(|remark| (remark.text.as_str(), remark.value.as_str())).collect();
    assert!(remarks.contains(&("Also in the area: unit3", "2 m")), "the wall shadows the third: {remarks:?}");
}

/// Without scatter the preview is exact: 6 dice against 4 and the soak of one die, for each with its own defence.
#[test]
fn ss_ruling_60_the_preview_has_the_odds_of_every_unit_caught() {
    let throw = |from: (i32, i32)| {
        let mut fight = Setup::new()
            .switch("borrow.scatter", "off")
            .barrier(edge(5, 5, CellSide::East), |kind| kind.height_cm = 300)
            .unit(0, from, thrower(), &[grenade()])
            .unit(1, (5, 5), crowd(), &[knife()])
            .unit(1, (4, 5), crowd(), &[knife()])
            .unit(1, (6, 5), crowd(), &[knife()])
            .start_battle(&[6, 1, 1, 1]);
        let aimed = AttackChoice { unit: UnitId(1), weapon: 0, mode: None, option: None };
        let request = fight.view(|view| view.attack_request(aimed, UnitId(2))).expect("both are there");
        let target = play::preview(&request).expect("odds");
        let caught = play::area_preview(&request).into_iter();
        let harm = caught.map(|(unit, odds)| (unit.0, odds.probability(|outcome| outcome.damage > 0)));
        (target.harm, harm.collect::<Vec<_>>())
    };
    let (target, caught) = throw((5, 15));
    let units: Vec<u32> = caught.iter().map(|(unit, _)| *unit).collect();
    assert_eq!(units, [2, 3], "the wall shadows the third, and the thrower is far away");
    assert!(caught.iter().all(|(_, harm)| (harm - target).abs() < 1e-9), "{target}: {caught:?}");
    let (_, caught) = throw((5, 6));
    let units: Vec<u32> = caught.iter().map(|(unit, _)| *unit).collect();
    assert_eq!(units, [2, 3, 1], "a thrower beside the target is caught as well");
    assert!(caught[2].1 > 0.25, "{caught:?}");
}

/// Whether the whole attack harms at least one enemy, and at least one unit of the attacker's side.
fn played_harm(request: &AttackRequest) -> [Distribution<bool>; 2] {
    let target = match &request.target {
        AttackTarget::Unit(target) => Some(&target.defender),
        _ => None,
    };
    let near = request.bystanders.iter().map(|near| &near.unit);
    let units: Vec<_> = target.into_iter().chain(near).chain([&*request.attacker]).collect();
    let is_own = |id: UnitId| units.iter().any(|unit| unit.id == id && unit.side == request.attacker.side);
    let all = enumerate(AnswerPolicy::first(), |table| {
        let steps = play::attack(table, request)?.effects;
        let harmed = steps.into_iter().filter_map(|step| match step {
            RuleStep::ChangeHealth { unit, damage: 1.., .. } => Some(unit),
            _ => None,
        });
        let (own, enemies): (Vec<_>, Vec<_>) = harmed.partition(|id| is_own(*id));
        Ok((!enemies.is_empty(), !own.is_empty()))
    });
    let all = all.expect("odds");
    [all.map(|(enemies, _)| *enemies), all.map(|(_, own)| *own)]
}

/// Without scatter, one roll of six dice against four dice of each of two enemies: a hit more than the defence harms.
#[test]
fn ss_ruling_60_at_least_one_unit_is_harmed() {
    let mut fight = thrown_without_scatter();
    let aimed = AttackChoice { unit: UnitId(1), weapon: 0, mode: None, option: None };
    let request = fight.view(|view| view.attack_request(aimed, UnitId(2))).expect("both are there");
    let harm = play::area_harm(&request, AreaAnswers::default()).expect("an area");
    assert_eq!(harm.own, None, "the thrower is out of reach");
    let enemies = harm.enemies.expect("enemies in reach");
    // Each alone: 10655 of 19683. Chances multiplied would give 79 %, and not 68.5 %.
    assert_eq!(enemies.fraction(|harmed| *harmed), ("364165".into(), "531441".into()));
    let caught = play::area_preview(&request);
    let each = caught.iter().map(|(_, odds)| odds.fraction(|outcome| outcome.damage > 0));
    assert_eq!(each.collect::<Vec<_>>(), vec![("10655".to_owned(), "19683".to_owned()); 2]);
}

/// A miss scatters away from the target, and on or off the unit of the thrower's side beside it.
#[rstest]
#[case::ss_ruling_60_at_a_unit(Target::Unit(UnitId(2)))]
#[case::ss_ruling_60_at_a_square(Target::Square(Cell::new(5, 6)))]
fn the_odds_of_harm_are_those_of_the_whole_attack(#[case] target: Target) {
    let mut fight = Setup::new()
        .unit(0, (5, 15), thrower(), &[grenade()])
        .unit(1, (5, 5), crowd(), &[knife()])
        .unit(0, (4, 5), crowd(), &[knife()])
        .start_battle(&[6, 1, 1]);
    let aimed = AttackChoice { unit: UnitId(1), weapon: 0, mode: None, option: None };
    let request = fight.view(|view| view.attack_request(aimed, target)).expect("a request");
    let harm = play::area_harm(&request, AreaAnswers::default()).expect("an area");
    let [enemies, own] = played_harm(&request);
    assert!(own.probability(|harmed| *harmed) > 0.1);
    assert_eq!((harm.enemies, harm.own), (Some(enemies), Some(own)));
}

#[test]
fn ss_def_49_two_dice_less() {
    let mut fight = thrown_at();
    fight.rolls(&[(2, 6), (0, 4), (0, 1), (0, 4), (0, 1)]);
    fight.attack(1, 2, 0, None).expect("a throw");
    assert_eq!(fight.pool("defence"), 4);
}

#[test]
fn ss_ruling_60_a_miss_scatters_as_borrowed() {
    let mut fight = thrown_at();
    // Missed: straight on, 5 m, away from all units.
    fight.queue_dice(&[5, 2, 2, 2, 2, 2, 5, 5, 2, 2, 2, 10]);
    let events = fight.attack(1, 2, 0, None).expect("a throw");
    assert_eq!(told(&events), ["grenade goes off 5 m from unit2"]);
    assert_eq!([2, 3, 4].map(|unit| fight.flesh(unit)), [40, 40, 40]);
}

#[test]
fn ss_ruling_60_without_scatter_it_goes_off_at_the_target() {
    let mut fight = thrown_without_scatter();
    fight.rolls(&[(1, 6), (2, 4), (0, 4), (0, 1)]);
    let events = fight.attack(1, 2, 0, None).expect("a throw");
    assert!(told(&events).contains(&"evades the blast".to_owned()), "{:?}", told(&events));
    assert_eq!([2, 3].map(|unit| fight.flesh(unit)), [40, 29]);
}

#[test]
fn ss_act_47_what_is_thrown_is_gone() {
    let mut fight = Setup::new()
        .unit(0, (5, 15), thrower(), &[Weapon { magazine: 1, ..grenade() }])
        .unit(1, (5, 5), crowd(), &[knife()])
        .start_battle(&[6, 1]);
    fight.rolls(&[(2, 6), (0, 4), (0, 1)]);
    fight.attack(1, 2, 0, None).expect("a throw");
    assert!(fight.unit(1, |unit| unit.inventory.is_empty()));
}

#[test]
fn ss_act_47_a_thrown_knife_lies_where_it_flew() {
    let dagger = Weapon { blast: 0, explosive: false, magazine: 0, ..grenade() };
    let mut fight = Setup::new()
        .unit(0, (5, 15), thrower(), &[dagger])
        .unit(1, (5, 5), crowd(), &[knife()])
        .start_battle(&[6, 1]);
    fight.rolls(&[(0, 6), (2, 6)]);
    fight.attack(1, 2, 0, None).expect("a throw");
    let lies = fight.view(|view| view.items().iter().map(|(_, item)| item.cell()).collect::<Vec<_>>());
    assert_eq!(lies, [breachline::model::Cell::new(5, 5)]);
}

#[test]
fn ss_call_116_no_grenade_at_the_shin() {
    let mut fight = thrown_at();
    let (unit, target) = (UnitId(1), Target::Unit(UnitId(2)));
    let option = Some("left_shin".to_owned());
    let refused = fight.submit_error(Order::Attack { unit, target, weapon: 0, mode: None, option });
    assert_eq!(refused.clause(), Some("SS-CALL-116"));
    assert_eq!(refused.to_string(), "Left shin: not possible with grenade.");
}

#[test]
fn ss_act_48_a_rocket_costs_two_points() {
    let launcher = Weapon {
        name: "launcher".to_owned(),
        skill: Skill::Automatics,
        damage: DamageValue::Fixed(24),
        modes: Vec::new(),
        magazine: 1,
        blast: 2,
        rocket: true,
        explosive: true,
        penetrating: false,
        ..rifle()
    };
    let mut fight = Setup::new()
        .unit(0, (5, 15), sheet(), &[launcher])
        .unit(1, (5, 5), crowd(), &[knife()])
        .start_battle(&[6, 1]);
    fight.rolls(&[(2, 7), (0, 4), (0, 1)]);
    fight.attack(1, 2, 0, None).expect("a rocket");
    assert_eq!((fight.points(1), fight.flesh(2)), (1, 14));
    assert_eq!(fight.unit(1, |unit| unit.inventory[0].loaded()), 0);
}

#[test]
fn ss_dmg_12_units_lying_in_the_burst_do_not_defend() {
    let frail = Sheet { flesh: Some(10), ..slow_sheet() };
    let mut fight = Setup::new()
        .unit(0, (5, 15), thrower(), &[grenade()])
        .unit(1, (5, 5), crowd(), &[knife()])
        .unit(1, (4, 5), frail, &[knife()])
        .start_battle(&[6, 1, 1]);
    fight.rolls(&[(2, 6), (0, 4), (0, 1), (0, 4), (0, 1)]);
    fight.attack(1, 2, 0, None).expect("a throw");
    assert_eq!((fight.flesh(3), fight.down(3)), (-2, Some(DownState::Unconscious)));
    fight.queue_dice(&[6, 1, 1]);
    fight.until_round(2);
    fight.until(1);
    fight.queue_dice(&[5, 5]);
    fight.queue_dice(&[2; 30]);
    let before = fight.dice_left();
    fight.attack(1, 2, 0, None).expect("a throw");
    // One attack, one defence, and a die of soak for each of the two: the third does not defend itself.
    let rolled = before - fight.dice_left();
    assert_eq!((rolled, fight.down(3)), (6 + fight.pool("defence") as usize + 2, Some(DownState::Dead)));
}

/// An area attack on a target behind a wall is rejected: the wall would stop the explosion.
#[rstest]
#[case::ss_ruling_60_thrown_at_a_unit(Book::SwanSong, "SS-RULING-60")]
#[case::ab_area_01_thrown_at_a_unit(Book::Aberrant, "AB-AREA-01")]
#[case::cs_sca_08_thrown_at_a_unit(Book::Circumstances, "CS-SCA-08")]
fn behind_a_wall(#[case] book: Book, #[case] clause: &str) {
    let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
    let mut fight = begin_with(shipped("warehouse", &overrides), 7);
    let refused = fight.view(|view| {
        let mut refused = Vec::new();
        for unit in view.units() {
            for (weapon, carried) in unit.inventory.slots() {
                let aimed = AttackChoice {
                    unit: *unit.id,
                    weapon,
                    mode: carried.modes().first().copied(),
                    option: None,
                };
                for target in view.units().filter(|other| other.side != unit.side) {
                    let engagement =
                        view.attack_request(aimed, *target.id).filter(|all| all.sight.hidden >= 100);
                    let engagement = engagement.filter(|_| carried.needs_bystanders());
                    refused.extend(engagement.map(|all| play::may_attack(&all).err()));
                }
            }
        }
        refused
    });
    assert!(!refused.is_empty(), "a unit carries a grenade");
    let stopped = refused.iter().flatten().filter(|why| why.clause == clause);
    assert!(stopped.count() > 0 && refused.iter().all(Option::is_some), "{refused:?}");
}

#[test]
fn a_phase_ends_after_everything_that_its_order_has_caused() {
    let weak = || Sheet { flesh: Some(1), karma: 0, ..thrower() };
    let mut fight = Setup::new()
        .unit(0, (5, 5), weak(), &[grenade()])
        .unit(1, (6, 5), weak(), &[knife()])
        .unit(1, (5, 6), weak(), &[knife()])
        .unit(1, (30, 15), Sheet { flesh: Some(40), ..thrower() }, &[knife()])
        .unit(0, (35, 15), Sheet { flesh: Some(40), ..thrower() }, &[knife()])
        .start_battle(&[6, 5, 4, 3, 1]);
    fight.queue_dice(&[6; 6]);
    let mut events = fight.attack(1, 2, 0, None).expect("a throw");
    while !fight.asked().is_empty() {
        events = fight.answer(&fight.asked()[0]);
    }
    assert_eq!([1, 2, 3].map(|unit| fight.down(unit)), [Some(DownState::Dead); 3]);
    let last_fall = events.iter().rposition(|event| matches!(event, BattleEvent::WentDown { .. }));
    let phase_end = events.iter().position(|event| matches!(event, BattleEvent::PhaseEnded { .. }));
    assert!(last_fall < phase_end, "{events:#?}");
    let began: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            BattleEvent::PhaseBegan { unit } => Some(unit.0),
            _ => None,
        })
        .collect();
    assert_eq!((began, fight.acting()), (vec![4], Some(4)));
}
