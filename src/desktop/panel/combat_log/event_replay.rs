//! Step-by-step replay of an action, with one log line per event or rule step.

use bevy_egui::egui::{Id, Ui};

use super::log_line::show_detail;
use crate::panel::widgets::PanelContext;
use battle::{BattleEvent, Order, OrderRecord};
use battle_log::event_lines::EventContext;
use battle_log::fallen_units::is_state_of_fallen_unit;
use battle_log::log_text::{LogLine, LogText, LogWriter, TextTone, span, text_of_spans};
use lab::action_replay::ReplayRemark;
use lab::fact_lines::FactLine;

/// Log lines of one step.
#[derive(Default)]
pub(crate) struct ReplayedStep(Vec<LogLine>);

impl ReplayedStep {
    /// Whether the step has no line.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Draws the lines.
    pub fn show(&self, ui: &mut Ui, context: &PanelContext) {
        for line in &self.0 {
            show_detail(ui, context, line);
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
    (history, is_script): (&[OrderRecord], bool),
    (order_index, event_index): (usize, usize),
) -> ReplayedStep {
    // Answers belong to the order that opened the prompt.
    let asked = |record: &OrderRecord| !matches!(record.order, Order::Decide { .. });
    let until = history.get(..=order_index).unwrap_or_default();
    let first_index = until.iter().rposition(asked).unwrap_or(0);
    let Some((record, first)) = until.last().zip(until.get(first_index)) else {
        return ReplayedStep(Vec::new());
    };
    let writer = LogWriter::for_order(context.view, history, first_index);
    let Some(event_record) = record.events.get(event_index) else { return ReplayedStep(Vec::new()) };
    if is_state_of_fallen_unit(context.view, history, (order_index, event_index)) {
        return ReplayedStep(Vec::new());
    }
    let line = match &event_record.event {
        // The headline of an order of a scene says how its attack came out.
        BattleEvent::AttackResolved { .. } if is_script => None,
        BattleEvent::Stepped { unit, .. } if matches!(first.order, Order::Move { unit: mover, .. } if mover == *unit) => {
            None
        }
        BattleEvent::AttackResolved { .. } => {
            // The target's damage may be recorded before or after the attack.
            let harm = record.events.iter().filter(|other| matches!(other.event, BattleEvent::Harmed { .. }));
            let events: Vec<_> = std::iter::once(event_record).chain(harm).collect();
            Some(writer.headline(&first.order, &events))
        }
        BattleEvent::Stepped { unit, .. } => Some(writer.unit_action_text(*unit, "is thrown further")),
        BattleEvent::Paid { unit, action, .. } => {
            let name = writer.paid_action_name(&history[first_index..=order_index], *unit, *action);
            let text = span(format!(" pays for {name}"), TextTone::Dim);
            Some(text_of_spans(vec![writer.unit_span(*unit), text]))
        }
        event => {
            let answered = history[first_index..order_index].iter().flat_map(|record| &record.events);
            let earlier: Vec<_> = answered.chain(&record.events[..event_index]).collect();
            writer.event_line(EventContext { order: &first.order, earlier: &earlier }, event)
        }
    };
    ReplayedStep(line.map(LogLine::Text).into_iter().collect())
}

/// Headline of an order of a scene, with the events up to the next order.
pub(crate) fn replay_headline(
    context: &PanelContext,
    history: &[OrderRecord],
    order_index: usize,
) -> ReplayedStep {
    let Some(record) = history.get(order_index) else { return ReplayedStep(Vec::new()) };
    let answers =
        history[order_index + 1..].iter().take_while(|one| matches!(one.order, Order::Decide { .. }));
    let events: Vec<_> = [record].into_iter().chain(answers).flat_map(|record| &record.events).collect();
    let line = LogWriter::for_order(context.view, history, order_index).headline(&record.order, &events);
    ReplayedStep(vec![LogLine::Text(line)])
}

/// Lines of a remark: a rejected order, or values.
pub(crate) fn replay_remark(remark: &ReplayRemark) -> ReplayedStep {
    let (text, clause) = match remark {
        ReplayRemark::Refused { why, clause } => (format!("Refused: {why}"), *clause),
        ReplayRemark::Asked { who, prompt } => (format!("{who}: {}", prompt.question), prompt.clause),
        ReplayRemark::Facts { title, .. } => (title.clone(), ""),
    };
    let tone =
        if matches!(remark, ReplayRemark::Refused { .. }) { TextTone::Caution } else { TextTone::Plain };
    let mut lines = vec![LogLine::Text(LogText { clause, ..text_of_spans(vec![span(text, tone)]) })];
    if let ReplayRemark::Asked { prompt, .. } = remark {
        lines.extend(prompt.answers.iter().map(|answer| {
            let spans = vec![
                span(&answer.label, TextTone::Plain),
                span(format!(" {}", answer.detail), TextTone::Dim),
            ];
            LogLine::Text(LogText { clause: answer.clause, ..text_of_spans(spans) })
        }));
    }
    if let ReplayRemark::Facts { lines: facts, .. } = remark {
        lines.extend(facts.iter().map(fact_line));
    }
    ReplayedStep(lines)
}

fn fact_line(fact: &FactLine) -> LogLine {
    let parts: Vec<String> =
        fact.parts.0.iter().map(|part| format!("{} {:+}", part.reason, part.value)).collect();
    let mut spans = vec![span(&fact.name, TextTone::Plain)];
    if !parts.is_empty() {
        spans.push(span(format!(" ({})", parts.join(", ")), TextTone::Dim));
    }
    let figure = (!fact.value.is_empty()).then(|| span(&fact.value, TextTone::Plain));
    LogLine::Text(LogText { spans, figure, clause: fact.clause })
}

/// Widget id of a step, for scrolling to it.
pub(crate) fn step_id(number: usize) -> Id {
    Id::new(("lab step", number))
}
