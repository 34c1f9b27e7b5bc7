use rstest::rstest;

use super::*;
use crate::circumstances::test_fixtures::*;
use dice::Trace;

/// A fighter with Toughness 43: TB 4.
fn tough(change: impl FnOnce(&mut Sheet)) -> Fighter {
    fighter(1, |sheet| {
        sheet.characteristics.toughness = 43;
        change(sheet);
    })
}

fn thrown(metres: u32) -> Fall {
    Fall { height_cm: 100 * metres, leapt: false }
}

fn falls(metres: u32, faces: &[u8]) -> (FallResult, Vec<Trace>) {
    let fighter = tough(|_| ());
    play_script(faces, &[], |table| resolve_fall(table, &fighter, thrown(metres), &Switches::default()))
}

fn switched(name: &str, value: &str) -> Switches {
    let mut switches = Switches::default();
    switches.set(name, value).expect("a switch");
    switches
}

#[rstest]
#[case::cs_fall_01_four_metres_are_safe(400, false)]
#[case::cs_fall_01_anything_more_is_not(401, true)]
#[case::cs_fall_01_five_are_not(500, true)]
fn cs_fall_01_dangerous_heights(#[case] height_cm: u32, #[case] dangerous: bool) {
    let fighter = tough(|_| ());
    let fall = Fall { height_cm, leapt: false };
    assert_eq!(is_dangerous(fall, &fighter.sheet, &Switches::default()), dangerous);
}

#[test]
fn cs_fall_01_the_height_is_a_switch() {
    let (fighter, switches) = (tough(|_| ()), switched("cs.fall_height", "2"));
    assert!(is_dangerous(thrown(3), &fighter.sheet, &switches));
    assert!(!is_dangerous(thrown(2), &fighter.sheet, &switches));
}

#[test]
fn cs_fall_02_a_leap_is_unsafe_unless_the_switch_says_otherwise() {
    let fighter = tough(|_| ());
    let leap = Fall { height_cm: 600, leapt: true };
    assert!(is_dangerous(leap, &fighter.sheet, &Switches::default()));
    let switches = switched("cs.safe_landing", "leaping");
    assert!(!is_dangerous(leap, &fighter.sheet, &switches));
    assert!(is_dangerous(thrown(6), &fighter.sheet, &switches), "pushed off");
}

#[rstest]
#[case::cs_fall_03_one_hit(9, 1, 1)]
#[case::cs_fall_04_two_hits_from_15(15, 2, 2)]
#[case::cs_fall_04_three_hits_from_20(20, 3, 3)]
#[case::cs_fall_04_two_hits_up_to_19(19, 2, 2)]
#[case::cs_fall_05_ten_metres_add_a_point(10, 2, 2)]
#[case::cs_ruling_03_added_hits_have_the_same_base(15, 2, 2)]
fn hits_and_points(#[case] metres: u32, #[case] of: u32, #[case] more: u32) {
    assert_eq!((fall_hits(thrown(metres)), fall_bonus(thrown(metres))), (of, more));
}

#[test]
fn cs_fall_06_armour_does_not_help() {
    let fighter = tough(|sheet| sheet.armour = uniform_armour("plate", 6));
    let (landing, _) = play_script(&[50, 4, 50, 1], &[], |table| {
        resolve_fall(table, &fighter, thrown(15), &Switches::default())
    });
    assert_eq!(landing.wounds, 2, "6 - 4 and 3 - 4");
}

#[test]
fn cs_fall_07_toughness_takes_from_every_hit() {
    let (landing, _) = falls(15, &[50, 4, 50, 10]);
    assert_eq!(landing.hits.iter().map(|(_, wounds)| *wounds).collect::<Vec<_>>(), [2, 8]);
    assert_eq!((landing.wounds, landing.fatigue), (10, 1));
}

#[test]
fn cs_fall_08_every_hit_has_its_own_place() {
    let (landing, traces) = falls(15, &[5, 4, 75, 4]);
    let places: Vec<_> = landing.hits.iter().map(|(place, _)| *place).collect();
    assert_eq!(places, [Some(HitLocation::Head), Some(HitLocation::RightLeg)]);
    assert_eq!(roll_names(&traces).iter().filter(|why| **why == "hit location").count(), 2);
}

#[rstest]
#[case::cs_fall_09_one_ten(&[50, 4, 50, 10], 1)]
#[case::cs_fall_09_two_tens(&[50, 10, 50, 10], 2)]
fn cs_fall_09_a_ten_tires(#[case] faces: &[u8], #[case] fatigue: u8) {
    let (landing, _) = falls(15, faces);
    assert_eq!((landing.fatigue, landing.condition.fatigue), (fatigue, fatigue));
}

#[test]
fn cs_fall_10_five_metres() {
    let (landing, _) = falls(5, &[50, 6]);
    assert_eq!((landing.wounds, landing.fatigue), (3, 0));
}

#[rstest]
#[case::cs_ruling_02_six(6, 3)]
#[case::cs_ruling_02_five(5, 2)]
fn cs_ruling_02_the_formula_wins(#[case] face: u8, #[case] wounds: u32) {
    assert_eq!(falls(5, &[50, face]).0.wounds, wounds);
}

#[test]
fn cs_ruling_03_the_example_wins() {
    let (landing, traces) = falls(15, &[50, 4, 50, 10]);
    assert_eq!((landing.wounds, landing.fatigue), (2 + 8, 1));
    assert_eq!(roll_names(&traces).len(), 4);
    assert_eq!((fall_hits(thrown(10)), fall_bonus(thrown(10))), (2, 2));
}

#[test]
fn cs_ruling_08_unconscious_units_fall_like_any_other() {
    let mut fighter = tough(|_| ());
    fighter.ailments = crate::status::inflict_all(&[crate::circumstances::Ailment::Unconscious]);
    let (landing, traces) =
        play_script(&[50, 6], &[], |table| resolve_fall(table, &fighter, thrown(5), &Switches::default()));
    assert_eq!(landing.wounds, 3);
    assert_eq!(roll_names(&traces).iter().filter(|why| **why == "falling damage").count(), 1);
}

#[test]
fn cs_fall_11_vehicles_fall_as_hard_and_do_not_tire() {
    let van = tough(|sheet| sheet.vehicle = true);
    let (landing, _) =
        play_script(&[10, 10], &[], |table| resolve_fall(table, &van, thrown(15), &Switches::default()));
    assert_eq!((landing.wounds, landing.fatigue), (8 + 8, 0));
    let bare = fighter(1, |sheet| {
        sheet.vehicle = true;
        sheet.characteristics.toughness = 1;
    });
    let (landing, _) =
        play_script(&[10, 10], &[], |table| resolve_fall(table, &bare, thrown(15), &Switches::default()));
    assert_eq!(landing.wounds, 24, "no toughness, nothing taken away");
}

#[test]
fn cs_fall_12_the_hull_is_struck() {
    let van = tough(|sheet| sheet.vehicle = true);
    let (landing, traces) =
        play_script(&[4, 4], &[], |table| resolve_fall(table, &van, thrown(15), &Switches::default()));
    assert!(landing.hits.iter().all(|(place, _)| place.is_none()));
    assert!(!roll_names(&traces).contains(&"hit location"));
    assert!(note_texts(&traces).iter().any(|text| text.starts_with("Hull")));
}
