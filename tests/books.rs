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
const REGISTRY: &str = "registry.rs";

/// Shared files that name a book, with the book and the reason. A file that no longer does is to be taken out.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("knockback.rs", "aberrant", KNOCKBACK),
    ("knockback/profile.rs", "aberrant", KNOCKBACK),
    ("special_actions/grappling.rs", "aberrant", LENT_CHAPTER),
    ("status/translation.rs", "circumstances", LENT_CHAPTER),
    ("turn_engine/actions.rs", "swan_song", ENGINE),
    ("turn_engine/initiative.rs", "swan_song", ENGINE),
    ("turn_engine/mod.rs", "swan_song", ENGINE),
    ("turn_engine/timed_items.rs", "swan_song", ENGINE),
    ("turn_engine/turn_order.rs", "swan_song", ENGINE),
];

const ENGINE: &str =
    "the turn engine is Swan Song's; other shared code reaches that book through `turn_engine` only";
const KNOCKBACK: &str =
    "chapter KNOCK is Aberrant's, with its objects, sizes and falls; every book may borrow it";
const LENT_CHAPTER: &str = "the line of a lent chapter says in the tables of the borrowing books whose it is";

fn rules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules")
}

/// Every shared source of the rules that is no test, by its path inside `src/rules`.
fn shared_sources(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let name = path.strip_prefix(rules()).expect("inside the rules").to_string_lossy().replace('\\', "/");
        let is_book = BOOKS.iter().any(|(folder, ..)| name == *folder);
        let is_test = name.ends_with("tests") || name.ends_with("tests.rs");
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
    let text = fs::read_to_string(rules().join(file)).expect("it can be read");
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let declares = |line: &str| BOOKS.iter().any(|(folder, ..)| line == format!("pub mod {folder};"));
    code.lines()
        .filter(is_code)
        .filter(|line| file != "lib.rs" || !declares(line))
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
fn shared_rules_name_no_book() {
    let mut wrong = Vec::new();
    for file in shared_sources(&rules()) {
        if file == REGISTRY {
            continue;
        }
        for book in named_books(&file) {
            if !EXCEPTIONS.iter().any(|(known, of, _)| (*known, *of) == (file.as_str(), book)) {
                wrong.push(format!("src/rules/{file} names {book}: ask the book by `trait Rulebook`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_exception_is_one() {
    for (file, book, reason) in EXCEPTIONS {
        assert!(!reason.is_empty(), "{file} needs a reason");
        assert!(named_books(file).contains(book), "src/rules/{file} no longer names {book}");
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
