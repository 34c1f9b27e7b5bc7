//! Simplified resolution of attacks, for odds on screen.
//!
//! The target's fate and each barrier's damage are enumerated separately: enumerated together, the number of
//! outcomes would be the product of all of them.

use super::AttackPlan;
use crate::barriers;
use crate::swan_song::checks::base;
use crate::swan_song::damage::health;
use crate::swan_song::defence::methods::DefenceOption;
use crate::swan_song::{DownState, HitResult, Vitals};
use dice::{Dice, Purpose, RollChain, RuleResult, Table};

/// What an attack that `can_simplify` does to its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OddsOutcome {
    /// How it hit the target.
    pub contact: HitResult,
    /// Net hits as -1, 0 or 1. `SS-ATK-15`.
    pub net: i32,
    /// Damage after soak. `SS-ATK-21`.
    pub damage: u32,
    /// The target is knocked down. `SS-KNOCK-01`.
    pub knocked_down: bool,
    /// The target's state after the attack. `SS-DMG-09`.
    pub down: Option<DownState>,
}

/// An attack at its target or its first barrier: the sign of the net hits, and the damage value; a miss has none.
type Arrival = (i32, Option<u32>);

/// Calculates the odds of an attack that `can_simplify` against a chosen defence, as `resolve_for_odds` has them. `None`
/// if barriers or re-rolls add decisions and rolls, or the numbers do not fit.
pub fn calculate_odds(
    plan: &AttackPlan<'_>,
    chosen: Option<&DefenceOption>,
) -> Option<RollChain<OddsOutcome>> {
    if !plan.context.barriers.is_empty() || plan.rerolls_misses() {
        return None;
    }
    let limited = |(dice, purpose): (Dice, Purpose<'_>)| (dice, purpose.limit);
    let arrival = |net| plan.arrival(net, |net, dv| if plan.is_harmless(net, dv) { 0 } else { dv });
    let attack = limited(plan.odds_attack_dice());
    let arrived = match plan.defence_dice(chosen).map(limited) {
        Some(defence) => RollChain::opposed(attack, defence, |attack, hits| {
            arrival(plan.net_hits(attack, base::limit_hits(hits.value, defence.1)))
        })?,
        None => RollChain::single(attack, |attack| arrival(plan.net_hits(attack, 0)))?,
    };
    let soak = (plan.totals.soak, None);
    let soaked = arrived.roll(
        |(_, dv)| dv.filter(|dv| *dv > 0).map(|_| soak),
        |&(net, dv), soak| (net, dv.map(|dv| dv.saturating_sub(soak.value))),
    )?;
    let before = plan.vitals_after_defence(chosen.map(|option| option.method));
    Some(soaked.map(|&(net, left)| match left {
        None => plan.odds_outcome(before, HitResult::Miss, net, 0),
        Some(0) => plan.odds_outcome(before, HitResult::Graze, net, 0),
        Some(left) => plan.odds_outcome(before, HitResult::Hit, net, left),
    }))
}

/// Resolves an attack that `can_simplify` like `resolve_plan`, with the same rolls but without notes. Leaves out what
/// odds do not show: net hits above 1, dropped weapons, damage before soak and damage to barriers.
///
/// The defence is declared before the first roll, so it is the same in all branches and no part of the stages' values.
pub fn resolve_for_odds(table: &mut impl Table, plan: &AttackPlan<'_>) -> RuleResult<OddsOutcome> {
    let chosen = plan.declare_defence(table)?;
    let before = || plan.vitals_after_defence(chosen.map(|option| option.method));
    let outcome = |contact, net, damage| Ok(plan.odds_outcome(before(), contact, net, damage));
    let is_open = plan.context.barriers.is_empty();
    let relevant = |net, dv| if is_open && plan.is_harmless(net, dv) { 0 } else { dv };
    let (net, arrived) = plan.roll_arrival(table, chosen, relevant)?;
    let Some(mut dv) = arrived else { return outcome(HitResult::Miss, net, 0) };
    for (place, barrier) in plan.barriers_to_cross(net).enumerate() {
        (_, _, dv) = table.stage(|table| {
            let passed = barriers::penetrate_barrier(table, &plan.barrier_impact(), dv, barrier)?;
            Ok((place, net, passed.dv))
        })?;
        if dv == 0 {
            return outcome(HitResult::Blocked, net, 0);
        }
    }
    if plan.is_harmless(net, dv) {
        return outcome(HitResult::Graze, net, 0);
    }
    let soak = plan.soak_dice(plan.totals.soak, &plan.soak);
    let (net, left) = table.roll_stage(soak, |soak| (net, dv.saturating_sub(soak.value)))?;
    outcome(if left == 0 { HitResult::Graze } else { HitResult::Hit }, net, left)
}

/// Returns the damage that one barrier takes from an attack that `can_simplify`; `number` is its index in the context.
pub fn barrier_damage_for_odds(
    table: &mut impl Table,
    plan: &AttackPlan<'_>,
    number: usize,
) -> RuleResult<u32> {
    let chosen = plan.declare_defence(table)?;
    let (net, arrived) = plan.roll_arrival(table, chosen, |_, dv| dv)?;
    let Some(mut dv) = arrived else { return Ok(0) };
    for (place, barrier) in plan.barriers_to_cross(net).enumerate() {
        let is_last = std::ptr::eq(barrier, &plan.context.barriers[number]);
        let damage;
        (_, dv, damage) = table.stage(|table| {
            let passed = barriers::penetrate_barrier(table, &plan.barrier_impact(), dv, barrier)?;
            Ok(if is_last { (place, 0, passed.damage) } else { (place, passed.dv, 0) })
        })?;
        if dv == 0 {
            return Ok(damage);
        }
    }
    Ok(0)
}

/// Whether the attack is no called shot and the target gets no prompt after its defence.
pub fn can_simplify(plan: &AttackPlan<'_>) -> bool {
    plan.context.called_shot.is_none() && !plan.totals.asks_for_karma
}

impl AttackPlan<'_> {
    /// Rolls attack and defence; `relevant` reduces the damage value of net hits to what matters of it.
    fn roll_arrival(
        &self,
        table: &mut impl Table,
        chosen: Option<&DefenceOption>,
        relevant: impl Fn(i32, u32) -> u32,
    ) -> RuleResult<Arrival> {
        let arrival = |net| self.arrival(net, &relevant);
        if self.rerolls_misses() {
            return table.stage(|table| {
                let (attack, spent) = self.roll_attack(table)?;
                let (defence, _) = self.roll_defence(table, chosen, attack, spent)?;
                Ok(arrival(self.net_hits(attack, defence)))
            });
        }
        let attack = self.odds_attack_dice();
        match self.defence_dice(chosen) {
            Some(defence) => {
                let limit = defence.1.limit;
                table.opposed_stage(attack, defence, |attack, defence| {
                    arrival(self.net_hits(attack, base::limit_hits(defence.value, limit)))
                })
            }
            None => table.roll_stage(attack, |attack| arrival(self.net_hits(attack, 0))),
        }
    }

    /// The arrival of an attack with these net hits.
    fn arrival(&self, net: i32, relevant: impl Fn(i32, u32) -> u32) -> Arrival {
        (net.signum(), (!self.is_miss(net)).then(|| relevant(net, self.damage_value(net))))
    }

    /// Dice of the attack roll without its glitches, which only drop weapons.
    fn odds_attack_dice(&self) -> (Dice, Purpose<'_>) {
        let (Dice { count, .. }, purpose) = self.attack_dice();
        (Dice::d6_hits(count), purpose)
    }

    /// Whether no damage is left to soak.
    fn is_harmless(&self, net: i32, dv: u32) -> bool {
        dv == 0 || self.is_graze(net) || self.armour_stops(dv)
    }

    /// The outcome of this damage after soak, for a target that had these vitals after its defence; 0 leaves it unharmed.
    fn odds_outcome(&self, mut vitals: Vitals, contact: HitResult, net: i32, damage: u32) -> OddsOutcome {
        let defender = &self.context.defender;
        if damage > 0 {
            let (kind, switches) = (self.context.weapon.damage_type, &self.context.switches);
            vitals = health::apply_damage(vitals, damage, self.pool, kind, switches).vitals;
        }
        OddsOutcome {
            contact,
            net,
            damage,
            knocked_down: damage > 0 && self.is_knocked_down(damage),
            down: health::down_state(&vitals, defender.sheet.attributes.body).max(defender.down),
        }
    }
}
