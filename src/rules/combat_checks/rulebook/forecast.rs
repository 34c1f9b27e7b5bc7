//! Exact odds of attacks, with all their modifiers.

use super::attacks::{fall_limit, is_walled_off, knocks_down, scene};
use super::barriers::BarrierAttackPlan;
use crate::combat_checks::AttackContext;
use crate::combat_checks::checks::attack::{AttackPlan, OddsOutcome, resolve_for_odds_with_barriers};
use crate::combat_checks::checks::odds_calculator::OddsCalculator;
use crate::{
    AttackRequest, AttackTarget, BarrierHarm, BarrierOnLine, DownState, Favours, Forecast, ForecastNote,
    ForecastTotal, HitResult, Odds, OutcomeSummary, UnitAttack,
};
use dice::{AnswerPolicy, Clause, Distribution, Modifiers, SymbolPool, Symbols, enumerate};

/// Forecasts an attack on a unit or a barrier.
pub fn forecast(request: &AttackRequest) -> Option<Forecast> {
    match &request.target {
        AttackTarget::Unit(target) => forecast_unit(UnitAttack { request, target }),
        AttackTarget::Barrier(barrier) => forecast_barrier(request, barrier),
        AttackTarget::Cell => None,
    }
}

/// Forecasts chapter CHK up to the chart, without effects of Critical Injuries and threats.
fn forecast_unit(request: UnitAttack<'_>) -> Option<Forecast> {
    let scene = scene(request, false);
    let plan = AttackPlan::new(&scene);
    let limit = fall_limit(&scene.defender, &request.rules);
    let rolled = Distribution::from_symbol_pool(plan.pool);
    let odds = odds(&plan, &rolled, limit)?;
    let all = scene.sight.hidden >= 100;
    let barriers =
        scene.barriers.iter().map(|barrier| (barrier.clone(), all || barrier.transparent)).collect();
    let mut sums = pool_sums(&plan.pool_builder, plan.pool);
    sums.push(ForecastTotal {
        name: "Damage",
        value: format!("{} + net successes", plan.damage.pool()),
        favours: Favours::Attacker,
        parts: plan.damage.clone(),
        clause: "CC-DMG-01",
    });
    if let Some(soak) = plan.soak.first() {
        let value = soak.pool().to_string();
        sums.push(ForecastTotal {
            name: "Soak",
            value,
            favours: Favours::Target,
            parts: soak.clone(),
            clause: "CC-DMG-04",
        });
    }
    Some(Forecast {
        roll: versus(plan.pool),
        symbols: Some(plan.pool),
        joint: joint(&rolled),
        totals: sums,
        notes: remarks(&plan, &rolled),
        odds,
        defences: Vec::new(),
        barriers,
        hidden: scene.sight.hidden,
        unit: if scene.weapon.inflicts_strain() { "Strain" } else { "Wounds" },
    })
}

/// The odds of [`forecast`] alone.
pub fn preview(request: UnitAttack<'_>) -> Option<Odds> {
    if is_walled_off(&request) {
        return None;
    }
    let scene = scene(request, false);
    let plan = AttackPlan::new(&scene);
    let limit = fall_limit(&scene.defender, &request.rules);
    odds(&plan, &Distribution::from_symbol_pool(plan.pool), limit)
}

/// Effects of the roll on the target.
fn odds(plan: &AttackPlan<'_>, rolled: &Distribution<Symbols>, limit: Option<u32>) -> Option<Odds> {
    let scene = plan.scene;
    let gists = match OddsCalculator::new(plan) {
        Some(glance) => {
            // Without barriers only successes change the damage.
            let hits = rolled.map(|symbols| symbols.successes.max(0));
            hits.map(|&successes| {
                let outline = glance.outcome(&Symbols { successes, ..Symbols::default() });
                gist((&outline, false, &[]), scene, limit)
            })
        }
        None => {
            let rule = |table: &mut _| resolve_for_odds_with_barriers(table, plan);
            let all = enumerate(AnswerPolicy::first(), rule).ok()?;
            all.map(|(outline, blocked, harms)| gist((outline, *blocked, harms), scene, limit))
        }
    };
    Some(Odds::from_distribution(&gists, &scene.barriers))
}

fn gist(
    (outline, blocked, harms): (&OddsOutcome, bool, &[BarrierHarm]),
    scene: &AttackContext,
    limit: Option<u32>,
) -> OutcomeSummary {
    let target = &scene.defender;
    let harm = |id| harms.iter().filter(|harm| harm.id == id).map(|harm| harm.damage).sum();
    OutcomeSummary {
        contact: match outline {
            _ if blocked => HitResult::Blocked,
            OddsOutcome { successes: 0, .. } => HitResult::Miss,
            OddsOutcome { damage: 0, .. } => HitResult::Graze,
            _ => HitResult::Hit,
        },
        net: i32::from(outline.successes > 0),
        damage: outline.damage,
        knocked_down: !target.prone && knocks_down(outline.damage, limit),
        down: outline.down.filter(|_| outline.down != target.down),
        barriers: scene.barriers.iter().map(|barrier| harm(barrier.id)).collect(),
    }
}

/// Joint odds of net successes and net advantages, without triumphs and despairs.
fn joint(rolled: &Distribution<Symbols>) -> Vec<((i16, i16), f64)> {
    let mut cells: Vec<((i16, i16), f64)> = Vec::with_capacity(rolled.len());
    // Outcomes are sorted by successes, then advantages.
    for (symbols, share) in rolled.iter() {
        let at = (symbols.successes, symbols.advantages);
        match cells.last_mut() {
            Some((last, sum)) if *last == at => *sum += share,
            _ => cells.push((at, share)),
        }
    }
    cells
}

/// Notes on Critical Injuries, symbols, qualities and further targets.
fn remarks(plan: &AttackPlan<'_>, rolled: &Distribution<Symbols>) -> Vec<ForecastNote> {
    let scene = plan.scene;
    let mut remarks = Vec::with_capacity(4);
    let mut add =
        |text: String, value: String, clause: Clause| remarks.push(ForecastNote { text, value, clause });
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let injury =
        OddsCalculator::new(plan).map(|glance| rolled.probability(|symbols| glance.may_injure(symbols)));
    if let Some(share) = injury {
        let bonus = scene.defender.condition.ongoing_bonus();
        let text = match bonus {
            0 => format!("Critical Injury for {} advantages or a triumph", scene.weapon.critical),
            _ => format!("Critical Injury for {} advantages or a triumph, +{bonus}", scene.weapon.critical),
        };
        add(text, percent(share), "CC-CRIT-01");
    }
    if plan.pool.challenge > 0 && scene.switches.despair {
        add("Despair".into(), percent(rolled.probability(|symbols| symbols.despairs > 0)), "CC-TRI-02");
    }
    for quality in &scene.weapon.qualities {
        add(quality.name.clone(), format!("{} advantages", quality.cost), "CC-ADV-10");
    }
    for other in &scene.secondary_targets {
        add(format!("Also against {}", other.fighter.name), "successes divided".into(), "CC-DMG-03");
    }
    remarks
}

/// Parts of a pool: attacker's dice, difficulty and setback dice.
fn pool_sums(build: &crate::combat_checks::PoolBuilder, pool: SymbolPool) -> Vec<ForecastTotal> {
    let (good, bad) = sides(pool);
    let joined = |parts: [&[dice::Modifier]; 3]| Modifiers(parts.concat());
    let attack = joined([&build.positive, &build.boost.0, &build.upgrade.0]);
    let against = SymbolPool { setback: 0, ..bad };
    let difficulty = joined([&build.difficulty.0, &build.downgrade.0, &[]]);
    let mut sums = vec![
        ForecastTotal {
            name: "Dice",
            value: good.to_string(),
            favours: Favours::Attacker,
            parts: attack,
            clause: "CC-POOL-02",
        },
        ForecastTotal {
            name: "Difficulty",
            value: against.to_string(),
            favours: Favours::Target,
            parts: difficulty,
            clause: "CC-DICE-17",
        },
    ];
    if !build.setback.0.is_empty() {
        sums.push(ForecastTotal {
            name: "Setback",
            value: pool.setback.to_string(),
            favours: Favours::Target,
            parts: build.setback.clone(),
            clause: "CC-DEF-01",
        });
    }
    sums
}

/// Splits a pool into positive and negative dice.
const fn sides(pool: SymbolPool) -> (SymbolPool, SymbolPool) {
    let none = SymbolPool { boost: 0, setback: 0, ability: 0, difficulty: 0, proficiency: 0, challenge: 0 };
    let SymbolPool { boost, setback, ability, difficulty, proficiency, challenge } = pool;
    (
        SymbolPool { boost, ability, proficiency, ..none },
        SymbolPool { setback, difficulty, challenge, ..none },
    )
}

/// Formats a pool: "1 ability, 2 proficiency vs 2 difficulty".
fn versus(pool: SymbolPool) -> String {
    let (good, bad) = sides(pool);
    format!("{good} vs {bad}")
}

/// Forecasts chapter BARR with this book's roll.
fn forecast_barrier(request: &AttackRequest, barrier: &BarrierOnLine) -> Option<Forecast> {
    let plan = BarrierAttackPlan::new(request, barrier);
    let rolled = Distribution::from_symbol_pool(plan.pool);
    let all = enumerate(AnswerPolicy::first(), |table| plan.resolve(table)).ok()?;
    let left = barrier.hit_points_left();
    let between = &request.barriers;
    let gists = all.map(|(symbols, damage, harms)| {
        let harm = |id| harms.iter().filter(|harm| harm.id == id).map(|harm| harm.damage).sum();
        OutcomeSummary {
            contact: if symbols.successes > 0 { HitResult::Hit } else { HitResult::Miss },
            net: i32::from(symbols.successes > 0),
            damage: *damage,
            knocked_down: false,
            down: (left > 0 && *damage >= left).then_some(DownState::Unconscious),
            barriers: between.iter().map(|barrier| harm(barrier.id)).collect(),
        }
    });
    let armor = barrier.armor;
    let mut sums = pool_sums(&plan.build, plan.pool);
    sums.push(ForecastTotal {
        name: "Damage",
        value: format!("{} + net successes", plan.damage.pool()),
        favours: Favours::Attacker,
        parts: plan.damage.clone(),
        clause: "SS-BARR-20",
    });
    let mut own = Modifiers::new();
    own.add(armor.cast_signed(), barrier.name.clone(), "SS-BARR-01");
    let value = armor.to_string();
    sums.push(ForecastTotal {
        name: "Armor",
        value,
        favours: Favours::Target,
        parts: own,
        clause: "SS-BARR-29",
    });
    let whole = request.sight.hidden >= 100;
    Some(Forecast {
        roll: versus(plan.pool),
        symbols: Some(plan.pool),
        joint: joint(&rolled),
        totals: sums,
        notes: Vec::new(),
        odds: Odds::from_distribution(&gists, between),
        defences: Vec::new(),
        barriers: between.iter().map(|pane| (pane.clone(), whole || pane.transparent)).collect(),
        hidden: request.sight.hidden,
        unit: "damage",
    })
}
