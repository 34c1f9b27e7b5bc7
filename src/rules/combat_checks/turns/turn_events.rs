//! Start and end of turns and rounds. Chapters ECON, CHART and THR.

use crate::combat_checks::critical_injuries::chart::InjuryEffect;
use crate::combat_checks::{Expiry, HealthState, InjuryDuration};

/// Starts a turn; `first` for the first one of the round. Bleeding injuries cost Wounds and Strain, conscious or not.
/// `CC-CHART-26`, `CC-CHART-27`, `CC-THR-09`.
pub fn start_turn(condition: &mut HealthState, first: bool) {
    if !first {
        return;
    }
    let points: u32 = condition
        .injury_effects()
        .map(|effect| if let InjuryEffect::Bleeding { points, .. } = effect { u32::from(points) } else { 0 })
        .sum();
    condition.wounds += points;
    condition.strain += points;
}

/// Ends a turn. `CC-ECON-01`.
pub fn end_turn(condition: &mut HealthState) {
    condition.timed.retain_mut(|timed| match &mut timed.until {
        Expiry::TurnEnds(left) => {
            *left = left.saturating_sub(1);
            *left > 0
        }
        Expiry::EndOfRound => true,
    });
    for injury in &mut condition.injuries {
        injury.live = match injury.live {
            InjuryDuration::ThisRound | InjuryDuration::Turns(0 | 1) => InjuryDuration::Over,
            InjuryDuration::Turns(left) => InjuryDuration::Turns(left - 1),
            InjuryDuration::AfterTurn => InjuryDuration::Turns(1),
            InjuryDuration::AfterTurnThisRound => InjuryDuration::ThisRound,
            live => live,
        };
    }
}

/// Ends a round, after its last pass. `CC-ECON-02`, `CC-ADV-15`, `CC-CHART-02`, `CC-CHART-28`.
pub fn end_round(condition: &mut HealthState, round: u32) {
    condition.timed.retain(|timed| timed.until != Expiry::EndOfRound);
    for at in 0..condition.injuries.len() {
        match condition.injuries[at].live {
            InjuryDuration::ThisRound | InjuryDuration::AfterTurnThisRound => {
                condition.injuries[at].live = InjuryDuration::Over;
            }
            InjuryDuration::AtEndOf(when) if when <= round => apply_end_is_nigh(condition, at),
            _ => (),
        }
    }
}

/// Applies The End is Nigh. `CC-CHART-28`.
pub(crate) fn apply_end_is_nigh(condition: &mut HealthState, at: usize) {
    if let Some(InjuryEffect::EndIsNigh(points)) = condition.injuries[at].effect() {
        condition.wounds += u32::from(points);
        condition.strain += u32::from(points);
    }
    condition.injuries[at].live = InjuryDuration::Over;
}
