//! Ground that harms, by what its harm is like: damage dice against soak. Chapter TYPE.

use std::sync::Arc;

use super::super::attack::AttackPlan;
use super::super::scene::{Exposure as Exposed, Flurry};
use super::super::{Ability, AttackScene, Damage, DamageType, Weapon, WeaponClass};
use super::combat::{broken, levels_words};
use super::{fighter, harmed};
use crate::{Combatant, Effect, Exposure, Hazard, Peril, Remark, RuleSet, Sight};
use dice::{Clause, Step, Table};

/// The margin of what just hits: no dice beyond the hazard's own. `AB-BASE-04`.
const BARE_HIT: i32 = 1;

/// What is superficial is bashing, what reaches vital parts lethal; chemicals of that sort are aggravated and soaked as
/// lethal. `AB-TYPE-04`, `AB-TYPE-05`, `AB-TYPE-07`, `AB-TYPE-08`.
fn kind(hazard: Hazard) -> (DamageType, Option<DamageType>, Clause) {
    match (hazard.deadly, hazard.peril) {
        (false, _) => (DamageType::Bashing, None, "AB-TYPE-04"),
        (true, Peril::Acid) => (DamageType::Aggravated, Some(DamageType::Lethal), "AB-TYPE-08"),
        (true, _) => (DamageType::Lethal, None, "AB-TYPE-05"),
    }
}

fn damage(hazard: Hazard) -> Damage {
    Damage { dice: hazard.severity.into(), kind: kind(hazard).0, adds: 0 }
}

/// Nobody attacks and nobody defends: the dice meet the soak. `AB-BASE-18` from step 3 on.
///
/// # Errors
/// As the table.
pub fn hazard(
    table: &mut impl Table,
    unit: &Combatant,
    hazard: Hazard,
    rules: &RuleSet,
) -> Step<Option<Exposure>> {
    let (_, soak_as, clause) = kind(hazard);
    let plain = Weapon::plain(WeaponClass::Melee, Ability::Athletics, damage(hazard));
    let weapon = Weapon { name: hazard.peril.name().to_owned(), soak_as, ..plain };
    harmed_by(table, unit, (weapon, clause), rules).map(Some)
}

/// Damage dice that strike with nobody behind them.
///
/// # Errors
/// As the table.
pub(super) fn harmed_by(
    table: &mut impl Table,
    unit: &Combatant,
    (weapon, clause): (Weapon, Clause),
    rules: &RuleSet,
) -> Step<Exposure> {
    let name = weapon.name.clone();
    let scene = AttackScene {
        attacker: fighter(unit),
        defender: fighter(unit),
        weapon: Arc::new(weapon),
        called_vital: false,
        replacement: false,
        flurry: Flurry::default(),
        sight: Sight {
            distance_squared: 0,
            rings: 0,
            hidden: 0,
            took_cover: false,
            across_obstacle: false,
            aware: true,
        },
        exposure: Exposed::default(),
        barriers: Vec::new(),
        crushing: false,
        aimed_into: None,
        thing: None,
        impaired: false,
        burst: None,
        shield: None,
        switches: rules.book.aberrant().clone(),
    };
    let result = AttackPlan::new(&scene).opposed(table, BARE_HIT)?;
    let harm = levels_words(&scene, &result).unwrap_or_else(|| "no damage".to_owned());
    let mut effects = Vec::new();
    if result.condition != scene.defender.condition {
        effects.push(harmed(unit.id, result.condition.clone(), result.levels));
    }
    broken(&scene, &result, &mut effects);
    if result.knocked_down {
        effects.push(Effect::Prone { unit: unit.id });
    }
    Ok(Exposure { words: format!("{name}: {harm}"), clause, effects })
}

/// "damage 5B". `AB-ADDS-02`.
pub fn hazard_remark(hazard: Hazard, _: &RuleSet) -> Option<Remark> {
    let value = format!("damage {}", damage(hazard));
    Some(Remark { text: hazard.peril.name().to_owned(), value, clause: kind(hazard).2 })
}
