use super::*;
use dice::{Dice, RollRecord};
use rules::{FireMode, HealthState, swan_song};

/// All damage counts.
fn counts_all(_: UnitId, _: &HealthState) -> u32 {
    u32::MAX
}

#[test]
fn damage_beyond_the_health_left_counts_for_nobody() {
    let (one, other) = (UnitId(0), UnitId(1));
    let health = || Box::new(HealthState::SwanSong(swan_song::Vitals::default()));
    let (before, after) = (health(), health());
    let harmed = BattleEvent::Harmed { unit: other, by: Some(one), damage: 9, before, after, cause: None };
    let order = Order::EndPhase { unit: one };
    let events = vec![EventRecord::new(harmed)];
    let records = [OrderRecord { order, round: 1, pass: 1, events, revealed: true }];
    for (left, counted) in [(4, 4), (0, 0), (20, 9)] {
        let all = count_statistics(&records, &are_different, &|_: UnitId, _: &HealthState| left);
        assert_eq!((all[&one].dealt, all[&other].taken), (counted, counted), "{left} left");
    }
}

#[test]
fn damage_shots_and_luck_are_counted() {
    let (one, other) = (UnitId(0), UnitId(1));
    let target = Target::Unit(other);
    let dice = Dice::d6_hits(6);
    let faces = vec![6, 5, 5, 1, 2, 6];
    let roll = RollRecord {
        who: Some(UnitId(0)),
        why: "attack",
        clause: "SS-ATK-08",
        parts: Vec::new(),
        limit: None,
        dice,
        roll: dice.read(&faces),
        faces,
    };
    let mode = Some(FireMode::Burst);
    let events = vec![
        EventRecord::new(BattleEvent::AttackDeclared { unit: one, target, weapon: 0, mode, rounds: 3 }),
        EventRecord {
            trace: vec![Trace::Rolled(roll)],
            ..EventRecord::new(BattleEvent::AttackResolved {
                unit: one,
                target,
                weapon: 0,
                mode,
                contact: HitResult::Hit,
                net: 4,
                damage: 5,
                words: dice::GivenText("5 damage".to_owned()).into(),
            })
        },
        EventRecord::new(BattleEvent::Harmed {
            unit: other,
            by: Some(one),
            damage: 5,
            before: Box::new(HealthState::SwanSong(swan_song::Vitals::default())),
            after: Box::new(HealthState::SwanSong(swan_song::Vitals::default())),
            cause: None,
        }),
    ];
    let order = Order::Attack { unit: one, target, weapon: 0, mode, option: None };
    let records = [OrderRecord { order, round: 1, pass: 1, events, revealed: true }];
    let all = count_statistics(&records, &are_different, &counts_all);
    let shooter = &all[&one];
    assert_eq!((shooter.attacks, shooter.hits, shooter.rounds, shooter.dealt), (1, 1, 3, 5));
    // Four hits with six dice, two expected.
    assert_eq!(shooter.luck.surplus(), 2.0);
    assert_eq!(all[&other], UnitStatistics { taken: 5, ..UnitStatistics::default() });
}

#[test]
fn attacks_at_range_without_ammunition_are_shots() {
    let (one, target) = (UnitId(0), Target::Unit(UnitId(1)));
    let declared = |weapon, rounds| {
        let event = BattleEvent::AttackDeclared { unit: one, target, weapon, mode: None, rounds };
        EventRecord::new(event)
    };
    // Two bolts, a blow, and a burst.
    let events = vec![declared(1, 0), declared(1, 0), declared(2, 0), declared(0, 3)];
    let order = Order::Attack { unit: one, target, weapon: 1, mode: None, option: None };
    let records = [OrderRecord { order, round: 1, pass: 1, events, revealed: true }];
    let all = count_statistics(&records, &are_different, &counts_all);
    assert_eq!(all[&one].shots(|slot| slot < 2), 5);
    assert_eq!(all[&one].rounds, 3);
}

#[test]
fn cc_chart_16_a_free_second_attack_is_an_attack_and_a_hit() {
    let (one, target) = (UnitId(0), Target::Unit(UnitId(1)));
    let declared = || {
        EventRecord::new(BattleEvent::AttackDeclared { unit: one, target, weapon: 0, mode: None, rounds: 0 })
    };
    let resolved = || {
        EventRecord::new(BattleEvent::AttackResolved {
            unit: one,
            target,
            weapon: 0,
            mode: None,
            contact: HitResult::Hit,
            net: 2,
            damage: 6,
            words: dice::GivenText("6 Wounds".to_owned()).into(),
        })
    };
    let order = Order::Attack { unit: one, target, weapon: 0, mode: None, option: None };
    let events = vec![declared(), resolved(), declared(), resolved()];
    let records = [OrderRecord { order, round: 1, pass: 1, events, revealed: true }];
    let all = count_statistics(&records, &are_different, &counts_all);
    assert_eq!((all[&one].attacks, all[&one].hits), (2, 2));
}

#[test]
fn a_blast_at_a_square_hits_once_whom_it_harms() {
    let (one, foes) = (UnitId(0), [UnitId(1), UnitId(2)]);
    let target = Target::Square(model::Cell::new(3, 3));
    let health = || Box::new(HealthState::SwanSong(swan_song::Vitals::default()));
    let harmed = |unit| {
        let (before, after) = (health(), health());
        BattleEvent::Harmed { unit, by: Some(one), damage: 4, before, after, cause: None }
    };
    let declared = BattleEvent::AttackDeclared { unit: one, target, weapon: 0, mode: None, rounds: 0 };
    let resolved = BattleEvent::AttackResolved {
        unit: one,
        target,
        weapon: 0,
        mode: None,
        contact: HitResult::Hit,
        net: 1,
        damage: 4,
        words: dice::GivenText(String::new()).into(),
    };
    let order = Order::Attack { unit: one, target, weapon: 0, mode: None, option: None };
    let hits = |harms: Vec<BattleEvent>| {
        let events = [declared.clone(), resolved.clone()].into_iter().chain(harms);
        let events = events.map(EventRecord::new).collect();
        let record = OrderRecord { order: order.clone(), round: 1, pass: 1, events, revealed: true };
        let own = count_statistics(&[record], &are_different, &counts_all)[&one].clone();
        (own.attacks, own.hits)
    };
    assert_eq!(hits(foes.map(harmed).to_vec()), (1, 1), "one attack, however many it harms");
    assert_eq!(hits(Vec::new()), (1, 0), "no one was there");
}

/// All units are enemies of each other.
fn are_different(one: UnitId, other: UnitId) -> bool {
    one != other
}

#[test]
fn only_enemies_count_as_dealt_and_downed_each_once() {
    let (one, friend, foe) = (UnitId(0), UnitId(1), UnitId(2));
    let are_enemies = |one: UnitId, other: UnitId| (one == foe) != (other == foe);
    let health = || Box::new(HealthState::SwanSong(swan_song::Vitals::default()));
    let harmed = |unit| {
        let (before, after) = (health(), health());
        BattleEvent::Harmed { unit, by: Some(one), damage: 4, before, after, cause: None }
    };
    let down = |unit, by, down| BattleEvent::WentDown { unit, by, down };
    let resolved = BattleEvent::AttackResolved {
        unit: one,
        target: Target::Unit(foe),
        weapon: 0,
        mode: None,
        contact: HitResult::Hit,
        net: 1,
        damage: 4,
        words: dice::GivenText(String::new()).into(),
    };
    let attack = Order::Attack { unit: one, target: Target::Unit(foe), weapon: 0, mode: None, option: None };
    let record = |order, events: Vec<BattleEvent>| {
        let events = events.into_iter().map(EventRecord::new).collect();
        OrderRecord { order, round: 1, pass: 1, events, revealed: true }
    };
    let dead = rules::DownState::Dead;
    let out = rules::DownState::Unconscious;
    let clings = BattleEvent::KarmaSpent { unit: foe, on: KarmaUse::LastStand, left: 0 };
    // It clings to life until its turn ends.
    let records = [
        record(attack.clone(), vec![resolved, harmed(foe), harmed(friend), clings]),
        record(Order::EndPhase { unit: foe }, vec![down(foe, None, dead)]),
    ];
    let own = count_statistics(&records, &are_enemies, &counts_all)[&one].clone();
    assert_eq!((own.dealt, own.friendly, own.downed), (4, 4, 1));
    // A death after the fall, and a friend.
    let events = vec![down(foe, Some(one), out), down(foe, Some(one), dead), down(friend, Some(one), out)];
    let own = count_statistics(&[record(attack, events)], &are_enemies, &counts_all)[&one].clone();
    assert_eq!(own.downed, 1);
}

#[test]
fn a_unit_that_is_awake_at_the_end_is_not_taken_out() {
    let (one, friend, foe) = (UnitId(0), UnitId(1), UnitId(2));
    let down = |by| BattleEvent::WentDown { unit: foe, by: Some(by), down: rules::DownState::Unconscious };
    let recovered = BattleEvent::Recovered { unit: foe };
    let outcome = battle::BattleOutcome { winner: None, ending: battle::EndReason::Eliminated };
    let ended = BattleEvent::Ended(outcome);
    let count = |events: &[&BattleEvent]| {
        let mut downed = DownedUnits::default();
        events.iter().for_each(|event| downed.count_event(None, event));
        downed.take_downs().map(|down| (down.unit, down.by)).collect::<Vec<_>>()
    };
    assert_eq!(count(&[&down(one), &recovered]), [], "it came to");
    assert_eq!(count(&[&down(one), &recovered, &down(friend)]), [(foe, friend)], "the last one counts");
    assert_eq!(count(&[&down(one), &ended, &recovered]), [(foe, one)], "it comes to after the battle");
}

#[test]
fn a_crash_after_a_hit_is_the_work_of_the_attacker() {
    let (one, other) = (UnitId(0), UnitId(1));
    let target = Target::Unit(other);
    let health = || Box::new(HealthState::SwanSong(swan_song::Vitals::default()));
    let resolved = BattleEvent::AttackResolved {
        unit: one,
        target,
        weapon: 0,
        mode: None,
        contact: HitResult::Hit,
        net: 1,
        damage: 0,
        words: dice::GivenText(String::new()).into(),
    };
    let crash = BattleEvent::Harmed {
        unit: other,
        by: None,
        damage: 3,
        before: health(),
        after: health(),
        cause: None,
    };
    let down = BattleEvent::WentDown { unit: other, by: None, down: rules::DownState::Unconscious };
    let count = |order| {
        let events = [resolved.clone(), crash.clone(), down.clone()].map(EventRecord::new).to_vec();
        let records = [OrderRecord { order, round: 1, pass: 1, events, revealed: true }];
        let all = count_statistics(&records, &are_different, &counts_all);
        (all[&one].dealt, all[&one].downed, all[&other].taken)
    };
    assert_eq!(count(Order::Attack { unit: one, target, weapon: 0, mode: None, option: None }), (3, 1, 3));
    assert_eq!(count(Order::EndPhase { unit: other }), (0, 0, 3), "it may have bled");
}

#[test]
fn an_attack_that_hits_several_times_counts_once() {
    let (one, other, third) = (UnitId(0), UnitId(1), UnitId(2));
    let declared = |target| {
        EventRecord::new(BattleEvent::AttackDeclared {
            unit: one,
            target: Target::Unit(target),
            weapon: 0,
            mode: None,
            rounds: 0,
        })
    };
    let resolved = |target, contact| {
        EventRecord::new(BattleEvent::AttackResolved {
            unit: one,
            target: Target::Unit(target),
            weapon: 0,
            mode: None,
            contact,
            net: 1,
            damage: 1,
            words: dice::GivenText(String::new()).into(),
        })
    };
    let record = |order, events| OrderRecord { order, round: 1, pass: 1, events, revealed: true };
    let attack = |events| {
        let target = Target::Unit(other);
        record(Order::Attack { unit: one, target, weapon: 0, mode: None, option: None }, events)
    };
    let hit = |target| resolved(target, HitResult::Hit);
    let count = |records: &[OrderRecord]| {
        let all = count_statistics(records, &are_different, &counts_all);
        (all[&one].attacks, all[&one].hits)
    };
    // A burst that catches two units, with an answer between, and a second attack that misses.
    let burst = attack(vec![declared(other), hit(other)]);
    let answer = record(Order::Decide { answer: "dodge".to_owned() }, vec![hit(third)]);
    let missed = attack(vec![declared(other), resolved(other, HitResult::Miss)]);
    assert_eq!(count(&[burst.clone(), answer, missed]), (2, 1));
    // Two attacks that are declared together.
    let both = attack(vec![declared(other), declared(third), hit(other), hit(third)]);
    assert_eq!(count(&[both]), (2, 2));
    // Like the log: what does no damage has hit, what a barrier stops has not.
    let graze = attack(vec![declared(other), resolved(other, HitResult::Graze)]);
    let stopped = attack(vec![declared(other), resolved(other, HitResult::Blocked)]);
    assert_eq!(count(&[graze, stopped]), (2, 1));
    // A blow at a unit that passes by is never declared.
    let passed = record(Order::EndPhase { unit: other }, vec![hit(other)]);
    assert_eq!(count(&[burst, passed]), (2, 2));
}
