//! Attacks that cover an area, on the map: whom they catch, and where a miss goes off. `SS-DEF-49`, `SS-RULING-60`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::attacks::{attacked, effects_on, kills, saved, scene, spent, summed};
use super::{arm_of, fighter};
use crate::circumstances::attacks::scatter;
use crate::circumstances::attacks::scatter::CellOffset;
use crate::ground::ground_effect;
use crate::swan_song::attack::pool;
use crate::swan_song::explosives::area_attack;
use crate::swan_song::options::switches::AreaDamage;
use crate::swan_song::{AttackContext, AttackResult, DamageValue, Weapon, WeaponClass};
use crate::{
    ActionOutcome, AttackRequest, AttackSite, BarrierHarm, BlastProfile, Effect, ForecastNote, HitResult,
    RuleSet, Square, UnitSnapshot,
};
use dice::{Roll, RuleResult, Table};

/// Somebody besides the first target, and where: squares east and north of it.
pub(crate) struct BlastBystander<'a> {
    pub(crate) unit: &'a UnitSnapshot,
    offset: CellOffset,
    aware: bool,
}

/// A place as the map has it.
fn square(spot: &AttackSite, place: CellOffset) -> Square {
    Square { x: spot.target.x + place.east, y: spot.target.y - place.north }
}

/// Where something goes off; nowhere without a map.
fn place_of(engagement: &AttackRequest, centre: CellOffset) -> Option<Square> {
    engagement.site.as_ref().map(|spot| square(spot, centre))
}

/// Where the attacker stands, seen from the first target.
fn attackers_place(engagement: &AttackRequest) -> CellOffset {
    let away = -engagement.sight.chebyshev_distance.cast_signed();
    engagement.site.as_ref().map_or(CellOffset::new(0, away), |spot| {
        CellOffset::new(spot.attacker.x - spot.target.x, spot.target.y - spot.attacker.y)
    })
}

/// Everybody but the first target and the attacker, by number.
pub(crate) fn bystanders(engagement: &AttackRequest) -> Vec<BlastBystander<'_>> {
    let others = engagement.bystanders.iter().map(|near| BlastBystander {
        unit: &near.unit,
        offset: CellOffset::new(near.offset.0, near.offset.1),
        aware: near.sight.aware,
    });
    others.collect()
}

/// Everybody but the first target, by number, the attacker last.
pub(crate) fn present(engagement: &AttackRequest) -> Vec<BlastBystander<'_>> {
    let own = BlastBystander { unit: &engagement.attacker, offset: attackers_place(engagement), aware: true };
    bystanders(engagement).into_iter().chain([own]).collect()
}

/// What is left of an explosion so many metres away: a point of DV less for each. `SS-RULING-60`.
fn weakened(weapon: &Weapon, metres: u32) -> Arc<Weapon> {
    let damage = match weapon.damage {
        DamageValue::Fixed(full) => DamageValue::Fixed(full.saturating_sub(metres)),
        DamageValue::StrengthPlus(more) => DamageValue::StrengthPlus(more - metres.cast_signed()),
    };
    Arc::new(Weapon { damage, ..weapon.clone() })
}

/// What reaches a place so far from where it goes off, under the switches. `SS-RULING-60`.
fn felt(weapon: &Arc<Weapon>, distance_squared: u32, area: AreaDamage) -> Arc<Weapon> {
    match area {
        AreaDamage::Falloff => weakened(weapon, distance_squared.isqrt()),
        AreaDamage::FullDv => Arc::clone(weapon),
    }
}

/// `SS-RULING-60`: the DV before net hits.
pub fn blast(attacker: &UnitSnapshot, weapon: &crate::Weapon, rules: &RuleSet) -> Option<BlastProfile> {
    let (attacker, weapon) = (fighter(attacker), arm_of(weapon));
    let damage = |metres: u32| {
        let weapon = felt(&weapon, metres * metres, rules.engine.area);
        pool::damage_parts(&attacker, &weapon).pool().to_string()
    };
    (weapon.blast > 0).then(|| BlastProfile::new(weapon.blast, damage))
}

/// The attack as it meets somebody around the place where it goes off; nothing if it does not reach them.
fn caught(
    engagement: &AttackRequest,
    throw: &AttackContext,
    centre: CellOffset,
    near: &BlastBystander<'_>,
) -> Option<AttackContext> {
    if !reaches(engagement, throw, centre, near) {
        return None;
    }
    let mut scene = AttackContext {
        defender: attacked(near.unit, &engagement.attacker),
        in_contact: false,
        ..throw.clone()
    };
    let way = near.offset.relative_to(centre);
    let distance_squared = way.east.unsigned_abs().pow(2) + way.north.unsigned_abs().pow(2);
    scene.weapon = felt(&throw.weapon, distance_squared, throw.switches.area);
    scene.barriers.clear();
    scene.sight.hidden = 0;
    if let Some(spot) = &engagement.site {
        let (from, to) = (square(spot, centre), square(spot, near.offset));
        if from != to {
            let (shelters, hidden) = spot.terrain.shelters(from, to, near.unit.prone);
            scene.sight.hidden = hidden;
            // Seen the other way round, what stands beside the explosion.
            scene.in_contact = spot.terrain.shelters(to, from, false).0.iter().any(|shelter| shelter.beside);
            scene.barriers = shelters.into_iter().map(|shelter| shelter.barrier).collect();
        }
    }
    scene.sight.took_cover = near.unit.in_cover;
    scene.sight.across_obstacle = scene.sight.hidden > 0;
    scene.sight.aware = near.aware;
    Some(scene)
}

/// Whether somebody is within the radius and not behind a wall.
pub(crate) fn reaches(
    engagement: &AttackRequest,
    throw: &AttackContext,
    centre: CellOffset,
    near: &BlastBystander<'_>,
) -> bool {
    let way = near.offset.relative_to(centre);
    let distance_squared = way.east.unsigned_abs().pow(2) + way.north.unsigned_abs().pow(2);
    if distance_squared > throw.weapon.blast.pow(2) {
        return false;
    }
    engagement.site.as_ref().is_none_or(|spot| {
        let (from, to) = (square(spot, centre), square(spot, near.offset));
        from == to || spot.terrain.blast_reaches(from, to)
    })
}

/// The names of those whom it reaches if it goes off where it is aimed.
pub(crate) fn named(
    engagement: &AttackRequest,
    throw: &AttackContext,
    everybody: &[BlastBystander<'_>],
) -> Vec<String> {
    let inside = everybody.iter().filter(|near| reaches(engagement, throw, CellOffset::default(), near));
    inside.map(|near| near.unit.name.to_string()).collect()
}

/// Whom it reaches besides its target, for a card; nothing of what has no radius. `SS-RULING-60`.
pub(crate) fn others(engagement: &AttackRequest, throw: &AttackContext) -> Option<ForecastNote> {
    let metres = Some(throw.weapon.blast).filter(|metres| *metres > 0)?;
    Some(ForecastNote::for_reached_units(
        &named(engagement, throw, &present(engagement)),
        true,
        metres,
        "SS-RULING-60",
    ))
}

/// Where a miss goes off, in the borrowed measure; where it was aimed if nothing is borrowed. `CS-SCA-03`, `CS-SCA-08`.
pub(crate) fn scattered(
    table: &mut impl Table,
    engagement: &AttackRequest,
    thrown: bool,
) -> RuleResult<CellOffset> {
    if !engagement.rules.borrows("scatter") {
        return Ok(CellOffset::default());
    }
    let way = scatter::roll_scatter_of(table, thrown, 0)?;
    let path = scatter::scatter_path(attackers_place(engagement), CellOffset::default(), way);
    let can_step = |from, to| {
        engagement
            .site
            .as_ref()
            .is_none_or(|spot| spot.terrain.can_step(square(spot, from), square(spot, to)))
    };
    Ok(scatter::scatter_end(&path, can_step).unwrap_or_default())
}

/// It is thrown, and a miss does not fly as far.
pub(crate) fn is_thrown(throw: &AttackContext) -> bool {
    throw.weapon.class == WeaponClass::Thrown
}

/// What an explosion does to everybody it meets.
#[derive(Debug, Default)]
pub(crate) struct ExplosionOutcome {
    /// All of it but the harm of barriers.
    pub effects: Vec<Effect>,
    /// In short, of each who is harmed.
    pub summaries: Vec<String>,
    /// The most that any of them suffered.
    pub damage: u32,
    /// Where it goes off: away from there people fly. `AB-KNOCK-02`.
    origin: Option<Square>,
    killed: bool,
    pub barrier_wear: BTreeMap<u32, u32>,
}

impl ExplosionOutcome {
    /// Adds what it does to one unit; `first` is its target.
    fn take(&mut self, engagement: &AttackRequest, unit: &UnitSnapshot, result: &AttackResult, first: bool) {
        self.killed |= kills(engagement, unit, result);
        if !first && matches!(result.contact, HitResult::Hit | HitResult::Graze) {
            self.effects.push(Effect::Struck { unit: unit.id });
        }
        for effect in effects_on(engagement, unit, result, self.origin) {
            match effect {
                Effect::Barrier(harm) => self.wear(harm),
                other => self.effects.push(other),
            }
        }
        self.damage = self.damage.max(result.damage);
        match summed(result) {
            Some(words) if first => self.summaries.push(words),
            Some(_) => self.summaries.push(format!("{}: {} damage", unit.name, result.damage)),
            None => {}
        }
    }

    /// One explosion wears each barrier once, whoever is behind it.
    pub(crate) fn wear(&mut self, harm: BarrierHarm) {
        let most = self.barrier_wear.entry(harm.id).or_default();
        *most = harm.damage.max(*most);
    }

    /// Closes the list: a killing blow, and what barriers suffered.
    pub(crate) fn close(&mut self, attacker: &UnitSnapshot) {
        if self.killed {
            let saved = saved(attacker, &self.effects);
            self.effects.extend(saved);
        }
        let worn = std::mem::take(&mut self.barrier_wear).into_iter();
        self.effects.extend(worn.map(|(id, damage)| Effect::Barrier(BarrierHarm { id, damage })));
    }
}

/// An attack on an area around a unit.
///
/// # Errors
/// As the table.
pub(crate) fn attack(table: &mut impl Table, engagement: &AttackRequest) -> RuleResult<ActionOutcome> {
    let throw = scene(engagement);
    let everybody = present(engagement);
    let (mut centre, mut met) = (CellOffset::default(), Vec::new());
    let blast = area_attack::resolve_area_attack(table, &throw, |table, missed| {
        if missed {
            centre = scattered(table, engagement, is_thrown(&throw))?;
        }
        let (units, scenes) = all_caught(engagement, &throw, centre, &everybody);
        met = units;
        Ok(scenes)
    })?;
    let effects = spent(blast.first.karma, engagement.attacker.id, engagement.defender.id);
    let mut came =
        ExplosionOutcome { effects, origin: place_of(engagement, centre), ..ExplosionOutcome::default() };
    came.effects.push(told(engagement, &throw, centre, &format!("at {}", engagement.defender.name)));
    came.effects.extend(laid(engagement, centre));
    came.take(engagement, &engagement.defender, &blast.first, true);
    for (unit, result) in met.into_iter().zip(&blast.others) {
        came.take(engagement, unit, result, false);
    }
    came.close(&engagement.attacker);
    let (first, words) = (blast.first, came.summaries.join(", "));
    let effects = came.effects;
    Ok(ActionOutcome { contact: first.contact, net: first.net_hits, damage: first.damage, words, effects })
}

fn all_caught<'a>(
    engagement: &AttackRequest,
    throw: &AttackContext,
    centre: CellOffset,
    everybody: &[BlastBystander<'a>],
) -> (Vec<&'a UnitSnapshot>, Vec<AttackContext>) {
    let met = everybody.iter().filter_map(|near| {
        let scene = caught(engagement, throw, centre, near)?;
        Some((near.unit, scene))
    });
    met.unzip()
}

/// An attack roll that is made goes off around a place: it meets everybody there. `SS-RULING-60`.
///
/// # Errors
/// As the table.
pub(crate) fn burst(
    table: &mut impl Table,
    engagement: &AttackRequest,
    throw: &AttackContext,
    (centre, everybody): (CellOffset, &[BlastBystander<'_>]),
    attack: Roll,
) -> RuleResult<ExplosionOutcome> {
    let (met, scenes) = all_caught(engagement, throw, centre, everybody);
    let results = area_attack::resolve_against_all(table, &scenes, attack)?;
    let mut came = ExplosionOutcome { origin: place_of(engagement, centre), ..ExplosionOutcome::default() };
    for (unit, result) in met.into_iter().zip(&results) {
        came.take(engagement, unit, result, false);
    }
    Ok(came)
}

/// What it leaves on the ground where it goes off.
pub(crate) fn laid(engagement: &AttackRequest, centre: CellOffset) -> Option<Effect> {
    ground_effect::effect_left_at(&engagement.weapon, place_of(engagement, centre))
}

/// Where it goes off; `at` says where it was aimed.
pub(crate) fn told(
    engagement: &AttackRequest,
    throw: &AttackContext,
    centre: CellOffset,
    at: &str,
) -> Effect {
    let (name, metres) = (&throw.weapon.name, centre.east.unsigned_abs().max(centre.north.unsigned_abs()));
    let (text, clause) = match metres {
        0 => (format!("{name}: goes off {at}"), "SS-RULING-60"),
        _ => {
            let beside = at.strip_prefix("at ").unwrap_or(at);
            (format!("{name}: goes off {metres} m beside {beside}"), "CS-SCA-03")
        }
    };
    Effect::RuleNote { unit: engagement.attacker.id, text, clause }
}
