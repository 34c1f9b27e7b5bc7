//! Steps of rules for carried items: thrown, dropped and destroyed.

use crate::state::event::BattleEvent;
use crate::state::resources::Outbox;
use crate::view::battle_view::BattleView;
use crate::view::dropped_items::{charge_lost_event, drop_event};
use model::{Cell, UnitId};

/// Queues the drop of an item on its bearer's square.
pub(super) fn push_drop(view: &BattleView, unit: UnitId, slot: usize, out: &mut Outbox) {
    if is_lost(unit, slot, out) {
        return;
    }
    if let Some(event) = drop_event(view, unit, slot) {
        out.push_event(event);
        cancel_lost_charge(view, unit, slot, out);
    }
}

/// Queues the throw of a whole item: it lands on a square, else beneath its bearer.
pub(super) fn push_throw(
    view: &BattleView,
    (unit, slot): (UnitId, usize),
    to: Option<Cell>,
    out: &mut Outbox,
) {
    if is_lost(unit, slot, out) {
        return;
    }
    let event = drop_event(view, unit, slot);
    if let Some(BattleEvent::Dropped { unit, weapon, item, mut what, cell }) = event {
        // The last item of a bundle can be picked up and thrown again.
        what.loaded = what.loaded.max(what.magazine().min(1));
        let cell = landing_cell(view, to, cell);
        out.push_event(BattleEvent::Dropped { unit, weapon, item, what, cell });
        cancel_lost_charge(view, unit, slot, out);
    }
}

/// Queues the throw of one item of a bundle.
pub(super) fn push_throw_of_one(
    view: &BattleView,
    (unit, slot): (UnitId, usize),
    to: Option<Cell>,
    out: &mut Outbox,
) {
    let event = drop_event(view, unit, slot);
    if let Some(BattleEvent::Dropped { unit, item, mut what, cell, .. }) = event {
        what.loaded = 1;
        let cell = landing_cell(view, to, cell);
        out.push_event(BattleEvent::ItemLanded { unit, item, what, cell });
    }
}

/// Queues the destruction of an item.
pub(super) fn push_destruction(view: &BattleView, unit: UnitId, weapon: usize, out: &mut Outbox) {
    if is_lost(unit, weapon, out) {
        return;
    }
    let what = view.unit(unit).and_then(|unit| unit.inventory.get(weapon).cloned().map(Box::new));
    if let Some(what) = what {
        out.push_event(BattleEvent::WeaponDestroyed { unit, weapon, what });
        cancel_lost_charge(view, unit, weapon, out);
    }
}

/// Whether the same step has taken this item away already: it cannot be dropped twice.
fn is_lost(unit: UnitId, slot: usize, out: &Outbox) -> bool {
    out.events.iter().any(|record| match &record.event {
        BattleEvent::Dropped { unit: of, weapon, .. }
        | BattleEvent::WeaponDestroyed { unit: of, weapon, .. } => (*of, *weapon) == (unit, slot),
        _ => false,
    })
}

/// Cancels the setting of a charge that is lost.
fn cancel_lost_charge(view: &BattleView, unit: UnitId, slot: usize, out: &mut Outbox) {
    if let Some(event) = view.unit(unit).and_then(|unit| charge_lost_event(&unit, slot)) {
        out.push_event(event);
    }
}

/// Returns where a thrown item lands: the thrower's square if the target is off the map or inside a wall.
fn landing_cell(view: &BattleView, to: Option<Cell>, from: Cell) -> Cell {
    to.filter(|to| view.field().grid().can_enter(*to)).unwrap_or(from)
}
