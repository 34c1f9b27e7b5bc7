//! The special actions that a unit is offered.

use super::forced_action::{FORCED_ACTION_KEY, ForcedAction, forced_action};
use crate::state::lines::BattleAnswer;
use crate::view::battle_view::{BattleView, UnitDataItem};
use rules::special_actions::{grappling, human_shield, vehicles};
use rules::status::resolution;
use rules::{AvailableAction, UnitSnapshot, play};

/// All special actions of a unit: those of the book, those of its ailments, and its forced action.
pub fn available_actions(view: &BattleView, unit: &UnitDataItem) -> Vec<AvailableAction> {
    let snapshot = view.unit_snapshot(unit);
    let mut actions = play::available_actions(&snapshot, view.rules());
    let adjacent = adjacent_units(view, unit);
    actions.extend(resolution::available_actions(&snapshot, &adjacent, view.rules()));
    actions.extend(vehicles::available_actions(&snapshot, &adjacent, view.rules()));
    actions.extend(human_shield::available_actions(&snapshot, view.rules()));
    actions.extend(grappling::available_actions(&snapshot, &adjacent, view.rules()));
    if let Some(ForcedAction { ailment, clause, demand, order: Some(_), .. }) = forced_action(view, unit) {
        actions.insert(
            0,
            AvailableAction {
                key: FORCED_ACTION_KEY,
                label: BattleAnswer::ObeyAilment { ailment: ailment.name() }.into(),
                detail: format!("Forced action: {demand}"),
                price: String::new(),
                aim: rules::SpecialActionTarget::Nothing,
                clause,
            },
        );
    }
    actions
}

/// Says against which of the enemies that a unit's side sees a defence is useless that the unit prepares by a special action; `None` for
/// other actions, and where it is of use against all of them.
pub fn defence_warning(view: &BattleView, unit: &UnitDataItem, key: &str) -> Option<String> {
    let is_seen_enemy = |other: &UnitDataItem| {
        other.side != unit.side && other.is_fighting() && view.perceives(*unit.side, other)
    };
    let enemies =
        || view.units().filter(is_seen_enemy).map(|other| view.unit_snapshot(&other)).collect::<Vec<_>>();
    play::defence_warning(&view.unit_snapshot(unit), key, enemies)
}

/// Units on the map on adjacent cells, by id.
pub(crate) fn adjacent_units(view: &BattleView, unit: &UnitDataItem) -> Vec<UnitSnapshot> {
    let is_adjacent = |other: &UnitDataItem| {
        other.id != unit.id
            && other.out_of_action.on_map()
            && unit.cell().chebyshev_distance(other.cell()) == 1
    };
    view.units().filter(is_adjacent).map(|other| view.unit_snapshot(&other)).collect()
}
