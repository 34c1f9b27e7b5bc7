//! Forecasts: exact odds of attacks and their modifiers.

use super::AttacksAndDamageRulebook;
use super::attacks::{attack_context, barrier_attack_context, is_behind_wall};
use crate::attack::forecast::{damage_by_barrier, mark_crossed};
use crate::attacks_and_damage::attack::resolution::{self, AttackPlan, OddsOutcome, damage_parts};
use crate::attacks_and_damage::barriers::barrier_attack::{self, BarrierAttackResult};
use crate::attacks_and_damage::damage::knockdown;
use crate::attacks_and_damage::defence::methods::{AvailableDefence, DefenceOption, dice_text};
use crate::attacks_and_damage::{AttackContext, DamageValue, ExtraEffectTrigger};
use crate::barriers;
use crate::rulebook::ForecastRules;
use crate::{
    AttackRequest, AttackTarget, BarrierOnLine, DefenceForecast, DownState, Favours, Forecast, ForecastNote,
    ForecastTotal, HitResult, Odds, OutcomeSummary, UnitAttack,
};
use dice::{AnswerPolicy, Clause, Modifiers, enumerate};

impl ForecastRules for AttacksAndDamageRulebook {
    fn forecast(request: &AttackRequest) -> Option<Forecast> {
        match &request.target {
            AttackTarget::Unit(target) => forecast_unit(UnitAttack { request, target }),
            AttackTarget::Barrier(barrier) => forecast_barrier(request, barrier),
            AttackTarget::Cell => None,
        }
    }

    /// `None` if a wall prevents the attack.
    fn preview(attack: UnitAttack<'_>) -> Option<Odds> {
        if is_behind_wall(&attack) {
            return None;
        }
        let context = attack_context(attack);
        let plan = AttackPlan::new(&context, &attack.rules.engine);
        compute_odds(&plan, plan.defence_options().first())
    }
}

/// Forecasts an attack on a unit. Chapters DEF to KD.
fn forecast_unit(request: UnitAttack<'_>) -> Option<Forecast> {
    let context = attack_context(request);
    let plan = AttackPlan::new(&context, &request.rules.engine);
    let options = plan.defence_options();
    let default = options.first();
    let defence_text = default.map_or_else(|| "no defence".to_owned(), |option| dice_text(option.pool));
    Some(Forecast {
        roll: format!("{} vs {defence_text}", dice_text(plan.attack.pool())),
        totals: list_totals(&plan, default),
        notes: list_notes(&plan),
        odds: compute_odds(&plan, default)?,
        defences: options
            .iter()
            .skip(1)
            .map(|option| forecast_defence(&plan, option))
            .collect::<Option<_>>()?,
        barriers: mark_crossed(&context.barriers, context.sight.hidden),
        hidden: request.sight.hidden,
        ..Forecast::empty("boxes")
    })
}

fn forecast_defence(plan: &AttackPlan<'_>, option: &DefenceOption) -> Option<DefenceForecast> {
    Some(DefenceForecast {
        key: option.key().to_owned(),
        label: option.label().to_string(),
        price: String::new(),
        parts: option.parts.clone(),
        odds: compute_odds(plan, Some(option))?,
        lasts: false,
    })
}

/// Computes the odds against one defence option; `None` is no defence.
fn compute_odds(plan: &AttackPlan<'_>, option: Option<&DefenceOption>) -> Option<Odds> {
    let all = match resolution::calculate_odds(plan, option) {
        Some(outcomes) => outcomes.distribution_of(|outcome| summarise_outcome(plan, outcome)),
        None => enumerate(AnswerPolicy::first(), |table| {
            Ok(summarise_outcome(plan, &resolution::resolve_for_odds(table, plan, option)?))
        })
        .ok()?,
    };
    Some(Odds::from_distribution(&all, &plan.context.barriers))
}

/// Summary of an outcome. Ties hit in this book and count as better than the defence. `AD-RES-02`.
fn summarise_outcome(plan: &AttackPlan<'_>, outcome: &OddsOutcome) -> OutcomeSummary {
    let OddsOutcome { contact, hit, damage, knocked_prone, down, ref barriers } = *outcome;
    OutcomeSummary {
        contact,
        net: i32::from(hit),
        damage,
        knocked_down: knocked_prone,
        down: down.filter(|_| down != plan.context.defender.down),
        barriers: damage_by_barrier(&plan.context.barriers, barriers),
    }
}

/// Totals for the steps of table AD-T3.
fn list_totals(plan: &AttackPlan<'_>, defence: Option<&DefenceOption>) -> Vec<ForecastTotal> {
    let attack = dice_text(plan.attack.pool());
    let mut totals =
        vec![ForecastTotal::new("Attack", attack, Favours::Attacker, &plan.attack, "AD-TEST-01")];
    if let Some(option) = defence {
        let clause = option.test.map_or("AD-DEF-17", |test| test.clause(plan.class));
        let value = match option.test {
            Some(test) => format!("{}, {}", dice_text(option.pool), test.label()),
            None => "none".to_owned(),
        };
        totals.push(ForecastTotal::new("Defence", value, Favours::Target, &option.parts, clause));
    }
    if let (Some(damage_plan), Some(damage)) = (&plan.damage_plan, plan.context.weapon.typed_damage()) {
        let parts = damage_parts(plan.context, damage.number);
        let value = format!("{} + net hits", DamageValue { number: parts.pool(), ..damage });
        totals.push(ForecastTotal::new("Damage", value, Favours::Attacker, parts, "AD-RES-05"));
        let armour = damage_plan.armour.pool().to_string();
        totals.push(ForecastTotal::new("Armour", armour, Favours::Target, &damage_plan.armour, "AD-RES-06"));
        let resistance = dice_text(damage_plan.resistance.pool());
        totals.push(ForecastTotal::new(
            "Resistance",
            resistance,
            Favours::Target,
            &damage_plan.resistance,
            "AD-RES-09",
        ));
    }
    totals
}

/// Lists what no total shows: a missing defence, knockdown, extra effects, an unused shield, and barriers.
fn list_notes(plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
    let AttackContext { defender, weapon, sight, barriers, .. } = plan.context;
    let note = |text: String, value: String, clause: Clause| ForecastNote { text, value, clause };
    let mut notes = Vec::new();
    if matches!(plan.defence, AvailableDefence::Undefended) {
        let reason = if sight.takes_unawares() { "The target is unaware" } else { "The target is helpless" };
        notes.push(note(reason.into(), "no defence".into(), "AD-DEF-18"));
    }
    if plan.damage_plan.is_none() {
        notes.push(note("Contact attack".into(), "no damage".into(), "AD-CON-03"));
    } else if !defender.prone {
        let limit = knockdown::knockdown_limit(&defender.sheet);
        notes.push(note("Falls Prone".into(), format!("above {limit} boxes"), "AD-KD-01"));
    }
    for rider in &weapon.riders {
        let trigger = match rider.trigger {
            ExtraEffectTrigger::Damage if plan.damage_plan.is_some() => "on damage",
            ExtraEffectTrigger::Damage | ExtraEffectTrigger::Hit => "on a hit",
        };
        notes.push(note(rider.effect.clone(), trigger.into(), "AD-SPEC-02"));
    }
    if let Some(shield) = defender.sheet.shield.as_ref().filter(|_| !defender.shield) {
        notes.push(note(shield.name.clone(), "no hand free".into(), "AD-ARM-07"));
    }
    notes.extend(barriers.iter().map(|barrier| {
        let armor = barriers::modified_armour(barrier.armor, weapon.ap.saturating_neg());
        let left = format!("{} left", barrier.hit_points_left());
        note(format!("{}: armour {armor}", barrier.name), left, "SS-BARR-10")
    }));
    notes
}

/// Forecasts an attack on a barrier. Chapter BARR of Swan Song.
fn forecast_barrier(request: &AttackRequest, barrier: &BarrierOnLine) -> Option<Forecast> {
    let context = barrier_attack_context(request, barrier);
    let outcomes = enumerate(AnswerPolicy::first(), |table| {
        let BarrierAttackResult { contact, damage, barriers, .. } =
            barrier_attack::attack_barrier(table, &context)?;
        Ok((contact, damage, barriers))
    })
    .ok()?;
    let hit_points_left = context.barrier.hit_points_left();
    let summaries = outcomes.map(|(contact, damage, barriers)| OutcomeSummary {
        contact: *contact,
        net: i32::from(*contact == HitResult::Hit),
        damage: *damage,
        knocked_down: false,
        down: (hit_points_left > 0 && *damage >= hit_points_left).then_some(DownState::Unconscious),
        barriers: damage_by_barrier(&context.barriers, barriers),
    });
    let attack = context.attack_parts();
    let attack_dice = dice_text(attack.pool());
    let armor = barriers::armor_parts(&context.barrier, context.weapon.ap.saturating_neg());
    let mut damage = Modifiers::new();
    damage.add(context.weapon.damage?.number.cast_signed(), "weapon", "AD-TYPE-01");
    let damage_text = format!("{} + hits", context.damage());
    Some(Forecast {
        roll: format!("{attack_dice}, unopposed"),
        totals: vec![
            ForecastTotal::new("Attack", attack_dice, Favours::Attacker, &attack, "AD-TEST-01"),
            ForecastTotal::new("Damage", damage_text, Favours::Attacker, &damage, "AD-RES-05"),
            ForecastTotal::new("Armour", armor.pool().to_string(), Favours::Target, &armor, "SS-BARR-29"),
        ],
        odds: Odds::from_distribution(&summaries, &context.barriers),
        barriers: mark_crossed(&context.barriers, context.sight.hidden),
        hidden: context.sight.hidden,
        ..Forecast::empty("damage")
    })
}
