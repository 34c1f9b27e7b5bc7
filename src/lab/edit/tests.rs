use super::*;
use content::{Skirmish, SkirmishMap, SkirmishSide, TimeUp};
use model::{CellSide, Edge};
use rules::{Book, RuleSet};

/// A map of six by four squares with two units.
pub fn test_scene() -> LabScene {
    let side = |name: &str, colour| SkirmishSide { name: name.to_owned(), colour, deployment: None };
    LabScene::new(Skirmish {
        name: "Room".to_owned(),
        description: String::new(),
        rules: RuleSet::new(Book::SwanSong),
        weather: Weather::default(),
        zero_gravity: false,
        options: Default::default(),
        sides: vec![side("Red", 0), side("Grey", 2)],
        map: SkirmishMap {
            width: 6,
            height: 4,
            palette: vec!["concrete".to_owned()],
            terrain: vec![0; 24],
            barriers: Vec::new(),
            zones: Default::default(),
        }
        .into(),
        units: vec![test_unit("Ann", 0, (1, 1)), test_unit("Bob", 1, (4, 1))],
        objectives: Vec::new(),
        rounds: 1,
        then: TimeUp::Draw,
        lesson: None,
    })
}

pub fn test_unit(name: &str, side: u8, (x, y): (i32, i32)) -> SkirmishUnit {
    SkirmishUnit::new(name.to_owned(), "officer".to_owned(), side, Cell::new(x, y))
}

fn set_wall(x: i32, kind: Option<&str>, damage: u32) -> SceneEdit {
    let place = ObstaclePosition::Edge(Edge::new(Cell::new(x, 1), CellSide::West));
    SceneEdit::SetBarrier {
        place,
        kind: kind.map(str::to_owned),
        wear: BarrierWear { damage, ..BarrierWear::default() },
    }
}

fn aim_at_unit(attacker: usize, target: usize) -> LabAction {
    LabAction { attacker, at: LabTarget::Unit(target), weapon: 0, mode: None, option: None }
}

#[test]
fn barriers_are_added_removed_and_damaged() {
    let mut scene = test_scene();
    let back = set_wall(3, Some("drywall"), 0).apply(&mut scene).expect("valid edit");
    assert_eq!(back, set_wall(3, None, 0));
    set_wall(2, Some("brick"), 0).apply(&mut scene).expect("valid edit");
    let back = set_wall(3, Some("brick"), 4).apply(&mut scene).expect("valid edit");
    assert_eq!(back, set_wall(3, Some("drywall"), 0));
    let barriers = &scene.skirmish.map.barriers;
    assert!(barriers.is_sorted_by_key(|barrier| barrier.place));
    assert_eq!(scene.damaged.len(), 1);
    back.apply(&mut scene).expect("undone");
    assert!(scene.damaged.is_empty());
    assert_eq!(set_wall(9, Some("brick"), 0).apply(&mut scene), Err(SceneEditError::OffTheMap(8, 1)));
}

#[test]
fn the_target_follows_the_list_of_units() {
    let mut scene = test_scene();
    scene.aim = Some(aim_at_unit(0, 1));
    let edit = SceneEdit::AddUnit {
        at: 0,
        unit: test_unit("Cid", 0, (0, 0)),
        state: LabUnitState::default(),
        overrides: NumberOverrides::new(),
    };
    let back = edit.apply(&mut scene).expect("valid edit");
    assert_eq!(scene.aim, Some(aim_at_unit(1, 2)));
    back.apply(&mut scene).expect("undone");
    assert_eq!(scene.aim, Some(aim_at_unit(0, 1)));
    let back = SceneEdit::RemoveUnit { at: 1 }.apply(&mut scene).expect("one unit is left");
    assert_eq!(scene.aim, None, "no target is left");
    assert_eq!(SceneEdit::RemoveUnit { at: 0 }.apply(&mut scene), Err(SceneEditError::LastUnit));
    back.apply(&mut scene).expect("undone");
    assert_eq!((scene.aim.clone(), scene.skirmish.units.len()), (Some(aim_at_unit(0, 1)), 2));
}

#[test]
fn units_do_not_share_a_square() {
    let mut scene = test_scene();
    let before = scene.clone();
    let to = |x, y| SceneEdit::MoveUnit { at: 0, to: Cell::new(x, y) };
    assert_eq!(to(4, 1).apply(&mut scene), Err(SceneEditError::Occupied));
    assert_eq!(to(6, 1).apply(&mut scene), Err(SceneEditError::OffTheMap(6, 1)));
    assert_eq!(to(1, 1).apply(&mut scene), Ok(to(1, 1)), "its own square");
    let both = SceneEdit::Batch(vec![to(2, 2), SceneEdit::MoveUnit { at: 7, to: Cell::new(0, 0) }]);
    assert_eq!(both.apply(&mut scene), Err(SceneEditError::NoSuchUnit(7)));
    assert_eq!(scene, before, "all of them or none");
}

#[test]
fn a_map_grows_and_shrinks_around_its_units() {
    let mut scene = test_scene();
    set_wall(3, Some("drywall"), 0).apply(&mut scene).expect("valid edit");
    let before = scene.clone();
    let back = resize_map(&scene, 9, 7).apply(&mut scene).expect("larger");
    assert_eq!((scene.skirmish.map.terrain.len(), scene.skirmish.map.barriers.len()), (63, 1));
    back.apply(&mut scene).expect("undone");
    assert_eq!(scene, before);
    let refused = resize_map(&scene, 3, 3).apply(&mut scene);
    assert_eq!(refused, Err(SceneEditError::OffTheMap(4, 1)));
    assert_eq!(scene, before);
}
