//! Log lines of movement: stops, cover, interception.

use super::super::log_text::{LogText, LogWriter, TextTone, span};
use super::EventContext;
use battle::{BattleEvent, Order};
use model::UnitId;
use rules::StopReason;

/// Says why a unit stops: "stops: the path is blocked", "is stopped by an opponent".
fn stop_words(reason: StopReason) -> String {
    match reason {
        StopReason::StoppedByOpponent => format!("is {reason}"),
        StopReason::KnockedProne => format!("is {reason}, and stops"),
        _ => format!("stops: {reason}"),
    }
}

/// Whether a unit goes down in the entry.
fn goes_down(log: &LogWriter, unit: UnitId) -> bool {
    let goes_down =
        |event: &BattleEvent| matches!(event, BattleEvent::WentDown { unit: of, .. } if *of == unit);
    log.entry_events().any(|record| goes_down(&record.event))
}

/// Line of an event; `None` if the event is not of this subject or has no line.
pub fn line(
    log: &LogWriter,
    EventContext { order, .. }: EventContext<'_>,
    event: &BattleEvent,
) -> Option<LogText> {
    Some(match event {
        BattleEvent::Arrived { unit, .. } => log.unit_action_text(*unit, "arrives on the battlefield"),
        // Bodies go where their bearers go.
        BattleEvent::Displaced { unit, .. } if log.known_unit(*unit).is_some() && !goes_down(log, *unit) => {
            log.unit_action_text(*unit, "is moved to another square")
        }
        BattleEvent::Escaped { unit } => log.unit_action_text(*unit, "leaves the battlefield"),
        BattleEvent::Stopped { unit, reason, .. } => {
            log.with_clause(log.unit_action_text(*unit, stop_words(*reason)), TextTone::Caution, "")
        }
        BattleEvent::CoverLeft { unit } => log.unit_action_text(*unit, "is no longer in cover"),
        BattleEvent::CoverTaken { unit } if !matches!(order, Order::TakeCover { .. }) => {
            log.unit_action_text(*unit, "takes cover")
        }
        BattleEvent::Intercepted { unit, mover, weapon } => {
            let spans = vec![
                log.unit_span(*unit),
                span(" intercepts ", TextTone::Caution),
                log.unit_span(*mover),
                span(format!(" ({weapon})"), TextTone::Plain),
            ];
            LogText { spans, figure: None, clause: "SS-INTC-06" }
        }
        BattleEvent::LetPass { unit, mover } => {
            let spans = vec![
                log.unit_span(*unit),
                span(" lets ", TextTone::Dim),
                log.unit_span(*mover),
                span(" pass", TextTone::Dim),
            ];
            LogText { spans, figure: None, clause: "SS-INTC-06" }
        }
        BattleEvent::Evaded { unit, past } => {
            let text = log.unit_action_text(
                *unit,
                match past.len() {
                    1 => "evades an enemy".to_owned(),
                    more => format!("evades {more} enemies"),
                },
            );
            LogText { clause: "SS-INTC-15", ..text }
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_is_told_once() {
        assert_eq!(stop_words(StopReason::StoppedByOpponent), "is stopped by an opponent");
        assert_eq!(stop_words(StopReason::KnockedProne), "is knocked prone by the fall, and stops");
        assert_eq!(stop_words(StopReason::PathBlocked), "stops: the path is blocked");
    }
}
