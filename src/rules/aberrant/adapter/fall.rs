//! Falls on the battlefield. `AB-KNOCK-26`.

use super::super::fall;
use super::super::{Ability, Weapon, WeaponClass};
use super::hazard::harmed_by;
use crate::{Combatant, Exposure, Fall, Remark, RuleSet};
use dice::{Step, Table};

const CLAUSE: &str = "AB-KNOCK-26";

/// `AB-KNOCK-26`.
///
/// # Errors
/// As the table.
pub fn fall(table: &mut impl Table, unit: &Combatant, fallen: Fall, rules: &RuleSet) -> Step<Exposure> {
    let Some(damage) = fall::damage(fallen, unit.sheet.aberrant()) else {
        return Ok(Exposure::unhurt(fallen, CLAUSE));
    };
    let plain = Weapon::plain(WeaponClass::Melee, Ability::Athletics, damage);
    harmed_by(table, unit, (Weapon { name: fallen.name(), ..plain }, CLAUSE), rules)
}

/// "damage 5L".
pub fn fall_remark(unit: &Combatant, fallen: Fall, _: &RuleSet) -> Option<Remark> {
    let damage = fall::damage(fallen, unit.sheet.aberrant())?;
    Some(Remark { text: fallen.name(), value: format!("damage {damage}"), clause: CLAUSE })
}
