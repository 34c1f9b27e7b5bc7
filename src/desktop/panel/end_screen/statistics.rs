//! Battle statistics per unit, counted from the history.

use std::collections::BTreeMap;

use super::dice_luck::DiceLuck;
use battle::{BattleEvent, EventRecord, Order, OrderRecord, Target};
use dice::Trace;
use model::{Side, UnitId};
use rules::{HitResult, KarmaUse};

/// Statistics of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct UnitStatistics {
    /// Attacks on units and barriers.
    pub attacks: u32,
    /// Attacks that hit a unit, however many or how often, also without damage.
    pub hits: u32,
    /// Rounds fired.
    pub rounds: u32,
    /// Declared attacks that used no ammunition, by the slot of their weapon.
    pub unloaded: BTreeMap<usize, u32>,
    /// Damage done to enemies, after soak.
    pub dealt: u32,
    /// Damage done to other units of its side, after soak.
    pub friendly: u32,
    /// Damage taken.
    pub taken: u32,
    /// Enemies taken out of action that are so at the end of the battle.
    pub downed: u32,
    /// Its dice that count hits or successes.
    pub luck: DiceLuck,
}

impl UnitStatistics {
    /// Counts what was fired: rounds, and attacks without ammunition of ranged weapons.
    pub fn shots(&self, is_ranged: impl Fn(usize) -> bool) -> u32 {
        let bolts = self.unloaded.iter().filter(|(slot, _)| is_ranged(**slot));
        self.rounds + bolts.map(|(_, attacks)| attacks).sum::<u32>()
    }
}

/// Attacks of a unit whose results are counted.
#[derive(Clone, Copy, Debug, Default)]
struct CountedAttack {
    /// Declared attacks without a result.
    open: u32,
    /// The order with the last result, and the weapon: further results of both belong to the same attack.
    last: Option<(usize, usize)>,
    /// Whether a hit of the last attack was counted.
    has_hit: bool,
}

impl CountedAttack {
    /// Takes a result of an order with a weapon; returns whether it is the first one of an attack that was never declared,
    /// such as a blow in passing.
    fn begin_result(&mut self, order: usize, weapon: usize) -> bool {
        let is_declared = self.open > 0;
        let is_same = !is_declared && self.last == Some((order, weapon));
        self.open = self.open.saturating_sub(1);
        self.last = Some((order, weapon));
        self.has_hit &= is_same;
        !is_declared && !is_same
    }

    /// Takes a hit; returns whether it is the first one of its attack.
    fn count_hit(&mut self) -> bool {
        !std::mem::replace(&mut self.has_hit, true)
    }
}

/// A unit that is out of action at the end of the battle, and the unit that is credited with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TakeDown {
    /// The unit that is out of action.
    pub unit: UnitId,
    /// The unit that did it.
    pub by: UnitId,
    /// Number of the event that took it out, among all events of the battle.
    pub event: usize,
}

/// Lists who is credited with which unit: the same for the table and for the highlights.
pub(super) fn credited_take_downs(records: &[OrderRecord]) -> Vec<TakeDown> {
    let mut downed = DownedUnits::default();
    for OrderedEvent { attacker, event, .. } in ordered_events(records) {
        downed.count_event(attacker, &event.event);
    }
    downed.take_downs().collect()
}

/// Who took units out of action that are so at the end of the battle.
#[derive(Clone, Debug, Default)]
struct DownedUnits {
    /// Units that are out of action, with the number of the event and the unit that did it: a death after that is no second
    /// one.
    down: BTreeMap<UnitId, (usize, Option<UnitId>)>,
    /// Events that were counted.
    events: usize,
    /// Units that cling to life, with the unit that brought them to that.
    clinging: BTreeMap<UnitId, UnitId>,
    /// The battle is over: what comes to afterwards was out of action at its end.
    is_over: bool,
}

impl DownedUnits {
    /// Takes an event of a unit that attacks.
    fn count_event(&mut self, attacker: Option<UnitId>, event: &BattleEvent) {
        match event {
            BattleEvent::KarmaSpent { unit, on: KarmaUse::LastStand, .. } => {
                self.clinging.extend(attacker.map(|by| (*unit, by)));
            }
            BattleEvent::Recovered { unit } if !self.is_over => {
                self.down.remove(unit);
            }
            BattleEvent::WentDown { unit, by, .. } => {
                let by = by.or(self.clinging.remove(unit)).or(attacker);
                self.down.entry(*unit).or_insert((self.events, by));
            }
            BattleEvent::Ended(_) => self.is_over = true,
            _ => {}
        }
        self.events += 1;
    }

    /// Returns the units that are out of action because of another unit.
    fn take_downs(self) -> impl Iterator<Item = TakeDown> {
        let down = self.down.into_iter();
        down.filter_map(|(unit, (event, by))| Some(TakeDown { unit, by: by?, event }))
    }
}

/// Tells enemies apart by their sides.
pub(crate) fn are_enemies_by(side_of: impl Fn(UnitId) -> Option<Side>) -> impl Fn(UnitId, UnitId) -> bool {
    move |one, other| side_of(one).zip(side_of(other)).is_some_and(|(one, other)| one != other)
}

/// Counts the statistics of a battle; units without any entry are missing.
pub(crate) fn count_statistics(
    records: &[OrderRecord],
    are_enemies: &impl Fn(UnitId, UnitId) -> bool,
) -> BTreeMap<UnitId, UnitStatistics> {
    let mut all: BTreeMap<UnitId, UnitStatistics> = BTreeMap::new();
    let mut attacks: BTreeMap<UnitId, CountedAttack> = BTreeMap::new();
    for OrderedEvent { order, attacker, event } in ordered_events(records) {
        count_luck(&mut all, event);
        count_event(&mut all, &mut attacks, (order, attacker), &event.event, are_enemies);
    }
    for TakeDown { unit, by, .. } in credited_take_downs(records) {
        if are_enemies(unit, by) {
            all.entry(by).or_default().downed += 1;
        }
    }
    all
}

/// An event with the order that caused it.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrderedEvent<'a> {
    /// Number of the order; answers and dice belong to the order before them.
    pub order: usize,
    /// The unit that attacked last in this order. Falls and crashes that follow are its work; what follows the end of a
    /// turn, such as bleeding, is not.
    pub attacker: Option<UnitId>,
    /// The event.
    pub event: &'a EventRecord,
}

/// Lists all events with the orders that caused them.
pub(super) fn ordered_events(records: &[OrderRecord]) -> impl Iterator<Item = OrderedEvent<'_>> {
    let numbered = records.iter().enumerate();
    let events = numbered.scan(0, |order, (number, record)| {
        if !matches!(record.order, Order::Decide { .. } | Order::Dice { .. }) {
            *order = number;
        }
        Some(record.events.iter().map(|event| (*order, event)).collect::<Vec<_>>())
    });
    events.flatten().scan((0, None), move |(last, attacker), (order, event)| {
        if *last != order {
            (*last, *attacker) = (order, None);
        }
        let ends_turn = matches!(records[order].order, Order::EndPhase { .. });
        if let BattleEvent::AttackResolved { unit, .. } = &event.event
            && !ends_turn
        {
            *attacker = Some(*unit);
        }
        Some(OrderedEvent { order, attacker: *attacker, event })
    })
}

/// Adds the luck of the rolls of an event.
fn count_luck(all: &mut BTreeMap<UnitId, UnitStatistics>, event: &EventRecord) {
    for step in &event.trace {
        if let Trace::Rolled(roll) = step
            && let Some(who) = roll.who
        {
            all.entry(who).or_default().luck.add_roll(roll);
        }
    }
}

/// Adds the attacks and the damage of an event.
fn count_event(
    all: &mut BTreeMap<UnitId, UnitStatistics>,
    attacks: &mut BTreeMap<UnitId, CountedAttack>,
    (order, attacker): (usize, Option<UnitId>),
    event: &BattleEvent,
    are_enemies: &impl Fn(UnitId, UnitId) -> bool,
) {
    match event {
        BattleEvent::AttackDeclared { unit, weapon, rounds, .. } => {
            let own = all.entry(*unit).or_default();
            own.attacks += 1;
            own.rounds += rounds;
            if *rounds == 0 {
                *own.unloaded.entry(*weapon).or_default() += 1;
            }
            attacks.entry(*unit).or_default().open += 1;
        }
        BattleEvent::AttackResolved { unit, target, weapon, contact, .. } => {
            let (own, attack) = (all.entry(*unit).or_default(), attacks.entry(*unit).or_default());
            own.attacks += u32::from(attack.begin_result(order, *weapon));
            if matches!((target, contact), (Target::Unit(_), HitResult::Hit | HitResult::Graze)) {
                own.hits += u32::from(attack.count_hit());
            }
        }
        BattleEvent::Harmed { unit, by, damage, .. } => {
            all.entry(*unit).or_default().taken += damage;
            if let Some(by) = by.or(attacker).filter(|by| by != unit) {
                let own = all.entry(by).or_default();
                let sum = if are_enemies(*unit, by) { &mut own.dealt } else { &mut own.friendly };
                *sum += damage;
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::{Dice, RollRecord};
    use rules::{FireMode, HealthState, swan_song};

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
        let all = count_statistics(&records, &are_different);
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
        let all = count_statistics(&records, &are_different);
        assert_eq!(all[&one].shots(|slot| slot < 2), 5);
        assert_eq!(all[&one].rounds, 3);
    }

    #[test]
    fn cc_chart_16_a_free_second_attack_is_an_attack_and_a_hit() {
        let (one, target) = (UnitId(0), Target::Unit(UnitId(1)));
        let declared = || {
            EventRecord::new(BattleEvent::AttackDeclared {
                unit: one,
                target,
                weapon: 0,
                mode: None,
                rounds: 0,
            })
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
        let all = count_statistics(&records, &are_different);
        assert_eq!((all[&one].attacks, all[&one].hits), (2, 2));
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
        let attack =
            Order::Attack { unit: one, target: Target::Unit(foe), weapon: 0, mode: None, option: None };
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
        let own = count_statistics(&records, &are_enemies)[&one].clone();
        assert_eq!((own.dealt, own.friendly, own.downed), (4, 4, 1));
        // A death after the fall, and a friend.
        let events =
            vec![down(foe, Some(one), out), down(foe, Some(one), dead), down(friend, Some(one), out)];
        let own = count_statistics(&[record(attack, events)], &are_enemies)[&one].clone();
        assert_eq!(own.downed, 1);
    }

    #[test]
    fn a_unit_that_is_awake_at_the_end_is_not_taken_out() {
        let (one, friend, foe) = (UnitId(0), UnitId(1), UnitId(2));
        let down =
            |by| BattleEvent::WentDown { unit: foe, by: Some(by), down: rules::DownState::Unconscious };
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
            let all = count_statistics(&records, &are_different);
            (all[&one].dealt, all[&one].downed, all[&other].taken)
        };
        assert_eq!(
            count(Order::Attack { unit: one, target, weapon: 0, mode: None, option: None }),
            (3, 1, 3)
        );
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
            let all = count_statistics(records, &are_different);
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
}
