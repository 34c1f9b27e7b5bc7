//! Log lines of special and extended actions, and notes of the rules.

use super::super::log_text::{LogText, LogWriter, TextTone, span};
use super::EventContext;
use crate::action_words::action_predicate;
use crate::names::work_text;
use battle::{BattleEvent, ExtendedActionKind, Order};
use dice::NoteSubject;
use model::UnitId;
use rules::play;

/// Line of an event; `None` if the event is not of this subject or has no line.
pub fn line(
    log: &LogWriter,
    EventContext { order, .. }: EventContext<'_>,
    event: &BattleEvent,
) -> Option<LogText> {
    Some(match event {
        BattleEvent::SpecialActionDone { unit, label, .. }
            if !matches!(order, Order::SpecialAction { .. }) =>
        {
            log.unit_action_text(*unit, action_predicate(&label.to_string()).0)
        }
        // The detonation has its own line.
        BattleEvent::RuleNote { clause: "SS-TIMED-01", .. } => return None,
        BattleEvent::RuleNote { unit, text, clause } => {
            let text = match text.note_subject() {
                NoteSubject::Unit => format!(" {text}"),
                NoteSubject::Item => format!("'s {text}"),
                NoteSubject::Projectile => format!("'s {}", name_the_shot(log, *unit, text.to_string())),
                NoteSubject::Free => format!(": {text}"),
            };
            let spans = vec![log.unit_span(*unit), span(text, TextTone::Plain)];
            LogText { spans, figure: None, clause }
        }
        BattleEvent::ExtendedActionAdvanced { unit, work: ExtendedActionKind::Charge { .. }, progress } => {
            let paid = match play::counts_action_points(log.view.rules().book()) {
                true => format!("{} of {} AP", progress.paid, progress.needed),
                false => format!("{} of {} parts of the work", progress.paid, progress.needed),
            };
            let text = format!("has paid {paid} so far");
            LogText { clause: "SS-ACT-18", ..log.unit_action_text(*unit, text) }
        }
        BattleEvent::ExtendedActionAdvanced { unit, work, .. } => {
            let text = format!("spends the turn {}", work_text(log.view, work));
            LogText { clause: work.clause(), ..log.unit_action_text(*unit, text) }
        }
        BattleEvent::ExtendedActionCancelled { unit, why } => {
            let text = log.unit_action_text(*unit, format!("breaks off the extended action: {}", why.text()));
            log.with_clause(text, TextTone::Caution, why.clause())
        }
        _ => return None,
    })
}

/// Puts "shot" in place of a weapon that stays in the hand: not the launcher goes off. Weapons are looked up among those of the
/// battle, which never change: the unit may have lost its own since then.
fn name_the_shot(log: &LogWriter, unit: UnitId, text: String) -> String {
    let Some(unit) = log.view.unit_ignoring_fog(unit) else { return text };
    let setup = log.view.setup();
    let weapons = setup.bundle().weapons.values();
    let named = weapons.map(|weapon| play::weapon_traits(weapon, unit.sheet.get(), setup.rules()));
    let is_meant = |name: &str| text.strip_prefix(name).is_some_and(|rest| rest.starts_with(' '));
    // A rifle is not meant by the name of its grenades.
    let meant = named.filter(|traits| is_meant(traits.name)).max_by_key(|traits| traits.name.len());
    let fired = meant.filter(|traits| traits.magazine > 0 && traits.hands > 1);
    match fired.and_then(|traits| text.strip_prefix(traits.name)) {
        Some(rest) => format!("shot{rest}"),
        None => text,
    }
}
