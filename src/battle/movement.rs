//! Steps along a declared path, and the sprint's test: `SS-MOVE`.

use super::components::UnitId;
use super::event::Event;
use super::state::{Answers, DiceSeat, Leg, LegEnd, Outbox, Task, Way};
use super::view::{BattleView, UnitDataItem, diagonal_step};
use super::{effects, fall, hazard};
use dice::{Step, Table, Trace};
use field::Cell;
use rules::engine::Action;
use rules::{Effect, Gait, ailing, play};

pub(super) fn resolve(
    view: &BattleView,
    (dice, answers): (&DiceSeat, &Answers),
    task: &Task,
    out: &mut Outbox,
) {
    match task {
        Task::Walk { unit, path, action, way } => {
            walk(view, (dice, &answers.0), (*unit, path, *action, way), out)
        }
        Task::Intercept { unit, mover } => {
            super::intercept::strike(view, (dice, &answers.0), *unit, *mover, out);
        }
        Task::Evade { unit, path, action } => {
            super::intercept::evade(view, (dice, &answers.0), *unit, (path, *action), out);
        }
        Task::Sprint { unit, path, evade } => sprint(view, (dice, &answers.0), *unit, (path, *evade), out),
        Task::GoOn(leg) => go(view, leg.clone(), Vec::new(), out),
        Task::Fall { unit, fall } => {
            super::fall::land(view, (dice, &answers.0), (*unit, *fall), out);
        }
        Task::Exposure { unit } => hazard::expose(view, dice, &answers.0, *unit, out),
        Task::Fly { unit, force, from } => {
            super::knock::fly(view, (dice, &answers.0), (*unit, *force, *from), out);
        }
        Task::Look => super::melee::look(view, out),
        _ => {}
    }
}

/// Goes along the path until it ends, an opponent may strike, the ground stops it or something unforeseen bars it.
/// `SS-MOVE-23`, `SS-INTC-03`, `CS-TER-03`.
fn walk(
    view: &BattleView,
    (dice, answers): (&DiceSeat, &[String]),
    (unit, whole, action, way): (UnitId, &[Cell], Action, &Way),
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit).filter(|data| data.fighting()) else { return };
    if way.begun && data.movement.halted() {
        out.then.push(Task::Look);
        return; // an opponent has stopped it. `SS-INTC-11`
    }
    let start = data.cell();
    let met = super::intercept::next(view, unit, whole, &way.met);
    let path = met.as_ref().map_or(whole, |(at, _)| &whole[..*at]);
    let diagonal = diagonal_step(view.rules());
    let open = field::path_cost(view.field().grid(), start, path, diagonal)
        .map_or_else(|bad| bad.index, |all| all.len());
    let grounds: Vec<_> = path[..open].iter().map(|cell| view.ground(*cell)).collect();
    let mut table = dice.table(answers);
    let (held, effects) =
        match play::footing(&mut table, &view.combatant(&data), action, &grounds, view.rules()) {
            Ok(footing) => footing,
            Err(stop) => return out.wait(stop),
        };
    let barred = met_unseen(view, &data, path);
    let end = reached_end(view, unit, &path[..held.min(open).min(barred)]);
    let mut effects = effects;
    match touched(view, &mut table, &data, &path[..end], &effects) {
        Ok(more) => effects.extend(more),
        Err(stop) => return out.wait(stop),
    }
    let trace = out.leave(dice, table);
    super::ailment::curses(view, &trace, out);
    let ends = if end < path.len() {
        let rough = held < open.min(barred);
        let reason = match () {
            () if rough => "the ground is too rough",
            () if barred < open => "somebody stands in the way",
            () => "the way is barred",
        };
        // What nobody could foresee costs nothing but the way so far. `SS-MOVE-23`.
        let unused = if rough || action != Action::Walk { 0 } else { left_over(view, start, (whole, end)) };
        LegEnd::Stopped { reason, unused }
    } else if let Some((at, opponents)) = met {
        let strikes = opponents.iter().map(|opponent| Task::Intercept { unit: *opponent, mover: unit });
        let met = way.met.iter().chain(&opponents).copied().collect();
        let way = Way { begun: true, met };
        let walk = Task::Walk { unit, path: whole[at..].to_vec(), action, way };
        LegEnd::Met(strikes.chain([walk]).collect())
    } else {
        LegEnd::There
    };
    let upright = !data.prone();
    go(view, Leg { unit, path: path[..end].to_vec(), ends, effects, upright }, trace, out);
}

/// Steps along a way that is known to be free, as far as ground that harms or the foot of a fall: what that does comes
/// before the rest.
fn go(view: &BattleView, leg: Leg, mut trace: Vec<Trace>, out: &mut Outbox) {
    let Leg { unit, mut path, ends, effects, upright } = leg;
    let Some(data) = view.unit(unit).filter(|data| data.fighting()) else { return };
    let start = data.cell();
    let goes_on = !path.is_empty() || matches!(ends, LegEnd::Met(_));
    if upright && data.prone() && goes_on {
        let reason = "the fall threw it down";
        out.push(Event::Stopped { unit, at: start, reason, unused: 0 });
        super::casualty::make_room(view, &data, out);
        return out.then.push(Task::Look);
    }
    let falls = fall::falls(view, start, &path);
    // What lies on the ground harms nobody inside a vehicle.
    let burns = |cell: &Cell| data.rides().is_none() && hazard::harms(view, *cell);
    let checks = |cell: &Cell| burns(cell) || falls.iter().any(|(foot, _)| foot == cell);
    let rest = match path.iter().position(checks) {
        Some(place) => path.split_off(place + 1),
        None => Vec::new(),
    };
    let last = path.last().copied();
    let harmed = last.as_ref().is_some_and(burns);
    let fallen = falls.first().filter(|(foot, _)| Some(*foot) == last).map(|(_, fall)| *fall);
    if !path.is_empty() && data.cover.taken() {
        out.push(Event::CoverLeft { unit });
    }
    let mut from = start;
    for to in path {
        out.push_traced(Event::Stepped { unit, from, to }, std::mem::take(&mut trace));
        from = to;
    }
    if let Some(body) = view.carried_body(&data).filter(|_| from != start) {
        out.push(Event::Carried { unit: *body.id, from: body.cell(), to: from });
    }
    if from != start {
        super::riding::drive(view, &data, from, out);
    }
    super::melee::part(view, unit, from, out);
    if harmed || fallen.is_some() {
        out.then.extend(fallen.map(|fall| Task::Fall { unit, fall }));
        out.then.extend(harmed.then_some(Task::Exposure { unit }));
        out.then.push(Task::GoOn(Leg { unit, path: rest, ends, effects, upright }));
        return;
    }
    effects::hand_on(view, effects, None, out);
    match ends {
        LegEnd::There => {}
        LegEnd::Stopped { reason, unused } => {
            out.push_traced(Event::Stopped { unit, at: from, reason, unused }, trace);
        }
        LegEnd::Met(tasks) => {
            out.then.extend(tasks);
            return;
        }
    }
    out.then.push(Task::Look);
}

/// Half metres of a path, as it was declared, behind the square where it ended.
fn left_over(view: &BattleView, start: Cell, (path, end): (&[Cell], usize)) -> u32 {
    let diagonal = diagonal_step(view.rules());
    let corners = [start].into_iter().chain(path.iter().copied());
    let steps = corners.zip(path).skip(end);
    steps.map(|(from, to)| if from.x != to.x && from.y != to.y { diagonal.half_metres() } else { 2 }).sum()
}

/// How many squares of a way lead to the first enemy on it, whom its side did not see when it set out.
fn met_unseen(view: &BattleView, unit: &UnitDataItem, path: &[Cell]) -> usize {
    let enemy = |cell: &Cell| view.unit_at(*cell).is_some_and(|other| other.side != unit.side);
    path.iter().position(enemy).unwrap_or(path.len())
}

/// How many squares of a way are entered: nobody stops where somebody else stands.
fn reached_end(view: &BattleView, unit: UnitId, reached: &[Cell]) -> usize {
    let free = |cell: &Cell| view.unit_at(*cell).is_none_or(|other| *other.id == unit);
    reached.iter().rposition(free).map_or(0, |last| last + 1)
}

/// What the ground of the squares that a unit enters does to it, each kind of ground once. `CS-BURN-10`.
///
/// # Errors
/// As the table.
pub(super) fn touched(
    view: &BattleView,
    table: &mut impl Table,
    unit: &UnitDataItem,
    path: &[Cell],
    before: &[Effect],
) -> Step<Vec<Effect>> {
    let mut me = view.combatant(unit);
    if me.ride.is_some() {
        return Ok(Vec::new());
    }
    for effect in before {
        if let Effect::Condition { unit: id, after, .. } = effect
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
            && ailing::in_play(view.rules())
        {
            known.push(&terrain.name);
            let strike = (&terrain.strike, terrain.strike.element);
            effects.extend(ailing::touched(table, &mut me, strike, None, view.rules())?);
        }
    }
    Ok(effects)
}

/// Each hit is a metre; the price is one strain. `SS-MOVE-09` to `SS-MOVE-12`.
fn sprint(
    view: &BattleView,
    (dice, answers): (&DiceSeat, &[String]),
    unit: UnitId,
    (path, evade): (&[Cell], bool),
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit) else { return };
    let rules = view.setup().rules();
    let mut table = dice.table(answers);
    let sprint = match play::sprint(&mut table, &view.combatant(&data), rules) {
        Ok(sprint) => sprint,
        Err(stop) => return out.wait(stop),
    };
    let (seat, trace) = dice.after(table);
    out.dice = Some(seat);
    out.push_traced(Event::Ran { unit, gait: Gait::Sprinting, from: data.cell() }, trace);
    effects::hand_on(view, sprint.effects, None, out);
    let costs =
        field::path_cost(view.field().grid(), data.cell(), path, diagonal_step(rules)).unwrap_or_default();
    let within = costs.iter().take_while(|cost| **cost <= 2 * sprint.metres).count();
    // What the sprint cost is settled first, then it goes on.
    let (path, action) = (path[..within].to_vec(), Action::Sprint);
    let walk = if evade {
        Task::Evade { unit, path, action }
    } else {
        Task::Walk { unit, path, action, way: Way::default() }
    };
    out.then.insert(0, walk);
}
