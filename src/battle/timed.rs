//! Items that go off: when they do, and what is made of it. Chapter TIMED.

use super::arsenal::ItemId;
use super::components::UnitId;
use super::effects;
use super::event::Event;
use super::holding::Armed;
use super::state::{Answers, DiceSeat, Outbox, Task};
use super::view::BattleView;
use rules::engine::timed::{self, Moment, When};
use rules::play;
use rules::swan_song::switches::TimerAfterCombat;

pub(super) fn resolve(
    view: &BattleView,
    (dice, answers): (&DiceSeat, &Answers),
    task: &Task,
    out: &mut Outbox,
) {
    let Task::GoOff { item } = task else { return };
    let armed = view.armed();
    let Some((_, armed)) = armed.iter().find(|(id, _)| id == item) else { return };
    let Some(discharge) = view.discharge(armed) else { return };
    let mut table = dice.table(&answers.0);
    let outcome = match play::goes_off(&mut table, &discharge) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_midway(stop, (dice, table)),
    };
    let trace = out.leave(dice, table);
    out.push_traced(went_off(*item, armed), trace);
    effects::hand_on(view, outcome.effects, Some(UnitId(armed.fuse().owner)), out);
}

fn went_off(item: ItemId, armed: &Armed) -> Event {
    let name = armed.item().name().to_string();
    Event::WentOff { unit: UnitId(armed.fuse().owner), item, name, cell: armed.cell() }
}

/// A round begins: what burns has a round less. `SS-TIMED-03`, `SS-BASE-15`.
pub(super) fn tick(view: &BattleView, out: &mut Outbox) {
    for (item, armed) in view.armed() {
        let fuse = armed.fuse();
        if fuse.when != When::Signal {
            let rounds = fuse.round.saturating_sub(view.round().number());
            let (unit, name) = (UnitId(fuse.owner), armed.item().name().to_string());
            out.push(Event::FuseTicked { unit, item, name, cell: armed.cell(), rounds });
        }
    }
}

/// Items that go off at a moment of a round, the highest score first. `SS-TIMED-01`, `SS-TIMED-05` to `SS-TIMED-08`.
pub(super) fn due(view: &BattleView, round: u32, moment: Moment) -> Vec<Task> {
    let owner = |armed: &Armed| {
        let unit = view.unit(UnitId(armed.fuse().owner)).filter(|unit| unit.fighting());
        unit.map(|unit| if unit.initiative.out() { 0 } else { unit.initiative.score() })
    };
    let mut due: Vec<_> = view
        .armed()
        .into_iter()
        .filter(|(_, armed)| timed::is_due(armed.fuse(), round, moment, owner(armed)))
        .map(|(item, armed)| (-timed::score(armed.fuse(), owner(armed)), item))
        .collect();
    due.sort();
    due.into_iter().map(|(_, item)| Task::GoOff { item }).collect()
}

/// The fight is decided: what still lies there goes off before it ends, or never. `SS-TIMED-02`.
pub(super) fn after_combat(view: &BattleView) -> Vec<Task> {
    match view.rules().engine.timer_after_combat {
        TimerAfterCombat::Fizzle => Vec::new(),
        TimerAfterCombat::Explode => {
            let mut items: Vec<_> = view.armed().into_iter().map(|(item, _)| item).collect();
            items.sort();
            items.into_iter().map(|item| Task::GoOff { item }).collect()
        }
    }
}
