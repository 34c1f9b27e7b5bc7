//! On the ground. Chapter PRN; prices and reach of moving there are in `actions`.

use crate::circumstances::Fighter;
use crate::circumstances::attacks::range::RangeBand;
use dice::Modifiers;

/// What striking or grappling somebody on the ground gives. `CS-PRN-01`, `CS-PRN-02`.
pub fn add_struck(target: &Fighter, is_grapple: bool, parts: &mut Modifiers) {
    if target.prone {
        match is_grapple {
            false => parts.add(10, "target on the ground", "CS-PRN-01"),
            true => parts.add(20, "target on the ground", "CS-PRN-02"),
        }
    }
}

/// What shooting at somebody on the ground costs, unless from very near. `CS-PRN-03`, `CS-PRN-04`.
pub fn add_shot(target: &Fighter, band: Option<RangeBand>, parts: &mut Modifiers) {
    if target.prone && band != Some(RangeBand::PointBlank) {
        parts.add(-10, "target on the ground", "CS-PRN-03");
    }
}

/// What lying costs in WS tests, Parry among them. `CS-PRN-05`, `CS-PRN-06`.
pub fn add_own_skill(fighter: &Fighter, parts: &mut Modifiers) {
    if fighter.prone {
        parts.add(-10, "on the ground", "CS-PRN-05");
    }
}

/// What lying costs in Agility tests. `CS-PRN-07`.
pub fn add_own_agility(fighter: &Fighter, parts: &mut Modifiers) {
    if fighter.prone {
        parts.add(-20, "on the ground", "CS-PRN-07");
    }
}

/// Metres that a Move crawls: half, rounded up. `CS-PRN-09`.
pub const fn crawl_metres(agility_bonus: u32) -> u32 {
    agility_bonus.div_ceil(2)
}
