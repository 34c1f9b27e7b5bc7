//! Resolves detonations of timed items and schedules them. Chapter TIMED.

use bevy_app::{App, Plugin};

use super::rule_steps;
use crate::resolve::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::components::held_phase::ArmedItem;
use crate::state::event::BattleEvent;
use crate::state::lines::BattleNote;
use crate::state::resources::{Outbox, ResolutionStep, StepKind};
use crate::view::battle_view::BattleView;
use model::ItemId;
use rules::play;
use rules::turn_engine::switches::TimerAfterCombat;
use rules::turn_engine::timed_items;
use rules::turn_engine::timed_items::{FuseTiming, RoundTiming};

/// Registers the system for detonations of grenades and charges.
pub(crate) struct AreaAttackPlugin;

impl Plugin for AreaAttackPlugin {
    fn build(&self, app: &mut App) {
        app.add_step_system(StepKind::Detonate, resolve_detonation);
    }
}

/// Resolves a `Detonate` step.
fn resolve_detonation(run: StepRun, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::Detonate { item } = step else { return };
    let armed = view.armed_items();
    let Some((_, armed)) = armed.iter().find(|(id, _)| id == item) else { return };
    let Some(detonation) = view.detonation(armed) else { return };
    let mut table = dice.start_table(answers);
    let outcome = match play::detonate(&mut table, &detonation) {
        Ok(outcome) => outcome,
        Err(stop) => return out.wait_with_rolls(stop, (dice, table)),
    };
    let trace = out.finish_table(dice, table);
    out.push_traced(detonation_event(*item, armed), trace);
    rule_steps::resolve_rule_steps(view, outcome.effects, Some(armed.fuse().owner), out);
}

fn detonation_event(item: ItemId, armed: &ArmedItem) -> BattleEvent {
    let name = armed.item().name().to_string();
    BattleEvent::Detonated { unit: armed.fuse().owner, item, name, cell: armed.cell() }
}

/// Counts down fuses at the start of a round. `SS-TIMED-03`, `SS-BASE-15`.
pub(crate) fn tick_fuses(view: &BattleView, out: &mut Outbox) {
    for (item, armed) in view.armed_items() {
        let fuse = armed.fuse();
        if fuse.when != FuseTiming::Signal {
            let rounds = fuse.round.saturating_sub(view.round().number());
            let (unit, name) = (fuse.owner, armed.item().name().to_string());
            out.push_event(BattleEvent::FuseTicked { unit, item, name, cell: armed.cell(), rounds });
        }
    }
}

/// Returns the detonations due at a time of a round, highest score first. `SS-TIMED-01`, `SS-TIMED-05` to
/// `SS-TIMED-08`.
pub(crate) fn detonations_due(view: &BattleView, round: u32, moment: RoundTiming) -> Vec<ResolutionStep> {
    let owner = |armed: &ArmedItem| {
        let unit = view.unit(armed.fuse().owner).filter(|unit| unit.is_fighting());
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

/// Returns the notes of items that explode as the battle ends. `SS-TIMED-02`.
pub(crate) fn end_explosion_notes(view: &BattleView, due: &[ResolutionStep]) -> Vec<BattleEvent> {
    let armed = view.armed_items();
    let is_due = |item: &ItemId| {
        due.iter().any(|step| matches!(step, ResolutionStep::Detonate { item: due } if due == item))
    };
    let note = |(_, armed): &(ItemId, &ArmedItem)| {
        let text = BattleNote::ExplodesAtEnd { item: armed.item().name().to_string() }.into();
        BattleEvent::RuleNote { unit: armed.fuse().owner, text, clause: "SS-TIMED-02" }
    };
    armed.iter().filter(|(item, _)| is_due(item)).map(note).collect()
}

/// Returns the detonations of all armed items when the battle is decided; none if they fizzle by house rule.
/// `SS-TIMED-02`.
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
