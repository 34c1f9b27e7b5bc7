//! Prone units. Chapter PRN; costs and movement while prone are in `actions`.

use crate::circumstances::Fighter;
use crate::circumstances::attacks::range::RangeBand;
use crate::status::TestKind;
use dice::Modifiers;

/// Adds the bonus of melee attacks and grapples against a prone target. `CS-PRN-01`, `CS-PRN-02`.
pub fn add_melee_bonus(target: &Fighter, is_grapple: bool, parts: &mut Modifiers) {
    if target.prone {
        match is_grapple {
            false => parts.add(10, "prone target", "CS-PRN-01"),
            true => parts.add(20, "prone target", "CS-PRN-02"),
        }
    }
}

/// Adds the penalty of shots at a prone target, except at point-blank range. `CS-PRN-03`, `CS-PRN-04`.
pub fn add_shot_penalty(target: &Fighter, band: Option<RangeBand>, parts: &mut Modifiers) {
    if target.prone && band != Some(RangeBand::PointBlank) {
        parts.add(-10, "prone target", "CS-PRN-03");
    }
}

/// Adds the prone penalty of WS tests, including Parry. `CS-PRN-05`, `CS-PRN-06`.
pub fn add_own_skill_penalty(fighter: &Fighter, test: TestKind, parts: &mut Modifiers) {
    if fighter.prone {
        parts.add(-10, "prone", if test == TestKind::Parry { "CS-PRN-06" } else { "CS-PRN-05" });
    }
}

/// Adds the prone penalty of Agility tests. `CS-PRN-07`.
pub fn add_own_agility_penalty(fighter: &Fighter, parts: &mut Modifiers) {
    if fighter.prone {
        parts.add(-20, "prone", "CS-PRN-07");
    }
}

/// Metres of a crawling Move: half, rounded up. `CS-PRN-09`.
pub const fn crawl_metres(agility_bonus: u32) -> u32 {
    agility_bonus.div_ceil(2)
}
