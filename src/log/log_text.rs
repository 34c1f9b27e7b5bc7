//! Log entries: builds the text of each order with its effects.

use std::collections::BTreeSet;

use crate::event_lines::EventContext;
use crate::fallen_units::FallenUnits;
use crate::joint_lines::JointLine;
use crate::names::face_words;
use battle::{
    BattleEvent, BattleView, CarriedItem, EndReason, EventRecord, Order, OrderRecord, SideHistory,
    StatusKind, Target, UNSEEN_UNIT_NAME, UnitDataItem,
};
use content::side_sentence;
use dice::SymbolFace;
use model::{BarrierId, Side, UnitId};
use rules::{HealthState, knockback};

/// Meaning of a span of text; the panel maps it to a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextTone {
    /// Normal text.
    Plain,
    /// Of less importance.
    Dim,
    /// Name of a unit.
    Unit(UnitId),
    /// Name of a side.
    Side(Side),
    /// Damage.
    Harm,
    /// An improvement.
    Good,
    /// A warning.
    Caution,
    /// A forced action.
    Forced,
}

/// A span of text in one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogSpan {
    /// The text.
    pub text: String,
    /// Its meaning.
    pub tone: TextTone,
}

/// A line with a figure at the right and its clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogText {
    /// The text.
    pub spans: Vec<LogSpan>,
    /// The figure at the right.
    pub figure: Option<LogSpan>,
    /// Clause of the rule; empty if there is none.
    pub clause: &'static str,
}

/// A line of an entry's details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogLine {
    /// Text.
    Text(LogText),
    /// Faces of dice, the least face that is a hit, and the result.
    #[expect(missing_docs, reason = "the variant's line says it")]
    Faces { faces: Vec<u8>, hits_from: Option<u8>, figure: String },
    /// Faces of narrative dice, and the result.
    #[expect(missing_docs, reason = "the variant's line says it")]
    Symbols { faces: Vec<SymbolFace>, figure: String },
    /// Start of a pass: "Round 2 · pass 1".
    Divider(String),
}

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

/// A line as plain text.
pub fn plain_text(line: &LogText) -> String {
    let mut text: String = line.spans.iter().map(|span| span.text.as_str()).collect();
    if let Some(figure) = &line.figure {
        text.truncate(text.trim_end().len());
        text.push_str(": ");
        text.push_str(&figure.text);
    }
    text
}

/// A line of an entry as plain text, with its clause in brackets.
pub fn plain_line(line: &LogLine) -> String {
    match line {
        LogLine::Divider(text) => text.clone(),
        LogLine::Text(line) if line.clause.is_empty() => plain_text(line),
        LogLine::Text(line) => format!("{} [{}]", plain_text(line), line.clause),
        LogLine::Symbols { faces, figure } => {
            let faces: Vec<String> = faces.iter().map(face_words).collect();
            format!("{}: {figure}", faces.join("; "))
        }
        LogLine::Faces { faces, figure, .. } => {
            let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
            format!("{}: {figure}", faces.join(" "))
        }
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

/// Whether an event needs no line: a unit that goes out of action also falls prone, and is in cover no longer; what a unit
/// recovers is said where its health changes, if the line of that change says so by `tells_recovery`.
fn is_redundant(
    event: &BattleEvent,
    all: &[&EventRecord],
    tells_recovery: impl Fn(UnitId, &HealthState, &HealthState) -> bool,
) -> bool {
    let unit = match event {
        BattleEvent::RuleNote { unit, text, .. } if text.to_string().starts_with("recovers ") => {
            return all.iter().any(|one| {
                matches!(&one.event, BattleEvent::Harmed { unit: of, damage: 0, before, after, .. }
                    if of == unit && tells_recovery(*unit, before, after))
            });
        }
        BattleEvent::StatusSet { unit, status } if status.kind == StatusKind::Prone => unit,
        BattleEvent::CoverLeft { unit } => unit,
        _ => return false,
    };
    let fell =
        |one: &&EventRecord| matches!(one.event, BattleEvent::WentDown { unit: fell, .. } if fell == *unit);
    all.iter().any(fell)
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

/// Whether both orders plan Karma for the same unit.
fn repeats_karma_plan(one: &Order, other: &Order) -> bool {
    match (one, other) {
        (Order::Karma { unit: one, .. }, Order::Karma { unit: other, .. }) => one == other,
        _ => false,
    }
}

/// Writes log lines.
pub struct LogWriter<'a, 'w, 's> {
    /// The battle.
    pub view: &'a BattleView<'w, 's>,
    /// Units whose names are hidden.
    hidden: BTreeSet<UnitId>,
    /// Records before the described order.
    before: &'a [OrderRecord],
    /// Records from the described order on.
    since: &'a [OrderRecord],
}

/// A span of text.
pub fn span(text: impl ToString, tone: TextTone) -> LogSpan {
    LogSpan { text: text.to_string(), tone }
}

/// A line of spans, without a figure and a clause.
pub fn text_of_spans(spans: Vec<LogSpan>) -> LogText {
    LogText { spans, figure: None, clause: "" }
}

impl<'a, 'w, 's> LogWriter<'a, 'w, 's> {
    /// A writer that hides no names.
    pub fn new(view: &'a BattleView<'w, 's>) -> Self {
        Self { view, hidden: BTreeSet::new(), before: &[], since: &[] }
    }

    /// A writer for an order of the history that hides no names.
    pub fn for_order(view: &'a BattleView<'w, 's>, all: &'a [OrderRecord], number: usize) -> Self {
        let (before, since) = all.split_at(number.min(all.len()));
        Self { view, hidden: BTreeSet::new(), before, since }
    }

    /// A writer for an entry of the history.
    pub fn for_entry(view: &'a BattleView<'w, 's>, entry: &LogEntry, all: &'a [OrderRecord]) -> Self {
        let hidden =
            entry.side_history.as_ref().map(|side_history| side_history.hidden.clone()).unwrap_or_default();
        Self { hidden, ..Self::for_order(view, all, entry.chapters.start) }
    }
}

impl LogWriter<'_, '_, '_> {
    /// A unit that may be named; `None` if its name is hidden.
    pub fn known_unit(&self, id: UnitId) -> Option<UnitDataItem<'_, '_>> {
        self.view.unit_ignoring_fog(id).filter(|_| !self.hidden.contains(&id))
    }

    /// Name of a unit, as far as it is known.
    pub fn unit_span(&self, id: UnitId) -> LogSpan {
        match self.known_unit(id) {
            Some(unit) => span(unit.identity.name(), TextTone::Unit(id)),
            None => span(UNSEEN_UNIT_NAME, TextTone::Plain),
        }
    }

    pub(crate) fn side_span(&self, side: Side) -> LogSpan {
        span(self.view.side_name(side), TextTone::Side(side))
    }

    /// What a side does, after its name, with the verb that agrees with the name: " wins", " win".
    pub(crate) fn side_predicate(&self, side: Side, verbs: (&str, &str), rest: &str) -> String {
        let name = self.view.side_name(side);
        let sentence = side_sentence(name, verbs, rest);
        sentence.strip_prefix(name).unwrap_or_default().to_owned()
    }

    pub(crate) fn barrier_name(&self, id: BarrierId) -> String {
        self.view
            .barrier(id)
            .map_or_else(|| format!("barrier {}", id.0), |data| data.barrier.kind().name.clone())
    }

    pub(crate) fn target_span(&self, target: Target) -> LogSpan {
        match target {
            Target::Unit(id) => self.unit_span(id),
            Target::Barrier(id) => span(format!("the {}", self.barrier_name(id)), TextTone::Plain),
            Target::Square(_) => span("a square", TextTone::Plain),
        }
    }

    /// The events from the described order on.
    pub(crate) fn records_since(&self) -> impl Iterator<Item = &EventRecord> {
        self.since.iter().flat_map(|record| &record.events)
    }

    /// The item that a unit carried in a slot when the order was given; it may have lost it since then.
    pub fn carried_weapon(&self, unit: UnitId, weapon: usize) -> Option<CarriedItem> {
        let now = self.known_unit(unit)?;
        for record in self.records_since() {
            match &record.event {
                BattleEvent::Dropped { unit: of, weapon: gone, what, .. }
                | BattleEvent::Activated { unit: of, weapon: gone, what, .. }
                | BattleEvent::WeaponDestroyed { unit: of, weapon: gone, what }
                    if *of == unit && *gone == weapon =>
                {
                    return Some((**what).clone());
                }
                _ => {}
            }
        }
        now.inventory.get(weapon).cloned()
    }

    pub(crate) fn weapon_name(&self, unit: UnitId, weapon: usize) -> String {
        self.carried_weapon(unit, weapon)
            .map_or_else(|| "a weapon".to_owned(), |carried| carried.name().to_string())
    }

    /// A line with the unit's name and what it does.
    pub fn unit_action_text(&self, unit: UnitId, what: impl Into<String>) -> LogText {
        text_of_spans(vec![self.unit_span(unit), span(format!(" {}", what.into()), TextTone::Plain)])
    }

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

    fn is_redundant(&self, event: &BattleEvent, all: &[&EventRecord]) -> bool {
        is_redundant(event, all, |unit, before, after| self.tells_recovery(unit, (before, after)))
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
        let mut head = self.order_headline(order, &events);
        head.figure = self.headline_figure(order, &events);
        let mut after = Vec::new();
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
            match &record.event {
                BattleEvent::PassBegan { round, pass } => {
                    after.push(LogLine::Divider(format!("Round {round} · pass {pass}")));
                }
                BattleEvent::RoundBegan { round: 1 } => after.push(LogLine::Text(self.opening_line())),
                event if is_hidden || self.is_redundant(event, &events) => {}
                event => {
                    let context = EventContext { order, earlier: &events[..number] };
                    let line = match self.joint_line(&events, number) {
                        JointLine::Alone => self.event_line(context, event),
                        JointLine::First(line) => Some(line),
                        JointLine::Said => None,
                    };
                    after.extend(line.map(LogLine::Text));
                }
            }
        }
        let mut units: Vec<UnitId> = order.unit().into_iter().collect();
        if let Order::Attack { target: Target::Unit(target), .. }
        | Order::SpecialAction { target: Some(target), .. } = order
        {
            units.push(*target);
        }
        for record in &events {
            units.extend(super::event_lines::event_subjects(&record.event));
        }
        units.sort();
        units.dedup();
        let kind = match order {
            Order::Attack { .. } => LogCategory::Attack,
            Order::Move { .. } => LogCategory::Move,
            _ => LogCategory::Other,
        };
        let more = events
            .iter()
            .any(|record| !record.trace.is_empty() || matches!(record.event, BattleEvent::Paid { .. }));
        LogEntry { chapters: range, kind, head, after, units, more, side_history: None }
    }
}

/// Returns the side that ended a battle by its surrender; `None` if the orders have no surrender.
pub fn surrendered_side<'o>(mut orders: impl DoubleEndedIterator<Item = &'o Order>) -> Option<Side> {
    orders.rfind(|order| matches!(order, Order::Surrender { .. })).and_then(|order| match order {
        Order::Surrender { side } => Some(*side),
        _ => None,
    })
}

/// Describes how a skirmish ended.
pub fn ending_text(ending: EndReason) -> &'static str {
    match ending {
        EndReason::Eliminated => "all enemies defeated",
        EndReason::Held => "the zone was held",
        EndReason::Escaped => "enough units escaped",
        EndReason::Taken => "the zone was taken",
        EndReason::Reached => "the zone was reached",
        EndReason::TimeUp => "the round limit was reached",
        EndReason::Surrender => "a side surrendered",
        EndReason::Stopped => "the target was stopped",
        EndReason::Rescued => "the hostage was rescued",
        EndReason::Slain => "the target was killed",
    }
}

pub(crate) fn count_text(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The text with a capital first letter.
pub fn capitalise(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::KarmaPlan;

    #[test]
    fn capitals_and_counts() {
        assert_eq!(capitalise("brick wall"), "Brick wall");
        assert_eq!(count_text(1, "hit", "hits"), "1 hit");
    }

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
    fn the_side_that_surrendered_is_known_from_its_order() {
        let orders = [Order::EndPhase { unit: UnitId(0) }, Order::Surrender { side: Side(1) }];
        assert_eq!(surrendered_side(orders.iter()), Some(Side(1)));
        assert_eq!(surrendered_side(orders[..1].iter()), None);
    }

    #[test]
    fn a_unit_that_goes_down_neither_drops_prone_nor_leaves_cover() {
        let (fallen, other) = (UnitId(0), UnitId(1));
        let down = BattleEvent::WentDown { unit: fallen, by: None, down: rules::DownState::Dead };
        let down = EventRecord::new(down);
        let leaves = |unit| is_redundant(&BattleEvent::CoverLeft { unit }, &[&down], |_, _, _| false);
        assert!(leaves(fallen) && !leaves(other));
    }

    #[test]
    fn what_a_unit_recovers_is_said_once() {
        use rules::swan_song::Vitals;
        let (patient, other) = (UnitId(0), UnitId(1));
        let health = |strain| Box::new(HealthState::SwanSong(Vitals { strain, ..Vitals::default() }));
        let change = |after| {
            let (before, after) = (health(3), health(after));
            EventRecord::new(BattleEvent::Harmed {
                unit: patient,
                by: None,
                damage: 0,
                before,
                after,
                cause: None,
            })
        };
        let note = |unit, text: &str| {
            let text = dice::GivenText(text.to_owned()).into();
            BattleEvent::RuleNote { unit, text, clause: "SS-HEAL-10" }
        };
        let changed = change(1);
        let is_said = |note: BattleEvent, by_the_change: bool| {
            is_redundant(&note, &[&changed], |unit, before, after| {
                assert!(unit == patient && before != after);
                by_the_change
            })
        };
        let recovers = "recovers 2 Strain";
        assert!(is_said(note(patient, recovers), true));
        assert!(!is_said(note(patient, "recovers from a grievous injury"), false), "nothing else says so");
        assert!(!is_said(note(other, recovers), true));
        assert!(!is_said(note(patient, "no longer bleeds"), true));
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
