//! Reveals concealed units and resolves surprise tests. Chapters SURP and AMB of Swan Song.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;

use super::rule_steps;
use crate::resolve::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::components::StatusKind;
use crate::state::event::BattleEvent;
use crate::state::resources::{Outbox, ResolutionStep, StepKind, UnitChanges};
use crate::view::battle_view::{BattleView, UnitDataItem};
use crate::view::concealment::{is_hidden, is_in_ambush, reveal_step};
use crate::view::unit_roster::UnitRoster;
use dice::{RuleResult, Table};
use model::UnitId;
use rules::status::{self, TestKind};
use rules::{RuleStep, SurpriseContext, play};

/// Registers the systems for ambushes, surprise and detection.
pub(crate) struct PerceptionPlugin;

impl Plugin for PerceptionPlugin {
    fn build(&self, app: &mut App) {
        app.add_step_system(StepKind::Reveal, resolve_reveal)
            .add_step_system(StepKind::UpdateDetection, resolve_detection_update);
    }
}

/// Resolves an `UpdateDetection` step.
fn resolve_detection_update(
    run: StepRun,
    context: StepContext,
    mut roster: ResMut<UnitRoster>,
    mut changes: ResMut<UnitChanges>,
) {
    let (_, view, _, out) = context.parts(run);
    roster.update(view, &mut changes.roster);
    reveal_visible_hiders(view, roster.hidden(), out);
}

/// Resolves a `Reveal` step.
fn resolve_reveal(run: StepRun, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::Reveal { units } = step else { return };
    let mut table = dice.start_table(answers);
    let effects = match resolve_surprise_tests(view, &mut table, units) {
        Ok(effects) => effects,
        Err(stop) => return out.wait_for_answer(stop, (dice, &table)),
    };
    let trace = out.finish_table(dice, table);
    out.push_traced(BattleEvent::Revealed { units: units.clone() }, trace);
    for unit in units {
        out.push_event(BattleEvent::StatusEnded { unit: *unit, kind: StatusKind::Concealed });
    }
    rule_steps::resolve_rule_steps(view, effects, None, out);
}

/// Resolves the surprise tests of all units: revealed units test against enemies they do not see, other units against
/// the revealed ones. `SS-SURP-01`, `SS-SURP-05`, `SS-SURP-10`, `SS-AMB-02`.
fn resolve_surprise_tests(
    view: &BattleView,
    table: &mut impl Table,
    appearing: &[UnitId],
) -> RuleResult<Vec<RuleStep>> {
    let mut effects = Vec::new();
    for unit in view.units().filter(|unit| unit.is_fighting()) {
        let appears = appearing.contains(unit.id);
        let enemies = view.units().filter(|other| other.is_fighting() && other.side != unit.side);
        let is_new = |other: &UnitDataItem| {
            let hidden = appearing.contains(other.id);
            // Units that stay hidden cause no test yet.
            hidden || (appears && !is_hidden(other))
        };
        let encountered: Vec<UnitDataItem> = enemies.filter(is_new).collect();
        let in_sight = encountered.iter().filter(|other| view.sees(&unit, other) && !is_hidden(other));
        let in_sight: Vec<UnitId> = in_sight.map(|other| *other.id).collect();
        let encountered: Vec<UnitId> = encountered.iter().map(|other| *other.id).collect();
        let waits = appears && is_in_ambush(view, *unit.id);
        let surprise = SurpriseContext { appearing: &encountered, in_sight: &in_sight, waits };
        effects.extend(play::roll_surprise(table, &view.unit_snapshot(&unit), &surprise, view.rules())?);
    }
    Ok(effects)
}

/// Reveals concealed units in plain sight of an enemy, with surprise tests in books that have them. `CS-UNA-05`,
/// `SS-SURP-22`.
fn reveal_visible_hiders(view: &BattleView, hidden: impl Iterator<Item = UnitId>, out: &mut Outbox) {
    let mut found = Vec::new();
    for unit in hidden.filter_map(|id| view.unit(id)) {
        let sees =
            |other: &UnitDataItem| status::failing_ailment(other.status.ailments(), TestKind::Look).is_none();
        let mut enemies =
            view.units().filter(|other| other.side != unit.side && other.is_fighting() && sees(other));
        let seen = enemies.any(|enemy| {
            let fire = view.line_of_fire(enemy.cell(), enemy.body(), &unit);
            fire.seen && fire.hidden == 0
        });
        if !play::stays_concealed(&view.unit_snapshot(&unit), seen, view.rules()) {
            found.push(*unit.id);
        }
    }
    if play::has_surprise(view.rules()) {
        out.next_steps.extend(reveal_step(view, found));
    } else {
        let seen = |unit| BattleEvent::StatusEnded { unit, kind: StatusKind::Concealed };
        found.into_iter().for_each(|unit| out.push_event(seen(unit)));
    }
}
