//! Totals and notes of forecasts.

use super::area_attacks::BlastCandidate;
use super::odds::DefenceOdds;
use crate::circumstances::attacks::evasion::DefenceOptions;
use crate::circumstances::attacks::jamming;
use crate::circumstances::attacks::resolution::AttackPlan;
use crate::circumstances::d100_test::TargetNumber;
use crate::circumstances::damage::cover::CoverOnLine;
use crate::circumstances::damage::resolution::DefenderProtection;
use crate::circumstances::{AttackMode as How, HitLocation, HitLocations, Weapon};
use crate::{Favours, ForecastNote, ForecastTotal, UnitAttack};
use dice::{Clause, Modifiers};
use model::UnitId;

pub(super) fn roll_text(target: &TargetNumber, defence: &DefenceOptions<'_>) -> String {
    let own = format!("{} or less", target.number.max(0));
    match DefenceOdds::default_choice(defence).and_then(|way| defence.evasions.get(way)) {
        Some((way, target)) => format!("{own}, {} {}", way.label(), target.number),
        None => own,
    }
}

pub(super) fn forecast_sum(
    name: &'static str,
    value: String,
    helps: Favours,
    parts: &Modifiers,
    clause: Clause,
) -> ForecastTotal {
    ForecastTotal { name, value, favours: helps, parts: parts.clone(), clause }
}

pub(super) fn target_sum(target: &TargetNumber) -> ForecastTotal {
    forecast_sum("Target number", target.number.to_string(), Favours::Attacker, &target.parts, "CS-BASE-01")
}

pub(super) fn defence_sums(defence: &DefenceOptions<'_>) -> Vec<ForecastTotal> {
    let none = Modifiers::new();
    let deflect =
        |value: u8| forecast_sum("Deflect", value.to_string(), Favours::Target, &none, "CS-BASE-29");
    let mut sums: Vec<_> = defence.deflect.map(deflect).into_iter().collect();
    if let Some((way, target)) =
        DefenceOdds::default_choice(defence).and_then(|way| defence.evasions.get(way))
    {
        sums.push(forecast_sum(
            way.label(),
            target.number.to_string(),
            Favours::Target,
            &target.parts,
            way.clause(),
        ));
    }
    sums
}

/// Damage, and what reduces it at the body. `CS-BASE-12`, `CS-BASE-30`, `CS-COV-06`, `CS-COV-07`.
pub(super) fn damage_sums(plan: &AttackPlan<'_>, protection: &DefenderProtection<'_>) -> [ForecastTotal; 2] {
    let guard = protection.guards[HitLocation::Body as usize];
    let mut left = plan.damage.penetration();
    let mut parts = Modifiers::new();
    if let Some(ap) = guard.cover {
        parts.add(ap.cast_signed(), "cover", "CS-COV-06");
        if plan.context.switches.cover_pen {
            parts.add(-left.min(ap).cast_signed(), "penetration of cover", "CS-COV-07");
            left = left.saturating_sub(ap);
        }
    }
    parts.add(guard.armour.cast_signed(), "body armour", "CS-BASE-30");
    parts.add(-left.min(guard.armour).cast_signed(), "penetration", "CS-BASE-30");
    parts.add(guard.toughness.cast_signed(), "Toughness bonus", "CS-BASE-30");
    let damage = plan.damage.dice().to_string();
    [
        forecast_sum("Damage", damage, Favours::Attacker, &plan.damage.bonus, "CS-BASE-12"),
        forecast_sum("Protection", parts.pool().to_string(), Favours::Target, &parts, "CS-BASE-30"),
    ]
}

pub(super) fn forecast_note(
    text: impl Into<String>,
    value: impl Into<String>,
    clause: Clause,
) -> ForecastNote {
    ForecastNote { text: text.into(), value: value.into(), clause }
}

/// The note about misfires of the weapon.
pub(super) fn misfire_note(weapon: &Weapon, least: u32) -> ForecastNote {
    let (text, clause) = match jamming::misfire_effect(weapon) {
        jamming::MisfireEffect::Jams => ("The weapon jams", "CS-JAM-01"),
        jamming::MisfireEffect::Slips => ("Always misses", "CS-JAM-15"),
        jamming::MisfireEffect::Fizzles => ("A dud, or goes off in the hand", "CS-GRN-01"),
    };
    forecast_note(text, format!("{least} or more"), clause)
}

/// Notes about jams, bursts, other locations and Unaware targets.
pub(super) fn forecast_notes(request: UnitAttack<'_>, plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
    let context = plan.context;
    let mut notes = Vec::new();
    notes.extend(plan.misfires_on.map(|least| misfire_note(&context.weapon, least)));
    if context.mode == How::Burst && context.switches.burst {
        notes.push(forecast_note(
            "One more hit per 2 degrees",
            format!("up to {}", plan.rounds),
            "CS-BASE-36",
        ));
    }
    if context.attempt().is_unaware() {
        notes.push(forecast_note("Unaware target: no evasion", "", "CS-UNA-02"));
    }
    let armour = &context.defender.sheet.armour;
    let body = armour.ap_at(HitLocation::Body);
    let other = HitLocation::ALL.into_iter().filter(|&place| armour.ap_at(place) != body);
    let others: Vec<_> = other.map(|place| format!("{} {}", place.name(), armour.ap_at(place))).collect();
    if !others.is_empty() {
        notes.push(forecast_note("Armour elsewhere", others.join(", "), "CS-BASE-30"));
    }
    if !request.target.engaged && context.sight.chebyshev_distance == 1 {
        notes.push(forecast_note("Starts a melee, hit or miss", "", "CS-MEL-02"));
    }
    if context.attacker.condition.fate > 0 && context.switches.fate_points {
        let value = format!("{} left", context.attacker.condition.fate);
        notes.push(forecast_note("A Fate Point can reroll a miss", value, "CS-BASE-28"));
    }
    notes
}

/// The note about shielded locations. `CS-COV-05`.
pub(super) fn cover_note(protection: &DefenderProtection<'_>) -> Option<ForecastNote> {
    let cover: &CoverOnLine = protection.cover?;
    let places =
        HitLocation::ALL.into_iter().filter(|&place| protection.guards[place as usize].cover.is_some());
    let places = places.fold(HitLocations::NONE, HitLocations::with);
    let text = format!("Behind {}: {places}", cover.barrier.name);
    Some(forecast_note(text, format!("AP {}", cover.ap_left()), "CS-COV-05"))
}

/// The note about other units hit if the explosion is on target. `CS-BASE-35`.
pub(super) fn caught_note(caught: &[BlastCandidate<'_>], metres: u8, target: Option<UnitId>) -> ForecastNote {
    let others = caught.iter().filter(|candidate| Some(candidate.unit.id) != target);
    let names: Vec<_> = others.map(|candidate| candidate.unit.name.to_string()).collect();
    ForecastNote::for_reached_units(&names, true, metres.into(), "CS-BASE-35")
}
