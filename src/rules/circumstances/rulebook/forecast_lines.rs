//! Totals and notes of forecasts.

use super::area_attacks::BlastCandidate;
use super::odds::DefenceOdds;
use crate::circumstances::attacks::blast::LaunchContext;
use crate::circumstances::attacks::evasion::DefenceOptions;
use crate::circumstances::attacks::resolution::AttackPlan;
use crate::circumstances::attacks::{jamming, melee, target_number};
use crate::circumstances::d100_test::TargetNumber;
use crate::circumstances::damage::cover::CoverOnLine;
use crate::circumstances::damage::resolution::DefenderProtection;
use crate::circumstances::situational_modifiers::weather;
use crate::circumstances::{
    Ailment, AttackContext, AttackMode, Fighter, HitLocation, HitLocations, Switches, Weapon,
};
use crate::{Favours, ForecastNote, ForecastTotal, UnitAttack};
use dice::{Clause, Modifiers};
use model::UnitId;

/// "52 or less, Dodge 40"; "Blinded: always misses". `CS-BLND-05`.
pub(super) fn roll_text(
    context: &AttackContext,
    target: &TargetNumber,
    defence: &DefenceOptions<'_>,
) -> String {
    let miss = target_number::certain_miss(&context.attacker, &context.weapon);
    if let Some(ailment) = miss {
        return certain_miss_text(ailment);
    }
    let attack = format!("{} or less", target.number.max(0));
    match DefenceOdds::default_choice(defence).and_then(|evasion| defence.evasions.get(evasion)) {
        Some((evasion, target)) => format!("{attack}, {} {}", evasion.label(), target.number),
        None => attack,
    }
}

/// "52 or less", or that the attack always misses, for a square or barrier. `CS-BLND-05`.
pub(super) fn site_roll_text(context: &LaunchContext, number: i32) -> String {
    let miss = target_number::certain_miss(&context.attacker, &context.weapon);
    miss.map_or_else(|| format!("{} or less", number.max(0)), certain_miss_text)
}

fn certain_miss_text(ailment: Ailment) -> String {
    format!("{}: always misses", ailment.name())
}

pub(super) fn target_number_total(target: &TargetNumber) -> ForecastTotal {
    ForecastTotal::new(
        "Target number",
        target.number.to_string(),
        Favours::Attacker,
        &target.parts,
        "CS-BASE-01",
    )
}

pub(super) fn defence_totals(defence: &DefenceOptions<'_>) -> Vec<ForecastTotal> {
    let none = Modifiers::new();
    let deflect =
        |value: u8| ForecastTotal::new("Deflect", value.to_string(), Favours::Target, &none, "CS-BASE-29");
    let mut totals: Vec<_> = defence.deflect.map(deflect).into_iter().collect();
    if let Some((evasion, target)) =
        DefenceOdds::default_choice(defence).and_then(|evasion| defence.evasions.get(evasion))
    {
        totals.push(ForecastTotal::new(
            evasion.label(),
            target.number.to_string(),
            Favours::Target,
            &target.parts,
            evasion.clause(),
        ));
    }
    totals
}

/// Damage, and what reduces it at the body. `CS-BASE-12`, `CS-BASE-30`, `CS-COV-06`, `CS-COV-07`.
pub(super) fn damage_totals(
    plan: &AttackPlan<'_>,
    protection: &DefenderProtection<'_>,
) -> [ForecastTotal; 2] {
    let body = protection.by_location[HitLocation::Body as usize];
    let mut left = plan.damage.penetration();
    let mut parts = Modifiers::new();
    if let Some(ap) = body.cover {
        parts.add(ap.cast_signed(), "cover", "CS-COV-06");
        if plan.context.switches.cover_pen {
            parts.add(-left.min(ap).cast_signed(), "penetration of cover", "CS-COV-07");
            left = left.saturating_sub(ap);
        }
    }
    parts.add(body.armour.cast_signed(), "body armour", "CS-BASE-30");
    parts.add(-left.min(body.armour).cast_signed(), "penetration", "CS-BASE-30");
    parts.add(body.toughness.cast_signed(), "Toughness bonus", "CS-BASE-30");
    let damage = plan.damage.dice().to_string();
    [
        ForecastTotal::new("Damage", damage, Favours::Attacker, &plan.damage.bonus, "CS-BASE-12"),
        ForecastTotal::new("Protection", parts.pool().to_string(), Favours::Target, &parts, "CS-BASE-30"),
    ]
}

pub(super) fn forecast_note(
    text: impl Into<String>,
    value: impl Into<String>,
    clause: Clause,
) -> ForecastNote {
    ForecastNote { text: text.into(), value: value.into(), clause }
}

/// The note that an attack always misses; `None` if it can hit. `CS-BLND-05`.
pub(super) fn certain_miss_note(attacker: &Fighter, weapon: &Weapon) -> Option<ForecastNote> {
    let ailment = target_number::certain_miss(attacker, weapon)?;
    Some(forecast_note(format!("{}: misses whatever the roll", ailment.name()), "", "CS-BLND-05"))
}

/// The note about misfires of the weapon in this mode.
pub(super) fn misfire_note(
    weapon: &Weapon,
    (mode, threshold): (AttackMode, u32),
    switches: &Switches,
) -> ForecastNote {
    let jam = jamming::jam_clause(weapon, (mode, threshold), switches);
    let (text, clause) = match jamming::misfire_effect(weapon) {
        jamming::MisfireEffect::Jams => ("The weapon jams", jam),
        jamming::MisfireEffect::Slips => ("Always misses", "CS-JAM-15"),
        jamming::MisfireEffect::Fizzles => ("A dud, or goes off in the hand", "CS-GRN-01"),
    };
    forecast_note(text, format!("{threshold} or more"), clause)
}

/// Notes about jams, bursts, other locations and Unaware targets.
pub(super) fn forecast_notes(attack: UnitAttack<'_>, plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
    let context = plan.context;
    let mut notes = Vec::new();
    notes.extend(certain_miss_note(&context.attacker, &context.weapon));
    let misfire = |threshold| misfire_note(&context.weapon, (context.mode, threshold), &context.switches);
    notes.extend(plan.misfires_on.map(misfire));
    if context.mode == AttackMode::Burst && context.switches.burst {
        notes.push(forecast_note(
            "One more hit per 2 degrees",
            format!("up to {}", plan.rounds),
            "CS-BASE-36",
        ));
    }
    let attempt = context.attempt();
    if attempt.is_unaware() {
        notes.push(forecast_note("Unaware target: no evasion", "", "CS-UNA-02"));
    }
    if let Some((ailment, clause)) = plan.defence.barred {
        notes.push(forecast_note(format!("{} target: no evasion", ailment.name()), "", clause));
    }
    if weather::is_kept_off(attempt.attacker, attempt.surroundings.weather, attempt.switches) {
        notes.push(forecast_note("Under a roof: no penalty for the weather", "", "CS-WEA-03"));
    }
    if target_number::is_spared_in_melee(&attempt) {
        notes.push(forecast_note(
            "Shot at its own opponent: no penalty for shooting into a melee",
            "",
            "CS-SIM-04",
        ));
    }
    let armour = &context.defender.sheet.armour;
    let body = armour.ap_at(HitLocation::Body);
    let locations = HitLocation::ALL.into_iter().filter(|&location| armour.ap_at(location) != body);
    let armour_elsewhere: Vec<_> =
        locations.map(|location| format!("{} {}", location.name(), armour.ap_at(location))).collect();
    if !armour_elsewhere.is_empty() {
        notes.push(forecast_note("Armour elsewhere", armour_elsewhere.join(", "), "CS-BASE-30"));
    }
    let engages = melee::starts_engagement(&context.attacker, context.sight.chebyshev_distance);
    if !attack.target.engaged && engages {
        notes.push(forecast_note("Starts a melee, hit or miss", "", "CS-MEL-02"));
    }
    let can_hit = (1..=100).any(|roll| plan.passes(roll));
    if context.attacker.condition.fate > 0 && context.switches.fate_points && can_hit {
        let value = format!("{} left", context.attacker.condition.fate);
        notes.push(forecast_note("A Fate Point can re-roll a miss", value, "CS-BASE-28"));
    }
    notes
}

/// The note about shielded locations. `CS-COV-05`.
pub(super) fn cover_note(protection: &DefenderProtection<'_>) -> Option<ForecastNote> {
    let cover: &CoverOnLine = protection.cover?;
    let places = HitLocation::ALL
        .into_iter()
        .filter(|&location| protection.by_location[location as usize].cover.is_some());
    let places = places.fold(HitLocations::NONE, HitLocations::with);
    let text = format!("Behind {}: {places}", cover.barrier.name);
    Some(forecast_note(text, format!("armour {}", cover.ap_left()), "CS-COV-05"))
}

/// The note about other units hit if the explosion is on target. `CS-BASE-35`.
pub(super) fn units_in_blast_note(
    units_in_blast: &[BlastCandidate<'_>],
    metres: u8,
    target: Option<UnitId>,
) -> ForecastNote {
    let others = units_in_blast.iter().filter(|candidate| Some(candidate.unit.id) != target);
    let names: Vec<_> = others.map(|candidate| candidate.unit.name.to_string()).collect();
    ForecastNote::for_reached_units(&names, true, metres.into(), "CS-BASE-35")
}
