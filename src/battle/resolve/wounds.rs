//! What a wound leads to: slower initiative, falling, dropping what is held. `SS-DMG-09`, `SS-INIT-22`.

use super::effects;
use crate::model::components::inventory::ItemId;
use crate::model::components::{Status, StatusEnd, StatusKind, UnitId};
use crate::model::event::BattleEvent;
use crate::model::resources::{BattleDice, GivenAnswers, Outbox, ResolutionStep};
use crate::view::battle_view::{BattleView, UnitDataItem, diagonal_step};
use field::MovementRange;
use rules::turn_engine::PhaseTiming;
use rules::turn_engine::TieMode;
use rules::{DownState, play};

/// Farther than any square is where somebody rolls to who comes round under somebody's feet, in half metres.
const SEARCH_HALF_METRES: u32 = 40;

pub(crate) fn resolve_wounds(
    view: &BattleView,
    (dice, answers): (&BattleDice, &GivenAnswers),
    task: &ResolutionStep,
    out: &mut Outbox,
) {
    let ResolutionStep::Consequences { unit, by } = task else { return };
    let Some(data) = view.unit(*unit) else { return };
    let down = play::down(data.sheet.get(), data.health.condition(), view.setup().rules());
    if down.is_some() && acts_simultaneously(view, &data, *by) {
        return; // its phase comes first, at the score it has
    }
    let mut me = view.unit_snapshot(&data);
    let attribute = play::initiative_attribute(&me);
    // What somebody drives has no score that could change. `SS-DEF-18`
    if data.out_of_action.down().is_none() && !data.is_driven() && attribute != data.initiative.attribute() {
        let by = attribute - data.initiative.attribute();
        out.push_event(BattleEvent::InitiativeChanged { unit: *unit, by, attribute });
        me.initiative += by;
    }
    if down.is_none() && data.out_of_action.down() == Some(DownState::Unconscious) {
        out.push_event(BattleEvent::Recovered { unit: *unit });
        super::melee::release_grips(&data, out);
        make_room(view, &data, out);
    }
    if let Some(fate) = down.filter(|_| down > data.out_of_action.down()) {
        let mut table = dice.start_table(&answers.0);
        match play::about_to_fall(&mut table, &me, fate, view.rules()) {
            Ok(instead) if instead.is_empty() => {}
            Ok(instead) => return effects::apply_effects(view, instead, None, out),
            Err(stop) => return out.wait_for_answer(stop),
        }
        push_downed(view, &data, fate, *by, out);
    }
    update_dying(view, &data, down, out);
}

/// Somebody else stands where a unit is to stay, because it comes round or is thrown down there: it rolls aside, to the
/// nearest square that is free.
pub(crate) fn make_room(view: &BattleView, unit: &UnitDataItem, out: &mut Outbox) {
    let from = unit.cell();
    let over = |other: &UnitDataItem| {
        other.id != unit.id && other.is_fighting() && other.vehicle().is_none() && other.cell() == from
    };
    let left = view.round().after().is_some();
    if left || unit.vehicle().is_some() || !view.units().any(|other| over(&other)) {
        return;
    }
    let step = diagonal_step(view.rules());
    let everywhere =
        MovementRange::compute(view.field().grid(), from, SEARCH_HALF_METRES, step, |_| false, |_| false);
    let free = everywhere.cells().filter(|(cell, _)| view.unit_at(*cell).is_none());
    if let Some((_, to)) = free.map(|(cell, cost)| (cost, cell)).min() {
        out.push_event(BattleEvent::Displaced { unit: *unit.id, from, to });
    }
}

/// The dying bleed, whatever knocked them out at first; the dead, the stabilised and those on their feet do not.
/// `SS-DMG-21`, `SS-DMG-23`, `SS-DMG-25`.
fn update_dying(view: &BattleView, unit: &UnitDataItem, down: Option<DownState>, out: &mut Outbox) {
    let id = *unit.id;
    let bleeds = down == Some(DownState::Unconscious) && play::is_dying(unit.health.condition());
    match unit.status.iter().find(|status| matches!(status.kind, StatusKind::Dying(_))) {
        None if bleeds => {
            let kind = StatusKind::Dying(view.round().number());
            out.push_event(BattleEvent::StatusSet {
                unit: id,
                status: Status { kind, until: StatusEnd::Removed },
            });
        }
        Some(status) if !bleeds => out.push_event(BattleEvent::StatusEnded { unit: id, kind: status.kind }),
        _ => {}
    }
}

/// Under simultaneous ties a unit that acts at the same score as its attacker still has its phase, and so has one that
/// stepped in at the same time. `SS-INIT-11`, `SS-DELAY-08`.
fn acts_simultaneously(view: &BattleView, unit: &UnitDataItem, by: Option<UnitId>) -> bool {
    let waits = unit.points.turn() == PhaseTiming::Before;
    let simultaneous = view.setup().rules().engine.tie_mode == TieMode::Simultaneous;
    let Some(by) = by.and_then(|by| view.unit(by)) else { return false };
    let together = view.round().together();
    let agreed = together.contains(unit.id) && together.contains(by.id);
    waits && (agreed || simultaneous && by.initiative.score() == unit.initiative.score())
}

fn push_downed(
    view: &BattleView,
    unit: &UnitDataItem,
    down: DownState,
    by: Option<UnitId>,
    out: &mut Outbox,
) {
    let id = *unit.id;
    out.push_event(BattleEvent::WentDown { unit: id, by, down });
    // A wreck stays on its wheels.
    if !unit.is_prone() && !unit.is_driven() {
        out.push_event(BattleEvent::StatusSet {
            unit: id,
            status: Status { kind: StatusKind::Prone, until: StatusEnd::Removed },
        });
    }
    let held = unit.inventory.items().iter().enumerate();
    // Highest number first: taking one away must not move the others.
    let held: Vec<_> = held.filter(|(_, carried)| carried.in_hand() && carried.hands() > 0).collect();
    for (nth, (weapon, _)) in held.into_iter().rev().enumerate() {
        if let Some(event) = drop_event(view, id, weapon, nth as u32) {
            out.push_event(event);
        }
    }
    super::melee::leave_melee(unit, out);
    if view.round().acting() == Some(id) {
        out.next_steps.push(ResolutionStep::EndPhase { unit: id });
    }
}

/// A weapon falls to the ground where its bearer stands; `nth` of those that fall in the same step.
pub(crate) fn drop_event(view: &BattleView, unit: UnitId, weapon: usize, nth: u32) -> Option<BattleEvent> {
    let data = view.unit(unit)?;
    let mut what = data.inventory.items().get(weapon)?.clone();
    what.in_hand = false;
    what.off_hand = false;
    let item = ItemId(view.round().next_item + nth);
    Some(BattleEvent::Dropped { unit, weapon, item, what, cell: data.cell() })
}
