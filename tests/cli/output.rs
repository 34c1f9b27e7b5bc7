//! Output that cannot be written: a pipe whose reader has gone, and a full disk.

use std::fs::File;
use std::process::{Command, Output, Stdio};

use rstest::rstest;

/// Every way to print something without a window.
const COMMANDS: [&[&str]; 22] = [
    &["--help"],
    &["--version"],
    &["help", "sim"],
    &["fuzz", "--help"],
    &["resolve", "assets/scenes/knife.ron", "--seed", "1"],
    &["resolve", "assets/scenes/knife.ron", "--seed", "1", "--format", "json"],
    &["resolve", "assets/gallery/swan_song/cover.ron"],
    &["odds", "assets/scenes/knife.ron"],
    &["odds", "assets/scenes/knife.ron", "--plot"],
    &["odds", "assets/scenes/knife.ron", "--format", "json"],
    &["rules"],
    &["rules", "SS-DEF-41"],
    &["rules", "SS", "--format", "json"],
    &["rules", "SS", "--coverage"],
    &["check"],
    &["sim", "lane", "--runs", "1", "--difficulty", "random", "--vary", "rounds=1"],
    &["sim", "lane", "--runs", "1", "--difficulty", "random", "--vary", "rounds=1,2", "--json"],
    &["sim", "lane", "--runs", "1", "--difficulty", "random", "--vary", "rounds=1", "--all-books"],
    &["sim", "lane", "--ladder", "--runs", "1", "--pairs", "easy-random", "--book", "swan_song"],
    &["fuzz", "--orders", "20"],
    &["schema"],
    &["schema", "squad"],
];

fn run_with(arguments: &[&str], stdout: Stdio, stderr: Stdio) -> Output {
    Command::new(env!("CARGO_BIN_EXE_breachline"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(stdout)
        .stderr(stderr)
        .output()
        .expect("the program starts")
}

fn full() -> Stdio {
    File::options().write(true).open("/dev/full").expect("Linux has it").into()
}

/// The writing end of a pipe whose reading end is closed.
fn closed_pipe() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

#[test]
fn a_closed_pipe_ends_the_output_without_a_word() {
    for arguments in COMMANDS {
        let output = run_with(arguments, closed_pipe(), Stdio::piped());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
        let progress = said.lines().all(|line| line.ends_with(" battles"));
        assert!(progress, "{arguments:?}: {said}");
    }
}

#[test]
fn a_full_disk_is_one_sentence() {
    for arguments in COMMANDS {
        let output = run_with(arguments, full(), Stdio::piped());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        let sentence = "breachline: cannot write to standard output: No space left on device (os error 28)";
        assert_eq!(said.lines().last(), Some(sentence), "{arguments:?}");
        let before = said.lines().count() - 1;
        assert_eq!(before, usize::from(arguments[0] == "fuzz" && arguments[1] == "--orders"), "{said}");
    }
}

/// Errors keep their exit codes even if their messages cannot be printed.
#[rstest]
#[case(&["resolve", "nowhere.ron"], 1)]
#[case(&["resolve", "assets/skirmishes/lane.ron"], 2)]
#[case(&["resolve", "--nonsense"], 2)]
#[case(&["sim", "lane", "--runs", "0"], 2)]
#[case(&["fuzz", "--orders", "20"], 0)]
fn a_full_standard_error_changes_nothing(#[case] arguments: &[&str], #[case] code: i32) {
    for stderr in [full(), closed_pipe()] {
        assert_eq!(run_with(arguments, Stdio::null(), stderr).status.code(), Some(code), "{arguments:?}");
    }
}
