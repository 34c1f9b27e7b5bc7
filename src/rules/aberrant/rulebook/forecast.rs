//! Exact odds of attacks, with all their modifiers.

use super::area_attacks::{self, forecast_square};
use super::attack_contexts::attack_context;
use super::attack_odds::{answer_odds, plan_odds};
use super::attacks::{CRUSH, is_walled_off};
use super::barrier_attacks::forecast_barrier;
use super::forecast_notes::{
    area_notes, building_notes, damage_notes, forecast_notes, shield_notes, surplus_notes,
};
use super::{AberrantRulebook, held_items};
use crate::aberrant::Damage;
use crate::aberrant::attacks::defence::DefenceOption;
use crate::aberrant::attacks::grapple;
use crate::aberrant::attacks::held_items::AT_HELD;
use crate::aberrant::attacks::resolution::{AttackPlan, odds_outcome};
use crate::aberrant::environment::buildings::Building;
use crate::aberrant::lines::{Counted, DefenceOffer, DefencePrice};
use crate::attack::forecast::mark_crossed;
use crate::rulebook::ForecastRules;
use crate::{
    AreaAnswers, AreaHarm, AttackRequest, AttackTarget, DefenceForecast, Favours, Forecast, ForecastTotal,
    Odds, OutcomeSummary, UnitAttack,
};
use dice::{Answer, Distribution, Modifiers, RuleText};
use model::UnitId;

/// Index of the default answer.
const DEFAULT_ANSWER: usize = 0;

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
    let odds = answer_odds(&plan, DEFAULT_ANSWER)?;
    let default_defence = answers.first().and_then(|(_, option)| *option);
    let defences = defence_forecasts(&plan, &answers)?;
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

/// Forecasts every answer of the defender but the default one.
fn defence_forecasts(
    plan: &AttackPlan<'_>,
    answers: &[(Answer, Option<&DefenceOption>)],
) -> Option<Vec<DefenceForecast>> {
    let points = plan.context.defender.condition.willpower;
    let mut defences = Vec::with_capacity(answers.len().saturating_sub(1));
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
            _ => answer_odds(plan, equivalent_index)?,
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
    Some(defences)
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

/// The cost of an answer: its detail without the dice that follow, and without the Willpower that its label names.
fn answer_price(detail: &RuleText) -> String {
    match detail.line::<DefenceOffer>().map(|defence| &defence.price) {
        Some(DefencePrice::Abort(_)) => "gives up an action".to_owned(),
        Some(price) => price.to_string(),
        None => detail.to_string(),
    }
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
        if plan.context.blast.is_some() { damage.to_string() } else { format!("{damage} + margin above 1") };
    let mut totals = vec![ForecastTotal::new("Damage", text, Favours::Attacker, parts, "AB-BASE-04")];
    if plan.soak.column.is_some() {
        let text = plan.soak.total.to_string();
        totals.push(ForecastTotal::new("Soak", text, Favours::Target, &plan.soak.parts, "AB-STACK-11"));
    }
    totals
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
