//! The story of a fight in words: every order with what came of it, and the numbers behind it.

use crate::battle::{
    BarrierId, BattleView, Chapter, Ending, Event, Happening, Order, Pace, Side, StatusKind, Target, UnitId,
    diagonal_step, metres,
};
use crate::rules::swan_song::{Contact, Down, KarmaPlan, KarmaUse, Vitals, actions};

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
}

impl Entry {
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
}

pub(super) fn span(text: impl Into<String>, ink: Ink) -> Span {
    Span { text: text.into(), ink }
}

pub(super) fn words(spans: Vec<Span>) -> Text {
    Text { spans, figure: None, clause: "" }
}

impl Teller<'_, '_, '_> {
    pub(super) fn unit(&self, id: UnitId) -> Span {
        let name = self
            .view
            .unit(id)
            .map_or_else(|| format!("unit {}", id.0), |unit| unit.identity.name().to_owned());
        span(name, Ink::Unit(id))
    }

    fn side(&self, side: Side) -> Span {
        span(self.view.side_name(side), Ink::Side(side))
    }

    fn barrier(&self, id: BarrierId) -> String {
        self.view
            .barrier(id)
            .map_or_else(|| format!("barrier {}", id.0), |data| data.barrier.kind().name.clone())
    }

    fn target(&self, target: Target) -> Span {
        match target {
            Target::Unit(id) => self.unit(id),
            Target::Barrier(id) => span(format!("the {}", self.barrier(id)), Ink::Plain),
        }
    }

    fn weapon(&self, unit: UnitId, weapon: usize) -> String {
        self.view
            .unit(unit)
            .and_then(|unit| Some(unit.arsenal.carried().get(weapon)?.weapon().name.clone()))
            .unwrap_or_else(|| "a weapon".to_owned())
    }

    /// "Vex " and what it does.
    pub(super) fn does(&self, unit: UnitId, what: impl Into<String>) -> Text {
        words(vec![self.unit(unit), span(format!(" {}", what.into()), Ink::Plain)])
    }

    /// An order with all it led to.
    pub fn entry(&self, chapters: &[Chapter], range: std::ops::Range<usize>) -> Entry {
        let own = &chapters[range.clone()];
        let first = &own[0].order;
        let order =
            own.last().map(|last| &last.order).filter(|last| marks_again(first, last)).unwrap_or(first);
        let events: Vec<&Happening> = own.iter().flat_map(|chapter| &chapter.happenings).collect();
        let mut head = self.head(order, &events);
        head.figure = self.figure(order, &events);
        let after = events.iter().filter_map(|happening| match happening.event {
            Event::PassBegan { round, pass } => Some(Line::Divider(format!("Round {round} · pass {pass}"))),
            ref event => self.after(order, event).map(Line::Text),
        });
        let after = after.collect();
        let mut units: Vec<UnitId> = order.unit().into_iter().collect();
        if let Order::Attack { target: Target::Unit(target), .. } = order {
            units.push(*target);
        }
        for happening in &events {
            units.extend(concerns(&happening.event));
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
        Entry { chapters: range, kind, head, after, units, more }
    }

    fn head(&self, order: &Order, events: &[&Happening]) -> Text {
        match order {
            Order::Deploy { unit, to } => self.does(*unit, format!("is placed at {}, {}", to.x, to.y)),
            Order::Begin { side } => words(vec![self.side(*side), span(" is ready", Ink::Plain)]),
            Order::Move { unit, pace, .. } => {
                let verb = match pace {
                    Pace::Walk => "walks",
                    Pace::Run => "runs",
                    Pace::Sprint => "sprints",
                };
                self.does(*unit, verb)
            }
            Order::AnnounceRun { unit } => self.does(*unit, "announces a run"),
            Order::Attack { unit, target, weapon, mode } => {
                let done =
                    events.iter().any(|happening| matches!(happening.event, Event::AttackResolved { .. }));
                let verb = match (mode, done) {
                    (Some(mode), true) => format!(" fires {} at ", article(actions::fire_row(*mode).name)),
                    (Some(mode), false) => format!(" aims {} at ", article(actions::fire_row(*mode).name)),
                    (None, true) => " strikes ".to_owned(),
                    (None, false) => " goes for ".to_owned(),
                };
                let mut spans = vec![self.unit(*unit), span(verb, Ink::Plain), self.target(*target)];
                if mode.is_none() {
                    spans.push(span(format!(" with {}", self.weapon(*unit, *weapon)), Ink::Plain));
                }
                words(spans)
            }
            Order::TakeCover { unit } => self.does(*unit, "takes cover"),
            Order::DropProne { unit } => self.does(*unit, "drops prone"),
            Order::StandUp { unit } => self.does(*unit, "stands up"),
            Order::Reload { unit, weapon } => {
                self.does(*unit, format!("reloads {}", self.weapon(*unit, *weapon)))
            }
            Order::Ready { unit, weapon } => {
                self.does(*unit, format!("readies {}", self.weapon(*unit, *weapon)))
            }
            Order::Drop { unit, .. } => {
                let what = events.iter().find_map(|happening| match &happening.event {
                    Event::Dropped { what, .. } => Some(what.weapon().name.clone()),
                    _ => None,
                });
                self.does(*unit, format!("drops {}", what.as_deref().unwrap_or("a weapon")))
            }
            Order::PickUp { unit, .. } => self.does(*unit, "picks a weapon up"),
            Order::Door { unit, barrier } => {
                let opened =
                    events.iter().any(|one| matches!(one.event, Event::DoorMoved { open: true, .. }));
                let verb = if opened { "opens" } else { "closes" };
                self.does(*unit, format!("{verb} the {}", self.barrier(*barrier)))
            }
            Order::Karma { unit, plan } => {
                let mut text = self.does(*unit, planned(*plan));
                text.spans[1].ink = Ink::Dim;
                text
            }
            Order::KarmaInitiative { unit } => {
                let mut text = self.does(*unit, "pays 1 Karma for five initiative dice");
                text.clause = KarmaUse::Initiative.clause();
                text
            }
            Order::EndPhase { unit } => {
                let mut text = self.does(*unit, "ends the phase");
                text.spans[1].ink = Ink::Dim;
                text
            }
            Order::Decide { answer } => words(vec![span(format!("Answer: {answer}"), Ink::Plain)]),
            Order::Dice { faces } => {
                let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
                words(vec![span(format!("Dice rolled by hand: {}", faces.join(" ")), Ink::Dim)])
            }
            Order::Surrender { side } => words(vec![self.side(*side), span(" gives up", Ink::Plain)]),
        }
    }

    /// The figure at the right of a headline.
    fn figure(&self, order: &Order, events: &[&Happening]) -> Option<Span> {
        match order {
            Order::Attack { target, .. } => {
                let resolved = events.iter().find_map(|happening| match &happening.event {
                    Event::AttackResolved { contact, damage, .. } => Some((*contact, *damage)),
                    _ => None,
                });
                let (contact, damage) = resolved?;
                let lost = events.iter().find_map(|happening| match &happening.event {
                    Event::Harmed { unit, before, after, .. } if *target == Target::Unit(*unit) => {
                        Some(losses(before, after))
                    }
                    _ => None,
                });
                Some(match (contact, target, lost) {
                    (Contact::Miss, ..) => span("miss", Ink::Dim),
                    (Contact::Blocked, ..) => span("stopped", Ink::Dim),
                    (Contact::Graze, ..) => span("graze", Ink::Caution),
                    (Contact::Hit, Target::Barrier(_), _) => {
                        span(format!("-{damage} structure"), Ink::Caution)
                    }
                    (Contact::Hit, _, Some(lost)) => span(lost, Ink::Harm),
                    (Contact::Hit, _, None) => span("no harm", Ink::Caution),
                })
            }
            Order::Move { .. } => {
                let diagonal = diagonal_step(self.view.setup().switches()).half_metres();
                let covered: u32 = events
                    .iter()
                    .map(|happening| match happening.event {
                        Event::Stepped { from, to, .. } if from.x != to.x && from.y != to.y => diagonal,
                        Event::Stepped { .. } => 2,
                        _ => 0,
                    })
                    .sum();
                let walked: u32 = events
                    .iter()
                    .map(|happening| match happening.event {
                        Event::Walked { half_metres, .. } => half_metres,
                        _ => 0,
                    })
                    .sum();
                let ran = events.iter().any(|one| matches!(one.event, Event::Ran { .. }));
                // A walk is told by what it costs of the rate, a run by the way.
                Some(span(format!("{} m", metres(if ran { covered } else { walked })), Ink::Dim))
            }
            _ => None,
        }
    }

    /// What is worth a line of its own below the headline.
    fn after(&self, order: &Order, event: &Event) -> Option<Text> {
        let target = match order {
            Order::Attack { target: Target::Unit(target), .. } => Some(*target),
            _ => None,
        };
        Some(match event {
            Event::StatusSet { unit, status } if status.kind == StatusKind::Prone => {
                if matches!(order, Order::DropProne { .. }) {
                    return None;
                }
                let mut text = self.does(*unit, "is knocked down");
                text.spans[1].ink = Ink::Forced;
                text.clause = "SS-KNOCK-01";
                text
            }
            Event::Harmed { unit, before, after, .. } if Some(*unit) != target => {
                let mut text = self.does(*unit, "");
                text.figure = Some(span(losses(before, after), Ink::Harm));
                text
            }
            Event::Fell { unit, down, .. } => {
                let mut text = self.does(
                    *unit,
                    match down {
                        Down::Unconscious => "falls unconscious",
                        Down::Dead => "dies",
                    },
                );
                text.spans[1].ink = Ink::Harm;
                text
            }
            Event::KarmaSpent { unit, on, left } if *on != KarmaUse::Initiative => {
                let mut text = self.does(*unit, format!("spends Karma: {}", on.name()));
                text.figure = Some(span(format!("{left} left"), Ink::Dim));
                text.clause = on.clause();
                text
            }
            Event::Escaped { unit } => self.does(*unit, "leaves the field"),
            Event::Stopped { unit, reason, .. } => self.does(*unit, format!("stops: {reason}")),
            Event::CoverLeft { unit } => self.does(*unit, "leaves cover"),
            Event::PhaseLost { unit } => {
                let mut text = self.does(*unit, "has no points left and loses the phase");
                text.clause = "SS-ACT-34";
                text
            }
            Event::Dropped { unit, what, .. } if !matches!(order, Order::Drop { .. }) => {
                self.does(*unit, format!("drops {}", what.weapon().name))
            }
            Event::BarrierDamaged { barrier, damage, .. } => Text {
                spans: vec![span(capital(&self.barrier(*barrier)), Ink::Dim), span(" is damaged", Ink::Dim)],
                figure: Some(span(format!("-{damage}"), Ink::Dim)),
                clause: "",
            },
            Event::BarrierHoled { barrier } => Text {
                spans: vec![span(format!("{} has a hole", capital(&self.barrier(*barrier))), Ink::Caution)],
                figure: None,
                clause: "SS-BARR-34",
            },
            Event::HoldCounted { rounds, .. } if *rounds > 0 => {
                words(vec![span(format!("Held for {rounds} rounds"), Ink::Dim)])
            }
            Event::PhaseBegan { unit } => {
                let mut text = self.does(*unit, "acts");
                text.spans[1].ink = Ink::Dim;
                text
            }
            Event::Ended(outcome) => {
                let winner =
                    outcome.winner.map_or_else(|| span("Nobody", Ink::Plain), |side| self.side(side));
                words(vec![winner, span(format!(" wins: {}", ending(outcome.ending)), Ink::Plain)])
            }
            _ => return None,
        })
    }
}

/// "-1 shield, -4 flesh", "+2 strain".
pub(super) fn losses(before: &Vitals, after: &Vitals) -> String {
    let changes = [
        (after.shield.now - before.shield.now, "shield"),
        (after.armored.now - before.armored.now, "armoured"),
        (after.flesh.now - before.flesh.now, "flesh"),
        (after.strain - before.strain, "strain"),
    ];
    let told: Vec<String> =
        changes.iter().filter(|(by, _)| *by != 0).map(|(by, pool)| format!("{by:+} {pool}")).collect();
    if told.is_empty() { "no harm".to_owned() } else { told.join(", ") }
}

/// What Karma is meant for, in words.
fn planned(plan: KarmaPlan) -> String {
    let test = match (plan.dice, plan.reroll) {
        (true, true) => Some("means Karma for more dice and for misses"),
        (true, false) => Some("means Karma for more dice"),
        (false, true) => Some("means Karma for misses"),
        (false, false) => None,
    };
    let ask = plan.ask.then_some("is asked about Karma in defence");
    let told: Vec<&str> = test.into_iter().chain(ask).collect();
    if told.is_empty() { "keeps its Karma".to_owned() } else { told.join(", ") }
}

/// How a skirmish ended, in words.
pub(super) fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Eliminated => "nobody of the other side fights on",
        Ending::Held => "the place was held",
        Ending::Escaped => "enough units got away",
        Ending::Reached => "the place was reached",
        Ending::TimeUp => "the last round is over",
        Ending::Surrender => "the other side gave up",
    }
}

fn concerns(event: &Event) -> Vec<UnitId> {
    match event {
        Event::Harmed { unit, by, .. } | Event::Fell { unit, by, .. } => {
            [Some(*unit), *by].into_iter().flatten().collect()
        }
        Event::Stepped { unit, .. }
        | Event::PhaseLost { unit }
        | Event::Escaped { unit }
        | Event::KarmaSpent { unit, .. } => vec![*unit],
        _ => Vec::new(),
    }
}

/// "a burst", "an attack".
fn article(name: &str) -> String {
    let name = name.to_lowercase();
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {name}", if vowel { "an" } else { "a" })
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
    use crate::rules::swan_song::Pool;

    #[test]
    fn losses_name_every_pool_that_changed() {
        let before = Vitals { shield: Pool::full(6), flesh: Pool::full(11), strain: 3, ..Vitals::default() };
        let after =
            Vitals { shield: Pool { now: 5, max: 6 }, flesh: Pool { now: 6, max: 11 }, strain: 4, ..before };
        assert_eq!(losses(&before, &after), "-1 shield, -5 flesh, +1 strain");
        assert_eq!(losses(&before, &before), "no harm");
    }

    #[test]
    fn articles_and_capitals() {
        assert_eq!(article("Burst"), "a burst");
        assert_eq!(article("Aimed shot"), "an aimed shot");
        assert_eq!(capital("brick wall"), "Brick wall");
        assert_eq!(count(1, "hit", "hits"), "1 hit");
    }

    #[test]
    fn answers_belong_to_the_order_that_asked() {
        let chapter = |order| Chapter { order, round: 1, pass: 1, happenings: Vec::new(), revealed: false };
        let unit = UnitId(0);
        let chapters = [
            chapter(Order::TakeCover { unit }),
            chapter(Order::Attack { unit, target: Target::Unit(UnitId(1)), weapon: 0, mode: None }),
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
