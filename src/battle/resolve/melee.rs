//! Begins and ends melee engagements and grips. Chapter MEL of Circumstances.

use crate::state::components::StatusKind;
use crate::state::resources::Outbox;
use crate::view::battle_view::{BattleView, UnitDataItem};
use model::{Cell, UnitId};

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
