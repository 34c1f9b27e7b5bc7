//! Running the program, as every test of the command line does.

use std::process::{Command, Output};

use serde_json::Value;

pub fn breachline(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_breachline"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program starts")
}

/// What a run that has to go well prints.
pub fn printed(arguments: &[&str]) -> String {
    let output = breachline(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// What a run that has to go well answers.
pub fn answer(arguments: &[&str]) -> Value {
    let output = breachline(&[arguments, &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// A scene in a file of its own, in a folder that lives as long as the test.
pub fn scene(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("own.ron");
    std::fs::write(&path, text).expect("it can be written");
    (folder, path.to_string_lossy().into_owned())
}

/// The one sentence of a run that has to end with an exit code.
pub fn complaint_with(code: i32, arguments: &[&str]) -> String {
    let output = breachline(arguments);
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).expect("text").trim_end().to_owned()
}

/// The sentence of a run that is refused.
pub fn complaint(arguments: &[&str]) -> String {
    complaint_with(1, arguments)
}
