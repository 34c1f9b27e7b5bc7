//! The same attack with nothing told but what odds ask for.

use super::AttackPlan;
use crate::dice::{Step, Table};
use crate::rules::{Contact, Down};

use super::super::DamageType;
use super::super::base;
use super::super::damage::roll_of;
use super::super::defence::{Defended, Price};

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

impl AttackPlan<'_> {
    /// What a margin does to the target. `AB-BASE-18` from step 3 on.
    pub(in crate::rules::aberrant) fn outline_of(
        &self,
        table: &mut impl Table,
        margin: i32,
    ) -> Step<Outline> {
        let margin = table.settle(margin.max(0).unsigned_abs())?;
        if margin == 0 {
            return Ok(Outline::MISSED);
        }
        let grazed = Outline { contact: Contact::Graze, better: true, ..Outline::MISSED };
        let weapon = &self.scene.weapon;
        if weapon.grapple {
            return Ok(Outline { contact: Contact::Hit, ..grazed });
        }
        let damage = weapon.damage;
        let roll = match damage.kind {
            DamageType::Emp => None,
            kind => roll_of(self.raw_dice(margin), kind, damage.adds, self.soak.total),
        };
        let Some(roll) = roll else { return Ok(grazed) };
        let levels = self.roll_damage(table, roll)?;
        if levels == 0 {
            return Ok(grazed);
        }
        let mut marks = self.scene.defender.condition.marks;
        let before = marks.fate(self.track).down();
        marks.take(levels, roll.kind, self.track, self.scene.switches.bashing_overflow);
        let down = marks.fate(self.track).down().filter(|_| before.is_none());
        Ok(Outline { contact: Contact::Hit, levels, down, ..grazed })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fixtures::*;
    use super::super::super::soak::Soak;
    use super::super::super::track::Marks;
    use super::*;
    use crate::dice::{Policy, enumerate};
    use crate::rules::aberrant::attack;

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
