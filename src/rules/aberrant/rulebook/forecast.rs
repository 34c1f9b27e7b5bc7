//! Exact odds of attacks, with all their modifiers.

use super::area_attacks::{self, forecast_square, secondary_target_names};
use super::attack_contexts::{attack_context, human_shield};
use super::attack_odds::{answer_odds, plan_odds};
use super::attacks::{CRUSH, is_walled_off};
use super::barrier_attacks::forecast_barrier;
use super::extras::within_same_blow;
use super::{AberrantRulebook, held_items};
use crate::aberrant::attacks::defence;
use crate::aberrant::attacks::defence::{DefenceKind, DefenceOption};
use crate::aberrant::attacks::held_items::AT_HELD;
use crate::aberrant::attacks::resolution::{AttackPlan, odds_outcome, resolve_plan};
use crate::aberrant::attacks::{area, grapple, range};
use crate::aberrant::environment::buildings::Building;
use crate::aberrant::extras::{self, DamageRule};
use crate::aberrant::health::damage::DamageRoll;
use crate::aberrant::health::grievous_injury;
use crate::aberrant::lines::{AttackNote, Counted, DamageNote, DefenceOffer};
use crate::aberrant::{AttackContext, AttackResult, Damage, DamageType, HealthState, Sheet, WeaponClass};
use crate::attack::forecast::mark_crossed;
use crate::rulebook::ForecastRules;
use crate::{
    AreaAnswers, AreaHarm, AttackRequest, AttackTarget, DefenceForecast, Favours, Forecast, ForecastNote,
    ForecastTotal, Odds, OutcomeSummary, UnitAttack,
};
use dice::{AnswerPolicy, Clause, Distribution, Modifiers, RuleText, enumerate_within};
use model::UnitId;

/// Index of the default answer.
const DEFAULT_ANSWER: usize = 0;
/// Maximum number of attack runs for which the effects on a human shield are shown.
const SHIELD_RUNS: u64 = 100_000;

impl ForecastRules for AberrantRulebook {
    /// `AB-BASE-18`, chapters AREA and OBJ.
    fn forecast(request: &AttackRequest) -> Option<Forecast> {
        match &request.target {
            AttackTarget::Unit(target) => forecast_unit(UnitAttack { request, target }),
            AttackTarget::Barrier(barrier) => forecast_barrier(request, barrier),
            AttackTarget::Cell => forecast_square(request),
        }
    }

    fn preview(request: UnitAttack<'_>) -> Option<Odds> {
        if is_walled_off(&request) {
            return None;
        }
        let context = attack_context(request);
        let plan = AttackPlan::new(&context);
        if request.option.as_deref() == Some(CRUSH) {
            return plan_odds(&plan, |table| grapple::crush_odds_outcome(table, &plan));
        }
        if request.option.as_deref() == Some(AT_HELD) {
            return held_items::held_item_odds(request, &plan);
        }
        answer_odds(&plan, DEFAULT_ANSWER)
    }

    fn area_outcomes(
        attack: UnitAttack<'_>,
        answers: &[String],
    ) -> Vec<(UnitId, Distribution<OutcomeSummary>)> {
        area_attacks::area_outcomes(attack, answers)
    }

    /// All units in the blast share the net successes and the objects that it breaks. `AB-AREA-01`, `AB-AREA-04`.
    fn area_harm(request: &AttackRequest, answers: AreaAnswers<'_>) -> Option<AreaHarm> {
        area_attacks::area_harm(request, answers)
    }
}

/// Forecasts an attack on a unit, with every defence. `AB-BASE-18`.
fn forecast_unit(request: UnitAttack<'_>) -> Option<Forecast> {
    let context = attack_context(request);
    let plan = AttackPlan::new(&context);
    match request.option.as_deref() {
        Some(CRUSH) => return forecast_crush(&plan),
        Some(AT_HELD) => return held_items::forecast_held_item(request, &plan),
        _ => {}
    }
    if let Some(building) = &context.defender.sheet.building {
        return forecast_building(request, &plan, building);
    }
    let answers = plan.defences.list_answers(&context.defender);
    let odds_of = |index| answer_odds(&plan, index);
    let odds = odds_of(DEFAULT_ANSWER)?;
    let default_defence = answers.first().and_then(|(_, option)| *option);
    let mut defences = Vec::with_capacity(answers.len().saturating_sub(1));
    let points = context.defender.condition.willpower;
    let mut previous: Option<(usize, Odds)> = None;
    for (index, (answer, option)) in answers.iter().enumerate().skip(1) {
        // A failed roll is paid with a point if there is one, as if the point had been paid at once.
        let equivalent_index =
            if answer.clause == "AB-CANCEL-03" && answer.key.ends_with("+roll") && points > 0 {
                index + 1
            } else {
                index
            };
        let odds = match previous.take() {
            Some((same, odds)) if same == equivalent_index => odds,
            _ => odds_of(equivalent_index)?,
        };
        previous = Some((equivalent_index, odds.clone()));
        defences.push(DefenceForecast {
            key: answer.key.clone(),
            label: answer.label.to_string(),
            price: answer_price(&answer.detail),
            parts: option.map(|option| option.parts.clone()).unwrap_or_default(),
            odds,
            lasts: false,
        });
    }
    let defence_roll = default_defence.map_or_else(
        || "no defence".to_owned(),
        |option| format!("{}{}", dice_text(option.parts.pool()), difficulty_text(&option.difficulty)),
    );
    let roll =
        format!("{}{} vs {defence_roll}", dice_text(plan.attack.pool()), difficulty_text(&plan.difficulty));
    let (shield, shield_notes) = shield_notes(request, &plan);
    Some(Forecast {
        roll,
        totals: attack_totals(&plan, default_defence),
        notes: [
            forecast_notes(&plan),
            shield_notes,
            area_notes(request, &plan),
            surplus_notes(request, &plan),
        ]
        .concat(),
        odds: Odds { shield, ..odds },
        defences,
        barriers: mark_crossed(&context.barriers, context.sight.hidden),
        hidden: context.sight.hidden,
        ..Forecast::empty("levels")
    })
}

/// Forecasts an attack on a building, which is hit without a roll and has armour and structure only. `AB-OBJ-01`,
/// `AB-OBJ-04` to `AB-OBJ-07`, `AB-OBJ-09`.
fn forecast_building(
    request: UnitAttack<'_>,
    plan: &AttackPlan<'_>,
    building: &Building,
) -> Option<Forecast> {
    let context = plan.context;
    let odds = plan_odds(plan, |table| odds_outcome(table, plan, DEFAULT_ANSWER))?;
    let damage = Damage { dice: plan.damage.pool(), ..context.weapon.damage };
    let armour = &plan.soak.parts;
    let totals = vec![
        ForecastTotal::new("Damage", damage.to_string(), Favours::Attacker, &plan.damage, "AB-BASE-04"),
        ForecastTotal::new("Armour", armour.pool().to_string(), Favours::Target, armour, "AB-OBJ-09"),
    ];
    let damage_roll = plan.damage_after_soak(plan.raw_dice(1));
    let dice = damage_roll.map(|roll| dice_text(roll.dice));
    let roll = match (plan.out_of_reach, dice) {
        (Some(_), _) => "out of reach".to_owned(),
        (None, Some(dice)) => format!("hits automatically; {dice} of damage"),
        (None, None) => "hits automatically; no damage".to_owned(),
    };
    Some(Forecast {
        roll,
        totals,
        notes: [building_notes(plan, building, damage_roll), area_notes(request, plan)].concat(),
        odds,
        barriers: mark_crossed(&context.barriers, context.sight.hidden),
        hidden: context.sight.hidden,
        ..Forecast::empty("levels")
    })
}

/// Notes about the structure of a building and what its size makes of the damage. `AB-OBJ-01`, `AB-OBJ-04` to
/// `AB-OBJ-07`, `AB-OBJ-09`.
fn building_notes(
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
        notes.push(forecast_note("Ping damage, not changed by size".to_owned(), "", "AB-PING-01"));
    } else if let (Some(effect), Some(_)) = (plan.size_effect(), damage_roll) {
        let value = effect.factor().map_or_else(
            || format!("at most {}", Counted::Levels(effect.levels_taken(u32::MAX))),
            |factor| format!("levels x {factor}"),
        );
        notes.push(forecast_note(effect.to_string(), &value, effect.clause()));
    }
    notes
}

/// Opposed Strength. `AB-BASE-10`.
fn forecast_crush(plan: &AttackPlan<'_>) -> Option<Forecast> {
    let context = plan.context;
    let odds = plan_odds(plan, |table| grapple::crush_odds_outcome(table, plan))?;
    let strength_parts = |unit| grapple::grapple_parts(unit, crate::aberrant::Ability::Brawl);
    let (own, other) = (strength_parts(&context.attacker), strength_parts(&context.defender));
    let mut totals = vec![
        ForecastTotal::new("Strength", dice_text(own.pool()), Favours::Attacker, &own, "AB-BASE-10"),
        ForecastTotal::new("Resistance", dice_text(other.pool()), Favours::Target, &other, "AB-BASE-10"),
    ];
    totals.extend(damage_totals(plan));
    Some(Forecast {
        roll: format!("{} vs {}", dice_text(own.pool()), dice_text(other.pool())),
        totals,
        notes: damage_notes(plan),
        odds,
        ..Forecast::empty("levels")
    })
}

/// The cost of an answer: its detail without the dice that follow.
fn answer_price(detail: &RuleText) -> String {
    let defence = detail.line::<DefenceOffer>();
    defence.map_or_else(|| detail.to_string(), |defence| defence.price.to_string())
}

fn attack_totals(plan: &AttackPlan<'_>, default_defence: Option<&DefenceOption>) -> Vec<ForecastTotal> {
    let mut totals = vec![ForecastTotal::new(
        "Attack",
        dice_text(plan.attack.pool()),
        Favours::Attacker,
        &plan.attack,
        "AB-BASE-03",
    )];
    if !plan.difficulty.0.is_empty() {
        let value = format!("+{}", plan.difficulty.pool());
        totals.push(ForecastTotal::new("Difficulty", value, Favours::Target, &plan.difficulty, "AB-BASE-02"));
    }
    if let Some(option) = default_defence {
        let clause = option.kind.clause();
        let value = dice_text(option.parts.pool());
        totals.push(ForecastTotal::new(option.kind.label(), value, Favours::Target, &option.parts, clause));
        if !option.difficulty.0.is_empty() {
            let value = format!("+{}", option.difficulty.pool());
            totals.push(ForecastTotal::new(
                "Defence difficulty",
                value,
                Favours::Attacker,
                &option.difficulty,
                "AB-BASE-02",
            ));
        }
    }
    if !plan.context.weapon.grapple {
        totals.extend(damage_totals(plan));
    }
    totals
}

/// Damage and soak. `AB-BASE-04`, `AB-BASE-18`.
fn damage_totals(plan: &AttackPlan<'_>) -> Vec<ForecastTotal> {
    let damage = plan.context.weapon.damage;
    let parts = plan.damage.clone();
    let dice = parts.pool();
    let damage = Damage { dice, ..damage };
    let text =
        if plan.context.blast.is_some() { damage.to_string() } else { format!("{damage} + margin - 1") };
    let mut totals = vec![ForecastTotal::new("Damage", text, Favours::Attacker, &parts, "AB-BASE-04")];
    if plan.soak.column.is_some() {
        let text = plan.soak.total.to_string();
        totals.push(ForecastTotal::new("Soak", text, Favours::Target, &plan.soak.parts, "AB-STACK-11"));
    }
    totals
}

fn forecast_notes(plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
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
fn area_notes(request: UnitAttack<'_>, plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
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
fn shield_notes(request: UnitAttack<'_>, plan: &AttackPlan<'_>) -> (Option<f64>, Vec<ForecastNote>) {
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
fn damage_notes(plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
    let context = plan.context;
    let (sheet, condition) = (&context.defender.sheet, &context.defender.condition);
    let kind = context.weapon.damage.kind;
    let mut notes = Vec::new();
    if let Some(levels) = grievous_injury::threshold(&context.defender, kind, &context.switches) {
        let levels = Counted::Levels(levels);
        let text = format!("From {levels} on: a grievous injury may take their place");
        notes.push(forecast_note(text, "", "AB-GRIEV-01"));
    }
    match kind.ping_type().filter(|_| plan.soak.column.is_some()) {
        Some(ping_type) if plan.raw_dice(1) <= plan.soak.total => {
            notes.push(forecast_note(
                format!(
                    "If all is soaked: one die of {}, a step milder than {}",
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
            let text = "Two dice past soak are one level".to_owned();
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
            notes.push(forecast_note(text, &format!("from {}", dice_text(destruction)), "AB-ARMOR-01"));
        }
    }
    notes.push(daze_note(sheet, condition, context));
    notes
}

/// Notes about the band that an attack is aimed at. `AB-MASS-18` to `AB-MASS-21`, `AB-MASS-25`.
fn henchmen_notes(plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
    let defender = &plan.context.defender;
    let Some(band) = &defender.sheet.band else { return Vec::new() };
    let left = defender.condition.band.left(band);
    let mut notes = vec![forecast_note(
        "Henchmen shield their leader".into(),
        &format!("{left} of {}", band.full_count()),
        "AB-MASS-18",
    )];
    if let Some(henchmen) = defender.condition.band.most_frequent(band) {
        let text = format!("Levels that take out one of the {}", henchmen.name);
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
        notes.push(forecast_note("Henchmen out".into(), &format!("{mean:.1} on average"), "AB-MASS-20"));
    }
    notes
}

/// Others that the same blow may fell. `AB-CINE-10`.
fn surplus_notes(request: UnitAttack<'_>, plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
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

pub(crate) fn forecast_note(text: String, value: &str, clause: Clause) -> ForecastNote {
    ForecastNote { text, value: value.to_owned(), clause }
}

/// ", difficulty +2", or nothing.
pub(crate) fn difficulty_text(parts: &Modifiers) -> String {
    match parts.pool() {
        0 => String::new(),
        difficulty => format!(", difficulty +{difficulty}"),
    }
}

/// "1 die", "7 dice".
pub(crate) fn dice_text(count: u32) -> String {
    Counted::Dice(count).to_string()
}
