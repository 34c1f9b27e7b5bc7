//! Effects of worn armour on the wearer's rolls: penalties, strength requirements and layers. Chapter
//! ARMOR.

use dice::Modifiers;

use crate::aberrant::{Ability, Armour, HealthState, Sheet};

/// Required Strength and Stamina sums beyond the penalty. `AB-ARMOR-04`.
const BASE_REQUIREMENT: u32 = 2;

/// Intact worn pieces, without body modifications.
fn worn_pieces<'a>(sheet: &'a Sheet, condition: &'a HealthState) -> impl Iterator<Item = &'a Armour> {
    condition.intact_armour(sheet).map(|(_, piece)| piece).filter(|piece| piece.is_layer)
}

/// Total mobility penalty of worn pieces. `AB-ARMOR-08`, `AB-ARMOR-09`, `AB-RULING-32`.
pub fn total_penalty(penalties: impl IntoIterator<Item = u32>) -> u32 {
    let (mut penalised_layers, mut free_layers, mut sum) = (0_u32, 0_u32, 0);
    for penalty in penalties {
        sum += penalty;
        if penalty > 0 { penalised_layers += 1 } else { free_layers += 1 }
    }
    if penalised_layers > 0 {
        sum + penalised_layers * (penalised_layers - 1) + free_layers
    } else {
        free_layers.saturating_sub(1)
    }
}

/// Total mobility penalty of a unit in its current state.
pub fn mobility_penalty(sheet: &Sheet, condition: &HealthState) -> u32 {
    total_penalty(worn_pieces(sheet, condition).map(|piece| piece.penalty))
}

/// Dots by which the wearer falls short of the armour's requirement. `AB-ARMOR-04` to `AB-ARMOR-06`,
/// `AB-RULING-13`.
pub fn strength_shortfall(sheet: &Sheet, condition: &HealthState) -> u32 {
    if worn_pieces(sheet, condition).all(|piece| piece.lightweight) {
        return 0;
    }
    let required = BASE_REQUIREMENT + mobility_penalty(sheet, condition);
    let strength_sum = u32::from(sheet.strength) + u32::from(sheet.ability(Ability::Might));
    let stamina_sum = u32::from(sheet.stamina) + u32::from(sheet.ability(Ability::Endurance));
    required.saturating_sub(strength_sum) + required.saturating_sub(stamina_sum)
}

/// Whether more than one layer is worn. `AB-ARMOR-10`.
fn is_stacked(sheet: &Sheet, condition: &HealthState) -> bool {
    worn_pieces(sheet, condition).nth(1).is_some()
}

/// The purpose of a roll, for armour penalties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollPurpose {
    /// Running, dodging, leaping. `AB-ARMOR-02`.
    Movement,
    /// Another roll on Strength, Dexterity or Stamina. `AB-ARMOR-10`.
    Physical,
    /// Any other action.
    Other,
}

/// Adds the dice that armour takes from an action. `AB-ARMOR-02`, `AB-ARMOR-05`, `AB-ARMOR-10`.
pub fn add_armour_penalty(
    parts: &mut Modifiers,
    sheet: &Sheet,
    condition: &HealthState,
    purpose: RollPurpose,
) {
    if sheet.armour.is_empty() {
        return;
    }
    let penalty = || -mobility_penalty(sheet, condition).cast_signed();
    match purpose {
        RollPurpose::Physical if is_stacked(sheet, condition) => {
            parts.add(penalty(), "layered armour", "AB-ARMOR-10");
        }
        RollPurpose::Movement => parts.add(penalty(), "armour hinders movement", "AB-ARMOR-02"),
        RollPurpose::Physical | RollPurpose::Other => {}
    }
    parts.add(-strength_shortfall(sheet, condition).cast_signed(), "too weak for the armour", "AB-ARMOR-05");
}

/// Difficulty that armour adds to an exertion roll. `AB-ARMOR-03`.
pub fn exertion_difficulty(sheet: &Sheet, condition: &HealthState) -> u32 {
    mobility_penalty(sheet, condition)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::aberrant::checks::dice_pool;
    use crate::aberrant::protection::soak::Soak;
    use crate::aberrant::test_fixtures::{armour, sheet, unhurt};

    #[rstest]
    #[case::ab_armor_08_two(&[2, 1], 5)]
    #[case::ab_armor_08_three(&[2, 1, 1], 10)]
    #[case::ab_armor_08_alone(&[2], 2)]
    #[case::ab_armor_09_penalised_and_free(&[2, 0], 3)]
    #[case::ab_armor_09_two_free(&[0, 0], 1)]
    #[case::ab_armor_09_three_free(&[0, 0, 0], 2)]
    #[case::ab_armor_09_alone(&[0], 0)]
    #[case::ab_armor_09_both_kinds(&[2, 1, 0], 6)]
    #[case::nothing_worn(&[], 0)]
    fn penalties(#[case] pieces: &[u32], #[case] total: u32) {
        assert_eq!(total_penalty(pieces.iter().copied()), total);
    }

    /// A sheet strong enough for armour with these penalties.
    fn wearing(penalties: &[u32]) -> Sheet {
        sheet(|sheet| {
            (sheet.strength, sheet.stamina) = (20, 20);
            let piece = |&penalty: &u32| Armour { penalty, ..armour("piece", Soak::default()) };
            sheet.armour = penalties.iter().map(piece).collect();
        })
    }

    fn dice(sheet: &Sheet, purpose: RollPurpose) -> i32 {
        let mut parts = Modifiers::new();
        add_armour_penalty(&mut parts, sheet, &unhurt(sheet), purpose);
        parts.sum()
    }

    #[test]
    fn ab_armor_02_only_movement() {
        let sheet = wearing(&[2]);
        assert_eq!(dice(&sheet, RollPurpose::Movement), -2);
        assert_eq!(dice(&sheet, RollPurpose::Physical), 0);
    }

    #[test]
    fn ab_armor_03_armour_makes_exertion_more_difficult() {
        let sheet = wearing(&[2]);
        let difficulty = exertion_difficulty(&sheet, &unhurt(&sheet));
        assert_eq!(
            [2, 3].map(|successes| dice_pool::extra_successes(successes, difficulty)),
            [None, Some(0)]
        );
    }

    #[rstest]
    #[case::ab_armor_04_both_met(5, 5, 0)]
    #[case::ab_armor_04_more(7, 5, 0)]
    #[case::ab_armor_05_both_short(3, 4, 3)]
    #[case::ab_armor_05_strength_short(4, 7, 1)]
    #[case::ab_armor_05_stamina_short(7, 3, 2)]
    fn requirement(#[case] strength_sum: u8, #[case] stamina_sum: u8, #[case] short: u32) {
        let mut sheet = wearing(&[3]);
        (sheet.strength, sheet.stamina) = (strength_sum - 1, stamina_sum - 1);
        sheet.abilities.extend([(Ability::Might, 1), (Ability::Endurance, 1)]);
        assert_eq!(strength_shortfall(&sheet, &unhurt(&sheet)), short);
        for purpose in [RollPurpose::Physical, RollPurpose::Other] {
            assert_eq!(dice(&sheet, purpose), -short.cast_signed(), "all rolls");
        }
    }

    #[test]
    fn ab_armor_06_lightweight_armour_needs_less_strength() {
        let mut weak = wearing(&[0]);
        (weak.strength, weak.stamina) = (1, 1);
        assert_eq!(strength_shortfall(&weak, &unhurt(&weak)), 2);
        weak.armour[0].lightweight = true;
        assert_eq!(strength_shortfall(&weak, &unhurt(&weak)), 0);
        weak.armour.push(armour("vest", Soak::default()));
        assert_eq!(strength_shortfall(&weak, &unhurt(&weak)), 4, "not every piece is");
    }

    #[test]
    fn ab_armor_10_layers_hinder_everything_physical() {
        let sheet = wearing(&[2, 0]);
        assert_eq!(dice(&sheet, RollPurpose::Physical), -3);
        assert_eq!(dice(&sheet, RollPurpose::Movement), -3);
        assert_eq!(dice(&sheet, RollPurpose::Other), 0);
    }

    #[test]
    fn body_modifications_and_destroyed_pieces_are_no_layers() {
        let mut sheet = wearing(&[2, 1]);
        sheet.armour[1].is_layer = false;
        assert_eq!(dice(&sheet, RollPurpose::Physical), 0);
        let sheet = wearing(&[2, 1]);
        let mut condition = unhurt(&sheet);
        condition.destroyed = vec![0];
        assert_eq!(mobility_penalty(&sheet, &condition), 1);
    }
}
