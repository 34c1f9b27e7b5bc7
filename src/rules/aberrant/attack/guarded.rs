//! An attack on somebody who holds a person as a shield. Chapter SHIELD.

use super::super::attack_pool::soak_plan;
use super::super::shield::{Struck, struck, through};
use super::super::{AttackResult, AttackScene, Fighter};
use super::{AttackPlan, Met, note};
use dice::{Step, Table};

impl AttackPlan<'_> {
    /// The attack as it meets the shield.
    fn on_shield(&self, shield: &Fighter) -> AttackScene {
        AttackScene { defender: shield.clone(), shield: None, ..self.scene.clone() }
    }

    /// What the shield soaks of it.
    pub(super) fn soak_of_shield(&self, shield: &Fighter) -> u32 {
        soak_plan(&self.on_shield(shield)).total
    }

    /// It strikes the holder, the shield, or nobody. `AB-SHIELD-02`, `AB-SHIELD-03`.
    pub(super) fn guarded(&self, table: &mut impl Table, shield: &Fighter, net: u32) -> Step<AttackResult> {
        match struck(net) {
            Struck::Nobody => Ok(self.missed(Met { margin: 0, defended: None, net: 0 })),
            Struck::Shield => {
                table.note(|| note("AB-SHIELD-03", format!("Net {net}, 4 needed: it strikes the shield")));
                self.pass_through(table, shield)
            }
            Struck::Holder(past) => {
                table.note(|| note("AB-SHIELD-02", format!("Past the shield with {past} of {net}")));
                let met = self.defend(table, past)?;
                let parried =
                    met.defended.is_some_and(|defended| defended.way == super::super::defence::Way::Shield);
                if met.margin < 1 && parried {
                    return self.parried(table, shield, met);
                }
                self.strike(table, met)
            }
        }
    }

    /// The weapon's own dice meet the shield, and what it lets through its holder. `AB-SHIELD-03` to `AB-SHIELD-06`,
    /// `AB-RULING-31`.
    fn pass_through(&self, table: &mut impl Table, shield: &Fighter) -> Step<AttackResult> {
        let scene = self.on_shield(shield);
        let plan = AttackPlan::new(&scene);
        let met = Met { margin: 1, defended: None, net: 0 };
        let raw = self.raw_dice(1);
        let held = plan.harm(table, met, raw)?;
        let left = through(raw, plan.soak.total);
        table.note(|| {
            let text = format!(
                "{raw} dice against the shield's soak {} and 1: {} go on",
                plan.soak.total,
                left.unwrap_or(0)
            );
            note("AB-SHIELD-04", text)
        });
        let missed = Met { margin: 0, ..met };
        let mut holder = match left {
            Some(left) => self.harm(table, met, left)?,
            None => self.missed(missed),
        };
        holder.shield = Some(Box::new(held));
        Ok(holder)
    }

    /// The holder parries with the shield, which takes the attack in full. `AB-SHIELD-07` to `AB-SHIELD-09`.
    fn parried(&self, table: &mut impl Table, shield: &Fighter, met: Met) -> Step<AttackResult> {
        let scene = self.on_shield(shield);
        let plan = AttackPlan::new(&scene);
        let raw = self.raw_dice(met.net);
        table.note(|| note("AB-SHIELD-09", format!("The shield takes the full force: {raw} raw dice")));
        let full = Met { margin: met.net.cast_signed(), defended: None, net: 0 };
        let held = plan.harm(table, full, raw)?;
        Ok(AttackResult { shield: Some(Box::new(held)), ..self.missed(met) })
    }
}
