//! History as one side perceived it: unperceived events are left out and unseen units are not named.

use std::collections::BTreeSet;
use std::fmt::Display;

use crate::state::event::{BattleEvent, EventRecord};
use crate::state::order::Target;
use crate::state::resources::OrderRecord;
use crate::view::battle_view::BattleView;
use dice::{FilteredText, RuleText, Trace};
use model::{Side, UnitId};

/// Name shown for a unit that a side does not see.
pub const UNSEEN_UNIT_NAME: &str = "someone";

/// Records as one side perceived them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideHistory {
    /// The records with the events the side perceived, including orders of unseen units.
    pub records: Vec<OrderRecord>,
    /// Units named in these records that the side never saw in them.
    pub hidden: BTreeSet<UnitId>,
    /// Whether the side knows the first order: its own, or one it saw carried out or suffered.
    pub knows_order: bool,
}

impl SideHistory {
    /// Whether the side perceived nothing of it.
    pub fn is_empty(&self) -> bool {
        self.records.iter().all(|record| record.events.is_empty()) && !self.knows_order
    }
}

impl BattleView<'_, '_> {
    /// What a side perceived of these records: an order and the answers to its prompts.
    pub fn side_history(&self, records: &[OrderRecord], side: Side) -> SideHistory {
        let perceived = || records.iter().flat_map(|record| &record.events);
        let perceived = || perceived().filter(|event| event.visibility.is_told_to(side));
        let own = |unit: UnitId| self.unit_ignoring_fog(unit).is_some_and(|unit| *unit.side == side);
        let mut named: BTreeSet<UnitId> =
            perceived().flat_map(|event| event.visibility.hidden_from(side)).collect();
        let first_order = records.first().map(|record| &record.order);
        let by = first_order.and_then(|order| order.unit());
        named.extend(by.filter(|by| !own(*by)));
        let seen =
            |unit: UnitId| own(unit) || perceived().any(|event| event.visibility.shows_unit(side, unit));
        named.retain(|unit| !seen(*unit));
        let suffered = |record: &EventRecord| match &record.event {
            BattleEvent::AttackResolved { unit, target: Target::Unit(target), .. } => {
                Some(*unit) == by && own(*target)
            }
            BattleEvent::SpecialActionDone { unit, target, .. } => {
                Some(*unit) == by && target.is_some_and(own)
            }
            _ => false,
        };
        let ordered = by.is_none_or(seen) || perceived().any(suffered);
        let names: Vec<String> = self.unit_names(|unit| !seen(unit));
        let filter_record = |record: &OrderRecord| {
            let perceived = record.events.iter().filter(|event| event.visibility.is_told_to(side));
            let mut events: Vec<_> =
                perceived.map(|event| self.filter_event(event, side, &seen, &names)).collect();
            count_blasts(&mut events);
            OrderRecord { events, ..record.clone() }
        };
        SideHistory {
            records: records.iter().map(filter_record).collect(),
            hidden: named,
            knows_order: ordered,
        }
    }

    /// An event, reduced to what a side may know.
    fn filter_event(
        &self,
        record: &EventRecord,
        side: Side,
        known: &impl Fn(UnitId) -> bool,
        names: &[String],
    ) -> EventRecord {
        if record.visibility.0.is_none() {
            return record.clone();
        }
        let mut filtered = record.clone();
        let seen = |unit: UnitId| known(unit) || record.visibility.shows_unit(side, unit);
        let whole = record.visibility.hidden_from(side).next().is_none();
        let blast = matches!(filtered.event, BattleEvent::AttackResolved { target: Target::Square(_), .. });
        filtered.trace.retain(|step| match step {
            Trace::Rolled(roll) => roll.who.map_or(whole, seen),
            Trace::Decided { who, .. } => seen(*who),
            Trace::Noted(_) => whole && !blast,
        });
        for step in &mut filtered.trace {
            if let Trace::Decided { question, answer, .. } = step {
                (*question, *answer) = (hide_names(question, names), hide_names(answer, names));
            }
        }
        match &mut filtered.event {
            BattleEvent::AttackResolved { words, .. } => {
                let is_hidden = |unit: &str| names.iter().any(|name| name == unit);
                *words = words.without_units(&is_hidden).unwrap_or_else(|| hide_names(words, names));
            }
            BattleEvent::RuleNote { text, .. } => *text = hide_names(text, names),
            BattleEvent::SpecialActionDone { label, .. } | BattleEvent::Treated { label, .. } => {
                *label = hide_names(label, names);
            }
            _ => {}
        }
        filtered
    }

    /// Names of units, longest first.
    fn unit_names(&self, which: impl Fn(UnitId) -> bool) -> Vec<String> {
        let all = self.all_units().filter(|unit| which(*unit.id));
        let mut names: Vec<String> = all.map(|unit| unit.identity.name().to_owned()).collect();
        names.sort_by_key(|name| (std::cmp::Reverse(name.len()), name.clone()));
        names
    }

    /// Replaces the names of units that this view does not contain.
    pub fn hide_unseen_names(&self, text: impl Display) -> String {
        if self.viewer_knowledge().is_none() {
            return text.to_string();
        }
        replace_names(&text.to_string(), &self.unit_names(|unit| self.unit(unit).is_none()))
    }
}

/// Limits the damage of explosions to what the side saw.
fn count_blasts(records: &mut [EventRecord]) {
    let harm = |record: &EventRecord| match record.event {
        BattleEvent::Harmed { by: Some(by), damage, .. } => Some((by, damage)),
        _ => None,
    };
    let all: Vec<(UnitId, u32)> = records.iter().filter_map(harm).collect();
    for record in records.iter_mut().filter(|record| record.visibility.0.is_some()) {
        if let BattleEvent::AttackResolved { unit, target: Target::Square(_), damage, .. } = &mut record.event
        {
            *damage = all.iter().filter(|(by, _)| by == unit).map(|(_, damage)| damage).sum();
        }
    }
}

/// Whether a name starts at this position and ends at a word boundary.
fn has_name_at(text: &str, place: usize, name: &str) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text[place..].starts_with(name)
        && !is_letter(text[..place].chars().next_back())
        && !is_letter(text[place + name.len()..].chars().next())
}

/// Hides these names in a text of a rule.
fn hide_names(text: &RuleText, names: &[String]) -> RuleText {
    let (subject, topic) = (text.note_subject(), text.note_topic());
    FilteredText { text: replace_names(&text.to_string(), names), subject, topic }.into()
}

/// Replaces these names in a text.
fn replace_names(text: &str, names: &[String]) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), 0);
    for (place, c) in text.char_indices() {
        if place < rest {
            continue;
        }
        match names.iter().find(|name| !name.is_empty() && has_name_at(text, place, name)) {
            Some(name) => {
                out.push_str(UNSEEN_UNIT_NAME);
                rest = place + name.len();
            }
            None => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_and_longer_ones_stay_whole() {
        let names = ["Raven 1".to_owned(), "Ann".to_owned()];
        assert_eq!(replace_names("Raven 1 hits Raven 10", &names), "someone hits Raven 10");
        assert_eq!(replace_names("Anna and Ann", &names), "Anna and someone");
        assert_eq!(replace_names("Annabel: 3 damage", &names), "Annabel: 3 damage");
    }
}
