//! Extended Actions as phases and rounds go by. `SS-ACT-18` to `SS-ACT-20`, `SS-ACT-58`.

use super::event::Event;
use super::holding::Work;
use super::state::{Outbox, Task};
use super::view::{BattleView, UnitDataItem};
use rules::engine::extended::Cancelled;

/// A phase that puts nothing into an Extended Action ends it. `SS-ACT-18`.
pub(super) fn pays_nothing(view: &BattleView, unit: &UnitDataItem, out: &mut Outbox) {
    if unit.undertaking.paid_in().is_some_and(|pass| pass != view.round().passes()) {
        out.push(Event::WorkCancelled { unit: *unit.id, why: Cancelled::NotConsecutive });
    }
}

/// What the end of a round makes of what a unit is busy with: a deed of whole rounds goes on or is done, if all points of
/// the round went into it and nobody left; everything else ends. Nothing for whoever is not busy. `SS-ACT-19`,
/// `SS-ACT-58`.
pub(super) fn lasts(view: &BattleView, unit: &UnitDataItem) -> Option<Result<Option<Task>, Cancelled>> {
    let (work, _) = unit.undertaking.get()?;
    let Work::Deed { deed, target, since, rounds } = work else { return Some(Err(Cancelled::RoundOver)) };
    let round = view.round();
    let first_pass = round.passes() + 1 - round.pass();
    if !unit.fighting() || unit.undertaking.paid_in().is_none_or(|pass| pass < first_pass) {
        return Some(Err(Cancelled::NotConsecutive));
    }
    let patient = target.and_then(|id| view.unit(id));
    if patient.is_some_and(|other| other.casualty.escaped() || other.cell().rings(unit.cell()) > 1) {
        return Some(Err(Cancelled::Apart));
    }
    let (unit, target) = (*unit.id, *target);
    let over = round.number() + 1 >= since + rounds;
    Some(Ok(over.then(|| Task::Deed { unit, deed: deed.clone(), target, weapon: None })))
}
