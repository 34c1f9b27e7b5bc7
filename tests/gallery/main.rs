//! The gallery: every shipped scene has its recorded outcome and shows the clauses that it names.
//!
//! The record of `assets/gallery/swan_song/cover.ron` is `cover.txt` beside it: what `breachline resolve` prints.
//! `UPDATE_EXPECT=1` renews the records; read the changes before you keep them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use breachline::battle::{self, BattleEvent, OrderRecord};
use breachline::battle_log::clauses;
use breachline::content::catalogue::find_clause;
use breachline::content::{self, Content, LabScene, gallery};
use breachline::dice::NoteSubject;
use breachline::lab::action_replay::ActionReplay;
use breachline::lab::replay_text;
use expect_test::expect_file;

/// Longest sentence that says what to watch.
const MAX_SENTENCE: usize = 300;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn content() -> Content {
    let loaded = content::load_content(&[root().join("assets")]);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    loaded.content
}

/// Files of the gallery with their scenes.
fn scenes(content: &Content) -> Vec<(PathBuf, LabScene)> {
    let files = gallery::gallery_files(&root().join("assets").into());
    let read = files.into_iter().map(|file| {
        let path = file.path();
        let (scene, problems) = content::load_scene(content, &path);
        assert!(problems.is_empty(), "{}: {problems:?}", path.display());
        let scene = scene.expect("it has no errors");
        let battlefield = scene.battlefield.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, battlefield)
    });
    read.collect()
}

/// Clauses that a log can cite: rules name them in their code.
fn citable_clauses() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for folder in ["model", "dice", "field", "rules", "content", "battle", "log", "lab"] {
        collect_cited(&root().join("src").join(folder), &mut found);
    }
    found
}

/// Adds the clauses that the sources of a folder name in quotes, without their tests, comments, what panels show of units,
/// and the tables of house rules: no log cites their clauses for that reason alone.
fn collect_cited(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if ["tests", "display", "derived_stats"].contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            collect_cited(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("it can be read");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            if code.contains("switches! {") {
                continue;
            }
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            let code: Vec<&str> = lines.collect();
            let code = code.join("\n");
            found.extend(code.split('"').filter(|word| clauses::is_clause_id(word)).map(str::to_owned));
        }
    }
}

/// Notes about a unit that do not go on after its name with a verb: "is hit", "falls", "cannot reach the target".
fn notes_without_verb(records: &[OrderRecord]) -> impl Iterator<Item = String> {
    let is_verb = |word: &str| word.ends_with('s') || ["cannot", "may", "no"].contains(&word);
    let notes = records.iter().flat_map(|record| &record.events).filter_map(|record| match &record.event {
        BattleEvent::RuleNote { text, .. } if text.note_subject() == NoteSubject::Unit => {
            Some(text.to_string())
        }
        _ => None,
    });
    notes.filter(move |text| !text.split([' ', ',']).next().is_some_and(is_verb))
}

#[test]
fn every_scene_has_its_recorded_outcome_and_cites_the_clauses_that_it_shows() {
    let content = content();
    let citable = citable_clauses();
    let mut failures = Vec::new();
    for (path, scene) in scenes(&content) {
        let book = scene.skirmish.rules.book();
        let mut world = battle::new_battle_world();
        let replay = ActionReplay::resolve(&mut world, &scene, &content, book, scene.script.seed, &[])
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let lines = battle::with_view(&mut world, |view| replay_text::replay_lines(view, &replay));
        let cited = replay_text::cited_clauses(&replay, &lines);
        failures
            .extend(notes_without_verb(replay.orders()).map(|text| format!("{}: {text}", path.display())));
        let uncited: Vec<&String> = scene
            .script
            .shows
            .iter()
            .filter(|clause| citable.contains(*clause) && !cited.contains(*clause))
            .collect();
        if !uncited.is_empty() {
            failures.push(format!("{} does not cite {uncited:?}", path.display()));
        }
        expect_file![path.with_extension("txt")].assert_eq(&(lines.join("\n") + "\n"));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_scene_says_what_to_watch() {
    let content = content();
    for (path, scene) in scenes(&content) {
        let name = path.display();
        assert!(!scene.script.orders.is_empty(), "{name} has no orders");
        assert!(!scene.script.shows.is_empty(), "{name} shows no clause");
        let sentence = &scene.skirmish.description;
        assert!(sentence.ends_with('.') && sentence.len() <= MAX_SENTENCE, "{name}: {sentence}");
        let folder = path.parent().and_then(Path::file_name).expect("in the folder of a book");
        assert_eq!(folder.to_string_lossy(), scene.skirmish.rules.book().id(), "{name}");
        let distinct: BTreeSet<&String> = scene.script.shows.iter().collect();
        assert_eq!(distinct.len(), scene.script.shows.len(), "{name} lists a clause twice");
        for clause in &scene.script.shows {
            let prefix = scene.skirmish.rules.book().prefix();
            let clause = find_clause(clause).expect("checked when the scene was read");
            let own = clause.id.starts_with(prefix)
                || scene.skirmish.rules.book() != breachline::rules::Book::SwanSong;
            assert!(own, "{name} shows {} of another book", clause.id);
        }
    }
}
