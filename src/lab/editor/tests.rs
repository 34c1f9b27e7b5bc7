use super::*;
use crate::edit::tests::{test_scene, test_unit};
use content::{BarrierWear, LabUnitState, NumberOverrides};
use field::{Cell, CellSide, Edge, ObstaclePosition};

fn move_edit(x: i32, y: i32) -> SceneEdit {
    SceneEdit::MoveUnit { at: 0, to: Cell::new(x, y) }
}

#[test]
fn a_stroke_is_one_step() {
    let mut bench = SceneEditor::new(test_scene());
    for x in [2, 3, 2, 0] {
        bench.apply_stroke(move_edit(x, 2)).expect("free");
    }
    bench.end_stroke();
    bench.apply_stroke(move_edit(5, 3)).expect("free");
    assert_eq!(bench.undo_and_redo_counts(), (2, 0));
    assert!(bench.undo() && bench.undo() && !bench.undo());
    assert_eq!(bench.scene().skirmish.units[0].cell, Cell::new(1, 1));
    assert!(bench.redo());
    assert_eq!(bench.scene().skirmish.units[0].cell, Cell::new(0, 2));
    bench.apply(move_edit(3, 3)).expect("free");
    assert!(!bench.redo(), "another way was taken");
}

#[test]
fn a_stroke_goes_on_over_what_cannot_be() {
    let mut bench = SceneEditor::new(test_scene());
    bench.apply_stroke(move_edit(3, 1)).expect("free");
    assert!(bench.apply_stroke(move_edit(4, 1)).is_err());
    bench.apply_stroke(move_edit(5, 1)).expect("free");
    assert_eq!(bench.undo_and_redo_counts(), (1, 0));
    assert!(bench.undo());
    assert_eq!(bench.scene(), &test_scene());
}

#[test]
fn it_knows_what_was_kept() {
    let mut bench = SceneEditor::new(test_scene());
    assert!(!bench.is_changed());
    bench.apply(move_edit(2, 2)).expect("free");
    bench.mark_saved();
    assert!(!bench.is_changed());
    assert!(bench.undo() && bench.is_changed());
    assert!(bench.redo() && !bench.is_changed());
    assert!(bench.undo());
    bench.apply(move_edit(3, 3)).expect("free");
    assert!(bench.is_changed(), "what was kept cannot be reached again");
}

/// A number below `below`, from a simple generator.
fn next_random(seed: &mut u64, below: i32) -> i32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*seed >> 33) % below as u64) as i32
}

#[test]
fn everything_can_be_taken_back_and_done_again() {
    let mut seed = 3;
    let mut bench = SceneEditor::new(test_scene());
    let mut seen = vec![bench.scene().clone()];
    while bench.undo_and_redo_counts().0 < 300 {
        let cell = Cell::new(next_random(&mut seed, 7) - 1, next_random(&mut seed, 6) - 1);
        let at = next_random(&mut seed, 5) as usize;
        let edit = match next_random(&mut seed, 6) {
            0 => SceneEdit::AddUnit {
                at,
                unit: test_unit("Cid", 0, (cell.x, cell.y)),
                pose: LabUnitState::default(),
                tuning: NumberOverrides::new(),
            },
            1 => SceneEdit::RemoveUnit { at },
            2 => SceneEdit::MoveUnit { at, to: cell },
            3 => {
                SceneEdit::SetUnitState { at, pose: LabUnitState { prone: true, ..LabUnitState::default() } }
            }
            4 => SceneEdit::SetTerrain { cell, terrain: ["concrete", "mud", "water"][at % 3].to_owned() },
            _ => SceneEdit::SetBarrier {
                place: ObstaclePosition::Edge(Edge::new(cell, CellSide::North)),
                kind: (at > 1).then(|| "drywall".to_owned()),
                wear: BarrierWear { damage: at as u32, ..BarrierWear::default() },
            },
        };
        if bench.apply(edit).is_ok() {
            seen.push(bench.scene().clone());
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
        assert!(bench.undo());
        assert!(same(bench.scene(), wanted));
    }
    for wanted in seen.iter().skip(1) {
        assert!(bench.redo());
        assert!(same(bench.scene(), wanted));
    }
}
