//! Steps that follow an attack: its consequences for the target, the attacker and their items.

use super::switches;
use super::turns::interrupt_action;
use crate::knockback::{self, KnockbackForce};
use crate::status::{Ailment, StatusEnd, StatusKind};
use crate::swan_song::attack::called_shot::CalledShotEffect;
use crate::swan_song::damage::{critical_injuries, health, last_stand};
use crate::swan_song::lines::attacks::AttackLine;
use crate::swan_song::options::switches::KillingBlow;
use crate::swan_song::{AttackResult, KarmaSpent, LastStand, PoolKind, WeaponClass};
use crate::{
    AttackRequest, BarrierHarm, BattleEvent, HealthState, RuleSet, RuleStep, TurnBudget, UnitSnapshot, Weapon,
};
use model::{Cell, UnitId};

/// Lists the steps of an attack on one target, without Karma; `from` is the cell of the detonation, if any.
pub(super) fn list_attack_steps(
    request: &AttackRequest,
    target: &UnitSnapshot,
    result: &AttackResult,
    from: Option<Cell>,
) -> Vec<RuleStep> {
    let unit = target.id;
    let mut steps = Vec::new();
    add_defence_steps(target, result, &mut steps);
    for harm in &result.barriers {
        steps.push(match struck_body(target, *harm) {
            Some(body) => damage_body_shield((&request.weapon, &request.rules), body, harm.damage),
            None => RuleStep::DamageBarrier(*harm),
        });
    }
    if result.vitals != *target.condition.swan_song() {
        let after = HealthState::SwanSong(result.vitals);
        steps.push(RuleStep::ChangeHealth { unit, after, damage: result.damage, cause: None });
    }
    if result.knocked_down {
        steps.push(RuleStep::FallProne { unit });
    }
    add_called_shot_steps(target, &result.called_shot_effects, &mut steps);
    if result.weapon_dropped {
        steps.push(RuleStep::DropItem { unit: request.attacker.id, slot: request.slot });
    }
    let force = KnockbackForce { raw: result.raw, ..KnockbackForce::default() };
    steps.extend(knockback::knockback_effect(target, force, from, &request.rules));
    steps
}

/// The body or vehicle before a target that this damage to a barrier is about; `None` if it is about a barrier.
pub(super) fn struck_body(target: &UnitSnapshot, harm: BarrierHarm) -> Option<&UnitSnapshot> {
    let body = target.behind.as_deref().or(target.carries.as_deref());
    body.filter(|body| harm.id.unit() == Some(body.id))
}

/// Damages a body used as a barrier: Health damage equal to the wear, or to the unresisted damage up to its Body.
/// `SS-BARR-47`, `SS-CRIT-05`.
pub(super) fn damage_body_shield(
    (weapon, rules): (&Weapon, &RuleSet),
    body: &UnitSnapshot,
    points: u32,
) -> RuleStep {
    let weapon = weapon.swan_song();
    let (before, body_attribute) = (*body.condition.swan_song(), body.sheet.swan_song().attributes.body);
    let points = if weapon.penetrating { points } else { points.min(u32::from(body_attribute)) };
    let (pool, switches) = (PoolKind::Health, switches(rules));
    let applied = health::apply_damage(before, points, pool, weapon.damage_type, switches);
    let vitals = critical_injuries::add_injuries(
        applied.vitals,
        critical_injuries::injury_causes(&before, &applied, pool, body_attribute),
    );
    RuleStep::ChangeHealth {
        unit: body.id,
        after: HealthState::SwanSong(vitals),
        damage: points,
        cause: None,
    }
}

/// Returns the step that moves a thrown weapon to where it lands, or uses it up; `None` for other weapons. `SS-ACT-47`.
pub(super) fn thrown_weapon_step(attacker: &UnitSnapshot, slot: usize, to: Option<Cell>) -> Option<RuleStep> {
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
fn add_called_shot_steps(target: &UnitSnapshot, effects: &[CalledShotEffect], steps: &mut Vec<RuleStep>) {
    let unit = target.id;
    for effect in effects {
        match *effect {
            CalledShotEffect::Score(by) => {
                steps.push(RuleStep::ChangeInitiative { unit, by, clause: "SS-CALL-35" })
            }
            CalledShotEffect::Prone => steps.push(RuleStep::FallProne { unit }),
            CalledShotEffect::Drops(hand) => {
                // Highest slot first: removing one must not shift the others.
                let held = target
                    .held
                    .iter()
                    .rev()
                    .filter(|held| held.hand == Some(hand) || held.weapon.swan_song().hands > 1);
                steps.extend(held.map(|held| RuleStep::DropItem { unit, slot: held.slot }));
            }
            CalledShotEffect::Lasting(mut cause) => {
                if cause.ailment == Ailment::SlowDeath {
                    cause.strength = u16::try_from(target.round).unwrap_or(u16::MAX);
                }
                steps.push(RuleStep::Afflict { unit, cause });
            }
        }
    }
}

/// Returns whether the result is a killing blow to an opponent. `SS-FFYL-11`, `SS-FFYL-12`.
pub(super) fn is_killing_blow(request: &AttackRequest, target: &UnitSnapshot, result: &AttackResult) -> bool {
    let (before, body) = (target.condition.swan_song(), target.sheet.swan_song().attributes.body);
    let switches = switches(&request.rules);
    request.attacker.side != target.side
        && last_stand::is_killing_blow(before, &result.vitals, body, switches)
}

/// Lists the steps that save an attacker in a last stand after a killing blow, given those of the attack.
/// `SS-FFYL-11`, `SS-FFYL-12`.
pub(super) fn win_last_stand_steps(
    attacker: &UnitSnapshot,
    attack_steps: &[RuleStep],
    rules: &RuleSet,
) -> Vec<RuleStep> {
    let unit = attacker.id;
    let vitals = *health_after(attacker, attack_steps).swan_song();
    if vitals.stand != LastStand::Fighting {
        return Vec::new();
    }
    let after = HealthState::SwanSong(last_stand::win_last_stand(vitals));
    let counts = match switches(rules).killing_blow {
        KillingBlow::Down => AttackLine::DownsEnemy,
        KillingBlow::Dead => AttackLine::KillsEnemy,
    };
    let why = RuleStep::note(unit, counts, "SS-FFYL-12");
    let note = RuleStep::note(unit, AttackLine::KillingBlow, "SS-FFYL-11");
    vec![why, note, RuleStep::ChangeHealth { unit, after, damage: 0, cause: None }]
}

/// The health of a unit after these steps.
pub(super) fn health_after<'s>(unit: &'s UnitSnapshot, steps: &'s [RuleStep]) -> &'s HealthState {
    let changed = steps.iter().rev().find_map(|step| match step {
        RuleStep::ChangeHealth { unit: id, after, .. } if *id == unit.id => Some(after),
        _ => None,
    });
    changed.unwrap_or(&unit.condition)
}

/// Lists the Karma spent by both sides. `SS-BASE-25`.
pub(super) fn karma_steps(karma: KarmaSpent, attacker: UnitId, target: UnitId) -> Vec<RuleStep> {
    let unit = |defender: bool| if defender { target } else { attacker };
    karma.iter().map(|on| RuleStep::SpendKarma { unit: unit(on.is_paid_by_defender()), on }).collect()
}

/// Adds the cost of defending, hit or miss. `SS-DEF-12`, `SS-DEF-28`.
fn add_defence_steps(target: &UnitSnapshot, result: &AttackResult, steps: &mut Vec<RuleStep>) {
    let unit = target.id;
    if let (Some(method), 1..) = (result.method, result.defence_cost) {
        let points = result.defence_cost;
        let mut budget = *target.budget.swan_song();
        budget.points = budget.points.saturating_sub(points);
        let (action, after) = (Some(interrupt_action(method)), TurnBudget::SwanSong(budget));
        steps.push(RuleStep::SetTurnBudget { unit, action, points, after });
    }
    if result.full_defense {
        let until = StatusEnd::EndOfRound(target.round);
        steps.push(RuleStep::begin_status_until(unit, StatusKind::FullDefense, until));
    }
    if result.defended {
        steps.push(RuleStep::Record(BattleEvent::Defended { unit }));
    }
}
