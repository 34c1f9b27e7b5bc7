//! Steps along a declared path, and the sprint's test: `SS-MOVE`.

use super::{effects, falling, hazards};
use crate::model::components::UnitId;
use crate::model::event::BattleEvent;
use crate::model::resources::{
    BattleDice, GivenAnswers, MoveProgress, MoveSegment, MoveSegmentEnd, Outbox, ResolutionStep,
};
use crate::view::battle_view::{BattleView, UnitDataItem, diagonal_step};
use dice::{RuleResult, Table, Trace};
use field::Cell;
use rules::status::resolution;
use rules::turn_engine::Action;
use rules::{Effect, MovementMode, play};

pub(crate) fn resolve_movement(
    view: &BattleView,
    (dice, answers): (&BattleDice, &GivenAnswers),
    task: &ResolutionStep,
    out: &mut Outbox,
) {
    match task {
        ResolutionStep::Walk { unit, path, action, way } => {
            resolve_walk(view, (dice, &answers.0), (*unit, path, *action, way), out)
        }
        ResolutionStep::Intercept { unit, mover } => {
            super::interception::resolve_interception(view, (dice, &answers.0), *unit, *mover, out);
        }
        ResolutionStep::Evade { unit, path, action } => {
            super::interception::resolve_evasion(view, (dice, &answers.0), *unit, (path, *action), out);
        }
        ResolutionStep::Sprint { unit, path, evade } => {
            resolve_sprint(view, (dice, &answers.0), *unit, (path, *evade), out)
        }
        ResolutionStep::ContinueMove(leg) => continue_move(view, leg.clone(), Vec::new(), out),
        ResolutionStep::LandFromFall { unit, fall } => {
            super::falling::resolve_landing(view, (dice, &answers.0), (*unit, *fall), out);
        }
        ResolutionStep::ExposeToHazard { unit } => {
            hazards::resolve_exposure(view, dice, &answers.0, *unit, out)
        }
        ResolutionStep::Knockback { unit, force, from } => {
            super::knockback::resolve_knockback(view, (dice, &answers.0), (*unit, *force, *from), out);
        }
        ResolutionStep::UpdateDetection => super::melee::reveal_visible_hiders(view, out),
        _ => {}
    }
}

/// Goes along the path until it ends, an opponent may strike, the ground stops it or something unforeseen bars it.
/// `SS-MOVE-23`, `SS-INTC-03`, `CS-TER-03`.
fn resolve_walk(
    view: &BattleView,
    (dice, answers): (&BattleDice, &[String]),
    (unit, whole, action, way): (UnitId, &[Cell], Action, &MoveProgress),
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit).filter(|data| data.is_fighting()) else { return };
    if way.begun && data.movement.halted() {
        out.next_steps.push(ResolutionStep::UpdateDetection);
        return; // an opponent has stopped it. `SS-INTC-11`
    }
    let start = data.cell();
    let met = super::interception::next_interception(view, unit, whole, &way.met);
    let path = met.as_ref().map_or(whole, |(at, _)| &whole[..*at]);
    let diagonal = diagonal_step(view.rules());
    let open = field::path_cost(view.field().grid(), start, path, diagonal)
        .map_or_else(|bad| bad.index, |all| all.len());
    let grounds: Vec<_> = path[..open].iter().map(|cell| view.terrain_cell(*cell)).collect();
    let mut table = dice.start_table(answers);
    let (held, effects) =
        match play::footing(&mut table, &view.unit_snapshot(&data), action, &grounds, view.rules()) {
            Ok(footing) => footing,
            Err(stop) => return out.wait_for_answer(stop),
        };
    let barred = path_to_unseen_enemy(view, &data, path);
    let end = path_to_free_cell(view, unit, &path[..held.min(open).min(barred)]);
    let mut effects = effects;
    match ground_effects_on_path(view, &mut table, &data, &path[..end], &effects) {
        Ok(more) => effects.extend(more),
        Err(stop) => return out.wait_for_answer(stop),
    }
    let trace = out.finish_table(dice, table);
    super::status::mark_curses_spent(view, &trace, out);
    let ends = if end < path.len() {
        let rough = held < open.min(barred);
        let reason = match () {
            () if rough => "the ground is too rough",
            () if barred < open => "somebody stands in the way",
            () => "the way is barred",
        };
        // What nobody could foresee costs nothing but the way so far. `SS-MOVE-23`.
        let unused =
            if rough || action != Action::Walk { 0 } else { unused_distance(view, start, (whole, end)) };
        MoveSegmentEnd::Stopped { reason, unused }
    } else if let Some((at, opponents)) = met {
        let strikes =
            opponents.iter().map(|opponent| ResolutionStep::Intercept { unit: *opponent, mover: unit });
        let met = way.met.iter().chain(&opponents).copied().collect();
        let way = MoveProgress { begun: true, met };
        let walk = ResolutionStep::Walk { unit, path: whole[at..].to_vec(), action, way };
        MoveSegmentEnd::Interrupted(strikes.chain([walk]).collect())
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

/// Steps along a way that is known to be free, as far as ground that harms or the foot of a fall: what that does comes
/// before the rest.
fn continue_move(view: &BattleView, leg: MoveSegment, mut trace: Vec<Trace>, out: &mut Outbox) {
    let MoveSegment { unit, mut path, end: ends, effects, upright } = leg;
    let Some(data) = view.unit(unit).filter(|data| data.is_fighting()) else { return };
    let start = data.cell();
    let goes_on = !path.is_empty() || matches!(ends, MoveSegmentEnd::Interrupted(_));
    if upright && data.is_prone() && goes_on {
        let reason = "the fall threw it down";
        out.push_event(BattleEvent::Stopped { unit, at: start, reason, unused: 0 });
        super::wounds::make_room(view, &data, out);
        return out.next_steps.push(ResolutionStep::UpdateDetection);
    }
    let falls = falling::falls_on_path(view, start, &path);
    // What lies on the ground harms nobody inside a vehicle.
    let burns = |cell: &Cell| data.vehicle().is_none() && hazards::is_harmful(view, *cell);
    let checks = |cell: &Cell| burns(cell) || falls.iter().any(|(foot, _)| foot == cell);
    let rest = match path.iter().position(checks) {
        Some(place) => path.split_off(place + 1),
        None => Vec::new(),
    };
    let last = path.last().copied();
    let harmed = last.as_ref().is_some_and(burns);
    let fallen = falls.first().filter(|(foot, _)| Some(*foot) == last).map(|(_, fall)| *fall);
    if !path.is_empty() && data.taking_cover.is_taken() {
        out.push_event(BattleEvent::CoverLeft { unit });
    }
    let mut from = start;
    for to in path {
        out.push_traced(BattleEvent::Stepped { unit, from, to }, std::mem::take(&mut trace));
        from = to;
    }
    if let Some(body) = view.carried_body(&data).filter(|_| from != start) {
        out.push_event(BattleEvent::Displaced { unit: *body.id, from: body.cell(), to: from });
    }
    if from != start {
        super::vehicles::move_vehicle(view, &data, from, out);
    }
    super::melee::disengage_out_of_reach(view, unit, from, out);
    if harmed || fallen.is_some() {
        out.next_steps.extend(fallen.map(|fall| ResolutionStep::LandFromFall { unit, fall }));
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
    effects::apply_effects(view, effects, None, out);
    match ends {
        MoveSegmentEnd::Completed => {}
        MoveSegmentEnd::Stopped { reason, unused } => {
            out.push_traced(BattleEvent::Stopped { unit, at: from, reason, unused }, trace);
        }
        MoveSegmentEnd::Interrupted(tasks) => {
            out.next_steps.extend(tasks);
            return;
        }
    }
    out.next_steps.push(ResolutionStep::UpdateDetection);
}

/// Half metres of a path, as it was declared, behind the square where it ended.
fn unused_distance(view: &BattleView, start: Cell, (path, end): (&[Cell], usize)) -> u32 {
    let diagonal = diagonal_step(view.rules());
    let corners = [start].into_iter().chain(path.iter().copied());
    let steps = corners.zip(path).skip(end);
    steps.map(|(from, to)| if from.x != to.x && from.y != to.y { diagonal.half_metres() } else { 2 }).sum()
}

/// How many squares of a way lead to the first enemy on it, whom its side did not see when it set out.
fn path_to_unseen_enemy(view: &BattleView, unit: &UnitDataItem, path: &[Cell]) -> usize {
    let enemy = |cell: &Cell| view.unit_at(*cell).is_some_and(|other| other.side != unit.side);
    path.iter().position(enemy).unwrap_or(path.len())
}

/// How many squares of a way are entered: nobody stops where somebody else stands.
fn path_to_free_cell(view: &BattleView, unit: UnitId, reached: &[Cell]) -> usize {
    let free = |cell: &Cell| view.unit_at(*cell).is_none_or(|other| *other.id == unit);
    reached.iter().rposition(free).map_or(0, |last| last + 1)
}

/// What the ground of the squares that a unit enters does to it, each kind of ground once. `CS-BURN-10`.
///
/// # Errors
/// As the table.
pub(crate) fn ground_effects_on_path(
    view: &BattleView,
    table: &mut impl Table,
    unit: &UnitDataItem,
    path: &[Cell],
    before: &[Effect],
) -> RuleResult<Vec<Effect>> {
    let mut me = view.unit_snapshot(unit);
    if me.ride.is_some() {
        return Ok(Vec::new());
    }
    for effect in before {
        if let Effect::HealthState { unit: id, after, .. } = effect
            && *id == me.id
        {
            me.condition = after.clone();
        }
    }
    let mut effects = Vec::new();
    let mut known: Vec<&str> = Vec::new();
    for terrain in path.iter().filter_map(|cell| view.terrain_at(*cell)) {
        if !terrain.strike.is_plain()
            && !known.contains(&terrain.name.as_str())
            && resolution::in_play(view.rules())
        {
            known.push(&terrain.name);
            let strike = (&terrain.strike, terrain.strike.element);
            effects.extend(resolution::apply_element(table, &mut me, strike, None, view.rules())?);
        }
    }
    Ok(effects)
}

/// Each hit is a metre; the price is one strain. `SS-MOVE-09` to `SS-MOVE-12`.
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
    let sprint = match play::sprint(&mut table, &view.unit_snapshot(&data), rules) {
        Ok(sprint) => sprint,
        Err(stop) => return out.wait_for_answer(stop),
    };
    let (seat, trace) = dice.finish_table(table);
    out.dice = Some(seat);
    out.push_traced(BattleEvent::Ran { unit, gait: MovementMode::Sprinting, from: data.cell() }, trace);
    effects::apply_effects(view, sprint.effects, None, out);
    let costs =
        field::path_cost(view.field().grid(), data.cell(), path, diagonal_step(rules)).unwrap_or_default();
    let within = costs.iter().take_while(|cost| **cost <= 2 * sprint.metres).count();
    // What the sprint cost is settled first, then it goes on.
    let (path, action) = (path[..within].to_vec(), Action::Sprint);
    let walk = if evade {
        ResolutionStep::Evade { unit, path, action }
    } else {
        ResolutionStep::Walk { unit, path, action, way: MoveProgress::default() }
    };
    out.next_steps.insert(0, walk);
}
