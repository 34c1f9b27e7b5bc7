//! After the fight: what recovers by itself, and what a medic or a mechanic can do.

use super::super::called;
use super::super::recovery::{self, NoHelp};
use super::super::treatment::{self as rule, Help};
use super::deeds::{TREAT, helped};
use super::fighter;
use crate::{Care, Combatant, Condition, Deed, Outcome, Refused, Rest, RuleSet, Treatment};
use dice::{Step, Table};

const FIRST_AID: &str = "first_aid";
const REPAIR: &str = "repair";
const CURE: &str = "cure";
const HEAL: &str = "heal";

/// Shields charge, and nobody fights for its life any more. `SS-HEAL-01`, `SS-FFYL-16`.
///
/// # Errors
/// Never.
pub fn encounter_ends(_: &mut impl Table, unit: &Combatant, _: &RuleSet) -> Step<Condition> {
    Ok(Condition::SwanSong(recovery::encounter_ends(*unit.condition.swan_song())))
}

/// `SS-HEAL-05`, `SS-HEAL-06`, `SS-HEAL-08`, `SS-DMG-23`, `SS-CALL-47`.
pub fn rest(unit: &Combatant, rest: Rest, rules: &RuleSet) -> Condition {
    let vitals = *unit.condition.swan_song();
    if let Some(drained) = called::slow_rest(vitals, &unit.ailments, rest.times(1), &rules.engine) {
        return Condition::SwanSong(drained);
    }
    let body = unit.sheet.swan_song().attributes.body;
    let care = rest.care != Care::None;
    Condition::SwanSong(recovery::rest(vitals, body, rest, care, &rules.engine))
}

/// `SS-HEAL-04`, `SS-HEAL-07`, `SS-HEAL-09`, `SS-HEAL-10`.
pub fn treatments(unit: &Combatant, rules: &RuleSet) -> Vec<Treatment> {
    if unit.down.is_some() || !super::has_hands(&unit.sheet) {
        return Vec::new();
    }
    let treatment =
        |key, label, detail: String, minutes, clause| Treatment { key, label, detail, minutes, clause };
    let threshold = rules.engine.stabilise_threshold;
    let mut all = vec![
        treatment(FIRST_AID, "First Aid", format!("{threshold} hits stop the bleeding."), 1, "SS-HEAL-07"),
        treatment(
            TREAT,
            "Treat inner bleeding",
            format!("A minute's roll against a Slow Death, {} hits in all.", rule::SLOW_DEATH_HITS),
            1,
            "SS-CALL-48",
        ),
        treatment(
            REPAIR,
            "Repair",
            "An hour of maintenance: every hit gives Armored Health back.".to_owned(),
            recovery::REPAIR_MINUTES,
            "SS-HEAL-04",
        ),
    ];
    if let Some(hits) = rules.engine.injury_cure.0 {
        let detail = format!("A day's roll; {hits} hits in all cure a Critical Injury.");
        all.push(treatment(CURE, "Cure an injury", detail, recovery::DAY_MINUTES, "SS-HEAL-09"));
    }
    let points = unit.sheet.swan_song().heal;
    if points > 0 {
        all.push(treatment(HEAL, "Heal", format!("{points} points of Flesh."), 1, "SS-HEAL-10"));
    }
    all
}

/// Whom it is done to: somebody else, or the unit itself.
fn patient<'a>(deed: &Deed<'a>) -> &'a Combatant {
    deed.target.map_or(deed.unit, |(other, _)| other)
}

/// # Errors
/// Why not.
pub fn may_treat(deed: &Deed<'_>, rules: &RuleSet) -> Result<(), Refused> {
    let patient = patient(deed);
    let (vitals, down) = (patient.condition.swan_song(), patient.down);
    let allowed = match deed.key {
        FIRST_AID => rule::may_aid(vitals, down, &patient.ailments),
        TREAT => rule::may_treat(down, &patient.ailments),
        REPAIR => recovery::may_repair(vitals, down),
        CURE => recovery::may_cure(vitals, down, &rules.engine).map(drop),
        _ => recovery::may_heal(vitals, down),
    };
    allowed.map_err(|why: NoHelp| {
        let mut text = why.to_string();
        text[..1].make_ascii_uppercase();
        Refused::new(format!("{text}."), why.clause())
    })
}

/// # Errors
/// As the table.
pub fn treat(table: &mut impl Table, deed: &Deed<'_>, rules: &RuleSet) -> Step<Outcome> {
    let (medic, patient) = (fighter(deed.unit), patient(deed));
    let before = *patient.condition.swan_song();
    let switches = &rules.engine;
    let state = (before, &*patient.ailments);
    let help = match deed.key {
        FIRST_AID => rule::first_aid(table, &medic, state, switches)?,
        TREAT => rule::treat(table, &medic, state, switches)?,
        REPAIR => Help::nothing(recovery::repair(table, &medic, before, switches)?),
        CURE => Help::nothing(match recovery::may_cure(&before, patient.down, switches) {
            Ok(needed) => recovery::cure(table, &medic, before, needed, switches)?,
            Err(_) => before,
        }),
        _ => rule::heal(before, &patient.ailments, u32::from(medic.sheet.heal)),
    };
    Ok(Outcome::of(helped(patient, help)))
}
