//! Every number of every file has a range.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use breachline::content::{self, Diagnostic, Squad};

use crate::{DUEL, DUEL_FILE, complaints, folder, shipped, the_complaint};

/// A number above the limit of every field except seeds.
const HUGE: &str = "1000000001";

/// The text of a problem without its position.
fn told(problem: &Diagnostic) -> String {
    let text = problem.to_string();
    text.split_once(": ").map_or(text.clone(), |(_, sentence)| sentence.to_owned())
}

/// Content files below a folder.
fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files_below(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "ron") {
            found.push(path);
        }
    }
}

/// The fields of a text with the first number of each: `field: 5`, `field: (5, 6)` or `field(5)`.
fn numeric_fields(text: &str) -> Vec<(&str, Range<usize>)> {
    let mut fields = Vec::new();
    let mut at = 0;
    let bytes = text.as_bytes();
    while at < text.len() {
        match bytes[at] {
            b'/' if text[at..].starts_with("//") => at += text[at..].find('\n').unwrap_or(text.len() - at),
            b'"' => at += 2 + text[at + 1..].find('"').unwrap_or(0),
            byte if byte.is_ascii_alphabetic() => {
                let word = text[at..].find(|c: char| !c.is_alphanumeric() && c != '_');
                let end = at + word.unwrap_or(text.len() - at);
                let rest = text[end..].trim_start_matches([':', ' ', '(', '[']);
                let start = text.len() - rest.len();
                let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                if start > end && digits > 0 {
                    fields.push((&text[at..end], start..start + digits));
                }
                at = end;
            }
            _ => at += 1,
        }
    }
    fields
}

#[test]
fn every_numeric_field_of_the_shipped_files_has_a_range() {
    let mut files = Vec::new();
    files_below(&shipped(), &mut files);
    files.sort();
    let mut tried: BTreeMap<String, String> = BTreeMap::new();
    let content = content::load_content(&[shipped()]).content;
    for file in files.iter().filter(|file| !file.ends_with("atlas/index.ron")) {
        let text = fs::read_to_string(file).expect("text");
        let name = file.strip_prefix(shipped()).expect("below").to_string_lossy().into_owned();
        let is_scene = ["scenes", "gallery", "lab", "lessons", "skirmishes"]
            .iter()
            .any(|folder| name.starts_with(folder));
        for (field, range) in numeric_fields(&text) {
            let kind = if is_scene { "scene" } else { "table" };
            if field == "seed" || tried.contains_key(&format!("{kind} {field}")) {
                continue;
            }
            let broken = format!("{}{HUGE}{}", &text[..range.start], &text[range.end..]);
            let problems: Vec<String> = if is_scene {
                let (scene, problems) = content::parse_scene(&content, file, &broken);
                assert!(scene.is_none(), "{name}: {field} may be {HUGE}");
                problems.iter().map(ToString::to_string).collect()
            } else {
                complaints(&name, &broken)
            };
            let problem = problems.first().unwrap_or_else(|| panic!("{name}: {field} may be {HUGE}"));
            assert!(problem.contains(HUGE) && problem.contains("expected"), "{name}: {field}: {problem}");
            tried.insert(format!("{kind} {field}"), problem.clone());
        }
    }
    assert!(tried.len() > 100, "{}", tried.len());
}

#[test]
fn the_problem_names_the_field_and_its_range() {
    let scene = r#"(name: "The third defence", book: attacks_and_damage, units: [
        (name: "Ann", archetype: "rifle_specialist", cell: (0, 0)),
        (name: "Bob", archetype: "scout", cell: (6, 0), condition: (frequency: (penalty: 1000000, tests: 2))),
    ], action: attack(attacker: "Ann", target: "Bob"))"#;
    let content = content::load_content(&[shipped()]).content;
    let said = |text: &str| {
        let (_, problems) = content::parse_scene(&content, Path::new("a.ron"), text);
        problems
            .first()
            .map(|problem| format!("a.ron:{}: {}", problem.line, told(problem)))
            .unwrap_or_default()
    };
    assert_eq!(said(scene), "a.ron:3: penalty is 1000000; expected -100 to 0");
    let small = scene.replace("penalty: 1000000", "penalty: -2");
    assert_eq!(said(&small), "");
    assert_eq!(said(&small.replace("tests: 2", "tests: -1")), "a.ron:3: tests is -1; expected 0 to 100");
    let unit = small.replace("cell: (6, 0)", "cell: (6, 0), walked: 4294967295");
    assert_eq!(said(&unit), "a.ron:3: walked is 4294967295; expected -1000 to 1000");
    let byte =
        small.replace("light: 2", "x").replace("cell: (6, 0)", "cell: (6, 0), down: dead, initiative: 99999");
    assert_eq!(said(&byte), "a.ron:3: initiative is 99999; expected -1000 to 1000");
}

#[test]
fn a_number_that_its_field_cannot_hold_is_named_too() {
    let broken = DUEL.replacen("colour: 0", "colour: 300", 1);
    assert_eq!(
        the_complaint(DUEL_FILE, &broken),
        format!("{DUEL_FILE}:7:35: colour is 300; expected at most 127 or 255")
    );
}

#[test]
fn numbers_of_squads_are_checked_against_their_ranges() {
    let text = r#"(breachline: 1, name: "Red", book: attacks_and_damage, members: [
        (name: "Ann", archetype: "scout", condition: attacks_and_damage((light: 4000000000))),
    ])"#;
    let user = folder(&[("squad.ron", text)]);
    let said = Squad::read(&user.path().join("squad.ron")).expect_err("too much").to_string();
    assert!(said.ends_with("squad.ron:2:81: light is 4000000000; expected -1000 to 1000"), "{said}");
}
