//! Log lines of events: a file per subject, all of them in one list.

mod actions;
mod attacks;
mod health;
mod items;
mod movement;
mod perception;
mod rounds;
mod status;
pub(crate) mod terrain;
mod timed_items;
mod vehicles;

use super::log_text::{LogText, LogWriter, TextTone};
use battle::{BattleEvent, EventRecord, Order};
use model::UnitId;

/// What an event follows.
#[derive(Clone, Copy, Debug)]
pub struct EventContext<'a> {
    /// The order of the entry.
    pub order: &'a Order,
    /// The events of the entry before this one, as far as the viewing side knows them.
    pub earlier: &'a [&'a EventRecord],
}

/// Writes the line of an event of one subject; `None` for the events of other subjects and those without a line.
type EventLine = fn(&LogWriter, EventContext<'_>, &BattleEvent) -> Option<LogText>;

/// The subjects. Each kind of event belongs to one of them.
const EVENT_LINES: [EventLine; 11] = [
    rounds::line,
    movement::line,
    attacks::line,
    health::line,
    status::line,
    vehicles::line,
    perception::line,
    items::line,
    timed_items::line,
    terrain::line,
    actions::line,
];

impl LogWriter<'_, '_, '_> {
    /// Line of an event below the headline; `None` for events without one.
    pub fn event_line(&self, context: EventContext<'_>, event: &BattleEvent) -> Option<LogText> {
        EVENT_LINES.iter().find_map(|line| line(self, context, event))
    }

    fn with_clause(&self, mut text: LogText, tone: TextTone, clause: &'static str) -> LogText {
        if let Some(last) = text.spans.last_mut() {
            last.tone = tone;
        }
        LogText { clause, ..text }
    }
}

/// Units that an event concerns, besides the unit that was ordered.
pub fn event_subjects(event: &BattleEvent) -> Vec<UnitId> {
    match event {
        BattleEvent::Harmed { unit, by, .. } | BattleEvent::WentDown { unit, by, .. } => {
            [Some(*unit), *by].into_iter().flatten().collect()
        }
        BattleEvent::Stepped { unit, .. }
        | BattleEvent::Displaced { unit, .. }
        | BattleEvent::PhaseLost { unit, .. }
        | BattleEvent::Escaped { unit }
        | BattleEvent::Arrived { unit, .. }
        | BattleEvent::RuleNote { unit, .. }
        | BattleEvent::WeaponFaultChanged { unit, .. }
        | BattleEvent::WeaponDestroyed { unit, .. }
        | BattleEvent::BoostsClaimed { unit }
        | BattleEvent::HeldPhaseLost { unit, .. }
        | BattleEvent::SteppedIn { unit, .. }
        | BattleEvent::FuseTicked { unit, .. }
        | BattleEvent::Detonated { unit, .. }
        | BattleEvent::Afflicted { unit, .. }
        | BattleEvent::AilmentCounted { unit, .. }
        | BattleEvent::Relieved { unit, .. }
        | BattleEvent::KarmaSpent { unit, .. } => vec![*unit],
        BattleEvent::Intercepted { unit, mover, .. } | BattleEvent::LetPass { unit, mover } => {
            vec![*unit, *mover]
        }
        BattleEvent::BoostGiven { giver } => vec![*giver],
        _ => Vec::new(),
    }
}
