//! Limits of attack tests. Chapter ACC of the catalogue.

use crate::swan_song::checks::base::physical_limit;
use crate::swan_song::{Fighter, Weapon, WeaponBuild, WeaponClass, WeaponCondition};

/// Default Accuracy of a specialised ranged weapon. `SS-ACC-09`.
const SPECIALISED_ACCURACY: u8 = 6;

/// Returns the limit of an attack with this weapon: hits above it are lost. `SS-ACC-01`, `SS-ACC-06`, `SS-ACC-07`.
pub fn attack_limit(weapon: &Weapon, attacker: &Fighter) -> u32 {
    match weapon.class {
        WeaponClass::Unarmed => physical_limit(&attacker.sheet),
        WeaponClass::Melee | WeaponClass::Ranged | WeaponClass::Thrown => u32::from(accuracy(weapon)),
    }
}

/// Returns the Accuracy of a weapon in its current condition, at least 1. Does not cover unarmed attacks.
///
/// `SS-ACC-02` to `SS-ACC-05`, `SS-ACC-08` to `SS-ACC-12`.
pub fn accuracy(weapon: &Weapon) -> u8 {
    let whole = weapon.accuracy.unwrap_or_else(|| default_accuracy(weapon.class, weapon.build));
    let loss = match weapon.condition {
        WeaponCondition::Sound => 0,
        WeaponCondition::Poor => 1,
    };
    whole.saturating_sub(loss).max(1)
}

/// Default Accuracy by class and build. Table SS-T11.
const fn default_accuracy(class: WeaponClass, build: WeaponBuild) -> u8 {
    match (class, build) {
        (WeaponClass::Ranged | WeaponClass::Thrown, WeaponBuild::Standard) => 4,
        (WeaponClass::Ranged | WeaponClass::Thrown, WeaponBuild::Specialised) => SPECIALISED_ACCURACY,
        (WeaponClass::Ranged | WeaponClass::Thrown, WeaponBuild::Improvised) => 3,
        (_, WeaponBuild::Standard | WeaponBuild::Specialised) => 5,
        (_, WeaponBuild::Improvised) => 4,
        (_, WeaponBuild::Unwieldy) => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swan_song::checks::base::limit_hits;
    use crate::swan_song::test_support::units::{fighter, sheet, weapon};
    use crate::swan_song::{Skill, WeaponBuild as Build, WeaponClass as Class, WeaponCondition as Condition};
    use rstest::rstest;

    fn made(class: Class, build: Build, accuracy: Option<u8>, condition: Condition) -> Weapon {
        Weapon { build, accuracy, condition, ..weapon(class, Skill::Blades) }
    }

    #[rstest]
    #[case::ss_acc_01_stated(Class::Melee, Build::Standard, Some(5), Condition::Sound, 7, 5)]
    #[case::ss_acc_02_sword(Class::Melee, Build::Standard, None, Condition::Sound, 9, 5)]
    #[case::ss_acc_02_combat_knife(Class::Melee, Build::Standard, Some(6), Condition::Sound, 9, 6)]
    #[case::ss_acc_03_frying_pan(Class::Melee, Build::Improvised, None, Condition::Sound, 9, 4)]
    #[case::ss_acc_04_barstool(Class::Melee, Build::Unwieldy, None, Condition::Sound, 4, 3)]
    #[case::ss_acc_05_poor_sword(Class::Melee, Build::Standard, None, Condition::Poor, 9, 4)]
    #[case::ss_acc_05_not_below_one(Class::Melee, Build::Standard, Some(1), Condition::Poor, 9, 1)]
    #[case::ss_acc_06_fist(Class::Unarmed, Build::Standard, None, Condition::Sound, 6, 4)]
    #[case::ss_acc_07_shock_glove(Class::Unarmed, Build::Standard, Some(6), Condition::Sound, 6, 4)]
    #[case::ss_acc_08_pistol(Class::Ranged, Build::Standard, None, Condition::Sound, 9, 4)]
    #[case::ss_acc_09_sniper_rifle(Class::Ranged, Build::Specialised, None, Condition::Sound, 9, 6)]
    #[case::ss_acc_10_slingshot(Class::Ranged, Build::Improvised, None, Condition::Sound, 9, 3)]
    #[case::ss_acc_11_old_pistol(Class::Ranged, Build::Standard, Some(4), Condition::Poor, 9, 3)]
    #[case::ss_acc_12_floor(Class::Ranged, Build::Standard, Some(1), Condition::Poor, 9, 1)]
    #[case::ss_ruling_03_accuracy_before_physical(
        Class::Melee,
        Build::Standard,
        Some(6),
        Condition::Sound,
        5,
        5
    )]
    fn counted(
        #[case] class: Class,
        #[case] build: Build,
        #[case] accuracy: Option<u8>,
        #[case] condition: Condition,
        #[case] hits: u32,
        #[case] left: u32,
    ) {
        let weapon = made(class, build, accuracy, condition);
        assert_eq!(limit_hits(hits, Some(attack_limit(&weapon, &fighter(sheet())))), left);
    }
}
