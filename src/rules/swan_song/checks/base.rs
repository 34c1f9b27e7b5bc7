//! Pools, limits, thresholds, glitches and ranges. Chapter BASE of the catalogue.

use dice::{Dice, Modifiers, Purpose, Roll, RuleResult, Table};

use crate::rule_options::Formula;
use crate::swan_song::damage::armour;
use crate::swan_song::{Attribute, LastStand, PointPool, Sheet, Skill, Switches, UnitKind, Vitals};
use crate::turn_engine::switches::KarmaReroll;

/// Length of a Combat Round. `SS-ROUND-01`.
const SECONDS_PER_ROUND: u32 = 5;
/// Combat Rounds in a minute. `SS-ROUND-02`.
pub const ROUNDS_PER_MINUTE: u32 = 60 / SECONDS_PER_ROUND;
/// Default threshold of a test. `SS-BASE-06`.
pub const PLAIN_THRESHOLD: u32 = 1;
/// Base Health and Strain, to which an attribute's share is added. `SS-BASE-23`, `SS-BASE-24`.
const POINTS_BEFORE_ATTRIBUTE: u32 = 8;

/// Parts of a skill test: skill or untrained modifier, and attribute. `SS-BASE-02`, `SS-BASE-18`, `SS-BASE-19`.
pub fn skill_pool(sheet: &Sheet, skill: Skill, attribute: Attribute, switches: &Switches) -> Modifiers {
    let mut parts = Modifiers::new();
    let rating = sheet.skill(skill);
    parts.add(i32::from(rating), skill_name(skill), "SS-BASE-02");
    armour::add_attribute(&mut parts, sheet, attribute, "SS-BASE-02");
    if rating == 0 {
        parts.add(i32::from(switches.untrained_modifier), "untrained", "SS-BASE-18");
    }
    parts
}

/// Applies a limit to hits; without a limit all count. `SS-BASE-04`, `SS-BASE-05`.
pub fn limit_hits(hits: u32, limit: Option<u32>) -> u32 {
    limit.map_or(hits, |limit| hits.min(limit))
}

/// Whether hits meet a threshold. `SS-BASE-06`.
pub fn is_success(hits: u32, threshold: u32) -> bool {
    hits >= threshold
}

/// Severity of a glitch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Glitch {
    /// No glitch.
    None,
    /// More than half of the dice show 1. `SS-BASE-09`.
    Plain,
    /// A glitch on a failed test. `SS-BASE-11`.
    Hard,
    /// A glitch without a hit. `SS-BASE-10`.
    Critical,
}

/// Grades a roll's glitch; `passed` is whether it met its threshold or won its Opposed Test.
pub fn grade_glitch(roll: Roll, passed: bool) -> Glitch {
    match (roll.glitch, roll.value, passed) {
        (false, ..) => Glitch::None,
        (true, 0, _) => Glitch::Critical,
        (true, _, false) => Glitch::Hard,
        (true, _, true) => Glitch::Plain,
    }
}

/// Half of a number, rounded down. `SS-BASE-13`.
pub const fn half(number: u32) -> u32 {
    number / 2
}

/// ceil((2 x STR + BOD + REA) / 3). `SS-BASE-20`.
pub fn physical_limit(sheet: &Sheet) -> u32 {
    weighted_limit(sheet.attributes.strength, sheet.attributes.body, armour::effective_reaction(sheet))
}

/// ceil((2 x LOG + INT + WIL) / 3). `SS-BASE-21`.
pub fn mental_limit(sheet: &Sheet) -> u32 {
    weighted_limit(sheet.attributes.logic, sheet.attributes.intuition, sheet.attributes.willpower)
}

fn weighted_limit(twice: u8, once: u8, and_once: u8) -> u32 {
    (2 * u32::from(twice) + u32::from(once) + u32::from(and_once)).div_ceil(3)
}

/// Flesh Health maximum; 0 without flesh. `SS-BASE-23`.
pub fn flesh_max(sheet: &Sheet, switches: &Switches) -> u32 {
    if !sheet.has_flesh {
        return 0;
    }
    sheet.flesh.unwrap_or_else(|| starting_points(switches.fhp_formula.0, sheet.attributes.body))
}

/// Strain at which a unit falls unconscious; 0 for vehicles, which have Armored Health and no Strain. `SS-BASE-24`.
pub fn strain_threshold(sheet: &Sheet, switches: &Switches) -> u32 {
    let default_threshold = || match sheet.kind {
        UnitKind::Vehicle => 0,
        _ => starting_points(switches.strain_formula.0, sheet.attributes.willpower),
    };
    sheet.strain.unwrap_or_else(default_threshold)
}

fn starting_points(formula: Formula, attribute: u8) -> u32 {
    match formula {
        Formula::Book => POINTS_BEFORE_ATTRIBUTE + u32::from(attribute).div_ceil(2),
        Formula::Fixed(number) => u32::from(number),
    }
}

/// Health of a unit at the start of a battle.
pub fn starting_vitals(sheet: &Sheet, switches: &Switches) -> Vitals {
    let full = |points: u32| PointPool::full(points.min(i32::MAX.unsigned_abs()).cast_signed());
    Vitals {
        shield: full(sheet.shield),
        armored: full(sheet.armored),
        flesh: full(flesh_max(sheet, switches)),
        strain: 0,
        strain_threshold: full(strain_threshold(sheet, switches)).max,
        injuries: 0,
        stable: false,
        stand: LastStand::None,
        cure: super::extended_check::ExtendedCheckProgress::default(),
        treated: super::extended_check::ExtendedCheckProgress::default(),
    }
}

/// Re-rolls every die that was no hit; returns the hits of both rolls together. `SS-BASE-27`.
pub fn reroll_misses(
    table: &mut impl Table,
    dice: Dice,
    hits: u32,
    purpose: Purpose<'_>,
    switches: &Switches,
) -> RuleResult<u32> {
    match switches.engine.karma_reroll {
        KarmaReroll::Misses => {
            let again = Dice { count: dice.count.saturating_sub(hits), ..dice };
            Ok(hits + table.roll(again, purpose)?.value)
        }
        KarmaReroll::Off => Ok(hits),
    }
}

/// Recoil modifier, 0 or less, of an attack that fires `rounds` after `fired` earlier ones in the same phase.
///
/// `SS-BASE-28`.
pub fn recoil_modifier(rounds: u32, fired: u32, compensation: u32, strength: u8, switches: &Switches) -> i32 {
    if !switches.recoil {
        return 0;
    }
    let compensated = 1 + compensation + u32::from(strength).div_ceil(3);
    let excess = (fired + rounds).saturating_sub(compensated);
    -excess.min(i32::MAX.unsigned_abs()).cast_signed()
}

/// Whether a target is within a ranged weapon's maximum range; the distance is squared, in square metres. `SS-BASE-30`.
pub fn is_in_weapon_range(distance_squared: u32, metres: u32) -> bool {
    u64::from(distance_squared) <= u64::from(metres).pow(2)
}

/// Whether a target is within melee reach; 1 ring is a neighbouring square. `SS-BASE-34`.
pub fn is_in_melee_range(rings: u32, reach: u32) -> bool {
    rings <= 1 + reach
}

/// Display name of a skill.
pub fn skill_name(skill: Skill) -> &'static str {
    skill.into()
}

/// Display name of an attribute.
pub fn attribute_name(attribute: Attribute) -> &'static str {
    attribute.into()
}

#[cfg(test)]
mod tests;
