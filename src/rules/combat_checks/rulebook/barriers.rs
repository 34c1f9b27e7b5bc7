//! Attacks on barriers: this book's roll with the damage of the borrowed chapter.

use super::attacks::{FULLY_HIDDEN, refused};
use super::{condition_of, fighter, switches};
use crate::barriers;
use crate::combat_checks::checks::barriers::barrier_impact;
use crate::combat_checks::checks::check;
use crate::combat_checks::checks::check::is_success;
use crate::combat_checks::checks::environment;
use crate::combat_checks::checks::pool::{Check, CheckKind};
use crate::combat_checks::checks::range;
use crate::combat_checks::checks::range::AttackError;
use crate::combat_checks::health::damage;
use crate::combat_checks::lines::{CheckNote, CombatChecksRefusal, HarmPart};
use crate::combat_checks::{Fighter, PoolBuilder, RangeBand, SideBoosts, TimedEffectKind};
use crate::{
    ActionOutcome, AttackRequest, BarrierHarm, BarrierOnLine, BattleEvent, HitResult, RuleStep,
    RuleViolation, TargetSight,
};
use dice::{Modifiers, Note, RuleResult, RuleText, SymbolPool, Symbols, Table};

/// Checks that a barrier may be attacked: as for units, and only if barriers are in use.
///
/// # Errors
/// The attack is not allowed.
pub fn may_attack_barrier(engagement: &AttackRequest) -> Result<(), RuleViolation> {
    let AttackRequest { attacker, weapon, sight, rules, slot, .. } = engagement;
    let weapon = weapon.combat_checks();
    if !rules.borrows("barriers") {
        return Err(RuleViolation::new(CombatChecksRefusal::BarrierAttacksOff, "SS-BARR-19"));
    }
    let own = fighter(attacker, rules);
    let held = attacker.held.iter().zip(&own.held).find(|(held, _)| held.slot == *slot);
    let why = match held {
        Some((_, held)) if held.empty => Some(AttackError::Empty),
        Some((_, held)) if held.useless => Some(AttackError::Useless),
        _ if !own.can_wield(weapon, switches(rules)) => Some(AttackError::NoArm),
        _ => range::check_range(weapon, &near(sight), switches(rules)).err(),
    };
    why.map_or(Ok(()), |why| Err(refused(why, &weapon.name)))
}

/// A barrier next to the unit is adjacent.
fn near(sight: &TargetSight) -> TargetSight {
    TargetSight { chebyshev_distance: sight.chebyshev_distance.max(1), ..*sight }
}

/// A combat check without a defender, with damage to a barrier.
#[derive(Clone, Debug)]
pub(crate) struct BarrierAttackPlan<'a> {
    pub engagement: &'a AttackRequest,
    barrier: &'a BarrierOnLine,
    pub attacker: Fighter,
    pub check: Check,
    pub build: PoolBuilder,
    pub pool: SymbolPool,
    pub damage: Modifiers,
    side_boosts: u8,
    on_the_way: Vec<BarrierOnLine>,
}

impl<'a> BarrierAttackPlan<'a> {
    pub(crate) fn new(engagement: &'a AttackRequest, barrier: &'a BarrierOnLine) -> Self {
        let AttackRequest { sight, rules, barriers: between, .. } = engagement;
        let weapon = engagement.weapon.combat_checks();
        let attacker = fighter(&engagement.attacker, rules);
        let switches = switches(rules);
        let (skill, characteristic) = weapon.link(switches);
        let check = Check { skill: Some(skill), characteristic, kind: weapon.check_kind() };
        let side_boosts = SideBoosts { givers: engagement.boosts.clone() }.claim(attacker.id);
        let mut build = check::assemble_pool(&attacker, check, side_boosts);
        let band = range::range_band(&near(sight), switches).unwrap_or(RangeBand::Extreme);
        build.difficulty.add(i32::from(band.difficulty()), band.name(), band.clause());
        if !attacker.condition.has_timed(TimedEffectKind::EnvironmentIgnored) {
            let around = environment::environment_setback(&engagement.surroundings, check.kind, switches);
            build.setback.0.extend(around.0);
        }
        if attacker.prone && check.kind == CheckKind::Melee {
            build.setback.add(i32::from(switches.prone_own), "Prone", "CC-ECON-12");
        }
        let all = sight.hidden >= FULLY_HIDDEN;
        let crossed = |pane: &&BarrierOnLine| (all || pane.transparent) && !pane.is_open();
        Self {
            engagement,
            barrier,
            pool: build.build(switches),
            damage: damage::damage_rating(&attacker, weapon),
            side_boosts,
            on_the_way: between.iter().filter(crossed).cloned().collect(),
            attacker,
            check,
            build,
        }
    }

    /// Damage to the target barrier, the symbols, and damage to barriers before it. `SS-BARR-19`, `SS-BARR-20`.
    pub(crate) fn resolve(&self, table: &mut impl Table) -> RuleResult<(Symbols, u32, Vec<BarrierHarm>)> {
        let parts = self.build.modifiers();
        let symbols =
            check::roll_check(table, self.pool, self.attacker.id, "combat check", "CC-POOL-01", &parts)?;
        let symbols =
            table.merge_branches(Symbols { successes: symbols.successes.max(0), ..Symbols::default() })?;
        if !is_success(symbols) {
            table.note(|| Note::new("CC-DICE-12", CheckNote::Fails));
            return Ok((symbols, 0, Vec::new()));
        }
        let successes = u32::from(symbols.successes.unsigned_abs());
        let raw = damage::raw_damage(self.damage.pool(), successes, 1);
        let weapon = self.engagement.weapon.combat_checks();
        let force = barrier_impact(weapon, &self.engagement.rules.engine);
        let (symbols, raw, harmed) =
            barriers::cross_barriers(table, &force, symbols, raw, self.on_the_way.iter())?;
        if raw == 0 {
            return Ok((symbols, 0, harmed));
        }
        let damage = barriers::damage_barrier(table, &force, raw, self.barrier)?;
        Ok((symbols, damage, harmed))
    }
}

/// Resolves an attack on a barrier: a combat check without defence, with damage by the borrowed chapter BARR.
/// Advantages and threats have no effect.
pub fn attack_barrier(
    table: &mut impl Table,
    engagement: &AttackRequest,
    barrier: &BarrierOnLine,
) -> RuleResult<ActionOutcome> {
    let plan = BarrierAttackPlan::new(engagement, barrier);
    let (symbols, damage, harmed) = plan.resolve(table)?;
    let mut effects: Vec<RuleStep> = harmed.into_iter().map(RuleStep::DamageBarrier).collect();
    if damage > 0 {
        effects.push(RuleStep::DamageBarrier(BarrierHarm { id: barrier.id, damage }));
    }
    if plan.side_boosts > 0 {
        effects.push(RuleStep::Record(BattleEvent::BoostsClaimed { unit: engagement.attacker.id }));
    }
    let mut after = plan.attacker.condition.clone();
    after.use_up_pending(plan.check);
    if after != plan.attacker.condition {
        let after = condition_of(after);
        effects.push(RuleStep::ChangeHealth { unit: engagement.attacker.id, after, damage: 0 });
    }
    let contact = if is_success(symbols) { HitResult::Hit } else { HitResult::Miss };
    let words = if damage > 0 { HarmPart::BarrierDamage(damage).into() } else { RuleText::default() };
    Ok(ActionOutcome { contact, net: i32::from(symbols.successes), damage, words, effects })
}
