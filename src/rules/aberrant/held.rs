//! Blows at what somebody holds. `AB-OBJ-02`, `AB-OBJ-09`, `AB-OBJ-10`, `AB-OBJ-20`, `AB-OBJ-21`.

use crate::{Contact, Fault};
use dice::{Note, Step, Table};

use super::attack::AttackPlan;
use super::attack_pool::barrier_armour;
use super::damage::{Damage, roll_levels};
use super::object::{self, Object, PISTOL, RIFLE};
use super::{AttackResult, AttackScene, Switches, Weapon};

/// Strikes at what its target holds. `AB-OBJ-02`.
pub const AT_HELD: &str = "at_held";
/// What an impaired thing costs the attack made with it. `AB-OBJ-10`.
pub const IMPAIRED: i32 = -1;

/// The row that something in somebody's hands counts as: the firearm of its size. `AB-OBJ-20`, `AB-OBJ-21`.
pub const fn object_of(weapon: &Weapon) -> Option<&'static Object> {
    match weapon.hands() {
        0 => None,
        1 => Some(&PISTOL),
        _ => Some(&RIFLE),
    }
}

/// Something in somebody's hands as blows meet it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thing {
    /// Its row of the table.
    pub object: &'static Object,
    /// Levels before it is destroyed. `AB-OBJ-09`.
    pub left: u32,
}

impl Thing {
    /// A weapon as it is; nothing for a part of the body.
    pub fn of(weapon: &Weapon, fault: Fault) -> Option<Self> {
        let object = object_of(weapon)?;
        let left = match fault {
            Fault::Worn { left, .. } => u32::from(left),
            _ => object.structure,
        };
        Some(Self { object, left })
    }

    /// What has become of it after so many levels more; nothing is left of it at 0. `AB-OBJ-09`.
    pub fn worn(self, levels: u32) -> Option<Fault> {
        let left = self.left.saturating_sub(levels);
        let [left, of] = [left, self.object.structure].map(|levels| u8::try_from(levels).unwrap_or(u8::MAX));
        (left > 0).then_some(Fault::Worn { left, of })
    }
}

/// A damaged thing works worse: half of its structure or less is left, and the switch is on. `AB-OBJ-10`.
pub fn is_impaired(fault: Fault, switches: &Switches) -> bool {
    let Fault::Worn { left, of } = fault else { return false };
    switches.object_performance_damage && 2 * u32::from(left) <= u32::from(of)
}

/// A blow at something that is held, and the levels it takes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Struck {
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
pub fn strike(table: &mut impl Table, scene: &AttackScene, thing: Thing) -> Step<Struck> {
    let plan = AttackPlan::new(scene);
    let result = plan.aimed_and_met(table)?;
    if result.margin < 1 {
        return Ok(Struck { result, levels: 0 });
    }
    let weapon = &scene.weapon;
    let raw = plan.raw_dice(result.margin.unsigned_abs());
    let whole = thing.object.armour + barrier_armour(scene);
    let armour = whole.saturating_sub(weapon.ap);
    let roll = object::roll(Damage { dice: raw, ..weapon.damage }, armour);
    table.note(|| {
        let left = roll.map_or_else(|| "nothing".to_owned(), |roll| format!("{} dice", roll.dice));
        let text = format!(
            "{raw} raw dice against armour {armour} of what it counts as, a {}: {left} left",
            thing.object.name
        );
        Note { clause: "AB-OBJ-09", text, parts: Vec::new() }
    });
    let levels = roll.map_or(Ok(0), |roll| roll_levels(table, scene.attacker.id, roll))?;
    let contact = if levels > 0 { Contact::Hit } else { Contact::Graze };
    Ok(Struck { result: AttackResult { contact, ..result }, levels })
}

#[cfg(test)]
mod tests;
