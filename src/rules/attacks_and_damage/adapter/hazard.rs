//! Ground that harms: damage without an attack. Chapter SPEC.

use super::super::special::{self, Hazard as Source};
use super::super::{DamageValue, Nature, Track};
use super::combat::taken_words;
use super::{fighter, switches};
use crate::{Combatant, Condition, Effect, Exposure, Hazard, Peril, Remark, RuleSet};
use dice::{Clause, Step, Table};

const CLAUSE: Clause = "AD-SPEC-01";

/// Its severity is the DV; what is deadly does Critical damage. `AD-TYPE-03`, `AD-TYPE-05` to `AD-TYPE-07`.
fn source(hazard: Hazard) -> Source {
    let nature = match hazard.peril {
        Peril::Fire => Nature::Flame,
        Peril::Acid => Nature::Acid,
        Peril::Current => Nature::Electricity,
        Peril::Wire => Nature::Puncturing,
    };
    let track = if hazard.deadly { Track::Critical } else { Track::Light };
    let damage = DamageValue { number: hazard.severity.into(), kind: Some(nature.damage_type()), track };
    Source { name: hazard.peril.name().to_owned(), damage, nature: Some(nature), ap: 0 }
}

/// `AD-SPEC-01`, `AD-KD-06`.
///
/// # Errors
/// As the table.
pub fn hazard(
    table: &mut impl Table,
    unit: &Combatant,
    hazard: Hazard,
    rules: &RuleSet,
) -> Step<Option<Exposure>> {
    let result = special::hazard(table, &source(hazard), &fighter(unit), switches(rules))?;
    let damage = taken_words(result.taken).unwrap_or_else(|| "no damage".to_owned());
    let mut effects = Vec::new();
    if result.condition != *unit.condition.attacks_and_damage() {
        let after = Condition::AttacksAndDamage(result.condition);
        effects.push(Effect::Condition { unit: unit.id, after, damage: result.taken.total() });
    }
    let words = format!("{}: {damage}", hazard.peril.name());
    Ok(Some(Exposure { words, clause: CLAUSE, effects }))
}

/// "damage 5EL". `AD-TYPE-02`.
pub fn hazard_remark(hazard: Hazard, _: &RuleSet) -> Option<Remark> {
    let value = format!("damage {}", source(hazard).damage);
    Some(Remark { text: hazard.peril.name().to_owned(), value, clause: CLAUSE })
}
