//! The attacks of a battle from their order until everything that followed from them, and what they did.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::panel::end_screen::statistics::{OrderedEvent, TakeDown, credited_take_downs, ordered_events};
use battle::{BattleEvent, EventRecord, Order, OrderRecord, Target};
use dice::{RollMode, RollRecord, Symbol, Trace};
use model::UnitId;
use rules::HitResult;

/// An attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AttackMoment {
    /// The orders from the attack to the last answer about it, so that falls and flights after it belong to it.
    pub orders: Range<usize>,
    /// Combat round.
    pub round: u32,
    /// The attacker.
    pub unit: UnitId,
    /// The enemy; the first of several.
    pub target: UnitId,
    /// Enemies that the order took out of action; 0 if only the attack on the one enemy was looked at.
    pub downed: u32,
    /// Damage that it did to the enemy, after soak; 0 where enemies are counted.
    pub dealt: u32,
    /// Whether the enemy was taken out of action: the unit is credited with it in the table.
    pub took_out: bool,
    /// What else makes it remarkable.
    pub feats: Feats,
}

impl AttackMoment {
    /// The unit whose moment it is: the attacker, or the target that survives it.
    pub fn hero(&self) -> UnitId {
        if self.feats.is_survival { self.target } else { self.unit }
    }
}

/// What makes an attack remarkable besides its chances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Feats {
    /// It hit its target.
    pub is_hit: bool,
    /// The target went out of action by it, whoever is credited with that.
    pub fells: bool,
    /// It is the moment of the target, which is still in action.
    pub is_survival: bool,
    /// The battle ended with it.
    pub ends_battle: bool,
    /// Several triumphs in one roll of the attacker.
    pub triumphs: Option<Triumphs>,
}

/// Several triumphs in one roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Triumphs {
    /// Their number.
    pub count: u32,
    /// As many or more come up once in so many rolls of these dice.
    pub one_in: u32,
}

/// Fewest triumphs in a roll that stand out.
const LEAST_TRIUMPHS: u32 = 2;

/// Finds the ordered attacks on an enemy, each with what it did, also those that did nothing.
pub(super) fn find_ordered_attacks(
    records: &[OrderRecord],
    are_enemies: &impl Fn(UnitId, UnitId) -> bool,
) -> Vec<AttackMoment> {
    let events = numbered_events(records);
    let take_downs = credited_take_downs(records);
    let mut moments = Vec::new();
    for (at, (number, ordered)) in events.iter().enumerate() {
        let attacked = attacked_unit(ordered.event).filter(|(unit, target, _)| are_enemies(*unit, *target));
        let Some((unit, target, is_hit)) = attacked else { continue };
        let first = first_order_number(records, *number);
        // A strike in passing is not ordered: no card showed its chances.
        let is_ordered = matches!(
            &records[first].order,
            Order::Attack { unit: by, target: Target::Unit(on), .. } if (*by, *on) == (unit, target)
        );
        if !is_ordered {
            continue;
        }
        let AttackResults { last, dealt, took_out, fells } =
            results_until_next_attack(&events, at + 1, (unit, target), &take_downs);
        let end = end_of_order(records, *number).max(last.map_or(0, |last| last + 1));
        let feats = Feats {
            is_hit,
            fells,
            is_survival: false,
            ends_battle: records[first..end].iter().any(ends_battle),
            triumphs: find_triumphs(&records[first..end], unit),
        };
        let (orders, round) = (first..end, records[*number].round);
        moments.push(AttackMoment { orders, round, unit, target, downed: 0, dealt, took_out, feats });
    }
    moments
}

/// Whether an attack hit its target and harmed it.
pub(super) fn has_harmed(attack: &AttackMoment) -> bool {
    attack.feats.is_hit && (attack.dealt > 0 || attack.took_out)
}

/// Returns the moment of the target of an attack that it survived; `None` if it went out of action.
pub(super) fn as_survival(attack: &AttackMoment) -> Option<AttackMoment> {
    let feats = Feats { is_survival: true, ..attack.feats };
    (!attack.feats.fells).then(|| AttackMoment { feats, ..attack.clone() })
}

/// Fewest enemies that an order takes out to stand out, however likely that was.
pub(super) const LEAST_BLOW: u32 = 2;

/// Finds the orders that took several enemies out of action at once, as blasts do, and the one that decided the battle by taking
/// one out.
pub(super) fn find_blows(
    records: &[OrderRecord],
    are_enemies: &impl Fn(UnitId, UnitId) -> bool,
) -> Vec<AttackMoment> {
    let events: Vec<(usize, usize)> =
        numbered_events(records).into_iter().map(|(number, ordered)| (number, ordered.order)).collect();
    let mut blows: BTreeMap<(usize, UnitId), AttackMoment> = BTreeMap::new();
    for TakeDown { unit: target, by, event } in credited_take_downs(records) {
        let Some(&(record, order)) = events.get(event).filter(|_| are_enemies(by, target)) else { continue };
        let blow = blows.entry((order, by)).or_insert_with(|| AttackMoment {
            orders: order..end_of_order(records, record),
            round: records[order].round,
            unit: by,
            target,
            downed: 0,
            dealt: 0,
            took_out: true,
            feats: Feats { is_hit: true, fells: true, ..Feats::default() },
        });
        blow.downed += 1;
    }
    for blow in blows.values_mut() {
        blow.feats.ends_battle = records[blow.orders.clone()].iter().any(ends_battle);
    }
    blows.into_values().filter(|blow| blow.downed >= LEAST_BLOW || blow.feats.ends_battle).collect()
}

/// Whether the battle ended in a record.
fn ends_battle(record: &OrderRecord) -> bool {
    record.events.iter().any(|event| matches!(event.event, BattleEvent::Ended(_)))
}

/// Lists all events with the number of their record and the orders that caused them.
fn numbered_events(records: &[OrderRecord]) -> Vec<(usize, OrderedEvent<'_>)> {
    let numbered = records.iter().enumerate();
    let numbers = numbered.flat_map(|(number, record)| record.events.iter().map(move |_| number));
    numbers.zip(ordered_events(records)).collect()
}

/// Whether a record goes on with the order before it.
fn is_answer(record: &OrderRecord) -> bool {
    matches!(record.order, Order::Decide { .. } | Order::Dice { .. })
}

/// Returns the number of the order that led to a record: answers and dice belong to the order before them.
fn first_order_number(records: &[OrderRecord], number: usize) -> usize {
    records[..=number].iter().rposition(|record| !is_answer(record)).unwrap_or(number)
}

/// Returns the number of the next order after a record.
fn end_of_order(records: &[OrderRecord], number: usize) -> usize {
    let answers = records[number + 1..].iter().take_while(|record| is_answer(record)).count();
    number + 1 + answers
}

/// Returns attacker and target of an attack on a unit, and whether it hit.
fn attacked_unit(event: &EventRecord) -> Option<(UnitId, UnitId, bool)> {
    match &event.event {
        BattleEvent::AttackResolved { unit, target: Target::Unit(target), contact, .. } => {
            Some((*unit, *target, *contact == HitResult::Hit))
        }
        _ => None,
    }
}

/// What an attack did to its target.
#[derive(Clone, Copy, Debug, Default)]
struct AttackResults {
    /// The number of the record with the last harm.
    last: Option<usize>,
    /// Damage after soak.
    dealt: u32,
    /// Whether the attacker is credited with taking the target out of action.
    took_out: bool,
    /// Whether the target went out of action.
    fells: bool,
}

/// Returns what the attacker did to the target from an event on, before the next attack. As in the table, a crash after the attack
/// is its work.
fn results_until_next_attack(
    events: &[(usize, OrderedEvent)],
    from: usize,
    (unit, target): (UnitId, UnitId),
    take_downs: &[TakeDown],
) -> AttackResults {
    let is_attack = |event: &EventRecord| matches!(event.event, BattleEvent::AttackResolved { .. });
    let numbered = events.iter().enumerate().skip(from);
    let mut result = AttackResults::default();
    for (place, (number, ordered)) in numbered.take_while(|(_, (_, ordered))| !is_attack(ordered.event)) {
        match &ordered.event.event {
            BattleEvent::Harmed { unit: other, by, damage, .. }
                if *other == target && by.or(ordered.attacker) == Some(unit) && *damage > 0 =>
            {
                result.last = Some(*number);
                result.dealt += *damage;
            }
            BattleEvent::WentDown { unit: other, .. } => {
                result.fells |= *other == target;
                if take_downs.contains(&TakeDown { unit: target, by: unit, event: place }) {
                    (result.last, result.took_out) = (Some(*number), true);
                }
            }
            _ => {}
        }
    }
    result
}

/// Returns the most triumphs that a unit rolled at once in some records, with how rare that is; `None` for fewer than two.
fn find_triumphs(records: &[OrderRecord], unit: UnitId) -> Option<Triumphs> {
    let steps = records.iter().flat_map(|record| &record.events).flat_map(|event| &event.trace);
    let rolls = steps.filter_map(|step| match step {
        Trace::Rolled(roll) if roll.who == Some(unit) => Some(roll),
        _ => None,
    });
    let counted = rolls.map(|roll| (u32::from(roll.roll.symbols.triumphs), roll));
    let (count, roll) = counted.max_by_key(|(count, _)| *count)?;
    (count >= LEAST_TRIUMPHS).then(|| Triumphs { count, one_in: rolls_for_triumphs(roll, count) })
}

/// Returns in how many rolls of the dice of a roll so many triumphs come up once.
fn rolls_for_triumphs(roll: &RollRecord, count: u32) -> u32 {
    let RollMode::Symbols(pool) = roll.dice.read else { return 1 };
    // Chances of each number of triumphs.
    let mut chances = vec![1.0_f64];
    for die in pool.dice() {
        let good = die.faces().iter().filter(|face| face.contains(&Symbol::Triumph)).count();
        let share = good as f64 / f64::from(die.sides());
        let mut next = vec![0.0; chances.len() + 1];
        for (triumphs, chance) in chances.iter().enumerate() {
            next[triumphs] += chance * (1.0 - share);
            next[triumphs + 1] += chance * share;
        }
        chances = next;
    }
    let share: f64 = chances.iter().skip(count as usize).sum();
    if share > 0.0 { (1.0 / share).round() as u32 } else { 1 }
}
