//! Log lines of weapons and other items.

use super::super::log_text::{LogText, LogWriter, TextTone, count_text, definite_name, span, text_of_spans};
use super::EventContext;
use battle::{BattleEvent, Order};
use model::UnitId;
use rules::WeaponMalfunction;

/// Line of an event; `None` if the event is not of this subject or has no line.
pub fn line(
    log: &LogWriter,
    EventContext { order, .. }: EventContext<'_>,
    event: &BattleEvent,
) -> Option<LogText> {
    Some(match event {
        BattleEvent::WeaponFaultChanged { unit, weapon, fault } => {
            return weapon_fault_line(log, order, &log.weapon_name(*unit, *weapon), *unit, *fault);
        }
        BattleEvent::WeaponDestroyed { unit, what, .. } if what.magazine() > 0 && what.loaded() == 0 => {
            let text = format!("has no {} left", what.name());
            log.with_clause(log.unit_action_text(*unit, text), TextTone::Dim, "")
        }
        BattleEvent::WeaponDestroyed { unit, what, .. } => {
            let text = format!("'s {} is destroyed", what.name());
            text_of_spans(vec![log.unit_span(*unit), span(text, TextTone::Caution)])
        }
        BattleEvent::AmmunitionSet { unit, weapon, loaded } => {
            let text = format!(
                "'s {} has {} left",
                log.weapon_name(*unit, *weapon),
                count_text(*loaded, "shot", "shots")
            );
            text_of_spans(vec![log.unit_span(*unit), span(text, TextTone::Dim)])
        }
        BattleEvent::ItemLanded { unit, what, .. } => {
            let text = format!("'s {} lands on the ground", what.name());
            text_of_spans(vec![log.unit_span(*unit), span(text, TextTone::Plain)])
        }
        BattleEvent::Dropped { unit, what, .. } if !matches!(order, Order::Drop { .. }) => {
            log.unit_action_text(*unit, format!("drops {}", definite_name(what.name())))
        }
        _ => return None,
    })
}

fn weapon_fault_line(
    log: &LogWriter,
    order: &Order,
    weapon: &str,
    unit: UnitId,
    fault: WeaponMalfunction,
) -> Option<LogText> {
    let (what, tone, clause) = match fault {
        // Stated by the headline.
        WeaponMalfunction::None if matches!(order, Order::Reload { .. }) => return None,
        WeaponMalfunction::None => ("can be used again", TextTone::Good, ""),
        WeaponMalfunction::Jammed => ("jams", TextTone::Caution, "CS-JAM-01"),
        WeaponMalfunction::Cleared => ("is no longer jammed", TextTone::Good, "CS-JAM-10"),
        WeaponMalfunction::Empty => ("is out of ammunition", TextTone::Caution, "CC-THT-10"),
        WeaponMalfunction::Disabled | WeaponMalfunction::DisabledInTurn => {
            ("is disabled until the end of its owner's next turn", TextTone::Caution, "CC-ADV-21")
        }
        WeaponMalfunction::Broken => ("is broken for the rest of the battle", TextTone::Harm, "CC-THT-12"),
        // Stated by the book's own text.
        WeaponMalfunction::Worn { .. } => return None,
    };
    let spans = vec![log.unit_span(unit), span(format!("'s {weapon} {what}"), tone)];
    Some(LogText { spans, figure: None, clause })
}
