//! Attacks on units and barriers.

use super::{AttacksAndDamageRulebook, fighter, switches};
use crate::attacks_and_damage::attack::resolution::{self, AttackPlan};
use crate::attacks_and_damage::barriers::barrier_attack::{self, BarrierAttackContext};
use crate::attacks_and_damage::lines::{AttackLine, AttackSummary, Refusal};
use crate::attacks_and_damage::turns::turn_rules;
use crate::attacks_and_damage::{AttackClass, AttackContext, Skill};
use crate::knockback::{self, KnockbackForce};
use crate::lines::DamagePoints;
use crate::rulebook::{AttackRules, refuse_cell_target};
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, AttackRequest, AttackTarget, BarrierHarm, BarrierOnLine, BattleEvent, FireMode,
    HealthState, HeldWeapon, HitResult, RuleStep, RuleViolation, UnitAttack, UnitSnapshot, Weapon,
};
use dice::{RuleResult, RuleText, Table};

impl AttackRules for AttacksAndDamageRulebook {
    /// Thrown weapons and missiles count as fired. `AD-DEF-03`, `AD-DEF-04`, `AD-DEF-06`, `AD-DEF-08`.
    fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
        let weapon = weapon.attacks_and_damage();
        match (weapon.class, weapon.skill) {
            (AttackClass::Melee, Skill::Unarmed) => Action::UnarmedAttack,
            (AttackClass::Melee, _) => Action::MeleeAttack,
            (AttackClass::Thrown | AttackClass::Accelerated, _) => {
                Action::Fire(mode.unwrap_or(FireMode::Single))
            }
        }
    }

    fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation> {
        match &request.target {
            AttackTarget::Unit(_) => may_attack_unit(request),
            AttackTarget::Barrier(_) => may_attack_barrier(request),
            AttackTarget::Cell => Err(refuse_cell_target(request)),
        }
    }

    fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
        match &request.target {
            AttackTarget::Unit(target) => attack_unit(table, UnitAttack { request, target }),
            AttackTarget::Barrier(barrier) => attack_barrier(table, request, barrier),
            AttackTarget::Cell => Ok(ActionOutcome::from_effects(Vec::new())),
        }
    }
}

/// Builds the attack context from a request, without the chapters that are not borrowed.
pub(super) fn attack_context(request: UnitAttack<'_>) -> AttackContext {
    let rules = &request.rules;
    let mut sight = request.sight;
    if sight.hidden < 100 && !rules.borrows("cover") {
        sight.hidden = 0;
    }
    AttackContext {
        attacker: fighter(&request.attacker),
        defender: fighter(&request.target.defender),
        weapon: request.weapon.attacks_and_damage().clone(),
        barriers: if rules.borrows("barriers") { request.barriers.clone() } else { Vec::new() },
        sight,
        switches: switches(rules).clone(),
    }
}

/// Builds the barrier attack context from a request.
pub(super) fn barrier_attack_context(
    request: &AttackRequest,
    barrier: &BarrierOnLine,
) -> BarrierAttackContext {
    BarrierAttackContext {
        attacker: fighter(&request.attacker),
        weapon: request.weapon.attacks_and_damage().clone(),
        barrier: barrier.clone(),
        sight: request.sight,
        barriers: request.barriers.clone(),
        switches: switches(&request.rules).clone(),
        engine: request.rules.engine.clone(),
    }
}

/// Checks reach and sight. `AD-BASE-18`, `AD-DEF-03`.
///
/// # Errors
/// Returns a `RuleViolation` if the target is out of reach or sight, or the attack mode does not exist in this book.
fn may_attack_unit(request: &AttackRequest) -> Result<(), RuleViolation> {
    let AttackRequest { weapon, mode, sight, option, .. } = request;
    reject_attack_modes(weapon, *mode, option.as_deref())?;
    turn_rules::check_reach(weapon.attacks_and_damage(), sight)?;
    if is_behind_wall(request) {
        return Err(RuleViolation::new(Refusal::BehindWall, "AD-DEF-03"));
    }
    Ok(())
}

/// Whether the target is completely hidden and barrier rules are not borrowed. `AD-DEF-03`.
pub(super) fn is_behind_wall(request: &AttackRequest) -> bool {
    request.sight.hidden >= 100 && !request.rules.borrows("barriers")
}

/// Checks an attack on a barrier; the weapon must deal damage. `AD-CON-03`, `SS-BARR-19`.
///
/// # Errors
/// Returns a `RuleViolation` as `may_attack_unit` does, and if barrier rules are not borrowed.
fn may_attack_barrier(request: &AttackRequest) -> Result<(), RuleViolation> {
    let AttackRequest { weapon, mode, sight, rules, .. } = request;
    if !rules.borrows("barriers") {
        return Err(RuleViolation::new(Refusal::BarriersDisabled, "SS-BARR-19"));
    }
    reject_attack_modes(weapon, *mode, None)?;
    let weapon = weapon.attacks_and_damage();
    if weapon.damage.is_none() {
        return Err(RuleViolation::new(Refusal::NoDamage { weapon: weapon.name.clone() }, "AD-CON-03"));
    }
    turn_rules::check_reach(weapon, sight)
}

/// Rejects fire modes and attack options: the book has none.
///
/// # Errors
/// Returns a `RuleViolation` if a mode or an option is given.
fn reject_attack_modes(
    weapon: &Weapon,
    mode: Option<FireMode>,
    option: Option<&str>,
) -> Result<(), RuleViolation> {
    if mode.is_none() && option.is_none() {
        return Ok(());
    }
    let weapon = weapon.attacks_and_damage().name.clone();
    Err(RuleViolation::new(Refusal::OneAttackType { weapon }, "AD-BASE-19"))
}

/// Resolves an attack on a unit. Chapters DEF to KD.
fn attack_unit(table: &mut impl Table, request: UnitAttack<'_>) -> RuleResult<ActionOutcome> {
    let context = attack_context(request);
    let plan = AttackPlan::new(&context, &request.rules.engine);
    let result = resolution::resolve_plan(table, &plan)?;
    let (attacker, target) = (request.attacker.id, request.target.defender.id);
    let words = AttackSummary { taken: result.taken, effects: result.effects.clone() }.into();
    let damage = result.taken.total();
    let mut steps = Vec::new();
    if result.defended {
        steps.push(RuleStep::Record(BattleEvent::Defended { unit: target }));
    }
    steps.extend(result.barriers.into_iter().map(RuleStep::DamageBarrier));
    if result.condition != context.defender.condition {
        let after = HealthState::AttacksAndDamage(result.condition);
        steps.push(RuleStep::ChangeHealth { unit: target, after, damage, cause: None });
    }
    if result.knocked_down {
        steps.push(RuleStep::FallProne { unit: target });
    }
    let note_effect = |effect| RuleStep::note(target, AttackLine::SuffersEffect { effect }, "AD-SPEC-02");
    steps.extend(result.effects.into_iter().map(note_effect));
    if let Some(held) = first_held_weapon(&request.target.defender).filter(|_| result.disarmed) {
        steps.push(RuleStep::DropItem { unit: target, slot: held.slot });
    }
    if result.weapon_dropped {
        steps.push(RuleStep::DropItem { unit: attacker, slot: request.slot });
    }
    if matches!(result.contact, HitResult::Hit | HitResult::Graze) {
        // This book has no explosions: force comes from the attacker.
        let force = KnockbackForce { raw: result.raw_damage, ..KnockbackForce::default() };
        steps.extend(knockback::knockback_effect(&request.target.defender, force, None, &request.rules));
    }
    Ok(ActionOutcome { contact: result.contact, net: result.net_hits, damage, words, effects: steps })
}

/// The first weapon in a unit's hands, without body parts.
fn first_held_weapon(unit: &UnitSnapshot) -> Option<&HeldWeapon> {
    unit.held.iter().find(|held| held.weapon.attacks_and_damage().hands > 0)
}

/// Resolves an attack on a barrier, with this book's weapon test and Swan Song's chapter BARR.
fn attack_barrier(
    table: &mut impl Table,
    request: &AttackRequest,
    barrier: &BarrierOnLine,
) -> RuleResult<ActionOutcome> {
    let result = barrier_attack::attack_barrier(table, &barrier_attack_context(request, barrier))?;
    let mut steps: Vec<_> = result.barriers.into_iter().map(RuleStep::DamageBarrier).collect();
    if result.damage > 0 {
        let harm = BarrierHarm { id: barrier.id, damage: result.damage };
        steps.push(RuleStep::DamageBarrier(harm));
    }
    if result.weapon_dropped {
        steps.push(RuleStep::DropItem { unit: request.attacker.id, slot: request.slot });
    }
    let words = if result.damage > 0 { DamagePoints(result.damage).into() } else { RuleText::default() };
    let net = result.hits.cast_signed();
    Ok(ActionOutcome { contact: result.contact, net, damage: result.damage, words, effects: steps })
}
