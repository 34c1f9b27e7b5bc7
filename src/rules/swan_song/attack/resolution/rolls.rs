//! The two rolls of an attack: separate, or as one opposed roll.

use super::{AttackPlan, OpposedResult};
use crate::swan_song::KarmaSpent;
use crate::swan_song::checks::base;
use crate::swan_song::defence::methods::{AvailableDefence, DefenceOption};
use dice::{Dice, Purpose, Roll, RuleResult, Table};

impl AttackPlan<'_> {
    /// Resolves declaration and rolls up to the net hits (steps 1 to 3.1). `SS-ATK-07` to `SS-ATK-15`.
    pub(super) fn roll_net_hits(&self, table: &mut impl Table) -> RuleResult<OpposedResult> {
        let chosen = self.declare_defence(table)?;
        if let Some(opposed) = self.roll_opposed(table, chosen)? {
            return Ok(opposed);
        }
        let (attack, spent) = self.roll_attack(table)?;
        let (defence, spent) = self.roll_defence(table, chosen, attack, spent)?;
        Ok(self.compare_rolls(attack, defence, chosen, spent))
    }

    /// Rolls attack and defence (steps 2 and 3.1) as one opposed roll if a defence is rolled and no misses are
    /// re-rolled: apart from glitches only the net hits matter.
    pub(crate) fn roll_opposed(
        &self,
        table: &mut impl Table,
        chosen: Option<&DefenceOption>,
    ) -> RuleResult<Option<OpposedResult>> {
        if self.totals.asks_for_karma || self.rerolls_misses() {
            return Ok(None);
        }
        let Some(defence) = self.defence_dice(chosen) else { return Ok(None) };
        let limit = defence.1.limit;
        let (attack, defence) = table.roll_opposed(self.attack_dice(), defence)?;
        let defence = base::limit_hits(defence.value, limit);
        Ok(Some(self.compare_rolls(attack, defence, chosen, self.totals.planned_karma)))
    }

    /// Whether the attacker may re-roll misses. `SS-BASE-27`, `SS-MULTI-11`.
    pub(super) fn rerolls_misses(&self) -> bool {
        self.totals.reroll || self.context.share.is_some_and(|share| share.rerolls)
    }

    /// Dice of the attack roll (step 2). `SS-ATK-08`.
    pub(super) fn attack_dice(&self) -> (Dice, Purpose<'_>) {
        let purpose = Purpose {
            who: Some(self.context.attacker.id),
            why: "attack",
            clause: "SS-ATK-08",
            parts: &self.attack.0,
            limit: Some(self.limit),
        };
        (self.totals.attack, purpose)
    }

    /// Rolls the attack (step 2); returns the Karma spent as well. `SS-ATK-08`.
    pub(in crate::swan_song) fn roll_attack(&self, table: &mut impl Table) -> RuleResult<(Roll, KarmaSpent)> {
        let (dice, purpose) = self.attack_dice();
        let roll = table.roll(dice, purpose)?;
        if self.context.share.is_some_and(|share| share.rerolls) {
            let better = self.reroll_in_set(table, roll)?;
            return Ok((better, self.totals.planned_karma));
        }
        if self.totals.reroll {
            self.reroll_attack(table, roll)
        } else {
            Ok((roll, self.totals.planned_karma))
        }
    }

    /// Dice of the defence roll (step 3.1). Cover alone: `SS-DEF-24`. `None` if unopposed: `SS-DEF-21`. `SS-ATK-13`.
    pub(super) fn defence_dice<'p>(
        &'p self,
        chosen: Option<&'p DefenceOption>,
    ) -> Option<(Dice, Purpose<'p>)> {
        let why = "defence";
        let (pool, purpose) = match (chosen, &self.defence) {
            (Some(DefenceOption { parts, pool, limit, .. }), _) => {
                let who = Some(self.context.defender.id);
                (*pool, Purpose { who, why, clause: "SS-ATK-13", parts: &parts.0, limit: *limit })
            }
            (None, AvailableDefence::CoverOnly(parts)) => {
                (parts.pool(), Purpose { who: None, why, clause: "SS-DEF-24", parts: &parts.0, limit: None })
            }
            (None, _) => return None,
        };
        Some((Dice::d6_hits(pool), purpose))
    }

    /// Rolls the defence (step 3.1). `SS-ATK-13`.
    pub(crate) fn roll_defence(
        &self,
        table: &mut impl Table,
        chosen: Option<&DefenceOption>,
        attack: Roll,
        spent: KarmaSpent,
    ) -> RuleResult<(u32, KarmaSpent)> {
        let Some((dice, purpose)) = self.defence_dice(chosen) else { return Ok((0, spent)) };
        let limit = purpose.limit;
        let roll = table.roll(dice, purpose)?;
        match chosen {
            Some(option) if self.totals.asks_for_karma => {
                self.reroll_defence(table, option, attack, roll.value, spent)
            }
            _ => Ok((base::limit_hits(roll.value, limit), spent)),
        }
    }
}
