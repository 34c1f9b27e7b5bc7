//! Who is engaged in melee with whom, who holds whom, and who hides from whom. Chapters MEL, FLK, SIM and UNA of
//! Circumstances.

use std::collections::BTreeSet;

use crate::model::components::{Status, StatusEnd, StatusKind, UnitId};
use crate::model::event::BattleEvent;
use crate::model::resources::Outbox;
use crate::view::battle_view::{BattleView, UnitDataItem};
use field::Cell;
use rules::status::{self, Forbids, TestKind};
use rules::{MeleeCounts, UnitSnapshot, play};

/// Two units are engaged from now on. `CS-MEL-02`.
pub(crate) fn engage(one: UnitId, other: UnitId, out: &mut Outbox) {
    for (unit, with) in [(one, other), (other, one)] {
        let status = Status { kind: StatusKind::InMelee(with), until: StatusEnd::Removed };
        out.push_event(BattleEvent::StatusSet { unit, status });
    }
}

/// Enemies on the squares around a unit, seen and up, with whom it is not engaged. `CS-MEL-01`.
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

/// Two units are no longer engaged. `CS-MEL-04`.
pub(crate) fn disengage(one: UnitId, other: UnitId, out: &mut Outbox) {
    for (unit, with) in [(one, other), (other, one)] {
        out.push_event(BattleEvent::StatusEnded { unit, kind: StatusKind::InMelee(with) });
    }
}

/// A unit has come to a square: engagements with those who are no neighbours any more end. `CS-MEL-04`.
pub(crate) fn disengage_out_of_reach(view: &BattleView, unit: UnitId, at: Cell, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    for other in data.status.in_melee_with() {
        if view.unit(other).is_none_or(|other| other.cell().chebyshev_distance(at) > 1) {
            disengage(unit, other, out);
        }
    }
}

/// A unit is out of everybody's reach: all its engagements end. `CS-MEL-04`.
pub(crate) fn disengage_from_all(unit: &UnitDataItem, out: &mut Outbox) {
    for other in unit.status.in_melee_with() {
        disengage(*unit.id, other, out);
    }
}

/// A unit that falls is in no melee any more, and neither holds nor is held. `CS-MEL-04`, `CS-BASE-37`.
pub(crate) fn leave_melee(unit: &UnitDataItem, out: &mut Outbox) {
    disengage_from_all(unit, out);
    release_grips(unit, out);
}

/// Ends the grips of a unit, whichever end it is at.
pub(crate) fn release_grips(unit: &UnitDataItem, out: &mut Outbox) {
    release_grips_except(unit, None, out);
}

/// The same, but for one of them.
pub(crate) fn release_grips_except(unit: &UnitDataItem, stays: Option<StatusKind>, out: &mut Outbox) {
    for status in unit.status.iter().filter(|status| Some(status.kind) != stays) {
        let (other, back) = match status.kind {
            StatusKind::Holding(other) => (other, StatusKind::HeldBy(*unit.id)),
            StatusKind::HeldBy(other) => (other, StatusKind::Holding(*unit.id)),
            _ => continue,
        };
        out.push_event(BattleEvent::StatusEnded { unit: *unit.id, kind: status.kind });
        out.push_event(BattleEvent::StatusEnded { unit: other, kind: back });
    }
}

/// Whoever hides in plain sight of an enemy hides no longer; in some books it surprises then. `CS-UNA-05`,
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

/// Enemies who hide and whom a unit may notice as its phase begins. `CS-UNA-06`.
pub(crate) fn hidden_enemies_to_notice(view: &BattleView, unit: &UnitDataItem) -> Vec<UnitId> {
    let hides = |other: &UnitDataItem| {
        other.side != unit.side && other.is_fighting() && other.status.has(StatusKind::Concealed)
    };
    view.units().filter(|other| hides(other)).map(|other| *other.id).collect()
}

/// The melee of a unit: everybody that a chain of engagements leads to. `CS-FLK-03`, `CS-SIM-03`.
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
