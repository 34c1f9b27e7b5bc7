//! Lines of the battle log: spans of text with a meaning, figures and clauses.

mod log_entry;
mod log_writer;
mod redundancy;
mod unit_groups;

use crate::names::face_words;
use battle::{BattleOutcome, EndReason, Order};
use content::{SkirmishSide, side_sentence};
use dice::SymbolFace;
use model::{Side, UnitId};
pub(crate) use rules::definite_name;

pub use dice::capitalise;

pub use self::log_entry::{LogCategory, LogEntry, entry_ranges};
pub use self::log_writer::LogWriter;

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

/// A span of text.
pub fn span(text: impl ToString, tone: TextTone) -> LogSpan {
    LogSpan { text: text.to_string(), tone }
}

/// A line of spans, without a figure and a clause.
pub fn text_of_spans(spans: Vec<LogSpan>) -> LogText {
    LogText { spans, figure: None, clause: "" }
}

/// Returns the side that ended a battle by its surrender; `None` if the orders have no surrender.
pub fn surrendered_side<'o>(mut orders: impl DoubleEndedIterator<Item = &'o Order>) -> Option<Side> {
    orders.rfind(|order| matches!(order, Order::Surrender { .. })).and_then(|order| match order {
        Order::Surrender { side } => Some(*side),
        _ => None,
    })
}

/// Describes how a skirmish of these sides ended: the same words in the log, on the end screen and in the list of saves.
pub fn ending_text(outcome: BattleOutcome, sides: &[SkirmishSide]) -> String {
    let text = match outcome.ending {
        EndReason::Eliminated => return elimination_text(outcome.winner, sides),
        EndReason::Held => "the zone was held",
        EndReason::Escaped => "enough units escaped",
        EndReason::Taken => "the zone was taken",
        EndReason::Reached => "the zone was reached",
        EndReason::TimeUp => "the round limit was reached",
        EndReason::Surrender => "a side surrendered",
        EndReason::Stopped => "the target was stopped",
        EndReason::Rescued => "the hostage was rescued",
        EndReason::Slain => "the target was killed",
    };
    text.to_owned()
}

/// Names the side that has no unit left, since the winner may be an enemy of the reader. "Boarders have no unit left".
fn elimination_text(winner: Option<Side>, sides: &[SkirmishSide]) -> String {
    let Some(winner) = winner else { return "no side has a unit left".to_owned() };
    let others = sides.iter().enumerate().filter(|(number, _)| *number != usize::from(winner.0));
    match others.map(|(_, side)| side).collect::<Vec<_>>().as_slice() {
        [beaten] => side_sentence(&beaten.name, ("has", "have"), " no unit left"),
        _ => "no other side has a unit left".to_owned(),
    }
}

/// A number of things with its noun: "1 round", "3 rounds".
pub fn count_text(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_in_sentences_have_an_article() {
        assert_eq!(definite_name("Light machine gun"), "the light machine gun");
        assert_eq!(definite_name("Shotgun, slugs"), "the shotgun (slugs)");
        assert_eq!(definite_name("SMG"), "the SMG");
    }

    #[test]
    fn names_are_capitalised_and_counts_agree_with_their_noun() {
        assert_eq!(capitalise("brick wall"), "Brick wall");
        assert_eq!(count_text(1, "hit", "hits"), "1 hit");
    }

    #[test]
    fn the_side_that_has_nobody_left_is_named() {
        let sides = ["Boarders", "Crew of the Gull", "Wardens"].map(|name| SkirmishSide {
            name: name.to_owned(),
            colour: 0,
            deployment: None,
        });
        let text = |winner, sides: &[SkirmishSide]| {
            ending_text(BattleOutcome { winner, ending: EndReason::Eliminated }, sides)
        };
        assert_eq!(text(Some(Side(1)), &sides[..2]), "Boarders have no unit left");
        assert_eq!(text(Some(Side(1)), &sides), "no other side has a unit left");
        assert_eq!(text(None, &sides), "no side has a unit left");
    }

    #[test]
    fn the_side_that_surrendered_is_known_from_its_order() {
        let orders = [Order::EndPhase { unit: UnitId(0) }, Order::Surrender { side: Side(1) }];
        assert_eq!(surrendered_side(orders.iter()), Some(Side(1)));
        assert_eq!(surrendered_side(orders[..1].iter()), None);
    }
}
