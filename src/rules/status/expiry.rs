//! When ailments end by themselves: with phases of their unit, or with a round.

use super::{ActiveAilment, StatusEnd};

/// Starts, or skips, a phase of the unit: from now on it counts. `CS-AIL-03`.
pub fn start_phase(mut one: ActiveAilment) -> ActiveAilment {
    if let StatusEnd::Turns { begun, .. } = &mut one.until {
        *begun = true;
    }
    one
}

/// Ends a phase of the unit; `None` if the ailment ends with it. `CS-AIL-03`.
pub fn end_phase(mut one: ActiveAilment) -> Option<ActiveAilment> {
    match &mut one.until {
        StatusEnd::Turns { left: 0 | 1, begun: true } => None,
        StatusEnd::Turns { left, begun } => {
            *left -= u8::from(*begun);
            *begun = false;
            Some(one)
        }
        _ => Some(one),
    }
}

/// Ends a round; `None` if the ailment ends with it. `SS-BASE-15`.
pub fn end_round(one: ActiveAilment, round: u32) -> Option<ActiveAilment> {
    let over = matches!(one.until, StatusEnd::EndOfRound(last) if last <= round);
    (!over).then_some(one)
}
