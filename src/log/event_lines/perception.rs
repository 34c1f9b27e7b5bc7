//! Log lines of units that are seen or lost from sight.

use super::super::log_text::{LogText, LogWriter, TextTone, span, text_of_spans};
use super::EventContext;
use battle::BattleEvent;
use rules::list_separator;

/// Line of an event; `None` if the event is not of this subject or has no line.
pub fn line(log: &LogWriter, _: EventContext<'_>, event: &BattleEvent) -> Option<LogText> {
    Some(match event {
        BattleEvent::Revealed { units } => {
            let mut spans: Vec<_> = Vec::new();
            for (at, unit) in units.iter().enumerate() {
                if at > 0 {
                    spans.push(span(list_separator(at, units.len()), TextTone::Plain));
                }
                spans.push(log.unit_span(*unit));
            }
            let verb = if units.len() == 1 { " appears" } else { " appear" };
            spans.push(span(verb, TextTone::Caution));
            LogText { spans, figure: None, clause: "SS-SURP-05" }
        }
        BattleEvent::Spotted { side, unit, .. } => text_of_spans(vec![
            log.side_span(*side),
            span(log.side_predicate(*side, ("spots", "spot"), " "), TextTone::Caution),
            log.unit_span(*unit),
        ]),
        BattleEvent::LostSight { side, unit, .. } => text_of_spans(vec![
            log.side_span(*side),
            span(log.side_predicate(*side, ("loses", "lose"), " sight of "), TextTone::Dim),
            log.unit_span(*unit),
        ]),
        _ => return None,
    })
}
