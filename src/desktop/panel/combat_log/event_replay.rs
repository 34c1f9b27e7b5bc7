//! Step-by-step replay of an action, with one log line per event or rule step.

use bevy_egui::egui::{Id, Ui};

use super::log_panel;
use super::log_text::{LogLine, LogWriter, TextTone, span, text_of_spans};
use crate::panel::widgets::PanelContext;
use battle::{BattleEvent, OrderRecord};

/// Log lines of one step.
pub(crate) struct ReplayedStep(Vec<LogLine>);

impl ReplayedStep {
    /// Whether the step has no line.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Draws the lines.
    pub fn show(&self, ui: &mut Ui, context: &PanelContext) {
        for line in &self.0 {
            log_panel::show_detail(ui, context, line);
        }
    }
}

/// Lines of a rule step: a roll, a decision or a note.
pub(crate) fn replay_rule_step(
    context: &PanelContext,
    history: &[OrderRecord],
    (order_index, event_index, trace): (usize, usize, usize),
) -> ReplayedStep {
    let mut lines = Vec::new();
    if let Some(step) =
        history.get(order_index).and_then(|record| record.events.get(event_index)?.trace.get(trace))
    {
        LogWriter::new(context.view).write_rule_step(step, &mut lines);
    }
    ReplayedStep(lines)
}

/// Line of an event; empty if the log has none for it.
pub(crate) fn replay_event(
    context: &PanelContext,
    history: &[OrderRecord],
    (order_index, event_index): (usize, usize),
) -> ReplayedStep {
    let writer = LogWriter::new(context.view);
    // Answers belong to the order that opened the prompt.
    let Some((first, record)) = history.first().zip(history.get(order_index)) else {
        return ReplayedStep(Vec::new());
    };
    let Some(event_record) = record.events.get(event_index) else { return ReplayedStep(Vec::new()) };
    let line = match &event_record.event {
        BattleEvent::AttackResolved { .. } => {
            // The target's damage may be recorded before or after the attack.
            let harm = record.events.iter().filter(|other| matches!(other.event, BattleEvent::Harmed { .. }));
            let events: Vec<_> = std::iter::once(event_record).chain(harm).collect();
            Some(writer.headline(&first.order, &events))
        }
        BattleEvent::Stepped { unit, .. } => Some(writer.unit_action_text(*unit, "is thrown further")),
        BattleEvent::Paid { unit, action, .. } => Some(text_of_spans(vec![
            writer.unit_span(*unit),
            span(format!(" spends: {}", action.name()), TextTone::Dim),
        ])),
        event => writer.event_line(&first.order, event),
    };
    ReplayedStep(line.map(LogLine::Text).into_iter().collect())
}

/// Widget id of a step, for scrolling to it.
pub(crate) fn step_id(number: usize) -> Id {
    Id::new(("lab step", number))
}
