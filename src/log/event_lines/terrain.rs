//! Log lines of doors, barriers and ground.

use super::super::log_text::{LogText, LogWriter, TextTone, capitalise, span, text_of_spans};
use battle::{BattleEvent, Order};

/// Line of an event; `None` if the event is not of this subject or has no line.
pub fn line(log: &LogWriter, order: &Order, event: &BattleEvent) -> Option<LogText> {
    Some(match event {
        BattleEvent::DoorMoved { barrier, open } if !matches!(order, Order::Door { .. }) => {
            let verb = if *open { "opens" } else { "closes" };
            text_of_spans(vec![span(
                format!("{} {verb}", capitalise(&log.barrier_name(*barrier))),
                TextTone::Plain,
            )])
        }
        BattleEvent::BarrierDamaged { barrier, damage, .. } => LogText {
            spans: vec![
                span(capitalise(&log.barrier_name(*barrier)), TextTone::Dim),
                span(" is damaged", TextTone::Dim),
            ],
            figure: Some(span(format!("-{damage}"), TextTone::Dim)),
            clause: "",
        },
        BattleEvent::BarrierHoled { barrier } => LogText {
            spans: vec![span(
                format!("{} has a hole", capitalise(&log.barrier_name(*barrier))),
                TextTone::Caution,
            )],
            figure: None,
            clause: "SS-BARR-34",
        },
        BattleEvent::GroundCovered { cells, what, .. } => {
            let text = format!("{} on {}", capitalise(what.name()), squares_text(cells.len()));
            text_of_spans(vec![span(text, TextTone::Caution)])
        }
        BattleEvent::GroundCleared { cells, what } => {
            let text = format!("No {} left on {}", what.name(), squares_text(cells.len()));
            text_of_spans(vec![span(text, TextTone::Dim)])
        }
        _ => return None,
    })
}

/// Formats a number of squares: "1 square", "4 squares".
fn squares_text(number: usize) -> String {
    if number == 1 { "1 square".to_owned() } else { format!("{number} squares") }
}
