//! Invisible characters in texts, and paths that are not regular files.

use std::path::Path;

use breachline::content;
use rstest::rstest;

use crate::{DUEL, DUEL_FILE, complaints, folder, load_with, shipped};

#[rstest]
#[case::unit("\"Bob\"", "\"B\u{202e}ob\"", "10:16: a text with the invisible character \\u{202e}")]
#[case::escaped("\"Bob\"", "\"B\\u{1b}[31mob\"", "10:16: a text with the invisible character \\u{1b}")]
#[case::line_break("\"Bob\"", "\"B\\nob\"", "10:16: a text with the invisible character \\u{a}")]
#[case::side("name: \"Red\"", "name: \"Red\u{7f}\"", "7:20: a text with the invisible character \\u{7f}")]
#[case::title("\"Duel\"", "\"Du\u{200f}el\"", "2:11: a text with the invisible character \\u{200f}")]
#[case::zone(
    "zones: [\"west\"]",
    "zones: [\"west\u{2066}\"]",
    "17:40: a text with the invisible character \\u{2066}"
)]
fn names_that_cannot_be_seen_are_refused(#[case] from: &str, #[case] to: &str, #[case] said: &str) {
    assert!(DUEL.contains(from));
    let first = complaints(DUEL_FILE, &DUEL.replacen(from, to, 1)).into_iter().next().unwrap_or_default();
    assert_eq!(first, format!("{DUEL_FILE}:{said}; expected printable characters"));
}

/// A key of a table is a name as well, and what is shown of the line is no command for the terminal.
#[test]
fn what_is_quoted_is_escaped() {
    let loaded = load_with(&[("terrain.ron", "{\"mud\u{1b}[2J\u{202e}\": (name: \"Mud\", tile: dirt)}")]);
    let [problem] = &loaded.diagnostics[..] else { panic!("{:?}", loaded.diagnostics) };
    let shown = problem.render(false);
    assert!(shown.chars().all(|character| character == '\n' || content::is_visible(character)), "{shown:?}");
}

#[test]
fn a_file_name_is_escaped() {
    let user = folder(&[("skirmishes/a\u{1b}[31m\nb.ron", DUEL)]);
    let loaded = content::load_content(&[shipped(), user.path().to_owned()]);
    let [problem] = &loaded.diagnostics[..] else { panic!("{:?}", loaded.diagnostics) };
    assert!(
        problem.to_string().contains(r"a\u{1b}[31m\nb.ron: this file name is not a valid id"),
        "{problem}"
    );
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_at_once() {
    let user = folder(&[("skirmishes/duel.ron", DUEL)]);
    let made = std::process::Command::new("mkfifo").arg(user.path().join("terrain.ron")).status();
    assert!(made.expect("mkfifo runs").success());
    std::os::unix::fs::symlink("/dev/zero", user.path().join("barriers.ron")).expect("linked");
    let loaded = content::load_content(&[shipped(), user.path().to_owned()]);
    let what: Vec<_> = loaded.diagnostics.iter().map(|problem| problem.what.as_str()).collect();
    assert_eq!(what, ["a link that leads out of its folder", "not a regular file"]);
    let direct =
        |path: &str| content::open_scene(&loaded.content, Path::new(path)).expect_err("no file").to_string();
    assert_eq!(direct("/dev/zero"), "/dev/zero: not a regular file");
    let squad = content::Squad::read(&user.path().join("terrain.ron")).expect_err("a pipe").to_string();
    assert!(squad.ends_with("terrain.ron: not a regular file"), "{squad}");
}

#[cfg(unix)]
#[test]
fn links_stay_inside_their_folder() {
    let outside = folder(&[("duel.ron", DUEL)]);
    let user = folder(&[(DUEL_FILE, DUEL)]);
    let link = |to: &Path, name: &str| {
        std::os::unix::fs::symlink(to, user.path().join("skirmishes").join(name)).expect("linked");
    };
    link(&user.path().join(DUEL_FILE), "again.ron");
    link(&outside.path().join("duel.ron"), "outside.ron");
    let loaded = content::load_content(&[shipped(), user.path().to_owned()]);
    let [problem] = &loaded.diagnostics[..] else { panic!("{:?}", loaded.diagnostics) };
    assert!(
        problem.to_string().ends_with("skirmishes/outside.ron: a link that leads out of its folder"),
        "{problem}"
    );
    assert!(
        loaded.content.skirmishes.contains_key("again") && !loaded.content.skirmishes.contains_key("outside")
    );
    let named = user.path().join("skirmishes/outside.ron");
    let refusal = content::open_scene(&loaded.content, &named).expect_err("a link").to_string();
    let target = outside.path().join("duel.ron").display().to_string();
    assert!(refusal.contains(&target), "names the file itself: {refusal}");
}

#[test]
fn a_name_with_letters_of_any_script_is_shown() {
    let text = DUEL.replacen("\"Bob\"", "\"Zoë 李 שלום\"", 1);
    assert_eq!(complaints(DUEL_FILE, &text), Vec::<String>::new());
}
