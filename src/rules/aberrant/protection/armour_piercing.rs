//! Armour piercing. Chapter AP.

use super::stacking::{CategorySoak, Impervious};

/// Soak from armour, powers and forcefields against one damage type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SoakLayers {
    /// Armour of the barriers that the attack crosses. `AB-OBJ-15`.
    pub barriers: u32,
    /// The armored category.
    pub armored: u32,
    /// The power category without ablative sources.
    pub power: u32,
    /// Ablative sources, which count as power. `AB-NONSOAK-05`.
    pub ablative: u32,
}

impl SoakLayers {
    /// Sum of all layers.
    pub const fn total(self) -> u32 {
        self.barriers + self.armored + self.power + self.ablative
    }
}

/// Applies armour piercing to soak that is not natural. Each point works once: on barriers and armour
/// first, then on powers, on impervious soak last. `AB-AP-01` to `AB-AP-04`, `AB-RULING-17`.
pub fn apply_piercing(
    layers: SoakLayers,
    ap: u32,
    armored: &CategorySoak,
    power: &CategorySoak,
) -> SoakLayers {
    let mut left = layers;
    let mut ap = ap;
    reduce_soak(&mut left.barriers, &mut ap, Impervious::default());
    let mut armored_then_power = [(true, armored.impervious), (false, power.impervious)];
    armored_then_power.sort_by_key(|(_, impervious)| *impervious != Impervious::default());
    for (is_armored, impervious) in armored_then_power {
        if is_armored {
            reduce_soak(&mut left.armored, &mut ap, impervious);
        } else {
            reduce_soak(&mut left.power, &mut ap, impervious);
            reduce_soak(&mut left.ablative, &mut ap, impervious);
        }
    }
    left
}

fn reduce_soak(soak: &mut u32, ap: &mut u32, impervious: Impervious) {
    let usable = match impervious {
        Impervious::Points(points) => ap.saturating_sub(points),
        Impervious::Full => 0,
    };
    let taken = usable.min(*soak);
    *soak -= taken;
    *ap -= taken;
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn left(armored: u32, power: u32, ap: u32, impervious: [Impervious; 2]) -> (u32, u32) {
        let stacked = impervious.map(|impervious| CategorySoak { impervious, ..CategorySoak::default() });
        let layers = SoakLayers { armored, power, ..SoakLayers::default() };
        let left = apply_piercing(layers, ap, &stacked[0], &stacked[1]);
        (left.armored, left.power)
    }

    const NONE: Impervious = Impervious::Points(0);

    #[rstest]
    #[case::ab_ap_01_armour_first(8, 3, 5, (3, 3))]
    #[case::ab_ruling_17_one_budget(3, 4, 5, (0, 2))]
    #[case::ab_ap_02_not_below_nothing(3, 0, 5, (0, 0))]
    fn plain(#[case] armored: u32, #[case] power: u32, #[case] ap: u32, #[case] expected: (u32, u32)) {
        assert_eq!(left(armored, power, ap, [NONE, NONE]), expected);
    }

    #[rstest]
    #[case::ab_ap_04_two_points(0, Impervious::Points(2), (0, 3))]
    #[case::ab_ap_04_full(0, Impervious::Full, (0, 6))]
    #[case::ab_ap_04_other_soak_first(4, Impervious::Full, (0, 6))]
    fn impervious_powers(#[case] armored: u32, #[case] impervious: Impervious, #[case] expected: (u32, u32)) {
        assert_eq!(left(armored, 6, 5, [NONE, impervious]), expected);
    }

    #[test]
    fn ab_ap_04_powers_before_impervious_armour() {
        assert_eq!(left(6, 3, 5, [Impervious::Points(1), NONE]), (5, 0));
    }

    #[test]
    fn ab_nonsoak_05_forcefields_are_pierced_as_powers() {
        let layers = SoakLayers { barriers: 2, armored: 3, power: 1, ablative: 6 };
        let left = apply_piercing(layers, 8, &CategorySoak::default(), &CategorySoak::default());
        assert_eq!(left, SoakLayers { ablative: 4, ..SoakLayers::default() });
    }
}
