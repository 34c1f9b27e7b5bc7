//! Log lines of doors, barriers and ground.

use super::super::log_text::{LogText, LogWriter, TextTone, capitalise, span, text_of_spans};
use super::EventContext;
use battle::{BattleEvent, EventRecord, Order, Target};
use model::BarrierId;
use rules::ground::ground_effect::GroundEffect;
use rules::play;

/// Line of an event; `None` if the event is not of this subject or has no line.
pub fn line(
    log: &LogWriter,
    EventContext { order, earlier }: EventContext<'_>,
    event: &BattleEvent,
) -> Option<LogText> {
    Some(match event {
        BattleEvent::DoorMoved { barrier, open } if !matches!(order, Order::Door { .. }) => {
            let verb = if *open { "opens" } else { "closes" };
            text_of_spans(vec![span(
                format!("{} {verb}", capitalise(&log.barrier_name(*barrier))),
                TextTone::Plain,
            )])
        }
        BattleEvent::FeatureNoticed { unit, barrier } => LogText {
            clause: "CC-ADV-09",
            ..log.unit_action_text(*unit, format!("notices the {}", log.barrier_name(*barrier)))
        },
        BattleEvent::BarrierDamaged { barrier, damage, .. } => LogText {
            spans: vec![
                span(capitalise(&log.barrier_name(*barrier)), TextTone::Dim),
                span(" loses structure", TextTone::Dim),
            ],
            figure: Some(span(format!("-{damage}"), TextTone::Dim)),
            clause: "",
        },
        BattleEvent::BarrierHoled { barrier } => {
            let (what, clause) = hole_words(log, *barrier, earlier);
            let text = format!("{} {what}", capitalise(&log.barrier_name(*barrier)));
            LogText { spans: vec![span(text, TextTone::Caution)], figure: None, clause }
        }
        BattleEvent::GroundCovered { cells, what, .. } => {
            let text = format!("{} covers {}", capitalise(what.name()), squares_text(cells.len()));
            let clause = if *what == GroundEffect::Frame { "AB-OBJ-19" } else { "" };
            LogText { clause, ..text_of_spans(vec![span(text, TextTone::Caution)]) }
        }
        BattleEvent::GroundCleared { cells, what } => {
            let text = format!("{} is gone from {}", capitalise(what.name()), squares_text(cells.len()));
            text_of_spans(vec![span(text, TextTone::Dim)])
        }
        _ => return None,
    })
}

/// What a hole makes of a barrier, with the clause: "has a hole", "is destroyed" for cover that was shot through.
pub(crate) fn hole_words(
    log: &LogWriter,
    barrier: BarrierId,
    earlier: &[&EventRecord],
) -> (&'static str, &'static str) {
    let of_cover = play::breached_cover_words(log.view.rules());
    of_cover.filter(|_| is_cover_of_target(barrier, earlier)).unwrap_or(("has a hole", "SS-BARR-34"))
}

/// Formats a number of squares: "1 square", "4 squares".
fn squares_text(number: usize) -> String {
    if number == 1 { "1 square".to_owned() } else { format!("{number} squares") }
}

/// Whether a barrier was hit by an attack on something else, the last one of these events.
fn is_cover_of_target(barrier: BarrierId, earlier: &[&EventRecord]) -> bool {
    let declared = earlier.iter().rev().find_map(|record| match &record.event {
        BattleEvent::AttackDeclared { target, .. } => Some(*target),
        _ => None,
    });
    declared.is_some_and(|target| target != Target::Barrier(barrier))
}
