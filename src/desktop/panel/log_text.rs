//! The story of a fight in words: every order with what came of it, and the numbers behind it.

use std::collections::BTreeSet;

use battle::{
    BarrierId, BattleView, Carried, Chapter, Ending, Event, Happening, Lived, Order, SOMEONE, Side,
    StatusKind, Target, UnitDataItem, UnitId,
};
use dice::SymbolFace;

/// What a piece of text is about; the panel turns it into a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
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
pub(super) struct Span {
    pub text: String,
    pub ink: Ink,
}

/// A line with a figure at the right and the clause that ruled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Text {
    pub spans: Vec<Span>,
    pub figure: Option<Span>,
    pub clause: &'static str,
}

/// A line of what an entry unfolds to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Words.
    Text(Text),
    /// Faces of dice, from which face on they are hits, and what they came to.
    Faces { faces: Vec<u8>, hits_from: Option<u8>, figure: String },
    /// Faces of narrative dice, and what they came to.
    Symbols { faces: Vec<SymbolFace>, figure: String },
    /// "Round 2 · pass 1": a new pass begins.
    Divider(String),
}

/// What an entry is about, to filter by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Attack,
    Move,
    Other,
}

impl Kind {
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Attack, "Attacks"), (Self::Move, "Movement"), (Self::Other, "Other")];
}

/// An order with the answers to its questions and all that came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Chapters of the history it covers.
    pub chapters: std::ops::Range<usize>,
    pub kind: Kind,
    pub head: Text,
    /// What came of it, always shown.
    pub after: Vec<Line>,
    /// Everyone it is about.
    pub units: Vec<UnitId>,
    /// There is more to unfold.
    pub more: bool,
    /// What the side at the screen lived through of it, where that is not all.
    pub lived: Option<Lived>,
}

impl Entry {
    /// The chapters it tells.
    pub fn told<'a>(&'a self, all: &'a [Chapter]) -> &'a [Chapter] {
        self.lived.as_ref().map_or(&all[self.chapters.clone()], |lived| &lived.chapters)
    }

    /// All of it in one lower-case line, to search in.
    pub fn plain(&self) -> String {
        let mut text = plain(&self.head);
        for line in &self.after {
            if let Line::Text(line) = line {
                text.push_str("; ");
                text.push_str(&plain(line));
            }
        }
        text
    }
}

/// A line as plain text.
pub(super) fn plain(line: &Text) -> String {
    let mut text: String = line.spans.iter().map(|span| span.text.as_str()).collect();
    if let Some(figure) = &line.figure {
        text.push_str(": ");
        text.push_str(&figure.text);
    }
    text
}

/// Where the entries begin: every order but an answer begins one.
pub(super) fn ranges(chapters: &[Chapter]) -> Vec<std::ops::Range<usize>> {
    let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, chapter) in chapters.iter().enumerate() {
        match ranges.last_mut() {
            Some(last) if matches!(chapter.order, Order::Decide { .. }) => last.end = at + 1,
            // A mark that is set and unset is told once, as it stands.
            Some(last) if marks_again(&chapters[last.start].order, &chapter.order) => last.end = at + 1,
            _ => ranges.push(at..at + 1),
        }
    }
    ranges
}

/// Whoever falls out of the fight lies there: that goes without saying.
fn goes_without_saying(event: &Event, all: &[&Happening]) -> bool {
    let Event::StatusSet { unit, status } = event else { return false };
    let fell = |one: &&Happening| matches!(one.event, Event::Fell { unit: fell, .. } if fell == *unit);
    status.kind == StatusKind::Prone && all.iter().any(fell)
}

/// Whether both orders mark Karma for the same unit.
fn marks_again(one: &Order, other: &Order) -> bool {
    match (one, other) {
        (Order::Karma { unit: one, .. }, Order::Karma { unit: other, .. }) => one == other,
        _ => false,
    }
}

/// Builds lines with names from the fight.
pub(super) struct Teller<'a, 'w, 's> {
    pub view: &'a BattleView<'w, 's>,
    /// Units that are not named.
    hidden: BTreeSet<UnitId>,
    /// What has happened since the order that is told, with what came of it.
    since: &'a [Chapter],
}

pub(super) fn span(text: impl Into<String>, ink: Ink) -> Span {
    Span { text: text.into(), ink }
}

pub(super) fn words(spans: Vec<Span>) -> Text {
    Text { spans, figure: None, clause: "" }
}

impl<'a, 'w, 's> Teller<'a, 'w, 's> {
    /// Of what everybody may know.
    pub fn new(view: &'a BattleView<'w, 's>) -> Self {
        Self { view, hidden: BTreeSet::new(), since: &[] }
    }

    /// Of an entry among all chapters.
    pub fn of(view: &'a BattleView<'w, 's>, entry: &Entry, all: &'a [Chapter]) -> Self {
        let hidden = entry.lived.as_ref().map(|lived| lived.hidden.clone()).unwrap_or_default();
        Self { view, hidden, since: all.get(entry.chapters.start..).unwrap_or_default() }
    }
}

impl Teller<'_, '_, '_> {
    /// A unit that may be named, wherever it is now.
    pub(super) fn known(&self, id: UnitId) -> Option<UnitDataItem<'_, '_>> {
        self.view.recalled(id).filter(|_| !self.hidden.contains(&id))
    }

    pub(super) fn unit(&self, id: UnitId) -> Span {
        match self.known(id) {
            Some(unit) => span(unit.identity.name(), Ink::Unit(id)),
            None => span(SOMEONE, Ink::Plain),
        }
    }

    pub(super) fn side(&self, side: Side) -> Span {
        span(self.view.side_name(side), Ink::Side(side))
    }

    pub(super) fn barrier(&self, id: BarrierId) -> String {
        self.view
            .barrier(id)
            .map_or_else(|| format!("barrier {}", id.0), |data| data.barrier.kind().name.clone())
    }

    pub(super) fn target(&self, target: Target) -> Span {
        match target {
            Target::Unit(id) => self.unit(id),
            Target::Barrier(id) => span(format!("the {}", self.barrier(id)), Ink::Plain),
            Target::Square(_) => span("a square", Ink::Plain),
        }
    }

    /// What a unit carried under this number when the order was given: what it has parted with since is gone from
    /// its list, and the others have moved up.
    pub(super) fn carried(&self, unit: UnitId, weapon: usize) -> Option<Carried> {
        let now = self.known(unit)?;
        let mut at = weapon;
        for happening in self.since.iter().flat_map(|chapter| &chapter.happenings) {
            match &happening.event {
                Event::Dropped { unit: of, weapon: gone, what, .. }
                | Event::Activated { unit: of, weapon: gone, what, .. }
                | Event::WeaponDestroyed { unit: of, weapon: gone, what }
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
        now.arsenal.carried().get(at).cloned()
    }

    pub(super) fn weapon(&self, unit: UnitId, weapon: usize) -> String {
        self.carried(unit, weapon).map_or_else(|| "a weapon".to_owned(), |carried| carried.name().to_string())
    }

    /// "Vex " and what it does.
    pub(super) fn does(&self, unit: UnitId, what: impl Into<String>) -> Text {
        words(vec![self.unit(unit), span(format!(" {}", what.into()), Ink::Plain)])
    }

    /// An order with all it led to, as far as the side at the screen learned of it; nothing where it learned nothing.
    pub fn entry(&self, chapters: &[Chapter], range: std::ops::Range<usize>) -> Option<Entry> {
        let side = self.view.viewer().filter(|_| self.view.known().is_some());
        let lived = side.map(|side| self.view.lived(&chapters[range.clone()], side));
        let since = &chapters[range.start..];
        let Some(lived) = lived else {
            let teller = Teller { view: self.view, hidden: BTreeSet::new(), since };
            return Some(teller.whole(&chapters[range.clone()], range));
        };
        if lived.is_empty() {
            return None;
        }
        let teller = Teller { view: self.view, hidden: lived.hidden.clone(), since };
        let mut entry = teller.whole(&lived.chapters, range);
        if !lived.ordered {
            entry.head = words(vec![span("Out of sight", Ink::Dim)]);
            entry.kind = Kind::Other;
        }
        entry.units.retain(|unit| !lived.hidden.contains(unit));
        entry.lived = Some(lived);
        Some(entry)
    }

    fn whole(&self, own: &[Chapter], range: std::ops::Range<usize>) -> Entry {
        let first = &own[0].order;
        let order =
            own.last().map(|last| &last.order).filter(|last| marks_again(first, last)).unwrap_or(first);
        let events: Vec<&Happening> = own.iter().flat_map(|chapter| &chapter.happenings).collect();
        let mut head = self.head(order, &events);
        head.figure = self.figure(order, &events);
        let mut after = Vec::new();
        let mut told = None;
        for happening in &events {
            // Whoever comes into sight together, or is lost together, is told in one line.
            let sighting = match &happening.event {
                Event::Spotted { side, unit, .. } => Some((true, *side, *unit)),
                Event::LostSight { side, unit, .. } => Some((false, *side, *unit)),
                _ => None,
            };
            let same = sighting.map(|(seen, side, _)| (seen, side));
            if let (Some((_, _, unit)), Some(Line::Text(line))) = (sighting, after.last_mut())
                && told == same
            {
                line.spans.extend([span(", ", Ink::Plain), self.unit(unit)]);
                continue;
            }
            told = same;
            match &happening.event {
                Event::PassBegan { round, pass } => {
                    after.push(Line::Divider(format!("Round {round} · pass {pass}")));
                }
                Event::RoundBegan { round: 1 } => after.push(Line::Text(self.opening())),
                event if goes_without_saying(event, &events) => {}
                event => after.extend(self.after(order, event).map(Line::Text)),
            }
        }
        let mut units: Vec<UnitId> = order.unit().into_iter().collect();
        if let Order::Attack { target: Target::Unit(target), .. } | Order::Deed { target: Some(target), .. } =
            order
        {
            units.push(*target);
        }
        for happening in &events {
            units.extend(super::log_events::concerns(&happening.event));
        }
        units.sort();
        units.dedup();
        let kind = match order {
            Order::Attack { .. } => Kind::Attack,
            Order::Move { .. } => Kind::Move,
            _ => Kind::Other,
        };
        let more = events
            .iter()
            .any(|happening| !happening.trace.is_empty() || matches!(happening.event, Event::Paid { .. }));
        Entry { chapters: range, kind, head, after, units, more, lived: None }
    }
}

/// How a skirmish ended, in words.
pub(super) fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Eliminated => "nobody of the other side fights on",
        Ending::Held => "the place was held",
        Ending::Escaped => "enough units got away",
        Ending::Taken => "the place was taken",
        Ending::Reached => "the place was reached",
        Ending::TimeUp => "the last round is over",
        Ending::Surrender => "the other side gave up",
        Ending::Stopped => "the one to be stopped goes no further",
        Ending::Rescued => "the captive is free",
        Ending::Slain => "the captive is dead",
    }
}

pub(super) fn count(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::KarmaPlan;

    #[test]
    fn capitals_and_counts() {
        assert_eq!(capital("brick wall"), "Brick wall");
        assert_eq!(count(1, "hit", "hits"), "1 hit");
    }

    #[test]
    fn answers_belong_to_the_order_that_asked() {
        let chapter = |order| Chapter { order, round: 1, pass: 1, happenings: Vec::new(), revealed: false };
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
        assert_eq!(ranges(&chapters), [0..1, 1..3, 3..4]);
    }

    #[test]
    fn marks_of_the_same_unit_are_one_entry() {
        let mark = |unit, dice| {
            let plan = KarmaPlan { dice, ..KarmaPlan::default() };
            let order = Order::Karma { unit: UnitId(unit), plan };
            Chapter { order, round: 1, pass: 1, happenings: Vec::new(), revealed: false }
        };
        assert_eq!(ranges(&[mark(0, true), mark(0, false), mark(0, true), mark(1, true)]), [0..3, 3..4]);
    }
}
