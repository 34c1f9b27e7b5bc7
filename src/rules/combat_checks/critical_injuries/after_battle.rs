//! The end of an encounter. Chapters HEAL, THR and CHART.

use super::chart::InjuryEffect;
use super::infliction;
use crate::DownState;
use crate::combat_checks::health::thresholds;
use crate::combat_checks::turns::turn_events;
use crate::combat_checks::{HealthState, InjuryDuration, PendingChanges, Sheet, Switches};
use dice::{RuleResult, Table};
use model::UnitId;

/// Ends the encounter for a unit; `thresholds::down_state` then says whether it recovers.
///
/// Pending effects apply, bleeding turns into another injury for survivors, effects of the encounter end, injuries
/// stay. `CC-HEAL-07`, `CC-THR-10`, `CC-CHART-26` to `CC-CHART-28`, `CC-RULING-09`.
pub fn end_encounter(
    table: &mut impl Table,
    who: UnitId,
    sheet: &Sheet,
    condition: &HealthState,
    switches: &Switches,
) -> RuleResult<HealthState> {
    let mut after = condition.clone();
    for at in 0..after.injuries.len() {
        if let InjuryDuration::AtEndOf(_) = after.injuries[at].live {
            turn_events::apply_end_is_nigh(&mut after, at);
        }
    }
    for at in 0..after.injuries.len() {
        if let Some(InjuryEffect::Bleeding { survivor, .. }) = after.injuries[at].effect() {
            after.injuries[at].live = InjuryDuration::Over;
            if thresholds::down_state(&after, switches) != Some(DownState::Dead) {
                infliction::injure_survivor(table, who, sheet, &mut after, survivor)?;
            }
        }
    }
    // Rows without a difficulty last until now. `CC-RULING-09`.
    after.injuries.retain(|injury| injury.chart_row().difficulty.is_some());
    for injury in &mut after.injuries {
        injury.attempts = 0;
        if injury.live != InjuryDuration::Healed {
            injury.live = InjuryDuration::Over;
        }
    }
    after.waiting = PendingChanges::default();
    after.timed.clear();
    after.aim = false;
    if switches.recovery {
        after.strain = 0;
    }
    Ok(after)
}

/// Begins a new encounter: every injury may be treated again. `CC-HEAL-03`.
pub fn begin_encounter(condition: &mut HealthState) {
    for injury in &mut condition.injuries {
        injury.attempts = 0;
    }
}

#[cfg(test)]
mod tests;
