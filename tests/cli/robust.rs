//! Hostile input, signals, and the log.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use rstest::rstest;

use crate::common::{breachline, complaint, complaint_with, printed, scene};

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_breachline"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// As [`program`], with signals that end it: under `nohup`, and in the background of some shells, a test inherits
/// ignored ones.
#[cfg(unix)]
fn program_with_signals(arguments: &[&str]) -> Command {
    if !cfg!(target_os = "linux") {
        return program(arguments);
    }
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP,INT,TERM", env!("CARGO_BIN_EXE_breachline")]);
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// A scene whose file name and texts contain control sequences for the terminal.
const TWO: &str = r#"(name: "Two", book: swan_song, units: [
    (name: "Ann", archetype: "officer"), (name: "Bob", archetype: "gunner"),
], action: attack(attacker: "Ann", target: "Bob"))"#;

#[test]
fn file_names_and_names_in_them_are_escaped() {
    let (folder, _) = scene(TWO);
    let path = folder.path().join("a\u{1b}[31m\u{202e}\nb.ron");
    fs::write(&path, TWO).expect("written");
    let path = path.to_string_lossy().into_owned();
    printed(&["resolve", &path, "--seed", "1"]);
    let csv = folder.path().join("fights.csv").to_string_lossy().into_owned();
    let runs = ["--runs", "1", "--difficulty", "random", "--vary", "rounds=1"];
    let json = printed(&[&["sim", &path, "--json", "--csv", &csv][..], &runs].concat());
    assert!(json.contains(r"a\\u{1b}[31m\\u{202e}\\nb"), "{json}");
    let rows = fs::read_to_string(&csv).expect("rows");
    assert_eq!(rows.lines().count(), 2);
    assert!(rows.contains(r",a\u{1b}[31m\u{202e}\nb,"), "{rows}");
    let missing = format!("{path}\n.ron");
    for arguments in
        [&["odds", &missing][..], &["check", &missing], &["replay", &missing], &["sim", &missing]]
    {
        let output = breachline(arguments);
        for text in [output.stdout, output.stderr] {
            let text = String::from_utf8(text).expect("text");
            assert!(
                !text.contains(['\u{1b}', '\u{202e}']) && !text.contains("\n.ron"),
                "{arguments:?}: {text:?}"
            );
        }
    }
}

#[rstest]
#[case::command(&["\u{1b}[31m\u{202e}\nx"])]
#[case::value(&["sim", "lane", "--difficulty", "\u{1b}[31m\u{202e}\nx"])]
#[case::option(&["rules", "--\u{1b}[31m\u{202e}\nx"])]
fn wrong_arguments_are_quoted_with_escapes(#[case] arguments: &[&str]) {
    let said = complaint_with(2, arguments);
    assert!(said.contains(r"\u{1b}[31m\u{202e}\nx"), "{said:?}");
    assert!(!said.contains(['\u{1b}', '\u{202e}']), "{said:?}");
}

#[test]
fn names_of_files_are_escaped_in_the_log() {
    let output = breachline(&["--verbose", "check", "/nowhere/a\u{202e}\n\u{1b}b"]);
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.contains(r"checks /nowhere/a\u{202e}\n\u{1b}b"), "{said:?}");
    assert!(!said.contains(['\u{1b}', '\u{202e}']), "{said:?}");
}

#[rstest]
#[case::unit("\"Ann\"", "\"A\\u{1b}nn\"", "\\u{1b}")]
#[case::scene("\"Two\"", "\"T\\u{2028}wo\"", "\\u{2028}")]
fn names_that_cannot_be_seen_are_refused(#[case] from: &str, #[case] to: &str, #[case] named: &str) {
    let (_folder, path) = scene(&TWO.replace(from, to));
    for command in ["resolve", "odds", "sim"] {
        let said = complaint(&[command, &path]);
        assert!(said.contains(&format!("invisible character {named}; expected printable")), "{said}");
    }
}

#[test]
fn at_most_50_problems_of_a_file_are_listed() {
    let (folder, _) = scene("");
    let entry = |number: usize| format!("\"t{number}\": (name: \"\", tile: dirt),\n");
    let table: String = (0..120).map(entry).collect();
    fs::write(folder.path().join("terrain.ron"), format!("{{{table}}}")).expect("written");
    fs::write(folder.path().join("barriers.ron"), "(kind: {})").expect("written");
    let output = breachline(&["check", &folder.path().to_string_lossy()]);
    assert_eq!(output.status.code(), Some(1));
    let listed = String::from_utf8(output.stdout).expect("text");
    assert_eq!(listed.matches("this text cannot be displayed").count(), 50);
    assert_eq!(listed.matches("unknown field `kind`").count(), 1);
    assert!(listed.trim_end().ends_with("terrain.ron: 70 more problems"), "{listed}");
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(said, "breachline: 121 errors in the content, listed above\n");
}

#[test]
fn a_table_of_wrong_names_ends_after_some_hundred_problems() {
    let (folder, _) = scene("");
    let names: String = (0..100_000).map(|_| "\"!\": 0,").collect();
    fs::write(folder.path().join("terrain.ron"), format!("{{{names}}}")).expect("written");
    fs::write(folder.path().join("barriers.ron"), format!("({})", "a: 0,".repeat(600))).expect("written");
    let output = breachline(&["check", &folder.path().to_string_lossy()]);
    let listed = String::from_utf8(output.stdout).expect("text");
    assert!(listed.contains("terrain.ron: 451 more problems"), "{listed}");
    assert!(listed.contains("barriers.ron: 450 more problems"), "{listed}");
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(said, "breachline: 1001 errors in the content, listed above\n");
}

/// Commands that read a file reject a pipe at once instead of waiting for it.
#[cfg(unix)]
#[rstest]
#[case(&["resolve"], "not a regular file")]
#[case(&["odds"], "not a regular file")]
#[case(&["sim"], "not a regular file")]
#[case(&["check"], "1 error in the content")]
#[case(&["replay"], "not a regular file")]
#[case(&["rules", "--log-file"], "not a regular file")]
#[case(&["sim", "lane", "--runs", "1", "--csv"], "not a regular file")]
#[case(&["sim", "lane", "--runs", "1", "--jsonl"], "not a regular file")]
#[case(&["sim", "lane", "--runs", "1000000", "--save-journal", "1="], "not a regular file")]
#[case(&["sim", "lane", "--runs", "1000000", "--svg"], "cannot write ")]
#[case(&["sim", "--win-chance", "--runs", "1000000", "--fit"], "not a regular file")]
#[case(&["sim", "--win-chance", "--runs", "1000000", "--positions"], "not a regular file")]
#[case(&["fuzz", "--orders", "1000000000", "--journal"], "not a regular file")]
#[case(&["schema", "--write"], "cannot write ")]
fn pipes_are_refused(#[case] command: &[&str], #[case] why: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.ron").to_string_lossy().into_owned();
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("it runs").success());
    let said = complaint_about(command, &pipe);
    assert!(said.contains(why) && said.lines().count() == 1, "{said}");
}

/// The journals of several variants are `x.v1.ron`, `x.v2.ron` and so on.
#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_the_journal_of_a_variant_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    assert!(Command::new("mkfifo").arg(at("seven.v2.jsonl")).status().expect("it runs").success());
    let vary = ["sim", "lane", "--runs", "1000000", "--vary", "rounds=1,2", "--save-journal", "1="];
    let said = complaint_about(&vary, &at("seven.jsonl"));
    assert!(said.ends_with("seven.v2.jsonl: not a regular file"), "{said}");
}

/// Commands that read or write a file reject a link, and say where it leads.
#[cfg(unix)]
#[rstest]
#[case(&["resolve"])]
#[case(&["odds"])]
#[case(&["sim"])]
#[case(&["replay"])]
#[case(&["replay", "--format", "json"])]
#[case(&["rules", "--log-file"])]
#[case(&["sim", "lane", "--runs", "1", "--csv"])]
#[case(&["sim", "lane", "--runs", "1", "--jsonl"])]
#[case(&["sim", "lane", "--runs", "1000000", "--save-journal", "1="])]
#[case(&["sim", "--win-chance", "--runs", "1000000", "--fit"])]
#[case(&["sim", "--win-chance", "--runs", "1000000", "--positions"])]
#[case(&["fuzz", "--orders", "1000000000", "--journal"])]
fn links_are_refused(#[case] command: &[&str]) {
    let (folder, file) = scene(TWO);
    let link = folder.path().join("link.ron").to_string_lossy().into_owned();
    std::os::unix::fs::symlink(&file, &link).expect("linked");
    let said = complaint_about(command, &link);
    let why = format!("{link}: a link; name the file that it leads to: ");
    assert!(said.contains(&why) && said.lines().count() == 1, "{said}");
    assert_eq!(fs::read_to_string(&file).expect("there"), TWO, "nothing was written through the link");
    fs::remove_file(&file).expect("removed");
    let said = complaint_about(command, &link);
    assert!(said.contains("a link that leads nowhere") && said.lines().count() == 1, "{said}");
    assert!(!Path::new(&file).exists());
}

/// Error message of a command about a file that it rejects. A last argument that ends in `=` is joined with the file.
#[cfg(unix)]
fn complaint_about(command: &[&str], file: &str) -> String {
    match command.split_last() {
        Some((last, before)) if last.ends_with('=') => {
            complaint(&[before, &[&format!("{last}{file}")]].concat())
        }
        _ => complaint(&[command, &[file]].concat()),
    }
}

#[rstest]
#[case(&["sim", "lane", "--runs", "1000000001"])]
#[case(&["sim", "lane", "--jobs", "0"])]
#[case(&["sim", "lane", "--jobs", "1025"])]
#[case(&["sim", "lane", "--shard", "3/2"])]
#[case(&["sim", "lane", "--seed", "18446744073709551616"])]
#[case(&["fuzz", "--orders", "0"])]
#[case(&["fuzz", "--orders", "18446744073709551615"])]
#[case(&["fuzz", "--replay-every", "0"])]
#[case(&["rules", "--coverage", "--fights", "4294967295"])]
#[case(&["play", "--size", "99999x99999"])]
#[case(&["play", "--size", "0x0"])]
#[case(&["play", "--size", "1440x319"])]
#[case(&["lab", "--size", "8193x900"])]
#[case(&["resolve", "assets/scenes/knife.ron", "--dice", "256"])]
fn numbers_of_options_have_ranges(#[case] arguments: &[&str]) {
    let said = complaint_with(2, arguments);
    assert!(said.starts_with("error: invalid value '"), "{said}");
}

#[rstest]
#[case("rounds=201", "`rounds` cannot be `201`: expected 1 to 200 rounds")]
#[case(
    "officer.attributes.body=31",
    "`officer`: `attributes.body` cannot be 31: body is 31, expected 1 to 30"
)]
fn numbers_of_variations_have_ranges(#[case] vary: &str, #[case] why: &str) {
    let said = complaint(&["sim", "warehouse", "--runs", "1", "--vary", vary]);
    assert_eq!(said, format!("breachline: {why}"));
}

/// Waits until a file has a number of lines with a text; returns how many it has.
#[cfg(unix)]
fn wait_for_lines(child: &mut Child, path: &Path, text: &str, wanted: usize) -> usize {
    loop {
        let lines = fs::read_to_string(path).map_or(0, |log| log.matches(text).count());
        if lines >= wanted {
            return lines;
        }
        assert!(child.try_wait().expect("it can be asked").is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[cfg(unix)]
fn send_signal(child: &Child, signal: &str) {
    let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// Each signal ends a series with what is finished. The log shows when the first fights are over.
#[cfg(unix)]
#[rstest]
#[case::series("INT", &["sim", "lane", "--runs", "1000000", "--difficulty", "random", "--json"], "fights")]
#[case::sweep("TERM", &["sim", "lane", "--runs", "1000000", "--difficulty", "random", "--vary", "rounds=1,2", "--json"], "fights")]
#[case::ladder("HUP", &["sim", "lane", "--ladder", "--pairs", "easy-random", "--runs", "1000000", "--json"], "fights")]
#[case::fuzz("TERM", &["fuzz", "--orders", "1000000000", "--format", "json"], "given")]
fn signals_end_a_run_with_its_results(#[case] signal: &str, #[case] arguments: &[&str], #[case] count: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let (log, csv) = (folder.path().join("log"), folder.path().join("fights.csv"));
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let (log_name, csv_name) = (path(&log), path(&csv));
    let is_sim = arguments[0] == "sim";
    let files = ["--log-file", &log_name, "--verbose", "--csv", &csv_name];
    let files = &files[..if is_sim { 5 } else { 3 }];
    let mut child = program_with_signals(&[arguments, files].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a start");
    let (text, wanted) = if is_sim { (": fight ", 3) } else { (" orders under ", 1) };
    wait_for_lines(&mut child, &log, text, wanted);
    send_signal(&child, signal);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&stderr).into_owned();
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("breachline: stopped after "), "{said}");
    let answer: serde_json::Value = serde_json::from_slice(&stdout).expect("whole JSON");
    let done = answer[count].as_u64().expect("a number");
    if is_sim {
        assert_eq!(fs::read_to_string(&csv).expect("rows").lines().count() as u64, 1 + done);
        assert!(done > 0);
    }
}

/// `nohup` and background shells start programs with signals that have to be ignored.
#[cfg(unix)]
#[test]
fn a_signal_that_was_ignored_at_the_start_stays_ignored() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP INT; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_breachline")]);
    command.args(["sim", "lane", "--runs", "1000000", "--jobs", "1", "--difficulty", "random", "--verbose"]);
    command.arg("--log-file").arg(&log).current_dir(env!("CARGO_MANIFEST_DIR"));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("a start");
    let mut lines = wait_for_lines(&mut child, &log, ": fight ", 3);
    for signal in ["HUP", "INT"] {
        send_signal(&child, signal);
        lines = wait_for_lines(&mut child, &log, ": fight ", lines + 3);
    }
    send_signal(&child, "TERM");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("breachline: stopped after "));
}

/// Commands that need no window, each with a line of its log.
const LOGGED: [(&[&str], &str); 6] = [
    (&["resolve", "assets/scenes/knife.ron", "--seed", "1"], "scene assets/scenes/knife.ron"),
    (&["odds", "assets/scenes/knife.ron"], "scene assets/scenes/knife.ron"),
    (
        &["sim", "lane", "--runs", "1", "--difficulty", "random", "--vary", "rounds=1"],
        "1 fights of 1 variants",
    ),
    (&["check", "assets/scenes/knife.ron"], "checks assets/scenes/knife.ron"),
    (&["fuzz", "--orders", "20"], "20 orders under Swan Song, seed 1"),
    (&["rules", "SS-DEF-41"], "5 books of clauses"),
];

#[test]
fn every_command_logs_when_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, (arguments, logged)) in LOGGED.iter().enumerate() {
        let quiet = printed(arguments);
        let said = |command: &mut Command| {
            let output = command.output().expect("the program starts");
            let stderr = String::from_utf8(output.stderr).expect("text");
            if arguments[0] != "fuzz" {
                assert_eq!(String::from_utf8(output.stdout).expect("text"), quiet, "{arguments:?}");
            }
            stderr
        };
        let verbose = said(&mut program(&[arguments, &["--verbose"][..]].concat()));
        assert!(verbose.contains(logged) && verbose.contains("INFO"), "{arguments:?}: {verbose}");
        let by_variable = said(program(arguments).env("RUST_LOG", "info"));
        assert!(by_variable.contains(logged), "{arguments:?}: {by_variable}");
        let file = folder.path().join(format!("{number}.log"));
        let with_file =
            said(&mut program(&[arguments, &["--log-file", &file.to_string_lossy()][..]].concat()));
        assert!(!with_file.contains(logged), "{arguments:?}: {with_file}");
        assert!(fs::read_to_string(&file).expect("a log").contains(logged), "{arguments:?}");
        let silent = said(program(&[arguments, &["--verbose"][..]].concat()).env("RUST_LOG", "off"));
        assert!(!silent.contains(logged), "{arguments:?}: {silent}");
    }
}

#[test]
fn a_log_that_cannot_be_kept_is_refused() {
    let said = complaint(&["rules", "SS-DEF-41", "--log-file", "/nowhere/log"]);
    assert!(said.starts_with("breachline: cannot write /nowhere/log: "), "{said}");
    let output = program(&["rules", "SS-DEF-41"]).env("RUST_LOG", "sim=loud").output().expect("a start");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.starts_with("breachline: RUST_LOG: `sim=loud` is not a filter such as debug"), "{said}");
}
