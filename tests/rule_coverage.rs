//! Every clause has a test named after it and a scene of the gallery that shows it, or is listed as waiting.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[path = "../src/cli/clause_ids.rs"]
mod clause_ids;

use breachline::content::catalogue::{all_clauses, catalogues};
use breachline::content::coverage::{RULINGS, clause_coverage};
use breachline::content::gallery;
use breachline::rules::Book;
use clause_ids::clause_ids;
use expect_test::expect_file;

/// Chapters, besides those of rulings, that are not implemented as rules.
const CHAPTERS_NOT_IN_PLAY: [&str; 0] = [];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Every source with its name as seen from the project.
fn texts() -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for folder in ["src", "tests"] {
        for path in sources(&root().join(folder)) {
            let name =
                path.strip_prefix(root()).expect("inside the project").to_string_lossy().replace('\\', "/");
            if name != "tests/rule_coverage.rs" {
                texts.push((name, fs::read_to_string(&path).expect("it can be read")));
            }
        }
    }
    texts
}

/// Clauses after which a test or a case of a test is named.
fn tested() -> BTreeSet<String> {
    let mut tested = BTreeSet::new();
    for (_, text) in texts() {
        for prefix in Book::ALL.map(Book::prefix) {
            for head in ["fn ", "case::"] {
                let head = format!("{head}{}_", prefix.to_lowercase());
                tested.extend(clause_ids(&text, prefix, &head, '_'));
            }
        }
    }
    tested
}

#[test]
fn every_clause_has_a_test_or_waits() {
    let tested = tested();
    let mut not_in_play = Vec::new();
    let mut chapters = Vec::new();
    for book in catalogues() {
        for chapter in book.chapters.iter().filter(|chapter| chapter.id != RULINGS) {
            let id = format!("{}-{}", book.book.prefix(), chapter.id);
            if CHAPTERS_NOT_IN_PLAY.contains(&id.as_str()) {
                not_in_play.push(id)
            } else {
                chapters.push(chapter)
            }
        }
    }
    assert_eq!(not_in_play, CHAPTERS_NOT_IN_PLAY);
    let clauses = || chapters.iter().flat_map(|chapter| &chapter.clauses);
    let missing: Vec<_> = clauses()
        .filter(|clause| !tested.contains(&clause.id) && clause.waits_for.is_none())
        .map(|clause| clause.id.as_str())
        .collect();
    assert!(missing.is_empty(), "clauses without a test: {}", missing.join(" "));
    let both: Vec<_> = clauses()
        .filter(|clause| tested.contains(&clause.id) && clause.waits_for.is_some())
        .map(|clause| clause.id.as_str())
        .collect();
    assert!(
        both.is_empty(),
        "clauses that have a test and stand in docs/rules/waiting.md: {}",
        both.join(" ")
    );
}

#[test]
fn every_clause_has_a_scene_or_only_defines_words_or_is_listed_as_open() {
    let gallery = gallery::read_gallery(&root().join("assets").into());
    let coverage = clause_coverage(&Default::default(), &gallery, None);
    let both: Vec<&str> = coverage
        .iter()
        .filter(|one| one.definition && !one.scenes.is_empty())
        .map(|one| one.clause.id.as_str())
        .collect();
    assert!(both.is_empty(), "definitions that a scene shows: {}", both.join(" "));
    let mut list = String::from(
        "# Clauses without a scene\n\nClauses that can be seen, but that no scene of the gallery shows yet. \
         `UPDATE_EXPECT=1 cargo test --test rule_coverage`\nwrites the list; it may only become shorter.\n\n",
    );
    let mut chapter = String::new();
    for one in coverage.iter().filter(|one| !one.is_shown()) {
        let (head, number) = one.clause.id.rsplit_once('-').expect("ids end with a number");
        if head != chapter {
            list += &format!("{}- {head}:", if chapter.is_empty() { "" } else { "\n" });
            chapter = head.to_owned();
        }
        list += &format!(" {number}");
    }
    expect_file![root().join("docs/rules/unshown.md")].assert_eq(&(list + "\n"));
}

#[test]
fn tests_are_named_after_clauses_that_exist() {
    let known: BTreeSet<_> = all_clauses().map(|clause| clause.id.clone()).collect();
    let strange: Vec<_> = tested().difference(&known).cloned().collect();
    assert!(strange.is_empty(), "tests name clauses that the catalogue does not have: {}", strange.join(" "));
}

#[test]
fn ids_are_read_from_names_and_comments() {
    assert_eq!(clause_ids("fn ss_atk_08_x() case::ss_def_41_y", "SS", "fn ss_", '_'), ["SS-ATK-08"]);
    assert_eq!(clause_ids("`SS-BARR-34`, SS-T12, SS-INIT", "SS", "SS-", '-'), ["SS-BARR-34"]);
}
