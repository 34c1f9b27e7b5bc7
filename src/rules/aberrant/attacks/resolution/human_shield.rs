//! Attacks on the holder of a human shield. Chapter SHIELD.

use super::{AttackPlan, DefenceOutcome};
use crate::aberrant::attacks::defence::DefenceKind;
use crate::aberrant::attacks::human_shield::{ShieldedHit, pass_through_dice, shielded_hit};
use crate::aberrant::attacks::pool::soak_plan;
use crate::aberrant::lines::{AttackNote, AttackSuccesses, Counted};
use crate::aberrant::{AttackContext, AttackResult, Fighter};
use dice::{Note, RuleResult, Table};

impl AttackPlan<'_> {
    /// The context of the attack against the shield.
    fn context_against_shield(&self, shield: &Fighter) -> AttackContext {
        AttackContext { defender: shield.clone(), shield: None, ..self.context.clone() }
    }

    /// The shield's soak against the attack.
    pub(crate) fn shield_soak(&self, shield: &Fighter) -> u32 {
        soak_plan(&self.context_against_shield(shield)).total
    }

    /// Resolves whether the attack hits the holder, the shield or neither. `AB-SHIELD-02`, `AB-SHIELD-03`.
    pub(crate) fn resolve_against_shield(
        &self,
        table: &mut impl Table,
        shield: &Fighter,
        net: u32,
    ) -> RuleResult<AttackResult> {
        match shielded_hit(net) {
            ShieldedHit::Missed => {
                Ok(self.missed_result(DefenceOutcome { margin: 0, defence: None, net: 0 }))
            }
            ShieldedHit::Shield => {
                table.note(|| {
                    let net = Counted::NetSuccesses(net);
                    Note::new("AB-SHIELD-03", AttackNote::HitsShield { net })
                });
                self.resolve_shield_hit(table, shield)
            }
            ShieldedHit::Holder(past) => {
                table.note(|| {
                    let net = Counted::NetSuccesses(net);
                    Note::new("AB-SHIELD-02", AttackNote::PastShield { past, net })
                });
                let outcome = self.resolve_defence(table, AttackSuccesses { net: past, difficulty: 0 })?;
                let parried = outcome.defence.is_some_and(|defence| defence.kind == DefenceKind::Shield);
                if outcome.margin < 1 && parried {
                    return self.parry_with_shield(table, shield, outcome);
                }
                self.apply_margin(table, outcome)
            }
        }
    }

    /// Rolls the weapon's own dice against the shield, and what passes through against its holder.
    /// `AB-SHIELD-03` to `AB-SHIELD-06`, `AB-RULING-31`.
    fn resolve_shield_hit(&self, table: &mut impl Table, shield: &Fighter) -> RuleResult<AttackResult> {
        let context = self.context_against_shield(shield);
        let plan = AttackPlan::new(&context);
        let outcome = DefenceOutcome { margin: 1, defence: None, net: 0 };
        let raw = self.raw_dice(1);
        let shield_result = plan.apply_raw_damage(table, outcome, raw)?;
        let left = pass_through_dice(raw, plan.soak.total);
        table.note(|| {
            let (soak, left) = (plan.soak.total, Counted::Dice(left.unwrap_or(0)));
            let raw = Counted::Dice(raw);
            Note::new("AB-SHIELD-04", AttackNote::ThroughShield { raw, soak, left })
        });
        let missed = DefenceOutcome { margin: 0, ..outcome };
        let mut holder_result = match left {
            Some(left) => self.apply_raw_damage(table, outcome, left)?,
            None => self.missed_result(missed),
        };
        holder_result.shield = Some(Box::new(shield_result));
        Ok(holder_result)
    }

    /// Resolves a parry with the shield, which takes the attack in full. `AB-SHIELD-07` to `AB-SHIELD-09`.
    fn parry_with_shield(
        &self,
        table: &mut impl Table,
        shield: &Fighter,
        outcome: DefenceOutcome,
    ) -> RuleResult<AttackResult> {
        let context = self.context_against_shield(shield);
        let plan = AttackPlan::new(&context);
        let raw = self.raw_dice(outcome.net);
        table
            .note(|| Note::new("AB-SHIELD-09", AttackNote::ParriedWithShield { raw: Counted::RawDice(raw) }));
        let full_hit = DefenceOutcome { margin: outcome.net.cast_signed(), defence: None, net: 0 };
        let shield_result = plan.apply_raw_damage(table, full_hit, raw)?;
        Ok(AttackResult { shield: Some(Box::new(shield_result)), ..self.missed_result(outcome) })
    }
}
