//! The check of bundles accepts everything that the program makes.

use std::path::Path;

use breachline::content::{self, Content, ContentFolder, LabScene, SkirmishOverrides, Squad, gallery};
use breachline::rules::Book;

use crate::shipped;

/// Checks the bundles of a scene in all books that can play it; returns their number.
fn check_in_all_books(content: &Content, id: &str, scene: &LabScene) -> usize {
    let bundles = Book::ALL.into_iter().filter_map(|book| {
        let overrides = SkirmishOverrides { book: Some(book), ..SkirmishOverrides::default() };
        scene.clone().battle_bundle(content, id, &overrides).ok()
    });
    let checks = bundles.map(|bundle| {
        let book = bundle.skirmish.rules.book();
        assert_eq!(bundle.check(), Ok(()), "{id} under {}", book.name());
    });
    checks.count()
}

#[test]
fn every_shipped_battle_passes() {
    let content = content::load_content(&[shipped()]).content;
    let skirmishes = content.skirmishes.iter().map(|(id, skirmish)| (id, LabScene::new(skirmish.clone())));
    let checked: Vec<usize> =
        skirmishes.map(|(id, scene)| check_in_all_books(&content, id, &scene)).collect();
    assert!(checked.len() >= 5 && checked.iter().all(|&books| books == Book::ALL.len()), "{checked:?}");
    let labs = content.labs.iter().map(|(id, scene)| check_in_all_books(&content, id, scene));
    assert!(labs.sum::<usize>() >= 13);
}

#[test]
fn every_shipped_scene_passes() {
    let content = content::load_content(&[shipped()]).content;
    let folder = ContentFolder::from(shipped());
    let mut files = gallery::gallery_files(&folder);
    files.extend(folder.list("scenes").expect("a folder"));
    let mut checked = 0;
    for file in files {
        let Ok((scene, _)) = content::open_scene(&content, &file) else { continue };
        checked += check_in_all_books(&content, &name(&file.path()), &scene);
    }
    assert!(checked > 300, "{checked}");
}

fn name(path: &Path) -> String {
    path.display().to_string()
}

/// The problems of a squad of Swan Song with a changed file when it joins a skirmish; empty if it joins.
fn joins_after(from: &str, to: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats/squad-1/swan_song.ron");
    let text = std::fs::read_to_string(recorded).expect("a squad");
    assert!(text.contains(from), "{text}");
    let path = folder.path().join("squad.ron");
    std::fs::write(&path, text.replacen(from, to, 1)).expect("written");
    let squad = Some(Squad::read(&path).expect("a squad"));
    let overrides = SkirmishOverrides { book: Some(Book::SwanSong), squad, ..SkirmishOverrides::default() };
    let content = content::load_content(&[shipped()]).content;
    let bundle = content::bundle_skirmish(&content, "lane", &overrides);
    bundle.err().map_or(String::new(), |error| error.to_string())
}

#[test]
fn a_squad_in_a_state_that_its_sheets_do_not_allow_is_refused() {
    assert_eq!(joins_after("max: 10", "max: 10"), "");
    let said = joins_after("max: 10", "max: 1");
    assert!(said.starts_with("unit `Luna`: its health does not fit its sheet: Flesh at 10"), "{said}");
    let said = joins_after("karma: ", "karma: 1");
    assert!(said.starts_with("unit `Luna`: it has 1") && said.ends_with(" Karma"), "{said}");
}

#[test]
fn an_id_with_characters_that_cannot_be_seen_is_refused() {
    let content = content::load_content(&[shipped()]).content;
    let mut bundle =
        content::bundle_skirmish(&content, "lane", &SkirmishOverrides::default()).expect("shipped");
    assert!(bundle.check().is_ok());
    bundle.id = "la\u{202e}ne".to_owned();
    let refusal = bundle.check().expect_err("refused").to_string();
    assert_eq!(refusal, "skirmish: the text `la\\u{202e}ne` cannot be displayed");
}

#[test]
fn a_squad_with_an_ailment_twice_is_refused() {
    let ailment = "(ailment: dazed, part: None, by: None, strength: 0, until: removed)";
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats/squad-1/swan_song.ron");
    let text = std::fs::read_to_string(recorded).expect("a squad");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("squad.ron");
    let read = |ailments: &str| {
        std::fs::write(&path, text.replacen("karma: 0,", &format!("karma: 0, ailments: [{ailments}],"), 1))
            .expect("written");
        Squad::read(&path)
    };
    assert!(read(ailment).is_ok());
    let refusal = read(&format!("{ailment}, {ailment}")).expect_err("refused").to_string();
    assert!(refusal.contains("Dazed is there twice"), "{refusal}");
}
