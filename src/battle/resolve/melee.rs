//! Melee engagements, grips and concealment. Chapters MEL, FLK, SIM and UNA of Circumstances.

use std::collections::BTreeSet;

use crate::state::components::{Status, StatusEnd, StatusKind};
use crate::state::event::BattleEvent;
use crate::state::resources::Outbox;
use crate::view::battle_view::{BattleView, UnitDataItem};
use model::{Cell, UnitId};
use rules::status::{self, Forbids, TestKind};
use rules::{MeleeCounts, UnitSnapshot, play};

/// Engages two units in melee. `CS-MEL-02`.
pub(crate) fn engage(one: UnitId, other: UnitId, out: &mut Outbox) {
    for (unit, with) in [(one, other), (other, one)] {
        let status = Status { kind: StatusKind::InMelee(with), until: StatusEnd::Removed };
        out.push_event(BattleEvent::StatusSet { unit, status });
    }
}

/// Returns adjacent enemies that the unit sees, that can act and that it is not engaged with. `CS-MEL-01`.
pub(crate) fn unengaged_enemies(view: &BattleView, unit: &UnitDataItem) -> Vec<UnitSnapshot> {
    let beside = |other: &UnitDataItem| {
        let on_foot = !other.is_driven() && other.vehicle().is_none();
        other.side != unit.side
            && on_foot
            && other.is_fighting()
            && other.cell().chebyshev_distance(unit.cell()) == 1
    };
    let apart = |other: &UnitDataItem| !unit.status.has(StatusKind::InMelee(*other.id));
    view.units()
        .filter(|other| beside(other) && apart(other) && view.sees(unit, other))
        .map(|other| view.unit_snapshot(&other))
        .collect()
}

/// Ends the melee engagement of two units. `CS-MEL-04`.
pub(crate) fn disengage(one: UnitId, other: UnitId, out: &mut Outbox) {
    for (unit, with) in [(one, other), (other, one)] {
        out.push_event(BattleEvent::StatusEnded { unit, kind: StatusKind::InMelee(with) });
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
        out.push_event(BattleEvent::StatusEnded { unit: *unit.id, kind: status.kind });
        out.push_event(BattleEvent::StatusEnded { unit: other, kind: back });
    }
}

/// Reveals concealed units in plain sight of an enemy, with surprise tests in books that have them. `CS-UNA-05`,
/// `SS-SURP-22`.
pub(crate) fn reveal_visible_hiders(view: &BattleView, out: &mut Outbox) {
    let mut found = Vec::new();
    for unit in view.units().filter(|unit| unit.is_fighting() && unit.status.has(StatusKind::Concealed)) {
        let sees =
            |other: &UnitDataItem| status::failing_ailment(other.status.ailments(), TestKind::Look).is_none();
        let mut enemies =
            view.units().filter(|other| other.side != unit.side && other.is_fighting() && sees(other));
        let seen = enemies.any(|enemy| {
            let fire = view.line_of_fire(enemy.cell(), enemy.body(), &unit);
            fire.seen && fire.hidden == 0
        });
        if !play::stays_concealed(&view.unit_snapshot(&unit), seen, view.rules()) {
            found.push(*unit.id);
        }
    }
    if play::surprises(view.rules()) {
        out.next_steps.extend(super::surprise::reveal_step(view, found));
    } else {
        let seen = |unit| BattleEvent::StatusEnded { unit, kind: StatusKind::Concealed };
        found.into_iter().for_each(|unit| out.push_event(seen(unit)));
    }
}

/// Returns concealed enemies that a unit may notice at the start of its phase. `CS-UNA-06`.
pub(crate) fn hidden_enemies_to_notice(view: &BattleView, unit: &UnitDataItem) -> Vec<UnitId> {
    let hides = |other: &UnitDataItem| {
        other.side != unit.side && other.is_fighting() && other.status.has(StatusKind::Concealed)
    };
    view.units().filter(|other| hides(other)).map(|other| *other.id).collect()
}

/// Counts the units in a unit's melee, which is every unit linked to it by a chain of engagements. `CS-FLK-03`,
/// `CS-SIM-03`.
pub(crate) fn melee_of(view: &BattleView, unit: &UnitDataItem) -> MeleeCounts {
    let mut opponents = unit.status.in_melee_with().peekable();
    if opponents.peek().is_none() {
        return MeleeCounts::default();
    }
    let mut melee = MeleeCounts::default();
    for other in opponents {
        melee.opponents += 1;
        melee.inert += u32::from(view.unit(other).is_none_or(|other| {
            !other.is_fighting()
                || status::forbidding_ailment(other.status.ailments(), Forbids::Everything).is_some()
        }));
    }
    let mut known = BTreeSet::from([*unit.id]);
    let mut open = vec![*unit.id];
    while let Some(next) = open.pop() {
        let Some(member) = view.unit(next) else { continue };
        if member.is_fighting() {
            let own = member.side == unit.side;
            *(if own { &mut melee.friends } else { &mut melee.foes }) += 1;
        }
        open.extend(member.status.in_melee_with().filter(|other| known.insert(*other)));
    }
    melee
}
