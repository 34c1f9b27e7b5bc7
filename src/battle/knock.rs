//! Whoever a blow throws flies over the map, square by square. Chapter KNOCK of Aberrant, in every book.

use super::components::{BarrierId, UnitId};
use super::event::Event;
use super::lay::{cell, square};
use super::state::{DiceSeat, Outbox, Task};
use super::view::{BattleView, UnitDataItem};
use super::{effects, fall, hazard};
use dice::Trace;
use field::{Cell, Leg, Place};
use rules::knockback::{self, Force, Stretch};
use rules::{BarrierOnLine, Combatant, Square};

/// A blow will throw a unit, once what else it does is done; `from` is where it comes from, if not from its striker.
pub(super) fn thrown(
    view: &BattleView,
    (unit, force, from): (UnitId, Force, Option<Square>),
    by: Option<UnitId>,
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit).filter(|data| data.rides().is_none()) else { return };
    let striker = by.and_then(|by| view.unit(by)).map(|by| by.cell());
    if let Some(from) = source(from, data.cell(), striker) {
        out.then.push(Task::Fly { unit, force, from });
    }
}

/// The square away from which somebody flies: where the blow comes from, else its striker's. Whoever is in the middle of
/// a burst flies away from its thrower. `AB-KNOCK-02`.
pub(super) fn source(from: Option<Square>, at: Cell, striker: Option<Cell>) -> Option<Cell> {
    let away = from.map(cell).filter(|from| *from != at).or(striker);
    away.filter(|from| *from != at)
}

/// One square of the way as the rule sees it.
pub(super) fn stretch(
    leg: &Leg,
    stands: impl Fn(Place) -> Option<BarrierOnLine>,
    in_the_way: impl FnOnce(Cell) -> Option<Combatant>,
) -> Stretch {
    Stretch {
        metres: leg.metres,
        barriers: leg.through.iter().filter_map(|place| stands(*place)).collect(),
        solid: leg.solid,
        rise_cm: leg.rise_cm,
        person: in_the_way(leg.to),
    }
}

/// The flight: how far it gets and what it does. `AB-KNOCK-01` to `AB-KNOCK-26`.
pub(super) fn fly(
    view: &BattleView,
    (dice, answers): (&DiceSeat, &[String]),
    (unit, force, source): (UnitId, Force, Cell),
    out: &mut Outbox,
) {
    // Whoever sits in a vehicle stays in its seat.
    let there = |data: &UnitDataItem| !data.casualty.escaped() && data.rides().is_none();
    let Some(data) = view.unit(unit).filter(there) else { return };
    let (me, from) = (view.combatant(&data), data.cell());
    let metres = knockback::pushed_m(&me, force, view.rules());
    let legs = field::flight(view.field().grid(), from, source, metres);
    let stands = |place: Place| {
        let obstacle = view.field().grid().obstacle(place)?;
        view.barrier(BarrierId(obstacle.id)).map(|data| view.on_line(&data))
    };
    let in_the_way =
        |at: Cell| view.unit_at(at).filter(|other| other.id != data.id).map(|other| view.combatant(&other));
    let way: Vec<_> = legs.iter().map(|leg| stretch(leg, stands, in_the_way)).collect();
    let mut table = dice.table(answers);
    let flown = match knockback::fly(&mut table, &me, (force, square(from)), &way, view.rules()) {
        Ok(flown) => flown,
        Err(stop) => return out.wait(stop),
    };
    let (seat, mut trace) = dice.after(table);
    if trace.iter().any(|step| matches!(step, Trace::Rolled(_))) {
        out.dice = Some(seat);
    }
    for (text, clause) in flown.words {
        out.push_traced(Event::Told { unit, text, clause }, std::mem::take(&mut trace));
    }
    if !trace.is_empty() {
        let text = "is shaken".to_owned();
        out.push_traced(Event::Told { unit, text, clause: "AB-KNOCK-04" }, trace);
    }
    let mut path: Vec<_> = legs.iter().take(flown.squares).map(|leg| leg.to).collect();
    // Whoever came down on somebody comes to lie beside.
    if let Some(end) = path.last_mut()
        && view.unit_at(*end).is_some_and(|other| other.id != data.id)
    {
        *end = fall::beside(view, *end).unwrap_or(from);
    }
    moved(view, &data, &path, out);
    effects::hand_on(view, flown.effects, None, out);
    out.then.push(Task::Look);
}

/// The body comes along its way: cover, grips and melees are behind it.
fn moved(view: &BattleView, data: &UnitDataItem, path: &[Cell], out: &mut Outbox) {
    let (unit, mut from) = (*data.id, data.cell());
    let Some(end) = path.last() else { return };
    if data.cover.taken() {
        out.push(Event::CoverLeft { unit });
    }
    for &to in path {
        out.push(Event::Stepped { unit, from, to });
        from = to;
    }
    // Whoever sits in a vehicle is where it is.
    for inside in view.aboard(unit) {
        out.push(Event::Carried { unit: *inside.id, from: data.cell(), to: *end });
    }
    super::melee::part(view, unit, *end, out);
    super::melee::let_go(data, out);
    if hazard::harms(view, *end) {
        out.then.push(Task::Exposure { unit });
    }
}
