use super::*;
use crate::edit::tests::{test_scene, test_unit};
use content::{BarrierWear, LabUnitState, NumberOverrides};
use model::{Cell, CellSide, Edge, ObstaclePosition};

fn move_edit(x: i32, y: i32) -> SceneEdit {
    SceneEdit::MoveUnit { at: 0, to: Cell::new(x, y) }
}

#[test]
fn a_stroke_is_one_step() {
    let mut editor = SceneEditor::new(test_scene());
    for x in [2, 3, 2, 0] {
        editor.apply_stroke(move_edit(x, 2)).expect("free");
    }
    editor.end_stroke();
    editor.apply_stroke(move_edit(5, 3)).expect("free");
    assert_eq!(editor.undo_and_redo_counts(), (2, 0));
    assert!(editor.undo() && editor.undo() && !editor.undo());
    assert_eq!(editor.scene().skirmish.units[0].cell, Cell::new(1, 1));
    assert!(editor.redo());
    assert_eq!(editor.scene().skirmish.units[0].cell, Cell::new(0, 2));
    editor.apply(move_edit(3, 3)).expect("free");
    assert!(!editor.redo(), "a new edit clears the redo steps");
}

#[test]
fn a_stroke_continues_after_an_error() {
    let mut editor = SceneEditor::new(test_scene());
    editor.apply_stroke(move_edit(3, 1)).expect("free");
    assert!(editor.apply_stroke(move_edit(4, 1)).is_err());
    editor.apply_stroke(move_edit(5, 1)).expect("free");
    assert_eq!(editor.undo_and_redo_counts(), (1, 0));
    assert!(editor.undo());
    assert_eq!(editor.scene(), &test_scene());
}

#[test]
fn changes_since_the_last_save_are_noticed() {
    let mut editor = SceneEditor::new(test_scene());
    assert!(!editor.is_changed());
    editor.apply(move_edit(2, 2)).expect("free");
    editor.mark_saved();
    assert!(!editor.is_changed());
    assert!(editor.undo() && editor.is_changed());
    assert!(editor.redo() && !editor.is_changed());
    assert!(editor.undo());
    editor.apply(move_edit(3, 3)).expect("free");
    assert!(editor.is_changed(), "the saved state cannot be reached again");
}

/// Returns a number less than `below`, from a simple generator.
fn next_random(seed: &mut u64, below: i32) -> i32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*seed >> 33) % below as u64) as i32
}

#[test]
fn everything_can_be_undone_and_redone() {
    let mut seed = 3;
    let mut editor = SceneEditor::new(test_scene());
    let mut seen = vec![editor.scene().clone()];
    while editor.undo_and_redo_counts().0 < 300 {
        let cell = Cell::new(next_random(&mut seed, 7) - 1, next_random(&mut seed, 6) - 1);
        let at = next_random(&mut seed, 5) as usize;
        let edit = match next_random(&mut seed, 6) {
            0 => SceneEdit::AddUnit {
                at,
                unit: test_unit("Cid", 0, (cell.x, cell.y)),
                state: LabUnitState::default(),
                overrides: NumberOverrides::new(),
            },
            1 => SceneEdit::RemoveUnit { at },
            2 => SceneEdit::MoveUnit { at, to: cell },
            3 => {
                SceneEdit::SetUnitState { at, state: LabUnitState { prone: true, ..LabUnitState::default() } }
            }
            4 => SceneEdit::SetTerrain { cell, terrain: ["concrete", "mud", "water"][at % 3].to_owned() },
            _ => SceneEdit::SetBarrier {
                place: ObstaclePosition::Edge(Edge::new(cell, CellSide::North)),
                kind: (at > 1).then(|| "drywall".to_owned()),
                wear: BarrierWear { damage: at as u32, ..BarrierWear::default() },
            },
        };
        if editor.apply(edit).is_ok() {
            seen.push(editor.scene().clone());
        }
    }
    let same = |one: &LabScene, other: &LabScene| {
        let ground = |scene: &LabScene| {
            let map = &scene.skirmish.map;
            map.terrain.iter().map(|&number| map.palette[usize::from(number)].clone()).collect::<Vec<_>>()
        };
        let rest = |scene: &LabScene| {
            let skirmish = &scene.skirmish;
            (
                skirmish.units.clone(),
                skirmish.map.barriers.clone(),
                scene.unit_states.clone(),
                scene.damaged.clone(),
            )
        };
        ground(one) == ground(other) && rest(one) == rest(other)
    };
    for wanted in seen.iter().rev().skip(1) {
        assert!(editor.undo());
        assert!(same(editor.scene(), wanted));
    }
    for wanted in seen.iter().skip(1) {
        assert!(editor.redo());
        assert!(same(editor.scene(), wanted));
    }
}
