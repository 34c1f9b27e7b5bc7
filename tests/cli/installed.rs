//! The program without its project: content is built in, and folders can replace it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use rstest::rstest;

use crate::common;

/// Runs the program in an empty folder, which is also its home, as if there were no project.
fn run_alone(home: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_breachline"));
    for variable in ["CARGO_MANIFEST_DIR", "BREACHLINE_ASSETS", "XDG_DATA_HOME", "RUST_LOG"] {
        command.env_remove(variable);
    }
    command.env("BREACHLINE_HOME", home).env("XDG_DATA_DIRS", home.join("share")).current_dir(home);
    command.args(arguments).output().expect("the program starts")
}

fn printed_alone(home: &Path, arguments: &[&str]) -> String {
    let output = run_alone(home, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Makes a content folder that has a folder for every book, and is otherwise empty.
fn make_empty_content(folder: &Path) {
    for book in breachline::rules::Book::ALL {
        fs::create_dir_all(folder.join("books").join(book.id())).expect("it can be made");
    }
}

/// The shipped content that the program says it uses.
fn content_in_use(home: &Path, arguments: &[&str]) -> String {
    let output = run_alone(home, &[&["--verbose", "rules", "SS-ATK-08"], arguments].concat());
    let log = String::from_utf8(output.stderr).expect("text");
    let line = log.lines().find_map(|line| line.split_once("shipped content: ")).expect("it is logged");
    line.1.trim_matches('"').to_owned()
}

#[test]
fn the_content_in_the_program_is_that_of_the_project() {
    let home = tempfile::tempdir().expect("a folder");
    assert_eq!(printed_alone(home.path(), &["check"]), common::printed(&["check", "assets"]));
}

#[rstest]
#[case::by_name(&["resolve", "knife", "--seed", "1"])]
#[case::by_path(&["resolve", "assets/scenes/knife.ron", "--seed", "1"])]
#[case::in_the_gallery(&["resolve", "aberrant/burst", "--seed", "1"])]
#[case::odds(&["odds", "knife"])]
#[case::simulator(&["sim", "warehouse", "--runs", "2", "--difficulty", "random", "--vary", "rounds=2", "--json"])]
#[case::simulator_of_a_scene(&["sim", "assets/lab/full_cover.ron", "--runs", "1", "--difficulty", "random", "--json"])]
#[case::coverage(&["rules", "--coverage", "SS-ATK"])]
#[case::schema(&["schema", "squad"])]
fn commands_do_the_same_without_the_project(#[case] arguments: &[&str]) {
    let home = tempfile::tempdir().expect("a folder");
    assert_eq!(printed_alone(home.path(), arguments), common::printed(arguments));
}

#[test]
fn a_file_on_disk_comes_before_a_shipped_one_of_the_same_path() {
    let home = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(home.path().join("scenes")).expect("it can be made");
    fs::write(home.path().join("scenes/knife.ron"), "(").expect("it can be written");
    let output = run_alone(home.path(), &["odds", "scenes/knife.ron"]);
    assert_eq!(output.status.code(), Some(1));
    printed_alone(home.path(), &["odds", "knife"]);
}

#[test]
fn folders_with_content_of_every_book_replace_that_of_the_program() {
    let home = tempfile::tempdir().expect("a folder");
    let own = home.path().canonicalize().expect("a folder");
    let embedded = content_in_use(&own, &[]);
    assert!(embedded.ends_with("files in the program"), "{embedded}");
    // Folders that lack a book are not content.
    fs::create_dir_all(own.join("assets/books/aberrant")).expect("it can be made");
    assert_eq!(content_in_use(&own, &[]), embedded);
    make_empty_content(&own.join("share/breachline/assets"));
    assert_eq!(content_in_use(&own, &[]), own.join("share/breachline/assets").display().to_string());
    make_empty_content(&own.join("assets"));
    assert_eq!(content_in_use(&own, &[]), own.join("assets").display().to_string());
    assert_eq!(content_in_use(&own, &["--assets", "other"]), "other");
}

/// Without a display a scene is read and set up first; then the missing display is reported.
#[cfg(feature = "desktop")]
#[rstest]
#[case(&["play", "warehouse"])]
#[case(&["lab", "full_cover"])]
#[case(&["lab", "assets/gallery/aberrant/burst.ron"])]
fn the_window_finds_its_scenes(#[case] arguments: &[&str]) {
    let home = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_breachline"));
    command.env_remove("CARGO_MANIFEST_DIR").env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let output =
        command.env("BREACHLINE_HOME", home.path()).current_dir(home.path()).args(arguments).output();
    let said = String::from_utf8(output.expect("the program starts").stderr).expect("text");
    assert!(said.contains("no display"), "{said}");
}
