//! Target numbers of attacks with all their modifiers.

use super::melee;
use super::range::{self, RangeBand};
use crate::Book;
use crate::circumstances::d100_test::TargetNumber;
use crate::circumstances::lines::HitNote;
use crate::circumstances::situational_modifiers::{
    difficult_terrain, fog, higher_ground, light, prone, running, size, stealth, weather,
};
use crate::circumstances::{
    Ailment, AttackAttempt, AttackMode, Characteristic, Fighter, GroundConditions, Surroundings, Switches,
    Weapon,
};
use crate::status::{self, TestKind};
use dice::{Modifiers, Note, Table};

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
    (test, surroundings): (TestKind, &Surroundings),
    switches: &Switches,
) -> Modifiers {
    let mut parts = Modifiers::new();
    difficult_terrain::add_skill_penalty(own, &mut parts);
    higher_ground::add_height_bonus(own, opponent, test, &mut parts);
    light::add_attack_penalty(opponent, true, &mut parts);
    weather::add_weather_penalty(fighter, surroundings.weather, switches, true, &mut parts);
    melee::add_flanking(fighter.melee, &mut parts);
    prone::add_own_skill_penalty(fighter, test, &mut parts);
    parts
}

fn melee_parts(attempt: &AttackAttempt<'_>) -> Modifiers {
    let AttackAttempt { attacker, surroundings, switches, mode, .. } = *attempt;
    let (own, opponent) = (surroundings.attacker, surroundings.target);
    let mut parts = weapon_skill_parts(attacker, own, opponent, (TestKind::Strike, &surroundings), switches);
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
    let (own, opponent) = (surroundings.attacker, surroundings.target);
    higher_ground::add_height_bonus(own, opponent, TestKind::Shot, &mut parts);
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
    if moves_in_melee(attempt, target) && !is_spared_in_melee(attempt) {
        let clause = if attempt.engaged { "CS-SIM-04" } else { "CS-SIM-01" };
        parts.add(-20, "shooting into a melee", clause);
    }
}

/// Whether a target moves about in its melee. `CS-SIM-01` to `CS-SIM-03`.
fn moves_in_melee(attempt: &AttackAttempt<'_>, target: &Fighter) -> bool {
    let is_still = is_inert(target, attempt.is_unaware())
        || attempt.opponents.count == 1 && attempt.opponents.inert == 1;
    target.in_melee && !is_still
}

/// Whether a shot at the shooter's own opponent is spared the penalty for shooting into a melee. `CS-SIM-04`.
pub fn is_spared_in_melee(attempt: &AttackAttempt<'_>) -> bool {
    let from_within = attempt.engaged && !attempt.switches.pistol_melee_penalty && !attempt.weapon.is_melee();
    from_within && attempt.target.is_some_and(|target| moves_in_melee(attempt, target))
}

/// Notes circumstances of an attack that no modifier shows. `CS-BLND-05`, `CS-SIM-04`, `CS-UNA-04`, `CS-WEA-03`.
pub fn note_circumstances(table: &mut impl Table, attempt: &AttackAttempt<'_>) {
    if let Some(ailment) = certain_miss(attempt.attacker, attempt.weapon) {
        table.note(|| Note::new("CS-BLND-05", HitNote::CertainMiss { ailment: ailment.name() }));
    }
    if attempt.is_unaware() {
        table.note(|| Note::new("CS-UNA-04", HitNote::Unaware));
    }
    if weather::is_kept_off(attempt.attacker, attempt.surroundings.weather, attempt.switches) {
        table.note(|| Note::new("CS-WEA-03", HitNote::UnderRoof));
    }
    if is_spared_in_melee(attempt) {
        table.note(|| Note::new("CS-SIM-04", HitNote::OwnOpponent));
    }
}

/// The ailment that makes every attack of a unit with this weapon miss: BS tests of the Blinded fail with any roll.
/// `None` if it can hit. `CS-BLND-05`.
pub fn certain_miss(attacker: &Fighter, weapon: &Weapon) -> Option<Ailment> {
    let fails = || status::failing_ailment(&attacker.ailments, TestKind::Shot);
    if weapon.is_melee() { None } else { fails() }
}

/// Whether a unit does not move about in its melee: Stunned, helpless or Unaware. `CS-SIM-02`, `CS-SIM-03`.
pub fn is_inert(fighter: &Fighter, unaware: bool) -> bool {
    unaware || !fighter.can_act()
}

#[cfg(test)]
mod tests;
