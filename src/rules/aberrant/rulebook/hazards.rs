//! Hazardous ground, by its kind of damage, and falls: damage dice against soak. Chapter TYPE,
//! `AB-KNOCK-26`.

use std::sync::Arc;

use super::attack_steps::{add_destroyed_armour_notes, unit_harm};
use super::{AberrantRulebook, fighter, health_step};
use crate::aberrant::attacks::resolution::AttackPlan;
use crate::aberrant::environment::falling;
use crate::aberrant::lines::ResultWords;
use crate::aberrant::{Ability, AttackContext, Damage, DamageType, Weapon, WeaponClass};
use crate::lines::NamedLine;
use crate::rulebook::HazardRules;
use crate::{
    Fall, ForecastNote, Hazard, HazardExposure, HazardKind, RuleSet, RuleStep, TargetSight, UnitSnapshot,
};
use dice::{Clause, RuleResult, RuleText, Table};

/// The clause of falls.
const FALL_CLAUSE: Clause = "AB-KNOCK-26";
/// The margin of the lowest hit: no dice beyond the hazard's own. `AB-BASE-04`.
const LOWEST_HIT_MARGIN: i32 = 1;

impl HazardRules for AberrantRulebook {
    /// Rolls the hazard's dice against soak, without attack or defence. `AB-BASE-18` from step 3 on.
    fn resolve_hazard(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        hazard: Hazard,
        rules: &RuleSet,
    ) -> RuleResult<Option<HazardExposure>> {
        let (_, soak_as, clause) = hazard_damage_type(hazard);
        let plain = Weapon::plain(WeaponClass::Melee, Ability::Athletics, hazard_damage(hazard));
        let weapon = Weapon { name: hazard.peril.name().to_owned(), soak_as, ..plain };
        apply_hazard_damage(table, unit, (weapon, clause), rules).map(Some)
    }

    /// "damage 5 bashing". `AB-ADDS-02`.
    fn hazard_note(hazard: Hazard, _: &RuleSet) -> Option<ForecastNote> {
        let value = format!("damage {}", hazard_damage(hazard));
        Some(ForecastNote {
            text: hazard.peril.name().to_owned(),
            value,
            clause: hazard_damage_type(hazard).2,
        })
    }

    /// `AB-KNOCK-26`.
    fn resolve_fall(
        table: &mut impl Table,
        unit: &UnitSnapshot,
        fall: Fall,
        rules: &RuleSet,
    ) -> RuleResult<HazardExposure> {
        let Some(damage) = falling::fall_damage(fall, unit.sheet.aberrant()) else {
            return Ok(HazardExposure::unhurt_by_fall(fall, FALL_CLAUSE));
        };
        let plain = Weapon::plain(WeaponClass::Melee, Ability::Athletics, damage);
        apply_hazard_damage(table, unit, (Weapon { name: fall.name(), ..plain }, FALL_CLAUSE), rules)
    }

    /// "damage 5 lethal".
    fn fall_note(unit: &UnitSnapshot, fall: Fall, _: &RuleSet) -> Option<ForecastNote> {
        let damage = falling::fall_damage(fall, unit.sheet.aberrant())?;
        Some(ForecastNote { text: fall.name(), value: format!("damage {damage}"), clause: FALL_CLAUSE })
    }
}

/// Damage type of a hazard, and the type it is soaked as. Superficial damage is bashing, damage to vital
/// parts lethal; such chemicals are aggravated and soaked as lethal. `AB-TYPE-04`, `AB-TYPE-05`,
/// `AB-TYPE-07`, `AB-TYPE-08`.
fn hazard_damage_type(hazard: Hazard) -> (DamageType, Option<DamageType>, Clause) {
    match (hazard.deadly, hazard.peril) {
        (false, _) => (DamageType::Bashing, None, "AB-TYPE-04"),
        (true, HazardKind::Acid) => (DamageType::Aggravated, Some(DamageType::Lethal), "AB-TYPE-08"),
        (true, _) => (DamageType::Lethal, None, "AB-TYPE-05"),
    }
}

fn hazard_damage(hazard: Hazard) -> Damage {
    Damage { dice: hazard.severity.into(), kind: hazard_damage_type(hazard).0, adds: 0 }
}

/// Applies damage dice that have no attacker.
pub(crate) fn apply_hazard_damage(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    (weapon, clause): (Weapon, Clause),
    rules: &RuleSet,
) -> RuleResult<HazardExposure> {
    let name = weapon.name.clone();
    let context = AttackContext::plain(
        (fighter(unit), fighter(unit)),
        Arc::new(weapon),
        TargetSight::in_the_open(0),
        rules.book.aberrant().clone(),
    );
    let result = AttackPlan::new(&context).resolve_opposed(table, LOWEST_HIT_MARGIN)?;
    let harm = unit_harm(&context, &result).map_or_else(|| ResultWords::NoDamage.into(), RuleText::from);
    let mut steps = Vec::new();
    if result.condition != context.defender.condition {
        steps.push(health_step(unit.id, result.condition.clone(), result.levels));
    }
    add_destroyed_armour_notes(&context, &result, &mut steps);
    if result.knocked_down {
        steps.push(RuleStep::FallProne { unit: unit.id });
    }
    Ok(HazardExposure { words: NamedLine::new(name, harm).into(), clause, effects: steps })
}
