//! The check of bundles accepts everything that the program makes.

use std::path::Path;

use breachline::content::{self, Content, ContentFolder, LabScene, SkirmishOverrides, gallery};
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
