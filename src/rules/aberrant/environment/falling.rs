//! Falling damage by height. `AB-KNOCK-26`.

use crate::aberrant::{Ability, Damage, DamageType, Sheet};
use crate::ground::falling::Fall;
use crate::knockback::profile::collision_dice;

/// Number of dice above which a fall deals lethal damage: Stamina + Athletics. `AB-KNOCK-21`.
pub fn lethal_above(sheet: &Sheet) -> u32 {
    u32::from(sheet.stamina) + u32::from(sheet.ability(Ability::Athletics))
}

/// Damage of a fall; `None` if it is too short to hurt. `AB-KNOCK-26`.
pub fn fall_damage(fall: Fall, sheet: &Sheet) -> Option<Damage> {
    let dice = collision_dice(fall.metres());
    let kind = if dice > lethal_above(sheet) { DamageType::Lethal } else { DamageType::Bashing };
    (dice > 0).then_some(Damage { dice, kind, adds: 0 })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::aberrant::test_fixtures::*;

    #[rstest]
    #[case::ab_knock_26_off_a_roof(10, Some((5, DamageType::Lethal)))]
    #[case::ab_knock_26_four_dice_are_bashing(8, Some((4, DamageType::Bashing)))]
    #[case::ab_knock_26_rounded_down(9, Some((4, DamageType::Bashing)))]
    #[case::ab_knock_26_capped(80, Some((25, DamageType::Lethal)))]
    #[case::ab_knock_26_less_than_a_die(1, None)]
    fn falls(#[case] metres: u32, #[case] expected: Option<(u32, DamageType)>) {
        let sheet = sheet(|sheet| {
            sheet.stamina = 3;
            sheet.abilities.insert(Ability::Athletics, 1);
        });
        let fall = Fall { height_cm: 100 * metres, leapt: false };
        assert_eq!(fall_damage(fall, &sheet).map(|damage| (damage.dice, damage.kind)), expected);
    }
}
