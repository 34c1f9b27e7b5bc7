use std::path::{Path, PathBuf};

use super::*;
use crate::{Edit, Workbench};
use content::{load, parse_lab};
use field::{Cell, Edge, Place, Side};
use rules::Book;

fn content() -> Content {
    load(&[PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets")]).content
}

#[test]
fn what_the_content_has_is_used() {
    let content = content();
    let scene = &content.labs["full_cover"];
    let drywall = Wall { material: "cheap".to_owned(), height_cm: 280, thickness_cm: 10, ..Wall::default() };
    assert_eq!(drywall.find(&content, scene), Some(("drywall".to_owned(), None)));
    assert_eq!(Soil::of("mud").find(&content, scene), Some(("mud".to_owned(), None)));
    assert_eq!(Wall { material: "gold".to_owned(), ..Wall::default() }.find(&content, scene), None);
}

#[test]
fn anything_else_becomes_the_scenes_own_and_is_kept_with_it() {
    let content = content();
    let mut bench = Workbench::new(content.labs["full_cover"].clone());
    let wall = Wall { material: "heavy".to_owned(), height_cm: 155, thickness_cm: 33, ..Wall::default() };
    let (id, kind) = wall.find(&content, bench.scene()).expect("a material");
    let place = Place::Edge(Edge::new(Cell::new(3, 3), Side::North));
    let soil = Soil { smoke: true, fire: Some(7), light: Some(Light::Dark), ..Soil::of("mud") };
    let (mud, ground) = soil.find(&content, bench.scene()).expect("a terrain");
    let edit = Edit::Together(vec![
        Edit::Kind { id: id.clone(), kind: kind.map(Box::new) },
        Edit::Barrier { place, kind: Some(id.clone()), wear: Default::default() },
        Edit::Ground { id: mud.clone(), ground: ground.map(Box::new) },
        Edit::Terrain { cell: Cell::new(5, 5), terrain: mud.clone() },
    ]);
    let before = bench.scene().clone();
    bench.change(edit).expect("room for both");
    assert_eq!(wall.find(&content, bench.scene()), Some((id.clone(), None)));
    assert_eq!(soil.find(&content, bench.scene()), Some((mud.clone(), None)));
    let bundle = bench.scene().bundle(&content, Book::SwanSong).expect("everything is there");
    assert_eq!((bundle.barrier_kinds[&id].structure, bundle.barrier_kinds[&id].height_cm), (6, 155));
    assert_eq!(bundle.terrains[&mud].hazard.map(|hazard| hazard.severity), Some(7));
    let text = bench.scene().to_text().expect("letters enough");
    let (again, problems) = parse_lab(&content, Path::new("own.ron"), &text);
    assert_eq!((again, problems), (Some(bench.scene().clone().tidy()), Vec::new()), "{text}");
    assert!(bench.undo());
    assert!(bench.scene().bundle(&content, Book::SwanSong).is_ok());
    assert_eq!(bench.scene().clone().tidy(), before);
}
