//! Reveals concealed units and resolves surprise tests. Chapters SURP and AMB of Swan Song.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::InMut;

use super::effects;
use crate::resolve::step_systems::{AddStepSystem, StepContext, StepRun};
use crate::state::components::StatusKind;
use crate::state::event::BattleEvent;
use crate::state::resources::{ResolutionStep, StepKind};
use crate::view::battle_view::{BattleView, UnitDataItem};
use dice::{RuleResult, Table};
use model::UnitId;
use rules::{Effect, SurpriseContext, play};

/// Registers the systems for ambushes, surprise and detection.
pub(crate) struct PerceptionPlugin;

impl Plugin for PerceptionPlugin {
    fn build(&self, app: &mut App) {
        app.add_step_system(StepKind::Reveal, resolve_reveal)
            .add_step_system(StepKind::UpdateDetection, resolve_detection_update);
    }
}

/// Resolves an `UpdateDetection` step.
fn resolve_detection_update(InMut(run): InMut<StepRun>, context: StepContext) {
    let (_, view, _, out) = context.parts(run);
    super::melee::reveal_visible_hiders(view, out);
}

/// Returns the step that reveals units in ambush at the start of the battle. Lurking units stay hidden. `SS-SURP-04`.
pub(crate) fn reveal_at_start(view: &BattleView) -> Option<ResolutionStep> {
    let hidden = view.units().filter(|unit| is_hidden(unit) && !stays_hidden(view, *unit.id));
    reveal_step(view, hidden.map(|unit| *unit.id).collect())
}

/// Returns the step that reveals a hidden unit before it attacks; `None` if it is not hidden. `SS-SURP-22`.
pub(crate) fn reveal_before_attack(view: &BattleView, unit: &UnitDataItem) -> Option<ResolutionStep> {
    reveal_step(view, if is_hidden(unit) { vec![*unit.id] } else { Vec::new() })
}

/// Returns the step that reveals units; `None` without units or in a book without surprise.
pub(crate) fn reveal_step(view: &BattleView, units: Vec<UnitId>) -> Option<ResolutionStep> {
    (!units.is_empty() && play::surprises(view.rules())).then_some(ResolutionStep::Reveal { units })
}

fn is_hidden(unit: &UnitDataItem) -> bool {
    unit.is_fighting() && unit.status.has(StatusKind::Concealed)
}

fn skirmish_unit<'a>(view: &'a BattleView, unit: UnitId) -> Option<&'a content::SkirmishUnit> {
    let place = usize::try_from(unit.0).ok()?.checked_sub(1)?;
    view.setup().bundle().skirmish.units.get(place)
}

/// Returns whether a unit stays hidden at the start of the battle.
fn stays_hidden(view: &BattleView, unit: UnitId) -> bool {
    skirmish_unit(view, unit).is_some_and(|unit| unit.lurking)
}

/// Returns whether a unit was deployed in ambush. `SS-AMB-01`.
fn is_in_ambush(view: &BattleView, unit: UnitId) -> bool {
    skirmish_unit(view, unit).is_some_and(|unit| unit.concealed)
}

/// Resolves a `Reveal` step.
fn resolve_reveal(InMut(run): InMut<StepRun>, context: StepContext) {
    let (step, view, (dice, answers), out) = context.parts(run);
    let ResolutionStep::Reveal { units } = step else { return };
    let mut table = dice.start_table(answers);
    let effects = match resolve_surprise_tests(view, &mut table, units) {
        Ok(effects) => effects,
        Err(stop) => return out.wait_for_answer(stop),
    };
    let trace = out.finish_table(dice, table);
    out.push_traced(BattleEvent::Revealed { units: units.clone() }, trace);
    for unit in units {
        out.push_event(BattleEvent::StatusEnded { unit: *unit, kind: StatusKind::Concealed });
    }
    effects::apply_effects(view, effects, None, out);
}

/// Resolves the surprise tests of all units: revealed units test against enemies they do not see, other units against
/// the revealed ones. `SS-SURP-01`, `SS-SURP-05`, `SS-SURP-10`, `SS-AMB-02`.
fn resolve_surprise_tests(
    view: &BattleView,
    table: &mut impl Table,
    appearing: &[UnitId],
) -> RuleResult<Vec<Effect>> {
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
        effects.extend(play::meet(table, &view.unit_snapshot(&unit), &surprise, view.rules())?);
    }
    Ok(effects)
}
