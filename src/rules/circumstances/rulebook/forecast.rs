//! What a click would do to a unit, with everything that goes into it.

use super::area_attacks::{BlastCandidate, Explosion};
use super::attacks::attack_context;
use super::odds::{self, DefenceOdds, FlightOdds, HitOdds};
use crate::circumstances::attacks::blast::BlastHitContext;
use crate::circumstances::attacks::evasion::DefenceOptions;
use crate::circumstances::attacks::resolution as rule;
use crate::circumstances::attacks::resolution::AttackPlan;
use crate::circumstances::attacks::scatter::CellOffset;
use crate::circumstances::attacks::{jamming, target_number};
use crate::circumstances::d100_test::TargetNumber;
use crate::circumstances::damage::cover::CoverOnLine;
use crate::circumstances::damage::resolution::DefenderProtection;
use crate::circumstances::{
    AttackContext, AttackKind, AttackMode as How, Characteristic, HitLocation, HitLocations, Weapon,
};
use crate::{
    AttackRequest, DefenceForecast, Favours, Forecast, ForecastNote, ForecastTotal, HitResult, Odds,
    OutcomeSummary,
};
use dice::{AnswerPolicy, Clause, Distribution, Modifiers, enumerate};

/// Chapters BASE, COV and SCA.
pub fn forecast(engagement: &AttackRequest) -> Option<Forecast> {
    let scene = attack_context(engagement);
    if scene.mode == How::Grapple {
        return Some(forecast_grapple(engagement, &scene));
    }
    let plan = AttackPlan::new(&scene);
    if scene.weapon.is_area() {
        return forecast_area(engagement, &scene, &plan);
    }
    let struck = odds::attack_hit_odds(engagement, &plan);
    let odds = |way: Option<usize>| match &struck {
        Some(struck) => Some(answered_odds(engagement, struck, &plan.defence, way)),
        None => enumerated_odds(engagement, &plan, way),
    };
    let mut sums = vec![target_sum(&plan.target)];
    sums.extend(defence_sums(&plan.defence));
    sums.extend(damage_sums(&plan, &plan.protection));
    let mut remarks = forecast_notes(engagement, &plan);
    remarks.extend(cover_note(&plan.protection));
    Some(Forecast {
        roll: roll_text(&plan.target, &plan.defence),
        totals: sums,
        notes: remarks,
        odds: odds(DefenceOdds::default_choice(&plan.defence))?,
        defences: defence_answers(&plan.defence, odds),
        ..empty_forecast(engagement)
    })
}

/// The odds of `forecast` alone.
pub fn preview(engagement: &AttackRequest) -> Option<Odds> {
    let scene = attack_context(engagement);
    if scene.mode == How::Grapple {
        return Some(forecast_grapple(engagement, &scene).odds);
    }
    let plan = AttackPlan::new(&scene);
    if scene.weapon.is_area() {
        let (hit, struck) =
            on_target_explosion(engagement, &plan, &Explosion::from_attack(engagement, &scene))?;
        let defence = hit.defence();
        return Some(answered_odds(engagement, &struck, &defence, DefenceOdds::default_choice(&defence)));
    }
    let way = DefenceOdds::default_choice(&plan.defence);
    match odds::attack_hit_odds(engagement, &plan) {
        Some(struck) => Some(answered_odds(engagement, &struck, &plan.defence, way)),
        None => enumerated_odds(engagement, &plan, way),
    }
}

fn empty_forecast(engagement: &AttackRequest) -> Forecast {
    let all = engagement.sight.hidden >= 100;
    Forecast {
        roll: String::new(),
        symbols: None,
        joint: Vec::new(),
        totals: Vec::new(),
        notes: Vec::new(),
        odds: Odds::default(),
        defences: Vec::new(),
        barriers: engagement.barriers.iter().map(|barrier| (barrier.clone(), all)).collect(),
        hidden: engagement.sight.hidden,
        unit: "wounds",
    }
}

fn answered_odds(
    engagement: &AttackRequest,
    struck: &HitOdds,
    defence: &DefenceOptions<'_>,
    way: Option<usize>,
) -> Odds {
    let all = struck.after_defence(&DefenceOdds::new(defence, way), engagement.barriers.len());
    odds::read_odds(&all, &engagement.barriers)
}

/// The rule itself, branch by branch, where numbers grow too large to be folded.
fn enumerated_odds(engagement: &AttackRequest, plan: &AttackPlan<'_>, way: Option<usize>) -> Option<Odds> {
    let all = outcome_summaries(engagement, plan, answer_key(&plan.defence, way))?;
    Some(odds::read_odds(&all, &engagement.barriers))
}

/// The odds of the rule itself.
pub(crate) fn outcome_summaries(
    engagement: &AttackRequest,
    plan: &AttackPlan<'_>,
    key: String,
) -> Option<Distribution<OutcomeSummary>> {
    let all = enumerate(AnswerPolicy::keys([key]), |table| rule::resolve_plan(table, plan)).ok()?;
    Some(all.map(|result| odds::outcome_summary(engagement, &result.harm)))
}

/// The key of an answer to a hit.
pub(crate) fn answer_key(defence: &DefenceOptions<'_>, way: Option<usize>) -> String {
    way.and_then(|way| defence.evasions.get(way)).map_or("none", |(way, _)| way.key()).to_owned()
}

/// Every way to answer a hit but the hurried one. `CS-BASE-14`, `CS-BASE-18`, `CS-BASE-31`.
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
            Some((way, target)) => (way.label(), "its Reaction", target.parts.clone()),
            None => ("Take the hit", "", Modifiers::new()),
        };
        Some(DefenceForecast {
            key: answer_key(defence, way),
            label: label.into(),
            price: price.into(),
            parts,
            odds,
        })
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
fn damage_sums(plan: &AttackPlan<'_>, shelter: &DefenderProtection<'_>) -> [ForecastTotal; 2] {
    let guard = shelter.guards[HitLocation::Body as usize];
    let mut left = plan.damage.penetration();
    let mut parts = Modifiers::new();
    if let Some(ap) = guard.cover {
        parts.add(ap.cast_signed(), "cover", "CS-COV-06");
        if plan.scene.switches.cover_pen {
            parts.add(-left.min(ap).cast_signed(), "penetration of the cover", "CS-COV-07");
            left = left.saturating_sub(ap);
        }
    }
    parts.add(guard.armour.cast_signed(), "armour of the body", "CS-BASE-30");
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

/// What the dice do to the weapon itself.
pub(crate) fn misfire_note(weapon: &Weapon, least: u32) -> ForecastNote {
    let (text, clause) = match jamming::misfire_effect(weapon) {
        jamming::MisfireEffect::Jams => ("The weapon jams", "CS-JAM-01"),
        jamming::MisfireEffect::Slips => ("A miss, whatever the target number", "CS-JAM-15"),
        jamming::MisfireEffect::Fizzles => ("A dud, or it goes off in the hand", "CS-GRN-01"),
    };
    forecast_note(text, format!("{least} or more"), clause)
}

/// Jams, bursts, other places, being taken unawares.
fn forecast_notes(engagement: &AttackRequest, plan: &AttackPlan<'_>) -> Vec<ForecastNote> {
    let scene = plan.scene;
    let mut remarks = Vec::new();
    remarks.extend(plan.misfires_on.map(|least| misfire_note(&scene.weapon, least)));
    if scene.mode == How::Burst && scene.switches.burst {
        remarks.push(forecast_note(
            "One more hit for 2 degrees",
            format!("up to {}", plan.rounds),
            "CS-BASE-36",
        ));
    }
    if scene.attempt().is_unaware() {
        remarks.push(forecast_note("The target expects nothing: no evasion", "", "CS-UNA-02"));
    }
    let armour = &scene.defender.sheet.armour;
    let body = armour.ap_at(HitLocation::Body);
    let other = HitLocation::ALL.into_iter().filter(|&place| armour.ap_at(place) != body);
    let others: Vec<_> = other.map(|place| format!("{} {}", place.name(), armour.ap_at(place))).collect();
    if !others.is_empty() {
        remarks.push(forecast_note("Armour elsewhere", others.join(", "), "CS-BASE-30"));
    }
    if !engagement.engaged && scene.sight.chebyshev_distance == 1 {
        remarks.push(forecast_note("Hit or miss, the two are in melee then", "", "CS-MEL-02"));
    }
    if scene.attacker.condition.fate > 0 && scene.switches.fate_points {
        let value = format!("{} left", scene.attacker.condition.fate);
        remarks.push(forecast_note("A Fate Point can reroll a miss", value, "CS-BASE-28"));
    }
    remarks
}

/// What the cover shields. `CS-COV-05`.
fn cover_note(shelter: &DefenderProtection<'_>) -> Option<ForecastNote> {
    let cover: &CoverOnLine = shelter.cover?;
    let places = HitLocation::ALL.into_iter().filter(|&place| shelter.guards[place as usize].cover.is_some());
    let places = places.fold(HitLocations::NONE, HitLocations::with);
    let text = format!("Behind {}: {}", cover.barrier.name, places.names());
    Some(forecast_note(text, format!("AP {}", cover.ap_left()), "CS-COV-05"))
}

/// What an explosion on the target itself meets, and all it can do to it; nothing where it does not reach.
fn on_target_explosion(
    engagement: &AttackRequest,
    plan: &AttackPlan<'_>,
    explosion: &Explosion<'_>,
) -> Option<(BlastHitContext, HitOdds)> {
    let centre = CellOffset::default();
    let is_target = |near: &&BlastCandidate<'_>| near.unit.id == engagement.defender.id;
    let near =
        explosion.candidates().iter().find(is_target).filter(|near| explosion.catches(centre, near))?;
    let centres = FlightOdds::for_attack(plan).centres(explosion);
    let struck = odds::area_odds(engagement, plan, (explosion, &centres), near)?;
    Some((explosion.hit_context(centre, near), struck))
}

fn forecast_area(
    engagement: &AttackRequest,
    scene: &AttackContext,
    plan: &AttackPlan<'_>,
) -> Option<Forecast> {
    let explosion = Explosion::from_attack(engagement, scene);
    let (hit, struck) = on_target_explosion(engagement, plan, &explosion)?;
    let defence = hit.defence();
    let shelter = DefenderProtection::new(&hit.defender, &hit.covers, &scene.switches);
    let odds = |way| Some(answered_odds(engagement, &struck, &defence, way));
    let mut sums = vec![target_sum(&plan.target)];
    sums.extend(defence_sums(&defence));
    sums.extend(damage_sums(plan, &shelter));
    let mut remarks = forecast_notes(engagement, plan);
    let caught = explosion.caught_units(CellOffset::default());
    remarks.push(caught_note(&caught, scene.weapon.blast, Some(engagement.defender.id)));
    Some(Forecast {
        roll: roll_text(&plan.target, &defence),
        totals: sums,
        notes: remarks,
        odds: odds(DefenceOdds::default_choice(&defence))?,
        defences: defence_answers(&defence, odds),
        ..empty_forecast(engagement)
    })
}

/// Whom an explosion where it is aimed catches besides its target. `CS-BASE-35`.
pub(crate) fn caught_note(caught: &[BlastCandidate<'_>], metres: u8, target: Option<u32>) -> ForecastNote {
    let others = caught.iter().filter(|near| Some(near.unit.id) != target);
    let names: Vec<_> = others.map(|near| near.unit.name.to_string()).collect();
    ForecastNote::for_reached_units(&names, true, metres.into(), "CS-BASE-35")
}

/// `CS-BASE-37`, `CS-PRN-02`.
fn forecast_grapple(engagement: &AttackRequest, scene: &AttackContext) -> Forecast {
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
        OutcomeSummary { contact: HitResult::Hit, net: 1, ..odds::missed_summary(engagement.barriers.len()) };
    let struck = HitOdds::single_outcome(held, ways);
    let odds = |way| Some(answered_odds(engagement, &struck, &defence, way));
    let mut sums = vec![target_sum(&target)];
    sums.extend(defence_sums(&defence));
    let strength = &scene.defender.sheet;
    let remarks = vec![
        forecast_note("Neither can move while it holds", "", "CS-BASE-37"),
        forecast_note(
            "To break it",
            format!("{} or less", strength.value(Characteristic::Strength)),
            "CS-BASE-37",
        ),
    ];
    Forecast {
        roll: roll_text(&target, &defence),
        totals: sums,
        notes: remarks,
        odds: odds(DefenceOdds::default_choice(&defence)).unwrap_or_default(),
        defences: defence_answers(&defence, odds),
        ..empty_forecast(engagement)
    }
}
