//! Entries of the battle log: an order with the answers to its prompts and all its effects.

use std::collections::BTreeSet;

use super::unit_groups::{ends_attack, harms_several, order_by_unit, told_unit};
use super::{LogLine, LogText, LogWriter, TextTone, plain_text, span, text_of_spans};
use crate::event_lines::{EventContext, event_subjects};
use crate::fallen_units::FallenUnits;
use crate::joint_lines::JointLine;
use battle::{BattleEvent, EventRecord, Order, OrderRecord, SideHistory, Target};
use dice::NoteTopic;
use model::UnitId;
use rules::knockback;

/// Category of an entry, to filter by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogCategory {
    /// Attacks.
    Attack,
    /// Moves.
    Move,
    /// Everything else.
    Other,
}

impl LogCategory {
    /// All categories with their labels.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Attack, "Attacks"), (Self::Move, "Movement"), (Self::Other, "Other")];
}

/// An order with the answers to its prompts and all its effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Range of history records it covers.
    pub chapters: std::ops::Range<usize>,
    /// Its category.
    pub kind: LogCategory,
    /// Its headline.
    pub head: LogText,
    /// Effects, always shown.
    pub after: Vec<LogLine>,
    /// The lines of `after` that say why a known unit cannot defend, with that unit.
    pub undefended: Vec<(usize, UnitId)>,
    /// Units involved.
    pub units: Vec<UnitId>,
    /// Whether it has details to unfold.
    pub more: bool,
    /// What the viewing side knows of it; `None` if it knows everything.
    pub side_history: Option<SideHistory>,
}

impl LogEntry {
    /// The history records of the entry.
    pub fn own_chapters<'a>(&'a self, all: &'a [OrderRecord]) -> &'a [OrderRecord] {
        self.side_history.as_ref().map_or(&all[self.chapters.clone()], |side_history| &side_history.records)
    }

    /// Shortens a reason that is the same as the one given last for its unit: "cannot defend, as before". `earlier` are the entries
    /// before this one, the last one first.
    pub fn shorten_repeated_reasons<'e>(&mut self, earlier: impl Iterator<Item = &'e Self> + Clone) {
        let after = &mut self.after;
        self.undefended.retain(|(at, unit)| {
            let given = earlier.clone().find_map(|entry| entry.last_reason(*unit));
            let is_repeated = given.is_some() && given == after.get(*at);
            if is_repeated
                && let Some(LogLine::Text(text)) = after.get_mut(*at)
                && let Some(reason) = text.spans.last_mut()
            {
                reason.text = NO_DEFENCE_AS_BEFORE.to_owned();
            }
            !is_repeated
        });
    }

    /// The last line that says in full why a unit cannot defend.
    fn last_reason(&self, unit: UnitId) -> Option<&LogLine> {
        let (at, _) = self.undefended.iter().rev().find(|(_, other)| *other == unit)?;
        self.after.get(*at)
    }

    /// The whole text in one line, for the search.
    pub fn search_text(&self) -> String {
        let mut text = plain_text(&self.head);
        for line in &self.after {
            if let LogLine::Text(line) = line {
                text.push_str("; ");
                text.push_str(&plain_text(line));
            }
        }
        text
    }
}

/// What stands for the reason why a unit cannot defend once it has been given.
const NO_DEFENCE_AS_BEFORE: &str = " cannot defend, as before";

/// Returns the category of an order.
fn category_of_order(order: &Order) -> LogCategory {
    match order {
        Order::Attack { .. } => LogCategory::Attack,
        Order::Move { .. } => LogCategory::Move,
        _ => LogCategory::Other,
    }
}

/// Ranges of records per entry: each order except an answer begins one.
pub fn entry_ranges(records: &[OrderRecord]) -> Vec<std::ops::Range<usize>> {
    let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, record) in records.iter().enumerate() {
        match ranges.last_mut() {
            Some(last) if matches!(record.order, Order::Decide { .. }) => last.end = at + 1,
            // Repeated changes of a Karma plan are shown once.
            Some(last) if repeats_karma_plan(&records[last.start].order, &record.order) => last.end = at + 1,
            _ => ranges.push(at..at + 1),
        }
    }
    ranges
}

/// Puts a unit's going out of action after the notes of its flight, so that no body is thrown back or crashes.
fn put_falls_after_flights(events: &mut [&EventRecord]) {
    let is_flight = |record: &EventRecord, unit: UnitId| match &record.event {
        BattleEvent::RuleNote { unit: of, text, .. } => *of == unit && knockback::is_flight_note(text),
        _ => false,
    };
    let mut at = 0;
    while at < events.len() {
        let last = match events[at].event {
            BattleEvent::WentDown { unit, .. } => events.iter().rposition(|record| is_flight(record, unit)),
            _ => None,
        };
        match last.filter(|last| *last > at) {
            Some(last) => events[at..=last].rotate_left(1),
            None => at += 1,
        }
    }
}

/// Puts the lines of an entry in another order, by their places, with the lines that say why a unit cannot defend.
fn put_in_order(after: &mut Vec<LogLine>, undefended: &mut [(usize, UnitId)], order: &[usize]) {
    *after = order.iter().map(|at| after[*at].clone()).collect();
    undefended.iter_mut().for_each(|(line, _)| {
        let old = *line;
        *line = order.iter().position(|at| *at == old).unwrap_or(old);
    });
    undefended.sort_unstable();
}

/// The unit that acts, its target, and all units that an event is about, in the order of their ids.
fn involved_units(order: &Order, events: &[&EventRecord]) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = order.unit().into_iter().collect();
    if let Order::Attack { target: Target::Unit(target), .. }
    | Order::SpecialAction { target: Some(target), .. } = order
    {
        units.push(*target);
    }
    for record in events {
        units.extend(event_subjects(&record.event));
    }
    units.sort();
    units.dedup();
    units
}

/// Whether both orders plan Karma for the same unit.
fn repeats_karma_plan(one: &Order, other: &Order) -> bool {
    match (one, other) {
        (Order::Karma { unit: one, .. }, Order::Karma { unit: other, .. }) => one == other,
        _ => false,
    }
}

impl LogWriter<'_, '_, '_> {
    /// Writes an entry as far as the viewing side knows it; `None` if it knows nothing of it.
    pub fn write_entry(&self, records: &[OrderRecord], range: std::ops::Range<usize>) -> Option<LogEntry> {
        let side = self.view.viewer().filter(|_| self.view.viewer_knowledge().is_some());
        let side_history = side.map(|side| self.view.side_history(&records[range.clone()], side));
        let (before, since) = records.split_at(range.start);
        let Some(side_history) = side_history else {
            let writer = LogWriter { view: self.view, hidden: BTreeSet::new(), before, since };
            return Some(writer.write_full_entry(&records[range.clone()], range));
        };
        if side_history.is_empty() {
            return None;
        }
        let writer = LogWriter { view: self.view, hidden: side_history.hidden.clone(), before, since };
        let mut entry = writer.write_full_entry(&side_history.records, range);
        if !side_history.knows_order {
            entry.head = text_of_spans(vec![span("Out of sight", TextTone::Dim)]);
            entry.kind = LogCategory::Other;
        }
        entry.units.retain(|unit| !side_history.hidden.contains(unit));
        entry.side_history = Some(side_history);
        Some(entry)
    }

    /// The unit of which an event says why it cannot defend; `None` for other events, and for a unit that is not known.
    fn unit_without_defence(&self, event: &BattleEvent) -> Option<UnitId> {
        match event {
            BattleEvent::RuleNote { unit, text, .. } if text.note_topic() == NoteTopic::NoDefence => {
                self.known_unit(*unit).map(|known| *known.id)
            }
            _ => None,
        }
    }

    fn write_full_entry(&self, own: &[OrderRecord], range: std::ops::Range<usize>) -> LogEntry {
        let first = &own[0].order;
        let order = own
            .last()
            .map(|last| &last.order)
            .filter(|last| repeats_karma_plan(first, last))
            .unwrap_or(first);
        let mut events: Vec<&EventRecord> = own.iter().flat_map(|record| &record.events).collect();
        put_falls_after_flights(&mut events);
        let (after, undefended) = self.effect_lines(order, &events);
        let more = events
            .iter()
            .any(|record| !record.trace.is_empty() || matches!(record.event, BattleEvent::Paid { .. }));
        LogEntry {
            chapters: range,
            kind: category_of_order(order),
            head: self.headline(order, &events),
            after,
            undefended,
            units: involved_units(order, &events),
            more,
            side_history: None,
        }
    }

    /// The lines of an order's effects, and the places of those that say why a known unit cannot defend, with that unit.
    fn effect_lines(&self, order: &Order, events: &[&EventRecord]) -> (Vec<LogLine>, Vec<(usize, UnitId)>) {
        let (mut after, mut undefended) = (Vec::new(), Vec::new());
        // The units with which the lines of the attack are written.
        let (mut told, mut is_over) = (Vec::new(), false);
        let mut last_sighting = None;
        let mut fallen = FallenUnits::new(self.view, (self.before, self.since));
        for (number, record) in events.iter().enumerate() {
            let is_hidden = fallen.hides_next(&record.event);
            // Units spotted together, or lost together, share one line.
            let sighting = match &record.event {
                BattleEvent::Spotted { side, unit, .. } => Some((true, *side, *unit)),
                BattleEvent::LostSight { side, unit, .. } => Some((false, *side, *unit)),
                _ => None,
            };
            let same = sighting.map(|(seen, side, _)| (seen, side));
            if let (Some((_, _, unit)), Some(LogLine::Text(line))) = (sighting, after.last_mut())
                && last_sighting == same
            {
                line.spans.extend([span(", ", TextTone::Plain), self.unit_span(unit)]);
                continue;
            }
            last_sighting = same;
            is_over |= ends_attack(&record.event);
            match &record.event {
                BattleEvent::PassBegan { round, pass } => {
                    after.push(LogLine::Divider(format!("Round {round} · pass {pass}")));
                }
                BattleEvent::RoundBegan { round: 1 } => after.push(LogLine::Text(self.opening_line())),
                event if is_hidden || self.is_redundant(event, events) => {}
                event => {
                    let context = EventContext { order, earlier: &events[..number] };
                    let (line, unit) = match self.joint_line(events, number) {
                        JointLine::Alone => (self.event_line(context, event), told_unit(event)),
                        JointLine::First(line) => (Some(line), None),
                        JointLine::Said => (None, None),
                    };
                    let Some(line) = line else { continue };
                    undefended.extend(self.unit_without_defence(event).map(|unit| (after.len(), unit)));
                    told.resize(after.len(), None);
                    // What becomes of the weapon of the attacker stands where it happens.
                    told.push(unit.filter(|unit| !is_over && order.unit() != Some(*unit)));
                    after.push(LogLine::Text(line));
                }
            }
        }
        if harms_several(order, events) {
            told.resize(after.len(), None);
            put_in_order(&mut after, &mut undefended, &order_by_unit(&told));
        }
        (after, undefended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::KarmaPlan;

    #[test]
    fn answers_belong_to_the_order_that_opened_the_prompt() {
        let record = |order| OrderRecord { order, round: 1, pass: 1, events: Vec::new(), revealed: false };
        let unit = UnitId(0);
        let records = [
            record(Order::TakeCover { unit }),
            record(Order::Attack {
                unit,
                target: Target::Unit(UnitId(1)),
                weapon: 0,
                mode: None,
                option: None,
            }),
            record(Order::Decide { answer: "dodge".to_owned() }),
            record(Order::EndPhase { unit }),
        ];
        assert_eq!(entry_ranges(&records), [0..1, 1..3, 3..4]);
    }

    #[test]
    fn a_reason_is_given_in_full_until_it_is_repeated() {
        let line_of = |unit, text: &str| {
            let spans = vec![span("Brand", TextTone::Unit(UnitId(unit))), span(text, TextTone::Plain)];
            LogLine::Text(text_of_spans(spans))
        };
        let line = |text: &str| line_of(2, text);
        let unseen = " cannot defend: the attack is not seen";
        let (reason, of_another) = (line(unseen), line_of(3, unseen));
        let (other, thrown) = (line(" cannot defend: no action is left"), line(" is thrown back 3 m"));
        // The first lines of an entry are reasons, by unit.
        let entry = |after: Vec<LogLine>, reasons: &[u32]| LogEntry {
            chapters: 0..1,
            kind: LogCategory::Attack,
            head: text_of_spans(Vec::new()),
            after,
            undefended: reasons.iter().copied().map(UnitId).enumerate().collect(),
            units: Vec::new(),
            more: false,
            side_history: None,
        };
        let shortened = |before: &[LogEntry], unit, after: &LogLine| {
            let mut next = entry(vec![after.clone(), thrown.clone()], &[unit]);
            next.shorten_repeated_reasons(before.iter().rev());
            assert_eq!(next.after[1], thrown, "no reason");
            assert_eq!(next.undefended.is_empty(), next.after[0] != *after, "a shortened line gives none");
            next.after.swap_remove(0)
        };
        let as_before = line(" cannot defend, as before");
        let mut entries = vec![entry(vec![reason.clone(), thrown.clone()], &[2])];
        assert_eq!(shortened(&entries, 2, &reason), as_before);
        assert_eq!(shortened(&entries, 3, &of_another), of_another, "of another unit");
        entries.push(entry(vec![of_another.clone(), as_before.clone()], &[3]));
        assert_eq!(shortened(&entries, 2, &reason), as_before, "the same for the third time");
        assert_eq!(shortened(&entries, 2, &other), other, "another reason");
        entries.push(entry(vec![other.clone()], &[2]));
        assert_eq!(shortened(&entries, 2, &reason), reason, "before, it was another one");
        let reworded = line(" is helpless: the attack is not seen");
        let entries = [entry(vec![reworded.clone()], &[2])];
        assert_eq!(shortened(&entries, 2, &reworded), as_before, "whatever the words");
        let mut alike = entry(vec![reason.clone()], &[]);
        alike.shorten_repeated_reasons(entries.iter());
        assert_eq!(alike.after, std::slice::from_ref(&reason), "a line of another kind");
    }

    #[test]
    fn a_unit_dies_after_its_flight() {
        let note = |unit, text| BattleEvent::RuleNote { unit, text, clause: "AB-KNOCK-02" };
        let thrown = |unit| note(unit, knockback::throw_note(1));
        let down = |unit| BattleEvent::WentDown { unit, by: None, down: rules::DownState::Dead };
        let (one, other) = (UnitId(0), UnitId(1));
        let all = [down(one), down(other), thrown(one), thrown(other), down(one)].map(EventRecord::new);
        let mut events: Vec<&EventRecord> = all.iter().collect();
        put_falls_after_flights(&mut events);
        let order = [2, 0, 3, 1, 4].map(|at: usize| &all[at]);
        assert!(events.iter().zip(order).all(|(one, other)| std::ptr::eq(*one, other)));
    }

    #[test]
    fn karma_plans_of_the_same_unit_are_one_entry() {
        let mark = |unit, dice| {
            let plan = KarmaPlan { dice, ..KarmaPlan::default() };
            let order = Order::Karma { unit, plan };
            OrderRecord { order, round: 1, pass: 1, events: Vec::new(), revealed: false }
        };
        assert_eq!(
            entry_ranges(&[
                mark(UnitId(0), true),
                mark(UnitId(0), false),
                mark(UnitId(0), true),
                mark(UnitId(1), true)
            ]),
            [0..3, 3..4]
        );
    }
}
