//! Turn engine rules of this book: initiative, action points and movement.

use crate::attacks_and_damage::lines::Refusal;
use crate::attacks_and_damage::{AttackClass, HealthState, Sheet, Switches, Weapon};
use crate::{RuleViolation, TargetSight};
use dice::Modifiers;
use model::Distance;

/// Metres per point of Agility, for walking and again for running. `SS-MOVE-02`, `SS-MOVE-07`.
const METRES_PER_AGILITY: u32 = 2;

/// Checks that a weapon reaches a target with this sight. `AD-BASE-18`, `AD-DEF-03`.
///
/// # Errors
/// Returns a `RuleViolation` if the target is out of reach or sight.
pub fn check_reach(weapon: &Weapon, sight: &TargetSight) -> Result<(), RuleViolation> {
    if weapon.class == AttackClass::Melee {
        if sight.chebyshev_distance > 1 {
            let weapon = weapon.name.clone();
            return Err(RuleViolation::new(Refusal::NotAdjacent { weapon }, "AD-DEF-03"));
        }
        return Ok(());
    }
    if u64::from(sight.distance_squared) > u64::from(weapon.range).pow(2) {
        let distance = Distance { squared: sight.distance_squared };
        let (weapon, range) = (weapon.name.clone(), weapon.range);
        return Err(RuleViolation::new(Refusal::OutOfRange { weapon, range, distance }, "AD-BASE-18"));
    }
    if sight.hidden >= 100 {
        return Err(RuleViolation::new(Refusal::Unseen, "AD-BASE-18"));
    }
    Ok(())
}

/// Checks that a unit can walk. `AD-KD-10`.
///
/// # Errors
/// Returns a `RuleViolation` if the unit is prone and the switch forbids it.
pub fn may_move(prone: bool, switches: &Switches) -> Result<(), RuleViolation> {
    if prone && !switches.prone_move {
        return Err(RuleViolation::new(Refusal::ProneMove, "AD-KD-10"));
    }
    Ok(())
}

/// Parts of the Initiative attribute; wounds do not affect it. `SS-INIT-01`, `AD-BASE-20`.
pub fn initiative_parts(sheet: &Sheet) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(i32::from(sheet.attributes.reaction), "Reaction", "SS-INIT-01");
    parts.add(i32::from(sheet.attributes.intuition), "Intuition", "SS-INIT-01");
    parts
}

/// A unit's health state at the start of its turn. `AD-FREQ-04`.
pub fn health_at_turn_start(condition: &HealthState) -> HealthState {
    HealthState { frequency: condition.frequency.at_turn_start(), ..*condition }
}

/// Metres that a unit can walk in a round. `SS-MOVE-02`, `AD-KD-10`.
pub fn walk_rate(sheet: &Sheet, prone: bool, switches: &Switches) -> u32 {
    if prone && !switches.prone_move { 0 } else { METRES_PER_AGILITY * u32::from(sheet.attributes.agility) }
}

/// Metres that the first Run action of a round adds. `SS-MOVE-07`.
pub fn run_distance(sheet: &Sheet) -> u32 {
    METRES_PER_AGILITY * u32::from(sheet.attributes.agility)
}

#[cfg(test)]
mod tests;
