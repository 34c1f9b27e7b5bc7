//! Attack rolls with Karma. Kept apart so that attacks without Karma stay fast.

use super::AttackPlan;
use crate::swan_song::checks::base;
use crate::swan_song::checks::karma;
use crate::swan_song::checks::karma::RerollOffer;
use crate::swan_song::defence::methods::DefenceOption;
use crate::swan_song::lines::checks::{KarmaLine, RollTarget};
use crate::swan_song::{KarmaSpent, KarmaUse};
use dice::{Dice, Modifiers, Purpose, Roll, RuleResult, Table};

impl AttackPlan<'_> {
    /// Re-rolls the attacker's misses if the player still wants to. `SS-BASE-27`.
    #[cold]
    #[inline(never)]
    pub(crate) fn reroll_attack(&self, table: &mut impl Table, roll: Roll) -> RuleResult<(Roll, KarmaSpent)> {
        let offer = RerollOffer {
            unit: self.context.attacker.id,
            roll_name: "attack",
            dice: self.totals.attack.count,
            hits: roll.value,
            limit: Some(self.limit),
            target: RollTarget::None,
            planned: true,
        };
        let better = karma::ask_to_reroll(table, &offer, &self.context.switches)?;
        let spent = self.totals.planned_karma.with_if(better.is_some(), KarmaUse::Reroll);
        Ok((Roll { value: better.unwrap_or(roll.value), ..roll }, spent))
    }

    /// Re-rolls the misses of an attack whose re-roll was paid with the first attack of a set. `SS-MULTI-11`,
    /// `SS-RULING-58`.
    #[cold]
    #[inline(never)]
    pub(crate) fn reroll_in_set(&self, table: &mut impl Table, roll: Roll) -> RuleResult<Roll> {
        let dice = self.totals.attack;
        let misses = dice.count.saturating_sub(roll.value);
        if misses == 0 || roll.value >= self.limit {
            return Ok(roll);
        }
        let mut parts = Modifiers::new();
        parts.add(misses.cast_signed(), "misses", "SS-MULTI-11");
        let purpose = Purpose {
            who: Some(self.context.attacker.id),
            why: "re-roll",
            clause: "SS-MULTI-11",
            parts: &parts.0,
            limit: Some(self.limit - roll.value),
        };
        let dice = Dice::d6_hits(dice.count);
        let value = base::reroll_misses(table, dice, roll.value, purpose, &self.context.switches)?;
        Ok(Roll { value, ..roll })
    }

    /// Re-rolls the defender's misses if the attack would get through. `SS-BASE-27`.
    #[cold]
    #[inline(never)]
    pub(crate) fn reroll_defence(
        &self,
        table: &mut impl Table,
        option: &DefenceOption,
        attack: Roll,
        hits: u32,
        spent: KarmaSpent,
    ) -> RuleResult<(u32, KarmaSpent)> {
        let spent = spent.with_if(option.karma, KarmaUse::DefenceDice);
        let kept = base::limit_hits(hits, option.limit);
        if self.net_hits(attack, kept) < 0 || !self.has_karma(spent) {
            return Ok((kept, spent));
        }
        let offer = RerollOffer {
            unit: self.context.defender.id,
            roll_name: "defence",
            dice: option.pool,
            hits,
            limit: option.limit,
            target: RollTarget::Hits(self.attack_hits(attack)),
            planned: false,
        };
        let better = karma::ask_to_reroll(table, &offer, &self.context.switches)?;
        let spent = spent.with_if(better.is_some(), KarmaUse::DefenceReroll);
        Ok((better.map_or(kept, |hits| base::limit_hits(hits, option.limit)), spent))
    }

    /// Rolls soak with Karma dice bought before or misses re-rolled after it, as the target's player decides.
    /// `SS-BASE-26`, `SS-BASE-27`.
    #[cold]
    #[inline(never)]
    pub(crate) fn soak_with_karma(
        &self,
        table: &mut impl Table,
        dv: u32,
        spent: &mut KarmaSpent,
    ) -> RuleResult<u32> {
        let (defender, switches) = (&self.context.defender, &self.context.switches);
        let mut parts = self.soak.clone();
        if self.has_karma(*spent) {
            let question = KarmaLine::SoakQuestion { damage: dv };
            if karma::ask_to_buy_dice(table, defender, parts.pool(), switches, question)? {
                karma::add_karma_dice(defender, switches, &mut parts);
                *spent = spent.with(KarmaUse::SoakDice);
            }
        }
        let dice = Dice::d6_hits(parts.pool());
        let hits = self.roll_soak(table, dice, &parts)?;
        if hits >= dv || !self.has_karma(*spent) {
            return Ok(hits);
        }
        let offer = RerollOffer {
            unit: defender.id,
            roll_name: "soak",
            dice: dice.count,
            hits,
            limit: None,
            target: RollTarget::Damage(dv),
            planned: false,
        };
        let better = karma::ask_to_reroll(table, &offer, switches)?;
        *spent = spent.with_if(better.is_some(), KarmaUse::SoakReroll);
        Ok(better.unwrap_or(hits))
    }

    /// Whether the target has a point left after what was spent. `SS-BASE-25`.
    fn has_karma(&self, spent: KarmaSpent) -> bool {
        self.context.defender.karma.left > spent.by_defender()
    }

    fn attack_hits(&self, attack: Roll) -> u32 {
        base::limit_hits(attack.value, Some(self.limit))
    }
}
