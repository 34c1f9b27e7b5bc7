//! What the turn engine asks of this book: initiative, action points, movement, and what is refused.

use thiserror::Error;

use super::{AttackClass, Condition, Fighter, Frequency, Sheet, Switches, Weapon, knockdown};
use crate::dice::{Dice, Modifiers, Purpose, Step, Table};
use crate::rules::Sight;
use crate::rules::swan_song::initiative::{self, Initiative};

/// Metres per point of Agility, walking and again running. `SS-MOVE-02`, `SS-MOVE-07`.
const METRES_PER_AGILITY: u32 = 2;

/// Why a unit may not do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// Out of the fight.
    #[error("is out of the fight")]
    Down,
    /// Too few action points. `AD-BASE-07`, `AD-KD-09`.
    #[error("needs {needed} action points, has {left}")]
    ActionPoints {
        /// What it costs.
        needed: u8,
        /// What is left.
        left: u8,
    },
    /// Attacked often enough in this Action Phase. `AD-BASE-19`.
    #[error("has made its attacks of this phase: {0}")]
    Attacks(
        /// Attacks per phase.
        u8,
    ),
    /// The target of a melee attack is no neighbour. `AD-DEF-03`.
    #[error("the target is out of reach")]
    Reach,
    /// Beyond the maximum range. `AD-BASE-18`.
    #[error("the target is farther than {0} m")]
    Range(
        /// Maximum range in metres.
        u32,
    ),
    /// No line of sight for a remote attack. `AD-BASE-18`.
    #[error("the target cannot be seen")]
    Sight,
    /// Lies on the ground. `AD-KD-10`.
    #[error("is Prone and has to stand up first")]
    Prone,
    /// Stands already. `AD-KD-09`.
    #[error("stands already")]
    Standing,
}

/// What an attack of a unit with a weapon costs. `AD-BASE-07`, `AD-BASE-18`, `AD-BASE-19`, `AD-DEF-03`.
///
/// # Errors
/// The attack is not possible.
pub fn attack_cost(
    attacker: &Fighter,
    weapon: &Weapon,
    sight: &Sight,
    switches: &Switches,
) -> Result<u8, Refused> {
    able(attacker, switches)?;
    if attacker.attacks >= switches.attacks_per_phase {
        return Err(Refused::Attacks(switches.attacks_per_phase));
    }
    if weapon.class == AttackClass::Melee {
        if sight.rings > 1 {
            return Err(Refused::Reach);
        }
    } else {
        if u64::from(sight.distance_squared) > u64::from(weapon.range).pow(2) {
            return Err(Refused::Range(weapon.range));
        }
        if sight.hidden >= 100 {
            return Err(Refused::Sight);
        }
    }
    pay(attacker, switches.attack_ap.0)
}

/// What standing up costs a unit. `AD-KD-09`.
///
/// # Errors
/// It cannot.
pub fn stand_cost(fighter: &Fighter, switches: &Switches) -> Result<u8, Refused> {
    able(fighter, switches)?;
    if !fighter.prone {
        return Err(Refused::Standing);
    }
    pay(fighter, knockdown::stand_cost(switches))
}

/// Whether a unit may move. `AD-KD-10`.
///
/// # Errors
/// It may not.
pub fn may_move(fighter: &Fighter, switches: &Switches) -> Result<(), Refused> {
    able(fighter, switches)?;
    if fighter.prone && !switches.prone_move { Err(Refused::Prone) } else { Ok(()) }
}

fn able(fighter: &Fighter, switches: &Switches) -> Result<(), Refused> {
    if fighter.is_helpless(switches) { Err(Refused::Down) } else { Ok(()) }
}

fn pay(fighter: &Fighter, needed: u8) -> Result<u8, Refused> {
    let left = fighter.action_points;
    if left < needed { Err(Refused::ActionPoints { needed, left }) } else { Ok(needed) }
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
pub fn roll_initiative(table: &mut impl Table, fighter: &Fighter) -> Step<Initiative> {
    let base = fighter.sheet.initiative_dice;
    let parts = initiative::dice_parts(base, 0, false);
    let dice = initiative::dice_count(base, 0, false);
    let purpose = Purpose {
        who: Some(fighter.id),
        why: "initiative",
        clause: "SS-INIT-04",
        parts: &parts.0,
        limit: None,
    };
    let sum = table.roll(Dice::d6_sum(u32::from(dice)), purpose)?.value.cast_signed();
    let attribute = initiative_parts(&fighter.sheet).sum();
    Ok(Initiative { score: attribute + sum, attribute, dice })
}

/// Turns that an Initiative Score gives from this pass to the end of the round: one per pass. `AD-BASE-09`.
pub fn turns(score: i32) -> u32 {
    initiative::phases(score)
}

/// A unit's condition when its turn starts. `AD-FREQ-04`.
pub fn at_turn_start(condition: &Condition) -> Condition {
    Condition { frequency: condition.frequency.at_turn_start(), ..*condition }
}

/// A unit's condition when a battle starts: its boxes stay. `AD-FREQ-11`.
pub fn at_battle_start(condition: &Condition) -> Condition {
    Condition { frequency: Frequency::default(), ..*condition }
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
