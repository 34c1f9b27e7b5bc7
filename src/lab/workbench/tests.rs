use super::super::edit::tests::{scene, unit};
use super::*;
use content::{Pose, Tuning, Wear};
use field::{Cell, Edge, Place, Side};

fn to(x: i32, y: i32) -> Edit {
    Edit::Move { at: 0, to: Cell::new(x, y) }
}

#[test]
fn a_stroke_is_one_step() {
    let mut bench = Workbench::new(scene());
    for x in [2, 3, 2, 0] {
        bench.draw(to(x, 2)).expect("free");
    }
    bench.release();
    bench.draw(to(5, 3)).expect("free");
    assert_eq!(bench.steps(), (2, 0));
    assert!(bench.undo() && bench.undo() && !bench.undo());
    assert_eq!(bench.scene().skirmish.units[0].cell, Cell::new(1, 1));
    assert!(bench.redo());
    assert_eq!(bench.scene().skirmish.units[0].cell, Cell::new(0, 2));
    bench.change(to(3, 3)).expect("free");
    assert!(!bench.redo(), "another way was taken");
}

#[test]
fn a_stroke_goes_on_over_what_cannot_be() {
    let mut bench = Workbench::new(scene());
    bench.draw(to(3, 1)).expect("free");
    assert!(bench.draw(to(4, 1)).is_err());
    bench.draw(to(5, 1)).expect("free");
    assert_eq!(bench.steps(), (1, 0));
    assert!(bench.undo());
    assert_eq!(bench.scene(), &scene());
}

#[test]
fn it_knows_what_was_kept() {
    let mut bench = Workbench::new(scene());
    assert!(!bench.is_changed());
    bench.change(to(2, 2)).expect("free");
    bench.keep();
    assert!(!bench.is_changed());
    assert!(bench.undo() && bench.is_changed());
    assert!(bench.redo() && !bench.is_changed());
    assert!(bench.undo());
    bench.change(to(3, 3)).expect("free");
    assert!(bench.is_changed(), "what was kept cannot be reached again");
}

/// A number below `below`, from a simple generator.
fn next(seed: &mut u64, below: i32) -> i32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*seed >> 33) % below as u64) as i32
}

#[test]
fn everything_can_be_taken_back_and_done_again() {
    let mut seed = 3;
    let mut bench = Workbench::new(scene());
    let mut seen = vec![bench.scene().clone()];
    while bench.steps().0 < 300 {
        let cell = Cell::new(next(&mut seed, 7) - 1, next(&mut seed, 6) - 1);
        let at = next(&mut seed, 5) as usize;
        let edit = match next(&mut seed, 6) {
            0 => Edit::AddUnit {
                at,
                unit: unit("Cid", 0, (cell.x, cell.y)),
                pose: Pose::default(),
                tuning: Tuning::new(),
            },
            1 => Edit::RemoveUnit { at },
            2 => Edit::Move { at, to: cell },
            3 => Edit::Pose { at, pose: Pose { prone: true, ..Pose::default() } },
            4 => Edit::Terrain { cell, terrain: ["concrete", "mud", "water"][at % 3].to_owned() },
            _ => Edit::Barrier {
                place: Place::Edge(Edge::new(cell, Side::North)),
                kind: (at > 1).then(|| "drywall".to_owned()),
                wear: Wear { damage: at as u32, ..Wear::default() },
            },
        };
        if bench.change(edit).is_ok() {
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
            (skirmish.units.clone(), skirmish.map.barriers.clone(), scene.poses.clone(), scene.worn.clone())
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
