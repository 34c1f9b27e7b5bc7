//! Announces applied events as Bevy messages, and takes the consequences that house rules add to them.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;

use crate::resolve::rule_steps;
use crate::state::event::{BattleEvent, EventRecord};
use crate::state::resources::{History, Outbox};
use crate::view::battle_view::BattleView;
use dice::GivenText;
use model::UnitId;
use rules::RuleStep;

/// Announces an applied event by its position in the history, which holds the event with its dice.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct BattleEventMessage {
    /// Index of the order's record in [`History::records`].
    pub record: usize,
    /// Index of the event in the record.
    pub event: usize,
}

/// Reads the battle events that were applied since the system ran last.
#[derive(SystemParam)]
pub struct BattleEventReader<'w, 's> {
    messages: MessageReader<'w, 's, BattleEventMessage>,
    history: Option<Res<'w, History>>,
}

impl BattleEventReader<'_, '_> {
    /// Returns the events in the order in which they were applied, without those removed by an undo.
    pub fn read(&mut self) -> impl Iterator<Item = &EventRecord> {
        let history = self.history.as_deref();
        self.messages
            .read()
            .filter_map(move |message| history?.records().get(message.record)?.events.get(message.event))
    }
}

/// Queues the consequences of house rules.
#[derive(SystemParam)]
pub struct HouseRuleCommands<'w, 's> {
    view: BattleView<'w, 's>,
    outbox: ResMut<'w, Outbox>,
}

impl HouseRuleCommands<'_, '_> {
    /// Returns the current state of the battle.
    pub fn view(&self) -> &BattleView<'_, '_> {
        &self.view
    }

    /// Queues steps of rules such as damage, dropped weapons, ailments and knockback.
    ///
    /// `by` is the unit that causes them; `None` if no unit does.
    pub fn push_steps(&mut self, steps: Vec<RuleStep>, by: Option<UnitId>) {
        rule_steps::resolve_rule_steps(&self.view, steps, by, &mut self.outbox);
    }

    /// Queues an event, applied once all house rules have run.
    pub fn push_event(&mut self, event: BattleEvent) {
        self.outbox.push_event(event);
    }

    /// Queues a line for the combat log.
    pub fn push_note(&mut self, unit: UnitId, text: impl Into<String>) {
        let text = GivenText(text.into()).into();
        self.outbox.push_event(BattleEvent::RuleNote { unit, text, clause: "HOUSE-RULE" });
    }
}
