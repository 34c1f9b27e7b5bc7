//! Words for units that are not in action: in reserve, down, coming round.

use battle::{BattleView, UnitDataItem};
use content::Arrival;
use rules::{DownState, Revival, play};

/// Returns when a unit in reserve arrives.
pub(in crate::panel) fn arrival_text(arrival: Arrival) -> String {
    match arrival.pass {
        1 => format!("in reserve: arrives in round {}", arrival.round),
        pass => format!("in reserve: arrives in round {}, pass {pass}", arrival.round),
    }
}

/// State of a unit that is out of action; `None` if it is not.
pub(crate) fn out_of_action_text(unit: &UnitDataItem) -> Option<&'static str> {
    Some(match (unit.out_of_action.down()?, unit.is_machine()) {
        (DownState::Dead, false) => "dead",
        (DownState::Unconscious, false) => "unconscious",
        (DownState::Dead, true) => "destroyed",
        (DownState::Unconscious, true) => "wrecked",
        (DownState::Surrendered, _) => "surrendered",
        (DownState::Fled, _) => "fled",
    })
}

/// Returns how an unconscious unit may come round; `None` if it cannot.
fn revival(view: &BattleView, unit: &UnitDataItem) -> Option<Revival> {
    if unit.is_machine() || unit.out_of_action.down() != Some(DownState::Unconscious) {
        return None;
    }
    play::revival(unit.sheet.get(), unit.health.condition(), view.rules())
}

/// Says how an unconscious unit may come round; `None` if it cannot.
pub(crate) fn revival_text(view: &BattleView, unit: &UnitDataItem) -> Option<String> {
    revival(view, unit).map(|revival| revival.text)
}

/// Returns the label on the board of an unconscious unit that may come round without help, with which its text begins; `None` for
/// others.
pub(crate) fn revival_label(view: &BattleView, unit: &UnitDataItem) -> Option<&'static str> {
    revival(view, unit)?.label()
}
