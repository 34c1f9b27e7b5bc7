use rstest::rstest;

use super::*;
use crate::attacks_and_damage::test_support::{switches_with, unit};

fn sheet(body: u8, willpower: u8) -> Sheet {
    let unit = unit(1, |sheet| {
        sheet.attributes.body = body;
        sheet.attributes.willpower = willpower;
    });
    Sheet::clone(&unit.sheet)
}

#[rstest]
#[case::ad_base_10_three(3, 10)]
#[case::ad_base_10_four(4, 10)]
#[case::ad_base_10_five(5, 11)]
fn light_track(#[case] willpower: u8, #[case] boxes: u32) {
    assert_eq!(light_boxes(&sheet(1, willpower), &Switches::default()), boxes);
    assert_eq!(light_boxes(&sheet(1, willpower), &switches_with("ad.light_track", "7")), 7);
}

#[rstest]
#[case::ad_base_11_four(4, 10)]
#[case::ad_base_11_one(1, 9)]
fn critical_track(#[case] body: u8, #[case] boxes: u32) {
    assert_eq!(critical_boxes(&sheet(body, 5), &Switches::default()), boxes);
    assert_eq!(critical_boxes(&sheet(body, 5), &switches_with("ad.critical_track", "12")), 12);
}

fn health_with_boxes(light: u32, critical: u32, overflow: u32) -> HealthState {
    HealthState { light, critical, overflow, ..HealthState::default() }
}

/// State and life state of a unit with Body 3 and Willpower 4 (ten boxes each) after this damage.
fn take_damage(
    before: HealthState,
    light: u32,
    critical: u32,
    switches: &Switches,
) -> (HealthState, LifeState) {
    let condition = mark_boxes(&before, DamageTaken { light, critical }, &sheet(3, 4), switches);
    (condition, life_state(&condition, &sheet(3, 4), switches))
}

#[test]
fn ad_base_13_a_full_light_track_knocks_out() {
    let switches = Switches::default();
    assert_eq!(take_damage(health_with_boxes(8, 0, 0), 1, 0, &switches).1, LifeState::Able);
    let (condition, life_state) = take_damage(health_with_boxes(9, 0, 0), 1, 0, &switches);
    assert_eq!((condition, life_state), (health_with_boxes(10, 0, 0), LifeState::Unconscious));
    assert_eq!(down_state(&condition, &sheet(3, 4), &switches), Some(DownState::Unconscious));
    assert_eq!(
        take_damage(health_with_boxes(9, 0, 0), 1, 0, &switches_with("ad.light_full", "none")).1,
        LifeState::Able
    );
}

#[test]
fn ad_base_14_a_full_critical_track_is_dying() {
    let (condition, life_state) = take_damage(health_with_boxes(0, 8, 0), 0, 2, &Switches::default());
    assert_eq!((condition, life_state), (health_with_boxes(0, 10, 0), LifeState::Dying));
    assert_eq!(down_state(&condition, &sheet(3, 4), &Switches::default()), Some(DownState::Unconscious));
    assert_eq!(
        take_damage(health_with_boxes(0, 8, 0), 0, 2, &switches_with("ad.critical_full", "dead")).1,
        LifeState::Dead
    );
    assert_eq!(
        take_damage(health_with_boxes(0, 8, 0), 0, 2, &switches_with("ad.critical_full", "none")).1,
        LifeState::Able
    );
}

#[rstest]
#[case::six_with_one_free(9, 6, 10, 2)]
#[case::one_too_many_is_lost(9, 2, 10, 0)]
#[case::room_enough(3, 6, 9, 0)]
fn ad_base_15_light_overflow(
    #[case] before: u32,
    #[case] taken: u32,
    #[case] light: u32,
    #[case] critical: u32,
) {
    assert_eq!(
        take_damage(health_with_boxes(before, 0, 0), taken, 0, &Switches::default()).0,
        health_with_boxes(light, critical, 0)
    );
}

#[test]
fn ad_base_15_the_rate_is_a_switch() {
    assert_eq!(
        take_damage(health_with_boxes(9, 0, 0), 6, 0, &switches_with("ad.light_overflow", "1")).0,
        health_with_boxes(10, 5, 0)
    );
    assert_eq!(
        take_damage(health_with_boxes(9, 0, 0), 6, 0, &switches_with("ad.light_overflow", "0")).0,
        health_with_boxes(10, 0, 0)
    );
}

#[rstest]
#[case::as_much_as_body(3, LifeState::Dying)]
#[case::more_than_body(4, LifeState::Dead)]
fn ad_base_16_critical_overflow(#[case] excess: u32, #[case] state: LifeState) {
    assert_eq!(
        take_damage(health_with_boxes(0, 9, 0), 0, 1 + excess, &Switches::default()),
        (health_with_boxes(0, 10, excess), state)
    );
}

#[test]
fn ad_base_16_a_unit_that_lies_says_how_many_boxes_kill() {
    // Ten boxes in each track, and an overflow of 3 that it survives.
    let deadly = |light, critical, overflow| {
        let health = health_with_boxes(light, critical, overflow);
        deadly_boxes(&health, &sheet(3, 4), &Switches::default()).map(|harm| harm.points)
    };
    assert_eq!(deadly(9, 9, 0), None, "it is able");
    assert_eq!(deadly(0, 10, 1), Some(3), "dying");
    assert_eq!(deadly(10, 4, 0), Some(10), "unconscious: six boxes are free");
    assert_eq!(deadly(0, 10, 4), None, "it is dead");
}

#[test]
fn ad_base_16_overflow_adds_up_and_the_limit_is_a_switch() {
    let (condition, life_state) = take_damage(health_with_boxes(0, 10, 2), 0, 2, &Switches::default());
    assert_eq!((condition.overflow, life_state), (4, LifeState::Dead));
    assert_eq!(
        take_damage(health_with_boxes(0, 10, 2), 0, 2, &switches_with("ad.death_overflow", "4")).1,
        LifeState::Dying
    );
}

#[test]
fn ad_res_15_a_box_per_point() {
    assert_eq!(
        take_damage(health_with_boxes(1, 2, 0), 3, 2, &Switches::default()).0,
        health_with_boxes(4, 4, 0)
    );
}
