//! The story of an action a step at a time: the same lines as the log's, one for each thing that happens.

use bevy_egui::egui::{Id, Ui};

use super::log_panel;
use super::log_text::{LogLine, LogWriter, TextTone, span, text_of_spans};
use crate::panel::widgets::PanelContext;
use battle::{BattleEvent, OrderRecord};

/// A line, drawn as the log draws it.
pub(crate) struct ReplayedStep(Vec<LogLine>);

impl ReplayedStep {
    /// Whether there is anything to read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Draws it.
    pub fn show(&self, ui: &mut Ui, see: &PanelContext) {
        for line in &self.0 {
            log_panel::show_detail(ui, see, line);
        }
    }
}

/// A step of a rule: dice, a decision, a number.
pub(crate) fn replay_rule_step(
    see: &PanelContext,
    story: &[OrderRecord],
    (chapter, happening, trace): (usize, usize, usize),
) -> ReplayedStep {
    let mut lines = Vec::new();
    if let Some(step) = story.get(chapter).and_then(|one| one.events.get(happening)?.trace.get(trace)) {
        LogWriter::new(see.view).write_rule_step(step, &mut lines);
    }
    ReplayedStep(lines)
}

/// Something that happened on the field; empty where the log has no line for it.
pub(crate) fn replay_event(
    see: &PanelContext,
    story: &[OrderRecord],
    (chapter, happening): (usize, usize),
) -> ReplayedStep {
    let teller = LogWriter::new(see.view);
    // Answers belong to the order that asked.
    let Some((first, one)) = story.first().zip(story.get(chapter)) else { return ReplayedStep(Vec::new()) };
    let Some(happened) = one.events.get(happening) else { return ReplayedStep(Vec::new()) };
    let line = match &happened.event {
        BattleEvent::AttackResolved { .. } => {
            // What it cost the target may be told before or after it.
            let harm = one.events.iter().filter(|other| matches!(other.event, BattleEvent::Harmed { .. }));
            let events: Vec<_> = std::iter::once(happened).chain(harm).collect();
            Some(teller.headline(&first.order, &events))
        }
        BattleEvent::Stepped { unit, .. } => Some(teller.unit_action_text(*unit, "flies on")),
        BattleEvent::Paid { unit, action, .. } => Some(text_of_spans(vec![
            teller.unit_span(*unit),
            span(format!(" pays: {}", action.name()), TextTone::Dim),
        ])),
        event => teller.event_line(&first.order, event),
    };
    ReplayedStep(line.map(LogLine::Text).into_iter().collect())
}

/// The number of a step, so that the panel can scroll to it.
pub(crate) fn step_id(number: usize) -> Id {
    Id::new(("lab step", number))
}
