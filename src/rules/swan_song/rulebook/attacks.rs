//! Attacks, and their resolution on single units.

use super::turns::interrupt;
use super::{arm_of, fighter, switches};
use crate::attack::body_shield::unit_barrier;
use crate::knockback::{self, KnockbackForce};
use crate::lines::DamagePoints;
use crate::rulebook::{UnitRules, refuse_cell_target};
use crate::status::{Ailment, StatusEnd, StatusKind};
use crate::swan_song::attack::called_shot::CalledShotEffect;
use crate::swan_song::attack::{called_shot, resolution as rule};
use crate::swan_song::barriers::body_shield;
use crate::swan_song::checks::base;
use crate::swan_song::damage::{critical_injuries, health, last_stand};
use crate::swan_song::lines::attacks::{AttackLine, AttackRefusal};
use crate::swan_song::options::switches::Environment;
use crate::swan_song::turns::surprise;
use crate::swan_song::{
    AttackContext, AttackResult, BarrierAttackContext, CalledShot, Fighter, KarmaSpent, LastStand, PoolKind,
    WeaponClass,
};
use crate::turn_engine::Action;
use crate::turn_engine::timed_items::DetonationTrigger;
use crate::{
    ActionOutcome, AttackOption, AttackRequest, AttackTarget, BarrierOnLine, BattleEvent, FireMode,
    HealthState, HeldWeapon, Light, RuleSet, RuleStep, RuleViolation, Sheet, TargetSight, TurnBudget,
    UnitAttack, UnitSnapshot, Weapon, WeaponReach,
};
use dice::{RuleResult, RuleText, Table};
use model::{Cell, UnitId};

/// Action of an attack. Table SS-T6.
pub fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
    weapon.swan_song().attack_action(mode)
}

/// Attack options: called shots. `SS-CALL-03`, `SS-KNOCK-08`, `SS-RULING-12`.
pub fn attack_options(_: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<AttackOption> {
    let (weapon, switches) = (held.weapon.swan_song(), switches(rules));
    let shots = CalledShot::all(switches).filter(|shot| shot.allows_weapon(weapon));
    let option = |shot: CalledShot| AttackOption {
        key: shot.key(),
        label: shot.label(),
        detail: shot.detail(switches),
        clause: shot.clause(),
        menu: Some("Called shot"),
        mark: format!("{:+}", shot.modifier(switches)),
        of_body: true,
    };
    shots.map(option).collect()
}

/// The called shot of an attack option, if any.
pub(crate) fn called(option: Option<&str>) -> Option<CalledShot> {
    option.and_then(CalledShot::find)
}

/// The defender, with the interrupts that surprise leaves. `SS-ACT-35`, `SS-SURP-25`, `SS-SURP-28`.
pub(crate) fn attacked(unit: &UnitSnapshot, attacker: &UnitSnapshot) -> Fighter {
    let mut defender = fighter(unit);
    let had_a_phase = unit.acted || unit.round > 1;
    let [surprised, other] = [unit, attacker].map(|unit| !unit.surprised_by.is_empty());
    defender.may_interrupt &= surprise::may_interrupt(surprised, had_a_phase, other);
    defender
}

/// Builds the attack context from a request.
pub fn scene(request: UnitAttack<'_>) -> AttackContext {
    let (attacker, unit) = (&request.attacker, &request.target.defender);
    let (mut sight, mut barriers) = (request.sight, request.barriers.clone());
    // A carried body shields a carrier who took cover behind it. `SS-BARR-44`.
    if let Some(shield) = unit.carries.as_ref().filter(|_| sight.took_cover) {
        sight.hidden = sight.hidden.max(body_shield::HIDDEN_PERCENT);
        barriers.push(unit_barrier(shield));
    }
    AttackContext {
        attacker: fighter(attacker),
        defender: attacked(unit, attacker),
        weapon: arm_of(&request.weapon),
        mode: request.mode,
        sight,
        barriers,
        in_contact: false,
        charge: request.target.charge,
        hand: request.attacker.held_weapon(request.slot).and_then(|held| held.hand),
        called: called(request.option.as_deref()),
        rounds_fired: request.rounds_fired,
        visibility_penalty: murk(&request),
        share: request.target.share,
        switches: switches(&request.rules).clone(),
    }
}

/// Dice lost to light and smoke if the switch is on: 2 in dim light, 4 in the dark, 2 through smoke.
/// `SS-BASE-29`.
fn murk(request: &AttackRequest) -> u8 {
    if switches(&request.rules).environment == Environment::BlindFireOnly {
        return 0;
    }
    let around = &request.surroundings;
    let light = match around.target.light {
        Light::Normal => 0,
        Light::Low => 2,
        Light::Dark => 4,
    };
    light + if around.target.obscured || around.obscured_between { 2 } else { 0 }
}

/// Builds the barrier attack context from a request.
pub(crate) fn barrier_scene(request: &AttackRequest, barrier: &BarrierOnLine) -> BarrierAttackContext {
    BarrierAttackContext {
        attacker: fighter(&request.attacker),
        weapon: arm_of(&request.weapon),
        mode: request.mode,
        hand: request.attacker.held_weapon(request.slot).and_then(|held| held.hand),
        barrier: barrier.clone(),
        hidden: request.sight.hidden,
        barriers: request.barriers.clone(),
        rounds_fired: request.rounds_fired,
        switches: switches(&request.rules).clone(),
    }
}

/// Checks range, fire mode, called shot and arm; a blast needs a way, and a square a blast. `SS-ATK-03`, `SS-BASE-16`,
/// `SS-RULING-60`.
///
/// # Errors
/// Returns a `RuleViolation` if the target is out of range or lacks the part, the weapon lacks the fire mode, the arm
/// is useless, or a wall stands in the way of a blast.
pub fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation> {
    let AttackRequest { attacker, weapon, mode, sight, rules, .. } = request;
    let is_blast = weapon.swan_song().blast > 0;
    match &request.target {
        AttackTarget::Unit(target) => {
            if let Some(shot) = called(request.option.as_deref()) {
                let target = target.defender.sheet.swan_song();
                called_shot::may_call(shot, target, weapon.swan_song(), switches(rules))?;
            }
        }
        AttackTarget::Cell if !is_blast => return Err(refuse_cell_target(request)),
        AttackTarget::Barrier(_) | AttackTarget::Cell => {}
    }
    may_use(attacker, request.slot)?;
    reaches((weapon, &attacker.sheet), *mode, sight, rules)?;
    match (&request.target, &request.site) {
        (AttackTarget::Unit(_) | AttackTarget::Cell, Some(spot)) if is_blast => {
            super::square_attacks::has_a_way(spot)
        }
        _ => Ok(()),
    }
}

/// Checks that the arm holding the weapon is usable. `SS-CALL-59`.
fn may_use(attacker: &UnitSnapshot, slot: usize) -> Result<(), RuleViolation> {
    let held = attacker.held_weapon(slot);
    held.map_or(Ok(()), |held| {
        called_shot::may_use_arm(&attacker.ailments, held.weapon.swan_song(), held.hand)
    })
}

fn reaches(
    (weapon, sheet): (&Weapon, &Sheet),
    mode: Option<FireMode>,
    sight: &TargetSight,
    rules: &RuleSet,
) -> Result<(), RuleViolation> {
    let arm = super::SwanSongRulebook::weapon_traits(weapon, sheet, rules);
    match weapon.swan_song().trigger {
        Some(DetonationTrigger::Charge) => {
            let weapon = arm.name.into();
            return Err(RuleViolation::new(AttackRefusal::NotPlaced { weapon }, "SS-BARR-24"));
        }
        Some(_) => {
            let weapon = arm.name.into();
            return Err(RuleViolation::new(AttackRefusal::NotFired { weapon }, "SS-TIMED-04"));
        }
        None => {}
    }
    // A ranged weapon without fire modes, such as a sling, fires single shots.
    let fires = weapon.swan_song().class == WeaponClass::Ranged && !arm.modes.is_empty();
    if fires != mode.is_some() || mode.is_some_and(|mode| !arm.modes.contains(&mode)) {
        return Err(RuleViolation::new(AttackRefusal::NoSuchMode { weapon: arm.name.into() }, "SS-ACT-43"));
    }
    let (apart, rings) = (sight.distance_squared, sight.chebyshev_distance);
    let far = |reach: u32, clause| {
        let (weapon, metres) = (arm.name.into(), f64::from(apart).sqrt());
        RuleViolation::new(AttackRefusal::OutOfReach { weapon, reach, metres }, clause)
    };
    match arm.reach {
        WeaponReach::Ranged { metres } if !base::is_in_weapon_range(apart, metres) => {
            Err(far(metres, "SS-BASE-30"))
        }
        WeaponReach::Melee { beyond } if !base::is_in_melee_range(rings, beyond) => {
            Err(far(beyond + 1, "SS-BASE-34"))
        }
        _ => Ok(()),
    }
}

/// Resolves an attack. Chapters ATK and BARR, `SS-RULING-60`.
pub fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
    let mut outcome = match &request.target {
        AttackTarget::Unit(target) => {
            let attack = UnitAttack { request, target };
            match request.weapon.swan_song().blast {
                0 => on_one(table, attack)?,
                _ => super::area_attacks::attack(table, attack)?,
            }
        }
        AttackTarget::Barrier(barrier) => super::square_attacks::attack_barrier(table, request, barrier)?,
        AttackTarget::Cell => super::square_attacks::attack_square(table, request)?,
    };
    let to = request.site.as_ref().map(|spot| spot.target);
    outcome.effects.extend(flown(&request.attacker, request.slot, to));
    Ok(outcome)
}

/// Resolves an attack on a single target.
fn on_one(table: &mut impl Table, request: UnitAttack<'_>) -> RuleResult<ActionOutcome> {
    let result = rule::resolve_attack(table, &scene(request))?;
    let (by, target) = (request.attacker.id, &request.target.defender);
    let mut effects = spent(result.karma, by, target.id);
    effects.extend(effects_on(&request, target, &result, None));
    if kills(&request, target, &result) {
        effects.extend(saved(&request.attacker, &effects));
    }
    let words = if result.damage > 0 { DamagePoints(result.damage).into() } else { RuleText::default() };
    Ok(ActionOutcome { contact: result.contact, net: result.net_hits, damage: result.damage, words, effects })
}

/// Effects of an attack on one target, without Karma; `from` is the cell of the detonation, if any.
pub(crate) fn effects_on(
    request: &AttackRequest,
    target: &UnitSnapshot,
    result: &AttackResult,
    from: Option<Cell>,
) -> Vec<RuleStep> {
    let (by, unit) = (request.attacker.id, target.id);
    let mut effects = Vec::new();
    after_defence(target, result, &mut effects);
    for harm in &result.barriers {
        effects.push(match target.behind.as_ref().or(target.carries.as_ref()) {
            Some(body) if harm.id.unit() == Some(body.id) => hurt_body(request, body, harm.damage),
            _ => RuleStep::DamageBarrier(*harm),
        });
    }
    if result.vitals != *target.condition.swan_song() {
        let after = HealthState::SwanSong(result.vitals);
        effects.push(RuleStep::ChangeHealth { unit, after, damage: result.damage });
    }
    if result.knocked_down {
        effects.push(RuleStep::FallProne { unit });
    }
    after_called(target, &result.called, &mut effects);
    if result.weapon_dropped {
        effects.push(RuleStep::DropItem { unit: by, slot: request.slot });
    }
    let force = KnockbackForce { raw: result.raw, ..KnockbackForce::default() };
    effects.extend(knockback::knockback_effect(target, force, from, &request.rules));
    effects
}

/// Damage to a body used as a barrier: Health damage equal to the wear, or to the unresisted damage up to its Body.
/// `SS-BARR-47`, `SS-CRIT-05`.
fn hurt_body(request: &AttackRequest, body: &UnitSnapshot, points: u32) -> RuleStep {
    let weapon = request.weapon.swan_song();
    let (before, size) = (*body.condition.swan_song(), body.sheet.swan_song().attributes.body);
    let points = if weapon.penetrating { points } else { points.min(u32::from(size)) };
    let (pool, switches) = (PoolKind::Health, switches(&request.rules));
    let hurt = health::apply_damage(before, points, pool, weapon.damage_type, switches);
    let vitals = critical_injuries::add_injuries(
        hurt.vitals,
        critical_injuries::injury_causes(&before, &hurt, pool, size),
    );
    RuleStep::ChangeHealth { unit: body.id, after: HealthState::SwanSong(vitals), damage: points }
}

/// Moves a thrown weapon to where it lands, or uses it up. `SS-ACT-47`.
fn flown(attacker: &UnitSnapshot, slot: usize, to: Option<Cell>) -> Option<RuleStep> {
    let held = attacker.held_weapon(slot)?;
    let weapon = held.weapon.swan_song();
    if weapon.class != WeaponClass::Thrown {
        return None;
    }
    let unit = attacker.id;
    match (weapon.magazine, held.loaded) {
        (0, _) => Some(RuleStep::ThrowItem { unit, slot, to }),
        (_, 0) => Some(RuleStep::DestroyItem { unit, slot }),
        _ => None,
    }
}

/// Adds the effects of a called shot besides damage. `SS-CALL-11`.
fn after_called(target: &UnitSnapshot, all: &[CalledShotEffect], effects: &mut Vec<RuleStep>) {
    let unit = target.id;
    for effect in all {
        match *effect {
            CalledShotEffect::Score(by) => {
                effects.push(RuleStep::ChangeInitiative { unit, by, clause: "SS-CALL-35" })
            }
            CalledShotEffect::Prone => effects.push(RuleStep::FallProne { unit }),
            CalledShotEffect::Drops(hand) => {
                // Highest slot first: removing one must not shift the others.
                let held = target
                    .held
                    .iter()
                    .rev()
                    .filter(|held| held.hand == Some(hand) || held.weapon.swan_song().hands > 1);
                effects.extend(held.map(|held| RuleStep::DropItem { unit, slot: held.slot }));
            }
            CalledShotEffect::Lasting(mut cause) => {
                if cause.ailment == Ailment::SlowDeath {
                    cause.strength = u16::try_from(target.round).unwrap_or(u16::MAX);
                }
                effects.push(RuleStep::Afflict { unit, cause });
            }
        }
    }
}

/// Whether the result is a killing blow to an opponent. `SS-FFYL-11`, `SS-FFYL-12`.
pub(crate) fn kills(request: &AttackRequest, target: &UnitSnapshot, result: &AttackResult) -> bool {
    let (before, body) = (target.condition.swan_song(), target.sheet.swan_song().attributes.body);
    let switches = switches(&request.rules);
    request.attacker.side != target.side
        && last_stand::is_killing_blow(before, &result.vitals, body, switches)
}

/// Effects that save an attacker in a last stand after a killing blow. `SS-FFYL-11`.
pub(crate) fn saved(attacker: &UnitSnapshot, effects: &[RuleStep]) -> Vec<RuleStep> {
    let unit = attacker.id;
    let hurt = effects.iter().rev().find_map(|effect| match effect {
        RuleStep::ChangeHealth { unit: id, after, .. } if *id == unit => Some(*after.swan_song()),
        _ => None,
    });
    let vitals = hurt.unwrap_or(*attacker.condition.swan_song());
    if vitals.stand != LastStand::Fighting {
        return Vec::new();
    }
    let after = HealthState::SwanSong(last_stand::win_last_stand(vitals));
    let note = RuleStep::note(unit, AttackLine::KillingBlow, "SS-FFYL-11");
    vec![note, RuleStep::ChangeHealth { unit, after, damage: 0 }]
}

/// Effects of the Karma spent by both sides. `SS-BASE-25`.
pub(crate) fn spent(karma: KarmaSpent, by: UnitId, target: UnitId) -> Vec<RuleStep> {
    let unit = |defender: bool| if defender { target } else { by };
    karma.iter().map(|on| RuleStep::SpendKarma { unit: unit(on.is_paid_by_defender()), on }).collect()
}

/// Adds the cost of defending, hit or miss. `SS-DEF-12`, `SS-DEF-28`.
fn after_defence(target: &UnitSnapshot, result: &AttackResult, effects: &mut Vec<RuleStep>) {
    let unit = target.id;
    if let (Some(method), 1..) = (result.method, result.defence_cost) {
        let points = result.defence_cost;
        let mut budget = *target.budget.swan_song();
        budget.points = budget.points.saturating_sub(points);
        let (action, after) = (Some(interrupt(method)), TurnBudget::SwanSong(budget));
        effects.push(RuleStep::SetTurnBudget { unit, action, points, after });
    }
    if result.full_defense {
        let until = StatusEnd::EndOfRound(target.round);
        effects.push(RuleStep::begin_status_until(unit, StatusKind::FullDefense, until));
    }
    if result.defended {
        effects.push(RuleStep::Record(BattleEvent::Defended { unit }));
    }
}
