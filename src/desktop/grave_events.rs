//! What strikes units of persons so hard that the AI waits behind it and a banner names it: critical injuries and falls.

use battle::{BattleEvent, BattleView, OrderRecord};
use battle_log::event_lines::EventContext;
use battle_log::log_text::{LogWriter, plain_text};
use model::{Side, UnitId};
use rules::play;

/// Returns the units of persons that an order injured critically or took out of action, as far as the viewer is told, with the number
/// of its event; each unit with the last of them.
pub(crate) fn struck_units(
    view: &BattleView,
    record: &OrderRecord,
    persons: &[Side],
) -> Vec<(UnitId, usize)> {
    let is_own = |unit| view.unit_ignoring_fog(unit).is_some_and(|unit| persons.contains(unit.side));
    let mut struck: Vec<(UnitId, usize)> = Vec::new();
    for (number, event) in record.events.iter().enumerate().filter(|(_, event)| view.is_told(event)) {
        let Some(unit) = struck_unit(&event.event).filter(|unit| is_own(*unit)) else { continue };
        struck.retain(|(known, _)| *known != unit);
        struck.push((unit, number));
    }
    struck
}

/// The unit that an event injures critically or takes out of action; `None` for other events.
fn struck_unit(event: &BattleEvent) -> Option<UnitId> {
    match event {
        BattleEvent::WentDown { unit, .. } => Some(*unit),
        BattleEvent::Harmed { unit, before, after, .. } => {
            (play::critical_injuries(after) > play::critical_injuries(before)).then_some(*unit)
        }
        _ => None,
    }
}

/// Says what struck units of persons in an order: "Mara falls unconscious"; `None` if nothing did.
pub(crate) fn grave_words(view: &BattleView, record: &OrderRecord, persons: &[Side]) -> Option<String> {
    let writer = LogWriter::new(view);
    let context = EventContext { order: &record.order, earlier: &[] };
    let words = struck_units(view, record, persons).into_iter().map(|(unit, number)| {
        let event = record.events.get(number).map(|record| &record.event);
        let fall = event.filter(|event| matches!(event, BattleEvent::WentDown { .. }));
        let fall = fall.and_then(|event| writer.event_line(context, event));
        let injury = || writer.unit_action_text(unit, "suffers a critical injury");
        plain_text(&fall.unwrap_or_else(injury))
    });
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| words.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::{EventRecord, Order};
    use rules::DownState;

    #[test]
    fn the_fall_of_an_own_unit_is_named_and_that_of_an_enemy_is_not() {
        battle::with_view(&mut crate::panel::tests::shipped_battle("warehouse"), |view| {
            let unit_of = |side| {
                let known = view.units().find(|unit| *unit.side == side);
                known.map(|unit| (*unit.id, unit.identity.name().to_owned())).expect("both sides have units")
            };
            let (own, enemy) = (unit_of(Side(0)), unit_of(Side(1)));
            let words = |unit| {
                let down = BattleEvent::WentDown { unit, by: None, down: DownState::Dead };
                let order = Order::EndPhase { unit: enemy.0 };
                let events = vec![EventRecord::new(down)];
                let record = OrderRecord { order, round: 1, pass: 1, events, revealed: false };
                grave_words(view, &record, &[Side(0)])
            };
            assert_eq!(words(own.0), Some(format!("{} dies", own.1)));
            assert_eq!(words(enemy.0), None);
        });
    }
}
