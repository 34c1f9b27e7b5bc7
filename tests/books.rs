//! A book is its folder and its line of registration: the code that all books share names none of them.

use std::fs;
use std::path::{Path, PathBuf};

/// Folder, variant of `Book` and name of each book.
const BOOKS: [(&str, &str, &str); 5] = [
    ("swan_song", "SwanSong", "Swan Song"),
    ("aberrant", "Aberrant", "Aberrant"),
    ("attacks_and_damage", "AttacksAndDamage", "Attacks and Damage"),
    ("circumstances", "Circumstances", "Circumstances"),
    ("combat_checks", "CombatChecks", "Combat Checks"),
];

/// Where the books are registered.
const REGISTRY: &str = "rules/registry.rs";

/// Shared files that name a book, with the book and the reason. A file that no longer does is to be taken out.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("rules/knockback.rs", "aberrant", KNOCKBACK),
    ("rules/knockback/profile.rs", "aberrant", KNOCKBACK),
    ("rules/special_actions/grappling.rs", "aberrant", LENT_CHAPTER),
    ("rules/status/translation.rs", "circumstances", LENT_CHAPTER),
    ("rules/turn_engine/actions.rs", "swan_song", ENGINE),
    ("rules/turn_engine/initiative.rs", "swan_song", ENGINE),
    ("rules/turn_engine/mod.rs", "swan_song", ENGINE),
    ("rules/turn_engine/timed_items.rs", "swan_song", ENGINE),
    ("rules/turn_engine/turn_order.rs", "swan_song", ENGINE),
];

const ENGINE: &str =
    "the turn engine is Swan Song's; other shared code reaches that book through `turn_engine` only";
const KNOCKBACK: &str =
    "chapter KNOCK is Aberrant's, with its objects, sizes and falls; every book may borrow it";
const LENT_CHAPTER: &str = "the line of a lent chapter says in the tables of the borrowing books whose it is";

/// Crates that all books share; `content` and `cli` read and print what is in the books, and know them.
const SHARED_CRATES: [&str; 6] = ["rules", "battle", "ai", "sim", "lab", "desktop"];

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every shared source in a folder that is no test, by its path inside `src`.
fn shared_sources(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let name = path.strip_prefix(sources()).expect("inside src").to_string_lossy().replace('\\', "/");
        let is_book = BOOKS.iter().any(|(folder, ..)| name == format!("rules/{folder}"));
        let is_test = ["tests", "tests.rs", "fixtures.rs"].iter().any(|end| name.ends_with(end));
        if is_book || is_test {
            continue;
        }
        if path.is_dir() {
            found.extend(shared_sources(&path));
        } else if name.ends_with(".rs") {
            found.push(name);
        }
    }
    found.sort();
    found
}

/// The code of a source: without comments, without the tests at its end, without the declarations of the folders.
fn code(file: &str) -> String {
    let text = fs::read_to_string(sources().join(file)).expect("it can be read");
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let declares = |line: &str| BOOKS.iter().any(|(folder, ..)| line == format!("pub mod {folder};"));
    code.lines()
        .filter(is_code)
        .filter(|line| file != "rules/lib.rs" || !declares(line))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Whether code has this word, not as a part of a longer one.
fn has_word(code: &str, word: &str) -> bool {
    let is_part =
        |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    code.match_indices(word).any(|(at, _)| {
        !is_part(code[..at].chars().next_back()) && !is_part(code[at + word.len()..].chars().next())
    })
}

/// The books that a shared source names: by folder, by variant, by the type that is their rulebook, or for players.
fn named_books(file: &str) -> Vec<&'static str> {
    let code = code(file);
    let names = |(folder, variant, name): &(&str, &str, &str)| {
        [*folder, variant, name, &format!("{variant}Rulebook")].iter().any(|word| has_word(&code, word))
    };
    BOOKS.iter().filter(|book| names(book)).map(|(folder, ..)| *folder).collect()
}

#[test]
fn shared_code_names_no_book() {
    let mut wrong = Vec::new();
    for file in SHARED_CRATES.iter().flat_map(|krate| shared_sources(&sources().join(krate))) {
        if file == REGISTRY {
            continue;
        }
        for book in named_books(&file) {
            if !EXCEPTIONS.iter().any(|(known, of, _)| (*known, *of) == (file.as_str(), book)) {
                wrong.push(format!("src/{file} names {book}: ask the book by `trait Rulebook`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_exception_is_one() {
    for (file, book, reason) in EXCEPTIONS {
        assert!(!reason.is_empty(), "{file} needs a reason");
        assert!(named_books(file).contains(book), "src/{file} no longer names {book}");
    }
}

#[test]
fn every_book_is_registered_in_one_line() {
    let registry = code(REGISTRY);
    for (folder, variant, _) in BOOKS {
        let line = format!("{variant} => {folder}::{variant}Rulebook;");
        assert_eq!(registry.matches(&line).count(), 1, "{line}");
        assert_eq!(registry.matches(variant).count(), 2, "{variant} has its line and nothing else");
    }
}
