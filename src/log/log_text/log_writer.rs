//! The writer of log lines: what it may name, and names of units, sides, barriers and weapons.

use std::collections::BTreeSet;

use super::{LogEntry, LogSpan, LogText, TextTone, definite_name, span, text_of_spans};
use battle::{
    BattleEvent, BattleView, CarriedItem, EventRecord, Order, OrderRecord, Target, UNSEEN_UNIT_NAME,
    UnitDataItem,
};
use content::side_sentence;
use model::{BarrierId, Side, UnitId};

/// Writes log lines.
pub struct LogWriter<'a, 'w, 's> {
    /// The battle.
    pub view: &'a BattleView<'w, 's>,
    /// Units whose names are hidden.
    pub(super) hidden: BTreeSet<UnitId>,
    /// Records before the described order.
    pub(crate) before: &'a [OrderRecord],
    /// Records from the described order on.
    pub(super) since: &'a [OrderRecord],
}

impl<'a, 'w, 's> LogWriter<'a, 'w, 's> {
    /// A writer that hides no names.
    pub fn new(view: &'a BattleView<'w, 's>) -> Self {
        Self { view, hidden: BTreeSet::new(), before: &[], since: &[] }
    }

    /// A writer for an order of the history that hides no names.
    pub fn for_order(view: &'a BattleView<'w, 's>, all: &'a [OrderRecord], number: usize) -> Self {
        let (before, since) = all.split_at(number.min(all.len()));
        Self { view, hidden: BTreeSet::new(), before, since }
    }

    /// A writer for an entry of the history.
    pub fn for_entry(view: &'a BattleView<'w, 's>, entry: &LogEntry, all: &'a [OrderRecord]) -> Self {
        let hidden =
            entry.side_history.as_ref().map(|side_history| side_history.hidden.clone()).unwrap_or_default();
        Self { hidden, ..Self::for_order(view, all, entry.chapters.start) }
    }
}

impl LogWriter<'_, '_, '_> {
    /// A unit that may be named; `None` if its name is hidden.
    pub fn known_unit(&self, id: UnitId) -> Option<UnitDataItem<'_, '_>> {
        self.view.unit_ignoring_fog(id).filter(|_| !self.hidden.contains(&id))
    }

    /// Name of a unit, as far as it is known.
    pub fn unit_span(&self, id: UnitId) -> LogSpan {
        match self.known_unit(id) {
            Some(unit) => span(unit.identity.name(), TextTone::Unit(id)),
            None => span(UNSEEN_UNIT_NAME, TextTone::Plain),
        }
    }

    pub(crate) fn side_span(&self, side: Side) -> LogSpan {
        span(self.view.side_name(side), TextTone::Side(side))
    }

    /// What a side does, after its name, with the verb that agrees with the name: " wins", " win".
    pub(crate) fn side_predicate(&self, side: Side, verbs: (&str, &str), rest: &str) -> String {
        let name = self.view.side_name(side);
        let sentence = side_sentence(name, verbs, rest);
        sentence.strip_prefix(name).unwrap_or_default().to_owned()
    }

    pub(crate) fn barrier_name(&self, id: BarrierId) -> String {
        self.view
            .barrier(id)
            .map_or_else(|| format!("barrier {}", id.0), |data| data.barrier.kind().name.clone())
    }

    pub(crate) fn target_span(&self, target: Target) -> LogSpan {
        match target {
            Target::Unit(id) => self.unit_span(id),
            Target::Barrier(id) => span(format!("the {}", self.barrier_name(id)), TextTone::Plain),
            Target::Square(_) => span("a square", TextTone::Plain),
        }
    }

    /// The events from the described order on.
    pub(crate) fn records_since(&self) -> impl Iterator<Item = &EventRecord> {
        self.since.iter().flat_map(|record| &record.events)
    }

    /// The events of the described order and of the answers to its questions.
    pub(crate) fn entry_events(&self) -> impl Iterator<Item = &EventRecord> {
        let is_own =
            |(at, record): &(usize, &OrderRecord)| *at == 0 || matches!(record.order, Order::Decide { .. });
        let records = self.since.iter().enumerate().take_while(is_own);
        records.flat_map(|(_, record)| &record.events)
    }

    /// The item that a unit carried in a slot when the order was given; it may have lost it since then.
    pub fn carried_weapon(&self, unit: UnitId, weapon: usize) -> Option<CarriedItem> {
        let now = self.known_unit(unit)?;
        for record in self.records_since() {
            match &record.event {
                BattleEvent::Dropped { unit: of, weapon: gone, what, .. }
                | BattleEvent::Activated { unit: of, weapon: gone, what, .. }
                | BattleEvent::WeaponDestroyed { unit: of, weapon: gone, what }
                    if *of == unit && *gone == weapon =>
                {
                    return Some((**what).clone());
                }
                _ => {}
            }
        }
        now.inventory.get(weapon).cloned()
    }

    pub(crate) fn weapon_name(&self, unit: UnitId, weapon: usize) -> String {
        self.carried_weapon(unit, weapon)
            .map_or_else(|| "a weapon".to_owned(), |carried| carried.name().to_string())
    }

    /// A weapon of a unit in a sentence: "the light machine gun".
    pub(crate) fn the_weapon(&self, unit: UnitId, weapon: usize) -> String {
        self.carried_weapon(unit, weapon)
            .map_or_else(|| "a weapon".to_owned(), |carried| definite_name(carried.name()))
    }

    /// A line with the unit's name and what it does.
    pub fn unit_action_text(&self, unit: UnitId, what: impl Into<String>) -> LogText {
        text_of_spans(vec![self.unit_span(unit), span(format!(" {}", what.into()), TextTone::Plain)])
    }
}
