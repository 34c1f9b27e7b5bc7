//! Forecasts: exact odds of attacks and their modifiers.

use super::attacks::{barrier_scene, scene};
use crate::barriers;
use crate::swan_song::attack::called_shot::CalledShotEffect;
use crate::swan_song::attack::resolution;
use crate::swan_song::attack::resolution::AttackPlan;
use crate::swan_song::attack::{accuracy, pool};
use crate::swan_song::barriers::barrier_attack;
use crate::swan_song::checks::karma;
use crate::swan_song::damage::armour as worn;
use crate::swan_song::defence::methods::AvailableDefence;
use crate::swan_song::{AttackResult, BarrierAttackResult};
use crate::{
    AttackRequest, AttackTarget, BarrierOnLine, DefenceForecast, DownState, Favours, Forecast, ForecastNote,
    ForecastTotal, HitResult, Odds, OutcomeSummary, UnitAttack, barrier_odds,
};
use dice::{AnswerPolicy, Clause, Modifiers, enumerate};

/// Forecasts an attack. Chapters ATK and BARR, `SS-RULING-60`.
pub fn forecast(request: &AttackRequest) -> Option<Forecast> {
    match &request.target {
        AttackTarget::Unit(target) => forecast_unit(UnitAttack { request, target }),
        AttackTarget::Barrier(barrier) => forecast_barrier(request, barrier),
        AttackTarget::Cell => super::square_attacks::forecast_square(request),
    }
}

/// Forecasts an attack on a unit. Chapter ATK.
fn forecast_unit(request: UnitAttack<'_>) -> Option<Forecast> {
    let scene = scene(request);
    let plan = AttackPlan::new(&scene);
    let odds = odds(&plan, AnswerPolicy::first)?;
    let (against, defence, answers) = match &plan.defence {
        AvailableDefence::Undefended => ("no defence", None, Vec::new()),
        AvailableDefence::CoverOnly(parts) => ("cover only", Some(parts.clone()), Vec::new()),
        AvailableDefence::Options(options) => {
            let others = options.iter().skip(1).filter_map(|option| {
                let key = option.key();
                let karma = if option.karma { ", 1 Karma" } else { "" };
                Some(DefenceForecast {
                    key: key.clone(),
                    label: option.label().to_string(),
                    price: format!("{} AP{karma}", option.cost),
                    parts: option.parts.clone(),
                    odds: super::forecast::odds(&plan, || AnswerPolicy::keys([key.clone()]))?,
                })
            });
            ("standard defence", options.first().map(|option| option.parts.clone()), others.collect())
        }
    };
    let versus = defence.as_ref().map_or_else(|| against.to_owned(), |parts| dice(parts.pool()));
    let roll = format!("{} [{}] vs {versus}", dice(plan.attack.pool()), plan.limit);
    let mut sums =
        vec![sum("Attack", dice(plan.attack.pool()), Favours::Attacker, &plan.attack, "SS-ATK-08")];
    sums.extend(
        defence.map(|parts| sum("Defence", dice(parts.pool()), Favours::Target, &parts, "SS-DEF-01")),
    );
    let dv = format!("{} + net hits", plan.damage.pool());
    sums.push(sum("Damage", dv, Favours::Attacker, &plan.damage, "SS-ATK-17"));
    if !plan.soak.0.is_empty() {
        let text = format!("{}, armour {}", dice(plan.soak.pool()), plan.armour.pool());
        sums.push(sum("Soak", text, Favours::Target, &plan.soak, "SS-ATK-20"));
    }
    let all = scene.sight.hidden >= 100;
    let barriers: Vec<_> =
        scene.barriers.iter().map(|barrier| (barrier.clone(), all || barrier.transparent)).collect();
    let mut remarks = reroll(&scene.attacker, &scene.switches);
    remarks.extend(armour_of(&barriers, &scene.weapon));
    remarks.extend(called(&plan));
    remarks.extend(super::area_attacks::others(&request, &scene));
    Some(Forecast {
        roll,
        symbols: None,
        joint: Vec::new(),
        totals: sums,
        notes: remarks,
        odds,
        defences: answers,
        barriers,
        hidden: scene.sight.hidden,
        unit: "damage",
    })
}

/// Probability of each effect of a called shot besides damage. `SS-CALL-11`.
fn called(plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
    let Some(all) = plan
        .scene
        .called
        .and_then(|_| enumerate(AnswerPolicy::first(), |table| resolution::resolve_plan(table, plan)).ok())
    else {
        return Vec::new();
    };
    let mut shares: Vec<(&'static str, Clause, f64)> = Vec::new();
    for (result, share) in all.iter() {
        let mut counted: Vec<&'static str> = Vec::new();
        for effect in &result.called {
            let (name, clause) = effect.name_and_clause();
            if counted.contains(&name) {
                continue;
            }
            counted.push(name);
            match shares.iter_mut().find(|(known, ..)| *known == name) {
                Some((.., sum)) => *sum += share,
                None => shares.push((name, clause, share)),
            }
        }
    }
    shares.sort_by_key(|(name, clause, _)| (*clause, *name));
    let to_note = |(name, clause, share): (&str, Clause, f64)| ForecastNote {
        text: name.to_owned(),
        value: format!("{:.0} %", 100.0 * share),
        clause,
    };
    shares.into_iter().map(to_note).collect()
}

/// Only the odds of `forecast`.
pub fn preview(request: UnitAttack<'_>) -> Option<Odds> {
    let scene = scene(request);
    odds(&AttackPlan::new(&scene), AnswerPolicy::first)
}

fn odds(plan: &AttackPlan<'_>, policy: impl Fn() -> AnswerPolicy) -> Option<Odds> {
    let before = plan.scene.defender.down;
    let barriers = &plan.scene.barriers;
    let summary = |result: AttackResult| gist(&result, before, barriers);
    let all = enumerate(policy(), |table| resolution::resolve_for_odds(table, plan).map(summary)).ok()?;
    let mut odds = Odds::from_distribution(&all, barriers);
    if resolution::can_simplify(plan) {
        for (number, (barrier, suffers)) in barriers.iter().zip(&mut odds.barriers).enumerate() {
            let all =
                enumerate(policy(), |table| resolution::barrier_damage_for_odds(table, plan, number)).ok()?;
            *suffers = barrier_odds(barrier, &all, |harm| *harm);
        }
    }
    Some(odds)
}

fn gist(result: &AttackResult, before: Option<DownState>, barriers: &[BarrierOnLine]) -> OutcomeSummary {
    let harm = |barrier: &BarrierOnLine| {
        result.barriers.iter().filter(|harm| harm.id == barrier.id).map(|harm| harm.damage).sum()
    };
    OutcomeSummary {
        contact: result.contact,
        net: result.net_hits,
        damage: result.damage,
        knocked_down: result.knocked_down || result.called.contains(&CalledShotEffect::Prone),
        down: result.down.filter(|_| result.down != before),
        barriers: barriers.iter().map(harm).collect(),
    }
}

/// Forecast of an attack on a barrier. Chapter BARR.
fn forecast_barrier(request: &AttackRequest, barrier: &BarrierOnLine) -> Option<Forecast> {
    let scene = barrier_scene(request, barrier);
    let all = enumerate(AnswerPolicy::first(), |table| barrier_attack::attack_barrier(table, &scene)).ok()?;
    let left = scene.barrier.hit_points_left();
    let summary = |result: &BarrierAttackResult| OutcomeSummary {
        contact: if result.hit { HitResult::Hit } else { HitResult::Miss },
        net: 0,
        damage: result.damage,
        knocked_down: false,
        down: (left > 0 && result.damage >= left).then_some(DownState::Unconscious),
        barriers: Vec::new(),
    };
    let odds = Odds::from_distribution(&all.map(summary), &[]);
    let attack = pool::barrier_attack_parts(&scene);
    let limit = accuracy::attack_limit(&scene.weapon, &scene.attacker);
    let roll = format!("{} [{limit}], unopposed", dice(attack.pool()));
    let damage = pool::damage_parts(&scene.attacker, &scene.weapon);
    let dv = format!("{} + hits", damage.pool());
    let armor = barriers::armor_parts(&scene.barrier, scene.weapon.arp);
    let sums = vec![
        sum("Attack", dice(attack.pool()), Favours::Attacker, &attack, "SS-BARR-19"),
        sum("Damage", dv, Favours::Attacker, &damage, "SS-BARR-20"),
        sum("Armor", armor.pool().to_string(), Favours::Target, &armor, "SS-BARR-29"),
    ];
    let barriers: Vec<_> = scene.barriers.iter().map(|other| (other.clone(), other.transparent)).collect();
    Some(Forecast {
        roll,
        symbols: None,
        joint: Vec::new(),
        totals: sums,
        notes: reroll(&scene.attacker, &scene.switches)
            .into_iter()
            .chain(super::square_attacks::beside_barrier(request))
            .collect(),
        odds,
        defences: Vec::new(),
        barriers,
        hidden: scene.hidden,
        unit: "damage",
    })
}

pub(crate) fn sum(
    name: &'static str,
    value: String,
    helps: Favours,
    parts: &Modifiers,
    clause: Clause,
) -> ForecastTotal {
    ForecastTotal { name, value, favours: helps, parts: parts.clone(), clause }
}

/// Note on a planned re-roll of misses, which the odds include. `SS-BASE-27`.
fn reroll(attacker: &crate::swan_song::Fighter, switches: &crate::swan_song::Switches) -> Vec<ForecastNote> {
    let to_note =
        || ForecastNote { text: "Misses re-rolled".into(), value: "1 Karma".into(), clause: "SS-BASE-27" };
    karma::wants_reroll(attacker, switches).then(to_note).into_iter().collect()
}

/// Notes on the barriers in between: Armor after penetration, and hit points.
fn armour_of<'a>(
    barriers: &'a [(BarrierOnLine, bool)],
    weapon: &crate::swan_song::Weapon,
) -> impl Iterator<Item = ForecastNote> + use<'a> {
    let arp = weapon.arp;
    barriers.iter().map(move |(barrier, _)| ForecastNote {
        text: format!("{}: Armor {}", barrier.name, worn::modified_armour(barrier.armor, arp)),
        value: format!("{} left", barrier.hit_points_left()),
        clause: "SS-BARR-10",
    })
}

/// A dice count, such as "1 die" or "7 dice".
pub(crate) fn dice(count: u32) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}
