//! Battle statistics per unit, counted from the history.

use std::collections::BTreeMap;

use super::dice_luck::DiceLuck;
use battle::{BattleEvent, EventRecord, Order, OrderRecord, Target};
use dice::Trace;
use model::{Side, UnitId};
use rules::{DownState, HealthState, HitResult, KarmaUse};

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
    /// Damage done to enemies, after soak, up to the health that they had left.
    pub dealt: u32,
    /// Damage done to other units of its side, counted alike.
    pub friendly: u32,
    /// Damage taken, counted alike.
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
    /// Whether the last attack was aimed at a square: it hits whom its blast harms.
    is_area: bool,
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

    /// Whether harm in an order comes from the blast of the last attack.
    fn is_blast_of(&self, order: usize) -> bool {
        self.is_area && self.last.is_some_and(|(last, _)| last == order)
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

/// A unit that is out of action at the end of the battle, and a unit that is credited with it as the target of an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GoalCredit {
    /// The unit that is out of action.
    pub unit: UnitId,
    /// The unit that is credited with it.
    pub by: UnitId,
    /// Whether the target was out of action already, and was killed.
    pub is_kill_of_fallen: bool,
}

/// Lists who is credited with which target of an objective: the unit that took it out, and the one that killed it after that.
pub(super) fn credited_goals(records: &[OrderRecord]) -> Vec<GoalCredit> {
    let mut downed = DownedUnits::default();
    for OrderedEvent { attacker, event, .. } in ordered_events(records) {
        downed.count_event(attacker, &event.event);
    }
    let killers = std::mem::take(&mut downed.killers);
    let credits = downed.take_downs().flat_map(|TakeDown { unit, by, .. }| {
        let killer = killers.get(&unit).copied().filter(|killer| *killer != by);
        let felled = GoalCredit { unit, by, is_kill_of_fallen: false };
        [Some(felled), killer.map(|by| GoalCredit { unit, by, is_kill_of_fallen: true })]
    });
    credits.flatten().collect()
}

/// Who took units out of action that are so at the end of the battle.
#[derive(Clone, Debug, Default)]
struct DownedUnits {
    /// Units that are out of action, with the number of the event and the unit that did it: a death after that is no second
    /// one.
    down: BTreeMap<UnitId, (usize, Option<UnitId>)>,
    /// Units that were killed before the end of the battle, with the unit that did it.
    killers: BTreeMap<UnitId, UnitId>,
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
                self.killers.remove(unit);
            }
            BattleEvent::WentDown { unit, by, down } => {
                let by = by.or(self.clinging.remove(unit)).or(attacker);
                if let Some(by) = by.filter(|_| *down == DownState::Dead && !self.is_over) {
                    self.killers.entry(*unit).or_insert(by);
                }
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

/// Counts the statistics of a battle; units without any entry are missing. Damage counts up to what `health_left` says that a unit
/// with some health could still take.
pub(crate) fn count_statistics(
    records: &[OrderRecord],
    are_enemies: &impl Fn(UnitId, UnitId) -> bool,
    health_left: &impl Fn(UnitId, &HealthState) -> u32,
) -> BTreeMap<UnitId, UnitStatistics> {
    let mut all: BTreeMap<UnitId, UnitStatistics> = BTreeMap::new();
    let mut attacks: BTreeMap<UnitId, CountedAttack> = BTreeMap::new();
    for OrderedEvent { order, attacker, event } in ordered_events(records) {
        count_luck(&mut all, event);
        let measures = (are_enemies, health_left);
        count_event(&mut all, &mut attacks, (order, attacker), &event.event, measures);
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
    (are_enemies, health_left): (&impl Fn(UnitId, UnitId) -> bool, &impl Fn(UnitId, &HealthState) -> u32),
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
            attack.is_area = matches!(target, Target::Square(_));
            if matches!((target, contact), (Target::Unit(_), HitResult::Hit | HitResult::Graze)) {
                own.hits += u32::from(attack.count_hit());
            }
        }
        BattleEvent::Harmed { unit, by, damage, before, .. } => {
            let counted = (*damage).min(health_left(*unit, before));
            all.entry(*unit).or_default().taken += counted;
            if let Some(by) = by.or(attacker).filter(|by| by != unit) {
                let own = all.entry(by).or_default();
                let sum = if are_enemies(*unit, by) { &mut own.dealt } else { &mut own.friendly };
                *sum += counted;
                let is_blast = |attack: &&mut CountedAttack| *damage > 0 && attack.is_blast_of(order);
                if let Some(attack) = attacks.get_mut(&by).filter(is_blast) {
                    own.hits += u32::from(attack.count_hit());
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;
