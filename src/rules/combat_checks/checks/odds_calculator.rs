//! Fast odds of a combat check without barriers, for forecasts.

use super::attack::{AttackPlan, OddsOutcome};
use crate::combat_checks::health::{damage, thresholds};
use dice::Symbols;

/// An attack with its numbers precomputed.
#[derive(Clone, Copy, Debug)]
pub struct OddsCalculator<'a> {
    plan: &'a AttackPlan<'a>,
    rating: u32,
    soak: u32,
    targets: u32,
}

impl<'a> OddsCalculator<'a> {
    /// Creates the calculator; `None` if barriers need dice of their own.
    pub fn new(plan: &'a AttackPlan<'a>) -> Option<Self> {
        let first = plan.soak.first().filter(|_| !plan.has_barriers())?;
        Some(Self { plan, rating: plan.damage.pool(), soak: first.pool(), targets: plan.soak.len() as u32 })
    }

    /// Computes the outcome of a roll, with automatic answers; equal to `resolve_for_odds`. `CC-DMG-01` to `CC-DMG-07`,
    /// `CC-ADV-01`, `CC-ADV-26`.
    pub fn outcome(&self, symbols: &Symbols) -> OddsOutcome {
        let context = self.plan.context;
        let switches = &context.switches;
        let relevant = self.plan.relevant_symbols(*symbols);
        let successes = u32::from(relevant.successes.unsigned_abs());
        let damage =
            damage::damage_after_soak(damage::raw_damage(self.rating, successes, self.targets), self.soak);
        let condition = &context.defender.condition;
        let (wounds, strain) = (condition.wounds, condition.strain);
        let after = if context.weapon.inflicts_strain() {
            (wounds, strain + damage)
        } else {
            (wounds + damage, strain)
        };
        let down = thresholds::down_state_at(condition, after, switches);
        // Nothing is bought automatically on a target that falls. `CC-ADV-01`.
        let falls = down.is_some() || context.defender.down.is_some();
        OddsOutcome {
            successes,
            advantages: i32::from(relevant.advantages),
            triumphs: relevant.triumphs,
            despairs: relevant.despairs,
            damage,
            injury: switches.auto_advantage && !falls && self.may_injure(symbols),
            down,
        }
    }

    /// Whether a Critical Injury of the first target can be bought. `CC-CRIT-01`, `CC-CRIT-06`, `CC-TRI-01`.
    pub fn may_injure(&self, symbols: &Symbols) -> bool {
        let context = self.plan.context;
        let switches = &context.switches;
        let successes = u32::from(symbols.successes.max(0).unsigned_abs());
        let deals_damage = || damage::raw_damage(self.rating, successes, self.targets) > self.soak;
        let paid = (switches.triumph && symbols.triumphs > 0)
            || (symbols.advantages > 0 && symbols.advantages >= i16::from(context.weapon.critical));
        successes > 0 && paid && (!switches.crit_needs_damage || deals_damage())
    }
}
