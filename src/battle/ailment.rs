//! How ailments come on, count down and go. The rules are those of `rules/status`; here they meet components and events.

use super::components::UnitId;
use super::event::Event;
use super::state::Outbox;
use super::view::{BattleView, UnitDataItem};
use crate::rules::Refused;
use crate::rules::status::{self, Bar, Cause, Ends, Suffered};

/// An ailment comes on, beside what the unit suffers already. `CS-AIL-01` to `CS-AIL-05`.
pub(super) fn afflict(view: &BattleView, unit: UnitId, cause: Cause, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    let suffered = status::inflict(data.status.ailments(), cause, view.round().number());
    if !data.status.ailments().contains(&suffered) {
        out.push(Event::Afflicted { unit, suffered });
    }
}

/// What something takes away from a unit goes. `CS-FROZ-05`, `CS-PIN-13`.
pub(super) fn relieve(unit: &UnitDataItem, by: Ends, out: &mut Outbox) {
    for one in status::relieve(unit.status.ailments(), by) {
        ended(unit, &one, out);
    }
}

/// Everything that counts own phases counts the one that begins. `CS-AIL-03`.
pub(super) fn phase_begins(unit: &UnitDataItem, out: &mut Outbox) {
    for one in unit.status.ailments() {
        let suffered = status::phase_begun(*one);
        if suffered != *one {
            out.push(Event::AilmentCounted { unit: *unit.id, suffered });
        }
    }
}

/// Why a unit has no phase, if an ailment takes it. `CS-AIL-06`.
pub(super) fn loses_phase(unit: &UnitDataItem) -> Option<Refused> {
    let ailment = status::barred(unit.status.ailments(), Bar::Everything)?;
    Some(Refused::new(ailment.name().to_lowercase(), ailment.rule().clause))
}

/// What counts own phases has one less, and ends with its last; a `lost` phase begins and ends in one step. `CS-AIL-03`.
pub(super) fn phase_ends(unit: &UnitDataItem, lost: bool, out: &mut Outbox) {
    for one in unit.status.ailments() {
        let began = if lost { status::phase_begun(*one) } else { *one };
        match status::phase_over(began) {
            Some(suffered) if suffered != *one => {
                out.push(Event::AilmentCounted { unit: *unit.id, suffered });
            }
            Some(_) => {}
            None => ended(unit, one, out),
        }
    }
}

/// What ends with a round ends. `SS-BASE-15`.
pub(super) fn round_ends(unit: &UnitDataItem, round: u32, out: &mut Outbox) {
    for one in unit.status.ailments() {
        if status::round_over(*one, round).is_none() {
            ended(unit, one, out);
        }
    }
}

fn ended(unit: &UnitDataItem, one: &Suffered, out: &mut Outbox) {
    let Suffered { ailment, part, .. } = *one;
    out.push(Event::Relieved { unit: *unit.id, ailment, part, clause: ailment.rule().clause });
}
