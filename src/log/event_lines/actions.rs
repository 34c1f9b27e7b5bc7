//! Log lines of special and extended actions, and notes of the rules.

use super::super::log_text::{LogText, LogWriter, TextTone, span, text_of_spans};
use crate::names::work_text;
use battle::{BattleEvent, ExtendedActionKind, Order};
use model::UnitId;
use rules::play;

/// Line of an event; `None` if the event is not of this subject or has no line.
pub fn line(log: &LogWriter, order: &Order, event: &BattleEvent) -> Option<LogText> {
    Some(match event {
        BattleEvent::SpecialActionDone { unit, label, .. }
            if !matches!(order, Order::SpecialAction { .. }) =>
        {
            text_of_spans(vec![log.unit_span(*unit), span(format!(": {label}"), TextTone::Plain)])
        }
        // The detonation has its own line.
        BattleEvent::RuleNote { clause: "SS-TIMED-01", .. } => return None,
        BattleEvent::RuleNote { unit, text, clause } => {
            let text = name_the_shot(log, *unit, text.to_string());
            let link = match () {
                () if is_predicate(&text) => " ",
                () if is_about_item(&text) => "'s ",
                () => ": ",
            };
            let spans = vec![log.unit_span(*unit), span(format!("{link}{text}"), TextTone::Plain)];
            LogText { spans, figure: None, clause }
        }
        BattleEvent::ExtendedActionAdvanced { unit, work: ExtendedActionKind::Charge { .. }, progress } => {
            let paid = match play::counts_action_points(log.view.rules().book()) {
                true => format!("{} of {} AP", progress.paid, progress.needed),
                false => format!("{} of {} parts of the work", progress.paid, progress.needed),
            };
            let text = format!("has paid {paid}");
            LogText { clause: "SS-ACT-18", ..log.unit_action_text(*unit, text) }
        }
        BattleEvent::ExtendedActionAdvanced { unit, work, .. } => {
            let text = format!("spends the turn {}", work_text(log.view, work));
            LogText { clause: work.clause(), ..log.unit_action_text(*unit, text) }
        }
        BattleEvent::ExtendedActionCancelled { unit, why } => {
            let text = log.unit_action_text(*unit, format!("stops the extended action: {}", why.text()));
            log.with_clause(text, TextTone::Caution, why.clause())
        }
        _ => return None,
    })
}

/// Verbs with which notes begin that go on after the name of a unit: "is thrown back 3 m".
const VERBS: [&str; 5] = ["is", "crashes", "falls", "hits", "lands"];

/// Whether a text goes on after the name of a unit without a colon.
fn is_predicate(text: &str) -> bool {
    text.starts_with("takes the ") || text.split(' ').next().is_some_and(|first| VERBS.contains(&first))
}

/// Verbs of notes about an item of the unit: "Fragmentation grenade goes off at Bob".
const ITEM_VERBS: [&str; 4] = [" goes off", " does not go off", " lands ", " bounces off "];

/// Puts "shot" in place of a weapon that stays in the hand: not the launcher goes off.
fn name_the_shot(log: &LogWriter, unit: UnitId, text: String) -> String {
    let ends = ITEM_VERBS.iter().filter_map(|verb| text.find(verb));
    let Some((weapon, rest)) = ends.min().map(|end| text.split_at(end)) else { return text };
    let is_fired = log.known_unit(unit).is_some_and(|unit| {
        unit.inventory
            .items()
            .any(|item| item.magazine() > 0 && item.hands() > 1 && item.name().to_string() == weapon)
    });
    if is_fired { format!("shot{rest}") } else { text }
}

/// Whether a text says what an item of the unit does.
fn is_about_item(text: &str) -> bool {
    !text.contains(':') && ITEM_VERBS.iter().any(|verb| text.contains(verb))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_item_does_is_told_of_its_owner() {
        let notes = [
            "Grenade goes off on target",
            "Fire bomb does not go off",
            "Grenade lands 2 m short of the target",
        ];
        assert!(notes.into_iter().all(|note| is_about_item(note) && !is_predicate(note)));
        assert!(!is_about_item("fall of 3 m: lands on a car") && is_predicate("lands a killing blow"));
    }

    #[test]
    fn notes_that_begin_with_a_verb_need_no_colon() {
        assert!(is_predicate("is thrown back 3 m") && is_predicate("crashes into Crake"));
        assert!(is_predicate("takes the force of a crash: unhurt") && !is_predicate("takes effect"));
        assert!(!is_predicate("fall of 3 m: unhurt") && !is_predicate("issue"));
    }
}
