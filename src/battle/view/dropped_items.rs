//! Events of a unit that drops an item: the weapon lies on its square, and a charge that it was setting is cancelled.

use super::battle_view::{BattleView, UnitDataItem};
use crate::state::components::held_phase::ExtendedActionKind;
use crate::state::event::BattleEvent;
use model::{ItemId, UnitId};
use rules::turn_engine::extended_action::CancelReason;

/// Returns the event of a weapon dropped on its bearer's square; `None` if there is no such unit or weapon. The outbox
/// numbers the item once more, after all others of its step.
pub(crate) fn drop_event(view: &BattleView, unit: UnitId, weapon: usize) -> Option<BattleEvent> {
    let data = view.unit(unit)?;
    let mut what = Box::new(data.inventory.get(weapon)?.clone());
    what.in_hand = false;
    what.off_hand = false;
    let item = ItemId(view.round().next_item);
    Some(BattleEvent::Dropped { unit, weapon, item, what, cell: data.cell() })
}

/// Returns the event that cancels the setting of a charge that the unit loses from this slot; `None` if it sets none.
pub(crate) fn charge_lost_event(unit: &UnitDataItem, slot: usize) -> Option<BattleEvent> {
    match unit.extended_action.get() {
        Some((ExtendedActionKind::Charge { weapon, .. }, _)) if *weapon == slot => {
            Some(BattleEvent::ExtendedActionCancelled { unit: *unit.id, why: CancelReason::ItemGone })
        }
        _ => None,
    }
}
