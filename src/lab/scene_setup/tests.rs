use std::path::PathBuf;

use super::*;
use crate::{SceneEdit, SceneEditor};
use battle::validate_order;
use battle::{Order, Target, UnitId, with_view};
use content::load_content;
use content::{BarrierWear, LabAction, LabTarget, LabUnitState};
use field::{Cell, CellSide, Edge, ObstaclePosition};

fn content() -> Content {
    load_content(&[PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets")]).content
}

fn world() -> World {
    let mut world = World::new();
    battle::prepare_world(&mut world);
    world
}

fn wall(x: i32, y: i32) -> ObstaclePosition {
    ObstaclePosition::Edge(Edge::new(Cell::new(x, y), CellSide::West))
}

#[test]
fn a_scene_stands_as_it_says_under_every_book() {
    let content = content();
    let mut bench = SceneEditor::new(content.labs["full_cover"].clone());
    let holed = SceneEdit::SetBarrier {
        place: wall(9, 3),
        kind: Some("brick_wall".to_owned()),
        wear: BarrierWear { damage: 3, holed: true, open: false },
    };
    bench.apply(holed).expect("it stands there");
    bench
        .apply(SceneEdit::SetUnitState {
            at: 0,
            pose: LabUnitState { prone: true, ..LabUnitState::default() },
        })
        .expect("Ada");
    for book in Book::ALL {
        let mut world = world();
        set_up_scene(&mut world, bench.scene(), &content, book).expect("everything is there");
        with_view(&mut world, |view| {
            let (ada, bren) = (view.unit(UnitId(1)).expect("Ada"), view.unit(UnitId(2)).expect("Bren"));
            assert!(ada.is_prone() && !bren.is_prone() && bren.taking_cover.is_taken(), "{}", book.name());
            assert_eq!(view.round().acting(), Some(UnitId(1)));
            let worn = view.barrier_at(wall(9, 3)).expect("a segment");
            assert_eq!((worn.state.damage(), worn.state.holed()), (3, true));
            assert_eq!(view.field().grid().obstacle(wall(9, 3)), None);
            assert!(view.barrier_at(wall(9, 4)).is_some_and(|whole| !whole.state.holed()));
            let order = Order::Attack {
                unit: UnitId(1),
                target: Target::Unit(UnitId(2)),
                weapon: 0,
                mode: ada.inventory.items().first().and_then(|carried| carried.mode()),
                manner: None,
            };
            // Wherever the shot may be refused, it is not for want of a phase.
            if let Err(refusal) = validate_order(view, &order) {
                let text = refusal.to_string();
                assert!(!text.contains("turn") && !text.contains("phase"), "{}: {text}", book.name());
            }
        });
    }
}

#[test]
fn the_cheap_way_comes_out_where_the_other_does() {
    let content = content();
    let mut bench = SceneEditor::new(content.labs["full_cover"].clone());
    let book = Book::Circumstances;
    let mut world = world();
    set_up_scene(&mut world, bench.scene(), &content, book).expect("everything is there");
    let grid = world.resource::<battle::Battlefield>().shared_grid();
    let aim = LabAction { attacker: 1, at: LabTarget::Unit(0), weapon: 0, mode: None, manner: None };
    let edits = vec![
        SceneEdit::MoveUnit { at: 0, to: Cell::new(5, 5) },
        SceneEdit::SetUnitState { at: 1, pose: LabUnitState { prone: true, ..LabUnitState::default() } },
        SceneEdit::SetAim(Some(aim)),
    ];
    let light = SceneEdit::Batch(edits);
    assert!(light.keeps_world());
    bench.apply(light).expect("room there");
    update_scene(&mut world, bench.scene(), &content, book).expect("everything is there");
    assert!(std::sync::Arc::ptr_eq(&grid, &world.resource::<battle::Battlefield>().shared_grid()));
    let cheap = battle::battle_hash(&mut world);
    let mut other = super::tests::world();
    set_up_scene(&mut other, bench.scene(), &content, book).expect("everything is there");
    assert_eq!(cheap, battle::battle_hash(&mut other));
}

/// Whatever an edit changes about walls and ground: in place it comes out as it does from the start.
#[test]
fn changes_in_place_come_out_as_anew() {
    let content = content();
    let mut bench = SceneEditor::new(content.labs["full_cover"].clone());
    let book = Book::Circumstances;
    let (mut world, mut other) = (world(), super::tests::world());
    set_up_scene(&mut world, bench.scene(), &content, book).expect("everything is there");
    let barrier = |place, kind: Option<&str>, damage| SceneEdit::SetBarrier {
        place,
        kind: kind.map(str::to_owned),
        wear: BarrierWear { damage, ..BarrierWear::default() },
    };
    let terrain = |x, y, id: &str| SceneEdit::SetTerrain { cell: Cell::new(x, y), terrain: id.to_owned() };
    let square = |x, y| ObstaclePosition::Square(Cell::new(x, y));
    let edits = [
        barrier(square(4, 4), Some("crate"), 0),
        barrier(wall(9, 4), None, 0),
        barrier(wall(9, 3), Some("drywall"), 2),
        terrain(1, 1, "rubble"),
        barrier(wall(9, 3), Some("drywall"), 0),
        terrain(2, 1, "grass"),
        terrain(1, 1, "concrete"),
        barrier(ObstaclePosition::Edge(Edge::new(Cell::new(3, 0), CellSide::North)), Some("brick_wall"), 0),
        SceneEdit::MoveUnit { at: 0, to: Cell::new(5, 5) },
        crate::resize_map(bench.scene(), 14, 9),
        barrier(square(4, 4), Some("car"), 0),
    ];
    let count = edits.len();
    let mut compare = |bench: &SceneEditor, what: &str| {
        update_scene(&mut world, bench.scene(), &content, book).expect("everything is there");
        set_up_scene(&mut other, bench.scene(), &content, book).expect("everything is there");
        assert_eq!(battle::battle_hash(&mut world), battle::battle_hash(&mut other), "{what}");
        let [one, two] = [&world, &other].map(|world| world.resource::<battle::Battlefield>().shared_grid());
        assert_eq!(one.differences(&two, 9), Some(Vec::new()), "{what}");
    };
    for edit in edits {
        let what = format!("{edit:?}");
        bench.apply(edit).expect("room there");
        compare(&bench, &what);
    }
    for step in 0..count {
        assert!(bench.undo());
        compare(&bench, &format!("taken back: {step}"));
    }
}

/// On a large map a wall more costs what it changes: the map is shared, and everybody else keeps number and entity.
#[test]
fn one_wall_more_leaves_the_others_alone() {
    let content = content();
    let mut bench = SceneEditor::new(content.labs["full_cover"].clone());
    let book = Book::SwanSong;
    let mut world = world();
    set_up_scene(&mut world, bench.scene(), &content, book).expect("everything is there");
    let segments = |world: &World| {
        let field = world.resource::<battle::Battlefield>();
        let all: Vec<_> = field.barriers().map(|(id, _)| (id, field.barrier(id))).collect();
        all
    };
    let before = segments(&world);
    let kind = Some("crate".to_owned());
    let first = ObstaclePosition::Square(Cell::new(0, 0));
    bench
        .apply(SceneEdit::SetBarrier { place: first, kind, wear: BarrierWear::default() })
        .expect("room there");
    update_scene(&mut world, bench.scene(), &content, book).expect("everything is there");
    let after = segments(&world);
    assert_eq!(after.len(), before.len() + 1);
    assert!(before.iter().all(|segment| after.contains(segment)));
    let shown = world.resource::<battle::BattleSetup>().bundle().clone();
    assert!(shown.skirmish.map.is_same(&bench.scene().skirmish.map));
}

/// Whoever keeps something of the walls asks whether they are other ones.
#[test]
fn the_field_counts_changes_of_walls_and_ground_alone() {
    let content = content();
    let mut bench = SceneEditor::new(content.labs["full_cover"].clone());
    let mut world = world();
    set_up_scene(&mut world, bench.scene(), &content, Book::SwanSong).expect("everything is there");
    let mut counted = |bench: &SceneEditor| {
        update_scene(&mut world, bench.scene(), &content, Book::SwanSong).expect("everything is there");
        with_view(&mut world, |view| view.field().revision())
    };
    let before = counted(&bench);
    bench.apply(SceneEdit::MoveUnit { at: 0, to: Cell::new(0, 0) }).expect("room for it");
    assert_eq!(counted(&bench), before);
    let edit = |damage| SceneEdit::SetBarrier {
        place: wall(9, 3),
        kind: Some("brick_wall".to_owned()),
        wear: BarrierWear { damage, ..BarrierWear::default() },
    };
    bench.apply(edit(3)).expect("it stands there");
    let worn = counted(&bench);
    assert_ne!(worn, before);
    bench
        .apply(SceneEdit::SetTerrain { cell: Cell::new(0, 1), terrain: "rubble".to_owned() })
        .expect("a square");
    assert_ne!(counted(&bench), worn);
}
