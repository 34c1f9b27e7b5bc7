//! Attacks on barriers: this book's roll with the damage of the borrowed chapter; units as barriers.

use super::attacks::weapon_violation;
use super::{CombatChecksRulebook, switches};
use crate::barriers;
use crate::combat_checks::checks::barriers::{barrier_impact, barriers_to_cross};
use crate::combat_checks::checks::pool::{Check, CheckKind};
use crate::combat_checks::checks::range::{self, AttackError};
use crate::combat_checks::checks::{check, environment};
use crate::combat_checks::health::damage;
use crate::combat_checks::lines::{CheckNote, CombatChecksRefusal, HarmPart};
use crate::combat_checks::{Fighter, PoolBuilder, RangeBand, SideBoosts, TimedEffectKind};
use crate::rulebook::BarrierRules;
use crate::{
    ActionOutcome, AttackRequest, BarrierHarm, BarrierOnLine, BattleEvent, HealthState, HitResult, RuleSet,
    RuleStep, RuleViolation, Sheet, TargetSight, UnitSnapshot,
};
use dice::{Modifier, Modifiers, Note, RuleResult, RuleText, SymbolPool, Symbols, Table};

impl BarrierRules for CombatChecksRulebook {
    /// Its Toughness. `SS-BARR-45`.
    fn structure_as_barrier(sheet: &Sheet) -> u32 {
        u32::from(sheet.combat_checks().characteristics.toughness)
    }

    /// The damage counts as Wounds. `SS-BARR-47`.
    fn damage_as_barrier(unit: &UnitSnapshot, points: u32, _: &RuleSet) -> HealthState {
        let mut after = unit.condition.combat_checks().clone();
        after.wounds += points;
        HealthState::CombatChecks(after)
    }
}

/// Checks that a barrier may be attacked: as for units, and only if barriers are in use.
///
/// # Errors
/// Returns a `RuleViolation` if the attack is not allowed.
pub(super) fn may_attack_barrier(request: &AttackRequest) -> Result<(), RuleViolation> {
    let AttackRequest { attacker, weapon, sight, rules, slot, .. } = request;
    let weapon = weapon.combat_checks();
    if !rules.borrows("barriers") {
        return Err(RuleViolation::new(CombatChecksRefusal::BarrierAttacksOff, "SS-BARR-19"));
    }
    let fighter = Fighter::from_snapshot(attacker, rules);
    let wielded = attacker.held.iter().zip(&fighter.held).find(|(held, _)| held.slot == *slot);
    let why = match wielded {
        Some((_, wielded)) if wielded.empty => Some(AttackError::Empty),
        Some((_, wielded)) if wielded.useless => Some(AttackError::Useless),
        _ if !fighter.can_wield(weapon, switches(rules)) => Some(AttackError::NoArm),
        _ => range::check_range(weapon, &barrier_sight(sight), switches(rules)).err(),
    };
    why.map_or(Ok(()), |why| Err(weapon_violation(why, &weapon.name)))
}

/// The sight of a barrier: next to the unit it is adjacent.
fn barrier_sight(sight: &TargetSight) -> TargetSight {
    TargetSight { chebyshev_distance: sight.chebyshev_distance.max(1), ..*sight }
}

/// A combat check without a defender, with damage to a barrier.
#[derive(Clone, Debug)]
pub(super) struct BarrierAttackPlan<'a> {
    request: &'a AttackRequest,
    barrier: &'a BarrierOnLine,
    attacker: Fighter,
    check: Check,
    pub pool_builder: PoolBuilder,
    pub pool: SymbolPool,
    /// The reasons of the pool for the log.
    parts: Vec<Modifier>,
    pub damage: Modifiers,
    side_boosts: u8,
    /// Barriers before the target.
    crossed: Vec<&'a BarrierOnLine>,
}

impl<'a> BarrierAttackPlan<'a> {
    pub(super) fn new(request: &'a AttackRequest, barrier: &'a BarrierOnLine) -> Self {
        let AttackRequest { sight, rules, .. } = request;
        let weapon = request.weapon.combat_checks();
        let attacker = Fighter::from_snapshot(&request.attacker, rules);
        let switches = switches(rules);
        let (skill, characteristic) = weapon.skill_and_characteristic(switches);
        let check = Check { skill: Some(skill), characteristic, kind: weapon.check_kind() };
        let side_boosts = SideBoosts { givers: request.boosts.clone() }.claim(attacker.id);
        let mut pool_builder = check::assemble_pool(&attacker, check, side_boosts);
        let band = range::range_band(&barrier_sight(sight), switches).unwrap_or(RangeBand::Extreme);
        pool_builder.difficulty.add(i32::from(band.difficulty()), band.name(), band.clause());
        if !attacker.condition.has_timed(TimedEffectKind::EnvironmentIgnored) {
            let setback = environment::environment_setback(&request.surroundings, check.kind, switches);
            pool_builder.setback.append(setback);
        }
        if attacker.prone && check.kind == CheckKind::Melee {
            pool_builder.setback.add(i32::from(switches.prone_own), "prone", "CC-ECON-12");
        }
        Self {
            request,
            barrier,
            pool: pool_builder.build(switches),
            parts: pool_builder.modifiers(),
            damage: damage::damage_rating(&attacker, weapon),
            side_boosts,
            crossed: barriers_to_cross(&request.barriers, sight.hidden).collect(),
            attacker,
            check,
            pool_builder,
        }
    }

    /// Returns the symbols, damage to the target barrier, and damage to barriers before it. `SS-BARR-19`, `SS-BARR-20`.
    pub(super) fn resolve(&self, table: &mut impl Table) -> RuleResult<(Symbols, u32, Vec<BarrierHarm>)> {
        let (who, parts) = (self.attacker.id, &self.parts);
        let symbols = check::roll_check(table, self.pool, who, "combat check", "CC-POOL-01", parts)?;
        let symbols =
            table.merge_branches(Symbols { successes: symbols.successes.max(0), ..Symbols::default() })?;
        if !check::is_success(symbols) {
            table.note(|| Note::new("CC-DICE-12", CheckNote::Fails));
            return Ok((symbols, 0, Vec::new()));
        }
        let successes = u32::from(symbols.successes.unsigned_abs());
        let raw = damage::raw_damage(self.damage.pool(), successes, 1);
        let impact = barrier_impact(self.request.weapon.combat_checks(), &self.request.rules.engine);
        let (symbols, raw, harms) =
            barriers::cross_barriers(table, &impact, symbols, raw, self.crossed.iter().copied())?;
        if raw == 0 {
            return Ok((symbols, 0, harms));
        }
        let damage = barriers::damage_barrier(table, &impact, raw, self.barrier)?;
        Ok((symbols, damage, harms))
    }
}

/// Resolves an attack on a barrier: a combat check without defence, with damage by the borrowed chapter BARR.
/// Advantages and threats have no effect.
pub(super) fn attack_barrier(
    table: &mut impl Table,
    request: &AttackRequest,
    barrier: &BarrierOnLine,
) -> RuleResult<ActionOutcome> {
    let plan = BarrierAttackPlan::new(request, barrier);
    let (symbols, damage, harms) = plan.resolve(table)?;
    let unit = request.attacker.id;
    let mut steps: Vec<RuleStep> = harms.into_iter().map(RuleStep::DamageBarrier).collect();
    if damage > 0 {
        steps.push(RuleStep::DamageBarrier(BarrierHarm { id: barrier.id, damage }));
    }
    if plan.side_boosts > 0 {
        steps.push(RuleStep::Record(BattleEvent::BoostsClaimed { unit }));
    }
    let mut after = plan.attacker.condition.clone();
    after.use_up_pending(plan.check);
    if after != plan.attacker.condition {
        steps.push(RuleStep::ChangeHealth {
            unit,
            after: HealthState::CombatChecks(after),
            damage: 0,
            cause: None,
        });
    }
    let contact = if check::is_success(symbols) { HitResult::Hit } else { HitResult::Miss };
    let words = if damage > 0 { HarmPart::BarrierDamage(damage).into() } else { RuleText::default() };
    Ok(ActionOutcome { contact, net: i32::from(symbols.successes), damage, words, effects: steps })
}
