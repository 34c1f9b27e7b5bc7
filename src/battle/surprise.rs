//! Hidden units appear, and surprise whoever has not perceived them. Chapters SURP and AMB of Swan Song.

use super::components::{StatusKind, UnitId};
use super::effects;
use super::event::Event;
use super::state::{Answers, DiceSeat, Outbox, Task};
use super::view::{BattleView, UnitDataItem};
use dice::{Step, Table};
use rules::{Effect, Meeting, play};

/// Whoever lies in ambush when the fight begins springs it then; those who lurk wait. `SS-SURP-04`.
pub(super) fn at_the_start(view: &BattleView) -> Option<Task> {
    let hidden = view.units().filter(|unit| hides(unit) && !lurks(view, *unit.id));
    appear(view, hidden.map(|unit| *unit.id).collect())
}

/// A hidden unit that strikes appears first. `SS-SURP-22`.
pub(super) fn before_attack(view: &BattleView, unit: &UnitDataItem) -> Option<Task> {
    appear(view, if hides(unit) { vec![*unit.id] } else { Vec::new() })
}

/// The task in which units appear, in a book where that surprises anybody.
pub(super) fn appear(view: &BattleView, units: Vec<UnitId>) -> Option<Task> {
    (!units.is_empty() && play::surprises(view.rules())).then_some(Task::Appear { units })
}

fn hides(unit: &UnitDataItem) -> bool {
    unit.fighting() && unit.status.has(StatusKind::Concealed)
}

fn placed<'a>(view: &'a BattleView, unit: UnitId) -> Option<&'a content::SkirmishUnit> {
    let place = usize::try_from(unit.0).ok()?.checked_sub(1)?;
    view.setup().bundle().skirmish.units.get(place)
}

/// It stays hidden when the fight begins.
fn lurks(view: &BattleView, unit: UnitId) -> bool {
    placed(view, unit).is_some_and(|unit| unit.lurking)
}

/// It was placed in ambush. `SS-AMB-01`.
fn waits(view: &BattleView, unit: UnitId) -> bool {
    placed(view, unit).is_some_and(|unit| unit.concealed)
}

pub(super) fn resolve(
    view: &BattleView,
    (dice, answers): (&DiceSeat, &Answers),
    task: &Task,
    out: &mut Outbox,
) {
    let Task::Appear { units } = task else { return };
    let mut table = dice.table(&answers.0);
    let effects = match meet(view, &mut table, units) {
        Ok(effects) => effects,
        Err(stop) => return out.wait(stop),
    };
    let trace = out.leave(dice, table);
    out.push_traced(Event::Appeared { units: units.clone() }, trace);
    for unit in units {
        out.push(Event::StatusEnded { unit: *unit, kind: StatusKind::Concealed });
    }
    effects::hand_on(view, effects, None, out);
}

/// Everybody's test, unit by unit: those who appear against whom they do not see, the others against those who
/// appear. `SS-SURP-01`, `SS-SURP-05`, `SS-SURP-10`, `SS-AMB-02`.
fn meet(view: &BattleView, table: &mut impl Table, appearing: &[UnitId]) -> Step<Vec<Effect>> {
    let mut effects = Vec::new();
    for unit in view.units().filter(|unit| unit.fighting()) {
        let appears = appearing.contains(unit.id);
        let enemies = view.units().filter(|other| other.fighting() && other.side != unit.side);
        let new = |other: &UnitDataItem| {
            let hidden = appearing.contains(other.id);
            // Whoever appears may bump into everybody else; whoever is still hidden is met another time.
            hidden || (appears && !hides(other))
        };
        let met: Vec<UnitDataItem> = enemies.filter(new).collect();
        let in_sight = met.iter().filter(|other| view.sees(&unit, other) && !hides(other));
        let in_sight: Vec<u32> = in_sight.map(|other| other.id.0).collect();
        let met: Vec<u32> = met.iter().map(|other| other.id.0).collect();
        let waits = appears && waits(view, *unit.id);
        let meeting = Meeting { appearing: &met, in_sight: &in_sight, waits };
        effects.extend(play::meet(table, &view.combatant(&unit), &meeting, view.rules())?);
    }
    Ok(effects)
}
