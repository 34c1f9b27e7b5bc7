//! Target numbers of attacks with all their modifiers.

use super::melee;
use super::range::{self, RangeBand};
use crate::Book;
use crate::circumstances::d100_test::TargetNumber;
use crate::circumstances::situational_modifiers::{
    difficult_terrain, fog, higher_ground, light, prone, running, size, stealth, weather,
};
use crate::circumstances::{
    AttackAttempt, AttackMode, Characteristic, Fighter, GroundConditions, Surroundings, Switches,
};
use crate::status::{self, TestKind};
use dice::Modifiers;

/// Bonus of the melee attack at the end of a Charge. Table CS-T2.
const CHARGE: i32 = 10;
/// Bonus of a burst. `CS-BASE-36`.
const BURST: i32 = 10;

/// Target number of an attack: WS in melee, BS otherwise. `CS-BASE-08`.
pub fn target_number(attempt: &AttackAttempt<'_>) -> TargetNumber {
    let (tested, parts) = if attempt.weapon.is_melee() {
        (Characteristic::WeaponSkill, melee_parts(attempt))
    } else {
        (Characteristic::BallisticSkill, shot_parts(attempt))
    };
    TargetNumber::for_characteristic(&attempt.attacker.sheet, tested, parts, attempt.switches)
}

/// Modifiers of WS tests against an opponent, including Parry. `CS-BASE-10`, `CS-TER-01`, `CS-HGT-01`,
/// `CS-HGT-03`, `CS-LOW-01`, `CS-DRK-01`, `CS-WEA-01`, `CS-FLK-03`, `CS-PRN-05`, `CS-PRN-06`.
pub fn weapon_skill_parts(
    fighter: &Fighter,
    own: GroundConditions,
    opponent: GroundConditions,
    surroundings: &Surroundings,
    switches: &Switches,
) -> Modifiers {
    let mut parts = Modifiers::new();
    difficult_terrain::add_skill_penalty(own, &mut parts);
    higher_ground::add_height_bonus(own, opponent, true, &mut parts);
    light::add_attack_penalty(opponent, true, &mut parts);
    weather::add_weather_penalty(fighter, surroundings.weather, switches, true, &mut parts);
    melee::add_flanking(fighter.melee, &mut parts);
    prone::add_own_skill_penalty(fighter, &mut parts);
    parts
}

fn melee_parts(attempt: &AttackAttempt<'_>) -> Modifiers {
    let AttackAttempt { attacker, surroundings, switches, mode, .. } = *attempt;
    let mut parts =
        weapon_skill_parts(attacker, surroundings.attacker, surroundings.target, &surroundings, switches);
    if mode == AttackMode::Charge {
        parts.add(CHARGE, "charge", "CS-BASE-20");
    }
    add_own_modifiers(attacker, TestKind::Strike, &mut parts);
    if let Some(target) = attempt.target {
        prone::add_melee_bonus(target, mode == AttackMode::Grapple, &mut parts);
        add_target_modifiers(attempt, target, true, &mut parts);
    }
    parts
}

fn shot_parts(attempt: &AttackAttempt<'_>) -> Modifiers {
    let AttackAttempt { attacker, weapon, surroundings, switches, mode, .. } = *attempt;
    let mut parts = Modifiers::new();
    let band = RangeBand::from_distance(attempt.sight.distance_squared, weapon.range);
    range::add_range_modifier(band, attacker.in_melee, &mut parts);
    higher_ground::add_height_bonus(surroundings.attacker, surroundings.target, false, &mut parts);
    fog::add_shot_penalty(&surroundings, switches, &mut parts);
    light::add_attack_penalty(surroundings.target, false, &mut parts);
    weather::add_weather_penalty(attacker, surroundings.weather, switches, false, &mut parts);
    if mode == AttackMode::Burst && switches.burst {
        parts.add(BURST, "burst", "CS-BASE-36");
    }
    add_own_modifiers(attacker, TestKind::Shot, &mut parts);
    if let Some(target) = attempt.target {
        add_into_melee_penalty(attempt, target, &mut parts);
        prone::add_shot_penalty(target, band, &mut parts);
        add_target_modifiers(attempt, target, false, &mut parts);
    }
    parts
}

/// Adds the modifiers of the testing unit's ailments, and of a delayed phase. `CS-AIL-05`, `SS-DELAY-09`.
pub fn add_own_modifiers(fighter: &Fighter, test: TestKind, parts: &mut Modifiers) {
    status::add_test_modifiers(parts, &fighter.ailments, test, Book::Circumstances);
    let attacks = matches!(test, TestKind::Strike | TestKind::Shot);
    status::add_late_penalty(parts, fighter.late && attacks, Book::Circumstances);
}

/// Adds the modifiers of the target's state and movement. Chapters RUN, SIZ and UNA, `CS-STUN-02`,
/// `CS-UNCO-02`.
fn add_target_modifiers(
    attempt: &AttackAttempt<'_>,
    target: &Fighter,
    is_melee: bool,
    parts: &mut Modifiers,
) {
    status::add_attacker_bonuses(parts, &target.ailments, Book::Circumstances);
    running::add_running_modifier(target, is_melee, parts);
    size::add_size_modifier(&target.sheet, parts);
    stealth::add_unaware_bonus(attempt.is_unaware(), parts);
}

/// Adds the penalty for shooting into a melee. `CS-SIM-01` to `CS-SIM-04`.
fn add_into_melee_penalty(attempt: &AttackAttempt<'_>, target: &Fighter, parts: &mut Modifiers) {
    let from_within = attempt.engaged && !attempt.switches.pistol_melee_penalty;
    let is_still = is_inert(target, attempt.is_unaware())
        || attempt.opponents.count == 1 && attempt.opponents.inert == 1;
    if target.in_melee && !from_within && !is_still {
        parts.add(-20, "shooting into a melee", "CS-SIM-01");
    }
}

/// Whether a unit does not move about in its melee: Stunned, helpless or Unaware. `CS-SIM-02`, `CS-SIM-03`.
pub fn is_inert(fighter: &Fighter, unaware: bool) -> bool {
    unaware || !fighter.can_act()
}

#[cfg(test)]
mod tests;
