//! Resolves movement along declared paths and sprint tests. `SS-MOVE`.

use bevy_app::{App, Plugin};

use super::carry_out::{check_still_permitted, push_not_carried_out};
use super::hazards::ground_effects_on_path;
use super::rule_steps;
use crate::resolve::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::event::BattleEvent;
use crate::state::lines::BattleNote;
use crate::state::resources::{
    BattleDice, DeclaredAction, MoveProgress, MoveSegment, MoveSegmentEnd, Outbox, ResolutionStep, StepKind,
};
use crate::view::battle_view::{BattleView, UnitDataItem, diagonal_step};
use crate::view::falls::{climb_down, falling_unit, falls_on_path};
use crate::view::hazards::is_harmful;
use dice::Trace;
use model::{Cell, UnitId};
use rules::turn_engine::Action;
use rules::{Grip, MovementMode, StopReason, play};

/// Registers the systems for walking, sprinting, interception and evasion.
pub(crate) struct MovementPlugin;

impl Plugin for MovementPlugin {
    fn build(&self, app: &mut App) {
        app.add_step_system(StepKind::Walk, resolve_walk_step)
            .add_step_system(StepKind::Sprint, resolve_sprint_step)
            .add_step_system(StepKind::ContinueMove, resolve_continued_move)
            .add_step_system(StepKind::Intercept, resolve_intercept_step)
            .add_step_system(StepKind::Strike, resolve_strike_step)
            .add_step_system(StepKind::Evade, resolve_evade_step);
    }
}

/// Resolves a `Walk` step.
fn resolve_walk_step(run: StepRun, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::Walk { unit, path, action, way } = step else { return };
    resolve_walk(view, (dice, answers), Walk { unit: *unit, path, action: *action, way }, out);
}

/// Resolves a `Sprint` step.
fn resolve_sprint_step(run: StepRun, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::Sprint { unit, path, evade } = step else { return };
    resolve_sprint(view, (dice, answers), *unit, (path, *evade), out);
}

/// Resolves a `ContinueMove` step.
fn resolve_continued_move(run: StepRun, context: StepContext) {
    let (step, view, _, out) = context.parts(run);
    let ResolutionStep::ContinueMove(segment) = step else { return };
    let Some(data) = view.unit(segment.unit).filter(|data| data.is_fighting()) else { return };
    let knocked_down = segment.upright && data.is_prone(); // stops it in any case, with its own reason
    let declared = DeclaredAction::Action(Action::Walk);
    if !knocked_down && let Err(obstacle) = check_still_permitted(view, segment.unit, &declared) {
        push_not_carried_out(segment.unit, obstacle, out);
        super::wounds::make_room(view, &data, out);
        return out.next_steps.push(ResolutionStep::UpdateDetection); // paralysed by the ground
    }
    continue_move(view, segment.clone(), Vec::new(), out);
}

/// Resolves an `Intercept` step.
fn resolve_intercept_step(run: StepRun, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::Intercept { unit, mover } = step else { return };
    super::interception::resolve_interception(view, (dice, answers), *unit, *mover, out);
}

/// Resolves a `Strike` step.
fn resolve_strike_step(run: StepRun, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::Strike(strike) = step else { return };
    super::interception::resolve_strike(view, (dice, answers), strike, out);
}

/// Resolves an `Evade` step.
fn resolve_evade_step(run: StepRun, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::Evade { unit, path, action } = step else { return };
    super::interception::resolve_evasion(view, (dice, answers), *unit, (path, *action), out);
}

/// A walk or run along a path.
#[derive(Clone, Copy)]
struct Walk<'a> {
    unit: UnitId,
    path: &'a [Cell],
    action: Action,
    way: &'a MoveProgress,
}

impl Walk<'_> {
    /// The end at an interception: the opponents intercept in turn, then the unit walks on. `SS-INTC-03`.
    fn interrupt(self, at: usize, opponents: &[UnitId]) -> MoveSegmentEnd {
        let Self { unit, path, action, way } = self;
        let strikes =
            opponents.iter().map(|opponent| ResolutionStep::Intercept { unit: *opponent, mover: unit });
        let met = way.met.iter().chain(opponents).copied().collect();
        let way = MoveProgress { begun: true, met };
        let rest = ResolutionStep::Walk { unit, path: path[at..].to_vec(), action, way };
        MoveSegmentEnd::Interrupted(strikes.chain([rest]).collect())
    }

    /// The end after so many squares, before the whole path is walked. An unforeseen stop costs only the distance moved.
    /// `SS-MOVE-23`.
    fn stop(self, view: &BattleView, start: Cell, squares: usize, reason: StopReason) -> MoveSegmentEnd {
        let is_unforeseen = reason != StopReason::RoughGround && self.action == Action::Walk;
        let unused = if is_unforeseen { unused_distance(view, start, (self.path, squares)) } else { 0 };
        MoveSegmentEnd::Stopped { reason, unused }
    }
}

/// Moves along a path until it ends, an opponent may intercept, the ground stops the unit or an obstacle appears.
/// `SS-MOVE-23`, `SS-INTC-03`, `CS-TER-03`.
fn resolve_walk(
    view: &BattleView,
    (dice, answers): (&BattleDice, &[String]),
    walk: Walk<'_>,
    out: &mut Outbox,
) {
    let Walk { unit, path: whole, action, way } = walk;
    let Some(data) = view.unit(unit).filter(|data| data.is_fighting()) else { return };
    if way.begun && data.movement.halted() {
        out.next_steps.push(ResolutionStep::UpdateDetection);
        return; // stopped by an opponent. `SS-INTC-11`
    }
    if let Err(obstacle) = check_still_permitted(view, unit, &DeclaredAction::Action(action)) {
        push_not_carried_out(unit, obstacle, out);
        return out.next_steps.push(ResolutionStep::UpdateDetection); // held or paralysed on the way
    }
    let start = data.cell();
    let met = super::interception::next_interception(view, unit, whole, &way.met);
    let path = met.as_ref().map_or(whole, |(at, _)| &whole[..*at]);
    let diagonal = diagonal_step(view.rules());
    let open = field::path_cost(view.field().grid(), start, path, diagonal)
        .map_or_else(|bad| bad.index, |all| all.len());
    let grounds: Vec<_> = path[..open].iter().map(|cell| view.terrain_cell(*cell)).collect();
    let mut table = dice.start_table(answers);
    let (held, mut effects) =
        match play::cross_ground(&mut table, &view.unit_snapshot(&data), action, &grounds, view.rules()) {
            Ok(footing) => footing,
            Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
        };
    let barred = path_to_unseen_enemy(view, &data, path);
    let end = path_to_free_cell(view, unit, &path[..held.min(open).min(barred)]);
    match ground_effects_on_path(view, &mut table, &data, &path[..end], &effects) {
        Ok(more) => effects.extend(more),
        Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
    }
    let met = match met.filter(|_| end == path.len()) {
        Some((at, opponents)) => match super::interception::toss_for_order(view, &mut table, &opponents, out)
        {
            Ok(opponents) => Some((at, opponents)),
            Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
        },
        None => None,
    };
    let trace = out.finish_table(dice, table);
    let ends = if end < path.len() {
        walk.stop(view, start, end, stop_reason(held, open, barred))
    } else if let Some((at, opponents)) = met {
        walk.interrupt(at, &opponents)
    } else {
        MoveSegmentEnd::Completed
    };
    let upright = !data.is_prone();
    continue_move(
        view,
        MoveSegment { unit, path: path[..end].to_vec(), end: ends, effects, upright },
        trace,
        out,
    );
}

/// Why a walk stops: after `held` squares because of the ground, `open` because of obstacles or `barred` because of a unit.
fn stop_reason(held: usize, open: usize, barred: usize) -> StopReason {
    if held < open.min(barred) {
        StopReason::RoughGround
    } else if barred < open {
        StopReason::UnitInTheWay
    } else {
        StopReason::PathBlocked
    }
}

/// Moves along a free path up to the next hazard or fall, which is resolved before the rest of the path.
fn continue_move(view: &BattleView, leg: MoveSegment, mut trace: Vec<Trace>, out: &mut Outbox) {
    let MoveSegment { unit, mut path, end: ends, effects, upright } = leg;
    let Some(data) = view.unit(unit).filter(|data| data.is_fighting()) else { return };
    let start = data.cell();
    let goes_on = !path.is_empty() || matches!(ends, MoveSegmentEnd::Interrupted(_));
    if upright && data.is_prone() && goes_on {
        let reason = StopReason::KnockedProne;
        out.push_event(BattleEvent::Stopped { unit, at: start, reason, unused: 0 });
        super::wounds::make_room(view, &data, out);
        return out.next_steps.push(ResolutionStep::UpdateDetection);
    }
    let falls = falls_on_path(view, start, &path);
    // Passengers are safe from hazards on the ground.
    let burns = |cell: &Cell| data.vehicle().is_none() && is_harmful(view, *cell);
    let lands_at = |index: usize| falls.iter().find(|(foot, _)| *foot == index).map(|(_, fall)| *fall);
    let checked = (0..path.len()).find(|index| burns(&path[*index]) || lands_at(*index).is_some());
    let rest = checked.map_or_else(Vec::new, |index| path.split_off(index + 1));
    let harmed = path.last().is_some_and(burns);
    let fallen = checked.and_then(lands_at);
    let at = step_along(view, &data, path, &mut trace, out);
    if harmed || fallen.is_some() {
        let faller = falling_unit(&data);
        out.next_steps.extend(fallen.map(|fall| ResolutionStep::LandFromFall { unit: faller, fall }));
        out.next_steps.extend(harmed.then_some(ResolutionStep::ExposeToHazard { unit }));
        out.next_steps.push(ResolutionStep::ContinueMove(MoveSegment {
            unit,
            path: rest,
            end: ends,
            effects,
            upright,
        }));
        return;
    }
    rule_steps::resolve_rule_steps(view, effects, None, out);
    match ends {
        MoveSegmentEnd::Completed => {}
        MoveSegmentEnd::Stopped { reason, unused } => {
            out.push_traced(BattleEvent::Stopped { unit, at, reason, unused }, trace);
        }
        MoveSegmentEnd::Interrupted(tasks) => {
            out.next_steps.extend(tasks);
            return;
        }
    }
    out.next_steps.push(ResolutionStep::UpdateDetection);
}

/// Steps along a path, with all that a unit takes along, and out of melee; returns the square where it stands then.
fn step_along(
    view: &BattleView,
    data: &UnitDataItem,
    path: Vec<Cell>,
    trace: &mut Vec<Trace>,
    out: &mut Outbox,
) -> Cell {
    let (unit, start) = (*data.id, data.cell());
    if !path.is_empty() && data.cover.is_taken() {
        out.push_event(BattleEvent::CoverLeft { unit });
    }
    let (mut previous, mut from) = (start, start);
    for to in path {
        out.push_traced(BattleEvent::Stepped { unit, from, to }, std::mem::take(trace));
        push_climb(view, data, (from, to), out);
        (previous, from) = (from, to);
    }
    if let Some(body) = view.carried_body(data).filter(|_| from != start) {
        out.push_event(BattleEvent::Displaced { unit: *body.id, from: body.cell(), to: from });
    }
    if from != start {
        drag_held_unit(view, data, (previous, from), out);
        super::vehicles::move_vehicle(view, data, from, out);
    }
    super::melee::disengage_out_of_reach(view, unit, from, out);
    from
}

/// Notes a step down by a ladder where a fall would do damage. `CS-FALL-02`.
fn push_climb(view: &BattleView, unit: &UnitDataItem, (from, to): (Cell, Cell), out: &mut Outbox) {
    let Some(climb) = climb_down(view, from, to).filter(|_| unit.vehicle().is_none()) else { return };
    let clause = play::climb_clause(&view.unit_snapshot(unit), climb, view.rules());
    if let Some(clause) = clause {
        let text = BattleNote::ClimbsDown { metres: climb.metres() }.into();
        out.push_event(BattleEvent::RuleNote { unit: *unit.id, text, clause });
    }
}

/// Moves the unit that a walking unit holds to the square that the walker left last, or to a free one beside the
/// walker. `AB-BASE-10`.
fn drag_held_unit(view: &BattleView, holder: &UnitDataItem, (left, end): (Cell, Cell), out: &mut Outbox) {
    let Some(Grip::Holding(held)) = holder.status.grip() else { return };
    let Some(held) = view.unit(held).filter(|held| held.out_of_action.down().is_none()) else { return };
    let from = held.cell();
    let grid = view.field().grid();
    let of_the_two = |other: &UnitDataItem| *other.id == *held.id || *other.id == *holder.id;
    let free = |cell: &Cell| {
        *cell != end
            && end.direction_to(*cell).is_some_and(|way| grid.can_step(end, way))
            && view.unit_at(*cell).is_none_or(|other| of_the_two(&other))
    };
    let mut beside: Vec<_> =
        (-1..=1).flat_map(|y| (-1..=1).map(move |x| Cell::new(end.x + x, end.y + y))).collect();
    beside.sort_by_key(|cell| (from.distance_squared(*cell), *cell));
    let Some(to) = [left].into_iter().chain(beside).find(free).filter(|to| *to != from) else { return };
    if held.cover.is_taken() {
        out.push_event(BattleEvent::CoverLeft { unit: *held.id });
    }
    out.push_event(BattleEvent::Displaced { unit: *held.id, from, to });
    let is_far = |other: &UnitDataItem| other.cell().chebyshev_distance(to) > 1;
    for other in held.status.in_melee_with().filter(|other| other != holder.id) {
        if view.unit(other).is_none_or(|other| is_far(&other)) {
            super::melee::disengage(*held.id, other, out);
        }
    }
    super::hazards::expose_on_entering(view, *held.id, to, out);
}

/// Returns the length of the unused rest of a declared path, in half metres.
fn unused_distance(view: &BattleView, start: Cell, (path, end): (&[Cell], usize)) -> u32 {
    let diagonal = diagonal_step(view.rules());
    let corners = [start].into_iter().chain(path.iter().copied());
    let steps = corners.zip(path).skip(end);
    steps.map(|(from, to)| if from.x != to.x && from.y != to.y { diagonal.half_metres() } else { 2 }).sum()
}

/// Returns the number of squares before the first enemy on a path, which its side did not see when it set out.
fn path_to_unseen_enemy(view: &BattleView, unit: &UnitDataItem, path: &[Cell]) -> usize {
    let enemy = |cell: &Cell| view.unit_at(*cell).is_some_and(|other| other.side != unit.side);
    path.iter().position(enemy).unwrap_or(path.len())
}

/// Returns the number of squares up to the last free one: units do not stop on occupied squares.
fn path_to_free_cell(view: &BattleView, unit: UnitId, reached: &[Cell]) -> usize {
    let free = |cell: &Cell| view.unit_at(*cell).is_none_or(|other| *other.id == unit);
    reached.iter().rposition(free).map_or(0, |last| last + 1)
}

/// Resolves a sprint test: each hit is a metre, the cost is one strain. `SS-MOVE-09` to `SS-MOVE-12`.
fn resolve_sprint(
    view: &BattleView,
    (dice, answers): (&BattleDice, &[String]),
    unit: UnitId,
    (path, evade): (&[Cell], bool),
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit) else { return };
    let rules = view.setup().rules();
    let mut table = dice.start_table(answers);
    let sprint = match play::roll_sprint(&mut table, &view.unit_snapshot(&data), rules) {
        Ok(sprint) => sprint,
        Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
    };
    let (dice_state, trace) = dice.finish_table(table);
    out.dice = Some(dice_state);
    out.push_traced(BattleEvent::Ran { unit, gait: MovementMode::Sprinting, from: data.cell() }, trace);
    rule_steps::resolve_rule_steps(view, sprint.effects, None, out);
    let costs =
        field::path_cost(view.field().grid(), data.cell(), path, diagonal_step(rules)).unwrap_or_default();
    let within = costs.iter().take_while(|cost| **cost <= 2 * sprint.metres).count();
    // The costs of the sprint are applied before the walk continues.
    let (path, action) = (path[..within].to_vec(), Action::Sprint);
    let walk = if evade {
        ResolutionStep::Evade { unit, path, action }
    } else {
        ResolutionStep::Walk { unit, path, action, way: MoveProgress::default() }
    };
    out.next_steps.insert(0, walk);
}
