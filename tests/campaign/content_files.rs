//! Mutated tables of content and scenes of every kind. What is accepted can be played, saved and loaded.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bevy_ecs::world::World;
use breachline::battle;
use breachline::content::{self, Content, Diagnostic, Scene, Severity};
use breachline::lab;
use breachline::lab::action_replay::ActionReplay;
use breachline::rules::Book;

use crate::attack::{Attack, Case, Verdict};
use crate::battles::{assert_visible, bundle, play_some, ron_files, shipped, shipped_folder};
use crate::structure::Stock;

/// Number of problems of a file that are checked.
const PROBLEMS: usize = 50;

/// Fails if a problem does not say where it is, or shows characters that cannot be seen.
fn assert_sound(problems: &[Diagnostic], path: &Path, text: &[u8]) {
    let lines = text.iter().filter(|byte| **byte == b'\n').count() + 1;
    for problem in problems.iter().filter(|problem| problem.file == path).take(PROBLEMS) {
        assert!(problem.line <= lines, "{problem}");
        let sentence = problem.to_string();
        assert!(sentence.starts_with(&path.display().to_string()), "{sentence}");
        assert_visible(&sentence);
        assert_visible(&problem.render(false));
    }
}

#[test]
fn mutated_tables_are_refused_or_played() {
    let assets = shipped_folder();
    let mut tables = ron_files(&[assets.join("books")]);
    for name in ["barriers.ron", "terrain.ron"] {
        tables.push((assets.join(name), fs::read(assets.join(name)).expect("a table")));
    }
    let user = tempfile::tempdir().expect("a folder");
    let mut world = battle::new_battle_world();
    let stocks: BTreeMap<&Path, Stock> =
        tables.iter().map(|(path, table)| (path.as_path(), Stock::new([table.as_slice()]))).collect();
    Attack::new("tables of content", "ron", 16).run(|case| {
        let (path, table) = case.mutator.pick(&tables);
        let (_, donor) = case.mutator.pick(&tables);
        let is_structured = case.mutator.below(4) > 0;
        let text = match is_structured {
            true => stocks[path.as_path()].mutate(&mut case.mutator, table),
            false => case.mutator.mutate(table, donor),
        };
        case.note_input(&text);
        let own = user.path().join(path.strip_prefix(&assets).expect("a shipped file"));
        fs::create_dir_all(own.parent().expect("a folder")).expect("a folder");
        fs::write(&own, &text).expect("written");
        let loaded = content::load_content(&[assets.clone(), user.path().to_owned()]);
        fs::remove_file(&own).expect("removed");
        assert_sound(&loaded.diagnostics, &own, &text);
        if loaded.diagnostics.iter().any(|problem| problem.file == own && problem.line == 0) {
            return Verdict::Refused; // as a whole
        }
        let skirmishes: Vec<&String> = loaded.content.skirmishes.keys().collect();
        let (skirmish, book) = (*case.mutator.pick(&skirmishes), *case.mutator.pick(&Book::ALL));
        if let Some(bundle) = bundle(&loaded.content, skirmish, book) {
            play_some(&mut world, bundle, case.mutator.seed(), 12);
        }
        Verdict::Accepted
    });
}

#[test]
fn mutated_scenes_are_refused_or_played() {
    let folders: Vec<PathBuf> =
        ["skirmishes", "lessons", "lab", "scenes", "gallery"].map(|name| shipped_folder().join(name)).into();
    let scenes = ron_files(&folders);
    let mut world = battle::new_battle_world();
    Attack::new("scenes", "ron", 100).run(|case| {
        let (_, scene) = case.mutator.pick(&scenes);
        let (_, donor) = case.mutator.pick(&scenes);
        let text = case.mutator.mutate(scene, donor);
        try_scene(case, &mut world, &text)
    });
    // Names of weapons, sheets and switches are those of a book: scenes take values from those of their own.
    let books = Book::ALL.map(|book| {
        let is_of_book =
            |(_, text): &&(PathBuf, Vec<u8>)| content::scene_book(&String::from_utf8_lossy(text)) == book;
        let scenes: Vec<_> = scenes.iter().filter(is_of_book).collect();
        let stock = Stock::new(scenes.iter().map(|(_, text)| text.as_slice()));
        (scenes, stock)
    });
    Attack::new("scenes by structure", "ron", 150).accepting(33).run(|case| {
        let (scenes, stock) = case.mutator.pick(&books);
        let (_, scene) = case.mutator.pick(scenes);
        let text = stock.mutate(&mut case.mutator, scene);
        try_scene(case, &mut world, &text)
    });
}

/// Reads a scene; what is accepted is resolved and played.
fn try_scene(case: &mut Case, world: &mut World, text: &[u8]) -> Verdict {
    case.note_input(text);
    let path = Path::new("scene.ron");
    let Ok(text) = std::str::from_utf8(text) else { return Verdict::Refused };
    let (scene, problems) = content::parse_scene(shipped(), path, text);
    assert_sound(&problems, path, text.as_bytes());
    let is_broken = problems.iter().any(|problem| problem.severity == Severity::Error);
    assert_eq!(scene.is_none(), is_broken, "{problems:?}");
    let Some(scene) = scene else { return Verdict::Refused };
    assert_visible(&scene_names(&scene));
    let seed = case.mutator.seed();
    if let Ok(field) = scene.battlefield {
        let book = field.skirmish.rules.book();
        if lab::set_up_scene(world, &field, shipped(), book).is_ok() {
            // Rejected orders and missing actions are valid results as well.
            drop(ActionReplay::resolve(world, &field, shipped(), book, seed, &[]));
        }
        let id = "scene".to_owned();
        let labs = Content { labs: BTreeMap::from([(id.clone(), field)]), ..shipped().clone() };
        if let Some(bundle) = bundle(&labs, &id, book) {
            play_some(world, bundle, seed, 12);
        }
    }
    Verdict::Accepted
}

/// Names of a scene that are shown, a line each.
fn scene_names(scene: &Scene) -> String {
    let Ok(field) = &scene.battlefield else { return String::new() };
    let skirmish = &field.skirmish;
    let mut names = vec![skirmish.name.as_str(), skirmish.description.as_str()];
    names.extend(skirmish.units.iter().map(|unit| unit.name.as_str()));
    names.extend(skirmish.sides.iter().map(|side| side.name.as_str()));
    assert!(names.iter().all(|name| !name.contains('\n')), "a name has one line: {names:?}");
    names.join("\n")
}
