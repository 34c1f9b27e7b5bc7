//! Writes the index of clauses: which source files name each clause. `breachline rules` shows it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

include!("src/cli/clause_ids.rs");

fn main() -> io::Result<()> {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let prefixes = clause_prefixes(&root.join("src/rules"))?;
    let mut index: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for folder in ["src", "tests"] {
        println!("cargo::rerun-if-changed={folder}");
        index_folder(&root, &root.join(folder), &prefixes, &mut index)?;
    }
    let lines: Vec<String> = index.iter().map(|(id, files)| format!("    {id:?}: {files:?},\n")).collect();
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it")).join("clause_index.ron");
    // RON reads a set in square brackets.
    let text = format!("{{\n{}}}\n", lines.concat().replace(": {", ": [").replace("},\n", "],\n"));
    fs::write(out, text)
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

/// Adds the clauses that the Rust files of a folder name.
fn index_folder(
    root: &Path,
    folder: &Path,
    prefixes: &[String],
    index: &mut BTreeMap<String, BTreeSet<String>>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            index_folder(root, &path, prefixes, index)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(&path)?;
            for prefix in prefixes {
                let in_text = clause_ids(&text, prefix, &format!("{prefix}-"), '-');
                let in_names = clause_ids(&text, prefix, &format!("{}_", prefix.to_lowercase()), '_');
                for id in in_text.into_iter().chain(in_names) {
                    index.entry(id).or_default().insert(name.clone());
                }
            }
        }
    }
    Ok(())
}
