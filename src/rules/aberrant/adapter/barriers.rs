//! Attacks on barriers, by the book's own table of objects. Chapter OBJ.

use super::super::damage::{DamageRoll, levels_words, roll_levels};
use super::super::{Weapon, WeaponClass, object, range};
use super::combat::{flown, may_use};
use super::forecast::{dice, sum};
use super::left;
use crate::{
    BarrierEngagement, BarrierHarm, BarrierOnLine, Contact, Down, Effect, Forecast, Gist, Helps, Odds,
    Outcome, Refused, Remark, RuleSet,
};
use dice::{Modifiers, Note, Policy, Step, Table, enumerate};

/// What a segment stands: the structure of its row, or the body of whoever is held before somebody. `AB-OBJ-09`,
/// `AB-OBJ-11`.
pub fn wall_points(barrier: &BarrierOnLine, _: &RuleSet) -> u32 {
    object::structure(barrier)
}

/// Range and the weapon's state. `AB-RANGE-05`, `AB-THROW-02`.
///
/// # Errors
/// Why not; a skirmish may do without the chapter.
pub fn may_attack_barrier(engagement: &BarrierEngagement) -> Result<(), Refused> {
    let BarrierEngagement { attacker, weapon, slot, mode, sight, rules, .. } = engagement;
    if !rules.borrows("barriers") {
        return Err(Refused::new("this skirmish does without damage to barriers", "AB-OBJ-09"));
    }
    may_use(attacker, weapon, *slot, *mode)?;
    range::of(weapon.aberrant(), attacker.sheet.aberrant(), sight, rules.book.aberrant())
        .map(|_| ())
        .map_err(|why| Refused::new(why.to_string(), why.clause()))
}

/// Everything that no die decides: a wall is hit without a roll, with one success. `AB-OBJ-01`.
struct Plan<'a> {
    engagement: &'a BarrierEngagement,
    weapon: &'a Weapon,
    armour: Modifiers,
    roll: Option<DamageRoll>,
}

impl<'a> Plan<'a> {
    fn new(engagement: &'a BarrierEngagement) -> Self {
        let weapon = &**engagement.weapon.aberrant();
        let all = engagement.sight.hidden >= 100;
        let crossed =
            engagement.barriers.iter().filter(|one| (all || one.transparent) && !object::is_open(one));
        let before: u32 = crossed.map(object::armour).sum();
        let own = object::armour(&engagement.barrier);
        let pierced = weapon.ap.min(before + own);
        let mut armour = Modifiers::new();
        armour.add(own.cast_signed(), object::of(&engagement.barrier).name, "AB-OBJ-09");
        armour.add(before.cast_signed(), "what stands before it", "AB-OBJ-15");
        armour.add(-pierced.cast_signed(), "armour piercing", "AB-AP-01");
        let roll = object::roll(weapon.damage, before + own - pierced);
        Self { engagement, weapon, armour, roll }
    }

    /// Levels that the segment loses. `AB-OBJ-09`.
    fn resolve(&self, table: &mut impl Table) -> Step<u32> {
        table.note(|| {
            let (damage, armour) = (self.weapon.damage, self.armour.pool());
            let left = self.roll.map_or_else(|| "nothing".to_owned(), |roll| dice(roll.dice));
            let text = format!("{damage} against armour {armour}: {left} left");
            Note { clause: "AB-OBJ-09", text, parts: self.armour.0.clone() }
        });
        self.roll.map_or(Ok(0), |roll| roll_levels(table, self.engagement.attacker.id, roll))
    }
}

/// An attack on a wall: no roll to hit, the dice that get through its armour are levels of its structure. `AB-OBJ-01`,
/// `AB-OBJ-09`.
///
/// # Errors
/// As the table.
pub fn attack_barrier(table: &mut impl Table, engagement: &BarrierEngagement) -> Step<Outcome> {
    let levels = Plan::new(engagement).resolve(table)?;
    let mut effects = Vec::new();
    if levels > 0 {
        effects.push(Effect::Barrier(BarrierHarm { id: engagement.barrier.id, damage: levels }));
    }
    let weapon = engagement.weapon.aberrant();
    if weapon.class == WeaponClass::Thrown && weapon.hands() > 0 {
        let to = engagement.spot.as_ref().map(|spot| spot.target);
        effects.push(flown(engagement.attacker.id, engagement.slot, &engagement.weapon, to));
    }
    let mut purse = *engagement.attacker.purse.aberrant();
    if purse.phase.under_way {
        purse.phase.under_way = false;
        effects.push(left(engagement.attacker.id, purse));
    }
    let words = if levels > 0 { levels_words(levels) } else { String::new() };
    Ok(Outcome { contact: Contact::Hit, net: 0, damage: levels, words, effects })
}

/// Chapter OBJ.
pub fn forecast_barrier(engagement: &BarrierEngagement) -> Option<Forecast> {
    let plan = Plan::new(engagement);
    let all = enumerate(Policy::first(), |table| plan.resolve(table)).ok()?;
    let left = object::left(&engagement.barrier);
    let gist = |levels: &u32| Gist {
        contact: Contact::Hit,
        net: 0,
        damage: *levels,
        knocked_down: false,
        down: (left > 0 && *levels >= left).then_some(Down::Unconscious),
        barriers: Vec::new(),
    };
    let none = Modifiers::new();
    let sums = vec![
        sum("Damage", plan.weapon.damage.to_string(), Helps::Attacker, &none, "AB-OBJ-09"),
        sum("Armour", plan.armour.pool().to_string(), Helps::Target, &plan.armour, "AB-OBJ-09"),
    ];
    let barriers: Vec<_> = engagement.barriers.iter().map(|one| (one.clone(), one.transparent)).collect();
    let object = object::of(&engagement.barrier);
    let remark = Remark {
        text: format!("Counts as a {}", object.name),
        value: format!("{left} left"),
        clause: object.clause,
    };
    let roll = plan.roll.map_or_else(|| "no dice".to_owned(), |roll| dice(roll.dice));
    Some(Forecast {
        roll: format!("hit without a roll; {roll} of damage"),
        symbols: None,
        joint: Vec::new(),
        sums,
        remarks: vec![remark],
        odds: Odds::of(&all.map(gist), &[]),
        answers: Vec::new(),
        barriers,
        hidden: engagement.sight.hidden,
        unit: "levels",
    })
}
