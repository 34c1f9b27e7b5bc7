//! Area attacks on the map: who is caught, and where a miss detonates. `SS-DEF-49`, `SS-RULING-60`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::attacks::{attacked, effects_on, kills, saved, scene, spent};
use super::{arm_of, fighter, switches};
use crate::ground::ground_effect;
use crate::ground::scatter;
use crate::ground::scatter::CellOffset;
use crate::swan_song::attack::pool;
use crate::swan_song::explosives::area_attack;
use crate::swan_song::lines::attacks::{BlastDamage, BlastSummary, DetonationLine, DetonationSite};
use crate::swan_song::options::switches::AreaDamage;
use crate::swan_song::{AttackContext, AttackResult, DamageValue, Weapon, WeaponClass};
use crate::{
    ActionOutcome, AttackRequest, AttackSite, BarrierHarm, BlastProfile, ForecastNote, HitResult, RuleSet,
    RuleStep, UnitAttack, UnitSnapshot,
};
use dice::{Roll, RuleResult, Table};
use model::{BarrierSource, Cell};

/// A unit near the first target, and its offset: squares east and north of it.
pub(crate) struct BlastBystander<'a> {
    pub(crate) unit: &'a UnitSnapshot,
    offset: CellOffset,
    aware: bool,
}

/// The cell at an offset from the target.
fn square(spot: &AttackSite, place: CellOffset) -> Cell {
    Cell::new(spot.target.x + place.east, spot.target.y - place.north)
}

/// Cell of the detonation; `None` without a map.
fn place_of(request: &AttackRequest, centre: CellOffset) -> Option<Cell> {
    request.site.as_ref().map(|spot| square(spot, centre))
}

/// Offset of the attacker from the first target.
fn attackers_place(request: &AttackRequest) -> CellOffset {
    let away = -request.sight.chebyshev_distance.cast_signed();
    request.site.as_ref().map_or(CellOffset::new(0, away), |spot| {
        CellOffset::new(spot.attacker.x - spot.target.x, spot.target.y - spot.attacker.y)
    })
}

/// Returns every unit except the first target and the attacker, by id.
pub(crate) fn bystanders(request: &AttackRequest) -> Vec<BlastBystander<'_>> {
    let others = request.bystanders.iter().map(|near| BlastBystander {
        unit: &near.unit,
        offset: CellOffset::new(near.offset.0, near.offset.1),
        aware: near.sight.aware,
    });
    others.collect()
}

/// Returns every unit except the first target, by id, the attacker last.
pub(crate) fn present(request: &AttackRequest) -> Vec<BlastBystander<'_>> {
    let own = BlastBystander { unit: &request.attacker, offset: attackers_place(request), aware: true };
    bystanders(request).into_iter().chain([own]).collect()
}

/// The weapon with its DV reduced by a point per metre from the detonation. `SS-RULING-60`.
fn weakened(weapon: &Weapon, metres: u32) -> Arc<Weapon> {
    let damage = match weapon.damage {
        DamageValue::Fixed(full) => DamageValue::Fixed(full.saturating_sub(metres)),
        DamageValue::StrengthPlus(more) => DamageValue::StrengthPlus(more - metres.cast_signed()),
    };
    Arc::new(Weapon { damage, ..weapon.clone() })
}

/// The weapon as it affects a target at this distance from the detonation, under the switches. `SS-RULING-60`.
fn felt(weapon: &Arc<Weapon>, distance_squared: u32, area: AreaDamage) -> Arc<Weapon> {
    match area {
        AreaDamage::Falloff => weakened(weapon, distance_squared.isqrt()),
        AreaDamage::FullDv => Arc::clone(weapon),
    }
}

/// Blast radius and DV before net hits. `SS-RULING-60`.
pub fn blast_profile(
    attacker: &UnitSnapshot,
    weapon: &crate::Weapon,
    rules: &RuleSet,
) -> Option<BlastProfile> {
    let (attacker, weapon) = (fighter(attacker), arm_of(weapon));
    let damage = |metres: u32| {
        let weapon = felt(&weapon, metres * metres, switches(rules).area);
        pool::damage_parts(&attacker, &weapon).pool().to_string()
    };
    (weapon.blast > 0).then(|| BlastProfile::new(weapon.blast, damage))
}

/// The attack against a unit near the detonation; `None` if it does not reach the unit.
fn caught(
    request: &AttackRequest,
    throw: &AttackContext,
    centre: CellOffset,
    near: &BlastBystander<'_>,
) -> Option<AttackContext> {
    if !reaches(request, throw, centre, near) {
        return None;
    }
    let mut scene = AttackContext {
        defender: attacked(near.unit, &request.attacker),
        in_contact: false,
        ..throw.clone()
    };
    let way = near.offset.relative_to(centre);
    let distance_squared = way.east.unsigned_abs().pow(2) + way.north.unsigned_abs().pow(2);
    scene.weapon = felt(&throw.weapon, distance_squared, throw.switches.area);
    scene.barriers.clear();
    scene.sight.hidden = 0;
    if let Some(spot) = &request.site {
        let (from, to) = (square(spot, centre), square(spot, near.offset));
        if from != to {
            let (shelters, hidden) = spot.terrain.shelters(from, to, near.unit.prone);
            scene.sight.hidden = hidden;
            // Seen from the unit, the obstacle is beside the explosion.
            scene.in_contact = spot.terrain.shelters(to, from, false).0.iter().any(|shelter| shelter.beside);
            scene.barriers = shelters.into_iter().map(|shelter| shelter.barrier).collect();
        }
    }
    scene.sight.took_cover = near.unit.in_cover;
    scene.sight.across_obstacle = scene.sight.hidden > 0;
    scene.sight.aware = near.aware;
    Some(scene)
}

/// Whether a unit is within the radius and not behind a wall.
pub(crate) fn reaches(
    request: &AttackRequest,
    throw: &AttackContext,
    centre: CellOffset,
    near: &BlastBystander<'_>,
) -> bool {
    let way = near.offset.relative_to(centre);
    let distance_squared = way.east.unsigned_abs().pow(2) + way.north.unsigned_abs().pow(2);
    if distance_squared > throw.weapon.blast.pow(2) {
        return false;
    }
    request.site.as_ref().is_none_or(|spot| {
        let (from, to) = (square(spot, centre), square(spot, near.offset));
        from == to || spot.terrain.blast_reaches(from, to)
    })
}

/// Names of the units reached by a detonation on target.
pub(crate) fn named(
    request: &AttackRequest,
    throw: &AttackContext,
    present_units: &[BlastBystander<'_>],
) -> Vec<String> {
    let inside = present_units.iter().filter(|near| reaches(request, throw, CellOffset::default(), near));
    inside.map(|near| near.unit.name.to_string()).collect()
}

/// Card note on units reached besides the target; `None` if the attack has no radius. `SS-RULING-60`.
pub(crate) fn others(request: &AttackRequest, throw: &AttackContext) -> Option<ForecastNote> {
    let metres = Some(throw.weapon.blast).filter(|metres| *metres > 0)?;
    Some(ForecastNote::for_reached_units(
        &named(request, throw, &present(request)),
        true,
        metres,
        "SS-RULING-60",
    ))
}

/// Rolls where a miss detonates, by the borrowed rule; on target if scatter is not borrowed. `CS-SCA-03`, `CS-SCA-08`.
pub(crate) fn scattered(
    table: &mut impl Table,
    request: &AttackRequest,
    thrown: bool,
) -> RuleResult<CellOffset> {
    if !request.rules.borrows("scatter") {
        return Ok(CellOffset::default());
    }
    let way = scatter::roll_scatter(table, thrown, 0)?;
    let path = scatter::scatter_path(attackers_place(request), CellOffset::default(), way);
    let can_step = |from, to| {
        request.site.as_ref().is_none_or(|spot| spot.terrain.can_step(square(spot, from), square(spot, to)))
    };
    Ok(scatter::scatter_end(&path, can_step).unwrap_or_default())
}

/// Whether it is thrown; then it scatters less.
pub(crate) fn is_thrown(throw: &AttackContext) -> bool {
    throw.weapon.class == WeaponClass::Thrown
}

/// Effects of an explosion on all units it reaches.
#[derive(Debug, Default)]
pub(crate) struct ExplosionOutcome {
    /// All effects except damage to barriers.
    pub effects: Vec<RuleStep>,
    /// A summary for each damaged unit.
    pub summaries: Vec<BlastDamage>,
    /// Highest damage to a unit.
    pub damage: u32,
    /// Cell of the detonation; knockback moves units away from it. `AB-KNOCK-02`.
    origin: Option<Cell>,
    killed: bool,
    pub barrier_wear: BTreeMap<BarrierSource, u32>,
}

impl ExplosionOutcome {
    /// Adds the result for one unit; `first` marks the attack's target.
    fn take(&mut self, request: &AttackRequest, unit: &UnitSnapshot, result: &AttackResult, first: bool) {
        self.killed |= kills(request, unit, result);
        if !first && matches!(result.contact, HitResult::Hit | HitResult::Graze) {
            self.effects.push(RuleStep::ApplyAttackProperties { unit: unit.id });
        }
        for effect in effects_on(request, unit, result, self.origin) {
            match effect {
                RuleStep::DamageBarrier(harm) => self.wear(harm),
                other => self.effects.push(other),
            }
        }
        self.damage = self.damage.max(result.damage);
        if result.damage > 0 {
            let target = (!first).then(|| unit.name.to_string());
            self.summaries.push(BlastDamage { target, damage: result.damage });
        }
    }

    /// Adds barrier wear. One explosion wears each barrier once, whatever the number of units behind it.
    pub(crate) fn wear(&mut self, harm: BarrierHarm) {
        let most = self.barrier_wear.entry(harm.id).or_default();
        *most = harm.damage.max(*most);
    }

    /// Completes the effects: a killing blow, and damage to barriers.
    pub(crate) fn close(&mut self, attacker: &UnitSnapshot) {
        if self.killed {
            let saved = saved(attacker, &self.effects);
            self.effects.extend(saved);
        }
        let worn = std::mem::take(&mut self.barrier_wear).into_iter();
        self.effects.extend(worn.map(|(id, damage)| RuleStep::DamageBarrier(BarrierHarm { id, damage })));
    }
}

/// Resolves an attack on an area around a unit.
pub(crate) fn attack(table: &mut impl Table, attack: UnitAttack<'_>) -> RuleResult<ActionOutcome> {
    let UnitAttack { request, target } = attack;
    let throw = scene(attack);
    let present_units = present(request);
    let (mut centre, mut caught_units) = (CellOffset::default(), Vec::new());
    let blast = area_attack::resolve_area_attack(table, &throw, |table, missed| {
        if missed {
            centre = scattered(table, request, is_thrown(&throw))?;
        }
        let (units, scenes) = all_caught(request, &throw, centre, &present_units);
        caught_units = units;
        Ok(scenes)
    })?;
    let effects = spent(blast.first.karma, request.attacker.id, target.defender.id);
    let mut outcome =
        ExplosionOutcome { effects, origin: place_of(request, centre), ..ExplosionOutcome::default() };
    outcome.effects.push(told(
        request,
        &throw,
        centre,
        DetonationSite::Unit(target.defender.name.to_string()),
    ));
    outcome.effects.extend(laid(request, centre));
    outcome.take(request, &target.defender, &blast.first, true);
    for (unit, result) in caught_units.into_iter().zip(&blast.others) {
        outcome.take(request, unit, result, false);
    }
    outcome.close(&request.attacker);
    let (first, words) = (blast.first, BlastSummary(outcome.summaries));
    let effects = outcome.effects;
    Ok(ActionOutcome {
        contact: first.contact,
        net: first.net_hits,
        damage: first.damage,
        words: words.into(),
        effects,
    })
}

fn all_caught<'a>(
    request: &AttackRequest,
    throw: &AttackContext,
    centre: CellOffset,
    present_units: &[BlastBystander<'a>],
) -> (Vec<&'a UnitSnapshot>, Vec<AttackContext>) {
    let caught_units = present_units.iter().filter_map(|near| {
        let scene = caught(request, throw, centre, near)?;
        Some((near.unit, scene))
    });
    caught_units.unzip()
}

/// Resolves an attack roll already made against every unit around the detonation. `SS-RULING-60`.
pub(crate) fn burst(
    table: &mut impl Table,
    request: &AttackRequest,
    throw: &AttackContext,
    (centre, present_units): (CellOffset, &[BlastBystander<'_>]),
    attack: Roll,
) -> RuleResult<ExplosionOutcome> {
    let (caught_units, scenes) = all_caught(request, throw, centre, present_units);
    let results = area_attack::resolve_against_all(table, &scenes, attack)?;
    let mut outcome = ExplosionOutcome { origin: place_of(request, centre), ..ExplosionOutcome::default() };
    for (unit, result) in caught_units.into_iter().zip(&results) {
        outcome.take(request, unit, result, false);
    }
    Ok(outcome)
}

/// Ground effect left at the detonation.
pub(crate) fn laid(request: &AttackRequest, centre: CellOffset) -> Option<RuleStep> {
    ground_effect::effect_left_at(&request.weapon, place_of(request, centre))
}

/// Note on the detonation; `site` is the aim.
pub(crate) fn told(
    request: &AttackRequest,
    throw: &AttackContext,
    centre: CellOffset,
    site: DetonationSite,
) -> RuleStep {
    let metres = centre.east.unsigned_abs().max(centre.north.unsigned_abs());
    let clause = if metres == 0 { "SS-RULING-60" } else { "CS-SCA-03" };
    let text = DetonationLine { weapon: throw.weapon.name.clone(), site, metres };
    RuleStep::note(request.attacker.id, text, clause)
}
