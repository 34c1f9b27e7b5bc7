//! Resolves consequences of wounds: lower initiative, going down, dropping held items. `SS-DMG-09`, `SS-INIT-22`.

use bevy_app::{App, Plugin};

use super::{falling, ground_effects, hazards, rule_steps};
use crate::resolve::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::components::StatusKind;
use crate::state::event::BattleEvent;
use crate::state::lines::BattleNote;
use crate::state::resources::{BattleDice, Outbox, ResolutionStep, StepKind};
use crate::view::battle_view::{BattleView, UnitDataItem};
use crate::view::dropped_items::{charge_lost_event, drop_event};
use crate::view::safe_paths::SafePaths;
use dice::Clause;
use model::{Cell, UnitId};
use rules::turn_engine::PhaseTiming;
use rules::turn_engine::switches::TieMode;
use rules::{DownState, Grip, UnitSnapshot, play};

/// Registers the system for consequences of health changes.
pub(crate) struct WoundsPlugin;

impl Plugin for WoundsPlugin {
    fn build(&self, app: &mut App) {
        app.add_step_system(StepKind::Consequences, resolve_wounds)
            .add_step_system(StepKind::PriceConsequences, resolve_price);
    }
}

/// How far a fleeing unit looks for the edge of the map, in half metres.
const FLIGHT_HALF_METRES: u32 = 400;

/// Resolves a `Consequences` step. The phase of a unit that goes down ends once everything else is resolved that its order
/// has caused.
fn resolve_wounds(run: StepRun, context: StepContext) {
    let (step, view, dice, out) = context.parts(run);
    let ResolutionStep::Consequences { unit, by } = step else { return };
    apply_consequences(view, dice, (*unit, *by), out);
    if out.prompt.is_none() && view.round().acting() == Some(*unit) && goes_down(*unit, out) {
        out.last_steps.push(ResolutionStep::EndPhase { unit: *unit });
    }
}

/// Resolves a `PriceConsequences` step: `CarryOut` ends the phase of a unit that goes down.
fn resolve_price(run: StepRun, context: StepContext) {
    let (step, view, dice, out) = context.parts(run);
    let ResolutionStep::PriceConsequences { unit, effects } = step else { return };
    rule_steps::resolve_rule_steps(view, effects.clone(), None, out);
    apply_consequences(view, dice, (*unit, None), out);
}

/// Returns whether a `Consequences` step of a unit that acts may change anything, after the events and steps that are
/// queued. Most phases end without consequences.
pub(crate) fn may_have_consequences(
    view: &BattleView,
    (unit, me): (&UnitDataItem, &UnitSnapshot),
    out: &Outbox,
) -> bool {
    let keeps_state = |event: &BattleEvent| {
        matches!(
            event,
            BattleEvent::PhaseEnded { .. }
                | BattleEvent::TurnBudgetChanged { .. }
                | BattleEvent::ExtendedActionCancelled { .. }
        )
    };
    let is_changing =
        !out.next_steps.is_empty() || !out.events.iter().all(|record| keeps_state(&record.event));
    let is_down = || unit.out_of_action.down().is_some() || unit.status.dying_since().is_some();
    let goes_down =
        || play::down_state(unit.sheet.get(), unit.health.condition(), view.setup().rules()).is_some();
    let has_new_attribute =
        || !unit.is_driven() && play::initiative_attribute(me) != unit.initiative.attribute();
    is_changing || is_down() || goes_down() || has_new_attribute()
}

/// Returns whether queued events take a unit out of action.
fn goes_down(unit: UnitId, out: &Outbox) -> bool {
    let down = |event: &BattleEvent| matches!(event, BattleEvent::WentDown { unit: of, .. } if *of == unit);
    out.events.iter().any(|record| down(&record.event))
}

/// Applies the consequences of changed health: initiative, going down, dying.
fn apply_consequences(
    view: &BattleView,
    (dice, answers): (&BattleDice, &[String]),
    (unit, by): (UnitId, Option<UnitId>),
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit) else { return };
    let down = play::down_state(data.sheet.get(), data.health.condition(), view.setup().rules());
    if let Some(clause) = simultaneous_clause(view, &data, by).filter(|_| down.is_some()) {
        // It acts first, at its current score.
        let text = BattleNote::ActsAtTheSameTime.into();
        return out.push_event(BattleEvent::RuleNote { unit, text, clause });
    }
    let mut me = view.unit_snapshot(&data);
    let attribute = play::initiative_attribute(&me);
    // Vehicles have no initiative score. `SS-DEF-18`
    if data.out_of_action.down().is_none() && !data.is_driven() && attribute != data.initiative.attribute() {
        let by = attribute - data.initiative.attribute();
        rule_steps::initiative::push_score_change(view, &mut me, (by, attribute), out);
    }
    if down.is_none() && data.out_of_action.down() == Some(DownState::Unconscious) {
        out.push_event(BattleEvent::Recovered { unit });
        super::melee::release_grips(&data, out);
        make_room(view, &data, out);
    }
    if let Some(state) = down.filter(|_| down > data.out_of_action.down()) {
        let mut table = dice.start_table(answers);
        match play::avert_defeat(&mut table, &me, state, view.rules()) {
            Ok(instead) if instead.is_empty() => {}
            Ok(instead) => return rule_steps::resolve_rule_steps(view, instead, None, out),
            Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
        }
        let state = leave_fight(view, &data, &me, by, out).unwrap_or(state);
        push_downed(view, &data, state, by, out);
        react_to_loss(view, &data, out);
    }
    update_dying(view, &data, down, out);
}

/// Moves a prone or recovering unit to the nearest free square if another unit stands on its square.
pub(crate) fn make_room(view: &BattleView, unit: &UnitDataItem, out: &mut Outbox) {
    let from = unit.cell();
    let over = |other: &UnitDataItem| other.id != unit.id && other.is_fighting() && other.vehicle().is_none();
    let left = view.round().after().is_some();
    if left || unit.vehicle().is_some() || !view.units_on(from).any(|other| over(&other)) {
        return;
    }
    if let Some(to) = falling::nearest_reachable_cell(view, from) {
        out.push_event(BattleEvent::Displaced { unit: *unit.id, from, to });
        hazards::expose_on_entering(view, *unit.id, to, out);
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

/// Returns the clause by which a unit still has its phase because it acts simultaneously with its attacker: an agreed
/// step-in, or a tied score under simultaneous ties; `None` if it does not. `SS-INIT-11`, `SS-DELAY-08`.
fn simultaneous_clause(view: &BattleView, unit: &UnitDataItem, by: Option<UnitId>) -> Option<Clause> {
    let waits = unit.points.turn() == PhaseTiming::Before;
    let simultaneous = view.setup().rules().engine.tie_mode == TieMode::Simultaneous;
    let by = by.and_then(|by| view.unit(by)).filter(|_| waits)?;
    let together = view.round().together();
    let agreed = together.contains(unit.id) && together.contains(by.id);
    let tied = simultaneous && by.initiative.score() == unit.initiative.score();
    if agreed { Some("SS-DELAY-08") } else { tied.then_some("SS-INIT-11") }
}

/// Lets a unit that goes out of action surrender or flee, if its book has it; returns its state then. `AB-GRITTY-08`.
fn leave_fight(
    view: &BattleView,
    unit: &UnitDataItem,
    me: &UnitSnapshot,
    by: Option<UnitId>,
    out: &mut Outbox,
) -> Option<DownState> {
    let enemies = view.units().filter(|other| other.side != unit.side && other.is_fighting());
    let nearest = enemies.map(|other| other.cell().distance_squared(unit.cell())).min();
    let after = play::leave_fight(me, nearest, view.rules())?;
    let state = play::down_state(unit.sheet.get(), &after, view.rules());
    let before = Box::new(unit.health.condition().clone());
    out.push_event(BattleEvent::Harmed {
        unit: *unit.id,
        by,
        damage: 0,
        before,
        after: Box::new(after),
        cause: None,
    });
    state
}

/// Applies what the defeat of a unit means for the others of its side. `AB-CINE-17`.
fn react_to_loss(view: &BattleView, fallen: &UnitDataItem, out: &mut Outbox) {
    let snapshot = view.unit_snapshot(fallen);
    let others = view
        .units()
        .filter(|other| other.id != fallen.id && other.side == fallen.side && other.is_fighting());
    let steps: Vec<_> = others
        .flat_map(|other| play::react_to_loss(&snapshot, &view.unit_snapshot(&other), view.rules()))
        .collect();
    rule_steps::resolve_rule_steps(view, steps, None, out);
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
    let flees = down == DownState::Fled;
    if down == DownState::Dead {
        ground_effects::push_ruin(view, unit, out);
    }
    // Vehicles and buildings do not fall prone.
    let stays = unit.is_driven() || play::is_building(unit.sheet.get());
    if !unit.is_prone() && !stays && !flees {
        out.push_status(id, StatusKind::Prone);
    }
    let held = unit.inventory.slots().filter(|_| !flees);
    // The last slot first: the others keep their numbers.
    let held: Vec<_> = held.filter(|(_, carried)| carried.in_hand() && carried.hands() > 0).collect();
    for (weapon, _) in held.into_iter().rev() {
        if let Some(event) = drop_event(view, id, weapon) {
            out.push_event(event);
            charge_lost_event(unit, weapon).into_iter().for_each(|event| out.push_event(event));
        }
    }
    super::melee::leave_melee(unit, out);
    // It no longer burdens a unit that held it; the fallen one has no score any more.
    if matches!(unit.status.grip(), Some(Grip::HeldBy(_))) {
        super::melee::unburden_holder(view, unit, out);
    }
    if flees {
        super::melee::release_grips(unit, out);
        run_to_edge(view, unit, out);
        out.push_event(BattleEvent::Escaped { unit: id });
    }
}

/// Moves a fleeing unit to the nearest edge of the map that it reaches on foot; it leaves from where it is if it reaches
/// none. `AB-GRITTY-08`, `AB-CINE-17`.
fn run_to_edge(view: &BattleView, unit: &UnitDataItem, out: &mut Outbox) {
    if unit.vehicle().is_some() {
        return;
    }
    let grid = view.field().grid();
    let (right, bottom) = (i32::from(grid.width()) - 1, i32::from(grid.height()) - 1);
    let is_edge = |cell: Cell| [0, right].contains(&cell.x) || [0, bottom].contains(&cell.y);
    let paths = SafePaths::from_unit(view, unit, FLIGHT_HALF_METRES);
    let nearest = paths.cells().filter(|(cell, _)| is_edge(*cell)).map(|(cell, cost)| (cost, cell)).min();
    let path = nearest.and_then(|(_, edge)| paths.path_to(edge)).unwrap_or_default();
    if unit.cover.is_taken() && !path.is_empty() {
        out.push_event(BattleEvent::CoverLeft { unit: *unit.id });
    }
    let mut from = unit.cell();
    for to in path {
        out.push_event(BattleEvent::Stepped { unit: *unit.id, from, to });
        from = to;
    }
}
