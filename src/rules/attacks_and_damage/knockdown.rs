//! Blows that throw the target to the ground. Chapter KD.

use super::{Sheet, Switches, Taken};

/// Damage from a single attack up to which a unit keeps standing. `AD-KD-01`.
pub fn limit(sheet: &Sheet) -> u32 {
    u32::from(sheet.attributes.body.max(sheet.attributes.willpower))
}

/// Whether the damage of a single attack makes a unit fall Prone. `AD-KD-01`, `AD-KD-02`, `AD-KD-04`, `AD-KD-05`.
pub fn knocks_down(taken: Taken, sheet: &Sheet) -> bool {
    taken.total() > limit(sheet)
}

/// Action points of standing up. `AD-KD-09`.
pub fn stand_cost(switches: &Switches) -> u8 {
    switches.stand_ap.0
}
