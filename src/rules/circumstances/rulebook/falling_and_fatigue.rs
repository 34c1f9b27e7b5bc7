//! Falls, fatigue and suffocation on the battlefield. Chapters FALL, FATG and SUFF.

use super::{fighter, switches, wrap_health_state};
use crate::circumstances::Ailment;
use crate::circumstances::health::suffocation;
use crate::circumstances::health::suffocation::AirlessRound;
use crate::circumstances::health::{falling, fatigue};
use crate::circumstances::lines::{BreathLine, FallDamageOutcome, WoundNote};
use crate::status::{self, AilmentCause};
use crate::{Fall, ForecastNote, HazardExposure, HealthState, Rest, RuleSet, RuleStep, UnitSnapshot};
use dice::{RuleResult, Table};

/// Minutes of unconsciousness after suffocating, once there is air again. `CS-SUFF-07`.
const OUT_OF_BREATH: u32 = 10;
/// Minutes per hour.
const HOUR: u32 = 60;

/// Chapter FALL.
pub fn resolve_fall(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    fallen: Fall,
    rules: &RuleSet,
) -> RuleResult<HazardExposure> {
    let landing = falling::resolve_fall(table, &fighter(unit), fallen, switches(rules))?;
    let mut effects = Vec::new();
    if landing.condition != *unit.condition.circumstances() {
        let after = wrap_health_state(landing.condition);
        effects.push(RuleStep::ChangeHealth { unit: unit.id, after, damage: landing.wounds });
    }
    if landing.hits.is_empty() {
        return Ok(HazardExposure::unhurt_by_fall(fallen, "CS-FALL-01"));
    }
    let outcome = FallDamageOutcome { fall: fallen, wounds: landing.wounds, fatigue: landing.fatigue };
    Ok(HazardExposure { words: outcome.into(), clause: "CS-FALL-03", effects })
}

/// "2 hits of 1d10+2".
pub fn fall_note(unit: &UnitSnapshot, fallen: Fall, rules: &RuleSet) -> Option<ForecastNote> {
    let dangerous = falling::is_dangerous(fallen, unit.sheet.circumstances(), switches(rules));
    dangerous.then(|| {
        let hits = falling::fall_hits(fallen);
        let plural = if hits == 1 { "hit" } else { "hits" };
        let value = format!("{hits} {plural} of 1d10+{}", falling::fall_bonus(fallen));
        ForecastNote { text: fallen.name(), value, clause: "CS-FALL-03" }
    })
}

/// Applies the fatigue penalty while it lasts, and collapse from too much fatigue. `CS-FATG-04` to
/// `CS-FATG-07`.
pub fn aftereffects(unit: &UnitSnapshot, after: &HealthState, _: &RuleSet) -> Vec<RuleStep> {
    let (sheet, before) = (unit.sheet.circumstances(), unit.condition.circumstances().fatigue);
    let level = after.circumstances().fatigue;
    let has = status::has(&unit.ailments, Ailment::Exhausted);
    let mut effects = Vec::new();
    match (has, fatigue::is_exhausted(level, sheet)) {
        (false, true) => {
            let cause = AilmentCause::new(Ailment::Exhausted, None);
            effects.push(RuleStep::Afflict { unit: unit.id, cause });
        }
        (true, false) => {
            let clause = "CS-FATG-05";
            effects.push(RuleStep::Relieve {
                unit: unit.id,
                ailment: Ailment::Exhausted,
                part: None,
                clause,
            });
        }
        _ => {}
    }
    if level > before && fatigue::collapses(level, sheet) {
        let minutes = fatigue::collapse_minutes(level, sheet);
        let text = WoundNote::Collapses { minutes };
        effects.push(RuleStep::note(unit.id, text, "CS-FATG-06"));
        effects.push(RuleStep::Afflict { unit: unit.id, cause: fatigue::collapse_ailment(level, sheet) });
    }
    effects
}

/// Resolves breathing at the end of a round, with or without air. Chapter SUFF.
pub fn end_round(table: &mut impl Table, unit: &UnitSnapshot, rules: &RuleSet) -> RuleResult<Vec<RuleStep>> {
    let before = unit.condition.circumstances();
    if before.breath.spent || unit.sheet.circumstances().vehicle {
        return Ok(Vec::new());
    }
    if !unit.ground.airless {
        if before.breath.is_full() {
            return Ok(Vec::new());
        }
        let mut after = before.clone();
        after.breath = suffocation::HeldBreath::default();
        let text = BreathLine::BreathesAgain;
        return Ok(vec![
            RuleStep::ChangeHealth { unit: unit.id, after: wrap_health_state(after), damage: 0 },
            RuleStep::note(unit.id, text, "CS-SUFF-10"),
        ]);
    }
    let senseless = unit.down.is_some() || status::has(&unit.ailments, Ailment::Unconscious);
    let round = match (senseless, unit.budget.circumstances().is_strenuous()) {
        (true, _) => AirlessRound::Unconscious,
        (false, true) => AirlessRound::Strenuous,
        (false, false) => AirlessRound::Rest,
    };
    let choked = suffocation::resolve_airless_round(table, &fighter(unit), round, switches(rules))?;
    let mut effects = vec![RuleStep::note(unit.id, breath_line(&choked.condition, unit), "CS-SUFF-01")];
    effects.push(RuleStep::ChangeHealth {
        unit: unit.id,
        after: wrap_health_state(choked.condition),
        damage: 0,
    });
    if choked.faints {
        let cause = fatigue::unconscious_ailment(OUT_OF_BREATH);
        effects.push(RuleStep::Afflict { unit: unit.id, cause });
    }
    Ok(effects)
}

fn breath_line(after: &crate::circumstances::HealthState, unit: &UnitSnapshot) -> BreathLine {
    let toughness = unit.sheet.circumstances().bonus(crate::circumstances::Characteristic::Toughness);
    let whole = suffocation::breath_capacity(toughness);
    match after.breath {
        suffocation::HeldBreath { spent: true, .. } => BreathLine::HasSuffocated,
        suffocation::HeldBreath { out: 1.., .. } => BreathLine::IsUnconscious,
        held => BreathLine::Holds { left: whole.saturating_sub(held.used), whole },
    }
}

/// Reduces fatigue by hours of rest. `CS-FATG-12`.
pub fn health_after_rest(unit: &UnitSnapshot, rest: Rest, rules: &RuleSet) -> HealthState {
    let mut after = unit.condition.circumstances().clone();
    after.fatigue =
        fatigue::fatigue_after_rest(after.fatigue, rest.times(HOUR), switches(rules).fatigue_rest);
    wrap_health_state(after)
}
