//! Exact odds of attacks, with all their modifiers.

use super::attacks::{attack_context, is_walled_off, knockdown_limit};
use super::barriers::BarrierAttackPlan;
use super::{CombatChecksRulebook, switches};
use crate::attack::forecast::{damage_by_barrier, mark_crossed};
use crate::combat_checks::checks::attack::{AttackPlan, OddsOutcome, resolve_for_odds};
use crate::combat_checks::checks::odds_calculator::OddsCalculator;
use crate::combat_checks::checks::range::check_range;
use crate::combat_checks::critical_injuries::chart::{INJURY_CHART, InjuryEffect};
use crate::combat_checks::health::damage::is_knocked_down;
use crate::combat_checks::health::thresholds;
use crate::combat_checks::spending::option_tables::MAX_SYMBOL_COST;
use crate::combat_checks::{AttackContext, PoolBuilder, QualityEffect};
use crate::lines::CountOf;
use crate::rulebook::ForecastRules;
use crate::{
    AttackRequest, AttackTarget, BarrierHarm, BarrierOnLine, DownState, Favours, Forecast, ForecastNote,
    ForecastTotal, HitResult, Odds, OutcomeSummary, UnitAttack,
};
use dice::{AnswerPolicy, Clause, Distribution, Modifiers, SymbolOdds, SymbolPool, Symbols, enumerate};

impl ForecastRules for CombatChecksRulebook {
    fn forecast(request: &AttackRequest) -> Option<Forecast> {
        match &request.target {
            AttackTarget::Unit(target) => forecast_unit_attack(UnitAttack { request, target }),
            AttackTarget::Barrier(barrier) => forecast_barrier_attack(request, barrier),
            AttackTarget::Cell => None,
        }
    }

    fn preview(attack: UnitAttack<'_>) -> Option<Odds> {
        if is_walled_off(&attack) {
            return None;
        }
        let context = attack_context(attack, false);
        // What no weapon of its size may shoot at is in no danger of it. `CC-RNG-09`, `CC-RNG-11`, `CC-RNG-13`.
        check_range(&context.weapon, &attack.sight, switches(&attack.rules)).ok()?;
        let plan = AttackPlan::new(&context);
        let limit = knockdown_limit(&context.defender, &attack.rules);
        unit_attack_odds(&plan, limit)
    }
}

/// Forecasts chapter CHK up to the chart, without effects of Critical Injuries and threats.
fn forecast_unit_attack(attack: UnitAttack<'_>) -> Option<Forecast> {
    let context = attack_context(attack, false);
    let plan = AttackPlan::new(&context);
    let limit = knockdown_limit(&context.defender, &attack.rules);
    let rolled = SymbolOdds::of(plan.pool);
    let odds = unit_attack_odds(&plan, limit)?;
    let notes = list_notes(&plan, rolled.symbols());
    let mut totals = pool_totals(plan.pool_builder, plan.pool);
    totals.push(damage_total(plan.damage, "CC-DMG-01"));
    let soak = plan.soak.into_iter().next();
    totals
        .extend(soak.map(|soak| ForecastTotal::new("Soak", soak.pool(), Favours::Target, soak, "CC-DMG-04")));
    Some(Forecast {
        roll: opposed_dice(plan.pool),
        symbols: Some(plan.pool),
        joint: rolled.joint().to_vec(),
        totals,
        notes,
        odds,
        barriers: mark_crossed(&context.barriers, context.sight.hidden),
        hidden: context.sight.hidden,
        knock_out_purchase: knock_out_purchase(&context),
        ..Forecast::empty(if context.weapon.inflicts_strain() { "Strain" } else { "Wounds" })
    })
}

/// Odds of the roll's effects on the target, with the qualities of the weapon where they put it out of action: these are
/// what is proposed to players, and what AI players buy.
fn unit_attack_odds(plan: &AttackPlan<'_>, knockdown_limit: Option<u32>) -> Option<Odds> {
    let context = plan.context;
    let summaries = match OddsCalculator::new(plan) {
        Some(calculator)
            if context.weapon.qualities.iter().any(|quality| inflicts_strain(quality.effect)) =>
        {
            let rolled = SymbolOdds::of(plan.pool);
            rolled.symbols().map(|symbols| {
                summarise((&calculator.outcome(symbols), false, &[]), context, knockdown_limit)
            })
        }
        Some(calculator) => {
            // Without barriers only successes change the damage.
            let rolled = SymbolOdds::of(plan.pool);
            rolled.successes().map(|&successes| {
                let outcome = calculator.outcome(&Symbols { successes, ..Symbols::default() });
                summarise((&outcome, false, &[]), context, knockdown_limit)
            })
        }
        None => {
            let outcomes =
                enumerate(AnswerPolicy::first(), |table: &mut _| resolve_for_odds(table, plan)).ok()?;
            outcomes.map(|(outcome, blocked, harms)| {
                summarise((outcome, *blocked, harms), context, knockdown_limit)
            })
        }
    };
    Some(Odds::from_distribution(&summaries, &context.barriers))
}

/// Summarises an outcome, whether a barrier stopped it, and the damage to barriers.
fn summarise(
    (outcome, blocked, harms): (&OddsOutcome, bool, &[BarrierHarm]),
    context: &AttackContext,
    knockdown_limit: Option<u32>,
) -> OutcomeSummary {
    let target = &context.defender;
    OutcomeSummary {
        contact: match outcome {
            _ if blocked => HitResult::Blocked,
            OddsOutcome { successes: 0, .. } => HitResult::Miss,
            OddsOutcome { damage: 0, .. } => HitResult::Graze,
            _ => HitResult::Hit,
        },
        net: i32::from(outcome.successes > 0),
        damage: outcome.damage,
        knocked_down: !target.prone && is_knocked_down(outcome.damage, knockdown_limit),
        down: outcome
            .down
            .filter(|_| outcome.down != target.down)
            .or_else(|| state_after_qualities(outcome, context)),
        barriers: damage_by_barrier(&context.barriers, harms),
    }
}

/// Whether a quality of a weapon inflicts Strain.
const fn inflicts_strain(effect: QualityEffect) -> bool {
    matches!(effect, QualityEffect::Strain(_))
}

/// Names the quality of the weapon that inflicts Strain, with its price: "Stun, 3 Strain, for 2 advantages"; `None` without one.
fn knock_out_purchase(context: &AttackContext) -> Option<String> {
    let quality = context.weapon.qualities.iter().find(|quality| inflicts_strain(quality.effect))?;
    let price = CountOf(quality.cost.into(), "advantage");
    Some(format!("{}, {}, for {price}", quality.name, quality.effect))
}

/// The state of a target that stands after the damage, but not after a quality that the symbols pay for. `CC-ADV-10`,
/// `CC-TRI-01`.
fn state_after_qualities(outcome: &OddsOutcome, context: &AttackContext) -> Option<DownState> {
    let target = &context.defender;
    if outcome.down.is_some() || target.down.is_some() {
        return None;
    }
    let condition = &target.condition;
    let (wounds, strain) = match context.weapon.inflicts_strain() {
        true => (condition.wounds, condition.strain + outcome.damage),
        false => (condition.wounds + outcome.damage, condition.strain),
    };
    context.weapon.qualities.iter().find_map(|quality| {
        let QualityEffect::Strain(more) = quality.effect else { return None };
        let is_paid = (outcome.triumphs > 0 && quality.cost <= MAX_SYMBOL_COST)
            || (outcome.advantages > 0 && outcome.advantages >= i32::from(quality.cost));
        let after = (wounds, strain + u32::from(more));
        thresholds::down_state_at(condition, after, &context.switches).filter(|_| is_paid)
    })
}

/// Notes on Critical Injuries, symbols, qualities and further targets.
fn list_notes(plan: &AttackPlan<'_>, rolled: &Distribution<Symbols>) -> Vec<ForecastNote> {
    let context = plan.context;
    let mut notes = Vec::with_capacity(4);
    let mut add =
        |text: String, value: String, clause: Clause| notes.push(ForecastNote { text, value, clause });
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    if let Some(calculator) = OddsCalculator::new(plan) {
        let share = rolled.probability(|symbols| calculator.may_injure(symbols));
        let mut text = format!(
            "Critical Injury for {} or a triumph",
            CountOf(context.weapon.critical.into(), "advantage")
        );
        match context.defender.condition.ongoing_bonus() {
            0 => (),
            bonus => text += &format!(", +{bonus} on its roll"),
        }
        add(text, percent(share), "CC-CRIT-01");
        let overpowers = INJURY_CHART.iter().find(|row| row.effect == InjuryEffect::Overpowered);
        if let Some(row) = overpowers {
            let text = format!("Injury roll {} ({})", row.range_text(), row.name);
            add(text, "free second attack".into(), row.clause);
        }
    }
    if plan.pool.challenge > 0 && context.switches.despair {
        add("Despair".into(), percent(rolled.probability(|symbols| symbols.despairs > 0)), "CC-TRI-02");
    }
    for quality in &context.weapon.qualities {
        let name = match inflicts_strain(quality.effect) {
            true => format!("{} ({}), in the odds where it knocks out", quality.name, quality.effect),
            false => format!("{} ({})", quality.name, quality.effect),
        };
        add(name, CountOf(quality.cost.into(), "advantage").to_string(), "CC-ADV-10");
    }
    for target in &context.secondary_targets {
        add(format!("Also against {}", target.fighter.name), "successes are divided".into(), "CC-DMG-03");
    }
    notes
}

/// The damage of an attack before it is reduced.
fn damage_total(damage: Modifiers, clause: Clause) -> ForecastTotal {
    let value = format!("{} + net successes", damage.pool());
    ForecastTotal::new("Damage", value, Favours::Attacker, damage, clause)
}

/// Parts of a pool: attacker's dice, difficulty and setback dice.
fn pool_totals(build: PoolBuilder, pool: SymbolPool) -> Vec<ForecastTotal> {
    let (positive, negative) = split_pool(pool);
    let (mut dice, mut difficulty) = (Modifiers(build.positive), build.difficulty);
    dice.append(build.boost);
    dice.append(build.upgrade);
    difficulty.append(build.downgrade);
    let difficulty_dice = SymbolPool { setback: 0, ..negative };
    let mut totals = vec![
        ForecastTotal::new("Dice", positive, Favours::Attacker, dice, "CC-POOL-02"),
        ForecastTotal::new("Difficulty", difficulty_dice, Favours::Target, difficulty, "CC-DICE-17"),
    ];
    if !build.setback.0.is_empty() {
        totals.push(ForecastTotal::new("Setback", pool.setback, Favours::Target, build.setback, "CC-DEF-01"));
    }
    totals
}

/// Splits a pool into positive and negative dice.
const fn split_pool(pool: SymbolPool) -> (SymbolPool, SymbolPool) {
    (
        SymbolPool { setback: 0, difficulty: 0, challenge: 0, ..pool },
        SymbolPool { boost: 0, ability: 0, proficiency: 0, ..pool },
    )
}

/// Formats a pool: "1 ability, 2 proficiency vs 2 difficulty".
fn opposed_dice(pool: SymbolPool) -> String {
    let (positive, negative) = split_pool(pool);
    format!("{positive} vs {negative}")
}

/// Forecasts chapter BARR with this book's roll.
fn forecast_barrier_attack(request: &AttackRequest, barrier: &BarrierOnLine) -> Option<Forecast> {
    let plan = BarrierAttackPlan::new(request, barrier);
    let outcomes = enumerate(AnswerPolicy::first(), |table| plan.resolve(table)).ok()?;
    let hit_points = barrier.hit_points_left();
    let summaries = outcomes.map(|(symbols, damage, harms)| OutcomeSummary {
        contact: if symbols.successes > 0 { HitResult::Hit } else { HitResult::Miss },
        net: i32::from(symbols.successes > 0),
        damage: *damage,
        knocked_down: false,
        down: (hit_points > 0 && *damage >= hit_points).then_some(DownState::Unconscious),
        barriers: damage_by_barrier(&request.barriers, harms),
    });
    let mut totals = pool_totals(plan.pool_builder, plan.pool);
    totals.push(damage_total(plan.damage, "SS-BARR-20"));
    let mut armor = Modifiers::new();
    armor.add(barrier.armor.cast_signed(), barrier.name.clone(), "SS-BARR-01");
    totals.push(ForecastTotal::new("Armour", barrier.armor, Favours::Target, armor, "SS-BARR-29"));
    Some(Forecast {
        roll: opposed_dice(plan.pool),
        symbols: Some(plan.pool),
        joint: SymbolOdds::of(plan.pool).joint().to_vec(),
        totals,
        odds: Odds::from_distribution(&summaries, &request.barriers),
        barriers: mark_crossed(&request.barriers, request.sight.hidden),
        hidden: request.sight.hidden,
        ..Forecast::empty("damage")
    })
}
