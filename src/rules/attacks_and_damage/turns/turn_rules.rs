//! What the turn engine asks of this book: initiative, action points, movement, and what is refused.

use crate::attacks_and_damage::{
    AttackClass, DefenceFrequency, Fighter, HealthState, Sheet, Switches, Weapon,
};
use crate::turn_engine::initiative;
use crate::turn_engine::initiative::InitiativeScore;
use crate::{RuleViolation, TargetSight};
use dice::{Dice, Modifiers, Purpose, RuleResult, Table};

/// Metres per point of Agility, walking and again running. `SS-MOVE-02`, `SS-MOVE-07`.
const METRES_PER_AGILITY: u32 = 2;

/// Whether a weapon reaches what is seen like this. `AD-BASE-18`, `AD-DEF-03`.
///
/// # Errors
/// It does not.
pub fn check_reach(weapon: &Weapon, sight: &TargetSight) -> Result<(), RuleViolation> {
    if weapon.class == AttackClass::Melee {
        if sight.chebyshev_distance > 1 {
            let text = format!("{} reaches neighbouring squares only", weapon.name);
            return Err(RuleViolation::new(text, "AD-DEF-03"));
        }
        return Ok(());
    }
    if u64::from(sight.distance_squared) > u64::from(weapon.range).pow(2) {
        let metres = f64::from(sight.distance_squared).sqrt();
        let text = format!("{} reaches {} m, the target is {metres:.1} m away", weapon.name, weapon.range);
        return Err(RuleViolation::new(text, "AD-BASE-18"));
    }
    if sight.hidden >= 100 {
        return Err(RuleViolation::new("the target cannot be seen from here", "AD-BASE-18"));
    }
    Ok(())
}

/// Whether a unit may walk as it stands or lies. `AD-KD-10`.
///
/// # Errors
/// It may not.
pub fn may_move(prone: bool, switches: &Switches) -> Result<(), RuleViolation> {
    if prone && !switches.prone_move {
        return Err(RuleViolation::new("stand up first: nobody moves while Prone", "AD-KD-10"));
    }
    Ok(())
}

/// What the Initiative attribute is made of; wounds do not change it. `SS-INIT-01`, `AD-BASE-20`.
pub fn initiative_parts(sheet: &Sheet) -> Modifiers {
    let mut parts = Modifiers::new();
    parts.add(i32::from(sheet.attributes.reaction), "Reaction", "SS-INIT-01");
    parts.add(i32::from(sheet.attributes.intuition), "Intuition", "SS-INIT-01");
    parts
}

/// Rolls a unit's initiative for a round. `SS-INIT-02`, `SS-INIT-04`.
///
/// # Errors
/// As the table.
pub fn roll_initiative(table: &mut impl Table, fighter: &Fighter) -> RuleResult<InitiativeScore> {
    let base = fighter.sheet.initiative_dice;
    let parts = initiative::initiative_dice_parts(base, 0, false);
    let dice = initiative::initiative_dice(base, 0, false);
    let purpose = Purpose {
        who: Some(fighter.id),
        why: "initiative",
        clause: "SS-INIT-04",
        parts: &parts.0,
        limit: None,
    };
    let sum = table.roll(Dice::d6_sum(u32::from(dice)), purpose)?.value.cast_signed();
    let attribute = initiative_parts(&fighter.sheet).sum();
    Ok(InitiativeScore { score: attribute + sum, attribute, dice })
}

/// Turns that an Initiative Score gives from this pass to the end of the round: one per pass. `AD-BASE-09`.
pub fn turn_count(score: i32) -> u32 {
    initiative::phase_count(score)
}

/// A unit's condition when its turn starts. `AD-FREQ-04`.
pub fn health_at_turn_start(condition: &HealthState) -> HealthState {
    HealthState { frequency: condition.frequency.at_turn_start(), ..*condition }
}

/// A unit's condition when a battle starts: its boxes stay. `AD-FREQ-11`.
pub fn health_at_battle_start(condition: &HealthState) -> HealthState {
    HealthState { frequency: DefenceFrequency::default(), ..*condition }
}

/// Metres that a unit may walk in a round. `SS-MOVE-02`, `AD-KD-10`.
pub fn walk_rate(sheet: &Sheet, prone: bool, switches: &Switches) -> u32 {
    if prone && !switches.prone_move { 0 } else { METRES_PER_AGILITY * u32::from(sheet.attributes.agility) }
}

/// Metres that the first Run action of a round adds. `SS-MOVE-07`.
pub fn run_distance(sheet: &Sheet) -> u32 {
    METRES_PER_AGILITY * u32::from(sheet.attributes.agility)
}

#[cfg(test)]
mod tests;
