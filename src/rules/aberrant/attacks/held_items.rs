//! Blows at what somebody holds. `AB-OBJ-02`, `AB-OBJ-09`, `AB-OBJ-10`, `AB-OBJ-20`, `AB-OBJ-21`.

use crate::{HitResult, WeaponMalfunction};
use dice::{Note, RuleResult, Table};

use super::pool::crossed_barrier_armour;
use super::resolution::AttackPlan;
use crate::aberrant::environment::objects;
use crate::aberrant::environment::objects::{ObjectProfile, PISTOL, RIFLE};
use crate::aberrant::health::damage::{Damage, roll_levels};
use crate::aberrant::{AttackContext, AttackResult, Switches, Weapon};

/// Strikes at what its target holds. `AB-OBJ-02`.
pub const AT_HELD: &str = "at_held";
/// What an impaired thing costs the attack made with it. `AB-OBJ-10`.
pub const IMPAIRED_MODIFIER: i32 = -1;

/// The row that something in somebody's hands counts as: the firearm of its size. `AB-OBJ-20`, `AB-OBJ-21`.
pub const fn held_object(weapon: &Weapon) -> Option<&'static ObjectProfile> {
    match weapon.hands_needed() {
        0 => None,
        1 => Some(&PISTOL),
        _ => Some(&RIFLE),
    }
}

/// Something in somebody's hands as blows meet it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldItem {
    /// Its row of the table.
    pub object: &'static ObjectProfile,
    /// Levels before it is destroyed. `AB-OBJ-09`.
    pub left: u32,
}

impl HeldItem {
    /// A weapon as it is; nothing for a part of the body.
    pub fn from_weapon(weapon: &Weapon, fault: WeaponMalfunction) -> Option<Self> {
        let object = held_object(weapon)?;
        let left = match fault {
            WeaponMalfunction::Worn { left, .. } => u32::from(left),
            _ => object.structure,
        };
        Some(Self { object, left })
    }

    /// What has become of it after so many levels more; nothing is left of it at 0. `AB-OBJ-09`.
    pub fn fault_after(self, levels: u32) -> Option<WeaponMalfunction> {
        let left = self.left.saturating_sub(levels);
        let [left, of] = [left, self.object.structure].map(|levels| u8::try_from(levels).unwrap_or(u8::MAX));
        (left > 0).then_some(WeaponMalfunction::Worn { left, of })
    }
}

/// A damaged thing works worse: half of its structure or less is left, and the switch is on. `AB-OBJ-10`.
pub fn is_impaired(fault: WeaponMalfunction, switches: &Switches) -> bool {
    let WeaponMalfunction::Worn { left, of } = fault else { return false };
    switches.object_performance_damage && 2 * u32::from(left) <= u32::from(of)
}

/// A blow at something that is held, and the levels it takes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeldItemHit {
    /// How it met its holder's defence, and at what price; no harm to the holder.
    pub result: AttackResult,
    /// Levels that the thing loses. `AB-OBJ-09`.
    pub levels: u32,
}

/// A blow at what somebody holds: its holder defends it as itself, the raw dice meet the armour of the thing and of what
/// stands before it. `AB-OBJ-02`, `AB-OBJ-03`, `AB-OBJ-09`.
///
/// # Errors
/// As the table.
pub fn resolve_held_item_hit(
    table: &mut impl Table,
    scene: &AttackContext,
    thing: HeldItem,
) -> RuleResult<HeldItemHit> {
    let plan = AttackPlan::new(scene);
    let result = plan.roll_and_defend(table)?;
    if result.margin < 1 {
        return Ok(HeldItemHit { result, levels: 0 });
    }
    let weapon = &scene.weapon;
    let raw = plan.raw_dice(result.margin.unsigned_abs());
    let whole = thing.object.armour + crossed_barrier_armour(scene);
    let armour = whole.saturating_sub(weapon.ap);
    let roll = objects::object_damage_roll(Damage { dice: raw, ..weapon.damage }, armour);
    table.note(|| {
        let left = roll.map_or_else(|| "nothing".to_owned(), |roll| format!("{} dice", roll.dice));
        let text = format!(
            "{raw} raw dice against armour {armour} of what it counts as, a {}: {left} left",
            thing.object.name
        );
        Note { clause: "AB-OBJ-09", text, parts: Vec::new() }
    });
    let levels = roll.map_or(Ok(0), |roll| roll_levels(table, scene.attacker.id, roll))?;
    let contact = if levels > 0 { HitResult::Hit } else { HitResult::Graze };
    Ok(HeldItemHit { result: AttackResult { contact, ..result }, levels })
}

#[cfg(test)]
mod tests;
