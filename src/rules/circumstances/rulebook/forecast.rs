//! Forecasts of attacks on units, with all their modifiers.

use super::area_attacks::{BlastCandidate, Explosion};
use super::attacks::attack_context;
use super::odds::{self, DefenceOdds, FlightOdds, HitOdds};
use crate::circumstances::attacks::blast::BlastHitContext;
use crate::circumstances::attacks::evasion::DefenceOptions;
use crate::circumstances::attacks::resolution as rule;
use crate::circumstances::attacks::resolution::AttackPlan;
use crate::circumstances::attacks::{jamming, target_number};
use crate::circumstances::d100_test::TargetNumber;
use crate::circumstances::damage::cover::CoverOnLine;
use crate::circumstances::damage::resolution::DefenderProtection;
use crate::circumstances::lines::EvasionLine;
use crate::circumstances::{
    AttackContext, AttackKind, AttackMode as How, Characteristic, HitLocation, HitLocations, Weapon,
};
use crate::ground::scatter::CellOffset;
use crate::{
    AttackRequest, AttackTarget, DefenceForecast, Favours, Forecast, ForecastNote, ForecastTotal, HitResult,
    Odds, OutcomeSummary, UnitAttack,
};
use dice::{AnswerPolicy, Clause, Distribution, Modifiers, enumerate};
use model::UnitId;

/// Forecasts an attack, by its target.
pub fn forecast(request: &AttackRequest) -> Option<Forecast> {
    match &request.target {
        AttackTarget::Unit(target) => forecast_unit(UnitAttack { request, target }),
        AttackTarget::Barrier(barrier) => super::barrier_attacks::forecast_barrier(request, barrier),
        AttackTarget::Cell => super::square_attacks::forecast_square(request),
    }
}

/// Forecasts an attack on a unit. Chapters BASE, COV and SCA.
fn forecast_unit(request: UnitAttack<'_>) -> Option<Forecast> {
    let scene = attack_context(request);
    if scene.mode == How::Grapple {
        return Some(forecast_grapple(request, &scene));
    }
    let plan = AttackPlan::new(&scene);
    if scene.weapon.is_area() {
        return forecast_area(request, &scene, &plan);
    }
    let struck = odds::attack_hit_odds(request, &plan);
    let odds = |way: Option<usize>| match &struck {
        Some(struck) => Some(answered_odds(&request, struck, &plan.defence, way)),
        None => enumerated_odds(request, &plan, way),
    };
    let mut sums = vec![target_sum(&plan.target)];
    sums.extend(defence_sums(&plan.defence));
    sums.extend(damage_sums(&plan, &plan.protection));
    let mut notes = forecast_notes(request, &plan);
    notes.extend(cover_note(&plan.protection));
    Some(Forecast {
        roll: roll_text(&plan.target, &plan.defence),
        totals: sums,
        notes,
        odds: odds(DefenceOdds::default_choice(&plan.defence))?,
        defences: defence_answers(&plan.defence, odds),
        ..empty_forecast(&request)
    })
}

/// Only the odds of `forecast`.
pub fn preview(request: UnitAttack<'_>) -> Option<Odds> {
    let scene = attack_context(request);
    if scene.mode == How::Grapple {
        return Some(forecast_grapple(request, &scene).odds);
    }
    let plan = AttackPlan::new(&scene);
    if scene.weapon.is_area() {
        let (hit, struck) = on_target_explosion(request, &plan, &Explosion::from_attack(request, &scene))?;
        let defence = hit.defence();
        return Some(answered_odds(&request, &struck, &defence, DefenceOdds::default_choice(&defence)));
    }
    let way = DefenceOdds::default_choice(&plan.defence);
    match odds::attack_hit_odds(request, &plan) {
        Some(struck) => Some(answered_odds(&request, &struck, &plan.defence, way)),
        None => enumerated_odds(request, &plan, way),
    }
}

fn empty_forecast(request: &AttackRequest) -> Forecast {
    let all = request.sight.hidden >= 100;
    Forecast {
        roll: String::new(),
        symbols: None,
        joint: Vec::new(),
        totals: Vec::new(),
        notes: Vec::new(),
        odds: Odds::default(),
        defences: Vec::new(),
        barriers: request.barriers.iter().map(|barrier| (barrier.clone(), all)).collect(),
        hidden: request.sight.hidden,
        unit: "wounds",
    }
}

fn answered_odds(
    request: &AttackRequest,
    struck: &HitOdds,
    defence: &DefenceOptions<'_>,
    way: Option<usize>,
) -> Odds {
    let all = struck.after_defence(&DefenceOdds::new(defence, way), request.barriers.len());
    odds::read_odds(&all, &request.barriers)
}

/// Enumerates the rule branch by branch, for numbers too large to fold.
fn enumerated_odds(request: UnitAttack<'_>, plan: &AttackPlan<'_>, way: Option<usize>) -> Option<Odds> {
    let all = outcome_summaries(request, plan, answer_key(&plan.defence, way))?;
    Some(odds::read_odds(&all, &request.barriers))
}

/// Outcomes of the rule itself.
pub(crate) fn outcome_summaries(
    request: UnitAttack<'_>,
    plan: &AttackPlan<'_>,
    key: String,
) -> Option<Distribution<OutcomeSummary>> {
    let all = enumerate(AnswerPolicy::keys([key]), |table| rule::resolve_plan(table, plan)).ok()?;
    Some(all.map(|result| odds::outcome_summary(request, &result.harm)))
}

/// The key of an answer to a hit.
pub(crate) fn answer_key(defence: &DefenceOptions<'_>, way: Option<usize>) -> String {
    way.and_then(|way| defence.evasions.get(way)).map_or("none", |(way, _)| way.key()).to_owned()
}

/// All answers to a hit except the default one. `CS-BASE-14`, `CS-BASE-18`, `CS-BASE-31`.
fn defence_answers(
    defence: &DefenceOptions<'_>,
    odds: impl Fn(Option<usize>) -> Option<Odds>,
) -> Vec<DefenceForecast> {
    if defence.evasions.is_empty() {
        return Vec::new();
    }
    let hurried = DefenceOdds::default_choice(defence);
    let ways = (0..defence.evasions.len()).map(Some).chain([None]).filter(|way| *way != hurried);
    ways.filter_map(|way| {
        let odds = odds(way)?;
        let (label, price, parts) = match way.and_then(|way| defence.evasions.get(way)) {
            Some((way, target)) => (way.to_string(), "1 Reaction", target.parts.clone()),
            None => (EvasionLine::TakeHit.to_string(), "", Modifiers::new()),
        };
        Some(DefenceForecast { key: answer_key(defence, way), label, price: price.into(), parts, odds })
    })
    .collect()
}

fn roll_text(target: &TargetNumber, defence: &DefenceOptions<'_>) -> String {
    let own = format!("{} or less", target.number.max(0));
    match DefenceOdds::default_choice(defence).and_then(|way| defence.evasions.get(way)) {
        Some((way, target)) => format!("{own}, {} {}", way.label(), target.number),
        None => own,
    }
}

fn forecast_sum(
    name: &'static str,
    value: String,
    helps: Favours,
    parts: &Modifiers,
    clause: Clause,
) -> ForecastTotal {
    ForecastTotal { name, value, favours: helps, parts: parts.clone(), clause }
}

pub(crate) fn target_sum(target: &TargetNumber) -> ForecastTotal {
    forecast_sum("Target number", target.number.to_string(), Favours::Attacker, &target.parts, "CS-BASE-01")
}

fn defence_sums(defence: &DefenceOptions<'_>) -> Vec<ForecastTotal> {
    let none = Modifiers::new();
    let deflect =
        |value: u8| forecast_sum("Deflect", value.to_string(), Favours::Target, &none, "CS-BASE-29");
    let mut sums: Vec<_> = defence.deflect.map(deflect).into_iter().collect();
    if let Some((way, target)) =
        DefenceOdds::default_choice(defence).and_then(|way| defence.evasions.get(way))
    {
        sums.push(forecast_sum(
            way.label(),
            target.number.to_string(),
            Favours::Target,
            &target.parts,
            way.clause(),
        ));
    }
    sums
}

/// Damage, and what reduces it at the body. `CS-BASE-12`, `CS-BASE-30`, `CS-COV-06`, `CS-COV-07`.
fn damage_sums(plan: &AttackPlan<'_>, protection: &DefenderProtection<'_>) -> [ForecastTotal; 2] {
    let guard = protection.guards[HitLocation::Body as usize];
    let mut left = plan.damage.penetration();
    let mut parts = Modifiers::new();
    if let Some(ap) = guard.cover {
        parts.add(ap.cast_signed(), "cover", "CS-COV-06");
        if plan.scene.switches.cover_pen {
            parts.add(-left.min(ap).cast_signed(), "penetration of cover", "CS-COV-07");
            left = left.saturating_sub(ap);
        }
    }
    parts.add(guard.armour.cast_signed(), "body armour", "CS-BASE-30");
    parts.add(-left.min(guard.armour).cast_signed(), "penetration", "CS-BASE-30");
    parts.add(guard.toughness.cast_signed(), "Toughness bonus", "CS-BASE-30");
    let damage = plan.damage.dice().to_string();
    [
        forecast_sum("Damage", damage, Favours::Attacker, &plan.damage.bonus, "CS-BASE-12"),
        forecast_sum("Protection", parts.pool().to_string(), Favours::Target, &parts, "CS-BASE-30"),
    ]
}

pub(crate) fn forecast_note(
    text: impl Into<String>,
    value: impl Into<String>,
    clause: Clause,
) -> ForecastNote {
    ForecastNote { text: text.into(), value: value.into(), clause }
}

/// The note about misfires of the weapon.
pub(crate) fn misfire_note(weapon: &Weapon, least: u32) -> ForecastNote {
    let (text, clause) = match jamming::misfire_effect(weapon) {
        jamming::MisfireEffect::Jams => ("The weapon jams", "CS-JAM-01"),
        jamming::MisfireEffect::Slips => ("Always misses", "CS-JAM-15"),
        jamming::MisfireEffect::Fizzles => ("A dud, or goes off in the hand", "CS-GRN-01"),
    };
    forecast_note(text, format!("{least} or more"), clause)
}

/// Notes about jams, bursts, other locations and Unaware targets.
fn forecast_notes(request: UnitAttack<'_>, plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
    let scene = plan.scene;
    let mut notes = Vec::new();
    notes.extend(plan.misfires_on.map(|least| misfire_note(&scene.weapon, least)));
    if scene.mode == How::Burst && scene.switches.burst {
        notes.push(forecast_note(
            "One more hit per 2 degrees",
            format!("up to {}", plan.rounds),
            "CS-BASE-36",
        ));
    }
    if scene.attempt().is_unaware() {
        notes.push(forecast_note("Unaware target: no evasion", "", "CS-UNA-02"));
    }
    let armour = &scene.defender.sheet.armour;
    let body = armour.ap_at(HitLocation::Body);
    let other = HitLocation::ALL.into_iter().filter(|&place| armour.ap_at(place) != body);
    let others: Vec<_> = other.map(|place| format!("{} {}", place.name(), armour.ap_at(place))).collect();
    if !others.is_empty() {
        notes.push(forecast_note("Armour elsewhere", others.join(", "), "CS-BASE-30"));
    }
    if !request.target.engaged && scene.sight.chebyshev_distance == 1 {
        notes.push(forecast_note("Starts a melee, hit or miss", "", "CS-MEL-02"));
    }
    if scene.attacker.condition.fate > 0 && scene.switches.fate_points {
        let value = format!("{} left", scene.attacker.condition.fate);
        notes.push(forecast_note("A Fate Point can reroll a miss", value, "CS-BASE-28"));
    }
    notes
}

/// The note about shielded locations. `CS-COV-05`.
fn cover_note(protection: &DefenderProtection<'_>) -> Option<ForecastNote> {
    let cover: &CoverOnLine = protection.cover?;
    let places =
        HitLocation::ALL.into_iter().filter(|&place| protection.guards[place as usize].cover.is_some());
    let places = places.fold(HitLocations::NONE, HitLocations::with);
    let text = format!("Behind {}: {places}", cover.barrier.name);
    Some(forecast_note(text, format!("AP {}", cover.ap_left()), "CS-COV-05"))
}

/// The explosion on the target itself and its possible results; `None` if it does not reach.
fn on_target_explosion(
    request: UnitAttack<'_>,
    plan: &AttackPlan<'_>,
    explosion: &Explosion<'_>,
) -> Option<(BlastHitContext, HitOdds)> {
    let centre = CellOffset::default();
    let is_target = |candidate: &&BlastCandidate<'_>| candidate.unit.id == request.target.defender.id;
    let candidate =
        explosion.candidates().iter().find(is_target).filter(|target| explosion.catches(centre, target))?;
    let centres = FlightOdds::for_attack(plan).centres(explosion);
    let struck = odds::area_odds(request, plan, (explosion, &centres), candidate)?;
    Some((explosion.hit_context(centre, candidate), struck))
}

fn forecast_area(request: UnitAttack<'_>, scene: &AttackContext, plan: &AttackPlan<'_>) -> Option<Forecast> {
    let explosion = Explosion::from_attack(request, scene);
    let (hit, struck) = on_target_explosion(request, plan, &explosion)?;
    let defence = hit.defence();
    let protection = DefenderProtection::new(&hit.defender, &hit.covers, &scene.switches);
    let odds = |way| Some(answered_odds(&request, &struck, &defence, way));
    let mut sums = vec![target_sum(&plan.target)];
    sums.extend(defence_sums(&defence));
    sums.extend(damage_sums(plan, &protection));
    let mut notes = forecast_notes(request, plan);
    let caught = explosion.caught_units(CellOffset::default());
    notes.push(caught_note(&caught, scene.weapon.blast, Some(request.target.defender.id)));
    Some(Forecast {
        roll: roll_text(&plan.target, &defence),
        totals: sums,
        notes,
        odds: odds(DefenceOdds::default_choice(&defence))?,
        defences: defence_answers(&defence, odds),
        ..empty_forecast(&request)
    })
}

/// The note about other units hit if the explosion is on target. `CS-BASE-35`.
pub(crate) fn caught_note(caught: &[BlastCandidate<'_>], metres: u8, target: Option<UnitId>) -> ForecastNote {
    let others = caught.iter().filter(|candidate| Some(candidate.unit.id) != target);
    let names: Vec<_> = others.map(|candidate| candidate.unit.name.to_string()).collect();
    ForecastNote::for_reached_units(&names, true, metres.into(), "CS-BASE-35")
}

/// `CS-BASE-37`, `CS-PRN-02`.
fn forecast_grapple(request: UnitAttack<'_>, scene: &AttackContext) -> Forecast {
    let attempt = scene.attempt();
    let target = target_number::target_number(&attempt);
    let unaware = attempt.is_unaware();
    let mut defence = DefenceOptions::new(
        &scene.defender,
        AttackKind::Melee,
        unaware,
        &scene.surroundings,
        &scene.switches,
    );
    defence.deflect = None;
    let ways = u128::from(target.number.clamp(0, 100).unsigned_abs());
    let held =
        OutcomeSummary { contact: HitResult::Hit, net: 1, ..odds::missed_summary(request.barriers.len()) };
    let struck = HitOdds::single_outcome(held, ways);
    let odds = |way| Some(answered_odds(&request, &struck, &defence, way));
    let mut sums = vec![target_sum(&target)];
    sums.extend(defence_sums(&defence));
    let strength = &scene.defender.sheet;
    let notes = vec![
        forecast_note("Neither unit can move while held", "", "CS-BASE-37"),
        forecast_note(
            "To break free",
            format!("{} or less", strength.value(Characteristic::Strength)),
            "CS-BASE-37",
        ),
    ];
    Forecast {
        roll: roll_text(&target, &defence),
        totals: sums,
        notes,
        odds: odds(DefenceOdds::default_choice(&defence)).unwrap_or_default(),
        defences: defence_answers(&defence, odds),
        ..empty_forecast(&request)
    }
}
