//! Attacks that cover an area, on the map: whom they catch, and where a miss goes off. `SS-DEF-49`, `SS-RULING-60`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::switches::AreaDamage;
use super::super::{AttackResult, AttackScene, DamageValue, Weapon, WeaponClass, area, attack_pool};
use super::combat::{attacked, effects_on, kills, saved, scene, spent, summed};
use super::{arm_of, fighter};
use crate::circumstances::scatter::{self, Offset};
use crate::{
    BarrierHarm, Burst, Combatant, Contact, Effect, Engagement, Outcome, Remark, RuleSet, Spot, Square, pall,
};
use dice::{Roll, Step, Table};

/// Somebody besides the first target, and where: squares east and north of it.
pub(super) struct Present<'a> {
    pub(super) unit: &'a Combatant,
    place: Offset,
    aware: bool,
}

/// A place as the map has it.
fn square(spot: &Spot, place: Offset) -> Square {
    Square { x: spot.target.x + place.east, y: spot.target.y - place.north }
}

/// Where something goes off; nowhere without a map.
fn place_of(engagement: &Engagement, centre: Offset) -> Option<Square> {
    engagement.spot.as_ref().map(|spot| square(spot, centre))
}

/// Where the attacker stands, seen from the first target.
fn attackers_place(engagement: &Engagement) -> Offset {
    let away = -engagement.sight.rings.cast_signed();
    engagement.spot.as_ref().map_or(Offset::new(0, away), |spot| {
        Offset::new(spot.attacker.x - spot.target.x, spot.target.y - spot.attacker.y)
    })
}

/// Everybody but the first target and the attacker, by number.
pub(super) fn bystanders(engagement: &Engagement) -> Vec<Present<'_>> {
    let others = engagement.company.iter().map(|near| Present {
        unit: &near.unit,
        place: Offset::new(near.offset.0, near.offset.1),
        aware: near.sight.aware,
    });
    others.collect()
}

/// Everybody but the first target, by number, the attacker last.
pub(super) fn present(engagement: &Engagement) -> Vec<Present<'_>> {
    let own = Present { unit: &engagement.attacker, place: attackers_place(engagement), aware: true };
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
pub fn blast(attacker: &Combatant, weapon: &crate::Weapon, rules: &RuleSet) -> Option<Burst> {
    let (attacker, weapon) = (fighter(attacker), arm_of(weapon));
    let damage = |metres: u32| {
        let weapon = felt(&weapon, metres * metres, rules.engine.area);
        attack_pool::damage_parts(&attacker, &weapon).pool().to_string()
    };
    (weapon.blast > 0).then(|| Burst::new(weapon.blast, damage))
}

/// The attack as it meets somebody around the place where it goes off; nothing if it does not reach them.
fn caught(
    engagement: &Engagement,
    throw: &AttackScene,
    centre: Offset,
    near: &Present<'_>,
) -> Option<AttackScene> {
    if !reaches(engagement, throw, centre, near) {
        return None;
    }
    let mut scene =
        AttackScene { defender: attacked(near.unit, &engagement.attacker), contact: false, ..throw.clone() };
    let way = near.place.from(centre);
    let distance_squared = way.east.unsigned_abs().pow(2) + way.north.unsigned_abs().pow(2);
    scene.weapon = felt(&throw.weapon, distance_squared, throw.switches.area);
    scene.barriers.clear();
    scene.sight.hidden = 0;
    if let Some(spot) = &engagement.spot {
        let (from, to) = (square(spot, centre), square(spot, near.place));
        if from != to {
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

/// Whether somebody is within the radius and not behind a wall.
pub(super) fn reaches(
    engagement: &Engagement,
    throw: &AttackScene,
    centre: Offset,
    near: &Present<'_>,
) -> bool {
    let way = near.place.from(centre);
    let distance_squared = way.east.unsigned_abs().pow(2) + way.north.unsigned_abs().pow(2);
    if distance_squared > throw.weapon.blast.pow(2) {
        return false;
    }
    engagement.spot.as_ref().is_none_or(|spot| {
        let (from, to) = (square(spot, centre), square(spot, near.place));
        from == to || spot.lay.blast_reaches(from, to)
    })
}

/// The names of those whom it reaches if it goes off where it is aimed.
pub(super) fn named(engagement: &Engagement, throw: &AttackScene, everybody: &[Present<'_>]) -> Vec<String> {
    let inside = everybody.iter().filter(|near| reaches(engagement, throw, Offset::default(), near));
    inside.map(|near| near.unit.name.to_string()).collect()
}

/// Whom it reaches besides its target, for a card; nothing of what has no radius. `SS-RULING-60`.
pub(super) fn others(engagement: &Engagement, throw: &AttackScene) -> Option<Remark> {
    let metres = Some(throw.weapon.blast).filter(|metres| *metres > 0)?;
    Some(Remark::reached(&named(engagement, throw, &present(engagement)), true, metres, "SS-RULING-60"))
}

/// Where a miss goes off, in the borrowed measure; where it was aimed if nothing is borrowed. `CS-SCA-03`, `CS-SCA-08`.
pub(super) fn scattered(table: &mut impl Table, engagement: &Engagement, thrown: bool) -> Step<Offset> {
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

/// It is thrown, and a miss does not fly as far.
pub(super) fn is_thrown(throw: &AttackScene) -> bool {
    throw.weapon.class == WeaponClass::Thrown
}

/// What an explosion does to everybody it meets.
#[derive(Debug, Default)]
pub(super) struct Came {
    /// All of it but the harm of barriers.
    pub effects: Vec<Effect>,
    /// In short, of each who is harmed.
    pub words: Vec<String>,
    /// The most that any of them suffered.
    pub damage: u32,
    /// Where it goes off: away from there people fly. `AB-KNOCK-02`.
    from: Option<Square>,
    killed: bool,
    pub worn: BTreeMap<u32, u32>,
}

impl Came {
    /// Adds what it does to one unit; `first` is its target.
    fn take(&mut self, engagement: &Engagement, unit: &Combatant, result: &AttackResult, first: bool) {
        self.killed |= kills(engagement, unit, result);
        if !first && matches!(result.contact, Contact::Hit | Contact::Graze) {
            self.effects.push(Effect::Struck { unit: unit.id });
        }
        for effect in effects_on(engagement, unit, result, self.from) {
            match effect {
                Effect::Barrier(harm) => self.wear(harm),
                other => self.effects.push(other),
            }
        }
        self.damage = self.damage.max(result.damage);
        match summed(result) {
            Some(words) if first => self.words.push(words),
            Some(_) => self.words.push(format!("{}: {} damage", unit.name, result.damage)),
            None => {}
        }
    }

    /// One explosion wears each barrier once, whoever is behind it.
    pub(super) fn wear(&mut self, harm: BarrierHarm) {
        let most = self.worn.entry(harm.id).or_default();
        *most = harm.damage.max(*most);
    }

    /// Closes the list: a killing blow, and what barriers suffered.
    pub(super) fn close(&mut self, attacker: &Combatant) {
        if self.killed {
            let saved = saved(attacker, &self.effects);
            self.effects.extend(saved);
        }
        let worn = std::mem::take(&mut self.worn).into_iter();
        self.effects.extend(worn.map(|(id, damage)| Effect::Barrier(BarrierHarm { id, damage })));
    }
}

/// An attack on an area around a unit.
///
/// # Errors
/// As the table.
pub(super) fn attack(table: &mut impl Table, engagement: &Engagement) -> Step<Outcome> {
    let throw = scene(engagement);
    let everybody = present(engagement);
    let (mut centre, mut met) = (Offset::default(), Vec::new());
    let blast = area::blast(table, &throw, |table, missed| {
        if missed {
            centre = scattered(table, engagement, is_thrown(&throw))?;
        }
        let (units, scenes) = all_caught(engagement, &throw, centre, &everybody);
        met = units;
        Ok(scenes)
    })?;
    let effects = spent(blast.first.karma, engagement.attacker.id, engagement.defender.id);
    let mut came = Came { effects, from: place_of(engagement, centre), ..Came::default() };
    came.effects.push(told(engagement, &throw, centre, &format!("at {}", engagement.defender.name)));
    came.effects.extend(laid(engagement, centre));
    came.take(engagement, &engagement.defender, &blast.first, true);
    for (unit, result) in met.into_iter().zip(&blast.others) {
        came.take(engagement, unit, result, false);
    }
    came.close(&engagement.attacker);
    let (first, words) = (blast.first, came.words.join(", "));
    let effects = came.effects;
    Ok(Outcome { contact: first.contact, net: first.net_hits, damage: first.damage, words, effects })
}

fn all_caught<'a>(
    engagement: &Engagement,
    throw: &AttackScene,
    centre: Offset,
    everybody: &[Present<'a>],
) -> (Vec<&'a Combatant>, Vec<AttackScene>) {
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
pub(super) fn burst(
    table: &mut impl Table,
    engagement: &Engagement,
    throw: &AttackScene,
    (centre, everybody): (Offset, &[Present<'_>]),
    attack: Roll,
) -> Step<Came> {
    let (met, scenes) = all_caught(engagement, throw, centre, everybody);
    let results = area::meet_all(table, &scenes, attack)?;
    let mut came = Came { from: place_of(engagement, centre), ..Came::default() };
    for (unit, result) in met.into_iter().zip(&results) {
        came.take(engagement, unit, result, false);
    }
    Ok(came)
}

/// What it leaves on the ground where it goes off.
pub(super) fn laid(engagement: &Engagement, centre: Offset) -> Option<Effect> {
    pall::left(&engagement.weapon, place_of(engagement, centre))
}

/// Where it goes off; `at` says where it was aimed.
pub(super) fn told(engagement: &Engagement, throw: &AttackScene, centre: Offset, at: &str) -> Effect {
    let (name, metres) = (&throw.weapon.name, centre.east.unsigned_abs().max(centre.north.unsigned_abs()));
    let (text, clause) = match metres {
        0 => (format!("{name}: goes off {at}"), "SS-RULING-60"),
        _ => {
            let beside = at.strip_prefix("at ").unwrap_or(at);
            (format!("{name}: goes off {metres} m beside {beside}"), "CS-SCA-03")
        }
    };
    Effect::Told { unit: engagement.attacker.id, text, clause }
}
