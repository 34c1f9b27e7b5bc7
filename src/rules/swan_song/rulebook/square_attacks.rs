//! Explosions without a target unit: at a square, at a barrier, and detonations of timed items.
//! `SS-RULING-60`, `SS-BARR-23`, `SS-BARR-24`, `SS-BARR-27`, chapter TIMED.

use super::area_attacks::BlastBystander;
use super::attacks::{barrier_scene, scene, spent};
use super::forecast::{dice, sum};
use super::{area_attacks, switches};
use crate::ground::scatter::CellOffset;
use crate::lines::BarrierLine;
use crate::swan_song::attack::pool;
use crate::swan_song::barriers::barrier_attack;
use crate::swan_song::checks::base;
use crate::swan_song::explosives::area_attack as rule;
use crate::swan_song::lines::attacks::{AttackLine, BlastDamage, BlastSummary, DetonationSite};
use crate::swan_song::{AttackContext, BarrierAttackContext, KarmaSpent};
use crate::{
    ActionOutcome, AttackRequest, AttackSite, AttackTarget, BarrierHarm, BarrierOnLine, Detonation, Favours,
    Forecast, ForecastNote, HealthState, HitResult, Karma, MovementMode, Odds, OutcomeSummary, RuleSet,
    RuleStep, RuleViolation, TargetSight, UnitAttack, UnitSnapshot, UnitTarget,
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

/// Builds the context of an attack on a place: its target is a stand-in that is never hit.
fn place_scene(request: &AttackRequest) -> AttackContext {
    let target = &UnitTarget::stand_in(&request.attacker);
    AttackContext {
        mode: None,
        called: None,
        barriers: Vec::new(),
        rounds_fired: 0,
        ..scene(UnitAttack { request, target })
    }
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
pub fn attack_square(table: &mut impl Table, place: &AttackRequest) -> RuleResult<ActionOutcome> {
    let throw = place_scene(place);
    let (attack, karma, lands) = rule::roll_area_attack(table, &throw)?;
    let centre = if lands {
        CellOffset::default()
    } else {
        area_attacks::scattered(table, place, area_attacks::is_thrown(&throw))?
    };
    let by = place.attacker.id;
    let present_units = area_attacks::present(place);
    let before = &mut CarryState::new(table, (karma, lands, centre));
    let mut outcome = area_attacks::burst(before, place, &throw, (centre, &present_units), attack)?;
    outcome.close(&place.attacker);
    let mut effects = spent(karma, by, by);
    effects.push(area_attacks::told(place, &throw, centre, DetonationSite::Square { on_target: lands }));
    effects.extend(area_attacks::laid(place, centre));
    effects.extend(outcome.effects);
    let contact = if lands { HitResult::Hit } else { HitResult::Miss };
    Ok(ActionOutcome {
        contact,
        net: i32::from(lands),
        damage: outcome.damage,
        words: BlastSummary(outcome.summaries).into(),
        effects,
    })
}

/// Forecast of an attack on a square: who is caught, and where it lands. `SS-RULING-60`.
pub fn forecast_square(place: &AttackRequest) -> Option<Forecast> {
    let throw = place_scene(place);
    let present_units = area_attacks::present(place);
    let caught = |centre: CellOffset| {
        present_units.iter().filter(|near| area_attacks::reaches(place, &throw, centre, near)).count()
    };
    let all = enumerate(AnswerPolicy::first(), |table| {
        let (_, _, lands) = rule::roll_area_attack(table, &throw)?;
        let centre = if lands {
            CellOffset::default()
        } else {
            area_attacks::scattered(table, place, area_attacks::is_thrown(&throw))?
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
        notes: vec![reaches(place, &throw, &present_units)],
        odds: Odds::from_distribution(&all.ok()?, &[]),
        defences: Vec::new(),
        barriers: Vec::new(),
        hidden: place.sight.hidden,
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

/// Note on the units near a barrier under a blast attack. `SS-RULING-60`.
pub(crate) fn beside_barrier(request: &AttackRequest) -> Option<ForecastNote> {
    (request.weapon.swan_song().blast > 0)
        .then(|| reaches(request, &place_scene(request), &area_attacks::present(request)))
}

/// Resolves an attack on a barrier; a blast also hits every unit near it. Chapter BARR, `SS-BARR-19`, `SS-RULING-60`.
pub fn attack_barrier(
    table: &mut impl Table,
    request: &AttackRequest,
    barrier: &BarrierOnLine,
) -> RuleResult<ActionOutcome> {
    let wall = barrier_scene(request, barrier);
    let (attack, karma) = barrier_attack::roll_attack(table, &wall)?;
    let result =
        barrier_attack::resolve_with_roll(&mut CarryState::new(table, attack), &wall, (attack, karma))?;
    let by = request.attacker.id;
    let mut effects = spent(result.karma, by, by);
    let mut harms = result.barriers.clone();
    if result.damage > 0 {
        harms.push(BarrierHarm { id: barrier.id, damage: result.damage });
    }
    let damage = Some(result.damage).filter(|damage| *damage > 0);
    let mut summaries: Vec<_> =
        damage.map(|damage| BlastDamage { target: None, damage }).into_iter().collect();
    if wall.weapon.blast > 0 && request.site.is_some() {
        let throw = place_scene(request);
        let present_units = area_attacks::present(request);
        let centre = if result.hit {
            CellOffset::default()
        } else {
            area_attacks::scattered(table, request, area_attacks::is_thrown(&throw))?
        };
        effects.push(area_attacks::told(
            request,
            &throw,
            centre,
            DetonationSite::Barrier(wall.barrier.name.clone()),
        ));
        effects.extend(area_attacks::laid(request, centre));
        let before = &mut CarryState::new(table, (result.clone(), centre));
        let mut outcome = area_attacks::burst(before, request, &throw, (centre, &present_units), attack)?;
        harms.into_iter().for_each(|harm| outcome.wear(harm));
        outcome.close(&request.attacker);
        effects.extend(outcome.effects);
        summaries.extend(outcome.summaries);
    } else {
        effects.extend(harms.into_iter().map(RuleStep::DamageBarrier));
    }
    if result.weapon_dropped {
        effects.push(RuleStep::DropItem { unit: by, slot: request.slot });
    }
    let contact = if result.hit { HitResult::Hit } else { HitResult::Miss };
    let words = BlastSummary(summaries).into();
    Ok(ActionOutcome { contact, net: 0, damage: result.damage, words, effects })
}

/// Detonates a placed item: one roll of its owner, without the modifiers of the moment. A barrier it touches is
/// attacked, every unit around defends. `SS-TIMED-01`, `SS-BARR-23`, `SS-BARR-27`,
/// `SS-RULING-60`.
pub fn detonate(table: &mut impl Table, discharge: &Detonation) -> RuleResult<ActionOutcome> {
    let Detonation { owner, weapon, site: spot, bystanders: company, touching, rules } = discharge;
    let item = weapon.swan_song();
    let note = RuleStep::note(owner.id, AttackLine::Explodes { item: item.name.clone() }, "SS-TIMED-01");
    let place = AttackRequest {
        site: Some(spot.clone()),
        bystanders: company.clone(),
        ..AttackRequest::new(
            steady(owner, rules),
            (weapon.clone(), usize::MAX),
            AttackTarget::Cell,
            HERE,
            rules.clone(),
        )
    };
    let throw = place_scene(&place);
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
        let barrier = &wall.barrier.name;
        table.note(|| Note::new("SS-BARR-27", BarrierLine::InContact { barrier: barrier.clone() }));
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
            outcome.summaries.push(BlastDamage { target: Some(barrier.clone()), damage: result.damage });
            outcome.wear(BarrierHarm { id: wall.barrier.id, damage: result.damage });
        }
    }
    outcome.close(&place.attacker);
    // A placed item is no longer in hand: nothing can be dropped.
    outcome.effects.retain(|effect| !matches!(effect, RuleStep::DropItem { slot: usize::MAX, .. }));
    let laid = area_attacks::laid(&place, CellOffset::default());
    let effects = [note].into_iter().chain(laid).chain(outcome.effects).collect();
    Ok(ActionOutcome {
        words: BlastSummary(outcome.summaries).into(),
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
