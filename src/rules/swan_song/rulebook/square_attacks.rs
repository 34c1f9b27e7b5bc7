//! Explosions without a target unit: at a square, at a barrier, and detonations of timed items.
//! `SS-RULING-60`, `SS-BARR-23`, `SS-BARR-24`, `SS-BARR-27`, chapter TIMED.

use super::area_attacks::BlastBystander;
use super::attacks;
use super::attacks::{barrier_scene, flown, scene, spent};
use super::forecast::{dice, sum};
use super::{area_attacks, switches};
use crate::ground::scatter::CellOffset;
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

/// Sight within the same square.
const HERE: TargetSight = TargetSight {
    distance_squared: 0,
    chebyshev_distance: 0,
    hidden: 0,
    took_cover: false,
    across_obstacle: false,
    aware: true,
};

/// Parts of an attack on a place.
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
    /// Builds a request with a placeholder target, a copy of the attacker that is never hit.
    fn engagement(&self) -> AttackRequest {
        let target = UnitSnapshot {
            gait: MovementMode::Steady,
            ailments: Vec::new(),
            carries: None,
            ..self.attacker.clone()
        };
        AttackRequest {
            attacker: self.attacker.clone(),
            defender: target,
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

/// Checks an attack on a square: it needs a blast weapon and no wall in front. `SS-RULING-60`.
///
/// # Errors
/// Returns why it is not possible.
pub fn may_attack_square(request: &CellAttackRequest) -> Result<(), RuleViolation> {
    let weapon = request.weapon.swan_song();
    if weapon.blast == 0 {
        let text = format!("{} needs a target", weapon.name);
        return Err(RuleViolation::new(text, "SS-ATK-06"));
    }
    attacks::may_use(&request.attacker, request.slot)?;
    let armed = (&request.weapon, &request.attacker.sheet);
    attacks::reaches(armed, request.mode, &request.sight, &request.rules)?;
    has_a_way(&request.site)
}

/// Checks that no wall stands between attacker and target. `SS-RULING-60`.
///
/// # Errors
/// Returns a `RuleViolation` if a wall stands in between.
pub(crate) fn has_a_way(spot: &AttackSite) -> Result<(), RuleViolation> {
    let AttackSite { terrain, attacker, target } = spot;
    if attacker != target && !terrain.blast_reaches(*attacker, *target) {
        return Err(RuleViolation::before_a_wall("SS-RULING-60"));
    }
    Ok(())
}

/// Resolves an attack on a square: any hit lands on target, otherwise it scatters; every unit around defends
/// and soaks. `SS-BASE-06`, `SS-DEF-49`, `SS-RULING-60`.
pub fn attack_square(table: &mut impl Table, request: &CellAttackRequest) -> RuleResult<ActionOutcome> {
    let place = at_square(request);
    let throw = scene(&place);
    let (attack, karma, lands) = rule::roll_area_attack(table, &throw)?;
    let centre = if lands {
        CellOffset::default()
    } else {
        area_attacks::scattered(table, &place, area_attacks::is_thrown(&throw))?
    };
    let by = place.attacker.id;
    let present_units = area_attacks::present(&place);
    let before = &mut CarryState::new(table, (karma, lands, centre));
    let mut outcome = area_attacks::burst(before, &place, &throw, (centre, &present_units), attack)?;
    outcome.close(&place.attacker);
    let mut effects = spent(karma, by, by);
    let at = if lands { "on target" } else { "at the target square" };
    effects.push(area_attacks::told(&place, &throw, centre, at));
    effects.extend(area_attacks::laid(&place, centre));
    effects.extend(outcome.effects);
    effects.extend(flown(&place.attacker, place.slot, Some(request.site.target)));
    let contact = if lands { HitResult::Hit } else { HitResult::Miss };
    Ok(ActionOutcome {
        contact,
        net: i32::from(lands),
        damage: outcome.damage,
        words: outcome.summaries.join(", ").into(),
        effects,
    })
}

/// Forecast of an attack on a square: who is caught, and where it lands. `SS-RULING-60`.
pub fn forecast_square(request: &CellAttackRequest) -> Option<Forecast> {
    let place = at_square(request);
    let throw = scene(&place);
    let present_units = area_attacks::present(&place);
    let caught = |centre: CellOffset| {
        present_units.iter().filter(|near| area_attacks::reaches(&place, &throw, centre, near)).count()
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
        roll: format!("{}, unopposed", dice(attack.pool())),
        symbols: None,
        joint: Vec::new(),
        totals: vec![
            sum("Attack", dice(attack.pool()), Favours::Attacker, &attack, "SS-ATK-08"),
            sum("Damage", format!("{} + net hits", damage.pool()), Favours::Attacker, &damage, "SS-ATK-17"),
        ],
        notes: vec![reaches(&place, &throw, &present_units)],
        odds: Odds::from_distribution(&all.ok()?, &[]),
        defences: Vec::new(),
        barriers: Vec::new(),
        hidden: request.sight.hidden,
        unit: "caught",
    })
}

/// Note on the units in the area of a detonation on target.
fn reaches(
    place: &AttackRequest,
    throw: &AttackContext,
    present_units: &[BlastBystander<'_>],
) -> ForecastNote {
    let names = area_attacks::named(place, throw, present_units);
    ForecastNote::for_reached_units(&names, false, throw.weapon.blast, "SS-RULING-60")
}

/// Builds the attack on a barrier as an attack on the place in front of it.
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

/// Note on the units near a barrier under a blast attack. `SS-RULING-60`.
pub(crate) fn beside_barrier(request: &BarrierAttackRequest) -> Option<ForecastNote> {
    (request.weapon.swan_song().blast > 0).then(|| {
        let place = at_barrier(request);
        reaches(&place, &scene(&place), &area_attacks::present(&place))
    })
}

/// Resolves an attack on a barrier; a blast also hits every unit near it. Chapter BARR, `SS-BARR-19`, `SS-RULING-60`.
pub fn attack_barrier(table: &mut impl Table, request: &BarrierAttackRequest) -> RuleResult<ActionOutcome> {
    let wall = barrier_scene(request);
    let (attack, karma) = barrier_attack::roll_attack(table, &wall)?;
    let result =
        barrier_attack::resolve_with_roll(&mut CarryState::new(table, attack), &wall, (attack, karma))?;
    let by = request.attacker.id;
    let mut effects = spent(result.karma, by, by);
    let mut harms = result.barriers.clone();
    if result.damage > 0 {
        harms.push(BarrierHarm { id: request.barrier.id, damage: result.damage });
    }
    let mut words = Vec::new();
    if result.damage > 0 {
        words.push(format!("{} damage", result.damage));
    }
    if wall.weapon.blast > 0 && request.site.is_some() {
        let place = at_barrier(request);
        let throw = scene(&place);
        let present_units = area_attacks::present(&place);
        let centre = if result.hit {
            CellOffset::default()
        } else {
            area_attacks::scattered(table, &place, area_attacks::is_thrown(&throw))?
        };
        effects.push(area_attacks::told(&place, &throw, centre, &format!("at the {}", wall.barrier.name)));
        effects.extend(area_attacks::laid(&place, centre));
        let before = &mut CarryState::new(table, (result.clone(), centre));
        let mut outcome = area_attacks::burst(before, &place, &throw, (centre, &present_units), attack)?;
        harms.into_iter().for_each(|harm| outcome.wear(harm));
        outcome.close(&place.attacker);
        effects.extend(outcome.effects);
        words.extend(outcome.summaries);
    } else {
        effects.extend(harms.into_iter().map(Effect::Barrier));
    }
    if result.weapon_dropped {
        effects.push(Effect::Dropped { unit: by, slot: request.slot });
    }
    let to = request.site.as_ref().map(|spot| spot.target);
    effects.extend(flown(&request.attacker, request.slot, to));
    let contact = if result.hit { HitResult::Hit } else { HitResult::Miss };
    Ok(ActionOutcome { contact, net: 0, damage: result.damage, words: words.join(", ").into(), effects })
}

/// Detonates a placed item: one roll of its owner, without the modifiers of the moment. A barrier it touches is
/// attacked, every unit around defends. `SS-TIMED-01`, `SS-BARR-23`, `SS-BARR-27`,
/// `SS-RULING-60`.
pub fn goes_off(table: &mut impl Table, discharge: &Detonation) -> RuleResult<ActionOutcome> {
    let Detonation { owner, weapon, site: spot, bystanders: company, touching, rules } = discharge;
    let item = weapon.swan_song();
    let note = Effect::RuleNote {
        unit: owner.id,
        text: timed_items::detonation_text(&item.name).into(),
        clause: "SS-TIMED-01",
    };
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
    let present_units = area_attacks::bystanders(&place);
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
        present_units.iter().any(|near| area_attacks::reaches(&place, &throw, CellOffset::default(), near));
    let attack = match walls.first() {
        Some(wall) => barrier_attack::roll_attack(table, wall)?.0,
        None if near => rule::roll_area_attack(table, &throw)?.0,
        None => {
            let laid = area_attacks::laid(&place, CellOffset::default());
            return Ok(ActionOutcome::from_effects([note].into_iter().chain(laid).collect()));
        }
    };
    let mut outcome =
        area_attacks::burst(table, &place, &throw, (CellOffset::default(), &present_units), attack)?;
    for wall in &walls {
        table.note(|| Note {
            clause: "SS-BARR-27",
            text: format!("In contact with the {}", wall.barrier.name).into(),
            parts: Vec::new(),
        });
        let before = (
            attack,
            outcome.effects.clone(),
            outcome.summaries.clone(),
            outcome.damage,
            outcome.barrier_wear.clone(),
        );
        let result = barrier_attack::resolve_with_roll(
            &mut CarryState::new(table, before),
            wall,
            (attack, KarmaSpent::NONE),
        )?;
        if result.damage > 0 {
            outcome.summaries.push(format!("{}: {} damage", wall.barrier.name, result.damage));
            outcome.wear(BarrierHarm { id: wall.barrier.id, damage: result.damage });
        }
    }
    outcome.close(&place.attacker);
    // A placed item is no longer in hand: nothing can be dropped.
    outcome.effects.retain(|effect| !matches!(effect, Effect::Dropped { slot: usize::MAX, .. }));
    let laid = area_attacks::laid(&place, CellOffset::default());
    let effects = [note].into_iter().chain(laid).chain(outcome.effects).collect();
    Ok(ActionOutcome {
        words: outcome.summaries.join(", ").into(),
        damage: outcome.damage,
        ..ActionOutcome::from_effects(effects)
    })
}

/// The owner of a placed item without the modifiers of the moment: only sheet and skill count.
fn steady(owner: &UnitSnapshot, rules: &RuleSet) -> UnitSnapshot {
    UnitSnapshot {
        condition: HealthState::SwanSong(base::starting_vitals(owner.sheet.swan_song(), switches(rules))),
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
