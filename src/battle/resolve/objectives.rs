//! Checks the objectives of the skirmish and ends the battle.

use crate::resolve::melee::leave_melee;
use crate::resolve::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::resolve::timed_items::{detonations_after_combat, end_explosion_notes};
use crate::state::event::BattleEvent;
use crate::state::resources::{History, Outbox, ResolutionStep, StepKind};
use crate::view::battle_end::{battle_end_notes, is_active, keeps_side_in_battle};
use crate::view::battle_view::{BattleView, UnitDataItem};
use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemId;
use content::{Objective, TimeUp};
use model::{Cell, Side, UnitId};
use rules::events::{BattleOutcome, EndReason};
use rules::turn_engine::Action;
use rules::{DownState, Grip, play, status};

/// Registers the system that checks objectives.
pub(crate) struct ObjectivesPlugin;

impl Plugin for ObjectivesPlugin {
    fn build(&self, app: &mut App) {
        let world = app.world_mut();
        let system = world.register_system(check_objectives);
        world.insert_resource(ObjectivesSystem(system));
        app.add_step_system(StepKind::Surrender, resolve_surrender);
    }
}

/// The system that checks the objectives after events that may change them.
#[derive(Resource, Clone, Copy)]
pub(crate) struct ObjectivesSystem(pub SystemId<InMut<'static, Outbox>, ObjectiveCheck>);

/// Resolves a `Surrender` step: each armed item explodes, then the battle ends. `SS-TIMED-02`.
fn resolve_surrender(run: StepRun, context: StepContext) {
    let (step, view, _, out) = context.parts(run);
    let ResolutionStep::Surrender { side } = step else { return };
    if view.round().outcome().is_some() {
        return;
    }
    if let Some(explosion) = detonations_after_combat(view).into_iter().next() {
        for note in end_explosion_notes(view, std::slice::from_ref(&explosion)) {
            out.push_event(note);
        }
        return out.next_steps.extend([explosion, step.clone()]);
    }
    surrender_events(view, *side).into_iter().for_each(|event| out.push_event(event));
}

/// Returns the events of the end by a side's surrender: the only other side that is still in the battle wins.
fn surrender_events(view: &BattleView, side: Side) -> Vec<BattleEvent> {
    let others = view.units().filter(|unit| keeps_side_in_battle(unit) && *unit.side != side);
    let mut others: Vec<Side> = others.map(|unit| *unit.side).collect();
    others.sort_unstable();
    others.dedup();
    let winner = if let [one] = others[..] { Some(one) } else { None };
    let mut events = battle_end_notes(view);
    events.push(BattleEvent::Ended(BattleOutcome { winner, ending: EndReason::Surrender }));
    events
}

/// Result of a check of the objectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectiveCheck {
    /// The check is postponed: a prompt is open, a unit is about to go down, or the battle is not running.
    TooEarly,
    /// Nothing has changed.
    NoChange,
    /// The outbox has new events or steps.
    Changed,
}

/// Checks the objectives after a resolution step.
fn check_objectives(InMut(out): InMut<Outbox>, view: BattleView, history: Res<History>) -> ObjectiveCheck {
    let view = &view;
    if view.open_prompt().is_some() || view.round().outcome().is_some() || view.round().is_deploying() {
        return ObjectiveCheck::TooEarly;
    }
    // The outcome is open while a unit is about to go down.
    let next_down = |unit: &UnitDataItem| {
        play::down_state(unit.sheet.get(), unit.health.condition(), view.setup().rules())
    };
    let mut standing = Vec::new();
    for unit in view.units() {
        if next_down(&unit) > unit.out_of_action.down() {
            return ObjectiveCheck::TooEarly;
        }
        if keeps_side_in_battle(&unit) && !standing.contains(unit.side) {
            standing.push(*unit.side);
        }
    }
    standing.sort_unstable();
    let event_count = out.events.len();
    let leaving = leave_by_exits(view);
    if !leaving.is_empty() {
        standing = sides_without(view, &leaving);
    }
    for unit in &leaving {
        // What it holds stays behind, and what holds it lets go.
        view.unit(*unit).iter().for_each(|data| leave_melee(data, out));
        out.push_event(BattleEvent::Escaped { unit: *unit });
    }
    if let Some(outcome) = find_outcome(view, (&leaving, &standing), history.round_over, out) {
        let due = detonations_after_combat(view);
        if due.is_empty() {
            battle_end_notes(view).into_iter().for_each(|note| out.push_event(note));
            out.push_event(BattleEvent::Ended(outcome));
        } else {
            // The objectives are checked again after the detonations.
            out.events.truncate(event_count);
            // The others are noted when the objectives are checked again.
            let notes = end_explosion_notes(view, &due[..1]);
            notes.into_iter().for_each(|note| out.push_event(note));
            out.next_steps.extend(due);
        }
    }
    if out.changes_nothing() && out.next_steps.is_empty() {
        ObjectiveCheck::NoChange
    } else {
        ObjectiveCheck::Changed
    }
}

/// Returns the units that leave through the exit zone of their side: those that can act, and the vehicles in which such units
/// sit, with all that lie in them.
fn leave_by_exits(view: &BattleView) -> Vec<UnitId> {
    let mut leaving = Vec::new();
    for objective in &view.setup().bundle().skirmish.objectives {
        let Objective::Escape { side, zone, .. } = objective else { continue };
        // Units leave after their phase.
        let gone = active_in_zone(view, Side(*side), zone).filter(|unit| !is_moving_now(view, *unit.id));
        for unit in gone {
            leaving.push(*unit.id);
            let vehicle = unit.vehicle().and_then(|vehicle| view.unit(vehicle));
            let Some(vehicle) = vehicle.filter(|vehicle| vehicle.is_fighting()) else { continue };
            let fallen = view.occupants(*vehicle.id).filter(|inside| inside.out_of_action.down().is_some());
            leaving.extend(fallen.map(|inside| *inside.id));
            leaving.push(*vehicle.id);
        }
    }
    leaving.sort();
    leaving.dedup();
    leaving
}

/// Returns whether it is the phase of a unit or of its driver.
fn is_moving_now(view: &BattleView, unit: UnitId) -> bool {
    let Some(data) = view.unit(unit) else { return false };
    let driver = view.driver(data.vehicle().unwrap_or(unit)).map(|driver| *driver.id);
    view.round().acting().is_some_and(|acting| acting == unit || Some(acting) == driver)
}

/// Returns whether a unit is stopped: out of action, unable to walk, or a vehicle without occupants who can act.
fn is_stopped(view: &BattleView, unit: &UnitDataItem) -> bool {
    let helpless = unit.is_driven() && !view.occupants(*unit.id).any(|inside| inside.is_fighting());
    let stuck = status::check_action(unit.status.ailments(), Action::Walk).is_err();
    unit.out_of_action.on_map() && (unit.out_of_action.down().is_some() || helpless || stuck)
}

/// Returns whether a unit is rescued: alive, not held, and no unit hostile to it and to the rescuing side can act.
fn is_rescued(view: &BattleView, unit: &UnitDataItem, by: Side) -> bool {
    let held = matches!(unit.status.grip(), Some(Grip::HeldBy(_)));
    let guarded = view.units().any(|other| other.side != unit.side && *other.side != by && is_active(&other));
    unit.out_of_action.down() != Some(DownState::Dead) && !held && !guarded
}

/// Returns the units that can act in a zone, by id.
fn active_units_in_zone<'a>(
    view: &'a BattleView,
    zone: &str,
) -> impl Iterator<Item = UnitDataItem<'a, 'a>> + use<'a> {
    let cells = zone_cells(view, zone);
    view.units().filter(move |unit| is_active(unit) && cells.binary_search(&unit.cell()).is_ok())
}

/// Returns the units of a side that can act in a zone, by id.
fn active_in_zone<'a>(
    view: &'a BattleView,
    side: Side,
    zone: &str,
) -> impl Iterator<Item = UnitDataItem<'a, 'a>> + use<'a> {
    active_units_in_zone(view, zone).filter(move |unit| *unit.side == side)
}

/// Returns whether a unit that is off the map left it alive by an exit, and did not flee.
fn got_away(unit: &UnitDataItem) -> bool {
    !matches!(unit.out_of_action.down(), Some(DownState::Fled | DownState::Dead))
}

/// Returns whether a unit has left the map alive by an exit, and did not flee.
fn has_left(unit: &UnitDataItem) -> bool {
    unit.out_of_action.escaped() && got_away(unit)
}

/// Returns the unit with a name.
fn unit_named<'a>(view: &'a BattleView, name: &str) -> Option<UnitDataItem<'a, 'a>> {
    view.units().find(|unit| unit.identity.name() == name)
}

fn zone_cells<'a>(view: &'a BattleView, zone: &str) -> &'a [Cell] {
    view.setup().bundle().skirmish.map.zones.get(zone).map_or(&[], Vec::as_slice)
}

fn find_outcome(
    view: &BattleView,
    (leaving, standing): (&[UnitId], &[Side]),
    round_over: bool,
    out: &mut Outbox,
) -> Option<BattleOutcome> {
    let skirmish = &view.setup().bundle().skirmish;
    let mut won = None;
    for (number, objective) in skirmish.objectives.iter().enumerate() {
        let side = Side(objective.side());
        let ending = match objective {
            Objective::Eliminate { .. } => (standing == [side]).then_some(EndReason::Eliminated),
            Objective::Escape { units, .. } => {
                let gone =
                    |unit: &UnitDataItem| has_left(unit) || (leaving.contains(unit.id) && got_away(unit));
                let gone = view.units().filter(|unit| *unit.side == side && gone(unit)).count();
                (gone >= *units as usize).then_some(EndReason::Escaped)
            }
            Objective::Reach { zone, .. } => {
                let is_there = || active_in_zone(view, side, zone).next().is_some();
                (round_over && is_there()).then_some(EndReason::Reached)
            }
            Objective::Clear { zone, .. } => {
                let mut others = active_units_in_zone(view, zone).filter(|unit| *unit.side != side);
                others.all(|unit| leaving.contains(unit.id)).then_some(EndReason::Taken)
            }
            Objective::Stop { unit, .. } => unit_named(view, unit)
                .is_some_and(|unit| is_stopped(view, &unit))
                .then_some(EndReason::Stopped),
            Objective::Rescue { unit, .. } => unit_named(view, unit)
                .is_some_and(|unit| is_rescued(view, &unit, side))
                .then_some(EndReason::Rescued),
            Objective::Slay { unit, .. } => {
                let dead = |unit: UnitDataItem| unit.out_of_action.down() == Some(DownState::Dead);
                unit_named(view, unit).is_some_and(dead).then_some(EndReason::Slain)
            }
            Objective::Hold { zone, rounds, .. } => {
                let held = if round_over {
                    count_hold_rounds(view, number, side, zone, out)
                } else {
                    view.round().hold_rounds(number)
                };
                (held >= *rounds).then_some(EndReason::Held)
            }
        };
        won = won.or(ending.map(|ending| BattleOutcome { winner: Some(side), ending }));
    }
    won.or_else(|| last_side_wins(standing))
        .or_else(|| (round_over && view.round().number() >= skirmish.rounds).then(|| time_up_outcome(view)))
}

/// Returns progress and goal of a counted objective: rounds held or units escaped. `None` for other objectives.
pub fn objective_progress(view: &BattleView, number: usize) -> Option<(u32, u32)> {
    match view.setup().bundle().skirmish.objectives.get(number)? {
        Objective::Hold { rounds, .. } => Some((view.round().hold_rounds(number), *rounds)),
        Objective::Escape { side, units, .. } => {
            let gone = |unit: &UnitDataItem| *unit.side == Side(*side) && has_left(unit);
            Some((view.units().filter(gone).count() as u32, *units))
        }
        _ => None,
    }
}

/// Counts consecutive rounds at whose end only this side had units in the zone.
fn count_hold_rounds(view: &BattleView, objective: usize, side: Side, zone: &str, out: &mut Outbox) -> u32 {
    let ours = active_in_zone(view, side, zone).next().is_some();
    let theirs = active_units_in_zone(view, zone).any(|unit| *unit.side != side);
    let rounds = if ours && !theirs { view.round().hold_rounds(objective) + 1 } else { 0 };
    out.push_event(BattleEvent::HoldCounted { objective, rounds });
    rounds
}

/// Returns the sides that still have units in the battle after some have left.
fn sides_without(view: &BattleView, leaving: &[UnitId]) -> Vec<Side> {
    let stay = view.units().filter(|unit| keeps_side_in_battle(unit) && !leaving.contains(unit.id));
    let mut sides: Vec<Side> = stay.map(|unit| *unit.side).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

/// Returns victory for the last remaining side, a draw if none remains; `None` while several remain.
fn last_side_wins(standing: &[Side]) -> Option<BattleOutcome> {
    match *standing {
        [] => Some(BattleOutcome { winner: None, ending: EndReason::Eliminated }),
        [side] => Some(BattleOutcome { winner: Some(side), ending: EndReason::Eliminated }),
        _ => None,
    }
}

fn time_up_outcome(view: &BattleView) -> BattleOutcome {
    let skirmish = &view.setup().bundle().skirmish;
    let winner = match skirmish.then {
        TimeUp::Draw => None,
        TimeUp::Wins(side) => Some(Side(side)),
        TimeUp::MostStanding => {
            let standing =
                |side: u8| view.units().filter(|unit| is_active(unit) && *unit.side == Side(side)).count();
            let counts: Vec<_> = (0..skirmish.sides.len() as u8).map(|side| (standing(side), side)).collect();
            let most = counts.iter().max().expect("a skirmish has sides");
            let alone = counts.iter().filter(|(count, _)| *count == most.0).count() == 1;
            alone.then_some(Side(most.1))
        }
    };
    BattleOutcome { winner, ending: EndReason::TimeUp }
}
