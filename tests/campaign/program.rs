//! The program itself, given mutated files: it says in a sentence what is wrong, and ends.

use std::fs;
use std::process::{Command, Output};

use crate::attack::{Attack, Case, Verdict};
use crate::battles::{assert_visible, journals, ron_files, shipped_folder};

/// Commands that read a scene.
const SCENE_COMMANDS: [&[&str]; 8] = [
    &["check"],
    &["resolve", "--seed", "1"],
    &["resolve", "--seed", "1", "--format", "json"],
    &["odds"],
    &["odds", "--plot"],
    &["odds", "--format", "json", "--effects"],
    &["sim", "--runs", "1", "--jobs", "1", "--difficulty", "random"],
    &["sim", "--runs", "1", "--jobs", "1", "--difficulty", "easy", "--json"],
];
/// Commands that read a journal.
const JOURNAL_COMMANDS: [&[&str]; 2] = [&["replay"], &["replay", "--format", "json"]];

/// Runs a command on a file.
fn run(case: &Case, command: &[&str], name: &str, input: &[u8]) -> Verdict {
    case.note_input(input);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, input).expect("written");
    let mut program = Command::new(env!("CARGO_BIN_EXE_breachline"));
    program.args(command).arg(&path).current_dir(folder.path());
    program.env("BREACHLINE_ASSETS", shipped_folder()).env("BREACHLINE_HOME", folder.path());
    let Output { status, stdout, stderr } = program.output().expect("a start");
    let said = String::from_utf8(stderr).expect("text");
    let printed = String::from_utf8(stdout).expect("text");
    assert!(!said.contains("panicked"), "{command:?}: {said}");
    assert!(!folder.path().join("reports").exists(), "{command:?} left a report: {said}");
    assert_visible(&said);
    assert_visible(&printed);
    match status.code() {
        Some(0) => Verdict::Accepted,
        Some(1 | 2) if !said.is_empty() => Verdict::Refused,
        code => panic!("{command:?} ended with {code:?}: {said}"),
    }
}

#[test]
fn the_program_survives_mutated_files() {
    let folders =
        ["skirmishes", "lessons", "lab", "scenes", "gallery"].map(|name| shipped_folder().join(name));
    let scenes = ron_files(&folders);
    Attack::new("program with files", "input", 8).run(|case| {
        if case.mutator.below(4) == 0 {
            let (text, donor) = (case.mutator.pick(journals()), case.mutator.pick(journals()));
            let text = case.mutator.mutate(text.as_bytes(), donor.as_bytes());
            let command = *case.mutator.pick(&JOURNAL_COMMANDS);
            return run(case, command, "fight.jsonl", &text);
        }
        let ((_, scene), (_, donor)) = (case.mutator.pick(&scenes), case.mutator.pick(&scenes));
        let text = case.mutator.mutate(scene, donor);
        let command = *case.mutator.pick(&SCENE_COMMANDS);
        run(case, command, "scene.ron", &text)
    });
}
