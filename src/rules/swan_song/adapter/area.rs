//! Attacks that cover an area, on the map: whom they catch, and where a miss goes off. `SS-DEF-49`, `SS-RULING-60`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::switches::AreaDamage;
use super::super::{AttackScene, DamageValue, Weapon, WeaponClass, area};
use super::combat::{attacked, effects_on, kills, saved, scene, spent, summed};
use crate::dice::{Step, Table};
use crate::rules::circumstances::scatter::{self, Offset};
use crate::rules::{BarrierHarm, Combatant, Effect, Engagement, Outcome, Spot, Square};

/// Somebody besides the first target, and where: squares east and north of it.
struct Present<'a> {
    unit: &'a Combatant,
    place: Offset,
    aware: bool,
}

/// A place as the map has it.
fn square(spot: &Spot, place: Offset) -> Square {
    Square { x: spot.target.x + place.east, y: spot.target.y - place.north }
}

/// Where the attacker stands, seen from the first target.
fn attackers_place(engagement: &Engagement) -> Offset {
    let away = -engagement.sight.rings.cast_signed();
    engagement.spot.as_ref().map_or(Offset::new(0, away), |spot| {
        Offset::new(spot.attacker.x - spot.target.x, spot.target.y - spot.attacker.y)
    })
}

/// Everybody but the first target, by number, the attacker last.
fn present(engagement: &Engagement) -> Vec<Present<'_>> {
    let others = engagement.company.iter().map(|near| Present {
        unit: &near.unit,
        place: Offset::new(near.offset.0, near.offset.1),
        aware: near.sight.aware,
    });
    let own = Present { unit: &engagement.attacker, place: attackers_place(engagement), aware: true };
    others.chain([own]).collect()
}

/// What is left of an explosion so many metres away: a point of DV less for each. `SS-RULING-60`.
fn weakened(weapon: &Weapon, metres: u32) -> Arc<Weapon> {
    let damage = match weapon.damage {
        DamageValue::Fixed(full) => DamageValue::Fixed(full.saturating_sub(metres)),
        DamageValue::StrengthPlus(more) => DamageValue::StrengthPlus(more - metres.cast_signed()),
    };
    Arc::new(Weapon { damage, ..weapon.clone() })
}

/// The attack as it meets somebody around the place where it goes off; nothing if it does not reach them.
fn caught(
    engagement: &Engagement,
    throw: &AttackScene,
    centre: Offset,
    near: &Present<'_>,
) -> Option<AttackScene> {
    let way = near.place.from(centre);
    let distance_squared = way.east.unsigned_abs().pow(2) + way.north.unsigned_abs().pow(2);
    if distance_squared > throw.weapon.blast.pow(2) {
        return None;
    }
    let mut scene =
        AttackScene { defender: attacked(near.unit, &engagement.attacker), contact: false, ..throw.clone() };
    if throw.switches.area == AreaDamage::Falloff {
        scene.weapon = weakened(&throw.weapon, distance_squared.isqrt());
    }
    scene.barriers.clear();
    scene.sight.hidden = 0;
    if let Some(spot) = &engagement.spot {
        let (from, to) = (square(spot, centre), square(spot, near.place));
        if from != to {
            if !spot.lay.blast_reaches(from, to) {
                return None;
            }
            let (shelters, hidden) = spot.lay.shelters(from, to, near.unit.prone);
            scene.sight.hidden = hidden;
            // Seen the other way round, what stands beside the explosion.
            scene.contact = spot.lay.shelters(to, from, false).0.iter().any(|shelter| shelter.beside);
            scene.barriers = shelters.into_iter().map(|shelter| shelter.barrier).collect();
        }
    }
    scene.sight.took_cover = near.unit.in_cover;
    scene.sight.across_obstacle = scene.sight.hidden > 0;
    scene.sight.aware = near.aware;
    Some(scene)
}

/// Where a miss goes off, in the borrowed measure; at the target where nothing is borrowed. `CS-SCA-03`, `CS-SCA-08`.
fn scattered(table: &mut impl Table, engagement: &Engagement, thrown: bool) -> Step<Offset> {
    if !engagement.rules.borrows("scatter") {
        return Ok(Offset::default());
    }
    let way = scatter::throw(table, thrown, 0)?;
    let path = scatter::path(attackers_place(engagement), Offset::default(), way);
    let can_step = |from, to| {
        engagement.spot.as_ref().is_none_or(|spot| spot.lay.can_step(square(spot, from), square(spot, to)))
    };
    Ok(scatter::landing(&path, can_step).unwrap_or_default())
}

/// An attack on an area around a unit.
///
/// # Errors
/// As the table.
pub(super) fn attack(table: &mut impl Table, engagement: &Engagement) -> Step<Outcome> {
    let throw = scene(engagement);
    let thrown = throw.weapon.class == WeaponClass::Thrown;
    let everybody = present(engagement);
    let (mut centre, mut met) = (Offset::default(), Vec::new());
    let blast = area::blast(table, &throw, |table, missed| {
        if missed {
            centre = scattered(table, engagement, thrown)?;
        }
        let mut scenes = Vec::new();
        for near in &everybody {
            if let Some(scene) = caught(engagement, &throw, centre, near) {
                met.push(near.unit);
                scenes.push(scene);
            }
        }
        Ok(scenes)
    })?;
    let by = engagement.attacker.id;
    let mut effects = spent(blast.first.karma, by, engagement.defender.id);
    effects.push(told(engagement, &throw, centre));
    let mut worn: BTreeMap<u32, u32> = BTreeMap::new();
    let all = [(&engagement.defender, &blast.first)].into_iter().chain(met.into_iter().zip(&blast.others));
    let (mut words, mut killed) = (Vec::new(), false);
    for (unit, result) in all {
        killed |= kills(engagement, unit, result);
        for effect in effects_on(engagement, unit, result) {
            match effect {
                // One explosion wears each barrier once, whoever is behind it.
                Effect::Barrier(harm) => {
                    let most = worn.entry(harm.id).or_default();
                    *most = harm.damage.max(*most);
                }
                other => effects.push(other),
            }
        }
        if result.damage > 0 && unit.id != engagement.defender.id {
            words.push(format!("{}: {} damage", unit.name, result.damage));
        }
    }
    if killed {
        effects.extend(saved(&engagement.attacker, &effects));
    }
    effects.extend(worn.into_iter().map(|(id, damage)| Effect::Barrier(BarrierHarm { id, damage })));
    let words = summed(&blast.first).into_iter().chain(words).collect::<Vec<_>>().join(", ");
    let first = blast.first;
    Ok(Outcome { contact: first.contact, net: first.net_hits, damage: first.damage, words, effects })
}

/// Where it goes off.
fn told(engagement: &Engagement, throw: &AttackScene, centre: Offset) -> Effect {
    let (name, metres) = (&throw.weapon.name, centre.east.unsigned_abs().max(centre.north.unsigned_abs()));
    let (text, clause) = match metres {
        0 => (format!("{name}: goes off at {}", engagement.defender.name), "SS-RULING-60"),
        _ => (format!("{name}: goes off {metres} m beside {}", engagement.defender.name), "CS-SCA-03"),
    };
    Effect::Told { unit: engagement.attacker.id, text, clause }
}
