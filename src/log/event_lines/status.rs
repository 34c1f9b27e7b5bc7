//! Log lines of statuses.

use super::super::log_text::{LogText, LogWriter, TextTone, span, text_of_spans};
use battle::{BattleEvent, Order, StatusKind};
use model::UnitId;

/// Line of an event; `None` if the event is not of this subject or has no line.
pub fn line(log: &LogWriter, order: &Order, event: &BattleEvent) -> Option<LogText> {
    match event {
        BattleEvent::StatusSet { unit, status } => status_gained_line(log, order, *unit, status.kind),
        BattleEvent::StatusEnded { unit, kind } => status_ended_line(log, order, *unit, *kind),
        _ => None,
    }
}

fn status_gained_line(log: &LogWriter, order: &Order, unit: UnitId, kind: StatusKind) -> Option<LogText> {
    Some(match kind {
        StatusKind::Prone if matches!(order, Order::DropProne { .. }) => return None,
        StatusKind::Prone => {
            let clause = log.view.rules().ruling("knockdown", "SS-KNOCK-01");
            log.with_clause(log.unit_action_text(unit, "is knocked down"), TextTone::Forced, clause)
        }
        StatusKind::Holding(other) => {
            let spans = vec![log.unit_span(unit), span(" holds ", TextTone::Forced), log.unit_span(other)];
            text_of_spans(spans)
        }
        StatusKind::Concealed => log.with_clause(log.unit_action_text(unit, "is hidden"), TextTone::Good, ""),
        StatusKind::SurprisedBy(other) => {
            let spans =
                vec![log.unit_span(unit), span(" is surprised by ", TextTone::Caution), log.unit_span(other)];
            LogText { spans, figure: None, clause: "SS-SURP-15" }
        }
        StatusKind::LostPhase => LogText {
            clause: "SS-SURP-20",
            ..log.unit_action_text(unit, "is startled and loses the next phase")
        },
        StatusKind::ScoreLost(points) => LogText {
            clause: "SS-SURP-13",
            ..log.unit_action_text(unit, format!("loses {points} initiative"))
        },
        StatusKind::PhaseOwed(score) => LogText {
            clause: "SS-FFYL-07",
            ..log.unit_action_text(unit, format!("acts in the next pass at {score}"))
        },
        _ => return None,
    })
}

fn status_ended_line(log: &LogWriter, order: &Order, unit: UnitId, kind: StatusKind) -> Option<LogText> {
    Some(match kind {
        StatusKind::Prone if !matches!(order, Order::StandUp { .. }) => log.unit_action_text(unit, "gets up"),
        StatusKind::Holding(other) => text_of_spans(vec![
            log.unit_span(unit),
            span(" lets go of ", TextTone::Plain),
            log.unit_span(other),
        ]),
        StatusKind::Concealed => {
            log.with_clause(log.unit_action_text(unit, "is spotted"), TextTone::Caution, "")
        }
        StatusKind::FullDefense => log.with_clause(
            log.unit_action_text(unit, "is no longer in Full Defence"),
            TextTone::Dim,
            "SS-DEF-05",
        ),
        _ => return None,
    })
}
