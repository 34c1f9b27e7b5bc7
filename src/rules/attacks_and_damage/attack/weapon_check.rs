//! Weapon tests: pools of attacks. Chapter TEST, with `AD-BASE-01` to `AD-BASE-06`.

use crate::attacks_and_damage::damage::wounds;
use crate::attacks_and_damage::options::switches::{DiceExtras, RangeModifiers};
use crate::attacks_and_damage::sheet::{add_attribute, add_skill};
use crate::attacks_and_damage::{AttackClass, AttackContext, Fighter, Switches, Weapon};
use crate::status::{self, TestKind};
use crate::{Book, TargetSight};
use dice::{Dice, Modifiers};

/// Maximum number of range quarters that count. `AD-BASE-17`.
const QUARTERS: u32 = 4;

/// Parts of a weapon test's pool. `AD-TEST-01` to `AD-TEST-03`, `AD-BASE-06`, `AD-BASE-20`.
pub fn weapon_check_parts(attacker: &Fighter, weapon: &Weapon, switches: &Switches) -> Modifiers {
    let mut parts = Modifiers::new();
    add_skill(&mut parts, &attacker.sheet, weapon.skill, switches);
    let attribute = weapon.attribute.unwrap_or(switches.weapon_attribute.attribute());
    add_attribute(&mut parts, &attacker.sheet, attribute);
    add_unit_state(&mut parts, attacker, switches);
    let test = if weapon.class == AttackClass::Melee { TestKind::Strike } else { TestKind::Shot };
    status::add_test_modifiers(&mut parts, &attacker.ailments, test, Book::AttacksAndDamage);
    status::add_late_penalty(&mut parts, attacker.phase_delayed, Book::AttacksAndDamage);
    parts
}

/// Parts of the attack pool against a unit. `AD-TEST-01`.
pub fn attack_parts(context: &AttackContext) -> Modifiers {
    let mut parts =
        attack_parts_at_range(&context.attacker, &context.weapon, &context.sight, &context.switches);
    status::add_attacker_bonuses(&mut parts, &context.defender.ailments, Book::AttacksAndDamage);
    parts
}

/// Parts of any attack pool: the weapon test, and the distance if the switch is on. `AD-BASE-17`.
pub fn attack_parts_at_range(
    attacker: &Fighter,
    weapon: &Weapon,
    sight: &TargetSight,
    switches: &Switches,
) -> Modifiers {
    let mut parts = weapon_check_parts(attacker, weapon, switches);
    let counts = matches!(switches.range_modifiers, RangeModifiers::Distance | RangeModifiers::Both);
    if counts && weapon.class != AttackClass::Melee {
        let quarters = full_quarters(sight.distance_squared, weapon.range);
        parts.add(-quarters.cast_signed(), "distance", "AD-BASE-17");
    }
    parts
}

/// Number of full quarters of a range within a distance, at most four.
fn full_quarters(distance_squared: u32, range: u32) -> u32 {
    let distance = u64::from(distance_squared) * u64::from(QUARTERS).pow(2);
    let reached = |quarter: &u32| distance >= (u64::from(*quarter) * u64::from(range)).saturating_pow(2);
    (1..=QUARTERS).take_while(reached).last().unwrap_or(0)
}

/// Adds the modifiers of a unit's own state: wounds and Prone. `AD-BASE-20`, `AD-KD-07`.
pub(crate) fn add_unit_state(parts: &mut Modifiers, fighter: &Fighter, switches: &Switches) {
    parts.0.extend(wounds::wound_parts(&fighter.condition, switches).0);
    if fighter.prone {
        parts.add(i32::from(switches.prone_modifier), "prone", "AD-KD-07");
    }
}

/// Dice of a weapon test: 5 and 6 are hits. `AD-BASE-01`, `AD-BASE-03`, `AD-BASE-05`.
pub(crate) fn weapon_check_dice(parts: &Modifiers, weapon: &Weapon, switches: &Switches) -> Dice {
    if switches.dice_extras == DiceExtras::Glitch && weapon.hands > 0 {
        Dice::d6_hits_and_glitch(parts.pool())
    } else {
        Dice::d6_hits(parts.pool())
    }
}

#[cfg(test)]
mod tests;
