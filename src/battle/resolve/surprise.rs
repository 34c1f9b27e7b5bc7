//! Hidden units appear, and surprise whoever has not perceived them. Chapters SURP and AMB of Swan Song.

use super::effects;
use crate::model::components::{StatusKind, UnitId};
use crate::model::event::BattleEvent;
use crate::model::resources::{BattleDice, GivenAnswers, Outbox, ResolutionStep};
use crate::view::battle_view::{BattleView, UnitDataItem};
use dice::{RuleResult, Table};
use rules::{Effect, SurpriseContext, play};

/// Whoever lies in ambush when the fight begins springs it then; those who lurk wait. `SS-SURP-04`.
pub(crate) fn reveal_at_start(view: &BattleView) -> Option<ResolutionStep> {
    let hidden = view.units().filter(|unit| is_hidden(unit) && !stays_hidden(view, *unit.id));
    reveal_step(view, hidden.map(|unit| *unit.id).collect())
}

/// A hidden unit that strikes appears first. `SS-SURP-22`.
pub(crate) fn reveal_before_attack(view: &BattleView, unit: &UnitDataItem) -> Option<ResolutionStep> {
    reveal_step(view, if is_hidden(unit) { vec![*unit.id] } else { Vec::new() })
}

/// The task in which units appear, in a book where that surprises anybody.
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

/// It stays hidden when the fight begins.
fn stays_hidden(view: &BattleView, unit: UnitId) -> bool {
    skirmish_unit(view, unit).is_some_and(|unit| unit.lurking)
}

/// It was placed in ambush. `SS-AMB-01`.
fn is_in_ambush(view: &BattleView, unit: UnitId) -> bool {
    skirmish_unit(view, unit).is_some_and(|unit| unit.concealed)
}

pub(crate) fn resolve_reveal(
    view: &BattleView,
    (dice, answers): (&BattleDice, &GivenAnswers),
    task: &ResolutionStep,
    out: &mut Outbox,
) {
    let ResolutionStep::Reveal { units } = task else { return };
    let mut table = dice.start_table(&answers.0);
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

/// Everybody's test, unit by unit: those who appear against whom they do not see, the others against those who
/// appear. `SS-SURP-01`, `SS-SURP-05`, `SS-SURP-10`, `SS-AMB-02`.
fn resolve_surprise_tests(
    view: &BattleView,
    table: &mut impl Table,
    appearing: &[UnitId],
) -> RuleResult<Vec<Effect>> {
    let mut effects = Vec::new();
    for unit in view.units().filter(|unit| unit.is_fighting()) {
        let appears = appearing.contains(unit.id);
        let enemies = view.units().filter(|other| other.is_fighting() && other.side != unit.side);
        let new = |other: &UnitDataItem| {
            let hidden = appearing.contains(other.id);
            // Whoever appears may bump into everybody else; whoever is still hidden is met another time.
            hidden || (appears && !is_hidden(other))
        };
        let met: Vec<UnitDataItem> = enemies.filter(new).collect();
        let in_sight = met.iter().filter(|other| view.sees(&unit, other) && !is_hidden(other));
        let in_sight: Vec<u32> = in_sight.map(|other| other.id.0).collect();
        let met: Vec<u32> = met.iter().map(|other| other.id.0).collect();
        let waits = appears && is_in_ambush(view, *unit.id);
        let meeting = SurpriseContext { appearing: &met, in_sight: &in_sight, waits };
        effects.extend(play::meet(table, &view.unit_snapshot(&unit), &meeting, view.rules())?);
    }
    Ok(effects)
}
