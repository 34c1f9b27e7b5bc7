//! Reads concealed units: who is hidden, and the steps that reveal units. Chapters SURP and AMB of Swan Song.

use super::battle_view::{BattleView, UnitDataItem};
use crate::state::components::StatusKind;
use crate::state::resources::ResolutionStep;
use model::UnitId;
use rules::play;

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
    (!units.is_empty() && play::has_surprise(view.rules())).then_some(ResolutionStep::Reveal { units })
}

/// Returns whether a unit that can act is concealed.
pub(crate) fn is_hidden(unit: &UnitDataItem) -> bool {
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
pub(crate) fn is_in_ambush(view: &BattleView, unit: UnitId) -> bool {
    skirmish_unit(view, unit).is_some_and(|unit| unit.concealed)
}
