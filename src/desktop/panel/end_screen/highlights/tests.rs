use std::sync::Arc;

use super::moment_odds::odds_before_attack;
use super::*;
use crate::panel::end_screen::statistics::count_statistics;
use ai::{AiPlayer, Difficulty};
use battle::{BattleEvent, BattleSetup, EventRecord, OrderRecord, Target};
use content::SkirmishOverrides;
use dice::GivenText;
use model::Side;
use rules::{DownState, HitResult, swan_song};

const SHOOTER: UnitId = UnitId(0);
const FRIEND: UnitId = UnitId(1);
const FOE: UnitId = UnitId(2);
const OTHER_FOE: UnitId = UnitId(3);

/// No objective names a unit, and all damage counts.
const PLAIN: Measures<'static> = Measures { is_goal: &|_| false, health_left: &|_, _| u32::MAX };

fn are_enemies(one: UnitId, other: UnitId) -> bool {
    [FOE, OTHER_FOE].contains(&one) != [FOE, OTHER_FOE].contains(&other)
}

/// An attack on the foe that did 4 points of damage.
fn bare_attack(orders: std::ops::Range<usize>, unit: UnitId) -> AttackMoment {
    let feats = Feats::default();
    AttackMoment { orders, round: 1, unit, target: FOE, downed: 0, dealt: 4, took_out: false, feats }
}

/// Finds the ordered attacks that hit an enemy and harmed it.
fn find_attack_moments(
    records: &[OrderRecord],
    are_enemies: &impl Fn(UnitId, UnitId) -> bool,
) -> Vec<AttackMoment> {
    find_ordered_attacks(records, are_enemies).into_iter().filter(has_harmed).collect()
}

/// An attack with 4 points of damage.
fn attack(target: UnitId, downs: bool) -> OrderRecord {
    attack_by(SHOOTER, target, downs)
}

/// An attack of a unit with 4 points of damage.
fn attack_by(attacker: UnitId, target: UnitId, downs: bool) -> OrderRecord {
    let resolved = BattleEvent::AttackResolved {
        unit: attacker,
        target: Target::Unit(target),
        weapon: 0,
        mode: None,
        contact: HitResult::Hit,
        net: 1,
        damage: 4,
        words: GivenText("4 damage".to_owned()).into(),
    };
    let health = || Box::new(HealthState::SwanSong(swan_song::Vitals::default()));
    let (by, damage) = (Some(attacker), 4);
    let harmed =
        BattleEvent::Harmed { unit: target, by, damage, before: health(), after: health(), cause: None };
    let mut events = vec![EventRecord::new(resolved), EventRecord::new(harmed)];
    if downs {
        let down = DownState::Dead;
        events.push(EventRecord::new(BattleEvent::WentDown { unit: target, by, down }));
    }
    let target = Target::Unit(target);
    let order = Order::Attack { unit: attacker, target, weapon: 0, mode: None, option: None };
    OrderRecord { order, round: 2, pass: 1, events, revealed: true }
}

#[test]
fn a_take_down_counts_more_than_a_less_likely_hit() {
    let records = [attack(FOE, false), attack(FOE, true), attack(OTHER_FOE, true)];
    let moments = find_attack_moments(&records, &are_enemies);
    let orders: Vec<_> = moments.iter().map(|moment| (moment.orders.clone(), moment.took_out)).collect();
    assert_eq!(orders, [(0..1, false), (1..2, true), (2..3, true)]);
    let odds = |hit, out| Some(ShownOdds { hit, out, mean: 0.0 });
    let ranks = [SideRank::Other; 3];
    let all = vec![odds(0.1, 0.01), odds(0.9, 0.2), odds(0.3, 0.25)];
    let best = choose_best_moment(moments.clone(), &ranks, all).expect("two units were taken out");
    let hit = best.odds.map(|odds| odds.hit);
    assert_eq!((best.attack.orders.start, hit), (1, Some(0.9)), "the chance to take out decides");
    let best = choose_best_moment(moments[..1].to_vec(), &ranks, vec![odds(0.1, 0.01)]);
    assert_eq!(best.map(|best| best.attack.took_out), Some(false));
    assert_eq!(choose_best_moment(moments, &ranks, vec![None, None, None]), None);
}

#[test]
fn a_likely_attack_is_the_best_moment_only_without_another_and_one_that_took_an_enemy_out_comes_first() {
    let moments = find_attack_moments(&[attack(FOE, false), attack(OTHER_FOE, true)], &are_enemies);
    assert_eq!(moments.iter().map(|moment| moment.took_out).collect::<Vec<_>>(), [false, true]);
    let best = |out, hit| {
        let odds =
            vec![Some(ShownOdds { hit, out: 0.0, mean: 0.0 }), Some(ShownOdds { hit: 0.95, out, mean: 0.0 })];
        choose_best_moment(moments.clone(), &[SideRank::People; 2], odds).map(|best| best.attack.orders.start)
    };
    assert_eq!(best(0.75, 0.4), Some(1), "it took an enemy out");
    assert_eq!(best(0.8, 0.4), Some(0), "the other one was sure to be taken out");
    assert_eq!(best(0.82, 0.73), Some(1), "both are routine: it took an enemy out");
}

#[test]
fn of_likely_hits_the_one_with_most_damage_is_the_best_moment() {
    let heavy = {
        let mut heavy = attack(OTHER_FOE, false);
        heavy.events.extend(attack(OTHER_FOE, false).events.split_off(1));
        heavy
    };
    let moments = find_attack_moments(&[attack(FOE, false), heavy, attack(FOE, false)], &are_enemies);
    assert_eq!(moments.iter().map(|moment| moment.dealt).collect::<Vec<_>>(), [4, 8, 4], "all harm counts");
    let best = |hits: [f64; 3]| {
        let odds = hits.map(|hit| Some(ShownOdds { hit, out: 0.0, mean: 0.0 })).to_vec();
        choose_best_moment(moments.clone(), &[SideRank::People; 3], odds).map(|best| best.attack.orders.start)
    };
    assert_eq!(best([0.6, 0.9, 0.55]), Some(1), "nothing was unlikely");
    assert_eq!(best([0.6, 0.9, 0.5]), Some(2), "an unlikely hit");
}

#[test]
fn the_moment_of_people_comes_before_that_of_the_ai() {
    let (won, lost, ai) = (Side(0), Side(1), Side(2));
    let rank = |side| SideRank::of(side, Some(won), &[won, lost]);
    let records = [attack(FOE, true), attack(FOE, false), attack(OTHER_FOE, true)];
    let moments = find_attack_moments(&records, &are_enemies);
    let best = |sides: [Side; 3], known: [bool; 3]| {
        let odds = [0.1, 0.5, 0.7].map(|chance| ShownOdds { hit: chance, out: chance, mean: 0.0 });
        let odds = odds.into_iter().zip(known).map(|(odds, known)| known.then_some(odds)).collect();
        let best = choose_best_moment(moments.clone(), &sides.map(rank), odds);
        best.map(|best| best.attack.orders.start)
    };
    let all = [true; 3];
    assert_eq!(best([ai, won, lost], all), Some(1), "a hit of the winners, not a kill of others");
    assert_eq!(best([ai, ai, lost], all), Some(2));
    assert_eq!(best([ai, ai, ai], all), Some(0));
    assert_eq!(
        best([ai, won, lost], [true, false, true]),
        Some(2),
        "the chances of the first one are unknown"
    );
    // Without a person who won, no winner comes first.
    assert_eq!(SideRank::of(ai, Some(ai), &[lost]), SideRank::Other);
}

#[test]
fn a_moment_takes_out_only_what_the_table_credits_its_unit_with() {
    let took_out = |records: &[OrderRecord]| -> Vec<(UnitId, bool)> {
        let moments = find_attack_moments(records, &are_enemies);
        moments.iter().map(|moment| (moment.unit, moment.took_out)).collect()
    };
    let downed = |records: &[OrderRecord], unit| {
        count_statistics(records, &are_enemies, &PLAIN.health_left)[&unit].downed
    };
    // A death after the fall is no second one.
    let twice = [attack_by(FRIEND, FOE, true), attack(FOE, true)];
    assert_eq!(took_out(&twice), [(FRIEND, true), (SHOOTER, false)]);
    assert_eq!((downed(&twice, FRIEND), downed(&twice, SHOOTER)), (1, 0));
    // It comes to, and falls again.
    let mut first = attack(FOE, true);
    first.events.push(EventRecord::new(BattleEvent::Recovered { unit: FOE }));
    let again = [first, attack_by(FRIEND, FOE, true)];
    assert_eq!(took_out(&again), [(SHOOTER, false), (FRIEND, true)]);
    assert_eq!((downed(&again, SHOOTER), downed(&again, FRIEND)), (0, 1));
    // It crashes into a wall, which no unit did.
    let mut thrown = attack(FOE, true);
    for event in &mut thrown.events {
        match &mut event.event {
            BattleEvent::Harmed { by, .. } | BattleEvent::WentDown { by, .. } => *by = None,
            _ => {}
        }
    }
    let thrown = [thrown];
    assert_eq!((took_out(&thrown), downed(&thrown, SHOOTER)), (vec![(SHOOTER, true)], 1));
}

#[test]
fn an_attack_lasts_from_its_order_to_the_answer_that_brings_its_result() {
    let mut records = vec![attack(FOE, false), attack(FOE, true)];
    // A prompt before the roll, and another one before the damage.
    let answer = |events| OrderRecord {
        order: Order::Decide { answer: "dodge".to_owned() },
        events,
        round: 2,
        pass: 1,
        revealed: true,
    };
    let mut rolled = std::mem::take(&mut records[1].events);
    let harmed = rolled.split_off(1);
    records.extend([answer(rolled), answer(harmed)]);
    let moments = find_attack_moments(&records, &are_enemies);
    assert_eq!((moments[1].orders.clone(), moments[1].took_out), (1..4, true));
}

#[test]
fn harm_to_friends_and_blows_in_passing_are_no_highlights() {
    let records = [attack(FRIEND, true)];
    assert_eq!(find_attack_moments(&records, &are_enemies), []);
    assert_eq!(find_best_unit(&records, &are_enemies, &PLAIN, |_| true), None);
    let records = [attack(FRIEND, true), attack(FOE, true), attack(FOE, false)];
    let best =
        BestUnit { unit: SHOOTER, downed: 1, goals: 0, is_kill_of_fallen: false, dealt: 8, is_tied: false };
    assert_eq!(find_best_unit(&records, &are_enemies, &PLAIN, |_| true), Some(best));
    let [_, down, hit] = records;
    let equal = [attack_by(FRIEND, OTHER_FOE, true), down, hit];
    let best = BestUnit { is_tied: true, ..best };
    assert_eq!(find_best_unit(&equal, &are_enemies, &PLAIN, |_| true), Some(best), "it did more damage");
    let own = BestUnit { unit: FRIEND, dealt: 4, is_tied: false, ..best };
    let found = find_best_unit(&equal, &are_enemies, &PLAIN, |unit| unit == FRIEND);
    assert_eq!(found, Some(own), "the best one of those that count");
    assert_eq!(find_best_unit(&equal, &are_enemies, &PLAIN, |unit| unit == FOE), None, "it did nothing");
    let passed = OrderRecord { order: Order::EndPhase { unit: FOE }, ..attack(FOE, true) };
    assert_eq!(find_attack_moments(&[passed], &are_enemies), []);
}

#[test]
fn a_blast_that_takes_several_enemies_out_is_the_best_moment() {
    let mut blast = attack(FOE, true);
    blast.events.extend(attack(OTHER_FOE, true).events);
    let cell = model::Cell::new(3, 3);
    let target = Target::Square(cell);
    blast.order = Order::Attack { unit: SHOOTER, target, weapon: 0, mode: None, option: None };
    let blows = find_blows(&[attack(FOE, false), blast.clone()], &are_enemies);
    assert_eq!(blows.iter().map(|blow| (blow.orders.clone(), blow.downed)).collect::<Vec<_>>(), [(1..2, 2)]);
    let ranks = BTreeMap::from([(SHOOTER, SideRank::People), (FRIEND, SideRank::WinningPeople)]);
    let rare = |unit| {
        let attack = AttackMoment { took_out: true, ..bare_attack(0..1, unit) };
        Some(BestMoment { attack, odds: Some(ShownOdds { hit: 0.1, out: 0.1, mean: 0.0 }) })
    };
    let chosen = |rarest| prefer_blow(blows.clone(), rarest, &ranks).map(|best| best.attack.orders.start);
    assert_eq!([chosen(None), chosen(rare(SHOOTER)), chosen(rare(FRIEND))], [Some(1), Some(1), Some(0)]);
}

#[test]
fn the_blow_that_decides_the_battle_is_the_best_moment_without_another() {
    let mut last = attack(FOE, true);
    assert_eq!(find_blows(std::slice::from_ref(&last), &are_enemies), []);
    let outcome = battle::BattleOutcome { winner: Some(Side(0)), ending: battle::EndReason::Slain };
    last.events.push(EventRecord::new(BattleEvent::Ended(outcome)));
    let blows = find_blows(std::slice::from_ref(&last), &are_enemies);
    assert_eq!(blows.iter().map(|blow| blow.downed).collect::<Vec<_>>(), [1]);
    let rarest = BestMoment {
        attack: AttackMoment { orders: 7..8, ..blows[0].clone() },
        odds: Some(ShownOdds { hit: 0.4, out: 0.2, mean: 0.0 }),
    };
    let routine = BestMoment { odds: Some(ShownOdds { hit: 0.9, out: 0.85, mean: 0.0 }), ..rarest.clone() };
    let chosen = |rarest| prefer_blow(blows.clone(), rarest, &BTreeMap::new()).map(|best| best.attack.orders);
    let all = [chosen(None), chosen(Some(rarest)), chosen(Some(routine))];
    assert_eq!(all, [Some(0..1), Some(7..8), Some(0..1)]);
}

#[test]
fn an_improbable_hit_with_much_damage_comes_before_likely_kills_and_the_end() {
    let heavy = AttackMoment { dealt: 8, ..bare_attack(0..1, SHOOTER) };
    let kill = AttackMoment { took_out: true, ..bare_attack(1..2, SHOOTER) };
    let odds = |hit, out, mean| Some(ShownOdds { hit, out, mean });
    let best = |hit, mean| {
        let odds = vec![odds(hit, 0.0, mean), odds(0.9, 0.4, 4.0)];
        choose_best_moment(vec![heavy.clone(), kill.clone()], &[SideRank::People; 2], odds)
    };
    let start = |best: Option<BestMoment>| best.map(|best| best.attack.orders.start);
    assert_eq!(start(best(0.3, 2.0)), Some(0), "8 of damage, where a hit does 6.7");
    assert_eq!(start(best(0.3, 3.0)), Some(1), "a hit does 10");
    assert_eq!(start(best(0.45, 2.0)), Some(1), "it was not improbable");
    let last = AttackMoment { downed: 1, took_out: true, ..bare_attack(2..3, SHOOTER) };
    let chosen = |rarest| start(prefer_blow(vec![last.clone()], rarest, &BTreeMap::new()));
    assert_eq!([chosen(best(0.3, 2.0)), chosen(best(0.45, 2.0))], [Some(0), Some(2)]);
}

#[test]
fn the_odds_of_a_moment_are_those_of_the_card_before_the_attack() {
    let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let loaded = content::load_content(&[assets]);
    let bundle = content::bundle_skirmish(&loaded.content, "warehouse", &SkirmishOverrides::default());
    let bundle = Arc::new(bundle.expect("shipped"));
    let mut world = battle::new_battle_world();
    battle::spawn_battle(&mut world, bundle, 7);
    let (mut orders, mut moments, mut shown) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(decision) = ai::decide(&mut world, &AiPlayer::new(Difficulty::Easy, 1)) {
        let order = decision.order;
        if let Order::Attack { unit, target: Target::Unit(target), .. } = &order
            && moments.len() < 3
        {
            let orders = orders.len()..orders.len() + 1;
            let (unit, target) = (*unit, *target);
            moments.push(AttackMoment { target, ..bare_attack(orders, unit) });
            shown.push(odds_before_attack(&mut world, &order));
        }
        battle::submit(&mut world, &order).expect("allowed");
        orders.push(order);
    }
    assert_eq!(moments.len(), 3);
    assert!(shown.iter().all(Option::is_some));
    let setup = world.resource::<BattleSetup>();
    assert_eq!(shown_odds(setup, &orders, &moments), shown);
}

#[test]
fn the_target_of_an_objective_counts_most_and_damage_beyond_the_health_left_counts_nothing() {
    let records = [attack(FOE, true), attack(FOE, false), attack_by(FRIEND, OTHER_FOE, true)];
    let best = |measures: &Measures| {
        let best = find_best_unit(&records, &are_enemies, measures, |_| true).expect("enemies were harmed");
        (best.unit, best.goals, best.dealt)
    };
    assert_eq!(best(&PLAIN), (SHOOTER, 0, 8), "as many enemies, more damage");
    let slay = Measures { is_goal: &|unit| unit == OTHER_FOE, ..PLAIN };
    assert_eq!(best(&slay), (FRIEND, 1, 4));
    let frail = Measures { health_left: &|unit, _| if unit == FOE { 1 } else { 3 }, ..PLAIN };
    assert_eq!(best(&frail), (FRIEND, 0, 3), "two blows for a level each");
}

#[test]
fn the_target_of_an_objective_is_credited_to_the_units_that_felled_and_killed_it() {
    let mut felled = attack(FOE, true);
    for record in &mut felled.events {
        if let BattleEvent::WentDown { down, .. } = &mut record.event {
            *down = DownState::Unconscious;
        }
    }
    let slay = Measures { is_goal: &|unit| unit == FOE, ..PLAIN };
    let best = |records: &[OrderRecord]| {
        let best = find_best_unit(records, &are_enemies, &slay, |_| true).expect("an enemy was harmed");
        (best.unit, best.goals, best.downed, best.is_kill_of_fallen)
    };
    let killed = [felled.clone(), attack_by(FRIEND, FOE, true)];
    assert_eq!(best(&killed), (SHOOTER, 1, 1, false), "the table counts the enemy for it");
    let with_another = [felled.clone(), attack_by(FRIEND, OTHER_FOE, true), attack_by(FRIEND, FOE, true)];
    assert_eq!(best(&with_another), (FRIEND, 1, 1, true), "as many enemies, more damage");
    assert_eq!(best(&[felled]), (SHOOTER, 1, 1, false), "nobody killed it");
}

#[test]
fn a_target_that_should_have_gone_out_of_action_and_stands_is_a_moment_of_its_own() {
    let records = [attack(FOE, false), attack(OTHER_FOE, true)];
    let attacks = find_ordered_attacks(&records, &are_enemies);
    let survivals: Vec<_> = attacks.iter().filter_map(as_survival).collect();
    assert_eq!(survivals.iter().map(AttackMoment::hero).collect::<Vec<_>>(), [FOE], "the other one fell");
    let best = |out| {
        let moments = vec![attacks[0].clone(), survivals[0].clone()];
        let odds = Some(ShownOdds { hit: 0.95, out, mean: 5.0 });
        let best = choose_best_moment(moments, &[SideRank::People; 2], vec![odds, odds]);
        best.map(|best| best.attack.feats.is_survival)
    };
    assert_eq!(best(0.9), Some(true), "one in ten stays up");
    assert_eq!(best(0.5), Some(false), "it was as likely as not");
}

#[test]
fn several_triumphs_in_one_roll_are_rarer_than_a_likely_kill() {
    let pool = dice::SymbolPool { proficiency: 2, difficulty: 2, ..Default::default() };
    let faces = vec![1, 1, 12, 12];
    let read = dice::Dice::symbols(pool).read(&faces);
    let roll = dice::RollRecord {
        who: Some(SHOOTER),
        why: "attack",
        clause: "CC-CHK-01",
        parts: Vec::new(),
        limit: None,
        dice: dice::Dice::symbols(pool),
        faces,
        roll: read,
    };
    let mut record = attack(FOE, false);
    record.events[0].trace.push(dice::Trace::Rolled(roll));
    let moments = find_attack_moments(&[attack(OTHER_FOE, true), record], &are_enemies);
    assert_eq!(moments[0].feats.triumphs, None);
    assert_eq!(moments[1].feats.triumphs, Some(Triumphs { count: 2, one_in: 144 }));
    let odds = vec![Some(ShownOdds { hit: 0.9, out: 0.7, mean: 5.0 }); 2];
    let best = choose_best_moment(moments, &[SideRank::People; 2], odds).expect("both have odds");
    assert_eq!((best.attack.orders.start, best.stands_out_by_triumphs()), (1, true));
}

#[test]
fn the_blow_that_decides_the_battle_comes_before_what_was_hardly_rare_and_has_its_chances() {
    let mut last = attack(OTHER_FOE, true);
    let outcome = battle::BattleOutcome { winner: Some(Side(0)), ending: battle::EndReason::Slain };
    last.events.push(EventRecord::new(BattleEvent::Ended(outcome)));
    let records = [attack(FOE, true), last];
    let best = |out| {
        let fought = FoughtAttacks {
            attacks: find_ordered_attacks(&records, &are_enemies),
            blows: find_blows(&records, &are_enemies),
            ranks: BTreeMap::new(),
        };
        let odds = |out| Some(ShownOdds { hit: 0.9, out, mean: 4.0 });
        let best = fought.rate(&[odds(out), odds(0.8)]).best_moment.expect("two enemies were taken out");
        (best.attack.orders.start, best.attack.feats.ends_battle, best.odds.map(|odds| odds.out))
    };
    assert_eq!(best(0.6), (1, true, Some(0.8)));
    assert_eq!(best(0.1), (0, false, Some(0.1)), "a rare one");
}

#[test]
fn a_moment_lasts_until_the_last_answer_about_it() {
    let answer = OrderRecord {
        order: Order::Decide { answer: "yield".to_owned() },
        events: vec![EventRecord::new(BattleEvent::Recovered { unit: SHOOTER })],
        ..attack(FOE, true)
    };
    let records = [attack(FOE, true), answer, attack(OTHER_FOE, false)];
    let moments = find_attack_moments(&records, &are_enemies);
    assert_eq!(moments.iter().map(|moment| moment.orders.clone()).collect::<Vec<_>>(), [0..2, 2..3]);
}
