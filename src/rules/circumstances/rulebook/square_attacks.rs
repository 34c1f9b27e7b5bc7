//! Squares as targets of what goes off. `CS-BASE-35`.

use std::collections::BTreeMap;

use super::area_attacks::Explosion;
use super::forecast::{self, forecast_note, target_sum};
use super::odds;
use super::site_attack::SiteAttack;
use crate::circumstances::AttackMode;
use crate::circumstances::attacks::blast::BlastLanding;
use crate::circumstances::attacks::{jamming, legality, target_number};
use crate::ground::ground_effect;
use crate::turn_engine::timed_items::DetonationTrigger;
use crate::{
    ActionOutcome, CellAttackRequest, Detonation, Effect, Forecast, ForecastNote, HitResult, Odds,
    OutcomeSummary, RuleViolation, Weapon,
};
use dice::{Distribution, RuleResult, Table};

/// Only what goes off is aimed at a square, and a wall stops it. `CS-BASE-35`, `CS-SCA-08`.
///
/// # Errors
/// Why not.
pub fn may_attack_square(engagement: &CellAttackRequest) -> Result<(), RuleViolation> {
    let at = SiteAttack::from(engagement);
    let scene = at.launch_context();
    if !scene.weapon.is_area() {
        let text = format!("{} needs somebody to aim at: only what goes off does not", scene.weapon.name);
        return Err(RuleViolation::new(text, "CS-BASE-35"));
    }
    legality::may_attack(&scene.attempt(), at.weapon_state(&scene))
        .map_err(|why| RuleViolation::new(why.to_string(), why.clause()))?;
    let chart = at.attack_map();
    if !chart.reaches(chart.attacker, crate::circumstances::attacks::scatter::CellOffset::default()) {
        return Err(RuleViolation::before_a_wall("CS-SCA-08"));
    }
    Ok(())
}

/// Chapters BASE, SCA and GRN. The damage told is that of everybody who is caught.
///
/// # Errors
/// As the table.
pub fn attack_square(table: &mut impl Table, engagement: &CellAttackRequest) -> RuleResult<ActionOutcome> {
    let at = SiteAttack::from(engagement);
    let (launched, effects, blown) =
        at.launch_and_detonate(table, &at.launch_context(), "where it was aimed")?;
    let hit = launched.landing == BlastLanding::OnTarget;
    let wounds = |effect: &Effect| if let Effect::HealthState { damage, .. } = effect { *damage } else { 0 };
    let damage = effects.iter().map(wounds).sum();
    let contact = if hit { HitResult::Hit } else { HitResult::Miss };
    Ok(ActionOutcome { contact, net: i32::from(hit), damage, words: blown.words.join(", "), effects })
}

/// What sets an item off. Table SS-T4.
pub fn trigger(item: &Weapon) -> Option<DetonationTrigger> {
    item.circumstances().trigger
}

/// It goes off where it lies: everybody within its Blast value is hit once. `SS-TIMED-01`, `CS-BASE-35`.
///
/// # Errors
/// As the table.
pub fn goes_off(table: &mut impl Table, discharge: &Detonation) -> RuleResult<ActionOutcome> {
    let text = format!("The {} goes off", discharge.weapon.name());
    let told = Effect::RuleNote { unit: discharge.owner.id, text, clause: "SS-TIMED-01" };
    let blown = SiteAttack::from(discharge).detonate(table)?;
    let laid = ground_effect::effect_left_at(&discharge.weapon, Some(discharge.site.target));
    let effects = [told].into_iter().chain(laid).chain(blown.effects).collect();
    Ok(ActionOutcome { words: blown.words.join(", "), ..ActionOutcome::from_effects(effects) })
}

/// Where it goes off, and how many it catches there. `CS-BASE-35`, chapters SCA and GRN.
pub fn forecast_square(engagement: &CellAttackRequest) -> Option<Forecast> {
    let at = SiteAttack::from(engagement);
    let scene = at.launch_context();
    let target = target_number::target_number(&scene.attempt());
    let misfires_on = jamming::misfire_threshold(&scene.weapon, AttackMode::Standard, &scene.switches);
    let explosion = at.explosion(&scene);
    let flight = odds::FlightOdds::for_site(&scene, target.number, misfires_on);
    let centres = flight.centres(&explosion);
    let mut remarks = Vec::new();
    if let Some(least) = misfires_on {
        remarks.push(forecast::misfire_note(&scene.weapon, least));
    }
    let caught_there = explosion.caught_units(crate::circumstances::attacks::scatter::CellOffset::default());
    let names: Vec<_> = caught_there.iter().map(|near| near.unit.name.to_string()).collect();
    remarks.push(ForecastNote::for_reached_units(&names, false, scene.weapon.blast.into(), "CS-BASE-35"));
    remarks.extend(caught_ways(&explosion, &centres).into_iter().map(|(name, ways)| {
        forecast_note(format!("Catches {name}"), format!("{} %", (ways + 50) / 100), "CS-BASE-35")
    }));
    Some(Forecast {
        roll: format!("{} or less", target.number.max(0)),
        symbols: None,
        joint: Vec::new(),
        totals: vec![target_sum(&target)],
        notes: remarks,
        odds: Odds::from_distribution(&outcome_summaries(&explosion, &centres, &flight), &[]),
        defences: Vec::new(),
        barriers: Vec::new(),
        hidden: engagement.sight.hidden,
        unit: "caught",
    })
}

/// Everybody whom it may catch, in how many of 10 000 ways.
fn caught_ways(explosion: &Explosion<'_>, centres: &odds::CentreOdds) -> Vec<(String, u128)> {
    let mut ways: BTreeMap<u32, (String, u128)> = BTreeMap::new();
    for (&centre, &times) in centres {
        for near in explosion.caught_units(centre) {
            let entry = ways.entry(near.unit.id).or_insert_with(|| (near.unit.name.to_string(), 0));
            entry.1 += times;
        }
    }
    ways.into_values().collect()
}

/// Hit means on the square; damage is how many are caught, wherever it goes off. Duds catch nobody.
fn outcome_summaries(
    explosion: &Explosion<'_>,
    centres: &odds::CentreOdds,
    flight: &odds::FlightOdds<'_>,
) -> Distribution<OutcomeSummary> {
    let gist = |hit: bool, caught: usize| OutcomeSummary {
        contact: if hit { HitResult::Hit } else { HitResult::Miss },
        net: i32::from(hit),
        damage: u32::try_from(caught).unwrap_or(u32::MAX),
        knocked_down: false,
        down: None,
        barriers: Vec::new(),
    };
    let mut parts = Vec::new();
    let (mut left, on_target) = (flight.total_ways(), flight.straight_ways());
    for (&centre, &times) in centres {
        let there = explosion.caught_units(centre).len();
        left -= times;
        // A scatter may come down where it was aimed as well: it is a miss all the same.
        let hits = if centre == crate::circumstances::attacks::scatter::CellOffset::default() {
            on_target.min(times)
        } else {
            0
        };
        parts.push((gist(true, there), hits));
        parts.push((gist(false, there), times - hits));
    }
    parts.push((gist(false, 0), left));
    Distribution::from_weighted(parts)
}
