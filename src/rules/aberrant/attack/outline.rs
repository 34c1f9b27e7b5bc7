//! The same attack with nothing told but what odds ask for.

use super::AttackPlan;
use crate::{Contact, Down};
use dice::{Step, Table};

use super::super::DamageType;
use super::super::base;
use super::super::damage::roll_of;
use super::super::defence::{Defended, Price};
use super::super::shield::{Struck, struck, through};
use super::super::track::Fate;

/// What odds ask of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outline {
    /// How it met the target.
    pub contact: Contact,
    /// The attack was better than the defence.
    pub better: bool,
    /// Levels dealt.
    pub levels: u32,
    /// The target is out of the fight and was not before.
    pub down: Option<Down>,
}

impl Outline {
    const MISSED: Self = Self { contact: Contact::Miss, better: false, levels: 0, down: None };
}

/// As `resolve`, where the defender gives the answer of this place: the same rolls, and no word about them.
///
/// # Errors
/// As the table.
pub fn outline(table: &mut impl Table, plan: &AttackPlan<'_>, reply: usize) -> Step<Outline> {
    if plan.out_of_reach.is_some() {
        return Ok(Outline::MISSED);
    }
    let net = plan.roll_attack(table)?;
    let (net, _) = plan.divide(table, net)?;
    if plan.scene.shield.is_some() && plan.scene.burst.is_none() {
        return plan.guarded_outline(table, net, reply);
    }
    plan.met_outline(table, net, reply)
}

impl AttackPlan<'_> {
    /// This attack as it meets somebody else in its area, who gives the answer of this place. `AB-AREA-04`.
    ///
    /// # Errors
    /// As the table.
    pub(in crate::aberrant) fn secondary_outline(
        &self,
        table: &mut impl Table,
        other: &AttackPlan<'_>,
        reply: usize,
    ) -> Step<Outline> {
        if self.out_of_reach.is_some() {
            return Ok(Outline::MISSED);
        }
        let net = self.roll_attack(table)?;
        if net == 0 { Ok(Outline::MISSED) } else { other.met_outline(table, net, reply) }
    }

    /// As `met_by`, where the defender gives the answer of this place.
    fn met_outline(&self, table: &mut impl Table, net: u32, reply: usize) -> Step<Outline> {
        let plan = self;
        if net == 0 || plan.defences.options.is_empty() {
            return plan.outline_of(table, base::margin(net, 0));
        }
        let defended = plan.defences.reply(table, plan.scene, reply)?.map(|(_, defended)| defended);
        let by_roll = matches!(defended, Some(Defended { price: Price::Abort(_), .. }) | None);
        // However a Willpower roll went, only what came of it matters.
        let (net, defended) = if by_roll { table.settle((net, defended))? } else { (net, defended) };
        let chosen = defended.and_then(|defended| {
            let option = plan.defences.options.iter().find(|option| option.way == defended.way)?;
            Some((option, defended))
        });
        let margin = plan.meet(table, net, chosen)?.margin;
        plan.outline_of(table, margin)
    }

    /// Against somebody who holds a shield. `AB-SHIELD-02` to `AB-SHIELD-05`.
    fn guarded_outline(&self, table: &mut impl Table, net: u32, reply: usize) -> Step<Outline> {
        match struck(net) {
            Struck::Nobody => Ok(Outline::MISSED),
            Struck::Holder(past) => self.met_outline(table, past, reply),
            Struck::Shield => {
                let Some(shield) = self.scene.shield.as_deref() else { return Ok(Outline::MISSED) };
                match through(self.raw_dice(1), self.soak_of_shield(shield)) {
                    Some(left) => self.harm_outline(table, left),
                    None => Ok(Outline::MISSED),
                }
            }
        }
    }

    /// What a margin does to the target. `AB-BASE-18` from step 3 on.
    pub(in crate::aberrant) fn outline_of(&self, table: &mut impl Table, margin: i32) -> Step<Outline> {
        let margin = table.settle(margin.max(0).unsigned_abs())?;
        if margin == 0 {
            return Ok(Outline::MISSED);
        }
        if self.scene.weapon.grapple {
            return Ok(Outline { contact: Contact::Hit, better: true, ..Outline::MISSED });
        }
        self.harm_outline(table, self.raw_dice(margin))
    }

    /// As `harm`.
    fn harm_outline(&self, table: &mut impl Table, raw: u32) -> Step<Outline> {
        let grazed = Outline { contact: Contact::Graze, better: true, ..Outline::MISSED };
        let damage = self.scene.weapon.damage;
        let roll = match damage.kind {
            DamageType::Emp => self.scene.defender.sheet.machine.and_then(|machine| machine.roll(raw)),
            kind => roll_of(raw, kind, damage.adds, self.soak.total),
        };
        let Some(roll) = roll else { return Ok(grazed) };
        let levels = self.roll_damage(table, roll)?;
        if levels == 0 {
            return Ok(grazed);
        }
        let defender = &self.scene.defender;
        let (mut marks, sheet) = (defender.condition.marks, &defender.sheet);
        let before = defender.down();
        marks.take(levels, roll.kind, self.track, self.scene.switches.bashing_overflow);
        let pulse = sheet.machine.filter(|_| damage.kind == DamageType::Emp);
        let burnt_out = pulse.is_some_and(|machine| machine.burns_out(levels));
        let fate = marks.fate_in(sheet, burnt_out);
        let killed = fate == Fate::Dying && self.scene.called_vital && defender.condition.dying.is_none();
        let down = if killed { Some(Down::Dead) } else { fate.down() }.filter(|_| before.is_none());
        Ok(Outline { contact: Contact::Hit, levels, down, ..grazed })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fixtures::*;
    use super::super::super::soak::Soak;
    use super::super::super::track::Marks;
    use super::*;
    use crate::aberrant::attack;
    use dice::{Policy, enumerate};

    #[test]
    fn outlines_are_those_of_the_full_rule() {
        let mut hurt = defending(duel(rifle("7L [1]")));
        hurt.defender.initiative = 20;
        hurt.defender.condition.marks = Marks { lethal: 3, ..Marks::default() };
        change(&mut hurt.defender, |sheet| sheet.armour = vec![armour("vest", Soak::new(6, 6, 0))]);
        for scene in [duel(blade("6L")), defending(duel(blade("6B"))), hurt] {
            let plan = AttackPlan::new(&scene);
            let full = enumerate(Policy::first(), |table| attack::resolve(table, &plan)).expect("odds");
            let before = scene.defender.condition.fate(&scene.defender.sheet).down();
            let full = full.map(|result| Outline {
                contact: result.contact,
                better: result.margin > 0,
                levels: result.levels,
                down: result.down.filter(|_| before.is_none()),
            });
            let short = enumerate(Policy::first(), |table| outline(table, &plan, 0)).expect("odds");
            assert!(short == full);
        }
    }
}
