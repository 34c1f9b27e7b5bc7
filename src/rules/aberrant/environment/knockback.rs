//! Knockback of this book's bodies: their profile, their footing and the damage of a collision. Chapter KNOCK.

use dice::{Clause, Modifiers, Note, RuleResult, Table};

use super::falling;
use crate::aberrant::checks::dice_pool;
use crate::aberrant::checks::dice_pool::PoolRoll;
use crate::aberrant::protection::armour_layers;
use crate::aberrant::protection::armour_layers::RollPurpose;
use crate::aberrant::sheet::Size;
use crate::aberrant::{Ability, DamageType, Fighter, Sheet, Switches};
use crate::knockback::profile::{FootingResult, ImpactSurface, KnockbackProfile, footing_result};
use crate::lines::{FootingLine, KnockbackLine};

/// Addition of Mega-Strength to Strength. `AB-KNOCK-08`.
const MEGA_STRENGTH: u32 = 10;
/// Addition of Mega-Dexterity to Dexterity. `AB-KNOCK-09`.
const MEGA_DEXTERITY: u32 = 2;
/// Addition of each dot of growth or density. `AB-KNOCK-07`, `AB-KNOCK-11`.
const PER_DOT: u32 = 4;

/// The profile of a sheet.
pub fn knockback_profile(sheet: &Sheet, switches: &Switches) -> KnockbackProfile {
    if sheet.building.is_some() {
        return KnockbackProfile::IMMOVABLE;
    }
    let mega = u32::from(sheet.mega_strength);
    let mega = if switches.mega_knock_per_dot { mega } else { mega.min(1) };
    let size = match sheet.size {
        Size::Normal => 0,
        Size::Large => 2,
        Size::Huge => 4,
    };
    let dots = u32::from(sheet.grow) + u32::from(sheet.density);
    let quick = if sheet.mega_dexterity >= 1 { MEGA_DEXTERITY } else { 0 };
    let might = u32::from(sheet.strength) + u32::from(sheet.ability(Ability::Might));
    KnockbackProfile {
        mass: might + MEGA_STRENGTH * mega + size + PER_DOT * dots,
        steady_m: u32::from(sheet.dexterity) + quick,
        lethal_above: falling::lethal_above(sheet),
    }
}

/// The pool for keeping one's feet. `AB-KNOCK-04`, `AB-KNOCK-09`.
fn balance_parts(unit: &Fighter) -> Modifiers {
    let (sheet, condition) = (&unit.sheet, &unit.condition);
    let mut parts = Modifiers::new();
    parts.add(i32::from(sheet.dexterity), "Dexterity", "AB-KNOCK-04");
    parts.add(i32::from(sheet.ability(Ability::Athletics)), "Athletics", "AB-KNOCK-04");
    if sheet.mega_dexterity >= 1 {
        parts.add(MEGA_DEXTERITY.cast_signed(), "Mega-Dexterity", "AB-KNOCK-09");
    }
    parts.add(condition.wound_penalty(sheet), "wounds", "AB-TRACK-06");
    armour_layers::add_armour_penalty(&mut parts, sheet, condition, RollPurpose::Movement);
    parts
}

/// Rolls whether a pushed unit stays on its feet. `AB-KNOCK-03`, `AB-KNOCK-04`, `AB-KNOCK-09`.
pub fn roll_footing(
    table: &mut impl Table,
    unit: &Fighter,
    metres: u32,
    switches: &Switches,
) -> RuleResult<bool> {
    let profile = knockback_profile(&unit.sheet, switches);
    let difficulty = match footing_result(profile, metres) {
        FootingResult::Unmoved => return Ok(true),
        FootingResult::KnockedDown => {
            let line = KnockbackLine::TooFarToStand { metres, steady_m: profile.steady_m };
            table.note(|| Note::new("AB-KNOCK-03", line));
            return Ok(false);
        }
        FootingResult::MustBalance { .. } if unit.is_helpless() => return Ok(false),
        FootingResult::MustBalance { difficulty } => difficulty,
    };
    let (why, clause, mega) = ("staying upright", "AB-KNOCK-04", unit.sheet.mega_dexterity);
    let rolling = PoolRoll { who: unit.id, why, clause, parts: &balance_parts(unit), mega };
    let ((), successes) = rolling.roll(table, (), switches)?;
    let stands = dice_pool::extra_successes(successes, difficulty).is_some();
    table.note(|| Note::new("AB-KNOCK-04", FootingLine { successes, difficulty, stands }));
    Ok(stands)
}

/// The damage type of these dice on a body, with its clause: all of them change type together. `AB-KNOCK-18`,
/// `AB-KNOCK-21` to `AB-KNOCK-24`.
pub fn collision_damage_type(
    profile: KnockbackProfile,
    dice: u32,
    surface: ImpactSurface,
    switches: &Switches,
) -> (DamageType, Clause) {
    let surface = surface.clause().filter(|_| switches.collision_surfaces);
    match surface {
        _ if dice > profile.lethal_above => (DamageType::Lethal, "AB-KNOCK-21"),
        Some(clause) => (DamageType::Lethal, clause),
        None => (DamageType::Bashing, "AB-KNOCK-18"),
    }
}

#[cfg(test)]
mod tests;
