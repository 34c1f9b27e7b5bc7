//! The end of an encounter. Chapters HEAL, THR and CHART.

use super::chart::RowEffect;
use super::{Condition, Live, Sheet, Switches, Waiting, clock, critical, threshold};
use crate::Down;
use dice::{Step, Table};

/// What the end of the encounter makes of a unit; `threshold::down` then says whether it has come round.
///
/// What was still to strike strikes, bleeding ends in another injury for who lives, effects of the encounter end,
/// injuries stay. `CC-HEAL-07`, `CC-THR-10`, `CC-CHART-26` to `CC-CHART-28`, `CC-RULING-09`.
///
/// # Errors
/// As the table.
pub fn encounter_ends(
    table: &mut impl Table,
    who: u32,
    sheet: &Sheet,
    condition: &Condition,
    switches: &Switches,
) -> Step<Condition> {
    let mut after = condition.clone();
    for at in 0..after.injuries.len() {
        if let Live::AtEndOf(_) = after.injuries[at].live {
            clock::strike(&mut after, at);
        }
    }
    for at in 0..after.injuries.len() {
        if let Some(RowEffect::Bleeding { survivor, .. }) = after.injuries[at].effect() {
            after.injuries[at].live = Live::Over;
            if threshold::down(&after, switches) != Some(Down::Dead) {
                critical::survivor(table, who, sheet, &mut after, survivor)?;
            }
        }
    }
    // Rows without a difficulty are ongoing to this moment. `CC-RULING-09`.
    after.injuries.retain(|injury| injury.chart().difficulty.is_some());
    for injury in &mut after.injuries {
        injury.attempts = 0;
        if injury.live != Live::Healed {
            injury.live = Live::Over;
        }
    }
    after.waiting = Waiting::default();
    after.timed.clear();
    after.aim = false;
    if switches.recovery {
        after.strain = 0;
    }
    Ok(after)
}

/// A new encounter begins: every injury may be treated again. `CC-HEAL-03`.
pub fn encounter_begins(condition: &mut Condition) {
    for injury in &mut condition.injuries {
        injury.attempts = 0;
    }
}

#[cfg(test)]
mod tests;
