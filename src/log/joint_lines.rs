//! Lines that several events of an entry share: what happens alike to several barriers or units is said once.

use std::ops::Range;

use super::event_lines::terrain::hole_words;
use super::log_text::{LogText, LogWriter, TextTone, capitalise, count_text, span};
use battle::{BattleEvent, EventRecord};
use model::{BarrierId, Side, UnitId};
use rules::ground::ground_effect::GroundEffect;
use rules::{RuleSet, list_separator, play};

/// Where the log says what an event has in common with others of its entry.
pub(crate) enum JointLine {
    /// The event has nothing in common with others.
    Alone,
    /// The first of the events, with the line of all.
    First(LogText),
    /// The line of an earlier event says it.
    Said,
}

impl JointLine {
    fn new<T: PartialEq>(own: &T, all: &[T], write: impl FnOnce() -> LogText) -> Self {
        match all {
            [] | [_] => Self::Alone,
            [first, ..] if first == own => Self::First(write()),
            _ => Self::Said,
        }
    }
}

impl LogWriter<'_, '_, '_> {
    /// Joint line of an event of an entry.
    pub(crate) fn joint_line(&self, events: &[&EventRecord], number: usize) -> JointLine {
        match &events[number].event {
            BattleEvent::BarrierDamaged { barrier, damage, .. } => {
                let all = barriers_damaged_alike(events, number);
                let is_holed = tells_hole(events, number);
                if is_holed && all.len() <= 1 {
                    return JointLine::First(self.broken_line((*barrier, *damage), &events[..number]));
                }
                JointLine::new(barrier, &all, || {
                    let holes = is_holed.then(|| hole_words(self, *barrier, &events[..number]));
                    self.joint_damage_line((all.as_slice(), *damage), holes)
                })
            }
            BattleEvent::BarrierHoled { barrier } => {
                let (what, clause) = hole_words(self, *barrier, &events[..number]);
                let mut all = holes_told_alone(events, number);
                all.retain(|other| hole_words(self, *other, &events[..number]).0 == what);
                match all.contains(barrier) {
                    true => JointLine::new(barrier, &all, || self.joint_hole_line(&all, (what, clause))),
                    false => JointLine::Said,
                }
            }
            BattleEvent::RuleNote { unit, text, clause } => {
                let rules = self.view.rules();
                let Some(words) = play::joint_note_words(text, rules) else { return JointLine::Alone };
                let side = |unit: UnitId| self.known_unit(unit).map(|unit| *unit.side);
                let (all, clause) = (units_that_share_a_note(events, number, (side, rules)), *clause);
                JointLine::new(unit, &all, || {
                    let mut spans = Vec::new();
                    for (at, unit) in all.iter().enumerate() {
                        let before = span(list_separator(at, all.len()), TextTone::Plain);
                        spans.extend(Some(before).filter(|_| at > 0));
                        spans.push(self.unit_span(*unit));
                    }
                    spans.push(span(format!(" {words}"), TextTone::Plain));
                    LogText { spans, figure: None, clause }
                })
            }
            _ => JointLine::Alone,
        }
    }
}

impl LogWriter<'_, '_, '_> {
    /// Line of barriers that lose as much structure: "3 drywalls each lose 2 structure", with the holes if it makes one in each:
    /// "3 drywalls each lose 2 structure and have a hole".
    fn joint_damage_line(
        &self,
        (barriers, damage): (&[BarrierId], u32),
        holes: Option<(&'static str, &'static str)>,
    ) -> LogText {
        let names = self.counted_barriers(barriers);
        match holes {
            Some((what, clause)) => {
                let text = format!("{names} each lose {damage} structure and {}", several_words(what));
                LogText { spans: vec![span(text, TextTone::Caution)], figure: None, clause }
            }
            None => {
                let text = format!("{names} each lose {damage} structure");
                LogText { spans: vec![span(text, TextTone::Dim)], figure: None, clause: "" }
            }
        }
    }

    /// Line of barriers with holes that no line of damage tells: "2 drywalls each have a hole", "2 crates are destroyed".
    fn joint_hole_line(
        &self,
        barriers: &[BarrierId],
        (what, clause): (&'static str, &'static str),
    ) -> LogText {
        let words = match several_words(what) {
            HAVE_HOLES => format!("each {HAVE_HOLES}"),
            words => words.to_owned(),
        };
        let text = format!("{} {words}", self.counted_barriers(barriers));
        LogText { spans: vec![span(text, TextTone::Caution)], figure: None, clause }
    }

    fn counted_barriers(&self, barriers: &[BarrierId]) -> String {
        let names: Vec<String> = barriers.iter().map(|barrier| self.barrier_name(*barrier)).collect();
        counted_names(&names)
    }

    /// Line of damage that makes a hole: "Window loses structure and has a hole: -5".
    fn broken_line(&self, (barrier, damage): (BarrierId, u32), earlier: &[&EventRecord]) -> LogText {
        let (what, clause) = hole_words(self, barrier, earlier);
        let text = format!("{} loses structure and {what}", capitalise(&self.barrier_name(barrier)));
        let figure = Some(span(format!("-{damage}"), TextTone::Dim));
        LogText { spans: vec![span(text, TextTone::Caution)], figure, clause }
    }
}

/// What several barriers have that are not destroyed by their holes.
const HAVE_HOLES: &str = "have a hole";

/// The words for a hole, of several barriers: "have a hole", "are destroyed".
fn several_words(what: &str) -> &'static str {
    if what == "is destroyed" { "are destroyed" } else { HAVE_HOLES }
}

/// Whether an event is damage whose line also tells the holes that it makes. A line of several barriers does so if each of
/// them has one.
fn tells_hole(events: &[&EventRecord], number: usize) -> bool {
    let BattleEvent::BarrierDamaged { barrier, .. } = events[number].event else { return false };
    let alike = barriers_damaged_alike(events, number);
    if alike.len() > 1 {
        let holes = holes_in_run(events, number);
        return alike.iter().all(|barrier| holes.iter().any(|(_, holed)| holed == barrier));
    }
    let is_holed = |record: &&EventRecord| matches!(record.event, BattleEvent::BarrierHoled { barrier: holed } if holed == barrier);
    events.get(number + 1).is_some_and(is_holed)
}

/// Barriers with holes that no line of damage tells, of those that are damaged around an event.
fn holes_told_alone(events: &[&EventRecord], number: usize) -> Vec<BarrierId> {
    let mut holes = holes_in_run(events, number);
    holes.retain(|(at, barrier)| {
        let is_damage = |record: &&EventRecord| matches!(record.event, BattleEvent::BarrierDamaged { barrier: damaged, .. } if damaged == *barrier);
        let damaged = events[..*at].iter().rposition(is_damage);
        damaged.is_none_or(|damaged| !tells_hole(events, damaged))
    });
    holes.into_iter().map(|(_, barrier)| barrier).collect()
}

/// Barriers that get holes around an event, with the places of those events.
fn holes_in_run(events: &[&EventRecord], number: usize) -> Vec<(usize, BarrierId)> {
    let hole = |at: usize| match events[at].event {
        BattleEvent::BarrierHoled { barrier } => Some((at, barrier)),
        _ => None,
    };
    barrier_run(events, number).filter_map(hole).collect()
}

/// The events around one with nothing but damage to barriers in between.
fn barrier_run(events: &[&EventRecord], number: usize) -> Range<usize> {
    let is_other = |record: &&EventRecord| {
        !matches!(
            record.event,
            BattleEvent::BarrierDamaged { .. }
                | BattleEvent::BarrierHoled { .. }
                | BattleEvent::GroundCovered { what: GroundEffect::Rubble, .. }
        )
    };
    let start = events[..number].iter().rposition(is_other).map_or(0, |at| at + 1);
    let end = events[number..].iter().position(is_other).map_or(events.len(), |at| number + at);
    start..end
}

/// Barriers that lose as much structure as that of an event, with nothing but damage to barriers in between. Empty if a
/// barrier is damaged again among that: then each blow is written.
fn barriers_damaged_alike(events: &[&EventRecord], number: usize) -> Vec<BarrierId> {
    let damaged = events[barrier_run(events, number)].iter().filter_map(|record| match record.event {
        BattleEvent::BarrierDamaged { barrier, damage, .. } => Some((barrier, damage)),
        _ => None,
    });
    let damaged: Vec<(BarrierId, u32)> = damaged.collect();
    let is_repeated = |at: usize| damaged[..at].iter().any(|(barrier, _)| *barrier == damaged[at].0);
    let BattleEvent::BarrierDamaged { damage: own, .. } = events[number].event else { return Vec::new() };
    if (0..damaged.len()).any(is_repeated) {
        return Vec::new();
    }
    damaged.iter().filter(|(_, damage)| *damage == own).map(|(barrier, _)| *barrier).collect()
}

/// Units of the side of an event's unit that have the same joint note in the same pass, such as those that have no target and
/// are not asked to announce attacks. Empty if its side is not known.
fn units_that_share_a_note(
    events: &[&EventRecord],
    number: usize,
    (side_of, rules): (impl Fn(UnitId) -> Option<Side>, &RuleSet),
) -> Vec<UnitId> {
    let is_pass = |record: &&EventRecord| matches!(record.event, BattleEvent::PassBegan { .. });
    let start = events[..number].iter().rposition(is_pass).map_or(0, |at| at + 1);
    let end = events[number..].iter().position(is_pass).map_or(events.len(), |at| number + at);
    let note = |record: &&EventRecord| match &record.event {
        BattleEvent::RuleNote { unit, text, .. } => {
            Some((play::joint_note_words(text, rules)?, side_of(*unit)?, *unit))
        }
        _ => None,
    };
    let Some((words, side, _)) = note(&events[number]) else { return Vec::new() };
    let notes = events[start..end].iter().filter_map(note);
    notes.filter(|note| (note.0, note.1) == (words, side)).map(|(_, _, unit)| unit).collect()
}

/// Counts equal names, in the order in which they come first: "4 windows and 3 drywalls".
fn counted_names(names: &[String]) -> String {
    let mut kinds: Vec<(&str, u32)> = Vec::new();
    for name in names {
        match kinds.iter_mut().find(|(kind, _)| *kind == name.as_str()) {
            Some((_, count)) => *count += 1,
            None => kinds.push((name.as_str(), 1)),
        }
    }
    let words = kinds.iter().enumerate().map(|(at, (name, count))| {
        format!("{}{}", list_separator(at, kinds.len()), count_text(*count, name, &plural_name(name)))
    });
    words.collect()
}

/// Plural of a barrier's name: "windows", "panes of armoured glass", "sandbags".
fn plural_name(name: &str) -> String {
    if name.ends_with("glass") {
        return format!("panes of {name}");
    }
    if name.ends_with('s') && !name.ends_with("ss") {
        return name.to_owned();
    }
    let is_hissed = ["ss", "sh", "ch", "x"].iter().any(|end| name.ends_with(end));
    format!("{name}{}", if is_hissed { "es" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::{GivenText, RuleText};
    use rules::Book;
    use rules::aberrant::turn::cancelling;

    fn records<const N: usize>(events: [BattleEvent; N]) -> Vec<EventRecord> {
        events.map(EventRecord::new).into()
    }

    fn damaged(barrier: u32, damage: u32) -> BattleEvent {
        BattleEvent::BarrierDamaged { barrier: BarrierId(barrier), by: None, damage }
    }

    #[test]
    fn barriers_damaged_alike_share_a_line_until_something_else_happens() {
        let all = records([
            damaged(0, 2),
            BattleEvent::BarrierHoled { barrier: BarrierId(0) },
            damaged(1, 3),
            damaged(2, 2),
            BattleEvent::CoverLeft { unit: UnitId(0) },
            damaged(3, 2),
        ]);
        let events: Vec<&EventRecord> = all.iter().collect();
        let alike = |number: usize| barriers_damaged_alike(&events, number);
        assert_eq!(alike(0), [BarrierId(0), BarrierId(2)]);
        assert_eq!(alike(2), [BarrierId(1)]);
        assert_eq!(alike(3), alike(0));
        assert_eq!(alike(5), [BarrierId(3)]);
    }

    #[test]
    fn ss_barr_34_a_hole_is_told_with_the_damage_that_makes_it() {
        let holed = |barrier: u32| BattleEvent::BarrierHoled { barrier: BarrierId(barrier) };
        let all = records([damaged(0, 2), holed(0), damaged(1, 3), damaged(2, 1), holed(2), damaged(3, 1)]);
        let events: Vec<&EventRecord> = all.iter().collect();
        let told = |number: usize| tells_hole(&events, number);
        assert!(told(0), "its own hole");
        assert!(!told(1) && !told(2), "a hole is no damage, and damage alone makes no hole");
        assert!(!told(3), "barrier 3 shares the line of the damage, and has no hole");
        assert!(!told(5), "nothing follows");
    }

    #[test]
    fn ss_barr_34_holes_of_barriers_that_share_a_line_are_told_once() {
        let holed = |barrier: u32| BattleEvent::BarrierHoled { barrier: BarrierId(barrier) };
        let all = records([damaged(0, 2), holed(0), damaged(1, 2), holed(1), damaged(2, 1), holed(2)]);
        let events: Vec<&EventRecord> = all.iter().collect();
        assert!([0, 2, 4].iter().all(|number| tells_hole(&events, *number)), "with the damage");
        assert!(holes_told_alone(&events, 1).is_empty());
        // One of three stays whole: the line of the damage cannot say it of all.
        let all = records([damaged(0, 2), holed(0), damaged(1, 2), damaged(2, 2), holed(2)]);
        let events: Vec<&EventRecord> = all.iter().collect();
        assert!([0, 2, 3].iter().all(|number| !tells_hole(&events, *number)));
        assert_eq!(holes_told_alone(&events, 1), [BarrierId(0), BarrierId(2)]);
        assert_eq!(holes_told_alone(&events, 4), holes_told_alone(&events, 1), "both share a line");
        assert_eq!(["has a hole", "is destroyed"].map(several_words), ["have a hole", "are destroyed"]);
    }

    #[test]
    fn blows_against_the_same_barrier_are_told_one_by_one() {
        let all = records([damaged(0, 2), damaged(1, 2), damaged(0, 2)]);
        let events: Vec<&EventRecord> = all.iter().collect();
        assert!((0..3).all(|number| barriers_damaged_alike(&events, number).is_empty()));
    }

    #[test]
    fn ab_cancel_01_units_without_a_target_are_named_once_per_pass_and_side() {
        let note = |unit: u32, text: RuleText| BattleEvent::RuleNote {
            unit: UnitId(unit),
            text,
            clause: "AB-CANCEL-01",
        };
        let free = |unit: u32| note(unit, cancelling::no_target_note());
        let all = records([
            free(0),
            free(1),
            note(2, GivenText("announces no attack".to_owned()).into()),
            free(4),
            BattleEvent::PassBegan { round: 1, pass: 2 },
            free(0),
        ]);
        let events: Vec<&EventRecord> = all.iter().collect();
        // Even ids are of one side, odd ones of the other.
        let side = |unit: UnitId| Some(Side(u8::from(unit.0 % 2 == 1)));
        let rules = RuleSet::new(Book::Aberrant);
        let units = |number: usize| units_that_share_a_note(&events, number, (side, &rules));
        assert_eq!(units(0), [UnitId(0), UnitId(4)]);
        assert_eq!(units(1), [UnitId(1)]);
        assert_eq!(units(3), units(0));
        assert_eq!(units(5), [UnitId(0)]);
        assert!(units_that_share_a_note(&events, 0, (|_| None, &rules)).is_empty(), "of an unknown side");
    }

    #[test]
    fn only_the_first_event_writes_the_joint_line() {
        let line = |own: u32, all: &[u32]| {
            JointLine::new(&own, all, || LogText { spans: Vec::new(), figure: None, clause: "" })
        };
        assert!(matches!(line(1, &[1]), JointLine::Alone));
        assert!(matches!(line(1, &[1, 2]), JointLine::First(_)));
        assert!(matches!(line(2, &[1, 2]), JointLine::Said));
    }

    #[test]
    fn equal_names_are_counted() {
        let names =
            |names: &[&str]| counted_names(&names.iter().map(ToString::to_string).collect::<Vec<_>>());
        let mixed = ["window", "drywall", "window", "drywall", "window"];
        assert_eq!(names(&mixed), "3 windows and 2 drywalls");
        assert_eq!(names(&["window", "hedge", "tree", "hedge"]), "1 window, 2 hedges and 1 tree");
        let plurals = ["armoured glass", "sandbags", "bench", "lamp post"].map(plural_name);
        assert_eq!(plurals, ["panes of armoured glass", "sandbags", "benches", "lamp posts"]);
    }
}
