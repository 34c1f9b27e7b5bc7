//! Resolves knockback: moves a thrown unit square by square and applies impacts. Chapter KNOCK of Aberrant, in every
//! book.

use bevy_app::{App, Plugin};

use super::{falling, hazards, rule_steps};
use crate::resolve::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::event::BattleEvent;
use crate::state::lines::BattleNote;
use crate::state::resources::{BattleDice, Outbox, ResolutionStep, StepKind};
use crate::view::battle_view::{BattleView, UnitDataItem};
use crate::view::knockback::flight_segment;
use dice::Trace;
use model::{Cell, ObstaclePosition, UnitId};
use rules::knockback::{self, KnockbackForce};

/// Registers the systems for knockback and falls.
pub(crate) struct KnockbackPlugin;

impl Plugin for KnockbackPlugin {
    fn build(&self, app: &mut App) {
        app.add_step_system(StepKind::Knockback, resolve_knockback_step)
            .add_step_system(StepKind::LandFromFall, falling::resolve_landing_step);
    }
}

/// Resolves a `Knockback` step.
fn resolve_knockback_step(run: StepRun, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::Knockback { unit, force, from } = step else { return };
    resolve_knockback(view, (dice, answers), (*unit, *force, *from), out);
}

/// Resolves a flight: its length and its effects. `AB-KNOCK-01` to `AB-KNOCK-26`.
pub(crate) fn resolve_knockback(
    view: &BattleView,
    (dice, answers): (&BattleDice, &[String]),
    (unit, force, knockback_origin): (UnitId, KnockbackForce, Cell),
    out: &mut Outbox,
) {
    // Passengers are not thrown.
    let there = |data: &UnitDataItem| data.out_of_action.on_map() && data.vehicle().is_none();
    let Some(data) = view.unit(unit).filter(there) else { return };
    let (me, from) = (view.unit_snapshot(&data), data.cell());
    let metres = knockback::knockback_metres(&me, force, view.rules());
    let legs = field::knockback_path(view.field().grid(), from, knockback_origin, metres);
    let stands = |place: ObstaclePosition| {
        let obstacle = view.field().grid().obstacle(place)?;
        view.barrier(obstacle.id).map(|data| view.barrier_on_line(&data))
    };
    let in_the_way = |at: Cell| {
        view.unit_at(at).filter(|other| other.id != data.id).map(|other| view.unit_snapshot(&other))
    };
    let weightless = view.setup().bundle().skirmish.zero_gravity;
    let segments: Vec<_> =
        legs.iter().map(|leg| flight_segment((leg, weightless), stands, in_the_way)).collect();
    let mut table = dice.start_table(answers);
    let flight = match knockback::resolve_flight(&mut table, &me, (force, from), &segments, view.rules()) {
        Ok(flight) => flight,
        Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
    };
    let (dice_state, mut trace) = dice.finish_table(table);
    let has_rolled = trace.iter().any(|step| matches!(step, Trace::Rolled(_)));
    if has_rolled {
        out.dice = Some(dice_state);
    }
    for (text, clause) in flight.words {
        out.push_traced(BattleEvent::RuleNote { unit, text, clause }, std::mem::take(&mut trace));
    }
    if !trace.is_empty() {
        let note = if has_rolled { BattleNote::Shaken } else { BattleNote::NotThrown };
        let text = note.into();
        out.push_traced(BattleEvent::RuleNote { unit, text, clause: "AB-KNOCK-04" }, trace);
    }
    let mut path: Vec<_> = legs.iter().take(flight.squares).map(|leg| leg.to).collect();
    // A unit that lands on another one ends on a free square beside it.
    if let Some(end) = path.last_mut()
        && view.unit_at(*end).is_some_and(|other| other.id != data.id)
    {
        *end = falling::nearest_reachable_cell(view, *end)
            .or_else(|| falling::free_cell_beside(view, *end, &[]))
            .unwrap_or(from);
    }
    move_body(view, &data, &path, out);
    rule_steps::resolve_rule_steps(view, flight.effects, None, out);
    out.next_steps.push(ResolutionStep::UpdateDetection);
}

/// Moves a thrown unit along its path and ends its cover, grips and engagements.
fn move_body(view: &BattleView, data: &UnitDataItem, path: &[Cell], out: &mut Outbox) {
    let (unit, mut from) = (*data.id, data.cell());
    let Some(end) = path.last() else { return };
    if data.cover.is_taken() {
        out.push_event(BattleEvent::CoverLeft { unit });
    }
    for &to in path {
        out.push_event(BattleEvent::Stepped { unit, from, to });
        from = to;
    }
    // Passengers move with their vehicle.
    for inside in view.occupants(unit) {
        out.push_event(BattleEvent::Displaced { unit: *inside.id, from: data.cell(), to: *end });
    }
    super::melee::disengage_out_of_reach(view, unit, *end, out);
    super::melee::release_grips(data, out);
    super::melee::unburden_holder(view, data, out);
    hazards::expose_on_entering(view, unit, *end, out);
}
