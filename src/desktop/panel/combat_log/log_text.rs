//! The story of a fight in words: every order with what came of it, and the numbers behind it.

use std::collections::BTreeSet;

use battle::{
    BarrierId, BattleEvent, BattleView, CarriedItem, EndReason, EventRecord, Order, OrderRecord, Side,
    SideHistory, StatusKind, Target, UNSEEN_UNIT_NAME, UnitDataItem, UnitId,
};
use dice::SymbolFace;

/// What a piece of text is about; the panel turns it into a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextTone {
    Plain,
    Dim,
    Unit(UnitId),
    Side(Side),
    Harm,
    Good,
    Caution,
    Forced,
}

/// A piece of text in one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogSpan {
    pub text: String,
    pub tone: TextTone,
}

/// A line with a figure at the right and the clause that ruled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogText {
    pub spans: Vec<LogSpan>,
    pub figure: Option<LogSpan>,
    pub clause: &'static str,
}

/// A line of what an entry unfolds to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LogLine {
    /// Words.
    Text(LogText),
    /// Faces of dice, from which face on they are hits, and what they came to.
    Faces { faces: Vec<u8>, hits_from: Option<u8>, figure: String },
    /// Faces of narrative dice, and what they came to.
    Symbols { faces: Vec<SymbolFace>, figure: String },
    /// "Round 2 · pass 1": a new pass begins.
    Divider(String),
}

/// What an entry is about, to filter by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LogCategory {
    Attack,
    Move,
    Other,
}

impl LogCategory {
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Attack, "Attacks"), (Self::Move, "Movement"), (Self::Other, "Other")];
}

/// An order with the answers to its questions and all that came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogEntry {
    /// Chapters of the history it covers.
    pub chapters: std::ops::Range<usize>,
    pub kind: LogCategory,
    pub head: LogText,
    /// What came of it, always shown.
    pub after: Vec<LogLine>,
    /// Everyone it is about.
    pub units: Vec<UnitId>,
    /// There is more to unfold.
    pub more: bool,
    /// What the side at the screen lived through of it, where that is not all.
    pub side_history: Option<SideHistory>,
}

impl LogEntry {
    /// The chapters it tells.
    pub fn own_chapters<'a>(&'a self, all: &'a [OrderRecord]) -> &'a [OrderRecord] {
        self.side_history.as_ref().map_or(&all[self.chapters.clone()], |lived| &lived.records)
    }

    /// All of it in one lower-case line, to search in.
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
pub(crate) fn plain_text(line: &LogText) -> String {
    let mut text: String = line.spans.iter().map(|span| span.text.as_str()).collect();
    if let Some(figure) = &line.figure {
        text.push_str(": ");
        text.push_str(&figure.text);
    }
    text
}

/// Where the entries begin: every order but an answer begins one.
pub(crate) fn entry_ranges(chapters: &[OrderRecord]) -> Vec<std::ops::Range<usize>> {
    let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, chapter) in chapters.iter().enumerate() {
        match ranges.last_mut() {
            Some(last) if matches!(chapter.order, Order::Decide { .. }) => last.end = at + 1,
            // A mark that is set and unset is told once, as it stands.
            Some(last) if repeats_karma_plan(&chapters[last.start].order, &chapter.order) => {
                last.end = at + 1
            }
            _ => ranges.push(at..at + 1),
        }
    }
    ranges
}

/// Whoever falls out of the fight lies there: that goes without saying.
fn is_redundant(event: &BattleEvent, all: &[&EventRecord]) -> bool {
    let BattleEvent::StatusSet { unit, status } = event else { return false };
    let fell =
        |one: &&EventRecord| matches!(one.event, BattleEvent::WentDown { unit: fell, .. } if fell == *unit);
    status.kind == StatusKind::Prone && all.iter().any(fell)
}

/// Whether both orders mark Karma for the same unit.
fn repeats_karma_plan(one: &Order, other: &Order) -> bool {
    match (one, other) {
        (Order::Karma { unit: one, .. }, Order::Karma { unit: other, .. }) => one == other,
        _ => false,
    }
}

/// Builds lines with names from the fight.
pub(crate) struct LogWriter<'a, 'w, 's> {
    pub view: &'a BattleView<'w, 's>,
    /// Units that are not named.
    hidden: BTreeSet<UnitId>,
    /// What has happened since the order that is told, with what came of it.
    since: &'a [OrderRecord],
}

pub(crate) fn span(text: impl Into<String>, ink: TextTone) -> LogSpan {
    LogSpan { text: text.into(), tone: ink }
}

pub(crate) fn text_of_spans(spans: Vec<LogSpan>) -> LogText {
    LogText { spans, figure: None, clause: "" }
}

impl<'a, 'w, 's> LogWriter<'a, 'w, 's> {
    /// Of what everybody may know.
    pub fn new(view: &'a BattleView<'w, 's>) -> Self {
        Self { view, hidden: BTreeSet::new(), since: &[] }
    }

    /// Of an entry among all chapters.
    pub fn for_entry(view: &'a BattleView<'w, 's>, entry: &LogEntry, all: &'a [OrderRecord]) -> Self {
        let hidden = entry.side_history.as_ref().map(|lived| lived.hidden.clone()).unwrap_or_default();
        Self { view, hidden, since: all.get(entry.chapters.start..).unwrap_or_default() }
    }
}

impl LogWriter<'_, '_, '_> {
    /// A unit that may be named, wherever it is now.
    pub(crate) fn known_unit(&self, id: UnitId) -> Option<UnitDataItem<'_, '_>> {
        self.view.unit_ignoring_fog(id).filter(|_| !self.hidden.contains(&id))
    }

    pub(crate) fn unit_span(&self, id: UnitId) -> LogSpan {
        match self.known_unit(id) {
            Some(unit) => span(unit.identity.name(), TextTone::Unit(id)),
            None => span(UNSEEN_UNIT_NAME, TextTone::Plain),
        }
    }

    pub(crate) fn side_span(&self, side: Side) -> LogSpan {
        span(self.view.side_name(side), TextTone::Side(side))
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

    /// What a unit carried under this number when the order was given: what it has parted with since is gone from
    /// its list, and the others have moved up.
    pub(crate) fn carried_weapon(&self, unit: UnitId, weapon: usize) -> Option<CarriedItem> {
        let now = self.known_unit(unit)?;
        let mut at = weapon;
        for happening in self.since.iter().flat_map(|chapter| &chapter.events) {
            match &happening.event {
                BattleEvent::Dropped { unit: of, weapon: gone, what, .. }
                | BattleEvent::Activated { unit: of, weapon: gone, what, .. }
                | BattleEvent::WeaponDestroyed { unit: of, weapon: gone, what }
                    if *of == unit =>
                {
                    if *gone == at {
                        return Some(what.clone());
                    }
                    at -= usize::from(*gone < at);
                }
                _ => {}
            }
        }
        now.inventory.items().get(at).cloned()
    }

    pub(crate) fn weapon_name(&self, unit: UnitId, weapon: usize) -> String {
        self.carried_weapon(unit, weapon)
            .map_or_else(|| "a weapon".to_owned(), |carried| carried.name().to_string())
    }

    /// "Vex " and what it does.
    pub(crate) fn unit_action_text(&self, unit: UnitId, what: impl Into<String>) -> LogText {
        text_of_spans(vec![self.unit_span(unit), span(format!(" {}", what.into()), TextTone::Plain)])
    }

    /// An order with all it led to, as far as the side at the screen learned of it; nothing where it learned nothing.
    pub fn write_entry(&self, chapters: &[OrderRecord], range: std::ops::Range<usize>) -> Option<LogEntry> {
        let side = self.view.viewer().filter(|_| self.view.viewer_knowledge().is_some());
        let lived = side.map(|side| self.view.side_history(&chapters[range.clone()], side));
        let since = &chapters[range.start..];
        let Some(lived) = lived else {
            let teller = LogWriter { view: self.view, hidden: BTreeSet::new(), since };
            return Some(teller.write_full_entry(&chapters[range.clone()], range));
        };
        if lived.is_empty() {
            return None;
        }
        let teller = LogWriter { view: self.view, hidden: lived.hidden.clone(), since };
        let mut entry = teller.write_full_entry(&lived.records, range);
        if !lived.knows_order {
            entry.head = text_of_spans(vec![span("Out of sight", TextTone::Dim)]);
            entry.kind = LogCategory::Other;
        }
        entry.units.retain(|unit| !lived.hidden.contains(unit));
        entry.side_history = Some(lived);
        Some(entry)
    }

    fn write_full_entry(&self, own: &[OrderRecord], range: std::ops::Range<usize>) -> LogEntry {
        let first = &own[0].order;
        let order = own
            .last()
            .map(|last| &last.order)
            .filter(|last| repeats_karma_plan(first, last))
            .unwrap_or(first);
        let events: Vec<&EventRecord> = own.iter().flat_map(|chapter| &chapter.events).collect();
        let mut head = self.order_headline(order, &events);
        head.figure = self.headline_figure(order, &events);
        let mut after = Vec::new();
        let mut told = None;
        for happening in &events {
            // Whoever comes into sight together, or is lost together, is told in one line.
            let sighting = match &happening.event {
                BattleEvent::Spotted { side, unit, .. } => Some((true, *side, *unit)),
                BattleEvent::LostSight { side, unit, .. } => Some((false, *side, *unit)),
                _ => None,
            };
            let same = sighting.map(|(seen, side, _)| (seen, side));
            if let (Some((_, _, unit)), Some(LogLine::Text(line))) = (sighting, after.last_mut())
                && told == same
            {
                line.spans.extend([span(", ", TextTone::Plain), self.unit_span(unit)]);
                continue;
            }
            told = same;
            match &happening.event {
                BattleEvent::PassBegan { round, pass } => {
                    after.push(LogLine::Divider(format!("Round {round} · pass {pass}")));
                }
                BattleEvent::RoundBegan { round: 1 } => after.push(LogLine::Text(self.opening_line())),
                event if is_redundant(event, &events) => {}
                event => after.extend(self.event_line(order, event).map(LogLine::Text)),
            }
        }
        let mut units: Vec<UnitId> = order.unit().into_iter().collect();
        if let Order::Attack { target: Target::Unit(target), .. }
        | Order::SpecialAction { target: Some(target), .. } = order
        {
            units.push(*target);
        }
        for happening in &events {
            units.extend(super::event_text::event_subjects(&happening.event));
        }
        units.sort();
        units.dedup();
        let kind = match order {
            Order::Attack { .. } => LogCategory::Attack,
            Order::Move { .. } => LogCategory::Move,
            _ => LogCategory::Other,
        };
        let more = events.iter().any(|happening| {
            !happening.trace.is_empty() || matches!(happening.event, BattleEvent::Paid { .. })
        });
        LogEntry { chapters: range, kind, head, after, units, more, side_history: None }
    }
}

/// How a skirmish ended, in words.
pub(crate) fn ending_text(ending: EndReason) -> &'static str {
    match ending {
        EndReason::Eliminated => "nobody of the other side fights on",
        EndReason::Held => "the place was held",
        EndReason::Escaped => "enough units got away",
        EndReason::Taken => "the place was taken",
        EndReason::Reached => "the place was reached",
        EndReason::TimeUp => "the last round is over",
        EndReason::Surrender => "the other side gave up",
        EndReason::Stopped => "the one to be stopped goes no further",
        EndReason::Rescued => "the captive is free",
        EndReason::Slain => "the captive is dead",
    }
}

pub(crate) fn count_text(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

pub(crate) fn capitalise(text: &str) -> String {
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
    fn answers_belong_to_the_order_that_asked() {
        let chapter = |order| OrderRecord { order, round: 1, pass: 1, events: Vec::new(), revealed: false };
        let unit = UnitId(0);
        let chapters = [
            chapter(Order::TakeCover { unit }),
            chapter(Order::Attack {
                unit,
                target: Target::Unit(UnitId(1)),
                weapon: 0,
                mode: None,
                manner: None,
            }),
            chapter(Order::Decide { answer: "dodge".to_owned() }),
            chapter(Order::EndPhase { unit }),
        ];
        assert_eq!(entry_ranges(&chapters), [0..1, 1..3, 3..4]);
    }

    #[test]
    fn marks_of_the_same_unit_are_one_entry() {
        let mark = |unit, dice| {
            let plan = KarmaPlan { dice, ..KarmaPlan::default() };
            let order = Order::Karma { unit: UnitId(unit), plan };
            OrderRecord { order, round: 1, pass: 1, events: Vec::new(), revealed: false }
        };
        assert_eq!(
            entry_ranges(&[mark(0, true), mark(0, false), mark(0, true), mark(1, true)]),
            [0..3, 3..4]
        );
    }
}
