//! Resolves consequences of wounds: lower initiative, going down, dropping held items. `SS-DMG-09`, `SS-INIT-22`.

use bevy_app::{App, Plugin};

use super::rule_steps;
use crate::resolve::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::components::StatusKind;
use crate::state::event::BattleEvent;
use crate::state::resources::{Outbox, ResolutionStep, StepKind};
use crate::view::battle_view::{BattleView, UnitDataItem, diagonal_step};
use crate::view::dropped_items::drop_event;
use field::MovementRange;
use model::UnitId;
use rules::turn_engine::PhaseTiming;
use rules::turn_engine::switches::TieMode;
use rules::{DownState, play};

/// Registers the system for consequences of health changes.
pub(crate) struct WoundsPlugin;

impl Plugin for WoundsPlugin {
    fn build(&self, app: &mut App) {
        app.add_step_system(StepKind::Consequences, resolve_wounds);
    }
}

/// Search range for a free square, in half metres: farther than any free square is.
const SEARCH_HALF_METRES: u32 = 40;

/// Resolves a `Consequences` step.
fn resolve_wounds(run: StepRun, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::Consequences { unit, by } = step else { return };
    let Some(data) = view.unit(*unit) else { return };
    let down = play::down_state(data.sheet.get(), data.health.condition(), view.setup().rules());
    if down.is_some() && acts_simultaneously(view, &data, *by) {
        return; // it acts first, at its current score
    }
    let mut me = view.unit_snapshot(&data);
    let attribute = play::initiative_attribute(&me);
    // Vehicles have no initiative score. `SS-DEF-18`
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
    if let Some(state) = down.filter(|_| down > data.out_of_action.down()) {
        let mut table = dice.start_table(answers);
        match play::avert_defeat(&mut table, &me, state, view.rules()) {
            Ok(instead) if instead.is_empty() => {}
            Ok(instead) => return rule_steps::resolve_rule_steps(view, instead, None, out),
            Err(stop) => return out.wait_for_answer(stop),
        }
        push_downed(view, &data, state, *by, out);
    }
    update_dying(view, &data, down, out);
}

/// Moves a prone or recovering unit to the nearest free square if another unit stands on its square.
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

/// Sets or ends the dying status: only unconscious units that are dying have it.
/// `SS-DMG-21`, `SS-DMG-23`, `SS-DMG-25`.
fn update_dying(view: &BattleView, unit: &UnitDataItem, down: Option<DownState>, out: &mut Outbox) {
    let id = *unit.id;
    let bleeds = down == Some(DownState::Unconscious) && play::is_dying(unit.health.condition());
    match unit.status.iter().find(|status| matches!(status.kind, StatusKind::Dying(_))) {
        None if bleeds => {
            let kind = StatusKind::Dying(view.round().number());
            out.push_status(id, kind);
        }
        Some(status) if !bleeds => out.end_status(id, status.kind),
        _ => {}
    }
}

/// Returns whether a unit still has its phase because it acts simultaneously with its attacker: by an agreed step-in or
/// by a tied score under simultaneous ties. `SS-INIT-11`, `SS-DELAY-08`.
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
    // Vehicles do not fall prone.
    if !unit.is_prone() && !unit.is_driven() {
        out.push_status(id, StatusKind::Prone);
    }
    let held = unit.inventory.slots();
    // The dropped items are numbered from the last slot on.
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
