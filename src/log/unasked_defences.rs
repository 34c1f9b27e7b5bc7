//! Defences that a unit made without being asked, because it had no choice: they tell players why the question did not come.

use super::log_text::{LogEntry, LogLine, LogText, LogWriter, TextTone, span};
use battle::{BattleEvent, OrderRecord};
use dice::{Clause, Trace};
use model::UnitId;
use rules::{Book, play};

impl LogWriter<'_, '_, '_> {
    /// Lines of an entry that say which units of the viewing side were not asked for a defence, and why.
    pub fn unasked_defence_lines(&self, history: &[OrderRecord], entry: &LogEntry) -> Vec<LogLine> {
        let Some(clause) = defence_clause(self.view.rules().book()) else { return Vec::new() };
        let unasked = unasked_defenders(entry.own_chapters(history), clause).into_iter();
        let is_own = |unit: &UnitId| {
            let side = self.known_unit(*unit).map(|known| *known.side);
            side.is_some() && self.view.viewer().is_none_or(|viewer| side == Some(viewer))
        };
        let line = |unit: UnitId| {
            let why = span(" was not asked: it could make or pay for no other defence", TextTone::Dim);
            LogLine::Text(LogText { spans: vec![self.unit_span(unit), why], figure: None, clause })
        };
        unasked.filter(is_own).map(line).collect()
    }
}

/// The clause of the question for a defence; `None` in books without one.
fn defence_clause(book: Book) -> Option<Clause> {
    play::reaction_prompts(book).into_iter().find(|prompt| prompt.is_defence).map(|prompt| prompt.clause)
}

/// The units that defended without a decision under this clause, each once.
fn unasked_defenders(records: &[OrderRecord], clause: Clause) -> Vec<UnitId> {
    let events = || records.iter().flat_map(|record| &record.events);
    let is_asked = |unit: UnitId| {
        events().flat_map(|record| &record.trace).any(
            |step| matches!(step, Trace::Decided { who, clause: of, .. } if *who == unit && *of == clause),
        )
    };
    let mut units: Vec<UnitId> = events()
        .filter_map(|record| match record.event {
            BattleEvent::Defended { unit } => Some(unit),
            _ => None,
        })
        .filter(|unit| !is_asked(*unit))
        .collect();
    units.sort();
    units.dedup();
    units
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::{EventRecord, Order};
    use dice::RuleText;

    #[test]
    fn ss_atk_07_a_defence_without_a_decision_was_not_asked_for() {
        let clause = defence_clause(Book::SwanSong).expect("the book asks for a defence");
        let (one, other) = (UnitId(1), UnitId(2));
        let decided =
            Trace::Decided { who: other, question: RuleText::default(), answer: RuleText::default(), clause };
        let asked =
            EventRecord { trace: vec![decided], ..EventRecord::new(BattleEvent::Defended { unit: other }) };
        let free = || EventRecord::new(BattleEvent::Defended { unit: one });
        let events = vec![free(), asked, free()];
        let order = Order::EndPhase { unit: UnitId(3) };
        let records = [OrderRecord { order, round: 1, pass: 1, events, revealed: false }];
        assert_eq!(unasked_defenders(&records, clause), [one]);
        assert_eq!(unasked_defenders(&records, "SS-BASE-26"), [one, other], "another question");
    }
}
