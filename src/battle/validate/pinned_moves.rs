//! Limits on the moves of a Pinned unit: what threatens it, where it is covered, and where it may go. `CS-PIN-05`, `CS-PIN-17`.

use super::order_error::OrderError;
use crate::state::lines::BattleRefusal;
use crate::view::battle_view::{BattleView, UnitDataItem};
use model::{BarrierId, Cell, UnitId};
use rules::RuleViolation;
use rules::status::{self, ActiveCompulsion, Ailment};

/// Cell of the threat: the named unit if it is conscious, otherwise the nearest enemy. `CS-PIN-05`, `CS-PIN-10`.
pub(crate) fn threat_cell(view: &BattleView, unit: &UnitDataItem, from: Option<UnitId>) -> Option<Cell> {
    let named = from.and_then(|id| view.unit(id)).filter(UnitDataItem::is_fighting);
    if let Some(unit) = named {
        return Some(unit.cell());
    }
    let enemies = view.units().filter(|other| other.side != unit.side && other.is_fighting());
    enemies.min_by_key(|one| (unit.cell().distance_squared(one.cell()), *one.id)).map(|one| one.cell())
}

/// Whether a barrier beside the cell covers it from another cell. `CS-PIN-05`.
pub(crate) fn is_covered(view: &BattleView, unit: &UnitDataItem, cell: Cell, from: Cell) -> bool {
    let body = unit.body();
    let fire = field::line_of_fire(view.field().grid(), from, field::Body::STANDING, cell, body);
    let beside = |id: BarrierId| view.barrier(id).is_some_and(|data| data.place.place().touches(cell));
    fire.cover.iter().chain(&fire.clear).any(|crossing| beside(crossing.id))
}

/// Checks the path of a move against the limits of a Pinned unit in cover; they hold for forced moves too. `CS-AIL-08`,
/// `CS-PIN-06`, `CS-PIN-17`.
///
/// # Errors
/// Returns `OrderError::ForbiddenByBook` if the path leaves cover or is no retreat.
pub(super) fn check_pinned_move(
    view: &BattleView,
    unit: &UnitDataItem,
    path: &[Cell],
) -> Result<(), OrderError> {
    let pinned = unit.status.restrictions().duties.iter().find_map(|compulsion| match compulsion {
        ActiveCompulsion::SeekCover(from) => Some(*from),
        _ => None,
    });
    let threat = pinned.and_then(|from| threat_cell(view, unit, from));
    let Some(threat) = threat.filter(|_| status::has(unit.status.ailments(), Ailment::Pinned)) else {
        return Ok(());
    };
    let here = unit.cell();
    if !is_covered(view, unit, here, threat) {
        return Ok(()); // in the open, the forced action decides. `CS-PIN-05`
    }
    let forbidden = |refusal: BattleRefusal, clause| {
        let why = RuleViolation::new(refusal, clause);
        Err(OrderError::ForbiddenByBook { unit: unit.identity.name().to_owned(), why })
    };
    let farther = path.last().is_some_and(|end| end.distance_squared(threat) > here.distance_squared(threat));
    if !farther {
        return forbidden(BattleRefusal::RetreatOnly, "CS-PIN-06");
    }
    if path.iter().any(|cell| !is_covered(view, unit, *cell, threat)) {
        return forbidden(BattleRefusal::StayInCover, "CS-PIN-17");
    }
    Ok(())
}
