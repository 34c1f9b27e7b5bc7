//! Log lines of armed items.

use super::super::log_text::{LogText, LogWriter, TextTone, definite_name, span};
use super::EventContext;
use battle::{BattleEvent, Order};

/// Line of an event; `None` if the event is not of this subject or has no line.
pub fn line(
    log: &LogWriter,
    EventContext { order, .. }: EventContext<'_>,
    event: &BattleEvent,
) -> Option<LogText> {
    Some(match event {
        BattleEvent::Activated { unit, what, .. } => {
            let text = format!("arms {}", definite_name(what.name()));
            log.with_clause(log.unit_action_text(*unit, text), TextTone::Caution, "SS-TIMED-04")
        }
        BattleEvent::FuseTicked { unit, name, rounds, .. } => {
            let text = format!("'s {name} will go off");
            let left = match rounds {
                0 => "this round".to_owned(),
                1 => "next round".to_owned(),
                more => format!("in {more} rounds"),
            };
            let spans = vec![log.unit_span(*unit), span(text, TextTone::Caution)];
            LogText { spans, figure: Some(span(left, TextTone::Caution)), clause: "SS-TIMED-03" }
        }
        BattleEvent::Detonated { unit, name, .. } => {
            let text = format!("'s {name} goes off");
            let radio = matches!(order, Order::Detonate { .. });
            let clause = if radio { "SS-TIMED-09" } else { "SS-TIMED-01" };
            LogText { spans: vec![log.unit_span(*unit), span(text, TextTone::Harm)], figure: None, clause }
        }
        _ => return None,
    })
}
