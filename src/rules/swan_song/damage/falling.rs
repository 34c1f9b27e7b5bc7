//! Falling damage, borrowed from Attacks and Damage: a point per metre, soaked like a shot. `AD-SPEC-03`.

use super::critical_injuries::add_drop_injury;
use super::{armour, health};
use crate::ground::falling::Fall;
use crate::swan_song::lines::attacks::DamageLine;
use crate::swan_song::{DamageType, Fighter, PoolKind, Switches, Vitals};
use dice::{Dice, Note, Purpose, RuleResult, Table};

/// Result of a fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FallResult {
    /// Damage after soak.
    pub damage: u32,
    /// Health after the fall.
    pub vitals: Vitals,
}

/// DV of a fall. `AD-SPEC-03`.
pub const fn fall_damage_value(fall: Fall) -> u32 {
    fall.metres()
}

/// Resolves a fall: armour and half Body soak, Health takes the rest. `AD-SPEC-03`, `SS-ATK-21`.
pub fn resolve_fall(
    table: &mut impl Table,
    fighter: &Fighter,
    fall: Fall,
    switches: &Switches,
) -> RuleResult<FallResult> {
    let (dv, parts) = (fall_damage_value(fall), armour::soak_parts(fighter, 0));
    let purpose = Purpose {
        who: Some(fighter.id),
        why: "fall soak",
        clause: "AD-SPEC-03",
        parts: &parts.0,
        limit: None,
    };
    let soaked = table.roll(Dice::d6_hits(parts.pool()), purpose)?.value;
    let damage = table.merge_branches(dv.saturating_sub(soaked))?;
    table.note(|| Note::new("AD-SPEC-03", DamageLine::Fall { dv, left: damage }));
    let taken = health::apply_damage(fighter.vitals, damage, PoolKind::Health, DamageType::Kinetic, switches);
    let vitals = if damage > 0 { add_drop_injury(&fighter.vitals, taken.vitals) } else { fighter.vitals };
    Ok(FallResult { damage, vitals })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swan_song::test_support::attacks::*;

    fn falls(metres: u32, dice: &[u8]) -> FallResult {
        // Body 3 and no armour: two dice of soak.
        let unit = fighter(1, |_| ());
        let fall_of = Fall { height_cm: 100 * metres, leapt: false };
        scripted(&[dice.to_vec()], &[], |table| resolve_fall(table, &unit, fall_of, &Switches::default())).0
    }

    #[test]
    fn ad_spec_03_a_point_per_metre_soaked() {
        let dice = armour::soak_parts(&fighter(1, |_| ()), 0).pool() as usize;
        assert_eq!(falls(6, &vec![1; dice]).damage, 6);
        let mut one_hit = vec![1; dice];
        one_hit[0] = 5;
        assert_eq!(falls(6, &one_hit).damage, 5);
        assert_eq!(falls(1, &one_hit).vitals, fighter(1, |_| ()).vitals, "all of it is soaked");
    }
}
