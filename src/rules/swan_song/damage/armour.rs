//! Armour Value, encumbrance, penetration and damage types. Chapter ARM of the catalogue.

use dice::{Clause, Modifiers};

use super::last_stand;
use crate::barriers::KINETIC_PERCENT;
pub use crate::barriers::modified_armour;
use crate::swan_song::checks::base::{attribute_name, half};
use crate::swan_song::{Attribute, DamageType, Fighter, PoolKind, Sheet};

/// Parts of the AV of worn armour: the best piece, and accessories up to the unit's Strength.
///
/// `SS-ARM-15` to `SS-ARM-18`.
pub fn armour_parts(sheet: &Sheet) -> Modifiers {
    let mut parts = Modifiers::new();
    let best = sheet.armour.iter().copied().max().unwrap_or(0);
    parts.add(i32::from(best), "best armour", "SS-ARM-15");
    let bonus = accessory_points(sheet).min(u32::from(sheet.attributes.strength));
    parts.add(bonus.cast_signed(), "accessories", "SS-ARM-17");
    parts
}

/// AV before penetration.
pub fn armour_value(sheet: &Sheet) -> u32 {
    armour_parts(sheet).pool()
}

fn accessory_points(sheet: &Sheet) -> u32 {
    sheet.accessories.iter().map(|&rating| u32::from(rating)).sum()
}

/// Agility and Reaction lost to accessories too heavy for the unit's Strength. `SS-ARM-19`, `SS-ARM-20`.
pub fn encumbrance(sheet: &Sheet) -> u32 {
    accessory_points(sheet).saturating_sub(u32::from(sheet.attributes.strength)) / 2
}

/// Agility after encumbrance. `SS-ARM-19`.
pub fn effective_agility(sheet: &Sheet) -> u8 {
    effective_attribute(sheet, Attribute::Agility)
}

/// Reaction after encumbrance. `SS-ARM-20`.
pub fn effective_reaction(sheet: &Sheet) -> u8 {
    effective_attribute(sheet, Attribute::Reaction)
}

/// An attribute after encumbrance, never below 0.
pub fn effective_attribute(sheet: &Sheet, attribute: Attribute) -> u8 {
    sheet.attributes.get(attribute) - attribute_burden(sheet, attribute)
}

/// Parts of an attribute after encumbrance, under the clause that requires the test.
pub fn effective_attribute_parts(sheet: &Sheet, attribute: Attribute, clause: Clause) -> Modifiers {
    let mut parts = Modifiers::new();
    add_attribute(&mut parts, sheet, attribute, clause);
    parts
}

/// Adds an attribute after encumbrance to a pool.
pub(crate) fn add_attribute(parts: &mut Modifiers, sheet: &Sheet, attribute: Attribute, clause: Clause) {
    parts.add(i32::from(sheet.attributes.get(attribute)), attribute_name(attribute), clause);
    let encumbrance_clause = if attribute == Attribute::Agility { "SS-ARM-19" } else { "SS-ARM-20" };
    let (label, clause) = match encumbrance(sheet) {
        0 => ("carried body", if attribute == Attribute::Agility { "SS-BARR-48" } else { "SS-BARR-49" }),
        _ => ("encumbrance", encumbrance_clause),
    };
    parts.add(-i32::from(attribute_burden(sheet, attribute)), label, clause);
}

/// Points of an attribute lost to encumbrance and a carried body, at most all of it. `SS-BARR-48`, `SS-BARR-49`.
fn attribute_burden(sheet: &Sheet, attribute: Attribute) -> u8 {
    match attribute {
        Attribute::Agility | Attribute::Reaction => {
            let value = sheet.attributes.get(attribute);
            let points = encumbrance(sheet).saturating_add(u32::from(sheet.carried));
            u8::try_from(points).map_or(value, |points| points.min(value))
        }
        _ => 0,
    }
}

/// Parts of the soak pool: modified AV and half Body. `SS-ATK-20`, `SS-ARM-02`.
pub fn soak_parts(target: &Fighter, arp: i32) -> Modifiers {
    let sheet = &target.sheet;
    let mut parts = armour_parts(sheet);
    let av = parts.pool();
    let penetrated = modified_armour(av, arp).cast_signed() - av.cast_signed();
    let clause = if arp < 0 { "SS-ARM-22" } else { "SS-ARM-21" };
    parts.add(penetrated, "armour penetration", clause);
    parts.add(half(u32::from(sheet.attributes.body)).cast_signed(), "half Body", "SS-ATK-20");
    last_stand::halve_pool(&mut parts, &target.vitals);
    parts
}

/// Whether armour stops the attack: a Health attack with a modified DV below the modified AV.
///
/// `SS-ARM-03`, `SS-ARM-04`.
pub fn is_stopped_by_armour(pool: PoolKind, modified_dv: u32, modified_av: u32) -> bool {
    pool == PoolKind::Health && modified_dv < modified_av
}

/// Percentage of a damage type against Armored Health. Table SS-T12, `SS-ARM-09` to `SS-ARM-14`.
pub const fn armored_type_percent(kind: DamageType) -> u32 {
    match kind {
        DamageType::Kinetic | DamageType::Shock | DamageType::Fire | DamageType::Radiation => KINETIC_PERCENT,
        DamageType::Corrosive => 200,
        DamageType::Cryo => 150,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swan_song::checks::base::starting_vitals;
    use crate::swan_song::damage::health::apply_damage;
    use crate::swan_song::test_support::units::{fighter, sheet_with};
    use crate::swan_song::turns::initiative::initiative_attribute;
    use crate::swan_song::{PointPool, Switches, Vitals};
    use rstest::rstest;

    fn worn(armour: &[u8], accessories: &[u8]) -> Sheet {
        sheet_with(|sheet| {
            sheet.armour = armour.to_vec();
            sheet.accessories = accessories.to_vec();
        })
    }

    fn soak_pool(av: u8, body: u8, arp: i32) -> u32 {
        let mut sheet = worn(&[av], &[]);
        sheet.attributes.body = body;
        soak_parts(&fighter(sheet), arp).pool()
    }

    #[test]
    fn ss_arm_01_both_kinds() {
        let robot = sheet_with(|sheet| {
            sheet.has_flesh = false;
            sheet.attributes.body = 4;
            sheet.armour = vec![6];
            sheet.armored = 12;
        });
        assert_eq!(soak_parts(&fighter(robot.clone()), 0).pool(), 8);
        let switches = Switches::default();
        let vitals = starting_vitals(&robot, &switches);
        let applied = apply_damage(vitals, 10 - 2, PoolKind::Health, DamageType::Kinetic, &switches);
        assert_eq!(applied.vitals.armored.now, 8);
    }

    #[rstest]
    #[case::ss_arm_02_with_body(9, 4, 2, 9)]
    #[case::ss_arm_24_body_stays(2, 4, 5, 2)]
    #[case::ss_ruling_04_rounded_down(3, 3, 0, 4)]
    #[case::ss_ruling_05_half_body(0, 6, 0, 3)]
    #[case::ss_atk_20_the_example(4, 3, 1, 4)]
    fn soak(#[case] av: u8, #[case] body: u8, #[case] arp: i32, #[case] dice: u32) {
        assert_eq!(soak_pool(av, body, arp), dice);
    }

    #[rstest]
    #[case::ss_arm_03_less(PoolKind::Health, 5, true)]
    #[case::ss_arm_03_equal(PoolKind::Health, 6, false)]
    #[case::ss_arm_04_strain(PoolKind::Strain, 5, false)]
    fn bar(#[case] pool: PoolKind, #[case] dv: u32, #[case] stopped: bool) {
        assert_eq!(is_stopped_by_armour(pool, dv, 6), stopped);
    }

    #[rstest]
    #[case::ss_arm_05_radiation(DamageType::Radiation, 4, 2)]
    #[case::ss_arm_09_kinetic(DamageType::Kinetic, 6, 3)]
    #[case::ss_arm_09_kinetic_rounded_down(DamageType::Kinetic, 5, 2)]
    #[case::ss_arm_10_shock(DamageType::Shock, 6, 3)]
    #[case::ss_arm_11_fire(DamageType::Fire, 7, 3)]
    #[case::ss_arm_12_corrosive(DamageType::Corrosive, 4, 8)]
    #[case::ss_arm_13_cryo(DamageType::Cryo, 4, 6)]
    #[case::ss_arm_13_cryo_rounded_down(DamageType::Cryo, 3, 4)]
    #[case::ss_arm_14_radiation(DamageType::Radiation, 6, 3)]
    fn armored_health(#[case] kind: DamageType, #[case] damage: u32, #[case] lost: i32) {
        let vitals = Vitals { armored: PointPool::full(12), ..Vitals::default() };
        let applied = apply_damage(vitals, damage, PoolKind::Health, kind, &Switches::default());
        assert_eq!((applied.armored_lost, applied.vitals.armored.now), (lost, 12 - lost));
    }

    #[test]
    fn ss_arm_15_the_best_piece_counts() {
        assert_eq!(armour_value(&worn(&[6, 9], &[])), 9);
        assert_eq!(armour_value(&worn(&[], &[])), 0);
    }

    #[test]
    fn ss_arm_16_other_pieces_do_nothing() {
        let sheet = worn(&[9, 6], &[]);
        assert_eq!((effective_agility(&sheet), effective_reaction(&sheet)), (3, 3));
    }

    #[rstest]
    #[case::ss_arm_17_added(3, &[2], 11)]
    #[case::ss_arm_17_several_add_up(3, &[1, 2], 12)]
    #[case::ss_arm_18_capped(3, &[2, 3], 12)]
    #[case::ss_arm_18_capped_by_strength(4, &[2, 3], 13)]
    fn accessorised(#[case] strength: u8, #[case] accessories: &[u8], #[case] av: u32) {
        let mut sheet = worn(&[9], accessories);
        sheet.attributes.strength = strength;
        assert_eq!(armour_value(&sheet), av);
    }

    #[rstest]
    #[case::ss_arm_19_one_above(3, &[4], 0)]
    #[case::ss_arm_19_two_above(3, &[2, 3], 1)]
    #[case::ss_arm_19_four_above(3, &[4, 3], 2)]
    #[case::ss_arm_19_strength_bears_them(5, &[4, 3], 1)]
    #[case::ss_arm_19_no_more_than_there_is(3, &[50], 3)]
    fn burdened(#[case] strength: u8, #[case] accessories: &[u8], #[case] lost: u8) {
        let mut sheet = worn(&[9], accessories);
        sheet.attributes.strength = strength;
        assert_eq!((effective_agility(&sheet), effective_reaction(&sheet)), (3 - lost, 3 - lost));
        assert_eq!(effective_attribute(&sheet, Attribute::Strength), strength);
        let parts = effective_attribute_parts(&sheet, Attribute::Agility, "SS-BASE-02");
        assert_eq!(parts.sum(), i32::from(3 - lost));
    }

    #[test]
    fn ss_arm_20_reaction_and_initiative() {
        let mut sheet = worn(&[9], &[5]);
        sheet.attributes.reaction = 4;
        assert_eq!(initiative_attribute(&sheet, &starting_vitals(&sheet, &Switches::default())), 6);
    }

    #[test]
    fn ss_ruling_47_capped_bonus_full_burden() {
        let sheet = worn(&[9], &[5]);
        assert_eq!((armour_value(&sheet), effective_agility(&sheet), effective_reaction(&sheet)), (12, 2, 2));
    }

    #[rstest]
    #[case::ss_arm_21_penetration(9, 4, 5)]
    #[case::ss_arm_22_poor_penetration(9, -4, 13)]
    #[case::ss_arm_23_no_armour_no_bonus(0, -4, 0)]
    #[case::ss_arm_24_not_below_nothing(2, 5, 0)]
    #[case::ss_atk_18_positive(4, 1, 3)]
    #[case::ss_atk_19_negative(4, -2, 6)]
    fn penetrated(#[case] av: u32, #[case] arp: i32, #[case] modified: u32) {
        assert_eq!(modified_armour(av, arp), modified);
    }
}
