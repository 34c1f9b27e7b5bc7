//! What time does to ailments.

use super::{ActiveAilment, StatusEnd};

/// The sufferer's phase begins, or is lost: from now on it counts. `CS-AIL-03`.
pub fn start_phase(mut one: ActiveAilment) -> ActiveAilment {
    if let StatusEnd::Turns { begun, .. } = &mut one.until {
        *begun = true;
    }
    one
}

/// The sufferer's phase is over; nothing is left of what ends with it. `CS-AIL-03`.
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

/// A round is over; nothing is left of what ends with it. `SS-BASE-15`.
pub fn end_round(one: ActiveAilment, round: u32) -> Option<ActiveAilment> {
    let over = matches!(one.until, StatusEnd::EndOfRound(last) if last <= round);
    (!over).then_some(one)
}
