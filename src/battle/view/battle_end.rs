//! Reads what keeps the battle going, and what its end ends.

use super::battle_view::{BattleView, UnitDataItem};
use crate::state::event::BattleEvent;
use crate::state::lines::BattleNote;
use rules::DownState;
use rules::status::{ActiveAilment, AfterBattleAilments};

/// Returns whether a unit keeps its side in the battle: one that can fight, now or after it has arrived.
pub(crate) fn keeps_side_in_battle(unit: &UnitDataItem) -> bool {
    let comes = unit.out_of_action.arrival().is_some() && unit.out_of_action.down().is_none();
    is_active(unit) || (comes && !unit.is_driven())
}

/// Returns whether a unit can act where it is. A vehicle cannot, whether or not units sit in it: they count for themselves.
pub(crate) fn is_active(unit: &UnitDataItem) -> bool {
    unit.is_fighting() && !unit.is_driven()
}

/// Returns the notes of ailments that end with the battle, of units that stand at its end. `CS-AIL-07`.
pub(crate) fn battle_end_notes(view: &BattleView) -> Vec<BattleEvent> {
    if view.rules().status_options().afterwards == AfterBattleAilments::Keep {
        return Vec::new();
    }
    let of_unit = |data: UnitDataItem| {
        let ending = data.status.ailments().iter().filter(|one| !one.ailment.rule().lasting);
        let unit = *data.id;
        let note = |one: &ActiveAilment| {
            let text = BattleNote::EndsWithBattle { ailment: one.title() }.into();
            BattleEvent::RuleNote { unit, text, clause: "CS-AIL-07" }
        };
        ending.map(note).collect::<Vec<_>>()
    };
    view.units().filter(|unit| is_told(unit.out_of_action.down())).flat_map(of_unit).collect()
}

/// Whether the log says which ailments of a unit end: only of one that stands, because nothing changes to be seen of others.
fn is_told(down: Option<DownState>) -> bool {
    down.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cs_ail_07_the_end_of_ailments_is_told_of_units_that_stand() {
        let down = [DownState::Unconscious, DownState::Dead];
        assert!(is_told(None) && !down.into_iter().any(|down| is_told(Some(down))));
    }
}
