//! Writes the indices of clauses: which source files name each clause, and which tests are named after it.
//! `breachline rules` and the coverage page show them. Lists the content files that the program embeds.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

include!("src/cli/clause_ids.rs");

fn main() -> io::Result<()> {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let prefixes = clause_prefixes(&root.join("src/rules"))?;
    let mut index = ClauseIndex::default();
    for folder in ["src", "tests"] {
        println!("cargo::rerun-if-changed={folder}");
        index_folder(&root, &root.join(folder), &prefixes, &mut index)?;
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("clause_index.ron"), to_ron(&index.files))?;
    fs::write(out.join("clause_tests.ron"), to_ron(&index.tests))?;
    // New files are no change of a source.
    println!("cargo::rerun-if-changed=assets");
    fs::write(out.join("shipped_files.rs"), shipped_files(&root.join("assets"))?)
}

/// Folders of `assets` that hold no content.
const OTHER_ASSETS: [&str; 3] = ["art", "atlas", "package"];

/// A Rust expression: the content files by their path in `assets`, with their bytes.
fn shipped_files(assets: &Path) -> io::Result<String> {
    let mut files = BTreeSet::new();
    let mut folders = vec![assets.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.strip_prefix(assets).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if path.is_dir() && !OTHER_ASSETS.contains(&name.as_str()) {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "ron") {
                files.insert(name);
            }
        }
    }
    // The compiler fills in the folder, so that a build folder shared by several checkouts embeds each one's own files.
    let lines = files.iter().map(|name| {
        let path = format!("/assets/{name}");
        format!("    ({name:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),\n")
    });
    Ok(format!("&[\n{}]\n", lines.collect::<String>()))
}

/// Where clauses are named.
#[derive(Default)]
struct ClauseIndex {
    /// Files that name each clause.
    files: BTreeMap<String, BTreeSet<String>>,
    /// Tests and cases of tests named after each clause.
    tests: BTreeMap<String, BTreeSet<String>>,
}

fn to_ron(table: &BTreeMap<String, BTreeSet<String>>) -> String {
    let lines: Vec<String> = table.iter().map(|(id, names)| format!("    {id:?}: {names:?},\n")).collect();
    // RON reads a set in square brackets.
    format!("{{\n{}}}\n", lines.concat().replace(": {", ": [").replace("},\n", "],\n"))
}

/// Adds the tests that are named after a clause of a book.
fn index_tests(text: &str, prefix: &str, tests: &mut BTreeMap<String, BTreeSet<String>>) {
    let own = format!("{}_", prefix.to_lowercase());
    for head in ["fn ", "case::"] {
        for (at, _) in text.match_indices(&format!("{head}{own}")) {
            let rest = &text[at + head.len()..];
            let name: String =
                rest.chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '_').collect();
            for id in clause_ids(&name, prefix, &own, '_').into_iter().take(1) {
                tests.entry(id).or_default().insert(name.clone());
            }
        }
    }
}

/// Returns the first part of the clause ids of each book, which its `rulebook.rs` declares.
fn clause_prefixes(rules: &Path) -> io::Result<Vec<String>> {
    let mut prefixes = Vec::new();
    for entry in fs::read_dir(rules)? {
        let Ok(text) = fs::read_to_string(entry?.path().join("rulebook.rs")) else { continue };
        let declared = text
            .split_once("const CLAUSE_PREFIX: &'static str = \"")
            .and_then(|(_, rest)| rest.split_once('"'));
        prefixes.extend(declared.map(|(prefix, _)| prefix.to_owned()));
    }
    Ok(prefixes)
}

/// Adds the clauses and tests that the Rust files of a folder name.
fn index_folder(root: &Path, folder: &Path, prefixes: &[String], index: &mut ClauseIndex) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            index_folder(root, &path, prefixes, index)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(&path)?;
            for prefix in prefixes {
                index_tests(&text, prefix, &mut index.tests);
                let in_text = clause_ids(&text, prefix, &format!("{prefix}-"), '-');
                let in_names = clause_ids(&text, prefix, &format!("{}_", prefix.to_lowercase()), '_');
                for id in in_text.into_iter().chain(in_names) {
                    index.files.entry(id).or_default().insert(name.clone());
                }
            }
        }
    }
    Ok(())
}
