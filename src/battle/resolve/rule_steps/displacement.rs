//! Steps of rules that move units or make them fall prone.

use crate::resolve::{hazards, melee};
use crate::state::components::StatusKind;
use crate::state::event::BattleEvent;
use crate::state::lines::BattleNote;
use crate::state::resources::{Outbox, ResolutionStep};
use crate::view::battle_view::{BattleView, UnitDataItem};
use crate::view::knockback::knockback_origin;
use dice::Clause;
use model::{Cell, UnitId};
use rules::knockback::KnockbackForce;
use rules::play;

/// Makes a unit fall prone, unless it is a vehicle or building or sits in a vehicle.
pub(super) fn knock_prone(view: &BattleView, unit: UnitId, out: &mut Outbox) {
    let stays_up = |unit: UnitDataItem| {
        unit.vehicle().is_some() || unit.is_driven() || play::is_building(unit.sheet.get())
    };
    if !view.unit(unit).is_some_and(stays_up) {
        out.push_status(unit, StatusKind::Prone);
    }
}

/// Queues knockback after the other effects of a hit. `from` is the origin of the force; `None` means the striker.
pub(super) fn schedule_knockback(
    view: &BattleView,
    (unit, force, from): (UnitId, KnockbackForce, Option<Cell>),
    by: Option<UnitId>,
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit).filter(|data| data.vehicle().is_none()) else { return };
    let striker = by.and_then(|by| view.unit(by)).map(|by| by.cell());
    if let Some(from) = knockback_origin(from, data.cell(), striker) {
        out.next_steps.push(ResolutionStep::Knockback { unit, force, from });
    }
}

/// Moves a unit to a square, or to a free square beside it.
pub(super) fn push_relocation(
    view: &BattleView,
    unit: UnitId,
    (to, clause): (Cell, Clause),
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit).filter(|data| data.out_of_action.down().is_none()) else { return };
    let claimed = |cell: Cell| {
        out.events.iter().any(|step| matches!(step.event, BattleEvent::Stepped { to, .. } if to == cell))
    };
    let free = |cell: &Cell| {
        view.field().grid().can_enter(*cell) && view.unit_at(*cell).is_none() && !claimed(*cell)
    };
    let near = (-1..=1).flat_map(|y| (-1..=1).map(move |x| Cell::new(to.x + x, to.y + y)));
    let Some(to) = [to].into_iter().chain(near).find(free) else { return };
    let from = data.cell();
    if data.cover.is_taken() {
        out.push_event(BattleEvent::CoverLeft { unit });
    }
    out.push_event(BattleEvent::Stepped { unit, from, to });
    out.push_event(BattleEvent::RuleNote { unit, text: BattleNote::LeavesArea.into(), clause });
    melee::disengage_out_of_reach(view, unit, to, out);
    melee::release_grips(&data, out);
    melee::unburden_holder(view, &data, out);
    hazards::expose_on_entering(view, unit, to, out);
    out.next_steps.push(ResolutionStep::UpdateDetection);
}
