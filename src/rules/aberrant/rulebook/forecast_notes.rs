//! Notes of a forecast: what else an attack does, or why it cannot.

use super::area_attacks::secondary_target_names;
use super::attack_contexts::human_shield;
use super::extras::within_same_blow;
use crate::aberrant::attacks::defence;
use crate::aberrant::attacks::defence::DefenceKind;
use crate::aberrant::attacks::resolution::{AttackPlan, resolve_plan};
use crate::aberrant::attacks::{area, range};
use crate::aberrant::environment::buildings::Building;
use crate::aberrant::extras::{self, DamageRule};
use crate::aberrant::health::damage::DamageRoll;
use crate::aberrant::health::grievous_injury;
use crate::aberrant::lines::{AttackNote, Counted, DamageNote};
use crate::aberrant::{AttackContext, AttackResult, DamageType, HealthState, Sheet, WeaponClass};
use crate::{ForecastNote, UnitAttack};
use dice::{AnswerPolicy, Clause, enumerate_within};

/// Maximum number of attack runs for which the effects on a human shield are shown.
const SHIELD_RUNS: u64 = 100_000;

/// Notes about the structure of a building and what its size makes of the damage. `AB-OBJ-01`, `AB-OBJ-04` to
/// `AB-OBJ-07`, `AB-OBJ-09`.
pub(super) fn building_notes(
    plan: &AttackPlan<'_>,
    building: &Building,
    damage_roll: Option<DamageRoll>,
) -> Vec<ForecastNote> {
    let context = plan.context;
    let mut notes = Vec::new();
    match plan.out_of_reach {
        Some(why) => notes.push(forecast_note(why.to_string(), "", why.clause())),
        None => notes.push(forecast_note(AttackNote::HitsBuilding.to_string(), "", "AB-OBJ-01")),
    }
    let object = building.object();
    let (left, full) = (building.structure_left(&context.defender.condition), building.structure());
    let counts_as = format!("Counts as {}", object.name_with_article());
    notes.push(forecast_note(
        counts_as,
        &format!("{left} of {full} levels of structure left"),
        object.clause,
    ));
    let kind = context.weapon.damage.kind;
    if matches!(kind, DamageType::Stun | DamageType::Emp) {
        notes.push(forecast_note(DamageNote::ImmuneStructure(kind).to_string(), "", "AB-OBJ-09"));
    } else if let Some(DamageRoll { ping: true, .. }) = damage_roll {
        notes.push(forecast_note("One die is always left, whatever the size".to_owned(), "", "AB-PING-01"));
    } else if let (Some(effect), Some(_)) = (plan.size_effect(), damage_roll) {
        let value = effect.factor().map_or_else(
            || format!("at most {}", Counted::Levels(effect.levels_taken(u32::MAX))),
            |factor| format!("levels x {factor}"),
        );
        notes.push(forecast_note(effect.to_string(), &value, effect.clause()));
    }
    notes
}

/// Notes about the reach, the defences and the damage of an attack.
pub(super) fn forecast_notes(plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
    let context = plan.context;
    let mut notes = Vec::new();
    if let Some(why) = plan.out_of_reach {
        notes.push(forecast_note(why.to_string(), "", why.clause()));
    }
    if context.weapon.class == WeaponClass::Thrown
        && let Some(metres) = range::increment_m(&context.weapon, &context.attacker.sheet, &context.switches)
    {
        notes.push(forecast_note("Short range of the throw".into(), &format!("{metres} m"), "AB-THROW-01"));
    }
    let kinds: &[DefenceKind] = if context.weapon.is_melee() {
        &[DefenceKind::Dodge, DefenceKind::Parry]
    } else {
        &[DefenceKind::Dodge]
    };
    for &kind in kinds {
        if let Err(why) = defence::may_defend(context, kind) {
            notes.push(forecast_note(format!("No {}: {why}", kind.label().to_lowercase()), "", why.clause()));
        }
    }
    if context.weapon.grapple {
        notes.push(forecast_note("A hit grapples the target without damage".into(), "", "AB-BASE-10"));
        return notes;
    }
    notes.extend(damage_notes(plan));
    notes
}

/// Units that a blast affects besides its target. `AB-AREA-02`.
pub(super) fn area_notes(request: UnitAttack<'_>, plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
    if plan.context.blast.is_none() {
        return Vec::new();
    }
    let names = secondary_target_names(&request, plan.context);
    vec![ForecastNote::for_reached_units(
        &names,
        true,
        area::radius_m(plan.context.weapon.area),
        "AB-AREA-02",
    )]
}

/// The chance that the target's human shield is hit instead, and notes about it. `AB-SHIELD-02`,
/// `AB-SHIELD-03`.
pub(super) fn shield_notes(
    request: UnitAttack<'_>,
    plan: &AttackPlan<'_>,
) -> (Option<f64>, Vec<ForecastNote>) {
    let Some(shield) = human_shield(request).filter(|_| plan.context.blast.is_none()) else {
        return (None, Vec::new());
    };
    let mut chance = None;
    let text = format!("Holds {} as a human shield: +3 difficulty to hit past it", shield.name);
    let mut notes = vec![forecast_note(text, "", "AB-SHIELD-02")];
    let levels = |result: AttackResult| result.shield.map(|shield| shield.levels);
    let all =
        enumerate_within(AnswerPolicy::first(), SHIELD_RUNS, |table| resolve_plan(table, plan).map(levels));
    if let Ok(all) = all {
        let hit_chance = all.probability(Option::is_some);
        chance = Some(hit_chance);
        let mean = all.mean(|levels| i64::from(levels.unwrap_or(0)));
        let value = format!("{:.0} %, {mean:.1} levels on average", 100.0 * hit_chance);
        notes.push(forecast_note(format!("Hits {} instead", shield.name), &value, "AB-SHIELD-03"));
    }
    (chance, notes)
}

/// Notes about soaked damage, armour and the target's next turn.
pub(super) fn damage_notes(plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
    let context = plan.context;
    let (sheet, condition) = (&context.defender.sheet, &context.defender.condition);
    let kind = context.weapon.damage.kind;
    let mut notes = Vec::new();
    if let Some(levels) = grievous_injury::threshold(&context.defender, kind, &context.switches) {
        let levels = Counted::Levels(levels);
        let text =
            format!("From {levels} on, more than half of those left: a grievous injury may take their place");
        notes.push(forecast_note(text, "", "AB-GRIEV-01"));
    }
    match kind.ping_type().filter(|_| plan.soak.column.is_some()) {
        Some(ping_type) if plan.raw_dice(1) <= plan.soak.total => {
            notes.push(forecast_note(
                format!(
                    "If all is soaked: one die of {}, milder than {}, is left",
                    ping_type.name(),
                    kind.name()
                ),
                "",
                "AB-PING-01",
            ));
        }
        None if kind == DamageType::Emp => notes.push(match sheet.machine {
            Some(machine) => forecast_note("Hardening".into(), &machine.hardening.to_string(), "AB-EMP-03"),
            None => forecast_note("EMP does not affect living targets".into(), "", "AB-EMP-10"),
        }),
        _ => {}
    }
    match plan.damage_rule {
        DamageRule::Rolled => {}
        DamageRule::AnyHitFells => {
            return vec![forecast_note("Any hit takes the extra out of action".into(), "", "AB-CINE-05")];
        }
        DamageRule::Converted => {
            let out = Counted::Levels(extras::out_level(sheet).unwrap_or(0));
            let text = "Every two dice past soak are one level, without a roll".to_owned();
            notes.push(forecast_note(text, &format!("out at {out}"), "AB-GRITTY-04"));
            return notes;
        }
        DamageRule::Henchmen => {
            notes.extend(henchmen_notes(plan));
            return notes;
        }
    }
    for (_, piece) in condition.intact_armour(sheet) {
        if let Some(destruction) = piece.destruction {
            let text = format!("{} is destroyed", piece.name);
            let from = format!("from {}", Counted::RawDice(destruction));
            notes.push(forecast_note(text, &from, "AB-ARMOR-01"));
        }
    }
    notes.push(daze_note(sheet, condition, context));
    notes
}

/// Notes about the band that an attack is aimed at: why it knocks no leader out, and what it does instead. `AB-MASS-18` to
/// `AB-MASS-21`, `AB-MASS-25`.
fn henchmen_notes(plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
    let defender = &plan.context.defender;
    let Some(band) = &defender.sheet.band else { return Vec::new() };
    let left = defender.condition.band.left(band);
    let shielded = match band.all_henchmen {
        true => "Out of action with the last of its henchmen",
        false => "No knock-out while henchmen shield their leader",
    };
    let count = format!("{left} of {}", band.full_count());
    let mut notes = vec![forecast_note(shielded.into(), &count, "AB-MASS-18")];
    if let Some(henchmen) = defender.condition.band.most_frequent(band) {
        let text = format!("Levels that take one of the {} out", henchmen.name);
        let levels = henchmen.quality.levels().to_string();
        notes.push(forecast_note(text, &levels, henchmen.quality.clause()));
    }
    if plan.context.blast.is_some() {
        let factor = format!("x{}", u32::from(plan.context.weapon.area) + 1);
        notes.push(forecast_note("Area attack: levels are multiplied".into(), &factor, "AB-MASS-25"));
    }
    let losses = enumerate_within(AnswerPolicy::first(), SHIELD_RUNS, |table| {
        Ok(left - resolve_plan(table, plan)?.condition.band.left(band))
    });
    if let Ok(losses) = losses {
        let mean = losses.mean(|lost| i64::from(*lost));
        notes.push(forecast_note(format!("Takes out {mean:.1} henchmen on average"), "", "AB-MASS-20"));
    }
    notes
}

/// Others that the same blow may fell. `AB-CINE-10`.
pub(super) fn surplus_notes(request: UnitAttack<'_>, plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
    if plan.damage_rule != DamageRule::AnyHitFells || plan.context.blast.is_some() {
        return Vec::new();
    }
    let others = within_same_blow(request, &plan.context.weapon).len();
    let text = "Each success beyond 5 fells one more in reach".to_owned();
    vec![forecast_note(text, &format!("{others} in reach"), "AB-CINE-10")]
}

/// "Dazed above 3 levels in a round, stunned above 6". `AB-DAZE-01`, `AB-DAZE-02`, `AB-DAZE-03`.
fn daze_note(sheet: &Sheet, condition: &HealthState, context: &AttackContext) -> ForecastNote {
    let stamina = u32::from(sheet.stamina);
    let text = format!("Dazed above {} in a round, stunned above {}", Counted::Levels(stamina), 2 * stamina);
    let levels = condition.turn.in_round(context.defender.round).levels;
    let value = if levels > 0 { format!("{levels} so far") } else { String::new() };
    forecast_note(text, &value, "AB-DAZE-01")
}

/// Builds a note.
pub(crate) fn forecast_note(text: String, value: &str, clause: Clause) -> ForecastNote {
    ForecastNote { text, value: value.to_owned(), clause }
}
