use rstest::rstest;

use super::*;

fn at(metres: u32, range: u32) -> Option<i32> {
    RangeBand::from_distance(metres * metres, range).map(RangeBand::modifier)
}

#[rstest]
#[case::cs_rng_01_three_metres(30, 3, Some(30))]
#[case::cs_ruling_04_one_metre(30, 1, Some(30))]
#[case::cs_rng_01_four_metres(30, 4, Some(10))]
#[case::cs_rng_02_half(30, 15, Some(10))]
#[case::cs_rng_02_beyond_half(30, 16, Some(0))]
#[case::cs_rng_02_half_rounded_up(25, 13, Some(10))]
#[case::cs_rng_02_beyond_half_rounded_up(25, 14, Some(0))]
#[case::cs_rng_03_first_metre(60, 31, Some(0))]
#[case::cs_rng_03_last_metre(60, 60, Some(0))]
#[case::cs_rng_04_first_metre(60, 61, Some(-10))]
#[case::cs_rng_04_last_metre(60, 89, Some(-10))]
#[case::cs_rng_05_first_metre(60, 90, Some(-30))]
#[case::cs_rng_05_rounded_up(25, 37, Some(-10))]
#[case::cs_rng_05_from_38(25, 38, Some(-30))]
#[case::cs_ruling_01_very_long(150, 225, Some(-30))]
#[case::cs_ruling_01_before_235(150, 234, Some(-30))]
#[case::cs_rng_05_before_225(150, 224, Some(-10))]
#[case::cs_rng_06_maximum(10, 30, Some(-30))]
#[case::cs_rng_06_beyond(10, 31, None)]
#[case::cs_rng_07_one_band_near(30, 3, Some(30))]
#[case::cs_rng_07_one_band_far(30, 45, Some(-30))]
#[case::cs_rng_07_point_blank_wins(2, 3, Some(30))]
#[case::cs_ruling_05_extreme_alone(10, 15, Some(-30))]
#[case::cs_ruling_05_long_before(10, 14, Some(-10))]
fn band(#[case] range: u32, #[case] metres: u32, #[case] modifier: Option<i32>) {
    assert_eq!(at(metres, range), modifier);
}

#[test]
fn cs_rng_06_a_range_beyond_any_map() {
    assert_eq!(RangeBand::from_distance(u32::MAX, u32::MAX), Some(RangeBand::Short));
}

#[test]
fn cs_rng_08_the_five_classes() {
    let classes =
        [(10, 5, 15, 30), (30, 15, 45, 90), (60, 30, 90, 180), (100, 50, 150, 300), (150, 75, 225, 450)];
    for (range, short, extreme, most) in classes {
        assert_eq!((at(short, range), at(short + 1, range)), (Some(10), Some(0)), "R {range}");
        assert_eq!((at(extreme - 1, range), at(extreme, range)), (Some(-10), Some(-30)), "R {range}");
        assert_eq!((at(most, range), at(most + 1, range)), (Some(-30), None), "R {range}");
    }
}

#[test]
fn cs_base_24_distances_are_not_rounded() {
    // 3 squares and 2 squares aside: 3.61 m.
    assert_eq!(RangeBand::from_distance(3 * 3 + 2 * 2, 30), Some(RangeBand::Short));
    // 3 and 4 squares: 5 m.
    assert_eq!(RangeBand::from_distance(3 * 3 + 4 * 4, 10), Some(RangeBand::Short));
    assert_eq!(RangeBand::from_distance(3 * 3 + 4 * 4 + 1, 10), Some(RangeBand::Normal));
    // 30 squares and 1 aside: 30.02 m, beyond the maximum.
    assert_eq!(RangeBand::from_distance(30 * 30 + 1, 10), None);
    // One diagonal step: 1.41 m, adjacent.
    assert_eq!(RangeBand::from_distance(2, 30), Some(RangeBand::PointBlank));
}
