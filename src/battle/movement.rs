//! Steps along a declared path, and the sprint's test: `SS-MOVE`.

use bevy::prelude::*;

use super::components::UnitId;
use super::event::Event;
use super::schedule::ResolveSystems;
use super::state::{Answers, DiceSeat, Leg, Outbox, Task, Tasks};
use super::view::{BattleView, diagonal_step};
use super::{effects, hazard};
use crate::dice::Trace;
use crate::field::{self, Cell};
use crate::rules::engine::Action;
use crate::rules::{Gait, play};

pub(super) fn plugin(schedule: &mut Schedule) {
    schedule.add_systems(resolve_movement.in_set(ResolveSystems::Movement));
}

fn resolve_movement(
    view: BattleView,
    dice: Res<DiceSeat>,
    answers: Res<Answers>,
    tasks: Res<Tasks>,
    mut out: ResMut<Outbox>,
) {
    match tasks.0.front() {
        Some(Task::Walk { unit, path, action }) => {
            walk(&view, (&dice, &answers.0), (*unit, path, *action), &mut out)
        }
        Some(Task::Sprint { unit, path }) => sprint(&view, (&dice, &answers.0), *unit, path, &mut out),
        Some(Task::GoOn(leg)) => go(&view, leg.clone(), Vec::new(), &mut out),
        Some(Task::Exposure { unit }) => hazard::expose(&view, &dice, &answers.0, *unit, &mut out),
        Some(Task::Look) => super::melee::look(&view, &mut out),
        _ => {}
    }
}

/// Goes along the path until it ends, the ground stops it or something unforeseen bars it. `SS-MOVE-23`, `CS-TER-03`.
fn walk(
    view: &BattleView,
    (dice, answers): (&DiceSeat, &[String]),
    (unit, path, action): (UnitId, &[Cell], Action),
    out: &mut Outbox,
) {
    let Some(data) = view.unit(unit).filter(|data| data.fighting()) else { return };
    let start = data.cell();
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
    let (seat, trace) = dice.after(table);
    if trace.iter().any(|step| matches!(step, Trace::Rolled(_))) {
        out.dice = Some(seat);
    }
    // Nobody stops where somebody else stands.
    let free = |cell: &Cell| view.unit_at(*cell).is_none_or(|other| *other.id == unit);
    let reached = &path[..held.min(open)];
    let end = reached.iter().rposition(free).map_or(0, |last| last + 1);
    let stopped = (end < path.len()).then_some(if held < open {
        "the ground is too rough"
    } else {
        "the way is barred"
    });
    go(view, Leg { unit, path: path[..end].to_vec(), stopped, effects }, trace, out);
}

/// Steps along a way that is known to be free, as far as ground that harms: what it does comes before the rest.
fn go(view: &BattleView, leg: Leg, mut trace: Vec<Trace>, out: &mut Outbox) {
    let Leg { unit, mut path, stopped, effects } = leg;
    let Some(data) = view.unit(unit).filter(|data| data.fighting()) else { return };
    let rest = match path.iter().position(|cell| hazard::harms(view, *cell)) {
        Some(place) => path.split_off(place + 1),
        None => Vec::new(),
    };
    let harmed = path.last().is_some_and(|cell| hazard::harms(view, *cell));
    if !path.is_empty() && data.cover.taken() {
        out.push(Event::CoverLeft { unit });
    }
    let mut from = data.cell();
    for to in path {
        out.push_traced(Event::Stepped { unit, from, to }, std::mem::take(&mut trace));
        from = to;
    }
    super::melee::part(view, unit, from, out);
    if harmed {
        out.then.push(Task::Exposure { unit });
        out.then.push(Task::GoOn(Leg { unit, path: rest, stopped, effects }));
        return;
    }
    effects::hand_on(view, effects, None, out);
    if let Some(reason) = stopped {
        out.push_traced(Event::Stopped { unit, at: from, reason }, trace);
    }
    out.then.push(Task::Look);
}

/// Each hit is a metre; the price is one strain. `SS-MOVE-09` to `SS-MOVE-12`.
fn sprint(
    view: &BattleView,
    (dice, answers): (&DiceSeat, &[String]),
    unit: UnitId,
    path: &[Cell],
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
    out.then.insert(0, Task::Walk { unit, path: path[..within].to_vec(), action: Action::Sprint });
}
