//! Ailments at the start and end of phases and rounds, in battles and in scenes.

use super::{ActiveAilment, Forbids, end_phase, end_round, forbidding_ailment, start_phase};
use crate::lines::PhaseLostTo;
use crate::{BattleEvent, RuleViolation};
use model::UnitId;

/// Returns why an ailment costs a unit its phase; `None` if none does. `CS-AIL-06`.
pub fn phase_loss_reason(suffered: &[ActiveAilment]) -> Option<RuleViolation> {
    let ailment = forbidding_ailment(suffered, Forbids::Everything)?;
    Some(RuleViolation::new(PhaseLostTo(ailment), ailment.rule().clause))
}

/// Counts the start of a unit's phase for ailments with a duration in phases. `CS-AIL-03`.
pub fn count_phase_start(unit: UnitId, suffered: &[ActiveAilment]) -> Vec<BattleEvent> {
    let counted = suffered.iter().map(|one| (one, start_phase(*one)));
    counted
        .filter(|(one, suffered)| suffered != *one)
        .map(|(_, suffered)| BattleEvent::AilmentCounted { unit, suffered })
        .collect()
}

/// Counts the end of a unit's phase and ends expired ailments. A `lost` phase begins and ends in one step. `CS-AIL-03`.
pub fn count_phase_end(unit: UnitId, suffered: &[ActiveAilment], lost: bool) -> Vec<BattleEvent> {
    let after = |one: &ActiveAilment| end_phase(if lost { start_phase(*one) } else { *one });
    let counted = suffered.iter().map(|one| (one, after(one)));
    counted
        .filter_map(|(one, after)| match after {
            Some(suffered) if suffered == *one => None,
            Some(suffered) => Some(BattleEvent::AilmentCounted { unit, suffered }),
            None => Some(end_ailment(unit, one)),
        })
        .collect()
}

/// Ends a unit's ailments that expire at the end of a round. `SS-BASE-15`.
pub fn count_round_end(unit: UnitId, suffered: &[ActiveAilment], round: u32) -> Vec<BattleEvent> {
    let expired = suffered.iter().filter(|one| end_round(**one, round).is_none());
    expired.map(|one| end_ailment(unit, one)).collect()
}

fn end_ailment(unit: UnitId, one: &ActiveAilment) -> BattleEvent {
    let ActiveAilment { ailment, part, .. } = *one;
    BattleEvent::Relieved { unit, ailment, part, clause: ailment.rule().clause }
}
