use super::*;
use bevy_egui::egui::vec2;

#[test]
fn a_walk_begins_and_ends_on_its_squares() {
    let way = [vec2(0.5, 0.5), vec2(1.5, 0.5), vec2(1.5, 1.5)];
    assert_eq!(point_along(&way, 0.0).0, way[0]);
    assert_eq!(point_along(&way, 0.5).0, way[1]);
    assert_eq!(point_along(&way, 1.0).0, way[2]);
    assert_eq!(point_along(&way[..1], 0.3), (way[0], None));
}

#[test]
fn from_the_shot_to_the_number_it_takes_less_than_400_milliseconds() {
    let shot = |shots| AnimationStep::Attack {
        unit: UnitId(1),
        at: vec2(9.5, 0.5),
        about: Some(TextSubject::place(vec2(9.5, 0.5))),
        shots,
        contact: HitResult::Hit,
        sound: WeaponSound::Rifle,
    };
    let seconds = |shots| shot(shots).duration(|_| None) + HIT_PAUSE_SECONDS;
    assert!(seconds(1) <= 0.2 && seconds(3) <= 0.4, "{} {}", seconds(1), seconds(3));
}
