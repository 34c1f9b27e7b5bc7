//! Falls on the battlefield. `AB-KNOCK-26`.

use super::hazards::apply_hazard_damage;
use crate::aberrant::environment::falling;
use crate::aberrant::{Ability, Weapon, WeaponClass};
use crate::{Fall, ForecastNote, HazardExposure, RuleSet, UnitSnapshot};
use dice::{RuleResult, Table};

const CLAUSE: &str = "AB-KNOCK-26";

/// `AB-KNOCK-26`.
pub fn resolve_fall(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    fallen: Fall,
    rules: &RuleSet,
) -> RuleResult<HazardExposure> {
    let Some(damage) = falling::fall_damage(fallen, unit.sheet.aberrant()) else {
        return Ok(HazardExposure::unhurt_by_fall(fallen, CLAUSE));
    };
    let plain = Weapon::plain(WeaponClass::Melee, Ability::Athletics, damage);
    apply_hazard_damage(table, unit, (Weapon { name: fallen.name(), ..plain }, CLAUSE), rules)
}

/// "damage 5L".
pub fn fall_note(unit: &UnitSnapshot, fallen: Fall, _: &RuleSet) -> Option<ForecastNote> {
    let damage = falling::fall_damage(fallen, unit.sheet.aberrant())?;
    Some(ForecastNote { text: fallen.name(), value: format!("damage {damage}"), clause: CLAUSE })
}
