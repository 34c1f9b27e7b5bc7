//! Begins and ends melee engagements and grips. Chapter MEL of Circumstances.

use crate::state::components::StatusKind;
use crate::state::resources::{Outbox, ResolutionStep};
use crate::view::battle_view::{BattleView, UnitDataItem};
use model::{Cell, UnitId};
use rules::{Grip, play};

/// Engages two units in melee. `CS-MEL-02`.
pub(crate) fn engage(one: UnitId, other: UnitId, out: &mut Outbox) {
    for (unit, with) in [(one, other), (other, one)] {
        out.push_status(unit, StatusKind::InMelee(with));
    }
}

/// Ends the melee engagement of two units. `CS-MEL-04`.
pub(crate) fn disengage(one: UnitId, other: UnitId, out: &mut Outbox) {
    for (unit, with) in [(one, other), (other, one)] {
        out.end_status(unit, StatusKind::InMelee(with));
    }
}

/// Ends a unit's engagements with units that are not adjacent to its new square. `CS-MEL-04`.
pub(crate) fn disengage_out_of_reach(view: &BattleView, unit: UnitId, at: Cell, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    for other in data.status.in_melee_with() {
        if view.unit(other).is_none_or(|other| other.cell().chebyshev_distance(at) > 1) {
            disengage(unit, other, out);
        }
    }
}

/// Ends all engagements of a unit. `CS-MEL-04`.
pub(crate) fn disengage_from_all(unit: &UnitDataItem, out: &mut Outbox) {
    for other in unit.status.in_melee_with() {
        disengage(*unit.id, other, out);
    }
}

/// Ends all engagements and grips of a unit that goes down. `CS-MEL-04`, `CS-BASE-37`.
pub(crate) fn leave_melee(unit: &UnitDataItem, out: &mut Outbox) {
    disengage_from_all(unit, out);
    release_grips(unit, out);
}

/// Queues what the end of its grip changes for the holder: a burden lowers the initiative only while it is held. A holder that
/// is about to go down is left to that. `SS-BARR-50`.
pub(crate) fn unburden_holder(view: &BattleView, unit: &UnitDataItem, out: &mut Outbox) {
    let holder = match unit.status.grip() {
        Some(Grip::Holding(_)) => *unit.id,
        Some(Grip::HeldBy(holder)) => holder,
        None => return,
    };
    let goes_down = |data: &UnitDataItem| {
        play::down_state(data.sheet.get(), data.health.condition(), view.rules()) > data.out_of_action.down()
    };
    if view.unit(holder).is_some_and(|data| !goes_down(&data)) {
        out.next_steps.push(ResolutionStep::Consequences { unit: holder, by: None });
    }
}

/// Ends all grips of a unit, as holder or held.
pub(crate) fn release_grips(unit: &UnitDataItem, out: &mut Outbox) {
    release_grips_except(unit, None, out);
}

/// Ends all grips of a unit except one.
pub(crate) fn release_grips_except(unit: &UnitDataItem, kept: Option<StatusKind>, out: &mut Outbox) {
    for status in unit.status.iter().filter(|status| Some(status.kind) != kept) {
        let (other, back) = match status.kind {
            StatusKind::Holding(other) => (other, StatusKind::HeldBy(*unit.id)),
            StatusKind::HeldBy(other) => (other, StatusKind::Holding(*unit.id)),
            _ => continue,
        };
        out.end_status(*unit.id, status.kind);
        out.end_status(other, back);
    }
}
