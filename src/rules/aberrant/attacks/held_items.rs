//! Attacks on held items. `AB-OBJ-02`, `AB-OBJ-09`, `AB-OBJ-10`, `AB-OBJ-20`, `AB-OBJ-21`.

use crate::{HitResult, WeaponMalfunction};
use dice::{Modifiers, Note, RuleResult, Table};

use super::pool::crossed_barrier_armour;
use super::resolution::AttackPlan;
use crate::aberrant::environment::objects;
use crate::aberrant::health::damage::{Damage, roll_structure_levels};
use crate::aberrant::lines::{Counted, DamageNote};
use crate::aberrant::{AttackContext, AttackResult, Switches, Weapon};
use crate::knockback::objects::{ObjectProfile, PISTOL, RIFLE};

/// Key of the attack on an item that the target holds. `AB-OBJ-02`.
pub const AT_HELD: &str = "at_held";
/// Modifier of attacks with a damaged weapon. `AB-OBJ-10`.
pub const IMPAIRED_MODIFIER: i32 = -1;

/// The object profile of a held weapon: the firearm of its size; `None` for a part of the body.
/// `AB-OBJ-20`, `AB-OBJ-21`.
pub const fn held_object(weapon: &Weapon) -> Option<&'static ObjectProfile> {
    match weapon.hands_needed() {
        0 => None,
        1 => Some(&PISTOL),
        _ => Some(&RIFLE),
    }
}

/// A held item as the target of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldItem {
    /// Its object profile.
    pub object: &'static ObjectProfile,
    /// Levels left before it is destroyed. `AB-OBJ-09`.
    pub left: u32,
}

impl HeldItem {
    /// The weapon in its state; `None` for a part of the body.
    pub fn from_weapon(weapon: &Weapon, fault: WeaponMalfunction) -> Option<Self> {
        let object = held_object(weapon)?;
        let left = match fault {
            WeaponMalfunction::Worn { left, .. } => u32::from(left),
            _ => object.structure,
        };
        Some(Self { object, left })
    }

    /// Its malfunction after `levels` more; it is destroyed at 0 left. `AB-OBJ-09`.
    pub fn fault_after(self, levels: u32) -> Option<WeaponMalfunction> {
        let left = self.left.saturating_sub(levels);
        let [left, of] = [left, self.object.structure].map(|levels| u8::try_from(levels).unwrap_or(u8::MAX));
        (left > 0).then_some(WeaponMalfunction::Worn { left, of })
    }
}

/// Whether a damaged weapon works worse: half of its structure or less is left, and the rule option is on.
/// `AB-OBJ-10`.
pub fn is_impaired(fault: WeaponMalfunction, switches: &Switches) -> bool {
    let WeaponMalfunction::Worn { left, of } = fault else { return false };
    switches.object_performance_damage && 2 * u32::from(left) <= u32::from(of)
}

/// The result of an attack on a held item.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeldItemHit {
    /// The result against its holder: the defence and its cost, no damage.
    pub result: AttackResult,
    /// Levels that the item loses. `AB-OBJ-09`.
    pub levels: u32,
}

/// Parts of the armour of a held item, and of the barriers before it. `AB-OBJ-09`, `AB-OBJ-15`, `AB-AP-01`.
pub(crate) fn item_armour(context: &AttackContext, item: HeldItem) -> Modifiers {
    let barriers = crossed_barrier_armour(context);
    let mut parts = Modifiers::new();
    parts.add(item.object.armour.cast_signed(), item.object.name, item.object.clause);
    parts.add(barriers.cast_signed(), "barriers on the line of fire", "AB-OBJ-15");
    let pierced = context.weapon.ap.min(item.object.armour + barriers);
    parts.add(-pierced.cast_signed(), "armour piercing", "AB-AP-01");
    parts
}

/// Resolves an attack on a held item: the holder defends as usual, and the raw dice are soaked by the
/// armour of the item and of the barriers before it. `AB-OBJ-02`, `AB-OBJ-03`, `AB-OBJ-09`.
pub fn resolve_held_item_hit(
    table: &mut impl Table,
    context: &AttackContext,
    item: HeldItem,
) -> RuleResult<HeldItemHit> {
    let plan = AttackPlan::new(context);
    let result = plan.roll_and_defend(table)?;
    if result.margin < 1 {
        return Ok(HeldItemHit { result, levels: 0 });
    }
    let weapon = &context.weapon;
    let raw = plan.raw_damage(table, result.margin);
    let parts = item_armour(context, item);
    let armour = parts.pool();
    let roll = objects::object_damage_roll(Damage { dice: raw, ..weapon.damage }, armour);
    objects::note_object(table, item.object, item.left, item.object.structure);
    table.note(|| {
        let raw = Counted::RawDice(raw);
        let line = match roll {
            Some(roll) => DamageNote::PastItemArmour { raw, armour, dice: Counted::Dice(roll.dice) },
            None => DamageNote::StoppedByItem { raw, armour },
        };
        Note::new("AB-OBJ-09", line).with_parts(&parts.0)
    });
    let levels = roll.map_or(Ok(0), |roll| roll_structure_levels(table, context.attacker.id, roll))?;
    let contact = if levels > 0 { HitResult::Hit } else { HitResult::Graze };
    Ok(HeldItemHit { result: AttackResult { contact, ..result }, levels })
}

#[cfg(test)]
mod tests;
