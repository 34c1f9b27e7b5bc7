//! The rows of table SS-T15.

use super::*;
use crate::swan_song::attack::pool::soak_parts;

/// A car without soak dice.
fn car() -> Fighter {
    fighter(2, |sheet| {
        sheet.kind = UnitKind::Vehicle;
        sheet.has_flesh = false;
        sheet.attributes.body = 1;
        sheet.armored = 40;
        sheet.speed = 4;
    })
}

#[rstest]
#[case::ss_call_105_engine("engine_block", 9)]
#[case::ss_call_105_tank("fuel_tank", 9)]
#[case::ss_call_105_axle("axle", 6)]
#[case::ss_call_105_antenna("antenna", 2)]
#[case::ss_call_105_lock("door_lock", 0)]
#[case::ss_call_105_window("window_motor", 0)]
fn limits(#[case] key: &str, #[case] damage: u32) {
    assert_eq!(hit(&aimed_at(key, 9, car()), &[]).damage, damage);
}

#[rstest]
#[case::ss_call_108_engine("engine_block", &[Ailment::Disabled])]
#[case::ss_call_109_tank_disables("fuel_tank", &[Ailment::Disabled, Ailment::Leaking])]
#[case::ss_call_110_tank_leaks("fuel_tank", &[Ailment::Disabled, Ailment::Leaking])]
#[case::ss_call_111_axle("axle", &[Ailment::BrokenAxle])]
#[case::ss_call_112_antenna("antenna", &[Ailment::CutOff])]
#[case::ss_call_113_antenna("antenna", &[Ailment::CutOff])]
#[case::ss_call_114_lock("door_lock", &[Ailment::JammedDoor])]
#[case::ss_call_115_window("window_motor", &[Ailment::JammedWindow])]
#[case::ss_call_106_measured_before_the_limit("door_lock", &[Ailment::JammedDoor])]
#[case::ss_ruling_11_a_limit_of_nothing("door_lock", &[Ailment::JammedDoor])]
fn breaks(#[case] key: &str, #[case] ailments: &[Ailment]) {
    let result = hit(&aimed_at(key, 2, car()), &[]);
    let lasts: Vec<_> = lasting(&result).into_iter().map(|(ailment, _)| ailment).collect();
    assert_eq!(lasts, ailments);
}

#[test]
fn ss_call_106_nothing_left_nothing_broken() {
    let tough = Fighter { sheet: Arc::new(Sheet { armour: vec![2], ..(*car().sheet).clone() }), ..car() };
    let result = hit_and_soaked(&aimed_at("door_lock", 2, tough), 2, &[]);
    assert_eq!((result.damage, result.called_shot_effects), (0, Vec::new()));
}

#[test]
fn ss_call_107_a_vehicle_resists_like_a_person() {
    let mut truck = car();
    let sheet = Arc::make_mut(&mut truck.sheet);
    (sheet.attributes.body, sheet.armour) = (12, vec![8]);
    let mut context = aimed_at("engine_block", 9, truck);
    Arc::make_mut(&mut context.weapon).arp = 2;
    assert_eq!(soak_parts(&context).pool(), 12);
    assert_eq!(hit_and_soaked(&context, 1, &[]).vitals.armored.now, 36);
}

#[test]
fn ss_knock_01_a_vehicle_does_not_fall() {
    let mut context = aimed_at("engine_block", 15, car());
    context.called_shot = None;
    assert!(!hit(&context, &[]).knocked_down);
}

#[test]
fn ss_call_111_speed_of_one() {
    let ailments = [inflict(&[], AilmentCause::new(Ailment::BrokenAxle, None), 1)];
    let speed = 2 * crate::swan_song::movement::gaits::run_distance(&car().sheet);
    assert_eq!((speed, crate::status::slowed_distance(speed, &ailments)), (8, 2));
}
