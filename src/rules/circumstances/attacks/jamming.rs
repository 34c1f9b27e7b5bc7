//! Weapon jams, and misfires of grenades and missiles. Chapters JAM and GRN.

use super::target_number;
use crate::circumstances::d100_test::{D10, TargetNumber, TestAttempt, TestOutcome};
use crate::circumstances::lines::HitNote;
use crate::circumstances::situational_modifiers::weather;
use crate::circumstances::{
    AttackMode, Characteristic, ExplosiveCharge, Fighter, Switches, Weapon, WeaponClass, WeaponState, Weather,
};
use crate::ground::scatter;
use crate::status;
use dice::{Clause, Modifiers, Note, Purpose, RuleResult, Table};
use model::UnitId;

/// The effect of a natural roll at or above the jam threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MisfireEffect {
    /// It stays jammed. `CS-JAM-01` to `CS-JAM-03`.
    Jams,
    /// Only a miss. `CS-JAM-15`.
    Slips,
    /// A d10 roll decides. `CS-GRN-01`.
    Fizzles,
}

/// Natural d100 from which an attack misfires; `None` for melee attacks. `CS-JAM-01`, `CS-JAM-14`.
pub fn misfire_threshold(weapon: &Weapon, mode: AttackMode, switches: &Switches) -> Option<u32> {
    match (weapon.class, mode) {
        (WeaponClass::Melee, _) => None,
        (_, AttackMode::Burst) => {
            let own = weapon.burst.and_then(|burst| burst.jams_on);
            // A burst jams no later than a single shot unless the weapon says so.
            Some(u32::from(own.unwrap_or(switches.burst_jam.0.min(weapon.jams_on))))
        }
        _ => Some(u32::from(weapon.jams_on)),
    }
}

/// The clause of a jam on this roll: that of bursts where a single shot would not jam. `CS-JAM-01`, `CS-JAM-14`.
pub fn jam_clause(weapon: &Weapon, (mode, roll): (AttackMode, u32), switches: &Switches) -> Clause {
    let single = misfire_threshold(weapon, AttackMode::Standard, switches);
    let jams_single = single.is_some_and(|least| roll >= least);
    if mode == AttackMode::Burst && !jams_single { "CS-JAM-14" } else { "CS-JAM-01" }
}

/// The effect of a misfire of this weapon. `CS-JAM-01`, `CS-JAM-15`, `CS-GRN-01`.
pub fn misfire_effect(weapon: &Weapon) -> MisfireEffect {
    match (weapon.charge, weapon.class) {
        (Some(_), _) => MisfireEffect::Fizzles,
        (None, WeaponClass::Thrown) => MisfireEffect::Slips,
        (None, _) => MisfireEffect::Jams,
    }
}

/// What a jammed grenade or missile does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FizzleResult {
    /// It is used up, with nothing to clear. `CS-GRN-02`, `CS-GRN-06`.
    Dud,
    /// It goes off where it is. `CS-GRN-03`.
    InHand,
}

/// The additional roll for a jammed grenade or missile. `CS-GRN-01` to `CS-GRN-03`.
pub fn roll_fizzle(
    table: &mut impl Table,
    attacker: UnitId,
    charge: ExplosiveCharge,
) -> RuleResult<FizzleResult> {
    let [grenade, missile] = scatter::FIZZLE_ROLLS;
    let why = match charge {
        ExplosiveCharge::Grenade => grenade,
        ExplosiveCharge::Missile => missile,
    };
    let purpose = Purpose { who: Some(attacker), why, clause: "CS-GRN-01", parts: &[], limit: None };
    let d10 = table.roll(D10, purpose)?.value;
    let (result, clause, line) = match d10 {
        10 => (FizzleResult::InHand, "CS-GRN-03", HitNote::InHand),
        _ => (FizzleResult::Dud, "CS-GRN-02", HitNote::Dud),
    };
    table.note(|| Note::new(clause, line));
    Ok(result)
}

/// An attempt to clear a jammed weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClearJamContext<'a> {
    /// The unit that makes the attempt.
    pub fighter: &'a Fighter,
    /// The weapon.
    pub weapon: &'a Weapon,
    /// The weapon's state.
    pub loaded: WeaponState,
    /// The weather.
    pub weather: Weather,
    /// The battle's rule options.
    pub switches: &'a Switches,
}

/// Target number of clearing a jam. `CS-JAM-05` to `CS-JAM-09`, `CS-WEA-02`.
pub fn clear_jam_target(context: &ClearJamContext<'_>) -> TargetNumber {
    let ClearJamContext { fighter, weapon, switches, .. } = *context;
    let sheet = &fighter.sheet;
    let mut parts = Modifiers::new();
    if sheet.proficiencies.contains(&weapon.group) {
        parts.add(20, "clearing a jam", "CS-JAM-05");
        if sheet.talents.specialised.contains(&weapon.name) {
            parts.add(10, "Specialised", "CS-JAM-06");
        }
        if sheet.talents.mastery.contains(&weapon.name) {
            parts.add(10, "Mastery", "CS-JAM-07");
        }
    } else {
        parts.add(-20, "no proficiency", "CS-JAM-09");
    }
    weather::add_weather_penalty(fighter, context.weather, switches, false, &mut parts);
    target_number::add_own_modifiers(fighter, status::TestKind::Shot, &mut parts);
    TargetNumber::for_characteristic(sheet, Characteristic::BallisticSkill, parts, switches)
}

/// Rolls to clear a jam; a cleared weapon is unloaded. `CS-JAM-05`, `CS-JAM-10` to `CS-JAM-13`.
pub fn roll_clear_jam(
    table: &mut impl Table,
    context: &ClearJamContext<'_>,
) -> RuleResult<(WeaponState, TestOutcome)> {
    let target = clear_jam_target(context);
    let ClearJamContext { fighter, switches, .. } = *context;
    let test = TestAttempt { fighter, why: "clear the jam", clause: "CS-JAM-05", target: &target, switches };
    // Blindness applies as to any BS test. `CS-BLND-05`.
    let blind = status::failing_ailment(&fighter.ailments, status::TestKind::Shot);
    if let Some(ailment) = blind {
        table.note(|| Note::new("CS-BLND-05", HitNote::CertainFailure { ailment: ailment.name() }));
    }
    let outcome = test.roll_pass_unless(table, blind.is_some())?;
    let loaded = if outcome.passed { WeaponState::CLEARED } else { context.loaded };
    Ok((loaded, outcome))
}

#[cfg(test)]
mod tests;
