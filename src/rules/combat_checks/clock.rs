//! What happens to a unit as turns and rounds begin and end. Chapters ECON, CHART and THR.

use super::chart::RowEffect;
use super::{Condition, Live, Until};

/// Its turn begins; `first` is its first one of the round. Injuries that bleed cost Wounds and Strain, conscious or
/// not. `CC-CHART-26`, `CC-CHART-27`, `CC-THR-09`.
pub fn turn_starts(condition: &mut Condition, first: bool) {
    if !first {
        return;
    }
    let bled: u32 = condition
        .effects()
        .map(|effect| if let RowEffect::Bleeding { points, .. } = effect { u32::from(points) } else { 0 })
        .sum();
    condition.wounds += bled;
    condition.strain += bled;
}

/// Its turn ends. `CC-ECON-01`.
pub fn turn_ends(condition: &mut Condition) {
    condition.timed.retain_mut(|timed| match &mut timed.until {
        Until::TurnEnds(left) => {
            *left = left.saturating_sub(1);
            *left > 0
        }
        Until::EndOfRound => true,
    });
    for injury in &mut condition.injuries {
        injury.live = match injury.live {
            Live::ThisRound | Live::Turns(0 | 1) => Live::Over,
            Live::Turns(left) => Live::Turns(left - 1),
            live => live,
        };
    }
}

/// A round ends, after its last pass. `CC-ECON-02`, `CC-ADV-15`, `CC-CHART-02`, `CC-CHART-28`.
pub fn round_ends(condition: &mut Condition, round: u32) {
    condition.timed.retain(|timed| timed.until != Until::EndOfRound);
    for at in 0..condition.injuries.len() {
        match condition.injuries[at].live {
            Live::ThisRound => condition.injuries[at].live = Live::Over,
            Live::AtEndOf(when) if when <= round => strike(condition, at),
            _ => (),
        }
    }
}

/// The End is Nigh comes. `CC-CHART-28`.
pub(super) fn strike(condition: &mut Condition, at: usize) {
    if let Some(RowEffect::EndIsNigh(points)) = condition.injuries[at].effect() {
        condition.wounds += u32::from(points);
        condition.strain += u32::from(points);
    }
    condition.injuries[at].live = Live::Over;
}
