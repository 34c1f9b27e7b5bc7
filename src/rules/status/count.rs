//! What time does to ailments.

use super::{Suffered, Until};

/// The sufferer's phase begins, or is lost: from now on it counts. `CS-AIL-03`.
pub fn phase_begun(mut one: Suffered) -> Suffered {
    if let Until::Turns { begun, .. } = &mut one.until {
        *begun = true;
    }
    one
}

/// The sufferer's phase is over; nothing is left of what ends with it. `CS-AIL-03`.
pub fn phase_over(mut one: Suffered) -> Option<Suffered> {
    match &mut one.until {
        Until::Turns { left: 0 | 1, begun: true } => None,
        Until::Turns { left, begun } => {
            *left -= u8::from(*begun);
            *begun = false;
            Some(one)
        }
        _ => Some(one),
    }
}

/// A round is over; nothing is left of what ends with it. `SS-BASE-15`.
pub fn round_over(one: Suffered, round: u32) -> Option<Suffered> {
    let over = matches!(one.until, Until::EndOfRound(last) if last <= round);
    (!over).then_some(one)
}
