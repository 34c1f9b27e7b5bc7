//! Explosions where nobody in particular is attacked: at a square, around a barrier, and what goes off by itself.
//! `SS-RULING-60`, `SS-BARR-23`, `SS-BARR-24`, `SS-BARR-27`, chapter TIMED.

use super::area_attacks;
use super::area_attacks::BlastBystander;
use super::attacks;
use super::attacks::{barrier_scene, flown, scene, spent};
use super::forecast::{dice, sum};
use crate::circumstances::attacks::scatter::CellOffset;
use crate::swan_song::attack::pool;
use crate::swan_song::barriers::barrier_attack;
use crate::swan_song::checks::base;
use crate::swan_song::explosives::area_attack as rule;
use crate::swan_song::{AttackContext, BarrierAttackContext, KarmaSpent};
use crate::turn_engine::timed_items;
use crate::{
    ActionOutcome, AttackRequest, AttackSite, BarrierAttackRequest, BarrierHarm, Bystander,
    CellAttackRequest, Detonation, Effect, Favours, Forecast, ForecastNote, HealthState, HitResult, Karma,
    MovementMode, Odds, OutcomeSummary, RuleSet, RuleViolation, Surroundings, TargetSight, UnitSnapshot,
    Weapon,
};
use dice::{AnswerPolicy, CarryState, Note, RuleResult, Table, enumerate};

/// In the very square.
const HERE: TargetSight = TargetSight {
    distance_squared: 0,
    chebyshev_distance: 0,
    hidden: 0,
    took_cover: false,
    across_obstacle: false,
    aware: true,
};

/// What an attack on a place is made of.
struct PlaceAttack<'a> {
    attacker: &'a UnitSnapshot,
    weapon: &'a Weapon,
    slot: usize,
    sight: TargetSight,
    surroundings: Surroundings,
    spot: Option<&'a AttackSite>,
    company: &'a [Bystander],
    rules: &'a RuleSet,
}

impl PlaceAttack<'_> {
    /// The same as an attack on somebody whom nothing sets apart: its target is never met.
    fn engagement(&self) -> AttackRequest {
        let nobody = UnitSnapshot {
            gait: MovementMode::Steady,
            ailments: Vec::new(),
            carries: None,
            ..self.attacker.clone()
        };
        AttackRequest {
            attacker: self.attacker.clone(),
            defender: nobody,
            weapon: self.weapon.clone(),
            slot: self.slot,
            mode: None,
            option: None,
            sight: self.sight,
            surroundings: self.surroundings,
            barriers: Vec::new(),
            beside_target: Vec::new(),
            heights_cm: Vec::new(),
            charge: false,
            dash_from_cover: false,
            rounds_fired: 0,
            share: None,
            engaged: false,
            site: self.spot.cloned(),
            boosts: Vec::new(),
            bystanders: self.company.to_vec(),
            operables: Vec::new(),
            rules: self.rules.clone(),
        }
    }
}

fn at_square(all: &CellAttackRequest) -> AttackRequest {
    let made = PlaceAttack {
        attacker: &all.attacker,
        weapon: &all.weapon,
        slot: all.slot,
        sight: all.sight,
        surroundings: all.surroundings,
        spot: Some(&all.site),
        company: &all.bystanders,
        rules: &all.rules,
    };
    made.engagement()
}

/// Only what goes off is aimed at a square, and a wall stops it. `SS-RULING-60`.
///
/// # Errors
/// Why not.
pub fn may_attack_square(engagement: &CellAttackRequest) -> Result<(), RuleViolation> {
    let weapon = engagement.weapon.swan_song();
    if weapon.blast == 0 {
        let text = format!("{} needs somebody or something to aim at", weapon.name);
        return Err(RuleViolation::new(text, "SS-ATK-06"));
    }
    attacks::may_use(&engagement.attacker, engagement.slot)?;
    let armed = (&engagement.weapon, &engagement.attacker.sheet);
    attacks::reaches(armed, engagement.mode, &engagement.sight, &engagement.rules)?;
    has_a_way(&engagement.site)
}

/// What goes off is stopped by a wall before it. `SS-RULING-60`.
///
/// # Errors
/// A wall stands before where it is aimed.
pub(crate) fn has_a_way(spot: &AttackSite) -> Result<(), RuleViolation> {
    let AttackSite { terrain: lay, attacker, target } = spot;
    if attacker != target && !lay.blast_reaches(*attacker, *target) {
        return Err(RuleViolation::before_a_wall("SS-RULING-60"));
    }
    Ok(())
}

/// A roll without a target: with a hit it comes down where it was aimed, else it scatters; everybody around defends
/// and soaks. `SS-BASE-06`, `SS-DEF-49`, `SS-RULING-60`.
///
/// # Errors
/// As the table.
pub fn attack_square(table: &mut impl Table, engagement: &CellAttackRequest) -> RuleResult<ActionOutcome> {
    let place = at_square(engagement);
    let throw = scene(&place);
    let (attack, karma, lands) = rule::roll_area_attack(table, &throw)?;
    let centre = if lands {
        CellOffset::default()
    } else {
        area_attacks::scattered(table, &place, area_attacks::is_thrown(&throw))?
    };
    let by = place.attacker.id;
    let everybody = area_attacks::present(&place);
    let before = &mut CarryState::new(table, (karma, lands, centre));
    let mut came = area_attacks::burst(before, &place, &throw, (centre, &everybody), attack)?;
    came.close(&place.attacker);
    let mut effects = spent(karma, by, by);
    let at = if lands { "where it was aimed" } else { "the square it was aimed at" };
    effects.push(area_attacks::told(&place, &throw, centre, at));
    effects.extend(area_attacks::laid(&place, centre));
    effects.extend(came.effects);
    effects.extend(flown(&place.attacker, place.slot, Some(engagement.site.target)));
    let contact = if lands { HitResult::Hit } else { HitResult::Miss };
    Ok(ActionOutcome {
        contact,
        net: i32::from(lands),
        damage: came.damage,
        words: came.summaries.join(", "),
        effects,
    })
}

/// Who is caught, and where it comes down. `SS-RULING-60`.
pub fn forecast_square(engagement: &CellAttackRequest) -> Option<Forecast> {
    let place = at_square(engagement);
    let throw = scene(&place);
    let everybody = area_attacks::present(&place);
    let caught = |centre: CellOffset| {
        everybody.iter().filter(|near| area_attacks::reaches(&place, &throw, centre, near)).count()
    };
    let all = enumerate(AnswerPolicy::first(), |table| {
        let (_, _, lands) = rule::roll_area_attack(table, &throw)?;
        let centre = if lands {
            CellOffset::default()
        } else {
            area_attacks::scattered(table, &place, area_attacks::is_thrown(&throw))?
        };
        Ok(OutcomeSummary {
            contact: if lands { HitResult::Hit } else { HitResult::Miss },
            net: i32::from(lands),
            damage: u32::try_from(caught(centre)).unwrap_or(u32::MAX),
            knocked_down: false,
            down: None,
            barriers: Vec::new(),
        })
    });
    let attack = pool::attack_parts(&throw);
    let damage = pool::damage_parts(&throw.attacker, &throw.weapon);
    Some(Forecast {
        roll: format!("{} vs nobody", dice(attack.pool())),
        symbols: None,
        joint: Vec::new(),
        totals: vec![
            sum("Attack", dice(attack.pool()), Favours::Attacker, &attack, "SS-ATK-08"),
            sum("Damage", format!("{} + net hits", damage.pool()), Favours::Attacker, &damage, "SS-ATK-17"),
        ],
        notes: vec![reaches(&place, &throw, &everybody)],
        odds: Odds::from_distribution(&all.ok()?, &[]),
        defences: Vec::new(),
        barriers: Vec::new(),
        hidden: engagement.sight.hidden,
        unit: "caught",
    })
}

/// Who stands in the area if it goes off where it is aimed.
fn reaches(place: &AttackRequest, throw: &AttackContext, everybody: &[BlastBystander<'_>]) -> ForecastNote {
    let names = area_attacks::named(place, throw, everybody);
    ForecastNote::for_reached_units(&names, false, throw.weapon.blast, "SS-RULING-60")
}

/// The attack on a barrier as an attack on the place in front of it.
fn at_barrier(all: &BarrierAttackRequest) -> AttackRequest {
    let made = PlaceAttack {
        attacker: &all.attacker,
        weapon: &all.weapon,
        slot: all.slot,
        sight: all.sight,
        surroundings: all.surroundings,
        spot: all.site.as_ref(),
        company: &all.bystanders,
        rules: &all.rules,
    };
    made.engagement()
}

/// Who stands near a barrier that something goes off at. `SS-RULING-60`.
pub(crate) fn beside_barrier(engagement: &BarrierAttackRequest) -> Option<ForecastNote> {
    (engagement.weapon.swan_song().blast > 0).then(|| {
        let place = at_barrier(engagement);
        reaches(&place, &scene(&place), &area_attacks::present(&place))
    })
}

/// Chapter BARR; what covers an area meets everybody near the barrier as well. `SS-BARR-19`, `SS-RULING-60`.
///
/// # Errors
/// As the table.
pub fn attack_barrier(
    table: &mut impl Table,
    engagement: &BarrierAttackRequest,
) -> RuleResult<ActionOutcome> {
    let wall = barrier_scene(engagement);
    let (attack, karma) = barrier_attack::roll_attack(table, &wall)?;
    let result =
        barrier_attack::resolve_with_roll(&mut CarryState::new(table, attack), &wall, (attack, karma))?;
    let by = engagement.attacker.id;
    let mut effects = spent(result.karma, by, by);
    let mut harms = result.barriers.clone();
    if result.damage > 0 {
        harms.push(BarrierHarm { id: engagement.barrier.id, damage: result.damage });
    }
    let mut words = Vec::new();
    if result.damage > 0 {
        words.push(format!("{} damage", result.damage));
    }
    if wall.weapon.blast > 0 && engagement.site.is_some() {
        let place = at_barrier(engagement);
        let throw = scene(&place);
        let everybody = area_attacks::present(&place);
        let centre = if result.hit {
            CellOffset::default()
        } else {
            area_attacks::scattered(table, &place, area_attacks::is_thrown(&throw))?
        };
        effects.push(area_attacks::told(&place, &throw, centre, &format!("at the {}", wall.barrier.name)));
        effects.extend(area_attacks::laid(&place, centre));
        let before = &mut CarryState::new(table, (result.clone(), centre));
        let mut came = area_attacks::burst(before, &place, &throw, (centre, &everybody), attack)?;
        harms.into_iter().for_each(|harm| came.wear(harm));
        came.close(&place.attacker);
        effects.extend(came.effects);
        words.extend(came.summaries);
    } else {
        effects.extend(harms.into_iter().map(Effect::Barrier));
    }
    if result.weapon_dropped {
        effects.push(Effect::Dropped { unit: by, slot: engagement.slot });
    }
    let to = engagement.site.as_ref().map(|spot| spot.target);
    effects.extend(flown(&engagement.attacker, engagement.slot, to));
    let contact = if result.hit { HitResult::Hit } else { HitResult::Miss };
    Ok(ActionOutcome { contact, net: 0, damage: result.damage, words: words.join(", "), effects })
}

/// An item goes off where it lies: one roll of whoever put it there, with nothing of the moment in it. What it touches is
/// struck like a barrier that is attacked, everybody around defends. `SS-TIMED-01`, `SS-BARR-23`, `SS-BARR-27`,
/// `SS-RULING-60`.
///
/// # Errors
/// As the table.
pub fn goes_off(table: &mut impl Table, discharge: &Detonation) -> RuleResult<ActionOutcome> {
    let Detonation { owner, weapon, site: spot, bystanders: company, touching, rules } = discharge;
    let item = weapon.swan_song();
    let told =
        Effect::RuleNote { unit: owner.id, text: timed_items::detonation_text(item), clause: "SS-TIMED-01" };
    let setter = steady(owner, rules);
    let made = PlaceAttack {
        attacker: &setter,
        weapon,
        slot: usize::MAX,
        sight: HERE,
        surroundings: Surroundings::default(),
        spot: Some(spot),
        company,
        rules,
    };
    let place = made.engagement();
    let throw = scene(&place);
    let everybody = area_attacks::bystanders(&place);
    let walls: Vec<_> = touching
        .iter()
        .filter(|barrier| item.explosive && !barrier.is_open())
        .map(|barrier| BarrierAttackContext {
            attacker: throw.attacker.clone(),
            weapon: throw.weapon.clone(),
            mode: None,
            hand: None,
            barrier: barrier.clone(),
            hidden: 0,
            barriers: Vec::new(),
            rounds_fired: 0,
            switches: throw.switches.clone(),
        })
        .collect();
    let near =
        everybody.iter().any(|near| area_attacks::reaches(&place, &throw, CellOffset::default(), near));
    let attack = match walls.first() {
        Some(wall) => barrier_attack::roll_attack(table, wall)?.0,
        None if near => rule::roll_area_attack(table, &throw)?.0,
        None => {
            let laid = area_attacks::laid(&place, CellOffset::default());
            return Ok(ActionOutcome::from_effects([told].into_iter().chain(laid).collect()));
        }
    };
    let mut came = area_attacks::burst(table, &place, &throw, (CellOffset::default(), &everybody), attack)?;
    for wall in &walls {
        table.note(|| Note {
            clause: "SS-BARR-27",
            text: format!("In contact with the {}", wall.barrier.name),
            parts: Vec::new(),
        });
        let before =
            (attack, came.effects.clone(), came.summaries.clone(), came.damage, came.barrier_wear.clone());
        let result = barrier_attack::resolve_with_roll(
            &mut CarryState::new(table, before),
            wall,
            (attack, KarmaSpent::NONE),
        )?;
        if result.damage > 0 {
            came.summaries.push(format!("{}: {} damage", wall.barrier.name, result.damage));
            came.wear(BarrierHarm { id: wall.barrier.id, damage: result.damage });
        }
    }
    came.close(&place.attacker);
    // Nothing falls out of a hand: it left it long ago.
    came.effects.retain(|effect| !matches!(effect, Effect::Dropped { slot: usize::MAX, .. }));
    let laid = area_attacks::laid(&place, CellOffset::default());
    let effects = [told].into_iter().chain(laid).chain(came.effects).collect();
    Ok(ActionOutcome {
        words: came.summaries.join(", "),
        damage: came.damage,
        ..ActionOutcome::from_effects(effects)
    })
}

/// Whoever set something, as sheet and skill have it: wounds and haste of the moment change nothing about it any more.
fn steady(owner: &UnitSnapshot, rules: &RuleSet) -> UnitSnapshot {
    UnitSnapshot {
        condition: HealthState::SwanSong(base::starting_vitals(owner.sheet.swan_song(), &rules.engine)),
        gait: MovementMode::Steady,
        late: false,
        ailments: Vec::new(),
        karma: Karma::default(),
        surprised_by: Vec::new(),
        carries: None,
        holds: None,
        down: None,
        ..owner.clone()
    }
}
