use std::path::PathBuf;

use super::*;
use crate::{SceneEdit, SceneEditor};
use battle::validate_order;
use battle::{Order, Target, with_view};
use content::load_content;
use content::{BarrierWear, LabAction, LabTarget, LabUnitState};
use model::{Cell, CellSide, Edge, ObstaclePosition, UnitId};

fn content() -> Content {
    load_content(&[PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets")]).content
}

fn world() -> World {
    battle::new_battle_world()
}

fn wall(x: i32, y: i32) -> ObstaclePosition {
    ObstaclePosition::Edge(Edge::new(Cell::new(x, y), CellSide::West))
}

#[test]
fn a_scene_is_set_up_under_every_book() {
    let content = content();
    let mut editor = SceneEditor::new(content.labs["full_cover"].clone());
    let holed = SceneEdit::SetBarrier {
        place: wall(9, 3),
        kind: Some("brick_wall".to_owned()),
        wear: BarrierWear { damage: 3, holed: true, open: false },
    };
    editor.apply(holed).expect("valid edit");
    editor
        .apply(SceneEdit::SetUnitState {
            at: 0,
            state: LabUnitState { prone: true, ..LabUnitState::default() },
        })
        .expect("Ada");
    for book in Book::ALL {
        let mut world = world();
        set_up_scene(&mut world, editor.scene(), &content, book).expect("valid scene");
        with_view(&mut world, |view| {
            let (ada, bren) = (view.unit(UnitId(1)).expect("Ada"), view.unit(UnitId(2)).expect("Bren"));
            assert!(ada.is_prone() && !bren.is_prone() && bren.cover.is_taken(), "{}", book.name());
            assert_eq!(view.round().acting(), Some(UnitId(1)));
            let segment = view.barrier_at(wall(9, 3)).expect("a segment");
            assert_eq!((segment.state.damage(), segment.state.holed()), (3, true));
            assert_eq!(view.field().grid().obstacle(wall(9, 3)), None);
            assert!(view.barrier_at(wall(9, 4)).is_some_and(|whole| !whole.state.holed()));
            let order = Order::Attack {
                unit: UnitId(1),
                target: Target::Unit(UnitId(2)),
                weapon: 0,
                mode: ada.inventory.get(0).and_then(|carried| carried.mode()),
                option: None,
            };
            // The shot may be rejected, but not for lack of a phase.
            if let Err(error) = validate_order(view, &order) {
                let text = error.to_string();
                assert!(!text.contains("turn") && !text.contains("phase"), "{}: {text}", book.name());
            }
        });
    }
}

#[test]
fn an_update_matches_a_full_setup() {
    let content = content();
    let mut editor = SceneEditor::new(content.labs["full_cover"].clone());
    let book = Book::Circumstances;
    let mut world = world();
    set_up_scene(&mut world, editor.scene(), &content, book).expect("valid scene");
    let grid = world.resource::<battle::Battlefield>().shared_grid();
    let aim = LabAction { attacker: 1, at: LabTarget::Unit(0), weapon: 0, mode: None, option: None };
    let edits = vec![
        SceneEdit::MoveUnit { at: 0, to: Cell::new(5, 5) },
        SceneEdit::SetUnitState { at: 1, state: LabUnitState { prone: true, ..LabUnitState::default() } },
        SceneEdit::SetAim(Some(aim)),
    ];
    let light = SceneEdit::Batch(edits);
    assert!(light.keeps_world());
    editor.apply(light).expect("valid edit");
    update_scene(&mut world, editor.scene(), &content, book).expect("valid scene");
    assert!(std::sync::Arc::ptr_eq(&grid, &world.resource::<battle::Battlefield>().shared_grid()));
    let cheap = battle::battle_hash(&mut world);
    let mut other = super::tests::world();
    set_up_scene(&mut other, editor.scene(), &content, book).expect("valid scene");
    assert_eq!(cheap, battle::battle_hash(&mut other));
}

/// Every change of walls and ground gives the same result in place as from scratch.
#[test]
fn changes_in_place_match_a_full_setup() {
    let content = content();
    let mut editor = SceneEditor::new(content.labs["full_cover"].clone());
    let book = Book::Circumstances;
    let (mut world, mut other) = (world(), super::tests::world());
    set_up_scene(&mut world, editor.scene(), &content, book).expect("valid scene");
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
        crate::resize_map(editor.scene(), 14, 9),
        barrier(square(4, 4), Some("car"), 0),
    ];
    let count = edits.len();
    let mut compare = |editor: &SceneEditor, what: &str| {
        update_scene(&mut world, editor.scene(), &content, book).expect("valid scene");
        set_up_scene(&mut other, editor.scene(), &content, book).expect("valid scene");
        assert_eq!(battle::battle_hash(&mut world), battle::battle_hash(&mut other), "{what}");
        let [one, two] = [&world, &other].map(|world| world.resource::<battle::Battlefield>().shared_grid());
        assert_eq!(one.differences(&two, 9), Some(Vec::new()), "{what}");
    };
    for edit in edits {
        let what = format!("{edit:?}");
        editor.apply(edit).expect("valid edit");
        compare(&editor, &what);
    }
    for step in 0..count {
        assert!(editor.undo());
        compare(&editor, &format!("undone: {step}"));
    }
}

/// On a large map an added wall costs only what it changes: the map is shared, and all others keep id and entity.
#[test]
fn one_wall_more_leaves_the_others_alone() {
    let content = content();
    let mut editor = SceneEditor::new(content.labs["full_cover"].clone());
    let book = Book::SwanSong;
    let mut world = world();
    set_up_scene(&mut world, editor.scene(), &content, book).expect("valid scene");
    let segments = |world: &World| {
        let field = world.resource::<battle::Battlefield>();
        let all: Vec<_> = field.barriers().map(|(id, _)| (id, field.barrier(id))).collect();
        all
    };
    let before = segments(&world);
    let kind = Some("crate".to_owned());
    let first = ObstaclePosition::Square(Cell::new(0, 0));
    editor
        .apply(SceneEdit::SetBarrier { place: first, kind, wear: BarrierWear::default() })
        .expect("valid edit");
    update_scene(&mut world, editor.scene(), &content, book).expect("valid scene");
    let after = segments(&world);
    assert_eq!(after.len(), before.len() + 1);
    assert!(before.iter().all(|segment| after.contains(segment)));
    let shown = world.resource::<battle::BattleSetup>().bundle().clone();
    assert!(shown.skirmish.map.is_same(&editor.scene().skirmish.map));
}

/// The field's change counter tells caches of walls whether they are outdated.
#[test]
fn the_field_counts_changes_of_walls_and_ground_alone() {
    let content = content();
    let mut editor = SceneEditor::new(content.labs["full_cover"].clone());
    let mut world = world();
    set_up_scene(&mut world, editor.scene(), &content, Book::SwanSong).expect("valid scene");
    let mut counted = |editor: &SceneEditor| {
        update_scene(&mut world, editor.scene(), &content, Book::SwanSong).expect("valid scene");
        with_view(&mut world, |view| view.field().revision())
    };
    let before = counted(&editor);
    editor.apply(SceneEdit::MoveUnit { at: 0, to: Cell::new(0, 0) }).expect("valid edit");
    assert_eq!(counted(&editor), before);
    let edit = |damage| SceneEdit::SetBarrier {
        place: wall(9, 3),
        kind: Some("brick_wall".to_owned()),
        wear: BarrierWear { damage, ..BarrierWear::default() },
    };
    editor.apply(edit(3)).expect("valid edit");
    let with_wall = counted(&editor);
    assert_ne!(with_wall, before);
    editor
        .apply(SceneEdit::SetTerrain { cell: Cell::new(0, 1), terrain: "rubble".to_owned() })
        .expect("valid edit");
    assert_ne!(counted(&editor), with_wall);
}
