//! Attacks on the holder of a human shield. Chapter SHIELD.

use super::{AttackPlan, DefenceOutcome};
use crate::aberrant::attacks::human_shield::{ShieldedHit, pass_through_dice, shielded_hit};
use crate::aberrant::attacks::pool::soak_plan;
use crate::aberrant::lines::AttackNote;
use crate::aberrant::{AttackContext, AttackResult, Fighter};
use dice::{Note, RuleResult, Table};

impl AttackPlan<'_> {
    /// The context of the attack against the shield.
    fn context_against_shield(&self, shield: &Fighter) -> AttackContext {
        AttackContext { defender: shield.clone(), shield: None, ..self.scene.clone() }
    }

    /// The shield's soak against the attack.
    pub(crate) fn shield_soak(&self, shield: &Fighter) -> u32 {
        soak_plan(&self.context_against_shield(shield)).total
    }

    /// Resolves whether the attack hits the holder, the shield or no one. `AB-SHIELD-02`, `AB-SHIELD-03`.
    pub(crate) fn resolve_against_shield(
        &self,
        table: &mut impl Table,
        shield: &Fighter,
        net: u32,
    ) -> RuleResult<AttackResult> {
        match shielded_hit(net) {
            ShieldedHit::Missed => {
                Ok(self.missed_result(DefenceOutcome { margin: 0, defended: None, net: 0 }))
            }
            ShieldedHit::Shield => {
                table.note(|| Note::new("AB-SHIELD-03", AttackNote::HitsShield { net }));
                self.pass_through(table, shield)
            }
            ShieldedHit::Holder(past) => {
                table.note(|| Note::new("AB-SHIELD-02", AttackNote::PastShield { past, net }));
                let outcome = self.defend(table, past)?;
                let parried = outcome.defended.is_some_and(|defended| {
                    defended.way == crate::aberrant::attacks::defence::DefenceKind::Shield
                });
                if outcome.margin < 1 && parried {
                    return self.parry_with_shield(table, shield, outcome);
                }
                self.apply_margin(table, outcome)
            }
        }
    }

    /// Rolls the weapon's own dice against the shield, and what passes through against its holder.
    /// `AB-SHIELD-03` to `AB-SHIELD-06`, `AB-RULING-31`.
    fn pass_through(&self, table: &mut impl Table, shield: &Fighter) -> RuleResult<AttackResult> {
        let scene = self.context_against_shield(shield);
        let plan = AttackPlan::new(&scene);
        let outcome = DefenceOutcome { margin: 1, defended: None, net: 0 };
        let raw = self.raw_dice(1);
        let held = plan.apply_raw_damage(table, outcome, raw)?;
        let left = pass_through_dice(raw, plan.soak.total);
        table.note(|| {
            let (soak, left) = (plan.soak.total, left.unwrap_or(0));
            Note::new("AB-SHIELD-04", AttackNote::ThroughShield { raw, soak, left })
        });
        let missed = DefenceOutcome { margin: 0, ..outcome };
        let mut holder = match left {
            Some(left) => self.apply_raw_damage(table, outcome, left)?,
            None => self.missed_result(missed),
        };
        holder.shield = Some(Box::new(held));
        Ok(holder)
    }

    /// Resolves a parry with the shield, which takes the attack in full. `AB-SHIELD-07` to `AB-SHIELD-09`.
    fn parry_with_shield(
        &self,
        table: &mut impl Table,
        shield: &Fighter,
        outcome: DefenceOutcome,
    ) -> RuleResult<AttackResult> {
        let scene = self.context_against_shield(shield);
        let plan = AttackPlan::new(&scene);
        let raw = self.raw_dice(outcome.net);
        table.note(|| Note::new("AB-SHIELD-09", AttackNote::ParriedWithShield { raw }));
        let full = DefenceOutcome { margin: outcome.net.cast_signed(), defended: None, net: 0 };
        let held = plan.apply_raw_damage(table, full, raw)?;
        Ok(AttackResult { shield: Some(Box::new(held)), ..self.missed_result(outcome) })
    }
}
