//! Reads what a unit drops.

use super::battle_view::BattleView;
use crate::state::event::BattleEvent;
use model::{ItemId, UnitId};

/// Returns the event of a weapon dropped on its bearer's square; `nth` counts drops of the same step. `None` if there
/// is no such unit or weapon.
pub(crate) fn drop_event(view: &BattleView, unit: UnitId, weapon: usize, nth: u32) -> Option<BattleEvent> {
    let data = view.unit(unit)?;
    let mut what = Box::new(data.inventory.items().get(weapon)?.clone());
    what.in_hand = false;
    what.off_hand = false;
    let item = ItemId(view.round().next_item + nth);
    Some(BattleEvent::Dropped { unit, weapon, item, what, cell: data.cell() })
}
