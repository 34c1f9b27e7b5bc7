//! Items that go off: when they do, and what is made of it. Chapter TIMED.

use super::effects;
use crate::model::components::UnitId;
use crate::model::components::held_phase::ArmedItem;
use crate::model::components::inventory::ItemId;
use crate::model::event::BattleEvent;
use crate::model::resources::{BattleDice, GivenAnswers, Outbox, ResolutionStep};
use crate::view::battle_view::BattleView;
use rules::play;
use rules::turn_engine::TimerAfterCombat;
use rules::turn_engine::timed_items;
use rules::turn_engine::timed_items::{FuseTiming, RoundTiming};

pub(crate) fn resolve_detonation(
    view: &BattleView,
    (dice, answers): (&BattleDice, &GivenAnswers),
    task: &ResolutionStep,
    out: &mut Outbox,
) {
    let ResolutionStep::Detonate { item } = task else { return };
    let armed = view.armed_items();
    let Some((_, armed)) = armed.iter().find(|(id, _)| id == item) else { return };
    let Some(discharge) = view.detonation(armed) else { return };
    let mut table = dice.start_table(&answers.0);
    let outcome = match play::goes_off(&mut table, &discharge) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_with_rolls(stop, (dice, table)),
    };
    let trace = out.finish_table(dice, table);
    out.push_traced(detonation_event(*item, armed), trace);
    effects::apply_effects(view, outcome.effects, Some(UnitId(armed.fuse().owner)), out);
}

fn detonation_event(item: ItemId, armed: &ArmedItem) -> BattleEvent {
    let name = armed.item().name().to_string();
    BattleEvent::Detonated { unit: UnitId(armed.fuse().owner), item, name, cell: armed.cell() }
}

/// A round begins: what burns has a round less. `SS-TIMED-03`, `SS-BASE-15`.
pub(crate) fn tick_fuses(view: &BattleView, out: &mut Outbox) {
    for (item, armed) in view.armed_items() {
        let fuse = armed.fuse();
        if fuse.when != FuseTiming::Signal {
            let rounds = fuse.round.saturating_sub(view.round().number());
            let (unit, name) = (UnitId(fuse.owner), armed.item().name().to_string());
            out.push_event(BattleEvent::FuseTicked { unit, item, name, cell: armed.cell(), rounds });
        }
    }
}

/// Items that go off at a moment of a round, the highest score first. `SS-TIMED-01`, `SS-TIMED-05` to `SS-TIMED-08`.
pub(crate) fn detonations_due(view: &BattleView, round: u32, moment: RoundTiming) -> Vec<ResolutionStep> {
    let owner = |armed: &ArmedItem| {
        let unit = view.unit(UnitId(armed.fuse().owner)).filter(|unit| unit.is_fighting());
        unit.map(|unit| if unit.initiative.is_out() { 0 } else { unit.initiative.score() })
    };
    let mut due: Vec<_> = view
        .armed_items()
        .into_iter()
        .filter(|(_, armed)| timed_items::is_due(armed.fuse(), round, moment, owner(armed)))
        .map(|(item, armed)| (-timed_items::fuse_score(armed.fuse(), owner(armed)), item))
        .collect();
    due.sort();
    due.into_iter().map(|(_, item)| ResolutionStep::Detonate { item }).collect()
}

/// The fight is decided: what still lies there goes off before it ends, or never. `SS-TIMED-02`.
pub(crate) fn detonations_after_combat(view: &BattleView) -> Vec<ResolutionStep> {
    match view.rules().engine.timer_after_combat {
        TimerAfterCombat::Fizzle => Vec::new(),
        TimerAfterCombat::Explode => {
            let mut items: Vec<_> = view.armed_items().into_iter().map(|(item, _)| item).collect();
            items.sort();
            items.into_iter().map(|item| ResolutionStep::Detonate { item }).collect()
        }
    }
}
