//! An attack on somebody who holds a person as a shield. Chapter SHIELD.

use super::{AttackPlan, DefenceOutcome, note};
use crate::aberrant::attacks::human_shield::{ShieldedHit, pass_through_dice, shielded_hit};
use crate::aberrant::attacks::pool::soak_plan;
use crate::aberrant::{AttackContext, AttackResult, Fighter};
use dice::{RuleResult, Table};

impl AttackPlan<'_> {
    /// The attack as it meets the shield.
    fn context_against_shield(&self, shield: &Fighter) -> AttackContext {
        AttackContext { defender: shield.clone(), shield: None, ..self.scene.clone() }
    }

    /// What the shield soaks of it.
    pub(crate) fn shield_soak(&self, shield: &Fighter) -> u32 {
        soak_plan(&self.context_against_shield(shield)).total
    }

    /// It strikes the holder, the shield, or nobody. `AB-SHIELD-02`, `AB-SHIELD-03`.
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
                table.note(|| note("AB-SHIELD-03", format!("Net {net}, 4 needed: it strikes the shield")));
                self.pass_through(table, shield)
            }
            ShieldedHit::Holder(past) => {
                table.note(|| note("AB-SHIELD-02", format!("Past the shield with {past} of {net}")));
                let met = self.defend(table, past)?;
                let parried = met.defended.is_some_and(|defended| {
                    defended.way == crate::aberrant::attacks::defence::DefenceKind::Shield
                });
                if met.margin < 1 && parried {
                    return self.parry_with_shield(table, shield, met);
                }
                self.apply_margin(table, met)
            }
        }
    }

    /// The weapon's own dice meet the shield, and what it lets through its holder. `AB-SHIELD-03` to `AB-SHIELD-06`,
    /// `AB-RULING-31`.
    fn pass_through(&self, table: &mut impl Table, shield: &Fighter) -> RuleResult<AttackResult> {
        let scene = self.context_against_shield(shield);
        let plan = AttackPlan::new(&scene);
        let met = DefenceOutcome { margin: 1, defended: None, net: 0 };
        let raw = self.raw_dice(1);
        let held = plan.apply_raw_damage(table, met, raw)?;
        let left = pass_through_dice(raw, plan.soak.total);
        table.note(|| {
            let text = format!(
                "{raw} dice against the shield's soak {} and 1: {} go on",
                plan.soak.total,
                left.unwrap_or(0)
            );
            note("AB-SHIELD-04", text)
        });
        let missed = DefenceOutcome { margin: 0, ..met };
        let mut holder = match left {
            Some(left) => self.apply_raw_damage(table, met, left)?,
            None => self.missed_result(missed),
        };
        holder.shield = Some(Box::new(held));
        Ok(holder)
    }

    /// The holder parries with the shield, which takes the attack in full. `AB-SHIELD-07` to `AB-SHIELD-09`.
    fn parry_with_shield(
        &self,
        table: &mut impl Table,
        shield: &Fighter,
        met: DefenceOutcome,
    ) -> RuleResult<AttackResult> {
        let scene = self.context_against_shield(shield);
        let plan = AttackPlan::new(&scene);
        let raw = self.raw_dice(met.net);
        table.note(|| note("AB-SHIELD-09", format!("The shield takes the full force: {raw} raw dice")));
        let full = DefenceOutcome { margin: met.net.cast_signed(), defended: None, net: 0 };
        let held = plan.apply_raw_damage(table, full, raw)?;
        Ok(AttackResult { shield: Some(Box::new(held)), ..self.missed_result(met) })
    }
}
