//! Health state: two tracks of boxes and overflow. Chapter BASE, `AD-RES-15`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::attacks_and_damage::options::switches::{CriticalFull, LightFull};
use crate::attacks_and_damage::{DamageTaken, DefenceFrequency, Sheet, Switches};
use crate::{DeadlyHarm, DownState};

/// Base boxes of a track, to which its attribute is added. `AD-BASE-10`, `AD-BASE-11`.
const BOXES_BEFORE_ATTRIBUTE: i32 = 8;

/// Health state of a unit, kept between battles.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(deny_unknown_fields, default)]
pub struct HealthState {
    /// Light boxes marked.
    pub light: u32,
    /// Critical boxes marked.
    pub critical: u32,
    /// Critical damage beyond a full track. `AD-BASE-16`.
    pub overflow: u32,
    /// Penalty from repeated defences. `AD-FREQ-01`.
    pub frequency: DefenceFrequency,
}

/// Life state of a unit, from its tracks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LifeState {
    /// Able to act.
    Able,
    /// The Light track is full. `AD-BASE-13`.
    Unconscious,
    /// The Critical track is full. `AD-BASE-14`.
    Dying,
    /// Overflow above the limit. `AD-BASE-16`.
    Dead,
}

/// Boxes of the Light track. `AD-BASE-10`.
pub fn light_boxes(sheet: &Sheet, switches: &Switches) -> u32 {
    switches.light_track.0.or_book(|| track_boxes(sheet.attributes.willpower)).unsigned_abs()
}

/// Boxes of the Critical track. `AD-BASE-11`.
pub fn critical_boxes(sheet: &Sheet, switches: &Switches) -> u32 {
    switches.critical_track.0.or_book(|| track_boxes(sheet.attributes.body)).unsigned_abs()
}

/// Maximum overflow that a unit survives. `AD-BASE-16`.
pub fn death_limit(sheet: &Sheet, switches: &Switches) -> u32 {
    switches.death_overflow.0.or_book(|| i32::from(sheet.attributes.body)).unsigned_abs()
}

fn track_boxes(attribute: u8) -> i32 {
    BOXES_BEFORE_ATTRIBUTE + i32::from(attribute.div_ceil(2))
}

/// Marks a box per point; excess over a full track overflows. `AD-RES-15`, `AD-BASE-15`, `AD-BASE-16`.
pub fn mark_boxes(
    condition: &HealthState,
    taken: DamageTaken,
    sheet: &Sheet,
    switches: &Switches,
) -> HealthState {
    let light = condition.light + taken.light;
    let marked_light = light.min(light_boxes(sheet, switches).max(condition.light));
    let excess = (light - marked_light).checked_div(u32::from(switches.light_overflow)).unwrap_or(0);
    let critical = condition.critical + taken.critical + excess;
    let marked_critical = critical.min(critical_boxes(sheet, switches).max(condition.critical));
    HealthState {
        light: marked_light,
        critical: marked_critical,
        overflow: condition.overflow + critical - marked_critical,
        frequency: condition.frequency,
    }
}

/// Returns the life state of a unit. `AD-BASE-13`, `AD-BASE-14`, `AD-BASE-16`.
pub fn life_state(condition: &HealthState, sheet: &Sheet, switches: &Switches) -> LifeState {
    let critical_full = condition.critical >= critical_boxes(sheet, switches);
    let light_full = condition.light >= light_boxes(sheet, switches);
    if condition.overflow > death_limit(sheet, switches) {
        return LifeState::Dead;
    }
    match (critical_full, switches.critical_full) {
        (true, CriticalFull::Dead) => LifeState::Dead,
        (true, CriticalFull::Dying) => LifeState::Dying,
        (true, CriticalFull::None) | (false, _) => match (light_full, switches.light_full) {
            (true, LightFull::Unconscious) => LifeState::Unconscious,
            (true, LightFull::None) | (false, _) => LifeState::Able,
        },
    }
}

/// Returns how a unit is out of action by its tracks; `None` if it is not. `AD-BASE-13`, `AD-BASE-14`, `AD-BASE-16`.
pub fn down_state(condition: &HealthState, sheet: &Sheet, switches: &Switches) -> Option<DownState> {
    match life_state(condition, sheet, switches) {
        LifeState::Able => None,
        LifeState::Unconscious | LifeState::Dying => Some(DownState::Unconscious),
        LifeState::Dead => Some(DownState::Dead),
    }
}

/// Returns the critical boxes that kill a unit which lies unconscious or dying; `None` if it does not. `AD-BASE-14`,
/// `AD-BASE-16`.
pub fn deadly_boxes(condition: &HealthState, sheet: &Sheet, switches: &Switches) -> Option<DeadlyHarm> {
    if down_state(condition, sheet, switches) != Some(DownState::Unconscious) {
        return None;
    }
    DeadlyHarm::find(("critical box", "critical boxes"), "AD-BASE-16", |critical| {
        let after = mark_boxes(condition, DamageTaken { light: 0, critical }, sheet, switches);
        down_state(&after, sheet, switches) == Some(DownState::Dead)
    })
}

#[cfg(test)]
mod tests;
