//! Attacks, and their resolution on single units.

use super::attack_contexts::{attack_context, find_called_shot};
use super::attack_steps::{
    is_killing_blow, karma_steps, list_attack_steps, thrown_weapon_step, win_last_stand_steps,
};
use super::{SwanSongRulebook, area_attacks, site_attacks, switches};
use crate::lines::{DamagePoints, SquareCount};
use crate::rulebook::{AttackRules, UnitRules, refuse_cell_target};
use crate::swan_song::attack::multiple_attacks::{self, SplitAttack};
use crate::swan_song::attack::{called_shot, resolution};
use crate::swan_song::checks::base;
use crate::swan_song::lines::attacks::AttackRefusal;
use crate::swan_song::{CalledShot, WeaponClass};
use crate::turn_engine::Action;
use crate::turn_engine::timed_items::DetonationTrigger;
use crate::{
    ActionOutcome, AttackOption, AttackRequest, AttackTarget, FireMode, HeldWeapon, PoolShare, RuleSet,
    RuleViolation, Sheet, TargetSight, UnitAttack, UnitSnapshot, Weapon, WeaponReach,
};
use dice::{RuleResult, RuleText, Table};
use model::Distance;

impl AttackRules for SwanSongRulebook {
    /// Table SS-T6.
    fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
        weapon.swan_song().attack_action(mode)
    }

    /// Called shots. `SS-CALL-03`, `SS-KNOCK-08`, `SS-RULING-12`.
    fn attack_options(_: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<AttackOption> {
        let (weapon, switches) = (held.weapon.swan_song(), switches(rules));
        let shots = CalledShot::all(switches).filter(|shot| shot.allows_weapon(weapon));
        let to_option = |shot: CalledShot| AttackOption {
            key: shot.key(),
            label: shot.label(),
            detail: shot.detail(switches),
            clause: shot.clause(),
            menu: Some("Called shot"),
            mark: format!("{:+} dice", shot.modifier(switches)),
            of_body: true,
        };
        shots.map(to_option).collect()
    }

    /// Range, fire mode, called shot and arm; no wall in the way of a blast, and only blasts at squares. `SS-ATK-03`,
    /// `SS-BASE-16`, `SS-RULING-60`.
    fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation> {
        let AttackRequest { attacker, weapon, mode, sight, rules, .. } = request;
        let is_blast = weapon.swan_song().blast > 0;
        match &request.target {
            AttackTarget::Unit(target) => {
                if let Some(shot) = find_called_shot(request.option.as_deref()) {
                    let target = target.defender.sheet.swan_song();
                    called_shot::may_call(shot, target, weapon.swan_song(), switches(rules))?;
                }
            }
            AttackTarget::Cell if !is_blast => return Err(refuse_cell_target(request)),
            AttackTarget::Barrier(_) | AttackTarget::Cell => {}
        }
        may_use_held_weapon(attacker, request.slot)?;
        may_use_at_range((weapon, &attacker.sheet), *mode, sight, rules)?;
        match (&request.target, &request.site) {
            (AttackTarget::Unit(_) | AttackTarget::Cell, Some(site)) if is_blast => {
                site_attacks::may_blast_reach(site)
            }
            _ => Ok(()),
        }
    }

    /// Chapters ATK and BARR, `SS-RULING-60`.
    fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
        let mut outcome = match &request.target {
            AttackTarget::Unit(target) => {
                let attack = UnitAttack { request, target };
                match request.weapon.swan_song().blast {
                    0 => attack_single_unit(table, attack)?,
                    _ => area_attacks::attack_unit_with_blast(table, attack)?,
                }
            }
            AttackTarget::Barrier(barrier) => site_attacks::attack_barrier(table, request, barrier)?,
            AttackTarget::Cell => site_attacks::attack_cell(table, request)?,
        };
        let to = request.site.as_ref().map(|site| site.target);
        outcome.effects.extend(thrown_weapon_step(&request.attacker, request.slot, to));
        Ok(outcome)
    }

    /// Chapter MULTI.
    fn split_pool(attacks: &[UnitAttack<'_>]) -> Result<Vec<PoolShare>, RuleViolation> {
        let contexts: Vec<_> = attacks.iter().map(|attack| (attack_context(*attack), attack.slot)).collect();
        let split_attacks: Vec<_> =
            contexts.iter().map(|(context, slot)| SplitAttack { context, slot: *slot }).collect();
        multiple_attacks::split_attack_pool(&split_attacks)
            .map_err(|why| RuleViolation::new(why, why.clause()))
    }
}

/// Checks that the arm holding the weapon is usable. `SS-CALL-59`.
fn may_use_held_weapon(attacker: &UnitSnapshot, slot: usize) -> Result<(), RuleViolation> {
    let held = attacker.held_weapon(slot);
    held.map_or(Ok(()), |held| {
        called_shot::may_use_arm(&attacker.ailments, held.weapon.swan_song(), held.hand)
    })
}

/// Checks that the weapon attacks by itself, its fire mode and its range. `SS-ATK-03`, `SS-BASE-16`.
fn may_use_at_range(
    (weapon, sheet): (&Weapon, &Sheet),
    mode: Option<FireMode>,
    sight: &TargetSight,
    rules: &RuleSet,
) -> Result<(), RuleViolation> {
    let traits = SwanSongRulebook::weapon_traits(weapon, sheet, rules);
    match weapon.swan_song().trigger {
        Some(DetonationTrigger::Charge) => {
            let weapon = traits.name.into();
            return Err(RuleViolation::new(AttackRefusal::NotPlaced { weapon }, "SS-BARR-24"));
        }
        Some(_) => {
            let weapon = traits.name.into();
            return Err(RuleViolation::new(AttackRefusal::NotFired { weapon }, "SS-TIMED-04"));
        }
        None => {}
    }
    // A ranged weapon without fire modes, such as a sling, fires single shots.
    let needs_mode = weapon.swan_song().class == WeaponClass::Ranged && !traits.modes.is_empty();
    if needs_mode != mode.is_some() || mode.is_some_and(|mode| !traits.modes.contains(&mode)) {
        return Err(RuleViolation::new(
            AttackRefusal::NoSuchMode { weapon: traits.name.into() },
            "SS-ACT-43",
        ));
    }
    let weapon = || String::from(traits.name);
    match traits.reach {
        WeaponReach::Ranged { metres } if !base::is_in_weapon_range(sight.distance_squared, metres) => {
            let distance = Distance { squared: sight.distance_squared };
            let refusal = AttackRefusal::OutOfRange { weapon: weapon(), reach: metres, distance };
            Err(RuleViolation::new(refusal, "SS-BASE-30"))
        }
        WeaponReach::Melee { beyond } if !base::is_in_melee_range(sight.chebyshev_distance, beyond) => {
            let (reach, away) = (SquareCount(beyond + 1), SquareCount(sight.chebyshev_distance));
            let refusal = AttackRefusal::OutOfReach { weapon: weapon(), reach, away };
            Err(RuleViolation::new(refusal, "SS-BASE-34"))
        }
        _ => Ok(()),
    }
}

/// Resolves an attack on a single target.
fn attack_single_unit(table: &mut impl Table, attack: UnitAttack<'_>) -> RuleResult<ActionOutcome> {
    let result = resolution::resolve_attack(table, &attack_context(attack))?;
    let (attacker, target) = (&attack.attacker, &attack.target.defender);
    let mut steps = karma_steps(result.karma, attacker.id, target.id);
    steps.extend(list_attack_steps(&attack, target, &result, None));
    if is_killing_blow(&attack, target, &result) {
        steps.extend(win_last_stand_steps(attacker, &steps, &attack.rules));
    }
    let words = if result.damage > 0 { DamagePoints(result.damage).into() } else { RuleText::default() };
    let (contact, net) = (result.contact, result.net_hits);
    Ok(ActionOutcome { contact, net, damage: result.damage, words, effects: steps })
}
