//! The history of a fight as a side lived through it: what it did not perceive is left out, and whom it did not see is not
//! named.

use std::collections::BTreeSet;

use crate::model::components::{Side, UnitId};
use crate::model::event::{BattleEvent, EventRecord};
use crate::model::order::Target;
use crate::model::resources::OrderRecord;
use crate::view::battle_view::BattleView;
use dice::Trace;

/// How a unit is called that a side does not see.
pub const UNSEEN_UNIT_NAME: &str = "someone";

/// Some chapters of a fight, as a side lived through them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideHistory {
    /// The chapters with what the side learned of; orders of unseen units are among them.
    pub records: Vec<OrderRecord>,
    /// Units that these chapters name and that the side saw at no time in them.
    pub hidden: BTreeSet<UnitId>,
    /// The side knows of the order that began them: its own, one it has seen carried out, or one that it suffered.
    pub knows_order: bool,
}

impl SideHistory {
    /// Nothing of it reached the side.
    pub fn is_empty(&self) -> bool {
        self.records.iter().all(|chapter| chapter.events.is_empty()) && !self.knows_order
    }
}

impl BattleView<'_, '_> {
    /// What a side lived through in these chapters, an order and the answers to its questions.
    pub fn side_history(&self, chapters: &[OrderRecord], side: Side) -> SideHistory {
        let heard = || chapters.iter().flat_map(|chapter| &chapter.events);
        let heard = || heard().filter(|one| one.visibility.is_told_to(side));
        let own = |unit: UnitId| self.unit_ignoring_fog(unit).is_some_and(|unit| *unit.side == side);
        let mut named: BTreeSet<UnitId> = heard().flat_map(|one| one.visibility.hidden_from(side)).collect();
        let begun = chapters.first().map(|chapter| &chapter.order);
        let by = begun.and_then(|order| order.unit());
        named.extend(by.filter(|by| !own(*by)));
        let seen = |unit: UnitId| own(unit) || heard().any(|one| one.visibility.shows_unit(side, unit));
        named.retain(|unit| !seen(*unit));
        let suffered = |one: &EventRecord| match &one.event {
            BattleEvent::AttackResolved { unit, target: Target::Unit(target), .. } => {
                Some(*unit) == by && own(*target)
            }
            BattleEvent::SpecialActionDone { unit, target, .. } => {
                Some(*unit) == by && target.is_some_and(own)
            }
            _ => false,
        };
        let ordered = by.is_none_or(seen) || heard().any(suffered);
        let names: Vec<String> = self.unit_names(|unit| !seen(unit));
        let tell = |chapter: &OrderRecord| {
            let heard = chapter.events.iter().filter(|one| one.visibility.is_told_to(side));
            let mut happenings: Vec<_> =
                heard.map(|one| self.filter_event(one, side, &seen, &names)).collect();
            count_blasts(&mut happenings);
            OrderRecord { events: happenings, ..chapter.clone() }
        };
        SideHistory { records: chapters.iter().map(tell).collect(), hidden: named, knows_order: ordered }
    }

    /// Something that happened, with no more of it than a side may know.
    fn filter_event(
        &self,
        happening: &EventRecord,
        side: Side,
        known: &impl Fn(UnitId) -> bool,
        names: &[String],
    ) -> EventRecord {
        if happening.visibility.0.is_none() {
            return happening.clone();
        }
        let mut told = happening.clone();
        let seen = |unit: UnitId| known(unit) || happening.visibility.shows_unit(side, unit);
        let whole = happening.visibility.hidden_from(side).next().is_none();
        let blast = matches!(told.event, BattleEvent::AttackResolved { target: Target::Square(_), .. });
        told.trace.retain(|step| match step {
            Trace::Rolled(record) => record.who.map_or(whole, |who| seen(UnitId(who))),
            Trace::Decided { who, .. } => seen(UnitId(*who)),
            Trace::Noted(_) => whole && !blast,
        });
        for step in &mut told.trace {
            if let Trace::Decided { question, answer, .. } = step {
                (*question, *answer) = (replace_names(question, names), replace_names(answer, names));
            }
        }
        match &mut told.event {
            BattleEvent::AttackResolved { words, .. } => *words = remove_named_parts(words, names),
            BattleEvent::RuleNote { text, .. } => *text = replace_names(text, names),
            BattleEvent::SpecialActionDone { label, .. } | BattleEvent::Treated { label, .. } => {
                *label = replace_names(label, names)
            }
            _ => {}
        }
        told
    }

    /// Names of units, the longest first.
    fn unit_names(&self, which: impl Fn(UnitId) -> bool) -> Vec<String> {
        let all = self.all_units().filter(|unit| which(*unit.id));
        let mut names: Vec<String> = all.map(|unit| unit.identity.name().to_owned()).collect();
        names.sort_by_key(|name| (std::cmp::Reverse(name.len()), name.clone()));
        names
    }

    /// A text for whoever this view is for: units that it does not show are not named.
    pub fn hide_unseen_names(&self, text: &str) -> String {
        if self.viewer_knowledge().is_none() {
            return text.to_owned();
        }
        replace_names(text, &self.unit_names(|unit| self.unit(unit).is_none()))
    }
}

/// What goes off at a square did as much as one has seen it do.
fn count_blasts(happenings: &mut [EventRecord]) {
    let harm = |one: &EventRecord| match one.event {
        BattleEvent::Harmed { by: Some(by), damage, .. } => Some((by, damage)),
        _ => None,
    };
    let all: Vec<(UnitId, u32)> = happenings.iter().filter_map(harm).collect();
    for happening in happenings.iter_mut().filter(|one| one.visibility.0.is_some()) {
        if let BattleEvent::AttackResolved { unit, target: Target::Square(_), damage, .. } =
            &mut happening.event
        {
            *damage = all.iter().filter(|(by, _)| by == unit).map(|(_, damage)| damage).sum();
        }
    }
}

/// "Ann: 3 damage, prone, Bob: 2 damage" without what is said of these.
fn remove_named_parts(words: &str, names: &[String]) -> String {
    let mut drops = false;
    let parts = words.split(", ").filter(|part| {
        if names_any(part, names) {
            drops = true;
        } else if part.contains(": ") {
            drops = false;
        }
        !drops
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// Whether a name begins at a place of a text and ends where a word ends.
fn has_name_at(text: &str, place: usize, name: &str) -> bool {
    let letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    text[place..].starts_with(name)
        && !letter(text[..place].chars().next_back())
        && !letter(text[place + name.len()..].chars().next())
}

fn names_any(text: &str, names: &[String]) -> bool {
    names.iter().any(|name| text.char_indices().any(|(place, _)| has_name_at(text, place, name)))
}

/// A text without these names.
fn replace_names(text: &str, names: &[String]) -> String {
    let (mut told, mut rest) = (String::with_capacity(text.len()), 0);
    for (place, letter) in text.char_indices() {
        if place < rest {
            continue;
        }
        match names.iter().find(|name| !name.is_empty() && has_name_at(text, place, name)) {
            Some(name) => {
                told.push_str(UNSEEN_UNIT_NAME);
                rest = place + name.len();
            }
            None => told.push(letter),
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_and_longer_ones_stay_whole() {
        let names = ["Raven 1".to_owned(), "Ann".to_owned()];
        assert_eq!(replace_names("Raven 1 hits Raven 10", &names), "someone hits Raven 10");
        assert_eq!(replace_names("Anna and Ann", &names), "Anna and someone");
        assert_eq!(
            remove_named_parts("Ann: 3 damage, prone, Bob: 2 damage, dazed", &names),
            "Bob: 2 damage, dazed"
        );
        assert!(names_any("Ann: 3 damage", &names) && !names_any("Annabel: 3 damage", &names));
    }
}
