//! Log lines of seats in vehicles.

use super::super::log_text::{LogText, LogWriter, TextTone, span, text_of_spans};
use super::EventContext;
use battle::{BattleEvent, Order, StatusKind};
use rules::special_actions::vehicles;

/// Line of an event; `None` if the event is not of this subject or has no line.
pub fn line(
    log: &LogWriter,
    EventContext { order, .. }: EventContext<'_>,
    event: &BattleEvent,
) -> Option<LogText> {
    let BattleEvent::StatusSet { unit, status } = event else { return None };
    Some(match status.kind {
        StatusKind::Drives(other) => text_of_spans(vec![
            log.unit_span(*unit),
            span(" takes the wheel of ", TextTone::Plain),
            log.unit_span(other),
        ]),
        // Stated by the headline.
        StatusKind::RidesIn(_) if is_boarding(order) => return None,
        StatusKind::RidesIn(other) => text_of_spans(vec![
            log.unit_span(*unit),
            span(" gets into ", TextTone::Plain),
            log.unit_span(other),
        ]),
        _ => return None,
    })
}

/// Whether the order is to board a vehicle.
fn is_boarding(order: &Order) -> bool {
    matches!(order, Order::SpecialAction { action, .. } if action == vehicles::BOARD)
}
