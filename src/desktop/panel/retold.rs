//! The story of an action a step at a time: the same lines as the log's, one for each thing that happens.

use bevy_egui::egui::{Id, Ui};

use super::kit::See;
use super::log;
use super::log_text::{Ink, Line, Teller, span, words};
use battle::{Chapter, Event};

/// A line, drawn as the log draws it.
pub(crate) struct Retold(Vec<Line>);

impl Retold {
    /// Whether there is anything to read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Draws it.
    pub fn show(&self, ui: &mut Ui, see: &See) {
        for line in &self.0 {
            log::detail(ui, see, line);
        }
    }
}

/// A step of a rule: dice, a decision, a number.
pub(crate) fn step(
    see: &See,
    story: &[Chapter],
    (chapter, happening, trace): (usize, usize, usize),
) -> Retold {
    let mut lines = Vec::new();
    if let Some(step) = story.get(chapter).and_then(|one| one.happenings.get(happening)?.trace.get(trace)) {
        Teller::new(see.view).step(step, &mut lines);
    }
    Retold(lines)
}

/// Something that happened on the field; empty where the log has no line for it.
pub(crate) fn event(see: &See, story: &[Chapter], (chapter, happening): (usize, usize)) -> Retold {
    let teller = Teller::new(see.view);
    // Answers belong to the order that asked.
    let Some((first, one)) = story.first().zip(story.get(chapter)) else { return Retold(Vec::new()) };
    let Some(happened) = one.happenings.get(happening) else { return Retold(Vec::new()) };
    let line = match &happened.event {
        Event::AttackResolved { .. } => {
            // What it cost the target may be told before or after it.
            let harm = one.happenings.iter().filter(|other| matches!(other.event, Event::Harmed { .. }));
            let events: Vec<_> = std::iter::once(happened).chain(harm).collect();
            Some(teller.headline(&first.order, &events))
        }
        Event::Stepped { unit, .. } => Some(teller.does(*unit, "flies on")),
        Event::Paid { unit, action, .. } => {
            Some(words(vec![teller.unit(*unit), span(format!(" pays: {}", action.name()), Ink::Dim)]))
        }
        event => teller.after(&first.order, event),
    };
    Retold(line.map(Line::Text).into_iter().collect())
}

/// The number of a step, so that the panel can scroll to it.
pub(crate) fn id(number: usize) -> Id {
    Id::new(("lab step", number))
}
