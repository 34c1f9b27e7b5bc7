use std::path::{Path, PathBuf};

use super::*;
use crate::{SceneEdit, SceneEditor};
use content::load_content;
use content::{Content, Diagnostic, LabScene, parse_scene};
use model::{Cell, CellSide, Edge, ObstaclePosition};
use rules::Book;

fn content() -> Content {
    load_content(&[PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets")]).content
}

#[test]
fn existing_kinds_are_reused() {
    let content = content();
    let scene = &content.labs["full_cover"];
    let drywall = BarrierSpec {
        material: "cheap".to_owned(),
        height_cm: 280,
        thickness_cm: 10,
        ..BarrierSpec::default()
    };
    assert_eq!(drywall.find_or_create(&content, scene), Some(("drywall".to_owned(), None)));
    assert_eq!(GroundSpec::from_base("mud").find_or_create(&content, scene), Some(("mud".to_owned(), None)));
    assert_eq!(
        BarrierSpec { material: "gold".to_owned(), ..BarrierSpec::default() }.find_or_create(&content, scene),
        None
    );
}

#[test]
fn new_kinds_are_added_to_the_scene_and_saved_with_it() {
    let content = content();
    let mut editor = SceneEditor::new(content.labs["full_cover"].clone());
    let wall = BarrierSpec {
        material: "heavy".to_owned(),
        height_cm: 155,
        thickness_cm: 33,
        ..BarrierSpec::default()
    };
    let (id, kind) = wall.find_or_create(&content, editor.scene()).expect("a material");
    let place = ObstaclePosition::Edge(Edge::new(Cell::new(3, 3), CellSide::North));
    let spec =
        GroundSpec { smoke: true, fire: Some(7), light: Some(Light::Dark), ..GroundSpec::from_base("mud") };
    let (mud, ground) = spec.find_or_create(&content, editor.scene()).expect("a terrain");
    let edit = SceneEdit::Batch(vec![
        SceneEdit::SetBarrierKind { id: id.clone(), kind: kind.map(Box::new) },
        SceneEdit::SetBarrier { place, kind: Some(id.clone()), wear: Default::default() },
        SceneEdit::SetTerrainKind { id: mud.clone(), ground: ground.map(Box::new) },
        SceneEdit::SetTerrain { cell: Cell::new(5, 5), terrain: mud.clone() },
    ]);
    let before = editor.scene().clone();
    editor.apply(edit).expect("room for both");
    assert_eq!(wall.find_or_create(&content, editor.scene()), Some((id.clone(), None)));
    assert_eq!(spec.find_or_create(&content, editor.scene()), Some((mud.clone(), None)));
    let bundle = editor.scene().bundle(&content, Book::SwanSong).expect("valid scene");
    assert_eq!((bundle.barrier_kinds[&id].structure, bundle.barrier_kinds[&id].height_cm), (6, 155));
    assert_eq!(bundle.terrains[&mud].hazard.map(|hazard| hazard.severity), Some(7));
    let text = editor.scene().to_text().expect("serializable");
    let (again, problems) = parse_lab(&content, Path::new("own.ron"), &text);
    assert_eq!((again, problems), (Some(editor.scene().clone().normalised()), Vec::new()), "{text}");
    assert!(editor.undo());
    assert!(editor.scene().bundle(&content, Book::SwanSong).is_ok());
    assert_eq!(editor.scene().clone().normalised(), before);
}

fn parse_lab(content: &Content, name: &Path, text: &str) -> (Option<LabScene>, Vec<Diagnostic>) {
    let (scene, problems) = parse_scene(content, name, text);
    (scene.and_then(|scene| scene.battlefield.ok()), problems)
}
