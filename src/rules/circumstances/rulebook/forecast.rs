//! Forecasts of attacks on units, with all their modifiers.

use super::area_attacks::{BlastCandidate, Explosion};
use super::attacks::attack_context;
use super::forecast_lines::{
    cover_note, damage_totals, defence_totals, forecast_note, forecast_notes, roll_text, target_number_total,
    units_in_blast_note,
};
use super::odds::{DefenceOdds, FlightOdds, HitOdds};
use super::{CircumstancesRulebook, area_harm, odds};
use crate::circumstances::attacks::blast::BlastHitContext;
use crate::circumstances::attacks::evasion::DefenceOptions;
use crate::circumstances::attacks::resolution::AttackPlan;
use crate::circumstances::attacks::{resolution, target_number};
use crate::circumstances::damage::resolution::DefenderProtection;
use crate::circumstances::lines::EvasionLine;
use crate::circumstances::{AttackContext, AttackKind, AttackMode, Characteristic};
use crate::ground::scatter::CellOffset;
use crate::rulebook::ForecastRules;
use crate::{
    AreaAnswers, AreaHarm, AttackRequest, AttackTarget, DefenceForecast, Forecast, HitResult, Odds,
    OutcomeSummary, UnitAttack, UnitTarget,
};
use dice::{AnswerPolicy, Distribution, Modifiers, enumerate};
use model::UnitId;

/// Key of the answer that keeps the Reaction. `CS-BASE-18`.
const NO_EVASION_KEY: &str = "none";

/// Key of the answer that spends a Fate Point. `CS-BASE-28`.
const FATE_KEY: &str = "fate";

/// Key of the answer that keeps a curse for later. `CS-CURS-04`.
const SPARE_KEY: &str = "spare";

impl ForecastRules for CircumstancesRulebook {
    fn forecast(request: &AttackRequest) -> Option<Forecast> {
        match &request.target {
            AttackTarget::Unit(target) => forecast_unit(UnitAttack { request, target }),
            AttackTarget::Barrier(barrier) => super::barrier_attacks::forecast_barrier(request, barrier),
            AttackTarget::Cell => super::square_attacks::forecast_square(request),
        }
    }

    fn preview(attack: UnitAttack<'_>) -> Option<Odds> {
        let context = attack_context(attack);
        if context.mode == AttackMode::Grapple {
            return Some(forecast_grapple(attack, &context).odds);
        }
        let plan = AttackPlan::new(&context);
        if context.weapon.is_area() {
            let (hit, hit_odds) =
                on_target_explosion(attack, &plan, &Explosion::from_attack(attack, &context))?;
            let defence = hit.defence();
            let evasion = DefenceOdds::default_choice(&defence);
            return Some(odds_with_defence(&attack, &hit_odds, &defence, evasion));
        }
        let evasion = DefenceOdds::default_choice(&plan.defence);
        match odds::attack_hit_odds(attack, &plan) {
            Some(hit_odds) => Some(odds_with_defence(&attack, &hit_odds, &plan.defence, evasion)),
            None => enumerated_odds(attack, &plan, evasion),
        }
    }

    /// Needs no full branch search. `answers` are evasive actions taken wherever one is offered; empty if they include
    /// a Fate Point or the sparing of a curse. `CS-BASE-35`.
    fn area_outcomes(
        attack: UnitAttack<'_>,
        answers: &[String],
    ) -> Vec<(UnitId, Distribution<OutcomeSummary>)> {
        let context = attack_context(attack);
        // A Fate Point or a spared curse changes where it goes off, which only the full forecast covers.
        let is_other_throw = |key: &String| key == FATE_KEY || key == SPARE_KEY;
        if !context.weapon.is_area() || answers.iter().any(is_other_throw) {
            return Vec::new();
        }
        let plan = AttackPlan::new(&context);
        let explosion = Explosion::from_attack(attack, &context);
        let centres = FlightOdds::for_attack(&plan).centres(&explosion);
        let outcomes = explosion.candidates().iter().map(|candidate| {
            let hit = explosion.hit_context(CellOffset::default(), candidate);
            let defence = hit.defence();
            let chosen_evasion =
                |key: &String| match defence.evasions.iter().position(|(action, _)| action.key() == key) {
                    None if key == NO_EVASION_KEY && !defence.evasions.is_empty() => Some(None),
                    None => None,
                    evasion => Some(evasion),
                };
            let evasion = answers
                .iter()
                .find_map(chosen_evasion)
                .unwrap_or_else(|| DefenceOdds::default_choice(&defence));
            let target = &UnitTarget::new(candidate.unit.clone());
            let candidate_attack = UnitAttack { target, ..attack };
            let hit_odds = odds::area_odds(candidate_attack, &plan, (&explosion, &centres), candidate)?;
            let all = hit_odds.after_defence(&DefenceOdds::new(&defence, evasion), attack.barriers.len());
            Some((candidate.unit.id, all))
        });
        outcomes.collect::<Option<Vec<_>>>().unwrap_or_default()
    }

    /// All units share the place where it goes off. `CS-BASE-35`, chapters SCA and GRN.
    fn area_harm(request: &AttackRequest, answers: AreaAnswers<'_>) -> Option<AreaHarm> {
        area_harm::area_harm(request, answers)
    }
}

/// Forecasts an attack on a unit. Chapters BASE, COV and SCA.
fn forecast_unit(attack: UnitAttack<'_>) -> Option<Forecast> {
    let context = attack_context(attack);
    if context.mode == AttackMode::Grapple {
        return Some(forecast_grapple(attack, &context));
    }
    let plan = AttackPlan::new(&context);
    if context.weapon.is_area() {
        return forecast_area(attack, &context, &plan);
    }
    let hit_odds = odds::attack_hit_odds(attack, &plan);
    let odds = |evasion: Option<usize>| match &hit_odds {
        Some(hit_odds) => Some(odds_with_defence(&attack, hit_odds, &plan.defence, evasion)),
        None => enumerated_odds(attack, &plan, evasion),
    };
    let mut totals = vec![target_number_total(&plan.target)];
    totals.extend(defence_totals(&plan.defence));
    totals.extend(damage_totals(&plan, &plan.protection));
    let mut notes = forecast_notes(attack, &plan);
    notes.extend(cover_note(&plan.protection));
    Some(Forecast {
        roll: roll_text(&context, &plan.target, &plan.defence),
        totals,
        notes,
        odds: odds(DefenceOdds::default_choice(&plan.defence))?,
        defences: defence_answers(&plan.defence, odds),
        ..empty_forecast(&attack)
    })
}

fn empty_forecast(request: &AttackRequest) -> Forecast {
    let all = request.sight.hidden >= 100;
    Forecast {
        barriers: request.barriers.iter().map(|barrier| (barrier.clone(), all)).collect(),
        hidden: request.sight.hidden,
        ..Forecast::empty("Wounds")
    }
}

fn odds_with_defence(
    request: &AttackRequest,
    hit_odds: &HitOdds,
    defence: &DefenceOptions<'_>,
    evasion: Option<usize>,
) -> Odds {
    let all = hit_odds.after_defence(&DefenceOdds::new(defence, evasion), request.barriers.len());
    odds::odds_with_barriers(&all, &request.barriers)
}

/// Enumerates the rule branch by branch, for numbers too large to fold.
fn enumerated_odds(attack: UnitAttack<'_>, plan: &AttackPlan<'_>, evasion: Option<usize>) -> Option<Odds> {
    let all = outcome_summaries(attack, plan, answer_key(&plan.defence, evasion))?;
    Some(odds::odds_with_barriers(&all, &attack.barriers))
}

/// Outcomes of the rule itself.
pub(crate) fn outcome_summaries(
    attack: UnitAttack<'_>,
    plan: &AttackPlan<'_>,
    key: String,
) -> Option<Distribution<OutcomeSummary>> {
    let all = enumerate(AnswerPolicy::keys([key]), |table| resolution::resolve_plan(table, plan)).ok()?;
    Some(all.map(|result| odds::outcome_summary(attack, &result.harm)))
}

/// The key of an answer to a hit.
pub(crate) fn answer_key(defence: &DefenceOptions<'_>, evasion: Option<usize>) -> String {
    evasion
        .and_then(|evasion| defence.evasions.get(evasion))
        .map_or("none", |(action, _)| action.key())
        .to_owned()
}

/// All answers to a hit except the default one. `CS-BASE-14`, `CS-BASE-18`, `CS-BASE-31`.
fn defence_answers(
    defence: &DefenceOptions<'_>,
    odds: impl Fn(Option<usize>) -> Option<Odds>,
) -> Vec<DefenceForecast> {
    if defence.evasions.is_empty() {
        return Vec::new();
    }
    let default_evasion = DefenceOdds::default_choice(defence);
    let evasions =
        (0..defence.evasions.len()).map(Some).chain([None]).filter(|evasion| *evasion != default_evasion);
    evasions
        .filter_map(|evasion| {
            let odds = odds(evasion)?;
            let (label, price, parts) = match evasion.and_then(|evasion| defence.evasions.get(evasion)) {
                Some((action, target)) => (action.to_string(), "1 Reaction", target.parts.clone()),
                None => (EvasionLine::TakeHit.to_string(), "", Modifiers::new()),
            };
            Some(DefenceForecast {
                key: answer_key(defence, evasion),
                label,
                price: price.into(),
                parts,
                odds,
                lasts: false,
            })
        })
        .collect()
}

/// The explosion on the target itself and its possible results; `None` if it does not reach.
fn on_target_explosion(
    attack: UnitAttack<'_>,
    plan: &AttackPlan<'_>,
    explosion: &Explosion<'_>,
) -> Option<(BlastHitContext, HitOdds)> {
    let centre = CellOffset::default();
    let is_target = |candidate: &&BlastCandidate<'_>| candidate.unit.id == attack.target.defender.id;
    let candidate = explosion
        .candidates()
        .iter()
        .find(is_target)
        .filter(|target| explosion.is_in_blast(centre, target))?;
    let centres = FlightOdds::for_attack(plan).centres(explosion);
    let hit_odds = odds::area_odds(attack, plan, (explosion, &centres), candidate)?;
    Some((explosion.hit_context(centre, candidate), hit_odds))
}

fn forecast_area(attack: UnitAttack<'_>, context: &AttackContext, plan: &AttackPlan<'_>) -> Option<Forecast> {
    let explosion = Explosion::from_attack(attack, context);
    let (hit, hit_odds) = on_target_explosion(attack, plan, &explosion)?;
    let defence = hit.defence();
    let protection = DefenderProtection::new(&hit.defender, &hit.covers, &context.switches);
    let odds = |evasion| Some(odds_with_defence(&attack, &hit_odds, &defence, evasion));
    let mut totals = vec![target_number_total(&plan.target)];
    totals.extend(defence_totals(&defence));
    totals.extend(damage_totals(plan, &protection));
    let mut notes = forecast_notes(attack, plan);
    let units_in_blast = explosion.units_in_blast(CellOffset::default());
    notes.push(units_in_blast_note(&units_in_blast, context.weapon.blast, Some(attack.target.defender.id)));
    Some(Forecast {
        roll: roll_text(context, &plan.target, &defence),
        totals,
        notes,
        odds: odds(DefenceOdds::default_choice(&defence))?,
        defences: defence_answers(&defence, odds),
        ..empty_forecast(&attack)
    })
}

/// `CS-BASE-37`, `CS-PRN-02`.
fn forecast_grapple(attack: UnitAttack<'_>, context: &AttackContext) -> Forecast {
    let attempt = context.attempt();
    let target = target_number::target_number(&attempt);
    let unaware = attempt.is_unaware();
    let mut defence = DefenceOptions::new(
        &context.defender,
        AttackKind::Melee,
        unaware,
        &context.surroundings,
        &context.switches,
    );
    defence.deflect = None;
    let ways = u128::from(target.number.clamp(0, 100).unsigned_abs());
    let held =
        OutcomeSummary { contact: HitResult::Hit, net: 1, ..odds::missed_summary(attack.barriers.len()) };
    let hit_odds = HitOdds::single_outcome(held, ways);
    let odds = |evasion| Some(odds_with_defence(&attack, &hit_odds, &defence, evasion));
    let mut totals = vec![target_number_total(&target)];
    totals.extend(defence_totals(&defence));
    let strength = &context.defender.sheet;
    let notes = vec![
        forecast_note("Neither unit can move while held", "", "CS-BASE-37"),
        forecast_note(
            "To break free",
            format!("{} or less", strength.value(Characteristic::Strength)),
            "CS-BASE-37",
        ),
    ];
    Forecast {
        roll: roll_text(context, &target, &defence),
        totals,
        notes,
        odds: odds(DefenceOdds::default_choice(&defence)).unwrap_or_default(),
        defences: defence_answers(&defence, odds),
        ..empty_forecast(&attack)
    }
}
