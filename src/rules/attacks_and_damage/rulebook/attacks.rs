//! Attacks on units and barriers.

use super::{fighter, switches};
use crate::attacks_and_damage::attack::resolution as rule;
use crate::attacks_and_damage::attack::resolution::AttackPlan;
use crate::attacks_and_damage::barriers::barrier_attack;
use crate::attacks_and_damage::barriers::barrier_attack::BarrierAttackContext;
use crate::attacks_and_damage::turns::turn_rules;
use crate::attacks_and_damage::{AttackClass, AttackContext, AttackResult, DamageTaken, Skill};
use crate::knockback::{self, KnockbackForce};
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, AttackOption, AttackRequest, BarrierAttackRequest, BarrierHarm, Effect, FireMode,
    HealthState, HeldWeapon, HitResult, RuleSet, RuleViolation, UnitSnapshot, Weapon,
};
use dice::{RuleResult, Table};

/// `AD-DEF-03`, `AD-DEF-04`, `AD-DEF-06`, `AD-DEF-08`: what flies is fired, whoever throws it.
pub fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
    let weapon = weapon.attacks_and_damage();
    match (weapon.class, weapon.skill) {
        (AttackClass::Melee, Skill::Unarmed) => Action::UnarmedAttack,
        (AttackClass::Melee, _) => Action::MeleeAttack,
        (AttackClass::Thrown | AttackClass::Accelerated, _) => Action::Fire(mode.unwrap_or(FireMode::Single)),
    }
}

/// A weapon attacks in one way; touches and other contact are weapons of their own. `AD-CON-01`.
pub fn manners(_: &UnitSnapshot, _: &HeldWeapon, _: &RuleSet) -> Vec<AttackOption> {
    Vec::new()
}

/// The attack as this book's rules see it, without the chapters that the skirmish does not borrow.
pub(crate) fn scene(engagement: &AttackRequest) -> AttackContext {
    let rules = &engagement.rules;
    let mut sight = engagement.sight;
    if sight.hidden < 100 && !rules.borrows("cover") {
        sight.hidden = 0;
    }
    AttackContext {
        attacker: fighter(&engagement.attacker),
        defender: fighter(&engagement.defender),
        weapon: engagement.weapon.attacks_and_damage().clone(),
        barriers: if rules.borrows("barriers") { engagement.barriers.clone() } else { Vec::new() },
        sight,
        switches: switches(rules).clone(),
    }
}

/// The attack on a barrier as this book's rules see it.
pub(crate) fn barrier_scene(engagement: &BarrierAttackRequest) -> BarrierAttackContext {
    BarrierAttackContext {
        attacker: fighter(&engagement.attacker),
        weapon: engagement.weapon.attacks_and_damage().clone(),
        barrier: engagement.barrier.clone(),
        sight: engagement.sight,
        barriers: engagement.barriers.clone(),
        switches: switches(&engagement.rules).clone(),
        engine: engagement.rules.engine.clone(),
    }
}

/// `AD-BASE-18`, `AD-DEF-03`.
///
/// # Errors
/// Out of reach or sight, or a way to attack that this book does not know.
pub fn may_attack(engagement: &AttackRequest) -> Result<(), RuleViolation> {
    let AttackRequest { weapon, mode, sight, option: manner, .. } = engagement;
    plain(weapon, *mode, manner.as_deref())?;
    turn_rules::check_reach(weapon.attacks_and_damage(), sight)?;
    if is_walled_off(engagement) {
        return Err(RuleViolation::new("there is a wall between them", "AD-DEF-03"));
    }
    Ok(())
}

/// Nothing of the target is to be seen, and the skirmish does without what happens to walls. `AD-DEF-03`.
pub(crate) fn is_walled_off(engagement: &AttackRequest) -> bool {
    engagement.sight.hidden >= 100 && !engagement.rules.borrows("barriers")
}

/// As for units, and the attack has to do damage. `AD-CON-03`, `SS-BARR-19`.
///
/// # Errors
/// As for units, or the skirmish does without damage to barriers.
pub fn may_attack_barrier(engagement: &BarrierAttackRequest) -> Result<(), RuleViolation> {
    let BarrierAttackRequest { weapon, mode, sight, rules, .. } = engagement;
    if !rules.borrows("barriers") {
        return Err(RuleViolation::new("in this skirmish nothing damages a barrier", "SS-BARR-19"));
    }
    plain(weapon, *mode, None)?;
    let weapon = weapon.attacks_and_damage();
    if weapon.damage.is_none() {
        return Err(RuleViolation::new(format!("{} does no damage by itself", weapon.name), "AD-CON-03"));
    }
    turn_rules::check_reach(weapon, sight)
}

fn plain(weapon: &Weapon, mode: Option<FireMode>, manner: Option<&str>) -> Result<(), RuleViolation> {
    if mode.is_none() && manner.is_none() {
        return Ok(());
    }
    let name = &weapon.attacks_and_damage().name;
    Err(RuleViolation::new(format!("{name} attacks in one way only"), "AD-BASE-19"))
}

/// Chapters DEF to KD.
///
/// # Errors
/// As the table.
pub fn attack(table: &mut impl Table, engagement: &AttackRequest) -> RuleResult<ActionOutcome> {
    let scene = scene(engagement);
    let plan = AttackPlan::with_engine_switches(&scene, &engagement.rules.engine);
    let result = rule::resolve_plan(table, &plan)?;
    let (by, target) = (engagement.attacker.id, engagement.defender.id);
    let words = words(&result);
    let damage = result.taken.total();
    let mut effects = Vec::new();
    if result.defended {
        effects.push(Effect::Defended { unit: target });
    }
    effects.extend(result.barriers.into_iter().map(Effect::Barrier));
    if result.condition != scene.defender.condition {
        let after = HealthState::AttacksAndDamage(result.condition);
        effects.push(Effect::HealthState { unit: target, after, damage });
    }
    if result.knocked_down {
        effects.push(Effect::Prone { unit: target });
    }
    let told = |text| Effect::RuleNote { unit: target, text, clause: "AD-SPEC-02" };
    effects.extend(result.effects.into_iter().map(told));
    if let Some(held) = in_hand(&engagement.defender).filter(|_| result.disarmed) {
        effects.push(Effect::Dropped { unit: target, slot: held.slot });
    }
    if result.weapon_dropped {
        effects.push(Effect::Dropped { unit: by, slot: engagement.slot });
    }
    if matches!(result.contact, HitResult::Hit | HitResult::Graze) {
        // Nothing of this book bursts: a blow comes from whoever strikes.
        let force = KnockbackForce { raw: result.raw_damage, ..KnockbackForce::default() };
        effects.extend(knockback::knockback_effect(&engagement.defender, force, None, &engagement.rules));
    }
    Ok(ActionOutcome { contact: result.contact, net: result.net_hits, damage, words, effects })
}

/// The first weapon that a unit has in its hands.
fn in_hand(unit: &UnitSnapshot) -> Option<&HeldWeapon> {
    unit.held.iter().find(|held| held.weapon.attacks_and_damage().hands > 0)
}

/// "2 Light and 3 Critical", "1 Light; numbness", "numbness".
fn words(result: &AttackResult) -> String {
    let damage = taken_words(result.taken);
    damage.into_iter().chain(result.effects.iter().cloned()).collect::<Vec<_>>().join("; ")
}

/// "2 Light and 3 Critical"; `None` for nothing.
pub(crate) fn taken_words(taken: DamageTaken) -> Option<String> {
    match (taken.light, taken.critical) {
        (0, 0) => None,
        (light, 0) => Some(format!("{light} Light")),
        (0, critical) => Some(format!("{critical} Critical")),
        (light, critical) => Some(format!("{light} Light and {critical} Critical")),
    }
}

/// The book's weapon test and Swan Song's chapter BARR.
///
/// # Errors
/// As the table.
pub fn attack_barrier(
    table: &mut impl Table,
    engagement: &BarrierAttackRequest,
) -> RuleResult<ActionOutcome> {
    let result = barrier_attack::attack_barrier(table, &barrier_scene(engagement))?;
    let mut effects: Vec<_> = result.barriers.into_iter().map(Effect::Barrier).collect();
    if result.damage > 0 {
        let harm = BarrierHarm { id: engagement.barrier.id, damage: result.damage };
        effects.push(Effect::Barrier(harm));
    }
    if result.weapon_dropped {
        effects.push(Effect::Dropped { unit: engagement.attacker.id, slot: engagement.slot });
    }
    let words = if result.damage > 0 { format!("{} damage", result.damage) } else { String::new() };
    Ok(ActionOutcome {
        contact: result.contact,
        net: result.hits.cast_signed(),
        damage: result.damage,
        words,
        effects,
    })
}
