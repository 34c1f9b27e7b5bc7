//! Forecasts: exact odds of attacks and their modifiers.

use super::area_attacks::BlastAttack;
use super::attack_contexts::{attack_context, barrier_attack_context};
use super::{SwanSongRulebook, area_harm, site_attacks};
use crate::attack::forecast::{damage_by_barrier, mark_crossed};
use crate::barriers;
use crate::lines::DiceCount;
use crate::rulebook::ForecastRules;
use crate::swan_song::attack::called_shot::CalledShotEffect;
use crate::swan_song::attack::resolution::{self, AttackPlan, OddsOutcome};
use crate::swan_song::attack::{accuracy, pool};
use crate::swan_song::barriers::barrier_attack;
use crate::swan_song::checks::karma;
use crate::swan_song::damage::armour;
use crate::swan_song::defence::cover;
use crate::swan_song::defence::methods::{AvailableDefence, DefenceOption};
use crate::swan_song::lines::attacks::AttackLine;
use crate::swan_song::{AttackResult, BarrierAttackResult, Fighter, Switches, Weapon};
use crate::{
    AreaAnswers, AreaHarm, AttackRequest, AttackTarget, BarrierOnLine, DefenceForecast, DownState, Favours,
    Forecast, ForecastNote, ForecastTotal, HitResult, Odds, OutcomeSummary, UnitAttack, barrier_odds,
};
use dice::{AnswerPolicy, Clause, Distribution, enumerate};
use model::UnitId;

impl ForecastRules for SwanSongRulebook {
    /// Chapters ATK and BARR, `SS-RULING-60`.
    fn forecast(request: &AttackRequest) -> Option<Forecast> {
        match &request.target {
            AttackTarget::Unit(target) => forecast_unit(UnitAttack { request, target }),
            AttackTarget::Barrier(barrier) => forecast_barrier(request, barrier),
            AttackTarget::Cell => site_attacks::forecast_cell(request),
        }
    }

    /// Without the odds of other defences.
    fn preview(attack: UnitAttack<'_>) -> Option<Odds> {
        let context = attack_context(attack);
        let plan = AttackPlan::against_free_defence(&context);
        attack_odds(&plan, plan.default_defence())
    }

    /// As if the attack detonated at its target, hit or missed: all units in the blast oppose the same attack roll.
    /// `SS-RULING-60`.
    fn area_preview(attack: UnitAttack<'_>) -> Vec<(UnitId, Distribution<OutcomeSummary>)> {
        let blast = BlastAttack::on_unit(attack);
        if blast.context.weapon.blast == 0 {
            return Vec::new();
        }
        let outcomes = |plan: &AttackPlan<'_>| outcome_distribution(plan, plan.default_defence());
        let first = AttackPlan::against_free_defence(&blast.context);
        let of_first = outcomes(&first).map(|odds| (attack.target.defender.id, odds));
        let others = blast.contexts_on_target();
        let of_others = others.iter().map(|(unit, context)| {
            let plan = AttackPlan::against_free_defence(context).with_attack_of(&first);
            Some((unit.id, outcomes(&plan)?))
        });
        std::iter::once(of_first).chain(of_others).collect::<Option<_>>().unwrap_or_default()
    }

    /// All units in the blast oppose the same attack roll, and a miss scatters. `SS-RULING-60`.
    fn area_harm(request: &AttackRequest, answers: AreaAnswers<'_>) -> Option<AreaHarm> {
        area_harm::area_harm(request, answers)
    }
}

/// Forecasts an attack on a unit. Chapter ATK.
fn forecast_unit(attack: UnitAttack<'_>) -> Option<Forecast> {
    let blast = BlastAttack::on_unit(attack);
    let context = &blast.context;
    let plan = AttackPlan::new(context);
    let odds = attack_odds(&plan, plan.default_defence())?;
    let (opposition, defence, other_defences) = match &plan.defence {
        AvailableDefence::Undefended => ("no defence", None, Vec::new()),
        AvailableDefence::CoverOnly(parts) => ("cover only", Some(parts), Vec::new()),
        AvailableDefence::Options(options) => {
            let others = options.iter().skip(1).filter_map(|option| {
                let karma = if option.karma { ", 1 Karma" } else { "" };
                Some(DefenceForecast {
                    key: option.key(),
                    label: option.label().to_string(),
                    price: format!("{} AP{karma}", option.cost),
                    parts: option.parts.clone(),
                    odds: attack_odds(&plan, Some(option))?,
                    lasts: option.method.full_defense,
                })
            });
            ("standard defence", options.first().map(|option| &option.parts), others.collect())
        }
    };
    let versus = defence.map_or_else(|| opposition.to_owned(), |parts| DiceCount(parts.pool()).to_string());
    let notes = unit_notes(&blast, &plan, attack.request);
    let attack_dice = DiceCount(plan.attack.pool());
    let roll = format!("{attack_dice}, limit {}, vs {versus}", plan.limit);
    let mut totals =
        vec![ForecastTotal::new("Attack", attack_dice, Favours::Attacker, plan.attack, "SS-ATK-08")];
    totals.extend(defence.map(|parts| {
        ForecastTotal::new("Defence", DiceCount(parts.pool()), Favours::Target, parts, "SS-DEF-01")
    }));
    let dv = format!("{} + net hits", plan.damage.pool());
    totals.push(ForecastTotal::new("Damage", dv, Favours::Attacker, plan.damage, "SS-ATK-17"));
    if !plan.soak.0.is_empty() {
        let text = format!("{}, armour {}", DiceCount(plan.soak.pool()), plan.armour.pool());
        totals.push(ForecastTotal::new("Soak", text, Favours::Target, plan.soak, "SS-ATK-20"));
    }
    Some(Forecast {
        roll,
        totals,
        notes,
        odds,
        defences: other_defences,
        barriers: mark_crossed(&context.barriers, context.sight.hidden),
        hidden: context.sight.hidden,
        ..Forecast::empty("damage")
    })
}

/// Notes about rerolls, barriers, called shots, lost cover and the units that a blast reaches.
fn unit_notes(blast: &BlastAttack<'_>, plan: &AttackPlan<'_>, request: &AttackRequest) -> Vec<ForecastNote> {
    let context = &blast.context;
    let barriers = mark_crossed(&context.barriers, context.sight.hidden);
    let mut notes: Vec<_> = reroll_note(&context.attacker, &context.switches).into_iter().collect();
    notes.extend(barrier_notes(&barriers, &context.weapon));
    notes.extend(called_shot_notes(plan));
    notes.extend(cover::loses_good_cover(context).then(|| ForecastNote {
        text: AttackLine::NoCoverInMelee.to_string(),
        value: String::new(),
        clause: "SS-DEF-43",
    }));
    if context.weapon.blast > 0 {
        notes.extend([blast.reached_units_note(true), tie_note(request)]);
    }
    notes
}

/// Says what a tie and a miss of an explosive do: neither harms the unit that it is aimed at. `SS-ATK-28`, `SS-RULING-60`.
fn tie_note(request: &AttackRequest) -> ForecastNote {
    let scatters = request.rules.borrows("scatter");
    let miss = if scatters { "A miss goes off elsewhere" } else { "A miss goes off here as well" };
    ForecastNote {
        text: format!("{miss}; with a tie or a miss the target is unharmed, others defend for themselves"),
        value: String::new(),
        clause: "SS-ATK-28",
    }
}

/// Lists the probability of each effect of a called shot besides damage. `SS-CALL-11`.
fn called_shot_notes(plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
    let Some(distribution) = plan
        .context
        .called_shot
        .and_then(|_| enumerate(AnswerPolicy::first(), |table| resolution::resolve_plan(table, plan)).ok())
    else {
        return Vec::new();
    };
    let mut probabilities: Vec<(&'static str, Clause, f64)> = Vec::new();
    for (result, probability) in distribution.iter() {
        let mut counted: Vec<&'static str> = Vec::new();
        for effect in &result.called_shot_effects {
            let (name, clause) = effect.name_and_clause();
            if counted.contains(&name) {
                continue;
            }
            counted.push(name);
            match probabilities.iter_mut().find(|(known, ..)| *known == name) {
                Some((.., sum)) => *sum += probability,
                None => probabilities.push((name, clause, probability)),
            }
        }
    }
    probabilities.sort_by_key(|(name, clause, _)| (*clause, *name));
    let to_note = |(name, clause, probability): (&str, Clause, f64)| ForecastNote {
        text: name.to_owned(),
        value: format!("{:.0} %", 100.0 * probability),
        clause,
    };
    probabilities.into_iter().map(to_note).collect()
}

/// Computes the odds of an attack against a chosen defence; `None` if they cannot be computed.
fn attack_odds(plan: &AttackPlan<'_>, chosen: Option<&DefenceOption>) -> Option<Odds> {
    let barriers = &plan.context.barriers;
    let all = outcome_distribution(plan, chosen)?;
    if !resolution::can_simplify(plan) {
        return Some(Odds::from_distribution(&all, barriers));
    }
    let mut odds = Odds::from_distribution(&all, &[]);
    for (index, barrier) in barriers.iter().enumerate() {
        let policy = defence_policy(plan, chosen);
        let damage = enumerate(policy, |table| resolution::barrier_damage_for_odds(table, plan, index));
        let damage = damage.ok()?;
        if barrier.id.unit().is_some() {
            odds.shield = Some(damage.probability(|harm| *harm > 0));
        }
        odds.barriers.push(barrier_odds(barrier, &damage, |harm| *harm));
    }
    Some(odds)
}

/// Computes the outcomes of an attack for its target against a chosen defence, with what barriers take only where the target
/// is offered more answers; `None` if they cannot be computed.
fn outcome_distribution(
    plan: &AttackPlan<'_>,
    chosen: Option<&DefenceOption>,
) -> Option<Distribution<OutcomeSummary>> {
    let before = plan.context.defender.down;
    let policy = defence_policy(plan, chosen);
    if !resolution::can_simplify(plan) {
        let summary = |result: AttackResult| outcome_summary(&result, before, &plan.context.barriers);
        return enumerate(policy, |table| resolution::resolve_plan(table, plan).map(summary)).ok();
    }
    let summary = |&OddsOutcome { contact, net, damage, knocked_down, down }: &OddsOutcome| {
        let down = down.filter(|_| down != before);
        OutcomeSummary { contact, net, damage, knocked_down, down, barriers: Vec::new() }
    };
    match resolution::calculate_odds(plan, chosen) {
        Some(outcomes) => Some(outcomes.distribution_of(summary)),
        None => {
            let resolve = |table: &mut _| resolution::resolve_for_odds(table, plan);
            enumerate(policy, |table| resolve(table).map(|outcome| summary(&outcome))).ok()
        }
    }
}

/// The answers that choose a defence.
fn defence_policy(plan: &AttackPlan<'_>, chosen: Option<&DefenceOption>) -> AnswerPolicy {
    match chosen {
        Some(option) if chosen != plan.default_defence() => AnswerPolicy::keys([option.key()]),
        _ => AnswerPolicy::first(),
    }
}

/// Summarises a result; `before` is the state of the target before the attack.
fn outcome_summary(
    result: &AttackResult,
    before: Option<DownState>,
    barriers: &[BarrierOnLine],
) -> OutcomeSummary {
    OutcomeSummary {
        contact: result.contact,
        net: result.net_hits,
        damage: result.damage,
        knocked_down: result.knocked_down || result.called_shot_effects.contains(&CalledShotEffect::Prone),
        down: result.down.filter(|_| result.down != before),
        barriers: damage_by_barrier(barriers, &result.barriers),
    }
}

/// Forecasts an attack on a barrier. Chapter BARR.
fn forecast_barrier(request: &AttackRequest, barrier: &BarrierOnLine) -> Option<Forecast> {
    let context = barrier_attack_context(request, barrier);
    let distribution =
        enumerate(AnswerPolicy::first(), |table| barrier_attack::attack_barrier(table, &context)).ok()?;
    let hit_points_left = context.barrier.hit_points_left();
    let summary = |result: &BarrierAttackResult| OutcomeSummary {
        contact: if result.hit { HitResult::Hit } else { HitResult::Miss },
        net: 0,
        damage: result.damage,
        knocked_down: false,
        down: (hit_points_left > 0 && result.damage >= hit_points_left).then_some(DownState::Unconscious),
        barriers: Vec::new(),
    };
    let odds = Odds::from_distribution(&distribution.map(summary), &[]);
    let attack = pool::barrier_attack_parts(&context);
    let limit = accuracy::attack_limit(&context.weapon, &context.attacker);
    let roll = format!("{}, limit {limit}, unopposed", DiceCount(attack.pool()));
    let damage = pool::damage_parts(&context.attacker, &context.weapon);
    let dv = format!("{} + hits", damage.pool());
    let armor = barriers::armor_parts(&context.barrier, context.weapon.arp);
    let totals = vec![
        ForecastTotal::new("Attack", DiceCount(attack.pool()), Favours::Attacker, &attack, "SS-BARR-19"),
        ForecastTotal::new("Damage", dv, Favours::Attacker, &damage, "SS-BARR-20"),
        ForecastTotal::new("Armour", armor.pool(), Favours::Target, &armor, "SS-BARR-29"),
    ];
    let barriers: Vec<_> = context.barriers.iter().map(|other| (other.clone(), other.transparent)).collect();
    Some(Forecast {
        roll,
        totals,
        notes: reroll_note(&context.attacker, &context.switches)
            .into_iter()
            .chain([hit_points_note(&context.barrier)])
            .chain(site_attacks::barrier_blast_note(request))
            .collect(),
        odds,
        barriers,
        hidden: context.hidden,
        ..Forecast::empty("damage")
    })
}

/// Returns the note on a planned re-roll of misses, which the odds include; `None` without one. `SS-BASE-27`.
fn reroll_note(attacker: &Fighter, switches: &Switches) -> Option<ForecastNote> {
    let to_note =
        || ForecastNote { text: "Misses re-rolled".into(), value: "1 Karma".into(), clause: "SS-BASE-27" };
    karma::wants_reroll(attacker, switches).then(to_note)
}

/// Returns the note on the hit points of a barrier that is attacked. `SS-BARR-03`.
fn hit_points_note(barrier: &BarrierOnLine) -> ForecastNote {
    let BarrierOnLine { structure, thickness_cm, .. } = *barrier;
    ForecastNote {
        text: format!("Hit points of Structure {structure}, {thickness_cm} cm thick"),
        value: format!("{} of {}", barrier.hit_points_left(), barrier.hit_points()),
        clause: "SS-BARR-03",
    }
}

/// Lists notes on the barriers in between: Armor after penetration, and hit points.
fn barrier_notes<'a>(
    barriers: &'a [(BarrierOnLine, bool)],
    weapon: &Weapon,
) -> impl Iterator<Item = ForecastNote> + use<'a> {
    let arp = weapon.arp;
    barriers.iter().map(move |(barrier, _)| ForecastNote {
        text: format!("{}: armour {}", barrier.name, armour::modified_armour(barrier.armor, arp)),
        value: format!("{} left", barrier.hit_points_left()),
        clause: "SS-BARR-10",
    })
}
