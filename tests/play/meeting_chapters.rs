//! Rules where two chapters meet, continued: explosions and shields, timed items and vehicles or round limits, fog and
//! questions, prone targets and called shots.

use breachline::battle::{AttackChoice, BattleEvent, BattleOutcome, EndReason, Order, Target};
use breachline::content::{Objective, TimeUp, UnitLink};
use breachline::model::{Cell, CellSide, UnitId};
use breachline::rules::HealthState;
use breachline::rules::status::{Ailment, Infliction};
use breachline::rules::swan_song::attack::resolution::AttackPlan;
use breachline::rules::swan_song::defence::methods::AvailableDefence;
use breachline::rules::swan_song::{Sheet, Skill, UnitKind, Weapon};
use breachline::rules::turn_engine::timed_items::{DetonationTrigger, Timer};
use breachline::rules::{Light, swan_song};

use crate::common::{
    Fight, SHOT, Setup, edge, faces_for_hits, grenade, gun, knife, quick_sheet, sheet, slow_sheet, thrower,
};

/// A grenade that goes off by itself in the next round.
fn bomb() -> Weapon {
    Weapon { trigger: Some(DetonationTrigger::Preset), magazine: 0, ..grenade() }
}

/// Submits an order and gives the first answer to every question; returns all events.
fn carry_out(fight: &mut Fight, order: Order) -> Vec<BattleEvent> {
    let mut events = fight.submit(order);
    while let Some(first) = fight.asked().first().cloned() {
        events.extend(fight.answer(&first));
    }
    events
}

fn place_of(events: &[BattleEvent], wanted: fn(&BattleEvent) -> bool) -> Option<usize> {
    events.iter().position(wanted)
}

// Explosions and living shields.

/// Flesh of a unit before and after each of its wounds.
fn wounds_of(events: &[BattleEvent], wounded: u32) -> Vec<(i32, i32)> {
    let flesh = |health: &HealthState| match health {
        HealthState::SwanSong(vitals) => vitals.flesh.now,
        other => panic!("a fight under {}", other.book().name()),
    };
    let wound = |event: &BattleEvent| match event {
        BattleEvent::Harmed { unit, before, after, .. } if *unit == UnitId(wounded) => {
            Some((flesh(before), flesh(after)))
        }
        _ => None,
    };
    events.iter().filter_map(wound).collect()
}

/// A grenade at a captor who took cover behind his hostage, both in its radius: a tie goes through the hostage, who loses
/// her BOD as a barrier on top of what the explosion itself does to her.
#[test]
fn ss_barr_47_a_hostage_in_an_explosion_is_hurt_as_a_barrier_and_for_herself() {
    let mut hostage = Sheet { flesh: Some(60), ..slow_sheet() };
    (hostage.attributes.body, hostage.armour) = (4, vec![6]);
    let captor = Sheet { flesh: Some(60), ..quick_sheet(3, 3) };
    let mut fight = Setup::new()
        .unit(0, (9, 5), hostage, &[])
        .unit(1, (10, 5), captor, &[knife()])
        .tied(UnitLink::Holds("unit1".to_owned()))
        .skirmish(|skirmish| skirmish.units[1].in_cover = true)
        .unit(0, (3, 5), thrower(), &[grenade()])
        .start_battle(&[1, 1, 6]);
    assert_eq!(fight.acting(), Some(3));
    // Two hits of six dice, two of the defence, none after that.
    let faces = [faces_for_hits(&[(2, 6)]), vec![5, 5], vec![2; 60]].concat();
    fight.queue_dice(&faces);
    let events = carry_out(&mut fight, Order::attack(UnitId(3), Target::Unit(UnitId(2)), 0, None));
    let wounds = wounds_of(&events, 1);
    let [own, as_barrier] = wounds[..] else { panic!("two wounds: {wounds:?}") };
    assert_eq!((own.0, as_barrier.0), (60, own.1), "the second one builds on the first");
    assert!(own.1 < 60, "{wounds:?}");
    assert_eq!(as_barrier.0 - as_barrier.1, 4, "BOD 4");
    assert_eq!(fight.flesh(1), as_barrier.1);
    crate::skirmish::replays(&mut fight);
}

// Timed items and vehicles.

fn car() -> Sheet {
    let mut sheet =
        Sheet { kind: UnitKind::Vehicle, has_flesh: false, armored: 40, speed: 5, ..quick_sheet(1, 1) };
    sheet.attributes.body = 10;
    sheet
}

/// A car at (5, 5) with a driver, unit 2, and a passenger with a bomb, unit 3; unit 4 with another bomb on foot beside it,
/// and unit 5 far away. The units on foot act first.
fn two_bombs() -> Setup {
    Setup::new()
        .unit(0, (5, 5), car(), &[])
        .seats(4, 5)
        .unit(0, (5, 5), quick_sheet(2, 2), &[])
        .tied(UnitLink::Drives("unit1".to_owned()))
        .unit(0, (5, 5), quick_sheet(5, 5), &[bomb()])
        .tied(UnitLink::Rides("unit1".to_owned()))
        .unit(0, (5, 6), quick_sheet(4, 4), &[bomb()])
        .unit(1, (25, 15), slow_sheet(), &[])
}

fn arm(unit: u32) -> Order {
    Order::Activate { unit: UnitId(unit), weapon: 0, timer: None, to: Cell::new(5, 5) }
}

fn armed_at(fight: &mut Fight) -> Vec<(i32, i32)> {
    fight
        .view(|view| view.armed_items().into_iter().map(|(_, item)| (item.cell().x, item.cell().y)).collect())
}

#[test]
fn ss_timed_01_a_bomb_in_a_car_travels_with_it_and_one_beneath_stays() {
    let mut fight = two_bombs().start_battle(&[1, 6, 5, 1]);
    assert_eq!(fight.acting(), Some(3));
    fight.submit(arm(3));
    // It gets out and leaves the bomb on its seat.
    fight.submit(Order::SpecialAction {
        unit: UnitId(3),
        action: "alight".to_owned(),
        target: None,
        weapon: None,
    });
    assert_ne!(fight.cell(3), (5, 5));
    fight.until(4);
    fight.submit(arm(4));
    assert_eq!(armed_at(&mut fight), [(5, 5), (5, 5)]);
    fight.until(2);
    fight.walk(2, &[(6, 5), (7, 5)]).expect("it drives");
    assert_eq!(armed_at(&mut fight), [(7, 5), (5, 5)]);
    crate::skirmish::replays(&mut fight);
}

#[test]
fn ss_timed_02_a_bomb_that_leaves_the_map_in_a_car_goes_off_elsewhere() {
    let mut fight = two_bombs()
        .skirmish(|skirmish| {
            skirmish.map.zones.insert("exit".to_owned(), vec![Cell::new(7, 5)]);
            skirmish.objectives = vec![Objective::Escape { side: 0, zone: "exit".to_owned(), units: 9 }];
        })
        .start_battle(&[1, 6, 5, 1]);
    fight.submit(arm(3));
    fight.until(2);
    assert_eq!(armed_at(&mut fight), [(5, 5)]);
    fight.walk(2, &[(6, 5), (7, 5)]).expect("it drives");
    let events = fight.end();
    assert!(fight.unit(1, |car| car.out_of_action.escaped()));
    assert_eq!(armed_at(&mut fight), []);
    assert_eq!(place_of(&events, |event| matches!(event, BattleEvent::Detonated { .. })), None);
}

/// Where a car has driven out of sight, its enemies see nothing of the bomb in it either.
#[test]
fn a_bomb_in_a_car_does_not_show_where_the_car_is() {
    let mut fight = two_bombs()
        .skirmish(|skirmish| skirmish.options.fog_of_war = true)
        .ground(&[(6, 5), (7, 5)], |terrain| terrain.light = Light::Dark)
        .start_battle(&[1, 6, 5, 1]);
    fight.submit(arm(3));
    let shown = |fight: &mut Fight| [0, 1].map(|side| fight.seen_by(side, |view| view.armed_items().len()));
    assert_eq!(shown(&mut fight), [1, 1]);
    fight.until(2);
    fight.walk(2, &[(6, 5), (7, 5)]).expect("it drives");
    assert_eq!(shown(&mut fight), [1, 0]);
}

// Timed items and the round limit.

/// Set to the end of the last round, it goes off before the time is up.
#[test]
fn ss_timed_07_an_item_set_to_the_end_of_the_last_round_still_goes_off() {
    let timed = Weapon { trigger: Some(DetonationTrigger::Timer), magazine: 0, ..grenade() };
    let mut fight = Setup::new()
        .switch("ss.timer_after_combat", "fizzle")
        .skirmish(|skirmish| (skirmish.rounds, skirmish.then) = (1, TimeUp::Draw))
        .unit(0, (5, 15), thrower(), &[timed])
        .unit(1, (5, 5), Sheet { flesh: Some(40), ..slow_sheet() }, &[])
        .start_battle(&[6, 1]);
    let timer = Some(Timer::RoundEnd(0));
    fight.submit(Order::Activate { unit: UnitId(1), weapon: 0, timer, to: Cell::new(6, 6) });
    // Six hits against four: DV 12, with one hit of the soak.
    fight.queue_dice(&[5; 40]);
    let mut events = Vec::new();
    while fight.outcome().is_none() {
        events.extend(fight.end());
    }
    let up = BattleOutcome { winner: None, ending: EndReason::TimeUp };
    assert_eq!((fight.outcome(), fight.round().0), (Some(up), 1));
    let goes_off = place_of(&events, |event| matches!(event, BattleEvent::Detonated { .. }));
    let round_ends = place_of(&events, |event| matches!(event, BattleEvent::RoundEnded { .. }));
    assert!(goes_off.is_some() && goes_off < round_ends, "{goes_off:?} {round_ends:?}");
    assert!(fight.flesh(2) < 40);
}

/// The phase of a stunned unit is lost, and yet its item goes off at its score: after that phase and before the next one.
#[test]
fn ss_timed_01_and_cs_stun_01_the_item_of_a_stunned_unit_goes_off_at_its_score() {
    let stuns = |ground: &mut breachline::content::Terrain| {
        ground.strike.inflicts = vec![Infliction::without_test(Ailment::Stunned)];
    };
    let mut fight = Setup::new()
        .ground(&[(6, 5)], stuns)
        .unit(0, (5, 5), quick_sheet(4, 4), &[bomb()])
        .unit(1, (25, 5), sheet(), &[knife()])
        .unit(1, (25, 9), sheet(), &[knife()])
        .start_battle(&[1, 4, 1]);
    fight.until(1);
    fight.submit(Order::Activate { unit: UnitId(1), weapon: 0, timer: None, to: Cell::new(15, 5) });
    fight.walk(1, &[(6, 5)]).expect("one step");
    fight.queue_dice(&[1, 6, 1]);
    fight.until_round(2);
    assert_eq!([1, 2, 3].map(|unit| fight.score(unit)), [9, 12, 7]);
    assert_eq!(fight.acting(), Some(2));
    let events = fight.end();
    let lost = place_of(&events, |event| matches!(event, BattleEvent::PhaseLost { unit: UnitId(1), .. }));
    let goes_off = place_of(&events, |event| matches!(event, BattleEvent::Detonated { .. }));
    assert!(lost.is_some() && lost < goes_off, "{lost:?} {goes_off:?}");
    assert_eq!(fight.acting(), Some(3));
}

// Fog and questions.

/// A grenade between two units of the other side, until the first of them is asked; its thrower may stand in the dark.
fn thrown_in_fog(is_dark: bool) -> Fight {
    let wary = Sheet { flesh: Some(40), ..sheet() };
    let mut setup = Setup::new().skirmish(|skirmish| skirmish.options.fog_of_war = true);
    if is_dark {
        setup = setup.ground(&[(5, 15)], |terrain| terrain.light = Light::Dark);
    }
    let mut fight = setup
        .unit(0, (5, 15), thrower(), &[grenade(), knife()])
        .unit(1, (5, 5), wary, &[knife()])
        .unit(1, (6, 5), Sheet { flesh: Some(40), ..slow_sheet() }, &[knife()])
        .start_battle(&[6, 1, 1]);
    fight.queue_dice(&faces_for_hits(&[(2, 6)]));
    fight.submit(Order::attack(UnitId(1), Target::Square(Cell::new(6, 6)), 0, None));
    fight
}

/// The attack roll of a thrower whom the side of the question does not know must not show in its odds.
#[test]
fn a_question_shows_no_odds_where_an_unknown_unit_has_rolled() {
    let has_odds = |view: &breachline::battle::BattleView| {
        let context = view.prompt_context();
        context.is_some_and(|context| context.answer_odds("standard", 50_000).is_some())
    };
    for is_dark in [false, true] {
        let mut fight = thrown_in_fog(is_dark);
        assert_eq!(fight.asked(), ["standard", "full_defense"]);
        let knows_thrower = fight.seen_by(1, |view| view.unit(UnitId(1)).is_some());
        assert_eq!(knows_thrower, !is_dark);
        assert_eq!(fight.seen_by(1, has_odds), !is_dark, "in the dark: {is_dark}");
        assert!(fight.view(has_odds), "with all that there is to know");
    }
}

/// The question to a unit that holds its phase does not name the next one, unless the side of the holder sees it.
#[test]
fn ss_delay_05_the_question_does_not_name_a_unit_in_the_fog() {
    let mut setup = Setup::new().skirmish(|skirmish| skirmish.options.fog_of_war = true);
    for y in 0..20 {
        setup = setup.barrier(edge(10, y, CellSide::West), |_| {});
    }
    let mut fight = setup
        .unit(0, (4, 8), quick_sheet(5, 4), &[knife()])
        .unit(1, (15, 8), quick_sheet(4, 4), &[knife()])
        .unit(1, (4, 15), quick_sheet(2, 2), &[knife()])
        .start_battle(&[6, 3, 2]);
    let question = |fight: &mut Fight| {
        fight.view(|view| view.open_prompt().map(|open| open.prompt().question.to_string()))
    };
    fight.submit(Order::Delay { unit: UnitId(1) });
    assert_eq!(question(&mut fight).as_deref(), Some("An unseen unit acts next at 11. Act now?"));
    fight.answer("hold");
    assert_eq!(fight.acting(), Some(2));
    fight.end();
    assert_eq!(question(&mut fight).as_deref(), Some("unit3 acts next at 6. Act now?"));
}

// Prone targets, cover and called shots.

/// Attack and defence dice of a shot of unit 1 at unit 2, which has dropped prone at this distance.
fn pools_against_prone(distance: i32, option: Option<&str>) -> (u32, u32) {
    let mut marksman = quick_sheet(3, 3);
    marksman.attributes.agility = 9;
    marksman.skills.extend([(Skill::Automatics, 6)]);
    let mut fight = Setup::new()
        .unit(0, (2, 5), marksman, &[gun(6)])
        .unit(1, (2 + distance, 5), Sheet { flesh: Some(60), ..quick_sheet(3, 3) }, &[knife()])
        .start_battle(&[6, 5]);
    fight.until(2);
    fight.submit(Order::DropProne { unit: UnitId(2) });
    let aimed = AttackChoice { unit: UnitId(1), weapon: 0, mode: SHOT, option };
    let request = fight.view(|view| view.attack_request(aimed, UnitId(2))).expect("both are there");
    let attack = request.on_unit().expect("an attack on a unit");
    let context = swan_song::rulebook::attack_context(attack);
    let plan = AttackPlan::new(&context);
    let AvailableDefence::Options(options) = &plan.defence else { panic!("it is aware") };
    (plan.attack.pool(), options[0].parts.pool())
}

/// A called shot at the gut takes six dice of the attack wherever the target lies; the prone target has two dice fewer at
/// 4 m, none fewer at 10 m, and good cover at 20 m.
#[test]
fn ss_call_05_and_ss_def_44_a_called_shot_at_a_prone_target() {
    let plain = [4, 10, 20].map(|distance| pools_against_prone(distance, None));
    let called = [4, 10, 20].map(|distance| pools_against_prone(distance, Some("gut")));
    let defences = |pools: [(u32, u32); 3]| pools.map(|(_, defence)| defence);
    assert_eq!(plain.map(|(attack, _)| attack), [15; 3]);
    assert_eq!(called.map(|(attack, _)| attack), [9; 3]);
    assert_eq!(defences(plain), [4, 6, 10], "REA 3 and INT 3");
    assert_eq!(defences(called), defences(plain));
}
