//! Falls, borrowed from Attacks and Damage: 1 damage per metre, less Soak. `AD-SPEC-03`.

use super::damage;
use crate::combat_checks::lines::CheckNote;
use crate::combat_checks::{Fighter, HealthState, Switches};
use crate::ground::falling::Fall;
use dice::{Note, Table};

/// Damage before Soak. `AD-SPEC-03`.
pub const fn raw_fall_damage(fall: Fall) -> u32 {
    fall.metres()
}

/// Resolves a fall; returns its Wounds and the health afterwards. `AD-SPEC-03`, `CC-DMG-04`.
pub fn resolve_fall(
    table: &mut impl Table,
    fighter: &Fighter,
    fall: Fall,
    switches: &Switches,
) -> (u32, HealthState) {
    let soak = damage::soak(fighter, switches);
    let wounds = damage::damage_after_soak(raw_fall_damage(fall), soak.pool());
    table.note(|| {
        let line = CheckNote::FallSoaked { raw: raw_fall_damage(fall), soak: soak.pool(), damage: wounds };
        Note::new("AD-SPEC-03", line).with_parts(&soak.0)
    });
    let mut after = fighter.condition.clone();
    after.wounds += wounds;
    (wounds, after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat_checks::test_support::*;
    use dice::ScriptedTable;

    #[test]
    fn ad_spec_03_a_point_per_metre_less_soak() {
        let unit = fighter(1, |_| ());
        let soak = damage::soak(&unit, &Switches::default()).pool();
        let falls = |metres: u32| {
            let of = Fall { height_cm: 100 * metres, leapt: false };
            resolve_fall(&mut ScriptedTable::new([], Vec::new()), &unit, of, &Switches::default())
        };
        assert_eq!(falls(soak + 4).0, 4);
        assert_eq!(falls(soak + 4).1.wounds, unit.condition.wounds + 4);
        assert_eq!(falls(soak), (0, unit.condition.clone()));
    }
}
