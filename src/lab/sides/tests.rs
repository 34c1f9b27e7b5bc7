use super::super::edit::tests::{scene, unit};
use super::*;
use crate::{EditError, Workbench};

fn names(scene: &LabScene) -> Vec<(&str, u8)> {
    scene.skirmish.sides.iter().map(|side| (side.name.as_str(), side.colour)).collect()
}

fn after(scene: &LabScene, edit: Option<Edit>) -> LabScene {
    let mut next = scene.clone();
    let back = edit.expect("it can be done").apply(&mut next).expect("it fits");
    let mut again = next.clone();
    back.apply(&mut again).expect("taken back");
    assert_eq!(&again, scene, "every change of sides can be taken back");
    next
}

#[test]
fn sides_come_with_names_and_colours_of_their_own() {
    let three = after(&scene(), added(&scene()));
    assert_eq!(names(&three), [("Red", 0), ("Grey", 2), ("Side 3", 1)]);
    let four = after(&three, added(&three));
    assert_eq!(names(&four)[3], ("Side 4", 3));
    assert_eq!(added(&four), None);
}

#[test]
fn a_side_goes_once_nobody_is_on_it() {
    let mut scene = scene();
    scene.skirmish.sides.insert(0, SkirmishSide { name: "Blue".into(), colour: 1, deployment: None });
    scene.skirmish.units = vec![unit("Ann", 1, (1, 1)), unit("Bob", 2, (4, 1))];
    scene.skirmish.objectives = vec![Objective::Eliminate { side: 0 }, Objective::Eliminate { side: 2 }];
    scene.skirmish.then = TimeUp::Wins(0);
    assert_eq!(removed(&scene, 1), None, "Ann is on it");
    let left = after(&scene, removed(&scene, 0));
    assert_eq!(names(&left), [("Red", 0), ("Grey", 2)]);
    assert_eq!(left.skirmish.units.iter().map(|unit| unit.side).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(left.skirmish.objectives, [Objective::Eliminate { side: 1 }]);
    assert_eq!(left.skirmish.then, TimeUp::Draw);
    assert_eq!(removed(&left, 0), None, "two are left");
}

#[test]
fn names_are_their_own_and_colours_change_hands() {
    let scene = scene();
    assert_eq!(names(&after(&scene, renamed(&scene, 0, "Guards")))[0].0, "Guards");
    assert_eq!((renamed(&scene, 0, "Grey"), renamed(&scene, 0, "  ")), (None, None));
    assert_eq!(names(&after(&scene, coloured(&scene, 0, 2))), [("Red", 2), ("Grey", 0)]);
    assert_eq!((coloured(&scene, 0, 4), coloured(&scene, 7, 1)), (None, None));
}

#[test]
fn letters_of_a_name_are_one_step() {
    let mut bench = Workbench::new(scene());
    for name in ["G", "Gu", "Guards"] {
        bench.draw(renamed(bench.scene(), 0, name).expect("a name")).expect("it fits");
    }
    bench.release();
    assert_eq!((bench.steps(), names(bench.scene())[0].0), ((1, 0), "Guards"));
    assert!(bench.undo());
    assert_eq!(names(bench.scene())[0].0, "Red");
}

#[test]
fn what_does_not_fit_changes_nothing() {
    let mut scene = scene();
    let before = scene.clone();
    let wrong = Sides { of_units: vec![0, 5], ..Sides::of(&scene) };
    assert_eq!(Edit::Sides(Box::new(wrong)).apply(&mut scene), Err(EditError::Sides));
    assert_eq!(scene, before);
}
