//! Who is engaged in melee with whom, who holds whom, and who hides from whom. Chapters MEL, FLK, SIM and UNA of
//! Circumstances.

use std::collections::BTreeSet;

use super::components::{Status, StatusKind, UnitId, Until};
use super::event::Event;
use super::state::Outbox;
use super::view::{BattleView, UnitDataItem};
use field::Cell;
use rules::status::{self, Bar, Test};
use rules::{Combatant, Melee, play};

/// Two units are engaged from now on. `CS-MEL-02`.
pub(super) fn join(one: UnitId, other: UnitId, out: &mut Outbox) {
    for (unit, with) in [(one, other), (other, one)] {
        let status = Status { kind: StatusKind::InMelee(with), until: Until::Removed };
        out.push(Event::StatusSet { unit, status });
    }
}

/// Enemies on the squares around a unit, seen and up, with whom it is not engaged. `CS-MEL-01`.
pub(super) fn unengaged(view: &BattleView, unit: &UnitDataItem) -> Vec<Combatant> {
    let beside = |other: &UnitDataItem| {
        let on_foot = !other.is_driven() && other.rides().is_none();
        other.side != unit.side && on_foot && other.fighting() && other.cell().rings(unit.cell()) == 1
    };
    let apart = |other: &UnitDataItem| !unit.status.has(StatusKind::InMelee(*other.id));
    view.units()
        .filter(|other| beside(other) && apart(other) && view.sees(unit, other))
        .map(|other| view.combatant(&other))
        .collect()
}

/// Two units are no longer engaged. `CS-MEL-04`.
pub(super) fn end(one: UnitId, other: UnitId, out: &mut Outbox) {
    for (unit, with) in [(one, other), (other, one)] {
        out.push(Event::StatusEnded { unit, kind: StatusKind::InMelee(with) });
    }
}

/// A unit has come to a square: engagements with those who are no neighbours any more end. `CS-MEL-04`.
pub(super) fn part(view: &BattleView, unit: UnitId, at: Cell, out: &mut Outbox) {
    let Some(data) = view.unit(unit) else { return };
    for other in data.status.in_melee_with() {
        if view.unit(other).is_none_or(|other| other.cell().rings(at) > 1) {
            end(unit, other, out);
        }
    }
}

/// A unit is out of everybody's reach: all its engagements end. `CS-MEL-04`.
pub(super) fn part_from_all(unit: &UnitDataItem, out: &mut Outbox) {
    for other in unit.status.in_melee_with() {
        end(*unit.id, other, out);
    }
}

/// A unit that falls is in no melee any more, and neither holds nor is held. `CS-MEL-04`, `CS-BASE-37`.
pub(super) fn leave(unit: &UnitDataItem, out: &mut Outbox) {
    part_from_all(unit, out);
    let_go(unit, out);
}

/// Ends the grips of a unit, whichever end it is at.
pub(super) fn let_go(unit: &UnitDataItem, out: &mut Outbox) {
    let_go_but(unit, None, out);
}

/// The same, but for one of them.
pub(super) fn let_go_but(unit: &UnitDataItem, stays: Option<StatusKind>, out: &mut Outbox) {
    for status in unit.status.iter().filter(|status| Some(status.kind) != stays) {
        let (other, back) = match status.kind {
            StatusKind::Holding(other) => (other, StatusKind::HeldBy(*unit.id)),
            StatusKind::HeldBy(other) => (other, StatusKind::Holding(*unit.id)),
            _ => continue,
        };
        out.push(Event::StatusEnded { unit: *unit.id, kind: status.kind });
        out.push(Event::StatusEnded { unit: other, kind: back });
    }
}

/// Whoever hides in plain sight of an enemy hides no longer; in some books it surprises then. `CS-UNA-05`,
/// `SS-SURP-22`.
pub(super) fn look(view: &BattleView, out: &mut Outbox) {
    let mut found = Vec::new();
    for unit in view.units().filter(|unit| unit.fighting() && unit.status.has(StatusKind::Concealed)) {
        let sees = |other: &UnitDataItem| status::fails(other.status.ailments(), Test::Look).is_none();
        let mut enemies =
            view.units().filter(|other| other.side != unit.side && other.fighting() && sees(other));
        let seen = enemies.any(|enemy| {
            let fire = view.line_of_fire(enemy.cell(), enemy.body(), &unit);
            fire.seen && fire.hidden == 0
        });
        if !play::stays_concealed(&view.combatant(&unit), seen, view.rules()) {
            found.push(*unit.id);
        }
    }
    if play::surprises(view.rules()) {
        out.then.extend(super::surprise::appear(view, found));
    } else {
        let seen = |unit| Event::StatusEnded { unit, kind: StatusKind::Concealed };
        found.into_iter().for_each(|unit| out.push(seen(unit)));
    }
}

/// Enemies who hide and whom a unit may notice as its phase begins. `CS-UNA-06`.
pub(super) fn hiding(view: &BattleView, unit: &UnitDataItem) -> Vec<UnitId> {
    let hides = |other: &UnitDataItem| {
        other.side != unit.side && other.fighting() && other.status.has(StatusKind::Concealed)
    };
    view.units().filter(|other| hides(other)).map(|other| *other.id).collect()
}

/// The melee of a unit: everybody that a chain of engagements leads to. `CS-FLK-03`, `CS-SIM-03`.
pub(super) fn of(view: &BattleView, unit: &UnitDataItem) -> Melee {
    let mut opponents = unit.status.in_melee_with().peekable();
    if opponents.peek().is_none() {
        return Melee::default();
    }
    let mut melee = Melee::default();
    for other in opponents {
        melee.opponents += 1;
        melee.inert += u32::from(view.unit(other).is_none_or(|other| {
            !other.fighting() || status::barred(other.status.ailments(), Bar::Everything).is_some()
        }));
    }
    let mut known = BTreeSet::from([*unit.id]);
    let mut open = vec![*unit.id];
    while let Some(next) = open.pop() {
        let Some(member) = view.unit(next) else { continue };
        if member.fighting() {
            let own = member.side == unit.side;
            *(if own { &mut melee.friends } else { &mut melee.foes }) += 1;
        }
        open.extend(member.status.in_melee_with().filter(|other| known.insert(*other)));
    }
    melee
}
