//! Helpers that run the program for all tests of the command line.

use std::process::{Command, Output};

use serde_json::Value;

pub fn breachline(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_breachline"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program starts")
}

/// Output of a run that has to succeed.
pub fn printed(arguments: &[&str]) -> String {
    let output = breachline(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// JSON output of a run that has to succeed.
pub fn answer(arguments: &[&str]) -> Value {
    let output = breachline(&[arguments, &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// A scene in its own file, in a folder that exists as long as the test runs.
pub fn scene(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("own.ron");
    std::fs::write(&path, text).expect("it can be written");
    (folder, path.to_string_lossy().into_owned())
}

/// The single sentence of a run that has to end with this exit code.
pub fn complaint_with(code: i32, arguments: &[&str]) -> String {
    let output = breachline(arguments);
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).expect("text").trim_end().to_owned()
}

/// The error message of a run that is rejected.
pub fn complaint(arguments: &[&str]) -> String {
    complaint_with(1, arguments)
}

/// The sum of the probabilities of all outcomes.
pub fn total_probability(odds: &Value) -> f64 {
    let outcomes = odds["outcomes"].as_array().expect("outcomes").iter();
    outcomes.map(|outcome| outcome["probability"].as_f64().expect("a number")).sum()
}
