//! Striking at whoever passes by, and slipping past. Chapter INTC.

use super::super::interception::{self, Watcher};
use super::super::{accuracy, attack_pool, base};
use super::{arm, fighter, intercepts};
use crate::{Combatant, Reach, RuleSet, Strike, Weapon};
use dice::{Step, Table};

/// `SS-INTC-06` to `SS-INTC-09`, `SS-INTC-13`, `SS-INTC-19`, `SS-ACT-41`.
pub fn strikes(unit: &Combatant, mover: &Combatant, rules: &RuleSet) -> Vec<Strike> {
    let Ok(paid) = intercepts(unit, rules) else { return Vec::new() };
    let fighter = fighter(unit);
    let watcher = Watcher {
        hostile: unit.side != mover.side,
        conscious: unit.down.is_none(),
        surprised: !fighter.may_interrupt || unit.surprised_by.contains(&mover.id),
        aware: !mover.concealed,
        prone: unit.prone,
    };
    if !interception::may_intercept(watcher) {
        return Vec::new();
    }
    let strikes = interception::strikes(&fighter).into_iter();
    strikes
        .map(|strike| {
            let pool =
                base::skill_pool(&fighter.sheet, strike.weapon.skill, strike.weapon.attribute, &rules.engine);
            let dv = attack_pool::damage_parts(&fighter, &strike.weapon).pool();
            let limit = accuracy::limit(&strike.weapon, &fighter);
            let weapon = Weapon::SwanSong(strike.weapon);
            let beyond = match arm(&weapon, &unit.sheet, rules).reach {
                Reach::Melee { beyond } => beyond,
                Reach::Ranged { .. } => 0,
            };
            Strike {
                key: strike.key,
                label: strike.label,
                detail: format!("{} AP, {} dice [{limit}], DV {dv}", paid.points, pool.pool()),
                slot: strike.held.and_then(|place| unit.held.get(place)).map(|held| held.slot),
                weapon,
                beyond,
                paid: paid.clone(),
                clause: strike.clause,
            }
        })
        .collect()
}

/// `SS-INTC-11`.
pub fn is_stopped(unit: &Combatant, damage: u32) -> bool {
    interception::is_stopped(damage, unit.sheet.swan_song().attributes.body)
}

/// `SS-INTC-14`, `SS-INTC-15`.
///
/// # Errors
/// As the table.
pub fn evade(table: &mut impl Table, unit: &Combatant, rules: &RuleSet) -> Step<u32> {
    interception::evade(table, &fighter(unit), &rules.engine)
}
