//! Area attacks on squares. `CS-BASE-35`.

use std::collections::BTreeMap;

use super::area_attacks::Explosion;
use super::forecast_lines::{forecast_note, target_number_total};
use super::site_attack::SiteAttack;
use super::{forecast_lines, odds};
use crate::circumstances::AttackMode;
use crate::circumstances::attacks::blast::BlastLanding;
use crate::circumstances::attacks::{jamming, legality, target_number};
use crate::circumstances::lines::{BlastAim, CircumstancesRefusal};
use crate::ground::scatter::CellOffset;
use crate::{
    ActionOutcome, AttackRequest, Forecast, ForecastNote, HitResult, Odds, OutcomeSummary, RuleStep,
    RuleViolation,
};
use dice::{Distribution, RuleResult, Table};
use model::UnitId;

/// Checks whether a square may be attacked: only explosives can, and walls block them. `CS-BASE-35`,
/// `CS-SCA-08`.
///
/// # Errors
/// Returns `RuleViolation` if it may not.
pub fn may_attack_square(request: &AttackRequest) -> Result<(), RuleViolation> {
    let site_attack = SiteAttack::from(request);
    let context = site_attack.launch_context();
    if !context.weapon.is_area() {
        let weapon = context.weapon.name.clone();
        return Err(RuleViolation::new(CircumstancesRefusal::NeedsUnit { weapon }, "CS-BASE-35"));
    }
    legality::may_attack(&context.attempt(), site_attack.weapon_state(&context))?;
    let map = site_attack.attack_map();
    if !map.has_blast_line(map.attacker, CellOffset::default()) {
        return Err(RuleViolation::before_a_wall("CS-SCA-08"));
    }
    Ok(())
}

/// Chapters BASE, SCA and GRN. The damage is the total of all units hit.
pub fn attack_square(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
    let site_attack = SiteAttack::from(request);
    let (launch, steps, blast_result) =
        site_attack.launch_and_detonate(table, &site_attack.launch_context(), BlastAim::Cell)?;
    let hit = launch.landing == BlastLanding::OnTarget;
    let wounds =
        |effect: &RuleStep| if let RuleStep::ChangeHealth { damage, .. } = effect { *damage } else { 0 };
    let damage = steps.iter().map(wounds).sum();
    let contact = if hit { HitResult::Hit } else { HitResult::Miss };
    Ok(ActionOutcome {
        contact,
        net: i32::from(hit),
        damage,
        words: blast_result.outcomes.into(),
        effects: steps,
    })
}

/// Where it goes off, and how many units it hits. `CS-BASE-35`, chapters SCA and GRN.
pub fn forecast_square(request: &AttackRequest) -> Option<Forecast> {
    let site_attack = SiteAttack::from(request);
    let context = site_attack.launch_context();
    let target = target_number::target_number(&context.attempt());
    let misfires_on = jamming::misfire_threshold(&context.weapon, AttackMode::Standard, &context.switches);
    let explosion = site_attack.explosion(&context);
    let flight = odds::FlightOdds::for_site(&context, target.number, misfires_on);
    let centres = flight.centres(&explosion);
    let mut notes = Vec::new();
    let blind = forecast_lines::certain_miss_note(&context.attacker, &context.weapon);
    notes.extend(blind);
    if let Some(least) = misfires_on {
        let misfire = (AttackMode::Standard, least);
        notes.push(forecast_lines::misfire_note(&context.weapon, misfire, &context.switches));
    }
    let units_on_target = explosion.units_in_blast(CellOffset::default());
    let names: Vec<_> = units_on_target.iter().map(|candidate| candidate.unit.name.to_string()).collect();
    notes.push(ForecastNote::for_reached_units(&names, false, context.weapon.blast.into(), "CS-BASE-35"));
    let all_ways = flight.total_ways();
    notes.extend(hit_ways_by_unit(&explosion, &centres).into_iter().map(|(name, ways)| {
        let percent = (200 * ways + all_ways) / (2 * all_ways);
        forecast_note(format!("Hits {name}"), format!("{percent} %"), "CS-BASE-35")
    }));
    Some(Forecast {
        roll: forecast_lines::site_roll_text(&context, target.number),
        totals: vec![target_number_total(&target)],
        notes,
        odds: Odds::from_distribution(&outcome_summaries(&explosion, &centres, &flight), &[]),
        hidden: request.sight.hidden,
        ..Forecast::empty("caught")
    })
}

/// Units that it may hit, with their ways out of [`odds::FlightOdds::total_ways`].
fn hit_ways_by_unit(explosion: &Explosion<'_>, centres: &odds::CentreOdds) -> Vec<(String, u128)> {
    let mut ways_by_unit: BTreeMap<UnitId, (String, u128)> = BTreeMap::new();
    for (&centre, ways) in centres {
        for candidate in explosion.units_in_blast(centre) {
            let entry =
                ways_by_unit.entry(candidate.unit.id).or_insert_with(|| (candidate.unit.name.to_string(), 0));
            entry.1 += ways.all;
        }
    }
    ways_by_unit.into_values().collect()
}

/// A hit means on the square; damage is the number of units hit, wherever it goes off. Duds hit no one.
fn outcome_summaries(
    explosion: &Explosion<'_>,
    centres: &odds::CentreOdds,
    flight: &odds::FlightOdds<'_>,
) -> Distribution<OutcomeSummary> {
    let summary = |hit: bool, units_hit: usize| OutcomeSummary {
        contact: if hit { HitResult::Hit } else { HitResult::Miss },
        net: i32::from(hit),
        damage: u32::try_from(units_hit).unwrap_or(u32::MAX),
        knocked_down: false,
        down: None,
        barriers: Vec::new(),
    };
    let mut parts = Vec::new();
    let (mut ways_left, on_target) = (flight.total_ways(), flight.on_target_ways());
    for (&centre, ways) in centres {
        let (ways, units_hit) = (ways.all, explosion.units_in_blast(centre).len());
        ways_left -= ways;
        // A scatter that ends on the target square still counts as a miss.
        let hits = if centre == CellOffset::default() { on_target.min(ways) } else { 0 };
        parts.push((summary(true, units_hit), hits));
        parts.push((summary(false, units_hit), ways - hits));
    }
    parts.push((summary(false, 0), ways_left));
    Distribution::from_weighted(parts)
}
