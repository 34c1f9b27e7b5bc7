//! Falls, fatigue and want of air on the battlefield. Chapters FALL, FATG and SUFF.

use super::super::breath::{self, Round};
use super::super::{Ailment, fall, fatigue};
use super::{condition_of, fighter, switches};
use crate::status::{self, Cause};
use crate::{Combatant, Condition, Effect, Exposure, Fall, Remark, Rest, RuleSet};
use dice::{Step, Table};

/// Minutes that want of air leaves one Unconscious once there is air again. `CS-SUFF-07`.
const OUT_OF_BREATH: u32 = 10;
/// Minutes of an hour.
const HOUR: u32 = 60;

/// Chapter FALL.
///
/// # Errors
/// As the table.
pub fn fall(table: &mut impl Table, unit: &Combatant, fallen: Fall, rules: &RuleSet) -> Step<Exposure> {
    let landing = fall::fall(table, &fighter(unit), fallen, switches(rules))?;
    let mut effects = Vec::new();
    if landing.condition != *unit.condition.circumstances() {
        let after = condition_of(landing.condition);
        effects.push(Effect::Condition { unit: unit.id, after, damage: landing.wounds });
    }
    if landing.hits.is_empty() {
        return Ok(Exposure::unhurt(fallen, "CS-FALL-01"));
    }
    let mut words = format!("{}: {} Wounds", fallen.name(), landing.wounds);
    if landing.fatigue > 0 {
        words.push_str(&format!(", {} fatigue", landing.fatigue));
    }
    Ok(Exposure { words, clause: "CS-FALL-03", effects })
}

/// "2 hits of 1d10+2".
pub fn fall_remark(unit: &Combatant, fallen: Fall, rules: &RuleSet) -> Option<Remark> {
    let dangerous = fall::is_dangerous(fallen, unit.sheet.circumstances(), switches(rules));
    dangerous.then(|| {
        let hits = fall::hits(fallen);
        let plural = if hits == 1 { "hit" } else { "hits" };
        let value = format!("{hits} {plural} of 1d10+{}", fall::bonus(fallen));
        Remark { text: fallen.name(), value, clause: "CS-FALL-03" }
    })
}

/// The penalty of too much fatigue comes and goes with it, and a body that has taken too much gives in. `CS-FATG-04` to
/// `CS-FATG-07`.
pub fn aftereffects(unit: &Combatant, after: &Condition, _: &RuleSet) -> Vec<Effect> {
    let (sheet, before) = (unit.sheet.circumstances(), unit.condition.circumstances().fatigue);
    let level = after.circumstances().fatigue;
    let has = status::has(&unit.ailments, Ailment::Exhausted);
    let mut effects = Vec::new();
    match (has, fatigue::is_exhausted(level, sheet)) {
        (false, true) => {
            let cause = Cause::of(Ailment::Exhausted, None);
            effects.push(Effect::Afflict { unit: unit.id, cause });
        }
        (true, false) => {
            let clause = "CS-FATG-05";
            effects.push(Effect::Relieve { unit: unit.id, ailment: Ailment::Exhausted, part: None, clause });
        }
        _ => {}
    }
    if level > before && fatigue::collapses(level, sheet) {
        let minutes = fatigue::collapse_minutes(level, sheet);
        let text = format!("collapses for {minutes} minutes");
        effects.push(Effect::Told { unit: unit.id, text, clause: "CS-FATG-06" });
        effects.push(Effect::Afflict { unit: unit.id, cause: fatigue::collapse(level, sheet) });
    }
    effects
}

/// Whoever has air breathes; whoever has none holds its breath. Chapter SUFF.
///
/// # Errors
/// As the table.
pub fn round_ends(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<Vec<Effect>> {
    let before = unit.condition.circumstances();
    if before.breath.spent || unit.sheet.circumstances().vehicle {
        return Ok(Vec::new());
    }
    if !unit.ground.airless {
        if before.breath.is_full() {
            return Ok(Vec::new());
        }
        let mut after = before.clone();
        after.breath = breath::Breath::default();
        let text = "breathes again".to_owned();
        return Ok(vec![
            Effect::Condition { unit: unit.id, after: condition_of(after), damage: 0 },
            Effect::Told { unit: unit.id, text, clause: "CS-SUFF-10" },
        ]);
    }
    let senseless = unit.down.is_some() || status::has(&unit.ailments, Ailment::Unconscious);
    let round = match (senseless, unit.purse.circumstances().is_strenuous()) {
        (true, _) => Round::Unconscious,
        (false, true) => Round::Strenuous,
        (false, false) => Round::Rest,
    };
    let choked = breath::round_without_air(table, &fighter(unit), round, switches(rules))?;
    let mut effects =
        vec![Effect::Told { unit: unit.id, text: words(&choked.condition, unit), clause: "CS-SUFF-01" }];
    effects.push(Effect::Condition { unit: unit.id, after: condition_of(choked.condition), damage: 0 });
    if choked.faints {
        let cause = fatigue::unconscious_for(OUT_OF_BREATH);
        effects.push(Effect::Afflict { unit: unit.id, cause });
    }
    Ok(effects)
}

fn words(after: &super::super::Condition, unit: &Combatant) -> String {
    let toughness = unit.sheet.circumstances().bonus(super::super::Characteristic::Toughness);
    let whole = breath::capacity(toughness);
    match after.breath {
        breath::Breath { spent: true, .. } => "has suffocated".to_owned(),
        breath::Breath { out: 1.., .. } => "lies without air".to_owned(),
        held => format!("holds its breath: {} of {whole} points left", whole.saturating_sub(held.used)),
    }
}

/// An hour of rest takes fatigue away. `CS-FATG-12`.
pub fn rest(unit: &Combatant, rest: Rest, rules: &RuleSet) -> Condition {
    let mut after = unit.condition.circumstances().clone();
    after.fatigue = fatigue::rested(after.fatigue, rest.times(HOUR), switches(rules).fatigue_rest);
    condition_of(after)
}
