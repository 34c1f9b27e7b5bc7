//! Squares as targets of what goes off. `CS-BASE-35`.

use std::collections::BTreeMap;

use super::super::blast::Landing;
use super::super::{Manner, attempt, jam, legality};
use super::area::Explosion;
use super::forecast::{self, remark, target_sum};
use super::odds;
use super::spot::AtSpot;
use crate::engine::timed::Trigger;
use crate::{
    Contact, Discharge, Effect, Forecast, Gist, Odds, Outcome, Refused, Remark, SquareEngagement, Weapon,
    pall,
};
use dice::{Distribution, Step, Table};

/// Only what goes off is aimed at a square, and a wall stops it. `CS-BASE-35`, `CS-SCA-08`.
///
/// # Errors
/// Why not.
pub fn may_attack_square(engagement: &SquareEngagement) -> Result<(), Refused> {
    let at = AtSpot::from(engagement);
    let scene = at.scene();
    if !scene.weapon.is_area() {
        let text = format!("{} needs somebody to aim at: only what goes off does not", scene.weapon.name);
        return Err(Refused::new(text, "CS-BASE-35"));
    }
    legality::may_attack(&scene.attempt(), at.state(&scene))
        .map_err(|why| Refused::new(why.to_string(), why.clause()))?;
    let chart = at.chart();
    if !chart.reaches(chart.attacker, super::super::scatter::Offset::default()) {
        return Err(Refused::before_a_wall("CS-SCA-08"));
    }
    Ok(())
}

/// Chapters BASE, SCA and GRN. The damage told is that of everybody who is caught.
///
/// # Errors
/// As the table.
pub fn attack_square(table: &mut impl Table, engagement: &SquareEngagement) -> Step<Outcome> {
    let at = AtSpot::from(engagement);
    let (launched, effects, blown) = at.burst(table, &at.scene(), "where it was aimed")?;
    let hit = launched.landing == Landing::OnTarget;
    let wounds = |effect: &Effect| if let Effect::Condition { damage, .. } = effect { *damage } else { 0 };
    let damage = effects.iter().map(wounds).sum();
    let contact = if hit { Contact::Hit } else { Contact::Miss };
    Ok(Outcome { contact, net: i32::from(hit), damage, words: blown.words.join(", "), effects })
}

/// What sets an item off. Table SS-T4.
pub fn trigger(item: &Weapon) -> Option<Trigger> {
    item.circumstances().trigger
}

/// It goes off where it lies: everybody within its Blast value is hit once. `SS-TIMED-01`, `CS-BASE-35`.
///
/// # Errors
/// As the table.
pub fn goes_off(table: &mut impl Table, discharge: &Discharge) -> Step<Outcome> {
    let text = format!("The {} goes off", discharge.weapon.name());
    let told = Effect::Told { unit: discharge.owner.id, text, clause: "SS-TIMED-01" };
    let blown = AtSpot::from(discharge).discharged(table)?;
    let laid = pall::left(&discharge.weapon, Some(discharge.spot.target));
    let effects = [told].into_iter().chain(laid).chain(blown.effects).collect();
    Ok(Outcome { words: blown.words.join(", "), ..Outcome::of(effects) })
}

/// Where it goes off, and how many it catches there. `CS-BASE-35`, chapters SCA and GRN.
pub fn forecast_square(engagement: &SquareEngagement) -> Option<Forecast> {
    let at = AtSpot::from(engagement);
    let scene = at.scene();
    let target = attempt::target_number(&scene.attempt());
    let misfires_on = jam::threshold(&scene.weapon, Manner::Standard, &scene.switches);
    let explosion = at.explosion(&scene);
    let flight = odds::Flight::to_spot(&scene, target.number, misfires_on);
    let centres = flight.centres(&explosion);
    let mut remarks = Vec::new();
    if let Some(least) = misfires_on {
        remarks.push(forecast::misfire(&scene.weapon, least));
    }
    let caught_there = explosion.caught(super::super::scatter::Offset::default());
    let names: Vec<_> = caught_there.iter().map(|near| near.unit.name.to_string()).collect();
    remarks.push(Remark::reached(&names, false, scene.weapon.blast.into(), "CS-BASE-35"));
    remarks.extend(caught(&explosion, &centres).into_iter().map(|(name, ways)| {
        remark(format!("Catches {name}"), format!("{} %", (ways + 50) / 100), "CS-BASE-35")
    }));
    Some(Forecast {
        roll: format!("{} or less", target.number.max(0)),
        symbols: None,
        joint: Vec::new(),
        sums: vec![target_sum(&target)],
        remarks,
        odds: Odds::of(&gists(&explosion, &centres, &flight), &[]),
        answers: Vec::new(),
        barriers: Vec::new(),
        hidden: engagement.sight.hidden,
        unit: "caught",
    })
}

/// Everybody whom it may catch, in how many of 10 000 ways.
fn caught(explosion: &Explosion<'_>, centres: &odds::Centres) -> Vec<(String, u128)> {
    let mut ways: BTreeMap<u32, (String, u128)> = BTreeMap::new();
    for (&centre, &times) in centres {
        for near in explosion.caught(centre) {
            let entry = ways.entry(near.unit.id).or_insert_with(|| (near.unit.name.to_string(), 0));
            entry.1 += times;
        }
    }
    ways.into_values().collect()
}

/// Hit means on the square; damage is how many are caught, wherever it goes off. Duds catch nobody.
fn gists(
    explosion: &Explosion<'_>,
    centres: &odds::Centres,
    flight: &odds::Flight<'_>,
) -> Distribution<Gist> {
    let gist = |hit: bool, caught: usize| Gist {
        contact: if hit { Contact::Hit } else { Contact::Miss },
        net: i32::from(hit),
        damage: u32::try_from(caught).unwrap_or(u32::MAX),
        knocked_down: false,
        down: None,
        barriers: Vec::new(),
    };
    let mut parts = Vec::new();
    let (mut left, on_target) = (flight.ways(), flight.straight());
    for (&centre, &times) in centres {
        let there = explosion.caught(centre).len();
        left -= times;
        // A scatter may come down where it was aimed as well: it is a miss all the same.
        let hits = if centre == super::super::scatter::Offset::default() { on_target.min(times) } else { 0 };
        parts.push((gist(true, there), hits));
        parts.push((gist(false, there), times - hits));
    }
    parts.push((gist(false, 0), left));
    Distribution::weighed(parts)
}
