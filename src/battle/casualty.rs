//! What a wound leads to: slower initiative, falling, dropping what is held. `SS-DMG-09`, `SS-INIT-22`.

use super::arsenal::ItemId;
use super::components::{Status, StatusKind, UnitId, Until};
use super::effects;
use super::event::Event;
use super::state::{Answers, DiceSeat, Outbox, Task};
use super::view::{BattleView, UnitDataItem, diagonal_step};
use field::Reach;
use rules::engine::Turn;
use rules::swan_song::switches::TieMode;
use rules::{Down, play};

/// Farther than any square is where somebody rolls to who comes round under somebody's feet, in half metres.
const FAR: u32 = 40;

pub(super) fn resolve(
    view: &BattleView,
    (dice, answers): (&DiceSeat, &Answers),
    task: &Task,
    out: &mut Outbox,
) {
    let Task::Consequences { unit, by } = task else { return };
    let Some(data) = view.unit(*unit) else { return };
    let down = play::down(data.sheet.get(), data.health.condition(), view.setup().rules());
    if down.is_some() && acts_at_the_same_time(view, &data, *by) {
        return; // its phase comes first, at the score it has
    }
    let mut me = view.combatant(&data);
    let attribute = play::initiative_attribute(&me);
    // What somebody drives has no score that could change. `SS-DEF-18`
    if data.casualty.down().is_none() && !data.is_driven() && attribute != data.initiative.attribute() {
        let by = attribute - data.initiative.attribute();
        out.push(Event::InitiativeChanged { unit: *unit, by, attribute });
        me.initiative += by;
    }
    if down.is_none() && data.casualty.down() == Some(Down::Unconscious) {
        out.push(Event::CameRound { unit: *unit });
        super::melee::let_go(&data, out);
        make_room(view, &data, out);
    }
    if let Some(fate) = down.filter(|_| down > data.casualty.down()) {
        let mut table = dice.table(&answers.0);
        match play::about_to_fall(&mut table, &me, fate, view.rules()) {
            Ok(instead) if instead.is_empty() => {}
            Ok(instead) => return effects::hand_on(view, instead, None, out),
            Err(stop) => return out.wait(stop),
        }
        fall(view, &data, fate, *by, out);
    }
    set_clock(view, &data, down, out);
}

/// Somebody else stands where a unit is to stay, because it comes round or is thrown down there: it rolls aside, to the
/// nearest square that is free.
pub(super) fn make_room(view: &BattleView, unit: &UnitDataItem, out: &mut Outbox) {
    let from = unit.cell();
    let over = |other: &UnitDataItem| {
        other.id != unit.id && other.fighting() && other.rides().is_none() && other.cell() == from
    };
    let left = view.round().after().is_some();
    if left || unit.rides().is_some() || !view.units().any(|other| over(&other)) {
        return;
    }
    let step = diagonal_step(view.rules());
    let everywhere = Reach::compute(view.field().grid(), from, FAR, step, |_| false, |_| false);
    let free = everywhere.cells().filter(|(cell, _)| view.unit_at(*cell).is_none());
    if let Some((_, to)) = free.map(|(cell, cost)| (cost, cell)).min() {
        out.push(Event::Carried { unit: *unit.id, from, to });
    }
}

/// The dying bleed, whatever knocked them out at first; the dead, the stabilised and those on their feet do not.
/// `SS-DMG-21`, `SS-DMG-23`, `SS-DMG-25`.
fn set_clock(view: &BattleView, unit: &UnitDataItem, down: Option<Down>, out: &mut Outbox) {
    let id = *unit.id;
    let bleeds = down == Some(Down::Unconscious) && play::is_dying(unit.health.condition());
    match unit.status.iter().find(|status| matches!(status.kind, StatusKind::Dying(_))) {
        None if bleeds => {
            let kind = StatusKind::Dying(view.round().number());
            out.push(Event::StatusSet { unit: id, status: Status { kind, until: Until::Removed } });
        }
        Some(status) if !bleeds => out.push(Event::StatusEnded { unit: id, kind: status.kind }),
        _ => {}
    }
}

/// Under simultaneous ties a unit that acts at the same score as its attacker still has its phase, and so has one that
/// stepped in at the same time. `SS-INIT-11`, `SS-DELAY-08`.
fn acts_at_the_same_time(view: &BattleView, unit: &UnitDataItem, by: Option<UnitId>) -> bool {
    let waits = unit.points.turn() == Turn::Before;
    let simultaneous = view.setup().rules().engine.tie_mode == TieMode::Simultaneous;
    let Some(by) = by.and_then(|by| view.unit(by)) else { return false };
    let together = view.round().together();
    let agreed = together.contains(unit.id) && together.contains(by.id);
    waits && (agreed || simultaneous && by.initiative.score() == unit.initiative.score())
}

fn fall(view: &BattleView, unit: &UnitDataItem, down: Down, by: Option<UnitId>, out: &mut Outbox) {
    let id = *unit.id;
    out.push(Event::Fell { unit: id, by, down });
    // A wreck stays on its wheels.
    if !unit.prone() && !unit.is_driven() {
        out.push(Event::StatusSet {
            unit: id,
            status: Status { kind: StatusKind::Prone, until: Until::Removed },
        });
    }
    let held = unit.arsenal.carried().iter().enumerate();
    // Highest number first: taking one away must not move the others.
    let held: Vec<_> = held.filter(|(_, carried)| carried.in_hand() && carried.hands() > 0).collect();
    for (nth, (weapon, _)) in held.into_iter().rev().enumerate() {
        if let Some(event) = drop_event(view, id, weapon, nth as u32) {
            out.push(event);
        }
    }
    super::melee::leave(unit, out);
    if view.round().acting() == Some(id) {
        out.then.push(Task::EndPhase { unit: id });
    }
}

/// A weapon falls to the ground where its bearer stands; `nth` of those that fall in the same step.
pub(super) fn drop_event(view: &BattleView, unit: UnitId, weapon: usize, nth: u32) -> Option<Event> {
    let data = view.unit(unit)?;
    let mut what = data.arsenal.carried().get(weapon)?.clone();
    what.in_hand = false;
    what.off_hand = false;
    let item = ItemId(view.round().next_item + nth);
    Some(Event::Dropped { unit, weapon, item, what, cell: data.cell() })
}
