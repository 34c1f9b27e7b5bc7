//! Harm a unit carries: two tracks of boxes and what runs over. Chapter BASE, `AD-RES-15`.

use serde::{Deserialize, Serialize};

use super::switches::{CriticalFull, LightFull};
use super::{Frequency, Sheet, Switches, Taken};
use crate::Down;

/// Boxes of a track before its attribute. `AD-BASE-10`, `AD-BASE-11`.
const BOXES_BEFORE_ATTRIBUTE: i32 = 8;

/// Lasting state of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Condition {
    /// Light boxes marked.
    pub light: u32,
    /// Critical boxes marked.
    pub critical: u32,
    /// Critical damage beyond a full track. `AD-BASE-16`.
    pub overflow: u32,
    /// How often it defended itself. `AD-FREQ-01`.
    pub frequency: Frequency,
}

/// What the tracks make of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// On its feet.
    Able,
    /// The Light track is full. `AD-BASE-13`.
    Unconscious,
    /// The Critical track is full. `AD-BASE-14`.
    Dying,
    /// Overflow beyond the limit. `AD-BASE-16`.
    Dead,
}

/// Boxes of the Light track. `AD-BASE-10`.
pub fn light_boxes(sheet: &Sheet, switches: &Switches) -> u32 {
    switches.light_track.0.or_book(|| boxes(sheet.attributes.willpower)).unsigned_abs()
}

/// Boxes of the Critical track. `AD-BASE-11`.
pub fn critical_boxes(sheet: &Sheet, switches: &Switches) -> u32 {
    switches.critical_track.0.or_book(|| boxes(sheet.attributes.body)).unsigned_abs()
}

/// Overflow that is still survived. `AD-BASE-16`.
pub fn death_limit(sheet: &Sheet, switches: &Switches) -> u32 {
    switches.death_overflow.0.or_book(|| i32::from(sheet.attributes.body)).unsigned_abs()
}

fn boxes(attribute: u8) -> i32 {
    BOXES_BEFORE_ATTRIBUTE + i32::from(attribute.div_ceil(2))
}

/// Marks a box per point; what a full track cannot hold runs over. `AD-RES-15`, `AD-BASE-15`, `AD-BASE-16`.
pub fn mark(condition: &Condition, taken: Taken, sheet: &Sheet, switches: &Switches) -> Condition {
    let light = condition.light + taken.light;
    let kept = light.min(light_boxes(sheet, switches).max(condition.light));
    let excess = (light - kept).checked_div(u32::from(switches.light_overflow)).unwrap_or(0);
    let critical = condition.critical + taken.critical + excess;
    let marked = critical.min(critical_boxes(sheet, switches).max(condition.critical));
    Condition {
        light: kept,
        critical: marked,
        overflow: condition.overflow + critical - marked,
        frequency: condition.frequency,
    }
}

/// What its tracks make of a unit. `AD-BASE-13`, `AD-BASE-14`, `AD-BASE-16`.
pub fn state(condition: &Condition, sheet: &Sheet, switches: &Switches) -> State {
    let critical_full = condition.critical >= critical_boxes(sheet, switches);
    let light_full = condition.light >= light_boxes(sheet, switches);
    if condition.overflow > death_limit(sheet, switches) {
        return State::Dead;
    }
    match (critical_full, switches.critical_full) {
        (true, CriticalFull::Dead) => State::Dead,
        (true, CriticalFull::Dying) => State::Dying,
        (true, CriticalFull::None) | (false, _) => match (light_full, switches.light_full) {
            (true, LightFull::Unconscious) => State::Unconscious,
            (true, LightFull::None) | (false, _) => State::Able,
        },
    }
}

/// Whether the tracks put a unit out of the fight. `AD-BASE-13`, `AD-BASE-14`, `AD-BASE-16`.
pub fn down(condition: &Condition, sheet: &Sheet, switches: &Switches) -> Option<Down> {
    match state(condition, sheet, switches) {
        State::Able => None,
        State::Unconscious | State::Dying => Some(Down::Unconscious),
        State::Dead => Some(Down::Dead),
    }
}

#[cfg(test)]
mod tests;
