//! Steps along a declared path, and the sprint's test: `SS-MOVE`.

use bevy::prelude::*;

use super::components::UnitId;
use super::effects;
use super::event::Event;
use super::schedule::ResolveSystems;
use super::state::{Answers, DiceSeat, Outbox, Task, Tasks};
use super::view::{BattleView, UnitDataItem, diagonal_step};
use crate::dice::{Step, Table, Trace};
use crate::field::{self, Cell};
use crate::rules::engine::Action;
use crate::rules::{Effect, Gait, ailing, play};

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
    let entered = reached_end(view, unit, &path[..held.min(open)]);
    let mut effects = effects;
    match touched(view, &mut table, &data, &path[..entered], &effects) {
        Ok(more) => effects.extend(more),
        Err(stop) => return out.wait(stop),
    }
    let (seat, mut trace) = dice.after(table);
    if trace.iter().any(|step| matches!(step, Trace::Rolled(_))) {
        out.dice = Some(seat);
    }
    super::ailment::curses(view, &trace, out);
    // Nobody stops where somebody else stands.
    let end = entered;
    if end > 0 && data.cover.taken() {
        out.push(Event::CoverLeft { unit });
    }
    let mut from = start;
    for &to in &path[..end] {
        out.push_traced(Event::Stepped { unit, from, to }, std::mem::take(&mut trace));
        from = to;
    }
    super::melee::part(view, unit, from, out);
    effects::hand_on(view, effects, None, out);
    if end < path.len() {
        let reason = if held < open { "the ground is too rough" } else { "the way is barred" };
        out.push_traced(Event::Stopped { unit, at: from, reason }, trace);
    }
    out.then.push(Task::Look);
}

/// How many squares of a way are entered: nobody stops where somebody else stands.
fn reached_end(view: &BattleView, unit: UnitId, reached: &[Cell]) -> usize {
    let free = |cell: &Cell| view.unit_at(*cell).is_none_or(|other| *other.id == unit);
    reached.iter().rposition(free).map_or(0, |last| last + 1)
}

/// What the ground of the squares that a unit enters does to it, each kind of ground once. `CS-BURN-10`.
fn touched(
    view: &BattleView,
    table: &mut impl Table,
    unit: &UnitDataItem,
    path: &[Cell],
    before: &[Effect],
) -> Step<Vec<Effect>> {
    let mut me = view.combatant(unit);
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
