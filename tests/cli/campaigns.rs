//! `breachline campaign` with and without progress.

use std::path::Path;
use std::process::Command;

use breachline::content::{CampaignProgress, StageResult};
use breachline::rules::Book;
use serde_json::Value;

/// Runs the command with its own home folder.
fn campaign(home: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_breachline"))
        .arg("campaign")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("BREACHLINE_HOME", home)
        .output()
        .expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn campaigns_are_listed_with_their_stages_and_the_progress() {
    let home = tempfile::tempdir().expect("a folder");
    let (code, text, _) = campaign(home.path(), &[]);
    assert_eq!(code, Some(0));
    assert!(text.starts_with("ledger: The Ledger (not begun)\n"), "{text}");
    let (_, text, _) = campaign(home.path(), &["ledger"]);
    assert!(text.contains("  open     culvert: The culvert (culvert)\n"), "{text}");
    assert!(text.contains("  locked   pier: Pier 9 (warehouse, after street and gantry)\n"), "{text}");
    let mut progress = CampaignProgress::new("ledger", Book::Aberrant, "hard");
    progress.results.insert("culvert".to_owned(), StageResult::Won);
    progress.write(&home.path().join("progress/ledger.ron")).expect("written");
    let (_, text, _) = campaign(home.path(), &["ledger"]);
    assert!(text.starts_with("ledger: The Ledger (1 of 5 stages done, Aberrant)\n"), "{text}");
    let (_, json, _) = campaign(home.path(), &["ledger", "--format", "json"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["stages"][0]["state"], "won");
    assert_eq!(json["stages"][1]["state"], "open");
    assert_eq!(json["progress"]["book"], "aberrant");
    let (_, json, _) = campaign(home.path(), &["--format", "json"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["campaigns"][0]["id"], "ledger");
}

#[test]
fn an_unknown_campaign_and_damaged_progress_are_one_sentence() {
    let home = tempfile::tempdir().expect("a folder");
    let (code, _, said) = campaign(home.path(), &["leger"]);
    assert_eq!((code, said.lines().count()), (Some(1), 1), "{said}");
    assert!(said.contains("no campaign `leger`"), "{said}");
    std::fs::create_dir(home.path().join("progress")).expect("a folder");
    std::fs::write(home.path().join("progress/ledger.ron"), "(breachline: 1").expect("written");
    let (code, _, said) = campaign(home.path(), &["ledger"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("ledger.ron"), "{said}");
    let left = std::fs::read_dir(home.path().join("progress")).expect("listed").count();
    assert_eq!(left, 1, "the command changes nothing in the home");
}

/// Numbers of fights and couriers in the texts agree with the stages and their skirmishes.
#[test]
fn the_shipped_campaign_counts_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).expect("a shipped file");
    let ledger = read("campaigns/ledger.ron");
    assert_eq!(ledger.matches("skirmish: \"").count(), 5);
    assert!(ledger.contains("Five fights"), "{ledger}");
    // Both roads come before the last fight.
    assert!(ledger.contains("after: [\"street\", \"gantry\"]") && ledger.contains("both have to be taken"));
    for (skirmish, units, intro) in
        [("culvert", 2, "Two of the four of you"), ("street", 2, "two of the four of you")]
    {
        let text = read(&format!("skirmishes/{skirmish}.ron"));
        assert_eq!(
            text.matches("side: \"Couriers\", cell").count() + text.matches("side: \"Couriers\", at").count(),
            4
        );
        assert!(text.contains(&format!("units: {units})")), "{skirmish}");
        assert!(ledger.contains(intro), "{skirmish}");
    }
}
