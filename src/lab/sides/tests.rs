use super::super::edit::tests::{test_scene, test_unit};
use super::*;
use crate::{SceneEditError, SceneEditor};

fn names(scene: &LabScene) -> Vec<(&str, u8)> {
    scene.skirmish.sides.iter().map(|side| (side.name.as_str(), side.colour)).collect()
}

fn apply_edit(scene: &LabScene, edit: Option<SceneEdit>) -> LabScene {
    let mut next = scene.clone();
    let back = edit.expect("possible").apply(&mut next).expect("valid edit");
    let mut again = next.clone();
    back.apply(&mut again).expect("undone");
    assert_eq!(&again, scene, "every change of sides can be undone");
    next
}

#[test]
fn new_sides_have_unused_names_and_colours() {
    let three = apply_edit(&test_scene(), add_side(&test_scene()));
    assert_eq!(names(&three), [("Red", 0), ("Grey", 2), ("Side 3", 1)]);
    let four = apply_edit(&three, add_side(&three));
    assert_eq!(names(&four)[3], ("Side 4", 3));
    assert_eq!(add_side(&four), None);
}

#[test]
fn only_sides_without_units_are_removed() {
    let mut scene = test_scene();
    scene.skirmish.sides.insert(0, SkirmishSide { name: "Blue".into(), colour: 1, deployment: None });
    scene.skirmish.units = vec![test_unit("Ann", 1, (1, 1)), test_unit("Bob", 2, (4, 1))];
    scene.skirmish.objectives = vec![Objective::Eliminate { side: 0 }, Objective::Eliminate { side: 2 }];
    scene.skirmish.then = TimeUp::Wins(0);
    assert_eq!(remove_side(&scene, 1), None, "Ann is on it");
    let left = apply_edit(&scene, remove_side(&scene, 0));
    assert_eq!(names(&left), [("Red", 0), ("Grey", 2)]);
    assert_eq!(left.skirmish.units.iter().map(|unit| unit.side).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(left.skirmish.objectives, [Objective::Eliminate { side: 1 }]);
    assert_eq!(left.skirmish.then, TimeUp::Draw);
    assert_eq!(remove_side(&left, 0), None, "two are left");
}

#[test]
fn names_are_unique_and_colours_are_swapped() {
    let scene = test_scene();
    assert_eq!(names(&apply_edit(&scene, rename_side(&scene, 0, "Guards")))[0].0, "Guards");
    assert_eq!((rename_side(&scene, 0, "Grey"), rename_side(&scene, 0, "  ")), (None, None));
    assert_eq!(names(&apply_edit(&scene, recolour_side(&scene, 0, 2))), [("Red", 2), ("Grey", 0)]);
    assert_eq!((recolour_side(&scene, 0, 4), recolour_side(&scene, 7, 1)), (None, None));
}

#[test]
fn typing_a_name_is_one_step() {
    let mut editor = SceneEditor::new(test_scene());
    for name in ["G", "Gu", "Guards"] {
        editor.apply_stroke(rename_side(editor.scene(), 0, name).expect("a name")).expect("valid edit");
    }
    editor.end_stroke();
    assert_eq!((editor.undo_and_redo_counts(), names(editor.scene())[0].0), ((1, 0), "Guards"));
    assert!(editor.undo());
    assert_eq!(names(editor.scene())[0].0, "Red");
}

#[test]
fn an_invalid_edit_changes_nothing() {
    let mut scene = test_scene();
    let before = scene.clone();
    let wrong = SceneSides { unit_sides: vec![0, 5], ..SceneSides::from_scene(&scene) };
    assert_eq!(SceneEdit::SetSides(Box::new(wrong)).apply(&mut scene), Err(SceneEditError::InvalidSides));
    assert_eq!(scene, before);
}
